//! Solid tilings seen from above at an angle: layer over layer with room between them, so that every cell shows.

use jigsat_cnf::rarely;
use std::fmt::Write;

use crate::{Point, Solution, Tiling};

/// Half the width of a cell's top, and half its height, in the drawing's own units.
const HALF: [i32; 2] = [20, 10];
/// The height of a cell's sides.
const SIDE: i32 = 22;
/// The space between layers, in addition to the height of a layer's own top.
const ROOM: i32 = 26;
const MARGIN: i32 = 10;
/// The colours of Okabe and Ito (2008), as in the other pictures.
const COLOURS: [&str; 8] =
    ["#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#999999"];

/// The cells of a solution with their pieces.
pub(crate) struct Isometric {
    /// Columns, rows and layers of each board.
    sizes: Vec<[i32; 3]>,
    /// Board, place, number of the piece.
    cells: Vec<(usize, Point, usize)>,
}

impl Isometric {
    pub(crate) fn of(tiling: &Tiling, solution: &Solution) -> Self {
        let sizes = tiling.spec().boards.iter().map(|board| board.size.map(|side| side as i32)).collect();
        let mut cells = Vec::new();
        for (number, placed) in solution.placements.iter().enumerate() {
            let board = placed.board.map_or(0, |board| board.wrapping_sub(1));
            for cell in &placed.cells {
                let value = |axis: usize| cell.get(axis).copied().unwrap_or(0);
                let at = [value(0), value(1), value(2)];
                // The picture leaves out cells of a wrong solution outside the boards.
                if tiling.spec().boards.get(board).is_some_and(|board| board.has(at)) {
                    cells.push((board, at, number));
                }
            }
        }
        // From the back to the front, and from the bottom up.
        rarely::sort_by_key(&mut cells, |&(board, [x, y, z], _)| (board, z, x + y, x));
        Isometric { sizes, cells }
    }

    /// The other picture, with this one below it.
    pub(crate) fn below(&self, other: &str) -> String {
        let size_of = |name: &str| -> i32 {
            let value = other.split(&format!(" {name}=\"")).nth(1).and_then(|rest| rest.split('"').next());
            value.and_then(|value| value.parse().ok()).unwrap_or(0)
        };
        let (width, height) = (size_of("width"), size_of("height"));
        let (own_width, own_height) = self.size();
        let (all_width, all_height) = (width.max(own_width), height + own_height);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {all_width} {all_height}\" \
             width=\"{all_width}\" height=\"{all_height}\" role=\"img\">\n\
             {}<g transform=\"translate(0 {height})\" stroke-linejoin=\"round\">\n",
            other.trim_start()
        );
        let mut left = MARGIN;
        for (board, &size) in self.sizes.iter().enumerate() {
            for &(_, at, piece) in self.cells.iter().filter(|(own, ..)| *own == board) {
                self.cell(&mut out, (board, size), at, piece, left);
            }
            left += (size[0] + size[1]) * HALF[0] + MARGIN;
        }
        out.push_str("</g>\n</svg>\n");
        out
    }

    fn size(&self) -> (i32, i32) {
        let width =
            self.sizes.iter().map(|size| (size[0] + size[1]) * HALF[0] + MARGIN).sum::<i32>() + MARGIN;
        let height = self.sizes.iter().map(|&size| size[2] * layer(size) + MARGIN).max().unwrap_or(0);
        (width, height + MARGIN)
    }

    /// The top and the two front sides of a cell; thick lines where another piece or nothing is adjacent.
    fn cell(&self, out: &mut String, (board, size): (usize, [i32; 3]), at: Point, piece: usize, left: i32) {
        let [x, y, z] = at;
        let corner_x = left + (x - y + size[1]) * HALF[0];
        let corner_y = MARGIN + (size[2] - 1 - z) * layer(size) + (x + y) * HALF[1];
        // The back, right, front and left corner of the top.
        let top = [
            (corner_x, corner_y),
            (corner_x + HALF[0], corner_y + HALF[1]),
            (corner_x, corner_y + 2 * HALF[1]),
            (corner_x - HALF[0], corner_y + HALF[1]),
        ];
        let down = |(x, y): (i32, i32)| (x, y + SIDE);
        let same = |at: Point| self.cells.contains(&(board, at, piece));
        let (right, front) = (same([x + 1, y, z]), same([x, y + 1, z]));
        let faces = [
            (vec![top[0], top[1], top[2], top[3]], 1.0),
            (vec![top[1], top[2], down(top[2]), down(top[1])], 0.7),
            (vec![top[2], top[3], down(top[3]), down(top[2])], 0.85),
        ];
        for (points, light) in faces {
            let list: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
            let colour = shade(COLOURS[piece % COLOURS.len()], light);
            let _ = writeln!(
                out,
                "<polygon points=\"{}\" fill=\"{colour}\" stroke=\"{colour}\"/>",
                list.join(" ")
            );
        }
        let mut lines = String::new();
        let mut line = |from: (i32, i32), to: (i32, i32)| {
            let _ = write!(lines, "M{} {}L{} {}", from.0, from.1, to.0, to.1);
        };
        if !same([x, y - 1, z]) {
            line(top[0], top[1]);
        }
        if !right {
            line(top[1], top[2]);
            line(down(top[1]), down(top[2]));
        }
        if !front {
            line(top[2], top[3]);
            line(down(top[2]), down(top[3]));
        }
        if !same([x - 1, y, z]) {
            line(top[3], top[0]);
        }
        if !right || !front {
            line(top[2], down(top[2]));
        }
        if !right && !same([x, y - 1, z]) {
            line(top[1], down(top[1]));
        }
        if !front && !same([x - 1, y, z]) {
            line(top[3], down(top[3]));
        }
        let _ = writeln!(out, "<path d=\"{lines}\" fill=\"none\" stroke=\"#000\" stroke-width=\"2\"/>");
    }
}

/// The distance between the layers of a board.
fn layer(size: [i32; 3]) -> i32 {
    (size[0] + size[1]) * HALF[1] + ROOM
}

/// A colour `#rrggbb` made darker.
fn shade(colour: &str, light: f64) -> String {
    let part = |at: usize| {
        let value = colour.get(at..at + 2).and_then(|hex| u8::from_str_radix(hex, 16).ok()).unwrap_or(0);
        (f64::from(value) * light) as u8
    };
    format!("#{:02x}{:02x}{:02x}", part(1), part(3), part(5))
}
