//! The meaning of a model, written from the guide: all assignments are tried.
//!
//! A truth is `None`, and a value `Err(Mistake)`, where the guide says that it is an error unless the rest decides.

use std::collections::{BTreeMap, BTreeSet};

use super::grammar::{Assert, Formula, Model, Quantifier, Shape, Sort, Structure, Term, Var};

type Truth = Option<bool>;

/// Why a term has no value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Not {
    /// A function has none: the comparison is false.
    There,
    Mistake,
}

/// A value, and whether it was searched for.
type Value = Result<(i128, bool), Not>;

/// A value for each argument of each predicate: 0 or 1, or the value of a function, `None` where it has none.
type Assignment = BTreeMap<&'static str, Vec<Option<i64>>>;

pub struct World<'m> {
    model: &'m Model,
    big: BTreeSet<i64>,
    far: BTreeSet<(i64, i64)>,
    atoms: Assignment,
}

type Env = Vec<(String, i64)>;

impl<'m> World<'m> {
    /// `None` if a fact is a mistake.
    pub fn new(model: &'m Model) -> Option<Self> {
        let mut world = World { model, big: BTreeSet::new(), far: BTreeSet::new(), atoms: BTreeMap::new() };
        for x in 1..=model.places {
            if world.truth(&model.big, &mut vec![("x".into(), x)])? {
                world.big.insert(x);
            }
        }
        let (far, is_closed) = &model.far;
        let mut steps = BTreeSet::new();
        for x in 1..=model.places {
            for y in 1..=model.places {
                if world.truth(far, &mut vec![("x".into(), x), ("y".into(), y)])? {
                    steps.insert((x, y));
                }
            }
        }
        loop {
            if !*is_closed {
                break;
            }
            let more: Vec<(i64, i64)> = steps
                .iter()
                .flat_map(|&(x, y)| steps.iter().filter(move |step| step.0 == y).map(move |step| (x, step.1)))
                .filter(|step| !steps.contains(step))
                .collect();
            if more.is_empty() {
                break;
            }
            steps.extend(more);
        }
        world.far = steps;
        Some(world)
    }

