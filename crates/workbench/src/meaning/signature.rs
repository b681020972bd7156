//! Signatures: which atom of one side means which of the other.
//!
//! A line says what an atom is called on the other side, with placeholders for values:
//!
//! ```text
//! # the first side = the second side
//! queen({r},{c}) = q({c},{r-1})
//! lit({x}) = !dark({x})
//! value red = rot
//! hide helper({x})
//! ```

use jigsat_cnf::{Interrupt, Lit};
use jigsat_input::{ParseError, Position, Source, quote};
use jigsat_kit::Error;
use jigsat_solve::meaning::{Named, Shown};
use std::collections::HashMap;

/// Which atom of one side means which of the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// The name of the file, for messages.
    file: String,
    pairs: Vec<Pair>,
    /// The values of the first side that are called otherwise on the second.
    values: HashMap<String, String>,
    /// The atoms of either side that are not compared.
    hidden: Vec<Pattern>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Pair {
    line: usize,
    first: Pattern,
    second: Pattern,
    /// Whether the second atom is true where the first is false.
    is_negated: bool,
}

/// A name with placeholders.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pattern(Vec<Piece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    /// A value, and a number that is added to it.
    Value(String, i64),
}

impl Signature {
    /// Reads a signature.
    ///
    /// # Errors
    ///
    /// A line that is none of the forms, with its place.
    pub fn read(source: &Source) -> Result<Self, ParseError> {
        let mut signature = Signature { file: source.name().to_owned(), ..Signature::default() };
        for (number, line) in (1..).zip(source.text().lines()) {
            let error = |message: String| {
                source
                    .error(Position { line: number, column: 1 }, message)
                    .expecting("a line such as 'queen({r},{c}) = q({c},{r})'")
            };
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(hidden) = line.strip_prefix("hide ") {
                signature.hidden.push(Pattern::read(hidden.trim()).map_err(error)?);
                continue;
            }
            let Some((first, second)) = line.split_once(" = ") else {
                return Err(error(format!("found {}", quote(line))));
            };
            let (first, second) = (first.trim(), second.trim());
            if let Some(value) = first.strip_prefix("value ") {
                signature.values.insert(value.trim().to_owned(), second.to_owned());
                continue;
            }
            let is_negated = second.starts_with('!');
            let pair = Pair {
                line: number,
                first: Pattern::read(first).map_err(error)?,
                second: Pattern::read(second.trim_start_matches('!')).map_err(error)?,
                is_negated,
            };
            let known = pair.first.names();
            if let Some(other) = pair.second.names().into_iter().find(|name| !known.contains(name)) {
                return Err(error(format!("the second side has {{{other}}}, which the first lacks")));
            }
            signature.pairs.push(pair);
        }
        Ok(signature)
    }

    /// What both formulas show. Each atom of either must be mapped once, or hidden.
    ///
    /// # Errors
    ///
    /// The first atoms that are not mapped, or mapped twice, in words; and why to stop.
    pub fn map(&self, first: &Named, second: &Named, interrupt: &Interrupt) -> Result<Shown, Error> {
        let step = || interrupt.step(1).map_err(|stop| Error::from(jigsat_solve::Error::from(stop)));
        let by_name = second.by_name(interrupt).map_err(jigsat_solve::Error::from)?;
        let mut used: HashMap<String, &str> = HashMap::new();
        let mut places: Vec<[Option<Lit>; 2]> = Vec::new();
        let (mut unmapped, mut unknown) = (Vec::new(), Vec::new());
        for (name, lit) in &first.shown {
            step()?;
            if self.hides(name) {
                continue;
            }
            let mut images = self.pairs.iter().filter_map(|pair| {
                let values = pair.first.matches(name)?;
                Some((pair, pair.second.fill(&values, &self.values)))
            });
            let image = images.next();
            if let (Some((one, _)), Some((other, _))) = (&image, images.next()) {
                let message =
                    format!("{}:{}: line {} maps {} already", self.file, other.line, one.line, quote(name));
                return Err(Error::request(message));
            }
            let Some((pair, image)) = image else {
                unmapped.push(name.clone());
                continue;
            };
            let image = image.ok_or_else(|| {
                Error::request(format!(
                    "{}:{}: {} has no number to count with",
                    self.file,
                    pair.line,
                    quote(name)
                ))
            })?;
            let Some(&there) = by_name.get(&*image) else {
                unknown.push(format!("{image} (for {name})"));
                continue;
            };
            if let Some(other) = used.insert(image.clone(), name) {
                let message =
                    format!("{}:{}: both {other} and {name} are mapped to {image}", self.file, pair.line);
                return Err(Error::request(message));
            }
            places.push([Some(*lit), Some(if pair.is_negated { !there } else { there })]);
        }
        let mut left = Vec::new();
        for (name, _) in &second.shown {
            step()?;
            if !used.contains_key(&**name) && !self.hides(name) {
                left.push(name.clone());
            }
        }
        for (names, what) in [
            (unmapped, "has no line for these atoms of the first side"),
            (unknown, "names atoms that the second side lacks"),
            (left, "has no line for these atoms of the second side"),
        ] {
            if !names.is_empty() {
                let more = if names.len() > super::MOST_NAMED { ", …" } else { "" };
                let some = names[..names.len().min(super::MOST_NAMED)].join(", ");
                return Err(Error::request(format!("{} {what}: {some}{more}", self.file)));
            }
        }
        Ok(Shown { places })
    }

