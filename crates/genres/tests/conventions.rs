//! Boards on which publishers disagree, and boards without anything on them: whose rule a page follows.

use jigsat_genres::Board;
use jigsat_qprop::Encoding;
use jigsat_solve::{BuildOptions, Limits, Session, Solver};

use crate::common::{board, try_board};

fn count(board: &Board) -> u64 {
    let options = BuildOptions::default();
    let mut session =
        Session::new(board, Encoding::Model, &options, &Solver::Batsat, None).expect("it is built");
    session.count(1_000_000, &Limits::default()).expect("it is counted").found
}

fn counts(boards: &[(&str, &str, u64)]) {
    for (name, text, expected) in boards {
        assert_eq!(count(&board(name, text)), *expected, "{name}:\n{text}");
    }
}

/// The numbers of answers that pzpr (npm package pzpr 0.10.1) accepts, by trying all; and those with nothing shaded in
/// Heyawake, Hitori and Kurodoko, which it takes for boards that nobody has begun.
#[test]
fn boards_without_clues_as_in_pzpr() {
    counts(&[
        ("akari", "1 1\n-", 1),
        ("akari", "1 1\n#", 1),
        ("hashi", "1 1\n-", 0),
        ("hashi", "1 1\n?", 0),
        ("heyawake", "1 2\n- -\n\na b", 3),
        ("heyawake", "2 2\n- -\n- -\n\na b\na b", 5),
        ("heyawake", "1 1\n0\n\na", 1),
        ("hitori", "1 2\n2 -", 3),
        ("hitori", "1 1\n-", 2),
        ("kurodoko", "3 3\n- - -\n- - -\n- - -", 39),
        ("kurodoko", "1 1\n1", 1),
        ("lits", "1 1\na", 0),
        ("masyu", "1 1\n-", 0),
        ("masyu", "2 2\n- -\n- -", 1),
        ("norinori", "1 1\na", 0),
        ("numberlink", "1 1\n-", 0),
        ("numberlink", "2 2\n- -\n- -", 0),
        ("nurikabe", "1 1\n-", 1),
        ("nurikabe", "1 1\n1", 1),
        ("nurikabe", "2 2\n- -\n- -", 0),
        ("ripple-effect", "1 1\n-\n\na", 1),
        ("star-battle", "stars 0\n2 2\na a\na a", 1),
        ("tapa", "2 2\n- -\n- -", 12),
        ("tapa", "1 1\n-", 1),
        ("tapa", "1 1\n0", 0),
        ("yajilin", "1 1\n-", 1),
        ("yajilin", "1 1\n0^", 1),
        ("yajilin", "1 2\n- 0^", 1),
    ]);
}

/// A difference or quotient of three cells, as in Calcudoku: the largest number less the others, or divided by them.
#[test]
fn cages_of_three_cells() {
    let row = |clue: &str| format!("{clue} - -\n- - -\n- - -\n\na a a\nb b b\nc c c");
    let all = count(&board("kenken", &row("-")));
    assert_eq!(all, 12);
    // 3 - 1 - 2 is 0, and no other difference is possible; 3 is not a multiple of 1 times 2.
    assert_eq!(["0-", "1-", "2-"].map(|clue| count(&board("kenken", &row(clue)))), [all, 0, 0]);
    assert_eq!(["1/", "3/", "2/"].map(|clue| count(&board("kenken", &row(clue)))), [0, 0, 0]);
    // 3 / 1 / 1 is 3.
    let bent = "3/ - -\n- - -\n- - -\n\na a b\nb a b\nb b b".to_owned();
    assert!(count(&board("kenken", &bent)) > 0, "{bent}");
    // A number without a sign is no difference of three cells.
    assert_eq!(count(&board("kenken", &format!("unsigned 1\n{}", row("0")))), 0);
}

