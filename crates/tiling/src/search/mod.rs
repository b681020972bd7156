//! Engines of the family's own that count and list tilings without a formula.

mod bitboard;
mod bits;
mod colouring;
mod exact;
mod frontier;
mod part;
mod quotient;
mod task;

pub use colouring::refute_by_colouring;
pub use frontier::{FEW_STATES, Frontier, MANY_STATES, count_frontier};
pub use part::{Beginning, Within, beginnings, count_within};
pub use task::{Counted, MAX_ITEMS, count_bitboard, list_bitboard};
