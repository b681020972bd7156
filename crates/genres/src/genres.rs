//! The genres. To add one, add a folder with its page, and a line here.

use std::sync::Arc;

use jigsat_input::Source;

use crate::{GenreFamily, Page};

macro_rules! pages {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../pages/", $name, "/page.qprop")))),*]
    };
}

/// Names and texts, in the order of the help.
const PAGES: &[(&str, &str)] = pages![
    "akari",
    "aqre",
    "aquarium",
    "araf",
    "battleships",
    "canal-view",
    "castle-wall",
    "cave",
    "chocona",
    "country-road",
    "creek",
    "dominosa",
    "doppelblock",
    "double-back",
    "easy-as-abc",
    "four-cells",
    "futoshiki",
    "galaxies",
    "geradeweg",
    "hashi",
    "heyawake",
    "hidato",
    "hitori",
    "kakuro",
    "kenken",
    "koburin",
    "kropki",
    "kurodoko",
    "kurotto",
    "lits",
    "magnets",
    "masyu",
    "minesweeper",
    "moon-or-sun",
    "mosaic",
    "nanro",
    "nonogram",
    "norinori",
    "numberlink",
    "nurikabe",
    "nurimaze",
    "nurimisaki",
    "paint-area",
    "putteria",
    "regional-yajilin",
    "ripple-effect",
    "shakashaka",
    "shikaku",
    "shimaguni",
    "simple-loop",
    "skyscrapers",
    "slant",
    "snake",
    "star-battle",
    "suguru",
    "takuzu",
    "tapa",
    "tents",
    "tilepaint",
    "yajilin",
    "yin-yang",
];

/// The names of all genres, each with what makes its family.
pub fn makers() -> impl Iterator<Item = (&'static str, impl Fn() -> GenreFamily)> {
    PAGES.iter().map(|(name, text)| (*name, || GenreFamily::known(name, text)))
}

/// All genres, as families.
#[must_use]
pub fn genres() -> Vec<GenreFamily> {
    makers().map(|(_, make)| make()).collect()
}

/// The page of a genre, by its name.
#[must_use]
pub fn page(name: &str) -> Option<Arc<Page>> {
    let (name, text) = PAGES.iter().find(|(known, _)| *known == name)?;
    // The tests check that each of them can be read.
    Page::read(Source::new(format!("{name}.qprop"), *text)).ok().map(Arc::new)
}

/// Whether a genre of that name comes with jigsat.
pub(crate) fn is_known(name: &str) -> bool {
    PAGES.iter().any(|(known, _)| *known == name)
}
