//! Random models: functions that lack values, sums, products, counts, graphs and runs, in any place.

use rand::{Rng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use super::grammar::{Assert, Formula, Model, Pred, Quantifier, Shape, Sort, Structure, Term, Var};

const COMPARISONS: [&str; 6] = ["=", "=/=", "<", "<=", ">", ">="];

struct Maker<'r> {
    rng: &'r mut ChaCha8Rng,
    preds: Vec<Pred>,
    values: Vec<i64>,
    /// What the macros `m1` and `m2` stand for, with `m` for their argument: a formula and a term.
    formula_macro: Option<Formula>,
    term_macro: Option<Term>,
    /// Number of variables so far, whose names are all different.
    vars: usize,
    /// Which facts exist so far: none, `big`, or `far` as well.
    facts: usize,
}

pub fn model(rng: &mut ChaCha8Rng) -> Model {
    let places: i64 = rng.random_range(2..4);
    let values = match rng.random_range(0..4) {
        0 => vec![0, 1],
        1 => vec![0, 1, 2],
        2 => vec![-1, 0, 1],
        _ => vec![1, 2, 4],
    };
    let given = (0..places).map(|_| {
        let h = rng.random_bool(0.6).then(|| values[rng.random_range(0..values.len())]);
        (h, rng.random_bool(0.6).then(|| rng.random_range(1..=places)))
    });
    let given = given.collect();
    let pairs = (1..=places).flat_map(|a| (1..=places).map(move |b| (a, b)));
    let near = pairs.filter(|_| rng.random_bool(0.4)).collect();
    let joins = if places == 2 {
        vec![(1, 2)]
    } else if rng.random() {
        vec![(1, 2), (2, 3)]
    } else {
        vec![(1, 2), (2, 3), (3, 1)]
    };
    let mut maker =
        Maker { rng, preds: Vec::new(), values, formula_macro: None, term_macro: None, vars: 0, facts: 0 };
    let big = maker.formula(2, &mut vec![("x".into(), Sort::S)], false);
    maker.facts = 1;
    let far = maker.formula(2, &mut vec![("x".into(), Sort::S), ("y".into(), Sort::S)], false);
    let far = (far, maker.rng.random());
    maker.facts = 2;
    maker.some_preds();
    let mut macros = Vec::new();
    if maker.rng.random_bool(0.4) {
        let body = maker.formula(2, &mut vec![("m".into(), Sort::S)], true);
        macros.push(format!("def m1(m) := {body}"));
        maker.formula_macro = Some(body);
        let body = maker.number(2, &mut vec![("m".into(), Sort::S)], true);
        macros.push(format!("def m2(m) := {body}"));
        maker.term_macro = Some(body);
    }
    let asserts: Vec<Assert> = (0..maker.rng.random_range(1..4)).map(|_| maker.assert()).collect();
    let (preds, values) = (maker.preds, maker.values);
    Model { places, values, given, near, joins, big, far, preds, macros, asserts }
}

