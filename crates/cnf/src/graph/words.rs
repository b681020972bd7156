//! Sentences about cuts.

use rustsat::types::Lit;

use super::{Breach, GraphEntry, Kind, Pairs, Rooted, Witness};
use crate::{Bound, Name, sentence::enumerated};

/// Maximum number of names in a sentence.
const MOST_NAMES: usize = 16;

/// Names an element.
pub(crate) type ElementName<'n> = &'n dyn Fn(u32) -> String;

/// The meaning of a cut, as a clause of a sentence.
pub(crate) fn sentence(entry: &GraphEntry, witness: &Witness, name: ElementName<'_>) -> String {
    let words = Words { entry, element_name: name };
    let (holding, lacking) = (&witness.holding[..], &witness.lacking[..]);
    let region = |is_all: bool| words.region(holding, is_all);
    // What is so by way of one of these elements only, and not if there are none.
    let only = |so: &str, not: &str| match lacking {
        [] => not.to_owned(),
        _ => format!("{so} only by way of {}", words.list(lacking, "or")),
    };
    match witness.breach {
        Breach::Apart => match (entry.constraint.kind(), holding) {
            (Kind::Paths(_), _) => format!("some path passes {}", words.list(lacking, "or")),
            (_, &[_, _]) => {
                format!("{} {}", words.list(holding, "and"), only("are joined", "are not joined"))
            }
            _ => format!("without any of {} something would be cut off", words.list(lacking, "and")),
        },
        Breach::TooLarge if words.has_roots_too_many(holding) => words.two_roots(holding),
        Breach::TooLarge => match words.size(holding) {
            Some(Bound::Exactly(size) | Bound::AtMost(size)) => {
                format!("{} would be one region, larger than {size}", region(true))
            }
            None if words.pairs().is_some_and(|pairs| !pairs.among(words.nodes(holding)).is_empty()) => {
                format!("no other clue goes with that of {}", words.list(&words.roots(holding), "and"))
            }
            _ => format!("{} would be one region, which is too large", region(true)),
        },
        Breach::TwoRoots => words.two_roots(holding),
        Breach::TooSmall => {
            let grows = match words.least(holding) {
                Some(Bound::Exactly(size) | Bound::AtLeast(size)) => format!("grow to {size} cells"),
                _ => "grow large enough".to_owned(),
            };
            let grows = only(&format!("can {grows}"), &format!("can't {grows}"));
            format!("the region of {} {grows}", region(false))
        }
        Breach::Indivisible => {
            let of = match words.size(holding) {
                Some(Bound::Exactly(size)) => format!("regions of {size} cells"),
                _ => "regions of the right size".to_owned(),
            };
            let count = words.nodes(holding).len();
            let list = words.region(holding, true);
            match lacking {
                [] => format!("{list} are {count} cells, which can't be divided into {of}"),
                _ => format!(
                    "{list} are {count} cells, which can be divided into {of} only by way of {}",
                    words.list(lacking, "or")
                ),
            }
        }
        Breach::NoRoot => {
            let has = match words.pairs() {
                Some(_) => only("has two clues", "can't have two clues"),
                None => only("has a clue", "can't have a clue"),
            };
            format!("the region of {} {has}", region(false))
        }
        Breach::TooFar => {
            let near = only("is near enough to a clue", "is not near enough to a clue");
            format!("the region of {} {near}", region(true))
        }
        Breach::Cycle => match (entry.constraint.kind(), holding.split_last()) {
            (Kind::OneLoop, Some((&beside, cycle))) => {
                format!(
                    "{} would close a loop that leaves {} out",
                    words.list(cycle, "and"),
                    words.name(beside)
                )
            }
            (Kind::Acyclic, _) => words.closed(holding),
            _ => format!("{} would be a loop", words.list(holding, "and")),
        },
        Breach::WrongEnds => words.wrong_ends(holding),
        Breach::Unmatched => words.unmatched(holding, lacking),
        Breach::Within => words.within(holding, lacking),
    }
}

