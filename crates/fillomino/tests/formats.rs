//! Every format is read as it was written, and no text makes the reader panic.

use jigsat_fillomino::{Fillomino, MAX_NUMBER, Solution, Variant, parse, parse_all, parse_solution};
use jigsat_grid::Size;
use jigsat_input::Source;
use proptest::prelude::*;

fn puzzle(largest: u16) -> impl Strategy<Value = Fillomino> {
    (1..30_u16, 1..30_u16).prop_flat_map(move |(rows, cols)| {
        let area = usize::from(rows) * usize::from(cols);
        let given = prop_oneof![3 => Just(0), 1 => 1..=largest];
        proptest::collection::vec(given, area)
            .prop_map(move |givens| Fillomino::new(Size::new(rows, cols), givens))
    })
}

fn read(text: &str) -> Fillomino {
    parse(&Source::new("p", text)).unwrap_or_else(|error| panic!("{error}: {text}"))
}

proptest! {
    #[test]
    fn numbers_addresses_and_yaml(puzzle in puzzle(MAX_NUMBER), basic in any::<bool>()) {
        prop_assert_eq!(&read(&puzzle.to_numbers()), &puzzle);
        prop_assert_eq!(&read(&puzzle.to_url()), &puzzle);
        let mut puzzle = puzzle;
        puzzle.variant = if basic { Variant::Basic } else { Variant::Challenging };
        prop_assert_eq!(&read(&puzzle.to_yaml().unwrap()), &puzzle);
    }

    #[test]
    fn filling_ids(puzzle in puzzle(9)) {
        prop_assert_eq!(read(&puzzle.to_filling_id().unwrap()), puzzle);
    }

    #[test]
    fn no_text_makes_it_panic(text in "[0-9a-z?/:x.+%=\\-# \\n]{0,60}", start in 0..5_usize) {
        let start = ["", "https://puzz.link/p?fillomino/", "3x3:", "puzzle fillomino\nproblem\n", "kind: fillomino\ngrid: "][start];
        let _ = parse_all(&Source::new("p", format!("{start}{text}")));
    }
}

#[test]
fn text_in_sections() {
    let text = "[puzzle] fillomino\n[title] An example\n[author] nobody\n[rows] 2\n[cols] 3\n[problem]\n3 - -\n- . 2\n[solution]\n";
    let puzzle = read(text);
    assert_eq!((puzzle.size, puzzle.title.as_str()), (Size::new(2, 3), "An example"));
    assert_eq!(puzzle.givens, [3, 0, 0, 0, 0, 2]);
}

#[test]
fn lists_of_json() {
    let expected = Fillomino::new(Size::new(2, 3), vec![3, 0, 0, 0, 12, 2]);
    for text in [
        "[[3,null,null],[null,12,2]]",
        "[[3, 0, 0],\r\n [0, 12, 2]]\n",
        "[['3', '', '-'], ['.', '12', '2']]",
        "[\"3 - -\", \"- 12 2\"]",
        "{\"grid\": [[3,None,None],[None,12,2]]}",
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
    let refused = |text: &str| parse(&Source::new("p", text)).unwrap_err().to_string();
    assert_eq!(refused("[[3,0],\n [1]]"), "p:2:3: found 1 cells in row 2, expected 2");
    assert!(refused("[[3,\"x\"]]").starts_with("p:1:5: found 'x', expected a number from 1 to"));
    assert!(refused("[[3,0").starts_with("p:1:6: found end of text"));
    assert_eq!(parse_all(&Source::new("p", "[[[3]],[[1]]]")).len(), 2);
}

#[test]
fn open_cells_of_a_solution_may_be_null() {
    let puzzle = read("1 3\n1 2 0\n");
    let expected = Solution { grid: vec![vec![1, 2, 0]] };
    for text in [
        "{\"grid\":[[1,2,null]]}",
        "{\"solution\":{\"grid\":[[1,2,null]]}}",
        "grid: [[1, 2, ~]]\n",
        "grid: [[1, 2, 0]]\n",
    ] {
        assert_eq!(parse_solution(&puzzle, &Source::new("s", text)).as_ref(), Ok(&expected), "{text}");
    }
}
