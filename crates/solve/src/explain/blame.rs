use std::ops::{Deref, DerefMut};

use jigsat_cnf::{Cnf, CnfGroup, Formula, Lit, Var};
use rustc_hash::FxHashMap;

use crate::{BuildOptions, Error, GIVEN, Growing, Grown, Held, Limits, Puzzle, Sat, Solver, Stop, Verdict};

/// Part of an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// A constraint, by its place among the formula's groups. A given is a constraint, too.
    Group(usize),
    /// A literal that is known already.
    Fact(Lit),
}

/// Whether a group states what is on the board: a given, or one literal and nothing else. Nobody has to deduce that, unless it is
/// what a graph constraint says of the whole board.
#[must_use]
pub fn is_fact(cnf: &Cnf, group: CnfGroup<'_>) -> bool {
    let clauses = group.clauses();
    let is_literal = clauses.len() == 1 && cnf.clauses()[clauses.start].len() == 1 && group.cut().is_none();
    is_literal || group.rule().name() == GIVEN.name()
}

/// The constraints that are to blame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blamed {
    /// These reasons together. Without any one of them the literals would be possible, unless a limit was
    /// reached while the reasons were minimised.
    These {
        /// The reasons, in the order of the formula.
        reasons: Vec<Reason>,
        /// The limit because of which there may be more than are needed.
        stopped: Option<Stop>,
    },
    /// Nothing: the literals are possible.
    Nothing,
    /// A limit was reached first.
    Open(Stop),
}

/// Number of assignments that the puzzle gets between two checks of the limits.
const AT_A_TIME: usize = 100;

/// Finds the constraints of a formula that are to blame: a selector for each group switches it on.
///
/// ```
/// # mod colouring { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/colouring.rs")); }
/// # use colouring::Colouring;
/// use jigsat_solve::{BuildOptions, Limits, Solver, explain::{Blame, Blamed, Reason}};
///
/// // Four nodes in a square and one apart, two of them given; with two colours it can't be.
/// let square = Colouring {
///     nodes: 5, colours: 2, edges: vec![(0, 1), (1, 2), (2, 3), (3, 0), (3, 4)], given: vec![(0, 0), (1, 0)],
/// };
/// let mut blame = Blame::new(&square, (), &BuildOptions::default(), &Solver::default())?;
/// let all = blame.all();
/// let (found, stopped) = blame.smallest(&[], &all, &Limits::default())?;
/// let (Blamed::These { reasons, .. }, None) = (found, stopped) else { panic!("it can't, and there is no limit") };
/// let names = |(node, colour): (u8, u8), f: &mut std::fmt::Formatter<'_>| write!(f, "{node}={colour}");
/// let mut sentences: Vec<String> = reasons.iter().map(|reason| match *reason {
///     Reason::Group(place) => blame.formula().group_at(place).sentence(&names),
///     Reason::Fact(_) => "what is known".into(),
/// }).collect();
/// sentences.sort();
/// assert_eq!(sentences, ["given 0=0", "given 1=0", "nodes 0 and 1 differ"]);
/// # Ok::<(), jigsat_solve::Error>(())
/// ```
pub type Blame<'p, P> = Blamer<Grown<'p, P>>;

/// A [`Blame`] of any puzzle. What it finds doesn't depend on the types of the puzzle, so it is compiled once for all of
/// them.
pub struct Blamer<G: ?Sized> {
    solver: Solver,
    sat: Box<dyn Sat>,
    /// Number of groups in the solver.
    loaded: usize,
    grown: G,
}

impl<'p, P: Puzzle> Deref for Blame<'p, P> {
    type Target = Blamer<dyn Growing + 'p>;

    fn deref(&self) -> &Self::Target {
        self
    }
}

impl<P: Puzzle> DerefMut for Blame<'_, P> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self
    }
}

impl<G: Growing + ?Sized + 'static> Deref for Blamer<Box<G>> {
    type Target = Blamer<dyn Growing>;

    fn deref(&self) -> &Self::Target {
        self
    }
}

