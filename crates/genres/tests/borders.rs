//! Borders within rooms, which separate nothing, and rooms that are not connected.

use jigsat_genres::{Board, genres};
use jigsat_grid::Charset;
use jigsat_input::Source;
use jigsat_kit::{Family, NoFiles, NoOptions, Text};
use jigsat_qprop::Encoding;
use jigsat_solve::{BuildOptions, Limits, Session, Solver};

use crate::common::{board, family, try_board};

fn count(board: &Board) -> u64 {
    let options = BuildOptions::default();
    let mut session =
        Session::new(board, Encoding::Model, &options, &Solver::Batsat, None).expect("it is built");
    session.count(1_000_000, &Limits::default()).expect("it is counted").found
}

fn written(name: &str, board: &Board, format: &str) -> Result<String, String> {
    let written = family(name).write(board, format).map_err(|why| why.to_string());
    written.map(|bytes| String::from_utf8(bytes).expect("text"))
}

/// Addresses of boards with borders within rooms are written unchanged, and the other formats keep the borders, too.
#[test]
fn every_format_keeps_them() {
    let addresses = [
        ("heyawake", "https://puzz.link/p?heyawake/4/3/p20o2g"),
        ("lits", "https://puzz.link/p?lits/4/4/94g010"),
        ("norinori", "https://puzz.link/p?norinori/2/2/g0"),
        ("norinori", "https://puzz.link/p?norinori/3/3/q03g"),
        ("ripple-effect", "https://puzz.link/p?ripple/3/2/q0i1h"),
        ("star-battle", "https://puzz.link/p?starbattle/3/3/1/q03g"),
        ("aquarium", "https://puzz.link/p?aquarium/3/3/8g30/1i2g"),
    ];
    for (name, address) in addresses {
        let read = board(name, address);
        assert!(!read.givens.inner.is_empty(), "{address} has no such border");
        assert_eq!(written(name, &read, "plain").as_deref(), Ok(address));
        for format in ["words", "yaml"] {
            let text = written(name, &read, format).expect("it is written");
            assert_eq!(board(name, &text).givens, read.givens, "{name} as {format}:\n{text}");
        }
        match (written(name, &read, "pzprv3"), name) {
            (Ok(text), "aquarium" | "ripple-effect") => assert_eq!(board(name, &text).givens, read.givens),
            (Err(reason), "heyawake" | "lits" | "norinori" | "star-battle") => {
                assert!(reason.contains("no borders within rooms"), "{reason}");
            }
            (other, _) => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn they_are_drawn() {
    for (name, text) in
        [("heyawake", "- - -\n- - -\n\nA| A  B\nA  A_ B"), ("kenken", "- -\n- -\n\nA| A\nA  A")]
    {
        if name == "heyawake" {
            assert!(try_board(name, text).is_err(), "a border at the edge of the board");
        }
        let text = text.replace("A_", "A");
        let (with, without) = (board(name, &text), board(name, &text.replace('|', "")));
        let drawn = |board: &Board, charset| family(name).draw(board, None).to_text(charset);
        let thick = |text: &str| text.matches('┃').count();
        let (with_text, without_text) = (drawn(&with, Charset::Unicode), drawn(&without, Charset::Unicode));
        assert_eq!(thick(&with_text), thick(&without_text) + 1, "{with_text}");
        assert_ne!(drawn(&with, Charset::Ascii), drawn(&without, Charset::Ascii));
        let svg = |board: &Board| family(name).draw(board, None).to_svg();
        assert_ne!(svg(&with), svg(&without));
    }
}

/// A solution is read from a drawing that has such borders.
#[test]
fn drawings_with_them_are_read() {
    let (family, board) = (family("heyawake"), board("heyawake", "- - -\n- - -\n\nA| A| A\nA  A  A"));
    let options = BuildOptions::default();
    let mut session =
        Session::new(&board, Encoding::Model, &options, &Solver::Batsat, None).expect("it is built");
    let answer = session.solve(&Limits::default()).expect("it is solved");
    let solution = answer.solution().expect("there is one");
    let drawing = family.draw(&board, Some(&solution)).to_text(Charset::Unicode);
    let read = family
        .read_solution(&board, &Source::new("drawing", drawing.as_str()), &Limits::default())
        .unwrap_or_else(|error| panic!("{}\n{drawing}", error.render(false)));
    assert_eq!(read, solution);
}

/// Borders within rooms matter for lines of Heyawake, tetrominoes of LITS and water; the other genres ignore them. The
/// numbers of Heyawake and LITS are those that pzpr (npm package pzpr 0.10.1) accepts, by trying all.
#[test]
fn rules_that_count_them() {
    let margins = "-\n".repeat(6);
    let pocket = format!("{margins}a a a\na| a|_ a\na a a");
    let whole = format!("whole 1\n{pocket}");
    let boards = [
        ("heyawake", "- - -\n- - -\n\na| a| a\na a a", 6, 11),
        ("heyawake", "- - -\n- - -\n\na| a b\na a b", 6, 11),
        ("lits", "a a| a a\na a a a", 9, 18),
        ("lits", "a a_ a\na a a", 4, 8),
        ("lits", "a a\na a_\na a", 4, 8),
        // Between two levels of water is one more in the pocket.
        ("aquarium", pocket.as_str(), 7, 4),
        ("aquarium", whole.as_str(), 4, 4),
        ("norinori", "a| a\na a", 4, 4),
        ("star-battle", "a| a\na a", 0, 0),
        ("ripple-effect", "- -\n- -\n\na| a\na a", 24, 24),
        ("aqre", "- -\n- -\n\na| a\na a", 14, 14),
        ("chocona", "- -\n- -\n\na| a\na a", 12, 12),
        ("country-road", "- -\n- -\n\na| a\na a", 1, 1),
        ("paint-area", "- - -\n- - -\n- - -\n\na| a a\na b a\na a a", 2, 2),
        ("shimaguni", "- -\n- -\n\na| a\na a", 13, 13),
        ("suguru", "- -\n- -\n\na| a\na a", 24, 24),
    ];
    for (name, text, with, without) in boards {
        assert_eq!(count(&board(name, text)), with, "{name}:\n{text}");
        let text = text.replace(['|', '_'], "");
        assert_eq!(count(&board(name, &text)), without, "{name}:\n{text}");
    }
}

/// A room in two pieces is refused at the first cell of the second one, in each genre with rooms and in each format.
#[test]
fn rooms_are_connected() {
    let with_rooms = genres().into_iter().filter(|genre| genre.page().has_rooms());
    let mut genres = 0;
    for genre in with_rooms {
        let page = genre.page();
        let margins = if page.words_at_edge().is_some() { "-\n-\n-\n\n-\n-\n\n" } else { "" };
        let cells = if page.words_in_cells().is_empty() { "" } else { "- - -\n- - -\n\n" };
        let text = format!("{margins}{cells}a a b\nb a a\n");
        let line = text.lines().count();
        let error =
            try_board(&page.name, &text).map(|_| ()).expect_err("room b is not connected").to_string();
        assert!(
            error.starts_with(&format!("board:{line}:1: room 'b' begins in r1c3")),
            "{}: {error}",
            page.name
        );
        genres += 1;
    }
    assert!(genres >= 7, "{genres} genres have rooms");
    let yaml = "kind: norinori\nrooms: |\n  a a b\n  b a a\n";
    let error = try_board("norinori", yaml).map(|_| ()).expect_err("room b is not connected").to_string();
    assert!(error.starts_with("board:4:3: room 'b'"), "{error}");
    // A border may cut off a part of a room, too.
    let error = try_board("norinori", "a| a b").map(|_| ()).expect_err("room a is cut").to_string();
    assert!(error.starts_with("board:1:4: room 'a' begins in r1c1"), "{error}");
    // On a board saved by pzpr, equal numbers are separate rooms if no cells join them, as pzpr reads them.
    let saved = board("norinori", "pzprv3/norinori/2/3/2/0 0 1 /1 0 0 /. . . /. . . /");
    assert_eq!(saved.givens.rooms, Some(vec![0, 0, 1, 2, 0, 0]));
}

/// Several boards in a text: a bad one is reported in its own line.
#[test]
fn the_second_of_two_boards() {
    let text = Text::of_string("boards", "a a\nb b\n\na b\nb a\n".to_owned());
    let genre = family("norinori");
    let boards: Vec<_> = genre.read(text, &NoOptions::default(), &NoFiles).expect("it is read").collect();
    let error = boards.into_iter().find_map(Result::err).expect("the second is wrong").to_string();
    assert!(
        error.starts_with("boards:5:1: room 'b'") || error.starts_with("boards:5:2: room 'a'"),
        "{error}"
    );
}
