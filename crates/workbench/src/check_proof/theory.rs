//! The proved facts about a puzzle of some family: its formulas, built again, and what follows from them.

use std::{fmt::Display, sync::Arc};

use jigsat_cnf::{Choice, Clauses, Flavours};
use jigsat_input::{ParseError, quote};
use jigsat_kit::{
    EncodingOf, Entry, Error, Evidence, Family, Files, Options, SolutionOf, Text, Theorem, follows_from_one,
    only,
};
use jigsat_solve::{
    BuildOptions, Limits, Puzzle, Refusal, Stop, Violation,
    proof::{Part, covers, part_formula},
};
use serde_json::{Map, Value};

use crate::{
    Status,
    given::{read_given, read_with_claims},
    prove::{
        GraphCut, Manifest, Pair,
        formula::{Cuts, NoFormula, build},
        to_prove,
    },
};

/// Why something is not proved.
#[derive(Clone, Debug)]
pub enum Unproven {
    /// It does not hold, or does not follow.
    No(String),
    /// The formula belongs to another puzzle than the one in this file, which the user named.
    OtherPuzzle(String),
    /// A limit was reached first.
    Open(Stop),
    /// It was not compared with any puzzle.
    NotCompared,
}

impl Unproven {
    pub fn status(unproven: Option<&Self>) -> Status {
        match unproven {
            None => Status::Solved,
            Some(Unproven::No(_) | Unproven::OtherPuzzle(_)) => Status::Impossible,
            Some(Unproven::Open(_) | Unproven::NotCompared) => Status::Unknown,
        }
    }

    pub fn into_words(self) -> String {
        match self {
            Unproven::No(why) => why,
            Unproven::OtherPuzzle(file) => format!("the proof is of another puzzle than {file}"),
            Unproven::Open(stop) => format!("left open: {stop}"),
            Unproven::NotCompared => {
                "the formulas were not compared with a puzzle, because the manifest does not contain its text"
                    .into()
            }
        }
    }
}

/// The claims of a manifest about one puzzle.
pub trait Theory: Send {
    /// The puzzle's title in its own text.
    fn title(&self) -> &str;

    /// The formula that a proof must refute.
    ///
    /// # Errors
    ///
    /// Errors of a solver.
    fn formula(
        &self,
        manifest: &Manifest,
        pair: &Pair,
        limits: &Limits,
    ) -> Result<Result<(u32, Clauses), Unproven>, Error>;

    /// Whether the claim follows if all formulas are refuted.
    ///
    /// # Errors
    ///
    /// What is missing.
    fn follows(
        &self,
        manifest: &Manifest,
        certificate: Option<&str>,
        limits: &Limits,
    ) -> Result<(), Unproven>;
}

/// The claims of a manifest about the puzzle of a text, which is read with the family's own options. The inner error
/// says why the manifest's solution is not one of that puzzle.
///
/// # Errors
///
/// A text that is not a puzzle of the family, and a manifest with names that the family doesn't know.
pub fn theory<F: Family>(
    family: &Arc<F>,
    manifest: &Manifest,
    text: Text,
    options: &Map<String, Value>,
    files: &dyn Files,
) -> Result<Result<Box<dyn Theory>, ParseError>, Error> {
    let name = text.name().to_owned();
    let options = F::Options::read(options)?;
    let Entry { puzzle, title, .. } = only(&**family, text, &options, files)?;
    let flavours = &manifest.flavours;
    let flavours = Flavours {
        amo: named(&name, flavours.amo.as_deref())?,
        card: named(&name, flavours.card.as_deref())?,
        sum: named(&name, flavours.sum.as_deref())?,
        graph: named(&name, flavours.graph.as_deref())?,
    };
    let solution = manifest.solution.as_ref();
    // Version 1 also kept the search's claims about it: that it is the shortest.
    let read = if manifest.schema == 1 { read_with_claims } else { read_given };
    let solution = match solution.map(|value| read(&**family, &puzzle, &name, value)).transpose() {
        Ok(solution) => solution,
        Err(error) => return Ok(Err(error)),
    };
    let options = BuildOptions { flavours, ..BuildOptions::default() };
    Ok(Ok(Box::new(Of { family: Arc::clone(family), puzzle, title, options, solution })))
}

fn named<C: Choice + Default>(file: &str, name: Option<&str>) -> Result<C, ParseError> {
    name.map_or_else(
        || Ok(C::default()),
        |name| {
            C::named(name).ok_or_else(|| {
                let found = format!("names the flavour {}", quote(name));
                ParseError::in_file(file, found).expecting(format!("one of: {}", C::names()))
            })
        },
    )
}

struct Of<F: Family> {
    family: Arc<F>,
    puzzle: F::Puzzle,
    title: String,
    options: BuildOptions,
    solution: Option<SolutionOf<F>>,
}

