use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};
use rustsat::types::{Lit, Var};

use crate::{
    Clauses,
    constraint::{Bound, Constraint},
    flavour::Flavours,
    graph::{CutEntry, GraphEntry, NodeEntry},
    interrupt::{Interrupt, Stop},
    rule::{Arg, Args, Name, Rule},
};

mod group;
mod names;
mod normal;
mod open;

pub use group::CnfGroup;
pub use names::AtomNames;
pub(crate) use open::OpenGroup;

/// Maximum number of literals of a formula (1 GiB), unless [`Formula::at_most_literals`](crate::Formula::at_most_literals)
/// sets another.
pub const MAX_LITERALS: usize = 1 << 28;

/// A [`Formula`](crate::Formula) without its atoms: variables are numbers. What needs no atoms works with this type, so it
/// is compiled once for all types of atoms.
///
/// A formula is also a `Cnf`, by [`Deref`](std::ops::Deref):
///
/// ```
/// use jigsat_cnf::{Cnf, Formula, Flavours, Rule, pos};
///
/// fn longest(e: &Cnf) -> usize {
///     e.clauses().iter().map(<[_]>::len).max().unwrap_or(0)
/// }
///
/// let mut e = Formula::new(Flavours::default());
/// (1..=3).for_each(|lamp| e.declare_projected(lamp));
/// e.group(&Rule::new("lit", "a lamp is lit"), ()).clause([1, 2, 3]);
/// assert_eq!(longest(&e), 3);
/// ```
#[derive(Clone, Debug)]
pub struct Cnf {
    variables: Vec<Origin>,
    /// Number of atoms.
    atoms: u32,
    labels: FxHashMap<u32, Box<str>>,
    pub(crate) clauses: Clauses,
    pub(crate) rules: Vec<RuleEntry>,
    pub(crate) groups: Vec<GroupEntry>,
    pub(crate) args: Vec<Arg>,
    pub(crate) names: Vec<Box<str>>,
    pub(crate) constraints: Vec<ConstraintEntry>,
    pub(crate) statement_lits: Vec<Lit>,
    pub(crate) statement_weights: Vec<u64>,
    pub(crate) graphs: Vec<GraphEntry>,
    pub(crate) graph_nodes: Vec<NodeEntry>,
    pub(crate) cuts: Vec<CutEntry>,
    /// The clauses of the cuts of each graph constraint, so that none is added twice.
    pub(crate) known_cuts: FxHashSet<(u32, Vec<Lit>)>,
    /// The clauses passed to [`Formula::note`](crate::Formula::note).
    noted: FxHashSet<Vec<Lit>>,
    pub(crate) scratch: Vec<Lit>,
    flavours: Flavours,
    dropped: Vec<String>,
    /// Rules that have no group yet.
    to_come: Vec<Rule>,
    /// The names of rules that may have no group.
    without_groups: Vec<String>,
    prunes: bool,
    max_literals: usize,
    /// The number of literals that a formula would have, if it was given up for that.
    refused: Option<usize>,
    pub(crate) interrupt: Interrupt,
}

/// The origin of a variable. Atoms have numbers in the order of their declaration.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Origin {
    Projected { atom: u32 },
    Declared { atom: u32 },
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

impl Cnf {
    pub(crate) fn new(flavours: Flavours) -> Self {
        Cnf {
            variables: Vec::new(),
            atoms: 0,
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
            without_groups: Vec::new(),
            prunes: false,
            max_literals: MAX_LITERALS,
            refused: None,
            interrupt: Interrupt::default(),
        }
    }

    /// As [`Formula::without`](crate::Formula::without).
    pub fn drop_rules(&mut self, rules: &[String]) {
        self.dropped = rules.to_vec();
    }

    /// Whether the rule with this name is dropped.
    #[must_use]
    pub fn drops(&self, rule: &str) -> bool {
        self.dropped.iter().any(|name| name == rule)
    }

    /// As [`Formula::pruning`](crate::Formula::pruning).
    pub fn prune(&mut self) {
        self.prunes = true;
    }

