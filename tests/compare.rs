//! `compare`: its tables and its picture.
mod common;

use common::{code, jigsat, stderr, stdout};

const SIZED: [&str; 9] = [
    "sudoku",
    "compare",
    "puzzles/sudoku/tiny.yaml",
    "--sizes",
    "2x2,2x3",
    "--solvers",
    "minisat",
    "--seeds",
    "1",
];

#[test]
fn the_picture_names_what_it_shows() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = folder.path().join("growth.svg");
    let path = path.to_str().expect("the path is text");
    let args = [&SIZED[..], &["--encodings", "extended", "--amo", "all", "--svg", path]].concat();
    assert_eq!(code(&jigsat(&args, "")), 0);
    let svg = std::fs::read_to_string(path).expect("the picture was written");
    for words in ["sudoku by size, extended, minisat", "variables", "clauses", "time to write and solve"] {
        assert!(svg.contains(words), "the picture lacks '{words}'");
    }
    for label in ["pairwise", "ladder", "bitwise", "commander", "product", "bimander", "2x2", "2x3"] {
        assert!(svg.contains(&format!("\n{label}\n")), "the picture lacks the label '{label}'");
    }
    assert!(svg.contains("prefers-color-scheme: dark"), "the picture follows no dark scheme");

    let again = jigsat(&args, "");
    assert_eq!((code(&again), stdout(&again).as_str()), (2, ""), "an existing picture is replaced");
    assert!(stderr(&again).contains("exists already"), "{}", stderr(&again));

    let args = [&args[..], &["--force", "--plot", "literals", "--no-times"]].concat();
    assert_eq!(code(&jigsat(&args, "")), 0);
    let svg = std::fs::read_to_string(path).expect("the picture was written");
    assert!(svg.contains("\nliterals\n") && !svg.contains("\nclauses\n"), "--plot chooses");
}

/// `report` prints and draws what `compare` stored as `compare` would.
#[test]
fn stored_rows_give_the_same_table_and_picture() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("the path is text").to_owned();
    let (rows, drawn, again) = (path("rows.jsonl"), path("drawn.svg"), path("again.svg"));
    let stored = ["--no-times", "--format", "json", "--output", &rows, "--plot", "literals", "--svg", &drawn];
    assert_eq!(code(&jigsat(&[&SIZED[..], &stored].concat(), "")), 0);
    let table = stdout(&jigsat(&[&SIZED[..], &["--no-times"]].concat(), ""));
    let report = jigsat(&["report", &rows, "--plot", "literals", "--svg", &again], "");
    assert_eq!((code(&report), stdout(&report)), (0, table), "{}", stderr(&report));
    let text = |file: &str| std::fs::read_to_string(file).expect("the picture was written");
    assert_eq!(text(&drawn), text(&again));
    // A plot of one puzzle has no sizes, and rows are no results of 'batch'.
    let one = ["sudoku", "compare", "puzzles/sudoku/tiny.yaml", "--format", "json"];
    let single = path("single.jsonl");
    assert_eq!(code(&jigsat(&[&one[..], &["--output", &single]].concat(), "")), 0);
    for (words, why) in [
        (&["report", &single, "--svg", "never.svg"][..], "name the sizes"),
        (&["report", &rows, "--against", &rows], "--against is for results of 'batch'"),
    ] {
        let refused = jigsat(words, "");
        assert_eq!(code(&refused), 2);
        assert!(stderr(&refused).contains(why), "{}", stderr(&refused));
    }
}

