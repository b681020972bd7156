//! Whether proofs hold. A folder of proofs is checked against the puzzle in its manifest: each formula is built again
//! from that text, each step of its proof is checked, and so is whether the claim follows.
//!
//! Nothing is copied from the manifest unchecked: sentences are made from what was checked.

mod folder;
mod pair;
mod record;
mod theory;

use std::path::Path;

use jigsat_kit::Error;

use crate::{Context, Status};

pub use folder::{NamedPuzzle, ProofFolder};
pub use record::{ProofRecord, TogetherRecord};
use theory::{Theory, Unbuilt, Unproven, theory};

/// Checks one formula in DIMACS and its proof in LRAT, whatever the formula is about.
///
/// # Errors
///
/// Files that can't be read.
pub fn check_pair(
    formula: &Path,
    proof: &Path,
    timeout_s: Option<f64>,
    context: &Context,
) -> Result<(Status, ProofRecord), Error> {
    let limits = context.limits_of(timeout_s);
    let checked = pair::check(formula, proof, &[], &limits)?;
    Ok(ProofRecord::new("the formula".into(), checked))
}
