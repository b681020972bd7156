//! Where answers go: standard output, or a file that appears whole or not at all.

use std::{
    fmt,
    fs::File,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use jigsat_grid::{Charset, Picture, line_style, wrapped};
use jigsat_workbench::record::SpanRecord;
use serde::Serialize;
use tempfile::NamedTempFile;

use crate::{
    args::OutputArgs,
    exit::Failure,
    terminal::{self, Stdout},
};

/// Minimum width for breaking lines, in characters; narrower terminals break lines themselves.
const NARROWEST: usize = 20;

/// Indent of the further lines of a sentence, in blanks.
const INDENT: usize = 4;

/// Number of bytes that are written to standard output at once: each time costs more if another process writes them.
const BUFFER: usize = 64 << 10;

/// An open output. Call [`Output::finish`], or no file remains.
pub enum Output {
    Standard(BufWriter<Stdout>),
    File {
        file: BufWriter<NamedTempFile>,
        path: PathBuf,
        force: bool,
    },
    /// A pipe, or a device such as /dev/null.
    Device {
        file: BufWriter<File>,
        path: PathBuf,
    },
}

impl Output {
    pub fn open(args: &OutputArgs) -> Result<Self, Failure> {
        match &args.output {
            None => Ok(Output::Standard(BufWriter::with_capacity(BUFFER, terminal::stdout()))),
            Some(path) if is_device(path) => {
                Ok(Output::Device { file: BufWriter::new(open_device(path)?), path: path.clone() })
            }
            Some(path) => {
                let file = BufWriter::new(start_file(path, args.force)?);
                Ok(Output::File { file, path: path.clone(), force: args.force })
            }
        }
    }

    /// Whether the output is shown on a terminal with colours.
    pub fn has_color(&self) -> bool {
        match self {
            Output::Standard(_) => terminal::has_color(),
            Output::File { .. } | Output::Device { .. } => false,
        }
    }

    /// Number of characters that fit into a line of the terminal that shows the output.
    fn columns(&self) -> Option<usize> {
        terminal::columns().filter(|_| matches!(self, Output::Standard(_)))
    }

    /// Writes a sentence and ends its line; in a terminal, breaks it between words.
    pub fn sentence(&mut self, text: &str) -> io::Result<()> {
        let Some(columns) = self.columns().filter(|&columns| columns >= NARROWEST) else {
            return writeln!(self, "{text}");
        };
        for line in text.lines() {
            for (number, part) in wrapped(line, columns - INDENT).iter().enumerate() {
                let indent = if number == 0 { 0 } else { INDENT };
                writeln!(self, "{:indent$}{part}", "")?;
            }
        }
        Ok(())
    }

    /// The same of a line of several parts, in the colours that they have in pictures.
    pub fn colored(&mut self, parts: &[SpanRecord]) -> io::Result<()> {
        let columns = self.columns().filter(|&columns| columns >= NARROWEST);
        let lines = match columns {
            Some(columns) => SpanRecord::wrapped(parts, columns - INDENT),
            None => vec![parts.to_vec()],
        };
        let has_color = self.has_color();
        for (number, line) in lines.iter().enumerate() {
            let indent = if number == 0 { 0 } else { INDENT };
            write!(self, "{:indent$}", "")?;
            for part in line {
                match part.color.filter(|_| has_color) {
                    Some(color) => {
                        let style = line_style(color);
                        write!(self, "{style}{}{style:#}", part.text)?;
                    }
                    None => write!(self, "{}", part.text)?,
                }
            }
            writeln!(self)?;
        }
        Ok(())
    }

    /// After one of several answers: shows it if somebody is watching, or if this process may run out of memory.
    pub fn answered(&mut self) -> io::Result<()> {
        let is_seen = matches!(self, Output::Standard(_)) && terminal::is_terminal();
        // A process with bounded memory may end before it has written its buffers.
        if is_seen || terminal::may_end() { self.flush() } else { Ok(()) }
    }

    pub fn finish(self) -> Result<(), Failure> {
        match self {
            Output::Standard(mut out) => Ok(out.flush()?),
            Output::File { file, path, force } => {
                let file = file.into_inner().map_err(|error| failure(&path, error.into_error()))?;
                keep(file, &path, force)
            }
            Output::Device { mut file, path } => file.flush().map_err(|error| failure(&path, error)),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::Standard(out) => out.write(bytes),
            Output::File { file, path, .. } => file.write(bytes).map_err(|error| at(path, error)),
            Output::Device { file, path } => file.write(bytes).map_err(|error| at(path, error)),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Standard(out) => out.flush(),
            Output::File { file, path, .. } => file.flush().map_err(|error| at(path, error)),
            Output::Device { file, path } => file.flush().map_err(|error| at(path, error)),
        }
    }
}

/// An error at a file, on its way through code that doesn't know about files.
#[derive(Debug)]
struct AtPath {
    path: PathBuf,
    error: io::Error,
}

impl fmt::Display for AtPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for AtPath {}

fn at(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), AtPath { path: path.to_owned(), error })
}

