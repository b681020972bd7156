//! A verb about puzzles with its arguments, as data.
#![allow(clippy::ref_option_ref, reason = "derived code passes the family by reference")]

use std::{collections::BTreeMap, path::PathBuf, time::Duration};

use bytesize::ByteSize;
use clap::{ArgMatches, FromArgMatches, parser::ValueSource};
use jigsat_kit::Patience;
use jigsat_workbench::AnyFamily;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{
    common::OutputArgs,
    family,
    formats::{DataFormat, EncodeFormat, SolveFormat, TableFormat},
    has_frames, page,
    scale::CubesArgs,
    verbs::{
        CheckArgs, CompareArgs, CountArgs, DecodeArgs, EncodeArgs, ExplainArgs, GenerateArgs, HintArgs,
        OwnSolveArgs, RateArgs, ShowArgs, SolveArgs, TraceArgs, Verb, VerbInfo,
    },
    writes_solved,
};
use crate::{exit::Failure, input};

/// A verb about puzzles, with its arguments.
#[derive(Clone, Serialize, Deserialize)]
pub struct Call {
    /// The verb with its own arguments.
    pub verb: VerbArgs,
    /// The family, if it was named.
    #[serde(with = "page::by_name")]
    pub family: Option<&'static dyn AnyFamily>,
    /// The word that names the puzzle.
    pub puzzle: Option<String>,
    /// The number of the puzzle in a file with several, from 1, if one was chosen.
    pub index: Option<u64>,
    /// The time limit, if one was given.
    pub timeout: Option<Duration>,
    /// The memory limit, if one was given. It holds for a process as a whole, which needs no second one.
    #[serde(skip)]
    pub memory: Option<ByteSize>,
    /// The file that answers go to, if one was named.
    pub output: Option<PathBuf>,
    /// The destination of failures, if answers are for programs.
    pub records: Option<Records>,
    /// The family's own options, in the form of a request.
    options: Map<String, Value>,
    /// Those whose values are files, with the words that name them.
    files: BTreeMap<String, String>,
}

/// A verb's own arguments.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[allow(clippy::large_enum_variant, reason = "there is one, and it lives as long as the program")]
pub enum VerbArgs {
    Solve(SolveArgs, OwnSolveArgs),
    Count(CountArgs),
    Check(CheckArgs),
    Encode(EncodeArgs),
    Decode(DecodeArgs),
    Explain(ExplainArgs),
    Hint(HintArgs),
    Rate(RateArgs),
    Trace(TraceArgs),
    Show(ShowArgs),
    Compare(CompareArgs),
    Cubes(CubesArgs),
    Generate(GenerateArgs),
}

/// The destination of records of failures: that of the answer, in its format.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Records {
    pub family: Option<String>,
    pub format: DataFormat,
    pub output: OutputArgs,
}

impl Records {
    /// `None` if answers are for people.
    pub fn new(
        family: Option<&'static dyn AnyFamily>,
        format: DataFormat,
        output: &OutputArgs,
    ) -> Option<Self> {
        let family = family.map(|family| family.info().name.to_string());
        (format != DataFormat::Text).then(|| Records { family, format, output: output.clone() })
    }
}

impl Call {
    /// Reads the arguments of a verb.
    pub fn read(
        verb: &VerbInfo,
        family: Option<&'static dyn AnyFamily>,
        matches: &ArgMatches,
    ) -> Result<Self, clap::Error> {
        let schema = family.and_then(|family| match verb.verb {
            Verb::Generate => family.generator_options(),
            _ => Some(family.options()),
        });
        let (options, files) =
            schema.map(|schema| family::values(matches, &schema, verb.name)).unwrap_or_default();
        Ok(Call {
            verb: VerbArgs::read(verb.verb, family, matches)?,
            family,
            puzzle: matches.try_get_one::<String>("puzzle").ok().flatten().cloned(),
            index: given(matches, "index"),
            timeout: given(matches, "timeout"),
            memory: given(matches, "memory"),
            output: given(matches, "output").or_else(|| given(matches, "expect")),
            records: Records::new(family, data_format(matches), &OutputArgs::from_arg_matches(matches)?),
            options,
            files,
        })
    }

