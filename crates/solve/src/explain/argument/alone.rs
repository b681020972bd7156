//! One constraint alone: what it says about its literals, given some of them.

use jigsat_cnf::{Bound, Cnf, Lit, Var, rarely};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{table::Table, trail::Trail};
use crate::{Error, Limits, Sat, Solver, Verdict};

/// With this many propagations, asking a solver takes as much as another question about a count.
const PROPAGATIONS: u64 = 400;

/// A constraint in full: all that its clauses say together.
pub(super) struct Alone {
    /// Its group, or the first of them.
    pub group: usize,
    /// The other groups, each with the solver's literal that switches it on.
    within: Vec<(usize, Lit)>,
    /// The variables that an argument can name: those of atoms, and those that other constraints have, too.
    pub variables: Vec<Var>,
    form: Form,
    /// That of the questions whose effort nobody has taken yet.
    effort: u64,
    /// That of the solver which was taken.
    of_solver: u64,
}

enum Form {
    /// A bound on how many of these are true.
    Count(Bound, Vec<Lit>),
    /// Something else about few variables.
    Table(Table),
    /// Anything else, asked of a solver.
    Clauses(Asked),
}

/// Clauses in a solver, with its answers: suppositions ask the same again and again.
struct Asked {
    sat: Box<dyn Sat>,
    inner: FxHashMap<Var, Var>,
    /// What follows, by what is known.
    followed: FxHashMap<Vec<Lit>, Option<Vec<Lit>>>,
    /// What is needed for a literal, by what there is.
    needed: FxHashMap<(Option<Lit>, Vec<Lit>), Needed>,
}

/// The other groups and the values that are needed.
type Needed = (Vec<usize>, Vec<Lit>);

impl Alone {
    /// These groups as one constraint, of which the first is always needed.
    pub fn new(e: &Cnf, groups: &[usize], is_named: impl Fn(Var) -> bool) -> Result<Self, Error> {
        let mut within = Vec::new();
        let counted = match groups {
            &[group] => counted(e, group).filter(|(_, lits)| lits.iter().all(|lit| is_named(lit.var()))),
            _ => None,
        };
        let form =
            if let Some((bound, lits)) = counted {
                Form::Count(bound, lits)
            } else if let Some(table) = tabled(e, groups, &is_named) {
                Form::Table(table)
            } else {
                // It is asked often, and each question is small.
                let mut sat = Solver::Batsat.start()?;
                let mut inner: FxHashMap<Var, Var> = FxHashMap::default();
                let switches = groups.iter().skip(1).enumerate();
                within.extend(switches.map(|(place, &group)| (group, Var::new(place as u32).pos_lit())));
                let first = within.len() as u32;
                let mut clause = Vec::new();
                for (number, place) in groups.iter().enumerate().flat_map(|(number, &group)| {
                    e.group_at(group).clauses().map(move |place| (number, place))
                }) {
                    e.interrupt().step(1 + e.clauses()[place].len())?;
                    clause.clear();
                    clause.extend(number.checked_sub(1).map(|number| !within[number].1));
                    for &lit in &e.clauses()[place] {
                        let next = Var::new(first + inner.len() as u32);
                        clause.push(inner.entry(lit.var()).or_insert(next).lit(lit.is_neg()));
                    }
                    sat.add(&clause)?;
                }
                let (followed, needed) = Default::default();
                Form::Clauses(Asked { sat, inner, followed, needed })
            };
        let mut variables: Vec<Var> = match &form {
            Form::Count(_, lits) => lits.iter().map(|lit| lit.var()).collect(),
            Form::Table(table) => table.variables().iter().copied().filter(|&var| is_named(var)).collect(),
            Form::Clauses(asked) => asked.inner.keys().copied().filter(|&var| is_named(var)).collect(),
        };
        rarely::sort(&mut variables);
        variables.dedup();
        Ok(Alone {
            group: groups.first().copied().unwrap_or_default(),
            within,
            variables,
            form,
            effort: 0,
            of_solver: 0,
        })
    }

    /// The literals of a bound on how many of them are true.
    pub fn count(&self) -> Option<(Bound, &[Lit])> {
        match &self.form {
            Form::Count(bound, lits) => Some((*bound, lits)),
            Form::Table(_) | Form::Clauses(_) => None,
        }
    }

    /// Whether constraints about nothing but a part of it may leave it fewer possibilities: not if it demands one of its
    /// literals.
    pub fn gains_from_parts(&self) -> bool {
        self.count().is_none_or(|(bound, lits)| {
            let (least, _) = ends(bound, lits.len());
            least > 1 && least < lits.len()
        })
    }

