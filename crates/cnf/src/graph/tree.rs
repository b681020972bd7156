//! The complete encoding of graph constraints: spanning trees, whose edges from parents to children form no
//! cycle.
//!
//! Every node that holds is the root of a tree or has a parent that holds. Vertex elimination states that
//! parents form no cycle: M. F. Rankooh, J. Rintanen: Propositional encodings of acyclicity and reachability
//! by using vertex elimination, AAAI 2022. It removes one node after the other, and a path into and out of
//! the node becomes an edge of the rest. An edge in both directions is a cycle, and unit propagation sees it.
//! Binary levels (C. E. Miller, A. W. Tucker, R. A. Zemlin: Integer programming formulation of traveling
//! salesman problems, Journal of the ACM 1960) are smaller, but to refute a cycle a solver must then try
//! every level.
//!
//! If regions have sizes, or one root each, the encoding also states the root of each node: by a variable for
//! each root and each node that it reaches, and a totalizer over those of a root.
//!
//! A grid of n nodes that is w wide takes O(n w²) clauses. Regions take O(r n) more, where r is the number of
//! roots that reach a node.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use rustsat::types::Lit;

use super::{GraphConstraint, Kind, Pairs, Regions, Root, Rooted};
use crate::{Bound, cnf::OpenGroup};

/// Writes the complete encoding of a constraint, beside its ordinary clauses.
pub(crate) fn tree(s: &GraphConstraint, group: &mut OpenGroup<'_>) {
    let mut writer = Writer::new(s, group);
    if writer.group.step(1).is_err() {
        return;
    }
    let all: Vec<u32> = (0..s.nodes().len() as u32).collect();
    match s.kind() {
        Kind::Connected | Kind::ConnectedCover | Kind::OneLoop => {
            let roots = writer.forest(&all);
            let roots: Vec<Lit> = roots.into_iter().flatten().collect();
            writer.group.count(Bound::AtMost(1), &roots);
        }
        Kind::Regions(regions) => {
            if regions.rooted != Rooted::Free || regions.size.is_some() || !regions.roots.is_empty() {
                let own = writer.regions(regions);
                writer.sizes(regions, &own);
            }
        }
        Kind::Pairs(pairs) => writer.regions_of_pairs(pairs),
        Kind::Matching => writer.pairs(),
        Kind::Acyclic => writer.acyclic(),
        Kind::Closed => writer.closed(),
        Kind::Paths(pairs) => {
            let roots = pairs.iter().map(|&[node, _]| Root { node, size: None }).collect();
            let own = writer.regions(&Regions { size: None, roots, rooted: Rooted::ExactlyOne });
            for &[root, end] in pairs {
                let own = own.iter().find(|own| own.root == root);
                writer.demand(own.and_then(|own| own.by_node[end as usize]));
            }
        }
    }
}

/// The nodes that may be the root of a region.
struct Candidates {
    all: Vec<u32>,
    /// Those that are stated, rising.
    stated: Vec<u32>,
    rooted: Rooted,
}

impl Candidates {
    fn new(regions: &Regions, nodes: usize) -> Self {
        let mut stated: Vec<u32> = regions.roots.iter().map(|root| root.node).collect();
        stated.sort_unstable();
        stated.dedup();
        let all = if regions.rooted == Rooted::Free { (0..nodes as u32).collect() } else { stated.clone() };
        Candidates { all, stated, rooted: regions.rooted }
    }

    /// Whether a node can't be in the region of a root: of several possible roots in a region, the first is
    /// the root.
    fn bars(&self, root: u32, node: u32) -> bool {
        let is_stated = || self.stated.binary_search(&node).is_ok();
        match self.rooted {
            Rooted::Free => node < root,
            Rooted::AtLeastOne => node < root && is_stated(),
            Rooted::ExactlyOne => node != root && is_stated(),
        }
    }
}

/// Arcs from one node to another that is below it in the same tree, if that must be known.
type Arcs = FxHashMap<(u32, u32), Lit>;

struct Writer<'w, 'e> {
    s: &'w GraphConstraint,
    group: &'w mut OpenGroup<'e>,
    /// By node, whether it must be in a tree; `None` if it always is.
    present: Vec<Option<Lit>>,
}

