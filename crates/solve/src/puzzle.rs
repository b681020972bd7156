use std::fmt;

use jigsat_cnf::{Arg, Atom, Choice, Cnf, Flavours, Formula, GraphFlavour, Lit, Literal, Model, Names, Rule};
use serde::{Serialize, de::DeserializeOwned};

use crate::{Completion, Limits, Refusal, Stop, Violation};

/// The interface of a puzzle to the toolkit: its variables, its rules, and its solutions.
///
/// The examples of this crate use graph colouring as their puzzle. This is its complete code:
///
/// ```
#[doc = include_str!("../doc/colouring.rs")]
/// ```
pub trait Puzzle: Sync {
    /// The variables of all its encodings.
    type Atom: Atom;
    /// The encodings: an enum.
    type Encoding: Choice;
    /// A solution, as people and programs see it.
    type Solution: Clone + Send + Sync + Serialize + DeserializeOwned + 'static;

    /// Writes the name of an atom, such as `r1c2=5`.
    ///
    /// # Errors
    ///
    /// Only errors of the formatter.
    fn name(&self, atom: Self::Atom, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Writes the rules into the formula. Unless [`Cnf::prunes`], these are the rules of every board of
    /// this shape, whatever the givens. Once the formula is given up, what is written has no effect; where the loops
    /// alone take long, [`Formula::draft`] leaves them.
    fn encode(&self, encoding: Self::Encoding, e: &mut Formula<Self::Atom>);

    /// The givens, which this puzzle adds to the rules.
    fn givens(&self) -> Vec<Literal<Self::Atom>> {
        Vec::new()
    }

    /// Reads the solution from a model of the formula.
    ///
    /// # Errors
    ///
    /// Why a model is not a solution at all: the encoding is wrong.
    fn decode(
        &self,
        encoding: Self::Encoding,
        model: &Model<'_, Self::Atom>,
    ) -> Result<Self::Solution, Violation>;

    /// The referee: the rules and givens as people say them, sharing no code with the encodings.
    ///
    /// # Errors
    ///
    /// The first rule that is broken, and where.
    fn check(&self, solution: &Self::Solution) -> Result<(), Violation>;

    /// Like [`Puzzle::check`], for a referee that can take long: it checks the limits.
    ///
    /// # Errors
    ///
    /// The first rule that is broken, and where, or the limit that was reached first.
    fn check_within(&self, solution: &Self::Solution, _limits: &Limits) -> Result<(), Refusal> {
        Ok(self.check(solution)?)
    }

    /// Whether the referee accepts the solution of a model, which need not be written down for that; `None` if it must be
    /// decoded first. Counting asks this for each solution. What is accepted here is a solution whatever the constraints of the
    /// formula say, so only a referee that knows all rules may answer.
    ///
    /// # Errors
    ///
    /// The limit that was reached first.
    fn accepts(
        &self,
        _encoding: Self::Encoding,
        _model: &Model<'_, Self::Atom>,
        _limits: &Limits,
    ) -> Result<Option<bool>, Stop> {
        Ok(None)
    }

    /// Whether the solution of a model comes first among its images under the symmetries of the board, in any order of
    /// solutions. Without symmetries, each does.
    fn comes_first(&self, _encoding: Self::Encoding, _model: &Model<'_, Self::Atom>) -> bool {
        true
    }

    /// The solutions of the formula that count as one with this one, itself first: for example the rotations
    /// of a board, if they count as one and the formula has several of them. Uniqueness of a solution is
    /// about this set.
    fn alike(&self, solution: &Self::Solution) -> Vec<Self::Solution> {
        vec![solution.clone()]
    }

    /// What completes formulas of this encoding while they are used; `None` if they say everything.
    fn completion(&self, _encoding: Self::Encoding) -> Option<&dyn Completion<Self>> {
        None
    }
}

/// The rule of the groups of the givens.
pub const GIVEN: Rule = Rule::new("given", "given {0}").clue();

/// How to build a formula.
#[derive(Clone, Debug, Default)]
pub struct BuildOptions {
    /// The flavours of its constraints.
    pub flavours: Flavours,
    /// The rules to leave out.
    pub dropped: Vec<String>,
    /// Whether the encoding may leave out what the givens rule out.
    pub prunes: bool,
    /// Whether solutions may be left out in which a path takes a detour ([`Cnf::leave_out_detours`]). A session then finds
    /// one solution if there is one, and a second one if there are several, but not all of them.
    pub no_detours: bool,
    /// The limits of building: the deadline and the stop flag.
    pub limits: Limits,
}

impl BuildOptions {
    /// The same options with graph constraints written in full, for users of the clauses alone: programs,
    /// checkers of proofs, and solvers of a part of the search.
    #[must_use]
    pub fn in_full(mut self) -> Self {
        self.flavours.graph = GraphFlavour::Tree;
        self
    }

