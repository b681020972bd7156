//! Small puzzles, and a search without any formula.

use std::collections::BTreeSet;

use jigsat_edge_matching::{EdgeMatching, Kinds, Placement, Solution, check, check_so_far, parse};
use jigsat_grid::{Direction, Size};
use jigsat_input::Source;
use rand::{Rng, seq::SliceRandom};

/// A puzzle from a plain list.
pub fn puzzle(text: &str) -> EdgeMatching {
    parse(&Source::new("list", text)).unwrap_or_else(|error| panic!("{error}"))
}

/// The puzzle of the notes.
pub fn four_squares() -> EdgeMatching {
    puzzle("2 2\n3 1 2 4\n3 4 1 2\n2 1 3 4\n1 4 3 2\n")
}

/// Puzzles with every feature that a puzzle can have, small enough for brute force.
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

/// All assemblies that the referee accepts, equal ones once: every order of pieces, every rotation.
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
    // A broken rule stays broken.
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
    let left: Vec<usize> = (1..=puzzle.pieces.len())
        .filter(|&piece| lying.iter().all(|placement| placement.piece != piece))
        .collect();
    for (place, &piece) in left.iter().enumerate() {
        // Equal pieces lead to the same boards, unless a hint names one of them.
        let is_equal = |&other: &usize| puzzle.pieces[other - 1] == puzzle.pieces[piece - 1];
        if puzzle.hints.is_empty() && left[..place].iter().any(is_equal) {
            continue;
        }
        for rotation in 0..if puzzle.rotate { 4 } else { 1 } {
            lying.push(Placement { row: cell.row, col: cell.col, piece, rotation });
            fill(puzzle, lying, found);
            lying.pop();
        }
    }
}

/// A small board, with or without each feature that a puzzle can have, whose pieces fit more often than by chance.
pub fn random_puzzle(rng: &mut impl Rng) -> EdgeMatching {
    let (rows, cols) =
        [(1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (2, 2), (3, 1), (2, 3)][rng.random_range(0..8)];
    let size = Size::new(rows, cols);
    let framed = rng.random_bool(0.4);
    let signed = rng.random_bool(0.2);
    let colors = rng.random_range(1..=3);
    // Colours as in files: the frame is 0; signed colours are small here and capital across the seam.
    let name = |color: usize, mate: bool| match (signed, mate) {
        (true, false) => ["a", "b", "c"][color].to_owned(),
        (true, true) => ["A", "B", "C"][color].to_owned(),
        (false, _) => (color + 1).to_string(),
    };
    let mut edges = vec![[(); 4].map(|()| String::new()); size.area()];
    for cell in size.cells() {
        for (side, place) in [(Direction::Right, 0), (Direction::Down, 3)] {
            let color = rng.random_range(0..colors);
            if let Some(other) = size.step(cell, side) {
                edges[size.index(cell)][place] = name(color, false);
                edges[size.index(other)][(place + 2) % 4] = name(color, true);
            }
        }
        for (place, side) in jigsat_edge_matching::SIDES.into_iter().enumerate() {
            if size.step(cell, side).is_none() {
                let color = name(rng.random_range(0..colors), rng.random_bool(0.5));
                edges[size.index(cell)][place] = if framed { "0".into() } else { color };
            }
        }
    }
    if size.area() <= 4 {
        for _ in 0..[0, 0, 1, 2][rng.random_range(0..4)] {
            let mut more = edges[rng.random_range(0..edges.len())].clone();
            if rng.random_bool(0.5) {
                more[rng.random_range(0..4)] = name(rng.random_range(0..colors), false);
            }
            edges.push(more);
        }
    }
    let rotate = rng.random_bool(0.8);
    edges.shuffle(rng);
    for piece in &mut edges {
        if rotate {
            piece.rotate_right(rng.random_range(0..4));
        }
        // Occasionally one that does not fit.
        if rng.random_bool(0.05) {
            piece.swap(0, 1);
        }
    }
    // Lists name the edges from the top, clockwise.
    let line = |[right, up, left, down]: &[String; 4]| format!("{up} {right} {down} {left}\n");
    let head = [
        format!("{rows} {cols}"),
        if framed { " 0" } else { "" }.into(),
        if signed { " signed" } else { "" }.into(),
    ];
    let list: String = edges.iter().map(line).collect();
    let mut puzzle = puzzle(&format!("{}{}\n{list}", head.concat(), if rotate { "" } else { " fixed" }));
    if rng.random_bool(0.2) {
        let rotation = rng.random_bool(0.5).then(|| if rotate { rng.random_range(0..4) } else { 0 });
        let (piece, cell) =
            (rng.random_range(0..puzzle.pieces.len()), size.cell(rng.random_range(0..size.area())));
        puzzle.hints.push(jigsat_edge_matching::Hint { piece, cell, rotation });
    }
    puzzle.turns_are_one = rng.random_bool(0.7);
    puzzle
}
