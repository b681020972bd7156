//! Every solver gives up when told to, and only then.

use std::{
    sync::atomic::Ordering,
    thread,
    time::{Duration, Instant},
};

use jigsat_cnf::Var;
use jigsat_solve::{Limits, Permuted, Sat, Solver, Stop, Verdict};

use crate::formulas::{Formula, add_all, lit, lits, pigeonhole};

type Start = fn() -> Box<dyn Sat>;

every_solver! {
    conflicts_are_counted_anew_for_each_solve
    no_conflicts_at_all
    huge_limit
    deadline
    deadline_already_passed
    stop_before
    stop_during
    stop_after
}

/// Maximum overrun of a limit, however busy the machine.
const SLACK: Duration = Duration::from_secs(5);

/// No solver refutes this within hours.
fn hard() -> Formula {
    pigeonhole(14, None)
}

fn conflict_limit(conflicts: u64) -> Limits {
    Limits { conflicts: Some(conflicts), ..Limits::default() }
}

fn conflicts_are_counted_anew_for_each_solve(start: Start) {
    let relief = lit(1000);
    let mut solver = start();
    add_all(&mut *solver, &pigeonhole(14, Some(relief)));
    let mut before = 0;
    for _ in 0..3 {
        assert_eq!(
            solver.solve(&[!relief], &conflict_limit(500)).unwrap(),
            Verdict::Stopped(Stop::Conflicts)
        );
        let conflicts = solver.stats().conflicts;
        assert!((450..5000).contains(&(conflicts - before)), "{before} to {conflicts}");
        before = conflicts;
    }
    assert!(!solver.spent());
    assert_eq!(solver.solve(&[relief], &Limits::default()).unwrap(), Verdict::Sat);
}

fn no_conflicts_at_all(start: Start) {
    let mut solver = start();
    add_all(&mut *solver, &hard());
    assert_eq!(solver.solve(&[], &conflict_limit(0)).unwrap(), Verdict::Stopped(Stop::Conflicts));
    assert!(!solver.spent());
}

fn huge_limit(start: Start) {
    let mut solver = start();
    add_all(&mut *solver, &pigeonhole(6, None));
    let far = Instant::now().checked_add(Duration::from_secs(1 << 40));
    let limits = Limits { conflicts: Some(u64::MAX), deadline: far, ..Limits::default() };
    assert_eq!(solver.solve(&[], &limits).unwrap(), Verdict::Unsat);
}

fn deadline(start: Start) {
    let mut solver = start();
    add_all(&mut *solver, &hard());
    let begin = Instant::now();
    let limits = Limits { deadline: Some(begin + Duration::from_millis(100)), ..Limits::default() };
    assert_eq!(solver.solve(&[], &limits).unwrap(), Verdict::Stopped(Stop::Timeout));
    assert!((Duration::from_millis(100)..SLACK).contains(&begin.elapsed()), "{:?}", begin.elapsed());
    check_afterwards(&mut *solver, start, Stop::Timeout);
}

fn deadline_already_passed(start: Start) {
    let mut solver = start();
    add_all(&mut *solver, &[lits(&[1])]);
    let limits = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    assert_eq!(solver.solve(&[], &limits).unwrap(), Verdict::Stopped(Stop::Timeout));
    assert!(!solver.spent());
    assert_eq!(solver.solve(&[], &Limits::default()).unwrap(), Verdict::Sat);
}

fn stop_before(start: Start) {
    let limits = Limits::default();
    let mut solver = start();
    add_all(&mut *solver, &[lits(&[1, 2])]);
    assert_eq!(solver.solve(&[], &limits).unwrap(), Verdict::Sat);
    limits.stop.store(true, Ordering::Relaxed);
    assert_eq!(solver.solve(&[], &limits).unwrap(), Verdict::Stopped(Stop::Interrupted));
    assert!(!solver.spent());
    assert!(!solver.value(lit(1).var()) && !solver.value(lit(2).var()), "there is no model now");
    limits.stop.store(false, Ordering::Relaxed);
    assert_eq!(solver.solve(&[], &limits).unwrap(), Verdict::Sat);
}

