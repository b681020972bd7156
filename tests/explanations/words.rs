//! What a player would say: names that fit, and words in their places.

use serde_json::{Value, json};

use super::{
    common::{jigsat, stdout},
    json,
};

/// A Kakuro, made by the program.
const KAKURO: &str = "kind: kakuro\nboard: |2
       #    12v    30v      #      #     3v    13v      #
      6>      -      -      #     5>      -      -      #
     16>      -      -    15v    11>      -      -      #
       # 12v11>      -      -    10v      #      #      #
     19>      -      -      -      -      #    19v     6v
     11>      -      -      -      - 13v12>      -      -
      4>      -      -    12>      -      -      -      -
      5>      -      -    21>      -      -      -      -
";

/// Each line that a step tells.
fn told(explained: &Value) -> Vec<String> {
    let steps = explained["steps"].as_array().expect("steps").iter();
    let paragraphs = steps.flat_map(|step| step["argument"]["told"].as_array().into_iter().flatten());
    let text = |paragraph: &Value| -> String {
        let spans = paragraph.as_array().expect("spans").iter();
        spans.map(|span| span["text"].as_str().expect("text")).collect()
    };
    paragraphs.map(text).collect()
}

/// What stands in brackets is the reason for the words before it: that digits differ is no reason for a sum.
#[test]
fn brackets_stand_behind_what_they_are_the_reason_for() {
    let mut brackets = 0;
    let library = (1..=8)
        .map(|index: u32| json(&["explain", "puzzles/kakuro/small.txt", "--index", &index.to_string()], ""));
    for explained in library.chain([json(&["kakuro", "explain", "-"], KAKURO)]) {
        // What is supposed has its reasons right behind it.
        for line in told(&explained).into_iter().filter(|line| !line.starts_with("Suppose ")) {
            for (at, _) in line.match_indices(" (going ") {
                let before = line[..at].rsplit([';', ':']).next().expect("words");
                // 'r7c3 is not 1 (going down from r2c3, the digits differ, and r2c3 is 1)'.
                let ruled_out = before.rsplit(" and r").next().expect("words").trim_start();
                assert!(ruled_out.contains(" is not ") || ruled_out.contains(" are not "), "{line}");
                brackets += 1;
            }
            // A cell that is filled is no case of digits that differ.
            for (at, _) in line.match_indices(" is not ") {
                let place = line[..at].rsplit([' ', '(']).next().expect("a place");
                let bracket = line[at..].split_once(')').map_or("", |(bracket, _)| bracket);
                let is_own = bracket.contains(&format!("differ, and {place} is "));
                assert!(!is_own, "{line}");
            }
        }
    }
    assert!(brackets > 10, "{brackets}");
}

/// Runs overlap where a cell is in one of them wherever it lies: nothing overlaps in a cell that is not shaded.
#[test]
fn runs_overlap_only_where_cells_are_shaded() {
    let mut overlaps = 0;
    for board in 1..=8 {
        let explained = json(&["explain", "puzzles/nonogram/small.txt", "--index", &board.to_string()], "");
        for step in explained["steps"].as_array().expect("steps") {
            let deduced = super::texts(&step["deduced"]);
            if step["technique"] == "overlap of runs" {
                assert!(deduced.iter().all(|deduced| !deduced.contains("not")), "{deduced:?}");
                overlaps += 1;
            }
        }
    }
    assert!(overlaps > 8, "{overlaps}");
}

#[test]
fn one_thing_follows_in_a_sentence() {
    for puzzle in ["akari", "star-battle", "hitori", "kurodoko"] {
        let explained = json(&["explain", &format!("puzzles/{puzzle}/small.txt"), "--index", "1"], "");
        for line in told(&explained) {
            let mut sentences = line.split(['.', ';']);
            assert!(sentences.all(|words| words.matches(", so ").count() < 2), "{line}");
        }
    }
}

/// The lines of an argument, with those of what it supposes.
fn number_of_lines(lines: &Value) -> usize {
    let lines = lines.as_array().into_iter().flatten();
    lines.map(|line| 1 + number_of_lines(&line["lines"])).sum()
}

/// With the fewest reasons alone, two of these contradictions take 29 lines, which other cuts reach in less than 10.
#[test]
fn a_contradiction_takes_no_detour() {
    let explained = json(&["explain", "puzzles/nurikabe/small.txt", "--index", "1", "--checked"], "");
    let steps = explained["steps"].as_array().expect("steps").iter();
    let lengths: Vec<usize> = steps.map(|step| number_of_lines(&step["argument"]["lines"])).collect();
    assert!(lengths.iter().all(|&lines| lines < 25), "{lengths:?}");
    assert!(lengths.iter().filter(|&&lines| lines > 12).count() <= 2, "{lengths:?}");
}

/// Each number of an Araf needs another one to share an area with.
#[test]
fn a_clue_without_another() {
    let output = jigsat(&["explain", "-"], "https://puzz.link/p?araf/2/1/12");
    let words = stdout(&output);
    assert!(words.contains("no other clue goes with that of r1c1"), "{words}");
}

/// What a graph constraint says of a board, whatever else is known, is deduced as all else is: the line that says so was missing.
#[test]
fn what_the_board_alone_rules_out_has_a_line() {
    let board = "kind: araf\nboard: |\n  - - - -\n  8 6 3 3\n  6 4 - -\n  - - - -\n";
    let explained = json(&["araf", "explain", "-", "--checked"], board);
    assert_eq!(explained["status"], "solved", "{explained}");
    let lines = told(&explained).join("\n");
    assert!(lines.contains("the region of r2c1 and r2c2 can't grow to 7 cells"), "{lines}");
}

/// What rules of graphs demand is told before the first cut by them; further cuts have words of their own.
#[test]
fn the_rule_of_cuts_is_told_once() {
    let mut several = 0;
    for index in 1..=8_u32 {
        let explained = json(&["explain", "puzzles/nurikabe/small.txt", "--index", &index.to_string()], "");
        for step in explained["steps"].as_array().expect("steps") {
            let lines = told(&json!({ "steps": [step] })).join("\n");
            for (rule, cut) in [
                ("the sea is connected: ", "joined only by way of"),
                ("every island has one number, which is its size: ", "would be one region"),
            ] {
                assert!(lines.matches(rule).count() <= 1, "{lines}");
                several += usize::from(lines.contains(rule) && lines.matches(cut).count() > 1);
            }
        }
    }
    assert!(several > 0);
}
