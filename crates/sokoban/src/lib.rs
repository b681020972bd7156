//! Sokoban as SAT over time steps.
