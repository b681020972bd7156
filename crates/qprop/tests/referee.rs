//! The referee of an unfinished board reports only what is broken however it is completed; and for which values, which
//! genres use when they make boards.

use jigsat_qprop::Model;
use jigsat_solve::Limits;

use crate::common;

/// The names of the broken asserts if p(1) to p(3) are known to be true, known to be false, or open.
fn broken(model: &Model, values: &[Option<bool>]) -> Vec<String> {
    let holds: Vec<bool> = values.iter().map(|value| value.unwrap_or_default()).collect();
    let known: Vec<bool> = values.iter().map(Option::is_some).collect();
    let broken = model.broken(&holds, Some(&known), &Limits::default()).expect("there are no limits");
    broken.into_iter().map(|(name, _)| name).collect()
}

const YES: Option<bool> = Some(true);
const NO: Option<bool> = Some(false);
const OPEN: Option<bool> = None;

#[test]
fn counts_of_what_is_open() {
    let text = "sort S = 1..3 pred p(x: S) assert two: exactly 2 x: S . p(x) assert one: atleast 1 x: S . p(x) \
        assert any: exists x: S . p(x) assert not_all: not forall x: S . p(x)";
    let model = common::parsed(text, "").expect("a model");
    assert_eq!(broken(&model, &[OPEN, OPEN, OPEN]), [""; 0]);
    assert_eq!(broken(&model, &[NO, OPEN, OPEN]), [""; 0]);
    assert_eq!(broken(&model, &[NO, NO, OPEN]), ["two"]);
    assert_eq!(broken(&model, &[NO, NO, NO]), ["two", "one", "any"]);
    assert_eq!(broken(&model, &[YES, YES, OPEN]), [""; 0]);
    assert_eq!(broken(&model, &[YES, YES, YES]), ["two", "not_all"]);
}

#[test]
fn negated_counts_of_what_is_open() {
    let text = "sort S = 1..3 pred p(x: S) assert more: not atmost 1 x: S . p(x) assert other: not exactly 1 x: S . p(x)";
    let model = common::parsed(text, "").expect("a model");
    assert_eq!(broken(&model, &[YES, OPEN, NO]), [""; 0]);
    assert_eq!(broken(&model, &[NO, OPEN, OPEN]), [""; 0]);
    assert_eq!(broken(&model, &[YES, NO, NO]), ["more", "other"]);
    assert_eq!(broken(&model, &[NO, NO, OPEN]), ["more"]);
    assert_eq!(broken(&model, &[YES, YES, OPEN]), [""; 0]);
}

#[test]
fn connectives_of_what_is_open() {
    let text = "sort S = 1..3 pred p(x: S) assert both: not (p(1) and p(2)) assert none: not (not p(1) or not p(2)) \
        assert same: p(1) iff p(2)";
    let model = common::parsed(text, "").expect("a model");
    assert_eq!(broken(&model, &[OPEN, OPEN, OPEN]), [""; 0]);
    assert_eq!(broken(&model, &[YES, OPEN, OPEN]), [""; 0]);
    assert_eq!(broken(&model, &[YES, YES, OPEN]), ["both"]);
    assert_eq!(broken(&model, &[NO, OPEN, OPEN]), ["none"]);
    assert_eq!(broken(&model, &[NO, YES, OPEN]), ["none", "same"]);
}

#[test]
fn runs_of_what_is_open() {
    let text = "sort S = 1..3 sort N = 1..1 pred p(x: S) assert two: runs x: S . p(x) are n: N . 2";
    let model = common::parsed(text, "").expect("a model");
    assert_eq!(broken(&model, &[OPEN, OPEN, OPEN]), [""; 0]);
    assert_eq!(broken(&model, &[NO, OPEN, OPEN]), [""; 0]);
    assert_eq!(broken(&model, &[OPEN, OPEN, NO]), [""; 0]);
    assert_eq!(broken(&model, &[NO, YES, YES]), [""; 0]);
    assert_eq!(broken(&model, &[YES, NO, YES]), ["two"]);
}

