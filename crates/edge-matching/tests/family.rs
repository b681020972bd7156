//! Edge-matching as a family: the interface that the workbench uses.

use std::{fs, path::PathBuf, sync::Mutex};

use jigsat_edge_matching::{
    Atom, EdgeMatching, EdgeMatchingFamily, EdgeMatchingOptions, Encoding, GenerateOptions, Rotate, Solution,
    Turns,
};
use jigsat_grid::Size;
use jigsat_kit::{
    Counted, Counting, Error, Event, Family, FormulaOptions, Generated, Goal, NoFiles, Outcome, Question,
    Run, SearchOptions, Text, only, schema_of,
};
use jigsat_solve::{Answer, End, Limits, Solver, build};
use serde_json::{Map, Value, json};

const FAMILY: EdgeMatchingFamily = EdgeMatchingFamily;

fn file(name: &str) -> Text {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../puzzles/edge-matching").join(name);
    Text::of_string(name, fs::read_to_string(path).unwrap())
}

fn turning(turns: Turns) -> EdgeMatchingOptions {
    EdgeMatchingOptions { turns, ..EdgeMatchingOptions::default() }
}

fn best() -> EdgeMatchingOptions {
    EdgeMatchingOptions { best: true, ..EdgeMatchingOptions::default() }
}

fn read(text: Text, options: &EdgeMatchingOptions) -> EdgeMatching {
    only(&FAMILY, text, options, &NoFiles).unwrap().puzzle
}

fn puzzle(name: &str) -> EdgeMatching {
    read(file(name), &EdgeMatchingOptions::default())
}

fn question(
    search: SearchOptions,
    options: EdgeMatchingOptions,
    unique: bool,
) -> Result<Question<EdgeMatchingFamily>, Error> {
    Question::new(&FAMILY, FormulaOptions::default().into(), search.into(), options, unique)
}

fn plain(unique: bool) -> Question<EdgeMatchingFamily> {
    question(SearchOptions::default(), EdgeMatchingOptions::default(), unique).unwrap()
}

fn by_engine(name: &str) -> Question<EdgeMatchingFamily> {
    let search = SearchOptions { engine: Some(name.into()), ..SearchOptions::default() };
    question(search, EdgeMatchingOptions::default(), false).unwrap()
}

fn solve(puzzle: &EdgeMatching, question: &Question<EdgeMatchingFamily>) -> Outcome<Solution> {
    let limits = Limits::default();
    FAMILY.engines().unwrap().solve(puzzle, question, &Run::silent(&limits)).unwrap().typed()
}

const ALL: Counting = Counting { limit: None, labelled: false, jobs: 1 };

fn count(puzzle: &EdgeMatching, question: &Question<EdgeMatchingFamily>, wanted: &Counting) -> Counted {
    let limits = Limits::default();
    FAMILY.engines().unwrap().count(puzzle, question, wanted, &Run::silent(&limits)).unwrap().unwrap()
}

#[test]
fn what_counting_refutes_is_not_searched() {
    let puzzle = puzzle("impossible.yaml");
    assert!(FAMILY.contradiction(&puzzle, &Limits::default()).is_some());
    let outcome = solve(&puzzle, &plain(false));
    assert!(matches!(outcome.first, Answer::Impossible(_)));
    assert_eq!(outcome.by.engine, "counting");
    assert_eq!(solve(&puzzle, &by_engine("backtrack")).by.engine, "backtrack");
    assert_eq!(FAMILY.contradiction(&self::puzzle("first.yaml"), &Limits::default()), None);
}

#[test]
fn the_most_edges_and_how_far_they_go() {
    let puzzle = puzzle("impossible.yaml");
    let better = Mutex::new(Vec::new());
    let hear = |event: Event<'_>| {
        if let Event::Better(line) = event {
            better.lock().unwrap().push(line.to_owned());
        }
    };
    let limits = Limits::default();
    let run = Run { limits: &limits, observer: &hear };
    let question = question(SearchOptions::default(), best(), false).unwrap();
    let outcome = FAMILY.engines().unwrap().solve(&puzzle, &question, &run).unwrap().typed::<Solution>();
    let solution = outcome.first.solution().unwrap();
    let (matched, edges) = (solution.matched.unwrap(), solution.edges.unwrap());
    assert!(matched < edges);
    let partial = outcome.partial.unwrap();
    assert_eq!(partial, format!("{matched} of {edges} pairs of edges agree, proved to be the maximum"));
    assert_eq!(outcome.left_open, None);
    let better = better.into_inner().unwrap();
    assert!(better.last().unwrap().starts_with(&format!("{matched} of {edges} agree: ")), "{better:?}");
    // A board that can be completed is completed: no edge is left unmatched.
    let completed = solve(&self::puzzle("first.yaml"), &question);
    assert!(matches!(completed.first, Answer::Solved(_)) && completed.partial.is_none());
}

