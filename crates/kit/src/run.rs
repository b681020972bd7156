use jigsat_solve::Limits;

/// An event on the way to an answer.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'e> {
    /// A warning about the input.
    Warning(&'e str),
    /// A solution that is better than those before, in words.
    Better(&'e str),
    /// The member of a portfolio that answered, in words.
    Winner(&'e str),
    /// How far a long search has come, in words.
    Progress(&'e str),
    /// How many solutions a count has found so far, in words: for somebody who watches it.
    SoFar(&'e str),
    /// A step of the search, in words: a horizon that was tried, a deduction that was made.
    Step(&'e str),
}

/// The context of one computation: its limits and its observer.
#[derive(Clone, Copy)]
pub struct Run<'r> {
    /// The limits of the computation.
    pub limits: &'r Limits,
    /// The observer, which gets the events.
    pub observer: &'r (dyn Fn(Event<'_>) + Sync),
}

/// An observer that ignores everything.
pub const SILENT: &(dyn Fn(Event<'_>) + Sync) = &|_| {};

impl<'r> Run<'r> {
    /// A computation without an observer.
    #[must_use]
    pub fn silent(limits: &'r Limits) -> Self {
        Run { limits, observer: SILENT }
    }

    /// The same observer with other limits.
    #[must_use]
    pub fn within<'l>(&self, limits: &'l Limits) -> Run<'l>
    where
        'r: 'l,
    {
        Run { limits, observer: self.observer }
    }

    /// Passes an event to the observer.
    pub fn tell(&self, event: Event<'_>) {
        (self.observer)(event);
    }
}
