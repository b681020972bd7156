//! Every encoding, solver and engine against a breadth-first search that shares no code with them.

pub mod brute_force;
mod certificate;

use std::collections::{HashMap, HashSet, VecDeque};

use brute_force::{Oracle, State, levels};
use jigsat_cnf::Choice;
use jigsat_sokoban::{
    Encoding, Level, Objective, Plan, Sokoban, Unit, check,
    search::{Ask, Confirmed, Engine, Event, confirm, count, solve},
};
use jigsat_solve::{Answer, Limits, Solver};

fn lengths(objective: Objective, plan: &Plan) -> (u32, u32) {
    match objective {
        Objective::Pushes | Objective::None => (plan.push_count, 0),
        Objective::Moves => (plan.move_count, 0),
        Objective::MovesThenPushes => (plan.move_count, plan.push_count),
        Objective::PushesThenMoves => (plan.push_count, plan.move_count),
    }
}

/// Asks about levels; those that the oracle finds impossible are asked with a bound, so that formulas terminate.
fn agrees(levels: &[(Level, Oracle)], ask: &Ask, exhaustive: bool) {
    let (mut solved, mut none) = (0, 0);
    for (level, oracle) in levels {
        let expected = oracle.expected(ask.objective);
        let ask =
            Ask { most_steps: if exhaustive || expected.is_some() { None } else { Some(12) }, ..ask.clone() };
        let puzzle = Sokoban::new(level.clone());
        let outcome = solve(&puzzle, &ask, &Limits::default(), &mut |_| {}).unwrap();
        let what = format!("{}{ask:?}", level.to_xsb());
        match (&outcome.answer, expected) {
            (Answer::Solved(plan), Some(expected)) => {
                check(level, plan).unwrap();
                assert_eq!(lengths(ask.objective, plan), expected, "{what}");
                assert_eq!(plan.proven, Some(ask.objective), "{what}");
                solved += 1;
            }
            (Answer::Impossible(_), None) => none += 1,
            (answer, expected) => panic!("{answer:?} where the oracle says {expected:?}\n{what}"),
        }
    }
    assert!(solved >= levels.len() / 2 && none > 0, "{solved} solved, {none} impossible");
}

fn ask(objective: Objective, encoding: Option<Encoding>, engine: Engine, solver: &Solver) -> Ask {
    Ask { objective, encoding, engine, solver: Some(solver.clone()), ..Ask::default() }
}

#[test]
fn pushes_on_300_levels_with_every_solver() {
    let levels = levels(300, 60);
    for solver in Solver::built_in() {
        agrees(&levels, &ask(Objective::Pushes, Some(Encoding::Pushes), Engine::Sat, solver), false);
    }
}

#[test]
fn moves_on_300_levels_with_every_solver() {
    let levels = levels(300, 25);
    for solver in Solver::built_in() {
        agrees(&levels, &ask(Objective::Moves, Some(Encoding::Moves), Engine::Sat, solver), false);
    }
}

#[test]
fn labelled_on_300_small_levels_with_every_solver() {
    let levels = levels(300, 12);
    for solver in Solver::built_in() {
        agrees(&levels, &ask(Objective::Moves, Some(Encoding::Labelled), Engine::Sat, solver), false);
    }
}

#[test]
fn states_on_300_levels_for_every_objective() {
    let levels = levels(300, 60);
    for &objective in Objective::ALL.iter().filter(|&&objective| objective != Objective::None) {
        agrees(&levels, &ask(objective, None, Engine::States, &Solver::default()), true);
        agrees(&levels[..100], &Ask { objective, ..Ask::default() }, true);
    }
}

#[test]
fn second_objectives_by_formulas() {
    let levels = levels(100, 25);
    for (objective, encoding) in
        [(Objective::PushesThenMoves, Encoding::Pushes), (Objective::MovesThenPushes, Encoding::Moves)]
    {
        agrees(&levels, &ask(objective, Some(encoding), Engine::Sat, &Solver::default()), false);
    }
}

