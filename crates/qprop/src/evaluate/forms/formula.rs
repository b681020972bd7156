//! The forms of formulas and terms.

use super::{
    super::{
        Absent, Evaluator,
        term::{Sought, both},
    },
    Form, Forms, How, MOST_FORMS, Made,
};
use crate::{
    syntax::Op,
    theory::{Formula, Quantified, Quantifier, Term},
};

impl<'t> Evaluator<'t> {
    /// The forms of all asserts; `None` if a part has no truth, or if there are too many forms. If interrupted, the result means
    /// nothing.
    pub fn forms(&self) -> Option<Forms> {
        let mut forms = Forms::default();
        for assert in &self.theory.asserts {
            let mut are_known = true;
            self.rows(&assert.vars, assert.guard.as_ref(), &mut vec![0; assert.slots], &mut |env, guard| {
                let form = guard.and_then(|_| {
                    let condition = self.form(&assert.body, env, &mut forms)?;
                    let Some(structure) = &assert.structure else { return Some(condition) };
                    let structure = self.form_of_structure(structure, env, &mut forms)?;
                    let without = forms.not(condition);
                    Some(forms.joined(How::Or, vec![without, structure]))
                });
                match form {
                    Some(form) => forms.state(form),
                    None => are_known = false,
                }
                are_known &= forms.all.len() <= MOST_FORMS;
                are_known
            });
            if !are_known {
                return None;
            }
        }
        Some(forms)
    }

    pub(super) fn form(&self, formula: &'t Formula, env: &mut Vec<i64>, forms: &mut Forms) -> Option<Form> {
        Some(match formula {
            Formula::Bool(_) | Formula::Compare(..) | Formula::Fact(..) | Formula::Defined(..) => {
                let truth = self.truth(formula, env)?;
                forms.known(truth)
            }
            Formula::Arith(op, a, b, _) => {
                let values = both(self.form_of_term(a, env, forms), self.form_of_term(b, env, forms));
                match values {
                    Ok((a, b)) => self.compared(*op, a, b, forms),
                    Err(Absent::Missing) => forms.known(false),
                    Err(Absent::Unknown) => return None,
                }
            }
            Formula::Atom(pred, args, _) => {
                let made = match self.atom(*pred, args, env) {
                    Some(number) => Made::Atom(number),
                    None => Made::Known(self.elsewhere(*pred, args, env)?),
                };
                forms.number(made)
            }
            Formula::Not(inner) => {
                let inner = self.form(inner, env, forms)?;
                forms.not(inner)
            }
            Formula::And(parts) | Formula::Or(parts) => {
                let how = if matches!(formula, Formula::And(_)) { How::And } else { How::Or };
                let parts: Vec<Option<Form>> = parts.iter().map(|part| self.form(part, env, forms)).collect();
                // One part may decide, whatever the others are.
                let deciding = forms.known(how == How::Or);
                if parts.contains(&Some(deciding)) {
                    deciding
                } else {
                    forms.joined(how, parts.into_iter().collect::<Option<_>>()?)
                }
            }
            Formula::Iff(a, b) => {
                let sides = vec![self.form(a, env, forms)?, self.form(b, env, forms)?];
                forms.of(How::Iff, sides)
            }
            Formula::Quantified(quantified) => self.form_of_all(quantified, env, forms)?,
        })
    }

    fn form_of_all(&self, quantified: &'t Quantified, env: &mut Vec<i64>, forms: &mut Forms) -> Option<Form> {
        let all = self.each_row(&quantified.vars, quantified.guard.as_ref(), env, &mut |env| {
            self.form(&quantified.body, env, forms)
        })?;
        match (&quantified.quantifier, self.bounds(&quantified.quantifier, env)) {
            (Quantifier::Forall, _) => Some(forms.joined(How::And, all)),
            (Quantifier::Exists, _) => Some(forms.joined(How::Or, all)),
            (_, Some(Ok((least, most)))) => Some(forms.of(How::Count(least, most), all)),
            _ => None,
        }
    }

