use std::{fmt, ops::Range};

use rustsat::types::Var;

use crate::{
    constraint::Constraint,
    formula::{Formula, GroupEntry, Names},
    graph::{self, NodeEntry},
    literal::{Atom, Variable},
    rule::{Arg, Rule},
    sentence::{enumerated, fill_sentence, fits_several},
};

/// A group of a [`Formula`]: one constraint of a rule, with its arguments.
///
/// ```
/// use jigsat_cnf::{Formula, Flavours, Rule};
///
/// const ROW: Rule = Rule::new("row", "row {0} has exactly one {1}");
///
/// let mut e = Formula::new(Flavours::default());
/// (1..=3).for_each(|column| e.declare_projected(column));
/// e.group(&ROW, (1, 5)).exactly_one(1..=3);
///
/// let names = |column: i32, f: &mut std::fmt::Formatter<'_>| write!(f, "r1c{column}=5");
/// let row = e.group_at(0);
/// assert_eq!(row.sentence(&names), "row 1 has exactly one 5");
/// assert_eq!(row.id(&names), "row[1,5]");
/// // One clause for 'at least one', three pairs.
/// assert_eq!(row.clauses(), 0..4);
/// assert_eq!(e.group_of(2).index(), row.index());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GroupRef<'e, A> {
    pub(crate) formula: &'e Formula<A>,
    pub(crate) index: usize,
}

