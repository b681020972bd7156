//! Behaviour of the command that the docs don't show.

mod common;

use std::io::Write as _;

use common::{code, jigsat, root, shared_data, stderr, stdout};

const EASY: &str = "puzzles/sudoku/easy.yaml";

#[test]
fn the_family_and_the_verb_may_be_left_out() {
    let whole = jigsat(&["sudoku", "solve", EASY, "--no-times"], "");
    assert_eq!(code(&whole), 0);
    for args in [&["sudoku", EASY, "--no-times"][..], &["solve", EASY, "--no-times"], &[EASY, "--no-times"]] {
        assert_eq!(stdout(&jigsat(args, "")), stdout(&whole), "{args:?}");
    }
}

#[test]
fn check_takes_whatever_solve_prints() {
    for format in ["text", "plain", "json", "yaml"] {
        let solved = jigsat(&["sudoku", "solve", EASY, "--format", format], "");
        let checked = jigsat(&["sudoku", "check", EASY, "-"], &stdout(&solved));
        assert_eq!(stdout(&checked), "legal and complete\n", "{format}: {}", stderr(&checked));
        assert_eq!(code(&checked), 0);
    }
}

#[test]
fn decode_reads_a_solvers_answer() {
    let puzzle = "puzzles/sudoku/tiny.yaml";
    let dimacs = stdout(&jigsat(&["sudoku", "encode", puzzle, "--format", "dimacs"], ""));
    let solution = stdout(&jigsat(&["sudoku", "solve", puzzle, "--format", "plain"], ""));
    let digits: Vec<char> = solution.trim().chars().collect();
    let answer = |digits: &[char]| {
        let mut literals = String::from("s SATISFIABLE\nv ");
        for line in dimacs.lines().filter_map(|line| line.strip_prefix("c var ")) {
            let (number, name) = line.split_once(' ').unwrap();
            let cell = name.as_bytes();
            let place = usize::from(cell[1] - b'1') * 4 + usize::from(cell[3] - b'1');
            let sign = if char::from(cell[5]) == digits[place] { "" } else { "-" };
            literals.extend([sign, number, " "]);
        }
        literals + "0\n"
    };
    let decoded = jigsat(&["sudoku", "decode", puzzle, "-", "--format", "plain"], &answer(&digits));
    assert_eq!((code(&decoded), stdout(&decoded)), (0, solution.clone()));
    let mut wrong = digits.clone();
    wrong[1] = digits[0];
    let decoded = jigsat(&["sudoku", "decode", puzzle, "-"], &answer(&wrong));
    assert_eq!(code(&decoded), 1);
    assert!(stdout(&decoded).starts_with("the answer violates: "), "{}", stdout(&decoded));
    let decoded = jigsat(&["sudoku", "decode", puzzle, "-"], "s UNSATISFIABLE\n");
    assert_eq!((code(&decoded), stdout(&decoded).as_str()), (1, "the solver says: there is no solution\n"));
    let decoded = jigsat(&["sudoku", "decode", puzzle, "-"], "v 1 x 0\n");
    assert_eq!(code(&decoded), 2);
    assert!(stderr(&decoded).contains("-:1:5"), "{}", stderr(&decoded));
}

#[test]
fn an_answer_to_another_formula_is_noticed() {
    let decode = |answer: &str, more: &[&str]| {
        let output = jigsat(&[&["sudoku", "decode", "puzzles/sudoku/tiny.yaml", "-"], more].concat(), answer);
        (code(&output), stdout(&output) + &stderr(&output))
    };
    let stats = stdout(&jigsat(&["encode", "puzzles/sudoku/tiny.yaml", "--format", "dimacs"], ""));
    let header = stats.lines().find(|line| line.starts_with("p cnf")).unwrap().to_owned();
    // CaDiCaL and Kissat repeat the header.
    let unsat = |header: &str| format!("c found '{header}' header\ns UNSATISFIABLE\n");
    assert_eq!(decode(&unsat(&header), &[]), (1, "the solver says: there is no solution\n".into()));
    let (code_of_other, said) = decode(&unsat("p cnf 64 1"), &[]);
    assert_eq!(code_of_other, 2, "{said}");
    assert!(
        said.contains(
            "an answer to a formula with 64 variables and 1 clause, expected one with 64 variables"
        ),
        "{said}"
    );
    assert!(said.contains("--encoding, --amo"), "{said}");
    let (code_of_larger, said) = decode("v 1 9999 0\n", &[]);
    assert!(code_of_larger == 2 && said.contains("--encoding, --amo"), "{said}");
    let (code_of_wrong, said) = decode("v 1 2 0\n", &[]);
    assert!(code_of_wrong == 1 && said.contains("--encoding, --amo"), "{said}");
}

#[test]
fn decode_says_in_json_why_there_is_no_solution() {
    let decode = |answer: &str| {
        let args = ["sudoku", "decode", "puzzles/sudoku/tiny.yaml", "-", "--format", "json"];
        let output = jigsat(&args, answer);
        let record: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("it is JSON");
        (code(&output), record)
    };
    let (code_of_none, record) = decode("s UNSATISFIABLE\n");
    assert_eq!((code_of_none, &record["status"]), (1, &"impossible".into()), "{record}");
    let (code_of_open, record) = decode("s UNKNOWN\n");
    assert_eq!((code_of_open, &record["status"]), (3, &"unknown".into()), "{record}");
    assert_eq!(record["reason"], "the solver gave up");
    let (code_of_wrong, record) = decode("v 1 2 0\n");
    assert_eq!((code_of_wrong, &record["status"]), (1, &"refused".into()), "{record}");
    assert!(record["refused"].as_str().unwrap().starts_with("the answer violates: "), "{record}");
}

#[test]
fn encode_refuses_options_without_effect() {
    let tiny = "puzzles/sudoku/tiny.yaml";
    for (args, expected) in [
        (&["--propagate", "--rule", "box"][..], "--rule and --propagate"),
        (&["--propagate", "--group", "box*"], "--group and --propagate"),
        (&["--propagate", "--format", "dimacs"], "--format text or json"),
        (&["--rule", "box", "--format", "dimacs"], "--rule needs --format text"),
        (&["--full", "--format", "stats"], "--full needs --format text"),
    ] {
        let output = jigsat(&[&["encode", tiny], args].concat(), "");
        assert_eq!(code(&output), 2, "{args:?}");
        assert!(stderr(&output).contains(expected), "{args:?}: {}", stderr(&output));
    }
    let output = jigsat(&["encode", tiny, "--propagate", "--format", "json"], "");
    let record: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("a record");
    assert!(!record["propagated"]["steps"].as_array().unwrap().is_empty(), "{record}");
}

