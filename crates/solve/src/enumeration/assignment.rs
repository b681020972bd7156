use jigsat_cnf::{Lit, Var};

/// The true literals, in the order in which they became true.
#[derive(Clone, Debug, Default)]
pub struct Assignment {
    /// By `Lit::lidx`.
    values: Vec<Value>,
    trail: Vec<Lit>,
    /// By variable: its place in the trail, while it has a value.
    places: Vec<u32>,
    /// By variable: the number of choices made when it got its value, and why it has it.
    origins: Vec<(u32, Reason)>,
    /// The number of choices made so far.
    pub level: u32,
    /// What contradicted a literal that is false, or what no values of the open literals satisfy.
    pub clash: Option<(Option<Lit>, Reason)>,
    kinds: Vec<Kind>,
    /// The projection variables, in their order.
    keys: Vec<Var>,
    open_keys: usize,
    open_helpers: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Value {
    #[default]
    Open,
    True,
    False,
}

/// Why a literal is true.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reason {
    /// It was chosen, or is the opposite of a choice that is exhausted.
    #[default]
    Choice,
    /// It follows without any choice.
    Fact,
    /// The other literal of a clause of two is false.
    Pair(Lit),
    /// The other literals of the clause with this number are false.
    Clause(u32),
    /// The counter with this number has as many true literals as it may have.
    AtMost(u32),
    /// The counter with this number has no more open literals than it needs.
    AtLeast(u32),
}

/// The role of a variable in the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// No constraint mentions it.
    #[default]
    Idle,
    /// Part of the answer.
    Key,
    /// Mentioned by constraints, but not part of the answer.
    Helper,
}

impl Assignment {
    /// Makes room for variables 0 to `count - 1`.
    pub fn reserve(&mut self, count: usize) {
        self.values.resize(2 * count, Value::Open);
        self.places.resize(count, 0);
        self.origins.resize(count, (0, Reason::Choice));
        self.kinds.resize(count, Kind::Idle);
    }

    /// How many variables there are.
    pub fn variables(&self) -> u32 {
        self.kinds.len() as u32
    }

    /// Sets the role of an open variable.
    pub fn mark(&mut self, var: Var, kind: Kind) {
        let old = std::mem::replace(&mut self.kinds[var.idx()], kind);
        if kind == Kind::Key && old != Kind::Key {
            let place = self.keys.partition_point(|&key| key < var);
            self.keys.insert(place, var);
        }
        if self.is_open(var.pos_lit()) {
            *self.counter(old) -= usize::from(old != Kind::Idle);
            *self.counter(kind) += usize::from(kind != Kind::Idle);
        }
    }

    pub fn kind(&self, var: Var) -> Kind {
        self.kinds[var.idx()]
    }

    fn counter(&mut self, kind: Kind) -> &mut usize {
        if kind == Kind::Key { &mut self.open_keys } else { &mut self.open_helpers }
    }

    pub fn is_true(&self, lit: Lit) -> bool {
        self.values[lit.lidx()] == Value::True
    }

    pub fn is_false(&self, lit: Lit) -> bool {
        self.values[lit.lidx()] == Value::False
    }

    pub fn is_open(&self, lit: Lit) -> bool {
        self.values[lit.lidx()] == Value::Open
    }

    /// The projection variables.
    pub fn keys(&self) -> &[Var] {
        &self.keys
    }

    /// Writes down whether each of the first variables is true.
    pub fn copy_first(&self, count: usize, into: &mut Vec<bool>) {
        into.clear();
        into.extend(self.values.chunks_exact(2).take(count).map(|pair| pair[0] == Value::True));
    }

    /// Makes helpers part of the answer.
    pub fn without_helpers(&mut self) {
        for kind in self.kinds.iter_mut().filter(|kind| **kind == Kind::Helper) {
            *kind = Kind::Key;
        }
        self.keys = (0..self.variables()).map(Var::new).filter(|&var| self.kind(var) == Kind::Key).collect();
        self.open_keys += std::mem::take(&mut self.open_helpers);
    }

    /// How many projection variables have no value.
    pub fn open_keys(&self) -> usize {
        self.open_keys
    }

    /// How many helpers have no value.
    pub fn open_helpers(&self) -> usize {
        self.open_helpers
    }

    /// Makes a literal true. Returns false if it is false, which is a clash.
    pub fn set(&mut self, lit: Lit, reason: Reason) -> bool {
        match self.values[lit.lidx()] {
            Value::True => return true,
            Value::False => {
                self.clash = Some((Some(lit), reason));
                return false;
            }
            Value::Open => {}
        }
        self.values[lit.lidx()] = Value::True;
        self.values[(!lit).lidx()] = Value::False;
        self.places[lit.vidx()] = self.trail.len() as u32;
        let level = if reason == Reason::Fact { 0 } else { self.level };
        self.origins[lit.vidx()] = (level, reason);
        self.trail.push(lit);
        match self.kinds[lit.vidx()] {
            Kind::Idle => {}
            Kind::Key => self.open_keys -= 1,
            Kind::Helper => self.open_helpers -= 1,
        }
        true
    }

    /// Takes the last literal back.
    pub fn unset(&mut self) -> Option<Lit> {
        let lit = self.trail.pop()?;
        self.values[lit.lidx()] = Value::Open;
        self.values[(!lit).lidx()] = Value::Open;
        match self.kinds[lit.vidx()] {
            Kind::Idle => {}
            Kind::Key => self.open_keys += 1,
            Kind::Helper => self.open_helpers += 1,
        }
        Some(lit)
    }

    /// The literals that are true, in their order.
    pub fn trail(&self) -> &[Lit] {
        &self.trail
    }

    /// The place in the trail where a literal with a value got it.
    pub fn place(&self, lit: Lit) -> u32 {
        self.places[lit.vidx()]
    }

    /// The number of choices that had been made when a literal got its value; 0 if it needs none.
    pub fn level(&self, lit: Lit) -> u32 {
        self.origins[lit.vidx()].0
    }

    /// Why a variable has its value.
    pub fn reason(&self, var: Var) -> Reason {
        self.origins[var.idx()].1
    }

    /// Tells about a clause whose number changed.
    pub fn renumber(&mut self, var: Var, clause: u32) {
        self.origins[var.idx()].1 = Reason::Clause(clause);
    }
}
