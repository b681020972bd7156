//! Enumeration by backtracking against brute force and against blocking clauses, on random formulas with
//! constraints, clauses, helpers that are determined or not, and cuts.

use std::{collections::BTreeSet, fmt};

use jigsat_cnf::{
    Amo, Bound, Choice, Flavours, Formula, Literal, Model, Rule,
    graph::{Graph, Regions},
    neg, pos,
};
use jigsat_solve::{
    Answer, BuildOptions, Completion, End, Enumeration, Limits, Puzzle, Refined, Session, Solver, Stop,
    Violation,
};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    Eager,
    /// The last clauses are added when a candidate breaks them.
    Lazy,
    /// The last clauses are graph constraints, kept by cuts.
    Graph,
    /// Every other one of the last clauses is a graph constraint; the others are added when a candidate breaks them.
    Mixed,
}

impl Choice for Encoding {
    const ALL: &'static [Self] = &[Encoding::Eager, Encoding::Lazy, Encoding::Graph, Encoding::Mixed];

    fn name(self) -> &'static str {
        match self {
            Encoding::Eager => "eager",
            Encoding::Lazy => "lazy",
            Encoding::Graph => "graph",
            Encoding::Mixed => "mixed",
        }
    }
}

impl Encoding {
    /// Whether this one of the last clauses is added when a candidate breaks it.
    fn refines(self, place: usize) -> bool {
        match self {
            Encoding::Eager | Encoding::Graph => false,
            Encoding::Lazy => true,
            Encoding::Mixed => place.is_multiple_of(2),
        }
    }
}

/// A weight, a variable, and whether it should be true.
type Term = (u32, usize, bool);

/// Variables from 0; the first ones are keys.
#[derive(Debug)]
struct Random {
    keys: usize,
    variables: usize,
    constraints: Vec<(Bound, Vec<Term>)>,
    clauses: Vec<Vec<(usize, bool)>>,
    /// Over keys only.
    cuts: Vec<Vec<(usize, bool)>>,
}

const STATEMENT: Rule = Rule::new("statement", "statement {0}");
const CLAUSE: Rule = Rule::new("clause", "clause {0}");
const CUT: Rule = Rule::new("cut", "cut {0}");

impl Random {
    fn new(seed: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let keys = random.random_range(1..=7);
        let variables = keys + random.random_range(0..=4);
        let literal =
            |random: &mut ChaCha8Rng, of: usize| (random.random_range(0..of), random.random_bool(0.5));
        let mut constraints = Vec::new();
        for _ in 0..random.random_range(0..=3) {
            let length = random.random_range(1..=variables);
            let weighted = random.random_bool(0.3);
            let lits: Vec<Term> = rand::seq::index::sample(&mut random, variables, length)
                .into_iter()
                .map(|var| {
                    (if weighted { random.random_range(1..=3) } else { 1 }, var, random.random_bool(0.8))
                })
                .collect();
            let k = random.random_range(0..=length as u64);
            let bound = match random.random_range(0..4) {
                0 => Bound::AtMost(k),
                1 => Bound::AtLeast(k),
                2 => Bound::Exactly(k),
                _ => Bound::Exactly(1),
            };
            constraints.push((bound, lits));
        }
        let clauses = |random: &mut ChaCha8Rng, of: usize, most: usize| -> Vec<Vec<(usize, bool)>> {
            (0..random.random_range(0..=most))
                .map(|_| (0..random.random_range(1..=4)).map(|_| literal(random, of)).collect())
                .collect()
        };
        let (clauses, cuts) = (clauses(&mut random, variables, 6), clauses(&mut random, keys, 3));
        Random { keys, variables, constraints, clauses, cuts }
    }

    fn allows(&self, values: &[bool]) -> bool {
        let holds = |&(var, sign): &(usize, bool)| values[var] == sign;
        self.constraints.iter().all(|(bound, lits)| {
            let sum = |&(weight, var, sign): &Term| {
                if values[var] == sign { u64::from(weight) } else { 0 }
            };
            bound.allows(lits.iter().map(sum).sum())
        }) && self.clauses.iter().chain(&self.cuts).all(|clause| clause.iter().any(holds))
    }

    fn solutions(&self) -> BTreeSet<Vec<bool>> {
        let bits = |code: u32| -> Vec<bool> { (0..self.variables).map(|var| code >> var & 1 == 1).collect() };
        let models = (0..1 << self.variables).map(bits).filter(|values| self.allows(values));
        models.map(|values| values[..self.keys].to_vec()).collect()
    }
}

fn literal(&(var, sign): &(usize, bool)) -> Literal<usize> {
    if sign { pos(var) } else { neg(var) }
}

impl Puzzle for Random {
    type Atom = usize;
    type Encoding = Encoding;
    type Solution = Vec<bool>;

