//! The core without a solver: the cuts that [`cut`] finds are justified, hold in every solution, and are complete on
//! whole models; and [`justify`] accepts nothing else.

use jigsat_cnf::{
    Interrupt, Lit,
    graph::{Cut, GraphConstraint, cut, justify},
};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::{
    random::{Random, multigraph},
    reference,
};

fn value_of(values: &[bool]) -> impl Fn(Lit) -> bool + '_ {
    |lit| values[lit.vidx()] != lit.is_neg()
}

fn assignments(keys: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1_u32 << keys).map(move |bits| (0..keys).map(|key| bits >> key & 1 == 1).collect())
}

/// The assignments that satisfy a constraint.
fn solutions(constraint: &GraphConstraint, keys: usize) -> Vec<Vec<bool>> {
    assignments(keys).filter(|values| reference::holds(constraint, &value_of(values))).collect()
}

fn keeps(values: &[bool], clause: &[Lit]) -> bool {
    clause.iter().any(|&lit| value_of(values)(lit))
}

/// Asserts everything that is claimed about these cuts.
fn examine(
    seed: u64,
    constraint: &GraphConstraint,
    cuts: &[Cut],
    solutions: &[Vec<bool>],
    value: &dyn Fn(Lit) -> Option<bool>,
) {
    for cut in cuts {
        assert!(justify(constraint, cut), "{seed}: {cut:?} of {constraint:?}");
        for solution in solutions {
            assert!(keeps(solution, &cut.clause), "{seed}: {cut:?} of {constraint:?} excludes {solution:?}");
        }
        let open = cut.clause.iter().filter(|&&lit| value(lit).is_none()).count();
        let is_true = cut.clause.iter().any(|&lit| value(lit) == Some(true));
        assert!(open <= 1 && !is_true, "{seed}: {cut:?} says nothing where {constraint:?}");
    }
}

fn run(seeds: std::ops::Range<u64>, random: impl Fn(u64) -> Random) {
    let (mut broken, mut early, mut rejected, mut believed) = (0, 0, 0, 0);
    for seed in seeds {
        let random = random(seed);
        let e = random.formula(seed % 2 == 0);
        let (constraint, _) = e.graphs().next().expect("it is stated");
        let solutions = solutions(constraint, random.keys);
        // Labels of paths are auxiliaries, which an assignment leaves open.
        let is_said = |clause: &&[Lit]| clause.iter().all(|lit| lit.vidx() < random.keys);
        for solution in &solutions {
            let violated = e.clauses().iter().filter(is_said).find(|clause| !keeps(solution, clause));
            assert_eq!(violated, None, "{seed}: {constraint:?} has {solution:?}");
        }
        let mut all: Vec<Cut> = Vec::new();
        for values in assignments(random.keys) {
            // A bound on the edges at a node with many of them has auxiliaries.
            let is_within = e.constraints_from(0).filter(|of| is_said(&of.lits)).all(|of| {
                let held = of.lits.iter().enumerate().filter(|&(_, &lit)| value_of(&values)(lit));
                of.bound.allows(held.map(|(place, _)| of.weights.map_or(1, |weights| weights[place])).sum())
            });
            if !is_within || !e.clauses().iter().filter(is_said).all(|clause| keeps(&values, clause)) {
                continue;
            }
            let value = |lit| Some(value_of(&values)(lit));
            let mut cuts = Vec::new();
            cut(constraint, &value, &Interrupt::default(), &mut cuts).unwrap();
            let holds = reference::holds(constraint, &value_of(&values));
            assert_eq!(cuts.is_empty(), holds, "{seed}: {constraint:?} at {values:?}: {cuts:?}");
            broken += usize::from(!holds);
            examine(seed, constraint, &cuts, &solutions, &value);
            all.extend(cuts);
        }
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for _ in 0..20 {
            let known = rng.random_range(0.2..0.95);
            let values: Vec<Option<bool>> =
                (0..random.keys).map(|_| rng.random_bool(known).then(|| rng.random_bool(0.6))).collect();
            let value = |lit: Lit| values[lit.vidx()].map(|value| value != lit.is_neg());
            let mut cuts = Vec::new();
            cut(constraint, &value, &Interrupt::default(), &mut cuts).unwrap();
            examine(seed, constraint, &cuts, &solutions, &value);
            early += cuts.len();
            all.extend(cuts);
        }
        for cut in all.iter().take(200) {
            let mut forged = cut.clone();
            corrupt(&mut forged, constraint, &mut rng);
            if justify(constraint, &forged) {
                believed += 1;
                let keeping = solutions.iter().all(|solution| keeps(solution, &forged.clause));
                assert!(keeping, "{seed}: {forged:?} from {cut:?} is believed of {constraint:?}");
            } else {
                rejected += 1;
            }
        }
    }
    assert!(broken > 100 && early > 100 && rejected > 100, "{broken} {early} {rejected} {believed}");
}

/// Changes a cut a little, its clause with it or not.
fn corrupt(cut: &mut Cut, constraint: &GraphConstraint, rng: &mut ChaCha8Rng) {
    let element = rng.random_range(0..constraint.elements() as u32 + 1);
    let witness = &mut cut.witness;
    match rng.random_range(0..6) {
        0 => drop(witness.lacking.pop()),
        1 => drop(witness.holding.pop()),
        2 => witness.holding.push(element),
        3 if !witness.lacking.is_empty() => {
            let place = rng.random_range(0..witness.lacking.len());
            witness.lacking[place] = element;
        }
        4 => {
            let all = jigsat_cnf::graph::Breach::ALL;
            witness.breach = all[rng.random_range(0..all.len())];
        }
        _ if !witness.holding.is_empty() => {
            let place = rng.random_range(0..witness.holding.len());
            witness.holding[place] = element;
        }
        _ => {}
    }
    if rng.random_bool(0.8) {
        if let Some(clause) = constraint.clause(&cut.witness) {
            cut.clause = clause;
        }
    } else {
        cut.clause.pop();
    }
}

#[test]
fn cuts_are_right_and_enough() {
    run(0..600, |seed| Random::new(seed, 8, 9));
}

#[test]
fn cuts_are_right_and_enough_on_multigraphs() {
    let count = std::env::var("JIGSAT_GRAPHS").map_or(400, |count| count.parse().expect("a number"));
    run(0..count, |seed| Random::on(multigraph, seed, 7, 9));
}

#[test]
#[ignore = "slow: 5 min"]
fn cuts_are_right_and_enough_on_many_graphs() {
    run(1_000..11_000, |seed| Random::new(seed, 8, 11));
}
