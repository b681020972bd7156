use std::{fmt, ops::Range};

use rustc_hash::FxHashMap;
use rustsat::types::{Lit, Var};

use crate::{
    Clauses,
    flavour::Flavours,
    group::Group,
    group_ref::GroupRef,
    literal::{Atom, Literal, Variable},
    rule::{Arg, Args, Name, Rule},
    statement::{Bound, Statement},
};

/// Writes the name of an atom, such as `r1c2=5`; usually `&|atom, f| puzzle.name(atom, f)`.
pub type Names<'n, A> = &'n dyn Fn(A, &mut fmt::Formatter<'_>) -> fmt::Result;

/// No formula grows beyond this many literals (1 GiB), unless told otherwise.
pub const MAX_LITERALS: usize = 1 << 28;

/// A formula under construction: declared atoms, and groups of clauses that belong to named rules.
///
/// ```
/// use jigsat_cnf::{Encoding, Flavours, Rule, neg};
///
/// const ONE: Rule = Rule::new("one", "exactly one of the two lamps is lit");
/// const FIRST: Rule = Rule::new("first", "lamp {0} is off");
///
/// let mut e = Encoding::new(Flavours::default());
/// e.declare_key(1);
/// e.declare_key(2);
/// e.group(&ONE, ()).exactly_one([1, 2]);
/// e.group(&FIRST, (1,)).clause([neg(1)]);
/// assert_eq!(e.clauses().len(), 3);
/// let names = |lamp: i32, f: &mut std::fmt::Formatter<'_>| write!(f, "lamp{lamp}");
/// assert_eq!(e.group_at(1).sentence(&names), "lamp 1 is off");
/// ```
#[derive(Clone, Debug)]
pub struct Encoding<A> {
    variables: Vec<Origin<A>>,
    index: FxHashMap<A, u32>,
    labels: FxHashMap<u32, Box<str>>,
    pub(crate) clauses: Clauses,
    pub(crate) rules: Vec<RuleEntry>,
    pub(crate) groups: Vec<GroupEntry>,
    pub(crate) args: Vec<Arg>,
    pub(crate) names: Vec<Box<str>>,
    pub(crate) statements: Vec<StatementEntry>,
    pub(crate) statement_lits: Vec<Lit>,
    pub(crate) statement_weights: Vec<u32>,
    pub(crate) scratch: Vec<Lit>,
    flavours: Flavours,
    dropped: Vec<String>,
    /// Rules that have no group yet.
    to_come: Vec<Rule>,
    prunes: bool,
    max_literals: usize,
    /// How many literals a formula would have that was given up.
    refused: Option<usize>,
}

/// Where a variable comes from.
#[derive(Clone, Copy, Debug)]
enum Origin<A> {
    Key(A),
    Helper(A),
    Aux { group: u32 },
}

#[derive(Clone, Debug)]
pub(crate) struct RuleEntry {
    pub rule: Rule,
    dropped: bool,
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
pub(crate) struct StatementEntry {
    pub bound: Bound,
    pub lits: Range<u32>,
    /// Start in `statement_weights`, where the literals have weights.
    pub weights: Option<u32>,
    pub clauses: Range<u32>,
}

impl<A: Atom> Encoding<A> {
    /// An empty formula whose statements get these flavours.
    #[must_use]
    pub fn new(flavours: Flavours) -> Self {
        Encoding {
            variables: Vec::new(),
            index: FxHashMap::default(),
            labels: FxHashMap::default(),
            clauses: Clauses::default(),
            rules: Vec::new(),
            groups: Vec::new(),
            args: Vec::new(),
            names: Vec::new(),
            statements: Vec::new(),
            statement_lits: Vec::new(),
            statement_weights: Vec::new(),
            scratch: Vec::new(),
            flavours,
            dropped: Vec::new(),
            to_come: Vec::new(),
            prunes: false,
            max_literals: MAX_LITERALS,
            refused: None,
        }
    }

    /// Leaves out the rules with these names: their groups stay, without clauses.
    #[must_use]
    pub fn without(mut self, rules: &[String]) -> Self {
        self.dropped = rules.to_vec();
        self
    }

    /// Allows the encoding to leave out what the givens of this instance rule out.
    #[must_use]
    pub fn pruning(mut self) -> Self {
        self.prunes = true;
        self
    }

    /// Sets how many literals the formula may have, [`MAX_LITERALS`] if not set, 2³² - 1 at most.
    #[must_use]
    pub fn at_most_literals(mut self, literals: usize) -> Self {
        self.max_literals = literals.min(u32::MAX as usize);
        self
    }

    pub(crate) fn max_literals(&self) -> usize {
        self.max_literals
    }

    /// Whether it wanted to be larger than that. Such a formula lacks clauses and is good for nothing.
    #[must_use]
    pub fn is_too_large(&self) -> bool {
        self.refused.is_some() || self.clauses.literals() >= self.max_literals
    }

    /// Gives up on a formula that is known to get too large, with so many literals at least, before it is written:
    /// [`Encoding::is_too_large`] says so from now on.
    pub fn refuse(&mut self, literals: usize) {
        self.refused = Some(literals.max(self.max_literals));
    }

    /// How many literals it has, or would have at least if it was given up.
    #[must_use]
    pub fn literals_wanted(&self) -> usize {
        self.refused.unwrap_or_else(|| self.clauses.literals())
    }

    /// Whether the encoding may leave out what the givens of this instance rule out.
    /// Without it, it must be the formula of every board of this shape.
    #[must_use]
    pub fn prunes(&self) -> bool {
        self.prunes
    }

    /// The flavours of its statements.
    #[must_use]
    pub fn flavours(&self) -> Flavours {
        self.flavours
    }

    /// Declares an atom that is part of the answer; solutions are told apart by these.
    /// Variables are numbered in the order of declaration. Declaring twice changes nothing.
    pub fn declare_key(&mut self, atom: A) {
        self.declare_as(atom, Origin::Key(atom));
    }

    /// Declares an atom that helps, and that the answer does not show.
    pub fn declare(&mut self, atom: A) {
        self.declare_as(atom, Origin::Helper(atom));
    }

    fn declare_as(&mut self, atom: A, origin: Origin<A>) {
        let next = u32::try_from(self.variables.len()).expect("at most 2^32 variables");
        self.index.entry(atom).or_insert_with(|| {
            self.variables.push(origin);
            next
        });
    }

    /// Keeps a text for use in the arguments of many groups.
    pub fn name(&mut self, text: impl Into<Box<str>>) -> Name {
        self.names.push(text.into());
        Name(self.names.len() as u32 - 1)
    }

    /// Opens a group: one constraint of a rule. What is added goes into it until the next one opens.
    ///
    /// # Panics
    ///
    /// When the arguments don't fit the rule's sentence, or the same rule was declared otherwise:
    /// bugs of the encoding.
    pub fn group(&mut self, rule: &Rule, args: impl Args) -> Group<'_, A> {
        let rule = self.rule_index(rule);
        let first_arg = self.args.len();
        args.push(&mut self.args);
        self.groups.push(GroupEntry {
            rule,
            first_arg: first_arg as u32,
            first_clause: self.clauses.len() as u32,
            first_statement: self.statements.len() as u32,
            first_variable: self.variables.len() as u32,
        });
        let entry = &self.rules[rule as usize];
        debug_assert!(
            !entry.rule.sentence.contains(&format!("{{{}}}", self.args.len() - first_arg)),
            "rule '{}' has more places than its group has arguments",
            entry.rule.name
        );
        let dropped = entry.dropped;
        Group::new(self, dropped)
    }

    fn rule_index(&mut self, rule: &Rule) -> u32 {
        if let Some(found) = self.rules.iter().rposition(|entry| entry.rule.name == rule.name) {
            assert!(self.rules[found].rule == *rule, "rule '{}' was declared otherwise", rule.name);
            return found as u32;
        }
        let dropped = self.dropped.iter().any(|name| *name == rule.name);
        self.rules.push(RuleEntry { rule: rule.clone(), dropped });
        self.rules.len() as u32 - 1
    }

    /// The rules, in the order of their first groups, and whether each was dropped.
    #[must_use]
    pub fn rules(&self) -> impl ExactSizeIterator<Item = (&Rule, bool)> {
        self.rules.iter().map(|entry| (&entry.rule, entry.dropped))
    }

    /// Says that groups of this rule may come later, while the formula is being solved: so it may be left out, too.
    pub fn expect_rule(&mut self, rule: &Rule) {
        self.to_come.push(rule.clone());
    }

    /// A name given to [`Encoding::without`] that no rule of the formula has, nor one that was said to come.
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
            Origin::Key(atom) | Origin::Helper(atom) => Some((atom, Var::new(index))),
            Origin::Aux { .. } => None,
        })
    }

    /// The key atoms with their variables, in the order of declaration.
    pub fn keys(&self) -> impl Iterator<Item = (A, Var)> {
        self.variables.iter().zip(0..).filter_map(|(origin, index)| match *origin {
            Origin::Key(atom) => Some((atom, Var::new(index))),
            _ => None,
        })
    }

    /// What a variable of this formula stands for.
    #[must_use]
    pub fn variable(&self, var: Var) -> Variable<A> {
        match self.variables[var.idx()] {
            Origin::Key(atom) | Origin::Helper(atom) => Variable::Atom(atom),
            Origin::Aux { .. } => Variable::Aux(var),
        }
    }

    /// What a solver's literal stands for.
    #[must_use]
    pub fn literal(&self, lit: Lit) -> Literal<A> {
        Literal { variable: self.variable(lit.var()), negated: lit.is_neg() }
    }

    /// The variable of an atom, if it was declared.
    #[must_use]
    pub fn var(&self, atom: A) -> Option<Var> {
        self.index.get(&atom).map(|&index| Var::new(index))
    }

    /// The solver's literal.
    ///
    /// # Panics
    ///
    /// When the atom was not declared: a bug of the encoding.
    #[must_use]
    pub fn lit(&self, literal: impl Into<Literal<A>>) -> Lit {
        let literal = literal.into();
        let index = match literal.variable {
            Variable::Aux(var) => var.idx32(),
            Variable::Atom(atom) => match self.index.get(&atom) {
                Some(&index) => index,
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

    /// A group by its place, from 0.
    #[must_use]
    pub fn group_at(&self, index: usize) -> GroupRef<'_, A> {
        GroupRef { encoding: self, index }
    }

    /// The groups from `first` on, as they were opened.
    pub fn groups_from(&self, first: usize) -> impl Iterator<Item = GroupRef<'_, A>> {
        (first..self.groups.len()).map(|index| self.group_at(index))
    }

    /// All groups, as they were opened.
    pub fn groups(&self) -> impl Iterator<Item = GroupRef<'_, A>> {
        self.groups_from(0)
    }

    /// The group that a clause belongs to.
    #[must_use]
    pub fn group_of(&self, clause: usize) -> GroupRef<'_, A> {
        let after = self.groups.partition_point(|group| group.first_clause as usize <= clause);
        self.group_at(after - 1)
    }

    /// The statements from the one at `first` on (0 for all), in order, those of dropped rules left out.
    pub fn statements_from(&self, first: usize) -> impl Iterator<Item = Statement<'_>> {
        self.statements[first.min(self.statements.len())..].iter().map(|entry| self.statement(entry))
    }

    pub(crate) fn statement(&self, entry: &StatementEntry) -> Statement<'_> {
        let lits = entry.lits.start as usize..entry.lits.end as usize;
        Statement {
            bound: entry.bound,
            weights: entry.weights.map(|start| &self.statement_weights[start as usize..][..lits.len()]),
            lits: &self.statement_lits[lits],
            clauses: entry.clauses.start as usize..entry.clauses.end as usize,
        }
    }

    /// Writes the name of a variable: its atom's, or `sum>=3`, or `?2` for an auxiliary seen from its own
    /// group, `row[1,5]?2` from elsewhere.
    ///
    /// # Errors
    ///
    /// Those of `out` alone.
    pub fn write_variable(
        &self,
        var: Var,
        seen_from: Option<usize>,
        names: Names<'_, A>,
        out: &mut impl fmt::Write,
    ) -> fmt::Result {
        let group = match self.variables[var.idx()] {
            Origin::Key(atom) | Origin::Helper(atom) => {
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