/// The nodes in the tree of a root, if it is one.
struct Tree {
    root: u32,
    is_root: Lit,
    /// By node; `None` if the root doesn't reach it.
    by_node: Vec<Option<Lit>>,
}

impl<'w, 'e> Writer<'w, 'e> {
    fn new(s: &'w GraphConstraint, group: &'w mut OpenGroup<'e>) -> Self {
        let is_chain = matches!(s.kind(), Kind::OneLoop | Kind::Paths(_));
        let mut writer = Writer { s, group, present: Vec::new() };
        for node in 0..s.nodes().len() as u32 {
            if writer.group.step(1).is_err() {
                break;
            }
            let own = s.lit(node);
            let present = if is_chain && own.is_none() { writer.passed(node) } else { own };
            writer.present.push(present);
        }
        writer
    }

    /// Whether some edge at a node holds; `None` if one always does.
    fn passed(&mut self, node: u32) -> Option<Lit> {
        let edges: Option<Vec<Lit>> = self.s.around(node).iter().map(|&edge| self.s.lit(edge)).collect();
        let edges = edges?;
        let passed = self.group.named_aux(format!("passed{node}"));
        self.group.equals_any(passed, &edges);
        Some(passed)
    }

    /// States that one of these is true, if the constraint's condition is.
    fn demand(&mut self, any_of: impl IntoIterator<Item = Lit>) {
        let condition = self.s.condition().map(|lit| !lit);
        let clause: Vec<Lit> = any_of.into_iter().chain(condition).collect();
        self.group.clause(&clause);
    }

    /// Makes trees whose roots are among these nodes and that contain every present node. Returns by node
    /// whether it is a root.
    fn forest(&mut self, roots: &[u32]) -> Vec<Option<Lit>> {
        let nodes = self.s.nodes().len();
        let mut is_root: Vec<Option<Lit>> = vec![None; nodes];
        if let Some(literals) = self.too_many_for_order() {
            self.group.refuse(literals);
        }
        for &root in roots {
            if self.group.step(1).is_err() {
                return is_root;
            }
            let own = self.group.named_aux(format!("root{root}"));
            is_root[root as usize] = Some(own);
            if let Some(present) = self.present[root as usize] {
                self.group.implies(&[own], &[present]);
            }
        }
        let mut arcs = Arcs::default();
        let mut parents: Vec<Vec<Lit>> = vec![Vec::new(); nodes];
        for edge in self.s.joining() {
            if self.group.step(1).is_err() {
                return is_root;
            }
            let joins = edge.lit;
            for [parent, child] in [edge.ends, [edge.ends[1], edge.ends[0]]] {
                let is_parent = self.group.named_aux(format!("{parent}->{child}"));
                for premise in joins.into_iter().chain(self.present[parent as usize]) {
                    self.group.implies(&[is_parent], &[premise]);
                }
                parents[child as usize].push(is_parent);
                // A parent is above its child, but not everything above is a parent.
                let above = self.arc(&mut arcs, parent, child);
                self.group.implies(&[is_parent], &[above]);
            }
        }
        self.no_cycle(arcs);
        for (node, parents) in parents.into_iter().enumerate() {
            let absent = self.present[node].map(|present| !present);
            self.demand(parents.into_iter().chain(is_root[node]).chain(absent));
        }
        is_root
    }

    fn arc(&mut self, arcs: &mut Arcs, above: u32, below: u32) -> Lit {
        *arcs.entry((above, below)).or_insert_with(|| self.group.named_aux(format!("{above}=>{below}")))
    }

    /// The least number of literals that [`Writer::no_cycle`] would write, if the formula may not have so
    /// many. It removes the same nodes without writing anything, and stops when that is sure.
    fn too_many_for_order(&self) -> Option<usize> {
        let room = self.group.literals_left();
        let mut literals = 0;
        let mut elimination = Elimination::new(self.s.joining().map(|edge| edge.ends));
        while let Some((_, others)) = elimination.next() {
            // A cycle of two for each neighbour, and a path for each ordered pair of neighbours.
            literals += 2 * others.len() + 3 * others.len() * others.len().saturating_sub(1);
            if literals >= room {
                return Some(literals);
            }
            if self.group.step(others.len() * others.len()).is_err() {
                return None;
            }
        }
        None
    }

