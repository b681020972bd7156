//! Engines of the family's own that count and list tilings without a formula.

mod beam;
mod bitboard;
mod bits;
mod branches;
mod exact;
mod fewest;
mod frontier;
mod part;
mod passed;
mod quotient;
mod scan;
mod task;

pub use beam::{Filled, fill_by_beam};
pub use bitboard::{Counted, MAX_ITEMS, count_bitboard, has_bitboard, list_beginning, list_bitboard};
pub use frontier::{FEW_STATES, Frontier, MANY_STATES, count_frontier};
pub use part::{Beginning, Within, beginnings, count_within};
