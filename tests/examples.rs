//! The crates of docs/examples build and pass their tests, from outside the workspace.

mod common;

use std::{fs, process::Command};

use common::root;

#[test]
fn crates_outside_of_the_workspace_use_the_published_ones() {
    let folder = root().join("docs/examples");
    // The same versions as here, so that nothing has to be fetched.
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).expect("the lock file can be copied");
    let target = root().join("target/examples");
    let output = Command::new(env!("CARGO"))
        .args(["test", "--workspace", "--offline", "--quiet"])
        .current_dir(&folder)
        .env(
            "CARGO_TARGET_DIR",
            std::env::var_os("CARGO_TARGET_DIR")
                .map_or(target, |own| std::path::Path::new(&own).join("examples")),
        )
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env("INSTA_UPDATE", "no")
        .output()
        .expect("cargo runs");
    let text =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    assert!(output.status.success(), "{text}");
    assert!(text.contains("4 passed"), "the tests of queens ran: {text}");
}
