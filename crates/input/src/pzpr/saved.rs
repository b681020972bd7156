use super::kind;
use crate::{ParseError, Part, Position, Source, quote};

/// A board as saved by pzpr, puzzle and answer together: `pzprv3`, the genre, rows, columns and then what the genre needs,
/// each on a line, or with slashes in place of line breaks.
#[derive(Clone, Debug)]
pub struct Saved<'s> {
    source: &'s Source,
    lines: Vec<Part<'s>>,
    next: usize,
}

impl<'s> Saved<'s> {
    /// Whether a text begins like a saved board.
    #[must_use]
    pub fn is_one(text: &str) -> bool {
        text.trim_start().starts_with("pzprv3")
    }

    /// The genre of a saved board, if a text is one, by the name that [`kind`](super::kind) gives it.
    #[must_use]
    pub fn genre_of(text: &str) -> Option<&str> {
        Self::is_one(text)
            .then(|| text.trim_start().split(['/', '\n']).nth(1))
            .flatten()
            .map(|name| kind(name.trim()))
    }

    /// The lines after the genre.
    #[must_use]
    pub fn new(source: &'s Source) -> Self {
        let lines = source.lines().skip_while(|line| line.text().trim().is_empty());
        Saved { source, lines: lines.flat_map(|line| line.split('/').collect::<Vec<_>>()).collect(), next: 2 }
    }

    /// The genre as it is written.
    #[must_use]
    pub fn genre(&self) -> Part<'s> {
        self.lines.get(1).map_or(Part::line(self.source.name(), self.source.start().line, ""), Part::trim)
    }

    /// The name of the text.
    #[must_use]
    pub fn name(&self) -> &'s str {
        self.source.name()
    }

    /// Takes a line; an empty one after the last.
    pub fn line(&mut self) -> Part<'s> {
        let line = self.lines.get(self.next).map(Part::trim);
        self.next += 1;
        line.unwrap_or_else(|| {
            let end = self.source.position(self.source.text().trim_end().len()).line;
            let last = self.source.line(end).trim_end();
            Part::line(self.source.name(), end, last).from(last.len())
        })
    }

    /// Whether the version of the format is a later one than the first, `pzprv3`.
    #[must_use]
    pub fn is_later(&self) -> bool {
        self.lines.first().is_some_and(|line| line.text().trim() != "pzprv3")
    }

    /// Skips this many lines.
    pub fn skip(&mut self, lines: usize) {
        self.next += lines;
    }

    /// Takes a line if it is this word.
    pub fn takes(&mut self, word: &str) -> bool {
        let found = self.line().text() == word;
        self.next -= usize::from(!found);
        found
    }

    /// Takes rows and columns, each from 1 to `most`.
    ///
    /// # Errors
    ///
    /// Lines that are not two such numbers.
    pub fn size(&mut self, most: u16) -> Result<(u16, u16), ParseError> {
        let rows = self.line().number("the number of rows", 1..=most)?;
        Ok((rows, self.line().number("the number of columns", 1..=most)?))
    }

    /// Takes a number.
    ///
    /// # Errors
    ///
    /// A line that is not a number.
    pub fn number(&mut self) -> Result<i64, ParseError> {
        let line = self.line();
        line.text().parse().map_err(|_| line.unexpected("a number"))
    }

    /// Takes a line of this many words, each with its place.
    ///
    /// # Errors
    ///
    /// Another number of words.
    pub fn words(&mut self, count: usize) -> Result<Vec<(Position, &'s str)>, ParseError> {
        let line = self.line();
        let words: Vec<_> = line.words().map(|word| (word.position(), word.text())).collect();
        if words.len() != count {
            return Err(line.error(format!("found {} words", words.len())).expecting(count.to_string()));
        }
        Ok(words)
    }

    /// Takes this many lines with this many words each.
    ///
    /// # Errors
    ///
    /// As [`Saved::words`].
    pub fn table(&mut self, rows: usize, columns: usize) -> Result<Vec<(Position, &'s str)>, ParseError> {
        let mut words = Vec::new();
        for _ in 0..rows {
            words.extend(self.words(columns)?);
        }
        Ok(words)
    }

    /// The error about a word that it is not what was expected.
    #[must_use]
    pub fn unexpected(&self, position: Position, word: &str) -> ParseError {
        self.source.error(position, format!("found {}", quote(word)))
    }
}
