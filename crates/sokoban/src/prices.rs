//! The prices of boxes and goals: whether they bound the number of pushes, and what each push wastes by them.

use std::collections::{BTreeMap, BTreeSet};

use jigsat_grid::Cell;
use jigsat_solve::Violation;

use serde::{Deserialize, Serialize};

use crate::{Level, Sokoban, alone::Alone, relaxed::NEVER};

/// The price of a box or a goal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// The cell, as `r2c4`.
    pub cell: String,
    /// The price, in pushes.
    pub price: i64,
}

/// Maximum of a price, up or down: more than the pushes of [`MAX_GOALS`](crate::MAX_GOALS) boxes on their ways, of which
/// none has more pushes than the room has squares for the box and, four for each, sides for the player. All sums of two
/// prices and of the pushes on a way are in 32 bits, below [`NEVER`].
const MOST: u64 = 1 << 30;

/// Checked prices. Each state of a single box is worth the pushes to the cheapest goal after paying the goal's price.
pub(crate) struct Prices<'l> {
    /// A single box in the level.
    alone: Alone<'l>,
    /// The worth of each state; `None` if the box can't get to any goal from there.
    worth: Vec<Option<i64>>,
    goals: BTreeMap<Cell, i64>,
    /// The sum of all prices: no plan has fewer pushes.
    pub pushes: u32,
}

impl<'l> Prices<'l> {
    /// Prices for the boxes and goals of a level.
    ///
    /// # Errors
    ///
    /// Prices that don't bound the number of pushes.
    pub fn new(
        level: &'l Level,
        pushes: u32,
        boxes: &[Price],
        goals: &[Price],
    ) -> Result<Prices<'l>, Violation> {
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
        let mut worth: Vec<Option<i64>> = vec![None; alone.states()];
        for (&goal, &price) in &goals {
            let to_goal = alone.pushes_to(goal);
            for (worth, pushes) in worth.iter_mut().zip(to_goal) {
                let through = pushes.map(|pushes| i64::from(pushes).saturating_sub(price));
                *worth = [*worth, through].into_iter().flatten().min();
            }
        }
        let prices = Prices { alone, worth, goals, pushes };
        for (&cell, &price) in &boxes {
            if prices.worth_of(cell, level.player).is_some_and(|least| price > least) {
                return Err(Violation::new(format!(
                    "the box in {cell} and a goal cost more than the pushes between"
                )));
            }
        }
        Ok(prices)
    }

    /// The waste of each push that walls allow: [`NEVER`] if it leads where no plan can go on, `None` if it would gain by
    /// the prices.
    pub fn waste(&self) -> impl Iterator<Item = (Cell, jigsat_grid::Direction, Option<u32>)> + '_ {
        self.alone.pushes.iter().map(|&(cell, way, before, after)| {
            let wasted = match (self.worth[before], self.worth[after]) {
                (Some(before), Some(after)) => u32::try_from(1 + after - before).ok(),
                _ => Some(NEVER),
            };
            (cell, way, wasted)
        })
    }

    /// What all boxes of the level waste if the plan ends here, and at least if it goes on, because no plan has fewer than
    /// 0 pushes: the prices overestimate the pushes that are left by so much. `None` if a box can't get to any goal.
    pub fn left_of_all(&self, boxes: &[Cell], player: Cell) -> Option<i64> {
        let goals: i64 = self.goals.values().sum();
        let worth: Option<i64> = boxes.iter().map(|&cell| self.worth_of(cell, player)).sum();
        worth.map(|worth| -(worth + goals))
    }

    /// What some boxes waste if the plan ends here: the worth that no push has used up. `None` if one is on no goal.
    pub fn left_of(&self, boxes: &[Cell], player: Cell) -> Option<i64> {
        let left = |&cell: &Cell| Some(-self.goals.get(&cell)? - self.worth_of(cell, player)?);
        boxes.iter().map(left).sum()
    }

    /// The worth of a box; only that of its own goal if the player never gets to it.
    fn worth_of(&self, cell: Cell, player: Cell) -> Option<i64> {
        let own = || self.goals.get(&cell).map(|price| -price);
        self.alone.state(cell, player).map_or_else(own, |state| self.worth[state])
    }

    /// Checks that formulas count exactly this waste.
    ///
    /// # Errors
    ///
    /// A push of which they count another one.
    pub fn check_waste(&self, puzzle: &Sokoban) -> Result<(), Violation> {
        let a = puzzle.analysis();
        let Some(bound) = a.bound.as_ref().filter(|bound| bound.pushes == self.pushes) else {
            return Err(Violation::new("the formulas count with another lower bound"));
        };
        let counted: BTreeMap<_, _> = (a.relaxed.moves.iter().zip(&bound.waste))
            .map(|((_, push, _), &waste)| ((a.board.cells[usize::from(push.from)], push.direction), waste))
            .collect();
        if counted.len() != self.alone.pushes.len() {
            return Err(Violation::new("the formulas count with other pushes"));
        }
        for (cell, way, wasted) in self.waste() {
            let direction = jigsat_grid::Direction::ALL.iter().position(|&direction| direction == way);
            let counted = direction.and_then(|direction| counted.get(&(cell, direction)).copied());
            if wasted.is_none() || wasted != counted {
                return Err(Violation::new(format!(
                    "the formulas count another waste for the push {way} of {cell}"
                )));
            }
        }
        Ok(())
    }
}

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
