//! Whatever the input is, there is an answer or an error with a place inside the text, never a panic.

use jigsat_input::{ParseError, Position, Reader, Source, from_yaml, yaml_error, yaml_kind};
use proptest::prelude::*;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only the reading matters")]
struct Anything {
    kind: Option<String>,
    grid: Option<String>,
    cages: Option<Vec<Vec<u8>>>,
}

fn is_well_placed(source: &Source, error: &ParseError) {
    assert!(!error.to_string().contains('\n'));
    assert!(error.render(false).starts_with("error: ") && error.render(true).contains('\x1b'));
    if let Some(Position { line, column }) = error.position() {
        assert!((1..=source.text().split('\n').count()).contains(&line));
        assert!((1..=source.line(line).chars().count() + 1).contains(&column));
    }
}

fn try_all(source: &Source) {
    let _ = yaml_kind(source.text());
    if let Err(error) = from_yaml::<Anything>(source) {
        is_well_placed(source, &error);
    }
    for path in ["", "grid", "cages[0][1]", "[2].kind", "]].["] {
        is_well_placed(source, &yaml_error(source, path, 3, "m"));
    }
    let mut reader = Reader::new(source);
    while let Some(token) = reader.token() {
        assert_eq!(source.position(source.text().len() - reader.rest().len()), reader.position());
        is_well_placed(source, &reader.unexpected(token).expecting("nothing"));
        if let Err(error) = reader.clone().integer("n", 0..=9) {
            is_well_placed(source, &error);
        }
        if reader.peek() == Some('\n') {
            reader.rest_of_line();
        }
    }
    assert!(reader.at_end());
}

proptest! {
    #[test]
    fn bytes(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        match Source::from_bytes("f", bytes) {
            Ok(source) => try_all(&source),
            Err(error) => prop_assert!(error.position().is_some()),
        }
    }

    #[test]
    fn text(text in "\\PC{0,200}") {
        try_all(&Source::new("f", text));
    }

    #[test]
    fn nearly_yaml(text in "(kind|grid|cages|[-:?{}\\[\\],&*|>'\"!#%@`~ \n\r\t]|a|1|: |- |\n  |\u{85}|\u{2028}|é){0,60}") {
        try_all(&Source::new("f", text));
    }
}
