//! Grounding, writing the formula and refereeing stop soon after a limit, measured in work, not in time.

use std::{
    sync::atomic::Ordering::Relaxed,
    time::{Duration, Instant},
};

use jigsat_cnf::Flavours;
use jigsat_input::{ParseError, Source};
use jigsat_qprop::{Data, Encoding, MAX_CLAUSES, Model, Solution, Unread};
use jigsat_solve::{Limits, Puzzle, Refusal, Stop, testing};

fn read(text: &str, limits: &Limits) -> Result<Model, Stop> {
    let open = |path: &str| Err(ParseError::in_file(path, "is not there"));
    let source = Source::new("model.qprop", text);
    Model::read_within(source, &Data::default(), &open, MAX_CLAUSES, limits).map_err(|unread| match unread {
        Unread::Malformed(error) => panic!("a model without faults: {error}"),
        Unread::Stopped(stop) => stop,
    })
}

const MANY: &str = "sort A = 1..100\npred p(a: A, b: A)\n\
    assert x: forall a, b, c: A | a < b and b < c . p(a, b) or p(b, c) or not p(a, c)\n";

#[test]
fn grounding_stops() {
    let past = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    assert_eq!(read(MANY, &past).unwrap_err(), Stop::Timeout);
    let asked = Limits::default();
    asked.stop.store(true, Relaxed);
    assert_eq!(read(MANY, &asked).unwrap_err(), Stop::Interrupted);
    // The facts, too.
    let fact = "sort A = 1..300\nfact f(a, b, c: A) := a + b * b > c\npred p(a: A)\nassert x: p(1)\n";
    assert_eq!(read(fact, &asked).unwrap_err(), Stop::Interrupted);
    let later = Limits { deadline: Some(Instant::now() + Duration::from_secs(3600)), ..Limits::default() };
    assert!(read(MANY, &later).is_ok());
}

/// A model with exactly as many clauses as allowed is accepted.
#[test]
fn a_model_may_have_so_many_clauses() {
    let within = |text: &str, most: u64| {
        let text = format!("sort A = 1..4\npred p(a: A)\n{text}");
        let source = Source::new("model.qprop", text);
        Model::read(source, &Data::default(), &|_| unreachable!("nothing is included"), most).is_ok()
    };
    for (text, clauses) in [
        ("assert x: forall a: A . p(a)", 4),
        ("assert x: forall a, b: A | a < b . p(a) or p(b)", 6),
        ("fact f(a, b: A) := a + 1 = b\nassert x: forall b, a: A | f(a, b) . p(a) or p(b)", 3),
        ("assert x: p(1) and p(2)\nassert y: forall a: A | a > 2 . p(a)", 4),
    ] {
        assert!(within(text, clauses), "{text}");
        assert!(!within(text, clauses - 1), "{text}");
    }
}

#[test]
fn building_stops_soon() {
    let model = read(MANY, &Limits::default()).expect("there are no limits");
    assert!(testing::building_stops(&model, Encoding::Model, false, Flavours::default()) > 10);
}

/// A referee that tried all values here would try 13 million of them for each solution.
const WIDE: &str = "sort A = 1..60\nfact f(a, b, c, d: A) := a = b and b = c and c = d\npred p(a: A)\n\
    assert x: forall a: A . exists b, c, d: A | f(a, b, c, d) . p(b)\n";

#[test]
fn the_referee_plans_and_stops() {
    let model = read(WIDE, &Limits::default()).expect("there are no limits");
    let all: Vec<String> = (1..=60).map(|a| format!("p({a})")).collect();
    let asked = Limits::default();
    asked.stop.store(true, Relaxed);
    let few = Limits { deadline: Some(Instant::now() + Duration::from_secs(60)), ..Limits::default() };
    assert_eq!(model.check_within(&Solution::of(all.clone()), &few), Ok(()));
    let broken = model.check_within(&Solution::of(all[1..].to_vec()), &few);
    assert!(broken.is_err_and(|refusal| refusal.to_string().contains("it breaks the rule")));

    // Its own walk is as long as this one, so it notices the limit.
    let long = read(MANY, &Limits::default()).expect("there are no limits");
    assert_eq!(long.check_within(&Solution::of(vec![]), &asked), Err(Refusal::Stopped(Stop::Interrupted)));
    let hidden =
        read(&format!("{MANY}pred h(a: A)\nshow h\n"), &Limits::default()).expect("there are no limits");
    assert_eq!(hidden.check_within(&Solution::of(vec![]), &asked), Err(Refusal::Stopped(Stop::Interrupted)));
}
