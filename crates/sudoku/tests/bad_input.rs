//! Every kind of bad input, with its place.

use std::{io, io::BufReader};

use jigsat_grid::Size;
use jigsat_input::Source;
use jigsat_sudoku::{Puzzles, Sudoku, parse, parse_solution};

const LINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn error(text: &str) -> String {
    parse(&Source::new("p", text)).unwrap_err().to_string()
}

fn rows(line: &str) -> Vec<String> {
    line.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into_owned()).collect()
}

#[test]
fn malformed_lines_do_not_stop_the_others() {
    let text = format!("{LINE}\n{}\n\n{}z\n{LINE}\nshort\n{LINE}", &LINE[1..], &LINE[1..]);
    let results: Vec<_> = Puzzles::new("p", text.as_bytes())
        .map(|entry| (entry.index, entry.line, entry.puzzle.map_err(|error| error.to_string()).err()))
        .collect();
    insta::assert_debug_snapshot!(results, @r#"
    [
        (
            1,
            1,
            None,
        ),
        (
            2,
            2,
            Some(
                "p:2:81: found 80 cells, expected 81 for a board of 9x9",
            ),
        ),
        (
            3,
            4,
            Some(
                "p:4:81: found 'z', expected a digit from 1 to 9, or '.' for an empty cell",
            ),
        ),
        (
            4,
            5,
            None,
        ),
        (
            5,
            6,
            Some(
                "p:6:6: found 5 cells, expected 81 for a board of 9x9",
            ),
        ),
        (
            6,
            7,
            None,
        ),
    ]
    "#);
}

#[test]
fn several_boards_of_rows() {
    let board = rows(LINE).join("\n");
    let text = format!("{board}\n\n{board}\n{board}\n# broken\n{}\n\n{board}", &board[..50]);
    let results: Vec<_> = Puzzles::new("p", text.as_bytes())
        .map(|entry| (entry.line, entry.puzzle.map_err(|error| error.to_string()).err()))
        .collect();
    insta::assert_debug_snapshot!(results, @r#"
    [
        (
            1,
            None,
        ),
        (
            11,
            None,
        ),
        (
            20,
            None,
        ),
        (
            30,
            Some(
                "p:34:10: found 5 rows of 9 cells, expected 9 rows",
            ),
        ),
        (
            37,
            None,
        ),
    ]
    "#);
}

#[test]
fn bad_texts() {
    let row = "53..7....\n";
    let errors = [
        error(""),
        error("\n# only a comment\n"),
        error(&LINE[1..]),
        error(&format!("{LINE}12")),
        error("abc"),
        error(&LINE.replacen("19", "1z", 1)),
        error(&format!("{}53..z....\n{}", row.repeat(4), row.repeat(4))),
        error(&row.repeat(8)),
        error(&format!("{}53..7...\n{}", row.repeat(4), row.repeat(4))),
        error(&format!("{LINE}\n{LINE}")),
        error(&format!(". . 17 {}", ". ".repeat(253))),
        error(&"1".repeat(1296)),
        error(&". ".repeat(101 * 101)),
        error(&format!("{}\n", ". ".repeat(10_000)).replace(". . .", "1 9999 .").repeat(3)),
        error(&".".repeat(1_000_000)),
        error("kind: sokoban\n"),
    ];
    insta::assert_snapshot!(errors.join("\n"), @r"
    p: found no puzzle, expected a Sudoku
    p: found no puzzle, expected a Sudoku
    p:1:81: found 80 cells, expected 81 for a board of 9x9
    p:1:82: found 83 cells, expected 81 for a board of 9x9
    p:1:4: found 3 cells, expected 16 for a board of 4x4
    p:1:14: found 'z', expected a digit from 1 to 9, or '.' for an empty cell
    p:5:5: found 'z', expected a digit from 1 to 9, or '.' for an empty cell
    p:8:10: found 8 rows of 9 cells, expected 9 rows
    p:5:9: found 8 cells, expected 9 in row 5
    p:2:1: found a second puzzle, expected only one
    p:1:5: found '17', expected a number from 1 to 16 (or a character, 1 to 9 and A to G), or '.' for an empty cell
    p:1:1: found 1296 single characters, expected numbers
    p:1:1: found a board of 101x101, expected a board of at most 100x100
    p:1:1: found a board of 10000x10000, expected a board of at most 100x100
    p:1:1: found a board of 1000x1000, expected a board of at most 100x100
    p:1:7: kind: found 'sokoban', expected sudoku
    ");
}

#[test]
fn bad_yaml() {
    let errors = [
        error("kind: sudoku\n"),
        error("kind: sudoku\nbox: 3\n"),
        error("kind: sudoku\nbox: 10000x10000\n"),
        error("kind: sudoku\nbox: 11x10\n"),
        error("kind: sudoku\nbox: 2x2\nboxes: 3\n"),
        error("kind: sudoku\nbox: 2x2\ngrid: |\n  12..\n  ....\n  ..z.\n  ....\n"),
        error("kind: sudoku\nbox: 2x2\ngrid: |\n  12..\n  ...\n  ....\n  ....\n"),
        error("kind: sudoku\nbox: 2x2\ngrid: |\n  12..\n  ....\n  ....\n"),
        error("kind: sudoku\nbox: 2x2\ngrid: 1234567\n"),
        error("kind: sudoku\ngrid: |\n  1234567\n  1234567\n"),
        error("kind: sudoku\nbox: 2x2\ncages:\n- {sum: 3, cells: [r1c1, r1c9]}\n"),
        error("kind: sudoku\nbox: 2x2\ncages:\n- {sum: 3, cells: [r1c1, r1c1]}\n"),
        error("kind: sudoku\nbox: 2x2\ncages:\n- {sum: 3, cells: [r1c1, 12]}\n"),
        error("kind: sudoku\nbox: 2x2\ncages:\n- {sum: 8, cells: [r1c1, r1c2]}\n"),
        error("kind: sudoku\nbox: 2x2\ncages:\n- {sum: 5, cells: [r1c1]}\n"),
        error("kind: sudoku\nbox: 2x2\ncages:\n- {sum: 5, cells: []}\n"),
        error("kind: sudoku\nbox: 2x2\nthermometers:\n- [r1c1, r1c2]\n- [r1c1, r1c3]\n"),
        error("kind: sudoku\nregions: |\n  AABB\n  AABB\n  CCDD\n  CCCD\n"),
        error("kind: sudoku\nregions: |\n  AABB\n  AABB\n  CCDD\n"),
    ];
    insta::assert_snapshot!(errors.join("\n"), @r"
    p:1:1: found neither box nor grid
    p:2:6: box: found '3', expected rows x columns of a box, such as 3x3
    p:2:6: box: found a board of 100000000x100000000, expected at most 100x100
    p:2:6: box: found a board of 110x110, expected at most 100x100
    p:3:1: boxes: unknown field `boxes`, expected one of `kind`, `title`, `source`, `about`, `box`, `diagonals`, `anti_knight`, `anti_king`, `from_zero`, `grid`, `regions`, `cages`, `killer`, `sums`, `thermometers`
    p:6:5: grid: found 'z', expected a digit from 1 to 4, or '.' for an empty cell
    p:5:6: grid: found 3 cells in row 2, expected 4
    p:6:7: grid: found 3 rows, expected 4
    p:3:7: grid: found 7 cells, expected 16
    p:3:3: grid: found a board of 2x2 and no box that divides it, expected regions, or a side such as 4, 6, 8, 9 or 12
    p:4:26: cages[0].cells[1]: r1c9 is outside of the 4x4 board
    p:4:26: cages[0].cells[1]: r1c1 is here twice
    p:4:26: cages[0].cells[1]: found '12', expected a cell such as r1c2 (row 1, column 2)
    p:4:9: cages[0].sum: found 8, expected 3 to 7, the sum of 2 different digits
    p:4:9: cages[0].sum: found 5, expected 1 to 4, the sum of one digit
    p:4:19: cages[0].cells: found no cells
    p:5:10: thermometers[1][1]: r1c3 does not touch r1c1, the cell before it
    p:5:3: regions: found 5 cells in region 'C', expected 4
    p:3:7: regions: found 4 cells in row 1, expected 3
    ");
    let source = Source::new("p.yaml", "kind: sudoku\nbox: 2x2\ngrid: |\n  12|..\n  --+--\n  .z|..\n");
    insta::assert_snapshot!(parse(&source).unwrap_err().render(false), @r"
    error: p.yaml:6:8: grid: found 2 rows, expected 4
      |
    6 |   .z|..
      |        ^ expected 4
    ");
}

#[test]
fn clues_that_clash_are_no_parse_error() {
    let clash =
        parse(&Source::new("p", LINE.replacen("6..195", "6.1195", 1))).unwrap().contradiction().unwrap();
    assert_eq!(clash.to_string(), "row 2 has two 1s, in r2c3 and r2c4");
}

#[test]
fn a_huge_board_is_refused_in_little_memory() {
    // 10,000 rows of 10,000 cells, generated while they are read.
    struct Rows(u64);
    impl io::Read for Rows {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = buffer.len().min(usize::try_from(self.0).unwrap_or(usize::MAX));
            for byte in &mut buffer[..count] {
                *byte = if self.0 % 10_001 == 1 { b'\n' } else { b'.' };
                self.0 -= 1;
            }
            Ok(count)
        }
    }
    let mut puzzles = Puzzles::new("big", BufReader::new(Rows(10_000 * 10_001)));
    let error = puzzles.next().unwrap().puzzle.unwrap_err();
    assert_eq!(
        error.to_string(),
        "big:1:1: found a board of 10000x10000, expected a board of at most 100x100"
    );
    assert!(puzzles.next().is_none());
}

#[test]
fn bad_solutions() {
    let solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let sudoku = Sudoku::new(Size::new(3, 3), vec![0; 81]);
    let error = |text: &str| parse_solution(&sudoku, &Source::new("s", text)).unwrap_err().to_string();
    let errors = [
        error(""),
        error("123"),
        error(&solved.replacen('5', "z", 1)),
        error(&rows(solved)[..8].join("\n")),
        error("{\"status\":\"impossible\"}"),
        error("{\"grid\":[[1,2],[\"x\"]]}"),
    ];
    insta::assert_snapshot!(errors.join("\n"), @r"
    s:1:1: found 0 rows, expected 9
    s:1:4: found 3 cells, expected 81
    s:1:1: found 'z', expected a digit from 1 to 9, or '.' for an empty cell
    s:8:10: found 8 rows, expected 9
    s:1:1: found no solution, expected a key solution or grid
    s:1:1: found a grid that is neither rows of digits nor a drawing
    ");
}
