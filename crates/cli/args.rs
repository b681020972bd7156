//! The command line. Families and their options come from the registry: nothing here names one.
mod batch;
mod call;
mod common;
mod family;
mod formats;
mod help;
mod job;
mod page;
mod scale;
mod schedule;
mod value;
mod verbs;

use std::ffi::OsString;

use clap::{
    ArgMatches, Args, Command, CommandFactory, FromArgMatches, Parser, Subcommand,
    builder::PossibleValuesParser,
    error::{ContextKind, ContextValue, ErrorKind},
};
use jigsat_kit::GENERAL_ENGINES;
use jigsat_solve::Solver;
use jigsat_workbench::{AnyFamily, families};

use page::known as family_named;
use verbs::{PlayArgs, Verb, VerbInfo};

pub use batch::{AskedArgs, BatchArgs, ReportArgs, ServeArgs, WorkerArgs};
pub use call::{Call, Records, VerbArgs};
pub use common::{IndexArgs, MemoryArgs, OutputArgs, within};
pub use formats::{DataFormat, EncodeFormat, PuzzleFormat, SolveFormat, TableFormat, no_format};
pub use job::{Job, Tool};
pub use page::with_page;
pub use scale::{CubesArgs, GatherArgs, RunTaskArgs};
pub use schedule::{ScheduleArgs, Scheduler, SubmitArgs};
pub use verbs::{
    CheckArgs, CheckProofArgs, CompareArgs, CompletionsArgs, CountArgs, DecodeArgs, EncodeArgs, ExplainArgs,
    GenerateArgs, HintArgs, ManArgs, OwnSolveArgs, PuzzlesArgs, RateArgs, SchemaArgs, ShowArgs, SolveArgs,
    SolversArgs, TraceArgs, VERBS, WriteArgs,
};

/// Turns puzzles into SAT formulas, solves them, and lets you read the formulas.
#[derive(Parser)]
#[command(
    name = "jigsat",
    version,
    long_about = "Turns puzzles into SAT formulas, solves them, and lets you read the formulas.\n\n\
        A puzzle is a file, - for standard input, an address of puzz.link or f-puzzles, the text itself if it is one word, \
        or a name that 'jigsat puzzles' lists. You may leave out \
        the family, which is detected from the content, and the verb, which is then 'solve'.",
    after_help = "Exit codes: 0 solved, 1 proved to have no solution (or not unique, or not legal), 2 bad input, \
        3 left open at a limit, 4 internal error (a bug in jigsat)",
    after_long_help = "Examples:\n  jigsat sudoku solve puzzles/sudoku/hard.yaml --unique\n  \
        jigsat puzzles/sudoku/easy.yaml\n  \
        jigsat encode puzzles/sudoku/tiny.yaml --format stats\n\n\
        Exit codes: 0 solved, 1 proved to have no solution (or not unique, or not legal), 2 bad input, \
        3 left open at a limit, 4 internal error (a bug in jigsat)",
    args_conflicts_with_subcommands = true
)]
pub struct Shared {
    #[command(flatten)]
    pub color: colorchoice_clap::Color,
    /// Prints nothing but the answer
    #[arg(short, long, global = true)]
    pub quiet: bool,
}

/// The form of solutions that are played: pictures with blank lines between.
pub const FRAMES: &str = "frames";

/// Reads a command line.
pub fn read(words: &[OsString]) -> Result<(Shared, Job), clap::Error> {
    let mut command = command();
    let matches = command.try_get_matches_from_mut(words).map_err(|error| error.format(&mut command))?;
    let shared = Shared::from_arg_matches(&matches)?;
    Ok((shared, job(&matches).map_err(|error| error.format(&mut command))?))
}

