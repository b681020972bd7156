//! Proofs: whatever was found impossible is refuted again, with a proof.

pub(crate) mod formula;
pub(crate) mod manifest;

use std::fs::File;

use jigsat_cnf::Clauses;
use jigsat_input::Message;
use jigsat_kit::{Claim, Error, Evidence, NoFiles, Outcome, Proposition, Text};
use jigsat_solve::{
    BuildOptions, Error as SolveError, Limits, Refusal, Solution, Stop,
    proof::{Part, part_formula},
};

use crate::{Ask, Board, Context, ProofRequest, given::given, only, record::Certified};
use formula::{NoFormula, Refutable, Wanted};
use manifest::Folder;
pub(crate) use manifest::{Flavours, GraphCut, Manifest, Pair};

/// Whether proofs can be made.
const HAS_CADICAL: bool = cfg!(feature = "cadical");

/// The message if they can't be made.
const NEEDS_CADICAL: &str = "proofs need the solver CaDiCaL, which this build does not have";

/// Rejects proofs if it is known beforehand that there can be none.
pub(crate) fn possible(board: &dyn Board, request: &ProofRequest) -> Result<(), Error> {
    if request.wanted() && !HAS_CADICAL {
        return Err(Error::request(NEEDS_CADICAL));
    }
    if request.wanted() {
        board.one_puzzle()?;
    }
    match board.cannot_prove() {
        Some(why) if request.wanted() => {
            Err(Error::request(Message::from("`proof` and `checked`: ").and(why)))
        }
        _ => Ok(()),
    }
}

/// Proves all claims of an outcome; weakens it if that could not be done within the limits.
pub(crate) fn outcome(
    board: &dyn Board,
    request: &ProofRequest,
    outcome: &mut Outcome<Solution>,
    context: &Context,
) -> Result<Option<Certified>, Error> {
    if !HAS_CADICAL || !request.wanted() {
        return Ok(None);
    }
    let limits = board.limits(context);
    let proved = match board.proposition(outcome, &limits) {
        Ok(None) => return Ok(None),
        Ok(Some(proposition)) => prove(board, request, &proposition, &limits),
        Err(stop) => Err(stop.into()),
    };
    let (why, stop) = match proved {
        Ok(certified) => return Ok(Some(certified)),
        Err(Uncertified::Open { why, stop }) => (why, stop),
        Err(Uncertified::Failed(error)) => return Err(error),
    };
    outcome.left_open = Some(format!("not certified: found by {} ({why})", outcome.by.engine));
    board.leave_open(outcome, stop);
    Ok(None)
}

/// Why there is no proof.
enum Uncertified {
    /// In words, and the limit.
    Open { why: String, stop: Stop },
    /// A solver that fails, or a folder that can't be written.
    Failed(Error),
}

impl From<Stop> for Uncertified {
    fn from(stop: Stop) -> Self {
        Uncertified::Open { why: stop.to_string(), stop }
    }
}

impl From<NoFormula> for Uncertified {
    fn from(no: NoFormula) -> Self {
        match no {
            NoFormula::Stopped(stop) => stop.into(),
            NoFormula::Wrong(why) => Uncertified::Open { why: why.into(), stop: Stop::GaveUp },
            NoFormula::Failed(error) => Uncertified::Failed(error),
        }
    }
}

impl From<Error> for Uncertified {
    fn from(error: Error) -> Self {
        Uncertified::Failed(error)
    }
}

impl From<SolveError> for Uncertified {
    fn from(error: SolveError) -> Self {
        Uncertified::Failed(error.into())
    }
}

/// The context for making proofs.
struct Maker<'m> {
    board: &'m dyn Board,
    request: &'m ProofRequest,
    folder: Option<Folder>,
    options: BuildOptions,
    limits: &'m Limits,
}

