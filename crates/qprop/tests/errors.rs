//! Every mistake that a user could make is an error at its place.

use std::fmt::Write as _;

use crate::common::{self, parsed};

/// The error of a model on its lines after `sort S = 1..4`, `pred p(s: S)`, `pred q(s: S, t: S)`, `fact f(s: S)`.
fn error(text: &str) -> String {
    let model = format!("sort S = 1..4\npred p(s: S)\npred q(s: S, t: S)\nfact f(s: S) := s > 2\n{text}");
    match parsed(&model, "") {
        Ok(_) => "no error".to_owned(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn names() {
    for (text, expected) in [
        ("assert a: forall s: S . pp(s)", "model.qprop:5:25: there is no predicate, fact or macro 'pp'"),
        ("assert a: forall s: T . p(s)", "model.qprop:5:21: there is no sort 'T'"),
        (
            "assert a: forall s: S . p(t)",
            "model.qprop:5:27: 't' is neither a bound variable nor a constant nor a value",
        ),
        ("var t: S assert a: p(t)", "model.qprop:5:22: variable 't' is free here"),
        ("sort p = 1..2", "model.qprop:5:6: 'p' is already a predicate, declared in model.qprop:2"),
        ("assert a: forall p: S . p(p)", "model.qprop:5:18: 'p' is a predicate and can't be a variable, too"),
        (
            "assert a: forall s: S . exists s: S . p(s)",
            "model.qprop:5:32: variable 's' is already bound here, expected another name",
        ),
        (
            "assert a: p(1) assert a: p(2)",
            "model.qprop:5:23: there is already an assert 'a', in model.qprop:5",
        ),
        ("assert a: forall s . p(s)", "model.qprop:5:18: variable 's' has no sort"),
        ("show r", "model.qprop:5:6: there is no predicate 'r'"),
        ("def a := b def b := p(1) assert c: a", "model.qprop:5:10: macro 'b' is not yet defined here"),
        ("def a := a assert c: a", "model.qprop:5:10: macro 'a' is not yet defined here"),
        ("def a(x, x) := p(x)", "model.qprop:5:10: parameter 'x' is there twice"),
        (
            "fact a(s: S) := b(s) fact b(s: S) := s = 1",
            "model.qprop:5:17: 'b' is declared later, in model.qprop:5",
        ),
        ("sort T = 1..n const n = 3", "model.qprop:5:13: 'n' is declared later, in model.qprop:5"),
        ("pred r(t: T) sort T = 1..2", "model.qprop:5:11: 'T' is declared later, in model.qprop:5"),
        ("const n = m", "model.qprop:5:11: 'm' is neither a bound variable nor a constant nor a value"),
    ] {
        assert_eq!(error(text), expected, "{text}");
    }
}

#[test]
fn arguments_and_sorts() {
    for (text, expected) in [
        ("assert a: q(1)", "model.qprop:5:11: 'q' has 1 argument, expected 2"),
        ("assert a: p", "model.qprop:5:11: 'p' has 0 arguments, expected 1"),
        ("def d(x) := p(x) assert a: d(1, 2)", "model.qprop:5:28: 'd' has 2 arguments, expected 1"),
        (
            "sort T = 1..4 assert a: forall t: T . p(t)",
            "model.qprop:5:41: 't' is a value of sort T, expected a value of sort S",
        ),
        (
            "sort T = {x, y} assert a: forall t: T . p(t)",
            "model.qprop:5:43: 't' is a value of sort T, expected a value of sort S",
        ),
        (
            "sort T = {x, y} pred o(t: T) assert a: o(1)",
            "model.qprop:5:42: '1' is a number, expected a value of sort T",
        ),
        (
            "sort T = {x, y} assert a: x < y",
            "model.qprop:5:27: values of sort T have no order, expected = or =/= between them",
        ),
        (
            "sort T = {x, y} assert a: x + 1 = 2",
            "model.qprop:5:27: found a value of sort T, expected a number",
        ),
        (
            "sort T = {x, y} sort U = {x, z} assert a: x = x",
            "model.qprop:5:43: 'x' is a value of several sorts",
        ),
        (
            "assert a: p(p(1))",
            "model.qprop:5:13: 'p' is a predicate, which is true or false, expected a term",
        ),
        ("assert a: 1 + 2", "model.qprop:5:11: found a number, expected a formula"),
        ("assert a: p(1 = 2)", "model.qprop:5:13: found a formula, expected a term"),
        (
            "assert a: forall s: S | p(s) . p(s)",
            "model.qprop:5:25: 'p' is searched for, so it can't be in a guard",
        ),
        ("fact g(s: S) := p(s)", "model.qprop:5:17: 'p' is searched for, so it can't be in a guard"),
        ("sort T = 4..1", "model.qprop:5:10: the range 4..1 has no value"),
        (
            "sort T = {1, x}",
            "model.qprop:5:14: found the symbol 'x' among numbers, expected either numbers or symbols",
        ),
        ("sort T = {1, 1}", "model.qprop:5:14: 1 is there twice"),
        ("fact g", "model.qprop:5:6: a fact has at least one place"),
    ] {
        assert_eq!(error(text), expected, "{text}");
    }
}

#[test]
fn values() {
    for (text, expected) in [
        (
            "assert a: forall s: S . p(s + 1)",
            "model.qprop:5:25: argument 1 is 5 here, expected a value of sort S, 1..4",
        ),
        (
            "assert a: forall s: S | f(s - 1) . p(s)",
            "model.qprop:5:25: argument 1 is 0 here, expected a value of sort S, 1..4",
        ),
        (
            "assert a: forall s: S . q(s, s mod 4)",
            "model.qprop:5:25: argument 2 is 0 here, expected a value of sort S, 1..4",
        ),
        ("assert a: forall s: S . p(4 div (s - 1))", "model.qprop:5:27: this divides by 0"),
        (
            "assert a: forall s: S | S(s + 1) > 2 . p(s)",
            "model.qprop:5:25: found 5 here, expected a value of sort S, 1..4",
        ),
        (
            "assert a: forall s: S . exactly s - 2 t: S . q(s, t)",
            "model.qprop:5:25: this counts to -1, expected 0 or more",
        ),
        ("const n = 1000000000000 const m = n * n * n", "model.qprop:5:35: this term has no value"),
    ] {
        assert_eq!(error(text), expected, "{text}");
    }
}

#[test]
fn what_the_rest_of_a_formula_decides_is_no_error() {
    for text in [
        "assert a: forall s: S | s < 4 . p(s + 1)",
        "assert a: forall s: S | f(s + 1) and s < 4 . p(s)",
        "assert a: forall s: S . s < 4 implies p(s + 1)",
        "assert a: forall s: S . p(s + 1) or s = 4",
        "assert a: forall s: S . s =/= 4 and p(s + 1) if s < 4",
        "assert a: exists s: S, t: S | t = s + 1 . q(s, t)",
    ] {
        assert_eq!(error(text), "no error", "{text}");
    }
}

#[test]
fn syntax() {
    for (text, expected) in [
        (
            "asert a: p(1)",
            "model.qprop:5:1: found 'asert', expected a statement: sort, const, var, fact, pred, def, assert, show or include",
        ),
        (
            "sort N = 1..2\npred q(r: N) \"a queen in {r}\"\nassert a: q(1)",
            "model.qprop:7:1: found 'assert', expected a comma and a second sentence in double quotes",
        ),
        ("assert a p(1)", "model.qprop:5:10: found 'p', expected ':', or a sentence in double quotes"),
        ("assert a \"b\" p(1)", "model.qprop:5:14: found 'p', expected ':'"),
        (
            "assert a: forall s: S p(s)",
            "model.qprop:5:23: found 'p', expected '|' and a guard, or '.' and what holds",
        ),
        ("assert a: p(1", "model.qprop:5:14: found end of text, expected ',' or ')'"),
        (
            "assert a: p(1) implies p(2) if p(3)",
            "model.qprop:5:29: found 'if', expected parentheses that say what belongs together",
        ),
        ("assert a: p(1) & p(2)", "model.qprop:5:16: found '&'"),
        (
            "assert a: p(12x)",
            "model.qprop:5:13: found '12x', expected a number, or a name that begins with a letter",
        ),
        (
            "assert a: p(99999999999999999999)",
            "model.qprop:5:13: found '99999999999999999999', expected a number of at most 1000000000000",
        ),
        (
            "assert a \"b: p(1)",
            "model.qprop:5:10: this text has no closing quote, expected '\"' on this line",
        ),
        (
            "assert a \"{s\": forall s: S . p(s)",
            "model.qprop:5:11: found a brace that is not matched, expected a variable in braces",
        ),
        (
            "assert a \"{t}\": forall s: S . p(s)",
            "model.qprop:5:11: 't' is not a variable of this assert's outer forall",
        ),
        ("pred and", "model.qprop:5:6: found 'and', expected the predicate's name"),
        (
            "include \"../x\"",
            "model.qprop:5:9: found '../x', expected a file in the model's own folder or below",
        ),
        ("include \"x\"", "model.qprop:5:9: 'x': is not there"),
    ] {
        assert_eq!(error(text), expected, "{text}");
    }
}

#[test]
fn errors_in_macros_say_where_they_were_used() {
    let text = "sort S = 1..4\npred p(s: S)\ndef twice(x) := p(x, x)\nassert a: twice(1)";
    let error = parsed(text, "").unwrap_err();
    assert_eq!(error.to_string(), "model.qprop:3:17: 'p' has 2 arguments, expected 1");
    assert_eq!(error.help(), Some(&"in macro 'twice', used in model.qprop:4".into()));
}

#[test]
fn data() {
    let model = "const n\nsort S = 1..n\nsort C\nfact f(s: S, t: S)\nfact t(s: S, t: S, c: C)";
    for (data, expected) in [
        ("", "model.qprop:1:7: constant 'n' has no value in the model, and none in the data"),
        ("n: two", "data.yaml:1:4: n: constant 'n' is 'two', expected a number"),
        (
            "n: {a: 1}",
            "data.yaml:1:4: n: found keys with values, expected a number, a name, a list, or a table as text",
        ),
        (
            "n: 2\nC: 7",
            "data.yaml:2:4: C: found 7, expected a range such as 1..9, or a list of numbers or names",
        ),
        (
            "n: 2\nC: [a, 1]",
            "data.yaml:2:8: C[1]: found '1', expected a range such as 1..9, or a list of numbers or names",
        ),
        ("n: 2\nC: [a, a]", "data.yaml:2:4: C: sort 'C' has a value twice"),
        ("n: 2\nC: [n]", "model.qprop:3:6: sort 'C' has the value 'n', which is a name of the model, too"),
        ("n: 2\nC: [a]\nf: [[1]]\nt: []", "data.yaml:3:5: f[0]: this tuple has 1 value, expected 2"),
        (
            "n: 2\nC: [a]\nf: [[1, 3]]\nt: []",
            "data.yaml:3:9: f[0][1]: found '3', expected a value of sort S, 1..2",
        ),
        (
            "n: 2\nC: [a]\nf: []\nt: |\n  a b\n  . .",
            "data.yaml:5:5: t: found 'b', expected a value of sort C, {a}",
        ),
        ("n: 2\nC: [a]\nf: []\nt: |\n  a\n  . .", "data.yaml:5:3: t: this line has 1 word, expected 2"),
        (
            "n: 2\nC: [a]\nf: []\nt: |\n  a a\n  . a .\n",
            "data.yaml:6:7: t: found '.' outside of the table, expected 2 lines of 2 words",
        ),
        ("n: 2\nC: [a]\nf: []\nt: |\n  a a\n", "data.yaml:5:3: t: the table of 't' has 1 line, expected 2"),
        ("n: 2\nC: [a]\nf: []\nt: []\nz: 1", "data.yaml:5:4: z: the model has no constant, sort or fact 'z'"),
        (
            "n: 2\nC: [a]\nf: 5\nt: []",
            "data.yaml:3:4: f: fact 'f' is '5', expected a list of tuples such as [[1, 2], [2, 3]]",
        ),
    ] {
        let found = parsed(model, data).map_or_else(|error| error.to_string(), |_| "no error".into());
        assert_eq!(found, expected, "{data}");
    }
}

#[test]
fn models_that_are_too_large_are_refused_with_their_size() {
    let sorts = "sort S = 1..1000 pred p(s: S) fact f(s: S) := s > 1\n";
    for (text, expected) in [
        (
            "assert a: forall x: S, y: S, z: S . p(x) or p(y) or p(z)",
            "2:8: with assert 'a' the model grounds to 1000000000 clauses or more, expected at most 10000000",
        ),
        (
            "pred big(x: S, y: S, z: S)",
            "2:6: predicate 'big' has 1000000000 atoms, expected at most 10000000 atoms in a model",
        ),
        ("sort T = 1..1000000000", "2:10: the range 1..1000000000 has more than 1000000 values"),
        (
            "assert a: exists x: S, y: S, z: S . p(x) or p(y)",
            "2:8: one ground constraint of assert 'a' has more than 4000000 parts",
        ),
    ] {
        let found = parsed(&format!("{sorts}{text}"), "")
            .map_or_else(|error| error.to_string(), |_| "no error".into());
        assert_eq!(found, format!("model.qprop:{expected}"), "{text}");
    }
}

#[test]
fn deep_nesting_is_refused() {
    let deep = format!("assert a: {}p(1)", "not ".repeat(100_000));
    assert!(error(&deep).ends_with("expected nesting of at most 100 levels"), "{}", error(&deep));
    let parens = format!("assert a: {}", "(".repeat(100_000));
    assert!(error(&parens).ends_with("expected nesting of at most 100 levels"));
    let mut macros = String::from("def m0(x) := p(x) and p(x)\n");
    for number in 1..60 {
        let last = number - 1;
        let _ = writeln!(macros, "def m{number}(x) := m{last}(x) and m{last}(x)");
    }
    let error = error(&format!("{macros}assert a: m59(1)"));
    assert!(error.contains("the macros expand to more than 1000000 parts"), "{error}");
}

/// The parts of an `or` have separate walks, but the same meaning together.
#[test]
fn computed_facts_with_alternatives() {
    let model = |facts: &str| {
        format!("sort S = 1..4 pred p(s: S) fact h(x, y: S) := x < y fact k(s: S) := s < 4\n{facts}")
    };
    let fact = |text: &str| {
        let text = model(&format!("fact g(x, y: S) := {text}\nassert a: forall x, y: S . p(x) if g(x, y)"));
        parsed(&text, "").map_or_else(|error| error.to_string(), |_| "no error".into())
    };
    // If one part has no value, another one decides.
    assert_eq!(fact("x = 4 or k(x + 1) or y > 1 and x = 1"), "no error");
    assert_eq!(fact("k(x + 1) or x > 3"), "no error");
    assert_eq!(
        fact("k(x + 1) or y = 2"),
        "model.qprop:2:20: argument 1 is 5 here, expected a value of sort S, 1..4"
    );
    assert_eq!(fact("(k(x + 1) or y = 2) and x < 4"), "no error");
    let tuples = |text: &str| {
        let text = model(&format!(
            "pred q(x, y: S)\nfact g(x, y: S) := {text}\nassert a: forall x, y: S | g(x, y) . q(x, y)\nassert b: forall x, y: S | not g(x, y) . not q(x, y)\nassert c: forall s: S . p(s)"
        ));
        let model = parsed(&text, "").expect("a model");
        common::solution(&model)
    };
    assert_eq!(
        tuples("x = 1 and y = x + 1 or y = 2 and h(x, y) or x = y + 3"),
        "p(1) p(2) p(3) p(4) q(1,2) q(4,1)"
    );
    assert_eq!(
        tuples("x = 4 and (y = 1 or y = 2) or h(3, y)"),
        "p(1) p(2) p(3) p(4) q(1,4) q(2,4) q(3,4) q(4,1) q(4,2) q(4,4)"
    );
}

/// Texts whose trees are deep though nothing in them is nested: code that walks over these could exhaust its stack.
#[test]
fn long_texts_are_not_deep() {
    let many = 100_000;
    let names: Vec<String> = (0..many).map(|number| format!("v{number}")).collect();
    let names = names.join(", ");
    let macros: String = (1..100)
        .map(|number| format!("def d{number}(x) := d{}(x){}\n", number - 1, "+1".repeat(20)))
        .collect();
    for (text, expected) in [
        (
            format!("assert s: forall s: S . p(s) or s{} = 3", "+1".repeat(many)),
            "model.qprop:5:33: found a term of more than 1000 operators",
        ),
        (format!("assert s: forall s: S . p(s) or {}s{} = 3", "-(".repeat(30), "+1)".repeat(30)), "no error"),
        (
            format!("assert s: forall {names}: S . p(v0)"),
            "model.qprop:5:1108: found 'v200' as one more variable, expected at most 200 bound at a time",
        ),
        (
            format!("pred r({names}: S)"),
            "model.qprop:5:1098: found 'v200' as one more variable, expected at most 200 bound at a time",
        ),
        (
            format!("def d({names}) := p(v0)"),
            "model.qprop:5:1097: found 'v200' as one more parameter, expected at most 200",
        ),
        (
            format!("def d0(x) := 1\n{macros}assert a: forall s: S . p(s) or d60(s) = 3"),
            "model.qprop:15:15: found a term of more than 1000 operators",
        ),
        (
            format!("assert s: {}p(1)", "not ".repeat(many)),
            "model.qprop:5:411: found 'not', expected nesting of at most 100 levels",
        ),
        (
            format!("assert s: {}p(1){}", "(".repeat(many), ")".repeat(many)),
            "model.qprop:5:111: found '(', expected nesting of at most 100 levels",
        ),
        (
            format!("assert s: p({}1)", "-".repeat(many)),
            "model.qprop:5:112: found '-', expected nesting of at most 100 levels",
        ),
        (format!("assert s: p(1){}", " and p(1)".repeat(many)), "no error"),
    ] {
        assert_eq!(error(&text), expected, "{text:.60}");
    }
}

/// Reading long texts takes time in proportion to their length: ten times as long, not a hundred times. No test
/// measures that; but code with quadratic time takes minutes here.
#[test]
fn long_lists_are_read() {
    let many = 100_000;
    let names: Vec<String> = (0..many).map(|number| format!("v{number}")).collect();
    let each = |line: &dyn Fn(&str) -> String| names.iter().map(|name| line(name)).collect::<String>();
    for (text, expected) in [
        (
            format!("sort T = {{{}}}\n{}", names.join(", "), each(&|name| format!("pred w{name}\n"))),
            "no error",
        ),
        (
            format!(
                "sort T = {{{}}}",
                (0..many).map(|number| number.to_string()).collect::<Vec<_>>().join(", ")
            ),
            "no error",
        ),
        (
            format!("sort T = {{{}}}\n{}", names.join(", "), each(&|name| format!("sort u{name} = T\n"))),
            "model.qprop:1004:6: found 'uv998' as one more sort, expected at most 1000",
        ),
        (each(&|name| format!("assert {name}: p(1)\n")), "no error"),
        (format!("{}show {}", each(&|name| format!("pred {name}\n")), names.join(", ")), "no error"),
        (each(&|name| format!("const {name} = 1\n")), "no error"),
    ] {
        assert_eq!(error(&text), expected, "{text:.60}");
    }
}

/// Users who write in another language get hints in the words of this one.
#[test]
fn hints_for_other_languages() {
    for (text, message, help) in [
        ("assert a: p(1) -> p(2)", "found '->'", "write 'a implies b' for 'if a, then b'"),
        ("assert a: p(1) => p(2)", "found '>'", "write 'a implies b' for 'if a, then b'"),
        ("assert a: p(1) <-> p(2)", "found '->'", "write 'a iff b' for 'a if and only if b'"),
        ("assert a: p(1) <=> p(2)", "found '>'", "write 'a iff b' for 'a if and only if b'"),
        ("assert a: p(1) && p(2)", "found '&'", "write 'and'"),
        ("assert a: p(1) || p(2)", "found '|'", "write 'or'; a single '|' begins a guard"),
        ("assert a: !p(1)", "found '!'", "write 'not'"),
        ("assert a: forall s: S | s == 2 . p(s)", "found '='", "write '=' to compare"),
        ("assert a: p(4 / 2)", "found '/'", "write 'div' for division, which rounds down"),
        ("assert a: p(4 % 2)", "found '%'", "write 'mod' for a remainder; a comment begins with '#'"),
        ("// a comment", "found '/'", "a comment begins with '#'"),
        ("assert a: ∀ s: S . p(s)", "found '∀'", "write 'forall x: SORT . …'"),
        ("assert a: forall s in S . p(s)", "found 'in'", "a sort follows a colon: 'forall x: SORT . …'"),
        ("assert a: at most 2 s: S . p(s)", "found 'most'", "write 'atmost 2 x: SORT . …'"),
        ("assert a: f(1) and at least 2 s: S . p(s)", "found 'least'", "write 'atleast 2 x: SORT . …'"),
        ("assert a: for all s: S . p(s)", "found 'all'", "write 'forall x: SORT . …'"),
        ("assert a: there exists s: S . p(s)", "found 'exists'", "write 'exists x: SORT . …'"),
        ("assert a: (p(1) | p(2))", "found '|'", "write 'or'; a single '|' begins a guard"),
        ("assert a: forall s: S | s <> 2 . p(s)", "found '>'", "write '=/='"),
        ("assert a: exists! s: S . p(s)", "found '!'", "write 'exactly 1 x: SORT . …'"),
        ("assert a: p(1) xor p(2)", "found 'xor'", "write 'not (a iff b)' for 'either a or b'"),
        (
            "assert a: p(1) ^ p(2)",
            "found '^'",
            "write 'x * x' for a square, and 'not (a iff b)' for 'either a or b'",
        ),
        ("assert a: if p(1) then p(2)", "found 'if'", "write 'a implies b' for 'if a, then b'"),
        ("assert a: exactly one s: S . p(s)", "'one' is neither a bound", "write numbers in digits"),
        (
            "assert a: p(1) + p(2) = 1",
            "'p' is a predicate, which is true or false",
            "compare two formulas by 'iff', and count with 'exactly 2 x: SORT . …', 'atmost' or 'atleast'",
        ),
        ("assert a: forall s: S | s /= 3 . p(s)", "found '/'", "write '=/='"),
        ("assert a: forall s ∈ S . p(s)", "found '∈'", "a sort follows a colon: 'forall x: SORT . …'"),
        ("assert a: p[1]", "found '['", "arguments are in parentheses: p(1, 2)"),
        ("assert a: p(1);", "found ';'", "a statement has no sign at its end"),
        ("sort T = {'x', 'y'}", "found '", "values have no quotes: {a, b, c}"),
        (
            "sort T = {1..3}",
            "found '..'",
            "a range stands alone, without braces, where a sort is declared: 'sort R = 1..3'",
        ),
        (
            "assert a: forall s: 1..3 . p(s)",
            "found '1'",
            "declare a sort for these values, such as 'sort S = 1..3', and write its name here",
        ),
        (
            "assert a: forall s: {1, 2} . p(s)",
            "found '{'",
            "declare a sort for these values, such as 'sort S = 1..3', and write its name here",
        ),
        (
            "assert a: forall s: S where s > 1 . p(s)",
            "found 'where'",
            "a guard follows '|': 'forall x: SORT | x > 1 . …'",
        ),
        (
            "assert a: forall s: S such that s > 1 . p(s)",
            "found 'such'",
            "a guard follows '|': 'forall x: SORT | x > 1 . …'",
        ),
        (
            "assert a: count s: S . p(s) = 2",
            "found 's'",
            "write 'exactly 2 x: SORT . …', or 'atmost' or 'atleast'",
        ),
        ("assert a: some s: S . p(s)", "found 's'", "write 'exists x: SORT . …'"),
        ("pred y()", "found ')'", "without arguments, leave out the parentheses"),
        ("pred y(S)", "'S' is a sort and can't be a variable, too", "give the place a name: 'x: S'"),
        ("sort T = {x y z}", "found 'y'", "values are separated by commas: {a, b, c}"),
        (
            "assert a: (sum s: S . p(s)) = 2",
            "'p' is a predicate, which is true or false",
            "to count how often it holds, write 'exactly 2 x: SORT . p(x)', or 'atmost' or 'atleast'",
        ),
        (
            "fact r(s, t: S) := s = t or exists u: S . r(s, u) and f(u)",
            "fact 'r' is defined by itself",
            "a fact can use only facts that are declared before it. For 'can be reached', put 'closed' before ':=', or \
             use 'connected'",
        ),
    ] {
        let model = format!("sort S = 1..4\npred p(s: S)\nfact f(s: S) := s > 2\n{text}");
        let error = parsed(&model, "").expect_err(text);
        assert!(error.to_string().contains(message), "{text}: {error}");
        assert_eq!(error.help(), Some(&help.into()), "{text}");
    }
}
