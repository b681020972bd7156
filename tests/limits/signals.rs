//! Ctrl-C while a command works on something large: it ends soon, says what it found so far, and leaves no half file.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    io::{Read, Seek, SeekFrom},
    path::Path,
    process::{Child, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use tempfile::TempDir;

use crate::{large, waiting::signal};

/// What Ctrl-C leaves of an answer.
#[derive(Clone, Copy, PartialEq)]
enum Left {
    /// What was found so far, on standard output or in the file of `-o`.
    SoFar,
    /// A message, and no file: half of the answer would be of no use.
    Message,
    /// The results of `--out`.
    Results,
}
use Left::{Message, Results, SoFar};

/// Commands in words, what they leave, and what is told.
const COMMANDS: &[(&str, Left, &str)] = &[
    ("solve blank.yaml --all", SoFar, "solutions; there may be more: interrupted"),
    ("count dominoes.yaml --engine backtrack", SoFar, "incomplete: interrupted"),
    ("explain sudoku/twentyfive", SoFar, "interrupted"),
    ("rate sudoku/twentyfive", SoFar, "left open: interrupted"),
    ("slitherlink generate --size 60x60", SoFar, "it may have numbers that could be spared: interrupted"),
    ("encode battleships.yaml --format text --full", Message, "unknown: interrupted"),
    ("encode battleships.yaml --format dimacs", Message, "unknown: interrupted"),
    ("common large.yaml", SoFar, "left open: interrupted"),
    ("trace pigeons.qprop --conflicts 1000000000 --steps 1000000000", SoFar, "unknown: interrupted ("),
    ("compare pigeons.qprop", SoFar, "  unknown  "),
    ("grade reference.qprop given --timeout 60s", SoFar, "b.qprop: unknown, 0 of 1: "),
    (
        "grade reference.qprop given --timeout 60s --jobs 1",
        SoFar,
        "b.qprop: unknown, 0 of 1: left open: interrupted",
    ),
    ("batch pigeons.qprop blank.yaml --out results.jsonl --jobs 2", Results, "run the same command again"),
];

/// How long a command may go on.
const SOON: Duration = Duration::from_secs(2);

/// Processor time after which a command is at work.
const AT_WORK: Duration = Duration::from_millis(700);

/// The processor time of a process so far; nothing if the system doesn't tell.
fn processor(pid: u32) -> Option<Duration> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // After the name, which ends at the last bracket: state, parent and so on; hundredths of user and system time.
    let mut fields = stat.rsplit(") ").next()?.split(' ').skip(11);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (ticks()? + ticks()?)))
}

/// Waits until a command has worked for a while, or has written a first result: the work of `batch` is done by other
/// processes. It must not end before.
fn wait_for_work(child: &mut Child, words: &str, results: Option<&Path>) {
    let started = Instant::now();
    let is_at_work = |child: &Child| match results {
        Some(file) => fs::metadata(file).is_ok_and(|results| results.len() > 0),
        None => processor(child.id()).unwrap_or_else(|| started.elapsed()) >= AT_WORK,
    };
    while !is_at_work(child) {
        assert!(child.try_wait().expect("it can be waited for").is_none(), "{words}: is too small");
        assert!(started.elapsed() < Duration::from_secs(60), "{words}: does not work");
        sleep(Duration::from_millis(5));
    }
}

/// The exit code, and for how long it went on: by its processor time, where there is one, as others may use the machine.
fn wait_for_end(child: &mut Child, words: &str) -> (Option<i32>, Duration) {
    let (started, before) = (Instant::now(), processor(child.id()));
    let mut used = before;
    loop {
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            let worked = used.zip(before).map(|(used, before)| used.saturating_sub(before));
            return (status.code(), worked.unwrap_or_else(|| started.elapsed()));
        }
        if started.elapsed() > Duration::from_secs(30) {
            child.kill().expect("it can be killed");
            panic!("{words}: goes on");
        }
        used = processor(child.id()).filter(|now| Some(*now) > used).or(used);
        sleep(Duration::from_millis(2));
    }
}

/// The names of the files in a folder.
fn files(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).expect("it is there");
    entries.map(|entry| entry.expect("it is listed").file_name().to_string_lossy().into_owned()).collect()
}

