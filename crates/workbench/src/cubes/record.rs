//! The records of tasks.

use std::{borrow::Cow, path::Path, sync::Arc, time::Duration};

use jigsat_grid::Picture;
use jigsat_input::counted;
use jigsat_solve::Provenance;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Solution, Status,
    record::{SCHEMA, maybe_number, number_schema},
    verbs::solve::engine_words,
};

/// The output of `cubes`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CubesRecord {
    /// The version of this format.
    pub schema: u32,
    /// The puzzle's family.
    pub family: Cow<'static, str>,
    /// The file's name, `-` for standard input, or `argument` for a text on the command line.
    pub file: Arc<str>,
    /// The puzzle's title; left out if no folder was written.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub puzzle: Arc<str>,
    /// `solved` if a folder was written, `impossible` if there is nothing to split, `unknown` if a limit was reached.
    #[schemars(extend("enum" = ["solved", "impossible", "unknown"]))]
    pub status: &'static str,
    /// Why no folder was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The folder that was written.
    #[serde(flatten)]
    pub written: Option<TaskFolderRecord>,
}

/// A folder of tasks that was written.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TaskFolderRecord {
    /// The folder's path.
    pub folder: String,
    /// Number of tasks.
    pub tasks: usize,
    /// Number of cubes that need no task, because propagation refutes them.
    pub refuted: usize,
    /// Number of symmetries of the puzzle, including the identity.
    pub symmetries: usize,
    /// Number of steps of the proof that the tasks leave no solution out.
    pub proof_steps: u64,
    /// Whether the proof relies on what the encoding leaves out because of the givens.
    pub pruned: bool,
    /// Estimated time of a task, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task_s: Option<f64>,
    /// Estimated time of all tasks on one core, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_s: Option<f64>,
    /// The times that were measured.
    #[serde(skip)]
    pub(super) sample: Option<Sample>,
}

/// The times that some tasks took, in seconds.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    pub times: Vec<f64>,
    /// Whether a task was given up.
    pub slow: bool,
}

impl Sample {
    pub fn mean(&self) -> f64 {
        self.times.iter().sum::<f64>() / self.times.len().max(1) as f64
    }

    fn words(&self, tasks: usize) -> String {
        let seconds = |time: f64| format!("{:.1?}", Duration::try_from_secs_f64(time).unwrap_or_default());
        let least = self.times.iter().copied().fold(f64::INFINITY, f64::min);
        let most = self.times.iter().copied().fold(0.0, f64::max);
        let or_more = if self.slow { " or more" } else { "" };
        format!(
            "a task takes about {}{or_more} ({} measured: {} to {}{or_more}), all {} on one core",
            seconds(self.mean()),
            self.times.len(),
            seconds(least),
            seconds(most),
            seconds(self.mean() * tasks as f64)
        )
    }
}

impl CubesRecord {
    /// The record in words, on one or more lines.
    #[must_use]
    pub fn words(&self) -> String {
        match &self.written {
            Some(written) => written.words(),
            None => format!("{}: {}", self.status, self.reason.as_deref().unwrap_or_default()),
        }
    }
}

impl TaskFolderRecord {
    fn words(&self) -> String {
        let TaskFolderRecord { folder, tasks, refuted, proof_steps, .. } = self;
        let mut lines = vec![format!("{} in {folder}", counted(*tasks, "task"))];
        lines[0] += &match refuted {
            0 => String::new(),
            1 => "; 1 more cube is already refuted".into(),
            _ => format!("; {refuted} more cubes are already refuted"),
        };
        let images = if self.symmetries > 1 { ", with their images under the symmetries," } else { "" };
        lines.push(format!(
            "proved: no solution lies in two of them, and{images} they leave no solution out ({})",
            counted(*proof_steps, "step")
        ));
        if self.pruned {
            lines.push("the proof relies on what the encoding leaves out because of the givens".into());
        }
        lines.extend(self.sample.as_ref().map(|sample| sample.words(*tasks)));
        let folder = shlex::try_quote(folder).unwrap_or(Cow::Borrowed("FOLDER"));
        let first = if *tasks == 0 { String::new() } else { format!("jigsat submit {folder}, then ") };
        lines.push(format!("next: {first}jigsat gather {folder}"));
        lines.join("\n")
    }
}

