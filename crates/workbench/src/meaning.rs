//! Comparing two encodings by meaning: of families, models and formulas, in both directions, with a difference that
//! is told and drawn.
//!
//! The comparison itself is [`jigsat_solve::meaning`]. Here, sides are read, what both show is mapped by names or by a
//! [`Signature`], and what is found gets words.

mod by_solutions;
mod changes;
mod side;
mod signature;
mod stored;
mod told;

use jigsat_cnf::Interrupt;
use jigsat_input::Message;
use jigsat_kit::Error;
use jigsat_solve::{
    Limits, Solver, Stop,
    meaning::{Lost, Named, Shown, Unmatched, Verdict, lost},
};
use web_time::Instant;

pub use changes::{Change, RuleChange, changed};
pub use side::{Origin, Side, sides};
pub use signature::Signature;
pub use stored::{Against, InMeaning, Judged, Stored};
pub use told::{RuleLoss, Told};

use crate::puzzle_formula::PuzzleFormula;

/// What one side lacks of the solutions of the other.
pub struct Loss {
    /// What is proved.
    pub verdict: Verdict,
    /// A solution that is lost.
    pub difference: Option<Told>,
    /// What is known of each rule of the side that may lack solutions.
    pub rules: Vec<RuleLoss>,
    /// Number of solutions that were asked about.
    pub candidates: u64,
}

/// The comparison of two sides.
pub struct Meaning {
    /// What the second side lacks of the first.
    pub second_lacks: Loss,
    /// What the first side lacks of the second.
    pub first_lacks: Loss,
    /// Number of atoms that both show; `None` if they are compared by their solutions.
    pub shown: Option<usize>,
    /// Whether the rules were compared without the givens of the board, so for every board of this size.
    pub of_rules: bool,
}

impl Meaning {
    /// Whether both mean the same; `None` if that is open.
    #[must_use]
    pub fn is_same(&self) -> Option<bool> {
        match (self.first_lacks.verdict, self.second_lacks.verdict) {
            (Verdict::Loses, _) | (_, Verdict::Loses) => Some(false),
            (one, other) => (one.keeps() && other.keeps()).then_some(true),
        }
    }

    /// Whether neither side has a solution, so that the comparison says nothing about what the sides allow.
    #[must_use]
    pub fn is_vacuous(&self) -> bool {
        let has_none = |loss: &Loss| matches!(loss.verdict, Verdict::Listed { steps: 0 });
        has_none(&self.second_lacks) && has_none(&self.first_lacks)
    }
}

/// How to compare.
pub struct How<'h> {
    /// What the atoms of one side mean for the other; if there is none, atoms with the same name mean the same.
    pub signature: Option<&'h Signature>,
    /// Whether to compare the rules without the givens of the boards.
    pub of_rules: bool,
    /// Whether to ask for every rule after a difference was found.
    pub all_rules: bool,
    /// The solver.
    pub solver: &'h Solver,
}

/// Compares two sides in both directions.
///
/// # Errors
///
/// Formulas that can't be built; atoms of one side that can't be mapped to the other, in words; errors of the solver.
pub fn compare(first: &Side, second: &Side, how: &How<'_>, limits: &Limits) -> Result<Meaning, Error> {
    let stopped = |stop: Stop| Meaning {
        second_lacks: Loss::open(stop),
        first_lacks: Loss::open(stop),
        shown: None,
        of_rules: how.of_rules,
    };
    let build = |side: &Side| Error::unless_stopped(side.formula(how.of_rules, limits));
    let mut one = match build(first)? {
        Ok(formula) => formula,
        Err(stop) => return Ok(stopped(stop)),
    };
    let mut other = match build(second)? {
        Ok(formula) => formula,
        Err(stop) => return Ok(stopped(stop)),
    };
    let shown = || -> Result<_, Error> {
        let (of_one, of_other) = (named(&*one)?, named(&*other)?);
        let shown = shown([first, second], [&of_one, &of_other], how, &limits.interrupt())?;
        Ok((of_one, of_other, shown))
    };
    let (of_one, of_other, shown) = match Error::unless_stopped(shown())? {
        Ok((of_one, of_other, Some(shown))) => (of_one, of_other, shown),
        Ok((_, _, None)) => return by_solutions::compare(first, second, how, limits),
        Err(stop) => return Ok(stopped(stop)),
    };
    if shown.places.is_empty() {
        return Err(Error::request("there is nothing that both sides show, so nothing to compare"));
    }
    let there = lost(&mut *one, &mut *other, &shown, how.all_rules, how.solver, &half(limits))?;
    let mut second_lacks = Loss::of(there, &mut *one, &*other, &of_one, &shown, limits);
    let swapped = shown.swapped();
    let back = lost(&mut *other, &mut *one, &swapped, how.all_rules, how.solver, limits)?;
    let first_lacks = Loss::of(back, &mut *other, &*one, &of_other, &swapped, limits);
    // What the other direction has left of the time.
    if second_lacks.verdict == Verdict::Open(Stop::Timeout) && limits.reached().is_none() {
        let there = lost(&mut *one, &mut *other, &shown, how.all_rules, how.solver, limits)?;
        second_lacks = Loss::of(there, &mut *one, &*other, &of_one, &shown, limits);
    }
    Ok(Meaning { second_lacks, first_lacks, shown: Some(shown.places.len()), of_rules: how.of_rules })
}

