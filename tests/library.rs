//! The library of puzzles: each puzzle file declares its expected result; these tests check it. The guide's
//! page about them, and its pictures, are made from them here: `UPDATE_DOCS=1 cargo test --test library`.

mod common;

use std::{collections::BTreeMap, fmt::Write as _, fs, path::Path, thread};

use common::{code, is_current, jigsat, root, stderr, stdout};
use jigsat_workbench::names;
use serde_json::Value;

const DIFFICULTIES: [&str; 5] = ["first lesson", "easy", "medium", "hard", "very hard"];
/// Counting these takes seconds or minutes, so a separate test does it.
const SLOW_TO_COUNT: [&str; 7] = [
    "pentominoes-5x12",
    "pentominoes-6x10",
    "pentominoes-8x8-corners",
    "pentominoes-8x8-square",
    "one-sided-3x30",
    "solid-3x4x5",
    "medium",
];

struct Entry {
    /// Relative to the project's folder.
    file: String,
    family: &'static str,
    /// The file's metadata: in keys, in lines `Key: …`, or in such lines as comments.
    about: BTreeMap<String, String>,
}

impl Entry {
    fn read(family: &'static str, path: &Path) -> Entry {
        let file = path.strip_prefix(root()).expect("it is in there").display().to_string();
        let text = fs::read_to_string(path).expect("it can be read");
        let mut about = BTreeMap::new();
        for line in text.lines() {
            let line = line.strip_prefix("c ").unwrap_or(line).trim_start_matches(['#', ' ']);
            let Some((key, value)) = line.split_once(": ") else { continue };
            let key = if key == "Collection" { "title".into() } else { key.to_lowercase() };
            about.entry(key).or_insert_with(|| value.trim().trim_matches('"').to_owned());
        }
        Entry { file, family, about }
    }

    fn says(&self, key: &str) -> &str {
        let value = self.about.get(key).filter(|value| !value.is_empty());
        value.unwrap_or_else(|| panic!("{} does not say its {key}", self.file))
    }

    fn stem(&self) -> &str {
        Path::new(&self.file).file_stem().and_then(|stem| stem.to_str()).expect("it has a name")
    }

    fn ask(&self, verb: &str, more: &[&str]) -> (i32, Vec<Value>) {
        let mut args = vec![self.family, verb, &self.file];
        args.extend(more);
        args.extend(["--format", "json", "--no-times"]);
        let output = jigsat(&args, "");
        let lines = stdout(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        (code(&output), lines)
    }

    /// Checks the expected result.
    fn check(&self, counting: bool) {
        let expected = self.says("expect");
        let number: u64 = expected.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or_default();
        if expected.ends_with("solutions") && counting {
            let (_, lines) = self.ask("count", &[]);
            assert_eq!(
                (&lines[0]["count"], &lines[0]["complete"]),
                (&number.into(), &true.into()),
                "{}",
                self.file
            );
            return;
        }
        let several = self.family == "sokoban" || ["impossible", "error"].contains(&expected);
        let (code, lines) = self.ask("solve", if several { &[] } else { &["--unique"] });
        let line = || lines.first().unwrap_or_else(|| panic!("{}: no answer", self.file));
        let ok = match expected {
            "unique" => line()["unique"] == true,
            "several" => line()["unique"] == false,
            "impossible" => code == 1 && line()["status"] == "impossible",
            "error" => code == 2,
            _ if expected.ends_with("solutions") => line()["unique"] == (number == 1),
            _ if expected.contains("push") => {
                let solution = &line()["solution"];
                solution["push_count"] == number && solution["proven"] == "pushes"
            }
            _ => {
                let having = |status: &str| lines.iter().filter(|line| line["status"] == status).count();
                expected == format!("{} solved, {} impossible", having("solved"), having("impossible"))
            }
        };
        assert!(ok, "{}: expected {expected}, found {lines:?}", self.file);
    }
}

/// The puzzles of a family, the easy ones first.
fn library(family: &'static str) -> Vec<Entry> {
    let folder = root().join("puzzles").join(family);
    let files = fs::read_dir(folder).expect("it is there").map(|entry| entry.expect("it is listed").path());
    // The YAML of models is their data.
    let is_data = |path: &Path| family == "qprop" && path.extension().is_some_and(|end| end == "yaml");
    let files = files.filter(|path| path.is_file() && !is_data(path));
    let mut entries: Vec<Entry> = files.map(|path| Entry::read(family, &path)).collect();
    entries.sort_by_key(|entry| {
        let difficulty = entry.says("difficulty");
        let known = DIFFICULTIES.iter().position(|known| *known == difficulty);
        let rank = known.unwrap_or_else(|| panic!("{}: difficulty is one of {DIFFICULTIES:?}", entry.file));
        (rank, entry.file.clone())
    });
    entries
}

/// The puzzles of a genre have no metadata, and the tests of `jigsat-genres` solve them; all other families have a
/// library.
fn with_a_library() -> impl Iterator<Item = &'static str> {
    let is_page = |family: &&str| root().join("puzzles").join(family).join("small.txt").exists();
    names().into_iter().filter(move |family| !is_page(family))
}

fn is_slow(entry: &Entry) -> bool {
    SLOW_TO_COUNT.contains(&entry.stem())
}

