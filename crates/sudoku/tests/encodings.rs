//! Every encoding, flavour and solver against brute force and against each other.

use jigsat_cnf::{Amo, Choice, Flavours};
use jigsat_grid::{Cell, Size};
use jigsat_solve::{Answer, Build, Limits, Session, Solver, build, testing, with_names};
use jigsat_sudoku::{Cage, How, Pattern, Solution, Sudoku, check, generate};

const TWO: Size = Size { rows: 2, cols: 2 };
const THREE: Size = Size { rows: 3, cols: 3 };

fn empty(box_size: Size) -> Sudoku {
    Sudoku::new(box_size, vec![0; box_size.area() * box_size.area()])
}

fn cells(names: &str) -> Vec<Cell> {
    names.split(' ').map(|name| name.parse().expect("a cell's name")).collect()
}

fn with_givens(givens: &str) -> Sudoku {
    let digits = givens.chars().map(|char| char.to_digit(10).unwrap_or(0) as u16);
    Sudoku { givens: digits.collect(), ..empty(TWO) }
}

/// Small boards of every variant, some with givens.
fn variants() -> Vec<Sudoku> {
    let blank = empty(TWO);
    let jigsaw = vec![0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3];
    vec![
        with_givens("1..............."),
        with_givens("12.........3...4"),
        with_givens("12..2..........."),
        Sudoku { diagonals: true, ..blank.clone() },
        Sudoku { regions: Some(jigsaw), ..blank.clone() },
        Sudoku {
            cages: vec![
                Cage { cells: cells("r1c1 r2c2"), sum: 5 },
                Cage { cells: cells("r1c3 r1c4 r2c4"), sum: 6 },
                Cage { cells: cells("r4c4"), sum: 2 },
            ],
            ..blank.clone()
        },
        Sudoku { cages: vec![Cage { cells: cells("r1c4 r2c1 r3c3"), sum: 9 }], ..blank.clone() },
        Sudoku { anti_knight: true, ..blank.clone() },
        Sudoku { anti_king: true, ..with_givens("1...............") },
        Sudoku { thermometers: vec![cells("r1c1 r2c2 r3c3"), cells("r4c1 r3c1")], ..blank.clone() },
        Sudoku { anti_king: true, ..empty(Size::new(1, 3)) },
        empty(Size::new(1, 1)),
    ]
}

/// All boards that the referee passes, found without any formula: rows are tried digit by digit.
fn brute_force(puzzle: &Sudoku) -> Vec<Solution> {
    let side = usize::from(puzzle.side());
    let mut found = Vec::new();
    let mut grid = vec![vec![0; side]; side];
    fill(puzzle, &mut grid, 0, &mut found);
    found
}

fn fill(puzzle: &Sudoku, grid: &mut Vec<Vec<u16>>, next: usize, found: &mut Vec<Solution>) {
    let side = grid.len();
    let (row, col) = (next / side, next % side);
    if row == side {
        let solution = Solution { grid: grid.clone() };
        if check(puzzle, &solution).is_ok() {
            found.push(solution);
        }
        return;
    }
    for digit in 1..=side as u16 {
        let repeated = grid[row][..col].contains(&digit) || grid[..row].iter().any(|line| line[col] == digit);
        if !repeated {
            grid[row][col] = digit;
            fill(puzzle, grid, next + 1, found);
            grid[row][col] = 0;
        }
    }
}

