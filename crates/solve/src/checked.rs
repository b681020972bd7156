use std::ops::Deref;

use serde::Serialize;

use crate::{Answer, Limits, Puzzle, Refusal, Stop, Violation};

/// A solution that passed the referee of its puzzle. Only the referee can make one, so a value of this type
/// may be shown as a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Checked<S>(S);

impl<S> Checked<S> {
    /// Asks the referee, without limits.
    ///
    /// # Errors
    ///
    /// The rule that the solution breaks.
    pub fn by<P: Puzzle<Solution = S>>(puzzle: &P, solution: S) -> Result<Self, Violation> {
        puzzle.check(&solution).map(|()| Checked(solution))
    }

    /// Asks the referee within limits.
    ///
    /// # Errors
    ///
    /// The solution, and why the referee did not accept it.
    pub fn within<P: Puzzle<Solution = S>>(
        puzzle: &P,
        solution: S,
        limits: &Limits,
    ) -> Result<Self, (S, Refusal)> {
        match puzzle.check_within(&solution, limits) {
            Ok(()) => Ok(Checked(solution)),
            Err(refusal) => Err((solution, refusal)),
        }
    }

    /// The answer for a model of which the referee has judged the candidate, if it could be decoded.
    pub(crate) fn answer(candidate: Option<S>, judged: Judged) -> Answer<S> {
        match (judged, candidate) {
            (Judged::Solution, Some(solution)) => Answer::Solved(Checked(solution)),
            (Judged::Solution, None) => unreachable!("the referee has seen the solution"),
            (Judged::Refused(violation), solution) => Answer::Refused { solution, violation },
            (Judged::Stopped(stop), _) => Answer::Unknown(stop),
        }
    }

    /// The same solution in another form; only this crate can promise that it is the same.
    pub(crate) fn map<T>(self, form: impl FnOnce(S) -> T) -> Checked<T> {
        Checked(form(self.0))
    }

    /// The solution, without the guarantee, so that it may be changed.
    pub fn into_inner(self) -> S {
        self.0
    }
}

impl<S> Deref for Checked<S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.0
    }
}

/// The verdict on a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judged {
    /// It is a solution, which the formula keeps.
    Solution,
    /// The referee rejects it. The formula keeps what was decoded.
    Refused(Violation),
    /// A limit was reached before the referee accepted it.
    Stopped(Stop),
}

impl Judged {
    /// What the referee says.
    pub(crate) fn of(checked: Result<(), Refusal>) -> Self {
        match checked {
            Ok(()) => Judged::Solution,
            Err(Refusal::Broken(violation)) => Judged::Refused(violation),
            Err(Refusal::Stopped(stop)) => Judged::Stopped(stop),
        }
    }
}
