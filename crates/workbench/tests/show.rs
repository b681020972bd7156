//! Filling in a board, place by place, and the resulting partial solution.

use std::sync::Arc;

use jigsat_kit::{NoFiles, TextFile};
use jigsat_workbench::{
    Ask, Board, Context, ShowRequest, Status, Text, only,
    wire::{Inquiry, answer_inquiry},
};

fn instance(family: &str, text: &str) -> Arc<dyn Board> {
    let family = jigsat_workbench::family(family).unwrap();
    let text = Text::of_string("text", text.to_owned());
    only(&*family.prepare(&Ask::default()).unwrap(), text, &NoFiles).unwrap()
}

#[test]
fn what_the_board_does_not_have_is_refused() {
    let sudoku = instance("sudoku", &".".repeat(81));
    for (place, value, words) in [(81, "1", "there are 81 places"), (0, "10", "expected one of 1 to 9")] {
        let filled = [(place, value.to_owned())].into();
        let error = sudoku
            .ask(&ShowRequest { filled, ..ShowRequest::default() }, &Context::default())
            .err()
            .expect("it is refused");
        assert!(error.to_string().contains(words), "{error}");
    }
    let format = Some("xsb".to_owned());
    assert!(sudoku.ask(&ShowRequest { format, ..ShowRequest::default() }, &Context::default()).is_err());
}

#[test]
fn each_puzzle_of_a_text_is_shown_and_several_are_not_counted() {
    let text = format!("{}\n{}\n", ".".repeat(81), ".".repeat(80) + "z");
    let mut heard = Vec::new();
    let mut ask = |verb: &str| {
        heard.clear();
        let inquiry = Inquiry {
            family: Some("sudoku".into()),
            puzzle: Some(TextFile { name: "text".into(), text: text.clone() }),
            verb: serde_json::from_str(verb).unwrap(),
            pictures: true,
        };
        let result = answer_inquiry(inquiry, &Context::default(), &mut |reply| {
            heard.push((reply.more, reply.status, reply.picture.is_some()));
            Ok(())
        });
        (result.map_err(|error| error.to_string()), heard.clone())
    };
    let (result, heard) = ask("{\"show\":{}}");
    assert_eq!(result, Ok(()));
    assert_eq!(heard, [(true, Status::Solved, true), (false, Status::BadInput, false)]);
    let (result, heard) = ask("{\"count\":{}}");
    assert!(result.unwrap_err().contains("several puzzles") && heard.is_empty());
}
