//! New boards of every genre that makes them.

use std::{sync::Arc, time::Duration};

use jigsat_genres::{Board, Generated, Layer, Page, Value, Wanted, generate, genres, page};
use jigsat_grid::Size;
use jigsat_input::Source;
use jigsat_kit::{Family, NoFiles, Run};
use jigsat_qprop::Encoding;
use jigsat_solve::{Attempt, BuildOptions, Limits, Session, Solver, Stop, testing};

use crate::{
    common::family,
    rules::{Grid, chosen_edges},
};

fn made(name: &str, rows: u16, columns: u16, seed: u64, minimal: bool) -> Generated {
    let page = page(name).expect("there is such a genre");
    let wanted = Wanted { size: Size::new(rows, columns), minimal };
    match generate(&page, &wanted, seed, &Limits::default()) {
        Ok(Attempt::Success(generated)) => generated,
        Ok(Attempt::Stopped(stop)) => panic!("{name}: {stop}"),
        Ok(Attempt::Impossible(_)) => panic!("{name}: there is none"),
        Err(error) => panic!("{name}: {error}"),
    }
}

/// A board of the usual size is begun, so the genre has boards of that size.
#[test]
fn usual_sizes() {
    let limits = Limits { deadline: Some(web_time::Instant::now()), ..Limits::default() };
    for genre in genres() {
        let Some(generator) = genre.generator() else { continue };
        let begun = generator.generate(&serde_json::Map::new(), 1, &NoFiles, &Run::silent(&limits));
        assert!(matches!(begun, Ok(jigsat_kit::Generated::Stopped(_))), "{}", genre.info().name);
    }
    let dominosa = family("dominosa");
    let options = dominosa.generator().expect("it makes boards").options();
    assert_eq!(options.get("properties").expect("there are options")["size"]["default"], "7x8");
}

/// The first solution leaves out a rule that says nothing on such a board.
#[test]
fn a_rule_without_constraints_is_left_out() {
    let board = made("kropki", 1, 1, 1, false).board;
    assert!(board.givens.layers.is_empty());
}

/// An area of Araf has two numbers, and its size is between them.
#[test]
fn numbers_of_areas() {
    for seed in 1..4 {
        let givens = made("araf", 4, 4, seed, false).board.givens;
        assert!(givens.layers["number"].len() >= 4, "there is more than one area");
    }
    // Some numbers are further from the size of their area than is needed.
    let made = made("araf", 8, 8, 1, false);
    let (grid, borders) = (Grid::of(&made.board), chosen_edges(&made.board, &made.solution));
    let areas = grid.sets(&|_| true, &|a, b| !borders.contains(&(a, b)));
    let far = areas.iter().flat_map(|area| {
        let numbers = area.iter().filter_map(|&cell| grid.number("number", cell));
        numbers.filter(|number| number.abs_diff(area.len()) > 1)
    });
    assert!(is_unique(&made.board) && far.count() > 1);
}

/// Boards of ten rows and columns, also where random rooms have a solution only rarely (Suguru), where each circle or black cell is
/// right only with all others (Nurimisaki, Simple Loop), and where words follow from the loop (Moon or Sun).
#[test]
fn large_boards() {
    for name in ["araf", "moon-or-sun", "nurimisaki", "simple-loop", "suguru", "yin-yang"] {
        assert!(is_unique(&made(name, 10, 10, 1, false).board), "{name}");
    }
}

/// Each arrow of a Yajilin has its number.
#[test]
fn arrows_have_numbers() {
    for seed in 1..4 {
        let givens = made("yajilin", 6, 6, seed, false).board.givens;
        let arrows = ["up_of", "down_of", "left_of", "right_of"].map(|layer| givens.layers.get(layer));
        let arrows: Vec<_> = arrows.into_iter().flatten().flat_map(|layer| layer.keys()).collect();
        assert!(!arrows.is_empty());
        for arrow in arrows {
            assert!(givens.get("number", arrow).is_some(), "seed {seed}: {arrow:?} has no number");
        }
    }
}

/// Nothing is left of the words that numbers took the place of, so the board has an address.
#[test]
fn replaced_words_are_gone() {
    for seed in 1..4 {
        let board = made("koburin", 5, 5, seed, false).board;
        assert!(board.givens.layers.values().all(|words| !words.is_empty()), "seed {seed}");
        let address = family("koburin").write(&board, "address").map_err(|why| why.to_string());
        assert!(address.is_ok(), "seed {seed}: {address:?}");
    }
}