fn job(matches: &ArgMatches) -> Result<Job, clap::Error> {
    let solve = &VERBS[0];
    let has_puzzle =
        |matches: &ArgMatches| matches.try_get_one::<String>("puzzle").is_ok_and(|word| word.is_some());
    let call = |verb, family, matches| Ok(Job::Call(Box::new(Call::read(verb, family, matches)?)));
    let Some((name, inner)) = matches.subcommand() else {
        return if has_puzzle(matches) { call(solve, None, matches) } else { Ok(Job::Help(Vec::new())) };
    };
    let help = || Ok(Job::Help(vec![name.to_owned()]));
    let verb = |name: &str| VERBS.iter().find(|verb| verb.name == name);
    if name == GENERATE {
        return match inner.subcommand().and_then(|(name, inner)| Some((family_named(name)?, inner))) {
            Some((family, inner)) => call(generate_verb(), Some(family), inner),
            None => help(),
        };
    }
    if let Some(known) = family_named(name) {
        return match inner.subcommand() {
            Some((word, inner)) => verb(word).map_or_else(help, |verb| call(verb, Some(known), inner)),
            None if has_puzzle(inner) => call(solve, Some(known), inner),
            None => help(),
        };
    }
    match verb(name) {
        Some(verb) => call(verb, None, inner),
        None => Tool::from_arg_matches(matches).map(Job::Tool),
    }
}

/// The same words, with the name of a family inserted.
pub fn with_family(words: &[OsString], family: &str) -> Vec<OsString> {
    let mut words = words.to_vec();
    words.insert(1.min(words.len()), family.into());
    words
}

/// Reads words that can be read only with their family, because they contain options of its own. Takes the first family
/// that has such options; only the puzzle's word and the options that all families share are then meaningful.
pub fn read_by_options(words: &[OsString], why: ErrorKind) -> Option<(Shared, Job)> {
    if why != ErrorKind::UnknownArgument {
        return None;
    }
    let guess = |family: &'static dyn AnyFamily| match read(&with_family(words, &family.info().name)).ok()? {
        (shared, Job::Call(call)) if call.puzzle.is_some() => {
            Some((shared, Job::Call(Box::new(call.of_any_family()))))
        }
        _ => None,
    };
    families().find_map(guess)
}

/// The whole command line; its help lists the encodings and engines of each family.
pub fn command() -> Command {
    whole(false)
}

/// The command line for completion scripts.
pub fn completed() -> Command {
    whole(true)
}

fn whole(completing: bool) -> Command {
    let mut command = Shared::command();
    for (name, family) in page::all() {
        command = command.subcommand(of_family(name, family, completing));
    }
    for verb in VERBS.iter().filter(|verb| verb.verb != Verb::Generate) {
        command = command.subcommand(of_verb(verb, None, completing));
    }
    command = command.subcommand(generate(completing));
    command = Tool::augment_subcommands(command);
    // Without a verb, the first word is the puzzle.
    let own = Shared::command();
    let (about, long_about) = (own.get_about().cloned(), own.get_long_about().cloned());
    let command = with_shared(SolveArgs::augment_args_for_update(command), Verb::Solve);
    let command = command.about(about.unwrap_or_default()).long_about(long_about.unwrap_or_default());
    let command = command.mut_args(|arg| named(arg, None, "solve", completing));
    if completing { command } else { help::grouped(command, &own) }
}

/// `generate FAMILY`, the same as `FAMILY generate`.
fn generate(completing: bool) -> Command {
    let command = Command::new(GENERATE)
        .about("Makes a new puzzle of a family")
        .after_long_help("Example:\n  jigsat generate sudoku --seed 7 --symmetry rotate")
        .subcommand_value_name("FAMILY")
        .subcommand_help_heading("Families")
        .arg_required_else_help(true);
    if completing {
        command.defer(|command| with_makers(command, true))
    } else {
        command.defer(|command| with_makers(command, false))
    }
}

/// Adds the families that can generate puzzles to the command `generate`.
fn with_makers(command: Command, completing: bool) -> Command {
    let makers = families().filter(|family| family.generator_options().is_some());
    makers.fold(command, |command, family| {
        let maker = Command::new(family.info().name.to_string());
        let maker = match family.generator_options() {
            Some(schema) => self::family::described(maker, &schema),
            None => maker,
        };
        command.subcommand(if completing {
            maker.defer(|command| with_maker(command, true))
        } else {
            maker.defer(|command| with_maker(command, false))
        })
    })
}

