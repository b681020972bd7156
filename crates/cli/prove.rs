//! `--proof` and `--checked`: what was found impossible is refuted once more, with a proof.

mod claim;
pub mod formula;
mod manifest;

use std::fs::File;

use jigsat_cnf::Clauses;
use jigsat_solve::{
    Error, Flaw, Limits, Stop,
    proof::{Part, part_formula},
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    args::ProofArgs,
    exit::Failure,
    family::{Entry, Family, HowOf, Outcome, Question, SolutionOf},
    input::Opened,
    record::SCHEMA,
};
pub use claim::{Claim, Refuted, Theorem, ToProve, follows_from_one};
use formula::{Formula, NoFormula};
use manifest::Folder;
pub use manifest::{Flavours, Manifest, Pair};

/// That an answer was proven.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Certified {
    /// How many formulas were refuted.
    pub formulas: usize,
    /// How many steps their proofs have together.
    pub steps: u64,
    /// Whether each step was checked while it was made.
    pub checked: bool,
}

impl Certified {
    /// In words.
    pub fn sentence(self) -> String {
        let plural = |count: u64| if count == 1 { "" } else { "s" };
        let (formulas, steps) = (plural(self.formulas as u64), plural(self.steps));
        let how = if self.checked { ", each checked" } else { ", written and not checked" };
        match self.formulas {
            0 => "certified by what can be checked without a formula".into(),
            count => {
                format!("certified: {count} formula{formulas} refuted in {} step{steps}{how}", self.steps)
            }
        }
    }
}

/// Refuses proofs where it is known beforehand that there can be none.
pub fn possible<F: Family>(args: &ProofArgs, question: &Question<'_, F>) -> Result<(), Failure> {
    match F::cannot_prove(question) {
        Some(why) if args.wanted() => Err(Failure::usage(format!("--proof and --checked: {why}"))),
        _ => Ok(()),
    }
}

/// Proves all that an outcome claims; weakens it where that could not be done within the limits.
pub fn outcome<F: Family>(
    args: &ProofArgs,
    file: &str,
    entry: &Entry<F::Puzzle>,
    question: &Question<'_, F>,
    outcome: &mut Outcome<SolutionOf<F>>,
    limits: &Limits,
) -> Result<Option<Certified>, Failure> {
    if !args.wanted() {
        return Ok(None);
    }
    let stop = match F::to_prove(&entry.puzzle, question, outcome) {
        Ok(None) => return Ok(None),
        Ok(Some(to_prove)) => match prove(args, file, entry, question, &to_prove, limits)? {
            Ok(certified) => return Ok(Some(certified)),
            Err(stop) => stop,
        },
        Err(stop) => stop,
    };
    outcome.left_open = Some(format!("not certified: found by {} ({stop})", outcome.by.engine));
    F::leave_open(outcome, stop);
    Ok(None)
}

/// What proofs are made for.
struct Maker<'m, F: Family> {
    args: &'m ProofArgs,
    puzzle: &'m F::Puzzle,
    question: &'m Question<'m, F>,
    folder: Option<Folder>,
    limits: &'m Limits,
}

