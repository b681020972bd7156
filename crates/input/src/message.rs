//! Texts for people that name fields of a request.

use std::fmt::{self, Display};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

/// A text for people. Where it names a field of a request, each front shows the field in its own way: the command as an
/// option, `--engine sat`, and JSON as a field, `` `engine: sat` ``, which is also what `Display` writes.
///
/// A text that is a part of the program puts fields between backticks. A text that was put together at run time has no
/// fields, whatever it contains.
///
/// ```
/// use jigsat_input::Message;
///
/// let message = Message::from("an address holds no variants; use `format: yaml`");
/// assert_eq!(message.to_string(), "an address holds no variants; use `format: yaml`");
/// let option = |name: &str, value: Option<&str>| format!("--{name} {}", value.unwrap_or_default());
/// assert_eq!(message.shown(&option), "an address holds no variants; use --format yaml");
///
/// let message = Message::with("there is no rule {}: look at `drop`", &[&"`amo: pairs`"]);
/// assert_eq!(message.shown(&option).trim_end(), "there is no rule `amo: pairs`: look at --drop");
/// assert_eq!(Message::from(String::from("`drop`")).shown(&option), "`drop`");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message(Vec<Piece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Words(String),
    Field { name: String, value: Option<String> },
}

/// How a front shows a field, and its value if the text has one.
pub type Naming<'n> = dyn Fn(&str, Option<&str>) -> String + 'n;

impl Message {
    /// A text with fields, and with values where it has `{}`.
    #[must_use]
    pub fn with(text: &'static str, values: &[&dyn Display]) -> Self {
        let mut values = values.iter();
        let mut fill = |text: &str| {
            let mut filled = String::new();
            for (place, part) in text.split("{}").enumerate() {
                if place > 0 {
                    filled += &values.next().map(ToString::to_string).unwrap_or_default();
                }
                filled += part;
            }
            filled
        };
        let piece = |(place, part): (usize, &str)| match part.split_once(": ") {
            _ if place % 2 == 0 => Piece::Words(fill(part)),
            Some((name, value)) => Piece::Field { name: fill(name), value: Some(fill(value)) },
            None => Piece::Field { name: fill(part), value: None },
        };
        Message(text.split('`').enumerate().map(piece).collect())
    }

    /// This text, and another one behind it.
    #[must_use]
    pub fn and(mut self, more: impl Into<Message>) -> Self {
        self.0.extend(more.into().0);
        self
    }

    /// The text with its fields as a front shows them.
    #[must_use]
    pub fn shown(&self, naming: &Naming<'_>) -> String {
        let piece = |piece: &Piece| match piece {
            Piece::Words(words) => words.clone(),
            Piece::Field { name, value } => naming(name, value.as_deref()),
        };
        self.0.iter().map(piece).collect()
    }

    /// The same text with each part changed.
    pub(crate) fn map(self, change: impl Fn(&str) -> String) -> Self {
        let piece = |piece| match piece {
            Piece::Words(words) => Piece::Words(change(&words)),
            Piece::Field { name, value } => Piece::Field { name, value: value.as_deref().map(&change) },
        };
        Message(self.0.into_iter().map(piece).collect())
    }
}

impl From<&'static str> for Message {
    fn from(text: &'static str) -> Self {
        Message::with(text, &[])
    }
}

impl From<String> for Message {
    fn from(words: String) -> Self {
        Message(vec![Piece::Words(words)])
    }
}

impl Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown(&|name, value| match value {
            Some(value) => format!("`{name}: {value}`"),
            None => format!("`{name}`"),
        }))
    }
}

impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl JsonSchema for Message {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Message".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}
