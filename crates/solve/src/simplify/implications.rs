use jigsat_cnf::Lit;

/// Literals of longer clauses are not compared with each other, as there are too many pairs.
const SHORT: usize = 8;
/// Of more implications of one literal, only the first are looked through.
const MANY: usize = 32;

/// The implications that clauses of two literals are: a graph of literals.
pub struct Implications {
    /// Where the literals start that the literal of this index implies; they end where those of the next one start.
    starts: Vec<u32>,
    implied: Vec<Lit>,
    /// The literal that stands for each.
    stands: Vec<Lit>,
    /// How many variables others stand for.
    pub merged: usize,
    /// Whether a literal is equal to its negation.
    pub contradict: bool,
}

impl Implications {
    /// The implications of these clauses, whose literals have indices below `literals`.
    pub fn new(clauses: &[[Lit; 2]], literals: usize) -> Implications {
        let mut starts = vec![0_u32; literals + 1];
        let edges = |&[a, b]: &[Lit; 2]| [(!a, b), (!b, a)];
        for (from, _) in clauses.iter().flat_map(edges) {
            starts[from.lidx()] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        // Each start is an end, and moves to its place while what comes before it is filled in.
        let mut implied = vec![Lit::positive(0); sum as usize];
        for (from, to) in clauses.iter().rev().flat_map(edges) {
            let start = &mut starts[from.lidx()];
            *start -= 1;
            implied[*start as usize] = to;
        }
        let stands = (0..literals).map(literal).collect();
        Implications { starts, implied, stands, merged: 0, contradict: false }
    }

    /// The literals that this one implies in one step.
    pub fn of(&self, lit: Lit) -> &[Lit] {
        &self.implied[self.starts[lit.lidx()] as usize..self.starts[lit.lidx() + 1] as usize]
    }

    /// The literal that stands for this one and all that are equal to it.
    pub fn stands(&self, lit: Lit) -> Lit {
        self.stands[lit.lidx()]
    }

    /// Whether a literal implies another in one step.
    fn contain(&self, from: Lit, to: Lit) -> bool {
        let (ahead, back) = (self.of(from), self.of(!to));
        if ahead.len() < back.len() {
            ahead.iter().take(MANY).any(|&lit| lit == to)
        } else {
            back.iter().take(MANY).any(|&lit| lit == !from)
        }
    }

    /// Removes each literal that implies another one of the clause. False if an implication contains the whole clause, which is
    /// none itself.
    pub fn shorten(&self, clause: &mut Vec<Lit>) -> bool {
        if clause.len() <= 2 || clause.len() > SHORT {
            return true;
        }
        let is_implied = |at: usize| clause[..at].iter().any(|&lit| self.contain(!lit, clause[at]));
        if (1..clause.len()).any(is_implied) {
            return false;
        }
        let mut at = 0;
        while let Some(&lit) = clause.get(at) {
            if clause.iter().any(|&other| other != lit && self.contain(lit, other)) {
                clause.remove(at);
            } else {
                at += 1;
            }
        }
        true
    }

    /// Finds the open literals that are equal: the strongly connected components, by one depth-first search (Robert Tarjan,
    /// *Depth-First Search and Linear Graph Algorithms*, 1972).
    pub fn find_equal(&mut self, is_open: &dyn Fn(Lit) -> bool) {
        let literals = self.stands.len();
        let (met, path, waiting) = (vec![UNMET; literals], Vec::new(), Vec::new());
        let mut search = Search { is_open, time: 0, met, path, waiting };
        for root in (0..literals).map(literal) {
            if search.met[root.lidx()] == UNMET && is_open(root) && !self.of(root).is_empty() {
                search.from(root, self);
            }
        }
    }

    /// Lets one literal of a component stand for all, and its negation for their negations.
    fn merge(&mut self, component: &[Lit]) {
        let is_merged = |lit: &Lit| self.stands[lit.lidx()] != *lit;
        let Some(&stand) = component.iter().min() else { return };
        // The component of the negations was found before.
        if component.iter().any(is_merged) {
            return;
        }
        self.merged += component.len() - 1;
        self.contradict |= component.contains(&!stand);
        for &lit in component {
            self.stands[lit.lidx()] = stand;
            self.stands[(!lit).lidx()] = !stand;
        }
    }
}

/// In place of the time at which a literal was met.
const UNMET: u32 = u32::MAX;
/// In place of that time for a literal whose component was found.
const FOUND: u32 = u32::MAX - 1;

/// A depth-first search for strongly connected components.
struct Search<'a> {
    is_open: &'a dyn Fn(Lit) -> bool,
    time: u32,
    /// The earliest time at which a literal was met that is known to be in the component of this one.
    met: Vec<u32>,
    /// The literals on the way: when each was met, and the place of the next one that it implies.
    path: Vec<(Lit, u32, u32)>,
    /// Literals that were met whose component was not found yet.
    waiting: Vec<Lit>,
}

impl Search<'_> {
    fn from(&mut self, root: Lit, implications: &mut Implications) {
        self.enter(root, implications);
        while let Some((lit, met, next)) = self.path.last_mut() {
            let (lit, met) = (*lit, *met);
            if *next == implications.starts[lit.lidx() + 1] {
                self.path.pop();
                self.leave(lit, met, implications);
                continue;
            }
            let to = implications.implied[*next as usize];
            *next += 1;
            match self.met[to.lidx()] {
                UNMET if (self.is_open)(to) => self.enter(to, implications),
                UNMET | FOUND => {}
                time => self.lower(lit, time),
            }
        }
    }

    fn enter(&mut self, lit: Lit, implications: &Implications) {
        self.met[lit.lidx()] = self.time;
        self.path.push((lit, self.time, implications.starts[lit.lidx()]));
        self.waiting.push(lit);
        self.time += 1;
    }

    fn lower(&mut self, lit: Lit, time: u32) {
        let met = &mut self.met[lit.lidx()];
        *met = time.min(*met);
    }

    fn leave(&mut self, lit: Lit, met: u32, implications: &mut Implications) {
        let earliest = self.met[lit.lidx()];
        if let Some(&(before, ..)) = self.path.last() {
            self.lower(before, earliest);
        }
        if earliest == met {
            let first = self.waiting.iter().rposition(|&other| other == lit).unwrap_or(0);
            for other in &self.waiting[first..] {
                self.met[other.lidx()] = FOUND;
            }
            if self.waiting.len() > first + 1 {
                implications.merge(&self.waiting[first..]);
            }
            self.waiting.truncate(first);
        }
    }
}

fn literal(index: usize) -> Lit {
    Lit::new((index / 2) as u32, index % 2 == 1)
}
