//! Data from YAML: constants, sorts and facts by their names.

use std::{collections::BTreeMap, fmt};

use jigsat_input::{ParseError, Position, Source, from_yaml, quote, yaml_error};
use schemars::{JsonSchema, Schema, schema_for};
use serde::{
    Deserialize, Deserializer,
    de::{Error as _, MapAccess, SeqAccess, Visitor},
};

/// The external input of a model.
#[derive(Clone, Debug, Default)]
pub struct Data {
    source: Option<Source>,
    values: BTreeMap<String, Datum>,
    drawn: BTreeMap<String, Vec<Drawn>>,
}

/// A word on a board: one value of a given fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// Its arguments, by their places in their sorts.
    pub at: Vec<usize>,
    /// The value of a function; for a relation, the word that says that it holds.
    pub word: String,
    /// Its position in the text.
    pub position: Position,
}

/// A value in the data of a model.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(untagged)]
pub(crate) enum Datum {
    /// A constant, or an element of a sort.
    Number(i64),
    /// A name, a range such as `1..4`, or a table with a tuple on each line.
    Text(String),
    /// The elements of a sort, or the tuples of a fact.
    List(Vec<Datum>),
}

/// The JSON schema of a model's data in YAML.
#[must_use]
pub fn yaml_schema() -> Schema {
    schema_for!(BTreeMap<String, Datum>)
}

impl Data {
    /// Reads data: a YAML map from names to numbers, names, ranges `1..4`, lists and tables.
    ///
    /// # Errors
    ///
    /// Text that is not such a map. The model checks whether the names and values fit.
    pub fn parse(source: Source) -> Result<Data, ParseError> {
        let Entries(values) = from_yaml(&source)?;
        Ok(Data { source: Some(source), values, drawn: BTreeMap::new() })
    }

    /// The data of a board that was read from a text, to which values with positions are added.
    #[must_use]
    pub fn of_board(source: Source, rows: u16, columns: u16) -> Data {
        let data = Data { source: Some(source), ..Data::default() };
        data.with_number("rows", i64::from(rows)).with_number("columns", i64::from(columns))
    }

    /// The same, with the drawn values of a given fact.
    #[must_use]
    pub fn with_drawn(mut self, name: &str, drawn: Vec<Drawn>) -> Data {
        self.drawn.insert(name.to_owned(), drawn);
        self
    }

    /// The same with a sort of these names.
    #[must_use]
    pub fn with_names(mut self, name: &str, names: Vec<String>) -> Data {
        let names = names.into_iter().map(Datum::Text).collect();
        self.values.insert(name.to_owned(), Datum::List(names));
        self
    }

    /// Whether nothing was given.
    pub(crate) fn is_empty(&self) -> bool {
        self.source.is_none() && self.values.is_empty() && self.drawn.is_empty()
    }

    pub(crate) fn drawn(&self, name: &str) -> Option<&[Drawn]> {
        self.drawn.get(name).map(Vec::as_slice)
    }

    /// An error at a place of the text.
    pub(crate) fn error_at(&self, position: Position, message: impl Into<String>) -> ParseError {
        match &self.source {
            Some(source) => source.error(position, message),
            None => ParseError::in_file("data", message),
        }
    }

    /// The same with a constant.
    #[must_use]
    pub fn with_number(mut self, name: &str, number: i64) -> Data {
        self.values.insert(name.to_owned(), Datum::Number(number));
        self
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Datum> {
        self.values.get(name)
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.values.keys().map(String::as_str)
    }

    /// An error about the value at a path; if the value is a text, about the character at that byte.
    pub(crate) fn error(&self, path: &str, offset: usize, message: impl Into<String>) -> ParseError {
        match &self.source {
            Some(source) if self.drawn.is_empty() => yaml_error(source, path, offset, message),
            Some(source) => ParseError::in_file(source.name(), message),
            None => ParseError::in_file("data", message),
        }
    }
}

impl fmt::Display for Datum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Datum::Number(number) => write!(f, "{number}"),
            Datum::Text(text) => f.write_str(text),
            Datum::List(_) => f.write_str("a list"),
        }
    }
}

impl<'de> Deserialize<'de> for Datum {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(DatumVisitor)
    }
}

/// Names with their values, each once.
struct Entries(BTreeMap<String, Datum>);

impl<'de> Deserialize<'de> for Entries {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EntriesVisitor)
    }
}

struct EntriesVisitor;

impl<'de> Visitor<'de> for EntriesVisitor {
    type Value = Entries;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("names with their values, such as `n: 8`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries, A::Error> {
        let mut values = BTreeMap::new();
        while let Some((name, value)) = map.next_entry::<String, Datum>()? {
            if values.contains_key(&name) {
                return Err(A::Error::custom(format!("{} has two values", quote(&name))));
            }
            values.insert(name, value);
        }
        Ok(Entries(values))
    }
}

struct DatumVisitor;

impl<'de> Visitor<'de> for DatumVisitor {
    type Value = Datum;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, a name, a list, or a table as text")
    }

    fn visit_i64<E>(self, number: i64) -> Result<Datum, E> {
        Ok(Datum::Number(number))
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Datum, E> {
        i64::try_from(number).map(Datum::Number).map_err(|_| E::custom("this number is too large"))
    }

    fn visit_str<E>(self, text: &str) -> Result<Datum, E> {
        Ok(Datum::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Datum, A::Error> {
        let mut list = Vec::new();
        while let Some(datum) = seq.next_element()? {
            list.push(datum);
        }
        Ok(Datum::List(list))
    }
}
