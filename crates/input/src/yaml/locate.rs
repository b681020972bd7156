use std::{cell::RefCell, fmt};

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::{Position, Source};

/// The place of the character at byte `offset` of the text at `path`, or of the value itself.
pub(super) fn locate(source: &Source, path: &str, offset: usize) -> Option<Position> {
    let steps = steps(path);
    let text = RefCell::new(None);
    let seek = Seek { steps: &steps, text: &text };
    // serde_yaml tells the place of errors only, so the search ends in one.
    let error = seek.deserialize(serde_yaml::Deserializer::from_str(source.text())).err()?;
    let start = source.position(error.location()?.index());
    let value = text.into_inner().unwrap_or_default();
    Some(within(source, start, &value, offset).unwrap_or(start))
}

fn within(source: &Source, start: Position, value: &str, offset: usize) -> Option<Position> {
    let before = value.get(..offset)?;
    let header = source.line(start.line);
    let (at, _) = header.char_indices().nth(start.column - 1)?;
    let here = &header[at..];
    if here.starts_with('|') {
        let row = before.matches('\n').count();
        let column = before.rsplit('\n').next()?.chars().count();
        let written = source.line(start.line + 1 + row);
        let read = value.split('\n').nth(row)?;
        // The indent is what the file's line has before the value's.
        let indent = written.strip_suffix(read)?.chars().count();
        return Some(Position { line: start.line + 1 + row, column: indent + column + 1 });
    }
    let quote = usize::from(here.starts_with(['"', '\'']));
    here[quote..]
        .starts_with(before)
        .then_some(Position { line: start.line, column: start.column + quote + before.chars().count() })
}

enum Step<'a> {
    Key(&'a str),
    Index(usize),
}

fn steps(path: &str) -> Vec<Step<'_>> {
    path.split(['.', '['])
        .filter(|step| !step.is_empty())
        .map(|step| match step.strip_suffix(']').and_then(|index| index.parse().ok()) {
            Some(index) => Step::Index(index),
            None => Step::Key(step),
        })
        .collect()
}

#[derive(Clone, Copy)]
struct Seek<'a> {
    steps: &'a [Step<'a>],
    text: &'a RefCell<Option<String>>,
}

impl Seek<'_> {
    fn scalar<E: Error>(self) -> Result<(), E> {
        if self.steps.is_empty() { Err(E::custom("here")) } else { Ok(()) }
    }
}

impl<'de> DeserializeSeed<'de> for Seek<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seek<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value without a tag")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.scalar()
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        self.scalar()
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        self.scalar()
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        self.scalar()
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        self.scalar()
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        if self.steps.is_empty() {
            self.text.replace(Some(text.to_owned()));
        }
        self.scalar()
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        let wanted = match self.steps.first() {
            None => return Err(A::Error::custom("here")),
            Some(Step::Index(index)) => Some(*index),
            Some(Step::Key(_)) => None,
        };
        for index in 0.. {
            let more = if wanted == Some(index) {
                seq.next_element_seed(Seek { steps: &self.steps[1..], ..self })?
            } else {
                seq.next_element::<IgnoredAny>()?.map(|_| ())
            };
            if more.is_none() {
                break;
            }
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let wanted = match self.steps.first() {
            None => return Err(A::Error::custom("here")),
            Some(Step::Key(key)) => Some(*key),
            Some(Step::Index(_)) => None,
        };
        while let Some(key) = map.next_key::<String>()? {
            if wanted == Some(key.as_str()) {
                map.next_value_seed(Seek { steps: &self.steps[1..], ..self })?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}
