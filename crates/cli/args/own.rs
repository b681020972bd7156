//! The command's own words about an answer: where it goes, in which form, and how it is shown.

use std::path::PathBuf;

use bytesize::ByteSize;
use clap::{ArgMatches, Args, Command, builder::PossibleValuesParser};
use jigsat_workbench::{
    AnyFamily,
    verb::{About, Forms, Subject},
};

use super::{common::OutputArgs, value::number};

/// The form of solutions that are played: pictures with blank lines between.
pub const FRAMES: &str = "frames";

/// The place in the help after all arguments of requests.
const LATE: usize = 100;

/// The command's own arguments; each verb has those that fit its answer.
#[derive(Clone, Debug, Default, Args)]
#[group(skip)]
pub struct OwnArgs {
    /// Output format
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<String>,
    /// Compares the output with a file, and shows the difference with exit code 1 if there is one
    #[arg(long, value_name = "FILE", conflicts_with = "output")]
    pub expect: Option<PathBuf>,
    /// Writes or rewrites the file of --expect, and says what changed
    #[arg(long, requires = "expect")]
    pub update: bool,
    /// Also writes a picture
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Logs each step of the search to standard error, or to FILE
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    pub log: Option<PathBuf>,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Memory limit: 500MiB, 2GiB (on Linux)
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<ByteSize>,
    /// Which puzzle of a file with several, from 1
    #[arg(long, value_name = "N", value_parser = number(1_u64..=u64::MAX))]
    pub index: Option<u64>,
    /// Plays the solution in the terminal; Enter pauses and resumes
    #[arg(long)]
    pub play: bool,
    /// Speed in steps per second
    #[arg(long, value_name = "N", default_value_t = 8, requires = "play", value_parser = number(1_u16..=200))]
    pub speed: u16,
    /// Goes through the steps, forward and back, by commands that you type
    #[arg(long, conflicts_with_all = ["output", "svg"])]
    pub walk: bool,
    /// Writes the puzzles with their solutions into a file, in the format that its extension names
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,
}

impl OwnArgs {
    /// Adds the arguments that fit the answers of a verb, about puzzles of a family if one is known.
    pub fn add_to(command: Command, about: &About, family: Option<&dyn AnyFamily>) -> Command {
        let is_solve = (about.forms, about.subject) == (Forms::Solutions, Subject::Puzzles);
        let fits = |id: &str| match id {
            "expect" | "update" => about.forms == Forms::Formulas,
            "svg" => !about.picture.is_empty(),
            "log" => is_solve,
            // Tasks keep the text of their puzzle, which must have no other.
            "index" => matches!(about.subject, Subject::Puzzle | Subject::Puzzles),
            "play" | "speed" => is_solve && family.is_some_and(has_frames),
            "walk" => about.name == "trace",
            "write" => is_solve && family.is_some_and(writes_solved),
            _ => true,
        };
        let own = OwnArgs::augment_args(Command::new("own"));
        let own = own.get_arguments().filter(|arg| fits(arg.get_id().as_str())).cloned();
        let own = own.map(|arg| match arg.get_id().as_str() {
            "format" => format(arg, about.forms),
            "svg" => arg.help(about.picture),
            _ => arg,
        });
        // After those of the request.
        command.args((LATE..).zip(own).map(|(order, arg)| arg.display_order(order)))
    }

    /// Reads the arguments that a verb has.
    pub fn read(matches: &ArgMatches) -> Self {
        OwnArgs {
            format: value(matches, "format"),
            expect: value(matches, "expect"),
            update: value(matches, "update").unwrap_or_default(),
            svg: value(matches, "svg"),
            log: value(matches, "log"),
            output: OutputArgs {
                output: value(matches, "output"),
                force: value(matches, "force").unwrap_or_default(),
                no_times: value(matches, "no_times").unwrap_or_default(),
            },
            memory: value(matches, "memory"),
            index: value(matches, "index"),
            play: value(matches, "play").unwrap_or_default(),
            speed: value(matches, "speed").unwrap_or_default(),
            walk: value(matches, "walk").unwrap_or_default(),
            write: value(matches, "write"),
        }
    }
}

fn value<T: Clone + Send + Sync + 'static>(matches: &ArgMatches, name: &str) -> Option<T> {
    matches.try_get_one(name).ok().flatten().cloned()
}

/// The argument for the form of an answer.
fn format(arg: clap::Arg, forms: Forms) -> clap::Arg {
    let shared = forms.shared();
    let arg = arg.default_value(shared[0]);
    let help = match forms {
        Forms::Records | Forms::Steps | Forms::Tables => {
            return arg.value_parser(PossibleValuesParser::new(shared));
        }
        Forms::Solutions => {
            "Output format: text (a drawing), plain (one line per solution), json, yaml, or a format of the family"
        }
        Forms::Solution => "Output format: text, plain, json, yaml, or a format of the family",
        Forms::Formulas => {
            "Output format: text (sentences and implications), dimacs (for SAT solvers), gcnf (for group MUS extractors), \
             stats (sizes by rule), json (sizes as data), or smt2 (for SMT solvers such as z3, if the family writes it)"
        }
        Forms::Drawings => {
            "Output format: text (a drawing), the puzzle as yaml, plain or a format of the family, or json"
        }
        Forms::Puzzles => "Output format: yaml, plain, text (a drawing), a format of the family, or json",
    };
    arg.help(help)
}

/// Whether a family's solutions are played picture by picture.
fn has_frames(family: &dyn AnyFamily) -> bool {
    family.info().solution_formats.contains(&FRAMES)
}

/// Whether a family has a format for puzzles with their solutions.
fn writes_solved(family: &dyn AnyFamily) -> bool {
    let info = family.info();
    info.solution_formats.iter().any(|format| info.puzzle_formats.contains(format))
}
