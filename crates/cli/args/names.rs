//! The names that options take which are read as words, because what they may be depends on the family, and that is
//! often found only from the puzzle: told in the help, and by completion.

use clap::{Arg, Command, CommandFactory, builder::PossibleValuesParser};
use jigsat_cnf::Choice;
use jigsat_solve::Solver;

use super::{Cli, EncodeFormat, PuzzleFormat, SolveFormat};
use crate::{
    edge_matching::EdgeMatching,
    family::{Family, HowOf},
    fillomino::Fillomino,
    lister,
    qprop::Qprop,
    sokoban::Sokoban,
    sudoku::Sudoku,
    tiling::Tiling,
};

/// The command line, whose help tells each family's encodings, engines and formats.
pub fn command() -> Command {
    changed(|own, _, arg| {
        // Of verbs without a family the names are not known yet.
        let (words, names) = match arg.get_id().as_str() {
            _ if own.encodings.is_empty() => return arg,
            "encoding" => ("Which encoding, or 'auto'", own.encodings.clone()),
            "encodings" => ("Which encodings, separated by commas, or 'all'", own.encodings.clone()),
            "engine" => ("What searches, or 'auto'", [own.engines, lister::ENGINES].concat()),
            _ => return arg,
        };
        arg.help(format!("{words}: {}", names.join(", ")))
    })
}

/// The command line for scripts that complete it.
pub fn completed() -> Command {
    changed(|own, verb, arg| {
        let names = match (arg.get_id().as_str(), verb) {
            ("encoding", _) if !own.encodings.is_empty() => [&["auto"][..], &own.encodings[..]].concat(),
            ("encodings", _) if !own.encodings.is_empty() => [&["all"][..], &own.encodings[..]].concat(),
            ("engine", _) => [&["auto"][..], own.engines, lister::ENGINES].concat(),
            ("solver", _) => [&["auto"][..], &solvers()[..]].concat(),
            ("solvers", _) => [&["all"][..], &solvers()[..]].concat(),
            ("format", "solve" | "decode") => [SolveFormat::SHARED, own.solution_formats].concat(),
            ("format", "encode") => [EncodeFormat::SHARED, own.encode_formats].concat(),
            ("format", "show" | "generate") => [PuzzleFormat::SHARED, own.puzzle_formats].concat(),
            _ => return arg,
        };
        arg.value_parser(PossibleValuesParser::new(names))
    })
}

/// The solvers of this build.
fn solvers() -> Vec<&'static str> {
    let is_built_in = |name: &&str| Solver::built_in().iter().any(|solver| solver.to_string() == *name);
    ["minisat", "batsat", "glucose", "cadical"].into_iter().filter(is_built_in).collect()
}

/// What options of a family's verbs may name.
#[derive(Default)]
struct Own {
    encodings: Vec<&'static str>,
    engines: &'static [&'static str],
    solution_formats: &'static [&'static str],
    puzzle_formats: &'static [&'static str],
    encode_formats: &'static [&'static str],
}

impl Own {
    fn of<F: Family>() -> Self {
        Own {
            encodings: HowOf::<F>::ALL.iter().map(|how| how.name()).collect(),
            engines: F::ENGINES,
            solution_formats: F::SOLUTION_FORMATS,
            puzzle_formats: F::PUZZLE_FORMATS,
            encode_formats: F::ENCODE_FORMATS,
        }
    }

    /// Of the family that a command is named after.
    fn named(command: &str) -> Option<Self> {
        Some(match command {
            Sudoku::NAME => Own::of::<Sudoku>(),
            EdgeMatching::NAME => Own::of::<EdgeMatching>(),
            Qprop::NAME => Own::of::<Qprop>(),
            Sokoban::NAME => Own::of::<Sokoban>(),
            Tiling::NAME => Own::of::<Tiling>(),
            Fillomino::NAME => Own::of::<Fillomino>(),
            _ => return None,
        })
    }
}

/// The command line, its options changed by what they belong to; no verb is `solve`.
fn changed(change: impl Fn(&Own, &str, Arg) -> Arg) -> Command {
    let none = Own::default();
    let command = Cli::command().mut_args(|arg| change(&none, "solve", arg));
    command.mut_subcommands(|command| {
        let name = command.get_name().to_owned();
        let Some(own) = Own::named(&name) else { return command.mut_args(|arg| change(&none, &name, arg)) };
        command.mut_args(|arg| change(&own, "solve", arg)).mut_subcommands(|verb| {
            let name = verb.get_name().to_owned();
            verb.mut_args(|arg| change(&own, &name, arg))
        })
    })
}
