//! How constraints are encoded as clauses. The encoders themselves are those of rustsat.

use strum::{IntoStaticStr, VariantArray};

use crate::choice;

/// How 'at most one' is encoded as clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, IntoStaticStr, VariantArray)]
#[cfg_attr(
    feature = "schemas",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "kebab-case")
)]
#[strum(serialize_all = "kebab-case")]
pub enum Amo {
    /// A binary clause for each pair: n(n-1)/2 clauses, no auxiliary variables.
    #[default]
    Pairwise,
    /// A sequence of auxiliary variables that are true from some position on.
    /// I. P. Gent, P. Nightingale: A new encoding of AllDifferent into SAT, ModRef 2004.
    Ladder,
    /// Each literal implies the binary code of its own number.
    /// S. D. Prestwich: Finding large cliques using SAT local search, Trends in Constraint Programming 2007.
    Bitwise,
    /// A commander variable for each group of four literals; pairwise within each group and among the commanders.
    /// W. Klieber, G. Kwon: Efficient CNF encoding for selecting 1 from N objects, CFV 2007.
    Commander,
    /// The literals are arranged in a square, with a variable for each row and each column.
    /// J. Chen: A new SAT encoding of the at-most-one constraint, ModRef 2010.
    Product,
    /// Pairwise within each group of four literals; each literal implies the binary code of its group's number.
    /// V.-H. Nguyen, S. T. Mai: A new method to encode the at-most-one constraint into SAT, SoICT 2015.
    Bimander,
}

/// How 'at most k', 'at least k' and 'exactly k' are encoded as clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, IntoStaticStr, VariantArray)]
#[cfg_attr(
    feature = "schemas",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "kebab-case")
)]
#[strum(serialize_all = "kebab-case")]
pub enum Card {
    /// A tree of unary counters.
    /// O. Bailleux, Y. Boufkhad: Efficient CNF encoding of Boolean cardinality constraints, CP 2003.
    #[default]
    Totalizer,
    /// A network of full adders, and a binary comparison.
    /// J. P. Warners: A linear-time transformation of linear inequalities into conjunctive normal
    /// form, Information Processing Letters 1998.
    Adder,
}

/// How weighted sums are encoded as clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, IntoStaticStr, VariantArray)]
#[cfg_attr(
    feature = "schemas",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "kebab-case")
)]
#[strum(serialize_all = "kebab-case")]
pub enum Sum {
    /// A totalizer whose nodes count only the sums that can occur.
    /// S. Joshi, R. Martins, V. Manquinho: Generalized totalizer encoding for pseudo-Boolean
    /// constraints, CP 2015.
    #[default]
    GeneralizedTotalizer,
    /// A network of full adders over the bits of the weights, like `adder` for cardinality constraints.
    Adder,
    /// A totalizer for each bit of the weights, with a watchdog on top.
    /// T. Paxian, S. Reimer, B. Becker: Dynamic polynomial watchdog encoding for solving weighted
    /// MaxSAT, SAT 2018.
    Dpw,
}

/// How graph constraints are enforced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, IntoStaticStr, VariantArray)]
#[cfg_attr(
    feature = "schemas",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "kebab-case")
)]
#[strum(serialize_all = "kebab-case")]
pub enum GraphFlavour {
    /// By cuts, which are added when a candidate violates the constraint (E. Clarke et al.: Counterexample-guided
    /// abstraction refinement, CAV 2000). The clauses alone are weaker than the constraint.
    #[default]
    Lazy,
    /// By clauses for spanning trees without cycles (M. F. Rankooh, J. Rintanen: Propositional encodings of acyclicity
    /// and reachability by using vertex elimination, AAAI 2022). The clauses alone are the whole constraint.
    Tree,
}

choice!(Amo, Card, Sum, GraphFlavour);

/// One flavour for each kind of constraint.
///
/// ```
/// use jigsat_cnf::{Amo, Choice, Formula, Flavours};
///
/// let flavours = Flavours { amo: Amo::Ladder, ..Flavours::default() };
/// let e: Formula<u8> = Formula::new(flavours);
/// assert_eq!(e.flavours().amo.name(), "ladder");
/// assert_eq!(e.flavours().card.name(), "totalizer");
/// assert_eq!(e.flavours().sum.name(), "generalized-totalizer");
/// assert_eq!(e.flavours().graph.name(), "lazy");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flavours {
    /// For 'at most one'.
    pub amo: Amo,
    /// For 'at most k', 'at least k' and 'exactly k'.
    pub card: Card,
    /// For weighted sums.
    pub sum: Sum,
    /// For constraints about graphs.
    pub graph: GraphFlavour,
}
