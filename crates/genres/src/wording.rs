//! The words of boards of a genre.

use jigsat_input::quote;

use crate::{
    Page,
    draw::{ARROWS, PARTS, SHAPES},
    look::{Look, pole},
    page::{At, Given, What},
};

impl Page {
    /// The words that a cell of a board may have as text, in addition to `-` and `.` for nothing, and those on borders and
    /// corners.
    #[must_use]
    pub fn words_in_cells(&self) -> Vec<String> {
        self.words_of(|given| {
            matches!(given.at, At::Cells | At::Rooms | At::Dots | At::Corners) || given.is_on_border()
        })
    }

    /// The words that the line of a row or column may have, before the board.
    #[must_use]
    pub fn words_at_edge(&self) -> Option<String> {
        let given = self.givens.iter().find(|given| given.at == At::Lines)?;
        Some(match (given.is_list, given.places.is_empty()) {
            (false, _) => "a number".to_owned(),
            (true, true) => "numbers".to_owned(),
            (true, false) => format!("a number for each of: {}", given.places.join(", ")),
        })
    }

    /// Whether a block of rooms follows the board.
    #[must_use]
    pub fn has_rooms(&self) -> bool {
        self.rooms.is_some()
    }

    /// The constants that a line above the board may set, with their values if it doesn't.
    pub fn constants(&self) -> impl Iterator<Item = (&str, i64)> {
        self.numbers.iter().map(|(name, &number)| (name.as_str(), number))
    }

    /// The words of the given facts that `is_wanted` selects.
    pub(crate) fn words_of(&self, is_wanted: impl Fn(&Given) -> bool) -> Vec<String> {
        let words =
            self.givens.iter().filter(|given| is_wanted(given)).filter_map(|given| match &given.what {
                What::Number if given.is_list => Some("numbers with commas".to_owned()),
                What::Number if self.has_labels() => Some("a number or letters".to_owned()),
                What::Number => Some("a number".to_owned()),
                What::Signed(sign) => Some(format!("a number and {}", quote(sign))),
                What::Word(word) | What::Star(word) => Some(quote(word)),
                What::Symbol(symbols) => {
                    Some(symbols.iter().map(|symbol| quote(symbol)).collect::<Vec<_>>().join(", "))
                }
                What::Room | What::Border => None,
            });
        words.collect()
    }

    /// The word for a sign that pictures show instead: `○` for the first of two circles.
    pub(crate) fn word_of_sign(&self, sign: &str) -> Option<String> {
        let mut stars = self.givens.iter().filter(|given| given.at == At::Dots || given.is_on_border());
        let star = stars.nth(usize::from(sign == "●")).and_then(|given| given.what.text(0));
        if let (Some(star), "○" | "●") = (star, sign) {
            return Some(star);
        }
        self.givens.iter().find_map(|given| match (self.look(&given.name), sign) {
            (Look::Circle, "○" | "o" | "O" | "●") => match &given.what {
                What::Symbol(names) => names.get(usize::from(sign == "●")).cloned(),
                _ => None,
            },
            (Look::Tree, "♣") => given.what.text(0),
            (Look::Pole, _) => {
                let word = given.what.text(0)?;
                (pole(&word) == Some(sign)).then_some(word)
            }
            (Look::Arrow, _) => {
                ARROWS.iter().find(|(_, other)| *other == sign).map(|(word, _)| (*word).to_owned())
            }
            (Look::Shape, _) => {
                let word = given.what.text(0)?;
                SHAPES.contains(&(word.as_str(), sign)).then_some(word)
            }
            (Look::Ship, _) => {
                PARTS.iter().find(|(_, other)| *other == sign).map(|(word, _)| (*word).to_owned())
            }
            _ => None,
        })
    }
}
