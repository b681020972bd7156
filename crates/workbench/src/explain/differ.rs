//! What tells two solutions apart.

use jigsat_cnf::Literal;
use jigsat_grid::Mark;
use jigsat_kit::{AtomOf, Family, SolutionOf};

use super::{
    Explainer, Part,
    view::{Marks, View},
};
use crate::{Solution, Status};

impl<F: Family> Explainer<F> {
    pub(super) fn two(
        &mut self,
        solutions: &[SolutionOf<F>; 2],
        differ: &[Vec<Literal<AtomOf<F>>>; 2],
    ) -> Status {
        self.record.unique = Some(false);
        let [first, second] = differ.each_ref().map(|literals| self.names(literals));
        self.record.differ = [&first[..], &second[..]].concat();
        let mut marks = Marks::default();
        for &literal in differ.iter().flatten() {
            marks.add(&self.case.cells_of_literal(literal), Mark::Deduced);
        }
        self.record.cells = self.case.cell_names(&marks);
        for (number, solution) in (1..).zip(solutions) {
            self.record.solutions.push(serde_json::to_value(solution).unwrap_or_default());
            let view = View {
                head: format!("{number}. not unique: two solutions, which differ in the marked cells"),
                lines: Vec::new(),
                solution: Some(Solution::unchecked(solution.clone())),
                marks: marks.clone(),
                deduced: "differs",
                in_text: true,
            };
            self.parts.push_back(Part::with_view("", view));
        }
        let mut words = "not unique: two solutions".to_owned();
        for (name, literals) in [("the first", first), ("the second", second)] {
            if !literals.is_empty() {
                words += &format!("\nonly in {name}: {}", literals.join(", "));
            }
        }
        self.tell(words);
        Status::Impossible
    }
}
