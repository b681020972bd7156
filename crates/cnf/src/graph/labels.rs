//! Labels of paths: the pair that the path through a node joins. Ordinary clauses pass labels along edges, so unit
//! propagation sees immediately where a path can't lead; cuts would need a clause for each way. Cycles without ends are
//! left to cuts.
//!
//! r pairs in a graph with n nodes and m edges take O(r m + r² n) clauses if 'at most one' is written by pairs.

use rustsat::types::Lit;

use super::{GraphConstraint, Kind};
use crate::{Bound, cnf::OpenGroup};

/// Maximum number of clauses for labels; beyond that, cuts alone take less time.
const MOST_CLAUSES: u64 = 5_000_000;

/// Adds the labels of paths, if the constraint demands paths without a condition and there aren't too many labels. Returns
/// them by node and pair; none if there are none, or the formula was given up.
pub(crate) fn labels(s: &GraphConstraint, group: &mut OpenGroup<'_>) -> Vec<Vec<Lit>> {
    let Kind::Paths(pairs) = s.kind() else { return Vec::new() };
    let (nodes, count) = (s.nodes().len() as u64, pairs.len() as u64);
    if s.condition().is_some() || nodes * count * count / 2 > MOST_CLAUSES {
        return Vec::new();
    }
    let mut labels: Vec<Vec<Lit>> = Vec::new();
    for node in 0..s.nodes().len() {
        if group.step(1).is_err() {
            return Vec::new();
        }
        let own = (0..pairs.len()).map(|pair| group.named_aux(format!("label{pair}.{node}")));
        let own: Vec<Lit> = own.collect();
        group.count(Bound::AtMost(1), &own);
        labels.push(own);
    }
    for (pair, ends) in pairs.iter().enumerate() {
        for &end in ends {
            group.clause(&[labels[end as usize][pair]]);
        }
    }
    for edge in s.joining() {
        if group.step(1).is_err() {
            return Vec::new();
        }
        let joins = edge.lit;
        for [from, to] in [edge.ends, [edge.ends[1], edge.ends[0]]] {
            let holds = s.lit(to);
            let (own, next) = (&labels[from as usize], &labels[to as usize]);
            for (&own, &next) in own.iter().zip(next) {
                let premises: Vec<Lit> = [own].into_iter().chain(joins).chain(holds).collect();
                group.implies(&premises, &[next]);
            }
            // A node at which an edge holds is on a path.
            if let Some(joins) = joins {
                group.implies(&[joins], own);
            }
        }
    }
    labels
}