impl<G: Growing + ?Sized + 'static> DerefMut for Blamer<Box<G>> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self
    }
}

impl<'p, P: Puzzle> Blame<'p, P> {
    /// Builds the formula that holds for every board of this shape, and loads it.
    ///
    /// # Errors
    ///
    /// [`Error::Build`] if the formula can't be built as asked, and errors of the solver.
    pub fn new(
        puzzle: impl Into<Held<'p, P>>,
        encoding: P::Encoding,
        options: &BuildOptions,
        solver: &Solver,
    ) -> Result<Self, Error> {
        let options = BuildOptions { prunes: false, ..options.clone() };
        let mut blame = Blamer::of(Grown::new(puzzle, encoding, &options)?, solver)?;
        blame.load()?;
        Ok(blame)
    }

    /// The formula.
    #[must_use]
    pub fn formula(&self) -> &Formula<P::Atom> {
        &self.grown.formula
    }
}

impl<G> Blamer<G> {
    /// A formula that is not loaded yet.
    fn of(grown: G, solver: &Solver) -> Result<Self, Error> {
        Ok(Blamer { solver: solver.clone(), sat: solver.start()?, loaded: 0, grown })
    }

    /// The formula with its puzzle.
    pub fn grown(&self) -> &G {
        &self.grown
    }
}

impl<G: Growing + ?Sized + 'static> Blamer<Box<G>> {
    /// Loads a formula that holds for every board of its shape, so one that is not pruned.
    ///
    /// # Errors
    ///
    /// Errors of the solver.
    pub fn boxed(grown: Box<G>, solver: &Solver) -> Result<Self, Error> {
        let mut blame = Blamer::of(grown, solver)?;
        blame.load()?;
        Ok(blame)
    }
}

