//! The groups of a formula, and what they demand in words.

use std::{fmt, ops::Range};

use rustc_hash::FxHashSet;
use rustsat::types::Var;

use super::{AtomNames, Cnf, GroupEntry};
use crate::{
    constraint::Constraint,
    graph::{self, NodeEntry},
    rule::{Arg, Name, Rule},
    sentence::{enumerated, fill_sentence, fits_several},
};

/// A group of a [`Cnf`]: one constraint of a rule, with its arguments. Its sentence needs the names of atoms, which a
/// [`GroupRef`](crate::GroupRef) has.
#[derive(Clone, Copy, Debug)]
pub struct CnfGroup<'e> {
    pub(crate) cnf: &'e Cnf,
    pub(crate) index: usize,
}

impl Cnf {
    /// A group by its place, from 0.
    #[must_use]
    pub fn group_at(&self, index: usize) -> CnfGroup<'_> {
        CnfGroup { cnf: self, index }
    }

    /// The groups from `first` on, in the order in which they were opened.
    pub fn groups_from(&self, first: usize) -> impl Iterator<Item = CnfGroup<'_>> {
        (first..self.groups.len()).map(|index| self.group_at(index))
    }

    /// All groups, in the order in which they were opened.
    pub fn groups(&self) -> impl Iterator<Item = CnfGroup<'_>> {
        self.groups_from(0)
    }

    /// The group that a clause belongs to.
    #[must_use]
    pub fn group_of(&self, clause: usize) -> CnfGroup<'_> {
        let after = self.groups.partition_point(|group| group.first_clause as usize <= clause);
        self.group_at(after - 1)
    }

    /// Opens a group with the clauses of a group of another formula, for example of one that a session added. This formula
    /// has the same atoms in the same order, and the group has no auxiliaries.
    ///
    /// ```
    /// use jigsat_cnf::{Formula, Flavours, Rule, neg};
    ///
    /// const OFF: Rule = Rule::new("off", "the {0} lamp is off");
    /// let formula = || {
    ///     let mut e = Formula::new(Flavours::default());
    ///     e.declare_projected("lamp");
    ///     e
    /// };
    /// let (mut e, mut other) = (formula(), formula());
    /// let red = other.name("red");
    /// other.group(&OFF, (red,)).clause([neg("lamp")]);
    /// e.copy_group(*other.group_at(0));
    /// let names = |atom: &str, f: &mut std::fmt::Formatter<'_>| f.write_str(atom);
    /// assert_eq!(e.group_at(0).sentence(&names), "the red lamp is off");
    /// assert_eq!(e.clauses(), other.clauses());
    /// ```
    pub fn copy_group(&mut self, group: CnfGroup<'_>) {
        let from = group.cnf;
        let mut name = |name: Name| self.name(from.names[name.0 as usize].clone());
        let arg = |&arg: &Arg| match arg {
            Arg::Name(text) => Arg::Name(name(text)),
            Arg::Item(number, text) => Arg::Item(number, name(text)),
            Arg::Literal(_) | Arg::Number(_) | Arg::Cell(..) => arg,
        };
        let args: Vec<Arg> = group.args().iter().map(arg).collect();
        let mut copy = self.open(group.rule(), &args[..]);
        for clause in group.clauses() {
            copy.clause(&from.clauses()[clause]);
        }
    }

    /// As [`Formula::sentences`](crate::Formula::sentences).
    #[must_use]
    pub fn sentences(&self, groups: &[usize], names: AtomNames<'_>) -> Vec<String> {
        let mut together: Vec<Vec<CnfGroup<'_>>> = Vec::new();
        for group in groups.iter().map(|&group| self.group_at(group)) {
            match together.iter_mut().find(|others| others[0].is_told_with(group)) {
                Some(others) => others.push(group),
                None => together.push(vec![group]),
            }
        }
        let mut sentences: Vec<String> = Vec::new();
        for sentence in together.iter().flat_map(|groups| told(groups, names)) {
            // To a reader, constraints with the same sentence are one, even if they differ in something that it doesn't
            // name.
            if !sentences.contains(&sentence) {
                sentences.push(sentence);
            }
        }
        sentences
    }

    /// As [`Formula::splits_sentences`](crate::Formula::splits_sentences).
    #[must_use]
    pub fn splits_sentences(&self, names: AtomNames<'_>) -> bool {
        let mut seen: FxHashSet<String> = FxHashSet::default();
        self.groups().any(|group| {
            let text = fill_sentence(group.rule().sentence(), false, |place| group.arg_text(place, names));
            !seen.insert(text)
        })
    }
}

