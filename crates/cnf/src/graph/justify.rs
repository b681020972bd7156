//! Checks a cut by plain search, independently of the code that finds cuts. A checker of proofs trusts
//! nothing else here.

use std::collections::{BTreeSet, VecDeque};

use super::{Breach, Cut, GraphConstraint, Kind, Pairs, Regions, Rooted, Witness};

/// Whether every solution of a constraint satisfies a cut: the clause is that of the witness, and if the
/// elements are as the witness says, the constraint is broken. Takes time linear in the size of the graph,
/// except for long lists of roots.
///
/// ```
/// use jigsat_cnf::{Var, graph::{Breach, Cut, Edge, GraphConstraint, Kind, Witness, justify}};
///
/// // Three nodes in a row: where the outer ones hold, so does the one between them.
/// let [a, b, c] = [0, 1, 2].map(|var| Var::new(var).pos_lit());
/// let edges = [[0, 1], [1, 2]].map(|ends| Edge { ends, lit: None }).to_vec();
/// let row = GraphConstraint::new(vec![Some(a), Some(b), Some(c)], edges, Kind::Connected, None);
/// let witness = Witness { breach: Breach::Apart, holding: vec![0, 2], lacking: vec![1] };
/// let cut = Cut { clause: row.clause(&witness).expect("the elements are there"), witness };
/// assert!(justify(&row, &cut));
/// // With another clause, or without the separator, it is no cut.
/// assert!(!justify(&row, &Cut { clause: vec![!a, !c], ..cut.clone() }));
/// let witness = Witness { lacking: vec![], ..cut.witness };
/// assert!(!justify(&row, &Cut { clause: vec![!a, !c], witness }));
/// ```
#[must_use]
pub fn justify(constraint: &GraphConstraint, cut: &Cut) -> bool {
    let Witness { breach, holding, lacking } = &cut.witness;
    let mut clause = cut.clause.clone();
    clause.sort_unstable();
    clause.dedup();
    if constraint.clause(&cut.witness) != Some(clause) {
        return false;
    }
    let search = Search { constraint, holding, lacking };
    match breach {
        Breach::Apart => search.apart(),
        Breach::Cycle if *constraint.kind() == Kind::Acyclic => search.has_cycle(),
        Breach::Cycle | Breach::WrongEnds => search.chains(*breach),
        Breach::Unmatched => search.unmatched(),
        Breach::Within => search.within(),
        Breach::Indivisible => search.indivisible(),
        _ => search.region(*breach),
    }
}

struct Search<'s> {
    constraint: &'s GraphConstraint,
    holding: &'s [u32],
    lacking: &'s [u32],
}

