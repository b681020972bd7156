//! The encodings, one file each, and the code that they share.

mod atom;
mod known;
mod labelled;
mod lines;
mod moves;
mod pushes;
mod walk;

use jigsat_cnf::{Args, Draft, Literal, Model, Rule, Stop, choice, pos};
use jigsat_grid::{Cell, Direction};
use jigsat_solve::Violation;
use strum::{IntoStaticStr, VariantArray};

use crate::{
    Game, Plan, Sokoban,
    deadlock::{Deadlocks, Triples},
    puzzle::{Analysis, Known},
};
pub use atom::Atom;
pub(crate) use atom::name;

/// Which encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Encoding {
    /// A step is one push; the player's way between pushes is a path.
    #[default]
    Pushes,
    /// A step is one move of the player.
    Moves,
    /// A step is a whole straight push.
    Lines,
    /// A step is one move; boxes are numbered: the model of courses.
    Labelled,
}

choice!(Encoding);

const START: Rule = Rule::new("start", "at 0, the boxes and the player are where the level puts them");
const GOAL: Rule = Rule::new("goal", "at {0}, every box is on a goal");

/// Writes the formula of a level and a number of steps.
pub(crate) fn encode(puzzle: &Sokoban, encoding: Encoding, e: Draft<'_, Atom>) -> Result<(), Stop> {
    let mut w = Writer::new(puzzle, encoding, e)?;
    let steps = puzzle.steps_in(encoding);
    if encoding == Encoding::Labelled {
        return labelled::encode(&mut w, puzzle, steps);
    }
    begin(&mut w, encoding)?;
    for time in 0..steps {
        step(&mut w, encoding, time)?;
    }
    if !puzzle.is_open {
        goal(&mut w, encoding, steps)?;
    }
    Ok(())
}

fn begin(w: &mut Writer<'_>, encoding: Encoding) -> Result<(), Stop> {
    match encoding {
        Encoding::Pushes => pushes::begin(w)?,
        Encoding::Moves => moves::begin(w)?,
        Encoding::Lines => lines::begin(w)?,
        Encoding::Labelled => {}
    }
    Ok(())
}

/// Extends a formula without a goal by a step, from `time` to `time + 1`. Not for [`Encoding::Labelled`].
pub(crate) fn step(w: &mut Writer<'_>, encoding: Encoding, time: u16) -> Result<(), Stop> {
    match encoding {
        Encoding::Pushes => pushes::step(w, time)?,
        Encoding::Moves => moves::step(w, time)?,
        Encoding::Lines => lines::step(w, time)?,
        Encoding::Labelled => {}
    }
    Ok(())
}

/// Assumptions that hold in a plan of this many steps, in addition to the rules.
pub(crate) fn ending(w: &Writer<'_>, encoding: Encoding, steps: u16) -> Vec<Literal<Atom>> {
    let slack = if encoding == Encoding::Pushes { known::slack(w, steps) } else { None };
    w.off_goals(steps).into_iter().chain(slack).collect()
}

fn goal(w: &mut Writer<'_>, encoding: Encoding, steps: u16) -> Result<(), Stop> {
    if encoding == Encoding::Pushes {
        known::bound(w, steps)?;
    }
    let empty = w.off_goals(steps);
    w.clauses(&GOAL, (steps,), empty.into_iter().map(|literal| vec![literal]).collect())
}

/// A formula that is being written, step by step.
pub(crate) struct Writer<'w> {
    a: &'w Analysis,
    e: Draft<'w, Atom>,
    for_proofs: bool,
    /// Facts about two boxes, and about three, if the formula has them.
    deadlocks: Option<&'w Deadlocks>,
    triples: Option<&'w Triples>,
    encoding: Encoding,
    /// The maximum waste that is counted.
    counted: u16,
}

