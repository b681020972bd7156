//! Texts of other programs, and digits that begin at 0.

use jigsat_grid::Charset;
use jigsat_input::Source;
use jigsat_kit::Family;
use jigsat_sudoku::{Puzzles, Solution, Sudoku, SudokuFamily, draw, parse, parse_solution};

const LINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn read(text: &str) -> Sudoku {
    parse(&Source::new("p", text)).unwrap_or_else(|error| panic!("{text}\n{}", error.render(false)))
}

fn refused(text: &str) -> String {
    parse(&Source::new("p", text)).map(|sudoku| panic!("read: {text}\n{sudoku:?}")).unwrap_err().to_string()
}

fn rows(line: &str) -> Vec<String> {
    line.chars().collect::<Vec<_>>().chunks(9).map(|row| row.iter().collect()).collect()
}

/// Bands of rows with a rule before, between and after them; `|` is around the boxes.
fn ruled(row: impl Fn(&[char]) -> String, rules: [&str; 3]) -> String {
    let cells: Vec<char> = LINE.chars().collect();
    let bands: Vec<String> = cells
        .chunks(27)
        .map(|band| band.chunks(9).map(|line| row(line) + "\n").collect::<String>())
        .collect();
    let [top, middle, bottom] = rules;
    format!("{top}\n{}{bottom}\n", bands.join(&format!("{middle}\n")))
}

#[test]
fn signs_for_empty_cells() {
    let expected = read(LINE);
    for sign in ["*", "-", "x", "X", "?", "_", "·", "．"] {
        let line = LINE.replace('.', sign);
        let rows = rows(&line);
        let spaced = |row: &String| row.chars().flat_map(|cell| [cell, '\u{a0}']).collect::<String>();
        for text in [
            line.clone(),
            rows.join("\r\n"),
            rows.iter().map(spaced).collect::<Vec<_>>().join("\n"),
            format!("\u{feff}{}\t\n", rows.join("\t\n")),
            format!("{line}\n{line}\n"),
        ] {
            let first = Puzzles::new("p", text.as_bytes()).next().expect("there is a puzzle").puzzle;
            assert_eq!(first.as_ref(), Ok(&expected), "{text}");
        }
    }
    let wide: String = LINE.chars().map(|char| char::from_u32(u32::from(char) + 0xfee0).unwrap()).collect();
    assert_eq!(read(&wide), expected);
    // On a board of side 36, X is a digit.
    let large = ". ".repeat(1295) + "X";
    assert_eq!(read(&large).givens[1295], 33);
}

#[test]
fn a_row_of_dashes_is_no_frame() {
    let row = |row: &[char]| row.iter().collect::<String>().replace('.', "-");
    let text = ruled(row, ["", "", ""]).replacen("53--7----", "---------", 1);
    let expected = read(&LINE.replacen("53..7....", ".........", 1));
    assert_eq!(read(&text), expected);
    let rows: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(read(&rows.join("\n")), expected);
    assert_eq!(read(&format!("kind: sudoku\ngrid: |\n  {}\n", rows.join("\n  "))), expected);
    let framed = rows.chunks(3).map(|band| band.join("\n")).collect::<Vec<_>>().join("\n---+---+---\n");
    assert_eq!(read(&framed.replacen("---------", "|---|---|---|", 1)), expected);
}

