//! A plan in words: what each push is for, and why no plan is shorter.

use std::{cmp::Ordering, collections::BTreeMap};

use jigsat_cnf::rarely;
use jigsat_grid::{Cell, Direction};
use jigsat_input::counted;
use jigsat_kit::{Account, Act, Because, Error, Question, Run};
use jigsat_solve::{Answer, Solution};

use super::{
    SokobanFamily,
    engines::{ask, outcome},
};
use crate::{
    Encoding, Game, Objective, Plan, Sokoban,
    check::play,
    purpose::{Deadlock, Purpose, Stretch, stretches},
    puzzle::Analysis,
    relaxed::{NEVER, cheapest},
    search,
};

/// Maximum number of other pushes that a sentence lists.
const LISTED: usize = 4;

/// The account of the plan from where the moves that are already played lead.
pub(super) fn account(
    puzzle: &Sokoban,
    question: &Question<SokobanFamily>,
    played: Option<&Plan>,
    run: &Run<'_>,
) -> Result<Account, Error> {
    let moves = played.map_or("", |plan| &plan.moves);
    let game = play(&puzzle.level, &Plan::new(moves.into()))
        .map_err(|violation| Error::request(violation.to_string()))?;
    // Letters that are all small or all capitals become those of the moves and pushes.
    let moves = game.moves().to_owned();
    let rest = if moves.is_empty() { puzzle.clone() } else { Sokoban::new(game.position()) };
    let ask = ask(question, question.options.most_steps());
    let found = search::solve(&rest, &ask, run.limits, &mut |_| {})?;
    let mut bounds = Vec::new();
    let mut acts = Vec::new();
    let summary = match &found.answer {
        Answer::Solved(plan) => {
            bounds = why_not_shorter(&rest, plan, &found, ask.objective);
            acts = acts_of(&rest, plan, &moves);
            let how = if moves.is_empty() { "solved by" } else { "it can be completed by" };
            format!("{how} {}", plan.summary())
        }
        Answer::Impossible(_) => match (&found.reason, found.none_within) {
            (Some(reason), _) => format!("impossible: {reason}"),
            (None, Some(most)) => format!("no plan has {most} {} or fewer", unit(ask.objective)),
            (None, None) => {
                bounds.push(because("search", every_state(found.states, &found.by.engine), Vec::new()));
                "impossible: no plan solves it".into()
            }
        },
        Answer::Unknown(stop) => format!("unknown: {stop}"),
        Answer::Refused { violation, .. } => format!("the plan of this formula is illegal: {violation}"),
    };
    let mut outcome = outcome(found);
    if let Answer::Solved(plan) = &outcome.first
        && !moves.is_empty()
    {
        let whole = Plan::new(moves + &plan.moves);
        outcome.first = jigsat_solve::Checked::by(puzzle, whole)
            .map(Answer::Solved)
            .map_err(|violation| jigsat_solve::Error::Refused { violation, by: outcome.by.clone() })?;
    }
    Ok(Account { outcome: outcome.erased(), summary, bounds, acts })
}

fn because(rule: &'static str, sentence: String, cells: Vec<Cell>) -> Because {
    Because { rule, sentence, cells }
}

fn unit(objective: Objective) -> &'static str {
    match objective {
        Objective::Moves | Objective::MovesThenPushes => "moves",
        Objective::Pushes | Objective::PushesThenMoves | Objective::None => "pushes",
    }
}

fn every_state(states: usize, engine: &str) -> String {
    match states {
        0 => format!("engine '{engine}' excluded every plan"),
        1 => "no push is possible that may belong to a plan".into(),
        _ => format!(
            "a search of {states} positions found all that matter, and none of them leads to a solved one"
        ),
    }
}

/// The cell of a number of the analysis.
fn cell(a: &Analysis, number: u16) -> Cell {
    a.board.cells[usize::from(number)]
}

