//! Deductions that a person would see next on a partly known board: clauses of the kinds that complete `lazy`
//! ([`super::cuts`]) and that are unit or falsified there.
//!
//! For a number n, cells that may be n, and a cell that is or could be n:
//!
//! - if it joins known cells to more than n, it is not n ([`super::cuts::TOO_LARGE`]);
//! - if fewer than n cells can be reached from it, its group must leave them over a cell that can't be n; if only one
//!   more cell is needed, that one is n ([`super::cuts::SHUT_IN`]);
//! - in the basic variant, the same for cells that reach no given n within n - 1 steps ([`BY_WAY`], [`FAR`]). The cuts
//!   of the other rules imply these two, in many steps: only explanations use them.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
};

use jigsat_cnf::{Formula, Literal, Rule, neg, pos, rarely};

use super::{Atom, cuts, value_atom};
use crate::{Fillomino, Variant, field::Field};

const FAR: Rule = Rule::new("far", "no {1} is given within distance {2} of {0}")
    .redundant()
    .called("out of reach", "out of reach");
const BY_WAY: Rule =
    Rule::new("by-way", "a group of {1}s from {0} reaches a given {1} within distance {2} only through {3}")
        .called("only way to a given", "no way to a given")
        .redundant();

/// Adds those clauses for each of several cases, given by the values of the variables.
pub(crate) fn notice(
    puzzle: &Fillomino,
    most: usize,
    assignments: &[Vec<Option<bool>>],
    e: &mut Formula<Atom>,
) {
    let field = Field::new(puzzle.size);
    // Above the most, one value represents all numbers; here it has the number most + 1.
    let numbers = 1..=most + 1;
    let seen: Vec<RefCell<Seen>> = numbers.clone().map(|_| RefCell::default()).collect();
    for values in assignments {
        for (number, seen) in numbers.clone().zip(&seen) {
            let value = |cell: usize| {
                let var = e.var(value_atom(puzzle.size.cell(cell), number, most))?;
                Some(values.get(var.idx()).copied().flatten())
            };
            let of_cell = |cell: usize| match value(cell) {
                None | Some(Some(false)) => Value::Not,
                Some(Some(true)) => Value::Is,
                Some(None) => Value::Open,
            };
            let board: Vec<Value> = (0..field.cells()).map(of_cell).collect();
            if !seen.borrow_mut().boards.insert(board.clone()) {
                continue;
            }
            let room = vec![0; field.cells()];
            let mut look = Look { puzzle, field: &field, number, most, board, room, seen };
            look.measure();
            look.all(e);
        }
    }
}

/// The cases that were examined already: they can't show anything new.
#[derive(Default)]
struct Seen {
    boards: BTreeSet<Vec<Value>>,
    /// Groups that are shut in, by their first cell and the exit that is assumed closed: each time, the cells that were
    /// examined, and whether they are walls. If those are unchanged, the clause would be the same again.
    shut_in: BTreeMap<(usize, Option<usize>), Vec<Looked>>,
}

/// Cells, and whether they are walls.
type Looked = Vec<(usize, bool)>;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Value {
    Is,
    Not,
    Open,
}

/// The examination of one number.
struct Look<'l> {
    puzzle: &'l Fillomino,
    field: &'l Field,
    number: usize,
    most: usize,
    /// For each cell, what is known about whether it has the number.
    board: Vec<Value>,
    /// The number of cells that can be reached from each cell that may have the number, including itself.
    room: Vec<usize>,
    seen: &'l RefCell<Seen>,
}

/// Cells that can be reached, and the walls around them.
struct Reached {
    cells: Vec<usize>,
    walls: Vec<usize>,
}

