//! Counting, which writes no solution down, against listing, which draws each.

use jigsat_kit::{Listing, lister};
use jigsat_solve::{Answer, End, Held, Limits};

use crate::common::{WAYS_TO_COUNT, asking, board, counted, family};

/// Boards with many solutions. Most have cells that are connected, regions, a loop, or helpers that a solution leaves open.
const BOARDS: &[(&str, &str)] = &[
    ("kurodoko", "- - - -\n- 4 - -\n- - - -\n- - - -\n"),
    ("hitori", "1 1 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 16\n"),
    ("nurikabe", "? - - - -\n- - - 2 -\n- - - - -\n- - - - -\n? - - - ?\n"),
    ("heyawake", "1 - - -\n- - - -\n- - - -\n- - - -\n\nA A B B\nA A B B\nC C D D\nC C D D\n"),
    ("aqre", "2 - - -\n- - - -\n- - - -\n- - - -\n\nA A B B\nA A B B\nC C D D\nC C D D\n"),
    ("lits", "A A A A B\nA A A B B\nC C B B B\nC C C D D\nC C D D D\n"),
    ("yin-yang", "- - - -\n- - - -\n- - - -\n- - - -\n"),
    ("masyu", "- - - -\n- - - -\n- - - -\n- - - -\n"),
    ("akari", "- - - - -\n- - 1 - -\n- - - - -\n- # - - -\n- - - - -\n"),
    ("minesweeper", "1 - - -\n- - - -\n- - 2 -\n- - - -\n"),
    ("takuzu", "- - - -\n- 1 - -\n- - - -\n- - - -\n"),
];

#[test]
fn as_many_are_counted_as_are_listed() {
    let limits = Limits::default();
    for &(name, text) in BOARDS {
        let (family, board) = (family(name), board(name, text));
        let mut listing =
            lister(&family, Held::Borrowed(&board), &asking(Some("blocking")), &limits).unwrap();
        let mut listed = 0;
        while let Answer::Solved(_) = Listing::solve(&mut listing, &limits).unwrap() {
            listed += 1;
        }
        assert!(listed > 32, "{name}: {listed} are found before backtracking begins");
        for way in WAYS_TO_COUNT {
            let all = counted(&family, &board, way, None);
            assert_eq!((all.count, all.end), (listed, End::All), "{name}, {way:?}");
            let some = counted(&family, &board, way, Some(7));
            assert_eq!((some.count, some.end), (7, End::Enough), "{name}, {way:?}");
        }
    }
}