/// Adds the arguments of `generate` to the command of a family after it.
fn with_maker(command: Command, completing: bool) -> Command {
    let family = family_named(command.get_name());
    with_verb(command, generate_verb(), family, completing)
}

/// The verb that takes no puzzle.
pub const GENERATE: &str = "generate";

fn generate_verb() -> &'static VerbInfo {
    VERBS.iter().find(|verb| verb.verb == Verb::Generate).expect("it is a verb")
}

/// The message for words that nearly name a command: `sovle board.txt`, and for options of another family.
pub fn misspelt(words: &[OsString], error: &clap::Error) -> Option<String> {
    let why = error.kind();
    if why == ErrorKind::UnknownArgument {
        let own = words.iter().skip(1).filter_map(|word| word.to_str()).find_map(family_named);
        return behind_verb(words).or_else(|| of_another_family(error, &own?.info().name, None));
    }
    if why != ErrorKind::ArgumentConflict && why != ErrorKind::InvalidSubcommand {
        return None;
    }
    let mut whole = command();
    whole.build();
    let (mut command, mut path) = (&whole, "jigsat".to_owned());
    for word in words.iter().skip(1).filter_map(|word| word.to_str()).filter(|word| !word.starts_with('-')) {
        if let Some(inner) = command.find_subcommand(word) {
            path = format!("{path} {word}");
            command = inner;
            continue;
        }
        if command.get_name() == GENERATE && family_named(word).is_some() {
            return Some(no_generator(word));
        }
        let Some(near) = nearest(word, command) else {
            let is_family = command.get_name() == GENERATE;
            return is_family.then(|| {
                format!("there is no family '{word}'; 'jigsat generate --help' lists the families")
            });
        };
        return Some(format!("there is no command '{word}'; did you mean '{path} {near}'?"));
    }
    None
}

/// Maximum number of families that a message lists of many.
const MANY_OWNERS: usize = 3;

/// The message for an option that a family lacks and others have; they may be those of a puzzle.
pub fn of_another_family(error: &clap::Error, family: &str, puzzle: Option<&str>) -> Option<String> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let option = text(ContextKind::InvalidArg)?.split(['=', ' ']).next()?;
    let name = option.strip_prefix("--")?.replace('-', "_");
    let owners = families().filter(|owner| owner.info().name != family && has_option(*owner, &name));
    let owners: Vec<&str> = owners.map(|owner| owner.info().name.as_ref()).collect();
    if owners.is_empty() {
        return None;
    }
    let about = puzzle
        .map_or_else(|| format!("{family} has none"), |puzzle| format!("{puzzle} is a puzzle of {family}"));
    let near =
        text(ContextKind::SuggestedArg).map_or_else(String::new, |near| format!("; did you mean '{near}'?"));
    let shown = if owners.len() > MANY_OWNERS + 1 { MANY_OWNERS } else { owners.len() };
    let others = match owners.len() - shown {
        0 => String::new(),
        others => format!(" and {others} other families"),
    };
    Some(format!("{option} is an option of {}{others}, but {about}{near}", owners[..shown].join(", ")))
}

/// Whether a family has an option of that name, for puzzles or for making them.
fn has_option(family: &dyn AnyFamily, name: &str) -> bool {
    let schemas = [Some(family.options()), family.generator_options()];
    let properties = schemas.iter().flatten().filter_map(|schema| schema.get("properties")?.as_object());
    properties.flat_map(|properties| properties.keys()).any(|known| known == name)
}

/// The message for `solve sudoku FILE`: the family comes before the verb.
fn behind_verb(words: &[OsString]) -> Option<String> {
    let words: Vec<&str> = words.iter().skip(1).filter_map(|word| word.to_str()).collect();
    let place = words.iter().position(|word| !word.starts_with('-'))?;
    let [verb, name, puzzle, ..] = words[place..] else { return None };
    // `generate FAMILY` is a command.
    let is_verb = verb != GENERATE && VERBS.iter().any(|known| known.name == verb);
    (is_verb && family_named(name).is_some() && !puzzle.starts_with('-'))
        .then(|| format!("the family comes before the verb; did you mean 'jigsat {name} {verb} …'?"))
}

