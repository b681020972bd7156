//! `grade`: compares a folder of submissions with a reference, by meaning and rule by rule.
//!
//! Nobody's program is run: submissions are models of QPROP and formulas in DIMACS. Each has its own time, and one
//! that can't be read costs its own row only.

mod page;
mod record;

use std::{
    fs, io,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::Arc,
};

use jigsat_grid::Size;
use jigsat_input::Message;
use jigsat_kit::{Error, NoFiles, Text, TextFile};
use jigsat_solve::Solver;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub use record::{GradesRecord, MistakeRecord, PointRecord, SubmissionRecord};

use self::page::page;
use crate::{
    Context, Status,
    asked::{Asked, OfOther},
    meaning::{self, How, Meaning, Origin, Side, Signature},
    output::{output_error, write_whole},
    verb::{About, Forms, Listener, Needs, Part, Subject, Verb},
};

/// Grades a folder of submissions: each is compared with a reference by meaning, rule by rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("x-arguments" = ["reference", "submissions", "out", "on", "sizes", "data", "map", "timeout_s"]))]
pub struct GradeFolderRequest {
    /// The family's own options, by name.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub options: Map<String, Value>,
    /// What is right: an encoding such as sudoku:course, or a file, as a side of 'diff'.
    #[schemars(extend("x-position" = true))]
    pub reference: String,
    /// The folder with the submissions: models of QPROP and formulas in DIMACS.
    #[schemars(extend("x-position" = true, "x-value" = "FOLDER"))]
    pub submissions: PathBuf,
    /// Writes grades.csv, grades.json and a page for each submission into this folder, which must be empty or new.
    #[schemars(extend("x-required" = true, "x-value" = "FOLDER"))]
    pub out: PathBuf,
    /// The puzzle on which an encoding of a family is the reference.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "PUZZLE"))]
    pub on: Option<TextFile>,
    /// The sizes of boards on which an encoding of a family is the reference, separated by commas, as for 'diff'.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-value" = "SIZES", "x-separator" = ","))]
    pub sizes: Vec<Size>,
    /// Data with which the models are compared, smallest first (repeatable).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-value" = "FILE"))]
    pub data: Vec<TextFile>,
    /// What the atoms of the reference are called in the submissions: a file as for 'diff' (default: the same).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "FILE"))]
    pub map: Option<TextFile>,
    /// Time limit for a submission, in seconds.
    #[schemars(range(min = 0.0), extend("x-name" = "timeout", "x-unit" = "s"))]
    pub timeout_s: f64,
}

impl Default for GradeFolderRequest {
    /// Twenty seconds for a submission.
    fn default() -> Self {
        GradeFolderRequest {
            options: Map::new(),
            reference: String::new(),
            submissions: PathBuf::new(),
            out: PathBuf::new(),
            on: None,
            sizes: Vec::new(),
            data: Vec::new(),
            map: None,
            timeout_s: 20.0,
        }
    }
}

impl Verb for GradeFolderRequest {
    const ABOUT: About = About {
        name: "grade-folder",
        command: Some("grade"),
        group: "Formulas",
        purpose: "Grades a folder of models and formulas: each is compared with a reference by meaning",
        more: "Example:\n  jigsat grade reference.qprop submissions --out grades --map names.txt",
        subject: Subject::Nothing,
        forms: Forms::Records,
        record: "what grade prints",
        picture: "",
    };

    type Record = GradesRecord;
    type Answer = Grades;

    fn needs(&mut self) -> Needs<'_> {
        Needs { at_most: vec![&mut self.timeout_s], files: Some("submissions"), ..Needs::default() }
    }
}

impl OfOther for GradeFolderRequest {
    fn answer(&self, about: Asked<'_>, context: &Context, listener: &mut Listener<'_>) -> Result<(), Error> {
        let family = about.family.and_then(|family| crate::family(&family.info().name));
        let grader = Grader::new(self, family, context)?;
        let out = Output::new(&self.out, context.wants.overwrites)?;
        let mut rows = Vec::new();
        for path in submissions(&self.submissions)? {
            context.limits_of(None).interrupt().check().map_err(jigsat_solve::Error::from)?;
            let (row, page) = grader.grade(&path);
            out.write(&row.page, &page)?;
            rows.push(row);
        }
        let record = GradesRecord::new(&self.reference, rows);
        out.write("grades.csv", &record.csv())?;
        let json = serde_json::to_string_pretty(&record).unwrap_or_default();
        out.write("grades.json", &(json + "\n"))?;
        listener(Box::new(Grades { record }), false)
    }
}

/// The answer to a [`GradeFolderRequest`].
pub struct Grades {
    /// The record.
    pub record: GradesRecord,
}

impl Part for Grades {
    fn status(&self) -> Status {
        Status::Solved
    }

    fn record(&self) -> Option<&dyn erased_serde::Serialize> {
        Some(&self.record)
    }

    fn words(&self) -> String {
        self.record.words()
    }
}

