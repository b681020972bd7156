//! Explanations through the command. Their output is re-checked from the printed sentences alone: each is read as a
//! constraint, and a search through all possibilities finds none in which the deduction fails.

mod common;
#[path = "explanations/graphs.rs"]
mod graphs;
#[path = "explanations/players.rs"]
mod players;
#[path = "explanations/search.rs"]
mod search;
#[path = "explanations/sentences.rs"]
mod sentences;
#[path = "explanations/shading.rs"]
mod shading;
#[path = "explanations/words.rs"]
mod words;

use std::collections::BTreeSet;

use common::{code, jigsat, root, stderr, stdout};
use graphs::{Nurikabe, Slitherlink};
use sentences::{EdgeMatching, Reads, Sudoku, Tiling};
use serde_json::Value;
use shading::Shading;

fn json(args: &[&str], input: &str) -> Value {
    let output = jigsat(&[args, &["--format", "json"]].concat(), input);
    serde_json::from_str(&stdout(&output)).unwrap_or_else(|_| panic!("{}", stderr(&output)))
}

fn texts(value: &Value) -> Vec<String> {
    let words = value.as_array().expect("a list").iter();
    words.map(|word| word.as_str().expect("a word").to_owned()).collect()
}

fn sentences_of(value: &Value) -> Vec<String> {
    let all = value.as_array().expect("a list").iter();
    all.map(|because| because["sentence"].as_str().expect("a sentence").to_owned()).collect()
}

/// Checks all steps of an explanation, and the reasons why there is no solution; returns their number.
fn recheck(reads: &impl Reads, explained: &Value) -> usize {
    let mut clashes = 0;
    for because in ["because", "clash"].iter().filter_map(|name| explained.get(name)) {
        let reasons = sentences_of(because);
        assert!(search::refuted(reads, &reasons, None), "these can hold together: {reasons:#?}");
        clashes += 1;
    }
    let mut known: BTreeSet<String> = BTreeSet::new();
    let steps = explained.get("steps").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    for step in steps {
        let reasons = sentences_of(&step["because"]);
        let facts = reasons.iter().filter(|reason| reads.is_fact(reason));
        facts.for_each(|fact| assert!(known.contains(fact), "{fact} was not known before"));
        for deduced in texts(&step["deduced"]) {
            assert!(
                search::refuted(reads, &reasons, Some(&deduced)),
                "{deduced} does not follow: {reasons:#?}"
            );
            known.insert(deduced);
        }
    }
    let of_clash = explained.get("clash").map(sentences_of).unwrap_or_default();
    for fact in of_clash.iter().filter(|reason| reads.is_fact(reason)) {
        assert!(known.contains(fact), "{fact} was not known before");
    }
    clashes + steps.len()
}

#[test]
fn sudoku() {
    let mut steps = 0;
    for seed in 0..12 {
        let seed = seed.to_string();
        let made = jigsat(&["sudoku", "generate", "--box", "2x2", "--seed", &seed, "--format", "plain"], "");
        let explained = json(&["sudoku", "explain", "-"], &stdout(&made));
        steps += recheck(&Sudoku { rows: 2, cols: 2 }, &explained);
    }
    assert!(steps > 100, "{steps}");
    for puzzle in ["hard", "seventeen", "impossible"] {
        let puzzle = format!("puzzles/sudoku/{puzzle}.yaml");
        assert!(recheck(&Sudoku { rows: 3, cols: 3 }, &json(&["sudoku", "explain", &puzzle], "")) > 10);
    }
}

#[test]
fn tiling() {
    let (mut steps, mut none) = (0, 0);
    let mut random: u64 = 5;
    let mut next = |below: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % below
    };
    for _ in 0..60 {
        let tiling = Tiling::random(3, 3, &mut next);
        let explained = json(&["tiling", "explain", "-"], &tiling.text());
        let count = recheck(&tiling, &explained);
        if explained.get("because").is_some() { none += 1 } else { steps += count }
    }
    assert!(steps > 10 && none > 10, "{steps} {none}");
}

#[test]
fn edge_matching() {
    let mut steps = 0;
    for (size, seeds) in [("2x3", 4), ("3x3", 8)] {
        for seed in 0..seeds {
            let seed = seed.to_string();
            let wish = ["--size", size, "--frame-colors", "2", "--inner-colors", "2", "--unique"];
            let made = jigsat(&[&["edge-matching", "generate", "--seed", &seed], &wish[..]].concat(), "");
            let text = stdout(&made);
            let explained = json(&["edge-matching", "explain", "-"], &text);
            steps += recheck(&EdgeMatching::read(&text), &explained);
        }
    }
    assert!(steps > 50, "{steps}");
    let file = "puzzles/edge-matching/impossible.yaml";
    let text = std::fs::read_to_string(root().join(file)).expect("it is there");
    assert!(recheck(&EdgeMatching::read(&text), &json(&["edge-matching", "explain", file], "")) > 1);
}

