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

/// What the library answers to `show` without a family.
fn shown(text: &str) -> Result<(serde_json::Value, Vec<String>), jigsat_kit::Error> {
    let inquiry = Inquiry {
        family: None,
        puzzle: Some(TextFile { name: "text".into(), text: text.into() }),
        verb: serde_json::from_str("{\"show\":{}}").unwrap(),
        pictures: false,
    };
    let mut last = None;
    answer_inquiry(inquiry, &Context::default(), &mut |reply| {
        let others = reply.others.iter().map(ToString::to_string).collect();
        last = Some((serde_json::from_str(reply.record.get()).unwrap(), others));
        Ok(())
    })?;
    Ok(last.unwrap())
}

/// As a Chocona, this Heyawake has many solutions.
#[test]
fn other_families_of_a_text_are_named_beside_the_answer() {
    let board = "5 5\n3 - - 1 -\n- - - - -\n- 1 - - -\n- - 3 - -\n- - - - -\n\nA A A B B\nA A A A B\nA C D A A\nA A E A A\nA E E E E\n";
    let families = match shown(board) {
        Ok((record, others)) => [vec![record["family"].as_str().unwrap().to_owned()], others].concat(),
        // On a busy machine, none of them is known to have a single solution.
        Err(error) => {
            let jigsat_kit::Error::Input(error) = error else { panic!("{error}") };
            let record = serde_json::to_value(&error).unwrap();
            record["families"]
                .as_array()
                .unwrap()
                .iter()
                .map(|name| name.as_str().unwrap().to_owned())
                .collect()
        }
    };
    assert!(families.contains(&"heyawake".into()) && families.contains(&"chocona".into()), "{families:?}");
    let (record, others) = shown("https://puzz.link/p?slither/5/5/cbcbcddad").unwrap();
    assert_eq!((record["family"].as_str(), others.len()), (Some("slitherlink"), 0));
}

#[test]
fn a_rule_that_is_broken_already_is_named() {
    let sudoku = instance("sudoku", &format!("5{}", ".".repeat(80)));
    let violation = |board: &Arc<dyn Board>, filled: &[(usize, &str)]| {
        let filled = filled.iter().map(|&(place, value)| (place, value.to_owned())).collect();
        let shown = board.ask(&ShowRequest { filled, ..ShowRequest::default() }, &Context::default());
        shown.unwrap().record.violation
    };
    // Place 0 is the second cell of the first row.
    assert_eq!(violation(&sudoku, &[(0, "4"), (1, "3")]), None);
    let broken = violation(&sudoku, &[(0, "5")]).unwrap();
    assert!(broken.contains("r1c1") && broken.contains("r1c2"), "{broken}");
    let slitherlink = instance("slitherlink", "https://puzz.link/p?slither/2/2/dg");
    // Places 0 and 2 are above and below the 3 in r1c1.
    assert_eq!(violation(&slitherlink, &[(0, "no"), (2, "yes")]), None);
    let broken = violation(&slitherlink, &[(0, "no"), (2, "no")]);
    assert!(broken.is_some_and(|broken| broken.contains("r1c1")));
}

#[test]
fn givens_are_listed_beside_what_is_open() {
    for (family, text, value, count) in [
        ("sudoku", format!(".7{}", ".".repeat(79)), "7", 1),
        ("fillomino", "kind: fillomino\ngrid: |\n  1 2\n  . .\n".into(), "1", 2),
    ] {
        let board = instance(family, &text);
        let request = ShowRequest { blanks: true, ..ShowRequest::default() };
        let context = Context {
            wants: jigsat_workbench::Wants { form: "json".into(), ..Default::default() },
            ..Context::default()
        };
        let blanks = board.ask(&request, &context).unwrap().record.blanks.unwrap();
        assert_eq!(blanks[0].givens.len(), count, "{family}");
        let given = &blanks[0].givens[0];
        assert_eq!(given.value, value, "{family}");
        assert!(
            blanks[0].places.iter().all(|place| place.name != given.name && place.at != given.at),
            "{family}"
        );
    }
}

/// A line with what is to be done, and at least one rule.
#[test]
fn every_family_with_rules_states_them() {
    for family in jigsat_workbench::families() {
        let info = family.info();
        if matches!(&*info.name, "dimacs" | "qprop") {
            assert_eq!(info.rules, "", "{}", info.name);
            continue;
        }
        let mut lines = info.rules.lines();
        let head = lines.next().unwrap_or_default();
        assert!(head.contains(". ") && head.ends_with('.'), "{}: {head}", info.name);
        assert!(lines.next().is_some_and(|line| line.starts_with("1. ")), "{}: {}", info.name, info.rules);
        assert!(!info.rules.contains("  1."), "{}: {}", info.name, info.rules);
    }
}
