use std::time::{Duration, Instant};

use jigsat_cnf::{Bound, Choice, Encoding, Lit, Literal, Model, Rule, Var};

use crate::{
    Answer, Build, By, Count, End, Error, Flaw, Limits, Permuted, Puzzle, Refined, Sat, Solver, Verdict,
    build,
};

/// The rule under which each solution that was found is excluded from the next search.
pub const ANOTHER: Rule = Rule::new("another", "a solution other than number {0}");

/// A formula of one instance loaded into a solver: answers questions, and grows.
///
/// Every solution is decoded and refereed before anyone sees it.
///
/// ```
/// # mod colouring { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/colouring.rs")); }
/// # use colouring::Colouring;
/// use jigsat_cnf::pos;
/// use jigsat_solve::{Answer, Build, End, Limits, Session, Solver};
///
/// let triangle = Colouring::triangle(3);
/// let limits = Limits::default();
/// let mut session = Session::new(&triangle, (), &Build::default(), &Solver::default(), None)?;
/// // With node 0 of colour 2, and node 1 of colour 2 as well:
/// let answer = session.solve_assuming(&[pos((0, 2)), pos((1, 2))], &limits)?;
/// assert!(matches!(answer, Answer::Impossible(_)));
/// assert_eq!(session.core().len(), 2);
///
/// // Each solution is another one.
/// let first = session.solve(&limits)?.solution();
/// let second = session.solve(&limits)?.solution();
/// assert_ne!(first, second);
/// let others = session.count(u64::MAX, &limits)?;
/// assert_eq!((others.found + 2, others.end), (6, End::All));
/// # Ok::<(), jigsat_solve::Error>(())
/// ```
pub struct Session<'p, P: Puzzle> {
    puzzle: &'p P,
    how: P::How,
    encoding: Encoding<P::Atom>,
    solver: Solver,
    seed: Option<u64>,
    sat: Box<dyn Sat>,
    /// So many clauses of the encoding are in the solver.
    loaded: usize,
    /// Whether rules were dropped, so that the referee may rightly refuse.
    weakened: bool,
    /// The last model, by variable, while it is the answer's.
    model: Option<Vec<bool>>,
    found: u64,
    /// The candidates for which [`Puzzle::refine`] added clauses, in their order.
    cut: Vec<P::Solution>,
    effort: Effort,
}

/// What a session has cost so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Building the formula.
    pub encoding: Duration,
    /// Loading it into the solver, solving, decoding and refereeing.
    pub solving: Duration,
    /// Conflicts in the solver.
    pub conflicts: u64,
    /// Literals that the solver propagated.
    pub propagations: u64,
}

impl<'p, P: Puzzle> Session<'p, P> {
    /// Builds the formula and starts a solver. With a seed, variables and clauses are permuted.
    ///
    /// # Errors
    ///
    /// [`Error::Build`] where the formula can't be built as asked, and those of [`Solver::start`].
    pub fn new(
        puzzle: &'p P,
        how: P::How,
        recipe: &Build,
        solver: &Solver,
        seed: Option<u64>,
    ) -> Result<Self, Error> {
        let started = Instant::now();
        let encoding = build(puzzle, how, recipe)?;
        let effort = Effort { encoding: started.elapsed(), ..Effort::default() };
        let sat = start(solver, seed)?;
        let weakened = !recipe.dropped.is_empty();
        Ok(Session {
            puzzle,
            how,
            encoding,
            solver: solver.clone(),
            seed,
            sat,
            loaded: 0,
            weakened,
            model: None,
            found: 0,
            cut: Vec::new(),
            effort,
        })
    }

    /// Looks for a solution that was not found before.
    ///
    /// # Errors
    ///
    /// Those of the solver, and [`Error::Refused`] where the referee rejects what a formula with
    /// all its rules allows: a bug of ours.
    pub fn solve(&mut self, limits: &Limits) -> Result<Answer<P::Solution>, Error> {
        self.solve_assuming(&[], limits)
    }

