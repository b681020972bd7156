//! What lies in a folder of proofs.

use std::{
    fs::File,
    io::{self, Write},
    path::{Path, PathBuf},
};

use jigsat_cnf::{Clauses, write_dimacs};
use jigsat_solve::proof::Part;
use serde::{Deserialize, Serialize};

use super::claim::Theorem;
use crate::{args::FormulaArgs, exit::Failure};

/// The file `manifest.json`.
#[derive(Serialize, Deserialize)]
pub struct Manifest {
    pub schema: u32,
    pub family: String,
    pub file: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub puzzle: String,
    /// What the proofs together say, in words.
    pub claim: String,
    /// The same as data.
    pub theorem: Theorem,
    /// The puzzle, in a form that is read again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The solution that is the only one, or the shortest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<serde_json::Value>,
    /// What the claim rests on besides formulas.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grounds: Vec<serde_json::Value>,
    #[serde(default)]
    pub flavours: Flavours,
    pub proofs: Vec<Pair>,
}

/// How 'at most one', counting and sums are written in the formulas, where not as usual.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flavours {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amo: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sum: Option<String>,
}

impl Flavours {
    pub fn of(args: &FormulaArgs) -> Self {
        use jigsat_cnf::Choice;
        Flavours {
            amo: args.amo.map(|amo| amo.name().into()),
            card: args.card.map(|card| card.name().into()),
            sum: args.sum.map(|sum| sum.name().into()),
        }
    }
}

/// A formula and the proof that it has no model.
#[derive(Serialize, Deserialize)]
pub struct Pair {
    /// What that says.
    pub what: String,
    pub encoding: String,
    /// How many steps the solutions have that the formula speaks of, where that is one number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<u32>,
    /// Which part of the formula it is.
    #[serde(default, skip_serializing_if = "is_whole")]
    pub part: Part,
    /// The candidates that a lazy encoding was completed with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cuts: Vec<serde_json::Value>,
    pub cnf: String,
    pub lrat: String,
    pub steps: u64,
}

fn is_whole(part: &Part) -> bool {
    *part == Part::Whole
}

/// A folder of proofs that appears whole or not at all.
pub struct Folder {
    path: PathBuf,
    unfinished: tempfile::TempDir,
}

impl Folder {
    pub fn start(path: &Path) -> Result<Self, Failure> {
        if path.exists() {
            return Err(Failure::usage(format!("{} exists already; name a new folder", path.display())));
        }
        let parent = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let unfinished = tempfile::Builder::new().prefix(".jigsat-").tempdir_in(parent);
        let unfinished = unfinished.map_err(|error| Failure::Output(path.display().to_string(), error))?;
        Ok(Folder { path: path.to_owned(), unfinished })
    }

    /// That a file of the folder can't be written.
    pub fn failure(&self, name: &str, error: io::Error) -> Failure {
        Failure::Output(self.path.join(name).display().to_string(), error)
    }

    pub fn create(&self, name: &str) -> Result<File, Failure> {
        let file = File::create_new(self.unfinished.path().join(name));
        file.map_err(|error| self.failure(name, error))
    }

    /// Writes a formula.
    pub fn formula(&self, name: &str, variables: u32, clauses: &Clauses) -> Result<(), Failure> {
        let mut out = io::BufWriter::new(self.create(name)?);
        let written = write_dimacs(variables, clauses, &[], &mut out)
            .and_then(|()| out.flush())
            .and_then(|()| out.get_ref().sync_all());
        written.map_err(|error| self.failure(name, error))
    }

    /// Writes the manifest; with it the folder is complete, and gets its name.
    pub fn finish(self, manifest: &Manifest) -> Result<(), Failure> {
        let name = "manifest.json";
        let mut out = io::BufWriter::new(self.create(name)?);
        let written = serde_json::to_writer(&mut out, manifest)
            .map_err(io::Error::from)
            .and_then(|()| writeln!(out))
            .and_then(|()| out.flush())
            .and_then(|()| out.get_ref().sync_all());
        written.map_err(|error| self.failure(name, error))?;
        let failure = |error| Failure::Output(self.path.display().to_string(), error);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let open = std::fs::Permissions::from_mode(0o755);
            std::fs::set_permissions(self.unfinished.path(), open).map_err(failure)?;
        }
        // Until it has its name, it goes when something fails.
        std::fs::rename(self.unfinished.path(), &self.path).map_err(failure)?;
        let _ = self.unfinished.keep();
        Ok(())
    }
}
