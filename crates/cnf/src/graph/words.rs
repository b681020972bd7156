//! Cuts in words.

use rustsat::types::Lit;

use super::{Breach, GraphConstraint, Kind, Witness};

/// This many names are listed in a sentence.
const MOST_NAMES: usize = 16;

/// Names a literal.
pub(crate) type LiteralName<'n> = &'n dyn Fn(Lit) -> String;

/// What a cut says, as a clause of a sentence.
pub(crate) fn sentence(constraint: &GraphConstraint, witness: &Witness, name: LiteralName<'_>) -> String {
    let words = Words { constraint, literal_name: name };
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
        Breach::TooLarge => format!("{} would be one region, which is too large", words.list(holding)),
        Breach::TwoRoots => format!("{} would join two roots", words.list(holding)),
        Breach::TooSmall => format!("the region of {} has enough room {by_way}", words.list(holding)),
        Breach::NoRoot => format!("{} is joined with a root {by_way}", words.list(holding)),
        Breach::TooFar => format!("{} is near enough to a root {by_way}", words.list(holding)),
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
    constraint: &'w GraphConstraint,
    literal_name: LiteralName<'w>,
}

impl Words<'_> {
    /// Where every element holds by a negated literal (land is what is not sea), the sentence of the rule says so.
    fn name(&self, element: u32) -> String {
        let name = element_name(self.constraint, element, self.literal_name);
        let mut lits = self
            .constraint
            .nodes()
            .iter()
            .copied()
            .chain(self.constraint.edges().iter().map(|edge| edge.lit));
        let all_negated = lits.all(|lit| lit.is_none_or(Lit::is_neg));
        match name.strip_prefix("not ") {
            Some(plain) if all_negated => plain.to_owned(),
            _ => name,
        }
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

/// An element by its literal; without one, a node by its number and an edge by its nodes.
pub(crate) fn element_name(constraint: &GraphConstraint, element: u32, name: LiteralName<'_>) -> String {
    match (constraint.lit(element), constraint.edge(element)) {
        (Some(lit), _) => name(lit),
        (None, None) => format!("node {element}"),
        (None, Some(edge)) => edge.ends.map(|end| element_name(constraint, end, name)).join(" - "),
    }
}
