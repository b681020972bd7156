//! The crate docs/examples/queens, built here with what is built anyway. `tests/examples.rs` of the root builds it outside the
//! workspace, in the slow tier.

#[path = "../../../docs/examples/queens/src/lib.rs"]
mod queens;

include!("../../../docs/examples/queens/tests/encoding.rs");
