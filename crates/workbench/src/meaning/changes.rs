//! What changed between two texts of one encoding: rules, and the lines of their constraints.

use std::collections::BTreeMap;

use jigsat_cnf::{RuleStats, Show, StoredGroup, StoredRule, StoredText};
use jigsat_kit::Error;
use jigsat_solve::Limits;

use super::Side;

/// What changed in a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleChange {
    /// The rule's name.
    pub rule: String,
    /// What changed.
    pub change: Change,
    /// Its sizes before and now, if they are known.
    pub sizes: [Option<RuleStats>; 2],
    /// The constraints that changed: the sentence, then lines that begin with `-` or `+`.
    pub lines: Vec<String>,
    /// Whether a text does not show every constraint of the rule, so that further lines may have changed.
    pub is_partial: bool,
}

/// How a rule changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The clauses are the same, by fingerprint or line by line.
    Same,
    /// Clauses or sentences differ.
    Changed,
    /// Only the second text has it.
    Added,
    /// Only the first text has it.
    Removed,
    /// What is shown is the same, and there is no fingerprint for the rest.
    Open,
}

impl Change {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Change::Same => "same",
            Change::Changed => "changed",
            Change::Added => "added",
            Change::Removed => "removed",
            Change::Open => "open",
        }
    }
}

/// What changed from the formula of the first side to that of the second, by their texts.
///
/// # Errors
///
/// As [`Side::formula`].
pub fn changed(sides: [&Side; 2], limits: &Limits) -> Result<Vec<RuleChange>, Error> {
    let text = |side: &Side| -> Result<StoredText, Error> {
        let formula = side.formula(false, limits)?;
        let show = Show { full: true, interrupt: limits.interrupt(), ..Show::default() };
        let order = |one, other| formula.compare_atoms(one, other);
        let mut bytes = Vec::new();
        formula
            .cnf()
            .write_text(&formula.names(), &order, &show, &mut bytes)
            .map_err(|error| Error::Output { path: side.name.clone(), error })?;
        let text = String::from_utf8_lossy(&bytes);
        StoredText::read(&text).map_err(|error| Error::request(format!("{}: {error}", side.name)))
    };
    Ok(changes(&text(sides[0])?, &text(sides[1])?))
}

/// What changed, rule by rule: those of the second text in its order, then those that only the first one has. Takes time linear in
/// the texts.
#[must_use]
pub fn changes(old: &StoredText, new: &StoredText) -> Vec<RuleChange> {
    let known: BTreeMap<&str, &StoredRule> = old.rules.iter().map(|rule| (&*rule.name, rule)).collect();
    let in_new = |rule: &&StoredRule| new.rules.iter().any(|other| other.name == rule.name);
    let kept = new.rules.iter().map(|rule| RuleChange::of(known.get(&*rule.name).copied(), Some(rule)));
    let gone = old.rules.iter().filter(|rule| !in_new(rule)).map(|rule| RuleChange::of(Some(rule), None));
    kept.chain(gone).collect()
}

impl RuleChange {
    fn of(old: Option<&StoredRule>, new: Option<&StoredRule>) -> Self {
        let change = match (old, new) {
            (None, _) => Change::Added,
            (_, None) => Change::Removed,
            (Some(old), Some(new)) => match (&old.fingerprint, &new.fingerprint) {
                // A fingerprint says nothing of what was changed by hand below it.
                (Some(one), Some(other)) if one == other && agree(old, new) => Change::Same,
                (Some(_), Some(_)) => Change::Changed,
                _ if old.groups != new.groups => Change::Changed,
                _ if old.is_whole() && new.is_whole() => Change::Same,
                _ => Change::Open,
            },
        };
        let groups = |rule: Option<&StoredRule>| rule.map_or(Vec::new(), |rule| rule.groups.clone());
        RuleChange {
            rule: old.or(new).map_or_else(String::new, |rule| rule.name.clone()),
            change,
            sizes: [old, new].map(|rule| rule.and_then(|rule| rule.size.clone())),
            lines: if change == Change::Same { Vec::new() } else { lines(&groups(old), &groups(new)) },
            is_partial: [old, new].into_iter().flatten().any(|rule| !rule.is_whole()),
        }
    }
}

/// Whether the constraints that both texts show of a rule are the same; one text may show more of their clauses.
fn agree(old: &StoredRule, new: &StoredRule) -> bool {
    let mut before = by_sentence(&old.groups);
    let has_all = old.is_whole() && new.is_whole();
    new.groups.iter().all(|group| match before.get_mut(&*group.sentence).and_then(Vec::pop) {
        Some(known) => without(known, group).is_empty() || without(group, known).is_empty(),
        None => !has_all,
    })
}

/// The groups with each sentence, the first one last.
fn by_sentence(groups: &[StoredGroup]) -> BTreeMap<&str, Vec<&StoredGroup>> {
    let mut by: BTreeMap<&str, Vec<&StoredGroup>> = BTreeMap::new();
    groups.iter().rev().for_each(|group| by.entry(&group.sentence).or_default().push(group));
    by
}

/// The constraints that differ. Those with the same sentence are compared in turn.
fn lines(old: &[StoredGroup], new: &[StoredGroup]) -> Vec<String> {
    let mut before = by_sentence(old);
    let mut lines = Vec::new();
    for group in new {
        match before.get_mut(&*group.sentence).and_then(Vec::pop) {
            Some(known) => {
                let (gone, come) = (without(known, group), without(group, known));
                if !gone.is_empty() || !come.is_empty() {
                    lines.push(format!("{}:", group.sentence));
                    lines.extend(gone.into_iter().map(|line| format!("-{line}")));
                    lines.extend(come.into_iter().map(|line| format!("+{line}")));
                }
            }
            None => lines.extend(whole('+', group)),
        }
    }
    let gone = |group: &&StoredGroup| {
        before.get(&*group.sentence).is_some_and(|left| left.iter().any(|&other| std::ptr::eq(other, *group)))
    };
    lines.extend(old.iter().filter(gone).flat_map(|group| whole('-', group)));
    lines
}

/// A constraint that only one text has.
fn whole(sign: char, group: &StoredGroup) -> impl Iterator<Item = String> {
    let sentence = format!("{sign}{}:", group.sentence);
    std::iter::once(sentence).chain(group.lines.iter().map(move |line| format!("{sign}{line}")))
}

/// The lines of one constraint that the other lacks.
fn without<'g>(one: &'g StoredGroup, other: &StoredGroup) -> Vec<&'g str> {
    let mut left: BTreeMap<&str, usize> = BTreeMap::new();
    other.lines.iter().for_each(|line| *left.entry(line).or_default() += 1);
    let is_new = |line: &&str| match left.get_mut::<str>(line) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    one.lines.iter().map(String::as_str).filter(is_new).collect()
}
