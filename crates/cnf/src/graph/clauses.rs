//! The ordinary clauses of a constraint: those that belong to its meaning, such as how many edges of a loop
//! meet in a node, and, if it is cut lazily, a few that would be among the first cuts.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;
use rustsat::types::Lit;

use super::{Breach, Cut, Edge, GraphConstraint, Kind, Regions, Rooted, Witness, justify};
use crate::{Bound, Clauses, Interrupt, Stop, cnf::OpenGroup, rarely};

/// The clauses that belong to the meaning in every flavour, except those of [`degree()`].
pub(crate) fn meaning(s: &GraphConstraint, group: &mut OpenGroup<'_>) {
    match s.kind() {
        Kind::Connected | Kind::Regions(_) | Kind::Pairs(_) | Kind::Matching | Kind::Closed => {}
        Kind::ConnectedCover => {
            for edge in s.edges() {
                if group.step(1).is_err() {
                    return;
                }
                let ends: Option<Vec<Lit>> = edge.ends.iter().map(|&end| s.lit(end)).collect();
                if let Some(ends) = ends {
                    group.clause_of_set(with_condition(s, ends));
                }
            }
        }
        Kind::OneLoop => {
            if let Some(edges) = s.joining().map(|edge| edge.lit).collect() {
                group.clause_of_set(with_condition(s, edges));
            }
            no_turning_back(s, group);
        }
        Kind::Paths(_) | Kind::Acyclic => no_turning_back(s, group),
    }
}

/// No edge from a node to itself is on a loop or a path, and such an edge alone is a cycle.
fn no_turning_back(s: &GraphConstraint, group: &mut OpenGroup<'_>) {
    for edge in s.edges().iter().filter(|edge| edge.ends[0] == edge.ends[1]) {
        let node = s.lit(edge.ends[0]).filter(|_| *s.kind() == Kind::Acyclic);
        group.clause_of_set(with_condition(s, edge.lit.into_iter().chain(node).map(|lit| !lit).collect()));
    }
}

/// The clauses about how many edges of a loop or of paths meet in a node.
pub(crate) fn degree(s: &GraphConstraint, node: u32, group: &mut OpenGroup<'_>) {
    if !s.is_end(node) {
        return two_or_none(s, node, group);
    }
    let edges = edges_at(s, node);
    // An edge without a literal counts as one that holds.
    if s.condition().is_none() && edges.iter().all(Option::is_some) {
        group.count(Bound::Exactly(1), &edges.into_iter().flatten().collect::<Vec<_>>());
    } else {
        if edges.iter().all(Option::is_some) {
            group.clause_of_set(with_condition(s, some_of(&edges)));
        }
        no_more_than(s, &edges, 1, group);
    }
}

/// Whether these clauses say that at least one end of each edge holds.
pub(crate) fn covers(s: &GraphConstraint, clauses: &Clauses) -> bool {
    if *s.kind() != Kind::Connected || s.edges().is_empty() || s.edges().iter().any(|edge| edge.lit.is_some())
    {
        return false;
    }
    let ends = s.edges().iter().filter_map(|edge| Some([s.lit(edge.ends[0])?, s.lit(edge.ends[1])?]));
    let mut open: FxHashSet<[Lit; 2]> = ends.map(sorted).collect();
    for clause in clauses.iter() {
        if let &[one, other] = clause {
            open.remove(&sorted([one, other]));
        }
    }
    open.is_empty()
}

fn sorted(mut pair: [Lit; 2]) -> [Lit; 2] {
    pair.sort_unstable();
    pair
}

fn with_condition(s: &GraphConstraint, mut clause: Vec<Lit>) -> Vec<Lit> {
    clause.extend(s.condition().map(|lit| !lit));
    clause
}

fn edges_at(s: &GraphConstraint, node: u32) -> Vec<Option<Lit>> {
    s.around(node).iter().map(|&edge| s.lit(edge)).collect()
}

/// The clause that one of the edges holds; needed only if none always does.
fn some_of(edges: &[Option<Lit>]) -> Vec<Lit> {
    edges.iter().flatten().copied().collect()
}

