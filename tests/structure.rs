//! Rules for the sources that neither the compiler nor a lint checks.

mod common;
#[path = "structure/families.rs"]
mod families;
#[path = "structure/imports.rs"]
mod imports;
#[path = "structure/python.rs"]
mod python;
#[path = "structure/quick.rs"]
mod quick;

use std::{
    fs,
    path::{Path, PathBuf},
};

use common::root;
use imports::Imports;

/// On WebAssembly the clocks of `std` panic; those of `web_time` are the same elsewhere. Only a lint that compiles for
/// WebAssembly can distinguish them.
#[test]
fn the_library_has_clocks_that_run_everywhere() {
    let sources = library_sources();
    assert!(sources.len() > 200, "found only {} sources of the library", sources.len());
    let with_std = |path: &PathBuf| has_clock_of_std(&fs::read_to_string(path).expect("sources can be read"));
    let found: Vec<_> = sources.iter().filter(|path| with_std(path)).map(|path| path.display()).collect();
    assert!(found.is_empty(), "take these clocks from web_time: {found:#?}");
}

/// An interrupt that was just made has asked nothing yet, so its `check` never fails; that of the limits asks.
#[test]
fn limits_are_asked() {
    let paths = library_sources();
    let is_idle = |path: &&PathBuf| {
        fs::read_to_string(path).expect("sources can be read").contains(concat!(".interrupt()", ".check("))
    };
    let found: Vec<_> = paths.iter().filter(is_idle).map(|path| path.display()).collect();
    assert!(found.is_empty(), "ask the limits themselves: {found:#?}");
}

#[test]
fn clocks_of_std_are_found() {
    for source in [
        "use std::time::Instant;",
        "let now = std::time::SystemTime::now();",
        "use std::{\n    fmt,\n    time::{Duration, Instant},\n};",
    ] {
        assert!(has_clock_of_std(source), "{source}");
    }
    for source in [
        "use web_time::Instant;",
        "use std::{fmt, time::Duration};\nuse web_time::{Instant, SystemTime};",
        "/// use std::time::Instant;",
    ] {
        assert!(!has_clock_of_std(source), "{source}");
    }
}

/// Whether a source takes a clock from a module `time`. Comments may, and so may the examples in them.
fn has_clock_of_std(source: &str) -> bool {
    let code: String = source.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let is_clock = |name: &str| ["Instant", "SystemTime"].contains(&name);
    code.match_indices("time::").any(|(place, module)| {
        let is_web_time = code[..place].ends_with("web_");
        let rest = &code[place + module.len()..];
        let names = match rest.strip_prefix('{') {
            Some(list) => list.split('}').next().unwrap_or_default(),
            None => rest.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default(),
        };
        !is_web_time && names.split(',').any(|name| is_clock(name.trim()))
    })
}

/// A file that needs another can be understood, changed and tested only together with it: at most three files may need
/// each other in a cycle.
#[test]
fn no_circle_of_imports_has_more_than_three_files() {
    let mut roots: Vec<PathBuf> =
        crates().map(|folder| folder.join("src/lib.rs")).filter(|path| path.exists()).collect();
    roots.push(root().join("crates/cli/lib.rs"));
    assert!(roots.len() > 12, "found only {roots:?}");
    let circles: Vec<String> = roots.iter().flat_map(|root| Imports::of_crate(root).circles(3)).collect();
    assert!(circles.is_empty(), "{}", circles.join("\n"));
}

#[test]
fn circles_of_imports_are_found() {
    let sources = [
        ("lib.rs", "mod a;\nmod b;\nmod c;\nmod d;\npub use c::C;\n#[cfg(test)] mod tests;"),
        ("a.rs", "use crate::b::b;\npub struct A;"),
        ("b.rs", "use crate::C;\npub fn b(_: &C) {}"),
        ("c.rs", "mod inner;\npub struct C(pub super::d::D);"),
        ("c/inner.rs", "use std::fmt;\nuse super::C;\nfn inner() -> C {}"),
        ("d.rs", "/// Of [`crate::e::E`].\npub struct D;\nfn d() -> u8 { std::mem::drop(crate::a::A); 0 }"),
    ];
    let read = |path: &Path| {
        let text = |(name, text): &(&str, &str)| (Path::new(name) == path).then(|| (*text).to_owned());
        sources.iter().find_map(text)
    };
    let imports = Imports::of(Path::new("lib.rs"), &read);
    let circles = imports.circles(3);
    assert_eq!(circles.len(), 1, "{circles:?}");
    assert!(circles[0].starts_with("4 files:"), "{}", circles[0]);
    for tie in ["a.rs needs b.rs", "b.rs needs c.rs", "c.rs needs d.rs", "d.rs needs a.rs"] {
        assert!(circles[0].contains(tie), "{tie}: {}", circles[0]);
    }
    assert!(imports.circles(4).is_empty());
}

