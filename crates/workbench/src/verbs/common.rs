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
use jigsat_solve::Limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use record::{ClueRecord, CommonRecord, PlaceRecord, ValueRecord};

use self::search::{End, Places, Values};
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
    let mut common = Common::unknown(board);
    // Solutions that have a length are compared if they are the shortest.
    let shortest = if board.has_plans() && board.length().is_none() {
        match Error::unless_stopped(board.shortest(&context.run(&limits)))? {
            Ok(Some(shortest)) => Some(shortest),
            Ok(None) => {
                common.end(Status::Impossible, "impossible", None);
                common.record.complete = true;
                return Ok(common);
            }
            Err(stop) => {
                common.record.reason = Some(stop.to_string());
                return Ok(common);
            }
        }
    } else {
        None
    };
    common.search(shortest.as_deref().unwrap_or(board), request, context, &limits)?;
    Ok(common)
}

impl Common {
    fn unknown(board: &dyn Board) -> Self {
        let record = CommonRecord {
            schema: SCHEMA,
            family: board.info().name.clone(),
            file: Arc::clone(board.file()),
            puzzle: Arc::clone(board.title()),
            status: "unknown",
            found: 0,
            complete: false,
            statements: false,
            places: Vec::new(),
            clues: Vec::new(),
            corrections: Vec::new(),
            more_corrections: false,
            nearest: Vec::new(),
            reason: None,
            without: board.formula_options().drop.clone(),
            by: board.builder(),
            stats: Stats::new(jigsat_solve::Effort::default(), None),
        };
        let (status, puzzle) = (Status::Unknown, board.shared());
        Common { status, record, solution: None, marks: Marks::default(), puzzle }
    }

    fn end(&mut self, status: Status, name: &'static str, reason: Option<String>) {
        self.status = status;
        (self.record.status, self.record.reason) = (name, reason);
    }

    /// Searches for the solutions, and compares them; if there are none, says what to remove.
    fn search(
        &mut self,
        board: &dyn Board,
        request: &CommonRequest,
        context: &Context,
        limits: &Limits,
    ) -> Result<(), Error> {
        let (blanks, dropped) = (board.blanks(limits)?, &board.formula_options().drop);
        // Without places, what the formula shows should tell all of a solution.
        let tells_all = blanks.is_empty() && board.names_no_encoding();
        let encoding = if tells_all { board.best(Goal::All).encoding } else { board.encoding() };
        let solver = board.solver_or(&board.best(Goal::One).solver);
        let options = board.formula_options().build(false, limits);
        let search = board.search(Purpose::Puzzle, encoding, &options, &solver, board.search_options().seed);
        let mut search = match Error::unless_stopped(search.map_err(|error| error.of_dropped(dropped)))? {
            Ok(search) => search,
            Err(stop) => {
                self.record.reason = Some(stop.to_string());
                return Ok(());
            }
        };
        let mut places = match Places::of(board, blanks, &search, limits) {
            Ok(places) => places,
            Err(stop) => {
                self.record.reason = Some(stop.to_string());
                return Ok(());
            }
        };
        let assumed = match &request.from {
            Some(from) => {
                let solution = board.read_solution(&from.to_source(), limits)?;
                let words = || {
                    Error::request(Message::with("`from` cannot be used with encoding '{}'", &[&encoding]))
                };
                board.literals(encoding, &solution).ok_or_else(words)?
            }
            None => Vec::new(),
        };
        let mut values = Values { board, search: &mut search, limits, found: 0, models: Vec::new() };
        let end = values.find(&assumed, &mut places)?;
        let Values { found, models, .. } = values;
        if matches!((&end, found), (End::All, 0)) {
            // At a limit, it is still known that there is no solution.
            let corrected = self.correct(board, &assumed, &places.all, &mut search, limits);
            let _ = Error::unless_stopped(corrected)?;
        }
        self.record.by = search.by();
        let stats = Stats::new(search.effort(), Some(search.cnf().size()));
        self.record.stats = if context.wants.times { stats } else { stats.without_times() };
        self.record.found = found;
        self.record.complete = matches!(end, End::All);
        match (&end, found) {
            (End::All, 0) => {
                let filled_in = request.from.is_some();
                let reason = filled_in.then(|| "no solution contains what is filled in".to_owned());
                self.end(Status::Impossible, "impossible", reason);
            }
            (End::Stopped(stop), _) => self.end(Status::Unknown, "unknown", Some(stop.to_string())),
            _ => self.end(Status::Solved, "solved", None),
        }
        if found > 0 {
            self.compare(board, &places, &models);
        }
        Ok(())
    }

    /// What the solutions have in common, and where they differ.
    fn compare(&mut self, board: &dyn Board, places: &Places, models: &[Vec<usize>]) {
        let Common { record, marks, .. } = self;
        record.statements = places.are_statements;
        let times = |place: usize, value: usize| models.iter().filter(|model| model[place] == value).count();
        let mut known = Vec::new();
        for (number, place) in places.all.iter().enumerate() {
            let values: Vec<usize> = (0..place.seen.len()).filter(|&value| place.seen[value]).collect();
            let possible = values.iter().map(|&value| ValueRecord {
                value: place.value(value),
                solutions: record.complete.then(|| times(number, value)),
            });
            let possible: Vec<ValueRecord> = possible.collect();
            // Statements that hold in no solution are left out: most are of that kind.
            if places.are_statements && values == [1] && !place.open {
                continue;
            }
            if record.found > 1 {
                let is_clue = |value: &&ValueRecord| {
                    value.solutions == Some(1) && (value.value == "yes" || !places.are_statements)
                };
                let alone = possible.iter().filter(is_clue);
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