/// A node has no edge or two. If it has a literal, it has two if and only if the literal is true.
fn two_or_none(s: &GraphConstraint, node: u32, group: &mut OpenGroup<'_>) {
    let edges = edges_at(s, node);
    let own = s.lit(node);
    for (place, &edge) in edges.iter().enumerate() {
        // An edge that holds is not alone.
        let others = edges.iter().enumerate().filter(|&(other, _)| other != place).map(|(_, &other)| other);
        if let Some(others) = others.collect::<Option<Vec<Lit>>>() {
            let clause = edge.map(|lit| !lit).into_iter().chain(others);
            group.clause_of_set(with_condition(s, clause.collect()));
        }
        if let Some(own) = own {
            group.clause_of_set(with_condition(s, edge.map(|lit| !lit).into_iter().chain([own]).collect()));
        }
    }
    if let Some(own) = own
        && edges.iter().all(Option::is_some)
    {
        group.clause_of_set(with_condition(s, some_of(&edges).into_iter().chain([!own]).collect()));
    }
    no_more_than(s, &edges, 2, group);
}

/// Number of edges from which a node gets a counting constraint instead of a clause for each three.
const MOST_EDGES: usize = 6;

fn no_more_than(s: &GraphConstraint, edges: &[Option<Lit>], most: usize, group: &mut OpenGroup<'_>) {
    let lits: Option<Vec<Lit>> = edges.iter().copied().collect();
    if let (None, Some(lits)) = (s.condition(), &lits)
        && edges.len() > MOST_EDGES
    {
        group.count(Bound::AtMost(most as u64), lits);
        return;
    }
    let mut chosen: Vec<usize> = Vec::new();
    each_subset(edges.len(), most + 1, &mut chosen, &mut |chosen| {
        let clause = chosen.iter().filter_map(|&place| edges[place]).map(|lit| !lit);
        group.clause_of_set(with_condition(s, clause.collect()));
    });
}

fn each_subset(count: usize, size: usize, chosen: &mut Vec<usize>, found: &mut impl FnMut(&[usize])) {
    if chosen.len() == size {
        found(chosen);
        return;
    }
    for place in chosen.last().map_or(0, |last| last + 1)..count {
        chosen.push(place);
        each_subset(count, size, chosen, found);
        chosen.pop();
    }
}

/// Cuts that are worth adding from the start.
///
/// In a cover and in a matching, some neighbour of each node holds. A node of a region with more than one node has a neighbour.
/// Nodes that no root reaches do not hold. And nothing joins two roots over one or two elements.
///
/// # Errors
///
/// Why they were given up.
pub(crate) fn first_cuts(s: &GraphConstraint, interrupt: &Interrupt) -> Result<Vec<Cut>, Stop> {
    let mut cuts = Vec::new();
    let mut keep = |breach, holding: Vec<u32>, lacking: Vec<u32>| {
        let witness = Witness { breach, holding, lacking };
        if let Some(clause) = s.clause(&witness) {
            cuts.push(Cut { clause, witness });
        }
    };
    let around = |node: u32| s.around(node).to_vec();
    match s.kind() {
        Kind::Connected | Kind::OneLoop | Kind::Paths(_) | Kind::Acyclic => {}
        Kind::Closed => {
            for edge in (s.nodes().len() as u32..).take(s.edges().len()) {
                for holding in short_detours(s, edge, interrupt)? {
                    keep(Breach::Within, holding, vec![edge]);
                }
            }
        }
        Kind::Matching => {
            (0..s.nodes().len() as u32).for_each(|node| keep(Breach::Unmatched, vec![node], around(node)));
        }
        Kind::ConnectedCover => {
            // A node whose neighbours are lacking is apart from all else that is beside them.
            for node in 0..s.nodes().len() as u32 {
                let lacking = around(node);
                interrupt.step(lacking.len())?;
                let mut beside = lacking.iter().flat_map(|&element| s.around(element));
                if beside.any(|element| *element != node && !lacking.contains(element)) {
                    keep(Breach::Apart, vec![], lacking);
                }
            }
        }
        Kind::Regions(regions) => {
            let has_roots = !regions.roots.is_empty();
            let size = regions.sizes([]);
            for node in 0..s.nodes().len() as u32 {
                interrupt.step(1 + regions.roots.len())?;
                let root = if has_roots { regions.root(node) } else { None };
                let (least, most) = if root.is_some() { regions.sizes([node]) } else { size };
                if most == 0 {
                    keep(Breach::TooLarge, vec![node], vec![]);
                } else if least > 1 {
                    keep(Breach::TooSmall, vec![node], around(node));
                } else if regions.rooted == Rooted::ExactlyOne && root.is_none() {
                    keep(Breach::NoRoot, vec![node], around(node));
                }
                if most == 1 {
                    for &other in s.around(node).iter().filter(|&&other| s.is_node(other)) {
                        keep(Breach::TooLarge, vec![node, other], vec![]);
                    }
                }
            }
            for node in unreached(s, regions, interrupt)? {
                keep(Breach::TooFar, vec![node], vec![]);
            }
            if regions.rooted == Rooted::ExactlyOne {
                let roots: Vec<u32> = regions.roots.iter().map(|root| root.node).collect();
                for holding in short_ways(s, &roots, interrupt)? {
                    keep(Breach::TwoRoots, holding, vec![]);
                }
            }
        }
        Kind::Pairs(pairs) => {
            (0..s.nodes().len() as u32).for_each(|node| keep(Breach::NoRoot, vec![node], around(node)));
            let clues: Vec<u32> = pairs.clues.iter().map(|clue| clue.node).collect();
            for holding in short_ways(s, &clues, interrupt)? {
                let of_way = pairs.among(holding.iter().copied().filter(|&element| s.is_node(element)));
                let (least, most) = pairs.sizes(&of_way, 0);
                if least > most {
                    keep(Breach::TwoRoots, holding, vec![]);
                }
            }
        }
    }
    debug_assert!(
        cuts.iter().all(|cut| interrupt.step(s.span()).is_err() || justify(s, cut)),
        "{cuts:?} of {s:?}"
    );
    interrupt.check()?;
    Ok(cuts)
}

