//! A puzzle as YAML: `kind: tiling`, and the keys of [`File`].

use jigsat_cnf::{Choice, rarely};
use jigsat_input::{About, ParseError, Source, from_yaml, quote, yaml_error};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Read, Rotate, drawing, turn_all};
use crate::{
    Board, Cover, Freedom, Given, Piece, Place, Point, SETS, Shape, Spec, Tiling,
    board::{MAX_AREA, MAX_SIDE},
    named_set,
};

/// A tiling puzzle in YAML.
#[derive(Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    /// The family: tiling.
    #[schemars(extend("const" = "tiling"))]
    pub kind: String,
    /// The puzzle's title.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Where the puzzle comes from: an author, or the command that made it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// Catalogue metadata; the solver ignores it.
    #[serde(default, skip_serializing_if = "About::is_empty")]
    pub about: About,
    /// Rows x columns (6x10), layers x rows x columns (3x4x5), or a drawing: `.` is a cell, `#` is no cell, a letter is
    /// a cell of a given piece, and a blank line starts the next layer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// Several boards, instead of `board`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<String>,
    /// all: every cell is covered; some: cells may stay open (default: all).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cover: Option<String>,
    /// Whether pieces may be rotated; the value of a piece takes precedence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotate: Option<bool>,
    /// Whether pieces may be turned over; the value of a piece takes precedence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mirror: Option<bool>,
    /// A known set of pieces: pentominoes, soma, dominoes and so on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<String>,
    /// Several known sets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sets: Vec<String>,
    /// The pieces, in addition to those of sets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<FilePiece>,
    /// Given pieces that a drawing can't show.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<FileGiven>,
}

/// A given piece that a drawing can't show: one with a long name, or one next to another copy.
#[derive(Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FileGiven {
    /// The piece's name.
    pub piece: String,
    /// The number of its board, from 1, if there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<usize>,
    /// Its cells as [x, y] or [x, y, z].
    pub cells: Vec<Vec<i64>>,
}

/// A piece.
#[derive(Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FilePiece {
    /// The piece's name.
    pub name: String,
    /// A drawing of its cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<String>,
    /// Its cells as [x, y] or [x, y, z], instead of `shape`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cells: Option<Vec<Vec<i64>>>,
    /// Number of copies that must be used (default: 1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// Minimum number of copies to use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<u32>,
    /// Maximum number of copies to use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<u32>,
    /// Whether it may be rotated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotate: Option<bool>,
    /// Whether it may be turned over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mirror: Option<bool>,
}

/// A size such as `6x10` (rows, columns) or `3x4x5` (layers, rows, columns), in the order of [`Board::size`].
pub(crate) struct Layers(pub [usize; 3]);

impl Layers {
    pub fn read(text: &str) -> Option<Result<Layers, String>> {
        let parts: Vec<&str> = text.trim().split(['x', 'X']).collect();
        let is_number = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !(2..=3).contains(&parts.len()) || !parts.iter().all(is_number) {
            return None;
        }
        let mut size = [1; 3];
        for (axis, part) in parts.iter().rev().enumerate() {
            size[axis] = part.parse().unwrap_or(usize::MAX);
        }
        let area = size.iter().try_fold(1_usize, |area, &side| area.checked_mul(side));
        if size.iter().any(|&side| side == 0 || side > MAX_SIDE) || area.is_none_or(|area| area > MAX_AREA) {
            return Some(Err(format!("a board of at most {MAX_AREA} cells, each side from 1 to {MAX_SIDE}")));
        }
        Some(Ok(Layers(size)))
    }
}

/// The JSON schema of puzzles in YAML.
#[must_use]
pub fn yaml_schema() -> schemars::Schema {
    schemars::schema_for!(File)
}

