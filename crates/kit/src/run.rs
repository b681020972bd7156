use jigsat_solve::Limits;

/// What happens on the way to an answer.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'e> {
    /// Something about the input that a user should know.
    Warning(&'e str),
    /// A better solution than those before, in words.
    Better(&'e str),
    /// Which member of a portfolio answered, in words.
    Winner(&'e str),
    /// A step of the search, in words: a horizon that was tried, a deduction that was made.
    Step(&'e str),
}

/// The circumstances of one computation: its limits, and who listens.
#[derive(Clone, Copy)]
pub struct Run<'r> {
    /// What bounds it.
    pub limits: &'r Limits,
    /// Hears what happens on the way.
    pub observer: &'r (dyn Fn(Event<'_>) + Sync),
}

/// Listens to nothing.
pub const SILENT: &(dyn Fn(Event<'_>) + Sync) = &|_| {};

impl<'r> Run<'r> {
    /// A computation that nobody listens to.
    #[must_use]
    pub fn silent(limits: &'r Limits) -> Self {
        Run { limits, observer: SILENT }
    }

    /// The same listener with other limits.
    #[must_use]
    pub fn within<'l>(&self, limits: &'l Limits) -> Run<'l>
    where
        'r: 'l,
    {
        Run { limits, observer: self.observer }
    }

    /// Tells the observer.
    pub fn tell(&self, event: Event<'_>) {
        (self.observer)(event);
    }
}
