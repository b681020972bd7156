//! The sentence of an assert: the variables it names determine its ground constraints.

use jigsat_input::{ParseError, quote};

use super::Resolver;
use crate::{
    syntax::{Ident, Sentence, Span},
    theory::Var,
};

impl Resolver<'_> {
    /// The sentence with numbered places, and the variables in them. Without a sentence, all outer variables
    /// distinguish the ground constraints. Braces hold a variable or constant (`{n}`), one with the words that may
    /// follow it (`{n: cell|cells}`), or the words for one thing and for several (`{is|are}`).
    pub(super) fn sentence(
        &self,
        name: &Ident,
        sentence: Option<&Sentence>,
        vars: &[Var],
    ) -> Result<(String, Vec<usize>), ParseError> {
        let Some(sentence) = sentence else {
            let places: Vec<String> =
                vars.iter().enumerate().map(|(place, var)| format!("{} = {{{place}}}", var.name)).collect();
            let told = if places.is_empty() { String::new() } else { format!(" for {}", places.join(", ")) };
            return Ok((format!("{}{told}", name.name), (0..vars.len()).collect()));
        };
        let mut told_by: Vec<usize> = Vec::new();
        let mut text = String::new();
        let mut rest = sentence.text.as_str();
        while let Some(at) = rest.find(['{', '}']) {
            text.push_str(&rest[..at]);
            let offset = sentence.text.len() - rest.len() + at;
            let span = Span { start: sentence.span.start + 1 + offset as u32, ..sentence.span };
            let Some((variable, after)) = rest[at..].strip_prefix('{').and_then(|rest| rest.split_once('}'))
            else {
                return Err(self
                    .error(span, "found a brace that is not matched")
                    .expecting("a variable in braces"));
            };
            rest = after;
            let (variable, choice) = match variable.split_once('|') {
                None => (variable.trim(), None),
                Some((one, more)) => {
                    let Some((variable, one)) = one.split_once(": ") else {
                        text.push_str(&format!("{{{one}|{more}}}"));
                        continue;
                    };
                    (variable.trim(), Some([one, more]))
                }
            };
            let place = self.told(variable, vars, &mut told_by, span)?;
            text.push_str(&match (place, choice) {
                (Filled::Value(value), None) => value.to_string(),
                (Filled::Value(value), Some([one, more])) => {
                    format!("{value} {}", if value == 1 { one } else { more })
                }
                (Filled::Place(place), None) => format!("{{{place}}}"),
                (Filled::Place(place), Some([one, more])) => format!("{{{place}: {one}|{more}}}"),
            });
        }
        text.push_str(rest);
        Ok((text, told_by))
    }

    /// The replacement for a constant or variable that a sentence names.
    fn told(
        &self,
        variable: &str,
        vars: &[Var],
        told_by: &mut Vec<usize>,
        span: Span,
    ) -> Result<Filled, ParseError> {
        if let Some(super::Global::Const(value)) = self.global(variable) {
            return Ok(Filled::Value(value));
        }
        let Some(var) = vars.iter().position(|var| var.name == variable) else {
            let known: Vec<&str> = vars.iter().map(|var| var.name.as_str()).collect();
            let message = format!("{} is not a variable of this assert's outer forall", quote(variable));
            let help = if known.is_empty() {
                "it has none".to_owned()
            } else {
                format!("these are: {}", known.join(", "))
            };
            return Err(self.error(span, message).with_help(help));
        };
        let place = told_by.iter().position(|&other| other == var).unwrap_or_else(|| {
            told_by.push(var);
            told_by.len() - 1
        });
        Ok(Filled::Place(place))
    }
}

/// The content of braces.
enum Filled {
    /// The value of a constant.
    Value(i64),
    /// The place of a variable among those that a sentence names.
    Place(usize),
}
