//! A certificate that no plan is shorter than some length, or that there is none: a list of lower bounds, each of which
//! follows from others by the rules of the game. The engine `states` writes one; [`check`] shares no code with it.
//!
//! A [`LowerBound`] says: a plan for the boxes in these cells, whatever other boxes there are, *wastes* at least so much if
//! it starts with the player in that part of the room. The waste of a push comes from the prices of
//! [`Ground::Assignment`](crate::Ground::Assignment): a plan has as many pushes as the assignment says, plus the waste of
//! all its pushes, plus what is left of the prices at its end. If moves are counted, walking is waste, too. A bound
//! follows if its boxes are not on goals, or what is left there is enough, and each push of one of them wastes so much that
//! bounds for the position after it, of all the boxes or added up for some, say the rest.
//!
//! The page `docs/src/guide/certificates.md` has all rules, and why they are sound. Bounds that add up are additive pattern
//! databases (A. Felner, R. E. Korf, S. Hanan: Additive pattern database heuristics, 2004), and a *fence* is a corral
//! whose pushes lead inwards (B. Damgård's and M. Meger's *PI-corrals*).

mod corral;
mod cover;
mod floor;
mod rule;
mod text;

pub(crate) use rule::check;
pub(crate) use text::{LowerBound, NEVER, Where, unit, write_header};