#[test]
fn what_is_expected_comes_of_each_puzzle() {
    let check = |family| {
        let entries = library(family);
        assert!(entries.len() >= 8, "{} puzzles of {family}", entries.len());
        for entry in &entries {
            for key in ["title", "source", "teaches"] {
                entry.says(key);
            }
            entry.check(!is_slow(entry));
        }
    };
    thread::scope(|scope| {
        for family in with_a_library() {
            scope.spawn(move || check(family));
        }
    });
}

#[test]
#[ignore = "slow: 3 min"]
fn large_counts_are_as_expected() {
    let all = with_a_library().flat_map(library);
    all.filter(is_slow).for_each(|entry| entry.check(true));
}

/// Draws with the program, into a file of the guide if that is out of date.
fn picture(args: &[&str], name: &str) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("picture.svg");
    let output = jigsat(&[args, &["--svg", file.to_str().expect("its path is text")]].concat(), "");
    assert!(file.exists(), "{args:?}: {}", stderr(&output));
    let svg = fs::read_to_string(file).expect("it can be read");
    assert!(svg.len() < 60_000, "{name}: {} bytes", svg.len());
    is_current(&format!("docs/src/guide/pictures/{name}.svg"), &svg);
}

#[test]
fn the_page_about_the_puzzles_is_current() {
    let mut page = String::from(
        "# The puzzles\n\nPuzzles that come with jigsat, from first lessons to hard ones. Each was made by the program, with the \
        command that its source names, was written for jigsat, or is long known; the tests solve each of them and check the result stated here. \
        Difficulty is the author's estimate, for people and encodings alike; `jigsat rate FILE` rates the steps, and may say otherwise.\n\nThe page is made from what the \
        files say about themselves: `UPDATE_DOCS=1 cargo test --test library`.\n",
    );
    for family in with_a_library() {
        let name = if ["qprop", "dimacs"].contains(&family) {
            family.to_uppercase()
        } else {
            family[..1].to_uppercase() + &family[1..]
        };
        let _ = write!(page, "\n## [{name}]({family}.md)\n\n");
        let has_pictures = family != "qprop";
        page.push_str(if has_pictures {
            "| | puzzle | teaches | result |\n"
        } else {
            "| puzzle | teaches | result |\n"
        });
        page.push_str(if has_pictures { "| --- | --- | --- | --- |\n" } else { "| --- | --- | --- |\n" });
        for entry in library(family) {
            let [title, teaches, expect, difficulty] =
                ["title", "teaches", "expect", "difficulty"].map(|key| entry.says(key));
            let command = format!("jigsat {family} solve {}", entry.file);
            if has_pictures {
                let name = format!("{family}-{}", entry.stem());
                let svg = if Path::new(&entry.file).extension() == Some("sok".as_ref()) {
                    String::new()
                } else {
                    picture(&[family, "show", &entry.file], &name);
                    let picture = format!("pictures/{name}.svg");
                    format!("<a href=\"{picture}\"><img src=\"{picture}\" alt=\"{title}\" width=\"150\"></a>")
                };
                let _ = write!(page, "| {svg} ");
            }
            let _ = writeln!(
                page,
                "| **{title}** ({difficulty})<br>`{command}`<br>{} | {teaches} | {expect} |",
                entry.says("source")
            );
        }
    }
    is_current("docs/src/guide/puzzles.md", &page);
}

/// What the README shows: solved puzzles, by file and number in it.
const SHOWN: [(&str, &str); 8] = [
    ("sudoku/jigsaw.yaml", "1"),
    ("tiling/pentominoes-8x8-square.yaml", "1"),
    ("slitherlink/ten.yaml", "1"),
    ("akari/small.txt", "8"),
    ("nurikabe/small.txt", "8"),
    ("masyu/small.txt", "8"),
    ("hashi/small.txt", "8"),
    ("sokoban/first.xsb", "1"),
];

/// The side of a picture in that of the README, and the distance to the next, in pixels.
const SHOWN_SIDE: usize = 240;
const SHOWN_GAP: usize = 12;

/// Each picture is a picture in a picture: so its styles are its own.
#[test]
fn the_picture_of_the_readme_is_current() {
    let made_in = tempfile::tempdir().expect("a folder can be made");
    let (across, place) = (SHOWN.len() / 2, |number: usize| number * (SHOWN_SIDE + SHOWN_GAP) + SHOWN_GAP);
    let (width, height) = (place(across), place(2));
    let mut picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n"
    );
    for (number, (file, index)) in SHOWN.into_iter().enumerate() {
        let svg = made_in.path().join(format!("{number}.svg"));
        let output = jigsat(
            &["solve", &format!("puzzles/{file}"), "--index", index, "--svg", svg.to_str().expect("text")],
            "",
        );
        let svg = fs::read_to_string(svg).unwrap_or_else(|_| panic!("{file}: {}", stderr(&output)));
        let quoted: String = svg
            .chars()
            .map(|char| match char {
                '%' | '#' | '<' | '>' | '"' | '&' | '\n' => format!("%{:02X}", char as u32),
                other => other.to_string(),
            })
            .collect();
        picture.push_str(&format!(
            "<image x=\"{}\" y=\"{}\" width=\"{SHOWN_SIDE}\" height=\"{SHOWN_SIDE}\" href=\"data:image/svg+xml,{quoted}\"/>\n",
            place(number % across),
            place(number / across),
        ));
    }
    picture.push_str("</svg>\n");
    is_current("docs/src/guide/pictures/readme.svg", &picture);
}
