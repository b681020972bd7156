//! `decode`: the meaning of a solver's answer for the puzzle.

use std::{
    io::{self, Write},
    sync::Arc,
};

use jigsat_cnf::{SolverOutput, formula_size, read_solver_output};
use jigsat_grid::Picture;
use jigsat_input::{Message, ParseError, Position, Source, counted};
use jigsat_kit::{Error, TextFile};
use jigsat_solve::{Limits, Refusal};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Ask, Context, Solution, Status,
    board::Board,
    formula::{Decoded, judged, written},
    record::SolveRecord,
    verb::{About, Forms, Listener, Needs, OfPuzzle, Part, Subject, Teller, Verb},
    verbs::solve::write_solution,
};

/// Advice if an answer seems to belong to another formula.
pub const SAME_OPTIONS: &str = "give 'decode' the options that 'encode' had: `encoding`, `amo`, `card`, `sum`, `graph`, `drop`, and the family's own";

/// Turns a solver's answer into a solution.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("x-arguments" = ["answer", "ask.formula", "ask.search.timeout_s"]))]
pub struct DecodeRequest {
    /// Formula, limits and options: those with which the formula was written.
    pub ask: Ask,
    /// The solver's answer: 's' and 'v' lines, a result file of MiniSat, literals, or what an SMT solver prints; a file
    /// or -.
    #[schemars(extend("x-position" = true))]
    pub answer: TextFile,
}

impl Verb for DecodeRequest {
    const ABOUT: About = About {
        name: "decode",
        command: Some("decode"),
        group: "Formulas",
        purpose: "Turns a solver's answer to the formula that 'encode' printed into a solution",
        more: "Examples:\n  jigsat sudoku encode puzzles/sudoku/easy.yaml --format dimacs > easy.cnf\n  \
            minisat easy.cnf easy.out\n  \
            jigsat sudoku decode puzzles/sudoku/easy.yaml easy.out\n\n  \
            jigsat fillomino encode fillomino/easy --format smt2 > easy.smt2\n  \
            z3 easy.smt2 > easy.out\n  \
            jigsat fillomino decode fillomino/easy easy.out",
        subject: Subject::Puzzle,
        forms: Forms::Solution,
        record: "",
        picture: "",
    };

    type Record = ();
    type Answer = Meaning;

    fn needs(&mut self) -> Needs<'_> {
        Needs::of(&mut self.ask)
    }
}

impl OfPuzzle for DecodeRequest {
    fn ask(&self) -> Ask {
        self.ask.clone()
    }

    fn answer(&self, board: &dyn Board, context: &Context, listener: &mut Listener<'_>) -> Result<(), Error> {
        let decoded = decode(board, &self.answer.to_source(), context)?;
        listener(Box::new(Meaning::new(decoded, board.shared(), &self.ask.formula.drop)), false)
    }
}

/// The answer to a [`DecodeRequest`].
pub struct Meaning {
    /// The status.
    pub status: Status,
    /// The record.
    pub record: SolveRecord,
    /// In a sentence, if there is no solution.
    sentence: String,
    puzzle: Arc<dyn Board>,
}

impl Meaning {
    fn new(decoded: Decoded, puzzle: Arc<dyn Board>, dropped: &[String]) -> Self {
        let (status, word, sentence, solution) = match decoded {
            Decoded::Solution(solution) => (Status::Solved, "solved", String::new(), Some(solution)),
            Decoded::Unsatisfiable => {
                (Status::Impossible, "impossible", "the solver says: there is no solution".into(), None)
            }
            Decoded::GaveUp => (Status::Unknown, "unknown", "the solver gave up".into(), None),
            Decoded::Open(stop) => {
                (Status::Unknown, "unknown", format!("the referee was stopped: {stop}"), None)
            }
            Decoded::Violates(sentence) => {
                (Status::Impossible, "refused", format!("the answer violates: {sentence}"), None)
            }
            Decoded::Refused { violation, status } => {
                let word = if status == Status::Bug { "bug" } else { "refused" };
                let found = "the answer satisfies the formula, but the referee rejects it";
                (status, word, format!("{found}: {violation}"), None)
            }
        };
        let mut record = SolveRecord::new(puzzle.info().name.clone(), puzzle.file(), puzzle.title(), word);
        record.without = dropped.to_vec();
        if solution.is_none() {
            let field = if word == "refused" { &mut record.refused } else { &mut record.reason };
            *field = Some(sentence.clone());
        }
        record.solution = solution;
        Meaning { status, record, sentence, puzzle }
    }
}

impl Part for Meaning {
    fn status(&self) -> Status {
        self.status
    }

