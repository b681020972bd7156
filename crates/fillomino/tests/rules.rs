//! The rule engine: each strategy, the traps of the published text, and agreement with brute force.

use jigsat_cnf::Choice;
use jigsat_fillomino::{
    Fillomino, Variant, parse,
    rules::{Branch, Rules, Strategy, deduce, solve},
};
use jigsat_grid::Size;
use jigsat_input::Source;
use jigsat_solve::{Limits, Stop};

use crate::common::{brute_force, puzzles, shared};

fn board(rows: u16, cols: u16, givens: &[u16], variant: Variant) -> Fillomino {
    let mut puzzle = Fillomino::new(Size::new(rows, cols), givens.to_vec());
    puzzle.variant = variant;
    puzzle
}

fn deduced(puzzle: &Fillomino, strategies: &[Strategy]) -> Vec<u16> {
    deduce(puzzle, strategies, &Limits::default()).expect("no limit").expect("no contradiction")
}

/// Asserts that one strategy alone fills a board like this, and that none of the others fills in anything.
#[track_caller]
fn only(strategy: Strategy, puzzle: &Fillomino, expected: &[u16]) {
    assert_eq!(deduced(puzzle, &[strategy]), expected);
    for &other in Strategy::ALL.iter().filter(|&&other| other != strategy) {
        assert_eq!(deduced(puzzle, &[other]), puzzle.givens, "{}", other.name());
    }
}

/// 'Forced' finds each single exit, too: without it the group has no room. So no board is solved only by 'single-exit'.
#[test]
fn a_single_exit_is_taken() {
    let puzzle = board(1, 4, &[2, 0, 0, 1], Variant::Challenging);
    for strategy in [Strategy::SingleExit, Strategy::Forced] {
        assert_eq!(deduced(&puzzle, &[strategy]), [2, 2, 0, 1]);
    }
    assert_eq!(deduced(&puzzle, &[Strategy::Reach]), puzzle.givens);
}

#[test]
fn exits_are_distinct_cells() {
    // The 3s touch the cell between them twice: one exit. The pair below has two: none is forced.
    let puzzle = board(2, 2, &[3, 0, 0, 3], Variant::Challenging);
    assert_eq!(deduced(&puzzle, &[Strategy::SingleExit]), puzzle.givens);
    let bent = board(3, 3, &[3, 3, 1, 0, 1, 0, 0, 0, 0], Variant::Challenging);
    assert_eq!(deduced(&bent, &[Strategy::SingleExit])[3], 3);
    let corner = board(2, 3, &[4, 4, 1, 4, 0, 0], Variant::Challenging);
    assert_eq!(deduced(&corner, &[Strategy::SingleExit])[4], 4, "one cell, touched twice, is one exit");
}

#[test]
fn a_cell_in_every_completion_is_forced() {
    // To the right is room for one cell, so the 3 takes at least one to the left.
    only(Strategy::Forced, &board(1, 5, &[0, 0, 3, 0, 1], Variant::Challenging), &[0, 3, 3, 0, 1]);
}

/// The cell between the 2s would make a group of three, so each grows down. Without this, guesses were needed on six
/// boards of the basic set, among them the four for which the published solver reports guesses.
#[test]
fn a_cell_that_would_overfill_is_no_room() {
    let puzzle = board(3, 3, &[2, 0, 2, 0, 0, 0, 0, 0, 0], Variant::Challenging);
    only(Strategy::Forced, &puzzle, &[2, 0, 2, 2, 0, 2, 0, 0, 0]);
}

#[test]
fn the_basic_set_needs_no_guess() {
    let Some(folder) = shared("baron") else { return };
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut boards = 0;
    for file in files.filter(|file| file.extension().is_some_and(|extension| extension == "txt")) {
        let mut puzzle = parse(&Source::read(&file).unwrap()).unwrap();
        puzzle.variant = Variant::Basic;
        let found = solve(&puzzle, &Rules::default(), usize::MAX, &Limits::default());
        assert_eq!((found.solutions.len(), found.guesses), (1, 0), "{}", file.display());
        boards += 1;
    }
    assert_eq!(boards, 60);
}

