//! The names of steps, compared with an explainer that finds techniques on the board instead of reading arguments.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    clippy::float_cmp,
    clippy::manual_midpoint,
    clippy::type_complexity,
    clippy::manual_is_power_of_two,
    reason = "the explainer is that of a bench"
)]

#[path = "../benches/grades/explainer.rs"]
#[allow(dead_code, reason = "the bench uses the rest of it")]
mod explainer;

use std::collections::BTreeSet;

use jigsat_kit::{NoFiles, Text};
use jigsat_workbench::{
    Ask, Context, ExplainRequest, GenerateRequest, family, nth, record::StepRecord, verbs::generate::generate,
};

/// The grade of each technique on the scale of the other explainer.
const GRADES: [(&str, f64); 16] = [
    ("hidden single", 1.5),
    ("naked single", 2.3),
    ("locked candidates, pointing", 2.6),
    ("locked candidates, claiming", 2.8),
    ("naked pair", 3.0),
    ("X-wing", 3.2),
    ("hidden pair", 3.4),
    ("naked triple", 3.6),
    ("swordfish", 3.8),
    ("hidden triple", 4.0),
    ("XY-wing", 4.2),
    ("XYZ-wing", 4.4),
    ("naked quad", 5.0),
    ("jellyfish", 5.2),
    ("hidden quad", 5.4),
    ("multiple lines", 5.4),
];

/// What a named step deduces follows on the board by its technique and easier ones. If a name were too easy, it would not.
#[test]
fn steps_are_what_they_are_called() {
    let sudoku = family("sudoku").expect("there is Sudoku");
    let request = GenerateRequest { seed: 1, count: 25, ..GenerateRequest::default() };
    let mut seen: BTreeSet<String> = BTreeSet::new();
    generate(sudoku, &request, &Context::default(), &mut |new| {
        let line = String::from_utf8_lossy(&new.puzzle.write("plain")?).into_owned();
        let record = new.puzzle.ask(&ExplainRequest::default(), &Context::default())?.record;
        let mut board: Vec<u8> = line.bytes().take(81).collect();
        for step in &record.steps {
            check(step, &String::from_utf8_lossy(&board), &mut seen);
            for name in &step.deduced {
                let (cell, digit) = placed(name);
                board[cell] = b'0' + digit;
            }
        }
        Ok(())
    })
    .expect("they are made");
    assert!(seen.len() > 5, "{seen:?}");
}

fn check(step: &StepRecord, board: &str, seen: &mut BTreeSet<String>) {
    let Some(name) = step.technique.as_deref() else { return };
    let Some((_, grade)) = GRADES.iter().find(|(known, _)| *known == name) else { return };
    let (cell, digit) = placed(&step.deduced[0]);
    assert!(explainer::follows(board, *grade, cell, digit), "{name}: {} on {board}", step.deduced[0]);
    seen.insert(name.to_owned());
}

/// The cell and the digit of `r1c2=3`.
fn placed(name: &str) -> (usize, u8) {
    match name.as_bytes() {
        [b'r', row, b'c', col, b'=', digit] => {
            (9 * usize::from(row - b'1') + usize::from(col - b'1'), digit - b'0')
        }
        _ => panic!("{name} is no cell with its digit"),
    }
}

/// The names of the steps of a puzzle.
fn names_of(family_name: &str, text: &str, index: u64) -> BTreeSet<String> {
    steps_of(family_name, text, index).into_iter().filter_map(|step| step.technique).collect()
}

/// The steps of a puzzle, whose arguments are verified.
fn steps_of(family_name: &str, text: &str, index: u64) -> Vec<StepRecord> {
    let prepared = family(family_name).expect("a family").prepare(&Ask::default()).expect("a request");
    let board = nth(&*prepared, Text::of_string("text", text.to_owned()), index, &NoFiles).expect("a puzzle");
    let request = ExplainRequest { checked: true, ..ExplainRequest::default() };
    board.ask(&request, &Context::default()).expect("it is explained").record.steps
}