/// How many edges of a loop or of paths meet in these nodes, as a clause of a sentence: for one node, or for several
/// without literals that are either all ends or none of them.
pub(crate) fn degrees_sentence(entry: &GraphEntry, nodes: &[u32], name: ElementName<'_>) -> String {
    let list = Words { entry, element_name: name }.list(nodes, "and");
    let of = &entry.constraint;
    if nodes.iter().all(|&node| of.is_end(node)) {
        format!("just one path begins at {list}")
    } else if nodes.iter().any(|&node| of.lit(node).is_some()) {
        format!("two edges meet at {list} if it holds, otherwise none")
    } else {
        format!("nothing ends or branches at {list}")
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

    /// The nodes of a region, if they have names; otherwise also the edges between them. The root alone represents a
    /// region that is not named for its size.
    fn region(&self, elements: &[u32], is_all: bool) -> String {
        let nodes = self.nodes(elements);
        match (&nodes[..], &self.roots(&nodes)[..]) {
            (_, &[root]) if !is_all => self.name(root),
            _ if self.entry.names.is_empty() || nodes.is_empty() => self.list(elements, "and"),
            _ => self.list(&nodes, "and"),
        }
    }

    fn nodes(&self, elements: &[u32]) -> Vec<u32> {
        let is_node = |element: &u32| self.entry.constraint.edge(*element).is_none();
        elements.iter().copied().filter(is_node).collect()
    }

    fn roots(&self, nodes: &[u32]) -> Vec<u32> {
        let is_root = |node: &u32| match self.entry.constraint.kind() {
            Kind::Regions(regions) => regions.roots.iter().any(|root| root.node == *node),
            Kind::Pairs(pairs) => pairs.clue(*node).is_some(),
            _ => false,
        };
        nodes.iter().copied().filter(is_root).collect()
    }

    fn pairs(&self) -> Option<&Pairs> {
        if let Kind::Pairs(pairs) = self.entry.constraint.kind() { Some(pairs) } else { None }
    }

    /// Whether two roots are in a region that may have only one.
    fn has_roots_too_many(&self, nodes: &[u32]) -> bool {
        let Kind::Regions(regions) = self.entry.constraint.kind() else { return false };
        regions.rooted == Rooted::ExactlyOne && self.roots(nodes).len() > 1
    }

    /// How large the region of some elements is at least, if its root or its clues say so.
    fn least(&self, elements: &[u32]) -> Option<Bound> {
        let Some(pairs) = self.pairs() else { return self.size(elements) };
        let nodes = self.nodes(elements);
        let known = nodes.len() as u64;
        Some(Bound::AtLeast(pairs.sizes(&pairs.among(nodes), known).0))
    }

    /// How large the region of some elements is, or at most, if its root or its clues say so.
    fn size(&self, elements: &[u32]) -> Option<Bound> {
        if let Some(pairs) = self.pairs() {
            let most = pairs.sizes(&pairs.among(self.nodes(elements)), 0).1;
            return (most > 0).then_some(Bound::AtMost(most));
        }
        let Kind::Regions(regions) = self.entry.constraint.kind() else { return None };
        let root = regions.roots.iter().find(|root| elements.contains(&root.node));
        root.and_then(|root| root.size).or(regions.size)
    }

    fn two_roots(&self, elements: &[u32]) -> String {
        let nodes = self.nodes(elements);
        let roots = self.roots(&nodes);
        let mut others = if self.entry.names.is_empty() { elements.to_vec() } else { nodes };
        others.retain(|element| !roots.contains(element));
        format!("{} would be in one region{}", self.list(&roots, "and"), self.by_way(&others))
    }

    /// What joins things, if anything does.
    fn by_way(&self, elements: &[u32]) -> String {
        if elements.is_empty() {
            return String::new();
        }
        format!(", by way of {}", self.list(elements, "and"))
    }

    /// Nodes that are chosen say which cycle it is, otherwise edges do.
    fn closed(&self, elements: &[u32]) -> String {
        let constraint = &self.entry.constraint;
        let chosen = |of_edges: bool| -> Vec<u32> {
            let is_chosen = |element: &u32| constraint.lit(*element).is_some();
            let is_one = |element: &u32| constraint.edge(*element).is_some() == of_edges;
            elements.iter().copied().filter(is_one).filter(is_chosen).collect()
        };
        let (nodes, edges) = (chosen(false), chosen(true));
        let list = if nodes.is_empty() { edges } else { nodes };
        format!("{} would close a loop", self.list(&list, "and"))
    }

    fn unmatched(&self, nodes: &[u32], lacking: &[u32]) -> String {
        let around = nodes.iter().flat_map(|&node| self.entry.constraint.around(node));
        let left: Vec<u32> = around.copied().filter(|other| !lacking.contains(other)).collect();
        let list = self.list(nodes, "and");
        match (nodes.len(), left.is_empty(), lacking.is_empty()) {
            (_, true, true) => format!("{list} would have no partner"),
            (1, true, _) => format!("{list} has a partner only in {}", self.list(lacking, "or")),
            (count, _, true) => {
                format!("{list} need {count} partners and have only {}", self.list(&left, "and"))
            }
            (count, _, _) => format!(
                "{list} need {count} partners, so besides {} also {}",
                self.list(&left, "and"),
                self.list(lacking, "or")
            ),
        }
    }

    fn within(&self, holding: &[u32], lacking: &[u32]) -> String {
        let edge = lacking.first().and_then(|&edge| self.entry.constraint.edge(edge));
        let ends = edge.map_or(Vec::new(), |edge| edge.ends.to_vec());
        let mut between = self.nodes(holding);
        between.retain(|node| !ends.contains(node));
        format!("{} would be joined{}", self.list(&ends, "and"), self.by_way(&between))
    }

    fn wrong_ends(&self, edges: &[u32]) -> String {
        let constraint = &self.entry.constraint;
        let Kind::Paths(pairs) = constraint.kind() else { return String::new() };
        let mut ends: Vec<u32> =
            edges.iter().filter_map(|&edge| constraint.edge(edge)).flat_map(|edge| edge.ends).collect();
        ends.retain(|end| pairs.iter().flatten().any(|other| other == end));
        format!(
            "{} would join {}, which don't belong together",
            self.list(edges, "and"),
            self.list(&ends, "and")
        )
    }

    /// The names of elements, in their order, each once.
    fn list(&self, elements: &[u32], last: &str) -> String {
        let mut elements = elements.to_vec();
        elements.sort_unstable();
        elements.dedup();
        let mut names: Vec<String> = elements.into_iter().map(|element| self.name(element)).collect();
        let more = names.len().saturating_sub(MOST_NAMES);
        names.truncate(MOST_NAMES);
        if more > 0 {
            names.push(format!("{more} more"));
        }
        enumerated(&names, last)
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
        (_, Some(&name), _) => text(name),
        (Some(edge), _, _) if !entry.names.is_empty() => edge.ends.map(end).join("-"),
        (_, _, Some(lit)) => literal(lit),
        (None, None, None) => format!("node {element}"),
        (Some(edge), _, None) => edge.ends.map(end).join(" - "),
    }
}
