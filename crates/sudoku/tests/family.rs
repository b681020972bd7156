//! Sudoku as a family: the interface that the workbench uses.

use std::{fs, path::PathBuf};

use jigsat_cnf::{neg, pos};
use jigsat_grid::{Cell, Size};
use jigsat_input::About;
use jigsat_kit::{
    Counting, Error, Family, FormulaOptions, Generated, Goal, NoFiles, NoOptions, Question, Run,
    SearchOptions, Text, ask_session, only, schema_of,
};
use jigsat_solve::{Answer, End, Limits};
use jigsat_sudoku::{Atom, Encoding, GenerateOptions, Solution, Sudoku, SudokuFamily};
use serde_json::{Map, Value, json};

const FAMILY: SudokuFamily = SudokuFamily;

fn file(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../puzzles/sudoku").join(name);
    fs::read_to_string(path).unwrap()
}

fn parse(text: &str) -> Sudoku {
    only(&FAMILY, Text::of_string("test", text.into()), &NoOptions {}, &NoFiles).unwrap().puzzle
}

fn asking(search: SearchOptions, unique: bool) -> Question<SudokuFamily> {
    Question::new(&FAMILY, FormulaOptions::default().into(), search.into(), NoOptions {}, unique).unwrap()
}

fn engine(name: &str) -> SearchOptions {
    SearchOptions { engine: Some(name.into()), ..SearchOptions::default() }
}