/// A minimal board needs each of its givens.
#[test]
fn minimal_boards() {
    let generated = made("kurodoko", 5, 5, 3, true);
    let page = page("kurodoko").expect("there is such a genre");
    for key in generated.board.givens.layers["number"].keys() {
        let mut fewer = generated.board.givens.clone();
        fewer.layers.get_mut("number").expect("there are numbers").remove(key);
        let source = jigsat_input::Source::new("board", "");
        let board = jigsat_genres::Board::new(page.clone(), fewer, &source).expect("it is a board");
        let count = testing::count_models(&board, Encoding::Model, &BuildOptions::default(), &Solver::Batsat);
        assert!(count > 1, "{key:?} can be spared");
    }
}

/// A given stays if a rule asks for one, even if nothing else has a solution without it.
#[test]
fn givens_that_rules_ask_for() {
    let text = r#"genre dots "Dots: everything is shaded, and so is a dot"
board touch
given dot(c: Cell) "o"
pred shade(c: Cell)
assert all: forall c: Cell . shade(c)
assert some: exists c: Cell | dot(c) . shade(c)
generate: without(some), fits(dot)
"#;
    let page = Arc::new(Page::read(Source::new("dots.qprop", text)).expect("it is a page"));
    let wanted = Wanted { size: Size::new(3, 3), minimal: true };
    match generate(&page, &wanted, 1, &Limits::default()) {
        Ok(Attempt::Success(made)) => {
            assert_eq!(made.board.givens.layers["dot"].len(), 1);
            assert!(is_unique(&made.board));
        }
        Ok(_) => panic!("no board"),
        Err(error) => panic!("{error}"),
    }
}

/// Whether a board has one solution.
fn is_unique(board: &Board) -> bool {
    let options = BuildOptions { prunes: true, no_detours: true, ..BuildOptions::default() };
    let mut session =
        Session::new(board, Encoding::Model, &options, &Solver::Batsat, None).expect("it can be built");
    session.count(2, &Limits::default()).expect("the referee agrees").found == 1
}

/// White cells of a Kakuro fill at least two fifths of the board, in runs of two to nine cells, and are connected.
#[test]
fn white_cells_of_kakuro() {
    for (rows, columns, seed) in [(5, 5, 1), (7, 7, 2), (10, 10, 3), (9, 14, 4)] {
        let made = made("kakuro", rows, columns, seed, false);
        let columns = usize::from(columns);
        let Layer::Cells(digits) = &made.solution.0["digit"] else { panic!("digits are in cells") };
        let is_white: Vec<bool> = digits.iter().flatten().map(|digit| *digit != Value::Unknown).collect();
        let white: Vec<usize> = (0..is_white.len()).filter(|&cell| is_white[cell]).collect();
        assert!(5 * white.len() >= 2 * is_white.len(), "{white:?}");
        let across: Vec<usize> = is_white.chunks(columns).flat_map(runs).collect();
        let down = (0..columns).flat_map(|column| {
            runs(&is_white.iter().skip(column).step_by(columns).copied().collect::<Vec<bool>>())
        });
        assert!(across.into_iter().chain(down).all(|run| (2..=9).contains(&run)), "{white:?}");
        let mut reached = vec![white[0]];
        let mut next = 0;
        while let Some(&cell) = reached.get(next) {
            next += 1;
            // The first row and column are black.
            for beside in [cell - columns, cell - 1, cell + 1, cell + columns] {
                if is_white.get(beside) == Some(&true) && !reached.contains(&beside) {
                    reached.push(beside);
                }
            }
        }
        assert_eq!(reached.len(), white.len(), "{white:?}");
        assert!(is_unique(&made.board));
    }
}

/// Pages like Kakuro's with other digits or with a rule more: digits are changed so that sums are rare only where that can be.
#[test]
fn sums_of_other_pages() {
    let kakuro = include_str!("../pages/kakuro/page.qprop");
    let without = |from: &str, to: &str, text: &str| {
        let (start, end) = (text.find(from).expect("a start"), text.find(to).expect("an end"));
        text[..start].to_owned() + &text[end..]
    };
    let plain = without("# The other k - 1", "generate:", &kakuro.replace("genre kakuro", "genre sums"));
    let digits = |range: &str| {
        plain.replace("Digit = 1..9", &format!("Digit = {range}")).replace("Sum = 1..45", "Sum = 1..200")
    };
    let even = "assert even: forall c: Cell | white(c) and row(c) = 2 . digit(c) mod 2 = 0\n\ngenerate:";
    for (what, text) in [
        ("six digits", digits("1..6")),
        ("twelve digits", digits("1..12")),
        ("digits from zero", digits("0..9")),
        ("a rule more", plain.replace("board ray", "board row, ray").replace("generate:", even)),
        ("digits may be equal", without("assert differ", "generate:", &plain)),
        ("no black cells", digits("1..12").replace("blacks(wall), ", "")),
    ] {
        let page = Arc::new(Page::read(Source::new("sums.qprop", text.as_str())).unwrap_or_else(|error| {
            panic!("{what}: {}", error.render(false));
        }));
        let wanted = Wanted { size: Size::new(6, 6), minimal: false };
        let has_none = what.starts_with("no ");
        let deadline = has_none.then(|| web_time::Instant::now() + Duration::from_millis(200));
        match generate(&page, &wanted, 2, &Limits { deadline, ..Limits::default() }) {
            Ok(Attempt::Success(made)) => assert!(is_unique(&made.board), "{what}"),
            // Without black cells there is nowhere to put a sum.
            Ok(_) => assert!(has_none, "{what}: no board"),
            Err(error) => panic!("{what}: {error}"),
        }
    }
}