/// `a` with its folder, `b`, `c` and `d` tie each other, and what leads on from `a` is a file behind it.
#[test]
fn circles_through_front_doors_are_found() {
    let sources = [
        ("lib.rs", "mod a;\nmod b;\nmod c;\nmod d;"),
        ("a.rs", "mod inner;\nmod other;\npub struct A(inner::Inner);"),
        ("a/inner.rs", "use super::other::Other;\npub struct Inner(Other);"),
        ("a/other.rs", "use crate::b::B;\npub struct Other(B);"),
        ("b.rs", "use crate::c::C;\npub struct B(C);"),
        ("c.rs", "use crate::d::D;\npub struct C(D);"),
        ("d.rs", "use crate::a::A;\npub struct D(Box<A>);"),
    ];
    let read = |path: &Path| {
        let text = |(name, text): &(&str, &str)| (Path::new(name) == path).then(|| (*text).to_owned());
        sources.iter().find_map(text)
    };
    let imports = Imports::of(Path::new("lib.rs"), &read);
    let circles = imports.circles(3);
    assert_eq!(circles.len(), 1, "{circles:?}");
    assert!(circles[0].starts_with("4 files:"), "the door and its folder are one: {}", circles[0]);
    assert!(circles[0].contains("a.rs needs a/inner.rs"), "{}", circles[0]);
    assert!(imports.circles(4).is_empty());
}

/// The tests of a family are one program. A file that it does not name would not run, and nobody would notice.
#[test]
fn every_file_of_tests_is_named() {
    let programs: Vec<PathBuf> =
        crates().map(|folder| folder.join("tests/all.rs")).filter(|path| path.exists()).collect();
    assert!(programs.len() >= 8, "found only {programs:?}");
    for program in programs {
        let named = fs::read_to_string(&program).expect("sources can be read");
        for entry in fs::read_dir(program.parent().expect("a folder")).expect("folders can be read") {
            let path = entry.expect("folders can be read").path();
            let is_file_of_tests =
                path != program && path.extension().is_some_and(|extension| extension == "rs");
            let name = path.file_stem().expect("a name").to_string_lossy();
            assert!(
                !is_file_of_tests || named.lines().any(|line| line == format!("mod {name};")),
                "{} does not name {}",
                program.display(),
                path.display()
            );
        }
    }
}

/// The same concern has the same file in every family: if you know one family, you find it in the others. `PUZZLE` and
/// `FAMILY` represent the family's own types.
const CONCERNS: [(&str, &str); 19] = [
    ("impl Puzzle for PUZZLE ", "lib.rs"),
    ("impl Family for FAMILY ", "family.rs"),
    ("impl Symmetry<FAMILY> for ", "family.rs"),
    ("impl Engines<FAMILY> for ", "family/engines.rs"),
    ("impl Cutting<FAMILY> for ", "family/cutting.rs"),
    ("impl Horizon<FAMILY> for ", "family/horizon.rs"),
    ("impl Explanation<FAMILY> for ", "family/explanation.rs"),
    ("impl Generator<FAMILY> for ", "family/generator.rs"),
    ("pub struct GenerateOptions ", "family/generator.rs"),
    ("pub struct PUZZLEOptions ", "family/options.rs"),
    ("pub enum Atom ", "encode/atom.rs"),
    ("pub enum Encoding ", "encode.rs"),
    ("pub struct Invalid ", "valid.rs"),
    ("pub fn contradiction(&self)", "contradiction.rs"),
    ("pub fn check(", "check.rs"),
    ("pub fn draw(", "draw.rs"),
    ("pub fn generate(", "generate.rs"),
    ("pub fn parse_solution(", "parse/solution.rs"),
    ("pub fn yaml_schema(", "parse/yaml.rs"),
];

