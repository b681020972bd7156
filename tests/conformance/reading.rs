//! Malformed texts: whatever is read, there is an answer, or a sentence with a place. Line ends of Windows change neither.

use jigsat_input::{ParseError, Source};
use jigsat_workbench::Context;

use crate::{
    properties::{Found, of_boards},
    subjects::Subject,
};

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

/// What an editor of Windows makes of a text.
fn of_windows(text: &str) -> String {
    format!("\u{feff}{}", text.replace('\n', "\r\n"))
}

/// What is read of a text, or why it is refused, and where.
fn read_or_refused(subject: &Subject, file: &str, text: &str) -> Result<Vec<u8>, String> {
    let board = subject.read(file, text.as_bytes()).map_err(|error| {
        let place = error.position().map(|place| (place.line, place.column));
        format!("{place:?}: {}", error.message())
    })?;
    let picture = board.draw(None).to_svg();
    Ok([board.write("yaml").unwrap_or_default(), picture.into_bytes()].concat())
}

#[test]
fn a_board_with_the_line_ends_of_windows_is_the_same_board() {
    of_boards(|subject, board, found| {
        let file = board.instance.file();
        let texts = subject.formats().into_iter().filter_map(|format| board.instance.write(format).ok());
        for text in texts.filter_map(|bytes| String::from_utf8(bytes).ok()) {
            // One without line ends, too, and some that are wrong in a place.
            let wrong =
                malformed(&text).into_iter().step_by(7).filter(|wrong| !wrong.starts_with('\u{feff}'));
            for text in [text.clone()].into_iter().chain(wrong) {
                let (wanted, read) = (
                    read_or_refused(subject, file, &text),
                    read_or_refused(subject, file, &of_windows(&text)),
                );
                found.that(read == wanted, || match (wanted, read) {
                    (Err(wanted), Err(read)) => format!("{}: {wanted}, but {read}: {text:?}", board.name),
                    (wanted, read) => {
                        let (wanted, read) = (wanted.map(|_| ()), read.map(|_| ()));
                        format!("{}: {wanted:?}, but {read:?}: {text:?}", board.name)
                    }
                });
            }
        }
    });
}

#[test]
fn a_solution_with_the_line_ends_of_windows_is_the_same_solution() {
    of_boards(|_, board, found| {
        let Some(solution) = &board.solution else { return };
        let read = |text: &str| {
            let source = Source::from_bytes("text", text.as_bytes().to_vec()).expect("it is UTF-8");
            let read = board.instance.read_solution(&source, &Context::default().limits_of(None));
            read.map(|solution| solution.to_json().to_string()).map_err(|error| error.to_string())
        };
        for format in ["json", "plain"] {
            let text = match format {
                "json" => solution.to_json().get().replace(',', ",\n"),
                _ => board.instance.write_solution(solution, format).unwrap_or_default(),
            };
            let (wanted, read) = (read(&text), read(&of_windows(&text)));
            found.that(read == wanted, || format!("{}: {wanted:?}, but {read:?}: {text:?}", board.name));
        }
    });
}
