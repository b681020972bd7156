//! Texts: a printed model is read as the same tree, and no text makes the reader panic.

use jigsat_input::Source;
use jigsat_qprop::parse;
use proptest::prelude::*;

use crate::common::{
    self, model, parsed,
    random::{DATA, Random},
    source,
};

/// The constraints of a text as they are printed.
fn printed(text: &str) -> String {
    let items =
        parse(&Source::new("model.qprop", text), 0).unwrap_or_else(|error| panic!("{}", error.render(false)));
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// Printing and reading again changes nothing but blanks and needless parentheses.
fn round_trip(text: &str) {
    let first = printed(text);
    assert_eq!(printed(&first), first);
    let places = |text: &str| {
        // Trees differ only by positions, which the debug form shows after 'span'.
        let items = parse(&Source::new("model.qprop", text), 0).expect("it was read before");
        let debug = format!("{items:?}");
        let mut bare = String::new();
        for part in debug.split("Span {") {
            bare.push_str(part.split_once('}').map_or(part, |(_, rest)| rest));
        }
        bare
    };
    assert_eq!(places(&first), places(text), "{first}");
}

#[test]
fn models_of_the_library() {
    let folder = common::path("");
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).expect("the folder is there") {
        let name = entry.expect("it can be listed").file_name().into_string().expect("names are ASCII");
        if std::path::Path::new(&name).extension().is_some_and(|ending| ending == "qprop") {
            round_trip(source(&name).text());
            count += 1;
        }
    }
    assert!(count >= 10, "{count} models");
}

#[test]
fn odd_texts() {
    for text in [
        "assert a: not not p",
        "assert a: (p implies q) implies r",
        "assert a: p and (q and r)",
        "assert a: (forall x: S . p(x)) and q",
        "assert a: not (forall x: S . p(x))",
        "assert a: -1 - (2 - 3) * -x < 4 mod (2 + 1)",
        "assert a: 1 <= x < 3 =/= y",
        "assert a: exactly (n - 1) * 2 x, y: S, z | f(x) and not g(y) or true . p(x, y)",
        "assert a: forall x: S | forall y: S . f(x, y) . p(x)",
        "assert a \"odd {x} text\": p iff q",
        "const n = -3 sort S = n..n + 2 * n sort T = {a, b} sort U = {1, 2} sort V = S var x, y: S",
        "fact f(x, y: S) := x = y def m := 1 def d(a, b) := abs(a - b) include \"x.qprop\" data \"x.yaml\" show p, q pred z",
    ] {
        round_trip(text);
    }
}

#[test]
fn a_printed_model_means_the_same() {
    let model = model("four-squares.qprop", Some("four-squares.yaml"));
    let text = model.items().iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    let again = parsed(&text, source("four-squares.yaml").text()).expect("it is read again");
    assert_eq!(common::count(&again), 72);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_models_round_trip(seed: u64) {
        round_trip(&Random::new(seed).model());
    }

    /// Pieces of models, in any order and cut anywhere, are either read or rejected.
    #[test]
    fn shuffled_pieces_never_panic(pieces in prop::collection::vec(piece(), 0..60)) {
        let _ = parsed(&pieces.join(" "), DATA);
    }

    #[test]
    fn any_text_never_panics(text in ".{0,200}") {
        let _ = parsed(&text, "");
    }

    #[test]
    fn mangled_models_never_panic(seed: u64, at: prop::sample::Index, length in 0..20usize, with in "[ -~é\n]{0,6}") {
        let mut chars: Vec<char> = Random::new(seed).model().chars().collect();
        let at = at.index(chars.len());
        let end = (at + length).min(chars.len());
        chars.splice(at..end, with.chars());
        let _ = parsed(&chars.into_iter().collect::<String>(), DATA);
    }
}

fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "sort",
            "const",
            "var",
            "fact",
            "pred",
            "def",
            "assert",
            "show",
            "include",
            "forall",
            "exists",
            "exactly",
            "atmost",
            "atleast",
            "and",
            "or",
            "not",
            "implies",
            "iff",
            "if",
            "div",
            "mod",
            "abs",
            "true",
            "false",
            "(",
            ")",
            "{",
            "}",
            ",",
            ":",
            ":=",
            ".",
            "..",
            "|",
            "=",
            "=/=",
            "<",
            "<=",
            "+",
            "-",
            "*",
            "\"a {x}\"",
            "#\n",
            "S",
            "p",
            "f",
            "x",
            "y",
            "n",
            "1",
            "2",
            "7",
            "p(x)",
            "f(x, y)",
            "x: S",
            "sort S = 1..3",
            "pred p(x: S)",
            "assert a: p(1)",
            "fact f(x: A, y: C)",
            "sort A = 1..2",
            "sort C = 1..3",
            "forall x: S . p(x)",
        ])
        .prop_map(str::to_owned),
        "[a-z0-9().,:| ]{0,8}",
    ]
}

/// A poor man's fuzzer, for machines without cargo-fuzz; the fuzz target is in crates/qprop/fuzz.
#[test]
#[ignore = "slow: 3 min"]
fn many_mangled_models_never_panic() {
    let signs: Vec<char> = "(){}.,:|=/<>+-*\"# \n0129aSpfxé".chars().collect();
    for seed in 1..400_000u64 {
        let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut chars: Vec<char> = random.model().chars().collect();
        for _ in 0..=random.below(4) {
            let at = random.below(chars.len() as u64) as usize;
            match random.below(3) {
                0 => {
                    chars.remove(at);
                }
                1 => chars.insert(at, signs[random.below(signs.len() as u64) as usize]),
                _ => {
                    let from = random.below(chars.len() as u64) as usize;
                    let piece: Vec<char> = chars[from..].iter().take(12).copied().collect();
                    chars.splice(at..at, piece);
                }
            }
        }
        let text: String = chars.into_iter().collect();
        if parse(&Source::new("model.qprop", text.as_str()), 0).is_ok() {
            round_trip(&text);
        }
        let _ = parsed(&text, DATA);
    }
}
