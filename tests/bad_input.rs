//! Bad input gets a sentence and exit code 2, never a panic.

mod common;

use common::{code, jigsat, stderr, stdout};

/// Runs `jigsat sudoku solve - ` on a text, and returns exit code and standard error.
fn solve(text: &str) -> (i32, String) {
    let output = jigsat(&["sudoku", "solve", "-"], text);
    (code(&output), stderr(&output))
}

#[track_caller]
fn refused(text: &str, parts: &[&str]) {
    let (code, message) = solve(text);
    assert_eq!(code, 2, "{message}");
    for part in parts {
        assert!(message.contains(part), "{part:?} is missing in: {message}");
    }
}

#[test]
fn empty_file() {
    refused("", &["-"]);
    refused("\n\n# nothing\n", &["-"]);
}

#[test]
fn wrong_length() {
    let line = "5".to_owned() + &".".repeat(79);
    refused(&line, &["-:1", "80", "81"]);
}

#[test]
fn a_letter_in_the_middle() {
    let mut line = ".".repeat(81);
    line.replace_range(40..41, "z");
    refused(&line, &["-:1:41", "'z'"]);
}

#[test]
fn clues_that_clash() {
    let line = "5...5".to_owned() + &".".repeat(76);
    let output = jigsat(&["sudoku", "solve", "-"], &line);
    assert_eq!(code(&output), 1);
    let said = stdout(&output);
    assert!(said.contains("row 1") && said.contains("r1c1") && said.contains("r1c5"), "{said}");
}

#[test]
fn a_board_too_large() {
    refused("kind: sudoku\nbox: 100x100\ngrid: ''\n", &["10000x10000"]);
}

#[test]
fn a_folder() {
    let output = jigsat(&["sudoku", "solve", "puzzles"], "");
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("puzzles") && stderr(&output).contains("folder"), "{}", stderr(&output));
}

#[test]
fn a_missing_file() {
    let output = jigsat(&["sudoku", "solve", "no/such.yaml"], "");
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("no/such.yaml"));
    for (word, meant) in [
        ("hard", "did you mean sudoku/hard?"),
        ("impossible", "sudoku/impossible"),
        ("small", "or another one"),
    ] {
        let output = jigsat(&["solve", word], "");
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains(meant), "{}", stderr(&output));
    }
}

#[test]
fn yaml_that_does_not_say_its_family() {
    let output = jigsat(&["-"], "# mine\nbox: 2x2\ngrid: '1...............'\n");
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("kind: sudoku"), "{}", stderr(&output));
}

#[test]
fn unknown_names() {
    for (option, value, known) in [
        ("--solver", "minisatt", "minisat"),
        ("--encoding", "coarse", "course"),
        ("--amo", "pairs", "pairwise"),
        ("--engine", "magic", "sat"),
        ("--drop", "bax", "box"),
    ] {
        let output = jigsat(&["sudoku", "solve", "puzzles/sudoku/easy.yaml", option, value], "");
        assert_eq!(code(&output), 2, "{option}");
        let said = stderr(&output);
        assert!(said.contains(value) && said.contains(known), "{said}");
    }
}

#[test]
fn unknown_keys_in_yaml() {
    refused("kind: sudoku\nbox: 2x2\ngrd: 1\n", &["-:3", "grd", "grid"]);
}

#[test]
fn one_malformed_puzzle_does_not_stop_the_rest() {
    let good = "1".to_owned() + &".".repeat(80);
    let text = format!("{good}\n{good}x\n{good}\n");
    let output = jigsat(&["sudoku", "solve", "-", "--format", "json"], &text);
    assert_eq!(code(&output), 2);
    let said = stdout(&output);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 3, "{said}");
    assert!(lines[0].contains(r#""status":"solved""#) && lines[2].contains(r#""status":"solved""#), "{said}");
    assert!(lines[1].contains(r#""status":"error""#) && lines[1].contains(r#""line":2"#), "{said}");
    let output = jigsat(&["sudoku", "solve", "-", "--format", "json", "--fail-fast"], &text);
    assert_eq!((code(&output), stdout(&output).lines().count()), (2, 2));
}

#[test]
fn files_are_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("answer.txt");
    std::fs::write(&path, "precious").unwrap();
    let file = path.to_str().unwrap();
    for option in ["--output", "--svg"] {
        let output = jigsat(&["sudoku", "solve", "puzzles/sudoku/easy.yaml", option, file], "");
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains("--force"), "{}", stderr(&output));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "precious");
    }
    let output = jigsat(&["sudoku", "solve", "puzzles/sudoku/easy.yaml", "--output", file, "--force"], "");
    assert_eq!(code(&output), 0);
    assert_ne!(std::fs::read_to_string(&path).unwrap(), "precious");
}

