//! A search that shows its work, in the names of the encoding.

mod graph;
mod layout;
mod picture;

use jigsat_cnf::{Choice, Formula, Lit};
use jigsat_kit::{AtomOf, Error, Family};
use jigsat_solve::{
    Puzzle,
    cdcl::{Cdcl, Origin, Outcome, Step},
    with_names,
};

use crate::{
    Context, Solution, Status, TraceRequest,
    case::Case,
    formula::{Decoded, built, judged},
    record::{SCHEMA, TraceRecord, TraceStep},
};

/// The answer to a [`TraceRequest`].
#[derive(Clone, Debug)]
pub struct Traced {
    /// The status.
    pub status: Status,
    /// The record.
    pub record: TraceRecord,
    /// The solution; the referee accepted it, unless a rule was dropped.
    pub solution: Option<Solution>,
}

impl Traced {
    /// The end in words, one line.
    #[must_use]
    pub fn verdict(&self) -> String {
        let TraceRecord { decisions, propagations, conflicts, clauses, encoding, .. } = &self.record;
        let end = match (&self.record.reason, self.record.status) {
            (Some(reason), status) => format!("{status}: {reason}"),
            (None, "impossible") => "impossible: a conflict depends on no decision".into(),
            (None, status) => status.into(),
        };
        let plural =
            |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let counts = [
            plural(*decisions, "decision"),
            plural(*propagations, "propagation"),
            plural(*conflicts, "conflict"),
            format!("encoding {encoding}"),
            plural(*clauses, "clause"),
        ];
        format!("{end} ({})", counts.join(", "))
    }

    /// The implication graph of a conflict, from 1, as SVG: the true literals that lead to it, and the learned clause.
    ///
    /// # Errors
    ///
    /// The number of a conflict that did not occur.
    pub fn to_svg(&self, conflict: usize) -> Result<String, Error> {
        picture::draw(&self.record.steps, conflict).ok_or_else(|| {
            let there_were = match self.record.conflicts {
                0 => "there was none".to_owned(),
                1 => "there was one".to_owned(),
                count => format!("there were {count}"),
            };
            Error::Request(format!("there is no conflict {conflict} to draw; {there_were}"))
        })
    }
}

/// Steps in words, with the names of a formula.
struct Names<'n, P: Puzzle> {
    puzzle: &'n P,
    formula: &'n Formula<P::Atom>,
    learned: Vec<Vec<Lit>>,
}

impl<P: Puzzle> Names<'_, P> {
    fn name(&self, lit: Lit) -> String {
        let mut name = String::from(if lit.is_neg() { "!" } else { "" });
        with_names(self.puzzle, |names| self.formula.write_variable(lit.var(), None, names, &mut name))
            .expect("a String takes everything");
        name
    }

    fn all(&self, lits: &[Lit]) -> Vec<String> {
        lits.iter().map(|&lit| self.name(lit)).collect()
    }

    fn because(&self, clause: Origin) -> String {
        match clause {
            Origin::Formula(place) => {
                with_names(self.puzzle, |names| self.formula.group_of(place).sentence(names))
            }
            Origin::Learned(number) => format!("learned clause {}", number + 1),
        }
    }

    /// The literals of a clause except one, negated.
    fn from(&self, clause: Origin, but: Option<Lit>) -> Vec<String> {
        let literals = match clause {
            Origin::Formula(place) => &self.formula.clauses()[place],
            Origin::Learned(number) => &*self.learned[number],
        };
        literals.iter().filter(|&&lit| Some(lit) != but).map(|&lit| self.name(!lit)).collect()
    }

    fn step(&mut self, step: &Step) -> TraceStep {
        match step {
            &Step::Decide { literal, level } => TraceStep::Decide { literal: self.name(literal), level },
            &Step::Imply { literal, level, by } => TraceStep::Imply {
                literal: self.name(literal),
                level,
                because: self.because(by),
                from: self.from(by, Some(literal)),
            },
            &Step::Conflict { clause, level } => {
                TraceStep::Conflict { level, because: self.because(clause), from: self.from(clause, None) }
            }
            Step::Resolve { on, clause, .. } => {
                TraceStep::Resolve { on: self.name(*on), clause: self.all(clause) }
            }
            Step::Learn { clause, back } => {
                self.learned.push(clause.clone());
                TraceStep::Learn { number: self.learned.len(), clause: self.all(clause), back: *back }
            }
            Step::Restart => TraceStep::Restart,
        }
    }
}

pub(crate) fn trace<F: Family>(
    case: &Case<F>,
    request: &TraceRequest,
    context: &Context,
) -> Result<Traced, Error> {
    let limits = case.limits(context);
    // The search uses only clauses.
    let formula: Formula<AtomOf<F>> = built(case, context)?.into_completed()?;
    let mut names = Names { puzzle: case.puzzle(), formula: &formula, learned: Vec::new() };
    let mut steps = Vec::new();
    let outcome =
        Cdcl::new(formula.clauses(), formula.variables())
            .run(request.restart, &limits, &mut |step| steps.push(names.step(step)));
    let (mut reason, mut solution) = (None, None);
    let status = match outcome {
        Outcome::Unsatisfiable => Status::Impossible,
        Outcome::Stopped(stop) => {
            reason = Some(stop.to_string());
            Status::Unknown
        }
        Outcome::Satisfiable(values) => match judged(case, &formula, &values, &limits) {
            Decoded::Solution(found) => {
                solution = Some(found);
                Status::Solved
            }
            Decoded::Refused { violation, status } => {
                reason = Some(format!("the referee says: {violation}"));
                status
            }
            Decoded::Open(stop) => {
                reason = Some(stop.to_string());
                Status::Unknown
            }
            Decoded::Violates(_) | Decoded::Unsatisfiable | Decoded::GaveUp => {
                unreachable!("the search ended with a model")
            }
        },
    };
    let count = |is: fn(&TraceStep) -> bool| steps.iter().filter(|step| is(step)).count();
    let record = TraceRecord {
        schema: SCHEMA,
        family: case.family.info().name.clone(),
        file: case.board.file.clone(),
        puzzle: case.board.title.clone(),
        status: match status {
            Status::Solved => "solved",
            Status::Impossible if reason.is_some() => "refused",
            Status::Impossible => "impossible",
            Status::Unknown => "unknown",
            Status::BadInput | Status::Bug => "bug",
        },
        reason,
        encoding: case.encoding().name(),
        clauses: formula.clauses().len(),
        decisions: count(|step| matches!(step, TraceStep::Decide { .. })),
        propagations: count(|step| matches!(step, TraceStep::Imply { .. })),
        conflicts: count(|step| matches!(step, TraceStep::Conflict { .. })),
        steps,
    };
    Ok(Traced { status, record, solution })
}
