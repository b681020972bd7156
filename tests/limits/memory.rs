//! `--memory`: a command that needs more is stopped, whatever it does.
#![cfg(target_os = "linux")]

use std::{
    process::Output,
    time::{Duration, Instant},
};

use crate::common::{code, jigsat, stderr, stdout};

/// A board whose formula takes gigabytes.
fn large() -> String {
    format!(
        "kind: sudoku\nbox: 10x10\nanti_knight: true\ngrid: |\n{}",
        ("  ".to_owned() + &". ".repeat(100) + "\n").repeat(100)
    )
}

#[test]
fn each_verb_is_given_up() {
    let text = large();
    for verb in
        ["solve", "count", "encode", "explain", "hint", "rate", "compare", "cubes --out never", "decode"]
    {
        let words = format!("sudoku {verb} - --memory 60MB");
        let mut words: Vec<&str> = words.split(' ').collect();
        if verb == "decode" {
            words.insert(3, "README.md");
        }
        if verb == "solve" {
            words.extend(["--engine", "sat"]);
        }
        let output = jigsat(&words, &text);
        assert_eq!(code(&output), 3, "{verb}: {}{}", stdout(&output), stderr(&output));
        assert_eq!(stderr(&output), "unknown: memory limit reached: 57.2 MiB\n", "{verb}");
        if verb != "cubes --out never" && verb != "compare" {
            words.extend(["--format", "json"]);
            let output = jigsat(&words, &text);
            let record = concat!(
                r#"{"schema":1,"family":"sudoku","status":"unknown","file":"-","message":"memory limit reached: 57.2 MiB"}"#,
                "\n"
            );
            assert_eq!(
                (code(&output), stdout(&output), stderr(&output)),
                (3, record.into(), String::new()),
                "{verb}"
            );
        }
    }
}

const SMALL: &str = "kind: sudoku\nbox: 2x2\ngrid: |\n  1...\n  ..3.\n  .4..\n  ...2\n";

