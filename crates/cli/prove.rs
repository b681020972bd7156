//! `--proof` and `--checked`: what was found impossible is refuted once more, with a proof.

use std::{
    fs::File,
    io::Write,
    path::{Path, PathBuf},
};

use jigsat_cnf::{Choice, Clauses, write_dimacs};
use jigsat_solve::{Answer, Error, Limits, Session, Stop};
use serde::{Deserialize, Serialize};

use crate::{
    args::ProofArgs,
    exit::Failure,
    family::{Claim, Entry, Family, Outcome, Question, SolutionOf},
    output::write_json,
    record::SCHEMA,
};

/// What lies in a folder of proofs: the file `manifest.json`.
#[derive(Serialize, Deserialize)]
pub struct Manifest {
    pub schema: u32,
    pub family: String,
    pub file: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub puzzle: String,
    /// What the proofs together say.
    pub claim: String,
    /// The solution that is the only one, where that is the claim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<serde_json::Value>,
    pub proofs: Vec<Pair>,
}

/// A formula and the proof that it has no model.
#[derive(Serialize, Deserialize)]
pub struct Pair {
    /// What the formula says.
    pub what: String,
    pub encoding: String,
    pub cnf: String,
    pub lrat: String,
    pub steps: u64,
}

/// Proves all that an outcome claims; weakens it where that could not be done within the limits.
pub fn outcome<F: Family>(
    args: &ProofArgs,
    file: &str,
    entry: &Entry<F::Puzzle>,
    question: &Question<'_, F>,
    outcome: &mut Outcome<SolutionOf<F>>,
    limits: &Limits,
) -> Result<(), Failure> {
    if !args.wanted() {
        return Ok(());
    }
    let claims = F::claims(&entry.puzzle, outcome);
    if let Some(stop) = claimed::<F>(args, file, entry, question, &claims, limits)? {
        outcome.left_open = Some(format!("not certified: found by {} ({stop})", outcome.by.engine));
        if outcome.second.is_some() {
            outcome.second = Some(Answer::Unknown(stop));
        } else if matches!(outcome.first, Answer::Impossible(_)) {
            outcome.first = Answer::Unknown(stop);
        }
    }
    Ok(())
}

/// Proves claims; says why not where a limit was reached.
pub fn claimed<F: Family>(
    args: &ProofArgs,
    file: &str,
    entry: &Entry<F::Puzzle>,
    question: &Question<'_, F>,
    claims: &[Claim<F>],
    limits: &Limits,
) -> Result<Option<Stop>, Failure> {
    if claims.is_empty() {
        return Ok(None);
    }
    let folder = args.proof.as_deref().map(Folder::start).transpose()?;
    let solution = claims.iter().find_map(|claim| claim.besides.as_ref());
    let mut manifest = Manifest {
        schema: SCHEMA,
        family: F::NAME.into(),
        file: file.into(),
        puzzle: entry.title.clone(),
        claim: claims.last().map(|claim| claim.what.clone()).unwrap_or_default(),
        solution: solution.map(serde_json::to_value).transpose().map_err(std::io::Error::from)?,
        proofs: Vec::new(),
    };
    for claim in claims {
        let puzzle = claim.puzzle.as_ref().unwrap_or(&entry.puzzle);
        let formula = match refuted_formula::<F>(puzzle, question, claim, limits)? {
            Ok(formula) => formula,
            Err(stop) => return Ok(Some(stop)),
        };
        let number = manifest.proofs.len() + 1;
        let (cnf, lrat) = (format!("{number:03}.cnf"), format!("{number:03}.lrat"));
        let out = match &folder {
            Some(folder) => {
                let failure = |error| Failure::Output(folder.path.display().to_string(), error);
                let mut out = std::io::BufWriter::new(folder.create(&cnf)?);
                write_dimacs(formula.variables, &formula.clauses, &[], &mut out).map_err(failure)?;
                out.flush().map_err(failure)?;
                Some(folder.create(&lrat)?)
            }
            None => None,
        };
        match certify(&formula, out, args.checked, limits)? {
            Ok(steps) => manifest.proofs.push(Pair {
                what: claim.what.clone(),
                encoding: formula.encoding.into(),
                cnf,
                lrat,
                steps,
            }),
            Err(stop) => return Ok(Some(stop)),
        }
    }
    if let Some(folder) = folder {
        folder.finish(&manifest)?;
    }
    Ok(None)
}

