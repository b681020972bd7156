//! Tables in the formats of `report` and `batch`.

use std::io::Write;

use jigsat_workbench::table::Table;

use crate::{args::TableFormat, exit::Failure, output::write_json};

/// Prints a table.
pub fn print(table: &Table, format: TableFormat, out: &mut dyn Write) -> Result<(), Failure> {
    match format {
        TableFormat::Text => write!(out, "{}", table.to_text())?,
        TableFormat::Markdown => write!(out, "{}", table.to_markdown())?,
        TableFormat::Csv => write!(out, "{}", table.to_csv())?,
        TableFormat::Json => {
            for record in table.records() {
                write_json(&record, out)?;
            }
        }
    }
    Ok(())
}
