//! `batch` and `report`: real runs that are stopped, killed, starved and gone on with.

mod common;

use std::{
    collections::BTreeSet,
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    time::{Duration, Instant},
};

use common::{code, root, stderr, stdout};
use serde_json::Value;
use tempfile::TempDir;

/// Twelve pigeons don't fit into eleven holes: no solver of resolution proves that in the time of a test.
const PIGEONS: &str = "sort P = 1..12\nsort H = 1..11\npred in(p: P, h: H)\n\
    assert somewhere \"{p} is in a hole\": forall p: P . exists h: H . in(p, h)\n\
    assert apart \"{p} and {q} are not both in {h}\":\n  \
    forall p: P, q: P, h: H | p < q . not (in(p, h) and in(q, h))\n";

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const CLASH: &str = "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().expect("a folder for the test");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// Copies of a puzzle that takes some milliseconds.
fn copies(count: usize) -> TempDir {
    let text = fs::read_to_string(root().join("puzzles/edge-matching/medium.yaml")).unwrap();
    let names: Vec<String> = (0..count).map(|number| format!("puzzles/{number:03}.yaml")).collect();
    folder(&names.iter().map(|name| (name.as_str(), text.as_str())).collect::<Vec<_>>())
}

/// The command in a folder.
fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jigsat"));
    command.args(args).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(folder: &Path, args: &[&str]) -> Output {
    command(folder, args).output().expect("jigsat starts")
}

fn start(folder: &Path, args: &[&str]) -> Child {
    command(folder, args).spawn().expect("jigsat starts")
}

fn signal(pid: u32, name: &str) {
    let status = Command::new("kill").args([format!("-{name}"), pid.to_string()]).status();
    assert!(status.expect("kill starts").success());
}

/// Waits until something is there, for as long as a busy machine may take.
fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(started.elapsed() < Duration::from_secs(60), "waited too long for {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn lines_of(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}

/// How many whole lines a file has.
fn count_lines(path: &Path) -> usize {
    fs::read(path).unwrap_or_default().iter().filter(|&&byte| byte == b'\n').count()
}

/// The line of a puzzle.
fn line<'l>(lines: &'l [Value], file: &str, index: u64) -> &'l Value {
    let found = lines.iter().find(|line| line["file"] == file && line["index"] == index);
    found.unwrap_or_else(|| panic!("no line of {file} {index}"))
}

/// Each of so many files has one line, which says that it is solved.
fn assert_each_solved_once(path: &Path, count: usize) {
    let lines = lines_of(path);
    assert_eq!(lines.len(), count);
    assert!(lines.iter().all(|line| line["status"] == "solved"));
    let files: BTreeSet<&str> = lines.iter().map(|line| line["file"].as_str().unwrap()).collect();
    assert_eq!(files.len(), count);
}

/// The processes that another has started.
#[cfg(target_os = "linux")]
fn children(pid: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let texts = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    texts
        .flat_map(|text| text.split_whitespace().map(|pid| pid.parse().unwrap()).collect::<Vec<_>>())
        .collect()
}

#[test]
fn a_folder_of_anything() {
    let folder = folder(&[
        ("in/lines.txt", &format!("{EASY}\n{}\n{CLASH}\n", &EASY[..80])),
        ("in/deep/level.xsb", "#####\n#@$.#\n#####\n\n#####\n#.$@#\n#####\n"),
        ("in/fillomino.txt", "1 3\n1 0 2\n"),
        ("in/four.em", "2 2\n0 1 1 0\n0 0 1 1\n1 1 0 0\n1 0 0 1\n"),
        ("in/pair.qprop", "pred a\npred b\nassert one: a or b\n"),
        ("in/readme.md", "# Not a puzzle\n"),
        ("in/.hidden/lines.txt", EASY),
    ]);
    let output = run(folder.path(), &["batch", "in", "--out", "r.jsonl", "--jobs", "2", "--no-times"]);
    let lines = lines_of(&folder.path().join("r.jsonl"));
    // A malformed puzzle of a collection is bad input, and the others are solved all the same.
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    assert_eq!(lines.len(), 8);
    assert_eq!(line(&lines, "in/lines.txt", 1)["status"], "solved");
    let malformed = line(&lines, "in/lines.txt", 2);
    assert_eq!((&malformed["status"], &malformed["line"]), (&"error".into(), &2.into()));
    assert!(malformed["message"].as_str().unwrap().contains("expected"), "{malformed}");
    assert_eq!(line(&lines, "in/lines.txt", 3)["status"], "impossible");
    for (file, family) in [
        ("deep/level.xsb", "sokoban"),
        ("fillomino.txt", "fillomino"),
        ("four.em", "edge-matching"),
        ("pair.qprop", "qprop"),
    ] {
        let line = line(&lines, &format!("in/{file}"), 1);
        assert_eq!((&line["family"], &line["status"]), (&family.into(), &"solved".into()));
        assert!(line["solution"].is_object(), "{line}");
    }
    assert_eq!(line(&lines, "in/deep/level.xsb", 2)["puzzle"], "level 2");
    assert_eq!(stderr(&output), "skipped in/readme.md: is no puzzle of a format that is known\n");
    insta::assert_snapshot!(stdout(&output));
}

