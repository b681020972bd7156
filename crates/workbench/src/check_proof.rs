//! Do these proofs hold? A folder of proofs is checked against the puzzle that its manifest has: each formula is built
//! once more from that text, each step of its proof is checked, and so is whether the claim follows.
//!
//! Nothing that is said is read from the manifest unseen: sentences are made from what was checked.

mod folder;
mod pair;
mod record;
mod theory;

use std::path::Path;

use jigsat_kit::Error;

use crate::{Context, Status};

pub use folder::{NamedPuzzle, ProofFolder};
pub use record::{ProofRecord, TogetherRecord};
pub(crate) use theory::{Theory, Unproven, theory};

/// Checks one formula in DIMACS and its proof in LRAT; what the formula is about is not looked at.
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
