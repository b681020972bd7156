use jigsat_cnf::{Lit, Var};

/// The true literals, in the order in which they became true.
#[derive(Clone, Debug, Default)]
pub struct Assignment {
    /// By `Lit::lidx`.
    values: Vec<Value>,
    trail: Vec<Lit>,
    /// By variable: its place in the trail, while it has a value.
    places: Vec<u32>,
    kinds: Vec<Kind>,
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
        self.kinds.resize(count, Kind::Idle);
    }

    /// How many variables there are.
    pub fn variables(&self) -> u32 {
        self.kinds.len() as u32
    }

    /// Sets the role of an open variable.
    pub fn mark(&mut self, var: Var, kind: Kind) {
        let old = std::mem::replace(&mut self.kinds[var.idx()], kind);
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

    /// How many projection variables have no value.
    pub fn open_keys(&self) -> usize {
        self.open_keys
    }

    /// How many helpers have no value.
    pub fn open_helpers(&self) -> usize {
        self.open_helpers
    }

    /// Makes a literal true. Returns false if it is false.
    pub fn set(&mut self, lit: Lit) -> bool {
        match self.values[lit.lidx()] {
            Value::True => return true,
            Value::False => return false,
            Value::Open => {}
        }
        self.values[lit.lidx()] = Value::True;
        self.values[(!lit).lidx()] = Value::False;
        self.places[lit.vidx()] = self.trail.len() as u32;
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
}