/// Proves claims; says why not where a limit was reached.
fn prove<F: Family>(
    args: &ProofArgs,
    file: &str,
    entry: &Entry<F::Puzzle>,
    question: &Question<'_, F>,
    to_prove: &ToProve<F>,
    limits: &Limits,
) -> Result<Result<Certified, Stop>, Failure> {
    let folder = args.proof.as_deref().map(Folder::start).transpose()?;
    let maker = Maker { args, puzzle: &entry.puzzle, question, folder, limits };
    let mut proofs: Vec<Pair> = Vec::new();
    let mut text = written::<F>(&entry.puzzle).filter(|_| maker.folder.is_some());
    for claim in &to_prove.claims {
        let formula = match maker.formula(claim)? {
            Ok(formula) => formula,
            Err(stop) => return Ok(Err(stop)),
        };
        if proofs.is_empty()
            && let Some(words) = &text
        {
            match maker.is_of_text(words, claim, &formula)? {
                Ok(true) => {}
                Ok(false) => text = None,
                Err(stop) => return Ok(Err(stop)),
            }
        }
        let cuts: Result<Vec<_>, _> = formula.cuts.iter().map(serde_json::to_value).collect();
        let cuts = cuts.map_err(std::io::Error::from)?;
        for part in &formula.parts {
            let number = proofs.len() + 1;
            let (cnf, lrat) = (format!("{number:03}.cnf"), format!("{number:03}.lrat"));
            let steps = match maker.refute(&formula, part, &cnf, &lrat)? {
                Ok(steps) => steps,
                Err(stop) => return Ok(Err(stop)),
            };
            let what = match part {
                Part::Whole => claim.what.clone(),
                Part::Cube(_) => format!("{}, part {number}", claim.what),
                Part::Outside => format!("{}, outside of all parts", claim.what),
            };
            let (encoding, length, part) = (formula.encoding.into(), claim.length, part.clone());
            proofs.push(Pair { what, encoding, length, part, cuts: cuts.clone(), cnf, lrat, steps });
        }
    }
    let certified = Certified {
        formulas: proofs.len(),
        steps: proofs.iter().map(|pair| pair.steps).sum(),
        checked: args.checked,
    };
    if let Some(folder) = maker.folder {
        let solution = to_prove.solution.as_ref().map(serde_json::to_value).transpose();
        folder.finish(&Manifest {
            schema: SCHEMA,
            family: F::NAME.into(),
            file: file.into(),
            puzzle: entry.title.clone(),
            claim: to_prove.theorem.sentence(),
            theorem: to_prove.theorem.clone(),
            text,
            solution: solution.map_err(std::io::Error::from)?,
            grounds: to_prove.grounds.clone(),
            flavours: Flavours::of(question.formula),
            proofs,
        })?;
    }
    Ok(Ok(certified))
}

impl<F: Family> Maker<'_, F> {
    /// The formula that says the opposite of a claim.
    fn formula(&self, claim: &Claim<F>) -> Result<Result<Formula<F>, Stop>, Failure> {
        let Ok(other) = at_length::<F>(self.puzzle, claim.length) else { return Ok(Err(Stop::GaveUp)) };
        let (puzzle, how) = (other.as_ref().unwrap_or(self.puzzle), self.how(claim));
        let recipe = self.question.formula.recipe(false);
        let (besides, parts) = (claim.besides.as_ref(), self.args.proof_parts);
        match formula::complete::<F>(puzzle, how, &recipe, besides, parts, self.limits)? {
            Ok(formula) => Ok(Ok(formula)),
            Err(NoFormula::Stopped(stop)) => Ok(Err(stop)),
            Err(NoFormula::Wrong(why)) => Err(Failure::Solver(Error::Proof(why.into()))),
        }
    }

    /// Refutes a part of a formula; gives the number of steps.
    fn refute(
        &self,
        formula: &Formula<F>,
        part: &Part,
        cnf: &str,
        lrat: &str,
    ) -> Result<Result<u64, Stop>, Failure> {
        let variables = formula.variables;
        let clauses = part_formula(variables, &formula.clauses, part, &formula.parts);
        let clauses = clauses.map_err(|wrong| Failure::Solver(Error::Proof(wrong.to_string())))?;
        let Some(folder) = &self.folder else {
            return certify(variables, &clauses, None, self.args.checked, self.limits);
        };
        folder.formula(cnf, variables, &clauses)?;
        let out = folder.create(lrat)?;
        match certify(variables, &clauses, Some(out), self.args.checked, self.limits) {
            Err(Failure::Solver(Error::ProofOutput(error))) => Err(folder.failure(lrat, error)),
            steps => steps,
        }
    }

    fn how(&self, claim: &Claim<F>) -> HowOf<F> {
        claim.how.or(self.question.how).unwrap_or_else(|| F::auto(self.puzzle).0)
    }

    /// Whether the formula of a claim is built again from a text of the puzzle.
    fn is_of_text(
        &self,
        text: &str,
        claim: &Claim<F>,
        formula: &Formula<F>,
    ) -> Result<Result<bool, Stop>, Failure> {
        let Some(puzzle) = read_again::<F>(text) else { return Ok(Ok(false)) };
        let Ok(other) = at_length::<F>(&puzzle, claim.length) else { return Ok(Ok(false)) };
        let puzzle = other.unwrap_or(puzzle);
        let recipe = self.question.formula.recipe(false);
        let (how, besides, cuts) = (self.how(claim), claim.besides.as_ref(), &formula.cuts);
        Ok(match formula::build::<F>(&puzzle, how, &recipe, besides, cuts, self.limits)? {
            Ok(again) => {
                Ok(again.variables == formula.variables && again.clauses.iter().eq(formula.clauses.iter()))
            }
            Err(NoFormula::Stopped(stop)) => Err(stop),
            Err(NoFormula::Wrong(_)) => Ok(false),
        })
    }
}

