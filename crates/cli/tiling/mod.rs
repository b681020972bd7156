//! Tiling, as the command sees it.

mod count;
mod generate;
mod solve;

use std::io::Read as _;

use clap::Args;
use jigsat_cnf::{Choice, Literal, Variable, pos};
use jigsat_grid::{Picture, Size};
use jigsat_input::{ParseError, Source};
use jigsat_solve::{Answer, By, End, Error, Limits, Solver};
use jigsat_tiling::{Atom, Board, How, Read, Rotate, Solution, Tiling as Puzzle, search};

use self::{count::count_as_it_is, generate::GenerateOptions, solve::solve_as_it_is};
use crate::{
    args::{Nothing, choices},
    cubes::{Beginning, Within},
    exit::Failure,
    family::{self, Counted, Counting, Entry, Family, Made, Outcome, Question},
    input::Opened,
};

pub struct Tiling;

/// How pieces may be turned.
#[derive(Clone, Debug, Default, Args)]
#[group(skip)]
pub struct Options {
    /// Whether pieces may be rotated: never, always, or fallback, which tries them as they are given first;
    /// left out, the puzzle says it
    #[arg(long, value_name = "WHEN", value_parser = choices::<Turning>())]
    rotate: Option<Turning>,
}

/// When pieces may be rotated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turning {
    Never,
    Fallback,
    Always,
}

impl Choice for Turning {
    const ALL: &'static [Self] = &[Turning::Never, Turning::Fallback, Turning::Always];

    fn name(self) -> &'static str {
        match self {
            Turning::Never => "never",
            Turning::Fallback => "fallback",
            Turning::Always => "always",
        }
    }
}

/// Puzzles of more cells go to a solver at once: there the search on bit boards finds nothing in time.
const MANY_CELLS: usize = 150;

impl Family for Tiling {
    type Puzzle = Puzzle;
    type Symmetry = usize;
    type Options = Options;
    type SolveOptions = Nothing;
    type GenerateOptions = GenerateOptions;

