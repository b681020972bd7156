//! Formulas of large boards stop being built soon after a limit, measured in work, not in time.

use jigsat_cnf::{Choice, Flavours};
use jigsat_solve::testing;
use jigsat_tiling::Encoding;

use crate::common::puzzle;

#[test]
fn building_stops_soon() {
    for file in ["pentominoes-6x10.yaml", "soma.yaml", "solid-3x4x5.yaml"] {
        let puzzle = puzzle(file);
        for &encoding in Encoding::ALL {
            let looks = testing::building_stops(&puzzle, encoding, false, Flavours::default());
            assert!(looks > 0, "{} of {file} is too small to tell", encoding.name());
        }
    }
}
