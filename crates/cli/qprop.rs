//! QPROP models, as the command sees them.

mod from_edge_matching;
mod from_sudoku;
mod grade;
mod lines;

use std::path::{Path, PathBuf};

use clap::Args;
use jigsat_grid::{Picture, Size};
use jigsat_input::{ParseError, Source};
use jigsat_qprop::{Data, How, MAX_CLAUSES, Model, Solution};
use jigsat_solve::{Error, Flaw, Limits, Puzzle, Solver};

use crate::{
    Context,
    args::{CompareArgs, Nothing},
    count,
    exit::{Failure, Status},
    family::{self, Counted, Counting, Entry, Family, Made, Outcome, Question},
    input::Opened,
};
use lines::Lines;

pub struct Qprop;

/// What a model is grounded with.
#[derive(Clone, Debug, Args)]
#[group(skip)]
pub struct Options {
    /// Where the model's constants, sorts and facts come from: a YAML file
    #[arg(long, value_name = "FILE")]
    pub data: Option<PathBuf>,
    /// Refuses a model that grounds to more clauses and counting statements
    #[arg(long, value_name = "N", default_value_t = MAX_CLAUSES)]
    pub max_clauses: u64,
}

impl Family for Qprop {
    type Puzzle = Model;
    type Options = Options;
    type SolveOptions = Nothing;
    type GenerateOptions = Nothing;
    /// A model doesn't tell its symmetries.
    type Symmetry = ();

    const NAME: &'static str = "qprop";
    const HAS_SYMMETRIES: bool = false;
    const ENGINES: &'static [&'static str] = &[];

    fn recognises(start: &str) -> bool {
        let words = ["sort", "const", "var", "fact", "pred", "def", "assert", "include", "show"];
        let line = start.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
        line.and_then(|line| line.split_whitespace().next()).is_some_and(|word| words.contains(&word))
    }

    fn read(opened: Opened, options: &Options) -> Result<family::Puzzles<Model>, ParseError> {
        let data = match &options.data {
            Some(path) => Data::parse(Source::read(path)?)?,
            None => Data::default(),
        };
        let puzzle = read_model(opened.into_source()?, &data, options.max_clauses)?;
        Ok(Box::new(std::iter::once(Ok(Entry { puzzle, title: String::new() }))))
    }

    fn read_solution(_puzzle: &Model, source: &Source) -> Result<Solution, ParseError> {
        Solution::parse(source)
    }

    fn legal(puzzle: &Model, solution: &Solution) -> Result<(), Flaw> {
        puzzle.check(solution)
    }

    fn contradiction(_puzzle: &Model) -> Option<String> {
        None
    }

    fn draw(puzzle: &Model, solution: Option<&Solution>) -> Box<dyn Picture> {
        Box::new(Lines(match solution {
            Some(solution) => puzzle.by_predicate(solution),
            None => puzzle.items().iter().map(ToString::to_string).collect(),
        }))
    }

    fn plain(_puzzle: &Model, solution: &Solution) -> String {
        solution.holds.join(" ")
    }

    fn to_yaml(_puzzle: &Model) -> Result<String, Failure> {
        Err(Failure::usage("a model has no form in YAML; its data is YAML, --format plain prints the model"))
    }

    fn to_plain(puzzle: &Model) -> Result<String, Failure> {
        Ok(puzzle.items().iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
    }

    fn auto(_puzzle: &Model) -> (How, Solver) {
        (How::Model, Solver::default())
    }

    fn of_size(_like: &Model, _size: Size) -> Result<Model, String> {
        Err("a model has no board whose size could be changed; give it other --data".into())
    }

    fn symmetries(_puzzle: &Model) -> Vec<()> {
        Vec::new()
    }

    fn image(_puzzle: &Model, solution: &Solution, (): ()) -> Solution {
        solution.clone()
    }

    /// A solver that learns was faster where there are hidden atoms: the table is in docs/src/guide/qprop.md.
    fn lists_by_backtracking(_puzzle: &Model) -> bool {
        false
    }

    fn grade(
        opened: Opened,
        options: &Options,
        args: &CompareArgs,
        context: &Context,
    ) -> Result<Status, Failure> {
        grade::run(opened, options, args, context)
    }

    fn refuses(_puzzle: &Model, _engine: &str, _is_plain: bool) -> Option<String> {
        None
    }

    fn solve(
        puzzle: &Model,
        question: &Question<'_, Self>,
        _own: &Nothing,
        limits: &Limits,
    ) -> Result<Outcome<Solution>, Error> {
        family::ask_session::<Self>(puzzle, question, limits)
    }

    /// Without symmetries there is one number only.
    fn count(
        puzzle: &Model,
        question: &Question<'_, Self>,
        wanted: &Counting,
        limits: &Limits,
    ) -> Result<Counted, Failure> {
        let counted = count::by_listing::<Self>(puzzle, question, wanted, limits)?;
        Ok(Counted { distinct: None, ..counted })
    }

    fn generate(_own: &Nothing, _seed: u64, _limits: &Limits) -> Result<Made<Model>, Failure> {
        Err(Failure::usage("models are written, not generated; puzzles/qprop has some to begin with"))
    }
}

/// Reads a model; what it includes lies beside it.
fn read_model(source: Source, data: &Data, max_clauses: u64) -> Result<Model, ParseError> {
    let folder = Path::new(source.name()).parent().map(Path::to_owned).unwrap_or_default();
    Model::read(source, data, &|file| Source::read(&folder.join(file)), max_clauses)
}
