//! What a line takes from before: what rules possibilities out, and what else has to be known.

use std::collections::{BTreeMap, BTreeSet};

use jigsat_cnf::{Lit, rarely};
use jigsat_kit::Unit;

use super::{Composer, list};

impl Composer<'_> {
    /// The premises of a constraint without a name of its own, as part of its sentence. What another constraint with a sentence
    /// of its own rules out is said before that sentence: 'r7c3 is not 1 (going down from r2c3, the digits differ, and r2c3 is 1)'.
    pub(super) fn because(&self, premises: &[Lit]) -> String {
        let is_seen = |lit: &Lit| self.seen.contains_key(lit);
        let (seen, told): (Vec<Lit>, Vec<Lit>) = premises.iter().partition(|lit| is_seen(lit));
        let has_sentence = |lit: &Lit| {
            let (group, fact) = self.seen[lit];
            self.formula.unit(group).is_none()
                && self.place(*lit).is_some_and(|place| Some(place) != self.place(fact))
        };
        let (mut by_sentences, others): (Vec<Lit>, Vec<Lit>) = seen.iter().partition(|lit| has_sentence(lit));
        // That a place has a value says that it has no other.
        let filled: Vec<String> =
            told.iter().filter(|lit| lit.is_pos()).filter_map(|&lit| self.place(lit)).collect();
        by_sentences.retain(|&lit| self.place(lit).is_none_or(|place| !filled.contains(&place)));
        let told = if told.is_empty() { String::new() } else { format!("; {}", self.left(&told, &[], None)) };
        let mut ruled_out: Vec<(Vec<Lit>, String)> = Vec::new();
        for (_, lits) in self.by_place(&by_sentences) {
            let why = self.why(&lits, None);
            match ruled_out.iter_mut().find(|(_, other)| *other == why) {
                Some((all, _)) => all.extend(lits),
                None => ruled_out.push((lits, why)),
            }
        }
        let ruled_out = ruled_out.into_iter().map(|(lits, why)| format!("{}{why}", self.all(&lits)));
        let ruled_out = list(&ruled_out.collect::<Vec<_>>(), "and");
        let ruled_out = if ruled_out.is_empty() { ruled_out } else { format!("; {ruled_out}") };
        format!("{told}{}{ruled_out}", self.why(&others, None))
    }

    /// Literals about values of places, place by place.
    fn by_place(&self, lits: &[Lit]) -> Vec<(String, Vec<Lit>)> {
        let mut all: Vec<(String, Vec<Lit>)> = Vec::new();
        for &lit in lits {
            let Some(place) = self.place(lit) else { continue };
            match all.iter_mut().find(|(other, _)| *other == place) {
                Some((_, lits)) => lits.push(lit),
                None => all.push((place, vec![lit])),
            }
        }
        all
    }

    /// What rules out the other possibilities, in parentheses: '(rows 2 and 3 and column 1 have theirs: r2c9, r3c5, r8c1)'.
    pub(super) fn why(&self, premises: &[Lit], own: Option<&str>) -> String {
        let mut theirs: Vec<(String, String)> = Vec::new();
        let mut taken: BTreeSet<String> = BTreeSet::new();
        let mut values: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let mut sentences: Vec<(String, Vec<Lit>)> = Vec::new();
        let mut facts: Vec<Lit> = Vec::new();
        for &premise in premises {
            let Some(&(group, fact)) = self.seen.get(&premise) else {
                if !self.given.contains(&premise) {
                    facts.push(premise);
                }
                continue;
            };
            let at = self.board.placed(self.formula.literal(fact));
            match (self.formula.unit(group), at) {
                (Some(Unit::Value { name, value }), Some([place, _])) if Some(&value[..]) == own => {
                    if !theirs.contains(&(name.clone(), place.clone())) {
                        theirs.push((name, place));
                    }
                }
                (Some(Unit::Place(name)), _) => drop(taken.insert(name)),
                (None, Some([place, _])) if self.place(premise).as_deref() == Some(&place[..]) => {
                    taken.insert(place);
                }
                (Some(Unit::Value { name, .. }), Some([_, value])) => {
                    values.entry(name).or_default().insert(value);
                }
                _ => {
                    let sentence = self.formula.sentence(group);
                    match sentences.iter_mut().find(|(other, _)| *other == sentence) {
                        Some((_, facts)) if facts.contains(&fact) => {}
                        Some((_, facts)) => facts.push(fact),
                        None => sentences.push((sentence, vec![fact])),
                    }
                }
            }
        }
        let mut parts: Vec<String> = Vec::new();
        if !theirs.is_empty() {
            let mut names: Vec<String> = Vec::new();
            for (name, _) in &theirs {
                if !names.contains(name) {
                    names.push(name.clone());
                }
            }
            let have = if names.len() > 1 { "have theirs" } else { "has its own" };
            // One place may be that of several names.
            let mut places: Vec<&str> = Vec::new();
            for name in in_order(&names) {
                for (_, place) in theirs.iter().filter(|(of, _)| *of == name) {
                    if !places.contains(&&place[..]) {
                        places.push(place);
                    }
                }
            }
            parts.push(format!("{} {have}: {}", together(&names), places.join(", ")));
        }
        for (name, values) in values {
            let values: Vec<String> = values.into_iter().collect();
            parts.push(format!("{name} has {}", list(&values, "and")));
        }
        if !taken.is_empty() {
            let cells: Vec<String> = taken.into_iter().collect();
            parts.push(format!(
                "{} {} filled",
                list(&cells, "and"),
                if cells.len() > 1 { "are" } else { "is" }
            ));
        }
        // Constraints that the same facts meet share them.
        let mut of_facts: Vec<(Vec<Lit>, Vec<String>)> = Vec::new();
        for (sentence, facts) in sentences {
            match of_facts.iter_mut().find(|(other, _)| *other == facts) {
                Some((_, sentences)) => sentences.push(sentence),
                None => of_facts.push((facts, vec![sentence])),
            }
        }
        parts.extend(of_facts.into_iter().map(|(facts, sentences)| {
            let facts = self.all(&facts);
            // 'if r1c2 is 1, r1c3 is not'
            let then = |sentence: &String| {
                let then = sentence.strip_prefix("if ")?.strip_prefix(&facts)?.strip_prefix(", ")?;
                Some(format!("{facts}, so {then}"))
            };
            match &sentences[..] {
                [only] => then(only).unwrap_or_else(|| format!("{only}, and {facts}")),
                all => format!("{}, and {facts}", all.join("; ")),
            }
        }));
        if !facts.is_empty() {
            parts.push(self.all(&facts));
        }
        if parts.is_empty() { String::new() } else { format!(" ({})", parts.join("; ")) }
    }
}

