//! Terms: numbers and symbols, and their sorts.

use jigsat_input::{ParseError, quote};

use super::{
    Global, MAX_OPERATORS, Resolver,
    board::KNOWN,
    functions::is_searched,
    scope::{Local, Scope},
};
use crate::{
    parse::{foreign_name, is_number},
    syntax::{Expr, Ident, Kind, Op, Span},
    theory::{SortId, Term},
};

/// The type of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    /// The result of arithmetic: fits every sort of numbers; its value is checked later.
    Number,
    /// A value of that sort: fits no other sort.
    Of(SortId),
}

/// A term and its type.
type Typed = (Term, Type);

impl<'a> Resolver<'a> {
    /// Resolves a term; `expected` helps with symbols of several sorts.
    pub(super) fn term(
        &mut self,
        expr: &'a Expr,
        scope: &Scope<'a>,
        expected: Option<SortId>,
    ) -> Result<(Term, Type), ParseError> {
        self.nested(expr.span, |resolver| resolver.term_inside(expr, scope, expected))
    }

    fn term_inside(
        &mut self,
        expr: &'a Expr,
        scope: &Scope<'a>,
        expected: Option<SortId>,
    ) -> Result<(Term, Type), ParseError> {
        let span = expr.span;
        match &expr.kind {
            Kind::Number(number) => Ok((Term::Value(*number), Type::Number)),
            Kind::Name(name) => self.named_term(name, span, scope, expected),
            Kind::Call(name, args) if name.name == "abs" => {
                let [arg] = &args[..] else { return Err(self.wrong_count(name, args.len(), 1)) };
                let term = self.number(arg, scope)?;
                Ok((folded(Term::Abs(Box::new(term), span)), Type::Number))
            }
            Kind::Call(name, args) => match self.global(&name.name) {
                Some(Global::Sort(sort)) => {
                    let [arg] = &args[..] else { return Err(self.wrong_count(name, args.len(), 1)) };
                    let (term, kind) = self.term(arg, scope, Some(sort))?;
                    let fits = match kind {
                        Type::Of(other) if self.theory.sorts[other].is_symbolic() => self.alike(other, sort),
                        _ => !self.theory.sorts[sort].is_symbolic(),
                    };
                    if !fits {
                        return Err(self.other_sort(arg, kind, sort));
                    }
                    Ok((Term::In(sort, Box::new(term), span), Type::Of(sort)))
                }
                Some(Global::Macro(number)) => {
                    self.expand(number, name, args, scope, |resolver, body, scope| {
                        resolver.term(body, scope, expected)
                    })
                }
                Some(Global::Fact(fact)) if self.theory.facts[fact].function.is_some() => {
                    self.applied_fact(fact, name, args, span, scope)
                }
                Some(Global::Pred(pred)) if self.theory.preds[pred].is_function => {
                    self.applied_pred(pred, name, args, span, scope)
                }
                Some(other @ (Global::Pred(_) | Global::Fact(_))) => {
                    let message =
                        format!("{} is {}, which is true or false", quote(&name.name), other.what());
                    let help = "compare two formulas by 'iff', and count with 'exactly 2 x: SORT . …', 'atmost' or 'atleast'";
                    Err(self.error(name.span, message).expecting("a term").with_help(help))
                }
                _ => Err(self.unknown(name)),
            },
            Kind::Minus(inner) => {
                let term = self.number(inner, scope)?;
                Ok((folded(Term::Minus(Box::new(term), span)), Type::Number))
            }
            Kind::Chain(first, rest) if rest.iter().all(|(op, _)| op.level() >= 4) => {
                // The first operand is nested as deep as there are operators.
                self.operators += rest.len();
                if self.operators > MAX_OPERATORS {
                    let message = format!("found a term of more than {MAX_OPERATORS} operators");
                    return Err(self.error(span, message));
                }
                let mut term = self.number(first, scope)?;
                for (op, operand) in rest {
                    let operand = self.number(operand, scope)?;
                    term = folded(Term::Op(*op, Box::new(term), Box::new(operand), span));
                }
                self.operators -= rest.len();
                Ok((term, Type::Number))
            }
            Kind::Fold(fold) => self.fold(fold, span, scope),
            _ => Err(self.error(span, "found a formula").expecting("a term")),
        }
    }

