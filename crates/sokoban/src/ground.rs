//! The grounds of a proof that no formula states: the lower bound below which no formula is refuted, why only every
//! other number of pushes is, what each push wastes; or why a level has no plan at all. Each ground is data, which code
//! that shares nothing with encodings and searches recomputes from the level.
//!
//! The lower bound is the cheapest assignment of boxes to goals, and its certificate the dual of that linear
//! programme: H. W. Kuhn: The Hungarian method for the assignment problem, Naval Research Logistics 1955.

use std::collections::{BTreeSet, VecDeque};

use jigsat_cnf::rarely;
use jigsat_grid::Cell;
use jigsat_solve::{Limits, Refusal, Violation};
use serde::{Deserialize, Serialize};

use crate::{
    Encoding, Reason, Sokoban, Square, bounds, check_reason,
    prices::{Price, Prices},
    relaxed::NEVER,
    unit::Unit,
};

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
    /// The player makes at least this many moves before any push. This says nothing about the number of pushes.
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

/// What shows that plans are not shorter than some length.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'s> {
    /// The grounds that are data.
    pub grounds: &'s [Ground],
    /// The certificate of a search of states, by [`search::certificate`](crate::search::certificate).
    pub certificate: Option<&'s str>,
    /// The formulas that were refuted, those of [`Sokoban::for_proofs`].
    pub refuted: &'s [Refuted],
}

impl Shown<'_> {
    /// The unit in which it measures plans.
    #[must_use]
    pub fn unit(&self) -> Unit {
        let walks = self.grounds.iter().any(|ground| matches!(ground, Ground::Walk { .. }));
        let by_grounds = if walks { Unit::Moves } else { Unit::Pushes };
        self.certificate.and_then(bounds::unit).unwrap_or(by_grounds)
    }
}

/// Checks grounds and certificate, and returns the length below which they and the refuted formulas together leave no
/// plan. `None` means that there is no plan of any length.
///
/// # Errors
///
/// A ground that doesn't hold, parts that don't fit together, or a limit that was reached first.
pub fn shorter_than(puzzle: &Sokoban, shown: Shown<'_>, limits: &Limits) -> Result<Option<u32>, Refusal> {
    let unit = shown.unit();
    let known = known(puzzle, shown.grounds, unit, shown.refuted)?;
    if known.is_impossible {
        return Ok(None);
    }
    let mut least = known.least;
    if let Some(text) = shown.certificate {
        let Some(prices) = &known.prices else {
            return Err(Violation::new("a certificate rests on an assignment, which is missing").into());
        };
        match bounds::check(&puzzle.level, prices, text, limits)? {
            Some(below) => least = least.max(below),
            None => return Ok(None),
        }
    }
    let refuted: BTreeSet<u32> = rarely::set(shown.refuted.iter().map(|refuted| refuted.steps));
    let is_ruled_out = |steps: &u32| {
        let odd_one = unit == Unit::Pushes && known.parity.is_some_and(|parity| parity != steps % 2);
        odd_one || refuted.contains(steps)
    };
    // Longer plans than numbers can tell are not ruled out.
    Ok(Some((least..u32::MAX).find(|steps| !is_ruled_out(steps)).unwrap_or(u32::MAX)))
}

/// What grounds say.
struct Known<'l> {
    prices: Option<Prices<'l>>,
    /// No plan is shorter.
    least: u32,
    /// The remainder of the number of pushes of all plans, divided by two.
    parity: Option<u32>,
    is_impossible: bool,
}

/// Checks grounds, and whether formulas fit them.
fn known<'l>(
    puzzle: &'l Sokoban,
    grounds: &[Ground],
    unit: Unit,
    refuted: &[Refuted],
) -> Result<Known<'l>, Violation> {
    if let Some(other) = refuted.iter().find(|refuted| Unit::of(refuted.encoding) != Some(unit)) {
        let encoding = jigsat_cnf::Choice::name(other.encoding);
        let unit = unit.name();
        return Err(Violation::new(format!("formulas of encoding '{encoding}' say nothing about {unit}")));
    }
    let mut known = Known { prices: None, least: 0, parity: None, is_impossible: false };
    let mut walk = 0;
    for ground in grounds {
        match ground {
            Ground::Assignment { pushes, boxes, goals } => {
                let prices = Prices::new(&puzzle.level, *pushes, boxes, goals)?;
                if !refuted.is_empty() {
                    prices.check_waste(puzzle)?;
                }
                known.least = *pushes;
                if known.prices.replace(prices).is_some() {
                    return Err(Violation::new("there are two assignments"));
                }
            }
            Ground::Walk { .. } if unit == Unit::Pushes => {
                return Err(Violation::new("the walk to the first push is no push"));
            }
            Ground::Walk { moves } => {
                check_walk(puzzle, *moves)?;
                walk = *moves;
            }
            Ground::Parity { odd } => {
                check_parity(puzzle, *odd)?;
                known.parity = Some(u32::from(*odd));
            }
            Ground::Impossible { reason } => {
                check_reason(&puzzle.level, reason)?;
                known.is_impossible = true;
            }
        }
    }
    known.least = known.least.saturating_add(walk);
    // These formulas count pushes that waste something.
    if known.prices.is_none() && refuted.iter().any(|refuted| refuted.encoding == Encoding::Pushes) {
        return Err(Violation::new("formulas of pushes rest on an assignment, which is missing"));
    }
    Ok(known)
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