/// What players call the steps of a genre: each board has these, and their arguments are verified.
#[test]
fn steps_have_the_names_of_players() {
    for (name, index, wanted) in [
        (
            "masyu",
            4,
            &[
                "white circle at the border",
                "black circle near the border",
                "the line goes on",
                "no branch",
                "no dead end",
            ][..],
        ),
        ("yajilin", 4, &["arrow that fits one way", "arrow is complete", "on the loop or shaded"]),
        ("heyawake", 4, &["beside a shaded cell", "room is complete"]),
        ("akari", 8, &["in the light of another", "enough lights"]),
        ("creek", 1, &["number is complete"]),
        ("futoshiki", 1, &["inequality"]),
        ("slant", 1, &["number at a corner"]),
        ("tilepaint", 1, &["whole room"]),
    ] {
        let path = format!("{}/../../puzzles/{name}/small.txt", env!("CARGO_MANIFEST_DIR"));
        let names = names_of(name, &std::fs::read_to_string(path).expect("a file"), index);
        for wanted in wanted {
            assert!(names.contains(*wanted), "{name}: no {wanted} in {names:?}");
        }
    }
    for (name, file, wanted) in [
        ("slitherlink", "tiny", &["a 0"][..]),
        ("slitherlink", "ten", &["a 3 in a corner", "a 0", "number is complete", "no branch"]),
        ("slitherlink", "easy", &["3s side by side", "a 3 beside a 1", "the line goes on"]),
        ("fillomino", "easy", &["last way out", "group would be too big"]),
        ("sudoku", "killer", &["the 45 rule", "innies and outies", "cage combinations"]),
    ] {
        let path = format!("{}/../../puzzles/{name}/{file}.yaml", env!("CARGO_MANIFEST_DIR"));
        let names = names_of(name, &std::fs::read_to_string(path).expect("a file"), 1);
        for wanted in wanted {
            assert!(names.contains(*wanted), "{name}: no {wanted} in {names:?}");
        }
    }
}

/// What fills a cage up is told with the cells that are filled, and without saying that cells have digits.
#[test]
fn a_cage_is_told_by_its_filled_cells() {
    let path = format!("{}/../../puzzles/sudoku/killer.yaml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("a file");
    let steps = steps_of("sudoku", &text, 1);
    let told: Vec<String> = steps
        .iter()
        .filter(|step| step.technique.as_deref() == Some("cage combinations"))
        .map(StepRecord::sentence)
        .collect();
    assert!(
        told.iter().any(|told| told.ends_with("r9c4=7 (cage combinations): the cage at r9c4 adds up to 7")),
        "{told:?}"
    );
    let filled = "the cage at r7c5 adds up to 10; r7c5 is 3 and r9c5 is 2";
    assert!(told.iter().any(|told| told.ends_with(filled)), "{told:?}");
    assert!(!told.iter().any(|told| told.contains("has exactly one digit")), "{told:?}");
}

/// Clues beside each other have names if nothing else has to be known.
#[test]
fn clues_beside_each_other_have_names() {
    let mut names = BTreeSet::new();
    let masyu = family("masyu").expect("there is Masyu");
    let request = GenerateRequest { seed: 42, ..GenerateRequest::default() };
    generate(masyu, &request, &Context::default(), &mut |new| {
        let record = new.puzzle.ask(&ExplainRequest::default(), &Context::default())?.record;
        names.extend(record.steps.into_iter().filter_map(|step| step.technique));
        Ok(())
    })
    .expect("they are made");
    for wanted in ["black circles side by side", "three white circles in a row"] {
        assert!(names.contains(wanted), "{names:?}");
    }
}

/// Numbers that count shaded cells have none of the names that clues of a loop have.
#[test]
fn names_of_clues_are_about_loops() {
    let mut names = BTreeSet::new();
    for file in ["4x4-1", "5x5-2", "6x6-1"] {
        let path = format!("{}/../../puzzles/mosaic/{file}.yaml", env!("CARGO_MANIFEST_DIR"));
        names.extend(names_of("mosaic", &std::fs::read_to_string(path).expect("a file"), 1));
    }
    let is_of_loop =
        |name: &&String| [" beside a ", " side by side", "can't be met"].iter().any(|of| name.contains(of));
    assert_eq!(names.iter().filter(is_of_loop).collect::<Vec<_>>(), [""; 0], "{names:?}");
    for wanted in ["cells that are left", "counting", "contradiction"] {
        assert!(names.contains(wanted), "no {wanted} in {names:?}");
    }
}
