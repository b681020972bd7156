// What a front needs of formulas and of puzzles of its own, with what is public alone: an encoding named at run time, what
// its clauses leave out, names both ways, groups with what they say, a solver's values refereed without building again, an
// explanation with its picture.

use jigsat_cnf::{Amo, Bound, Flavours, Lit, Var};
use jigsat_grid::{Cell, Charset, Lines, Picture};
use jigsat_kit::NoFiles;
use jigsat_solve::{Answer, BuildOptions, Judged, Limits, Solver, Verdict, testing};
use jigsat_workbench::{
    Ask, Board, Context, ExplainRequest, OwnPuzzle, Part, Purpose, Status, Text, Wants, family, only,
    puzzle_formula::PuzzleFormula,
};
use lamps::Lamps;

fn board(family_name: &str, text: &str) -> std::sync::Arc<dyn Board> {
    let prepared = family(family_name).unwrap().prepare(&Ask::default()).unwrap();
    only(&*prepared, Text::of_string("board", text.to_owned()), &NoFiles).unwrap()
}

/// The values of a model that a solver finds, which knows nothing but clauses.
fn model(formula: &dyn PuzzleFormula) -> Vec<bool> {
    let cnf = formula.cnf();
    let mut sat = Solver::Batsat.start().unwrap();
    sat.reserve(cnf.variables()).unwrap();
    cnf.clauses().iter().for_each(|clause| sat.add(clause).unwrap());
    assert_eq!(sat.solve(&[], &Limits::default()).unwrap(), Verdict::Sat);
    (0..cnf.variables()).map(|var| sat.value(Var::new(var))).collect()
}

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn each_encoding_is_named_at_run_time_and_its_models_are_decoded_without_building_again() {
    let sudoku = board("sudoku", EASY);
    for encoding in sudoku.encodings() {
        let mut formula = sudoku.encode(Purpose::Puzzle, encoding, &BuildOptions::default()).unwrap();
        assert_eq!(formula.encoding(), encoding);
        assert!(!formula.is_lazy(), "its clauses say everything");
        assert_eq!(formula.cnf().projected_variables().count(), 729);
        let values = model(&*formula);
        assert_eq!(formula.referee(&values, &Limits::default()), Judged::Solution);
        let Some(Answer::Solved(solution)) = formula.take_answer() else { panic!("the formula keeps it") };
        assert!(sudoku.write_solution(&solution, "plain").unwrap().starts_with("534678912"));
        // One more wrong cell, and the referee says what is broken.
        let mut wrong = values;
        let [from, to] = ["r1c3=4", "r1c3=6"].map(|name| formula.named(name).unwrap().vidx());
        wrong.swap(from, to);
        assert!(matches!(formula.referee(&wrong, &Limits::default()), Judged::Refused(_)), "{encoding}");
    }
    let unknown = sudoku.encode(Purpose::Puzzle, "other", &BuildOptions::default()).map(|_| ()).unwrap_err();
    assert_eq!(unknown.to_string(), "there is no encoding 'other'");
}

#[test]
fn a_formula_says_what_its_clauses_leave_out() {
    let slitherlink = board("slitherlink", "3.3\n...\n3.3\n");
    let encoding = slitherlink.encoding();
    let lazy = slitherlink.encode(Purpose::Puzzle, encoding, &BuildOptions::default()).unwrap();
    assert!(lazy.is_lazy(), "its loop is kept by cuts");
    let full = BuildOptions::default().in_full();
    let full = slitherlink.encode(Purpose::Puzzle, encoding, &full).unwrap();
    assert!(!full.is_lazy());
    assert!(full.cnf().clauses().len() > lazy.cnf().clauses().len());
}