/// Maximum number of cuts of one constraint that share a sentence; if there are more, each has its own.
const CUTS_TOGETHER: usize = 3;

/// What some groups demand; each sentence comes with the first group of the constraint.
fn told(groups: &[CnfGroup<'_>], names: AtomNames<'_>) -> Vec<String> {
    let details = match groups[0].node() {
        Some(node) => vec![degrees_sentence(groups, node, names)],
        None => groups.iter().filter_map(|group| group.cut_sentence(names)).collect(),
    };
    let are_several = details.is_empty() && groups.len() > 1;
    let text = fill_sentence(groups[0].rule().sentence(), are_several, |place| {
        let of = if place == 0 && are_several { groups } else { &groups[..1] };
        let texts: Vec<String> = of.iter().map(|group| group.arg_text(place, names)).collect();
        enumerated(&texts, "and")
    });
    match details.len() {
        0 => vec![text],
        1..=CUTS_TOGETHER => vec![format!("{text}: {}", details.join(", and "))],
        _ => details.iter().map(|detail| format!("{text}: {detail}")).collect(),
    }
}

/// How many edges meet in the nodes of these groups, in words; `first` is the entry of the first group.
fn degrees_sentence(groups: &[CnfGroup<'_>], first: NodeEntry, names: AtomNames<'_>) -> String {
    let cnf = groups[0].cnf;
    let entry = &cnf.graphs[first.graph as usize];
    let nodes: Vec<u32> = groups.iter().filter_map(|group| group.node()).map(|other| other.node).collect();
    let name = |element| cnf.element_name(entry, element, None, names);
    graph::degrees_sentence(entry, &nodes, &name)
}

impl<'e> CnfGroup<'e> {
    fn entry(self) -> GroupEntry {
        self.cnf.groups[self.index]
    }

    fn until(self, field: impl Fn(GroupEntry) -> u32, end: usize) -> Range<usize> {
        let next = self.cnf.groups.get(self.index + 1);
        field(self.entry()) as usize..next.map_or(end, |&group| field(group) as usize)
    }

    /// Its place among the groups, from 0.
    #[must_use]
    pub fn index(self) -> usize {
        self.index
    }

    /// Its rule.
    #[must_use]
    pub fn rule(self) -> &'e Rule {
        &self.cnf.rules[self.entry().rule as usize].rule
    }

    /// The place of its rule in [`Cnf::rules`].
    #[must_use]
    pub fn rule_index(self) -> usize {
        self.entry().rule as usize
    }

    /// The arguments that distinguish it from the other groups of its rule.
    #[must_use]
    pub fn args(self) -> &'e [Arg] {
        &self.cnf.args[self.until(|group| group.first_arg, self.cnf.args.len())]
    }

    /// The places of its clauses in [`Cnf::clauses`].
    #[must_use]
    pub fn clauses(self) -> Range<usize> {
        self.until(|group| group.first_clause, self.cnf.clauses.len())
    }

    /// Its constraints: each represents some of its clauses.
    pub fn constraints(self) -> impl Iterator<Item = Constraint<'e>> {
        let range = self.until(|group| group.first_statement, self.cnf.constraints.len());
        self.cnf.constraints[range].iter().map(move |entry| self.cnf.constraint(entry))
    }

    /// Number of auxiliary variables that it made.
    #[must_use]
    pub fn auxiliaries(self) -> usize {
        let variables = self.until(|group| group.first_variable, self.cnf.variables() as usize);
        let is_aux = |&var: &usize| self.cnf.is_auxiliary(Var::new(var as u32));
        variables.filter(is_aux).count()
    }

    /// As [`GroupRef::sentence`](crate::GroupRef::sentence).
    #[must_use]
    pub fn sentence(self, names: AtomNames<'_>) -> String {
        told(&[self], names).concat()
    }

    fn arg_text(self, place: usize, names: AtomNames<'_>) -> String {
        let mut text = String::new();
        self.write_arg(self.args()[place], names, &mut text).expect("a String takes everything");
        text
    }

    /// Whether it says of one node of a loop or of paths how many edges meet there.
    #[must_use]
    pub fn is_of_node(self) -> bool {
        self.node().is_some()
    }

    /// What the group says in addition to its rule's sentence, if that is about a whole graph: 'nothing ends or branches at r1c2'.
    #[must_use]
    pub fn detail(self, names: AtomNames<'_>) -> Option<String> {
        match self.node() {
            Some(node) => Some(degrees_sentence(&[self], node, names)),
            None => self.cut_sentence(names),
        }
    }

    /// The node of a loop or of paths that the group is about, if it is about one node.
    fn node(self) -> Option<NodeEntry> {
        let nodes = &self.cnf.graph_nodes;
        let at = nodes.binary_search_by_key(&(self.index as u32), |entry| entry.group).ok()?;
        Some(nodes[at])
    }

    /// What follows from the constraint of a cut, in words.
    fn cut_sentence(self, names: AtomNames<'_>) -> Option<String> {
        let cut = self.cut()?;
        let entry = &self.cnf.graphs[cut.graph];
        let name = |element| self.cnf.element_name(entry, element, None, names);
        Some(graph::sentence(entry, cut.witness, &name))
    }

    /// Whether one sentence says what both demand: several cuts or nodes of one constraint, or the same rule with
    /// another first argument.
    fn is_told_with(self, other: Self) -> bool {
        let (own, others) = (self.args(), other.args());
        let fits = |one: NodeEntry, two: NodeEntry| {
            let of = &self.cnf.graphs[one.graph as usize].constraint;
            let is_plain = |node: NodeEntry| of.lit(node.node).is_none();
            one.graph == two.graph
                && of.is_end(one.node) == of.is_end(two.node)
                && is_plain(one)
                && is_plain(two)
        };
        self.rule_index() == other.rule_index()
            && match ((self.cut(), self.node()), (other.cut(), other.node())) {
                ((Some(_), _), (Some(_), _)) => own == others,
                ((_, Some(one)), (_, Some(two))) => fits(one, two),
                ((None, None), (None, None)) => {
                    own.get(1..) == others.get(1..) && fits_several(self.rule().sentence())
                }
                _ => false,
            }
    }

    /// As [`GroupRef::id`](crate::GroupRef::id).
    #[must_use]
    pub fn id(self, names: AtomNames<'_>) -> String {
        let mut id = String::new();
        self.write_id(names, &mut id).expect("a String takes everything");
        id
    }

    pub(crate) fn write_id(self, names: AtomNames<'_>, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(self.rule().name())?;
        for (place, &arg) in self.args().iter().enumerate() {
            out.write_str(if place == 0 { "[" } else { "," })?;
            self.write_arg(arg, names, out)?;
        }
        if !self.args().is_empty() {
            out.write_str("]")?;
        }
        if let Some(node) = self.node() {
            let entry = &self.cnf.graphs[node.graph as usize];
            return write!(out, ".{}", self.cnf.element_name(entry, node.node, None, names));
        }
        let cuts = &self.cnf.cuts;
        match cuts.binary_search_by_key(&(self.index as u32), |entry| entry.group) {
            Ok(place) => write!(out, ".cut{}", place + 1),
            Err(_) => Ok(()),
        }
    }

    fn write_arg(self, arg: Arg, names: AtomNames<'_>, out: &mut dyn fmt::Write) -> fmt::Result {
        match arg {
            Arg::Number(number) => write!(out, "{number}"),
            Arg::Cell(row, col) => write!(out, "r{}c{}", row + 1, col + 1),
            Arg::Name(name) | Arg::Item(_, name) => out.write_str(&self.cnf.names[name.0 as usize]),
            Arg::Literal(lit) => {
                out.write_str(if lit.is_neg() { "not " } else { "" })?;
                self.cnf.write_variable(lit.var(), Some(self.index), names, out)
            }
        }
    }
}
