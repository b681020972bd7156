//! The places of a block, in the order in which they are written.

use super::{Answer, Block, Layer, Place, Scene, Shape};
use crate::{Givens, Page, given::At};

impl Block {
    /// The places of an address, each with the number of its code, in parts that are written one after the other.
    pub fn parts(&self, page: &Page, givens: &Givens) -> Vec<Vec<(usize, Place)>> {
        let mut places = self.places(page, givens);
        if self.shape != Shape::Borders {
            return vec![places];
        }
        let down = places.split_off(usize::from(givens.size.rows) * usize::from(givens.size.cols - 1));
        vec![places, down]
    }

    /// The places of an address in their order.
    pub fn places(&self, page: &Page, givens: &Givens) -> Vec<(usize, Place)> {
        let (rows, columns) = (usize::from(givens.size.rows), usize::from(givens.size.cols));
        match self.shape {
            Shape::Rooms => (0..givens.first_cells().len()).map(|room| (0, Place::Room(room))).collect(),
            Shape::Edge => match self.ends() {
                Ends::Of(ends) => [0..columns, columns..columns + rows]
                    .into_iter()
                    .flat_map(|lines| {
                        (0..ends).flat_map(move |end| lines.clone().map(move |line| (line, end)))
                    })
                    .map(|(line, end)| (0, Place::Line(line, end)))
                    .collect(),
                Ends::Before(count) => (0..columns + rows)
                    .flat_map(|line| (0..count).rev().map(move |place| (0, Place::Line(line, place))))
                    .collect(),
                Ends::Slots => (0..columns + rows)
                    .flat_map(|line| {
                        let height = if line < columns { rows } else { columns }.div_ceil(2);
                        (0..height).rev().map(move |slot| (0, Place::Slot { line, slot, height }))
                    })
                    .collect(),
            },
            Shape::Outer => {
                let is_free = |cell: usize| {
                    let answer = Answer::new();
                    Scene { page, givens, answer: &answer }.marks(self, Place::Cell(cell), 0).is_empty()
                };
                let code = |code: usize, inner: usize| if is_free(inner) { code } else { 2 };
                let above = (1..columns).map(|column| (code(0, columns + column), Place::Cell(column)));
                let before = (1..rows).map(|row| (code(1, row * columns + 1), Place::Cell(row * columns)));
                [(2, Place::Cell(0))].into_iter().chain(above).chain(before).collect()
            }
            _ => self.table(givens).into_iter().flatten().flatten().collect(),
        }
    }

    /// The places of a saved board, row by row, each with the number of its code; `None` for the corners of a frame.
    pub fn table(&self, givens: &Givens) -> Vec<Vec<Option<(usize, Place)>>> {
        let (rows, columns) = (usize::from(givens.size.rows), usize::from(givens.size.cols));
        let cells = |first: usize| -> Vec<Vec<Option<(usize, Place)>>> {
            let row =
                |row: usize| (first..columns).map(|at| Some((0, Place::Cell(row * columns + at)))).collect();
            (first..rows).map(row).collect()
        };
        match self.shape {
            Shape::Option => vec![vec![Some((0, Place::Option))]],
            Shape::Board => vec![vec![Some((0, Place::Board))]],
            Shape::Cells => cells(0),
            Shape::Inner => cells(1),
            Shape::Table => {
                let mut table = cells(0);
                for (row, cells) in table.iter_mut().enumerate() {
                    for (column, cell) in cells.iter_mut().enumerate() {
                        let code = if row == 0 {
                            0
                        } else if column == 0 {
                            1
                        } else {
                            2
                        };
                        *cell = cell.map(|(_, place)| (code, place));
                    }
                }
                table
            }
            Shape::Borders => {
                let row = |first: usize, count: usize| {
                    (first..first + count).map(|at| Some((0, Place::Border(at))))
                };
                let across = (0..rows).map(|at| row(at * (columns - 1), columns - 1).collect());
                let down =
                    (1..rows).map(|at| row(rows * (columns - 1) + (at - 1) * columns, columns).collect());
                across.chain(down).collect()
            }
            Shape::Dots => {
                let (width, height) = givens.dots();
                let row = |row: usize| (0..width).map(|at| Some((0, Place::Dot(row * width + at)))).collect();
                (0..height).map(row).collect()
            }
            Shape::Corners => {
                let row = |row: usize| {
                    (0..=columns).map(|at| Some((0, Place::Corner(row * (columns + 1) + at)))).collect()
                };
                (0..=rows).map(row).collect()
            }
            Shape::Framed => self.framed(rows, columns),
            _ => Vec::new(),
        }
    }

    fn framed(&self, rows: usize, columns: usize) -> Vec<Vec<Option<(usize, Place)>>> {
        let (above, before, after) = match self.ends() {
            Ends::Of(ends) => (1, 1, ends - 1),
            Ends::Before(count) => (count, count, 0),
            Ends::Slots => (rows.div_ceil(2), columns.div_ceil(2), 0),
        };
        let line = |line: usize, at: usize, height: usize| match self.ends() {
            Ends::Slots => Place::Slot { line, slot: at, height },
            Ends::Of(_) => Place::Line(line, usize::from(at > 0)),
            Ends::Before(_) => Place::Line(line, at),
        };
        let place = |row: usize, column: usize| {
            let inside =
                |at: usize, before: usize, count: usize| at.checked_sub(before).filter(|&at| at < count);
            match (inside(row, above, rows), inside(column, before, columns)) {
                (Some(row), Some(column)) => Some((1, Place::Cell(row * columns + column))),
                (None, Some(column)) => Some((0, line(column, row, above))),
                (Some(row), None) => Some((0, line(columns + row, column, before))),
                (None, None) => None,
            }
        };
        let row = |row: usize| (0..before + columns + after).map(|column| place(row, column)).collect();
        (0..above + rows + after).map(row).collect()
    }

    /// What is written at the ends of lines.
    fn ends(&self) -> Ends {
        let given = self.layers.iter().find_map(|layer| match layer {
            Layer::Given(given) if given.at == At::Lines => Some(given),
            _ => None,
        });
        match given {
            Some(given) if given.is_list && given.places.is_empty() => Ends::Slots,
            Some(given) if given.is_list && given.is_at_ends() => Ends::Of(2),
            Some(given) if given.is_list => Ends::Before(given.places.len()),
            _ => Ends::Of(1),
        }
    }
}

enum Ends {
    /// A number at the first end, or at both.
    Of(usize),
    /// So many numbers before the line.
    Before(usize),
    /// Runs.
    Slots,
}
