//! Tiling as a family: the interface that the workbench uses.

use std::{collections::BTreeSet, fs, path::PathBuf};

use jigsat_cnf::Choice;
use jigsat_grid::Size;
use jigsat_kit::{
    Counting, Entry, Error, Family, FormulaOptions, Generated, NoFiles, Question, Run, SearchOptions, Text,
    only, schema_of,
};
use jigsat_solve::{Answer, End, GIVEN, Limits, Puzzle, Stop, build, with_names};
use jigsat_tiling::{
    Atom, Encoding, GenerateOptions, Solution, Tiling, TilingFamily, TilingOptions, Turning,
};
use serde_json::{Map, Value, json};

const FAMILY: TilingFamily = TilingFamily;

fn file(name: &str) -> Text {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../puzzles/tiling").join(name);
    Text::of_string(name, fs::read_to_string(path).unwrap())
}

fn rotating(rotate: Option<Turning>) -> TilingOptions {
    TilingOptions { rotate }
}

fn read(text: Text) -> Entry<Tiling> {
    only(&FAMILY, text, &TilingOptions::default(), &NoFiles).unwrap()
}

fn puzzle(name: &str) -> Tiling {
    read(file(name)).puzzle
}

fn asking(search: SearchOptions, rotate: Option<Turning>, unique: bool) -> Question<TilingFamily> {
    Question::new(&FAMILY, FormulaOptions::default().into(), search.into(), rotating(rotate), unique).unwrap()
}

fn engine(name: &str) -> SearchOptions {
    SearchOptions { engine: Some(name.into()), ..SearchOptions::default() }
}

fn solve(puzzle: &Tiling, question: &Question<TilingFamily>) -> jigsat_kit::Outcome<Solution> {
    let limits = Limits::default();
    FAMILY.engines().unwrap().solve(puzzle, question, &Run::silent(&limits)).unwrap().typed()
}

fn count(
    puzzle: &Tiling,
    question: &Question<TilingFamily>,
    wanted: Counting,
) -> Result<jigsat_kit::Counted, Error> {
    let limits = Limits::default();
    let counted = FAMILY.engines().unwrap().count(puzzle, question, &wanted, &Run::silent(&limits));
    counted.map(|counted| counted.expect("the engines count"))
}

const ALL: Counting = Counting { limit: None, labelled: false, jobs: 1 };

#[test]
fn formats_of_its_own() {
    let info = FAMILY.info();
    assert!(puzzle("shape-fitting.txt").to_plain().is_ok());
    assert_eq!(info.puzzle_formats, ["xmpuzzle", "placements"]);
    let square = puzzle("pentominoes-8x8-square.yaml");
    let table = String::from_utf8(FAMILY.write(&square, "placements").unwrap()).unwrap();
    // The numbers of the article that counts its tilings.
    let words: Vec<&str> = table.split_whitespace().collect();
    let expected = "F 288 I 64 L 280 N 280 P 336 T 144 U 168 V 144 W 144 X 36 Y 280 Z 144 d 49 all 2357";
    assert_eq!(words.join(" "), expected);
    assert!((info.file_schema)().get("properties").and_then(|all| all.get("pieces")).is_some());
}

#[test]
fn what_is_strange_about_a_text_is_a_warning() {
    let entry = read(file("shape-fitting-repeated.txt"));
    assert_eq!(entry.warnings.len(), 1);
    assert!(entry.warnings[0].contains("repeats 1 of its cells"), "{}", entry.warnings[0]);
    assert!(read(file("shape-fitting.txt")).warnings.is_empty());
}

#[test]
fn engines_agree_and_say_who_counted() {
    for (name, engines) in [
        ("shape-fitting.txt", &["frontier", "bitboard", "backtrack", "sat"][..]),
        ("pentominoes-3x20.yaml", &["frontier", "bitboard", "backtrack"]),
        ("mutilated-8x8.yaml", &["frontier", "colouring", "bitboard"]),
    ] {
        let puzzle = puzzle(name);
        let counted = count(&puzzle, &asking(SearchOptions::default(), None, false), ALL).unwrap();
        for &name in engines {
            let by = count(&puzzle, &asking(engine(name), None, false), ALL).unwrap();
            assert_eq!((by.count, by.distinct, by.end), (counted.count, counted.distinct, End::All));
            assert_eq!(by.by.engine, name);
        }
    }
    let puzzle = puzzle("shape-fitting.txt");
    for refused in [
        count(&puzzle, &asking(engine("beam"), None, false), ALL),
        count(&puzzle, &asking(engine("sat"), None, false), Counting { labelled: true, ..ALL }),
    ] {
        assert!(matches!(refused, Err(Error::Request(_))));
    }
    let two = Counting { limit: Some(2), ..ALL };
    let soma = self::puzzle("soma.yaml");
    let counted = count(&soma, &asking(SearchOptions::default(), None, false), two).unwrap();
    assert_eq!((counted.count, counted.end), (2, End::Enough));
    let labelled = Counting { labelled: true, ..ALL };
    let dominoes = read(Text::of_string(
        "d",
        "kind: tiling\nboard: 2x2\npieces:\n- {name: d, shape: '##', count: 2}\n".into(),
    ));
    let question = asking(SearchOptions::default(), None, false);
    let [apart, alike] =
        [labelled, ALL].map(|wanted| count(&dominoes.puzzle, &question, wanted).unwrap().count);
    // Two equal pieces, each in four ways onto itself.
    assert_eq!(apart, 2 * 4 * 4 * alike);
}

