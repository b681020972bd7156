//! The forms of the answers of commands that are not about one puzzle.

use clap::ValueEnum;

/// How commands with one answer print.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum DataFormat {
    #[default]
    Text,
    Json,
    Yaml,
}

/// How tables are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    #[default]
    Text,
    Markdown,
    Csv,
    Json,
}
