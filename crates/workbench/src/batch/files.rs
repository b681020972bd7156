//! The files of folders.

use std::path::{Path, PathBuf};

use jigsat_kit::Error;
use walkdir::WalkDir;

/// A file that is not a puzzle, and why.
#[derive(Clone, Debug)]
pub struct Skipped {
    /// Its name.
    pub file: String,
    /// The reason.
    pub reason: String,
}

/// Passes all files and all files of folders to `on_file`, in the order of their names, until it says that this is
/// enough; files that can't be read are skipped.
///
/// A path of the library is passed as it is. Folders are read recursively, except for names that begin with a dot;
/// files and folders in `except` are also left out.
pub(super) fn each(
    paths: &[PathBuf],
    except: &[PathBuf],
    is_of_library: impl Fn(&Path) -> bool,
    mut on_file: impl FnMut(&Path, &mut Vec<Skipped>) -> Result<bool, Error>,
) -> Result<Vec<Skipped>, Error> {
    // Check whether the paths exist before the batch runs for hours.
    for path in paths {
        if !path.exists() && !is_of_library(path) {
            return Err(Error::request(format!("{}: there is no such file or folder", path.display())));
        }
    }
    let except: Vec<PathBuf> = except.iter().filter_map(|path| path.canonicalize().ok()).collect();
    let is_excepted = |path: &Path| path.canonicalize().is_ok_and(|path| except.contains(&path));
    let mut skipped = Vec::new();
    for path in paths {
        if is_of_library(path) {
            if !on_file(path, &mut skipped)? {
                return Ok(skipped);
            }
            continue;
        }
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
            if !entry.file_type().is_file() {
                let file = entry.path().display().to_string();
                skipped.push(Skipped { file, reason: "is not a regular file".into() });
                continue;
            }
            if !on_file(entry.path(), &mut skipped)? {
                return Ok(skipped);
            }
        }
    }
    Ok(skipped)
}
