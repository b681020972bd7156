//! A ground model, flat: everything to be written into an encoding, in order.

use jigsat_cnf::{
    Arg, Bound, Draft, Formula, Literal, MAX_LITERALS, Name, Rule, Stop,
    graph::{Graph, Kind},
    pos,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    atom::Atom,
    syntax::Techniques,
    theory::{SortId, Theory},
};

/// A literal: twice its variable, and one more if it is negated.
pub(super) type Lit = u32;

/// Numbers from here on are auxiliaries in their group.
pub(super) const FIRST_AUX: u32 = 1 << 30;

/// Ground constraints, group by group.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    groups: Vec<Group>,
    /// The values of the variables that distinguish the groups of an assert.
    args: Vec<i64>,
    ops: Vec<Op>,
    lits: Vec<Lit>,
    weights: Vec<u32>,
    graphs: Vec<GroundGraph>,
    /// Number of clauses and constraints that were added, including those that were not kept.
    pub size: u64,
    /// Number of values of variables that were tried.
    pub steps: u64,
    /// Number of rows of values for which guards held.
    pub rows: u64,
    /// Nothing is kept beyond this size.
    pub max_size: u64,
    /// Number of auxiliaries of the current group.
    auxiliaries: u32,
    /// The first literals of the functions that have a value by the current group.
    valued: FxHashSet<Lit>,
}

#[derive(Clone, Copy, Debug)]
struct Group {
    assert: u32,
    first_arg: u32,
    first_op: u32,
}

#[derive(Clone, Copy, Debug)]
enum Op {
    /// One or more of the literals up to `end`.
    Clause { end: u32 },
    /// The same for the values of a function, which its own rule also says: only explanations need it here.
    HasValue { end: u32 },
    /// This many of them.
    Count { bound: Bound, end: u32 },
    /// Their weights add up to a number within the bound.
    Sum { bound: Bound, end: u32 },
    /// New auxiliaries.
    Aux { count: u32 },
    /// New auxiliaries that count the literals, up to this many.
    Counter { up_to: u32, end: u32 },
    /// The graph of that number.
    Graph { number: u32 },
}

impl Op {
    /// The end of its literals, if it has any.
    fn end(self) -> Option<usize> {
        match self {
            Op::Clause { end }
            | Op::HasValue { end }
            | Op::Count { end, .. }
            | Op::Sum { end, .. }
            | Op::Counter { end, .. } => Some(end as usize),
            Op::Aux { .. } | Op::Graph { .. } => None,
        }
    }
}

/// A graph with the literals of its nodes and edges; an element without a literal is always there.
#[derive(Clone, Debug)]
pub(crate) struct GroundGraph {
    pub(super) nodes: Vec<Option<Lit>>,
    pub(super) edges: Vec<(u32, u32, Option<Lit>)>,
    pub kind: Kind,
    condition: Option<Lit>,
    /// The value of each node, by its place in this sort.
    pub(super) sort: SortId,
    pub(super) values: Vec<u32>,
    /// The same of each edge, if edges are chosen.
    pub(super) edge_values: Option<(SortId, Vec<u32>)>,
}

impl GroundGraph {
    pub fn new(condition: Option<Lit>, sort: SortId) -> Self {
        let (nodes, edges, values) = (Vec::new(), Vec::new(), Vec::new());
        GroundGraph { nodes, edges, kind: Kind::Connected, condition, sort, values, edge_values: None }
    }

