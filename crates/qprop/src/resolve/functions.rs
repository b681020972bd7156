//! Facts and predicates with values, and sums over them.

use jigsat_input::{ParseError, quote};

use super::{Global, Resolver, scope::Scope, term::Type};
use crate::{
    syntax::{self, Binder, Expr, Ident, Kind, Sentence, Span},
    theory::{
        Assert, Fact, Fold, Formula, Function, Meaning, Pred, Quantified, Quantifier, Term, Var, Words,
    },
};

impl<'a> Resolver<'a> {
    /// A fact of the data that is a function.
    pub(super) fn declare_function(
        &mut self,
        name: &Ident,
        places: &[Binder],
        value: &Ident,
    ) -> Result<(), ParseError> {
        self.slots = 0;
        let mut sorts: Vec<_> = self.places(places)?.into_iter().map(|var| var.sort).collect();
        sorts.push(self.sort(value)?);
        let Some(datum) = self.data.get(&name.name) else { return Err(self.no_data(name, "fact")) };
        let tuples = self.tuples(&name.name, datum, &sorts)?;
        self.add_function(name, sorts, tuples)
    }

    /// Adds a function with these tuples, each with the value last.
    pub(super) fn add_function(
        &mut self,
        name: &Ident,
        places: Vec<usize>,
        tuples: Vec<i64>,
    ) -> Result<(), ParseError> {
        let function = Function::new(&tuples, &places, &self.theory.sorts).map_err(|twice| {
            let shown: Vec<String> = twice
                .iter()
                .zip(&places)
                .map(|(&value, &sort)| self.theory.sorts[sort].show(value))
                .collect();
            let Some((value, args)) = shown.split_last() else {
                return self.error(name.span, format!("{} has too many arguments", quote(&name.name)));
            };
            let message = format!("{}({}) has another value besides {value}", name.name, args.join(", "));
            self.data.error(&name.name, 0, message)
        })?;
        self.add(name, Global::Fact(self.theory.facts.len()))?;
        let (meaning, span) = (Meaning::Listed(tuples.into()), name.span);
        let function = Some(function);
        self.theory.facts.push(Fact { name: name.name.clone(), places, function, meaning, span });
        Ok(())
    }

    pub(super) fn declare_pred(&mut self, pred: &'a syntax::Pred) -> Result<(), ParseError> {
        self.slots = 0;
        let vars = self.places(&pred.places)?;
        let mut places: Vec<_> = vars.iter().map(|var| var.sort).collect();
        let value = pred.value.as_ref().map(|value| self.sort(value)).transpose()?;
        places.extend(value);
        let outside = pred.outside.as_ref().map(|outside| self.outside(outside, value)).transpose()?;
        // Sentences about a function's atoms also name its value.
        let named = value.map(|sort| Var { name: "value".into(), slot: self.slots, sort });
        let told: Vec<Var> = vars.iter().cloned().chain(named).collect();
        let words = match &pred.words {
            None => None,
            Some([holds, fails]) => Some([self.words(pred, holds, &told)?, self.words(pred, fails, &told)?]),
        };
        let number = self.theory.preds.len();
        self.add(&pred.name, Global::Pred(number))?;
        let (name, is_function) = (pred.name.name.clone(), value.is_some());
        self.theory.preds.push(Pred {
            name,
            places,
            is_function,
            words,
            outside,
            defined: None,
            shown: true,
            first: 0,
            count: 0,
        });
        value.map_or(Ok(()), |value| self.has_one_value(pred, number, &vars, value))
    }

    fn words(&self, pred: &syntax::Pred, sentence: &Sentence, vars: &[Var]) -> Result<Words, ParseError> {
        let (text, told_by) = self.sentence(&pred.name, Some(sentence), vars)?;
        Ok(Words { text, told_by })
    }

    /// The value after `outside`.
    fn outside(&mut self, outside: &'a Expr, value: Option<usize>) -> Result<i64, ParseError> {
        let Some(sort) = value else {
            return match outside.kind {
                Kind::Bool(false) => Ok(0),
                _ => Err(self.error(outside.span, "found another value").expecting("false")),
            };
        };
        let (term, _) = self.term(outside, &Scope::default(), Some(sort))?;
        let sort = &self.theory.sorts[sort];
        match term {
            Term::Value(value) if sort.index(value).is_some() => Ok(value),
            _ => {
                let expected = format!("a value of sort {}, {}", sort.name, sort.describe());
                Err(self.error(outside.span, "found another value").expecting(expected))
            }
        }
    }

