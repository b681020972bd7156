//! Models of QPROP as trees, and their text.

use std::fmt::{self, Display, Formatter, Write as _};

/// A sort of the test's models: S has the places, D the values, E the edges between places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    S,
    D,
    E,
}

/// A variable with its sort.
pub type Var = (String, Sort);

#[derive(Clone, Debug)]
pub enum Term {
    Number(i64),
    Var(Var),
    /// A given function, which may lack a value.
    Given(&'static str, Box<Term>),
    /// A searched function.
    Found(&'static str, Box<Term>),
    Op(&'static str, Box<Term>, Box<Term>),
    Minus(Box<Term>),
    Abs(Box<Term>),
    Convert(Sort, Box<Term>),
    Fold {
        is_product: bool,
        var: Var,
        guard: Option<Box<Formula>>,
        body: Box<Term>,
    },
    /// A macro: its text, and its expansion.
    Macro(String, Box<Term>),
}

#[derive(Clone, Debug)]
pub enum Formula {
    Bool(bool),
    /// Terms with an operator between each and the next.
    Compare(Vec<Term>, Vec<&'static str>),
    /// A relation that is given or computed.
    Fact(&'static str, Vec<Term>),
    /// Whether a given function has a value.
    Has(&'static str, Term),
    Atom(&'static str, Vec<Term>),
    Not(Box<Formula>),
    /// Two formulas with `and`, `or`, `implies`, `if` or `iff` between them.
    Joined(&'static str, Box<Formula>, Box<Formula>),
    Quantified {
        quantifier: Quantifier,
        vars: Vec<Var>,
        guard: Option<Box<Formula>>,
        body: Box<Formula>,
    },
    /// A macro: its text, and its expansion.
    Macro(String, Box<Formula>),
}

#[derive(Clone, Debug)]
pub enum Quantifier {
    Forall,
    Exists,
    Exactly(Term),
    AtMost(Term),
    AtLeast(Term),
}

/// A predicate, or a function if it has a value.
#[derive(Clone, Debug)]
pub struct Pred {
    pub name: &'static str,
    pub arg: Option<Var>,
    pub guard: Option<Formula>,
    pub value: Option<Sort>,
    pub outside: Option<i64>,
    pub is_shown: bool,
}

#[derive(Clone, Debug)]
pub enum Shape {
    Acyclic,
    Closed,
    Connected,
    Loop,
    Paths { end: Var, guard: Option<Formula>, by: Term },
    Pairs { root: Var, guard: Option<Formula>, between: Option<Term> },
    Regions { root: Option<(Var, Option<Formula>)>, has_one: bool, size: Option<Term> },
    Matching { with: Var, guard: Option<Formula> },
    Runs { nth: Var, guard: Option<Formula>, length: Term },
}

#[derive(Clone, Debug)]
pub struct Structure {
    pub shape: Shape,
    pub var: Var,
    pub guard: Option<Formula>,
    pub body: Formula,
}

#[derive(Clone, Debug)]
pub struct Assert {
    pub vars: Vec<Var>,
    pub guard: Option<Formula>,
    /// What must hold, or the condition of a structure.
    pub body: Option<Formula>,
    pub structure: Option<Structure>,
}

#[derive(Clone, Debug)]
pub struct Model {
    pub places: i64,
    pub values: Vec<i64>,
    /// For each place, the value of `h` and of `next`.
    pub given: Vec<(Option<i64>, Option<i64>)>,
    pub near: Vec<(i64, i64)>,
    /// The ends of each edge.
    pub joins: Vec<(i64, i64)>,
    /// `big(x: S)`, and `far(x, y: S)`, which may be closed.
    pub big: Formula,
    pub far: (Formula, bool),
    pub preds: Vec<Pred>,
    pub macros: Vec<String>,
    pub asserts: Vec<Assert>,
}

impl Model {
    /// The number of combinations of values of all predicates, or more if guards leave some out.
    pub fn assignments(&self) -> usize {
        let places = |sort: Sort| match sort {
            Sort::S => self.places as usize,
            Sort::D => self.values.len(),
            Sort::E => self.joins.len(),
        };
        let of = |pred: &Pred| {
            let args = pred.arg.as_ref().map_or(1, |(_, sort)| places(*sort));
            pred.value.map_or(2, places).pow(args as u32)
        };
        self.preds.iter().map(of).product()
    }

    /// The text of the data.
    pub fn data(&self) -> String {
        let pairs = |pairs: Vec<(i64, i64)>| {
            let pairs: Vec<String> = pairs.iter().map(|(a, b)| format!("[{a}, {b}]")).collect();
            format!("[{}]", pairs.join(", "))
        };
        let places = || (1..).zip(&self.given);
        let h = places().filter_map(|(place, given)| Some((place, given.0?))).collect();
        let next = places().filter_map(|(place, given)| Some((place, given.1?))).collect();
        let joins: Vec<String> =
            (1..).zip(&self.joins).map(|(edge, (a, b))| format!("[{edge}, {a}, {b}]")).collect();
        let (h, next, near) = (pairs(h), pairs(next), pairs(self.near.clone()));
        format!("h: {h}\nnext: {next}\nnear: {near}\njoins: [{}]\n", joins.join(", "))
    }
}

impl Display for Model {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let values: Vec<String> = self.values.iter().map(i64::to_string).collect();
        let is_range = self.values.windows(2).all(|pair| pair[0] + 1 == pair[1]);
        writeln!(f, "sort S = 1..{}", self.places)?;
        match (is_range, &self.values[..]) {
            (true, [first, .., last]) => writeln!(f, "sort D = {first}..{last}")?,
            _ => writeln!(f, "sort D = {{{}}}", values.join(", "))?,
        }
        writeln!(f, "sort E = 1..{}", self.joins.len())?;
        f.write_str(
            "fact h(x: S) -> D\nfact next(x: S) -> S\nfact near(x, y: S)\nfact joins(e: E, x, y: S)\n",
        )?;
        writeln!(f, "fact big(x: S) := {}", self.big)?;
        let (far, is_closed) = &self.far;
        writeln!(f, "fact far(x, y: S){} := {far}", if *is_closed { " closed" } else { "" })?;
        for pred in &self.preds {
            writeln!(f, "{pred}")?;
        }
        for text in &self.macros {
            writeln!(f, "{text}")?;
        }
        for (number, assert) in self.asserts.iter().enumerate() {
            writeln!(f, "assert a{number}: {assert}")?;
        }
        let shown: Vec<&str> = self.preds.iter().filter(|pred| pred.is_shown).map(|pred| pred.name).collect();
        if shown.len() < self.preds.len() {
            writeln!(f, "show {}", shown.join(", "))?;
        }
        Ok(())
    }
}

impl Display for Pred {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "pred {}", self.name)?;
        if let Some(arg) = &self.arg {
            write!(f, "({}", bound(arg))?;
            self.guard.iter().try_for_each(|guard| write!(f, " | {guard}"))?;
            f.write_char(')')?;
        }
        self.value.iter().try_for_each(|sort| write!(f, " -> {sort:?}"))?;
        match (self.outside, self.value) {
            (None, _) => Ok(()),
            (Some(value), Some(_)) => write!(f, " outside {value}"),
            (Some(_), None) => f.write_str(" outside false"),
        }
    }
}

impl Display for Assert {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if !self.vars.is_empty() {
            write!(f, "forall {}{} . ", all_bound(&self.vars), guarded(self.guard.as_ref()))?;
        }
        match (&self.body, &self.structure) {
            (Some(body), None) => write!(f, "{body}"),
            (body, Some(structure)) => {
                body.iter().try_for_each(|body| write!(f, "({body}) implies "))?;
                write!(f, "{structure}")
            }
            (None, None) => f.write_str("true"),
        }
    }
}

impl Display for Structure {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let along = if self.var.1 == Sort::E { "joins" } else { "near" };
        let (var, guard) = (bound(&self.var), guarded(self.guard.as_ref()));
        match &self.shape {
            Shape::Acyclic => write!(f, "acyclic {var} along {along}")?,
            Shape::Closed => write!(f, "closed {var} along {along}")?,
            Shape::Connected => write!(f, "connected {var} along {along}")?,
            Shape::Loop => write!(f, "loop {var} along {along}")?,
            Shape::Paths { end, guard, by } => {
                write!(
                    f,
                    "paths {var} along {along} ends {}{} by {by}",
                    bound(end),
                    in_parentheses(guard.as_ref())
                )?;
            }
            Shape::Pairs { root, guard, between } => {
                let guard = guard.clone().unwrap_or(Formula::Bool(true));
                write!(
                    f,
                    "regions {var} along {along} pair {}{}",
                    bound(root),
                    in_parentheses(Some(&guard))
                )?;
                between.iter().try_for_each(|between| write!(f, " between {between}"))?;
            }
            Shape::Regions { root, has_one, size } => {
                write!(f, "regions {var} along {along}")?;
                if let Some((root, guard)) = root {
                    // Without a guard of its own, the root would take the guard of the structure.
                    let guard = guard.clone().unwrap_or(Formula::Bool(true));
                    let word = if *has_one { "root" } else { "of" };
                    write!(f, " {word} {}{}", bound(root), in_parentheses(Some(&guard)))?;
                }
                size.iter().try_for_each(|size| write!(f, " size {size}"))?;
            }
            Shape::Matching { with, guard } => {
                // Without a guard of its own, the other side would take the guard of the structure.
                let guard = guard.clone().unwrap_or(Formula::Bool(true));
                write!(
                    f,
                    "matching {var} along {along} with {}{}",
                    bound(with),
                    in_parentheses(Some(&guard))
                )?;
            }
            Shape::Runs { nth, guard: nth_guard, length } => {
                let nth_guard = guarded(nth_guard.as_ref());
                return write!(
                    f,
                    "runs {var}{guard} . ({}) are {}{nth_guard} . {length}",
                    self.body,
                    bound(nth)
                );
            }
        }
        write!(f, "{guard} . {}", self.body)
    }
}

impl Display for Formula {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Formula::Bool(value) => write!(f, "{value}"),
            Formula::Compare(terms, ops) => {
                write!(f, "{}", terms[0])?;
                terms[1..].iter().zip(ops).try_for_each(|(term, op)| write!(f, " {op} {term}"))
            }
            Formula::Fact(name, args) | Formula::Atom(name, args) if args.is_empty() => f.write_str(name),
            Formula::Fact(name, args) | Formula::Atom(name, args) => {
                let args: Vec<String> = args.iter().map(ToString::to_string).collect();
                write!(f, "{name}({})", args.join(", "))
            }
            Formula::Has(name, arg) => write!(f, "{name}({arg})"),
            Formula::Not(inner) => write!(f, "not ({inner})"),
            Formula::Joined(op, a, b) => write!(f, "({a}) {op} ({b})"),
            Formula::Quantified { quantifier, vars, guard, body } => {
                match quantifier {
                    Quantifier::Forall => f.write_str("forall")?,
                    Quantifier::Exists => f.write_str("exists")?,
                    Quantifier::Exactly(k) => write!(f, "exactly {k}")?,
                    Quantifier::AtMost(k) => write!(f, "atmost {k}")?,
                    Quantifier::AtLeast(k) => write!(f, "atleast {k}")?,
                }
                write!(f, " {}{} . {body}", all_bound(vars), guarded(guard.as_deref()))
            }
            Formula::Macro(text, _) => f.write_str(text),
        }
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Term::Number(number) if *number < 0 => write!(f, "({number})"),
            Term::Number(number) => write!(f, "{number}"),
            Term::Var((name, _)) => f.write_str(name),
            Term::Given(name, arg) | Term::Found(name, arg) => write!(f, "{name}({arg})"),
            Term::Op(op, a, b) => write!(f, "({a} {op} {b})"),
            Term::Minus(a) => write!(f, "(-{a})"),
            Term::Abs(a) => write!(f, "abs({a})"),
            Term::Convert(sort, a) => write!(f, "{sort:?}({a})"),
            Term::Fold { is_product, var, guard, body } => {
                let word = if *is_product { "product" } else { "sum" };
                write!(f, "({word} {}{} . {body})", bound(var), guarded(guard.as_deref()))
            }
            Term::Macro(text, _) => f.write_str(text),
        }
    }
}

fn bound((name, sort): &Var) -> String {
    format!("{name}: {sort:?}")
}

fn all_bound(vars: &[Var]) -> String {
    vars.iter().map(bound).collect::<Vec<_>>().join(", ")
}

fn guarded(guard: Option<&Formula>) -> String {
    guard.map_or_else(String::new, |guard| format!(" | {guard}"))
}

fn in_parentheses(guard: Option<&Formula>) -> String {
    guard.map_or_else(String::new, |guard| format!(" | ({guard})"))
}
