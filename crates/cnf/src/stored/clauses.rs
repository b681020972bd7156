//! The formula that a text states.

use std::{
    collections::{HashMap, HashSet},
    io,
};

use super::{StoredGroup, StoredRule, StoredText, lines::Line};
use crate::{Flavours, Formula, Interrupt, Literal, Rule, Stop, pos};

/// Why the formula of a text is not known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Untold {
    /// Not all of it is there.
    #[error("the text does not have every constraint of the rule '{0}'")]
    Summary(String),
    /// A constraint whose clauses are made while solving.
    #[error("the rule '{0}' has graph constraints, whose meaning is not in the text")]
    Graph(String),
    /// A constraint has auxiliary variables whose constraint is not named.
    #[error("the rule '{0}' has auxiliary variables that the text does not distinguish")]
    Auxiliaries(String),
    /// The numbers of the table are not those of the text.
    #[error("the clauses of the rule '{0}' are not those that the table counts")]
    Counts(String),
    /// There is no table, so the text is a part of a formula.
    #[error("the text is a part of a formula: it has no table of rules")]
    Part,
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// The formula of a text.
#[derive(Clone, Debug)]
pub struct OfText {
    formula: Formula<u32>,
    names: Vec<String>,
}

impl OfText {
    /// Writes it as DIMACS, as [`Formula::write_dimacs`] does.
    ///
    /// # Errors
    ///
    /// As [`Formula::write_dimacs`].
    pub fn write_dimacs(&self, out: &mut dyn io::Write) -> io::Result<()> {
        self.formula.write_dimacs(&|atom, f| f.write_str(&self.names[atom as usize]), out)
    }
}

impl StoredText {
    /// The names of the atoms of these rules, in their order in the text; linear in the text.
    ///
    /// # Errors
    ///
    /// Why they are not known.
    pub fn names(&self, has: &dyn Fn(&StoredRule) -> bool) -> Result<Vec<&str>, Untold> {
        let atoms = self.atoms.ok_or(Untold::Part)?;
        let (mut names, mut known) = (Vec::new(), HashSet::new());
        for rule in self.rules.iter().filter(|rule| has(rule)) {
            let auxiliaries = || Untold::Auxiliaries(rule.name.clone());
            let mut count = 0;
            for group in &rule.groups {
                let mut own = HashSet::new();
                for name in group.names() {
                    match Named::of(name) {
                        Named::Own => count += usize::from(own.insert(name)),
                        Named::OfOther => return Err(auxiliaries()),
                        Named::Atom if known.insert(name) => names.push(name),
                        Named::Atom => {}
                    }
                }
            }
            if !rule.is_whole() {
                return Err(Untold::Summary(rule.name.clone()));
            }
            // Auxiliaries with a meaning would look as atoms.
            if rule.size.as_ref().is_some_and(|size| size.auxiliaries != count) || names.len() > atoms {
                return Err(auxiliaries());
            }
        }
        Ok(names)
    }

    /// The formula that these rules state, with atoms of these names; in time linear in the text. A text doesn't say which atoms
    /// are projected: `is_projected` does, by their names.
    ///
    /// If a text has all clauses of a rule, they are its formula. Otherwise, a constraint means what it says in words.
    ///
    /// # Errors
    ///
    /// Why it is not known.
    pub fn formula(
        &self,
        has: &dyn Fn(&StoredRule) -> bool,
        names: &[&str],
        is_projected: &dyn Fn(&str) -> bool,
        interrupt: &Interrupt,
    ) -> Result<OfText, Untold> {
        let places: HashMap<&str, u32> = names.iter().copied().zip(0..).collect();
        let mut formula = Formula::new(Flavours::default());
        for (atom, name) in (0..).zip(names) {
            if is_projected(name) {
                formula.declare_projected(atom);
            } else {
                formula.declare(atom);
            }
        }
        for rule in self.rules.iter().filter(|rule| has(rule)) {
            rule.state(&places, &mut formula, interrupt)?;
        }
        Ok(OfText { formula, names: names.iter().map(|&name| name.to_owned()).collect() })
    }
}

impl StoredRule {
    /// The number of clauses and of their literals that are shown; `None` if there are graph constraints.
    fn counted(&self) -> Option<(usize, usize)> {
        let mut counted = (0, 0);
        for line in self.groups.iter().flat_map(StoredGroup::parsed) {
            match line {
                Line::Clause(lits) => counted = (counted.0 + 1, counted.1 + lits.len()),
                Line::Graph => return None,
                Line::Count(..) | Line::Sum(..) => {}
            }
        }
        Some(counted)
    }

