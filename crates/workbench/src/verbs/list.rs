//! `list`: solutions one by one.

use std::{
    io::{self, Write},
    sync::Arc,
};

use jigsat_grid::Picture;
use jigsat_input::counted;
use jigsat_kit::{Error, Listing};
use jigsat_solve::{Answer, Limits, Stop};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Ask, Context, Solution, Status,
    board::Board,
    record::{ListRecord, SolveRecord, Stats},
    verb::{About, Forms, Listener, Needs, OfPuzzle, Part, Subject, Teller, Verb},
    verbs::solve::{tell_dropped, who, write_solution},
    words::of_length,
};

/// Lists solutions one by one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend(
    "x-arguments" = ["all", "limit", "ask.formula", "unnamed", "ask.search"],
    "x-chosen-by" = ["all", "limit"],
))]
pub struct ListRequest {
    /// Formula, search and options.
    pub ask: Ask,
    /// Lists all solutions.
    ///
    /// This is what happens without a limit, too.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("x-conflicts" = ["unique"]))]
    pub all: bool,
    /// Lists up to N solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1), extend("x-conflicts" = ["unique"]))]
    pub limit: Option<u64>,
    /// With `drop`: doesn't say which rule was dropped, nor how large the formula is: what goes wrong is an exam question.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("x-requires" = "drop"))]
    pub unnamed: bool,
}

impl Verb for ListRequest {
    const ABOUT: About = About {
        name: "list",
        command: Some("solve"),
        group: "Solve",
        purpose: "Lists solutions one by one",
        more: "",
        subject: Subject::Puzzle,
        forms: Forms::Solutions,
        record: "",
        picture: "",
    };

    type Record = ();
    type Answer = Listed;

    fn needs(&mut self) -> Needs<'_> {
        Needs::of(&mut self.ask)
    }
}

impl OfPuzzle for ListRequest {
    const MAY_LOOK_BEYOND: bool = true;

    fn ask(&self) -> Ask {
        self.ask.clone()
    }

    fn answer(&self, board: &dyn Board, context: &Context, listener: &mut Listener<'_>) -> Result<(), Error> {
        let mut solutions = board.solutions(context)?;
        let puzzle = board.shared();
        while self.limit.is_none_or(|limit| solutions.found() < limit)
            && let Some(record) = solutions.next()?
        {
            let record = if self.unnamed { record.unnamed() } else { record };
            let listed = OneOfList { record, unnamed: self.unnamed, puzzle: Arc::clone(&puzzle) };
            listener(Box::new(listed), true)?;
        }
        let mut end = solutions.end();
        if !context.wants.times {
            end.record.record = end.record.record.without_times(false);
        }
        if self.unnamed {
            end.record.record = end.record.record.unnamed();
        }
        listener(Box::new(end), false)
    }
}

/// One of the listed solutions.
pub struct OneOfList {
    /// The record.
    pub record: SolveRecord,
    unnamed: bool,
    puzzle: Arc<dyn Board>,
}

impl Part for OneOfList {
    fn status(&self) -> Status {
        Status::Solved
    }

    fn record(&self) -> Option<&dyn erased_serde::Serialize> {
        Some(&self.record)
    }

    fn tell(&self, teller: &mut dyn Teller) -> io::Result<()> {
        tell_dropped(&self.record, self.unnamed, teller)?;
        teller.line(&format!("solution {}:", self.record.solution_index.unwrap_or_default()))?;
        self.picture().map_or(Ok(()), |picture| teller.picture(&*picture))
    }

    fn puzzle(&self) -> Option<&dyn Board> {
        Some(&*self.puzzle)
    }

    fn solution(&self) -> Option<&Solution> {
        self.record.solution.as_ref()
    }

    fn picture(&self) -> Option<Box<dyn Picture>> {
        self.record.solution.as_ref().map(|solution| self.puzzle.draw(Some(solution)))
    }

    fn write(&self, form: &str, out: &mut dyn Write) -> Result<(), Error> {
        let Some(solution) = &self.record.solution else { return Ok(()) };
        Ok(write_solution(&*self.puzzle, solution, form, out)?)
    }
}

impl Part for Listed {
    fn status(&self) -> Status {
        self.status
    }

    fn record(&self) -> Option<&dyn erased_serde::Serialize> {
        Some(&self.record)
    }

