//! Functions without values, and terms without results: the guide's meaning, case by case.

use jigsat_qprop::Model;

use crate::common::{self, parsed};

/// `g` has a value for 2 alone; `h` has none for 1, `next` none for 2.
const HEAD: &str = "sort S = 1..2\nsort D = 1..3\nfact h(s: S) -> D\nfact next(s: S) -> S\nfact near(a, b: S)\n\
    pred g(s: S | s > 1) -> D\npred p(s: S)\npred o(s: S) -> D outside 2\n";
const DATA: &str = "h: [[2, 3]]\nnext: [[1, 2]]\nnear: [[1, 2]]\n";

fn model(text: &str) -> Result<Model, String> {
    parsed(&format!("{HEAD}{text}"), DATA).map_err(|error| error.message().to_owned())
}

/// The number of solutions, which `g`, `p` and `o` multiply by 3, 4 and 9; each one passes the referee.
fn count(formula: &str) -> u64 {
    let model = model(&format!("assert a: {formula}")).unwrap_or_else(|error| panic!("{formula}: {error}"));
    let count = common::count(&model);
    let accepted = (0..1_u32 << model.atoms()).filter(|assignment| {
        let holds: Vec<bool> = (0..model.atoms()).map(|atom| assignment >> atom & 1 == 1).collect();
        model.evaluate(&holds).is_ok()
    });
    assert_eq!(count, accepted.count() as u64, "{formula}");
    count
}

const ALL: u64 = 3 * 4 * 9;

#[test]
fn a_comparison_with_a_missing_value_is_false() {
    for (formula, solutions) in [
        ("g(1) = g(2)", 0),
        ("g(1) =/= g(2)", 0),
        ("not (g(1) = g(2))", ALL),
        ("not (g(1) < 3 or g(1) >= 3)", ALL),
        ("(g(1) = 1) iff (g(2) = 1)", ALL / 3 * 2),
        ("h(1) = h(2)", 0),
        ("not (h(1) = 3)", ALL),
        ("h(2) = g(2)", ALL / 3),
        ("not (h(1) = g(2))", ALL),
        ("1 + g(1) = 1 + g(1)", 0),
        ("not (0 * g(1) = 0)", ALL),
        ("1 < g(2) < 3", ALL / 3),
        ("g(2) <= 3 and not (1 <= g(1) <= 3)", ALL),
        // A missing value decides, whatever else is there.
        ("not (h(1) = 1 div 0)", ALL),
        ("not (1 div 0 + h(1) = 1)", ALL),
        ("not (g(1) = h(3))", ALL),
    ] {
        assert_eq!(count(formula), solutions, "{formula}");
    }
}

#[test]
fn sums_products_and_counts() {
    for (formula, solutions) in [
        ("(product s: S . g(s)) >= 2", 0),
        ("not ((sum s: S . g(s)) = 2)", ALL),
        ("(sum s: S | s > 1 . g(s)) = 2", ALL / 3),
        ("not ((sum s: S . h(s)) >= 0)", ALL),
        ("(sum s: S | h(s) . h(s)) = 3", ALL),
        ("(sum s: S | s > 2 . g(s)) = 0", ALL),
        ("exactly 1 s: S . g(s) = 2", ALL / 3),
        ("exactly 1 s: S . not (g(s) = 2)", ALL / 3),
        ("atmost 1 s: S . g(s) > 0", ALL),
        ("exists s: S . g(s) = 1", ALL / 3),
        ("forall s: S . g(s) = 1", 0),
        ("forall s: S . g(s) = 1 or s = 1", ALL / 3),
        // A count compares with its bound.
        ("exactly h(1) s: S . p(s)", 0),
        ("not (atmost h(1) s: S . p(s))", ALL),
        ("atleast h(2) - 2 s: S . p(s)", ALL / 4 * 3),
    ] {
        assert_eq!(count(formula), solutions, "{formula}");
    }
}

