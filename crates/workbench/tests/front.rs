//! The crate docs/examples/lamps, built here with what is built anyway. `tests/examples.rs` of the root builds it outside the
//! workspace, in the slow tier.

#[path = "../../../docs/examples/lamps/src/lib.rs"]
mod lamps;

include!("../../../docs/examples/lamps/tests/front.rs");
