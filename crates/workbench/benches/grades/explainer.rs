//! An independent explainer for comparing ratings: it grades a 9x9 Sudoku by the hardest technique that it needs, in
//! the order and on the scale of Sukaku Explainer (N. Juillerat), with the techniques named below. Beyond these it
//! refutes single candidates and grades by the number of singles that takes; it knows no named chains.

use std::sync::LazyLock;

const ALL: u16 = 511;

/// Rows, columns and boxes, each with its cells; the peers of each cell.
struct Board {
    units: Vec<Vec<usize>>,
    peers: Vec<Vec<usize>>,
}

static BOARD: LazyLock<Board> = LazyLock::new(|| {
    let row = |unit: usize| (0..9_usize).map(|i| 9 * unit + i).collect();
    let column = |unit: usize| (0..9_usize).map(|i| 9 * i + unit).collect();
    let in_box =
        |unit: usize| (0..9_usize).map(|i| 9 * (3 * (unit / 3) + i / 3) + 3 * (unit % 3) + i % 3).collect();
    let units: Vec<Vec<usize>> =
        (0..9).map(row).chain((0..9).map(column)).chain((0..9).map(in_box)).collect();
    let peers = |cell: usize| {
        let meets = |other: &usize| units.iter().any(|unit| unit.contains(&cell) && unit.contains(other));
        (0..81).filter(|&other| other != cell).filter(meets).collect()
    };
    Board { peers: (0..81).map(peers).collect(), units }
});

/// The candidates of each cell, as bits, and which cells are filled in.
#[derive(Clone)]
struct State {
    candidates: [u16; 81],
    filled: [bool; 81],
}

/// Techniques with their grades, the easiest first.
const TECHNIQUES: [(f64, fn(&mut State) -> bool); 17] = [
    (1.0, State::last_in_unit),
    (1.2, |state| state.hidden_single(18..27)),
    (1.5, |state| state.hidden_single(0..18)),
    (2.3, State::naked_single),
    (2.6, |state| state.locked(18..27, 0..18)),
    (2.8, |state| state.locked(0..18, 18..27)),
    (3.0, |state| state.naked_set(2)),
    (3.2, |state| state.fish(2)),
    (3.4, |state| state.hidden_set(2)),
    (3.6, |state| state.naked_set(3)),
    (3.8, |state| state.fish(3)),
    (4.0, |state| state.hidden_set(3)),
    (4.2, |state| state.wing(2)),
    (4.4, |state| state.wing(3)),
    (5.0, |state| state.naked_set(4)),
    (5.2, |state| state.fish(4)),
    (5.4, |state| state.hidden_set(4)),
];

/// The grade of a puzzle of 81 characters, from 1.0 on; 9.9 if the techniques don't suffice.
pub fn grade(line: &str) -> f64 {
    let mut state = State::of(line);
    let mut hardest: f64 = 1.0;
    while state.filled.contains(&false) {
        hardest = hardest.max(state.step());
        if hardest > 9.0 {
            return hardest;
        }
    }
    hardest
}

/// The grade of what the next cell takes, if the easiest technique is taken each time.
pub fn next(line: &str) -> f64 {
    let mut state = State::of(line);
    let filled = state.filled;
    let mut hardest: f64 = 1.0;
    while state.filled == filled && hardest < 9.0 {
        hardest = hardest.max(state.step());
    }
    hardest
}

/// Whether this digit follows in this cell by techniques up to a grade.
pub fn follows(line: &str, grade: f64, cell: usize, digit: u8) -> bool {
    let mut state = State::of(line);
    let easy =
        |state: &mut State| TECHNIQUES.iter().any(|&(own, technique)| own <= grade && technique(state));
    while !state.filled[cell] {
        if !easy(&mut state) {
            return false;
        }
    }
    state.candidates[cell] == 1 << (digit - 1)
}

impl State {
    /// The state of 81 characters, with the candidates that its digits leave.
    fn of(line: &str) -> Self {
        let mut state = State { candidates: [ALL; 81], filled: [false; 81] };
        for (cell, digit) in line.bytes().enumerate().filter(|(_, byte)| (b'1'..=b'9').contains(byte)) {
            state.fill(cell, 1 << (digit - b'1'));
        }
        state
    }