#[test]
fn encode_helps_with_patterns_that_nothing_matches() {
    let group = |pattern: &str| {
        let output = jigsat(&["encode", "puzzles/sudoku/tiny.yaml", "--group", pattern], "");
        (code(&output), stdout(&output) + &stderr(&output))
    };
    let (code_of_part, said) = group("Row 3");
    assert_eq!(code_of_part, 2, "{said}");
    assert!(said.contains("no constraint matches 'Row 3', but '*row 3*' matches 'row 3 "), "{said}");
    let (code_of_typo, said) = group("row 3 has exactyl one 2");
    assert!(code_of_typo == 2 && said.contains("the nearest are 'row 3 has exactly one 2', '"), "{said}");
    assert_eq!(group("row 3*").0, 0);
}

#[test]
fn a_dropped_rule_shows_what_its_absence_admits() {
    let output = jigsat(
        &["sudoku", "solve", EASY, "--encoding", "minimal", "--drop", "box", "--drop", "row", "--no-times"],
        "",
    );
    assert_eq!(code(&output), 0);
    assert!(stdout(&output).starts_with("without box, row: "), "{}", stdout(&output));
}

#[test]
fn limits_leave_the_answer_open() {
    let hard = ["sudoku", "solve", "puzzles/sudoku/hard.yaml", "--engine", "sat", "--encoding", "minimal"];
    let output = jigsat(&[&hard[..], &["--timeout", "0s", "--format", "json"]].concat(), "");
    assert_eq!(code(&output), 3);
    assert!(stdout(&output).contains(r#""status":"unknown""#), "{}", stdout(&output));
    assert!(stdout(&output).contains(r#""reason":"time limit reached""#), "{}", stdout(&output));
}

#[test]
fn a_hint_of_an_ambiguous_puzzle_shows_no_solution() {
    for (puzzle, starts) in [
        ("sudoku/ambiguous", "one has: r"),
        ("fillomino/split", "one has: r"),
        ("slitherlink/two-by-two", "one has: "),
        ("qprop/queens", "one has: "),
    ] {
        let file = format!("puzzles/{puzzle}");
        let output = jigsat(&["hint", &file, "--format", "json"], "");
        let record: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("a record");
        assert_eq!((code(&output), &record["unique"]), (1, &false.into()), "{puzzle}: {record}");
        assert!(record.get("solutions").is_none(), "{puzzle}: {record}");
        assert!((1..=2).contains(&record["differ"].as_array().unwrap().len()), "{puzzle}: {record}");
        let said = stdout(&jigsat(&["hint", &file], ""));
        assert!(said.starts_with("not unique: there is more than one solution\n"), "{puzzle}: {said}");
        assert!(said.contains(starts), "{puzzle}: {said}");
    }
}

#[test]
fn a_puzzle_of_several_is_chosen_by_its_place() {
    let tiny = "13....3..4.....2";
    let two = format!("{tiny}\n................\n");
    for verb in ["count", "hint", "explain", "encode", "trace", "compare", "solve", "rate", "show"] {
        let whole = jigsat(&["sudoku", verb, tiny, "--no-times"], "");
        let first = jigsat(&["sudoku", verb, "-", "--no-times", "--index", "1"], &two);
        assert_eq!(
            (code(&first), stdout(&first)),
            (code(&whole), stdout(&whole)),
            "{verb}: {}",
            stderr(&first)
        );
        let third = jigsat(&["sudoku", verb, "-", "--index", "3"], &two);
        assert_eq!(code(&third), 2, "{verb}");
        assert!(stderr(&third).contains("has 2 puzzles, there is no puzzle 3"), "{}", stderr(&third));
    }
    let both = jigsat(&["sudoku", "hint", "-"], &two);
    assert!(code(&both) == 2 && stderr(&both).contains("--index N"), "{}", stderr(&both));
    let without_a_verb = jigsat(&["-", "--index", "2", "--format", "plain"], &two);
    assert_eq!(code(&without_a_verb), 0, "{}", stderr(&without_a_verb));
}

#[test]
fn schemas_are_suggested() {
    let schema = |name: &str| {
        let output = jigsat(&["schema", name], "");
        (code(&output), stderr(&output))
    };
    let (code_of_typo, said) = schema("sudku");
    assert!(code_of_typo == 2 && said.contains("the nearest are sudoku, "), "{said}");
    assert!(said.len() < 200 && said.contains("'jigsat schema' lists all"), "{said}");
    let (code_of_solve, said) = schema("solve");
    assert_eq!(code_of_solve, 2);
    assert!(said.contains("-solve and so on") && said.contains("solve-request"), "{said}");
    assert_eq!(schema("count").0, 0);
}

#[test]
fn the_rule_that_counting_lacks_is_explained() {
    let puzzle = "puzzles/edge-matching/four-squares.yaml";
    let output = jigsat(&["count", puzzle, "--drop", "symmetry"], "");
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("'count' has no rule 'symmetry' to drop"), "{}", stderr(&output));
}

#[test]
fn data_of_a_model_is_no_puzzle() {
    for name in ["fillomino", "sudoku", "petersen"] {
        let output = jigsat(&[&format!("puzzles/qprop/{name}.yaml")], "");
        assert_eq!(code(&output), 2, "{name}");
        assert!(stderr(&output).contains("such as the data of a model"), "{name}: {}", stderr(&output));
        assert!(stderr(&output).contains("--data"), "{name}: {}", stderr(&output));
    }
}

#[test]
fn a_sudoku_one_sign_short_is_no_missing_file() {
    let full = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    for puzzle in [&full[..80], &full[1..], &full[..80].replace('.', "0"), &format!("{full}1")] {
        let output = jigsat(&[puzzle], "");
        assert_eq!(code(&output), 2);
        let count = puzzle.len();
        assert!(stderr(&output).contains(&format!("found {count} ")), "{puzzle}: {}", stderr(&output));
        assert!(stderr(&output).contains("81"), "{puzzle}: {}", stderr(&output));
    }
}

#[test]
fn only_a_puzzle_with_one_solution_is_rated() {
    let rate = |name: &str| {
        let output = jigsat(&["rate", &format!("puzzles/{name}.yaml"), "--format", "json"], "");
        let record: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("a record");
        (code(&output), record["status"].as_str().unwrap_or_default().to_owned(), record["unique"].as_bool())
    };
    assert_eq!(rate("sudoku/easy"), (0, "solved".into(), Some(true)));
    for ambiguous in ["sudoku/ambiguous", "fillomino/split"] {
        assert_eq!(rate(ambiguous), (1, "solved".into(), Some(false)), "{ambiguous}");
    }
    assert_eq!(rate("sudoku/impossible"), (1, "impossible".into(), None));
}

#[test]
fn every_solver_engine_and_encoding_agrees() {
    let expected = stdout(&jigsat(&["sudoku", "solve", "puzzles/sudoku/hard.yaml", "--format", "plain"], ""));
    for solver in ["minisat", "glucose", "cadical", "batsat"] {
        for encoding in ["course", "minimal", "extended", "triads"] {
            for seed in ["1", "2"] {
                let options =
                    ["--solver", solver, "--encoding", encoding, "--seed", seed, "--format", "plain"];
                let output =
                    jigsat(&[&["sudoku", "solve", "puzzles/sudoku/hard.yaml"], &options[..]].concat(), "");
                assert_eq!(stdout(&output), expected, "{options:?}");
            }
        }
    }
}

#[test]
fn answers_keep_their_order_with_any_number_of_jobs() {
    let mut lines = String::new();
    for clue in 1..=9 {
        for place in 0..81 {
            let mut line = ".".repeat(81);
            line.replace_range(place..=place, &clue.to_string());
            lines += &line;
            lines.push('\n');
        }
    }
    let solve = |jobs: &str| {
        let output =
            jigsat(&["sudoku", "solve", "-", "--format", "json", "--no-times", "--jobs", jobs], &lines);
        assert_eq!(code(&output), 0);
        stdout(&output)
    };
    let one = solve("1");
    assert_eq!(one.lines().count(), 729);
    assert_eq!(one, solve("2"));
    assert_eq!(one, solve("7"));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let lines = format!("{}\n", ".".repeat(81)).repeat(20_000);
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), lines).unwrap();
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_jigsat"))
        .args(["sudoku", "solve", file.path().to_str().unwrap(), "--format", "json"])
        .current_dir(root())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 0);
    assert_eq!(stderr(&output), "");
}