/// What both show; `None` if that can be compared only by solutions.
fn shown(
    [first, second]: [&Side; 2],
    [of_one, of_other]: [&Named; 2],
    how: &How<'_>,
    interrupt: &Interrupt,
) -> Result<Option<Shown>, Error> {
    if let Some(signature) = how.signature {
        return signature.map(of_one, of_other, interrupt).map(Some);
    }
    let stopped = |stop: Stop| Error::from(jigsat_solve::Error::from(stop));
    match Shown::by_names(of_one, of_other, interrupt).map_err(stopped)? {
        Ok(shown) => Ok(Some(shown)),
        // An encoding of a puzzle leaves out atoms that are false in all solutions.
        Err(unmatched) if first.shares_puzzle(second) && unmatched.is_of_one() => {
            Shown::of_either(of_one, of_other, interrupt).map(Some).map_err(stopped)
        }
        Err(_) if first.shares_puzzle(second) => Ok(None),
        Err(unmatched) => Err(not_mapped(first, second, &unmatched)),
    }
}

impl Loss {
    fn open(stop: Stop) -> Self {
        Loss { verdict: Verdict::Open(stop), difference: None, rules: Vec::new(), candidates: 0 }
    }

    /// What was found, in words of the formulas.
    fn of(
        lost: Lost,
        having: &mut dyn PuzzleFormula,
        lacking: &dyn PuzzleFormula,
        names: &Named,
        shown: &Shown,
        limits: &Limits,
    ) -> Self {
        let mut tell = |difference| Told::of(&difference, having, lacking, names, shown, limits);
        let difference = lost.difference.map(&mut tell);
        let rules = lost.rules.into_iter().map(|rule| RuleLoss {
            rule: rule.rule,
            constraints: rule.constraints,
            implied: rule.implied,
            difference: rule.difference.map(&mut tell),
        });
        let rules = rules.collect();
        Loss { verdict: lost.verdict, difference, rules, candidates: lost.candidates }
    }
}

/// Half of the time that is left: the other direction needs some, too.
fn half(limits: &Limits) -> Limits {
    let now = Instant::now();
    let deadline = limits.deadline.map(|deadline| now + deadline.saturating_duration_since(now) / 2);
    Limits { deadline, ..limits.clone() }
}

/// What a formula shows, by names.
fn named(formula: &dyn PuzzleFormula) -> Result<Named, Error> {
    let named = Named::of(formula.cnf(), |var| formula.name(var.pos_lit()));
    named.map_err(|stop| jigsat_solve::Error::from(stop).into())
}

/// Maximum number of atoms in a message.
const MOST_NAMED: usize = 3;

fn not_mapped(first: &Side, second: &Side, unmatched: &Unmatched) -> Error {
    let part = |side: &Side, names: &[String]| {
        let some = names[..names.len().min(MOST_NAMED)].join(", ");
        let more = if names.len() > MOST_NAMED { ", …" } else { "" };
        (!names.is_empty()).then(|| format!("only {} shows {some}{more}", side.name))
    };
    let parts = [part(first, &unmatched.first), part(second, &unmatched.second)];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let message =
        "{}; say what means the same in a file for `map`, with lines such as 'queen({r},{c}) = q({c},{r})'";
    Error::request(Message::with(message, &[&parts.join(", and ")]))
}
