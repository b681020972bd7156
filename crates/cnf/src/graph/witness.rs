use rustsat::types::Lit;

use super::GraphConstraint;

/// How a [`GraphConstraint`] is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Breach {
    /// What must be joined is separated: two of the elements that hold, or the ends of a pair of paths.
    Apart,
    /// The nodes that hold are connected and more than a region may have.
    TooLarge,
    /// The nodes that hold are connected and have two roots, where a region has one.
    TwoRoots,
    /// The region of the nodes that hold has too few nodes.
    TooSmall,
    /// The region of the nodes that hold has no root.
    NoRoot,
    /// The nodes that hold are connected and have no root, nor is one near enough for a region of their size.
    TooFar,
    /// Edges that hold form a cycle, and what else holds is not on it; or where there are paths, a cycle at all.
    Cycle,
    /// Edges that hold join two ends that are no pair.
    WrongEnds,
}

impl Breach {
    /// All of them.
    pub const ALL: &'static [Breach] = &[
        Breach::Apart,
        Breach::TooLarge,
        Breach::TwoRoots,
        Breach::TooSmall,
        Breach::NoRoot,
        Breach::TooFar,
        Breach::Cycle,
        Breach::WrongEnds,
    ];

    /// The name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Breach::Apart => "apart",
            Breach::TooLarge => "too-large",
            Breach::TwoRoots => "two-roots",
            Breach::TooSmall => "too-small",
            Breach::NoRoot => "no-root",
            Breach::TooFar => "too-far",
            Breach::Cycle => "cycle",
            Breach::WrongEnds => "wrong-ends",
        }
    }

    /// The breach with that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|breach| breach.name() == name)
    }
}

/// Why a [`Cut`] holds: a constraint is broken where some of its elements hold and others don't, whatever the rest does.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Witness {
    /// How it is broken.
    pub breach: Breach,
    /// Elements that hold: nodes that would be apart, the edges of a cycle, a connected set.
    pub holding: Vec<u32>,
    /// Elements that don't: a separator, the border of a set.
    pub lacking: Vec<u32>,
}

/// A clause that every solution of a [`GraphConstraint`] keeps.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cut {
    /// One of its literals holds: a premise fails, or one of the lacking elements is there.
    pub clause: Vec<Lit>,
    /// Why.
    pub witness: Witness,
}

impl GraphConstraint {
    /// The clause of a witness: its elements are not all as it says, or nothing is stated. None where it names an element
    /// that is not there, or lacks one that always holds. Whether the clause is right is for [`justify`](super::justify).
    #[must_use]
    pub fn clause(&self, witness: &Witness) -> Option<Vec<Lit>> {
        let exists = |&element: &u32| (element as usize) < self.elements();
        if !witness.holding.iter().chain(&witness.lacking).all(exists) {
            return None;
        }
        let premises =
            witness.holding.iter().filter_map(|&element| self.lit(element)).chain(self.condition());
        let mut clause: Vec<Lit> = premises.map(|lit| !lit).collect();
        for &element in &witness.lacking {
            clause.push(self.lit(element)?);
        }
        clause.sort_unstable();
        clause.dedup();
        Some(clause)
    }
}
