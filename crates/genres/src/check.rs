//! The referee: the page's own asserts, evaluated on what is drawn.

use jigsat_qprop::Over;
use jigsat_solve::{Limits, Refusal, Stop, Violation};

use crate::{Board, Solution, Value};

impl Board {
    /// The asserts of the page that a solution breaks, each with its name and its sentence. For an unfinished solution:
    /// those that are broken however it is completed.
    ///
    /// # Errors
    ///
    /// The limit that was reached first.
    pub fn broken(
        &self,
        solution: &Solution,
        is_finished: bool,
        limits: &Limits,
    ) -> Result<Vec<(String, String)>, Stop> {
        let (holds, known) = match solution.atoms(self) {
            Ok(atoms) => atoms,
            Err(violation) => return Ok(vec![(String::new(), violation.to_string())]),
        };
        self.model.broken(&holds, (!is_finished).then_some(&known[..]), limits)
    }

    /// The asserts of the page that are broken however the board is filled in, each with its name and its sentence.
    ///
    /// # Errors
    ///
    /// The limit that was reached first.
    pub fn broken_by_givens(&self, limits: &Limits) -> Result<Vec<(String, String)>, Stop> {
        let nothing = vec![false; self.model.atoms() as usize];
        self.model.broken(&nothing, Some(&nothing), limits)
    }

    /// Number of places of a solution that are not filled in.
    fn open(&self, solution: &Solution, limits: &Limits) -> Result<usize, Stop> {
        let mut open = 0;
        for layer in self.layers.iter().filter(|layer| layer.over != Over::Other) {
            let without = self.model.without_value(&layer.name, limits)?;
            let places = solution.flat(&layer.name).into_iter().enumerate();
            open +=
                places.filter(|(place, value)| **value == Value::Unknown && !without.contains(place)).count();
        }
        Ok(open)
    }

    /// Whether a solution is legal and complete.
    pub(crate) fn judged(&self, solution: &Solution, limits: &Limits) -> Result<(), Refusal> {
        let Some((_, sentence)) = self.broken(solution, true, limits)?.into_iter().next() else {
            return Ok(());
        };
        let open = self.open(solution, limits)?;
        let are = if open == 1 { "1 place is".into() } else { format!("{open} places are") };
        Err(Refusal::Broken(Violation::new(if open == 0 {
            format!("it breaks the rule that {sentence}")
        } else if self.layers.iter().all(|layer| layer.values.is_empty()) {
            format!("{are} open, and with nothing there, it breaks the rule that {sentence}")
        } else {
            format!("{are} open")
        })))
    }
}
