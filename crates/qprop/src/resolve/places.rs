//! Binders: variables with their sorts.

use jigsat_input::{ParseError, quote};

use super::{
    Global, MAX_VARIABLES, Resolver,
    scope::{Local, Scope},
};
use crate::{
    syntax::{Binder, Ident},
    theory::Var,
};

impl Resolver<'_> {
    /// The places of a fact or predicate.
    pub(super) fn places(&mut self, binders: &[Binder]) -> Result<Vec<Var>, ParseError> {
        self.bind(binders, &Scope::default())
    }

    /// New variables, each in a slot of its own.
    pub(super) fn bind(&mut self, binders: &[Binder], scope: &Scope<'_>) -> Result<Vec<Var>, ParseError> {
        let mut vars: Vec<Var> = Vec::new();
        for binder in binders {
            let given = binder.sort.as_ref().map(|sort| self.sort(sort)).transpose()?;
            for name in &binder.names {
                self.not_global(name)?;
                if self.bound + vars.len() == MAX_VARIABLES {
                    let message = format!("found {} as one more variable", quote(&name.name));
                    return Err(self
                        .error(name.span, message)
                        .expecting(format!("at most {MAX_VARIABLES} bound at a time")));
                }
                let has_it = matches!(scope.get(&name.name), Some(Local::Variable(..)));
                if has_it || vars.iter().any(|var| var.name == name.name) {
                    let message = format!("variable {} is already bound here", quote(&name.name));
                    return Err(self.error(name.span, message).expecting("another name"));
                }
                let sort = match (given, self.var_sorts.get(&name.name)) {
                    (Some(sort), Some(&other)) if sort != other => {
                        let message = format!(
                            "variable '{}' has sort {} here, but 'var' gives it sort {}",
                            name.name,
                            self.sort_name(sort),
                            self.sort_name(other)
                        );
                        let help = "a sort goes with all names before it, up to the one that ends in a sort";
                        return Err(self.error(name.span, message).with_help(help));
                    }
                    (Some(sort), _) | (None, Some(&sort)) => sort,
                    (None, None) => {
                        let message = format!("variable {} has no sort", quote(&name.name));
                        let help = format!(
                            "write '{}: SORT', or declare 'var {}: SORT' before",
                            name.name, name.name
                        );
                        return Err(self.error(name.span, message).with_help(help));
                    }
                };
                vars.push(Var { name: name.name.clone(), slot: self.slots, sort });
                self.slots += 1;
            }
        }
        Ok(vars)
    }

    /// Checks that a variable's name means nothing else.
    pub(super) fn not_global(&self, name: &Ident) -> Result<(), ParseError> {
        if let Some(global) = self.global(&name.name) {
            let message = format!("{} is {} and can't be a variable, too", quote(&name.name), global.what());
            let error = self.error(name.span, message);
            return Err(match global {
                Global::Sort(_) => error.with_help(format!("give the place a name: 'x: {}'", name.name)),
                _ => error,
            });
        }
        if let Some(sort) = self.sort_of_symbol(&name.name) {
            let message = format!(
                "{} is a value of sort {} and can't be a variable, too",
                quote(&name.name),
                sort.name
            );
            return Err(self.error(name.span, message));
        }
        Ok(())
    }
}
