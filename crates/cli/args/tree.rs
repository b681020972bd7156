//! The tree of commands: families, verbs and their arguments.

use std::ffi::OsString;

use clap::{
    Arg, Command, CommandFactory, Parser, Subcommand,
    builder::{PossibleValuesParser, Resettable},
};
use jigsat_input::Message;
use jigsat_kit::{GENERAL_ENGINES, schema_of};
use jigsat_solve::Solver;
use jigsat_workbench::{AnyFamily, Ask, families};

use super::{
    call::{PuzzleCommand, puzzle_commands},
    help,
    job::Tool,
    own::OwnArgs,
    page::{self, known as family_named},
    schema::{self, Fields, option},
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

/// The whole command line; its help lists the encodings and engines of each family.
pub fn command() -> Command {
    whole(commands(false), false)
}

/// The command line for completion scripts.
pub fn completed() -> Command {
    whole(commands(true), true)
}

/// The commands, without the arguments of the one that has no name.
pub fn commands(completing: bool) -> Command {
    let mut command = Shared::command();
    for (name, family) in page::all() {
        command = command.subcommand(of_family(name, family, completing));
    }
    for verb in puzzle_commands() {
        let named = Command::new(verb.name);
        command = command.subcommand(if verb.makes() {
            makers(named, &verb, completing)
        } else {
            deferred(with_words(named, &verb, None), completing)
        });
    }
    command = Tool::augment_subcommands(command);
    command.mut_subcommand("batch", |batch| {
        batch.defer(|batch| Fields::of_request(&mut schema_of::<Ask>()).add_to(batch))
    })
}

/// Adds the arguments of the command that has no name: those of `solve`.
pub fn whole(command: Command, completing: bool) -> Command {
    // Without a verb, the first word is the puzzle.
    let own = Shared::command();
    let (about, long_about) = (own.get_about().cloned(), own.get_long_about().cloned());
    let solve = &puzzle_commands()[0];
    let command = with_arguments(command, solve, None, completing).mut_args(|arg| arg.required(false));
    let command = command.about(about.unwrap_or_default()).long_about(long_about.unwrap_or_default());
    if completing { command } else { help::grouped(command, &own) }
}

/// The command of a verb with its arguments, which are made when they are needed.
fn deferred(command: Command, completing: bool) -> Command {
    fn added(command: Command, completing: bool) -> Command {
        let commands = puzzle_commands();
        let verb = commands.iter().find(|verb| verb.name == command.get_name());
        match verb {
            Some(verb) => with_arguments(command, verb, None, completing),
            None => command,
        }
    }
    if completing {
        command.defer(|command| added(command, true))
    } else {
        command.defer(|command| added(command, false))
    }
}

/// `generate FAMILY`, the same as `FAMILY generate`.
fn makers(command: Command, verb: &PuzzleCommand, completing: bool) -> Command {
    fn added(command: Command, completing: bool) -> Command {
        let makers = families().filter(|family| family.generator_options().is_some());
        makers.fold(command, |command, family| {
            let maker = Command::new(family.info().name.to_string());
            let maker = match family.generator_options() {
                Some(schema) => schema::described(maker, &schema),
                None => maker,
            };
            command.subcommand(if completing {
                maker.defer(|command| with_maker(command, true))
            } else {
                maker.defer(|command| with_maker(command, false))
            })
        })
    }
    let command = command
        .about(format!("{} of a family", verb.main().about.purpose))
        .after_long_help("Example:\n  jigsat generate sudoku --seed 7 --symmetry rotate")
        .subcommand_value_name("FAMILY")
        .subcommand_help_heading("Families")
        .arg_required_else_help(true);
    if completing {
        command.defer(|command| added(command, true))
    } else {
        command.defer(|command| added(command, false))
    }
}

/// Adds the arguments of `generate` to the command of a family after it.
fn with_maker(command: Command, completing: bool) -> Command {
    let family = family_named(command.get_name());
    let verb = puzzle_commands().into_iter().find(PuzzleCommand::makes).expect("a verb makes puzzles");
    with_arguments(with_words(command, &verb, family), &verb, family, completing)
}

/// The name of the command that takes no puzzle.
pub fn maker() -> &'static str {
    puzzle_commands().iter().find(|verb| verb.makes()).map_or("", |verb| verb.name)
}

fn of_family(name: &'static str, family: &'static dyn AnyFamily, completing: bool) -> Command {
    let command =
        Command::new(name).about(family.info().about.to_string()).args_conflicts_with_subcommands(true);
    // A command line names one family: the arguments of the others are never looked at.
    if completing {
        command.defer(|command| with_verbs(command, true))
    } else {
        command.defer(|command| with_verbs(command, false))
    }
}

/// Adds the verbs of a family, its options and what its help ends with to its command.
fn with_verbs(command: Command, completing: bool) -> Command {
    let family = family_named(command.get_name()).expect("the command has the family's name");
    let info = family.info();
    let answers = Message::from(info.answers).shown(&option);
    let command = command
        .after_long_help(format!("{answers}\n\nExample:\n  jigsat {}", info.example))
        .after_help(answers);
    let commands = puzzle_commands();
    let command = commands.iter().filter(|verb| verb.is_of(family)).fold(command, |command, verb| {
        let name = command.get_name().to_owned();
        command.subcommand(verb_of_family(verb, name, family, completing))
    });
    let command = with_arguments(command, &commands[0], Some(family), completing);
    command.mut_args(|arg| arg.required(false))
}

