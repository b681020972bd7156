//! Sokoban through the command: snapshots of two time steps, options, files, and plans that are rejected.

mod common;

use common::{code, jigsat, snapshots, stderr, stdout};

const FIRST: &str = "puzzles/sokoban/first.xsb";
const TEACHING: &str = "puzzles/sokoban/teaching.sok";

fn sokoban(args: &[&str]) -> std::process::Output {
    jigsat(&[&["sokoban"], args].concat(), "")
}

#[test]
fn two_steps_in_every_encoding() {
    snapshots("sokoban").bind(|| {
        for encoding in ["pushes", "moves", "lines", "labelled"] {
            let output =
                sokoban(&["encode", "puzzles/sokoban/tiny.xsb", "--steps", "2", "--encoding", encoding]);
            assert_eq!(code(&output), 0, "{}", stderr(&output));
            insta::assert_snapshot!(format!("tiny-{encoding}"), stdout(&output));
        }
        let labelled = ["--steps", "1", "--encoding", "labelled", "--format", "dimacs"];
        let output = sokoban(&[&["encode", "puzzles/sokoban/push.xsb"], &labelled[..]].concat());
        insta::assert_snapshot!("push-labelled-dimacs", stdout(&output));
    });
}

#[test]
fn levels_by_number_range_and_title() {
    let titles = |level: &str| -> Vec<String> {
        let output = sokoban(&["solve", TEACHING, "--level", level, "--format", "json"]);
        let lines = stdout(&output);
        lines
            .lines()
            .map(|line| line.split("\"puzzle\":\"").nth(1).unwrap().split('"').next().unwrap().into())
            .collect()
    };
    assert_eq!(titles("2"), ["Teaching 2"]);
    assert_eq!(titles("1-3"), ["Teaching 1", "Teaching 2", "Teaching 3"]);
    assert_eq!(titles("teaching 4"), ["Teaching 4"]);
    let output = sokoban(&["solve", TEACHING, "--level", "9"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("has no level '9'"), "{}", stderr(&output));
}

#[test]
fn every_objective_by_formulas_and_by_states() {
    for optimal in ["pushes", "moves", "moves-then-pushes", "pushes-then-moves"] {
        for engine in ["auto", "sat", "states"] {
            let output =
                sokoban(&["solve", FIRST, "--optimal", optimal, "--engine", engine, "--format", "json"]);
            let text = stdout(&output);
            assert_eq!(code(&output), 0, "{text}{}", stderr(&output));
            assert!(text.contains(&format!("\"proven\":\"{optimal}\"")), "{text}");
            assert!(text.contains("\"push_count\":3,"), "{optimal} {engine}: {text}");
            assert!(optimal == "pushes" || text.contains("\"move_count\":14,"), "{optimal} {engine}: {text}");
        }
    }
    let output = sokoban(&["solve", FIRST, "--optimal", "moves", "--encoding", "lines"]);
    assert_eq!(code(&output), 2, "{}", stdout(&output));
}

#[test]
fn a_bound_never_claims_that_a_level_is_impossible() {
    let output = sokoban(&["solve", FIRST, "--at-most", "2", "--format", "json"]);
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).contains("\"status\":\"none-within\",\"bound\":2"), "{}", stdout(&output));
    let output = sokoban(&["solve", FIRST, "--at-most", "3", "--format", "json"]);
    assert_eq!(code(&output), 0);
}

/// A level with more cells for boxes than a search of states can number, and with many boxes.
#[test]
fn a_level_that_is_too_large_is_called_so() {
    let filled = |row: usize| match row % 4 {
        1 => "$ ".repeat(35) + &" ".repeat(27),
        3 => ". ".repeat(35) + &" ".repeat(27),
        _ => " ".repeat(97),
    };
    let mut rows: Vec<String> =
        (0..97).map(|row| if row > 8 { " ".repeat(97) } else { filled(row) }).collect();
    rows[90].replace_range(40..41, "@");
    let wall = "#".repeat(99);
    let level = format!("{wall}\n#{}#\n{wall}\n", rows.join("#\n#"));
    let output = jigsat(&["sokoban", "solve", "-", "--engine", "states", "--format", "json"], &level);
    assert_eq!(code(&output), 3, "{}{}", stdout(&output), stderr(&output));
    let reason = r#""reason":"the level is too large for searches of states""#;
    assert!(stdout(&output).contains(reason), "{}", stdout(&output));
}

#[test]
fn the_log_tells_each_horizon() {
    let output = sokoban(&["solve", FIRST, "--encoding", "moves", "--log"]);
    let log = stderr(&output);
    assert!(log.contains("UNSAT at ") && log.contains("\nSAT at 14: "), "{log}");
}

