//! DIMACS as a family of the kit.
mod explanation;

use std::borrow::Cow;

use jigsat_grid::Picture;
use jigsat_input::{Message, ParseError, Source};
use jigsat_kit::{
    Auto, Entry, Explanation, Family, FamilyTypes, Files, Goal, Info, NoOptions, Puzzles, Text,
};
use jigsat_solve::{Limits, Refusal, Solver};

use crate::{Dimacs, Encoding, Solution, table::UNIT};

/// Formulas in DIMACS CNF, with what their comments say.
///
/// ```
/// use jigsat_dimacs::DimacsFamily;
/// use jigsat_kit::{Family, NoFiles, NoOptions, Text, only};
///
/// let text = "c var 1 lamp\nc p show 1 0\np cnf 2 2\n1 2 0\n-2 0\n";
/// let puzzle = only(&DimacsFamily, Text::of_string("a.cnf", text.into()), &NoOptions {}, &NoFiles)?.puzzle;
/// assert_eq!(puzzle.name_of(puzzle.shown()[0]), "lamp");
/// assert_eq!(DimacsFamily.write(&puzzle, "cnf"), Ok(text.into()));
/// # Ok::<(), jigsat_input::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DimacsFamily;

static INFO: Info = Info {
    name: Cow::Borrowed("dimacs"),
    about: Cow::Borrowed(
        "DIMACS: a formula in CNF, with names, shown variables and groups from its comments",
    ),
    rules: Cow::Borrowed(""),
    answers: "By default, a SAT solver answers 'solve', and backtracking over the clauses answers 'count'. `engine: sat` counts with the solver, too.",
    example: Cow::Borrowed("dimacs puzzles/dimacs/easy.cnf --unique"),
    solution_formats: &["dimacs"],
    puzzle_formats: &["cnf"],
    formula_formats: &[],
    definition: None,
    #[cfg(not(target_family = "wasm"))]
    file_schema: crate::yaml_schema,
    pasted: None,
    solution_letters: "",
    editor: None,
    cell_side: 2 * UNIT as u16,
};

impl FamilyTypes for DimacsFamily {
    type Puzzle = Dimacs;
    type Options = NoOptions;
}

impl Family for DimacsFamily {
    fn info(&self) -> &Info {
        &INFO
    }

    fn recognises(&self, start: &str) -> bool {
        crate::parse::recognises(start)
    }

    fn read(&self, text: Text, _: &NoOptions, _: &dyn Files) -> Result<Puzzles<Dimacs>, ParseError> {
        let limits = text.limits_of_each()();
        let puzzle = crate::parse(&text.into_source()?, &limits)?;
        Ok(Box::new(std::iter::once(Ok(Entry::new(puzzle.title.clone(), puzzle)))))
    }

    fn read_solution(&self, puzzle: &Dimacs, source: &Source, _: &Limits) -> Result<Solution, ParseError> {
        crate::parse_solution(puzzle, source)
    }

    fn check_so_far(&self, puzzle: &Dimacs, solution: &Solution, limits: &Limits) -> Result<(), Refusal> {
        // If nothing is open, values of the other variables are all that is missing.
        if solution.values(puzzle)?.iter().all(Option::is_some) {
            return crate::check(puzzle, solution, limits);
        }
        Ok(crate::check_so_far(puzzle, solution)?)
    }

    fn draw(&self, puzzle: &Dimacs, solution: Option<&Solution>) -> Box<dyn Picture> {
        Box::new(crate::draw(puzzle, solution))
    }

    fn write(&self, puzzle: &Dimacs, format: &str) -> Result<Vec<u8>, Message> {
        let text = match format {
            "yaml" => puzzle.to_yaml()?,
            "plain" => puzzle.to_dimacs().trim_end().to_owned(),
            "cnf" => puzzle.to_cnf(),
            other => return Err(format!("DIMACS has no format '{other}'").into()),
        };
        Ok(text.into_bytes())
    }

    fn write_solution(&self, puzzle: &Dimacs, solution: &Solution, format: &str) -> Option<String> {
        let literals = puzzle.to_literals(solution);
        match format {
            "plain" => Some(literals),
            "dimacs" => Some(format!("s SATISFIABLE\nv {literals}\n")),
            _ => None,
        }
    }

    /// Chosen by measurements; the table is in docs/src/guide/dimacs.md.
    fn auto(&self, _: &Dimacs, goal: Goal) -> Auto<Self> {
        match goal {
            Goal::One => Auto::sat(Encoding::Clauses, Solver::default()),
            Goal::All => Auto::backtrack(Encoding::Clauses),
        }
    }

    fn explanation(&self) -> Option<&dyn Explanation<Self>> {
        Some(self)
    }
}
