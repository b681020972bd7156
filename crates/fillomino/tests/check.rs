//! The referee's messages say what is wrong.

use jigsat_fillomino::{Fillomino, Progress, Solution, Variant, check, check_so_far, parse};
use jigsat_input::Source;

fn puzzle(rows: &str, variant: Variant) -> Fillomino {
    let text = format!("kind: fillomino\ngrid: |\n  {}", rows.trim_end().replace('\n', "\n  "));
    let board = parse(&Source::new("board", text)).unwrap_or_else(|error| panic!("{error}"));
    Fillomino { variant, ..board }
}

fn grid(rows: &[&[u16]]) -> Solution {
    Solution { grid: rows.iter().map(|row| row.to_vec()).collect() }
}

#[test]
fn every_rule_has_its_sentence() {
    let basic = puzzle("2 . 1\n. 3 .\n", Variant::Basic);
    let wider = puzzle("2 . 1\n. 3 .\n", Variant::Challenging);
    let right = grid(&[&[2, 2, 1], &[3, 3, 3]]);
    assert_eq!(check(&basic, &right), Ok(()));
    assert_eq!(check(&wider, &right), Ok(()));
    for (rows, sentence) in [
        (&[&[2, 2, 1][..]][..], "the grid has 1 rows, not 2"),
        (&[&[2, 2, 1], &[3, 3, 3], &[1, 1, 1]], "the grid has 3 rows, not 2"),
        (&[&[2, 2, 1], &[3, 3]], "row 2 has 2 cells, not 3"),
        (&[&[2, 2, 1, 1], &[3, 3, 3]], "row 1 has 4 cells, not 3"),
        (&[&[2, 2, 2], &[3, 3, 3]], "r1c3 is 2 but was given as 1"),
        (&[&[2, 2, 1], &[2, 3, 3]], "the group of 2s at r1c1 has 3 cells"),
        (&[&[2, 1, 1], &[2, 3, 3]], "the group of 1s at r1c2 has 2 cells"),
        (&[&[2, 4, 1], &[2, 3, 3]], "the group of 4s at r1c2 has only 1 cell"),
        (&[&[2, 3, 1], &[2, 3, 4]], "the group of 3s at r1c2 has only 2 cells"),
        (&[&[2, 2, 1], &[3, 3, 0]], "r2c3 is empty"),
        (&[&[2, 0, 1], &[3, 3, 3]], "r1c2 is empty"),
    ] {
        for board in [&basic, &wider] {
            let verdict = check(board, &grid(rows)).map_err(|violation| violation.to_string());
            assert_eq!(verdict, Err(sentence.to_owned()), "{rows:?}");
        }
    }
}

/// Only the basic variant demands a given in each group.
#[test]
fn groups_without_a_given() {
    let rows = "2 . .\n. 3 .\n";
    let solution = grid(&[&[2, 2, 1], &[3, 3, 3]]);
    let verdict = check(&puzzle(rows, Variant::Basic), &solution).map_err(|violation| violation.to_string());
    assert_eq!(verdict, Err("the group of 1s at r1c3 contains no given".to_owned()));
    assert_eq!(check(&puzzle(rows, Variant::Challenging), &solution), Ok(()));
}

/// A group that may still grow breaks no rule by being small or by lacking a given.
#[test]
fn so_far() {
    let board = puzzle("2 . .\n. 3 .\n", Variant::Basic);
    for (rows, filled) in [
        ([[0, 0, 0], [0, 0, 0]], 0),
        ([[2, 0, 0], [0, 3, 0]], 2),
        ([[2, 0, 1], [0, 3, 3]], 4),
        ([[2, 2, 0], [3, 3, 3]], 5),
    ] {
        let solution = Solution { grid: rows.iter().map(|row| row.to_vec()).collect() };
        assert_eq!(check_so_far(&board, &solution), Ok(Progress::Partial { filled, cells: 6 }), "{rows:?}");
    }
    for (rows, sentence) in [
        ([[2, 3, 0], [3, 3, 0]], "the group of 2s at r1c1 has only 1 cell"),
        ([[2, 2, 0], [2, 3, 0]], "the group of 2s at r1c1 has 3 cells"),
        ([[1, 0, 0], [0, 3, 0]], "r1c1 is 1 but was given as 2"),
        ([[0, 3, 1], [0, 3, 3]], "the group of 1s at r1c3 contains no given"),
    ] {
        let solution = Solution { grid: rows.iter().map(|row| row.to_vec()).collect() };
        let verdict = check_so_far(&board, &solution).map_err(|violation| violation.to_string());
        assert_eq!(verdict, Err(sentence.to_owned()), "{rows:?}");
    }
}
