//! The model from courses: a variable for the player, and one for each box by its number, in each cell at each time.
//! The player moves in every step, so a plan has exactly this many moves.
//!
//! The numbering is also theirs: on N rows and M columns with T steps, the player in row r, column c (from 0) at time t
//! is t·N·M + r·M + c + 1; box b (from 0) has the same plus (b + 1)·(T + 1)·N·M; the helpers come after. Walls have
//! numbers that occur in no clause.
//! Frame axioms with explained changes: A. R. Haas: The case for domain-specific frame axioms, 1987.

use jigsat_cnf::{Literal, Model, Rule, Stop, pos};
use jigsat_grid::Direction;
use jigsat_solve::Violation;

use super::{Atom, Writer};
use crate::{Plan, Sokoban, board::NONE};

const START: Rule = Rule::new("start", "at 0, the boxes and the player are where the level puts them");
const PLAYER: Rule = Rule::new("player", "at {0}, the player is in exactly one place");
const BOX: Rule = Rule::new("box", "at {0}, box {1} is in exactly one place");
/// This rule and `push-box` make each other redundant: boxes meet only by pushing.
const BOX_CLASH: Rule = Rule::new("box-clash", "at {0}, no two boxes are in the same place").redundant();
/// Redundant because a box whose cell is entered moves on, and is in one place only.
const PLAYER_CLASH: Rule = Rule::new("player-clash", "at {0}, the player is not where a box is").redundant();
const MOVE: Rule = Rule::new("move", "in step {0}, the player moves to a neighbouring cell");
const ENTER: Rule = Rule::new("enter", "in step {0}, the helper variables say which move the player makes");
const PUSH: Rule = Rule::new("push", "in step {0}, box {1} moves on if the player enters its cell");
const WALL: Rule = Rule::new("push-wall", "in step {0}, box {1} is not pushed into a wall");
const BLOCKED: Rule =
    Rule::new("push-box", "in step {0}, box {1} is not pushed into another box").redundant();
const FRAME: Rule = Rule::new("frame", "from {0} to {1}, box {2} stays unless the player enters its cell");
const GOAL: Rule = Rule::new("goal", "at {0}, box {1} is on a goal");

/// The formula for this many steps; it can't grow, since the numbers depend on the number of steps.
pub(super) fn encode(w: &mut Writer<'_>, puzzle: &Sokoban, steps: u16) -> Result<(), Stop> {
    declare(w, puzzle, steps)?;
    start(w)?;
    for time in 0..=steps {
        places(w, time)?;
    }
    for time in 0..steps {
        step(w, time)?;
    }
    goal(w, steps)
}

fn boxes(w: &Writer<'_>) -> std::ops::Range<u16> {
    0..w.a.board.boxes.len() as u16
}

fn player(w: &Writer<'_>, time: u16, cell: u16) -> Literal<Atom> {
    pos(Atom::Player { time, cell: w.cell(cell) })
}

fn numbered(w: &Writer<'_>, number: u16, time: u16, cell: u16) -> Literal<Atom> {
    pos(Atom::Numbered { number, time, cell: w.cell(cell) })
}

fn enters(w: &Writer<'_>, time: u16, from: u16, direction: usize) -> Literal<Atom> {
    pos(Atom::Enter { time, cell: w.cell(from), direction: Direction::ALL[direction] })
}

fn declare(w: &mut Writer<'_>, puzzle: &Sokoban, steps: u16) -> Result<(), Stop> {
    let cells = || (0..=steps).flat_map(|time| puzzle.level.size.cells().map(move |cell| (time, cell)));
    for (time, cell) in cells() {
        // A variable without a meaning must not distinguish answers.
        if w.a.board.cells.binary_search(&cell).is_ok() {
            w.e.declare_projected(Atom::Player { time, cell })?;
        } else {
            w.e.declare(Atom::Player { time, cell })?;
        }
    }
    for number in boxes(w) {
        for (time, cell) in cells() {
            w.e.declare(Atom::Numbered { number, time, cell })?;
        }
    }
    for time in 0..steps {
        for from in 0..w.a.board.len() as u16 {
            for direction in (0..4).filter(|&direction| w.a.board.step(from, direction) != NONE) {
                let cell = w.cell(from);
                w.e.declare(Atom::Enter { time, cell, direction: Direction::ALL[direction] })?;
            }
        }
    }
    Ok(())
}

