//! A full disk: the message names the file, and no partial file remains.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::common::{code, jigsat, stderr, stdout};

/// Commands that write a lot to FILE.
const WRITERS: &[&str] = &[
    "encode puzzles/sudoku/twentyfive.yaml -o FILE",
    "encode puzzles/sudoku/twentyfive.yaml --format dimacs -o FILE",
    "encode puzzles/sudoku/tiny.yaml --format json -o FILE",
    "solve puzzles/sudoku/ambiguous.yaml --limit 2000 -o FILE",
    "solve puzzles/sudoku/easy.yaml --format json -o FILE",
    "count puzzles/sudoku/easy.yaml -o FILE",
    "explain puzzles/sudoku/hard.yaml -o FILE",
    "explain puzzles/sudoku/easy.yaml --svg FILE",
    "solve puzzles/sudoku/easy.yaml --svg FILE",
    "show puzzles/sudoku/killer.yaml --svg FILE",
    "rate puzzles/sudoku/easy.yaml --svg FILE",
    "sokoban solve puzzles/sokoban/first.xsb --write FILE",
    "fillomino solve puzzles/fillomino/easy.yaml --engine rules --log FILE",
    "sudoku generate -o FILE",
];

/// Runs a command, and asserts that it fails with the name of the file.
fn fails(words: &str, file: &str) {
    let words = words.replace("FILE", file);
    let output = jigsat(&words.split(' ').collect::<Vec<_>>(), "");
    let said = stderr(&output);
    assert_eq!(code(&output), 2, "{words}: {}{said}", stdout(&output));
    let last = said.lines().last().unwrap_or_default();
    assert!(last.starts_with("error: ") && last.contains(file), "{words}: {said}");
    assert!(last.contains("No space left on device"), "{words}: {said}");
}

#[test]
fn a_device_that_is_full() {
    if !Path::new("/dev/full").exists() {
        println!("skipped: there is no /dev/full");
        return;
    }
    for words in WRITERS.iter().filter(|words| !words.contains("--write") && !words.contains("--log")) {
        fails(words, "/dev/full");
    }
    let (program, file) = (env!("CARGO_BIN_EXE_jigsat"), "puzzles/sudoku/twentyfive.yaml");
    let shell = format!("{program} encode {file} > /dev/full");
    let output = Command::new("sh").args(["-c", &shell]).current_dir(crate::common::root()).output();
    let output = output.expect("there is a shell");
    assert_eq!(code(&output), 2);
    assert!(
        stderr(&output).starts_with("error: can't write the standard output: No space left"),
        "{}",
        stderr(&output)
    );
}

/// A disk that is full except for one page. Mounting it needs special rights.
struct Disk(PathBuf);

impl Disk {
    fn mount(folder: &Path) -> Option<Self> {
        let mounted =
            Command::new("mount").args(["-t", "tmpfs", "-o", "size=4k", "none"]).arg(folder).output();
        mounted.is_ok_and(|mounted| mounted.status.success()).then(|| Disk(folder.to_owned()))
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

#[test]
fn a_disk_that_is_full() {
    let folder = tempfile::TempDir::new().expect("a folder for the test");
    let Some(disk) = Disk::mount(folder.path()) else {
        println!("skipped: no disk can be mounted here");
        return;
    };
    let filler = disk.0.join("filler");
    fs::write(&filler, [0; 4096]).expect("there is a page");
    let left = || {
        fs::read_dir(&disk.0).expect("it is there").map(|file| file.unwrap().file_name()).collect::<Vec<_>>()
    };
    let folders = [
        "solve puzzles/sudoku/impossible.yaml --proof FILE",
        "cubes puzzles/tiling/pentominoes-6x10.yaml --count 20 --out FILE",
    ];
    for words in WRITERS.iter().chain(&folders) {
        let name = if words.contains("--write") { "out.sok" } else { "out" };
        fails(words, &disk.0.join(name).display().to_string());
        assert_eq!(left(), ["filler"], "{words} leaves something");
    }
    // Results are kept: the next run continues with them.
    let file = disk.0.join("out.jsonl").display().to_string();
    fails("batch puzzles/sudoku/easy.yaml --out FILE", &file);
    fs::remove_file(&filler).expect("it is there");
    let output = jigsat(&["batch", "puzzles/sudoku/easy.yaml", "--out", &file], "");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
}
