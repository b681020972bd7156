//! Boards and solutions as text.

use std::sync::Arc;

use jigsat_genres::{Board, Givens, Page, genres};
use jigsat_grid::{Charset, Size};
use jigsat_input::Source;
use jigsat_kit::{Entry, Family, NoFiles, NoOptions, Text};
use jigsat_qprop::Encoding;
use jigsat_solve::{BuildOptions, Limits, Puzzle, Refusal, Solver, testing};

use crate::common::{self, board, family, try_board};

/// A board of each kind of words.
const BOARDS: &[(&str, &str)] = &[
    ("akari", "- - 2\n# - -\n- 0 -"),
    ("aquarium", "whole 1\n1\n-\n\n-\n2\n\na b\na b"),
    ("battleships", "fleet 3\n-\n2\n-\n\n-\n0\n\n- t w\n? - s"),
    ("castle-wall", "2>o - ^x\n- 4v #\no - x"),
    ("creek", "- 2 -\n? - 0"),
    ("dominosa", "0 1 1\n- 2 0"),
    ("futoshiki", "3> - <\n- v ^\n- - 1"),
    ("galaxies", "o....\n...x.\n..#..\n.....\n.o..."),
    ("hashi", "2 - 3\n- - -\n? - 2"),
    ("heyawake", "1 - -\n- - 2\n\na a b\nc c b"),
    ("kakuro", "# 16v # 45v\n7> - 20v - \n3> - 19v3> -\n# - # -"),
    ("kenken", "5+ 2-\n- -\n\na b\na b"),
    ("kropki", ".o...\n.....\n...x.\n....o\n....."),
    ("magnets", "1 -\n-\n- 2\n-\n\n-\n2 1\n\n- plus - -\n# - - minus\n\na a b b\nc d d e"),
    ("masyu", "b - w\n- - -\n- w -"),
    ("nonogram", "1 1\n-\n2\n\n1\n1 1\n-"),
    ("nurikabe", "- 2 ?\n- - -"),
    ("mosaic", "- 9 -\n3 - 0"),
    ("shakashaka", "- 2 -\n# - -"),
    ("skyscrapers", "2 1\n- 2\n\n-\n1\n\n- -\n2 -"),
    ("slant", "- 1 -\n- - 4\n? - -"),
    ("star-battle", "stars 2\na a\nb b"),
    ("tapa", "3 - 1,?\n- 1,1,1,1 -\n- - 2,1,2\n? 0 ?,5"),
    ("yajilin", "2> - ^\n? 4v -"),
];

#[test]
fn every_format_is_read_again() {
    for (name, text) in BOARDS {
        let (family, board) = (family(name), board(name, text));
        for format in ["words", "yaml", "plain", "pzprv3"] {
            let written = family.write(&board, format);
            if family.page().text().contains("\nsaved") || format != "pzprv3" {
                let written = String::from_utf8(written.unwrap_or_else(|error| panic!("{name}: {error}")))
                    .expect("text");
                let again = common::board(name, &written);
                assert_eq!(again.givens, board.givens, "{name} as {format}:\n{written}");
            }
        }
    }
}

#[test]
fn sizes_blanks_and_ends_of_words_may_be_left_out() {
    let plain = board("nurikabe", "- 2 -\n- - -");
    for text in [
        "2 3\n- 2 -\n- - -",
        ".2.\n...",
        "2 3\n.2.\n...",
        "\n- 2 -\n\n- - -\n",
        "kind: nurikabe\nboard: |\n  - 2 -\n  . . .\n",
    ] {
        assert_eq!(board("nurikabe", text).givens, plain.givens, "{text}");
    }
    let rooms = board("heyawake", "2 2\n1 -\n- -\na a\nb b");
    let magnets =
        |word: &str| board("magnets", &format!("2 2\n-\n-\n\n-\n-\n\n{word} -\n- -\n\na a\nb b")).givens;
    assert_eq!(magnets("p"), magnets("plus"));
    assert_eq!(rooms.givens, board("heyawake", "1 -\n- -\na a\nb b").givens);
    let lines = board("nonogram", "2 2\n1\n1\n2\n-");
    assert_eq!(lines.givens, board("nonogram", "1\n1\n\n2\n-").givens);
}