    /// The same graph if these literals hold: what never holds is left out, and what always holds needs no literal.
    fn knowing(&self, known: &FxHashSet<Lit>) -> Self {
        let never = |lit: Option<Lit>| lit.is_some_and(|lit| known.contains(&(lit ^ 1)));
        let open = |lit: Option<Lit>| lit.filter(|lit| !known.contains(lit));
        let mut graph = GroundGraph::new(self.condition, self.sort);
        let mut numbers: Vec<Option<u32>> = Vec::with_capacity(self.nodes.len());
        for (node, &lit) in self.nodes.iter().enumerate() {
            numbers.push((!never(lit)).then_some(graph.nodes.len() as u32));
            if !never(lit) {
                graph.nodes.push(open(lit));
                graph.values.push(self.values[node]);
            }
        }
        let number = |node: u32| numbers[node as usize];
        let mut kept = Vec::with_capacity(self.edges.len());
        for (edge, &(a, b, lit)) in self.edges.iter().enumerate() {
            if let (Some(a), Some(b), false) = (number(a), number(b), never(lit)) {
                graph.edges.push((a, b, open(lit)));
                kept.push(edge);
            }
        }
        let kept = |values: &Vec<u32>| kept.iter().map(|&edge| values[edge]).collect();
        graph.edge_values = self.edge_values.as_ref().map(|(sort, values)| (*sort, kept(values)));
        // Whether a node is left, which then has its new number.
        let is_kept = |node: &mut u32| number(*node).map(|new| *node = new).is_some();
        graph.kind = match self.kind.clone() {
            Kind::Regions(mut regions) => {
                regions.roots.retain_mut(|root| is_kept(&mut root.node));
                Kind::Regions(regions)
            }
            Kind::Pairs(mut pairs) => {
                pairs.clues.retain_mut(|clue| is_kept(&mut clue.node));
                Kind::Pairs(pairs)
            }
            // The nodes of paths and loops have no literals, so all are there.
            kind => kind,
        };
        graph
    }
}

impl Program {
    pub fn new(max_size: u64) -> Self {
        // Half the range, so that larger sizes are recognised.
        Program { max_size: max_size.min(u64::MAX / 2), ..Program::default() }
    }

    pub fn open(&mut self, assert: usize, args: impl Iterator<Item = i64>) {
        let group = Group {
            assert: assert as u32,
            first_arg: self.args.len() as u32,
            first_op: self.ops.len() as u32,
        };
        self.groups.push(group);
        self.args.extend(args);
        self.auxiliaries = 0;
        self.valued.clear();
    }

    /// One of these literals of a function's values holds.
    pub fn has_value(&mut self, values: &[Lit]) {
        if values.first().is_none_or(|&first| self.valued.insert(first)) {
            self.add(values, |end| Op::HasValue { end });
        }
    }

    pub fn clause(&mut self, lits: &[Lit]) {
        self.add(lits, |end| Op::Clause { end });
    }

    pub fn count(&mut self, bound: Bound, lits: &[Lit]) {
        self.add(lits, |end| Op::Count { bound, end });
    }

    pub fn sum(&mut self, bound: Bound, terms: &[(Lit, u32)]) {
        let lits: Vec<Lit> = terms.iter().map(|&(lit, _)| lit).collect();
        // Weights are stored only for the literals of sums, in the same order.
        if self.size < self.max_size && self.lits.len() + lits.len() <= MAX_LITERALS {
            self.weights.extend(terms.iter().map(|&(_, weight)| weight));
        }
        self.add(&lits, |end| Op::Sum { bound, end });
    }

    /// A new variable.
    pub fn aux(&mut self) -> Lit {
        if self.size <= self.max_size {
            self.ops.push(Op::Aux { count: 1 });
        }
        self.auxiliaries += 1;
        2 * (FIRST_AUX + self.auxiliaries - 1)
    }

    /// Literals that hold if more than 0, 1, … of these do, at most this many literals.
    pub fn counter(&mut self, lits: &[Lit], up_to: usize) -> Vec<Lit> {
        let up_to = up_to.min(lits.len()) as u32;
        self.add(lits, |end| Op::Counter { up_to, end });
        let first = FIRST_AUX + self.auxiliaries;
        self.auxiliaries += up_to;
        (first..first + up_to).map(|var| 2 * var).collect()
    }

    /// States a graph constraint.
    pub fn graph(&mut self, graph: GroundGraph) {
        let elements = graph.nodes.len() + graph.edges.len();
        self.size += 1;
        if self.lits.len() + elements > MAX_LITERALS {
            self.size = self.size.max(self.max_size + 1);
        }
        if self.size <= self.max_size {
            self.ops.push(Op::Graph { number: self.graphs.len() as u32 });
            self.graphs.push(graph);
        }
    }

    fn add(&mut self, lits: &[Lit], op: impl FnOnce(u32) -> Op) {
        self.size += 1;
        if self.lits.len() + lits.len() > MAX_LITERALS {
            // Even few clauses can be too much if they are long.
            self.size = self.size.max(self.max_size + 1);
        }
        if self.size <= self.max_size {
            self.lits.extend_from_slice(lits);
            self.ops.push(op(self.lits.len() as u32));
        }
    }

