//! Boards and pieces drawn with a character for each cell.

use jigsat_input::quote;

use crate::{
    Board, Given, Piece, Place, Point,
    valid::{MAX_AREA, MAX_SIDE},
};

/// What is wrong within a drawing, at a byte offset.
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

/// A board: `.` is an open cell, `#` or a blank none, and anything else an open cell with the given piece of that name.
pub(super) fn board(text: &str, number: usize, pieces: &[Piece]) -> Result<(Board, Vec<Given>), Bad> {
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
    let mut letters: Vec<(char, usize, Vec<Place>)> = Vec::new();
    for (at, char, offset) in marks(text) {
        if char == '#' {
            continue;
        }
        if let Some(index) = board.index(at) {
            board.open[index] = true;
        }
        if char != '.' {
            let place = Place { board: number, at };
            match letters.iter_mut().find(|(letter, ..)| *letter == char) {
                Some((.., places)) => places.push(place),
                None => letters.push((char, offset, vec![place])),
            }
        }
    }
    let mut given = Vec::new();
    for (letter, offset, places) in letters {
        let known = pieces.iter().position(|piece| piece.name.chars().eq([letter]));
        let Some(piece) = known else {
            let names: Vec<&str> = pieces.iter().map(|piece| piece.name.as_str()).collect();
            let expected = format!("'.' (open), '#' (no cell) or the name of a piece ({})", names.join(" "));
            return Err(Bad { offset, found: format!("found {}", quote(&letter.to_string())), expected });
        };
        given.extend(
            copies(places, pieces[piece].shape.cells().len()).into_iter().map(|cells| Given { piece, cells }),
        );
    }
    Ok((board, given))
}

/// The cells of one letter, cut into its connected parts where these are copies of the piece.
fn copies(places: Vec<Place>, size: usize) -> Vec<Vec<Place>> {
    if places.len() <= size {
        return vec![places];
    }
    let mut left = places;
    let mut parts = Vec::new();
    while let Some(first) = left.pop() {
        let mut part = vec![first];
        let mut next = 0;
        while next < part.len() {
            let from = part[next];
            let (near, far): (Vec<Place>, Vec<Place>) = left.into_iter().partition(|place| {
                place.board == from.board
                    && (0..3).map(|axis| (place.at[axis] - from.at[axis]).abs()).sum::<i32>() == 1
            });
            part.extend(near);
            left = far;
            next += 1;
        }
        parts.push(part);
    }
    parts
}

/// The cells of a piece: everything but `.` and blanks.
pub(super) fn piece(text: &str) -> Vec<Point> {
    marks(text).filter(|(_, char, _)| *char != '.').map(|(at, ..)| at).collect()
}
