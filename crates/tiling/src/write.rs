//! Puzzles and solutions in forms that can be read again.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

use jigsat_cnf::{Choice, rarely};
use jigsat_input::{Message, WriteError, to_yaml};

use crate::{
    Board, Given, Piece, Point, Solution, Tiling,
    parse::{File, FileGiven, FilePiece},
};

impl Tiling {
    /// The number of placements of each piece, and of all together, where equal pieces share theirs: a table.
    pub(crate) fn placements_by_piece(&self) -> String {
        let mut rows: Vec<(&str, usize)> = Vec::new();
        for piece in 0..self.spec().pieces.len() {
            let kind = self.kinds().iter().position(|kind| kind.pieces.contains(&piece));
            let count = kind.map_or(0, |kind| self.placements().of_kind(kind).len());
            rows.push((&self.spec().pieces[piece].name, count));
        }
        let all = self.placements().len();
        rows.push(("all", all));
        let name_width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        let width = all.to_string().len();
        let lines = rows.iter().map(|(name, count)| format!("{name:name_width$}  {count:width$}\n"));
        lines.collect()
    }

    /// The puzzle as YAML.
    ///
    /// # Errors
    ///
    /// None in practice: every puzzle has a form in YAML.
    pub fn to_yaml(&self) -> Result<String, WriteError> {
        let spec = self.spec();
        let boards: Vec<String> =
            spec.boards.iter().enumerate().map(|(number, board)| self.board_text(number, board)).collect();
        let single = boards.len() == 1;
        let rotate = spec.pieces.iter().any(|piece| piece.freedom.rotate);
        let mirror = spec.pieces.iter().any(|piece| piece.freedom.mirror);
        to_yaml(&File {
            kind: "tiling".into(),
            title: spec.title.clone(),
            source: spec.source.clone(),
            about: self.about.clone(),
            board: if single { boards.first().cloned() } else { None },
            boards: if single { Vec::new() } else { boards },
            cover: Some(spec.cover.name().into()),
            rotate: Some(rotate),
            mirror: Some(mirror),
            set: None,
            sets: Vec::new(),
            pieces: spec
                .pieces
                .iter()
                .map(|piece| {
                    let (count, min, max) = match (piece.min, piece.max) {
                        (1, 1) => (None, None, None),
                        (min, max) if min == max => (Some(min), None, None),
                        (min, u32::MAX) => (None, Some(min), None),
                        (min, max) => (None, Some(min), Some(max)),
                    };
                    FilePiece {
                        name: piece.name.clone(),
                        shape: Some(piece_text(piece)),
                        cells: None,
                        count,
                        min,
                        max,
                        rotate: (piece.freedom.rotate != rotate).then_some(piece.freedom.rotate),
                        mirror: (piece.freedom.mirror != mirror).then_some(piece.freedom.mirror),
                    }
                })
                .collect(),
            given: if self.draws_given() { Vec::new() } else { self.given_list() },
        })
    }

    /// Whether a drawing of the boards can show the given pieces: names of one character, and no two copies.
    fn draws_given(&self) -> bool {
        let spec = self.spec();
        let is_drawn = |name: &str| name.chars().count() == 1 && !".#".contains(name);
        let mut seen = BTreeSet::new();
        spec.given.iter().all(|given| is_drawn(&spec.pieces[given.piece].name) && seen.insert(given.piece))
    }

    fn given_list(&self) -> Vec<FileGiven> {
        let spec = self.spec();
        let entry = |given: &Given| FileGiven {
            piece: spec.pieces[given.piece].name.clone(),
            board: (spec.boards.len() > 1).then(|| given.cells.first().map_or(0, |place| place.board) + 1),
            cells: given
                .cells
                .iter()
                .map(|place| {
                    let axes = if self.is_solid() { 3 } else { 2 };
                    place.at[..axes].iter().map(|&value| i64::from(value)).collect()
                })
                .collect(),
        };
        spec.given.iter().map(entry).collect()
    }

