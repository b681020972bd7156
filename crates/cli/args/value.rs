//! Values of options, with errors that say what is expected.

use std::{ops::RangeInclusive, time::Duration};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use jigsat_cnf::Choice;
use jigsat_solve::Solver;

/// Reads a whole number in a range.
pub fn number<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: Copy + Into<u64> + TryFrom<u64> + PartialOrd + Send + Sync,
{
    move |word| {
        let value = word.parse::<u64>().ok().and_then(|value| T::try_from(value).ok());
        value.filter(|value| range.contains(value)).ok_or_else(|| {
            let (least, most): (u64, u64) = ((*range.start()).into(), (*range.end()).into());
            match most {
                // A bound that nobody will reach.
                most if most >= u64::from(u32::MAX) => format!("expected a whole number from {least}"),
                most => format!("expected a whole number from {least} to {most}"),
            }
        })
    }
}

/// Reads a time with its unit.
pub fn duration(word: &str) -> Result<Duration, String> {
    humantime::parse_duration(word)
        .map_err(|_| "expected a time with its unit, such as 500ms, 30s or 2m".into())
}

/// Reads a number that may be a fraction.
pub fn decimal(word: &str) -> Result<f64, String> {
    let value = word.parse().ok().filter(|value: &f64| value.is_finite());
    value.ok_or_else(|| "expected a number".into())
}

/// Checks the name of a solver, or `auto`.
pub fn solver_or_auto(name: &str) -> Result<String, String> {
    let known = if name == "auto" { Ok(()) } else { name.parse::<Solver>().map(drop) };
    known.map(|()| name.to_owned()).map_err(|error| error.to_string())
}

/// Reads a [`Choice`] by name, and lists the names in the help.
pub fn choices<C: Choice>() -> impl TypedValueParser<Value = C> {
    let names = C::ALL.iter().map(|choice| choice.name());
    PossibleValuesParser::new(names).map(|name| C::named(&name).expect("only known names get here"))
}
