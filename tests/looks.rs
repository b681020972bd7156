//! Whatever is asked about whatever board, the limits are looked at often: between two looks, and after the one that
//! says to stop, there is only so much work. Work is counted as memory that is asked for, so it is the same on every
//! machine; `cargo bench --bench lateness` measures times.

#[path = "common/large.rs"]
mod large;

use std::{
    alloc::System,
    collections::BTreeSet,
    env, io,
    path::Path,
    sync::{Arc, Mutex, OnceLock},
};

use jigsat_kit::{Files, Text};
use jigsat_solve::{Hook, Stop};
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

/// Files that are only here.
struct Held(&'static [(&'static str, String)]);

impl Files for Held {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let held = self.0.iter().find(|(name, _)| Path::new(name) == path);
        held.map(|(_, text)| text.clone().into_bytes()).ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

/// Asks until there were so many looks, and returns how many there were and the most work between two of them.
fn most_work(text: &str, name: &str, verb: &serde_json::Value, last: usize) -> (usize, Work) {
    let asked = Asked { text: Some(Text::of_string(name, text.to_owned())), ..Asked::default() };
    most_work_of(verb, asked, Context::default(), last)
}

fn most_work_of(verb: &serde_json::Value, asked: Asked<'_>, context: Context, last: usize) -> (usize, Work) {
    let looks = Arc::new(Mutex::new(Looks { last: Work::so_far(), ..Looks::default() }));
    let looked = Arc::clone(&looks);
    let hook = Hook::new(move || {
        let mut looks = looked.lock().expect("nothing panics here");
        looks.count += 1;
        looks.note();
        (looks.count >= last).then_some(Stop::Interrupted)
    });
    let context = Context { hook, ..context };
    let request: Request = from_value(verb.clone()).expect("it is a request");
    // Errors say that it was given up, or that the family can't do this.
    let _ = answer(&request, asked, &context, &mut |_, _| Ok(()));
    let mut looks = looks.lock().expect("nothing panics here");
    looks.note();
    (looks.count, looks.most)
}

/// One test at a time: work is counted for the whole process.
static ALONE: Mutex<()> = Mutex::new(());

#[test]
fn there_is_only_so_much_work_between_two_looks() {
    // If the other one has failed, this one can be run nonetheless.
    let _alone = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
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

/// Models with many atoms are compared: names, maps and clauses count as work, too.
#[test]
fn comparing_looks_often() {
    static FILES: OnceLock<Vec<(&str, String)>> = OnceLock::new();
    // If the other one has failed, this one can be run nonetheless.
    let _alone = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let model = |says: &str| format!("sort A = 1..50\npred p(a, b, c: A)\nassert rule: {says}\n");
    let files = FILES.get_or_init(|| {
        let some = "exists a: A . p(a, a, a)";
        let all = "forall a, b: A . p(a, b, b) implies p(b, a, a)";
        let one = model(some) + &format!("assert other: {all}\n");
        let other = model(all) + &format!("assert other: {some}\n");
        vec![("one.qprop", one), ("other.qprop", other.clone()), ("renamed.qprop", other.replace("p(", "q("))]
    });
    let map = json!({"name": "map.txt", "text": "p({x},{y},{z}) = q({x},{y},{z})\n"});
    let verbs = [
        json!({"diff": {"first": "one.qprop", "second": "other.qprop"}}),
        json!({"diff": {"first": "one.qprop", "second": "renamed.qprop", "map": map}}),
    ];
    for verb in &verbs {
        let context = Context { files: Arc::new(Held(files)), ..Context::default() };
        let (count, most) = most_work_of(verb, Asked::default(), context, usize::MAX);
        assert!(count > 200, "it was asked {count} times only: {verb}");
        let line = format!("{} pieces, {} MB: {verb}, {count} looks", most.pieces, most.bytes >> 20);
        println!("{line}");
        // Tables of 125,000 atoms are asked for as a whole.
        assert!(most.pieces <= MOST_PIECES / 2 && most.bytes <= 2 * MOST_BYTES, "{line}");
    }
}

/// The referee, asked often, keeps the condition of each node once, however many edges it has.
#[test]
fn a_graph_with_many_edges_keeps_each_condition_once() {
    let _alone = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let model = "sort V = 1..150 sort Y = 1..600\n\
                 fact near(a, b: V) := not a = b pred p(v: V) pred q(y: Y)\n\
                 assert one \"one\": atmost 1 v: V . p(v)\n\
                 assert none \"none\": forall y: Y | not y = 1 . not q(y)\n\
                 assert tree \"tree\": acyclic v: V along near . p(v) and atmost 500 y: Y . q(y)\n";
    let (count, most) = most_work(model, "model.qprop", &json!({"count": {}}), usize::MAX);
    assert!(count > 0 && most.bytes < MOST_BYTES, "{count} looks, {} MB", most.bytes >> 20);
}
