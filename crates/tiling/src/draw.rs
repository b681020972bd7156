use std::collections::{BTreeMap, BTreeSet};

use jigsat_cnf::rarely;
use jigsat_grid::{Border, Cell, Charset, Drawing, Fill, Ink, Mark, Picture, Size};

use crate::{Atom, Piece, Place, Point, Solution, Tiling, isometric};

/// The picture of a puzzle or of a solution: boards and layers side by side; for solid puzzles, the SVG also has the
/// layers of the solution seen from above at an angle.
pub struct TilingPicture {
    drawing: Drawing,
    isometric: Option<isometric::Isometric>,
}

/// Maximum width and height of a picture, in cells.
const MOST: usize = 2_000;

/// Minimum length of the shelves for pieces, in cells: as text, they just fit into 80 columns.
const SHELF: usize = 19;

/// Draws a solution, complete or partial, or the empty boards with the given pieces and, below them, the pieces of the
/// puzzle. Text shows each piece by its name (with the number of the copy if there are several), a dot in open cells,
/// `#` in holes, and can be read back.
#[must_use]
pub fn draw(tiling: &Tiling, solution: Option<&Solution>) -> TilingPicture {
    let spec = tiling.spec();
    let given;
    let shown = if let Some(solution) = solution {
        solution
    } else {
        given = tiling.solution(tiling.given().iter().copied());
        &given
    };
    let labels = Labels::of(tiling, shown);
    let mut canvas = Canvas::default();
    let mut left = 0;
    for (number, board) in spec.boards.iter().enumerate() {
        let [width, height, depth] = board.size;
        for z in 0..depth {
            if left > MOST {
                break;
            }
            for y in 0..height.min(MOST) {
                for x in 0..width.min(MOST) {
                    let at = [x as i32, y as i32, z as i32];
                    let tile = match labels.of.get(&(number, at)) {
                        Some(&owner) => Tile::Piece(owner),
                        None if board.has(at) => Tile::Open,
                        None => Tile::Hole,
                    };
                    canvas.set(left + x, y, (number * MOST + z) as u32, tile);
                }
            }
            left += width.min(MOST) + 1;
        }
    }
    let mut names = labels.names;
    let mut inks = vec![if solution.is_some() { Ink::Deduced } else { Ink::Given }; names.len()];
    if solution.is_none() {
        let below = canvas.height() + 1;
        let across = canvas.width().clamp(SHELF, MOST);
        draw_pieces(&spec.pieces, &mut canvas, [across, below], &mut names);
        inks.resize(names.len(), Ink::Given);
    }
    let mut drawing = canvas.drawing(&names, &inks);
    if !spec.title.is_empty() {
        drawing.title(&spec.title);
    }
    if solution.is_none() {
        for piece in spec.pieces.iter().filter(|piece| (piece.min, piece.max) != (1, 1)) {
            drawing.note(&format!("{}: {}", piece.name, copies(piece)));
        }
    }
    let isometric =
        (tiling.is_solid() && solution.is_some()).then(|| isometric::Isometric::of(tiling, shown));
    TilingPicture { drawing, isometric }
}

/// The position of each layer of each board in pictures: board, layer, and its first column.
fn layers(tiling: &Tiling) -> impl Iterator<Item = (usize, i32, usize)> {
    let mut left = 0;
    let boards = tiling.spec().boards.iter().enumerate();
    boards.flat_map(|(number, board)| (0..board.size[2]).map(move |z| (number, z as i32, board.size[0]))).map(
        move |(number, z, width)| {
            let first = left;
            left += width.min(MOST) + 1;
            (number, z, first)
        },
    )
}

impl Tiling {
    /// The cell of the picture that shows a cell, given by its number.
    #[must_use]
    pub fn spot(&self, cell: usize) -> Cell {
        let place = self.place(cell);
        let mut layers = layers(self);
        let layer = layers.find(|&(board, z, _)| board == place.board && z == place.at[2]);
        let left = layer.map_or(0, |(_, _, left)| left);
        Cell::new(place.at[1] as u16, (left + place.at[0] as usize) as u16)
    }

    /// The cells that an atom is about, by their numbers.
    #[must_use]
    pub fn cells_of(&self, atom: Atom) -> Vec<usize> {
        match atom {
            Atom::Place(placement) => {
                self.placements().cells(placement).iter().map(|&cell| cell as usize).collect()
            }
            Atom::Covers { cell, .. } => vec![cell as usize],
        }
    }
}

fn copies(piece: &Piece) -> String {
    match (piece.min, piece.max) {
        (min, max) if min == max => format!("{min} copies"),
        (0, u32::MAX) => "any number of copies".into(),
        (min, u32::MAX) => format!("{min} copies or more"),
        (min, max) => format!("{min} to {max} copies"),
    }
}

/// Draws pieces on shelves, each as given, layers side by side.
fn draw_pieces(pieces: &[Piece], canvas: &mut Canvas, [across, below]: [usize; 2], names: &mut Vec<String>) {
    let (mut left, mut top, mut shelf) = (0, below, 0);
    for (number, piece) in pieces.iter().enumerate() {
        let [width, height, depth] = piece.shape.extent();
        let all = (width + 1) * depth - 1;
        if left > 0 && left + all > across {
            (left, top, shelf) = (0, top + shelf + 1, 0);
        }
        if top + height > MOST || all > MOST {
            return;
        }
        for &[x, y, z] in piece.shape.cells() {
            let (x, y, z) = (x as usize, y as usize, z as usize);
            let part = (MOST * MOST + number * MOST + z) as u32;
            canvas.set(left + z * (width + 1) + x, top + y, part, Tile::Piece(names.len()));
        }
        names.push(piece.name.clone());
        left += all + 1;
        shelf = shelf.max(height);
    }
}

