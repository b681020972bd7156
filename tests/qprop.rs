//! QPROP from the command line: snapshots of groundings, and the output of the verbs.

mod common;

use common::{code, jigsat, snapshots, stderr, stdout};

/// A model of the library with its data, for a verb and more words.
fn qprop(verb: &str, model: &str, data: &str, more: &[&str]) -> std::process::Output {
    let model = format!("puzzles/qprop/{model}.qprop");
    let data = format!("puzzles/qprop/{data}.yaml");
    let mut words = vec!["qprop", verb, &model];
    if !data.ends_with("/.yaml") {
        words.extend(["--data", &data]);
    }
    words.extend(more);
    jigsat(&words, "")
}

#[test]
fn backtracking_takes_over_where_solutions_are_easy() {
    for (model, engine) in [("latin", "(backtrack, "), ("edge-matching", "(sat, ")] {
        let output = qprop("count", model, "", &["--limit", "50"]);
        let told = stdout(&output);
        assert!(
            told.starts_with("at least 50 solutions") && told.contains(engine),
            "{told} {}",
            stderr(&output)
        );
    }
}

#[test]
fn groundings() {
    snapshots("qprop").bind(|| {
        for (model, data) in [
            ("four-squares", "four-squares"),
            ("sudoku", "sudoku"),
            ("queens", ""),
            ("magic", ""),
            ("colouring", "petersen"),
            ("chessboard", ""),
            ("sokoban", "sokoban"),
            ("fillomino", "fillomino"),
            ("latin", ""),
            ("pentominoes", "pentominoes-5x5"),
        ] {
            let output = qprop("encode", model, data, &[]);
            assert_eq!(code(&output), 0, "{}", stderr(&output));
            insta::assert_snapshot!(model, stdout(&output));
        }
    });
}

#[test]
fn check_takes_whatever_solve_prints() {
    for format in ["text", "plain", "json", "yaml"] {
        let solved = qprop("solve", "four-squares", "four-squares", &["--format", format]);
        let words = ["qprop", "check", "puzzles/qprop/four-squares.qprop"];
        let data = ["--data", "puzzles/qprop/four-squares.yaml", "-"];
        let checked = jigsat(&[&words[..], &data[..]].concat(), &stdout(&solved));
        assert_eq!(stdout(&checked), "legal and complete\n", "{format}: {}", stderr(&checked));
        assert_eq!(code(&checked), 0);
    }
}

/// A solver takes long to find the referee's hidden atoms here: one more pigeon than there are holes.
#[test]
fn check_obeys_its_limit() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let model = folder.path().join("pigeons.qprop");
    let text = "sort A = 1..15\nsort B = 1..14\npred p\npred h(a: A, b: B)\nassert p \"p\": p\n\
        assert sits \"{a} sits\": forall a: A . exists b: B . h(a, b)\n\
        assert one \"one in {b}\": forall b: B . atmost 1 a: A . h(a, b)\nshow p\n";
    std::fs::write(&model, text).expect("it can be written");
    let model = model.to_str().expect("its path is text");
    let output = jigsat(&["qprop", "check", model, "-", "--timeout", "100ms", "--format", "json"], "p");
    assert_eq!(code(&output), 3, "{}{}", stdout(&output), stderr(&output));
    assert!(
        stdout(&output).contains(r#""status":"unknown","legal":true,"complete":false"#),
        "{}",
        stdout(&output)
    );
}