    /// States that arcs form no cycle: removes nodes, always one with the fewest neighbours.
    fn no_cycle(&mut self, mut arcs: Arcs) {
        let mut elimination = Elimination::new(arcs.keys().map(|&(from, to)| [from, to]));
        while let Some((node, others)) = elimination.next() {
            for &one in &others {
                if self.group.step(1).is_err() {
                    return;
                }
                let Some(&there) = arcs.get(&(one, node)) else { continue };
                for &other in &others {
                    let Some(&on) = arcs.get(&(node, other)) else { continue };
                    if one == other {
                        self.group.clause(&[!there, !on]);
                        continue;
                    }
                    let way = self.arc(&mut arcs, one, other);
                    self.group.implies(&[there, on], &[way]);
                }
            }
        }
    }

    /// Makes trees for regions: for each possible root, the nodes of its region.
    fn regions(&mut self, regions: &Regions) -> Vec<Tree> {
        let rooted = Candidates::new(regions, self.s.nodes().len());
        if let Some(literals) = self.too_many_owners(regions, &rooted) {
            self.group.refuse(literals);
        }
        if self.group.step(1).is_err() {
            return Vec::new();
        }
        let is_root = self.forest(&rooted.all);
        let mut all = Vec::new();
        for &root in &rooted.all {
            let Some(own_root) = is_root[root as usize] else { continue };
            if self.group.step(1).is_err() {
                break;
            }
            let reached = self.reach(root, regions.sizes([root]).1, |node| rooted.bars(root, node));
            if regions.rooted == Rooted::ExactlyOne {
                let absent = self.present[root as usize].map(|present| !present);
                self.demand([own_root].into_iter().chain(absent));
            }
            all.push(self.own(root, own_root, &reached, &is_root));
        }
        all
    }

    /// The least number of literals that [`Writer::own`] would write, if the formula may not have that many.
    fn too_many_owners(&self, regions: &Regions, rooted: &Candidates) -> Option<usize> {
        let room = self.group.literals_left();
        let mut literals = 0;
        for &root in &rooted.all {
            let reached = self.reach(root, regions.sizes([root]).1, |node| rooted.bars(root, node));
            // Each node of a region has a root, and a clause for each neighbour.
            literals += reached.iter().map(|&node| 2 + self.s.around(node).len()).sum::<usize>() - 2;
            if literals >= room {
                return Some(literals);
            }
            if self.group.step(reached.len()).is_err() {
                return None;
            }
        }
        None
    }

    /// The nodes within this many nodes of the root, the root included. An edge adds nothing, so a later path
    /// may be shorter.
    fn reach(&self, root: u32, most: u64, is_barred: impl Fn(u32) -> bool) -> Vec<u32> {
        let mut steps = vec![u64::MAX; self.s.elements()];
        steps[root as usize] = 1;
        let mut near = std::collections::VecDeque::from([root]);
        while let Some(element) = near.pop_front() {
            for &other in self.s.around(element) {
                let is_node = self.s.is_node(other);
                let so_far = steps[element as usize] + u64::from(is_node);
                if so_far < steps[other as usize] && so_far <= most && !(is_node && is_barred(other)) {
                    steps[other as usize] = so_far;
                    near.push_back(other);
                }
            }
        }
        (0..self.s.nodes().len() as u32).filter(|&node| steps[node as usize] != u64::MAX).collect()
    }

    fn own(&mut self, root: u32, own_root: Lit, reached: &[u32], is_root: &[Option<Lit>]) -> Tree {
        let mut own = Tree { root, is_root: own_root, by_node: vec![None; is_root.len()] };
        for node in reached.iter().map(|&node| node as usize) {
            if node == root as usize {
                own.by_node[node] = Some(own_root);
                continue;
            }
            let literal = self.group.named_aux(format!("own{root}.{node}"));
            own.by_node[node] = Some(literal);
            self.group.implies(&[literal], &[own_root]);
            if let Some(present) = self.present[node] {
                self.group.implies(&[literal], &[present]);
            }
            // It has one root.
            if let Some(other) = is_root[node] {
                self.group.clause(&[!literal, !other]);
            }
        }
        for edge in self.s.joining() {
            if self.group.step(1).is_err() {
                break;
            }
            let joins = edge.lit;
            for [from, to] in [edge.ends, [edge.ends[1], edge.ends[0]]] {
                if let Some(own_from) = own.by_node[from as usize] {
                    let premises: Vec<Lit> =
                        [own_from].into_iter().chain(joins).chain(self.present[to as usize]).collect();
                    self.group.implies(&premises, own.by_node[to as usize].as_slice());
                }
            }
        }
        own
    }

