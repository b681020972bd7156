//! The sizes of regions as constraints of their own.

use super::{GraphEntry, Kind, Regions, Root, Rooted, constraint::Amount};
use crate::{Arg, Bound, Cnf, Rule};

impl Cnf {
    /// States the size that each root gives its region in a group of its own, whose rule is about clues
    /// ([`Rule::clue`]); what the constraint says besides stays there. The formula keeps its meaning, but one size can now be
    /// left out without the others. Constraints that clauses state in full stay as they are.
    ///
    /// ```
    /// use jigsat_cnf::{Bound, Formula, Flavours, Rule, graph::{Graph, Regions, Root, Rooted}};
    ///
    /// const ISLANDS: Rule = Rule::new("islands", "every island has one number, which is its size");
    /// let mut e = Formula::new(Flavours::default());
    /// (0..4).for_each(|cell| e.declare_projected(cell));
    /// let row = Graph::of_nodes(0..4, [(0, 1), (1, 2), (2, 3)]).with_names(["a", "b", "c", "d"]);
    /// let roots = [(0, 1), (3, 2)].map(|(node, size)| Root { node, size: Some(Bound::Exactly(size)) });
    /// let rooted = Rooted::ExactlyOne;
    /// e.group(&ISLANDS, ()).regions(&row, Regions { size: None, roots: roots.into(), rooted });
    /// e.separate_sizes();
    /// let names = |cell: i32, f: &mut std::fmt::Formatter<'_>| write!(f, "{cell}");
    /// let clues: Vec<_> = e.groups().filter(|group| group.rule().is_clue()).map(|group| group.sentence(&names)).collect();
    /// assert_eq!(clues, ["the region of a has size 1", "the region of d has size 2"]);
    /// ```
    pub fn separate_sizes(&mut self) {
        for place in 0..self.graphs.len() {
            let GraphEntry { constraint, names, is_lazy, .. } = self.graphs[place].clone();
            let (rule, _) = self.rule_of(place);
            let Kind::Regions(regions) = constraint.kind() else { continue };
            if !is_lazy || rule.is_clue() {
                continue;
            }
            let sized = regions.roots.iter().filter_map(|root| Some((*root, root.size?)));
            let sized: Vec<(Root, Bound)> = sized.collect();
            let without = regions.roots.iter().map(|root| Root { size: None, ..*root }).collect();
            let rest = Kind::Regions(Regions { roots: without, ..regions.clone() });
            self.graphs[place].constraint = constraint.clone().demanding(rest);
            let rule =
                Rule::owned(format!("sizes of {}", rule.name()), "the region of {0} has size {1}".into())
                    .clue();
            for (root, size) in sized {
                let size = self.name(Amount(size).to_string());
                let node = names.get(root.node as usize).map_or(Arg::from(root.node), |&name| name.into());
                let group = self.group_count() as u32;
                let one = Regions { size: None, roots: vec![root], rooted: Rooted::Free };
                let constraint = constraint.clone().demanding(Kind::Regions(one));
                let names = names.clone();
                self.open(&rule, &[node, size.into()][..]);
                let labels = Vec::new();
                self.graphs.push(GraphEntry { constraint, names, group, is_lazy, labels, is_direct: false });
            }
        }
    }
}