#[test]
fn a_malformed_puzzle_is_data_where_data_is_asked_for() {
    let output = jigsat(&["sudoku", "solve", "-", "--format", "json"], "12x\n");
    assert_eq!(code(&output), 2);
    let said = stdout(&output);
    assert!(said.contains(r#""status":"error""#) && said.contains(r#""line":1"#), "{said}");
}

#[test]
fn the_fast_engine_refuses_what_it_cannot_do() {
    for args in [
        &["sudoku", "count", "puzzles/sudoku/easy.yaml", "--engine", "fast"][..],
        &["sudoku", "solve", "puzzles/sudoku/easy.yaml", "--engine", "fast", "--all"],
        &["sudoku", "solve", "puzzles/sudoku/six.yaml", "--engine", "fast"],
        &["sudoku", "solve", "puzzles/sudoku/easy.yaml", "--engine", "fast", "--encoding", "course"],
    ] {
        let output = jigsat(args, "");
        assert_eq!(code(&output), 2, "{args:?}");
        assert!(stderr(&output).contains("fast"), "{}", stderr(&output));
    }
}

/// Runs the command and expects exit code 2 and these words.
#[track_caller]
fn complains(args: &[&str], text: &str, parts: &[&str]) {
    let output = jigsat(args, text);
    let said = stderr(&output);
    assert_eq!(code(&output), 2, "{args:?}: {said}");
    for part in parts {
        assert!(said.contains(part), "{part:?} is missing in: {said}");
    }
}

#[test]
fn misspelt_commands_are_suggested() {
    complains(&["sovle", "board.txt"], "", &["there is no command 'sovle'", "'jigsat solve'"]);
    complains(&["solv", "puzzles/sudoku/tiny.yaml"], "", &["'jigsat solve'"]);
    complains(&["sudoku", "cuont", "puzzles/sudoku/tiny.yaml"], "", &["'jigsat sudoku count'"]);
    complains(&["sudko"], "", &["no such file", "'jigsat sudoku'"]);
}

#[test]
fn detection_keeps_the_error_of_the_family() {
    let digits = "5".to_owned() + &".".repeat(79);
    complains(&["-"], &digits, &["80", "expected 81"]);
    complains(&[&digits], "", &["80", "expected 81"]);
    complains(&["https://puzz.link/p?fillomino/3/3/i!"], "", &["found '!'", "hexadecimal"]);
    complains(&["puzz.link/p?fillomino/3/x/1"], "", &["the number of rows"]);
    complains(&["https://puzz.link/p?sudoku/9/9/53h7"], "", &["cells", "81"]);
    complains(&["https://puzz.link/p?firefly/9/9/53h7"], "", &["no family", "'firefly'"]);
    complains(&["https://sudokupad.app/abc"], "", &["SudokuPad", "81 characters"]);
}

#[test]
fn the_library_needs_no_files() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| {
        let output =
            std::process::Command::new(env!("CARGO_BIN_EXE_jigsat")).args(args).current_dir(&folder).output();
        output.expect("it runs")
    };
    for name in ["sudoku/hard", "puzzles/sudoku/hard.yaml"] {
        let output = run(&["solve", name, "--format", "plain"]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert!(stdout(&output).starts_with("164237958"), "{}", stdout(&output));
    }
    let output = run(&["qprop", "count", "qprop/four-squares", "--data", "qprop/four-squares.yaml"]);
    assert_eq!(stdout(&output), "72 solutions (backtrack, minisat, encoding model)\n", "{}", stderr(&output));
    assert!(stdout(&run(&["puzzles"])).contains("sokoban/first.xsb"));
    assert!(
        stdout(&run(&["puzzles", "sudoku/tiny"])).starts_with("# yaml-language-server")
            || stdout(&run(&["puzzles", "sudoku/tiny"])).contains("kind: sudoku")
    );
    let output = run(&["puzzles", "chess"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("no puzzle 'chess'"), "{}", stderr(&output));
}

#[test]
fn pasted_boards_are_read() {
    let rows = [
        "530 070 000",
        "600 195 000",
        "098 000 060",
        "",
        "800 060 003",
        "400 803 001",
        "700 020 006",
        "",
        "060 000 280",
        "000 419 005",
        "000 080 079",
    ];
    let solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179\n";
    let grouped = rows.join("\n");
    let spaced: Vec<String> =
        rows.iter().filter(|row| !row.is_empty()).map(|row| row.replace(' ', "")).collect();
    let separated: Vec<String> = spaced
        .iter()
        .map(|row| row.chars().map(|char| char.to_string().replace('0', "")).collect::<Vec<_>>().join(","))
        .collect();
    // Between the lines of a frame, with dots or blanks for open cells.
    let in_boxes = |row: &String| {
        let boxes: Vec<String> = ["|", &row[..3], "|", &row[3..6], "|", &row[6..], "|"]
            .map(|part| part.chars().map(String::from).collect::<Vec<_>>().join(" "))
            .into();
        boxes.join(" ")
    };
    let rule = format!("\n+{}\n", "-------+".repeat(3));
    let bands: Vec<String> =
        spaced.chunks(3).map(|band| band.iter().map(in_boxes).collect::<Vec<_>>().join("\n")).collect();
    let framed = format!("{rule}{}{rule}", bands.join(&rule));
    let framed = [framed.replace('0', "."), framed.replace('0', " ")];
    for text in [&[grouped, spaced.join("\n").replace('0', " "), separated.join("\n")][..], &framed].concat()
    {
        let output = jigsat(&["-", "--format", "plain"], &text);
        assert_eq!(stdout(&output), solution, "{text}: {}", stderr(&output));
    }
    let address = "https://puzz.link/p?sudoku/9/9/53h7j6h195j98j6g8i6i34h8g3h17i2i6g6j28j419h5j8h79";
    let output = jigsat(&[address, "--format", "plain"], "");
    assert_eq!(stdout(&output), solution, "{}", stderr(&output));
}

#[test]
fn generate_may_come_before_the_family() {
    let one = jigsat(&["generate", "sudoku", "--box", "2x2", "--seed", "3"], "");
    assert_eq!(code(&one), 0, "{}", stderr(&one));
    assert_eq!(stdout(&one), stdout(&jigsat(&["sudoku", "generate", "--box", "2x2", "--seed", "3"], "")));
    for family in ["sudoku", "fillomino", "sokoban", "tiling", "edge-matching"] {
        let help = stdout(&jigsat(&[family, "generate", "--help"], ""));
        assert!(help.contains(&format!("jigsat {family} generate")), "{help}");
    }
}