#[test]
fn names_and_groups_are_read_both_ways() {
    let sudoku = board("sudoku", EASY);
    let flavours = Flavours { amo: Amo::Ladder, ..Flavours::default() };
    let options = BuildOptions { flavours, ..BuildOptions::default() };
    let formula = sudoku.encode(Purpose::Puzzle, "extended", &options).unwrap();
    // Those of auxiliaries, too.
    assert!(formula.cnf().atom_variables().count() < formula.cnf().variables() as usize);
    for var in (0..formula.cnf().variables()).map(Var::new).step_by(7) {
        for lit in [var.pos_lit(), var.neg_lit()] {
            assert_eq!(formula.named(&formula.name(lit)).unwrap(), lit);
        }
    }
    let group = formula.cnf().groups().find(|group| group.rule().name() == "row").unwrap();
    assert_eq!(formula.sentence(group.index()), "row 1 has exactly one 1");
    let constraint = group.constraints().next().unwrap();
    let names: Vec<String> = constraint.lits.iter().map(|&lit| formula.name(lit)).collect();
    assert_eq!(constraint.bound, Bound::Exactly(1));
    assert_eq!((names.len(), &*names[8]), (9, "r1c9=1"));
    assert_eq!(group.args().len(), 2, "the row and the digit");
    // A literal in terms of the board means the same in each of its formulas.
    let known = formula.literal(formula.named("r5c5=5").unwrap());
    let other = sudoku.encode(Purpose::Puzzle, "minimal", &BuildOptions::default()).unwrap();
    assert_eq!(other.lit(known).map(|lit: Lit| other.name(lit)).as_deref(), Some("r5c5=5"));
    assert_eq!(sudoku.cells(known), [Cell { row: 4, col: 4 }]);
}

#[test]
fn a_puzzle_of_ones_own_is_explained_with_a_picture() {
    let row = |puzzle: &Lamps, lit: Option<&Vec<u16>>| -> Box<dyn Picture> {
        let char = |lamp| if lit.is_some_and(|lit| lit.contains(&lamp)) { 'O' } else { '.' };
        Box::new(Lines(vec![(0..puzzle.0).map(char).collect()]))
    };
    let lamps = OwnPuzzle::new("lamps", Lamps(5))
        .drawn(row)
        .placed(|_, lamp| vec![Cell { row: 0, col: lamp }])
        .board(&Ask::default())
        .unwrap();
    assert_eq!(lamps.draw(None).to_text(Charset::Ascii).trim_end(), ".....");
    let wants = Wants { draws: true, ..Wants::default() };
    let context = Context { wants, ..Context::default() };
    let explained = lamps.ask(&ExplainRequest::default(), &context).unwrap();
    assert_eq!((explained.status, explained.record.steps.len()), (Status::Solved, 2));
    let words = explained.words();
    assert!(words.contains("0 and 1 are not both lit"), "{words}");
    let svg = explained.svg().unwrap().expect("the steps are drawn");
    assert!(svg.contains("1 and 2") || svg.contains("both lit"), "{svg}");
    assert_eq!(explained.record.steps[0].cells.deduced, ["r1c3"]);
}

#[test]
fn what_an_encoding_gets_wrong_is_returned() {
    let (options, solver) = (BuildOptions::default(), Solver::Batsat);
    let compared = |expected: Vec<Vec<u16>>| {
        testing::compare_with_brute_force(&Lamps(5), (), &options, &solver, expected)
    };
    assert_eq!(compared(vec![vec![0, 2, 4]]), Ok(()));
    assert_eq!(
        compared(vec![]).unwrap_err(),
        "only with batsat has [0,2,4], which brute force does not have"
    );
    let missed = compared(vec![vec![0, 2, 4], vec![1, 3]]).unwrap_err();
    assert_eq!(missed, "only with batsat misses [1,3]");
    assert_eq!(testing::check_each_rule(&[Lamps(5)], (), &options), Ok(()));
    let of_two = testing::check_each_rule(&[Lamps(2)], (), &options).unwrap_err();
    assert_eq!(of_two, "only: no test puzzle changes when rule 'pair' is dropped");
    assert_eq!(testing::check_equivalent((&Lamps(5), ()), (&Lamps(5), ()), &options.limits), Ok(()));
    let shown = testing::check_equivalent((&Lamps(5), ()), (&Lamps(4), ()), &options.limits).unwrap_err();
    assert!(shown.starts_with("only the first shows"), "{shown}");
    // Whoever waits can stop waiting.
    options.limits.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(testing::check_each_rule(&[Lamps(5)], (), &options).unwrap_err(), "only: interrupted");
    assert!(testing::check_equivalent((&Lamps(5), ()), (&Lamps(5), ()), &options.limits).is_err());
}
