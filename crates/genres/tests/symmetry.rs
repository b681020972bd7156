//! The symmetries of boards, and counting up to them, against images of solutions that are made here.

use std::{collections::BTreeSet, sync::Arc};

use jigsat_genres::{Board, Edges, GenreFamily, Givens, Layer, Solution, Value, genres};
use jigsat_grid::{Cell, Direction, Size, Symmetry};
use jigsat_input::{Position, Source};
use jigsat_kit::{Family, Listing, lister};
use jigsat_qprop::Symmetries;
use jigsat_solve::{Answer, End, Held, Limits};

use crate::common::{WAYS_TO_COUNT, asking, board, counted};

/// A board without clues, divided into quarters if it needs rooms, with a star in its middle if it needs stars.
fn empty(genre: &GenreFamily, size: Size) -> Board {
    let made = |givens: Givens| Board::new(Arc::clone(genre.page()), givens, &Source::new("board", ""));
    let givens = Givens::new(size);
    made(givens.clone()).unwrap_or_else(|_| {
        let half = |at: u16, side: u16| usize::from(at >= side.div_ceil(2));
        let quarter = |cell: Cell| 2 * half(cell.row, size.rows) + half(cell.col, size.cols);
        let mut with = Givens { rooms: Some(size.cells().map(quarter).collect()), ..givens.clone() };
        with.set(
            "star",
            vec![(usize::from(size.rows) - 1) * givens.dots().0 + usize::from(size.cols) - 1],
            "o",
            Position::START,
        );
        made(with).unwrap_or_else(|error| panic!("{}", error.render(false)))
    })
}

/// All solutions, or one more than this many.
fn solutions(genre: &GenreFamily, board: &Board, most: usize) -> Vec<Solution> {
    let limits = Limits::default();
    let mut listing = lister(genre, Held::Borrowed(board), &asking(None), &limits).unwrap();
    let mut found = Vec::new();
    while found.len() <= most
        && let Answer::Solved(solution) = Listing::solve(&mut listing, &limits).unwrap()
    {
        found.push((*solution.typed::<Solution>().unwrap()).clone());
    }
    found
}

/// A solution with its cells and borders moved, and what points in a direction turned.
fn moved(solution: &Solution, size: Size, symmetry: Symmetry) -> Solution {
    let layer = |layer: &Layer| match layer {
        Layer::Cells(cells) => {
            let mut image = cells.clone();
            for cell in size.cells() {
                let to = symmetry.cell(cell, size);
                image[usize::from(to.row)][usize::from(to.col)] =
                    turned(&cells[usize::from(cell.row)][usize::from(cell.col)], symmetry);
            }
            Layer::Cells(image)
        }
        Layer::Edges(edges) => {
            let mut image: Edges = edges.clone();
            for cell in size.cells() {
                for direction in [Direction::Right, Direction::Down] {
                    let Some(other) = size.step(cell, direction) else { continue };
                    let from = if direction == Direction::Right { &edges.across } else { &edges.down };
                    let value = from[usize::from(cell.row)][usize::from(cell.col)].clone();
                    let (a, b) = (symmetry.cell(cell, size), symmetry.cell(other, size));
                    let first = a.min(b);
                    let to = if a.row == b.row { &mut image.across } else { &mut image.down };
                    to[usize::from(first.row)][usize::from(first.col)] = value;
                }
            }
            Layer::Edges(image)
        }
    };
    Solution(solution.0.iter().map(|(name, values)| (name.clone(), layer(values))).collect())
}

/// The diagonals of Slant and the triangles of Shakashaka.
fn turned(value: &Value, symmetry: Symmetry) -> Value {
    let Value::Word(word) = value else { return value.clone() };
    // A corner of a board of 2x2 cells.
    let size = Size::new(2, 2);
    let corners = ["nw", "ne", "sw", "se"];
    let corner = |corner: usize| size.index(symmetry.cell(size.cell(corner), size));
    Value::Word(match word.strip_prefix("black_") {
        Some(at) => {
            let at = corners.iter().position(|known| *known == at).unwrap();
            format!("black_{}", corners[corner(at)])
        }
        None => match (word.as_str(), [0, 3].contains(&corner(0))) {
            ("falling", false) => "rising".to_owned(),
            ("rising", false) => "falling".to_owned(),
            _ => word.clone(),
        },
    })
}

