//! Tables of words, numbers and times.

use std::{fmt, io::Write, time::Duration};

use serde_json::{Map, Value};

use crate::{args::TableFormat, exit::Failure, output::write_json, record::SCHEMA};

/// A table with a head. Times are called by their head and `_s` in JSON.
pub struct Table {
    heads: Vec<&'static str>,
    rows: Vec<Vec<Cell>>,
}

/// What is in a row and a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    Word(String),
    Count(u64),
    /// A time, where there is one.
    Seconds(Option<f64>),
    /// How many times as much.
    Ratio(Option<f64>),
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Cell::Word(word) => word.clone(),
            Cell::Count(count) => count.to_string(),
            Cell::Seconds(Some(seconds)) => {
                format!("{:.1?}", Duration::try_from_secs_f64(*seconds).unwrap_or_default())
            }
            Cell::Ratio(Some(ratio)) => format!("{ratio:.2}"),
            Cell::Seconds(None) | Cell::Ratio(None) => "-".into(),
        };
        f.pad(&text)
    }
}

impl Table {
    pub fn new(heads: &[&'static str]) -> Self {
        Table { heads: heads.to_vec(), rows: Vec::new() }
    }

    /// Adds a row, as wide as the head.
    pub fn push(&mut self, row: Vec<Cell>) {
        debug_assert_eq!(row.len(), self.heads.len());
        self.rows.push(row);
    }

    /// Takes columns away.
    pub fn without(mut self, heads: &[&str]) -> Self {
        let keeps: Vec<bool> = self.heads.iter().map(|head| !heads.contains(head)).collect();
        for row in &mut self.rows {
            let mut keeps = keeps.iter();
            row.retain(|_| keeps.next() == Some(&true));
        }
        self.heads.retain(|head| !heads.contains(head));
        self
    }

    pub fn print(&self, format: TableFormat, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            TableFormat::Text => self.aligned(out)?,
            TableFormat::Markdown => self.markdown(out)?,
            TableFormat::Csv => {
                writeln!(out, "{}", self.heads.join(","))?;
                for row in &self.rows {
                    writeln!(out, "{}", row.iter().map(comma_separated).collect::<Vec<_>>().join(","))?;
                }
            }
            TableFormat::Json => {
                for row in &self.rows {
                    write_json(&self.record(row), out)?;
                }
            }
        }
        Ok(())
    }

    fn record(&self, row: &[Cell]) -> Map<String, Value> {
        let schema = ("schema".to_owned(), Value::from(SCHEMA));
        let cells = self.heads.iter().zip(row).map(|(&head, cell)| match cell {
            Cell::Word(word) => (head.to_owned(), word.as_str().into()),
            Cell::Count(count) => (head.to_owned(), (*count).into()),
            Cell::Seconds(seconds) => (format!("{head}_s"), (*seconds).into()),
            Cell::Ratio(ratio) => (head.to_owned(), (*ratio).into()),
        });
        std::iter::once(schema).chain(cells).collect()
    }

    fn markdown(&self, out: &mut dyn Write) -> Result<(), Failure> {
        writeln!(out, "| {} |", self.heads.join(" | "))?;
        let marks = (0..self.heads.len()).map(|column| if self.is_word(column) { "---" } else { "---:" });
        writeln!(out, "| {} |", marks.collect::<Vec<_>>().join(" | "))?;
        for row in &self.rows {
            let cells: Vec<String> = row.iter().map(|cell| cell.to_string().replace('|', "\\|")).collect();
            writeln!(out, "| {} |", cells.join(" | "))?;
        }
        Ok(())
    }

    /// Words to the left, numbers to the right.
    fn aligned(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let texts: Vec<Vec<String>> =
            self.rows.iter().map(|row| row.iter().map(Cell::to_string).collect()).collect();
        let heads: Vec<String> = self.heads.iter().map(|&head| head.to_owned()).collect();
        let lines = || std::iter::once(&heads).chain(&texts);
        let width = |column: usize| lines().map(|line| line[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..heads.len()).map(width).collect();
        for line in lines() {
            let cells = line.iter().enumerate().map(|(column, cell)| {
                let width = widths[column];
                if self.is_word(column) { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
            });
            writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
        }
        Ok(())
    }

    fn is_word(&self, column: usize) -> bool {
        self.rows.iter().any(|row| matches!(row[column], Cell::Word(_)))
    }
}

/// A cell of a CSV file, after RFC 4180; times are plain seconds.
fn comma_separated(cell: &Cell) -> String {
    match cell {
        Cell::Word(word) if word.contains(['"', ',', '\n']) => format!("\"{}\"", word.replace('"', "\"\"")),
        Cell::Seconds(Some(number)) | Cell::Ratio(Some(number)) => number.to_string(),
        Cell::Seconds(None) | Cell::Ratio(None) => String::new(),
        cell => cell.to_string(),
    }
}
