//! Boards of Doppelblock: rows, columns and numbers of a filling are swapped until the sums of its lines leave no other one.
//! Swaps keep two shaded cells, and each number once, in every line.

use jigsat_cnf::rarely;
use jigsat_grid::Size;
use rand::{Rng, seq::index};
use rand_chacha::ChaCha8Rng;

use super::{Failed, Maker, NOWHERE, change::Draft, plan::Step, unique};
use crate::{Board, Givens, Solution, Value};

/// Maximum number of rows: on larger boards, the products of an estimate leave the range of numbers.
const LARGEST: usize = 12;

/// Number of swaps tried for the first filling. Measured at 9x9, over ten seeds: with 10,000, the slowest board takes almost three times
/// as long, and the others as long.
const SWAPS: usize = 30_000;

/// How many times as many fillings a swap may leave at first.
const SLACK: f64 = 16.0;

/// Maximum number of fillings of a board that is changed.
const MOST: usize = 30;

/// Number of changes that don't help after which a board is given up.
const FUTILE: usize = 20;

/// Maximum number of conflicts until the next filling of a board: proofs that there is none take a few thousand.
const CONFLICTS: u64 = 10_000;

/// A filling of a square board: a number for each cell, 0 for a shaded one.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Filling {
    side: usize,
    cells: Vec<usize>,
}

impl Filling {
    /// The filling of a solution, if each line has two shaded cells, and every number from 1 once in the others.
    fn of(size: Size, values: &[&Value]) -> Option<Filling> {
        let side = usize::from(size.rows);
        let number = |value: &&Value| match value {
            Value::Number(number) => usize::try_from(*number).ok(),
            _ => None,
        };
        let cells: Option<Vec<usize>> = values.iter().map(number).collect();
        let filling = Filling { side, cells: cells? };
        let is_square = size.rows == size.cols && (3..=LARGEST).contains(&side);
        let is_full = |line: usize| {
            let mut numbers: Vec<usize> = filling.line(line).collect();
            rarely::sort(&mut numbers);
            numbers.into_iter().eq([0].into_iter().chain(0..=side - 2))
        };
        (is_square && (0..2 * side).all(is_full)).then_some(filling)
    }

    /// The numbers of a line, from its first cell: columns come before rows.
    fn line(&self, line: usize) -> impl Iterator<Item = usize> {
        let (from, step) =
            if line < self.side { (line, self.side) } else { ((line - self.side) * self.side, 1) };
        (0..self.side).map(move |place| self.cells[from + place * step])
    }

    /// For each line, the sum between its two shaded cells.
    fn sums(&self) -> Vec<usize> {
        let sum = |line| {
            self.line(line).skip_while(|&number| number > 0).skip(1).take_while(|&number| number > 0).sum()
        };
        (0..2 * self.side).map(sum).collect()
    }

    /// Another filling with the same sums, if it is found at once: two lines exchange some numbers, or two numbers their places in
    /// some rows. Each of these is a cycle of cells, as in the cycle switches of Latin squares (I. Wanless, *Cycle switches in Latin
    /// squares*, Graphs and Combinatorics 2004).
    fn twin(&self) -> Option<Filling> {
        let (side, sums) = (self.side, self.sums());
        let two = |of: usize| (0..of).flat_map(move |b| (0..b).map(move |a| (a, b)));
        let place = |number: usize, line: usize| self.line(line).position(|other| other == number);
        let exchanged = |pairs: Vec<(usize, usize)>| {
            let mut other = self.clone();
            for (one, two) in pairs {
                other.cells.swap(one, two);
            }
            (other.sums() == sums).then_some(other)
        };
        // From a place of the first line to the place there of the number below it.
        let mut lines = two(side).flat_map(|(a, b)| [(a, b, 1, side), (a, b, side, 1)]);
        let of_lines = lines.find_map(|(a, b, step, line)| {
            let cells = |at: usize| (a * line + at * step, b * line + at * step);
            let first = if step == 1 { side + a } else { a };
            let next = |at: usize| match (self.cells[cells(at).0], self.cells[cells(at).1]) {
                (0, _) | (_, 0) => None,
                (_, below) => place(below, first),
            };
            let cycles = cycles(side, &next);
            cycles.into_iter().find_map(|cycle| exchanged(cycle.into_iter().map(cells).collect()))
        });
        let mut numbers = two(side - 2).map(|(a, b)| (a + 1, b + 1));
        // From a row to the one that has the second number where it has the first.
        let of_numbers = || {
            numbers.find_map(|(a, b)| {
                let in_row = |number: usize, row: usize| place(number, side + row);
                let next = |row: usize| place(b, in_row(a, row)?);
                let cells = |row: usize| Some((row * side + in_row(a, row)?, row * side + in_row(b, row)?));
                let cycles = cycles(side, &next);
                cycles.into_iter().find_map(|cycle| exchanged(cycle.into_iter().filter_map(cells).collect()))
            })
        };
        of_lines.or_else(of_numbers)
    }

