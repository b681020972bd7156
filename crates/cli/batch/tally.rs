//! What came of all puzzles, by family.

use std::{collections::BTreeMap, time::Duration};

use super::line::{Category, Verdict};
use crate::table::Table;

/// Counts and times of puzzles.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    families: BTreeMap<String, Row>,
}

#[derive(Clone, Debug, Default)]
struct Row {
    counts: [u64; Category::ALL.len()],
    /// Seconds; malformed puzzles have none.
    times: Vec<f64>,
    /// The longest of them, and of which puzzle.
    worst: Option<(f64, String)>,
}

impl Row {
    fn count(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The time within which that share of the puzzles ended.
    fn quantile(&self, share: f64) -> Option<f64> {
        let mut times = self.times.clone();
        times.sort_unstable_by(f64::total_cmp);
        let rank = (share * times.len() as f64).ceil() as usize;
        times.get(rank.saturating_sub(1)).copied()
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

    /// How many puzzles came to that.
    pub fn count(&self, category: Category) -> u64 {
        self.families.values().map(|row| row.counts[category as usize]).sum()
    }

    /// How many puzzles there are.
    pub fn total(&self) -> u64 {
        self.families.values().map(Row::count).sum()
    }

    /// A line a family, and one for all where there are several; without times where there are none.
    pub fn table(&self) -> Table {
        let mut rows: Vec<(&str, Row)> =
            self.families.iter().map(|(name, row)| (name.as_str(), row.clone())).collect();
        if rows.len() > 1 {
            let mut all = Row::default();
            for (_, row) in &rows {
                all.join(row);
            }
            rows.push(("all", all));
        }
        let timed = rows.iter().any(|(_, row)| !row.times.is_empty());
        let words = Category::ALL.map(Category::name);
        let times = if timed { &["median", "95 %", "worst", "which"][..] } else { &[] };
        let mut table = Table::new(["family", "puzzles"].iter().chain(&words).chain(times));
        for (name, row) in rows {
            let mut cells = vec![name.to_owned(), row.count().to_string()];
            cells.extend(row.counts.map(|count| count.to_string()));
            if timed {
                cells.extend(
                    [row.quantile(0.5), row.quantile(0.95)].map(|time| time.map(seconds).unwrap_or_default()),
                );
                let (worst, which) = row.worst.unwrap_or_default();
                cells.extend([if which.is_empty() { String::new() } else { seconds(worst) }, which]);
            }
            table.push(cells);
        }
        table
    }
}

/// A time with two or three digits.
pub fn seconds(seconds: f64) -> String {
    format!("{:.1?}", Duration::try_from_secs_f64(seconds).unwrap_or_default())
}