impl Output {
    /// An error of what was written here, or of writing it.
    pub fn failed(&self, error: io::Error) -> Failure {
        match self {
            Output::Standard(_) => failed(error),
            Output::File { path, .. } | Output::Device { path, .. } => failed(at(path, error)),
        }
    }
}

/// The meaning of an error of an output: one without a file is about standard output.
pub fn failed(error: io::Error) -> Failure {
    match error.downcast::<AtPath>() {
        Ok(AtPath { path, error }) => failure(&path, error),
        Err(error) => Failure::Output("the standard output".into(), error),
    }
}

/// Writes a whole file, or nothing if that fails.
pub fn write_file(path: &Path, text: &str, force: bool) -> Result<(), Failure> {
    if is_device(path) {
        return open_device(path)?.write_all(text.as_bytes()).map_err(|error| failure(path, error));
    }
    let mut file = start_file(path, force)?;
    file.write_all(text.as_bytes()).map_err(|error| failure(path, error))?;
    keep(file, path, force)
}

/// Where pictures go: all into one file, or each into a file of its own.
pub struct Pictures<'p> {
    path: Option<&'p Path>,
    /// The place of the number in the name, if there is one.
    numbered: Option<Numbered>,
    force: bool,
}

/// The name of a file with the place for a number, such as `step-%02d.svg`.
struct Numbered {
    before: String,
    after: String,
    /// Minimum number of digits.
    digits: usize,
}

impl Numbered {
    fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        name.match_indices('%').find_map(|(place, _)| {
            let (digits, after) = name[place + 1..].split_once('d')?;
            let digits = if digits.is_empty() {
                1
            } else {
                digits.parse::<usize>().ok().filter(|&digits| digits < 20)?
            };
            Some(Numbered { before: name[..place].to_owned(), after: after.to_owned(), digits })
        })
    }

    fn name(&self, number: u64) -> String {
        format!("{}{number:0digits$}{}", self.before, self.after, digits = self.digits)
    }

    /// Whether a file has such a name.
    fn is(&self, name: &str) -> bool {
        let number = name.strip_prefix(&self.before).and_then(|rest| rest.strip_suffix(&self.after));
        number.is_some_and(|number| {
            number.len() >= self.digits && number.bytes().all(|byte| byte.is_ascii_digit())
        })
    }
}

impl<'p> Pictures<'p> {
    /// Refuses before any work a file that would be replaced.
    pub fn new(path: Option<&'p Path>, force: bool) -> Result<Self, Failure> {
        let numbered = path.and_then(Numbered::of);
        match (path, &numbered) {
            (Some(path), Some(numbered)) if !force => {
                let found = std::fs::read_dir(folder_of(path)).into_iter().flatten().flatten();
                let mut names = found.filter_map(|file| file.file_name().into_string().ok());
                if let Some(name) = names.find(|name| numbered.is(name)) {
                    return Err(exists(&path.with_file_name(name)));
                }
            }
            (Some(path), None) => refuse_existing(path, force)?,
            _ => {}
        }
        Ok(Pictures { path, numbered, force })
    }

    /// Whether each picture has a file of its own.
    pub fn are_numbered(&self) -> bool {
        self.numbered.is_some()
    }

    /// Writes the only picture, or the one of all.
    pub fn write_only(&self, svg: &str) -> Result<(), Failure> {
        match (self.path, &self.numbered) {
            (Some(path), None) => write_file(path, svg, self.force),
            _ => self.write(1, svg),
        }
    }

    /// Writes the picture of the puzzle or step with this number, if pictures are wanted.
    pub fn write(&self, index: u64, svg: &str) -> Result<(), Failure> {
        match self.path_of(index) {
            Some(path) => write_file(&path, svg, self.force),
            None => Ok(()),
        }
    }

    /// `boards-3.svg` for the third in `boards.svg`, and `step-03.svg` in `step-%02d.svg`.
    fn path_of(&self, index: u64) -> Option<PathBuf> {
        let path = self.path?;
        if is_device(path) {
            return Some(path.to_owned());
        }
        if let Some(numbered) = &self.numbered {
            return Some(path.with_file_name(numbered.name(index)));
        }
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let end = path.extension().map(|end| format!(".{}", end.to_string_lossy())).unwrap_or_default();
        Some(path.with_file_name(format!("{stem}-{index}{end}")))
    }
}

