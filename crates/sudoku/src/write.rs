use std::{collections::BTreeMap, fmt::Write};

use jigsat_grid::Cell;
use jigsat_input::{
    WriteError,
    pzpr::{Item, number16},
    to_yaml,
};

use crate::{
    Solution, Sudoku, default_box,
    parse::yaml::{File, FileCage},
};

impl Sudoku {
    /// The clues as one line of characters, `.` for empty cells, letters from A on for 10 and more, or `None` for
    /// boards of more than 35 digits. Leaves out variants.
    #[must_use]
    pub fn to_line(&self) -> Option<String> {
        line(self.side(), self.clues())
    }

    /// The clues as one line of numbers between blanks, `.` for empty cells. Leaves out variants.
    #[must_use]
    pub fn to_numbers(&self) -> String {
        numbers(self.clues(), usize::MAX)
    }

    /// A solution as one line, as [`Sudoku::to_line`] or, for larger boards, [`Sudoku::to_numbers`] writes the clues.
    #[must_use]
    pub fn solution_line(&self, solution: &Solution) -> String {
        let digits = || solution.grid.iter().flatten().map(|&digit| self.sign(digit));
        line(self.side(), digits()).unwrap_or_else(|| numbers(digits(), usize::MAX))
    }

    /// The clues for a text that says nothing else: only 0 and an empty cell together show that digits begin at 0.
    fn clues(&self) -> impl Iterator<Item = Option<u16>> {
        let is_clear = self.has_zero && self.givens.contains(&self.side()) && self.givens.contains(&0);
        self.givens.iter().map(move |&given| {
            if is_clear { self.sign(given) } else { Some(given).filter(|&given| given != 0) }
        })
    }

    /// A digit as people write it; `None` for an empty cell.
    fn sign(&self, digit: u16) -> Option<u16> {
        (digit != 0).then(|| self.shown(digit))
    }

    /// The clues as an address of puzz.link, or `None` for variants, boards with a digit 0, and boards whose boxes puzz.link
    /// would not draw.
    #[must_use]
    pub fn to_address(&self) -> Option<String> {
        let side = usize::from(self.side());
        if !self.is_classic() || self.has_zero || default_box(side) != Some(self.box_size) {
            return None;
        }
        let givens =
            self.givens.iter().map(|&given| Item::from(Some(u32::from(given)).filter(|&given| given != 0)));
        let cells = number16::encode(givens).ok()?;
        Some(format!("https://puzz.link/p?sudoku/{side}/{side}/{cells}"))
    }

    /// The puzzle as YAML, including its variants.
    ///
    /// # Errors
    ///
    /// None in practice: every puzzle has a form in YAML.
    pub fn to_yaml(&self) -> Result<String, WriteError> {
        let names = |cells: &[Cell]| cells.iter().map(Cell::to_string).collect::<Vec<_>>();
        let side = usize::from(self.side());
        let regions = self.regions.as_ref().map(|regions| {
            let names = regions.iter().map(|region| region + 1);
            if side <= 26 { letters(names, side) } else { numbers(names.map(Some), side) }
        });
        to_yaml(&File {
            kind: "sudoku".to_owned(),
            title: self.title.clone(),
            source: self.source.clone(),
            about: self.about.clone(),
            box_size: Some(self.box_size.to_string()),
            diagonals: self.diagonals,
            anti_knight: self.anti_knight,
            anti_king: self.anti_king,
            from_zero: self.has_zero,
            grid: Some(numbers(self.givens.iter().map(|&given| self.sign(given)), side)),
            regions,
            cages: self
                .cages
                .iter()
                .map(|cage| FileCage { sum: cage.sum, cells: names(&cage.cells) })
                .collect(),
            killer: None,
            sums: BTreeMap::new(),
            thermometers: self.thermometers.iter().map(|cells| names(cells)).collect(),
        })
    }
}

fn line(side: u16, digits: impl Iterator<Item = Option<u16>>) -> Option<String> {
    let sign = |digit: Option<u16>| match digit {
        None => '.',
        Some(digit) => char::from_digit(digit.into(), 36).unwrap_or('?').to_ascii_uppercase(),
    };
    (side <= 35).then(|| digits.map(sign).collect())
}

/// Numbers between blanks, this many per line; aligned if there are several lines, each with its line end.
fn numbers(digits: impl Iterator<Item = Option<u16>>, per_line: usize) -> String {
    let mut text = String::new();
    let width = if per_line == usize::MAX { 1 } else { per_line.to_string().len() };
    for (index, digit) in digits.enumerate() {
        if index % per_line != 0 {
            text.push(' ');
        } else if index > 0 {
            text.push('\n');
        }
        let _ = match digit {
            None => write!(text, "{:>width$}", '.'),
            Some(digit) => write!(text, "{digit:>width$}"),
        };
    }
    if per_line != usize::MAX {
        text.push('\n');
    }
    text
}

/// A, B, C … for 1, 2, 3 …, this many per line.
fn letters(numbers: impl Iterator<Item = u16>, per_line: usize) -> String {
    let mut text = String::new();
    for (index, number) in numbers.enumerate() {
        text.extend(char::from_digit(u32::from(number) + 9, 36).map(|letter| letter.to_ascii_uppercase()));
        if index % per_line == per_line - 1 {
            text.push('\n');
        }
    }
    text
}