#[test]
fn check_finds_the_hidden_atoms_or_says_that_there_are_none() {
    let check = |atoms: &str| {
        let words = [
            "qprop",
            "check",
            "puzzles/qprop/four-squares.qprop",
            "--data",
            "puzzles/qprop/four-squares.yaml",
        ];
        let output = jigsat(&[&words[..], &["-"]].concat(), atoms);
        (code(&output), stdout(&output) + &stderr(&output))
    };
    // Pieces 2 and 3 over 4 and 1, not turned; then with two of them exchanged.
    let (status, said) = check("l(1,2) l(2,3) l(3,4) l(4,1) r(1,0) r(2,0) r(3,0) r(4,0)");
    assert_eq!((status, said.as_str()), (0, "legal and complete\n"));
    let (status, said) = check("l(1,3) l(2,2) l(3,4) l(4,1) r(1,0) r(2,0) r(3,0) r(4,0)");
    assert_eq!(
        (status, said.as_str()),
        (1, "not legal: assert 'agree' or one before it is broken, whatever m is\n")
    );
    let (status, said) = check("l(1,2) l(1,9)");
    assert_eq!((status, said.as_str()), (1, "not legal: the model has no atom l(1,9)\n"));
    let (status, said) = check("l(1,2) m(1,1,1)");
    assert_eq!((status, said.as_str()), (1, "not legal: the model doesn't show m(1,1,1)\n"));
    let (status, said) = check("l(1,2");
    assert!(status == 2 && said.contains("-:1:6: found end of line, expected ')'"), "{said}");
}

#[test]
fn decode_reads_the_answer_of_a_solver() {
    let words = ["qprop", "decode", "puzzles/qprop/queens.qprop", "-"];
    let dimacs = stdout(&qprop("encode", "queens", "", &["--format", "dimacs"]));
    assert!(dimacs.contains("c var 1 q(1,1)"), "{dimacs}");
    let queens = [4, 2, 7, 3, 6, 8, 5, 1];
    let cells = queens.iter().flat_map(|&queen| (1..=8).map(move |column| column == queen));
    let literals: Vec<String> =
        cells.zip(1..).map(|(is_queen, var)| format!("{}{var}", if is_queen { "" } else { "-" })).collect();
    let output = jigsat(&words, &format!("s SATISFIABLE\nv {} 0\n", literals.join(" ")));
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(stdout(&output), "q(1,4) q(2,2) q(3,7) q(4,3) q(5,6) q(6,8) q(7,5) q(8,1)\n");
    let wrong = literals.join(" ").replacen("-1 ", "1 ", 1);
    let output = jigsat(&words, &format!("s SATISFIABLE\nv {wrong} 0\n"));
    assert_eq!(code(&output), 1);
    assert_eq!(stdout(&output), "the answer violates: row 1 has exactly one queen\n");
}

#[test]
fn a_model_is_recognised_without_its_family() {
    let output = jigsat(&["count", "puzzles/qprop/queens.qprop"], "");
    assert_eq!(
        (code(&output), stdout(&output).as_str()),
        (0, "92 solutions (backtrack, minisat, encoding model)\n")
    );
}

#[test]
fn bad_files_are_bad_input() {
    for words in [
        vec!["qprop", "solve", "puzzles/qprop/queens.qprop", "--data", "puzzles/qprop/none.yaml"],
        vec!["qprop", "solve", "puzzles/qprop/queens.qprop", "--data", "puzzles/qprop"],
        vec!["qprop", "solve", "puzzles/qprop/queens.qprop", "--max-clauses", "50"],
        vec!["qprop", "solve", "docs/src/course/exercises/maze.qprop"],
        vec!["qprop", "generate"],
    ] {
        let output = jigsat(&words, "");
        assert_eq!(code(&output), 2, "{words:?}: {}", stderr(&output));
        assert!(stderr(&output).starts_with("error: "), "{}", stderr(&output));
    }
}

