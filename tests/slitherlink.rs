//! Slitherlink from the command line.

mod common;

use common::{code, jigsat, snapshots, stderr, stdout};

const TINY: &str = "puzzles/slitherlink/tiny.yaml";
/// A single cell.
const ONE: &str = "https://puzz.link/p?slither/1/1/g";
const EASY: &str = "puzzles/slitherlink/easy.yaml";

#[test]
fn encodings_of_a_3x3_board() {
    snapshots("slitherlink").bind(|| {
        for graph in ["lazy", "tree"] {
            let output = jigsat(&["slitherlink", "encode", TINY, "--graph", graph], "");
            insta::assert_snapshot!(format!("tiny-{graph}"), stdout(&output));
        }
    });
}

#[test]
fn pictures() {
    snapshots("slitherlink").bind(|| {
        let solved = jigsat(&["slitherlink", "solve", EASY, "--no-times"], "");
        insta::assert_snapshot!("easy-solved", stdout(&solved));
        let explained = jigsat(&["slitherlink", "explain", TINY], "");
        insta::assert_snapshot!("tiny-explained", stdout(&explained));
    });
}

#[test]
fn check_takes_whatever_solve_prints() {
    for puzzle in [TINY, EASY, "puzzles/slitherlink/ten.yaml"] {
        for format in ["text", "plain", "json", "yaml", "pzpr"] {
            let solved = jigsat(&["slitherlink", "solve", puzzle, "--format", format], "");
            let checked = jigsat(&["slitherlink", "check", puzzle, "-"], &stdout(&solved));
            assert_eq!(stdout(&checked), "legal and complete\n", "{format}: {}", stderr(&checked));
        }
    }
}

#[test]
fn flavours_solvers_and_engines_agree() {
    for puzzle in [TINY, EASY] {
        let expected = stdout(&jigsat(&["slitherlink", "solve", puzzle, "--format", "plain"], ""));
        for options in [
            &["--solver", "minisat"][..],
            &["--solver", "glucose"],
            &["--solver", "cadical"],
            &["--solver", "batsat"],
            &["--graph", "tree"],
            &["--graph", "tree", "--solver", "cadical", "--seed", "2"],
            &["--engine", "backtrack"],
        ] {
            let args = [&["slitherlink", "solve", puzzle, "--unique", "--format", "plain"], options].concat();
            let output = jigsat(&args, "");
            assert_eq!(code(&output), 0, "{options:?} on {puzzle}: {}", stderr(&output));
            assert_eq!(stdout(&output), expected, "{options:?} on {puzzle}");
        }
    }
    for options in [&[][..], &["--engine", "blocking"], &["--graph", "tree"], &["--jobs", "2"]] {
        let args = [&["slitherlink", "count", "puzzles/slitherlink/two-by-two.yaml"], options].concat();
        let counted = stdout(&jigsat(&args, ""));
        assert!(counted.starts_with("13 solutions, 4 up to symmetry ("), "{options:?}: {counted}");
    }
}

/// The first image of each may be still to come, but eight solutions at most are the same.
#[test]
fn a_part_of_the_solutions_up_to_symmetry() {
    for limit in 1_u64..13 {
        let number = limit.to_string();
        let args = [
            "slitherlink",
            "count",
            "puzzles/slitherlink/two-by-two.yaml",
            "--format",
            "json",
            "--limit",
            &number,
        ];
        let counted: serde_json::Value =
            serde_json::from_str(&stdout(&jigsat(&args, ""))).expect("it is JSON");
        let distinct = counted["distinct"].as_u64().expect("a number");
        assert!((limit.div_ceil(8)..=4).contains(&distinct), "{counted}");
    }
}

#[test]
fn rules_can_be_left_out() {
    for (rule, violation) in [("number", "is a"), ("dot", "the loop"), ("loop", "leaves")] {
        let args = ["slitherlink", "solve", "puzzles/slitherlink/ten.yaml", "--drop", rule];
        let said = stdout(&jigsat(&args, ""));
        assert!(said.contains(&format!("without {rule}:")) && said.contains(violation), "{rule}: {said}");
    }
}

