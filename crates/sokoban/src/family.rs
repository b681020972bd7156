//! Sokoban as a family of the kit.
mod account;
mod engines;
mod explanation;
mod generator;
mod horizon;
mod levels;
mod options;
mod rating;

use std::borrow::Cow;

use jigsat_cnf::Choice;
use jigsat_grid::{Picture, Size};
use jigsat_input::{Message, ParseError, Source};
use jigsat_kit::{
    Auto, CELL_SIDE, Editor, Engines, Entry, Explanation, Family, FamilyTypes, Files, Form, Generator, Goal,
    Horizon, Info, Puzzles, Question, Text, Word,
};
use jigsat_solve::{Limits, Refusal};

use crate::{
    Encoding, MAX_SIDE, Objective, Plan, Reason, Sokoban, draw, frames, looks_like_levels, parse, parse_one,
    parse_plan, play, search,
};
pub use generator::GenerateOptions;
pub use options::SokobanOptions;

/// Sokoban: plans proved optimal, over time steps.
///
/// ```
/// use jigsat_kit::{Family, NoFiles, Text, only};
/// use jigsat_sokoban::{SokobanFamily, SokobanOptions};
///
/// let text = Text::of_string("level", "#####\n#@$.#\n#####\n".into());
/// let entry = only(&SokobanFamily, text, &SokobanOptions::default(), &NoFiles)?;
/// assert_eq!(SokobanFamily.write(&entry.puzzle, "plain"), Ok(b"#####|#@$.#|#####".to_vec()));
/// # Ok::<(), jigsat_input::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SokobanFamily;

static INFO: Info = Info {
    name: Cow::Borrowed("sokoban"),
    about: Cow::Borrowed("Sokoban: plans proved optimal, by positions and by formulas over time steps"),
    rules: Cow::Borrowed(
        "Sokoban. Push all boxes onto goals.\n\
        1. The player walks up, down, left and right, and pushes a single box by walking against it.\n\
        2. Boxes are never pulled, nor pushed into a wall or another box.",
    ),
    answers: "By default, searches of positions ('states') and formulas for each number of steps take turns, searches first: most levels are solved before a formula is needed, and neither is better on all. `engine: sat` uses formulas alone.",
    example: Cow::Borrowed("sokoban puzzles/sokoban/first.xsb"),
    solution_formats: &["frames", "sok"],
    puzzle_formats: &["xsb", "sok"],
    formula_formats: &[],
    definition: None,
    #[cfg(not(target_family = "wasm"))]
    file_schema: crate::yaml_schema,
    pasted: Some("a Sokoban level"),
    solution_letters: "udlrUDLR",
    editor: Some(Editor::Board(Form {
        cells: "level",
        blank: " ",
        also_blank: &["-", "_"],
        compact: true,
        digits: "",
        words: &[
            Word::new("#", "wall"),
            Word::new("$", "box"),
            Word::new(".", "goal"),
            Word::new("@", "player"),
        ],
        painted: true,
        level: true,
        usual: [7, 8],
        format: Some("xsb"),
        ..Form::NUMBERS
    })),
    cell_side: CELL_SIDE,
};

impl FamilyTypes for SokobanFamily {
    type Puzzle = Sokoban;
    type Options = SokobanOptions;
}

impl Family for SokobanFamily {
    fn info(&self) -> &Info {
        &INFO
    }

    fn recognises(&self, start: &str) -> bool {
        looks_like_levels(start)
    }

    fn read(
        &self,
        text: Text,
        options: &SokobanOptions,
        _files: &dyn Files,
    ) -> Result<Puzzles<Sokoban>, ParseError> {
        let source = text.into_source()?;
        let entries = parse(&source)?;
        let (steps, animated) = (options.steps, options.animate);
        let entries = levels::chosen(&source, entries, &options.level)?;
        Ok(Box::new(entries.into_iter().map(move |(number, entry)| {
            let mut level = entry.level?;
            if level.title.is_empty() {
                level.title = format!("level {number}");
            }
            let (title, warnings) = (level.title.clone(), level.warning().into_iter().collect());
            let mut puzzle = Sokoban::new(level);
            (puzzle.steps, puzzle.animated) = (steps, animated);
            Ok(Entry { puzzle, title, warnings })
        })))
    }

    fn read_solution(&self, puzzle: &Sokoban, source: &Source, _: &Limits) -> Result<Plan, ParseError> {
        parse_plan(&puzzle.level, source)
    }

    fn check_so_far(&self, puzzle: &Sokoban, solution: &Plan, _: &Limits) -> Result<(), Refusal> {
        Ok(play(&puzzle.level, solution).map(|_| ())?)
    }