impl<A: Atom> Formula<A> {
    /// A group by its place, from 0.
    #[must_use]
    pub fn group_at(&self, index: usize) -> GroupRef<'_, A> {
        GroupRef { formula: self, index }
    }

    /// The groups from `first` on, in the order in which they were opened.
    pub fn groups_from(&self, first: usize) -> impl Iterator<Item = GroupRef<'_, A>> {
        (first..self.groups.len()).map(|index| self.group_at(index))
    }

    /// All groups, in the order in which they were opened.
    pub fn groups(&self) -> impl Iterator<Item = GroupRef<'_, A>> {
        self.groups_from(0)
    }

    /// The group that a clause belongs to.
    #[must_use]
    pub fn group_of(&self, clause: usize) -> GroupRef<'_, A> {
        let after = self.groups.partition_point(|group| group.first_clause as usize <= clause);
        self.group_at(after - 1)
    }

    /// What some groups demand, in words. Those of one rule that differ in their first argument alone share a sentence, if the
    /// rule has words for several; so do up to three cuts of one constraint, and its nodes.
    ///
    /// ```
    /// use jigsat_cnf::{Arg, Formula, Flavours, Rule};
    ///
    /// const LAND: Rule = Rule::new("land", "{0} {has a number, so it is|have numbers, so they are} land");
    ///
    /// let mut e = Formula::new(Flavours::default());
    /// (1..=3).for_each(|column| e.declare_projected(column));
    /// (0..3).for_each(|column| drop(e.group(&LAND, [Arg::Cell(0, column)]).clause([i32::from(column) + 1])));
    /// let names = |column: i32, f: &mut std::fmt::Formatter<'_>| write!(f, "r1c{column}");
    /// assert_eq!(e.sentences([0], &names), ["r1c1 has a number, so it is land"]);
    /// assert_eq!(e.sentences(0..3, &names), ["r1c1, r1c2 and r1c3 have numbers, so they are land"]);
    /// ```
    pub fn sentences(&self, groups: impl IntoIterator<Item = usize>, names: Names<'_, A>) -> Vec<String> {
        let mut together: Vec<Vec<GroupRef<'_, A>>> = Vec::new();
        for group in groups.into_iter().map(|group| self.group_at(group)) {
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

    /// Opens a group with the clauses of a group of another formula, for example of one that a session added.
    /// The atoms of the group must be declared in this formula, too, and it may have no auxiliaries.
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
    /// e.copy_group(other.group_at(0));
    /// let names = |atom: &str, f: &mut std::fmt::Formatter<'_>| f.write_str(atom);
    /// assert_eq!(e.group_at(0).sentence(&names), "the red lamp is off");
    /// assert_eq!(e.clauses(), other.clauses());
    /// ```
    pub fn copy_group(&mut self, group: GroupRef<'_, A>) {
        let args: Vec<Arg> = group.args().iter().map(|&arg| group.arg_for(arg, self)).collect();
        let from = group.formula;
        let mut copy = self.group(group.rule(), &args[..]);
        for clause in group.clauses() {
            copy.clause(from.clauses()[clause].iter().map(|&lit| from.literal(lit)));
        }
    }
}

/// Maximum number of cuts of one constraint that share a sentence; if there are more, each has its own.
const CUTS_TOGETHER: usize = 3;

/// What some groups demand; each sentence comes with the first group of the constraint.
fn told<A: Atom>(groups: &[GroupRef<'_, A>], names: Names<'_, A>) -> Vec<String> {
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
fn degrees_sentence<A: Atom>(groups: &[GroupRef<'_, A>], first: NodeEntry, names: Names<'_, A>) -> String {
    let formula = groups[0].formula;
    let entry = &formula.graphs[first.graph as usize];
    let nodes: Vec<u32> = groups.iter().filter_map(|group| group.node()).map(|other| other.node).collect();
    let name = |element| formula.element_name(entry, element, None, names);
    graph::degrees_sentence(entry, &nodes, &name)
}

impl<'e, A: Atom> GroupRef<'e, A> {
    fn entry(self) -> GroupEntry {
        self.formula.groups[self.index]
    }

    fn until(self, field: impl Fn(GroupEntry) -> u32, end: usize) -> Range<usize> {
        let next = self.formula.groups.get(self.index + 1);
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
        &self.formula.rules[self.entry().rule as usize].rule
    }

    /// The place of its rule in [`Formula::rules`].
    #[must_use]
    pub fn rule_index(self) -> usize {
        self.entry().rule as usize
    }

    /// The arguments that distinguish it from the other groups of its rule.
    #[must_use]
    pub fn args(self) -> &'e [Arg] {
        &self.formula.args[self.until(|group| group.first_arg, self.formula.args.len())]
    }

    /// The places of its clauses in [`Formula::clauses`].
    #[must_use]
    pub fn clauses(self) -> Range<usize> {
        self.until(|group| group.first_clause, self.formula.clauses.len())
    }

    /// Its constraints: each represents some of its clauses.
    pub fn constraints(self) -> impl Iterator<Item = Constraint<'e>> {
        let range = self.until(|group| group.first_statement, self.formula.constraints.len());
        self.formula.constraints[range].iter().map(move |entry| self.formula.constraint(entry))
    }

    /// Number of auxiliary variables that it made.
    #[must_use]
    pub fn auxiliaries(self) -> usize {
        let variables = self.until(|group| group.first_variable, self.formula.variables() as usize);
        let is_aux = |&var: &usize| matches!(self.formula.variable(Var::new(var as u32)), Variable::Aux(_));
        variables.filter(is_aux).count()
    }

    /// What the group demands, in words. For a cut: what its constraint demands, and what follows from that
    /// here.
    #[must_use]
    pub fn sentence(self, names: Names<'_, A>) -> String {
        told(&[self], names).concat()
    }

    fn arg_text(self, place: usize, names: Names<'_, A>) -> String {
        let mut text = String::new();
        self.write_arg(self.args()[place], names, &mut text).expect("a String takes everything");
        text
    }

    /// The node of a loop or of paths that the group is about, if it is about one node.
    fn node(self) -> Option<NodeEntry> {
        let nodes = &self.formula.graph_nodes;
        let at = nodes.binary_search_by_key(&(self.index as u32), |entry| entry.group).ok()?;
        Some(nodes[at])
    }

    /// What follows from the constraint of a cut, in words.
    fn cut_sentence(self, names: Names<'_, A>) -> Option<String> {
        let cut = self.cut()?;
        let entry = &self.formula.graphs[cut.graph];
        let name = |element| self.formula.element_name(entry, element, None, names);
        Some(graph::sentence(entry, cut.witness, &name))
    }

    /// Whether one sentence says what both demand: several cuts or nodes of one constraint, or the same rule with
    /// another first argument.
    fn is_told_with(self, other: Self) -> bool {
        let (own, others) = (self.args(), other.args());
        let fits = |one: NodeEntry, two: NodeEntry| {
            let of = &self.formula.graphs[one.graph as usize].constraint;
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

    /// Its name: that of the rule with the arguments, such as `row[1,5]`.
    #[must_use]
    pub fn id(self, names: Names<'_, A>) -> String {
        let mut id = String::new();
        self.write_id(names, &mut id).expect("a String takes everything");
        id
    }

    pub(crate) fn write_id(self, names: Names<'_, A>, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str(self.rule().name())?;
        for (place, &arg) in self.args().iter().enumerate() {
            out.write_str(if place == 0 { "[" } else { "," })?;
            self.write_arg(arg, names, out)?;
        }
        if !self.args().is_empty() {
            out.write_str("]")?;
        }
        if let Some(node) = self.node() {
            let entry = &self.formula.graphs[node.graph as usize];
            return write!(out, ".{}", self.formula.element_name(entry, node.node, None, names));
        }
        let cuts = &self.formula.cuts;
        match cuts.binary_search_by_key(&(self.index as u32), |entry| entry.group) {
            Ok(place) => write!(out, ".cut{}", place + 1),
            Err(_) => Ok(()),
        }
    }

    /// The argument for another formula with the same atoms.
    fn arg_for(self, arg: Arg, to: &mut Formula<A>) -> Arg {
        match arg {
            Arg::Name(name) => to.name(self.formula.names[name.0 as usize].clone()).into(),
            Arg::Item(number, name) => {
                Arg::Item(number, to.name(self.formula.names[name.0 as usize].clone()))
            }
            Arg::Literal(lit) => Arg::Literal(to.lit(self.formula.literal(lit))),
            Arg::Number(_) | Arg::Cell(..) => arg,
        }
    }

    fn write_arg(self, arg: Arg, names: Names<'_, A>, out: &mut impl fmt::Write) -> fmt::Result {
        match arg {
            Arg::Number(number) => write!(out, "{number}"),
            Arg::Cell(row, col) => write!(out, "r{}c{}", row + 1, col + 1),
            Arg::Name(name) | Arg::Item(_, name) => out.write_str(&self.formula.names[name.0 as usize]),
            Arg::Literal(lit) => {
                out.write_str(if lit.is_neg() { "not " } else { "" })?;
                self.formula.write_variable(lit.var(), Some(self.index), names, out)
            }
        }
    }
}
