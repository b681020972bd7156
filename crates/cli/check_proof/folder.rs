//! A folder of proofs: each formula is built again from the puzzle, and what they say together is looked over.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use jigsat_cnf::{Amo, Card, Choice, Clauses, Flavours, Sum};
use jigsat_input::{ParseError, Position};
use jigsat_solve::{
    Build, Limits, Puzzle,
    proof::{Part, covers, part_formula},
};

use super::{Checked, pair};
use crate::{
    edge_matching::EdgeMatching,
    exit::Failure,
    family::{Family, HowOf, SolutionOf},
    fillomino::Fillomino,
    prove::{
        self, Manifest, Pair, Theorem,
        formula::{self, NoFormula},
    },
    qprop::Qprop,
    sokoban::Sokoban,
    sudoku::Sudoku,
    tiling::Tiling,
};

/// What a manifest claims and is not so, in words.
type Wrong = String;

pub struct Folder {
    path: PathBuf,
    pub manifest: Manifest,
    /// The puzzle, where the manifest has one.
    proven: Box<dyn Proven>,
}

impl Folder {
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let manifest = read_manifest(path)?;
        let known = FAMILIES.iter().find(|(name, _)| *name == manifest.family);
        let proven = match known {
            Some((_, prepare)) => prepare(&manifest),
            None => Err(format!("there is no family '{}'", manifest.family)),
        };
        let name = path.join("manifest.json").display().to_string();
        let proven = proven.map_err(|wrong| Failure::Input(ParseError::in_file(&name, wrong)))?;
        Ok(Folder { path: path.to_owned(), manifest, proven })
    }

    /// Whether there is a puzzle that formulas are compared with.
    pub fn has_puzzle(&self) -> bool {
        self.proven.has_puzzle()
    }

    /// Checks a formula and its proof.
    pub fn check(&self, one: &Pair) -> Result<Checked, Failure> {
        let what = one.what.clone();
        let (cnf, lrat) = (self.file(&one.cnf)?, self.file(&one.lrat)?);
        let formula = match self.proven.formula(&self.manifest, one)? {
            Ok(formula) => formula,
            Err(wrong) => {
                let (schema, flaw) = (crate::record::SCHEMA, Some(wrong));
                return Ok(Checked { schema, what, holds: false, flaw, clauses: 0, steps: 0 });
            }
        };
        let wanted = formula.as_ref().map(|(variables, clauses)| (*variables, clauses));
        pair::check(what, &cnf, &lrat, wanted)
    }

    /// Whether the claim follows from the formulas and the grounds.
    pub fn follows(&self) -> Result<(), Wrong> {
        self.proven.follows(&self.manifest)
    }

    /// A file of the folder; of no other.
    fn file(&self, name: &str) -> Result<PathBuf, Failure> {
        if Path::new(name).file_name() == Some(OsStr::new(name)) {
            return Ok(self.path.join(name));
        }
        let manifest = self.path.join("manifest.json").display().to_string();
        let message = format!("names {}, which is no file of this folder", jigsat_input::quote(name));
        Err(Failure::Input(ParseError::in_file(&manifest, message)))
    }
}

fn read_manifest(folder: &Path) -> Result<Manifest, Failure> {
    let path = folder.join("manifest.json");
    let name = path.display().to_string();
    if !folder.is_dir() {
        let message = "is no folder of proofs; for a single proof name two files, the formula and its proof";
        return Err(Failure::Input(ParseError::in_file(folder.display().to_string(), message)));
    }
    let source = pair::read(&path)?;
    let deserializer = &mut serde_json::Deserializer::from_str(source.text());
    serde_path_to_error::deserialize(deserializer).map_err(|error| {
        let inner = error.inner();
        let position = Position { line: inner.line().max(1), column: inner.column().max(1) };
        let message = format!("is no manifest of proofs: {inner}");
        let error = if inner.line() == 0 {
            ParseError::in_file(&name, message)
        } else {
            source.error(position, message)
        };
        Failure::Input(error)
    })
}

/// What is proven of a puzzle of some family.
trait Proven {
    fn has_puzzle(&self) -> bool;
    /// The formula that a proof must refute; none where there is no puzzle to build it from.
    fn formula(
        &self,
        manifest: &Manifest,
        pair: &Pair,
    ) -> Result<Result<Option<(u32, Clauses)>, Wrong>, Failure>;
    fn follows(&self, manifest: &Manifest) -> Result<(), Wrong>;
}

type Prepare = fn(&Manifest) -> Result<Box<dyn Proven>, Wrong>;

const FAMILIES: [(&str, Prepare); 6] = [
    (Sudoku::NAME, prepare::<Sudoku>),
    (Tiling::NAME, prepare::<Tiling>),
    (Sokoban::NAME, prepare::<Sokoban>),
    (EdgeMatching::NAME, prepare::<EdgeMatching>),
    (Fillomino::NAME, prepare::<Fillomino>),
    (Qprop::NAME, prepare::<Qprop>),
];

struct Of<F: Family> {
    puzzle: Option<F::Puzzle>,
    recipe: Build,
    solution: Option<SolutionOf<F>>,
}