/// The lengths of runs of true.
fn runs(line: &[bool]) -> Vec<usize> {
    line.split(|&is_true| !is_true).map(<[bool]>::len).filter(|&length| length > 0).collect()
}

/// Large boards of Numberlink, whose lines have at least three cells.
#[test]
fn lines_of_numberlink() {
    for (side, seed) in [(5, 1), (10, 2), (14, 3)] {
        let board = made("numberlink", side, side, seed, false).board;
        assert!(is_unique(&board));
        let numbers = &board.givens.layers["number"];
        let columns = usize::from(side);
        for (key, word) in numbers {
            for beside in [key[0] + 1, key[0] + columns] {
                let other = numbers.get(&[beside][..]);
                let is_row = beside % columns > 0 || beside > key[0] + 1;
                assert!(!is_row || other.is_none_or(|other| other.value != word.value), "{key:?}");
            }
        }
    }
}

/// If a genre has no board of a size, the error says so.
#[test]
fn sizes_without_boards() {
    for (name, rows, columns, message) in [
        ("takuzu", 4, 5, "Takuzu needs an even number of rows and columns; 4x5 is not even"),
        ("skyscrapers", 4, 5, "a Skyscrapers board must be square; 4x5 is not"),
        ("kenken", 3, 4, "a KenKen board must be square; 3x4 is not"),
        ("kakuro", 2, 9, "a Kakuro board needs at least 3 rows and 3 columns; 2x9 is too small"),
        ("hashi", 2, 2, "a Hashi board needs at least 3 rows or 3 columns; 2x2 is too small"),
        (
            "dominosa",
            4,
            4,
            "a Dominosa board has one column more than rows, or one row more than columns; 4x4 has not",
        ),
        ("araf", 1, 1, "an Araf board needs at least 2 rows or 2 columns; 1x1 is too small"),
        ("hitori", 1, 1, "a Hitori board needs at least 2 rows and 2 columns; 1x1 is too small"),
    ] {
        let page = page(name).expect("there is such a genre");
        let wanted = Wanted { size: Size::new(rows, columns), minimal: false };
        let error = generate(&page, &wanted, 1, &Limits::default()).expect_err("there is none");
        assert_eq!(error.to_string(), message);
    }
}

/// If a size has few boards, and all have several solutions or none, that is soon found out.
#[test]
fn sizes_with_few_boards() {
    for (name, side) in [("nurimisaki", 1), ("paint-area", 1), ("kropki", 2)] {
        let page = page(name).expect("there is such a genre");
        let wanted = Wanted { size: Size::new(side, side), minimal: false };
        let deadline = Some(web_time::Instant::now() + Duration::from_secs(60));
        let limits = Limits { deadline, ..Limits::default() };
        let generated = generate(&page, &wanted, 1, &limits);
        assert!(matches!(generated, Ok(Attempt::Stopped(Stop::GaveUp))), "{name}: {generated:?}");
    }
}

/// As in the editor of puzz.link, nothing else is where the way through a maze begins and ends.
#[test]
fn ends_of_mazes() {
    for seed in 10..20 {
        let board = made("nurimaze", 3, 5, seed, false).board;
        for end in ["start", "goal"] {
            let cell = board.givens.layers[end].keys().next().expect("there is one");
            assert_eq!(
                [board.givens.get("circle", cell), board.givens.get("triangle", cell)],
                [None; 2],
                "seed {seed}"
            );
        }
    }
}

/// All dots that fit are drawn, one on a border; between 1 and 2, it is sometimes white and sometimes black.
#[test]
fn dots_of_kropki() {
    let (mut white, mut black) = (0, 0);
    for seed in 1..5 {
        let made = made("kropki", 5, 5, seed, false);
        let givens = &made.board.givens;
        let Layer::Cells(rows) = &made.solution.0["digit"] else { panic!("digits are in cells") };
        let digit = |cell: usize| match rows[cell / 5][cell % 5] {
            Value::Number(digit) => digit,
            _ => panic!("a digit is missing"),
        };
        for border in 0..40 {
            // Those between columns come first.
            let first = if border < 20 { border / 4 * 5 + border % 4 } else { border - 20 };
            let (a, b) = (digit(first), digit(first + if border < 20 { 1 } else { 5 }));
            let dots = ["white", "black"].map(|dot| givens.get(dot, &[border]).is_some());
            match (a.abs_diff(b) == 1, a == 2 * b || b == 2 * a) {
                (true, true) => {
                    assert_ne!(dots[0], dots[1], "border {border} of seed {seed}");
                    *(if dots[0] { &mut white } else { &mut black }) += 1;
                }
                (follows, doubles) => assert_eq!(dots, [follows, doubles], "border {border} of seed {seed}"),
            }
        }
    }
    assert!(white > 0 && black > 0, "{white} white and {black} black dots between 1 and 2");
}

