use std::fmt::Write;

use jigsat_input::{WriteError, to_yaml};

use crate::{
    Color, EdgeMatching, Edges, Solution,
    parse::yaml::{File, FileHint, FilePiece, Name},
};

impl EdgeMatching {
    /// The puzzle as a plain list: rows and columns, the rim's colour if the list would not determine it, then a piece
    /// per line as N E S W. Leaves out hints and the title.
    #[must_use]
    pub fn to_list(&self) -> String {
        let mut text = format!("{} {}", self.size.rows, self.size.cols);
        // If nothing is said, colour 0 is the frame if it is on enough edges.
        let zero = self.colors.named("0").filter(|&zero| self.edges_of(zero) >= self.perimeter() / 2);
        if let Some(frame) = self.frame.filter(|_| self.frame != zero) {
            let _ = write!(text, " {}", self.colors.name(frame));
        }
        for (word, holds) in [("signed", self.colors.is_signed()), ("fixed", !self.rotate)] {
            if holds {
                let _ = write!(text, " {word}");
            }
        }
        text.push('\n');
        for [right, up, left, down] in &self.pieces {
            let names = [up, right, down, left].map(|&color| self.colors.name(color));
            let _ = writeln!(text, "{}", names.join(" "));
        }
        text
    }

    /// The puzzle as YAML, hints and all.
    ///
    /// # Errors
    ///
    /// None in practice: every puzzle has a form in YAML.
    pub fn to_yaml(&self) -> Result<String, WriteError> {
        let name = |color: Color| {
            let name = self.colors.name(color);
            let number = name.parse().ok().filter(|number: &u32| number.to_string() == name);
            number.map_or_else(|| Name::Word(name.to_owned()), Name::Number)
        };
        let piece = |edges: &Edges| FilePiece::Text(edges.map(|color| self.colors.name(color)).join(" "));
        to_yaml(&File {
            kind: "edge-matching".to_owned(),
            title: self.title.clone(),
            source: self.source.clone(),
            about: self.about.clone(),
            size: self.size.to_string(),
            rotate: self.rotate,
            signed: self.colors.is_signed(),
            frame: self.frame.map(name),
            pieces: self.pieces.iter().map(piece).collect(),
            hints: self
                .hints
                .iter()
                .map(|hint| FileHint {
                    piece: hint.piece + 1,
                    cell: hint.cell.to_string(),
                    rotation: hint.rotation,
                })
                .collect(),
        })
    }
}

impl Solution {
    /// One word: the board's size, then piece and rotation cell by cell: `2x2:2+0,3+1,-,1+0`, with a dash for an empty
    /// cell.
    #[must_use]
    pub fn to_line(&self, puzzle: &EdgeMatching) -> String {
        let text = |cell| match self.at(cell) {
            Some(placement) => format!("{}+{}", placement.piece, placement.rotation),
            None => "-".to_owned(),
        };
        let cells: Vec<String> = puzzle.size.cells().map(text).collect();
        format!("{}:{}", puzzle.size, cells.join(","))
    }
}
