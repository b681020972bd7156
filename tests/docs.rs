//! Every command in the README and the docs is run, and must print the output shown there.

mod common;

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use common::{copy_folder, is_current, jigsat, stderr, stdout};

#[test]
fn commands_in_the_docs() {
    trycmd::TestCases::new().case("README.md").case("docs/src/**/*.md").case("tests/cmd/*.md");
}

/// Start of blocks with commands that write files. trycmd skips them when it runs the others.
const WRITING: &str = "```console,ignore,folder\n";
const READING: &str = "```console\n";
const END: &str = "\n```\n";

/// Runs commands that write files; those of each page run in a folder of their own that has the puzzles.
#[test]
fn commands_that_write_files() {
    let mut pages = vec![PathBuf::from("README.md")];
    for folder in ["docs/src/guide", "docs/src/course"] {
        pages.extend(fs::read_dir(folder).expect("it is there").map(|entry| entry.expect("a file").path()));
    }
    let mut found = 0;
    for page in pages.iter().filter(|page| page.extension().is_some_and(|end| end == "md")) {
        let text = fs::read_to_string(page).expect("it is text");
        let blocks: Vec<&str> = text.split(WRITING).skip(1).map(block).collect();
        if blocks.is_empty() {
            continue;
        }
        found += blocks.len();
        let folder = tempfile::tempdir().expect("a folder can be made");
        let copy = folder.path().join("page.md");
        let put = |block: &str| format!("{READING}{block}{END}\n");
        fs::write(&copy, blocks.iter().map(|block| put(block)).collect::<String>())
            .expect("it can be written");
        // The folder in which trycmd runs them.
        copy_folder(Path::new("puzzles"), &copy.with_extension("in").join("puzzles"));
        trycmd::TestCases::new().case(&copy).run();
        if env::var_os("TRYCMD").is_some_and(|value| value == "overwrite") {
            let done = fs::read_to_string(&copy).expect("it is text");
            let new = done.split(READING).skip(1).map(block);
            let text = blocks.iter().zip(new).fold(text.clone(), |text, (old, new)| {
                text.replacen(&format!("{WRITING}{old}{END}"), &format!("{WRITING}{new}{END}"), 1)
            });
            fs::write(page, text).expect("it can be written");
        }
    }
    assert!(found > 0, "no page has such commands");
}

/// The content of a block, from the text after its first line.
fn block(text: &str) -> &str {
    text.split_once(END).unwrap_or_else(|| panic!("a block has an end: {text}")).0
}

/// The implication graphs of the chapter about how a solver works.
#[test]
fn implication_graphs_are_current() {
    for (model, more, picture) in [
        ("dinner", &[][..], "dinner"),
        ("pigeons", &[], "pigeons-1"),
        ("pigeons", &["--conflict", "2"], "pigeons-2"),
    ] {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let svg = folder.path().join("graph.svg");
        let model = format!("docs/src/course/{model}.qprop");
        let words = ["qprop", "trace", &model, "--svg", svg.to_str().expect("its path is text")];
        let output = jigsat(&[&words, more].concat(), "");
        assert!(svg.exists(), "{picture}: {}", stderr(&output));
        let made = fs::read_to_string(svg).expect("it can be read");
        is_current(&format!("docs/src/course/{picture}.svg"), &made);
    }
}

/// Asserts that a page of the course contains a sentence.
fn says(page: &str, sentence: &str) {
    let text = fs::read_to_string(format!("docs/src/course/{page}.md")).expect("it is text");
    let words: Vec<&str> = text.split_whitespace().collect();
    assert!(words.join(" ").contains(sentence), "{page} doesn't say: {sentence}");
}

/// A number with commas, as prose has it.
fn with_commas(number: u64) -> String {
    if number < 1000 { number.to_string() } else { format!("{},{:03}", number / 1000, number % 1000) }
}

/// A number in the JSON that the program prints.
fn number(args: &[&str], input: &str, place: &str) -> u64 {
    let output = jigsat(&[args, &["--format", "json"]].concat(), input);
    let record: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a record");
    record.pointer(place).and_then(serde_json::Value::as_u64).unwrap_or_else(|| panic!("{args:?}: {record}"))
}

/// Figures that the course states without a command beside them.
#[test]
fn figures_in_prose_are_current() {
    let model = fs::read_to_string("puzzles/qprop/queens.qprop").expect("it is there");
    let forgetful = model.replace("abs(c1 - c2)", "c1 - c2");
    assert_ne!(model, forgetful);
    let count = number(&["qprop", "count", "-"], &forgetful, "/count");
    let told = format!(
        "If you leave out `abs`, the diagonals in one direction are forgotten, and there are {} solutions.",
        with_commas(count)
    );
    says("5-edge-matching", &told);

    let placements = number(&["tiling", "encode", "puzzles/tiling/pentominoes-6x10.yaml"], "", "/projected");
    says(
        "4-tiling",
        &format!(
            "On 6x10 the twelve pentominoes, the pieces of five cells, have {} placements.",
            with_commas(placements)
        ),
    );

    let framed = [
        "edge-matching",
        "solve",
        "puzzles/edge-matching/framed.yaml",
        "--encoding",
        "compact",
        "--solver",
        "minisat",
    ];
    let conflicts =
        |seed: u32| number(&[&framed[..], &["--seed", &seed.to_string()]].concat(), "", "/stats/conflicts");
    let conflicts: Vec<u64> = (1..=10).map(conflicts).collect();
    let [least, most] =
        [conflicts.iter().min(), conflicts.iter().max()].map(|bound| with_commas(*bound.expect("ten runs")));
    says("10-scale", &format!("With seeds 1 to 10, this board takes between {least} and {most} conflicts."));

    let (mut noticed, mut all) = (0, 0);
    for triple in (0_u32..1 << 7).filter(|set| set.count_ones() == 3) {
        let assumed = (1..=7).filter(|atom| triple >> (atom - 1) & 1 == 1).map(|atom| format!("x({atom})"));
        let assumed: Vec<String> = assumed.flat_map(|literal| ["--assume".to_owned(), literal]).collect();
        let mut words = vec![
            "qprop",
            "encode",
            "docs/src/course/at-most-two-of-7.qprop",
            "--card",
            "adder",
            "--propagate",
        ];
        words.extend(assumed.iter().map(String::as_str));
        noticed += u32::from(stdout(&jigsat(&words, "")).contains("\nconflict: "));
        all += 1;
    }
    says("2-at-most-one", &format!("They notice {noticed} of the {all} ways to choose three"));
}
