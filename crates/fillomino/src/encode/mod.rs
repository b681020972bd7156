//! The encodings, one file each; what they share is here.

mod closure;
mod cuts;
mod lazy;
mod notice;
mod places;
mod same;
mod spelled;
mod tree;

use std::fmt;

use jigsat_cnf::{Arg, Choice, Encoding, Literal, Model, Rule, pos};
use jigsat_grid::{Cell, Direction};
use jigsat_solve::{Flaw, Refined};

use crate::{Fillomino, Solution, Variant, domains::Domains, field::Field};
pub(crate) use notice::notice;
pub(crate) use places::cells_of;

/// The variables of all encodings. Numbers, bits and solutions are counted from 1, 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// The cell has the number: `r1c2=5`. Key atoms.
    Is {
        /// Where.
        cell: Cell,
        /// What.
        number: u16,
    },
    /// The cell has some number above: `r1c2>9`. Key atoms of `lazy`.
    Above {
        /// Where.
        cell: Cell,
        /// The largest number that has atoms of its own.
        most: u16,
    },
    /// The solution found so many solutions ago, its shared sizes spelled out: `split3`.
    Split {
        /// Which solution.
        solution: u32,
    },
    /// In it, the cell has the number: `split3:r1c2=12`. Key atoms.
    Spelled {
        /// Which solution.
        solution: u32,
        /// Where.
        cell: Cell,
        /// What.
        number: u16,
    },
    /// The cell and its neighbour on that side (right or down) have the same number: `r1c2~r1c3`.
    Same {
        /// The first of the two in row order.
        cell: Cell,
        /// Where the other one is.
        side: Direction,
    },
    /// The tree has an edge from the cell, the parent, to its neighbour on that side: `r1c2->r1c3`.
    Edge {
        /// The parent.
        cell: Cell,
        /// Where the child is.
        side: Direction,
    },
    /// A bit of the size of the subtree below a cell, from the lowest: `r1c2.size.0`.
    SizeBit {
        /// The top of the subtree.
        cell: Cell,
        /// Which bit.
        bit: u16,
    },
    /// The subtree below a cell has that many cells: `r1c2.size>=3`.
    SizeAtLeast {
        /// The top of the subtree.
        cell: Cell,
        /// How many.
        count: u16,
    },
    /// A bit of the number of the root of a cell's tree, counted row by row from 0: `r1c2.root.0`.
    RootBit {
        /// The cell.
        cell: Cell,
        /// Which bit.
        bit: u16,
    },
    /// The subtree below a cell contains a given: `r1c2.given`.
    GivenBelow {
        /// The top of the subtree.
        cell: Cell,
    },
    /// Two cells are in the same group: `r1c2..r3c1`.
    Together {
        /// The first in row order.
        cell: Cell,
        /// The other one.
        other: Cell,
    },
}

/// Which encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum How {
    /// Numbers only, and clauses against what is no solution, added while solving.
    #[default]
    Lazy,
    /// A spanning tree for each group, sizes of subtrees in binary.
    TreeBinary,
    /// A spanning tree for each group, sizes of subtrees in unary.
    TreeUnary,
    /// Which cells are connected, by Warshall's closure.
    Warshall,
}

impl Choice for How {
    const ALL: &'static [Self] = &[How::Lazy, How::TreeBinary, How::TreeUnary, How::Warshall];

    fn name(self) -> &'static str {
        match self {
            How::Lazy => "lazy",
            How::TreeBinary => "tree-binary",
            How::TreeUnary => "tree-unary",
            How::Warshall => "warshall",
        }
    }
}

const NUMBER: Rule = Rule::new("number", "{0} has exactly one number");
const ROOM: Rule = Rule::new("room", "{0} is given a number for which the board has room");

/// Writes the formula of one puzzle.
pub(crate) fn encode(puzzle: &Fillomino, how: How, most: usize, e: &mut Encoding<Atom>) {
    let mut writer = Writer::new(puzzle, most, e);
    if let Some(literals) = writer.too_large() {
        writer.e.refuse(literals);
        return;
    }
    writer.declare();
    writer.numbers();
    match how {
        How::Lazy => lazy::encode(&mut writer),
        How::TreeBinary => tree::encode(&mut writer, tree::Sizes::Binary),
        How::TreeUnary => tree::encode(&mut writer, tree::Sizes::Unary),
        How::Warshall => closure::encode(&mut writer),
    }
}

/// The largest number that has atoms of its own: for `lazy` what the puzzle says, or the largest given on a known instance.
pub(crate) fn most(puzzle: &Fillomino, how: How, prunes: bool) -> usize {
    let area = puzzle.size.area();
    let largest = puzzle.largest_named.or(prunes.then(|| puzzle.largest_given()));
    match largest {
        Some(largest) if how == How::Lazy => usize::from(largest).min(area),
        _ => area,
    }
}

/// A puzzle whose formula is being written.
struct Writer<'w> {
    puzzle: &'w Fillomino,
    field: Field,
    domains: Domains,
    e: &'w mut Encoding<Atom>,
}

impl<'w> Writer<'w> {
    /// More pairs of cells and numbers than this are not even looked at.
    const MOST_ATOMS: usize = 1 << 23;

    fn new(puzzle: &'w Fillomino, most: usize, e: &'w mut Encoding<Atom>) -> Self {
        let (prunes, area) = (e.prunes(), puzzle.size.area());
        let large = most < area && (puzzle.variant == Variant::Challenging || !prunes);
        let field = Field::new(puzzle.size);
        let fits = area * (most + 1) <= Self::MOST_ATOMS;
        let mut domains = Domains::full(if fits { area } else { 0 }, most, large);
        if prunes && fits {
            domains.prune(puzzle, &field);
        }
        Writer { puzzle, field, domains, e }
    }

