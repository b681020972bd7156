use std::{io, path::Path};

use jigsat_kit::Error;

/// An error of the file system, with the path that it is about.
pub(crate) fn output_error(path: &Path, error: io::Error) -> Error {
    Error::Output { path: path.display().to_string(), error }
}
