//! Drawings of `solve` can be read again, for every genre.

use std::sync::Arc;

use jigsat_genres::{Board, GenreFamily, Page, Solution};
use jigsat_grid::{Charset, Size};
use jigsat_input::Source;
use jigsat_kit::{Family, NoFiles, NoOptions, Text, only};
use jigsat_solve::{Limits, Puzzle};

use crate::common::{board, family};

/// The solution that is read from the drawing of one.
fn drawn(family: &GenreFamily, board: &Board, solution: &Solution) -> Solution {
    let drawing = family.draw(board, Some(solution)).to_text(Charset::Unicode);
    let read = family.read_solution(board, &Source::new("drawing", drawing.as_str()), &Limits::default());
    read.unwrap_or_else(|error| panic!("{}\n{drawing}", error.render(false)))
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

/// Below a board are the constants that its rules need, and those that change its rules.
#[test]
fn captions() {
    let fleet = "1 2\n\n1\n1\n\n1\n1\n\n- -\n- -";
    for (genre, text, caption) in [
        ("star-battle", "a a\nb b", "stars: 1"),
        ("star-battle", "stars 2\na a\nb b", "stars: 2"),
        ("battleships", &format!("fleet 1\n{}", &fleet[5..]), "fleet: 1"),
        ("battleships", &fleet[5..], "fleet: 4"),
        ("minesweeper", "1 -\n- -", ""),
        ("minesweeper", "mines 0\n- -\n- -", "mines: 0"),
        ("takuzu", "1 -\n- -", ""),
        ("takuzu", "equal 1\n1 -\n- -", "equal: 1"),
        ("kenken", "unsigned 1\n3 -\n- -\n\na a\nb b", "unsigned: 1"),
    ] {
        let (family, board) = (family(genre), board(genre, text));
        let drawing = family.draw(&board, None);
        let below = drawing.to_text(Charset::Unicode).rsplit_once('┛').map(|(_, below)| below.to_owned());
        let first = below.unwrap_or_default().trim_start().lines().next().unwrap_or_default().to_owned();
        assert_eq!(first.split(", r").next(), Some(caption), "{genre}: {text}");
        let svg = drawing.to_svg();
        assert_eq!(svg.contains("text-anchor: start\""), !caption.is_empty(), "{genre}: {svg}");
        assert!(caption.is_empty() || svg.contains(&format!("\n{caption}\n")), "{genre}: {svg}");
    }
}

/// The family of somebody's page.
fn written(page: &str) -> GenreFamily {
    let page = Page::read(Source::new("page.qprop", page)).unwrap_or_else(|error| panic!("{error}"));
    GenreFamily::new(Arc::new(page), "page.qprop BOARD".into())
}

fn read(family: &GenreFamily, text: &str) -> Board {
    let text = Text::of_string("board", text.to_owned());
    let entry = only(family, text, &NoOptions::default(), &NoFiles);
    entry.unwrap_or_else(|error| panic!("{}", error.render(false))).puzzle
}

#[test]
fn boards_without_givens() {
    let family = written(
        r#"genre rooks "Rooks: none attacks another"
board row, column
pred rook(c: Cell)
assert row "row {r} has one rook": forall r: Row . exactly 1 c: Cell | row(c) = r . rook(c)
assert column "column {k} has one rook": forall k: Column . exactly 1 c: Cell | column(c) = k . rook(c)
draw: stars(rook)
"#,
    );
    let size = Size::new(3, 3);
    for text in
        ["3 3", "- - -\n- - -\n- - -", "...\n...\n...\n", "3 3\n...\n...\n...", "kind: rooks\nsize: 3x3"]
    {
        let board = read(&family, text);
        assert_eq!(board.givens.size, size, "{text}");
        for format in ["words", "plain", "yaml"] {
            let again = family.write(&board, format).map(|again| String::from_utf8(again).expect("text"));
            let again = again.unwrap_or_else(|error| panic!("{format}: {error}"));
            assert_eq!(read(&family, &again).givens, board.givens, "{format}:\n{again}");
        }
    }
    let board = read(&family, "3 3");
    let json = r#"{"rook":[[0,1,0],[1,0,0],[0,0,1]]}"#;
    let solution =
        family.read_solution(&board, &Source::new("solution", json), &Limits::default()).expect("a solution");
    assert_eq!(drawn(&family, &board, &solution), solution);
    let wrong = Text::of_string("board", "- -\n- 1".into());
    let error = only(&family, wrong, &NoOptions::default(), &NoFiles).err().map(|error| error.to_string());
    assert_eq!(error.as_deref(), Some("board:2:3: found '1', expected '-' for nothing"));
}

/// The layers of a picture are those that the page names.
#[test]
fn signs_after_the_numbers_of_any_layer() {
    let page = family("futoshiki").page().text().replace("digit", "value").replace("number(", "hint(");
    let family = written(
        &page.replace("futoshiki", "unequal").replace("number,", "hint,").replace("(number)", "(hint)"),
    );
    let board = read(&family, "3> - -\n- < -\n- - -");
    let json = r#"{"value":[[3,2,1],[2,1,3],[1,3,2]]}"#;
    let solution =
        family.read_solution(&board, &Source::new("solution", json), &Limits::default()).expect("a solution");
    let picture = family.draw(&board, Some(&solution)).to_text(Charset::Unicode);
    assert!(picture.contains("3>") && picture.contains("1<"), "{picture}");
    assert_eq!(drawn(&family, &board, &solution), solution);
}
