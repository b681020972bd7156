//! A model with its data, ready to solve.

use std::sync::{
    Arc, OnceLock,
    atomic::{AtomicU32, Ordering},
};

use jigsat_input::{ParseError, Source};
use jigsat_solve::{Limits, Refusal, Stop, Violation};

use crate::{
    Data,
    atom::Atom,
    evaluate::{Evaluator, Reduction, facts},
    ground::{Program, ground},
    layer::{Layer, layer},
    load::{Open, Parsed, Unread},
    resolve::{elsewhere, resolve},
    syntax::Item,
    theory::{Shape, Sort, Theory},
    tuples::Tuples,
};

/// Default maximum number of clauses and counting constraints that a model may ground to.
pub const MAX_CLAUSES: u64 = 10_000_000;

/// From this question to the referee on, it evaluates asserts with what facts decide.
const OFTEN: u32 = 3;

/// A model that was read, resolved and grounded with its data.
#[derive(Clone, Debug)]
pub struct Model {
    parsed: Parsed,
    pub(crate) theory: Theory,
    pub(crate) program: Program,
    facts: OnceLock<Arc<Vec<Tuples>>>,
    /// The number of questions to the referee so far.
    asked: Arc<AtomicU32>,
    /// The asserts with what facts decide, for a referee that is asked often; `None` if they are too large.
    reduced: OnceLock<Arc<Option<Reduction>>>,
}

impl Model {
    /// Reads a model. `open` opens the files that it names, by the paths in the model: included ones, and its data if
    /// `data` is empty.
    ///
    /// # Errors
    ///
    /// Any mistake in the text or the data, with its place; a model that grounds to more than `max_clauses` clauses.
    pub fn read(source: Source, data: &Data, open: Open<'_>, max_clauses: u64) -> Result<Model, ParseError> {
        let name = source.name().to_owned();
        Model::read_within(source, data, open, max_clauses, &Limits::default())
            .map_err(|unread| unread.while_reading(&name, "there was no limit"))
    }

    /// As [`Model::read`], within limits, which grounding checks.
    ///
    /// # Errors
    ///
    /// As [`Model::read`], and the limit that was reached first.
    pub fn read_within(
        source: Source,
        data: &Data,
        open: Open<'_>,
        max_clauses: u64,
        limits: &Limits,
    ) -> Result<Model, Unread> {
        let parsed = Parsed::read(source, open)?;
        Model::resolved(parsed, data, open)?.grounded_to(max_clauses, limits)
    }

    fn resolved(parsed: Parsed, data: &Data, open: Open<'_>) -> Result<Model, ParseError> {
        let data = parsed.data(data, open)?;
        let theory = resolve(&parsed.items, &parsed.sources, &data)?;
        let (facts, asked, reduced) = (OnceLock::new(), Arc::default(), OnceLock::new());
        Ok(Model { parsed, theory, program: Program::new(0), facts, asked, reduced })
    }

    /// A model of a parsed text for its referee alone: its formula is empty.
    ///
    /// # Errors
    ///
    /// Any mistake in the text or the data, with its place.
    pub fn unground(parsed: &Parsed, data: &Data) -> Result<Model, ParseError> {
        let none = |path: &str| Err(ParseError::in_file(path, "is not there"));
        Model::resolved(parsed.clone(), data, &none)
    }

    /// Grounds a model that was read without its formula. Its referee keeps what it has computed.
    ///
    /// # Errors
    ///
    /// A model that grounds to more than [`MAX_CLAUSES`] clauses, and the limit that was reached first.
    pub fn grounded(self, limits: &Limits) -> Result<Model, Unread> {
        self.grounded_to(MAX_CLAUSES, limits)
    }

    fn grounded_to(mut self, max_clauses: u64, limits: &Limits) -> Result<Model, Unread> {
        self.program = ground(&self.theory, &self.parsed.sources, max_clauses, &limits.interrupt())?;
        Ok(self)
    }

    /// Reads a model without includes, with at most [`MAX_CLAUSES`] clauses.
    ///
    /// # Errors
    ///
    /// As [`Model::read`].
    pub fn parse(source: Source, data: &Data) -> Result<Model, ParseError> {
        let open = |path: &str| Err(ParseError::in_file(path, "is not there"));
        Model::read(source, data, &open, MAX_CLAUSES)
    }

    /// The name of the file it was read from.
    #[must_use]
    pub fn name(&self) -> &str {
        self.parsed.name()
    }

    /// Its items, with those of included files in their places.
    #[must_use]
    pub fn items(&self) -> &[Item] {
        self.parsed.items()
    }

    /// The number of atoms, whether they occur in a constraint or not.
    #[must_use]
    pub fn atoms(&self) -> u32 {
        self.theory.atoms
    }