    /// What follows from the values about the other variables; `None` if the values contradict the constraint.
    pub fn follow(&mut self, trail: &Trail, limits: &Limits) -> Result<Option<Vec<Lit>>, Error> {
        self.effort += match self.form {
            Form::Count(..) => 1,
            Form::Table(_) | Form::Clauses(_) => 1 + self.variables.len() as u64 / 2,
        };
        match &mut self.form {
            Form::Count(bound, lits) => Ok(count(*bound, lits, trail)),
            Form::Table(table) => {
                let value = |var: Var| trail.value(var.pos_lit()).map(|value| var.lit(!value));
                let open: Vec<Var> =
                    self.variables.iter().copied().filter(|&var| value(var).is_none()).collect();
                Ok(table.follow(self.variables.iter().copied().filter_map(value), &open))
            }
            Form::Clauses(asked) => {
                let value = |&var: &Var| trail.value(var.pos_lit()).map(|value| var.lit(!value));
                let known: Vec<Lit> = self.variables.iter().filter_map(value).collect();
                if let Some(followed) = asked.followed.get(&known) {
                    return Ok(followed.clone());
                }
                let open = self.variables.iter().copied().filter(|var| value(var).is_none());
                let open: Vec<Var> = open.collect();
                let followed = asked.follow(&self.within, &known, &open, limits)?;
                asked.followed.insert(known, followed.clone());
                Ok(followed)
            }
        }
    }

    /// The other groups and the values before a round from which a literal follows, or if there is none, a contradiction. None
    /// of them can be left out; early ones are preferred.
    pub fn premises(
        &mut self,
        lit: Option<Lit>,
        before: u32,
        trail: &Trail,
        limits: &Limits,
    ) -> Result<(Vec<usize>, Vec<Lit>), Error> {
        let known = |&var: &Var| {
            let round = trail.round(var).filter(|&round| round < before)?;
            Some((round, var.lit(!trail.value(var.pos_lit())?)))
        };
        let others = self.variables.iter().filter(|&&var| Some(var) != lit.map(Lit::var));
        let mut values: Vec<(u32, Lit)> = others.filter_map(known).collect();
        rarely::sort(&mut values);
        let values: Vec<Lit> = values.into_iter().map(|(_, lit)| lit).collect();
        match &mut self.form {
            Form::Count(bound, lits) => Ok((Vec::new(), premises_of_count(*bound, lits, lit, &values))),
            Form::Table(table) => Ok((Vec::new(), table.needed(lit.map(|lit| !lit), values))),
            Form::Clauses(asked) => {
                let question = (lit, values);
                if let Some(needed) = asked.needed.get(&question) {
                    return Ok(needed.clone());
                }
                let needed = asked.needed(&self.within, lit, &question.1, limits)?;
                asked.needed.insert(question, needed.clone());
                Ok(needed)
            }
        }
    }

    /// What its questions took since this was asked last, compared with a question about a count.
    pub fn take_effort(&mut self) -> u64 {
        let of_solver = match &self.form {
            Form::Count(..) | Form::Table(_) => 0,
            Form::Clauses(asked) => {
                let stats = asked.sat.stats();
                stats.conflicts + stats.propagations / PROPAGATIONS
            }
        };
        let more = of_solver - std::mem::replace(&mut self.of_solver, of_solver);
        std::mem::take(&mut self.effort) + more
    }
}

impl Asked {
    fn ask(&mut self, assumed: &[Lit], limits: &Limits) -> Result<bool, Error> {
        match self.sat.solve(assumed, limits)? {
            Verdict::Sat => Ok(true),
            Verdict::Unsat => Ok(false),
            Verdict::Stopped(stop) => Err(stop.into()),
        }
    }

    fn inner(&self, lit: Lit) -> Lit {
        self.inner[&lit.var()].lit(lit.is_neg())
    }

    fn holds(&self, lit: Lit) -> bool {
        self.sat.value(self.inner[&lit.var()]) != lit.is_neg()
    }

    /// What follows about open variables from the groups that these literals switch on, and what is known.
    fn follow(
        &mut self,
        within: &[(usize, Lit)],
        known: &[Lit],
        open: &[Var],
        limits: &Limits,
    ) -> Result<Option<Vec<Lit>>, Error> {
        let mut assumed: Vec<Lit> = within.iter().map(|&(_, switch)| switch).collect();
        assumed.extend(known.iter().map(|&lit| self.inner(lit)));
        if !self.ask(&assumed, limits)? {
            return Ok(None);
        }
        // What is so in one model may be so in all.
        let mut maybe: Vec<Lit> = open.iter().map(|&var| var.lit(!self.holds(var.pos_lit()))).collect();
        let mut follow = Vec::new();
        while let Some(lit) = maybe.pop() {
            assumed.push(self.inner(!lit));
            if self.ask(&assumed, limits)? {
                maybe.retain(|&lit| self.holds(lit));
            } else {
                follow.push(lit);
            }
            assumed.pop();
        }
        follow.sort_unstable();
        Ok(Some(follow))
    }

