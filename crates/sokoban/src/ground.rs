//! The grounds of a proof that no formula states: the lower bound below which no formula is refuted, why only every
//! other number of pushes is, what each push wastes; or why a level has no plan at all. Each ground is data, which code
//! that shares nothing with encodings and searches recomputes from the level.
//!
//! The lower bound is the cheapest assignment of boxes to goals, and its certificate the dual of that linear
//! programme: H. W. Kuhn: The Hungarian method for the assignment problem, Naval Research Logistics 1955.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use jigsat_grid::Cell;
use jigsat_solve::Violation;
use serde::{Deserialize, Serialize};

use crate::{Encoding, Reason, Sokoban, Square, alone::Alone, check_reason, relaxed::NEVER};

/// A ground of a proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Ground {
    /// No plan has fewer pushes: prices of boxes and goals add up to that number, and no box and goal together cost
    /// more than the pushes from one to the other. By the same prices, a push of a box wastes its cost minus the amount
    /// by which it gets the box nearer, and all pushes of a plan together waste its length beyond the bound.
    Assignment {
        /// The lower bound.
        pushes: u32,
        /// The price of each box.
        boxes: Vec<Price>,
        /// The price of each goal: 0 or less.
        goals: Vec<Price>,
    },
    /// The player makes at least this many moves before any push.
    Walk {
        /// The number of moves.
        moves: u32,
    },
    /// The number of pushes of all plans is odd, or even: each push changes the colour of a box's cell on a chessboard,
    /// and each goal gets a box.
    Parity {
        /// Whether it is odd.
        odd: bool,
    },
    /// There is no plan at all.
    Impossible {
        /// The reason.
        reason: Reason,
    },
}

/// The price of a box or a goal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// The cell, as `r2c4`.
    pub cell: String,
    /// The price, in pushes.
    pub price: i64,
}

/// The unit in which plans are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// In pushes.
    Pushes,
    /// In moves.
    Moves,
}

impl Unit {
    /// The unit of an encoding's steps; `None` for encodings that use neither.
    #[must_use]
    pub fn of(encoding: Encoding) -> Option<Unit> {
        match encoding {
            Encoding::Pushes => Some(Unit::Pushes),
            Encoding::Moves | Encoding::Labelled => Some(Unit::Moves),
            Encoding::Lines => None,
        }
    }

    /// The unit that grounds are about.
    #[must_use]
    pub fn of_grounds(grounds: &[Ground]) -> Unit {
        let walks = grounds.iter().any(|ground| matches!(ground, Ground::Walk { .. }));
        if walks { Unit::Moves } else { Unit::Pushes }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Unit::Pushes => "pushes",
            Unit::Moves => "moves",
        }
    }
}

/// A formula that was refuted: no plan has exactly this many steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refuted {
    /// Its encoding.
    pub encoding: Encoding,
    /// The number of steps.
    pub steps: u32,
}

/// The facts about plans in this unit that are known without formulas, and the lengths below a number that are left for
/// formulas.
///
/// If there is a reason why the level is impossible, that is the only ground, and nothing is left.
#[must_use]
pub fn grounds(puzzle: &Sokoban, unit: Unit, below: u32) -> (Vec<Ground>, Vec<u32>) {
    if let Some(reason) = puzzle.contradiction() {
        return (vec![Ground::Impossible { reason }], Vec::new());
    }
    let a = puzzle.analysis();
    let Some(bound) = &a.bound else { return (Vec::new(), (0..below).collect()) };
    let priced = |cells: &[u16], prices: Vec<i64>| -> Vec<Price> {
        let cell = |&number: &u16| a.board.cells[usize::from(number)].to_string();
        cells.iter().map(cell).zip(prices).map(|(cell, price)| Price { cell, price }).collect()
    };
    // The value of the cheapest goal after paying its price.
    let worth = |costs: &Vec<u32>| {
        let reached = costs.iter().zip(&bound.goal_prices).filter(|(cost, _)| **cost != NEVER);
        reached.map(|(&cost, price)| i64::from(cost) - price).min().unwrap_or(0)
    };
    let boxes = priced(&a.board.boxes, a.relaxed.table().iter().map(worth).collect());
    let goals = priced(&a.board.goals, bound.goal_prices.clone());
    let mut grounds = vec![Ground::Assignment { pushes: bound.pushes, boxes, goals }];
    let mut least = bound.pushes;
    let mut rise = 1;
    match unit {
        Unit::Pushes if a.has_parity() => {
            grounds.push(Ground::Parity { odd: bound.pushes % 2 == 1 });
            rise = 2;
        }
        Unit::Pushes => {}
        Unit::Moves => {
            least = puzzle.lower_bound(Encoding::Moves).unwrap_or(bound.pushes);
            grounds.push(Ground::Walk { moves: least - bound.pushes });
        }
    }
    (grounds, (least..below).step_by(rise).collect())
}