#[test]
fn cuts_are_proven_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("proof").display().to_string();
    let solved = jigsat(&["slitherlink", "solve", EASY, "--unique", "--proof", &proof], "");
    assert_eq!(code(&solved), 0, "{}", stderr(&solved));
    let manifest = std::fs::read_to_string(format!("{proof}/manifest.json")).unwrap();
    assert!(manifest.contains(r#""graph_cuts":[{"graph":0,"breach":"#), "{manifest}");
    let checked = jigsat(&["check-proof", &proof, "--puzzle", EASY], "");
    assert_eq!(code(&checked), 0, "{}{}", stdout(&checked), stderr(&checked));
    let tree = jigsat(&["slitherlink", "solve", TINY, "--unique", "--checked", "--graph", "tree"], "");
    assert_eq!(code(&tree), 0, "{}", stderr(&tree));
}

/// For an encoding that is cut lazily, DIMACS has the tree: any solver's answer to it is the answer.
#[test]
fn the_answer_of_a_solver_is_read() {
    let dimacs = stdout(&jigsat(&["slitherlink", "encode", ONE, "--format", "dimacs"], ""));
    let variables: usize = dimacs
        .lines()
        .find_map(|line| line.strip_prefix("p cnf "))
        .and_then(|line| line.split(' ').next()?.parse().ok())
        .unwrap_or_else(|| panic!("{dimacs}"));
    assert!(variables > 4, "{dimacs}");
    let decode = |answer: &str| jigsat(&["slitherlink", "decode", ONE, "-"], answer);
    let none = "s SATISFIABLE\nv -1 -2 -3 -4".to_owned()
        + &(5..=variables).map(|var| format!(" -{var}")).collect::<String>()
        + " 0\n";
    let decoded = decode(&none);
    assert!(stdout(&decoded).contains("the answer violates"), "{}{}", stdout(&decoded), stderr(&decoded));
}

#[test]
fn the_family_is_found_from_the_content() {
    for text in [
        "3.2\n..1\n...\n",
        "A title\n. 3 2\n- 0 -\n",
        "https://puzz.link/p?slither/5/5/cbcbcddad\n",
        "http://pzv.jp/p.html?slitherlink/5/5/cbcbcddad\n",
        "pzprv3\nslither\n1\n1\n. \n0 0 \n0 \n0 \n",
    ] {
        let output = jigsat(&["solve", "-", "--format", "json"], text);
        assert!(
            stdout(&output).contains(r#""family":"slitherlink""#),
            "{text}: {}{}",
            stdout(&output),
            stderr(&output)
        );
    }
    let small = jigsat(&["solve", "-", "--format", "json"], "1234\n3412\n2143\n4321\n");
    assert!(stdout(&small).contains(r#""family":"sudoku""#), "{}{}", stdout(&small), stderr(&small));
}

/// Lines of digits above a row that fits are not a title.
#[test]
fn lines_of_a_sudoku_are_not_a_board() {
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let output = jigsat(&["solve", "-", "--format", "json"], &format!("{line}\n{line}\n12\n"));
    assert!(stdout(&output).starts_with(r#"{"schema":1,"family":"sudoku""#), "{}", stdout(&output));
    assert_eq!(code(&jigsat(&["slitherlink", "solve", "-"], &format!("{line}\n12\n"))), 2);
}

#[test]
fn bad_input_has_its_place() {
    for (text, parts) in [
        ("3.2\n0x1\n", &["-:2:2", "'x'", "0 to 3"][..]),
        ("p?slither/2/2/g!\n", &["-:1:16", "'!'"]),
        ("kind: slitherlink\ngrid: |\n  1.\n  x3\n", &["-:4:3", "'x'"]),
    ] {
        let output = jigsat(&["slitherlink", "solve", "-"], text);
        assert_eq!(code(&output), 2, "{text}: {}", stdout(&output));
        for part in parts {
            assert!(stderr(&output).contains(part), "{part:?} is missing in: {}", stderr(&output));
        }
    }
}

#[test]
fn the_loop_is_in_the_record_of_a_formula() {
    for flavour in ["lazy", "tree"] {
        let words = ["slitherlink", "encode", TINY, "--format", "json", "--graph", flavour];
        let record: serde_json::Value = serde_json::from_str(&stdout(&jigsat(&words, ""))).unwrap();
        let graph = serde_json::json!({
            "rule": "loop", "kind": "one loop", "nodes": 25, "edges": 40, "flavour": flavour, "cuts": 0,
        });
        assert_eq!(record["graphs"], serde_json::json!([graph]));
    }
}