#[test]
fn facts_arguments_and_guards() {
    for (formula, solutions) in [
        ("near(1, next(1))", ALL),
        ("near(1, next(2))", 0),
        ("not near(next(next(1)), 1)", ALL),
        ("not h(next(2)) and h(next(1))", ALL),
        ("h(next(2)) = 1 or not (h(next(2)) = 1)", ALL),
        ("forall s: S | h(s) = 3 . p(s)", ALL / 2),
        ("forall s: S | not (h(s) = 3) . p(s)", ALL / 2),
        ("forall s: S | next(s) = 2 . p(next(s))", ALL / 2),
        ("g(next(1)) = 1", ALL / 3),
        // Outside, a function has the value that it names.
        ("o(next(2)) = 2", ALL),
        ("o(next(2), 2)", ALL),
        ("not o(next(2), 3)", ALL),
    ] {
        assert_eq!(count(formula), solutions, "{formula}");
    }
    // An argument without a value is an error in an atom and in a searched function, unless the rest decides.
    for formula in ["p(next(2))", "g(next(2)) = 1", "not (g(next(2)) = 1)"] {
        let error = model(&format!("assert a: {formula}")).expect_err(formula);
        assert!(error.contains("function 'next' has no value here"), "{formula}: {error}");
    }
    assert_eq!(count("not next(2) or g(next(2)) = 1"), ALL);
}

#[test]
fn operations_without_a_result() {
    for (formula, solutions) in [
        // A searched value can make it so: the comparison is false.
        ("6 div (g(2) - 1) = 3", ALL / 3),
        ("not (6 div (g(2) - 1) = 3)", ALL / 3 * 2),
        ("not (5 mod (g(2) - 1) = 0)", ALL / 3 * 2),
        ("not (D(g(2) + 1) = 2)", ALL / 3 * 2),
        ("D(g(2) + 1) = 2", ALL / 3),
    ] {
        assert_eq!(count(formula), solutions, "{formula}");
    }
    for (formula, message) in [
        ("4 div 0 = g(2)", "this divides by 0"),
        ("g(2) mod (h(2) - 3) = 1", "this divides by 0"),
        ("D(4) = g(2)", "found 4 here"),
        ("(sum s: S . 4 div (s - 1)) = 2", "this divides by 0"),
        ("(product s: S . 1000000000000 * 10000000 * s) = g(2)", "this number is too large"),
    ] {
        let error = model(&format!("assert a: {formula}")).expect_err(formula);
        assert!(error.contains(message), "{formula}: {error}");
    }
}

/// Numbers are exact: products of many values are compared as they are.
#[test]
fn large_products() {
    let text =
        "sort S = 1..7\nsort D = {1, 1000000000000}\npred f(s: S) -> D\nassert a: (product s: S . f(s)) ";
    let number = |rest: &str| {
        let model = parsed(&format!("{text}{rest}"), "").unwrap_or_else(|error| panic!("{error}"));
        common::count(&model)
    };
    assert_eq!(number(">= 2"), 127);
    assert_eq!(number("= 1000000000000"), 7);
    assert_eq!(number("=/= 1"), 127);
    assert_eq!(number("< 1000000000000"), 1);
    assert_eq!(number("+ 0 >= 2 or true"), 128);
}

/// Regions of any size, where the size has no value; an end without a value is none; a run without a length, too.
#[test]
fn structures() {
    let graph = "sort S = 1..3\nsort D = 0..3\nfact h(s: S) -> D\nfact near(a, b: S)\npred p(s: S)\n";
    let number = |rest: &str, h: &str| {
        let data = format!("h: {h}\nnear: [[1, 2], [2, 3]]\n");
        let model =
            parsed(&format!("{graph}assert a: {rest}"), &data).unwrap_or_else(|error| panic!("{error}"));
        let count = common::count(&model);
        let accepted = (0..8_u32).filter(|assignment| {
            let holds: Vec<bool> = (0..3).map(|atom| assignment >> atom & 1 == 1).collect();
            model.evaluate(&holds).is_ok()
        });
        assert_eq!(count, accepted.count() as u64, "{rest}");
        count
    };
    assert_eq!(number("regions s: S along near size h(1) . p(s)", "[]"), 8);
    assert_eq!(number("regions s: S along near size h(1) . p(s)", "[[1, 1]]"), 5);
    assert_eq!(number("regions s: S along near root r: S | r = 1 size h(r) . p(s)", "[]"), 4);
    assert_eq!(number("runs s: S . p(s) are k: S . h(k)", "[[2, 1], [3, 1]]"), 1);
    assert_eq!(number("runs s: S . p(s) are k: S . h(k)", "[[2, 1]]"), 3);
    assert_eq!(number("connected s: S along near | h(s) = 1 . p(s)", "[[1, 1], [3, 1]]"), 6);
}
