//! Lists and counts solutions by backtracking, without blocking clauses.
mod assignment;
mod counters;
mod learning;
mod restarts;
mod search;
mod watches;

use std::{
    ops::{Deref, DerefMut},
    time::Duration,
};

use jigsat_cnf::{Cnf, Formula, Interrupt, Lit, Var};
use web_time::Instant;

use crate::{
    Answer, BuildOptions, Count, Effort, End, Error, Growing, Grown, Held, Judged, Limits, Provenance,
    Puzzle, Sat, Searched, Solver, Stop, Verdict,
};

pub(crate) use search::{Search, Step};

/// Least number of choices between two checks of the graph constraints, which cost more than a choice.
const CUT_EVERY: u32 = 4;

/// Largest number of choices between two checks of the graph constraints, which is approached while they find nothing.
const CUT_AT_LEAST_EVERY: u32 = 64;

/// The formula of a puzzle, whose solutions are found one after the other by backtracking.
///
/// The search decides only projection variables: in the constraint that leaves the fewest choices, or if none demands
/// anything, the variable that took part in most conflicts lately. It propagates constraints by counting, and the
/// other clauses by watching two literals. It excludes no solution by a clause, so each of a million solutions costs
/// no more than each of the first thousand. If the formula has graph constraints, it learns a clause from each
/// conflict.
///
/// When all projection variables have values and others are open, one question to a SAT solver decides
/// whether they can be completed. If not, the projection variables that clash become a clause. Graph
/// constraints are checked every few choices, less often while they find nothing, and when all variables have values; then
/// [`Completion::refine`](crate::Completion::refine) may cut. Cuts stay. Then the referee decides. Where it accepts a
/// candidate at once, neither a solver nor the graph constraints are asked.
///
/// ```
/// # mod colouring { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/colouring.rs")); }
/// # use colouring::Colouring;
/// use jigsat_solve::{Answer, BuildOptions, Enumeration, Limits};
///
/// let triangle = Colouring::triangle(4);
/// let mut all = Enumeration::new(&triangle, (), &BuildOptions::default())?;
/// let Answer::Solved(first) = all.solve(&Limits::default())? else { panic!("there are some") };
/// assert_eq!(first.len(), 3);
/// assert_eq!(all.count(u64::MAX, &Limits::default())?.found + 1, 24);
///
/// // In parts: the counts of cubes that exclude one another and cover everything add up.
/// let mut sum = 0;
/// for cube in all.split(4)? {
///     all.within(&cube);
///     sum += all.count(u64::MAX, &Limits::default())?.found;
/// }
/// assert_eq!(sum, 24);
/// # Ok::<(), jigsat_solve::Error>(())
/// ```
pub type Enumeration<'p, P> = Enumerator<Grown<'p, P>>;

/// The [`Enumeration`] of any puzzle. What it does doesn't depend on the types of the puzzle, so it is compiled once for all
/// of them.
pub struct Enumerator<G: ?Sized> {
    search: Search,
    /// Completes solutions if helpers are open; it exists from its first question on.
    helper: Option<Helper>,
    /// The solver that found the first solutions, if one did.
    begun_by: Option<Solver>,
    weakened: bool,
    /// Whether the search is at a leaf that was dealt with.
    done_here: bool,
    /// Number of choices until graph constraints are checked.
    until_cut: u32,
    /// Number of choices between this check and the next one.
    cut_every: u32,
    /// Whether the last candidate was a solution. Then the referee is asked about the next one before the graph constraints
    /// are.
    trusts: bool,
    /// Whether the referee may accept a candidate whose open helpers are false, so that no solver need complete it.
    guesses: bool,
    /// The values of the last candidate, by variable.
    values: Vec<bool>,
    effort: Effort,
    grown: G,
}

impl<'p, P: Puzzle> Deref for Enumeration<'p, P> {
    type Target = Enumerator<dyn Growing + 'p>;

    fn deref(&self) -> &Self::Target {
        self
    }
}

impl<P: Puzzle> DerefMut for Enumeration<'_, P> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self
    }
}

impl<G: Growing + ?Sized + 'static> Deref for Enumerator<Box<G>> {
    type Target = Enumerator<dyn Growing>;

    fn deref(&self) -> &Self::Target {
        self
    }
}

impl<G: Growing + ?Sized + 'static> DerefMut for Enumerator<Box<G>> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self
    }
}

impl<G: Growing> Enumerator<G> {
    /// Loads a formula that took this long to build, and in which no model represents several solutions. `weakened` says
    /// that rules were dropped, so that the referee may rightly reject solutions.
    ///
    /// # Errors
    ///
    /// A limit of the formula that was reached first.
    pub fn of(grown: G, weakened: bool, encoding: Duration) -> Result<Self, Error> {
        let started = Instant::now();
        let search = Search::new(grown.cnf(), grown.cnf().interrupt())?;
        let effort = Effort { encoding, solving: started.elapsed(), ..Effort::default() };
        Ok(Self::begin(grown, search, weakened, effort))
    }

