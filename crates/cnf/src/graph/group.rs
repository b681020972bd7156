//! The methods of a group that state graph constraints.

use rustsat::types::Lit;

use super::{
    Edge, Graph, GraphConstraint, GraphEntry, Kind, NodeEntry, Pairs, Regions, clauses, labels::labels,
    tree::tree,
};
use crate::{GraphFlavour, cnf::OpenGroup, group::Group, literal::Atom};

impl<A: Atom> Group<'_, A> {
    /// States that the nodes that hold are connected along the edges that hold, or that no node holds.
    pub fn connected(&mut self, graph: &Graph<A>) -> &mut Self {
        self.graph(graph, Kind::Connected)
    }

    /// Like [`Group::connected`], and states that at least one end of each edge holds. The cuts are then
    /// shorter.
    ///
    /// # Panics
    ///
    /// If an edge has a literal: a bug of the encoding.
    pub fn connected_cover(&mut self, graph: &Graph<A>) -> &mut Self {
        self.graph(graph, Kind::ConnectedCover)
    }

    /// States that the edges that hold form a single cycle. A node with a literal is on it if and only if the
    /// literal is true. How many edges meet in a node becomes a group of its own for each node, of the same
    /// rule, so that explanations name single nodes.
    pub fn one_loop(self, graph: &Graph<A>) {
        self.chain(graph, Kind::OneLoop);
    }

    /// States that the nodes that hold form regions with these sizes and roots. Neighbours whose edge holds
    /// are in the same region.
    ///
    /// ```
    /// use jigsat_cnf::{Bound, Formula, Flavours, GraphFlavour, Rule, graph::{Graph, Regions}};
    ///
    /// const PAIRS: Rule = Rule::new("pairs", "trees stand in pairs");
    /// let mut e = Formula::new(Flavours { graph: GraphFlavour::Tree, ..Flavours::default() });
    /// (0..3).for_each(|place| e.declare_projected(place));
    /// let row = Graph::of_nodes(0..3, [(0, 1), (1, 2)]);
    /// e.group(&PAIRS, ()).regions(&row, Regions { size: Some(Bound::Exactly(2)), ..Regions::default() });
    /// assert!(!e.is_lazy(), "a tree says all");
    /// ```
    ///
    /// # Panics
    ///
    /// If a root is not a node: a bug of the encoding.
    pub fn regions(&mut self, graph: &Graph<A>, regions: Regions) -> &mut Self {
        self.graph(graph, Kind::Regions(regions))
    }

    /// States that the nodes that hold form regions, in each of which are exactly two clues, and that its number of nodes lies
    /// strictly between their numbers.
    ///
    /// ```
    /// use jigsat_cnf::{Formula, Flavours, Rule, graph::{Clue, Graph, Pairs}, neg};
    ///
    /// const AREAS: Rule = Rule::new("areas", "every area has two numbers, and its size is between them");
    /// let mut e = Formula::new(Flavours::default());
    /// (0..3).for_each(|border| e.declare_projected(border));
    /// // Four cells in a row, and three borders between them.
    /// let row = Graph::of_edges(4, (0..3).map(|border| (border, border + 1, neg(border))));
    /// let clues = [(0, 1), (3, 4)].map(|(node, number)| Clue { node, number: Some(number) });
    /// e.group(&AREAS, ()).regions_of_pairs(&row, Pairs { clues: clues.into() });
    /// assert_eq!(e.cut(&|lit| Some(lit.is_neg()), &|_| true), Ok(1), "all four cells are too many");
    /// ```
    ///
    /// # Panics
    ///
    /// If a clue is not at a node, or two are at the same: bugs of the encoding.
    pub fn regions_of_pairs(&mut self, graph: &Graph<A>, pairs: Pairs) -> &mut Self {
        self.graph(graph, Kind::Pairs(pairs))
    }

    /// States that the edges that hold form paths, which join the ends of each pair. A node with a literal is
    /// on a path if and only if the literal is true. Nodes have groups of their own, as for
    /// [`Group::one_loop`].
    ///
    /// # Panics
    ///
    /// If an end is not a node, has a literal or is in two pairs: a bug of the encoding.
    pub fn paths(self, graph: &Graph<A>, pairs: impl IntoIterator<Item = [usize; 2]>) {
        let pairs = pairs.into_iter().map(|pair| pair.map(|end| end as u32));
        self.chain(graph, Kind::Paths(pairs.collect()));
    }

    /// States that the nodes that hold can be divided into pairs that edges join.
    ///
    /// ```
    /// use jigsat_cnf::{Formula, Flavours, Rule, graph::Graph};
    ///
    /// const PAIRS: Rule = Rule::new("pairs", "every tree has a tent of its own");
    /// let mut e = Formula::new(Flavours::default());
    /// (0..2).for_each(|tent| e.declare_projected(tent));
    /// // Two trees, which always hold, and two places for tents, one beside both trees.
    /// let mut graph = Graph::of_nodes(0..2, []);
    /// let trees = [graph.node(None), graph.node(None)];
    /// [(trees[0], 0), (trees[1], 0), (trees[1], 1)].map(|(tree, tent)| graph.edge(tree, tent, None));
    /// e.group(&PAIRS, ()).matching(&graph);
    /// assert_eq!(e.cut(&|lit| Some(lit.is_neg() != (lit.vidx() == 0)), &|_| true), Ok(1), "a tent is missing");
    /// ```
    ///
    /// # Panics
    ///
    /// If an edge has a literal or joins two nodes of the same side: bugs of the encoding.
    pub fn matching(&mut self, graph: &Graph<A>) -> &mut Self {
        self.graph(graph, Kind::Matching)
    }

    /// States that the edges that hold, with both of their ends, form no cycle.
    ///
    /// ```
    /// use jigsat_cnf::{Formula, Flavours, Rule, graph::Graph, pos};
    ///
    /// const FOREST: Rule = Rule::new("forest", "the fences enclose nothing");
    /// let mut e = Formula::new(Flavours::default());
    /// (0..3).for_each(|fence| e.declare_projected(fence));
    /// let triangle = Graph::of_edges(3, [(0, 1, pos(0)), (1, 2, pos(1)), (2, 0, pos(2))]);
    /// e.group(&FOREST, ()).acyclic(&triangle);
    /// assert_eq!(e.cut(&|lit| Some(!lit.is_neg()), &|_| true), Ok(1), "three fences enclose something");
    /// ```
    pub fn acyclic(&mut self, graph: &Graph<A>) -> &mut Self {
        self.graph(graph, Kind::Acyclic)
    }

    /// States that an edge holds if its ends are connected by what holds, so that edges that don't hold separate regions.
    ///
    /// ```
    /// use jigsat_cnf::{Formula, Flavours, Rule, graph::Graph, neg};
    ///
    /// const BORDERS: Rule = Rule::new("borders", "every border separates two areas");
    /// let mut e = Formula::new(Flavours::default());
    /// (0..3).for_each(|border| e.declare_projected(border));
    /// let triangle = Graph::of_edges(3, [(0, 1, neg(0)), (1, 2, neg(1)), (2, 0, neg(2))]);
    /// e.group(&BORDERS, ()).closed(&triangle);
    /// assert_eq!(e.cut(&|lit| Some(lit.is_neg() != (lit.vidx() == 0)), &|_| true), Ok(1), "one border separates nothing");
    /// ```
    pub fn closed(&mut self, graph: &Graph<A>) -> &mut Self {
        self.graph(graph, Kind::Closed)
    }

    /// States a constraint on a graph, and then in groups of their own how many edges meet in each node.
    fn chain(mut self, graph: &Graph<A>, kind: Kind) {
        self.graph(graph, kind);
        if !graph.has_degrees_apart {
            self.open.degrees();
        }
    }

    fn graph(&mut self, graph: &Graph<A>, kind: Kind) -> &mut Self {
        if self.open.is_closed() {
            return self;
        }
        let nodes = graph.nodes.iter().map(|node| node.map(|node| self.lit(node))).collect();
        let edge = |&(ends, lit): &(_, Option<_>)| Edge { ends, lit: lit.map(|lit| self.lit(lit)) };
        let edges = graph.edges.iter().map(edge).collect();
        let condition = graph.condition.map(|condition| self.lit(condition));
        self.open.graph(GraphConstraint::new(nodes, edges, kind, condition), &graph.names);
        self
    }
}

