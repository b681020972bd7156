//! A model as text again, each item on a line, in the form that the guide shows.
//!
//! Reading what was printed gives the same tree.

use std::fmt::{self, Display, Formatter};

mod structure;

use crate::syntax::{
    Binder, Code, CodeKind, Element, Expr, Ident, Item, Kind, Op, Pred, Quantifier, SortValues, Techniques,
};

impl Display for Item {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Item::Include { path, .. } => write!(f, "include \"{path}\""),
            Item::Data { path, .. } => write!(f, "data \"{path}\""),
            Item::Const { name, value: None } => write!(f, "const {name}"),
            Item::Const { name, value: Some(value) } => write!(f, "const {name} = {}", Operand(value, 4)),
            Item::Sort { name, values: None } => write!(f, "sort {name}"),
            Item::Sort { name, values: Some(values) } => write!(f, "sort {name} = {values}"),
            Item::Var(binder) => write!(f, "var {binder}"),
            Item::Board { names, .. } => {
                f.write_str("board ")?;
                write_list(names, f)
            }
            Item::Given { name, places, value, word } => {
                write!(f, "given {name}")?;
                write_places(places, f)?;
                write_value(value.as_ref(), f)?;
                word.iter().try_for_each(|word| write!(f, " \"{}\"", word.text))
            }
            Item::Fact { name, places, value, when, is_closed } => {
                write!(f, "fact {name}")?;
                write_places(places, f)?;
                write_value(value.as_ref(), f)?;
                f.write_str(if *is_closed { " closed" } else { "" })?;
                match when {
                    Some(when) => write!(f, " := {when}"),
                    None => Ok(()),
                }
            }
            Item::Pred(pred) => write!(f, "{pred}"),
            Item::Def { name, params, body } => {
                write!(f, "def {name}")?;
                if !params.is_empty() {
                    f.write_str("(")?;
                    write_list(params, f)?;
                    f.write_str(")")?;
                }
                write!(f, " := {body}")
            }
            Item::Assert { name, is_redundant, sentence, techniques, formula } => {
                write!(f, "assert {name}{}", if *is_redundant { " redundant" } else { "" })?;
                if let Some(sentence) = sentence {
                    write!(f, " \"{}\"", sentence.text)?;
                }
                if let Some(Techniques { holds, holds_not, alone }) = techniques {
                    write!(f, " called \"{holds}\"")?;
                    if holds != holds_not || alone.is_some() {
                        write!(f, ", \"{holds_not}\"")?;
                    }
                    if let Some(alone) = alone {
                        write!(f, ", \"{alone}\"")?;
                    }
                }
                write!(f, ": {formula}")
            }
            Item::Show(names) => {
                f.write_str("show ")?;
                write_list(names, f)
            }
            Item::Genre { name, about } => write!(f, "genre {name} \"{}\"", about.text),
            Item::Form { what, names, parts } => {
                write!(f, "{what}")?;
                if !names.is_empty() {
                    f.write_str(" ")?;
                    write_list(names, f)?;
                }
                f.write_str(": ")?;
                write_list(parts, f)
            }
        }
    }
}

impl Display for Code {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let all = |codes: &[Code], between: &str, f: &mut Formatter<'_>| {
            codes.iter().enumerate().try_for_each(|(number, code)| {
                f.write_str(if number > 0 { between } else { "" })?;
                // Alternatives in a sequence, and sequences or alternatives in others, are in parentheses.
                match (&code.kind, between) {
                    (CodeKind::Choice(_), " " | " | ") | (CodeKind::Sequence(_), " ") => {
                        write!(f, "({code})")
                    }
                    _ => write!(f, "{code}"),
                }
            })
        };
        match &self.kind {
            CodeKind::Choice(codes) => all(codes, " | ", f),
            CodeKind::Sequence(codes) => all(codes, " ", f),
            CodeKind::Text(text) => write!(f, "\"{text}\""),
            CodeKind::Number(number) => write!(f, "{number}"),
            CodeKind::Part(name, args) if args.is_empty() => write!(f, "{name}"),
            CodeKind::Part(name, args) => {
                write!(f, "{name}(")?;
                all(args, ", ", f)?;
                f.write_str(")")
            }
        }
    }
}

