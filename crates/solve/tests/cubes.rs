//! Cubes of random formulas against brute force: each model lies in exactly one of them, and the checks notice if a
//! cube with a model is missing.

use jigsat_cnf::{Flavours, Formula, Lit, Literal, Rule, neg, pos};
use jigsat_solve::{
    Limits,
    cubes::{Cover, Split, cover, overlap, split},
};
use rand::{Rng, SeedableRng, seq::index::sample};
use rand_chacha::ChaCha8Rng;

const CHOICE: Rule = Rule::new("choice", "choice {0}");
const CLAUSE: Rule = Rule::new("clause", "clause {0}");

/// Sets of which exactly one element is true, which may share variables, and clauses.
struct Random {
    variables: usize,
    choices: Vec<Vec<usize>>,
    clauses: Vec<Vec<(usize, bool)>>,
}

impl Random {
    fn new(seed: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let variables = random.random_range(2..=11);
        let choices = (0..random.random_range(0..=4))
            .map(|_| {
                let length = random.random_range(1..=variables.min(5));
                sample(&mut random, variables, length).into_vec()
            })
            .collect();
        let clauses = (0..random.random_range(0..=12))
            .map(|_| {
                let length = random.random_range(1..=3);
                (0..length).map(|_| (random.random_range(0..variables), random.random_bool(0.5))).collect()
            })
            .collect();
        Random { variables, choices, clauses }
    }

    fn formula(&self) -> Formula<usize> {
        let mut e = Formula::new(Flavours::default());
        (0..self.variables).for_each(|var| e.declare_projected(var));
        for (place, choice) in self.choices.iter().enumerate() {
            e.group(&CHOICE, (place,)).exactly_one(choice.iter().map(|&var| pos(var)));
        }
        for (place, clause) in self.clauses.iter().enumerate() {
            let lits = clause.iter().map(|&(var, sign)| if sign { pos(var) } else { neg(var) });
            e.group(&CLAUSE, (place,)).clause(lits);
        }
        e
    }

    fn models(&self) -> Vec<u32> {
        let holds = |model: u32, var: usize| model >> var & 1 == 1;
        let is_model = |&model: &u32| {
            self.choices.iter().all(|choice| choice.iter().filter(|&&var| holds(model, var)).count() == 1)
                && self
                    .clauses
                    .iter()
                    .all(|clause| clause.iter().any(|&(var, sign)| holds(model, var) == sign))
        };
        (0..1 << self.variables).filter(is_model).collect()
    }
}

fn is_in(e: &Formula<usize>, model: u32, cube: &[Lit]) -> bool {
    cube.iter().all(|&lit| {
        let Literal { variable, negated } = e.literal(lit);
        let jigsat_cnf::Variable::Atom(var) = variable else { panic!("a cube speaks of atoms") };
        (model >> var & 1 == 1) != negated
    })
}

fn lits(cut: &Split) -> Vec<Vec<Lit>> {
    cut.cubes.iter().map(|cube| cube.lits.clone()).collect()
}

#[test]
fn each_model_lies_in_just_one_cube() {
    let (mut several, mut refuted, mut missed) = (0, 0, 0);
    for seed in 0..1_500 {
        let puzzle = Random::new(seed);
        let e = puzzle.formula();
        let models = puzzle.models();
        for wanted in [1, 3, 9] {
            let cut = split(&e, &[Vec::new()], wanted, seed, &Limits::default()).expect("no limit");
            let mut cubes = lits(&cut);
            for &model in &models {
                let homes = cubes.iter().filter(|cube| is_in(&e, model, cube)).count();
                assert_eq!(homes, 1, "seed {seed}, {wanted} wanted: {model:b}");
            }
            assert_eq!(overlap(&e, &cubes), Ok(None), "seed {seed}");
            let covered = cover(&e, &cubes, &cut.refuted, &Limits::default());
            let covered = covered.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            let Cover::Proven { steps } = covered else {
                panic!("seed {seed}, {wanted} wanted: {covered:?}")
            };
            assert_eq!(
                steps > 0,
                cubes.len() != 1 || !cut.refuted.is_empty(),
                "seed {seed}, {wanted} wanted: {steps} steps"
            );
            several += usize::from(cubes.len() > 1);
            refuted += cut.refuted.len();

            // Without one of them, the cover must not be proved if a model is lost.
            for place in 0..cubes.len() {
                let gone = cubes.remove(place);
                if models.iter().any(|&model| is_in(&e, model, &gone)) {
                    let covered =
                        cover(&e, &cubes, &cut.refuted, &Limits::default()).expect("no step is wrong");
                    assert_eq!(covered, Cover::Open, "seed {seed}, without cube {place}");
                    missed += 1;
                }
                cubes.insert(place, gone);
            }
            // A repeated cube makes two cubes with the same solutions.
            if let Some(first) = cubes.first().cloned() {
                cubes.push(first);
                assert!(overlap(&e, &cubes).is_ok_and(|pair| pair.is_some()), "seed {seed}");
            }
        }
    }
    assert!(several > 500 && refuted > 500 && missed > 500, "{several} {refuted} {missed}");
}

#[test]
fn a_cube_that_was_called_refuted_is_missed() {
    // Nothing of the search that made the cubes is trusted.
    let puzzle = Random { variables: 4, choices: vec![vec![0, 1, 2, 3]], clauses: Vec::new() };
    let e = puzzle.formula();
    let cut = split(&e, &[Vec::new()], 4, 0, &Limits::default()).expect("no limit");
    let mut cubes = lits(&cut);
    assert_eq!(cubes.len(), 4);
    let lie = cubes.pop().expect("there are four");
    assert_eq!(cover(&e, &cubes, &[lie], &Limits::default()).expect("no step is wrong"), Cover::Open);
}

#[test]
fn the_same_seed_makes_the_same_cubes() {
    let puzzle = Random::new(5);
    let e = puzzle.formula();
    let cut = |seed| split(&e, &[Vec::new()], 6, seed, &Limits::default()).expect("no limit");
    assert_eq!(cut(3), cut(3));
}

#[test]
fn limits_hold() {
    let choices = (0..12).map(|first| (first..first + 4).collect()).collect();
    let puzzle = Random { variables: 16, choices, clauses: Vec::new() };
    let e = puzzle.formula();
    let limits = Limits::default();
    limits.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert!(split(&e, &[Vec::new()], 100, 0, &limits).is_err());
    assert!(matches!(cover(&e, &[], &[], &limits), Ok(Cover::Stopped(_))));
}
