use std::fmt;

use rustsat::types::Lit;

use crate::{
    Bound,
    literal::{Atom, Literal},
};

/// A graph for a constraint. Each node and edge may have a literal, which says whether it holds.
///
/// Nodes are numbered from 0. An edge without a literal holds if both of its ends do.
///
/// ```
/// use jigsat_cnf::{Formula, Flavours, Rule, graph::Graph, neg};
///
/// const ONE_SEA: Rule = Rule::new("one-sea", "the cells of water are connected");
///
/// // Four cells in a row: water at both ends needs water between them.
/// let mut e = Formula::new(Flavours::default());
/// (0..4).for_each(|cell| e.declare_projected(cell));
/// let row = Graph::of_nodes(0..4, [(0, 1), (1, 2), (2, 3)]);
/// e.group(&ONE_SEA, ()).connected(&row);
/// e.group(&Rule::new("ends", "both ends are water"), ()).clause([0]).clause([3]);
/// e.group(&Rule::new("island", "{0} is land"), (2,)).clause([neg(2)]);
///
/// // What that candidate breaks is added as a clause.
/// let values = [true, true, false, true];
/// assert_eq!(e.cut(&|lit| Some(values[lit.vidx()] != lit.is_neg()), &|_| true), Ok(1));
/// assert!(e.propagate(&[]).is_ok_and(|seen| seen.conflict.is_some()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph<A> {
    pub(crate) nodes: Vec<Option<Literal<A>>>,
    pub(crate) edges: Vec<([u32; 2], Option<Literal<A>>)>,
    pub(crate) condition: Option<Literal<A>>,
    pub(crate) has_degrees_apart: bool,
    pub(crate) names: Vec<Box<str>>,
}

impl<A: Atom> Graph<A> {
    /// A graph without nodes.
    #[must_use]
    pub fn new() -> Self {
        Graph {
            nodes: Vec::new(),
            edges: Vec::new(),
            condition: None,
            has_degrees_apart: false,
            names: Vec::new(),
        }
    }

    /// A graph whose nodes are chosen by literals. An edge holds if both of its ends do.
    pub fn of_nodes<L: Into<Literal<A>>>(
        nodes: impl IntoIterator<Item = L>,
        edges: impl IntoIterator<Item = (usize, usize)>,
    ) -> Self {
        let mut graph = Graph::new();
        for node in nodes {
            graph.node(Some(node.into()));
        }
        for (one, other) in edges {
            graph.edge(one, other, None);
        }
        graph
    }

    /// A graph with this many nodes, all of which hold. The edges between them are chosen by literals.
    pub fn of_edges<L: Into<Literal<A>>>(
        nodes: usize,
        edges: impl IntoIterator<Item = (usize, usize, L)>,
    ) -> Self {
        let mut graph = Graph { nodes: vec![None; nodes], ..Graph::new() };
        for (one, other, literal) in edges {
            graph.edge(one, other, Some(literal.into()));
        }
        graph
    }

    /// Adds a node, and returns its number: how many nodes there were before.
    pub fn node(&mut self, literal: Option<Literal<A>>) -> usize {
        self.nodes.push(literal);
        self.nodes.len() - 1
    }

    /// Adds an edge. Several edges may join the same nodes. An edge from a node to itself joins nothing, and is on no
    /// loop and no path.
    ///
    /// # Panics
    ///
    /// If an end is not a node: a bug of the encoding.
    pub fn edge(&mut self, one: usize, other: usize, literal: Option<Literal<A>>) {
        assert!(one.max(other) < self.nodes.len(), "no edge joins nodes {one} and {other}");
        self.edges.push(([one as u32, other as u32], literal));
    }

    /// Names all nodes, in their order, and then all edges or none. Sentences about cuts use these names, and name an edge
    /// without a name of its own by its ends.
    /// Without names, nodes and edges are named by their literals.
    #[must_use]
    pub fn with_names<N: Into<Box<str>>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.names = names.into_iter().map(Into::into).collect();
        self
    }

    /// Makes the constraint conditional: it holds only if this literal is true.
    #[must_use]
    pub fn only_if(mut self, condition: impl Into<Literal<A>>) -> Self {
        self.condition = Some(condition.into());
        self
    }

    /// Leaves out the groups about how many edges of a loop or of paths meet in each node, because other
    /// constraints state that: those of a rule of its own, which can be dropped by itself.
    #[must_use]
    pub fn with_degrees_apart(mut self) -> Self {
        self.has_degrees_apart = true;
        self
    }
}

