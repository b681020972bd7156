//! `grade`: compares a folder of submissions with a reference, by meaning and rule by rule.
//!
//! Nobody's program is run: submissions are models of QPROP and formulas in DIMACS. Each has its own time and, if memory
//! is bounded, a process of its own, and one that can't be read costs its own row only.

mod grader;
mod instances;
mod page;
mod record;

use jigsat_cnf::rarely;
use std::{
    fs, io,
    path::{Path, PathBuf},
    thread::available_parallelism,
};

use jigsat_grid::Size;
use jigsat_input::Message;
use jigsat_kit::{Error, TextFile};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub use record::{GradesRecord, MistakeRecord, PointRecord, SubmissionRecord, Verdict};

use self::{grader::Grader, page::page};
use crate::{
    Context, Status,
    asked::{Asked, OfOther},
    output::{output_error, write_whole},
    parallel::in_order,
    verb::{About, Forms, Listener, Needs, Part, Subject, Verb},
    verbs::Request,
    worker::{Apart, Replied},
};

/// Grades a folder of submissions: each is compared with a reference by meaning, rule by rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("x-arguments" = [
    "reference", "submissions", "out", "on", "sizes", "data", "hidden", "generate", "map", "jobs",
    "timeout_s",
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
    /// Grades N submissions at a time, at most one per processor (default: one per processor); the rows keep their order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1024))]
    pub jobs: Option<usize>,
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
            jobs: None,
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
            With --memory, each submission has a process with so much memory. Exit codes: 0 if each submission is right, \
            wrong or refused, 3 if one was left open.",
        subject: Subject::Files,
        forms: Forms::Records,
        record: "what grade prints",
        picture: "",
    };

    type Record = GradesRecord;
    type Answer = Grades;

    fn needs(&mut self) -> Needs<'_> {
        let threads = vec![("jobs", &mut self.jobs)];
        Needs { at_most: vec![&mut self.timeout_s], threads, files: Some("submissions"), ..Needs::default() }
    }
}

/// Number of submissions that a thread takes before their pages are written.
const SUBMISSIONS_PER_JOB: usize = 8;

impl OfOther for GradeRequest {
    fn answer(&self, about: Asked<'_>, context: &Context, listener: &mut Listener<'_>) -> Result<(), Error> {
        let family = about.family.and_then(|family| crate::family(&family.info().name));
        let grader = Grader::new(self, family, context)?;
        if self.out.as_deref().is_some_and(|out| is_same(out, &self.submissions)) {
            let message = "`out` is the folder with the submissions; expected another one";
            return Err(Error::request(Message::with(message, &[])));
        }
        let out = self.out.as_deref().map(|out| Output::new(out, context.wants.overwrites)).transpose()?;
        let limits = context.limits_of(None);
        let row = |Submission { name, path, is_link }| match (limits.reached(), &about.apart) {
            _ if is_link => {
                Ok(SubmissionRecord::failed(&name, Verdict::Refused, "it is a link, which may lead anywhere"))
            }
            _ if !path.is_file() => Ok(SubmissionRecord::failed(&name, Verdict::Refused, "it is no file")),
            (Some(stop), _) => {
                Ok(SubmissionRecord::failed(&name, Verdict::Unknown, &format!("left open: {stop}")))
            }
            (None, Some(apart)) => self.grade_apart(&name, &path, apart, about.family, context),
            (None, None) => Ok(grader.grade(&name, &path)),
        };
        let processors = available_parallelism().map_or(1, usize::from);
        let jobs = self.jobs.map_or(processors, |jobs| jobs.min(processors));
        let mut rows = Vec::new();
        let submissions = submissions(&self.submissions, self.out.as_deref())?.into_iter();
        in_order(submissions, jobs, SUBMISSIONS_PER_JOB, row, |row| -> Result<bool, Error> {
            let mut row = row?;
            if let Some(out) = &out {
                let html = row.html.take().unwrap_or_else(|| page(&row, None, false));
                out.write(&row.page, &html)?;
            }
            rows.push(row);
            Ok(true)
        })?;
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
        name: &str,
        path: &Path,
        apart: &Apart,
        family: Option<&dyn crate::AnyFamily>,
        context: &Context,
    ) -> Result<SubmissionRecord, Error> {
        let request = GradeRequest { submissions: path.to_owned(), out: None, ..self.clone() };
        let family = family.map(|family| family.info().name.to_string());
        let failed = |status, why: &str| SubmissionRecord::failed(name, status, why);
        Ok(match apart.ask(family, None, Request::Grade(request), context)? {
            Replied::Not(_, reason) => failed(Verdict::Unknown, &reason),
            Replied::With(reply) => match serde_json::from_str::<GradesRecord>(reply.record.get()) {
                Ok(GradesRecord { mut submissions, .. }) if submissions.len() == 1 => {
                    SubmissionRecord { file: name.to_owned(), ..submissions.remove(0) }
                }
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
        let is_open = self.record.submissions.iter().any(|row| row.status == Verdict::Unknown);
        if is_open { Status::Unknown } else { Status::Solved }
    }

    fn record(&self) -> Option<&dyn erased_serde::Serialize> {
        Some(&self.record)
    }

    fn words(&self) -> String {
        self.record.words()
    }
}

/// A file to be graded.
struct Submission {
    /// Its path in the folder, with slashes.
    name: String,
    path: PathBuf,
    is_link: bool,
}

/// Whether two paths lead to one place.
fn is_same(one: &Path, other: &Path) -> bool {
    one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
}

/// The files of a folder and of the folders in it, by name; or the file itself. Hidden files are no submissions, and neither
/// is what was written to `out`.
fn submissions(folder: &Path, out: Option<&Path>) -> Result<Vec<Submission>, Error> {
    if folder.is_file() {
        let name = folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        return Ok(vec![Submission { name, path: folder.to_owned(), is_link: false }]);
    }
    let mut found = Vec::new();
    collect(folder, "", out, &mut found)?;
    if found.is_empty() {
        return Err(Error::request(format!("{} has no files, expected submissions", folder.display())));
    }
    rarely::sort_by(&mut found, |one, other| one.name.cmp(&other.name));
    Ok(found)
}

/// Adds what is in a folder. What is no folder is a submission, also if it can't be read: its row says so. Links are
/// not followed: they may lead back, or to what is nobody's submission.
fn collect(folder: &Path, above: &str, out: Option<&Path>, found: &mut Vec<Submission>) -> Result<(), Error> {
    let read = |error: io::Error| Error::request(format!("{}: {error}, expected a folder", folder.display()));
    for entry in fs::read_dir(folder).map_err(read)? {
        let entry = entry.map_err(read)?;
        let (path, kind) = (entry.path(), entry.file_type().map_err(read)?);
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        if name.starts_with('.') || out.is_some_and(|out| is_same(out, &path)) {
            continue;
        }
        let name = format!("{above}{name}");
        if kind.is_dir() {
            collect(&path, &format!("{name}/"), out, found)?;
        } else {
            found.push(Submission { name, path, is_link: kind.is_symlink() });
        }
    }
    Ok(())
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
        let folder = path.parent().unwrap_or(self.folder);
        fs::create_dir_all(folder).map_err(|error| output_error(folder, error))?;
        write_whole(&path, text.as_bytes(), true).map_err(|error| output_error(&path, error))
    }
}
