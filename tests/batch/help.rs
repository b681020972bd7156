//! Folders with puzzles, running `jigsat` in them, and reading its output.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    time::{Duration, Instant},
};

use serde_json::Value;
use tempfile::TempDir;

use crate::common::root;

/// Twelve pigeons don't fit into eleven holes: no resolution-based solver proves that in the time of a test.
pub const PIGEONS: &str = "sort P = 1..12\nsort H = 1..11\npred in(p: P, h: H)\n\
    assert somewhere \"{p} is in a hole\": forall p: P . exists h: H . in(p, h)\n\
    assert apart \"{p} and {q} are not both in {h}\":\n  \
    forall p: P, q: P, h: H | p < q . not (in(p, h) and in(q, h))\n";

pub const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
pub const CLASH: &str = "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// A folder with these files.
pub fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().expect("a folder for the test");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// Copies of a puzzle that takes some milliseconds.
pub fn copies(count: usize) -> TempDir {
    let text = fs::read_to_string(root().join("puzzles/edge-matching/medium.yaml")).unwrap();
    let names: Vec<String> = (0..count).map(|number| format!("puzzles/{number:03}.yaml")).collect();
    folder(&names.iter().map(|name| (name.as_str(), text.as_str())).collect::<Vec<_>>())
}

/// The command in a folder.
pub fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jigsat"));
    command.args(args).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub fn run(folder: &Path, args: &[&str]) -> Output {
    command(folder, args).output().expect("jigsat starts")
}

pub fn start(folder: &Path, args: &[&str]) -> Child {
    command(folder, args).spawn().expect("jigsat starts")
}

pub fn signal(pid: u32, name: &str) {
    let status = Command::new("kill").args([format!("-{name}"), pid.to_string()]).status();
    assert!(status.expect("kill starts").success());
}

/// Waits until something exists, for as long as a busy machine may take.
pub fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(started.elapsed() < Duration::from_secs(60), "waited too long for {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

pub fn lines_of(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}

/// The number of complete lines of a file.
pub fn count_lines(path: &Path) -> usize {
    fs::read(path).unwrap_or_default().split(|&byte| byte == b'\n').count().saturating_sub(1)
}

/// The line of a puzzle.
pub fn line<'l>(lines: &'l [Value], file: &str, index: u64) -> &'l Value {
    let found = lines.iter().find(|line| line["file"] == file && line["index"] == index);
    found.unwrap_or_else(|| panic!("no line of {file} {index}"))
}

/// Each of this many files has one line, which says that it is solved.
pub fn assert_each_solved_once(path: &Path, count: usize) {
    let lines = lines_of(path);
    assert_eq!(lines.len(), count);
    assert!(lines.iter().all(|line| line["status"] == "solved"));
    let files: BTreeSet<&str> = lines.iter().map(|line| line["file"].as_str().unwrap()).collect();
    assert_eq!(files.len(), count);
}

/// The processes that another process has started.
#[cfg(target_os = "linux")]
pub fn children(pid: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let texts = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    texts
        .flat_map(|text| text.split_whitespace().map(|pid| pid.parse().unwrap()).collect::<Vec<_>>())
        .collect()
}

/// A file system of that size, unmounted at the end; for root only.
pub struct Small(pub PathBuf);

impl Small {
    pub fn mount(path: PathBuf, size: &str) -> Option<Self> {
        fs::create_dir_all(&path).unwrap();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"])
            .arg(&path)
            .output();
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