#[test]
fn check_takes_what_solve_prints_and_asks_whether_it_is_best() {
    for format in ["text", "plain", "json", "yaml", "frames"] {
        let solved = sokoban(&["solve", FIRST, "--format", format]);
        let file = tempfile(format, &stdout(&solved));
        let checked = sokoban(&["check", FIRST, &file, "--optimal", "pushes"]);
        assert_eq!(
            stdout(&checked),
            "legal and complete; optimal in pushes\n",
            "{format}: {}",
            stderr(&checked)
        );
        assert_eq!(code(&checked), 0);
    }
    let solved =
        stdout(&sokoban(&["solve", FIRST, "--optimal", "moves", "--engine", "states", "--format", "plain"]));
    let checked = sokoban(&["check", FIRST, solved.trim(), "--optimal", "moves"]);
    assert_eq!(stdout(&checked), "legal and complete; optimal in moves\n");
    let slow = format!("rl{}", solved.trim());
    let checked = sokoban(&["check", FIRST, &slow, "--optimal", "moves"]);
    assert_eq!(code(&checked), 1);
    assert!(stdout(&checked).starts_with("legal and complete; not optimal in moves"), "{}", stdout(&checked));
    let illegal = sokoban(&["check", FIRST, "UUU"]);
    assert_eq!(
        (code(&illegal), stdout(&illegal).as_str()),
        (1, "not legal: move 1 (U) pushes the box in r4c4 into the box in r3c4\n")
    );
}

