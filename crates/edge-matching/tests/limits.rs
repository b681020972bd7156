//! Formulas of large boards stop being built soon after a limit, measured in work, not in time.

use std::sync::atomic::Ordering::Relaxed;

use jigsat_cnf::{Choice, Flavours};
use jigsat_edge_matching::{EdgeMatchingFamily, Encoding, Wanted, generate};
use jigsat_grid::Size;
use jigsat_kit::Family;
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

/// Comparisons make boards of other sizes within their limits.
#[test]
fn making_a_board_of_another_size_stops() {
    let wanted = Wanted {
        size: Size::new(3, 3),
        frame_colors: 0,
        inner_colors: 4,
        uniform: false,
        seed: 1,
        unique: false,
    };
    let like = generate(&wanted, &Limits::default()).unwrap().success().expect("a board").puzzle;
    let resize = |limits: &Limits| EdgeMatchingFamily.resize(&like, Size::new(9, 9), limits);
    assert!(resize(&Limits::default()).is_ok());
    let asked = Limits::default();
    asked.stop.store(true, Relaxed);
    assert_eq!(resize(&asked).unwrap_err().to_string(), "no such board could be made: interrupted");
}
