//! Genres on the command line: the content of a text determines its family.

mod common;

use common::{code, jigsat, stderr, stdout};

const NURIKABE: &str = "https://puzz.link/p?nurikabe/5/5/g5k2o1k3g";

#[test]
fn an_address_is_solved_as_it_is() {
    let output = jigsat(&["solve", NURIKABE, "--unique", "--format", "json", "--no-times"], "");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.starts_with(r#"{"schema":1,"family":"nurikabe""#), "{text}");
    assert!(
        text.contains(r#""shade":[[0,0,1,1,1],[0,1,0,0,1],[0,1,1,1,1],[0,1,0,1,0],[1,1,1,0,0]]"#),
        "{text}"
    );
}

/// Addresses, one per line, are separate puzzles; a malformed one is an error of its own, and the others are read.
#[test]
fn several_addresses_are_several_puzzles() {
    let file = jigsat(&["solve", "puzzles/heyawake/small.txt", "--format", "json"], "");
    assert_eq!(code(&file), 0, "{}", stderr(&file));
    assert!(stdout(&file).lines().count() > 3, "{}", stdout(&file));
    let text = format!("{NURIKABE}\nhttps://puzz.link/p?nurikabe/5/5/g!\n{NURIKABE}\n");
    let output = jigsat(&["solve", "-", "--format", "json"], &text);
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    let status: Vec<&str> = stdout(&output).lines().map(status).collect();
    assert_eq!(status, ["solved", "error", "solved"]);
    assert!(stdout(&output).contains(r#""line":2"#), "{}", stdout(&output));
}

/// Whether shapes differ is told by the cells near the other region: a region around nine small ones does not count all of
/// its cells for each of them.
#[test]
fn a_large_region_of_lits_takes_few_clauses() {
    let row = |first: &str| format!("  A {first} A A\n");
    let small = |letters: [char; 3]| letters.map(|letter| format!("{letter} {letter} {letter}")).join(" A ");
    let empty = format!("  {}\n", ["A"; 14].join(" "));
    let mut board = "kind: lits\nrooms: |\n".to_owned();
    for letters in [['B', 'C', 'D'], ['E', 'F', 'G'], ['H', 'I', 'J']] {
        board += &format!("{empty}{0}{0}{empty}", row(&small(letters)));
    }
    let output = jigsat(&["encode", "-", "--format", "stats"], &board);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    let row = text.lines().find(|line| line.starts_with("differ ")).unwrap_or_default();
    let counts: Vec<u64> = row.split_whitespace().filter_map(|count| count.parse().ok()).collect();
    let [pairs, clauses, ..] = counts[..] else { panic!("{text}") };
    assert!(pairs == 18 && clauses < 18 * 1_500, "{clauses} clauses of {pairs} pairs");
}

/// Large pictures may be hard, and Glucose finds them with fewer conflicts.
#[cfg(feature = "glucose")]
#[test]
fn large_pictures_are_solved_by_glucose() {
    for (side, solver) in [(10, "minisat"), (20, "glucose")] {
        let lines = format!("  {side}\n").repeat(side);
        let board = format!("kind: nonogram\ncolumns: |\n{lines}rows: |\n{lines}");
        let output = jigsat(&["solve", "-", "--unique"], &board);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert!(stdout(&output).contains(&format!("(sat, {solver},")), "{}", stdout(&output));
    }
}

fn status(line: &str) -> &'static str {
    if line.contains(r#""status":"solved""#) { "solved" } else { "error" }
}

/// The error for an address that names a genre says what is wrong with the address, not that there is no such genre.
#[test]
fn a_malformed_address_keeps_the_error_of_its_genre() {
    for (address, parts) in [
        ("https://puzz.link/p?nurikabe/5/x/g5", ["argument:1:", "the number of rows"]),
        ("https://puzz.link/p?slither/6/6/h71!", ["argument:1:36", "'!'"]),
        ("https://puzz.link/p?slither/6/x/h71", ["argument:1:", "number of rows"]),
    ] {
        let output = jigsat(&["solve", address], "");
        assert_eq!(code(&output), 2, "{address}");
        for part in parts {
            assert!(stderr(&output).contains(part), "{part:?} is missing in: {}", stderr(&output));
        }
    }
}

/// Facts about the board are not steps, and steps use a player's words.
#[test]
fn explanations_are_in_words() {
    let output = jigsat(&["explain", NURIKABE], "");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    let steps: Vec<&str> =
        text.lines().filter(|line| line.starts_with(|char: char| char.is_ascii_digit())).collect();
    assert!(steps.len() > 5, "{text}");
    assert!(text.contains("r3c3 and r4c3 would be one region, larger than 1"), "{text}");
    for step in steps {
        assert!(!step.contains("shade(") && !step.contains("node "), "{step}");
        let (deduced, _) = step.split_once(": ").unwrap_or((step, ""));
        assert!(["r1c2", "r2c3", "r4c3", "r5c4"].iter().all(|clue| !deduced.contains(clue)), "{step}");
    }
}

/// A statement about several cells is one sentence in text, and a list in JSON.
#[test]
fn explanations_combine_what_they_say_of_cells() {
    let puzzle = "https://puzz.link/p?lightup/5/5/gggggg00gggg0gggggg.gg2gg";
    let text = stdout(&jigsat(&["hint", puzzle], ""));
    let first = "1. r1c2, r2c1 and r3c2 have no lights (number that fits one way), because: r2c2 has 0 lights around it";
    assert!(text.starts_with(first), "{text}");
    let json = stdout(&jigsat(&["hint", puzzle, "--format", "json"], ""));
    let step: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let step = &step["steps"][0];
    assert_eq!(step["deduced"].as_array().map(Vec::len), Some(3), "{json}");
    assert_eq!(step["told"]["deduced"][0], "r1c2, r2c1 and r3c2 have no lights", "{json}");
}

/// A drawing with open cells is reported as open, with the rules that are broken if these stay empty.
#[test]
fn an_unfinished_board_is_told_so() {
    let drawn = stdout(&jigsat(&["solve", NURIKABE], ""));
    let wrong = drawn.replacen('#', ".", 1);
    let checked = jigsat(&["check", NURIKABE, "-"], &wrong);
    assert_eq!(code(&checked), 1, "{}", stderr(&checked));
    let expected = "legal so far, but not complete: 12 places are open, and with nothing there, it breaks the rule that \
                    every island has one number, which is its size\n";
    assert_eq!(stdout(&checked), expected);
}

#[test]
fn a_board_of_galaxies_needs_stars() {
    let output = jigsat(&["galaxies", "solve", "-"], ". . .\n. . .\n. . .\n");
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    let said = stderr(&output);
    assert!(said.contains("has no star") && said.contains("draw an 'o'"), "{said}");
}

/// The genres, each with a puzzle of the library as an address or as in its file.
fn library() -> Vec<(String, String)> {
    let mut puzzles = Vec::new();
    for folder in std::fs::read_dir(common::root().join("puzzles")).expect("the library") {
        let folder = folder.expect("a folder").path();
        let small = folder.join("small.txt");
        let Ok(text) = std::fs::read_to_string(&small) else { continue };
        let genre = folder.file_name().expect("a name").to_string_lossy().into_owned();
        let first = text.lines().find(|line| line.contains("puzz.link")).map_or(text.clone(), str::to_owned);
        puzzles.push((genre, first));
    }
    assert!(puzzles.len() > 20, "{puzzles:?}");
    puzzles
}

#[test]
fn open_cells_of_a_saved_board_stay_open() {
    let saved = |marks: &str| format!("pzprv3/nurikabe/5/5/{marks}");
    let solved = stdout(&jigsat(&["solve", NURIKABE, "--format", "pzprv3"], ""));
    assert_eq!(stdout(&jigsat(&["check", NURIKABE, "-"], &solved)), "legal and complete\n");
    // One cell is shaded, one is marked as land, and the others are open.
    let board = solved.lines().skip(4).collect::<Vec<_>>().join("/").replace('#', ".");
    let half = saved(&board.replacen('.', "+", 1).replacen(". .", ". #", 1));
    let checked = jigsat(&["check", NURIKABE, "-"], &half);
    assert_eq!(code(&checked), 1);
    assert!(stdout(&checked).starts_with("legal so far, but not complete: "), "{}", stdout(&checked));
    let hint = jigsat(&["hint", NURIKABE, "--from", "-"], &half);
    assert_eq!(code(&hint), 0, "{}{}", stdout(&hint), stderr(&hint));
    assert!(stdout(&hint).starts_with("1. "), "{}", stdout(&hint));
}

#[test]
fn givens_are_known_from_the_start() {
    for (genre, puzzle) in library() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(&file, &puzzle).unwrap();
        let explained = jigsat(&[&genre, "explain", file.path().to_str().unwrap(), "--timeout", "60s"], "");
        let text = stdout(&explained);
        for step in text.lines().filter(|line| line.contains(", because: ")) {
            let (deduced, because) = step.split_once(", because: ").unwrap();
            let is_given = because.contains(" has the given ") && !because.contains(';');
            assert!(!is_given, "{genre}: {deduced} follows from a given alone");
        }
    }
}

#[test]
fn a_size_that_does_not_fit_the_rows_is_named() {
    let solve = |text: &str| {
        let output = jigsat(&["nurikabe", "solve", "-"], text);
        (code(&output), stderr(&output))
    };
    let (code_of_wide, said) = solve("3 3\n- 2 - -\n- - - -\n- - - 3\n");
    assert_eq!(code_of_wide, 2, "{said}");
    assert!(said.contains("the first line says 3 rows and 3 columns, but this row has 4"), "{said}");
    assert!(said.contains("-:2:1"), "{said}");
    let (code_of_high, said) = solve("3 3\n- 2 -\n- - -\n");
    assert!(code_of_high == 2 && said.contains("says 3 rows and 3 columns, but 2 rows follow"), "{said}");
    assert_eq!(solve("2 2\n1 -\n- -\n").0, 0);
}

/// Labels of this many pairs would make the formula too large: then cuts take their place.
#[test]
fn numberlink_with_many_pairs() {
    let pair = |number: usize| format!("{number} - - - - {number}");
    let row = |row: usize| (0..10).map(|place| pair(10 * row + place + 1)).collect::<Vec<_>>().join(" ");
    let board = (0..60).map(row).collect::<Vec<_>>().join("\n");
    let output = jigsat(&["numberlink", "solve", "-", "--format", "json"], &board);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
}

/// A rule that is given as the reason was not dropped.
#[test]
fn no_dropped_rule_is_a_reason() {
    let solve = |more: &[&str]| {
        let words = ["star-battle", "solve", "-", "--format", "json"];
        let output = jigsat(&[&words, more].concat(), "stars 3\na a\na a\n");
        assert_eq!(code(&output), 1, "{}", stderr(&output));
        stdout(&output)
    };
    assert!(solve(&[]).contains("row 1 has 3 stars"));
    let dropped = solve(&["--drop", "row"]);
    assert!(dropped.contains(r#""status":"impossible""#) && !dropped.contains("row 1"), "{dropped}");
}

/// The guide states the length of each page, with its comments and without.
#[test]
fn lines_of_the_pages() {
    let guide = std::fs::read_to_string("docs/src/guide/genres.md").expect("it is there");
    let (names, figures) = guide.split_once("## Genres in figures").expect("there are figures");
    for folder in std::fs::read_dir("crates/genres/pages").expect("it is there") {
        let folder = folder.expect("it can be read").path();
        let genre = folder.file_name().and_then(|name| name.to_str()).expect("its name is text");
        let text = std::fs::read_to_string(folder.join("page.qprop")).expect("it is there");
        let row = names.lines().find(|line| line.starts_with(&format!("| `{genre}` |")));
        let row = row.unwrap_or_else(|| panic!("{genre} has no row"));
        assert!(row.contains(&format!("[{}](", text.lines().count())), "{row}");
        let code = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')).count();
        let is_own = |line: &&str| {
            let name = genre.replace('-', " ");
            line.to_lowercase()
                .strip_prefix(&format!("| {name} "))
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        for row in figures.lines().filter(is_own) {
            assert!(row.contains(&format!("| {code} |")), "{row}");
        }
    }
}

/// A single reason contradicts nothing, so the message says that it can't hold.
#[test]
fn a_single_reason_cannot_hold() {
    for (genre, board, reason) in [
        ("akari", "- - -\n4 - -\n- - -\n", "r2c1 has 4 lights around it"),
        ("shikaku", "2 . .\n. 4 .\n. . 4\n", "the numbers add up to the number of cells"),
        ("hashi", "2 . 5\n. . .\n. . .\n", "5 bridges end at the island in r1c3, at most 2 on each side"),
    ] {
        let text = stdout(&jigsat(&[genre, "explain", "-"], board));
        let expected = format!("impossible: this can't hold, whatever you fill in:\n  {reason}\n");
        assert!(text.starts_with(&expected), "{genre}: {text}");
    }
}

/// Text that is no solution of the board is bad input, not an illegal solution.
#[test]
fn values_that_a_layer_does_not_have_are_bad_input() {
    for (solution, message) in [
        ("0110", "expected {\"shade\":[[…],…]}"),
        (r#"{"shaded":[[0,1]]}"#, "unknown layer 'shaded', expected 'shade'"),
        (r#"{"shade":[[0,2,1]]}"#, "layer 'shade' has '2' at r1c2, expected 0, 1, or null"),
    ] {
        let checked = jigsat(&["hitori", "check", "-", solution], "1 1 1\n");
        assert_eq!(code(&checked), 2, "{}", stdout(&checked));
        assert!(stderr(&checked).contains(message), "{}", stderr(&checked));
    }
}