#[test]
fn answers_are_what_solve_says() {
    let level = "#######\n#@ $ .#\n#######\n";
    let folder = folder(&[("level.xsb", level)]);
    let solved = run(folder.path(), &["solve", "level.xsb", "--format", "json", "--no-times"]);
    let batch = run(folder.path(), &["batch", "level.xsb", "--no-times"]);
    let mut solved: Value = serde_json::from_str(&stdout(&solved)).unwrap();
    let mut batch: Value = serde_json::from_str(&stdout(&batch)).unwrap();
    for key in ["index", "digest", "limits"] {
        batch.as_object_mut().unwrap().remove(key).expect("batch says more");
    }
    solved.as_object_mut().unwrap().remove("index");
    assert_eq!(solved, batch);
}

#[test]
fn a_killed_batch_goes_on() {
    let folder = copies(80);
    let out = folder.path().join("r.jsonl");
    let args = ["batch", "puzzles", "--out", "r.jsonl", "--jobs", "2"];
    let mut child = start(folder.path(), &args);
    wait_for("some lines", || (count_lines(&out) >= 10).then_some(()));
    child.kill().unwrap();
    child.wait().unwrap();
    let before = count_lines(&out);
    assert!(before < 80, "it was to be killed in the middle");
    let written = fs::read(&out).unwrap();
    let whole = written.iter().rposition(|&byte| byte == b'\n').unwrap() + 1;

    let output = run(folder.path(), &args);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_each_solved_once(&out, 80);
    // What was there is there still, byte by byte.
    assert_eq!(fs::read(&out).unwrap()[..whole], written[..whole]);
    // The table tells of all, also of what was done before.
    assert!(stdout(&output).contains("edge-matching       80      80"), "{}", stdout(&output));
    // And a third time, there is nothing to do.
    run(folder.path(), &args);
    assert_each_solved_once(&out, 80);
}

#[test]
fn a_torn_line_is_done_again() {
    let folder = copies(3);
    let out = folder.path().join("r.jsonl");
    let args = ["batch", "puzzles", "--out", "r.jsonl"];
    run(folder.path(), &args);
    let whole = fs::read(&out).unwrap();
    for torn in [whole.len() - 1, whole.len() - 40] {
        fs::write(&out, &whole[..torn]).unwrap();
        let output = run(folder.path(), &args);
        assert_eq!(code(&output), 0);
        assert!(stderr(&output).starts_with("a torn last line of "), "{}", stderr(&output));
        assert_each_solved_once(&out, 3);
    }
}

#[test]
fn what_changes_is_done_again() {
    let folder = folder(&[("lines.txt", &format!("{EASY}\n{CLASH}\n"))]);
    let out = folder.path().join("r.jsonl");
    let mut count = 0;
    let mut assert_new = |args: &[&str], new: usize| {
        let output = run(folder.path(), &[&["batch", "lines.txt", "--out", "r.jsonl"], args].concat());
        count += new;
        assert_eq!(count_lines(&out), count, "{args:?}: {}", stderr(&output));
    };
    assert_new(&[], 2);
    assert_new(&[], 0);
    // Answers hold whatever the limits.
    assert_new(&["--timeout", "5s"], 0);
    // Another question is another line.
    assert_new(&["--unique"], 2);
    assert_new(&["--solver", "batsat"], 2);
    assert_new(&["--unique"], 0);
    // So is another puzzle in the same place.
    fs::write(folder.path().join("lines.txt"), format!("{}\n{CLASH}\n", EASY.replacen('5', ".", 1))).unwrap();
    assert_new(&[], 1);
    assert_new(&["--retry"], 0);
}

