//! The partial solution: where an explanation starts, and whether it is right so far.

use std::{sync::Arc, time::Duration};

use jigsat_cnf::Variable;
use jigsat_grid::Mark;
use jigsat_input::Message;
use jigsat_kit::{Error, Goal, Run};
use jigsat_solve::{
    Answer, BuildOptions, Limits, Refusal, Searched, Solver, Stop,
    explain::{Blamed, Reason, Stepper},
};
use web_time::Instant;

use super::{
    Explainer,
    teller::{Teller, cell_names},
    view::{Marks, View},
    weights::scale,
};
use crate::{
    Board, Context, Purpose, RightSoFarRequest, Solution, Status,
    puzzle_formula::{Blame, Known},
    record::{SCHEMA, StepRecord},
    verbs::right_so_far::{RightSoFar, RightSoFarRecord},
    words::of_length,
};

/// Time limit for finding out why something is wrong.
const SECONDS_OF_REASONS: Duration = Duration::from_secs(10);

impl Explainer {
    /// The partial solution at the start; it must break no rule.
    pub(super) fn filled_in(&mut self) -> Result<Vec<Known>, Error> {
        let Some(from) = &self.request.from else { return Ok(Vec::new()) };
        let solution = self.board.read_solution(&from.to_source(), &self.limits)?;
        let contradicts =
            |what: &str| Error::request(format!("the cells filled in so far contradict the rules: {what}"));
        let legal = self.board.check_so_far(&solution, &self.limits);
        if let Some(violation) = Refusal::violation(legal)? {
            return Err(contradicts(&violation.to_string()));
        }
        let (encoding, known) = made_of(&*self.board, &solution).ok_or_else(|| {
            let (encoding, family) = (self.encoding, &self.board.info().name);
            let message = "`from` cannot be used with encoding '{}' of {}";
            Error::request(Message::with(message, &[&encoding, family]))
        })?;
        self.encoding = encoding;
        match undeclared(&*self.board, encoding, &known, &self.limits)?.first() {
            Some(&literal) => {
                let name = self.names(&[literal]).remove(0);
                Err(contradicts(&format!("{name} can't be")))
            }
            None => Ok(known),
        }
    }
}

/// The literals of a solution, possibly partial, in the requested encoding; otherwise in the one that measured
/// best, or in the first that has such literals.
fn made_of(board: &dyn Board, solution: &Solution) -> Option<(&'static str, Vec<Known>)> {
    let others = board.encodings().into_iter().filter(|_| board.names_no_encoding());
    let mut encodings = std::iter::once(board.encoding()).chain(others);
    encodings.find_map(|encoding| Some((encoding, board.literals(encoding, solution)?)))
}

/// The literals whose atoms no board of this shape has.
fn undeclared(
    board: &dyn Board,
    encoding: &str,
    literals: &[Known],
    limits: &Limits,
) -> Result<Vec<Known>, Error> {
    let options = board.formula_options().build(false, limits);
    let formula = board.encode(Purpose::Puzzle, encoding, &options)?;
    let is_undeclared = |literal: &Known| match literal.variable {
        Variable::Atom(atom) => formula.variable(atom).is_none(),
        Variable::Aux(_) => false,
    };
    Ok(literals.iter().copied().filter(is_undeclared).collect())
}

/// The result.
enum Verdict {
    Right,
    /// These contradict each other; also why fewer of them may do so, if the search for fewer was stopped.
    Wrong(Vec<Known>, Option<Stop>),
    Open(String),
    /// No plan goes on from there, and why.
    Lost(String),
}

pub(crate) fn right_so_far(
    board: &dyn Board,
    request: &RightSoFarRequest,
    context: &Context,
) -> Result<RightSoFar, Error> {
    let limits = board.limits(context);
    let solution = board.read_solution(&request.from.to_source(), &limits)?;
    let legal = Refusal::violation(board.check_so_far(&solution, &limits));
    let refereed = match legal {
        Ok(None) => Refusal::violation(board.check(&solution, &limits)).map(|whole| whole.is_none()),
        Ok(Some(_)) => Ok(false),
        Err(stop) => Err(stop),
    };
    let violation = legal.ok().flatten();
    let verdict = match refereed {
        Ok(true) => Verdict::Right,
        Ok(false) => Error::unless_stopped(judge(board, &solution, violation.is_none(), &limits))?
            .unwrap_or_else(|stop| Verdict::Open(stop.to_string())),
        Err(stop) => Verdict::Open(stop.to_string()),
    };
    let why = match &verdict {
        Verdict::Wrong(conflict, None) if violation.is_none() => why_not(board, conflict, &limits)?,
        _ => None,
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
        marks.add(&board.cells(literal), Mark::Known);
    }
    let cells = cell_names(board, &marks).known;
    let why = why.map(|(record, argued)| {
        marks = argued;
        record
    });
    let record = RightSoFarRecord {
        schema: SCHEMA,
        family: board.info().name.clone(),
        file: Arc::clone(board.file()),
        puzzle: Arc::clone(board.title()),
        status: word,
        legal: violation.is_none(),
        completable: match status {
            Status::Solved => Some(true),
            Status::Impossible => Some(false),
            _ => None,
        },
        violation: violation.map(|violation| violation.to_string()),
        conflict: board.words(&conflict),
        cells,
        cannot: conflict.split_last().filter(|_| why.is_some()).map(|(&wrong, _)| cannot(board, wrong)),
        why,
        reason,
    };
    let view = View {
        head: record.words(),
        lines: Vec::new(),
        solution: Some(solution),
        marks,
        deduced: "deduced",
        in_text: true,
    };
    Ok(RightSoFar { status, record, view, puzzle: board.shared() })
}

