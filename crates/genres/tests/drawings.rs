//! Drawings of `solve` can be read again, for every genre.

mod common;

use common::{board, family};
use jigsat_genres::{Board, GenreFamily, Solution, Wanted, generate, genres};
use jigsat_grid::{Charset, Size};
use jigsat_input::Source;
use jigsat_kit::Family;
use jigsat_solve::{Attempt, Limits, Puzzle};

/// The solution that is read from the drawing of one.
fn drawn(family: &GenreFamily, board: &Board, solution: &Solution) -> Solution {
    let drawing = family.draw(board, Some(solution)).to_text(Charset::Unicode);
    let read = family.read_solution(board, &Source::new("drawing", drawing.as_str()), &Limits::default());
    read.unwrap_or_else(|error| panic!("{}\n{drawing}", error.render(false)))
}

#[test]
fn every_drawing_is_read_again() {
    for family in genres() {
        let name = family.page().name.clone();
        let side = if name == "battleships" { 8 } else { 6 };
        let wanted = Wanted { size: Size::new(side, side), minimal: false };
        let made = generate(family.page(), &wanted, 1, &Limits::default()).expect("the size is right");
        let Attempt::Success(made) = made else { panic!("{name}: no board") };
        let read = drawn(&family, &made.board, &made.solution);
        assert_eq!(made.board.check(&read), Ok(()), "{name}");
    }
}

/// One bridge looks different from two, and bridges between neighbours follow from the visible ones.
#[test]
fn bridges() {
    let (family, board) = (family("hashi"), board("hashi", "4 - 3\n- - -\n4 2 1"));
    let json = r#"{"bridge":{"across":[[2,2],[0,0],[2,0]],"down":[[2,0,1],[2,0,1]]}}"#;
    let solution =
        family.read_solution(&board, &Source::new("solution", json), &Limits::default()).expect("a solution");
    assert_eq!(board.check(&solution), Ok(()));
    let drawing = family.draw(&board, Some(&solution)).to_text(Charset::Unicode);
    let signs: String = drawing
        .chars()
        .filter(|char| "═║╷│─".contains(*char))
        .filter(|char| *char != '│' && *char != '─')
        .collect();
    assert_eq!(signs, "═║", "{drawing}");
    assert_eq!(drawn(&family, &board, &solution), solution);
}