/// The sums that are left are those between the two shaded cells, on boards of all sizes that have any.
#[test]
fn sums_of_doppelblock() {
    for side in 3..=7 {
        let made = made("doppelblock", side, side, 2, side == 5);
        let side = usize::from(side);
        let Layer::Cells(rows) = &made.solution.0["digit"] else { panic!("digits are in cells") };
        let digit = |row: usize, column: usize| match rows[row][column] {
            Value::Number(digit) => digit,
            _ => panic!("a digit is missing"),
        };
        let totals = &made.board.givens.layers["total"];
        assert!(!totals.is_empty(), "an empty board has several solutions");
        for (key, total) in totals {
            let line: Vec<i64> = (0..side)
                .map(|place| if key[0] < side { digit(place, key[0]) } else { digit(key[0] - side, place) })
                .collect();
            let between: Vec<&[i64]> = line.split(|&digit| digit == 0).collect();
            assert_eq!(between.len(), 3, "{line:?}");
            assert_eq!(total.value, between[1].iter().sum::<i64>().to_string(), "{line:?}");
        }
    }
}

/// Where a solution is no Doppelblock, the step does nothing, and the next one sets what fits.
#[test]
fn sums_of_another_genre() {
    let text = r#"genre sums "Sums: numbers with given sums of rows and columns"
board line
sort Digit = 0..1
sort Sum = 0..2
given total(l: Line) -> Sum
pred digit(c: Cell) -> Digit
assert sum "{l} has the sum {n}":
  forall l: Line, n: Sum | total(l) = n . (sum c: Cell | line(l, c) . digit(c)) = n
generate: blocks(total, digit), fits(total)
"#;
    let page = Arc::new(Page::read(Source::new("sums.qprop", text)).expect("it is a page"));
    let wanted = Wanted { size: Size::new(2, 2), minimal: false };
    let Ok(Attempt::Success(made)) = generate(&page, &wanted, 1, &Limits::default()) else {
        panic!("there are such boards")
    };
    assert!(!made.board.givens.layers["total"].is_empty());
}

/// Each domino of the set is dealt once.
#[test]
fn dominoes_are_dealt() {
    for (rows, columns) in [(3, 4), (5, 4), (2, 1)] {
        let made = made("dominosa", rows, columns, 1, false);
        let numbers = &made.board.givens.layers["number"];
        assert_eq!(numbers.len(), usize::from(rows * columns));
        // Each number is on as many halves as there are cells in a longer line.
        let most = rows.min(columns) - 1;
        for number in 0..=most {
            let count = numbers.values().filter(|word| word.value == number.to_string()).count();
            assert_eq!(count, usize::from(most) + 2, "{number} on {rows}x{columns}");
        }
    }
}

/// Dominoes fill a board but for one cell, if their number is odd.
#[test]
fn dominoes() {
    for (rows, columns, seed) in [(3, 3, 1), (4, 4, 2), (3, 4, 3), (5, 5, 4)] {
        let givens = made("magnets", rows, columns, seed, false).board.givens;
        let rooms = givens.rooms.clone().expect("there are rooms");
        let alone = |cell: &usize| rooms.iter().filter(|room| **room == rooms[*cell]).count() == 1;
        let left: Vec<usize> = (0..rooms.len()).filter(alone).collect();
        assert_eq!(left.len(), rooms.len() % 2, "{rows}x{columns}");
        assert_eq!(rooms.iter().max(), Some(&(rooms.len().div_ceil(2) - 1)), "{rows}x{columns}");
        assert!(left.iter().all(|&cell| givens.get("hole", &[cell]).is_some()), "{rows}x{columns}");
    }
}

/// Small boards are not empty: Kakuro has white cells, Hashi islands.
#[test]
fn small_boards() {
    for seed in 1..5 {
        let kakuro = made("kakuro", 3, 3, seed, false).board.givens;
        assert!(kakuro.layers.get("sum_right").is_some_and(|sums| sums.len() == 2), "seed {seed}");
        let hashi = made("hashi", 1, 3, seed, false).board.givens;
        assert_eq!(hashi.layers["number"].len(), 2, "seed {seed}");
    }
}
