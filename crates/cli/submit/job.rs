//! A job: many lines, each of which is given to one command as its last word.
//!
//! A job is a folder `jobs/N` with `todo` (the lines), `task.sh` (does one of them) and `submit.sh` (starts all).

use std::{
    env, fs,
    io::{self, Write},
    path::{Path, PathBuf},
    process::{Command, ExitStatus},
};

use crate::{
    args::{ScheduleArgs, Scheduler},
    exit::{Failure, failure},
    program,
};

/// Files of a job by their names.
pub type Files = Vec<(&'static str, String)>;

/// Makes the scripts of a scheduler.
pub type Scripts = fn(&Job<'_>) -> Result<Files, Failure>;

/// The work for a scheduler.
pub struct Job<'a> {
    pub scheduler: Scheduler,
    /// The function that makes its scripts.
    pub scripts: Scripts,
    /// Maximum number of lines at a time; `None` leaves it to the scheduler.
    pub at_a_time: Option<u32>,
    pub schedule: &'a ScheduleArgs,
    /// The job's own folder, from the root of the file system: see [`new_folder`].
    pub folder: PathBuf,
    /// The words of the command that does a line. It may run twice for the same line.
    pub command: Vec<String>,
    pub lines: Vec<String>,
}

/// The first of `jobs/1`, `jobs/2` and so on under a folder that does not exist yet.
pub fn new_folder(root: &Path) -> PathBuf {
    let folder = |number: u32| root.join("jobs").join(number.to_string());
    (1..=u32::MAX).map(folder).find(|folder| !folder.exists()).unwrap_or_else(|| folder(0))
}

/// The number of tasks for a line: as asked, or more if an array of Slurm would get too long.
pub fn per_line(tasks: usize, asked: u32, scheduler: Scheduler, schedule: &ScheduleArgs) -> usize {
    let least = match scheduler {
        Scheduler::Slurm => tasks.div_ceil(schedule.max_array as usize),
        Scheduler::Parallel | Scheduler::Hq => 1,
    };
    least.max(asked as usize)
}

impl ScheduleArgs {
    /// The path of jigsat on the machines.
    pub fn program(&self) -> Result<String, Failure> {
        let path = self.jigsat.clone().map_or_else(program::file, Ok)?;
        Ok(text(&path)?.to_owned())
    }
}

impl Job<'_> {
    /// Prints what [`start`](Self::start) would write.
    pub fn show(&self) -> Result<(), Failure> {
        let mut out = anstream::stdout();
        for (name, text) in self.files()? {
            writeln!(out, "==> {}\n{}", self.folder.join(name).display(), shortened(&text))?;
        }
        Ok(())
    }

    /// Writes the scripts and runs `submit.sh`. With GNU parallel this returns when all lines have been tried, with the
    /// others when the lines are in the queue.
    ///
    /// The status of GNU parallel says whether a line failed. A failure of the others to accept the job is an error.
    pub fn start(&self) -> Result<ExitStatus, Failure> {
        let program = match self.scheduler {
            Scheduler::Parallel => "parallel",
            Scheduler::Slurm => "sbatch",
            Scheduler::Hq => "hq",
        };
        let files = self.files()?;
        if !is_there(program) {
            let message = format!("there is no program '{program}'; --dry-run still prints the scripts");
            return Err(Failure::usage(message));
        }
        fs::create_dir_all(&self.folder).map_err(|error| failure(&self.folder, error))?;
        for (name, text) in &files {
            let path = self.folder.join(name);
            write_new(&path, text).map_err(|error| failure(&path, error))?;
        }
        let script = self.folder.join("submit.sh");
        let ended = Command::new("sh").arg(&script).status().map_err(|error| failure(&script, error))?;
        if self.scheduler != Scheduler::Parallel && !ended.success() {
            return Err(Failure::usage(format!("{} failed ({ended})", script.display())));
        }
        Ok(ended)
    }

    fn files(&self) -> Result<Files, Failure> {
        if self.scheduler != Scheduler::Parallel && !self.schedule.sshlogin.is_empty() {
            return Err(Failure::usage("--sshlogin is for --scheduler parallel"));
        }
        let mut files = vec![("todo", self.lines.join("\n") + "\n"), ("task.sh", self.task_script()?)];
        files.extend((self.scripts)(self)?);
        Ok(files)
    }

    /// A script that does the line given as its argument.
    fn task_script(&self) -> Result<String, Failure> {
        let words = self.command.iter().map(|word| quoted(word)).collect::<Result<Vec<_>, _>>()?;
        Ok(format!(
            "#!/bin/sh\n# Does one line of 'todo' and skips tasks that are already done.\nexec {} \"$1\"\n",
            words.join(" ")
        ))
    }

    /// A script that does the line whose number is in an environment variable.
    pub fn line_script(&self, variable: &str) -> Result<String, Failure> {
        let (task, todo) = (quoted(&self.path("task.sh")?)?, quoted(&self.path("todo")?)?);
        Ok(format!("#!/bin/sh\nexec sh {task} \"$(sed -n \"${{{variable}}}p\" {todo})\"\n"))
    }

    /// A file of the job's folder.
    pub fn path(&self, name: &str) -> Result<String, Failure> {
        Ok(text(&self.folder.join(name))?.to_owned())
    }
}

fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file = fs::File::create_new(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// The words of a command, one per line.
pub fn command(words: &[String]) -> Result<String, Failure> {
    let words = words.iter().map(|word| quoted(word)).collect::<Result<Vec<_>, _>>()?;
    Ok(words.join(" \\\n    "))
}

/// A path in a form that a script can contain.
pub fn text(path: &Path) -> Result<&str, Failure> {
    let text = path.to_str().filter(|text| !text.contains(['\n', '\0']));
    text.ok_or_else(|| Failure::usage(format!("'{}' can't be written into a script", path.display())))
}

/// A word quoted for a shell.
pub fn quoted(word: &str) -> Result<String, Failure> {
    let quoted = shlex::try_quote(word).map_err(|error| Failure::usage(format!("'{word}': {error}")))?;
    Ok(quoted.into_owned())
}

/// The first lines of a text.
fn shortened(text: &str) -> String {
    const SHOWN: usize = 24;
    let count = text.lines().count();
    let mut shown: String = text.lines().take(SHOWN).map(|line| format!("{line}\n")).collect();
    if count > SHOWN {
        shown += &format!("... {} more lines\n", count - SHOWN);
    }
    shown
}

fn is_there(program: &str) -> bool {
    let Some(path) = env::var_os("PATH") else { return false };
    env::split_paths(&path).any(|folder| folder.join(program).is_file())
}
