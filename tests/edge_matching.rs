//! Edge-matching through the command.

mod common;

use common::{code, jigsat, shared_data, snapshots, stderr, stdout};

const FOUR_SQUARES: &str = "puzzles/edge-matching/four-squares.yaml";

fn answer(args: &[&str], input: &str) -> (i32, String) {
    let output = jigsat(&[&["edge-matching"], args].concat(), input);
    (code(&output), stdout(&output) + &stderr(&output))
}

#[test]
fn counts_of_four_squares() {
    for engine in ["backtrack", "sat"] {
        for encoding in ["located", "placement", "two-level", "counted", "compact"] {
            let options = ["--engine", engine, "--encoding", encoding];
            let count = |more: &[&str]| answer(&[&["count", FOUR_SQUARES], &options[..], more].concat(), "");
            let by = if engine == "sat" { "sat, glucose" } else { engine };
            let said = |counts: &str| (0, format!("{counts} ({by}, encoding {encoding})\n"));
            assert_eq!(count(&[]), said("72 solutions, 18 up to symmetry"));
            let unturned = count(&["--rotate", "never"]);
            assert_eq!(unturned, said("4 solutions, 4 up to symmetry"));
        }
    }
}

#[test]
fn all_are_listed_one_of_each_turn_or_apart() {
    for (turns, expected) in [("one", 18), ("apart", 72)] {
        let (status, text) =
            answer(&["solve", FOUR_SQUARES, "--all", "--turns", turns, "--format", "plain"], "");
        assert_eq!((status, text.lines().count()), (0, expected), "{turns}");
        for line in text.lines().take(3) {
            assert_eq!(answer(&["check", FOUR_SQUARES, line], ""), (0, "legal and complete\n".into()));
        }
    }
}

#[test]
fn formulas_of_four_squares() {
    snapshots("edge-matching").bind(|| {
        for encoding in ["located", "placement", "two-level", "compact"] {
            let (status, text) = answer(&["encode", FOUR_SQUARES, "--encoding", encoding], "");
            assert_eq!(status, 0, "{text}");
            insta::assert_snapshot!(format!("four-squares-{encoding}"), text);
        }
        let (_, counted) = answer(
            &["encode", "puzzles/edge-matching/impossible.yaml", "--encoding", "counted", "--rule", "count"],
            "",
        );
        insta::assert_snapshot!("odd-counted", counted);
        let (_, dimacs) =
            answer(&["encode", FOUR_SQUARES, "--encoding", "located", "--format", "dimacs"], "");
        insta::assert_snapshot!("four-squares-located-dimacs", dimacs);
    });
}

#[test]
fn every_solver_solves_by_every_encoding() {
    for encoding in ["placement", "two-level", "counted", "compact"] {
        for solver in ["minisat", "batsat", "glucose", "cadical"] {
            let puzzle = "puzzles/edge-matching/framed.yaml";
            let args =
                ["solve", puzzle, "--encoding", encoding, "--solver", solver, "--unique", "--no-times"];
            let (status, text) = answer(&args, "");
            if text.contains("this build has no") {
                continue;
            }
            assert_eq!(status, 0, "{encoding} {solver}: {text}");
            assert!(text.contains("solved, unique"), "{encoding} {solver}: {text}");
        }
    }
}

#[test]
fn the_clue_puzzles_of_eternity_ii() {
    for clue in ["clue1", "clue3"] {
        let Some(path) = shared_data(&format!("edge-matching/clues/{clue}.em")) else { continue };
        let path = path.to_string_lossy().into_owned();
        let (status, text) = answer(&["solve", &path, "--format", "json", "--timeout", "60s"], "");
        assert_eq!(status, 0, "{text}");
        assert_eq!(answer(&["check", &path, "-"], &text), (0, "legal and complete\n".into()));
    }
}

#[test]
fn a_generated_puzzle_is_solved_from_the_standard_input() {
    let (status, made) = answer(
        &["generate", "--size", "6x6", "--frame-colors", "3", "--inner-colors", "4", "--seed", "1"],
        "",
    );
    assert_eq!(status, 0, "{made}");
    let again = answer(
        &["generate", "--size", "6x6", "--frame-colors", "3", "--inner-colors", "4", "--seed", "1"],
        "",
    );
    assert_eq!(again.1, made);
    let (status, text) = answer(&["solve", "-", "--format", "yaml"], &made);
    assert_eq!(status, 0, "{text}");
}