    /// As [`Session::solve`], among the solutions in which these literals hold.
    ///
    /// # Errors
    ///
    /// As [`Session::solve`].
    pub fn solve_assuming(
        &mut self,
        assumptions: &[Literal<P::Atom>],
        limits: &Limits,
    ) -> Result<Answer<P::Solution>, Error> {
        let started = Instant::now();
        let answer = self.search(assumptions, limits);
        self.effort.solving += started.elapsed();
        answer
    }

    fn search(
        &mut self,
        assumptions: &[Literal<P::Atom>],
        limits: &Limits,
    ) -> Result<Answer<P::Solution>, Error> {
        self.exclude_last();
        let assumed: Vec<Lit> = assumptions.iter().map(|&literal| self.encoding.lit(literal)).collect();
        let conflicts_at_start = self.effort.conflicts;
        loop {
            self.load()?;
            let mut limits = limits.clone();
            if let Some(conflicts) = &mut limits.conflicts {
                *conflicts = conflicts.saturating_sub(self.effort.conflicts - conflicts_at_start);
            }
            let before = self.sat.stats();
            let verdict = self.sat.solve(&assumed, &limits);
            let after = self.sat.stats();
            self.effort.conflicts += after.conflicts.saturating_sub(before.conflicts);
            self.effort.propagations += after.propagations.saturating_sub(before.propagations);
            match verdict? {
                Verdict::Unsat => return Ok(Answer::Impossible(self.by())),
                Verdict::Stopped(stop) => return Ok(Answer::Unknown(stop)),
                Verdict::Sat => {}
            }
            let values: Vec<bool> =
                (0..self.encoding.variables()).map(|var| self.sat.value(Var::new(var))).collect();
            let candidate = self.puzzle.decode(self.how, &Model::new(&self.encoding, &values));
            let known = self.encoding.clauses().len();
            if let Ok(candidate) = &candidate
                && self.puzzle.refine(self.how, candidate, &mut self.encoding) == Refined::Cut
                && (!self.weakened || self.is_excluded(&values, known))
            {
                self.cut.push(candidate.clone());
                continue;
            }
            self.model = Some(values);
            let refereed =
                candidate.as_ref().map_err(Flaw::clone).and_then(|solution| self.puzzle.check(solution));
            return match (candidate, refereed) {
                (Ok(solution), Ok(())) => Ok(Answer::Solved(solution)),
                (candidate, Err(flaw)) if self.weakened => {
                    Ok(Answer::Refused { solution: candidate.ok(), flaw })
                }
                (_, Err(flaw)) | (Err(flaw), Ok(())) => Err(Error::Refused { flaw, by: self.by() }),
            };
        }
    }

    /// Counts the solutions not found before, up to a number of them, by excluding one after the other.
    ///
    /// # Errors
    ///
    /// As [`Session::solve`].
    pub fn count(&mut self, at_most: u64, limits: &Limits) -> Result<Count, Error> {
        let mut found = 0;
        while found < at_most {
            match self.solve(limits)? {
                Answer::Solved(_) | Answer::Refused { .. } => found += 1,
                Answer::Impossible(_) => return Ok(Count { found, end: End::All }),
                Answer::Unknown(stop) => return Ok(Count { found, end: End::Stopped(stop) }),
            }
        }
        Ok(Count { found, end: End::Enough })
    }

    /// The key atoms that are true in the solution that was found last.
    #[must_use]
    pub fn true_keys(&self) -> Vec<Literal<P::Atom>> {
        let Some(model) = &self.model else { return Vec::new() };
        let holds = |(_, var): &(P::Atom, Var)| model.get(var.idx()).is_some_and(|&value| value);
        self.encoding.keys().filter(holds).map(|(atom, _)| jigsat_cnf::pos(atom)).collect()
    }

    /// The candidates for which the puzzle added clauses to the formula, in their order: with them,
    /// [`Puzzle::refine`] makes the same formula again.
    #[must_use]
    pub fn cut(&self) -> &[P::Solution] {
        &self.cut
    }