/// Why no plan is shorter than what is proved: the cheapest assignment of boxes to goals, what no plan does, and the
/// search for what is left.
fn why_not_shorter(
    puzzle: &Sokoban,
    plan: &Plan,
    found: &search::Outcome,
    objective: Objective,
) -> Vec<Because> {
    let a = puzzle.analysis();
    let mut told = Vec::new();
    let Some((pushes, assigned)) = cheapest(a.relaxed.table(), a.board.goals.len()) else { return told };
    if pushes == 0 {
        return told;
    }
    let mut cells = Vec::new();
    let mut ways = Vec::new();
    for (place, &goal) in assigned.iter().enumerate() {
        let far = a.relaxed.table()[place][goal];
        let (from, to) = (cell(a, a.board.boxes[place]), cell(a, a.board.goals[goal]));
        if far > 0 {
            ways.push(format!("{from} to {to} ({far})"));
            cells.extend([from, to]);
        }
    }
    let needed = in_pushes(pushes);
    let sentence = match &ways[..] {
        [way] => format!("even with no other box in its way, a box needs {needed} to a goal: {way}"),
        ways => format!(
            "even if no box were in another's way, the boxes need at least {needed} to goals of their own: {}",
            ways.join(", ")
        ),
    };
    told.push(because("assignment", sentence, cells));
    if objective == Objective::None {
        return told;
    }
    let by_moves = unit(objective) == "moves";
    let encoding = if by_moves { Encoding::Moves } else { Encoding::Pushes };
    let at_first_sight = puzzle.lower_bound(encoding).unwrap_or(pushes);
    if at_first_sight > pushes {
        let walk = counted((at_first_sight - pushes) as usize, "move");
        told.push(because(
            "walk",
            format!("the first push takes a walk of at least {walk} before it"),
            Vec::new(),
        ));
    }
    let proved = found.lower_bound.unwrap_or(at_first_sight);
    let length = if by_moves { plan.move_count } else { plan.push_count };
    if proved > at_first_sight {
        let dead: Vec<Cell> = dead_squares(a);
        if let Some(example) = dead.first() {
            let squares = counted(dead.len(), "square");
            let sentence = format!(
                "no plan pushes a box onto {squares}, such as {example}, from where it can't get to any goal"
            );
            told.push(because("dead", sentence, dead));
        }
        if !by_moves && a.has_parity() {
            let parity = if pushes % 2 == 0 { "even" } else { "odd" };
            let sentence = format!(
                "each push changes the colour of the box's square, as on a chessboard, and every goal gets a box, so every plan has an {parity} number of pushes"
            );
            told.push(because("parity", sentence, Vec::new()));
        }
        told.push(because("search", searched(found, proved, unit(objective)), Vec::new()));
    }
    if plan.proven.is_some() && length == at_first_sight {
        let sentence = format!("this plan has exactly that many {}", unit(objective));
        told.push(because("reached", sentence, Vec::new()));
    }
    told
}

/// The search that excluded shorter plans, in words.
fn searched(found: &search::Outcome, bound: u32, unit: &str) -> String {
    let states = counted(found.states, "position");
    match (found.by.engine.as_ref(), found.states) {
        ("states", _) => format!("a search of {states} found no plan with fewer than {bound} {unit}"),
        (_, 0) => format!("the formulas for fewer than {bound} {unit} have no solution"),
        _ => format!("a search of {states} and formulas found no plan with fewer than {bound} {unit}"),
    }
}

/// The squares to which a box can be pushed, but not from there to any goal.
fn dead_squares(a: &Analysis) -> Vec<Cell> {
    let is_dead = |number: &u16| {
        let states = a.board.around(*number).map(|player| a.relaxed.state_of(*number, player));
        let comes_to = |state: &usize| a.relaxed.earliest(*state) != NEVER;
        states.clone().any(|state| comes_to(&state))
            && states.filter(comes_to).all(|state| a.relaxed.to_any_goal(state) == NEVER)
    };
    (0..a.board.len() as u16).filter(is_dead).map(|number| cell(a, number)).collect()
}

/// The parts of a plan, after moves that were played before.
fn acts_of(puzzle: &Sokoban, plan: &Plan, played: &str) -> Vec<Act> {
    let (level, a) = (&puzzle.level, puzzle.analysis());
    let numbers: BTreeMap<Cell, u16> = rarely::map(a.board.cells.iter().copied().zip(0..));
    let is_lost = |cell: Cell, player: Cell| match (numbers.get(&cell), numbers.get(&player)) {
        (Some(&cell), Some(&player)) => a.relaxed.to_any_goal(a.relaxed.state_of(cell, player)) == NEVER,
        _ => false,
    };
    let mut walked = 0;
    let mut game = Game::new(level);
    let stretches = stretches(level, plan, &is_lost);
    let acts = stretches.iter().map(|stretch| {
        let before = Solution::of(Plan::new(format!("{played}{}", &plan.moves[..walked])));
        let stand = stand_of(&mut game, plan, stretch);
        walked = stretch.last;
        Act {
            does: does(stretch),
            first: first(stretch, stand),
            because: stretch.purposes.iter().map(|purpose| told(purpose, stretch)).collect(),
            cells: stretch.way.clone(),
            before,
        }
    });
    acts.collect()
}

/// Where the player stands before a stretch; the game goes on to its first push.
fn stand_of(game: &mut Game<'_>, plan: &Plan, stretch: &Stretch) -> Cell {
    let mut stand = game.player();
    let done = game.moves().len();
    for direction in plan.directions().skip(done).take(stretch.first - done) {
        stand = game.player();
        if game.step(direction).is_err() {
            break;
        }
    }
    stand
}