    fn hides(&self, name: &str) -> bool {
        self.hidden.iter().any(|pattern| pattern.matches(name).is_some())
    }
}

type Values<'v> = Vec<(&'v str, &'v str)>;

impl Pattern {
    fn read(text: &str) -> Result<Self, String> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some(start) = rest.find('{') {
            let end = rest[start..]
                .find('}')
                .ok_or_else(|| format!("found a {{ without a }} in {}", quote(text)))?;
            if start > 0 {
                pieces.push(Piece::Text(rest[..start].to_owned()));
            }
            let inside = &rest[start + 1..start + end];
            let cut = inside.find(['+', '-']).unwrap_or(inside.len());
            let (name, number) = inside.split_at(cut);
            let is_name = !name.is_empty() && name.chars().all(|char| char.is_alphanumeric() || char == '_');
            let number = if number.is_empty() { Ok(0) } else { number.parse() };
            match (is_name, number) {
                (true, Ok(number)) => pieces.push(Piece::Value(name.to_owned(), number)),
                _ => {
                    return Err(format!(
                        "found {}, expected a placeholder such as {{r}} or {{r+1}}",
                        quote(inside)
                    ));
                }
            }
            rest = &rest[start + end + 1..];
        }
        if !rest.is_empty() {
            pieces.push(Piece::Text(rest.to_owned()));
        }
        Ok(Pattern(pieces))
    }

    fn names(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for piece in &self.0 {
            if let Piece::Value(name, _) = piece {
                names.push(&**name);
            }
        }
        names
    }

    /// The values of the placeholders, if a name has this form.
    fn matches<'v>(&'v self, name: &'v str) -> Option<Values<'v>> {
        fn rest<'v>(pieces: &'v [Piece], name: &'v str, values: &mut Values<'v>) -> bool {
            match pieces {
                [] => name.is_empty(),
                [Piece::Text(text), more @ ..] => {
                    name.strip_prefix(&**text).is_some_and(|name| rest(more, name, values))
                }
                [Piece::Value(key, _), more @ ..] => {
                    let is_part = |char: &char| char.is_alphanumeric() || *char == '_' || *char == '-';
                    let longest: usize = name.chars().take_while(is_part).map(char::len_utf8).sum();
                    (1..=longest).rev().filter(|&end| name.is_char_boundary(end)).any(|end| {
                        let value = &name[..end];
                        if values.iter().any(|&(known, other)| known == key && other != value) {
                            return false;
                        }
                        values.push((key.as_str(), value));
                        let fits = rest(more, &name[end..], values);
                        if !fits {
                            values.pop();
                        }
                        fits
                    })
                }
            }
        }
        let mut values = Vec::new();
        rest(&self.0, name, &mut values).then_some(values)
    }

    /// The name with these values; `None` if something that is no number is to be added to.
    fn fill(&self, values: &Values<'_>, renamed: &HashMap<String, String>) -> Option<String> {
        let mut name = String::new();
        for piece in &self.0 {
            match piece {
                Piece::Text(text) => name += text,
                Piece::Value(key, add) => {
                    let (_, value) = values.iter().find(|(known, _)| known == key)?;
                    let value = renamed.get(*value).map_or(*value, String::as_str);
                    if *add == 0 {
                        name += value;
                    } else {
                        name += &(value.parse::<i64>().ok()? + add).to_string();
                    }
                }
            }
        }
        Some(name)
    }
}