/// The files of a folder, by name. Hidden files are no submissions.
fn submissions(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let read = |error: io::Error| Error::request(format!("{}: {error}, expected a folder", folder.display()));
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(read)? {
        let path = entry.map_err(read)?.path();
        let is_hidden = path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
        if path.is_file() && !is_hidden {
            paths.push(path);
        }
    }
    if paths.is_empty() {
        return Err(Error::request(format!("{} has no files, expected submissions", folder.display())));
    }
    paths.sort();
    Ok(paths)
}

/// The folder for what is written.
struct Output<'o> {
    folder: &'o Path,
}

impl<'o> Output<'o> {
    fn new(folder: &'o Path, overwrites: bool) -> Result<Self, Error> {
        let is_used = fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
        if is_used && !overwrites {
            let message = "{} is not empty; `force` replaces the grades in it";
            return Err(Error::request(Message::with(message, &[&folder.display()])));
        }
        fs::create_dir_all(folder).map_err(|error| output_error(folder, error))?;
        Ok(Output { folder })
    }

    fn write(&self, name: &str, text: &str) -> Result<(), Error> {
        let path = self.folder.join(name);
        write_whole(&path, text.as_bytes(), true).map_err(|error| output_error(&path, error))
    }
}

/// What submissions are compared with.
struct Grader<'g> {
    request: &'g GradeFolderRequest,
    context: &'g Context,
    signature: Option<Signature>,
    /// The reference on each instance, with the data of the instance if it is one of a model.
    instances: Vec<(String, Side, Option<&'g TextFile>)>,
    solver: Solver,
}

/// What is known of a submission: the first instance on which it differs, or the last.
struct Compared {
    instance: String,
    sides: [Side; 2],
    meaning: Meaning,
}

impl<'g> Grader<'g> {
    fn new(
        request: &'g GradeFolderRequest,
        family: Option<&'static dyn crate::AnyFamily>,
        context: &'g Context,
    ) -> Result<Self, Error> {
        let limits = context.limits_of(Some(request.timeout_s));
        let side = |data: Option<&TextFile>| {
            let origin = Origin { family, options: &request.options, on: request.on.as_ref(), data };
            Side::named(&request.reference, &origin, &limits, context)
        };
        let mut instances = Vec::new();
        if request.data.is_empty() {
            let side = side(None)?;
            for &size in &request.sizes {
                instances.push((size.to_string(), side.resized(size, &limits)?, None));
            }
            if instances.is_empty() {
                instances.push((side.board.file().to_string(), side, None));
            }
        }
        for data in &request.data {
            instances.push((data.name.clone(), side(Some(data))?, Some(data)));
        }
        let signature = request.map.as_ref().map(|map| Signature::read(&map.to_source())).transpose()?;
        let solver = instances[0].1.board.best(jigsat_kit::Goal::One).solver;
        Ok(Grader { request, context, signature, instances, solver })
    }

    /// The row of a submission, and its page.
    fn grade(&self, path: &Path) -> (SubmissionRecord, String) {
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let compared = catch_unwind(AssertUnwindSafe(|| self.compare(path)));
        let compared =
            compared.unwrap_or_else(|_| Err(Error::request("a bug of jigsat: the comparison crashed")));
        match compared {
            Ok(compared) => {
                let row = SubmissionRecord::compared(&name, &compared.instance, &compared.meaning);
                let page = page(&row, Some((&compared.sides, &compared.meaning)));
                (row, page)
            }
            Err(error) => {
                let row = SubmissionRecord::refused(&name, &error);
                let page = page(&row, None);
                (row, page)
            }
        }
    }

    fn compare(&self, path: &Path) -> Result<Compared, Error> {
        let limits = self.context.limits_of(Some(self.request.timeout_s));
        let bytes = self.context.files.read(path).map_err(|error| output_error(path, error))?;
        // The data of a submission is what it is given: it reads no files.
        let alone = Context { files: Arc::new(NoFiles), ..self.context.clone() };
        let last = self.instances.len() - 1;
        for (place, (instance, reference, data)) in self.instances.iter().enumerate() {
            let origin = Origin { family: None, options: &Map::new(), on: None, data: *data };
            let text = Text::of_bytes(path.display().to_string(), bytes.clone());
            let submission = Side::of_text(text, &origin, &limits, &alone)?;
            let how = How {
                signature: self.signature.as_ref(),
                of_rules: reference.has_givens() && submission.has_givens(),
                all_rules: true,
                solver: &self.solver,
            };
            let meaning = meaning::compare(reference, &submission, &how, &limits)?;
            if meaning.is_same() != Some(true) || place == last {
                let sides = [reference.clone(), submission];
                return Ok(Compared { instance: instance.clone(), sides, meaning });
            }
        }
        unreachable!("there is a last instance")
    }
}

/// Whether a rule of the reference holds for a submission.
fn holds(meaning: &Meaning, constraints: usize, implied: usize) -> bool {
    meaning.first_lacks.verdict.keeps() || constraints == implied
}