    fn draw(&self, puzzle: &Sokoban, solution: Option<&Plan>) -> Box<dyn Picture> {
        Box::new(draw(&puzzle.level, solution, puzzle.animated))
    }

    fn write(&self, puzzle: &Sokoban, format: &str) -> Result<Vec<u8>, Message> {
        let level = &puzzle.level;
        let text = match format {
            "yaml" => level.to_yaml().map_err(|error| error.to_string())?,
            "plain" => level.to_word(),
            "xsb" => level.to_xsb(),
            "sok" => level.to_sok(None),
            _ => return Err(format!("levels have no format '{format}'").into()),
        };
        Ok(text.into_bytes())
    }

    fn write_solution(&self, puzzle: &Sokoban, solution: &Plan, format: &str) -> Option<String> {
        match format {
            "plain" => Some(solution.moves.clone()),
            "frames" => Some(frames(&puzzle.level, solution)),
            "sok" => Some(puzzle.level.to_sok(Some(solution))),
            _ => None,
        }
    }

    /// Chosen by measurements on the sets that docs/src/guide/sokoban.md names.
    fn auto(&self, _puzzle: &Sokoban, goal: Goal) -> Auto<Self> {
        match goal {
            Goal::One => Auto::sat(Encoding::Pushes, search::best_solver(Encoding::Pushes)),
            Goal::All => Auto::backtrack(Encoding::Pushes),
        }
    }

    fn suits(&self, question: &Question<Self>) -> Result<(), Message> {
        if question.unique {
            return Err(
                "`unique` cannot be used: a level nearly always has many plans; 'count' counts the shortest ones".into()
            );
        }
        question.options.check()?;
        let (Some(encoding), Some(objective)) = (question.encoding, question.options.optimal) else {
            return Ok(());
        };
        if !finds(encoding, objective) {
            let (encoding, objective) = (encoding.name(), objective.name());
            return Err(format!("encoding '{encoding}' cannot minimise '{objective}'").into());
        }
        if encoding == Encoding::Lines && question.options.at_most.is_some() {
            return Err(
                "`at_most` counts pushes or moves, but encoding 'lines' counts straight pushes of any length; use `max_steps`"
                    .into(),
            );
        }
        Ok(())
    }

    fn contradiction(&self, puzzle: &Sokoban, limits: &Limits) -> Option<String> {
        puzzle.analysis_within(&limits.interrupt()).ok()?;
        puzzle.contradiction().as_ref().map(Reason::to_string)
    }

    fn to_prove(&self, puzzle: &Sokoban, steps: Option<u32>) -> Option<Sokoban> {
        Some(puzzle.clone().with_steps(u16::try_from(steps?).ok()?).for_proofs())
    }

    /// An empty room: the player and a box in one corner, a goal in the opposite one.
    fn resize(&self, like: &Sokoban, size: Size, _: &Limits) -> Result<Sokoban, Message> {
        if !(3..=MAX_SIDE - 2).contains(&size.rows.min(size.cols)) || size.rows.max(size.cols) > MAX_SIDE - 2
        {
            return Err(format!(
                "there is no room of size {size}, expected 3 to {} rows and columns",
                MAX_SIDE - 2
            )
            .into());
        }
        let (rows, cols) = (usize::from(size.rows), usize::from(size.cols));
        let mut floor = vec![vec![b' '; cols]; rows];
        floor[0][0] = b'@';
        floor[1][1] = b'$';
        floor[rows - 1][cols - 1] = b'.';
        let wall = "#".repeat(cols + 2);
        let inside = floor.iter().map(|row| format!("#{}#\n", String::from_utf8_lossy(row)));
        let text = format!("{wall}\n{}{wall}\n", inside.collect::<String>());
        let level = parse_one(&Source::new("room", text)).map_err(|error| error.to_string())?;
        let mut room = Sokoban::new(level);
        room.steps = like.steps;
        Ok(room)
    }

    fn engines(&self) -> Option<&dyn Engines<Self>> {
        Some(self)
    }

    fn horizon(&self) -> Option<&dyn Horizon<Self>> {
        Some(self)
    }

    fn explanation(&self) -> Option<&dyn Explanation<Self>> {
        Some(self)
    }

    fn generator(&self) -> Option<&dyn Generator<Self>> {
        Some(self)
    }
}

/// Whether plans of an encoding can be proved optimal for this objective.
fn finds(encoding: Encoding, objective: Objective) -> bool {
    match encoding {
        Encoding::Pushes => {
            matches!(objective, Objective::Pushes | Objective::PushesThenMoves | Objective::None)
        }
        Encoding::Moves => {
            matches!(objective, Objective::Moves | Objective::MovesThenPushes | Objective::None)
        }
        Encoding::Labelled => matches!(objective, Objective::Moves | Objective::None),
        Encoding::Lines => objective == Objective::None,
    }
}
