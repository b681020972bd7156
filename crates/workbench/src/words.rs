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

/// How many of some steps are singles.
#[must_use]
pub fn singles_of(steps: usize, singles: usize) -> String {
    match singles {
        0 => "none of them singles".into(),
        all if all == steps => "all of them singles".into(),
        1 => "1 of them a single".into(),
        some => format!("{some} of them singles"),
    }
}

/// How long the solutions are that formulas of one length are about.
#[must_use]
pub fn of_length(steps: impl Into<u32>) -> String {
    format!("exactly {}", counted(steps.into(), "step"))
}
