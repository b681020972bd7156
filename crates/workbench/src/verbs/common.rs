//! `common`: what all solutions have in common, and what is possible in some of them, place by place.
//!
//! The literals that all models have are the backbone: R. Monasson and others, Determining computational complexity from
//! characteristic 'phase transitions' (1999). It is found by one question for each value that no model so far has, as by M.
//! Janota, I. Lynce and J. Marques-Silva, Algorithms for computing backbones of propositional formulae (2015): a new model
//! answers many of the questions that are left.

mod correction;
mod record;
mod search;

use std::{io, sync::Arc};

use jigsat_cnf::pos;
use jigsat_grid::{Mark, Picture};
use jigsat_input::Message;
use jigsat_kit::{Error, Goal, TextFile};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use record::{ClueRecord, CommonRecord, PlaceRecord, ValueRecord};

use self::search::{End, Place, Values, places};
use crate::{
    Ask, Context, Purpose, Solution, Status,
    board::Board,
    explain::Marks,
    record::{SCHEMA, Stats},
    verb::{About, Forms, Listener, Needs, OfPuzzle, Part, Subject, Teller, Verb},
};

/// Asks what all solutions have in common, and what is possible in some of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("x-arguments" = ["from", "ask.formula", "ask.search"]))]
pub struct CommonRequest {
    /// Formula, search and options.
    pub ask: Ask,
    /// Only solutions that contain this partly filled board, in any format that 'solve' prints.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "SOLUTION"))]
    pub from: Option<TextFile>,
}

impl Verb for CommonRequest {
    const ABOUT: About = About {
        name: "common",
        command: Some("common"),
        group: "Understand",
        purpose: "Says what all solutions have in common, and what is possible in some",
        more: "Examples:\n  jigsat common puzzles/sudoku/ambiguous.yaml\n  \
            jigsat common puzzles/sudoku/ambiguous.yaml --svg common.svg",
        subject: Subject::Puzzle,
        forms: Forms::Records,
        record: "what common prints",
        picture: "Also draws what all solutions have in common; places that differ are marked",
    };

    type Record = CommonRecord;
    type Answer = Common;

    fn needs(&mut self) -> Needs<'_> {
        Needs::of(&mut self.ask)
    }
}

impl OfPuzzle for CommonRequest {
    fn ask(&self) -> Ask {
        self.ask.clone()
    }

    fn answer(&self, board: &dyn Board, context: &Context, listener: &mut Listener<'_>) -> Result<(), Error> {
        listener(Box::new(common(board, self, context)?), false)
    }
}

/// The answer to a [`CommonRequest`].
pub struct Common {
    /// The status.
    pub status: Status,
    /// The record.
    pub record: CommonRecord,
    /// What all solutions have, if the family can draw it.
    solution: Option<Solution>,
    marks: Marks,
    puzzle: Arc<dyn Board>,
}

impl Part for Common {
    fn status(&self) -> Status {
        self.status
    }

    fn record(&self) -> Option<&dyn erased_serde::Serialize> {
        Some(&self.record)
    }

    fn words(&self) -> String {
        self.record.words()
    }

    fn tell(&self, teller: &mut dyn Teller) -> io::Result<()> {
        if let Some(picture) = self.picture().filter(|_| self.record.found > 0 || self.solution.is_some()) {
            teller.picture(&*picture)?;
        }
        teller.line(&self.words())
    }

    fn puzzle(&self) -> Option<&dyn Board> {
        Some(&*self.puzzle)
    }

    fn picture(&self) -> Option<Box<dyn Picture>> {
        let mut picture = self.puzzle.draw(self.solution.as_ref());
        self.marks.put_on(picture.as_mut());
        Some(picture)
    }
}

