//! Command-line arguments from the schemas of options: help, ranges, values and conflicts all come from there.

use std::collections::BTreeMap;

use clap::{Arg, ArgAction, ArgMatches, Command, builder::PossibleValuesParser};
use schemars::Schema;
use serde_json::{Map, Value};

use super::value::{decimal, number};

/// The options of a schema that a verb has, in their order.
fn properties<'s>(
    schema: &'s Schema,
    verb: &'s str,
) -> impl Iterator<Item = (&'s str, &'s Map<String, Value>)> {
    let all = schema.get("properties").and_then(Value::as_object);
    all.into_iter().flatten().filter_map(move |(name, property)| {
        let property = property.as_object()?;
        let verbs = property.get("x-verbs").and_then(Value::as_array);
        let is_had = verbs.is_none_or(|verbs| verbs.iter().any(|known| known == verb));
        is_had.then_some((name.as_str(), property))
    })
}

/// Describes a command as the schema of its options does: in a sentence, and by an example.
pub fn described(command: Command, schema: &Schema) -> Command {
    let text = |key: &str| schema.get(key).and_then(Value::as_str);
    let command = match text("description") {
        Some(words) => command.about(help(words)),
        None => command,
    };
    match text("x-example") {
        Some(example) => command.after_long_help(format!("Example:\n  jigsat {example}")),
        None => command,
    }
}

/// Adds the options of a schema to a verb's command.
pub fn with_options(command: Command, schema: &Schema, verb: &str) -> Command {
    let known: Vec<String> = command.get_arguments().map(|arg| arg.get_id().to_string()).collect();
    let names: Vec<&str> = properties(schema, verb).map(|(name, _)| name).collect();
    let is_there = |id: &&str| known.iter().any(|known| known == id) || names.contains(id);
    let args = properties(schema, verb).map(|(name, property)| {
        let conflicts = property.get("x-conflicts").and_then(Value::as_array).into_iter().flatten();
        let conflicts = conflicts.filter_map(Value::as_str).filter(is_there);
        arg(name, property).conflicts_with_all(conflicts.map(str::to_owned).collect::<Vec<_>>())
    });
    command.args(args.collect::<Vec<_>>())
}

/// An option as an argument.
fn arg(name: &str, property: &Map<String, Value>) -> Arg {
    let text = |key: &str| property.get(key).and_then(Value::as_str);
    let words = name.replace('_', "-");
    let mut arg = Arg::new(name.to_owned()).long(words).help(help(text("description").unwrap_or_default()));
    let kind = Kind::of(property);
    if kind == Kind::Flag {
        return arg.action(ArgAction::SetTrue);
    }
    arg = arg.value_name(text("x-value").unwrap_or(kind.value_name()).to_owned());
    let choices = choices(property);
    if !choices.is_empty() && kind != Kind::List {
        arg = arg.value_parser(PossibleValuesParser::new(choices));
    } else if let Kind::Integer = kind {
        let bound = |key: &str| property.get(key).and_then(Value::as_u64);
        let (least, most) = (bound("minimum").unwrap_or(0), bound("maximum").unwrap_or(u64::MAX));
        arg = arg.value_parser(number(least..=most));
    } else if let Kind::Number = kind {
        arg = arg.value_parser(decimal);
    }
    match property.get("default") {
        // No default, or one that is not shown.
        None | Some(Value::Null | Value::Array(_)) => arg = arg.hide_default_value(true),
        Some(Value::String(value)) => arg = arg.default_value(value.clone()),
        Some(value) => arg = arg.default_value(value.to_string()),
    }
    if kind == Kind::List { arg.action(ArgAction::Append) } else { arg }
}

/// The first paragraph of a description, without its full stop.
fn help(description: &str) -> String {
    let first = description.split("\n\n").next().unwrap_or_default().replace('\n', " ");
    first.strip_suffix('.').map_or(first.clone(), str::to_owned)
}

/// The kind of an option's values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Flag,
    Integer,
    Number,
    Text,
    /// Several texts: a repeatable option, or one with a separator.
    List,
    /// A file, whose content is the value.
    File,
}

impl Kind {
    fn of(property: &Map<String, Value>) -> Self {
        if is_file(property) {
            return Kind::File;
        }
        let is = |wanted: &str| match property.get("type") {
            Some(Value::String(kind)) => kind == wanted,
            Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == wanted),
            _ => false,
        };
        match () {
            () if is("boolean") => Kind::Flag,
            () if is("integer") => Kind::Integer,
            () if is("number") => Kind::Number,
            () if is("array") => Kind::List,
            () => Kind::Text,
        }
    }

    fn value_name(self) -> &'static str {
        match self {
            Kind::Flag => "",
            Kind::Integer | Kind::Number => "N",
            Kind::Text | Kind::List => "NAME",
            Kind::File => "FILE",
        }
    }
}

/// The alternatives of a schema, itself included: an option that may be left out is one of several.
fn alternatives(property: &Map<String, Value>) -> Vec<&Map<String, Value>> {
    let mut all = vec![property];
    for key in ["anyOf", "oneOf", "allOf"] {
        let inner = property.get(key).and_then(Value::as_array).into_iter().flatten();
        all.extend(inner.filter_map(Value::as_object).flat_map(alternatives));
    }
    all
}

fn is_file(property: &Map<String, Value>) -> bool {
    alternatives(property).iter().any(|schema| schema.get("x-file") == Some(&Value::Bool(true)))
}

/// The names that a value may have, if they are listed.
fn choices(property: &Map<String, Value>) -> Vec<String> {
    let mut names = Vec::new();
    for schema in alternatives(property) {
        names.extend(schema.get("const").and_then(Value::as_str).map(str::to_owned));
        let listed = schema.get("enum").and_then(Value::as_array).into_iter().flatten();
        names.extend(listed.filter_map(Value::as_str).map(str::to_owned));
    }
    names
}

/// The options that were given, in the form of a request; those whose values are files, with the words that name them.
pub fn values(
    matches: &ArgMatches,
    schema: &Schema,
    verb: &str,
) -> (Map<String, Value>, BTreeMap<String, String>) {
    let (mut values, mut files) = (Map::new(), BTreeMap::new());
    for (name, property) in properties(schema, verb) {
        if matches.value_source(name) != Some(clap::parser::ValueSource::CommandLine) {
            continue;
        }
        let text = || matches.get_one::<String>(name).cloned().unwrap_or_default();
        let value = match Kind::of(property) {
            Kind::Flag => Value::Bool(matches.get_flag(name)),
            Kind::Integer => matches.get_one::<u64>(name).copied().unwrap_or_default().into(),
            Kind::Number => matches.get_one::<f64>(name).copied().unwrap_or_default().into(),
            Kind::Text => Value::String(text()),
            Kind::List => {
                let separator = property.get("x-separator").and_then(Value::as_str);
                let given: Vec<&str> =
                    matches.get_many::<String>(name).into_iter().flatten().map(String::as_str).collect();
                let items = property.get("items").and_then(Value::as_object);
                match (separator, &given[..]) {
                    (Some(_), ["none"]) => Value::Array(Vec::new()),
                    (Some(_), ["all"]) => Value::from(items.map(choices).unwrap_or_default()),
                    (Some(separator), given) => {
                        Value::from(given.iter().flat_map(|word| word.split(separator)).collect::<Vec<_>>())
                    }
                    (None, given) => Value::from(given.to_vec()),
                }
            }
            Kind::File => {
                files.insert(name.to_owned(), text());
                continue;
            }
        };
        values.insert(name.to_owned(), value);
    }
    (values, files)
}
