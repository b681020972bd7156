//! Which family a text is of.

use jigsat_input::ParseError;

use super::Family;
use crate::{
    edge_matching::EdgeMatching, exit::Failure, fillomino::Fillomino, input::Opened, qprop::Qprop,
    sokoban::Sokoban, sudoku::Sudoku, tiling::Tiling,
};

/// Whether a text, by its beginning, may be a puzzle of a family.
type Recognises = fn(&str) -> bool;

/// Each family by its name, with what recognises its puzzles.
const FAMILIES: &[(&str, Recognises)] = &[
    (Sudoku::NAME, Sudoku::recognises),
    (Tiling::NAME, Tiling::recognises),
    (Sokoban::NAME, Sokoban::recognises),
    (EdgeMatching::NAME, EdgeMatching::recognises),
    (Fillomino::NAME, Fillomino::recognises),
    (Qprop::NAME, Qprop::recognises),
];

/// What the families are called.
pub fn names() -> impl Iterator<Item = &'static str> {
    FAMILIES.iter().map(|(name, _)| *name)
}

/// Finds the family of a text from its content.
pub fn recognise(opened: &Opened) -> Result<&'static str, Failure> {
    let named = |name: &str| FAMILIES.iter().find(|(known, _)| *known == name);
    if let Some(kind) = jigsat_input::yaml_kind(&opened.start) {
        let Some((family, _)) = named(kind) else {
            let known: Vec<&str> = names().collect();
            let message = format!("has kind '{kind}', expected one of: {}", known.join(", "));
            return Err(Failure::Input(ParseError::in_file(&opened.name, message)));
        };
        return Ok(family);
    }
    let fits =
        |(name, recognises): &(&'static str, fn(&str) -> bool)| recognises(&opened.start).then_some(*name);
    let fitting: Vec<&'static str> = FAMILIES.iter().filter_map(fits).collect();
    match fitting[..] {
        [family] => Ok(family),
        [] => {
            let message = "is no puzzle of a format that is known";
            let help = if is_mapping(&opened.start) {
                "a YAML file says of which family it is, in a line such as: kind: sudoku"
            } else {
                "name the family: jigsat sudoku FILE"
            };
            Err(Failure::Input(ParseError::in_file(&opened.name, message).with_help(help)))
        }
        _ => {
            let message = format!("may be a puzzle of: {}", fitting.join(", "));
            let help = format!("name the family: jigsat {} FILE", fitting[0]);
            Err(Failure::Input(ParseError::in_file(&opened.name, message).with_help(help)))
        }
    }
}

/// Whether a text begins as a mapping in YAML does: `box: 3x3`.
fn is_mapping(start: &str) -> bool {
    let mut lines = start.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let key = lines.next().and_then(|line| line.split_once(':'));
    key.is_some_and(|(key, value)| {
        let is_word = !key.is_empty() && key.chars().all(|char| char.is_ascii_lowercase() || char == '_');
        is_word && (value.is_empty() || value.starts_with(' '))
    })
}