impl OpenGroup<'_> {
    /// States how many edges meet in each node of the last graph constraint, in groups of their own.
    fn degrees(self) {
        if self.is_closed() {
            return;
        }
        let e = self.into_cnf();
        let place = e.graphs.len() - 1;
        let constraint = e.graphs[place].constraint.clone();
        let (rule, args) = e.rule_of(place);
        for node in 0..constraint.nodes().len() as u32 {
            if e.step(1).is_err() {
                return;
            }
            let is_lone = constraint.around(node).is_empty() && constraint.lit(node).is_none();
            if !is_lone || constraint.is_end(node) {
                e.graph_nodes.push(NodeEntry { graph: place as u32, group: e.group_count() as u32, node });
                clauses::degree(&constraint, node, &mut e.open(&rule, &args[..]));
            }
        }
    }

    fn graph(&mut self, mut constraint: GraphConstraint, names: &[Box<str>]) {
        let (is_lazy, prunes) = (self.cnf.flavours().graph == GraphFlavour::Lazy, self.cnf.prunes());
        clauses::meaning(&constraint, self);
        // Other rules often forbid that two neighbours are left out. An explanation has to name those rules, too, so
        // only the search profits.
        if is_lazy && prunes && clauses::covers(&constraint, self.cnf.clauses()) {
            constraint = constraint.into_cover();
        }
        let mut own_labels = Vec::new();
        if !is_lazy {
            tree(&constraint, self);
        } else if prunes {
            own_labels = labels(&constraint, self);
            // In explanations, each cut has a sentence of its own.
            for cut in clauses::first_cuts(&constraint, self.cnf.interrupt()).unwrap_or_default() {
                self.clause_of_set(cut.clause);
            }
        }
        let names = names.iter().map(|name| self.cnf.name(name.clone())).collect();
        let group = self.cnf.group_count() as u32 - 1;
        self.cnf.graphs.push(GraphEntry {
            constraint,
            names,
            group,
            is_lazy,
            labels: own_labels,
            is_direct: false,
        });
    }

    /// Adds a clause whose literals may come twice or contradict each other.
    pub(super) fn clause_of_set(&mut self, mut clause: Vec<Lit>) {
        clause.sort_unstable();
        clause.dedup();
        if !clause.windows(2).any(|pair| pair[0] == !pair[1]) {
            self.clause(&clause);
        }
    }
}
