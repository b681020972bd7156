//! Code that all integration tests share.
#![allow(dead_code, reason = "each test program uses some of it")]

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

/// The place of readable snapshots of encodings: one folder per family.
pub fn snapshots(family: &str) -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(root().join("snapshots").join(family));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings
}

/// The folder of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// A file of `../shared/data`, or `None`, with a message, if it does not exist.
pub fn shared_data(file: &str) -> Option<PathBuf> {
    let path = root().join("../shared/data").join(file);
    if path.exists() {
        return Some(path);
    }
    println!("skipped: there is no {}", path.display());
    None
}

/// Copies a folder with all that is in it.
pub fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder can be made");
    for entry in fs::read_dir(from).expect("it is there") {
        let path = entry.expect("it is listed").path();
        let copy = to.join(path.file_name().expect("it has a name"));
        if path.is_dir() {
            copy_folder(&path, &copy);
        } else {
            fs::copy(&path, &copy).expect("it can be copied");
        }
    }
}

/// Runs `jigsat` in the project's folder, with a text as its standard input.
pub fn jigsat(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_jigsat"))
        .args(args)
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("jigsat starts");
    let mut stdin = child.stdin.take().expect("its input is a pipe");
    let input = input.to_owned();
    // The program may end before it has read all of it.
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().expect("jigsat ends");
    writer.join().expect("the writer ends");
    output
}

/// The exit code.
pub fn code(output: &Output) -> i32 {
    output.status.code().expect("it was not killed")
}

/// The standard output as text.
pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("output is UTF-8")
}

/// The standard error as text.
pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("output is UTF-8")
}

/// Asserts that a file of the docs that a test makes is up to date. With `UPDATE_DOCS=1` in the environment, writes it
/// instead.
pub fn is_current(file: &str, made: &str) {
    let path = root().join(file);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::create_dir_all(path.parent().expect("it has a folder")).expect("a folder can be made");
        std::fs::write(&path, made).expect("it can be written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == made, "{file} is out of date: UPDATE_DOCS=1 cargo test --test library --test schemas");
}