/// A failed command has its status, even if nobody reads why.
#[test]
fn a_closed_pipe_hides_no_failure() {
    for text in ["53..7", "---\nkind: sudoku\ngrid: 5\n"] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_jigsat"))
            .args(["sudoku", "solve", "-", "--format", "json"])
            .current_dir(root())
            .stdin(std::process::Stdio::piped())
            .stdout(writer)
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!((code(&output), stderr(&output).as_str()), (2, ""), "{text}");
    }
}

/// Suggestions for misspelt words.
#[test]
fn words_that_are_nearly_right_are_put_right() {
    for (words, told) in [
        (&["sudoku", "generat"][..], "did you mean 'jigsat sudoku generate'?"),
        (
            &["generate", "nothing"],
            "there is no family 'nothing'; 'jigsat generate --help' lists the families",
        ),
        (&["rate", "sudoku"], "sudoku is a family; name one of its puzzles, such as sudoku/"),
        (
            &["solve", "sudoku", "hard"],
            "the family comes before the verb; did you mean 'jigsat sudoku solve …'?",
        ),
        (
            &["generate", "sudoku", "--size", "9x9"],
            "--size is an option of edge-matching, sokoban, tiling and ",
        ),
        (&["solve", "sudoku", "--bogus"], "unexpected argument '--bogus' found"),
        (&["mine/puzz.link/board.txt"], "there is no such file"),
        (
            &["sudoku", "frobnicate", "puzzles/sudoku/tiny.yaml"],
            "there is no command 'frobnicate'; 'jigsat sudoku --help' lists the commands",
        ),
        (
            &["frobnicate", "puzzles/sudoku/tiny.yaml"],
            "there is no command 'frobnicate'; 'jigsat --help' lists the commands",
        ),
        (
            &["sudoku", "tiny.yaml", "count"],
            "'count' comes before the puzzle; did you mean 'jigsat sudoku count tiny.yaml'?",
        ),
        (&["tiny.yaml", "--timeout", "2s", "sudoku"], "did you mean 'jigsat sudoku tiny.yaml'?"),
        (
            &["sudoku", "tiny.yaml", "easy.yaml"],
            "found a second puzzle, 'easy.yaml'; 'jigsat batch' takes several",
        ),
        (&["530070000600195000098000060", "easy.yaml"], "found a second puzzle, 'easy.yaml'"),
        (
            &["solve", "tiny.yaml", "easy.yaml"],
            "found a second puzzle, 'easy.yaml'; 'jigsat batch' takes several",
        ),
        (&["sudoku", "count", "tiny.yaml", "easy.yaml"], "found a second puzzle, 'easy.yaml'"),
        (
            &["lits", "list", "board.txt"],
            "there is no command 'list'; did you mean 'jigsat lits solve --all'?",
        ),
        (&["verify", "tiny.yaml"], "there is no command 'verify'; did you mean 'jigsat check'?"),
        (&["solve", "tiny.yaml", "tiny.yaml"], "found a second puzzle, 'tiny.yaml'"),
        (&["generate", "new"], "there is no family 'new'"),
        (&["solve", "tiny.yaml", "--unique", "easy"], "unexpected argument 'easy' found"),
        (&["qprop", "generate"], "qprop makes no puzzles; a page with a 'generate' statement does"),
        (&["generate", "qprop"], "qprop makes no puzzles; a page with a 'generate' statement does"),
        (&["solve", "sudoku/hrad"], "did you mean sudoku/hard?"),
        (&["puzzles", "sudoku/hrad"], "did you mean sudoku/hard?"),
        (&["puzzles", "hard"], "did you mean sudoku/hard?"),
        (&["www.f-puzzles.com/?id=abc"], "found a short link"),
        (&["sudokupad.app/abc"], "an address of SudokuPad, which jigsat cannot read"),
        (&["https://example.com/puzzle"], "jigsat reads addresses of puzz.link, pzv.jp, Penpa and f-puzzles"),
        (
            &["53..z....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"],
            "found 'z', expected a digit from 1 to 9",
        ),
        (&["p?fillomino"], "an address of puzz.link without a board"),
        (&["https://puzz.link/"], "an address of puzz.link without a board"),
        (&["p?nurikab/5/5/g2k"], "did you mean nurikabe?"),
        (&[""], "argument: is empty, expected a puzzle"),
    ] {
        let output = jigsat(words, "");
        assert_eq!(code(&output), 2, "{words:?}: {}", stdout(&output));
        assert!(stderr(&output).contains(told), "{words:?}: {}", stderr(&output));
    }
    let spreadsheet = "5,3,,,7,,,,\n6,,,1,9,5,,,\n,9,8,,,,,6,\n8,,,,6,,,,,3\n4,,,8,,3,,,1\n7,,,,2,,,,6\n,6,,,,,2,8,\n,,,4,1,9,,,5\n,,,,8,,,7,9\n";
    let uneven = jigsat(&["solve", "-"], spreadsheet);
    assert!(stderr(&uneven).contains("-:4:1: this row has 10 cells, expected 9"), "{}", stderr(&uneven));
    let empty = jigsat(&["solve", "-"], " \n");
    assert!(stderr(&empty).contains("-: is empty, expected a puzzle"), "{}", stderr(&empty));
}