/// The nodes that no root reaches within its size.
fn unreached(s: &GraphConstraint, regions: &Regions, interrupt: &Interrupt) -> Result<Vec<u32>, Stop> {
    if regions.rooted == Rooted::Free {
        return Ok(Vec::new());
    }
    // How many more nodes a region may have, for the root that is nearest for its size.
    let mut spare = vec![None; s.elements()];
    let mut near = VecDeque::new();
    let mut is_root = vec![false; s.elements()];
    for root in &regions.roots {
        interrupt.step(1 + regions.roots.len())?;
        let (_, own) = regions.sizes([root.node]);
        is_root[root.node as usize] = true;
        if let Some(left) = own.checked_sub(1) {
            spare[root.node as usize] = Some(left);
            near.push_back(root.node);
        }
    }
    while let Some(element) = near.pop_front() {
        interrupt.step(1)?;
        let Some(left) = spare[element as usize] else { continue };
        for &other in s.around(element) {
            let Some(left) = left.checked_sub(u64::from(s.is_node(other))) else { continue };
            if spare[other as usize].is_none_or(|known| known < left) && !is_root[other as usize] {
                spare[other as usize] = Some(left);
                near.push_back(other);
            }
        }
    }
    let is_lost = |&node: &u32| spare[node as usize].is_none() && !is_root[node as usize];
    Ok((0..s.nodes().len() as u32).filter(is_lost).collect())
}

/// Paths of three edges from one end of an edge to the other, where few edges meet in a node.
fn short_detours(s: &GraphConstraint, edge: u32, interrupt: &Interrupt) -> Result<Vec<Vec<u32>>, Stop> {
    const MOST_AROUND: usize = 4;
    let Some(&Edge { ends: [first, last], lit: Some(_) }) = s.edge(edge) else { return Ok(Vec::new()) };
    let mut ways = vec![vec![first]];
    for _ in 0..3 {
        let mut longer = Vec::new();
        for way in ways {
            let at = way[way.len() - 1];
            interrupt.step(1 + s.around(at).len())?;
            if s.around(at).len() > MOST_AROUND {
                continue;
            }
            for &next in s.around(at).iter().filter(|&&next| next != edge && !s.is_node(next)) {
                let beyond = s.around(next).iter().find(|&&node| node != at).copied();
                let new = beyond.filter(|node| !way.contains(node));
                longer.extend(new.map(|node| [&way[..], &[next, node]].concat()));
            }
        }
        ways = longer;
    }
    ways.retain(|way| way.last() == Some(&last));
    Ok(ways)
}

/// Paths between two roots over at most two elements.
fn short_ways(s: &GraphConstraint, roots: &[u32], interrupt: &Interrupt) -> Result<Vec<Vec<u32>>, Stop> {
    let is_root = |element: u32| s.is_node(element) && roots.contains(&element);
    let mut ways = Vec::new();
    for &root in roots {
        for &one in s.around(root) {
            interrupt.step(s.around(one).len() * (1 + roots.len()))?;
            if is_root(one) {
                ways.push(vec![root, one]);
                continue;
            }
            for &two in s.around(one).iter().filter(|&&two| two != root) {
                if is_root(two) {
                    ways.push(vec![root, one, two]);
                    continue;
                }
                let ends = s.around(two).iter().filter(|&&three| three != root && is_root(three));
                ways.extend(ends.map(|&three| vec![root, one, two, three]));
            }
        }
    }
    for way in &mut ways {
        way.sort_unstable();
    }
    rarely::sort(&mut ways);
    ways.dedup();
    Ok(ways)
}
