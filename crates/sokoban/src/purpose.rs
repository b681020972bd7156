//! What the pushes of a plan are for: a box is brought to its goal, or it makes room for another push.
//!
//! A *stretch* is the pushes of one box between those of others. What it is for is found by leaving it out: the first
//! later push of another box that is then impossible is the one that needed it. If there is none before the box moves
//! again, the stretch is a part of the box's way.

use jigsat_grid::{Cell, Direction};

use crate::{
    Game, Level, Plan, Square,
    alone::Alone,
    contradiction::{frozen, pushes},
};

/// The pushes of one box between those of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stretch {
    /// The cells of the box, from before the first push to after the last one.
    pub way: Vec<Cell>,
    /// Number of moves of the plan up to its first push, that push included.
    pub first: usize,
    /// Number of moves of the plan up to its last push.
    pub last: usize,
    /// What it is for, the most important first.
    pub purposes: Vec<Purpose>,
}

impl Stretch {
    /// Where the box was.
    pub fn from(&self) -> Cell {
        self.way[0]
    }

    /// Number of pushes.
    pub fn pushes(&self) -> usize {
        self.way.len() - 1
    }
}

/// What some pushes of a box are for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The box is on this goal now, where it stays.
    Goal(Cell),
    /// The box is on its way to this goal, from which it is so many pushes away, other boxes ignored; it was a number of
    /// pushes away before.
    Way { goal: Cell, before: u32, after: u32 },
    /// The first box is pushed to the second cell later, which must be free.
    Room { pushed: Cell, to: Cell },
    /// The first box is pushed later from the second cell, which the player couldn't get to otherwise.
    Passage { pushed: Cell, stand: Cell },
    /// Each other push at its beginning leads to a deadlock; there are none if the list is empty.
    Forced(Vec<(Cell, Direction, Deadlock)>),
}

/// Why a push must not be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Deadlock {
    /// From there, a box can't be pushed to any goal.
    Dead,
    /// These boxes then block each other for ever, and the first is on no goal.
    Frozen(Vec<Cell>),
}

/// A push of a plan.
#[derive(Clone, Copy, Debug)]
struct Push {
    from: Cell,
    to: Cell,
    stand: Cell,
    /// Number of moves up to this one.
    moves: usize,
}

/// The stretches of a legal plan, in order. `is_lost` tells whether a box in the first cell can't be pushed to any goal if
/// the player is in the second one, even with no other box in the room.
///
/// Takes time for each stretch times the pushes until the box moves again times the squares of the level.
pub(crate) fn stretches(level: &Level, plan: &Plan, is_lost: &dyn Fn(Cell, Cell) -> bool) -> Vec<Stretch> {
    let pushes = pushes_of(level, plan);
    let alone = Alone::new(level);
    // The first push of each stretch, and the number of all pushes.
    let mut starts: Vec<usize> =
        (0..pushes.len()).filter(|&place| place == 0 || pushes[place - 1].to != pushes[place].from).collect();
    let count = starts.len();
    starts.push(pushes.len());
    let mut game = Game::new(level);
    let mut told = Vec::with_capacity(count);
    for (number, bounds) in starts.windows(2).enumerate() {
        let own = &pushes[bounds[0]..bounds[1]];
        let (from, to) = (own[0].from, own[own.len() - 1].to);
        // The next stretch of the same box.
        let again = (number + 1..count).find(|&later| pushes[starts[later]].from == to);
        let until = again.map_or(pushes.len(), |again| starts[again]);
        let mut purposes = Vec::new();
        if again.is_none() && level.square(to).is_goal() {
            purposes.push(Purpose::Goal(to));
        }
        purposes.extend(needed(&game, &pushes[bounds[1]..until]));
        if let Some(again) = again.filter(|_| purposes.is_empty()) {
            let goal = end_of(&pushes[starts[again]..]);
            purposes.extend(way(&alone, goal, (from, game.player()), (to, own[own.len() - 1].from)));
        }
        purposes.extend(forced(&game, own[0], is_lost));
        told.push(Stretch {
            way: std::iter::once(from).chain(own.iter().map(|push| push.to)).collect(),
            first: own[0].moves,
            last: own[own.len() - 1].moves,
            purposes,
        });
        advance(&mut game, plan, own[own.len() - 1].moves);
    }
    told
}

/// Plays the moves of a plan up to this number of them.
fn advance(game: &mut Game<'_>, plan: &Plan, moves: usize) {
    for direction in plan.directions().skip(game.moves().len()).take(moves - game.moves().len()) {
        if game.step(direction).is_err() {
            return;
        }
    }
}

