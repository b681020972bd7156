//! Search that keeps only the best partial states, for one solution of boards too large for a complete search.
//!
//! Beam search (B. T. Lowerre, The Harpy speech recognition system, 1976): cells are filled in their order as by
//! Fletcher, all states with the same number of covered cells are compared, and the best of them continue. Good states
//! have used the pieces that are hard to place, as the few who packed a board of 209 such pieces found out (A. Selby
//! and O. Riordan, Eternity, 2000), and have a smooth edge. States with few open cells are searched exhaustively. If
//! nothing is found, the beam is made wider. It can't show that there is no solution.

use jigsat_cnf::rarely;
use jigsat_solve::{Limits, Stop};

use super::{
    bitboard::{MAX_ITEMS, with_words},
    bits::Bits,
    exact::{Choice, Exact, UNCOUNTED, cell_order, item_count},
    task::given_task,
};
use crate::{Cover, Tiling};

/// Initial number of states kept for each number of covered cells; doubled each time nothing is found.
const WIDTH: usize = 64;
/// Maximum width of the beam. This width takes about as many steps as all before it.
const MAX_WIDTH: usize = 2_048;
/// The weight of a piece, which is its number of cells to this power, in 64ths; and the weight of an edge between a
/// covered cell and an open one. Measured on cut boards of 20x20: no power from 1.1 to 2 and no edge from 0 to 3 was
/// clearly better.
const POWER: f64 = 1.25;
const UNIT: f64 = 64.0;
const EDGE: i64 = 16;
/// A state with at most one in this many cells of the board open is searched exhaustively, in at most this many steps.
const END_PART: usize = 7;
const END_STEPS: u64 = 3_000;

/// The result of the beam search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filled {
    /// The placements of a solution, if one was found.
    pub found: Option<Vec<u32>>,
    /// Number of steps of the search.
    pub nodes: u64,
    /// The limit that came first; `None` if even the widest beam found nothing.
    pub stopped: Option<Stop>,
}

/// Looks for one solution of a puzzle in which all cells must be covered. It is the same each time; the limits bound
/// the width of the beam, with `conflicts` as steps. `None` for other puzzles, and for more than
/// [`MAX_ITEMS`](super::MAX_ITEMS) cells and pieces.
#[must_use]
pub fn fill_by_beam(tiling: &Tiling, limits: &Limits) -> Option<Filled> {
    if tiling.spec().cover != Cover::All {
        return None;
    }
    with_words!(tiling, N => Some(fill::<N>(tiling, limits)), None)
}

fn fill<const N: usize>(tiling: &Tiling, limits: &Limits) -> Filled {
    let exact = Exact::<N>::of(tiling);
    let Some(whole) = given_task(tiling, &exact) else { return Filled::default() };
    let mut beginning = vec![Vec::new(); 64 * N];
    let mut open = Bits::EMPTY;
    for &choice in &whole.list {
        open |= choice.items;
        if let Some(first) = choice.items.first() {
            beginning[first].push(choice);
        }
    }
    let kinds = tiling.kinds();
    let kind_of = |choice: &Choice<N>| tiling.placements().kind(choice.placement);
    for choices in &mut beginning {
        rarely::sort_by_key(choices, |choice| std::cmp::Reverse(kinds[kind_of(choice)].size()));
    }
    let weights = kinds.iter().map(|kind| ((kind.size() as f64).powf(POWER) * UNIT).round() as i64).collect();
    let mut beam = Beam {
        tiling,
        exact: &exact,
        limits,
        beginning,
        beside: neighbours(tiling),
        weights,
        links: Vec::new(),
        filled: Filled::default(),
    };
    let free = whole.open | open;
    // Cells that must be covered and that no placement reaches stay open forever.
    if !(whole.open & !open).is_empty() {
        return beam.filled;
    }
    let covered = tiling.area() - beam.cells_in(free);
    let first = State { free, used: whole.used.into(), score: 0, link: NOTHING };
    let mut width = WIDTH;
    while width <= MAX_WIDTH && !beam.is_stopped() {
        beam.links.clear();
        if let Some(mut found) = beam.sweep(first.clone(), covered, width) {
            found.extend(&whole.chosen);
            beam.filled.found = Some(found);
            break;
        }
        width *= 2;
    }
    beam.filled
}

/// The neighbours of each cell, by their places in the engine's order.
fn neighbours(tiling: &Tiling) -> Vec<Vec<usize>> {
    let order = cell_order(tiling);
    let mut item_of = vec![None; tiling.places()];
    for (item, &cell) in order.iter().enumerate() {
        item_of[cell] = Some(item);
    }
    let beside = |&cell: &usize| {
        let place = tiling.place(cell);
        let steps = (0..3).flat_map(|axis| [(axis, -1), (axis, 1)]);
        let near = steps.filter_map(|(axis, step)| {
            let mut near = place;
            near.at[axis] += step;
            tiling.number(near).and_then(|cell| item_of[cell])
        });
        near.collect()
    };
    order.iter().map(beside).collect()
}

/// No link: no piece is placed yet.
const NOTHING: u32 = u32::MAX;

/// A partially filled board.
#[derive(Clone)]
struct State<const N: usize> {
    /// Open cells, and unused single pieces.
    free: Bits<N>,
    /// Number of copies used, of each counted kind.
    used: Box<[u32]>,
    /// Lower is better.
    score: i64,
    /// The last placement, in the list of links.
    link: u32,
}

