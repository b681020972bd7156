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
use jigsat_workbench::{Asked, Context, Request, answer, families};
use serde_json::{from_value, json};
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

#[global_allocator]
static MEMORY: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Maximum number of pieces of memory that are asked for between two looks, on boards of [`SIDE`] cells.
const MOST_PIECES: usize = 350_000;

/// Maximum number of bytes that are asked for between two looks, on boards of [`SIDE`] cells.
const MOST_BYTES: usize = 48 << 20;

/// The width of boards on which reading and encoding take many looks.
const SIDE: usize = 40;

/// The width of boards that get further than that.
const SMALL: usize = 12;

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
    let request: Request = from_value(verb.clone()).expect("it is a request");
    let asked = Asked { text: Some(Text::of_string(name, text.to_owned())), ..Asked::default() };
    // Errors say that it was given up, or that the family can't do this.
    let _ = answer(&request, asked, &context, &mut |_, _| Ok(()));
    let mut looks = looks.lock().expect("nothing panics here");
    looks.note();
    (looks.count, looks.most)
}

#[test]
fn there_is_only_so_much_work_between_two_looks() {
    let number = |name: &str| env::var(name).ok().and_then(|text| text.parse::<usize>().ok());
    let (side, looks) = (number("JIGSAT_SIDE"), number("JIGSAT_LOOKS"));
    let verbs = [
        json!({"show": {}}),
        json!({"solve": {"ask": {"unique": true}}}),
        json!({"count": {}}),
        json!({"list": {"limit": 3}}),
        json!({"explain": {}}),
        json!({"hint": {}}),
        json!({"rate": {}}),
        json!({"encode": {"form": "dimacs"}}),
        json!({"encode": {"form": "text"}}),
        json!({"compare": {}}),
        json!({"common": {}}),
    ];
    let mut late = Vec::new();
    let (mut asked, mut all) = (0, 0);
    for (side, last) in [(side.unwrap_or(SIDE), looks.unwrap_or(6)), (SMALL, looks.unwrap_or(30))] {
        let boards = large::boards(side);
        let has_board = |family: &str| boards.iter().any(|(name, _)| name.starts_with(&format!("{family}-")));
        let names = families().map(|family| family.info().name.to_string());
        let without: BTreeSet<String> = names.filter(|name| !has_board(name)).collect();
        assert!(without.is_empty(), "there is no large board of {without:?}");
        let scale = (side * side).div_ceil(SIDE * SIDE);
        for (name, text) in &boards {
            for verb in &verbs {
                let (count, most) = most_work(text, name, verb, last);
                all += 1;
                asked += usize::from(count > 0);
                let line = format!("{} pieces, {} MB: {verb} of {name}", most.pieces, most.bytes >> 20);
                if looks.is_some() {
                    println!("{line}, {count} looks");
                }
                if most.pieces > MOST_PIECES * scale || most.bytes > MOST_BYTES * scale {
                    late.push(line);
                }
            }
        }
    }
    assert!(late.is_empty(), "{} of {all}:\n{}", late.len(), late.join("\n"));
    assert!(2 * asked > all, "only {asked} of {all} questions looked at their limits");
}