impl<A: Atom> Default for Graph<A> {
    fn default() -> Self {
        Graph::new()
    }
}

/// What a [`GraphConstraint`] demands of the nodes and edges that hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The nodes that hold form one connected set along the edges that hold, or no node holds.
    Connected,
    /// Like [`Kind::Connected`], and at least one end of each edge holds: a connected vertex cover. Its cuts
    /// are shorter. No edge has a literal.
    ConnectedCover,
    /// The edges that hold form a single cycle, of two edges or more. A node with a literal is on it if and only if the
    /// literal is true.
    OneLoop,
    /// The nodes that hold form regions, which are maximal sets connected along edges that hold.
    Regions(Regions),
    /// The nodes that hold form regions, each of which has two of these nodes and a size between their numbers.
    Pairs(Pairs),
    /// The edges that hold form paths, each of which joins the two ends of a pair. Every end is joined. At
    /// most one path passes through another node; if the node has a literal, a path does if and only if the
    /// literal is true. An end has no literal.
    Paths(Vec<[u32; 2]>),
    /// The nodes that hold can be divided into pairs that edges join: a perfect matching. Which pairs these are is no part
    /// of a solution. The graph has two sides, and each edge joins one with the other. No edge has a literal.
    Matching,
    /// The edges that hold, with both of their ends, form no cycle: a forest. Two edges between the same nodes are a cycle, and
    /// an edge from a node to itself is one.
    Acyclic,
    /// An edge holds if both of its ends do and are connected by what holds: the edges that don't hold separate regions.
    Closed,
}

impl fmt::Display for Kind {
    /// Describes the constraint in a few words, with all its demands.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.describe(&|node| format!("node {node}"), f)
    }
}

impl Kind {
    /// The kind in one or two words, without its demands.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Kind::Connected => "connected",
            Kind::ConnectedCover => "connected cover",
            Kind::OneLoop => "one loop",
            Kind::Regions(_) => "regions",
            Kind::Pairs(_) => "regions of pairs",
            Kind::Paths(_) => "paths",
            Kind::Matching => "matching",
            Kind::Acyclic => "acyclic",
            Kind::Closed => "closed",
        }
    }

    /// Describes the constraint in a few words, with all its demands and the names of nodes.
    pub(crate) fn describe(&self, name: &dyn Fn(u32) -> String, f: &mut impl fmt::Write) -> fmt::Result {
        f.write_str(self.name())?;
        match self {
            Kind::Connected
            | Kind::ConnectedCover
            | Kind::OneLoop
            | Kind::Matching
            | Kind::Acyclic
            | Kind::Closed => Ok(()),
            Kind::Regions(regions) => {
                if let Some(size) = regions.size {
                    write!(f, " of {} node{}", Amount(size), plural(size))?;
                }
                match regions.rooted {
                    Rooted::Free if regions.roots.is_empty() => return Ok(()),
                    Rooted::Free => f.write_str(", some with roots (")?,
                    Rooted::AtLeastOne => f.write_str(" with at least one root (")?,
                    Rooted::ExactlyOne => f.write_str(" with exactly one root (")?,
                }
                for (place, root) in regions.roots.iter().enumerate() {
                    write!(f, "{}{}", if place == 0 { "" } else { ", " }, name(root.node))?;
                    if let Some(size) = root.size {
                        write!(f, " of {}", Amount(size))?;
                    }
                }
                f.write_str(")")
            }
            Kind::Pairs(pairs) => {
                f.write_str(" (")?;
                for (place, of) in pairs.clues.iter().enumerate() {
                    write!(f, "{}{}", if place == 0 { "" } else { ", " }, name(of.node))?;
                    of.number.iter().try_for_each(|number| write!(f, " with {number}"))?;
                }
                f.write_str(")")
            }
            Kind::Paths(pairs) => {
                for (place, &[one, other]) in pairs.iter().enumerate() {
                    let between = if place == 0 { " from" } else { "," };
                    write!(f, "{between} {} to {}", name(one), name(other))?;
                }
                Ok(())
            }
        }
    }
}

