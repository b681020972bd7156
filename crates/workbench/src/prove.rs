//! Proofs: whatever was found impossible is refuted again, with a proof.

pub(crate) mod formula;
pub(crate) mod manifest;

use std::fs::File;

use jigsat_cnf::Clauses;
use jigsat_kit::{
    Claim, EncodingOf, Error, Evidence, Family, Goal, NoFiles, Options, Outcome, Proposition, SolutionOf,
    Text, only,
};
use jigsat_solve::{
    Answer, Error as SolveError, Limits, Refusal, Stop, Violation,
    proof::{Part, part_formula},
};

use crate::{Context, ProofRequest, case::Case, given::given, record::Certified};
use formula::{NoFormula, Refutable};
use manifest::Folder;
pub(crate) use manifest::{Flavours, GraphCut, Manifest, Pair};

/// Whether proofs can be made.
const HAS_CADICAL: bool = cfg!(feature = "cadical");

/// The message if they can't be made.
const NEEDS_CADICAL: &str = "proofs need the solver CaDiCaL, which this build does not have";

/// Rejects proofs if it is known beforehand that there can be none.
pub(crate) fn possible<F: Family>(case: &Case<F>, request: &ProofRequest) -> Result<(), Error> {
    if request.wanted() && !HAS_CADICAL {
        return Err(Error::request(NEEDS_CADICAL));
    }
    if request.wanted() {
        case.one_puzzle()?;
    }
    let why = case.family.horizon().and_then(|horizon| horizon.cannot_prove(&case.question));
    match why {
        Some(why) if request.wanted() => Err(Error::Request(format!("--proof and --checked: {why}"))),
        _ => Ok(()),
    }
}

/// Proves all claims of an outcome; weakens it if that could not be done within the limits.
pub(crate) fn outcome<F: Family>(
    case: &Case<F>,
    request: &ProofRequest,
    outcome: &mut Outcome<SolutionOf<F>>,
    context: &Context,
) -> Result<Option<Certified>, Error> {
    if !HAS_CADICAL || !request.wanted() {
        return Ok(None);
    }
    let limits = case.limits(context);
    let proposition = match case.family.horizon() {
        Some(horizon) => horizon.proposition(case.puzzle(), &case.question, outcome, &limits),
        None => Ok(Proposition::of_one_formula(outcome)),
    };
    let Uncertified { why, stop } = match proposition {
        Ok(None) => return Ok(None),
        Ok(Some(proposition)) => match prove(case, request, &proposition, &limits)? {
            Ok(certified) => return Ok(Some(certified)),
            Err(uncertified) => uncertified,
        },
        Err(stop) => stop.into(),
    };
    outcome.left_open = Some(format!("not certified: found by {} ({why})", outcome.by.engine));
    leave_open(case, outcome, stop);
    Ok(None)
}

/// Why there is no proof.
struct Uncertified {
    /// In words.
    why: String,
    /// The limit.
    stop: Stop,
}

impl From<Stop> for Uncertified {
    fn from(stop: Stop) -> Self {
        Uncertified { why: stop.to_string(), stop }
    }
}

impl From<NoFormula> for Uncertified {
    fn from(no: NoFormula) -> Self {
        match no {
            NoFormula::Stopped(stop) => stop.into(),
            NoFormula::Wrong(why) => Uncertified { why: why.into(), stop: Stop::GaveUp },
        }
    }
}

/// Weakens an outcome that was not proved.
fn leave_open<F: Family>(case: &Case<F>, outcome: &mut Outcome<SolutionOf<F>>, stop: Stop) {
    if let Some(horizon) = case.family.horizon() {
        horizon.leave_open(case.puzzle(), outcome, stop);
    } else if outcome.second.is_some() {
        outcome.second = Some(Answer::Unknown(stop));
    } else if matches!(outcome.first, Answer::Impossible(_)) {
        outcome.first = Answer::Unknown(stop);
    }
}

/// The context for making proofs.
struct Maker<'m, F: Family> {
    case: &'m Case<F>,
    request: &'m ProofRequest,
    folder: Option<Folder>,
    limits: &'m Limits,
}