    /// The shown atoms of all solutions; `None` if there are too many assignments, or a mistake.
    pub fn solutions(&mut self, most: usize) -> Option<BTreeSet<Vec<String>>> {
        let model = self.model;
        let mut choices: Vec<(&'static str, Vec<Option<i64>>)> = Vec::new();
        for pred in &model.preds {
            let args = pred.arg.as_ref().map_or(vec![0], |(_, sort)| self.values(*sort));
            for value in args {
                let defined = match (&pred.guard, &pred.arg) {
                    (Some(guard), Some((name, _))) => self.truth(guard, &mut vec![(name.clone(), value)])?,
                    _ => true,
                };
                let values = match pred.value {
                    None => vec![Some(0), Some(1)],
                    Some(_) if !defined => vec![None],
                    Some(sort) => self.values(sort).into_iter().map(Some).collect(),
                };
                choices.push((pred.name, values));
            }
        }
        let all = choices.iter().map(|(_, values)| values.len()).try_fold(1_usize, usize::checked_mul)?;
        if all > most {
            return None;
        }
        let mut found = BTreeSet::new();
        for mut code in 0..all {
            self.atoms.clear();
            for (name, values) in &choices {
                self.atoms.entry(name).or_default().push(values[code % values.len()]);
                code /= values.len();
            }
            let mut holds = true;
            for assert in &model.asserts {
                holds &= self.asserted(assert)?;
            }
            if holds {
                found.insert(self.shown());
            }
        }
        Some(found)
    }

    fn shown(&self) -> Vec<String> {
        let mut shown = Vec::new();
        for pred in self.model.preds.iter().filter(|pred| pred.is_shown) {
            let args = pred.arg.as_ref().map_or(vec![0], |(_, sort)| self.values(*sort));
            for (arg, value) in args.into_iter().zip(&self.atoms[pred.name]) {
                match (&pred.arg, pred.value, value) {
                    (Some(_), Some(_), Some(value)) => shown.push(format!("{}({arg},{value})", pred.name)),
                    (None, Some(_), Some(value)) => shown.push(format!("{}({value})", pred.name)),
                    (Some(_), None, Some(1)) => shown.push(format!("{}({arg})", pred.name)),
                    (None, None, Some(1)) => shown.push(pred.name.to_owned()),
                    _ => {}
                }
            }
        }
        shown
    }

    fn values(&self, sort: Sort) -> Vec<i64> {
        match sort {
            Sort::S => (1..=self.model.places).collect(),
            Sort::D => self.model.values.clone(),
            Sort::E => (1..=self.model.joins.len() as i64).collect(),
        }
    }

    /// Calls with the values of variables for which a guard holds, and with whether that is known.
    fn each(
        &self,
        vars: &[Var],
        guard: Option<&Formula>,
        env: &mut Env,
        visit: &mut dyn FnMut(&mut Env, bool),
    ) {
        let Some(((name, sort), rest)) = vars.split_first() else {
            match guard.map_or(Some(true), |guard| self.truth(guard, env)) {
                Some(false) => {}
                truth => visit(env, truth.is_some()),
            }
            return;
        };
        for value in self.values(*sort) {
            env.push((name.clone(), value));
            self.each(rest, guard, env, visit);
            env.pop();
        }
    }

    fn asserted(&self, assert: &Assert) -> Truth {
        let mut all = Some(true);
        self.each(&assert.vars, assert.guard.as_ref(), &mut Vec::new(), &mut |env, is_known| {
            let condition = assert.body.as_ref().map_or(Some(true), |body| self.truth(body, env));
            let truth = match (&assert.structure, condition) {
                (None, truth) => truth,
                (Some(_), Some(false)) => Some(true),
                (Some(structure), Some(true)) => self.structure(structure, env),
                (Some(_), None) => None,
            };
            all = and(all, if_known(is_known, truth, true));
        });
        all
    }

    fn truth(&self, formula: &Formula, env: &mut Env) -> Truth {
        match formula {
            Formula::Bool(value) => Some(*value),
            Formula::Compare(terms, ops) => {
                let mut all = Some(true);
                for (pair, op) in terms.windows(2).zip(ops) {
                    all = and(all, compare(op, self.value(&pair[0], env), self.value(&pair[1], env)));
                }
                all
            }
            Formula::Fact(name, args) => {
                let values: Vec<Value> = args.iter().map(|arg| self.value(arg, env)).collect();
                if values.contains(&Err(Not::There)) {
                    return Some(false);
                }
                let mut known = Vec::new();
                for value in values {
                    let value = value.ok().and_then(|(value, _)| i64::try_from(value).ok())?;
                    known.push((1..=self.model.places).contains(&value).then_some(value)?);
                }
                Some(match (*name, &known[..]) {
                    ("near", &[a, b]) => self.model.near.contains(&(a, b)),
                    ("big", &[a]) => self.big.contains(&a),
                    ("far", &[a, b]) => self.far.contains(&(a, b)),
                    _ => unreachable!("there is no fact {name}"),
                })
            }
            Formula::Has(name, arg) => stated(self.given(name, arg, env).map(|_| true)),
            Formula::Atom(name, args) => self.atom(name, args, env),
            Formula::Not(inner) => self.truth(inner, env).map(|truth| !truth),
            Formula::Joined(op, a, b) => {
                let (a, b) = (self.truth(a, env), self.truth(b, env));
                let not = |truth: Truth| truth.map(|truth| !truth);
                match *op {
                    "and" => and(a, b),
                    "or" => not(and(not(a), not(b))),
                    "implies" => not(and(a, not(b))),
                    "if" => not(and(not(a), b)),
                    _ => Some(a? == b?),
                }
            }
            Formula::Quantified { quantifier, vars, guard, body } => {
                let mut truths = Vec::new();
                self.each(vars, guard.as_deref(), env, &mut |env, is_known| {
                    let truth = self.truth(body, env);
                    truths.push(if_known(is_known, truth, matches!(quantifier, Quantifier::Forall)));
                });
                let bound = |k: &Term, env: &mut Env| self.value(k, env).map(|(k, _)| k);
                let (least, most) = match quantifier {
                    Quantifier::Forall => return truths.into_iter().fold(Some(true), and),
                    Quantifier::Exists => {
                        let none = truths.into_iter().map(|truth| truth.map(|truth| !truth));
                        return none.fold(Some(true), and).map(|none| !none);
                    }
                    Quantifier::Exactly(k) => (bound(k, env), bound(k, env)),
                    Quantifier::AtMost(k) => (Ok(0), bound(k, env)),
                    Quantifier::AtLeast(k) => (bound(k, env), Ok(i128::MAX)),
                };
                match (least, most) {
                    (Err(Not::There), _) | (_, Err(Not::There)) => Some(false),
                    (Ok(least), Ok(most)) if least >= 0 && most >= 0 => {
                        let held = truths.into_iter().collect::<Option<Vec<bool>>>()?;
                        let held = held.into_iter().filter(|held| *held).count() as i128;
                        Some(least <= held && held <= most)
                    }
                    _ => None,
                }
            }
            Formula::Macro(_, expansion) => self.truth(expansion, env),
        }
    }

    fn atom(&self, name: &str, args: &[Term], env: &mut Env) -> Truth {
        let pred = self.model.preds.iter().find(|pred| pred.name == name)?;
        let arg = match &pred.arg {
            None => Some(0),
            Some((_, sort)) => self.place(*sort, &args[0], env),
        };
        let Some(sort) = pred.value else {
            return match (arg, pred.outside) {
                (Some(at), _) => Some(self.atoms[name][at] == Some(1)),
                (None, Some(_)) => Some(false),
                (None, None) => None,
            };
        };
        let value = self.value(&args[args.len() - 1], env).ok().map(|(value, _)| value);
        let is_value = |own: Option<i64>| own.map(i128::from) == value;
        match (arg, self.place(sort, &args[args.len() - 1], env), pred.outside) {
            (Some(at), Some(_), _) => Some(value.is_some() && is_value(self.atoms[name][at])),
            (None, _, Some(outside)) => Some(is_value(Some(outside))),
            (Some(_), None, Some(_)) => Some(false),
            (_, _, None) => None,
        }
    }

    /// The number of a value among those of its sort.
    fn place(&self, sort: Sort, arg: &Term, env: &mut Env) -> Option<usize> {
        let (value, _) = self.value(arg, env).ok()?;
        self.values(sort).iter().position(|&known| i128::from(known) == value)
    }

    fn given(&self, name: &str, arg: &Term, env: &mut Env) -> Value {
        let (arg, _) = self.value(arg, env)?;
        let at = usize::try_from(arg - 1).map_err(|_| Not::There)?;
        let &(h, next) = self.model.given.get(at).ok_or(Not::There)?;
        let value = if name == "h" { h } else { next };
        Ok((value.ok_or(Not::There)?.into(), false))
    }

    fn value(&self, term: &Term, env: &mut Env) -> Value {
        match term {
            Term::Number(number) => Ok(((*number).into(), false)),
            Term::Var((name, _)) => {
                let bound = env.iter().rev().find(|(bound, _)| bound == name);
                Ok((bound.unwrap_or_else(|| panic!("{name} is bound")).1.into(), false))
            }
            Term::Given(name, arg) => self.given(name, arg, env),
            Term::Found(name, arg) => {
                let pred = self.model.preds.iter().find(|pred| pred.name == *name).ok_or(Not::Mistake)?;
                let sort = pred.arg.as_ref().map_or(Sort::S, |(_, sort)| *sort);
                match (self.place(sort, arg, env), pred.outside) {
                    (Some(at), _) => Ok((self.atoms[name][at].ok_or(Not::There)?.into(), true)),
                    (None, Some(outside)) => Ok((outside.into(), false)),
                    (None, None) => Err(Not::Mistake),
                }
            }
            Term::Op(op, a, b) => {
                let ((a, a_found), (b, b_found)) = both(self.value(a, env), self.value(b, env))?;
                let is_zero = b == 0 && matches!(*op, "div" | "mod");
                if is_zero {
                    return Err(if b_found { Not::There } else { Not::Mistake });
                }
                let value = match *op {
                    "+" => a + b,
                    "-" => a - b,
                    "*" => a * b,
                    "div" => (a - a.rem_euclid(b)) / b,
                    _ => a.rem_euclid(b),
                };
                Ok((value, a_found || b_found))
            }
            Term::Minus(a) => self.value(a, env).map(|(a, found)| (-a, found)),
            Term::Abs(a) => self.value(a, env).map(|(a, found)| (a.abs(), found)),
            Term::Convert(sort, a) => {
                let (a, found) = self.value(a, env)?;
                let is_there = self.values(*sort).iter().any(|&value| i128::from(value) == a);
                if is_there { Ok((a, found)) } else { Err(if found { Not::There } else { Not::Mistake }) }
            }
            Term::Fold { is_product, var, guard, body } => {
                let mut total: Value = Ok((i128::from(*is_product), false));
                self.each(std::slice::from_ref(var), guard.as_deref(), env, &mut |env, is_known| {
                    let part = if is_known { self.value(body, env) } else { Err(Not::Mistake) };
                    total = both(total, part).map(|((a, a_found), (b, b_found))| {
                        (if *is_product { a * b } else { a + b }, a_found || b_found)
                    });
                });
                total
            }
            Term::Macro(_, expansion) => self.value(expansion, env),
        }
    }

    fn structure(&self, structure: &Structure, env: &mut Env) -> Truth {
        let var = std::slice::from_ref(&structure.var);
        let (mut chosen, mut all_known) = (Vec::new(), true);
        self.each(var, structure.guard.as_ref(), env, &mut |env, is_known| {
            let truth = if is_known { self.truth(&structure.body, env) } else { None };
            all_known &= truth.is_some();
            let value = env.last().map_or(0, |(_, value)| *value);
            chosen.push((value, truth == Some(true)));
        });
        if !all_known {
            return None;
        }
        let there: Vec<i64> =
            chosen.iter().filter(|(_, is_chosen)| *is_chosen).map(|&(value, _)| value).collect();
        let of_edges = structure.var.1 == Sort::E;
        // Pairs of nodes that are joined.
        let joined: Vec<(i64, i64)> = if of_edges {
            there.iter().map(|&edge| self.model.joins[edge as usize - 1]).collect()
        } else {
            let near = self.model.near.iter().copied();
            near.filter(|(a, b)| there.contains(a) && there.contains(b)).collect()
        };
        let mut nodes: Vec<i64> = joined.iter().flat_map(|&(a, b)| [a, b]).collect();
        if !of_edges {
            nodes.extend(&there);
        }
        nodes.sort_unstable();
        nodes.dedup();
        let pieces = pieces(&nodes, &joined);
        let degree = |node: i64| joined.iter().filter(|&&(a, b)| a == node || b == node).count();
        Some(match &structure.shape {
            Shape::Closed => chosen.iter().filter(|(_, is_chosen)| !is_chosen).all(|&(edge, _)| {
                let (a, b) = self.model.joins[edge as usize - 1];
                a != b && !pieces.iter().any(|piece| piece.contains(&a) && piece.contains(&b))
            }),
            Shape::Acyclic => edge_count(&joined, of_edges) + pieces.len() == nodes.len(),
            Shape::Connected => pieces.len() <= 1,
            Shape::Loop => pieces.len() == 1 && nodes.iter().all(|&node| degree(node) == 2),
            Shape::Paths { end, guard, by } => {
                let ends = self.selected(end, guard.as_ref(), Some(by), env)?;
                // An end without a value is none.
                let ends: BTreeMap<i64, i128> =
                    ends.into_iter().filter_map(|(node, value)| Some((node, value?))).collect();
                let twice = |value: &i128| ends.values().filter(|other| *other == value).count() == 2;
                let passes = |node: i64| {
                    if ends.contains_key(&node) {
                        degree(node) == 1
                    } else {
                        degree(node) % 2 == 0 && degree(node) <= 2
                    }
                };
                let mates = |piece: &Vec<i64>| {
                    let own: Vec<i128> = piece.iter().filter_map(|node| ends.get(node).copied()).collect();
                    own.len() == 2 && own[0] == own[1]
                };
                ends.values().all(twice) && (1..=self.model.places).all(passes) && pieces.iter().all(mates)
            }
            Shape::Pairs { root, guard, between } => {
                let roots = self.selected(root, guard.as_ref(), between.as_ref(), env)?;
                pieces.iter().all(|piece| {
                    let own: Vec<Option<i128>> =
                        piece.iter().filter_map(|node| roots.get(node).copied()).collect();
                    is_between(piece.len() as i128, &own)
                })
            }
            Shape::Regions { root: Some((root, guard)), has_one, size } => {
                let roots = self.selected(root, guard.as_ref(), size.as_ref(), env)?;
                pieces.iter().all(|piece| {
                    let own: Vec<Option<i128>> =
                        piece.iter().filter_map(|node| roots.get(node).copied()).collect();
                    (own.len() == 1 || !has_one)
                        && own.iter().all(|size| size.is_none_or(|size| size == piece.len() as i128))
                })
            }
            Shape::Regions { root: None, size, .. } => {
                let size = size.as_ref().map(|size| self.value(size, env));
                match size {
                    None | Some(Err(Not::There)) => true,
                    Some(Ok((size, _))) if size >= 0 => {
                        pieces.iter().all(|piece| piece.len() as i128 == size)
                    }
                    Some(_) => return None,
                }
            }
            Shape::Matching { with, guard } => {
                let with: Vec<i64> = self.selected(with, guard.as_ref(), None, env)?.into_keys().collect();
                are_paired(&with, &there, &self.model.near)
            }
            Shape::Runs { nth, guard, length } => {
                let lengths = self.selected(nth, guard.as_ref(), Some(length), env)?;
                let lengths: Vec<i128> =
                    lengths.into_values().flatten().filter(|&length| length != 0).collect();
                runs(&chosen) == lengths
            }
        })
    }

    /// The values of a variable for which a guard holds, with the value of a term; `None` for a mistake.
    fn selected(
        &self,
        var: &Var,
        guard: Option<&Formula>,
        term: Option<&Term>,
        env: &mut Env,
    ) -> Option<BTreeMap<i64, Option<i128>>> {
        let mut found = Some(BTreeMap::new());
        self.each(std::slice::from_ref(var), guard, env, &mut |env, is_known| {
            let at = env.last().map_or(0, |(_, value)| *value);
            let value = match term.map(|term| self.value(term, env)) {
                _ if !is_known => return found = None,
                None | Some(Err(Not::There)) => None,
                Some(Ok((value, _))) if value >= 0 => Some(value),
                Some(_) => return found = None,
            };
            if let Some(found) = &mut found {
                found.insert(at, value);
            }
        });
        found
    }
}

/// Whether a statement of a model has so many variables, possibly inside each other, that trying all their values takes long.
pub fn takes_long(model: &str) -> bool {
    model.lines().any(|line| line.matches(": ").count() > MOST_VARIABLES)
}

/// Maximum number of variables of a statement, and the colon after its name.
const MOST_VARIABLES: usize = 8;

/// Whether a message is about a term without a result, which the guide calls a mistake.
pub fn is_mistake(message: &str) -> bool {
    let known =
        ["argument ", "divides by 0", "expected a value", "counts to", "has no value", "number is too large"];
    known.iter().any(|known| message.contains(known))
}

/// The truth of a body whose guard may be a mistake: then it is known only if the guard makes no difference.
fn if_known(is_known: bool, truth: Truth, neutral: bool) -> Truth {
    if is_known || truth == Some(neutral) { truth } else { None }
}

fn and(a: Truth, b: Truth) -> Truth {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

fn both<T>(a: Result<T, Not>, b: Result<T, Not>) -> Result<(T, T), Not> {
    match (a, b) {
        (Ok(a), Ok(b)) => Ok((a, b)),
        (Err(Not::There), _) | (_, Err(Not::There)) => Err(Not::There),
        _ => Err(Not::Mistake),
    }
}

fn stated(truth: Result<bool, Not>) -> Truth {
    match truth {
        Ok(truth) => Some(truth),
        Err(Not::There) => Some(false),
        Err(Not::Mistake) => None,
    }
}

fn compare(op: &str, a: Value, b: Value) -> Truth {
    stated(both(a, b).map(|((a, _), (b, _))| match op {
        "=" => a == b,
        "=/=" => a != b,
        "<" => a < b,
        "<=" => a <= b,
        ">" => a > b,
        _ => a >= b,
    }))
}

/// The number of edges of a graph: each of edges, but each pair of nodes once.
fn edge_count(joined: &[(i64, i64)], of_edges: bool) -> usize {
    let mut edges = joined.to_vec();
    if !of_edges {
        edges.retain(|(a, b)| a != b);
        for (a, b) in &mut edges {
            (*a, *b) = (*a.min(b), *a.max(b));
        }
        edges.sort_unstable();
        edges.dedup();
    }
    edges.len()
}

/// Whether a size lies strictly between two numbers, of which some may be missing.
fn is_between(size: i128, numbers: &[Option<i128>]) -> bool {
    match *numbers {
        [Some(one), Some(other)] => (one - size).signum() * (other - size).signum() == -1,
        [Some(one), None] | [None, Some(one)] => one != size,
        [None, None] => true,
        _ => false,
    }
}

/// The lengths of the runs of a row.
fn runs(row: &[(i64, bool)]) -> Vec<i128> {
    let runs = row.split(|(_, is_chosen)| !is_chosen).map(|run| run.len() as i128);
    runs.filter(|&length| length > 0).collect()
}

/// Sets of nodes that are connected.
fn pieces(nodes: &[i64], joined: &[(i64, i64)]) -> Vec<Vec<i64>> {
    let mut pieces: Vec<Vec<i64>> = nodes.iter().map(|&node| vec![node]).collect();
    for &(a, b) in joined {
        let at = |node: i64, pieces: &Vec<Vec<i64>>| pieces.iter().position(|piece| piece.contains(&node));
        if let (Some(one), Some(other)) = (at(a, &pieces), at(b, &pieces))
            && one != other
        {
            let (low, high) = (one.min(other), one.max(other));
            let more = pieces.remove(high);
            pieces[low].extend(more);
        }
    }
    pieces
}

/// Whether each of the first has one of the others as its own, and none is left: tries all ways.
fn are_paired(seekers: &[i64], others: &[i64], near: &[(i64, i64)]) -> bool {
    let Some((&first, rest)) = seekers.split_first() else { return others.is_empty() };
    others.iter().any(|&other| {
        let left: Vec<i64> = others.iter().copied().filter(|&one| one != other).collect();
        (near.contains(&(first, other)) || near.contains(&(other, first))) && are_paired(rest, &left, near)
    })
}
