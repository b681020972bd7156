use std::ops::Deref;

use serde::Serialize;

use crate::{Answer, Limits, Puzzle, Refusal, Violation};

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

    /// The answer for a decoded model.
    pub(crate) fn answer<P: Puzzle<Solution = S>>(
        puzzle: &P,
        candidate: Result<S, Violation>,
        limits: &Limits,
    ) -> Answer<S> {
        let refused = |solution, violation| Answer::Refused { solution, violation };
        match candidate {
            Err(violation) => refused(None, violation),
            Ok(solution) => match Checked::within(puzzle, solution, limits) {
                Ok(checked) => Answer::Solved(checked),
                Err((solution, Refusal::Broken(violation))) => refused(Some(solution), violation),
                Err((_, Refusal::Stopped(stop))) => Answer::Unknown(stop),
            },
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