    fn name(&self, var: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{var}")
    }

    fn encode(&self, encoding: Encoding, e: &mut Formula<usize>) {
        for var in 0..self.variables {
            if var < self.keys { e.declare_projected(var) } else { e.declare(var) }
        }
        for (place, (bound, lits)) in self.constraints.iter().enumerate() {
            let mut group = e.group(&STATEMENT, (place,));
            if lits.iter().all(|&(weight, ..)| weight == 1) {
                group.count(*bound, lits.iter().map(|&(_, var, sign)| literal(&(var, sign))));
            } else {
                group.sum(*bound, lits.iter().map(|&(weight, var, sign)| (weight, literal(&(var, sign)))));
            }
        }
        for (place, clause) in self.clauses.iter().enumerate() {
            e.group(&CLAUSE, (place,)).clause(clause.iter().map(literal));
        }
        for (place, clause) in self.cuts.iter().enumerate().filter(|&(place, _)| !encoding.refines(place)) {
            let mut group = e.group(&CUT, (place,));
            if encoding == Encoding::Eager {
                group.clause(clause.iter().map(literal));
                continue;
            }
            // The literals that are against the clause don't all hold.
            let against = clause.iter().map(|term| !literal(term));
            let row = Graph::of_nodes(against, (1..clause.len()).map(|end| (end - 1, end)));
            let fewer = Bound::AtMost(clause.len() as u64 - 1);
            group.regions(&row, Regions { size: Some(fewer), ..Regions::default() });
        }
    }

    fn decode(&self, _encoding: Encoding, model: &Model<'_, usize>) -> Result<Vec<bool>, Violation> {
        Ok((0..self.keys).map(|var| model.holds(var)).collect())
    }

    fn check(&self, solution: &Vec<bool>) -> Result<(), Violation> {
        let is_whole = self.keys == self.variables;
        if if is_whole { self.allows(solution) } else { self.solutions().contains(solution) } {
            Ok(())
        } else {
            Err(Violation::new("brute force has it not"))
        }
    }

    fn completion(&self, _: Encoding) -> Option<&dyn Completion<Self>> {
        Some(self)
    }
}

impl Completion<Random> for Random {
    fn refine(&self, encoding: Encoding, candidate: &Vec<bool>, e: &mut Formula<usize>) -> Refined {
        let is_broken = |&(place, clause): &(usize, &Vec<(usize, bool)>)| {
            encoding.refines(place) && clause.iter().all(|&(var, sign)| candidate[var] != sign)
        };
        match self.cuts.iter().enumerate().find(is_broken) {
            Some((place, clause)) => {
                e.group(&CUT, (place,)).clause(clause.iter().map(literal));
                Refined::Cut
            }
            None => Refined::Accepted,
        }
    }
}

fn options(seed: u64) -> BuildOptions {
    let amo = Amo::ALL[seed as usize % Amo::ALL.len()];
    BuildOptions { flavours: Flavours { amo, ..Flavours::default() }, ..BuildOptions::default() }
}

