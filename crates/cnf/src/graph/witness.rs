use rustsat::types::Lit;

use super::GraphConstraint;

/// How a [`GraphConstraint`] is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Breach {
    /// Elements that must be joined are separated: two of the elements that hold, or the ends of a pair of
    /// paths.
    Apart,
    /// The nodes that hold are connected, and there are more than a region may have.
    TooLarge,
    /// The nodes that hold are connected and have two roots, but a region has only one.
    TwoRoots,
    /// The region of the nodes that hold has too few nodes.
    TooSmall,
    /// The nodes that hold are cut off from all others, and their number is no sum of sizes that regions may have.
    Indivisible,
    /// The region of the nodes that hold has no root.
    NoRoot,
    /// The nodes that hold are connected and have no root, and no root is near enough for a region of their
    /// size.
    TooFar,
    /// Edges that hold form a cycle, and something that holds is not on it. For paths, any cycle.
    Cycle,
    /// Edges that hold join two ends of different pairs.
    WrongEnds,
    /// The nodes that hold are more than all nodes that may be their partners.
    Unmatched,
    /// An edge that doesn't hold joins two nodes that are connected by what holds.
    Within,
}

impl Breach {
    /// All breaches.
    pub const ALL: &'static [Breach] = &[
        Breach::Apart,
        Breach::TooLarge,
        Breach::TwoRoots,
        Breach::TooSmall,
        Breach::Indivisible,
        Breach::NoRoot,
        Breach::TooFar,
        Breach::Cycle,
        Breach::WrongEnds,
        Breach::Unmatched,
        Breach::Within,
    ];

    /// The name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Breach::Apart => "apart",
            Breach::TooLarge => "too-large",
            Breach::TwoRoots => "two-roots",
            Breach::TooSmall => "too-small",
            Breach::Indivisible => "indivisible",
            Breach::NoRoot => "no-root",
            Breach::TooFar => "too-far",
            Breach::Cycle => "cycle",
            Breach::WrongEnds => "wrong-ends",
            Breach::Unmatched => "unmatched",
            Breach::Within => "within",
        }
    }

    /// The breach with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|breach| breach.name() == name)
    }
}

/// The reason for a [`Cut`]: if these elements hold and those don't, the constraint is broken, whatever the
/// others do.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Witness {
    /// How it is broken.
    pub breach: Breach,
    /// Elements that hold: nodes that would be apart, the edges of a cycle, a connected set.
    pub holding: Vec<u32>,
    /// Elements that don't hold: a separator, the border of a set.
    pub lacking: Vec<u32>,
}

/// A clause that every solution of a [`GraphConstraint`] satisfies.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cut {
    /// The literals, one of which must be true: a premise fails, or one of the lacking elements holds.
    pub clause: Vec<Lit>,
    /// The reason.
    pub witness: Witness,
}

impl GraphConstraint {
    /// The clause of a witness: not all elements are as it says, or the constraint demands nothing. `None` if
    /// the witness names an element that does not exist, or calls one lacking that always holds.
    /// [`justify`](super::justify) checks whether the clause is right.
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
