//! Which cells an explanation speaks of, and pictures with these marked.

use std::collections::{BTreeMap, BTreeSet};

use jigsat_cnf::{Encoding, Lit, Variable};
use jigsat_grid::{Cell, Mark, Picture};
use jigsat_solve::{GIVEN, explain::Reason};
use schemars::JsonSchema;
use serde::Serialize;

use super::Explains;
use crate::{
    family::AtomOf,
    output::{Output, text_of},
};

/// Marked places of a picture, each with its strongest mark.
#[derive(Default)]
pub struct Marks(BTreeMap<Cell, Mark>);

/// The names of marked cells.
#[derive(Default, Serialize, JsonSchema)]
pub struct Marked {
    /// Those that become known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    deduced: Vec<String>,
    /// Those that are known, and from which it follows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    known: Vec<String>,
    /// Others that the constraints speak of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    concerned: Vec<String>,
}

impl Marked {
    pub fn is_empty(&self) -> bool {
        self.deduced.is_empty() && self.known.is_empty() && self.concerned.is_empty()
    }
}

impl Marks {
    pub fn add(&mut self, spots: &[Cell], mark: Mark) {
        for &spot in spots {
            let strongest = self.0.entry(spot).or_insert(mark);
            *strongest = mark.max(*strongest);
        }
    }

    pub fn names<F: Explains>(&self, puzzle: &F::Puzzle) -> Marked {
        let of = |wanted: Mark| {
            let marked = self.0.iter().filter(|&(_, &mark)| mark == wanted);
            marked.map(|(&spot, _)| F::spot_name(puzzle, spot)).collect()
        };
        Marked { deduced: of(Mark::Deduced), known: of(Mark::Known), concerned: of(Mark::Concerned) }
    }

    /// Puts the marks on a picture.
    pub fn put_on(&self, picture: &mut dyn Picture) {
        for (&spot, &mark) in &self.0 {
            picture.mark(spot, mark);
        }
    }

    /// A picture as text, with what its marks mean; none where nothing is marked.
    pub fn text(&self, picture: &dyn Picture, deduced: &str, out: &Output) -> Option<String> {
        let meaning = |mark: Mark| {
            let what = match mark {
                Mark::Deduced => deduced,
                Mark::Known => "known",
                Mark::Concerned => "concerned",
            };
            let [before, after] = mark.brackets();
            self.0.values().any(|&other| other == mark).then(|| format!("{before} {after} {what}"))
        };
        let legend: Vec<String> = Mark::ALL.into_iter().rev().filter_map(meaning).collect();
        (!legend.is_empty()).then(|| format!("{}\n{}", text_of(picture, out).trim_end(), legend.join("  ")))
    }
}

/// Where the pictures of a puzzle show what its formula speaks of.
pub struct Spots<'s, F: Explains> {
    puzzle: &'s F::Puzzle,
    e: &'s Encoding<AtomOf<F>>,
    /// How many places there are.
    all: usize,
}

impl<'s, F: Explains> Spots<'s, F> {
    pub fn new(puzzle: &'s F::Puzzle, e: &'s Encoding<AtomOf<F>>) -> Self {
        let all: BTreeSet<Cell> = e.atoms().flat_map(|(atom, _)| F::spots(puzzle, atom)).collect();
        Spots { puzzle, e, all: all.len() }
    }

    /// The places of a reason; none where it speaks of most of the board.
    pub fn of(&self, reason: Reason) -> Vec<Cell> {
        let spots = match reason {
            Reason::Fact(lit) => self.of_lit(lit),
            Reason::Group(group) => F::group_spots(self.puzzle, self.e, self.e.group_at(group)),
        };
        if spots.len() > 1 && 2 * spots.len() > self.all { Vec::new() } else { spots }
    }

    pub fn of_lit(&self, lit: Lit) -> Vec<Cell> {
        match self.e.literal(lit).variable {
            Variable::Atom(atom) => F::spots(self.puzzle, atom),
            Variable::Aux(_) => Vec::new(),
        }
    }

    /// Marks of some deductions and their reasons.
    pub fn marks(&self, deduced: &[Lit], reasons: &[Reason]) -> Marks {
        let mut marks = Marks::default();
        for &lit in deduced {
            marks.add(&self.of_lit(lit), Mark::Deduced);
        }
        for &reason in reasons {
            let is_known = match reason {
                Reason::Fact(_) => true,
                Reason::Group(group) => self.e.group_at(group).rule().name() == GIVEN.name(),
            };
            marks.add(&self.of(reason), if is_known { Mark::Known } else { Mark::Concerned });
        }
        marks
    }
}

/// The cells that a sentence names.
pub fn spots_in(sentence: &str) -> Vec<Cell> {
    let words = sentence.split(|char: char| !char.is_ascii_alphanumeric());
    words.filter_map(|word| word.parse().ok()).collect()
}
