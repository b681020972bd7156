//! Sudoku.
pub mod fast;
