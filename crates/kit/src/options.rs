//! The options of a family, and requests: plain data, described by their schema.
//!
//! The schema is the only description of the data: command-line arguments, completion, forms and bindings are made
//! from it. The first paragraph of a field's description is the help of its argument. Keys that JSON schemas don't have
//! begin with `x-`. Those of a field:
//!
//! | key | meaning |
//! | --- | --- |
//! | `x-verbs` | the verbs that have the option; all if it is missing |
//! | `x-name` | the argument's name, if it isn't the field's |
//! | `x-value` | the placeholder for a value in the help |
//! | `x-unit` | `s` for seconds, which the command line takes with their unit: `500ms`, `2m` |
//! | `x-flag` | the argument takes no value; if it is given, the field has this value |
//! | `x-position` | whether the argument is a word without `--` before it |
//! | `x-required` | whether the argument must be given |
//! | `x-conflicts`, `x-requires`, `x-requires-any` | arguments that exclude it, that it needs, of which it needs one |
//! | `x-separator` | what separates the values of a list, which may then also be `all` or `none` |
//! | `x-hyphens` | whether values may begin with `-` |
//! | `x-file` | whether the value is the content of a file, which the argument names |
//!
//! Those of an object: `x-arguments` lists the fields that are arguments, in the order of the help, by paths such as
//! `ask.formula`, which stands for all arguments of that object; `x-chosen-by` lists the arguments that choose a request
//! among those which share a command.

use schemars::{JsonSchema, Schema, generate::SchemaSettings};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

/// The options of a family, or of its generator.
pub trait Options:
    Clone + Default + Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static
{
    /// Reads the options from a request.
    ///
    /// # Errors
    ///
    /// Names the option that doesn't exist or whose value is wrong, and says what is expected.
    fn read(values: &Map<String, Value>) -> Result<Self, OptionsError> {
        if values.is_empty() {
            return Ok(Self::default());
        }
        only_known(values, &schema_of::<Self>())?;
        serde_path_to_error::deserialize(Value::Object(values.clone())).map_err(OptionsError::of)
    }
}

impl<T: Clone + Default + Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static> Options for T {}

/// Rejects options that the schema doesn't have.
fn only_known(values: &Map<String, Value>, schema: &Schema) -> Result<(), OptionsError> {
    let known: Vec<&str> = match schema.get("properties") {
        Some(Value::Object(properties)) => properties.keys().map(String::as_str).collect(),
        _ => Vec::new(),
    };
    let Some(other) = values.keys().find(|key| !known.contains(&key.as_str())) else { return Ok(()) };
    let message = format!("there is no option '{other}'");
    Err(OptionsError(match known.as_slice() {
        [] => message,
        [only] => format!("{message}, only '{only}'"),
        [most @ .., last] => format!("{message}, only '{}' and '{last}'", most.join("', '")),
    }))
}

/// The error of an option.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct OptionsError(pub String);

impl OptionsError {
    fn of(error: serde_path_to_error::Error<serde_json::Error>) -> Self {
        let path = error.path().to_string();
        let option = if path == "." { String::new() } else { format!("option '{path}': ") };
        OptionsError(format!("{option}{}", error.into_inner()))
    }
}

impl From<OptionsError> for crate::Error {
    fn from(error: OptionsError) -> Self {
        crate::Error::request(error.0)
    }
}

/// This family has no options.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoOptions {}

/// The schema of options, with all parts inline and no references.
#[must_use]
pub fn schema_of<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    settings.into_generator().into_root_schema_for::<T>()
}

/// The value of an option that names a file: the file's content, so that a request is complete in itself. Its schema
/// has the key `x-file`; a command reads the file that the user names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("x-file" = true))]
pub struct TextFile {
    /// The name of the file, for error messages.
    pub name: String,
    /// The content of the file.
    pub text: String,
}

impl TextFile {
    /// The text with its name, to be read with positions.
    #[must_use]
    pub fn to_source(&self) -> jigsat_input::Source {
        jigsat_input::Source::new(&self.name, &self.text)
    }
}