impl Maker<'_> {
    fn chance(&mut self, probability: f64) -> bool {
        self.rng.random_bool(probability)
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        *all.choose(self.rng).expect("there is one")
    }

    fn some_preds(&mut self) {
        let outside = |maker: &mut Self| {
            let values = maker.values.clone();
            maker.chance(0.3).then(|| maker.pick(&values))
        };
        let x = || Some(("x".to_owned(), Sort::S));
        let shown = |maker: &mut Self| maker.chance(0.8);
        if self.chance(0.6) {
            let guard = self.chance(0.7).then(|| self.formula(1, &mut vec![("x".into(), Sort::S)], false));
            let (outside, is_shown) = (outside(self), shown(self));
            self.preds.push(Pred { name: "g", arg: x(), guard, value: Some(Sort::D), outside, is_shown });
        }
        if self.chance(0.5) {
            let (outside, is_shown) = (outside(self), shown(self));
            self.preds.push(Pred {
                name: "f",
                arg: x(),
                guard: None,
                value: Some(Sort::D),
                outside,
                is_shown,
            });
        }
        if self.chance(0.5) {
            let (outside, is_shown) = (outside(self), shown(self));
            self.preds.push(Pred { name: "p", arg: x(), guard: None, value: None, outside, is_shown });
        }
        if self.chance(0.3) {
            let (arg, is_shown) = (Some(("e".to_owned(), Sort::E)), shown(self));
            self.preds.push(Pred { name: "d", arg, guard: None, value: None, outside: None, is_shown });
        }
        if self.preds.is_empty() || self.chance(0.3) {
            self.preds.push(Pred {
                name: "z",
                arg: None,
                guard: None,
                value: None,
                outside: None,
                is_shown: true,
            });
        }
        if self.preds.iter().all(|pred| !pred.is_shown) {
            self.preds[0].is_shown = true;
        }
    }

    fn new_var(&mut self, sort: Sort) -> Var {
        self.vars += 1;
        (format!("v{}", self.vars), sort)
    }

    fn assert(&mut self) -> Assert {
        let mut scope = Vec::new();
        for _ in 0..self.rng.random_range(0..3) {
            let sort = self.pick(&[Sort::S, Sort::S, Sort::D]);
            let var = self.new_var(sort);
            scope.push(var);
        }
        let vars = scope.clone();
        let guard = (!vars.is_empty() && self.chance(0.4)).then(|| self.formula(2, &mut scope, false));
        if self.chance(0.25) {
            let body = self.chance(0.3).then(|| self.formula(1, &mut scope, true));
            let structure = Some(self.structure(&mut scope));
            return Assert { vars, guard, body, structure };
        }
        let body = Some(self.formula(3, &mut scope, true));
        Assert { vars, guard, body, structure: None }
    }

    fn structure(&mut self, scope: &mut Vec<Var>) -> Structure {
        let has_edges = self.preds.iter().any(|pred| pred.name == "d");
        let kind = self.rng.random_range(if has_edges { 0..9 } else { 3..8 });
        let sort = if kind < 3 || kind == 8 { Sort::E } else { Sort::S };
        let var = self.new_var(sort);
        let node = self.new_var(Sort::S);
        let depth = scope.len();
        let within = |maker: &mut Self, var: &Var, scope: &mut Vec<Var>| {
            scope.push(var.clone());
            let guard = maker.chance(0.4).then(|| maker.formula(1, scope, false));
            let term = maker.given_number(scope);
            scope.truncate(depth);
            (guard, term)
        };
        let shape = match kind {
            0 if self.chance(0.3) => Shape::Closed,
            0 | 3 => Shape::Connected,
            1 => Shape::Loop,
            7 | 8 => Shape::Acyclic,
            2 => {
                let (guard, by) = within(self, &node, scope);
                Shape::Paths { end: node, guard, by }
            }
            4 if self.chance(0.25) => {
                let (guard, between) = within(self, &node, scope);
                Shape::Pairs { root: node, guard, between: self.chance(0.8).then_some(between) }
            }
            4 => {
                let root = self.chance(0.6);
                let has_size = self.chance(0.6);
                let (guard, size) = within(self, &node, scope);
                let own = self.given_number(scope);
                let size = has_size.then_some(if root { size } else { own });
                Shape::Regions { root: root.then_some((node, guard)), has_one: self.chance(0.6), size }
            }
            5 => {
                let (guard, _) = within(self, &node, scope);
                Shape::Matching { with: node, guard }
            }
            _ => {
                let (guard, length) = within(self, &node, scope);
                Shape::Runs { nth: node, guard, length }
            }
        };
        scope.push(var.clone());
        let guard = self.chance(0.3).then(|| self.formula(1, scope, false));
        let body = if sort == Sort::E && self.chance(0.8) {
            Formula::Atom("d", vec![Term::Var(var.clone())])
        } else {
            self.formula(1, scope, true)
        };
        scope.truncate(depth);
        Structure { shape, var, guard, body }
    }

    /// `searches`: whether searched atoms and values may occur.
    fn formula(&mut self, depth: usize, scope: &mut Vec<Var>, searches: bool) -> Formula {
        if depth == 0 || self.chance(0.15) {
            return self.leaf(scope, searches);
        }
        match self.rng.random_range(0..9) {
            0 | 1 => Formula::Not(Box::new(self.formula(depth - 1, scope, searches))),
            2..5 => {
                let op = self.pick(&["and", "or", "implies", "if", "iff"]);
                let a = self.formula(depth - 1, scope, searches);
                let b = self.formula(depth - 1, scope, searches);
                Formula::Joined(op, Box::new(a), Box::new(b))
            }
            5 if searches && self.formula_macro.is_some() => {
                let arg = self.place(scope);
                let body =
                    self.formula_macro.as_ref().map_or(Formula::Bool(true), |body| replaced(body, &arg));
                Formula::Macro(format!("m1({arg})"), Box::new(body))
            }
            _ => {
                let outer = scope.len();
                let k = self.bound(scope);
                for _ in 0..self.rng.random_range(1..3) {
                    let sort = self.pick(&[Sort::S, Sort::S, Sort::D]);
                    let var = self.new_var(sort);
                    scope.push(var);
                }
                let vars = scope[outer..].to_vec();
                let guard = self.chance(0.5).then(|| Box::new(self.formula(1, scope, false)));
                let body = Box::new(self.formula(depth - 1, scope, searches));
                scope.truncate(outer);
                let quantifier = match self.rng.random_range(0..5) {
                    0 => Quantifier::Forall,
                    1 => Quantifier::Exists,
                    2 => Quantifier::Exactly(k),
                    3 => Quantifier::AtMost(k),
                    _ => Quantifier::AtLeast(k),
                };
                Formula::Quantified { quantifier, vars, guard, body }
            }
        }
    }

    fn bound(&mut self, scope: &[Var]) -> Term {
        if self.chance(0.7) { Term::Number(self.rng.random_range(0..4)) } else { self.given_number(scope) }
    }

    fn leaf(&mut self, scope: &mut Vec<Var>, searches: bool) -> Formula {
        let number = self.rng.random_range(if searches { 0..12 } else { 0..6 });
        match number {
            0 => Formula::Fact("near", vec![self.place(scope), self.place(scope)]),
            1 if self.facts > 0 => Formula::Fact("big", vec![self.place(scope)]),
            2 if self.facts > 1 => Formula::Fact("far", vec![self.place(scope), self.place(scope)]),
            3 => {
                let name = self.pick(&["h", "next"]);
                Formula::Has(name, self.place(scope))
            }
            4 if self.chance(0.3) => Formula::Bool(self.rng.random()),
            6 | 7 if !self.preds.is_empty() => self.atom(scope),
            _ => {
                let length = if self.chance(0.1) { 3 } else { 2 };
                let terms: Vec<Term> = (0..length).map(|_| self.number(2, scope, searches)).collect();
                let ops = (1..length).map(|_| if self.chance(0.5) { "=" } else { self.pick(&COMPARISONS) });
                let ops = ops.collect();
                Formula::Compare(terms, ops)
            }
        }
    }

    fn atom(&mut self, scope: &[Var]) -> Formula {
        let all = self.preds.clone();
        let pred = all.choose(self.rng).expect("there is one");
        let arg = match &pred.arg {
            None => None,
            Some((_, Sort::S)) => Some(self.place(scope)),
            Some(_) => {
                let own: Vec<&Var> = scope.iter().filter(|(_, sort)| *sort == Sort::E).collect();
                Some(own.last().map_or(Term::Number(1), |&var| Term::Var(var.clone())))
            }
        };
        let value = pred.value.map(|_| {
            let own: Vec<&Var> = scope.iter().filter(|(_, sort)| *sort == Sort::D).collect();
            match own.last() {
                Some(&var) if self.chance(0.5) => Term::Var(var.clone()),
                _ => {
                    let values = self.values.clone();
                    Term::Number(self.pick(&values))
                }
            }
        });
        Formula::Atom(pred.name, arg.into_iter().chain(value).collect())
    }

    /// A term for a place of sort S.
    fn place(&mut self, scope: &[Var]) -> Term {
        let own: Vec<Var> = scope.iter().filter(|(_, sort)| *sort == Sort::S).cloned().collect();
        let var = own.choose(self.rng).cloned().map(Term::Var);
        match (self.rng.random_range(0..10), var) {
            (0, _) => Term::Given("next", Box::new(self.place(scope))),
            (1, Some(var)) => Term::Op("+", Box::new(var), Box::new(Term::Number(1))),
            (2, Some(var)) => Term::Op("-", Box::new(Term::Number(3)), Box::new(var)),
            (_, Some(var)) => var,
            (1..3, None) => Term::Given("next", Box::new(Term::Number(self.rng.random_range(1..3)))),
            (_, None) => Term::Number(self.rng.random_range(1..3)),
        }
    }

    /// A number that facts determine.
    fn given_number(&mut self, scope: &[Var]) -> Term {
        match self.rng.random_range(0..6) {
            0 => Term::Number(self.rng.random_range(0..3)),
            1 => Term::Op("+", Box::new(self.given_number(scope)), Box::new(Term::Number(1))),
            2 => Term::Abs(Box::new(Term::Given("h", Box::new(self.place(scope))))),
            _ => Term::Given("h", Box::new(self.place(scope))),
        }
    }

    fn number(&mut self, depth: usize, scope: &mut Vec<Var>, searches: bool) -> Term {
        let is_leaf = depth == 0 || self.chance(0.5);
        match self.rng.random_range(if is_leaf { 0..6 } else { 6..12 }) {
            0 | 1 if searches => {
                let functions: Vec<&'static str> =
                    self.preds.iter().filter(|pred| pred.value.is_some()).map(|pred| pred.name).collect();
                let arg = self.place(scope);
                match functions.choose(self.rng) {
                    Some(name) => Term::Found(name, Box::new(arg)),
                    None => Term::Given("h", Box::new(arg)),
                }
            }
            0..3 => Term::Given("h", Box::new(self.place(scope))),
            3 if scope.iter().any(|(_, sort)| *sort != Sort::E) => {
                let own: Vec<Var> = scope.iter().filter(|(_, sort)| *sort != Sort::E).cloned().collect();
                Term::Var(own[self.rng.random_range(0..own.len())].clone())
            }
            3..6 => Term::Number(self.rng.random_range(-1..4)),
            6 | 7 => {
                let op = self.pick(&["+", "-", "*", "div", "mod"]);
                let (a, b) =
                    (self.number(depth - 1, scope, searches), self.number(depth - 1, scope, searches));
                Term::Op(op, Box::new(a), Box::new(b))
            }
            8 if searches && self.term_macro.is_some() => {
                let arg = self.place(scope);
                let body = self.term_macro.as_ref().map_or(Term::Number(0), |body| replaced_in(body, &arg));
                Term::Macro(format!("m2({arg})"), Box::new(body))
            }
            8 => Term::Minus(Box::new(self.number(depth - 1, scope, searches))),
            9 => {
                let inner = Box::new(self.number(depth - 1, scope, searches));
                if self.chance(0.5) { Term::Abs(inner) } else { Term::Convert(Sort::D, inner) }
            }
            // A guard has no sums.
            _ if searches => {
                let var = self.new_var(Sort::S);
                scope.push(var.clone());
                let guard = self.chance(0.4).then(|| Box::new(self.formula(1, scope, false)));
                let body = Box::new(self.number(depth - 1, scope, true));
                scope.pop();
                Term::Fold { is_product: self.chance(0.4), var, guard, body }
            }
            _ => Term::Given("next", Box::new(self.place(scope))),
        }
    }
}

