//! Random models against the meaning that the guide gives them, in every flavour, by both ways to list solutions, and
//! by the referee. `JIGSAT_MODELS=10000 cargo test -p jigsat-qprop meaning` compares so many.

mod grammar;
mod random;
mod world;

use std::collections::BTreeSet;

use jigsat_cnf::{Amo, Card, Choice, Flavours, GraphFlavour, Sum};
use jigsat_qprop::{Encoding, Model, Solution};
use jigsat_solve::{BuildOptions, Enumeration, Limits, Puzzle, Session, Solver};
use rand::{Rng, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use crate::common::parsed;
use world::World;

/// Maximum number of assignments to try.
const MOST: usize = 1500;

/// The solutions that a session lists.
fn listed(model: &Model, options: &BuildOptions, who: &str) -> BTreeSet<Vec<String>> {
    let session = Session::new(model, Encoding::Model, options, &Solver::Batsat, None);
    let mut session = session.unwrap_or_else(|error| panic!("{who}{error}"));
    let mut found = BTreeSet::new();
    loop {
        let answer = session.solve(&Limits::default()).unwrap_or_else(|error| panic!("{who}{error}"));
        let Some(solution) = answer.solution() else { return found };
        assert!(found.insert(solution.holds), "{who}a solution is listed twice");
    }
}

#[test]
fn models_mean_what_the_guide_says() {
    let number = |name: &str| std::env::var(name).ok().map(|value| value.parse::<u64>().expect("a number"));
    let models = number("JIGSAT_MODELS").unwrap_or(400);
    let (mut compared, mut refused, mut hidden, mut between) = (0, 0, 0, 0);
    let mut seed = number("JIGSAT_SEED").unwrap_or(1);
    while compared < models {
        seed += 1;
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let tree = random::model(&mut rng);
        let who = format!("model {seed}:\n{tree}\n{}", tree.data());
        let model = match parsed(&tree.to_string(), &tree.data()) {
            Ok(model) => model,
            Err(error) => {
                let error = error.to_string();
                assert!(world::is_mistake(&error), "{who}{error}");
                refused += 1;
                continue;
            }
        };
        let mut world =
            World::new(&tree).unwrap_or_else(|| panic!("{who}a mistake in a fact is not refused"));
        if tree.assignments() > MOST || world::takes_long(&tree.to_string()) {
            continue;
        }
        let solutions = world.solutions(MOST).unwrap_or_else(|| panic!("{who}a mistake is not refused"));
        compared += 1;
        hidden += u64::from(tree.preds.iter().any(|pred| !pred.is_shown));
        between += u64::from((1..tree.assignments()).contains(&solutions.len()));

        let flavours = Flavours {
            amo: *Amo::ALL.choose(&mut rng).expect("there are some"),
            card: *Card::ALL.choose(&mut rng).expect("there are some"),
            sum: *Sum::ALL.choose(&mut rng).expect("there are some"),
            graph: *GraphFlavour::ALL.choose(&mut rng).expect("there are some"),
        };
        let options = BuildOptions { flavours, ..BuildOptions::default() };
        assert_eq!(listed(&model, &options, &who), solutions, "{who}{flavours:?}");
        let mut enumeration = Enumeration::new(&model, Encoding::Model, &options)
            .unwrap_or_else(|error| panic!("{who}{error}"));
        let count =
            enumeration.count(u64::MAX, &Limits::default()).unwrap_or_else(|error| panic!("{who}{error}"));
        assert_eq!(count.found, solutions.len() as u64, "{who}{flavours:?}");

        // Some solutions, the same without an atom, and no atom at all.
        let mut candidates: Vec<Vec<String>> = solutions.iter().take(2).cloned().collect();
        candidates.extend(solutions.iter().rev().take(2).map(|solution| {
            let mut other = solution.clone();
            if !other.is_empty() {
                other.remove(rng.random_range(0..solution.len()));
            }
            other
        }));
        candidates.push(Vec::new());
        for candidate in candidates {
            let verdict = model.check(&Solution::of(candidate.clone()));
            let is_right = solutions.contains(&candidate);
            assert_eq!(verdict.is_ok(), is_right, "{who}{candidate:?}: {verdict:?}");
        }
    }
    println!(
        "{compared} models, {between} of them between none and all, {hidden} hide a predicate; {refused} were refused"
    );
    assert!(
        refused < 4 * compared && 6 * between > compared && 6 * hidden > compared,
        "the models are too dull"
    );
}
