//! Formulas of large boards stop being built soon after a limit, measured in work, not in time.

use jigsat_cnf::{Choice, Flavours};
use jigsat_input::Source;
use jigsat_solve::testing;
use jigsat_sudoku::{Encoding, parse};

#[test]
fn building_stops_soon() {
    let rows = format!("  {}\n", ". ".repeat(25)).repeat(25);
    for more in ["", "diagonals: true\nanti_knight: true\n"] {
        let text = format!("kind: sudoku\nbox: 5x5\n{more}grid: |\n{rows}");
        let sudoku = parse(&Source::new("p", text)).expect("a puzzle");
        for &encoding in Encoding::ALL {
            for prunes in [false, true] {
                let looks = testing::building_stops(&sudoku, encoding, prunes, Flavours::default());
                assert!(looks > 2, "{} is too small to tell", encoding.name());
            }
        }
    }
}
