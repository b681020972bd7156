//! Words that several answers share.

use jigsat_input::counted;

/// The number of steps that are singles, in words.
#[must_use]
pub fn singles_of(steps: usize, singles: usize) -> String {
    match singles {
        0 => "none of them singles".into(),
        all if all == steps => "all of them singles".into(),
        1 => "1 of them a single".into(),
        some => format!("{some} of them singles"),
    }
}

/// The length of the solutions that a formula is about, in words.
#[must_use]
pub fn of_length(steps: impl Into<u32>) -> String {
    format!("exactly {}", counted(steps.into(), "step"))
}

/// A text as part of HTML or SVG.
#[must_use]
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
