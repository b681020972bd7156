//! The referee's messages say what is wrong.

use jigsat_tiling::{Placed, Solution, Tiling, check, check_so_far};

use crate::common::read;

/// A piece on the board: name and copy, corner, rotation, cells.
fn placed(name: &str, copy: u32, corner: (i32, i32), rotation: u32, cells: &[[i32; 2]]) -> Placed {
    let cells = cells.iter().map(|cell| cell.to_vec()).collect();
    let (x, y) = corner;
    Placed { piece: name.into(), copy, board: None, x, y, z: None, rotation, mirrored: false, cells }
}

fn verdict(tiling: &Tiling, placements: &[Placed]) -> String {
    let solution = Solution { placements: placements.to_vec() };
    check(tiling, &solution).map_or_else(|violation| violation.to_string(), |()| "right".into())
}

/// An L is given in the middle, and two dominoes fit beside it.
fn board() -> (Tiling, Vec<Placed>) {
    let tiling = read(
        "kind: tiling\nboard: |\n  .aa.\n  .a#.\npieces:\n- {name: a, shape: \"##\\n#.\"}\n- {name: D, shape: \"##\", count: 2}",
    );
    let given = placed("a", 1, (1, 0), 0, &[[1, 0], [2, 0], [1, 1]]);
    let left = placed("D", 1, (0, 0), 90, &[[0, 0], [0, 1]]);
    let right = placed("D", 2, (3, 0), 90, &[[3, 0], [3, 1]]);
    (tiling, vec![given, left, right])
}