#[test]
fn solutions_are_stored_and_never_overwrite() {
    let file = tempfile("sok", "");
    std::fs::remove_file(&file).unwrap();
    let output = sokoban(&["solve", TEACHING, "--write", &file]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert!(stdout(&output).contains("4 puzzles: 2 solved, 2 impossible"), "{}", stdout(&output));
    for level in ["1", "2"] {
        let checked = sokoban(&["check", TEACHING, &file, "--level", level]);
        assert_eq!(stdout(&checked), "legal and complete\n", "{}", stderr(&checked));
    }
    let again = sokoban(&["solve", TEACHING, "--write", &file]);
    assert_eq!(code(&again), 2);
    assert!(stderr(&again).contains("--force replaces it"), "{}", stderr(&again));
    let forced = sokoban(&["solve", TEACHING, "--write", &file, "--force"]);
    assert_eq!(code(&forced), 1);
}

#[test]
fn a_dropped_frame_shows_the_box_that_moves_by_itself() {
    for encoding in ["labelled", "pushes"] {
        let output = sokoban(&["solve", FIRST, "--encoding", encoding, "--drop", "frame"]);
        let text = stdout(&output);
        assert!(text.starts_with("without frame: from "), "{text}");
        assert!(
            text.contains("by itself") || text.contains("appears") || text.contains("vanishes"),
            "{text}"
        );
    }
}

#[test]
fn counts_and_lists_shortest_plans() {
    assert_eq!(stdout(&sokoban(&["count", FIRST])), "4 solutions (states)\n");
    let counted = stdout(&sokoban(&["count", FIRST, "--engine", "backtrack"]));
    assert_eq!(counted, "4 solutions (backtrack, batsat, encoding pushes)\n");
    let listed = stdout(&sokoban(&["solve", FIRST, "--all", "--format", "plain"]));
    assert_eq!(listed.lines().count(), 4, "{listed}");
}

#[test]
fn pictures_are_svg_with_and_without_movement() {
    for animate in [false, true] {
        let file = tempfile("svg", "");
        let mut args = vec!["solve", FIRST, "--svg", &file, "--force"];
        if animate {
            args.push("--animate");
        }
        assert_eq!(code(&sokoban(&args)), 0);
        let svg = std::fs::read_to_string(&file).unwrap();
        assert!(svg.starts_with("<svg") && svg.contains("<animate") == animate, "{svg}");
    }
}

#[test]
fn the_first_levels_of_microban() {
    let Some(file) = common::shared_data("sokoban/microban_1_75.xsb") else { return };
    let output = sokoban(&["solve", file.to_str().unwrap(), "--level", "1-10", "--format", "json"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let pushes: Vec<u32> = stdout(&output)
        .lines()
        .map(|line| line.split("\"push_count\":").nth(1).unwrap().split(',').next().unwrap().parse().unwrap())
        .collect();
    assert_eq!(pushes, [8, 3, 13, 7, 6, 29, 6, 32, 10, 21]);
    let output = sokoban(&[
        "solve",
        file.to_str().unwrap(),
        "--level",
        "1-10",
        "--optimal",
        "moves",
        "--format",
        "json",
    ]);
    let moves: Vec<u32> = stdout(&output)
        .lines()
        .map(|line| line.split("\"move_count\":").nth(1).unwrap().split(',').next().unwrap().parse().unwrap())
        .collect();
    assert_eq!(moves, [33, 16, 41, 23, 25, 107, 26, 97, 30, 89]);
}

/// A temporary file with that content.
fn tempfile(name: &str, content: &str) -> String {
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Relaxed);
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("sokoban-{number}.{name}"));
    std::fs::write(&path, content).expect("the folder is there");
    path.to_str().expect("a plain path").to_owned()
}

#[test]
fn a_formula_of_one_length_says_nothing_of_others() {
    let listed = sokoban(&["solve", FIRST, "--all", "--steps", "2", "--format", "json"]);
    assert_eq!(code(&listed), 3, "{}", stderr(&listed));
    assert!(stdout(&listed).contains("there is no solution of exactly 2 steps"), "{}", stdout(&listed));
    let compared = sokoban(&["compare", FIRST, "--steps", "2", "--encodings", "pushes", "--no-times"]);
    assert!(stdout(&compared).contains("none that long"), "{}{}", stdout(&compared), stderr(&compared));
    for output in [listed, compared] {
        assert!(!stdout(&output).contains("impossible"), "{}", stdout(&output));
    }
}

#[test]
fn explained_are_reasons_and_lengths() {
    let dead = "#####\n#$  #\n# @.#\n#####\n";
    let output = jigsat(&["sokoban", "explain", "-"], dead);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert!(stdout(&output).starts_with("impossible: "), "{}", stdout(&output));
    let output = sokoban(&["explain", FIRST]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    for part in
        ["the boxes need at least 3 pushes", "exactly that many pushes", "1. the box in ", "stays there"]
    {
        assert!(stdout(&output).contains(part), "{part}: {}", stdout(&output));
    }
    let output = sokoban(&["explain", FIRST, "--steps", "2"]);
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    assert!(stdout(&output).starts_with("there is no solution of exactly 2 steps"), "{}", stdout(&output));
    let output = sokoban(&["explain", FIRST, "--steps", "3"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).contains("found as a whole"), "{}", stdout(&output));
}

/// From every position of a plan there is a hint, and none at its end.
#[test]
fn a_hint_is_the_next_push() {
    let folder = tempfile::tempdir().expect("a folder");
    let played = folder.path().join("played.txt");
    let from = played.to_str().expect("a path");
    let level = "puzzles/sokoban/detour.xsb";
    let solved = sokoban(&["solve", level, "--format", "plain"]);
    let solved = stdout(&solved).trim().to_owned();
    let mut left = 14;
    for played_so_far in (1..=solved.len()).filter(|&end| solved.as_bytes()[end - 1].is_ascii_uppercase()) {
        std::fs::write(&played, &solved[..played_so_far]).expect("it can be written");
        let output = sokoban(&["hint", level, "--from", from]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let explained = sokoban(&["explain", level, "--from", from]);
        if left == 0 {
            assert_eq!(stdout(&output), "nothing is left to do\n");
            assert!(stdout(&explained).contains("0 pushes"), "{}", stdout(&explained));
        } else {
            assert!(stdout(&output).starts_with("1. push the box in r"), "{}", stdout(&output));
            let pushes = if left == 1 { "1 push,".into() } else { format!("{left} pushes") };
            assert!(stdout(&explained).contains(&pushes), "{left}: {}", stdout(&explained));
            left -= 1;
        }
    }
}

#[test]
fn moves_into_a_deadlock_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let played = folder.path().join("played.txt");
    let from = played.to_str().expect("a path");
    let level = "######\n#@   #\n# $  #\n#  . #\n######\n";
    std::fs::write(&played, "rrdL").expect("it can be written");
    for verb in ["hint", "explain"] {
        let output = jigsat(&["sokoban", verb, "-", "--from", from], level);
        assert_eq!(code(&output), 1, "{}{}", stdout(&output), stderr(&output));
        assert!(
            stdout(&output).contains("the box in r3c2 can't be pushed to any goal"),
            "{}",
            stdout(&output)
        );
    }
    std::fs::write(&played, "rrrr").expect("it can be written");
    let output = jigsat(&["sokoban", "hint", "-", "--from", from], level);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("runs from r2c5 into a wall"), "{}", stderr(&output));
}

#[test]
fn a_level_is_rated_by_its_plan() {
    let output = sokoban(&["rate", "puzzles/sokoban/detour.xsb", "--format", "json"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let record: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    let rating = &record["rating"];
    assert_eq!(
        (&rating["pushes"], &rating["lower_bound"], &rating["gap"]),
        (&15.into(), &15.into(), &0.into())
    );
    assert!(rating["states"].as_u64().is_some_and(|states| states > 1), "{rating}");
    assert_eq!(code(&sokoban(&["rate", "puzzles/sokoban/corner.xsb"])), 1);
}