/// Checks grounds, and returns the length below which grounds and refuted formulas together leave no plan; the formulas
/// are those of [`Sokoban::for_proofs`]. `None` means that there is no plan of any length.
///
/// # Errors
///
/// A ground that doesn't hold, or formulas that don't fit together.
pub fn shorter_than(
    puzzle: &Sokoban,
    grounds: &[Ground],
    refuted: &[Refuted],
) -> Result<Option<u32>, Violation> {
    let unit = Unit::of_grounds(grounds);
    if let Some(other) = refuted.iter().find(|refuted| Unit::of(refuted.encoding) != Some(unit)) {
        let encoding = jigsat_cnf::Choice::name(other.encoding);
        return Err(Violation::new(format!(
            "formulas of encoding '{encoding}' say nothing about {}",
            unit.name()
        )));
    }
    let (mut pushes, mut walk, mut parity, mut is_impossible) = (None, 0, None, false);
    for ground in grounds {
        match ground {
            Ground::Assignment { pushes: bound, boxes, goals } => {
                check_assignment(puzzle, *bound, boxes, goals)?;
                pushes = Some(*bound);
            }
            Ground::Walk { moves } => {
                check_walk(puzzle, *moves)?;
                walk = *moves;
            }
            Ground::Parity { odd } => {
                check_parity(puzzle, *odd)?;
                parity = Some(u32::from(*odd));
            }
            Ground::Impossible { reason } => {
                check_reason(&puzzle.level, reason)?;
                is_impossible = true;
            }
        }
    }
    if is_impossible {
        return Ok(None);
    }
    // These formulas count pushes that waste something.
    if pushes.is_none() && refuted.iter().any(|refuted| refuted.encoding == Encoding::Pushes) {
        return Err(Violation::new("formulas of pushes rest on an assignment, which is missing"));
    }
    let least = pushes.unwrap_or(0).saturating_add(walk);
    let refuted: BTreeSet<u32> = refuted.iter().map(|refuted| refuted.steps).collect();
    let is_ruled_out = |steps: &u32| {
        let odd_one = unit == Unit::Pushes && parity.is_some_and(|parity| parity != steps % 2);
        odd_one || refuted.contains(steps)
    };
    Ok((least..=u32::MAX).find(|steps| !is_ruled_out(steps)))
}

fn check_assignment(
    puzzle: &Sokoban,
    pushes: u32,
    boxes: &[Price],
    goals: &[Price],
) -> Result<(), Violation> {
    let level = &puzzle.level;
    let room = level.room();
    let in_room = |cell: &Cell| room[level.size.index(*cell)];
    let outside = level.boxes().find(|cell| !in_room(cell) && !level.square(*cell).is_goal());
    if let Some(lost) = outside {
        return Err(Violation::new(format!("the box in {lost} has no price, and stays on no goal")));
    }
    let boxes = priced(boxes, &level.boxes().filter(in_room).collect(), "box")?;
    let goals = priced(goals, &level.goals().filter(in_room).collect(), "goal")?;
    if let Some((goal, price)) = goals.iter().find(|(_, price)| **price > 0) {
        return Err(Violation::new(format!("the goal in {goal} costs {price}, more than 0")));
    }
    let sum: i128 = boxes.values().chain(goals.values()).map(|&price| i128::from(price)).sum();
    if sum != i128::from(pushes) {
        return Err(Violation::new(format!("the prices add up to {sum}, not to {pushes} pushes")));
    }
    let alone = Alone::new(level);
    // For each state, its pushes to the cheapest goal after paying the goal's price.
    let mut worth: Vec<Option<i64>> = Vec::new();
    for (&goal, &price) in &goals {
        let to_goal = alone.pushes_to(goal);
        worth.resize(to_goal.len(), None);
        for (worth, pushes) in worth.iter_mut().zip(to_goal) {
            let through = pushes.map(|pushes| i64::from(pushes).saturating_sub(price));
            *worth = [*worth, through].into_iter().flatten().min();
        }
    }
    for (&cell, &price) in &boxes {
        // A box that the player never reaches stays in place: only its own goal counts.
        let own = goals.get(&cell).map(|price| price.saturating_neg());
        let least = alone.state(cell, level.player).map_or(own, |state| worth[state]);
        if least.is_some_and(|least| price > least) {
            return Err(Violation::new(format!(
                "the box in {cell} and a goal cost more than the pushes between"
            )));
        }
    }
    check_waste(puzzle, pushes, &alone, &worth)
}

