//! `grade`: compares a folder of submissions with a reference, by meaning and rule by rule.
//!
//! Nobody's program is run: submissions are models of QPROP and formulas in DIMACS. Each has its own time and, if memory
//! is bounded, a process of its own, and one that can't be read costs its own row only.

mod grader;
mod instances;
mod page;
mod record;

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use jigsat_grid::Size;
use jigsat_input::Message;
use jigsat_kit::{Error, TextFile};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub use record::{GradesRecord, MistakeRecord, PointRecord, SubmissionRecord, Verdict};

use self::grader::Grader;
use crate::{
    Context, Status,
    asked::{Asked, OfOther},
    output::{output_error, write_whole},
    verb::{About, Forms, Listener, Needs, Part, Subject, Verb},
    verbs::Request,
    worker::{Apart, Replied},
};

/// Grades a folder of submissions: each is compared with a reference by meaning, rule by rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("x-arguments" = [
    "reference", "submissions", "out", "on", "sizes", "data", "hidden", "generate", "map", "timeout_s",
]))]
pub struct GradeRequest {
    /// The family's own options, by name.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub options: Map<String, Value>,
    /// What is right: an encoding such as sudoku:course, or a file, as a side of 'diff'.
    #[schemars(extend("x-position" = true))]
    pub reference: String,
    /// The folder with the submissions, models of QPROP and formulas in DIMACS; or one such file.
    #[schemars(extend("x-position" = true, "x-value" = "FOLDER"))]
    pub submissions: PathBuf,
    /// Writes grades.csv, grades.json and a page for each submission into this folder, which must be empty or new.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "FOLDER"))]
    pub out: Option<PathBuf>,
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
    /// The same, but the pages of submissions don't show it: they name the rules that it breaks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-value" = "FILE"))]
    pub hidden: Vec<TextFile>,
    /// Also compares with data made from this template, smallest first, as long as there is time: YAML such as 'n: each of
    /// 1..4' and 'edge: increasing sets of 1..n, 1..n'.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "FILE"))]
    pub generate: Option<TextFile>,
    /// What the atoms of the reference are called in the submissions: a file as for 'diff' (default: the same).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "FILE"))]
    pub map: Option<TextFile>,
    /// Time limit for a submission, in seconds.
    #[schemars(range(min = 0.0), extend("x-name" = "timeout", "x-unit" = "s"))]
    pub timeout_s: f64,
}

impl Default for GradeRequest {
    /// Twenty seconds for a submission.
    fn default() -> Self {
        GradeRequest {
            options: Map::new(),
            reference: String::new(),
            submissions: PathBuf::new(),
            out: None,
            on: None,
            sizes: Vec::new(),
            data: Vec::new(),
            hidden: Vec::new(),
            generate: None,
            map: None,
            timeout_s: 20.0,
        }
    }
}

impl Verb for GradeRequest {
    const ABOUT: About = About {
        name: "grade",
        command: Some("grade"),
        group: "Formulas",
        purpose: "Grades a folder of models and formulas: each is compared with a reference by meaning",
        more: "Examples:\n  jigsat grade reference.qprop submissions --out grades --map names.txt\n  \
            jigsat grade reference.qprop submissions --out grades --hidden large.yaml --generate small.yaml\n\n\
            With --memory, each submission has a process with so much memory.",
        subject: Subject::Files,
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

impl OfOther for GradeRequest {
    fn answer(&self, about: Asked<'_>, context: &Context, listener: &mut Listener<'_>) -> Result<(), Error> {
        let family = about.family.and_then(|family| crate::family(&family.info().name));
        let grader = Grader::new(self, family, context)?;
        let out = self.out.as_deref().map(|out| Output::new(out, context.wants.overwrites)).transpose()?;
        let mut rows = Vec::new();
        for path in submissions(&self.submissions)? {
            context.limits_of(None).interrupt().check().map_err(jigsat_solve::Error::from)?;
            let mut row = match &about.apart {
                Some(apart) => self.grade_apart(&path, apart, about.family, context)?,
                None => grader.grade(&path),
            };
            if let Some(out) = &out {
                out.write(&row.page, &row.html.take().unwrap_or_default())?;
            }
            rows.push(row);
        }
        let record = GradesRecord::new(&self.reference, rows);
        if let Some(out) = &out {
            out.write("grades.csv", &record.csv())?;
            let json = serde_json::to_string_pretty(&record).unwrap_or_default();
            out.write("grades.json", &(json + "\n"))?;
        }
        listener(Box::new(Grades { record }), false)
    }
}

impl GradeRequest {
    /// The row of a submission that is graded in a process of its own.
    fn grade_apart(
        &self,
        path: &Path,
        apart: &Apart,
        family: Option<&dyn crate::AnyFamily>,
        context: &Context,
    ) -> Result<SubmissionRecord, Error> {
        let request = GradeRequest { submissions: path.to_owned(), out: None, ..self.clone() };
        let family = family.map(|family| family.info().name.to_string());
        let failed = |status, why: &str| SubmissionRecord::failed(&name_of(path), status, why);
        Ok(match apart.ask(family, None, Request::Grade(request), context)? {
            Replied::Not(_, reason) => failed(Verdict::Unknown, &reason),
            Replied::With(reply) => match serde_json::from_str::<GradesRecord>(reply.record.get()) {
                Ok(GradesRecord { mut submissions, .. }) if submissions.len() == 1 => submissions.remove(0),
                _ => failed(Verdict::Refused, &reply.words),
            },
        })
    }
}

/// The answer to a [`GradeRequest`].
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

/// The name of a submission.
fn name_of(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// The files of a folder, by name, or the file itself. Hidden files are no submissions.
fn submissions(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    if folder.is_file() {
        return Ok(vec![folder.to_owned()]);
    }
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
