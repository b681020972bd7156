//! A text in DIMACS CNF.

use std::collections::BTreeSet;

use jigsat_cnf::{Clauses, DimacsPart, ReadError, Stop, Var, read_dimacs_parts};
use jigsat_input::{ParseError, Part, Position, Source, quote};
use jigsat_solve::Limits;

use super::comments::{Comment, split};
use crate::{Dimacs, MAX_VARIABLES, names::Names, puzzle::Group};

/// Why a text was not read.
enum Unread {
    Malformed(ParseError),
    NotDimacs(ReadError),
    Stopped(Stop),
}

impl From<ReadError> for Unread {
    fn from(error: ReadError) -> Self {
        Unread::NotDimacs(error)
    }
}

impl From<ParseError> for Unread {
    fn from(error: ParseError) -> Self {
        Unread::Malformed(error)
    }
}

impl From<Stop> for Unread {
    fn from(stop: Stop) -> Self {
        Unread::Stopped(stop)
    }
}

pub(super) fn parse(source: &Source, limits: &Limits) -> Result<Dimacs, ParseError> {
    read(source, limits).map_err(|unread| match unread {
        Unread::Malformed(error) => error,
        Unread::NotDimacs(error) => not_dimacs(source, &error),
        Unread::Stopped(stop) => ParseError::unfinished(source.name(), format!("{stop} while it was read")),
    })
}

/// The error with the line, and with advice about formats that look similar.
fn not_dimacs(source: &Source, error: &ReadError) -> ParseError {
    let position = Position { line: error.line, column: error.column };
    let line = source.line(error.line).trim();
    let parsed = source.error(position, format!("found {}", error.found)).expecting(&error.expected);
    let mut words = line.split_whitespace();
    let advice = match (words.next().unwrap_or_default(), words.next().unwrap_or_default()) {
        ("p", "wcnf") | ("h", _) => {
            "this is WCNF, whose clauses have weights; only clauses without weights are read"
        }
        ("p", "gcnf") => "this is GCNF; its clauses without the numbers of groups in braces are CNF",
        ("p", "cnf") if error.found == "'p'" => {
            "a text has one header, with the numbers of all variables and clauses"
        }
        (first, _) if is_xor(first) => "XOR clauses are not CNF; write the clauses that they stand for",
        (first, _) if first.starts_with('{') => {
            "groups of GCNF are not read; leave out the numbers in braces"
        }
        _ => return parsed,
    };
    parsed.with_help(advice)
}

/// Whether a line begins with this word because it is an XOR clause: `x1 2 0` or `x 1 2 0`.
fn is_xor(word: &str) -> bool {
    word.strip_prefix('x').is_some_and(|rest| rest.is_empty() || rest.parse::<i32>().is_ok())
}

fn read(source: &Source, limits: &Limits) -> Result<Dimacs, Unread> {
    let interrupt = limits.interrupt();
    let mut variables = 0;
    let mut clauses = Clauses::default();
    let mut comments = Vec::new();
    read_dimacs_parts::<Unread>(source.text(), |part| {
        match part {
            DimacsPart::Comment { number, .. } => {
                interrupt.step(1)?;
                comments.push((number, clauses.len()));
            }
            DimacsPart::Header { variables: count, line, number, .. } => {
                let words = Part::line(source.name(), number, line).words();
                for word in words.skip(2).take(1) {
                    word.number("a number of variables", 0..=MAX_VARIABLES)?;
                }
                variables = count;
            }
            DimacsPart::Clause(clause) => {
                interrupt.step(clause.len() + 1)?;
                clauses.push(clause.iter().copied());
            }
        }
        Ok(())
    })?;
    let mut said = Said { variables, ..Said::default() };
    let mut lines = source.lines();
    let mut before = 1;
    for (number, place) in comments {
        interrupt.step(1)?;
        let Some(line) = lines.nth(number - before) else { break };
        before = number + 1;
        said.take(&line, place)?;
    }
    Ok(said.about(clauses))
}

/// What the comments of a formula say.
#[derive(Default)]
struct Said<'t> {
    variables: u32,
    names: Names,
    has_names: bool,
    numbered: Vec<(Part<'t>, Part<'t>)>,
    shown: Option<BTreeSet<Var>>,
    groups: Vec<Group>,
    keys: Vec<(&'t str, &'t str)>,
}

