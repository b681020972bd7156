//! Clauses against a candidate of `lazy` that is not a solution.
//!
//! Both kinds hold for every solution, whatever the candidate was:
//!
//! - n + 1 connected cells are not all n;
//! - if a cell is n and lies in a set of fewer than n cells, its group leaves the set, so some cell on the set's
//!   border is n. In the basic variant this holds for every set without a given of that number.

use std::collections::VecDeque;

use jigsat_cnf::{Arg, Formula, Rule, neg};
use jigsat_solve::Refined;

use super::{Atom, cell_arg};
use crate::{Fillomino, Solution, Variant, field::Field};

pub(super) const TOO_LARGE: Rule =
    Rule::new("too-large", "{0} are connected, one cell more than {1}: they cannot all be {1}")
        .called("group would be too big", "group would be too big");
/// For a set that has fewer cells than the number says.
pub(super) const SHUT_IN: Rule =
    Rule::new("shut-in", "a group of {1}s does not fit inside {0}, so it extends further")
        .called("last way out", "no room to grow");
pub(super) const GIVENLESS: Rule =
    Rule::new("givenless", "no {1} is given inside {0}, so a group of {1}s there extends further")
        .called("only way to a given", "no way to a given");

/// Maximum number of cells that a sentence names.
const MOST_NAMES: usize = 16;

/// Some cells, for sentences.
pub(super) fn list(e: &mut Formula<Atom>, puzzle: &Fillomino, cells: &[usize]) -> Arg {
    if let [cell] = cells {
        return cell_arg(puzzle.size.cell(*cell));
    }
    let names: Vec<String> =
        cells.iter().take(MOST_NAMES).map(|&cell| puzzle.size.cell(cell).to_string()).collect();
    let more = cells.len() - names.len();
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    e.name(names.join(", ") + &more).into()
}

/// States that connected cells, one more than the number allows, don't all have it; adds nothing if one of them can't.
pub(super) fn say_too_large(
    e: &mut Formula<Atom>,
    puzzle: &Fillomino,
    set: &[usize],
    number: usize,
    atom: impl Fn(usize) -> Option<Atom>,
) {
    // A cell that can't have the number breaks the set in any case.
    let Some(atoms) = set.iter().map(|&cell| atom(cell)).collect::<Option<Vec<Atom>>>() else { return };
    let args = [list(e, puzzle, set), number.into()];
    e.group(&TOO_LARGE, args).clause(atoms.into_iter().map(neg));
}

/// Maximum number of clauses against a group that is too large, from different givens.
const MOST_STARTS: usize = 3;

/// Adds clauses that exclude the candidate, if it is not a solution.
pub(super) fn refine(
    puzzle: &Fillomino,
    most: usize,
    candidate: &Solution,
    e: &mut Formula<Atom>,
) -> Refined {
    if !candidate.is_of(puzzle.size) {
        // No model gives such a candidate; the referee reports the mistake.
        return Refined::Accepted;
    }
    let field = Field::new(puzzle.size);
    let numbers: Vec<u16> = candidate.numbers().collect();
    let before = e.clauses().len();
    // ANCHOR: cuts
    for group in field.components(|cell| Some(numbers[cell])) {
        // 0 marks cells above the most, if there are too few of them.
        let shown = usize::from(numbers[group[0]]);
        let number = if shown == 0 { most + 1 } else { shown };
        let has_given = group.iter().any(|&cell| puzzle.givens[cell] != 0);
        let lacks_given = puzzle.variant == Variant::Basic && !has_given;
        let mut cutter = Cutter { puzzle, field: &field, e, number, most, spelled: shown > most };
        if shown != 0 && group.len() > number {
            cutter.too_large(&group);
        } else if shown == 0 || group.len() < number || lacks_given {
            cutter.shut_in(&group);
        }
    }
    // ANCHOR_END: cuts
    // If the rules that exclude it were dropped, the referee decides.
    if e.clauses().len() == before { Refined::Accepted } else { Refined::Cut }
}

struct Cutter<'c> {
    puzzle: &'c Fillomino,
    field: &'c Field,
    e: &'c mut Formula<Atom>,
    /// The number of the group that is cut.
    number: usize,
    most: usize,
    /// Whether it is a number above the most, spelled out.
    spelled: bool,
}

