//! Reading puzzles and solutions: YAML, the plain list, boxes drawn with characters.

mod boxes;
mod list;
mod solution;
pub(crate) mod yaml;

use std::collections::HashSet;

use jigsat_grid::{Cell, Size};
use jigsat_input::{ParseError, Position, Source, quote, yaml_kind};

use crate::{Color, Colors, EdgeMatching, Edges, MAX_COLORS, Placement};
pub use solution::parse_solution;
pub use yaml::yaml_schema;

/// Reads a puzzle in any format: YAML, a list of pieces, or boxes drawn with characters.
///
/// # Errors
///
/// A text in none of these formats, and parts that don't fit together, with their places.
pub fn parse(source: &Source) -> Result<EdgeMatching, ParseError> {
    if yaml_kind(source.text()).is_some() {
        yaml::parse(source)
    } else if boxes::is_drawing(source.text()) {
        boxes::parse(source, None)
    } else {
        list::parse(source)
    }
}

/// The same for pieces drawn as boxes, which may be arranged otherwise than on the board of this size.
///
/// # Errors
///
/// As [`parse`], and a text in another format, which states its size.
pub fn parse_drawn(source: &Source, size: Size) -> Result<EdgeMatching, ParseError> {
    if yaml_kind(source.text()).is_some() || !boxes::is_drawing(source.text()) {
        let found = "found a puzzle that states its size";
        return Err(ParseError::in_file(source.name(), found)
            .expecting("pieces drawn as boxes, whose board the option 'size' can give"));
    }
    boxes::parse(source, Some(size))
}

/// What was assumed about the board, in words, if pieces are drawn apart in a row or a column.
#[must_use]
pub fn assumed_board(source: &Source) -> Option<String> {
    let is_drawing = yaml_kind(source.text()).is_none() && boxes::is_drawing(source.text());
    let size = boxes::strip(source).filter(|_| is_drawing)?;
    let side = size.area().isqrt();
    let other = if side * side == size.area() { format!("{side}x{side}") } else { "ROWSxCOLUMNS".into() };
    Some(format!(
        "the board is taken to be {size}, as the pieces are drawn; a line 'board {other}' in the file, or the \
        option 'size', makes it another one"
    ))
}

/// Whether a text may be a puzzle, by its beginning: YAML that says so, a drawing, or a list whose first line is a size and
/// whose next lines have four colours each.
#[must_use]
pub fn recognises(start: &str) -> bool {
    yaml_kind(start) == Some("edge-matching") || boxes::are_pieces(start) || list::recognises(start)
}

/// A colour's name, and its position.
#[derive(Clone, Debug)]
struct Named {
    name: String,
    position: Position,
}

/// The pieces with the names of their colours, and everything else that determines the colours.
struct Pieces {
    /// Counter-clockwise from the right.
    edges: Vec<[Named; 4]>,
    frame: Option<String>,
    signed: bool,
    /// The board.
    size: Size,
    /// If no frame is named, colour 0 is the frame if it is on at least this many edges.
    zeros: Option<usize>,
}

/// The colours, the pieces by their numbers, and the frame.
type Numbered = (Colors, Vec<Edges>, Option<Color>);
/// A colour that does not fit: its place, what was found, what was expected.
type Misfit = (Position, String, String);

impl Pieces {
    /// Numbers the colours.
    fn number(self) -> Result<Numbered, Misfit> {
        let names = || self.edges.iter().flatten();
        for named in names() {
            if named.name.chars().count() > 20 {
                let found = format!("found {}", quote(&named.name));
                return Err((named.position, found, "a colour of at most 20 characters".into()));
            }
            let is_frame = self.frame.as_deref().unwrap_or("0") == named.name;
            if self.signed && crate::colors::mate(&named.name) == named.name && !is_frame {
                let found = format!("found {}", quote(&named.name));
                let expected = "a colour with a mate, such as a or A, or the frame's".to_owned();
                return Err((named.position, found, expected));
            }
        }
        if let Some(misfit) = self.without_mates() {
            return Err(misfit);
        }
        let zeros = || names().filter(|named| named.name == "0").count();
        let zero = || self.zeros.is_some_and(|least| zeros() >= least).then(|| "0".to_owned());
        let frame = self.frame.clone().or_else(zero);
        let all = names().map(|named| named.name.as_str()).chain(frame.as_deref());
        let colors = if self.signed { Colors::signed(all) } else { Colors::plain(all) };
        if colors.len() > MAX_COLORS {
            let place = self.edges.first().map_or(Position::START, |edges| edges[0].position);
            let found = format!("found {} colours", colors.len());
            return Err((place, found, format!("at most {MAX_COLORS}")));
        }
        let places: std::collections::HashMap<&str, u16> =
            colors.all().map(|color| (colors.name(color), color)).collect();
        let number = |named: &Named| places[named.name.as_str()];
        let pieces = self.edges.iter().map(|edges| [0, 1, 2, 3].map(|place| number(&edges[place]))).collect();
        let frame = frame.and_then(|frame| colors.named(&frame));
        Ok((colors.clone(), pieces, frame))
    }
}

impl Pieces {
    /// The first colour, if there are several signed ones and none has its mate in the puzzle: then they are named in
    /// another way than jigsat's.
    fn without_mates(&self) -> Option<Misfit> {
        let is_frame = |name: &str| self.frame.as_deref().unwrap_or("0") == name;
        let names: HashSet<&str> = self
            .edges
            .iter()
            .flatten()
            .map(|named| named.name.as_str())
            .filter(|name| !is_frame(name))
            .collect();
        let mate = crate::colors::mate;
        if !self.signed
            || self.size.area() < 2
            || names.len() < 2
            || names.iter().any(|name| names.contains(mate(name).as_str()))
        {
            return None;
        }
        let first = self.edges.iter().flatten().find(|named| !is_frame(&named.name))?;
        let found =
            format!("found {}, whose mate {} is on no edge", quote(&first.name), quote(&mate(&first.name)));
        Some((
            first.position,
            found,
            "the same words in small and capital letters as mates, such as red and RED".into(),
        ))
    }
}

/// The number of edges of colour 0 that make it a frame if a format does not name one: half of the rim's. This way,
/// digits from 0 to 9 make no frame, and a frame that lacks an edge still is one.
fn zeros(size: Size) -> usize {
    usize::from(size.rows) + usize::from(size.cols)
}

/// A placement, written as its piece and rotation: `3+1`.
fn placement(cell: Cell, text: &str) -> Option<Placement> {
    let (piece, rotation) = text.split_once('+')?;
    let number =
        |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?;
    let (piece, rotation): (usize, usize) = (number(piece)?, number(rotation)?);
    let rotation = u8::try_from(rotation).ok()?;
    Some(Placement { row: cell.row, col: cell.col, piece, rotation })
}