impl<'t> Said<'t> {
    /// Takes a comment before the clause at that place.
    fn take(&mut self, line: &Part<'t>, place: usize) -> Result<(), ParseError> {
        match Comment::of(line) {
            Comment::Name { number, name } => {
                self.has_names = true;
                self.name(&number, &name)?;
            }
            Comment::Numbered { number, name } => self.numbered.push((number, name)),
            Comment::Show(list) => self.show(&list)?,
            Comment::Group { rule, sentence } => {
                // The clauses of a group without clauses say nothing.
                self.groups.pop_if(|last| last.first == place);
                let words = sentence.split(|char: char| char.is_whitespace() || char.is_control());
                let sentence: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
                self.groups.push(Group { rule: rule.to_owned(), sentence: sentence.join(" "), first: place });
            }
            Comment::Key { key, value } => {
                if !self.keys.iter().any(|(known, _)| *known == key) {
                    self.keys.push((key, value));
                }
            }
            Comment::Weight(weight) => {
                let error = weight.error("found the weight of a literal");
                return Err(error.expecting("a formula without weights"));
            }
            Comment::Other => {}
        }
        Ok(())
    }

    /// A variable by the word that is its number.
    fn var(&self, number: &Part<'t>) -> Result<Var, ParseError> {
        if self.variables == 0 {
            return Err(number.error(format!("found {}", quote(number.text()))).expecting("no variable"));
        }
        number.number("a variable", 1..=self.variables).map(|number| Var::new(number - 1))
    }

    fn name(&mut self, number: &Part<'t>, name: &Part<'t>) -> Result<(), ParseError> {
        let var = self.var(number)?;
        if name.text().is_empty() {
            return Err(name.error("found no name").expecting("the name of the variable"));
        }
        self.names.give(var, &plain(name)).map_err(|(found, expected)| name.error(found).expecting(expected))
    }

    fn show(&mut self, list: &Part<'t>) -> Result<(), ParseError> {
        let mut words = *list;
        while let Some((word, rest)) = split(&words) {
            if word.text() == "0" {
                if let Some((next, _)) = split(&rest) {
                    return Err(next.unexpected("the end of the line after 0"));
                }
                self.shown.get_or_insert_default();
                return Ok(());
            }
            let var = self.var(&word)?;
            if !self.shown.get_or_insert_default().insert(var) {
                return Err(word
                    .error(format!("found {} again", word.text()))
                    .expecting("each variable once"));
            }
            words = rest;
        }
        Err(words.error("found the end of the line").expecting("the 0 that ends the shown variables"))
    }

    /// Names from comments such as `c 1 r1c1=1`, unless some of those that begin with a number are of another form.
    fn names(&mut self) -> Names {
        let mut names = Names::default();
        if self.has_names {
            return std::mem::take(&mut self.names);
        }
        for (number, name) in &self.numbered {
            let text = name.text();
            let is_name = !text.contains(char::is_whitespace) && text.contains(char::is_alphabetic);
            let var = self.var(number).ok().filter(|_| is_name);
            if var.is_none_or(|var| names.give(var, text).is_err()) {
                return Names::default();
            }
        }
        names
    }

    /// The formula with these clauses.
    fn about(mut self, clauses: Clauses) -> Dimacs {
        self.groups.pop_if(|last| last.first == clauses.len());
        let mut puzzle =
            Dimacs { names: self.names(), variables: self.variables, clauses, ..Dimacs::default() };
        puzzle.shown = match self.shown {
            Some(shown) => shown.into_iter().collect(),
            None => (0..self.variables).map(Var::new).collect(),
        };
        puzzle.groups = self.groups;
        for (key, value) in self.keys {
            let field = match key {
                "title" => &mut puzzle.title,
                "source" => &mut puzzle.source,
                "difficulty" => &mut puzzle.about.difficulty,
                "teaches" => &mut puzzle.about.teaches,
                _ => &mut puzzle.about.expect,
            };
            value.clone_into(field);
        }
        puzzle
    }
}

/// A name with single blanks.
fn plain(name: &Part<'_>) -> String {
    let words: Vec<&str> = name.text().split_whitespace().collect();
    words.join(" ")
}
