//! A model whose names are resolved, whose sorts are checked, and whose macros are expanded.
//!
//! Both the grounder and the referee read it; each processes it in its own way.

mod clue;
mod dependency;
mod function;
mod structure;
mod way;

use std::sync::{Arc, LazyLock, OnceLock};

use rustc_hash::FxHashMap;

use crate::syntax::{Op, Span, Techniques};
pub(crate) use function::Function;
pub(crate) use structure::{Selection, Shape, Structure};
pub(crate) use way::Way;

/// A resolved model together with its data.
#[derive(Clone, Debug, Default)]
pub(crate) struct Theory {
    pub sorts: Vec<Sort>,
    pub facts: Vec<Fact>,
    pub preds: Vec<Pred>,
    pub asserts: Vec<Assert>,
    /// The facts that are clues on a board: those that are given, except the rooms that cells belong to.
    pub clues: Vec<usize>,
    /// One more than the last atom.
    pub atoms: u32,
    /// The cells of the board, if there is one.
    pub cells: Option<SortId>,
    /// The borders between its cells, if the model uses them.
    pub edges: Option<SortId>,
}

/// An index into [`Theory::sorts`].
pub(crate) type SortId = usize;
/// The place of a variable's value while a formula is evaluated.
pub(crate) type Slot = usize;

#[derive(Clone, Debug)]
pub(crate) struct Sort {
    pub name: String,
    pub values: Values,
    /// The sort itself, or the sort that it is another name for.
    pub same_as: SortId,
    /// The number of columns of the board, if these are its cells.
    pub columns: Option<u16>,
}

/// The values of a sort; a symbol is identified by its place in the list. Other names of a sort share them.
#[derive(Clone, Debug)]
pub(crate) enum Values {
    Range {
        first: i64,
        last: i64,
    },
    /// Rising.
    Numbers(Arc<[i64]>),
    Symbols(Arc<Symbols>),
}

/// Names, and the place of each. Those of a board are made when someone first reads or writes one.
#[derive(Debug)]
pub(crate) struct Symbols {
    count: usize,
    /// Whether each name has a digit.
    are_numbered: bool,
    names: LazyLock<Vec<String>, Box<dyn FnOnce() -> Vec<String> + Send>>,
    places: OnceLock<FxHashMap<String, usize>>,
}

impl Symbols {
    pub fn names(&self) -> &[String] {
        &self.names
    }

    fn place(&self, name: &str) -> Option<usize> {
        // Most names that are looked up are those of predicates: no reason to make the names of cells.
        if self.are_numbered && !name.contains(|char: char| char.is_ascii_digit()) {
            return None;
        }
        self.places.get_or_init(|| self.names.iter().cloned().zip(0..).collect()).get(name).copied()
    }
}

impl Values {
    /// Rising numbers.
    pub fn numbers(numbers: Vec<i64>) -> Self {
        Values::Numbers(numbers.into())
    }

    /// Names, each once.
    pub fn symbols(names: Vec<String>) -> Self {
        Values::made(names.len(), false, || names)
    }

    /// This many names with numbers, each once, from a function that is called when they are first needed.
    pub fn numbered(count: usize, names: impl FnOnce() -> Vec<String> + Send + 'static) -> Self {
        Values::made(count, true, names)
    }

    fn made(count: usize, are_numbered: bool, names: impl FnOnce() -> Vec<String> + Send + 'static) -> Self {
        let names = LazyLock::new(Box::new(names) as Box<_>);
        Values::Symbols(Arc::new(Symbols { count, are_numbered, names, places: OnceLock::new() }))
    }
}

impl Sort {
    pub fn len(&self) -> usize {
        match &self.values {
            Values::Range { first, last } => usize::try_from(last - first + 1).unwrap_or(0),
            Values::Numbers(numbers) => numbers.len(),
            Values::Symbols(symbols) => symbols.count,
        }
    }

    pub fn is_symbolic(&self) -> bool {
        matches!(self.values, Values::Symbols(_))
    }

    /// The place of a value.
    pub fn index(&self, value: i64) -> Option<usize> {
        match &self.values {
            Values::Range { first, last } => {
                (*first..=*last).contains(&value).then(|| usize::try_from(value - first).unwrap_or(0))
            }
            Values::Numbers(numbers) => numbers.binary_search(&value).ok(),
            Values::Symbols(symbols) => usize::try_from(value).ok().filter(|&place| place < symbols.count),
        }
    }

    /// The value at a place below [`Sort::len`].
    pub fn value(&self, index: usize) -> i64 {
        match &self.values {
            Values::Range { first, .. } => first.saturating_add_unsigned(index as u64),
            Values::Numbers(numbers) => numbers[index],
            Values::Symbols(_) => i64::try_from(index).unwrap_or(i64::MAX),
        }
    }

