//! A command about puzzles, as it was given.

use clap::ArgMatches;
use jigsat_input::ParseError;
use jigsat_kit::Patience;
use jigsat_workbench::{
    AnyFamily, Request,
    verb::Subject,
    verbs::{Entry, VERBS},
};
use schemars::Schema;
use serde_json::{Map, Value};

use super::{
    own::OwnArgs,
    schema::{Fields, Given, about_request, insert},
};
use crate::{exit::Failure, input};

/// A command about puzzles: verbs that share its name. The first is asked unless an argument chooses another one.
pub struct PuzzleCommand {
    pub name: &'static str,
    pub verbs: Vec<&'static Entry>,
}

/// The commands about puzzles; the first is the default.
pub fn puzzle_commands() -> Vec<PuzzleCommand> {
    let mut commands: Vec<PuzzleCommand> = Vec::new();
    for verb in VERBS {
        let Some(name) = verb.about.command else { continue };
        match commands.iter_mut().find(|command| command.name == name) {
            Some(command) => command.verbs.push(verb),
            None => commands.push(PuzzleCommand { name, verbs: vec![verb] }),
        }
    }
    // A verb that shares a command with the name of another one comes behind that.
    for command in &mut commands {
        command.verbs.sort_by_key(|verb| verb.about.name != command.name);
    }
    commands
}

impl PuzzleCommand {
    /// What fronts say about it.
    pub fn main(&self) -> &'static Entry {
        self.verbs[0]
    }

    /// The schema of a family's own options for it.
    pub fn options_of(&self, family: &dyn AnyFamily) -> Option<Schema> {
        if self.makes() { family.generator_options() } else { Some(family.options()) }
    }

    /// Whether a family has it: some make no puzzles.
    pub fn is_of(&self, family: &dyn AnyFamily) -> bool {
        !self.makes() || family.generator_options().is_some()
    }

    /// Whether its first word is a puzzle.
    pub fn takes_a_puzzle(&self) -> bool {
        !matches!(self.main().about.subject, Subject::Family | Subject::Files | Subject::Nothing)
    }

    /// Whether it makes puzzles instead of taking one.
    pub fn makes(&self) -> bool {
        self.main().about.subject == Subject::Family
    }
}

/// A command about puzzles, as it was given.
#[derive(Clone)]
pub struct Call {
    /// The verb that is asked.
    pub verb: &'static Entry,
    /// The family, if it was named.
    pub family: Option<&'static dyn AnyFamily>,
    /// The word that names the puzzle.
    pub puzzle: Option<String>,
    /// Where the answer goes, and how.
    pub own: OwnArgs,
    /// The request.
    given: Given,
    /// The family's own options.
    options: Given,
}

impl Call {
    /// Reads the arguments of a command.
    pub fn read(
        command: &PuzzleCommand,
        family: Option<&'static dyn AnyFamily>,
        matches: &ArgMatches,
    ) -> Self {
        let chosen = |verb: &&&Entry| {
            let names = about_request(verb).get("x-chosen-by").and_then(Value::as_array);
            names.is_some_and(|names| Fields::are_given(names, matches))
        };
        let verb = command.verbs[1..].iter().find(chosen).copied().unwrap_or(command.main());
        let schema = family.and_then(|family| command.options_of(family));
        let options =
            schema.map(|schema| Fields::of_options(&schema, command.name).given(matches)).unwrap_or_default();
        Call {
            verb,
            family,
            puzzle: matches.try_get_one::<String>("puzzle").ok().flatten().cloned(),
            own: OwnArgs::read(matches),
            given: Fields::of_verb(verb).given(matches),
            options,
        }
    }

    /// The same about a puzzle whose family is to be found, which the options of a family depend on.
    #[must_use]
    pub fn of_any_family(self) -> Self {
        Call { family: None, options: Given::default(), ..self }
    }

    /// The same about a puzzle of that family, if neither a family nor an option of one was given.
    #[must_use]
    pub fn of_family(self, family: Option<&'static dyn AnyFamily>) -> Self {
        Call { family, ..self }
    }

    /// The form of the answer.
    pub fn form(&self) -> &str {
        self.own.format.as_deref().unwrap_or(self.verb.about.forms.shared()[0])
    }

    /// The time limit in seconds, if one was given.
    pub fn timeout_s(&self) -> Option<f64> {
        let values = &self.given.values;
        let search = values.get("ask").and_then(|ask| ask.get("search"));
        search.and_then(|search| search.get("timeout_s")).or(values.get("timeout_s"))?.as_f64()
    }

    /// The request; reads the files that it names.
    pub fn request(&self, patience: &Patience) -> Result<Request, Failure> {
        let mut values = self.given.values.clone();
        read_files(&self.given, &mut values, patience)?;
        let mut options = self.options.values.clone();
        read_files(&self.options, &mut options, patience)?;
        if !options.is_empty() {
            let is_in_ask =
                about_request(self.verb).get("properties").is_some_and(|all| all.get("ask").is_some());
            let place: &[&str] = if is_in_ask { &["ask", "options"] } else { &["options"] };
            let place: Vec<String> = place.iter().map(|&name| name.to_owned()).collect();
            insert(&mut values, &place, Value::Object(options));
        }
        (self.verb.read)(&Value::Object(values).to_string()).map_err(|misread| {
            let argument = Fields::of_verb(self.verb).argument_at(&misread.path);
            Failure::usage(match argument {
                Some(argument) => format!("invalid value for '{argument}': {}", misread.message),
                None => misread.message,
            })
        })
    }
}

/// Puts the contents of files where their words belong.
fn read_files(given: &Given, values: &mut Map<String, Value>, patience: &Patience) -> Result<(), ParseError> {
    for (path, (words, are_several)) in &given.files {
        let mut files = Vec::new();
        for word in words {
            let file = input::file(word, patience)?;
            files.push(serde_json::to_value(file).expect("a file is plain data"));
        }
        let value = if *are_several { Value::Array(files) } else { files.pop().unwrap_or_default() };
        insert(values, path, value);
    }
    Ok(())
}
