//! `rules`: the rules of a family in words, with an example and its solution.

use std::{borrow::Cow, io, path::Path, sync::Arc};

use jigsat_grid::Picture;
use jigsat_input::quote;
use jigsat_kit::{Error, Info, SearchOptions, Text, TextFile};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    AnyFamily, Ask, Context, Solution, SolveRequest, Status,
    asked::{Asked, OfOther},
    board::Board,
    families, family, names, nth,
    record::SCHEMA,
    verb::{About, Forms, Listener, Needs, Part, Subject, Teller, Verb},
};

/// Tells the rules of a family, with an example.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("x-arguments" = ["of", "example", "timeout_s"]))]
pub struct RulesRequest {
    /// A genre or another family; without one, all are listed with a line each.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-position" = true, "x-value" = "GENRE"))]
    pub of: Option<String>,
    /// The puzzle that is shown with its solution, the first of a file with several (default: one that comes with jigsat).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "PUZZLE"))]
    pub example: Option<TextFile>,
    /// Time limit for solving the example, in seconds.
    #[schemars(range(min = 0.0), extend("x-name" = "timeout", "x-unit" = "s"))]
    pub timeout_s: f64,
}

impl Default for RulesRequest {
    fn default() -> Self {
        RulesRequest { of: None, example: None, timeout_s: 10.0 }
    }
}

/// The rules of families.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RulesRecord {
    /// The version of this format.
    pub schema: u32,
    /// The families: the one that was asked about, otherwise all whose puzzles have rules in common.
    pub families: Vec<FamilyRulesRecord>,
    /// A puzzle of the family that was asked about, if there is one at hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<ExampleRecord>,
}

/// The rules of a family.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FamilyRulesRecord {
    /// The family's name in requests.
    pub family: Cow<'static, str>,
    /// A description of its puzzles in one line.
    pub about: Cow<'static, str>,
    /// The name of its puzzles, and further names: `Akari, or Light Up`.
    pub title: String,
    /// What is to be done.
    pub task: String,
    /// The rules.
    pub rules: Vec<String>,
    /// Sentences about special cases, and about how boards are written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// A puzzle and its solution.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ExampleRecord {
    /// The file's name, or `argument` for a text on the command line.
    pub file: Arc<str>,
    /// The puzzle in its shortest format; left out if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Its solution; left out if none was found within the time limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Value>")]
    pub solution: Option<Solution>,
}

impl FamilyRulesRecord {
    /// A line with names and what is to be done, numbered rules, and other lines; a line goes on if the next one begins with
    /// a space, or if its sentence is not at its end.
    fn of(info: &Info) -> Self {
        let mut lines: Vec<String> = Vec::new();
        for line in info.rules.lines() {
            match lines.last_mut().filter(|last| line.starts_with(' ') || !last.ends_with('.')) {
                Some(last) => *last += &format!(" {}", line.trim()),
                None => lines.push(line.to_owned()),
            }
        }
        let head = if lines.is_empty() { String::new() } else { lines.remove(0) };
        let (title, task) = head.split_once(". ").unwrap_or((&head, ""));
        let rule = |line: &String| {
            let (number, rule) = line.split_once(". ")?;
            number.bytes().all(|byte| byte.is_ascii_digit()).then(|| rule.to_owned())
        };
        FamilyRulesRecord {
            family: info.name.clone(),
            about: info.about.clone(),
            title: title.to_owned(),
            task: task.to_owned(),
            rules: lines.iter().filter_map(rule).collect(),
            notes: lines.iter().filter(|line| rule(line).is_none()).cloned().collect(),
        }
    }
}

impl Verb for RulesRequest {
    const ABOUT: About = About {
        name: "rules",
        command: Some("rules"),
        group: "Understand",
        purpose: "Tells the rules of a genre in words, with an example and its solution",
        more: "Examples:\n  jigsat rules\n  jigsat rules akari\n  jigsat rules my.qprop --example board.txt",
        subject: Subject::Nothing,
        forms: Forms::Records,
        record: "what rules prints",
        picture: "Also draws the solution of the example",
    };

    type Record = RulesRecord;
    type Answer = Rules;

    fn needs(&mut self) -> Needs<'_> {
        Needs { at_most: vec![&mut self.timeout_s], ..Needs::default() }
    }
}

