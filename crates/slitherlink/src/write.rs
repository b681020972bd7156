use std::fmt::Write;

use jigsat_input::{WriteError, to_yaml};

use crate::{Slitherlink, Solution, parse::yaml::File};

impl Slitherlink {
    /// The address at which puzz.link shows the puzzle.
    #[must_use]
    pub fn to_url(&self) -> String {
        let mut text = format!("https://puzz.link/p?slither/{}/{}/", self.size.cols, self.size.rows);
        let mut clues = self.clues.iter().copied().peekable();
        while let Some(clue) = clues.next() {
            // A number includes up to two following empty cells; a letter without a number means up to twenty.
            let (start, most, step) = clue.map_or((15, 20, 1), |number| (u32::from(number), 2, 5));
            let mut empty = u32::from(clue.is_none());
            while empty < most && clues.next_if(Option::is_none).is_some() {
                empty += 1;
            }
            text.extend(char::from_digit(start + step * empty, 36));
        }
        text
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
