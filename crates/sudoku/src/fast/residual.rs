//! The CNF of what propagation leaves open, for a SAT solver.

use jigsat_cnf::{Lit, Var};
use jigsat_solve::{Error, Limits, Sat, Stop, Verdict};

use super::{
    board::{Board, Cell},
    solutions::Solutions,
};

/// A variable for each candidate of an open cell; cells with one candidate need none.
///
/// Each open cell has exactly one digit, and each digit exactly one cell of each row, column and box where it is open;
/// 'at most one' is pairwise, with each pair once. On the hardest known boards this takes about 240 variables and 1,600
/// clauses, while the whole board takes 729 and 11,745.
pub(super) struct Residual {
    sat: Box<dyn Sat>,
    board: Board,
    /// By cell and digit.
    vars: [[Option<Var>; 9]; 81],
}

impl Residual {
    /// Encodes a propagated board that is neither solved nor contradictory into an empty solver.
    pub(super) fn new(board: &Board, sat: Box<dyn Sat>) -> Result<Self, Error> {
        let mut vars = [[None; 9]; 81];
        let mut count = 0;
        for (cell, vars) in Cell::all().zip(&mut vars) {
            if board.digits(cell).nth(1).is_some() {
                for digit in board.digits(cell) {
                    vars[digit] = Some(Var::new(count));
                    count += 1;
                }
            }
        }
        let mut residual = Residual { sat, board: *board, vars };
        residual.sat.reserve(count)?;
        residual.add_rules()?;
        Ok(residual)
    }

    fn add_rules(&mut self) -> Result<(), Error> {
        let mut lits = Vec::with_capacity(9);
        for vars in &self.vars {
            lits.clear();
            lits.extend(vars.iter().flatten().map(|var| var.pos_lit()));
            if !lits.is_empty() {
                self.sat.add(&lits)?;
            }
            for (i, &a) in lits.iter().enumerate() {
                for &b in &lits[..i] {
                    self.sat.add(&[!a, !b])?;
                }
            }
        }
        for unit in 0..9 {
            let (band, stack) = (unit / 3 * 3, unit % 3 * 3);
            for digit in 0..9 {
                self.add_unit(digit, |i| 9 * unit + i, |_, _| true)?;
                self.add_unit(digit, |i| 9 * i + unit, |_, _| true)?;
                self.add_unit(
                    digit,
                    |i| 9 * (band + i / 3) + stack + i % 3,
                    |p, q| p / 9 != q / 9 && p % 9 != q % 9,
                )?;
            }
        }
        Ok(())
    }

    /// One of the unit's nine cells has the digit, and no two of those that `apart` accepts.
    fn add_unit(
        &mut self,
        digit: usize,
        cells: impl Fn(usize) -> usize,
        apart: impl Fn(usize, usize) -> bool,
    ) -> Result<(), Error> {
        let places: Vec<_> =
            (0..9).map(cells).filter_map(|cell| Some((cell, self.vars[cell][digit]?.pos_lit()))).collect();
        if places.is_empty() {
            return Ok(());
        }
        let lits: Vec<_> = places.iter().map(|&(_, lit)| lit).collect();
        self.sat.add(&lits)?;
        for (i, &(p, a)) in places.iter().enumerate() {
            for &(q, b) in &places[..i] {
                if apart(p, q) {
                    self.sat.add(&[!a, !b])?;
                }
            }
        }
        Ok(())
    }

    /// Adds solutions until there are enough, or no more, or a limit is reached; returns which.
    pub(super) fn solve(
        &mut self,
        solutions: &mut Solutions,
        limits: &Limits,
    ) -> Result<Option<Stop>, Error> {
        while !solutions.enough() {
            let left = limits.conflicts.map(|limit| limit.saturating_sub(self.conflicts()));
            match self.sat.solve(&[], &Limits { conflicts: left, ..limits.clone() })? {
                Verdict::Unsat => break,
                Verdict::Stopped(stop) => return Ok(Some(stop)),
                Verdict::Sat => {
                    let mut grid = self.board.grid();
                    let mut other = Vec::<Lit>::with_capacity(81);
                    for (cell, vars) in self.vars.iter().enumerate() {
                        for (digit, var) in (1..).zip(vars) {
                            if let Some(var) = var.filter(|&var| self.sat.value(var)) {
                                grid[cell] = digit;
                                other.push(var.neg_lit());
                            }
                        }
                    }
                    solutions.push(grid);
                    self.sat.add(&other)?;
                }
            }
        }
        Ok(None)
    }

    pub(super) fn conflicts(&self) -> u64 {
        self.sat.stats().conflicts
    }
}
