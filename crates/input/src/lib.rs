//! jigsat-input.
