//! The proved facts about a puzzle of some family: its formulas, built again, and what follows from them.

use std::{fmt::Display, sync::Arc};

use jigsat_cnf::{Choice, Clauses, Flavours};
use jigsat_input::{ParseError, quote};
use jigsat_kit::{Error, Evidence, Files, Text, Theorem};
use jigsat_solve::{
    BuildOptions, Limits, Refusal, Solution, Stop, Violation,
    proof::{Part, covers, part_formula},
};
use serde_json::{Map, Value};

use crate::{
    AnyFamily, Ask, Board, Status,
    given::{read_given, read_with_claims},
    prove::{
        GraphCut, Manifest, Pair,
        formula::{Cuts, NoFormula, Wanted, build},
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

/// Why there is no formula to compare with.
pub enum Unbuilt {
    /// The manifest is wrong, or a limit was reached.
    Unproven(Unproven),
    /// It can't be built, or a solver fails.
    Failed(Error),
}

impl From<Unproven> for Unbuilt {
    fn from(unproven: Unproven) -> Self {
        Unbuilt::Unproven(unproven)
    }
}

/// The claims of a manifest about one puzzle.
pub struct Theory {
    board: Arc<dyn Board>,
    options: BuildOptions,
    solution: Option<Solution>,
}

/// The claims of a manifest about the puzzle of a text, which is read with the family's own options; those about a solution
/// come with [`Theory::with_solution`].
///
/// # Errors
///
/// A text that is not a puzzle of the family, and a manifest with names that the family doesn't know.
pub fn theory(
    family: &dyn AnyFamily,
    manifest: &Manifest,
    text: Text,
    options: &Map<String, Value>,
    files: &dyn Files,
) -> Result<Theory, Error> {
    let name = text.name().to_owned();
    let ask = Ask { options: options.clone(), ..Ask::default() };
    let mut boards = family.prepare(&ask)?.read(text, files)?;
    let board = boards.next().unwrap_or_else(|| Err(ParseError::in_file(&name, "has no puzzle")))?;
    if boards.next().is_some() {
        let several = ParseError::in_file(&name, "has several puzzles, expected one");
        return Err(several.with_help("put each puzzle into its own file").into());
    }
    let flavours = &manifest.flavours;
    let flavours = Flavours {
        amo: named(&name, flavours.amo.as_deref())?,
        card: named(&name, flavours.card.as_deref())?,
        sum: named(&name, flavours.sum.as_deref())?,
        graph: named(&name, flavours.graph.as_deref())?,
    };
    let options = BuildOptions { flavours, ..BuildOptions::default() };
    Ok(Theory { board, options, solution: None })
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

impl Theory {
    /// Adds the manifest's solution, if it has one.
    ///
    /// # Errors
    ///
    /// A solution that is not one of the puzzle.
    pub fn with_solution(self, manifest: &Manifest) -> Result<Self, ParseError> {
        // Version 1 also kept the search's claims about it: that it is the shortest.
        let read = if manifest.schema == 1 { read_with_claims } else { read_given };
        let read = |value| read(&*self.board, self.board.file(), value);
        Ok(Theory { solution: manifest.solution.as_ref().map(read).transpose()?, ..self })
    }

    /// The puzzle's title in its own text.
    pub fn title(&self) -> &str {
        self.board.title()
    }

    /// The one solution that formulas exclude.
    fn besides(&self, theorem: &Theorem) -> Option<&Solution> {
        self.solution.as_ref().filter(|_| *theorem == Theorem::Unique)
    }

    /// Refuses a pair about an encoding or a length that there isn't.
    fn check_pair(&self, pair: &Pair) -> Result<(), Unproven> {
        if let Some(steps) = pair.length.filter(|&steps| !self.board.has_length(steps)) {
            return Err(Unproven::No(format!("there is no formula for {steps} steps")));
        }
        self.check_encoding(pair)
    }

    fn check_encoding(&self, pair: &Pair) -> Result<(), Unproven> {
        let is_there = self.board.encodings().contains(&pair.encoding.as_str());
        let none = || Unproven::No(format!("there is no encoding {}", quote(&pair.encoding)));
        if is_there { Ok(()) } else { Err(none()) }
    }

    /// The cuts that complete the formula.
    fn cuts(&self, pair: &Pair) -> Result<Cuts, Unproven> {
        let cut =
            |value: &Value| read_given(&*self.board, "cuts", value).map_err(|error| no(&error.message()));
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

    /// The formula that a proof must refute.
    ///
    /// # Errors
    ///
    /// What the manifest says of a formula that there isn't, and errors of a solver.
    pub fn formula(
        &self,
        manifest: &Manifest,
        pair: &Pair,
        limits: &Limits,
    ) -> Result<(u32, Clauses), Unbuilt> {
        self.check_pair(pair)?;
        let cuts = self.cuts(pair)?;
        let wanted = Wanted {
            board: &*self.board,
            length: pair.length,
            encoding: &pair.encoding,
            options: &self.options,
            besides: self.besides(&manifest.theorem),
            limits,
        };
        let formula = build(wanted, &cuts).map_err(|none| match none {
            NoFormula::Stopped(stop) => Unproven::Open(stop).into(),
            NoFormula::Wrong(why) => no(&why).into(),
            NoFormula::Failed(error) => Unbuilt::Failed(error),
        })?;
        let clauses =
            part_formula(formula.variables, &formula.clauses, &pair.part, &parts_of(manifest, pair));
        Ok((formula.variables, clauses.map_err(|violation| no(&violation))?))
    }

    /// Whether the claim follows if all formulas are refuted.
    ///
    /// # Errors
    ///
    /// What is missing.
    pub fn follows(
        &self,
        manifest: &Manifest,
        certificate: Option<&str>,
        limits: &Limits,
    ) -> Result<(), Unproven> {
        let Manifest { theorem, grounds, proofs, .. } = manifest;
        let mut refuted = Vec::new();
        for pair in proofs {
            covers(&parts_of(manifest, pair)).map_err(|violation| no(&violation))?;
            self.check_encoding(pair)?;
            refuted.push((pair.encoding.clone(), pair.length));
        }
        if let Some(solution) = &self.solution {
            self.board.check(solution, limits).map_err(|refusal| {
                unproven(refusal, &|violation| format!("the solution is not one: {violation}"))
            })?;
        }
        let evidence = Evidence { refuted: &refuted, grounds, certificate };
        let follows = self.board.follows(theorem, &evidence, limits);
        follows.map_err(|refusal| unproven(refusal, &Violation::to_string))
    }
}