fn common(board: &dyn Board, request: &CommonRequest, context: &Context) -> Result<Common, Error> {
    let limits = board.limits(context);
    let mut places = places(board, &limits)?;
    let (encoding, dropped) = (board.encoding(), &board.formula_options().drop);
    let solver = board.solver_or(&board.best(Goal::One).solver);
    let mut common = Common {
        status: Status::Unknown,
        record: CommonRecord {
            schema: SCHEMA,
            family: board.info().name.clone(),
            file: Arc::clone(board.file()),
            puzzle: Arc::clone(board.title()),
            status: "unknown",
            found: 0,
            complete: false,
            places: Vec::new(),
            clues: Vec::new(),
            corrections: Vec::new(),
            more_corrections: false,
            nearest: Vec::new(),
            reason: None,
            without: dropped.clone(),
            by: board.builder(),
            stats: Stats::new(jigsat_solve::Effort::default(), None),
        },
        solution: None,
        marks: Marks::default(),
        puzzle: board.shared(),
    };
    let options = board.formula_options().build(false, &limits);
    let search = board.search(Purpose::Puzzle, encoding, &options, &solver, board.search_options().seed);
    let mut search = match Error::unless_stopped(search.map_err(|error| error.of_dropped(dropped)))? {
        Ok(search) => search,
        Err(stop) => {
            common.record.reason = Some(stop.to_string());
            return Ok(common);
        }
    };
    let assumed = match &request.from {
        Some(from) => {
            let solution = board.read_solution(&from.to_source(), &limits)?;
            let words =
                || Error::request(Message::with("`from` cannot be used with encoding '{}'", &[&encoding]));
            board.literals(encoding, &solution).ok_or_else(words)?
        }
        None => Vec::new(),
    };
    let mut values = Values { board, search: &mut search, limits: &limits, found: 0, models: Vec::new() };
    let end = values.find(&assumed, &mut places)?;
    let Values { found, models, .. } = values;
    if matches!((&end, found), (End::All, 0)) {
        // At a limit, it is still known that there is no solution.
        let corrected = common.correct(board, &assumed, &places, &mut search, &limits);
        let _ = Error::unless_stopped(corrected)?;
    }
    let record = &mut common.record;
    record.by = search.by();
    let stats = Stats::new(search.effort(), Some(search.cnf().size()));
    record.stats = if context.wants.times { stats } else { stats.without_times() };
    record.found = found;
    record.complete = matches!(end, End::All);
    (common.status, record.status) = match (&end, found) {
        (End::All, 0) => {
            let filled_in = request.from.is_some();
            record.reason = filled_in.then(|| "no solution contains what is filled in".to_owned());
            (Status::Impossible, "impossible")
        }
        (End::Stopped(stop), _) => {
            record.reason = Some(stop.to_string());
            (Status::Unknown, "unknown")
        }
        _ => (Status::Solved, "solved"),
    };
    if found > 0 {
        common.compare(board, &places, &models);
    }
    Ok(common)
}

impl Common {
    /// What the solutions have in common, and where they differ.
    fn compare(&mut self, board: &dyn Board, places: &[Place], models: &[Vec<usize>]) {
        let Common { record, marks, .. } = self;
        let times = |place: usize, value: usize| models.iter().filter(|model| model[place] == value).count();
        let mut known = Vec::new();
        for (number, place) in places.iter().enumerate() {
            let values: Vec<usize> = (0..place.seen.len()).filter(|&value| place.seen[value]).collect();
            let possible = values.iter().map(|&value| ValueRecord {
                value: place.value(value),
                solutions: record.complete.then(|| times(number, value)),
            });
            let possible: Vec<ValueRecord> = possible.collect();
            if record.found > 1 {
                let alone = possible.iter().filter(|value| value.solutions == Some(1));
                record.clues.extend(
                    alone.map(|value| ClueRecord { place: place.name.clone(), value: value.value.clone() }),
                );
            }
            let shown = PlaceRecord { name: place.name.clone(), possible, open: place.open };
            if shown.is_fixed() {
                known.push(place.literal(values[0]));
            } else {
                let atoms = values.iter().filter_map(|&value| place.atoms.get(value).or(place.atoms.first()));
                let cells: Vec<_> = atoms.flat_map(|&atom| board.cells(pos(atom))).collect();
                marks.add(&cells, Mark::Deduced);
            }
            record.places.push(shown);
        }
        self.solution = board.so_far(&known);
    }
}
