//! Models as a family of the kit.
mod explanation;
mod options;

use std::{borrow::Cow, io::ErrorKind, path::Path};

use jigsat_grid::{Picture, Size};
use jigsat_input::{Message, ParseError, Source};
use jigsat_kit::{
    Auto, CELL_SIDE, Editor, Entry, Explanation, Family, FamilyTypes, Files, Goal, Info, Puzzles, Text,
};
use jigsat_solve::{Limits, Puzzle, Refusal, Solver};

use crate::{Data, Encoding, Model, Solution};
pub use options::QpropOptions;

/// Models of your own, written as quantified propositional formulas.
///
/// ```
/// use jigsat_kit::{Family, NoFiles, Text, only};
/// use jigsat_qprop::{QpropFamily, QpropOptions};
///
/// let text = Text::of_string("model", "pred rain\npred snow\nassert wet: rain or snow\n".into());
/// let entry = only(&QpropFamily, text, &QpropOptions::default(), &NoFiles)?;
/// assert_eq!(entry.puzzle.atoms(), 2);
/// # Ok::<(), jigsat_input::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QpropFamily;

static INFO: Info = Info {
    name: Cow::Borrowed("qprop"),
    about: Cow::Borrowed("Models of your own, written as quantified propositional formulas"),
    rules: Cow::Borrowed(""),
    answers: "By default, a SAT solver answers (`engine: sat`), on the formula of the model.",
    example: Cow::Borrowed("qprop puzzles/qprop/four-squares.qprop --data puzzles/qprop/four-squares.yaml"),
    solution_formats: &[],
    puzzle_formats: &[],
    formula_formats: &[],
    definition: None,
    #[cfg(not(target_family = "wasm"))]
    file_schema: crate::yaml_schema,
    pasted: Some("a model in QPROP"),
    solution_letters: "",
    editor: Some(Editor::Model),
    cell_side: CELL_SIDE,
};

impl FamilyTypes for QpropFamily {
    type Puzzle = Model;
    type Options = QpropOptions;
}

impl Family for QpropFamily {
    fn info(&self) -> &Info {
        &INFO
    }

    fn recognises(&self, start: &str) -> bool {
        let words = ["sort", "const", "var", "fact", "pred", "def", "assert", "include", "show", "given"];
        let line = start.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
        let Some((word, rest)) = line.map(|line| line.split_once(char::is_whitespace).unwrap_or((line, "")))
        else {
            return false;
        };
        // These also begin other texts, such as the line 'board 2x2' of a drawing.
        match word {
            "board" => rest.trim_start().starts_with(char::is_alphabetic),
            "data" => rest.trim_start().starts_with('"'),
            _ => words.contains(&word),
        }
    }

    fn read(
        &self,
        text: Text,
        options: &QpropOptions,
        files: &dyn Files,
    ) -> Result<Puzzles<Model>, ParseError> {
        let data = match &options.data {
            Some(file) => Data::parse(file.to_source())?,
            None => Data::default(),
        };
        let (limits, name) = (text.limits_of_each()(), text.name().to_owned());
        let source = text.into_source()?;
        // The files that a model names are relative to its folder.
        let folder = Path::new(source.name()).parent().map(Path::to_owned).unwrap_or_default();
        let open = |file: &str| open(files, &folder.join(file));
        let model = Model::read_within(source, &data, &open, options.max_clauses, &limits)
            .map_err(|unread| unread.while_reading(&name, "grounding the model"))?;
        Ok(Box::new(std::iter::once(Ok(Entry::new("", model)))))
    }

    fn read_solution(&self, _: &Model, source: &Source, _: &Limits) -> Result<Solution, ParseError> {
        Solution::parse(source)
    }

    fn check_so_far(&self, puzzle: &Model, solution: &Solution, limits: &Limits) -> Result<(), Refusal> {
        puzzle.check_within(solution, limits)
    }

    fn draw(&self, puzzle: &Model, solution: Option<&Solution>) -> Box<dyn Picture> {
        Box::new(crate::draw(puzzle, solution))
    }

    fn write(&self, puzzle: &Model, format: &str) -> Result<Vec<u8>, Message> {
        match format {
            "yaml" => {
                Err("a model cannot be written as YAML, only its data can; `format: plain` prints the model"
                    .into())
            }
            "plain" => Ok(crate::draw(puzzle, None).0.join("\n").into_bytes()),
            other => Err(format!("a model has no format '{other}'").into()),
        }
    }

    fn write_solution(&self, _puzzle: &Model, solution: &Solution, format: &str) -> Option<String> {
        (format == "plain").then(|| solution.holds.join(" "))
    }

    /// A solver that learns was faster if there are hidden atoms; the table is in docs/src/guide/qprop.md.
    fn auto(&self, _puzzle: &Model, _goal: Goal) -> Auto<Self> {
        Auto::sat(Encoding::Model, Solver::default())
    }

    fn resize(&self, _: &Model, _: Size, _: &Limits) -> Result<Model, Message> {
        Err("`sizes` cannot change a model; give it other `data`".into())
    }

    fn explanation(&self) -> Option<&dyn Explanation<Self>> {
        Some(self)
    }
}

/// Reads a file that a model names.
fn open(files: &dyn Files, path: &Path) -> Result<Source, ParseError> {
    let name = path.display().to_string();
    match files.read(path) {
        Ok(bytes) => Source::read_from(name, &bytes[..]),
        Err(error) if error.kind() == ErrorKind::IsADirectory => {
            Err(ParseError::in_file(name, "found a folder").expecting("a file"))
        }
        Err(error) => Err(ParseError::unreadable(name, &error)),
    }
}