impl OfOther for RulesRequest {
    fn answer(&self, about: Asked<'_>, context: &Context, listener: &mut Listener<'_>) -> Result<(), Error> {
        let named = self.of.as_deref().map(|name| {
            let unknown =
                || Error::request(format!("there is no family {}; 'rules' alone lists all", quote(name)));
            family(&name.to_lowercase().replace([' ', '_'], "-")).ok_or_else(unknown)
        });
        let of = match (named.transpose()?, about.family) {
            (Some(named), Some(other)) if named.info().name != other.info().name => {
                let (named, other) = (&named.info().name, &other.info().name);
                return Err(Error::request(format!("rules of two families, {other} and {named}: name one")));
            }
            (Some(named), _) => Some(named),
            (None, family) => family,
        };
        listener(Box::new(rules(self, of, context)?), false)
    }
}

fn rules(request: &RulesRequest, of: Option<&dyn AnyFamily>, context: &Context) -> Result<Rules, Error> {
    let record = |families| RulesRecord { schema: SCHEMA, families, example: None };
    let Some(of) = of else {
        if request.example.is_some() {
            return Err(Error::request("name the family of the example"));
        }
        let infos = families().map(AnyFamily::info).filter(|info| !info.rules.is_empty());
        return Ok(Rules { record: record(infos.map(FamilyRulesRecord::of).collect()), drawn: None });
    };
    let info = of.info();
    if info.rules.is_empty() {
        let message = format!("the puzzles of {} have no rules in common: each states its own", info.name);
        return Err(Error::request(message));
    }
    let mut record = record(vec![FamilyRulesRecord::of(info)]);
    let Some(text) = example(request, info, context) else { return Ok(Rules { record, drawn: None }) };
    let ask = Ask {
        search: SearchOptions { timeout_s: Some(request.timeout_s), ..SearchOptions::default() },
        ..Ask::default()
    };
    let board = nth(&*of.prepare(&ask)?, text, 1, &*context.files)?;
    let solved = board.ask(&SolveRequest { ask, ..SolveRequest::default() }, context)?;
    let written = ["plain", "yaml"].into_iter().find_map(|format| board.write(format).ok());
    record.example = Some(ExampleRecord {
        file: Arc::clone(board.file()),
        text: written.and_then(|bytes| String::from_utf8(bytes).ok()),
        solution: solved.solution().cloned(),
    });
    Ok(Rules { record, drawn: Some(board) })
}

/// The text of the example: the one that was given, otherwise the one that the family's help names, if that can be read.
fn example(request: &RulesRequest, info: &Info, context: &Context) -> Option<Text> {
    if let Some(file) = &request.example {
        return Some(Text::of_string(file.name.as_str(), file.text.clone()));
    }
    let path = info.example.split(' ').find(|word| word.starts_with("puzzles/"))?;
    let bytes = context.files.read(Path::new(path)).ok()?;
    Some(Text::of_string(path, String::from_utf8(bytes).ok()?))
}

/// The answer to a [`RulesRequest`].
pub struct Rules {
    /// The record.
    pub record: RulesRecord,
    /// The board of the example.
    drawn: Option<Arc<dyn Board>>,
}

impl Rules {
    fn solution(&self) -> Option<&Solution> {
        self.record.example.as_ref()?.solution.as_ref()
    }
}

impl Part for Rules {
    fn status(&self) -> Status {
        Status::Solved
    }

    fn record(&self) -> Option<&dyn erased_serde::Serialize> {
        Some(&self.record)
    }

    fn words(&self) -> String {
        let [family] = &self.record.families[..] else {
            let width = names().into_iter().map(str::len).max().unwrap_or_default();
            let line = |of: &FamilyRulesRecord| format!("{:width$}  {}", of.family, of.about);
            return self.record.families.iter().map(line).collect::<Vec<_>>().join("\n");
        };
        let head = format!("{}. {}", family.title, family.task);
        let rules = (1..).zip(&family.rules).map(|(number, rule)| format!("{number}. {rule}"));
        [head].into_iter().chain(rules).chain(family.notes.iter().cloned()).collect::<Vec<_>>().join("\n")
    }

    fn tell(&self, teller: &mut dyn Teller) -> io::Result<()> {
        if self.record.families.len() > 1 {
            return teller.line(&self.words());
        }
        self.words().lines().try_for_each(|line| teller.sentence(line))?;
        let Some(board) = &self.drawn else { return Ok(()) };
        teller.line("\nAn example:")?;
        teller.picture(&*board.draw(None))?;
        let Some(solution) = self.solution() else { return Ok(()) };
        teller.line("Its solution:")?;
        teller.picture(&*board.draw(Some(solution)))
    }

    fn picture(&self) -> Option<Box<dyn Picture>> {
        self.drawn.as_ref().map(|board| board.draw(self.solution()))
    }
}
