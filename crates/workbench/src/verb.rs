//! What a verb is: a request, the answer to it, and what fronts have to know about both.
//!
//! A verb is one file in `verbs`, and one line in `verbs.rs`. Its request is plain data; its schema is the only
//! description of the command's arguments, of JSON requests and of forms. An answer comes in [parts](Part): each has a
//! record, words and pictures, which are made when a front asks for them, and only then.

use std::{any::Any, fmt::Debug, io};

use jigsat_grid::Picture;
use jigsat_input::Message;
use jigsat_kit::Error;
use jigsat_solve::Solver;
use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};

use crate::{Ask, Context, Solution, Status, board::Board, record::SpanRecord, wants::Wants};

/// What fronts say about a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// Its name in JSON.
    pub name: &'static str,
    /// The command that asks it; `None` if only programs ask it. A verb may share the command of another one.
    pub command: Option<&'static str>,
    /// The commands among which the help lists it.
    pub group: &'static str,
    /// Its purpose, in one line without a full stop.
    pub purpose: &'static str,
    /// Further text of the help, such as examples.
    pub more: &'static str,
    /// What it is asked about.
    pub subject: Subject,
    /// The forms in which its answer can be written.
    pub forms: Forms,
    /// What its record is, if that has a schema of its own; otherwise empty.
    pub record: &'static str,
    /// What its picture as a file shows, for the help; empty if it has none.
    pub picture: &'static str,
}

/// What a verb is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// One puzzle.
    Puzzle,
    /// Each puzzle of a text.
    Puzzles,
    /// A family, for a new puzzle.
    Family,
    /// The whole text of one puzzle, which the answer keeps.
    Text,
    /// Files that the request names, each by itself.
    Files,
    /// Nothing but the request.
    Nothing,
}

/// The forms in which the answers of a verb can be written; the first is the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forms {
    /// Words and records.
    Records,
    /// The same, and documents with pictures.
    Steps,
    /// Solutions, also in formats of the family.
    Solutions,
    /// The same, but at most one.
    Solution,
    /// Formulas, also in formats of the family.
    Formulas,
    /// Puzzles drawn, or in formats of the family.
    Drawings,
    /// Puzzles as files, also in formats of the family.
    Puzzles,
    /// Tables.
    Tables,
}

impl Forms {
    /// Those that every family has.
    #[must_use]
    pub fn shared(self) -> &'static [&'static str] {
        match self {
            Forms::Records => &["text", "json", "yaml"],
            Forms::Steps => &["text", "json", "yaml", "markdown", "html"],
            Forms::Solutions | Forms::Solution => &["text", "plain", "json", "yaml"],
            Forms::Formulas => &["text", "dimacs", "gcnf", "stats", "json"],
            Forms::Drawings => &["text", "yaml", "plain", "json"],
            Forms::Puzzles => &["yaml", "plain", "text", "json"],
            Forms::Tables => &["text", "markdown", "csv", "json"],
        }
    }

    /// Those that only this family has.
    #[must_use]
    pub fn own(self, info: &jigsat_kit::Info) -> &'static [&'static str] {
        match self {
            Forms::Records | Forms::Steps | Forms::Tables => &[],
            Forms::Solutions | Forms::Solution => info.solution_formats,
            Forms::Formulas => info.formula_formats,
            Forms::Drawings | Forms::Puzzles => info.puzzle_formats,
        }
    }

    /// Whether an answer in this form is the record, for programs.
    #[must_use]
    pub fn is_data(self, form: &str) -> bool {
        match self {
            // That is a puzzle as a file.
            Forms::Drawings | Forms::Puzzles => form == "json",
            _ => matches!(form, "json" | "yaml"),
        }
    }

    /// Refuses a form in which nothing can be written, before any work.
    ///
    /// # Errors
    ///
    /// Lists the forms that there are.
    pub fn check(self, form: &str, info: &jigsat_kit::Info) -> Result<(), Error> {
        let known = [self.shared(), self.own(info)].concat();
        if known.contains(&form) {
            return Ok(());
        }
        Err(Error::request(format!("there is no format '{form}' here; there are: {}", known.join(", "))))
    }
}

/// What answering a request takes besides thought, each with a place at which a server can bound it.
#[derive(Default)]
pub struct Needs<'r> {
    /// Time limits, in seconds.
    pub seconds: Vec<&'r mut Option<f64>>,
    /// Time limits that are always there, in seconds.
    pub at_most: Vec<&'r mut f64>,
    /// The numbers of threads, or of processes, with the names of their fields.
    pub threads: Vec<(&'static str, &'r mut Option<usize>)>,
    /// Solvers, which may be programs.
    pub solvers: Vec<Solver>,
    /// The name of a field that names a file or folder of this machine, if it is used.
    pub files: Option<&'static str>,
}

impl<'r> Needs<'r> {
    /// Those of a question about a puzzle.
    pub(crate) fn of(ask: &'r mut Ask) -> Self {
        let solvers = ask.search.solver.iter().cloned().collect();
        Needs { seconds: vec![&mut ask.search.timeout_s], solvers, ..Needs::default() }
    }
}

