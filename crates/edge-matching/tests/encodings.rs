//! Every encoding against brute force, known counts and each other.

use jigsat_cnf::{Amo, Choice, Flavours};
use jigsat_edge_matching::{EdgeMatching, Encoding, check, parse};
use jigsat_input::Source;
use jigsat_solve::{BuildOptions, Solver, build, testing, with_names};

use crate::common::{brute_force, four_squares, puzzle, small_puzzles};

fn count(puzzle: &EdgeMatching, encoding: Encoding) -> u64 {
    testing::count_models(puzzle, encoding, &BuildOptions::default(), &Solver::default())
}

/// The same tests for each encoding: one line per case.
macro_rules! encoding_tests {
    ($($name:ident: $encoding:expr;)*) => {$(
        mod $name {
            use super::*;

            #[test]
            fn four_squares_has_72_assemblies_18_up_to_rotation() {
                let apart = four_squares();
                let as_one = EdgeMatching { turns_are_one: true, ..apart.clone() };
                for solver in Solver::built_in() {
                    let options = BuildOptions::default();
                    assert_eq!(testing::count_models(&apart, $encoding, &options, solver), 72, "{solver}");
                    assert_eq!(testing::count_models(&as_one, $encoding, &options, solver), 18, "{solver}");
                }
            }

            #[test]
            fn four_squares_unturned_has_4_none_with_piece_1_in_the_first_corner() {
                for turns_are_one in [false, true] {
                    let puzzle = EdgeMatching { rotate: false, turns_are_one, ..four_squares() };
                    let found = testing::solutions(&puzzle, $encoding, &BuildOptions::default(), &Solver::default());
                    assert_eq!(found.len(), 4);
                    let first = r#""row":0,"col":0,"piece":1,"#;
                    assert!(found.iter().all(|solution| !solution.contains(first)), "{found:?}");
                }
            }

            #[test]
            fn agrees_with_brute_force() {
                for (name, puzzle) in small_puzzles() {
                    println!("{name}");
                    let expected = brute_force(&puzzle);
                    for (amo, prunes) in [(Amo::Pairwise, false), (Amo::Ladder, true)] {
                        let flavours = Flavours { amo, ..Flavours::default() };
                        let options = BuildOptions { flavours, prunes, ..BuildOptions::default() };
                        let solver = Solver::default();
                        testing::agrees_with_brute_force(&puzzle, $encoding, &options, &solver, expected.iter().cloned());
                    }
                }
            }

            #[test]
            fn turns_as_one_leave_one_of_each() {
                for (name, puzzle) in small_puzzles() {
                    let as_one = EdgeMatching { turns_are_one: true, ..puzzle.clone() };
                    let all = brute_force(&puzzle);
                    let found = testing::solutions(&as_one, $encoding, &BuildOptions::default(), &Solver::default());
                    let orbits: std::collections::BTreeSet<Vec<String>> = all.iter().map(|solution| {
                        let mut images: Vec<String> =
                            puzzle.images(solution).iter().map(|image| image.to_line(&puzzle)).collect();
                        images.sort();
                        images
                    }).collect();
                    let anchored = puzzle.turns_told_apart();
                    let expected = if anchored { orbits.len() } else { all.len() };
                    assert_eq!(found.len(), expected, "{name}");
                }
            }

            #[test]
            fn each_rule_matters() {
                let mut puzzles: Vec<EdgeMatching> = small_puzzles().into_iter().map(|(_, puzzle)| puzzle).collect();
                puzzles.retain(|puzzle| brute_force(puzzle).len() <= 200);
                puzzles.push(EdgeMatching { turns_are_one: true, ..four_squares() });
                puzzles.push(EdgeMatching { turns_are_one: true, ..puzzle("3 3\n1 2 3 4\n1 1 2 2\n1 1 3 3\n2 3 1 4\n4 4 1 2\n3 1 4 1\n2 2 4 4\n3 1 2 1\n2 1 2 4\n") });
                testing::each_rule_matters(&puzzles, $encoding, Flavours::default());
            }
        }
    )*};
}