impl Blamer<dyn Growing + '_> {
    pub(super) fn cnf(&self) -> &Cnf {
        self.grown.cnf()
    }

    /// From now on, these are the limits of the formula and of what is derived from it.
    pub(super) fn limit(&mut self, limits: &Limits) {
        self.grown.cnf_mut().stop_when(limits.interrupt());
    }

    pub(super) fn solver(&self) -> &Solver {
        &self.solver
    }

    /// All constraints.
    #[must_use]
    pub fn all(&self) -> Vec<Reason> {
        (0..self.cnf().group_count()).map(Reason::Group).collect()
    }

    /// A minimal set of these reasons that rules out these literals together: none of them can be left out.
    ///
    /// # Errors
    ///
    /// Errors of the solver.
    pub fn minimal(&mut self, literals: &[Lit], among: &[Reason], limits: &Limits) -> Result<Blamed, Error> {
        match self.core(literals, among, limits)? {
            Blamed::These { reasons, .. } => self.minimize(literals, reasons, limits),
            other => Ok(other),
        }
    }

    /// Some of these reasons that rule out these literals together, as the solver finds them, and some of the
    /// constraints that complete the encoding on the way.
    ///
    /// # Errors
    ///
    /// Errors of the solver.
    pub fn core(&mut self, literals: &[Lit], among: &[Reason], limits: &Limits) -> Result<Blamed, Error> {
        self.limit(limits);
        let mut among = among.to_vec();
        loop {
            let known = self.cnf().group_count();
            match self.ask(literals, &among, limits)? {
                Blamed::Nothing => {
                    match Error::unless_stopped(self.refine(&among))? {
                        Ok(true) => {}
                        Ok(false) => return Ok(Blamed::Nothing),
                        Err(stop) => return Ok(Blamed::Open(stop)),
                    }
                    among.extend((known..self.cnf().group_count()).map(Reason::Group));
                }
                answer => return Ok(answer),
            }
        }
    }

    /// Asks the solver once.
    pub(super) fn ask(
        &mut self,
        literals: &[Lit],
        among: &[Reason],
        limits: &Limits,
    ) -> Result<Blamed, Error> {
        let mut meaning: FxHashMap<Lit, Reason> = FxHashMap::default();
        let mut assumptions: Vec<Lit> = Vec::with_capacity(among.len() + literals.len());
        for &reason in among {
            let assumption = match reason {
                Reason::Group(group) => selector(group),
                Reason::Fact(lit) => inner(lit),
            };
            meaning.insert(assumption, reason);
            assumptions.push(assumption);
        }
        assumptions.extend(literals.iter().map(|&lit| inner(lit)));
        Ok(match self.sat.solve(&assumptions, limits)? {
            Verdict::Sat => Blamed::Nothing,
            Verdict::Stopped(stop) => Blamed::Open(stop),
            Verdict::Unsat => {
                let core = self.sat.core();
                let mut reasons: Vec<Reason> =
                    core.iter().filter_map(|assumption| meaning.get(assumption).copied()).collect();
                reasons.sort_unstable();
                Blamed::These { reasons, stopped: None }
            }
        })
    }

    /// Adds what the last model breaks: first of the graph constraints among these reasons, then of what the
    /// puzzle left out at first. Returns whether there was something.
    fn refine(&mut self, among: &[Reason]) -> Result<bool, Error> {
        let value = |var| self.sat.value(Var::new(2 * var));
        let values: Vec<bool> = (0..self.cnf().variables()).map(value).collect();
        let is_among = |group| among.contains(&Reason::Group(group));
        let cuts = self.grown.cnf_mut().cut(&|lit| Some(values[lit.vidx()] != lit.is_neg()), &is_among)?;
        let grew = cuts > 0 || self.grown.refine(&values)?;
        if grew {
            self.load()?;
        }
        Ok(grew)
    }

    /// Adds the cuts that are unit or falsified under one of these assignments, and what the puzzle notices there.
    /// Returns whether there was something.
    pub(super) fn notice(&mut self, assignments: &[Vec<Option<bool>>]) -> Result<bool, Error> {
        for values in assignments {
            let value =
                |lit: Lit| values.get(lit.vidx()).copied().flatten().map(|value| value != lit.is_neg());
            self.grown.cnf_mut().cut(&value, &|_| true)?;
        }
        for some in assignments.chunks(AT_A_TIME) {
            self.cnf().step(1)?;
            self.grown.notice(some);
        }
        self.cnf().step(1)?;
        let noticed = self.cnf().group_count() > self.loaded;
        if noticed {
            self.load()?;
        }
        Ok(noticed)
    }

    fn load(&mut self) -> Result<(), Error> {
        let cnf = self.grown.cnf();
        let (variables, groups) = (cnf.variables(), cnf.group_count());
        self.sat.reserve(2 * variables.max(groups as u32))?;
        let mut clause = Vec::new();
        for group in cnf.groups_from(self.loaded) {
            for place in group.clauses() {
                cnf.interrupt().step(2 + cnf.clauses()[place].len())?;
                clause.clear();
                clause.push(!selector(group.index()));
                clause.extend(cnf.clauses()[place].iter().map(|&lit| inner(lit)));
                self.sat.add(&clause)?;
            }
            self.loaded = group.index() + 1;
        }
        Ok(())
    }

    /// Makes a constraint of its own of each size that a clue gives a region.
    pub(super) fn separate_sizes(&mut self) -> Result<(), Error> {
        self.grown.cnf_mut().separate_sizes();
        self.load()
    }

    /// Whether a literal is true in the last model that was found possible.
    pub(super) fn holds(&self, lit: Lit) -> bool {
        self.sat.value(Var::new(2 * lit.var().idx32())) != lit.is_neg()
    }
}

/// The solver's literal for one of the formula's: even variables.
fn inner(lit: Lit) -> Lit {
    Lit::new(2 * lit.var().idx32(), lit.is_neg())
}

/// The solver's literal that switches a group on: odd variables.
fn selector(group: usize) -> Lit {
    Lit::new(2 * group as u32 + 1, false)
}
