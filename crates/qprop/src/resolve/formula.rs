//! Formulas: atoms, facts, macros and quantifiers.

use jigsat_input::{ParseError, quote};

use super::{
    Global, Resolver,
    functions::is_searched,
    scope::{Local, Scope},
    term::Type,
};
use crate::{
    syntax::{self, Expr, Ident, Kind, Op, Span},
    theory::{Formula, Quantified, Quantifier, Slot, Structure, Term, Var},
};

/// An assert: its outer variables, their guard, its formula, and the structure that is stated if the formula holds.
type Outer = (Vec<Var>, Option<Formula>, Formula, Option<Structure>);

impl<'a> Resolver<'a> {
    /// An assert's formula: the variables and guards of its outer `forall`s, and the formula below.
    pub(super) fn outer(&mut self, expr: &'a Expr) -> Result<Outer, ParseError> {
        let (mut vars, mut guards) = (Vec::new(), Vec::new());
        let mut scope = Scope::default();
        let mut inner = expr;
        while let Kind::Quantified(quantified) = &inner.kind
            && quantified.quantifier == syntax::Quantifier::Forall
        {
            let bound = self.bind(&quantified.binders, &scope)?;
            scope = scope.with_vars(&bound);
            self.bound += bound.len();
            vars.extend(bound);
            if let Some(guard) = &quantified.guard {
                guards.push(self.condition(guard, &scope)?);
            }
            inner = &quantified.body;
        }
        let (body, structure) = self.stated(inner, &scope)?;
        self.bound -= vars.len();
        let guard = if guards.is_empty() { None } else { Some(Formula::And(guards)) };
        Ok((vars, guard, body, structure))
    }

    /// A formula of facts and comparisons alone.
    pub(super) fn condition(&mut self, expr: &'a Expr, scope: &Scope<'a>) -> Result<Formula, ParseError> {
        self.formula(expr, scope, true)
    }

    pub(super) fn formula(
        &mut self,
        expr: &'a Expr,
        scope: &Scope<'a>,
        guard: bool,
    ) -> Result<Formula, ParseError> {
        self.nested(expr.span, |resolver| resolver.formula_inside(expr, scope, guard))
    }

    fn formula_inside(
        &mut self,
        expr: &'a Expr,
        scope: &Scope<'a>,
        guard: bool,
    ) -> Result<Formula, ParseError> {
        let span = expr.span;
        match &expr.kind {
            Kind::Bool(value) => Ok(Formula::Bool(*value)),
            Kind::Name(name) => {
                if let Some(Local::Argument(argument, outside)) = scope.get(name) {
                    return self.formula(argument, &outside, guard);
                }
                if let Some(Local::Variable(_, sort)) = scope.get(name) {
                    let message = format!("'{name}' is a value of sort {}", self.sort_name(sort));
                    return Err(self.error(span, message).expecting("a formula"));
                }
                self.call(&Ident { name: name.clone(), span }, &[], span, scope, guard)
            }
            Kind::Call(name, args) => self.call(name, args, span, scope, guard),
            Kind::Not(inner) => Ok(Formula::Not(Box::new(self.formula(inner, scope, guard)?))),
            Kind::Chain(first, rest) => self.chain(first, rest, scope, guard),
            Kind::Quantified(quantified) => self.quantified(quantified, span, scope, guard),
            Kind::Structure(_) => {
                let help = "it stands alone below the outer 'forall's, or after 'implies'";
                Err(self.error(span, "a structure can't be a part of this formula").with_help(help))
            }
            Kind::Minus(inner) if matches!(inner.kind, Kind::Name(_) | Kind::Call(..)) => {
                let help = format!("for what doesn't hold, write 'not {inner}'");
                Err(self.error(span, "found a number").expecting("a formula").with_help(help))
            }
            Kind::Number(_) | Kind::Minus(_) | Kind::Fold(_) => {
                Err(self.error(span, "found a number").expecting("a formula"))
            }
        }
    }

    fn chain(
        &mut self,
        first: &'a Expr,
        rest: &'a [(Op, Expr)],
        scope: &Scope<'a>,
        guard: bool,
    ) -> Result<Formula, ParseError> {
        let Some(&(op, ref second)) = rest.first() else { return self.formula(first, scope, guard) };
        match op {
            Op::And | Op::Or => {
                let mut parts = vec![self.formula(first, scope, guard)?];
                for (_, operand) in rest {
                    parts.push(self.formula(operand, scope, guard)?);
                }
                Ok(if op == Op::And { Formula::And(parts) } else { Formula::Or(parts) })
            }
            Op::Implies | Op::If | Op::Iff => {
                let a = self.formula(first, scope, guard)?;
                let b = self.formula(second, scope, guard)?;
                let implies = |a: Formula, b| Formula::Or(vec![Formula::Not(Box::new(a)), b]);
                Ok(match op {
                    Op::Implies => implies(a, b),
                    Op::If => implies(b, a),
                    _ => Formula::Iff(Box::new(a), Box::new(b)),
                })
            }
            Op::Plus | Op::Minus | Op::Times | Op::Div | Op::Mod => {
                Err(self.error(first.span, "found a number").expecting("a formula"))
            }
            _ => {
                let mut parts = Vec::new();
                let mut left = first;
                for (op, right) in rest {
                    let (a, b) = self.compared(left, right, *op, scope)?;
                    parts.push(self.comparison(*op, a, b, left.span, guard)?);
                    left = right;
                }
                Ok(if parts.len() == 1 { parts.remove(0) } else { Formula::And(parts) })
            }
        }
    }

