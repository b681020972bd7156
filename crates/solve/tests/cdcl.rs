//! The solver that shows its work: its verdicts are those of a real solver, and every step follows from the steps
//! before.

use std::collections::HashMap;

use jigsat_cnf::{Clauses, Lit, Var};
use jigsat_solve::{
    Limits, Solver, Stop, Verdict,
    cdcl::{self, Cdcl, Origin, Outcome, Step},
};
use proptest::prelude::*;

const VARIABLES: u32 = 8;

/// Random clauses of one to three literals; about half of such formulas have a model.
fn formulas() -> impl Strategy<Value = Vec<Vec<Lit>>> {
    let lit = (0..VARIABLES, any::<bool>()).prop_map(|(var, negated)| Var::new(var).lit(negated));
    let clause = prop_oneof![
        1 => proptest::collection::vec(lit.clone(), 1..=2),
        8 => proptest::collection::vec(lit, 3),
    ];
    proptest::collection::vec(clause, 10..45)
}

fn stored(formula: &[Vec<Lit>]) -> Clauses {
    let mut clauses = Clauses::default();
    for clause in formula {
        clauses.push(clause.iter().copied());
    }
    clauses
}

/// What every solver that is built in says.
fn is_satisfiable(formula: &[Vec<Lit>], assumptions: &[Lit]) -> bool {
    let verdict = |solver: &Solver| {
        let mut solver = solver.start().expect("it is built in");
        for clause in formula {
            solver.add(clause).unwrap();
        }
        solver.solve(assumptions, &Limits::default()).unwrap()
    };
    let verdicts: Vec<Verdict> = Solver::built_in().iter().map(verdict).collect();
    assert!(verdicts.windows(2).all(|pair| pair[0] == pair[1]), "{verdicts:?}");
    verdicts[0] == Verdict::Sat
}

/// Follows the steps with nothing but the formula, and asserts that each is right.
#[derive(Default)]
struct Reader {
    formula: Vec<Vec<Lit>>,
    learned: Vec<Vec<Lit>>,
    /// The true literals, with the level at which each became true.
    levels: HashMap<Lit, usize>,
    level: usize,
    /// The decisions, each with whether it is the second value that is tried.
    decisions: Vec<(Lit, bool)>,
    resolved: Vec<Lit>,
    is_over: bool,
    restarts: usize,
}

impl Reader {
    fn clause(&self, origin: Origin) -> &[Lit] {
        match origin {
            Origin::Formula(place) => &self.formula[place],
            Origin::Learned(number) => &self.learned[number],
        }
    }

    fn is_false(&self, lit: Lit) -> bool {
        self.levels.contains_key(&!lit)
    }

    fn is_open(&self, lit: Lit) -> bool {
        !self.is_false(lit) && !self.is_false(!lit)
    }

    fn set(&mut self, literal: Lit, level: usize) {
        assert!(self.is_open(literal));
        assert_eq!(level, self.level);
        self.levels.insert(literal, level);
    }

    /// The literals that are false because of decisions.
    fn counted(&self, clause: &[Lit]) -> Vec<Lit> {
        let mut counted: Vec<Lit> = clause.iter().copied().filter(|&lit| self.levels[&!lit] > 0).collect();
        counted.sort_unstable();
        counted.dedup();
        counted
    }

