//! Fillomino from the command line.

mod common;

use common::{code, jigsat, shared_data, snapshots, stderr, stdout};

const TINY: &str = "puzzles/fillomino/tiny.yaml";
const EASY: &str = "puzzles/fillomino/easy.yaml";
const ENCODINGS: [&str; 4] = ["lazy", "tree-binary", "tree-unary", "warshall"];

#[test]
fn encodings_of_a_3x3_board() {
    snapshots("fillomino").bind(|| {
        for encoding in ENCODINGS {
            let output = jigsat(&["fillomino", "encode", TINY, "--encoding", encoding], "");
            insta::assert_snapshot!(format!("tiny-{encoding}"), stdout(&output));
        }
        let output = jigsat(&["fillomino", "encode", TINY, "--format", "smt2"], "");
        insta::assert_snapshot!("tiny-smt2", stdout(&output));
    });
}

#[test]
fn check_takes_whatever_solve_prints() {
    for puzzle in [TINY, EASY, "puzzles/fillomino/basic.yaml"] {
        for format in ["text", "plain", "json", "yaml"] {
            let solved = jigsat(&["fillomino", "solve", puzzle, "--format", format], "");
            let checked = jigsat(&["fillomino", "check", puzzle, "-"], &stdout(&solved));
            assert_eq!(stdout(&checked), "legal and complete\n", "{format}: {}", stderr(&checked));
        }
    }
}