/// Boards with blank lines between them are separate puzzles; a blank line within a board separates nothing.
#[test]
fn several_boards_in_a_text() {
    let areas = |name: &str, text: &str| -> Vec<usize> {
        let text = Text::of_string("boards", text.to_owned());
        let boards = family(name).read(text, &NoOptions::default(), &NoFiles).expect("it is read");
        let board = |entry: Result<Entry<Board>, _>| entry.map(|entry| entry.puzzle.givens.size.area());
        boards
            .map(board)
            .collect::<Result<_, _>>()
            .unwrap_or_else(|error| panic!("{name}: {}", error.render(false)))
    };
    for (name, text) in BOARDS {
        let one = areas(name, text);
        assert_eq!(one.len(), 1, "{name}");
        assert_eq!(areas(name, &format!("{text}\n\n{text}\n")), [&one[..], &one].concat(), "{name}");
        let (family, board) = (family(name), board(name, text));
        let words = String::from_utf8(family.write(&board, "words").expect("words")).expect("text");
        assert_eq!(areas(name, &format!("{words}\n\n{words}\n{words}")), one.repeat(3), "{name}: {words}");
    }
    assert_eq!(areas("heyawake", "2 2\n1 -\n- -\na a\nb b\n\n1 -\na b\n\n- 1\na a"), [4, 2, 2]);
    assert_eq!(areas("nurikabe", "3 2\n- 2\n\n- -\n- -"), [6]);
    assert_eq!(areas("star-battle", "stars 2\n\n3 3\n\na a a\na a a\na a a\n\nb b\nb b"), [9, 4]);
}

/// Blocks that can't be boards are rejected, each board's error at its place.
#[test]
fn blocks_that_are_no_boards() {
    let read = |name: &str, text: &str| {
        let text = Text::of_string("boards", text.to_owned());
        let mut boards = family(name).read(text, &NoOptions::default(), &NoFiles).expect("it is read");
        let error = boards.find_map(Result::err).expect("one of them is wrong");
        let position = error.position().expect("it has a place");
        (error.message().to_owned(), position.line)
    };
    let (message, line) = read("heyawake", "1 -\n- -\n\na a\nb b\n\n1 -\n- -");
    assert_eq!(message, "found 3 blocks with blank lines between them, expected 2 for a board");
    assert_eq!(line, 7);
    let (message, line) = read("nurikabe", "- 2\n- -\n\n- 9\n- -");
    assert!(message.starts_with("found '9'"), "{message}");
    assert_eq!(line, 4);
}

/// Boards of 1,600 cells, in rooms of 2x4.
#[test]
fn large_boards_of_rooms() {
    let rows = |word: &dyn Fn(usize, usize) -> String| {
        let row = |row: usize| (0..40).map(|column| word(row, column)).collect::<Vec<_>>().join(" ");
        (0..40).map(row).collect::<Vec<_>>().join("\n")
    };
    let rooms = rows(&|row, column| format!("{}_{}", row / 2, column / 4));
    let empty = rows(&|_, _| "-".to_owned());
    for (name, text) in [
        ("heyawake", format!("{empty}\n\n{rooms}")),
        ("lits", rooms.clone()),
        ("norinori", rooms.clone()),
        ("ripple-effect", format!("{empty}\n\n{rooms}")),
        ("star-battle", rooms.clone()),
    ] {
        assert_eq!(board(name, &text).givens.rooms.map(|rooms| rooms.len()), Some(1600), "{name}");
    }
}