pub(super) fn parse(source: &Source, rotate: Rotate) -> Result<Read, ParseError> {
    let file: File = from_yaml(source)?;
    if file.kind != "tiling" {
        return Err(yaml_error(source, "kind", 0, format!("found {}", quote(&file.kind))).expecting("tiling"));
    }
    let mut warnings = Vec::new();
    let mut pieces = Vec::new();
    let sets = file.set.iter().map(|set| ("set".to_owned(), set));
    for (path, name) in
        sets.chain(file.sets.iter().enumerate().map(|(index, set)| (format!("sets[{index}]"), set)))
    {
        let Some(mut set) = named_set(name) else {
            let error = yaml_error(source, &path, 0, format!("found {}", quote(name)));
            return Err(error.expecting(format!("one of: {}", SETS.join(", "))));
        };
        for piece in &mut set {
            piece.freedom.rotate = file.rotate.unwrap_or(piece.freedom.rotate);
            piece.freedom.mirror = file.mirror.unwrap_or(piece.freedom.mirror);
        }
        pieces.append(&mut set);
    }
    let from_sets = pieces.len();
    for (index, piece) in file.pieces.iter().enumerate() {
        pieces.push(read_piece(source, &file, index, piece, &mut warnings)?);
    }
    turn_all(&mut pieces, rotate);
    let texts: Vec<(String, &String)> = match (&file.board, file.boards.is_empty()) {
        (Some(board), true) => vec![("board".into(), board)],
        (None, false) => {
            file.boards.iter().enumerate().map(|(index, text)| (format!("boards[{index}]"), text)).collect()
        }
        (None, true) => {
            return Err(yaml_error(source, "", 0, "found no board").expecting("a key board or boards"));
        }
        (Some(_), false) => {
            return Err(
                yaml_error(source, "boards", 0, "found both board and boards").expecting("one of them")
            );
        }
    };
    let (mut boards, mut given) = (Vec::new(), Vec::new());
    // The place of each given piece in the file: the path and the offset in its text.
    let mut places = Vec::new();
    for (number, (path, text)) in texts.into_iter().enumerate() {
        let bad = |offset, found, expected: String| {
            Err(yaml_error(source, &path, offset, found).expecting(expected))
        };
        match Layers::read(text) {
            Some(Ok(Layers(size))) => boards.push(Board::full(size)),
            Some(Err(expected)) => return bad(0, format!("found {}", quote(text.trim())), expected),
            None => match drawing::board(text, number, &pieces) {
                Ok((board, on_it)) => {
                    warnings.extend(drawing::ragged(text, false));
                    boards.push(board);
                    for (one, offset) in on_it {
                        given.push(one);
                        places.push((path.clone(), offset));
                    }
                }
                Err(wrong) => return bad(wrong.offset, wrong.found, wrong.expected),
            },
        }
    }
    for (index, entry) in file.given.iter().enumerate() {
        given.push(read_given(source, index, entry, boards.len(), &pieces)?);
        places.push((format!("given[{index}]"), 0));
    }
    let cover = match &file.cover {
        None => Cover::All,
        Some(name) => Cover::named(name).ok_or_else(|| {
            yaml_error(source, "cover", 0, format!("found {}", quote(name))).expecting("all or some")
        })?,
    };
    let spec = Spec { title: file.title, source: file.source, boards, pieces, cover, given };
    let puzzle = Tiling::new(spec).map_err(|invalid| {
        let index = |list: &str| invalid.path.strip_prefix(list)?.strip_suffix(']')?.parse::<usize>().ok();
        // Pieces of sets come first in the puzzle, but elsewhere in the file.
        let (path, offset) = match (index("pieces["), index("given[")) {
            (Some(piece), _) if piece >= from_sets => (format!("pieces[{}]", piece - from_sets), 0),
            (Some(_), _) => ("set".into(), 0),
            (None, Some(given)) => places.swap_remove(given),
            (None, None) => (invalid.path, 0),
        };
        yaml_error(source, &path, offset, invalid.message)
    })?;
    Ok(Read { puzzle: puzzle.with_about(file.about), warnings })
}