    /// The same about a puzzle whose family is to be found, which the options of a family depend on.
    #[must_use]
    pub fn of_any_family(self) -> Self {
        let records = self.records.map(|records| Records { family: None, ..records });
        Call { family: None, records, options: Map::new(), files: BTreeMap::new(), ..self }
    }

    /// The family's own options, in the form of a request; reads files.
    pub fn options(&self, patience: &Patience) -> Result<Map<String, Value>, Failure> {
        let mut options = self.options.clone();
        for (name, word) in &self.files {
            let file = serde_json::to_value(input::file(word, patience)?).map_err(std::io::Error::from)?;
            options.insert(name.clone(), file);
        }
        Ok(options)
    }
}

impl VerbArgs {
    fn read(
        verb: Verb,
        family: Option<&'static dyn AnyFamily>,
        matches: &ArgMatches,
    ) -> Result<Self, clap::Error> {
        Ok(match verb {
            Verb::Solve => {
                let own = OwnSolveArgs {
                    play: had(family.is_some_and(has_frames), matches)?,
                    write: had(family.is_some_and(writes_solved), matches)?,
                };
                VerbArgs::Solve(SolveArgs::from_arg_matches(matches)?, own)
            }
            Verb::Count => VerbArgs::Count(CountArgs::from_arg_matches(matches)?),
            Verb::Check => VerbArgs::Check(CheckArgs::from_arg_matches(matches)?),
            Verb::Encode => VerbArgs::Encode(EncodeArgs::from_arg_matches(matches)?),
            Verb::Decode => VerbArgs::Decode(DecodeArgs::from_arg_matches(matches)?),
            Verb::Explain => VerbArgs::Explain(ExplainArgs::from_arg_matches(matches)?),
            Verb::Hint => VerbArgs::Hint(HintArgs::from_arg_matches(matches)?),
            Verb::Rate => VerbArgs::Rate(RateArgs::from_arg_matches(matches)?),
            Verb::Trace => VerbArgs::Trace(TraceArgs::from_arg_matches(matches)?),
            Verb::Show => VerbArgs::Show(ShowArgs::from_arg_matches(matches)?),
            Verb::Compare => VerbArgs::Compare(CompareArgs::from_arg_matches(matches)?),
            Verb::Cubes => VerbArgs::Cubes(CubesArgs::from_arg_matches(matches)?),
            Verb::Generate => VerbArgs::Generate(GenerateArgs::from_arg_matches(matches)?),
        })
    }
}

/// Arguments that only some families have; the defaults for the others.
fn had<A: FromArgMatches + Default>(is_had: bool, matches: &ArgMatches) -> Result<A, clap::Error> {
    if is_had { A::from_arg_matches(matches) } else { Ok(A::default()) }
}

/// The format of the answer for programs, whatever else the verb prints.
fn data_format(matches: &ArgMatches) -> DataFormat {
    let json = |is_json| if is_json { DataFormat::Json } else { DataFormat::Text };
    if let Some(format) = given::<DataFormat>(matches, "format") {
        format
    } else if let Some(format) = given::<SolveFormat>(matches, "format") {
        if format == SolveFormat::Yaml { DataFormat::Yaml } else { json(format == SolveFormat::Json) }
    } else if let Some(format) = given::<EncodeFormat>(matches, "format") {
        json(format == EncodeFormat::Json)
    } else {
        json(given(matches, "format") == Some(TableFormat::Json))
    }
}

/// The value of an option that many verbs have, if it was given.
fn given<T: Clone + Send + Sync + 'static>(matches: &ArgMatches, name: &str) -> Option<T> {
    let value = matches.try_get_one(name).ok().flatten().cloned()?;
    (matches.value_source(name) == Some(ValueSource::CommandLine)).then_some(value)
}
