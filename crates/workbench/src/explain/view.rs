//! What a picture of an explanation shows.

use std::collections::BTreeMap;

use jigsat_grid::{Cell, Mark, Picture};

use crate::Solution;

/// Marked places of a picture, each with its strongest mark.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks(BTreeMap<Cell, Mark>);

impl Marks {
    /// Marks some places, where they have no stronger mark.
    pub fn add(&mut self, cells: &[Cell], mark: Mark) {
        for &cell in cells {
            let strongest = self.0.entry(cell).or_insert(mark);
            *strongest = mark.max(*strongest);
        }
    }

    /// The marked places.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, Mark)> + '_ {
        self.0.iter().map(|(&cell, &mark)| (cell, mark))
    }

    /// Puts the marks on a picture.
    pub fn put_on(&self, picture: &mut dyn Picture) {
        for (cell, mark) in self.iter() {
            picture.mark(cell, mark);
        }
    }
}

/// What a picture shows: what is known by then, with marks.
#[derive(Clone, Debug)]
pub struct View {
    /// What stands below it on a sheet: first a line, then what is listed.
    pub head: String,
    /// What is listed.
    pub lines: Vec<String>,
    /// The solution as far as it is known; none for the puzzle alone.
    pub solution: Option<Solution>,
    /// What is pointed out.
    pub marks: Marks,
    /// What [`Mark::Deduced`] means here.
    pub deduced: &'static str,
    /// Whether text shows it too; the others are for a sheet, or for whoever goes step by step.
    pub in_text: bool,
}

impl View {
    /// What the marks mean, as text below the picture: `[ ] deduced  ( ) known`; none where nothing is marked.
    #[must_use]
    pub fn legend(&self) -> Option<String> {
        let meaning = |mark: Mark| {
            let what = match mark {
                Mark::Deduced => self.deduced,
                Mark::Known => "known",
                Mark::Concerned => "concerned",
            };
            let [before, after] = mark.brackets();
            self.marks.iter().any(|(_, other)| other == mark).then(|| format!("{before} {after} {what}"))
        };
        let legend: Vec<String> = Mark::ALL.into_iter().rev().filter_map(meaning).collect();
        (!legend.is_empty()).then(|| legend.join("  "))
    }
}
