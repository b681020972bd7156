//! Whether a board has one solution: random boards, most of them without a piece that distinguishes rotations, against
//! brute force; and the formula for 'no other', which proofs refute.

use std::collections::BTreeSet;

use jigsat_cnf::{Choice, Lit};
use jigsat_edge_matching::{EdgeMatching, Encoding, Solution};
use jigsat_solve::{Answer, BuildOptions, Excluded, Limits, Session, Solver};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::common::{brute_force, puzzle, random_puzzle};

/// The solutions as sets of rotations of each other.
fn classes(puzzle: &EdgeMatching) -> BTreeSet<BTreeSet<String>> {
    let all = brute_force(puzzle);
    let class = |solution: &Solution| -> BTreeSet<String> {
        let images = if puzzle.turns_are_one { puzzle.images(solution) } else { vec![solution.clone()] };
        images.iter().map(|image| image.to_line(puzzle)).collect()
    };
    all.iter().map(class).collect()
}

/// Asks one solver; returns the verdict and the formula without the first solution and its rotations.
fn unique(puzzle: &EdgeMatching, encoding: Encoding, solver: &Solver) -> Option<(bool, Vec<Vec<Lit>>)> {
    let limits = Limits::default();
    let mut session = Session::new(puzzle, encoding, &BuildOptions::default(), solver, None).unwrap();
    let Answer::Solved(first) = session.solve(&limits).unwrap() else { return None };
    let excluded = session.exclude(&first, &limits).unwrap();
    let formula = session.formula().clauses().iter().map(<[Lit]>::to_vec).collect();
    Some(match excluded {
        Excluded::All => (matches!(session.solve(&limits).unwrap(), Answer::Impossible(_)), formula),
        Excluded::Other => {
            let other = session.grown_mut().take_judged().and_then(Answer::solution);
            let other = other.expect("the formula keeps it");
            let images = puzzle.images(&first);
            assert!(!puzzle.turns_are_one || !images.contains(&other), "a turn is no other solution");
            (false, formula)
        }
        excluded => panic!("{excluded:?}"),
    })
}

/// Compares all encodings and solvers with brute force; returns the number of solutions up to rotation.
#[track_caller]
fn agrees(puzzle: &EdgeMatching) -> usize {
    let classes = classes(puzzle);
    for &encoding in Encoding::ALL {
        let mut formulas = BTreeSet::new();
        for solver in Solver::built_in() {
            let (who, answer) =
                (format!("{} with {solver}", encoding.name()), unique(puzzle, encoding, solver));
            assert_eq!(
                answer.as_ref().map(|(unique, _)| *unique),
                match classes.len() {
                    0 => None,
                    count => Some(count == 1),
                },
                "{who}: {puzzle:?}"
            );
            formulas.extend(answer.filter(|(unique, _)| *unique).map(|(_, formula)| formula));
        }
        assert!(formulas.len() <= 1, "{}: the formula depends on the solver: {puzzle:?}", encoding.name());
    }
    classes.len()
}

#[test]
fn boards_that_no_piece_can_anchor() {
    // Each is unique up to rotation, and has several rotations in its formula.
    for text in [
        "2 2 0\n1 0 0 2\n1 0 0 2\n2 0 0 1\n2 0 0 1\n",
        "1 1\n1 2 1 2\n",
        "1 1\n1 2 3 4\n1 2 3 4\n",
        "1 2\n1 2 3 4\n1 2 3 4\n",
    ] {
        let puzzle = EdgeMatching { turns_are_one: true, ..puzzle(text) };
        assert!(!puzzle.turns_told_apart(), "{text}");
        agrees(&puzzle);
    }
}

fn random(boards: u64, seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (mut unique, mut unanchored) = (0, 0);
    for _ in 0..boards {
        let puzzle = random_puzzle(&mut rng);
        let is_unique = agrees(&puzzle) == 1;
        unique += u64::from(is_unique);
        unanchored += u64::from(
            is_unique && puzzle.turns_are_one && puzzle.turns().len() > 1 && !puzzle.turns_told_apart(),
        );
    }
    println!("{boards} boards, {unique} unique, {unanchored} of them without an anchor");
    assert!(unique * 10 > boards && unanchored * 50 > boards, "{unique} and {unanchored} of {boards}");
}

#[test]
fn random_boards_agree_with_brute_force() {
    random(80, 1);
}

#[test]
#[ignore = "slow: 3 min"]
fn many_random_boards_agree_with_brute_force() {
    random(20_000, 2);
}
