//! The names of kinds of puzzles in addresses and saved boards.

/// How the site is opened, which an address says behind the kind.
const MODES: [&str; 3] = ["_edit", "_play", "_test"];

/// The name of a kind as an address or a saved board writes it, without the mode: `pearl` for `pearl_edit`. A kind may have
/// several names.
///
/// ```
/// use jigsat_input::pzpr::kind;
///
/// assert_eq!(["pearl_edit", "spots"].map(kind), ["pearl", "spots"]);
/// ```
#[must_use]
pub fn kind(name: &str) -> &str {
    MODES.iter().find_map(|mode| name.strip_suffix(mode)).unwrap_or(name)
}
