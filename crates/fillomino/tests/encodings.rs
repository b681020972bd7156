//! Every encoding has the solutions that brute force finds.

use std::ops::Range;

use jigsat_cnf::{Choice, Literal, pos};
use jigsat_fillomino::{
    Atom, Encoding, Fillomino, Solution,
    rules::{Strategy, deduce},
};
use jigsat_grid::{Cell, Direction, Size};
use jigsat_solve::{Answer, BuildOptions, Limits, Session, Solver, build, testing::agrees_with_brute_force};

use crate::common::{brute_force, puzzles};

/// Compares all encodings, pruned or not, on random puzzles of a size with such a share of givens.
fn compare(rows: u16, cols: u16, count: u64, share: Range<f64>) {
    let size = Size::new(rows, cols);
    for puzzle in puzzles(size, count, share) {
        let expected = brute_force(&puzzle);
        for &encoding in Encoding::ALL {
            for prunes in [true, false] {
                let options = BuildOptions { prunes, ..BuildOptions::default() };
                println!("{} with prunes {prunes}: {puzzle:?}", encoding.name());
                agrees_with_brute_force(&puzzle, encoding, &options, &Solver::Batsat, expected.clone());
            }
        }
    }
}

#[test]
fn one_cell_one_row_one_column() {
    compare(1, 1, 5, 0.0..1.0);
    compare(1, 2, 10, 0.0..0.9);
    compare(1, 6, 25, 0.1..0.9);
    compare(5, 1, 25, 0.1..0.9);
}

#[test]
fn two_rows() {
    compare(2, 2, 20, 0.0..0.9);
    compare(2, 3, 30, 0.1..0.9);
    compare(2, 4, 20, 0.2..0.9);
}

#[test]
fn three_by_three() {
    compare(3, 3, 30, 0.3..0.9);
}

#[test]
fn three_by_four() {
    compare(3, 4, 12, 0.45..0.9);
}

/// The value that large sizes share must represent each way to split them.
#[test]
fn shared_sizes_are_told_apart() {
    for (rows, cols, givens) in [
        (1, 6, vec![1, 0, 0, 0, 0, 0]),
        (2, 4, vec![1, 0, 0, 0, 0, 0, 0, 0]),
        (3, 3, vec![1, 0, 0, 0, 0, 0, 0, 0, 0]),
        (2, 5, vec![2, 2, 0, 0, 0, 0, 0, 0, 0, 0]),
        (3, 4, vec![2, 2, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1]),
        (3, 4, vec![3, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0]),
        (2, 3, vec![0; 6]),
    ] {
        let size = Size::new(rows, cols);
        let puzzle = Fillomino::new(size, givens);
        let expected = brute_force(&puzzle);
        assert!(expected.len() > 1);
        let options = BuildOptions { prunes: true, ..BuildOptions::default() };
        for encoding in [Encoding::Lazy, Encoding::TreeBinary, Encoding::TreeUnary] {
            agrees_with_brute_force(&puzzle, encoding, &options, &Solver::Batsat, expected.clone());
        }
    }
}

/// As in the engine 'hybrid': the formula is about what the rules left open.
#[test]
fn what_the_rules_deduce_loses_no_solution() {
    let mut shorter = 0;
    for (rows, cols, count, share) in [(2, 3, 15, 0.1..0.8), (3, 3, 15, 0.3..0.8), (3, 4, 8, 0.45..0.8)] {
        for puzzle in puzzles(Size::new(rows, cols), count, share) {
            let expected = brute_force(&puzzle);
            let Some(deduced) = deduce(&puzzle, Strategy::ALL, &Limits::default()).expect("no limit") else {
                assert!(expected.is_empty(), "{puzzle:?}");
                continue;
            };
            shorter += usize::from(deduced != puzzle.givens);
            let left = Fillomino { deduced, ..puzzle };
            for &encoding in Encoding::ALL {
                let options = BuildOptions { prunes: true, ..BuildOptions::default() };
                agrees_with_brute_force(&left, encoding, &options, &Solver::Batsat, expected.clone());
            }
        }
    }
    assert!(shorter > 10, "the rules said something of {shorter} boards only");
}

/// All solvers of this build: `cargo test --workspace` has four of them.
#[test]
fn every_solver_agrees() {
    for (rows, cols, count, share) in [(1, 5, 6, 0.1..0.6), (2, 3, 8, 0.1..0.7), (3, 4, 4, 0.4..0.7)] {
        for puzzle in puzzles(Size::new(rows, cols), count, share) {
            let expected = brute_force(&puzzle);
            for &encoding in Encoding::ALL {
                for solver in Solver::built_in() {
                    println!("{} with {solver}: {puzzle:?}", encoding.name());
                    let options = BuildOptions { prunes: true, ..BuildOptions::default() };
                    agrees_with_brute_force(&puzzle, encoding, &options, solver, expected.clone());
                }
            }
        }
    }
}

#[test]
fn a_given_without_room_is_no_bug() {
    for encoding in Encoding::ALL {
        for prunes in [true, false] {
            let options = BuildOptions { prunes, ..BuildOptions::default() };
            for givens in [vec![9, 0, 0, 0], vec![3, 3, 3, 3], vec![1, 1, 0, 0], vec![60000, 0, 0, 0]] {
                let puzzle = Fillomino::new(Size::new(2, 2), givens);
                agrees_with_brute_force(&puzzle, *encoding, &options, &Solver::Batsat, [] as [Solution; 0]);
            }
        }
    }
}

