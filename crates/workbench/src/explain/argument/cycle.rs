//! A loop that would close too early: the lines of it, and the one that it would leave outside.

use jigsat_cnf::{
    Lit,
    graph::{Breach, Kind},
};
use jigsat_grid::{Mark, Note};
use jigsat_input::counted;
use jigsat_solve::explain::Line;

use super::{Composer, list, span};
use crate::record::SpanRecord;

/// The most lines of a loop that are named.
const MOST_NAMES: usize = 4;

impl Composer<'_> {
    /// A loop that would close too early.
    pub(super) fn cycle(&mut self, group: usize, line: &Line) -> bool {
        const AROUND: usize = 4;
        const BESIDE: usize = 0;
        let Some(cut) = self.formula.cnf().group_at(group).cut() else { return false };
        let graph = self.formula.cnf().graphs().nth(cut.graph);
        let (Some((constraint, _)), [given]) = (graph, &line.gives[..]) else { return false };
        let lits: Option<Vec<Lit>> =
            cut.witness.holding.iter().map(|&element| constraint.lit(element)).collect();
        let (Breach::Cycle, Kind::OneLoop, Some(lits)) = (cut.witness.breach, constraint.kind(), lits) else {
            return false;
        };
        let Some((&beside, cycle)) = lits.split_last() else { return false };
        if given.is_pos() || !cycle.contains(&!*given) {
            return false;
        }
        let others: Vec<Lit> = cycle.iter().copied().filter(|&lit| lit != !*given).collect();
        for &lit in &others {
            if let Some(edge) = self.board.edge(self.formula.literal(lit)) {
                self.told.notes.push(Note::Edge { edge, color: AROUND, mark: Mark::Known });
            }
        }
        if let Some(edge) = self.board.edge(self.formula.literal(*given)) {
            self.told
                .notes
                .extend([Note::Edge { edge, color: AROUND, mark: Mark::Supposed }, Note::Cross(edge)]);
        }
        if let Some(edge) = self.board.edge(self.formula.literal(beside)) {
            self.told.notes.push(Note::Edge { edge, color: BESIDE, mark: Mark::Known });
        }
        let lines = SpanRecord { text: counted(others.len(), "line"), color: Some(AROUND) };
        let names: Option<Vec<String>> = others.iter().map(|&lit| self.place_of(lit)).collect();
        let names = match names.filter(|names| names.len() <= MOST_NAMES) {
            Some(names) => list(&names, "and"),
            None => "joined to it".into(),
        };
        // Names of lines, or sentences about them.
        let (with, outside) = match [!*given, beside].map(|lit| self.words(lit).starts_with("a ")) {
            [true, true] => (
                format!("With {}, the ", self.the(!*given)),
                " is already part of the answer and would be left outside, and there may be only one loop.",
            ),
            _ => (
                format!("If {}, the ", self.words(!*given)),
                ", too, and would be left outside, and there may be only one loop.",
            ),
        };
        self.told.paragraphs.push(vec![
            span(with),
            lines,
            span(format!(" {names} would close into a loop.")),
        ]);
        self.told.paragraphs.push(vec![
            span("But "),
            SpanRecord { text: self.the(beside), color: Some(BESIDE) },
            span(outside),
        ]);
        self.say(format!("So {}.", self.is(*given)));
        true
    }

    /// The line that a loop would leave out, if a constraint is that it doesn't.
    pub(super) fn left_out(&self, group: usize) -> Option<Lit> {
        let cut = self.formula.cnf().group_at(group).cut()?;
        let (constraint, _) = self.formula.cnf().graphs().nth(cut.graph)?;
        let is_cycle = cut.witness.breach == Breach::Cycle && *constraint.kind() == Kind::OneLoop;
        constraint.lit(*cut.witness.holding.last()?).filter(|_| is_cycle)
    }

    /// Where a line is, without what it is: 'above r1c2'; `None` if it has a sentence instead.
    fn place_of(&self, lit: Lit) -> Option<String> {
        self.words(lit).strip_prefix("a line ").map(str::to_owned)
    }
}