    /// States a matching: one variable for each edge, and one edge at each node that holds.
    fn pairs(&mut self) {
        let edges: Vec<[u32; 2]> = self.s.edges().iter().map(|edge| edge.ends).collect();
        let mut at = vec![Vec::new(); self.s.nodes().len()];
        for ends in edges {
            if self.group.step(1).is_err() {
                return;
            }
            let chosen = self.group.aux();
            for end in ends {
                at[end as usize].push(chosen);
                if let Some(own) = self.s.lit(end) {
                    self.group.implies(&[chosen], &[own]);
                }
            }
        }
        for (node, chosen) in at.into_iter().enumerate() {
            if self.group.step(1).is_err() {
                return;
            }
            let premises: Vec<Lit> = self.s.nodes()[node].into_iter().chain(self.s.condition()).collect();
            self.group.implies(&premises, &chosen);
            self.group.count(Bound::AtMost(1), &chosen);
        }
    }

    /// States that an edge holds if both of its ends are in the same tree.
    fn closed(&mut self) {
        let all = self.regions(&Regions::default());
        for edge in self.s.edges() {
            let Some(holds) = edge.lit else { continue };
            for own in &all {
                if self.group.step(1).is_err() {
                    return;
                }
                let ends = edge.ends.map(|end| own.by_node[end as usize]);
                if let [Some(one), Some(other)] = ends {
                    self.group.implies(&[one, other], &[holds]);
                }
            }
        }
    }

    /// States that edges form no cycle: each that holds goes from a parent to a child, and a node has at most one parent.
    fn acyclic(&mut self) {
        if let Some(literals) = self.too_many_for_order() {
            self.group.refuse(literals);
        }
        let mut arcs = Arcs::default();
        let mut parents: Vec<Vec<Lit>> = vec![Vec::new(); self.s.nodes().len()];
        for edge in self.s.joining() {
            if self.group.step(1).is_err() {
                return;
            }
            let mut ways = Vec::new();
            for [parent, child] in [edge.ends, [edge.ends[1], edge.ends[0]]] {
                let is_parent = self.group.aux();
                let above = self.arc(&mut arcs, parent, child);
                self.group.implies(&[is_parent], &[above]);
                parents[child as usize].push(is_parent);
                ways.push(is_parent);
            }
            let there = edge.ends.map(|end| self.present[end as usize]);
            let absent = edge.lit.into_iter().chain(there.into_iter().flatten()).map(|lit| !lit);
            self.demand(ways.into_iter().chain(absent));
        }
        self.no_cycle(arcs);
        for parents in parents {
            self.group.count(Bound::AtMost(1), &parents);
        }
    }

    /// Makes trees for regions of pairs, whose root is the first of the two clues: the other one is in its region, and the
    /// size of the region is between their numbers.
    fn regions_of_pairs(&mut self, pairs: &Pairs) {
        let most = |clue| Some(Bound::AtMost(pairs.sizes(&[clue], 0).1));
        let roots = pairs.clues.iter().map(|&clue| Root { node: clue.node, size: most(clue) }).collect();
        let all = self.regions(&Regions { size: None, roots, rooted: Rooted::AtLeastOne });
        for own in &all {
            if self.group.step(1).is_err() {
                return;
            }
            let Some(&first) = pairs.clue(own.root) else { continue };
            let others = pairs.clues.iter().filter(|other| other.node != first.node);
            let others: Vec<_> =
                others.filter_map(|other| Some((*other, own.by_node[other.node as usize]?))).collect();
            let lits: Vec<Lit> = others.iter().map(|&(_, lit)| lit).collect();
            self.group.implies(&[own.is_root], &lits);
            self.group.count(Bound::AtMost(1), &lits);
            let members: Vec<Lit> = own.by_node.iter().flatten().copied().collect();
            let count = members.len() as u64;
            let counter = self.group.counter(&members, members.len());
            // Place i says that there are more than i.
            let more = |than: u64| usize::try_from(than).ok().and_then(|than| counter.get(than)).copied();
            for (other, lit) in others {
                let (least, most) = pairs.sizes(&[first, other], 0);
                if least > most || least > count {
                    self.group.clause(&[!lit]);
                    continue;
                }
                self.group.implies(&[lit], more(least - 1).as_slice());
                if let Some(too_many) = more(most) {
                    self.group.implies(&[lit], &[!too_many]);
                }
                // If only one has a number, the size is any other.
                if let ((Some(number), None) | (None, Some(number)), true) =
                    ((first.number, other.number), most == u64::MAX)
                    && let Some(enough) = number.checked_sub(1).and_then(more)
                {
                    let clause: Vec<Lit> = [!lit, !enough].into_iter().chain(more(number)).collect();
                    self.group.clause(&clause);
                }
            }
        }
    }