#[test]
fn printed_grids() {
    let expected = read(LINE);
    let packed = |row: &[char]| {
        let boxes: Vec<String> = row.chunks(3).map(|cells| cells.iter().collect()).collect();
        format!("|{}|", boxes.join("|"))
    };
    let loose = |row: &[char]| {
        let boxes: Vec<String> = row
            .chunks(3)
            .map(|cells| cells.iter().map(char::to_string).collect::<Vec<_>>().join(" "))
            .collect();
        format!("| {} |", boxes.join(" | "))
    };
    let simple = ruled(packed, ["*-----------*", "|---+---+---|", "*-----------*"]);
    let indented: String = simple.lines().map(|line| format!(" {line}\n")).collect();
    for text in [
        simple.clone(),
        indented,
        ruled(loose, [".-------.-------.-------.", ":-------+-------+-------:", "'-------'-------'-------'"]),
        ruled(loose, ["+-------+-------+-------+", "+-------+-------+-------+", "+-------+-------+-------+"]),
        ruled(loose, ["*-----------------------*", "|-------+-------+-------|", "*-----------------------*"]),
    ] {
        assert_eq!(read(&text), expected, "{text}");
        assert_eq!(read(&text.replace('\n', "\r\n")), expected);
    }
    let two = format!("{simple}\n{simple}");
    assert_eq!(
        Puzzles::new("p", two.as_bytes()).filter(|entry| entry.puzzle.as_ref() == Ok(&expected)).count(),
        2
    );
}

#[test]
fn of_candidates_only_single_digits_are_givens() {
    let row = |row: &[char]| {
        let cells: Vec<String> =
            row.iter().map(|&cell| if cell == '.' { "12479".into() } else { cell.to_string() }).collect();
        let boxes: Vec<String> = cells.chunks(3).map(|cells| cells.join("   ")).collect();
        format!("| {} |", boxes.join(" | "))
    };
    for rules in [
        [".------.------.------.", ":------+------+------:", "'------'------'------'"],
        ["*--------------------*", "|------+------+------|", "*--------------------*"],
    ] {
        let text = ruled(row, rules);
        let entries: Vec<_> = Puzzles::new("p", text.as_bytes()).collect();
        assert_eq!(entries.len(), 1);
        assert_eq!(entries[0].puzzle.as_ref(), Ok(&read(LINE)), "{text}");
        assert!(
            entries[0].warnings[0].starts_with("51 cells have several candidates"),
            "{:?}",
            entries[0].warnings
        );
    }
}

#[test]
fn lists_of_json() {
    let expected = read(LINE);
    let cell = |open: &str| -> Vec<String> {
        LINE.chars().map(|cell| if cell == '.' { open.into() } else { cell.to_string() }).collect()
    };
    let nested = |cells: Vec<String>| {
        let rows: Vec<String> = cells.chunks(9).map(|row| format!("[{}]", row.join(", "))).collect();
        format!("[{}]", rows.join(",\n "))
    };
    let texts = |rows: Vec<String>| {
        let rows: Vec<String> = rows.iter().map(|row| format!("\"{row}\"")).collect();
        format!("[{}]", rows.join(","))
    };
    for text in [
        nested(cell("0")),
        nested(cell("null")),
        nested(cell("\"\"")),
        nested(cell("None")).replace('\n', "\r\n"),
        format!("[{}]", cell("0").join(",")),
        texts(rows(LINE)),
        texts(cell(".")),
        texts(vec![LINE.into()]),
        format!("{{\"title\": \"x\", \"board\": {}}}", nested(cell("0"))),
    ] {
        assert_eq!(read(&text), expected, "{text}");
    }
    let two = Puzzles::new("p", texts(vec![LINE.into(), LINE.into()]).into_bytes().as_slice()).count();
    assert_eq!(two, 2);
    let three = format!("[{0},{0},{0}]", nested(cell("0")));
    assert_eq!(Puzzles::new("p", three.as_bytes()).count(), 3);
    assert_eq!(
        refused(&nested(cell("0")).replacen(", 3", ", 12", 1)),
        "p:1:6: found '12', expected a digit from 1 to 9, or '.' for an empty cell, 0 or null"
    );
    assert_eq!(
        refused("[[1,2,3,4],[1,2,3],[1,2,3,4],[1,2,3,4]]"),
        "p:1:13: found 3 cells in row 2, expected 4"
    );
    assert!(refused("[[1,2],[2,1]]").contains("found 2 rows of 2 cells, expected a square board"));
    assert!(refused("[[1,2,3,4],[1,2").starts_with("p:1:16: found end of text"));
}

