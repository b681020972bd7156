//! Tiling and shape fitting in two and three dimensions as SAT.