fn pushes_of(level: &Level, plan: &Plan) -> Vec<Push> {
    let mut game = Game::new(level);
    let mut pushes = Vec::new();
    for (moves, direction) in (1..).zip(plan.directions()) {
        let stand = game.player();
        match game.step(direction) {
            Ok(true) => {
                let from = game.player();
                let to = level.size.step(from, direction).unwrap_or(from);
                pushes.push(Push { from, to, stand, moves });
            }
            Ok(false) => {}
            Err(_) => break,
        }
    }
    pushes
}

/// Where the box of the first of these pushes is at their end.
fn end_of(pushes: &[Push]) -> Cell {
    let mut at = pushes[0].from;
    for push in pushes {
        if push.from == at {
            at = push.to;
        }
    }
    at
}

/// The part of a box's way to its goal, if the box could get there alone.
fn way(alone: &Alone<'_>, goal: Cell, before: (Cell, Cell), after: (Cell, Cell)) -> Option<Purpose> {
    let pushes = alone.pushes_to(goal);
    let at = |(cell, player)| pushes[alone.state(cell, player)?];
    Some(Purpose::Way { goal, before: at(before)?, after: at(after)? })
}

/// The first of these pushes that can't be made in a position, and why not. They are pushes of other boxes.
fn needed(game: &Game<'_>, pushes: &[Push]) -> Option<Purpose> {
    let mut level = game.position();
    for push in pushes {
        if level.square(push.to).has_box() {
            return Some(Purpose::Room { pushed: push.from, to: push.to });
        }
        if !reaches(&level, push.stand) {
            return Some(Purpose::Passage { pushed: push.from, stand: push.stand });
        }
        apply(&mut level, push.from, push.to);
    }
    None
}

/// Whether the player can walk there.
fn reaches(level: &Level, to: Cell) -> bool {
    let size = level.size;
    let mut seen = vec![false; size.area()];
    let mut to_visit = vec![level.player];
    seen[size.index(level.player)] = true;
    while let Some(cell) = to_visit.pop() {
        if cell == to {
            return true;
        }
        for next in size.neighbours(cell) {
            let index = size.index(next);
            let square = level.squares[index];
            if !seen[index] && square != Square::Wall && !square.has_box() {
                seen[index] = true;
                to_visit.push(next);
            }
        }
    }
    false
}

/// Makes a push, which must be possible.
fn apply(level: &mut Level, from: Cell, to: Cell) {
    let index = level.size.index(from);
    level.squares[index] = if level.squares[index].is_goal() { Square::Goal } else { Square::Floor };
    let index = level.size.index(to);
    level.squares[index] = if level.squares[index].is_goal() { Square::BoxOnGoal } else { Square::Box };
    level.player = from;
}

/// That each other push in a position leads to a deadlock, if that shows at once.
fn forced(game: &Game<'_>, made: Push, is_lost: &dyn Fn(Cell, Cell) -> bool) -> Option<Purpose> {
    let level = game.position();
    let others = pushes(&level).into_iter().filter(|&(cell, way)| {
        let to = level.size.step(cell, way);
        cell != made.from || to != Some(made.to)
    });
    let dead = others.map(|(cell, way)| {
        let to = level.size.step(cell, way)?;
        if is_lost(to, cell) {
            return Some((cell, way, Deadlock::Dead));
        }
        let mut after = level.clone();
        apply(&mut after, cell, to);
        let held = frozen(&after);
        (!held.is_empty()).then_some((cell, way, Deadlock::Frozen(held)))
    });
    dead.collect::<Option<Vec<_>>>().map(Purpose::Forced)
}

#[cfg(test)]
mod tests {
    use jigsat_grid::Size;
    use jigsat_input::Source;
    use jigsat_solve::{Answer, Limits};

    use super::*;
    use crate::{
        Generated, Objective, Sokoban, Wanted, generate, parse_one,
        search::{self, Ask},
    };

    fn told(drawing: &str, moves: &str) -> Vec<Stretch> {
        let level = parse_one(&Source::new("level", drawing)).expect("it is a level");
        let plan = Plan::new(moves.into());
        crate::check(&level, &plan).expect("it is a plan");
        stretches(&level, &plan, &|_, _| false)
    }

    fn cell(name: &str) -> Cell {
        name.parse().expect("it is a cell")
    }