impl Cutter<'_> {
    /// The atom that says that a cell has the number, if it can have it. If sizes were spelled out
    /// ([`super::spelled`]), there is one for each solution, from 1.
    fn atom(&self, cell: usize, way: u32) -> Option<Atom> {
        let (cell, number) = (self.puzzle.size.cell(cell), self.number as u16);
        let atom = match way {
            0 => super::value_atom(cell, self.number, self.most),
            solution => Atom::Spelled { solution, cell, number },
        };
        self.e.var(atom).map(|_| atom)
    }

    /// The number itself, or the solutions that were spelled out.
    fn ways(&self) -> Vec<u32> {
        if !self.spelled {
            return vec![0];
        }
        let declared = |&solution: &u32| self.e.var(Atom::Split { solution }).is_some();
        (1..u32::MAX).take_while(declared).collect()
    }

    fn is_given(&self, cell: usize) -> bool {
        usize::from(self.puzzle.givens[cell]) == self.number
    }

    fn too_large(&mut self, group: &[usize]) {
        let mut starts: Vec<usize> = group.iter().copied().filter(|&cell| self.is_given(cell)).collect();
        starts.truncate(MOST_STARTS);
        if starts.is_empty() {
            starts.push(group[0]);
        }
        let mut known: Vec<Vec<usize>> = Vec::new();
        for start in starts {
            let set = self.grow(group, start);
            if known.contains(&set) {
                continue;
            }
            for way in self.ways() {
                let atoms: Vec<Option<Atom>> = set.iter().map(|&cell| self.atom(cell, way)).collect();
                let atom = |cell: usize| atoms[set.iter().position(|&other| other == cell)?];
                say_too_large(self.e, self.puzzle, &set, self.number, atom);
            }
            known.push(set);
        }
    }

    /// One cell more than the group may have, with as many nearby givens as possible: their literals are fixed.
    fn grow(&self, group: &[usize], start: usize) -> Vec<usize> {
        let mut left: Vec<bool> = vec![false; self.field.cells()];
        for &cell in group {
            left[cell] = true;
        }
        let mut set = Vec::new();
        let mut near = VecDeque::from([start]);
        left[start] = false;
        while let Some(cell) = near.pop_front().filter(|_| set.len() <= self.number) {
            set.push(cell);
            for other in self.field.around(cell) {
                if std::mem::take(&mut left[other]) {
                    if self.is_given(other) { near.push_front(other) } else { near.push_back(other) }
                }
            }
        }
        set.sort_unstable();
        set
    }

    fn shut_in(&mut self, group: &[usize]) {
        for way in self.ways() {
            let premises: Vec<Atom> = group.iter().filter_map(|&cell| self.atom(cell, way)).collect();
            if premises.len() < group.len() {
                continue;
            }
            let (set, border) = self.surround(group, way);
            let args = [list(self.e, self.puzzle, &set), self.number.into()];
            // If the set is large enough, the cut depends on the places of the givens, and the sentence says so.
            let rule = if group.len() < self.number { &SHUT_IN } else { &GIVENLESS };
            let mut cut = self.e.group(rule, args);
            for atom in premises {
                cut.implies([atom], border.iter().copied());
            }
        }
    }

    /// A set around the group, and the atoms of its border, as few as possible by taking in border cells.
    fn surround(&self, group: &[usize], way: u32) -> (Vec<usize>, Vec<Atom>) {
        let mut inside = vec![false; self.field.cells()];
        for &cell in group {
            inside[cell] = true;
        }
        let mut set = group.to_vec();
        let mut border: Vec<(usize, Atom)> = self
            .field
            .border(group)
            .into_iter()
            .filter_map(|cell| Some((cell, self.atom(cell, way)?)))
            .collect();
        // For a group that is too small, any set that is too small will do; for one without a given, any set without
        // one.
        let fits = |count: usize, cell: usize| {
            if group.len() < self.number { count + 1 < self.number } else { self.puzzle.givens[cell] == 0 }
        };
        loop {
            let taken = border.iter().position(|&(cell, _)| {
                let leads_out = |other: usize| {
                    !inside[other]
                        && !border.iter().any(|&(known, _)| known == other)
                        && self.atom(other, way).is_some()
                };
                fits(set.len(), cell) && !self.field.around(cell).any(leads_out)
            });
            let Some(place) = taken else { break };
            let taken = border.remove(place).0;
            inside[taken] = true;
            set.push(taken);
        }
        set.sort_unstable();
        (set, border.into_iter().map(|(_, atom)| atom).collect())
    }
}