/// A bound in digits.
pub(super) struct Amount(pub Bound);

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Bound::AtMost(k) => write!(f, "at most {k}"),
            Bound::AtLeast(k) => write!(f, "at least {k}"),
            Bound::Exactly(k) => write!(f, "{k}"),
        }
    }
}

fn plural(bound: Bound) -> &'static str {
    if bound.number() == 1 { "" } else { "s" }
}

/// The demands on each region.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Regions {
    /// How many nodes it has; any number if this is `None`.
    pub size: Option<Bound>,
    /// Nodes that may state the size of their region. A root that does not hold states nothing. A node that is listed
    /// twice is one root, whose region has both sizes.
    pub roots: Vec<Root>,
    /// How many of the roots a region has.
    pub rooted: Rooted,
}

/// A root of [`Regions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Root {
    /// Which node.
    pub node: u32,
    /// How many nodes its region has.
    pub size: Option<Bound>,
}

/// How many of its roots a region has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rooted {
    /// Any number.
    #[default]
    Free,
    /// One or more.
    AtLeastOne,
    /// One.
    ExactlyOne,
}

/// The demands on each region of [`Kind::Pairs`]: exactly two of the clues that hold are in it, and its number of nodes
/// lies strictly between their numbers. A clue without a number may have any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// The clues, each at a node of its own.
    pub clues: Vec<Clue>,
}

/// A clue of [`Pairs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clue {
    /// Which node.
    pub node: u32,
    /// One end of the interval in which the size of its region lies.
    pub number: Option<u64>,
}

/// An edge of a [`GraphConstraint`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The nodes that it joins. If they are the same, it joins nothing.
    pub ends: [u32; 2],
    /// The literal that says whether the edge holds; `None` if it always does.
    pub lit: Option<Lit>,
}

/// A constraint on a graph whose nodes and edges are chosen by literals. It is kept beside the clauses of a
/// formula.
///
/// Nodes and edges together are its *elements*: the nodes have the numbers from 0, and the edges those after
/// them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphConstraint {
    nodes: Vec<Option<Lit>>,
    edges: Vec<Edge>,
    kind: Kind,
    condition: Option<Lit>,
    /// The place where the neighbours of each element start.
    starts: Vec<u32>,
    neighbours: Vec<u32>,
    span: usize,
}

impl GraphConstraint {
    /// A graph constraint.
    ///
    /// # Panics
    ///
    /// If an end of an edge or of a path, a root or a clue is not a node, an end of a path has a literal or occurs twice, two
    /// clues are at one node, the edges of a cover or a matching have literals, or the graph of a matching does not have two sides: bugs of the encoding.
    #[must_use]
    pub fn new(nodes: Vec<Option<Lit>>, edges: Vec<Edge>, kind: Kind, condition: Option<Lit>) -> Self {
        let count = nodes.len();
        // A cycle consists of edges, whether they have literals or not.
        let is_chain = matches!(kind, Kind::OneLoop | Kind::Paths(_) | Kind::Acyclic);
        let mut links: Vec<[u32; 2]> = Vec::with_capacity(edges.len());
        for (edge, &Edge { ends: [one, other], lit }) in (count as u32..).zip(&edges) {
            assert!((one.max(other) as usize) < count, "an edge joins nodes");
            if one == other {
                // It is nobody's neighbour.
                continue;
            }
            if lit.is_some() || is_chain {
                links.extend([[one, edge], [edge, other]]);
            } else {
                links.push([one, other]);
            }
        }
        let (starts, neighbours) = neighbours(count + edges.len(), &links);
        match &kind {
            Kind::Connected | Kind::OneLoop | Kind::Acyclic | Kind::Closed => {}
            Kind::ConnectedCover | Kind::Matching => {
                assert!(edges.iter().all(|edge| edge.lit.is_none()), "these edges have no literals");
            }
            Kind::Regions(regions) => {
                let all_nodes = regions.roots.iter().all(|root| (root.node as usize) < count);
                assert!(all_nodes, "a root is a node");
            }
            Kind::Pairs(pairs) => {
                let mut nodes: Vec<u32> = pairs.clues.iter().map(|clue| clue.node).collect();
                nodes.sort_unstable();
                assert!(nodes.windows(2).all(|pair| pair[0] < pair[1]), "a node has one clue");
                assert!(nodes.iter().all(|&node| (node as usize) < count), "a clue is at a node");
            }
            Kind::Paths(pairs) => {
                let mut ends: Vec<u32> = pairs.iter().flatten().copied().collect();
                ends.sort_unstable();
                assert!(ends.windows(2).all(|pair| pair[0] < pair[1]), "an end is in one pair");
                let plain = |&end: &u32| nodes.get(end as usize).is_some_and(Option::is_none);
                assert!(ends.iter().all(plain), "an end is a node without a literal");
            }
        }
        let span =
            if is_chain || edges.iter().any(|edge| edge.lit.is_some()) { count + edges.len() } else { count };
        let constraint = GraphConstraint { nodes, edges, kind, condition, starts, neighbours, span };
        if constraint.kind == Kind::Matching {
            let sides = constraint.sides();
            let is_across = |edge: &Edge| sides[edge.ends[0] as usize] != sides[edge.ends[1] as usize];
            assert!(constraint.edges.iter().all(is_across), "an edge of a matching joins two sides");
        }
        constraint
    }

