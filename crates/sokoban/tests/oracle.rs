//! Every encoding, solver and engine against a breadth-first search that shares no code with them.

use std::collections::{HashMap, HashSet, VecDeque};

use jigsat_cnf::Choice;
use jigsat_grid::{Cell, Size};
use jigsat_sokoban::{
    Encoding, Level, Objective, Plan, Sokoban, Square, Unit, check,
    search::{Ask, Confirmed, Engine, Event, confirm, count, solve},
};
use jigsat_solve::{Answer, Limits, Solver};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The player and the boxes, by place in the drawing.
type State = (usize, Vec<usize>);

/// A level in the form of the oracle: characters in rows.
struct Oracle {
    walls: Vec<bool>,
    goals: Vec<bool>,
    cols: usize,
    start: State,
}

impl Oracle {
    fn new(level: &Level) -> Oracle {
        let cols = usize::from(level.size.cols);
        let boxes = (0..level.squares.len()).filter(|&place| level.squares[place].has_box()).collect();
        Oracle {
            walls: level.squares.iter().map(|&square| square == Square::Wall).collect(),
            goals: level.squares.iter().map(|square| square.is_goal()).collect(),
            cols,
            start: (usize::from(level.player.row) * cols + usize::from(level.player.col), boxes),
        }
    }

    fn is_solved(&self, state: &State) -> bool {
        state.1.iter().all(|&place| self.goals[place])
    }

    /// The states after each of the possible moves, and whether the move pushes.
    fn next(&self, (player, boxes): &State) -> Vec<(State, bool)> {
        let mut found = Vec::new();
        for step in [-self.cols.cast_signed(), 1, self.cols.cast_signed(), -1] {
            let to = player.wrapping_add_signed(step);
            if self.walls[to] {
                continue;
            }
            let Some(pushed) = boxes.iter().position(|&place| place == to) else {
                found.push(((to, boxes.clone()), false));
                continue;
            };
            let beyond = to.wrapping_add_signed(step);
            if !self.walls[beyond] && !boxes.contains(&beyond) {
                let mut boxes = boxes.clone();
                boxes[pushed] = beyond;
                boxes.sort_unstable();
                found.push(((to, boxes), true));
            }
        }
        found
    }

    /// The minimum of one measure, and among those plans the minimum of another.
    fn least(&self, cost: impl Fn(bool) -> (u32, u32)) -> Option<(u32, u32)> {
        let mut best: HashMap<State, (u32, u32)> = HashMap::from([(self.start.clone(), (0, 0))]);
        let mut queue = VecDeque::from([self.start.clone()]);
        // Every state is visited again whenever it became cheaper: slow, and obviously right.
        while let Some(state) = queue.pop_front() {
            let spent = best[&state];
            for (next, pushes) in self.next(&state) {
                let more = cost(pushes);
                let total = (spent.0 + more.0, spent.1 + more.1);
                if best.get(&next).is_none_or(|&known| total < known) {
                    best.insert(next.clone(), total);
                    queue.push_back(next);
                }
            }
        }
        best.iter().filter(|(state, _)| self.is_solved(state)).map(|(_, &cost)| cost).min()
    }

    fn expected(&self, objective: Objective) -> Option<(u32, u32)> {
        self.least(|pushes| {
            let push = u32::from(pushes);
            match objective {
                Objective::Pushes | Objective::None => (push, 0),
                Objective::Moves => (1, 0),
                Objective::MovesThenPushes => (1, push),
                Objective::PushesThenMoves => (push, 1),
            }
        })
    }

    /// All sequences of moves of this length that end with every box on a goal.
    fn plans(&self, length: u32) -> u64 {
        let mut layer: HashMap<State, u64> = HashMap::from([(self.start.clone(), 1)]);
        for _ in 0..length {
            let mut next = HashMap::new();
            for (state, ways) in layer {
                for (after, _) in self.next(&state) {
                    *next.entry(after).or_insert(0) += ways;
                }
            }
            layer = next;
        }
        layer.iter().filter(|(state, _)| self.is_solved(state)).map(|(_, ways)| ways).sum()
    }

    /// All sequences of pushes of this length that end with every box on a goal.
    fn push_plans(&self, length: u32) -> u64 {
        let mut sequences: HashSet<Vec<(usize, usize)>> = HashSet::new();
        let mut queue = vec![(self.start.clone(), Vec::new())];
        while let Some((state, pushed)) = queue.pop() {
            if pushed.len() == length as usize {
                if self.is_solved(&state) {
                    sequences.insert(pushed);
                }
                continue;
            }
            let mut seen = HashSet::from([state.0]);
            let mut walk = vec![state.0];
            while let Some(player) = walk.pop() {
                for (after, pushes) in self.next(&(player, state.1.clone())) {
                    if pushes {
                        let mut pushed = pushed.clone();
                        pushed.push((player, after.0));
                        queue.push((after, pushed));
                    } else if seen.insert(after.0) {
                        walk.push(after.0);
                    }
                }
            }
        }
        sequences.len() as u64
    }
}

fn random_level(rng: &mut ChaCha8Rng, rows: u16, cols: u16, boxes: usize) -> Option<Level> {
    let size = Size::new(rows, cols);
    let mut squares: Vec<Square> = size
        .cells()
        .map(|cell| {
            let inner = size.neighbours(cell).count() == 4;
            if inner && rng.random_range(0..100) >= 18 { Square::Floor } else { Square::Wall }
        })
        .collect();
    let mut take = |rng: &mut ChaCha8Rng, wanted: fn(Square) -> Option<Square>| -> Option<usize> {
        let fit: Vec<usize> = (0..squares.len()).filter(|&place| wanted(squares[place]).is_some()).collect();
        let place = *fit.get(rng.random_range(0..fit.len().max(1)))?;
        squares[place] = wanted(squares[place])?;
        Some(place)
    };
    let goals = boxes + usize::from(rng.random_range(0..4) == 0);
    for _ in 0..goals {
        take(rng, |square| (square == Square::Floor).then_some(Square::Goal))?;
    }
    for _ in 0..boxes {
        take(rng, |square| match square {
            Square::Floor => Some(Square::Box),
            Square::Goal => Some(Square::BoxOnGoal),
            _ => None,
        })?;
    }
    let player = take(rng, |square| matches!(square, Square::Floor | Square::Goal).then_some(square))?;
    let player = Cell::new((player / usize::from(cols)) as u16, (player % usize::from(cols)) as u16);
    let level = Level { size, squares, player, title: String::new(), notes: vec![], stored: vec![] };
    level.validate().is_ok().then_some(level)
}

/// Levels with one to three boxes, most of them solvable, some with a spare goal.
fn levels(count: usize, longest: u32) -> Vec<(Level, Oracle)> {
    let mut rng = ChaCha8Rng::seed_from_u64(20_26);
    let mut found = Vec::new();
    let mut impossible = 0;
    while found.len() < count {
        let (rows, cols) = (rng.random_range(4..=6), rng.random_range(5..=7));
        let boxes = rng.random_range(1..=3);
        let Some(level) = random_level(&mut rng, rows, cols, boxes) else { continue };
        let oracle = Oracle::new(&level);
        let moves = oracle.expected(Objective::Moves);
        // One in ten may be impossible, and few are solved at the start.
        let keep = match moves {
            Some((0, _)) => rng.random_range(0..20) == 0,
            Some((moves, _)) => moves <= longest,
            None => impossible * 10 < found.len(),
        };
        if keep {
            impossible += usize::from(moves.is_none());
            found.push((level, oracle));
        }
    }
    found
}

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
