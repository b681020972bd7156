//! What `./run test --quick` builds: with the features of the workspace, or everything would be built twice.

use std::{collections::BTreeSet, fs, process::Command};

use crate::common::root;

/// The packages of a build with their features, if these packages are selected.
fn features(selected: &[&str]) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "--edges", "normal,build,dev", "--prefix", "none", "--format", "{p} {f}"])
        .args(selected)
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{selected:?}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("it is text");
    text.lines().map(|line| line.trim_end_matches(" (*)").to_owned()).collect()
}

#[test]
fn the_quick_tests_build_with_the_features_of_the_workspace() {
    let run = fs::read_to_string(root().join("run")).expect("it is text");
    let packages = run.lines().find_map(|line| line.trim().strip_prefix("packages='--package "));
    let packages = packages.and_then(|packages| packages.strip_suffix('\'')).expect("it selects packages");
    let selected: Vec<&str> = ["--package"].into_iter().chain(packages.split(' ')).collect();
    let all = features(&["--workspace"]);
    let others: Vec<_> = features(&selected).into_iter().filter(|found| !all.contains(found)).collect();
    assert!(others.is_empty(), "{packages} build these with other features than the workspace: {others:#?}");
}