/// A verb. The type is its request.
pub trait Verb:
    Clone + Debug + PartialEq + Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static
{
    /// What fronts say about it.
    const ABOUT: About;

    /// The record of its answer.
    type Record: JsonSchema;

    /// The last part of its answer.
    type Answer: Part;

    /// What answering takes: every verb has to say it.
    fn needs(&mut self) -> Needs<'_>;

    /// Refuses, before any work, what can't be asked together.
    ///
    /// # Errors
    ///
    /// What excludes each other, or is missing.
    fn check(&self, _wants: &Wants) -> Result<(), Error> {
        Ok(())
    }
}

/// How the puzzles of a text with several are gone through.
#[derive(Clone, Copy, Debug)]
pub struct Several {
    /// Number of puzzles at a time.
    pub jobs: usize,
    /// Whether the first that has no answer ends it.
    pub fail_fast: bool,
}

/// A verb about a puzzle.
pub(crate) trait OfPuzzle: Verb {
    /// Whether it also answers questions that are about another puzzle, too.
    const MAY_LOOK_BEYOND: bool = false;

    /// Formula, search and options.
    fn ask(&self) -> Ask;

    /// How it goes through several puzzles.
    ///
    /// # Errors
    ///
    /// What it can be asked about one puzzle only.
    fn several(&self) -> Result<Several, Error> {
        Ok(Several { jobs: 1, fail_fast: false })
    }

    /// Gives the parts of the answer to a listener.
    ///
    /// # Errors
    ///
    /// Why there is no answer, and errors of the listener.
    fn answer(&self, board: &dyn Board, context: &Context, listener: &mut Listener<'_>) -> Result<(), Error>;
}

/// The listener that gets the parts of an answer, each with whether more follow: solutions one by one, rows, steps, the
/// end. An error ends the answer.
pub type Listener<'l> = dyn FnMut(Box<dyn Part>, bool) -> Result<(), Error> + 'l;

/// A part of an answer. All of it is made when a front asks for it.
pub trait Part: Any + Send {
    /// The status of the question, final or so far.
    fn status(&self) -> Status;

    /// The record, if it has one.
    fn record(&self) -> Option<&dyn erased_serde::Serialize> {
        None
    }

    /// Whether its record is only a piece of the one at the end.
    fn is_piece(&self) -> bool {
        false
    }

    /// In words, one or more lines; may be empty.
    fn words(&self) -> String {
        String::new()
    }

    /// Tells it to a person.
    ///
    /// # Errors
    ///
    /// Errors of the teller.
    fn tell(&self, teller: &mut dyn Teller) -> io::Result<()> {
        let words = self.words();
        if words.is_empty() { Ok(()) } else { teller.line(&words) }
    }

    /// The number of its puzzle, from 1, if that is one of several.
    fn index(&self) -> Option<u64> {
        None
    }

    /// The puzzle that it is about.
    fn puzzle(&self) -> Option<&dyn Board> {
        None
    }

    /// The solution as known at this point.
    fn solution(&self) -> Option<&Solution> {
        None
    }

    /// Its picture.
    fn picture(&self) -> Option<Box<dyn Picture>> {
        None
    }

    /// The number of the step that it is, from 1, if it is one.
    fn number(&self) -> Option<usize> {
        None
    }

    /// Its picture as a file of its own: of the whole answer, at its end.
    ///
    /// # Errors
    ///
    /// Why there can be none.
    fn svg(&self) -> Result<Option<String>, Error> {
        Ok(svg(self.picture()))
    }

    /// The picture of a reply to a page, as SVG. The default is that beside the words.
    fn reply_picture(&self) -> Option<String> {
        svg(self.picture())
    }

    /// Writes it in another form than words and records. The default writes nothing.
    ///
    /// # Errors
    ///
    /// Why it has no such form, and errors of the output.
    fn write(&self, _form: &str, _out: &mut dyn io::Write) -> Result<(), Error> {
        Ok(())
    }

    /// What else the user should know, beside the answer.
    fn notes(&self) -> Vec<Message> {
        Vec::new()
    }
}

fn svg(picture: Option<Box<dyn Picture>>) -> Option<String> {
    picture.map(|picture| picture.to_svg())
}

/// A front that tells answers to a person. The library prints nothing: the command implements this.
pub trait Teller {
    /// One or more lines as they are.
    ///
    /// # Errors
    ///
    /// Errors of the output.
    fn line(&mut self, words: &str) -> io::Result<()>;

    /// A message, with the fields of requests as this front shows them.
    ///
    /// # Errors
    ///
    /// Errors of the output.
    fn message(&mut self, message: &Message) -> io::Result<()>;

    /// A sentence, which may be broken into lines between words.
    ///
    /// # Errors
    ///
    /// Errors of the output.
    fn sentence(&mut self, words: &str) -> io::Result<()>;

    /// The same of several parts, some of which have the colour of what they name in a picture.
    ///
    /// # Errors
    ///
    /// Errors of the output.
    fn colored(&mut self, parts: &[SpanRecord]) -> io::Result<()>;

    /// A drawing.
    ///
    /// # Errors
    ///
    /// Errors of the output.
    fn picture(&mut self, picture: &dyn Picture) -> io::Result<()>;
}