    #[test]
    fn a_box_on_its_goal() {
        let told = told("######\n#@$ .#\n######\n", "RR");
        assert_eq!(told.len(), 1);
        assert_eq!(told[0].way, [cell("r2c3"), cell("r2c4"), cell("r2c5")]);
        assert_eq!(told[0].purposes, [Purpose::Goal(cell("r2c5")), Purpose::Forced(Vec::new())]);
    }

    #[test]
    fn a_box_that_makes_room() {
        // The only way out of the upper room is below the right box, so the left one has to pass there.
        let drawing =
            "#########\n#  @  ###\n# $$# ###\n##  ##  #\n# #  .  #\n#       #\n#     #.#\n#########\n";
        let told = told(drawing, &plan(drawing));
        assert_eq!(told[0].way[0], cell("r3c4"));
        let room = Purpose::Room { pushed: cell("r3c3"), to: cell("r3c4") };
        assert!(told[0].purposes.contains(&room), "{told:?}");
    }

    fn plan(drawing: &str) -> String {
        let level = parse_one(&Source::new("level", drawing)).expect("it is a level");
        let found = search::solve(&Sokoban::new(level), &Ask::default(), &Limits::default(), &mut |_| {});
        match found.expect("the search works").answer {
            Answer::Solved(plan) => plan.moves.clone(),
            other => panic!("{other:?}"),
        }
    }

    /// Whether a level has a plan, by a search that knows neither of the deadlocks that are claimed here.
    fn has_plan(level: &Level) -> bool {
        let ask = Ask { objective: Objective::None, ..Ask::default() };
        let found = search::solve(&Sokoban::new(level.clone()), &ask, &Limits::default(), &mut |_| {});
        matches!(found.expect("the search works").answer, Answer::Solved(_))
    }

    /// Every claim about random plans holds: stretches make up the plan, what is said to be needed is, and pushes that are
    /// said to end in a deadlock do.
    #[test]
    fn claims_hold() {
        let wanted = |seed: u64| Wanted {
            size: Size::new(7, 7 + seed as u16 % 3),
            boxes: 2 + seed as usize % 3,
            walls: 20,
            pulls: 60,
            pushes: 3,
        };
        let mut claims = [0; 5];
        for seed in 0..40 {
            let made = generate(&wanted(seed), seed, &Limits::default()).expect("nothing stops it");
            let Some(Generated { level, plan }) = made else { continue };
            let puzzle = Sokoban::new(level.clone());
            let analysis = puzzle.analysis();
            let number =
                |cell| analysis.board.cells.iter().position(|&other| other == cell).expect("it is floor");
            let is_lost = |cell: Cell, player: Cell| {
                let state = analysis.relaxed.state_of(number(cell) as u16, number(player) as u16);
                analysis.relaxed.to_any_goal(state) == crate::relaxed::NEVER
            };
            let told = stretches(&level, &plan, &is_lost);
            let pushes: usize = told.iter().map(Stretch::pushes).sum();
            assert_eq!(pushes, plan.push_count as usize, "seed {seed}");
            for stretch in &told {
                let mut game = Game::new(&level);
                advance(&mut game, &plan, stretch.first - 1);
                assert!(game.has_box(stretch.way[0]), "seed {seed}: {stretch:?}");
                let position = game.position();
                for purpose in &stretch.purposes {
                    match purpose {
                        Purpose::Goal(goal) => {
                            claims[0] += 1;
                            assert_eq!(stretch.way.last(), Some(goal));
                            assert!(level.square(*goal).is_goal());
                        }
                        Purpose::Way { goal, .. } => {
                            claims[1] += 1;
                            assert!(level.square(*goal).is_goal());
                        }
                        Purpose::Room { to, .. } => {
                            claims[2] += 1;
                            assert_eq!(to, &stretch.way[0], "seed {seed}");
                        }
                        Purpose::Passage { stand, .. } => {
                            claims[3] += 1;
                            assert!(level.square(*stand) != Square::Wall);
                        }
                        Purpose::Forced(others) => {
                            claims[4] += 1;
                            let possible = pushes_at(&position);
                            assert_eq!(others.len() + 1, possible, "seed {seed}: {stretch:?}");
                            for (cell, way, _) in others {
                                let mut after = position.clone();
                                apply(&mut after, *cell, level.size.step(*cell, *way).expect("it is inside"));
                                assert!(
                                    !has_plan(&after),
                                    "seed {seed}: {cell} {way} in\n{}",
                                    position.to_xsb()
                                );
                            }
                        }
                    }
                }
            }
        }
        assert!(claims.iter().all(|&count| count > 3), "{claims:?}");
    }

    fn pushes_at(level: &Level) -> usize {
        pushes(level).len()
    }
}
