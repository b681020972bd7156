//! Drawings of `solve` can be read again, for every genre.

use std::sync::Arc;

use jigsat_genres::{Board, GenreFamily, Page, Solution};
use jigsat_grid::{Cell, Charset, Mark, Size};
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
fn signs_between_the_numbers_of_any_layer() {
    let page = family("futoshiki").page().text().replace("digit", "value").replace("number(", "hint(");
    let family = written(
        &page.replace("futoshiki", "unequal").replace("number,", "hint,").replace("(number)", "(hint)"),
    );
    let board = read(&family, "3> - -\n- < -\n- - -");
    let json = r#"{"value":[[3,2,1],[2,1,3],[1,3,2]]}"#;
    let solution =
        family.read_solution(&board, &Source::new("solution", json), &Limits::default()).expect("a solution");
    let picture = family.draw(&board, Some(&solution)).to_text(Charset::Unicode);
    assert!(picture.contains("3 > 2") && picture.contains("1 < 3"), "{picture}");
    assert_eq!(drawn(&family, &board, &solution), solution);
}

fn solution(family: &GenreFamily, board: &Board, json: &str) -> Solution {
    let read = family.read_solution(board, &Source::new("solution", json), &Limits::default());
    read.unwrap_or_else(|error| panic!("{}", error.render(false)))
}

/// Circles are shapes and no letters: white and black in both colour schemes, with lines behind them; around islands.
#[test]
fn circles() {
    let (masyu, board_of_masyu) = (family("masyu"), board("masyu", "w - -\n- - b\n- - -"));
    let svg = masyu.draw(&board_of_masyu, None).to_svg();
    assert_eq!((svg.matches("<circle").count(), svg.matches("<text").count()), (2, 0), "{svg}");
    assert!(svg.contains("fill: #fff; stroke: #000") && svg.contains("fill: #000; stroke: #999"), "{svg}");
    let json = r#"{"line":{"across":[[1,1],[0,0],[1,1]],"down":[[1,0,1],[1,0,1]]}}"#;
    let svg = masyu.draw(&board_of_masyu, Some(&solution(&masyu, &board_of_masyu, json))).to_svg();
    assert!(svg.rfind("class=\"line\"") < svg.find("<circle"), "{svg}");
    let hashi = family("hashi");
    let svg = hashi.draw(&board("hashi", "4 - 3\n- - -\n? 2 1"), None).to_svg();
    assert_eq!((svg.matches("<circle").count(), svg.matches("<text").count()), (5, 5), "{svg}");
}

/// The sums of a divided cell stand on both sides of its diagonal, and the numbers of a list around the middle.
#[test]
fn several_numbers_in_a_cell() {
    let labels = |svg: &str| -> Vec<String> {
        let texts = svg.split("<text").skip(1).filter_map(|text| text.split(['>', '<']).nth(1));
        texts.map(|text| text.trim().to_owned()).collect()
    };
    let kakuro = family("kakuro").draw(&board("kakuro", "# 4v\n3> -"), None).to_svg();
    assert_eq!(labels(&kakuro), ["4", "3"], "{kakuro}");
    assert_eq!(kakuro.matches("l40 40").count(), 2, "{kakuro}");
    let tapa = family("tapa").draw(&board("tapa", "1,1,? - 8"), None).to_svg();
    assert_eq!(labels(&tapa), ["1", "1", "?", "8"], "{tapa}");
    let font = |label: &str| {
        tapa.split("<text")
            .find(|text| text.contains(&format!("\n{label}\n")))
            .map(|text| text.contains("font-size=\"24\""))
    };
    assert_eq!((font("1"), font("8")), (Some(false), Some(true)), "{tapa}");
}

/// A light colours the cells that it reaches, up to the next wall.
#[test]
fn lit_cells() {
    let (family, board) = (family("akari"), board("akari", "- - # -\n- - - -"));
    let json = r#"{"light":[[1,0,0,null],[null,null,null,null]]}"#;
    let svg = family.draw(&board, Some(&solution(&family, &board, json))).to_svg();
    assert_eq!(svg.matches("class=\"c c3\"").count(), 3, "{svg}");
}

