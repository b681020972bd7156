//! Names for what the lengths of the runs of a line give, as in Nonograms.

use std::ops::Range;

use jigsat_cnf::{Cnf, Lit, Var};
use jigsat_kit::Subject;
use jigsat_solve::{
    Limits, Solver, Verdict,
    explain::{How, Line},
};
use rustc_hash::FxHashMap;

use crate::puzzle_formula::PuzzleFormula;

/// The name of what a constraint about runs gives. `cells` says
/// which cells of the line are in runs.
pub(super) fn name(cnf: &Cnf, group: usize, cells: &[Var], line: &Line) -> Option<&'static str> {
    let known = |var: &Var| line.premises.iter().find(|lit| lit.var() == *var).map(|lit| lit.is_pos());
    let row = Row::new(cells.iter().map(known).collect(), lengths(cnf, group, cells)?);
    let mut given = Vec::new();
    for lit in &line.gives {
        given.push((cells.iter().position(|&var| var == lit.var())?, lit.is_pos()));
    }
    row.name(&given)
}

/// The one name of what lines by a constraint about runs give together, if they have one; `None` if there are other lines.
pub(super) fn name_of_all(formula: &dyn PuzzleFormula, lines: &[Line]) -> Option<Vec<Option<String>>> {
    let (first, others) = lines.split_first()?;
    let How::Constraint(group, _) = first.how else { return None };
    if others.iter().any(|line| line.how != first.how) {
        return None;
    }
    let Some(Subject::Runs(cells)) = formula.subject(group) else { return None };
    let gives: Vec<Lit> = lines.iter().flat_map(|line| &line.gives).copied().collect();
    let premises = lines.iter().flat_map(|line| &line.premises).copied();
    let premises = premises.filter(|lit| !gives.contains(lit)).collect();
    let all = Line { how: first.how.clone(), premises, gives };
    Some(vec![name(formula.cnf(), group, &cells, &all).map(str::to_owned)])
}

/// The lengths of the runs, which are the same in all solutions of the constraint.
fn lengths(cnf: &Cnf, group: usize, cells: &[Var]) -> Option<Vec<usize>> {
    let mut sat = Solver::Batsat.start().ok()?;
    let mut inner: FxHashMap<Var, Var> = FxHashMap::default();
    let mut clause = Vec::new();
    for place in cnf.group_at(group).clauses() {
        clause.clear();
        for &lit in &cnf.clauses()[place] {
            let next = Var::new(inner.len() as u32);
            clause.push(inner.entry(lit.var()).or_insert(next).lit(lit.is_neg()));
        }
        sat.add(&clause).ok()?;
    }
    if !matches!(sat.solve(&[], &Limits::default()), Ok(Verdict::Sat)) {
        return None;
    }
    let shaded: Vec<bool> = cells.iter().map(|var| sat.value(inner[var])).collect();
    Some(shaded.split(|&is_shaded| !is_shaded).map(<[bool]>::len).filter(|&length| length > 0).collect())
}

/// A line of which some cells are known, and the cells in which each of its runs can begin.
struct Row {
    known: Vec<Option<bool>>,
    lengths: Vec<usize>,
    starts: Vec<Vec<usize>>,
}

impl Row {
    fn new(known: Vec<Option<bool>>, lengths: Vec<usize>) -> Self {
        let mut row = Row { known, lengths, starts: Vec::new() };
        let before = row.ways(false);
        let mut after = row.ways(true);
        after.reverse();
        let fits = |run: usize, start: usize| {
            let end = start + row.lengths[run];
            row.is_place(run, start) && before[run][start] && after[run + 1][row.known.len() - end]
        };
        let places = 0..row.known.len();
        row.starts = (0..row.lengths.len())
            .map(|run| places.clone().filter(|&start| fits(run, start)).collect())
            .collect();
        row
    }

    /// Whether no cell of a run that begins there is known not to be in one.
    fn is_place(&self, run: usize, start: usize) -> bool {
        let end = start + self.lengths[run];
        self.known.get(start..end).is_some_and(|cells| cells.iter().all(|&cell| cell != Some(false)))
    }

    /// For each run and each number of cells, whether the runs before it can lie in so many first cells, with a gap behind the
    /// last; seen from the other end if reversed.
    fn ways(&self, reversed: bool) -> Vec<Vec<bool>> {
        let mut known = self.known.clone();
        let mut lengths = self.lengths.clone();
        if reversed {
            known.reverse();
            lengths.reverse();
        }
        let is_clear = |cells: Range<usize>| known[cells].iter().all(|&cell| cell != Some(true));
        let mut ways = vec![(0..=known.len()).map(|cells| is_clear(0..cells)).collect::<Vec<bool>>()];
        for length in lengths {
            let before = &ways[ways.len() - 1];
            let mut next = vec![false; known.len() + 1];
            for end in length..known.len() {
                let start = end - length;
                let is_run = before[start] && known[start..end].iter().all(|&cell| cell != Some(false));
                // The cell behind it is a gap.
                next[end + 1] = known[end] != Some(true) && (next[end] || is_run);
            }
            ways.push(next);
        }
        ways
    }

    /// The cells of a run that begins there.
    fn cells(&self, run: usize, start: usize) -> Range<usize> {
        start..start + self.lengths[run]
    }

