//! What is supposed, and how it is contradicted.

use jigsat_cnf::{Lit, rarely};
use jigsat_grid::{Mark, Note};
use jigsat_kit::Unit;
use jigsat_solve::explain::{How, Line, is_seen};

use super::{
    super::technique::{Link, links},
    Composer, list, span,
};
use crate::record::SpanRecord;

/// The most possibilities that are told.
const FEW: usize = 3;

impl Composer<'_> {
    pub(super) fn suppose(&mut self, lit: Lit, within: &[Line], line: &Line) {
        let few = self.few(lit, within);
        if let Some(few) = &few {
            self.tell_few(few);
        }
        let mut sentences = vec![match self.board.placed(self.formula.literal(lit)) {
            Some([place, value]) => {
                format!("Suppose {place} were {}{value}.", if lit.is_neg() { "not " } else { "" })
            }
            None => format!("Suppose {}.", self.is(lit)),
        }];
        self.mark_supposed(lit);
        let before = self.given.clone();
        self.given.insert(lit);
        self.chain(within, &mut sentences);
        self.given = before;
        self.say(sentences.join(" "));
        self.say(format!("So {}.", self.all(&line.gives)));
    }

    /// The constraints of a chain, if all of them have few possibilities.
    fn few(&self, supposed: Lit, within: &[Line]) -> Option<Vec<Link>> {
        let ruled_out = self.seen.keys().chain(&self.given).map(|&lit| !lit).collect();
        let links = links(self.formula, supposed, within, &ruled_out)?;
        links.iter().all(|link| link.left.len() <= FEW).then_some(links)
    }

    fn tell_few(&mut self, few: &[Link]) {
        let value =
            few[0].unit.value().filter(|_| few.iter().all(|other| other.unit.value() == few[0].unit.value()));
        let numbers: Vec<usize> = few.iter().map(|few| few.left.len()).collect();
        let what = match (value.is_some(), numbers.iter().all(|&left| left == 2)) {
            (true, true) => "Two places are left in each of these:",
            (true, false) => "Few places are left in each of these:",
            (false, true) => "Two possibilities are left for each of these:",
            (false, false) => "Few possibilities are left for each of these:",
        };
        let head = match value {
            Some(value) => format!("Look at the {value}s. {what} "),
            None => format!("{what} "),
        };
        let mut spans = vec![span(head)];
        for (place, few) in few.iter().enumerate() {
            let color = self.tint(few.group, None);
            let shown = |lit: &Lit| match (self.board.placed(self.formula.literal(*lit)), few.unit.value()) {
                (Some([place, _]), Some(_)) => place,
                (Some([_, value]), None) => value,
                (None, _) => self.is(*lit),
            };
            let left: Vec<String> = few.left.iter().map(shown).collect();
            let name = match (few.unit.value(), value) {
                (Some(value), None) => format!("the {value} of {}", few.unit.name()),
                _ => few.unit.name().to_owned(),
            };
            spans.push(SpanRecord { text: name, color: Some(color) });
            let end = if place + 1 < numbers.len() { "; " } else { "." };
            spans.push(span(format!(": {}{end}", list(&left, "or"))));
        }
        self.told.paragraphs.push(spans);
        for few in few {
            let premises: Vec<Lit> = self.demanded(few.group).iter().map(|&lit| !lit).collect();
            self.mark_rivals(&premises);
        }
    }

    /// The lines to the contradiction, as sentences.
    fn chain(&mut self, within: &[Line], sentences: &mut Vec<String>) {
        let mut place = 0;
        while place < within.len() {
            let rest = &within[place..];
            let excluding: Vec<&Line> = rest.iter().take_while(|line| is_seen(line)).collect();
            if !excluding.is_empty() {
                place += excluding.len();
                self.exclude(&excluding, within.get(place), sentences);
                if within
                    .get(place)
                    .is_some_and(|line| line.gives.is_empty() && self.nothing_left(line).is_some())
                {
                    place += 1;
                }
                continue;
            }
            let giving = |line: &&Line| {
                !is_seen(line) && !line.gives.is_empty() && matches!(line.how, How::Constraint(..))
            };
            let given: Vec<&Line> = rest.iter().take_while(giving).collect();
            if given.is_empty() {
                self.other(&rest[0], sentences);
                place += 1;
                continue;
            }
            let mut by: Vec<(String, Vec<Lit>)> = Vec::new();
            for line in &given {
                let How::Constraint(group, within) = &line.how else { continue };
                let from = match self.formula.unit(*group) {
                    Some(Unit::Place(_)) => "nothing else is left there".to_owned(),
                    Some(unit) => unit.name().to_owned(),
                    None => format!("{}{}", self.short(*group, within), self.from(&line.premises)),
                };
                match by.last_mut() {
                    Some((before, gives)) if *before == from => gives.extend(&line.gives),
                    _ => by.push((from, line.gives.clone())),
                }
                line.gives.iter().for_each(|&lit| self.mark_supposed(lit));
                self.given.extend(&line.gives);
            }
            let parts: Vec<String> =
                by.iter().map(|(from, gives)| format!("{} ({from})", self.all(gives))).collect();
            sentences.push(format!("Then {}.", list(&parts, "and")));
            place += given.len();
        }
    }

    /// What literals rule out that are only supposed: 'Column 2 and column 9 then have their 3, so row 6 has no place for one.'
    fn exclude(&mut self, lines: &[&Line], next: Option<&Line>, sentences: &mut Vec<String>) {
        let mut units: Vec<(String, Option<String>)> = Vec::new();
        let mut others: Vec<String> = Vec::new();
        for line in lines {
            let How::Constraint(group, _) = line.how else { continue };
            self.given.extend(&line.gives);
            for &lit in &line.gives {
                self.strike(lit, line.premises[0]);
            }
            match self.formula.unit(group) {
                Some(Unit::Value { name, value }) => units.push((name, Some(value))),
                // That a filled place takes nothing else needs no words.
                Some(Unit::Place(_)) => {}
                Some(Unit::Other { name, .. }) => {
                    others.push(format!("because of {name}, {}", self.all(&line.gives)));
                }
                None => {
                    let sentence = without_so(self.short(group, &[]));
                    others.push(format!("{sentence}, so {}", self.all(&line.gives)));
                }
            }
        }
        let mut parts: Vec<String> = Vec::new();
        let mut values: Vec<Option<String>> = units.iter().map(|(_, value)| value.clone()).collect();
        rarely::sort(&mut values);
        values.dedup();
        for value in values {
            let names: Vec<String> =
                units.iter().filter(|(_, other)| *other == value).map(|(name, _)| name.clone()).collect();
            let has = if names.len() > 1 { "then have their" } else { "then has its" };
            parts.push(format!("{} {has} {}", list(&names, "and"), value.unwrap_or_default()));
        }
        // Sentences that have commas of their own.
        let others = others.join("; ");
        parts.extend((!others.is_empty()).then_some(others));
        let end = next.filter(|line| line.gives.is_empty()).and_then(|line| self.nothing_left(line));
        let text = match (parts.is_empty(), end) {
            (true, None) => return,
            (true, Some(end)) => format!("Then {end}."),
            (false, None) => format!("{}.", list(&parts, "and")),
            (false, Some(end)) => format!("{}, so {end}.", list(&parts, "and")),
        };
        sentences.push(capital(&text));
    }

    /// The sentence of a constraint and of those within it; of one about a point of a line, only what it says there: 'nothing ends
    /// or branches at r1c2'.
    fn short(&self, group: usize, within: &[usize]) -> String {
        let known = self.formula.cnf().group_at(group);
        match known.is_of_node().then(|| known.detail(&self.formula.names())).flatten() {
            Some(detail) => self.with_parts(detail, within),
            None => self.sentence_of(group, within),
        }
    }

    /// The facts that a line takes from the board: '; r1c2 is shaded'.
    fn from(&self, premises: &[Lit]) -> String {
        let facts = self.facts(premises);
        if facts.is_empty() { String::new() } else { format!("; {}", self.all(&facts)) }
    }

    /// The premises that no line has given, and that no fact rules out.
    fn facts(&self, premises: &[Lit]) -> Vec<Lit> {
        let is_new = |lit: &Lit| !self.seen.contains_key(lit) && !self.given.contains(lit);
        premises.iter().copied().filter(is_new).collect()
    }

    /// That nothing is left for a unit.
    fn nothing_left(&self, line: &Line) -> Option<String> {
        let How::Constraint(group, _) = line.how else { return None };
        if let Some(lit) = self.left_out(group) {
            let words = self.words(lit);
            return Some(match words.strip_prefix("a ") {
                Some(line) => format!("a loop closes that leaves the {line} out"),
                None => format!("a loop closes, but {words} outside it"),
            });
        }
        let has_none = line.premises.iter().all(|lit| lit.is_neg());
        match self.formula.unit(group)? {
            Unit::Value { name, .. } if has_none => Some(format!("{name} has no place for one")),
            Unit::Place(name) if has_none => Some(format!("nothing is left for {name}")),
            Unit::Place(name) => Some(format!("{name} would have two values")),
            Unit::Value { name, value } => Some(format!("{name} would have two {value}s")),
            Unit::Other { broken, .. } => Some(broken),
        }
    }

    fn other(&mut self, line: &Line, sentences: &mut Vec<String>) {
        match &line.how {
            How::Constraint(group, within) => {
                let text = if let Some(text) = self.nothing_left(line) {
                    format!("Then {text}.")
                } else {
                    let facts = self.facts(&line.premises);
                    let facts =
                        if facts.is_empty() { String::new() } else { format!(" ({})", self.all(&facts)) };
                    format!("That breaks a rule: {}{facts}.", self.short(*group, within))
                };
                sentences.push(text);
            }
            How::Suppose(lit, within) => {
                sentences.push(format!("Suppose also that {}.", self.is(*lit)));
                let before = self.given.clone();
                self.given.insert(*lit);
                self.chain(within, sentences);
                self.given = before;
                sentences.push(format!("So that is wrong, and {}.", self.all(&line.gives)));
            }
            How::Sum { .. } | How::Search(_) => sentences.push(format!("Then {}.", self.all(&line.gives))),
        }
        self.given.extend(&line.gives);
    }

    /// A possibility in small, if it is one of a place that is not filled.
    fn mark_supposed(&mut self, lit: Lit) {
        let Some([_, label]) = self.board.placed(self.formula.literal(lit)) else {
            if let Some(edge) = self.board.edge(self.formula.literal(lit)) {
                let note = if lit.is_neg() {
                    Note::Cross(edge)
                } else {
                    Note::Edge { edge, color: 4, mark: Mark::Supposed }
                };
                self.told.notes.push(note);
            }
            return;
        };
        for cell in self.cells(lit).into_iter().filter(|_| lit.is_pos()) {
            self.told.notes.push(Note::Candidate { cell, label: label.clone(), is_struck: false });
        }
    }

    /// A possibility that another one rules out: struck out, with a line from that.
    fn strike(&mut self, lit: Lit, by: Lit) {
        let Some([_, label]) = self.board.placed(self.formula.literal(lit)) else { return };
        let from = self.cells(by);
        for cell in self.cells(lit) {
            self.told.notes.push(Note::Candidate { cell, label: label.clone(), is_struck: true });
            self.told
                .notes
                .extend(from.iter().filter(|&&from| from != cell).map(|&from| Note::Ray { from, to: cell }));
        }
    }
}

/// A sentence without what it says that follows, in front of something else that does: 'r1c2 and r1c3 touch' of 'r1c2 and r1c3
/// touch, so they are not both shaded'.
fn without_so(mut sentence: String) -> String {
    if let Some((before, _)) = sentence.rsplit_once(", so they ") {
        sentence.truncate(before.len());
    }
    sentence
}

/// A sentence with a capital letter, unless it begins with the name of a place.
pub(super) fn capital(text: &str) -> String {
    if text.split(' ').next().is_some_and(|word| word.contains(|char: char| char.is_ascii_digit())) {
        return text.to_owned();
    }
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