/// The model of a statement about the edges of a graph with an odd node or edge, its data, and its number of solutions.
const ODD_GRAPHS: &[(&str, &str, u64)] = &[
    (
        "paths e: E along joins ends v: V | mark(v) by mark(v) . x(e)",
        "joins: [[1, 1, 2]]\nmark: [[3, 1], [4, 1]]",
        0,
    ),
    ("paths e: E along joins ends v: V | mark(v) by mark(v) . x(e)", "joins: [[1, 1, 2]]\nmark: [[3, 1]]", 0),
    (
        "paths e: E along joins ends v: V | mark(v) by mark(v) . x(e)",
        "joins: [[1, 1, 2], [2, 2, 2]]\nmark: [[1, 1], [2, 1]]",
        1,
    ),
    ("regions e: E along joins root v: V | mark(v) . x(e)", "joins: [[1, 1, 2]]\nmark: [[1, 1]]", 0),
    ("regions e: E along joins size 2 . x(e)", "joins: [[1, 1, 2], [2, 3, 3]]\nmark: []", 0),
    ("loop e: E along joins . x(e)", "joins: [[1, 1, 1]]\nmark: []", 0),
    ("loop e: E along joins . x(e)", "joins: [[1, 1, 2], [2, 1, 2], [3, 2, 2]]\nmark: []", 1),
];

/// 'Impossible' is proven and certified, and solutions are accepted, for nodes without edges and edges from a node to itself.
#[test]
fn odd_graphs_are_solved_and_proven_alike() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = |name: &str| folder.path().join(name).to_str().expect("it is text").to_owned();
    let (model, data) = (path("model.qprop"), path("data.yaml"));
    for (number, (statement, facts, expected)) in ODD_GRAPHS.iter().enumerate() {
        let text = format!(
            "sort V = 1..4\nsort E = 1..4\nfact joins(e: E, a, b: V)\nfact mark(v: V) -> V\npred x(e: E)\n\
             assert only \"{{e}} is there\": forall e: E . (exists a, b: V . joins(e, a, b)) or not x(e)\n\
             assert c \"as stated\": {statement}\n"
        );
        std::fs::write(&model, text).expect("it can be written");
        std::fs::write(&data, facts).expect("it can be written");
        for graph in ["lazy", "tree"] {
            let what = format!("{statement} with {facts}, {graph}");
            let of = ["--data", &data, "--graph", graph];
            let run = |words: &[&str]| jigsat(&[words, &of[..]].concat(), "");
            let counted = run(&["qprop", "count", &model]);
            assert_eq!(
                stdout(&counted).split(' ').next(),
                Some(expected.to_string().as_str()),
                "{what}: {}",
                stderr(&counted)
            );
            let proof = path(&format!("proof-{number}-{graph}"));
            let solved = run(&["qprop", "solve", &model, "--unique", "--proof", &proof, "--format", "json"]);
            let status = i32::from(*expected != 1);
            assert_eq!(code(&solved), status, "{what}: {}", stderr(&solved));
            if *expected <= 1 {
                let checked = jigsat(&["check-proof", &proof, "--puzzle", &model, "--data", &data], "");
                assert_eq!(code(&checked), 0, "{what}: {}{}", stdout(&checked), stderr(&checked));
            }
            if *expected == 0 {
                let certified = run(&["qprop", "solve", &model, "--checked"]);
                assert_eq!(code(&certified), 1, "{what}: {}", stderr(&certified));
            } else {
                let answer = run(&["qprop", "solve", &model, "--format", "json"]);
                let checked = jigsat(&["qprop", "check", &model, "--data", &data, "-"], &stdout(&answer));
                assert_eq!(stdout(&checked), "legal and complete\n", "{what}: {}", stderr(&checked));
            }
        }
    }
}

/// What the referee calls illegal: the answers that were given before nodes without edges counted.
#[test]
fn boards_of_one_cell_are_impossible() {
    for (genre, board) in [("numberlink", "1"), ("shikaku", "-")] {
        for more in [&[][..], &["--graph", "tree"], &["--checked"]] {
            let solved = jigsat(&[&[genre, "solve", "-"], more].concat(), board);
            assert_eq!(code(&solved), 1, "{genre}: {}{}", stdout(&solved), stderr(&solved));
        }
    }
    for (genre, board) in [("shikaku", "1"), ("shikaku", "?")] {
        let solved = jigsat(&[genre, "solve", "-", "--unique"], board);
        assert_eq!(code(&solved), 0, "{genre}: {}{}", stdout(&solved), stderr(&solved));
    }
}
