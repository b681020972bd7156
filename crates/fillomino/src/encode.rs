//! The encodings, one file each, and the code that they share.

mod atom;
mod closure;
mod cuts;
mod decode;
mod lazy;
mod notice;
mod places;
mod same;
mod small;
mod spelled;
mod tree;

use jigsat_cnf::{Arg, Draft, Formula, Literal, Model, Rule, Stop, choice, pos};
use jigsat_grid::Cell;
use jigsat_solve::Refined;
use strum::{IntoStaticStr, VariantArray};

use self::atom::value_atom;
use crate::{Fillomino, Solution, Variant, domains::Domains, field::Field};
pub(crate) use notice::notice;
pub(crate) use places::cells_of;

pub use self::atom::Atom;
pub(crate) use self::{atom::name, decode::decode};

/// Which encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Encoding {
    /// Numbers only; clauses against candidates that are no solutions are added while solving.
    #[default]
    Lazy,
    /// A spanning tree for each group, sizes of subtrees in binary.
    TreeBinary,
    /// A spanning tree for each group, sizes of subtrees in unary.
    TreeUnary,
    /// Which cells are connected, by Warshall's closure.
    Warshall,
}

choice!(Encoding);

pub(crate) const NUMBER: Rule = Rule::new("number", "{0} has exactly one number");
const ROOM: Rule = Rule::new("room", "the number given in {0} is at most the number of cells");

/// Writes the formula of one puzzle.
pub(crate) fn encode(
    puzzle: &Fillomino,
    encoding: Encoding,
    most: usize,
    e: Draft<'_, Atom>,
) -> Result<(), Stop> {
    let mut writer = Writer::new(puzzle, most, e);
    writer.e.step(1)?;
    if let Some(literals) = writer.too_large() {
        writer.e.refuse(literals);
        return Err(Stop::TooLarge);
    }
    writer.declare()?;
    writer.numbers()?;
    match encoding {
        Encoding::Lazy => lazy::encode(&mut writer)?,
        Encoding::TreeBinary => tree::encode(&mut writer, tree::Sizes::Binary)?,
        Encoding::TreeUnary => tree::encode(&mut writer, tree::Sizes::Unary)?,
        Encoding::Warshall => closure::encode(&mut writer)?,
    }
    Ok(())
}

/// The largest number with atoms of its own: what the puzzle says for `lazy`, or the largest given of a known instance.
pub(crate) fn most(puzzle: &Fillomino, encoding: Encoding, prunes: bool) -> usize {
    let area = puzzle.size.area();
    let of_instance = prunes.then(|| puzzle.largest_given());
    let largest = match encoding {
        Encoding::Lazy => puzzle.largest_named.or(of_instance),
        Encoding::TreeBinary | Encoding::TreeUnary => of_instance,
        Encoding::Warshall => None,
    };
    largest.map_or(area, |largest| usize::from(largest).min(area))
}

/// A puzzle whose formula is being written.
struct Writer<'w> {
    puzzle: &'w Fillomino,
    field: Field,
    domains: Domains,
    e: Draft<'w, Atom>,
}

impl<'w> Writer<'w> {
    /// Maximum number of pairs of cells and numbers to consider.
    const MOST_ATOMS: usize = 1 << 23;

    fn new(puzzle: &'w Fillomino, most: usize, e: Draft<'w, Atom>) -> Self {
        let (prunes, area) = (e.prunes(), puzzle.size.area());
        let large = most < area && (puzzle.variant == Variant::Challenging || !prunes);
        let field = Field::new(puzzle.size);
        let fits = area * (most + 1) <= Self::MOST_ATOMS;
        let mut domains = Domains::full(if fits { area } else { 0 }, most, large);
        if prunes && fits {
            domains.prune(puzzle, &field, e.interrupt());
        }
        Writer { puzzle, field, domains, e }
    }

    /// A lower bound on the number of literals, if that is too many.
    fn too_large(&self) -> Option<usize> {
        let (cells, numbers) = (self.field.cells(), self.domains.most + 1);
        (cells * numbers > Self::MOST_ATOMS).then(|| cells * numbers * numbers)
    }

    fn declare(&mut self) -> Result<(), Stop> {
        for cell in 0..self.field.cells() {
            for number in self.domains.of(cell) {
                self.e.declare_projected(self.atom(cell, number))?;
            }
        }
        Ok(())
    }

    /// One number in each cell.
    fn numbers(&mut self) -> Result<(), Stop> {
        for cell in 0..self.field.cells() {
            let atoms: Vec<Atom> = self.domains.of(cell).map(|number| self.atom(cell, number)).collect();
            let arg = self.arg(cell);
            self.e.group(&NUMBER, [arg])?.exactly_one(atoms);
        }
        for cell in 0..self.field.cells() {
            let given = self.puzzle.givens[cell];
            if usize::from(given) > self.field.cells() {
                let arg = self.arg(cell);
                // The given still needs its atom.
                self.e.declare_projected(Atom::Is { cell: self.cell(cell), number: given })?;
                self.e.group(&ROOM, [arg])?.clause::<Literal<Atom>>([]);
            }
        }
        Ok(())
    }

    fn cell(&self, cell: usize) -> Cell {
        self.field.size.cell(cell)
    }

    fn arg(&self, cell: usize) -> Arg {
        cell_arg(self.cell(cell))
    }

    /// The numbers that a cell may have, rising, without those above the most.
    fn named(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        self.domains.of(cell).take_while(move |&number| number <= self.domains.most)
    }

    /// The atom for the cell having this number, or some number above the most.
    fn atom(&self, cell: usize, number: usize) -> Atom {
        value_atom(self.cell(cell), number, self.domains.most)
    }
}

fn cell_arg(cell: Cell) -> Arg {
    Arg::Cell(cell.row, cell.col)
}

/// The givens as literals.
pub(crate) fn givens(puzzle: &Fillomino) -> Vec<Literal<Atom>> {
    let given = |(cell, &number): (_, &u16)| (number != 0).then(|| pos(Atom::Is { cell, number }));
    puzzle.cells().zip(&puzzle.givens).filter_map(given).collect()
}

/// Excludes a candidate of `lazy` that is no solution.
pub(crate) fn refine(
    puzzle: &Fillomino,
    most: usize,
    candidate: &Solution,
    e: &mut Formula<Atom>,
) -> Refined {
    cuts::refine(puzzle, most, candidate, e)
}

/// Called before a solution of `lazy` is excluded: others may have the same cells above the most, in other groups.
pub(crate) fn before_another(puzzle: &Fillomino, most: usize, values: &[bool], e: &mut Formula<Atom>) {
    if let Ok(found) = decode(puzzle, &Model::new(e, values)) {
        spelled::spell_out(puzzle, most, &found, e);
    }
}
