//! Fillomino as a family of the kit: the interface for front ends, from text to text.

use std::sync::Mutex;

use jigsat_cnf::{Choice, pos};
use jigsat_fillomino::{
    Atom, Encoding, Fillomino, FillominoFamily, FillominoOptions, GenerateOptions, Solution, Variant,
};
use jigsat_grid::Size;
use jigsat_input::ParseError;
use jigsat_kit::{
    Counting, Entry, Event, Family, FormulaOptions, Generated, Goal, NoFiles, Options, Outcome, Question,
    Run, SearchOptions, Text, by_listing, only, schema_of,
};
use jigsat_solve::{
    Answer, BuildOptions, End, Limits, Puzzle, Session, Solver, Stop, Verdict, build, complete,
};
use serde_json::{Map, Value, json};

const TINY: &str = include_str!("../../../puzzles/fillomino/tiny.yaml");
const GUESS: &str = include_str!("../../../puzzles/fillomino/guess.yaml");
const IMPOSSIBLE: &str = include_str!("../../../puzzles/fillomino/impossible.yaml");
const LARGE: &str = include_str!("../../../puzzles/fillomino/twelve.yaml");
const F: FillominoFamily = FillominoFamily;

type Asked = Question<FillominoFamily>;

fn read(text: &str, options: Value) -> Result<Entry<Fillomino>, ParseError> {
    let options: FillominoOptions = serde_json::from_value(options).unwrap();
    only(&F, Text::of_string("f", text.into()), &options, &NoFiles)
}

fn puzzle(text: &str) -> Fillomino {
    read(text, json!({})).unwrap().puzzle
}

fn ask(engine: Option<&str>, unique: bool, options: Value) -> Asked {
    let search = SearchOptions { engine: engine.map(Into::into), ..SearchOptions::default() };
    let options = serde_json::from_value(options).unwrap();
    Question::new(&F, FormulaOptions::default().into(), search.into(), options, unique).unwrap()
}

fn solve(puzzle: &Fillomino, question: &Asked) -> Outcome<Solution> {
    F.engines().unwrap().solve(puzzle, question, &Run::silent(&Limits::default())).unwrap().typed()
}

/// A row of four open cells.
fn open_row() -> Fillomino {
    Fillomino::new(Size::new(1, 4), vec![0; 4])
}

#[test]
fn formats_of_its_own() {
    let puzzle = puzzle(TINY);
    let large = Fillomino::new(Size::new(1, 12), vec![12; 12]);
    assert!(
        F.write(&large, "filling")
            .unwrap_err()
            .to_string()
            .starts_with("a Filling id cannot hold numbers above 9")
    );
    for format in F.info().formula_formats {
        let script = String::from_utf8(F.write(&puzzle, format).unwrap()).unwrap();
        assert!(script.contains("(check-sat)"), "{format}");
    }
    assert!(F.write(&puzzle, "morse").is_err());
}

#[test]
fn the_schema_of_options_names_them_and_what_they_are() {
    let schema = schema_of::<FillominoOptions>();
    let properties = schema.get("properties").and_then(Value::as_object).unwrap();
    let names: Vec<&str> = properties.keys().map(String::as_str).collect();
    assert_eq!(names, ["branch", "strategies", "variant"]);
    for name in names {
        assert!(properties[name]["description"].is_string(), "{name}");
        let of_solve = (name != "variant").then(|| json!(["solve"]));
        assert_eq!(properties[name].get("x-verbs"), of_solve.as_ref(), "{name}");
    }
    assert_eq!(properties["strategies"]["default"], json!(["single-exit", "forced", "reach"]));
    let none = json!({ "strategies": [], "variant": "basic" });
    let none = FillominoOptions::read(none.as_object().unwrap()).unwrap();
    assert_eq!((none.strategies.len(), none.variant), (0, Some(Variant::Basic)));
    let wrong = json!({ "strategies": ["guessing"] });
    let error = FillominoOptions::read(wrong.as_object().unwrap()).unwrap_err().to_string();
    assert!(error.starts_with("option 'strategies[0]': unknown variant `guessing`"), "{error}");
}

#[test]
fn options_have_the_last_word_on_the_variant() {
    assert_eq!(puzzle(TINY).variant, Variant::Challenging);
    assert_eq!(read(TINY, json!({ "variant": "basic" })).unwrap().puzzle.variant, Variant::Basic);
}

