//! The lines of a group: clauses as implications, and constraints in words.

use crate::Bound;

/// What a line says. Literals are names of variables, each with whether it is negated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line<'t> {
    Clause(Vec<(&'t str, bool)>),
    Count(Bound, Vec<(&'t str, bool)>),
    Sum(Bound, Vec<Term<'t>>),
    /// A graph constraint, or a detail of one.
    Graph,
}

/// A literal with its weight.
type Term<'t> = (u32, (&'t str, bool));

impl<'t> Line<'t> {
    /// What a line says, without its indentation.
    pub fn of(text: &'t str) -> Self {
        if is_graph(text) {
            Line::Graph
        } else if let Some((bound, list)) = count(text) {
            let list = if list == "nothing" { Vec::new() } else { list.split(", ").map(literal).collect() };
            Line::Count(bound, list)
        } else if let Some((bound, terms)) = sum(text) {
            Line::Sum(bound, terms)
        } else {
            Line::Clause(clause(text))
        }
    }
}

/// A clause: its negated literals are the premise of an implication.
fn clause(text: &str) -> Vec<(&str, bool)> {
    if text == "false" {
        return Vec::new();
    }
    if let Some((premise, conclusion)) = text.split_once(" -> ") {
        return [names(premise, " & ", true), names(conclusion, " | ", false)].concat();
    }
    if let Some(negated) = text.strip_prefix("not ") {
        let inner = negated.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let several = inner.filter(|inner| inner.contains(" & "));
        return names(several.unwrap_or(negated), " & ", true);
    }
    names(text, " | ", false)
}

fn names<'t>(list: &'t str, between: &str, is_negated: bool) -> Vec<(&'t str, bool)> {
    list.split(between).map(|name| (name, is_negated)).collect()
}

fn literal(text: &str) -> (&str, bool) {
    text.strip_prefix("not ").map_or((text, false), |name| (name, true))
}

/// `exactly 2 of …`: the bound, and the rest.
fn count(text: &str) -> Option<(Bound, &str)> {
    let (bound, list) = text.split_once(" of ")?;
    let (words, number) = bound.rsplit_once(' ')?;
    let number = if number == "one" { 1 } else { number.parse().ok()? };
    Some((named(words)?(number), list))
}

fn named(words: &str) -> Option<fn(u64) -> Bound> {
    match words {
        "at most" | "<=" => Some(Bound::AtMost),
        "at least" | ">=" => Some(Bound::AtLeast),
        "exactly" | "=" => Some(Bound::Exactly),
        _ => None,
    }
}

/// `2·a + 3·not b <= 4`.
fn sum(text: &str) -> Option<(Bound, Vec<Term<'_>>)> {
    let (rest, number) = text.rsplit_once(' ')?;
    let (terms, sign) = rest.rsplit_once(' ')?;
    let terms: Option<Vec<Term<'_>>> = terms.split(" + ").map(term).collect();
    Some((named(sign)?(number.parse().ok()?), terms?))
}

fn term(text: &str) -> Option<Term<'_>> {
    let (weight, name) = text.split_once('·')?;
    Some((weight.parse().ok()?, literal(name)))
}

/// `one loop, of 25 nodes and 40 edges: …`, and its edges and condition.
fn is_graph(text: &str) -> bool {
    let has_size = text.split_once(" nodes and ").is_some_and(|(before, after)| {
        let is_number = |word: &str| word.parse::<usize>().is_ok();
        before.rsplit_once(", of ").is_some_and(|(_, number)| is_number(number))
            && after.split_once(" edges: ").is_some_and(|(number, _)| is_number(number))
    });
    has_size || text.starts_with("only if ") || text.starts_with("at one node: ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let clause = |lits: &[(&'static str, bool)]| Line::Clause(lits.to_vec());
        for (text, expected) in [
            ("false", clause(&[])),
            ("a", clause(&[("a", false)])),
            ("not a", clause(&[("a", true)])),
            ("not (a & x(1,2))", clause(&[("a", true), ("x(1,2)", true)])),
            ("not (a)", clause(&[("(a)", true)])),
            ("a | wet street", clause(&[("a", false), ("wet street", false)])),
            ("a & ?1 -> b | c", clause(&[("a", true), ("?1", true), ("b", false), ("c", false)])),
            ("exactly one of a, not b", Line::Count(Bound::Exactly(1), vec![("a", false), ("b", true)])),
            ("at least 3 of nothing", Line::Count(Bound::AtLeast(3), vec![])),
            ("2·a + 3·not b <= 4", Line::Sum(Bound::AtMost(4), vec![(2, ("a", false)), (3, ("b", true))])),
            ("one loop, of 25 nodes and 40 edges: a, b", Line::Graph),
        ] {
            assert_eq!(Line::of(text), expected, "{text}");
        }
    }
}