    /// Makes it the solution.
    fn put(self, board: &Board, solution: &mut Solution, digit: &str) {
        if let Some(layer) = board.layers.iter().find(|layer| layer.name == digit) {
            let values = self.cells.into_iter().map(|number| Value::Number(number as i64));
            solution.set(board, layer, values.collect());
        }
    }

    /// The filling after two swaps.
    fn swapped(&self, [one, other]: [Swap; 2]) -> Filling {
        let mut swapped = self.clone();
        swapped.swap(one);
        swapped.swap(other);
        swapped
    }

    /// Swaps two lines or numbers.
    fn swap(&mut self, swap: Swap) {
        let side = self.side;
        match swap {
            Swap::Rows(a, b) => {
                (0..side).for_each(|place| self.cells.swap(a * side + place, b * side + place));
            }
            Swap::Columns(a, b) => {
                (0..side).for_each(|place| self.cells.swap(place * side + a, place * side + b));
            }
            Swap::Numbers(a, b) => {
                for number in &mut self.cells {
                    *number = if *number == a {
                        b
                    } else if *number == b {
                        a
                    } else {
                        *number
                    };
                }
            }
        }
    }
}

/// Two rows or columns, counted from 0, or two numbers.
#[derive(Clone, Copy)]
enum Swap {
    Rows(usize, usize),
    Columns(usize, usize),
    Numbers(usize, usize),
}

impl Swap {
    /// A random swap of two rows, two columns or two numbers.
    fn random(side: usize, rng: &mut ChaCha8Rng) -> Swap {
        let mut two = |of: usize| {
            let two = index::sample(rng, of, 2);
            (two.index(0), two.index(1))
        };
        // With one number, there are no two to swap.
        let (rows, columns) = (two(side), two(side));
        let numbers = if side > 3 { two(side - 2) } else { (0, 0) };
        match rng.random_range(0..3) {
            0 => Swap::Rows(rows.0, rows.1),
            1 => Swap::Columns(columns.0, columns.1),
            _ => Swap::Numbers(numbers.0 + 1, numbers.1 + 1),
        }
    }
}

/// The lines with two shaded cells, and each number once in the others, by the sum between the shaded ones.
struct Lines {
    side: usize,
    /// For each sum, how many lines have it.
    ways: Vec<f64>,
    /// For the sum and number of a row, and the number and sum of a column, how often two lines with these sums agree where they cross.
    agree: Vec<f64>,
}

impl Lines {
    /// Counts all lines of this length.
    fn new(side: usize) -> Lines {
        let most = side - 2;
        let sums = most * (most + 1) / 2 + 1;
        let mut ways = vec![0.0; sums];
        // For each sum and place on the line, by number: how many of its lines have it there.
        let mut with_number = vec![0.0; sums * side * (most + 1)];
        let all = sets(most, None);
        let with: Vec<Vec<Vec<f64>>> = (1..=most).map(|number| sets(most, Some(number))).collect();
        let factorial = |of: usize| (1..=of).map(|factor| factor as f64).product::<f64>();
        for between in 0..=most {
            let outside = most - between;
            let orders = factorial(between) * factorial(outside);
            for sum in (0..sums).filter(|&sum| all[between][sum] > 0.0) {
                let more = orders * all[between][sum];
                for first in 0..=outside {
                    let second = first + between + 1;
                    ways[sum] += more;
                    for place in 0..side {
                        let at = (sum * side + place) * (most + 1);
                        if place == first || place == second {
                            with_number[at] += more;
                            continue;
                        }
                        for number in 1..=most {
                            let with = with[number - 1][between][sum];
                            with_number[at + number] += if (first..second).contains(&place) {
                                orders * with / between as f64
                            } else {
                                orders * (all[between][sum] - with) / outside as f64
                            };
                        }
                    }
                }
            }
        }
        // The shares of the numbers at a place of the lines with a sum.
        let shares = |sum: usize, place: usize| {
            let at = (sum * side + place) * (most + 1);
            let ways = ways[sum];
            with_number[at..=at + most].iter().map(move |lines| if ways > 0.0 { lines / ways } else { 0.0 })
        };
        let mut agree = Vec::with_capacity((sums * side).pow(2));
        for (row_sum, row) in (0..sums).flat_map(|sum| (0..side).map(move |row| (sum, row))) {
            for (column, column_sum) in (0..side).flat_map(|column| (0..sums).map(move |sum| (column, sum))) {
                let both = shares(row_sum, column).zip(shares(column_sum, row));
                agree.push(both.map(|(row, column)| row * column).sum());
            }
        }
        Lines { side, ways, agree }
    }