#[test]
fn engines_agree() {
    let puzzle = puzzle(GUESS);
    let expected = solve(&puzzle, &ask(None, false, json!({}))).first.solution().unwrap();
    for &engine in F.engines().unwrap().names() {
        let outcome = solve(&puzzle, &ask(Some(engine), true, json!({})));
        assert_eq!(outcome.by.engine, engine);
        assert_eq!(outcome.first.solution().as_ref(), Some(&expected), "{engine}");
        assert!(matches!(outcome.second, Some(Answer::Impossible(_))), "{engine}");
        let impossible = solve(&self::puzzle(IMPOSSIBLE), &ask(Some(engine), false, json!({})));
        assert!(matches!(impossible.first, Answer::Impossible(_)), "{engine}");
    }
    let engines = F.engines().unwrap();
    assert!(engines.refuses(&puzzle, "rules", false).is_some());
    assert_eq!(engines.refuses(&puzzle, "rules", true), None);
    assert_eq!(engines.refuses(&puzzle, "hybrid", false), None);
}

#[test]
fn rules_tell_each_step_and_reason_as_asked() {
    let puzzle = puzzle(GUESS);
    let steps = |options: Value| {
        let told = Mutex::new(Vec::new());
        let limits = Limits::default();
        let observer = |event: Event<'_>| {
            if let Event::Step(words) = event {
                told.lock().unwrap().push(words.to_owned());
            }
        };
        let run = Run { limits: &limits, observer: &observer };
        let outcome = F.engines().unwrap().solve(&puzzle, &ask(Some("rules"), false, options), &run).unwrap();
        assert!(matches!(outcome.first, Answer::Solved(_)));
        told.into_inner().unwrap()
    };
    let open = puzzle.givens.iter().filter(|&&given| given == 0).count();
    let all = steps(json!({}));
    assert_eq!(all.len(), open);
    assert!(all.iter().any(|step| step.ends_with(" guess, depth 1")), "{all:?}");
    assert!(all.iter().any(|step| step.ends_with(" forced, depth 0")), "{all:?}");
    let guesses = steps(json!({ "strategies": [], "branch": "fewest" }));
    assert!(guesses.iter().all(|step| step.contains(" guess, ")), "{guesses:?}");
}

#[test]
fn solutions_are_counted_up_to_symmetry() {
    let row = open_row();
    let wanted = Counting { limit: None, labelled: false, jobs: 1 };
    let count = |engine| {
        by_listing(&F, &row, &ask(engine, false, json!({})), &wanted, &Run::silent(&Limits::default()))
            .unwrap()
    };
    let counted = count(None);
    // 4444, 1333, its mirror image 3331, and 1221.
    assert_eq!((counted.count, counted.distinct, counted.end), (4, Some(3), End::All));
    assert_eq!(count(Some("backtrack")).count, 4);
    assert_eq!(F.auto(&row, Goal::All).engine, "sat");
    let symmetry = F.symmetry().unwrap();
    // Unchanged, turned, and mirrored either way.
    assert_eq!(symmetry.order(&row, &Limits::default()), Ok(Some(4)));
    let solution = Solution::from_numbers(row.size, &[1, 3, 3, 3]);
    assert_eq!(symmetry.images(&row)(&solution, 0), solution);
    assert_eq!(symmetry.images(&row)(&solution, 1), Solution::from_numbers(row.size, &[3, 3, 3, 1]));
}

#[test]
fn lazy_formulas_are_completed() {
    let (puzzle, options) = (puzzle(LARGE), BuildOptions::default());
    let is_completed = |&&encoding: &&Encoding| puzzle.completion(encoding).is_some();
    assert_eq!(Encoding::ALL.iter().filter(is_completed).collect::<Vec<_>>(), [&Encoding::Lazy]);
    let plain = build(&puzzle, Encoding::Lazy, &options).unwrap();
    let mut formula = plain.clone();
    let mut search = Session::new(&puzzle, Encoding::Lazy, &options, &Solver::default(), None).unwrap();
    complete(&mut formula, &mut search, &options.limits).unwrap();
    assert!(formula.clauses().len() > plain.clauses().len());
    let mut sat = Solver::default().start().unwrap();
    sat.reserve(formula.variables()).unwrap();
    let mut models = 0;
    for clause in formula.clauses().iter() {
        sat.add(clause).unwrap();
    }
    while sat.solve(&[], &options.limits).unwrap() == Verdict::Sat {
        models += 1;
        let other: Vec<_> = formula.projected_variables().map(|var| var.lit(sat.value(var))).collect();
        sat.add(&other).unwrap();
    }
    assert_eq!(models, 1, "a SAT solver needs nothing else");
}