impl<'w> Writer<'w> {
    /// # Errors
    ///
    /// What stopped the analysis of the level.
    pub fn new(puzzle: &'w Sokoban, encoding: Encoding, e: Draft<'w, Atom>) -> Result<Writer<'w>, Stop> {
        let a = puzzle.analysis_within(e.interrupt())?;
        let counted = known::counted(puzzle, puzzle.steps_in(Encoding::Pushes));
        let for_proofs = matches!(puzzle.known, Known::Waste | Known::Rules);
        let (mut deadlocks, mut triples) = (None, None);
        if !for_proofs && encoding != Encoding::Labelled {
            deadlocks = Some(a.deadlocks(e.interrupt())?);
            if puzzle.known == Known::Triples {
                triples = Some(a.triples(e.interrupt())?);
            }
        }
        Ok(Writer { a, e, for_proofs, deadlocks, triples, encoding, counted })
    }

    fn cell(&self, number: u16) -> Cell {
        self.a.board.cells[usize::from(number)]
    }

    /// Adds a group with these clauses.
    fn clauses(
        &mut self,
        rule: &Rule,
        args: impl Args,
        clauses: Vec<Vec<Literal<Atom>>>,
    ) -> Result<(), Stop> {
        let mut group = self.e.group(rule, args)?;
        for clause in clauses {
            group.step(1)?;
            group.clause(clause);
        }
        Ok(())
    }

    /// Sorts literals by cells; each keeps their order.
    fn per_cell(&self, literals: impl Iterator<Item = (u16, Literal<Atom>)>) -> Vec<Vec<Literal<Atom>>> {
        let mut sorted = vec![Vec::new(); self.a.board.len()];
        for (cell, literal) in literals {
            sorted[usize::from(cell)].push(literal);
        }
        sorted
    }

    /// The literal of an atom, if it was declared.
    fn declared(&self, atom: Atom) -> Option<Literal<Atom>> {
        self.e.var(atom).map(|_| pos(atom))
    }

    /// Whether there may be a box on a cell at a time.
    fn may_have_box(&self, time: u16, cell: u16) -> bool {
        if self.for_proofs {
            return time > 0 || self.a.board.boxes.contains(&cell);
        }
        let index = usize::from(cell);
        // Within a line, a box moves as far as it likes.
        let soon_enough = self.encoding == Encoding::Lines || self.a.earliest[index] <= u32::from(time);
        self.a.live[index] && soon_enough
    }

    /// The literal of a box on a cell at a time; `None` if there can't be one.
    fn box_at(&self, time: u16, cell: u16) -> Option<Literal<Atom>> {
        self.may_have_box(time, cell).then(|| pos(Atom::Box { time, cell: self.cell(cell) }))
    }

    /// 'Not all of these cells have a box'; `None` if they can't all have one.
    fn not_all(&self, time: u16, cells: &[u16]) -> Option<Vec<Literal<Atom>>> {
        cells.iter().map(|&cell| self.box_at(time, cell).map(|full| !full)).collect()
    }

    /// 'No box is here', for all cells but goals.
    fn off_goals(&self, time: u16) -> Vec<Literal<Atom>> {
        let others = (0..self.a.board.len() as u16).filter(|&cell| !self.a.board.is_goal[usize::from(cell)]);
        others.filter_map(|cell| self.box_at(time, cell)).map(|full| !full).collect()
    }

    fn declare_boxes(&mut self, time: u16) -> Result<(), Stop> {
        for number in 0..self.a.board.len() as u16 {
            if self.may_have_box(time, number) {
                let cell = self.cell(number);
                self.e.declare(Atom::Box { time, cell })?;
            }
        }
        Ok(())
    }

    /// The boxes at time 0. A box that can't be saved makes the formula contradictory.
    fn begin_boxes(&mut self) -> Result<(), Stop> {
        self.declare_boxes(0)?;
        let starts: Vec<_> = self.a.board.boxes.iter().map(|&cell| self.box_at(0, cell)).collect();
        let mut units: Vec<_> = starts.into_iter().map(|unit| unit.into_iter().collect()).collect();
        if self.a.board.lost.is_some() {
            units.push(Vec::new());
        }
        self.clauses(&START, (), units)
    }

    /// The player at time 0, where a walk begins.
    fn begin_player(&mut self) -> Result<(), Stop> {
        let cell = self.cell(self.a.board.player);
        self.e.declare(Atom::Start { time: 0, cell })?;
        self.clauses(&START, (), vec![vec![pos(Atom::Start { time: 0, cell })]])
    }
}

/// Whether the boxes of a model are where the moves have pushed them.
///
/// # Errors
///
/// A box that moves by itself between the time before and this one: the encoding lacks a rule.
fn boxes_agree(
    puzzle: &Sokoban,
    game: &Game<'_>,
    time: u16,
    has_box: impl Fn(Cell) -> bool,
) -> Result<(), Violation> {
    let cells = || puzzle.analysis().board.cells.iter().copied();
    let gone = cells().find(|&cell| game.has_box(cell) && !has_box(cell));
    let new = cells().find(|&cell| !game.has_box(cell) && has_box(cell));
    let (before, when) = (time.saturating_sub(1), time);
    match (gone, new) {
        (None, None) => Ok(()),
        (Some(gone), Some(new)) => Err(Violation::new(format!(
            "from {before} to {when}, the box in {gone} moves to {new} by itself"
        ))),
        (Some(gone), None) => {
            Err(Violation::new(format!("from {before} to {when}, the box in {gone} vanishes")))
        }
        (None, Some(new)) => Err(Violation::new(format!("from {before} to {when}, a box appears in {new}"))),
    }
}

/// Walks to behind a box and pushes it.
fn push_in_game(game: &mut Game<'_>, time: u16, cell: Cell, direction: Direction) -> Result<(), Violation> {
    let stand = game.level().size.step(cell, direction.opposite());
    if !stand.is_some_and(|stand| game.walk_to(stand)) {
        return Err(Violation::new(format!("at {time}, the player can't walk to behind the box in {cell}")));
    }
    match game.step(direction) {
        Ok(true) => Ok(()),
        _ => Err(Violation::new(format!("at {time}, no box can be pushed from {cell} on ({direction})"))),
    }
}

/// Reads the plan from a model.
pub(crate) fn decode(
    puzzle: &Sokoban,
    encoding: Encoding,
    model: &Model<'_, Atom>,
) -> Result<Plan, Violation> {
    match encoding {
        Encoding::Pushes => pushes::decode(puzzle, model),
        Encoding::Moves => moves::decode(puzzle, model),
        Encoding::Lines => lines::decode(puzzle, model),
        Encoding::Labelled => labelled::decode(puzzle, model),
    }
}
