//! Asserts that a model declares redundant.

use jigsat_cnf::Flavours;
use jigsat_qprop::{Encoding, Model};
use jigsat_solve::{BuildOptions, build, testing::each_rule_matters};

use crate::common::{count, parsed};

/// A model in which `most` follows from `one`, with this mark on each.
fn model(one: &str, most: &str) -> Model {
    let text = format!(
        "sort S = 1..3\npred p(s: S)\nassert one {one}: exactly 1 s: S . p(s)\n\
         assert most {most} \"not both {{s}} and {{t}}\": forall s, t: S | s < t . not (p(s) and p(t))\n"
    );
    parsed(&text, "").unwrap_or_else(|error| panic!("{}", error.render(false)))
}

#[test]
fn the_mark_says_that_a_rule_changes_no_count() {
    let model = model("", "redundant");
    each_rule_matters(std::slice::from_ref(&model), Encoding::Model, Flavours::default());
    assert_eq!(count(&model), 3);
    let formula = build(&model, Encoding::Model, &BuildOptions::default()).expect("it is small");
    let marked: Vec<(&str, bool)> =
        formula.rules().map(|(rule, _)| (rule.name(), rule.is_redundant())).collect();
    assert_eq!(marked, [("one", false), ("most", true)]);
}

#[test]
#[should_panic(expected = "no test puzzle changes when rule 'most' is dropped")]
fn without_the_mark_a_rule_that_changes_nothing_is_noticed() {
    each_rule_matters(&[model("", "")], Encoding::Model, Flavours::default());
}

#[test]
#[should_panic(expected = "rule 'one' is declared redundant, but it matters")]
fn a_wrong_mark_is_noticed() {
    each_rule_matters(&[model("redundant", "redundant")], Encoding::Model, Flavours::default());
}

/// The word is a name elsewhere, and a marked assert is printed as it was read.
#[test]
fn the_mark_as_text() {
    let text = "sort redundant = 1..2\npred p(s: redundant)\nassert redundant redundant \"some\": p(1)\n";
    let items = jigsat_qprop::parse(&jigsat_input::Source::new("m", text), 0).expect("it is right");
    let printed: String = items.iter().map(|item| format!("{item}\n")).collect();
    assert_eq!(printed, text);
}
