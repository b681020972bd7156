//! The names of kinds of puzzles in addresses and saved boards.

/// The name of a kind, and its other names: those of pzpr, of its output for other programs, and common English ones.
/// Source: `variety.js` of pzprjs.
const NAMES: [(&str, &[&str]); 20] = [
    ("battleship", &["battleships"]),
    ("bosanowa", &["bossanova"]),
    ("bunnyhop", &["bnuuyhop"]),
    ("cave", &["bag"]),
    ("fillomino", &["fillomino01"]),
    ("hashikake", &["hashi", "bridges", "hashiwokakero"]),
    ("hebi", &["snakes"]),
    ("lightup", &["akari", "bijutsukan"]),
    ("mashu", &["masyu", "pearl"]),
    ("mines", &["minesweeper"]),
    ("numlin", &["numberlink"]),
    ("ripple", &["hakyukoka", "rippleeffect"]),
    ("roma", &["rome"]),
    ("satogaeri", &["sato"]),
    ("skyscrapers", &["skyscraper", "building"]),
    ("slalom", &["suraromu"]),
    ("slither", &["slitherlink"]),
    ("tentaisho", &["galaxies", "spiralgalaxies"]),
    ("yajilin", &["yajirin"]),
    ("yajilin-regions", &["yajirin-regions"]),
];

/// How the site is opened, which an address says behind the kind.
const MODES: [&str; 3] = ["_edit", "_play", "_test"];

/// The name of a kind, whatever name and mode an address has for it: `mashu` for `pearl_edit`. Unknown kinds keep their
/// name.
///
/// ```
/// use jigsat_input::pzpr::kind;
///
/// assert_eq!(["pearl_edit", "bridges", "spots_play"].map(kind), ["mashu", "hashikake", "spots"]);
/// ```
#[must_use]
pub fn kind(name: &str) -> &str {
    let name = MODES.iter().find_map(|mode| name.strip_suffix(mode)).unwrap_or(name);
    let known = NAMES.iter().find(|(_, others)| others.contains(&name));
    known.map_or(name, |(known, _)| known)
}