fn encoding_of<F: Family>(pair: &Pair) -> Result<EncodingOf<F>, Unproven> {
    EncodingOf::<F>::named(&pair.encoding)
        .ok_or_else(|| Unproven::No(format!("there is no encoding {}", quote(&pair.encoding))))
}

/// The parts of the formula that a pair is a part of.
fn parts_of(manifest: &Manifest, pair: &Pair) -> Vec<Part> {
    let is_alike = |other: &&Pair| (&other.encoding, other.length) == (&pair.encoding, pair.length);
    manifest.proofs.iter().filter(is_alike).map(|pair| pair.part.clone()).collect()
}

fn no(why: &dyn Display) -> Unproven {
    Unproven::No(why.to_string())
}

/// What a refusal leaves unproven; `words` tell a violation.
fn unproven(refusal: Refusal, words: &dyn Fn(&Violation) -> String) -> Unproven {
    match refusal {
        Refusal::Broken(violation) => no(&words(&violation)),
        Refusal::Stopped(stop) => Unproven::Open(stop),
    }
}

impl<F: Family> Of<F> {
    /// The one solution that formulas exclude.
    fn besides(&self, theorem: &Theorem) -> Option<&SolutionOf<F>> {
        self.solution.as_ref().filter(|_| *theorem == Theorem::Unique)
    }

    /// The cuts that complete the formula.
    fn cuts(&self, pair: &Pair) -> Result<Cuts<F>, Unproven> {
        let cut = |value: &Value| {
            read_given(&*self.family, &self.puzzle, "cuts", value).map_err(|error| no(&error.message()))
        };
        let of_graph = |cut: &GraphCut| {
            let witness = cut.witness();
            let witness =
                witness.ok_or_else(|| Unproven::No(format!("no cut is of kind {}", quote(&cut.breach))));
            witness.map(|witness| (cut.graph, witness))
        };
        Ok(Cuts {
            of_graphs: pair.graph_cuts.iter().map(of_graph).collect::<Result<_, _>>()?,
            candidates: pair.cuts.iter().map(cut).collect::<Result<_, _>>()?,
        })
    }

    /// The puzzle whose formula a pair has, if it is not this one.
    fn to_prove(&self, pair: &Pair) -> Result<Option<F::Puzzle>, Unproven> {
        to_prove(&*self.family, &self.puzzle, pair.length).map_err(|violation| no(&violation))
    }
}

impl<F: Family> Theory for Of<F> {
    fn title(&self) -> &str {
        &self.title
    }

    fn formula(
        &self,
        manifest: &Manifest,
        pair: &Pair,
        limits: &Limits,
    ) -> Result<Result<(u32, Clauses), Unproven>, Error> {
        let (other, encoding, cuts) = match (self.to_prove(pair), encoding_of::<F>(pair), self.cuts(pair)) {
            (Ok(other), Ok(encoding), Ok(cuts)) => (other, encoding, cuts),
            (Err(unproven), ..) | (_, Err(unproven), _) | (.., Err(unproven)) => {
                return Ok(Err(unproven));
            }
        };
        let puzzle = other.as_ref().unwrap_or(&self.puzzle);
        let besides = self.besides(&manifest.theorem);
        Ok(match build::<F>(puzzle, encoding, &self.options, besides, &cuts, limits)? {
            Ok(formula) => {
                part_formula(formula.variables, &formula.clauses, &pair.part, &parts_of(manifest, pair))
                    .map(|clauses| (formula.variables, clauses))
                    .map_err(|violation| no(&violation))
            }
            Err(NoFormula::Stopped(stop)) => Err(Unproven::Open(stop)),
            Err(NoFormula::Wrong(why)) => Err(no(&why)),
        })
    }

    fn follows(
        &self,
        manifest: &Manifest,
        certificate: Option<&str>,
        limits: &Limits,
    ) -> Result<(), Unproven> {
        let Manifest { theorem, grounds, proofs, .. } = manifest;
        let mut refuted = Vec::new();
        for pair in proofs {
            covers(&parts_of(manifest, pair)).map_err(|violation| no(&violation))?;
            refuted.push((encoding_of::<F>(pair)?, pair.length));
        }
        if let Some(solution) = &self.solution {
            self.puzzle.check_within(solution, limits).map_err(|refusal| {
                unproven(refusal, &|violation| format!("the solution is not one: {violation}"))
            })?;
        }
        let evidence = Evidence::<F> { refuted: &refuted, grounds, certificate };
        match (self.family.horizon(), theorem) {
            (Some(horizon), _) => horizon
                .follows(&self.puzzle, theorem, &evidence, limits)
                .map_err(|refusal| unproven(refusal, &Violation::to_string)),
            (None, Theorem::NoneShorter { .. }) => {
                Err(no(&format!("solutions of {} have no length", self.family.info().name)))
            }
            (None, _) => {
                follows_from_one::<F>(&self.family.info().name, &evidence).map_err(|violation| no(&violation))
            }
        }
    }
}