    /// The rule that a function has one value wherever its guard holds, and none elsewhere.
    fn has_one_value(
        &mut self,
        pred: &'a syntax::Pred,
        number: usize,
        vars: &[Var],
        sort: usize,
    ) -> Result<(), ParseError> {
        let span = pred.name.span;
        let scope = Scope::default().with_vars(vars);
        let guard = pred.guard.as_ref().map(|guard| self.condition(guard, &scope)).transpose()?;
        if let Some(guard) = &guard {
            self.theory.preds[number].defined = Some(self.theory.facts.len());
            // A name that no model can use.
            let name = format!("{} has a value", pred.name.name);
            let places = vars.iter().map(|var| var.sort).collect();
            let meaning = self.theory.computed(vars.to_vec(), self.slots, guard.clone(), false);
            self.theory.facts.push(Fact { name, places, function: None, meaning, span });
        }
        let value = Var { name: "value".into(), slot: self.slots, sort };
        self.slots += 1;
        let args = vars.iter().chain([&value]).map(|var| Term::Var(var.slot)).collect();
        let atom = Formula::Atom(number, args, span);
        let quantified = |quantifier, body| {
            let (vars, guard) = (vec![value.clone()], None);
            Formula::Quantified(Box::new(Quantified { quantifier, vars, guard, body, span }))
        };
        let one = quantified(Quantifier::Exactly(Term::Value(1)), atom.clone());
        let none = quantified(Quantifier::Forall, Formula::Not(Box::new(atom)));
        let name = &pred.name.name;
        let (sentence, told_by) = self.sentence(&pred.name, pred.sentence.as_ref(), vars)?;
        let sentence = if pred.sentence.is_some() { sentence } else { format!("{sentence} has one value") };
        let assert = |name: String, sentence, guard, body| Assert {
            name,
            is_redundant: false,
            techniques: None,
            sentence,
            told_by: told_by.clone(),
            vars: vars.to_vec(),
            guard,
            body,
            structure: None,
            slots: self.slots,
            span,
        };
        let elsewhere = guard.clone().map(|guard| {
            let (all, _) = self.sentence(&pred.name, None, vars)?;
            let not = Some(Formula::Not(Box::new(guard)));
            let all_told = (0..vars.len()).collect();
            let rule = assert(elsewhere(name), format!("{all} has no value"), not, none);
            Ok(Assert { told_by: all_told, ..rule })
        });
        let first = assert(name.clone(), sentence, guard, one);
        let asserts: Vec<Assert> =
            std::iter::once(Ok(first)).chain(elsewhere).collect::<Result<_, ParseError>>()?;
        for assert in asserts {
            self.asserts.insert(assert.name.clone(), span);
            self.theory.asserts.push(assert);
        }
        Ok(())
    }

    pub(super) fn applied_fact(
        &mut self,
        fact: usize,
        name: &Ident,
        args: &'a [Expr],
        span: Span,
        scope: &Scope<'a>,
    ) -> Result<(Term, Type), ParseError> {
        let mut sorts = self.theory.facts[fact].places.clone();
        let value = sorts.pop().unwrap_or_default();
        Ok((Term::Apply(fact, self.arguments(name, args, &sorts, scope)?, span), Type::Of(value)))
    }

    pub(super) fn applied_pred(
        &mut self,
        pred: usize,
        name: &Ident,
        args: &'a [Expr],
        span: Span,
        scope: &Scope<'a>,
    ) -> Result<(Term, Type), ParseError> {
        let mut sorts = self.theory.preds[pred].places.clone();
        let value = sorts.pop().unwrap_or_default();
        Ok((Term::Search(pred, self.arguments(name, args, &sorts, scope)?, span), Type::Of(value)))
    }

    pub(super) fn fold(
        &mut self,
        fold: &'a syntax::Fold,
        span: Span,
        scope: &Scope<'a>,
    ) -> Result<(Term, Type), ParseError> {
        let vars = self.bind(&fold.binders, scope)?;
        let inner = scope.with_vars(&vars);
        self.bound += vars.len();
        let guard = fold.guard.as_ref().map(|guard| self.condition(guard, &inner)).transpose()?;
        self.is_no_atom(&fold.body)?;
        let body = self.number(&fold.body, &inner)?;
        self.bound -= vars.len();
        let fold = Fold { is_product: fold.is_product, vars, guard, body, span };
        Ok((Term::Fold(Box::new(fold)), Type::Number))
    }

    /// A sum of atoms is a count, which has formulas of its own.
    fn is_no_atom(&self, body: &Expr) -> Result<(), ParseError> {
        let Kind::Call(name, _) = &body.kind else { return Ok(()) };
        match self.global(&name.name) {
            Some(Global::Pred(pred)) if !self.theory.preds[pred].is_function => {
                let message = format!("{} is a predicate, which is true or false", quote(&name.name));
                let help =
                    "to count how often it holds, write 'exactly 2 x: SORT . p(x)', or 'atmost' or 'atleast'";
                Err(self.error(name.span, message).expecting("a term").with_help(help))
            }
            _ => Ok(()),
        }
    }

    /// A number that facts determine.
    pub(super) fn known_number(&mut self, expr: &'a Expr, scope: &Scope<'a>) -> Result<Term, ParseError> {
        let term = self.number(expr, scope)?;
        self.known(expr, term)
    }

    /// A term that facts determine.
    pub(super) fn known_value(&mut self, expr: &'a Expr, scope: &Scope<'a>) -> Result<Term, ParseError> {
        let (term, _) = self.term(expr, scope, None)?;
        self.known(expr, term)
    }

    fn known(&self, expr: &Expr, term: Term) -> Result<Term, ParseError> {
        if is_searched(&term) {
            let help = "compare in the formula: 'exists k: SORT . f(x) = k and exactly k y: S . …'";
            return Err(self.error(expr.span, "this value is searched for").with_help(help));
        }
        Ok(term)
    }

    /// Whether all values of a term are in the sort of a function's values.
    pub(super) fn has_its_values(&self, fact: usize, (term, kind): (&Term, Type)) -> bool {
        let Some(&sort) = self.theory.facts[fact].places.last() else { return false };
        match (term, kind) {
            (Term::Value(value), _) => self.theory.sorts[sort].index(*value).is_some(),
            (_, Type::Of(other)) => self.alike(sort, other),
            (_, Type::Number) => false,
        }
    }
}

/// The name of the rule that a function has no value where its guard does not hold.
pub(crate) fn elsewhere(function: &str) -> String {
    format!("{function}_elsewhere")
}

/// Whether a term has a searched value. Sums count as such: that is what they are for.
pub(super) fn is_searched(term: &Term) -> bool {
    match term {
        Term::Value(_) | Term::Var(_) | Term::Apply(..) => false,
        Term::Search(..) | Term::Fold(_) => true,
        Term::Op(_, a, b, _) => is_searched(a) || is_searched(b),
        Term::Minus(a, _) | Term::Abs(a, _) | Term::In(_, a, _) => is_searched(a),
    }
}