#[test]
fn what_was_left_open_is_tried_again_with_other_limits() {
    let folder = folder(&[("pigeons.qprop", PIGEONS)]);
    let out = folder.path().join("r.jsonl");
    for (args, lines) in [
        (&["--conflicts", "10"][..], 1),
        (&["--conflicts", "10"], 1),
        (&["--conflicts", "20"], 2),
        (&["--conflicts", "20", "--retry"], 3),
    ] {
        let output = run(folder.path(), &[&["batch", "pigeons.qprop", "--out", "r.jsonl"], args].concat());
        assert_eq!(code(&output), 3);
        assert_eq!(count_lines(&out), lines, "{args:?}");
    }
    assert_eq!(lines_of(&out)[0]["reason"], "conflict limit reached");
}

#[test]
fn a_file_of_someone_else_is_refused() {
    let folder = copies(1);
    let out = folder.path().join("r.jsonl");
    run(folder.path(), &["batch", "puzzles", "--out", "r.jsonl"]);
    let ours = fs::read_to_string(&out).unwrap();
    for (text, line) in [
        ("a diary\n".to_owned(), 1),
        ("a diary without an end".to_owned(), 1),
        (format!("{ours}{{\"other\": 1}}\n{ours}"), 2),
        (ours.replace("\"schema\":1", "\"schema\":2"), 1),
    ] {
        fs::write(&out, &text).unwrap();
        let output = run(folder.path(), &["batch", "puzzles", "--out", "r.jsonl"]);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains(&format!("r.jsonl:{line}: ")), "{}", stderr(&output));
        assert_eq!(fs::read_to_string(&out).unwrap(), text, "it was changed");
    }
}

#[test]
#[cfg(unix)]
fn two_batches_do_not_share_a_file() {
    let folder = folder(&[("pigeons.qprop", PIGEONS)]);
    let args = ["batch", "pigeons.qprop", "--out", "r.jsonl", "--timeout", "50s"];
    let mut first = start(folder.path(), &args);
    wait_for("the file", || folder.path().join("r.jsonl").exists().then_some(()));
    // The file is there a moment before it is locked.
    std::thread::sleep(Duration::from_millis(300));
    let second = run(folder.path(), &args);
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(code(&second), 2);
    assert!(stderr(&second).contains("another 'jigsat batch' is writing to it"), "{}", stderr(&second));
}