/// A loop of at most 16 edges, so that sentences name all of them.
#[test]
fn slitherlink() {
    let mut steps = 0;
    for seed in 0..40 {
        let size = ["--size", "3x3", "--seed", &seed.to_string()];
        let made = stdout(&jigsat(&[&["slitherlink", "generate"], &size[..]].concat(), ""));
        steps += recheck(&Slitherlink { rows: 3, cols: 3 }, &json(&["slitherlink", "explain", "-"], &made));
    }
    assert!(steps > 200, "{steps}");
}

#[test]
fn nurikabe() {
    let mut steps = 0;
    for seed in 0..40 {
        let size = ["--size", if seed % 2 == 0 { "4x4" } else { "4x5" }, "--seed", &seed.to_string()];
        let made = stdout(&jigsat(&[&["nurikabe", "generate"], &size[..]].concat(), ""));
        steps += recheck(&Nurikabe::read(&made), &json(&["nurikabe", "explain", "-"], &made));
    }
    assert!(steps > 200, "{steps}");
}

/// The genres whose sentences [`Shading`] reads, on boards from its generators.
#[test]
fn shading() {
    let genres =
        ["akari", "heyawake", "hitori", "kurodoko", "lits", "minesweeper", "norinori", "star-battle", "tapa"];
    let boards: u32 =
        std::env::var("JIGSAT_PUZZLES").map_or(6, |count| count.parse().expect("a number of boards"));
    for genre in genres {
        let mut steps = 0;
        for seed in 0..boards {
            let side = if seed % 2 == 0 { "4x4" } else { "4x5" };
            let size =
                ["--size", if genre == "star-battle" { "5x5" } else { side }, "--seed", &seed.to_string()];
            let made = stdout(&jigsat(&[&[genre, "generate"], &size[..]].concat(), ""));
            steps += recheck(&Shading::read(genre, &made), &json(&[genre, "explain", "-"], &made));
        }
        assert!(steps > 20, "{genre}: {steps}");
    }
}

/// That shapes differ rules out nothing as long as a region may have more or fewer than four cells.
#[test]
fn shapes_of_lits() {
    let rooms = "4 6\nA A A A A A\nA B B B C A\nD D B C C A\nD D D C C C\n";
    let reads = Shading::read("lits", &format!("rooms: |\n {}\n", rooms[4..].trim().replace('\n', "\n ")));
    let explained = json(&["lits", "explain", "-"], rooms);
    assert!(recheck(&reads, &explained) > 10);
    assert!(recheck(&reads, &json(&["lits", "explain", "-", "--minimum"], rooms)) > 10);
    // Of r4c2, which is too far from the other region to be in a shape that touches it, too.
    let rooms = "4 5\nA B B B B\nA C C B C\nA C C B C\nA A C C C\n";
    let reads = Shading::read("lits", &format!("rooms: |\n {}\n", rooms[4..].trim().replace('\n', "\n ")));
    assert!(recheck(&reads, &json(&["lits", "explain", "-"], rooms)) > 10);
}

#[test]
fn what_is_filled_in_and_contradicts_is_told_first() {
    let puzzle = "puzzles/sudoku/hard.yaml";
    let solved = stdout(&jigsat(&["sudoku", "solve", puzzle, "--format", "plain"], ""));
    let right = solved.trim();
    // Two equal digits in a row break a rule immediately.
    let first = &right[..1];
    let clash = format!("{first}{first}{}", ".".repeat(79));
    let output = jigsat(&["sudoku", "explain", puzzle, "--from", &clash], "");
    assert_eq!(code(&output), 2);
    assert!(
        stderr(&output).contains("the cells filled in so far contradict the rules"),
        "{}",
        stderr(&output)
    );

    // A wrong digit that doesn't clash with anything yet has no solution; the reasons name it.
    let given: Vec<char> =
        stdout(&jigsat(&["sudoku", "show", puzzle, "--format", "plain"], "")).trim().chars().collect();
    let wrong = (0..81).filter(|&place| !given[place].is_ascii_digit()).find_map(|place| {
        ('1'..='9').filter(|digit| !right[place..].starts_with(*digit)).find_map(|digit| {
            let mut board = given.clone();
            board[place] = digit;
            let board: String = board.into_iter().collect();
            let output = jigsat(&["sudoku", "explain", puzzle, "--from", &board, "--format", "json"], "");
            // Digits that clash immediately are reported without JSON.
            let explained: Value = serde_json::from_str(&stdout(&output)).ok()?;
            (explained["status"] == "impossible").then_some((place, digit, explained))
        })
    });
    let (place, digit, explained) = wrong.expect("some digit is wrong");
    let name = format!("r{}c{}={digit}", place / 9 + 1, place % 9 + 1);
    assert!(sentences_of(&explained["because"]).contains(&name), "{name}: {explained}");

    // If a part of the solution is given, the filled cells are known and the rest is explained.
    let part: String =
        right.chars().enumerate().map(|(place, digit)| if place < 40 { digit } else { '.' }).collect();
    let explained = json(&["sudoku", "explain", puzzle, "--from", &part], "");
    let steps = explained["steps"].as_array().expect("steps");
    assert!(!steps.is_empty() && steps.len() < 41, "{}", steps.len());
}

