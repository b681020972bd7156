//! The tiling family through the command: formats, pictures, bad input, visible results.

mod common;

use common::{code, jigsat, root, shared_data, snapshots, stderr, stdout};

fn tiling(args: &[&str], input: &str) -> std::process::Output {
    jigsat(&[&["tiling"], args].concat(), input)
}

#[test]
fn the_worked_example_as_text() {
    snapshots("tiling").bind(|| {
        for encoding in ["placement", "naive", "pairs", "cell"] {
            let text = tiling(&["encode", "puzzles/tiling/shape-fitting.txt", "--encoding", encoding], "");
            assert_eq!(code(&text), 0, "{}", stderr(&text));
            insta::assert_snapshot!(format!("shape-fitting-{encoding}"), stdout(&text));
        }
        let args = ["encode", "puzzles/tiling/shape-fitting.txt", "--format", "dimacs"];
        insta::assert_snapshot!("shape-fitting-dimacs", stdout(&tiling(&args, "")));
        // Its formula is too long to read: only the table, whose fingerprints cover every clause.
        let text = stdout(&tiling(&["encode", "puzzles/tiling/two-boards.yaml"], ""));
        let table: Vec<&str> = text.lines().take_while(|line| !line.starts_with("==")).collect();
        insta::assert_snapshot!("two-boards", table.join("\n"));
    });
}

#[test]
fn a_repeated_cell_is_a_warning() {
    let output = tiling(&["count", "puzzles/tiling/shape-fitting-repeated.txt"], "");
    assert_eq!(stdout(&output), "1 solution, 1 up to symmetry (frontier)\n");
    assert!(stderr(&output).contains("shape 1 (A) repeats 1 of its cells"), "{}", stderr(&output));
    assert_eq!(code(&output), 0);
}

#[test]
fn check_takes_whatever_solve_prints() {
    for puzzle in ["shape-fitting.txt", "two-boards.yaml", "soma.yaml", "tetrominoes.yaml", "given.txt"] {
        let puzzle = format!("puzzles/tiling/{puzzle}");
        for format in ["text", "plain", "json", "yaml"] {
            let solved = tiling(&["solve", &puzzle, "--format", format], "");
            assert_eq!(code(&solved), 0, "{puzzle} {format} {}", stderr(&solved));
            let checked = tiling(&["check", &puzzle, "-"], &stdout(&solved));
            assert_eq!(stdout(&checked), "legal and complete\n", "{puzzle} {format} {}", stderr(&checked));
        }
    }
}

#[test]
fn engines_agree() {
    for puzzle in
        ["shape-fitting.txt", "shape-fitting-impossible.txt", "pentominoes-3x20.yaml", "mutilated-8x8.yaml"]
    {
        let puzzle = format!("puzzles/tiling/{puzzle}");
        let count = |more: &[&str]| {
            let said = stdout(&tiling(&[&["count", &puzzle], more].concat(), ""));
            let (counts, by) = said.split_once(" (").expect("it says what counted");
            (counts.to_owned(), by.to_owned())
        };
        let (known, _) = count(&[]);
        for engine in ["backtrack", "frontier", "bitboard"] {
            let (counts, by) = count(&["--engine", engine]);
            assert!(counts == known && by.starts_with(engine), "{puzzle} {engine}: {counts} ({by}");
        }
    }
}

#[test]
fn the_engine_that_answers_is_named() {
    let by = |puzzle: &str, verb: &str| {
        let puzzle = format!("puzzles/tiling/{puzzle}");
        let text = stdout(&tiling(&[verb, &puzzle, "--format", "json"], ""));
        text.split("\"engine\":\"")
            .nth(1)
            .and_then(|rest| rest.split('"').next())
            .unwrap_or_default()
            .to_owned()
    };
    assert_eq!(by("mutilated-20x20.yaml", "solve"), "colouring");
    assert_eq!(by("mutilated-12x12.yaml", "count"), "colouring");
    assert_eq!(by("dominoes-8x8.yaml", "count"), "frontier");
    assert_eq!(by("pentominoes-6x10.yaml", "solve"), "bitboard");
    let large =
        ["generate", "--size", "20x20", "--pieces", "57", "--cut", "straight", "--any", "--seed", "2"];
    let solved = stdout(&tiling(&["solve", "-", "--format", "json"], &stdout(&tiling(&large, ""))));
    assert!(solved.contains("\"status\":\"solved\"") && solved.contains("\"engine\":\"beam\""), "{solved}");
    let refused = tiling(&["count", "puzzles/tiling/soma.yaml", "--engine", "beam"], "");
    assert_eq!(stderr(&refused), "error: engine 'beam' finds one solution and cannot count\n");
}

