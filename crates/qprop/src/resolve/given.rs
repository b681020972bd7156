//! Facts that are drawn on a board.

use jigsat_cnf::rarely;
use jigsat_input::{ParseError, quote};

use super::{Global, Resolver};
use crate::{
    data::Drawn,
    syntax::{Binder, Ident, Item},
    theory::{Fact, Meaning},
};

impl Resolver<'_> {
    /// A given fact: from a board, from the data like other facts, or empty.
    pub(super) fn declare_given(
        &mut self,
        name: &Ident,
        places: &[Binder],
        value: Option<&Ident>,
    ) -> Result<(), ParseError> {
        let is_room = |item: &Item| match item {
            Item::Sort { name, values: None } => value.is_some_and(|value| value.name == name.name),
            _ => false,
        };
        if !self.items.iter().any(is_room) {
            self.theory.clues.push(self.theory.facts.len());
        }
        self.slots = 0;
        let mut sorts: Vec<_> = self.places(places)?.into_iter().map(|var| var.sort).collect();
        if let Some(value) = value {
            sorts.push(self.sort(value)?);
        }
        let tuples = match (self.data.drawn(&name.name), self.data.get(&name.name)) {
            (Some(drawn), _) => self.drawn(drawn, &sorts, value.is_some())?,
            (None, Some(datum)) => self.tuples(&name.name, datum, &sorts)?,
            (None, None) => Vec::new(),
        };
        if value.is_some() {
            return self.add_function(name, sorts, tuples);
        }
        self.add(name, Global::Fact(self.theory.facts.len()))?;
        let (meaning, span) = (Meaning::Listed(tuples.into()), name.span);
        self.theory.facts.push(Fact {
            name: name.name.clone(),
            places: sorts,
            function: None,
            meaning,
            span,
        });
        Ok(())
    }

    /// The tuples of the drawn values, sorted, each once.
    fn drawn(&self, drawn: &[Drawn], sorts: &[usize], has_value: bool) -> Result<Vec<i64>, ParseError> {
        let keys = sorts.len() - usize::from(has_value);
        let mut tuples: Vec<Vec<i64>> = Vec::new();
        for item in drawn {
            let mut tuple = Vec::with_capacity(sorts.len());
            for (place, &index) in item.at.iter().enumerate().take(keys) {
                let sort = &self.theory.sorts[sorts[place]];
                if index >= sort.len() {
                    let message = format!("{} is outside of the board", quote(&item.word));
                    return Err(self.data.error_at(item.position, message));
                }
                tuple.push(sort.value(index));
            }
            if has_value {
                let sort = &self.theory.sorts[sorts[keys]];
                let value = sort.read(&item.word).ok_or_else(|| {
                    self.data
                        .error_at(item.position, format!("found {}", quote(&item.word)))
                        .expecting(sort.in_words())
                })?;
                tuple.push(value);
            }
            tuples.push(tuple);
        }
        rarely::sort(&mut tuples);
        tuples.dedup();
        Ok(tuples.concat())
    }
}
