//! The partial solution: where an explanation starts, and whether it is right so far.

use std::sync::Arc;

use jigsat_cnf::{Choice, Literal, Variable};
use jigsat_grid::Mark;
use jigsat_kit::{AtomOf, EncodingOf, Error, Family, Goal, Run, SolutionOf};
use jigsat_solve::{
    Answer, BuildOptions, Limits, Puzzle, Refusal, Session, Stop, build,
    explain::{Blame, Blamed, Reason},
};

use super::{
    Explainer,
    view::{Marks, View},
};
use crate::{
    Context, RightSoFarRequest, Solution, Status,
    case::Case,
    record::SCHEMA,
    verbs::right_so_far::{RightSoFar, RightSoFarRecord},
    words::of_length,
};

type Literals<F> = Vec<Literal<AtomOf<F>>>;

impl<F: Family> Explainer<F> {
    /// The partial solution at the start; it must break no rule.
    pub(super) fn filled_in(&mut self) -> Result<Literals<F>, Error> {
        let Some(from) = &self.request.from else { return Ok(Vec::new()) };
        let puzzle = self.case.puzzle();
        let solution = self.case.family.read_solution(puzzle, &from.to_source(), &self.limits)?;
        let contradicts =
            |what: &str| Error::Request(format!("the cells filled in so far contradict the rules: {what}"));
        let legal = self.case.family.check_so_far(puzzle, &solution, &self.limits);
        if let Some(violation) = Refusal::violation(legal)? {
            return Err(contradicts(&violation.to_string()));
        }
        let (encoding, known) = self.case.made_of(&solution).ok_or_else(|| {
            let (encoding, family) = (self.encoding.name(), &self.case.family.info().name);
            Error::Request(format!("--from cannot be used with encoding '{encoding}' of {family}"))
        })?;
        self.encoding = encoding;
        match self.case.undeclared(encoding, &known, &self.limits)?.first() {
            Some(&literal) => {
                let name = self.names(&[literal]).remove(0);
                Err(contradicts(&format!("{name} can't be")))
            }
            None => Ok(known),
        }
    }
}

impl<F: Family> Case<F> {
    /// The literals of a solution, possibly partial, in the requested encoding; otherwise in the one that measured
    /// best, or in the first that has such literals.
    fn made_of(&self, solution: &SolutionOf<F>) -> Option<(EncodingOf<F>, Literals<F>)> {
        let others = EncodingOf::<F>::ALL.iter().copied().filter(|_| self.question.encoding.is_none());
        let mut encodings = std::iter::once(self.encoding()).chain(others);
        encodings.find_map(|encoding| Some((encoding, self.literals_of(encoding, solution)?)))
    }

    /// The literals whose atoms no board of this shape has.
    fn undeclared(
        &self,
        encoding: EncodingOf<F>,
        literals: &[Literal<AtomOf<F>>],
        limits: &Limits,
    ) -> Result<Literals<F>, Error> {
        let formula = build(self.puzzle(), encoding, &self.question.formula.build(false, limits))?;
        let is_undeclared = |literal: &Literal<AtomOf<F>>| match literal.variable {
            Variable::Atom(atom) => formula.var(atom).is_none(),
            Variable::Aux(_) => false,
        };
        Ok(literals.iter().copied().filter(is_undeclared).collect())
    }
}

/// The result.
enum Verdict<F: Family> {
    Right,
    /// These contradict each other; also why fewer of them may do so, if the search for fewer was stopped.
    Wrong(Literals<F>, Option<Stop>),
    Open(String),
    /// No plan goes on from there, and why.
    Lost(String),
}

pub(crate) fn right_so_far<F: Family>(
    case: &Case<F>,
    request: &RightSoFarRequest,
    context: &Context,
) -> Result<RightSoFar, Error> {
    let (family, puzzle) = (&*case.family, case.puzzle());
    let limits = case.limits(context);
    let solution = family.read_solution(puzzle, &request.from.to_source(), &limits)?;
    let legal = Refusal::violation(family.check_so_far(puzzle, &solution, &limits));
    let refereed = match legal {
        Ok(None) => Refusal::violation(puzzle.check_within(&solution, &limits)).map(|whole| whole.is_none()),
        Ok(Some(_)) => Ok(false),
        Err(stop) => Err(stop),
    };
    let violation = legal.ok().flatten();
    let verdict = match refereed {
        Ok(true) => Verdict::Right,
        Ok(false) => Error::unless_stopped(judge(case, &solution, violation.is_none(), &limits))?
            .unwrap_or_else(|stop| Verdict::Open(stop.to_string())),
        Err(stop) => Verdict::Open(stop.to_string()),
    };
    let mut marks = Marks::default();
    let (status, word, conflict, reason) = match verdict {
        Verdict::Right => (Status::Solved, "solved", Vec::new(), None),
        Verdict::Wrong(conflict, stopped) => {
            let reason = stopped.map(|stop| format!("fewer of them may contradict each other: {stop}"));
            (Status::Impossible, "impossible", conflict, reason)
        }
        Verdict::Open(reason) => (Status::Unknown, "unknown", Vec::new(), Some(reason)),
        Verdict::Lost(reason) => (Status::Impossible, "impossible", Vec::new(), Some(reason)),
    };
    for &literal in &conflict {
        marks.add(&case.cells_of_literal(literal), Mark::Known);
    }
    let record = RightSoFarRecord {
        schema: SCHEMA,
        family: family.info().name.clone(),
        file: Arc::clone(&case.board.file),
        puzzle: Arc::clone(&case.board.title),
        status: word,
        legal: violation.is_none(),
        completable: match status {
            Status::Solved => Some(true),
            Status::Impossible => Some(false),
            _ => None,
        },
        violation: violation.map(|violation| violation.to_string()),
        conflict: case.literals_words(&conflict),
        cells: case.cell_names(&marks).known,
        reason,
    };
    let view = View {
        head: record.words(),
        lines: Vec::new(),
        solution: Some(Solution::unchecked(solution)),
        marks,
        deduced: "deduced",
        in_text: true,
    };
    Ok(RightSoFar { status, record, view, puzzle: case.board() })
}

