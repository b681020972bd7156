//! Reading solvers' answers.

use rustsat::types::Lit;

use crate::dimacs::{ReadError, Word, end_of, words};

/// What a solver printed about a formula.
///
/// ```
/// use jigsat_cnf::{SolverOutput, read_solver_output};
///
/// let output = read_solver_output("c hello\ns SATISFIABLE\nv 1 -2 0\n", 2)?;
/// assert_eq!(output, SolverOutput::Model(vec![true, false]));
/// assert_eq!(read_solver_output("UNSAT", 2)?, SolverOutput::Unsatisfiable);
/// # Ok::<(), jigsat_cnf::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolverOutput {
    /// A model, by variable. Variables that it doesn't mention are false, but it mentions one if there are any.
    Model(Vec<bool>),
    /// There is no model.
    Unsatisfiable,
    /// The solver gave up.
    Unknown,
}

/// The number of variables and clauses of the formula that a solver read, if it repeats the formula's header in a comment,
/// as CaDiCaL and Kissat do.
///
/// ```
/// let output = "c found 'p cnf 64 448' header\ns SATISFIABLE\nv 1 0\n";
/// assert_eq!(jigsat_cnf::formula_size(output), Some((64, 448)));
/// ```
#[must_use]
pub fn formula_size(output: &str) -> Option<(u32, usize)> {
    let comments = output.lines().filter(|line| line.trim_start().starts_with('c'));
    let mut headers = comments.filter_map(|line| line.split_once("p cnf ")).map(|(_, sizes)| sizes);
    let mut numbers =
        headers.next()?.split(|char: char| !char.is_ascii_digit()).filter(|word| !word.is_empty());
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

/// Reads the output of a solver: `s` and `v` lines as in the SAT competitions, MiniSat's result file (`SAT`,
/// then literals), or literals alone. Other lines of the competition's format are skipped.
///
/// # Errors
///
/// The first word that fits none of these formats, a literal beyond `variables`, a verdict or a value that contradicts an
/// earlier one, a verdict without the values that it needs, values without the 0 at their end (unless there are only
/// literals), or a text without an answer.
pub fn read_solver_output(text: &str, variables: u32) -> Result<SolverOutput, ReadError> {
    let mut answer = Answer { verdict: None, values: vec![None; variables as usize], is_open: false };
    let begins = |line: &str, word: &str| line.split_ascii_whitespace().next() == Some(word);
    let has_status = text.lines().any(|line| begins(line, "s") || begins(line, "v"));
    for (line, number) in text.lines().zip(1..) {
        let mut words = words(line, number).peekable();
        let Some(&first) = words.peek() else { continue };
        match first.text {
            "c" => continue,
            "s" => {
                let verdict = words.nth(1).filter(|_| words.next().is_none());
                let known = verdict.and_then(|word| Some((word, Verdict::of(word.text)?)));
                let (word, verdict) =
                    known.ok_or_else(|| first.error("'s SATISFIABLE', 's UNSATISFIABLE' or 's UNKNOWN'"))?;
                answer.say(verdict, word)?;
                continue;
            }
            "v" => {
                words.next();
            }
            _ if has_status => continue,
            other => {
                if let Some(verdict) = Verdict::of(other) {
                    answer.say(verdict, first)?;
                    continue;
                }
            }
        }
        for word in words {
            answer.set(word, word.lit(variables)?)?;
        }
    }
    answer.output(text, has_status)
}

#[derive(Clone, Copy, PartialEq)]
enum Verdict {
    Satisfiable,
    Unsatisfiable,
    Unknown,
}

impl Verdict {
    fn of(word: &str) -> Option<Verdict> {
        match word {
            "SAT" | "SATISFIABLE" => Some(Verdict::Satisfiable),
            "UNSAT" | "UNSATISFIABLE" => Some(Verdict::Unsatisfiable),
            "INDET" | "INDETERMINATE" | "UNKNOWN" => Some(Verdict::Unknown),
            _ => None,
        }
    }
}

/// What a solver has said so far.
struct Answer {
    /// The verdict, and the line that says it.
    verdict: Option<(Verdict, usize)>,
    /// By variable: its value, and the line that says it.
    values: Vec<Option<(bool, usize)>>,
    /// Whether there are values after which no 0 has come yet.
    is_open: bool,
}

impl Answer {
    fn say(&mut self, verdict: Verdict, word: Word<'_>) -> Result<(), ReadError> {
        match self.verdict {
            Some((earlier, line)) if earlier != verdict => {
                Err(word.error(format!("the verdict of line {line}, which is another one")))
            }
            _ => {
                self.verdict.get_or_insert((verdict, word.number));
                Ok(())
            }
        }
    }

    /// A literal that holds, or the 0 at the end of the values.
    fn set(&mut self, word: Word<'_>, lit: Option<Lit>) -> Result<(), ReadError> {
        if let Some((Verdict::Unsatisfiable, line)) = self.verdict {
            return Err(word.error(format!("no values, as line {line} says that there is no model")));
        }
        self.is_open = lit.is_some();
        let Some(lit) = lit else {
            self.verdict.get_or_insert((Verdict::Satisfiable, word.number));
            return Ok(());
        };
        self.verdict.get_or_insert((Verdict::Satisfiable, word.number));
        match self.values[lit.vidx()].replace((lit.is_pos(), word.number)) {
            Some((earlier, line)) if earlier != lit.is_pos() => {
                Err(word.error(format!("{}, which line {line} says", (!lit).to_ipasir())))
            }
            _ => Ok(()),
        }
    }

    fn output(self, text: &str, has_status: bool) -> Result<SolverOutput, ReadError> {
        match self.verdict {
            None => Err(end_of(text, "a solver's answer: an 's' line, 'SAT' or 'UNSAT', or literals")),
            Some((Verdict::Unsatisfiable, _)) => Ok(SolverOutput::Unsatisfiable),
            Some((Verdict::Unknown, _)) => Ok(SolverOutput::Unknown),
            Some(_) if has_status && self.is_open => Err(end_of(text, "the 0 that ends the values")),
            Some((_, line)) if !self.values.is_empty() && self.values.iter().all(Option::is_none) => {
                Err(end_of(
                    text,
                    &format!("the values of the variables, as line {line} says that there is a model"),
                ))
            }
            Some(_) => Ok(SolverOutput::Model(
                self.values.into_iter().map(|value| value.is_some_and(|(value, _)| value)).collect(),
            )),
        }
    }
}