#[test]
fn a_formula_that_was_not_built_has_no_numbers() {
    let args = ["compare", "puzzles/sudoku/hard.yaml", "--encodings", "extended", "--solvers", "minisat"];
    let output = jigsat(&[&args[..], &["--timeout", "0s", "--no-times"]].concat(), "");
    assert_eq!(code(&output), 3);
    let table = stdout(&output);
    let row: Vec<&str> = table.lines().last().unwrap().split_whitespace().collect();
    assert_eq!(row[3..], ["-", "-", "-", "-", "-", "stopped", "-", "-"], "{table}");
    let output = jigsat(&[&args[..], &["--timeout", "0s", "--format", "json"]].concat(), "");
    assert!(stdout(&output).contains(r#""built":false"#), "{}", stdout(&output));
}

#[test]
fn bad_usage_of_the_picture() {
    let without_sizes = jigsat(&["sudoku", "compare", "puzzles/sudoku/tiny.yaml", "--svg", "x.svg"], "");
    assert_eq!(code(&without_sizes), 2);
    assert!(stderr(&without_sizes).contains("--sizes 2x2,3x3,4x4"), "{}", stderr(&without_sizes));
    // The error comes before the puzzle is even read.
    let no_puzzle = jigsat(&["sudoku", "compare", "no-such.yaml", "--svg", "x.svg"], "");
    assert!(stderr(&no_puzzle).contains("name the sizes"), "{}", stderr(&no_puzzle));
    let without_picture = jigsat(&["sudoku", "compare", "puzzles/sudoku/tiny.yaml", "--plot", "clauses"], "");
    assert_eq!(code(&without_picture), 2);
    let nothing = [&SIZED[..], &["--svg", "never.svg", "--plot", "time", "--no-times"]].concat();
    let nothing = jigsat(&nothing, "");
    assert_eq!(code(&nothing), 2);
    assert!(stderr(&nothing).contains("nothing to show"), "{}", stderr(&nothing));
}

#[test]
fn every_family_of_boards_comes_in_sizes() {
    for (args, answers) in [
        (["edge-matching", "puzzles/edge-matching/four-squares.yaml", "2x2,3x3"], 10),
        (["tiling", "puzzles/tiling/tetrominoes.yaml", "5x5,6x6"], 8),
        (["fillomino", "puzzles/fillomino/tiny.yaml", "2x2,3x3"], 8),
    ] {
        let [family, puzzle, sizes] = args;
        let args = [family, "compare", puzzle, "--sizes", sizes, "--solvers", "minisat", "--seeds", "1"];
        let said = stdout(&jigsat(&[&args[..], &["--engines", "none"]].concat(), ""));
        assert_eq!(said.matches(" solved ").count(), answers, "{said}");
    }
    let room =
        ["sokoban", "compare", "puzzles/sokoban/push.xsb", "--sizes", "3x3,4x6", "--solvers", "minisat"];
    let said = stdout(&jigsat(&[&room[..], &["--encodings", "pushes"]].concat(), ""));
    assert_eq!(said.matches(" solved ").count(), 2, "{said}");
    let small = jigsat(&["sokoban", "compare", "puzzles/sokoban/push.xsb", "--sizes", "2x9"], "");
    assert!(stderr(&small).contains("there is no room of size 2x9"), "{}", stderr(&small));
}

#[test]
fn tables_for_markdown_have_numbers_to_the_right() {
    let said = stdout(&jigsat(&[&SIZED[..], &["--format", "markdown", "--no-times"]].concat(), ""));
    let marks = said.lines().nth(1).expect("there is a second line");
    assert_eq!(marks, "| --- | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- | ---: | ---: |");
}

/// The family's own engines stand beside the encodings, unless encodings are named.
#[test]
fn engines_stand_beside_encodings() {
    let engines = |more: &[&str]| {
        let [tiny, nine] = ["puzzles/sudoku/tiny.yaml", "puzzles/sudoku/easy.yaml"].map(|file| {
            let args =
                ["sudoku", "compare", file, "--solvers", "minisat", "--seeds", "1", "--format", "json"];
            let output = jigsat(&[&args, more].concat(), "");
            assert_eq!(code(&output), 0, "{}", stderr(&output));
            let rows = stdout(&output);
            let rows =
                rows.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
            rows.filter_map(|row| row["engine"].as_str().map(str::to_owned)).collect::<Vec<_>>()
        });
        (tiny, nine)
    };
    // The engine is for boards of 9x9.
    assert_eq!(engines(&[]), (vec![], vec!["fast".to_owned()]));
    assert_eq!(engines(&["--encodings", "minimal"]), (vec![], vec![]));
    assert_eq!(engines(&["--engines", "none"]), (vec![], vec![]));
    let unknown = jigsat(&["sudoku", "compare", "puzzles/sudoku/easy.yaml", "--engines", "beam"], "");
    assert_eq!(code(&unknown), 2);
    assert!(stderr(&unknown).contains("there are: fast"), "{}", stderr(&unknown));
    let said = stdout(&jigsat(
        &["compare", "puzzles/tiling/pentominoes-6x10.yaml", "--solvers", "minisat", "--seeds", "1"],
        "",
    ));
    assert!(said.contains("bitboard") && !said.contains("gave up"), "{said}");
}

#[test]
fn a_model_is_read_within_the_time_of_a_run() {
    let model = "sort N = 1..400\npred p(a: N, b: N)\n\
                 assert one \"one\": forall a, b, c: N | a < b . p(a, c) or p(b, c)\n";
    let output = jigsat(&["qprop", "compare", "-", "--timeout", "50ms"], model);
    assert_eq!((code(&output), stdout(&output).as_str()), (3, ""));
    assert!(stderr(&output).contains("time limit reached while grounding the model"), "{}", stderr(&output));
}
