//! The manifest of a folder of tasks, and its tasks.

use std::path::Path;

use jigsat_input::{ParseError, Position, quote};
use jigsat_kit::Error;
use serde::{Deserialize, Serialize};

use crate::cubes::CubesRequest;
use crate::inside::source_inside;

/// The name of the manifest's file.
pub const MANIFEST: &str = "manifest.json";

/// The version of the manifest. Those of version 1 contained a command line instead of a request.
pub const VERSION: u32 = 2;
/// The kind of folder, in its manifest.
pub const KIND: &str = "cubes";

/// The content of a manifest of tasks.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// [`VERSION`].
    pub schema: u32,
    /// [`KIND`].
    pub kind: String,
    /// The version of jigsat that wrote it.
    pub version: String,
    pub family: String,
    /// The page of QPROP that defines the family, if it doesn't come with jigsat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    pub request: CubesRequest,
    /// The file of the puzzle.
    pub file: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub puzzle: String,
    /// The puzzle's own copy in this folder.
    pub copy: String,
    pub encoding: String,
    pub tasks: usize,
    /// Cubes that propagation refuted: there are no tasks for them.
    pub refuted: usize,
    /// Number of symmetries of the puzzle, including the identity.
    pub symmetries: usize,
    pub beginnings: Vec<Start>,
    /// The digest of the puzzle, the tasks and everything here except the digest itself, by BLAKE3.
    pub digest: String,
}

/// Choices that represent all their images under the puzzle's symmetries.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    pub cube: Vec<String>,
    /// For each image the number of a symmetry that leads to it.
    pub images: Vec<usize>,
    /// The numbers of the symmetries that keep the choices.
    pub stabilizer: Vec<usize>,
}

/// One task: a cube whose solutions are to be found.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// Its number, from 1.
    pub id: usize,
    /// Its literals by name.
    pub cube: Vec<String>,
    /// The place of its beginning.
    pub beginning: usize,
    /// Approximate number of dead ends and solutions that backtracking would meet.
    pub estimate: f64,
}

/// The digest of a manifest with its puzzle and tasks.
pub fn digest(manifest: &Manifest, parts: &[&[u8]]) -> String {
    let bare = Manifest { digest: String::new(), ..manifest.clone() };
    let mut hasher = blake3::Hasher::new();
    for part in parts.iter().copied().chain([&serde_json::to_vec(&bare).unwrap_or_default()[..]]) {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize().to_hex().to_string()
}

/// The fields that every version of a manifest has.
#[derive(Deserialize)]
struct Head {
    schema: u32,
    kind: String,
    version: String,
}

/// Reads a manifest of this version; the error for another version names it.
pub fn read_manifest(path: &Path) -> Result<Manifest, Error> {
    let source = source_inside(path, MANIFEST)?;
    let malformed = |error: &serde_json::Error| {
        let position = Position { line: error.line().max(1), column: error.column().max(1) };
        Error::Input(source.error(position, format!("is not a manifest of tasks: {error}")))
    };
    let Head { schema, kind, version } =
        serde_json::from_str(source.text()).map_err(|error| malformed(&error))?;
    let wrong = |message: String| Err(Error::Input(ParseError::in_file(source.name(), message)));
    if kind != KIND {
        return wrong(format!("is about {}, expected '{KIND}'", quote(&kind)));
    }
    if schema != VERSION {
        let wrote = format!("is of schema {schema}, which jigsat {} wrote", quote(&version));
        return wrong(format!(
            "{wrote}; this version runs only tasks of schema {VERSION}: run them with that version, or cut the \
             puzzle again"
        ));
    }
    serde_json::from_str(source.text()).map_err(|error| malformed(&error))
}
