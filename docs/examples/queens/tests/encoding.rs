// The encodings of n queens, tested.

// ANCHOR: brute
use jigsat_cnf::{Amo, Choice, Flavours, assert_encoding};
use jigsat_solve::{Answer, BuildOptions, Limits, Puzzle, Session, Solver, build, testing};
use queens::{Encoding, Queens, Solution};

/// Small boards, one of them with a given queen.
fn boards() -> Vec<Queens> {
    let empty = (1..=6).map(|n| Queens { n, given: vec![] });
    empty.chain([Queens { n: 6, given: vec![(0, 1)] }]).collect()
}

/// All solutions by trying: the referee alone decides.
fn brute_force(board: &Queens) -> Vec<Solution> {
    let n = usize::from(board.n);
    let number = |code: usize, row: usize| (code / n.pow(row as u32) % n) as u8;
    let all = (0..n.pow(n as u32)).map(|code| (0..n).map(|row| number(code, row)).collect());
    all.map(|columns| Solution { columns }).filter(|solution| board.check(solution).is_ok()).collect()
}
// ANCHOR_END: brute

// ANCHOR: snapshot
#[test]
fn reads_well() {
    let board = Queens { n: 4, given: vec![] };
    for &encoding in Encoding::ALL {
        let formula = build(&board, encoding, &BuildOptions::default()).expect("it is small");
        assert_encoding!(format!("queens-4-{}", encoding.name()), formula, &|queen, f| board.name(queen, f));
    }
}
// ANCHOR_END: snapshot

// ANCHOR: counts
#[test]
fn agrees_with_brute_force() {
    for board in boards() {
        let expected = brute_force(&board);
        for &encoding in Encoding::ALL {
            for &amo in Amo::ALL {
                let flavours = Flavours { amo, ..Flavours::default() };
                let options = BuildOptions { flavours, ..BuildOptions::default() };
                let solver = Solver::default();
                testing::agrees_with_brute_force(&board, encoding, &options, &solver, expected.clone());
            }
        }
    }
}

#[test]
fn each_rule_matters() {
    for &encoding in Encoding::ALL {
        testing::each_rule_matters(&boards(), encoding, Flavours::default());
    }
}
// ANCHOR_END: counts

// ANCHOR: solve
#[test]
fn solves_eight_queens() {
    let board = Queens { n: 8, given: vec![(0, 3)] };
    let mut session =
        Session::new(&board, Encoding::Rows, &BuildOptions::default(), &Solver::default(), None)
            .expect("it builds");
    let Answer::Solved(first) = session.solve(&Limits::default()).expect("the solver works") else {
        panic!("there are solutions with a queen on 1d");
    };
    assert_eq!(first.columns[0], 3);
    // The first one is excluded from here on.
    let others = session.count(u64::MAX, &Limits::default()).expect("the solver works");
    assert_eq!(others.found + 1, 18);
}
// ANCHOR_END: solve
