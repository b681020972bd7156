//! Sokoban as a family of the kit: the interface for front ends, from text to text.

use std::sync::Mutex;

use jigsat_cnf::Choice;
use jigsat_grid::Size;
use jigsat_input::ParseError;
use jigsat_kit::{
    Counting, Entry, Error, Event, Evidence, Family, FormulaOptions, Generated, Goal, NoFiles, Optimal,
    Options, Outcome, Question, Run, SearchOptions, Text, Theorem, only, schema_of,
};
use jigsat_sokoban::{Encoding, GenerateOptions, Objective, Plan, Sokoban, SokobanFamily, SokobanOptions};
use jigsat_solve::{Answer, BuildOptions, End, Limits, Stop, build};
use serde_json::{Value, json};

const FIRST: &str = include_str!("../../../puzzles/sokoban/first.xsb");
const CORNER: &str = include_str!("../../../puzzles/sokoban/corner.xsb");
const TEACHING: &str = include_str!("../../../puzzles/sokoban/teaching.sok");
const F: SokobanFamily = SokobanFamily;

type Asked = Question<SokobanFamily>;

fn read(text: &str, options: &SokobanOptions) -> Result<Vec<Entry<Sokoban>>, ParseError> {
    F.read(Text::of_string("f", text.into()), options, &NoFiles)?.collect()
}

fn puzzle(text: &str) -> Sokoban {
    only(&F, Text::of_string("f", text.into()), &SokobanOptions::default(), &NoFiles).unwrap().puzzle
}

fn options(values: Value) -> SokobanOptions {
    serde_json::from_value(values).unwrap()
}

fn ask(encoding: Option<&str>, engine: Option<&str>, own: Value) -> Result<Asked, Error> {
    let formula = FormulaOptions { encoding: encoding.map(Into::into), ..FormulaOptions::default() };
    let search = SearchOptions { engine: engine.map(Into::into), ..SearchOptions::default() };
    Question::new(&F, formula.into(), search.into(), options(own), false)
}

fn plain() -> Asked {
    ask(None, None, json!({})).unwrap()
}

fn solve(puzzle: &Sokoban, question: &Asked) -> Outcome<Plan> {
    F.engines().unwrap().solve(puzzle, question, &Run::silent(&Limits::default())).unwrap().typed()
}

#[test]
fn options_choose_levels_and_say_how_to_read_them() {
    let all = read(TEACHING, &SokobanOptions::default()).unwrap();
    assert!(all.len() > 2);
    let some = read(TEACHING, &options(json!({ "level": ["2-3"], "steps": 7, "animate": true }))).unwrap();
    assert_eq!(some.len(), 2);
    assert_eq!(some[0].title, all[1].title);
    assert_eq!((some[0].puzzle.steps, some[0].puzzle.animated), (Some(7), true));
    let named = read(TEACHING, &options(json!({ "level": [all[2].title.to_uppercase()] }))).unwrap();
    assert_eq!(named[0].title, all[2].title);
    let Err(error) = read(TEACHING, &options(json!({ "level": ["none such"] }))) else {
        panic!("it is there")
    };
    assert!(error.to_string().contains("has no level 'none such'"), "{error}");
    let more_goals = read("######\n#@$..#\n######\n", &SokobanOptions::default()).unwrap().remove(0);
    assert!(more_goals.warnings[0].contains("2 goals for 1 boxes"), "{:?}", more_goals.warnings);
}

#[test]
fn the_schema_of_options_names_them_and_what_they_are() {
    let schema = schema_of::<SokobanOptions>();
    let properties = schema.get("properties").and_then(Value::as_object).unwrap();
    let names: Vec<&str> = properties.keys().map(String::as_str).collect();
    assert_eq!(names, ["animate", "at_most", "level", "max_steps", "optimal", "steps"]);
    for name in names {
        assert!(properties[name]["description"].is_string(), "{name}");
        let is_of_solve = ["at_most", "max_steps"].contains(&name);
        assert_eq!(properties[name].get("x-verbs"), is_of_solve.then_some(&json!(["solve"])), "{name}");
    }
    assert_eq!(properties["max_steps"]["x-conflicts"], json!(["at_most"]));
    assert_eq!(properties["steps"]["maximum"], 60_000);
    let written = serde_json::to_value(options(json!({ "optimal": "moves", "level": ["1"] }))).unwrap();
    assert_eq!(written, json!({ "optimal": "moves", "level": ["1"] }));
    let unknown = json!({ "levels": ["1"] });
    let error = SokobanOptions::read(unknown.as_object().unwrap()).unwrap_err().to_string();
    assert!(error.contains("there is no option 'levels', only "), "{error}");
    for &objective in Objective::ALL {
        assert_eq!(serde_json::to_value(objective).unwrap(), objective.name());
    }
}

