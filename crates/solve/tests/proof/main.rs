//! Proofs: made by CaDiCaL, checked by our own checker, and rejected when they are corrupted.
#![cfg(feature = "cadical")]

mod checker;
mod corrupted;
mod outside;

use std::{
    io::{self, Write},
    sync::{Arc, Mutex},
};

use jigsat_cnf::{Clauses, Lit};
use jigsat_solve::{
    Error, Limits, Solver, Verdict,
    proof::{Certified, Checker, Wish, certify, check_steps},
};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A buffer that can be read after its writer was given away.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn lit(number: i32) -> Lit {
    Lit::from_ipasir(number).expect("not zero")
}

fn formula(clauses: &[Vec<i32>]) -> (Clauses, u32) {
    let mut store = Clauses::default();
    for clause in clauses {
        store.push(clause.iter().map(|&number| lit(number)));
    }
    let variables = clauses.iter().flatten().map(|number| number.unsigned_abs()).max().unwrap_or(0);
    (store, variables)
}

/// One more pigeon than holes.
fn pigeons(holes: i32) -> Vec<Vec<i32>> {
    let at = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
    let mut clauses: Vec<Vec<i32>> =
        (0..=holes).map(|pigeon| (0..holes).map(|hole| at(pigeon, hole)).collect()).collect();
    for hole in 0..holes {
        for pigeon in 0..=holes {
            clauses.extend((0..pigeon).map(|other| vec![-at(other, hole), -at(pigeon, hole)]));
        }
    }
    clauses
}

/// Clauses of three literals, so many that half of such formulas have no model.
fn random(seed: u64) -> Vec<Vec<i32>> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let variables = random.random_range(20..=60);
    let clause = |random: &mut ChaCha8Rng| {
        let vars = rand::seq::index::sample(random, variables, 3);
        let number = |var: usize| i32::try_from(var + 1).expect("there are 60");
        vars.into_iter().map(|var| if random.random_bool(0.5) { number(var) } else { -number(var) }).collect()
    };
    (0..variables * 43 / 10).map(|_| clause(&mut random)).collect()
}

/// The proof, if there is no model.
fn proof(clauses: &[Vec<i32>]) -> Option<String> {
    let (store, variables) = formula(clauses);
    let out = Shared::default();
    let wish = Wish { write: Some(Box::new(out.clone())), check: true };
    match certify(variables, &store, &[], wish, &Limits::default()).expect("the proof is fine") {
        Certified::Refuted { .. } => {
            Some(String::from_utf8(out.0.lock().expect("no panic").clone()).expect("it is text"))
        }
        Certified::Satisfiable => None,
        Certified::Stopped(stop) => panic!("{stop}"),
    }
}

/// A writer that accepts everything, and fails when it is flushed.
struct Full;

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Err(io::Error::other("the disk is full"))
    }
}

#[test]
fn a_proof_that_is_not_written_out_is_an_error() {
    let (store, variables) = formula(&pigeons(3));
    let wish = Wish { write: Some(Box::new(Full)), check: true };
    let answer = certify(variables, &store, &[], wish, &Limits::default());
    assert!(matches!(answer, Err(Error::ProofOutput(_))));
}

#[test]
fn steps_are_counted() {
    let (store, variables) = formula(&pigeons(3));
    let out = Shared::default();
    let wish = Wish { write: Some(Box::new(out.clone())), check: true };
    let answer = certify(variables, &store, &[], wish, &Limits::default());
    let Ok(Certified::Refuted { steps }) = answer else { panic!("pigeons don't fit") };
    let proof = String::from_utf8(out.0.lock().expect("no panic").clone()).expect("it is text");
    assert_eq!(steps, proof.lines().filter(|line| !line.contains(" d ")).count() as u64);
    assert!(steps > 2, "{steps}");
}

/// Whether our checker accepts it as a refutation.
fn accepts(clauses: &[Vec<i32>], proof: &str) -> bool {
    let mut checker = Checker::default();
    for clause in clauses {
        if checker.original(clause).is_err() {
            return false;
        }
    }
    check_steps(&mut checker, proof.as_bytes()).is_ok() && checker.refuted()
}

fn satisfiable(clauses: &[Vec<i32>]) -> bool {
    let (store, variables) = formula(clauses);
    let mut sat = Solver::Batsat.start().expect("it is built in");
    sat.reserve(variables).expect("it is small");
    for clause in store.iter() {
        sat.add(clause).expect("it is small");
    }
    sat.solve(&[], &Limits::default()).expect("it is small") == Verdict::Sat
}

#[test]
fn every_refutation_has_a_proof_that_holds() {
    let (mut refuted, mut models) = (0, 0);
    for seed in 0..150 {
        let clauses = random(seed);
        if let Some(proof) = proof(&clauses) {
            refuted += 1;
            assert!(accepts(&clauses, &proof), "{seed}: {proof}");
            assert!(!satisfiable(&clauses), "{seed}");
        } else {
            models += 1;
            assert!(satisfiable(&clauses), "{seed}");
        }
    }
    assert!(refuted > 30 && models > 30, "{refuted} {models}");
    for holes in 1..=6 {
        let clauses = pigeons(holes);
        assert!(accepts(&clauses, &proof(&clauses).expect("no model")), "{holes} holes");
    }
}

#[test]
fn formulas_that_are_plainly_false() {
    for clauses in
        [vec![vec![]], vec![vec![1], vec![-1]], vec![vec![1, 1], vec![-1, -1, -1]], vec![vec![2], vec![]]]
    {
        let proof = proof(&clauses).expect("no model");
        assert!(accepts(&clauses, &proof), "{clauses:?}: {proof}");
    }
    assert!(proof(&[vec![1, -1], vec![2]]).is_none());
}

