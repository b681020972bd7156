//! Words that several answers share.

/// How long the solutions are that formulas of one length are about.
#[must_use]
pub fn of_length(steps: u16) -> String {
    format!("exactly {steps} step{}", if steps == 1 { "" } else { "s" })
}