/// Addresses may have flags that say how a board is drawn, and some writers use signs of their own.
#[test]
fn addresses_of_other_writers() {
    let plain = board("yajilin", "https://puzz.link/p?yajilin/3/2/21b33b");
    assert_eq!(board("yajilin", "https://puzz.link/p?yajilin/b/3/2/21b33b").givens, plain.givens);
    // A clue without an arrow and a number is neither shaded nor on the loop.
    let ring = board("yajilin", "https://puzz.link/p?yajilin/3/3/d0.d");
    assert_eq!(ring.givens, board("yajilin", "- - -\n- ? -\n- - -").givens);
    let zeros = board("kakuro", "https://puzz.link/p?kakuro/2/2/m.3043");
    assert_eq!(board("kakuro", "https://puzz.link/p?kakuro/2/2/m.3-43").givens, zeros.givens);
}

/// Signs in drawings are also words.
#[test]
fn signs_of_drawings() {
    for (name, drawn, plain) in [
        ("masyu", "● - o\n- ○ -", "b - w\n- w -"),
        ("galaxies", "○..\n...\n..●", "o..\n...\n..x"),
        ("kropki", ".○.\n..●\n...", ".o.\n..x\n..."),
        ("battleships", "-\n-\n\n-\n-\n\n∩ ~\n∪ ○", "-\n-\n\n-\n-\n\ntop water\nbottom single"),
    ] {
        assert_eq!(board(name, drawn).givens, board(name, plain).givens, "{name}");
    }
}

/// The guide lists the words of each genre's boards; this test makes the table.
#[test]
fn the_guide_lists_the_words() {
    let code = |text: String| text.replace('\'', "`");
    let row = |page: &Page| {
        let constants = page.constants().map(|(name, number)| format!("`{name} {number}`"));
        let rooms = if page.has_rooms() { "yes" } else { "" };
        [
            format!("`{}`", page.name),
            constants.collect::<Vec<_>>().join(", "),
            page.words_at_edge().unwrap_or_default(),
            code(page.words_in_cells().join(", ")),
            rooms.to_owned(),
        ]
        .join(" | ")
    };
    let rows: Vec<String> = genres().iter().map(|genre| format!("| {} |", row(genre.page()))).collect();
    let guide = include_str!("../../../docs/src/guide/genres-language.md");
    assert!(
        guide.contains(&rows.join("\n")),
        "docs/src/guide/genres-language.md lacks:\n{}",
        rows.join("\n")
    );
}

/// With the line `equal 1`, rows may be equal.
#[test]
fn takuzu_with_equal_rows() {
    let two = "0 0 1 1\n0 0 1 1\n1 1 0 0\n1 1 0 0";
    let count = |text: &str| {
        testing::count_models(
            &board("takuzu", text),
            Encoding::Model,
            &BuildOptions::default(),
            &Solver::Batsat,
        )
    };
    assert_eq!(count(two), 0);
    assert_eq!(count(&format!("equal 1\n{two}")), 1);
}