#[test]
fn cells_that_the_same_reasons_explain_come_together() {
    let explained = json(&["fillomino", "explain", "puzzles/fillomino/guess.yaml"], "");
    let steps = explained["steps"].as_array().expect("steps");
    assert!(steps.iter().any(|step| texts(&step["deduced"]).len() > 1), "{explained}");
    let all: Vec<String> = steps.iter().flat_map(|step| texts(&step["deduced"])).collect();
    let different: BTreeSet<&String> = all.iter().collect();
    assert_eq!(all.len(), different.len(), "each is told once");
}

#[test]
fn a_range_of_steps_is_a_part_of_all_steps() {
    let puzzle = "puzzles/sudoku/easy.yaml";
    let all = json(&["explain", puzzle], "");
    let all = all["steps"].as_array().expect("steps");
    let steps = |range: &str| json(&["explain", puzzle, "--step", range], "")["steps"].clone();
    assert_eq!(steps("4-6").as_array().expect("steps")[..], all[3..6]);
    assert_eq!(steps("2").as_array().expect("steps")[..], all[..2]);
    assert_eq!(steps("40-99").as_array().expect("steps")[..], all[39..]);
    let plan = json(&["explain", "puzzles/sokoban/detour.xsb", "--step", "2-2"], "");
    assert_eq!(plan["steps"][0]["step"], 2, "{plan}");
    for (range, said) in [
        ("90-99", "there is no step 90: all is told in"),
        ("0", "expected a number of steps, such as 3, or the numbers of the first and the last, such as 2-3"),
        ("3-2", "expected a number of steps"),
    ] {
        let output = jigsat(&["explain", puzzle, "--step", range], "");
        assert_eq!(code(&output), 2, "{range}");
        assert!(stderr(&output).contains(said), "{}", stderr(&output));
    }
}

#[test]
fn each_step_has_a_picture_of_its_own_and_none_is_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let pattern = folder.path().join("step-%02d.svg").display().to_string();
    let draw = |more: &[&str]| {
        let args: &[&str] = &["explain", "puzzles/sudoku/easy.yaml", "--step", "9-11", "--svg", &pattern];
        jigsat(&[args, more].concat(), "")
    };
    let names = || {
        let files = std::fs::read_dir(folder.path()).expect("it is there").flatten();
        files.map(|file| file.file_name().into_string().expect("a name")).collect::<BTreeSet<_>>()
    };
    assert_eq!(code(&draw(&[])), 0);
    assert_eq!(names().into_iter().collect::<Vec<_>>(), ["step-09.svg", "step-10.svg", "step-11.svg"]);
    let picture = std::fs::read_to_string(folder.path().join("step-10.svg")).expect("a file");
    assert!(picture.contains(">10. "), "its words are below it: {picture}");
    std::fs::remove_file(folder.path().join("step-09.svg")).expect("it is there");
    let again = draw(&[]);
    assert_eq!((code(&again), names().len()), (2, 2), "nothing is written before all can be");
    assert!(stderr(&again).contains("exists already; --force replaces it"), "{}", stderr(&again));
    assert_eq!((code(&draw(&["--force"])), names().len()), (0, 3));
}