    fn named_term(
        &mut self,
        name: &'a str,
        span: Span,
        scope: &Scope<'a>,
        expected: Option<SortId>,
    ) -> Result<(Term, Type), ParseError> {
        match scope.get(name) {
            Some(Local::Variable(slot, sort)) => return Ok((Term::Var(slot), Type::Of(sort))),
            Some(Local::Argument(expr, outside)) => return self.term(expr, &outside, expected),
            None => {}
        }
        match self.global(name) {
            Some(Global::Const(value)) => return Ok((Term::Value(value), Type::Number)),
            Some(Global::Macro(number)) => {
                let ident = Ident { name: name.to_owned(), span };
                return self.expand(number, &ident, &[], scope, |resolver, body, scope| {
                    resolver.term(body, scope, expected)
                });
            }
            Some(Global::Pred(pred)) if self.theory.preds[pred].is_function => {
                let ident = Ident { name: name.to_owned(), span };
                return self.applied_pred(pred, &ident, &[], span, scope);
            }
            Some(other) => {
                let message = format!("{} is {}", quote(name), other.what());
                return Err(self.error(span, message).expecting("a term"));
            }
            None => {}
        }
        match self.symbol(name, span, expected)? {
            Some((sort, value)) => Ok((Term::Value(value), Type::Of(sort))),
            None => Err(self.unbound(name, span)),
        }
    }

    fn unbound(&self, name: &str, span: Span) -> ParseError {
        if let Some(&sort) = self.var_sorts.get(name) {
            let help =
                format!("'var' gives it sort {}; write 'forall {name} . …' around it", self.sort_name(sort));
            return self.error(span, format!("variable {} is free here", quote(name))).with_help(help);
        }
        if let Some(error) = self.declared_later(name, span) {
            return error;
        }
        let help = match foreign_name(name) {
            _ if is_number(name) => "write numbers in digits".into(),
            Some(hint) => hint.into(),
            None => format!("if it is a variable, bind it: 'forall {name}: SORT . …'"),
        };
        self.error(span, format!("{} is neither a bound variable nor a constant nor a value", quote(name)))
            .with_help(help)
    }

    /// A term that is a number.
    pub(super) fn number(&mut self, expr: &'a Expr, scope: &Scope<'a>) -> Result<Term, ParseError> {
        match self.term(expr, scope, None)? {
            (_, Type::Of(sort)) if self.theory.sorts[sort].is_symbolic() => {
                let message = format!("found a value of sort {}", self.sort_name(sort));
                Err(self.error(expr.span, message).expecting("a number"))
            }
            (term, _) => Ok(term),
        }
    }

    /// The arguments of a fact or predicate.
    pub(super) fn arguments(
        &mut self,
        name: &Ident,
        args: &'a [Expr],
        sorts: &[SortId],
        scope: &Scope<'a>,
    ) -> Result<Vec<Term>, ParseError> {
        if args.len() != sorts.len() {
            return Err(self.wrong_count(name, args.len(), sorts.len()));
        }
        args.iter().zip(sorts).map(|(arg, &sort)| self.argument(arg, sort, scope)).collect()
    }

    fn argument(&mut self, arg: &'a Expr, sort: SortId, scope: &Scope<'a>) -> Result<Term, ParseError> {
        let (term, kind) = self.term(arg, scope, Some(sort))?;
        let fits = match kind {
            Type::Number => !self.theory.sorts[sort].is_symbolic(),
            Type::Of(other) => self.alike(sort, other),
        };
        if is_searched(&term) {
            let help = "compare it in the formula: 'exists v: SORT . f(x) = v and p(v)'";
            return Err(self.error(arg.span, "an argument can't be searched for").with_help(help));
        }
        if fits { Ok(term) } else { Err(self.other_sort(arg, kind, sort)) }
    }

    /// Two terms to compare.
    pub(super) fn compared(
        &mut self,
        first: &'a Expr,
        second: &'a Expr,
        op: Op,
        scope: &Scope<'a>,
    ) -> Result<(Typed, Typed), ParseError> {
        let sort_of = |resolver: &mut Self, expr| match resolver.term(expr, scope, None) {
            Ok((_, Type::Of(sort))) => Some(sort),
            _ => None,
        };
        let (a, a_type) = match sort_of(self, second) {
            Some(sort) => self.term(first, scope, Some(sort))?,
            None => self.term(first, scope, None)?,
        };
        let expected = match a_type {
            Type::Of(sort) => Some(sort),
            Type::Number => None,
        };
        let (b, b_type) = self.term(second, scope, expected)?;
        let is_symbolic = |kind| matches!(kind, Type::Of(sort) if self.theory.sorts[sort].is_symbolic());
        match (a_type, b_type) {
            (Type::Of(x), Type::Of(y)) if is_symbolic(a_type) && self.alike(x, y) => {
                if !matches!(op, Op::Equal | Op::NotEqual) {
                    let message = format!("values of sort {} have no order", self.sort_name(x));
                    return Err(self.error(first.span, message).expecting("= or =/= between them"));
                }
            }
            _ if !is_symbolic(a_type) && !is_symbolic(b_type) => {}
            (Type::Of(sort), other) if is_symbolic(a_type) => {
                return Err(self.other_sort(second, other, sort));
            }
            (other, Type::Of(sort)) => return Err(self.other_sort(first, other, sort)),
            (Type::Number | Type::Of(_), Type::Number) => {}
        }
        Ok(((a, a_type), (b, b_type)))
    }

