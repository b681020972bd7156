//! Writes a ground program into a formula.

use jigsat_cnf::{
    Arg, Bound, Draft, Formula, Literal, Name, Rule, Stop,
    graph::{Graph, Kind},
    pos,
};
use rustc_hash::FxHashMap;

use super::{FIRST_AUX, GroundGraph, Lit, Op, Program, known::Known};
use crate::{
    atom::Atom,
    syntax::Techniques,
    theory::{Assert, SortId, Theory},
};

/// What is known of one board, if the formula is about it alone. No assert can have this name.
const KNOWN: Rule = Rule::new("at-once", "these follow at once");

impl Program {
    /// Writes all groups. A formula that may leave out what the givens rule out starts with the literals that unit propagation
    /// derives, and the groups have what is left.
    pub fn write(&self, theory: &Theory, e: &mut Draft<'_, Atom>) -> Result<(), Stop> {
        let rules: Vec<Rule> = theory.asserts.iter().map(|assert| rule(theory, assert)).collect();
        for rule in &rules {
            e.know_rule(rule.name());
        }
        let mut known = Known::default();
        if e.prunes() {
            let is_dropped = |assert: u32| e.drops(&theory.asserts[assert as usize].name);
            known = Known::of(self, theory.atoms, is_dropped, e.interrupt())?;
            write_known(&known, e)?;
            if known.contradiction {
                return Ok(());
            }
        }
        let mut writer = Writer::new(self, theory, known, e.prunes());
        let mut args = Vec::new();
        for (number, group) in self.groups.iter().enumerate() {
            let end = self.groups.get(number + 1).map_or(self.args.len(), |next| next.first_arg as usize);
            let values = &self.args[group.first_arg as usize..end];
            writer.args(group.assert as usize, values, e, &mut args);
            let rule = &rules[group.assert as usize];
            writer.start(number, e.prunes() && !e.drops(rule.name()));
            let mut to = e.group(rule, &args[..])?;
            let mut ops = self.ops_of(number).iter().peekable();
            while let Some(&op) = ops.next() {
                let Op::Graph { number } = op else {
                    writer.op(op, &mut to);
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

fn rule(theory: &Theory, assert: &Assert) -> Rule {
    let rule = Rule::owned(assert.name.clone(), assert.sentence.clone());
    let rule = match assert.techniques.clone() {
        Some(Techniques { holds, holds_not, alone }) => rule.called_owned(holds, holds_not, alone),
        None => rule,
    };
    let rule = if theory.states_clue(assert) { rule.clue() } else { rule };
    if assert.is_redundant { rule.redundant() } else { rule }
}

fn write_known(known: &Known, e: &mut Draft<'_, Atom>) -> Result<(), Stop> {
    let mut to = e.group(&KNOWN, ())?;
    for lit in known.atoms() {
        let atom = pos(Atom(lit / 2));
        to.clause([if lit % 2 == 1 { !atom } else { atom }]);
    }
    if known.contradiction {
        to.clause::<Literal<Atom>>([]);
    }
    Ok(())
}

/// Maximum number of literals of which a shared counter has all outputs.
const WHOLE: usize = 8;

/// A literal in the formula, or whether it holds.
#[derive(Clone, Copy)]
enum Value {
    Known(bool),
    Open(Literal<Atom>),
}

struct Writer<'t> {
    program: &'t Program,
    theory: &'t Theory,
    known: Known,
    /// Whether the formula is about this board alone.
    prunes: bool,
    /// Symbols that the encoding already has.
    names: FxHashMap<(usize, i64), Name>,
    group: usize,
    /// Whether other groups may have what this one has defined.
    shares: bool,
    /// Outputs of counters, by their literals.
    counters: FxHashMap<Vec<Literal<Atom>>, Vec<Literal<Atom>>>,
    /// The auxiliaries of the group.
    aux: Vec<Value>,
    /// The next literal and weight.
    lit: usize,
    weight: usize,
    /// What is open of the literals of an operation.
    open: Vec<Literal<Atom>>,
}

impl<'t> Writer<'t> {
    fn new(program: &'t Program, theory: &'t Theory, known: Known, prunes: bool) -> Self {
        Writer {
            program,
            theory,
            known,
            prunes,
            names: FxHashMap::default(),
            group: 0,
            shares: false,
            counters: FxHashMap::default(),
            aux: Vec::new(),
            lit: 0,
            weight: 0,
            open: Vec::new(),
        }
    }

    /// Goes on with a group.
    fn start(&mut self, group: usize, shares: bool) {
        (self.group, self.shares) = (group, shares);
        self.aux.clear();
    }

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

    fn op(&mut self, op: Op, to: &mut jigsat_cnf::Group<'_, Atom>) {
        let end = op.end().unwrap_or(self.lit);
        let lits = &self.program.lits[std::mem::replace(&mut self.lit, end)..end];
        match op {
            Op::Clause { .. } => {
                if self.look(lits) == 0 {
                    to.clause(self.open.iter().copied());
                }
            }
            Op::HasValue { .. } => {
                if !self.prunes {
                    self.look(lits);
                    to.clause(self.open.iter().copied());
                }
            }
            Op::Count { bound, .. } => {
                let held = self.look(lits) as u64;
                match less(bound, held) {
                    Some(bound) => _ = to.count(bound, self.open.iter().copied()),
                    None => _ = to.clause::<Literal<Atom>>([]),
                }
            }
            Op::Sum { bound, .. } => self.sum(bound, lits, to),
            // Written separately.
            Op::Graph { .. } => {}
            Op::Aux { count } => {
                for _ in 0..count {
                    let value = self.known.value(next_aux(&self.aux), self.group);
                    self.aux.push(value.map_or_else(|| Value::Open(to.aux()), Value::Known));
                }
            }
            Op::Counter { up_to, .. } => self.counter(up_to as usize, lits, to),
        }
    }

    fn counter(&mut self, up_to: usize, lits: &[Lit], to: &mut jigsat_cnf::Group<'_, Atom>) {
        let held = self.look(lits);
        let outputs = self.outputs(up_to.saturating_sub(held), to);
        let held = std::iter::repeat_n(Value::Known(true), held);
        let never = std::iter::repeat(Value::Known(false));
        let outputs = held.chain(outputs.into_iter().map(Value::Open)).chain(never);
        for output in outputs.take(up_to) {
            // What is known of an output says something about the literals.
            let known = self.known.value(next_aux(&self.aux), self.group);
            match (output, known) {
                (Value::Open(literal), Some(holds)) => {
                    to.clause([if holds { literal } else { !literal }]);
                }
                (Value::Known(is), Some(holds)) if is != holds => {
                    to.clause::<Literal<Atom>>([]);
                }
                _ => {}
            }
            self.aux.push(output);
        }
    }

    /// The outputs of a counter of what is open: of one that the formula has already, if groups share and it takes the same literals in
    /// the same order, as those of one room or line are.
    fn outputs(&mut self, up_to: usize, to: &mut jigsat_cnf::Group<'_, Atom>) -> Vec<Literal<Atom>> {
        if !self.shares {
            return to.counter(self.open.iter().copied(), up_to);
        }
        let known = self.counters.get(&self.open);
        if let Some(known) = known.filter(|known| known.len() >= up_to.min(self.open.len())) {
            return known.iter().take(up_to).copied().collect();
        }
        // The next group may count further.
        let further = up_to.max(self.open.len().min(WHOLE));
        let outputs = to.counter(self.open.iter().copied(), further);
        self.counters.insert(self.open.clone(), outputs.clone());
        outputs.into_iter().take(up_to).collect()
    }

    fn sum(&mut self, bound: Bound, lits: &[Lit], to: &mut jigsat_cnf::Group<'_, Atom>) {
        let weights = &self.program.weights[self.weight..self.weight + lits.len()];
        self.weight += lits.len();
        let (mut held, mut open) = (0, Vec::with_capacity(lits.len()));
        for (&lit, &weight) in lits.iter().zip(weights) {
            match self.value(lit) {
                Value::Known(true) => held += u64::from(weight),
                Value::Known(false) => {}
                Value::Open(literal) => open.push((weight, literal)),
            }
        }
        match less(bound, held) {
            Some(bound) => _ = to.sum(bound, open),
            None => _ = to.clause::<Literal<Atom>>([]),
        }
    }

    /// Notes which literals are open, and counts those that hold.
    fn look(&mut self, lits: &[Lit]) -> usize {
        let mut open = std::mem::take(&mut self.open);
        open.clear();
        let mut held = 0;
        for &lit in lits {
            match self.value(lit) {
                Value::Known(holds) => held += usize::from(holds),
                Value::Open(literal) => open.push(literal),
            }
        }
        self.open = open;
        held
    }

    /// Writes a graph into a group, which then takes nothing more.
    fn graph(&self, ground: &GroundGraph, mut to: jigsat_cnf::Group<'_, Atom>) {
        let condition = ground.condition.map(|lit| self.value(lit));
        if matches!(condition, Some(Value::Known(false))) {
            return;
        }
        let ground = &ground.open(&|lit| self.value(lit).known());
        let literal = |lit: Option<Lit>| lit.and_then(|lit| self.value(lit).open());
        let mut graph = Graph::new();
        for &node in &ground.nodes {
            graph.node(literal(node));
        }
        for &(a, b, lit) in &ground.edges {
            graph.edge(a as usize, b as usize, literal(lit));
        }
        let shown = |sort: SortId, values: &[u32]| -> Vec<Box<str>> {
            let sort = &self.theory.sorts[sort];
            let shown = |value| sort.symbol(value).map_or_else(|| value.to_string().into(), Into::into);
            values.iter().map(|&value| shown(sort.value(value as usize))).collect()
        };
        let mut names = shown(ground.sort, &ground.values);
        // A loop that is closed consists of edges; elsewhere the nodes say where something is.
        if let (Kind::Acyclic, Some((sort, values))) = (&ground.kind, &ground.edge_values) {
            names.extend(shown(*sort, values));
        }
        graph = graph.with_names(names);
        if let Some(Value::Open(condition)) = condition {
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

    fn value(&self, lit: Lit) -> Value {
        let var = lit / 2;
        let value = match (self.known.value(lit, self.group), var.checked_sub(FIRST_AUX)) {
            (Some(holds), _) => return Value::Known(holds),
            (None, Some(aux)) => self.aux[aux as usize],
            (None, None) => Value::Open(pos(Atom(var))),
        };
        if lit % 2 == 1 { value.negated() } else { value }
    }
}

impl Value {
    fn open(self) -> Option<Literal<Atom>> {
        match self {
            Value::Known(_) => None,
            Value::Open(literal) => Some(literal),
        }
    }

    fn known(self) -> Option<bool> {
        match self {
            Value::Known(holds) => Some(holds),
            Value::Open(_) => None,
        }
    }

    fn negated(self) -> Value {
        match self {
            Value::Known(holds) => Value::Known(!holds),
            Value::Open(literal) => Value::Open(!literal),
        }
    }
}

/// The literal of the next auxiliary of a group.
fn next_aux(aux: &[Value]) -> Lit {
    2 * (FIRST_AUX + aux.len() as u32)
}

/// What is left of a bound if this many hold; none if those are too many.
fn less(bound: Bound, held: u64) -> Option<Bound> {
    Some(match bound {
        Bound::AtLeast(least) => Bound::AtLeast(least.saturating_sub(held)),
        Bound::AtMost(most) => Bound::AtMost(most.checked_sub(held)?),
        Bound::Exactly(count) => Bound::Exactly(count.checked_sub(held)?),
    })
}

impl GroundGraph {
    /// What is open of the graph: what never holds is left out, and what always holds needs no literal.
    fn open(&self, value: &dyn Fn(Lit) -> Option<bool>) -> Self {
        let never = |lit: Option<Lit>| lit.and_then(value) == Some(false);
        let open = |lit: Option<Lit>| lit.filter(|&lit| value(lit).is_none());
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
