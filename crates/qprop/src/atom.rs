//! Atoms: predicates applied to values, by number.

use std::fmt;

use crate::theory::{Pred, Theory};

/// A ground atom such as `l(1,3)`: its number, in the order in which predicates are declared, and
/// within one of them in the lexicographic order of the arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom(pub u32);

impl Theory {
    /// The predicate of an atom.
    pub fn pred_of(&self, atom: Atom) -> Option<&Pred> {
        let after = self.preds.partition_point(|pred| pred.first <= atom.0);
        // Predicates without atoms share their first number with the next.
        self.preds[..after].iter().rev().find(|pred| atom.0 < pred.first + pred.count)
    }

    /// Writes `l(1,3)`.
    pub fn write_atom(&self, atom: Atom, f: &mut impl fmt::Write) -> fmt::Result {
        let Some(pred) = self.pred_of(atom) else { return write!(f, "?{}", atom.0) };
        f.write_str(&pred.name)?;
        for (place, arg) in self.args_of(pred, atom).enumerate() {
            write!(f, "{}{arg}", if place == 0 { "(" } else { "," })?;
        }
        if pred.places.is_empty() { Ok(()) } else { f.write_str(")") }
    }

    /// The arguments of an atom of a predicate, as they are written.
    fn args_of(&self, pred: &Pred, atom: Atom) -> impl Iterator<Item = String> {
        let mut stride = pred.count;
        let mut rest = atom.0 - pred.first;
        pred.places.iter().map(move |&sort| {
            let sort = &self.sorts[sort];
            stride /= sort.len() as u32;
            let value = sort.value((rest / stride) as usize);
            rest %= stride;
            sort.show(value)
        })
    }

    /// What explanations say where an atom holds, or where it does not, if its predicate has sentences for that.
    pub fn words(&self, atom: Atom, holds: bool) -> Option<String> {
        let pred = self.pred_of(atom)?;
        let words = &pred.words.as_ref()?[usize::from(!holds)];
        let args: Vec<String> = self.args_of(pred, atom).collect();
        let places = words.told_by.iter().enumerate();
        Some(places.fold(words.text.clone(), |text, (place, &arg)| {
            text.replace(&format!("{{{place}}}"), &args[arg])
        }))
    }

    /// Reads `l(1, 3)`.
    pub fn read_atom(&self, text: &str) -> Option<Atom> {
        let (name, args) = match text.trim().split_once('(') {
            Some((name, args)) => (name.trim(), args.strip_suffix(')')?.split(',').collect()),
            None => (text.trim(), Vec::new()),
        };
        let pred = self.preds.iter().find(|pred| pred.name == name)?;
        if pred.places.len() != args.len() {
            return None;
        }
        let mut number = 0;
        for (arg, &sort) in args.into_iter().zip(&pred.places) {
            let sort = &self.sorts[sort];
            let index = sort.index(sort.read(arg.trim())?)?;
            number = number * sort.len() as u32 + index as u32;
        }
        Some(Atom(pred.first + number))
    }
}
