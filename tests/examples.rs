//! The crates of docs/examples build and pass their tests, from outside the workspace.

mod common;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use common::root;

/// Builds and tests a crate of a folder, without the network.
fn test(folder: &Path, name: &str, tests: usize) {
    // The same versions as here, so that nothing has to be fetched.
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).expect("the lock file can be copied");
    let text = cargo(&["test", "-p", name, "--quiet"], folder);
    assert!(text.contains(&format!("{tests} passed")), "the tests of {name} ran: {text}");
}

/// What Cargo prints.
fn cargo(arguments: &[&str], folder: &Path) -> String {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .arg("--offline")
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", target())
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env("INSTA_UPDATE", "no")
        .output()
        .expect("cargo runs");
    let text =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    assert!(output.status.success(), "{text}");
    text
}

fn target() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    target.join("examples")
}

/// The tests of jigsat-solve include it, too, and build nothing for it.
#[test]
#[ignore = "slow: 1 min"]
fn crates_outside_of_the_workspace_use_the_published_ones() {
    test(&root().join("docs/examples"), "queens", 4);
}

/// The tests of jigsat-workbench include it, too, and build nothing for it.
#[test]
#[ignore = "slow: 5 min"]
fn a_crate_outside_of_the_workspace_does_what_a_front_does() {
    test(&root().join("docs/examples"), "lamps", 5);
}

#[test]
#[ignore = "slow: 1 min"]
fn crates_outside_of_the_workspace_use_what_cargo_packs() {
    let packed = ["jigsat-cnf", "jigsat-solve"];
    let folder = tempfile::tempdir().expect("a folder for the crates");
    cargo(&["package", "--no-verify", "--allow-dirty", "-p", packed[0], "-p", packed[1]], &root());
    let mut patch = String::from("\n[patch.crates-io]\n");
    for name in packed {
        let archive = target().join(format!("package/{name}-{}.crate", env!("CARGO_PKG_VERSION")));
        let unpacked = Command::new("tar")
            .arg("-xzf")
            .arg(archive)
            .arg("-C")
            .arg(folder.path())
            .status()
            .expect("tar runs");
        assert!(unpacked.success(), "{name} can be unpacked");
        patch += &format!("{name} = {{ path = \"{name}-{}\" }}\n", env!("CARGO_PKG_VERSION"));
    }
    common::copy_folder(&root().join("docs/examples/queens"), &folder.path().join("queens"));
    // As somebody writes it who has nothing but the registry.
    let manifest = folder.path().join("queens/Cargo.toml");
    let mut text = fs::read_to_string(&manifest).expect("it is there");
    for (name, path) in [("jigsat-cnf", "cnf"), ("jigsat-solve", "solve")] {
        let ours = format!("{name} = {{ path = \"../../../crates/{path}\" }}");
        assert!(text.contains(&ours), "{text}");
        text = text.replace(&ours, &format!("{name} = \"{}\"", env!("CARGO_PKG_VERSION")));
    }
    fs::write(&manifest, text).expect("it can be written");
    let workspace = fs::read_to_string(root().join("docs/examples/Cargo.toml")).expect("it is there");
    let workspace = workspace.replace("\"lamps\", ", "");
    fs::write(folder.path().join("Cargo.toml"), workspace + &patch).expect("it can be written");
    test(folder.path(), "queens", 4);
}
