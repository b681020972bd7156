//! Reading solvers' answers.

use rustsat::types::Lit;

use crate::dimacs::ReadError;

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
    let mut reader = SolverReader::new(variables);
    reader.read(text.as_bytes())?;
    let printed = reader.finish()?;
    if let Some(fault) = printed.fault {
        return Err(fault);
    }
    Ok(match printed.verdict {
        Some(SolverVerdict::Satisfiable) => SolverOutput::Model(printed.values),
        Some(SolverVerdict::Unsatisfiable) => SolverOutput::Unsatisfiable,
        Some(SolverVerdict::Unknown) | None => SolverOutput::Unknown,
    })
}

/// What a solver says about a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverVerdict {
    /// It has a model.
    Satisfiable,
    /// It has none.
    Unsatisfiable,
    /// The solver gave up.
    Unknown,
}

impl SolverVerdict {
    fn of(word: &str) -> Option<Self> {
        match word {
            "SAT" | "SATISFIABLE" => Some(SolverVerdict::Satisfiable),
            "UNSAT" | "UNSATISFIABLE" => Some(SolverVerdict::Unsatisfiable),
            "INDET" | "INDETERMINATE" | "UNKNOWN" => Some(SolverVerdict::Unknown),
            _ => None,
        }
    }
}

/// Everything that a solver printed, read by a [`SolverReader`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// Its verdict, if it gave one.
    pub verdict: Option<SolverVerdict>,
    /// The value of each variable; false if the solver named none.
    pub values: Vec<bool>,
    /// Whether it named the value of a variable, or said that there is none to name.
    pub has_values: bool,
    /// The first reason not to believe it, though it can be understood: no answer, a literal beyond the variables, no values or
    /// no 0 after them.
    pub fault: Option<ReadError>,
}

/// Reads what a solver prints, piece by piece, in memory that does not depend on its length: the output of a running program
/// may never end.
///
/// ```
/// use jigsat_cnf::{SolverReader, SolverVerdict};
///
/// let mut reader = SolverReader::new(2);
/// for piece in ["c hello\ns SATISF", "IABLE\nv 1", " 7 0\n"] {
///     reader.read(piece.as_bytes())?;
/// }
/// let printed = reader.finish()?;
/// assert_eq!((printed.verdict, printed.values), (Some(SolverVerdict::Satisfiable), vec![true, false]));
/// assert!(printed.fault.is_some(), "there is no variable 7");
/// # Ok::<(), jigsat_cnf::ReadError>(())
/// ```
pub struct SolverReader {
    variables: u32,
    /// The place of the next character.
    place: Place,
    /// The end of the last line that has begun.
    end: Place,
    /// The word that has begun; what is beyond [`LONGEST_WORD`] is left out.
    word: Vec<u8>,
    /// Where it begins.
    start: Place,
    line: Line,
    /// What the `s` and `v` lines say, if there are any.
    stated: Option<Answer>,
    /// What the other lines say, up to the first word that says nothing.
    bare: Result<Answer, ReadError>,
}

/// Maximum number of bytes of a word that are kept: more than a message shows, and than a literal has.
const LONGEST_WORD: usize = 128;

/// Maximum number of characters of a word in a message.
const SHOWN: usize = 30;

/// A line and a column in characters, from 1.
#[derive(Clone, Copy)]
struct Place {
    line: usize,
    column: usize,
}

impl Place {
    fn error(self, found: impl Into<String>, expected: impl Into<String>) -> ReadError {
        ReadError { line: self.line, column: self.column, found: found.into(), expected: expected.into() }
    }
}

/// A word with its place.
#[derive(Clone, Copy)]
struct Word<'w> {
    text: &'w str,
    place: Place,
}

impl Word<'_> {
    fn error(self, expected: impl Into<String>) -> ReadError {
        let mut found: String = self.text.chars().take(SHOWN).collect();
        if found.len() < self.text.len() {
            found.push('…');
        }
        self.place.error(format!("'{found}'"), expected)
    }
}

