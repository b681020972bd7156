use std::{borrow::Cow, collections::BTreeMap, ops::Range};

use jigsat_cnf::{Clauses, Lit, Var};
use jigsat_input::About;

use crate::names::Names;

/// Maximum number of variables of a formula.
pub const MAX_VARIABLES: u32 = 1_000_000;

/// A formula in DIMACS CNF with what its comments say: names of variables, which variables are shown, and what groups of
/// clauses mean.
///
/// A solution gives each shown variable a value. The variables that are not shown only need to have some values with which
/// all clauses hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dimacs {
    /// The formula's title; may be empty.
    pub title: String,
    /// Where it comes from; may be empty.
    pub source: String,
    /// The catalogue metadata in its text.
    pub about: About,
    pub(crate) variables: u32,
    pub(crate) names: Names,
    /// The shown variables, in ascending order.
    pub(crate) shown: Vec<Var>,
    pub(crate) clauses: Clauses,
    /// The groups of the clauses from the first group on.
    pub(crate) groups: Vec<Group>,
}

/// Clauses that state one constraint together: those up to the next group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    /// The name of its rule.
    pub rule: String,
    /// What it says.
    pub sentence: String,
    /// The place of its first clause.
    pub first: usize,
}

impl Dimacs {
    /// Number of variables.
    #[must_use]
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// The clauses, in the order of the text.
    #[must_use]
    pub fn clauses(&self) -> &Clauses {
        &self.clauses
    }

    /// The shown variables, in ascending order: all of them, unless the text says which.
    #[must_use]
    pub fn shown(&self) -> &[Var] {
        &self.shown
    }

    /// Whether some variables are not shown.
    #[must_use]
    pub fn has_hidden(&self) -> bool {
        self.shown.len() < self.variables as usize
    }

    /// The name of a variable: the one that a comment gives it, or its number.
    #[must_use]
    pub fn name_of(&self, var: Var) -> Cow<'_, str> {
        self.names.name(var)
    }

    /// The variable with this name or number.
    #[must_use]
    pub fn var(&self, name: &str) -> Option<Var> {
        self.names.var(name, self.variables)
    }

    /// The place of a variable among those that are shown.
    #[must_use]
    pub fn place_of(&self, var: Var) -> Option<usize> {
        self.shown.binary_search(&var).ok()
    }

    /// The values that clauses of one literal give to shown variables, by the places of the variables. They are known from
    /// the start, as givens are. Where two contradict each other, this is the first.
    #[must_use]
    pub fn givens(&self) -> BTreeMap<usize, bool> {
        let mut givens = BTreeMap::new();
        for clause in self.clauses.iter() {
            if let &[lit] = clause
                && let Some(place) = self.place_of(lit.var())
            {
                givens.entry(place).or_insert(lit.is_pos());
            }
        }
        givens
    }

    /// A literal by the name of its variable: `a`, `not a`.
    pub(crate) fn literal(&self, lit: Lit) -> String {
        let not = if lit.is_neg() { "not " } else { "" };
        format!("{not}{}", self.name_of(lit.var()))
    }

    /// What a clause says by itself.
    pub(crate) fn words(&self, clause: &[Lit]) -> String {
        match clause {
            [] => "the empty clause holds".into(),
            [lit] => format!("{} is {}", self.name_of(lit.var()), lit.is_pos()),
            lits => {
                let names: Vec<String> = lits.iter().map(|&lit| self.literal(lit)).collect();
                format!("at least one of {}", names.join(", "))
            }
        }
    }

    /// The number of clauses that are in no group: they come first.
    pub(crate) fn ungrouped(&self) -> usize {
        self.groups.first().map_or(self.clauses.len(), |group| group.first)
    }

    /// The groups, with the places of their clauses.
    pub(crate) fn groups(&self) -> impl Iterator<Item = (&Group, Range<usize>)> {
        let ends = self.groups.iter().skip(1).map(|group| group.first).chain([self.clauses.len()]);
        self.groups.iter().zip(ends).map(|(group, end)| (group, group.first..end))
    }

    /// The group of a clause by its place.
    pub(crate) fn group_of(&self, clause: usize) -> Option<&Group> {
        let after = self.groups.partition_point(|group| group.first <= clause);
        self.groups.get(after.checked_sub(1)?)
    }
}