/// What is wrong after Ctrl-C.
fn faults(words: &str, left: Left, told: &str, to_file: bool, folder: &Path) -> Vec<String> {
    let before = files(folder);
    let more: &[&str] = if to_file { &["-o", "answer"] } else { &[] };
    let name = format!("{words} {}", more.join(" "));
    let (out, said) = (tempfile::tempfile(), tempfile::tempfile());
    let (mut out, mut said) = (out.expect("a file can be made"), said.expect("a file can be made"));
    let copy = |file: &File| Stdio::from(file.try_clone().expect("it is open"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_jigsat"))
        .args(words.split(' ').chain(more.iter().copied()))
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(copy(&out))
        .stderr(copy(&said))
        .spawn()
        .expect("jigsat starts");
    let results = folder.join("results.jsonl");
    wait_for_work(&mut child, &name, Some(&*results).filter(|_| left == Results));
    signal(&child, "INT");
    let (code, late) = wait_for_end(&mut child, &name);
    let text = |file: &mut File| {
        file.seek(SeekFrom::Start(0)).expect("it can be read again");
        let mut text = String::new();
        file.read_to_string(&mut text).expect("it is text");
        text
    };
    let (out, said) = (text(&mut out), text(&mut said));
    let new: Vec<String> = files(folder).difference(&before).cloned().collect();
    let kept = fs::read_to_string(folder.join("answer")).unwrap_or_default();
    let answer = if to_file { &kept } else { &out };
    let expected: &[&str] = match left {
        SoFar if to_file => &["answer"],
        Results => &["results.jsonl"],
        _ => &[],
    };
    for file in &new {
        fs::remove_file(folder.join(file)).expect("it can be removed");
    }
    let end =
        |text: &str| text.chars().rev().take(300).collect::<Vec<_>>().into_iter().rev().collect::<String>();
    let wrong = [
        (code != Some(3)).then(|| format!("ends with {code:?}")),
        (late > SOON).then(|| format!("goes on for {late:?}")),
        (new != expected).then(|| format!("leaves {new:?}")),
        (!answer.contains(told) && !said.contains(told)).then(|| format!("does not tell {told:?}")),
        (left == SoFar && answer.is_empty()).then(|| "gives no answer".to_owned()),
        (to_file && left == SoFar && !out.is_empty()).then(|| "writes to standard output".to_owned()),
    ];
    println!("{name}: {late:?}");
    let wrong = wrong.into_iter().flatten();
    wrong.map(|wrong| format!("{name}: {wrong}\n{}\n{}", end(answer), end(&said))).collect()
}

#[test]
fn ctrl_c_gives_the_best_so_far() {
    let folder = TempDir::new().expect("a folder for the test");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("it is written");
    let boards = large::boards(50);
    let of_battleships = boards.iter().find(|(name, _)| name.starts_with("battleships"));
    write("battleships.yaml", &of_battleships.expect("it is one of them").1);
    for (name, side) in [("blank.yaml", 3), ("large.yaml", 5)] {
        let rows = format!("  {}\n", ". ".repeat(side * side)).repeat(side * side);
        write(name, &format!("kind: sudoku\nbox: {side}x{side}\ngrid: |\n{rows}"));
    }
    write("dominoes.yaml", "kind: tiling\nboard: 20x20\nset: dominoes\n");
    write(
        "pigeons.qprop",
        "sort P = 1..12\nsort H = 1..11\npred in(p: P, h: H)\n\
         assert somewhere: forall p: P . exists h: H . in(p, h)\n\
         assert apart: forall p: P, q: P, h: H | p < q . not (in(p, h) and in(q, h))\n",
    );
    write("reference.qprop", "sort A = 1..2\npred p(a: A)\nassert some: exists a: A . p(a)\n");
    fs::create_dir(folder.path().join("given")).expect("a folder can be made");
    for name in ["given/a.qprop", "given/b.qprop"] {
        write(
            name,
            "sort A = 1..2\npred p(a: A)\nassert some: exists a: A . p(a)\nsort P = 1..13\nsort H = 1..12\n\
             pred h(i: P, j: H)\nassert sits: forall i: P . exists j: H . h(i, j)\n\
             assert alone: forall j: H . atmost 1 i: P . h(i, j)\nshow p\n",
        );
    }
    let mut wrong = Vec::new();
    for &(words, left, told) in COMMANDS {
        wrong.extend(faults(words, left, told, false, folder.path()));
        if left != Results {
            wrong.extend(faults(words, left, told, true, folder.path()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_second_signal_ends_the_program() {
    let folder = TempDir::new().expect("a folder for the test");
    let board = folder.path().join("dominoes.yaml");
    fs::write(&board, "kind: tiling\nboard: 20x20\nset: dominoes\n").expect("it is written");
    let mut child = Command::new(env!("CARGO_BIN_EXE_jigsat"))
        .arg("count")
        .arg(&board)
        .args(["--engine", "backtrack"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("jigsat starts");
    // Both signals wait while the process stands still, so the first has no time to end it.
    for name in ["STOP", "INT", "TERM", "CONT"] {
        signal(&child, name);
    }
    assert_eq!(wait_for_end(&mut child, "two signals").0, Some(130));
}