    /// Takes the easiest technique, and returns its grade.
    fn step(&mut self) -> f64 {
        let simple = TECHNIQUES.iter().find(|(_, technique)| technique(self)).map(|&(grade, _)| grade);
        let tried = |state: &mut State, least: f64, pairs: bool| {
            let steps = state.refute(pairs)?;
            Some(least + 0.1 * (2.0 * f64::from(steps + 1).log2()).ceil())
        };
        simple.or_else(|| tried(self, 6.6, false)).or_else(|| tried(self, 8.0, true)).unwrap_or(9.9)
    }

    fn fill(&mut self, cell: usize, digit: u16) {
        self.filled[cell] = true;
        self.candidates[cell] = digit;
        for &peer in &BOARD.peers[cell] {
            if !self.filled[peer] {
                self.candidates[peer] &= !digit;
            }
        }
    }

    /// Removes candidates; returns whether there were any.
    fn remove(&mut self, cells: impl IntoIterator<Item = usize>, digits: u16) -> bool {
        let mut removed = false;
        for cell in cells {
            if !self.filled[cell] && self.candidates[cell] & digits != 0 {
                self.candidates[cell] &= !digits;
                removed = true;
            }
        }
        removed
    }

    /// The open cells of a unit that can have a digit.
    fn places(&self, unit: &[usize], digit: u16) -> Vec<usize> {
        let fits = |&cell: &usize| !self.filled[cell] && self.candidates[cell] & digit != 0;
        unit.iter().copied().filter(fits).collect()
    }

    fn is_broken(&self) -> bool {
        let lacks = |unit: &Vec<usize>| {
            let mut filled = 0;
            let clash = unit.iter().filter(|&&cell| self.filled[cell]).any(|&cell| {
                let twice = filled & self.candidates[cell] != 0;
                filled |= self.candidates[cell];
                twice
            });
            clash || unit.iter().fold(0, |all, &cell| all | self.candidates[cell]) != ALL
        };
        self.candidates.contains(&0) || BOARD.units.iter().any(lacks)
    }

    fn last_in_unit(&mut self) -> bool {
        let last = BOARD.units.iter().find_map(|unit| {
            let mut open = unit.iter().filter(|&&cell| !self.filled[cell]);
            open.next().filter(|_| open.next().is_none()).copied()
        });
        let Some(cell) = last.filter(|&cell| self.candidates[cell] != 0) else { return false };
        self.fill(cell, self.candidates[cell]);
        true
    }

    fn hidden_single(&mut self, units: std::ops::Range<usize>) -> bool {
        for unit in &BOARD.units[units] {
            for digit in (0..9).map(|digit| 1 << digit) {
                let has = unit.iter().any(|&cell| self.filled[cell] && self.candidates[cell] == digit);
                if let ([cell], false) = (&self.places(unit, digit)[..], has) {
                    self.fill(*cell, digit);
                    return true;
                }
            }
        }
        false
    }

    fn naked_single(&mut self) -> bool {
        let single = |&cell: &usize| !self.filled[cell] && self.candidates[cell].count_ones() == 1;
        let Some(cell) = (0..81).find(single) else { return false };
        self.fill(cell, self.candidates[cell]);
        true
    }

