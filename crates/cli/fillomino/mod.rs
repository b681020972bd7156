//! Fillomino, as the command sees it.

mod options;
mod rate;
mod solve;

use jigsat_cnf::Encoding;
use jigsat_fillomino::{
    Atom, How, MAX_SIDE, Solution, Wanted, parse_all,
    rules::{self, Rules},
};
use jigsat_grid::{Picture, Size, Symmetry};
use jigsat_input::{ParseError, Source};
use jigsat_solve::{Answer, Build, Error, Limits, Solver};

pub use self::options::{GenerateOptions, Options, SolveOptions};
use crate::{
    exit::Failure,
    family::{self, Entry, Family, Made, Outcome, Question, Rating},
    input::Opened,
};

pub struct Fillomino;

impl Family for Fillomino {
    type Puzzle = jigsat_fillomino::Fillomino;
    type Symmetry = Symmetry;
    type Options = Options;
    type SolveOptions = SolveOptions;
    type GenerateOptions = GenerateOptions;

    const NAME: &'static str = "fillomino";
    const ENGINES: &'static [&'static str] = &["rules", "hybrid"];
    const PUZZLE_FORMATS: &'static [&'static str] = &["numbers", "filling"];
    const ENCODE_FORMATS: &'static [&'static str] = &["smt2"];

    fn recognises(start: &str) -> bool {
        // Lists of edge-matching pieces begin with a height, a width and numbers, too, but four for each cell.
        let puzzles = parse_all(&Source::new("", start));
        !puzzles.is_empty() && puzzles.iter().all(Result::is_ok)
    }

    fn read(opened: Opened, options: &Options) -> Result<family::Puzzles<Self::Puzzle>, ParseError> {
        let source = opened.into_source()?;
        let variant = options.variant;
        Ok(Box::new(parse_all(&source).into_iter().map(move |puzzle| {
            let mut puzzle = puzzle?;
            puzzle.variant = variant.unwrap_or(puzzle.variant);
            Ok(Entry { title: puzzle.title.clone(), puzzle })
        })))
    }

    fn read_solution(puzzle: &Self::Puzzle, source: &Source) -> Result<Solution, ParseError> {
        jigsat_fillomino::parse_solution(puzzle, source)
    }

    fn legal(puzzle: &Self::Puzzle, solution: &Solution) -> Result<(), jigsat_solve::Flaw> {
        jigsat_fillomino::check_so_far(puzzle, solution).map(|_| ())
    }

    fn contradiction(puzzle: &Self::Puzzle) -> Option<String> {
        puzzle.contradiction()
    }

    fn draw(puzzle: &Self::Puzzle, solution: Option<&Solution>) -> Box<dyn Picture> {
        Box::new(jigsat_fillomino::draw(puzzle, solution))
    }

    fn plain(_puzzle: &Self::Puzzle, solution: &Solution) -> String {
        solution.to_numbers()
    }

    fn to_yaml(puzzle: &Self::Puzzle) -> Result<String, Failure> {
        puzzle.to_yaml().map_err(|error| Failure::usage(error.to_string()))
    }

    fn to_plain(puzzle: &Self::Puzzle) -> Result<String, Failure> {
        Ok(puzzle.to_url())
    }

    fn puzzle_as(puzzle: &Self::Puzzle, format: &str) -> Option<Result<Vec<u8>, Failure>> {
        match format {
            "numbers" => Some(Ok(puzzle.to_numbers().into_bytes())),
            "filling" => Some(match puzzle.to_filling_id() {
                Some(id) => Ok((id + "\n").into_bytes()),
                None => Err(Failure::usage("a Filling id has no numbers above 9; --format plain does")),
            }),
            _ => None,
        }
    }

    fn encode_as(puzzle: &Self::Puzzle, _how: How, format: &str) -> Option<String> {
        (format == "smt2").then(|| jigsat_fillomino::smt2(puzzle))
    }

    /// With the cuts of `lazy` that solving needs.
    fn formula(puzzle: &Self::Puzzle, how: How, recipe: &Build) -> Result<Encoding<Atom>, Error> {
        /// So many conflicts are spent on finding cuts.
        const CONFLICTS: u64 = 100_000;
        if how != How::Lazy || !recipe.dropped.is_empty() {
            return Ok(jigsat_solve::build(puzzle, how, recipe)?);
        }
        let limits = Limits { conflicts: Some(CONFLICTS), ..Limits::default() };
        jigsat_fillomino::complete(puzzle, recipe, &limits)
    }

    fn auto(_puzzle: &Self::Puzzle) -> (How, Solver) {
        (How::Lazy, Solver::default())
    }

    fn of_size(like: &Self::Puzzle, size: Size) -> Result<Self::Puzzle, String> {
        if size.rows.max(size.cols) > MAX_SIDE || size.area() == 0 {
            return Err(format!("a board of {size} is none, expected 1 to {MAX_SIDE} rows and columns"));
        }
        let mut blank = jigsat_fillomino::Fillomino::new(size, vec![0; size.area()]);
        blank.variant = like.variant;
        Ok(blank)
    }

    fn symmetries(puzzle: &Self::Puzzle) -> Vec<Symmetry> {
        puzzle.symmetries().into_iter().filter(|&symmetry| symmetry != Symmetry::Identity).collect()
    }

    fn image(puzzle: &Self::Puzzle, solution: &Solution, symmetry: Symmetry) -> Solution {
        puzzle.image(solution, symmetry)
    }

    fn lists_by_backtracking(_puzzle: &Self::Puzzle) -> bool {
        false
    }

    fn is_lazy(how: How) -> bool {
        how == How::Lazy
    }

    fn refuses(_puzzle: &Self::Puzzle, engine: &str, is_plain: bool) -> Option<String> {
        let message = "engine 'rules' does without --encoding, --solver, --drop and --seed";
        (engine == "rules" && !is_plain).then(|| message.into())
    }

    fn solve(
        puzzle: &Self::Puzzle,
        question: &Question<'_, Self>,
        own: &SolveOptions,
        limits: &Limits,
    ) -> Result<Outcome<Solution>, Error> {
        match question.search.engine() {
            Some("rules") => solve::by_rules(puzzle, question, own, limits),
            Some("hybrid") => solve::hybrid(puzzle, question, own, limits),
            _ => family::ask_session::<Self>(puzzle, question, limits),
        }
    }

    fn rate(puzzle: &Self::Puzzle, limits: &Limits) -> Result<Option<Rating>, Failure> {
        Ok(Some(rate::rating(&rules::solve(puzzle, &Rules::default(), 1, limits))))
    }

    fn generate(
        own: &GenerateOptions,
        seed: u64,
        limits: &Limits,
    ) -> Result<Made<jigsat_fillomino::Fillomino>, Failure> {
        if own.size.rows.max(own.size.cols) > MAX_SIDE || own.size.area() == 0 {
            let size = own.size;
            let message = format!("a board of {size} is none, expected 1 to {MAX_SIDE} rows and columns");
            return Err(Failure::usage(message));
        }
        let variant = own.variant.unwrap_or_default();
        let empty = if own.minimal { None } else { Some(f64::from(own.empty.0) / 100.0) };
        let wanted = Wanted { size: own.size, most: own.max, variant, empty, depth: own.depth };
        let generated = match jigsat_fillomino::generate(&wanted, seed, limits)? {
            Answer::Solved(generated) => generated,
            Answer::Unknown(stop) => return Ok(Made::Stopped(stop)),
            Answer::Impossible(_) | Answer::Refused { .. } => {
                let message = format!(
                    "no board of {} can be filled with groups of at most {} cells, as --max says",
                    own.size, own.max
                );
                return Err(Failure::usage(message));
            }
        };
        let mut puzzle = generated.puzzle;
        puzzle.source = format!("jigsat fillomino generate, size {}, max {}, seed {seed}", own.size, own.max);
        let (empty, cells) = (puzzle.givens.iter().filter(|&&given| given == 0).count(), own.size.area());
        let asked = (f64::from(own.empty.0) / 100.0 * cells as f64).round() as usize;
        let short_of = match generated.stopped {
            Some(stop) => Some(("unique, but with more givens than asked for".into(), Some(stop))),
            None if !own.minimal && empty < asked => {
                let why = "the solution has to stay the only one";
                Some((format!("{empty} of {cells} cells are empty, not {asked}: {why}"), None))
            }
            None => None,
        };
        Ok(Made::Puzzle { puzzle, short_of })
    }
}