    /// States that each region has the size of its kind and of its roots.
    fn sizes(&mut self, regions: &Regions, all: &[Tree]) {
        for own in all {
            if self.group.step(1).is_err() {
                return;
            }
            let members: Vec<Lit> = own.by_node.iter().flatten().copied().collect();
            let mut demands = vec![(own.is_root, regions.sizes([own.root]))];
            for other in regions.roots.iter().filter(|other| other.node != own.root) {
                if let Some(member) = own.by_node[other.node as usize] {
                    demands.push((member, regions.sizes([other.node])));
                }
            }
            let count = members.len() as u64;
            demands.retain(|&(_, (least, most))| least > 1 || most < count);
            let largest =
                demands.iter().map(|&(_, (least, most))| if most < count { most + 1 } else { least });
            let up_to = largest.max().unwrap_or(0).min(count);
            let counter = self.group.counter(&members, up_to as usize);
            for (member, (least, most)) in demands {
                // The literal at place i says that there are more than i.
                if let Some(&more) = usize::try_from(most).ok().and_then(|most| counter.get(most)) {
                    self.group.implies(&[member], &[!more]);
                }
                if least > 1 {
                    let enough = counter.get(least as usize - 1).copied();
                    self.group.implies(&[member], enough.as_slice());
                }
            }
        }
    }
}

/// Removes one node after the other, always one with the fewest neighbours, and makes these neighbours of
/// each other.
struct Elimination {
    /// By node, the neighbours in rising order; removed nodes are in no list.
    around: BTreeMap<u32, Vec<u32>>,
    by_degree: BTreeSet<(usize, u32)>,
}

impl Elimination {
    fn new(edges: impl Iterator<Item = [u32; 2]>) -> Self {
        let mut around: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for [one, other] in edges {
            around.entry(one).or_default().push(other);
            around.entry(other).or_default().push(one);
        }
        for others in around.values_mut() {
            others.sort_unstable();
            others.dedup();
        }
        let by_degree = around.iter().map(|(&node, others)| (others.len(), node)).collect();
        Elimination { around, by_degree }
    }

    /// Removes the next node, and returns it with its neighbours. Takes time linear in the lengths of their
    /// lists.
    fn next(&mut self) -> Option<(u32, Vec<u32>)> {
        let (_, node) = self.by_degree.pop_first()?;
        let others = self.around.remove(&node).unwrap_or_default();
        for &one in &others {
            let known = self.around.entry(one).or_default();
            self.by_degree.remove(&(known.len(), one));
            *known = joined(known, &others, [node, one]);
            self.by_degree.insert((known.len(), one));
        }
        Some((node, others))
    }
}

/// The union of two rising lists, rising, without two of the elements.
fn joined(one: &[u32], other: &[u32], without: [u32; 2]) -> Vec<u32> {
    let mut all = Vec::with_capacity(one.len() + other.len());
    let (mut left, mut right) = (one.iter().copied().peekable(), other.iter().copied().peekable());
    loop {
        let next = match (left.peek(), right.peek()) {
            (None, None) => return all,
            (Some(a), Some(b)) if a == b => {
                right.next();
                left.next()
            }
            (Some(a), Some(b)) if a > b => right.next(),
            (None, _) => right.next(),
            _ => left.next(),
        };
        all.extend(next.filter(|element| !without.contains(element)));
    }
}