/// Proves claims, or says why they are not proved.
fn prove<F: Family>(
    case: &Case<F>,
    request: &ProofRequest,
    proposition: &Proposition<F>,
    limits: &Limits,
) -> Result<Result<Certified, Uncertified>, Error> {
    let folder = request.folder.as_deref().map(Folder::start).transpose()?;
    let maker = Maker { case, request, folder, limits };
    let mut pairs: Vec<Pair> = Vec::new();
    let mut text = written(case).filter(|_| maker.folder.is_some());
    for claim in &proposition.claims {
        let formula = match maker.formula(claim)? {
            Ok(formula) => formula,
            Err(no) => return Ok(Err(no.into())),
        };
        if pairs.is_empty()
            && let Some(words) = &text
        {
            match maker.is_of_text(words, claim, &formula)? {
                Ok(true) => {}
                Ok(false) => text = None,
                Err(stop) => return Ok(Err(stop.into())),
            }
        }
        let cuts: Result<Vec<_>, _> = formula.cuts.candidates.iter().map(serde_json::to_value).collect();
        let cuts = cuts.map_err(unwritable)?;
        let graph_cuts = formula.cuts.of_graphs.iter().map(|(graph, witness)| GraphCut::of(*graph, witness));
        let graph_cuts: Vec<GraphCut> = graph_cuts.collect();
        for part in &formula.parts {
            let number = pairs.len() + 1;
            let (cnf, lrat) = (format!("{number:03}.cnf"), format!("{number:03}.lrat"));
            let steps = match maker.refute(&formula, part, &cnf, &lrat)? {
                Ok(steps) => steps,
                Err(uncertified) => return Ok(Err(uncertified)),
            };
            let what = match part {
                Part::Whole => claim.what.clone(),
                Part::Cube(_) => format!("{}, part {number}", claim.what),
                Part::Outside => format!("{}, outside of all parts", claim.what),
            };
            let (encoding, length, part) = (formula.encoding.into(), claim.length, part.clone());
            let (cuts, graph_cuts) = (cuts.clone(), graph_cuts.clone());
            pairs.push(Pair { what, encoding, length, part, cuts, graph_cuts, cnf, lrat, steps });
        }
    }
    let certificate = proposition.certificate.as_deref();
    if let (true, Some(horizon)) = (request.checked, case.family.horizon()) {
        let refuted: Vec<_> =
            proposition.claims.iter().map(|claim| (maker.encoding(claim), claim.length)).collect();
        let evidence = Evidence::<F> { refuted: &refuted, grounds: &proposition.grounds, certificate };
        match horizon.follows(case.puzzle(), &proposition.theorem, &evidence, limits) {
            Ok(()) => {}
            Err(Refusal::Broken(violation)) => return Err(SolveError::Proof(violation.to_string()).into()),
            Err(Refusal::Stopped(stop)) => return Ok(Err(stop.into())),
        }
    }
    let lines = certificate.map(|text| text.lines().count());
    let certified = Certified {
        formulas: pairs.len(),
        steps: pairs.iter().map(|pair| pair.steps).sum(),
        lines,
        checked: request.checked,
    };
    if let Some(folder) = maker.folder {
        if let Some(text) = certificate {
            folder.certificate(text)?;
        }
        let solution = proposition.solution.as_ref();
        let solution = solution.map(|solution| given(&*case.family, case.puzzle(), solution)).transpose()?;
        folder.finish(Manifest {
            schema: manifest::VERSION,
            family: case.family.info().name.to_string(),
            page: case.family.info().definition.as_deref().map(str::to_owned),
            file: case.board.file.to_string(),
            puzzle: case.board.title.to_string(),
            claim: proposition.theorem.sentence(),
            theorem: proposition.theorem.clone(),
            text,
            solution,
            grounds: proposition.grounds.clone(),
            certificate: lines,
            flavours: Flavours::of(&case.question.formula),
            proofs: pairs,
            seal: None,
        })?;
    }
    Ok(Ok(certified))
}

/// A solution without a JSON form; none of ours lacks one.
fn unwritable(error: serde_json::Error) -> Error {
    Error::Output { path: "manifest.json".into(), error: error.into() }
}