    /// The literals that are clauses of their own.
    fn units(&self, theory: &Theory, e: &Formula<Atom>) -> FxHashSet<Lit> {
        let mut found = FxHashSet::default();
        let mut start = 0;
        for (number, group) in self.groups.iter().enumerate() {
            let end = self.groups.get(number + 1).map_or(self.ops.len(), |next| next.first_op as usize);
            let is_dropped = e.drops(&theory.asserts[group.assert as usize].name);
            for op in &self.ops[group.first_op as usize..end] {
                let Some(end) = op.end() else { continue };
                if let (Op::Clause { .. }, false, [lit]) = (op, is_dropped, &self.lits[start..end]) {
                    found.extend((lit / 2 < FIRST_AUX).then_some(*lit));
                }
                start = end;
            }
        }
        found
    }

    /// Writes all groups.
    pub fn write(&self, theory: &Theory, e: &mut Draft<'_, Atom>) -> Result<(), Stop> {
        let rules: Vec<Rule> = theory
            .asserts
            .iter()
            .map(|assert| {
                let rule = Rule::owned(assert.name.clone(), assert.sentence.clone());
                let rule = match assert.techniques.clone() {
                    Some(Techniques { holds, holds_not, alone }) => {
                        rule.called_owned(holds, holds_not, alone)
                    }
                    None => rule,
                };
                let rule = if theory.states_clue(assert) { rule.clue() } else { rule };
                if assert.is_redundant { rule.redundant() } else { rule }
            })
            .collect();
        let mut writer = Writer {
            theory,
            names: FxHashMap::default(),
            prunes: e.prunes(),
            known: if e.prunes() { self.units(theory, e) } else { FxHashSet::default() },
            lit: 0,
            weight: 0,
            aux: Vec::new(),
        };
        for rule in &rules {
            e.know_rule(rule.name());
        }
        let mut args = Vec::new();
        for (number, group) in self.groups.iter().enumerate() {
            let next = self.groups.get(number + 1);
            let end = |field: fn(&Group) -> u32, len: usize| next.map_or(len, |next| field(next) as usize);
            let values = &self.args[group.first_arg as usize..end(|group| group.first_arg, self.args.len())];
            writer.args(group.assert as usize, values, e, &mut args);
            let ops = group.first_op as usize..end(|group| group.first_op, self.ops.len());
            writer.aux.clear();
            let rule = &rules[group.assert as usize];
            let mut to = e.group(rule, &args[..])?;
            let mut ops = self.ops[ops].iter().peekable();
            while let Some(&op) = ops.next() {
                let Op::Graph { number } = op else {
                    writer.op(op, self, &mut to);
                    continue;
                };
                writer.graph(&self.graphs[number as usize], to);
                if ops.peek().is_none() {
                    break;
                }
                to = e.group(rule, &args[..])?;
            }
        }
        Ok(())
    }
}

struct Writer<'t> {
    theory: &'t Theory,
    /// Symbols that the encoding already has.
    names: FxHashMap<(usize, i64), Name>,
    prunes: bool,
    /// Literals that hold in any case, if the formula may use them. Counts and graphs leave out their negations.
    known: FxHashSet<Lit>,
    /// The next literal and weight.
    lit: usize,
    weight: usize,
    aux: Vec<Literal<Atom>>,
}