#[test]
fn a_puzzle_that_needs_too_much_costs_no_other_answer() {
    let row = "  ".to_owned() + &". ".repeat(49) + "\n";
    let text = format!("{SMALL}---\nkind: sudoku\nbox: 7x7\ngrid: |\n{}---\n{SMALL}", row.repeat(49));
    let ask = |more: &[&str]| {
        let words = ["sudoku", "solve", "-", "--engine", "sat", "--no-times", "--memory", "60MB"];
        let output = jigsat(&[&words[..], more].concat(), &text);
        assert_eq!((code(&output), stderr(&output)), (3, String::new()), "{more:?}");
        stdout(&output)
    };
    let told = ask(&["--format", "json"]);
    let [first, second, third] = told.lines().collect::<Vec<_>>()[..] else { panic!("{told}") };
    let begin = |index: u64, status: &str| {
        format!(r#"{{"schema":1,"family":"sudoku","file":"-","index":{index},"status":"{status}","#)
    };
    assert!(first.starts_with(&begin(1, "solved")) && third.starts_with(&begin(3, "solved")), "{told}");
    let given_up = begin(2, "unknown") + r#""reason":"memory limit reached""#;
    assert!(second.starts_with(&given_up), "{second}");
    let told = ask(&[]);
    assert!(told.contains("\n2: unknown: memory limit reached ("), "{told}");
    assert!(told.contains("\n3: solved"), "{told}");
    let alone = ask(&["--format", "json", "--index", "2"]);
    let given_up = r#""status":"unknown","reason":"memory limit reached""#;
    assert!(alone.contains(given_up) && alone.lines().count() == 1, "{alone}");
}

/// Answers and events are the same whether or not each puzzle has a process of its own.
#[test]
fn what_is_enough_changes_no_collection() {
    let sudokus = format!("{SMALL}---\n{SMALL}");
    let levels = "puzzles/sokoban/teaching.sok";
    for words in [
        &["sudoku", "solve", "-", "--engine", "sat", "--unique", "--format", "json"][..],
        &["sudoku", "solve", "-", "--engine", "sat", "--format", "yaml", "--jobs", "2"],
        &["sudoku", "solve", "-", "--drop", "row"],
        &["sokoban", "solve", levels, "--log", "--format", "json"],
        &["sokoban", "solve", levels, "--optimal", "pushes", "--format", "plain", "--level", "1-2"],
        &["sokoban", "solve", levels, "--conflicts", "0", "--engine", "sat"],
    ] {
        let without = jigsat(&[words, &["--no-times"]].concat(), &sudokus);
        let with = jigsat(&[words, &["--no-times", "--memory", "1GiB"]].concat(), &sudokus);
        assert_eq!(with, without, "{words:?}");
        assert!(stdout(&with).lines().count() >= 2, "{words:?}: {}", stderr(&with));
    }
}

#[test]
fn what_is_enough_changes_nothing() {
    let run = |more: &[&str], puzzle: &str| -> Output {
        jigsat(&[&["solve", puzzle, "--no-times", "--unique"], more].concat(), "")
    };
    for puzzle in ["puzzles/sudoku/easy.yaml", "puzzles/sudoku/impossible.yaml", "puzzles/none.yaml"] {
        let (with, without) = (run(&["--memory", "2GiB"], puzzle), run(&[], puzzle));
        assert_eq!(with, without, "{puzzle}");
    }
    let easy = std::fs::read_to_string(crate::common::root().join("puzzles/sudoku/easy.yaml")).unwrap();
    let (with, without) = (jigsat(&["-", "--memory", "2GiB"], &easy), jigsat(&["-"], &easy));
    assert_eq!((code(&with), with.stderr), (code(&without), without.stderr));
}

/// Every verb says the same, byte for byte, whether or not it has a process of its own.
#[test]
fn what_is_enough_changes_no_verb() {
    let folder = tempfile::TempDir::new().expect("a folder for the test");
    let page = folder.path().join("mine.qprop").display().to_string();
    let own = std::fs::read_to_string(crate::common::root().join("crates/genres/pages/takuzu/page.qprop"));
    let own = own.expect("it is there").replacen("genre takuzu", "genre mine", 1);
    std::fs::write(&page, own).expect("it is written");
    let easy = std::fs::read_to_string(crate::common::root().join("puzzles/sudoku/easy.yaml")).unwrap();
    let board = std::fs::read_to_string(crate::common::root().join("puzzles/takuzu/4x4-1.yaml")).unwrap();
    let board = board.replace("kind: takuzu", "kind: mine");
    let data = std::fs::read_to_string(crate::common::root().join("puzzles/qprop/fillomino.yaml")).unwrap();
    let filled = "928561743741293658534487192184375926372649581658812374215938467867154239493726815";
    for (words, input) in [
        ("solve puzzles/sudoku/ambiguous.yaml --all", ""),
        ("solve puzzles/sokoban/teaching.sok --optimal pushes", ""),
        ("solve puzzles/sokoban/detour.xsb --optimal nothing", ""),
        ("solve - --engine sat --log --format yaml", &*easy),
        ("count - --format json", &easy),
        ("sudoku check - ARG --format json", &easy),
        ("encode puzzles/sudoku/tiny.yaml", ""),
        ("encode puzzles/sudoku/tiny.yaml --assume r1c2=4 --propagate", ""),
        ("encode puzzles/sudoku/tiny.yaml --group nothing", ""),
        ("decode puzzles/sudoku/tiny.yaml README.md", ""),
        ("explain puzzles/sudoku/hard.yaml --step 3 --color always", ""),
        ("hint - --format json", &easy),
        ("rate puzzles/sudoku/hard.yaml", ""),
        ("trace puzzles/sudoku/ambiguous.yaml", ""),
        ("show puzzles/sudoku/killer.yaml --color always", ""),
        ("compare puzzles/sudoku/tiny.yaml --seeds 1 --solvers minisat", ""),
        ("compare puzzles/sudoku/tiny.yaml --svg never.svg", ""),
        ("generate sudoku --seed 3 --count 2", ""),
        ("qprop solve puzzles/qprop/fillomino.qprop --data -", &data),
        ("solve PAGE -", &board),
        ("PAGE encode - --format stats", &board),
        ("gather puzzles --format json", ""),
        ("run-task puzzles 1", ""),
        ("check-proof README.md", ""),
        ("sudoku solve -", "12\u{fc}\n"),
        ("solve -", ""),
        ("solve puzzles", ""),
    ] {
        let words = words.replace("PAGE", &page).replace("ARG", filled);
        let mut words: Vec<&str> = words.split(' ').collect();
        if !words[0].ends_with("-task") && words[0] != "check-proof" {
            words.push("--no-times");
        }
        let without = jigsat(&words, input);
        let with = jigsat(&[&words[..], &["--memory", "1GiB"]].concat(), input);
        let said = |output: &Output| (code(output), stdout(output), stderr(output));
        assert_eq!(said(&with), said(&without), "{words:?}");
        assert!(!with.stdout.is_empty() || !with.stderr.is_empty(), "{words:?}");
    }
}

/// Any allocation may fail, of Rust or of a solver, and the report of that must not need memory.
#[test]
fn hardly_any_memory_leaves_an_answer_or_says_so() {
    for memory in ["4MB", "6MB", "8MB", "10MB", "12MB"] {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_jigsat"))
            .args(["solve", "puzzles/sokoban/detour.xsb", "--engine", "sat", "--memory", memory])
            .current_dir(crate::common::root())
            .env("RUST_BACKTRACE", "1")
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("jigsat starts");
        let late = Instant::now() + Duration::from_secs(60);
        while child.try_wait().expect("it can be asked").is_none() {
            if Instant::now() > late {
                child.kill().expect("it runs");
                panic!("{memory}: it never ends");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let output = child.wait_with_output().expect("it has ended");
        let complaint = stderr(&output);
        let told = [stdout(&output), complaint.clone()].concat();
        let is_refusal = told.starts_with("unknown: ") && told.trim_end().lines().count() == 1;
        assert!(
            code(&output) == 0 && complaint.is_empty() || code(&output) == 3 && is_refusal,
            "{memory}: {}{complaint}",
            stdout(&output)
        );
    }
}

#[test]
fn a_solver_without_memory_is_no_bug() {
    for megabytes in 4..=12 {
        let memory = format!("{megabytes}MB");
        let words = ["solve", "puzzles/sokoban/teaching.sok", "--engine", "sat", "--memory", &memory];
        let output = jigsat(&[&words[..], &["--format", "json"]].concat(), "");
        let (code, told) = (code(&output), stdout(&output));
        assert_eq!(stderr(&output), "", "{memory}: {told}");
        // Some of the larger ones suffice; the last of these levels is impossible.
        let is_open = code == 3 && told.contains("memory") && !told.contains("bug");
        assert!(is_open || code == 1 && megabytes > 6, "{memory}: {code} {told}");
        let told = stdout(&jigsat(&words, ""));
        assert!(!told.contains("Os {") && !told.contains("0 puzzles"), "{memory}: {told}");
    }
}

#[test]
#[cfg(feature = "minisat")]
fn what_was_counted_stays_known() {
    let board =
        format!("kind: slitherlink\ngrid: |\n{}", format!("  {}\n", ". ".repeat(12).trim()).repeat(12));
    let words = ["count", "-", "--engine", "sat", "--solver", "minisat", "--memory", "30MB"];
    let output = jigsat(&words, &board);
    let told = stdout(&output);
    assert_eq!((code(&output), stderr(&output)), (3, String::new()), "{told}");
    assert!(told.starts_with("at least ") && told.contains("incomplete: memory limit reached"), "{told}");
}

/// Whatever needs the memory in the end: states, formulas, a solver, what is known about triples of boxes.
#[test]
fn the_best_plan_stays_known() {
    let level = "\
################
#     #        #
# $ $ # . . .  #
#  $       .   #
# $ $ # . . .  #
#  $  #    .   #
# $ $ # . . .  #
#  $ $#    . . #
# @   #        #
################
";
    for memory in ["23MiB", "24MiB", "28MiB", "34MiB", "40MiB", "52MiB", "60MiB"] {
        let words = ["sokoban", "solve", "-", "--optimal", "moves", "--memory", memory, "--log"];
        let output = jigsat(&words, level);
        let (told, events) = (stdout(&output), stderr(&output));
        assert!(events.contains("a plan: "), "{memory}: {events}");
        // The plan was to be optimal.
        assert_eq!(code(&output), 3, "{memory}: {events}");
        let summary = told.lines().last().unwrap_or_default();
        let open = "solved; left open: whether the plan is optimal in moves; no plan has fewer than 1";
        assert!(summary.starts_with(open), "{told}");
        assert!(summary.contains("memory"), "{memory}: {summary}");
    }
}

#[test]
fn a_path_need_not_be_text() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::TempDir::new().expect("a folder for the test");
    let path = folder.path().join(std::ffi::OsStr::from_bytes(b"formula\xff.txt"));
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_jigsat"))
        .args(["encode", "sudoku/tiny", "--memory", "1GiB", "-o"])
        .arg(&path)
        .output()
        .expect("jigsat starts");
    assert_eq!((code(&output), stderr(&output)), (0, String::new()));
    assert!(path.exists());
}

#[test]
fn an_input_that_cannot_be_read_is_named() {
    let ask = |more: &[&str]| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_jigsat"))
            .args(["sudoku", "solve", "-"])
            .args(more)
            .stdin(std::fs::File::open(crate::common::root()).expect("it is a folder"))
            .output()
            .expect("jigsat starts");
        (code(&output), stdout(&output), stderr(&output))
    };
    let told = ask(&["--memory", "1GiB"]);
    assert!(told.2.contains("can't be read"), "{told:?}");
    assert_eq!(told, ask(&[]));
}

#[test]
fn no_half_file_stays() {
    let folder = tempfile::TempDir::new().expect("a folder for the test");
    let file = folder.path().join("big.cnf").display().to_string();
    let output = jigsat(&["encode", "-", "--memory", "60MB", "--format", "dimacs", "-o", &file], &large());
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_signal_reaches_the_work() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_jigsat"))
        .args(["count", "puzzles/tiling/mutilated-20x20.yaml", "--engine", "backtrack", "--memory", "1GiB"])
        .current_dir(crate::common::root())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("jigsat starts");
    std::thread::sleep(Duration::from_millis(700));
    let killed = std::process::Command::new("kill").arg(child.id().to_string()).status();
    assert!(killed.expect("kill starts").success());
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(3));
}

/// Ctrl-C leaves open the puzzle that another process is solving, and gives its best so far.
#[test]
fn a_signal_reaches_a_puzzle_of_a_collection() {
    let folder = tempfile::TempDir::new().expect("a folder for the test");
    let board = std::fs::read_to_string(crate::common::root().join("puzzles/tiling/mutilated-20x20.yaml"));
    let file = folder.path().join("two.yaml");
    std::fs::write(&file, [&*board.expect("it is there"); 2].join("---\n")).expect("it is written");
    let child = std::process::Command::new(env!("CARGO_BIN_EXE_jigsat"))
        .args(["tiling", "solve", &file.display().to_string(), "--engine", "backtrack", "--memory", "1GiB"])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("jigsat starts");
    std::thread::sleep(Duration::from_millis(700));
    let killed = std::process::Command::new("kill").arg(child.id().to_string()).status();
    assert!(killed.expect("kill starts").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(code(&output), 3);
    let told = stdout(&output);
    assert!(
        told.starts_with("1 The mutilated chessboard, 20x20: unknown: interrupted (backtrack, "),
        "{told}"
    );
}