/// The piece that covers each place, and the names of the pieces.
struct Labels {
    of: BTreeMap<(usize, Point), usize>,
    names: Vec<String>,
}

impl Labels {
    fn of(tiling: &Tiling, solution: &Solution) -> Self {
        let mut labels = Labels { of: BTreeMap::new(), names: Vec::new() };
        let single = tiling.spec().pieces.iter().filter(|piece| piece.max == 1);
        let single: BTreeSet<&str> = rarely::set(single.map(|piece| piece.name.as_str()));
        for placed in &solution.placements {
            let name = if single.contains(placed.piece.as_str()) {
                placed.piece.clone()
            } else {
                format!("{}{}", placed.piece, placed.copy)
            };
            let board = placed.board.map_or(0, |board| board.wrapping_sub(1));
            for cell in &placed.cells {
                let value = |axis: usize| cell.get(axis).copied().unwrap_or(0);
                let place = Place { board, at: [value(0), value(1), value(2)] };
                labels.of.insert((place.board, place.at), labels.names.len());
            }
            labels.names.push(name);
        }
        labels
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tile {
    Open,
    Hole,
    /// The piece on it, by its place in the list of names.
    Piece(usize),
}

/// Cells of the picture, each with the part of the picture that it belongs to; the space between the parts stays empty.
#[derive(Default)]
struct Canvas {
    tiles: BTreeMap<(usize, usize), (u32, Tile)>,
}

impl Canvas {
    fn set(&mut self, x: usize, y: usize, part: u32, tile: Tile) {
        self.tiles.insert((y, x), (part, tile));
    }

    fn height(&self) -> usize {
        self.tiles.keys().map(|&(y, _)| y + 1).max().unwrap_or(0)
    }

    fn width(&self) -> usize {
        self.tiles.keys().map(|&(_, x)| x + 1).max().unwrap_or(0)
    }

    fn drawing(&self, names: &[String], inks: &[Ink]) -> Drawing {
        let mut drawing = Drawing::new(Size::new(self.height() as u16, self.width() as u16));
        drawing.empty('.');
        drawing.even();
        let colours = self.colours(names);
        let tile = |cell: Cell| self.tiles.get(&(usize::from(cell.row), usize::from(cell.col))).copied();
        for cell in drawing.size().cells() {
            match tile(cell) {
                None => drawing.label(cell, " ", Ink::Deduced),
                Some((_, Tile::Open)) => {}
                Some((_, Tile::Hole)) => drawing.fill(cell, Fill::Wall),
                Some((_, Tile::Piece(piece))) => {
                    drawing.label(cell, &names[piece], inks[piece]);
                    drawing.fill(cell, Fill::Color(colours[piece]));
                }
            }
        }
        // Open cells and holes are distinguished from pieces, and holes are not a region of their own.
        let region = |cell: Cell| {
            tile(cell).map(|(part, tile)| match tile {
                Tile::Open => (part, 0),
                Tile::Hole => (part, 1),
                Tile::Piece(piece) => (part, 2 + piece),
            })
        };
        drawing.regions(region, Border::Thick, Border::Faint);
        drawing
    }

    /// A colour for each piece: the one with its number, or the next that no neighbour has; the same on the board and
    /// in the list.
    fn colours(&self, names: &[String]) -> Vec<usize> {
        let pieces = names.len();
        let mut first: BTreeMap<&str, usize> = BTreeMap::new();
        let first: Vec<usize> =
            (0..).zip(names).map(|(piece, name)| *first.entry(name).or_insert(piece)).collect();
        let mut near: Vec<Vec<usize>> = vec![Vec::new(); pieces];
        for (&(y, x), &(_, tile)) in &self.tiles {
            for next in [(y, x + 1), (y + 1, x)] {
                if let (Tile::Piece(a), Some(&(_, Tile::Piece(b)))) = (tile, self.tiles.get(&next))
                    && first[a] != first[b]
                {
                    near[first[a]].push(first[b]);
                    near[first[b]].push(first[a]);
                }
            }
        }
        let mut colours: Vec<Option<usize>> = vec![None; pieces];
        for piece in 0..pieces {
            let taken: Vec<usize> = near[piece].iter().filter_map(|&other| colours[other]).collect();
            let own = (0..8).map(|step| (piece + step) % 8).find(|colour| !taken.contains(colour));
            let earlier = colours[first[piece]];
            colours[piece] = earlier.or(own).or(Some(piece % 8));
        }
        colours.into_iter().flatten().collect()
    }
}

impl Picture for TilingPicture {
    fn to_text(&self, charset: Charset) -> String {
        self.drawing.to_text(charset)
    }

    fn to_ansi(&self, charset: Charset) -> String {
        self.drawing.to_ansi(charset)
    }

    fn to_svg(&self) -> String {
        let flat = self.drawing.to_svg();
        match &self.isometric {
            Some(isometric) => isometric.below(&flat),
            None => flat,
        }
    }

    fn mark(&mut self, cell: Cell, mark: Mark) {
        self.drawing.mark(cell, mark);
    }
}
