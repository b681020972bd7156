//! Clues that can't be met however the board is filled.

use jigsat_kit::Family;
use jigsat_solve::Limits;

use crate::common::{board, family};

/// The genre, the board, and the constraint that can't be met.
const BROKEN: &[(&str, &str, &str)] = &[
    ("akari", "4 -\n- -", "r1c1"),
    ("minesweeper", "- 6\n- -", "r1c2"),
    ("heyawake", "3 -\n- -\n\na b\na b", "r1c1"),
    ("kurodoko", "9 - -\n- - -\n- - -\n- - -\n- - -\n- - -", "r1c1"),
    ("tapa", "4 -\n- -", "r1c1"),
    ("norinori", "a b\nb b", "the region of r1c1"),
    ("star-battle", "stars 3\na a\na a", "row 1"),
    ("lits", "a a b\na a b", "the region of r1c3"),
];

#[test]
fn a_clue_above_its_room_is_named() {
    for (name, text, place) in BROKEN {
        let reason = family(name).contradiction(&board(name, text), &Limits::default());
        let reason = reason.unwrap_or_else(|| panic!("{name}: nothing is wrong with\n{text}"));
        assert!(reason.contains(place), "{name}: {reason}");
    }
}

#[test]
fn a_board_with_solutions_has_none() {
    for (name, text) in
        [("akari", "- - 2\n# - -\n- 0 -"), ("lits", "a a a\na a a\na a a"), ("nurikabe", "- 2 -\n- - -")]
    {
        assert_eq!(family(name).contradiction(&board(name, text), &Limits::default()), None, "{name}");
    }
}
