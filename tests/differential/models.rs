//! Random models of QPROP against the meaning that the guide gives them: every question, engine and flavour.

#[path = "../../crates/qprop/tests/meaning/grammar.rs"]
mod grammar;
#[path = "../../crates/qprop/tests/meaning/random.rs"]
mod random;
#[path = "../../crates/qprop/tests/meaning/world.rs"]
mod world;

use jigsat_kit::NoFiles;
use jigsat_workbench::{Ask, Text, family};
use rand::{Rng, SeedableRng, seq::IteratorRandom};
use rand_chacha::ChaCha8Rng;
use serde_json::json;

use crate::{
    Truth,
    ask::{Way, is_right},
    number, timed,
};
use world::World;

/// Maximum number of assignments to try.
const MOST: usize = 1500;

/// Compares so many models; prints how many were refused.
pub fn compare(models: u64, seed: u64) {
    let family = family("qprop").expect("it is one of ours");
    let (mut compared, mut refused, mut hidden) = (0, 0, 0);
    let mut number = seed;
    while compared < models {
        number += 1;
        let mut rng = ChaCha8Rng::seed_from_u64(number);
        let model = random::model(&mut rng);
        let (text, data) = (model.to_string(), model.data());
        let who = format!("model {number}:\n{text}\n{data}");
        let options = json!({ "data": { "name": "data.yaml", "text": data } });
        let options = options.as_object().cloned().expect("a map");
        let ask = timed(Ask { options, ..Ask::default() });
        let prepared = family.prepare(&ask).unwrap_or_else(|error| panic!("{who}{error}"));
        let instance = match jigsat_workbench::only(&*prepared, Text::of_string("model", text), &NoFiles) {
            Ok(instance) => instance,
            Err(error) => {
                let error = error.to_string();
                assert!(world::is_mistake(&error), "{who}{error}");
                refused += 1;
                continue;
            }
        };
        let Some(mut world) = World::new(&model) else { panic!("{who}a mistake in a fact is not refused") };
        let assignments = model.assignments();
        if assignments > MOST || world::takes_long(&who) {
            continue;
        }
        let solutions = world.solutions(MOST).unwrap_or_else(|| panic!("{who}a mistake is not refused"));
        compared += 1;
        hidden += u64::from(model.preds.iter().any(|pred| !pred.is_shown));
        let count = solutions.len() as u128;
        let truth = Truth { count, labelled: count, distinct: None };
        let counted = crate::truth(&*instance, &who).unwrap_or_else(|| panic!("{who}is open"));
        assert_eq!(counted.count, count, "{who}");
        for _ in 0..3 {
            Way::random(family, &mut rng).with(&ask).ask(&*instance, &truth, &who);
        }
        let written = |solution: &Vec<String>| json!({ "true": solution }).to_string();
        for solution in solutions.iter().choose_multiple(&mut rng, 2) {
            assert!(is_right(&*instance, &written(solution)), "{who}{solution:?} is a solution");
            // One atom more or less.
            let mut other = solution.clone();
            if !other.is_empty() {
                other.remove(rng.random_range(0..solution.len()));
            }
            assert_eq!(is_right(&*instance, &written(&other)), solutions.contains(&other), "{who}{other:?}");
        }
        let nothing = Vec::new();
        assert_eq!(is_right(&*instance, &written(&nothing)), solutions.contains(&nothing), "{who}nothing");
    }
    println!("qprop: {compared} models, {hidden} with hidden predicates; {refused} others refused");
    assert!(refused < 4 * compared, "most models are refused");
}

#[test]
fn models_mean_what_the_guide_says() {
    compare(number("JIGSAT_MODELS").unwrap_or(60), number("JIGSAT_SEED").unwrap_or(1));
}
