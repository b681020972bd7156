use jigsat_input::{ParseError, Position, Source, quote};

use crate::{
    Givens, Page,
    page::{At, What},
};

/// The lines of a saved board: up to a slash or the end of a line.
pub(super) struct Lines<'s> {
    pub source: &'s Source,
    at: usize,
}

impl<'s> Lines<'s> {
    pub fn new(source: &'s Source) -> Self {
        let text = source.text();
        Lines { source, at: text.len() - text.trim_start().len() }
    }

    pub fn skip(&mut self, lines: usize) {
        (0..lines).for_each(|_| {
            self.line();
        });
    }

    /// The next line, with the position where it begins.
    fn line(&mut self) -> (usize, &'s str) {
        let start = self.at.min(self.source.text().len());
        let rest = &self.source.text()[start..];
        let line = rest.split(['/', '\n']).next().unwrap_or_default();
        self.at = (start + line.len() + 1).min(self.source.text().len());
        (start, line)
    }

    /// Takes a line if it is this word.
    pub fn takes(&mut self, word: &str) -> bool {
        let before = self.at;
        let found = self.line().1.trim() == word;
        if !found {
            self.at = before;
        }
        found
    }

    pub fn side(&mut self, what: &str) -> Result<u16, ParseError> {
        let (at, line) = self.line();
        let side = line.trim().parse().ok().filter(|side| (1..=200).contains(side));
        side.ok_or_else(|| {
            let error = self.source.error(self.source.position(at), format!("found {}", quote(line)));
            error.expecting(format!("the number of {what}, from 1 to 200"))
        })
    }

    pub fn number(&mut self) -> Result<i64, ParseError> {
        let (at, line) = self.line();
        line.trim().parse().map_err(|_| {
            let error = self.source.error(self.source.position(at), format!("found {}", quote(line)));
            error.expecting("a number")
        })
    }

    /// This many words, each with its place.
    pub fn words(&mut self, count: usize) -> Result<Vec<(Position, &'s str)>, ParseError> {
        let (at, line) = self.line();
        let mut words = Vec::with_capacity(count);
        for word in line.split_whitespace() {
            let offset = word.as_ptr() as usize - line.as_ptr() as usize;
            words.push((self.source.position(at + offset), word));
        }
        if words.len() != count {
            let found = format!("found {} words", words.len());
            return Err(self.source.error(self.source.position(at), found).expecting(count.to_string()));
        }
        Ok(words)
    }

    /// This many lines with this many words each.
    pub fn table(&mut self, rows: usize, columns: usize) -> Result<Vec<(Position, &'s str)>, ParseError> {
        let mut words = Vec::with_capacity(rows * columns);
        for _ in 0..rows {
            words.extend(self.words(columns)?);
        }
        Ok(words)
    }

    pub fn unexpected(&self, position: Position, word: &str) -> ParseError {
        self.source.error(position, format!("found {}", quote(word)))
    }
}

/// The numbers of an answer, with the givens filled in.
pub(super) fn with_givens(page: &Page, givens: &Givens, mut written: Vec<i64>) -> Vec<i64> {
    for given in page.givens.iter().filter(|given| given.at == At::Cells && given.what == What::Number) {
        for (key, word) in givens.layers.get(&given.name).into_iter().flatten() {
            written[key[0]] = word.value.parse().unwrap_or(-1);
        }
    }
    written
}