#[test]
fn what_does_not_go_together_is_refused() {
    let refused = |encoding, own| match ask(encoding, None, own) {
        Err(Error::Request(message)) => message.to_string(),
        _ => panic!("it goes together"),
    };
    let message = refused(Some("moves"), json!({ "optimal": "pushes" }));
    assert_eq!(message, "encoding 'moves' cannot minimise 'pushes'");
    let message = refused(Some("lines"), json!({ "optimal": "none", "at_most": 3 }));
    assert!(message.starts_with("`at_most` counts pushes or moves"), "{message}");
    let message = refused(None, json!({ "steps": 60_001 }));
    assert_eq!(message, "option 'steps': found 60001, expected at most 60000");
    let (formula, search) = (FormulaOptions::default(), SearchOptions::default());
    let unique = Question::new(&F, formula.into(), search.into(), SokobanOptions::default(), true);
    assert!(
        matches!(unique, Err(Error::Request(message)) if message.to_string().starts_with("`unique` cannot be used"))
    );
    let engines = F.engines().unwrap();
    let puzzle = puzzle(FIRST);
    assert!(engines.refuses(&puzzle, "backtrack", true).is_some());
    assert!(engines.refuses(&puzzle, "states", false).is_some());
    assert_eq!(engines.refuses(&puzzle, "states", true), None);
}

#[test]
fn engines_agree_and_tell_their_steps() {
    let puzzle = puzzle(FIRST);
    let told = Mutex::new(Vec::new());
    let limits = Limits::default();
    let observer = |event: Event<'_>| {
        if let Event::Step(words) = event {
            told.lock().unwrap().push(words.to_owned());
        }
    };
    let run = Run { limits: &limits, observer: &observer };
    let question = ask(None, Some("sat"), json!({})).unwrap();
    let by_formulas = F.engines().unwrap().solve(&puzzle, &question, &run).unwrap().typed::<Plan>();
    let pushes = by_formulas.first.solution().unwrap().push_count;
    let told = told.into_inner().unwrap();
    assert!(told[0].starts_with("no plan has fewer than "), "{told:?}");
    assert!(told.last().unwrap().starts_with(&format!("SAT at {pushes}: ")), "{told:?}");
    let by_states = solve(&puzzle, &ask(None, Some("states"), json!({})).unwrap());
    assert_eq!(by_states.by.engine, "states");
    assert_eq!(by_states.first.solution().unwrap().push_count, pushes);
    let fewer = solve(&puzzle, &ask(None, None, json!({ "at_most": pushes - 1 })).unwrap());
    assert!(matches!(fewer.first, Answer::Impossible(_)));
    assert_eq!(fewer.none_within, Some(u64::from(pushes - 1)));
}

#[test]
fn shortest_plans_are_counted_by_states_and_by_listing() {
    let (puzzle, limits) = (puzzle(FIRST), Limits::default());
    let wanted = Counting { limit: None, labelled: false, jobs: 1 };
    let count = |question: &Asked| {
        F.engines().unwrap().count(&puzzle, question, &wanted, &Run::silent(&limits)).unwrap().unwrap()
    };
    let by_states = count(&ask(None, None, json!({ "optimal": "moves" })).unwrap());
    assert_eq!((&*by_states.by.engine, by_states.end), ("states", End::All));
    let listed = count(&ask(Some("moves"), Some("backtrack"), json!({})).unwrap());
    assert_eq!((&*listed.by.engine, listed.end), ("backtrack", End::All));
    assert_eq!(listed.count, by_states.count);
    assert_eq!(listed.distinct, None);
    assert_eq!(F.auto(&puzzle, Goal::All).engine, "backtrack");
    assert_eq!(F.auto(&puzzle, Goal::One).encoding, Encoding::Pushes);
}

