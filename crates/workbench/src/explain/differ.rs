//! The difference between two solutions.

use jigsat_grid::Mark;

use super::{
    Explainer, Part,
    teller::cell_names,
    view::{Marks, View},
};
use crate::{Solution, Status, puzzle_formula::Known};

impl Explainer {
    pub(super) fn two(&mut self, solutions: &[Solution; 2], differ: &[Vec<Known>; 2]) -> Status {
        self.record.unique = Some(false);
        let [first, second] = differ.each_ref().map(|literals| self.names(literals));
        self.record.differ = [&first[..], &second[..]].concat();
        let mut marks = Marks::default();
        for &literal in differ.iter().flatten() {
            marks.add(&self.board.cells(literal), Mark::Deduced);
        }
        self.record.cells = cell_names(&*self.board, &marks);
        for (number, solution) in (1..).zip(solutions) {
            self.record.solutions.push(serde_json::to_value(solution).unwrap_or_default());
            let view = View {
                head: format!("{number}. not unique: two solutions, which differ in the marked cells"),
                lines: Vec::new(),
                solution: Some(solution.clone()),
                marks: marks.clone(),
                deduced: "differs",
                in_text: true,
            };
            self.parts.push_back(Part::with_view("", view));
        }
        let mut words = "not unique: two solutions".to_owned();
        for (name, literals) in [("the first", first), ("the second", second)] {
            if !literals.is_empty() {
                let separator = if literals.iter().any(|words| words.contains(", ")) { "; " } else { ", " };
                words += &format!("\nonly in {name}: {}", literals.join(separator));
            }
        }
        self.tell(words);
        Status::Impossible
    }

    /// For a hint: reports that there are several solutions, and one place where two differ, without showing them.
    pub(super) fn not_unique(&mut self, differ: &[Vec<Known>; 2], known: &[Known]) -> Status {
        self.record.unique = Some(false);
        let [first, second] = differ;
        let cells = |literal: &&Known| self.board.cells(**literal);
        let one = first.first().or(second.first());
        let place = one.as_ref().map(cells).unwrap_or_default();
        let other = second.iter().find(|literal| Some(*literal) != one && cells(literal) == place);
        let pair: Vec<Known> = one.into_iter().chain(other).copied().collect();
        self.record.differ = self.names(&pair);
        let mut marks = Marks::default();
        marks.add(&place, Mark::Deduced);
        self.record.cells = cell_names(&*self.board, &marks);
        let view = View {
            head: "not unique: two solutions differ in the marked cell".into(),
            lines: Vec::new(),
            solution: self.board.so_far(known),
            marks,
            deduced: "differs",
            in_text: true,
        };
        let where_they_differ = match &self.record.differ[..] {
            [] => String::new(),
            [only] => format!("\nonly one of two has: {only}"),
            [one, other, ..] => format!("\none has: {one}\nanother has: {other}"),
        };
        let words = format!("not unique: there is more than one solution{where_they_differ}");
        self.parts.push_back(Part::with_view(words, view));
        Status::Impossible
    }
}
