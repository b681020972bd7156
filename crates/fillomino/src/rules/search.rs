//! Guessing, when the strategies get stuck.

use jigsat_solve::{Limits, Stop};

use super::{Branch, Found, Rules, Step, board::Board, strategies};
use crate::{Fillomino, Solution, check};

pub(super) fn search(puzzle: &Fillomino, rules: &Rules, wanted: usize, limits: &Limits) -> Found {
    let found = Found { solutions: Vec::new(), steps: Vec::new(), guesses: 0, depth: 0, stopped: None };
    let mut search = Search { rules, wanted, limits, tried: 0, found };
    if wanted > 0
        && let Err(stop) = search.go_on(Board::new(puzzle, limits.interrupt()))
    {
        search.found.stopped = Some(stop);
    }
    search.found
}

struct Search<'s> {
    rules: &'s Rules,
    wanted: usize,
    limits: &'s Limits,
    /// Number of guesses so far.
    tried: u64,
    found: Found,
}

/// A guess with alternatives left to try.
struct Guess<'p> {
    /// The board before the guess.
    board: Board<'p>,
    cell: usize,
    /// The numbers left to try, falling.
    numbers: Vec<u16>,
    /// Number of steps before the guess.
    steps: usize,
}

impl Search<'_> {
    /// Depth-first search, with the open guesses on a stack of its own: boards of 10,000 cells would overflow the
    /// thread's stack.
    fn go_on(&mut self, board: Board<'_>) -> Result<(), Stop> {
        let mut guesses: Vec<Guess<'_>> = Vec::new();
        let mut steps: Vec<Step> = Vec::new();
        let mut next = Some(board);
        loop {
            if let Some(stop) = self.limits.reached() {
                return Err(stop);
            }
            if let Some(mut board) = next.take() {
                let sound = strategies::run(&mut board, &self.rules.strategies, guesses.len(), &mut steps);
                let choice = if sound { Some(self.choose(&board)) } else { None };
                board.interrupt.check()?;
                match choice {
                    None => {}
                    Some(None) => {
                        self.keep(&board, &steps);
                        if self.found.solutions.len() >= self.wanted {
                            return Ok(());
                        }
                    }
                    Some(Some((cell, mut numbers))) => {
                        numbers.reverse();
                        guesses.push(Guess { board, cell, numbers, steps: steps.len() });
                    }
                }
            }
            let Some(guess) = guesses.last_mut() else { return Ok(()) };
            steps.truncate(guess.steps);
            let Some(number) = guess.numbers.pop() else {
                guesses.pop();
                continue;
            };
            let mut board = guess.board.clone();
            board.numbers[guess.cell] = number;
            self.tried += 1;
            if self.limits.conflicts.is_some_and(|most| self.tried > most) {
                return Err(Stop::Conflicts);
            }
            let cell = board.field.size.cell(guess.cell);
            let depth = guesses.len();
            if self.found.solutions.is_empty() {
                self.found.guesses += 1;
                self.found.depth = self.found.depth.max(depth);
            }
            steps.push(Step { cell, number, by: None, depth });
            next = Some(board);
        }
    }

    /// The cell for the next guess and its candidates; `None` if the board is full.
    fn choose(&self, board: &Board<'_>) -> Option<(usize, Vec<u16>)> {
        let groups = board.groups();
        let mut empty = (0..board.numbers.len()).filter(|&cell| board.is_empty(cell));
        match self.rules.branch {
            Branch::First => empty.next().map(|cell| (cell, board.candidates(&groups, cell))),
            Branch::Fewest => empty
                .map(|cell| (cell, board.candidates(&groups, cell)))
                .min_by_key(|(_, candidates)| candidates.len()),
        }
    }

    fn keep(&mut self, board: &Board<'_>, steps: &[Step]) {
        let solution = Solution::from_numbers(board.puzzle.size, &board.numbers);
        // A full board of sound groups should be a solution; the referee checks that.
        if check(board.puzzle, &solution).is_ok() {
            if self.found.solutions.is_empty() {
                self.found.steps = steps.to_vec();
            }
            self.found.solutions.push(solution);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    use jigsat_cnf::{Choice, Interrupt};
    use jigsat_grid::Size;

    use super::*;
    use crate::rules::Strategy;

    /// Whenever it is told to stop, it stops after few more steps.
    #[test]
    fn reasoning_stops_soon() {
        let mut givens = vec![0; 2500];
        givens.iter_mut().step_by(37).zip((2..9).cycle()).for_each(|(given, number)| *given = number);
        let puzzle = Fillomino::new(Size::new(50, 50), givens);
        let rules = Rules { strategies: Strategy::ALL.to_vec(), branch: Branch::Fewest };
        let (limits, found) = (Limits::default(), search(&puzzle, &rules, 0, &Limits::default()));
        let search = Search { rules: &rules, wanted: 1, limits: &limits, tried: 0, found };
        for last in [0, 1, 5, 40] {
            let looks = AtomicU64::new(0);
            let is_last = move || looks.fetch_add(1, Relaxed) >= last;
            let interrupt = Interrupt::new(move || is_last().then_some(Stop::Timeout));
            let mut board = Board::new(&puzzle, interrupt.clone());
            if strategies::run(&mut board, &rules.strategies, 0, &mut Vec::new()) {
                search.choose(&board);
            }
            assert!(interrupt.stopped().is_some(), "it looks {last} times at most");
            assert!(interrupt.late() <= 10 * 2500, "it goes on for {} steps after {last}", interrupt.late());
        }
    }
}
