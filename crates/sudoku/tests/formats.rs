//! Every format, of puzzles and of solutions.

use std::{fs, io, io::BufReader, path::Path};

use jigsat_grid::Size;
use jigsat_input::Source;
use jigsat_sudoku::{Puzzles, Solution, Sudoku, parse, parse_solution};

const LINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn read(text: &str) -> Sudoku {
    parse(&Source::new("p", text)).unwrap_or_else(|error| panic!("{}", error.render(false)))
}

fn rows(line: &str) -> Vec<String> {
    line.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into_owned()).collect()
}

#[test]
fn formats_of_the_same_board() {
    let expected = read(LINE);
    assert_eq!(expected.to_line().as_deref(), Some(LINE));
    assert_eq!(expected.box_size, Size::new(3, 3));
    let rows = rows(LINE);
    let spaced = |row: &String| row.chars().flat_map(|cell| [cell, ' ']).collect::<String>();
    let framed = |row: &String| format!("| {} | {} | {} |", &row[..3], &row[3..6], &row[6..]);
    let texts = [
        LINE.replace('.', "0"),
        LINE.replace('.', "_") + "\r\n",
        format!("\u{feff}{LINE}"),
        rows.join("\n"),
        rows.join("\r\n"),
        rows.iter().map(spaced).collect::<Vec<_>>().join("\n"),
        format!("+---+---+---+\n{}\n", rows.iter().map(framed).collect::<Vec<_>>().join("\n+---+---+---+\n")),
        expected.to_numbers(),
        format!("#AAuthor\n#LEasy\n\n[Puzzle]\n{}\n[State]\n123456789\n", rows.join("\n")),
        format!("kind: sudoku\ngrid: {LINE}\n"),
        format!(
            "kind: sudoku\nbox: 3x3\ngrid: |\n{}",
            rows.iter().flat_map(|row| ["  ", row, "\n"]).collect::<String>()
        ),
        format!("{{\"kind\": \"sudoku\", \"grid\": \"{LINE}\"}}"),
        jigsat_sudoku::draw(&expected, None).to_text(jigsat_grid::Charset::Unicode),
        jigsat_sudoku::draw(&expected, None).to_text(jigsat_grid::Charset::Ascii),
    ];
    for text in texts {
        assert_eq!(read(&text), expected, "{text}");
    }
}

#[test]
fn comments_name_puzzles() {
    let text = format!("# first\n{LINE}\n#DSecond\n#SBook\n{LINE}\n{LINE} # third\n");
    let puzzles: Vec<_> = Puzzles::new("p", text.as_bytes()).collect();
    let titles: Vec<_> = puzzles.iter().map(|entry| entry.puzzle.as_ref().unwrap().title.as_str()).collect();
    assert_eq!(titles, ["first", "Second", "third"]);
    assert_eq!(puzzles[1].puzzle.as_ref().unwrap().source, "Book");
    assert_eq!(
        puzzles.iter().map(|entry| (entry.index, entry.line)).collect::<Vec<_>>(),
        [(1, 2), (2, 5), (3, 6)]
    );
}

#[test]
fn sixteen_numbers_are_a_board_or_a_row() {
    let small = "1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1\n";
    assert_eq!(read(small).side(), 4);
    assert_eq!(Puzzles::new("p", small.repeat(16).as_bytes()).count(), 16);
    let large =
        format!("{}1 . . . . . . . . . . . . . . 16\n", ". . . . . . . . . . . . . . . 1\n".repeat(15));
    assert_eq!(read(&large).side(), 16);
    assert_eq!(read(&large).box_size, Size::new(4, 4));
    assert_eq!(read("1234\n3412\n2143\n4321").side(), 4);
    assert_eq!(read(&".".repeat(256)).side(), 16);
    assert_eq!(read(&format!("{}G", ".".repeat(255))).givens[255], 16);
    assert_eq!(read(&". ".repeat(36)).box_size, Size::new(2, 3));
}

#[test]
fn an_empty_square_of_cells_is_one_board() {
    for (cell, side) in [("0 ", 36), (". ", 16), (".", 16)] {
        let row = format!("{}\n", cell.repeat(side));
        assert_eq!(usize::from(read(&row.repeat(side)).side()), side);
        assert_eq!(Puzzles::new("p", row.repeat(side - 1).as_bytes()).count(), side - 1);
    }
}

#[test]
fn a_million_lines_stream() {
    let text = format!("{LINE}\n").repeat(1000);
    let reader = io::Read::take(io::BufReader::new(Repeat(text.into_bytes(), 0)), 82 * 1_000_000);
    let clues: usize = Puzzles::new("-", BufReader::new(reader))
        .map(|entry| entry.puzzle.unwrap().givens.iter().filter(|&&digit| digit != 0).count())
        .sum();
    assert_eq!(clues, 30 * 1_000_000);
}