fn list(enumeration: &mut Enumeration<'_, Random>) -> Vec<Vec<bool>> {
    let mut found = Vec::new();
    loop {
        match enumeration.solve(&Limits::default()).expect("the referee agrees") {
            Answer::Solved(solution) => found.push(solution.into_inner()),
            Answer::Impossible(_) => return found,
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn lists_just_what_brute_force_has() {
    let (mut none, mut several) = (0, 0);
    for seed in 0..2_000 {
        let puzzle = Random::new(seed);
        let expected = puzzle.solutions();
        none += usize::from(expected.is_empty());
        several += usize::from(expected.len() > 1);
        for encoding in Encoding::ALL {
            let mut enumeration = Enumeration::new(&puzzle, *encoding, &options(seed)).expect("it is small");
            let found = list(&mut enumeration);
            assert_eq!(found.len(), expected.len(), "{seed} {encoding:?}: {puzzle:?}");
            assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected, "{seed} {encoding:?}");
        }
    }
    assert!(none > 100 && several > 100, "the formulas are of all kinds: {none} {several}");
}

#[test]
fn counts_as_blocking_clauses_do() {
    for seed in 0..200 {
        let puzzle = Random::new(seed);
        for &encoding in Encoding::ALL {
            let mut blocking =
                Session::new(&puzzle, encoding, &options(seed), &Solver::Batsat, None).expect("it is small");
            let mut enumeration = Enumeration::new(&puzzle, encoding, &options(seed)).expect("it is small");
            let limits = Limits::default();
            let expected = blocking.count(u64::MAX, &limits).expect("no error");
            assert_eq!(
                enumeration.count(u64::MAX, &limits).expect("no error"),
                expected,
                "{seed} {encoding:?}"
            );
            assert_eq!(expected.end, End::All);
        }
    }
}

#[test]
fn backtracking_finds_what_a_solver_has_left() {
    for seed in 0..1_000 {
        let puzzle = Random::new(seed);
        let expected = puzzle.solutions();
        for &encoding in Encoding::ALL {
            for first in [0, 1, 5] {
                let session = Session::new(&puzzle, encoding, &options(seed), &Solver::Batsat, None);
                let mut session = session.expect("it is small");
                let mut found = Vec::new();
                for _ in 0..first {
                    let answer = session.solve(&Limits::default()).expect("the referee agrees");
                    found.extend(answer.solution());
                }
                found.extend(list(&mut session.backtracking()));
                assert_eq!(found.len(), expected.len(), "{seed} {encoding:?} {first}: {puzzle:?}");
                assert_eq!(
                    found.into_iter().collect::<BTreeSet<_>>(),
                    expected,
                    "{seed} {encoding:?} {first}"
                );
            }
        }
    }
}

/// Each pigeon is in a hole, none of which has room for two: clauses only.
fn pigeons(pigeons: usize, holes: usize) -> Random {
    let hole = |pigeon: usize, hole: usize| pigeon * holes + hole;
    let somewhere = |pigeon| (0..holes).map(|of| (hole(pigeon, of), true)).collect();
    let mut clauses: Vec<Vec<(usize, bool)>> = (0..pigeons).map(somewhere).collect();
    for of in 0..holes {
        for second in 0..pigeons {
            clauses
                .extend((0..second).map(|first| vec![(hole(first, of), false), (hole(second, of), false)]));
        }
    }
    // A pigeon has one hole.
    for pigeon in 0..pigeons {
        for second in 0..holes {
            let other = |first| vec![(hole(pigeon, first), false), (hole(pigeon, second), false)];
            clauses.extend((0..second).map(other));
        }
    }
    let keys = pigeons * holes;
    Random { keys, variables: keys, constraints: vec![], clauses, cuts: vec![] }
}

#[test]
fn what_is_learned_and_forgotten_loses_nothing() {
    let count = |puzzle: &Random| {
        let session = Session::new(puzzle, Encoding::Eager, &options(0), &Solver::Batsat, None);
        let mut enumeration = session.expect("it is small").backtracking();
        let mut found = 0;
        while let Answer::Solved(_) | Answer::Refused { .. } =
            enumeration.solve(&Limits::default()).expect("the referee agrees")
        {
            found += 1;
        }
        (found, enumeration.effort().conflicts)
    };
    assert_eq!(count(&pigeons(6, 6)).0, 720);
    let (found, conflicts) = count(&pigeons(9, 8));
    assert_eq!(found, 0);
    assert!(conflicts > 5_000, "more than are kept: {conflicts}");
}

#[test]
fn parts_exclude_one_another_and_leave_nothing_out() {
    for seed in 0..500 {
        let puzzle = Random::new(seed);
        let expected = puzzle.solutions();
        for &encoding in Encoding::ALL {
            let mut enumeration = Enumeration::new(&puzzle, encoding, &options(seed)).expect("it is small");
            let cubes = enumeration.split(6).expect("there are no limits");
            let mut found = Vec::new();
            for cube in &cubes {
                enumeration.within(cube);
                found.extend(list(&mut enumeration));
            }
            assert_eq!(found.len(), expected.len(), "{seed} {encoding:?}: {puzzle:?} {cubes:?}");
            assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected, "{seed} {encoding:?}");
            enumeration.within(&[]);
            assert_eq!(list(&mut enumeration).len(), expected.len(), "{seed} {encoding:?}: all once more");
        }
    }
}

#[test]
fn stops_at_limits_and_goes_on() {
    let puzzle = Random::new(3);
    let mut enumeration =
        Enumeration::new(&puzzle, Encoding::Eager, &BuildOptions::default()).expect("it is small");
    let limits = Limits::default();
    limits.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(enumeration.solve(&limits).expect("no error"), Answer::Unknown(Stop::Interrupted));
    assert_eq!(list(&mut enumeration).len(), puzzle.solutions().len());
    assert!(
        enumeration.solve(&Limits::default()).is_ok_and(|answer| matches!(answer, Answer::Impossible(_)))
    );
}

#[test]
fn without_a_rule_models_that_the_referee_refuses_are_shown() {
    let refused = (0..100).any(|seed| {
        let puzzle = Random::new(seed);
        let options = BuildOptions { dropped: vec!["clause".into()], ..BuildOptions::default() };
        let Ok(mut enumeration) = Enumeration::new(&puzzle, Encoding::Eager, &options) else { return false };
        matches!(enumeration.solve(&Limits::default()), Ok(Answer::Refused { .. }))
    });
    assert!(refused);
}
