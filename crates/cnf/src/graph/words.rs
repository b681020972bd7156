//! Sentences about cuts.

use rustsat::types::Lit;

use super::{Breach, GraphEntry, Kind, Witness};
use crate::Name;

/// Maximum number of names in a sentence.
const MOST_NAMES: usize = 16;

/// Names an element.
pub(crate) type ElementName<'n> = &'n dyn Fn(u32) -> String;

/// The meaning of a cut, as a clause of a sentence.
pub(crate) fn sentence(entry: &GraphEntry, witness: &Witness, name: ElementName<'_>) -> String {
    let constraint = &entry.constraint;
    let words = Words { entry, element_name: name };
    let (holding, lacking) = (&witness.holding[..], &witness.lacking[..]);
    let by_way = if lacking.is_empty() {
        "not at all".into()
    } else {
        format!("only by way of {}", words.list(lacking))
    };
    match witness.breach {
        Breach::Apart => match (constraint.kind(), holding) {
            (Kind::Paths(_), _) => format!("some path passes one of {}", words.list(lacking)),
            (_, &[one, other]) => {
                format!("{} and {} are joined {by_way}", words.name(one), words.name(other))
            }
            _ => format!("without any of {} something would be cut off", words.list(lacking)),
        },
        Breach::TooLarge => format!("{} would be one region, which is too large", words.region(holding)),
        Breach::TwoRoots => format!("{} would be one region with two roots", words.region(holding)),
        Breach::TooSmall => format!("the region of {} has enough room {by_way}", words.region(holding)),
        Breach::NoRoot => format!("{} is joined with a root {by_way}", words.region(holding)),
        Breach::TooFar => format!("{} is near enough to a root {by_way}", words.region(holding)),
        Breach::Cycle => match (constraint.kind(), holding.split_last()) {
            (Kind::OneLoop, Some((&beside, cycle))) => {
                format!("{} would close a loop that leaves {} out", words.list(cycle), words.name(beside))
            }
            _ => format!("{} would be a loop", words.list(holding)),
        },
        Breach::WrongEnds => format!("{} would join ends that are no pair", words.list(holding)),
    }
}

struct Words<'w> {
    entry: &'w GraphEntry,
    element_name: ElementName<'w>,
}

impl Words<'_> {
    /// The name of an element. If every element holds by a negated literal (land is the cells that are not
    /// sea), the sentence of the rule says so.
    fn name(&self, element: u32) -> String {
        let name = (self.element_name)(element);
        let constraint = &self.entry.constraint;
        let mut lits =
            constraint.nodes().iter().copied().chain(constraint.edges().iter().map(|edge| edge.lit));
        let all_negated = lits.all(|lit| lit.is_none_or(Lit::is_neg));
        match name.strip_prefix("not ") {
            Some(plain) if all_negated => plain.to_owned(),
            _ => name,
        }
    }

    /// The nodes of a region, if they have names; otherwise also the edges between them.
    fn region(&self, elements: &[u32]) -> String {
        let constraint = &self.entry.constraint;
        let nodes: Vec<u32> =
            elements.iter().copied().filter(|&element| constraint.edge(element).is_none()).collect();
        if self.entry.names.is_empty() || nodes.is_empty() { self.list(elements) } else { self.list(&nodes) }
    }

    fn list(&self, elements: &[u32]) -> String {
        let mut names: Vec<String> = elements.iter().map(|&element| self.name(element)).collect();
        names.sort_unstable();
        names.dedup();
        let more = names.len().saturating_sub(MOST_NAMES);
        names.truncate(MOST_NAMES);
        let list = names.join(", ");
        if more == 0 { list } else { format!("{list} and {more} more") }
    }
}

/// An element by its own name, or by its literal, or a node by its number and an edge by its nodes.
pub(crate) fn element_name(
    entry: &GraphEntry,
    element: u32,
    text: &dyn Fn(Name) -> String,
    literal: &dyn Fn(Lit) -> String,
) -> String {
    let constraint = &entry.constraint;
    let end = |end| element_name(entry, end, text, literal);
    match (constraint.edge(element), entry.names.get(element as usize), constraint.lit(element)) {
        (None, Some(&name), _) => text(name),
        (Some(edge), _, _) if !entry.names.is_empty() => edge.ends.map(end).join("-"),
        (_, _, Some(lit)) => literal(lit),
        (None, None, None) => format!("node {element}"),
        (Some(edge), _, None) => edge.ends.map(end).join(" - "),
    }
}
