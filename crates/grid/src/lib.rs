//! jigsat-grid.