    /// The number of steps of grounding: values of variables tried, and parts of guards tested.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.program.steps
    }

    /// The number of rows of values for which a guard held while grounding: what would be visited at least, because each of
    /// them is a tuple of a fact, or a part of a ground constraint.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.program.rows
    }

    /// Whether some assert demands paths.
    #[must_use]
    pub fn has_paths(&self) -> bool {
        self.has(|shape| matches!(shape, Shape::Paths { .. }))
    }

    /// Whether some assert gives the lengths of runs.
    #[must_use]
    pub fn has_runs(&self) -> bool {
        self.has(|shape| matches!(shape, Shape::Runs { .. }))
    }

    fn has(&self, is_one: impl Fn(&Shape) -> bool) -> bool {
        let structures = self.theory.asserts.iter().filter_map(|assert| assert.structure.as_ref());
        structures.map(|structure| &structure.shape).any(is_one)
    }

    /// Whether an assert is about the lengths of runs.
    #[must_use]
    pub fn is_about_runs(&self, assert: &str) -> bool {
        let mut asserts = self.theory.asserts.iter().filter(|other| other.name == assert);
        let structure = asserts.next().and_then(|assert| assert.structure.as_ref());
        structure.is_some_and(|structure| matches!(structure.shape, Shape::Runs { .. }))
    }

    /// The names of the shown predicates, with the number of places of each.
    pub fn shown(&self) -> impl Iterator<Item = (&str, usize)> {
        let shown = self.theory.preds.iter().filter(|pred| pred.shown);
        shown.map(|pred| (pred.name.as_str(), pred.places.len()))
    }

    /// The atom with that name, such as `l(1,3)`.
    #[must_use]
    pub fn atom(&self, name: &str) -> Option<Atom> {
        self.theory.read_atom(name)
    }

    /// Whether all asserts hold when these atoms do and no others, by the meaning of the text alone.
    ///
    /// # Errors
    ///
    /// The sentence of the first constraint that is broken.
    pub fn evaluate(&self, holds: &[bool]) -> Result<(), Violation> {
        self.evaluate_within(holds, &Limits::default()).map_err(Violation::from)
    }

    /// As [`Model::evaluate`], within limits; returns the first limit that was reached.
    pub(crate) fn evaluate_within(&self, holds: &[bool], limits: &Limits) -> Result<(), Refusal> {
        let evaluator = Evaluator::new(&self.theory, self.facts(limits)?, holds, limits.interrupt());
        if self.all_hold(&evaluator)? == Some(true) {
            return Ok(());
        }
        let broken = evaluator.broken().next();
        evaluator.interrupt.check()?;
        match broken {
            None => Ok(()),
            Some((_, sentence)) => Err(Violation::new(format!("it breaks the rule that {sentence}")).into()),
        }
    }

    /// Whether all asserts hold when these atoms do and no others: the same as [`Model::evaluate`], without a sentence.
    ///
    /// # Errors
    ///
    /// The limit that was reached first.
    pub fn holds(&self, holds: &[bool], limits: &Limits) -> Result<bool, Stop> {
        let evaluator = Evaluator::new(&self.theory, self.facts(limits)?, holds, limits.interrupt());
        if let Some(all_hold) = self.all_hold(&evaluator)? {
            return Ok(all_hold);
        }
        let is_broken = evaluator.broken().next().is_some();
        evaluator.interrupt.check()?;
        Ok(!is_broken)
    }

    /// Whether all asserts hold, if the referee is asked often; otherwise it is left open. All atoms are known.
    fn all_hold(&self, evaluator: &Evaluator<'_>) -> Result<Option<bool>, Stop> {
        if self.asked.fetch_add(1, Ordering::Relaxed) + 1 < OFTEN {
            return Ok(None);
        }
        let reduced = if let Some(reduced) = self.reduced.get() {
            reduced
        } else {
            let reduced = evaluator.reduced();
            evaluator.interrupt.check()?;
            self.reduced.get_or_init(|| Arc::new(reduced))
        };
        let all_hold = reduced.as_ref().as_ref().map(|reduced| evaluator.all_hold(reduced));
        evaluator.interrupt.check()?;
        Ok(all_hold)
    }

    /// The values for which the facts hold, which the referee computes when it first needs them.
    pub(crate) fn facts(&self, limits: &Limits) -> Result<Arc<Vec<Tuples>>, Stop> {
        if let Some(facts) = self.facts.get() {
            return Ok(facts.clone());
        }
        let facts = facts(&self.theory, &vec![true; self.theory.facts.len()], &limits.interrupt())?;
        Ok(self.facts.get_or_init(|| facts).clone())
    }

    /// The asserts that are broken if these atoms hold and no others: the name and the sentence of each. If some atoms
    /// are unknown, returns only asserts that are broken whatever their values are.
    ///
    /// # Errors
    ///
    /// The limit that was reached first.
    pub fn broken(
        &self,
        holds: &[bool],
        known: Option<&[bool]>,
        limits: &Limits,
    ) -> Result<Vec<(String, String)>, Stop> {
        let mut evaluator = Evaluator::new(&self.theory, self.facts(limits)?, holds, limits.interrupt());
        match known {
            Some(known) => evaluator = evaluator.knowing(known),
            None if self.all_hold(&evaluator)? == Some(true) => return Ok(Vec::new()),
            None => {}
        }
        let broken = evaluator.broken().map(|(name, sentence)| (name.to_owned(), sentence)).collect();
        evaluator.interrupt.check()?;
        Ok(broken)
    }

    /// The constraints that depend on a fact and are broken if these atoms hold and no others: for each, the values of its
    /// variables, as the name of the sort and the place there. Other asserts are not evaluated.
    ///
    /// # Errors
    ///
    /// The limit that was reached first.
    pub fn broken_for(
        &self,
        fact: &str,
        holds: &[bool],
        limits: &Limits,
    ) -> Result<Vec<Vec<(String, usize)>>, Stop> {
        let interrupt = limits.interrupt();
        let asserts = self.theory.asserts_with(fact);
        let facts = facts(&self.theory, &self.theory.facts_of(&asserts), &interrupt)?;
        let evaluator = Evaluator::new(&self.theory, facts, holds, interrupt);
        let broken = evaluator.broken_for(&asserts);
        evaluator.interrupt.check()?;
        Ok(broken)
    }

    /// The places where a searched function with one argument has no value because its guard does not hold, as numbers
    /// in their sort.
    ///
    /// # Errors
    ///
    /// The limit that was reached first.
    pub fn without_value(&self, function: &str, limits: &Limits) -> Result<Vec<usize>, Stop> {
        let name = elsewhere(function);
        let Some(rule) = self.theory.asserts.iter().find(|assert| assert.name == name) else {
            return Ok(Vec::new());
        };
        let evaluator = Evaluator::new(&self.theory, self.facts(limits)?, &[], limits.interrupt());
        let places = evaluator.guarded(rule);
        evaluator.interrupt.check()?;
        Ok(places)
    }

    /// The sorts of a fact's arguments, by their names; empty if there is no such fact.
    #[must_use]
    pub fn sorts_of(&self, fact: &str) -> Vec<String> {
        self.arguments_of(fact).map(|sort| sort.name.clone()).collect()
    }

    /// The number of values that an argument of a fact may have, by its place.
    #[must_use]
    pub fn count_of(&self, fact: &str, place: usize) -> usize {
        self.arguments_of(fact).nth(place).map_or(0, Sort::len)
    }

    /// The values that a function among the facts may have.
    #[must_use]
    pub fn values_of(&self, fact: &str) -> Vec<String> {
        let found = self.theory.facts.iter().find(|known| known.name == fact && known.function.is_some());
        let sort = found.and_then(|fact| fact.places.last()).map(|&sort| &self.theory.sorts[sort]);
        sort.into_iter().flat_map(|sort| (0..sort.len()).map(|index| sort.show(sort.value(index)))).collect()
    }

    fn arguments_of(&self, fact: &str) -> impl Iterator<Item = &Sort> {
        let found = self.theory.facts.iter().find(|known| known.name == fact);
        let places = found
            .map_or(&[][..], |fact| &fact.places[..fact.places.len() - usize::from(fact.function.is_some())]);
        places.iter().map(|&sort| &self.theory.sorts[sort])
    }

    /// Its predicates as layers of a board.
    pub fn layers(&self) -> impl Iterator<Item = Layer> {
        self.theory.preds.iter().map(|pred| layer(&self.theory, pred))
    }

    pub(crate) fn is_shown(&self, atom: Atom) -> bool {
        self.theory.pred_of(atom).is_some_and(|pred| pred.shown)
    }

    /// An atom's name.
    #[must_use]
    pub fn atom_name(&self, atom: Atom) -> String {
        let mut name = String::new();
        // Writing to a String never fails.
        let _ = self.theory.write_atom(atom, &mut name);
        name
    }

    /// The words of explanations for an atom that is true, or for one that is not, if the model has sentences for that.
    #[must_use]
    pub fn words(&self, atom: Atom, holds: bool) -> Option<String> {
        self.theory.words(atom, holds)
    }

    /// The words of explanations for several atoms, each with whether it is true: one sentence for several places, if
    /// the model has words for that (`{is|are}`). An atom without sentences appears with its name.
    #[must_use]
    pub fn words_of_all(
        &self,
        literals: &[(Atom, bool)],
        name: &dyn Fn(Atom, bool) -> String,
    ) -> Vec<String> {
        self.theory.words_of_all(literals, name)
    }
}