#[test]
fn best_goes_without_unique() {
    assert!(matches!(question(SearchOptions::default(), best(), true), Err(Error::Request(_))));
    assert!(question(SearchOptions::default(), best(), false).is_ok());
}

#[test]
fn unique_is_up_to_turns_where_a_piece_tells_them_apart() {
    for (turns, one) in [(Turns::One, true), (Turns::Apart, false)] {
        let puzzle = read(file("framed.yaml"), &turning(turns));
        let expected = count(&puzzle, &plain(false), &ALL).distinct == Some(1);
        let outcome = solve(&puzzle, &question(SearchOptions::default(), turning(turns), true).unwrap());
        assert_eq!(matches!(outcome.second, Some(Answer::Impossible(_))), expected && one);
    }
}

#[test]
fn counts_do_not_depend_on_who_counts() {
    for name in ["four-squares.yaml", "first.yaml", "halves.yaml", "unturned.yaml"] {
        let puzzle = puzzle(name);
        let counted = count(&puzzle, &plain(false), &ALL);
        assert_eq!(counted.end, End::All);
        for (question, jobs) in [(plain(false), 2), (by_engine("sat"), 1)] {
            let other = count(&puzzle, &question, &Counting { jobs, ..ALL });
            assert_eq!((other.count, other.distinct), (counted.count, counted.distinct), "{name}");
        }
        let apart = read(file(name), &turning(Turns::Apart));
        let apart = count(&apart, &plain(false), &ALL);
        assert_eq!((apart.count, apart.distinct), (counted.count, counted.distinct), "{name}");
        let labelled = count(&puzzle, &plain(false), &Counting { labelled: true, ..ALL });
        assert!(
            labelled.count >= counted.count && labelled.count.is_multiple_of(counted.count.max(1)),
            "{name}"
        );
        // Tasks count one of each set of rotations; the number of rotations comes with it.
        let (listed, each) = FAMILY.cutting().unwrap().counted_as(&puzzle).unwrap();
        assert_eq!(
            FAMILY.symmetry().unwrap().order(&listed, &Limits::default()).unwrap().unwrap() as u128 * each,
            puzzle.turns().len() as u128
        );
        let of_tasks =
            jigsat_kit::by_listing(&FAMILY, &listed, &plain(false), &ALL, &Run::silent(&Limits::default()));
        assert_eq!(of_tasks.unwrap().count * each, counted.count, "{name}");
    }
    let puzzle = puzzle("first.yaml");
    let two = count(&puzzle, &plain(false), &Counting { limit: Some(1), ..ALL });
    assert!(two.count >= 1);
    assert!(FAMILY.cutting().unwrap().beginnings(&puzzle).is_none());
}

#[test]
fn pieces_may_be_turned_or_not() {
    let options = |rotate| EdgeMatchingOptions { rotate: Some(rotate), ..EdgeMatchingOptions::default() };
    assert!(puzzle("framed.yaml").rotate && !puzzle("unturned.yaml").rotate);
    assert!(!read(file("framed.yaml"), &options(Rotate::Never)).rotate);
    assert!(read(file("unturned.yaml"), &options(Rotate::Always)).rotate);
}

#[test]
fn what_explanations_need() {
    let explanation = FAMILY.explanation().unwrap();
    let puzzle = puzzle("first.yaml");
    let solution = solve(&puzzle, &plain(false)).first.solution().unwrap();
    for encoding in [Encoding::TwoLevel, Encoding::Counted, Encoding::Placement] {
        let literals = explanation.literals(&puzzle, encoding, &solution).unwrap();
        assert_eq!(literals.len(), puzzle.size.area());
        assert_eq!(explanation.so_far(&puzzle, &literals).as_ref(), Some(&solution));
    }
    assert_eq!(explanation.literals(&puzzle, Encoding::Compact, &solution), None);
    let placed = Atom::Placed { cell: solution.placements[0].cell(), kind: 0, turn: 0 };
    assert_eq!(explanation.cells(&puzzle, placed), [solution.placements[0].cell()]);
    let formula = build(
        &puzzle,
        Encoding::TwoLevel,
        &FormulaOptions::default().build(false, &jigsat_solve::Limits::default()),
    )
    .unwrap();
    let marked =
        formula.groups().filter(|&group| !explanation.cells_of_group(&puzzle, &formula, group).is_empty());
    assert!(marked.count() > 0);
}