    /// The form `W = …`, `H = …`, `shapes = …`, which loses names, boards that are not full and the freedom to turn.
    ///
    /// # Errors
    ///
    /// Why it has no such form, in words.
    pub fn to_plain(&self) -> Result<String, Message> {
        let spec = self.spec();
        let [board] = &spec.boards[..] else {
            return Err("the plain form holds only one board; use `format: yaml`".into());
        };
        if self.is_solid() || board.open.contains(&false) || !spec.given.is_empty() {
            return Err(
                "the plain form holds only flat, full boards without given pieces; use `format: yaml`".into(),
            );
        }
        if spec
            .pieces
            .iter()
            .any(|piece| piece.min != piece.max || piece.freedom.rotate || piece.freedom.mirror)
        {
            return Err(
                "the plain form cannot hold pieces that may be turned or left out; use `format: yaml`".into(),
            );
        }
        let shapes =
            spec.pieces.iter().flat_map(|piece| std::iter::repeat_n(&piece.shape, piece.max as usize));
        let shapes: Vec<String> = shapes
            .map(|shape| {
                let cells: Vec<String> = shape.cells().iter().map(|[x, y, _]| format!("({x},{y})")).collect();
                format!("[{}]", cells.join(", "))
            })
            .collect();
        Ok(format!(
            "W = {}\nH = {}\nshapes = [\n    {},\n]",
            board.size[0],
            board.size[1],
            shapes.join(",\n    ")
        ))
    }

    /// The size of a full board without given pieces, or its drawing.
    fn board_text(&self, number: usize, board: &Board) -> String {
        let mut letters: BTreeMap<Point, char> = BTreeMap::new();
        if self.draws_given() {
            for given in &self.spec().given {
                if let Some(letter) = self.spec().pieces[given.piece].name.chars().next() {
                    let cells = given.cells.iter().filter(|place| place.board == number);
                    letters.extend(cells.map(|place| (place.at, letter)));
                }
            }
        }
        let [width, height, depth] = board.size;
        if board.open.iter().all(|&open| open) && letters.is_empty() {
            return if depth == 1 {
                format!("{height}x{width}")
            } else {
                format!("{depth}x{height}x{width}")
            };
        }
        layers(board.size, |at| if board.has(at) { letters.get(&at).copied().unwrap_or('.') } else { '#' })
    }
}

fn piece_text(piece: &Piece) -> String {
    let cells: BTreeSet<Point> = rarely::set(piece.shape.cells().iter().copied());
    layers(piece.shape.extent(), |at| if cells.contains(&at) { '#' } else { '.' })
}

fn layers(size: [usize; 3], char_at: impl Fn([i32; 3]) -> char) -> String {
    let mut text = String::new();
    for z in 0..size[2] {
        if z > 0 {
            text.push('\n');
        }
        for y in 0..size[1] {
            text.extend((0..size[0]).map(|x| char_at([x as i32, y as i32, z as i32])));
            text.push('\n');
        }
    }
    text
}

impl Solution {
    /// The form of shape-fitting programs: a line for each piece with its rotation and position, then the boards with
    /// the numbers of the pieces in columns of equal width, `+` where nothing lies, and blanks for holes. In space,
    /// blank lines separate the layers.
    #[must_use]
    pub fn to_plain(&self, tiling: &Tiling) -> String {
        let mut text = String::new();
        for placed in &self.placements {
            let copy = tiling.spec().pieces.iter().find(|piece| piece.name == placed.piece && piece.max > 1);
            let copy = copy.map_or_else(String::new, |_| format!(" copy {}", placed.copy));
            let board = placed.board.map_or_else(String::new, |board| format!(" board {board}"));
            let mirrored = if placed.mirrored { " mirrored" } else { "" };
            let z = placed.z.map_or_else(String::new, |z| format!(",{z}"));
            let (name, rotation, x, y) = (&placed.piece, placed.rotation, placed.x, placed.y);
            let _ = writeln!(text, "{name}{copy}: rotation {rotation}{mirrored}{board} at ({x},{y}{z})");
        }
        let width = self.placements.len().to_string().len();
        for (number, board) in tiling.spec().boards.iter().enumerate() {
            let mut marks = vec![String::from("+"); board.open.len()];
            for (index, &open) in board.open.iter().enumerate() {
                if !open {
                    marks[index] = String::from(" ");
                }
            }
            for (index, placed) in self.placements.iter().enumerate() {
                if placed.board.map_or(0, |board| board.wrapping_sub(1)) != number {
                    continue;
                }
                for cell in &placed.cells {
                    let value = |axis: usize| cell.get(axis).copied().unwrap_or(0);
                    if let Some(at) = board.index([value(0), value(1), value(2)]) {
                        marks[at] = (index + 1).to_string();
                    }
                }
            }
            for (row, line) in marks.chunks(board.size[0]).enumerate() {
                if row % board.size[1] == 0 && (row > 0 || number > 0) {
                    text.push('\n');
                }
                let line: Vec<String> = line.iter().map(|mark| format!("{mark:>width$}")).collect();
                let _ = writeln!(text, "{}", line.join(" ").trim_end());
            }
        }
        text.trim_end().to_owned()
    }
}