    /// Estimates how many fillings have these sums. If rows are filled by lot as their sums say, and columns for themselves, this is
    /// how many of these pairs agree in all cells on average, as if cells did not depend on each other.
    fn estimate(&self, sums: &[usize]) -> f64 {
        let (columns, rows) = sums.split_at(self.side);
        let of_column = self.ways.len();
        let of_row = self.side * of_column;
        let mut estimate: f64 = sums.iter().map(|&sum| self.ways[sum]).product();
        for (r, &row) in rows.iter().enumerate() {
            let with_row = &self.agree[(row * self.side + r) * of_row..][..of_row];
            let crossings = with_row.chunks_exact(of_column).zip(columns);
            estimate *= crossings.map(|(by_sum, &column)| by_sum[column]).product::<f64>();
        }
        estimate
    }

    /// Pairs of swaps, those first after which the fewest fillings are estimated to have the same sums.
    fn rarest(&self, filling: &Filling) -> Vec<[Swap; 2]> {
        let side = self.side;
        let two = |of: usize| (0..of).flat_map(move |b| (0..b).map(move |a| (a, b)));
        let lines = two(side).flat_map(|(a, b)| [Swap::Rows(a, b), Swap::Columns(a, b)]);
        let swaps: Vec<Swap> = lines.chain(two(side - 2).map(|(a, b)| Swap::Numbers(a + 1, b + 1))).collect();
        let pairs = swaps.iter().flat_map(|&one| swaps.iter().map(move |&other| [one, other]));
        let mut rated: Vec<(f64, [Swap; 2])> =
            pairs.map(|pair| (self.estimate(&filling.swapped(pair).sums()), pair)).collect();
        // Numbers from 0 on are in the order of their bits.
        rarely::sort_by_key(&mut rated, |(estimate, _)| estimate.to_bits());
        rated.into_iter().map(|(_, pair)| pair).collect()
    }

    /// Swaps rows, columns and numbers, so that few fillings have the sums of this one. A swap that is a little worse is accepted,
    /// less and less so (G. Dueck, T. Scheuer, *Threshold accepting*, Journal of Computational Physics 1990).
    fn rarer(&self, filling: &mut Filling, rng: &mut ChaCha8Rng) {
        let mut estimate = self.estimate(&filling.sums());
        for step in (0..SWAPS).rev() {
            let swap = Swap::random(self.side, rng);
            filling.swap(swap);
            let other = self.estimate(&filling.sums());
            let slack = SLACK * rng.random::<f64>() * step as f64 / SWAPS as f64;
            if other <= estimate * (1.0 + slack) {
                estimate = other;
            } else {
                filling.swap(swap);
            }
        }
    }
}

/// The cycles of a map of the numbers below `of` that takes no two of them to the same one.
fn cycles(of: usize, next: &dyn Fn(usize) -> Option<usize>) -> Vec<Vec<usize>> {
    let mut is_open = vec![true; of];
    let mut cycles = Vec::new();
    for first in 0..of {
        let mut cycle = Vec::new();
        let mut at = Some(first);
        while let Some(here) = at.filter(|&here| std::mem::take(&mut is_open[here])) {
            cycle.push(here);
            at = next(here);
        }
        if at == Some(first) && !cycle.is_empty() {
            cycles.push(cycle);
        }
    }
    cycles
}

/// By size and sum, the number of sets of different numbers from 1 to `most`; only of those with a certain number, if there is one.
fn sets(most: usize, with: Option<usize>) -> Vec<Vec<f64>> {
    let sums = most * (most + 1) / 2 + 1;
    let mut sets = vec![vec![0.0; sums]; most + 1];
    sets[0][0] = 1.0;
    for number in 1..=most {
        for size in (0..=most).rev() {
            for sum in (0..sums).rev() {
                let fewer = if size > 0 && sum >= number { sets[size - 1][sum - number] } else { 0.0 };
                sets[size][sum] = if with == Some(number) { fewer } else { sets[size][sum] + fewer };
            }
        }
    }
    sets
}

/// Writes the sums of all lines.
pub(super) fn totals(givens: &mut Givens, total: &str, filling: &Filling) {
    for (line, sum) in filling.sums().into_iter().enumerate() {
        givens.set(total, vec![line], sum.to_string(), NOWHERE);
    }
}