    /// How many literals there would be at least, where that is too many.
    fn too_large(&self) -> Option<usize> {
        let (cells, numbers) = (self.field.cells(), self.domains.most + 1);
        (cells * numbers > Self::MOST_ATOMS).then(|| cells * numbers * numbers)
    }

    fn declare(&mut self) {
        for cell in 0..self.field.cells() {
            for number in self.domains.of(cell) {
                self.e.declare_key(self.atom(cell, number));
            }
        }
    }

    /// One number in each cell.
    fn numbers(&mut self) {
        for cell in 0..self.field.cells() {
            let atoms: Vec<Atom> = self.domains.of(cell).map(|number| self.atom(cell, number)).collect();
            let arg = self.arg(cell);
            self.e.group(&NUMBER, [arg]).exactly_one(atoms);
        }
        for cell in 0..self.field.cells() {
            let given = self.puzzle.givens[cell];
            if usize::from(given) > self.field.cells() {
                let arg = self.arg(cell);
                // The given still needs its atom.
                self.e.declare_key(Atom::Is { cell: self.cell(cell), number: given });
                self.e.group(&ROOM, [arg]).clause::<Literal<Atom>>([]);
            }
        }
    }

    fn cell(&self, cell: usize) -> Cell {
        self.field.size.cell(cell)
    }

    fn arg(&self, cell: usize) -> Arg {
        cell_arg(self.cell(cell))
    }

    /// The atom that says that a cell has a number, or one above the most.
    fn atom(&self, cell: usize, number: usize) -> Atom {
        value_atom(self.cell(cell), number, self.domains.most)
    }
}

/// The atom of a number; those above the most share one.
fn value_atom(cell: Cell, number: usize, most: usize) -> Atom {
    if number > most {
        Atom::Above { cell, most: most as u16 }
    } else {
        Atom::Is { cell, number: number as u16 }
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

/// Writes an atom's name.
pub(crate) fn name(puzzle: &Fillomino, atom: Atom, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let step = |cell: Cell, side| puzzle.size.step(cell, side).unwrap_or(cell);
    match atom {
        Atom::Is { cell, number } => write!(f, "{cell}={number}"),
        Atom::Above { cell, most } => write!(f, "{cell}>{most}"),
        Atom::Split { solution } => write!(f, "split{solution}"),
        Atom::Spelled { solution, cell, number } => write!(f, "split{solution}:{cell}={number}"),
        Atom::Same { cell, side } => write!(f, "{cell}~{}", step(cell, side)),
        Atom::Edge { cell, side } => write!(f, "{cell}->{}", step(cell, side)),
        Atom::SizeBit { cell, bit } => write!(f, "{cell}.size.{bit}"),
        Atom::SizeAtLeast { cell, count } => write!(f, "{cell}.size>={count}"),
        Atom::RootBit { cell, bit } => write!(f, "{cell}.root.{bit}"),
        Atom::GivenBelow { cell } => write!(f, "{cell}.given"),
        Atom::Together { cell, other } => write!(f, "{cell}..{other}"),
    }
}

/// Reads the number of each cell from a model. Where sizes share a value, a connected piece of it is a group of its
/// own size; one that is too small for that gets 0, for [`refine`] to see.
pub(crate) fn decode(puzzle: &Fillomino, model: &Model<'_, Atom>) -> Result<Solution, Flaw> {
    /// Above the most; no given is that large.
    const ABOVE: u16 = u16::MAX;
    let size = puzzle.size;
    let mut numbers = vec![0; size.area()];
    let mut spelled: Vec<(Cell, u16)> = Vec::new();
    let mut above = 0;
    for atom in model.true_atoms() {
        let (cell, number) = match atom {
            Atom::Is { cell, number } => (cell, number),
            Atom::Above { cell, most } => {
                above = usize::from(most);
                (cell, ABOVE)
            }
            Atom::Spelled { cell, number, .. } => {
                spelled.push((cell, number));
                continue;
            }
            _ => continue,
        };
        let known = &mut numbers[size.index(cell)];
        if *known != 0 {
            return Err(Flaw::new(format!("{cell} has two numbers, one of them {}", number.min(*known))));
        }
        *known = number;
    }
    if let Some(missing) = numbers.iter().position(|&number| number == 0) {
        return Err(Flaw::new(format!("{} has no number", size.cell(missing))));
    }
    if numbers.contains(&ABOVE) {
        let pieces = Field::new(size).components(|cell| (numbers[cell] == ABOVE).then_some(()));
        for piece in pieces {
            let number = if piece.len() > above { piece.len() as u16 } else { 0 };
            for cell in piece {
                numbers[cell] = number;
            }
        }
        for (cell, number) in spelled {
            numbers[size.index(cell)] = number;
        }
    }
    Ok(Solution::from_numbers(size, &numbers))
}

/// Excludes a candidate of `lazy` that is no solution.
pub(crate) fn refine(
    puzzle: &Fillomino,
    most: usize,
    candidate: &Solution,
    e: &mut Encoding<Atom>,
) -> Refined {
    cuts::refine(puzzle, most, candidate, e)
}

/// Before a solution of `lazy` is excluded: others may have the same cells above the most, in other groups.
pub(crate) fn before_another(puzzle: &Fillomino, most: usize, values: &[bool], e: &mut Encoding<Atom>) {
    if let Ok(found) = decode(puzzle, &Model::new(e, values)) {
        spelled::spell_out(puzzle, most, &found, e);
    }
}
