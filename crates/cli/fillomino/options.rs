//! The options of its own.

use std::path::PathBuf;

use clap::Args;
use jigsat_cnf::Choice;
use jigsat_fillomino::{
    Variant,
    rules::{Branch, Strategy},
};
use jigsat_grid::Size;

use crate::args::choices;

/// Which groups solutions may have.
#[derive(Clone, Debug, Args)]
#[group(skip)]
pub struct Options {
    /// challenging: groups without a given are allowed; basic: they are not. The file says it if not this
    #[arg(long, value_name = "NAME", value_parser = choices::<Variant>())]
    pub variant: Option<Variant>,
}

/// How the engines rules and hybrid reason.
#[derive(Clone, Debug, Args)]
#[group(skip)]
pub struct SolveOptions {
    /// Engines rules and hybrid: which strategies, separated by commas, or 'none'
    #[arg(long, value_name = "NAMES", default_value = "single-exit,forced,reach", value_parser = strategies)]
    pub strategies: Strategies,
    /// Engine rules: at which empty cell to guess
    #[arg(long, value_name = "NAME", value_parser = choices::<Branch>(), default_value = "first")]
    pub branch: Branch,
    /// Engine rules: writes each step to the first solution, and which strategy made it
    #[arg(long, value_name = "FILE", value_parser = new_file)]
    pub log: Option<PathBuf>,
}

/// A file that is not there yet: logs replace nothing.
fn new_file(path: &str) -> Result<PathBuf, String> {
    if path != "-" && std::path::Path::new(path).exists() {
        return Err("it exists already, and is not replaced".into());
    }
    Ok(path.into())
}

#[derive(Clone, Debug)]
pub struct Strategies(pub Vec<Strategy>);

fn strategies(names: &str) -> Result<Strategies, String> {
    if names == "none" {
        return Ok(Strategies(Vec::new()));
    }
    let named = |name| {
        Strategy::named(name)
            .ok_or_else(|| format!("there is no strategy '{name}'; there are: {}", Strategy::names()))
    };
    names.split(',').map(named).collect::<Result<_, _>>().map(Strategies)
}

/// Which Fillomino to make.
#[derive(Debug, Args)]
pub struct GenerateOptions {
    /// The size of the board
    #[arg(long, value_name = "ROWSxCOLUMNS", default_value = "10x10")]
    pub size: Size,
    /// The largest group
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u16).range(2..=10_000))]
    pub max: u16,
    /// challenging: solvers must reckon with groups without a given; basic: every group has one
    #[arg(long, value_name = "NAME", value_parser = choices::<Variant>())]
    pub variant: Option<Variant>,
    /// How many cells to empty, as far as the solution stays the only one
    #[arg(long, value_name = "PERCENT", default_value = "60%", conflicts_with = "minimal")]
    pub empty: Percent,
    /// Takes away every given that can be spared
    #[arg(long)]
    pub minimal: bool,
    /// How hard: so many guesses must rest on each other when the engine 'rules' solves it
    #[arg(long, value_name = "N")]
    pub depth: Option<usize>,
}

/// A share from 0% to 100%; the sign may be left out.
#[derive(Clone, Copy, Debug)]
pub struct Percent(pub u8);

impl std::str::FromStr for Percent {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.strip_suffix('%').unwrap_or(text);
        let value = digits.parse().ok().filter(|&value| value <= 100);
        value.map(Percent).ok_or_else(|| "expected a share from 0% to 100%".to_owned())
    }
}