impl Display for Pred {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "pred {}", self.name)?;
        match &self.guard {
            None => write_places(&self.places, f)?,
            Some(guard) => {
                f.write_str("(")?;
                write_list(&self.places, f)?;
                write!(f, " | {guard})")?;
            }
        }
        write_value(self.value.as_ref(), f)?;
        self.sentence.iter().try_for_each(|sentence| write!(f, " \"{}\"", sentence.text))?;
        if let Some([holds, fails]) = &self.words {
            f.write_str(if self.sentence.is_some() { "," } else { "" })?;
            write!(f, " \"{}\", \"{}\"", holds.text, fails.text)?;
        }
        self.outside.iter().try_for_each(|value| write!(f, " outside {}", Operand(value, 4)))
    }
}

impl Display for SortValues {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            SortValues::Range(first, last) => write!(f, "{}..{}", Operand(first, 4), Operand(last, 4)),
            SortValues::Alias(sort) => write!(f, "{sort}"),
            SortValues::Set(elements) => {
                f.write_str("{")?;
                write_list(elements, f)?;
                f.write_str("}")
            }
        }
    }
}

impl Display for Element {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Element::Number(number, _) => write!(f, "{number}"),
            Element::Symbol(symbol) => write!(f, "{symbol}"),
        }
    }
}

impl Display for Ident {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Display for Binder {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_list(&self.names, f)?;
        match &self.sort {
            Some(sort) => write!(f, ": {sort}"),
            None => Ok(()),
        }
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Number(number) => write!(f, "{number}"),
            Kind::Bool(value) => write!(f, "{value}"),
            Kind::Name(name) => f.write_str(name),
            Kind::Call(name, args) => {
                write!(f, "{name}(")?;
                write_list(args, f)?;
                f.write_str(")")
            }
            Kind::Minus(inner) => write!(f, "-{}", Operand(inner, 6)),
            Kind::Not(inner) => write!(f, "not {}", Operand(inner, 3)),
            Kind::Chain(first, rest) => {
                let level = rest.first().map_or(0, |(op, _)| op.level());
                write!(f, "{}", Operand(first, level + 1))?;
                for (op, operand) in rest {
                    write!(f, " {} {}", op.text(), Operand(operand, level + 1))?;
                }
                Ok(())
            }
            Kind::Quantified(quantified) => {
                match &quantified.quantifier {
                    Quantifier::Forall => f.write_str("forall ")?,
                    Quantifier::Exists => f.write_str("exists ")?,
                    Quantifier::Exactly(number) => write!(f, "exactly {} ", Operand(number, 4))?,
                    Quantifier::AtMost(number) => write!(f, "atmost {} ", Operand(number, 4))?,
                    Quantifier::AtLeast(number) => write!(f, "atleast {} ", Operand(number, 4))?,
                }
                write_list(&quantified.binders, f)?;
                if let Some(guard) = &quantified.guard {
                    write!(f, " | {guard}")?;
                }
                write!(f, " . {}", quantified.body)
            }
            Kind::Fold(fold) => write!(f, "{fold}"),
            Kind::Structure(structure) => write!(f, "{structure}"),
        }
    }
}

/// An expression in a place for ones that bind at least this tightly; otherwise in parentheses.
struct Operand<'e>(&'e Expr, u8);

impl Display for Operand<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Operand(expr, needed) = *self;
        let level = match &expr.kind {
            Kind::Number(_) | Kind::Bool(_) | Kind::Name(_) | Kind::Call(..) | Kind::Minus(_) => 6,
            // `not` binds like comparisons, and its operand may be another `not`.
            Kind::Not(_) => Op::Equal.level(),
            Kind::Chain(_, rest) => rest.first().map_or(6, |(op, _)| op.level()),
            Kind::Quantified(_) | Kind::Fold(_) | Kind::Structure(_) => 0,
        };
        let is_quantified = matches!(expr.kind, Kind::Quantified(_) | Kind::Fold(_) | Kind::Structure(_));
        if level < needed || is_quantified { write!(f, "({expr})") } else { write!(f, "{expr}") }
    }
}

/// Places, `(p: P, e: E)`, or nothing if there are none.
fn write_places(places: &[Binder], f: &mut Formatter<'_>) -> fmt::Result {
    if places.is_empty() {
        return Ok(());
    }
    f.write_str("(")?;
    write_list(places, f)?;
    f.write_str(")")
}

fn write_value(value: Option<&Ident>, f: &mut Formatter<'_>) -> fmt::Result {
    value.iter().try_for_each(|value| write!(f, " -> {value}"))
}

fn write_list(things: &[impl Display], f: &mut Formatter<'_>) -> fmt::Result {
    for (place, thing) in things.iter().enumerate() {
        write!(f, "{}{thing}", if place == 0 { "" } else { ", " })?;
    }
    Ok(())
}