struct Repeat(Vec<u8>, usize);

impl io::Read for Repeat {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let part = &self.0[self.1..];
        let count = part.len().min(buffer.len());
        buffer[..count].copy_from_slice(&part[..count]);
        self.1 = (self.1 + count) % self.0.len();
        Ok(count)
    }
}

/// The lists named by the folder in `JIGSAT_DATA`, if it is set.
#[test]
fn public_lists() {
    let Some(folder) = std::env::var_os("JIGSAT_DATA") else {
        eprintln!("skipped: set JIGSAT_DATA to a folder with sudoku/*.txt");
        return;
    };
    let boards = [
        ("17clue_sample.txt", 4000, 9),
        ("hardest_1106_sample.txt", 180, 9),
        ("16x16_gecode.txt", 55, 16),
        ("25x25_gecode.txt", 18, 25),
        ("36x36_hard_50pct_holes.txt", 2, 36),
        ("64x64_70pct_holes.txt", 1, 64),
        ("81x81_35pct_holes.txt", 1, 81),
    ];
    for (name, count, side) in boards {
        let file = fs::File::open(Path::new(&folder).join("sudoku").join(name)).unwrap();
        let puzzles: Vec<_> =
            Puzzles::new(name, BufReader::new(file)).map(|entry| entry.puzzle.unwrap()).collect();
        assert_eq!(puzzles.len(), count, "{name}");
        assert!(
            puzzles.iter().all(|puzzle| puzzle.side() == side && puzzle.contradiction().is_none()),
            "{name}"
        );
        let named = side == 16 || side == 25;
        assert!(puzzles.iter().all(|puzzle| puzzle.title.is_empty() != named), "{name}");
    }
}

#[test]
fn solutions_in_every_format() {
    let solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let sudoku = read(LINE);
    let digits = |row: &[u8]| row.iter().map(|digit| u16::from(digit - b'0')).collect();
    let expected = Solution { grid: solved.as_bytes().chunks(9).map(digits).collect() };
    let drawn = jigsat_sudoku::draw(&sudoku, Some(&expected));
    let json = format!("{{\"grid\":{:?}}}", expected.grid);
    let texts = [
        solved.to_owned(),
        sudoku.solution_line(&expected),
        rows(solved).join("\n"),
        format!("Title\n{}\nsolved in 3 ms by 9 clauses\n", drawn.to_text(jigsat_grid::Charset::Unicode)),
        drawn.to_text(jigsat_grid::Charset::Ascii),
        json.clone(),
        format!(
            "{{\"schema\":1,\"status\":\"solved\",\"solution\":{json},\"stats\":{{\"solve_s\":0.1}}}}\n{{}}\n"
        ),
        format!("status: solved\nsolution:\n  grid: {:?}\n", expected.grid),
        format!("grid: |\n  {}\n", rows(solved).join("\n  ")),
    ];
    for text in texts {
        let found =
            parse_solution(&sudoku, &Source::new("s", text.as_str())).map_err(|error| error.to_string());
        assert_eq!(found.as_ref(), Ok(&expected), "{text}");
    }
}

#[test]
fn cages_may_be_drawn_by_letters() {
    let read = |text: &str| jigsat_sudoku::parse(&Source::new("p", text)).map_err(|error| error.to_string());
    let drawn =
        "kind: sudoku\nbox: 2x2\nkiller: |\n  AAB.\n  ..B.\n  ....\n  ...C\nsums: {A: 5, B: 3, C: 1}\n";
    let listed = "kind: sudoku\nbox: 2x2\ncages:\n- {sum: 5, cells: [r1c1, r1c2]}\n- {sum: 3, cells: [r1c3, r2c3]}\n\
                  - {sum: 1, cells: [r4c4]}\n";
    assert_eq!(read(drawn), read(listed));
    for (text, expected) in [
        (
            drawn.replace(", C: 1", ""),
            "p:7:6: killer: found cage 'C' without a sum, expected 'C: SUM' in sums",
        ),
        (
            drawn.replace("C: 1", "C: 1, D: 2"),
            "p:8:29: sums.D: found a sum of 'D', expected the sum of a letter in killer",
        ),
        (
            drawn.replace("A: 5", "A: 9"),
            "p:4:3: killer: found 9, expected 3 to 7, the sum of 2 different digits",
        ),
        (drawn.replace("AAB.", "AAB"), "p:4:6: killer: found 3 cells in row 1, expected 4"),
        (
            drawn.replace("...C", "A..C").replace("A: 5", "A: 6"),
            "p:7:3: killer: cage 'A' begins in r1c1 and is not connected to here, expected a letter of its own for each cage",
        ),
    ] {
        assert_eq!(read(&text), Err(expected.to_owned()), "{text}");
    }
}
