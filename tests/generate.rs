//! New puzzles: many at once, of one difficulty.

mod common;

use common::{code, jigsat, stderr, stdout};

/// Each puzzle belongs to its own seed, and all can be read again, from YAML as well as from lines.
#[test]
fn many_puzzles_are_read_again() {
    let make = |more: &[&str]| {
        let output = jigsat(&[&["nurikabe", "generate", "--size", "5x5"], more].concat(), "");
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        stdout(&output)
    };
    let alone: Vec<String> = ["4", "5", "6"].iter().map(|seed| make(&["--seed", seed])).collect();
    let many = make(&["--seed", "4", "--count", "3"]);
    assert_eq!(many, alone.join("---\n"));
    assert_eq!(make(&["--seed", "4", "--count", "3", "--jobs", "2"]), many);
    let lines = make(&["--seed", "4", "--count", "3", "--format", "plain"]);
    for text in [many, lines] {
        let output = jigsat(&["solve", "-", "--unique"], &text);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert_eq!(stdout(&output).matches("solved, unique").count(), 3, "{}", stdout(&output));
    }
}

/// 25 cells are no regions of four: that is said at once, and no other board of the size is tried.
#[test]
fn a_size_without_boards_is_told() {
    let made = jigsat(&["four-cells", "generate", "--size", "5x5"], "");
    assert_eq!((code(&made), &*stderr(&made)), (2, "error: there is no Four Cells board of 5x5\n"));
    let empty = format!("kind: four-cells\nboard: |\n{}", "  - - - - -\n".repeat(5));
    let told = jigsat(&["explain", "-", "--format", "json"], &empty);
    assert_eq!(code(&told), 1, "{}", stderr(&told));
    let said = "25 cells, which can't be divided into regions of 4 cells";
    assert!(stdout(&told).contains(said), "{}", stdout(&told));
}

/// No unshaded number may occur twice: random boards like that are rare, and other solutions show which numbers to
/// change.
#[test]
fn hitori_of_the_usual_size_is_made() {
    for seed in ["1", "2", "3"] {
        let made = jigsat(&["hitori", "generate", "--seed", seed], "");
        assert_eq!(code(&made), 0, "{}", stderr(&made));
        let solved = jigsat(&["solve", "-", "--unique", "--quiet"], &stdout(&made));
        assert!(code(&solved) == 0 && stdout(&solved).contains("solved, unique"), "{}", stdout(&solved));
    }
}

/// A malformed document of YAML is an error of its own, at its place in the file.
#[test]
fn a_malformed_document_is_one_of_several() {
    let puzzle = "kind: takuzu\nboard: |\n  1 -\n  - 1\n";
    let text = format!("# two boards\n---\n{puzzle}---\nkind: takuzu\nboard: |\n  1 7\n  - 1\n---\n{puzzle}");
    let output = jigsat(&["solve", "-", "--format", "json"], &text);
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    let text = stdout(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() == 3 && lines[1].contains(r#""line":10"#), "{lines:#?}");
    assert!(lines[2].contains(r#""index":3"#), "{lines:#?}");
}

#[test]
fn all_are_as_hard_as_asked_for() {
    for (family, word) in [("sudoku", "medium"), ("akari", "easy"), ("slitherlink", "medium")] {
        let size: &[&str] = if family == "sudoku" { &[] } else { &["--size", "5x5"] };
        let words: &[&str] = &[family, "generate", "--difficulty", word, "--count", "2", "--format", "plain"];
        let made = jigsat(&[words, size].concat(), "");
        assert_eq!(code(&made), 0, "{}", stderr(&made));
        let output = jigsat(&[family, "rate", "-"], &stdout(&made));
        let text = stdout(&output);
        let rated: Vec<&str> = text.lines().collect();
        assert!(rated.len() == 2 && rated.iter().all(|line| line[3..].starts_with(word)), "{rated:#?}");
    }
    let words: &[&str] = &["edge-matching", "generate", "--difficulty", "medium", "--size"];
    let output = jigsat(&[words, &["2x2", "--unique"]].concat(), "");
    assert_eq!(code(&output), 0, "rotations of the board are one solution: {}", stderr(&output));
    let output = jigsat(&[words, &["4x4", "--inner-colors", "3", "--frame-colors", "0"]].concat(), "");
    assert_eq!(code(&output), 3);
    let told = "none gives a medium puzzle (the last one has several solutions";
    assert!(stderr(&output).contains(told), "{}", stderr(&output));
    let output = jigsat(&["sokoban", "generate", "--difficulty", "easy"], "");
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("there are no steps to rate"), "{}", stderr(&output));
}

/// Puzzles made before a limit are kept, and the end says that there are fewer than asked for.
#[test]
fn a_limit_leaves_what_was_made() {
    let output =
        jigsat(&["sudoku", "generate", "--count", "1000000", "--timeout", "500ms", "--format", "plain"], "");
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    let made = stdout(&output).lines().count();
    let how_many = if made == 0 { "found no puzzle".to_owned() } else { format!("found only {made}") };
    assert!(stderr(&output).contains(&format!("{how_many}: time limit reached")), "{}", stderr(&output));
    assert!(stdout(&output).lines().all(|line| line.len() == 81));
}
