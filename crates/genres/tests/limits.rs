//! Reading a solution and looking for a contradiction obey the limits.

use std::{sync::atomic::Ordering::Relaxed, time::Instant};

use jigsat_genres::{Wanted, generate};
use jigsat_grid::{Charset, Size};
use jigsat_input::{ParseError, Source};
use jigsat_kit::Family;
use jigsat_solve::{Attempt, Limits};

use crate::common::{board, family};

/// Limits that are reached already, with the words for that.
fn reached() -> [(Limits, &'static str); 2] {
    let asked = Limits::default();
    asked.stop.store(true, Relaxed);
    let past = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    [(asked, "interrupted"), (past, "time limit reached")]
}

/// A drawing leaves out what is empty and what labels hide; finding that out takes as long as the referee takes.
#[test]
fn reading_a_drawing_stops() {
    for name in ["nurikabe", "hashi", "tapa"] {
        let family = family(name);
        let wanted = Wanted { size: Size::new(10, 10), minimal: false };
        let made = generate(family.page(), &wanted, 1, &Limits::default()).expect("the size is right");
        let Attempt::Success(made) = made else { panic!("{name}: no board") };
        let drawing = family.draw(&made.board, Some(&made.solution)).to_text(Charset::Unicode);
        let source = Source::new("drawing", drawing.as_str());
        let read = |limits: &Limits| family.read_solution(&made.board, &source, limits);
        assert_eq!(read(&Limits::default()), Ok(made.solution.clone()), "{name}");
        for (limits, words) in reached() {
            let error: ParseError = read(&limits).expect_err("it is given up");
            assert!(error.is_unfinished(), "{name}: {error}");
            assert_eq!(
                error.to_string(),
                format!("drawing: {words} while the solution was completed"),
                "{name}"
            );
        }
        // What is read without a search needs no time.
        let json = Source::new("record", serde_json::to_string(&made.solution).expect("it is JSON"));
        assert_eq!(family.read_solution(&made.board, &json, &reached()[0].0), Ok(made.solution), "{name}");
    }
}

#[test]
fn looking_for_a_contradiction_stops() {
    let (family, board) =
        (family("kurodoko"), board("kurodoko", &format!("80 {}\n", "- ".repeat(39)).repeat(40)));
    assert!(family.contradiction(&board, &Limits::default()).is_some());
    for (limits, words) in reached() {
        assert_eq!(family.contradiction(&board, &limits), None, "{words}");
    }
}