/// A verb of a family. Its arguments are made when they are needed.
fn verb_of_family(
    verb: &PuzzleCommand,
    name: String,
    family: &'static dyn AnyFamily,
    completing: bool,
) -> Command {
    fn added(command: Command, completing: bool) -> Command {
        let of_family = command.get_before_help().map(ToString::to_string);
        let family = of_family.and_then(|name| family_named(&name)).expect("it is noted before the help");
        let commands = puzzle_commands();
        let verb = commands.iter().find(|verb| verb.name == command.get_name()).expect("it is a verb's");
        let command = with_words(command.before_help(Resettable::Reset), verb, Some(family));
        with_arguments(command, verb, Some(family), completing)
    }
    let command = Command::new(verb.name);
    let command = if verb.makes() {
        with_words(command, verb, Some(family))
    } else {
        command.about(verb.main().about.purpose)
    };
    // What is deferred gets no more than the command, so this is where it finds the family.
    let command = command.before_help(name);
    if completing {
        command.defer(|command| added(command, true))
    } else {
        command.defer(|command| added(command, false))
    }
}

/// What the help says about a command: its purpose, and examples.
fn with_words(command: Command, verb: &PuzzleCommand, family: Option<&'static dyn AnyFamily>) -> Command {
    let generator = family.filter(|_| verb.makes()).and_then(AnyFamily::generator_options);
    match generator {
        Some(schema) => schema::described(command.about(verb.main().about.purpose), &schema),
        None => command.about(verb.main().about.purpose).after_long_help(examples(verb, family)),
    }
}

/// The command of a verb that reads these words alone, with no other arguments than they name, and without help.
pub fn alone(verb: &PuzzleCommand, family: Option<&'static dyn AnyFamily>, words: &[OsString]) -> Command {
    let named = |fields: Fields| fields.named_in(words);
    arguments(Command::new(verb.name), verb, family, &named, &|arg| arg)
}

/// Adds the arguments of the verbs that share a command.
fn with_arguments(
    command: Command,
    verb: &PuzzleCommand,
    family: Option<&'static dyn AnyFamily>,
    completing: bool,
) -> Command {
    arguments(command, verb, family, &|fields| fields, &|arg| named(arg, family, verb, completing))
}

/// Adds the arguments of the verbs that share a command: these of the request and of the family's options, with these words
/// about their values.
fn arguments(
    command: Command,
    verb: &PuzzleCommand,
    family: Option<&'static dyn AnyFamily>,
    kept: &dyn Fn(Fields) -> Fields,
    told: &dyn Fn(Arg) -> Arg,
) -> Command {
    let puzzle = Arg::new("puzzle").required(true).value_name("PUZZLE").help(
        "A file, - for standard input, an address, the text itself if it is one word, or a name that 'jigsat puzzles' lists",
    );
    let command = if verb.takes_a_puzzle() { command.arg(puzzle) } else { command };
    let fields = verb.verbs.iter().map(|verb| Fields::of_verb(verb).clone());
    let command = match fields.reduce(Fields::and) {
        Some(fields) => kept(fields).add_to(command),
        None => command,
    };
    let command = OwnArgs::add_to(command, verb.main().about, family.map(|family| family as _));
    let schema = family.and_then(|family| verb.options_of(family));
    let command = command.mut_args(told);
    // An option of the verb's own comes before one of the family.
    let options = schema.map(|schema| Fields::of_options(&schema, verb.name).not_in(&command));
    match options {
        Some(options) => kept(options).add_to(command),
        None => command,
    }
}

/// The examples of a verb: with a puzzle of the family, if there is one that the verb takes.
fn examples(verb: &PuzzleCommand, family: Option<&'static dyn AnyFamily>) -> String {
    let about = verb.main().about;
    let takes_only_a_puzzle = || verb.takes_a_puzzle() && !Fields::of_verb(verb.main()).need_more();
    let own = || {
        let family = family.filter(|family| !about.more.contains(&format!(" {} ", family.info().name)))?;
        // After the names of the family and perhaps of a verb.
        let (_, puzzle) = family.info().example.split_once(" puzzles/").filter(|_| takes_only_a_puzzle())?;
        let puzzle = puzzle.strip_suffix(" --unique").unwrap_or(puzzle);
        Some(format!("Example:\n  jigsat {} {} puzzles/{puzzle}", family.info().name, verb.name))
    };
    own().unwrap_or_else(|| about.more.to_owned())
}

/// Adds the values of an option that depend on the family: to the help, or for completion.
fn named(arg: Arg, family: Option<&'static dyn AnyFamily>, verb: &PuzzleCommand, completing: bool) -> Arg {
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
    let forms = verb.main().about.forms;
    let own = || family.map_or(&[][..], |family| forms.own(family.info()));
    let names = match id.as_str() {
        "encoding" if family.is_some() => [&["auto"][..], &encodings].concat(),
        "encodings" if family.is_some() => [&["all"][..], &encodings].concat(),
        "engine" => [&["auto"][..], &engines].concat(),
        "solver" => return arg.value_parser(solvers("auto")),
        "solvers" => return arg.value_parser(solvers("all")),
        "format" => [forms.shared(), own()].concat(),
        _ => return arg,
    };
    arg.value_parser(PossibleValuesParser::new(names))
}

/// A value for all of them or the best, and the solvers of this build.
fn solvers(first: &str) -> PossibleValuesParser {
    let names = Solver::built_in().iter().map(ToString::to_string);
    std::iter::once(first.to_owned()).chain(names).collect::<Vec<String>>().into()
}