fn start(w: &mut Writer<'_>) -> Result<(), Stop> {
    let mut units = vec![vec![player(w, 0, w.a.board.player)]];
    units.extend((0..).zip(&w.a.board.boxes).map(|(number, &cell)| vec![numbered(w, number, 0, cell)]));
    if w.a.board.lost.is_some() {
        units.push(Vec::new());
    }
    w.clauses(&START, (), units)
}

fn places(w: &mut Writer<'_>, time: u16) -> Result<(), Stop> {
    let cells = 0..w.a.board.len() as u16;
    let all: Vec<_> = cells.clone().map(|cell| player(w, time, cell)).collect();
    w.e.group(&PLAYER, (time,))?.exactly_one(all);
    for number in boxes(w) {
        let all: Vec<_> = cells.clone().map(|cell| numbered(w, number, time, cell)).collect();
        w.e.group(&BOX, (time, number + 1))?.exactly_one(all);
    }
    let (mut both, mut beside) = (Vec::new(), Vec::new());
    for cell in cells {
        for number in boxes(w) {
            let here = numbered(w, number, time, cell);
            both.extend((0..number).map(|other| vec![!numbered(w, other, time, cell), !here]));
            beside.push(vec![!player(w, time, cell), !here]);
        }
    }
    w.clauses(&BOX_CLASH, (time,), both)?;
    w.clauses(&PLAYER_CLASH, (time,), beside)
}

fn step(w: &mut Writer<'_>, time: u16) -> Result<(), Stop> {
    let cells = 0..w.a.board.len() as u16;
    let (mut moves, mut entered) = (Vec::new(), Vec::new());
    for from in cells.clone() {
        let here = player(w, time, from);
        moves.push(
            [!here].into_iter().chain(w.a.board.around(from).map(|to| player(w, time + 1, to))).collect(),
        );
        // ANCHOR: enter
        for direction in (0..4).filter(|&direction| w.a.board.step(from, direction) != NONE) {
            let enter = enters(w, time, from, direction);
            let there = player(w, time + 1, w.a.board.step(from, direction));
            entered.extend([vec![!enter, here], vec![!enter, there], vec![!here, !there, enter]]);
        }
        // ANCHOR_END: enter
    }
    w.clauses(&MOVE, (time,), moves)?;
    w.clauses(&ENTER, (time,), entered)?;
    for number in boxes(w) {
        let (mut pushed, mut walls, mut blocked, mut stays) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        // ANCHOR: push
        for cell in cells.clone() {
            let here = numbered(w, number, time, cell);
            let mut frame = vec![!here, numbered(w, number, time + 1, cell)];
            for direction in 0..4 {
                let from = w.a.board.step(cell, crate::board::back(direction));
                if from == NONE {
                    continue;
                }
                let enter = enters(w, time, from, direction);
                let beyond = w.a.board.step(cell, direction);
                frame.push(enter);
                if beyond == NONE {
                    walls.push(vec![!enter, !here]);
                    continue;
                }
                pushed.push(vec![!enter, !here, numbered(w, number, time + 1, beyond)]);
                let others = boxes(w).filter(|&other| other != number);
                blocked.extend(others.map(|other| vec![!enter, !here, !numbered(w, other, time, beyond)]));
            }
            stays.push(frame);
        }
        // ANCHOR_END: push
        w.clauses(&PUSH, (time, number + 1), pushed)?;
        w.clauses(&WALL, (time, number + 1), walls)?;
        w.clauses(&BLOCKED, (time, number + 1), blocked)?;
        w.clauses(&FRAME, (time, time + 1, number + 1), stays)?;
    }
    Ok(())
}

fn goal(w: &mut Writer<'_>, steps: u16) -> Result<(), Stop> {
    for number in boxes(w) {
        let goals: Vec<_> = w.a.board.goals.iter().map(|&goal| numbered(w, number, steps, goal)).collect();
        w.clauses(&GOAL, (steps, number + 1), vec![goals])?;
    }
    Ok(())
}

/// Reads the player's way.
pub(super) fn decode(puzzle: &Sokoban, model: &Model<'_, Atom>) -> Result<Plan, Violation> {
    let numbers = 0..puzzle.analysis().board.boxes.len() as u16;
    super::moves::follow(puzzle, model, |time, cell| {
        numbers.clone().any(|number| model.holds(Atom::Numbered { number, time, cell }))
    })
}
