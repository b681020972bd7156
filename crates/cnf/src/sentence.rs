//! Sentences with places for arguments, and with words that agree in number.

/// A part of a sentence.
enum Part<'s> {
    Text(&'s str),
    /// `{0}`
    Place(usize),
    /// `{0: cell|cells}`: the argument, and the word that follows it.
    Counted(usize, [&'s str; 2]),
    /// `{is|are}`: for one thing, or for several.
    Number([&'s str; 2]),
}

fn parts(sentence: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = sentence;
    std::iter::from_fn(move || {
        let end = rest.find('{').unwrap_or(rest.len());
        if end > 0 {
            let (text, after) = rest.split_at(end);
            rest = after;
            return Some(Part::Text(text));
        }
        let (inside, after) =
            rest.strip_prefix('{')?.split_once('}').expect("a place in a sentence is closed");
        rest = after;
        let number = |place: &str| place.parse().expect("a place in a sentence is a number");
        Some(match inside.split_once('|') {
            None => Part::Place(number(inside)),
            Some((one, more)) => match one.split_once(": ") {
                Some((place, one)) => Part::Counted(number(place), [one, more]),
                None => Part::Number([one, more]),
            },
        })
    })
}

/// The words of a sentence with its arguments: `{0}` is the first of them, `{0: cell|cells}` the same with the word that fits the
/// number, and `{is|are}` the word that fits one thing or several.
///
/// ```
/// use jigsat_cnf::fill_sentence;
///
/// let words = |sentence, is_several, args: &[&str]| fill_sentence(sentence, is_several, |place| args[place].into());
/// assert_eq!(words("row {0} has {1: star|stars}", false, &["3", "1"]), "row 3 has 1 star");
/// assert_eq!(words("row {0} has {1: star|stars}", false, &["3", "2"]), "row 3 has 2 stars");
/// assert_eq!(words("{0} {is|are} lit", true, &["r1c1 and r1c2"]), "r1c1 and r1c2 are lit");
/// ```
#[must_use]
pub fn fill_sentence(sentence: &str, is_several: bool, mut arg: impl FnMut(usize) -> String) -> String {
    let mut words = String::new();
    for part in parts(sentence) {
        match part {
            Part::Text(text) => words.push_str(text),
            Part::Place(place) => words.push_str(&arg(place)),
            Part::Counted(place, [one, more]) => {
                let number = arg(place);
                words.push_str(&number);
                words.push(' ');
                words.push_str(if number == "1" { one } else { more });
            }
            Part::Number([one, more]) => words.push_str(if is_several { more } else { one }),
        }
    }
    words
}

/// Whether a sentence has words for several things: `{is|are}`.
#[must_use]
pub fn fits_several(sentence: &str) -> bool {
    parts(sentence).any(|part| matches!(part, Part::Number(_)))
}

/// How many arguments a sentence needs: one more than the largest number in braces.
pub(crate) fn places(sentence: &str) -> usize {
    let place = |part| match part {
        Part::Place(place) | Part::Counted(place, _) => place + 1,
        Part::Text(_) | Part::Number(_) => 0,
    };
    parts(sentence).map(place).max().unwrap_or(0)
}

/// `a, b and c`; the last word is 'and', or another.
#[must_use]
pub fn enumerated(names: &[String], last: &str) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [before @ .., end] => format!("{} {last} {end}", before.join(", ")),
    }
}
