//! A certificate that no plan is shorter than some length, or that there is none: a list of lower bounds, each of which
//! follows from others by the rules of the game. The engine `states` writes one; [`check`] shares no code with it.
//!
//! A [`LowerBound`] says: from every position that has boxes in these cells, whatever other boxes there are, and the player
//! in that part of the room, a plan *wastes* at least so much. The waste of a push comes from the prices of
//! [`Ground::Assignment`](crate::Ground::Assignment): a plan has as many pushes as the assignment says, plus the waste of
//! all its pushes, plus what is left of the prices at its end. If moves are counted, walking is waste, too.
//!
//! A bound follows if the boxes are not all on goals, and each push of one of them wastes so much that a bound for the
//! position after it says the rest. By induction on the length of a plan, it then holds for all plans: a push of
//! another box leaves the bound's boxes where they are and the player in the same part of the room. So one rule
//! justifies the closed states of A*, its tables of pairs of boxes, and deadlocks, whose waste is infinite. Bounds of
//! boxes that have no box in common add up, because each push wastes something for one box only: A. Felner, R. E. Korf,
//! S. Hanan: Additive pattern database heuristics, 2004.
//!
//! A plan also wastes the amount by which the prices overestimate the pushes that are left, since there are never fewer than
//! none: this is what a position wastes in which all boxes are on goals.
//!
//! A bound may name a *fence*, a set of its boxes: then only their pushes are looked at. Let C be the cells that the
//! player can't reach and from which the fence alone separates all others. Let each push that can be the first among
//! those of the fence lead into C and be possible now, and let a box of the fence be on no goal. Then some plan with the
//! same pushes begins with a push of the fence (B. Damgård's and M. Meger's *PI-corrals*): until its first push, no other
//! box and no player gets into C, and nothing else needs the cells of that push.

mod corral;
mod cover;
mod floor;
mod rule;
mod text;

pub(crate) use rule::check;
pub(crate) use text::{LowerBound, NEVER, Where, unit, write_header};