/// A function with an open value is neither equal to a number nor different from it; a given one without a value for
/// its arguments is equal to no number.
#[test]
fn what_has_no_value() {
    let text = "sort S = 1..2 pred d(x: S) -> S assert is: forall x: S . d(x) = 1 assert other: forall x: S . not d(x) = 1";
    let model = common::parsed(text, "").expect("a model");
    assert_eq!(broken(&model, &[OPEN; 4]), [""; 0]);
    assert_eq!(broken(&model, &[YES, NO, OPEN, OPEN]), ["other"]);
    let text = "board row\nsort N = 1..3\ngiven f(c: Cell) -> N\npred p(c: Cell)\n\
        fact two(c: Cell) := f(c) + 1 = 2 or 1 + f(c) = 2\nassert same: forall c: Cell . p(c) iff two(c)";
    let model = common::parsed(text, "rows: 1\ncolumns: 2\nf: [[r1c1, 1]]").expect("a model");
    assert_eq!(broken(&model, &[YES, NO]), [""; 0]);
    assert_eq!(broken(&model, &[YES, YES]), ["same"]);
    assert_eq!(broken(&model, &[NO, NO]), ["same"]);
}

#[test]
fn for_which_values_it_is_broken() {
    let text = "sort S = 1..3 pred p(x: S) fact before(x, y: S) := x < y fact far(x, y: S) := before(x, y) and x + 1 < y \
        fact last(x: S) := x = 3 assert apart: forall x, y: S | before(x, y) . not (p(x) and p(y)) \
        assert wide: forall x, y: S . far(x, y) implies p(x) or p(y) assert three: forall x: S | last(x) . p(x)";
    let model = common::parsed(text, "").expect("a model");
    let of = |values: &[usize]| values.iter().map(|&value| ("S".to_owned(), value)).collect::<Vec<_>>();
    let broken = |fact: &str, holds: &[bool]| {
        model.broken_for(fact, holds, &Limits::default()).expect("there are no limits")
    };
    assert_eq!(broken("before", &[true, false, true]), [of(&[0, 2])]);
    assert_eq!(broken("before", &[true, true, true]), [of(&[0, 1]), of(&[0, 2]), of(&[1, 2])]);
    assert!(broken("before", &[false, false, true]).is_empty());
    // By way of another fact.
    assert_eq!(broken("before", &[false, true, false]), [of(&[0, 2])]);
    assert_eq!(broken("far", &[false, true, false]), [of(&[0, 2])]);
    assert!(broken("far", &[true, true, false]).is_empty());
    assert_eq!(broken("last", &[true, true, false]), [of(&[2])]);
    assert!(broken("nothing", &[true, true, false]).is_empty());
}

/// The places where a function with a guard has no value.
#[test]
fn places_without_value() {
    let text = "sort S = 1..4 pred d(x: S | not x = 2 and x < 4) -> S";
    let model = common::parsed(text, "").expect("a model");
    let without = |name: &str| model.without_value(name, &Limits::default()).expect("there are no limits");
    assert_eq!(without("d"), [1, 3]);
    assert_eq!(without("e"), [0; 0]);
}

/// A refusal names the first values for which an assert is broken, in whatever order they are visited.
#[test]
fn the_first_broken_constraint_is_named() {
    let text = "sort S = 1..3 pred p(x: S) fact at(x, y: S) := x + y = 4 \
        assert a \"{x} and {y}\": forall x, y: S | at(y, x) . p(x) and p(y)";
    let model = common::parsed(text, "").expect("a model");
    let broken = |holds: &[bool]| model.broken(holds, None, &Limits::default()).expect("there are no limits");
    assert_eq!(broken(&[false; 3]), [("a".to_owned(), "1 and 3".to_owned())]);
    assert_eq!(broken(&[true, false, true]), [("a".to_owned(), "2 and 2".to_owned())]);
}
