//! The puzzles of files and folders.

use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::ready::{Families, OnRead};
use crate::{exit::Failure, input};

/// A file that is no puzzle, and why.
pub struct Skipped {
    pub file: String,
    pub reason: String,
}

/// Reads all puzzles of files and folders, in the order of their names, and gives the files that are none.
///
/// Folders are read with all that is in them, but for names that begin with a dot; files and folders of `except` are
/// left out, too.
pub fn read(
    paths: &[PathBuf],
    except: &[PathBuf],
    families: &Families,
    on_read: OnRead<'_>,
) -> Result<Vec<Skipped>, Failure> {
    // Whether the paths exist is found out before hours go by.
    for path in paths {
        if !path.exists() {
            return Err(Failure::usage(format!("{}: there is no such file or folder", path.display())));
        }
    }
    let except: Vec<PathBuf> = except.iter().filter_map(|path| path.canonicalize().ok()).collect();
    let is_excepted = |path: &Path| path.canonicalize().is_ok_and(|path| except.contains(&path));
    let mut skipped = Vec::new();
    let mut goes_on = true;
    for path in paths {
        let visible = |entry: &walkdir::DirEntry| {
            let is_hidden = entry.depth() > 0 && entry.file_name().to_string_lossy().starts_with('.');
            !is_hidden && !is_excepted(entry.path())
        };
        let files =
            WalkDir::new(path).follow_links(true).sort_by_file_name().into_iter().filter_entry(visible);
        for entry in files {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    let file = error.path().unwrap_or(path).display().to_string();
                    skipped.push(Skipped { file, reason: error.to_string() });
                    continue;
                }
            };
            if entry.file_type().is_dir() {
                continue;
            }
            let file = entry.path().display().to_string();
            if !entry.file_type().is_file() {
                skipped.push(Skipped { file, reason: "is no regular file".into() });
                continue;
            }
            let mut on_read = |read| {
                goes_on = on_read(read)?;
                Ok(goes_on)
            };
            let reason = match input::open(&file) {
                Ok(opened) => families.read(opened, &mut on_read)?.err(),
                Err(Failure::Input(error)) => Some(error.message().to_owned()),
                Err(failure) => return Err(failure),
            };
            skipped.extend(reason.map(|reason| Skipped { file, reason }));
            if !goes_on {
                return Ok(skipped);
            }
        }
    }
    Ok(skipped)
}
