//! Command-line arguments from the schemas of requests and of options: help, ranges, values and conflicts all come from
//! there; see `crates/kit/src/options.rs` for the keys of these schemas.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    sync::{Arc, LazyLock, OnceLock},
};

use clap::{
    Arg, ArgAction, ArgGroup, ArgMatches, Command,
    builder::{PossibleValuesParser, ValueParser},
    parser::ValueSource,
};
use jigsat_workbench::verbs::{Entry, VERBS};
use schemars::Schema;
use serde_json::{Map, Value};

use super::value::{decimal, duration, number, solver_or_auto};

/// The fields of a schema that are arguments, in the order of the help.
#[derive(Clone)]
pub struct Fields(Vec<Arc<Field>>);

/// A field that is an argument.
struct Field {
    /// Where its value is in the data.
    path: Vec<String>,
    property: Map<String, Value>,
}

/// What was given on a command line, in the form of the data.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// The values that are known.
    pub values: Map<String, Value>,
    /// The words that name files, whose contents are values: several for a list.
    pub files: BTreeMap<Vec<String>, (Vec<String>, bool)>,
}

impl Fields {
    /// Those of a request, taken out of its schema.
    pub fn of_request(schema: &mut Schema) -> Self {
        let mut fields = Vec::new();
        if let Some(schema) = schema.as_object_mut() {
            collect(schema, &[], &mut fields);
        }
        Fields(fields)
    }

    /// Those of a verb's request.
    pub fn of_verb(verb: &Entry) -> &'static Self {
        &made(verb).1
    }

    /// Those of options that a verb has.
    pub fn of_options(schema: &Schema, verb: &str) -> Self {
        let all = schema.get("properties").and_then(Value::as_object);
        let fields = all.into_iter().flatten().filter_map(|(name, property)| {
            let property = property.as_object()?;
            let verbs = property.get("x-verbs").and_then(Value::as_array);
            let is_had = verbs.is_none_or(|verbs| verbs.iter().any(|known| known == verb));
            is_had.then(|| Arc::new(Field { path: vec![name.clone()], property: property.clone() }))
        });
        Fields(fields.collect())
    }

    /// These, and those of others whose names are new.
    #[must_use]
    pub fn and(mut self, others: Self) -> Self {
        for other in others.0 {
            if self.0.iter().all(|field| field.name() != other.name()) {
                self.0.push(other);
            }
        }
        self
    }

    /// Those that words name or must name, those that these need, and those that have no name.
    #[must_use]
    pub fn named_in(self, words: &[OsString]) -> Self {
        let words: Vec<&str> = words.iter().filter_map(|word| word.to_str()?.strip_prefix("--")).collect();
        let is_named = |field: &Field| {
            let option = field.option();
            let is_it = |word: &&str| word.split('=').next() == option.strip_prefix("--");
            field.is("x-position") || field.is("x-required") || words.iter().any(is_it)
        };
        let (mut kept, mut others): (Vec<_>, Vec<_>) = self.0.into_iter().partition(|field| is_named(field));
        let mut place = 0;
        while let Some(field) = kept.get(place).cloned() {
            for needed in field.listed("x-requires").chain(field.listed("x-requires-any")) {
                kept.extend(others.extract_if(.., |other| other.name() == needed));
            }
            place += 1;
        }
        Fields(kept)
    }

    /// Those whose names no argument of a command has.
    #[must_use]
    pub fn not_in(mut self, command: &Command) -> Self {
        self.0.retain(|field| command.get_arguments().all(|arg| arg.get_id() != field.name()));
        self
    }

    /// Adds their arguments to a command.
    pub fn add_to(&self, command: Command) -> Command {
        let known: Vec<String> = command.get_arguments().map(|arg| arg.get_id().to_string()).collect();
        let names: Vec<&str> = self.0.iter().map(|field| field.name()).collect();
        let is_there = |id: &&str| known.iter().any(|known| known == id) || names.contains(id);
        let args = self.0.iter().map(|field| {
            let conflicts = field.listed("x-conflicts").filter(is_there).map(str::to_owned);
            field.arg(self).conflicts_with_all(conflicts.collect::<Vec<_>>())
        });
        let command = command.args(args);
        let groups =
            self.0.iter().filter_map(|field| Some((field.any_of()?, field.listed("x-requires-any"))));
        groups.fold(command, |command, (name, args)| {
            let group = ArgGroup::new(name).multiple(true);
            command.group(group.args(args.filter(is_there).map(str::to_owned).collect::<Vec<_>>()))
        })
    }

    /// Whether one of these arguments was given.
    pub fn are_given(names: &[Value], matches: &ArgMatches) -> bool {
        names.iter().filter_map(Value::as_str).any(|name| is_given(matches, name))
    }

    /// The values that were given.
    pub fn given(&self, matches: &ArgMatches) -> Given {
        let mut given = Given::default();
        for field in self.0.iter().filter(|field| is_given(matches, field.name())) {
            match field.value(matches) {
                Ok(Some(value)) => insert(&mut given.values, &field.path, value),
                Ok(None) => {}
                Err(words) => {
                    given.files.insert(field.path.clone(), (words, Kind::of(&field.property) == Kind::Files));
                }
            }
        }
        given
    }

    /// Whether one of them must be given.
    pub fn need_more(&self) -> bool {
        let is_needed = |field: &Arc<Field>| {
            let kind = Kind::of(&field.property);
            let is_word = field.is("x-position") && kind != Kind::Files && !is_nullable(&field.property);
            is_word || field.is("x-required")
        };
        self.0.iter().any(is_needed)
    }

    fn named(&self, name: &str) -> Option<&Field> {
        let found = self.0.iter().find(|field| field.path.last().is_some_and(|last| last == name));
        found.map(AsRef::as_ref)
    }

    /// The argument whose value is at that place in the data: `ask.search.solver`.
    pub fn argument_at(&self, path: &str) -> Option<String> {
        let is_it = |field: &&Arc<Field>| {
            let place = field.path.join(".");
            path == place || path.strip_prefix(&place).is_some_and(|rest| rest.starts_with(['.', '[']))
        };
        self.0.iter().find(is_it).map(|field| field.option())
    }
}