    /// A value as it is written.
    pub fn show(&self, value: i64) -> String {
        self.symbol(value).map_or_else(|| value.to_string(), str::to_owned)
    }

    /// The name of a value that has one.
    pub fn symbol(&self, value: i64) -> Option<&str> {
        let Values::Symbols(symbols) = &self.values else { return None };
        symbols.names().get(usize::try_from(value).ok()?).map(String::as_str)
    }

    /// A value as sentences name it: a point between cells, `r1c1_r1c2`, is `r1c1/r1c2`.
    pub fn told(&self, value: i64) -> String {
        let name = self.show(value);
        let is_cell = |name: &str| {
            let numbers = name.strip_prefix('r').and_then(|rest| rest.split_once('c'));
            numbers.is_some_and(|(row, column)| row.parse::<u16>().and(column.parse::<u16>()).is_ok())
        };
        match name.split_once('_') {
            Some((a, b)) if is_cell(a) && is_cell(b) => format!("{a}/{b}"),
            _ => name,
        }
    }

    /// The value with that text.
    pub fn read(&self, text: &str) -> Option<i64> {
        match &self.values {
            Values::Symbols(symbols) => symbols.place(text).map(|place| place as i64),
            _ => text.parse().ok().filter(|&number| self.index(number).is_some()),
        }
    }

    /// Its values in words: `1..4`.
    pub fn describe(&self) -> String {
        match &self.values {
            Values::Range { first, last } => format!("{first}..{last}"),
            Values::Numbers(numbers) => listed(numbers.iter().map(i64::to_string)),
            Values::Symbols(symbols) => listed(symbols.names().iter().cloned()),
        }
    }

    /// Its values in words, for people who know nothing about sorts.
    pub fn in_words(&self) -> String {
        match &self.values {
            Values::Range { first, last } if first == last => first.to_string(),
            Values::Range { first, last } => format!("a number from {first} to {last}"),
            _ => format!("one of {}", self.describe()),
        }
    }
}

/// `{a, b, c}`, cut after ten.
fn listed(values: impl ExactSizeIterator<Item = String>) -> String {
    const SHOWN: usize = 10;
    let more = if values.len() > SHOWN { ", …" } else { "" };
    format!("{{{}{more}}}", values.take(SHOWN).collect::<Vec<_>>().join(", "))
}

#[derive(Clone, Debug)]
pub(crate) struct Fact {
    pub name: String,
    /// If the fact is a function, the last one is the sort of its value.
    pub places: Vec<SortId>,
    pub function: Option<Function>,
    pub meaning: Meaning,
    pub span: Span,
}

/// When a fact holds.
#[derive(Clone, Debug)]
pub(crate) enum Meaning {
    /// It holds for these values: tuple after tuple, sorted, each once.
    Listed(Arc<[i64]>),
    /// It holds for the values of these variables for which the formula is true, which is found in these ways. If it is
    /// closed, also for everything that steps in the last two places lead to.
    Computed { vars: Vec<Var>, slots: usize, formula: Formula, ways: Vec<Way>, is_closed: bool },
}

#[derive(Clone, Debug)]
pub(crate) struct Pred {
    pub name: String,
    /// If the predicate is a function, the last one is the sort of its value.
    pub places: Vec<SortId>,
    pub is_function: bool,
    /// The words of explanations for an atom that is true, and for one that is not.
    pub words: Option<[Words; 2]>,
    /// The value of an atom with an argument that has no value: 0 for false, or the function's value; `None` for an
    /// error.
    pub outside: Option<i64>,
    /// The fact that says for which arguments a function has a value; `None` for all.
    pub defined: Option<usize>,
    pub shown: bool,
    /// The number of its first atom; the others follow in lexicographic order of their arguments.
    pub first: u32,
    /// The number of its atoms.
    pub count: u32,
}

/// A sentence about an atom.
#[derive(Clone, Debug)]
pub(crate) struct Words {
    /// With `{0}`, `{1}` … for arguments.
    pub text: String,
    /// Those arguments, by their places.
    pub told_by: Vec<usize>,
}

/// A bound variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Var {
    pub name: String,
    pub slot: Slot,
    pub sort: SortId,
}

