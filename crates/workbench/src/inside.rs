//! Files of a folder that somebody else may have written: nothing in it may lead outside.

use std::{
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
};

use jigsat_input::{ParseError, Source, quote};

/// The path of a file of a folder.
///
/// # Errors
///
/// A name that is a path, and anything but a plain file: a link may lead anywhere, and a pipe may never end.
pub(crate) fn file_inside(folder: &Path, name: &str) -> Result<PathBuf, ParseError> {
    let shown = folder.display().to_string();
    if Path::new(name).file_name() != Some(OsStr::new(name)) {
        return Err(ParseError::in_file(
            shown,
            format!("names {}, which is not a file in this folder", quote(name)),
        ));
    }
    let path = folder.join(name);
    let wrong = |message: String| Err(ParseError::in_file(path.display().to_string(), message));
    match fs::symlink_metadata(&path) {
        Err(error) => wrong(format!("can't be read: {error}")),
        Ok(found) if !found.is_file() => wrong("is not a regular file in this folder".into()),
        Ok(_) => Ok(path),
    }
}

/// The bytes of a file of a folder.
///
/// # Errors
///
/// As [`file_inside`], and a file that can't be read.
pub(crate) fn read_inside(folder: &Path, name: &str) -> Result<Vec<u8>, ParseError> {
    let path = file_inside(folder, name)?;
    fs::read(&path).map_err(|error| unreadable(&path, &error))
}

/// A file of a folder as text, of bounded size.
///
/// # Errors
///
/// As [`file_inside`], and a file that can't be read as text.
pub(crate) fn source_inside(folder: &Path, name: &str) -> Result<Source, ParseError> {
    let path = file_inside(folder, name)?;
    let file = fs::File::open(&path).map_err(|error| unreadable(&path, &error))?;
    Source::read_from(path.display().to_string(), file)
}

pub(crate) fn unreadable(path: &Path, error: &io::Error) -> ParseError {
    ParseError::unreadable(path.display().to_string(), error)
}