/// The output of `gather` for the tasks of a puzzle.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GatherRecord<S = Solution> {
    /// The version of this format.
    pub schema: u32,
    /// The puzzle's family.
    pub family: Cow<'static, str>,
    /// The file's name, `-` for standard input, or `argument` for a text on the command line.
    pub file: Arc<str>,
    /// The puzzle's title.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub puzzle: Arc<str>,
    /// The result.
    #[schemars(extend("enum" = ["solved", "impossible", "unknown"]))]
    pub status: &'static str,
    /// The solution, if one was asked for and found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<S>,
    /// Number of solutions found so far, if the tasks count them.
    #[serde(serialize_with = "maybe_number", skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "number_schema")]
    pub count: Option<u128>,
    /// Number of solutions up to the symmetries of the board; left out if the board is too large to tell.
    #[serde(serialize_with = "maybe_number", skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "number_schema")]
    pub distinct: Option<u128>,
    /// Whether there are no other solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complete: Option<bool>,
    /// What was left open, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Number of tasks.
    pub tasks: usize,
    /// Number of tasks that are done.
    pub done: usize,
    /// The missing tasks, as numbers and ranges.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// Files that are not results of these tasks, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub distrusted: Vec<String>,
    /// What found the solution, or answered the tasks that are done; left out if they were answered in several ways.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Provenance>,
    /// Total time that the results took, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_s: Option<f64>,
}

impl GatherRecord {
    pub(super) fn new(family: Cow<'static, str>, file: &str, puzzle: &str) -> Self {
        GatherRecord {
            schema: SCHEMA,
            family,
            file: file.into(),
            puzzle: puzzle.into(),
            status: "unknown",
            solution: None,
            count: None,
            distinct: None,
            complete: None,
            reason: None,
            tasks: 0,
            done: 0,
            missing: Vec::new(),
            distrusted: Vec::new(),
            by: None,
            cpu_s: None,
        }
    }

    /// The same without times, so that the same input gives the same output.
    #[must_use]
    pub fn without_times(self) -> Self {
        GatherRecord { cpu_s: None, ..self }
    }
}

/// The results of tasks joined.
pub struct Gathered {
    /// The status.
    pub status: Status,
    /// The record.
    pub record: GatherRecord,
    /// The solution as a picture.
    pub picture: Option<Box<dyn Picture>>,
}

impl Gathered {
    /// In words, one or more lines; `draw` converts the picture to text.
    #[must_use]
    pub fn words(&self, draw: impl Fn(&dyn Picture) -> String) -> String {
        let record = &self.record;
        let mut lines: Vec<String> =
            record.distrusted.iter().map(|file| format!("not trusted: {file}")).collect();
        let by = record.by.as_ref().map(engine_words);
        let alone = by.as_ref().map(|by| format!(" ({by})")).unwrap_or_default();
        let all = {
            let are = if record.tasks == 1 { "is" } else { "are" };
            let by = by.map(|by| format!("; {by}")).unwrap_or_default();
            format!("{} of {} {are} done{by}", record.done, counted(record.tasks, "task"))
        };
        lines.push(match (&self.picture, record.count, record.status) {
            (Some(picture), ..) => format!("{}\nsolved ({all})", draw(&**picture).trim_end()),
            (_, Some(count), "solved" | "impossible") => {
                let distinct = record.distinct.map(|distinct| format!(", {distinct} up to symmetry"));
                format!("{}{}{alone}", counted(count, "solution"), distinct.unwrap_or_default())
            }
            (_, Some(count), _) => format!("at least {} ({all})", counted(count, "solution")),
            (_, None, "impossible") => {
                format!("impossible: no task has a solution, and the tasks leave no solution out{alone}")
            }
            _ => format!("unknown ({all})"),
        });
        lines.extend(record.reason.clone());
        if !record.missing.is_empty() && record.solution.is_none() {
            lines.push(format!("missing: {}", record.missing.join(" ")));
        }
        lines.join("\n")
    }
}

/// A path in the form of records.
pub(super) fn path_text(path: &Path) -> String {
    path.display().to_string()
}