#[test]
fn a_number_that_alone_reaches_a_cell_is_its() {
    // The 3 does not reach the last column.
    let puzzle = board(2, 4, &[3, 0, 0, 0, 0, 0, 0, 5], Variant::Basic);
    only(Strategy::Reach, &puzzle, &[3, 0, 0, 5, 0, 0, 5, 5]);
}

#[test]
fn reach_goes_through_cells_of_the_same_number() {
    // The 4s reach the last cell only over the one in the middle; a search over empty cells alone would stop there.
    let puzzle = board(1, 5, &[1, 0, 4, 0, 0], Variant::Basic);
    assert_eq!(deduced(&puzzle, &[Strategy::Reach]), [1, 4, 4, 4, 4]);
}

#[test]
fn reach_drops_what_would_overfill_or_starve() {
    // A third 2 in the middle of the first row would overfill: it is 3, and the rest follows.
    let overfill = board(3, 3, &[2, 0, 2, 0, 3, 0, 1, 0, 1], Variant::Basic);
    assert_eq!(deduced(&overfill, &[Strategy::Reach]), [2, 3, 2, 2, 3, 2, 1, 3, 1]);
    // A 4 below the first cell would leave the 3 without room.
    let starve = board(2, 4, &[3, 0, 0, 0, 0, 0, 5, 0], Variant::Basic);
    let filled = deduced(&starve, &[Strategy::Reach]);
    assert_eq!(filled[3], 5);
}

#[test]
fn reach_is_silent_where_groups_may_be_hidden() {
    let puzzle = board(2, 3, &[2, 0, 0, 0, 0, 4], Variant::Challenging);
    assert_eq!(deduced(&puzzle, &[Strategy::Reach]), puzzle.givens);
}

#[test]
fn every_way_to_reason_finds_what_brute_force_finds() {
    for (rows, cols, share) in [(2, 3, 0.1..0.9), (3, 3, 0.3..0.9), (3, 4, 0.5..0.9), (1, 6, 0.2..0.8)] {
        for puzzle in puzzles(Size::new(rows, cols), 12, share) {
            let mut expected = brute_force(&puzzle);
            expected.sort_by(|a, b| a.grid.cmp(&b.grid));
            for chosen in 0..8_u8 {
                let strategies =
                    Strategy::ALL.iter().enumerate().filter(|(place, _)| chosen >> place & 1 == 1);
                let strategies: Vec<Strategy> = strategies.map(|(_, &strategy)| strategy).collect();
                for &branch in Branch::ALL {
                    let rules = Rules { strategies: strategies.clone(), branch };
                    let found = solve(&puzzle, &rules, usize::MAX, &Limits::default());
                    let mut solutions = found.solutions;
                    solutions.sort_by(|a, b| a.grid.cmp(&b.grid));
                    assert_eq!(solutions, expected, "{rules:?} on {puzzle:?}");
                }
            }
        }
    }
}

#[test]
fn steps_lead_to_the_solution() {
    let puzzle = board(3, 3, &[3, 0, 0, 0, 0, 0, 0, 0, 2], Variant::Challenging);
    let found = solve(&puzzle, &Rules::default(), 1, &Limits::default());
    let solution = &found.solutions[0];
    assert_eq!(found.steps.len(), 7);
    assert!(found.steps.iter().all(|step| solution.number(step.cell) == step.number));
    assert_eq!(found.steps.iter().map(|step| step.depth).max(), Some(found.depth.min(7)));
    assert!(found.guesses >= found.depth as u64 && found.depth > 0);
}

#[test]
fn limits_end_the_search() {
    let blank = board(9, 9, &[0; 81], Variant::Challenging);
    let none = Rules { strategies: Vec::new(), branch: Branch::First };
    let limits = Limits { conflicts: Some(3), ..Limits::default() };
    assert_eq!(solve(&blank, &none, usize::MAX, &limits).stopped, Some(Stop::Conflicts));
    let stopped = Limits::default();
    stopped.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(solve(&blank, &none, 1, &stopped).stopped, Some(Stop::Interrupted));
}