    /// Digits that one unit can have only where it meets another are excluded from the rest of the other.
    fn locked(&mut self, from: std::ops::Range<usize>, to: std::ops::Range<usize>) -> bool {
        for unit in &BOARD.units[from] {
            for digit in (0..9).map(|digit| 1 << digit) {
                let places = self.places(unit, digit);
                for other in &BOARD.units[to.clone()] {
                    let rest = other.iter().copied().filter(|cell| !unit.contains(cell));
                    if places.len() > 1
                        && places.iter().all(|cell| other.contains(cell))
                        && self.remove(rest, digit)
                    {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn naked_set(&mut self, size: usize) -> bool {
        for unit in &BOARD.units {
            let is_small = |&cell: &usize| {
                !self.filled[cell] && (2..=size).contains(&(self.candidates[cell].count_ones() as usize))
            };
            let open: Vec<usize> = unit.iter().copied().filter(is_small).collect();
            for set in subsets(&open, size) {
                let digits = set.iter().fold(0, |all, &cell| all | self.candidates[cell]);
                let rest = unit.iter().copied().filter(|cell| !set.contains(cell));
                if digits.count_ones() as usize == size && self.remove(rest, digits) {
                    return true;
                }
            }
        }
        false
    }

    fn hidden_set(&mut self, size: usize) -> bool {
        for unit in &BOARD.units {
            let is_small = |&digit: &u16| (2..=size).contains(&self.places(unit, digit).len());
            let digits: Vec<u16> = (0..9).map(|digit| 1 << digit).filter(is_small).collect();
            for set in subsets(&digits, size) {
                let mut cells: Vec<usize> = set.iter().flat_map(|&digit| self.places(unit, digit)).collect();
                cells.sort_unstable();
                cells.dedup();
                let kept = set.iter().fold(0, |all, digit| all | digit);
                if cells.len() == size && self.remove(cells, ALL & !kept) {
                    return true;
                }
            }
        }
        false
    }

    fn fish(&mut self, size: usize) -> bool {
        for (from, to) in [(0, 9), (9, 0)] {
            for digit in (0..9).map(|digit| 1 << digit) {
                let lines: Vec<Vec<usize>> = BOARD.units[from..from + 9]
                    .iter()
                    .map(|unit| self.places(unit, digit))
                    .filter(|places| (2..=size).contains(&places.len()))
                    .collect();
                for set in subsets(&lines, size) {
                    let cells: Vec<usize> = set.concat();
                    let crossed: Vec<&Vec<usize>> = BOARD.units[to..to + 9]
                        .iter()
                        .filter(|unit| cells.iter().any(|cell| unit.contains(cell)))
                        .collect();
                    let rest = crossed.iter().flat_map(|unit| unit.iter().copied());
                    let rest: Vec<usize> = rest.filter(|cell| !cells.contains(cell)).collect();
                    if crossed.len() == size && self.remove(rest, digit) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// XY-wing (a hinge of two candidates) and XYZ-wing (three).
    fn wing(&mut self, hinge_candidates: u32) -> bool {
        let with = |state: &State, cell: usize, count: u32| {
            !state.filled[cell] && state.candidates[cell].count_ones() == count
        };
        for hinge in (0..81).filter(|&cell| with(self, cell, hinge_candidates)).collect::<Vec<_>>() {
            let ends: Vec<usize> =
                BOARD.peers[hinge].iter().copied().filter(|&cell| with(self, cell, 2)).collect();
            for pair in subsets(&ends, 2) {
                let (a, b) = (self.candidates[pair[0]], self.candidates[pair[1]]);
                let (common, needed) = (a & b, self.candidates[hinge]);
                let fits = if hinge_candidates == 2 { (a | b) & !common == needed } else { a | b == needed };
                let sees = |cell: &usize| {
                    let all = pair.iter().all(|&end| BOARD.peers[end].contains(cell));
                    all && (hinge_candidates == 2 || BOARD.peers[hinge].contains(cell))
                };
                let seen: Vec<usize> = (0..81).filter(sees).collect();
                if common.count_ones() == 1 && a != b && fits && self.remove(seen, common) {
                    return true;
                }
            }
        }
        false
    }

    /// Removes the candidate that is refuted in the fewest steps, and returns their number.
    fn refute(&mut self, with_pairs: bool) -> Option<u32> {
        let mut best: Option<(u32, usize, u16)> = None;
        for cell in (0..81).filter(|&cell| !self.filled[cell]) {
            for digit in (0..9).map(|digit| 1 << digit).filter(|digit| self.candidates[cell] & digit != 0) {
                let mut assumed = self.clone();
                assumed.fill(cell, digit);
                if let Some(steps) = assumed.steps_until_broken(with_pairs)
                    && best.is_none_or(|(least, ..)| steps < least)
                {
                    best = Some((steps, cell, digit));
                }
            }
        }
        let (steps, cell, digit) = best?;
        self.candidates[cell] &= !digit;
        Some(steps)
    }

    fn steps_until_broken(mut self, with_pairs: bool) -> Option<u32> {
        let mut steps = 0;
        while !self.is_broken() {
            let more = self.naked_single()
                || self.hidden_single(0..27)
                || with_pairs
                    && (self.locked(18..27, 0..18) || self.locked(0..18, 18..27) || self.naked_set(2));
            if !more {
                return None;
            }
            steps += 1;
        }
        Some(steps)
    }
}

/// All choices of `size` of the items, in their order.
fn subsets<T: Clone>(items: &[T], size: usize) -> Vec<Vec<T>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (index, first) in items.iter().enumerate() {
        for rest in subsets(&items[index + 1..], size - 1) {
            all.push([vec![first.clone()], rest].concat());
        }
    }
    all
}
