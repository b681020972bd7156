//! The tests of this crate as one program, which builds and runs sooner than a program for each file.

mod borders;
mod brute_force;
mod common;
mod contradiction;
mod conventions;
mod counts;
mod drawings;
mod formats;
mod former;
mod forms;
mod generate;
mod limits;
mod pages;
mod pzpr;
mod rules;
mod runs;
mod sentences;
mod symmetry;
mod visits;
