//! Parts of a statement, with arguments that have types: `scatter(25, wall)`.

use jigsat_input::ParseError;
use jigsat_qprop::syntax::{Code, CodeKind, Item};

use super::{
    Resolver,
    layers::{On, ROOM, Wanted},
};

/// A part that a statement may have: how messages show it, and how its arguments are read, in a context.
pub(crate) type Known<C, T> = (&'static str, fn(&mut Args<'_>, &mut C) -> Result<T, ParseError>);

/// The arguments of a part that are still to be read.
pub(crate) struct Args<'a> {
    pub resolver: &'a Resolver<'a>,
    pub part: &'a Code,
    form: &'static str,
    left: &'a [Code],
}

impl<'a> Args<'a> {
    /// Reads a part of a statement; `place` says in messages what it is.
    pub fn read<C, T>(
        resolver: &'a Resolver<'a>,
        part: &'a Code,
        known: &[Known<C, T>],
        place: &str,
        context: &mut C,
    ) -> Result<T, ParseError> {
        let CodeKind::Part(name, args) = &part.kind else {
            return Err(resolver.found(part.span, &part.to_string()).expecting(place));
        };
        let names = || known.iter().map(|(form, _)| form.split('(').next().unwrap_or(form));
        let Some(at) = names().position(|known| known == name.name) else {
            let names: Vec<&str> = names().collect();
            let error = resolver.found(name.span, &name.name);
            return Err(error.expecting(format!("{place}: {}", names.join(", "))));
        };
        let (form, read) = known[at];
        let mut args = Args { resolver, part, form, left: args };
        let value = read(&mut args, context)?;
        if args.left.is_empty() { Ok(value) } else { Err(args.misfit()) }
    }

    /// Whether there is another argument.
    pub fn has_more(&self) -> bool {
        self.peek().is_some()
    }

    /// The next argument, which stays the next one.
    pub fn peek(&self) -> Option<&'a Code> {
        self.left.first()
    }

    /// The name of a layer.
    pub fn layer(&mut self, on: On, wanted: &Wanted) -> Result<String, ParseError> {
        let text = self.next()?;
        self.resolver.plain(text, on, wanted).map(|layer| layer.name().to_owned())
    }

    /// A number in this range.
    pub fn number(&mut self, least: u32, most: u32) -> Result<u32, ParseError> {
        let text = self.next()?;
        match text.kind {
            CodeKind::Number(number) if (i64::from(least)..=i64::from(most)).contains(&number) => {
                Ok(number as u32)
            }
            _ => Err(self.refused(text, format!("a number from {least} to {most}"))),
        }
    }

    /// A digit or a small letter, which comes after the digits: the one at `least` or a later one.
    pub fn letter(&mut self, least: char) -> Result<char, ParseError> {
        let text = self.next()?;
        let char = match &text.kind {
            CodeKind::Part(name, args) if args.is_empty() => name.name.parse().ok(),
            CodeKind::Number(digit @ 0..=9) => char::from_digit(*digit as u32, 10),
            _ => None,
        };
        match char.filter(|char| matches!(char, '0'..='9' | 'a'..='z')) {
            Some(char) if char >= least => Ok(char),
            Some(_) => Err(self.refused(text, format!("a letter from {least} on"))),
            None => Err(self.refused(text, "a letter")),
        }
    }

    /// All arguments that are left, at least one.
    pub fn rest(&mut self) -> Result<&'a [Code], ParseError> {
        let rest = std::mem::take(&mut self.left);
        if rest.is_empty() { Err(self.misfit()) } else { Ok(rest) }
    }

    /// The name of an assert.
    pub fn assert(&mut self) -> Result<String, ParseError> {
        let text = self.next()?;
        let names = self.resolver.items.iter().filter_map(|item| match item {
            Item::Assert { name, .. } => Some(name.name.as_str()),
            _ => None,
        });
        let names: Vec<&str> = names.collect();
        match &text.kind {
            CodeKind::Part(name, args) if args.is_empty() && names.contains(&name.name.as_str()) => {
                Ok(name.name.clone())
            }
            _ => Err(self.refused(text, format!("an assert of this page: {}", names.join(", ")))),
        }
    }

    /// That boards of the page have rooms.
    pub fn in_rooms(&self) -> Result<(), ParseError> {
        if self.resolver.names(On::Anywhere, &ROOM).is_empty() {
            return Err(self.refused(self.part, "a step that needs no rooms, because this page has none"));
        }
        Ok(())
    }

    /// The next argument.
    pub fn next(&mut self) -> Result<&'a Code, ParseError> {
        let (first, rest) = self.left.split_first().ok_or_else(|| self.misfit())?;
        self.left = rest;
        Ok(first)
    }

    /// The error that the arguments are not those of the part.
    pub fn misfit(&self) -> ParseError {
        self.refused(self.part, self.form)
    }

    /// The error that something else is expected in place of a text.
    pub fn refused(&self, text: &Code, expected: impl AsRef<str>) -> ParseError {
        self.resolver.found(text.span, &text.to_string()).expecting(expected)
    }
}