    const NAME: &'static str = "tiling";
    const ENGINES: &'static [&'static str] = &["bitboard", "beam", "frontier", "colouring"];
    const PUZZLE_FORMATS: &'static [&'static str] = &["xmpuzzle"];

    fn recognises(start: &str) -> bool {
        // The second byte of gzip's mark is no text.
        let packed = start.starts_with("\u{1f}\u{fffd}");
        packed || jigsat_tiling::recognises(start) || start.contains("<puzzle") && start.contains("<voxel")
    }

    fn read(opened: Opened, options: &Options) -> Result<family::Puzzles<Puzzle>, ParseError> {
        let rotate = match options.rotate {
            None => Rotate::AsGiven,
            Some(Turning::Never | Turning::Fallback) => Rotate::Never,
            Some(Turning::Always) => Rotate::Always,
        };
        let falls_back = options.rotate == Some(Turning::Fallback);
        let name = opened.name.clone();
        let is_packed = opened.start.starts_with('\u{1f}') || opened.start.trim_start().starts_with('<');
        if is_packed {
            let mut bytes = Vec::new();
            let read = opened.into_reader().take(jigsat_input::MAX_TEXT).read_to_end(&mut bytes);
            read.map_err(|error| ParseError::in_file(&name, format!("can't be read: {error}")))?;
            let puzzles = as_given_or_rotated(rotate, falls_back, |rotate| {
                jigsat_tiling::parse_xmpuzzle(&name, bytes.clone(), rotate)
            })?;
            return Ok(Box::new(puzzles.into_iter().map(|puzzle| Ok(entry(puzzle)))));
        }
        let source = opened.into_source()?;
        let Read { puzzle, warnings } =
            as_given_or_rotated(rotate, falls_back, |rotate| jigsat_tiling::parse(&source, rotate))?;
        for warning in warnings {
            eprintln!("warning: {name}: {warning}");
        }
        Ok(Box::new(std::iter::once(Ok(entry(puzzle)))))
    }

    fn read_solution(puzzle: &Puzzle, source: &Source) -> Result<Solution, ParseError> {
        jigsat_tiling::parse_solution(puzzle, source)
    }

    fn legal(puzzle: &Puzzle, solution: &Solution) -> Result<(), jigsat_solve::Flaw> {
        jigsat_tiling::check_so_far(puzzle, solution)
    }

    fn contradiction(puzzle: &Puzzle) -> Option<String> {
        search::refute_by_colouring(puzzle)
    }

    fn draw(puzzle: &Puzzle, solution: Option<&Solution>) -> Box<dyn Picture> {
        Box::new(jigsat_tiling::draw(puzzle, solution))
    }

    fn plain(puzzle: &Puzzle, solution: &Solution) -> String {
        solution.to_plain(puzzle)
    }

    fn to_yaml(puzzle: &Puzzle) -> Result<String, Failure> {
        puzzle.to_yaml().map_err(|error| Failure::usage(error.to_string()))
    }

    fn to_plain(puzzle: &Puzzle) -> Result<String, Failure> {
        puzzle.to_plain().map_err(Failure::usage)
    }

    fn puzzle_as(puzzle: &Puzzle, format: &str) -> Option<Result<Vec<u8>, Failure>> {
        (format == "xmpuzzle").then(|| puzzle.to_xmpuzzle().map_err(Failure::usage))
    }

    /// Measured on cut boards; the table is in docs/src/guide/tiling.md.
    fn auto(puzzle: &Puzzle) -> (How, Solver) {
        let cadical = Solver::built_in().iter().find(|&solver| *solver == Solver::Cadical);
        let large = puzzle.area() > MANY_CELLS;
        (How::Placement, cadical.filter(|_| large).cloned().unwrap_or_default())
    }

    fn of_size(like: &Puzzle, size: Size) -> Result<Puzzle, String> {
        let mut spec = like.spec().clone();
        spec.given.clear();
        spec.boards = vec![Board::full([usize::from(size.cols), usize::from(size.rows), 1])];
        Puzzle::new(spec).map_err(|invalid| invalid.to_string())
    }

    /// By their numbers, the identity being 0.
    fn symmetries(puzzle: &Puzzle) -> Vec<usize> {
        (1..puzzle.symmetries().len()).collect()
    }

    fn image(puzzle: &Puzzle, solution: &Solution, symmetry: usize) -> Solution {
        puzzle.image(solution, &puzzle.symmetries()[symmetry])
    }

    fn refuses(_puzzle: &Puzzle, engine: &str, is_plain: bool) -> Option<String> {
        match engine {
            "frontier" => Some("engine 'frontier' counts, it finds no solutions".into()),
            "bitboard" | "beam" | "colouring" if !is_plain => Some(format!(
                "engine '{engine}' makes no formula: it goes without --encoding, --solver, --drop and --seed"
            )),
            _ => None,
        }
    }

    fn solve(
        puzzle: &Puzzle,
        question: &Question<'_, Self>,
        _own: &Nothing,
        limits: &Limits,
    ) -> Result<Outcome<Solution>, Error> {
        let outcome = solve_as_it_is(puzzle, question, limits)?;
        match (&outcome.first, question.options.rotate) {
            (Answer::Impossible(_), Some(Turning::Fallback)) => match turned(puzzle) {
                Some(turned) => solve_as_it_is(&turned, question, limits),
                None => Ok(outcome),
            },
            _ => Ok(outcome),
        }
    }

    fn count(
        puzzle: &Puzzle,
        question: &Question<'_, Self>,
        wanted: &Counting,
        limits: &Limits,
    ) -> Result<Counted, Failure> {
        let counted = count_as_it_is(puzzle, question, wanted, limits)?;
        match question.options.rotate {
            Some(Turning::Fallback) if counted.count == 0 && counted.end == End::All => {
                match turned(puzzle) {
                    Some(turned) => count_as_it_is(&turned, question, wanted, limits),
                    None => Ok(counted),
                }
            }
            _ => Ok(counted),
        }
    }

    fn beginnings(puzzle: &Puzzle) -> Vec<Beginning<Atom>> {
        let part = |part: search::Beginning| Beginning {
            literals: part.placement.map(|placement| pos(Atom::Place(placement))).into_iter().collect(),
            images: part.images,
            stabilizer: part.stabilizer,
        };
        search::beginnings(puzzle).into_iter().map(part).collect()
    }

    fn image_of_atom(puzzle: &Puzzle, atom: Atom, symmetry: usize) -> Option<Atom> {
        match atom {
            Atom::Place(placement) => {
                Some(Atom::Place(puzzle.symmetries()[symmetry].placements[placement as usize]))
            }
            Atom::Covers { .. } => None,
        }
    }

    fn count_within(
        puzzle: &Puzzle,
        cube: &[Literal<Atom>],
        group: &[usize],
        limits: &Limits,
    ) -> Option<Within> {
        let (mut used, mut unused) = (Vec::new(), Vec::new());
        for literal in cube {
            let Variable::Atom(Atom::Place(placement)) = literal.variable else { return None };
            if literal.negated { unused.push(placement) } else { used.push(placement) }
        }
        let within = search::count_within(puzzle, &used, &unused, group, limits)?;
        let search::Within { count, fixed, stopped, .. } = within;
        Some(Within { count, fixed, engine: "bitboard", stopped })
    }

    fn generate(own: &GenerateOptions, seed: u64, limits: &Limits) -> Result<Made<Puzzle>, Failure> {
        generate::cut(own, seed, limits)
    }
}

fn entry(puzzle: Puzzle) -> Entry<Puzzle> {
    Entry { title: puzzle.spec().title.clone(), puzzle }
}

/// Reads a puzzle; where it is none because a piece doesn't fit as it is given, and rotation is the fallback, with
/// pieces that may be rotated.
fn as_given_or_rotated<T>(
    rotate: Rotate,
    falls_back: bool,
    read: impl Fn(Rotate) -> Result<T, ParseError>,
) -> Result<T, ParseError> {
    match read(rotate) {
        Err(_) if falls_back => read(Rotate::Always),
        answer => answer,
    }
}

/// The puzzle with pieces that may be rotated, where that is another puzzle, and one at all.
fn turned(puzzle: &Puzzle) -> Option<Puzzle> {
    let mut spec = puzzle.spec().clone();
    if spec.pieces.iter().all(|piece| piece.freedom.rotate) {
        return None;
    }
    for piece in &mut spec.pieces {
        piece.freedom.rotate = true;
    }
    Puzzle::new(spec).ok()
}

fn by(engine: &'static str) -> By {
    By { engine, stage: None, solver: None, encoding: None }
}
