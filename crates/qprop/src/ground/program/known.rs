//! What unit propagation derives from a ground program.
//!
//! It goes through clauses and bounds before they are encoded: a bound most of whose literals are known needs few clauses, and
//! those few are all that is encoded. Each clause or bound counts how many of its literals may still be false, and how many may
//! still hold (P. Barth: *Logic-Based 0-1 Constraint Programming*, 1996).

use jigsat_cnf::{Bound, Interrupt, Stop};

use super::{FIRST_AUX, Lit, Op, Program};

/// The literals that hold in each solution.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// By literal: the auxiliaries of all groups follow the atoms. Empty if nothing is known.
    holds: Vec<bool>,
    /// In the order in which they were found.
    found: Vec<Lit>,
    /// The number of the first auxiliary of each group.
    starts: Vec<u32>,
    atoms: u32,
    /// Whether there is no solution.
    pub contradiction: bool,
}

/// How many of some literals hold.
struct Bounded {
    /// Where they are in the program.
    start: u32,
    end: u32,
    /// The number of the first auxiliary of their group.
    first_aux: u32,
    /// How many more of them may hold.
    room: u32,
    /// How many more of them may be false.
    spare: u32,
}

impl Bounded {
    fn is_decided(&self) -> bool {
        self.room == 0 || self.spare == 0
    }

    fn lits<'p>(&self, program: &'p Program) -> impl Iterator<Item = Lit> + use<'p> {
        let first_aux = self.first_aux;
        program.lits[self.start as usize..self.end as usize].iter().map(move |&lit| numbered(lit, first_aux))
    }
}

impl Known {
    /// Propagates through a program with this many atoms, without the asserts that are dropped. This takes time linear in the
    /// program's size.
    ///
    /// # Errors
    ///
    /// What the interrupt says.
    pub fn of(
        program: &Program,
        atoms: u32,
        is_dropped: impl Fn(u32) -> bool,
        interrupt: &Interrupt,
    ) -> Result<Known, Stop> {
        let mut known = Known { atoms, ..Known::default() };
        let mut bounded = known.bounds(program, is_dropped, interrupt)?;
        if !known.contradiction && !bounded.iter().any(Bounded::is_decided) {
            return Ok(Known::default());
        }
        let variables = known.starts.last().map_or(0, |&end| end as usize);
        known.holds = vec![false; 2 * variables];
        let (mut first, mut occurrences) = (vec![NONE; variables], Vec::with_capacity(program.lits.len()));
        for (number, bound) in (0_u32..).zip(&bounded) {
            interrupt.step((bound.end - bound.start) as usize)?;
            for lit in bound.lits(program) {
                let next = std::mem::replace(&mut first[lit as usize / 2], occurrences.len() as u32);
                occurrences.push(Occurrence { place: 2 * number + lit % 2, next });
            }
            if bound.is_decided() {
                known.decide(program, bound);
            }
        }
        let mut counted = 0;
        while let (Some(&lit), false) = (known.found.get(counted), known.contradiction) {
            counted += 1;
            let mut at = first[lit as usize / 2];
            while let Some(occurrence) = occurrences.get(at as usize) {
                interrupt.step(1)?;
                let holds = lit % 2 == occurrence.place % 2;
                known.count(program, &mut bounded[occurrence.place as usize / 2], holds);
                at = occurrence.next;
            }
        }
        Ok(known)
    }

    /// Whether a literal of this group holds, if that is known.
    pub fn value(&self, lit: Lit, group: usize) -> Option<bool> {
        if self.holds.is_empty() {
            return None;
        }
        let lit = numbered(lit, self.starts[group]) as usize;
        match (self.holds[lit], self.holds[lit ^ 1]) {
            (false, false) => None,
            (holds, _) => Some(holds),
        }
    }

    /// The atoms' literals that hold.
    pub fn atoms(&self) -> impl Iterator<Item = Lit> {
        self.found.iter().copied().filter(|lit| lit / 2 < self.atoms)
    }

    /// Numbers the variables, and collects the bounds.
    fn bounds(
        &mut self,
        program: &Program,
        is_dropped: impl Fn(u32) -> bool,
        interrupt: &Interrupt,
    ) -> Result<Vec<Bounded>, Stop> {
        let (mut bounded, mut start, mut first_aux) = (Vec::new(), 0, self.atoms);
        for (number, group) in program.groups.iter().enumerate() {
            self.starts.push(first_aux);
            let (is_dropped, mut auxiliaries) = (is_dropped(group.assert), 0);
            for &op in program.ops_of(number) {
                auxiliaries += op.auxiliaries();
                let Some(end) = op.end().map(|end| end as u32) else { continue };
                let of = end - start;
                interrupt.step(of as usize + 1)?;
                if let (Some((least, most)), false) = (op.limits(of), is_dropped) {
                    self.contradiction |= least > of;
                    let spare = of.saturating_sub(least);
                    bounded.push(Bounded { start, end, first_aux, room: most, spare });
                }
                start = end;
            }
            first_aux += auxiliaries;
        }
        self.starts.push(first_aux);
        Ok(bounded)
    }

    /// Counts a literal that became known.
    fn count(&mut self, program: &Program, bound: &mut Bounded, holds: bool) {
        let left = if holds { &mut bound.room } else { &mut bound.spare };
        match left.checked_sub(1) {
            None => self.contradiction = true,
            Some(less) => {
                *left = less;
                if less == 0 {
                    self.decide(program, bound);
                }
            }
        }
    }

    /// Sets what is open of a bound that leaves no choice.
    fn decide(&mut self, program: &Program, bound: &Bounded) {
        for lit in bound.lits(program) {
            let is_open = !self.holds[lit as usize] && !self.holds[lit as usize ^ 1];
            if is_open {
                let holds = if bound.spare == 0 { lit } else { lit ^ 1 };
                self.holds[holds as usize] = true;
                self.found.push(holds);
            }
        }
    }
}

/// Where a variable occurs.
struct Occurrence {
    /// Twice the number of the bound, and one more if the variable is negated there.
    place: u32,
    /// The next occurrence of this variable.
    next: u32,
}

/// In place of an occurrence after the last one.
const NONE: u32 = u32::MAX;

impl Op {
    fn auxiliaries(self) -> u32 {
        match self {
            Op::Aux { count } => count,
            Op::Counter { up_to, .. } => up_to,
            _ => 0,
        }
    }

    /// The least and the most of its literals that hold, if it says no more than that.
    fn limits(self, of: u32) -> Option<(u32, u32)> {
        let number = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
        match self {
            Op::Clause { .. } => Some((1, of)),
            Op::Count { bound: Bound::AtLeast(least), .. } => Some((number(least), of)),
            Op::Count { bound: Bound::AtMost(most), .. } => Some((0, of.min(number(most)))),
            Op::Count { bound: Bound::Exactly(count), .. } => Some((number(count), of.min(number(count)))),
            Op::HasValue { .. } | Op::Sum { .. } | Op::Counter { .. } | Op::Aux { .. } | Op::Graph { .. } => {
                None
            }
        }
    }
}

/// A literal by the number that its variable has among those of all groups.
fn numbered(lit: Lit, first_aux: u32) -> Lit {
    if lit / 2 < FIRST_AUX { lit } else { lit - 2 * FIRST_AUX + 2 * first_aux }
}
