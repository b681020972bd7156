//! The package for Python has a workspace of its own, but what it shares with the others is the same.

use std::{collections::BTreeMap, fs};

use crate::common::root;

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The packages of a lock file with their versions.
fn locked(path: &str) -> BTreeMap<String, Vec<String>> {
    let text = read(path);
    let mut packages: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let values = |line: &str, key: &str| Some(line.strip_prefix(key)?.trim_matches('"').to_owned());
    let mut name = String::new();
    for line in text.lines() {
        if let Some(found) = values(line, "name = ") {
            name = found;
        } else if let Some(version) = values(line, "version = ") {
            packages.entry(name.clone()).or_default().push(version);
        }
    }
    assert!(packages.len() > 100, "{path} has {} packages", packages.len());
    packages
}

/// The settings of the profiles that both have, without comments.
fn profiles(manifest: &str) -> Vec<String> {
    let lines = manifest.lines().skip_while(|line| *line != "[profile.dev]");
    let lines = lines.take_while(|line| !line.starts_with("[profile.page"));
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}

/// Where versions differ, people would get other answers from Python, and all would be built twice.
#[test]
fn the_package_for_python_uses_the_same_versions() {
    let (ours, theirs) = (locked("Cargo.lock"), locked("crates/python/Cargo.lock"));
    for (name, versions) in &theirs {
        let Some(known) = ours.get(name) else { continue };
        let others: Vec<&String> = versions.iter().filter(|version| !known.contains(version)).collect();
        // PyO3's macros may need a newer syn than those of others.
        assert!(
            others.is_empty() || name == "syn",
            "crates/python/Cargo.lock has {name} {others:?}, Cargo.lock has {known:?}"
        );
    }
    let version =
        |manifest: &str| manifest.lines().find(|line| line.starts_with("version = ")).map(str::to_owned);
    assert_eq!(version(&read("crates/python/Cargo.toml")), version(&read("Cargo.toml")));
}

#[test]
fn the_package_for_python_is_built_with_the_same_profiles() {
    let (ours, theirs) = (profiles(&read("Cargo.toml")), profiles(&read("crates/python/Cargo.toml")));
    let used = locked("crates/python/Cargo.lock");
    let is_used = |line: &&String| {
        let (name, _) = line.split_once(".opt-level").unwrap_or((line, ""));
        !line.contains(".opt-level") || used.contains_key(name)
    };
    let expected: Vec<&String> = ours.iter().filter(is_used).collect();
    assert!(expected.len() > 20, "{expected:?}");
    assert_eq!(theirs.iter().collect::<Vec<_>>(), expected);
}