/// What the schema of a verb's request says apart from its fields.
pub fn about_request(verb: &Entry) -> &'static Schema {
    &made(verb).0
}

/// The rest of the schema of a verb's request, and its fields, which are made once.
fn made(verb: &Entry) -> &'static (Schema, Fields) {
    static ALL: LazyLock<Vec<OnceLock<(Schema, Fields)>>> =
        LazyLock::new(|| VERBS.iter().map(|_| OnceLock::new()).collect());
    let place = VERBS.iter().position(|entry| entry.about.name == verb.about.name);
    ALL[place.expect("every verb is registered")].get_or_init(|| {
        let mut schema = (verb.request)();
        let fields = Fields::of_request(&mut schema);
        (schema, fields)
    })
}

/// A field of a request as an option, `--engine sat`, and the family as a command.
pub fn option(field: &str, value: Option<&str>) -> String {
    if let ("family", Some(family)) = (field, value) {
        return format!("'jigsat {family}'");
    }
    let named = |entry: &Entry| Fields::of_verb(entry).named(field).map(Field::option);
    let option = VERBS.iter().find_map(named);
    let option = option.unwrap_or_else(|| format!("--{}", field.replace('_', "-")));
    value.map_or(option.clone(), |value| format!("{option} {value}"))
}

/// Puts a value at its place, and makes the objects around it.
pub fn insert(values: &mut Map<String, Value>, path: &[String], value: Value) {
    let [name, rest @ ..] = path else { return };
    if rest.is_empty() {
        values.insert(name.clone(), value);
        return;
    }
    let inner = values.entry(name.clone()).or_insert_with(|| Value::Object(Map::new()));
    if let Value::Object(inner) = inner {
        insert(inner, rest, value);
    }
}

/// Takes the arguments of an object out of it.
fn collect(schema: &mut Map<String, Value>, path: &[String], fields: &mut Vec<Arc<Field>>) {
    let Some(Value::Array(listed)) = schema.remove("x-arguments") else { return };
    for listed in listed.iter().filter_map(Value::as_str) {
        let (mut path, mut property) = (path.to_vec(), Some(&mut *schema));
        for name in listed.split('.') {
            path.push(name.to_owned());
            property = property.and_then(|object| property_of(object, name));
        }
        let Some(property) = property else { continue };
        if let Some(object) = alternative(property, &|schema| schema.contains_key("x-arguments")) {
            collect(object, &path, fields);
        } else {
            fields.push(Arc::new(Field { path, property: std::mem::take(property) }));
        }
    }
}

/// A property of an object that may be left out.
fn property_of<'o>(object: &'o mut Map<String, Value>, name: &str) -> Option<&'o mut Map<String, Value>> {
    let has_it =
        |schema: &Map<String, Value>| schema.get("properties").is_some_and(|all| all.get(name).is_some());
    alternative(object, &has_it)?.get_mut("properties")?.get_mut(name)?.as_object_mut()
}

/// The first alternative of a schema, itself included, of which that is true: a field that may be left out is one of several.
fn alternative<'o>(
    schema: &'o mut Map<String, Value>,
    is_it: &dyn Fn(&Map<String, Value>) -> bool,
) -> Option<&'o mut Map<String, Value>> {
    if is_it(schema) {
        return Some(schema);
    }
    let lists = schema.iter_mut().filter(|(key, _)| ALTERNATIVES.contains(&key.as_str()));
    let mut inner =
        lists.filter_map(|(_, list)| list.as_array_mut()).flatten().filter_map(Value::as_object_mut);
    inner.find_map(|schema| alternative(schema, is_it))
}

