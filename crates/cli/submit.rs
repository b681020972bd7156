//! `submit`: gives tasks to an engine that knows many machines.
//!
//! A submission is a folder `jobs/N` beside the results: `todo` with the tasks of a job on each line, `task.sh` that does
//! one line, and `submit.sh` that starts all. Tasks may be run twice, as all engines did now and then in trials when
//! something failed: a result that is there is not made again.

mod hq;
mod parallel;
mod slurm;
mod tasks;

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    Context,
    args::{Scheduler, SubmitArgs},
    cubes::folder::failure,
    cubes::ranges,
    exit::{Failure, Status},
};
use tasks::Tasks;

/// Files of a submission by their names.
type Files = Vec<(&'static str, String)>;

/// What the scripts are about.
struct Submission<'a> {
    args: &'a SubmitArgs,
    /// The submission's folder, from the root.
    folder: PathBuf,
    /// How many lines there are to do.
    lines: usize,
}

pub fn run(args: &SubmitArgs, context: &Context) -> Result<Status, Failure> {
    if args.scheduler != Scheduler::Parallel && !args.sshlogin.is_empty() {
        return Err(Failure::usage("--sshlogin is for --scheduler parallel"));
    }
    let tasks = Tasks::open(&args.folder)?;
    let missing = tasks.missing()?;
    if missing.is_empty() || tasks.is_answered() {
        let done = if missing.is_empty() { "all tasks are done" } else { "a task found a solution" };
        println!("{done}: jigsat gather {}", quoted(&args.folder.display().to_string())?);
        return Ok(Status::Solved);
    }
    let chunk = args.chunk as usize;
    let chunk = match args.scheduler {
        Scheduler::Slurm => chunk.max(missing.len().div_ceil(args.max_array as usize)),
        Scheduler::Parallel | Scheduler::Hq => chunk,
    };
    let lines: Vec<String> = missing.chunks(chunk).map(|tasks| ranges(tasks).join(",")).collect();
    let root = fs::canonicalize(&args.folder).map_err(|error| failure(&args.folder, error))?;
    let number =
        (1..=u32::MAX).find(|number| !root.join("jobs").join(number.to_string()).exists()).unwrap_or(1);
    let submission =
        Submission { args, folder: root.join("jobs").join(number.to_string()), lines: lines.len() };
    let mut files = vec![("todo", lines.join("\n") + "\n"), ("task.sh", task_script(args, &root)?)];
    files.extend(match args.scheduler {
        Scheduler::Parallel => parallel::scripts(&submission)?,
        Scheduler::Slurm => slurm::scripts(&submission)?,
        Scheduler::Hq => hq::scripts(&submission)?,
    });
    if args.dry_run {
        let mut out = anstream::stdout();
        for (name, text) in &files {
            writeln!(out, "==> {}\n{}", submission.folder.join(name).display(), shortened(text))?;
        }
        return Ok(Status::Solved);
    }
    let program = match args.scheduler {
        Scheduler::Parallel => "parallel",
        Scheduler::Slurm => "sbatch",
        Scheduler::Hq => "hq",
    };
    if !is_there(program) {
        let message = format!("there is no program '{program}'; --dry-run prints the scripts all the same");
        return Err(Failure::usage(message));
    }
    fs::create_dir_all(&submission.folder).map_err(|error| failure(&submission.folder, error))?;
    for (name, text) in &files {
        let path = submission.folder.join(name);
        let written = fs::File::create_new(&path).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_all()
        });
        written.map_err(|error| failure(&path, error))?;
    }
    start(&submission, &tasks, context)
}

/// Starts the script; says what is left to do.
fn start(submission: &Submission<'_>, tasks: &Tasks, context: &Context) -> Result<Status, Failure> {
    let script = submission.folder.join("submit.sh");
    let ended = Command::new("sh").arg(&script).status().map_err(|error| failure(&script, error))?;
    let gather = format!("jigsat gather {}", quoted(&submission.args.folder.display().to_string())?);
    if submission.args.scheduler != Scheduler::Parallel {
        if !ended.success() {
            return Err(Failure::usage(format!("{} failed ({ended})", script.display())));
        }
        if !context.quiet {
            println!("when the jobs are done: {gather}");
        }
        return Ok(Status::Solved);
    }
    let missing = tasks.missing()?.len();
    if missing > 0 && !tasks.is_answered() {
        if !context.quiet {
            println!("{missing} tasks are left ({ended}): submit them again, or {gather}");
        }
        return Ok(Status::Unknown);
    }
    if !context.quiet {
        println!("all tasks are done: {gather}");
    }
    Ok(Status::Solved)
}

/// Does the tasks of one line.
fn task_script(args: &SubmitArgs, root: &Path) -> Result<String, Failure> {
    let program = match &args.jigsat {
        Some(path) => path.clone(),
        None => std::env::current_exe().map_err(|error| failure(Path::new("jigsat"), error))?,
    };
    let mut words = vec![text(&program)?.to_owned(), "run-task".into(), "--quiet".into()];
    if let Some(timeout) = args.timeout {
        words.push(format!("--timeout={}", humantime::format_duration(timeout)).replace(' ', ""));
    }
    words.push(text(root)?.to_owned());
    let words = words.iter().map(|word| quoted(word)).collect::<Result<Vec<_>, _>>()?;
    Ok(format!(
        "#!/bin/sh\n# Does tasks such as 7 or 1-3,8; those that are done already are left as they are.\n\
        exec {} \"$1\"\n",
        words.join(" ")
    ))
}

/// A script that does the line of a number that an environment variable holds.
fn line_script(submission: &Submission<'_>, variable: &str) -> Result<String, Failure> {
    let (task, todo) = (submission.quoted_path("task.sh")?, submission.quoted_path("todo")?);
    Ok(format!("#!/bin/sh\nexec sh {task} \"$(sed -n \"${{{variable}}}p\" {todo})\"\n"))
}

/// The words of a command, one option a line.
fn command(words: &[String]) -> Result<String, Failure> {
    let words = words.iter().map(|word| quoted(word)).collect::<Result<Vec<_>, _>>()?;
    Ok(words.join(" \\\n    "))
}

impl Submission<'_> {
    fn path(&self, name: &str) -> Result<String, Failure> {
        Ok(text(&self.folder.join(name))?.to_owned())
    }

    fn quoted_path(&self, name: &str) -> Result<String, Failure> {
        quoted(&self.path(name)?)
    }
}

fn text(path: &Path) -> Result<&str, Failure> {
    let text = path.to_str().filter(|text| !text.contains(['\n', '\0']));
    text.ok_or_else(|| Failure::usage(format!("'{}' can't be written into a script", path.display())))
}

/// A word as a shell reads it.
fn quoted(word: &str) -> Result<String, Failure> {
    let quoted = shlex::try_quote(word).map_err(|error| Failure::usage(format!("'{word}': {error}")))?;
    Ok(quoted.into_owned())
}

/// The first lines of a text.
fn shortened(text: &str) -> String {
    const SHOWN: usize = 24;
    let count = text.lines().count();
    let mut shown: String = text.lines().take(SHOWN).map(|line| format!("{line}\n")).collect();
    if count > SHOWN {
        shown += &format!("… {} lines more\n", count - SHOWN);
    }
    shown
}

fn is_there(program: &str) -> bool {
    let Some(path) = std::env::var_os("PATH") else { return false };
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}