struct Beam<'a, const N: usize> {
    tiling: &'a Tiling,
    exact: &'a Exact<N>,
    limits: &'a Limits,
    /// The placements that begin in each cell, with large pieces first.
    beginning: Vec<Vec<Choice<N>>>,
    beside: Vec<Vec<usize>>,
    /// The weight of each kind.
    weights: Vec<i64>,
    /// Placements, each with the link to the one before it.
    links: Vec<(u32, u32)>,
    filled: Filled,
}

impl<const N: usize> Beam<'_, N> {
    fn is_stopped(&mut self) -> bool {
        let steps = self.limits.conflicts.is_some_and(|steps| self.filled.nodes >= steps);
        self.filled.stopped = self.limits.reached().or(steps.then_some(Stop::Conflicts));
        self.filled.stopped.is_some()
    }

    fn cells_in(&self, free: Bits<N>) -> usize {
        free.items().take_while(|&item| item < self.beside.len()).count()
    }

    /// Fills the board once, with a beam of that width.
    fn sweep(&mut self, first: State<N>, covered: usize, width: usize) -> Option<Vec<u32>> {
        let area = self.tiling.area();
        let mut levels: Vec<Vec<State<N>>> = (0..=area).map(|_| Vec::new()).collect();
        levels[covered].push(first);
        for covered in covered..=area {
            let mut states = std::mem::take(&mut levels[covered]);
            keep_best(&mut states, width);
            states.sort_unstable_by(|one, other| (one.free.0, &one.used).cmp(&(other.free.0, &other.used)));
            states.dedup_by(|one, other| one.free == other.free && one.used == other.used);
            for state in states {
                self.filled.nodes += 1;
                if self.is_stopped() {
                    return None;
                }
                if (area - covered) * END_PART <= area {
                    let mut found = Vec::new();
                    let steps = self.filled.nodes + END_STEPS;
                    if self.finish(state.free, &mut state.used.clone(), &mut found, steps) {
                        self.follow(state.link, &mut found);
                        return Some(found);
                    }
                    continue;
                }
                self.go_on(&state, covered, width, &mut levels);
            }
        }
        None
    }

    /// All states that result from filling the first open cell of a state.
    fn go_on(&mut self, state: &State<N>, covered: usize, width: usize, levels: &mut [Vec<State<N>>]) {
        let Some(first) = (state.free & self.exact.required).first() else { return };
        for index in 0..self.beginning[first].len() {
            let choice = self.beginning[first][index];
            let mut used = state.used.clone();
            if choice.items.meets(&!state.free) || !self.take(&choice, &mut used) {
                continue;
            }
            let free = state.free & !choice.items;
            let kind = self.tiling.placements().kind(choice.placement);
            let score = state.score - self.weights[kind] + EDGE * self.edges(&choice, free);
            let link = self.links.len() as u32;
            self.links.push((choice.placement, state.link));
            let level = &mut levels[covered + self.tiling.kinds()[kind].size()];
            level.push(State { free, used, score, link });
            if level.len() >= 2 * width {
                keep_best(level, width);
            }
        }
    }

    /// The increase in the number of edges between covered cells and open ones.
    fn edges(&self, choice: &Choice<N>, free: Bits<N>) -> i64 {
        let cells = choice.items.items().take_while(|&item| item < self.beside.len());
        let edge = |&near: &usize| match (free.has(near), choice.items.has(near)) {
            (true, _) => 1,
            (false, true) => 0,
            (false, false) => -1,
        };
        cells.map(|cell| self.beside[cell].iter().map(edge).sum::<i64>()).sum()
    }

    /// Counts a copy, if there is one left.
    fn take(&self, choice: &Choice<N>, used: &mut [u32]) -> bool {
        if choice.counted == UNCOUNTED {
            return true;
        }
        let place = self.exact.counted.iter().position(|&(kind, ..)| kind == choice.counted);
        place.is_some_and(|place| {
            used[place] += 1;
            used[place] <= self.exact.counted[place].2
        })
    }

    /// Searches a state exhaustively; `found` gets the placements.
    fn finish(&mut self, free: Bits<N>, used: &mut [u32], found: &mut Vec<u32>, steps: u64) -> bool {
        let Some(first) = (free & self.exact.required).first() else {
            let mut counted = self.exact.counted.iter().zip(&*used);
            return counted.all(|(&(_, min, _), &used)| min <= used);
        };
        for index in 0..self.beginning[first].len() {
            let choice = self.beginning[first][index];
            if choice.items.meets(&!free) {
                continue;
            }
            self.filled.nodes += 1;
            if self.filled.nodes >= steps {
                return false;
            }
            let place = self.exact.counted.iter().position(|&(kind, ..)| kind == choice.counted);
            if self.take(&choice, used) && self.finish(free & !choice.items, used, found, steps) {
                found.push(choice.placement);
                return true;
            }
            if let Some(place) = place {
                used[place] -= 1;
            }
        }
        false
    }

    fn follow(&self, mut link: u32, found: &mut Vec<u32>) {
        while let Some(&(placement, before)) = self.links.get(link as usize) {
            found.push(placement);
            link = before;
        }
    }
}

fn keep_best<const N: usize>(states: &mut Vec<State<N>>, width: usize) {
    if states.len() > width {
        states.select_nth_unstable_by_key(width, |state| state.score);
        states.truncate(width);
    }
}
