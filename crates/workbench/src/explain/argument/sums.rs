//! Constraints that add up.

use jigsat_cnf::{Lit, rarely};
use jigsat_grid::Note;
use jigsat_kit::Unit;
use jigsat_solve::explain::{Line, Term};

use super::{Composer, because::together, list, span};
use crate::record::SpanRecord;

impl Composer<'_> {
    pub(super) fn sum(&mut self, terms: &[Term], with: Option<usize>, line: &Line) {
        if let Some(with) = with
            && (self.total(terms, with, line) || self.overlap(terms, with, line))
        {
            return;
        }
        let of =
            |sign: i64| terms.iter().filter(move |term| term.times.signum() == sign).map(|term| term.group);
        let (demands, covers): (Vec<usize>, Vec<usize>) = (of(-1).collect(), of(1).collect());
        let units = |groups: &[usize]| {
            groups.iter().map(|&group| self.formula.unit(group)).collect::<Option<Vec<Unit>>>()
        };
        let why = self.why(&line.premises, None);
        let gives = self.all(&line.gives);
        let is_named = |units: &[Unit]| units.iter().all(|unit| !matches!(unit, Unit::Other { .. }));
        let (own, other) = (units(&demands), units(&covers));
        if let (Some([Unit::Other { .. }]), Some([Unit::Place(place)])) = (own.as_deref(), other.as_deref()) {
            // Wherever a piece lies, it covers the same place.
            let needed = self.formula.sentence(demands[0]);
            return self.say(format!("{needed}{why}, and that always takes {place}. So {gives}."));
        }
        let (Some(own), Some(other)) =
            (own.filter(|units| is_named(units)), other.filter(|units| is_named(units)))
        else {
            let sentences = |groups: &[usize]| list(&self.formula.sentences(groups), "and");
            let (needed, allowed) = (sentences(&demands), sentences(&covers));
            return self.say(format!(
                "these need as much together as the next ones allow: {needed}{why}; and {allowed}. So {gives}."
            ));
        };
        let names = |units: &[Unit]| units.iter().map(|unit| unit.name().to_owned()).collect::<Vec<_>>();
        let values = |units: &[Unit]| {
            units.iter().filter_map(|unit| unit.value().map(str::to_owned)).collect::<Vec<_>>()
        };
        let are_places = |units: &[Unit]| units.iter().all(|unit| unit.value().is_none());
        let (size, own_values, other_values) = (demands.len(), values(&own), values(&other));
        let color = self.colors;
        for &group in &demands {
            self.tint(group, Some(color));
        }
        self.colors += 1;
        self.mark_rivals(&line.premises);
        self.strike_all(&line.gives);
        let unit_of = |units: &[Unit]| {
            let mut names = names(units);
            names.dedup();
            names
        };
        let name = |lines: Vec<String>| SpanRecord { text: together(&lines), color: Some(color) };
        if are_places(&own) && !are_places(&other) {
            // Places that have as many values between them.
            self.told.paragraphs.push(vec![
                name(names(&own)),
                span(format!(" hold {} between them{why}", list(&dedup(other_values), "and"))),
            ]);
            self.say(format!("So the rest of {} does not: {gives}.", together(&dedup(unit_of(&other)))));
        } else if are_places(&own) {
            // What is in each of these places is in one of the others, too.
            self.told.paragraphs.push(vec![
                name(names(&own)),
                span(format!(" each need one of {}{why}", list(&names(&other), "and"))),
            ]);
            self.say(format!("So nothing else takes these: {gives}."));
        } else if are_places(&other) {
            let units = dedup(unit_of(&own));
            self.told.paragraphs.push(vec![
                span(format!("{} in ", list(&dedup(own_values), "and"))),
                name(units),
                span(format!(" can only be in {}{why}", list(&names(&other), "and"))),
            ]);
            self.say(format!("So these hold nothing else: {gives}."));
        } else {
            let value = list(&dedup(own_values), "and");
            let only = if size == 1 { "is only in" } else { "are only in" };
            let what = if size == 1 { format!("The {value} of ") } else { format!("The {value}s of ") };
            self.told.paragraphs.push(vec![
                span(what),
                name(names(&own)),
                span(format!(
                    " {only} {}{}{why}",
                    if size == 1 { "cells of " } else { "" },
                    together(&names(&other))
                )),
            ]);
            self.say(format!("So the rest of {} has none: {gives}.", together(&names(&other))));
        }
    }

    fn strike_all(&mut self, gives: &[Lit]) {
        for &lit in gives.iter().filter(|lit| lit.is_neg()) {
            let Some([_, label]) = self.board.placed(self.formula.literal(lit)) else { continue };
            for cell in self.cells(lit) {
                self.told.notes.push(Note::Candidate { cell, label: label.clone(), is_struck: true });
            }
        }
    }

    /// The 45 rule, and others like it.
    fn total(&mut self, terms: &[Term], with: usize, line: &Line) -> bool {
        let (house, cages): (Vec<&Term>, Vec<&Term>) = terms.iter().partition(|term| term.times > 0);
        let (Some(unit), Some(place), [only]) = (
            house.first().and_then(|term| self.formula.unit(term.group)),
            self.formula.unit(with),
            &line.gives[..],
        ) else {
            return false;
        };
        let Some([_, value]) = self.board.placed(self.formula.literal(*only)) else { return false };
        if only.is_neg() {
            return false;
        }
        let total: i64 = house.iter().map(|term| term.times).sum();
        let sum_of = |term: &Term| {
            let constraint = self.formula.cnf().group_at(term.group).constraints().nth(term.place)?;
            if let jigsat_cnf::Bound::Exactly(sum) = constraint.bound {
                i64::try_from(sum).ok()
            } else {
                None
            }
        };
        let Some(sums) = cages.iter().map(|term| sum_of(term)).collect::<Option<Vec<i64>>>() else {
            return false;
        };
        let known: Vec<(String, i64)> = line
            .premises
            .iter()
            .filter(|lit| lit.is_pos())
            .filter_map(|&lit| {
                let [place, value] = self.board.placed(self.formula.literal(lit))?;
                Some((place, value.parse().ok()?))
            })
            .collect();
        self.say(format!(
            "The {} digits of {} add up to {total}.",
            super::super::number(house.len()),
            unit.name()
        ));
        let lie = if cages.len() == 1 {
            "One cage lies".to_owned()
        } else {
            format!("{} cages lie", capital(&super::super::number(cages.len())))
        };
        let mut spans = vec![span(format!("{lie} wholly in it: "))];
        for (number, (term, sum)) in cages.iter().zip(&sums).enumerate() {
            let color = self.tint(term.group, None);
            if number > 0 {
                spans.push(span(" + "));
            }
            spans.push(SpanRecord { text: sum.to_string(), color: Some(color) });
        }
        let mut away: i64 = sums.iter().sum();
        spans.push(span(if sums.len() > 1 { format!(" = {away}.") } else { ".".into() }));
        self.told.paragraphs.push(spans);
        if !known.is_empty() {
            let known_words: Vec<String> =
                known.iter().map(|(place, value)| format!("{place} is {value}")).collect();
            let sum: i64 = known.iter().map(|(_, value)| value).sum();
            self.say(format!("Known are {}: together {}.", list(&known_words, "and"), sum + away));
            away += sum;
        }
        self.say(format!("The one cell left is {}, so it is {total} − {away} = {value}.", place.name()));
        self.told.notes.extend(self.cells(*only).into_iter().map(Note::Found));
        true
    }
}

pub(super) fn dedup(mut names: Vec<String>) -> Vec<String> {
    rarely::sort(&mut names);
    names.dedup();
    names
}

fn capital(text: &str) -> String {
    super::supposed::capital(text)
}