#[test]
fn explanations_have_literals_and_cells() {
    let puzzle = puzzle(TINY);
    let explanation = F.explanation().unwrap();
    let solution = solve(&puzzle, &ask(None, false, json!({}))).first.solution().unwrap();
    let literals = explanation.literals(&puzzle, Encoding::Lazy, &solution).unwrap();
    assert_eq!(literals.len(), 9);
    assert_eq!(explanation.so_far(&puzzle, &literals).unwrap(), solution);
    let cell = puzzle.size.cell(1);
    let one = Atom::Is { cell, number: solution.number(cell) };
    let so_far = explanation.so_far(&puzzle, &[pos(one)]).unwrap();
    assert_eq!((so_far.number(cell), so_far.number(puzzle.size.cell(3))), (solution.number(cell), 0));
    assert_eq!(explanation.cells(&puzzle, one), [cell]);
    let explained = explanation.to_explain(&puzzle, &[&solution]).unwrap();
    assert_eq!(explained.largest_named, solution.numbers().max());
    let formula = build(&explained, Encoding::Lazy, &BuildOptions::default()).unwrap();
    let group = formula.groups().find(|group| !group.clauses().is_empty()).unwrap();
    assert!(!explanation.cells_of_group(&explained, &formula, group).is_empty());
}

#[test]
fn ratings_are_depths_of_guesses() {
    let limits = Limits::default();
    let rate = |text: &str| F.engines().unwrap().rate(&puzzle(text), &Run::silent(&limits)).unwrap().unwrap();
    let rating = rate(GUESS);
    assert!(rating.text.starts_with("depth 2, "), "{}", rating.text);
    assert_eq!((&rating.data["solved"], &rating.data["depth"]), (&json!(true), &json!(2)));
    assert_eq!(rating.left_open, None);
    assert_eq!(rate(IMPOSSIBLE).data["solved"], json!(false));
}

#[test]
fn new_puzzles_are_as_asked_for() {
    let (generator, limits) = (F.generator().unwrap(), Limits::default());
    let make = |options: &Value, seed| {
        generator.generate(options.as_object().unwrap(), seed, &NoFiles, &Run::silent(&limits))
    };
    let made = |options: Value, seed| match make(&options, seed).unwrap() {
        Generated::Puzzle { puzzle, short_of } => (puzzle, short_of),
        Generated::Stopped(stop) => panic!("{stop}"),
    };
    let small = json!({ "size": "4x5", "max": 5, "variant": "basic", "empty": "30%" });
    let (puzzle, short_of) = made(small.clone(), 7);
    assert_eq!(made(small.clone(), 7).0, puzzle);
    assert_eq!((puzzle.size, puzzle.variant, short_of.is_none()), (Size::new(4, 5), Variant::Basic, true));
    assert_eq!(puzzle.givens.iter().filter(|&&given| given == 0).count(), 6);
    let outcome = solve(&puzzle, &ask(None, true, json!({})));
    assert!(outcome.first.solution().unwrap().numbers().all(|number| number <= 5));
    assert!(matches!(outcome.second, Some(Answer::Impossible(_))));
    let (puzzle, short_of) = made(json!({ "size": "3x3", "empty": "100%" }), 1);
    assert!(puzzle.givens.iter().any(|&given| given != 0));
    assert!(
        short_of.unwrap().0.ends_with("of 9 cells are empty instead of 9, so that the solution stays unique")
    );
    let (minimal, short_of) = made(json!({ "size": "3x3", "minimal": true }), 1);
    assert!(short_of.is_none());
    for (index, _) in minimal.givens.iter().enumerate().filter(|&(_, &given)| given != 0) {
        let mut fewer = minimal.clone();
        fewer.givens[index] = 0;
        assert!(matches!(solve(&fewer, &ask(None, true, json!({}))).second, Some(Answer::Solved(_))));
    }
    let wrong = [
        (json!({ "size": "101x1" }), "there is no board of size 101x1"),
        (json!({ "max": 1 }), "option 'max': found 1, expected 2 to 10000"),
        (json!({ "empty": "half" }), "option 'empty': expected a share from 0% to 100%"),
        (json!({ "empty": "10%", "minimal": true }), "'minimal' and 'empty' cannot be combined"),
        (json!({ "hard": true }), "there is no option 'hard', only "),
    ];
    for (options, expected) in wrong {
        let error = make(&options, 1).err().unwrap().to_string();
        assert!(error.contains(expected), "{error}");
    }
    limits.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert!(matches!(make(&small, 7).unwrap(), Generated::Stopped(Stop::Interrupted)));
    assert_eq!(generator.options().get("properties").unwrap()["empty"]["default"], "60%");
    assert_eq!(GenerateOptions::read(&Map::new()).unwrap(), GenerateOptions::default());
}

#[test]
fn boards_come_in_sizes() {
    let like = Fillomino { variant: Variant::Basic, ..open_row() };
    let blank = F.resize(&like, Size::new(3, 5), &Limits::default()).unwrap();
    assert_eq!((blank.size, blank.variant, blank.givens.len()), (Size::new(3, 5), Variant::Basic, 15));
    assert!(F.resize(&like, Size::new(101, 5), &Limits::default()).is_err());
    assert!(F.contradiction(&puzzle(TINY), &Limits::default()).is_none());
    assert!(F.contradiction(&Fillomino::new(Size::new(1, 2), vec![3, 0]), &Limits::default()).is_some());
}
