//! YAML: good values, every kind of bad input with its place, and texts made to do harm.

use std::{
    fmt::Write,
    time::{Duration, Instant},
};

use jigsat_input::{MAX_YAML, Source, from_yaml, to_yaml, yaml_documents, yaml_error, yaml_kind};
use serde::{Deserialize, Serialize};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Puzzle {
    kind: String,
    #[serde(default)]
    grid: String,
    #[serde(default)]
    cages: Vec<Cage>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cage {
    sum: u32,
    #[serde(default)]
    cells: Vec<String>,
}

fn error(text: &str) -> String {
    from_yaml::<Puzzle>(&Source::new("p.yaml", text)).unwrap_err().to_string()
}

#[test]
fn round_trip() {
    let text = "kind: sudoku\ngrid: |\n  12\n  34\ncages:\n- sum: 3\n  cells: [r1c1]\n";
    let puzzle: Puzzle = from_yaml(&Source::new("p.yaml", text)).unwrap();
    assert_eq!(puzzle.grid, "12\n34\n");
    let again = to_yaml(&puzzle).unwrap();
    assert_eq!(from_yaml::<Puzzle>(&Source::new("p.yaml", again)).unwrap(), puzzle);
}

#[test]
fn errors_have_place_and_path() {
    insta::assert_snapshot!(error("kind: sudoku\ncages:\n- sum: 3\n- sum: many\n"), @r#"p.yaml:4:8: cages[1].sum: found 'many', expected a whole number from 0 to 4294967295"#);
    insta::assert_snapshot!(error("kind: sudoku\ncages:\n- sum: 3\n  cells: [r1c1, [x]]\n"), @"p.yaml:4:17: cages[0].cells[1]: found a list, expected a text");
    insta::assert_snapshot!(error("kind: sudoku\nbox: 3\n"), @"p.yaml:2:1: box: unknown field `box`, expected one of `kind`, `grid`, `cages`");
    insta::assert_snapshot!(error("kind: sudoku\nkind: sudoku\n"), @"p.yaml:1:1: duplicate field `kind`");
    insta::assert_snapshot!(error("grid: x\n"), @"p.yaml:1:1: missing field `kind`");
    insta::assert_snapshot!(error("kind: sudoku\ngrid:\n  1 2\n  2 1\n"), @"p.yaml:2:1: found rows under 'grid:', which YAML joins into one line, expected 'grid: |', which keeps them apart");
    insta::assert_snapshot!(error("- 1\n- 2\n"), @"p.yaml:1:1: found a list, expected keys with values");
    insta::assert_snapshot!(error("kind: !tag sudoku\n"), @"p.yaml:1:7: kind: found a tag (`!name`), which puzzles don't use");
    insta::assert_snapshot!(error("kind: \u{e9}\ncages: [{sum: 3}, }\n"), @"p.yaml:2:19: did not find expected node content");
    insta::assert_snapshot!(error("kind: [a, b\n"), @"p.yaml:2:1: did not find expected ',' or ']'");
    insta::assert_snapshot!(error("kind: *nobody\n"), @"p.yaml:1:7: unknown anchor");
    insta::assert_snapshot!(error("\tkind: x\n"), @"p.yaml:1:1: found character that cannot start any token, while scanning for the next token");
    insta::assert_snapshot!(error("kind: x\n---\nkind: y\n"), @"p.yaml:2:1: found a second YAML document, expected one puzzle");
    insta::assert_snapshot!(error("# nothing\n\n"), @"p.yaml: found no content, expected YAML");
    insta::assert_snapshot!(error(""), @"p.yaml: found no content, expected YAML");
    insta::assert_snapshot!(error("kind: \"a\0b\""), @"p.yaml:1:9: control characters are not allowed at position 8");
}

#[test]
fn places_inside_values() {
    let text = "kind: 'sudoku'\ngrid: |\n   1.2\n   3x4\n\n   5\ncages:\n- sum: 3\n- {sum: 4, cells: [r1c1, \"r9x\"]}\n";
    let source = Source::new("p.yaml", text);
    let place = |path: &str, offset| {
        let position = yaml_error(&source, path, offset, "m").position().unwrap();
        (position.line, position.column)
    };
    assert_eq!(place("grid", 0), (3, 4));
    assert_eq!(place("grid", 5), (4, 5));
    assert_eq!(place("grid", 9), (6, 4));
    assert_eq!(place("grid", 999), (2, 7));
    assert_eq!(place("kind", 2), (1, 10));
    assert_eq!(place("cages[0].sum", 0), (8, 8));
    assert_eq!(place("cages[1].cells[1]", 2), (9, 29));
    assert_eq!(place("cages[1]", 0), (9, 3));
    assert_eq!(place("", 0), (1, 1));
    assert_eq!(yaml_error(&source, "cages[7]", 0, "m").position(), None);
    insta::assert_snapshot!(yaml_error(&source, "grid", 5, "found 'x'").expecting("a digit").render(false), @r"
    error: p.yaml:4:5: grid: found 'x', expected a digit
      |
    4 |    3x4
      |     ^ expected a digit
    ");
}

/// Columns count characters, also after characters of several bytes, on the same line and on lines before.
#[test]
fn places_after_characters_of_several_bytes() {
    let wrong = error("kind: Späti — ½ # 数独\ncages: [{sum: 3, cells: [é, 数]}, {sum: many}]\n");
    insta::assert_snapshot!(wrong, @"p.yaml:2:40: cages[1].sum: found 'many', expected a whole number from 0 to 4294967295");
    let text = "kind: ä数\ngrid: |\n  é1x\ncages: [{sum: 3, cells: [é, \"ü9x\"]}]\n";
    let source = Source::new("p.yaml", text);
    let place = |path: &str, offset| {
        let position = yaml_error(&source, path, offset, "m").position().unwrap();
        (position.line, position.column)
    };
    assert_eq!(place("kind", 2), (1, 8));
    assert_eq!(place("grid", 3), (3, 5));
    assert_eq!(place("cages[0].cells[1]", 0), (4, 30));
    assert_eq!(place("cages[0].cells[1]", 3), (4, 32));
}

#[test]
fn kinds_are_found_cheaply() {
    for text in [
        "kind: sudoku",
        "# c\nkind: sudoku # c\n",
        "{\"kind\":\"sudoku\",\"a\":1}",
        "a: 1\n'kind' : 'sudoku'\n",
    ] {
        assert_eq!(yaml_kind(text), Some("sudoku"), "{text}");
    }
    for text in ["", "kind", "kinds: x", "a:\n  kind: sudoku\n", "53..7....", "kind:"] {
        assert_eq!(yaml_kind(text), None, "{text}");
    }
}

#[test]
fn harmful_texts_are_refused_quickly() {
    let laughs = {
        let mut text = String::from("a: &a0 [x,x,x,x,x,x,x,x,x,x]\n");
        for level in 1..12 {
            let alias = format!("*a{},", level - 1).repeat(10);
            writeln!(text, "b{level}: &a{level} [{alias}]").unwrap();
        }
        text
    };
    let repeats = format!("a: &a \"{}\"\nb: [{}]\n", "x".repeat(10_000), "*a,".repeat(600_000));
    let texts = [
        laughs,
        repeats,
        "[".repeat(MAX_YAML),
        "{".repeat(MAX_YAML),
        "{a: ".repeat(MAX_YAML / 4),
        "- ".repeat(MAX_YAML / 2),
        "? ".repeat(MAX_YAML / 2),
        "a".repeat(MAX_YAML),
        "a: ".repeat(MAX_YAML / 3),
        "&a ".repeat(MAX_YAML / 3),
        "\"".repeat(MAX_YAML),
        "!".repeat(MAX_YAML),
        "[a,".to_owned() + &"a,".repeat(MAX_YAML / 2 - 8),
        "x".repeat(MAX_YAML + 1),
        "a: &a [*a]\n".to_owned(),
        "<<: *x\n<<: [1]\n".to_owned(),
    ];
    for text in texts {
        let start = Instant::now();
        let error = error(&text);
        let took = start.elapsed();
        assert!(error.len() < 1000, "{error}");
        assert!(took < Duration::from_secs(10), "{took:?} for {text:.20}");
    }
}

/// Places in a document are places in the text, and documents without content are none.
#[test]
fn documents_keep_their_lines() {
    let text = "---\nkind: x\n---\n# nothing\n---\nkind: [\n";
    let documents = yaml_documents(text);
    assert_eq!(documents, ["\nkind: x\n", "\n\n\n\n\nkind: [\n"]);
    insta::assert_snapshot!(error(&documents[1]).split(':').nth(1).unwrap_or_default(), @"7");
    assert!(yaml_documents("").is_empty());
    assert_eq!(yaml_documents("text: |\n  ---\n"), ["text: |\n  ---\n"]);
}