#[test]
fn sizes() {
    let loose = puzzle("frameless.yaml");
    assert_eq!(FAMILY.resize(&loose, Size::new(2, 4), &Limits::default()).unwrap().pieces.len(), 8);
    assert!(FAMILY.resize(&loose, Size::new(200, 200), &Limits::default()).is_err());
    assert!(FAMILY.resize(&puzzle("framed.yaml"), Size::new(3, 3), &Limits::default()).is_err());
    assert_eq!(FAMILY.auto(&loose, Goal::One).engine, "sat");
    let all = FAMILY.auto(&loose, Goal::All);
    assert_eq!((all.engine, all.encoding), ("backtrack", Encoding::Placement));
}

/// Large boards on which no colour is rare have another encoding, with the solver that it was measured with.
#[test]
fn the_encoding_depends_on_the_colours() {
    let encoding = |size: &str, uniform: bool, seed: u64| {
        let options = json!({"size": size, "frame_colors": 3, "inner_colors": 4, "uniform": uniform});
        let Ok(Generated::Puzzle { puzzle, .. }) = generate(&options, seed) else { panic!("no board") };
        FAMILY.auto(&puzzle, Goal::One).encoding
    };
    let has_glucose = Solver::built_in().contains(&Solver::Glucose);
    let other = if has_glucose { Encoding::TwoLevel } else { Encoding::Compact };
    for seed in 1..=5 {
        assert_eq!(encoding("6x6", true, seed), Encoding::Compact);
        assert_eq!(encoding("6x7", true, seed), Encoding::Compact);
        assert_eq!(encoding("5x5", true, seed), other);
        assert_eq!(encoding("6x6", false, seed), other);
    }
}

fn generate(options: &Value, seed: u64) -> Result<Generated<EdgeMatching>, Error> {
    let limits = Limits::default();
    let options: Map<String, Value> = options.as_object().unwrap().clone();
    FAMILY.generator().unwrap().generate(&options, seed, &NoFiles, &Run::silent(&limits))
}

#[test]
fn options_have_a_schema_and_sentences_for_mistakes() {
    let schema = schema_of::<EdgeMatchingOptions>();
    let properties = schema.get("properties").unwrap();
    assert_eq!(properties["turns"]["default"], "one");
    assert_eq!(properties["best"]["x-verbs"], json!(["solve"]));
    assert_eq!(properties["best"]["x-conflicts"], json!(["all", "limit", "unique"]));
    assert!(serde_json::from_value::<EdgeMatchingOptions>(json!({"turn": "one"})).is_err());
    let options: EdgeMatchingOptions = serde_json::from_value(json!({"rotate": "never"})).unwrap();
    assert_eq!(options.rotate, Some(Rotate::Never));
    let schema = schema_of::<GenerateOptions>();
    assert_eq!(schema.get("properties").unwrap()["size"]["default"], "5x5");
    assert_eq!(schema.get("properties").unwrap()["frame_colors"]["default"], 3);
    assert_eq!(FAMILY.generator().unwrap().options(), schema);
    for (wrong, sentence) in [
        (json!({"size": "5"}), "expected a size"),
        (json!({"size": "99x99"}), "a board of 99x99 is too large, expected at most 1024 cells"),
        (json!({"inner_colors": 0}), "expected 1 to 999 colours inside"),
        (json!({"inner_colors": -1}), "inner_colors"),
        (json!({"colors": 3}), "colors"),
    ] {
        match generate(&wrong, 1) {
            Err(Error::Request(message)) => assert!(message.to_string().contains(sentence), "{message}"),
            _ => panic!("expected: {sentence}"),
        }
    }
}

#[test]
fn generated_boards_have_one_solution() {
    let make = |options: &Value| match generate(options, 2).unwrap() {
        Generated::Puzzle { puzzle, short_of: None } => puzzle,
        _ => panic!("expected a puzzle"),
    };
    let options = json!({"size": "3x4", "unique": true});
    let made = make(&options);
    assert_eq!(made, make(&options));
    assert_eq!(
        made.source,
        "jigsat edge-matching generate, size 3x4, 3 frame and 4 inner colours, seed 2, unique"
    );
    assert_eq!(count(&made, &plain(false), &ALL).distinct, Some(1));
}
