/// Breaks a text at its blanks into lines of at most this many characters. A longer word is a line of its
/// own.
///
/// ```
/// assert_eq!(jigsat_grid::wrapped("one two three", 7), ["one two", "three"]);
/// assert_eq!(jigsat_grid::wrapped("incomprehensible", 7), ["incomprehensible"]);
/// ```
#[must_use]
pub fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for (number, word) in text.split(' ').enumerate() {
        if number > 0 && line.chars().count() + 1 + word.chars().count() > most {
            lines.push(std::mem::replace(&mut line, word.to_owned()));
        } else {
            if number > 0 {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.push(line);
    lines
}
