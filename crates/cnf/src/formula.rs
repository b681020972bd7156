use std::{fmt, ops::Range};

use rustc_hash::{FxHashMap, FxHashSet};
use rustsat::types::{Lit, Var};

use crate::{
    Clauses,
    constraint::{Bound, Constraint},
    flavour::Flavours,
    graph::{self, CutEntry, GraphEntry, NodeEntry},
    group::Group,
    interrupt::Interrupt,
    literal::{Atom, Literal, Variable},
    rule::{Arg, Args, Name, Rule},
};

/// Writes the name of an atom, such as `r1c2=5`; usually `&|atom, f| puzzle.name(atom, f)`.
pub type Names<'n, A> = &'n dyn Fn(A, &mut fmt::Formatter<'_>) -> fmt::Result;

/// Maximum number of literals of a formula (1 GiB), unless [`Formula::at_most_literals`] sets another.
pub const MAX_LITERALS: usize = 1 << 28;

/// A formula under construction: declared atoms, and groups of clauses that belong to named rules.
///
/// ```
/// use jigsat_cnf::{Formula, Flavours, Rule, neg};
///
/// const ONE: Rule = Rule::new("one", "exactly one of the two lamps is lit");
/// const FIRST: Rule = Rule::new("first", "lamp {0} is off");
///
/// let mut e = Formula::new(Flavours::default());
/// e.declare_projected(1);
/// e.declare_projected(2);
/// e.group(&ONE, ()).exactly_one([1, 2]);
/// e.group(&FIRST, (1,)).clause([neg(1)]);
/// assert_eq!(e.clauses().len(), 3);
/// let names = |lamp: i32, f: &mut std::fmt::Formatter<'_>| write!(f, "lamp{lamp}");
/// assert_eq!(e.group_at(1).sentence(&names), "lamp 1 is off");
/// ```
#[derive(Clone, Debug)]
pub struct Formula<A> {
    variables: Vec<Origin<A>>,
    index: FxHashMap<A, u32>,
    labels: FxHashMap<u32, Box<str>>,
    pub(crate) clauses: Clauses,
    pub(crate) rules: Vec<RuleEntry>,
    pub(crate) groups: Vec<GroupEntry>,
    pub(crate) args: Vec<Arg>,
    pub(crate) names: Vec<Box<str>>,
    pub(crate) constraints: Vec<ConstraintEntry>,
    pub(crate) statement_lits: Vec<Lit>,
    pub(crate) statement_weights: Vec<u32>,
    pub(crate) graphs: Vec<GraphEntry>,
    pub(crate) graph_nodes: Vec<NodeEntry>,
    pub(crate) cuts: Vec<CutEntry>,
    /// The clauses of the cuts of each graph constraint, so that none is added twice.
    pub(crate) known_cuts: FxHashSet<(u32, Vec<Lit>)>,
    /// The clauses passed to [`Formula::note`].
    noted: FxHashSet<Vec<Lit>>,
    pub(crate) scratch: Vec<Lit>,
    flavours: Flavours,
    dropped: Vec<String>,
    /// Rules that have no group yet.
    to_come: Vec<Rule>,
    prunes: bool,
    max_literals: usize,
    /// The number of literals that a formula would have, if it was given up for that.
    refused: Option<usize>,
    interrupt: Interrupt,
}

/// The origin of a variable.
#[derive(Clone, Copy, Debug)]
enum Origin<A> {
    Projected(A),
    Declared(A),
    Aux { group: u32 },
}

#[derive(Clone, Debug)]
pub(crate) struct RuleEntry {
    pub rule: Rule,
    dropped: bool,
    /// How many arguments its groups have.
    places: usize,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct GroupEntry {
    pub rule: u32,
    pub first_arg: u32,
    pub first_clause: u32,
    pub first_statement: u32,
    pub first_variable: u32,
}

#[derive(Clone, Debug)]
pub(crate) struct ConstraintEntry {
    pub bound: Bound,
    pub lits: Range<u32>,
    /// Start in `statement_weights`, where the literals have weights.
    pub weights: Option<u32>,
    pub clauses: Range<u32>,
}

impl<A: Atom> Formula<A> {
    /// An empty formula whose constraints are written in these flavours.
    #[must_use]
    pub fn new(flavours: Flavours) -> Self {
        Formula {
            variables: Vec::new(),
            index: FxHashMap::default(),
            labels: FxHashMap::default(),
            clauses: Clauses::default(),
            rules: Vec::new(),
            groups: Vec::new(),
            args: Vec::new(),
            names: Vec::new(),
            constraints: Vec::new(),
            statement_lits: Vec::new(),
            statement_weights: Vec::new(),
            graphs: Vec::new(),
            graph_nodes: Vec::new(),
            cuts: Vec::new(),
            known_cuts: FxHashSet::default(),
            noted: FxHashSet::default(),
            scratch: Vec::new(),
            flavours,
            dropped: Vec::new(),
            to_come: Vec::new(),
            prunes: false,
            max_literals: MAX_LITERALS,
            refused: None,
            interrupt: Interrupt::default(),
        }
    }

    /// Drops the rules with these names: their groups stay, without clauses.
    #[must_use]
    pub fn without(mut self, rules: &[String]) -> Self {
        self.dropped = rules.to_vec();
        self
    }

    /// Whether the rule with this name is dropped.
    #[must_use]
    pub fn drops(&self, rule: &str) -> bool {
        self.dropped.iter().any(|name| name == rule)
    }

    /// Allows the encoding to leave out what the givens of this puzzle rule out.
    #[must_use]
    pub fn pruning(mut self) -> Self {
        self.prunes = true;
        self
    }

    /// Sets the maximum number of literals: [`MAX_LITERALS`] by default, at most 2³² - 1.
    #[must_use]
    pub fn at_most_literals(mut self, literals: usize) -> Self {
        self.max_literals = literals.min(u32::MAX as usize);
        self
    }

    /// From now on, building stops when the interrupt says so; by default nothing stops it.
    pub fn stop_when(&mut self, interrupt: Interrupt) {
        self.interrupt = interrupt;
    }

    /// The interrupt that stops building. Code that works for long without writing into the formula counts
    /// its steps with it.
    #[must_use]
    pub fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// Whether building was interrupted or the formula got too large. Then it is incomplete, takes no more
    /// clauses and must not be used. Encodings check this in every loop that can take long, and return.
    #[must_use]
    pub fn is_given_up(&self) -> bool {
        self.interrupt.after(1) || self.is_too_large()
    }

    /// The maximum number of literals.
    #[must_use]
    pub fn max_literals(&self) -> usize {
        self.max_literals
    }

    /// Whether the limit on literals was exceeded. The formula is then incomplete and must not be used.
    #[must_use]
    pub fn is_too_large(&self) -> bool {
        self.refused.is_some() || self.clauses.literals() >= self.max_literals
    }

    /// Gives up on the formula because it is known to need at least this many literals, before they are
    /// written. [`Formula::is_too_large`] is true from now on.
    pub fn refuse(&mut self, literals: usize) {
        self.refused = Some(literals.max(self.max_literals));
    }

    /// The number of literals, or, if the formula was given up, the number that it would have at least.
    #[must_use]
    pub fn literals_wanted(&self) -> usize {
        self.refused.unwrap_or_else(|| self.clauses.literals())
    }

    /// Whether the encoding may leave out what the givens of this puzzle rule out. If not, the formula must
    /// hold for every board of this shape.
    #[must_use]
    pub fn prunes(&self) -> bool {
        self.prunes
    }

    /// The flavours in which its constraints are written.
    #[must_use]
    pub fn flavours(&self) -> Flavours {
        self.flavours
    }

    /// Declares an atom that is part of the answer: solutions are distinguished by these atoms. Variables are
    /// numbered in the order of declaration. Declaring an atom twice changes nothing.
    pub fn declare_projected(&mut self, atom: A) {
        self.declare_as(atom, Origin::Projected(atom));
    }

    /// Declares an atom that is not part of the answer.
    pub fn declare(&mut self, atom: A) {
        self.declare_as(atom, Origin::Declared(atom));
    }

    fn declare_as(&mut self, atom: A, origin: Origin<A>) {
        // Declare what is used later, even after an interrupt.
        let _ = self.interrupt.after(1);
        let next = u32::try_from(self.variables.len()).expect("at most 2^32 variables");
        self.index.entry(atom).or_insert_with(|| {
            self.variables.push(origin);
            next
        });
    }

    /// Stores a text for use in the arguments of many groups.
    pub fn name(&mut self, text: impl Into<Box<str>>) -> Name {
        self.names.push(text.into());
        Name(self.names.len() as u32 - 1)
    }

    /// Notes a clause without adding it. Returns whether it was not noted before: where clauses are found
    /// again and again, each is then added once.
    ///
    /// # Panics
    ///
    /// As [`Formula::lit`].
    pub fn note(&mut self, clause: impl IntoIterator<Item = impl Into<Literal<A>>>) -> bool {
        let mut lits: Vec<Lit> = clause.into_iter().map(|literal| self.lit(literal)).collect();
        lits.sort_unstable();
        self.noted.insert(lits)
    }

    /// Opens a group: one constraint of a rule. Everything that is added goes into this group until the next
    /// one opens.
    ///
    /// # Panics
    ///
    /// If the arguments don't fit the rule's sentence, or the same rule was declared differently: both are
    /// bugs of the encoding.
    pub fn group(&mut self, rule: &Rule, args: impl Args) -> Group<'_, A> {
        let rule = self.rule_index(rule);
        let first_arg = self.args.len();
        args.push(&mut self.args);
        self.groups.push(GroupEntry {
            rule,
            first_arg: first_arg as u32,
            first_clause: self.clauses.len() as u32,
            first_statement: self.constraints.len() as u32,
            first_variable: self.variables.len() as u32,
        });
        let entry = &self.rules[rule as usize];
        let given = self.args.len() - first_arg;
        assert!(
            entry.places == given,
            "rule '{}' has {} places in its sentence, but its group has {given} arguments",
            entry.rule.name,
            entry.places
        );
        let dropped = entry.dropped;
        // A group that takes long to prepare and has no clauses counts, too.
        let _ = self.interrupt.after(1);
        Group::new(self, dropped)
    }

    fn rule_index(&mut self, rule: &Rule) -> u32 {
        if let Some(found) = self.rules.iter().rposition(|entry| entry.rule.name == rule.name) {
            assert!(self.rules[found].rule == *rule, "rule '{}' was declared otherwise", rule.name);
            return found as u32;
        }
        let dropped = self.drops(&rule.name);
        self.rules.push(RuleEntry { rule: rule.clone(), dropped, places: rule.places() });
        self.rules.len() as u32 - 1
    }

    /// The rules, in the order of their first groups, and whether each was dropped.
    #[must_use]
    pub fn rules(&self) -> impl ExactSizeIterator<Item = (&Rule, bool)> {
        self.rules.iter().map(|entry| (&entry.rule, entry.dropped))
    }

    /// Declares that groups of this rule may come later, while the formula is being solved, so that it can be
    /// dropped, too.
    pub fn expect_rule(&mut self, rule: &Rule) {
        self.to_come.push(rule.clone());
    }

    /// A name given to [`Formula::without`] that neither a rule of the formula nor an expected rule has.
    #[must_use]
    pub fn unknown_drop(&self) -> Option<&str> {
        let rules = || self.rules.iter().map(|entry| &entry.rule).chain(&self.to_come);
        let known = |name: &String| rules().any(|rule| rule.name == *name);
        self.dropped.iter().find(|name| !known(name)).map(String::as_str)
    }

    /// All clauses, group by group.
    #[must_use]
    pub fn clauses(&self) -> &Clauses {
        &self.clauses
    }

    /// Number of variables: atoms and auxiliaries.
    #[must_use]
    pub fn variables(&self) -> u32 {
        self.variables.len() as u32
    }

    /// The declared atoms with their variables, in the order of declaration.
    pub fn atoms(&self) -> impl Iterator<Item = (A, Var)> {
        self.variables.iter().zip(0..).filter_map(|(origin, index)| match *origin {
            Origin::Projected(atom) | Origin::Declared(atom) => Some((atom, Var::new(index))),
            Origin::Aux { .. } => None,
        })
    }

    /// The atoms declared by [`Formula::declare_projected`] with their variables, in the order of declaration.
    pub fn projected(&self) -> impl Iterator<Item = (A, Var)> {
        self.variables.iter().zip(0..).filter_map(|(origin, index)| match *origin {
            Origin::Projected(atom) => Some((atom, Var::new(index))),
            _ => None,
        })
    }

    /// What a variable of this formula represents.
    #[must_use]
    pub fn variable(&self, var: Var) -> Variable<A> {
        match self.variables[var.idx()] {
            Origin::Projected(atom) | Origin::Declared(atom) => Variable::Atom(atom),
            Origin::Aux { .. } => Variable::Aux(var),
        }
    }

    /// What a solver's literal represents.
    #[must_use]
    pub fn literal(&self, lit: Lit) -> Literal<A> {
        Literal { variable: self.variable(lit.var()), negated: lit.is_neg() }
    }

    /// The variable of an atom, if the atom was declared.
    #[must_use]
    pub fn var(&self, atom: A) -> Option<Var> {
        self.index.get(&atom).map(|&index| Var::new(index))
    }

    /// The solver's literal for a literal of the encoding.
    ///
    /// # Panics
    ///
    /// If the atom was not declared: a bug of the encoding.
    #[must_use]
    pub fn lit(&self, literal: impl Into<Literal<A>>) -> Lit {
        let literal = literal.into();
        let index = match literal.variable {
            Variable::Aux(var) => var.idx32(),
            Variable::Atom(atom) => match self.index.get(&atom) {
                Some(&index) => index,
                // A formula that was given up may lack declarations.
                None if self.interrupt.is_stopped() => 0,
                None => panic!("atom {atom:?} is used but was not declared"),
            },
        };
        Lit::new(index, literal.negated)
    }

    pub(crate) fn new_aux(&mut self) -> Var {
        let group = self.groups.len() as u32 - 1;
        self.variables.push(Origin::Aux { group });
        Var::new(self.variables.len() as u32 - 1)
    }

    pub(crate) fn label(&mut self, var: Var, label: impl Into<Box<str>>) {
        self.labels.entry(var.idx32()).or_insert_with(|| label.into());
    }

    /// Number of groups.
    #[must_use]
    pub fn group_count(&self) -> usize {
        self.groups.len()
    }

    /// The constraints from the one at `first` on (0 for all), in order, without those of dropped rules.
    pub fn constraints_from(&self, first: usize) -> impl Iterator<Item = Constraint<'_>> {
        self.constraints[first.min(self.constraints.len())..].iter().map(|entry| self.constraint(entry))
    }

    pub(crate) fn constraint(&self, entry: &ConstraintEntry) -> Constraint<'_> {
        let lits = entry.lits.start as usize..entry.lits.end as usize;
        Constraint {
            bound: entry.bound,
            weights: entry.weights.map(|start| &self.statement_weights[start as usize..][..lits.len()]),
            lits: &self.statement_lits[lits],
            clauses: entry.clauses.start as usize..entry.clauses.end as usize,
        }
    }

    /// The name of a node or an edge of a graph constraint.
    pub(crate) fn element_name(
        &self,
        entry: &GraphEntry,
        element: u32,
        seen_from: Option<usize>,
        names: Names<'_, A>,
    ) -> String {
        let text = |name: Name| self.names[name.0 as usize].to_string();
        let literal = |lit| self.literal_name(lit, seen_from, names);
        graph::element_name(entry, element, &text, &literal)
    }

    /// The name of a literal, which follows from the name of its variable ([`Formula::write_variable`]).
    pub(crate) fn literal_name(&self, lit: Lit, seen_from: Option<usize>, names: Names<'_, A>) -> String {
        let mut name = String::from(if lit.is_neg() { "not " } else { "" });
        self.write_variable(lit.var(), seen_from, names, &mut name).expect("a String takes everything");
        name
    }

    /// Writes the name of a variable: that of its atom, or a name such as `sum>=3`. An auxiliary is `?2` in
    /// its own group and `row[1,5]?2` elsewhere.
    ///
    /// # Errors
    ///
    /// Only errors of writing to `out`.
    pub fn write_variable(
        &self,
        var: Var,
        seen_from: Option<usize>,
        names: Names<'_, A>,
        out: &mut impl fmt::Write,
    ) -> fmt::Result {
        let group = match self.variables[var.idx()] {
            Origin::Projected(atom) | Origin::Declared(atom) => {
                return write!(out, "{}", Named(names, atom));
            }
            Origin::Aux { group } => group as usize,
        };
        if Some(group) != seen_from {
            self.group_at(group).write_id(names, out)?;
        }
        match self.labels.get(&var.idx32()) {
            Some(label) if Some(group) == seen_from => out.write_str(label),
            Some(label) => write!(out, ".{label}"),
            None => write!(out, "?{}", var.idx32() - self.groups[group].first_variable + 1),
        }
    }
}

struct Named<'n, A>(Names<'n, A>, A);

impl<A: Atom> fmt::Display for Named<'_, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0)(self.1, f)
    }
}