impl Look<'_> {
    fn measure(&mut self) {
        for component in self.field.components(|cell| (!self.is_wall(cell)).then_some(())) {
            for &cell in &component {
                self.room[cell] = component.len();
            }
        }
    }

    fn all(&self, e: &mut Formula<Atom>) {
        let known = self.field.components(|cell| (self.board[cell] == Value::Is).then_some(()));
        let mut group_of = vec![None; self.field.cells()];
        for (index, group) in known.iter().enumerate() {
            for &cell in group {
                group_of[cell] = Some(index);
            }
        }
        for cell in (0..self.field.cells()).filter(|&cell| self.board[cell] == Value::Open) {
            let mut joins: Vec<usize> = self.field.around(cell).filter_map(|other| group_of[other]).collect();
            joins.sort_unstable();
            joins.dedup();
            let mut joined = vec![cell];
            joined.extend(joins.iter().flat_map(|&index| &known[index]));
            self.look_at(&joined, e);
        }
        for group in &known {
            // Start with a given: it is the simplest reason.
            let mut group = group.clone();
            if let Some(place) = group.iter().position(|&cell| self.is_given(cell)) {
                group.swap(0, place);
            }
            if !self.look_at(&group, e) && group.len() < self.number {
                self.bottlenecks(&group, e);
            }
        }
    }

    /// Adds the clauses about connected cells that have the number, or could; returns whether there are any.
    fn look_at(&self, joined: &[usize], e: &mut Formula<Atom>) -> bool {
        if joined.len() > self.number {
            if self.number <= self.most {
                self.too_large(joined, e);
            }
            return self.number <= self.most;
        }
        if self.room[joined[0]] < self.number {
            self.shut_in(joined, None, e);
            return true;
        }
        let says_where = self.puzzle.variant == Variant::Basic && self.number <= self.most;
        says_where && (self.far(&joined[..1], e) || self.far(joined, e))
    }

    /// The open cells that a group needs, because it would lack room or a given without any one of them.
    fn bottlenecks(&self, group: &[usize], e: &mut Formula<Atom>) {
        let steps = self.number - group.len();
        let near = self.reach(group, steps, usize::MAX, &|cell| self.is_wall(cell));
        for &exit in near.cells.iter().filter(|&&cell| self.board[cell] == Value::Open) {
            if self.room[exit] > self.number && !self.may_separate(exit) {
                continue;
            }
            let without = |cell: usize| cell == exit || self.is_wall(cell);
            if self.reach(group, usize::MAX, self.number, &without).cells.len() < self.number {
                self.shut_in(group, Some(exit), e);
            }
        }
    }

    /// Whether the reachable cells may become disconnected without this one: not if its neighbours are joined around
    /// it.
    fn may_separate(&self, cell: usize) -> bool {
        let (rows, columns) = (i64::from(self.puzzle.size.rows), i64::from(self.puzzle.size.cols));
        let (row, column) = (cell as i64 / columns, cell as i64 % columns);
        let is_free = |down: i64, right: i64| {
            let (row, column) = (row + down, column + right);
            let is_inside = (0..rows).contains(&row) && (0..columns).contains(&column);
            is_inside && !self.is_wall((row * columns + column) as usize)
        };
        let around = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];
        let free = around.map(|(down, right)| is_free(down, right));
        let sides = (0..8).step_by(2).filter(|&side| free[side]);
        let joined = sides.clone().filter(|&side| free[side + 1] && free[(side + 2) % 8]);
        sides.count() > joined.count() + 1
    }

    fn is_given(&self, cell: usize) -> bool {
        usize::from(self.puzzle.givens[cell]) == self.number
    }

    fn is_wall(&self, cell: usize) -> bool {
        self.board[cell] == Value::Not
    }

    /// Breadth-first search: the cells within this many steps, until there are enough, and the walls that were met.
    fn reach(&self, from: &[usize], steps: usize, enough: usize, is_wall: &dyn Fn(usize) -> bool) -> Reached {
        let mut seen = vec![false; self.field.cells()];
        let mut reached = Reached { cells: Vec::with_capacity(self.field.cells()), walls: Vec::new() };
        reached.cells.extend(from);
        for &cell in from {
            seen[cell] = true;
        }
        let mut begin = 0;
        let mut left = steps;
        while left > 0 && begin < reached.cells.len() && reached.cells.len() < enough {
            let end = reached.cells.len();
            for index in begin..end {
                for other in self.field.around(reached.cells[index]) {
                    if !std::mem::replace(&mut seen[other], true) {
                        if is_wall(other) { reached.walls.push(other) } else { reached.cells.push(other) }
                    }
                }
            }
            begin = end;
            left -= 1;
        }
        reached
    }

    /// One cell more than a group may have.
    fn too_large(&self, joined: &[usize], e: &mut Formula<Atom>) {
        let inside = |cell: usize| !joined.contains(&cell);
        let mut set = self.reach(&joined[..1], usize::MAX, usize::MAX, &inside).cells;
        set.truncate(self.number + 1);
        set.sort_unstable();
        if !e.note(set.iter().map(|&cell| neg(self.atom(cell)))) {
            return;
        }
        cuts::say_too_large(e, self.puzzle, &set, self.number, |cell| Some(self.atom(cell)));
    }

    /// The reachable cells are too few, possibly only if one more is excluded.
    fn shut_in(&self, joined: &[usize], exit: Option<usize>, e: &mut Formula<Atom>) {
        let is_as_then = |cells: &Looked| cells.iter().all(|&(cell, is_wall)| self.is_wall(cell) == is_wall);
        if self.seen.borrow().shut_in.get(&(joined[0], exit)).is_some_and(|all| all.iter().any(is_as_then)) {
            return;
        }
        let looked_at = RefCell::new(vec![false; self.field.cells()]);
        let fits = |passed: &[usize]| {
            let wall = |cell: usize| Some(cell) == exit || self.is_wall(cell) && !passed.contains(&cell);
            // Start without the known cells beside it; otherwise their values would have to be part of the premise.
            let reached = self.reach(&joined[..1], usize::MAX, self.number, &wall);
            for &cell in reached.cells.iter().chain(&reached.walls) {
                looked_at.borrow_mut()[cell] = true;
            }
            (reached.cells.len() < self.number).then_some(reached)
        };
        let fewest = self.fewest_walls(&fits);
        let looked_at = looked_at.into_inner().into_iter().enumerate().filter(|&(_, looked)| looked);
        let cells = looked_at.map(|(cell, _)| (cell, self.is_wall(cell))).collect();
        self.seen.borrow_mut().shut_in.entry((joined[0], exit)).or_default().push(cells);
        let Some(reached) = fewest else { return };
        let mut border: Vec<Atom> = Vec::new();
        for cell in reached.walls {
            // Cells that can't have the number in any puzzle have no atom.
            border.extend(Some(self.atom(cell)).filter(|&atom| e.var(atom).is_some()));
        }
        border.sort_unstable();
        let premise = self.atom(joined[0]);
        if !e.note(clause_of(&[premise], &border)) {
            return;
        }
        let mut set = reached.cells;
        set.sort_unstable();
        let args = [cuts::list(e, self.puzzle, &set), self.number.into()];
        e.group(&cuts::SHUT_IN, args).implies([premise], border);
    }

    /// In the basic variant: no given of the number is near enough. Returns whether that is the case.
    fn far(&self, joined: &[usize], e: &mut Formula<Atom>) -> bool {
        let steps = self.number - joined.len();
        let lacks = |is_wall: &dyn Fn(usize) -> bool| {
            let reached = self.reach(joined, steps, usize::MAX, is_wall);
            let given = reached.cells.iter().any(|&cell| self.is_given(cell));
            (!given).then_some(reached)
        };
        if lacks(&|cell| self.is_wall(cell)).is_none() {
            return false;
        }
        let premises: Vec<Atom> = joined.iter().map(|&cell| self.atom(cell)).collect();
        if lacks(&|_| false).is_some() {
            if !e.note(clause_of(&premises, &[])) {
                return true;
            }
            let from = cuts::list(e, self.puzzle, joined);
            let args = [from, self.number.into(), steps.into()];
            e.group(&FAR, args).clause(premises.into_iter().map(neg));
            return true;
        }
        let fits = |passed: &[usize]| lacks(&|cell| self.is_wall(cell) && !passed.contains(&cell));
        let Some(reached) = self.fewest_walls(&fits) else { return false };
        let mut walls = reached.walls;
        walls.sort_unstable();
        let border: Vec<Atom> =
            walls.iter().map(|&cell| self.atom(cell)).filter(|&atom| e.var(atom).is_some()).collect();
        if !e.note(clause_of(&premises, &border)) {
            return true;
        }
        let from = cuts::list(e, self.puzzle, joined);
        let args = [from, self.number.into(), steps.into(), cuts::list(e, self.puzzle, &walls)];
        e.group(&BY_WAY, args).implies(premises, border);
        true
    }

    /// Takes in walls, so that the remaining ones need fewer reasons.
    fn fewest_walls(&self, fits: &dyn Fn(&[usize]) -> Option<Reached>) -> Option<Reached> {
        let price = |reached: &Reached| -> usize { reached.walls.iter().map(|&cell| self.price(cell)).sum() };
        let mut passed: Vec<usize> = Vec::new();
        let mut best = fits(&passed)?;
        loop {
            let mut walls = best.walls.clone();
            rarely::sort_by_key(&mut walls, |&cell| (std::cmp::Reverse(self.price(cell)), cell));
            let better = walls.into_iter().find_map(|wall| {
                passed.push(wall);
                let reached = fits(&passed).filter(|reached| price(reached) < price(&best));
                if reached.is_none() {
                    passed.pop();
                }
                reached
            });
            match better {
                Some(reached) => best = reached,
                None => return Some(best),
            }
        }
    }

    /// How much must be known for a cell not to have the number: that it has another one, or more.
    fn price(&self, cell: usize) -> usize {
        if self.puzzle.givens[cell] == 0 { 3 } else { 2 }
    }

    fn atom(&self, cell: usize) -> Atom {
        value_atom(self.puzzle.size.cell(cell), self.number, self.most)
    }
}

/// The clause 'if all of the first, then one of the second'.
fn clause_of(premises: &[Atom], conclusions: &[Atom]) -> Vec<Literal<Atom>> {
    premises.iter().copied().map(neg).chain(conclusions.iter().copied().map(pos)).collect()
}
