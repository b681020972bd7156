//! Why there is no solution.

use std::time::Duration;

use jigsat_kit::Error;
use jigsat_solve::{
    Error as SolveError, Limits, Stop,
    explain::{Argument, Blamed, Contradiction, Reason, Scale},
};
use web_time::Instant;

use super::{
    Explainer, Part,
    teller::{Teller, cell_names},
    view::View,
};
use crate::{
    Purpose, Solution, Status,
    puzzle_formula::{Blame, Known, PuzzleFormula},
    record::{SpanRecord, plain},
    words::of_length,
};

/// Minimum number of reasons for showing the way to a contradiction; fewer reasons are clear by themselves.
const MANY: usize = 8;

/// Time limit for finding the way to a contradiction.
const SECONDS_OF_WAYS: Duration = Duration::from_secs(10);

/// Constraints that contradict each other.
struct Core {
    reasons: Vec<Reason>,
    /// Why there may be more than are needed.
    stopped: Option<Stop>,
    /// Why a smaller set may exist.
    maybe_fewer: Option<Stop>,
}

/// How the givens lead to a contradiction.
type Way = Contradiction<Box<dyn PuzzleFormula>>;

impl Explainer {
    /// Why there is no solution: the contradiction in the formula, if that is found quickly. It often isn't: what
    /// counting shows immediately may take resolution exponentially many steps. If these reasons are many, or not
    /// found, the family's counting argument comes first.
    pub(super) fn by_counting(&mut self, reason: String, known: &[Known]) -> Result<Status, Error> {
        if !self.request.minimum {
            let enough = Instant::now().checked_add(SECONDS_OF_WAYS);
            self.limits.deadline = self.limits.deadline.into_iter().chain(enough).min();
        }
        let before = self.parts.len();
        let found = matches!(Error::unless_stopped(self.none(known))?, Ok(Status::Impossible));
        // Reasons that may not be minimal are useful unless the fewest were asked for.
        if !found && (!self.request.minimum || self.record.because.is_empty()) {
            self.parts.truncate(before);
            self.record.because.clear();
        }
        if !found || self.record.because.len() >= MANY {
            self.parts.insert(before, Part::of_words(format!("impossible: {reason}")));
            (self.record.status, self.record.reason) = ("impossible", Some(reason));
        }
        Ok(Status::Impossible)
    }

    /// Why there is no solution, or none that contains the partial solution.
    pub(super) fn none(&mut self, known: &[Known]) -> Result<Status, Error> {
        let so_far = self.board.so_far(known);
        let mut blame = Blame::boxed(self.explained(so_far.as_slice())?, &self.solver())?;
        let mut among = blame.all();
        among.extend(blame.grown().lits(known).into_iter().map(Reason::Fact));
        let (blamed, maybe_fewer) = if self.request.minimum {
            blame.smallest(&[], &among, &self.limits)?
        } else {
            (blame.minimal(&[], &among, &self.limits)?, None)
        };
        let mut core = match blamed {
            Blamed::These { reasons, stopped } => Core { reasons, stopped, maybe_fewer },
            Blamed::Open(stop) => return Ok(self.unknown(stop)),
            Blamed::Nothing => {
                return Err(Error::request("without what was dropped there is a solution"));
            }
        };
        let length = self.board.length();
        let is_clear = core.reasons.len() < MANY || length.is_some();
        let way = if is_clear { None } else { self.way(so_far.as_slice(), known)? };
        if let Some(way) = way.as_ref().filter(|_| !self.request.minimum)
            && let Blamed::These { reasons: fewer, stopped: None } =
                blame.minimal(&[], &way.roots(), &self.limits)?
            && (core.stopped.is_some() || fewer.len() < core.reasons.len())
        {
            (core.reasons, core.stopped) = (fewer, None);
        }
        let what = match length {
            Some(steps) => format!("there is no solution of {}", of_length(steps)),
            None if known.is_empty() => "impossible".into(),
            None => "impossible with the cells filled in so far".into(),
        };
        self.record.status = if length.is_some() { "unknown" } else { "impossible" };
        self.record.reason = length.map(|_| what.clone());
        self.tell_core(&blame, &core, &what, so_far);
        if let Some(way) = way.filter(|way| !way.steps.is_empty()) {
            self.tell_way(&way, known)?;
        }
        let is_open = length.is_some() || core.stopped.or(core.maybe_fewer).is_some();
        Ok(if is_open { Status::Unknown } else { Status::Impossible })
    }

