//! How verbs print.

use std::{convert::Infallible, str::FromStr};

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use crate::exit::Failure;

/// How 'solve' and 'decode' print.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SolveFormat {
    Text,
    Plain,
    Json,
    Yaml,
    /// A format of the family.
    Own(String),
}

impl SolveFormat {
    /// The formats that every family has.
    pub const SHARED: &'static [&'static str] = &["text", "plain", "json", "yaml"];
}

impl FromStr for SolveFormat {
    type Err = Infallible;

    fn from_str(name: &str) -> Result<Self, Infallible> {
        Ok(match name {
            "text" => SolveFormat::Text,
            "plain" => SolveFormat::Plain,
            "json" => SolveFormat::Json,
            "yaml" => SolveFormat::Yaml,
            other => SolveFormat::Own(other.into()),
        })
    }
}

/// How verbs with one answer print.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
pub enum DataFormat {
    #[default]
    Text,
    Json,
    Yaml,
}

/// How 'encode' prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EncodeFormat {
    /// Sentences and implications.
    Text,
    /// For SAT solvers.
    Dimacs,
    /// For group MUS extractors.
    Gcnf,
    /// Sizes by rule.
    Stats,
    /// Sizes by rule, as JSON.
    Json,
    /// A format of the family.
    Own(String),
}

impl EncodeFormat {
    /// The formats that every family has.
    pub const SHARED: &'static [&'static str] = &["text", "dimacs", "gcnf", "stats", "json"];
}

impl FromStr for EncodeFormat {
    type Err = Infallible;

    fn from_str(name: &str) -> Result<Self, Infallible> {
        Ok(match name {
            "text" => EncodeFormat::Text,
            "dimacs" => EncodeFormat::Dimacs,
            "gcnf" => EncodeFormat::Gcnf,
            "stats" => EncodeFormat::Stats,
            "json" => EncodeFormat::Json,
            other => EncodeFormat::Own(other.into()),
        })
    }
}

/// How 'compare' prints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
pub enum TableFormat {
    #[default]
    Text,
    Markdown,
    Csv,
    Json,
}

/// How 'generate' and 'show' print a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PuzzleFormat {
    Yaml,
    /// The family's shortest form.
    Plain,
    /// A drawing.
    Text,
    /// A format of the family.
    Own(String),
}

impl PuzzleFormat {
    /// The formats that every family has.
    pub const SHARED: &'static [&'static str] = &["yaml", "plain", "text"];
}

impl FromStr for PuzzleFormat {
    type Err = Infallible;

    fn from_str(name: &str) -> Result<Self, Infallible> {
        Ok(match name {
            "yaml" => PuzzleFormat::Yaml,
            "plain" => PuzzleFormat::Plain,
            "text" => PuzzleFormat::Text,
            other => PuzzleFormat::Own(other.into()),
        })
    }
}

/// The message for a format that does not exist.
pub fn no_format(name: &str, known: &[&str], own: &[&str]) -> Failure {
    let known = [known, own].concat().join(", ");
    Failure::usage(format!("there is no format '{name}' here; there are: {known}"))
}