impl Writer<'_> {
    fn args(&mut self, assert: usize, values: &[i64], e: &mut Formula<Atom>, args: &mut Vec<Arg>) {
        let assert = &self.theory.asserts[assert];
        args.clear();
        for (&value, &var) in values.iter().zip(&assert.told_by) {
            let sort = assert.vars[var].sort;
            if let Some(columns) = self.theory.sorts[sort].columns {
                let columns = i64::from(columns);
                args.push(Arg::Cell((value / columns) as u16, (value % columns) as u16));
                continue;
            }
            args.push(if self.theory.sorts[sort].is_symbolic() {
                let name = self.names.entry((sort, value));
                Arg::Name(*name.or_insert_with(|| e.name(self.theory.sorts[sort].told(value))))
            } else {
                Arg::Number(value)
            });
        }
    }

    fn op(&mut self, op: Op, program: &Program, to: &mut jigsat_cnf::Group<'_, Atom>) {
        let end = op.end().unwrap_or(self.lit);
        let lits = program.lits[self.lit..end].iter();
        let is_left_out = |lit: &Lit| matches!(op, Op::Count { .. }) && self.known.contains(&(lit ^ 1));
        let lits = lits.filter(|lit| !is_left_out(lit)).map(|&lit| self.literal(lit));
        match op {
            Op::Clause { .. } => {
                to.clause(lits);
            }
            Op::HasValue { .. } => {
                if !self.prunes {
                    to.clause(lits);
                }
            }
            Op::Count { bound: Bound::Exactly(1), .. } => {
                let all = &program.lits[self.lit..end];
                match all.iter().find(|lit| self.known.contains(lit)) {
                    Some(one) => {
                        for other in all.iter().filter(|other| *other != one && !is_left_out(other)) {
                            to.clause([!self.literal(*other)]);
                        }
                        to.exactly_one([self.literal(*one)]);
                    }
                    None => _ = to.exactly_one(lits),
                }
            }
            Op::Count { bound: Bound::AtMost(1), .. } => {
                to.at_most_one(lits);
            }
            Op::Count { bound, .. } => {
                to.count(bound, lits);
            }
            Op::Sum { bound, .. } => {
                let weights = &program.weights[self.weight..self.weight + (end - self.lit)];
                to.sum(bound, weights.iter().copied().zip(lits));
                self.weight += end - self.lit;
            }
            // Written separately.
            Op::Graph { .. } => {}
            Op::Aux { count } => self.aux.extend((0..count).map(|_| to.aux()).collect::<Vec<_>>()),
            Op::Counter { up_to, .. } => {
                let lits: Vec<_> = lits.collect();
                self.aux.extend(to.counter(lits, up_to as usize));
            }
        }
        self.lit = end;
    }

    /// Writes a graph into a group, which then takes nothing more.
    fn graph(&self, ground: &GroundGraph, mut to: jigsat_cnf::Group<'_, Atom>) {
        let ground = &ground.knowing(&self.known);
        let literal = |lit: Option<Lit>| lit.map(|lit| self.literal(lit));
        let mut graph = Graph::new();
        for &node in &ground.nodes {
            graph.node(literal(node));
        }
        for &(a, b, lit) in &ground.edges {
            graph.edge(a as usize, b as usize, literal(lit));
        }
        let shown = |sort: SortId, values: &[u32]| -> Vec<String> {
            let sort = &self.theory.sorts[sort];
            values.iter().map(|&value| sort.show(sort.value(value as usize))).collect()
        };
        let mut names = shown(ground.sort, &ground.values);
        // A loop that is closed consists of edges; elsewhere the nodes say where something is.
        if let (Kind::Acyclic, Some((sort, values))) = (&ground.kind, &ground.edge_values) {
            names.extend(shown(*sort, values));
        }
        graph = graph.with_names(names);
        if let Some(condition) = literal(ground.condition) {
            graph = graph.only_if(condition);
        }
        match &ground.kind {
            Kind::Connected | Kind::ConnectedCover => _ = to.connected(&graph),
            Kind::OneLoop => to.one_loop(&graph),
            Kind::Matching => _ = to.matching(&graph),
            Kind::Acyclic => _ = to.acyclic(&graph),
            Kind::Closed => _ = to.closed(&graph),
            Kind::Regions(regions) => _ = to.regions(&graph, regions.clone()),
            Kind::Pairs(pairs) => _ = to.regions_of_pairs(&graph, pairs.clone()),
            Kind::Paths(pairs) => to.paths(&graph, pairs.iter().map(|pair| pair.map(|end| end as usize))),
        }
    }

    fn literal(&self, lit: Lit) -> Literal<Atom> {
        let var = lit / 2;
        let literal = match var.checked_sub(FIRST_AUX) {
            Some(aux) => self.aux[aux as usize],
            None => pos(Atom(var)),
        };
        if lit % 2 == 1 { !literal } else { literal }
    }
}