/// A macro's body with its argument in place of its parameter.
fn replaced(formula: &Formula, arg: &Term) -> Formula {
    let boxed = |inner: &Formula| Box::new(replaced(inner, arg));
    let terms = |terms: &[Term]| terms.iter().map(|term| replaced_in(term, arg)).collect::<Vec<_>>();
    match formula {
        Formula::Bool(value) => Formula::Bool(*value),
        Formula::Compare(all, ops) => Formula::Compare(terms(all), ops.clone()),
        Formula::Fact(name, args) => Formula::Fact(name, terms(args)),
        Formula::Has(name, inner) => Formula::Has(name, replaced_in(inner, arg)),
        Formula::Atom(name, args) => Formula::Atom(name, terms(args)),
        Formula::Not(inner) => Formula::Not(boxed(inner)),
        Formula::Joined(op, a, b) => Formula::Joined(op, boxed(a), boxed(b)),
        Formula::Macro(text, inner) => Formula::Macro(text.clone(), boxed(inner)),
        Formula::Quantified { quantifier, vars, guard, body } => {
            let quantifier = match quantifier {
                Quantifier::Forall => Quantifier::Forall,
                Quantifier::Exists => Quantifier::Exists,
                Quantifier::Exactly(k) => Quantifier::Exactly(replaced_in(k, arg)),
                Quantifier::AtMost(k) => Quantifier::AtMost(replaced_in(k, arg)),
                Quantifier::AtLeast(k) => Quantifier::AtLeast(replaced_in(k, arg)),
            };
            let guard = guard.as_deref().map(boxed);
            Formula::Quantified { quantifier, vars: vars.clone(), guard, body: boxed(body) }
        }
    }
}

fn replaced_in(term: &Term, arg: &Term) -> Term {
    let boxed = |inner: &Term| Box::new(replaced_in(inner, arg));
    match term {
        Term::Var((name, _)) if name == "m" => arg.clone(),
        Term::Number(_) | Term::Var(_) => term.clone(),
        Term::Given(name, inner) => Term::Given(name, boxed(inner)),
        Term::Found(name, inner) => Term::Found(name, boxed(inner)),
        Term::Op(op, a, b) => Term::Op(op, boxed(a), boxed(b)),
        Term::Minus(inner) => Term::Minus(boxed(inner)),
        Term::Abs(inner) => Term::Abs(boxed(inner)),
        Term::Convert(sort, inner) => Term::Convert(*sort, boxed(inner)),
        Term::Macro(text, inner) => Term::Macro(text.clone(), boxed(inner)),
        Term::Fold { is_product, var, guard, body } => Term::Fold {
            is_product: *is_product,
            var: var.clone(),
            guard: guard.as_deref().map(|guard| Box::new(replaced(guard, arg))),
            body: boxed(body),
        },
    }
}