/// The puzzle whose formula speaks of just so many steps, where it is to do that.
pub fn at_length<F: Family>(puzzle: &F::Puzzle, length: Option<u32>) -> Result<Option<F::Puzzle>, Flaw> {
    let Some(steps) = length else { return Ok(None) };
    let other = F::of_length(puzzle, steps);
    other.map(Some).ok_or_else(|| Flaw::new(format!("there is no formula of {steps} steps")))
}

fn written<F: Family>(puzzle: &F::Puzzle) -> Option<String> {
    F::to_yaml(puzzle).or_else(|_| F::to_plain(puzzle)).ok()
}

/// A puzzle from the text that a manifest has of it.
pub fn read_again<F: Family>(text: &str) -> Option<F::Puzzle> {
    use clap::{Args, FromArgMatches};
    let command = F::Options::augment_args(clap::Command::new(F::NAME).no_binary_name(true));
    let matches = command.try_get_matches_from(std::iter::empty::<String>()).ok()?;
    let options = F::Options::from_arg_matches(&matches).ok()?;
    let opened = Opened::of_text("manifest.json", text.to_owned());
    crate::family::only::<F>(opened, &options).ok().map(|entry| entry.puzzle)
}

/// Refutes a formula by CaDiCaL and gives the number of steps; or why not, where a limit was reached.
#[cfg(feature = "cadical")]
fn certify(
    variables: u32,
    clauses: &Clauses,
    out: Option<File>,
    check: bool,
    limits: &Limits,
) -> Result<Result<u64, Stop>, Failure> {
    use jigsat_solve::proof::{self, Wish};
    let kept = out.as_ref().map(File::try_clone).transpose().map_err(Error::ProofOutput)?;
    let write = out.map(|file| -> Box<dyn std::io::Write> { Box::new(file) });
    match proof::certify(variables, clauses, &[], Wish { write, check }, limits)? {
        proof::Certified::Refuted { steps } => {
            kept.map_or(Ok(()), |file| file.sync_all()).map_err(Error::ProofOutput)?;
            Ok(Ok(steps))
        }
        proof::Certified::Stopped(stop) => Ok(Err(stop)),
        proof::Certified::Satisfiable => {
            Err(Failure::Solver(Error::Proof("CaDiCaL finds a model where there should be none".into())))
        }
    }
}

#[cfg(not(feature = "cadical"))]
fn certify(_: u32, _: &Clauses, _: Option<File>, _: bool, _: &Limits) -> Result<Result<u64, Stop>, Failure> {
    Err(Failure::usage("proofs are made by CaDiCaL, which this build has not"))
}