impl Search<'_> {
    /// The elements that can be reached from one without those that are lacking.
    fn reach(&self, from: u32, barred: impl Fn(u32) -> bool) -> Vec<bool> {
        let mut is_out = vec![false; self.constraint.elements()];
        for &element in self.lacking {
            is_out[element as usize] = true;
        }
        self.constraint.flood(&[from], |element| !is_out[element as usize] && !barred(element)).inside
    }

    fn apart(&self) -> bool {
        let pairs: Vec<[u32; 2]> = match self.constraint.kind() {
            Kind::Connected | Kind::ConnectedCover | Kind::OneLoop => {
                let [one, other] = self.holding[..] else { return self.cover_apart() };
                if ![one, other].into_iter().all(|element| self.must_be_joined(element)) {
                    return false;
                }
                vec![[one, other]]
            }
            Kind::Paths(pairs) => pairs.clone(),
            Kind::Regions(_) | Kind::Pairs(_) | Kind::Matching | Kind::Acyclic | Kind::Closed => {
                return false;
            }
        };
        pairs
            .iter()
            .any(|&[one, other]| !self.lacking.contains(&one) && !self.reach(one, |_| false)[other as usize])
    }

    /// Whether the constraint connects this element with others of its kind whenever it holds.
    fn must_be_joined(&self, element: u32) -> bool {
        let is_passed = || self.constraint.lit(element).is_some();
        match self.constraint.kind() {
            Kind::OneLoop => !self.constraint.is_node(element) || is_passed(),
            _ => self.constraint.is_node(element),
        }
    }

    /// Whether two neighbours of lacking elements are apart. In a cover, these neighbours hold by themselves.
    fn cover_apart(&self) -> bool {
        if *self.constraint.kind() != Kind::ConnectedCover || !self.holding.is_empty() {
            return false;
        }
        let around = self.lacking.iter().flat_map(|&element| self.constraint.around(element));
        let mut beside = around.copied().filter(|element| !self.lacking.contains(element));
        let Some(first) = beside.next() else { return false };
        let reached = self.reach(first, |_| false);
        beside.any(|element| !reached[element as usize])
    }

    /// The nodes among the elements that hold, if these are connected and some are nodes.
    fn connected_nodes(&self) -> Option<Vec<u32>> {
        let first = *self.holding.iter().find(|&&element| self.constraint.is_node(element))?;
        let connected = self.constraint.flood(&[first], |element| self.holding.contains(&element));
        let mut nodes: Vec<u32> =
            self.holding.iter().copied().filter(|&element| self.constraint.is_node(element)).collect();
        nodes.sort_unstable();
        nodes.dedup();
        self.holding.iter().all(|&element| connected.has(element)).then_some(nodes)
    }

    fn region(&self, breach: Breach) -> bool {
        if let Kind::Pairs(pairs) = self.constraint.kind() {
            return self.region_of_pair(pairs, breach);
        }
        let Kind::Regions(regions) = self.constraint.kind() else { return false };
        let Some(nodes) = self.connected_nodes() else { return false };
        let first = nodes[0];
        let (least, most) = regions.sizes(nodes.iter().copied());
        let roots = nodes.iter().filter(|&&node| regions.root(node).is_some()).count();
        let other_root =
            |element: u32| roots > 0 && regions.root(element).is_some() && !nodes.contains(&element);
        let is_barred = |element| regions.rooted == Rooted::ExactlyOne && other_root(element);
        let region = || {
            let reached = self.reach(first, is_barred);
            (0..self.constraint.nodes().len() as u32).filter(move |&node| reached[node as usize])
        };
        match breach {
            Breach::TooLarge => nodes.len() as u64 > most,
            Breach::TwoRoots => regions.rooted == Rooted::ExactlyOne && roots > 1,
            Breach::TooSmall => (region().count() as u64) < least,
            Breach::NoRoot => {
                regions.rooted != Rooted::Free && !region().any(|node| regions.root(node).is_some())
            }
            Breach::TooFar => {
                regions.rooted != Rooted::Free && roots == 0 && !self.comes_to_root(regions, &nodes, most)
            }
            Breach::Apart
            | Breach::Indivisible
            | Breach::Cycle
            | Breach::WrongEnds
            | Breach::Unmatched
            | Breach::Within => false,
        }
    }

    /// Whether the nodes that hold, with those that always hold, are all that can be reached from them, and can't be divided.
    fn indivisible(&self) -> bool {
        let (Kind::Regions(regions), Some(&first)) = (self.constraint.kind(), self.holding.first()) else {
            return false;
        };
        let reached = self.reach(first, |_| false);
        let room: Vec<u32> =
            (0..self.constraint.nodes().len() as u32).filter(|&node| reached[node as usize]).collect();
        let holds = |node: &u32| self.constraint.lit(*node).is_none() || self.holding.contains(node);
        let size = regions.common_size(self.constraint.nodes().len());
        room.iter().all(holds) && size.is_some_and(|size| !Regions::divides(size, room.len() as u64))
    }

    /// Whether the region of the nodes that hold breaks a demand on pairs of clues.
    fn region_of_pair(&self, pairs: &Pairs, breach: Breach) -> bool {
        let Some(nodes) = self.connected_nodes() else { return false };
        let clues = pairs.among(nodes.iter().copied());
        let (least, most) = pairs.sizes(&clues, nodes.len() as u64);
        let reached = self.reach(nodes[0], |element| pairs.bars(&clues, element));
        let room: Vec<u32> =
            (0..self.constraint.nodes().len() as u32).filter(|&node| reached[node as usize]).collect();
        match breach {
            Breach::TooLarge => nodes.len() as u64 > most,
            Breach::TwoRoots => clues.len() > 1 && least > most,
            Breach::TooSmall => (room.len() as u64) < least && least <= most,
            Breach::NoRoot => pairs.among(room).len() < 2,
            _ => false,
        }
    }

    /// Whether a root can be in a region that has these nodes and at most this many: counts the nodes on the
    /// way there.
    fn comes_to_root(&self, regions: &Regions, nodes: &[u32], most: u64) -> bool {
        let mut size = vec![u64::MAX; self.constraint.elements()];
        let mut near: VecDeque<u32> = VecDeque::new();
        for &element in self.holding {
            size[element as usize] = nodes.len() as u64;
            near.push_back(element);
        }
        while let Some(element) = near.pop_front() {
            let with_it = size[element as usize];
            let root = self.constraint.is_node(element).then(|| regions.root(element)).flatten();
            if root.is_some() {
                if with_it <= most.min(regions.sizes([element]).1) {
                    return true;
                }
                continue;
            }
            for &other in self.constraint.around(element) {
                let larger = with_it + u64::from(self.constraint.is_node(other));
                if larger < size[other as usize] && larger <= most && !self.lacking.contains(&other) {
                    size[other as usize] = larger;
                    near.push_back(other);
                }
            }
        }
        false
    }

    /// Whether the nodes that hold are more than their neighbours that may hold, and no edge joins two of them.
    fn unmatched(&self) -> bool {
        if *self.constraint.kind() != Kind::Matching {
            return false;
        }
        let nodes: BTreeSet<u32> = self.holding.iter().copied().collect();
        let around = nodes.iter().flat_map(|&node| self.constraint.around(node)).copied();
        let around: BTreeSet<u32> = around.collect();
        let left = around.iter().filter(|node| !self.lacking.contains(node)).count();
        nodes.iter().all(|&node| self.constraint.is_node(node))
            && nodes.is_disjoint(&around)
            && left < nodes.len()
    }

    /// Whether the ends of the edge that is lacking are connected by what holds.
    fn within(&self) -> bool {
        let &[edge] = self.lacking else { return false };
        let (Kind::Closed, Some(edge)) = (self.constraint.kind(), self.constraint.edge(edge)) else {
            return false;
        };
        let holds = |element: u32| {
            !self.lacking.contains(&element)
                && (self.constraint.lit(element).is_none() || self.holding.contains(&element))
        };
        let [one, other] = edge.ends;
        holds(one) && holds(other) && self.constraint.flood(&[one], holds).has(other)
    }

    /// Whether some edges that hold, whose ends hold, are on a cycle: what is left without the nodes that have one edge or none.
    fn has_cycle(&self) -> bool {
        let holds = |node: u32| self.constraint.lit(node).is_none() || self.holding.contains(&node);
        let edges: BTreeSet<u32> = self.holding.iter().copied().collect();
        let ends = |edge: &u32| self.constraint.edge(*edge).map(|edge| edge.ends);
        let mut left: Vec<[u32; 2]> =
            edges.iter().filter_map(ends).filter(|ends| ends.iter().all(|&end| holds(end))).collect();
        loop {
            let degree = |node: u32| left.iter().flatten().filter(|&&end| end == node).count();
            let is_inner = |ends: &&[u32; 2]| ends.iter().all(|&end| degree(end) > 1);
            let inner: Vec<[u32; 2]> = left.iter().filter(is_inner).copied().collect();
            if inner.len() == left.len() {
                return !left.is_empty();
            }
            left = inner;
        }
    }

    /// Whether the edges that hold have a component of this kind among them: a cycle with something else that
    /// holds beside it, or a chain from one end to another that is not its own.
    fn chains(&self, breach: Breach) -> bool {
        let pairs: &[[u32; 2]] = match self.constraint.kind() {
            Kind::OneLoop => &[],
            Kind::Paths(pairs) => pairs,
            _ => return false,
        };
        let is_paths = matches!(self.constraint.kind(), Kind::Paths(_));
        let mut left: Vec<u32> = self.holding.to_vec();
        left.sort_unstable();
        left.dedup();
        while let Some(&start) = left.iter().find(|&&element| !self.constraint.is_node(element)) {
            // Edges that hold, and the nodes that they meet in.
            let is_there = |element: u32| self.constraint.is_node(element) || self.holding.contains(&element);
            let component = self.constraint.flood(&[start], is_there);
            let (nodes, edges): (Vec<u32>, Vec<u32>) =
                component.reached.iter().partition(|&&element| self.constraint.is_node(element));
            let degree =
                |node: u32| self.constraint.around(node).iter().filter(|&&edge| component.has(edge)).count();
            let is_cycle = nodes.iter().all(|&node| degree(node) == 2) && edges.len() == nodes.len();
            // A path need not pass a node without a literal.
            let is_all =
                self.holding.iter().all(|&element| component.has(element) || !self.must_be_joined(element));
            let partner = |node: u32| {
                let pair = pairs.iter().find(|pair| pair.contains(&node))?;
                Some(if pair[0] == node { pair[1] } else { pair[0] })
            };
            let ends: Vec<u32> = nodes.iter().copied().filter(|&node| partner(node).is_some()).collect();
            let is_wrong =
                ends.iter().any(|&end| ends.iter().any(|&other| other != end && partner(end) != Some(other)));
            if breach == Breach::Cycle && is_cycle && (is_paths || !is_all)
                || breach == Breach::WrongEnds && is_wrong
            {
                return true;
            }
            left.retain(|&element| !component.has(element));
        }
        false
    }
}