/// The number of classes of solutions under the symmetries that map solutions to solutions: on a board without clues, those of the
/// board.
fn classes(found: &[Solution], size: Size) -> usize {
    let text = |solution: &Solution| serde_json::to_string(solution).unwrap();
    let all: BTreeSet<String> = found.iter().map(text).collect();
    let keeps = |symmetry: &Symmetry| {
        found.iter().all(|solution| all.contains(&text(&moved(solution, size, *symmetry))))
    };
    let symmetries: Vec<Symmetry> = Symmetry::of(size).filter(keeps).collect();
    let first =
        |solution: &Solution| symmetries.iter().map(|&symmetry| text(&moved(solution, size, symmetry))).min();
    found.iter().map(first).collect::<BTreeSet<_>>().len()
}

#[test]
fn every_genre_knows_the_symmetries_of_an_empty_board() {
    for genre in genres() {
        let name = &genre.info().name;
        for (size, expected) in [(Size::new(6, 6), 8), (Size::new(4, 6), 4)] {
            // Water falls.
            let expected = if name == "aquarium" { 2 } else { expected };
            assert_eq!(
                empty(&genre, size).symmetries(&Limits::default()).unwrap().map(Symmetries::order),
                Some(expected),
                "{name} {size}"
            );
        }
    }
}

/// Most solutions of a board that is looked at.
const MOST: usize = 400;

#[test]
fn solutions_are_counted_up_to_symmetry() {
    let mut compared = 0;
    for genre in genres() {
        let name = &genre.info().name;
        for size in [Size::new(3, 3), Size::new(4, 4), Size::new(2, 4), Size::new(3, 5)] {
            let board = empty(&genre, size);
            let found = solutions(&genre, &board, MOST);
            if found.len() > MOST {
                continue;
            }
            compared += usize::from(!found.is_empty());
            let classes = classes(&found, size);
            for way in WAYS_TO_COUNT {
                let counted = counted(&genre, &board, way, None);
                assert_eq!(
                    (counted.count, counted.distinct, counted.end),
                    (found.len() as u128, Some(classes as u128), End::All),
                    "{name} {size}, {way:?}"
                );
            }
        }
    }
    assert!(compared > 100, "{compared} boards with solutions");
}

/// Clues move with the board: signs between cells, arrows, labels beside lines, and stars, whatever their names.
#[test]
fn clues_move_with_the_board() {
    for (name, text, order) in [
        ("akari", "- - -\n- 1 -\n- - -\n", 8),
        ("akari", "- 1 -\n- - -\n- - -\n", 2),
        ("akari", "1 - -\n- - -\n- - 1\n", 4),
        ("akari", "1 - -\n- - -\n- - 2\n", 2),
        ("akari", "1 - -\n- - 2\n- - -\n", 1),
        ("yajilin", "1> - -\n- - -\n- - 1<\n", 2),
        ("yajilin", "1> - 1v\n- - -\n1^ - 1<\n", 4),
        ("yajilin", "1> - 1<\n- - -\n- - -\n", 2),
        ("yajilin", "1> - 1>\n- - -\n- - -\n", 1),
        ("tents", "3 3\n1\n-\n1\n\n-\n-\n-\n\n- - -\n- T -\n- - -\n", 4),
        ("nonogram", "3 3\n1 1\n1\n1 1\n\n1 1\n1\n1 1\n", 8),
        ("nonogram", "4 4\n1 1\n1\n1\n1 1\n\n2 1\n-\n-\n1 2\n", 2),
        ("kropki", "3 3\n.o.o.\n.....\n.....\n.....\n.....\n", 2),
        ("skyscrapers", "3 3\n1 3\n-\n3 1\n\n-\n-\n-\n\n- - -\n- - -\n- - -\n", 2),
        ("slant", "1 - 1\n- - -\n- - -\n", 2),
        ("galaxies", "o...o\n.....\n..o..\n.....\no...o\n", 8),
        ("galaxies", "o....\n.....\n..o..\n.....\no...o\n", 2),
        ("suguru", "- - - -\n- - - -\n\nA A B B\nA A B B\n", 4),
        ("suguru", "- - - -\n- - - -\n\nA A A B\nA B B B\n", 2),
        ("kakuro", "# # #\n# - -\n# - -\n", 2),
    ] {
        assert_eq!(
            board(name, text).symmetries(&Limits::default()).unwrap().map(Symmetries::order),
            Some(order),
            "{name}\n{text}"
        );
    }
}
