//! Text pictures cut up again: what each cell and border shows.

use super::{
    Charset, Drawing,
    layout::{Line, Spot, lines, width},
};

/// Wider labels are not looked for.
const WIDEST: usize = 12;

/// The board of a text picture, cell by cell, row by row; made by [`Drawing::cuts`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The lines of the board, without title, caption and notes.
    pub lines: Vec<String>,
    /// What is in each cell: its label, without blanks, or the sign of what it is filled with.
    pub cells: Vec<String>,
    /// The border to the right of each cell.
    pub right: Vec<char>,
    /// The border below each cell.
    pub below: Vec<char>,
}

impl Drawing {
    /// The board as lines of text, without title, caption and notes.
    #[must_use]
    pub fn board(&self, charset: Charset) -> Vec<String> {
        let lines = lines(self, charset, width(self)).into_iter();
        lines.map(|line| line.text.trim_end().to_owned()).collect()
    }

    /// The places of a text that have the layout of this picture, whatever the labels and the borders between cells are
    /// there, cut up.
    ///
    /// ```
    /// use jigsat_grid::{Cell, Charset, Drawing, Ink, Size};
    ///
    /// let mut drawing = Drawing::new(Size::new(1, 2));
    /// drawing.even();
    /// let cut = drawing.cuts("An example:\n7 ┃ 9\n", Charset::Unicode).next().expect("it is there");
    /// assert_eq!((cut.cells, cut.right[0]), (vec!["7".to_owned(), "9".to_owned()], '┃'));
    /// ```
    pub fn cuts<'t>(&'t self, text: &'t str, charset: Charset) -> impl Iterator<Item = Cut> + 't {
        let all: Vec<&str> = text.lines().map(str::trim_end).collect();
        (1..=WIDEST).flat_map(move |width| {
            let layout = lines(self, charset, width);
            let cuts: Vec<Cut> =
                all.windows(layout.len().max(1)).filter_map(|lines| self.cut(&layout, lines)).collect();
            cuts
        })
    }

    fn cut(&self, layout: &[Line], lines: &[&str]) -> Option<Cut> {
        let area = self.size.area();
        let mut cut = Cut {
            lines: lines.iter().map(|&line| line.to_owned()).collect(),
            cells: vec![String::new(); area],
            right: vec![' '; area],
            below: vec![' '; area],
        };
        for (blank, line) in layout.iter().zip(lines) {
            let mut chars = line.chars();
            for (blank, piece) in blank.pieces() {
                let length = blank.chars().count();
                let text: String = chars.by_ref().take(length).collect();
                let middle = text.chars().nth(length / 2).unwrap_or(' ');
                match piece.spot {
                    Spot::Cell(cell) => text.trim().clone_into(&mut cut.cells[cell]),
                    Spot::Right(cell) => cut.right[cell] = middle,
                    Spot::Below(cell) => cut.below[cell] = middle,
                    Spot::Other => {}
                }
            }
            if chars.next().is_some() {
                return None;
            }
        }
        Some(cut)
    }
}