    fn read(&mut self, step: &Step) {
        assert!(!self.is_over);
        match step {
            &Step::Decide { literal, level } => {
                self.level += 1;
                self.set(literal, level);
                self.decisions.push((literal, false));
            }
            &Step::Imply { literal, level, by } => {
                let clause = self.clause(by);
                assert!(clause.contains(&literal));
                assert!(clause.iter().all(|&lit| lit == literal || self.is_false(lit)));
                self.set(literal, level);
            }
            &Step::Conflict { clause, level } => {
                assert_eq!(level, self.level);
                assert!(self.clause(clause).iter().all(|&lit| self.is_false(lit)));
                self.resolved = self.counted(self.clause(clause));
                self.is_over = level == 0 || self.decisions.iter().all(|&(_, is_flipped)| is_flipped);
            }
            Step::Resolve { on, with, clause } => {
                assert!(self.resolved.contains(&!*on) && self.clause(*with).contains(on));
                let others = self.clause(*with).iter().copied().filter(|lit| lit != on);
                let both: Vec<Lit> =
                    self.resolved.iter().copied().filter(|&lit| lit != !*on).chain(others).collect();
                self.resolved = self.counted(&both);
                assert_eq!(self.counted(clause), self.resolved);
            }
            Step::Learn { clause, back } => {
                assert_eq!(self.counted(clause), self.resolved);
                let levels: Vec<usize> = clause.iter().map(|&lit| self.levels[&!lit]).collect();
                assert_eq!(levels[0], self.level);
                assert!(levels.is_sorted_by(|one, other| one >= other) && levels.get(1) != Some(&self.level));
                assert_eq!(*back, levels.get(1).copied().unwrap_or(0));
                let negated: Vec<Lit> = clause.iter().map(|&lit| !lit).collect();
                assert!(!is_satisfiable(&self.formula, &negated), "{clause:?} is not implied");
                self.learned.push(clause.clone());
                self.back_to(*back);
            }
            &Step::Flip { literal, level } => {
                // The decision was the other value, and has not been flipped before.
                assert_eq!(self.levels.get(&!literal), Some(&level));
                assert_eq!(self.decisions.get(level - 1), Some(&(!literal, false)));
                assert!(self.decisions[level..].iter().all(|&(_, is_flipped)| is_flipped));
                self.back_to(level - 1);
                self.level = level;
                self.set(literal, level);
                self.decisions.push((literal, true));
            }
            &Step::Watch { clause, from, to } => {
                let clause = self.clause(clause);
                assert!(clause.contains(&from) && clause.contains(&to));
                assert!(self.is_false(from) && !self.is_false(to));
            }
            Step::Restart => {
                self.restarts += 1;
                self.back_to(0);
            }
        }
    }

    fn back_to(&mut self, level: usize) {
        self.levels.retain(|_, &mut of| of <= level);
        self.decisions.truncate(level);
        self.level = level;
    }
}

fn strategies() -> impl Strategy<Value = cdcl::Strategy> {
    let lit = (0..VARIABLES, any::<bool>()).prop_map(|(var, negated)| Var::new(var).lit(negated));
    let restart = prop_oneof![Just(None), (1..4_u64).prop_map(Some)];
    (proptest::collection::vec(lit, 0..4), any::<bool>(), restart, any::<bool>())
        .prop_map(|(decide, learns, restart, watches)| cdcl::Strategy { decide, learns, restart, watches })
}

proptest! {
    #[test]
    fn every_step_follows(formula in formulas(), strategy in strategies()) {
        let clauses = stored(&formula);
        let mut reader = Reader { formula: formula.clone(), ..Reader::default() };
        let mut first = None;
        let outcome = Cdcl::new(&clauses, VARIABLES).run(&strategy, &Limits::default(), &mut |step| {
            if let (None, &Step::Decide { literal, .. }) = (first, step) {
                first = Some((literal, strategy.decide.iter().copied().find(|&lit| reader.is_open(lit))));
            }
            reader.read(step);
            Ok(())
        });
        if let Some((decided, Some(named))) = first {
            prop_assert_eq!(decided, named);
        }
        match outcome {
            Outcome::Satisfiable(values) => {
                prop_assert!(formula.iter().all(|clause| clause.iter().any(|lit| values[lit.vidx()] != lit.is_neg())));
            }
            Outcome::Unsatisfiable => prop_assert!(reader.is_over && !is_satisfiable(&formula, &[])),
            Outcome::Stopped(stop) => prop_assert!(false, "{stop}"),
        }
    }
}

/// Five pigeons, four holes.
fn pigeons() -> Vec<Vec<Lit>> {
    let sits = |pigeon: u32, hole: u32| Var::new(4 * pigeon + hole).pos_lit();
    let mut formula: Vec<Vec<Lit>> =
        (0..5).map(|pigeon| (0..4).map(|hole| sits(pigeon, hole)).collect()).collect();
    for hole in 0..4 {
        for one in 0..5 {
            formula.extend((one + 1..5).map(|other| vec![!sits(one, hole), !sits(other, hole)]));
        }
    }
    formula
}