/// Errors say what is wrong and where.
#[test]
fn bad_boards() {
    for (name, text, message, place) in [
        ("nurikabe", "- 7 -\n- - -", "found '7'", Some((1, 3))),
        ("nurikabe", "- 0 -\n- - -", "found '0', expected a number from 1 to 6", Some((1, 3))),
        ("nurikabe", "- x -\n- - -", "found 'x'", Some((1, 3))),
        ("nurikabe", "- - -\n- -", "row 2 has 2 words", Some((2, 1))),
        ("nurikabe", "", "has no board", None),
        ("nurikabe", "┏━━━┓\n┃ . ┃\n┗━━━┛", "found a picture, expected rows of words", None),
        ("masyu", "- z\n- -", "found 'z', expected 'white', 'black', or '-' for nothing", Some((1, 3))),
        ("nurikabe", "- - -\n-", "row 2 has 1 word, expected 3", Some((2, 1))),
        ("heyawake", "1 - -\n- - -\n- - -", "lacks its rooms", None),
        ("heyawake", "1 -\n- -", "found '-'", Some((2, 1))),
        ("heyawake", "1 2\n- -\n\na a\nb b", "found '2' in a room that has 1", Some((1, 3))),
        ("tapa", "1,,2 -\n- -", "found '1,,2'", Some((1, 1))),
        ("magnets", "2 2\n-\n-\n\n-\n-\n\npm -\n- -\n\na a\nb b", "found 'pm'", Some((8, 1))),
        ("star-battle", "stars many\na", "found 'many'", Some((1, 7))),
        ("nonogram", "1\n1\n\n9\n-", "found '9'", Some((4, 1))),
        (
            "nurikabe",
            "https://puzz.link/p?heyawake/6/6/lll155007rs12222j",
            "found a board of the genre 'heyawake', expected nurikabe",
            Some((1, 21)),
        ),
        ("nurikabe", "https://puzz.link/p?nurikabe/0/5/g", "found '0'", Some((1, 30))),
        ("nurikabe", "https://puzz.link/p?nurikabe/5/5/g5!", "found '!'", Some((1, 36))),
        (
            "nurikabe",
            "https://puzz.link/p?nurikabe/5/5/g5k2",
            "the address ends after 8 of 25 cells",
            Some((1, 38)),
        ),
        (
            "nurikabe",
            "https://puzz.link/p?nurikabe/5/5/g5k2o1k3g9",
            "found '9' after the board",
            Some((1, 43)),
        ),
        (
            "heyawake",
            "https://puzz.link/p?heyawake/6/6/lll155007rs12",
            "the address ends after 1 of 8 rooms",
            Some((1, 47)),
        ),
        ("nurikabe", "pzprv3/nurikabe/2/2/. . . /. . /", "found 3 words", Some((1, 21))),
        ("nurikabe", "kind: nurikabe\nboard: |\n  - 9 -\n  - - -\n", "found '9'", Some((3, 5))),
        ("nurikabe", "kind: masyu\nboard: |\n  - -\n", "found 'masyu'", Some((1, 7))),
    ] {
        let error = try_board(name, text).err().unwrap_or_else(|| panic!("{name}: {text} is a board"));
        assert!(error.message().contains(message), "{name}: {text}: {}", error.render(false));
        let found = error.position().map(|position| (position.line, position.column));
        assert_eq!(found, place, "{name}: {}", error.render(false));
    }
}

/// If the sorts of a page have no values on a board, the error names the board, too.
#[test]
fn boards_that_are_too_small() {
    let error = try_board("doppelblock", "1 1\n-\n\n-").expect_err("digits would be from 0 to -1");
    assert_eq!(error.message(), "the range 0..-1 has no value");
    let help = error.help().expect("it has help").to_string();
    assert!(help.starts_with("Doppelblock has no board like that of ") && help.contains("(1x1)"), "{help}");
    // A mistake of a page is no fault of its boards.
    let text = "genre wrong \"Wrong: a name that isn't there\"\nboard near\nsort Size = 1..nothing\npred shade(c: Cell)\nassert all: forall c: Cell . shade(c)\n";
    let page =
        Page::read(Source::new("wrong.qprop", text)).expect("mistakes of sorts are found with a board");
    let board = Board::new(Arc::new(page), Givens::new(Size::new(2, 2)), &Source::new("board", ""));
    let error = board.expect_err("the page is wrong");
    assert!(error.message().contains("'nothing'"), "{}", error.render(false));
    assert!(!error.render(false).contains("no board like that"), "{}", error.render(false));
}

