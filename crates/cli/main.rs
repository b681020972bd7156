//! jigsat.
fn main() {}
