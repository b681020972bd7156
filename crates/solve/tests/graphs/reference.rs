//! A second implementation of graph constraints, with adjacency and search of its own.

use std::collections::BTreeSet;

use jigsat_cnf::{
    Bound, Lit,
    graph::{GraphConstraint, Kind, Regions, Rooted},
};

/// Whether a constraint holds if each literal has a value.
pub fn holds(s: &GraphConstraint, value: &dyn Fn(Lit) -> bool) -> bool {
    let is = |lit: Option<Lit>| lit.is_none_or(value);
    if !is(s.condition()) {
        return true;
    }
    let nodes: Vec<bool> = s.nodes().iter().map(|&lit| is(lit)).collect();
    let edges: Vec<[usize; 2]> =
        s.edges().iter().filter(|edge| is(edge.lit)).map(|edge| edge.ends.map(|end| end as usize)).collect();
    // An edge from a node to itself joins nothing, so it is on no loop and no path.
    let turns_back = edges.iter().any(|&[one, other]| one == other);
    match s.kind() {
        Kind::OneLoop | Kind::Paths(_) if turns_back => false,
        Kind::Connected => components(&nodes, &edges).len() <= 1,
        Kind::ConnectedCover => {
            let covered = |ends: &[usize; 2]| ends.iter().any(|&end| nodes[end]);
            edges.iter().all(covered) && components(&nodes, &edges).len() <= 1
        }
        Kind::OneLoop => {
            let degrees = degrees(nodes.len(), &edges);
            let passed: Vec<bool> = degrees.iter().map(|&degree| degree > 0).collect();
            degrees.iter().all(|&degree| degree == 0 || degree == 2)
                && passes_as_said(s, &nodes, &passed)
                && components(&passed, &edges).len() == 1
        }
        Kind::Regions(regions) => components(&nodes, &edges).iter().all(|region| is_right(regions, region)),
        Kind::Pairs(pairs) => components(&nodes, &edges).iter().all(|region| {
            let clues = pairs.clues.iter().filter(|clue| region.contains(&(clue.node as usize)));
            let numbers: Vec<Option<u64>> = clues.map(|clue| clue.number).collect();
            let size = region.len() as u64;
            match numbers[..] {
                [Some(one), Some(other)] => one < size && size < other || other < size && size < one,
                [Some(one), None] | [None, Some(one)] => size != one,
                [None, None] => true,
                _ => false,
            }
        }),
        Kind::Closed => {
            let sets = components(&nodes, &edges);
            s.edges().iter().filter(|edge| !is(edge.lit)).all(|edge| {
                let [one, other] = edge.ends.map(|end| end as usize);
                !sets.iter().any(|set| set.contains(&one) && set.contains(&other))
            })
        }
        Kind::Matching => {
            let there = (0..nodes.len()).filter(|&node| nodes[node]).collect();
            are_paired(there, &edges)
        }
        // Each edge joins what was apart before it.
        Kind::Acyclic => {
            let mut label: Vec<usize> = (0..nodes.len()).collect();
            edges.iter().filter(|ends| ends.iter().all(|&end| nodes[end])).all(|&[one, other]| {
                let (kept, gone) = (label[one], label[other]);
                label.iter_mut().filter(|label| **label == gone).for_each(|label| *label = kept);
                kept != gone
            })
        }
        Kind::Paths(pairs) => {
            let degrees = degrees(nodes.len(), &edges);
            let passed: Vec<bool> = degrees.iter().map(|&degree| degree > 0).collect();
            let ends: Vec<usize> = pairs.iter().flatten().map(|&end| end as usize).collect();
            let right = |(node, &degree): (usize, &usize)| {
                if ends.contains(&node) { degree == 1 } else { degree == 0 || degree == 2 }
            };
            let joins = |path: &Vec<usize>| {
                let own: Vec<usize> = path.iter().copied().filter(|node| ends.contains(node)).collect();
                pairs.iter().any(|pair| {
                    let [one, other] = pair.map(|end| end as usize);
                    own == [one.min(other), one.max(other)]
                })
            };
            degrees.iter().enumerate().all(right)
                && passes_as_said(s, &nodes, &passed)
                && components(&passed, &edges).iter().all(joins)
        }
    }
}

/// Whether these nodes can be divided into pairs of neighbours: tries every partner of the first one.
fn are_paired(mut nodes: Vec<usize>, edges: &[[usize; 2]]) -> bool {
    let Some(first) = nodes.pop() else { return true };
    nodes.iter().any(|&other| {
        let rest = nodes.iter().copied().filter(|&node| node != other).collect();
        (edges.contains(&[first, other]) || edges.contains(&[other, first])) && are_paired(rest, edges)
    })
}

/// Nodes with a literal are passed if and only if that holds.
fn passes_as_said(s: &GraphConstraint, nodes: &[bool], passed: &[bool]) -> bool {
    (0..nodes.len()).all(|node| s.nodes()[node].is_none() || nodes[node] == passed[node])
}

fn is_right(regions: &Regions, region: &[usize]) -> bool {
    let count = region.len() as u64;
    let fits = |bound: Option<Bound>| bound.is_none_or(|bound| bound.allows(count));
    let roots: Vec<_> = regions.roots.iter().filter(|root| region.contains(&(root.node as usize))).collect();
    let nodes: BTreeSet<u32> = roots.iter().map(|root| root.node).collect();
    let enough = match regions.rooted {
        Rooted::Free => true,
        Rooted::AtLeastOne => !nodes.is_empty(),
        Rooted::ExactlyOne => nodes.len() == 1,
    };
    enough && fits(regions.size) && roots.iter().all(|root| fits(root.size))
}

fn degrees(nodes: usize, edges: &[[usize; 2]]) -> Vec<usize> {
    (0..nodes).map(|node| edges.iter().filter(|ends| ends.contains(&node)).count()).collect()
}

/// Connected sets of the chosen nodes, each in order.
fn components(chosen: &[bool], edges: &[[usize; 2]]) -> Vec<Vec<usize>> {
    let mut label: Vec<usize> = (0..chosen.len()).collect();
    for _ in chosen {
        for &[one, other] in edges {
            if chosen[one] && chosen[other] {
                let least = label[one].min(label[other]);
                (label[one], label[other]) = (least, least);
            }
        }
    }
    let mut sets: Vec<Vec<usize>> = vec![Vec::new(); chosen.len()];
    for node in (0..chosen.len()).filter(|&node| chosen[node]) {
        sets[label[node]].push(node);
    }
    sets.retain(|set| !set.is_empty());
    sets
}