    /// The same options, but for whether the encoding may leave out what the givens rule out.
    #[must_use]
    pub fn pruning(&self, prunes: bool) -> Self {
        BuildOptions { prunes, ..self.clone() }
    }
}

/// The formula of a puzzle: its rules, then a group for each given. It keeps the limits within which it was built: what
/// is done with it later obeys them, too, until [`Cnf::stop_when`] sets others.
///
/// ```
/// # mod colouring { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/colouring.rs")); }
/// # use colouring::Colouring;
/// use jigsat_solve::{BuildOptions, Puzzle, build, with_names};
///
/// let formula = build(&Colouring::triangle(3), (), &BuildOptions::default())?;
/// assert_eq!(formula.clauses().len(), 3 * (1 + 3) + 3 * 3);
/// let sentence = with_names(&Colouring::triangle(3), |names| formula.group_at(3).sentence(names));
/// assert_eq!(sentence, "nodes 0 and 1 differ");
///
/// let misspelt = BuildOptions { dropped: vec!["edges".into()], ..BuildOptions::default() };
/// let error = build(&Colouring::triangle(3), (), &misspelt).unwrap_err();
/// assert_eq!(error.to_string(), "there is no rule 'edges' in this formula; its rules are: node, edge");
/// # Ok::<(), jigsat_solve::BuildError>(())
/// ```
///
/// # Errors
///
/// [`BuildError`] if a dropped rule does not exist, the formula is too large, or a limit was reached.
pub fn build<P: Puzzle>(
    puzzle: &P,
    encoding: P::Encoding,
    build: &BuildOptions,
) -> Result<Formula<P::Atom>, BuildError> {
    let mut e = Formula::new(build.flavours);
    begin(&mut e, build);
    puzzle.encode(encoding, &mut e);
    not_given_up(&e, encoding.name())?;
    for given in puzzle.givens() {
        let given = e.lit(given);
        add_given(&mut e, given);
    }
    // A completion may say more about the edges later.
    let no_detours = build.no_detours && puzzle.completion(encoding).is_none();
    finish(&mut e, no_detours, encoding.name())?;
    Ok(e)
}

/// Sets what encodings look at.
fn begin(cnf: &mut Cnf, build: &BuildOptions) {
    cnf.drop_rules(&build.dropped);
    if build.prunes {
        cnf.prune();
    }
    cnf.stop_when(build.limits.interrupt());
}

/// Adds the group of a given.
fn add_given(cnf: &mut Cnf, given: Lit) {
    cnf.add_clause(&GIVEN, [Arg::Literal(given)], &[given]);
}

/// Leaves out detours if that may be, once the formula is whole.
fn finish(cnf: &mut Cnf, no_detours: bool, encoding: &'static str) -> Result<(), BuildError> {
    not_given_up(cnf, encoding)?;
    only_rules_dropped(cnf)?;
    if no_detours {
        cnf.leave_out_detours();
        not_given_up(cnf, encoding)?;
    }
    Ok(())
}

fn not_given_up(cnf: &Cnf, encoding: &'static str) -> Result<(), BuildError> {
    match cnf.given_up() {
        None => Ok(()),
        Some(Stop::TooLarge) => Err(BuildError::TooLarge { encoding, literals: cnf.literals_wanted() }),
        Some(stop) => Err(BuildError::Stopped(stop)),
    }
}

fn only_rules_dropped(cnf: &Cnf) -> Result<(), BuildError> {
    let Some(rule) = cnf.unknown_drop() else { return Ok(()) };
    let rules: Vec<&str> = cnf.known_rules().collect();
    Err(BuildError::NoSuchRule { rule: rule.to_owned(), rules: rules.join(", ") })
}

/// Why a formula can't be built as asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// No rule has that name.
    #[error("there is no rule '{rule}' in this formula; its rules are: {rules}")]
    NoSuchRule {
        /// The name.
        rule: String,
        /// The rules that exist.
        rules: String,
    },
    /// A limit was reached before it was built.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The formula has more literals than [`jigsat_cnf::MAX_LITERALS`].
    #[error("the formula in encoding '{encoding}' has over {literals} literals")]
    TooLarge {
        /// The encoding's name.
        encoding: &'static str,
        /// How many literals there were when building stopped.
        literals: usize,
    },
}

/// Calls `f` with the function that names the puzzle's atoms.
pub fn with_names<P: Puzzle, T>(puzzle: &P, f: impl FnOnce(Names<'_, P::Atom>) -> T) -> T {
    f(&|atom, formatter| puzzle.name(atom, formatter))
}