#[test]
fn every_rule_has_its_sentence() {
    let (tiling, right) = board();
    assert_eq!(verdict(&tiling, &right), "right");
    let wrong = |place: usize, change: &dyn Fn(&mut Placed)| {
        let mut placements = right.clone();
        change(&mut placements[place]);
        verdict(&tiling, &placements)
    };
    let sentences = [
        verdict(&tiling, &right[..2]),
        verdict(&tiling, &right[1..]),
        wrong(2, &|d| d.copy = 1),
        wrong(2, &|d| d.copy = 0),
        wrong(2, &|d| d.copy = 3),
        wrong(2, &|d| d.piece = "a".into()),
        wrong(2, &|d| d.piece = "x".into()),
        wrong(2, &|d| d.cells[1] = vec![2, 1]),
        wrong(2, &|d| d.cells[1] = vec![4, 0]),
        wrong(2, &|d| d.cells[1] = vec![3, -1]),
        wrong(2, &|d| d.cells[1] = vec![3]),
        wrong(2, &|d| d.cells[1] = vec![1, 1]),
        wrong(2, &|d| d.cells = vec![vec![3, 0]]),
        wrong(2, &|d| d.rotation = 0),
        wrong(2, &|d| d.rotation = 45),
        wrong(2, &|d| d.rotation = 360),
        wrong(2, &|d| d.x = 2),
        wrong(2, &|d| d.y = 1),
        wrong(2, &|d| d.z = Some(1)),
        wrong(2, &|d| d.board = Some(2)),
        wrong(0, &|a| a.mirrored = true),
    ];
    insta::assert_snapshot!(sentences.join("\n"), @r"
    piece D is used only once, but needed 2 times
    piece a is not used, but needed once
    copy 1 of piece D is used twice
    piece D has no copy 0, there are 2
    piece D has no copy 3, there are 2
    piece a has no copy 2, there is 1
    there is no piece x
    piece D reaches r2c3, which is not part of the board
    piece D reaches r1c5, which is not part of the board
    piece D reaches r0c4, which is not part of the board
    piece D reaches r0c4, which is not part of the board
    r2c2 is covered by both a and D
    the cells of piece D do not form its shape
    the cells of piece D do not form its shape
    piece D has no rotation 45
    piece D has no rotation 360
    the cells of piece D do not form its shape
    the cells of piece D do not form its shape
    the cells of piece D do not form its shape
    piece D reaches r1c4, which is not part of the board
    the cells of piece a do not form its shape
    ");
    // Both rotations of an upright domino have the same cells, so either is right.
    assert_eq!(wrong(2, &|d| d.rotation = 270), "right");
}

#[test]
fn turns_that_are_forbidden() {
    let tiling = |rest: &str| {
        read(&format!(
            "kind: tiling\nboard: 3x3\ncover: some\n{rest}pieces:\n- {{name: a, shape: \"###\\n#..\"}}"
        ))
    };
    let turned = placed("a", 1, (0, 0), 180, &[[2, 0], [0, 1], [1, 1], [2, 1]]);
    let mirrored = Placed { mirrored: true, ..placed("a", 1, (0, 0), 0, &[[0, 0], [1, 0], [2, 0], [2, 1]]) };
    let both = Placed { mirrored: true, ..placed("a", 1, (0, 0), 180, &[[0, 0], [0, 1], [1, 1], [2, 1]]) };
    for (rest, allowed) in [
        ("", [true; 3]),
        ("mirror: false\n", [true, false, false]),
        ("rotate: false\n", [false, true, false]),
        ("rotate: false\nmirror: false\n", [false; 3]),
    ] {
        for (way, is_allowed) in [&turned, &mirrored, &both].into_iter().zip(allowed) {
            let expected =
                if is_allowed { "right" } else { "piece a is turned in a way that the puzzle forbids" };
            assert_eq!(verdict(&tiling(rest), std::slice::from_ref(way)), expected, "{rest}{way:?}");
        }
    }
}

/// In the place of a given piece, another one may lie that looks the same and may be turned in the same way; the piece
/// itself may not lie there partly.
#[test]
fn given_pieces() {
    let tiling = |other: &str| {
        read(&format!(
            "kind: tiling\nboard: |\n  aa..\n  a...\ncover: some\npieces:\n- {{name: a, shape: \"##\\n#.\"}}\n- {{name: b, shape: \"##\\n#.\"{other}}}"
        ))
    };
    let here = |name| placed(name, 1, (0, 0), 0, &[[0, 0], [1, 0], [0, 1]]);
    let there = |name| placed(name, 1, (2, 0), 0, &[[2, 0], [3, 0], [2, 1]]);
    let not_kept = "the given piece a does not lie where it was given";
    assert_eq!(verdict(&tiling(""), &[here("a"), there("b")]), "right");
    assert_eq!(verdict(&tiling(""), &[here("b"), there("a")]), "right");
    assert_eq!(verdict(&tiling(", mirror: false"), &[here("a"), there("b")]), "right");
    assert_eq!(verdict(&tiling(", mirror: false"), &[here("b"), there("a")]), not_kept);
    let overlapping = placed("a", 1, (0, 0), 90, &[[0, 0], [1, 0], [1, 1]]);
    assert_eq!(verdict(&tiling(""), &[overlapping, there("b")]), not_kept);
    assert_eq!(
        verdict(&tiling(""), &[placed("b", 1, (0, 0), 180, &[[1, 0], [0, 1], [1, 1]]), there("a")]),
        not_kept
    );
}

/// An incomplete solution breaks no rule because of missing pieces.
#[test]
fn so_far() {
    let (tiling, right) = board();
    for count in 0..=3 {
        let solution = Solution { placements: right[3 - count..].to_vec() };
        assert_eq!(check_so_far(&tiling, &solution), Ok(()));
    }
    let solution = Solution { placements: vec![right[1].clone(), right[1].clone()] };
    assert!(check_so_far(&tiling, &solution).is_err());
}

/// In space, a rotation is the number of a turn, which may be a mirror image.
#[test]
fn turns_in_space() {
    let tiling = read("kind: tiling\nboard: 2x2x2\ncover: some\npieces:\n- {name: a, shape: \"##\"}");
    let cells = vec![vec![0, 0, 0], vec![1, 0, 0]];
    let flat = Placed { z: Some(0), cells, ..placed("a", 1, (0, 0), 0, &[]) };
    assert_eq!(verdict(&tiling, std::slice::from_ref(&flat)), "right");
    for wrong in [Placed { mirrored: true, ..flat.clone() }, Placed { rotation: 99, ..flat.clone() }] {
        let sentence = format!("piece a has no rotation {}", wrong.rotation);
        assert_eq!(verdict(&tiling, &[wrong]), sentence);
    }
    let upright = Placed { cells: vec![vec![0, 0, 0], vec![0, 0, 1]], ..flat };
    assert_eq!(verdict(&tiling, &[upright]), "the cells of piece a do not form its shape");
}