    fn form_of_term(&self, term: &'t Term, env: &mut Vec<i64>, forms: &mut Forms) -> Result<Form, Absent> {
        match self.known(term, env) {
            Ok(value) => return Ok(forms.number(Made::Number(value))),
            Err(Absent::Missing) => return Err(Absent::Missing),
            Err(Absent::Unknown) => {}
        }
        Ok(match term {
            Term::Value(_) | Term::Var(_) | Term::Apply(..) => return Err(Absent::Unknown),
            Term::Search(pred, args, _) => self.form_of_value(*pred, args, env, forms)?,
            Term::Abs(a, _) => match &**a {
                Term::Op(Op::Minus, a, b, _) => {
                    let (a, b) = both(self.form_of_term(a, env, forms), self.form_of_term(b, env, forms))?;
                    forms.of(How::Distance, vec![a, b])
                }
                a => {
                    let a = self.form_of_term(a, env, forms)?;
                    forms.of(How::Abs, vec![a])
                }
            },
            Term::Minus(a, _) => {
                let a = self.form_of_term(a, env, forms)?;
                forms.of(How::Minus, vec![a])
            }
            Term::In(sort, a, _) => {
                let a = self.form_of_term(a, env, forms)?;
                forms.of(How::In(*sort), vec![a])
            }
            Term::Op(op, a, b, _) => {
                let (a, b) = both(self.form_of_term(a, env, forms), self.form_of_term(b, env, forms))?;
                match op {
                    Op::Plus => summed(How::Sum, vec![a, b], forms),
                    Op::Times => summed(How::Product, vec![a, b], forms),
                    Op::Minus => {
                        let minus = forms.of(How::Minus, vec![b]);
                        summed(How::Sum, vec![a, minus], forms)
                    }
                    Op::Div => forms.of(How::Div, vec![a, b]),
                    _ => forms.of(How::Mod, vec![a, b]),
                }
            }
            Term::Fold(fold) => {
                let mut all = Ok(Vec::new());
                self.rows(&fold.vars, fold.guard.as_ref(), env, &mut |env, guard| {
                    let part = match guard {
                        Some(_) => self.form_of_term(&fold.body, env, forms),
                        None => Err(Absent::Unknown),
                    };
                    all = both(std::mem::replace(&mut all, Ok(Vec::new())), part).map(|(mut all, part)| {
                        all.push(part);
                        all
                    });
                    !matches!(all, Err(Absent::Missing))
                });
                summed(if fold.is_product { How::Product } else { How::Sum }, all?, forms)
            }
        })
    }

    fn compared(&self, op: Op, a: Form, b: Form, forms: &mut Forms) -> Form {
        match op {
            Op::Equal => self.has_value(a, b, forms).unwrap_or_else(|| forms.of(How::Equal, vec![a, b])),
            Op::NotEqual => match self.has_value(a, b, forms) {
                Some(has_value) => forms.not(has_value),
                None => forms.of(How::NotEqual, vec![a, b]),
            },
            Op::Less => forms.of(How::Less, vec![a, b]),
            Op::LessEqual => forms.of(How::LessEqual, vec![a, b]),
            Op::Greater => forms.of(How::Less, vec![b, a]),
            _ => forms.of(How::LessEqual, vec![b, a]),
        }
    }

    /// Whether a searched function has a value, if the two terms are these.
    fn has_value(&self, a: Form, b: Form, forms: &mut Forms) -> Option<Form> {
        let made = [a, b].map(|form| &*forms.all[form as usize]);
        let ([&Made::Searched { first, sort, .. }, &Made::Number(value)]
        | [&Made::Number(value), &Made::Searched { first, sort, .. }]) = made
        else {
            return None;
        };
        Some(match self.theory.sorts[sort].index(value) {
            Some(index) => forms.number(Made::Atom(first + index as u32)),
            None => forms.known(false),
        })
    }

    /// The value of a searched function.
    fn form_of_value(
        &self,
        pred: usize,
        args: &[Term],
        env: &[i64],
        forms: &mut Forms,
    ) -> Result<Form, Absent> {
        Ok(match self.sought(pred, args, env)? {
            Sought::Outside(value) => forms.number(Made::Number(value)),
            Sought::Atoms { first, sort } => {
                let count = self.theory.sorts[sort].len() as u32;
                forms.number(Made::Searched { first, sort, count })
            }
        })
    }
}

/// A sum or a product, with the parts of sums and products in it.
fn summed(how: How, parts: Vec<Form>, forms: &mut Forms) -> Form {
    let mut all = Vec::with_capacity(parts.len());
    for part in parts {
        match &*forms.all[part as usize] {
            Made::Of(inner, parts) if *inner == how => all.extend(parts),
            _ => all.push(part),
        }
    }
    forms.of(how, all)
}
