//! Solutions have the size of their puzzle.

use jigsat_fillomino::{Fillomino, parse_solution};
use jigsat_input::Source;

#[test]
fn a_printed_solution_of_another_size_is_refused() {
    let puzzle = Fillomino::new("2x3".parse().expect("a size"), vec![0; 6]);
    let read = |text: &str| parse_solution(&puzzle, &Source::new("solution", text));
    for grid in ["[]", "[[], []]", "[[1,2,2]]", "[[1,2,2],[3,3]]", "[[1,2,2],[3,3,3],[1,1,1]]"] {
        for text in [format!("{{\"grid\":{grid}}}"), format!("solution:\n  grid: {grid}\n")] {
            let error = read(&text).expect_err(grid).to_string();
            assert!(error.contains("another size, expected one of 2x3"), "{error}");
        }
    }
    assert!(read("{\"grid\":[[1,2,2],[3,3,3]]}").is_ok());
    assert!(read("grid: |\n  1 2\n  3 3\n").is_err());
}
