//! How much grounding visits for what holds, by page.

use std::fmt::Write;

use jigsat_genres::genres;
use jigsat_kit::{Family, NoFiles, NoOptions, Text};

use crate::common::board;

/// Steps for each row of values for which a guard holds. A row takes a step for each of its variables and tests.
const MOST: f64 = 8.0;

/// For the published tables: a file with an address or a board file's path in each line, in the variable
/// `JIGSAT_VISITS`, and `--nocapture`.
#[test]
fn pages_visit_little_more_than_what_holds() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles");
    let other =
        std::env::var("JIGSAT_VISITS").ok().map(|file| std::fs::read_to_string(file).expect("it is a file"));
    let mut table = String::new();
    for genre in genres() {
        let name = &genre.info().name;
        let text = match &other {
            Some(texts) => {
                let lines =
                    texts.lines().filter(|line| genre.recognises(line)).collect::<Vec<_>>().join("\n");
                if lines.is_empty() {
                    continue;
                }
                lines
            }
            None => std::fs::read_to_string(folder.join(&**name).join("small.txt")).unwrap_or_default(),
        };
        let text = Text::of_string("boards", text);
        let entries = genre.read(text, &NoOptions::default(), &NoFiles).expect("they are boards");
        let (mut boards, mut steps, mut rows) = (0, 0, 0);
        for entry in entries {
            let board = entry.unwrap_or_else(|error| panic!("{}", error.render(false))).puzzle;
            boards += 1;
            steps += board.model().steps();
            rows += board.model().rows();
        }
        let ratio = steps as f64 / rows.max(1) as f64;
        let _ = writeln!(table, "| {name} | {boards} | {steps} | {rows} | {ratio:.1} |");
        assert!(ratio < MOST, "{table}");
    }
    println!("{table}");
}

/// From each cell of such a board, light goes far: together, 7 million cells must be empty. They were counted, and the
/// board refused.
#[test]
fn long_empty_lines_are_no_reason_to_refuse_a_board() {
    let side = 56;
    let mut text = format!("{side} {side}\n");
    for row in 0..side {
        for column in 0..side {
            text += if (row * 7 + column * 3) % 61 == 0 { "# " } else { "- " };
        }
        text += "\n";
    }
    let board = board("akari", &text);
    let model = board.model();
    assert!(model.rows() > 200_000 && model.steps() < 4 * model.rows(), "{} {}", model.steps(), model.rows());
}