/// In an unfinished solution, what is open looks different from what is known to be nothing.
#[test]
fn nothing_is_not_open() {
    let nothing = |name: &str, text: &str, json: &str| {
        let (family, board) = (family(name), board(name, text));
        let svg = family.draw(&board, Some(&solution(&family, &board, json))).to_svg();
        (svg.matches("r=\"2.5\"").count(), svg.matches("class=\"nothing\"").count())
    };
    assert_eq!(nothing("nurikabe", "1 -\n- -", r#"{"shade":[[0,1],[null,1]]}"#), (1, 0));
    assert_eq!(nothing("nurikabe", "1 -\n- -", r#"{"shade":[[0,1],[1,1]]}"#), (0, 0));
    let line = r#"{"line":{"across":[[1],[null]],"down":[[0,1]]}}"#;
    assert_eq!(nothing("masyu", "- -\n- -", line), (0, 1));
}

/// Triangles are dark halves of cells, poles are signs; numbers for poles stand before their line, below the signs.
#[test]
fn triangles_and_poles() {
    let (shakashaka, board_of_triangles) = (family("shakashaka"), board("shakashaka", "- - #\n- - -"));
    let json = r#"{"half":[["black_nw","black_ne","white"],["black_sw","black_se","white"]]}"#;
    let found = solution(&shakashaka, &board_of_triangles, json);
    assert_eq!(board_of_triangles.check(&found), Ok(()));
    let text = shakashaka.draw(&board_of_triangles, Some(&found)).to_text(Charset::Unicode);
    let signs: String = text.chars().filter(|char| "◤◥◢◣".contains(*char)).collect();
    assert_eq!(signs, "◤◥◣◢", "{text}");
    assert_eq!(drawn(&shakashaka, &board_of_triangles, &found), found);

    let (magnets, board_of_poles) =
        (family("magnets"), board("magnets", "1 -\n- 1\n\n-\n1 1\n\n- -\nplus -\n\na a\nb b"));
    let json = r#"{"pole":[["neutral","neutral"],["plus","minus"]]}"#;
    let found = solution(&magnets, &board_of_poles, json);
    let picture = magnets.draw(&board_of_poles, Some(&found));
    let text = picture.to_text(Charset::Unicode);
    // At the corner of the margin, and in the cells.
    assert_eq!((text.matches('+').count(), text.matches('−').count()), (3, 2), "{text}");
    assert_eq!(drawn(&magnets, &board_of_poles, &found), found);
}

/// The colour of a clue is that of its cell, in either colour scheme; text shows the word for it.
#[test]
fn tiles() {
    let (castle, board) = (family("castle-wall"), board("castle-wall", "2>o - 1v\n0^x - #"));
    let picture = castle.draw(&board, None);
    let svg = picture.to_svg();
    let count = |part: &str| svg.matches(part).count();
    let tiles = ["fill: #fff; stroke: #000", "fill: #000; stroke: #999", "fill: #b5b5b5"].map(count);
    assert_eq!(tiles, [1, 1, 2], "{svg}");
    assert!(svg.contains("\n2→\n") && !svg.contains("→o"), "{svg}");
    let text = picture.to_text(Charset::Unicode);
    for label in ["2→o", "1↓ ", "0↑x", "#"] {
        assert!(text.contains(label), "{label}: {text}");
    }
}

/// Words of an explanation name rows and columns of the board, not of the numbers around it.
#[test]
fn numbers_of_rows_and_columns() {
    let mut picture = family("nonogram").draw(&board("nonogram", "1 1\n1\n\n1\n1\n1 1"), None);
    assert!(!picture.to_svg().contains("\nc1\n"));
    picture.mark(Cell::new(1, 2), Mark::Known);
    let svg = picture.to_svg();
    let at = |name: &str| {
        let text = svg.split("<text").find(|text| text.contains(&format!("\n{name}\n")));
        text.and_then(|text| text.split(" x=\"").nth(1)?.split('"').next()?.parse::<i32>().ok())
    };
    assert!(at("c1") >= Some(60) && at("c4").is_none() && at("r4").is_none(), "{svg}");
}