    fn tell_core(&mut self, blame: &Blame, core: &Core, what: &str, solution: Option<Solution>) {
        let formula = &**blame.grown();
        let teller = Teller::new(&self.board, formula, Scale::default());
        let marks = teller.marks(formula, &[], &core.reasons);
        self.record.because = teller.reasons(formula, &core.reasons);
        self.record.cells = cell_names(&*self.board, &marks);
        let how_few = match core.stopped.or(core.maybe_fewer) {
            None if self.request.minimum && !teller.proves_smallest(formula) => {
                ", and no smaller set of those found does"
            }
            None if self.request.minimum => ", and no smaller set does",
            _ => "",
        };
        let head = match core.reasons.len() {
            1 if self.board.length().is_none() => format!("{what}: this can't hold, whatever you fill in:"),
            1 => format!("{what}: this can't hold:"),
            _ => format!("{what}: these contradict each other{how_few}:"),
        };
        let lines = teller.together(formula, &core.reasons);
        let mut words = head.clone();
        for line in &lines {
            words += &format!("\n  {line}");
        }
        let open = if let Some(stop) = core.stopped {
            Some(format!("possibly not minimal, some of them may be unnecessary: {stop}"))
        } else {
            core.maybe_fewer
                .map(|stop| format!("none of them can be left out, but there may be a smaller set: {stop}"))
        };
        if let Some(open) = open {
            words += &format!("\n{open}");
            self.record.reason = Some(open);
        }
        let lines = lines.iter().map(|line| vec![SpanRecord::plain(line)]).collect();
        let view = View { head, lines, solution, marks, deduced: "deduced", in_text: true };
        self.parts.push_back(Part::with_view(words, view));
    }

    /// The formula that explains, with names for everything in these solutions.
    pub(super) fn explained(&self, solutions: &[Solution]) -> Result<Box<dyn PuzzleFormula>, Error> {
        self.board.encode(Purpose::Explained(solutions), self.encoding, &self.options())
    }

    /// How the givens lead to a contradiction, if that is found quickly.
    fn way(&self, solutions: &[Solution], known: &[Known]) -> Result<Option<Way>, Error> {
        let enough = Instant::now().checked_add(SECONDS_OF_WAYS);
        let deadline = self.limits.deadline.into_iter().chain(enough).min();
        let limits = Limits { deadline, ..self.limits.clone() };
        let Ok(formula) = Error::unless_stopped(self.explained(solutions))? else { return Ok(None) };
        let (known, scale) = (formula.lits(known), self.scale(&*formula)?);
        let way = Contradiction::boxed(formula, &self.solver(), &known, scale, &limits);
        Ok(SolveError::unless_stopped(way)?.ok())
    }

    fn tell_way(&mut self, way: &Way, known: &[Known]) -> Result<(), Error> {
        self.tell("step by step, if there were a solution:");
        let formula = &**way.blame.grown();
        let teller = Teller::new(&self.board, formula, self.scale(formula)?);
        let mut known = known.to_vec();
        for step in &way.steps {
            let part = self.step_part(&teller, formula, step, &mut known, false)?;
            self.parts.extend(part);
        }
        self.record.clash = teller.reasons(formula, &way.clash);
        let mut marks = teller.marks(formula, &[], &way.clash);
        let argument = Argument::of(formula.cnf(), &[], &way.clash, teller.scale(), &self.limits);
        if let Ok((argument, _)) = SolveError::unless_stopped(argument)? {
            self.verify(formula, &argument, &[], &known)?;
            self.record.end = Some(teller.argument(formula, &argument, &mut marks));
        }
        let told = self.record.end.as_ref().map(|end| end.told.clone()).unwrap_or_default();
        let (words, lines) = if told.is_empty() {
            let sentences = teller.together(formula, &way.clash);
            let what = if way.clash.len() == 1 { "this can't hold" } else { "these contradict each other" };
            let lines = sentences.iter().map(|line| vec![SpanRecord::plain(line)]).collect();
            (format!("then {what}: {}", sentences.join("; ")), lines)
        } else {
            let paragraphs: Vec<String> = told.iter().map(|parts| plain(parts)).collect();
            (format!("a contradiction:\n  {}", paragraphs.join("\n  ")), told)
        };
        let view = View {
            head: "a contradiction".into(),
            lines,
            solution: self.board.so_far(&known),
            marks,
            deduced: "deduced",
            in_text: true,
        };
        self.parts.push_back(Part::with_view(words, view));
        Ok(())
    }
}