/// Three cells stand out below the board, and two pieces are narrow enough to cover them: the beam search can't find
/// that out.
#[test]
fn a_solver_refutes_large_boards() {
    let mut text = format!(
        "kind: tiling\nrotate: false\nmirror: false\nboard: |\n{}",
        "  ....................\n".repeat(20)
    );
    text +=
        "  ###.#####.#####.####\npieces:\n- {name: a, shape: '#'}\n- {name: b, cells: [[0, 0], [0, 1]]}\n";
    for (rows, columns) in (2..=6).flat_map(|rows| (2..=6).map(move |columns| (rows, columns))) {
        let row = format!("    {}\n", "#".repeat(columns));
        text += &format!("- name: p{rows}{columns}\n  shape: |\n{}", row.repeat(rows));
    }
    let refuted = tiling(&["solve", "-", "--no-times"], &text);
    let said = stdout(&refuted);
    assert!(said.starts_with("impossible: there is no solution (sat, "), "{said} {}", stderr(&refuted));
    assert_eq!(code(&refuted), 1);
}

#[test]
fn rotation_never_always_and_as_a_fallback() {
    let text = "W = 2\nH = 3\nshapes = [[(0,0),(1,0),(2,0)], [(0,0),(0,1)]]";
    let with = |rotate: &[&str]| {
        let output = tiling(&[&["solve", "-", "--format", "json"], rotate].concat(), text);
        (code(&output), stdout(&output).contains("\"rotation\":90"))
    };
    assert_eq!(with(&["--rotate", "always"]), (0, true));
    // A piece that fits only after a rotation is not an error if it may be rotated.
    assert_eq!(with(&["--rotate", "fallback"]), (0, true));
    assert_eq!(with(&["--rotate", "never"]).0, 2);
    let text = "W = 3\nH = 3\nshapes = [[(0,0),(1,0),(2,0)], [(0,0),(0,1),(0,2)]]";
    let with = |rotate: &str| {
        let output = tiling(&["solve", "-", "--format", "json", "--rotate", rotate], text);
        (code(&output), stdout(&output).contains("\"rotation\":90"))
    };
    assert_eq!(with("never"), (1, false));
    assert_eq!(with("fallback"), (0, true));
    assert_eq!(with("always").0, 0);
}

/// The other verbs are about one puzzle, and a proof would be about the wrong one.
#[test]
fn rotation_as_a_fallback_is_for_solving_and_counting() {
    let puzzle = "puzzles/tiling/shape-fitting-turned.txt";
    let fallback = |args: &[&str]| tiling(&[args, &["--rotate", "fallback"]].concat(), "");
    assert_eq!(stdout(&fallback(&["count", puzzle])), "4 solutions, 1 up to symmetry (frontier)\n");
    let some = stdout(&fallback(&["count", puzzle, "--limit", "3"]));
    assert!(some.starts_with("at least 3 solutions"), "{some}");
    let listed = stdout(&fallback(&["solve", puzzle, "--all", "--no-times"]));
    assert!(listed.ends_with("4 solutions, and no more (bitboard)\n"), "{listed}");
    let folder = tempfile::tempdir().expect("a folder can be made");
    let proof = folder.path().join("proof").display().to_string();
    for args in [
        &["explain", puzzle][..],
        &["hint", puzzle],
        &["rate", puzzle],
        &["encode", puzzle],
        &["trace", puzzle],
        &["compare", puzzle, "--solvers", "minisat"],
        &["decode", puzzle, "v -1 -2 -3 -4 -5 -6 -7 0"],
        &["check", puzzle, "A: rotation 0 at (0,0)"],
        &["solve", puzzle, "--checked"],
        &["solve", "puzzles/tiling/shape-fitting-impossible.txt", "--proof", &proof],
        &["count", "puzzles/tiling/shape-fitting-impossible.txt", "--proof", &proof],
    ] {
        let refused = fallback(args);
        assert_eq!(code(&refused), 2, "{args:?}: {}", stdout(&refused));
        assert!(stderr(&refused).contains("is for solve and count"), "{args:?}: {}", stderr(&refused));
    }
}

