//! Runs that are killed, stopped, starved and continued.

use std::{fs, path::Path, time::Duration};

use crate::{
    common::{code, stderr, stdout},
    help::{
        EASY, PIGEONS, Small, assert_each_solved_once, children, copies, count_lines, folder, line, lines_of,
        run, signal, start, wait_for,
    },
};

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
    // The existing part is unchanged, byte by byte.
    assert_eq!(fs::read(&out).unwrap()[..whole], written[..whole]);
    // The table is about all puzzles, including those that were done before.
    assert!(stdout(&output).contains("edge-matching       80      80"), "{}", stdout(&output));
    // The third time, there is nothing to do.
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
        assert!(stderr(&output).starts_with("an incomplete last line of "), "{}", stderr(&output));
        assert_each_solved_once(&out, 3);
    }
}

#[test]
#[cfg(unix)]
fn two_batches_do_not_share_a_file() {
    let folder = folder(&[("pigeons.qprop", PIGEONS)]);
    let args = ["batch", "pigeons.qprop", "--out", "r.jsonl", "--timeout", "50s"];
    let mut first = start(folder.path(), &args);
    wait_for("the file", || folder.path().join("r.jsonl").exists().then_some(()));
    // The file exists a moment before it is locked.
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
    assert!(stderr(&output).contains("run the same command again to continue"), "{}", stderr(&output));
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

/// The child that has used some processor time: the others only read.
#[cfg(target_os = "linux")]
fn working(parent: u32) -> Option<u32> {
    let ticks = |child: &u32| -> Option<u64> {
        let stat = fs::read_to_string(format!("/proc/{child}/stat")).ok()?;
        // After the name, which ends at the last bracket: state, parent and so on; user time is the 12th.
        stat.rsplit(')').next()?.split_whitespace().nth(11)?.parse().ok()
    };
    children(parent).into_iter().find(|child| ticks(child).is_some_and(|ticks| ticks > 5))
}

/// A process that no longer checks its limits is stopped by force.
#[test]
#[cfg(target_os = "linux")]
fn what_does_not_stop_is_stopped() {
    let folder = folder(&[("a.qprop", PIGEONS), ("c.xsb", "#####\n#@$.#\n#####\n")]);
    let child = start(folder.path(), &["batch", ".", "--out", "r.jsonl", "--timeout", "1s", "--jobs", "1"]);
    let worker = wait_for("the process that solves", || working(child.id()));
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
    let worker = wait_for("the process that solves", || working(child.id()));
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
    let large = format!("{}\n", ["0"; 49].join(" ")).repeat(49);
    let folder = folder(&[("large.txt", &large), ("c.xsb", "#####\n#@$.#\n#####\n")]);
    let args = ["batch", "large.txt", "c.xsb", "--out", "r.jsonl", "--jobs", "1"];
    let output = run(folder.path(), &[&args[..], &["--memory", "32MiB"]].concat());
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    let lines = lines_of(&folder.path().join("r.jsonl"));
    let starved = line(&lines, "large.txt", 1);
    assert_eq!((&starved["status"], &starved["reason"]), (&"unknown".into(), &"memory limit reached".into()));
    assert_eq!(line(&lines, "c.xsb", 1)["status"], "solved");
    // With more memory, there is an answer.
    assert_eq!(code(&run(folder.path(), &args)), 0);
    assert_eq!(lines_of(&folder.path().join("r.jsonl")).len(), 3);
}

/// If a batch is killed, its processes end by themselves.
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

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_ends_it_and_loses_nothing() {
    let folder = copies(12);
    let Some(small) = Small::mount(folder.path().join("small"), "32k") else { return };
    let ballast = small.0.join("ballast");
    // Only the last page is left for results.
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