#[test]
fn the_next_restart_takes_twice_as_many_conflicts() {
    let formula = pigeons();
    let mut reader = Reader { formula: formula.clone(), ..Reader::default() };
    let (mut conflicts, mut at) = (0, Vec::new());
    let outcome = Cdcl::new(&stored(&formula), 20).run(
        &cdcl::Strategy { restart: Some(1), ..cdcl::Strategy::default() },
        &Limits::default(),
        &mut |step| {
            match step {
                Step::Learn { .. } => conflicts += 1,
                Step::Restart => at.push(conflicts),
                _ => {}
            }
            reader.read(step);
            Ok(())
        },
    );
    assert_eq!(outcome, Outcome::Unsatisfiable);
    let since = at.iter().scan(0, |last, &now| Some(now - std::mem::replace(last, now)));
    assert!(at.len() > 1 && since.enumerate().all(|(number, since)| since >= 1 << number), "{at:?}");
}

#[test]
fn limits_hold() {
    let clauses = stored(&pigeons());
    let mut learned = 0;
    let limits = Limits { conflicts: Some(2), ..Limits::default() };
    let outcome = Cdcl::new(&clauses, 20).run(&cdcl::Strategy::default(), &limits, &mut |step| {
        learned += u32::from(matches!(step, Step::Learn { .. }));
        Ok(())
    });
    assert_eq!((outcome, learned), (Outcome::Stopped(Stop::Conflicts), 2));

    let limits = Limits::default();
    limits.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let outcome = Cdcl::new(&clauses, 20).run(&cdcl::Strategy::default(), &limits, &mut |_| Ok(()));
    assert_eq!(outcome, Outcome::Stopped(Stop::Interrupted));
}

#[test]
fn who_hears_the_steps_may_stop_the_search() {
    let clauses = stored(&pigeons());
    for watches in [false, true] {
        let mut heard = 0;
        let strategy = cdcl::Strategy { watches, ..cdcl::Strategy::default() };
        let outcome = Cdcl::new(&clauses, 20).run(&strategy, &Limits::default(), &mut |_| {
            heard += 1;
            if heard < 7 { Ok(()) } else { Err(Stop::Steps) }
        });
        assert_eq!((outcome, heard), (Outcome::Stopped(Stop::Steps), 7));
    }
}

/// A long chain of implications is one propagation, and looks at the limits nonetheless.
#[test]
fn limits_hold_while_literals_are_propagated() {
    let length = 100_000;
    let mut clauses = jigsat_cnf::Clauses::default();
    for var in 0..length {
        clauses.push([Var::new(var).neg_lit(), Var::new(var + 1).pos_lit()]);
    }
    for watches in [false, true] {
        let looks = std::sync::Arc::new(std::sync::atomic::AtomicU32::new(0));
        let looked = std::sync::Arc::clone(&looks);
        let hook = jigsat_solve::Hook::new(move || {
            let is_enough = looked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) > 12;
            is_enough.then_some(Stop::Interrupted)
        });
        let limits = Limits { hook, ..Limits::default() };
        let mut implied = 0;
        let strategy = cdcl::Strategy { watches, ..cdcl::Strategy::default() };
        let outcome = Cdcl::new(&clauses, length + 1).run(&strategy, &limits, &mut |_| {
            implied += 1;
            Ok(())
        });
        assert_eq!(outcome, Outcome::Stopped(Stop::Interrupted));
        assert!(implied < length, "{implied}");
    }
}

/// Watching two literals finds the same contradiction with fewer looks at clauses.
#[test]
fn watched_literals_save_looks() {
    let formula = pigeons();
    let visits = |watches: bool| {
        let clauses = stored(&formula);
        let mut search = Cdcl::new(&clauses, 20);
        let strategy = cdcl::Strategy { watches, ..cdcl::Strategy::default() };
        assert_eq!(search.run(&strategy, &Limits::default(), &mut |_| Ok(())), Outcome::Unsatisfiable);
        search.visits()
    };
    assert!(visits(true) < visits(false), "{} {}", visits(true), visits(false));
}
