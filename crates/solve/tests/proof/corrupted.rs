//! Corrupted proofs are rejected.

use rand::{Rng, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

use super::{accepts, proof, random, satisfiable};

/// A proof of another formula that has a model must not pass, whatever it says.
#[test]
fn a_proof_is_rejected_when_a_clause_of_the_formula_is_gone() {
    let mut rejected = 0;
    for seed in 0..60 {
        let clauses = random(seed);
        let Some(proof) = proof(&clauses) else { continue };
        for gone in 0..clauses.len() {
            let mut fewer = clauses.clone();
            // The numbers of the other clauses stay.
            fewer[gone] = vec![1, -1];
            if satisfiable(&fewer) {
                assert!(!accepts(&fewer, &proof), "{seed} without {gone}");
                rejected += 1;
            }
        }
    }
    assert!(rejected > 20, "{rejected}");
}

/// All corrupted proofs of false claims are rejected: the formulas here have models, so any proof of their
/// unsatisfiability is wrong.
#[test]
fn no_proof_of_a_formula_with_a_model_passes() {
    let mut tried = 0;
    for seed in 0..80 {
        let clauses = random(seed);
        if !satisfiable(&clauses) {
            continue;
        }
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        // A real proof of a formula that is one clause stronger, and then scrambled.
        for flip in 0..10 {
            let mut stronger = clauses.clone();
            stronger
                .extend((0..40).map(|_| {
                    clauses[random.random_range(0..clauses.len())].iter().map(|lit| -lit).collect()
                }));
            let Some(text) = proof(&stronger) else { continue };
            assert!(!accepts(&clauses, &scrambled(&text, flip, &mut random)), "{seed}");
            tried += 1;
        }
    }
    assert!(tried > 100, "{tried}");
}

/// The proof with this many of its words removed, negated, exchanged or replaced.
pub fn scrambled(proof: &str, times: u32, random: &mut ChaCha8Rng) -> String {
    let mut lines: Vec<String> = proof.lines().map(str::to_owned).collect();
    for _ in 0..times {
        let line = random.random_range(0..lines.len());
        let mut words: Vec<String> = lines[line].split(' ').map(str::to_owned).collect();
        let word = random.random_range(0..words.len());
        match random.random_range(0..4) {
            0 => drop(words.remove(word)),
            1 => words[word] = format!("-{}", words[word]),
            2 => words.shuffle(random),
            _ => words[word] = random.random_range(0..500).to_string(),
        }
        lines[line] = words.join(" ");
    }
    lines.join("\n")
}