#[test]
fn engines_that_solve() {
    let engines = FAMILY.engines().unwrap();
    let fitting = puzzle("shape-fitting.txt");
    assert_eq!(engines.names(), ["bitboard", "beam", "frontier", "colouring"]);
    for &name in engines.names() {
        assert_eq!(engines.refuses(&fitting, name, true).is_some(), name == "frontier");
        assert!(engines.refuses(&fitting, name, false).is_some());
    }
    let unique = solve(&fitting, &asking(engine("bitboard"), None, true));
    assert!(matches!((unique.first, unique.second), (Answer::Solved(_), Some(Answer::Impossible(_)))));
    let beam = solve(&puzzle("pentominoes-6x10.yaml"), &asking(engine("beam"), None, true));
    assert!(matches!((beam.first, beam.second), (Answer::Solved(_), Some(Answer::Unknown(Stop::GaveUp)))));
    let mutilated = puzzle("mutilated-8x8.yaml");
    let coloured = solve(&mutilated, &asking(SearchOptions::default(), None, false));
    assert!(matches!(&coloured.first, Answer::Impossible(by) if by.engine == "colouring"));
    assert!(FAMILY.contradiction(&mutilated, &Limits::default()).is_some());
    assert_eq!(FAMILY.contradiction(&fitting, &Limits::default()), None);
    let open = solve(&fitting, &asking(engine("colouring"), None, false));
    assert!(matches!(open.first, Answer::Unknown(Stop::GaveUp)));
    // Too large for bit boards: the beam search and a solver take turns.
    let twenty = puzzle("mutilated-20x20.yaml");
    let spec = jigsat_tiling::Spec { given: Vec::new(), ..twenty.spec().clone() };
    let search = SearchOptions { conflicts: Some(10), ..SearchOptions::default() };
    let large = FAMILY.resize(&Tiling::new(spec).unwrap(), Size::new(20, 20), &Limits::default()).unwrap();
    let by = solve(&large, &asking(search, None, false)).by.engine;
    assert!(["beam", "sat"].contains(&&*by), "{by}");
}

#[test]
fn pieces_are_rotated_as_asked_for() {
    // The second domino is upright as given, and doesn't fit.
    let text = "W = 2\nH = 2\nshapes = [\n[(0,0),(1,0)],\n[(0,0),(0,1)],\n]\n";
    let read = |rotate| {
        only(&FAMILY, Text::of_string("d", text.into()), &rotating(rotate), &NoFiles).unwrap().puzzle
    };
    let solved = |rotate| {
        let (puzzle, question) = (read(rotate), asking(SearchOptions::default(), rotate, false));
        let solved = matches!(solve(&puzzle, &question).first, Answer::Solved(_));
        assert_eq!(count(&puzzle, &question, ALL).unwrap().count > 0, solved);
        solved
    };
    assert!(!solved(None));
    assert!(!solved(Some(Turning::Never)));
    assert!(solved(Some(Turning::Always)));
    assert!(solved(Some(Turning::Fallback)));
    // A piece that is too long as given is read as one that may be rotated.
    let tall = "W = 3\nH = 1\nshapes = [\n[(0,0),(0,1),(0,2)],\n]\n";
    let tall = |rotate| only(&FAMILY, Text::of_string("d", tall.into()), &rotating(rotate), &NoFiles).is_ok();
    assert!(!tall(Some(Turning::Never)) && tall(Some(Turning::Fallback)) && tall(Some(Turning::Always)));
}

#[test]
fn symmetries_and_beginnings_leave_no_solution_out() {
    let puzzle = puzzle("pentominoes-3x20.yaml");
    let symmetry = FAMILY.symmetry().unwrap();
    assert_eq!(symmetry.order(&puzzle, &Limits::default()), Ok(Some(4)));
    let solution = solve(&puzzle, &asking(SearchOptions::default(), None, false)).first.solution().unwrap();
    let placements = puzzle.find(&solution);
    for number in 0..4 {
        let image = symmetry.images(&puzzle)(&solution, number);
        assert_eq!(puzzle.check(&image), Ok(()));
        assert_eq!(number == 0, puzzle.find(&image) == placements);
        let atoms = placements
            .iter()
            .map(|&placement| symmetry.image_of_atom(&puzzle, Atom::Place(placement), number));
        let atoms: BTreeSet<Atom> = atoms.map(Option::unwrap).collect();
        assert_eq!(atoms, puzzle.find(&image).into_iter().map(Atom::Place).collect());
    }
    assert_eq!(symmetry.image_of_atom(&puzzle, Atom::Covers { cell: 0, kind: 0 }, 1), None);
    let cutting = FAMILY.cutting().unwrap();
    let limits = Limits::default();
    let beginnings = cutting.beginnings(&puzzle).unwrap();
    let total: u128 = beginnings
        .iter()
        .map(|beginning| {
            let run = Run::silent(&limits);
            let within =
                cutting.count_within(&puzzle, &beginning.literals, &beginning.stabilizer, &run).unwrap();
            assert_eq!((within.engine, within.stopped), ("bitboard", None));
            within.count * beginning.images.len() as u128
        })
        .sum();
    assert_eq!(total, count(&puzzle, &asking(SearchOptions::default(), None, false), ALL).unwrap().count);
}

