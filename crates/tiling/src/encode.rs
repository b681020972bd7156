//! The encodings, one file each, and the code that they share.

mod atom;
mod cell;
mod naive;
mod pairs;
mod placement;

use jigsat_cnf::{Arg, Bound, Draft, Literal, Model, Name, Rule, Stop, choice, pos};
use strum::{IntoStaticStr, VariantArray};

use crate::{Cover, Solution, Tiling};
pub use atom::Atom;
pub(crate) use atom::name;

/// Which encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Encoding {
    /// Each piece lies somewhere, once; each cell is covered once. Pairs of placements of one piece are excluded once.
    #[default]
    Placement,
    /// The same, with pairs of one piece excluded for each cell again.
    Naive,
    /// A clause for each pair of placements that overlap or are of one piece.
    Pairs,
    /// Cells say which piece covers them.
    Cell,
}

choice!(Encoding);

const SOMEWHERE: Rule = Rule::new("somewhere", "piece {0} lies somewhere");
const ONCE: Rule = Rule::new("once", "piece {0} lies in at most one place");
/// If all cells must be covered and all pieces together have exactly as many cells, each of these two rules follows
/// from the other.
const SOMEWHERE_FOLLOWS: Rule = Rule::new("somewhere", "piece {0} lies somewhere").redundant();
const ONCE_FOLLOWS: Rule = Rule::new("once", "piece {0} lies in at most one place").redundant();
const AT_LEAST: Rule = Rule::new("at-least", "piece {0} lies in at least {1} places");
const AT_MOST: Rule = Rule::new("at-most", "piece {0} lies in at most {1} places");
const AT_LEAST_FOLLOWS: Rule = Rule::new("at-least", "piece {0} lies in at least {1} places").redundant();
const AT_MOST_FOLLOWS: Rule = Rule::new("at-most", "piece {0} lies in at most {1} places").redundant();
const COVERED: Rule = Rule::new("covered", "{0} is covered exactly once");
const FREE: Rule = Rule::new("free", "{0} is covered at most once");

/// Writes the formula of one puzzle.
pub(crate) fn encode(puzzle: &Tiling, encoding: Encoding, mut e: Draft<'_, Atom>) -> Result<(), Stop> {
    for placement in 0..puzzle.placements().len() as u32 {
        e.declare_projected(Atom::Place(placement))?;
    }
    let kinds: Vec<Name> = (0..puzzle.kinds().len()).map(|kind| e.name(kind_name(puzzle, kind))).collect();
    let covering = puzzle.placements().by_cell(puzzle.places());
    let mut writer = Writer { puzzle, kinds, covering, e };
    match encoding {
        Encoding::Placement => placement::encode(&mut writer)?,
        Encoding::Naive => naive::encode(&mut writer)?,
        Encoding::Pairs => pairs::encode(&mut writer)?,
        Encoding::Cell => cell::encode(&mut writer)?,
    }
    Ok(())
}

/// A puzzle whose formula is being written.
struct Writer<'w> {
    puzzle: &'w Tiling,
    /// The names of the kinds.
    kinds: Vec<Name>,
    /// The placements that cover each cell.
    covering: Vec<Vec<u32>>,
    e: Draft<'w, Atom>,
}

impl Writer<'_> {
    /// A cell by its number, printed by its name.
    fn cell_arg(&mut self, cell: usize) -> Arg {
        Arg::Item(cell as u32, self.e.name(self.puzzle.cell_name(cell)))
    }

    /// The cells in order, without those that no piece reaches if they need not be covered.
    fn cells(&self) -> Vec<usize> {
        let all = self.puzzle.spec().cover == Cover::All;
        self.puzzle.cells().filter(|&cell| all || self.covering[cell].len() > 1).collect()
    }

    fn placements(&self, kind: usize) -> Vec<Literal<Atom>> {
        self.puzzle.placements().of_kind(kind).map(|placement| pos(Atom::Place(placement))).collect()
    }

    /// Each piece lies somewhere: first for all pieces, as in the sources.
    fn somewhere(&mut self) -> Result<(), Stop> {
        let all_needed = self.puzzle.needs_every_piece();
        let rule = if all_needed { &SOMEWHERE_FOLLOWS } else { &SOMEWHERE };
        for (number, kind) in self.puzzle.kinds().iter().enumerate() {
            let places = self.placements(number);
            if kind.min == 1 {
                self.e.group(rule, [self.kinds[number].into()])?.at_least_one(places);
            } else if kind.min > 1 && !self.by_area() {
                let rule = if all_needed { &AT_LEAST_FOLLOWS } else { &AT_LEAST };
                let args = [self.kinds[number].into(), kind.min.into()];
                self.e.group(rule, args)?.count(Bound::AtLeast(u64::from(kind.min)), places);
            }
        }
        Ok(())
    }

    /// And no piece is used more often than there are copies.
    fn once(&mut self) -> Result<(), Stop> {
        let rule = if self.puzzle.needs_every_piece() { &ONCE_FOLLOWS } else { &ONCE };
        for number in 0..self.puzzle.kinds().len() {
            if self.puzzle.kinds()[number].max == 1 {
                let places = self.placements(number);
                self.e.group(rule, [self.kinds[number].into()])?.at_most_one(places);
            }
        }
        self.at_most()
    }

    /// If there are several copies of a piece, it is used no more often than that.
    fn at_most(&mut self) -> Result<(), Stop> {
        let rule = if self.puzzle.needs_every_piece() { &AT_MOST_FOLLOWS } else { &AT_MOST };
        for (number, kind) in self.puzzle.kinds().iter().enumerate() {
            let fit = self.puzzle.area() / kind.size();
            if kind.max != 1 && (kind.max as usize) < fit {
                let places = self.placements(number);
                let args = [self.kinds[number].into(), kind.max.into()];
                self.e.group(rule, args)?.count(Bound::AtMost(u64::from(kind.max)), places);
            }
        }
        Ok(())
    }

    /// Whether the only kind of piece is used often enough because all cells are covered.
    fn by_area(&self) -> bool {
        let spec = self.puzzle.spec();
        match self.puzzle.kinds() {
            [only] => spec.cover == Cover::All && self.puzzle.area() / only.size() >= only.min as usize,
            _ => false,
        }
    }

    /// The rule of cells: exactly once or at most once.
    fn cell_rule(&self) -> Rule {
        match self.puzzle.spec().cover {
            Cover::All => COVERED,
            Cover::Some => FREE,
        }
    }

    /// The placements that cover a cell, kind by kind.
    fn covering_by_kind(&self, cell: usize) -> Vec<Vec<Literal<Atom>>> {
        let mut kinds: Vec<(usize, Vec<Literal<Atom>>)> = Vec::new();
        for &placement in &self.covering[cell] {
            let kind = self.puzzle.placements().kind(placement);
            match kinds.last_mut() {
                Some((last, literals)) if *last == kind => literals.push(pos(Atom::Place(placement))),
                _ => kinds.push((kind, vec![pos(Atom::Place(placement))])),
            }
        }
        kinds.into_iter().map(|(_, literals)| literals).collect()
    }
}

/// What a kind of piece is called: as the first of its pieces.
pub(crate) fn kind_name(puzzle: &Tiling, kind: usize) -> &str {
    &puzzle.spec().pieces[puzzle.kinds()[kind].pieces[0]].name
}

/// Reads the placements from a model.
pub(crate) fn decode(puzzle: &Tiling, model: &Model<'_, Atom>) -> Solution {
    let all = 0..puzzle.placements().len() as u32;
    puzzle.solution(all.filter(|&placement| model.holds(Atom::Place(placement))))
}
