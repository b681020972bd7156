//! Letters in place of numbers that only say which cells belong together.

use std::collections::{BTreeMap, BTreeSet};

use jigsat_input::{ParseError, Source, quote};

use super::rows::{Row, Word};
use crate::Page;

/// For each word of letters, the number that it stands for: the letters are numbered as they appear, and numbers that
/// are on the board, too, keep their meaning. Empty if the numbers of the genre are more than names.
///
/// # Errors
///
/// Letters that are not there twice.
pub(super) fn numbers<'t>(
    page: &Page,
    source: &Source,
    board: &[Row<'t>],
) -> Result<BTreeMap<&'t str, String>, ParseError> {
    let mut numbers = BTreeMap::new();
    if !page.has_labels() {
        return Ok(numbers);
    }
    let words: Vec<&Word<'t>> = board.iter().flatten().collect();
    let known: BTreeSet<u32> = words.iter().filter_map(|word| word.text.parse().ok()).collect();
    let mut free = (1..).filter(|number| !known.contains(number));
    for word in words.iter().filter(|word| word.text.chars().all(char::is_alphabetic)) {
        let count = words.iter().filter(|other| other.text == word.text).count();
        if count != 2 {
            let times = if count == 1 { "once".to_owned() } else { format!("{count} times") };
            let error = source.error(word.position, format!("found {} {times}", quote(word.text)));
            return Err(error.expecting("each letter twice"));
        }
        numbers.entry(word.text).or_insert_with(|| free.next().unwrap_or_default().to_string());
    }
    Ok(numbers)
}
