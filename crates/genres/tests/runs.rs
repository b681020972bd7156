//! Nonograms in the formats of other programs, and lines without runs.

use jigsat_genres::{GenreFamily, page};
use jigsat_kit::{Family, NoFiles, NoOptions, Text};
use jigsat_solve::Limits;

fn nonogram() -> GenreFamily {
    GenreFamily::new(page("nonogram").expect("it comes with jigsat"), "nonogram BOARD".into())
}

/// The boards of a file with this name, each as its address.
fn named(name: &str, text: &str) -> Vec<Result<String, String>> {
    let family = nonogram();
    let text = Text::of_string(name, text.into());
    let puzzles = family.read(text, &NoOptions::default(), &NoFiles).map_err(|error| error.to_string());
    let address = |entry: Result<jigsat_kit::Entry<_>, jigsat_input::ParseError>| {
        let puzzle = entry.map_err(|error| error.to_string())?.puzzle;
        let bytes = family.write(&puzzle, "address").map_err(|why| why.to_string())?;
        Ok(String::from_utf8(bytes).expect("it is text").trim().to_owned())
    };
    match puzzles {
        Ok(puzzles) => puzzles.map(address).collect(),
        Err(error) => vec![Err(error)],
    }
}

fn read(text: &str) -> Result<String, String> {
    let mut all = named("board", text);
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0)
}

/// Rows 5, 1, 3, 1, 1: an F, which is no mirror image of itself.
const F: &str = "5 5\n5\n1 1\n1 1\n1\n1\n5\n1\n3\n1\n1\n";

#[test]
fn a_blank_line_is_a_line_without_runs() {
    let expected = read("3 3\n1 1\n1 1\n1 1\n3\n0\n3\n").expect("it is a board");
    assert_eq!(expected, read("3 3\n1 1\n1 1\n1 1\n3\n-\n3\n").unwrap());
    for text in [
        "3 3\n1 1\n1 1\n1 1\n3\n\n3\n",
        "3 3\n1 1\n1 1\n1 1\n3\n \t\n3\n\n\n",
        "3 3\r\n1 1\r\n1 1\r\n1 1\r\n\r\n3\r\n\r\n3\r\n",
    ] {
        assert_eq!(read(text).as_ref(), Ok(&expected), "{text:?}");
    }
    // The last row and the first column.
    assert_eq!(read("2 2\n\n1\n1\n\n"), read("2 2\n0\n1\n1\n0\n"));
    let error = read("1 1\n1 1\n1 1\n\n3\n\n3\n").unwrap_err();
    assert!(error.starts_with("board:7:1: found 3 blocks with blank lines between them"), "{error}");
    // As many lines as the board needs, with a blank one between the blocks.
    assert_eq!(read("2 2\n1\n1\n\n1\n1\n"), read("2 2\n1\n1\n1\n1\n"));
}

