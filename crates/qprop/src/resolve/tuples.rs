//! The facts of the data: lists of tuples, or a table.

use jigsat_cnf::rarely;
use jigsat_input::{ParseError, counted, quote};

use super::Resolver;
use crate::{data::Datum, theory::SortId};

impl Resolver<'_> {
    /// The tuples of a fact, flat, sorted, each once.
    pub(super) fn tuples(&self, name: &str, datum: &Datum, sorts: &[SortId]) -> Result<Vec<i64>, ParseError> {
        let mut tuples: Vec<Vec<i64>> = Vec::new();
        match datum {
            Datum::Text(table) if sorts.len() == 3 => self.table(name, table, sorts, &mut tuples)?,
            Datum::List(rows) => {
                for (place, row) in rows.iter().enumerate() {
                    tuples.push(self.tuple(&format!("{name}[{place}]"), row, sorts)?);
                }
            }
            other => {
                let table = if sorts.len() == 3 { ", or a table as text" } else { "" };
                return Err(self
                    .data
                    .error(name, 0, format!("fact '{name}' is {}", quote(&other.to_string())))
                    .expecting(format!("a list of tuples such as [[1, 2], [2, 3]]{table}")));
            }
        }
        rarely::sort(&mut tuples);
        tuples.dedup();
        Ok(tuples.concat())
    }

    fn tuple(&self, path: &str, row: &Datum, sorts: &[SortId]) -> Result<Vec<i64>, ParseError> {
        let row = match row {
            Datum::List(row) => row.as_slice(),
            one => std::slice::from_ref(one),
        };
        if row.len() != sorts.len() {
            let message = format!("this tuple has {}", counted(row.len(), "value"));
            return Err(self.data.error(path, 0, message).expecting(format!("{}", sorts.len())));
        }
        row.iter()
            .zip(sorts)
            .enumerate()
            .map(|(place, (datum, &sort))| {
                let path = if sorts.len() == 1 { path.to_owned() } else { format!("{path}[{place}]") };
                self.value(&path, 0, &datum.to_string(), sort)
            })
            .collect()
    }

    /// A line for each value of the first place, a word for each value of the second; the word is the third value, or a
    /// dot.
    fn table(
        &self,
        name: &str,
        table: &str,
        sorts: &[SortId],
        tuples: &mut Vec<Vec<i64>>,
    ) -> Result<(), ParseError> {
        let sort = |place: usize| &self.theory.sorts[sorts[place]];
        let mut row = 0;
        let mut offset = 0;
        for line in table.split_inclusive('\n') {
            let start = offset;
            offset += line.len();
            if line.trim().is_empty() {
                continue;
            }
            let mut column = 0;
            let mut rest = line;
            while let Some(at) = rest.find(|char: char| !char.is_whitespace()) {
                let word = rest[at..].split(char::is_whitespace).next().unwrap_or_default();
                let place = start + (line.len() - rest.len()) + at;
                if row >= sort(0).len() || column >= sort(1).len() {
                    let message = format!("found {} outside of the table", quote(word));
                    let expected =
                        format!("{} of {}", counted(sort(0).len(), "line"), counted(sort(1).len(), "word"));
                    return Err(self.data.error(name, place, message).expecting(expected));
                }
                if word != "." {
                    let value = self.value(name, place, word, sorts[2])?;
                    tuples.push(vec![sort(0).value(row), sort(1).value(column), value]);
                }
                column += 1;
                rest = &rest[at + word.len()..];
            }
            if column < sort(1).len() {
                let message = format!("this line has {}", counted(column, "word"));
                return Err(self.data.error(name, start, message).expecting(format!("{}", sort(1).len())));
            }
            row += 1;
        }
        if row < sort(0).len() {
            let message = format!("the table of '{name}' has {}", counted(row, "line"));
            return Err(self.data.error(name, 0, message).expecting(format!("{}", sort(0).len())));
        }
        Ok(())
    }

    fn value(&self, path: &str, offset: usize, text: &str, sort: SortId) -> Result<i64, ParseError> {
        let sort = &self.theory.sorts[sort];
        sort.read(text).ok_or_else(|| {
            let expected = format!("a value of sort {}, {}", sort.name, sort.describe());
            self.data.error(path, offset, format!("found {}", quote(text))).expecting(expected)
        })
    }
}