fn is_given(matches: &ArgMatches, name: &str) -> bool {
    // Some families lack an argument.
    let is_there = matches.ids().any(|id| id.as_str() == name);
    is_there && matches.value_source(name) == Some(ValueSource::CommandLine)
}

impl Field {
    fn text(&self, key: &str) -> Option<&str> {
        self.property.get(key).and_then(Value::as_str)
    }

    /// The words under a key, of which there may be several.
    fn listed(&self, key: &str) -> impl Iterator<Item = &str> {
        let value = self.property.get(key);
        let one = value.and_then(Value::as_str);
        one.into_iter().chain(value.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str))
    }

    /// The name of the argument, with `_` for `-`.
    fn name(&self) -> &str {
        self.text("x-name").unwrap_or_else(|| self.path.last().map_or("", String::as_str))
    }

    fn option(&self) -> String {
        format!("--{}", self.name().replace('_', "-"))
    }

    /// The group of the arguments of which it needs one.
    fn any_of(&self) -> Option<String> {
        self.property.get("x-requires-any").map(|_| format!("{}-needs", self.name()))
    }

    fn is(&self, key: &str) -> bool {
        self.property.get(key) == Some(&Value::Bool(true))
    }

    /// The help: the first paragraph of its description, without its full stop.
    fn help(&self, all: &Fields) -> String {
        let help = help(self.text("description").unwrap_or_default(), all);
        // The unit is part of the value.
        match help.split_once(", in seconds") {
            Some((words, rest)) if self.text("x-unit").is_some() => {
                let examples = if words.starts_with("Time limit") { ": 500ms, 30s, 2m" } else { "" };
                format!("{words}{examples}{rest}")
            }
            _ => help,
        }
    }

    fn arg(&self, all: &Fields) -> Arg {
        let kind = Kind::of(&self.property);
        let mut arg = Arg::new(self.name().to_owned()).help(self.help(all));
        arg = arg.requires_all(self.listed("x-requires").map(str::to_owned));
        if let Some(group) = self.any_of() {
            arg = arg.requires(group);
        }
        if self.is("x-position") {
            let is_optional = kind == Kind::Files || is_nullable(&self.property);
            arg = arg
                .required(!is_optional)
                .value_name(self.text("x-value").map_or_else(|| self.name().to_uppercase(), str::to_owned));
            return if kind == Kind::Files { arg.num_args(0..).action(ArgAction::Append) } else { arg };
        }
        arg = arg.long(self.name().replace('_', "-")).required(self.is("x-required"));
        if kind == Kind::Flag {
            return arg.action(ArgAction::SetTrue);
        }
        arg = arg.value_name(self.text("x-value").unwrap_or(kind.value_name()).to_owned());
        if self.is("x-hyphens") {
            arg = arg.allow_hyphen_values(true);
        }
        if let Some(parser) = self.parser(kind) {
            arg = arg.value_parser(parser);
        }
        match self.default(kind) {
            Some(value) => arg = arg.default_value(value),
            None => arg = arg.hide_default_value(true),
        }
        if matches!(kind, Kind::List | Kind::Files) { arg.action(ArgAction::Append) } else { arg }
    }

    fn parser(&self, kind: Kind) -> Option<ValueParser> {
        let choices = choices(&self.property);
        if !choices.is_empty() && kind != Kind::List {
            return Some(PossibleValuesParser::new(choices).into());
        }
        let bound = |key: &str| self.property.get(key).and_then(Value::as_u64);
        match kind {
            Kind::Integer => {
                let (least, most) = (bound("minimum").unwrap_or(0), bound("maximum").unwrap_or(u64::MAX));
                Some(ValueParser::new(number(least..=most)))
            }
            Kind::Number => Some(ValueParser::new(decimal)),
            Kind::Seconds => Some(ValueParser::new(duration)),
            Kind::Text if self.name() == "solver" => Some(ValueParser::new(solver_or_auto)),
            _ => None,
        }
    }

    /// The default as it is shown, if there is one to show.
    fn default(&self, kind: Kind) -> Option<String> {
        match self.property.get("default")? {
            Value::Null | Value::Object(_) => None,
            Value::String(value) if value.is_empty() => None,
            Value::String(value) => Some(value.clone()),
            Value::Array(values) => {
                let separator = self.text("x-separator")?;
                let values: Vec<&str> = values.iter().filter_map(Value::as_str).collect();
                (!values.is_empty()).then(|| values.join(separator))
            }
            Value::Number(seconds) if kind == Kind::Seconds => Some(format!("{}s", seconds.as_f64()?)),
            value => Some(value.to_string()),
        }
    }

    /// The value that was given; `None` if it is the default in words, and an error with the words that name files.
    fn value(&self, matches: &ArgMatches) -> Result<Option<Value>, Vec<String>> {
        let name = self.name();
        let all = || -> Vec<&str> {
            matches.get_many::<String>(name).into_iter().flatten().map(String::as_str).collect()
        };
        let text = || matches.get_one::<String>(name).cloned().unwrap_or_default();
        Ok(Some(match Kind::of(&self.property) {
            Kind::Flag => match self.property.get("x-flag") {
                _ if !matches.get_flag(name) => return Ok(None),
                Some(value) => value.clone(),
                None => Value::Bool(true),
            },
            Kind::Integer => matches.get_one::<u64>(name).copied().unwrap_or_default().into(),
            Kind::Number => matches.get_one::<f64>(name).copied().unwrap_or_default().into(),
            Kind::Seconds => {
                let time = matches.get_one::<std::time::Duration>(name).copied().unwrap_or_default();
                time.as_secs_f64().into()
            }
            Kind::Text if name == "solver" && text() == "auto" => return Ok(None),
            Kind::Text => Value::String(text()),
            Kind::List => {
                let items = self.property.get("items").and_then(Value::as_object);
                let choices = items.map(choices).unwrap_or_default();
                match (self.text("x-separator"), &all()[..]) {
                    (Some(_), ["none"]) => Value::Array(Vec::new()),
                    (Some(_), ["all"]) if !choices.is_empty() => Value::from(choices),
                    (Some(separator), given) => {
                        let words = given.iter().flat_map(|word| word.split(separator));
                        Value::from(words.map(str::trim).collect::<Vec<_>>())
                    }
                    (None, given) => Value::from(given.to_vec()),
                }
            }
            Kind::File | Kind::Files => return Err(all().into_iter().map(str::to_owned).collect()),
        }))
    }
}

