//! The referee's messages say what is wrong.

use jigsat_edge_matching::{EdgeMatching, Hint, Placement, Progress, Solution, check, check_so_far, matched};

use crate::common::puzzle;

/// Pieces in cells: row, column, piece and quarter turns.
fn laid(placements: &[(u16, u16, usize, u8)]) -> Solution {
    let placement =
        |&(row, col, piece, rotation): &(u16, u16, usize, u8)| Placement { row, col, piece, rotation };
    Solution { placements: placements.iter().map(placement).collect(), ..Solution::default() }
}

fn verdict(puzzle: &EdgeMatching, placements: &[(u16, u16, usize, u8)]) -> String {
    check(puzzle, &laid(placements)).map_or_else(|violation| violation.to_string(), |()| "right".into())
}

/// Edges are listed as above, right, below, left. The pieces fit in this order; the frame is 0.
fn framed(extra: &str) -> EdgeMatching {
    puzzle(&format!("2 2 0{extra}\n0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4\n5 5 5 5\n"))
}

const RIGHT: [(u16, u16, usize, u8); 4] = [(0, 0, 1, 0), (0, 1, 2, 0), (1, 0, 3, 0), (1, 1, 4, 0)];

#[test]
fn every_rule_has_its_sentence() {
    let (turning, fixed) = (framed(""), framed(" fixed"));
    let wrong = |place: usize, placement| {
        let mut placements = RIGHT;
        placements[place] = placement;
        placements
    };
    for board in [&turning, &fixed] {
        assert_eq!(verdict(board, &RIGHT), "right");
        assert_eq!(verdict(board, &RIGHT[..3]), "r2c2 has no piece");
        assert_eq!(verdict(board, &RIGHT[1..]), "r1c1 has no piece");
        assert_eq!(verdict(board, &wrong(3, (2, 0, 4, 0))), "r3c1 is off the board of 2x2");
        assert_eq!(verdict(board, &wrong(3, (1, 1, 0, 0))), "r2c2 has piece 0, but pieces go from 1 to 5");
        assert_eq!(verdict(board, &wrong(3, (1, 1, 6, 0))), "r2c2 has piece 6, but pieces go from 1 to 5");
        assert_eq!(verdict(board, &wrong(3, (1, 1, 1, 0))), "piece 1 lies in r1c1 and in r2c2");
        assert_eq!(verdict(board, &wrong(3, (0, 0, 4, 0))), "r1c1 has two pieces");
        assert_eq!(
            verdict(board, &wrong(3, (1, 1, 4, 4))),
            "the piece in r2c2 is turned by more than 3 quarter turns"
        );
    }
    assert_eq!(
        verdict(&fixed, &wrong(3, (1, 1, 4, 1))),
        "r2c2 has piece 4 turned, but pieces may not be turned"
    );
    assert_eq!(verdict(&turning, &wrong(3, (1, 1, 4, 1))), "r2c2 shows 4 below to the frame, which is 0");
    assert_eq!(
        verdict(&turning, &wrong(3, (1, 1, 5, 0))),
        "r2c2 shows 5 on the right to the frame, which is 0"
    );
    let free = puzzle("2 2\n6 1 2 6\n6 6 3 1\n2 4 6 6\n3 6 6 4\n5 5 5 5\n");
    assert_eq!(
        verdict(&free, &wrong(3, (1, 1, 5, 0))),
        "r1c2 shows 3 below, but r2c2 shows 5 above; r2c1 shows 4 on the right, but r2c2 shows 5 on the left"
    );
}

/// A turned piece shows on top the edge that was on its right.
#[test]
fn turns() {
    let board = puzzle("1 2\n1 2 3 4\n2 9 8 7\n");
    for (turns, shown) in [(0, 2), (1, 3), (2, 4), (3, 1)] {
        let expected = format!("r1c1 shows {shown} on the right, but r1c2 shows 7 on the left");
        assert_eq!(verdict(&board, &[(0, 0, 1, turns), (0, 1, 2, 0)]), expected);
    }
    assert_eq!(verdict(&board, &[(0, 0, 1, 0), (0, 1, 2, 1)]), "right");
}

#[test]
fn hints() {
    let hinted = |piece: usize, cell: &str, rotation| EdgeMatching {
        hints: vec![Hint { piece: piece - 1, cell: cell.parse().expect("a cell"), rotation }],
        ..framed("")
    };
    assert_eq!(verdict(&hinted(2, "r1c2", None), &RIGHT), "right");
    assert_eq!(verdict(&hinted(2, "r1c2", Some(0)), &RIGHT), "right");
    assert_eq!(
        verdict(&hinted(2, "r1c2", Some(1)), &RIGHT),
        "r1c2 has piece 2 turned by 0, but it is given turned by 1"
    );
    assert_eq!(verdict(&hinted(5, "r1c2", None), &RIGHT), "r1c2 has piece 2, but piece 5 is given there");
    // The piece lies elsewhere while its cell is empty.
    assert_eq!(
        verdict(&hinted(2, "r2c2", None), &RIGHT[..3]),
        "piece 2 lies in r1c2, but it is given in r2c2"
    );
}

/// Twelve pairs are named, the others counted.
#[test]
fn many_pairs_that_differ() {
    let pieces = "1 2 3 4\n".repeat(16);
    let board = puzzle(&format!("4 4\n{pieces}"));
    let all: Vec<_> = (0..16).map(|place: u16| (place / 4, place % 4, usize::from(place) + 1, 0)).collect();
    let sentence = verdict(&board, &all);
    assert_eq!(sentence.matches("shows").count(), 24, "{sentence}");
    assert!(sentence.ends_with("; and 12 more pairs differ"), "{sentence}");
    assert_eq!(matched(&board, &laid(&all)), Ok((0, 24)));
    let row = puzzle(&format!("1 13\n{}", "1 2 3 4\n".repeat(13)));
    let all: Vec<_> = (0..13).map(|col: u16| (0, col, usize::from(col) + 1, 0)).collect();
    assert!(!verdict(&row, &all).contains("more pairs"));
}

#[test]
fn so_far() {
    let board = framed("");
    for count in 0..4 {
        let empty = board.size.cells().nth(count).expect("a cell");
        assert_eq!(check_so_far(&board, &laid(&RIGHT[..count])), Ok(Progress::Partial { empty }));
    }
    assert_eq!(check_so_far(&board, &laid(&RIGHT)), Ok(Progress::Complete));
    assert_eq!(matched(&board, &laid(&RIGHT)), Ok((4, 4)));
    assert!(matched(&board, &laid(&RIGHT[..3])).is_err());
}
