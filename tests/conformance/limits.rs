//! Limits end every answer soon, and make none wrong.

use std::collections::BTreeMap;
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering::Relaxed},
};

use jigsat_solve::{Hook, Stop};
use jigsat_workbench::{Board, Context, Request, Status, VERBS, Wants, verb::Subject as About};
use serde_json::{Map, Value, json};

use crate::{properties::of_boards, subjects::Sample};

/// At which look the answers are stopped.
const LOOKS: [usize; 5] = [1, 2, 3, 6, 15];

/// Number of looks after the one that says to stop. Each step to a contradiction that is known looks once more.
const MOST_MORE: usize = 100;

/// A request of every verb about a puzzle, with a solution where it takes one.
fn requests(board: &Sample) -> Vec<(&'static str, Request)> {
    let solution = board.solution.as_ref().map(|solution| solution.to_json().to_string());
    let file = |text: &str| json!({"name": "given", "text": text});
    let mut all = Vec::new();
    for verb in VERBS.iter().filter(|verb| matches!(verb.about.subject, About::Puzzle | About::Puzzles)) {
        let schema = (verb.request)();
        let takes = |name: &str| schema.get("properties").is_some_and(|fields| fields.get(name).is_some());
        let mut request = Map::new();
        let given = solution.as_deref().unwrap_or("{}");
        for (field, value) in [
            ("solution", file(given)),
            ("from", file(given)),
            ("answer", file("s UNKNOWN\n")),
            ("seeds", json!(1)),
            ("solvers", json!(["batsat"])),
        ] {
            if takes(field) && (field != "from" || verb.about.name == "right-so-far") {
                request.insert(field.into(), value);
            }
        }
        let request = Value::Object(request).to_string();
        let request = (verb.read)(&request).unwrap_or_else(|error| panic!("{request}: {}", error.message));
        all.push((verb.about.name, request));
    }
    all
}

/// What a record claims; the rest of it says why, and is less if there is less time.
const CLAIMS: [&str; 11] = [
    "status",
    "unique",
    "complete",
    "count",
    "distinct",
    "found",
    "legal",
    "completable",
    "solution",
    "text",
    "rating",
];

/// Those of them that are less if the search was not complete.
const COUNTS: [&str; 4] = ["complete", "count", "distinct", "found"];

/// How a question ended, and what the record at its end claims.
#[derive(Debug)]
struct Ended {
    status: Status,
    claims: BTreeMap<&'static str, Value>,
}

impl Ended {
    /// Whether it claims nothing that is not in the answer without a limit.
    fn is_right(&self, whole: &Ended) -> bool {
        let is_claimed = |(name, value): (&&str, &Value)| whole.claims.get(name) == Some(value);
        self.status == whole.status && self.claims.iter().all(is_claimed)
    }
}

fn ask(instance: &dyn Board, request: &Request, context: &Context) -> Ended {
    let mut ended = Ended { status: Status::Solved, claims: BTreeMap::new() };
    let answered = instance.asking(&request.ask().unwrap_or_default()).and_then(|instance| {
        instance.answer(request, context, &mut |part, _| {
            let record = part.record().map(|record| serde_json::to_value(record).expect("it is JSON"));
            let claim = |name| Some((name, record.as_ref()?.get(name)?.clone()));
            let mut claims: BTreeMap<_, _> = CLAIMS.into_iter().filter_map(claim).collect();
            if claims.get("complete") == Some(&Value::Bool(false)) {
                claims.retain(|name, _| !COUNTS.contains(name));
            }
            ended = Ended { status: part.status(), claims };
            Ok(())
        })
    });
    if let Err(error) = answered {
        ended = Ended { status: Status::of(&error), claims: [("error", error.to_string().into())].into() };
    }
    ended
}

fn context(hook: Hook) -> Context {
    Context { hook, wants: Wants { times: false, ..Wants::default() }, ..Context::default() }
}

/// The same request without time.
fn without_time(request: &Request) -> Request {
    let mut request = request.clone();
    let needs = request.needs();
    needs.seconds.into_iter().for_each(|limit| *limit = Some(0.0));
    needs.at_most.into_iter().for_each(|limit| *limit = 0.0);
    request
}

#[test]
fn an_answer_without_time_is_unknown_or_right() {
    of_boards(|_, board, found| {
        for (verb, request) in requests(board) {
            let ended = ask(&*board.instance, &without_time(&request), &context(Hook::default()));
            let whole = || ask(&*board.instance, &request, &context(Hook::default()));
            found.that(ended.status == Status::Unknown || ended.is_right(&whole()), || {
                format!("{}: {verb} without time: {ended:?}, and with time: {:?}", board.name, whole())
            });
        }
    });
}

#[test]
fn a_stopped_answer_ends_soon_and_is_unknown_or_right() {
    of_boards(|_, board, found| {
        for (verb, request) in requests(board) {
            for look in LOOKS {
                let looks = Arc::new(AtomicUsize::new(0));
                let count = Arc::clone(&looks);
                let hook =
                    Hook::new(move || (count.fetch_add(1, Relaxed) + 1 >= look).then_some(Stop::Interrupted));
                let ended = ask(&*board.instance, &request, &context(hook));
                let looks = looks.load(Relaxed);
                found.that(looks <= look + MOST_MORE, || {
                    format!("{}: {verb} looks {} times more", board.name, looks - look)
                });
                if looks < look {
                    break;
                }
                let whole = || ask(&*board.instance, &request, &context(Hook::default()));
                found.that(ended.status == Status::Unknown || ended.is_right(&whole()), || {
                    format!(
                        "{}: {verb} at look {look}: {ended:?}, and without a limit: {:?}",
                        board.name,
                        whole()
                    )
                });
            }
        }
    });
}