struct Formula {
    variables: u32,
    clauses: Clauses,
    encoding: &'static str,
}

/// The formula that says the opposite of a claim, with the cuts that a lazy encoding needs. Nothing is left out
/// of it that the givens rule out: what derives that is not for a proof to trust.
fn refuted_formula<F: Family>(
    puzzle: &F::Puzzle,
    question: &Question<'_, F>,
    claim: &Claim<F>,
    limits: &Limits,
) -> Result<Result<Formula, Stop>, Failure> {
    let (auto_how, auto_solver) = F::auto(puzzle);
    let how = question.how.unwrap_or(auto_how);
    let solver = question.search.solver().unwrap_or(&auto_solver);
    let mut session =
        Session::new(puzzle, how, &question.formula.recipe(false), solver, question.search.seed)?;
    let wrong = |message: &str| Failure::Solver(Error::Proof(message.into()));
    if let Some(besides) = &claim.besides {
        match session.solve(limits)? {
            Answer::Solved(solution) if same(&solution, besides) => {}
            Answer::Unknown(stop) => return Ok(Err(stop)),
            _ => return Err(wrong("the formula has another solution than the one that was found")),
        }
    }
    match session.solve(limits)? {
        Answer::Impossible(_) => {}
        Answer::Unknown(stop) => return Ok(Err(stop)),
        _ => return Err(wrong("the formula has a solution where there should be none")),
    }
    let encoding = session.encoding();
    let (variables, clauses) = (encoding.variables(), encoding.clauses().clone());
    Ok(Ok(Formula { variables, clauses, encoding: how.name() }))
}

fn same<S: Serialize>(one: &S, other: &S) -> bool {
    match (serde_json::to_value(one), serde_json::to_value(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

/// Refutes it by CaDiCaL and gives the number of steps; or why not, where a limit was reached.
#[cfg(feature = "cadical")]
fn certify(
    formula: &Formula,
    out: Option<File>,
    check: bool,
    limits: &Limits,
) -> Result<Result<u64, Stop>, Failure> {
    use jigsat_solve::proof::{Certified, Wish, certify};
    let write = out.map(|file| -> Box<dyn Write> { Box::new(file) });
    match certify(formula.variables, &formula.clauses, &[], Wish { write, check }, limits)? {
        Certified::Refuted { steps } => Ok(Ok(steps)),
        Certified::Stopped(stop) => Ok(Err(stop)),
        Certified::Satisfiable => {
            Err(Failure::Solver(Error::Proof("CaDiCaL finds a model where there should be none".into())))
        }
    }
}

#[cfg(not(feature = "cadical"))]
fn certify(_: &Formula, _: Option<File>, _: bool, _: &Limits) -> Result<Result<u64, Stop>, Failure> {
    Err(Failure::usage("proofs are made by CaDiCaL, which this build has not"))
}

/// A folder of proofs that appears whole or not at all.
struct Folder {
    path: PathBuf,
    unfinished: tempfile::TempDir,
}

impl Folder {
    fn start(path: &Path) -> Result<Self, Failure> {
        if path.exists() {
            return Err(Failure::usage(format!("{} exists already; name a new folder", path.display())));
        }
        let parent = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let unfinished = tempfile::Builder::new().prefix(".jigsat-").tempdir_in(parent);
        let unfinished = unfinished.map_err(|error| Failure::Output(path.display().to_string(), error))?;
        Ok(Folder { path: path.to_owned(), unfinished })
    }

    fn create(&self, name: &str) -> Result<File, Failure> {
        let file = File::create_new(self.unfinished.path().join(name));
        file.map_err(|error| Failure::Output(self.path.join(name).display().to_string(), error))
    }

    fn finish(self, manifest: &Manifest) -> Result<(), Failure> {
        let mut file = self.create("manifest.json")?;
        write_json(manifest, &mut file)?;
        let failure = |error| Failure::Output(self.path.display().to_string(), error);
        file.sync_all().map_err(failure)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let open = std::fs::Permissions::from_mode(0o755);
            std::fs::set_permissions(self.unfinished.path(), open).map_err(failure)?;
        }
        std::fs::rename(self.unfinished.keep(), &self.path).map_err(failure)
    }
}
