//! Sides that are stored texts of formulas.

use std::{collections::HashSet, path::Path};

use jigsat_cnf::{OfText, ReadError, StoredRule, StoredText, Untold};
use jigsat_input::{Message, ParseError, Position, Source, counted};
use jigsat_kit::{Error, Text};
use jigsat_solve::{Limits, Solver};

use super::{Change, How, Meaning, Origin, RuleChange, Side, Signature, changes::changes, compare};
use crate::Context;

/// A side that is a stored text.
pub struct Stored {
    /// The name of its file.
    pub name: String,
    text: StoredText,
}

/// What two stored texts have to do with each other.
pub struct Judged {
    /// What changed, rule by rule.
    pub changes: Vec<RuleChange>,
    /// Whether it changes the meaning.
    pub meaning: InMeaning,
}

/// What is known of the meaning of a change.
pub enum InMeaning {
    /// No clause changed.
    Untouched,
    /// The texts don't tell it, for this reason.
    Untold(String),
    /// The formulas of the texts were compared.
    Compared {
        /// The result.
        meaning: Box<Meaning>,
        /// The sides, as formulas in DIMACS.
        sides: Box<[Side; 2]>,
        /// Why a difference may be none.
        doubt: Option<String>,
    },
}

/// How to compare stored texts.
pub struct Against<'a> {
    /// What the atoms of one text mean for the other, and which are not compared.
    pub signature: Option<&'a Signature>,
    /// Whether to ask for every rule after a difference was found.
    pub all_rules: bool,
    /// The solver, if one was asked for.
    pub solver: Option<&'a Solver>,
}

impl Stored {
    /// The stored text in a file; `None` if it is something else.
    ///
    /// # Errors
    ///
    /// The place where it is malformed.
    pub fn of(name: &str, bytes: &[u8]) -> Result<Option<Self>, Error> {
        let Ok(text) = std::str::from_utf8(bytes) else { return Ok(None) };
        if !StoredText::is_one(text) {
            return Ok(None);
        }
        let source = Source::new(name, text);
        let text = StoredText::read(text).map_err(|error| malformed(&source, &error))?;
        Ok(Some(Stored { name: name.to_owned(), text }))
    }

    /// The stored text in the file of this name; `None` if there is no such file, or it is something else.
    ///
    /// # Errors
    ///
    /// As [`Stored::of`], within.
    pub fn named(name: &str, context: &Context) -> Option<Result<Self, Error>> {
        let bytes = context.files.read(Path::new(name)).ok()?;
        Stored::of(name, &bytes).transpose()
    }

    /// Its formula as a side, all of whose atoms are shown.
    ///
    /// # Errors
    ///
    /// Why the text doesn't say what the formula is: also if it counts atoms that it doesn't name.
    pub fn side(&self, limits: &Limits, context: &Context) -> Result<Side, Error> {
        let names = self.text.names(&|_| true).map_err(|why| self.untold(why))?;
        let unnamed = self.text.atoms.unwrap_or_default().saturating_sub(names.len());
        if unnamed > 0 {
            let message =
                format!("has {} that no constraint is about, and does not name", counted(unnamed, "atom"));
            return Err(ParseError::in_file(&*self.name, message).into());
        }
        self.showing(&names, &|_| true, limits, context)
    }

    /// Its formula as a side beside one that shows these atoms. A text names only atoms that a constraint is about, and doesn't say
    /// which of them are shown. If its table counts as many as the other side shows, and no others but those that it names, the
    /// atoms of the other side are the ones, and a note says so.
    ///
    /// # Errors
    ///
    /// As [`Stored::side`], and a text that counts fewer atoms in solutions than it has names of shown ones.
    pub fn beside(&self, shown: &[String], limits: &Limits, context: &Context) -> Result<Side, Error> {
        let mut names = self.text.names(&|_| true).map_err(|why| self.untold(why))?;
        let known: HashSet<&str> = names.iter().copied().collect();
        let more: Vec<&str> = shown.iter().map(String::as_str).filter(|name| !known.contains(name)).collect();
        let (count, projected) = (self.text.atoms.unwrap_or_default(), self.projected().unwrap_or_default());
        let is_all_named = more.is_empty() && names.len() == shown.len();
        if is_all_named && projected < shown.len() {
            let message = format!("counts {} in solutions", counted(projected, "atom"));
            let error = ParseError::in_file(&*self.name, message);
            return Err(error.expecting(counted(shown.len(), "atom")).into());
        }
        if is_all_named || names.len() + more.len() != count || projected != shown.len() {
            return self.side(limits, context);
        }
        names.extend(more);
        let shown: HashSet<&str> = shown.iter().map(String::as_str).collect();
        let side = self.showing(&names, &|name| shown.contains(name), limits, context)?;
        let note = "{} does not say which atoms it shows: as many as the other side, so the same are assumed";
        Ok(side.noted(Message::with(note, &[&self.name])))
    }

    /// The side with these atoms, of which some are shown.
    fn showing(
        &self,
        names: &[&str],
        is_shown: &dyn Fn(&str) -> bool,
        limits: &Limits,
        context: &Context,
    ) -> Result<Side, Error> {
        let formula = self.text.formula(&|_| true, names, is_shown, &limits.interrupt());
        self.as_dimacs(&formula.map_err(|why| self.untold(why))?, limits, context)
    }

    /// The number of atoms by which solutions are distinguished, if there is a table.
    fn projected(&self) -> Option<usize> {
        self.text.atoms.map(|atoms| atoms.saturating_sub(self.text.hidden))
    }