fn prepare<F: Family>(manifest: &Manifest) -> Result<Box<dyn Proven>, Wrong> {
    let puzzle = match &manifest.text {
        Some(text) => Some(prove::read_again::<F>(text).ok_or("has a text that is no puzzle")?),
        None => None,
    };
    let flavours = &manifest.flavours;
    let flavours = Flavours {
        amo: named::<Amo>(flavours.amo.as_deref())?,
        card: named::<Card>(flavours.card.as_deref())?,
        sum: named::<Sum>(flavours.sum.as_deref())?,
    };
    let recipe = Build { flavours, dropped: Vec::new(), prunes: false };
    let solution = manifest.solution.as_ref().map(read::<SolutionOf<F>>).transpose()?;
    Ok(Box::new(Of::<F> { puzzle, recipe, solution }))
}

fn named<C: Choice + Default>(name: Option<&str>) -> Result<C, Wrong> {
    name.map_or_else(
        || Ok(C::default()),
        |name| C::named(name).ok_or_else(|| format!("names '{name}', expected one of: {}", C::names())),
    )
}

fn read<T: serde::de::DeserializeOwned>(value: &serde_json::Value) -> Result<T, Wrong> {
    serde_json::from_value(value.clone()).map_err(|error| format!("has a solution that is none: {error}"))
}

fn how<F: Family>(pair: &Pair) -> Result<HowOf<F>, Wrong> {
    HowOf::<F>::named(&pair.encoding).ok_or_else(|| format!("there is no encoding '{}'", pair.encoding))
}

/// The proofs of parts of the same formula.
fn alike<'m>(manifest: &'m Manifest, pair: &'m Pair) -> impl Iterator<Item = &'m Pair> {
    let is_alike = move |other: &&Pair| (&other.encoding, other.length) == (&pair.encoding, pair.length);
    manifest.proofs.iter().filter(is_alike)
}

impl<F: Family> Of<F> {
    /// The one solution that formulas exclude.
    fn besides(&self, theorem: &Theorem) -> Result<Option<&SolutionOf<F>>, Wrong> {
        match (theorem, &self.solution) {
            (Theorem::Unique, None) => {
                Err("which solution is the only one, the manifest does not say".into())
            }
            (Theorem::Unique, solution) => Ok(solution.as_ref()),
            _ => Ok(None),
        }
    }

    fn built(
        &self,
        puzzle: &F::Puzzle,
        manifest: &Manifest,
        pair: &Pair,
    ) -> Result<Result<(u32, Clauses), Wrong>, Failure> {
        let parts = || -> Result<_, Wrong> {
            let cuts = pair.cuts.iter().map(read::<SolutionOf<F>>).collect::<Result<Vec<_>, Wrong>>()?;
            let other = prove::at_length::<F>(puzzle, pair.length).map_err(|flaw| flaw.to_string())?;
            Ok((how::<F>(pair)?, cuts, other, self.besides(&manifest.theorem)?))
        };
        let (how, cuts, other, besides) = match parts() {
            Ok(parts) => parts,
            Err(wrong) => return Ok(Err(wrong)),
        };
        let puzzle = other.as_ref().unwrap_or(puzzle);
        let limits = Limits::default();
        let formula = formula::build::<F>(puzzle, how, &self.recipe, besides, &cuts, &limits)?;
        Ok(match formula {
            Ok(formula) => {
                let parts: Vec<Part> = alike(manifest, pair).map(|pair| pair.part.clone()).collect();
                part_formula(formula.variables, &formula.clauses, &pair.part, &parts)
                    .map(|clauses| (formula.variables, clauses))
                    .map_err(|wrong| wrong.to_string())
            }
            Err(NoFormula::Stopped(stop)) => Err(stop.to_string()),
            Err(NoFormula::Wrong(why)) => Err(why.into()),
        })
    }
}

impl<F: Family> Proven for Of<F> {
    fn has_puzzle(&self) -> bool {
        self.puzzle.is_some()
    }

    fn formula(
        &self,
        manifest: &Manifest,
        pair: &Pair,
    ) -> Result<Result<Option<(u32, Clauses)>, Wrong>, Failure> {
        let Some(puzzle) = &self.puzzle else { return Ok(Ok(None)) };
        Ok(self.built(puzzle, manifest, pair)?.map(Some))
    }

    fn follows(&self, manifest: &Manifest) -> Result<(), Wrong> {
        let mut refuted = Vec::new();
        for pair in &manifest.proofs {
            let parts: Vec<Part> = alike(manifest, pair).map(|pair| pair.part.clone()).collect();
            covers(&parts).map_err(|gap| gap.to_string())?;
            refuted.push((how::<F>(pair)?, pair.length));
        }
        let Some(puzzle) = &self.puzzle else {
            return prove::follows_from_one::<F>(&refuted, &manifest.grounds)
                .map_err(|flaw| flaw.to_string());
        };
        if let Some(solution) = &self.solution {
            puzzle.check(solution).map_err(|flaw| format!("the solution is none: {flaw}"))?;
        }
        F::follows(puzzle, &manifest.theorem, &manifest.grounds, &refuted).map_err(|flaw| flaw.to_string())
    }
}