/// A number of pushes in words.
pub(super) fn in_pushes(pushes: u32) -> String {
    if pushes == 1 { "1 push".into() } else { format!("{pushes} pushes") }
}

/// The direction from a cell to the next one, in a word.
fn heading(from: Cell, to: Cell) -> &'static str {
    match (to.row.cmp(&from.row), to.col.cmp(&from.col)) {
        (Ordering::Less, _) => "up",
        (Ordering::Greater, _) => "down",
        (_, Ordering::Less) => "left",
        _ => "right",
    }
}

/// A direction in a word.
fn word(way: Direction) -> &'static str {
    match way {
        Direction::Up => "up",
        Direction::Down => "down",
        Direction::Left => "left",
        Direction::Right => "right",
    }
}

/// What happens in a stretch: `the box in r3c4 goes up to r2c4, then left to r2c2 (3 pushes)`.
fn does(stretch: &Stretch) -> String {
    let mut legs: Vec<(&str, Cell)> = Vec::new();
    for pair in stretch.way.windows(2) {
        let way = heading(pair[0], pair[1]);
        match legs.last_mut() {
            Some((last, to)) if *last == way => *to = pair[1],
            _ => legs.push((way, pair[1])),
        }
    }
    let legs: Vec<String> = legs.iter().map(|(way, to)| format!("{way} to {to}")).collect();
    let pushes = match stretch.pushes() {
        1 => String::new(),
        pushes => format!(" ({pushes} pushes)"),
    };
    format!("the box in {} goes {}{pushes}", stretch.from(), legs.join(", then "))
}

/// The first push of a stretch alone.
fn first(stretch: &Stretch, stand: Cell) -> String {
    let way = heading(stretch.way[0], stretch.way[1]);
    format!("push the box in {} {way}, from {stand}", stretch.from())
}

/// What a stretch is for, in words.
fn told(purpose: &Purpose, stretch: &Stretch) -> Because {
    match purpose {
        Purpose::Goal(goal) => {
            because("goal", format!("{goal} is a goal, and the box stays there"), vec![*goal])
        }
        Purpose::Way { goal, before, after } => {
            because("way", on_the_way(*goal, *before, *after, stretch), vec![*goal])
        }
        Purpose::Room { pushed, to } => {
            let sentence = format!("{to} must be free, because the box in {pushed} is pushed there later");
            because("room", sentence, vec![*pushed, *to])
        }
        Purpose::Passage { pushed, stand } => {
            let sentence = format!(
                "otherwise the player couldn't get to {stand}, from where the box in {pushed} is pushed later"
            );
            because("passage", sentence, vec![*pushed, *stand])
        }
        Purpose::Forced(others) if others.is_empty() => {
            because("forced", "no other push is possible".into(), Vec::new())
        }
        Purpose::Forced(others) => {
            because("forced", forced(others), others.iter().map(|other| other.0).collect())
        }
    }
}

fn on_the_way(goal: Cell, before: u32, after: u32, stretch: &Stretch) -> String {
    let pushes = stretch.pushes() as u32;
    if after >= before {
        format!("the box steps aside on its way to the goal {goal}, {} away now", in_pushes(after))
    } else if before - after == pushes {
        format!("the box is on its way to the goal {goal}, {} away now", in_pushes(after))
    } else {
        let saved = in_pushes(pushes - (before - after));
        format!(
            "the box is on its way to the goal {goal}, {} away now; with no other box in the room, it could save {saved}",
            in_pushes(after)
        )
    }
}

/// That each other push leads to a deadlock.
fn forced(others: &[(Cell, Direction, Deadlock)]) -> String {
    let why = |(cell, way, deadlock): &(Cell, Direction, Deadlock)| {
        let then = match deadlock {
            Deadlock::Dead => "from there it can't get to any goal".into(),
            Deadlock::Frozen(held) if held.len() == 1 => "it is stuck there, on no goal".into(),
            Deadlock::Frozen(held) => {
                let held: Vec<String> = held.iter().map(Cell::to_string).collect();
                format!("then the boxes in {} block each other for ever", held.join(", "))
            }
        };
        format!("the box in {cell} {} ({then})", word(*way))
    };
    let mut listed: Vec<String> = others.iter().take(LISTED).map(why).collect();
    if others.len() > LISTED {
        listed.push(format!("{} more", others.len() - LISTED));
    }
    match others {
        [_] => format!("the only other push would end in a deadlock: {}", listed.join(", ")),
        _ => format!("every other push would end in a deadlock: {}", listed.join(", ")),
    }
}