#[test]
fn bad_input_is_a_sentence_with_a_place() {
    for (text, message) in [
        ("W = 3\nH = 3\nshapes = [[(0,0)], []]", "3:20: shape 2 (B) is empty"),
        ("W = 3\nH = 3\nshapes = [[(0,-1)]]", "shape 1 (A): found the coordinate -1"),
        ("W = 3\nH = 3\nshapes = [[(0,1.5)]]", "shape 1 (A), y: found '1.5'"),
        ("W = 3\nH = 3\nshapes = [[(0,x)]]", "shape 1 (A), y: found 'x'"),
        ("W = 1\nH = 3\nshapes = [[(0,0),(1,0)]]", "no orientation of piece A fits on the board"),
        (
            "W = 1\nH = 2\nshapes = [[(0,0),(0,1),(0,2)]]",
            "piece A has 3 cells, more than the board, which has 2",
        ),
        ("W = 0\nH = 2\nshapes = [[(0,0)]]", "found W = 0"),
        ("W = 2\nshapes = [[(0,0)]]", "found no H"),
        ("W = 2\nH = 2\nshapes = [[(0,0)", "expected ',' or ']'"),
        ("W = 2\nH = 2\nshapes = __import__('os')", "found '_'"),
        ("kind: tiling\nboard: 3x3\nset: heptominoes", "found 'heptominoes', expected one of: tetrominoes"),
        ("kind: tiling\nboard: 3x3\npieces:\n- {name: a}", "found piece a without cells"),
        (
            "kind: tiling\nboard: 3x3\npieces:\n- {name: a, cells: [[0, -2]]}",
            "piece a: found the coordinate -2",
        ),
        ("kind: tiling\nboard: 0x3\npieces: []", "found '0x3'"),
        ("kind: tiling\npieces: []", "found no board"),
        ("kind: tiling\nboard: |\n  ..q\npieces: []", "found 'q'"),
        ("kind: tiling\nboard: 1000x1000\nset: pentominoes", "found 62760196 placements of pieces"),
        ("..!\n\nset: dominoes", "found '!'"),
        (
            "kind: tiling\nboard: |\n  ....\n  .a.a\npieces:\n- {name: a, shape: \"##\"}",
            "4:4: board: the given piece at r2c2 does not have the shape of piece a",
        ),
        ("....\n.a..\n\naa", "2:2: the given piece at r2c2 does not have the shape of piece a"),
        (
            "kind: tiling\nboard: 3x3\npieces:\n- {name: a, shape: \"#\", count: 1.5}",
            "expected a whole number",
        ),
        ("<?xml version='1.0'?><puzzle><voxel></puzzle>", "broken XML"),
        ("<?xml version='1.0'?><puzzle><gridType type='1'/><voxel/></puzzle>", "found the grid type 1"),
    ] {
        let output = tiling(&["solve", "-"], text);
        assert_eq!(code(&output), 2, "{text}: {}", stdout(&output));
        assert!(stderr(&output).contains(message), "{text}: {}", stderr(&output));
    }
}

#[test]
fn xmpuzzle_is_written_and_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("soma.xmpuzzle");
    let file = file.to_str().unwrap();
    let written = tiling(&["show", "puzzles/tiling/soma.yaml", "--format", "xmpuzzle", "--output", file], "");
    assert_eq!(code(&written), 0, "{}", stderr(&written));
    let counted = tiling(&["count", file], "");
    assert_eq!(stdout(&counted), "11520 solutions, 240 up to symmetry (bitboard)\n", "{}", stderr(&counted));
    let found = jigsat(&["count", file], "");
    assert_eq!(stdout(&found), stdout(&counted), "the family is found from the content");
}

#[test]
fn without_somewhere_a_packing_may_be_empty() {
    let args = ["solve", "puzzles/tiling/shape-fitting.txt", "--drop", "somewhere"];
    let output = tiling(&args, "");
    assert!(stdout(&output).contains("without somewhere:"), "{}", stdout(&output));
}

#[test]
fn facts_are_there() {
    let Some(path) = shared_data("tiling/counts.txt") else { return };
    let facts = std::fs::read_to_string(path).unwrap();
    let tests = std::fs::read_to_string(root().join("crates/tiling/tests/counts.rs")).unwrap();
    for line in facts.lines().filter(|line| !line.starts_with('#') && line.contains('|')) {
        let raw = line.split('|').nth(3).map_or("", str::trim);
        let with_underscores: String = raw
            .char_indices()
            .flat_map(|(index, char)| {
                let separates = index > 0 && (raw.len() - index) % 3 == 0;
                separates.then_some('_').into_iter().chain([char])
            })
            .collect();
        assert!(tests.contains(&with_underscores), "no test counts {line}");
    }
}
