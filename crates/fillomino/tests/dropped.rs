//! Each rule of each encoding is needed or declared redundant: without it, the count of solutions changes or stays the
//! same.

use std::collections::BTreeMap;

use jigsat_cnf::{Choice, Flavours};
use jigsat_fillomino::{Encoding, Fillomino, Variant};
use jigsat_grid::Size;
use jigsat_solve::{ANOTHER, BuildOptions, Limits, Session, Solver, build, testing::each_rule_matters};

fn puzzle(rows: u16, cols: u16, givens: &[u16]) -> Fillomino {
    Fillomino::new(Size::new(rows, cols), givens.to_vec())
}

fn basic(rows: u16, cols: u16, givens: &[u16]) -> Fillomino {
    Fillomino { variant: Variant::Basic, ..puzzle(rows, cols, givens) }
}

/// For formulas that hold for every board of the shape.
#[test]
fn rules_of_whole_formulas() {
    let puzzles = [
        puzzle(2, 3, &[0; 6]),
        puzzle(2, 4, &[4, 4, 0, 0, 0, 0, 0, 2]),
        // Two groups of 4 would meet; up to 3, small sets see it.
        puzzle(2, 4, &[4, 0, 0, 0, 0, 0, 0, 4]),
        puzzle(3, 3, &[0, 5, 0, 0, 0, 0, 0, 5, 0]),
        puzzle(1, 4, &[0, 0, 0, 7]),
        basic(2, 3, &[3, 0, 0, 0, 0, 1]),
        // In explanations, the numbers that don't occur share an atom.
        Fillomino { largest_named: Some(3), ..basic(2, 3, &[3, 0, 0, 0, 0, 1]) },
    ];
    for &encoding in Encoding::ALL {
        each_rule_matters(&puzzles, encoding, Flavours::default());
    }
}

/// For formulas that are only solved, with the clauses added while solving.
#[test]
fn rules_of_pruned_formulas() {
    let puzzles = [
        // Hidden groups above the largest given, which may be split in several ways.
        puzzle(1, 6, &[1, 0, 0, 0, 0, 0]),
        puzzle(2, 4, &[1, 0, 0, 0, 0, 0, 0, 0]),
        puzzle(2, 5, &[5, 0, 0, 0, 0, 0, 0, 0, 0, 4]),
        puzzle(2, 4, &[4, 0, 0, 0, 0, 0, 0, 4]),
        puzzle(3, 3, &[0, 5, 0, 0, 0, 0, 0, 5, 0]),
        puzzle(1, 4, &[0, 0, 0, 7]),
        // Between the 2s is room for 1s only, and not for two of them.
        puzzle(1, 6, &[2, 2, 0, 0, 2, 2]),
        basic(3, 3, &[5, 0, 0, 0, 0, 0, 0, 0, 4]),
        basic(2, 4, &[2, 0, 0, 0, 0, 0, 0, 4]),
    ];
    for &encoding in Encoding::ALL {
        let full: Vec<u64> = puzzles.iter().map(|puzzle| count(puzzle, encoding, None, u64::MAX)).collect();
        let mut only_here: Vec<&str> = Vec::new();
        let rules: Vec<_> = puzzles.iter().map(|puzzle| rules_of(puzzle, encoding, true)).collect();
        let in_whole: Vec<_> =
            puzzles.iter().flat_map(|puzzle| rules_of(puzzle, encoding, false).into_keys()).collect();
        for (rule, is_redundant) in rules.iter().flatten().collect::<BTreeMap<_, _>>() {
            let with_rule =
                puzzles.iter().zip(&rules).zip(&full).filter(|((_, rules), _)| rules.contains_key(rule));
            let differs = with_rule
                .map(|((puzzle, _), &full)| {
                    (count(puzzle, encoding, Some(rule), full.saturating_add(1)), full)
                })
                .any(|(without, full)| without != full);
            let name = encoding.name();
            assert!(!differs || !is_redundant, "{name}: rule '{rule}' is declared redundant, but it matters");
            // The tests of whole formulas show where the others matter.
            if !in_whole.contains(rule) {
                assert!(differs || *is_redundant, "{name}: no puzzle changes when rule '{rule}' is dropped");
                only_here.push(rule.as_str());
            }
        }
        assert_eq!(only_here, only_pruned(encoding), "{}", encoding.name());
    }
}

/// The rules that no whole formula has.
fn only_pruned(encoding: Encoding) -> &'static [&'static str] {
    match encoding {
        Encoding::Lazy => &["basic-total", "really-split", "spelled", "split"],
        Encoding::TreeBinary | Encoding::TreeUnary => &["above", "same-above"],
        Encoding::Warshall => &["apart"],
    }
}

/// The rules of a formula and of what is added while its solutions are counted, and whether each is declared redundant.
fn rules_of(puzzle: &Fillomino, encoding: Encoding, prunes: bool) -> BTreeMap<String, bool> {
    let mut session = session(puzzle, encoding, prunes, None);
    session.count(u64::MAX, &Limits::default()).unwrap();
    let rules = session.formula().rules().map(|(rule, _)| (rule.name().to_owned(), rule.is_redundant()));
    rules.filter(|(rule, _)| rule != ANOTHER.name()).collect()
}

fn session<'p>(
    puzzle: &'p Fillomino,
    encoding: Encoding,
    prunes: bool,
    dropped: Option<&str>,
) -> Session<'p, Fillomino> {
    let dropped = dropped.into_iter().map(str::to_owned).collect();
    let options = BuildOptions { dropped, prunes, ..BuildOptions::default() };
    Session::new(puzzle, encoding, &options, &Solver::Batsat, None).unwrap()
}

/// The number of solutions of a pruned formula, up to a limit.
fn count(puzzle: &Fillomino, encoding: Encoding, dropped: Option<&str>, limit: u64) -> u64 {
    session(puzzle, encoding, true, dropped).count(limit, &Limits::default()).unwrap().found
}

/// If reasons must be complete, 'no number is above the largest given' is a rule of its own, which explanations of
/// other rules need not mention. A formula that is only solved leaves such numbers out.
#[test]
fn a_whole_basic_formula_says_that_no_number_is_larger() {
    let puzzle = Fillomino { largest_named: Some(3), ..basic(2, 3, &[3, 0, 0, 0, 0, 1]) };
    for prunes in [false, true] {
        let e = build(&puzzle, Encoding::Lazy, &BuildOptions { prunes, ..BuildOptions::default() })
            .expect("a formula");
        assert_eq!(e.rules().any(|(rule, _)| rule.name() == "up-to"), !prunes);
        let above = jigsat_fillomino::Atom::Above { cell: puzzle.size.cell(1), most: 3 };
        assert_eq!(e.var(above).is_some(), !prunes);
    }
}
