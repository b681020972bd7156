//! Words that several answers share.

use std::fmt::Display;

/// A number of things: `1 step`, `7 steps`.
///
/// ```
/// use jigsat_workbench::words::counted;
/// assert_eq!([counted(1_u64, "step"), counted(0_u64, "step")], ["1 step", "0 steps"]);
/// ```
pub fn counted<N: Copy + Display + PartialEq + From<u8>>(number: N, what: &str) -> String {
    let plural = if number == N::from(1) { "" } else { "s" };
    format!("{number} {what}{plural}")
}

/// How long the solutions are that formulas of one length are about.
#[must_use]
pub fn of_length(steps: impl Into<u32>) -> String {
    format!("exactly {}", counted(steps.into(), "step"))
}