/// The same tests for each encoding: one line per case.
macro_rules! encoding_tests {
    ($($name:ident: $how:expr;)*) => {$(
        mod $name {
            use super::*;

            #[test]
            fn counts_the_empty_4x4_boards_in_every_flavour_with_every_solver() {
                for &amo in Amo::ALL {
                    for solver in Solver::built_in() {
                        let recipe = Build { flavours: Flavours { amo, ..Flavours::default() }, ..Build::default() };
                        let count = testing::count_models(&empty(TWO), $how, &recipe, solver);
                        assert_eq!(count, 288, "{amo:?} {solver}");
                    }
                }
            }

            #[test]
            fn agrees_with_brute_force_on_every_variant() {
                for puzzle in variants() {
                    let expected = brute_force(&puzzle);
                    for (amo, prunes) in [(Amo::Pairwise, false), (Amo::Ladder, true), (Amo::Product, true)] {
                        let flavours = Flavours { amo, ..Flavours::default() };
                        let recipe = Build { flavours, prunes, ..Build::default() };
                        testing::agrees_with_brute_force(
                            &puzzle, $how, &recipe, &Solver::default(), expected.iter().cloned(),
                        );
                    }
                }
            }

            #[test]
            fn each_rule_matters() {
                testing::each_rule_matters(&variants(), $how, Flavours::default());
            }

            #[test]
            fn numbers_variables_as_courses_do() {
                let e = build(&empty(THREE), $how, &Build::default()).unwrap();
                for (row, col, digit) in [(0, 0, 1), (4, 7, 3), (8, 8, 9)] {
                    let atom = jigsat_sudoku::Atom::Is { cell: Cell::new(row, col), digit };
                    let number = 81 * i32::from(row) + 9 * i32::from(col) + i32::from(digit);
                    assert_eq!(e.var(atom).unwrap().to_ipasir(), number);
                }
            }
        }
    )*};
}

encoding_tests! {
    course: How::Course;
    minimal: How::Minimal;
    extended: How::Extended;
    triads: How::Triads;
}

#[test]
fn known_sizes() {
    let size = |how, box_size| {
        let e = build(&empty(box_size), how, &Build::default()).unwrap();
        (e.variables(), e.clauses().len())
    };
    assert_eq!(size(How::Course, THREE), (729, 11_745));
    assert_eq!(size(How::Minimal, THREE), (729, 8_829));
    assert_eq!(size(How::Extended, THREE), (729, 11_988));
    assert_eq!(size(How::Triads, THREE), (729 + 486, 81 * 37 + 486 * 4 + 4 * 81 * 4));
    assert_eq!(size(How::Extended, Size::new(5, 5)), (15_625, 752_500));
}

#[test]
fn the_default_course_has_a_unit_for_each_given() {
    let puzzle = with_givens("12.........3...4");
    let e = build(&puzzle, How::Course, &Build::default()).unwrap();
    let empty = build(&empty(TWO), How::Course, &Build::default()).unwrap();
    assert_eq!(e.clauses().len(), empty.clauses().len() + 4);
    let last = e.group_at(e.group_count() - 1);
    assert_eq!(with_names(&puzzle, |names| last.sentence(names)), "given r4c4=4");
}

#[test]
fn a_dropped_rule_lets_the_referee_refuse() {
    let dropped = vec!["box".to_owned()];
    let recipe = Build { dropped, ..Build::default() };
    let puzzle = empty(THREE);
    let mut session = Session::new(&puzzle, How::Minimal, &recipe, &Solver::default(), None).unwrap();
    match session.solve(&Limits::default()).unwrap() {
        Answer::Refused { solution: Some(_), flaw } => assert!(flaw.to_string().contains("box"), "{flaw}"),
        other => panic!("expected the referee to refuse, found {other:?}"),
    }
}

#[test]
fn an_unknown_rule_is_an_error_that_lists_the_rules() {
    let recipe = Build { dropped: vec!["bax".into()], ..Build::default() };
    let error = build(&empty(TWO), How::Minimal, &recipe).unwrap_err().to_string();
    assert_eq!(error, "there is no rule 'bax' in this formula; its rules are: cell, row, column, box");
}

#[test]
fn answers_on_9x9_agree_with_the_crate_sudoku() {
    for seed in 0..4 {
        let Answer::Solved(generated) =
            generate(&empty(THREE), seed, Pattern::None, &Limits::default()).unwrap()
        else {
            panic!("no puzzle for seed {seed}");
        };
        let line = generated.puzzle.to_line().unwrap();
        let expected = sudoku::Sudoku::from_str_line(&line).unwrap().solution().expect("it has one solution");
        for &how in How::ALL {
            for solver in Solver::built_in() {
                for prunes in [false, true] {
                    let recipe = Build { prunes, ..Build::default() };
                    let mut session = Session::new(&generated.puzzle, how, &recipe, solver, None).unwrap();
                    let first =
                        session.solve(&Limits::default()).unwrap().solution().expect("it has a solution");
                    assert_eq!(first.to_line().unwrap(), expected.to_str_line().to_string());
                    assert!(matches!(session.solve(&Limits::default()).unwrap(), Answer::Impossible(_)));
                }
            }
        }
    }
}
