//! A rehearsal of publishing: what crates.io, docs.rs and a crate that depends on ours get to see. Nothing is built here; the
//! slow tier of `tests/examples.rs` builds and tests a crate with what Cargo packs.

mod common;

use std::{collections::BTreeSet, fs, path::Path, process::Command};

use common::root;
use serde_json::Value;

/// The crates that others are to depend on, and what each of them depends on without any feature.
const PROMISED: &[(&str, &[&str])] = &[
    ("jigsat-cnf", &["blake3", "rustc-hash", "rustsat", "strum", "thiserror"]),
    (
        "jigsat-solve",
        &[
            "batsat",
            "erased-serde",
            "jigsat-cnf",
            "microlp",
            "rand",
            "rand_chacha",
            "rustc-hash",
            "rustix",
            "rustsat",
            "serde",
            "serde_json",
            "shlex",
            "tempfile",
            "thiserror",
            "web-time",
            "win32job",
        ],
    ),
];

/// What Cargo prints, without the network.
fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .arg("--offline")
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it is text")
}

/// The packages of the workspace that may be published.
fn published() -> Vec<Value> {
    let metadata: Value = serde_json::from_str(&cargo(&["metadata", "--no-deps", "--format-version", "1"]))
        .expect("it is JSON");
    let packages = metadata["packages"].as_array().expect("there are some").clone();
    packages.into_iter().filter(|package| package["publish"] != serde_json::json!([])).collect()
}

fn name(package: &Value) -> &str {
    package["name"].as_str().expect("a package has a name")
}

/// What has a version of its own has that of the workspace: the wheel takes its from the manifest of the package for Python.
#[test]
fn versions_agree() {
    for (file, key) in [
        ("crates/python/Cargo.toml", "version = \""),
        ("crates/web/page/package.json", "  \"version\": \""),
        ("CITATION.cff", "version: "),
    ] {
        let text =
            std::fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix(key))
            .unwrap_or_else(|| panic!("{file} has no version"));
        assert_eq!(line.trim_end_matches(['"', ',']), env!("CARGO_PKG_VERSION"), "{file}");
    }
}

#[test]
fn manifests_have_what_crates_io_shows() {
    let packages = published();
    for (promised, _) in PROMISED {
        assert!(packages.iter().any(|package| name(package) == *promised), "{promised} is not published");
    }
    for package in &packages {
        let name = name(package);
        for key in ["description", "license", "repository", "readme", "rust_version"] {
            assert!(package[key].as_str().is_some_and(|text| !text.is_empty()), "{name} has no {key}");
        }
        assert_eq!(package["version"], env!("CARGO_PKG_VERSION"), "{name}");
        let keywords = package["keywords"].as_array().expect("a list");
        assert!((1..=5).contains(&keywords.len()), "{name}: crates.io takes 1 to 5 keywords");
        assert!(
            keywords.iter().all(|word| word.as_str().is_some_and(|word| word.len() <= 20)),
            "{name}: {keywords:?}"
        );
        let categories = package["categories"].as_array().expect("a list");
        assert!((1..=5).contains(&categories.len()), "{name}: crates.io takes 1 to 5 categories");
    }
}

/// The licences, the README, and each file that the library includes are in the package.
#[test]
fn packages_have_their_files() {
    for package in &published() {
        let name = name(package);
        let folder =
            Path::new(package["manifest_path"].as_str().expect("a path")).parent().expect("a folder");
        let listed = cargo(&["package", "--list", "--allow-dirty", "--package", name]);
        let files: BTreeSet<&str> = listed.lines().collect();
        for file in ["Cargo.toml", "README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            assert!(files.contains(file), "{name} is packed without {file}");
        }
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let read = |path| fs::read_to_string(path).expect("it is text");
            assert_eq!(read(folder.join(licence)), read(root().join(licence)), "{licence} of {name}");
        }
        for file in files.iter().filter(|file| file.starts_with("src/") && has_code(file)) {
            let source = fs::read_to_string(folder.join(file)).expect("a source is text");
            for included in included(&source) {
                let path = folder.join(file).parent().expect("a folder").join(included);
                let path = path
                    .canonicalize()
                    .unwrap_or_else(|error| panic!("{file} of {name}: {included}: {error}"));
                let inside = path.strip_prefix(folder.canonicalize().expect("a folder"));
                let is_packed = inside.is_ok_and(|inside| files.contains(inside.to_str().expect("a name")));
                assert!(is_packed, "{file} of {name} includes {included}, which is not packed");
            }
        }
    }
}