#[test]
fn collections_of_opensudoku() {
    let expected = read(LINE);
    let zeros = LINE.replace('.', "0");
    let saved = |each: &str| {
        let cell = |cell: char| if cell == '.' { format!("9|{each}1|") } else { format!("{cell}|{each}0|") };
        LINE.chars().map(cell).collect::<String>()
    };
    let text = format!(
        "<?xml version='1.0' encoding='UTF-8'?>\n<opensudoku version=\"2\">\n  <name>Easy</name>\n  <author>A. N.</author>\n  \
         <game data=\"{zeros}\" />\n  <game created=\"1\" data=\"version: 1\n{}\"/>\n  <game data=\"version: 3\n{}\"/>\n  \
         <game data=\"12x\"/>\n</opensudoku>\n",
        saved("-|"),
        saved("1,2|-|")
    );
    let entries: Vec<_> = Puzzles::new("p", text.as_bytes()).collect();
    for (entry, title) in entries.iter().take(3).zip(["Easy 1", "Easy 2", "Easy 3"]) {
        let wanted = Sudoku { title: title.into(), source: "A. N.".into(), ..expected.clone() };
        assert_eq!(entry.puzzle.as_ref(), Ok(&wanted), "{title}");
    }
    let error = entries[3].puzzle.as_ref().unwrap_err().to_string();
    assert_eq!(error, "p:10:17: found 'x', expected 81 digits, 0 for an empty cell");
    assert_eq!(entries.iter().map(|entry| (entry.index, entry.line)).next_back(), Some((4, 10)));
    assert!(refused("<opensudoku><name/></opensudoku>").contains("found no board, expected <game data"));
    assert!(refused("<opensudoku>\n<game data=\"1\"\n").contains("found broken XML"));
}

#[test]
fn digits_from_zero() {
    let small = read("0.2.\n..0.\n.0..\n2..0\n");
    assert!(small.has_zero);
    assert_eq!(small.givens, [4, 0, 2, 0, 0, 0, 4, 0, 0, 4, 0, 0, 2, 0, 0, 4]);
    assert_eq!(small.to_line().as_deref(), Some("0.2...0..0..2..0"));
    for text in [small.to_line().unwrap(), small.to_numbers(), small.to_yaml().unwrap()] {
        assert_eq!(read(&text), small, "{text}");
    }
    assert_eq!(read("[[0,null,2,null],[null,null,0,null],[null,0,null,null],[2,null,null,0]]"), small);
    assert_eq!(small.to_address(), None);
    let solved =
        Solution { grid: vec![vec![4, 1, 2, 3], vec![3, 2, 4, 1], vec![1, 4, 3, 2], vec![2, 3, 1, 4]] };
    assert_eq!(small.solution_line(&solved), "0123320110322310");
    for text in [small.solution_line(&solved), draw(&small, Some(&solved)).to_text(Charset::Unicode)] {
        assert_eq!(parse_solution(&small, &Source::new("s", text.as_str())).as_ref(), Ok(&solved), "{text}");
    }
    let clash = read("00..\n....\n....\n...1\n").contradiction().expect("two 0s are in a row");
    assert_eq!(clash.message, "row 1 has two 0s, in r1c1 and r1c2");
    // A board without a given 0 says it in YAML.
    let named = read("kind: sudoku\nfrom_zero: true\ngrid: |\n  1...\n  ....\n  ....\n  ...3\n");
    assert!(named.has_zero && read(&named.to_yaml().unwrap()) == named);
    assert_eq!(read(&named.to_line().unwrap()).givens, named.givens);
}

