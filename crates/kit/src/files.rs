use std::{
    io::{self, Read},
    path::Path,
};

use crate::Patience;

/// Files that a puzzle or a request names in addition to its own text: a model's data and its included files.
pub trait Files: Send + Sync {
    /// The bytes of a file, at most [`jigsat_input::MAX_TEXT`] and one more.
    ///
    /// # Errors
    ///
    /// Errors of the file system; [`io::ErrorKind::Unsupported`] if there is none.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;
}

/// For a place without files, such as a page.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _path: &Path) -> io::Result<Vec<u8>> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "no files can be read here"))
    }
}

/// The files of this machine.
#[derive(Clone, Debug, Default)]
pub struct Disk {
    /// How long to wait for pipes.
    pub patience: Patience,
}

impl Files for Disk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        if path.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder, expected a file"));
        }
        let mut bytes = Vec::new();
        self.patience.open(path)?.take(jigsat_input::MAX_TEXT + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}
