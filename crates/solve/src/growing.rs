//! A formula that its puzzle completes while it is used, without the types of the puzzle.

use jigsat_cnf::{Choice, Cnf, Formula, Model, Stop};

use crate::{
    Answer, BuildOptions, Checked, Error, Held, Judged, Limits, Puzzle, Refined, Solution, Violation, build,
    refine::refine,
};

/// A formula with its puzzle. What uses it doesn't depend on the types of the puzzle, so it is compiled once for all of
/// them.
pub trait Growing {
    /// The formula.
    fn cnf(&self) -> &Cnf;

    /// The formula, to be extended.
    fn cnf_mut(&mut self) -> &mut Cnf;

    /// The name of the encoding.
    fn encoding(&self) -> &'static str;

    /// Lets the puzzle add clauses that these values of the variables break. Returns whether it did.
    ///
    /// # Errors
    ///
    /// [`Error::IdleCut`].
    fn refine(&mut self, values: &[bool]) -> Result<bool, Error>;

    /// Lets the puzzle add clauses as [`crate::Completion::notice`] does.
    fn notice(&mut self, assignments: &[Vec<Option<bool>>]);

    /// Decodes a model, and lets the puzzle refine the formula by it. Unless that has added clauses that exclude the model,
    /// which is `None`, asks the referee. A solution is kept until the next question. If rules are dropped (`may_miss`), a cut
    /// may miss its candidate.
    ///
    /// # Errors
    ///
    /// [`Error::IdleCut`], and why the formula was given up.
    fn judge(&mut self, values: &[bool], may_miss: bool, limits: &Limits) -> Result<Option<Judged>, Error>;

    /// Whether the referee accepts the solution of a model, as [`Puzzle::accepts`] says; `None` if it must be judged. No
    /// solution is kept.
    ///
    /// # Errors
    ///
    /// The limit that was reached first.
    fn accepts(&mut self, values: &[bool], limits: &Limits) -> Result<Option<bool>, Stop>;

    /// Whether the solution of a model comes first among its images, as [`Puzzle::comes_first`] says.
    fn comes_first(&self, values: &[bool]) -> bool;

    /// Decodes a model and asks the referee, whatever the puzzle would add to the formula. A solution is kept as by
    /// [`Growing::judge`].
    fn referee(&mut self, values: &[bool], limits: &Limits) -> Judged;

    /// What the referee has said about the last model, with the candidate; `None` if that was taken before.
    fn take_answer(&mut self) -> Option<Answer<Solution>>;

    /// Forgets the candidates that were cut, for a search that nobody asks for them.
    fn forget_cuts(&mut self);

    /// Extends the formula as [`crate::Completion::before_another`] does.
    fn before_another(&mut self, values: &[bool]);

    /// The JSON of the solution that the formula keeps, if it keeps one.
    fn json(&self) -> Option<String>;

    /// Keeps the formula as it is.
    fn save(&mut self);

    /// Makes the formula what it was when it was saved.
    fn restore(&mut self);
}

/// A formula with its puzzle, in their own types.
pub struct Grown<'p, P: Puzzle> {
    pub(crate) puzzle: Held<'p, P>,
    pub(crate) encoding: P::Encoding,
    pub(crate) formula: Formula<P::Atom>,
    /// The candidates for which [`crate::Completion::refine`] added clauses in a search, in their order.
    pub(crate) cut: Vec<P::Solution>,
    /// The last model that was judged: the candidate, if it could be decoded, and the verdict.
    judged: Option<(Option<P::Solution>, Judged)>,
    saved: Option<(Formula<P::Atom>, usize)>,
}

impl<'p, P: Puzzle> Grown<'p, P> {
    /// Builds a formula.
    ///
    /// # Errors
    ///
    /// As [`build`].
    pub fn new(
        puzzle: impl Into<Held<'p, P>>,
        encoding: P::Encoding,
        options: &BuildOptions,
    ) -> Result<Self, Error> {
        let puzzle = puzzle.into();
        let formula = build(&*puzzle, encoding, options)?;
        Ok(Grown::of(puzzle, encoding, formula))
    }

    /// A formula of this puzzle that was built before.
    pub fn of(puzzle: impl Into<Held<'p, P>>, encoding: P::Encoding, formula: Formula<P::Atom>) -> Self {
        Grown { puzzle: puzzle.into(), encoding, formula, cut: Vec::new(), judged: None, saved: None }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &P {
        &self.puzzle
    }

    /// The formula.
    pub fn formula(&self) -> &Formula<P::Atom> {
        &self.formula
    }

    /// The formula, to be extended.
    pub fn formula_mut(&mut self) -> &mut Formula<P::Atom> {
        &mut self.formula
    }

    /// Adds the clauses that the puzzle adds for a candidate.
    pub fn refine_by(&mut self, candidate: &P::Solution) {
        if let Some(completion) = self.puzzle.completion(self.encoding) {
            completion.refine(self.encoding, candidate, &mut self.formula);
        }
    }

    /// The candidates for which the puzzle added clauses while it was searched, in their order: with them,
    /// [`crate::Completion::refine`] makes the same formula again.
    pub fn cut(&self) -> &[P::Solution] {
        &self.cut
    }

    /// What the referee has said about the last candidate, with the candidate; `None` if that was taken before.
    pub fn take_judged(&mut self) -> Option<Answer<P::Solution>> {
        let (candidate, judged) = self.judged.take()?;
        Some(Checked::answer(candidate, judged))
    }

    /// Asks the referee, and keeps the candidate.
    fn keep(&mut self, candidate: Result<P::Solution, Violation>, limits: &Limits) -> Judged {
        let (candidate, judged) = match candidate {
            Ok(candidate) => {
                let judged = Judged::of(self.puzzle.check_within(&candidate, limits));
                (Some(candidate), judged)
            }
            Err(violation) => (None, Judged::Refused(violation)),
        };
        self.judged = Some((candidate, judged.clone()));
        judged
    }
}

impl<P: Puzzle> Growing for Grown<'_, P> {
    fn cnf(&self) -> &Cnf {
        &self.formula
    }