/// Boards as people paste them: below a title, with a blank line after each row, with pieces drawn below a board of
/// `#`.
#[test]
fn pasted_boards_are_read() {
    let sudoku = ["1...", "..3.", ".4..", "...2"];
    let nurikabe = "title: By hand\n\n2 -\n- -\n";
    for (words, text, told) in [
        (
            &["solve", "-", "--format", "json"][..],
            format!("title: By hand\n\n{}\n", sudoku.join("\n")),
            "By hand",
        ),
        (&["solve", "-", "--format", "json"], sudoku.join("\n\n"), "\"family\":\"sudoku\""),
        (&["nurikabe", "solve", "-", "--format", "json"], nurikabe.into(), "\"puzzle\":\"By hand\""),
        (&["slitherlink", "show", "-"], "title: By hand\n\n3 .\n. 3\n".into(), "By hand"),
        (&["solve", "-", "--format", "json"], "####\n\nAA\n\nBB\n".into(), "\"family\":\"tiling\""),
        (
            &["https://puzz.link/p?nurikabe_edit/2/2/2i", "--format", "json"],
            String::new(),
            "\"family\":\"nurikabe\"",
        ),
    ] {
        let output = jigsat(words, &text);
        assert_eq!(code(&output), 0, "{text}: {}", stderr(&output));
        assert!(stdout(&output).contains(told), "{text}: {}", stdout(&output));
        assert!(!stdout(&output).contains("title:"), "{}", stdout(&output));
    }
    let alone = jigsat(&["solve", "-"], "####\n####\n");
    assert!(
        stderr(&alone).contains("found a board without pieces, expected pieces below it"),
        "{}",
        stderr(&alone)
    );
    let nameless = jigsat(&["tiling", "solve", "-"], "....\n\n##\n##\n");
    let told = "found a piece without a letter, expected one letter, the piece's name, in each of its cells";
    assert!(stderr(&nameless).contains(told), "{}", stderr(&nameless));
}

/// Messages that can't be printed are dropped; the work is done all the same.
#[test]
#[cfg(target_os = "linux")]
fn a_standard_error_that_is_full_stops_nothing() {
    let full = || std::fs::File::create("/dev/full").unwrap();
    for (words, status) in [
        (&["batch", "puzzles/futoshiki"][..], 0),
        (&["solve", "sudoku/impossible", "--log"], 1),
        (&["sovle", "x"], 2),
    ] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_jigsat"))
            .args(words)
            .current_dir(root())
            .stderr(full())
            .output()
            .unwrap();
        assert_eq!(code(&output), status, "{words:?}");
    }
}

/// Help is output: it is an error if it can't be written.
#[test]
#[cfg(target_os = "linux")]
fn help_on_a_full_disk_is_an_error() {
    for words in [&["--help"][..], &["--version"], &["sudoku/easy", "--help"]] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_jigsat"))
            .args(words)
            .current_dir(root())
            .stdout(std::fs::File::create("/dev/full").unwrap())
            .output()
            .unwrap();
        assert_eq!(code(&output), 2, "{words:?}");
        assert!(
            stderr(&output).contains("can't write the standard output"),
            "{words:?}: {}",
            stderr(&output)
        );
    }
}