#[test]
fn lines_find_a_plan_wherever_there_is_one() {
    for (level, oracle) in levels(300, 60) {
        let solvable = oracle.expected(Objective::Pushes).is_some();
        let encoding = Some(Encoding::Lines);
        let most_steps = (!solvable).then_some(6);
        let ask =
            Ask { objective: Objective::None, encoding, engine: Engine::Sat, most_steps, ..Ask::default() };
        let puzzle = Sokoban::new(level.clone());
        let outcome = solve(&puzzle, &ask, &Limits::default(), &mut |_| {}).unwrap();
        match outcome.answer {
            Answer::Solved(plan) => {
                check(&level, &plan).unwrap();
                assert_eq!(plan.proven, None);
            }
            Answer::Impossible(_) => assert!(!solvable, "{}", level.to_xsb()),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn the_least_number_of_lines() {
    for (level, _) in levels(100, 30) {
        let fewest = fewest_lines(&level);
        let ask = Ask {
            objective: Objective::None,
            encoding: Some(Encoding::Lines),
            engine: Engine::Sat,
            most_steps: Some(fewest.unwrap_or(5)),
            ..Ask::default()
        };
        let outcome = solve(&Sokoban::new(level.clone()), &ask, &Limits::default(), &mut |_| {}).unwrap();
        match (outcome.answer, fewest) {
            (Answer::Solved(plan), Some(fewest)) => {
                assert_eq!(plan.lower_bound, Some(fewest), "{}", level.to_xsb());
            }
            (Answer::Impossible(_), None) => {}
            (answer, fewest) => panic!("{answer:?} where {fewest:?} lines are needed\n{}", level.to_xsb()),
        }
    }
}

/// The least number of straight pushes, found state by state.
fn fewest_lines(level: &Level) -> Option<u32> {
    let oracle = Oracle::new(level);
    let mut seen: HashMap<State, u32> = HashMap::from([(oracle.start.clone(), 0)]);
    let mut queue = VecDeque::from([oracle.start.clone()]);
    while let Some(state) = queue.pop_front() {
        let lines = seen[&state];
        if oracle.is_solved(&state) {
            return Some(lines);
        }
        let mut walk = vec![state.clone()];
        let mut walked = HashSet::from([state.0]);
        while let Some(here) = walk.pop() {
            for (mut after, pushes) in oracle.next(&here) {
                if !pushes {
                    if walked.insert(after.0) {
                        walk.push(after);
                    }
                    continue;
                }
                let step = after.0.cast_signed() - here.0.cast_signed();
                loop {
                    if !seen.contains_key(&after) {
                        seen.insert(after.clone(), lines + 1);
                        queue.push_back(after.clone());
                    }
                    let ahead = after.0.wrapping_add_signed(step);
                    let on =
                        oracle.next(&after).into_iter().find(|(next, pushes)| *pushes && next.0 == ahead);
                    match on {
                        Some((next, _)) => after = next,
                        None => break,
                    }
                }
            }
        }
    }
    None
}

#[test]
fn counts_of_shortest_plans() {
    for (level, oracle) in levels(100, 14) {
        let puzzle = Sokoban::new(level.clone());
        let moves =
            oracle.expected(Objective::Moves).map_or((0, 0), |(length, _)| (length, oracle.plans(length)));
        assert_eq!(
            count(&puzzle, true, &Limits::default()),
            Ok(Some((moves.0, moves.1.into()))),
            "{}",
            level.to_xsb()
        );
        let pushes = oracle.expected(Objective::Pushes);
        let pushes = pushes.map_or((0, 0), |(length, _)| (length, oracle.push_plans(length)));
        assert_eq!(count(&puzzle, false, &Limits::default()), Ok(Some((pushes.0, pushes.1.into()))));
    }
}

#[test]
fn any_plan_by_every_engine() {
    for (level, oracle) in levels(300, 60) {
        let solvable = oracle.expected(Objective::Pushes).is_some();
        for engine in [Engine::Auto, Engine::States] {
            let ask = Ask { objective: Objective::None, engine, ..Ask::default() };
            let outcome = solve(&Sokoban::new(level.clone()), &ask, &Limits::default(), &mut |_| {}).unwrap();
            match outcome.answer {
                Answer::Solved(plan) => {
                    check(&level, &plan).unwrap();
                    assert_eq!(plan.proven, None);
                }
                Answer::Impossible(_) => assert!(!solvable, "{}", level.to_xsb()),
                other => panic!("{other:?}"),
            }
        }
    }
}

#[test]
fn states_within_a_number_of_steps() {
    for (level, oracle) in levels(100, 60) {
        let Some((least, _)) = oracle.expected(Objective::Pushes) else { continue };
        for most in [least.saturating_sub(1), least] {
            for objective in [Objective::Pushes, Objective::None] {
                let most_steps = Some(most);
                let ask = Ask { objective, engine: Engine::States, most_steps, ..Ask::default() };
                let outcome =
                    solve(&Sokoban::new(level.clone()), &ask, &Limits::default(), &mut |_| {}).unwrap();
                let fits = matches!(&outcome.answer, Answer::Solved(plan) if plan.push_count == least);
                let none = matches!(outcome.answer, Answer::Impossible(_));
                assert!(if most < least { none } else { fits }, "{}{outcome:?}", level.to_xsb());
                assert_eq!(outcome.none_within, none.then_some(most));
            }
        }
    }
}

#[test]
fn optima_of_states_are_confirmed_and_others_are_not() {
    let (mut best, mut others) = (0, 0);
    for (level, oracle) in levels(40, 18) {
        for (unit, objective) in [(Unit::Pushes, Objective::Pushes), (Unit::Moves, Objective::Moves)] {
            let puzzle = Sokoban::new(level.clone());
            let ask = Ask { objective, engine: Engine::States, ..Ask::default() };
            let outcome = solve(&puzzle, &ask, &Limits::default(), &mut |_| {}).unwrap();
            let Answer::Solved(plan) = outcome.answer else { continue };
            let confirmed = confirm(&puzzle, &plan, unit, None, &Limits::default(), &mut |_| {}).unwrap();
            assert!(matches!(confirmed, Confirmed::Best { .. }), "{confirmed:?}");
            best += 1;
            // Some plan that is optimal in the other measure.
            let other = if unit == Unit::Pushes { Objective::Moves } else { Objective::Pushes };
            let ask = Ask { objective: other, engine: Engine::States, ..Ask::default() };
            let outcome = solve(&puzzle, &ask, &Limits::default(), &mut |_| {}).unwrap();
            let plan = outcome.answer.solution().unwrap();
            let length = lengths(objective, &plan).0;
            let least = oracle.expected(objective).unwrap().0;
            match confirm(&puzzle, &plan, unit, None, &Limits::default(), &mut |_| {}).unwrap() {
                Confirmed::Best { .. } => assert_eq!(length, least),
                Confirmed::Shorter(plan) => {
                    check(&level, &plan).unwrap();
                    assert!(lengths(objective, &plan).0 < length);
                    others += 1;
                }
                Confirmed::Open { .. } => panic!("there is no limit"),
            }
        }
    }
    assert!(best > 30 && others > 2, "{best} {others}");
}

/// No engine finds the fewest moves immediately.
const HARD: &str = "
      #######
      #     #
      #  $  #
#######  #  ##
#  $       . #
# $ $ $  $...#
#      #$*...#
########@$.**#
       #######
";

#[test]
fn at_a_limit_there_is_the_best_plan_and_the_bound() {
    let source = jigsat_input::Source::new("hard", HARD);
    let level = jigsat_sokoban::parse_one(&source).unwrap();
    for engine in [Engine::Auto, Engine::States] {
        let deadline = Some(std::time::Instant::now() + std::time::Duration::from_secs(20));
        let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        let limits = Limits { deadline, stop: stop.clone(), ..Limits::default() };
        let (mut plans, mut bounds) = (Vec::new(), Vec::new());
        let ask = Ask { objective: Objective::Moves, engine, ..Ask::default() };
        let mut observer = |event: Event<'_>| match event {
            Event::Plan(plan) => {
                check(&level, plan).unwrap();
                plans.push(plan.move_count);
                stop.store(true, std::sync::atomic::Ordering::Relaxed);
            }
            Event::LowerBound(bound) => bounds.push(bound),
            _ => {}
        };
        let outcome = solve(&Sokoban::new(level.clone()), &ask, &limits, &mut observer).unwrap();
        let Answer::Solved(plan) = outcome.answer else { panic!("{outcome:?}") };
        assert_eq!(plan.proven, None);
        assert_eq!(plans.last(), Some(&plan.move_count));
        assert_eq!(plan.lower_bound, bounds.last().copied());
        assert_eq!(outcome.lower_bound, plan.lower_bound);
        assert!(plan.lower_bound > Some(30) && plan.lower_bound < Some(plan.move_count), "{plan:?}");
        let told = outcome.left_open.expect("the optimum is open");
        let bound = plan.lower_bound.expect("it was told above");
        assert!(told.ends_with(&format!("; no plan has fewer than {bound} moves")), "{told}");
    }
}

#[test]
fn with_little_memory_there_is_the_best_plan_and_the_bound() {
    let source = jigsat_input::Source::new("hard", HARD);
    let level = jigsat_sokoban::parse_one(&source).unwrap();
    let limits = Limits { memory_bytes: Some(8 << 20), ..Limits::default() };
    let ask = Ask { objective: Objective::Moves, engine: Engine::States, ..Ask::default() };
    let outcome = solve(&Sokoban::new(level.clone()), &ask, &limits, &mut |_| {}).unwrap();
    let Answer::Solved(plan) = outcome.answer else { panic!("{outcome:?}") };
    check(&level, &plan).unwrap();
    assert_eq!((plan.proven, plan.lower_bound), (None, outcome.lower_bound));
    assert!(plan.lower_bound.is_some(), "{plan:?}");
    let told = outcome.left_open.expect("the optimum is open");
    assert!(told.ends_with("there are more states than fit into the memory for them"), "{told}");
}
