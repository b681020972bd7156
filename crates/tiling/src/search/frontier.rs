//! A dynamic programme over the cells in their order: the covered cells and the remaining pieces are all that matters
//! for the rest, so partial tilings that agree in these are counted together.
//!
//! The method of transfer matrices, with states made on demand; for dominoes, the 'broken profile' of folklore. It is
//! faster if states merge (dominoes, small sets on narrow boards) and slower if they don't.

use jigsat_solve::{Limits, Stop};
use rustc_hash::FxHashMap;

use super::{
    bitboard::{Counted, MAX_ITEMS, with_words},
    bits::Bits,
    exact::item_count,
    quotient::Quotient,
};
use crate::{Tiling, symmetry::Symmetry};

/// The result of the programme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frontier {
    /// The counts.
    Counted(Counted),
    /// It can't count this puzzle: more states at a time than allowed, more cells and pieces than [`MAX_ITEMS`], or
    /// more solutions than 2¹²⁸.
    Refused(&'static str),
    /// A limit was reached.
    Stopped(Stop),
}

/// Maximum number of states at a time when the programme is tried first.
pub const FEW_STATES: usize = 20_000;
/// Maximum number of states at a time when it was asked for: some hundred bytes each.
pub const MANY_STATES: usize = 4_000_000;

/// Counts the solutions of a puzzle, all and up to symmetry. The number up to symmetry is the average, over the
/// symmetries, of the number of solutions that each keeps (the lemma of Cauchy and Frobenius).
#[must_use]
pub fn count_frontier(tiling: &Tiling, max_states: usize, limits: &Limits) -> Frontier {
    with_words!(tiling, N => count::<N>(tiling, max_states, limits), Frontier::Refused("too many cells and pieces"))
}

fn count<const N: usize>(tiling: &Tiling, max_states: usize, limits: &Limits) -> Frontier {
    let symmetries = tiling.symmetries();
    let mut states = 0;
    let mut run = |symmetry: &Symmetry| {
        let quotient = Quotient::<N>::of(tiling, symmetry);
        Programme { quotient: &quotient, max_states, limits, states: &mut states }.run()
    };
    let mut fixed = Vec::new();
    for symmetry in symmetries {
        match run(symmetry) {
            Ok(count) => fixed.push(count),
            Err(why) => return why,
        }
        if fixed[0] == 0 {
            // If there is no solution, no symmetry keeps one.
            break;
        }
    }
    // States don't record which pieces were used, so this works only if all solutions use the same.
    let labelled = tiling.labels_of_all().and_then(|constant| fixed[0].checked_mul(constant));
    let sum = fixed.iter().try_fold(0_u128, |sum, &count| sum.checked_add(count));
    Frontier::Counted(Counted {
        count: fixed[0],
        distinct: sum.map(|sum| sum / symmetries.len() as u128),
        labelled,
        nodes: states,
        stopped: None,
    })
}

/// The relevant part of a partial tiling: covered items, used copies.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State<const N: usize> {
    covered: Bits<N>,
    /// The number of used copies of each counted kind, in as many bits as its maximum needs.
    used: u64,
}

struct Programme<'a, const N: usize> {
    quotient: &'a Quotient<N>,
    max_states: usize,
    limits: &'a Limits,
    /// Number of states so far.
    states: &'a mut u64,
}

impl<const N: usize> Programme<'_, N> {
    fn run(&mut self) -> Result<u128, Frontier> {
        let quotient = self.quotient;
        if quotient.hopeless {
            return Ok(0);
        }
        let widths: Vec<u32> = quotient.counted.iter().map(|&(_, max)| 32 - max.leading_zeros()).collect();
        if widths.iter().sum::<u32>() > 64 {
            return Err(Frontier::Refused("too many copies of pieces to count"));
        }
        let offset = |place: usize| widths[..place].iter().sum::<u32>();
        let used_of = |used: u64, place: usize| (used >> offset(place) & ((1 << widths[place]) - 1)) as u32;
        // The options by their first cell.
        let mut beginning = vec![Vec::new(); quotient.cells];
        for &(items, uses) in &quotient.options {
            if let Some(first) = items.first().filter(|&first| first < quotient.cells) {
                beginning[first].push((items, uses));
            }
        }
        let cells: Bits<N> = Bits::of(0..quotient.cells);
        let first_open = |covered: Bits<N>| (cells & !covered).first().unwrap_or(quotient.cells);
        // States by their first open cell, with the number of ways to reach them; the last layer has those without one.
        // Ways are only ever added up, so a number that stays at the maximum is harmless if it leads to no solution,
        // and sets the total to the maximum if it leads to one.
        let mut layers: Vec<FxHashMap<State<N>, u128>> = vec![FxHashMap::default(); quotient.cells + 1];
        layers[0].insert(State { covered: Bits::EMPTY, used: 0 }, 1);
        let mut alive = 1;
        for cell in 0..quotient.cells {
            let layer = std::mem::take(&mut layers[cell]);
            alive -= layer.len();
            *self.states += layer.len() as u64;
            for (number, (state, count)) in layer.into_iter().enumerate() {
                if number.is_multiple_of(1024)
                    && let Some(stop) = self.limits.reached()
                {
                    return Err(Frontier::Stopped(stop));
                }
                let mut reach = |next: State<N>| {
                    let slot = layers[first_open(next.covered)].entry(next).or_insert_with(|| {
                        alive += 1;
                        0
                    });
                    *slot = slot.saturating_add(count);
                };
                if !quotient.required.has(cell) {
                    let mut covered = state.covered;
                    covered.insert(cell);
                    reach(State { covered, ..state });
                }
                for &(items, uses) in &beginning[cell] {
                    if items.meets(&state.covered) {
                        continue;
                    }
                    let mut used = state.used;
                    if let Some((place, copies)) = uses {
                        if used_of(used, place) + copies > quotient.counted[place].1 {
                            continue;
                        }
                        used += u64::from(copies) << offset(place);
                    }
                    reach(State { covered: state.covered | items, used });
                }
                if alive > self.max_states {
                    return Err(Frontier::Refused("too many states at once"));
                }
            }
        }
        let mut total = 0_u128;
        for (state, &count) in &layers[quotient.cells] {
            let used: Vec<u32> = (0..widths.len()).map(|place| used_of(state.used, place)).collect();
            let enough = quotient.counted.iter().zip(&used).all(|(&(min, _), &used)| used >= min);
            if enough && (quotient.required & !state.covered).is_empty() {
                total = total.saturating_add(count);
            }
        }
        if total == u128::MAX { Err(Frontier::Refused("more than 2^128 solutions")) } else { Ok(total) }
    }
}