/// The line that is being read, by its first word.
enum Line {
    Start,
    /// `s`, with its place; then the verdict as it was written, with its place.
    Status(Place, Option<(SolverVerdict, String, Place)>),
    Values,
    /// Literals without a `v`.
    Bare,
    Skipped,
}

impl SolverReader {
    /// A reader of answers about a formula with that many variables.
    #[must_use]
    pub fn new(variables: u32) -> Self {
        let start = Place { line: 1, column: 1 };
        SolverReader {
            variables,
            place: start,
            end: start,
            word: Vec::new(),
            start,
            line: Line::Start,
            stated: None,
            bare: Ok(Answer::default()),
        }
    }

    /// Reads a further piece.
    ///
    /// # Errors
    ///
    /// A malformed `s` or `v` line, or one that contradicts an earlier one.
    pub fn read(&mut self, piece: &[u8]) -> Result<(), ReadError> {
        for &byte in piece {
            if byte.is_ascii_whitespace() {
                self.end_word()?;
            } else if self.word.len() < LONGEST_WORD {
                if self.word.is_empty() {
                    self.start = self.place;
                }
                self.word.push(byte);
            }
            // Bytes inside a character of UTF-8 are not columns.
            self.place.column += usize::from(byte & 0xc0 != 0x80);
            if byte == b'\n' {
                self.end_line()?;
                self.place = Place { line: self.place.line + 1, column: 1 };
            } else if byte != b'\r' {
                self.end = self.place;
            }
        }
        Ok(())
    }

    /// Everything that was read.
    ///
    /// # Errors
    ///
    /// As [`SolverReader::read`], for the last line.
    pub fn finish(mut self) -> Result<Printed, ReadError> {
        self.end_word()?;
        self.end_line()?;
        let is_stated = self.stated.is_some();
        match self.stated.map_or(self.bare, Ok) {
            Ok(answer) => Ok(answer.printed(self.variables, is_stated, self.end)),
            Err(fault) => Ok(Answer { fault: Some(fault), ..Answer::default() }.printed(0, false, self.end)),
        }
    }

    fn end_word(&mut self) -> Result<(), ReadError> {
        if self.word.is_empty() {
            return Ok(());
        }
        let bytes = std::mem::take(&mut self.word);
        let text = String::from_utf8_lossy(&bytes);
        self.meet(Word { text: &text, place: self.start })?;
        self.word = bytes;
        self.word.clear();
        Ok(())
    }

    fn meet(&mut self, word: Word<'_>) -> Result<(), ReadError> {
        match &mut self.line {
            Line::Start => self.begin(word),
            Line::Status(place, verdict) => match (&verdict, SolverVerdict::of(word.text)) {
                (None, Some(said)) => *verdict = Some((said, word.text.into(), word.place)),
                _ => return Err(no_verdict(*place)),
            },
            Line::Values => self.stated.get_or_insert_default().set(word, self.variables)?,
            Line::Bare => self.meet_bare(|answer, variables| answer.set(word, variables)),
            Line::Skipped => {}
        }
        Ok(())
    }

    fn begin(&mut self, word: Word<'_>) {
        self.line = match word.text {
            "s" => Line::Status(word.place, None),
            "v" => {
                self.stated.get_or_insert_default();
                Line::Values
            }
            "c" => Line::Skipped,
            text => {
                if let Some(verdict) = SolverVerdict::of(text) {
                    self.meet_bare(|answer, _| answer.say(verdict, word));
                    Line::Skipped
                } else {
                    self.meet_bare(|answer, variables| answer.set(word, variables));
                    Line::Bare
                }
            }
        };
    }

    fn meet_bare(&mut self, meet: impl FnOnce(&mut Answer, u32) -> Result<(), ReadError>) {
        if let Ok(answer) = &mut self.bare
            && let Err(error) = meet(answer, self.variables)
        {
            self.bare = Err(error);
        }
    }

