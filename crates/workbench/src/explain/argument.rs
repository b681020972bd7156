//! Arguments in words, and what their pictures show.

mod because;
mod combinations;
mod cycle;
mod left;
mod overlap;
mod placed;
mod sums;
mod supposed;

use std::collections::{BTreeMap, BTreeSet};

use jigsat_cnf::{Lit, rarely};
use jigsat_grid::{Cell, Mark, Note};
use jigsat_kit::Unit;
use jigsat_solve::explain::{Argument, How, Line, Scale, is_seen};

use self::placed::{Placed, statements};
use crate::{Board, puzzle_formula::PuzzleFormula, record::SpanRecord};

/// An argument as it is told.
#[derive(Clone, Debug, Default)]
pub(super) struct Told {
    pub paragraphs: Vec<Vec<SpanRecord>>,
    /// What the picture shows of it.
    pub notes: Vec<Note>,
}

/// Tells an argument.
pub(super) fn tell(
    board: &dyn Board,
    formula: &dyn PuzzleFormula,
    scale: &Scale,
    argument: &Argument,
) -> Told {
    let mut composer = Composer {
        board,
        formula,
        scale,
        seen: BTreeMap::new(),
        given: BTreeSet::new(),
        ruled_out: BTreeSet::new(),
        colors: 0,
        told: Told::default(),
    };
    composer.lines(&argument.lines);
    composer.tell_rules_once();
    composer.told
}

/// The number of other constraints within one whose sentences are told.
const FEW: usize = 5;

/// The number of constraints of a search whose sentences are told: what an argument would say is left to the reader.
const MOST_SEARCHED: usize = 20;

struct Composer<'c> {
    board: &'c dyn Board,
    formula: &'c dyn PuzzleFormula,
    scale: &'c Scale,
    /// What a fact rules out by a constraint, which is told where it is used.
    seen: BTreeMap<Lit, (usize, Lit)>,
    /// The literals that lines have given so far.
    given: BTreeSet<Lit>,
    /// What the lines that are told have ruled out.
    ruled_out: BTreeSet<Lit>,
    /// Number of colours that are used.
    colors: usize,
    told: Told,
}

fn span(text: impl Into<String>) -> SpanRecord {
    SpanRecord { text: text.into(), color: None }
}

