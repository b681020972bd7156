//! Formulas of large boards stop being built soon after a limit, measured in work, not in time.

use jigsat_cnf::{Choice, Flavours};
use jigsat_fillomino::{Encoding, Fillomino};
use jigsat_grid::Size;
use jigsat_solve::{Answer, BuildOptions, Limits, Session, Solver, Stop, testing};

#[test]
fn building_stops_soon() {
    for &encoding in Encoding::ALL {
        for prunes in [false, true] {
            let side = if encoding == Encoding::Warshall { 5 } else { 9 };
            let mut givens = vec![0; side * side];
            // Some givens, so that there is something to prune.
            givens.iter_mut().step_by(11).zip((2..9).cycle()).for_each(|(given, number)| *given = number);
            for givens in [vec![0; side * side], givens] {
                let puzzle = Fillomino::new(Size::new(side as u16, side as u16), givens);
                let looks = testing::building_stops(&puzzle, encoding, prunes, Flavours::default());
                // On an empty board, all numbers share one value.
                let is_small = prunes && puzzle.givens.iter().all(|&given| given == 0);
                assert!(looks > 0 || is_small, "{} is too small to tell", encoding.name());
            }
        }
    }
}

/// An empty board: its pruned formula of `lazy` has one number for all cells.
fn empty(side: u16) -> Fillomino {
    Fillomino::new(Size::new(side, side), vec![0; usize::from(side).pow(2)])
}

fn pruning() -> BuildOptions {
    BuildOptions { prunes: true, ..BuildOptions::default() }
}

#[test]
fn excluding_a_solution_stops_soon() {
    let looks = testing::excluding_stops(&empty(15), Encoding::Lazy, &pruning());
    assert!(looks > 10, "it is too small to tell");
}

#[test]
fn what_distinguishes_the_solutions_may_be_too_much() {
    let puzzle = empty(100);
    let mut session = Session::new(&puzzle, Encoding::Lazy, &pruning(), &Solver::Batsat, None)
        .expect("it is small at first");
    let mut ask = || session.solve(&Limits::default()).expect("the solver works");
    assert!(matches!(ask(), Answer::Solved(_)));
    for _ in 0..2 {
        assert!(matches!(ask(), Answer::Unknown(Stop::TooLarge)), "it would take 10⁸ atoms");
    }
}

#[test]
fn after_a_limit_the_formula_is_as_without() {
    let puzzle = empty(15);
    let stopped = Limits::default();
    stopped.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let run = |with_stops: bool| {
        let mut session =
            Session::new(&puzzle, Encoding::Lazy, &pruning(), &Solver::Batsat, None).expect("it is small");
        let first = session.solve(&Limits::default()).expect("the solver works");
        assert!(matches!(first, Answer::Solved(_)));
        if with_stops {
            let answer = session.solve(&stopped).expect("the solver works");
            assert!(matches!(answer, Answer::Unknown(Stop::Interrupted)));
        }
        // The second solution would take long to find.
        session.solve(&Limits { conflicts: Some(0), ..Limits::default() }).expect("the solver works");
        (session.formula().variables(), session.formula().clauses().clone())
    };
    assert!(run(true) == run(false), "a limit left something behind");
}
