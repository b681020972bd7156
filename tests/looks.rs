//! Whatever is asked about whatever board, the limits are looked at often: between two looks, and after the one that
//! says to stop, there is only so much work. Work is counted as memory that is asked for, so it is the same on every
//! machine; `cargo bench --bench lateness` measures times.

#[path = "common/large.rs"]
mod large;

use std::{
    alloc::System,
    collections::BTreeSet,
    env,
    sync::{Arc, Mutex},
};

use jigsat_kit::Text;
use jigsat_solve::Hook;
use jigsat_workbench::{Context, answer::answer, families};
use serde_json::{from_value, json};
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

#[global_allocator]
static MEMORY: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Maximum number of pieces of memory that are asked for between two looks.
const MOST_PIECES: usize = 400_000;

/// Maximum number of bytes that are asked for between two looks.
const MOST_BYTES: usize = 128 << 20;

/// Pieces of memory and bytes that were asked for.
#[derive(Clone, Copy, Default)]
struct Work {
    pieces: usize,
    bytes: usize,
}

impl Work {
    fn so_far() -> Self {
        let stats = MEMORY.stats();
        Work { pieces: stats.allocations + stats.reallocations, bytes: stats.bytes_allocated }
    }
}

/// The looks at the limits.
#[derive(Default)]
struct Looks {
    count: usize,
    last: Work,
    most: Work,
}

impl Looks {
    /// Notes the work since the last look.
    fn note(&mut self) {
        let now = Work::so_far();
        self.most.pieces = self.most.pieces.max(now.pieces - self.last.pieces);
        self.most.bytes = self.most.bytes.max(now.bytes - self.last.bytes);
        self.last = now;
    }
}

/// Asks until there were so many looks, and returns how many there were and the most work between two of them.
fn most_work(text: &str, name: &str, verb: &serde_json::Value, last: usize) -> (usize, Work) {
    let looks = Arc::new(Mutex::new(Looks { last: Work::so_far(), ..Looks::default() }));
    let looked = Arc::clone(&looks);
    let hook = Hook::new(move || {
        let mut looks = looked.lock().expect("nothing panics here");
        looks.count += 1;
        looks.note();
        looks.count >= last
    });
    let context = Context { hook, ..Context::default() };
    let verb = from_value(verb.clone()).expect("it is a request");
    let text = Text::of_string(name, text.to_owned());
    // Errors say that it was given up, or that the family can't do this.
    let _ = answer(None, Some(text), &verb, false, &context, &mut |_| Ok(()));
    let mut looks = looks.lock().expect("nothing panics here");
    looks.note();
    (looks.count, looks.most)
}

#[test]
fn there_is_only_so_much_work_between_two_looks() {
    let number =
        |name: &str, default| env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (side, last) = (number("JIGSAT_SIDE", 40), number("JIGSAT_LOOKS", 12));
    let verbs = [
        json!({"show": {}}),
        json!({"solve": {}}),
        json!({"solve": {"ask": {"unique": true}}}),
        json!({"count": {}}),
        json!({"list": {"limit": 3}}),
        json!({"explain": {}}),
        json!({"hint": {}}),
        json!({"rate": {}}),
        json!({"encode": {"form": "dimacs"}}),
        json!({"encode": {"form": "text"}}),
        json!({"compare": {}}),
    ];
    let boards = large::boards(side);
    let has_board = |family: &str| boards.iter().any(|(name, _)| name.starts_with(&format!("{family}-")));
    let without: BTreeSet<String> =
        families().map(|family| family.info().name.to_string()).filter(|name| !has_board(name)).collect();
    assert!(without.is_empty(), "there is no large board of {without:?}");
    let mut late = Vec::new();
    let mut asked = 0;
    for (name, text) in &boards {
        for verb in &verbs {
            let (looks, most) = most_work(text, name, verb, last);
            asked += usize::from(looks > 0);
            if env::var_os("JIGSAT_LOOKS").is_some() {
                println!("{:>8} {:>4} MB {looks:>4}  {name} {verb}", most.pieces, most.bytes >> 20);
            }
            if most.pieces > MOST_PIECES || most.bytes > MOST_BYTES {
                late.push(format!("{} pieces, {} MB: {verb} of {name}", most.pieces, most.bytes >> 20));
            }
        }
    }
    assert!(late.is_empty(), "{} of {}:\n{}", late.len(), boards.len() * verbs.len(), late.join("\n"));
    assert!(2 * asked > boards.len() * verbs.len(), "only {asked} questions looked at their limits");
}
