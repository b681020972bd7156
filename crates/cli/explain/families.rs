//! What explanations need of each family.

use std::collections::BTreeSet;

use jigsat_cnf::{Encoding, GroupRef, Literal, Var, Variable, pos};
use jigsat_grid::Cell;
use jigsat_solve::GIVEN;

use crate::{
    edge_matching::EdgeMatching,
    family::{AtomOf, Family, HowOf, SolutionOf},
    fillomino::Fillomino,
    qprop::Qprop,
    sokoban::Sokoban,
    sudoku::Sudoku,
    tiling::Tiling,
};

/// What a puzzle's solutions are made of, and where pictures show it.
pub trait Explains: Family {
    /// The literals that a solution, maybe a partial one, is made of; none where a part of it says nothing by itself.
    fn literals(
        _puzzle: &Self::Puzzle,
        _how: HowOf<Self>,
        _solution: &SolutionOf<Self>,
    ) -> Option<Vec<Literal<AtomOf<Self>>>> {
        None
    }

    /// The other way round: the partial solution that some literals and the givens make up.
    fn so_far(_puzzle: &Self::Puzzle, _known: &[Literal<AtomOf<Self>>]) -> Option<SolutionOf<Self>> {
        None
    }

    /// The puzzle as explanations speak of it, where another form of it makes them shorter; it must have names for all that
    /// these solutions have.
    fn to_explain(_puzzle: &Self::Puzzle, _solutions: &[&SolutionOf<Self>]) -> Option<Self::Puzzle> {
        None
    }

    /// Where pictures of a puzzle show what an atom speaks of.
    fn spots(_puzzle: &Self::Puzzle, _atom: AtomOf<Self>) -> Vec<Cell> {
        Vec::new()
    }

    /// What a place in pictures is called.
    fn spot_name(_puzzle: &Self::Puzzle, spot: Cell) -> String {
        spot.to_string()
    }

    /// Where pictures show what a constraint speaks of.
    fn group_spots(
        puzzle: &Self::Puzzle,
        e: &Encoding<AtomOf<Self>>,
        group: GroupRef<'_, AtomOf<Self>>,
    ) -> Vec<Cell> {
        spots_of_atoms::<Self>(puzzle, e, group)
    }
}

/// Where pictures show a constraint's atoms.
fn spots_of_atoms<F: Explains>(
    puzzle: &F::Puzzle,
    e: &Encoding<AtomOf<F>>,
    group: GroupRef<'_, AtomOf<F>>,
) -> Vec<Cell> {
    let vars: BTreeSet<Var> =
        group.clauses().flat_map(|place| &e.clauses()[place]).map(|lit| lit.var()).collect();
    let atoms = vars.into_iter().filter_map(|var| match e.variable(var) {
        Variable::Atom(atom) => Some(atom),
        Variable::Aux(_) => None,
    });
    let spots: BTreeSet<Cell> = atoms.flat_map(|atom| F::spots(puzzle, atom)).collect();
    spots.into_iter().collect()
}

/// The atoms that are known to hold.
fn holding<A: Copy>(known: &[Literal<A>]) -> impl Iterator<Item = A> {
    known.iter().filter(|literal| !literal.negated).filter_map(|literal| match literal.variable {
        Variable::Atom(atom) => Some(atom),
        Variable::Aux(_) => None,
    })
}

impl Explains for Sudoku {
    fn literals(
        puzzle: &Self::Puzzle,
        _how: HowOf<Self>,
        solution: &SolutionOf<Self>,
    ) -> Option<Vec<Literal<AtomOf<Self>>>> {
        let filled = puzzle.cells().zip(solution.grid.iter().flatten()).filter(|(_, digit)| **digit != 0);
        Some(filled.map(|(cell, &digit)| pos(jigsat_sudoku::Atom::Is { cell, digit })).collect())
    }

    fn so_far(puzzle: &Self::Puzzle, known: &[Literal<AtomOf<Self>>]) -> Option<SolutionOf<Self>> {
        let side = usize::from(puzzle.side());
        let mut grid: Vec<Vec<u16>> = puzzle.givens.chunks(side).map(<[u16]>::to_vec).collect();
        for atom in holding(known) {
            if let jigsat_sudoku::Atom::Is { cell, digit } = atom {
                grid[usize::from(cell.row)][usize::from(cell.col)] = digit;
            }
        }
        Some(jigsat_sudoku::Solution { grid })
    }

    fn spots(puzzle: &Self::Puzzle, atom: AtomOf<Self>) -> Vec<Cell> {
        puzzle.cells_of(atom)
    }
}

impl Explains for Fillomino {
    fn literals(
        puzzle: &Self::Puzzle,
        _how: HowOf<Self>,
        solution: &SolutionOf<Self>,
    ) -> Option<Vec<Literal<AtomOf<Self>>>> {
        let filled = puzzle.cells().zip(solution.numbers()).filter(|&(_, number)| number != 0);
        Some(filled.map(|(cell, number)| pos(jigsat_fillomino::Atom::Is { cell, number })).collect())
    }

