//! Random formulas: the ground clauses allow exactly the assignments for which the evaluator finds all asserts true.

use jigsat_cnf::{Amo, Card, Choice, Flavours, Lit};
use jigsat_qprop::{Encoding, Model, Solution};
use jigsat_solve::{BuildOptions, Limits, Puzzle, Solver, Verdict, build, testing};
use proptest::prelude::*;

use crate::common::{
    self, parsed,
    random::{DATA, Random},
};

/// Compares on every assignment of the atoms, with a formula for any board and one that leaves out what is known of this one;
/// returns the number of models.
fn agree(model: &Model, flavours: Flavours, text: &str) -> u64 {
    let models = [false, true]
        .map(|prunes| agree_with(model, &BuildOptions { flavours, prunes, ..BuildOptions::default() }, text));
    assert_eq!(models[0], models[1]);
    models[0]
}

fn agree_with(model: &Model, options: &BuildOptions, text: &str) -> u64 {
    let encoding = build(model, Encoding::Model, options).expect("it is small");
    let mut sat = Solver::Batsat.start().expect("it is built in");
    sat.reserve(encoding.variables()).expect("there is memory");
    for clause in encoding.clauses().iter() {
        sat.add(clause).expect("there is memory");
    }
    let mut models = 0;
    for assignment in 0..1u32 << model.atoms() {
        let holds: Vec<bool> = (0..model.atoms()).map(|atom| assignment >> atom & 1 == 1).collect();
        let assumed: Vec<Lit> =
            encoding.projected().map(|(atom, var)| var.lit(!holds[atom.0 as usize])).collect();
        let expected = model.evaluate(&holds).is_ok();
        assert_eq!(model.holds(&holds, &Limits::default()), Ok(expected), "{holds:?}\n{text}");
        let found = sat.solve(&assumed, &Limits::default()).expect("it answers") == Verdict::Sat;
        assert_eq!(found, expected, "{holds:?}\n{text}");
        models += u64::from(expected);
    }
    models
}

/// Asserts of some literals: each atom holds, doesn't, or is open, by a digit of the number to base 3.
fn facts(known: u32) -> String {
    let atoms = ["z", "p(1)", "p(2)", "q(1, 1)", "q(1, 2)", "q(2, 1)"];
    let assert = |(place, atom)| match known / 3_u32.pow(place) % 3 {
        0 => String::new(),
        1 => format!("\nassert known{place}: {atom}"),
        _ => format!("\nassert known{place}: not {atom}"),
    };
    (0..).zip(atoms).map(assert).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn grounder_and_evaluator_agree(seed: u64, amo in 0..6usize, card in 0..2usize, known in 0..3_u32.pow(6)) {
        let mut random = Random::new(seed);
        let text = random.model() + &facts(known);
        // Terms outside of their sorts are errors.
        if let Ok(model) = parsed(&text, DATA) {
            let flavours = Flavours { amo: Amo::ALL[amo], card: Card::ALL[card], ..Flavours::default() };
            let models = agree(&model, flavours, &text);
            let options = BuildOptions { flavours, ..BuildOptions::default() };
            prop_assert_eq!(testing::count_models(&model, Encoding::Model, &options, &Solver::Batsat), models);
        }
    }
}

/// The random models are not all rejected, and not all trivial.
#[test]
fn random_models_are_worth_testing() {
    let (mut accepted, mut interesting) = (0, 0);
    for seed in 1..300 {
        let text = Random::new(seed * 0x9e37_79b9).model();
        if let Ok(model) = parsed(&text, DATA) {
            accepted += 1;
            interesting += u32::from((1..512).contains(&agree(&model, Flavours::default(), &text)));
        }
    }
    assert!(accepted > 100 && interesting > 40, "{accepted} accepted, {interesting} interesting");
}

/// Counts of a repeated literal, or of a literal and its negation, and counts below other operators.
#[test]
fn counts_in_odd_places() {
    for body in [
        "exactly 2 x: A, y: A . p(x)",
        "atmost 2 x: A, y: A . p(x) or z",
        "exactly 1 x: A . p(x) iff z",
        "z implies exactly 2 x: A, y: C . q(x, y)",
        "z iff atleast 3 x: A, y: C . q(x, y)",
        "not (exactly 3 x: A, y: C . q(x, y))",
        "(atmost 4 x: A, y: C . q(x, y)) iff exactly 1 x: A . p(x)",
        "exactly 2 x: A, k: C . (k = 1 and p(x)) or (k = 2 and not p(x)) or (k = 3 and z)",
        "z or exactly 2 x: A, y: C, k: A . q(x, y)",
        "atleast 0 x: A . p(x)",
        "exactly 7 x: A, y: C . q(x, y)",
        "exactly 6 x: A, y: C . q(x, y)",
        "exactly 0 x: A, y: C . q(x, y)",
        "(z iff (p(1) iff (p(2) iff (q(1, 1) iff q(1, 2))))) iff exists y: C . q(2, y) and q(1, y)",
        "z or atmost 1 y: C . not q(1, y)",
        "z or atmost 2 y: C . q(1, y)",
        "z iff exactly 1 x: A, y: C . not q(x, y)",
        "exists y: C . (q(1, y) and q(2, y)) or (q(1, 1) and z and p(1)) or (p(1) and p(2))",
    ] {
        for known in [0, 1, 2, 3, 6, 27, 54, 31, 702] {
            let text = format!("{}assert a: {body}{}", common::random::HEAD, facts(known));
            let model = parsed(&text, DATA).unwrap_or_else(|error| panic!("{}", error.render(false)));
            for amo in Amo::ALL {
                agree(&model, Flavours { amo: *amo, ..Flavours::default() }, &text);
            }
        }
    }
}

