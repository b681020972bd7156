//! Labels of paths: the pair that the path through a node joins. Ordinary clauses pass labels along edges, so unit
//! propagation sees immediately where a path can't lead; cuts would need a clause for each way. Cycles without ends are
//! left to cuts.
//!
//! r pairs in a graph with n nodes and m edges take O(r m + r² n) clauses if 'at most one' is written by pairs.

use super::{GraphConstraint, Kind};
use crate::{
    group::Group,
    literal::{Atom, Literal},
};

/// Maximum number of clauses for labels; beyond that, cuts alone take less time.
const MOST_CLAUSES: u64 = 5_000_000;

/// Adds the labels of paths, if the constraint demands paths without a condition and there aren't too many labels.
pub(crate) fn labels<A: Atom>(s: &GraphConstraint, group: &mut Group<'_, A>) {
    let Kind::Paths(pairs) = s.kind() else { return };
    let (nodes, count) = (s.nodes().len() as u64, pairs.len() as u64);
    if s.condition().is_some() || nodes * count * count / 2 > MOST_CLAUSES {
        return;
    }
    // By node and pair.
    let mut labels: Vec<Vec<Literal<A>>> = Vec::new();
    for node in 0..s.nodes().len() {
        if group.is_given_up() {
            return;
        }
        let own = (0..pairs.len()).map(|pair| group.named_aux(format!("label{pair}.{node}")));
        let own: Vec<Literal<A>> = own.collect();
        group.at_most_one(own.iter().copied());
        labels.push(own);
    }
    for (pair, ends) in pairs.iter().enumerate() {
        for &end in ends {
            group.clause([labels[end as usize][pair]]);
        }
    }
    for edge in s.edges() {
        if group.is_given_up() {
            return;
        }
        let joins = edge.lit.map(|lit| group.literal(lit));
        for [from, to] in [edge.ends, [edge.ends[1], edge.ends[0]]] {
            let holds = s.lit(to).map(|lit| group.literal(lit));
            let (own, next) = (&labels[from as usize], &labels[to as usize]);
            for (&own, &next) in own.iter().zip(next) {
                group.implies([own].into_iter().chain(joins).chain(holds), [next]);
            }
            // A node at which an edge holds is on a path.
            if let Some(joins) = joins {
                group.implies([joins], own.iter().copied());
            }
        }
    }
}