/// The message for a family that cannot generate puzzles: QPROP models.
pub fn no_generator(family: &str) -> String {
    format!("{family} makes no puzzles; a page with a 'generate' statement does: jigsat generate PAGE.qprop")
}

/// The command of a family, or of the whole program, that a word nearly names, and how it is written.
pub fn nearly_command(word: &str, family: Option<&str>) -> Option<String> {
    let whole = command();
    let own = family.and_then(|family| {
        let mut own = whole.find_subcommand(family)?.clone();
        own.build();
        nearest(word, &own).map(|near| format!("{family} {near}"))
    });
    own.or_else(|| nearest(word, &whole))
}

/// The subcommand whose name is closest to a word, if it is close.
fn nearest(word: &str, command: &Command) -> Option<String> {
    let names = command.get_subcommands().filter(|inner| !inner.is_hide_set()).map(Command::get_name);
    let near = names.map(|name| (strsim::osa_distance(word, name), name)).min()?;
    let most = if word.chars().count() < 5 { 1 } else { 2 };
    (near.0 <= most && near.0 < near.1.len()).then(|| near.1.to_owned())
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

/// Adds the arguments of `solve` that only some families have.
fn with_own(command: Command, family: &dyn AnyFamily) -> Command {
    let command = if has_frames(family) { PlayArgs::augment_args(command) } else { command };
    if writes_solved(family) { WriteArgs::augment_args(command) } else { command }
}

/// Adds the arguments that verbs share.
fn with_shared(command: Command, verb: Verb) -> Command {
    let command = MemoryArgs::augment_args(command);
    // Tasks keep the text of their puzzle, which must have no other.
    if matches!(verb, Verb::Generate | Verb::Cubes) { command } else { IndexArgs::augment_args(command) }
}

fn of_family(name: &'static str, family: &'static dyn AnyFamily, completing: bool) -> Command {
    let info = family.info();
    let command = Command::new(name)
        .about(info.about.to_string())
        .after_help(info.answers.to_string())
        .after_long_help(format!("{}\n\nExample:\n  jigsat {}", info.answers, info.example))
        .args_conflicts_with_subcommands(true);
    // A command line names one family: the arguments of the others are never looked at.
    if completing {
        command.defer(|command| with_verbs(command, true))
    } else {
        command.defer(|command| with_verbs(command, false))
    }
}

/// Adds the verbs of a family, and its options, to its command.
fn with_verbs(command: Command, completing: bool) -> Command {
    let family = family_named(command.get_name()).expect("the command has the family's name");
    let info = family.info();
    let has = |verb: &&VerbInfo| verb.verb != Verb::Generate || family.generator_options().is_some();
    let command = VERBS
        .iter()
        .filter(has)
        .fold(command, |command, verb| command.subcommand(of_verb(verb, Some(family), completing)));
    let command = with_own(with_shared(SolveArgs::augment_args_for_update(command), Verb::Solve), family);
    let command = command.about(info.about.to_string()).long_about(None);
    let command = command.mut_args(|arg| named(arg, Some(family), "solve", completing));
    self::family::with_options(command, &family.options(), "solve")
}

fn of_verb(verb: &VerbInfo, family: Option<&'static dyn AnyFamily>, completing: bool) -> Command {
    with_verb(Command::new(verb.name), verb, family, completing)
}

/// Adds the arguments of a verb to a command.
fn with_verb(
    command: Command,
    verb: &VerbInfo,
    family: Option<&'static dyn AnyFamily>,
    completing: bool,
) -> Command {
    let command = with_shared((verb.augment)(command), verb.verb);
    let command = match family {
        Some(family) if verb.verb == Verb::Solve => with_own(command, family),
        _ => command,
    };
    // The description of the verb replaces that of its arguments.
    let command = command.about(verb.about).long_about(None);
    let command = command
        .after_long_help(examples(verb, family))
        .mut_args(|arg| named(arg, family, verb.name, completing));
    let schema = match (family, verb.verb) {
        (None, _) => None,
        (Some(family), Verb::Generate) => family.generator_options(),
        (Some(family), _) => Some(family.options()),
    };
    match schema {
        Some(schema) if verb.verb == Verb::Generate => {
            let command = self::family::described(command, &schema);
            self::family::with_options(command, &schema, verb.name)
        }
        Some(schema) => self::family::with_options(command, &schema, verb.name),
        None => command,
    }
}

/// The examples of a verb: with a puzzle of the family, if there is one that the verb takes.
fn examples(verb: &VerbInfo, family: Option<&'static dyn AnyFamily>) -> String {
    let own = || {
        let family = family.filter(|family| !verb.examples.contains(&format!(" {} ", family.info().name)))?;
        let is_taken = match verb.verb {
            Verb::Solve | Verb::Count | Verb::Encode | Verb::Trace | Verb::Show | Verb::Compare => true,
            // A plan is found as a whole, not step by step.
            Verb::Explain | Verb::Hint | Verb::Rate => {
                family.abilities().explanation && !family.abilities().horizon
            }
            _ => false,
        };
        // After the names of the family and perhaps of a verb.
        let (_, puzzle) = family.info().example.split_once(" puzzles/").filter(|_| is_taken)?;
        let puzzle = puzzle.strip_suffix(" --unique").unwrap_or(puzzle);
        Some(format!("Example:\n  jigsat {} {} puzzles/{puzzle}", family.info().name, verb.name))
    };
    own().unwrap_or_else(|| verb.examples.to_owned())
}

/// Adds the values of an option that depend on the family: to the help, or for completion.
fn named(arg: clap::Arg, family: Option<&'static dyn AnyFamily>, verb: &str, completing: bool) -> clap::Arg {
    let encodings = family.map(AnyFamily::encodings).unwrap_or_default();
    let engines = [family.map_or(&[][..], AnyFamily::engines), GENERAL_ENGINES].concat();
    let id = arg.get_id().as_str().to_owned();
    if !completing {
        let (words, names) = match id.as_str() {
            _ if family.is_none() => return arg,
            "encoding" => ("Encoding to use, or 'auto'", encodings),
            "encodings" => ("Encodings to compare, separated by commas, or 'all'", encodings),
            "engine" => ("Search engine to use, or 'auto'", engines),
            _ => return arg,
        };
        return arg.help(format!("{words}: {}", names.join(", ")));
    }
    let own = |formats: fn(&jigsat_kit::Info) -> &'static [&'static str]| {
        family.map_or(&[][..], |family| formats(family.info()))
    };
    let names = match (id.as_str(), verb) {
        ("encoding", _) if family.is_some() => [&["auto"][..], &encodings].concat(),
        ("encodings", _) if family.is_some() => [&["all"][..], &encodings].concat(),
        ("engine", _) => [&["auto"][..], &engines].concat(),
        ("solver", _) => [&["auto"][..], &solvers()].concat(),
        ("solvers", _) => [&["all"][..], &solvers()].concat(),
        ("format", "solve" | "decode") => [SolveFormat::SHARED, own(|info| info.solution_formats)].concat(),
        ("format", "encode") => [EncodeFormat::SHARED, own(|info| info.formula_formats)].concat(),
        ("format", "show" | "generate") => [PuzzleFormat::SHARED, own(|info| info.puzzle_formats)].concat(),
        _ => return arg,
    };
    arg.value_parser(PossibleValuesParser::new(names))
}

/// The solvers of this build.
fn solvers() -> Vec<&'static str> {
    let is_built_in = |name: &&str| Solver::built_in().iter().any(|solver| solver.to_string() == *name);
    ["minisat", "batsat", "glucose", "cadical"].into_iter().filter(is_built_in).collect()
}
