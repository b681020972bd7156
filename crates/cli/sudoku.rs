//! Sudoku, as the command sees it.

use jigsat_grid::{Drawing, Size};
use jigsat_input::{ParseError, Source};
use jigsat_solve::{Error, Limits, Solver};
use jigsat_sudoku::{How, Puzzles, Solution};

use crate::{
    family::{self, Entry, Family, Outcome, Question},
    input::Opened,
};

pub struct Sudoku;

impl Family for Sudoku {
    type Puzzle = jigsat_sudoku::Sudoku;
    type Worker = ();

    const NAME: &'static str = "sudoku";
    const ENGINES: &'static [&'static str] = &["sat"];

    fn recognises(start: &str) -> bool {
        Puzzles::new("", start.as_bytes()).next().is_some_and(|entry| entry.puzzle.is_ok())
    }

    fn read(opened: Opened) -> Result<family::Puzzles<Self::Puzzle>, ParseError> {
        let name = opened.name.clone();
        let entries = Puzzles::new(&name, opened.into_reader());
        Ok(Box::new(entries.map(|entry| {
            let puzzle = entry.puzzle?;
            Ok(Entry { title: puzzle.title.clone().unwrap_or_default(), puzzle })
        })))
    }

    fn read_solution(puzzle: &Self::Puzzle, source: &Source) -> Result<Solution, ParseError> {
        jigsat_sudoku::parse_solution(puzzle, source)
    }

    fn draw(puzzle: &Self::Puzzle, solution: Option<&Solution>) -> Drawing {
        jigsat_sudoku::draw(puzzle, solution)
    }

    fn plain(solution: &Solution) -> String {
        solution.to_line().unwrap_or_else(|| solution.to_numbers())
    }

    fn legal(puzzle: &Self::Puzzle, solution: &Solution) -> Result<(), jigsat_solve::Flaw> {
        jigsat_sudoku::check_so_far(puzzle, solution).map(|_| ())
    }

    fn auto(_puzzle: &Self::Puzzle) -> (How, Solver) {
        (How::Extended, Solver::default())
    }

    fn of_size(like: &Self::Puzzle, size: Size) -> Result<Self::Puzzle, String> {
        if !like.is_classic() {
            return Err("only classic boards come in other sizes".into());
        }
        let blank = jigsat_sudoku::Sudoku {
            box_size: size,
            givens: vec![0; size.area() * size.area()],
            ..like.clone()
        };
        blank.validate().map_err(|invalid| invalid.to_string())?;
        Ok(blank)
    }

    fn images(puzzle: &Self::Puzzle, solution: &Solution) -> Vec<Solution> {
        puzzle.symmetries().into_iter().map(|symmetry| solution.image(symmetry)).collect()
    }

    fn solve(
        puzzle: &Self::Puzzle,
        question: &Question<'_, How>,
        _worker: &mut (),
        limits: &Limits,
    ) -> Result<Outcome<Solution>, Error> {
        family::ask_session::<Self>(puzzle, question, limits)
    }
}
