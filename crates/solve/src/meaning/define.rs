//! Definitions for the variables that only the second formula has.
//!
//! A clause such as `a ∧ b → y` says when `y` must be true. If everything else in such clauses is known, `y` can be
//! defined as 'one of the clauses forces it': the smallest value that they allow. What other clauses say of `y` then
//! has to follow. Variables are defined one after the other, first those of which most is known; a cycle ends this,
//! and the variables in it stay free.
//!
//! This finds Tseitin's definitions, of one direction or of both (D. A. Plaisted and S. Greenbaum, A
//! structure-preserving clause form translation, 1986), counters, and frame axioms: each state from the one before.

use std::{cmp::Reverse, collections::BinaryHeap};

use jigsat_cnf::{Cnf, Interrupt, Lit, Stop, Var};
use rustc_hash::FxHashMap;

/// A literal that is true if and only if one of these clauses has no other literal that is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Definition {
    pub head: Lit,
    /// Their places in the formula. If there are none, the literal is false.
    pub clauses: Vec<usize>,
}

/// Definitions of variables for which `is_known` is false; each uses only known variables and those defined before.
pub(super) fn definitions(
    cnf: &Cnf,
    is_known: &[bool],
    interrupt: &Interrupt,
) -> Result<Vec<Definition>, Stop> {
    let mut search = Search::new(cnf, is_known, interrupt)?;
    search.units()?;
    search.greedy()?;
    Ok(search.found)
}

struct Search<'c> {
    cnf: &'c Cnf,
    interrupt: &'c Interrupt,
    /// Whether a variable is known or defined.
    known: Vec<bool>,
    /// The values of variables that are forced from the start.
    forced: Vec<Option<bool>>,
    /// The clauses that contain a literal, if its variable was not known at first.
    of_lit: Vec<Vec<u32>>,
    /// Number of literals of a clause whose variables are not known.
    open: Vec<u32>,
    /// Clauses that are satisfied from the start say nothing.
    satisfied: Vec<bool>,
    /// For each literal, the number of clauses that contain it and are not satisfied, and of those in which all else
    /// is known.
    total: Vec<u32>,
    ready: Vec<u32>,
    heap: BinaryHeap<Reverse<(u32, u32)>>,
    /// The clauses of two literals.
    pairs: FxHashMap<(Lit, Lit), usize>,
    /// The definitions of both directions.
    gates: Vec<Option<Definition>>,
    /// The variables that have a definition, or get one with others.
    chosen: Vec<bool>,
    found: Vec<Definition>,
}

fn index(lit: Lit) -> usize {
    2 * lit.vidx() + usize::from(lit.is_neg())
}

impl<'c> Search<'c> {
    fn new(cnf: &'c Cnf, is_known: &[bool], interrupt: &'c Interrupt) -> Result<Self, Stop> {
        let literals = 2 * cnf.variables() as usize;
        let mut search = Search {
            cnf,
            interrupt,
            known: is_known.to_vec(),
            forced: vec![None; cnf.variables() as usize],
            of_lit: vec![Vec::new(); literals],
            open: Vec::with_capacity(cnf.clauses().len()),
            satisfied: vec![false; cnf.clauses().len()],
            total: vec![0; literals],
            ready: vec![0; literals],
            heap: BinaryHeap::new(),
            pairs: FxHashMap::default(),
            gates: vec![None; cnf.variables() as usize],
            chosen: vec![false; cnf.variables() as usize],
            found: Vec::new(),
        };
        for (place, clause) in (0..).zip(cnf.clauses().iter()) {
            interrupt.step(clause.len() + 1)?;
            let mut open = 0;
            for &lit in clause {
                if !search.known[lit.vidx()] {
                    open += 1;
                    search.of_lit[index(lit)].push(place);
                }
            }
            search.open.push(open);
        }
        Ok(search)
    }

    /// Defines what unit propagation knows from the start. A variable that is known keeps no value: that its units
    /// hold is for the first formula to show.
    fn units(&mut self) -> Result<(), Stop> {
        let mut queue: Vec<usize> = (0..self.open.len()).collect();
        while let Some(place) = queue.pop() {
            let clause = &self.cnf.clauses()[place];
            self.interrupt.step(clause.len() + 1)?;
            let value = |lit: Lit| self.forced[lit.vidx()].map(|value| value != lit.is_neg());
            if clause.iter().any(|&lit| value(lit) == Some(true)) {
                continue;
            }
            let mut left = clause.iter().copied().filter(|&lit| value(lit).is_none());
            let (Some(lit), None) = (left.next(), left.next()) else { continue };
            if self.known[lit.vidx()] {
                continue;
            }
            self.forced[lit.vidx()] = Some(lit.is_pos());
            self.found.push(Definition { head: lit, clauses: vec![place] });
            queue.extend(self.of_lit[index(!lit)].iter().map(|&place| place as usize));
        }
        for (var, value) in (0..).map(Var::new).zip(self.forced.clone()) {
            self.interrupt.step(1)?;
            let Some(value) = value else { continue };
            self.known[var.idx()] = true;
            let lit = var.lit(!value);
            for place in std::mem::take(&mut self.of_lit[index(lit)]) {
                self.satisfied[place as usize] = true;
            }
            for place in std::mem::take(&mut self.of_lit[index(!lit)]) {
                self.open[place as usize] -= 1;
            }
        }
        Ok(())
    }

