//! Random small puzzles of every family, asked in random ways: each answer is compared with the first engine's and, if
//! candidates can be tried one by one, with the referee's verdicts on all of them.
//!
//! `JIGSAT_PUZZLES=10000 JIGSAT_SEED=1 cargo test --release --test differential` asks about this many puzzles of each
//! family.

mod ask;
#[path = "../common/mod.rs"]
mod common;
mod models;
mod puzzles;

use std::{collections::BTreeMap, sync::Arc};

use jigsat_kit::NoFiles;
use jigsat_workbench::{Ask, Board, Context, CountRequest, SearchOptions, Status, Text, family};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use ask::Way;
use puzzles::{FAMILIES, Made};

/// Time limit, ten times as much as any puzzle here needs.
const TIMEOUT_S: f64 = 60.0;

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|value| value.parse().expect("a number"))
}

fn context() -> Context {
    Context { files: Arc::new(NoFiles), ..Context::default() }
}

fn timed(ask: Ask) -> Ask {
    Ask { search: SearchOptions { timeout_s: Some(TIMEOUT_S), ..ask.search }, ..ask }
}

/// The number of solutions.
struct Truth {
    /// Distinguished by which piece is where.
    count: u128,
    /// The same with equal pieces distinguished.
    labelled: u128,
    /// Up to the symmetries of the board, if it has some.
    distinct: Option<u128>,
}

/// `None` if it takes longer than the time limit.
fn truth(instance: &dyn Board, name: &str) -> Option<Truth> {
    let count = |labelled| {
        let request = CountRequest { labelled, ..CountRequest::default() };
        let counting = instance.ask(&request, &context()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let (status, record) = (counting.status, counting.record);
        let right = match record.count {
            _ if !record.complete => Status::Unknown,
            0 => Status::Impossible,
            _ => Status::Solved,
        };
        assert_eq!(status, right, "{name}: {record:?}");
        record.complete.then_some((record.count, record.distinct))
    };
    let ((count, distinct), (labelled, _)) = (count(false)?, count(true)?);
    Some(Truth { count, labelled, distinct })
}

/// Asks about puzzles of a family, each in some ways; returns how often an answer was left open, by question.
fn compare(name: &str, make: fn(&mut ChaCha8Rng) -> Made, puzzles: u64, seed: u64) -> BTreeMap<String, u64> {
    let family = family(name).expect("it is one of ours");
    let mut open = BTreeMap::new();
    let mut asked = 0;
    for number in seed..seed + puzzles {
        let mut rng = ChaCha8Rng::seed_from_u64(number);
        let made = make(&mut rng);
        let who = format!("{name} {number}:\n{}", made.text);
        let prepared = family.prepare(&timed(Ask::default())).expect("it can be asked");
        let text = Text::of_string("puzzle", made.text.clone());
        let Ok(instance) = jigsat_workbench::only(&*prepared, text, &NoFiles) else { continue };
        let Some(truth) = truth(&*instance, &who) else {
            *open.entry("the truth".to_owned()).or_insert(0) += 1;
            continue;
        };
        if let Some(candidates) = made.candidates {
            let right = candidates.filter(|candidate| ask::is_right(&*instance, candidate)).count();
            assert_eq!(truth.count, right as u128, "{who}");
        }
        for _ in 0..4 {
            let way = Way::random(family, &mut rng);
            // Sokoban's encodings distinguish different things: sequences of pushes, or of moves.
            let own = way.encoding().filter(|_| name == "sokoban").and_then(|ask| instance.asking(&ask).ok());
            let own = own.map(|instance| self::truth(&*instance, &who));
            if let Some(None) = own {
                *open.entry("the truth".to_owned()).or_insert(0) += 1;
                continue;
            }
            if let Some(ended) = way.ask(&*instance, own.flatten().as_ref().unwrap_or(&truth), &who) {
                asked += 1;
                if ended == Status::Unknown {
                    *open.entry(way.verb()).or_insert(0) += 1;
                }
            }
        }
    }
    println!("{name}: {puzzles} puzzles, {asked} questions answered, left open {open:?}");
    assert!(asked > puzzles, "{name}: most questions are refused");
    open
}

fn all(puzzles: u64, seed: u64) {
    for &(name, make) in FAMILIES {
        if std::env::var("JIGSAT_FAMILY").is_ok_and(|only| only != name) {
            continue;
        }
        let open: u64 = compare(name, make, puzzles, seed).values().sum();
        assert!(open * 4 <= puzzles, "{name} leaves too much open");
    }
}

#[test]
fn all_ways_agree() {
    all(number("JIGSAT_PUZZLES").unwrap_or(12), number("JIGSAT_SEED").unwrap_or(1));
}

#[test]
#[ignore = "slow"]
fn all_ways_agree_on_many() {
    all(number("JIGSAT_PUZZLES").unwrap_or(300), 10_000);
}