    fn cnf_mut(&mut self) -> &mut Cnf {
        &mut self.formula
    }

    fn encoding(&self) -> &'static str {
        self.encoding.name()
    }

    fn refine(&mut self, values: &[bool]) -> Result<bool, Error> {
        let candidate = self.puzzle.decode(self.encoding, &Model::new(&self.formula, values));
        let Ok(candidate) = candidate else { return Ok(false) };
        let refined = refine(&*self.puzzle, self.encoding, &candidate, values, false, &mut self.formula)?;
        Ok(refined == Refined::Cut)
    }

    fn notice(&mut self, assignments: &[Vec<Option<bool>>]) {
        if let Some(completion) = self.puzzle.completion(self.encoding) {
            completion.notice(self.encoding, assignments, &mut self.formula);
        }
    }

    fn judge(&mut self, values: &[bool], may_miss: bool, limits: &Limits) -> Result<Option<Judged>, Error> {
        let candidate = self.puzzle.decode(self.encoding, &Model::new(&self.formula, values));
        if let Ok(candidate) = &candidate {
            let refined =
                refine(&*self.puzzle, self.encoding, candidate, values, may_miss, &mut self.formula)?;
            self.formula.step(1)?;
            if refined == Refined::Cut {
                self.cut.push(candidate.clone());
                return Ok(None);
            }
        }
        Ok(Some(self.keep(candidate, limits)))
    }

    fn accepts(&mut self, values: &[bool], limits: &Limits) -> Result<Option<bool>, Stop> {
        self.judged = None;
        self.puzzle.accepts(self.encoding, &Model::new(&self.formula, values), limits)
    }

    fn comes_first(&self, values: &[bool]) -> bool {
        self.puzzle.comes_first(self.encoding, &Model::new(&self.formula, values))
    }

    fn referee(&mut self, values: &[bool], limits: &Limits) -> Judged {
        let candidate = self.puzzle.decode(self.encoding, &Model::new(&self.formula, values));
        self.keep(candidate, limits)
    }

    fn take_answer(&mut self) -> Option<Answer<Solution>> {
        let (candidate, judged) = self.judged.take()?;
        Some(Checked::answer(candidate.map(Solution::of), judged))
    }

    fn before_another(&mut self, values: &[bool]) {
        if let Some(completion) = self.puzzle.completion(self.encoding) {
            completion.before_another(self.encoding, values, &mut self.formula);
        }
    }

    fn forget_cuts(&mut self) {
        self.cut.clear();
    }

    fn json(&self) -> Option<String> {
        match &self.judged {
            Some((Some(solution), Judged::Solution)) => Some(json(solution)),
            _ => None,
        }
    }

    fn save(&mut self) {
        self.saved = Some((self.formula.clone(), self.cut.len()));
    }

    fn restore(&mut self) {
        if let Some((formula, cuts)) = self.saved.take() {
            self.formula = formula;
            self.cut.truncate(cuts);
        }
    }
}

/// The JSON by which solutions are compared and ordered.
fn json(solution: &impl serde::Serialize) -> String {
    serde_json::to_string(solution).expect("a solution has a JSON form")
}

impl<G: Growing + ?Sized> Growing for Box<G> {
    fn cnf(&self) -> &Cnf {
        (**self).cnf()
    }

    fn cnf_mut(&mut self) -> &mut Cnf {
        (**self).cnf_mut()
    }

    fn encoding(&self) -> &'static str {
        (**self).encoding()
    }

    fn refine(&mut self, values: &[bool]) -> Result<bool, Error> {
        (**self).refine(values)
    }

    fn notice(&mut self, assignments: &[Vec<Option<bool>>]) {
        (**self).notice(assignments);
    }

    fn judge(&mut self, values: &[bool], may_miss: bool, limits: &Limits) -> Result<Option<Judged>, Error> {
        (**self).judge(values, may_miss, limits)
    }

    fn accepts(&mut self, values: &[bool], limits: &Limits) -> Result<Option<bool>, Stop> {
        (**self).accepts(values, limits)
    }

    fn comes_first(&self, values: &[bool]) -> bool {
        (**self).comes_first(values)
    }

    fn referee(&mut self, values: &[bool], limits: &Limits) -> Judged {
        (**self).referee(values, limits)
    }

    fn take_answer(&mut self) -> Option<Answer<Solution>> {
        (**self).take_answer()
    }

    fn before_another(&mut self, values: &[bool]) {
        (**self).before_another(values);
    }

    fn forget_cuts(&mut self) {
        (**self).forget_cuts();
    }

    fn json(&self) -> Option<String> {
        (**self).json()
    }

    fn save(&mut self) {
        (**self).save();
    }

    fn restore(&mut self) {
        (**self).restore();
    }
}