    fn other_sort(&self, arg: &Expr, found: Type, sort: SortId) -> ParseError {
        let found = match found {
            Type::Number => "a number".to_owned(),
            Type::Of(other) => format!("a value of sort {}", self.sort_name(other)),
        };
        let expected = self.sort_name(sort);
        let error = self.error(arg.span, format!("{} is {found}", quote(&arg.to_string())));
        let error = error.expecting(format!("a value of sort {expected}"));
        if self.theory.sorts[sort].is_symbolic() || !self.applied.is_empty() {
            return error;
        }
        error.with_help(format!("if you mean that, convert it: {expected}({arg})"))
    }

    pub(super) fn wrong_count(&self, name: &Ident, found: usize, expected: usize) -> ParseError {
        let s = if found == 1 { "" } else { "s" };
        self.error(name.span, format!("{} has {found} argument{s}", quote(&name.name)))
            .expecting(format!("{expected}"))
    }

    pub(super) fn unknown(&self, name: &Ident) -> ParseError {
        if self.defining == Some(&name.name) {
            let message = format!("fact {} is defined by itself", quote(&name.name));
            let help = "a fact can use only facts that are declared before it. For 'can be reached', put 'closed' before \
                        ':=', or use 'connected'";
            return self.error(name.span, message).with_help(help);
        }
        if let Some(error) = self.declared_later(&name.name, name.span) {
            return error;
        }
        let error =
            self.error(name.span, format!("there is no predicate, fact or macro {}", quote(&name.name)));
        let applies =
            |global: &Global| matches!(global, Global::Pred(_) | Global::Fact(_) | Global::Macro(_));
        let names = self.names.iter().filter(|(_, (global, _))| applies(global));
        let names: Vec<&str> = names.map(|(name, _)| name.as_str()).collect();
        match (nearest(&name.name, &names), foreign_name(&name.name)) {
            (Some(near), _) => error.with_help(format!("did you mean '{near}'?")),
            (None, Some(hint)) => error.with_help(hint),
            (None, None) if KNOWN.split(", ").any(|known| known == name.name) => {
                error.with_help(format!("boards have it if you ask for it: write 'board {}'", name.name))
            }
            (None, None) => error,
        }
    }
}

/// A name that differs by one letter, or by case.
fn nearest<'n>(name: &str, known: &[&'n str]) -> Option<&'n str> {
    let close = |other: &&&str| {
        let (a, b): (Vec<char>, Vec<char>) = (name.chars().collect(), other.chars().collect());
        let same_start = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
        let same_end = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
        name.to_lowercase() == other.to_lowercase()
            || a.len().abs_diff(b.len()) <= 1
                && a.len() > 2
                && same_start + same_end + 1 >= a.len().max(b.len())
    };
    known.iter().find(close).copied()
}

/// The value of a term whose parts have values, if it has one.
fn folded(term: Term) -> Term {
    let value = match &term {
        Term::Op(op, a, b, _) => match (&**a, &**b) {
            (&Term::Value(a), &Term::Value(b)) => arithmetic(*op, a, b),
            _ => None,
        },
        Term::Minus(a, _) => match **a {
            Term::Value(a) => a.checked_neg(),
            _ => None,
        },
        Term::Abs(a, _) => match **a {
            Term::Value(a) => a.checked_abs(),
            _ => None,
        },
        _ => None,
    };
    value.map_or(term, Term::Value)
}

fn arithmetic(op: Op, a: i64, b: i64) -> Option<i64> {
    match op {
        Op::Plus => a.checked_add(b),
        Op::Minus => a.checked_sub(b),
        Op::Times => a.checked_mul(b),
        Op::Div => a.checked_div_euclid(b),
        Op::Mod => a.checked_rem_euclid(b),
        _ => None,
    }
}