/// Whether the formulas count exactly the waste of each push by these prices.
fn check_waste(
    puzzle: &Sokoban,
    pushes: u32,
    alone: &Alone<'_>,
    worth: &[Option<i64>],
) -> Result<(), Violation> {
    let a = puzzle.analysis();
    let Some(bound) = a.bound.as_ref().filter(|bound| bound.pushes == pushes) else {
        return Err(Violation::new("the formulas count with another lower bound"));
    };
    let counted: BTreeMap<_, _> = (a.relaxed.moves.iter().zip(&bound.waste))
        .map(|((_, push, _), &waste)| ((a.board.cells[usize::from(push.from)], push.direction), waste))
        .collect();
    if counted.len() != alone.pushes.len() {
        return Err(Violation::new("the formulas count with other pushes"));
    }
    for &(cell, way, before, after) in &alone.pushes {
        let direction = jigsat_grid::Direction::ALL.iter().position(|&direction| direction == way);
        let wasted = match (worth[before], worth[after]) {
            (Some(before), Some(after)) => u32::try_from(1 + after - before).ok(),
            _ => Some(NEVER),
        };
        let counted = direction.and_then(|direction| counted.get(&(cell, direction)).copied());
        if wasted.is_none() || wasted != counted {
            return Err(Violation::new(format!(
                "the formulas count another waste for the push {way} of {cell}"
            )));
        }
    }
    Ok(())
}

/// Maximum number of pushes of any path in a level.
const MOST: u64 = 1 << 32;

/// The prices by cell: one for each of these cells, and no other.
fn priced(prices: &[Price], cells: &BTreeSet<Cell>, what: &str) -> Result<BTreeMap<Cell, i64>, Violation> {
    let mut priced = BTreeMap::new();
    for Price { cell: name, price } in prices {
        let cell: Option<Cell> = name.parse().ok().filter(|cell| cells.contains(cell));
        let Some(cell) = cell else { return Err(Violation::new(format!("there is no {what} in {name}"))) };
        if price.unsigned_abs() > MOST {
            return Err(Violation::new(format!(
                "the {what} in {name} costs {price}, more than any way is long"
            )));
        }
        if priced.insert(cell, *price).is_some() {
            return Err(Violation::new(format!("the {what} in {name} has two prices")));
        }
    }
    match cells.iter().find(|cell| !priced.contains_key(cell)) {
        Some(cell) => Err(Violation::new(format!("the {what} in {cell} has no price"))),
        None => Ok(priced),
    }
}

/// Whether the player needs at least this many moves before a push, ignoring boxes.
fn check_walk(puzzle: &Sokoban, moves: u32) -> Result<(), Violation> {
    let level = &puzzle.level;
    if level.is_solved() && moves > 0 {
        return Err(Violation::new("the level is solved without a move"));
    }
    let mut seen = vec![None; level.size.area()];
    seen[level.size.index(level.player)] = Some(0);
    let mut queue = VecDeque::from([level.player]);
    while let Some(cell) = queue.pop_front() {
        let so_far = seen[level.size.index(cell)].unwrap_or(0);
        let pushes = level.size.neighbours(cell).any(|beside| {
            let way = jigsat_grid::Direction::ALL
                .into_iter()
                .find(|&way| level.size.step(cell, way) == Some(beside));
            let ahead = way.and_then(|way| level.size.step(beside, way));
            level.square(beside).has_box() && ahead.is_some_and(|ahead| level.square(ahead) != Square::Wall)
        });
        if pushes && so_far < moves {
            return Err(Violation::new(format!("after {so_far} moves, the player is at a box")));
        }
        for next in level.size.neighbours(cell) {
            let index = level.size.index(next);
            if seen[index].is_none() && level.squares[index] != Square::Wall {
                seen[index] = Some(so_far + 1);
                queue.push_back(next);
            }
        }
    }
    Ok(())
}

fn check_parity(puzzle: &Sokoban, odd: bool) -> Result<(), Violation> {
    let level = &puzzle.level;
    // Squares outside the room never change.
    let room = level.room();
    let in_room = |cell: &Cell| room[level.size.index(*cell)];
    let boxes: Vec<Cell> = level.boxes().filter(in_room).collect();
    let goals: Vec<Cell> = level.goals().filter(in_room).collect();
    if boxes.len() != goals.len() {
        return Err(Violation::new("there are more goals than boxes: plans may have any number of pushes"));
    }
    let black = |cells: &[Cell]| cells.iter().filter(|cell| (cell.row ^ cell.col) % 2 == 1).count();
    if (black(&boxes) + black(&goals)) % 2 != usize::from(odd) {
        return Err(Violation::new("the number of pushes has the other parity"));
    }
    Ok(())
}
