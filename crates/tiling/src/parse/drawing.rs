//! Boards and pieces drawn with a character for each cell.

use jigsat_input::quote;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    Board, Given, Piece, Place, Point,
    board::{MAX_AREA, MAX_SIDE},
};

/// A mistake in a drawing, at a byte offset.
pub(super) struct Bad {
    pub offset: usize,
    pub found: String,
    pub expected: String,
}

/// The characters of a drawing that are not blank, with their places; a blank line begins the next layer.
fn marks(text: &str) -> impl Iterator<Item = (Point, char, usize)> {
    let (mut y, mut z, mut blank) = (0, 0, true);
    let mut offset = 0;
    text.split('\n').flat_map(move |line| {
        let start = offset;
        offset += line.len() + 1;
        let line = line.trim_end();
        if line.is_empty() {
            if !blank {
                (y, z) = (0, z + 1);
            }
            blank = true;
        } else {
            y += i32::from(!blank);
            blank = false;
        }
        let at = move |(x, (index, char))| ([x, y, z], char, start + index);
        (0..).zip(line.char_indices()).map(at).filter(|(_, char, _)| *char != ' ')
    })
}

/// A warning if the rows of a drawing end in different columns: blanks at the end of a line may have been lost. In a
/// `solid` one, `#` is a cell.
pub(super) fn ragged(text: &str, solid: bool) -> Option<String> {
    let widths = text.lines().map(|line| line.trim_end().chars().count()).filter(|&width| width > 0);
    let widths: Vec<usize> = widths.collect();
    let widest = widths.iter().max()?;
    let (row, width) = (1..).zip(&widths).find(|(_, width)| *width < widest)?;
    let instead = if solid {
        "draw the cells of the board as '.', and the missing ones as '#'"
    } else {
        "write '#' for each of them"
    };
    Some(format!(
        "row {row} of the board ends after {width} of {widest} columns: the missing cells are not part of the board; \
         if you mean that, {instead}"
    ))
}

/// A board: `.` is an open cell, `#` or a blank no cell, and anything else an open cell with the given piece of that
/// name. Each given piece comes with the byte offset of its first cell.
pub(super) fn board(
    text: &str,
    number: usize,
    pieces: &[Piece],
) -> Result<(Board, Vec<(Given, usize)>), Bad> {
    let mut size = [0_usize; 3];
    for ([x, y, z], _, offset) in marks(text) {
        size = [size[0].max(x as usize + 1), size[1].max(y as usize + 1), size[2].max(z as usize + 1)];
        if size.iter().any(|&side| side > MAX_SIDE) || size.iter().product::<usize>() > MAX_AREA {
            let found = format!("found a board of {} x {} x {}", size[0], size[1], size[2]);
            let expected = format!("at most {MAX_AREA} cells, and {MAX_SIDE} in a row");
            return Err(Bad { offset, found, expected });
        }
    }
    if size[0] == 0 {
        return Err(Bad { offset: 0, found: "found an empty drawing".into(), expected: "a board".into() });
    }
    let mut board = Board::full(size);
    board.open.fill(false);
    let mut letters: Vec<(usize, Vec<(Point, usize)>)> = Vec::new();
    let mut known: FxHashMap<char, usize> = FxHashMap::default();
    for (at, char, offset) in marks(text) {
        if char == '#' {
            continue;
        }
        if let Some(index) = board.index(at) {
            board.open[index] = true;
        }
        if char != '.' {
            if let Some(&index) = known.get(&char) {
                letters[index].1.push((at, offset));
                continue;
            }
            let Some(piece) = pieces.iter().position(|piece| piece.name.chars().eq([char])) else {
                let names: Vec<&str> = pieces.iter().map(|piece| piece.name.as_str()).collect();
                let names = names.join(" ");
                let expected = format!("'.' (open), '#' (no cell) or the name of a piece ({names})");
                return Err(Bad { offset, found: format!("found {}", quote(&char.to_string())), expected });
            };
            known.insert(char, letters.len());
            letters.push((piece, vec![(at, offset)]));
        }
    }
    let mut given = Vec::new();
    for (piece, cells) in letters {
        for (cells, offset) in copies(cells, pieces[piece].shape.cells().len()) {
            let cells = cells.into_iter().map(|at| Place { board: number, at }).collect();
            given.push((Given { piece, cells }, offset));
        }
    }
    Ok((board, given))
}

/// The cells of one letter, divided into connected parts if these are copies of the piece; each with the offset of its
/// first cell.
fn copies(cells: Vec<(Point, usize)>, size: usize) -> Vec<(Vec<Point>, usize)> {
    let Some(&(_, first)) = cells.first() else { return Vec::new() };
    if cells.len() <= size {
        return vec![(cells.into_iter().map(|(at, _)| at).collect(), first)];
    }
    let mut left: FxHashSet<Point> = cells.iter().map(|&(at, _)| at).collect();
    let mut parts = Vec::new();
    for (first, offset) in cells {
        if !left.remove(&first) {
            continue;
        }
        let mut part = vec![first];
        let mut next = 0;
        while next < part.len() {
            for (axis, step) in (0..3).flat_map(|axis| [(axis, -1), (axis, 1)]) {
                let mut near = part[next];
                near[axis] += step;
                if left.remove(&near) {
                    part.push(near);
                }
            }
            next += 1;
        }
        parts.push((part, offset));
    }
    parts
}

/// The cells of a piece: everything but `.` and blanks.
pub(super) fn piece(text: &str) -> Vec<Point> {
    marks(text).filter(|(_, char, _)| *char != '.').map(|(at, ..)| at).collect()
}