#[test]
fn handouts_have_each_step_with_its_picture_and_need_no_other_file() {
    let explain = |format: &str| {
        let output =
            jigsat(&["explain", "puzzles/sudoku/hard.yaml", "--step", "9-13", "--format", format], "");
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        stdout(&output)
    };
    let html = explain("html");
    // The board before all steps has a picture, too.
    assert_eq!((html.matches("<svg ").count(), html.matches("<h2>").count()), (6, 5));
    assert!(html.contains("<h2>12. r6c9=3 (chain of three"), "{html}");
    assert!(html.contains("Look at the 3s."), "{html}");
    let color = html.split("<mark style=\"background: ").nth(1).expect("a colour").split("38\"").next();
    let color = color.expect("a colour");
    assert!(html.contains(&format!("fill: {color}; fill-opacity")), "{color} is in no picture");
    for outside in ["src=", "href=", "<script", "url("] {
        assert!(!html.contains(outside), "{outside}");
    }
    let markdown = explain("markdown");
    assert_eq!(markdown.matches("](data:image/svg+xml,%3Csvg%20").count(), 6);
    assert!(markdown.contains("\n## 12. r6c9=3 (chain of three"), "{markdown}");
    assert!(!markdown.contains("](http"), "{markdown}");
    let none = jigsat(&["explain", "puzzles/sudoku/impossible.yaml", "--format", "html"], "");
    assert_eq!(code(&none), 1);
    assert!(stdout(&none).contains("impossible: these contradict each other"), "{}", stdout(&none));
}

#[test]
fn a_sheet_of_many_steps_is_about_as_wide_as_it_is_high() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("steps.svg");
    let args = ["explain", "puzzles/sudoku/easy.yaml", "--svg", path.to_str().expect("a path")];
    assert_eq!(code(&jigsat(&args, "")), 0);
    let svg = std::fs::read_to_string(path).expect("a file");
    let extent = |name: &str| -> f64 {
        let rest = svg.split(&format!(" {name}=\"")).nth(1).expect("an extent");
        rest.split('"').next().expect("a number").parse().expect("a number")
    };
    let ratio = extent("width") / extent("height");
    assert!((0.7..1.5).contains(&ratio), "{ratio}");
    assert!(extent("height") < 5000.0, "{}", extent("height"));
}

/// One of the constraints that add up to 45 may follow from the others.
#[test]
fn a_sum_of_a_house_does_not_claim_that_its_reasons_are_minimal() {
    let output = jigsat(&["explain", "puzzles/sudoku/killer.yaml", "--step", "1", "--format", "json"], "");
    assert_eq!(code(&output), 0, "no limit was reached");
    let explained: Value = serde_json::from_str(&stdout(&output)).expect("it is JSON");
    let step = &explained["steps"][0];
    assert_eq!((step["technique"].as_str(), step["minimal"].as_bool()), (Some("the 45 rule"), Some(false)));
    let output = jigsat(&["explain", "puzzles/sudoku/killer.yaml", "--step", "1"], "");
    assert!(!stdout(&output).contains("possibly not minimal"), "{}", stdout(&output));
}

/// Finding a smallest reason why two corners of a chessboard can't be left out takes some time.
#[test]
fn a_limit_gives_the_best_so_far_and_says_what_is_open() {
    let args = ["sudoku", "explain", "puzzles/sudoku/impossible.yaml", "--minimum", "--timeout", "1s"];
    let output = jigsat(&args, "");
    assert_eq!(code(&output), 3, "{}", stdout(&output));
    assert!(stdout(&output).contains("there may be a smaller set: "), "{}", stdout(&output));
    assert!(recheck(&Sudoku { rows: 3, cols: 3 }, &json(&args, "")) > 0);

    let args = ["tiling", "explain", "puzzles/tiling/mutilated-8x8.yaml", "--timeout", "1s"];
    let output = jigsat(&args, "");
    assert!(code(&output) == 3 || code(&output) == 1, "{}", stdout(&output));
    if code(&output) == 3 {
        let said = stdout(&output);
        assert!(
            said.contains("not minimal, some of them may not be needed") || said.contains("unknown"),
            "{said}"
        );
    }
}

/// The names of steps, each once.
fn techniques(args: &[&str]) -> BTreeSet<String> {
    let explained = json(&[args, &["--checked"]].concat(), "");
    let steps = explained["steps"].as_array().expect("steps").iter();
    steps.filter_map(|step| step["technique"].as_str().map(str::to_owned)).collect()
}