    fn record(&self) -> Option<&dyn erased_serde::Serialize> {
        Some(&self.record)
    }

    fn words(&self) -> String {
        self.sentence.clone()
    }

    fn tell(&self, teller: &mut dyn Teller) -> io::Result<()> {
        match self.picture() {
            Some(picture) => teller.picture(&*picture),
            None => teller.line(&self.sentence),
        }
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
        match &self.record.solution {
            Some(solution) => write_solution(&*self.puzzle, solution, form, out)?,
            None => writeln!(out, "{}", self.sentence)?,
        }
        Ok(())
    }

    fn notes(&self) -> Vec<Message> {
        let is_refused = self.record.status == "refused";
        let advice = Message::from("if the formula was written with other options, ").and(SAME_OPTIONS);
        is_refused.then_some(advice).into_iter().collect()
    }
}

fn decode(board: &dyn Board, answer: &Source, context: &Context) -> Result<Decoded, Error> {
    let context = &context.asked(board.search_options());
    if board.info().formula_formats.contains(&"smt2")
        && let Some(word) = first_of_smt(answer.text())
    {
        match word {
            "sat" | "(" => return found_by_smt(board, answer, &board.limits(context)),
            "unsat" => return Ok(Decoded::Unsatisfiable),
            "unknown" | "timeout" => return Ok(Decoded::GaveUp),
            _ => {}
        }
    }
    // The variables have the numbers of the written formula.
    let mut formula = written(board, context)?;
    formula.cnf_mut().complete()?;
    let size = (formula.cnf().variables(), formula.cnf().clauses().len());
    if let Some(other) = formula_size(answer.text()).filter(|stated| *stated != size) {
        let words = |(variables, clauses): (u32, usize)| {
            format!("{} and {}", counted(variables, "variable"), counted(clauses, "clause"))
        };
        let found = format!("is an answer to a formula with {}", words(other));
        let error = ParseError::in_file(answer.name(), found).expecting(format!("one with {}", words(size)));
        return Err(error.with_help(SAME_OPTIONS).into());
    }
    let read = read_solver_output(answer.text(), size.0).map_err(|error| {
        let position = Position { line: error.line, column: error.column };
        let is_number =
            error.found.trim_matches('\'').parse::<i64>().is_ok() && error.expected.starts_with("a literal");
        let error = answer.error(position, format!("found {}", error.found)).expecting(error.expected);
        if is_number { error.with_help(SAME_OPTIONS) } else { error }
    })?;
    let values = match read {
        SolverOutput::Unsatisfiable => return Ok(Decoded::Unsatisfiable),
        SolverOutput::Unknown => return Ok(Decoded::GaveUp),
        SolverOutput::Model(values) => values,
    };
    Ok(judged(board, &mut *formula, &values, &board.limits(context)))
}

/// The first word that an SMT solver prints, after comments and the answers to `(set-option …)`.
fn first_of_smt(text: &str) -> Option<&str> {
    let code = text.lines().map(|line| line.split(';').next().unwrap_or_default());
    let first = code.flat_map(str::split_whitespace).find(|&word| word != "success")?;
    Some(match first.find(['(', ')', '"']) {
        Some(0) => &first[..1],
        Some(end) => &first[..end],
        None => first,
    })
}

/// The meaning of an SMT solver's model. The values of the formula's other variables are not known.
fn found_by_smt(board: &dyn Board, answer: &Source, limits: &Limits) -> Result<Decoded, Error> {
    let solution = board.read_solution(answer, limits)?;
    Ok(match board.check(&solution, limits) {
        Ok(()) => Decoded::Solution(solution),
        Err(Refusal::Broken(violation)) => Decoded::Violates(violation.to_string()),
        Err(Refusal::Stopped(stop)) => Decoded::Open(stop),
    })
}

#[cfg(test)]
mod tests {
    use super::first_of_smt;

    #[test]
    fn the_first_word_of_smt_solvers() {
        let no_values = "(error \"line 12 column 20: model is not available\")\n";
        for word in ["unsat", "unknown", "timeout", "sat"] {
            assert_eq!(first_of_smt(&format!("{word}\n{no_values}")), Some(word));
            assert_eq!(first_of_smt(&format!("; {no_values}success\nsuccess {word}(")), Some(word));
        }
        assert_eq!(first_of_smt("((n_0 1))"), Some("("));
        assert_eq!(first_of_smt("s SATISFIABLE\nv 1 -2 0\n"), Some("s"));
        assert_eq!(first_of_smt("\"sat\""), Some("\""));
        assert_eq!(first_of_smt("; sat\nsuccess\n"), None);
    }
}