#[test]
fn horizons_say_what_is_shortest_and_what_is_to_be_proven() {
    let (puzzle, limits) = (puzzle(FIRST), Limits::default());
    let (horizon, run) = (F.horizon().unwrap(), Run::silent(&limits));
    let question = ask(None, None, json!({ "optimal": "pushes" })).unwrap();
    let outcome = solve(&puzzle, &question);
    let plan = outcome.first.clone().solution().unwrap();

    let shortest = horizon.shortest(&puzzle, &question, &run).unwrap().unwrap();
    assert_eq!(horizon.length(&shortest), Some(u16::try_from(plan.push_count).unwrap()));
    assert_eq!(horizon.length(&puzzle), None);
    assert!(horizon.shortest(&shortest, &question, &run).unwrap().is_none());
    assert_eq!(F.to_prove(&puzzle, Some(3)).and_then(|puzzle| puzzle.steps), Some(3));
    assert!(F.to_prove(&puzzle, Some(100_000)).is_none());

    let optimal = horizon.is_optimal(&puzzle, &plan, &question, &run).unwrap();
    assert!(matches!(optimal, Some(Optimal::Yes(words)) if words == "optimal in pushes"));
    let longer = Plan { push_count: plan.push_count + 2, ..plan.clone() };
    let optimal = horizon.is_optimal(&puzzle, &longer, &question, &run).unwrap();
    assert!(matches!(optimal, Some(Optimal::No(words)) if words.starts_with("not optimal in pushes: ")));
    assert!(horizon.is_optimal(&puzzle, &plan, &plain(), &run).unwrap().is_none());
    let stopped = Limits::default();
    stopped.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let optimal = horizon.is_optimal(&puzzle, &plan, &question, &Run::silent(&stopped)).unwrap();
    assert!(matches!(optimal, Some(Optimal::Open(_))));
    let shortest = horizon.shortest(&puzzle, &question, &Run::silent(&stopped));
    assert!(matches!(Error::unless_stopped(shortest), Ok(Err(Stop::Interrupted))), "a limit is no error");

    assert_eq!(horizon.cannot_prove(&question), None);
    assert!(horizon.cannot_prove(&ask(None, None, json!({ "optimal": "none" })).unwrap()).is_some());
    let mut outcome = outcome.erased();
    let proposition = horizon.proposition(&puzzle, &question, &outcome, &Limits::default()).unwrap().unwrap();
    let theorem = Theorem::NoneShorter { unit: "pushes".into(), than: plan.push_count };
    assert_eq!(proposition.theorem, theorem);
    let refuted: Vec<_> =
        proposition.claims.iter().map(|claim| (claim.encoding.unwrap().into(), claim.length)).collect();
    let follows = |theorem: &Theorem| {
        let evidence = Evidence {
            refuted: &refuted,
            grounds: &proposition.grounds,
            certificate: proposition.certificate.as_deref(),
        };
        horizon.follows(&puzzle, theorem, &evidence, &Limits::default())
    };
    assert!(follows(&theorem).is_ok());
    let longer = Theorem::NoneShorter { unit: "pushes".into(), than: plan.push_count + 1 };
    assert!(follows(&longer).is_err());
    assert!(follows(&Theorem::Unique).is_err());

    horizon.leave_open(&puzzle, &mut outcome, Stop::Timeout);
    assert_eq!(outcome.first.solution().unwrap().typed::<Plan>().unwrap().proven, None);
}

#[test]
fn what_is_plainly_impossible_is_proven_without_formulas() {
    let puzzle = puzzle(CORNER);
    assert!(F.contradiction(&puzzle, &Limits::default()).is_some());
    let outcome = solve(&puzzle, &plain()).erased();
    assert!(matches!(outcome.first, Answer::Impossible(_)));
    let horizon = F.horizon().unwrap();
    let proposition = horizon.proposition(&puzzle, &plain(), &outcome, &Limits::default()).unwrap().unwrap();
    assert_eq!((&proposition.theorem, proposition.claims.len()), (&Theorem::None, 0));
    let follows = |grounds: &[Value]| {
        let evidence = Evidence { refuted: &[], grounds, certificate: None };
        horizon.follows(&puzzle, &Theorem::None, &evidence, &Limits::default())
    };
    assert!(follows(&proposition.grounds).is_ok());
    assert!(follows(&[]).is_err());
    assert!(follows(&[json!("none")]).is_err());
}

