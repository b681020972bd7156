//! Every encoding, flavour and solver against brute force and against each other.

use jigsat_cnf::{Amo, Choice, Flavours};
use jigsat_grid::{Cell, Size};
use jigsat_solve::{Answer, Attempt, BuildOptions, Limits, Session, Solver, build, testing, with_names};
use jigsat_sudoku::{Atom, Cage, Encoding, Pattern, Solution, Sudoku, check, generate};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

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
                Cage { cells: cells("r1c1 r2c2"), sum: Some(5) },
                Cage { cells: cells("r1c3 r1c4 r2c4"), sum: Some(6) },
                Cage { cells: cells("r4c4"), sum: Some(2) },
            ],
            ..blank.clone()
        },
        Sudoku { cages: vec![Cage { cells: cells("r1c4 r2c1 r3c3"), sum: Some(9) }], ..blank.clone() },
        Sudoku { cages: vec![Cage { cells: cells("r1c1 r2c3 r3c2"), sum: None }], ..blank.clone() },
        Sudoku { has_zero: true, ..with_givens("4.......4.......") },
        Sudoku { anti_knight: true, ..blank.clone() },
        Sudoku { anti_king: true, ..with_givens("1...............") },
        Sudoku { thermometers: vec![cells("r1c1 r2c2 r3c3"), cells("r4c1 r3c1")], ..blank.clone() },
        Sudoku { anti_king: true, ..empty(Size::new(1, 3)) },
        empty(Size::new(1, 1)),
    ]
}