#[test]
fn malformed_lines_are_told_by_their_number() {
    let said = |proof: &str| {
        let mut checker = Checker::default();
        for clause in [&[1][..], &[-1]] {
            checker.original(clause).expect("it is fine");
        }
        check_steps(&mut checker, proof.as_bytes()).map_err(|bad| bad.to_string())
    };
    assert!(said("c a comment\n\n3 0 1 2 0\n").is_ok());
    assert_eq!(said("3 0 1 2").unwrap_err(), "line 1: found the end of the line, expected 0");
    assert_eq!(said("c\nx 0 1 2 0").unwrap_err(), "line 2: found 'x', expected the number of a step");
    assert_eq!(said("3 0 1 2 0 7").unwrap_err(), "line 1: found '7', expected the end of the line");
    assert_eq!(
        said("2 0 1 2 0").unwrap_err(),
        "line 1: the number 2 is not greater than all numbers before it"
    );
    assert_eq!(said("3 0 1 9 0").unwrap_err(), "line 1: clause 9 does not exist or was deleted");
    assert_eq!(said("3 0 0").unwrap_err(), "line 1: the hints lead to no contradiction");
    assert_eq!(said("3 2 0 0").map_err(|_| ()), Ok(jigsat_solve::proof::Steps { added: 1, deleted: 0 }));
    assert_eq!(said("2 d 9 0").unwrap_err(), "line 1: clause 9 does not exist or was deleted");
    assert!(said("3 99999999999 0 0").is_err());
    assert_eq!(said("2 d -2 0").unwrap_err(), "line 1: found '-2', expected the number of a clause");
    assert_eq!(said("2 d 2").unwrap_err(), "line 1: found the end of the line, expected 0");
    assert_eq!(said("-3 0 1 2 0").unwrap_err(), "line 1: found '-3', expected the number of a step");
    assert!(said("3 -2147483648 0 0").is_err());
}

/// Large numbers in a short proof take no memory.
#[test]
fn variables_may_have_any_numbers() {
    let large = i32::MAX;
    let mut checker = Checker::default();
    for clause in [&[large, large - 1][..], &[large, 1 - large], &[-large, 5_000_000], &[-large, -5_000_000]]
    {
        checker.original(clause).expect("these are literals");
    }
    checker.add(5, &[large], &[1, 2]).expect("it follows");
    assert!(checker.add(6, &[-large], &[5]).is_err(), "it does not follow");
    checker.add(6, &[], &[5, 3, 4]).expect("it follows");
    assert!(checker.refuted());
}

/// Adding a clause that only preserves satisfiability: every clause with the opposite of its first literal must be
/// refuted by its own hints.
#[test]
fn clauses_with_the_rat_property() {
    let check = |clauses: &[&[i32]], clause: &[i32], hints: &[i64]| {
        let mut checker = Checker::default();
        for clause in clauses {
            checker.original(clause).expect("it is fine");
        }
        checker.add(clauses.len() as u64 + 1, clause, hints)
    };
    // x = 4 is new and means "1 and 2": first 4 -> 1 and 4 -> 2, then 1 & 2 -> 4.
    assert!(check(&[&[1, 2, 3]], &[-4, 1], &[]).is_ok());
    assert!(check(&[&[1, 2, 3], &[-4, 1], &[-4, 2]], &[4, -1, -2], &[-2, -3]).is_ok());
    assert!(check(&[&[1, 2, 3], &[-4, 1], &[-4, 2]], &[4, -1, -2], &[-2]).is_err());
    assert!(check(&[&[1, 2, 3], &[-4, 1], &[-4, 2]], &[4, -1], &[-2, -3]).is_err());
    assert!(check(&[&[1, 2, 3], &[-4, 1], &[-4, 2]], &[4, -1, -2], &[-1, -2, -3]).is_err());
}

#[test]
fn a_proof_that_cannot_be_written_is_an_error() {
    struct Full;
    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::Error::from(io::ErrorKind::StorageFull))
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let (store, variables) = formula(&pigeons(6));
    let wish = Wish { write: Some(Box::new(Full)), check: false };
    let said = certify(variables, &store, &[], wish, &Limits::default());
    assert!(matches!(said, Err(Error::ProofOutput(_))), "{said:?}");
}

#[test]
fn stops_at_limits() {
    let (store, variables) = formula(&pigeons(11));
    let limits = Limits { conflicts: Some(100), ..Limits::default() };
    let wish = Wish { write: None, check: true };
    let said = certify(variables, &store, &[], wish, &limits);
    assert!(matches!(said, Ok(Certified::Stopped(_))), "{said:?}");
}

/// CaDiCaL names clauses whose only remaining literal already holds; a clause with another open literal says nothing.
#[test]
fn a_hint_may_say_what_is_known() {
    let mut checker = Checker::default();
    // Without the last clause, 2 would be negated nowhere, and could therefore be added (RAT).
    for clause in [&[1][..], &[1, 2], &[-1, 2], &[1, 3], &[-2, 4]] {
        checker.original(clause).expect("in range");
    }
    assert!(checker.add(6, &[2], &[1, 4, 3]).is_err(), "3 is open");
    assert!(checker.add(6, &[2], &[1, 2]).is_err(), "nothing is refuted");
    checker.add(6, &[2], &[1, 2, 3]).expect("it follows");
}