fn stop_during(start: Start) {
    let limits = Limits::default();
    let mut solver = start();
    add_all(&mut *solver, &hard());
    let begin = Instant::now();
    let verdict = thread::scope(|scope| {
        // Not a clone of the flag: anyone who sees the limits may set it.
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(100));
            limits.stop.store(true, Ordering::Relaxed);
        });
        solver.solve(&[], &limits).unwrap()
    });
    assert_eq!(verdict, Verdict::Stopped(Stop::Interrupted));
    assert!(begin.elapsed() < SLACK, "{:?}", begin.elapsed());
    check_afterwards(&mut *solver, start, Stop::Interrupted);
}

/// A spent solver keeps saying so; the others continue.
fn check_afterwards(solver: &mut dyn Sat, start: Start, stop: Stop) {
    if solver.spent() {
        assert_eq!(solver.solve(&[], &Limits::default()).unwrap(), Verdict::Stopped(stop));
        let mut fresh = start();
        add_all(&mut *fresh, &pigeonhole(4, None));
        assert_eq!(fresh.solve(&[], &Limits::default()).unwrap(), Verdict::Unsat);
    } else {
        let conflicts = solver.stats().conflicts;
        let verdict = solver.solve(&[], &conflict_limit(100)).unwrap();
        assert_eq!(verdict, Verdict::Stopped(Stop::Conflicts));
        assert!(solver.stats().conflicts > conflicts);
    }
}

/// The limits of one call don't affect the next.
fn stop_after(start: Start) {
    let limits = Limits { deadline: Some(Instant::now() + Duration::from_secs(60)), ..Limits::default() };
    let mut solver = start();
    add_all(&mut *solver, &[lits(&[1, 2])]);
    assert_eq!(solver.solve(&[], &limits).unwrap(), Verdict::Sat);
    limits.stop.store(true, Ordering::Relaxed);
    thread::sleep(Duration::from_millis(20));
    assert!(!solver.spent());
    assert_eq!(solver.solve(&[lit(-1)], &Limits::default()).unwrap(), Verdict::Sat);
    assert!(solver.value(lit(2).var()));
}

/// A search without conflicts, much longer than its deadline. Not for Glucose, which checks its limits only when it
/// restarts, and so never here.
#[test]
fn search_without_conflicts() {
    for name in Solver::built_in().iter().filter(|name| **name != Solver::Glucose) {
        let mut solver = name.start().unwrap();
        let vars = 1_500_000;
        solver.reserve(vars).unwrap();
        for var in (0..vars).step_by(2) {
            solver.add(&[Var::new(var).pos_lit(), Var::new(var + 1).pos_lit()]).unwrap();
        }
        let begin = Instant::now();
        let limits = Limits { deadline: Some(begin + Duration::from_millis(5)), ..Limits::default() };
        let verdict = solver.solve(&[], &limits).unwrap();
        assert_eq!(verdict, Verdict::Stopped(Stop::Timeout), "{name}");
        assert!(begin.elapsed() < SLACK, "{name} {:?}", begin.elapsed());
        assert_eq!(solver.stats().conflicts, 0, "{name}");
    }
}

#[test]
fn many_solvers_at_once() {
    thread::scope(|scope| {
        for index in 0..16_u64 {
            scope.spawn(move || {
                for name in Solver::built_in() {
                    let mut solver = name.start().unwrap();
                    add_all(&mut *solver, &hard());
                    let wait = Duration::from_millis(20 + 7 * index);
                    let limits = Limits { deadline: Some(Instant::now() + wait), ..Limits::default() };
                    assert_eq!(
                        solver.solve(&[], &limits).unwrap(),
                        Verdict::Stopped(Stop::Timeout),
                        "{name}"
                    );
                    let mut other = name.start().unwrap();
                    add_all(&mut *other, &pigeonhole(4, None));
                    assert_eq!(other.solve(&[], &Limits::default()).unwrap(), Verdict::Unsat, "{name}");
                }
            });
        }
    });
}

#[test]
fn permuted_is_spent_with_its_solver() {
    let mut solver = Permuted::new(Solver::default().start().unwrap(), 1);
    add_all(&mut solver, &hard());
    let limits = Limits { deadline: Some(Instant::now() + Duration::from_millis(20)), ..Limits::default() };
    assert_eq!(solver.solve(&[], &limits).unwrap(), Verdict::Stopped(Stop::Timeout));
    assert_eq!(solver.spent(), cfg!(feature = "minisat"));
}