/// A file of the library belongs to the family of its folder, whatever it looks like.
#[test]
fn puzzles_of_the_library_are_found_by_name() {
    for name in ["futoshiki/small", "kenken/small", "kenken/4x4-1", "takuzu/6x6-1", "takuzu/small"] {
        let shown = jigsat(&["solve", name, "--format", "json"], "");
        let family = name.split_once('/').map_or("", |(family, _)| family);
        assert_eq!(code(&shown), 0, "{name}: {}", stderr(&shown));
        assert!(stdout(&shown).contains(&format!(r#""family":"{family}""#)), "{name}: {}", stdout(&shown));
    }
    let dimacs = jigsat(&["solve", "-"], "c a lamp\np cnf 1 1\n1 0\n");
    assert_eq!(code(&dimacs), 0, "{}", stderr(&dimacs));
    assert!(stdout(&dimacs).starts_with(" 1: true\nsolved"), "{}", stdout(&dimacs));
    let model = jigsat(&["solve", "docs/src/course/exercises/maze.qprop"], "");
    assert!(stderr(&model).contains("constant 'rows' has no value"), "{}", stderr(&model));
}

/// A pipe, or /dev/null, is never replaced by a file, not even with `--force`.
#[test]
#[cfg(unix)]
fn pipes_and_devices_are_written_to_and_never_replaced() {
    use std::os::unix::fs::FileTypeExt;
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    for force in [&["--force"][..], &[]] {
        let reader =
            std::process::Command::new("cat").arg(&pipe).stdout(std::process::Stdio::piped()).spawn();
        let args = ["sudoku", "solve", grid, "--format", "plain", "--output", pipe.to_str().unwrap()];
        let output = jigsat(&[&args[..], force].concat(), "");
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert!(pipe.metadata().unwrap().file_type().is_fifo(), "it was replaced");
        let read = reader.unwrap().wait_with_output().unwrap();
        assert!(stdout(&read).starts_with("534678912"), "{}", stdout(&read));
    }
}

#[test]
fn the_listed_puzzles_of_the_shared_data_are_unique() {
    for list in ["sudoku/hardest_1106_sample.txt", "sudoku/16x16_gecode.txt", "sudoku/hardest11.txt"] {
        let Some(path) = shared_data(list) else { return };
        let output = jigsat(&["sudoku", "solve", path.to_str().unwrap(), "--unique", "--format", "json"], "");
        assert_eq!(code(&output), 0, "{list}");
        assert!(stdout(&output).lines().all(|line| line.contains(r#""unique":true"#)), "{list}");
    }
}

#[test]
fn lists_and_counts() {
    let listed =
        jigsat(&["sudoku", "solve", "puzzles/sudoku/ambiguous.yaml", "--all", "--format", "json"], "");
    assert_eq!(code(&listed), 0);
    let solutions = stdout(&listed).lines().count() - 1;
    let counted = stdout(&jigsat(&["count", "puzzles/sudoku/ambiguous.yaml", "--format", "json"], ""));
    assert!(counted.contains(&format!(r#""count":{solutions},"#)), "{counted}");
    assert!(counted.contains(r#""complete":true"#), "{counted}");
    let limited = jigsat(&["count", "puzzles/sudoku/ambiguous.yaml", "--limit", "1"], "");
    assert_eq!(
        (code(&limited), stdout(&limited).lines().next().unwrap()),
        (3, "at least 1 solution, 1 up to symmetry (backtrack, encoding extended)")
    );
}

#[test]
fn all_engines_and_jobs_count_alike() {
    let empty = "kind: sudoku\nbox: 2x2\n";
    for options in [
        &["--engine", "backtrack"][..],
        &["--engine", "blocking"],
        &["--engine", "sat"],
        &["--jobs", "3"],
        &["--encoding", "triads", "--jobs", "2"],
        &["--solver", "minisat"],
    ] {
        let output = jigsat(&[&["sudoku", "count", "-"], options].concat(), empty);
        let counted = stdout(&output);
        assert!(counted.starts_with("288 solutions, 39 up to symmetry ("), "{options:?}: {counted}");
        assert_eq!(code(&output), 0, "{options:?}");
    }
}

#[test]
fn completions_and_manual_pages() {
    for shell in ["zsh", "fish", "powershell", "elvish"] {
        assert!(stdout(&jigsat(&["completions", shell], "")).contains("sudoku"), "{shell}");
    }
    // Names that depend on the family are completed, too: encodings, engines, formats, solvers.
    let bash = stdout(&jigsat(&["completions", "bash"], ""));
    for names in [
        "sudoku",
        "\"auto placement naive pairs cell\"",
        "auto states backtrack",
        "json smt2",
        "auto minisat",
    ] {
        assert!(bash.contains(names), "no completion to {names}");
    }
    assert!(stdout(&jigsat(&["man"], "")).starts_with(".ie"));
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(code(&jigsat(&["man", "--folder", folder.path().to_str().unwrap()], "")), 0);
    assert!(folder.path().join("jigsat-sudoku-solve.1").exists());
}

#[test]
fn every_verb_has_an_example_in_its_long_help() {
    for verb in [
        "solve", "count", "check", "encode", "trace", "decode", "explain", "rate", "generate", "show",
        "compare",
    ] {
        let help = stdout(&jigsat(&["sudoku", verb, "--help"], ""));
        assert!(
            help.contains("Example") && help.contains(&format!("jigsat sudoku {verb}")),
            "{verb}: {help}"
        );
    }
}

#[test]
fn the_help_of_every_family_describes_the_same_verbs() {
    for family in jigsat_workbench::families() {
        let help = stdout(&jigsat(&[&family.info().name, "-h"], ""));
        assert!(
            help.contains("solve     Finds a solution;") || help.contains("solve    Finds a solution;"),
            "{help}"
        );
        let long = stdout(&jigsat(&[&family.info().name, "--help"], ""));
        assert!(long.contains("By default, ") && long.contains("--engine sat"), "{long}");
        let maker = help.lines().find(|line| line.starts_with("  generate  "));
        assert_eq!(maker.is_some(), family.generator_options().is_some(), "{help}");
        let is_described = |line: &str| ["Makes ", "Cuts "].iter().any(|verb| line[12..].starts_with(verb));
        assert!(maker.is_none_or(is_described), "{help}");
    }
}

#[test]
fn literals_that_are_negated_otherwise() {
    for literal in ["-r1c2=4", "~r1c2=4", "not r1c2=4"] {
        let words = ["encode", "puzzles/sudoku/tiny.yaml", "--propagate", "--assume", literal];
        let refused = jigsat(&words, "");
        assert_eq!(code(&refused), 2);
        assert!(stderr(&refused).contains(", their negations like !r1c1=1"), "{}", stderr(&refused));
    }
}

/// A page that doesn't come with jigsat, named by its path.
#[test]
fn a_genre_of_anybodys_page() {
    let page = "docs/src/guide/crosses.qprop";
    let made = jigsat(&["generate", page, "--size", "5x5", "--seed", "3"], "");
    assert_eq!(code(&made), 0, "{}", stderr(&made));
    let board = stdout(&made);
    let solved = |words: &[&str]| {
        let solved = jigsat(words, &board);
        assert_eq!(code(&solved), 0, "{words:?}: {}", stderr(&solved));
        let record: serde_json::Value = serde_json::from_str(&stdout(&solved)).expect("a record");
        assert_eq!((&record["family"], &record["unique"]), (&"crosses".into(), &true.into()), "{record}");
    };
    solved(&["solve", page, "-", "--unique", "--format", "json"]);
    solved(&["solve", "--unique", "--format=json", page, "-"]);
    solved(&[page, "solve", "-", "--unique", "--format", "json"]);
    solved(&[page, "-", "--unique", "--checked", "--format", "json"]);
    solved(&["solve", page, "-", "--unique", "--format", "json", "--memory", "1GiB"]);
    assert!(stdout(&jigsat(&["hint", page, "-"], &board)).contains("the cells beside it are shaded"));

    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let refused = |words: &[&str], why: &str| {
        let refused = jigsat(words, &board);
        assert_eq!(code(&refused), 2, "{words:?}: {}", stdout(&refused));
        assert!(stderr(&refused).contains(why), "{words:?}: {}", stderr(&refused));
    };
    let text = std::fs::read_to_string(common::root().join(page)).expect("it is there");
    std::fs::write(path("taken.qprop"), text.replace("genre crosses", "genre tapa")).unwrap();
    refused(&["solve", &path("taken.qprop"), "-"], "taken.qprop:4:7: the genre 'tapa' comes with jigsat");
    std::fs::write(path("wrong.qprop"), text.replace(". shade(b)", ". shode(b)")).unwrap();
    refused(&["solve", &path("wrong.qprop"), "-"], "there is no predicate, fact or macro 'shode'");
    refused(&["solve", &path("none.qprop"), "-"], "there is no such file");
    refused(&["solve", page], "<PUZZLE>");
}

/// Folders contain the page; a checker of a proof may name another page.
#[test]
fn proofs_tasks_and_batches_of_anybodys_page() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let crosses =
        std::fs::read_to_string(common::root().join("docs/src/guide/crosses.qprop")).expect("it is there");
    let (page, other, board) = (path("crosses.qprop"), path("other.qprop"), path("board.txt"));
    std::fs::write(&page, &crosses).unwrap();
    // In this page, a cell doesn't count itself.
    std::fs::write(&other, crosses.replace("b = c or near", "near")).unwrap();
    std::fs::write(&board, "4 4\n1 3 - 2\n2 3 3 3\n2 3 4 -\n- - 2 2\n").unwrap();
    let run = |words: &[&str], expected: i32| {
        let output = jigsat(words, "");
        assert_eq!(code(&output), expected, "{words:?}: {}{}", stdout(&output), stderr(&output));
        stdout(&output) + &stderr(&output)
    };

    let proof = path("proof");
    run(&["solve", &page, &board, "--unique", "--proof", &proof], 0);
    std::fs::remove_file(&page).unwrap();
    let checked = run(&["check-proof", &proof], 0);
    assert!(checked.contains("of crosses by the page blake3:"), "{checked}");
    run(&["check-proof", &proof, "--puzzle", &board], 0);
    std::fs::write(&page, &crosses).unwrap();
    run(&["check-proof", &proof, "--puzzle", &board, "--page", &page], 0);
    let refused = run(&["check-proof", &proof, "--puzzle", &board, "--page", &other], 1);
    assert!(refused.contains("not proven"), "{refused}");
    run(&["solve", "sudoku/tiny", "--unique", "--proof", &path("sudoku")], 0);
    let refused = run(&["check-proof", &path("sudoku"), "--puzzle", "sudoku/tiny", "--page", &page], 2);
    assert!(refused.contains("sudoku comes with jigsat: its puzzles need no page"), "{refused}");

    let (tasks, open) = (path("tasks"), path("open.txt"));
    std::fs::write(&open, "4 4\n1 3 - -\n- - - 3\n2 - 4 -\n- - - 2\n").unwrap();
    run(&["cubes", &page, &open, "--for", "count", "--count", "4", "--out", &tasks], 0);
    std::fs::remove_file(&page).unwrap();
    run(&["run-task", &tasks, "1-4"], 0);
    assert!(run(&["gather", &tasks], 0).starts_with("56 solutions"));
    let manifest = path("tasks/manifest.json");
    let text = std::fs::read_to_string(&manifest).unwrap();
    std::fs::write(&manifest, text.replace("b = c or near", "near")).unwrap();
    assert!(run(&["gather", &tasks], 2).contains("was changed"));

    std::fs::write(&page, &crosses).unwrap();
    let results = path("results.jsonl");
    let batch = |page: &str| run(&["batch", &board, "--family", page, "--unique", "--out", &results], 0);
    let lines = || std::fs::read_to_string(&results).unwrap();
    batch(&page);
    assert!(lines().contains("\"family\":\"crosses\"") && lines().contains("\"unique\":true"), "{}", lines());
    batch(&page);
    assert_eq!(lines().lines().count(), 1, "it was done already");
    let told = run(&["schema", "--page", &page, "crosses-solve"], 0);
    assert!(told.contains("\"title\": \"jigsat crosses-solve: what crosses solve prints\""), "{told}");
    let told = run(&["schema", "--page", &page], 0);
    assert!(told.contains("crosses-generate "), "{told}");
    let shared = path("shared.jsonl");
    let shares = ["--scheduler", "parallel", "--dry-run"];
    run(&[&["batch", &board, "--family", &page, "--out", &shared], &shares[..]].concat(), 3);
    std::fs::remove_file(&page).unwrap();
    run(&["run-task", &path("shared.jsonl.tasks/1"), "1"], 0);
    run(&["gather", &path("shared.jsonl.tasks/1")], 0);
    assert!(std::fs::read_to_string(&shared).unwrap().contains("\"family\":\"crosses\""));
    let told = run(&["batch", &board, "--family", &page], 2);
    assert!(told.contains("crosses.qprop: there is no such file"), "{told}");
    let none = path("none.jsonl");
    let told = run(&["batch", &board, "--family", "nothing", "--out", &none], 2);
    assert!(told.contains("there is no family 'nothing'"), "{told}");
    assert!(!std::fs::exists(&none).unwrap(), "nothing was asked");
    run(&[&["batch", &board, "--family", "nothing", "--out", &none], &shares[..]].concat(), 2);
    assert!(!std::fs::exists(&none).unwrap(), "nothing was dealt");
    let told = run(&["batch", &board, "--family", "takuzu"], 2);
    assert!(told.contains("board.txt:2:3: found '3', expected a number from 0 to 1"), "{told}");
}

#[test]
fn trace_tells_each_step_of_a_search() {
    let trace = |puzzle: &str, more: &[&str]| jigsat(&[&["trace", puzzle], more].concat(), "");
    for (puzzle, expected) in [
        ("puzzles/slitherlink/tiny.yaml", 0),
        ("puzzles/sudoku/tiny.yaml", 0),
        ("puzzles/tiling/shape-fitting.txt", 0),
        ("puzzles/fillomino/tiny.yaml", 0),
        ("puzzles/edge-matching/four-squares.yaml", 0),
        ("puzzles/sokoban/tiny.xsb", 0),
        ("docs/src/course/pigeons.qprop", 1),
    ] {
        let output = trace(puzzle, &["--conflicts", "2000"]);
        assert_eq!(code(&output), expected, "{puzzle}: {}{}", stdout(&output), stderr(&output));
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("conflict.svg").to_str().unwrap().to_owned();
    let pigeons = "docs/src/course/pigeons.qprop";
    let drawn = trace(pigeons, &["--svg", &file]);
    assert_eq!(code(&drawn), 1, "{}", stderr(&drawn));
    let svg = std::fs::read_to_string(&file).expect("the picture was written");
    assert!(svg.contains("Learned clause 1: !sits(1,1)"), "{svg}");
    // One decision, two pigeons that can't have its hole, and two that get the other one.
    assert_eq!((svg.matches("<rect").count(), svg.matches("class=\"arrow\"").count()), (5, 6));
    assert_eq!(code(&trace(pigeons, &["--svg", &file])), 2, "it is replaced");
    let beyond = trace(pigeons, &["--svg", "none.svg", "--conflict", "3"]);
    assert_eq!(code(&beyond), 2);
    assert!(stderr(&beyond).contains("there is no conflict 3 to draw; there were 2"), "{}", stderr(&beyond));
    let hard = ["--encoding", "minimal", "--conflicts", "3"];
    let stopped = trace("puzzles/sudoku/hard.yaml", &hard);
    assert_eq!(code(&stopped), 3);
    assert!(stdout(&stopped).contains("\nunknown: conflict limit reached ("), "{}", stdout(&stopped));
    let stopped = trace("puzzles/sudoku/hard.yaml", &["--steps", "30"]);
    assert_eq!(code(&stopped), 3);
    let said = stdout(&stopped);
    assert!(said.contains("\nunknown: step limit reached (0 decisions, 30 propagations, "), "{said}");
    assert_eq!(said.lines().count(), 31, "{said}");
    let dropped =
        trace("docs/src/course/two.yaml", &["--encoding", "minimal", "--drop", "row", "--drop", "column"]);
    assert_eq!(code(&dropped), 1, "{}", stdout(&dropped));
    assert!(stdout(&dropped).contains("refused: the referee says: "), "{}", stdout(&dropped));
}

#[test]
fn rate_draws_a_marker_for_each_step() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (drawn, none) = (file("steps.svg"), file("none.svg"));
    let rated = jigsat(&["rate", "puzzles/sudoku/tiny.yaml", "--svg", &drawn], "");
    assert_eq!(code(&rated), 0, "{}", stderr(&rated));
    let steps: usize = stdout(&rated).split(' ').nth(1).and_then(|word| word.parse().ok()).expect("a number");
    let svg = std::fs::read_to_string(&drawn).expect("the picture was written");
    // The legend also has one of each kind.
    assert_eq!(svg.matches("<polygon").count(), steps + 2);
    assert!(svg.contains("4x4, a first lesson: reasons of each step"));
    assert_eq!(
        code(&jigsat(&["rate", "puzzles/sudoku/tiny.yaml", "--svg", &drawn], "")),
        2,
        "it is replaced"
    );
    // Without steps there is nothing to draw.
    let ambiguous = jigsat(&["rate", "puzzles/sudoku/ambiguous.yaml", "--svg", &none], "");
    assert!(stdout(&ambiguous).contains("not unique") && !std::path::Path::new(&none).exists());
}

#[test]
fn options_of_a_family_go_without_naming_it() {
    let moves = jigsat(&["solve", "puzzles/sokoban/tiny.xsb", "--optimal", "moves", "--no-times"], "");
    assert!(stdout(&moves).contains("fewest moves"), "{}{}", stdout(&moves), stderr(&moves));
    let unturned = jigsat(&["count", "puzzles/edge-matching/four-squares.yaml", "--rotate", "never"], "");
    let counted = stdout(&unturned);
    assert!(counted.starts_with("4 solutions, 4 up to symmetry ("), "{counted}{}", stderr(&unturned));
    let level = std::fs::read_to_string(root().join("puzzles/sokoban/tiny.xsb")).expect("it is there");
    let typed = jigsat(&["-", "--optimal", "moves", "--format", "plain"], &level);
    assert_eq!((code(&typed), stdout(&typed).lines().count()), (0, 1), "{}", stderr(&typed));
    // Options that the puzzle's own family does not know stay an error.
    let foreign = jigsat(&["solve", "puzzles/sudoku/tiny.yaml", "--optimal", "moves"], "");
    assert_eq!(code(&foreign), 2);
    assert!(stderr(&foreign).contains("--optimal is an option of sokoban"), "{}", stderr(&foreign));
}

#[test]
fn the_help_of_a_family_names_its_encodings_and_engines() {
    let help = stdout(&jigsat(&["fillomino", "solve", "-h"], ""));
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for names in ["lazy, tree-binary, tree-unary, warshall", "rules, hybrid, backtrack, blocking, sat"] {
        assert!(help.contains(names), "{names}: {help}");
    }
}

#[test]
fn compare_has_a_row_for_each_combination() {
    let args =
        ["sudoku", "compare", "puzzles/sudoku/tiny.yaml", "--amo", "pairwise,ladder", "--format", "csv"];
    let output = jigsat(&args, "");
    assert_eq!(code(&output), 0);
    let said = stdout(&output);
    let rows: Vec<Vec<&str>> = said.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 1 + 4 * 2 * 4);
    let column = |name: &str| rows[0].iter().position(|&head| head == name).expect("the column is there");
    let of = |encoding: &str, amo: &str| {
        let row = rows.iter().find(|row| row[0] == encoding && row[1] == amo).expect("the row is there");
        row[column("clauses")].parse::<usize>().expect("a number")
    };
    assert_eq!(of("course", "pairwise"), 404);
    assert!(of("extended", "ladder") > of("extended", "pairwise"));
    assert!(rows[1..].iter().all(|row| row[column("answer")] == "solved"), "{said}");
    let sized =
        jigsat(&[&args[..], &["--sizes", "2x2,2x3", "--solvers", "minisat", "--seeds", "1"]].concat(), "");
    assert_eq!(stdout(&sized).lines().count(), 1 + 2 * 4 * 2);
}

#[test]
fn both_engines_agree_on_boards_with_none_one_and_several_solutions() {
    let seventeen = "1....4...2..........5.4.7..8...3....1.9....3..4..2...5.1........8.6...";
    let mut lines = String::new();
    for (seed, place) in (0..40).zip((0..81).cycle().step_by(7)) {
        let made = jigsat(&["sudoku", "generate", "--seed", &seed.to_string(), "--format", "plain"], "");
        let line = stdout(&made).trim().to_owned();
        let digit = seventeen.as_bytes()[place % seventeen.len()].max(b'1');
        let mut more = line.clone();
        more.replace_range(place..=place, &char::from(digit).to_string());
        let mut fewer = line.clone();
        let given = line.find(|char: char| char.is_ascii_digit()).expect("there are givens");
        fewer.replace_range(given..=given, ".");
        lines.extend([&line, "\n", &more, "\n", &fewer, "\n"]);
    }
    let verdicts = |engine: &str| {
        let args = ["sudoku", "solve", "-", "--unique", "--format", "json", "--engine", engine];
        let said = stdout(&jigsat(&args, &lines));
        let verdict =
            |line: &str| (line.contains(r#""unique":true"#), line.contains(r#""status":"impossible""#));
        said.lines().map(verdict).collect::<Vec<_>>()
    };
    let fast = verdicts("fast");
    assert_eq!(fast, verdicts("sat"));
    for kind in [(true, false), (false, true), (false, false)] {
        assert!(fast.iter().filter(|&&verdict| verdict == kind).count() >= 10, "{kind:?}");
    }
}

/// The end of an address is read as the address, whatever part of it was copied.
#[test]
fn ends_of_addresses_are_addresses() {
    let whole = stdout(&jigsat(&["show", "https://puzz.link/p?slither/5/5/cbcbcddad"], ""));
    for end in [
        "p?slither/5/5/cbcbcddad",
        "?slither/5/5/cbcbcddad",
        "slither/5/5/cbcbcddad",
        "p.html?slither/5/5/cbcbcddad",
    ] {
        let output = jigsat(&["show", end], "");
        assert_eq!((code(&output), stdout(&output)), (0, whole.clone()), "{end}: {}", stderr(&output));
    }
    for other in ["slither/5/x", "no/such/file", "puzzles/5/none"] {
        assert!(stderr(&jigsat(&["show", other], "")).contains("there is no such file"), "{other}");
    }
}

/// `rate` prints a line for each puzzle of a collection, and pictures are numbered.
#[test]
fn collections_are_rated_and_drawn() {
    let boards = "# One\n1...34....2....4\n# Two\n..1..1..4....4..\n";
    let output = jigsat(&["sudoku", "rate", "-"], boards);
    let lines: Vec<String> = stdout(&output).lines().map(str::to_owned).collect();
    assert!(
        lines.len() == 2 && lines[0].starts_with("1 One: ") && lines[1].starts_with("2 Two: "),
        "{lines:?}"
    );
    let folder = tempfile::tempdir().expect("a folder can be made");
    let svg = folder.path().join("boards.svg");
    for verb in ["show", "rate"] {
        let output = jigsat(&["sudoku", verb, "-", "--force", "--svg", svg.to_str().expect("text")], boards);
        assert_eq!(stderr(&output), "", "{verb}");
        let drawn = std::fs::read_to_string(folder.path().join("boards-1.svg")).expect("it is written");
        assert!(drawn.starts_with("<svg") && !svg.exists(), "{verb}: {drawn:.60}");
    }
    assert!(folder.path().join("boards-2.svg").exists());
}

/// `trace` decides what it is told, stops where it is told, goes forward and back, and searches without learning.
#[test]
fn a_search_is_led_by_hand() {
    const DINNER: &str = "docs/src/course/dinner.qprop";
    let trace = |words: &[&str], input: &str| {
        let output = jigsat(&[&["qprop", "trace", DINNER], words].concat(), input);
        (code(&output), stdout(&output) + &stderr(&output))
    };
    let (status, said) = trace(&["--decide", "comes(dee),!comes(eve)", "--until", "!comes(ann)"], "");
    assert_eq!(status, 0, "{said}");
    assert!(said.starts_with("   1 level 1: decide comes(dee)\n"), "{said}");
    assert!(said.ends_with("level 1: comes(dee), comes(fay), !comes(eve), !comes(ann)\n"), "{said}");
    let (_, said) = trace(&["--until", "conflict"], "");
    assert!(said.ends_with("violated: eve and fay do not both come\n"), "{said}");
    let (_, at) = trace(&["--at", "7"], "");
    assert_eq!(at, said, "the conflict is step 7");
    let (_, said) = trace(&["--walk"], "7\nb\n\nq\n");
    let shown: Vec<&str> = said.lines().filter(|line| line.starts_with("after step ")).collect();
    assert_eq!(
        shown,
        ["after step 0 of 15:", "after step 7 of 15:", "after step 6 of 15:", "after step 7 of 15:"]
    );
    let (_, said) = trace(&["--walk"], "comes(fay)\nc\nnobody\n");
    assert!(said.contains("after step 6 of 15:") && said.contains("after step 7 of 15:"), "{said}");
    assert!(said.contains("there is no such step"), "{said}");
    let (_, said) = trace(&["--no-learning"], "");
    assert!(said.contains("back to level 3: try !comes(cy)\n") && !said.contains("learn"), "{said}");
    assert!(said.contains("2 conflicts"), "the same one a second time: {said}");
    let (_, said) = trace(&["--watched"], "");
    assert!(said.contains("    watch "), "{said}");
    for (words, why) in [
        (["--decide", "comes(gus)"], "comes(gus)"),
        (["--until", ","], "expected literals or 'conflict'"),
        (["--until", "nobody"], "nobody"),
    ] {
        let (status, said) = trace(&words, "");
        assert!(status == 2 && said.contains(why), "{said}");
    }
    let (status, said) = {
        let output = jigsat(&["qprop", "trace", "docs/src/course/pigeons.qprop", "--no-learning"], "");
        (code(&output), stdout(&output))
    };
    assert!(status == 1 && said.contains("both values of each decision lead to a conflict"), "{said}");
}