    fn name(&self, given: &[(usize, bool)]) -> Option<&'static str> {
        if self.starts.iter().any(Vec::is_empty) {
            return None;
        }
        let shaded = self.known.iter().filter(|&&cell| cell == Some(true)).count();
        if shaded == self.lengths.iter().sum::<usize>() {
            return Some("line complete");
        }
        let is_fixed = self.starts.iter().all(|starts| starts.len() == 1);
        if is_fixed && given.len() > 1 {
            return Some("runs fit in one way");
        }
        let names = given.iter().map(|&(cell, is_shaded)| {
            if is_shaded { self.name_of_shaded(cell) } else { Some(self.name_of_gap(cell)) }
        });
        // A cell in one of several runs has no name of its own.
        let Some(names) = names.collect::<Option<Vec<&str>>>() else { return Some(LINE_SOLVING) };
        // The hardest to see of those about gaps, or about shaded cells.
        let hardest = |order: &[&'static str]| {
            let is_all = names.iter().all(|name| order.contains(name));
            order.iter().copied().find(|name| is_all && names.contains(name))
        };
        hardest(&[OVERLAP, FITS])
            .or_else(|| hardest(&[OUT_OF_REACH, NO_ROOM, GAP_TOO_SMALL, RUN_COMPLETE]))
            .or(Some(LINE_SOLVING))
    }

    /// Why a cell is in a run; `None` if it is in several runs, depending on where they lie.
    fn name_of_shaded(&self, cell: usize) -> Option<&'static str> {
        let covers =
            |run: usize| self.starts[run].iter().all(|&start| self.cells(run, start).contains(&cell));
        let run = (0..self.lengths.len()).find(|&run| covers(run))?;
        Some(if self.starts[run].len() > 1 { OVERLAP } else { FITS })
    }

    /// Why a cell is in no run.
    fn name_of_gap(&self, cell: usize) -> &'static str {
        let is_shaded = |cell: usize| self.known[cell] == Some(true);
        let ends_here = |run: usize| {
            let [start] = self.starts[run][..] else { return false };
            let cells = self.cells(run, start);
            (cell + 1 == cells.start || cell == cells.end) && cells.clone().all(is_shaded)
        };
        if (0..self.lengths.len()).any(ends_here) {
            return RUN_COMPLETE;
        }
        let is_open = |&cell: &usize| self.known[cell] != Some(false);
        let width = (0..=cell).rev().take_while(is_open).count()
            + (cell + 1..self.known.len()).take_while(is_open).count();
        if self.lengths.iter().all(|&length| length > width) {
            return GAP_TOO_SMALL;
        }
        // Between the first and the last place of a run, gaps leave no room for it.
        let is_within = |run: usize| {
            let (first, last) = (self.starts[run].first(), self.starts[run].last());
            first.zip(last).is_some_and(|(&first, &last)| (first..last + self.lengths[run]).contains(&cell))
        };
        if (0..self.lengths.len()).any(is_within) { NO_ROOM } else { OUT_OF_REACH }
    }
}

/// What all ways to place the runs have in common.
const LINE_SOLVING: &str = "line solving";
const OVERLAP: &str = "overlap of runs";
const FITS: &str = "a run that fits in one place";
const OUT_OF_REACH: &str = "out of reach";
const NO_ROOM: &str = "no room for a run";
const GAP_TOO_SMALL: &str = "gap too small";
const RUN_COMPLETE: &str = "run complete";

#[cfg(test)]
mod tests {
    use super::*;

    /// A line with `#` for cells in runs, `x` for gaps, and `+` and `-` for those that are given.
    fn name(line: &str, lengths: &[usize]) -> Option<&'static str> {
        let known = |char: char| match char {
            '#' => Some(true),
            'x' => Some(false),
            _ => None,
        };
        let given: Vec<(usize, bool)> = line
            .chars()
            .enumerate()
            .filter(|(_, char)| ['+', '-'].contains(char))
            .map(|(cell, char)| (cell, char == '+'))
            .collect();
        Row::new(line.chars().map(known).collect(), lengths.to_vec()).name(&given)
    }

    #[test]
    fn names_say_why() {
        assert_eq!(name("..+..", &[3]), Some(OVERLAP));
        assert_eq!(name(".+...", &[2, 1]), Some(OVERLAP));
        assert_eq!(name("++-++", &[2, 2]), Some("runs fit in one way"));
        assert_eq!(name("x+#x....", &[2, 1]), Some(FITS));
        assert_eq!(name("-#-----", &[1]), Some("line complete"));
        assert_eq!(name("x##-....", &[2, 1]), Some(RUN_COMPLETE));
        assert_eq!(name("--x.#..", &[3]), Some(GAP_TOO_SMALL));
        assert_eq!(
            name("--x......", &[3, 1]),
            Some(OUT_OF_REACH),
            "the 1 would fit there, but not before the 3"
        );
        assert_eq!(name(".......#-.", &[4, 1]), Some(NO_ROOM), "behind the 4 or the 1");
        assert_eq!(name("--x......", &[3]), Some(GAP_TOO_SMALL));
        assert_eq!(name(".#..--", &[3]), Some(OUT_OF_REACH));
        assert_eq!(name(".#+---", &[3]), Some(LINE_SOLVING), "one is about a run, the others are about gaps");
    }
}