    /// The groups and values from which a literal follows, or if there is none, a contradiction.
    fn needed(
        &mut self,
        within: &[(usize, Lit)],
        lit: Option<Lit>,
        values: &[Lit],
        limits: &Limits,
    ) -> Result<Needed, Error> {
        let refuted: Vec<Lit> = lit.iter().map(|&lit| self.inner(!lit)).collect();
        // The other groups come first, so they are kept rather than late values.
        let mut values: Vec<(Lit, Assumed)> = (within.iter())
            .map(|&(group, switch)| (switch, Assumed::Group(group)))
            .chain(values.iter().map(|&lit| (self.inner(lit), Assumed::Value(lit))))
            .collect();
        let mut place = values.len();
        // Late values go first, and with each those that the next core does not have.
        while place > 0 {
            place -= 1;
            let mut assumed = refuted.clone();
            let kept = values.iter().enumerate().filter(|(at, _)| *at != place).map(|(_, lit)| lit);
            assumed.extend(kept.map(|(lit, _)| *lit));
            if !self.ask(&assumed, limits)? {
                let core: FxHashSet<Lit> = self.sat.core().into_iter().collect();
                values.remove(place);
                let mut at = 0;
                values.retain(|lit| {
                    at += 1;
                    at > place || core.contains(&lit.0)
                });
                place = place.min(values.len());
            }
        }
        let mut needed = (Vec::new(), Vec::new());
        for (_, assumed) in values {
            match assumed {
                Assumed::Group(group) => needed.0.push(group),
                Assumed::Value(lit) => needed.1.push(lit),
            }
        }
        Ok(needed)
    }
}

/// What a literal of the solver stands for.
enum Assumed {
    Group(usize),
    Value(Lit),
}

/// A small group as a table, without the variables that can't be named.
fn tabled(e: &Cnf, groups: &[usize], is_named: impl Fn(Var) -> bool) -> Option<Table> {
    let &[group] = groups else { return None };
    let mut table = Table::new(e.group_at(group).clauses().map(|place| &e.clauses()[place]))?;
    for var in table.variables().to_vec() {
        if !is_named(var) {
            table.forget(var);
        }
    }
    Some(table)
}

/// The bound that is all that a group states, if it is one.
fn counted(e: &Cnf, group: usize) -> Option<(Bound, Vec<Lit>)> {
    let group = e.group_at(group);
    let clauses = group.clauses();
    let mut constraints = group.constraints();
    match (constraints.next(), constraints.next()) {
        (Some(only), None) if only.clauses == clauses && only.weights.is_none() => {
            Some((only.bound, only.lits.to_vec()))
        }
        (None, _) if clauses.len() == 1 => Some((Bound::AtLeast(1), e.clauses()[clauses.start].to_vec())),
        _ => None,
    }
}

/// At least this many, and at most this many of so many.
pub(super) fn ends(bound: Bound, of: usize) -> (usize, usize) {
    let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    match bound {
        Bound::AtMost(most) => (0, number(most)),
        Bound::AtLeast(least) => (number(least), of),
        Bound::Exactly(both) => (number(both), number(both)),
    }
}

fn count(bound: Bound, lits: &[Lit], trail: &Trail) -> Option<Vec<Lit>> {
    let (least, most) = ends(bound, lits.len());
    let mut open: Vec<Lit> = Vec::new();
    let mut are_true = 0;
    for &lit in lits {
        match trail.value(lit) {
            Some(true) => are_true += 1,
            Some(false) => {}
            None => open.push(lit),
        }
    }
    if are_true > most || are_true + open.len() < least {
        None
    } else if are_true == most {
        Some(open.into_iter().map(|lit| !lit).collect())
    } else if are_true + open.len() == least {
        Some(open)
    } else {
        Some(Vec::new())
    }
}

/// The first of the values that make so many literals true that no other may be, or so many false that all others must.
fn premises_of_count(bound: Bound, lits: &[Lit], lit: Option<Lit>, values: &[Lit]) -> Vec<Lit> {
    let (least, most) = ends(bound, lits.len());
    let own: FxHashSet<Lit> = lits.iter().copied().collect();
    let are_true = || values.iter().copied().filter(|lit| own.contains(lit));
    let are_false = || values.iter().copied().filter(|&lit| own.contains(&!lit));
    let (true_needed, false_needed) = match lit {
        Some(lit) if own.contains(&lit) => (None, lits.len().checked_sub(least)),
        Some(_) => (Some(most), None),
        None => (most.checked_add(1), lits.len().checked_sub(least).map(|most| most + 1)),
    };
    match (true_needed, false_needed) {
        (Some(needed), _) if are_true().count() >= needed => are_true().take(needed).collect(),
        (_, Some(needed)) => are_false().take(needed).collect(),
        _ => are_true().collect(),
    }
}
