//! Fillomino as SAT.