    /// Assumptions of the last question that can't hold together, where it was answered 'impossible';
    /// empty where there is no solution at all.
    pub fn core(&mut self) -> Vec<Literal<P::Atom>> {
        let core = self.sat.core();
        core.into_iter().map(|lit| self.encoding.literal(lit)).collect()
    }

    /// The formula, with the solutions found so far excluded.
    #[must_use]
    pub fn encoding(&self) -> &Encoding<P::Atom> {
        &self.encoding
    }

    /// Lets the formula grow; what is added counts from the next question on.
    pub fn grow(&mut self) -> &mut Encoding<P::Atom> {
        &mut self.encoding
    }

    /// Who answers here.
    #[must_use]
    pub fn by(&self) -> By {
        By {
            engine: "sat",
            stage: None,
            solver: Some(self.solver.to_string()),
            encoding: Some(self.how.name()),
        }
    }

    /// What it has cost so far.
    #[must_use]
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// Whether one of the clauses from this one on excludes a model. Where rules are left out, a cut may miss its candidate, and
    /// the search would go on for ever.
    fn is_excluded(&self, values: &[bool], first: usize) -> bool {
        let is_false = |lit: &Lit| values.get(lit.vidx()).is_some_and(|&value| value == lit.is_neg());
        self.encoding.clauses().from(first).any(|clause| clause.iter().all(is_false))
    }

    /// Brings the clauses that are new into the solver; all into a fresh one where the old is spent.
    fn load(&mut self) -> Result<(), Error> {
        if self.sat.spent() {
            self.sat = start(&self.solver, self.seed)?;
            self.loaded = 0;
        }
        self.sat.reserve(self.encoding.variables())?;
        for clause in self.encoding.clauses().from(self.loaded) {
            self.sat.add(clause)?;
        }
        self.loaded = self.encoding.clauses().len();
        Ok(())
    }

    /// Excludes the solution that was found last: one of the key atoms must have another value. The next search does it
    /// anyway.
    pub fn exclude_last(&mut self) {
        let Some(mut model) = self.model.take() else { return };
        self.found += 1;
        self.puzzle.before_another(self.how, &model, &mut self.encoding);
        model.resize(self.encoding.variables() as usize, false);
        let implied = self.implied_by_true_keys(&model);
        let differs: Vec<Literal<P::Atom>> = self
            .encoding
            .keys()
            .filter(|(_, var)| !implied[var.idx()])
            .map(|(_, var)| self.encoding.literal(var.lit(model[var.idx()])))
            .collect();
        self.encoding.group(&ANOTHER, (self.found as usize,)).clause(differs);
    }

    /// Which variables are false because a true key atom is the one of 'at most one' that holds:
    /// the clause that excludes a model need not mention them, and gets short.
    fn implied_by_true_keys(&self, model: &[bool]) -> Vec<bool> {
        let mut is_key = vec![false; model.len()];
        for (_, var) in self.encoding.keys() {
            is_key[var.idx()] = true;
        }
        let mut implied = vec![false; model.len()];
        for statement in self.encoding.statements_from(0) {
            let at_most_one = matches!(statement.bound, Bound::AtMost(1) | Bound::Exactly(1));
            let true_key = |lit: &&Lit| lit.is_pos() && is_key[lit.vidx()] && model[lit.vidx()];
            if at_most_one && statement.weights.is_none() && statement.lits.iter().any(|lit| true_key(&lit)) {
                for lit in statement.lits.iter().filter(|lit| lit.is_pos() && !model[lit.vidx()]) {
                    implied[lit.vidx()] = true;
                }
            }
        }
        implied
    }
}

fn start(solver: &Solver, seed: Option<u64>) -> Result<Box<dyn Sat>, Error> {
    let sat = solver.start()?;
    Ok(match seed {
        Some(seed) => Box::new(Permuted::new(sat, seed)),
        None => sat,
    })
}
