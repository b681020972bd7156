//! Tables of words, numbers and times.

use std::{fmt, time::Duration};

use serde_json::{Map, Value};

use crate::record::SCHEMA;

/// A table with a head. In JSON, the key of a time is its head and `_s`.
#[derive(Clone, Debug)]
pub struct Table {
    heads: Vec<&'static str>,
    rows: Vec<Vec<Cell>>,
}

/// The content of a row in a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A word.
    Word(String),
    /// A number of things, if it is known.
    Count(Option<u64>),
    /// A time, if there is one.
    Seconds(Option<f64>),
    /// A ratio.
    Ratio(Option<f64>),
}

impl Cell {
    /// A word; a dash for an empty one.
    pub fn word(word: impl Into<String>) -> Self {
        let word = word.into();
        Cell::Word(if word.is_empty() { "-".into() } else { word })
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Cell::Word(word) => word.clone(),
            Cell::Count(Some(count)) => count.to_string(),
            Cell::Seconds(Some(seconds)) => {
                format!("{:.1?}", Duration::try_from_secs_f64(*seconds).unwrap_or_default())
            }
            Cell::Ratio(Some(ratio)) => format!("{ratio:.2}"),
            Cell::Count(None) | Cell::Seconds(None) | Cell::Ratio(None) => "-".into(),
        };
        f.pad(&text)
    }
}

impl Table {
    /// A table without rows.
    #[must_use]
    pub fn new(heads: &[&'static str]) -> Self {
        Table { heads: heads.to_vec(), rows: Vec::new() }
    }

    /// The heads of its columns.
    #[must_use]
    pub fn heads(&self) -> &[&'static str] {
        &self.heads
    }

    /// Adds a row, as wide as the head.
    pub fn push(&mut self, row: Vec<Cell>) {
        debug_assert_eq!(row.len(), self.heads.len());
        self.rows.push(row);
    }

    /// Removes columns.
    #[must_use]
    pub fn without(mut self, heads: &[&str]) -> Self {
        let keeps: Vec<bool> = self.heads.iter().map(|head| !heads.contains(head)).collect();
        for row in &mut self.rows {
            let mut keeps = keeps.iter();
            row.retain(|_| keeps.next() == Some(&true));
        }
        self.heads.retain(|head| !heads.contains(head));
        self
    }

    /// As aligned text: words to the left, numbers to the right.
    #[must_use]
    pub fn to_text(&self) -> String {
        let texts: Vec<Vec<String>> =
            self.rows.iter().map(|row| row.iter().map(on_a_line).collect()).collect();
        let heads: Vec<String> = self.heads.iter().map(|&head| head.to_owned()).collect();
        let lines = || std::iter::once(&heads).chain(&texts);
        let width = |column: usize| lines().map(|line| line[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..heads.len()).map(width).collect();
        let line = |line: &Vec<String>| {
            let cells = line.iter().enumerate().map(|(column, cell)| {
                let width = widths[column];
                if self.is_word(column) { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
            });
            format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
        };
        lines().map(line).collect()
    }

    /// As Markdown.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let heads = self.heads.iter().map(|&head| head.to_owned()).collect();
        let mark = |column: usize| if self.is_word(column) { "---" } else { "---:" }.to_owned();
        let marks = (0..self.heads.len()).map(mark).collect();
        let cell = |cell: &Cell| on_a_line(cell).replace('|', "\\|");
        let rows = self.rows.iter().map(|row| row.iter().map(cell).collect());
        [heads, marks].into_iter().chain(rows).map(line).collect()
    }

    /// As CSV according to RFC 4180; times are plain seconds.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let line = |cells: Vec<String>| format!("{}\n", cells.join(","));
        let heads = self.heads.iter().map(|&head| head.to_owned()).collect();
        let rows = self.rows.iter().map(|row| row.iter().map(comma_separated).collect());
        std::iter::once(heads).chain(rows).map(line).collect()
    }

    /// An object for each row.
    pub fn records(&self) -> impl Iterator<Item = Map<String, Value>> {
        self.rows.iter().map(|row| {
            let schema = ("schema".to_owned(), Value::from(SCHEMA));
            let cells = self.heads.iter().zip(row).map(|(&head, cell)| match cell {
                Cell::Word(word) => (head.to_owned(), word.as_str().into()),
                Cell::Count(count) => (head.to_owned(), (*count).into()),
                Cell::Seconds(seconds) => (format!("{head}_s"), (*seconds).into()),
                Cell::Ratio(ratio) => (head.to_owned(), (*ratio).into()),
            });
            std::iter::once(schema).chain(cells).collect()
        })
    }

    fn is_word(&self, column: usize) -> bool {
        self.rows.iter().any(|row| matches!(row[column], Cell::Word(_)))
    }
}

/// The cell, where a line end or a tab would break the table.
fn on_a_line(cell: &Cell) -> String {
    cell.to_string().replace(char::is_control, " ")
}

fn comma_separated(cell: &Cell) -> String {
    match cell {
        Cell::Word(word) if word.contains(['"', ',', '\n', '\r']) => {
            format!("\"{}\"", word.replace('"', "\"\""))
        }
        Cell::Seconds(Some(number)) | Cell::Ratio(Some(number)) => number.to_string(),
        Cell::Count(None) | Cell::Seconds(None) | Cell::Ratio(None) => String::new(),
        cell => cell.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_they_must_be() {
        let mut table = Table::new(&["name", "count", "time"]);
        for (word, count, seconds) in
            [("a,b", Some(1), Some(0.5)), ("a\"b\r", None, None), ("a|b", Some(12), None)]
        {
            table.push(vec![Cell::word(word), Cell::Count(count), Cell::Seconds(seconds)]);
        }
        assert_eq!(table.to_csv(), "name,count,time\n\"a,b\",1,0.5\n\"a\"\"b\r\",,\na|b,12,\n");
        assert!(table.to_markdown().ends_with("| a\\|b | 12 | - |\n"), "{}", table.to_markdown());
        let text = table.to_text();
        assert!(text.ends_with("a\"b       -        -\na|b      12        -\n"), "{text}");
    }
}
