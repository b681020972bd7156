//! Files of other programs on the command line, and files that could be misread: an answer, or a sentence with the place.

mod common;

use common::{code, jigsat, stderr, stdout};

const LINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn rows(line: &str) -> Vec<&str> {
    (0..9).map(|row| &line[9 * row..9 * row + 9]).collect()
}

/// The families of these texts are recognised.
#[test]
fn sudoku_of_other_programs() {
    let list: Vec<String> = rows(LINE).iter().map(|row| format!("\"{row}\"")).collect();
    let dashes = LINE.replace('.', "-");
    let simple: Vec<String> =
        rows(LINE).iter().map(|row| format!("|{}|{}|{}|", &row[..3], &row[3..6], &row[6..])).collect();
    let bands: Vec<String> = simple.chunks(3).map(|band| band.join("\n")).collect();
    for text in [
        dashes.clone(),
        LINE.replace('.', "x"),
        rows(&dashes).join("\r\n"),
        format!("[{}]", list.join(",")),
        format!("*-----------*\n{}\n*-----------*\n", bands.join("\n|---+---+---|\n")),
        format!(
            "<?xml version=\"1.0\"?>\n<opensudoku>\n<game data=\"{}\"/>\n</opensudoku>\n",
            LINE.replace('.', "0")
        ),
    ] {
        let output = jigsat(&["solve", "-", "--unique", "--format", "plain"], &text);
        assert_eq!(code(&output), 0, "{text}\n{}", stderr(&output));
        assert_eq!(stdout(&output).trim(), SOLVED, "{text}");
    }
}

#[test]
fn digits_from_zero_are_kept() {
    let board = "0.2.\n..0.\n.0..\n2..0\n";
    let output = jigsat(&["solve", "-", "--all", "--format", "plain"], board);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    for line in stdout(&output).lines().filter(|line| line.len() == 16) {
        let given = board.chars().filter(|char| *char != '\n').zip(line.chars());
        assert!(given.clone().all(|(given, found)| given == '.' || given == found), "{line}");
        assert!(line.chars().all(|char| ('0'..='3').contains(&char)), "{line}");
    }
    let picture = jigsat(&["solve", "-"], board);
    let cells: String = stdout(&picture).lines().filter(|line| line.starts_with('┃')).collect();
    assert!(cells.contains('0') && !cells.contains('4'), "{}", stdout(&picture));
    let mixed = jigsat(&["sudoku", "solve", "-"], &format!("0.......9{}\n", ".".repeat(72)));
    assert_eq!(code(&mixed), 2);
    assert!(stderr(&mixed).contains("-:1:9: found 9 on a board that has 0"), "{}", stderr(&mixed));
}

#[test]
fn nonograms_of_other_programs() {
    let non = "width 3\nheight 3\nrows\n3\n\n3\ncolumns\n1,1\n1,1\n1,1\n";
    let words = "3 3\n1 1\n1 1\n1 1\n3\n\n3\n";
    let answers = [&["solve", "-"][..], &["nonogram", "solve", "-"]].map(|args| {
        let output = jigsat(
            &[args, &["--unique", "--format", "plain"]].concat(),
            if args.len() == 2 { non } else { words },
        );
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        stdout(&output)
    });
    assert!(answers[0].contains("[[1,1,1],[0,0,0],[1,1,1]]") && answers[0] == answers[1], "{answers:?}");
    let differ = jigsat(&["nonogram", "solve", "-"], "2 2\n1\n1\n2\n1\n");
    assert_eq!(code(&differ), 1);
    assert!(
        stdout(&differ).contains("the runs of the columns shade 2 cells, those of the rows 3"),
        "{}",
        stdout(&differ)
    );
}

#[test]
fn sokoban_letters_and_slc() {
    let slc = "<SokobanLevels><Title>T</Title><LevelCollection><Level Id=\"1\"><L>#####</L><L>#@$.#</L><L>#####</L></Level></LevelCollection></SokobanLevels>";
    for (text, moves) in [("#####\n#pb.#\n#####\n", "R"), (slc, "R")] {
        let output = jigsat(&["solve", "-", "--format", "plain"], text);
        assert_eq!((code(&output), stdout(&output).trim()), (0, moves), "{}", stderr(&output));
    }
    let output = jigsat(&["sokoban", "solve", "-"], "######\n#P B.#\n######\n");
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("-:2:2: found 'P' in a level without 'b'"), "{}", stderr(&output));
}

#[test]
fn edge_matching_says_why() {
    let output = jigsat(
        &["edge-matching", "solve", "-"],
        "1 2 signed\nredhead bluhead bluhead redhead\nbluhead redtail redtail redtail\n",
    );
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("whose mate 'BLUHEAD' is on no edge"), "{}", stderr(&output));
    let output = jigsat(&["edge-matching", "solve", "-"], "2 2\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 16\n");
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).contains("16 edges have no partner"), "{}", stdout(&output));
}

#[test]
fn slitherlink_and_fillomino() {
    let with_size =
        jigsat(&["slitherlink", "solve", "-", "--format", "json", "--no-times"], "2 2\n3 .\n. 3\n");
    assert_eq!(code(&with_size), 0, "{}", stderr(&with_size));
    let list =
        jigsat(&["slitherlink", "solve", "-", "--format", "json", "--no-times"], "[[3,null],[null,3]]");
    assert_eq!(stdout(&list), stdout(&with_size));
    let folder = tempfile::tempdir().unwrap();
    let from = folder.path().join("from.json");
    std::fs::write(&from, "{\"grid\":[[null,3],[null,null]]}").unwrap();
    let args = ["fillomino", "hint", "-", "--from", from.to_str().unwrap()];
    let output = jigsat(&args, "[[1,null],[0,3]]");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
}

#[test]
fn contradictory_answers_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let answer = folder.path().join("answer");
    for (text, place) in [
        (
            "s SATISFIABLE\ns UNSATISFIABLE\nv 1 -2 -3 0\n",
            ":2:3: found 'UNSATISFIABLE', expected the verdict of line 1",
        ),
        ("s SATISFIABLE\r\nv 1 -2\r\nv -1 0\r\n", ":3:3: found '-1', expected 1, which line 2 says"),
        ("s SATISFIABLE\nv 1 -2", ":2:7: found the end, expected the 0 that ends the values"),
    ] {
        std::fs::write(&answer, text).unwrap();
        let output = jigsat(&["sudoku", "decode", "docs/src/course/two.yaml", answer.to_str().unwrap()], "");
        assert_eq!(code(&output), 2, "{text}");
        assert!(
            stderr(&output).contains(place) && !stderr(&output).contains("--encoding"),
            "{}",
            stderr(&output)
        );
    }
}