    /// Goes on from where a solver came to, whose solutions the formula excludes. The search learns from conflicts.
    pub(crate) fn after(grown: G, weakened: bool, solver: Solver, effort: Effort) -> Self {
        let started = Instant::now();
        let mut search = Search::new(grown.cnf(), &Interrupt::default()).expect("there are no limits");
        search.learns = true;
        search.conflicts = effort.conflicts;
        search.propagations += effort.propagations;
        let effort = Effort { solving: effort.solving + started.elapsed(), ..effort };
        Enumerator { begun_by: Some(solver), ..Self::begin(grown, search, weakened, effort) }
    }

    fn begin(grown: G, search: Search, weakened: bool, effort: Effort) -> Self {
        Enumerator {
            search,
            helper: None,
            begun_by: None,
            weakened,
            done_here: false,
            until_cut: CUT_EVERY,
            cut_every: CUT_EVERY,
            trusts: false,
            guesses: true,
            values: Vec::new(),
            effort,
            grown,
        }
    }
}

impl<G> Enumerator<G> {
    /// The formula with its puzzle.
    pub fn grown(&self) -> &G {
        &self.grown
    }

    /// The same, to take the solution that was found.
    pub fn grown_mut(&mut self) -> &mut G {
        &mut self.grown
    }
}

/// A solver with the clauses of the formula.
struct Helper {
    sat: Box<dyn Sat>,
    loaded: usize,
}

impl<'p, P: Puzzle> Enumeration<'p, P> {
    /// Builds the formula and loads it.
    ///
    /// # Errors
    ///
    /// [`Error::Build`] if the formula can't be built as asked or loaded within the limits.
    pub fn new(
        puzzle: impl Into<Held<'p, P>>,
        encoding: P::Encoding,
        options: &BuildOptions,
    ) -> Result<Self, Error> {
        let started = Instant::now();
        let puzzle = puzzle.into();
        let prunes =
            options.prunes && !puzzle.completion(encoding).is_some_and(crate::Completion::merges_solutions);
        let grown = Grown::new(puzzle, encoding, &BuildOptions { prunes, ..options.clone() })?;
        Enumerator::of(grown, !options.dropped.is_empty(), started.elapsed())
    }

    /// Looks for the next solution; [`Answer::Impossible`] says that there are no more. A limit on conflicts
    /// bounds the dead ends between two solutions.
    ///
    /// # Errors
    ///
    /// As [`Session::solve`](crate::Session::solve).
    pub fn solve(&mut self, limits: &Limits) -> Result<Answer<P::Solution>, Error> {
        Ok(match self.search(limits)? {
            Searched::Impossible(by) => Answer::Impossible(by),
            Searched::Unknown(stop) => Answer::Unknown(stop),
            Searched::Solved | Searched::Refused => {
                self.grown.take_judged().expect("the formula keeps what was found")
            }
        })
    }

    /// The formula, with the cuts made so far.
    #[must_use]
    pub fn formula(&self) -> &Formula<P::Atom> {
        &self.grown.formula
    }
}