#[derive(Clone, Debug)]
pub(crate) struct Assert {
    pub name: String,
    /// Whether the model says that the other asserts imply it.
    pub is_redundant: bool,
    /// What players call a deduction by it.
    pub techniques: Option<Techniques>,
    /// With `{0}`, `{1}` … for the variables that distinguish its ground constraints.
    pub sentence: String,
    /// Those variables, by their places in `vars`.
    pub told_by: Vec<usize>,
    /// The variables of the outer `forall`s.
    pub vars: Vec<Var>,
    pub guard: Option<Formula>,
    /// The formula that must hold; for a structure, the condition under which it is stated.
    pub body: Formula,
    pub structure: Option<Structure>,
    /// The number of slots for its variables.
    pub slots: usize,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Formula {
    Bool(bool),
    Compare(Op, Term, Term, Span),
    /// A comparison of terms with searched values.
    Arith(Op, Term, Term, Span),
    Fact(usize, Vec<Term>, Span),
    /// Whether a function has a value.
    Defined(usize, Vec<Term>, Span),
    Atom(usize, Vec<Term>, Span),
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Iff(Box<Formula>, Box<Formula>),
    Quantified(Box<Quantified>),
}

impl Formula {
    /// Whether an atom or a value of such a predicate occurs in it.
    pub fn preds(&self, is_one: &dyn Fn(usize) -> bool) -> bool {
        matches!(self, Formula::Atom(pred, ..) if is_one(*pred))
            || self.parts().into_iter().any(|part| part.preds(is_one))
            || self.searched(is_one)
    }

    /// Whether a value of such a predicate occurs in it.
    pub fn searched(&self, is_one: &dyn Fn(usize) -> bool) -> bool {
        matches!(self, Formula::Arith(_, a, b, _) if a.searched(is_one) || b.searched(is_one))
            || self.parts().into_iter().any(|part| part.searched(is_one))
    }

    fn parts(&self) -> Vec<&Formula> {
        match self {
            Formula::Not(inner) => vec![inner],
            Formula::And(parts) | Formula::Or(parts) => parts.iter().collect(),
            Formula::Iff(a, b) => vec![a, b],
            Formula::Quantified(quantified) => vec![&quantified.body],
            _ => Vec::new(),
        }
    }
}

impl Term {
    fn searched(&self, is_one: &dyn Fn(usize) -> bool) -> bool {
        match self {
            Term::Search(pred, ..) => is_one(*pred),
            Term::Op(_, a, b, _) => a.searched(is_one) || b.searched(is_one),
            Term::Minus(a, _) | Term::Abs(a, _) | Term::In(_, a, _) => a.searched(is_one),
            Term::Fold(fold) => fold.body.searched(is_one),
            Term::Value(_) | Term::Var(_) | Term::Apply(..) => false,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Quantified {
    pub quantifier: Quantifier,
    pub vars: Vec<Var>,
    pub guard: Option<Formula>,
    pub body: Formula,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Quantifier {
    Forall,
    Exists,
    Exactly(Term),
    AtMost(Term),
    AtLeast(Term),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Term {
    Value(i64),
    Var(Slot),
    Op(Op, Box<Term>, Box<Term>, Span),
    Minus(Box<Term>, Span),
    Abs(Box<Term>, Span),
    /// A value of that sort; undefined for any other value.
    In(SortId, Box<Term>, Span),
    /// The value of a fact that is a function.
    Apply(usize, Vec<Term>, Span),
    /// The value of a predicate that is a function.
    Search(usize, Vec<Term>, Span),
    Fold(Box<Fold>),
}

/// A sum or a product.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fold {
    pub is_product: bool,
    pub vars: Vec<Var>,
    pub guard: Option<Formula>,
    pub body: Term,
    pub span: Span,
}

/// Why a term has no value, or a fact or atom is undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Undefined {
    pub why: Why,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// A conversion to a sort that lacks the value.
    Outside {
        value: i64,
        sort: SortId,
    },
    /// An argument, at this place from 0, whose sort lacks the value.
    Argument {
        value: i64,
        sort: SortId,
        place: usize,
    },
    /// A given function without a value for these arguments.
    NoValue {
        fact: usize,
    },
    /// A searched function without a value for these arguments.
    NoSearchedValue,
    /// The same for an argument of a searched function, which is a mistake.
    NoArgument {
        fact: usize,
    },
    DivisionByZero,
    Overflow,
    NegativeCount(i64),
}

impl Undefined {
    /// Whether a function has no value: a comparison or fact is false then.
    pub fn is_missing(self) -> bool {
        matches!(self.why, Why::NoValue { .. } | Why::NoSearchedValue)
    }

    /// The same, for an argument that has just turned out to be outside of its sort.
    pub fn at(self, place: usize, span: Span) -> Self {
        match self.why {
            Why::Argument { value, sort, .. } => {
                Undefined { why: Why::Argument { value, sort, place }, span }
            }
            _ => self,
        }
    }
}
