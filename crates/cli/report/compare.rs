//! Two results of the same puzzles.

use std::collections::BTreeMap;

use jigsat_workbench::{
    batch::{Category, ResultLine, quantile},
    table::{Cell, Table},
};

use super::read::Results;

/// The differences between two results.
#[derive(Default)]
pub struct Compared {
    families: BTreeMap<String, Row>,
    /// The puzzles that one result calls impossible and for which the other has a solution.
    pub contradictions: Vec<String>,
}

/// Counts of the puzzles that are in both results.
#[derive(Default)]
struct Row {
    /// Answered by both, by the first alone, by the second alone, by none.
    both: u64,
    first: u64,
    second: u64,
    none: u64,
    /// The ratio of the first time to the second, for each puzzle that both answered.
    ratios: Vec<f64>,
}

/// Whether a puzzle was solved or refuted.
pub fn is_answered(told: &ResultLine) -> bool {
    matches!(told.verdict().category, Category::Solved | Category::Impossible)
}

pub fn compare(first: &Results, second: &Results) -> Compared {
    let mut compared = Compared::default();
    for told in first.puzzles() {
        let Some(other) = second.same(told) else { continue };
        let row = compared.families.entry(told.family.clone()).or_default();
        match (is_answered(told), is_answered(other)) {
            (true, true) => row.both += 1,
            (true, false) => row.first += 1,
            (false, true) => row.second += 1,
            (false, false) => row.none += 1,
        }
        if !is_answered(told) || !is_answered(other) {
            continue;
        }
        if let (Some(time), Some(others)) = (told.time_s, other.time_s) {
            row.ratios.push(time / others.max(1e-6));
        }
        // 'none-within' says nothing about longer plans.
        let refutes = |one: &ResultLine, of: &ResultLine| {
            one.status == "impossible" && of.verdict().category == Category::Solved
        };
        if refutes(told, other) || refutes(other, told) {
            compared.contradictions.push(told.name());
        }
    }
    compared
}

impl Compared {
    pub fn table(&self) -> Table {
        let mut table = Table::new(&[
            "family",
            "in both",
            "answered by both",
            "only 1st",
            "only 2nd",
            "by none",
            "1st / 2nd",
        ]);
        for (family, row) in &self.families {
            let mut ratios = row.ratios.clone();
            ratios.sort_unstable_by(f64::total_cmp);
            let counts =
                [row.both + row.first + row.second + row.none, row.both, row.first, row.second, row.none];
            let mut cells = vec![Cell::Word(family.clone())];
            cells.extend(counts.map(|count| Cell::Count(Some(count))));
            cells.push(Cell::Ratio(quantile(&ratios, 0.5)));
            table.push(cells);
        }
        table
    }
}
