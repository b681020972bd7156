//! Boards of Hitori: each other solution that is found shows which numbers to change, until there is none
//! (counterexample-guided synthesis: Solar-Lezama et al. 2006).

use super::{Failed, Maker, NOWHERE, change::Draft, latin, unique};
use crate::{Solution, Value};

/// Maximum number of changes.
const CHANGES: usize = 400;

impl Maker<'_> {
    /// Gives shaded cells other numbers, so that the other solutions found so far don't fit, until there are none;
    /// `None` if that takes too many changes.
    pub(super) fn refuted(
        &mut self,
        mut made: Draft,
        (number, shade): (&str, &str),
    ) -> Result<Option<Draft>, Failed> {
        let Draft { givens, solution, .. } = &mut made;
        let size = givens.size;
        let shading = |solution: &Solution| solution.flat(shade).into_iter().map(Value::is_yes).collect();
        let own: Vec<bool> = shading(solution);
        let numbers: Option<Vec<usize>> =
            (0..size.area()).map(|cell| givens.get(number, &[cell])?.parse().ok()).collect();
        let Some(mut numbers) = numbers else { return Ok(None) };
        let mut others: Vec<Vec<bool>> = Vec::new();
        for _ in 0..CHANGES {
            if let Some(stop) = self.limits.reached() {
                return Err(stop.into());
            }
            let known = others.len();
            let board = unique::board(self.page, givens, self.limits)?;
            let is_told = unique::others(&board, solution, &[], self.limits, &mut |other| {
                others.push(shading(other));
                true
            })?;
            if !is_told || others.len() == known {
                return Ok(is_told.then_some(made));
            }
            if !latin::renumber(size, &mut numbers, &own, &others, &mut self.rng) {
                return Ok(None);
            }
            for (cell, value) in numbers.iter().enumerate() {
                givens.set(number, vec![cell], value.to_string(), NOWHERE);
            }
        }
        Ok(None)
    }
}