#[test]
fn explanations_have_the_rules_alone_and_show_cells() {
    let puzzle = puzzle(FIRST);
    let explanation = F.explanation().unwrap();
    let explained = explanation.to_explain(&puzzle, &[]).unwrap();
    let sizes = [&puzzle, &explained]
        .map(|puzzle| build(puzzle, Encoding::Pushes, &BuildOptions::default()).unwrap().rules().count());
    assert!(sizes[1] < sizes[0], "{sizes:?}");
    let formula = build(&explained, Encoding::Pushes, &BuildOptions::default()).unwrap();
    let group = formula.groups().find(|group| !group.clauses().is_empty()).unwrap();
    assert!(!explanation.cells_of_group(&explained, &formula, group).is_empty());
    let cell = formula.atoms().find_map(|(atom, _)| explanation.cells(&explained, atom).first().copied());
    assert!(explained.level.size.contains(cell.unwrap()));
}

#[test]
fn new_levels_are_as_asked_for() {
    let (generator, limits) = (F.generator().unwrap(), Limits::default());
    let make = |options: Value, seed| {
        generator.generate(options.as_object().unwrap(), seed, &NoFiles, &Run::silent(&limits))
    };
    let small = json!({ "size": "6x6", "boxes": 1, "pushes": 2 });
    let level = |seed| match make(small.clone(), seed).unwrap() {
        Generated::Puzzle { puzzle, short_of: None } => puzzle.level,
        _ => panic!("nothing bounds it"),
    };
    assert_eq!(level(7), level(7));
    assert_eq!(level(7).size, Size::new(6, 6));
    assert!(solve(&Sokoban::new(level(7)), &plain()).first.solution().unwrap().push_count >= 2);
    let wrong = [
        (json!({ "size": "4x9" }), "a new level is at least 5x5"),
        (json!({ "size": "big" }), "option 'size': expected a size such as 4x6"),
        (json!({ "boxes": 0 }), "option 'boxes': found 0, expected 1 to 50"),
        (json!({ "walls": 71 }), "option 'walls': found 71, expected at most 70"),
        (json!({ "box": 1 }), "there is no option 'box', only "),
    ];
    for (options, expected) in wrong {
        let error = make(options, 1).err().unwrap().to_string();
        assert!(error.contains(expected), "{error}");
    }
    limits.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert!(matches!(make(small, 7).unwrap(), Generated::Stopped(Stop::Interrupted)));
    let schema = generator.options();
    assert_eq!(schema.get("properties").unwrap()["size"]["default"], "8x9");
    assert_eq!(GenerateOptions::read(&serde_json::Map::new()).unwrap(), GenerateOptions::default());
}

#[test]
fn rooms_come_in_sizes() {
    let like = puzzle(FIRST);
    let room = F.resize(&like, Size::new(3, 5), &Limits::default()).unwrap();
    assert_eq!(room.level.size, Size::new(5, 7));
    assert!(matches!(solve(&room, &plain()).first, Answer::Solved(_)));
    assert!(F.resize(&like, Size::new(2, 5), &Limits::default()).is_err());
    assert!(F.resize(&like, Size::new(3, u16::MAX), &Limits::default()).is_err());
}

/// A formula of moves that was given up bounds moves, whatever is minimised.
#[test]
fn bounds_are_in_the_unit_of_the_encoding() {
    let puzzle = puzzle(include_str!("../../../puzzles/sokoban/detour.xsb"));
    for encoding in ["moves", "labelled"] {
        let question = ask(Some(encoding), Some("sat"), json!({ "optimal": "none" })).unwrap();
        let limits = Limits { conflicts: Some(0), ..Limits::default() };
        let run = Run { limits: &limits, observer: &|_| {} };
        let found = F.engines().unwrap().solve(&puzzle, &question, &run).unwrap();
        let said = found.left_open.expect("it was given up");
        assert!(
            said.starts_with("conflict limit reached; no plan has fewer than ") && said.ends_with(" moves"),
            "{encoding}: {said}"
        );
    }
}