#[test]
fn marks_come_from_arguments() {
    let explanation = FAMILY.explanation().unwrap();
    for name in ["shape-fitting.txt", "two-boards.yaml", "soma.yaml", "given.txt"] {
        let puzzle = puzzle(name);
        for &encoding in Encoding::ALL {
            let formula = build(
                &puzzle,
                encoding,
                &FormulaOptions::default().build(false, &jigsat_solve::Limits::default()),
            )
            .unwrap();
            for group in formula.groups() {
                let names: Vec<String> = explanation
                    .cells_of_group(&puzzle, &formula, group)
                    .into_iter()
                    .map(|cell| explanation.cell_name(&puzzle, cell))
                    .collect();
                let sentence = with_names(&puzzle, |names| group.sentence(names));
                let said: Vec<&str> = sentence
                    .split(' ')
                    .filter(|word| puzzle.cells().any(|cell| puzzle.cell_name(cell) == *word))
                    .collect();
                if group.rule().name() == GIVEN.name() {
                    assert!(!names.is_empty(), "{name}: {sentence}");
                } else {
                    assert_eq!(names, said, "{name}: {sentence}");
                }
            }
        }
    }
}

#[test]
fn what_explanations_need() {
    let explanation = FAMILY.explanation().unwrap();
    let puzzle = puzzle("shape-fitting.txt");
    let solution = solve(&puzzle, &asking(SearchOptions::default(), None, false)).first.solution().unwrap();
    let literals = explanation.literals(&puzzle, Encoding::Placement, &solution).unwrap();
    assert_eq!(literals.len(), 3);
    assert_eq!(explanation.so_far(&puzzle, &literals), Some(solution));
    assert_eq!(explanation.so_far(&puzzle, &[]), None);
    assert_eq!(explanation.cells(&puzzle, Atom::Covers { cell: 4, kind: 0 }).len(), 1);
}

fn map(value: &Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

#[test]
fn options_have_a_schema_and_sentences_for_mistakes() {
    let schema = schema_of::<TilingOptions>();
    assert_eq!(schema.get("properties").unwrap()["rotate"]["x-value"], "WHEN");
    let schema = serde_json::to_string(&schema).unwrap();
    for turning in ["never", "fallback", "always"] {
        assert!(schema.contains(&format!("\"const\":\"{turning}\"")), "{turning}");
    }
    let options: TilingOptions = serde_json::from_value(json!({"rotate": "fallback"})).unwrap();
    assert_eq!(options, rotating(Some(Turning::Fallback)));
    assert!(serde_json::from_value::<TilingOptions>(json!({"turn": "always"})).is_err());
    let schema = schema_of::<GenerateOptions>();
    let properties = schema.get("properties").unwrap();
    assert_eq!(properties["size"]["default"], "6x10");
    assert_eq!(properties["cut"]["default"], "even");
    assert_eq!(FAMILY.generator().unwrap().options(), schema);
    let limits = Limits::default();
    for (wrong, sentence) in [
        (json!({"size": "6"}), "is not a size"),
        (json!({"size": "200x200"}), "10000 cells"),
        (json!({"size": "1x3", "pieces": 5}), "pieces"),
        (json!({"cut": "round"}), "straight"),
        (json!({"box": "3x3"}), "box"),
    ] {
        let run = Run::silent(&limits);
        match FAMILY.generator().unwrap().generate(&map(&wrong), 1, &NoFiles, &run) {
            Err(Error::Request(message)) => assert!(message.to_string().contains(sentence), "{message}"),
            _ => panic!("expected: {sentence}"),
        }
    }
}

#[test]
fn generated_puzzles_have_one_solution() {
    let limits = Limits::default();
    let generate = |value: Value| {
        let run = Run::silent(&limits);
        match FAMILY.generator().unwrap().generate(&map(&value), 3, &NoFiles, &run).unwrap() {
            Generated::Puzzle { puzzle, short_of: None } => puzzle,
            _ => panic!("expected a puzzle"),
        }
    };
    let cut = generate(json!({"size": "5x5", "turn": true}));
    assert_eq!(cut, generate(json!({"size": "5x5", "turn": true})));
    assert_eq!(cut.spec().source, "jigsat tiling generate, 5x5 in 5, pieces turn, seed 3");
    assert_eq!(count(&cut, &asking(SearchOptions::default(), None, false), ALL).unwrap().count, 1);
    let any = generate(json!({"size": "4x6", "pieces": 6, "cut": "straight", "any": true}));
    assert_eq!(
        any.spec().source,
        "jigsat tiling generate, 4x6 in 6, cut straight, any number of solutions, seed 3"
    );
}