    fn words(&self) -> String {
        self.verdict.clone()
    }

    fn tell(&self, teller: &mut dyn Teller) -> io::Result<()> {
        teller.line(&format!("{} ({})", self.verdict, who(&self.record.record)))
    }
}

/// The end of a list of solutions.
pub struct Listed {
    /// The status.
    pub status: Status,
    /// The record.
    pub record: ListRecord,
    verdict: String,
}

impl Listed {
    /// The end in words: the number of solutions, and whether that is all.
    #[must_use]
    pub fn verdict(&self) -> &str {
        &self.verdict
    }
}

/// A search for solutions one by one. It owns its puzzle and may be sent to another thread.
pub struct Solutions {
    board: Arc<dyn Board>,
    limits: Limits,
    listing: Box<dyn Listing>,
    found: u64,
    /// How the search ended, if it has ended: with all found, or at a limit.
    end: Option<Result<(), Stop>>,
}

impl dyn Board + '_ {
    /// Looks for solutions one by one.
    ///
    /// # Errors
    ///
    /// An engine that finds only one, and a formula that can't be built.
    pub fn solutions(&self, context: &Context) -> Result<Solutions, Error> {
        let limits = self.limits(context);
        let listing = self.list(&context.run(&limits));
        let listing = listing.map_err(|error| error.of_dropped(&self.formula_options().drop))?;
        Ok(Solutions { board: self.shared(), limits, listing, found: 0, end: None })
    }
}

impl Solutions {
    fn record(&self, status: &'static str) -> SolveRecord {
        let board = &self.board;
        SolveRecord::new(board.info().name.clone(), board.file(), board.title(), status)
    }

    /// The next solution as a record; `None` if there are no more or a limit was reached.
    ///
    /// # Errors
    ///
    /// A solver that fails, and a solution that the referee rejects: a bug.
    #[allow(clippy::should_implement_trait, reason = "an iterator would give the error again and again")]
    pub fn next(&mut self) -> Result<Option<SolveRecord>, Error> {
        while self.end.is_none() {
            let answer = self.listing.solve(&self.limits)?;
            let (solution, refused) = match answer {
                Answer::Solved(solution) => (Some(solution.into_inner()), None),
                Answer::Refused { solution, violation } => (solution, Some(violation.to_string())),
                Answer::Impossible(_) => {
                    self.end = Some(Ok(()));
                    break;
                }
                Answer::Unknown(stop) => {
                    self.end = Some(Err(stop));
                    break;
                }
            };
            self.found += 1;
            // A model that is not a solution without the dropped rule counts, but can't be shown.
            if let Some(solution) = solution {
                let mut record = self.record("solved");
                record.solution_index = Some(self.found);
                record.solution = Some(solution);
                record.without.clone_from(&self.board.formula_options().drop);
                record.refused = refused;
                return Ok(Some(record));
            }
        }
        Ok(None)
    }

    /// Number of solutions found so far.
    #[must_use]
    pub fn found(&self) -> u64 {
        self.found
    }

    /// The end of the list.
    #[must_use]
    pub fn end(&self) -> Listed {
        let (all, stop) = match self.end {
            Some(Ok(())) => (true, None),
            Some(Err(stop)) => (false, Some(stop)),
            None => (false, None),
        };
        let none = all && self.found == 0;
        let length = self.board.length().filter(|_| none);
        let (status, word) = match (stop, length) {
            (Some(_), _) | (_, Some(_)) => (Status::Unknown, "unknown"),
            _ if none => (Status::Impossible, "impossible"),
            _ => (Status::Solved, "solved"),
        };
        let mut record = self.record(word);
        record.reason = stop
            .map(|stop| stop.to_string())
            .or_else(|| length.map(|steps| format!("there is no solution of {}", of_length(steps))));
        record.by = Some(self.listing.by());
        record.stats = Some(Stats::new(self.listing.effort(), self.listing.size()));
        let end = match (stop, length) {
            (Some(stop), _) => format!("; there may be more: {stop}"),
            (None, Some(steps)) => format!(" of {}", of_length(steps)),
            (None, None) if all => ", and no more".into(),
            (None, None) => ", stopped at the limit".into(),
        };
        let verdict = format!("{}{end}", counted(self.found, "solution"));
        Listed { status, record: ListRecord { record, solutions: self.found, complete: all }, verdict }
    }
}