#[test]
fn formats_of_other_programs() {
    let expected = read(F).expect("it is a board");
    let rows_first = "5 5\n5\n1\n3\n1\n1\n5\n1 1\n1 1\n1\n1\n";
    assert_eq!(named("f.nin", rows_first), [Ok(expected.clone())]);
    assert_eq!(named("F.NIN", rows_first), [Ok(expected.clone())]);
    assert_ne!(read(rows_first).as_ref(), Ok(&expected), "without the name, columns come first");
    let non = "catalogue \"x\"\ntitle \"An F\"\nby \"A. N.\"\nwidth 5\nheight 5\n\nrows\n5\n1\n3\n1\n1\n\ncolumns\n5\n1,1\n1, 1\n1\n1\n\ngoal \"1\"\n";
    let lines = |kind: &str, lines: [&str; 5]| {
        let line = |line: &&str| {
            let counts: String = line.split(' ').map(|count| format!("<count>{count}</count>")).collect();
            format!("<line>{counts}</line>\n")
        };
        format!("<clues type=\"{kind}\">\n{}</clues>\n", lines.iter().map(line).collect::<String>())
    };
    let puzzle = format!(
        "<puzzle type=\"grid\" defaultcolor=\"black\">\n<title>An F</title>\n{}{}</puzzle>\n",
        lines("columns", ["5", "1 1", "1 1", "1", "1"]),
        lines("rows", ["5", "1", "3", "1", "1"])
    );
    let set = |puzzles: &str| {
        format!(
            "<?xml version=\"1.0\"?>\n<!DOCTYPE pbn SYSTEM \"http://webpbn.com/pbn-0.3.dtd\">\n<puzzleset>\n{puzzles}</puzzleset>\n"
        )
    };
    for text in [
        non.to_owned(),
        format!("\u{feff}{}", non.replace('\n', "\r\n")),
        non.replace("columns\n", "COLUMNS:\n").replace("rows\n", "ROWS:\n").replace("height 5\n", ""),
        "[Dimensions]\n5\n5\n[Row clues]\n5\n1\n3\n1\n1\n[Column clues]\n5\n1,1\n1,1\n1\n1\n".to_owned(),
        set(&puzzle),
        puzzle.clone(),
    ] {
        assert_eq!(read(&text).as_ref(), Ok(&expected), "{text}");
        assert!(nonogram().recognises(&text), "{text}");
    }
    assert_eq!(named("set", &set(&puzzle.repeat(2))), [Ok(expected.clone()), Ok(expected)]);
    assert!(!nonogram().recognises("kind: nonogram") && !nonogram().recognises(F));
}

#[test]
fn lines_without_runs_in_non() {
    let zeros = "width 2\nheight 2\nrows\n1\n0\ncolumns\n0\n1\n";
    let expected = read(zeros).expect("it is a board");
    assert_eq!(expected, read("2 2\n0\n1\n1\n0\n").unwrap());
    assert_eq!(read("width 2\nheight 2\nrows\n1\n\ncolumns\n\n1\n").as_ref(), Ok(&expected));
    assert_eq!(read("width 2\nheight 2\n\nrows\n\n1\n0\n\ncolumns\n0\n1\n").as_ref(), Ok(&expected));
    assert_eq!(read("ROWS:\n1\n0\n\nCOLUMNS:\n0\n1,0\n"), Ok(expected));
    assert_eq!(
        read("width 2\nheight 3\nrows\n1\n1\ncolumns\n1\n1\n"),
        Err("board: found 2 lines of runs for the rows, expected 3".into())
    );
}

#[test]
fn what_other_formats_have_more() {
    for (text, expected) in [
        ("width 1\nheight 1\nrows\n1a\ncolumns\n1a\n", "board:4:1: found '1a', a run with a colour"),
        (
            "<puzzle type=\"triddler\"><clues/></puzzle>",
            "board:1:1: found a puzzle of type 'triddler', expected grid",
        ),
        (
            "<puzzleset><puzzle><clues type=\"rows\"><line><count color=\"red\">1</count><count>1</count></line></clues></puzzle></puzzleset>",
            "found runs of several colours, such as 'black', expected one colour",
        ),
        ("<puzzleset>\n<puzzle/></puzzleset>", "board:2:1: found no clues for rows and columns"),
        ("<puzzleset>\n<puzzle></puzzleset>", "found broken XML"),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn sums_that_differ_are_noticed() {
    let family = nonogram();
    let text = Text::of_string("board", "2 2\n1\n1\n2\n1\n".into());
    let entry = family.read(text, &NoOptions::default(), &NoFiles).unwrap().next().unwrap().unwrap();
    assert_eq!(
        family.contradiction(&entry.puzzle, &Limits::default()).as_deref(),
        Some("the runs of the columns shade 2 cells, those of the rows 3: the sums must be equal")
    );
    // ROWS COLUMNS, and then the rows first: with the columns first, the sums differ.
    let error = read("2 3\n3\n1\n2\n1\n1\n").unwrap_err();
    assert!(
        error.starts_with("board:2:1: the runs of the columns shade 6 cells, those of the rows 2: the sums must be equal, as they are if the rows come first, expected 3 lines for the columns"),
        "{error}"
    );
}