    /// By node, its side of a graph with two sides.
    pub(crate) fn sides(&self) -> Vec<bool> {
        let mut sides = vec![None; self.nodes.len()];
        let mut found = Vec::new();
        for start in 0..self.nodes.len() as u32 {
            if sides[start as usize].is_none() {
                sides[start as usize] = Some(false);
                found.push(start);
            }
            while let Some(node) = found.pop() {
                let other_side = sides[node as usize].map(|side: bool| !side);
                for &other in self.around(node).iter().filter(|&&other| self.is_node(other)) {
                    if sides[other as usize].is_none() {
                        sides[other as usize] = other_side;
                        found.push(other);
                    }
                }
            }
        }
        sides.into_iter().map(|side| side == Some(true)).collect()
    }

    /// The same constraint, where other clauses say that at least one end of each edge holds.
    pub(crate) fn into_cover(self) -> Self {
        debug_assert_eq!(self.kind, Kind::Connected);
        GraphConstraint { kind: Kind::ConnectedCover, ..self }
    }

    /// The same graph with another demand, as [`GraphConstraint::new`] takes it.
    pub(super) fn demanding(self, kind: Kind) -> Self {
        GraphConstraint { kind, ..self }
    }

    /// What it demands.
    #[must_use]
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// The literals of the nodes; a node without one always holds.
    #[must_use]
    pub fn nodes(&self) -> &[Option<Lit>] {
        &self.nodes
    }

    /// The edges.
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// If this literal is false, the constraint demands nothing.
    #[must_use]
    pub fn condition(&self) -> Option<Lit> {
        self.condition
    }

    /// How many elements there are: nodes, then edges.
    #[must_use]
    pub fn elements(&self) -> usize {
        self.nodes.len() + self.edges.len()
    }

    /// This many elements, from the first on, can have neighbours: the nodes alone if no edge needs a
    /// literal.
    pub(crate) fn span(&self) -> usize {
        self.span
    }

    /// The literal of an element.
    #[must_use]
    pub fn lit(&self, element: u32) -> Option<Lit> {
        let element = element as usize;
        match element.checked_sub(self.nodes.len()) {
            None => self.nodes[element],
            Some(edge) => self.edges[edge].lit,
        }
    }

    /// Whether an element is a node, not an edge.
    #[must_use]
    pub fn is_node(&self, element: u32) -> bool {
        (element as usize) < self.nodes.len()
    }

    /// Whether a node is an end of a path.
    pub(crate) fn is_end(&self, node: u32) -> bool {
        matches!(&self.kind, Kind::Paths(pairs) if pairs.iter().any(|pair| pair.contains(&node)))
    }