/// All boards that the referee accepts, found without any formula: rows are filled digit by digit.
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
    ($($name:ident: $encoding:expr;)*) => {$(
        mod $name {
            use super::*;

            #[test]
            fn counts_the_empty_4x4_boards_in_every_flavour_with_every_solver() {
                for &amo in Amo::ALL {
                    for solver in Solver::built_in() {
                        let options = BuildOptions { flavours: Flavours { amo, ..Flavours::default() }, ..BuildOptions::default() };
                        let count = testing::count_models(&empty(TWO), $encoding, &options, solver);
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
                        let options = BuildOptions { flavours, prunes, ..BuildOptions::default() };
                        testing::agrees_with_brute_force(
                            &puzzle, $encoding, &options, &Solver::default(), expected.iter().cloned(),
                        );
                    }
                }
            }

            #[test]
            fn each_rule_matters() {
                testing::each_rule_matters(&variants(), $encoding, Flavours::default());
            }

            #[test]
            fn numbers_variables_as_courses_do() {
                let e = build(&empty(THREE), $encoding, &BuildOptions::default()).unwrap();
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
    course: Encoding::Course;
    minimal: Encoding::Minimal;
    extended: Encoding::Extended;
    triads: Encoding::Triads;
}

#[test]
fn known_sizes() {
    let size = |encoding, box_size| {
        let e = build(&empty(box_size), encoding, &BuildOptions::default()).unwrap();
        (e.variables(), e.clauses().len())
    };
    assert_eq!(size(Encoding::Course, THREE), (729, 11_745));
    assert_eq!(size(Encoding::Minimal, THREE), (729, 8_829));
    assert_eq!(size(Encoding::Extended, THREE), (729, 11_988));
    assert_eq!(size(Encoding::Triads, THREE), (729 + 486, 81 * 37 + 486 * 4 + 4 * 81 * 4));
    assert_eq!(size(Encoding::Extended, Size::new(5, 5)), (15_625, 752_500));
}

#[test]
fn the_default_course_has_a_unit_for_each_given() {
    let puzzle = with_givens("12.........3...4");
    let e = build(&puzzle, Encoding::Course, &BuildOptions::default()).unwrap();
    let empty = build(&empty(TWO), Encoding::Course, &BuildOptions::default()).unwrap();
    assert_eq!(e.clauses().len(), empty.clauses().len() + 4);
    let last = e.group_at(e.group_count() - 1);
    assert_eq!(with_names(&puzzle, |names| last.sentence(names)), "given r4c4=4");
}

/// The page marks these cells, and so do pictures of explanations.
#[test]
fn atoms_of_segments_are_about_the_cells_where_line_and_box_meet() {
    let puzzle = empty(TWO);
    let told = |atom| puzzle.cells_of(atom).iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    assert_eq!(told(Atom::InRow { row: 1, region: 3, digit: 2 }), "");
    assert_eq!(told(Atom::InRow { row: 1, region: 1, digit: 2 }), "r2c3 r2c4");
    assert_eq!(told(Atom::InColumn { column: 3, region: 1, digit: 2 }), "r1c4 r2c4");
    assert_eq!(told(Atom::Is { cell: Cell { row: 1, col: 2 }, digit: 2 }), "r2c3");
}

#[test]
fn a_dropped_rule_lets_the_referee_refuse() {
    let dropped = vec!["box".to_owned()];
    let options = BuildOptions { dropped, ..BuildOptions::default() };
    let puzzle = empty(THREE);
    let mut session = Session::new(&puzzle, Encoding::Minimal, &options, &Solver::default(), None).unwrap();
    match session.solve(&Limits::default()).unwrap() {
        Answer::Refused { solution: Some(_), violation } => {
            assert!(violation.to_string().contains("box"), "{violation}");
        }
        other => panic!("expected the referee to refuse, found {other:?}"),
    }
}

#[test]
fn an_unknown_rule_is_an_error_that_lists_the_rules() {
    let options = BuildOptions { dropped: vec!["bax".into()], ..BuildOptions::default() };
    let error = build(&empty(TWO), Encoding::Minimal, &options).unwrap_err().to_string();
    assert_eq!(error, "there is no rule 'bax' in this formula; its rules are: cell, row, column, box");
}

#[test]
fn answers_on_9x9_agree_with_the_crate_sudoku() {
    for seed in 0..4 {
        let Attempt::Success(generated) =
            generate(&empty(THREE), seed, Pattern::None, &Limits::default()).unwrap()
        else {
            panic!("no puzzle for seed {seed}");
        };
        let line = generated.puzzle.to_line().unwrap();
        let expected = sudoku::Sudoku::from_str_line(&line).unwrap().solution().expect("it has one solution");
        for &encoding in Encoding::ALL {
            for solver in Solver::built_in() {
                for prunes in [false, true] {
                    let options = BuildOptions { prunes, ..BuildOptions::default() };
                    let mut session =
                        Session::new(&generated.puzzle, encoding, &options, solver, None).unwrap();
                    let first =
                        session.solve(&Limits::default()).unwrap().solution().expect("it has a solution");
                    assert_eq!(generated.puzzle.solution_line(&first), expected.to_str_line().to_string());
                    assert!(matches!(session.solve(&Limits::default()).unwrap(), Answer::Impossible(_)));
                }
            }
        }
    }
}

/// A small board of any mixture of variants, most with a few givens, some without a solution.
fn random_sudoku(rng: &mut ChaCha8Rng) -> Sudoku {
    let size = [TWO, TWO, TWO, Size::new(1, 3), Size::new(1, 4)][rng.random_range(0..5)];
    let mut puzzle = empty(size);
    let side = puzzle.side();
    let area = usize::from(side) * usize::from(side);
    let cell = |rng: &mut ChaCha8Rng| Cell::new(rng.random_range(0..side), rng.random_range(0..side));
    // Adjacent cells, each once.
    let path = |rng: &mut ChaCha8Rng, length: usize| {
        let size = Size::new(side, side);
        let mut cells = vec![cell(rng)];
        while cells.len() < length {
            let last = cells[cells.len() - 1];
            let free: Vec<Cell> = size.neighbours(last).filter(|other| !cells.contains(other)).collect();
            let Some(&next) = free.get(rng.random_range(0..free.len().max(1))) else { break };
            cells.push(next);
        }
        cells
    };
    for _ in 0..rng.random_range(0..4) {
        puzzle.givens[rng.random_range(0..area)] = rng.random_range(1..=side);
    }
    puzzle.diagonals = rng.random_bool(0.15);
    puzzle.anti_knight = rng.random_bool(0.15);
    puzzle.anti_king = rng.random_bool(0.15);
    if rng.random_bool(0.3) {
        let cells = path(rng, 3);
        puzzle.cages.push(Cage { sum: Some(rng.random_range(1..=9)), cells });
    }
    if rng.random_bool(0.3) {
        let cells = path(rng, 2);
        if cells.len() == 2 {
            puzzle.thermometers.push(cells);
        }
    }
    puzzle
}

/// Every encoding, pruned or not, with a random flavour and solver, has exactly the solutions of brute force.
fn random_boards(boards: usize, seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (mut solvable, mut tried) = (0, 0);
    while tried < boards {
        let puzzle = random_sudoku(&mut rng);
        if puzzle.validate().is_err() {
            continue;
        }
        tried += 1;
        let expected = brute_force(&puzzle);
        solvable += usize::from(!expected.is_empty());
        for &encoding in Encoding::ALL {
            let flavours =
                Flavours { amo: Amo::ALL[rng.random_range(0..Amo::ALL.len())], ..Flavours::default() };
            let options = BuildOptions { flavours, prunes: rng.random_bool(0.5), ..BuildOptions::default() };
            let solvers = Solver::built_in();
            let solver = &solvers[rng.random_range(0..solvers.len())];
            testing::agrees_with_brute_force(&puzzle, encoding, &options, solver, expected.iter().cloned());
        }
    }
    assert!(solvable * 4 > boards && solvable < boards, "{solvable} of {boards} have a solution");
}

#[test]
fn random_boards_agree_with_brute_force() {
    random_boards(150, 1);
}

#[test]
#[ignore = "slow: 3 min"]
fn many_random_boards_agree_with_brute_force() {
    random_boards(10_000, 2);
}
