//! Explanations of a hard puzzle, which need large sets of reasons.

use jigsat_grid::Size;
use jigsat_solve::{
    Answer, BuildOptions, Limits, Session, Solver,
    explain::{Blame, Blamed, Steps},
};
use jigsat_sudoku::{Encoding, Sudoku};

/// AI Escargot, which Arto Inkala published in 2006.
const HARD: &str = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

/// Steps share what was learned about each other's reasons; a solver without that knowledge confirms them.
#[test]
fn no_reason_of_a_minimal_step_can_be_spared() {
    let givens = HARD.chars().map(|digit| digit.to_digit(10).unwrap_or(0) as u16).collect();
    let sudoku = Sudoku::new(Size::new(3, 3), givens);
    let (encoding, options, limits) = (Encoding::Extended, BuildOptions::default(), Limits::default());
    let mut session = Session::new(&sudoku, encoding, &options, &Solver::Batsat, None).unwrap();
    let Answer::Solved(_) = session.solve(&limits).unwrap() else { panic!("it has a solution") };
    let goal = session.true_projected();
    let mut steps = Steps::new(&sudoku, encoding, &options, &Solver::Batsat, &goal, &[]).unwrap();
    let mut blame = Blame::new(&sudoku, encoding, &options, &Solver::Batsat).unwrap();
    let (mut longest, mut minimal, mut others) = (0, 0, 0);
    while let Some(step) = steps.next(&limits).unwrap() {
        assert_eq!(step.stopped, None);
        longest = step.reasons.len().max(longest);
        for &lit in &step.deduced {
            let all = blame.core(&[!lit], &step.reasons, &limits).unwrap();
            assert!(matches!(all, Blamed::These { .. }), "they are enough");
        }
        // What would take too long to minimise is taken as it is.
        if !step.is_minimal {
            others += 1;
            continue;
        }
        minimal += 1;
        for gone in 0..step.reasons.len() {
            let mut rest = step.reasons.clone();
            rest.remove(gone);
            let without = blame.core(&[!step.deduced[0]], &rest, &limits).unwrap();
            assert_eq!(without, Blamed::Nothing, "each is needed");
        }
    }
    assert!(longest > 50 && minimal > 40 && others > 0, "{longest} {minimal} {others}");
}