#[test]
fn hexadecimal_digits() {
    let row = "0123456789ABCDEF";
    let rows: Vec<String> = (0..16)
        .map(|line| {
            row.chars()
                .cycle()
                .skip(line * 4 + line / 4)
                .take(16)
                .map(|char| if line == 3 { '.' } else { char })
                .collect()
        })
        .collect();
    let sudoku = read(&rows.join("\n"));
    assert!(
        sudoku.has_zero && sudoku.givens[..16] == [16, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
    );
    assert_eq!(read(&rows.join("\n").to_lowercase()), sudoku);
    let numbers = sudoku.to_numbers();
    assert!(numbers.starts_with("0 1 2") && read(&numbers) == sudoku);
    // With one sign for empty cells, 0 is one and G is a digit.
    let usual = rows.join("\n").replace('.', "0").replace('F', "G");
    assert!(!read(&usual).has_zero);
}

#[test]
fn both_ends_of_the_digits_are_refused() {
    let nine = "0.......9".to_owned() + &".".repeat(72);
    let one_end = "expected the digits 1 to 9 and one sign for empty cells, or 0 to 8";
    assert_eq!(
        refused(&nine),
        format!("p:1:9: found 9 on a board that has 0 beside another sign for empty cells, {one_end}")
    );
    let places = rows(&nine).join("\n");
    assert!(
        refused(&places).contains("for empty cells, in row 1, expected the digits"),
        "{}",
        refused(&places)
    );
    let yaml = format!("kind: sudoku\ngrid: |\n  {}\n", rows(&nine).join("\n  "));
    assert!(refused(&yaml).starts_with("p:3:11: grid: found 9 on a board"), "{}", refused(&yaml));
}

#[test]
fn cages_with_sums_count_from_one() {
    let text = "kind: sudoku\nfrom_zero: true\nbox: 2x2\ncages:\n- {sum: 3, cells: [r1c1, r1c2]}\n";
    assert!(
        refused(text).starts_with("p:2:12: from_zero: found the digits 0 to 3, expected 1 to 4"),
        "{}",
        refused(text)
    );
}

#[test]
fn cages_without_a_sum() {
    let listed =
        read("kind: sudoku\nbox: 2x2\ncages:\n- {cells: [r1c1, r2c1]}\n- {sum: 4, cells: [r3c1, r4c1]}\n");
    assert_eq!(listed.cages.iter().map(|cage| cage.sum).collect::<Vec<_>>(), [None, Some(4)]);
    assert_eq!(read(&listed.to_yaml().unwrap()), listed);
    let drawn =
        read("kind: sudoku\nbox: 2x2\nkiller: |\n  A...\n  A...\n  B...\n  B...\nsums: {A: null, B: 4}\n");
    assert_eq!(drawn.cages, listed.cages);
    let text = draw(&listed, None).to_text(Charset::Ascii);
    assert!(text.contains("A any sum, B 4"), "{text}");
}

#[test]
fn open_cells_of_a_solution_may_be_null() {
    let sudoku = read("1...\n....\n....\n....\n");
    let mut grid = vec![vec![0; 4]; 4];
    grid[0][0] = 1;
    let null = "[[1,null,null,null],[null,null,0,null],[null,null,null,null],[null,null,null,null]]";
    for text in [format!("{{\"grid\":{null}}}"), format!("{{\"solution\":{{\"grid\":{null}}}}}")] {
        let read = parse_solution(&sudoku, &Source::new("s", text));
        assert_eq!(read, Ok(Solution { grid: grid.clone() }));
    }
}

#[test]
fn boards_of_other_families_are_not_taken_for_a_sudoku() {
    let family = SudokuFamily;
    let dashes = |line: &str| rows(&line.replace('.', "-")).join("\n");
    assert!(family.recognises(&dashes(LINE)) && family.recognises(&LINE.replace('.', "*")));
    let clash = LINE.replacen("53..7", "55..7", 1);
    assert!(family.recognises(&rows(&clash).join("\n")) && !family.recognises(&dashes(&clash)));
    // A Hitori, a Nurikabe.
    assert!(!family.recognises("- 2 - 1\n1 - - -\n- - 3 -\n- 1 - -\n"));
    assert!(!family.recognises("5 - - -\n- - - -\n- - 2 -\n- - - -\n"));
    assert!(family.recognises("1 . . .\n. . 2 .\n. 3 . .\n. . . 4\n"));
    assert!(
        family.recognises("kind: sudoku\nbox: 2x2\ngrid: |\n  1 - - -\n  - - - -\n  - - - -\n  - - - -\n")
    );
    assert!(family.recognises("[[1,0,0,0],[0,0,2,0],[0,3,0,0],[0,0,0,4]]"));
}