impl Composer<'_> {
    fn lines(&mut self, lines: &[Line]) {
        let mut main: Vec<&Line> = Vec::new();
        for line in lines {
            if let How::Constraint(group, _) = line.how
                && is_seen(line)
                && !self.given.contains(&line.premises[0])
            {
                self.seen.extend(line.gives.iter().map(|&lit| (lit, (group, line.premises[0]))));
            } else {
                main.push(line);
                self.given.extend(&line.gives);
            }
        }
        // One sentence says no more than the reasons do.
        if let [only] = main[..]
            && let How::Constraint(group, _) = only.how
            && only.gives.is_empty()
            && self.left_with_nothing(group, only)
        {
            return;
        }
        if let [only] = main[..]
            && let How::Constraint(group, within) = &only.how
            && !self.is_placed(*group, only)
            && !self.rests_on_filled(only)
            && self.combinations(*group, within, only).is_none()
            && !self.has_parts(within)
            && !self.leaves_a_value(*group, within, only)
            && !self.cycle(*group, only)
            && !self.last_way_out(*group, only)
        {
            self.mark_lines(&only.premises, &only.gives);
            return;
        }
        if !self.told.paragraphs.is_empty() {
            // It was a loop that would close.
            return;
        }
        if let [only] = main[..]
            && let How::Sum { terms, with: None } = &only.how
            && terms.iter().any(|term| self.formula.unit(term.group).is_none())
        {
            return;
        }
        let joined = self.joined(main);
        for line in &joined {
            match &line.how {
                How::Constraint(group, within) => self.constraint(*group, within, line, joined.len() == 1),
                How::Sum { terms, with } => self.sum(terms, *with, line),
                How::Suppose(lit, within) => self.suppose(*lit, within, line),
                How::Search(groups) => self.search(groups, line),
            }
            self.ruled_out.extend(line.gives.iter().chain(&line.premises).filter(|lit| lit.is_neg()));
        }
    }

    /// Leaves out a rule about a graph before further cuts by it, which have words of their own: after 'the sea is connected: r1c1
    /// and r1c3 are joined only by way of r1c2', 'r3c1 and r3c3 are joined only by way of r3c2' is enough.
    fn tell_rules_once(&mut self) {
        let graphs = self.formula.cnf().graphs();
        let rules: BTreeSet<String> =
            rarely::set(graphs.map(|(_, group)| self.formula.sentence(group.index()) + ": "));
        for rule in rules {
            let mut is_told = false;
            for span in self.told.paragraphs.iter_mut().flatten() {
                let Some(first) = span.text.find(&rule) else { continue };
                let kept = if is_told { first } else { first + rule.len() };
                span.text = format!("{}{}", &span.text[..kept], span.text[kept..].replace(&rule, ""));
                is_told = true;
            }
        }
    }

    /// Lines in a row that say the same of several literals as one.
    fn joined(&self, lines: Vec<&Line>) -> Vec<Line> {
        let mut all: Vec<(Option<String>, Line)> = Vec::new();
        for line in lines {
            if let Some((_, last)) = all.last_mut()
                && self.goes_on(last, line)
            {
                let (How::Constraint(_, within), How::Constraint(_, more)) = (&mut last.how, &line.how)
                else {
                    continue;
                };
                extend(within, more);
                extend(&mut last.premises, &line.premises);
                extend(&mut last.gives, &line.gives);
                continue;
            }
            let reason = match &line.how {
                How::Constraint(group, within) if !self.is_placed(*group, line) && !line.gives.is_empty() => {
                    Some(self.sentence_of(*group, within) + &self.because(&line.premises))
                }
                _ => None,
            };
            match all.last_mut() {
                Some((before, last)) if reason.is_some() && *before == reason => {
                    last.gives.extend(&line.gives);
                }
                _ => all.push((reason, line.clone())),
            }
        }
        all.into_iter().map(|(_, line)| line).collect()
    }

    /// Whether a constraint says something more about the values of its places, from nothing that it has just said.
    fn goes_on(&self, last: &Line, line: &Line) -> bool {
        let (How::Constraint(before, _), How::Constraint(group, _)) = (&last.how, &line.how) else {
            return false;
        };
        let is_value = |lit: &Lit| self.scale.takes(lit.var()).is_some_and(|place| place != *group);
        before == group
            && !line.gives.is_empty()
            && line.gives.iter().chain(&last.gives).all(is_value)
            && !line.premises.iter().any(|premise| last.gives.contains(premise))
            && !self.is_placed(*group, line)
    }

    fn say(&mut self, text: impl Into<String>) {
        self.told.paragraphs.push(vec![span(text)]);
    }

    fn color(&mut self) -> usize {
        self.colors += 1;
        self.colors - 1
    }

    /// A literal as a statement: 'r1c2 is 3', 'r1c2 is not 3', 'there is no line above r1c2'.
    fn is(&self, lit: Lit) -> String {
        if let Some([place, value]) = self.board.placed(self.formula.literal(lit)) {
            let not = if lit.is_neg() { "not " } else { "" };
            return format!("{place} is {not}{value}");
        }
        let words = self.words(lit);
        if words.starts_with("a ") || words.starts_with("no ") { format!("there is {words}") } else { words }
    }

    fn words(&self, lit: Lit) -> String {
        self.board.words(&[self.formula.literal(lit)]).remove(0)
    }

    /// The same with 'the': 'the line above r1c2'.
    fn the(&self, lit: Lit) -> String {
        let words = self.words(lit);
        words.strip_prefix("a ").map(|name| format!("the {name}")).unwrap_or(words)
    }

    fn all(&self, lits: &[Lit]) -> String {
        let literals = self.formula.literals(lits);
        let placed = |(&lit, &literal)| {
            let [place, value] = self.board.placed(literal)?;
            Some(Placed { place, value, holds: Lit::is_pos(lit) })
        };
        if let Some(placed) = lits.iter().zip(&literals).map(placed).collect() {
            return list(&statements(placed), "and");
        }
        let each: Vec<String> = if literals.len() > 1 && self.board.placed(literals[0]).is_none() {
            self.board.words_together(&literals)
        } else {
            lits.iter().map(|&lit| self.is(lit)).collect()
        };
        let text = list(&each, "and");
        if literals.len() > 1 && (text.starts_with("a ") || text.starts_with("no ")) {
            format!("there is {text}")
        } else {
            text
        }
    }

    fn cells(&self, lit: Lit) -> Vec<Cell> {
        self.board.cells(self.formula.literal(lit))
    }

    /// The literals that a constraint demands one of.
    fn demanded(&self, group: usize) -> Vec<Lit> {
        let group = self.formula.cnf().group_at(group);
        group.constraints().next().map(|constraint| constraint.lits.to_vec()).unwrap_or_default()
    }

    /// Whether a constraint leaves one value for a place, or one place for a value.
    fn is_placed(&self, group: usize, line: &Line) -> bool {
        let unit = self.formula.unit(group).filter(|unit| !matches!(unit, Unit::Other { .. }));
        let [only] = line.gives[..] else { return false };
        unit.is_some() && only.is_pos() && self.board.placed(self.formula.literal(only)).is_some()
    }

    /// Whether filled places rule out what a line takes as ruled out. If other facts do, their sentences say more.
    fn rests_on_filled(&self, line: &Line) -> bool {
        let is_filled = |&(group, fact): &(usize, Lit)| {
            matches!(self.formula.unit(group), Some(Unit::Place(_)))
                || self.board.placed(self.formula.literal(fact)).is_some()
        };
        let mut seen = line.premises.iter().filter_map(|lit| self.seen.get(lit)).peekable();
        seen.peek().is_some() && seen.all(is_filled)
    }

    /// A constraint that leaves one possibility. If it is the whole argument, what it gives is the conclusion, which is told before.
    fn constraint(&mut self, group: usize, within: &[usize], line: &Line, is_all: bool) {
        let unit = self.formula.unit(group).filter(|unit| !matches!(unit, Unit::Other { .. }));
        if let (Some(unit), [only]) = (&unit, &line.gives[..])
            && only.is_pos()
            && let Some([place, value]) = self.board.placed(self.formula.literal(*only))
        {
            let why = self.why(&line.premises, unit.value());
            self.mark_rivals(&line.premises);
            self.tint(group, None);
            match unit {
                Unit::Value { name, value } => {
                    self.say(format!("{value} in {name}: only {place} is left{why}"));
                }
                unit => self.say(format!("{}: only {value} is left{why}", unit.name())),
            }
            return;
        }
        if self.cycle(group, line) {
            return;
        }
        let why = self.because(&line.premises);
        let possible = self.combinations(group, within, line);
        let (sentence, few) = match &possible {
            Some(few) => (self.formula.sentence(group), format!(": {}", few.told)),
            None => (self.sentence_of(group, within), String::new()),
        };
        self.mark_lines(&line.premises, &line.gives);
        let is_new = |lit: &Lit| lit.is_neg() || !self.is_told(*lit);
        let mut new: Vec<Lit> = line.gives.iter().copied().filter(is_new).collect();
        if new.is_empty() {
            new.clone_from(&line.gives);
        }
        let gives = match &new[..] {
            [] => ", which is a contradiction".into(),
            _ if is_all => self.only_left(group, line).map(|left| format!(", so {left}")).unwrap_or_default(),
            gives => {
                format!(", so {}", self.left(gives, &line.premises, possible.as_ref().map(|few| &few.values)))
            }
        };
        self.say(format!("{sentence}{why}{few}{gives}"));
        if let Some(few) = possible {
            self.told_impossible(&line.gives, &few.values);
        }
    }

    /// Says that no possibility is left for something, if it is that. Returns whether it is.
    fn left_with_nothing(&mut self, group: usize, line: &Line) -> bool {
        if !line.premises.iter().all(|lit| lit.is_neg()) {
            return false;
        }
        let unit = self.formula.unit(group).filter(|unit| !matches!(unit, Unit::Other { .. }));
        let Some(unit) = unit else { return false };
        let why = self.why(&line.premises, unit.value());
        self.mark_rivals(&line.premises);
        self.tint(group, None);
        match unit.value() {
            Some(value) => self.say(format!("{value} in {}: no place is left{why}", unit.name())),
            None => self.say(format!("{}: nothing is left{why}", unit.name())),
        }
        true
    }

    /// The sentence of a constraint, and of those within it that matter, too.
    fn sentence_of(&self, group: usize, within: &[usize]) -> String {
        let mut sentence = self.formula.sentence(group);
        let is_value = |&group: &usize| matches!(self.formula.unit(group), Some(Unit::Value { .. }));
        if within.iter().any(is_value) {
            sentence += " with different values";
        }
        self.with_parts(sentence, within)
    }

    /// A sentence, and those of constraints within its own.
    fn with_parts(&self, sentence: String, within: &[usize]) -> String {
        let mut others = self.formula.sentences(&self.parts(within));
        if others.len() > FEW {
            let more = others.len() - (FEW - 1);
            others.truncate(FEW - 1);
            others.push(format!("{more} more like these"));
        }
        [&[sentence], &others[..]].concat().join("; ")
    }

    /// The constraints within another one that need words.
    fn parts(&self, within: &[usize]) -> Vec<usize> {
        let is_told = |group: &usize| matches!(self.formula.unit(*group), None | Some(Unit::Other { .. }));
        within.iter().copied().filter(is_told).collect()
    }

    fn has_parts(&self, within: &[usize]) -> bool {
        !self.parts(within).is_empty()
    }

    /// Whether filled places leave one value for another one, and nothing else but that places take values is needed. Nobody has
    /// to be told that.
    fn leaves_a_value(&self, group: usize, within: &[usize], line: &Line) -> bool {
        let is_place = |group: &usize| matches!(self.formula.unit(*group), Some(Unit::Place(_)));
        let is_value = |lit: &Lit| lit.is_pos() && self.board.placed(self.formula.literal(*lit)).is_some();
        !is_place(&group)
            && !within.is_empty()
            && within.iter().all(is_place)
            && line.gives.iter().chain(&line.premises).all(is_value)
    }

    /// The facts that rule possibilities out get rings, and lines to what they rule out.
    fn mark_rivals(&mut self, premises: &[Lit]) {
        for premise in premises {
            let Some(&(group, fact)) = self.seen.get(premise) else { continue };
            // That a place is filled is plain to see.
            if matches!(self.formula.unit(group), Some(Unit::Place(_))) {
                continue;
            }
            self.told.notes.extend(self.cells(fact).into_iter().map(Note::Ring));
        }
    }

    /// The lines of the picture that a constraint is about.
    fn mark_lines(&mut self, premises: &[Lit], gives: &[Lit]) {
        for &lit in premises.iter().filter(|lit| lit.is_pos()) {
            if let Some(edge) = self.board.edge(self.formula.literal(lit)) {
                self.told.notes.push(Note::Edge { edge, color: 4, mark: Mark::Known });
            }
        }
        for &lit in gives {
            if let Some(edge) = self.board.edge(self.formula.literal(lit)) {
                self.told.notes.push(if lit.is_neg() {
                    Note::Cross(edge)
                } else {
                    Note::Edge { edge, color: 0, mark: Mark::Deduced }
                });
            }
        }
    }

    /// Gives the cells of a constraint a colour.
    fn tint(&mut self, group: usize, color: Option<usize>) -> usize {
        let color = color.unwrap_or_else(|| self.color());
        let cells = self.formula.cells_of_group(group);
        self.told.notes.extend(cells.into_iter().map(|cell| Note::Tint { cell, color }));
        color
    }

    fn search(&mut self, groups: &[usize], line: &Line) {
        let mut sentences = self.formula.sentences(groups);
        let more = sentences.len().saturating_sub(MOST_SEARCHED);
        sentences.truncate(MOST_SEARCHED);
        if more > 0 {
            sentences.push(format!("{more} more"));
        }
        if !line.premises.is_empty() {
            sentences.push(self.all(&line.premises));
        }
        let gives =
            if line.gives.is_empty() { "they contradict each other".into() } else { self.all(&line.gives) };
        self.say(format!(
            "a search, and no argument, found that with these {gives}: {}",
            sentences.join("; ")
        ));
    }
}

/// Adds what is not there.
fn extend<T: Copy + PartialEq>(all: &mut Vec<T>, more: &[T]) {
    for &one in more {
        if !all.contains(&one) {
            all.push(one);
        }
    }
}

/// 'a, b and c'.
fn list(names: &[String], last: &str) -> String {
    jigsat_cnf::enumerated(names, last)
}