    fn so_far(puzzle: &Self::Puzzle, known: &[Literal<AtomOf<Self>>]) -> Option<SolutionOf<Self>> {
        let mut numbers = puzzle.givens.clone();
        for atom in holding(known) {
            if let jigsat_fillomino::Atom::Is { cell, number } = atom {
                numbers[puzzle.size.index(cell)] = number;
            }
        }
        Some(jigsat_fillomino::Solution::from_numbers(puzzle.size, &numbers))
    }

    /// Numbers that are larger than all of these share an atom.
    fn to_explain(puzzle: &Self::Puzzle, solutions: &[&SolutionOf<Self>]) -> Option<Self::Puzzle> {
        let known = solutions.iter().flat_map(|solution| solution.numbers());
        let largest = known.chain(puzzle.givens.iter().copied()).max();
        Some(jigsat_fillomino::Fillomino { largest_named: largest, ..puzzle.clone() })
    }

    fn spots(puzzle: &Self::Puzzle, atom: AtomOf<Self>) -> Vec<Cell> {
        puzzle.cells_of(atom)
    }
}

impl Explains for Tiling {
    fn literals(
        puzzle: &Self::Puzzle,
        _how: HowOf<Self>,
        solution: &SolutionOf<Self>,
    ) -> Option<Vec<Literal<AtomOf<Self>>>> {
        let place = |placement| pos(jigsat_tiling::Atom::Place(placement));
        Some(puzzle.find(solution).into_iter().map(place).collect())
    }

    fn so_far(puzzle: &Self::Puzzle, known: &[Literal<AtomOf<Self>>]) -> Option<SolutionOf<Self>> {
        let known = holding(known).filter_map(|atom| match atom {
            jigsat_tiling::Atom::Place(placement) => Some(placement),
            jigsat_tiling::Atom::Covers { .. } => None,
        });
        let all: BTreeSet<u32> = puzzle.given().iter().copied().chain(known).collect();
        (!all.is_empty()).then(|| puzzle.solution(all))
    }

    fn spots(puzzle: &Self::Puzzle, atom: AtomOf<Self>) -> Vec<Cell> {
        puzzle.cells_of(atom).into_iter().map(|cell| puzzle.spot(cell)).collect()
    }

    fn spot_name(puzzle: &Self::Puzzle, spot: Cell) -> String {
        let cell = puzzle.cells().find(|&cell| puzzle.spot(cell) == spot);
        cell.map_or_else(|| spot.to_string(), |cell| puzzle.cell_name(cell))
    }

    /// A constraint of a cell names it; one of a piece speaks of the whole board.
    fn group_spots(
        puzzle: &Self::Puzzle,
        e: &Encoding<AtomOf<Self>>,
        group: GroupRef<'_, AtomOf<Self>>,
    ) -> Vec<Cell> {
        if group.rule().name() == GIVEN.name() {
            return spots_of_atoms::<Self>(puzzle, e, group);
        }
        let sentence = jigsat_solve::with_names(puzzle, |names| group.sentence(names));
        let named = |&cell: &usize| sentence.split(' ').any(|word| word == puzzle.cell_name(cell));
        puzzle.cells().filter(named).map(|cell| puzzle.spot(cell)).collect()
    }
}

impl Explains for EdgeMatching {
    fn literals(
        puzzle: &Self::Puzzle,
        how: HowOf<Self>,
        solution: &SolutionOf<Self>,
    ) -> Option<Vec<Literal<AtomOf<Self>>>> {
        use jigsat_edge_matching::{Atom, How, Kinds};
        if !matches!(how, How::TwoLevel | How::Counted | How::Placement) {
            return None;
        }
        let kinds = Kinds::of(puzzle);
        let placed = solution.placements.iter().filter_map(|placement| {
            let &(kind, offset) = kinds.of_piece.get(placement.piece.checked_sub(1)?)?;
            let own = &kinds.all[kind];
            let turn = (placement.rotation + offset) % own.period;
            let cell = Cell::new(placement.row, placement.col);
            Some(pos(Atom::Placed { cell, kind: own.pieces[0] as u16, turn }))
        });
        Some(placed.collect())
    }

    fn so_far(puzzle: &Self::Puzzle, known: &[Literal<AtomOf<Self>>]) -> Option<SolutionOf<Self>> {
        use jigsat_edge_matching::{Atom, Kinds};
        let kinds = Kinds::of(puzzle);
        let placed = holding(known).filter_map(|atom| match atom {
            Atom::Placed { cell, kind, turn } => Some((cell, kinds.of_piece[usize::from(kind)].0, turn)),
            _ => None,
        });
        let board: Vec<_> = placed.collect();
        Some(kinds.assign(puzzle, &board))
    }

    fn spots(puzzle: &Self::Puzzle, atom: AtomOf<Self>) -> Vec<Cell> {
        puzzle.cells_of(atom)
    }
}

impl Explains for Sokoban {
    /// What is known about a level beforehand would be no reason.
    fn to_explain(puzzle: &Self::Puzzle, _solutions: &[&SolutionOf<Self>]) -> Option<Self::Puzzle> {
        Some(puzzle.clone().for_explanations())
    }

    fn spots(_puzzle: &Self::Puzzle, atom: AtomOf<Self>) -> Vec<Cell> {
        atom.cell().into_iter().collect()
    }
}

/// A model has no picture.
impl Explains for Qprop {}
