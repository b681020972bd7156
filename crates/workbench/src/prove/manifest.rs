//! The files in a folder of proofs.

use std::{
    fs::File,
    io::{self, Write},
    path::{Path, PathBuf},
};

use jigsat_cnf::{
    Clauses,
    graph::{Breach, Witness},
    write_dimacs,
};
use jigsat_solve::proof::Part;
use serde::{Deserialize, Serialize};

use crate::output::output_error;
use jigsat_kit::{Error, FormulaOptions, Theorem};

/// The name of the manifest's file.
pub const MANIFEST: &str = "manifest.json";

/// The name of the file with a certificate.
pub const CERTIFICATE: &str = "certificate.txt";

/// The version of the manifest. Those of version 1 have no seal.
pub const VERSION: u32 = 2;

/// The file `manifest.json`.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// [`VERSION`], or 1.
    pub schema: u32,
    pub family: String,
    /// The page of QPROP that defines the family, if it doesn't come with jigsat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    pub file: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub puzzle: String,
    /// The joint claim of the proofs, in words.
    pub claim: String,
    /// The same as data.
    pub theorem: Theorem,
    /// The puzzle, in a form that can be read again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The solution that is claimed to be the only one, or the shortest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<serde_json::Value>,
    /// The grounds of the claim that are not formulas.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grounds: Vec<serde_json::Value>,
    /// The number of lines of the certificate, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<usize>,
    #[serde(default)]
    pub flavours: Flavours,
    pub proofs: Vec<Pair>,
    /// The digest of everything else in this file, by BLAKE3: it reveals changes by a broken disk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seal: Option<String>,
}

impl Manifest {
    /// The expected seal.
    pub fn sealed(&self) -> String {
        let bare = Manifest { seal: None, ..self.clone() };
        blake3::hash(&serde_json::to_vec(&bare).unwrap_or_default()).to_hex().to_string()
    }
}

/// The flavours of 'at most one', counting, sums, and connected sets and loops in the formulas, if they are not the
/// default.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flavours {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amo: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sum: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub graph: Option<String>,
}

impl Flavours {
    pub fn of(args: &FormulaOptions) -> Self {
        use jigsat_cnf::Choice;
        Flavours {
            amo: args.amo.map(|amo| amo.name().into()),
            card: args.card.map(|card| card.name().into()),
            sum: args.sum.map(|sum| sum.name().into()),
            graph: args.graph.map(|graph| graph.name().into()),
        }
    }
}

/// A formula and the proof that it has no model.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// The meaning of that.
    pub what: String,
    pub encoding: String,
    /// The number of steps of the solutions that the formula is about, if it is one number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<u32>,
    /// The part of the formula.
    #[serde(default, skip_serializing_if = "is_whole")]
    pub part: Part,
    /// The candidates that a lazy encoding was completed with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cuts: Vec<serde_json::Value>,
    /// The clauses that were added for graph constraints, each with its reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub graph_cuts: Vec<GraphCut>,
    pub cnf: String,
    pub lrat: String,
    pub steps: u64,
}

/// A cut of a graph constraint. Its clause is made again from it, after plain search has confirmed it.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GraphCut {
    /// The place of the graph constraint in the formula, from 0.
    pub graph: usize,
    /// How the constraint would be broken, by the name of a [`Breach`].
    pub breach: String,
    /// The nodes and edges that would hold, by their numbers: first the nodes, then the edges.
    pub holding: Vec<u32>,
    /// The ones that would not hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lacking: Vec<u32>,
}

impl GraphCut {
    pub fn of(graph: usize, witness: &Witness) -> Self {
        let Witness { breach, holding, lacking } = witness.clone();
        GraphCut { graph, breach: breach.name().into(), holding, lacking }
    }

    /// The witness; `None` if there is no such breach.
    pub fn witness(&self) -> Option<Witness> {
        let breach = Breach::named(&self.breach)?;
        Some(Witness { breach, holding: self.holding.clone(), lacking: self.lacking.clone() })
    }
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
    pub fn start(path: &Path) -> Result<Self, Error> {
        if path.exists() {
            return Err(Error::request(format!("{} exists already; name a new folder", path.display())));
        }
        let parent = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let unfinished = tempfile::Builder::new().prefix(".jigsat-").tempdir_in(parent);
        let unfinished = unfinished.map_err(|error| output_error(path, error))?;
        Ok(Folder { path: path.to_owned(), unfinished })
    }

    /// The error that a file of the folder can't be written.
    pub fn failure(&self, name: &str, error: io::Error) -> Error {
        output_error(&self.path.join(name), error)
    }

    pub fn create(&self, name: &str) -> Result<File, Error> {
        let file = File::create_new(self.unfinished.path().join(name));
        file.map_err(|error| self.failure(name, error))
    }

    /// Writes a formula.
    pub fn formula(&self, name: &str, variables: u32, clauses: &Clauses) -> Result<(), Error> {
        let mut out = io::BufWriter::new(self.create(name)?);
        let written = write_dimacs(variables, clauses, &[], &mut out)
            .and_then(|()| out.flush())
            .and_then(|()| out.get_ref().sync_all());
        written.map_err(|error| self.failure(name, error))
    }

    /// Writes the certificate.
    pub fn certificate(&self, text: &str) -> Result<(), Error> {
        let mut out = self.create(CERTIFICATE)?;
        let written = out.write_all(text.as_bytes()).and_then(|()| out.sync_all());
        written.map_err(|error| self.failure(CERTIFICATE, error))
    }

    /// Writes the manifest, which completes the folder, and gives the folder its name.
    pub fn finish(self, manifest: Manifest) -> Result<(), Error> {
        let name = MANIFEST;
        let manifest = Manifest { seal: Some(manifest.sealed()), ..manifest };
        let mut out = io::BufWriter::new(self.create(name)?);
        let written = serde_json::to_writer(&mut out, &manifest)
            .map_err(io::Error::from)
            .and_then(|()| writeln!(out))
            .and_then(|()| out.flush())
            .and_then(|()| out.get_ref().sync_all());
        written.map_err(|error| self.failure(name, error))?;
        let failure = |error| output_error(&self.path, error);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let open = std::fs::Permissions::from_mode(0o755);
            std::fs::set_permissions(self.unfinished.path(), open).map_err(failure)?;
        }
        // Until it has its name, it is removed if something fails.
        std::fs::rename(self.unfinished.path(), &self.path).map_err(failure)?;
        let _ = self.unfinished.keep();
        Ok(())
    }
}