/// Asserts that count the same literals share a counter, which stays if one of them is dropped.
#[test]
fn counters_that_are_shared() {
    let asserts = [
        "assert a: z iff exactly 2 x: A, y: C . q(x, y)",
        "assert b: p(1) iff atleast 4 x: A, y: C . q(x, y)",
        "assert c: p(2) iff exactly 3 x: A, y: C . q(x, y)",
    ];
    let model = |asserts: &[&str]| {
        let text = format!("{}{}", common::random::HEAD, asserts.join("\n"));
        parsed(&text, DATA).unwrap_or_else(|error| panic!("{}", error.render(false)))
    };
    let all = model(&asserts);
    agree(&all, Flavours::default(), "shared");
    let clauses = |prunes: bool| {
        let options = BuildOptions { prunes, ..BuildOptions::default() };
        build(&all, Encoding::Model, &options).expect("it is small").clauses().iter().count()
    };
    assert!(2 * clauses(true) < clauses(false), "{} of {} clauses", clauses(true), clauses(false));
    for (place, name) in ["a", "b", "c"].into_iter().enumerate() {
        let mut others = asserts.to_vec();
        others.remove(place);
        let options =
            BuildOptions { prunes: true, dropped: vec![name.to_owned()], ..BuildOptions::default() };
        let count = |model: &Model, options: &BuildOptions| {
            testing::count_models(model, Encoding::Model, options, &Solver::Batsat)
        };
        assert_eq!(count(&all, &options), count(&model(&others), &BuildOptions::default()), "without {name}");
    }
}

/// An assert may have any name, those of the rules that jigsat adds by itself included.
#[test]
fn asserts_may_have_the_names_of_added_rules() {
    for name in ["known", "at_once", "given"] {
        for body in ["p(1) and (p(1) or p(2))", "forall x: A . p(x)"] {
            let text = format!("{}assert {name} \"these hold\": {body}", common::random::HEAD);
            let model = parsed(&text, DATA).unwrap_or_else(|error| panic!("{}", error.render(false)));
            agree(&model, Flavours::default(), &text);
        }
    }
}

/// Distribution makes clauses with a literal and its negation, which are tautologies.
#[test]
fn no_clause_always_holds() {
    let text = "sort S = 1..3\npred p(s: S)\nassert a: (p(1) and p(2)) or (not p(1) and p(3))";
    let model = parsed(text, "").expect("a model without faults");
    let formula = build(&model, Encoding::Model, &BuildOptions::default()).expect("it is small");
    assert_eq!(formula.clauses().iter().count(), 3);
    for clause in formula.clauses().iter() {
        assert!(clause.iter().all(|&lit| !clause.contains(&!lit)), "{clause:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// Shown atoms are a solution if and only if some hidden atoms are consistent with them; the tests try all of them,
    /// and ask the referee.
    #[test]
    fn the_referee_finds_hidden_atoms(seed: u64, shown in 0..4usize) {
        let show = ["show z", "show p", "show p, z", "show q"][shown];
        let text = format!("{}{show}\n", Random::new(seed).model());
        if let Ok(model) = parsed(&text, DATA) {
            let atoms = model.atoms();
            let names: Vec<String> = (0..atoms).map(|atom| model.atom_name(jigsat_qprop::Atom(atom))).collect();
            let is_shown = |atom: u32| {
                let pred = names[atom as usize].split('(').next().unwrap_or_default();
                model.shown().any(|(name, _)| name == pred)
            };
            let mask = (0..atoms).filter(|&atom| is_shown(atom)).fold(0_u32, |mask, atom| mask | 1 << atom);
            let mut possible = std::collections::BTreeSet::new();
            for assignment in 0..1_u32 << atoms {
                let holds: Vec<bool> = (0..atoms).map(|atom| assignment >> atom & 1 == 1).collect();
                if model.evaluate(&holds).is_ok() {
                    possible.insert(assignment & mask);
                }
            }
            for assignment in (0..1_u32 << atoms).filter(|assignment| assignment & !mask == 0) {
                let holds = (0..atoms).filter(|atom| assignment >> atom & 1 == 1);
                let solution = Solution::of(holds.map(|atom| names[atom as usize].clone()).collect());
                let refereed = model.check(&solution);
                prop_assert_eq!(refereed.is_ok(), possible.contains(&assignment), "{:?} {:?}\n{}", solution, refereed, text);
            }
        }
    }
}
