//! The names of variables.

use std::fmt;

use rustsat::types::{Lit, Var};

use super::{Cnf, Origin};
use crate::{
    graph::{self, GraphEntry},
    rule::Name,
};

/// Writes the name of an atom by its number: the formula of any puzzle, without the type of its atoms.
pub type AtomNames<'n> = &'n dyn Fn(u32, &mut fmt::Formatter<'_>) -> fmt::Result;

impl Cnf {
    /// The name of a node or an edge of a graph constraint.
    pub(crate) fn element_name(
        &self,
        entry: &GraphEntry,
        element: u32,
        seen_from: Option<usize>,
        names: AtomNames<'_>,
    ) -> String {
        let text = |name: Name| self.names[name.0 as usize].to_string();
        let literal = |lit| self.literal_name(lit, seen_from, names);
        graph::element_name(entry, element, &text, &literal)
    }

    /// The name of a literal, which follows from the name of its variable.
    #[must_use]
    pub fn literal_name(&self, lit: Lit, seen_from: Option<usize>, names: AtomNames<'_>) -> String {
        let mut name = String::from(if lit.is_neg() { "not " } else { "" });
        self.write_variable(lit.var(), seen_from, names, &mut name).expect("a String takes everything");
        name
    }

    /// Writes the name of a variable, as [`Formula::write_variable`](crate::Formula::write_variable) does.
    ///
    /// # Errors
    ///
    /// Only errors of writing to `out`.
    pub fn write_variable(
        &self,
        var: Var,
        seen_from: Option<usize>,
        names: AtomNames<'_>,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        let group = match self.origin(var) {
            Origin::Projected { atom } | Origin::Declared { atom } => {
                return write!(out, "{}", Named(names, atom));
            }
            Origin::Aux { group } => group as usize,
        };
        if Some(group) != seen_from {
            self.group_at(group).write_id(names, out)?;
        }
        match self.label_of(var) {
            Some(label) if Some(group) == seen_from => out.write_str(label),
            Some(label) => write!(out, ".{label}"),
            None => write!(out, "?{}", var.idx32() - self.groups[group].first_variable + 1),
        }
    }
}

struct Named<'n>(AtomNames<'n>, u32);

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0)(self.1, f)
    }
}