    /// The edges that join two nodes: those from a node to itself join nothing.
    pub(crate) fn joining(&self) -> impl Iterator<Item = &Edge> {
        self.edges.iter().filter(|edge| edge.ends[0] != edge.ends[1])
    }

    /// An element as an edge, if it is one.
    pub(crate) fn edge(&self, element: u32) -> Option<&Edge> {
        self.edges.get((element as usize).checked_sub(self.nodes.len())?)
    }

    /// The neighbours of an element: its edges for a node, its ends for an edge. But two nodes whose edge
    /// needs no literal are neighbours of each other, and an edge from a node to itself has none.
    pub(crate) fn around(&self, element: u32) -> &[u32] {
        let at = element as usize;
        &self.neighbours[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// The elements that can be reached from some elements over open ones, in the order of their distance.
    /// The start elements are included in any case.
    pub(crate) fn flood(&self, from: &[u32], open: impl Fn(u32) -> bool) -> Flood {
        let mut flood = Flood { reached: from.to_vec(), inside: vec![false; self.elements()] };
        for &element in from {
            flood.inside[element as usize] = true;
        }
        let mut next = 0;
        while let Some(&element) = flood.reached.get(next) {
            next += 1;
            for &other in self.around(element) {
                if !flood.inside[other as usize] && open(other) {
                    flood.inside[other as usize] = true;
                    flood.reached.push(other);
                }
            }
        }
        flood
    }
}

/// The neighbours of each element in one list, and the place where those of each element start.
fn neighbours(elements: usize, links: &[[u32; 2]]) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0; elements + 1];
    for &element in links.iter().flatten() {
        starts[element as usize + 1] += 1;
    }
    for element in 0..elements {
        starts[element + 1] += starts[element];
    }
    let mut next = starts.clone();
    let mut neighbours = vec![0; 2 * links.len()];
    for &[one, other] in links {
        for (element, neighbour) in [(one, other), (other, one)] {
            neighbours[next[element as usize] as usize] = neighbour;
            next[element as usize] += 1;
        }
    }
    (starts, neighbours)
}

/// What [`GraphConstraint::flood`] reached.
pub(crate) struct Flood {
    pub reached: Vec<u32>,
    /// By element.
    pub inside: Vec<bool>,
}

impl Flood {
    pub fn has(&self, element: u32) -> bool {
        self.inside[element as usize]
    }
}

impl Regions {
    /// The root at a node, if there is one.
    pub(crate) fn root(&self, node: u32) -> Option<&Root> {
        self.roots.iter().find(|root| root.node == node)
    }

    /// The least and the largest number of nodes of any region, if each of these first nodes demands the same.
    pub(crate) fn common_size(&self, nodes: usize) -> Option<(u64, u64)> {
        let Some(first) = self.roots.first() else { return Some(self.sizes([])) };
        let mut is_root = vec![false; nodes];
        for root in &self.roots {
            is_root[root.node as usize] = true;
        }
        let is_common = self.rooted != Rooted::ExactlyOne
            && self.roots.iter().all(|root| root.size == first.size)
            && is_root.iter().all(|&is_root| is_root);
        is_common.then(|| self.sizes([first.node]))
    }

    /// Whether this many nodes can be divided into regions of these sizes.
    pub(crate) fn divides((least, most): (u64, u64), count: u64) -> bool {
        // The fewest regions that are not too large are the ones that are the least too small.
        count == 0 || most > 0 && count.div_ceil(most).saturating_mul(least) <= count
    }

    /// The least and the largest number of nodes of a region that contains these nodes.
    pub(crate) fn sizes(&self, nodes: impl IntoIterator<Item = u32>) -> (u64, u64) {
        let (mut least, mut most) = (0, u64::MAX);
        let of = |node: u32| self.roots.iter().filter(move |root| root.node == node);
        let own = nodes.into_iter().flat_map(of).filter_map(|root| root.size);
        for bound in self.size.into_iter().chain(own) {
            let (low, high) = match bound {
                Bound::AtMost(k) => (0, k),
                Bound::AtLeast(k) => (k, u64::MAX),
                Bound::Exactly(k) => (k, k),
            };
            least = least.max(low);
            most = most.min(high);
        }
        (least, most)
    }
}