/// Looks for a solution that contains all of it; if there is none, for the part that is to blame.
fn judge<F: Family>(
    case: &Case<F>,
    solution: &SolutionOf<F>,
    legal: bool,
    limits: &Limits,
) -> Result<Verdict<F>, Error> {
    let (puzzle, question) = (case.puzzle(), &*case.question);
    if let Some(horizon) = case.family.horizon()
        && case.length().is_none()
        && legal
    {
        let account = horizon.account(puzzle, question, Some(solution), &Run::silent(limits))?;
        return Ok(match account.outcome.first {
            Answer::Solved(_) => Verdict::Right,
            Answer::Impossible(_) => Verdict::Lost(account.summary),
            Answer::Unknown(_) | Answer::Refused { .. } => Verdict::Open(account.summary),
        });
    }
    let Some((encoding, known)) = case.made_of(solution) else {
        if !legal {
            return Ok(Verdict::Wrong(Vec::new(), None));
        }
        let (encoding, family) = (case.encoding().name(), &case.family.info().name);
        return Err(Error::Request(format!(
            "in encoding '{encoding}' of {family}, a partial solution has no meaning by itself"
        )));
    };
    if let Some(&literal) = case.undeclared(encoding, &known, limits)?.first() {
        return Ok(Verdict::Wrong(vec![literal], None));
    }
    let options = question.formula.build(false, limits);
    if legal {
        let auto = case.family.auto(puzzle, Goal::One);
        let solver = question.search.solver.as_ref().unwrap_or(&auto.solver);
        let mut session = Session::new(puzzle, encoding, &options, solver, question.search.seed)?;
        match session.solve_assuming(&known, limits)? {
            Answer::Solved(_) | Answer::Refused { .. } => return Ok(Verdict::Right),
            Answer::Unknown(stop) => return Ok(Verdict::Open(stop.to_string())),
            Answer::Impossible(_) => {}
        }
        if let Some(steps) = case.length() {
            return Ok(Verdict::Open(format!("there is no solution of {}", of_length(steps))));
        }
    }
    let givens = puzzle.givens();
    let filled: Literals<F> = known.into_iter().filter(|literal| !givens.contains(literal)).collect();
    // Even if the search for fewer was stopped, these contradict each other.
    let (conflict, stopped) = conflict(case, encoding, &options, &filled, limits)?;
    Ok(Verdict::Wrong(conflict, stopped))
}

/// Some of these literals that no solution has together, as few as possible, and why there may be more than that. The
/// rules stay: only literals are removed one after the other.
///
/// R. Bakker, F. Dikker, F. Tempelman, P. Wognum: Diagnosing and solving over-determined constraint satisfaction
/// problems, 1993.
fn conflict<F: Family>(
    case: &Case<F>,
    encoding: EncodingOf<F>,
    options: &BuildOptions,
    literals: &[Literal<AtomOf<F>>],
    limits: &Limits,
) -> Result<(Literals<F>, Option<Stop>), Error> {
    let solver = case.question.search.solver.clone().unwrap_or_default();
    let mut blame = Blame::new(Arc::clone(&case.board.puzzle), encoding, options, &solver)?;
    let mut kept: Vec<Reason> =
        literals.iter().map(|&literal| Reason::Fact(blame.formula().lit(literal))).collect();
    kept.sort_unstable();
    let mut needed = 0;
    let mut core = |facts: &[Reason]| -> Result<Blamed, Error> {
        let among = [&blame.all(), facts].concat();
        Ok(blame.core(&[], &among, limits)?)
    };
    let is_fact = |reason: &Reason| matches!(reason, Reason::Fact(_));
    let mut stopped = None;
    // The first question finds a core; each later one leaves a literal out.
    let mut without = kept.clone();
    loop {
        match core(&without)? {
            Blamed::These { reasons, .. } => kept = reasons.into_iter().filter(is_fact).collect(),
            Blamed::Nothing => needed += 1,
            Blamed::Open(stop) => {
                stopped = Some(stop);
                break;
            }
        }
        if needed >= kept.len() {
            break;
        }
        without.clone_from(&kept);
        without.remove(needed);
    }
    let literal = |reason: &Reason| match *reason {
        Reason::Fact(lit) => Some(blame.formula().literal(lit)),
        Reason::Group(_) => None,
    };
    Ok((kept.iter().filter_map(literal).collect(), stopped))
}