#[test]
fn techniques_of_genres_have_names() {
    let expected: [(&[&str], &[&str]); 5] = [
        (
            &["puzzles/slitherlink/easy.yaml"],
            &["3s side by side", "a 3 beside a 1", "closing a loop too early"],
        ),
        (&["puzzles/nurikabe/small.txt", "--index", "1"], &["last way out", "a full region", "no pool"]),
        (
            &["puzzles/nonogram/small.txt", "--index", "1"],
            &["overlap of runs", "run complete", "out of reach"],
        ),
        (&["puzzles/kakuro/small.txt", "--index", "1"], &["sum combinations"]),
        (&["puzzles/sudoku/killer.yaml"], &["the 45 rule", "cage combinations"]),
    ];
    for (puzzle, names) in expected {
        let found = techniques(&[&["explain"], puzzle].concat());
        for name in names {
            assert!(found.contains(*name), "{puzzle:?}: no {name} in {found:?}");
        }
    }
}

/// '3s side by side' is about two numbers and the corners between lines, and about nothing that is known by then.
#[test]
fn a_pattern_is_named_only_if_nothing_else_is_needed() {
    let mut number_of_patterns = 0;
    for file in ["easy", "ten", "wide"] {
        let explained = json(&["explain", &format!("puzzles/slitherlink/{file}.yaml")], "");
        for step in explained["steps"].as_array().expect("steps") {
            let is_pattern = |name: &&str| {
                [" beside a ", " side by side", " on a diagonal", " in a corner"]
                    .iter()
                    .any(|how| name.contains(how))
            };
            let Some(name) = step["technique"].as_str().filter(is_pattern) else { continue };
            let lines = step["argument"]["lines"].as_array().expect("lines");
            // A line that supposes something and rests on nothing, or all of them.
            let fits = |lines: &[Value]| {
                let mut rules = BTreeSet::new();
                for line in lines {
                    constraints(line, &mut rules);
                }
                let numbers = rules.iter().filter(|(rule, _)| rule == "number").count();
                numbers == if name.contains("corner") { 1 } else { 2 }
                    && rules.iter().all(|(rule, _)| rule == "number" || rule == "dot")
            };
            let rests_on_nothing = |line: &&Value| line["premises"].as_array().is_none_or(Vec::is_empty);
            let alone = lines.iter().filter(|line| line["kind"] == "suppose").filter(rests_on_nothing);
            let is_there = fits(lines) || alone.into_iter().any(|line| fits(std::slice::from_ref(line)));
            assert!(is_there, "{name}: {step}");
            number_of_patterns += 1;
        }
    }
    assert!(number_of_patterns > 5, "{number_of_patterns}");
}

/// The rules and sentences of the constraints of a line, and of the lines within it.
fn constraints(line: &Value, rules: &mut BTreeSet<(String, String)>) {
    for constraint in line["constraints"].as_array().into_iter().flatten() {
        let word = |name: &str| constraint[name].as_str().unwrap_or_default().to_owned();
        rules.insert((word("rule"), word("sentence")));
    }
    line["lines"].as_array().into_iter().flatten().for_each(|line| constraints(line, rules));
}

#[test]
fn weights_choose_the_step() {
    let rules = |weights: &str| {
        let explained = json(&["hint", "puzzles/sudoku/easy.yaml", "--weights", weights], "");
        let lines = explained["steps"][0]["argument"]["lines"].as_array().expect("lines").clone();
        lines.last().expect("a line")["constraints"][0]["rule"].as_str().expect("a rule").to_owned()
    };
    assert_eq!(rules("spread=3"), "box");
    assert_ne!(rules("box=500"), "box");
    assert_eq!(rules("# boxes are hard\nbox=500, distance=2\ncell=1000"), rules("box=500,cell=1000"));
    for (weights, wrong, place) in [
        ("sprad=3", "there is no weight 'sprad'", "1:1"),
        ("line=5,suppose", "found 'suppose'", "1:8"),
        ("line=-5", "the weight of 'line' is '-5'", "1:1"),
    ] {
        let output = jigsat(&["explain", "puzzles/sudoku/easy.yaml", "--weights", weights], "");
        let said = stderr(&output);
        assert_eq!(code(&output), 2, "{weights}");
        assert!(said.contains(wrong) && said.contains(place), "{weights}: {said}");
    }
}

#[test]
fn the_way_to_a_contradiction_ends_with_an_argument() {
    let explained = json(&["explain", "puzzles/sudoku/impossible.yaml", "--checked"], "");
    let lines = explained["end"]["lines"].as_array().expect("lines");
    let last = lines.last().expect("a line");
    assert!(last.get("gives").is_none_or(|gives| gives.as_array().is_some_and(Vec::is_empty)), "{last}");
    assert!(explained["end"]["told"].as_array().is_some_and(|told| !told.is_empty()), "{explained}");
}
