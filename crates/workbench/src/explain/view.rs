//! The content of a picture of an explanation.

use std::collections::BTreeMap;

use jigsat_grid::{Cell, Mark, Note, Picture};

use super::Panel;
use crate::{Solution, board::Board, record::SpanRecord};

/// Marked places of a picture, each with its strongest mark.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    cells: BTreeMap<Cell, Mark>,
    /// What the picture of an argument shows in their place.
    pub notes: Vec<Note>,
}

impl Marks {
    /// Marks some places, unless they have a stronger mark.
    pub fn add(&mut self, cells: &[Cell], mark: Mark) {
        for &cell in cells {
            let strongest = self.cells.entry(cell).or_insert(mark);
            *strongest = mark.max(*strongest);
        }
    }

    /// The marked places.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, Mark)> + '_ {
        self.cells.iter().map(|(&cell, &mark)| (cell, mark))
    }

    /// Whether a picture of them shows a mark.
    fn has(&self, mark: Mark) -> bool {
        if self.notes.is_empty() {
            return self.cells.values().any(|&other| other == mark);
        }
        self.notes.iter().any(|note| note.mark() == Some(mark))
    }

    /// Puts the marks on a picture.
    pub fn put_on(&self, picture: &mut dyn Picture) {
        for (cell, mark) in self.iter() {
            picture.mark(cell, mark);
        }
        if !self.notes.is_empty() {
            picture.argue(&self.notes);
        }
    }
}

/// The content of a picture: what is known at that point, with marks.
#[derive(Clone, Debug)]
pub struct View {
    /// The first line below it on a sheet.
    pub head: String,
    /// The list below that line.
    pub lines: Vec<Vec<SpanRecord>>,
    /// The solution as known so far; `None` for the puzzle alone.
    pub solution: Option<Solution>,
    /// The marks.
    pub marks: Marks,
    /// The meaning of [`Mark::Deduced`] here.
    pub deduced: &'static str,
    /// Whether text shows it, too; the others are for a sheet, or for going step by step.
    pub in_text: bool,
}

impl View {
    /// The meaning of the marks, as text below the picture: `[ ] deduced  ( ) known`; `None` if nothing is marked.
    #[must_use]
    pub fn legend(&self) -> Option<String> {
        let meaning = |mark: Mark| {
            let what = match mark {
                Mark::Deduced => self.deduced,
                Mark::Known => "known",
                Mark::Concerned => "concerned",
                Mark::RuledOut => "ruled out",
                Mark::Supposed => "supposed",
            };
            let [before, after] = mark.brackets();
            self.marks.has(mark).then(|| format!("{before} {after} {what}"))
        };
        let legend: Vec<String> = Mark::ALL.into_iter().rev().filter_map(meaning).collect();
        (!legend.is_empty()).then(|| legend.join("  "))
    }
}

impl View {
    /// The picture with its marks. The board is the one that was explained.
    #[must_use]
    pub fn draw(&self, board: &dyn Board) -> Box<dyn Picture> {
        let mut picture = board.draw(self.solution.as_ref());
        self.marks.put_on(picture.as_mut());
        picture
    }

    /// The picture for a [`sheet`](crate::explain::sheet()).
    #[must_use]
    pub fn panel(&self, board: &dyn Board) -> Panel {
        Panel { svg: self.draw(board).to_svg(), head: self.head.clone(), lines: self.lines.clone() }
    }
}
