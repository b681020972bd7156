//! What people write who know `MiniZinc`, answer set programming, SMT-LIB or Python gets a hint at its place.

use crate::common::parsed;

/// The place, the message and the hint for a model after three lines.
fn error(text: &str) -> String {
    let model = format!("sort S = 1..4\npred p(s: S)\npred f(s: S) -> S\n{text}");
    match parsed(&model, "") {
        Ok(_) => "no error".to_owned(),
        Err(error) => format!("{error}; {}", error.help().map_or("no hint".into(), ToString::to_string)),
    }
}

#[test]
fn notation_of_other_languages() {
    let formula = "expected a formula or a term";
    let different = "write 'forall x, y: SORT | x < y . f(x) =/= f(y)'";
    let follows = "a condition on variables follows '|': 'forall x, y: SORT | x < y . …'";
    let guard = "expected '|' and a guard, or '.' and what holds";
    let forall = "write 'forall x: SORT . …'";
    let sum = "write 'sum x: SORT . f(x)'";
    let remainder = "write 'mod' for a remainder; a comment begins with '#'";
    let power = "write 'x * x' for a square, and 'not (a iff b)' for 'either a or b'";
    let largest =
        "for the largest value m, write 'forall x: SORT . f(x) <= m' and 'exists x: SORT . f(x) = m'";
    for (text, message, hint) in [
        ("assert a: f(1) % 2 = 0", "4:16: found '%'", remainder),
        ("% a comment", "4:1: found '%'", remainder),
        ("assert a: f(1)^2 = 4", "4:15: found '^'", power),
        ("assert a: f(1)**2 = 4", &format!("4:16: found '*', {formula}"), power),
        (
            "assert a: -p(1)",
            "4:11: found a number, expected a formula",
            "for what doesn't hold, write 'not p(1)'",
        ),
        ("assert a: forall i < j: S . p(i)", &format!("4:20: found '<', {guard}"), follows),
        ("assert a: forall i, j =/= 2: S . p(i)", &format!("4:23: found '=/=', {guard}"), follows),
        ("assert a: exists i: S < 3 . p(i)", &format!("4:23: found '<', {guard}"), follows),
        ("assert a: alldifferent(f)", "4:11: there is no predicate, fact or macro 'alldifferent'", different),
        ("assert a: all_different(f(1), f(2))", "there is no predicate, fact or macro", different),
        ("assert a: alldifferent([f(1), f(2)])", "4:24: found '['", different),
        ("assert a: distinct(f(1), f(2))", "there is no predicate, fact or macro 'distinct'", different),
        ("assert a: forall(i in S)(p(i))", "4:17: found '(', expected a variable's name", forall),
        ("assert a: exists (i in S)(p(i))", "4:18: found '('", "no hint"),
        ("assert a: sum(i in S)(f(i)) = 4", "4:17: found 'in', expected ',' or ')'", sum),
        ("assert a: sum([f(1), f(2)]) = 4", "4:15: found '['", sum),
        ("assert a: sum i in S . f(i) = 4", "4:15: found 'i'", sum),
        ("assert a: for i in S . p(i)", "4:15: found 'i'", forall),
        ("for i in S: p(i)", "4:1: found 'for'", "write 'assert NAME: forall x: SORT . …'"),
        ("assert a: max(f(1), f(2)) = 4", "'max'", largest),
        ("assert a: f(1) = min(f(1), f(2))", "'min'", largest),
        ("assert a: p(1) == p(2)", "4:17: found '='", "write '=' to compare"),
        ("assert a: p(1) && p(2)", "4:16: found '&'", "write 'and'"),
        ("assert a: p(1) AND p(2)", "4:16: found 'AND'", "write 'and'"),
        ("assert a: p(1) :- p(2)", "4:16: found ':'", "write 'a if b' for 'a :- b'"),
        ("assert a: f(1) =< 2", "4:17: found '<'", "write '<='"),
        ("assert a: True", "there is no predicate, fact or macro 'True'", "write 'true'"),
        ("assert a: f(1) = True", "'True' is neither a bound variable", "write 'true'"),
        ("assert a: at_most(2, p)", "'at_most'", "write 'atmost 2 x: SORT . …'"),
    ] {
        let found = error(text);
        let (error, help) = found.split_once("; ").unwrap_or((&found, ""));
        // A semicolon may be part of a hint.
        assert!(error.contains(message) && help == hint, "{text}: {found}");
    }
    // These are right as they are.
    for text in ["assert a: f(1) != f(2)", "assert a: 3 + -f(1) = 1", "assert a: -f(1) < -2"] {
        assert_eq!(error(text), "no error", "{text}");
    }
}

#[test]
fn statements_of_other_languages() {
    let best = "a model has solutions, and none is the best: state a bound as an assert, and lower it until there is none";
    let number = "write 'const n = 5' for a number, and 'sort S = 1..5' for a range";
    let function = "write 'pred p(x: SORT)' for what is true or false, and 'pred f(x: SORT) -> SORT' for what has a value";
    let named = "a constraint has a name: 'assert NAME: FORMULA'";
    for (text, message, hint) in [
        ("minimize sum x: S . f(x)", "4:1: found 'minimize', expected a statement", best),
        ("maximise f(1)", "4:1: found 'maximise', expected a statement", best),
        ("solve satisfy", "4:1: found 'solve'", "the command says what to do: 'jigsat qprop solve FILE'"),
        ("constraint f(1) = 2", "4:1: found 'constraint'", named),
        ("p(1).", "4:1: found 'p'", named),
        ("forall s: S . p(s)", "4:1: found 'forall'", named),
        ("int: n = 5", "4:1: found 'int'", number),
        ("var int: x", "4:5: found 'int' as a variable", function),
        ("var 1..9: x", "4:5: found '1', expected a variable's name", function),
        ("array x of int", "4:1: found 'array'", function),
        ("predicate q(x: S)", "4:1: found 'predicate'", function),
    ] {
        let found = error(text);
        let (error, help) = found.split_once("; ").unwrap_or((&found, ""));
        assert!(error.contains(message) && help == hint, "{text}: {found}");
    }
    // Words of boards and types are names elsewhere.
    assert_eq!(error("sort int = 1..2\nvar bool: int\npred array(bool)\nassert for: array(1)"), "no error");
}