encoding_tests! {
    located: Encoding::Located;
    placement: Encoding::Placement;
    two_level: Encoding::TwoLevel;
    counted: Encoding::Counted;
    compact: Encoding::Compact;
}

#[test]
fn located_has_the_size_that_the_notes_state() {
    let puzzle = EdgeMatching { turns_are_one: true, ..four_squares() };
    let e = build(&puzzle, Encoding::Located, &BuildOptions::default()).unwrap();
    assert_eq!((e.variables(), e.clauses().len()), (96, 469));
    let clauses = |rule: &str| {
        e.groups()
            .filter(|group| group.rule().name() == rule)
            .map(|group| group.clauses().len())
            .sum::<usize>()
    };
    assert_eq!(clauses("channel"), 256);
    let marked = e.atoms().filter(|(atom, _)| matches!(atom, jigsat_edge_matching::Atom::Marked { .. }));
    assert_eq!(marked.count(), 64);
    let without = build(&four_squares(), Encoding::Located, &BuildOptions::default()).unwrap();
    assert_eq!((without.variables(), without.clauses().len()), (96, 468));
    // In the order of the notes: l first, then r, then m.
    let number =
        |square, piece| e.var(jigsat_edge_matching::Atom::Located { square, piece }).unwrap().to_ipasir();
    assert_eq!((number(0, 0), number(0, 1), number(3, 3)), (1, 2, 16));
    assert_eq!(
        with_names(&puzzle, |names| {
            let mut text = String::new();
            e.write_variable(e.atoms().last().unwrap().1, None, names, &mut text).unwrap();
            text
        }),
        "m(4,4,4)"
    );
}

#[test]
fn with_piece_1_fixed_and_edges_free_there_are_1536_states() {
    let puzzle = EdgeMatching { turns_are_one: true, ..four_squares() };
    let options = BuildOptions { dropped: vec!["agree".into()], ..BuildOptions::default() };
    let states = testing::count_models(&puzzle, Encoding::Located, &options, &Solver::default());
    assert_eq!(states, 6 * 4_u64.pow(4));
}

#[test]
fn an_unturned_assembly_and_one_that_differs_at_two_seams() {
    let lie = |text: &str| {
        let solution =
            jigsat_edge_matching::parse_solution(&four_squares(), &Source::new("s", text)).unwrap();
        check(&four_squares(), &solution).map_err(|violation| violation.to_string())
    };
    assert_eq!(lie("2x2:2+0,3+0,4+0,1+0"), Ok(()));
    assert_eq!(
        lie("3+0 2+0 1+0 4+0").unwrap_err(),
        "r1c1 shows 1 on the right, but r1c2 shows 2 on the left; \
         r2c1 shows 1 on the right, but r2c2 shows 2 on the left"
    );
}

#[test]
fn equal_pieces_need_a_cell_each() {
    // Without at most one piece per cell, two equal pieces could share a cell and leave another cell empty.
    let puzzle = puzzle("2 2\n1 2 1 2\n1 2 1 2\n1 1 1 1\n2 2 2 2\n");
    let expected = brute_force(&puzzle).len() as u64;
    for &encoding in Encoding::ALL {
        assert_eq!(count(&puzzle, encoding), expected, "{}", encoding.name());
    }
}

#[test]
fn clue_1_of_eternity_ii_is_solved_by_every_encoding() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/edge-matching/clues/clue1.em");
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("skipped: there is no {path}");
        return;
    };
    let puzzle = parse(&Source::new("clue1.em", text)).unwrap();
    for encoding in [Encoding::TwoLevel, Encoding::Counted, Encoding::Placement, Encoding::Compact] {
        let mut session =
            jigsat_solve::Session::new(&puzzle, encoding, &BuildOptions::default(), &Solver::default(), None)
                .unwrap();
        let answer = session.solve(&jigsat_solve::Limits::default()).unwrap();
        assert!(answer.solution().is_some(), "{}", encoding.name());
    }
}