    /// Why the solutions of the two texts are about different atoms, unless they are about the same ones as far as the texts tell.
    fn differs_in_atoms(&self, later: &Stored, names: &[&str]) -> Option<String> {
        let (one, other) = (self.projected()?, later.projected()?);
        if one != other {
            return Some(format!("the texts count {one} and {other} atoms in solutions"));
        }
        let is_known = self.text.hidden + later.text.hidden == 0 && names.len() > one;
        is_known.then(|| "each of the texts has atoms that the other lacks".to_owned())
    }

    fn untold(&self, why: Untold) -> Error {
        match why {
            Untold::Stopped(stop) => jigsat_solve::Error::from(stop).into(),
            why => Error::from(ParseError::in_file(&*self.name, advised(&why))),
        }
    }

    fn as_dimacs(&self, formula: &OfText, limits: &Limits, context: &Context) -> Result<Side, Error> {
        let mut bytes = Vec::new();
        formula.write_dimacs(&mut bytes).map_err(|error| Error::Output { path: self.name.clone(), error })?;
        let origin = Origin { family: None, options: &serde_json::Map::new(), on: None, data: None };
        Side::of_text(Text::of_bytes(self.name.clone(), bytes), &origin, limits, context)
    }

    /// Compares it with a later text: rule by rule, and by meaning as far as the texts tell it.
    ///
    /// # Errors
    ///
    /// Errors of the solver.
    pub fn against(
        &self,
        later: &Stored,
        how: &Against<'_>,
        limits: &Limits,
        context: &Context,
    ) -> Result<Judged, Error> {
        let changes = changes(&self.text, &later.text);
        let is_untouched = changes.iter().all(|rule| rule.change == Change::Same);
        if is_untouched && self.projected() == later.projected() {
            return Ok(Judged { changes, meaning: InMeaning::Untouched });
        }
        let meaning = match self.compared(later, &changes, how, limits, context) {
            Ok(compared) => compared,
            Err(Refused::Untold(why)) => InMeaning::Untold(advised(&why)),
            Err(Refused::Error(error)) => return Err(error),
        };
        Ok(Judged { changes, meaning })
    }

    fn compared(
        &self,
        later: &Stored,
        changes: &[RuleChange],
        how: &Against<'_>,
        limits: &Limits,
        context: &Context,
    ) -> Result<InMeaning, Refused> {
        // A rule that is the same in both need not be told: what the others say with it follows from what they say alone.
        let is_same = |rule: &StoredRule| {
            changes.iter().any(|change| change.rule == rule.name && change.change == Change::Same)
        };
        let is_told = |rule: &StoredRule| {
            let alone = |other: &StoredRule| other.name == rule.name;
            [self, later].into_iter().all(|stored| {
                stored.text.names(&alone).is_ok_and(|names| {
                    stored.text.formula(&alone, &names, &|_| true, &limits.interrupt()).is_ok()
                })
            })
        };
        let unseen: Vec<String> = self
            .text
            .rules
            .iter()
            .filter(|rule| is_same(rule) && !is_told(rule))
            .map(|rule| rule.name.clone())
            .collect();
        let has = |rule: &StoredRule| !unseen.contains(&rule.name);
        let mut names = self.text.names(&has)?;
        let more = later.text.names(&has)?;
        let known: HashSet<&str> = names.iter().copied().collect();
        // An atom that a text doesn't mention may have any value there.
        names.extend(more.into_iter().filter(|name| !known.contains(name)));
        if how.signature.is_none()
            && let Some(why) = self.differs_in_atoms(later, &names)
        {
            return Ok(InMeaning::Untold(why));
        }
        let side = |stored: &Stored| -> Result<Side, Refused> {
            let formula = stored.text.formula(&has, &names, &|_| true, &limits.interrupt())?;
            Ok(stored.as_dimacs(&formula, limits, context)?)
        };
        let sides = Box::new([side(self)?, side(later)?]);
        let default = sides[0].board.best(jigsat_kit::Goal::One).solver;
        let with = How {
            signature: how.signature,
            of_rules: false,
            all_rules: how.all_rules,
            solver: how.solver.unwrap_or(&default),
        };
        let meaning = compare(&sides[0], &sides[1], &with, limits)?;
        let has_hidden = how.signature.is_none() && self.text.hidden + later.text.hidden > 0;
        let doubt = if unseen.is_empty() {
            has_hidden.then(|| {
                "the texts don't say which atoms are no part of solutions; a map can hide them".to_owned()
            })
        } else {
            Some(format!("the clauses of {} are not in the texts and may forbid it", unseen.join(", ")))
        };
        Ok(InMeaning::Compared { meaning: Box::new(meaning), sides, doubt })
    }
}

/// Why a text tells too little, and what to do.
fn advised(why: &Untold) -> String {
    match why {
        Untold::Summary(_) => format!("{why}; the full text of `encode` has them"),
        _ => why.to_string(),
    }
}

/// Why stored texts were not compared by meaning.
enum Refused {
    Untold(Untold),
    Error(Error),
}

impl From<Untold> for Refused {
    fn from(why: Untold) -> Self {
        match why {
            Untold::Stopped(stop) => Refused::Error(jigsat_solve::Error::from(stop).into()),
            why => Refused::Untold(why),
        }
    }
}

impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        Refused::Error(error)
    }
}

/// The error with its line.
fn malformed(source: &Source, error: &ReadError) -> ParseError {
    let position = Position { line: error.line, column: error.column };
    source.error(position, format!("found {}", error.found)).expecting(&error.expected)
}