/// Errors in a solution are reported before any rule is checked.
#[test]
fn bad_solutions() {
    let (family, board) = (family("takuzu"), board("takuzu", "0 -\n- 0"));
    let expected = "expected {\"digit\":[[…],…]}";
    for (text, message) in [
        ("0110", "this is not a solution"),
        ("01\n10", expected),
        (r#"{"digits":[[0,1],[1,0]]}"#, "unknown layer 'digits', expected 'digit'"),
        (r#"{"digit":[[0,1],[1,0]],"more":[[0,1],[1,0]]}"#, "unknown layer 'more', expected 'digit'"),
        ("{}", "layer 'digit' is missing"),
        (r#"{"digit":[[0,1]]}"#, "layer 'digit' has 1 row, expected 2"),
        (r#"{"digit":[[0,1],[1]]}"#, "row 2 of layer 'digit' has 1 value, expected 2"),
        (r#"{"digit":[[0,1],[1,2]]}"#, "layer 'digit' has '2' at r2c2, expected 0, 1, or null"),
        (r#"{"digit":{"across":[],"down":[]}}"#, "layer 'digit' has tables of borders"),
    ] {
        let error = family
            .read_solution(&board, &Source::new("solution", text), &Limits::default())
            .expect_err("it is wrong");
        assert!(error.message().contains(message), "{text}: {}", error.message());
    }
}

/// A solution in every form in which it is written.
#[test]
fn solutions() {
    let (family, board) =
        (family("nurikabe"), board("nurikabe", "https://puzz.link/p?nurikabe/5/5/g5k2o1k3g"));
    let json = r#"{"shade":[[0,0,1,1,1],[0,1,0,0,1],[0,1,1,1,1],[0,1,0,1,0],[1,1,1,0,0]]}"#;
    let read = |text: &str| {
        family.read_solution(&board, &Source::new("solution", text), &Limits::default()).expect("a solution")
    };
    let solution = read(json);
    assert_eq!(board.check(&solution), Ok(()));
    assert_eq!(family.write_solution(&board, &solution, "plain").as_deref(), Some(json));
    let saved = family.write_solution(&board, &solution, "pzprv3").expect("it is saved");
    assert_eq!(read(&saved), solution);
    assert_eq!(read(&format!("{{\"status\":\"solved\",\"solution\":{json}}}")), solution);
    // An unfinished solution breaks no rule; a wrong one does, finished or not.
    let begun = read(r#"{"shade":[[null,0,1,1,1],[0,1,0,0,1],[0,1,1,1,1],[0,1,0,1,0],[1,1,null,0,0]]}"#);
    assert_eq!(family.check_so_far(&board, &begun, &Limits::default()), Ok(()));
    assert!(board.check(&begun).is_err());
    let pool = read(r#"{"shade":[[null,0,1,1,1],[0,1,0,1,1],[0,1,1,1,1],[0,1,0,1,0],[1,1,null,0,0]]}"#);
    let broken = board.broken(&pool, false, &Limits::default()).expect("there are no limits");
    let (rule, sentence) = broken.last().expect("there is a pool");
    assert_eq!(
        (rule.as_str(), sentence.as_str()),
        ("pool", "the 2x2 block from r1c4 to r2c5 is not all sea")
    );
    assert!(matches!(family.check_so_far(&board, &pool, &Limits::default()), Err(Refusal::Broken(_))));
}

#[test]
fn pictures() {
    let draw = |name: &str, text: &str, solution: &str| {
        let (family, board) = (family(name), board(name, text));
        let solution = family
            .read_solution(&board, &Source::new("solution", solution), &Limits::default())
            .expect("a solution");
        family.draw(&board, Some(&solution)).to_text(Charset::Unicode)
    };
    let masyu = draw("masyu", "- - -\nb - -", r#"{"line":{"across":[[1,1],[1,1]],"down":[[1,0,1]]}}"#);
    assert!(masyu.contains("┌") && masyu.contains("●"), "{masyu}");
    let nonogram = draw("nonogram", "1\n1\n\n2\n-", r#"{"shade":[[1,1],[0,0]]}"#);
    assert!(nonogram.contains("2 ┃ # │ # ┃"), "{nonogram}");
}

/// An address states the whole board; if that is impossible, the error says why.
#[test]
fn an_address_says_all_of_a_board() {
    let written = |name: &str, text: &str| family(name).write(&board(name, text), "address");
    let address = written("nurikabe", "- 2 ?\n- - -").expect("there is one");
    assert_eq!(String::from_utf8_lossy(&address), "https://puzz.link/p?nurikabe/3/2/g2.i\n");
    for (name, text) in BOARDS {
        let offers = family(name).info().puzzle_formats.contains(&"address");
        assert_eq!(offers, family(name).page().text().contains("\naddress"), "{name}");
        if let Ok(address) = written(name, text) {
            let again = board(name, &String::from_utf8_lossy(&address));
            assert_eq!(again.givens.layers, board(name, text).givens.layers, "{name}");
        }
    }
    // Addresses of Minesweeper don't say how many mines there are.
    let why = written("minesweeper", "mines 2\n- -\n1 -").expect_err("the 2 would be lost");
    assert_eq!(why, "an address can't express this whole board; use `format: plain` or yaml".into());
}

/// Boards with words on borders are drawn with their borders: two lines less one for each row.
#[test]
fn words_on_borders_are_read_and_written() {
    let text = "3 3\n.o...\n....x\n...o.\no....\n.....\n";
    let read = board("kropki", text);
    let keys = |name: &str| read.givens.layers[name].keys().cloned().collect::<Vec<_>>();
    assert_eq!((keys("white"), keys("black")), (vec![vec![0], vec![3], vec![9]], vec![vec![8]]));
    let kropki = family("kropki");
    let written = |format: &str| {
        let bytes = kropki.write(&read, format).unwrap_or_else(|error| panic!("{format}: {error:?}"));
        String::from_utf8_lossy(&bytes).into_owned()
    };
    assert_eq!(written("words"), text);
    assert_eq!(written("plain"), "https://puzz.link/p?kropki/3/3/9929");
    for format in ["words", "plain", "yaml", "pzprv3"] {
        assert_eq!(board("kropki", &written(format)).givens, read.givens, "{format}");
    }
    // Nothing stands in cells and on corners, and only these words on borders.
    for (text, place) in [("o..\n...\n...", "1:1"), ("...\n.o.\n...", "2:2"), (".2.\n...\n...", "1:2")] {
        let error = try_board("kropki", text).map(|_| ()).expect_err("it is refused").to_string();
        assert!(error.starts_with(&format!("board:{place}: found ")), "{text}: {error}");
    }
}

/// Boards with something at corners have a word for each corner: one row and one column more than cells.
#[test]
fn corners_are_read_and_written() {
    let text = "3 2\n- 1 -\n- - 4\n? - -\n0 - -\n";
    let read = board("slant", text);
    assert_eq!((read.givens.size.rows, read.givens.size.cols), (3, 2));
    assert_eq!(read.givens.get("number", &[5]), Some("4"));
    let slant = family("slant");
    let written = |format: &str| {
        let bytes = slant.write(&read, format).unwrap_or_else(|error| panic!("{format}: {error:?}"));
        String::from_utf8_lossy(&bytes).into_owned()
    };
    assert_eq!(written("words"), text);
    assert_eq!(written("plain"), "https://puzz.link/p?gokigen/2/3/gbg4.ha");
    for format in ["words", "plain", "yaml", "pzprv3"] {
        assert_eq!(board("slant", &written(format)).givens.layers, read.givens.layers, "{format}");
    }
    let refused = [("- 1 5\n- - -", "found '5'"), ("-", "has no board")];
    for (text, part) in refused {
        let error = try_board("slant", text).map(|_| ()).expect_err("it is refused").to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

/// The boards of a long list are read one by one, each from its own line.
#[test]
fn many_addresses() {
    let addresses = "https://puzz.link/p?nurikabe/5/5/g5k2o1k3g\n".repeat(19_999);
    let list = Text::of_string("list", addresses + "p?nurikabe/5/5/g5k2\n");
    let mut boards: Vec<_> =
        family("nurikabe").read(list, &NoOptions::default(), &NoFiles).expect("it is a list").collect();
    let last = boards.pop().expect("there are boards");
    assert_eq!(boards.iter().filter(|board| board.is_ok()).count(), 19_999);
    let error = last.err().map(|error| error.to_string()).unwrap_or_default();
    assert!(error.starts_with("list:20000:20: "), "{error}");
}
