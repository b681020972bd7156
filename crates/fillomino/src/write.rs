use std::fmt::Write;

use jigsat_cnf::Choice;
use jigsat_input::{WriteError, to_yaml};

use crate::{Fillomino, Solution, Variant, parse::yaml::File};

impl Fillomino {
    /// Height and width, then the numbers row by row, 0 for an empty cell. Leaves out the variant.
    #[must_use]
    pub fn to_numbers(&self) -> String {
        let mut text = format!("{} {}\n", self.size.rows, self.size.cols);
        for row in self.givens.chunks(usize::from(self.size.cols)) {
            let words: Vec<String> = row.iter().map(u16::to_string).collect();
            text.push_str(&words.join(" "));
            text.push('\n');
        }
        text
    }

    /// The address at which puzz.link shows the puzzle. Leaves out the variant.
    #[must_use]
    pub fn to_url(&self) -> String {
        let mut text = format!("https://puzz.link/p?fillomino/{}/{}/", self.size.cols, self.size.rows);
        runs(&self.givens, 20, |run| match run {
            Run::Empty(cells) => text.push((b'f' + cells as u8) as char),
            Run::Number(number) => {
                let _ = match number {
                    0..=15 => write!(text, "{number:x}"),
                    16..=255 => write!(text, "-{number:02x}"),
                    256..=4095 => write!(text, "+{number:03x}"),
                    4096..=8191 => write!(text, "={:03x}", number - 4096),
                    8192.. => write!(text, "%{:03x}", number - 8192),
                };
            }
        });
        text
    }

    /// The game id for Filling of Simon Tatham's collection, or `None` if a number has more than one digit.
    #[must_use]
    pub fn to_filling_id(&self) -> Option<String> {
        if self.largest_given() > 9 {
            return None;
        }
        let mut text = format!("{}x{}:", self.size.cols, self.size.rows);
        runs(&self.givens, 26, |run| match run {
            Run::Empty(cells) => text.push((b'a' - 1 + cells as u8) as char),
            Run::Number(number) => text.push((b'0' + number as u8) as char),
        });
        Some(text)
    }

    /// The puzzle as YAML, with its variant, title and source.
    ///
    /// # Errors
    ///
    /// None in practice: every puzzle has a form in YAML.
    pub fn to_yaml(&self) -> Result<String, WriteError> {
        let width = self.largest_given().to_string().len();
        let mut grid = String::new();
        for row in self.givens.chunks(usize::from(self.size.cols)) {
            let word = |&given: &u16| if given == 0 { ".".to_owned() } else { given.to_string() };
            let words: Vec<String> = row.iter().map(|given| format!("{:>width$}", word(given))).collect();
            grid.push_str(&words.join(" "));
            grid.push('\n');
        }
        to_yaml(&File {
            kind: "fillomino".to_owned(),
            title: self.title.clone(),
            source: self.source.clone(),
            about: self.about.clone(),
            variant: (self.variant != Variant::default()).then(|| self.variant.name().to_owned()),
            one_column: self.size.cols == 1 && width > 1,
            grid,
        })
    }
}

impl Solution {
    /// Height, width and the numbers row by row, all on one line.
    #[must_use]
    pub fn to_numbers(&self) -> String {
        let cols = self.grid.first().map_or(0, Vec::len);
        let mut text = format!("{} {cols}", self.grid.len());
        for number in self.numbers() {
            let _ = write!(text, " {number}");
        }
        text
    }
}

enum Run {
    /// A run of empty cells.
    Empty(usize),
    Number(u16),
}

/// The cells as numbers and runs of at most this many empty ones.
fn runs(givens: &[u16], longest: usize, mut each: impl FnMut(Run)) {
    let mut empty = 0;
    for &given in givens {
        if empty == longest || given != 0 && empty > 0 {
            each(Run::Empty(empty));
            empty = 0;
        }
        if given == 0 {
            empty += 1;
        } else {
            each(Run::Number(given));
        }
    }
    if empty > 0 {
        each(Run::Empty(empty));
    }
}
