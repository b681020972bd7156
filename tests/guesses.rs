//! Texts that name no family: the likeliest reading is answered, a note says what else they could be, and if the likeliest
//! one is impossible, the others are asked for by name.

mod common;

use common::{code, jigsat, stderr, stdout};

/// A Nurikabe whose rows are no Sudoku.
const NURIKABE: &str = "........1.\n1..2...3..\n.........3\n..3...2...\n.3........\n...5..2...\n.........2\n2.1....1..\n.1..4.....\n........1.\n";

/// A Hashi whose islands may be the numbers of a Slitherlink.
const HASHI: &str = "2.3.2\n.....\n..3.2\n.....\n1.2.1\n";

const SUDOKU: &str =
    "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n";

#[test]
fn an_impossible_reading_is_not_answered_if_others_are_left() {
    for words in [&["solve", "-"][..], &["solve", "-", "-q"], &["count", "-"], &["show", "-"], &["-"]] {
        let output = jigsat(words, NURIKABE);
        assert_eq!((code(&output), stdout(&output).as_str()), (2, ""), "{words:?}");
        let told = stderr(&output);
        assert!(told.contains("has no solution as a puzzle of sudoku, but could be one of"), "{told}");
        assert!(told.contains("jigsat nurikabe -") && told.contains("jigsat sudoku -"), "{told}");
    }
    let named = jigsat(&["nurikabe", "solve", "-", "--unique"], NURIKABE);
    assert_eq!(code(&named), 0, "{}", stderr(&named));
    let record = jigsat(&["solve", "-", "--format", "json"], NURIKABE);
    assert_eq!(code(&record), 2);
    assert!(stdout(&record).contains(r#""status":"error""#), "{}", stdout(&record));
    let folder = tempfile::tempdir().expect("a folder can be made");
    std::fs::write(folder.path().join("board.txt"), NURIKABE).expect("it is written");
    let batch = jigsat(&["batch", folder.path().to_str().expect("it is text")], "");
    assert!(stderr(&batch).contains("has no solution as a puzzle of sudoku"), "{}", stderr(&batch));
    assert_eq!(stdout(&batch), "");
}

/// The note is for people, beside an answer that stays as it is.
#[test]
fn a_note_says_what_else_a_text_could_be() {
    let output = jigsat(&["solve", "-", "--no-times"], HASHI);
    let told = stderr(&output);
    assert!(told.contains("note: -: read as a puzzle of ") && told.contains("jigsat hashi -"), "{told}");
    let quiet = jigsat(&["solve", "-", "--no-times", "-q"], HASHI);
    assert_eq!((stderr(&quiet).as_str(), stdout(&quiet)), ("", stdout(&output)));
    for format in ["json", "yaml"] {
        let data = jigsat(&["solve", "-", "--format", format], HASHI);
        assert_eq!((code(&data), stderr(&data).as_str()), (code(&output), ""), "{format}");
    }
}

#[test]
fn a_sudoku_stays_one() {
    let line = SUDOKU.replace('\n', "");
    let spaced = SUDOKU.chars().map(|cell| format!("{cell} ")).collect::<String>().replace("\n ", "\n");
    for text in [SUDOKU, &line, &spaced] {
        let output = jigsat(&["solve", "-", "--unique"], text);
        assert_eq!((code(&output), stderr(&output).as_str()), (0, ""), "{text}");
        assert!(stdout(&output).contains("solved, unique"), "{}", stdout(&output));
    }
    // A repeated digit: a line of 81 characters is of no other family.
    let output = jigsat(&["solve", "-"], &line.replace("53..7", "55..7"));
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert!(stdout(&output).contains("impossible"), "{}", stdout(&output));
    let output = jigsat(&["solve", "-"], &SUDOKU.replace("53..7", "55..7"));
    let told = stdout(&output) + &stderr(&output);
    assert!(told.contains("impossible") || told.contains("has no solution as a puzzle of sudoku"), "{told}");
    let output = jigsat(&["solve", "puzzles/sudoku/impossible.yaml"], "");
    assert_eq!((code(&output), stderr(&output).as_str()), (1, ""));
}

/// Several genres have rooms with numbers. As a Chocona or a Nanro, this Heyawake has many solutions; as any other of them, none.
#[test]
fn the_only_family_with_one_solution_is_the_likeliest() {
    let board = "5 5\n3 - - 1 -\n- - - - -\n- 1 - - -\n- - 3 - -\n- - - - -\n\nA A A B B\nA A A A B\nA C D A A\nA A E A A\nA E E E E\n";
    // How many are tried is a matter of time, which a busy machine may lack; Chocona is among the first.
    let solve = |_| jigsat(&["solve", "-", "--unique"], board);
    let output = (0..5).map(solve).find(|output| stdout(output).contains("solved, unique"));
    let told = stderr(&output.expect("one of five times is enough"));
    assert!(told.contains("read as a puzzle of heyawake; it could also be one of chocona"), "{told}");
}

/// Boards that only one genre can read are of that genre.
#[test]
fn words_of_one_genre_name_it() {
    for (genre, board) in
        [("castle-wall", "- - - -\n- - - 0<x\n- - - -\n- - - -\n"), ("nonogram", "rows\n1\n\ncolumns\n1\n")]
    {
        let output = jigsat(&["solve", "-", "--format", "json"], board);
        assert!(stdout(&output).contains(&format!(r#""family":"{genre}""#)), "{genre}: {}", stderr(&output));
    }
}

/// Two boards of a genre, one below the other, are also the columns and rows of a Nonogram.
#[test]
fn several_boards_of_a_genre_are_a_reading_too() {
    let takuzu = "- 1 - -\n- 1 0 1\n- - 1 0\n0 - - 1\n";
    let output = jigsat(&["solve", "-"], &format!("{takuzu}\n{takuzu}"));
    assert_eq!((code(&output), stdout(&output).as_str()), (2, ""));
    let told = stderr(&output);
    assert!(told.contains("several families") && told.contains("jigsat takuzu -"), "{told}");
    let named = jigsat(&["takuzu", "solve", "-"], &format!("{takuzu}\n{takuzu}"));
    assert_eq!(code(&named), 0, "{}", stderr(&named));
}

/// The first numbers of a Hidato look like the size of an edge-matching puzzle, and its rows like pieces.
#[test]
fn rows_of_four_numbers_need_not_be_pieces() {
    let hidato = "10 9 1 -\n8 - 3 4\n- - - -\n13 - 6 -\n";
    let output = jigsat(&["solve", "-", "--unique"], hidato);
    assert!(stdout(&output).contains("solved, unique"), "{}{}", stdout(&output), stderr(&output));
    assert!(!stderr(&output).contains("edge-matching"), "{}", stderr(&output));
}

/// An option says whose it is, if the puzzle is of another family.
#[test]
fn options_of_other_families_are_named() {
    for (words, told) in [
        (
            &["solve", "--optimal", "pushes", "puzzles/sudoku/hard.yaml"][..],
            "--optimal is an option of sokoban, but puzzles/sudoku/hard.yaml is a puzzle of sudoku",
        ),
        (
            &["sudoku", "--optimal=pushes", "sudoku/hard"],
            "--optimal is an option of sokoban, but sudoku has none; --help lists its options",
        ),
        (&["sudoku", "solve", "sudoku/hard", "--optimal"], "--optimal is an option of sokoban"),
        (&["solve", "sudoku/hard", "--optimum", "pushes"], "unexpected argument '--optimum' found"),
        (&["sokoban", "solve", "sokoban/first", "--optimum", "pushes"], "'--optimal'"),
    ] {
        let output = jigsat(words, "");
        assert_eq!(code(&output), 2, "{words:?}");
        assert!(stderr(&output).contains(told), "{words:?}: {}", stderr(&output));
    }
}
