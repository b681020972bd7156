//! Code that the tests of this crate share.

use jigsat_genres::{Board, GenreFamily, page};
use jigsat_input::ParseError;
use jigsat_kit::{Family, NoFiles, NoOptions, Text, only};

/// The family of a genre.
pub fn family(name: &str) -> GenreFamily {
    let page = page(name).unwrap_or_else(|| panic!("there is no genre {name}"));
    GenreFamily::new(page, format!("{name} BOARD"))
}

/// The board of a text.
pub fn try_board(name: &str, text: &str) -> Result<Board, ParseError> {
    let text = Text::of_string("board", text.to_owned());
    only(&family(name), text, &NoOptions::default(), &NoFiles).map(|entry| entry.puzzle)
}

/// As [`try_board`], for a board that is right.
pub fn board(name: &str, text: &str) -> Board {
    try_board(name, text).unwrap_or_else(|error| panic!("{}", error.render(false)))
}

/// The genres by their names in pzpr.
pub fn named_by_pzpr(name: &str) -> Option<GenreFamily> {
    jigsat_genres::genres().into_iter().find(|genre| genre.recognises(&format!("pzprv3/{name}/1/1/")))
}
