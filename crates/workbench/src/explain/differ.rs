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
    pub(super) fn two(&mut self, solutions: &[SolutionOf<F>; 2], differ: &[Literal<AtomOf<F>>]) -> Status {
        self.record.unique = Some(false);
        self.record.differ = self.names(differ);
        let mut marks = Marks::default();
        for &literal in differ {
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
        let differ = self.record.differ.join(", ");
        self.tell(format!("not unique: the two solutions differ in {differ}"));
        Status::Impossible
    }
}
