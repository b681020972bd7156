//! Malformed texts: whatever is read, there is an answer, or a sentence with a place.

use jigsat_input::{ParseError, Source};
use jigsat_workbench::Context;

use crate::properties::{Found, of_boards};

/// Number of places at which a text is cut off, and of those at which a character is another one.
const PLACES: usize = 24;

/// What takes the place of a character.
const OTHERS: [&str; 12] = ["x", "#", "0", "9", " ", "\n", "é", "\"", ":", "-", "{", "\u{0}"];

/// Texts that are cut off, or have another character in one place.
fn malformed(text: &str) -> Vec<String> {
    let all: Vec<(usize, char)> = text.char_indices().collect();
    let step = all.len().div_ceil(PLACES).max(1);
    let places: Vec<(usize, char)> = all.into_iter().step_by(step).collect();
    let cut = places.iter().map(|&(at, _)| text[..at].to_owned());
    let others = places.iter().zip(OTHERS.iter().cycle());
    let other =
        others.map(|(&(at, char), other)| [&text[..at], other, &text[at + char.len_utf8()..]].concat());
    cut.chain(other).collect()
}

/// Notes whether an error is a sentence with a place in the text, or about the text as a whole.
fn is_told(error: &ParseError, file: &str, text: &str, what: &str, found: &mut Found) {
    let message = error.message();
    let is_sentence = message.len() > 5 && !message.ends_with('.') && !message.contains('\n');
    found.that(is_sentence, || format!("{what}: {error}"));
    // A file that the text names may be the one that is wrong.
    if let Some(place) = error.position().filter(|_| error.file() == file) {
        // A text that ends too soon is wrong at its end, also behind its last line.
        let lines: Vec<&str> = text.split('\n').collect();
        let line = lines.get(place.line.wrapping_sub(1)).copied();
        let is_inside = line.map_or(place.line == lines.len() + 1 && place.column == 1, |line| {
            (1..=line.chars().count() + 1).contains(&place.column)
        });
        found.that(is_inside, || format!("{what}: {error} is no place in {text:?}"));
    }
    let rendered = error.render(false);
    found.that(rendered.contains(message), || format!("{what}: {rendered}"));
}

#[test]
fn a_malformed_board_is_read_or_refused_in_a_sentence() {
    of_boards(|subject, board, found| {
        let texts = subject.formats().into_iter().filter_map(|format| board.instance.write(format).ok());
        for text in texts.filter_map(|bytes| String::from_utf8(bytes).ok()) {
            for text in malformed(&text) {
                match subject.read(board.instance.file(), text.as_bytes()) {
                    Ok(read) => found.that(read.info().name == subject.name(), || board.name.clone()),
                    Err(error) => {
                        is_told(&error, board.instance.file(), &text, &board.name, found);
                    }
                }
            }
        }
    });
}

#[test]
fn a_malformed_solution_is_read_or_refused_in_a_sentence() {
    of_boards(|_, board, found| {
        let Some(solution) = &board.solution else { return };
        let json = solution.to_json().get().to_owned();
        let plain = board.instance.write_solution(solution, "plain").unwrap_or_default();
        for text in [json, plain].iter().flat_map(|text| malformed(text)) {
            let source = Source::new("text", text.as_str());
            match board.instance.read_solution(&source, &Context::default().limits_of(None)) {
                // Whatever it is, it is drawn.
                Ok(read) => {
                    found.that(!board.instance.draw(Some(&read)).to_svg().is_empty(), || board.name.clone());
                }
                Err(error) => is_told(&error, source.name(), &text, &board.name, found),
            }
        }
    });
}
