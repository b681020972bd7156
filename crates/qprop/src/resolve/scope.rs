//! The variables and macro parameters that a name may mean at some place.

use std::rc::Rc;

use crate::{
    syntax::Expr,
    theory::{Slot, SortId, Var},
};

/// Names in scope, the innermost first.
#[derive(Clone, Default)]
pub(super) struct Scope<'a>(Option<Rc<Entry<'a>>>);

struct Entry<'a> {
    name: String,
    meaning: Local<'a>,
    outer: Scope<'a>,
}

/// The meaning of a name in a scope.
#[derive(Clone)]
pub(super) enum Local<'a> {
    Variable(Slot, SortId),
    /// A macro's argument, with the scope in which it was written.
    Argument(&'a Expr, Scope<'a>),
}

impl<'a> Scope<'a> {
    pub fn with(&self, name: &str, meaning: Local<'a>) -> Self {
        Scope(Some(Rc::new(Entry { name: name.to_owned(), meaning, outer: self.clone() })))
    }

    pub fn with_vars(&self, vars: &[Var]) -> Self {
        vars.iter()
            .fold(self.clone(), |scope, var| scope.with(&var.name, Local::Variable(var.slot, var.sort)))
    }

    pub fn get(&self, name: &str) -> Option<Local<'a>> {
        let mut scope = self;
        while let Some(entry) = &scope.0 {
            if entry.name == name {
                return Some(entry.meaning.clone());
            }
            scope = &entry.outer;
        }
        None
    }
}
