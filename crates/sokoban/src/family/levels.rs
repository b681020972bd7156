//! The choice of levels of a collection.

use jigsat_input::{Message, ParseError, Source, quote};

use crate::{Entry, Level};

/// The levels chosen by the words, each a number, a range or a title; all levels if there are no words. In the order of
/// the file, with their numbers.
pub(super) fn chosen(
    source: &Source,
    entries: Vec<Entry>,
    words: &[String],
) -> Result<Vec<(usize, Entry)>, ParseError> {
    let count = entries.len();
    let mut wanted = vec![words.is_empty(); count];
    for word in words {
        let numbers = range(word).filter(|&(first, last)| 1 <= first && first <= last && last <= count);
        let by_title = |entry: &Entry| entry.level.as_ref().is_ok_and(|level| is_called(level, word));
        if let Some((first, last)) = numbers {
            wanted[first - 1..last].fill(true);
        } else if entries.iter().any(by_title) {
            for (wanted, entry) in wanted.iter_mut().zip(&entries) {
                *wanted |= by_title(entry);
            }
        } else {
            let message = format!("has no level {}", quote(word));
            let levels = if count == 1 { "1 level".into() } else { format!("{count} levels") };
            let help = Message::with(
                "there are {}; `level` takes a number, a range such as 1-20, or a title",
                &[&levels],
            );
            return Err(ParseError::in_file(source.name(), message).with_help(help));
        }
    }
    let numbered = (1..).zip(entries).zip(wanted);
    Ok(numbered.filter(|(_, wanted)| *wanted).map(|(entry, _)| entry).collect())
}

/// The first and the last number that a word means.
fn range(word: &str) -> Option<(usize, usize)> {
    let number = |text: &str| text.trim().parse().ok();
    match word.split_once('-') {
        Some((first, last)) => Some((number(first)?, number(last)?)),
        None => number(word).map(|only| (only, only)),
    }
}

fn is_called(level: &Level, word: &str) -> bool {
    !level.title.is_empty() && level.title.eq_ignore_ascii_case(word.trim())
}
