//! What two formulas both show.

use jigsat_cnf::{Cnf, Interrupt, Lit, Stop, Var};
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
    ///
    /// # Errors
    ///
    /// Why to stop, says the interrupt of the formula.
    pub fn of(cnf: &Cnf, name: impl Fn(Var) -> String) -> Result<Self, Stop> {
        let mut shown = Vec::new();
        for var in cnf.projected_variables() {
            cnf.interrupt().step(1)?;
            shown.push((name(var), var.pos_lit()));
        }
        Ok(Named { shown })
    }

    /// The literals by their names.
    ///
    /// # Errors
    ///
    /// Why to stop.
    pub fn by_name(&self, interrupt: &Interrupt) -> Result<FxHashMap<&str, Lit>, Stop> {
        let mut by_name = FxHashMap::default();
        for (name, lit) in &self.shown {
            interrupt.step(1)?;
            by_name.insert(&**name, *lit);
        }
        Ok(by_name)
    }
}

impl Shown {
    /// Atoms with the same name mean the same.
    ///
    /// # Errors
    ///
    /// The names that only one formula shows: what they mean for the other can't be guessed. And why to stop.
    pub fn by_names(
        first: &Named,
        second: &Named,
        interrupt: &Interrupt,
    ) -> Result<Result<Self, Unmatched>, Stop> {
        let in_second = second.by_name(interrupt)?;
        let (mut places, mut unmatched) = (Vec::new(), Unmatched::default());
        for (name, lit) in &first.shown {
            interrupt.step(1)?;
            match in_second.get(&**name) {
                Some(&there) => places.push([Some(*lit), Some(there)]),
                None => unmatched.first.push(name.clone()),
            }
        }
        if !unmatched.first.is_empty() || second.shown.len() > places.len() {
            let in_first = first.by_name(interrupt)?;
            for (name, _) in &second.shown {
                interrupt.step(1)?;
                if !in_first.contains_key(&**name) {
                    unmatched.second.push(name.clone());
                }
            }
        }
        Ok(if unmatched == Unmatched::default() { Ok(Shown { places }) } else { Err(unmatched) })
    }

    /// Atoms with the same name mean the same, and an atom that one formula lacks is false in all of its solutions.
    ///
    /// # Errors
    ///
    /// Why to stop.
    pub fn of_either(first: &Named, second: &Named, interrupt: &Interrupt) -> Result<Self, Stop> {
        let (in_first, in_second) = (first.by_name(interrupt)?, second.by_name(interrupt)?);
        let of_first = first.shown.iter().map(|(name, lit)| [Some(*lit), in_second.get(&**name).copied()]);
        let others = second.shown.iter().filter(|(name, _)| !in_first.contains_key(&**name));
        let mut places = Vec::new();
        for place in of_first.chain(others.map(|(_, lit)| [None, Some(*lit)])) {
            interrupt.step(1)?;
            places.push(place);
        }
        Ok(Shown { places })
    }

    /// The same with the formulas exchanged.
    #[must_use]
    pub fn swapped(&self) -> Self {
        Shown { places: self.places.iter().map(|&[one, other]| [other, one]).collect() }
    }
}