    fn greedy(&mut self) -> Result<(), Stop> {
        let cnf = self.cnf;
        for (place, clause) in cnf.clauses().iter().enumerate() {
            self.interrupt.step(clause.len() + 1)?;
            if self.satisfied[place] {
                continue;
            }
            if let &[one, other] = clause {
                self.pairs.insert(pair(one, other), place);
            }
            for &lit in clause.iter().filter(|lit| !self.known[lit.vidx()]) {
                self.total[index(lit)] += 1;
            }
        }
        for place in 0..cnf.clauses().len() {
            if self.open[place] == 1 && !self.satisfied[place] {
                self.becomes_ready(place);
            }
        }
        for var in 0..cnf.variables() {
            self.interrupt.step(1)?;
            if !self.known[var as usize] {
                self.offer(Lit::positive(var));
                self.offer(Lit::negative(var));
            }
        }
        while self.next()? {}
        Ok(())
    }

    /// Number of clauses about a literal that contain something else that is not known.
    fn missing(&self, lit: Lit) -> u32 {
        self.total[index(lit)] - self.ready[index(lit)]
    }

    /// A literal can be defined if a clause about it is ready, or if there is none.
    fn offer(&mut self, lit: Lit) {
        if self.ready[index(lit)] > 0 || self.total[index(lit)] == 0 {
            self.heap.push(Reverse((self.missing(lit), index(lit) as u32)));
        }
    }

    /// Looks for a definition of both directions: a clause in which all else is known, and for each of its other
    /// literals the clause of two literals that says the converse. Nothing else is then missing.
    fn gate(&mut self, lit: Lit, place: usize) {
        let others = self.cnf.clauses()[place].iter().filter(|&&other| other != lit);
        let converse = others.map(|&other| self.pairs.get(&pair(!lit, !other)).copied());
        if let Some(clauses) = converse.collect::<Option<Vec<usize>>>()
            && self.gates[lit.vidx()].is_none()
        {
            self.gates[lit.vidx()] = Some(Definition { head: !lit, clauses });
            self.heap.push(Reverse((0, index(!lit) as u32)));
        }
    }

    /// Defines the literals of which the least is missing, all by what was known before: so those that are images of
    /// each other under a symmetry get definitions that are, too.
    fn next(&mut self) -> Result<bool, Stop> {
        let Some(&Reverse((least, _))) = self.heap.peek() else { return Ok(false) };
        let mut batch: Vec<Definition> = Vec::new();
        while let Some(&Reverse((missing, code))) = self.heap.peek()
            && missing == least
        {
            self.heap.pop();
            let head = Lit::new(code / 2, code % 2 == 1);
            if self.known[head.vidx()] || self.chosen[head.vidx()] {
                continue;
            }
            let clauses = match &self.gates[head.vidx()] {
                Some(gate) if gate.head == head => gate.clauses.clone(),
                Some(_) => continue,
                None if missing != self.missing(head) => continue,
                None => {
                    let is_ready = |&place: &usize| self.open[place] == 1 && !self.satisfied[place];
                    let about = self.of_lit[index(head)].iter().map(|&place| place as usize);
                    about.filter(is_ready).collect()
                }
            };
            self.chosen[head.vidx()] = true;
            batch.push(Definition { head, clauses });
        }
        for definition in batch {
            let head = definition.head;
            self.found.push(definition);
            self.known(head)?;
        }
        Ok(true)
    }

    /// From now on, a variable is known.
    fn known(&mut self, head: Lit) -> Result<(), Stop> {
        self.known[head.vidx()] = true;
        for lit in [head, !head] {
            for place in std::mem::take(&mut self.of_lit[index(lit)]) {
                let place = place as usize;
                self.interrupt.step(self.cnf.clauses()[place].len() + 1)?;
                self.open[place] -= 1;
                if self.open[place] == 1 && !self.satisfied[place] {
                    self.becomes_ready(place);
                }
            }
        }
        Ok(())
    }

    /// Notes that all but one of the variables of a clause are known.
    fn becomes_ready(&mut self, place: usize) {
        let last = self.cnf.clauses()[place].iter().find(|lit| !self.known[lit.vidx()]).copied();
        if let Some(lit) = last {
            self.ready[index(lit)] += 1;
            self.gate(lit, place);
            self.offer(lit);
        }
    }
}

/// The clause of two literals, in any order.
fn pair(one: Lit, other: Lit) -> (Lit, Lit) {
    (one.min(other), one.max(other))
}