fn read_piece(
    source: &Source,
    file: &File,
    index: usize,
    piece: &FilePiece,
    warnings: &mut Vec<String>,
) -> Result<Piece, ParseError> {
    let name = &piece.name;
    let path = |key: &str| format!("pieces[{index}]{key}");
    let cells = match (&piece.shape, &piece.cells) {
        (Some(text), None) => drawing::piece(text),
        (None, Some(cells)) => {
            let points = points(source, &path(".cells"), &format!("piece {name}: "), cells)?;
            let mut distinct = points.clone();
            rarely::sort(&mut distinct);
            distinct.dedup();
            if distinct.len() < points.len() {
                let twice = points.len() - distinct.len();
                warnings.push(format!("piece {name}: passed over {twice} repeated cells"));
            }
            points
        }
        _ => {
            let error = yaml_error(source, &path(""), 0, format!("found piece {name} without cells"));
            return Err(error.expecting("either shape (a drawing) or cells (a list)"));
        }
    };
    let solid = cells.iter().any(|cell| cell[2] > 0);
    let Some(shape) = Shape::new(cells) else {
        return Err(yaml_error(source, &path(""), 0, format!("piece {name} has no cell")));
    };
    let (min, max) = match (piece.count, piece.min, piece.max) {
        (None, None, None) => (1, 1),
        (Some(count), None, None) => (count, count),
        (None, min, max) => (min.unwrap_or(0), max.unwrap_or(u32::MAX)),
        _ => {
            let error =
                yaml_error(source, &path(".count"), 0, format!("piece {name} has both count and bounds"));
            return Err(error.expecting("either count, or min and max"));
        }
    };
    // Flat pieces on flat boards may be turned over like cardboard; solid ones can't be.
    let flat = !solid && !file.boards.iter().chain(&file.board).any(|text| is_solid(text));
    let freedom = Freedom {
        rotate: piece.rotate.or(file.rotate).unwrap_or(true),
        mirror: piece.mirror.or(file.mirror).unwrap_or(flat),
    };
    Ok(Piece { name: name.clone(), shape, min, max, freedom })
}

/// The points of a list of cells.
fn points(source: &Source, path: &str, prefix: &str, cells: &[Vec<i64>]) -> Result<Vec<Point>, ParseError> {
    let point = |(number, cell): (usize, &Vec<i64>)| {
        let wrong = |found: String, expected: &str| {
            let path = format!("{path}[{number}]");
            Err(yaml_error(source, &path, 0, format!("{prefix}{found}")).expecting(expected))
        };
        if !(2..=3).contains(&cell.len()) {
            return wrong(format!("found {} coordinates", cell.len()), "[x, y] or [x, y, z]");
        }
        let limit = MAX_SIDE as i64;
        if let Some(value) = cell.iter().find(|value| !(0..limit).contains(value)) {
            return wrong(format!("found the coordinate {value}"), "a number from 0 to 9999");
        }
        let value = |axis: usize| cell.get(axis).map_or(0, |&value| value as i32);
        Ok([value(0), value(1), value(2)])
    };
    cells.iter().enumerate().map(point).collect()
}

/// A given piece of the list.
fn read_given(
    source: &Source,
    index: usize,
    given: &FileGiven,
    boards: usize,
    pieces: &[Piece],
) -> Result<Given, ParseError> {
    let path = |key: &str| format!("given[{index}]{key}");
    let Some(piece) = pieces.iter().position(|piece| piece.name == given.piece) else {
        let names: Vec<&str> = pieces.iter().map(|piece| piece.name.as_str()).collect();
        let error = yaml_error(source, &path(".piece"), 0, format!("found {}", quote(&given.piece)));
        return Err(error.expecting(format!("the name of a piece ({})", names.join(" "))));
    };
    let board = given.board.unwrap_or(1);
    if board == 0 || board > boards {
        let error = yaml_error(source, &path(".board"), 0, format!("found board {board}"));
        return Err(error.expecting(format!("a number from 1 to {boards}")));
    }
    let points = points(source, &path(".cells"), &format!("piece {}: ", given.piece), &given.cells)?;
    let cells = points.into_iter().map(|at| Place { board: board - 1, at }).collect();
    Ok(Given { piece, cells })
}

/// Whether a board, given as size or drawing, has several layers.
fn is_solid(text: &str) -> bool {
    match Layers::read(text) {
        Some(size) => size.is_ok_and(|Layers(size)| size[2] > 1),
        None => text.trim_matches('\n').lines().any(|line| line.trim().is_empty()),
    }
}
