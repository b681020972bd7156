//! Small puzzles, and a search without any formula.
#![allow(dead_code, reason = "each test program uses some of it")]

use std::collections::BTreeSet;

use jigsat_edge_matching::{EdgeMatching, Kinds, Placement, Solution, check, check_so_far, parse};
use jigsat_input::Source;

/// A puzzle from a plain list.
pub fn puzzle(text: &str) -> EdgeMatching {
    parse(&Source::new("list", text)).unwrap_or_else(|error| panic!("{error}"))
}

/// The puzzle of the notes.
pub fn four_squares() -> EdgeMatching {
    puzzle("2 2\n3 1 2 4\n3 4 1 2\n2 1 3 4\n1 4 3 2\n")
}

/// Puzzles with everything that a puzzle can have, small enough for brute force.
pub fn small_puzzles() -> Vec<(&'static str, EdgeMatching)> {
    let hinted = |text: &str, hints: &[(usize, &str, Option<u8>)]| {
        let hint = |&(piece, cell, rotation): &(usize, &str, Option<u8>)| jigsat_edge_matching::Hint {
            piece,
            cell: cell.parse().expect("a cell's name"),
            rotation,
        };
        EdgeMatching { hints: hints.iter().map(hint).collect(), ..puzzle(text) }
    };
    let equal = "2 2\n1 2 1 2\n2 1 2 1\n1 1 2 2\n1 2 2 1\n";
    vec![
        ("four squares", four_squares()),
        ("unturned", puzzle("2 3 fixed\n1 2 1 1\n1 2 1 2\n1 1 1 2\n1 2 1 1\n1 1 2 2\n1 2 2 1\n")),
        ("equal pieces and symmetric ones", puzzle(equal)),
        ("equal pieces, hinted", hinted(equal, &[(3, "r1c1", None)])),
        ("a symmetric piece, hinted and turned", hinted(equal, &[(1, "r2c2", Some(3))])),
        ("all equal", puzzle("1 3\n1 1 2 2\n1 2 2 1\n2 2 1 1\n")),
        ("framed", puzzle("2 3\n0 1 2 0\n0 3 2 1\n0 0 1 3\n1 2 0 0\n0 1 3 2\n1 2 0 0\n")),
        ("framed, and the frame's colour inside", puzzle("2 2 1\n1 1 1 1\n1 2 1 1\n1 1 2 2\n1 1 1 2\n")),
        ("surplus", puzzle("1 2\n1 2 1 3\n1 2 3 3\n2 1 2 1\n1 2 1 3\n")),
        ("surplus, hinted", hinted("1 2\n1 2 1 3\n1 2 3 3\n2 1 2 1\n", &[(2, "r1c2", Some(1))])),
        ("signed", puzzle("2 2 signed\na B b a\nA a b B\nb A B a\nA B A b\n")),
        ("signed, framed and unturned", puzzle("1 3 0 signed fixed\n0 a 0 0\n0 b 0 A\n0 0 0 B\n")),
        ("impossible", puzzle("1 2 fixed\n1 2 3 4\n1 2 3 4\n")),
        ("one cell", puzzle("1 1\n1 2 3 4\n")),
        ("one cell, symmetric", puzzle("1 1\n1 2 1 2\n")),
        ("a column", puzzle("3 1\n1 2 3 4\n2 3 1 1\n3 2 4 4\n")),
    ]
}

/// All assemblies that the referee passes, equal ones once: every order of pieces, every rotation.
pub fn brute_force(puzzle: &EdgeMatching) -> Vec<Solution> {
    let mut found = BTreeSet::new();
    let mut lying = Vec::new();
    fill(puzzle, &mut lying, &mut found);
    let kinds = Kinds::of(puzzle);
    let solution = |board: Vec<(jigsat_grid::Cell, usize, u8)>| kinds.assign(puzzle, &board);
    found.into_iter().map(solution).collect()
}

fn fill(
    puzzle: &EdgeMatching,
    lying: &mut Vec<Placement>,
    found: &mut BTreeSet<Vec<(jigsat_grid::Cell, usize, u8)>>,
) {
    // Nothing that breaks a rule now gets better later.
    if check_so_far(puzzle, &Solution::new(lying.clone())).is_err() {
        return;
    }
    if lying.len() == puzzle.size.area() {
        if check(puzzle, &Solution::new(lying.clone())).is_ok() {
            let kinds = Kinds::of(puzzle);
            let look = |placement: &Placement| {
                let (kind, offset) = kinds.of_piece[placement.piece - 1];
                (placement.cell(), kind, (placement.rotation + offset) % kinds.all[kind].period)
            };
            found.insert(lying.iter().map(look).collect());
        }
        return;
    }
    let cell = puzzle.size.cell(lying.len());
    for piece in 1..=puzzle.pieces.len() {
        if lying.iter().any(|placement| placement.piece == piece) {
            continue;
        }
        for rotation in 0..if puzzle.rotate { 4 } else { 1 } {
            lying.push(Placement { row: cell.row, col: cell.col, piece, rotation });
            fill(puzzle, lying, found);
            lying.pop();
        }
    }
}