fn has_code(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|end| end == "rs")
}

/// The files that a source includes by their place, other than in comments.
fn included(source: &str) -> Vec<&str> {
    let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    let calls = code.flat_map(|line| {
        ["include_str!(\"", "include_bytes!(\"", "include!(\""].map(|call| line.split_once(call))
    });
    calls.flatten().filter_map(|(_, rest)| rest.split_once('"')).map(|(file, _)| file).collect()
}

#[test]
fn included_files_are_found() {
    assert_eq!(
        included("#[doc = include_str!(\"../README.md\")]\n// include!(\"no.rs\")\n"),
        ["../README.md"]
    );
}

/// A published crate depends on published crates, by version; those that others depend on bring in few.
#[test]
fn dependencies_can_be_published() {
    let packages = published();
    let names: BTreeSet<&str> = packages.iter().map(name).collect();
    for package in &packages {
        let name = name(package);
        let all = package["dependencies"].as_array().expect("a list");
        for dependency in all.iter().filter(|dependency| dependency["kind"] != "dev") {
            let on = dependency["name"].as_str().expect("a name");
            assert_ne!(dependency["req"], "*", "{name} takes any version of {on}");
            assert!(
                dependency["path"].is_null() || names.contains(on),
                "{name} needs {on}, which is not published"
            );
        }
        let Some((_, expected)) = PROMISED.iter().find(|(promised, _)| *promised == name) else { continue };
        let needed =
            all.iter().filter(|dependency| dependency["kind"].is_null() && dependency["optional"] == false);
        let needed: BTreeSet<&str> = needed.filter_map(|dependency| dependency["name"].as_str()).collect();
        assert_eq!(needed, expected.iter().copied().collect(), "{name}");
    }
}

/// `cargo binstall` finds the archives under the names that `./run release` gives them.
#[test]
fn archives_have_the_names_that_are_looked_for() {
    let packages = published();
    let package = packages.iter().find(|package| name(package) == "jigsat").expect("it is published");
    let told = &package["metadata"]["binstall"];
    let filled = |key: &str| {
        let template = told[key].as_str().expect("a template");
        let names = [
            ("{ repo }", "REPO"),
            ("{ version }", "$version"),
            ("{ target }", "$host"),
            ("{ bin }", "jigsat"),
            ("{ binary-ext }", "$end"),
        ];
        names.iter().fold(template.to_owned(), |text, (name, value)| text.replace(name, value))
    };
    let run = fs::read_to_string(root().join("run")).expect("it is text");
    let archive = run.lines().find_map(|line| line.trim().strip_prefix("name=")).expect("it has a name");
    assert!(run.contains("gzip -9n >\"$name.tar.gz\""), "archives end otherwise");
    assert_eq!(filled("pkg-url"), format!("REPO/releases/download/v$version/{archive}.tar.gz"));
    assert!(run.contains("program=dist/$name/jigsat$end"), "the program is elsewhere");
    assert_eq!(filled("bin-dir"), format!("{archive}/jigsat$end"));
    assert_eq!(told["pkg-fmt"], "tgz");
}

/// docs.rs documents all features that need nothing but Rust and what docs.rs has.
#[test]
fn docs_rs_is_told_the_features() {
    for package in
        published().iter().filter(|package| PROMISED.iter().any(|(promised, _)| name(package) == *promised))
    {
        let name = name(package);
        let told = &package["metadata"]["docs"]["rs"];
        let all: BTreeSet<&str> =
            package["features"].as_object().expect("a table").keys().map(String::as_str).collect();
        let listed: BTreeSet<&str> =
            told["features"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        assert!(told["all-features"] == true || !listed.is_empty(), "{name} tells docs.rs nothing");
        assert!(listed.is_subset(&all), "{name} tells docs.rs of {listed:?}");
    }
}