    fn end_line(&mut self) -> Result<(), ReadError> {
        if let Line::Status(start, verdict) = std::mem::replace(&mut self.line, Line::Start) {
            let (verdict, text, place) = verdict.ok_or_else(|| no_verdict(start))?;
            self.stated.get_or_insert_default().say(verdict, Word { text: &text, place })?;
        }
        Ok(())
    }
}

fn no_verdict(place: Place) -> ReadError {
    place.error("'s'", "'s SATISFIABLE', 's UNSATISFIABLE' or 's UNKNOWN'")
}

/// What a solver has said so far.
#[derive(Default)]
struct Answer {
    /// The verdict, and the line that says it.
    verdict: Option<(SolverVerdict, usize)>,
    /// By variable, up to the last one that was named: its value, and the line that says it.
    values: Vec<Option<(bool, u32)>>,
    has_values: bool,
    /// Whether there are values after which no 0 has come yet.
    is_open: bool,
    fault: Option<ReadError>,
}

impl Answer {
    fn say(&mut self, verdict: SolverVerdict, word: Word<'_>) -> Result<(), ReadError> {
        match self.verdict {
            Some((earlier, line)) if earlier != verdict => {
                Err(word.error(format!("the verdict of line {line}, which is another one")))
            }
            _ => {
                self.verdict.get_or_insert((verdict, word.place.line));
                Ok(())
            }
        }
    }

    /// A literal that holds, or the 0 at the end of the values.
    fn set(&mut self, word: Word<'_>, variables: u32) -> Result<(), ReadError> {
        let expected = || format!("a literal from -{variables} to {variables}, or 0");
        let number: i32 = word.text.parse().map_err(|_| word.error(expected()))?;
        if let Some((SolverVerdict::Unsatisfiable, line)) = self.verdict {
            return Err(word.error(format!("no values, as line {line} says that there is no model")));
        }
        self.verdict.get_or_insert((SolverVerdict::Satisfiable, word.place.line));
        self.has_values = true;
        self.is_open = number != 0;
        let Ok(lit) = Lit::from_ipasir(number) else { return Ok(()) };
        if number.unsigned_abs() > variables {
            self.fault.get_or_insert_with(|| word.error(expected()));
            return Ok(());
        }
        if self.values.len() <= lit.vidx() {
            self.values.resize(lit.vidx() + 1, None);
        }
        let line = u32::try_from(word.place.line).unwrap_or(u32::MAX);
        match self.values[lit.vidx()].replace((lit.is_pos(), line)) {
            Some((earlier, line)) if earlier != lit.is_pos() => {
                Err(word.error(format!("{}, which line {line} says", (!lit).to_ipasir())))
            }
            _ => Ok(()),
        }
    }

    fn printed(mut self, variables: u32, is_stated: bool, end: Place) -> Printed {
        let is_named = self.values.iter().any(Option::is_some);
        let missing = match self.verdict {
            None => Some("a solver's answer: an 's' line, 'SAT' or 'UNSAT', or literals".to_owned()),
            Some((SolverVerdict::Satisfiable, _)) if is_stated && self.is_open => {
                Some("the 0 that ends the values".to_owned())
            }
            Some((SolverVerdict::Satisfiable, line)) if variables > 0 && !is_named => {
                Some(format!("the values of the variables, as line {line} says that there is a model"))
            }
            Some(_) => None,
        };
        let fault = self.fault.take().or_else(|| missing.map(|missing| end.error("the end", missing)));
        let mut values: Vec<bool> =
            self.values.into_iter().map(|value| value.is_some_and(|(value, _)| value)).collect();
        values.resize(variables as usize, false);
        let verdict = self.verdict.map(|(verdict, _)| verdict);
        Printed { verdict, values, has_values: self.has_values, fault }
    }
}
