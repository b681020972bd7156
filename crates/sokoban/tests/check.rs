//! The referee's messages say what is wrong.

use jigsat_input::Source;
use jigsat_sokoban::{Level, Plan, check, parse_one};

/// One box goes down, the other to the right.
const LEVEL: &str = "######\n#    #\n# $. #\n#@ $ #\n#  . #\n######\n";

fn level(text: &str) -> Level {
    parse_one(&Source::new("level", text)).unwrap_or_else(|error| panic!("{error}"))
}

fn verdict(plan: &Plan) -> String {
    check(&level(LEVEL), plan).map_or_else(|violation| violation.to_string(), |()| "right".into())
}

#[test]
fn every_rule_has_its_sentence() {
    let moves = |text: &str| verdict(&Plan::new(text.into()));
    assert_eq!(moves("uurrdDlluR"), "right");
    for (text, sentence) in [
        ("", "at the end, the box in r3c3 is on no goal"),
        ("uurrdD", "at the end, the box in r3c3 is on no goal"),
        ("uR", "at the end, the box in r4c4 is on no goal"),
        ("uurrdDllux", "move 10 is 'x', not one of u, r, d, l"),
        ("uurrddlluR", "move 6 (d) from r3c4 pushes a box but is a lower-case letter"),
        ("uurrDDlluR", "move 5 (D) from r2c4 pushes no box but is a capital letter"),
        ("l", "move 1 (l) runs from r4c2 into a wall"),
    ] {
        assert_eq!(moves(text), sentence, "{text}");
    }
}

/// Letters that are all small or all capitals don't say which moves push.
#[test]
fn letters_of_one_size() {
    for moves in ["uurrddllur", "UURRDDLLUR"] {
        assert_eq!(verdict(&Plan { push_count: 2, ..Plan::new(moves.into()) }), "right");
    }
}

#[test]
fn numbers_of_moves_and_pushes() {
    let plan = Plan::new("uurrdDlluR".into());
    let moves = Plan { move_count: 9, ..plan.clone() };
    assert_eq!(verdict(&moves), "the plan states 9 moves but has 10");
    let pushes = Plan { push_count: 3, ..plan };
    assert_eq!(verdict(&pushes), "the plan states 3 pushes but has 2");
}

/// The message names the move that can't be made, wherever it is.
#[test]
fn moves_that_cannot_be_made() {
    let two = level("#######\n#@$$..#\n#######\n");
    let verdict =
        |moves: &str| check(&two, &Plan::new(moves.into())).map_err(|violation| violation.to_string());
    assert_eq!(verdict("R"), Err("move 1 (R) pushes the box in r2c3 into the box in r2c4".to_owned()));
    assert_eq!(verdict("l"), Err("move 1 (l) runs from r2c2 into a wall".to_owned()));
    let one = level("######\n#@$ .#\n######\n");
    assert_eq!(check(&one, &Plan::new("RR".into())), Ok(()));
    let wall = check(&one, &Plan::new("RRR".into())).map_err(|violation| violation.to_string());
    assert_eq!(wall, Err("move 3 (R) pushes the box in r2c5 into a wall".to_owned()));
}