#[test]
#[cfg(unix)]
fn ctrl_c_keeps_what_is_done() {
    let folder = copies(80);
    let out = folder.path().join("r.jsonl");
    let args = ["batch", "puzzles", "--out", "r.jsonl", "--jobs", "2"];
    let child = start(folder.path(), &args);
    wait_for("some lines", || (count_lines(&out) >= 5).then_some(()));
    signal(child.id(), "INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    assert!(stderr(&output).contains("the same command goes on from here"), "{}", stderr(&output));
    let lines = lines_of(&out);
    assert!(lines.len() < 80 && lines.iter().all(|line| line["status"] == "solved"));
    assert_eq!(code(&run(folder.path(), &args)), 0);
    assert_each_solved_once(&out, 80);
}

#[test]
fn a_monster_does_not_stop_the_rest() {
    let folder = folder(&[("a.qprop", PIGEONS), ("b.txt", EASY), ("c.xsb", "#####\n#@$.#\n#####\n")]);
    let output = run(folder.path(), &["batch", ".", "--out", "r.jsonl", "--timeout", "300ms", "--jobs", "1"]);
    let lines = lines_of(&folder.path().join("r.jsonl"));
    assert_eq!(code(&output), 3);
    let monster = line(&lines, "./a.qprop", 1);
    assert_eq!((&monster["status"], &monster["reason"]), (&"unknown".into(), &"time limit reached".into()));
    assert_eq!(line(&lines, "./b.txt", 1)["status"], "solved");
    assert_eq!(line(&lines, "./c.xsb", 1)["status"], "solved");
}

/// A process that no longer looks at its limits is stopped by force.
#[test]
#[cfg(target_os = "linux")]
fn what_does_not_stop_is_stopped() {
    let folder = folder(&[("a.qprop", PIGEONS), ("c.xsb", "#####\n#@$.#\n#####\n")]);
    let child = start(folder.path(), &["batch", ".", "--out", "r.jsonl", "--timeout", "1s", "--jobs", "1"]);
    let worker = wait_for("the process that solves", || children(child.id()).first().copied());
    signal(worker, "STOP");
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    let lines = lines_of(&folder.path().join("r.jsonl"));
    assert_eq!(line(&lines, "./a.qprop", 1)["reason"], "time limit reached, stopped by force");
    assert_eq!(line(&lines, "./c.xsb", 1)["status"], "solved");
    assert!(!Path::new(&format!("/proc/{worker}")).exists(), "it is still there");
}

#[test]
#[cfg(target_os = "linux")]
fn a_crash_is_a_line() {
    let folder = folder(&[("a.qprop", PIGEONS), ("c.xsb", "#####\n#@$.#\n#####\n")]);
    let child = start(folder.path(), &["batch", ".", "--out", "r.jsonl", "--timeout", "50s", "--jobs", "1"]);
    let worker = wait_for("the process that solves", || children(child.id()).first().copied());
    // It has begun when it has used some processor time.
    wait_for("its work", || {
        let stat = fs::read_to_string(format!("/proc/{worker}/stat")).ok()?;
        let ticks: u64 = stat.rsplit(' ').nth(38)?.parse().ok()?;
        (ticks > 5).then_some(())
    });
    signal(worker, "ABRT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 4, "{}", stderr(&output));
    let lines = lines_of(&folder.path().join("r.jsonl"));
    let crashed = line(&lines, "./a.qprop", 1);
    assert_eq!(crashed["status"], "bug");
    assert!(crashed["reason"].as_str().unwrap().contains("signal: 6"), "{crashed}");
    assert_eq!(line(&lines, "./c.xsb", 1)["status"], "solved");
}

#[test]
#[cfg(target_os = "linux")]
fn memory_is_bounded() {
    let large = root().join("puzzles/sudoku/twentyfive.yaml");
    let folder = folder(&[("c.xsb", "#####\n#@$.#\n#####\n")]);
    let args = ["batch", large.to_str().unwrap(), "c.xsb", "--out", "r.jsonl", "--jobs", "1"];
    let output = run(folder.path(), &[&args[..], &["--memory", "8MiB"]].concat());
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    let lines = lines_of(&folder.path().join("r.jsonl"));
    let starved = line(&lines, large.to_str().unwrap(), 1);
    assert_eq!(
        (&starved["status"], &starved["reason"]),
        (&"unknown".into(), &"memory limit reached: 8.0 MiB".into())
    );
    assert_eq!(line(&lines, "c.xsb", 1)["status"], "solved");
    // With more, there is an answer.
    assert_eq!(code(&run(folder.path(), &args)), 0);
    assert_eq!(lines_of(&folder.path().join("r.jsonl")).len(), 3);
}

/// When a killed batch can no longer be asked, its processes end by themselves.
#[test]
#[cfg(target_os = "linux")]
fn no_process_outlives_a_killed_batch() {
    let folder = folder(&[("a.qprop", PIGEONS)]);
    let mut child = start(folder.path(), &["batch", ".", "--out", "r.jsonl", "--timeout", "50s"]);
    let worker = wait_for("the process that solves", || children(child.id()).first().copied());
    child.kill().unwrap();
    child.wait().unwrap();
    wait_for("its end", || {
        let stat = fs::read_to_string(format!("/proc/{worker}/stat")).unwrap_or_default();
        (stat.is_empty() || stat.contains(") Z ")).then_some(())
    });
}

/// A file system of 32 KiB, unmounted in the end; for root alone.
struct Small(PathBuf);

impl Small {
    fn mount(path: PathBuf) -> Option<Self> {
        fs::create_dir_all(&path).unwrap();
        let mounted =
            Command::new("mount").args(["-t", "tmpfs", "-o", "size=32k", "tmpfs"]).arg(&path).output();
        if mounted.is_ok_and(|output| output.status.success()) {
            return Some(Small(path));
        }
        println!("skipped: only root can mount a small file system");
        None
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_ends_it_and_loses_nothing() {
    let folder = copies(12);
    let Some(small) = Small::mount(folder.path().join("small")) else { return };
    let ballast = small.0.join("ballast");
    // The last page is what there is for results.
    fs::write(&ballast, vec![1; 28 << 10]).unwrap();
    let out = small.0.join("r.jsonl");
    let args = ["batch", "puzzles", "--out", "small/r.jsonl", "--jobs", "2"];
    let output = run(folder.path(), &args);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("can't write small/r.jsonl: No space left"), "{}", stderr(&output));
    let before = lines_of(&out).len();
    assert!((1..12).contains(&before), "{before} lines");
    fs::remove_file(&ballast).unwrap();
    assert_eq!(code(&run(folder.path(), &args)), 0);
    assert_each_solved_once(&out, 12);
}

#[test]
fn nothing_is_shown_in_a_pipe() {
    let folder = folder(&[("lines.txt", &format!("{EASY}\n{EASY}\n")), ("readme.md", "# Nothing\n")]);
    let output = run(folder.path(), &["batch", "lines.txt", "--out", "r.jsonl"]);
    assert_eq!(stderr(&output), "");
    // Without a file, the answers are on the standard output, and the table beside it.
    let output = run(folder.path(), &["batch", ".", "--no-times"]);
    assert_eq!(stdout(&output).lines().filter(|line| line.starts_with("{\"schema\":1")).count(), 2);
    assert!(stderr(&output).contains("sudoku        2"), "{}", stderr(&output));
    let output = run(folder.path(), &["batch", ".", "--quiet"]);
    assert_eq!((code(&output), stderr(&output).as_str()), (0, ""));
}

#[test]
fn what_is_no_puzzle_at_all_is_bad_input() {
    let folder = folder(&[("readme.md", "# Nothing\n"), ("level.xsb", "#####\n#@$.#\n#####\n")]);
    let output = run(folder.path(), &["batch", "readme.md"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("readme.md: has no puzzle"), "{}", stderr(&output));
    let output = run(folder.path(), &["batch", "none"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("none: there is no such file or folder"), "{}", stderr(&output));
    // What a family can't be asked is a reason to leave its files out.
    let output = run(folder.path(), &["batch", "level.xsb", "--encoding", "minimal"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("there is no encoding 'minimal'; sokoban has:"), "{}", stderr(&output));
}

/// Results as `batch` writes them, of two families and two runs, with a torn line at the end.
fn results(folder: &Path, name: &str, factor: f64) {
    let mut file = fs::File::create(folder.join(name)).unwrap();
    for index in 1..=20_u32 {
        let family = if index % 4 == 0 { "sokoban" } else { "fillomino" };
        let seconds = factor * 0.001 * f64::from(index).powi(3);
        let (status, seconds) = match index {
            7 => ("impossible", seconds),
            13 => ("error", 0.0),
            _ if seconds > 5.0 => ("unknown", 5.0),
            _ => ("solved", seconds),
        };
        let time = if status == "error" { String::new() } else { format!(",\"time_s\":{seconds}") };
        writeln!(
            file,
            "{{\"schema\":1,\"family\":\"{family}\",\"file\":\"{family}.txt\",\"index\":{index},\"status\":\"{status}\",\
             \"digest\":\"00\",\"limits\":\"--timeout 5s --memory 2147483648\"{time}}}"
        )
        .unwrap();
    }
    write!(file, "{{\"schema\":1,\"fam").unwrap();
}

#[test]
fn a_report() {
    let folder = folder(&[]);
    results(folder.path(), "one.jsonl", 1.0);
    results(folder.path(), "two.jsonl", 0.4);
    let mut told = String::new();
    for args in [
        &["one.jsonl"][..],
        &["one.jsonl", "--against", "two.jsonl"],
        &["one.jsonl", "--against", "two.jsonl", "--format", "markdown"],
        &["one.jsonl", "--format", "csv"],
        &["one.jsonl", "--format", "json"],
    ] {
        let output = run(folder.path(), &[&["report"], args].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        told += &format!("$ jigsat report {}\n{}{}\n", args.join(" "), stderr(&output), stdout(&output));
    }
    insta::assert_snapshot!(told);
}

#[test]
fn contradictions_are_told() {
    let folder = folder(&[]);
    results(folder.path(), "one.jsonl", 1.0);
    let text = fs::read_to_string(folder.path().join("one.jsonl")).unwrap();
    fs::write(folder.path().join("two.jsonl"), text.replace("impossible", "solved")).unwrap();
    let output = run(folder.path(), &["report", "one.jsonl", "--against", "two.jsonl", "--quiet"]);
    assert_eq!(code(&output), 4);
    assert!(
        stderr(&output).contains("fillomino.txt #7: solved in one of the results, impossible in the other")
    );
}
