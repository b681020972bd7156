//! Going on after a solution: a search that tries its choices in a fixed order comes to the same solution again, if at
//! each step it skips the choices before the one that leads there.

/// The way to a solution that was found before, until a search has passed it.
#[derive(Clone, Debug, Default)]
pub(super) struct Passed(Option<Vec<u32>>);

impl Passed {
    /// The way to this solution.
    pub fn until(solution: &[u32]) -> Self {
        Passed(Some(solution.to_vec()))
    }

    /// Whether everything with this placement as the next one comes before the solution. Without a next placement, the
    /// way leads past all of them.
    #[inline]
    pub fn skips(&self, chosen: usize, placement: u32) -> bool {
        self.0.as_ref().is_some_and(|way| way.get(chosen) != Some(&placement))
    }

    /// At a solution: whether it is the one that was found before. From then on, all are new.
    #[inline]
    pub fn ends(&mut self) -> bool {
        self.0.take().is_some()
    }
}