    pub(crate) fn set_max_literals(&mut self, literals: usize) {
        self.max_literals = literals.min(u32::MAX as usize);
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

    /// Counts steps of work that writes nothing, such as a search for what to write. What is written is counted by
    /// itself.
    ///
    /// # Errors
    ///
    /// Why the formula was given up.
    pub fn step(&self, steps: usize) -> Result<(), Stop> {
        self.interrupt.step(steps)?;
        if self.is_too_large() { Err(Stop::TooLarge) } else { Ok(()) }
    }

    /// Why the formula was given up, if it was: building was interrupted, or the formula got too large. Then it is
    /// incomplete, takes no more atoms, groups and clauses, and must not be used.
    #[must_use]
    pub fn given_up(&self) -> Option<Stop> {
        self.interrupt.stopped().or_else(|| self.is_too_large().then_some(Stop::TooLarge))
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
    /// written. [`Cnf::is_too_large`] is true from now on.
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

    /// The number of the next variable that is made.
    pub(crate) fn next_variable(&self) -> u32 {
        u32::try_from(self.variables.len()).expect("at most 2^32 variables")
    }

    /// Makes a variable for the next atom.
    pub(crate) fn add_atom(&mut self, is_projected: bool) {
        let atom = self.atoms;
        self.atoms += 1;
        self.variables.push(if is_projected {
            Origin::Projected { atom }
        } else {
            Origin::Declared { atom }
        });
    }

    /// Stores a text for use in the arguments of many groups.
    pub fn name(&mut self, text: impl Into<Box<str>>) -> Name {
        self.names.push(text.into());
        Name(self.names.len() as u32 - 1)
    }

    /// Notes a clause without adding it; returns whether it was not noted before.
    pub(crate) fn note(&mut self, mut lits: Vec<Lit>) -> bool {
        lits.sort_unstable();
        self.noted.insert(lits)
    }

    /// Adds a group that states one clause of these variables.
    ///
    /// # Panics
    ///
    /// As [`Formula::group`](crate::Formula::group).
    pub fn add_clause(&mut self, rule: &Rule, args: impl Args, lits: &[Lit]) {
        self.open(rule, args).clause(lits);
    }

    /// Opens a group, as [`Formula::group`](crate::Formula::group) does.
    pub(crate) fn open(&mut self, rule: &Rule, args: impl Args) -> OpenGroup<'_> {
        let first_arg = self.args.len();
        args.push(&mut self.args);
        self.open_with(rule, first_arg)
    }

    /// Opens a group whose arguments are already there.
    fn open_with(&mut self, rule: &Rule, first_arg: usize) -> OpenGroup<'_> {
        let rule = self.rule_index(rule);
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
        let is_given_up = self.step(1).is_err();
        OpenGroup::new(self, dropped || is_given_up)
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

    /// Declares that there is a rule of this name, even if it has no group in this formula, so that it can be dropped.
    pub fn know_rule(&mut self, rule: &str) {
        self.without_groups.push(rule.to_owned());
    }

    /// The names of the rules that can be dropped: those of the formula, those that are expected, and those that have no group
    /// in it.
    pub fn known_rules(&self) -> impl Iterator<Item = &str> {
        let rules = self.rules.iter().map(|entry| &entry.rule).chain(&self.to_come).map(Rule::name);
        let is_new = |name: &&str| self.rules.iter().all(|entry| entry.rule.name != **name);
        rules.chain(self.without_groups.iter().map(String::as_str).filter(is_new))
    }

    /// Whether groups of some rule may come later, while the formula is being solved.
    #[must_use]
    pub fn awaits_rules(&self) -> bool {
        !self.to_come.is_empty()
    }

    /// A name given to [`Formula::without`](crate::Formula::without) that no [known rule](Cnf::known_rules) has.
    #[must_use]
    pub fn unknown_drop(&self) -> Option<&str> {
        self.dropped.iter().find(|name| !self.known_rules().any(|rule| rule == *name)).map(String::as_str)
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

    /// Numbers of variables and clauses.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.variables.len(), self.clauses.len())
    }

    /// The variables of atoms that are part of the answer, in the order of declaration.
    pub fn projected_variables(&self) -> impl Iterator<Item = Var> {
        let is_projected = |(origin, _): &(&Origin, u32)| matches!(origin, Origin::Projected { .. });
        self.variables.iter().zip(0..).filter(is_projected).map(|(_, index)| Var::new(index))
    }

    /// The variables of atoms, in the order of declaration.
    pub fn atom_variables(&self) -> impl Iterator<Item = Var> {
        let is_atom = |(origin, _): &(&Origin, u32)| !matches!(origin, Origin::Aux { .. });
        self.variables.iter().zip(0..).filter(is_atom).map(|(_, index)| Var::new(index))
    }

    /// Whether a variable has no atom.
    #[must_use]
    pub fn is_auxiliary(&self, var: Var) -> bool {
        self.atom_of(var).is_none()
    }

    /// The number of a variable's atom, from 0 in the order of declaration; `None` for an auxiliary.
    #[must_use]
    pub fn atom_of(&self, var: Var) -> Option<u32> {
        match self.variables[var.idx()] {
            Origin::Projected { atom } | Origin::Declared { atom } => Some(atom),
            Origin::Aux { .. } => None,
        }
    }

    pub(crate) fn origin(&self, var: Var) -> Origin {
        self.variables[var.idx()]
    }

    pub(crate) fn label_of(&self, var: Var) -> Option<&str> {
        self.labels.get(&var.idx32()).map(AsRef::as_ref)
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

    /// The clauses that no constraint was made into, in order.
    pub fn clauses_outside_constraints(&self) -> impl Iterator<Item = &[Lit]> {
        let mut ranges: Vec<_> = self.constraints_from(0).map(|constraint| constraint.clauses).collect();
        crate::rarely::sort_by_key(&mut ranges, |range| range.start);
        let mut ranges = ranges.into_iter().peekable();
        self.clauses().iter().enumerate().filter_map(move |(place, clause)| {
            while ranges.next_if(|range| range.end <= place).is_some() {}
            let inside = ranges.peek().is_some_and(|range| range.contains(&place));
            (!inside).then_some(clause)
        })
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
}