/// Fails early if [`write_file`] would fail after long work.
pub fn refuse_existing(path: &Path, force: bool) -> Result<(), Failure> {
    if !force && path.exists() && !is_device(path) { Err(exists(path)) } else { Ok(()) }
}

/// Whether a path is a pipe or a device, such as NUL: it is written to, and never replaced by a file.
fn is_device(path: &Path) -> bool {
    // Windows has names for devices, and says nothing about what they name.
    let is_named = |name| cfg!(windows) && path.as_os_str().eq_ignore_ascii_case(name);
    is_named("NUL")
        || is_named("CON")
        || path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir())
}

fn open_device(path: &Path) -> Result<File, Failure> {
    File::options().write(true).open(path).map_err(|error| failure(path, error))
}

/// A temporary file beside the one that it will become.
fn start_file(path: &Path, force: bool) -> Result<NamedTempFile, Failure> {
    refuse_existing(path, force)?;
    let mut builder = tempfile::Builder::new();
    let prefix = temporary(std::process::id());
    builder.prefix(&prefix);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder_of(path)).map_err(|error| {
        // The error names the temporary file, which the user doesn't know.
        let words = match error.kind() {
            io::ErrorKind::NotFound => "there is no such folder",
            io::ErrorKind::PermissionDenied => "nothing may be written in that folder",
            _ => return failure(path, error),
        };
        failure(path, io::Error::new(error.kind(), words))
    })
}

/// Removes the temporary files that an ended process left while writing an output.
pub fn sweep(path: &Path, pid: u32) {
    let prefix = temporary(pid);
    let found = std::fs::read_dir(folder_of(path)).into_iter().flatten().flatten();
    for file in found.filter(|file| file.file_name().to_string_lossy().starts_with(&prefix)) {
        // Another process may have removed it already.
        let _ = std::fs::remove_file(file.path());
    }
}

/// How the names of a process's temporary files begin.
fn temporary(pid: u32) -> String {
    format!(".jigsat-{pid}-")
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn keep(file: NamedTempFile, path: &Path, force: bool) -> Result<(), Failure> {
    let kept = if force { file.persist(path) } else { file.persist_noclobber(path) };
    match kept {
        Ok(_) => Ok(()),
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Err(exists(path)),
        Err(error) => Err(failure(path, error.error)),
    }
}

fn exists(path: &Path) -> Failure {
    Failure::usage(format!("{} exists already; --force replaces it", path.display()))
}

fn failure(path: &Path, error: io::Error) -> Failure {
    Failure::Output(path.display().to_string(), error)
}

/// A drawing as text for this output: with colours or without.
pub fn text_of(picture: &dyn Picture, out: &Output) -> String {
    if out.has_color() { picture.to_ansi(Charset::Unicode) } else { picture.to_text(Charset::Unicode) }
}

/// Writes a record as a line of JSON.
pub fn write_json(record: &impl Serialize, out: &mut dyn Write) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, record).map_err(io::Error::from)?;
    Ok(writeln!(out)?)
}

/// Writes a record as a YAML document.
pub fn write_yaml(record: &impl Serialize, out: &mut dyn Write) -> Result<(), Failure> {
    let text = jigsat_input::to_yaml(record).map_err(|error| Failure::usage(error.to_string()))?;
    Ok(write!(out, "{text}")?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_names() {
        let numbered = |name: &str| Numbered::of(Path::new(name));
        let name = |pattern: &str, number| numbered(pattern).expect("it has a place").name(number);
        assert_eq!(
            [name("step-%02d.svg", 7), name("a/%d", 12), name("%03dx%d", 1234)],
            ["step-07.svg", "12", "1234x%d"]
        );
        for without in ["steps.svg", "100%.svg", "%xd.svg", "%d/steps.svg", "%99d"] {
            assert!(numbered(without).is_none(), "{without}");
        }
        let steps = numbered("step-%02d.svg").expect("it has a place");
        for (name, is_one) in
            [("step-07.svg", true), ("step-123.svg", true), ("step-7.svg", false), ("step-ab.svg", false)]
        {
            assert_eq!(steps.is(name), is_one, "{name}");
        }
    }

    #[test]
    fn an_error_names_the_file_that_was_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("hard.cnf");
        let args = OutputArgs { output: Some(path.clone()), force: false, no_times: false };
        let out = Output::open(&args).expect("it can be written");
        let limit = || io::Error::new(io::ErrorKind::TimedOut, "limit reached");
        let said = format!("unknown: limit reached while {} was written", path.display());
        assert_eq!(out.failed(limit()).to_string(), said);
        let standard = Output::open(&OutputArgs { output: None, ..args }).expect("it is open");
        let said = "unknown: limit reached while the standard output was written";
        assert_eq!(standard.failed(limit()).to_string(), said);
    }
}
