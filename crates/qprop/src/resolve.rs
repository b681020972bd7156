//! From tree to theory: declarations here, formulas in `formula`, terms in `term`.
//!
//! Every mistake that a user could make is an error at its place: names that are unknown, used twice or used before
//! their declaration, wrong numbers of arguments, arguments of another sort.

mod board;
mod declare;
mod formula;
mod functions;
mod given;
mod macros;
mod places;
mod scope;
mod sentence;
mod sorts;
mod structure;
mod term;
mod tuples;

pub(crate) use functions::elsewhere;

use std::collections::BTreeMap;

use jigsat_input::{ParseError, quote};

use crate::{
    data::Data,
    load::Sources,
    syntax::{Expr, Ident, Item, Span},
    theory::{Sort, SortId, Theory},
};

/// Maximum number of parts that macros expand to, in all asserts together.
const MAX_PARTS: usize = 1_000_000;
/// Maximum depth of formulas after the expansion of macros.
const MAX_DEPTH: usize = 200;
/// Maximum depth of nested sums and products, with all operators around a term added up: `a + b + c` counts as two.
const MAX_OPERATORS: usize = 1000;
/// Maximum number of variables bound at a time, and of parameters of a macro.
const MAX_VARIABLES: usize = 200;
/// Maximum number of sorts.
const MAX_SORTS: usize = 1000;
/// Maximum number of values of a sort.
const MAX_VALUES: u64 = 1_000_000;
/// Maximum number of atoms.
const MAX_ATOMS: u64 = 10_000_000;

/// Resolves a model with its data.
pub(crate) fn resolve(items: &[Item], sources: &Sources, data: &Data) -> Result<Theory, ParseError> {
    let mut resolver = Resolver {
        sources,
        data,
        items,
        theory: Theory::default(),
        names: BTreeMap::new(),
        var_sorts: BTreeMap::new(),
        asserts: BTreeMap::new(),
        macros: Vec::new(),
        applied: Vec::new(),
        defining: None,
        slots: 0,
        parts: 0,
        depth: 0,
        operators: 0,
        bound: 0,
    };
    for item in items {
        resolver.declare(item)?;
    }
    resolver.unknown_data()?;
    for item in items {
        if let Item::Assert { name, is_redundant, sentence, techniques, formula } = item {
            resolver.assert(name, sentence.as_ref(), techniques.as_ref(), formula, *is_redundant)?;
        }
    }
    resolver.show(items)?;
    resolver.number_atoms(items)?;
    Ok(resolver.theory)
}

struct Resolver<'a> {
    sources: &'a Sources,
    data: &'a Data,
    /// All items, before and after the current place.
    items: &'a [Item],
    theory: Theory,
    /// The meaning of each name, except variables and symbols.
    names: BTreeMap<String, (Global, Span)>,
    /// The sorts that `var` gives to names.
    var_sorts: BTreeMap<String, SortId>,
    /// The place where each assert is named.
    asserts: BTreeMap<String, Span>,
    macros: Vec<Macro<'a>>,
    /// The macros that are being expanded, innermost last.
    applied: Vec<(usize, Span)>,
    /// The fact whose formula is being resolved.
    defining: Option<&'a str>,
    /// Number of slots that the current assert uses so far.
    slots: usize,
    parts: usize,
    depth: usize,
    /// Number of operators of sums and products around the current term.
    operators: usize,
    /// Number of variables bound around the current formula.
    bound: usize,
}

/// The meaning of a name outside of scopes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Global {
    Const(i64),
    Sort(SortId),
    Fact(usize),
    Pred(usize),
    Macro(usize),
}

impl Global {
    fn what(self) -> &'static str {
        match self {
            Global::Const(_) => "a constant",
            Global::Sort(_) => "a sort",
            Global::Fact(_) => "a fact",
            Global::Pred(_) => "a predicate",
            Global::Macro(_) => "a macro",
        }
    }
}

struct Macro<'a> {
    name: &'a str,
    params: &'a [Ident],
    body: &'a Expr,
}

impl Resolver<'_> {
    /// An error at a place; in a macro, it also names where the macro was used.
    fn error(&self, span: Span, message: impl Into<String>) -> ParseError {
        let error = self.sources.error(span, message);
        match self.applied.first() {
            Some(&(number, at)) => {
                let used =
                    format!("in macro '{}', used in {}", self.macros[number].name, self.sources.place(at));
                error.with_help(used)
            }
            None => error,
        }
    }

    fn global(&self, name: &str) -> Option<Global> {
        self.names.get(name).map(|&(global, _)| global)
    }

    fn add(&mut self, name: &Ident, global: Global) -> Result<(), ParseError> {
        if let Some(&(other, at)) = self.names.get(&name.name) {
            let place = self.sources.place(at);
            let message = format!("{} is already {}, declared in {place}", quote(&name.name), other.what());
            return Err(self.error(name.span, message));
        }
        if let Some(&sort) = self.var_sorts.get(&name.name) {
            let sort = &self.theory.sorts[sort].name;
            let message = format!("{} is already a variable of sort {sort}", quote(&name.name));
            return Err(self.error(name.span, message));
        }
        if let Some(sort) = self.sort_of_symbol(&name.name) {
            let message = format!("{} is already a value of sort {}", quote(&name.name), sort.name);
            return Err(self.error(name.span, message));
        }
        self.names.insert(name.name.clone(), (global, name.span));
        Ok(())
    }

    /// The error for a name that is used before it is declared.
    fn declared_later(&self, name: &str, span: Span) -> Option<ParseError> {
        let later = self.items.iter().filter_map(Item::declared).find(|ident| ident.name == name)?;
        let place = self.sources.place(later.span);
        let message = format!("{} is declared later, in {place}", quote(name));
        Some(self.error(span, message).with_help("move the declaration up: what is used is declared before"))
    }

    /// The first sort that has the symbol.
    fn sort_of_symbol(&self, name: &str) -> Option<&Sort> {
        self.theory.sorts.iter().find(|sort| sort.is_symbolic() && sort.read(name).is_some())
    }

    fn sort(&self, name: &Ident) -> Result<SortId, ParseError> {
        match self.global(&name.name) {
            Some(Global::Sort(sort)) => Ok(sort),
            Some(other) => {
                let message = format!("{} is {}", quote(&name.name), other.what());
                Err(self.error(name.span, message).expecting("a sort"))
            }
            None => {
                let known: Vec<&str> = self.theory.sorts.iter().map(|sort| sort.name.as_str()).collect();
                if let Some(error) = self.declared_later(&name.name, name.span) {
                    return Err(error);
                }
                let message = format!("there is no sort {}", quote(&name.name));
                Err(self.error(name.span, message).with_help(known_names("sorts", &known)))
            }
        }
    }

    /// Whether two sorts are the same, possibly under two names.
    fn alike(&self, a: SortId, b: SortId) -> bool {
        self.theory.sorts[a].same_as == self.theory.sorts[b].same_as
    }

    fn sort_name(&self, sort: SortId) -> &str {
        &self.theory.sorts[sort].name
    }
}

/// `the sorts are: S, P`, or that there are none.
fn known_names(what: &str, names: &[&str]) -> String {
    if names.is_empty() {
        format!("no {what} are declared before this")
    } else {
        format!("the {what} are: {}", names.join(", "))
    }
}
