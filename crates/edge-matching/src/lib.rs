//! Edge-matching puzzles as SAT.
