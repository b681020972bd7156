use crate::{Encoding, literal::Atom};

/// The size of a formula, whole and by rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stats {
    /// All variables: key atoms, helping atoms and auxiliaries.
    pub variables: usize,
    /// Key atoms.
    pub keys: usize,
    /// Auxiliary variables without an atom.
    pub auxiliaries: usize,
    /// Clauses.
    pub clauses: usize,
    /// Literals in all clauses together.
    pub literals: usize,
    /// The same by rule, in the order of their first groups.
    pub rules: Vec<RuleStats>,
}

/// The size of one rule's part of a formula.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleStats {
    /// The rule's name.
    pub rule: String,
    /// Whether other rules imply it.
    pub redundant: bool,
    /// Whether it was dropped.
    pub dropped: bool,
    /// Groups.
    pub groups: usize,
    /// Clauses.
    pub clauses: usize,
    /// Literals.
    pub literals: usize,
    /// Auxiliary variables that its groups made.
    pub auxiliaries: usize,
}

impl<A: Atom> Encoding<A> {
    /// Counts everything; linear in the number of clauses.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let rule_stats = |(rule, dropped): (&crate::Rule, bool)| RuleStats {
            rule: rule.name().to_owned(),
            redundant: rule.is_redundant(),
            dropped,
            ..RuleStats::default()
        };
        let mut rules: Vec<RuleStats> = self.rules().map(rule_stats).collect();
        for group in self.groups() {
            let stats = &mut rules[group.rule_index()];
            stats.groups += 1;
            stats.clauses += group.clauses().len();
            stats.literals += group.clauses().map(|clause| self.clauses()[clause].len()).sum::<usize>();
            stats.auxiliaries += group.auxiliaries();
        }
        Stats {
            variables: self.variables() as usize,
            keys: self.keys().count(),
            auxiliaries: rules.iter().map(|rule| rule.auxiliaries).sum(),
            clauses: self.clauses().len(),
            literals: self.clauses().literals(),
            rules,
        }
    }
}
