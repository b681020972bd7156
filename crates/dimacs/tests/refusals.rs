//! What is no formula in CNF is refused with the place, what was found and what was expected.

use jigsat_dimacs::parse;
use jigsat_input::Source;
use jigsat_solve::Limits;

/// The error, and the advice below it.
fn refused(text: &str) -> (String, String) {
    let error = parse(&Source::new("f", text), &Limits::default()).expect_err(text);
    (error.to_string(), error.help().map(ToString::to_string).unwrap_or_default())
}

#[test]
fn with_place_and_expectation() {
    for (text, message) in [
        ("", "f:1:1: found the end, expected 'p cnf VARIABLES CLAUSES'"),
        ("c x\n1 2 0\n", "f:2:1: found '1', expected 'p cnf VARIABLES CLAUSES'"),
        ("p cnf 2\n", "f:1:1: found 'p', expected 'p cnf VARIABLES CLAUSES'"),
        ("p cnf 2 1\n1 -3 0\n", "f:2:3: found '-3', expected a literal from -2 to 2, or 0"),
        ("p cnf 2 2\n1 -2 0\n", "f:1:9: found '2', expected 1, the number of clauses that follow"),
        ("p cnf 2 1\n1 0\n2 0\n", "f:1:9: found '1', expected 2, the number of clauses that follow"),
        ("p cnf 2 2\n1 0\n-1 2\n", "f:3:5: found the end, expected the 0 that ends the last clause"),
        (
            "p cnf 2000000 0\n",
            "f:1:7: found '2000000', expected a number of variables, a number from 0 to 1000000",
        ),
        ("p cnf 2 1\n1 2.5 0\n", "f:2:3: found '2.5', expected a literal from -2 to 2, or 0"),
        ("c var 3 a\np cnf 2 0\n", "f:1:7: found '3', expected a variable, a number from 1 to 2"),
        ("c var 1 a\np cnf 0 0\n", "f:1:7: found '1', expected no variable"),
        ("c var 1\np cnf 2 0\n", "f:1:8: found no name, expected the name of the variable"),
        (
            "c var 1 a\nc v 2 a\np cnf 2 0\n",
            "f:2:7: found the name of variable 1 again, expected a name for each variable that no other has",
        ),
        (
            "c var 1 a\nc var 1 b\np cnf 2 0\n",
            "f:2:9: found a second name of variable 1, expected one name for each variable",
        ),
        ("c var 1 2\np cnf 2 0\n", "f:1:9: found the number 2 as a name, expected a word that is no number"),
        ("p cnf 2 0\nc p show 1 x 0\n", "f:2:12: found 'x', expected a variable, a number from 1 to 2"),
        (
            "c p show 1 2\np cnf 2 0\n",
            "f:1:13: found the end of the line, expected the 0 that ends the shown variables",
        ),
        ("c p show 1 0 2\np cnf 2 0\n", "f:1:14: found '2', expected the end of the line after 0"),
        ("c p show 1 1 0\np cnf 2 0\n", "f:1:12: found 1 again, expected each variable once"),
        (
            "c p weight 1 0.5 0\np cnf 2 0\n",
            "f:1:5: found the weight of a literal, expected a formula without weights",
        ),
        (
            "kind: dimacs\ncnf: |\n  p cnf 1 1\n  2 0\n",
            "f:4:3: cnf: found '2', expected a literal from -1 to 1, or 0",
        ),
    ] {
        assert_eq!(refused(text).0, message, "{text}");
    }
}

#[test]
fn formats_that_look_similar_are_named() {
    for (text, place, advice) in [
        ("p wcnf 2 1 9\n9 1 2 0\n", "f:1:1: found 'p'", "WCNF"),
        ("c new\nh 1 2 0\n", "f:2:1: found 'h'", "WCNF"),
        ("p cnf 2 1\nh 1 2 0\n", "f:2:1: found 'h'", "WCNF"),
        ("p gcnf 2 1 1\n{1} 1 0\n", "f:1:1: found 'p'", "GCNF"),
        ("p cnf 2 1\n{1} 1 0\n", "f:2:1: found '{1}'", "GCNF"),
        ("p cnf 2 1\nx1 2 0\n", "f:2:1: found 'x1'", "XOR"),
        ("p cnf 2 1\nx 1 2 0\n", "f:2:1: found 'x'", "XOR"),
        ("p cnf 2 1\n1 0\np cnf 2 1\n2 0\n", "f:3:1: found 'p'", "one header"),
    ] {
        let (message, help) = refused(text);
        assert!(message.starts_with(place) && help.contains(advice), "{text}: {message}; {help}");
    }
}
