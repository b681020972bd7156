//! Predicates that solutions don't show: solutions are distinguished by the others, and the referee finds the hidden
//! atoms by itself.

use std::collections::BTreeSet;

use jigsat_qprop::{Encoding, Model, Solution};
use jigsat_solve::{BuildOptions, End, Enumeration, Limits, Puzzle, Session, Solver};

use crate::common::{self, parsed};

/// Compares the solutions that solving lists and the referee's verdicts with all assignments; returns their number.
fn projected(text: &str, data: &str) -> usize {
    let model: Model = parsed(text, data).unwrap_or_else(|error| panic!("{}", error.render(false)));
    let names: Vec<String> =
        (0..model.atoms()).map(|atom| model.atom_name(jigsat_qprop::Atom(atom))).collect();
    let shown: Vec<String> = model.shown().map(|(name, _)| name.to_owned()).collect();
    let is_shown = |name: &str| shown.iter().any(|pred| name.split('(').next() == Some(pred));
    let true_shown = |assignment: u32| -> Vec<String> {
        let atoms =
            names.iter().enumerate().filter(|(atom, name)| assignment >> atom & 1 == 1 && is_shown(name));
        atoms.map(|(_, name)| name.clone()).collect()
    };
    let mut expected = BTreeSet::new();
    let mut all = BTreeSet::new();
    for assignment in 0..1_u32 << model.atoms() {
        let holds: Vec<bool> = (0..model.atoms()).map(|atom| assignment >> atom & 1 == 1).collect();
        all.insert(true_shown(assignment));
        if model.evaluate(&holds).is_ok() {
            expected.insert(true_shown(assignment));
        }
    }
    assert_eq!(common::count(&model), expected.len() as u64, "{text}");
    for atoms in all {
        let verdict = model.check(&Solution::of(atoms.clone()));
        assert_eq!(verdict.is_ok(), expected.contains(&atoms), "{atoms:?}: {verdict:?}\n{text}");
    }
    let mut session = Session::new(&model, Encoding::Model, &BuildOptions::default(), &Solver::Batsat, None)
        .expect("a formula");
    let mut enumeration =
        Enumeration::new(&model, Encoding::Model, &BuildOptions::default()).expect("a formula");
    let counted = enumeration.count(u64::MAX, &Limits::default()).expect("it answers");
    assert_eq!((counted.found, counted.end), (expected.len() as u64, End::All), "{text}");
    while let Some(solution) = session.solve(&Limits::default()).expect("it answers").solution() {
        assert!(expected.remove(&solution.holds), "{:?} is listed twice\n{text}", solution.holds);
    }
    assert!(expected.is_empty(), "{expected:?} is not listed\n{text}");
    model.check(&Solution::of(Vec::new())).is_ok().into()
}

#[test]
fn sums_and_graphs_of_hidden_atoms() {
    let head = "sort S = 1..3\nsort D = 0..2\nfact near(a, b: S)\npred p(s: S)\npred h(s: S)\n";
    let data = "near: [[1, 2], [2, 3]]";
    for (text, nothing_is_right) in [
        ("assert a: connected s: S along near . h(s)\nassert b: forall s: S . p(s) implies h(s)", 1),
        ("assert a: connected s: S along near . p(s) or h(s)\nassert b: exactly 1 s: S . h(s)", 1),
        (
            "assert a: p(1) implies regions s: S along near size 2 . h(s)\nassert b: atleast 1 s: S . h(s) and p(s)",
            0,
        ),
        ("assert a: runs s: S . h(s) are k: S | k < 2 . 2\nassert b: forall s: S . h(s) if p(s)", 1),
    ] {
        let text = format!("{head}{text}\nshow p");
        assert_eq!(projected(&text, data), nothing_is_right, "{text}");
    }
    let sums = "sort S = 1..3\nsort D = 0..2\npred p(s: S)\npred f(s: S) -> D\n";
    for (text, nothing_is_right) in [
        ("assert a: (sum s: S . f(s)) = 4\nassert b: forall s: S . p(s) iff f(s) = 2", 0),
        ("assert a: not ((product s: S . f(s)) = 0)\nassert b: forall s: S . p(s) implies f(s) = 1", 1),
        ("assert a: 4 * f(1) + 2 * f(2) = 9 - f(3)\nassert b: forall s: S . f(s) = 1 implies p(s)", 0),
    ] {
        let text = format!("{sums}{text}\nshow p");
        assert_eq!(projected(&text, ""), nothing_is_right, "{text}");
    }
}

/// A hidden atom outside of its sort is false, also for the referee.
#[test]
fn hidden_atoms_outside() {
    let text = "sort S = 1..3\npred p(s: S)\npred h(s: S) outside false\n\
        assert a: forall s: S . p(s) iff h(s + 1)\nshow p";
    assert_eq!(projected(text, ""), 1);
}

/// A function that lacks values, hidden and shown.
#[test]
fn hidden_functions_without_values() {
    let text = "sort S = 1..3\nsort D = 0..1\npred p(s: S)\npred g(s: S | s > 1) -> D\n\
        assert a: forall s: S . p(s) iff not (g(s) = 1)\nshow p";
    assert_eq!(projected(text, ""), 0);
}

/// Why an answer is wrong, where a graph is about hidden atoms.
#[test]
fn verdicts() {
    let text = "sort S = 1..3\nfact near(a, b: S)\npred p(s: S)\npred h(s: S)\n\
        assert graph: connected s: S along near . h(s)\nassert same \"{s} is in both\": forall s: S . p(s) iff h(s)\n\
        assert one \"one is in\": exists s: S . p(s)\nshow p";
    let model = parsed(text, "near: [[1, 2], [2, 3]]").unwrap_or_else(|error| panic!("{error}"));
    let check = |atoms: &[&str]| {
        let solution = Solution::of(atoms.iter().map(ToString::to_string).collect());
        model.check(&solution).map_or_else(|violation| violation.to_string(), |()| "right".to_owned())
    };
    assert_eq!(check(&["p(1)", "p(2)"]), "right");
    assert_eq!(check(&["p(1)", "p(3)"]), "some assert is broken, whatever h is");
    assert_eq!(check(&[]), "it breaks the rule that one is in");
}

/// Two solutions of a board that differ in a hidden predicate would be called one.
#[test]
fn genres_hide_nothing() {
    let page = "genre hidden \"a test\"\nboard near\npred shade(c: Cell)\npred mark(c: Cell)\n\
        assert a: exactly 1 c: Cell . mark(c)\n";
    let board = "rows: 2\ncolumns: 2\n";
    let error = parsed(&format!("{page}show shade"), board).expect_err("it hides a predicate");
    assert_eq!(
        error.to_string(),
        "model.qprop:6:6: a solution of genre 'hidden' lacks predicate 'mark', expected all predicates"
    );
    assert!(error.help().is_some_and(|help| help.to_string().contains("leave out 'show'")));
    assert!(parsed(&format!("{page}show shade, mark"), board).is_ok());
    assert!(parsed(&format!("show shade\n{page}"), board).is_err());
    assert!(parsed(page, board).is_ok());
}