impl<'m> Maker<'m> {
    /// The filling of a solution, and the layers of its sums and numbers, if the page has a step for it and this is a Doppelblock.
    pub(super) fn filling(&self, solution: &Solution) -> Option<(&'m str, &'m str, Filling)> {
        self.steps.iter().find_map(|step| {
            let Step::Blocks { total, digit } = step else { return None };
            // A line has one sum.
            let is_one = self.page.given(total).is_some_and(|given| !given.is_list);
            let filling = Filling::of(self.wanted.size, &solution.flat(digit)).filter(|_| is_one)?;
            Some((total.as_str(), digit.as_str(), filling))
        })
    }

    /// Replaces a filling by one with rare sums.
    pub(super) fn rare_sums(&mut self, board: &Board, solution: &mut Solution) {
        let Some((_, digit, mut filling)) = self.filling(solution) else { return };
        let lines = Lines::new(filling.side);
        lines.rarer(&mut filling, &mut self.rng);
        if filling.twin().is_some() {
            let changed = lines.rarest(&filling).into_iter().map(|swaps| filling.swapped(swaps));
            filling = changed.into_iter().find(|changed| changed.twin().is_none()).unwrap_or(filling);
        }
        filling.put(board, solution, digit);
    }

    /// Swaps rows, columns or numbers so that fewer fillings have the sums of the board, until there is one; `None` if that takes too
    /// many attempts.
    pub(super) fn swapped(
        &mut self,
        mut made: Draft,
        (total, digit): (&str, &str),
        mut filling: Filling,
    ) -> Result<Option<Draft>, Failed> {
        let lines = Lines::new(filling.side);
        let board = Board::unground(self.page.clone(), made.givens.clone())?;
        let Some(mut fillings) = self.fillings(board, digit, MOST)? else { return Ok(None) };
        let mut seen = vec![filling.sums()];
        let mut rarest = lines.rarest(&filling).into_iter();
        let mut futile = 0;
        while fillings.len() > 1 && futile < FUTILE {
            if let Some(stop) = self.limits.reached() {
                return Err(stop.into());
            }
            let Some(swaps) = rarest.next() else { break };
            let changed = filling.swapped(swaps);
            let sums = changed.sums();
            // Swapped like this one, some of the other fillings still have the same sums.
            let left = fillings.iter().filter(|other| other.swapped(swaps).sums() == sums).count();
            if seen.contains(&sums) || left == fillings.len() || changed.twin().is_some() {
                continue;
            }
            let mut givens = made.givens.clone();
            totals(&mut givens, total, &changed);
            seen.push(sums);
            futile += 1;
            let board = Board::unground(self.page.clone(), givens.clone())?;
            let Some(fewer) = self.fillings(board, digit, fillings.len() - 1)? else { continue };
            futile = 0;
            rarest = lines.rarest(&changed).into_iter();
            (made.givens, filling, fillings) = (givens, changed, fewer);
        }
        if fillings.len() > 1 {
            return Ok(None);
        }
        let board = Board::unground(self.page.clone(), made.givens.clone())?;
        filling.put(&board, &mut made.solution, digit);
        Ok(self.is_right(&board, &made.solution)?.then_some(made))
    }

    /// The fillings of a board; `None` if there are more than `most`, or if the search took too long.
    fn fillings(&self, board: Board, digit: &str, most: usize) -> Result<Option<Vec<Filling>>, Failed> {
        let solutions = unique::all(&board.grounded(self.limits)?, most, CONFLICTS, self.limits)?;
        let filling = |solution: &Solution| Filling::of(self.wanted.size, &solution.flat(digit));
        Ok(solutions.and_then(|solutions| solutions.iter().map(filling).collect()))
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    /// The numbers in cyclic order, one place further in each row, and then swapped at random.
    fn filling(side: usize, rng: &mut ChaCha8Rng) -> Filling {
        let cell = |at: usize| ((at / side + at % side) % side).saturating_sub(1);
        let mut filling = Filling { side, cells: (0..side * side).map(cell).collect() };
        (0..100).for_each(|_| filling.swap(Swap::random(side, rng)));
        filling
    }

    #[test]
    fn twins_are_fillings_with_the_same_sums() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut twins = 0;
        for side in [4, 5, 6, 7, 9].repeat(100) {
            let filling = filling(side, &mut rng);
            let Some(twin) = filling.twin() else { continue };
            let values: Vec<Value> = twin.cells.iter().map(|&number| Value::Number(number as i64)).collect();
            let size = Size { rows: side as u16, cols: side as u16 };
            assert!(Filling::of(size, &values.iter().collect::<Vec<_>>()).is_some_and(|same| same == twin));
            assert!(twin != filling && twin.sums() == filling.sums());
            twins += 1;
        }
        assert!((50..450).contains(&twins), "{twins}");
    }
}