/// Describes a command as the schema of its options does: in a sentence, and by an example.
pub fn described(command: Command, schema: &Schema) -> Command {
    let text = |key: &str| schema.get(key).and_then(Value::as_str);
    let command = match text("description") {
        Some(words) => command.about(help(words, &Fields::of_options(schema, "generate"))),
        None => command,
    };
    match text("x-example") {
        Some(example) => command.after_long_help(format!("Example:\n  jigsat {example}")),
        None => command,
    }
}

/// The first paragraph of a description, without its full stop. The fields that it names are shown as options.
fn help(description: &str, all: &Fields) -> String {
    let first = description.split("\n\n").next().unwrap_or_default().replace('\n', " ");
    let first = first.strip_suffix('.').unwrap_or(&first);
    let span = |(place, span): (usize, &str)| match all.named(span) {
        _ if place % 2 == 0 => span.to_owned(),
        Some(field) => field.option(),
        None => format!("`{span}`"),
    };
    first.split('`').enumerate().map(span).collect()
}

/// The kind of an argument's values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Flag,
    Integer,
    Number,
    /// A time with its unit.
    Seconds,
    Text,
    /// Several texts: a repeatable argument, or one with a separator.
    List,
    /// A file, whose content is the value.
    File,
    /// Several files.
    Files,
}

impl Kind {
    fn of(property: &Map<String, Value>) -> Self {
        if is_file(property) {
            return Kind::File;
        }
        let items = property.get("items").and_then(Value::as_object);
        let is = |wanted: &str| match property.get("type") {
            Some(Value::String(kind)) => kind == wanted,
            Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == wanted),
            _ => false,
        };
        match () {
            () if items.is_some_and(is_file) => Kind::Files,
            () if property.contains_key("x-flag") || is("boolean") => Kind::Flag,
            () if property.contains_key("x-unit") => Kind::Seconds,
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
            Kind::Seconds => "TIME",
            Kind::Text | Kind::List => "NAME",
            Kind::File | Kind::Files => "FILE",
        }
    }
}

/// The keys of the alternatives of a schema.
const ALTERNATIVES: [&str; 3] = ["anyOf", "oneOf", "allOf"];

/// The alternatives of a schema, itself included.
fn alternatives(property: &Map<String, Value>) -> Vec<&Map<String, Value>> {
    let mut all = vec![property];
    for key in ALTERNATIVES {
        let inner = property.get(key).and_then(Value::as_array).into_iter().flatten();
        all.extend(inner.filter_map(Value::as_object).flat_map(alternatives));
    }
    all
}

fn is_file(property: &Map<String, Value>) -> bool {
    alternatives(property).iter().any(|schema| schema.get("x-file") == Some(&Value::Bool(true)))
}

fn is_nullable(property: &Map<String, Value>) -> bool {
    alternatives(property).iter().any(|schema| match schema.get("type") {
        Some(Value::String(kind)) => kind == "null",
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "null"),
        _ => false,
    })
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
