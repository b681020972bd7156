//! Formulas of large boards stop being built soon after a limit, measured in work, not in time.

use jigsat_cnf::{Choice, Flavours};
use jigsat_edge_matching::{Encoding, Wanted, generate};
use jigsat_grid::Size;
use jigsat_solve::{Limits, testing};

#[test]
fn building_stops_soon() {
    for frame_colors in [0, 4] {
        let wanted = Wanted {
            size: Size::new(8, 8),
            frame_colors,
            inner_colors: 6,
            uniform: false,
            seed: 1,
            unique: false,
        };
        let puzzle = generate(&wanted, &Limits::default()).unwrap().success().expect("a board").puzzle;
        for &encoding in Encoding::ALL {
            let looks = testing::building_stops(&puzzle, encoding, false, Flavours::default());
            assert!(looks > 2, "{} is too small to tell", encoding.name());
        }
    }
}
