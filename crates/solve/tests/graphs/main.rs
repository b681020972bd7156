//! Graph constraints against brute force: cuts and their justification, every kind in every flavour, and a puzzle on them.

mod detours;
mod flavours;
mod grids;
mod nurikabe;
mod pure;
mod random;
mod reference;
mod refined;
mod slitherlink;
mod unjudged;