fn options(value: &Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

#[test]
fn engines_agree_and_say_who_answered() {
    let limits = Limits::default();
    let engines = FAMILY.engines().unwrap();
    let puzzle = parse(&file("hard.yaml"));
    let solve = |search: SearchOptions| {
        engines.solve(&puzzle, &asking(search, true), &Run::silent(&limits)).unwrap().typed()
    };
    let fast = solve(SearchOptions::default());
    assert_eq!(fast.by.engine, "fast");
    assert_eq!(fast.size, None);
    for name in ["sat", "backtrack"] {
        let outcome = solve(engine(name));
        assert_eq!(outcome.by.engine, name);
        assert!(outcome.size.is_some());
        assert_eq!(outcome.first.solution(), Some(solution_of(&puzzle)));
    }
    assert_eq!(fast.first.solution(), Some(solution_of(&puzzle)));
}

fn solution_of(puzzle: &Sudoku) -> Solution {
    let question = asking(SearchOptions::default(), false);
    ask_session(&FAMILY, puzzle, &question, &Limits::default()).unwrap().typed().first.solution().unwrap()
}

#[test]
fn fast_is_light_and_for_classic_boards() {
    let engines = FAMILY.engines().unwrap();
    let (nine, four) = (parse(&file("easy.yaml")), parse(&file("four.yaml")));
    assert_eq!(engines.names(), ["fast"]);
    assert_eq!(engines.refuses(&nine, "fast", true), None);
    assert!(engines.refuses(&nine, "fast", false).is_some());
    assert!(engines.refuses(&four, "fast", true).is_some());
    assert_eq!(engines.refuses(&four, "sat", false), None);
    let plain = asking(SearchOptions::default(), false);
    assert!(engines.is_light(&nine, &plain));
    assert!(!engines.is_light(&four, &plain));
    assert!(!engines.is_light(&nine, &asking(engine("sat"), false)));
}

#[test]
fn counts_up_to_symmetry_with_any_number_of_threads() {
    let blank = parse("kind: sudoku\nbox: 2x2\n");
    let symmetry = FAMILY.symmetry().unwrap();
    assert_eq!(symmetry.order(&blank, &Limits::default()), Ok(Some(8)));
    let mut expected = None;
    for (jobs, search) in [(1, SearchOptions::default()), (2, SearchOptions::default()), (1, engine("sat"))] {
        let wanted = Counting { limit: None, labelled: false, jobs };
        let limits = Limits::default();
        let run = Run::silent(&limits);
        let counted = jigsat_kit::by_listing(&FAMILY, &blank, &asking(search, false), &wanted, &run).unwrap();
        assert_eq!((counted.count, counted.end), (288, End::All));
        assert_eq!(counted.distinct, *expected.get_or_insert(counted.distinct));
    }
    let wanted = Counting { limit: None, labelled: false, jobs: 1 };
    let (question, limits) = (asking(engine("fast"), false), Limits::default());
    let refused = jigsat_kit::by_listing(&FAMILY, &blank, &question, &wanted, &Run::silent(&limits));
    assert!(matches!(refused, Err(Error::Request(_))));
}

#[test]
fn collections_go_on_after_a_malformed_puzzle() {
    let lines = "1...34....2....4\n# second\n1z..34....2....4\n....34....2....4\n";
    let puzzles = FAMILY.read(Text::of_string("lines", lines.into()), &NoOptions {}, &NoFiles).unwrap();
    let read: Vec<_> = puzzles.map(|entry| entry.ok().map(|entry| entry.puzzle.side())).collect();
    assert_eq!(read, [Some(4), None, Some(4)]);
}

#[test]
fn what_explanations_need() {
    let explanation = FAMILY.explanation().unwrap();
    let puzzle = parse(&file("four.yaml"));
    let solution = solution_of(&puzzle);
    let literals = explanation.literals(&puzzle, Encoding::Extended, &solution).unwrap();
    assert_eq!(literals.len(), 16);
    assert_eq!(explanation.so_far(&puzzle, &literals), Some(solution));
    let cell = Cell::new(0, 0);
    let denied = explanation.so_far(&puzzle, &[neg(Atom::Is { cell, digit: 1 })]).unwrap();
    assert_eq!(denied.grid.concat(), puzzle.givens, "what is not there fills no cell");
    assert_eq!(explanation.cells(&puzzle, Atom::InRow { row: 1, region: 0, digit: 3 }).len(), 2);
    let formula = jigsat_solve::build(
        &puzzle,
        Encoding::Extended,
        &FormulaOptions::default().build(false, &jigsat_solve::Limits::default()),
    );
    let formula = formula.unwrap();
    let first = explanation.cells_of_group(&puzzle, &formula, formula.group_at(0));
    assert!(!first.is_empty());
    assert_eq!(jigsat_kit::literal_name(&puzzle, pos(Atom::Is { cell, digit: 4 })), "r1c1=4");
}

#[test]
fn sizes_and_clashes() {
    let puzzle = parse(&file("easy.yaml"));
    assert_eq!(FAMILY.resize(&puzzle, Size::new(2, 3), &Limits::default()).unwrap().givens.len(), 36);
    assert!(FAMILY.resize(&puzzle, Size::new(200, 200), &Limits::default()).is_err());
    assert!(FAMILY.resize(&parse(&file("killer.yaml")), Size::new(2, 2), &Limits::default()).is_err());
    assert_eq!(FAMILY.contradiction(&puzzle, &Limits::default()), None);
    assert!(FAMILY.contradiction(&parse("11.............."), &Limits::default()).is_some());
    assert_eq!(FAMILY.auto(&puzzle, Goal::One).engine, "sat");
    assert_eq!(FAMILY.auto(&puzzle, Goal::All).engine, "backtrack");
}

#[test]
fn options_have_a_schema_and_sentences_for_mistakes() {
    let schema = schema_of::<GenerateOptions>();
    let properties = schema.get("properties").unwrap();
    assert_eq!(properties["box"]["default"], "3x3");
    assert_eq!(properties["box"]["x-value"], "ROWSxCOLUMNS");
    assert_eq!(properties["like"]["x-conflicts"], json!(["box"]));
    assert_eq!(properties["symmetry"]["default"], "none");
    assert_eq!(FAMILY.generator().unwrap().options(), schema);
    assert_eq!(schema_of::<NoOptions>().get("properties"), None);
    let limits = Limits::default();
    let generate = |value: Value| {
        FAMILY.generator().unwrap().generate(&options(&value), 1, &NoFiles, &Run::silent(&limits))
    };
    for (wrong, sentence) in [
        (json!({"box": "3"}), "expected a size"),
        (json!({"box": "300x300"}), "too large"),
        (json!({"boxes": "3x3"}), "boxes"),
        (json!({"symmetry": "spiral"}), "rotate"),
        (json!({"box": "2x2", "like": {"name": "x", "text": "1..............."}}), "'like'"),
    ] {
        match generate(wrong) {
            Err(Error::Request(message)) => assert!(message.to_string().contains(sentence), "{message}"),
            _ => panic!("expected: {sentence}"),
        }
    }
    let unreadable = generate(json!({"like": {"name": "other.txt", "text": "12"}}));
    assert!(matches!(unreadable, Err(Error::Input(error)) if error.to_string().contains("other.txt")));
}

#[test]
fn generated_puzzles_have_one_solution() {
    let limits = Limits::default();
    let generate = |value: Value| {
        let run = Run::silent(&limits);
        match FAMILY.generator().unwrap().generate(&options(&value), 7, &NoFiles, &run).unwrap() {
            Generated::Puzzle { puzzle, short_of } => {
                assert!(short_of.is_none());
                puzzle
            }
            Generated::Stopped(stop) => panic!("{stop}"),
        }
    };
    let first = generate(json!({"box": "2x3", "symmetry": "rotate"}));
    assert_eq!(first, generate(json!({"box": "2x3", "symmetry": "rotate"})));
    assert_eq!(first.source, "jigsat sudoku generate, box 2x3, seed 7, symmetry rotate");
    let like = generate(json!({"like": {"name": "diagonals.yaml", "text": file("diagonals.yaml")}}));
    assert!(like.diagonals);
    assert_eq!((&*like.title, &like.about), ("", &About::default()), "it is another puzzle");
    for puzzle in [first, like] {
        let outcome =
            ask_session(&FAMILY, &puzzle, &asking(SearchOptions::default(), true), &limits).unwrap();
        assert!(matches!(outcome.second, Some(Answer::Impossible(_))));
    }
}