/// The four signs exclude each other, also if they stand in different cells of a cage.
#[test]
fn a_cage_has_one_sign() {
    for (text, expected) in [
        ("4x/ -\n- -\n\na a\na b", "board:1:1: found 'x' and '/' in the cage of r1c1, expected one sign"),
        ("- 3+\n- -\n\na b\nb b", ""),
        ("- 3+\n- -\n\na b\na b", ""),
        ("- 3+\n- x\n\na b\na b", "board:2:3: found '+' and 'x' in the cage of r1c2, expected one sign"),
        (
            "kind: kenken\nboard: |\n  2-/ -\n  - -\nrooms: |\n  a a\n  b b\n",
            "board:3:3: found '-' and '/' in the cage of r1c1, expected one sign",
        ),
    ] {
        let error = try_board("kenken", text).err().map(|error| error.to_string());
        assert_eq!(error.unwrap_or_default(), expected, "{text}");
    }
}

#[test]
fn mines_in_all() {
    counts(&[
        ("minesweeper", "1 3\n- - -", 8),
        ("minesweeper", "mines 2\n1 3\n- - -", 3),
        ("minesweeper", "mines 0\n1 3\n- - -", 1),
        ("minesweeper", "mines 4\n1 3\n- - -", 0),
        ("minesweeper", "kind: minesweeper\nnumbers:\n  mines: 1\nboard: |\n  1 -\n  - -\n", 3),
    ]);
}

/// Letters stand for numbers that nobody else has.
#[test]
fn letters_of_numberlink() {
    let letters = board("numberlink", "A - 1\n- - -\n1 - A");
    assert_eq!(letters.givens, board("numberlink", "2 - 1\n- - -\n1 - 2").givens);
    assert_eq!(board("numberlink", "R..b\nb..R").givens, board("numberlink", "1..2\n2..1").givens);
    for (text, expected) in
        [("A - a", "board:1:1: found 'A' once"), ("A A A", "board:1:1: found 'A' 3 times")]
    {
        let error = try_board("numberlink", text).map(|_| ()).expect_err("letters come in pairs").to_string();
        assert!(error.starts_with(expected), "{error}");
    }
    assert!(try_board("nurikabe", "A - A").is_err(), "numbers of Nurikabe are no names");
}

/// Addresses of Skyscrapers with given heights, behind a slash.
#[test]
fn heights_in_addresses() {
    let read = board("skyscrapers", "https://puzz.link/p?skyscrapers/4/4/k13h4j3g/k3p");
    assert_eq!(read.givens.get("number", &[5]), Some("3"));
    let written = crate::common::family("skyscrapers");
    let written = jigsat_kit::Family::write(&written, &read, "plain").expect("it is written");
    assert_eq!(String::from_utf8_lossy(&written), "https://puzz.link/p?skyscrapers/4/4/k13h4j3g/k3p");
}

/// A board without the numbers at its edge is told from one without rows.
#[test]
fn boards_without_margins() {
    for name in ["skyscrapers", "battleships", "aquarium"] {
        let (cell, rooms) = if name == "aquarium" { ("a", "") } else { ("-", "") };
        let row = [cell; 4].join(" ") + "\n";
        for text in
            [row.repeat(4) + rooms, format!("4 4\n{}", row.repeat(4)), row.repeat(6), cell.repeat(5) + "\n"]
        {
            let error = try_board(name, &text).map(|_| ()).expect_err("nothing is at the edge").to_string();
            assert!(
                error.contains(&format!("this board of {name} lacks the numbers at its edge")),
                "{error}"
            );
            assert!(error.starts_with("board:1:1: ") || error.starts_with("board:2:1: "), "{error}");
        }
    }
    let yaml = "kind: skyscrapers\nboard: |\n  - -\n  1 -\n";
    let error = try_board("skyscrapers", yaml).map(|_| ()).expect_err("nothing is at the edge").to_string();
    assert!(error.starts_with("board:3:3: this board of skyscrapers lacks"), "{error}");
}
