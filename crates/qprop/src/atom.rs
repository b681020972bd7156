//! Atoms: predicates applied to values, by number.

use std::fmt;

use jigsat_cnf::{enumerated, fill_sentence, fits_several};

use crate::theory::{Pred, Sort, Theory, Words};

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
        self.values_of(pred, atom).map(|(sort, value)| sort.show(value))
    }

    /// The same as sentences name them.
    fn args_told(&self, pred: &Pred, atom: Atom) -> Vec<String> {
        self.values_of(pred, atom).map(|(sort, value)| sort.told(value)).collect()
    }

    fn values_of(&self, pred: &Pred, atom: Atom) -> impl Iterator<Item = (&Sort, i64)> {
        let mut stride = pred.count;
        let mut rest = atom.0 - pred.first;
        pred.places.iter().map(move |&sort| {
            let sort = &self.sorts[sort];
            stride /= sort.len() as u32;
            let value = sort.value((rest / stride) as usize);
            rest %= stride;
            (sort, value)
        })
    }

    /// The words of explanations for an atom that is true, or for one that is not, if its predicate has sentences for
    /// that.
    pub fn words(&self, atom: Atom, holds: bool) -> Option<String> {
        let (pred, words) = self.words_for(atom, holds)?;
        Some(fill_sentence(&words.text, false, self.told(words, pred, atom)))
    }

    /// The same for several atoms: one sentence for several places, if the predicate has words for that.
    pub fn words_of_all(
        &self,
        literals: &[(Atom, bool)],
        name: &dyn Fn(Atom, bool) -> String,
    ) -> Vec<String> {
        let mut together: Vec<((Atom, bool), Vec<String>)> = Vec::new();
        for &(atom, holds) in literals {
            let first = self.first_told(atom, holds);
            let is_alike = |other: (Atom, bool)| {
                first.is_some() && other.1 == holds && self.is_told_with(other.0, atom, holds)
            };
            match together.iter_mut().find(|(other, _)| is_alike(*other)) {
                Some((_, names)) => names.extend(first),
                None => together.push(((atom, holds), first.into_iter().collect())),
            }
        }
        let told = |((atom, holds), names): &((Atom, bool), Vec<String>)| {
            let Some((pred, words)) = self.words_for(*atom, *holds) else {
                return name(*atom, *holds);
            };
            let mut arg = self.told(words, pred, *atom);
            let first = |place| if place == 0 { enumerated(names, "and") } else { arg(place) };
            fill_sentence(&words.text, names.len() > 1, first)
        };
        together.iter().map(told).collect()
    }

    fn words_for(&self, atom: Atom, holds: bool) -> Option<(&Pred, &Words)> {
        let pred = self.pred_of(atom)?;
        Some((pred, &pred.words.as_ref()?[usize::from(!holds)]))
    }

    /// The argument that a sentence names first.
    fn first_told(&self, atom: Atom, holds: bool) -> Option<String> {
        let (pred, words) = self.words_for(atom, holds)?;
        self.args_told(pred, atom).into_iter().nth(*words.told_by.first()?)
    }

    /// Whether one sentence can be about both: it has words for several, and they differ only in the argument that it
    /// names first.
    fn is_told_with(&self, one: Atom, other: Atom, holds: bool) -> bool {
        let (Some((a, words)), Some((b, _))) = (self.words_for(one, holds), self.words_for(other, holds))
        else {
            return false;
        };
        let rest = |atom| {
            let args = self.args_told(a, atom);
            words.told_by.iter().skip(1).map(|&arg| args[arg].clone()).collect::<Vec<_>>()
        };
        a.first == b.first && fits_several(&words.text) && rest(one) == rest(other)
    }

    /// The arguments of an atom that a sentence names, by their places there.
    fn told<'t>(&'t self, words: &'t Words, pred: &Pred, atom: Atom) -> impl FnMut(usize) -> String + 't {
        let args = self.args_told(pred, atom);
        move |place| args[words.told_by[place]].clone()
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
