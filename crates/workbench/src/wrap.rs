//! Text in lines.

/// Breaks a text at its blanks into lines of at most this many characters, as far as its words allow that.
pub fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for (number, word) in text.split(' ').enumerate() {
        let line = lines.last_mut().expect("there is one from the start");
        if number > 0 && line.chars().count() + 1 + word.chars().count() > most {
            lines.push(word.to_owned());
        } else {
            if number > 0 {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}
