//! Filling in a board, place by place, and the resulting partial solution.

use std::{collections::BTreeMap, fs, path::Path};

use jigsat_kit::{NoFiles, TextFile};
use jigsat_workbench::{
    Ask, CheckRequest, Context, Instance, Part, ShowRequest, SolveRequest, Status, Text, families, only,
    wire::{Inquiry, answer_inquiry},
};

/// The first puzzle that comes with jigsat for each family, as text.
fn texts() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles");
    let of_family = |family: &str| {
        let names =
            ["easy.yaml", "small.txt", "first.xsb", "first.yaml", "two-by-two.yaml", "dominoes-8x8.yaml"];
        let file = names.iter().map(|name| root.join(family).join(name)).find(|path| path.exists())?;
        let text = fs::read_to_string(file).unwrap();
        let first = text.lines().next().filter(|line| line.starts_with("https://")).map(str::to_owned);
        Some((family.to_owned(), first.unwrap_or(text)))
    };
    families().filter_map(|family| of_family(&family.info().name)).collect()
}

fn instance(family: &str, text: &str) -> Box<dyn Instance> {
    let family = jigsat_workbench::family(family).unwrap();
    let text = Text::of_string("text", text.to_owned());
    only(&*family.prepare(&Ask::default()).unwrap(), text, &NoFiles).unwrap()
}

#[test]
fn a_solution_is_filled_in_place_by_place_and_read_back() {
    let mut played = 0;
    for (family, text) in texts() {
        let instance = instance(&family, &text);
        let asked = ShowRequest { blanks: true, ..ShowRequest::default() };
        let record = instance.ask(&asked, &Context::default()).unwrap().record;
        let blanks = record.blanks.unwrap();
        if blanks.is_empty() {
            continue;
        }
        played += 1;
        let places: usize = blanks.iter().map(|kind| kind.places.len()).sum();
        let solved = instance.ask(&SolveRequest::default(), &Context::default()).unwrap();
        let solution = solved.record.solution.unwrap().to_json();
        let from = TextFile { name: "solution".into(), text: format!("{{\"solution\":{solution}}}") };
        let request = ShowRequest { from: Some(from), ..ShowRequest::default() };
        let filled = instance.ask(&request, &Context::default()).unwrap().record.filled;
        assert_eq!(filled.len(), places, "{family}: every place has a value");
        let whole = ShowRequest { filled: filled.clone(), ..ShowRequest::default() };
        let record = instance.ask(&whole, &Context::default()).unwrap().record;
        assert_eq!(record.filled, filled, "{family}");
        let text = format!("{{\"solution\":{}}}", record.solution.unwrap().to_json());
        let solution = TextFile { name: "filled".into(), text };
        let checked =
            instance.ask(&CheckRequest { solution, ..CheckRequest::default() }, &Context::default()).unwrap();
        assert_eq!(checked.status, Status::Solved, "{family}: {}", checked.record.words());
        // A part of it can be drawn and read as well.
        let part: BTreeMap<usize, String> = filled.into_iter().take(2).collect();
        let shown = instance
            .ask(&ShowRequest { filled: part.clone(), ..ShowRequest::default() }, &Context::default())
            .unwrap();
        assert_eq!(shown.record.filled, part, "{family}");
        assert!(shown.picture().expect("it has one").to_svg().starts_with("<svg"), "{family}");
    }
    assert!(played > 15, "only {played} families are filled in");
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
