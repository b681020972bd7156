//! What two formulas both show.

use jigsat_cnf::{Cnf, Lit, Var};
use rustc_hash::FxHashMap;

/// What two formulas both show, place by place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// The literal of the first formula and that of the second. A formula that has none for a place has no solution
    /// in which it is true.
    pub places: Vec<[Option<Lit>; 2]>,
}

/// The names of the atoms by which the solutions of a formula are distinguished.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Named {
    /// Each name with its literal, in the order of the formula.
    pub shown: Vec<(String, Lit)>,
}

/// Atoms of one formula that the other lacks, by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unmatched {
    /// Those that only the first formula shows.
    pub first: Vec<String>,
    /// Those that only the second formula shows.
    pub second: Vec<String>,
}

impl Unmatched {
    /// Whether only one of the formulas shows more than the other.
    #[must_use]
    pub fn is_of_one(&self) -> bool {
        self.first.is_empty() || self.second.is_empty()
    }
}

impl Named {
    /// The names of a formula's projection variables.
    pub fn of(cnf: &Cnf, name: impl Fn(Var) -> String) -> Self {
        Named { shown: cnf.projected_variables().map(|var| (name(var), var.pos_lit())).collect() }
    }

    /// The literals by their names.
    #[must_use]
    pub fn by_name(&self) -> FxHashMap<&str, Lit> {
        self.shown.iter().map(|(name, lit)| (&**name, *lit)).collect()
    }
}

impl Shown {
    /// Atoms with the same name mean the same.
    ///
    /// # Errors
    ///
    /// The names that only one formula shows: what they mean for the other can't be guessed.
    pub fn by_names(first: &Named, second: &Named) -> Result<Self, Unmatched> {
        let (in_first, in_second) = (first.by_name(), second.by_name());
        let missing = |of: &Named, there: &FxHashMap<&str, Lit>| -> Vec<String> {
            of.shown
                .iter()
                .map(|(name, _)| name)
                .filter(|name| !there.contains_key(&***name))
                .cloned()
                .collect()
        };
        let unmatched = Unmatched { first: missing(first, &in_second), second: missing(second, &in_first) };
        if unmatched != Unmatched::default() {
            return Err(unmatched);
        }
        let place = |(name, lit): &(String, Lit)| [Some(*lit), in_second.get(&**name).copied()];
        Ok(Shown { places: first.shown.iter().map(place).collect() })
    }

    /// Atoms with the same name mean the same, and an atom that one formula lacks is false in all of its solutions.
    #[must_use]
    pub fn of_either(first: &Named, second: &Named) -> Self {
        let (in_first, in_second) = (first.by_name(), second.by_name());
        let of_first = first.shown.iter().map(|(name, lit)| [Some(*lit), in_second.get(&**name).copied()]);
        let others = second.shown.iter().filter(|(name, _)| !in_first.contains_key(&**name));
        Shown { places: of_first.chain(others.map(|(_, lit)| [None, Some(*lit)])).collect() }
    }

    /// The same with the formulas exchanged.
    #[must_use]
    pub fn swapped(&self) -> Self {
        Shown { places: self.places.iter().map(|&[one, other]| [other, one]).collect() }
    }
}