#[test]
fn an_impossible_board_is_explained_or_matched_as_far_as_can_be() {
    let puzzle = "puzzles/edge-matching/impossible.yaml";
    let (status, text) = answer(&["solve", puzzle, "--no-times"], "");
    assert_eq!(
        (status, text.as_str()),
        (1, "impossible: 3 inner edges have colour 2: an odd number cannot be paired (counting)\n")
    );
    let output = jigsat(&["edge-matching", "solve", puzzle, "--best", "--format", "json", "--no-times"], "");
    assert_eq!(code(&output), 0);
    let json = stdout(&output);
    assert!(json.contains(r#""status":"partial""#), "{json}");
    assert!(json.contains(r#""matched":3,"edges":4,"bound":3"#), "{json}");
    assert!(stderr(&output).contains("3 of 4 agree: 2x2:"), "{}", stderr(&output));
}

#[test]
fn a_dropped_rule_shows_what_it_was_for() {
    let args = ["solve", FOUR_SQUARES, "--encoding", "located", "--drop", "agree", "--no-times"];
    let (status, text) = answer(&args, "");
    assert!(text.starts_with("without agree: ") && text.contains(" shows "), "{status} {text}");
}

#[test]
fn what_a_solver_answers_is_decoded() {
    // Pieces 2 3 over 4 1, not turned, in the notes' numbering: l from 1, r from 17, m from 33.
    let pieces = [[1, 3, 4, 2], [4, 3, 2, 1], [1, 2, 4, 3], [4, 1, 2, 3]];
    let mut literals: Vec<usize> = (0..4).map(|piece| 17 + 4 * piece).collect();
    for (square, piece) in [1, 2, 3, 0].into_iter().enumerate() {
        literals.push(1 + 4 * square + piece);
        literals.extend((0..4).map(|edge| 33 + 4 * (4 * square + edge) + pieces[piece][edge] - 1));
    }
    let words = |literals: &[usize]| literals.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
    let args =
        ["decode", FOUR_SQUARES, "-", "--encoding", "located", "--turns", "apart", "--format", "plain"];
    let model = format!("s SATISFIABLE\nv {} 0\n", words(&literals));
    assert_eq!(answer(&args, &model), (0, "2x2:2+0,3+0,4+0,1+0\n".into()));
    // If rotations count as one, piece 1 must lie in the first corner.
    let (status, text) = answer(&["decode", FOUR_SQUARES, "-", "--encoding", "located"], &model);
    assert!(text.contains("piece 1 lies in r1c1 (otherwise rotate the whole board)"), "{status} {text}");
}

#[test]
fn bad_usage_and_bad_input() {
    for (args, expected) in [
        (vec!["generate", "--size", "99x99"], "a board of 99x99 is too large, expected at most 1024 cells"),
        (vec!["generate", "--inner-colors", "0"], "expected 1 to 999 colours inside"),
        (vec!["compare", "puzzles/edge-matching/framed.yaml", "--sizes", "3x3"], "no frame"),
        (vec!["compare", FOUR_SQUARES, "--sizes", "99x99"], "expected 1 to 1024 cells"),
        (vec!["solve", FOUR_SQUARES, "--best", "--all"], "cannot be used with"),
        (
            vec!["count", FOUR_SQUARES, "--engine", "fast"],
            "there is no engine 'fast'; edge-matching has: backtrack, blocking, sat",
        ),
    ] {
        let (status, text) = answer(&args, "");
        assert_eq!(status, 2, "{args:?}: {text}");
        assert!(text.contains(expected), "{args:?}: {text}");
    }
    let (status, text) = answer(&["solve", "-"], "2 2\n1 2 3 4\n");
    assert_eq!(status, 2);
    assert!(text.contains("-:2:8: found 1 pieces, expected 4 for a board of 2x2"), "{text}");
}

#[test]
fn the_family_is_found_from_the_content() {
    let output = jigsat(&["count", "-"], "2 2\n3 1 2 4\n3 4 1 2\n2 1 3 4\n1 4 3 2\n");
    assert_eq!(
        stdout(&output),
        "72 solutions, 18 up to symmetry (backtrack, encoding placement)\n",
        "{}",
        stderr(&output)
    );
    let drawn = stdout(&jigsat(&["show", FOUR_SQUARES], ""));
    let output = jigsat(&["count", "-"], &drawn);
    assert_eq!(
        stdout(&output),
        "72 solutions, 18 up to symmetry (backtrack, encoding placement)\n",
        "{}",
        stderr(&output)
    );
}