impl Enumerator<dyn Growing + '_> {
    /// Looks for the next solution, which the formula keeps; [`Searched::Impossible`] says that there are no more.
    ///
    /// # Errors
    ///
    /// As [`Enumeration::solve`].
    pub fn search(&mut self, limits: &Limits) -> Result<Searched, Error> {
        self.grown.cnf_mut().stop_when(limits.interrupt());
        self.timed(limits)
    }

    fn timed(&mut self, limits: &Limits) -> Result<Searched, Error> {
        let started = Instant::now();
        let answer = self.next(true, limits);
        self.measured(started);
        answer
    }

    fn measured(&mut self, started: Instant) {
        self.effort.solving += started.elapsed();
        self.effort.conflicts = self.search.conflicts;
        self.effort.propagations = self.search.propagations;
    }

    fn next(&mut self, keeps: bool, limits: &Limits) -> Result<Searched, Error> {
        Error::unless_stopped(self.find(keeps, limits)).map(|found| found.unwrap_or_else(Searched::Unknown))
    }

    fn find(&mut self, keeps: bool, limits: &Limits) -> Result<Searched, Error> {
        let conflicts = self.search.conflicts;
        let mut step = Step::Going;
        limits.check()?;
        if std::mem::take(&mut self.done_here) {
            step = self.search.retreat();
        }
        loop {
            if limits.conflicts.is_some_and(|most| self.search.conflicts - conflicts > most) {
                return Ok(Searched::Unknown(Stop::Conflicts));
            }
            step = match step {
                Step::Going if self.until_cut == 0 => self.cut()?,
                Step::Going => {
                    self.until_cut -= 1;
                    self.grown.cnf().interrupt().step(self.search.price())?;
                    self.search.step()
                }
                Step::Exhausted => return Ok(Searched::Impossible(self.by())),
                Step::Leaf => match self.leaf(keeps, limits)? {
                    Leaf::Answer(answer) => return Ok(answer),
                    Leaf::GoOn(step) => step,
                },
            };
        }
    }

    /// Checks the graph constraints, although some variables are open.
    fn cut(&mut self) -> Result<Step, Stop> {
        let is_useful = self.cuts_open()?;
        self.cut_every = if is_useful { CUT_EVERY } else { CUT_AT_LEAST_EVERY.min(2 * self.cut_every) };
        self.until_cut = self.cut_every;
        Ok(if is_useful { self.search.grow(self.grown.cnf()) } else { Step::Going })
    }

    /// Whether graph constraints exclude all that the values lead to, although some variables are open. If so, their cuts are in
    /// the formula.
    fn cuts_open(&mut self) -> Result<bool, Stop> {
        let assignment = &self.search.assignment;
        let value = |lit| (!assignment.is_open(lit)).then(|| assignment.is_true(lit));
        Ok(self.grown.cnf_mut().cut(&value, &|_| true)? > 0)
    }

    /// All projection variables have values: completes them and asks the puzzle. Its solution is kept if `keeps`.
    fn leaf(&mut self, keeps: bool, limits: &Limits) -> Result<Leaf, Error> {
        let mut values = std::mem::take(&mut self.values);
        let is_open = self.search.assignment.open_helpers() > 0;
        let guesses = is_open && !keeps && self.trusts && self.guesses && !self.weakened;
        if guesses || !is_open {
            self.search.assignment.copy_first(self.grown.cnf().variables() as usize, &mut values);
        }
        if guesses && self.grown.accepts(&values, limits)? == Some(true) {
            self.values = values;
            self.done_here = true;
            return Ok(Leaf::Answer(Searched::Solved));
        }
        // A solver takes longer to complete it than the graph constraints to see what is wrong.
        if guesses && self.cuts_open()? {
            self.values = values;
            return Ok(Leaf::GoOn(self.search.grow(self.grown.cnf())));
        }
        if is_open {
            match self.complete(limits)? {
                Completed::Values(completed) => values = completed,
                Completed::Clash(clash) => return Ok(Leaf::GoOn(self.search.learn(&clash))),
            }
        }
        let leaf = self.decide(&values, keeps, limits);
        // A guess that failed although there is a solution: the referee looks at helpers, too.
        self.guesses &= !guesses || !matches!(leaf, Ok(Leaf::Answer(Searched::Solved)));
        self.values = values;
        leaf
    }

    /// Asks the graph constraints and the referee about a candidate. If the last one was a solution, [`Puzzle::accepts`] is asked
    /// first: what that accepts is a solution whatever the graph constraints say. Other referees may know less than those.
    fn decide(&mut self, values: &[bool], keeps: bool, limits: &Limits) -> Result<Leaf, Error> {
        let trusts = std::mem::take(&mut self.trusts) && !keeps && !self.weakened;
        let mut is_accepted = trusts && self.grown.accepts(values, limits)? == Some(true);
        if !is_accepted && self.cuts(values)? {
            return Ok(Leaf::GoOn(self.search.grow(self.grown.cnf())));
        }
        is_accepted |= !trusts && !keeps && self.grown.accepts(values, limits)? == Some(true);
        if is_accepted {
            self.trusts = true;
            self.done_here = true;
            return Ok(Leaf::Answer(Searched::Solved));
        }
        let answer = match self.grown.judge(values, self.weakened, limits)? {
            None => {
                self.grown.forget_cuts();
                return Ok(Leaf::GoOn(self.search.grow(self.grown.cnf())));
            }
            Some(Judged::Refused(violation)) if !self.weakened => {
                return Err(Error::Refused { violation, by: self.by() });
            }
            Some(Judged::Refused(_)) => Searched::Refused,
            Some(Judged::Solution) => Searched::Solved,
            Some(Judged::Stopped(stop)) => Searched::Unknown(stop),
        };
        self.trusts = answer == Searched::Solved;
        self.done_here = !matches!(answer, Searched::Unknown(_));
        Ok(Leaf::Answer(answer))
    }

    /// Whether graph constraints exclude a candidate. If so, their cuts are in the formula.
    fn cuts(&mut self, values: &[bool]) -> Result<bool, Stop> {
        Ok(self.grown.cnf_mut().cut(&|lit| Some(values[lit.vidx()] != lit.is_neg()), &|_| true)? > 0)
    }

    /// Asks a solver whether the open helpers can have values, too.
    fn complete(&mut self, limits: &Limits) -> Result<Completed, Error> {
        if self.helper.is_none() {
            self.helper = Some(Helper { sat: Solver::Batsat.start()?, loaded: 0 });
        }
        let helper = self.helper.as_mut().expect("it was made");
        let cnf = self.grown.cnf();
        helper.sat.reserve(cnf.variables())?;
        for clause in cnf.clauses().from(helper.loaded) {
            cnf.interrupt().step(clause.len() + 1)?;
            helper.sat.add(clause)?;
            helper.loaded += 1;
        }
        let assignment = &self.search.assignment;
        let keys: Vec<Lit> =
            cnf.projected_variables().map(|var| var.lit(!assignment.is_true(var.pos_lit()))).collect();
        Ok(match helper.sat.solve(&keys, limits)? {
            Verdict::Sat => {
                let value = |var| helper.sat.value(Var::new(var));
                Completed::Values((0..cnf.variables()).map(value).collect())
            }
            Verdict::Unsat => Completed::Clash(helper.sat.core().into_iter().map(|lit| !lit).collect()),
            Verdict::Stopped(stop) => return Err(stop.into()),
        })
    }

    /// Counts the solutions that were not found before, up to this many.
    ///
    /// # Errors
    ///
    /// As [`Enumeration::solve`].
    pub fn count(&mut self, at_most: u64, limits: &Limits) -> Result<Count, Error> {
        self.grown.cnf_mut().stop_when(limits.interrupt());
        let started = Instant::now();
        let counted = self.count_on(at_most, limits);
        self.measured(started);
        counted
    }

    fn count_on(&mut self, at_most: u64, limits: &Limits) -> Result<Count, Error> {
        let (mut found, mut first) = (0, 0);
        while found < at_most {
            match self.next(false, limits) {
                Ok(Searched::Solved | Searched::Refused) => {
                    found += 1;
                    first += u64::from(self.grown.comes_first(&self.values));
                }
                Ok(Searched::Impossible(_)) => return Ok(Count { found, first, end: End::All }),
                Ok(Searched::Unknown(stop)) => return Ok(Count { found, first, end: End::Stopped(stop) }),
                // What was counted stays known.
                Err(Error::OutOfMemory { .. }) if found > 0 => {
                    return Ok(Count { found, first, end: End::Stopped(Stop::Memory) });
                }
                Err(error) => return Err(error),
            }
        }
        Ok(Count { found, first, end: End::Enough })
    }

    // ANCHOR: split
    /// Splits the search space into at least this many parts, if possible: conjunctions of literals that
    /// exclude each other and together contain all solutions. The search starts again.
    ///
    /// # Errors
    ///
    /// The limit that was reached first, of those of the last question or of the formula.
    pub fn split(&mut self, wanted: usize) -> Result<Vec<Vec<Lit>>, Stop> {
        let mut open = std::collections::VecDeque::from([Vec::new()]);
        let mut closed: Vec<Vec<Lit>> = Vec::new();
        while open.len() + closed.len() < wanted {
            let Some(cube) = open.pop_front() else { break };
            self.grown.cnf().step((1 + cube.len()) * self.search.price())?;
            self.search.restart(&cube);
            match self.search.position() {
                Step::Exhausted => {}
                Step::Leaf => closed.push(cube),
                Step::Going => {
                    for way in self.search.ways() {
                        open.push_back([cube.clone(), way].concat());
                    }
                }
            }
        }
        self.within(&[]);
        closed.extend(open);
        Ok(closed)
    }
    // ANCHOR_END: split

    /// Starts again, among the solutions in which these literals are true.
    pub fn within(&mut self, cube: &[Lit]) {
        self.search.restart(cube);
        self.done_here = false;
    }

    /// The formula, with the cuts made so far.
    #[must_use]
    pub fn cnf(&self) -> &Cnf {
        self.grown.cnf()
    }

    /// The engine and the encoding that answer.
    #[must_use]
    pub fn by(&self) -> Provenance {
        let helper = self.helper.as_ref().map(|_| &Solver::Batsat);
        Provenance {
            solver: self.begun_by.as_ref().or(helper).map(ToString::to_string),
            encoding: Some(self.grown.encoding().into()),
            ..Provenance::engine("backtrack")
        }
    }

    /// The cost so far; conflicts are dead ends.
    #[must_use]
    pub fn effort(&self) -> Effort {
        self.effort
    }
}

/// The result of a leaf.
enum Leaf {
    Answer(Searched),
    GoOn(Step),
}

/// Whether open helpers can have values.
enum Completed {
    /// These, by variable.
    Values(Vec<bool>),
    /// They can't, and this clause over projection variables says why.
    Clash(Vec<Lit>),
}