    /// Whether the text is not the one of which the table has the fingerprint. This is known only if every clause is shown.
    pub(super) fn was_edited(&self) -> bool {
        let (Some(size), Some(fingerprint)) = (&self.size, &self.fingerprint) else { return false };
        let Some((clauses, _)) = self.counted().filter(|_| self.is_whole() && self.is_full()) else {
            return false;
        };
        let groups = self.groups.iter().map(|group| (&group.sentence, &group.lines));
        clauses != size.clauses || *fingerprint != super::fingerprint(groups)
    }

    /// Whether the text is one with every clause: a summary leaves out clauses of constraints, but not those with
    /// auxiliary variables.
    fn is_full(&self) -> bool {
        let is_constraint = |line: &Line<'_>| matches!(line, Line::Count(..) | Line::Sum(..));
        let has_constraints =
            self.groups.iter().flat_map(StoredGroup::parsed).any(|line| is_constraint(&line));
        let is_without = |line: &String| match Line::of(line.trim_start()) {
            Line::Clause(lits) => {
                line.starts_with("    ")
                    && !lits.iter().any(|(name, _)| matches!(Named::of(name), Named::Own))
            }
            _ => false,
        };
        !has_constraints || self.groups.iter().flat_map(|group| &group.lines).any(is_without)
    }

    fn state(
        &self,
        places: &HashMap<&str, u32>,
        formula: &mut Formula<u32>,
        interrupt: &Interrupt,
    ) -> Result<(), Untold> {
        let size = self.size.as_ref().ok_or(Untold::Part)?;
        let (clauses, literals) = self.counted().ok_or_else(|| Untold::Graph(self.name.clone()))?;
        let has_all = clauses == size.clauses;
        if clauses > size.clauses || has_all && literals != size.literals {
            return Err(Untold::Counts(self.name.clone()));
        }
        let rule = Rule::owned(self.name.clone(), "{0}".into());
        for group in &self.groups {
            interrupt.step(group.lines.len() + 1)?;
            let sentence = formula.name(&*group.sentence);
            let mut open = formula.group(&rule, (sentence,));
            let mut own: HashMap<&str, Literal<u32>> = HashMap::new();
            for line in group.parsed() {
                let mut lit = |(name, is_negated): (_, bool)| {
                    let place = places.get(name).map(|&place| pos(place));
                    let lit = place.unwrap_or_else(|| *own.entry(name).or_insert_with(|| open.aux()));
                    if is_negated { !lit } else { lit }
                };
                match line {
                    Line::Clause(lits) => {
                        let lits: Vec<_> = lits.into_iter().map(lit).collect();
                        open.clause(lits);
                    }
                    Line::Count(bound, lits) if !has_all => {
                        let lits: Vec<_> = lits.into_iter().map(lit).collect();
                        open.count(bound, lits);
                    }
                    Line::Sum(bound, terms) if !has_all => {
                        let terms: Vec<_> =
                            terms.into_iter().map(|(weight, name)| (weight, lit(name))).collect();
                        open.sum(bound, terms);
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

impl StoredGroup {
    /// What its lines say. The details of a graph constraint, which are indented below it, are left out.
    fn parsed(&self) -> impl Iterator<Item = Line<'_>> {
        let mut is_in_graph = false;
        self.lines.iter().filter_map(move |line| {
            let is_detail = line.starts_with("    ");
            if is_in_graph && is_detail {
                return None;
            }
            let line = Line::of(line.trim_start());
            is_in_graph = line == Line::Graph;
            Some(line)
        })
    }

    /// The names of its variables, each as often as it is there.
    fn names(&self) -> impl Iterator<Item = &str> {
        self.parsed().flat_map(|line| match line {
            Line::Clause(lits) | Line::Count(_, lits) => lits.into_iter().map(|(name, _)| name).collect(),
            Line::Sum(_, terms) => terms.into_iter().map(|(_, (name, _))| name).collect(),
            Line::Graph => Vec::new(),
        })
    }
}

/// What the name of a variable says about it.
enum Named {
    /// An atom.
    Atom,
    /// An auxiliary variable of the group itself: `?2`.
    Own,
    /// One of another group: `row[1,5]?2`.
    OfOther,
}

impl Named {
    fn of(name: &str) -> Self {
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match name.rsplit_once('?') {
            Some(("", number)) if is_number(number) => Named::Own,
            Some((_, number)) if is_number(number) => Named::OfOther,
            _ => Named::Atom,
        }
    }
}
