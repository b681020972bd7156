use std::fmt::Write;

use jigsat_cnf::Choice;
use jigsat_input::{
    WriteError,
    pzpr::{Item, number16},
    to_yaml,
};

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
        let cells =
            self.givens.iter().map(|&given| Item::from(Some(u32::from(given)).filter(|&given| given != 0)));
        // All numbers of a Fillomino can be written.
        let cells = number16::encode(cells).unwrap_or_default();
        format!("https://puzz.link/p?fillomino/{}/{}/{cells}", self.size.cols, self.size.rows)
    }

    /// The game id for Filling of Simon Tatham's collection, or `None` if a number has more than one digit.
    #[must_use]
    pub fn to_filling_id(&self) -> Option<String> {
        if self.largest_given() > 9 {
            return None;
        }
        let mut text = format!("{}x{}:", self.size.cols, self.size.rows);
        let mut givens = self.givens.iter().copied().peekable();
        while let Some(given) = givens.next() {
            // A letter from a to z means 1 to 26 empty cells.
            let mut next = if given == 0 { b'a' } else { b'0' + given as u8 };
            while given == 0 && next < b'z' && givens.next_if_eq(&0).is_some() {
                next += 1;
            }
            text.push(char::from(next));
        }
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
