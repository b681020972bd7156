//! The files that a puzzle names: their texts go wherever its own text goes.

use std::{
    collections::BTreeMap,
    io,
    path::Path,
    sync::{Mutex, PoisonError},
};

use jigsat_kit::{Files, NoFiles};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Texts of files by their paths. There are no other files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub(crate) struct NamedFiles(BTreeMap<String, String>);

impl NamedFiles {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The paths and texts, in the order of the paths.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.0.iter().flat_map(|(path, text)| [path.as_str(), text.as_str()])
    }
}

impl Files for NamedFiles {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        match self.0.get(&name(path)) {
            Some(text) => Ok(text.clone().into_bytes()),
            None => NoFiles.read(path),
        }
    }
}

/// Files that remember the texts which were read from them.
pub(super) struct Noting<'f> {
    files: &'f dyn Files,
    noted: Mutex<NamedFiles>,
}

impl<'f> Noting<'f> {
    pub fn of(files: &'f dyn Files) -> Self {
        Noting { files, noted: Mutex::default() }
    }

    /// These texts.
    pub fn noted(self) -> NamedFiles {
        self.noted.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Files for Noting<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let bytes = self.files.read(path)?;
        // What is not a text is refused by the reader of the puzzle.
        if let Ok(text) = str::from_utf8(&bytes) {
            let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
            noted.0.insert(name(path), text.to_owned());
        }
        Ok(bytes)
    }
}

fn name(path: &Path) -> String {
    path.display().to_string()
}
