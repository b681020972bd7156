//! The time limit of a puzzle holds for its reading and its search together.

use std::{
    io::{BufReader, Cursor, Read},
    thread::sleep,
    time::Duration,
};

use jigsat_kit::Text;
use jigsat_solve::Hook;
use jigsat_workbench::{Asked, Context, Request, Status, answer, family};
use serde_json::{from_value, json};

const BOARD: &str = "kind: sudoku\nbox: 2x2\ngrid: |\n  1 . . .\n  . . . .\n  . . 3 .\n  . . . .\n";

/// A text whose end takes this long to arrive.
struct Slow(Duration, Cursor<&'static str>);

impl Read for Slow {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        sleep(std::mem::take(&mut self.0));
        self.1.read(to)
    }
}

#[test]
fn reading_counts() {
    // So much is read before it is known what it is.
    let start = format!("{BOARD}# {}", "a long comment ".repeat(5000));
    let status = |takes: Duration, timeout_s: f64| {
        let text =
            BufReader::new(Cursor::new(start.clone()).chain(Slow(takes, Cursor::new("that ends at last"))));
        let asked =
            Asked { text: Some(Text::new("slow", text).expect("it can be read")), ..Asked::default() };
        let request = json!({ "solve": { "ask": { "search": { "timeout_s": timeout_s } } } });
        let request: Request = from_value(request).expect("it is a request");
        let mut status = None;
        answer(&request, asked, &Context::default(), &mut |part, _| {
            status = Some(part.status());
            Ok(())
        })
        .expect("the board can be read");
        status
    };
    assert_eq!(status(Duration::ZERO, 1e6), Some(Status::Solved));
    assert_eq!(status(Duration::from_millis(200), 0.1), Some(Status::Unknown));
}

/// Each look at the limits takes a while, so that all boards together take longer than one of them may.
#[test]
fn each_board_has_a_time_of_its_own() {
    let line = format!("{}\n", "- ".repeat(12).trim_end());
    let rows = format!("{}{}", line.replacen('-', "3", 1), line.repeat(11));
    let yaml = format!("kind: kurodoko\nboard: |\n  {}\n", rows.trim_end().replace('\n', "\n  "));
    for text in [vec![&*yaml; 20].join("---\n"), vec![&*rows; 20].join("\n")] {
        let asked = Asked {
            family: family("kurodoko"),
            text: Some(Text::of_string("many", text)),
            ..Asked::default()
        };
        let hook = Hook::new(|| {
            sleep(Duration::from_millis(10));
            None
        });
        let request = json!({ "solve": { "ask": { "search": { "timeout_s": 0.6 } } } });
        let request: Request = from_value(request).expect("it is a request");
        let mut statuses = Vec::new();
        answer(&request, asked, &Context { hook, ..Context::default() }, &mut |part, _| {
            statuses.push(part.status());
            Ok(())
        })
        .expect("the boards can be read");
        assert_eq!(statuses, [Status::Solved; 20]);
    }
}