    /// A comparison. Whether a function has a value is looked up as a fact.
    fn comparison(
        &mut self,
        op: Op,
        (a, a_type): (Term, Type),
        (b, b_type): (Term, Type),
        span: Span,
        guard: bool,
    ) -> Result<Formula, ParseError> {
        if is_searched(&a) || is_searched(&b) {
            if guard {
                let help =
                    "guards are decided before the search: they have facts and comparisons of known values";
                return Err(self
                    .error(span, "this value is searched for, so it can't be in a guard")
                    .with_help(help));
            }
            return Ok(Formula::Arith(op, a, b, span));
        }
        Ok(match (op, a, b) {
            // When the first function has its value, an index has the variable of the second one.
            (Op::Equal, a @ Term::Apply(..), Term::Apply(fact, args, span))
                if latest(&args) > latest(std::slice::from_ref(&a))
                    && self.has_its_values(fact, (&a, a_type)) =>
            {
                Formula::Fact(fact, [args, vec![a]].concat(), span)
            }
            (Op::Equal, Term::Apply(fact, args, span), b) if self.has_its_values(fact, (&b, b_type)) => {
                Formula::Fact(fact, [args, vec![b]].concat(), span)
            }
            (Op::Equal, a, Term::Apply(fact, args, span)) if self.has_its_values(fact, (&a, a_type)) => {
                Formula::Fact(fact, [args, vec![a]].concat(), span)
            }
            (op, a, b) => Formula::Compare(op, a, b, span),
        })
    }

    fn call(
        &mut self,
        name: &Ident,
        args: &'a [Expr],
        span: Span,
        scope: &Scope<'a>,
        guard: bool,
    ) -> Result<Formula, ParseError> {
        match self.global(&name.name) {
            Some(Global::Fact(fact)) => {
                let mut sorts = self.theory.facts[fact].places.clone();
                if self.theory.facts[fact].function.is_some() && args.len() < sorts.len() {
                    sorts.pop();
                    return Ok(Formula::Defined(fact, self.arguments(name, args, &sorts, scope)?, span));
                }
                Ok(Formula::Fact(fact, self.arguments(name, args, &sorts, scope)?, span))
            }
            Some(Global::Pred(_)) if guard => {
                let message = format!("{} is searched for, so it can't be in a guard", quote(&name.name));
                let help = "guards are decided before the search: they have facts and comparisons; put it into \
                    the formula: 'a implies b'";
                Err(self.error(name.span, message).with_help(help))
            }
            Some(Global::Pred(pred)) => {
                let sorts = self.theory.preds[pred].places.clone();
                Ok(Formula::Atom(pred, self.arguments(name, args, &sorts, scope)?, span))
            }
            Some(Global::Macro(number)) => self.expand(number, name, args, scope, |resolver, body, scope| {
                resolver.formula(body, scope, guard)
            }),
            Some(other @ (Global::Const(_) | Global::Sort(_))) => {
                let message = format!("{} is {}", quote(&name.name), other.what());
                Err(self.error(name.span, message).expecting("a formula"))
            }
            None if name.name == "abs" => Err(self.error(span, "found a number").expecting("a formula")),
            None => Err(self.unknown(name)),
        }
    }

    fn quantified(
        &mut self,
        quantified: &'a syntax::Quantified,
        span: Span,
        scope: &Scope<'a>,
        guard: bool,
    ) -> Result<Formula, ParseError> {
        let quantifier = match &quantified.quantifier {
            syntax::Quantifier::Forall => Quantifier::Forall,
            syntax::Quantifier::Exists => Quantifier::Exists,
            syntax::Quantifier::Exactly(number) => Quantifier::Exactly(self.known_number(number, scope)?),
            syntax::Quantifier::AtMost(number) => Quantifier::AtMost(self.known_number(number, scope)?),
            syntax::Quantifier::AtLeast(number) => Quantifier::AtLeast(self.known_number(number, scope)?),
        };
        let vars = self.bind(&quantified.binders, scope)?;
        let inner = scope.with_vars(&vars);
        self.bound += vars.len();
        let condition = quantified.guard.as_ref().map(|expr| self.condition(expr, &inner)).transpose()?;
        let body = self.formula(&quantified.body, &inner, guard)?;
        self.bound -= vars.len();
        Ok(Formula::Quantified(Box::new(Quantified { quantifier, vars, guard: condition, body, span })))
    }
}

/// The last variable that terms are, or apply a function to.
fn latest(terms: &[Term]) -> Option<Slot> {
    let of_term = |term: &Term| match term {
        Term::Var(slot) => Some(*slot),
        Term::Apply(_, args, _) => latest(args),
        _ => None,
    };
    terms.iter().filter_map(of_term).max()
}
