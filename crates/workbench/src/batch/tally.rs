//! The result of all puzzles, by family.

use std::collections::BTreeMap;

use super::line::{Category, Verdict};
use crate::table::{Cell, Table};

/// The heads of the columns of [`Tally::rows`].
pub const HEADS: [&str; 10] =
    ["family", "puzzles", "solved", "impossible", "unknown", "failed", "median", "p95", "worst", "which"];

/// Those of them that are about times.
const TIMES: [&str; 4] = ["median", "p95", "worst", "which"];

/// Counts and times of puzzles.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    families: BTreeMap<String, Row>,
}

#[derive(Clone, Debug, Default)]
struct Row {
    counts: [u64; Category::ALL.len()],
    /// Seconds; malformed puzzles have no time.
    times: Vec<f64>,
    /// The longest time, and its puzzle.
    worst: Option<(f64, String)>,
}

/// The smallest value that is at least as large as this share of the sorted values.
#[must_use]
pub fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let rank = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.saturating_sub(1)).copied()
}

impl Row {
    fn count(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The cells for [`HEADS`].
    fn cells(mut self, family: &str) -> Vec<Cell> {
        self.times.sort_unstable_by(f64::total_cmp);
        let mut cells = vec![Cell::Word(family.to_owned()), Cell::Count(Some(self.count()))];
        cells.extend(self.counts.map(|count| Cell::Count(Some(count))));
        cells.extend([0.5, 0.95].map(|share| Cell::Seconds(quantile(&self.times, share))));
        let (worst, which) = self.worst.map_or((None, String::new()), |(worst, which)| (Some(worst), which));
        cells.extend([Cell::Seconds(worst), Cell::Word(which)]);
        cells
    }

    fn join(&mut self, other: &Row) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
        self.times.extend(&other.times);
        if let Some((seconds, name)) = &other.worst {
            self.meet(*seconds, || name.clone());
        }
    }

    fn meet(&mut self, seconds: f64, name: impl FnOnce() -> String) {
        if self.worst.as_ref().is_none_or(|(worst, _)| seconds > *worst) {
            self.worst = Some((seconds, name()));
        }
    }
}

impl Tally {
    /// Counts a puzzle; asks for its name if it took longest.
    pub fn add(
        &mut self,
        family: &str,
        verdict: Verdict,
        time_s: Option<f64>,
        name: impl FnOnce() -> String,
    ) {
        if !self.families.contains_key(family) {
            self.families.insert(family.to_owned(), Row::default());
        }
        let Some(row) = self.families.get_mut(family) else { return };
        row.counts[verdict.category as usize] += 1;
        if let Some(seconds) = time_s {
            row.times.push(seconds);
            row.meet(seconds, name);
        }
    }

    /// The number of puzzles with that result.
    #[must_use]
    pub fn count(&self, category: Category) -> u64 {
        self.families.values().map(|row| row.counts[category as usize]).sum()
    }

    /// The number of puzzles.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.families.values().map(Row::count).sum()
    }

    /// A row for each family, and one for all if there are several.
    #[must_use]
    pub fn rows(&self) -> Vec<Vec<Cell>> {
        let mut rows: Vec<(&str, Row)> =
            self.families.iter().map(|(name, row)| (name.as_str(), row.clone())).collect();
        if rows.len() > 1 {
            let mut all = Row::default();
            for (_, row) in &rows {
                all.join(row);
            }
            rows.push(("all", all));
        }
        rows.into_iter().map(|(name, row)| row.cells(name)).collect()
    }

    /// The same as a table, without times if there are none.
    #[must_use]
    pub fn table(&self) -> Table {
        let mut table = Table::new(&HEADS);
        for row in self.rows() {
            table.push(row);
        }
        let timed = self.families.values().any(|row| !row.times.is_empty());
        table.without(if timed { &[] } else { &TIMES })
    }
}