/// Proves claims, or says why they are not proved.
fn prove(
    board: &dyn Board,
    request: &ProofRequest,
    proposition: &Proposition,
    limits: &Limits,
) -> Result<Certified, Uncertified> {
    let folder = request.folder.as_deref().map(Folder::start).transpose()?;
    let options = board.formula_options().build(false, limits);
    let maker = Maker { board, request, folder, options, limits };
    let mut pairs: Vec<Pair> = Vec::new();
    let mut text = written(board).filter(|_| maker.folder.is_some());
    for claim in &proposition.claims {
        let formula = maker.formula(claim)?;
        if pairs.is_empty()
            && let Some(words) = &text
            && !maker.is_of_text(words, claim, &formula)?
        {
            text = None;
        }
        let cuts: Result<Vec<_>, _> = formula.cuts.candidates.iter().map(serde_json::to_value).collect();
        let cuts = cuts.map_err(unwritable)?;
        let graph_cuts = formula.cuts.of_graphs.iter().map(|(graph, witness)| GraphCut::of(*graph, witness));
        let graph_cuts: Vec<GraphCut> = graph_cuts.collect();
        for part in &formula.parts {
            let number = pairs.len() + 1;
            let (cnf, lrat) = (format!("{number:03}.cnf"), format!("{number:03}.lrat"));
            let steps = maker.refute(&formula, part, &cnf, &lrat)?;
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
    if request.checked {
        let refuted = proposition.claims.iter().map(|claim| (maker.encoding(claim).to_owned(), claim.length));
        let refuted: Vec<_> = refuted.collect();
        let evidence = Evidence { refuted: &refuted, grounds: &proposition.grounds, certificate };
        match board.follows(&proposition.theorem, &evidence, limits) {
            Ok(()) => {}
            Err(Refusal::Broken(violation)) => return Err(SolveError::Proof(violation.to_string()).into()),
            Err(Refusal::Stopped(stop)) => return Err(stop.into()),
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
        let solution = solution.map(|solution| given(board, solution)).transpose()?;
        folder.finish(Manifest {
            schema: manifest::VERSION,
            family: board.info().name.to_string(),
            page: board.info().definition.as_deref().map(str::to_owned),
            file: board.file().to_string(),
            puzzle: board.title().to_string(),
            claim: proposition.theorem.sentence(),
            theorem: proposition.theorem.clone(),
            text,
            solution,
            grounds: proposition.grounds.clone(),
            certificate: lines,
            flavours: Flavours::of(board.formula_options()),
            proofs: pairs,
            seal: None,
        })?;
    }
    Ok(certified)
}

/// A solution without a JSON form; none of ours lacks one.
fn unwritable(error: serde_json::Error) -> Error {
    Error::Output { path: "manifest.json".into(), error: error.into() }
}

impl Maker<'_> {
    /// What the negation of a claim says.
    fn wanted<'w>(&'w self, board: &'w dyn Board, claim: &'w Claim) -> Wanted<'w> {
        Wanted {
            board,
            length: claim.length,
            encoding: self.encoding(claim),
            options: &self.options,
            besides: claim.besides.as_ref(),
            limits: self.limits,
        }
    }

    /// The formula for the negation of a claim.
    fn formula(&self, claim: &Claim) -> Result<Refutable, NoFormula> {
        if !claim.length.is_none_or(|steps| self.board.has_length(steps)) {
            return Err(NoFormula::Stopped(Stop::GaveUp));
        }
        formula::complete(self.wanted(self.board, claim), self.request.parts)
    }

    /// Refutes a part of a formula; returns the number of steps.
    fn refute(&self, formula: &Refutable, part: &Part, cnf: &str, lrat: &str) -> Result<u64, Uncertified> {
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
            Err(Uncertified::Failed(Error::Solver(SolveError::ProofOutput(error)))) => {
                Err(folder.failure(lrat, error).into())
            }
            steps => steps,
        }
    }

    fn encoding(&self, claim: &Claim) -> &'static str {
        claim.encoding.unwrap_or_else(|| self.board.encoding())
    }

    /// Whether the formula of a claim can be built again from a text of the puzzle.
    fn is_of_text(&self, text: &str, claim: &Claim, formula: &Refutable) -> Result<bool, NoFormula> {
        // No options and no files: the text is all that a checker has.
        let text = Text::of_string("manifest.json", text.to_owned());
        let prepared = self.board.family().prepare(&Ask::default())?;
        let Ok(board) = only(&*prepared, text, &NoFiles) else { return Ok(false) };
        if !claim.length.is_none_or(|steps| board.has_length(steps)) {
            return Ok(false);
        }
        match formula::build(self.wanted(&*board, claim), &formula.cuts) {
            Ok(again) => {
                Ok(again.variables == formula.variables && again.clauses.iter().eq(formula.clauses.iter()))
            }
            Err(NoFormula::Wrong(_)) => Ok(false),
            Err(no) => Err(no),
        }
    }
}

/// The puzzle as a complete text.
fn written(board: &dyn Board) -> Option<String> {
    let bytes = board.write("yaml").or_else(|_| board.write("plain")).ok()?;
    String::from_utf8(bytes).ok()
}

/// Refutes a formula by CaDiCaL and returns the number of steps; or why that failed.
#[cfg(feature = "cadical")]
fn certify(
    variables: u32,
    clauses: &Clauses,
    out: Option<File>,
    check: bool,
    limits: &Limits,
) -> Result<u64, Uncertified> {
    use jigsat_solve::proof::{self, Wish};
    let kept = out.as_ref().map(File::try_clone).transpose().map_err(SolveError::ProofOutput)?;
    let write = out.map(|file| -> Box<dyn std::io::Write> { Box::new(file) });
    match proof::certify(variables, clauses, &[], Wish { write, check }, limits)? {
        proof::Certified::Refuted { steps } => {
            kept.map_or(Ok(()), |file| file.sync_all()).map_err(SolveError::ProofOutput)?;
            Ok(steps)
        }
        proof::Certified::Stopped(stop) => Err(stop.into()),
        proof::Certified::Satisfiable => {
            let why = "CaDiCaL finds a model where there should be none".into();
            Err(Uncertified::Open { why, stop: Stop::GaveUp })
        }
    }
}

#[cfg(not(feature = "cadical"))]
fn certify(_: u32, _: &Clauses, _: Option<File>, _: bool, _: &Limits) -> Result<u64, Uncertified> {
    Err(Error::request(NEEDS_CADICAL).into())
}