/// 'rows 2 and 3 and column 1'.
pub(super) fn together(names: &[String]) -> String {
    let kinds = by_kind(names).into_iter().map(|(kind, numbers)| {
        let plural = if kind == "box" { "es" } else { "s" };
        match (&kind[..], numbers.len()) {
            ("", _) => list(&numbers, "and"),
            (kind, 1) => format!("{kind} {}", numbers[0]),
            (kind, _) => format!("{kind}{plural} {}", list(&numbers, "and")),
        }
    });
    list(&kinds.collect::<Vec<_>>(), "and")
}

/// The names in the order in which [`together`] says them.
fn in_order(names: &[String]) -> Vec<String> {
    let name = |kind: &str, number: String| if kind.is_empty() { number } else { format!("{kind} {number}") };
    let kinds = by_kind(names).into_iter();
    kinds.flat_map(|(kind, numbers)| numbers.into_iter().map(move |number| name(&kind, number))).collect()
}

/// The kinds of names such as 'row 2', and their numbers; a name without a number has no kind.
fn by_kind(names: &[String]) -> Vec<(String, Vec<String>)> {
    let mut kinds: Vec<(String, Vec<String>)> = Vec::new();
    for name in names {
        let (kind, number) = match name.split_once(' ') {
            Some((kind, number)) if number.parse::<u32>().is_ok() => (kind.to_owned(), number.to_owned()),
            _ => (String::new(), name.clone()),
        };
        match kinds.iter_mut().find(|(other, _)| *other == kind) {
            Some((_, numbers)) => numbers.push(number),
            None => kinds.push((kind, vec![number])),
        }
    }
    for (_, numbers) in &mut kinds {
        rarely::sort_by_key(numbers, |number| (number.parse::<u32>().unwrap_or(u32::MAX), number.clone()));
    }
    kinds
}
