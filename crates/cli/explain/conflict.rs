//! Why there is no solution.

use std::time::{Duration, Instant};

use jigsat_cnf::Literal;
use jigsat_grid::Mark;
use jigsat_solve::{
    Limits,
    explain::{Blame, Blamed, Contradiction, Reason},
};

use super::{
    Explainer, Explains,
    marks::{Marks, Spots, spots_in},
    record::{Because, Explained},
};
use crate::{
    exit::{Failure, Status},
    family::AtomOf,
    print::of_length,
};

/// Fewer reasons than these are plain as they are; of more, the way to a contradiction is told.
const MANY: usize = 8;

/// How long the way to a contradiction is looked for.
const SECONDS_OF_WAYS: Duration = Duration::from_secs(10);

impl<F: Explains> Explainer<'_, F> {
    /// Of puzzles whose formulas speak of one length: what can be said without one.
    pub(super) fn without_length(&mut self, record: &mut Explained<'_>) -> Result<Status, Failure> {
        let Some(reason) = F::contradiction(&self.entry.puzzle) else {
            return Err(Failure::usage(
                "a solution is found as a whole, not step by step; --steps N explains why none has just N steps",
            ));
        };
        record.status = "impossible";
        self.tell(&format!("impossible: {reason}"))?;
        let mut marks = Marks::default();
        marks.add(&spots_in(&reason), Mark::Known);
        self.show(&marks, None, "deduced", format!("impossible: {reason}"), Vec::new(), true)?;
        record.cells = marks.names::<F>(&self.entry.puzzle);
        record.reason = Some(reason);
        Ok(Status::Impossible)
    }

    /// Why there is no solution, or none that has what is filled in.
    pub(super) fn none(
        &mut self,
        record: &mut Explained<'_>,
        known: &[Literal<AtomOf<F>>],
    ) -> Result<Status, Failure> {
        let so_far = F::so_far(&self.entry.puzzle, known);
        let other = F::to_explain(&self.entry.puzzle, &so_far.iter().collect::<Vec<_>>());
        let puzzle = other.as_ref().unwrap_or(&self.entry.puzzle);
        let mut blame = Blame::new(puzzle, self.how, &self.args.formula.recipe(false), &self.solver())?;
        let mut among = blame.all();
        let facts: Vec<Reason> =
            known.iter().map(|&literal| Reason::Fact(blame.encoding().lit(literal))).collect();
        among.extend(&facts);
        let (blamed, maybe_fewer) = if self.args.minimum {
            blame.smallest(&[], &among, &self.limits)?
        } else {
            (blame.minimal(&[], &among, &self.limits)?, None)
        };
        let (mut reasons, mut stopped) = match blamed {
            Blamed::These { reasons, stopped } => (reasons, stopped),
            Blamed::Open(stop) => {
                record.status = "unknown";
                record.reason = Some(stop.to_string());
                self.tell(&format!("unknown: {stop}"))?;
                return Ok(Status::Unknown);
            }
            Blamed::Nothing => {
                return Err(Failure::usage("there is a solution after all, without what was dropped"));
            }
        };
        let length = F::only_length(&self.entry.puzzle);
        let way = if reasons.len() < MANY || length.is_some() { None } else { self.way(puzzle, known)? };
        if let Some(way) = way.as_ref().filter(|_| !self.args.minimum)
            && let Blamed::These { reasons: fewer, stopped: None } =
                blame.minimal(&[], &way.roots(), &self.limits)?
            && (stopped.is_some() || fewer.len() < reasons.len())
        {
            (reasons, stopped) = (fewer, None);
        }
        record.status = if length.is_some() { "unknown" } else { "impossible" };
        record.reason = length.map(|steps| format!("there is none of {}", of_length(steps)));
        let spots = Spots::<F>::new(&self.entry.puzzle, blame.encoding());
        record.because = reasons.iter().map(|&reason| self.because(&blame, &spots, reason)).collect();
        let what = match length {
            Some(steps) => format!("there is none of {}", of_length(steps)),
            None if known.is_empty() => "impossible".into(),
            None => "impossible with what is filled in".into(),
        };
        let how_few = match stopped.or(maybe_fewer) {
            None if self.args.minimum && F::is_lazy(self.how) => ", and no fewer of those found",
            None if self.args.minimum => ", and no fewer constraints do",
            _ => "",
        };
        let head = format!("{what}: these can't hold together{how_few}:");
        self.tell(&head)?;
        for because in &record.because {
            let sentence = format!("  {}", because.sentence);
            self.tell(&sentence)?;
        }
        if let Some(stop) = stopped {
            let open = format!("not minimal, some of them may not be needed: {stop}");
            self.tell(&open)?;
            record.reason = Some(open);
        } else if let Some(stop) = maybe_fewer {
            let open = format!("none of them can be spared, but fewer others may do: {stop}");
            self.tell(&open)?;
            record.reason = Some(open);
        }
        let marks = spots.marks(&[], &reasons);
        record.cells = marks.names::<F>(&self.entry.puzzle);
        let lines = record.because.iter().map(|because| because.sentence.clone()).collect();
        self.show(&marks, so_far.as_ref(), "deduced", head, lines, true)?;
        if let Some(way) = way.filter(|way| !way.steps.is_empty()) {
            self.tell_way(record, &way, known)?;
        }
        Ok(if length.is_some() || stopped.or(maybe_fewer).is_some() {
            Status::Unknown
        } else {
            Status::Impossible
        })
    }

    /// How what is given leads to a contradiction, if that is found soon.
    fn way<'p>(
        &self,
        puzzle: &'p F::Puzzle,
        known: &[Literal<AtomOf<F>>],
    ) -> Result<Option<Contradiction<'p, F::Puzzle>>, Failure> {
        let enough = Instant::now().checked_add(SECONDS_OF_WAYS);
        let deadline = self.limits.deadline.into_iter().chain(enough).min();
        let limits = Limits { deadline, ..self.limits.clone() };
        let recipe = self.args.formula.recipe(false);
        Ok(Contradiction::new(puzzle, self.how, &recipe, &self.solver(), known, &limits)?.ok())
    }

    fn tell_way(
        &mut self,
        record: &mut Explained<'_>,
        way: &Contradiction<'_, F::Puzzle>,
        known: &[Literal<AtomOf<F>>],
    ) -> Result<(), Failure> {
        self.tell("step by step, if there were a solution:")?;
        let mut so_far = known.to_vec();
        for (number, step) in (1..).zip(&way.steps) {
            let told = self.step(&way.blame, step, number, &mut so_far, false)?;
            record.steps.push(told);
        }
        let puzzle = &self.entry.puzzle;
        let spots = Spots::<F>::new(puzzle, way.blame.encoding());
        record.clash = way.clash.iter().map(|&reason| self.because(&way.blame, &spots, reason)).collect();
        let sentences: Vec<String> = record.clash.iter().map(|because| because.sentence.clone()).collect();
        self.tell(&format!("then these can't hold together: {}", sentences.join("; ")))?;
        let marks = spots.marks(&[], &way.clash);
        let solution = F::so_far(puzzle, &so_far);
        self.show(&marks, solution.as_ref(), "deduced", "a contradiction".into(), sentences, true)
    }

    pub(super) fn because(
        &self,
        blame: &Blame<'_, F::Puzzle>,
        spots: &Spots<'_, F>,
        reason: Reason,
    ) -> Because {
        let (puzzle, e) = (&self.entry.puzzle, blame.encoding());
        let cells = spots.of(reason).into_iter().map(|spot| F::spot_name(puzzle, spot)).collect();
        match reason {
            Reason::Group(group) => {
                let group = e.group_at(group);
                let sentence = jigsat_solve::with_names(puzzle, |names| group.sentence(names));
                Because { rule: Some(group.rule().name().to_owned()), sentence, cells }
            }
            Reason::Fact(lit) => {
                Because { rule: None, sentence: self.names(&[e.literal(lit)]).remove(0), cells }
            }
        }
    }
}
