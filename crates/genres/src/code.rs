//! How boards are written: one description reads and writes. A page says `address nurikabe: cells(hex(number) | "." unknown |
//! gap(g, z))`: places, and how one of them, or a few that follow each other, are written. The idea is that of parser
//! combinators that also print (Rendel and Ostermann, *Invertible syntax descriptions*, Haskell 2010).

mod access;
mod args;
mod block;
pub(crate) mod layers;
mod parse;
mod places;
mod resolve;
mod words;
mod write;

pub(crate) use access::{Answer, Marks, OPEN, Scene};
pub(crate) use args::{Args, Known};
pub(crate) use block::{Block, Code, Layer, Mark, Meaning, Place, Shape, alphabet, place};
pub(crate) use parse::{described, read, read_whole};
pub(crate) use resolve::Resolver;
pub(crate) use write::write;
