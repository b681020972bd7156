//! Tables of words and numbers.

use std::io::Write;

use crate::{args::TableFormat, exit::Failure, output::write_json};

/// A table with a head.
pub struct Table {
    heads: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub fn new<'h>(heads: impl IntoIterator<Item = &'h &'h str>) -> Self {
        Table { heads: heads.into_iter().map(|&head| head.to_owned()).collect(), rows: Vec::new() }
    }

    /// Adds a row, as wide as the head.
    pub fn push(&mut self, row: Vec<String>) {
        debug_assert_eq!(row.len(), self.heads.len());
        self.rows.push(row);
    }

    pub fn print(&self, format: TableFormat, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            TableFormat::Text => self.aligned(out),
            TableFormat::Markdown => {
                let line = |cells: &[String]| {
                    let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
                    format!("| {} |", cells.join(" | "))
                };
                writeln!(out, "{}", line(&self.heads))?;
                let marks =
                    (0..self.heads.len()).map(|column| if self.is_number(column) { "---:" } else { "---" });
                writeln!(out, "| {} |", marks.collect::<Vec<_>>().join(" | "))?;
                for row in &self.rows {
                    writeln!(out, "{}", line(row))?;
                }
                Ok(())
            }
            TableFormat::Csv => {
                for row in std::iter::once(&self.heads).chain(&self.rows) {
                    let cells: Vec<String> = row.iter().map(|cell| quoted(cell)).collect();
                    writeln!(out, "{}", cells.join(","))?;
                }
                Ok(())
            }
            TableFormat::Json => {
                for row in &self.rows {
                    let cells: serde_json::Map<_, _> =
                        self.heads.iter().cloned().zip(row.iter().map(|cell| cell.as_str().into())).collect();
                    write_json(&cells, out)?;
                }
                Ok(())
            }
        }
    }

    /// Words to the left, numbers to the right.
    fn aligned(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let lines = || std::iter::once(&self.heads).chain(&self.rows);
        let length = |cell: &String| cell.chars().count();
        let width = |column: usize| lines().map(|line| length(&line[column])).max().unwrap_or(0);
        let columns: Vec<(usize, bool)> =
            (0..self.heads.len()).map(|column| (width(column), self.is_number(column))).collect();
        for line in lines() {
            let cells = line.iter().zip(&columns).map(|(cell, &(width, is_number))| {
                if is_number { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
            });
            writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
        }
        Ok(())
    }

    fn is_number(&self, column: usize) -> bool {
        let begins =
            |cell: &String| cell.is_empty() || cell.starts_with(|first: char| first.is_ascii_digit());
        !self.rows.is_empty() && self.rows.iter().all(|row| begins(&row[column]))
    }
}

/// A cell of a CSV file, after RFC 4180.
fn quoted(cell: &str) -> String {
    if cell.contains(['"', ',', '\n']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}
