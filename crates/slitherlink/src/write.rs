use std::fmt::Write;

use jigsat_input::{
    WriteError,
    pzpr::{Item, number4},
    to_yaml,
};

use crate::{Slitherlink, Solution, parse::yaml::File};

impl Slitherlink {
    /// The address at which puzz.link shows the puzzle.
    #[must_use]
    pub fn to_url(&self) -> String {
        let cells: Vec<Item> = self.clues.iter().map(|&clue| Item::from(clue.map(u32::from))).collect();
        // All numbers of a Slitherlink can be written.
        let cells = number4::encode(&cells).unwrap_or_default();
        format!("https://puzz.link/p?slither/{}/{}/{cells}", self.size.cols, self.size.rows)
    }

    /// The puzzle in the format of pzpr, with the edges of a solution. `row_end` follows each row.
    #[must_use]
    pub fn to_pzpr(&self, solution: Option<&Solution>, row_end: char) -> String {
        let mut text =
            format!("pzprv3{row_end}slither{row_end}{}{row_end}{}{row_end}", self.size.rows, self.size.cols);
        for row in self.clues.chunks(usize::from(self.size.cols)) {
            for clue in row {
                text += &clue.map_or(". ".into(), |number| format!("{number} "));
            }
            text.push(row_end);
        }
        let blank = Solution::of(self.size, |_| None);
        let Solution { horizontal, vertical } = solution.unwrap_or(&blank);
        for row in vertical.iter().chain(horizontal) {
            for edge in row {
                let _ = write!(text, "{} ", edge.map_or(0, |on| if on { 1 } else { -1 }));
            }
            text.push(row_end);
        }
        text
    }

    /// The puzzle as YAML, with its title and source.
    ///
    /// # Errors
    ///
    /// None in practice: every puzzle has a form in YAML.
    pub fn to_yaml(&self) -> Result<String, WriteError> {
        let mut grid = String::new();
        for row in self.clues.chunks(usize::from(self.size.cols)) {
            grid.extend(row.iter().map(|clue| clue.map_or('.', |number| char::from(b'0' + number))));
            grid.push('\n');
        }
        to_yaml(&File {
            kind: "slitherlink".to_owned(),
            title: self.title.clone(),
            source: self.source.clone(),
            about: self.about.clone(),
            grid,
        })
    }
}