/// Looks for a solution that contains all of it; if there is none, for the part that is to blame.
fn judge(board: &dyn Board, solution: &Solution, legal: bool, limits: &Limits) -> Result<Verdict, Error> {
    if legal
        && board.length().is_none()
        && let Some(account) = board.account(Some(solution), &Run::silent(limits))?
    {
        return Ok(match account.outcome.first {
            Answer::Solved(_) => Verdict::Right,
            Answer::Impossible(_) => Verdict::Lost(account.summary),
            Answer::Unknown(_) | Answer::Refused { .. } => Verdict::Open(account.summary),
        });
    }
    let Some((encoding, known)) = made_of(board, solution) else {
        if !legal {
            return Ok(Verdict::Wrong(Vec::new(), None));
        }
        let (encoding, family) = (board.encoding(), &board.info().name);
        return Err(Error::request(format!(
            "in encoding '{encoding}' of {family}, a partial solution has no meaning by itself"
        )));
    };
    if let Some(&literal) = undeclared(board, encoding, &known, limits)?.first() {
        return Ok(Verdict::Wrong(vec![literal], None));
    }
    let options = board.formula_options().build(false, limits);
    if legal {
        let solver = board.solver_or(&board.best(Goal::One).solver);
        let mut search =
            board.search(Purpose::Puzzle, encoding, &options, &solver, board.search_options().seed)?;
        let assumed = search.grown().lits(&known);
        match search.search(&assumed, limits)? {
            Searched::Solved | Searched::Refused => return Ok(Verdict::Right),
            Searched::Unknown(stop) => return Ok(Verdict::Open(stop.to_string())),
            Searched::Impossible(_) => {}
        }
        if let Some(steps) = board.length() {
            return Ok(Verdict::Open(format!("there is no solution of {}", of_length(steps))));
        }
    }
    let givens = board.givens();
    let filled: Vec<Known> = known.into_iter().filter(|literal| !givens.contains(literal)).collect();
    // Even if the search for fewer was stopped, these contradict each other.
    let (conflict, stopped) = conflict(board, encoding, &options, &filled, limits)?;
    Ok(Verdict::Wrong(conflict, stopped))
}

/// Why the last of some literals can't hold with the others, as a step that rules it out; `None` if a limit was reached
/// first.
fn why_not(
    board: &dyn Board,
    conflict: &[Known],
    limits: &Limits,
) -> Result<Option<(StepRecord, Marks)>, Error> {
    let Some((&wrong, others)) = conflict.split_last() else { return Ok(None) };
    let Some(so_far) = board.so_far(conflict) else { return Ok(None) };
    let Some((encoding, _)) = made_of(board, &so_far) else { return Ok(None) };
    let enough = Instant::now().checked_add(SECONDS_OF_REASONS);
    let limits = Limits { deadline: limits.deadline.into_iter().chain(enough).min(), ..limits.clone() };
    let step = || {
        let options = board.formula_options().build(false, &limits);
        let formula = board.encode(Purpose::Explained(std::slice::from_ref(&so_far)), encoding, &options)?;
        // A value that does not exist has no variable.
        let (wrong, others) = (formula.lits_there(&[wrong]), formula.lits_there(others));
        let [wrong] = wrong[..] else { return Ok(None) };
        let scale = scale(board, &*formula, None)?;
        let solver = board.solver_or(&Solver::default());
        let mut steps = Stepper::boxed(formula, &solver, &[!wrong], &others)?;
        steps.weigh_by(scale.clone());
        let step = steps.why(!wrong, &limits)?;
        let formula = &**steps.blame().grown();
        Ok(Some(Teller::new(&board.shared(), formula, scale).step(formula, &step, 1)))
    };
    Ok(Error::unless_stopped(step())?.unwrap_or_default())
}

/// That a literal can't hold: 'r2c3 can't be sea', 'there can't be a line above r2c3'.
fn cannot(board: &dyn Board, literal: Known) -> String {
    if let Some([place, value]) = board.placed(literal).filter(|_| !literal.negated) {
        return format!("{place} can't be {value}");
    }
    let words = board.words(&[literal]).remove(0);
    if let Some(what) = words.strip_prefix("no ") {
        return format!("there must be a {what}");
    }
    if words.starts_with("a ") {
        return format!("there can't be {words}");
    }
    match (words.split_once(" is not "), words.split_once(" is ")) {
        (Some((place, what)), _) => format!("{place} must be {what}"),
        (None, Some((place, what))) => format!("{place} can't be {what}"),
        (None, None) => format!("{words} can't be"),
    }
}

/// Some of these literals that no solution has together, as few as possible, and why there may be more than that. The
/// rules stay: only literals are removed one after the other.
///
/// R. Bakker, F. Dikker, F. Tempelman, P. Wognum: Diagnosing and solving over-determined constraint satisfaction
/// problems, 1993.
fn conflict(
    board: &dyn Board,
    encoding: &str,
    options: &BuildOptions,
    literals: &[Known],
    limits: &Limits,
) -> Result<(Vec<Known>, Option<Stop>), Error> {
    let formula = board.encode(Purpose::Puzzle, encoding, options)?;
    let mut blame = Blame::boxed(formula, &board.solver_or(&Solver::default()))?;
    let mut kept: Vec<Reason> = blame.grown().lits(literals).into_iter().map(Reason::Fact).collect();
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
        Reason::Fact(lit) => Some(blame.grown().literal(lit)),
        Reason::Group(_) => None,
    };
    Ok((kept.iter().filter_map(literal).collect(), stopped))
}