/// File names for a concern of [`CONCERNS`] or of a reader that other families call by another name, and that name.
const SYNONYMS: [(&str, &str); 4] = [
    ("url.rs", "address.rs"),
    ("invalid.rs", "valid.rs"),
    ("read.rs", "parse.rs"),
    ("referee.rs", "check.rs"),
];

/// A language has no boards: what is YAML is the data of its models,.
const OF_LANGUAGES: [(&str, &str); 1] = [("pub fn yaml_schema(", "data.rs")];

#[test]
fn the_same_concern_has_the_same_file_in_every_family() {
    let mut found = [0; CONCERNS.len()];
    let families: Vec<PathBuf> = crates().filter(|folder| folder.join("src/family.rs").exists()).collect();
    // The kit has the trait in a file of that name.
    let families = families.iter().filter(|folder| !folder.ends_with("kit"));
    for folder in families {
        let sources = folder.join("src");
        let family = fs::read_to_string(sources.join("family.rs")).expect("a family has types");
        let name = |before: &str| {
            let rest =
                family.split_once(before).unwrap_or_else(|| panic!("{}: {before}", folder.display())).1;
            rest.split([';', ' ']).next().unwrap_or_default().to_owned()
        };
        let (own, puzzle) = (name("impl Family for "), name("type Puzzle = "));
        let mut files = Vec::new();
        add_sources(&sources, &mut files);
        for path in files {
            let text = fs::read_to_string(&path).expect("sources can be read");
            for (other, file) in SYNONYMS {
                assert!(!path.ends_with(other), "{}: families call this {file}", path.display());
            }
            for (number, (code, file)) in CONCERNS.iter().enumerate() {
                let own_file = OF_LANGUAGES.iter().find(|(own, _)| own == code && folder.ends_with("qprop"));
                let file = own_file.map_or(*file, |(_, file)| file);
                let code = code.replace("FAMILY", &own).replace("PUZZLE", &puzzle);
                if text.lines().any(|line| line.trim_start().starts_with(&code)) {
                    assert_eq!(path, sources.join(file), "where '{code}' is");
                    found[number] += 1;
                }
            }
        }
    }
    for ((code, _), count) in CONCERNS.iter().zip(found) {
        assert!(count > 0, "no family has '{code}'");
    }
}

/// cargo 1.95 forgets the `strip` of a profile for a package that has settings of its own in it.
#[test]
fn the_program_is_stripped() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("it can be read");
    let section = |name: &str| {
        let (_, rest) =
            manifest.split_once(&format!("[{name}]\n")).unwrap_or_else(|| panic!("there is no {name}"));
        rest.split("\n[").next().unwrap_or(rest)
    };
    assert!(section("profile.release").lines().any(|line| line == "strip = true"));
    let own = section("profile.release.package").lines().find(|line| line.starts_with("jigsat."));
    assert_eq!(own, None, "this setting of the root package undoes `strip`");
}

/// A published package stands alone: it does not contain what the workspace has at its root.
#[test]
fn every_published_crate_has_what_a_package_needs() {
    for folder in crates() {
        let Ok(manifest) = fs::read_to_string(folder.join("Cargo.toml")) else { continue };
        if manifest.contains("publish = false") {
            continue;
        }
        let name = folder.display();
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let text =
                fs::read(folder.join(licence)).unwrap_or_else(|error| panic!("{name}/{licence}: {error}"));
            assert!(
                text == fs::read(licence).expect("it is at the root"),
                "{name}/{licence} is another text"
            );
        }
        assert!(folder.join("README.md").exists(), "{name} has no README.md");
        for key in ["description", "keywords", "categories", "readme"] {
            assert!(manifest.contains(&format!("\n{key} = ")), "{name}: its manifest has no {key}");
        }
    }
}

/// The folders of all crates.
fn crates() -> impl Iterator<Item = PathBuf> {
    let folders = fs::read_dir(root().join("crates")).expect("there are crates");
    folders.map(|folder| folder.expect("it can be listed").path())
}

/// The sources of all crates except the command's.
fn library_sources() -> Vec<PathBuf> {
    let mut sources = Vec::new();
    // The command and the server run only natively.
    for folder in crates().filter(|folder| !folder.ends_with("cli") && !folder.ends_with("serve")) {
        add_sources(&folder.join("src"), &mut sources);
    }
    sources
}

fn add_sources(folder: &Path, sources: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a crate has sources") {
        let path = entry.expect("it can be listed").path();
        if path.is_dir() {
            add_sources(&path, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            sources.push(path);
        }
    }
}
