//! `--expect FILE`: compares an output with a stored text, and shows the difference or rewrites the file.

use std::{
    fs,
    io::{self, Write},
    path::Path,
    time::Duration,
};

use jigsat_input::counted;
use jigsat_workbench::Status;
use similar::{ChangeTag, TextDiff};

use crate::{
    args::OutputArgs,
    exit::Failure,
    output::{self, Output},
};

/// Number of equal lines around a difference.
const CONTEXT: usize = 3;

/// Time limit for the shortest difference; after that, a longer one will do.
const SHORTEST: Duration = Duration::from_secs(2);

/// Refuses a name that is no file's.
pub fn is_file(path: &Path) -> Result<(), Failure> {
    if path.as_os_str() == "-" {
        return Err(Failure::usage("--expect needs a file: a stored text doesn't come from standard input"));
    }
    Ok(())
}

/// Compares a text with that of a file, or makes it the file's.
pub fn settle(text: &str, path: &Path, updates: bool) -> Result<Status, Failure> {
    let name = path.display();
    let stored = match fs::read(path) {
        Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(Failure::usage(format!("{name}: it can't be read ({error})"))),
    };
    let mut out = Output::open(&OutputArgs::default())?;
    let status = match stored {
        None if !updates => {
            return Err(Failure::usage(format!("{name}: there is no such file; --update writes it")));
        }
        None => {
            output::write_file(path, text, true)?;
            out.sentence(&format!("{name} is new: {}", counted(text.lines().count(), "line")))?;
            Status::Solved
        }
        // A checkout may have changed the ends of lines.
        Some(stored) if stored == text || stored.replace("\r\n", "\n") == text => {
            out.sentence(&format!("{name} is up to date"))?;
            Status::Solved
        }
        Some(stored) => {
            let stored = stored.replace("\r\n", "\n");
            let difference = TextDiff::configure().timeout(SHORTEST).diff_lines(stored.as_str(), text);
            if updates {
                output::write_file(path, text, true)?;
                let number = |tag| difference.iter_all_changes().filter(|change| change.tag() == tag).count();
                let (gone, new) = (number(ChangeTag::Delete), number(ChangeTag::Insert));
                out.sentence(&format!(
                    "{name} is rewritten: {} removed, {new} added",
                    counted(gone, "line")
                ))?;
                Status::Solved
            } else {
                let mut unified = difference.unified_diff();
                write!(
                    out,
                    "{}",
                    unified.context_radius(CONTEXT).header(&name.to_string(), "the formula now")
                )?;
                Status::Impossible
            }
        }
    };
    out.finish()?;
    if status == Status::Impossible {
        note!("{name} has another formula; --update replaces it");
    }
    Ok(status)
}