impl<F: Family> Maker<'_, F> {
    /// The formula for the negation of a claim.
    fn formula(&self, claim: &Claim<F>) -> Result<Result<Refutable<F>, NoFormula>, Error> {
        let Ok(other) = to_prove(&*self.case.family, self.case.puzzle(), claim.length) else {
            return Ok(Err(NoFormula::Stopped(Stop::GaveUp)));
        };
        let puzzle = other.as_ref().unwrap_or(self.case.puzzle());
        let options = self.case.question.formula.build(false, self.limits);
        let (besides, parts) = (claim.besides.as_ref(), self.request.parts);
        let encoding = self.encoding(claim);
        formula::complete(&*self.case.family, puzzle, encoding, &options, besides, parts, self.limits)
    }

    /// Refutes a part of a formula; returns the number of steps.
    fn refute(
        &self,
        formula: &Refutable<F>,
        part: &Part,
        cnf: &str,
        lrat: &str,
    ) -> Result<Result<u64, Uncertified>, Error> {
        let variables = formula.variables;
        let clauses = part_formula(variables, &formula.clauses, part, &formula.parts);
        let clauses = clauses.map_err(|wrong| SolveError::Proof(wrong.to_string()))?;
        let check = self.request.checked;
        let Some(folder) = &self.folder else {
            return certify(variables, &clauses, None, check, self.limits);
        };
        folder.formula(cnf, variables, &clauses)?;
        let out = folder.create(lrat)?;
        match certify(variables, &clauses, Some(out), check, self.limits) {
            Err(Error::Solver(SolveError::ProofOutput(error))) => Err(folder.failure(lrat, error)),
            steps => steps,
        }
    }

    fn encoding(&self, claim: &Claim<F>) -> EncodingOf<F> {
        let auto = || self.case.family.auto(self.case.puzzle(), Goal::One).encoding;
        claim.encoding.or(self.case.question.encoding).unwrap_or_else(auto)
    }

    /// Whether the formula of a claim can be built again from a text of the puzzle.
    fn is_of_text(
        &self,
        text: &str,
        claim: &Claim<F>,
        formula: &Refutable<F>,
    ) -> Result<Result<bool, Stop>, Error> {
        let family = &*self.case.family;
        let Some(puzzle) = read_again(family, text) else { return Ok(Ok(false)) };
        let Ok(other) = to_prove(family, &puzzle, claim.length) else { return Ok(Ok(false)) };
        let puzzle = other.unwrap_or(puzzle);
        let options = self.case.question.formula.build(false, self.limits);
        let (encoding, besides, cuts) = (self.encoding(claim), claim.besides.as_ref(), &formula.cuts);
        Ok(match formula::build::<F>(&puzzle, encoding, &options, besides, cuts, self.limits)? {
            Ok(again) => {
                Ok(again.variables == formula.variables && again.clauses.iter().eq(formula.clauses.iter()))
            }
            Err(NoFormula::Stopped(stop)) => Err(stop),
            Err(NoFormula::Wrong(_)) => Ok(false),
        })
    }
}

/// The puzzle whose formula a proof refutes, if that is another one: it is about solutions of exactly this many steps,
/// or is weaker than the puzzle.
pub(crate) fn to_prove<F: Family>(
    family: &F,
    puzzle: &F::Puzzle,
    length: Option<u32>,
) -> Result<Option<F::Puzzle>, Violation> {
    let Some(steps) = length else {
        return Ok(family.formulas().map(|formulas| formulas.to_prove(puzzle)));
    };
    let other = family.horizon().and_then(|horizon| horizon.of_length(puzzle, steps));
    other.map(Some).ok_or_else(|| Violation::new(format!("there is no formula for {steps} steps")))
}

/// The puzzle as a complete text.
fn written<F: Family>(case: &Case<F>) -> Option<String> {
    let (family, puzzle) = (&*case.family, case.puzzle());
    let bytes = family.write(puzzle, "yaml").or_else(|_| family.write(puzzle, "plain")).ok()?;
    String::from_utf8(bytes).ok()
}

/// A puzzle from its text in a manifest.
pub(crate) fn read_again<F: Family>(family: &F, text: &str) -> Option<F::Puzzle> {
    let options = F::Options::read(&serde_json::Map::new()).ok()?;
    let text = Text::of_string("manifest.json", text.to_owned());
    only(family, text, &options, &NoFiles).ok().map(|entry| entry.puzzle)
}

/// Refutes a formula by CaDiCaL and returns the number of steps; or why that failed.
#[cfg(feature = "cadical")]
fn certify(
    variables: u32,
    clauses: &Clauses,
    out: Option<File>,
    check: bool,
    limits: &Limits,
) -> Result<Result<u64, Uncertified>, Error> {
    use jigsat_solve::proof::{self, Wish};
    let kept = out.as_ref().map(File::try_clone).transpose().map_err(SolveError::ProofOutput)?;
    let write = out.map(|file| -> Box<dyn std::io::Write> { Box::new(file) });
    match proof::certify(variables, clauses, &[], Wish { write, check }, limits)? {
        proof::Certified::Refuted { steps } => {
            kept.map_or(Ok(()), |file| file.sync_all()).map_err(SolveError::ProofOutput)?;
            Ok(Ok(steps))
        }
        proof::Certified::Stopped(stop) => Ok(Err(stop.into())),
        proof::Certified::Satisfiable => {
            let why = "CaDiCaL finds a model where there should be none".into();
            Ok(Err(Uncertified { why, stop: Stop::GaveUp }))
        }
    }
}

#[cfg(not(feature = "cadical"))]
fn certify(
    _: u32,
    _: &Clauses,
    _: Option<File>,
    _: bool,
    _: &Limits,
) -> Result<Result<u64, Uncertified>, Error> {
    Err(Error::request(NEEDS_CADICAL))
}
