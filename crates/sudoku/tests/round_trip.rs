//! Written puzzles can be read back, and any bytes give a puzzle or an error with its place.

use jigsat_grid::{Cell, Size};
use jigsat_input::{ParseError, Source};
use jigsat_sudoku::{Cage, Puzzles, Sudoku, default_box, parse, parse_solution};
use proptest::prelude::*;

fn read(text: &str) -> Sudoku {
    parse(&Source::new("p", text)).unwrap_or_else(|error| panic!("{}", error.render(false)))
}

fn any_board() -> impl Strategy<Value = Sudoku> {
    let sides: Vec<usize> = (1..=40).filter(|&side| default_box(side).is_some()).collect();
    proptest::sample::select(sides).prop_flat_map(|side| {
        proptest::collection::vec(0..=side as u16, side * side)
            .prop_map(move |givens| Sudoku::new(default_box(side).unwrap(), givens))
    })
}

fn any_variant() -> impl Strategy<Value = Sudoku> {
    let cells =
        || proptest::sample::subsequence((0..6).map(|col| Cell::new(1, col)).collect::<Vec<_>>(), 1..=6);
    let flags = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    let titles = "[ -~äß]{0,20}";
    (cells(), 0..=6_usize, flags, titles, proptest::collection::vec(0..=6_u16, 36)).prop_map(
        |(cells, length, (diagonals, anti_knight, anti_king, jigsaw), title, givens)| {
            let most = |count: u32| count * (13 - count) / 2;
            let sum = most(cells.len() as u32);
            Sudoku {
                title,
                givens,
                diagonals,
                anti_knight,
                anti_king,
                regions: jigsaw.then(|| (0..36).map(|index| index / 6).collect()),
                cages: vec![Cage { cells, sum: Some(sum) }],
                thermometers: vec![(0..length.max(1) as u16).map(|row| Cell::new(row, row)).collect()],
                ..Sudoku::new(Size::new(3, 2), vec![0; 36])
            }
        },
    )
}

fn is_placed(error: &ParseError, text: &str) {
    assert!(!error.message().is_empty() && !error.render(true).is_empty());
    if let Some(position) = error.position() {
        assert!(position.line <= text.split(['\n', '\r']).count() && position.column >= 1, "{error}");
    }
}

proptest! {
    #[test]
    fn lines_come_back(sudoku in any_board()) {
        if let Some(line) = sudoku.to_line() {
            prop_assert_eq!(&read(&line), &sudoku);
        }
        prop_assert_eq!(&read(&sudoku.to_numbers()), &sudoku);
        prop_assert_eq!(&read(&sudoku.to_yaml().unwrap()), &sudoku);
    }

    #[test]
    fn variants_come_back_as_yaml(sudoku in any_variant()) {
        prop_assert_eq!(sudoku.validate(), Ok(()));
        prop_assert_eq!(&read(&sudoku.to_yaml().unwrap()), &sudoku);
    }

    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        for entry in Puzzles::new("p", bytes.as_slice()) {
            if let Err(error) = entry.puzzle {
                is_placed(&error, &String::from_utf8_lossy(&bytes));
            }
        }
    }

    #[test]
    fn nearly_boards(text in "([0-9.]{9}\n|[1-4]{4}\n|[.0-9A-G]{16}\n|[-+|=]{0,5}|\n|\r|#[ADx ]|\\[|\\[Puzzle\\]|kind: sudoku\n|grid: \\|\n  |cages: |[0-9]{1,5} |[.1]{81}\n){0,40}") {
        let sudoku = Sudoku::new(Size::new(2, 2), vec![0; 16]);
        for text in [text.clone(), format!("kind: sudoku\n{text}")] {
            let source = Source::new("p", text.as_str());
            for entry in Puzzles::new("p", text.as_bytes()) {
                match entry.puzzle {
                    Ok(sudoku) => prop_assert_eq!(sudoku.validate(), Ok(())),
                    Err(error) => is_placed(&error, &text),
                }
            }
            if let Err(error) = parse(&source) {
                is_placed(&error, &text);
            }
            if let Err(error) = parse_solution(&sudoku, &source) {
                is_placed(&error, &text);
            }
        }
    }
}