#[test]
fn engines_encodings_and_solvers_agree() {
    for puzzle in [TINY, "puzzles/fillomino/guess.yaml", "puzzles/fillomino/sparse.yaml"] {
        let expected = stdout(&jigsat(&["fillomino", "solve", puzzle, "--format", "plain"], ""));
        let same = |options: &[&str]| {
            let args = [&["fillomino", "solve", puzzle, "--unique", "--format", "plain"], options].concat();
            let output = jigsat(&args, "");
            assert_eq!(code(&output), 0, "{options:?} on {puzzle}: {}", stderr(&output));
            assert_eq!(stdout(&output), expected, "{options:?} on {puzzle}");
        };
        for solver in ["minisat", "glucose", "cadical", "batsat"] {
            same(&["--solver", solver]);
        }
        same(&["--engine", "hybrid"]);
        if puzzle != "puzzles/fillomino/sparse.yaml" {
            same(&["--encoding", "tree-binary", "--seed", "3"]);
            same(&["--encoding", "tree-unary", "--seed", "3"]);
        }
    }
    let rules = ["fillomino", "solve", TINY, "--unique", "--engine", "rules", "--strategies", "forced"];
    let output = jigsat(&[&rules[..], &["--branch", "fewest", "--format", "json"]].concat(), "");
    assert!(stdout(&output).contains(r#""unique":true"#), "{}", stdout(&output));
}

#[test]
fn counts_are_the_same_by_every_engine() {
    for puzzle in ["puzzles/fillomino/split.yaml", TINY, "puzzles/fillomino/impossible.yaml"] {
        let count = |options: &[&str]| {
            let args = [&["fillomino", "count", puzzle, "--format", "json"], options].concat();
            let said = stdout(&jigsat(&args, ""));
            let start = said.find(r#""count":"#).unwrap_or_else(|| panic!("{options:?}: {said}"));
            said[start..].split(',').next().unwrap_or_default().to_owned()
        };
        let expected = count(&[]);
        assert_eq!(count(&["--engine", "backtrack"]), expected, "{puzzle}");
        for encoding in ENCODINGS {
            assert_eq!(count(&["--encoding", encoding]), expected, "{encoding} on {puzzle}");
        }
    }
}

/// The DIMACS of `lazy` has the cuts that were needed: the solution is a model, and a candidate of the base formula is
/// not.
#[test]
fn the_answer_of_a_solver_is_read() {
    let dimacs = stdout(&jigsat(&["fillomino", "encode", TINY, "--format", "dimacs"], ""));
    let plain = stdout(&jigsat(&["fillomino", "solve", TINY, "--format", "plain"], ""));
    let numbers: Vec<&str> = plain.split_whitespace().skip(2).collect();
    let answer = |numbers: &[&str]| {
        let mut literals = String::from("s SATISFIABLE\nv ");
        for line in dimacs.lines().filter_map(|line| line.strip_prefix("c var ")) {
            let (number, name) = line.split_once(' ').unwrap();
            let (cell, value) = name.split_once('=').unwrap();
            let (row, col) = cell.trim_start_matches('r').split_once('c').unwrap();
            let place = (row.parse::<usize>().unwrap() - 1) * 3 + col.parse::<usize>().unwrap() - 1;
            let sign = if numbers[place] == value { "" } else { "-" };
            literals.extend([sign, number, " "]);
        }
        literals + "0\n"
    };
    let args = ["fillomino", "decode", TINY, "-", "--format", "plain"];
    let decoded = jigsat(&args, &answer(&numbers));
    assert_eq!((code(&decoded), stdout(&decoded)), (0, plain.clone()), "{}", stderr(&decoded));
    let mut wrong = numbers.clone();
    wrong[1] = "9";
    let decoded = jigsat(&args, &answer(&wrong));
    assert_eq!(code(&decoded), 1);
    assert!(stdout(&decoded).starts_with("the answer violates: "), "{}", stdout(&decoded));
}

/// Also a rule whose clauses come while solving.
#[test]
fn rules_of_cuts_can_be_left_out() {
    for (rule, violation) in [("shut-in", "has only"), ("too-large", "cells")] {
        let output = jigsat(&["fillomino", "solve", "puzzles/fillomino/guess.yaml", "--drop", rule], "");
        let said = stdout(&output);
        assert!(said.contains(&format!("without {rule}:")), "{said}{}", stderr(&output));
        assert!(said.contains(violation), "{said}");
    }
}

#[test]
fn rates_and_logs() {
    let rate = ["fillomino", "rate", "puzzles/fillomino/guess.yaml", "--format", "json"];
    let said = stdout(&jigsat(&rate, ""));
    assert!(said.contains(r#""depth":2"#), "{said}");
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("steps.txt");
    let args = ["fillomino", "solve", EASY, "--engine", "rules", "--log", log.to_str().unwrap()];
    assert_eq!(code(&jigsat(&args, "")), 0);
    let steps = std::fs::read_to_string(&log).unwrap();
    assert_eq!(steps.lines().count(), 60, "{steps}");
    assert!(steps.contains(" forced, depth 0"), "{steps}");
    let again = jigsat(&args, "");
    assert_eq!(code(&again), 2, "the log is there already: {}", stderr(&again));
    assert_eq!(std::fs::read_to_string(&log).unwrap(), steps);
}

#[test]
fn bad_input_has_its_place() {
    for (text, parts) in [
        ("2 2\n1 .\n2 2\n", &["-:2:3", "'.'", "0 or '-'"][..]),
        ("2 2\n1 0 0\n", &["-:3:1", "found 3 cells", "4"]),
        ("101 2\n", &["-:1:1", "101"]),
        ("https://puzz.link/p?fillomino/2/2/g!\n", &["-:1:36", "'!'"]),
        ("https://puzz.link/p?fillomino/2/2/g\n", &["-:1:36", "the address ends after 1 of 4 cells"]),
        ("3x2:a?\n", &["-:1:6", "'?'"]),
        ("3x2#1234\n", &["-:1:4", "seed"]),
        ("kind: fillomino\ngrid: |\n  1 2\n  x 3\n", &["-:4:3", "'x'"]),
        ("kind: fillomino\nvariant: easy\ngrid: '1'\n", &["-:2:10", "'easy'", "challenging, basic"]),
        ("puzzle fillomino\nsize 2\nproblem\n1 -\n", &["found 1 rows", "2"]),
    ] {
        let output = jigsat(&["fillomino", "solve", "-"], text);
        assert_eq!(code(&output), 2, "{text}: {}", stdout(&output));
        for part in parts {
            assert!(stderr(&output).contains(part), "{part:?} is missing in: {}", stderr(&output));
        }
    }
    let none = jigsat(&["fillomino", "solve", "puzzles/fillomino/impossible.yaml"], "");
    assert_eq!(code(&none), 1);
    assert!(stdout(&none).contains("the group of 2s at r1c1 has only 1 cell"), "{}", stdout(&none));
    let blank = format!("100 100\n{}", "0 ".repeat(10_000));
    for args in [["encode", "-", "--encoding", "warshall"], ["solve", "-", "--encoding", "tree-unary"]] {
        let large = jigsat(&[&["fillomino"], &args[..]].concat(), &blank);
        assert_eq!(code(&large), 2, "{args:?}: {}", stderr(&large));
        assert!(stderr(&large).contains("literals"), "{args:?}: {}", stderr(&large));
    }
}

#[test]
fn the_basic_set_is_unique() {
    let Some(folder) = shared_data("fillomino/baron") else { return };
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            for variant in ["basic", "challenging"] {
                let args = ["fillomino", "solve", path.to_str().unwrap(), "--variant", variant, "--unique"];
                let output = jigsat(&args, "");
                assert_eq!(code(&output), 0, "{}: {}", path.display(), stdout(&output));
            }
        }
    }
}

#[test]
fn the_family_is_found_from_the_content() {
    for text in ["2 2\n1 0\n3 0\n", "https://puzz.link/p?fillomino/2/2/1i\n", "2x2:1c\n"] {
        let output = jigsat(&["solve", "-", "--format", "json"], text);
        assert!(stdout(&output).contains(r#""family":"fillomino""#), "{text}: {}", stderr(&output));
    }
    // Four numbers for each cell are the pieces of another family.
    let pieces = jigsat(&["solve", "-", "--format", "json"], "1 2\n0 1 0 0\n0 0 0 1\n");
    assert!(stdout(&pieces).contains(r#""family":"edge-matching""#), "{}", stderr(&pieces));
}

/// Uniqueness takes precedence over the share of empty cells, which is reported.
#[test]
fn generate_says_where_it_falls_short() {
    let said = |share: &str| {
        let output = jigsat(&["fillomino", "generate", "--size", "6x6", "--seed", "1", "--empty", share], "");
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        stderr(&output)
    };
    assert!(said("100%").contains(" of 36 cells are empty instead of 36, so that the solution stays unique"));
    assert_eq!(said("40%"), "");
}

/// The output of z3 for a script; `None`, with a message, if it isn't installed.
fn z3(script: &str) -> Option<String> {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("script.smt2");
    std::fs::write(&file, script).expect("it can be written");
    let Ok(output) = std::process::Command::new("z3").arg(&file).output() else {
        println!("skipped: there is no z3 on the path (pip install z3-solver)");
        return None;
    };
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn an_smt_solver_answers_and_decode_reads_it() {
    for (puzzle, expected) in
        [(TINY, 0), ("puzzles/fillomino/basic.yaml", 0), ("puzzles/fillomino/impossible.yaml", 1)]
    {
        let script = stdout(&jigsat(&["fillomino", "encode", puzzle, "--format", "smt2"], ""));
        let Some(answer) = z3(&script) else { return };
        let decoded = jigsat(&["fillomino", "decode", puzzle, "-"], &answer);
        assert_eq!(code(&decoded), expected, "{puzzle}: {answer}{}", stderr(&decoded));
        if expected == 0 {
            // These have one solution.
            let known = stdout(&jigsat(&["fillomino", "solve", puzzle, "--format", "plain"], ""));
            let plain = jigsat(&["fillomino", "decode", puzzle, "-", "--format", "plain"], &answer);
            assert_eq!(stdout(&plain), known, "{puzzle}");
        }
    }
}

#[test]
fn decode_reads_what_smt_solvers_print() {
    let solution = [3, 3, 1, 2, 3, 2, 2, 1, 2];
    let values = |numbers: [u16; 9]| {
        let pairs = (0..9).map(|cell| format!("(n_{cell} {})", numbers[cell]));
        format!("sat\n({})\n", pairs.collect::<Vec<_>>().join("\n "))
    };
    let error = "(error \"line 80 column 10: model is not available\")\n";
    let mut wrong = solution;
    wrong[3] = 1;
    for (answer, words, expected) in [
        (values(solution), "\u{2503} 2 \u{2503} 1 \u{2503} 2 \u{2503}", 0),
        (values(wrong), "the answer violates: ", 1),
        (format!("unsat\n{error}"), "the solver says: there is no solution", 1),
        (format!("unknown\n{error}"), "the solver gave up", 3),
        ("timeout\n".to_owned(), "the solver gave up", 3),
    ] {
        let decoded = jigsat(&["fillomino", "decode", TINY, "-"], &answer);
        assert_eq!(code(&decoded), expected, "{answer}: {}", stderr(&decoded));
        assert!(stdout(&decoded).contains(words), "{answer}: {}", stdout(&decoded));
    }
    let decoded = jigsat(&["fillomino", "decode", TINY, "-"], "sat\n((n_9 1))\n");
    assert_eq!(code(&decoded), 2);
    assert!(stderr(&decoded).contains("-:2:3: found n_9, expected n_0 to n_8"), "{}", stderr(&decoded));
    // A formula of its own has no encodings and flavours.
    let refused = jigsat(&["fillomino", "encode", TINY, "--format", "smt2", "--drop", "same"], "");
    assert_eq!(code(&refused), 2);
    assert!(stderr(&refused).contains("cannot be used with --format smt2"), "{}", stderr(&refused));
}

#[test]
fn strategies_are_named_as_the_guide_prints_them() {
    let guess = "puzzles/fillomino/guess.yaml";
    let steps = |strategies: &[&str]| {
        let words =
            [&["fillomino", "solve", guess, "--engine", "rules", "--log", "-", "--no-times"], strategies];
        let output = jigsat(&words.concat(), "");
        assert_eq!(code(&output), 0, "{strategies:?}: {}", stderr(&output));
        stdout(&output) + &stderr(&output)
    };
    let all = steps(&[]);
    assert!(all.contains("single-exit") && all.contains("forced"), "{all}");
    for same in [
        &["--strategies", "all"][..],
        &["--strategies", "single-exit,forced,reach"],
        &["--strategies", "single-exit, forced, reach"],
        &["--strategies", "single-exit", "--strategies", "forced,reach"],
    ] {
        assert_eq!(steps(same), all, "{same:?}");
    }
    let forced = steps(&["--strategies", "forced"]);
    assert!(!forced.contains("single-exit") && forced.contains("forced"), "{forced}");
    let none = steps(&["--strategies", "none"]);
    assert!(!none.contains("single-exit") && !none.contains("forced") && none.contains("guess"), "{none}");
    for wrong in ["exit", "none,forced", "all,forced", "forced,", ""] {
        let refused = jigsat(&["fillomino", "solve", guess, "--engine", "rules", "--strategies", wrong], "");
        assert_eq!(code(&refused), 2, "{wrong}");
        assert!(stderr(&refused).contains("single-exit"), "{wrong}: {}", stderr(&refused));
    }
}
