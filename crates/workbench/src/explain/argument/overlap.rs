//! Innies and outies: what cages leave of houses, for the few places that are left inside and outside.

use std::collections::BTreeMap;

use jigsat_cnf::{Bound, Lit, rarely};
use jigsat_kit::Unit;
use jigsat_solve::explain::{Line, Term};

use super::{super::number, Composer, because::together, list, span, sums::dedup};
use crate::record::SpanRecord;

impl Composer<'_> {
    /// Houses, cages that lie in them or reach out of them, and what is ruled out for one place.
    pub(super) fn overlap(&mut self, terms: &[Term], with: usize, line: &Line) -> bool {
        let of = |term: &Term| {
            let constraint = self.formula.cnf().group_at(term.group).constraints().nth(term.place)?;
            let Bound::Exactly(total) = constraint.bound else { return None };
            Some((constraint.lits.to_vec(), constraint.weights.is_some(), i64::try_from(total).ok()?))
        };
        // By name: whether the place is inside, or outside.
        let mut sides: BTreeMap<String, i64> = BTreeMap::new();
        let (mut houses, mut digits, mut total): (Vec<String>, usize, i64) = Default::default();
        let mut cages: Vec<(&Term, i64)> = Vec::new();
        for term in terms {
            let Some((lits, is_cage, sum)) = of(term) else { return false };
            let mut places: Vec<String> = lits.iter().filter_map(|&lit| self.place(lit)).collect();
            places.dedup();
            match self.formula.unit(term.group) {
                Some(Unit::Value { name, .. }) => {
                    houses.push(name);
                    (digits, total) = (digits + 1, total + term.times);
                    sides.extend(places.into_iter().map(|place| (place, 1)));
                }
                _ if is_cage => {
                    cages.push((term, sum));
                    for place in dedup(places) {
                        *sides.entry(place).or_default() -= 1;
                    }
                }
                Some(Unit::Place(_)) => {}
                _ => return false,
            }
        }
        sides.retain(|_, side| *side != 0);
        let known = |lit: &&Lit| lit.is_pos();
        let placed = line.premises.iter().filter(known).filter_map(|&lit| {
            let [place, value] = self.board.placed(self.formula.literal(lit))?;
            Some((place, value.parse().ok()?))
        });
        let known: BTreeMap<String, i64> = rarely::map(placed);
        let Some(own) = self.formula.unit(with) else { return false };
        let houses = together(&dedup(houses));
        let add = if cages.is_empty() { return false } else { total };
        let first = self.told.paragraphs.len();
        self.say(format!("The {} digits of {houses} add up to {add}.", number(digits)));
        let mut spans =
            vec![span(if cages.len() == 1 { "Take away the cage of " } else { "Take away the cages of " })];
        for (at, (term, sum)) in cages.iter().enumerate() {
            let color = self.tint(term.group, None);
            if at > 0 {
                spans.push(span(if at + 1 == cages.len() { " and " } else { ", " }));
            }
            spans.push(SpanRecord { text: sum.to_string(), color: Some(color) });
        }
        let away: i64 = cages.iter().map(|(_, sum)| sum).sum();
        let outside: Vec<String> =
            sides.iter().filter(|(_, side)| **side < 0).map(|(place, _)| place.clone()).collect();
        let reach = match outside.len() {
            0 => String::new(),
            1 => format!(", which reach out to {}", outside[0]),
            _ => format!(", which reach out to {}", list(&outside, "and")),
        };
        let reach = if cages.len() == 1 { reach.replace("reach ", "reaches ") } else { reach };
        let mut left = total - away;
        let mut filled = Vec::new();
        for (place, value) in &known {
            if let Some(side) = sides.remove(place) {
                left -= side * value;
                filled.push(format!("{place} is {value}"));
            }
        }
        let filled = if filled.is_empty() { String::new() } else { format!(" ({})", list(&filled, "and")) };
        let names = |wanted: i64| {
            sides.iter().filter(move |(_, side)| **side == wanted).map(|(place, _)| place.clone())
        };
        let (plus, minus): (Vec<String>, Vec<String>) = (names(1).collect(), names(-1).collect());
        let (plus, minus, left) = if plus.is_empty() { (minus, plus, -left) } else { (plus, minus, left) };
        let less: String = minus.iter().map(|place| format!(" − {place}")).collect();
        spans.push(span(format!("{reach}: what is left{filled} is {}{less} = {left}.", plus.join(" + "))));
        self.told.paragraphs.push(spans);
        // One line after the other says the same of several places.
        let (before, now) = self.told.paragraphs.split_at(first);
        let text = |spans: &Vec<SpanRecord>| spans.iter().map(|span| span.text.clone()).collect::<String>();
        let told_before = before.len().checked_sub(3).map(|from| before[from..from + 2].iter().map(text));
        if told_before.is_some_and(|told| told.eq(now.iter().map(text))) {
            self.told.paragraphs.truncate(first);
        }
        let others: Vec<String> = plus.into_iter().chain(minus).filter(|place| place != own.name()).collect();
        let gives = self.all(&line.gives);
        let because = if others.is_empty() {
            String::new()
        } else {
            format!("Whatever {} {}: ", list(&others, "and"), if others.len() > 1 { "are" } else { "is" })
        };
        self.say(format!("{because}{gives}."));
        self.strike_out(&line.gives);
        true
    }

    /// Strikes the values out that are ruled out.
    fn strike_out(&mut self, ruled_out: &[Lit]) {
        for &lit in ruled_out {
            let Some([_, label]) = self.board.placed(self.formula.literal(lit)) else { continue };
            for cell in self.cells(lit) {
                let label = label.clone();
                self.told.notes.push(jigsat_grid::Note::Candidate { cell, label, is_struck: true });
            }
        }
    }

    /// The place whose value a literal is about.
    pub(super) fn place(&self, lit: Lit) -> Option<String> {
        self.board.placed(self.formula.literal(lit)).map(|[place, _]| place)
    }
}