/// All rings of a board in both directions: none of them is part of any model, whatever the numbers.
#[test]
fn no_ring_of_edges_is_in_any_model() {
    for (size, count) in [(Size::new(2, 3), 3), (Size::new(3, 3), 13)] {
        let rings = rings(size);
        assert_eq!(rings.len(), 2 * count + size.cells().flat_map(|cell| size.neighbours(cell)).count() / 2);
        let mut puzzle = Fillomino::new(size, vec![0; size.area()]);
        for (encoding, prunes) in [
            (Encoding::TreeBinary, false),
            (Encoding::TreeUnary, false),
            (Encoding::TreeBinary, true),
            (Encoding::TreeUnary, true),
        ] {
            // With a given, a pruned formula has numbers above it.
            puzzle.givens[0] = u16::from(prunes) * 2;
            let options = BuildOptions { prunes, ..BuildOptions::default() };
            let formula = build(&puzzle, encoding, &options).unwrap();
            let redundant = formula.rules().filter(|(rule, _)| rule.is_redundant());
            let dropped = redundant.map(|(rule, _)| rule.name().to_owned()).collect();
            let options = BuildOptions { dropped, ..options };
            let mut session = Session::new(&puzzle, encoding, &options, &Solver::Batsat, None).unwrap();
            for ring in &rings {
                let next = ring.iter().cycle().skip(1);
                let edges: Vec<_> =
                    ring.iter().zip(next).map(|(&from, &to)| edge_between(size, from, to)).collect();
                let answer = session.solve_assuming(&edges, &Limits::default()).unwrap();
                assert!(
                    matches!(answer, Answer::Impossible(_)),
                    "{}, prunes {prunes}: {ring:?}",
                    encoding.name()
                );
            }
        }
    }
}

/// Directed rings, each once, from its first cell in row order; two neighbours also form one.
fn rings(size: Size) -> Vec<Vec<Cell>> {
    fn go_on(size: Size, way: &mut Vec<Cell>, rings: &mut Vec<Vec<Cell>>) {
        let (first, last) = (way[0], way[way.len() - 1]);
        for next in size.neighbours(last) {
            if next == first && way.len() > 1 {
                rings.push(way.clone());
            } else if size.index(next) > size.index(first) && !way.contains(&next) {
                way.push(next);
                go_on(size, way, rings);
                way.pop();
            }
        }
    }
    let mut rings = Vec::new();
    for cell in size.cells() {
        go_on(size, &mut vec![cell], &mut rings);
    }
    rings
}

/// In a ring of edges every cell has a parent, so no root constrains the size: only the sizes forbid it, as each is
/// larger than the next around the ring. A ring of eight would be consistent if three bits could overflow.
#[test]
fn no_cycle_survives() {
    let around = [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0)];
    let square = [(0, 0), (0, 1), (1, 1), (1, 0)];
    for (side, givens, ring) in [
        (2, vec![4, 0, 0, 0], &square[..]),
        (2, vec![3, 3, 0, 0], &square[..]),
        (3, vec![7, 0, 0, 0, 1, 0, 0, 0, 0], &around[..]),
        (3, vec![0, 0, 0, 0, 1, 0, 0, 0, 8], &around[..]),
    ] {
        let size = Size::new(side, side);
        let puzzle = Fillomino::new(size, givens);
        let next = ring.iter().cycle().skip(1);
        let edges: Vec<_> = ring.iter().zip(next).map(|(&from, &to)| edge(size, from, to)).collect();
        for encoding in [Encoding::TreeBinary, Encoding::TreeUnary] {
            let allows = |dropped: &[&str]| {
                let dropped = dropped.iter().map(|&rule| rule.to_owned()).collect();
                let options = BuildOptions { dropped, prunes: true, ..BuildOptions::default() };
                let mut session = Session::new(&puzzle, encoding, &options, &Solver::Batsat, None).unwrap();
                let answer = session.solve_assuming(&edges, &Limits::default()).unwrap();
                !matches!(answer, Answer::Impossible(_))
            };
            let formula =
                build(&puzzle, encoding, &BuildOptions { prunes: true, ..BuildOptions::default() }).unwrap();
            let rules = formula.rules().filter(|(rule, _)| rule.is_redundant());
            let mut dropped: Vec<&str> = rules.map(|(rule, _)| rule.name()).collect();
            assert!(!allows(&[]), "{}: {puzzle:?}", encoding.name());
            assert!(!allows(&dropped), "{} without redundant rules: {puzzle:?}", encoding.name());
            dropped.push("size");
            assert!(allows(&dropped), "{}: something else forbids the ring on {puzzle:?}", encoding.name());
        }
    }
}

fn edge(size: Size, (row, col): (u16, u16), to: (u16, u16)) -> Literal<Atom> {
    edge_between(size, Cell { row, col }, Cell { row: to.0, col: to.1 })
}

fn edge_between(size: Size, cell: Cell, to: Cell) -> Literal<Atom> {
    let leads_there = |&side: &Direction| size.step(cell, side) == Some(to);
    let side = Direction::ALL.into_iter().find(leads_there).expect("they are neighbours");
    pos(Atom::Edge { cell, side })
}
