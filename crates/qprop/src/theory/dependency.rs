//! Which asserts depend on a fact, and which facts asserts need.

use super::{Assert, Fact, Formula, Meaning, Quantified, Quantifier, Shape, Structure, Term, Theory};

/// The function that gets the number of each fact.
type Visit<'v> = &'v mut dyn FnMut(usize);

impl Theory {
    /// The asserts in which a fact occurs, directly or in the definition of another fact.
    pub fn asserts_with(&self, fact: &str) -> Vec<&Assert> {
        let mut has_it: Vec<bool> = Vec::with_capacity(self.facts.len());
        for known in &self.facts {
            let mut has = known.name == fact;
            known.each_fact(&mut |number| has |= has_it[number]);
            has_it.push(has);
        }
        let is_about = |assert: &&Assert| {
            let mut has = assert.searches(&|pred| self.preds[pred].defined.is_some_and(|fact| has_it[fact]));
            assert.each_fact(&mut |number| has |= has_it[number]);
            has
        };
        self.asserts.iter().filter(is_about).collect()
    }

    /// Whether each fact is needed to evaluate these asserts.
    pub fn facts_of(&self, asserts: &[&Assert]) -> Vec<bool> {
        let mut is_needed = vec![false; self.facts.len()];
        for assert in asserts {
            assert.each_fact(&mut |number| is_needed[number] = true);
            // A searched function has values where a fact says so.
            for (number, pred) in self.preds.iter().enumerate() {
                if let Some(fact) = pred.defined.filter(|_| assert.searches(&|other| other == number)) {
                    is_needed[fact] = true;
                }
            }
        }
        // A definition mentions only facts before it.
        for (number, fact) in self.facts.iter().enumerate().rev() {
            if is_needed[number] {
                fact.each_fact(&mut |number| is_needed[number] = true);
            }
        }
        is_needed
    }
}

impl Fact {
    fn each_fact(&self, visit: Visit<'_>) {
        if let Meaning::Computed { formula, .. } = &self.meaning {
            formula.each_fact(visit);
        }
    }
}

impl Assert {
    /// Whether a value of such a predicate occurs in it.
    fn searches(&self, is_one: &dyn Fn(usize) -> bool) -> bool {
        self.body.searched(is_one)
            || self.structure.as_ref().is_some_and(|structure| structure.body.searched(is_one))
    }

    fn each_fact(&self, visit: Visit<'_>) {
        of_guard(self.guard.as_ref(), visit);
        self.body.each_fact(visit);
        if let Some(structure) = &self.structure {
            structure.each_fact(visit);
        }
    }
}

impl Structure {
    fn each_fact(&self, visit: Visit<'_>) {
        of_guard(self.guard.as_ref(), visit);
        self.body.each_fact(visit);
        match &self.shape {
            Shape::Connected { along }
            | Shape::Loop { along }
            | Shape::Acyclic { along }
            | Shape::Closed { along } => visit(*along),
            Shape::Paths { along, ends, by } => {
                visit(*along);
                of_guard(ends.guard.as_ref(), visit);
                by.each_fact(visit);
            }
            Shape::Regions { along, root, rooted: _, size } => {
                visit(*along);
                of_guard(root.as_ref().and_then(|root| root.guard.as_ref()), visit);
                of_terms(size.as_slice(), visit);
            }
            Shape::Matching { along, with } => {
                visit(*along);
                of_guard(with.guard.as_ref(), visit);
            }
            Shape::Runs { nth: _, guard, length } => {
                of_guard(guard.as_ref(), visit);
                length.each_fact(visit);
            }
        }
    }
}

fn of_guard(guard: Option<&Formula>, visit: Visit<'_>) {
    if let Some(guard) = guard {
        guard.each_fact(visit);
    }
}

fn of_terms(terms: &[Term], visit: Visit<'_>) {
    for term in terms {
        term.each_fact(visit);
    }
}

impl Formula {
    fn each_fact(&self, visit: Visit<'_>) {
        match self {
            Formula::Bool(_) => {}
            Formula::Compare(_, a, b, _) | Formula::Arith(_, a, b, _) => {
                a.each_fact(visit);
                b.each_fact(visit);
            }
            Formula::Fact(number, args, _) | Formula::Defined(number, args, _) => {
                visit(*number);
                of_terms(args, visit);
            }
            Formula::Atom(_, args, _) => of_terms(args, visit),
            Formula::Not(inner) => inner.each_fact(visit),
            Formula::And(parts) | Formula::Or(parts) => {
                for part in parts {
                    part.each_fact(visit);
                }
            }
            Formula::Iff(a, b) => {
                a.each_fact(visit);
                b.each_fact(visit);
            }
            Formula::Quantified(quantified) => quantified.each_fact(visit),
        }
    }
}

impl Quantified {
    fn each_fact(&self, visit: Visit<'_>) {
        match &self.quantifier {
            Quantifier::Exactly(k) | Quantifier::AtMost(k) | Quantifier::AtLeast(k) => k.each_fact(visit),
            Quantifier::Forall | Quantifier::Exists => {}
        }
        of_guard(self.guard.as_ref(), visit);
        self.body.each_fact(visit);
    }
}

impl Term {
    fn each_fact(&self, visit: Visit<'_>) {
        match self {
            Term::Value(_) | Term::Var(_) => {}
            Term::Op(_, a, b, _) => {
                a.each_fact(visit);
                b.each_fact(visit);
            }
            Term::Minus(a, _) | Term::Abs(a, _) | Term::In(_, a, _) => a.each_fact(visit),
            Term::Apply(number, args, _) => {
                visit(*number);
                of_terms(args, visit);
            }
            Term::Search(_, args, _) => of_terms(args, visit),
            Term::Fold(fold) => {
                of_guard(fold.guard.as_ref(), visit);
                fold.body.each_fact(visit);
            }
        }
    }
}
