//! The referee's messages say what is wrong.

use jigsat_grid::{Cell, Size};
use jigsat_input::Source;
use jigsat_sudoku::{Cage, Progress, Solution, Sudoku, check, check_so_far, parse, parse_solution};
use proptest::prelude::*;

const SOLVED: &str = "1234\n3412\n2143\n4321\n";

fn four() -> Sudoku {
    Sudoku::new(Size::new(2, 2), vec![0; 16])
}

fn grid(sudoku: &Sudoku, text: &str) -> Solution {
    parse_solution(sudoku, &Source::new("s", text)).unwrap()
}

fn violation(sudoku: &Sudoku, text: &str) -> String {
    sudoku.validate().unwrap();
    check(sudoku, &grid(sudoku, text)).unwrap_err().to_string()
}

fn cells(names: &str) -> Vec<Cell> {
    names.split(' ').map(|name| name.parse().unwrap()).collect()
}

#[test]
fn every_rule_has_its_sentence() {
    let given = Sudoku {
        givens: {
            let mut givens = vec![0; 16];
            givens[3] = 3;
            givens
        },
        ..four()
    };
    let cage = |sum, names| Sudoku { cages: vec![Cage { cells: cells(names), sum: Some(sum) }], ..four() };
    let regions = Some(vec![0, 0, 0, 1, 0, 1, 1, 1, 2, 2, 2, 3, 2, 3, 3, 3]);
    let sentences = [
        violation(&four(), "1231\n3412\n2143\n4321\n"),
        violation(&four(), "1234\n3421\n2134\n4312\n"),
        violation(&four(), "1234\n2143\n3412\n4321\n"),
        violation(&four(), "1234\n3412\n2143\n432.\n"),
        violation(&given, SOLVED),
        violation(&Sudoku { diagonals: true, ..four() }, SOLVED),
        violation(&Sudoku { regions, ..four() }, SOLVED),
        violation(&cage(4, "r1c2 r1c1"), SOLVED),
        violation(&cage(4, "r1c2 r2c3"), "1234\n3421\n2143\n4312\n"),
        violation(&cage(8, "r1c1 r2c4 r4c1"), "1234\n3412\n2143\n4321\n"),
        violation(&Sudoku { anti_knight: true, ..four() }, SOLVED),
        violation(&Sudoku { anti_king: true, ..four() }, "1234\n3412\n4321\n2143\n"),
        violation(&Sudoku { thermometers: vec![cells("r1c1 r1c2 r2c3")], ..four() }, SOLVED),
    ];
    insta::assert_snapshot!(sentences.join("\n"), @r"
    row 1 has two 1s, in r1c1 and r1c4
    column 3 has two 3s, in r1c3 and r3c3
    box 1 has two 2s, in r1c2 and r2c1
    r4c4 is empty
    r1c4 is 4 but was given as 3
    the diagonal from r1c1 to r4c4 has two 4s, in r2c2 and r3c3
    region 1 has two 3s, in r1c3 and r2c1
    the cage at r1c1 sums to 3, not 4
    the cage at r1c2 has two 2s, in r1c2 and r2c3
    the cage at r1c1 sums to 7, not 8
    r1c1 and r2c3, a knight's move apart, are both 1
    r2c1 and r3c2, a king's move apart, are both 3
    the thermometer at r1c1 does not rise from r1c2 (2) to r2c3 (1)
    ");
    let bad = |grid: &[&[u16]]| {
        let grid = grid.iter().map(|row| row.to_vec()).collect();
        check(&four(), &Solution { grid }).unwrap_err().to_string()
    };
    assert_eq!(bad(&[&[1]]), "the grid has 1 rows, not 4");
    assert_eq!(bad(&[&[1, 2, 3, 4], &[1], &[], &[]]), "row 2 has 1 cells, not 4");
    assert_eq!(bad(&[&[1, 2, 3, 500], &[0; 4], &[0; 4], &[0; 4]]), "r1c4 is 500, but digits go from 1 to 4");
    assert_eq!(check(&four(), &grid(&four(), SOLVED)), Ok(()));
}

#[test]
fn partial_grids_are_legal_so_far_or_not() {
    let so_far = |sudoku: &Sudoku, text: &str| {
        check_so_far(sudoku, &grid(sudoku, text)).map_err(|violation| violation.to_string())
    };
    assert_eq!(so_far(&four(), SOLVED), Ok(Progress::Complete));
    assert_eq!(so_far(&four(), "12..\n....\n....\n...1\n"), Ok(Progress::Partial { filled: 3, cells: 16 }));
    let cage = Sudoku { cages: vec![Cage { cells: cells("r1c1 r1c2"), sum: Some(5) }], ..four() };
    assert!(so_far(&cage, "4...\n....\n....\n....\n").is_ok());
    let cage = Sudoku { cages: vec![Cage { cells: cells("r1c1 r1c2"), sum: Some(4) }], ..four() };
    assert_eq!(
        so_far(&cage, "4...\n....\n....\n....\n"),
        Err("the cage at r1c1 sums to 4 before it is full, and should sum to 4".to_owned())
    );
    let thermometer = Sudoku { thermometers: vec![cells("r1c1 r1c2 r1c3")], ..four() };
    assert_eq!(
        so_far(&thermometer, "1.2.\n....\n....\n....\n"),
        Err("the thermometer at r1c1 has no room between r1c1 (1) and r1c3 (2)".to_owned())
    );
}

/// Exactly the 288 grids of the empty 4x4 board are accepted, out of all that have all digits in each row.
#[test]
fn exactly_the_legal_grids_pass() {
    let mut rows = Vec::new();
    for code in 0..256_u16 {
        let row = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6].map(|digit| digit + 1);
        if (1..=4).all(|digit| row.contains(&digit)) {
            rows.push(row.to_vec());
        }
    }
    assert_eq!(rows.len(), 24);
    let mut legal = [0, 0];
    let diagonals = Sudoku { diagonals: true, ..four() };
    for code in 0..24_usize.pow(4) {
        let grid =
            [code % 24, code / 24 % 24, code / 576 % 24, code / 13_824].map(|row| rows[row].clone()).to_vec();
        let solution = Solution { grid };
        legal[0] += usize::from(check(&four(), &solution).is_ok());
        legal[1] += usize::from(check(&diagonals, &solution).is_ok());
    }
    assert_eq!(legal, [288, 48]);
}

proptest! {
    /// Any change of one digit of a solution is noticed.
    #[test]
    fn one_wrong_digit(at in 0..81_usize, digit in 0..20_u16) {
        let solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let sudoku = parse(&Source::new("p", ".".repeat(81))).unwrap();
        let mut solution = grid(&sudoku, solved);
        prop_assert_eq!(check(&sudoku, &solution), Ok(()));
        let right = std::mem::replace(&mut solution.grid[at / 9][at % 9], digit);
        prop_assert_eq!(check(&sudoku, &solution).is_ok(), digit == right);
        let so_far = check_so_far(&sudoku, &solution).is_ok();
        prop_assert_eq!(so_far, digit == right || digit == 0);
    }
}
