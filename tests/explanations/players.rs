//! Explanations as players read them: short ones, in words that don't contradict each other.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{jigsat, json, stdout, texts};

/// All lines of a kind, also within suppositions.
fn lines<'v>(lines: &'v Value, all: &mut Vec<&'v Value>) {
    for line in lines.as_array().into_iter().flatten() {
        all.push(line);
        self::lines(&line["lines"], all);
    }
}

fn explained(genre: &str, index: usize) -> Value {
    let file = format!("puzzles/{genre}/small.txt");
    json(&["explain", &file, "--index", &index.to_string(), "--checked"], "")
}

fn text(genre: &str, index: usize) -> String {
    let file = format!("puzzles/{genre}/small.txt");
    stdout(&jigsat(&["explain", &file, "--index", &index.to_string()], ""))
}

/// The premises of a line, and what it gives.
fn said(line: &Value) -> Vec<String> {
    ["premises", "gives"]
        .iter()
        .filter(|name| line[**name].is_array())
        .flat_map(|name| texts(&line[*name]))
        .collect()
}

/// A player of Kakuro knows which digits add up to 29 in four cells.
#[test]
fn kakuro_is_told_by_the_combinations_of_its_runs() {
    let (mut steps, mut searches) = (0, 0);
    for index in 1..=8 {
        let explained = explained("kakuro", index);
        for step in explained["steps"].as_array().expect("steps") {
            let mut all = Vec::new();
            lines(&step["argument"]["lines"], &mut all);
            steps += 1;
            searches += usize::from(all.iter().any(|line| line["kind"] == "search"));
        }
    }
    // One step needs ten runs at once.
    assert!(steps > 40 && searches <= 1, "{searches} of {steps}");
    let told = text("kakuro", 3);
    assert!(told.contains("the digits add up to 29: 5+7+8+9, so r3c2 is 5, 7, 8 or 9"), "{told}");
    assert!(
        told.contains("the digits add up to 7; r3c2 is 5, 7, 8 or 9: 2+5, so r2c2 is 2 and r3c2 is 5"),
        "{told}"
    );
}

/// What is supposed may be wrong, but a place that is known to be 3 is not said to be 2.
#[test]
fn no_place_has_two_values_unless_that_is_the_contradiction() {
    let mut number_of_suppositions = 0;
    for genre in ["kakuro", "suguru", "ripple-effect", "kenken", "futoshiki"] {
        for index in 1..=if ["kenken", "futoshiki"].contains(&genre) { 1 } else { 4 } {
            for step in explained(genre, index)["steps"].as_array().expect("steps") {
                let mut all = Vec::new();
                lines(&step["argument"]["lines"], &mut all);
                for line in all.iter().filter(|line| line["kind"] == "suppose") {
                    number_of_suppositions += 1;
                    let mut within = Vec::new();
                    lines(&line["lines"], &mut within);
                    let mut values: BTreeMap<String, String> = BTreeMap::new();
                    for said in within.iter().flat_map(|line| said(line)) {
                        let Some((place, value)) = said.split_once('=').filter(|_| !said.starts_with("not "))
                        else {
                            continue;
                        };
                        let before = values.insert(place.to_owned(), value.to_owned());
                        assert!(
                            before.is_none_or(|before| before == value),
                            "{genre} {index}, {place}: {step}"
                        );
                    }
                }
            }
        }
    }
    assert!(number_of_suppositions > 3, "{number_of_suppositions}");
}

/// 'Beside a shaded cell' says why a cell is not shaded.
#[test]
fn a_shaded_cell_is_not_beside_a_shaded_cell() {
    let mut shaded = 0;
    for genre in ["heyawake", "yajilin", "hitori", "koburin"] {
        for index in 1..=8 {
            for step in explained(genre, index)["steps"].as_array().expect("steps") {
                let deduced = texts(&step["deduced"]);
                if deduced.iter().all(|word| word.ends_with(" is shaded")) {
                    shaded += 1;
                    assert_ne!(step["technique"], "beside a shaded cell", "{genre} {index}: {step}");
                }
            }
        }
    }
    assert!(shaded > 50, "{shaded}");
}

/// A room with three shaded cells, no two of which touch, needs no supposition.
#[test]
fn a_clue_is_told_with_what_lies_within_it() {
    let told = text("heyawake", 1);
    let first = told.lines().next().expect("a step");
    assert_eq!(
        first,
        "1. r1c1 is shaded (counting): the room of r1c1 has 3 shaded cells; r2c1 and r3c1 touch, so they are not both \
         shaded; r3c2 and r3c3 touch, so they are not both shaded"
    );
}

#[test]
fn the_last_way_out_is_named() {
    let told = text("heyawake", 1);
    assert!(told.contains("r1c1 and r3c1 are shaded, so only r2c2 is left"), "{told}");
    let told = text("nurikabe", 1);
    assert!(
        told.contains("the region of r5c2 can grow to 4 cells only by way of r4c1, r4c2 or r5c3"),
        "{told}"
    );
    let told = stdout(&jigsat(&["explain", "puzzles/fillomino/basic.yaml"], ""));
    assert!(told.contains("(r6c7 is filled), so only r5c8 is left"), "{told}");
    assert!(told.contains("r2c6 is 1, so none of its neighbours is"), "{told}");
}

/// One place for a number in a room is what players call a hidden single.
#[test]
fn a_number_that_has_one_place_in_a_room_is_a_hidden_single() {
    let told = text("suguru", 1);
    let first = told.lines().next().expect("a step");
    assert!(first.starts_with("1. r1c3=3 (hidden single): the room of r1c3 has each number once"), "{first}");
    assert!(first.ends_with("so only r1c3 is left"), "{first}");
}
