//! The names of variables.

use std::{borrow::Cow, collections::HashMap};

use jigsat_cnf::Var;

/// The names of the variables of a formula: those that its comments give; otherwise, a variable is called by its number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Names {
    /// The name of each variable up to the last that has one.
    given: Vec<Option<Box<str>>>,
    by_name: HashMap<Box<str>, Var>,
}

impl Names {
    /// Names a variable.
    ///
    /// # Errors
    ///
    /// Why it can't have this name: what was found, and what was expected.
    pub fn give(&mut self, var: Var, name: &str) -> Result<(), (String, &'static str)> {
        let number = var.to_ipasir();
        if name.chars().any(char::is_control) {
            return Err(("found a control character".into(), "a name of printable characters"));
        }
        // Literals are numbers, so a name that is another number would be another variable.
        if name.parse().is_ok_and(|other: i64| other != i64::from(number)) {
            return Err((format!("found the number {name} as a name"), "a word that is no number"));
        }
        if self.given(var).is_some() {
            return Err((format!("found a second name of variable {number}"), "one name for each variable"));
        }
        if let Some(other) = self.by_name.get(name) {
            let found = format!("found the name of variable {} again", other.to_ipasir());
            return Err((found, "a name for each variable that no other has"));
        }
        // A variable whose name is its number has no name of its own.
        if name != number.to_string() {
            if self.given.len() <= var.idx() {
                self.given.resize(var.idx() + 1, None);
            }
            self.given[var.idx()] = Some(name.into());
            self.by_name.insert(name.into(), var);
        }
        Ok(())
    }

    /// The name that a comment gives to a variable.
    pub fn given(&self, var: Var) -> Option<&str> {
        self.given.get(var.idx())?.as_deref()
    }

    /// The name of a variable.
    pub fn name(&self, var: Var) -> Cow<'_, str> {
        self.given(var).map_or_else(|| var.to_ipasir().to_string().into(), Cow::Borrowed)
    }

    /// The variable with this name or number, of that many.
    pub fn var(&self, name: &str, variables: u32) -> Option<Var> {
        let by_number = || {
            let number: u32 = name.parse().ok()?;
            (1..=variables).contains(&number).then(|| Var::new(number - 1))
        };
        self.by_name.get(name).copied().or_else(by_number)
    }
}
