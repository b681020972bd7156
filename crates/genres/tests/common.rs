//! Code that the tests of this crate share.

use std::sync::Arc;

use jigsat_genres::{Board, GenreFamily, page};
use jigsat_input::ParseError;
use jigsat_kit::{
    Counted, Counting, Family, NoFiles, NoOptions, Question, Run, SearchOptions, Text, by_listing, only,
};
use jigsat_solve::Limits;

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

/// A question for an engine, or for what the family chooses.
pub fn asking(engine: Option<&str>) -> Question<GenreFamily> {
    let search = SearchOptions { engine: engine.map(str::to_owned), ..SearchOptions::default() };
    let search = Arc::new(search);
    Question { encoding: None, formula: Arc::default(), search, options: NoOptions::default(), unique: false }
}

/// Ways to count: an engine, and a number of threads.
pub const WAYS_TO_COUNT: [(Option<&str>, usize); 4] =
    [(None, 1), (Some("backtrack"), 1), (Some("backtrack"), 2), (Some("blocking"), 1)];

/// The solutions of a board, up to this many, counted in one of these ways.
pub fn counted(
    family: &GenreFamily,
    board: &Board,
    (engine, jobs): (Option<&str>, usize),
    limit: Option<u64>,
) -> Counted {
    let wanted = Counting { limit, labelled: false, jobs };
    by_listing(family, board, &asking(engine), &wanted, &Run::silent(&Limits::default())).unwrap()
}

/// The genres by their names in pzpr.
pub fn named_by_pzpr(name: &str) -> Option<GenreFamily> {
    jigsat_genres::genres().into_iter().find(|genre| genre.recognises(&format!("pzprv3/{name}/1/1/")))
}
