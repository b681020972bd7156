//! Each rule of each encoding is needed or declared redundant; the number of models is compared with the referee's own
//! plans.

use std::collections::BTreeSet;

use jigsat_cnf::{Choice, Flavours};
use jigsat_input::Source;
use jigsat_sokoban::{Atom, Encoding, Game, Plan, Sokoban, parse_one};
use jigsat_solve::{Answer, BuildOptions, Limits, Puzzle, Session, Solver, build, testing};

fn level(rows: &str) -> Sokoban {
    Sokoban::new(parse_one(&Source::new("test", rows)).unwrap())
}

/// Small levels, each with a few steps: room to walk, two boxes, a corner, a bend.
fn levels() -> Vec<Sokoban> {
    vec![
        level("######\n#@$ .#\n######").with_steps(2),
        level("#####\n#   #\n# $.#\n#@  #\n#####").with_steps(1),
        level("######\n#    #\n#@$$ #\n#  ..#\n######").with_steps(2),
        level("#####\n#.  #\n# $ #\n# @ #\n#####").with_steps(2),
        level("######\n# .$ #\n#  $.#\n#@   #\n######").with_steps(3),
        level("######\n#. $.#\n# @$ #\n#   ##\n#####").with_steps(3),
        level("#######\n#.@ $.#\n#.$  ##\n#######").with_steps(3),
        level("#####\n#+$ #\n#  .#\n#####").with_steps(1),
        level("######\n#@ $.#\n#  $.#\n######").with_steps(4),
        // Both boxes must be pushed from the other side, which the player can't reach.
        level("######\n#@.$ #\n# .$ #\n######").with_steps(2),
    ]
}

/// The same levels with as many steps as their plans have moves, and one or two more.
fn in_moves() -> Vec<Sokoban> {
    vec![
        level("######\n#@$ .#\n######").with_steps(2),
        level("#####\n#@  #\n# $.#\n#####").with_steps(2),
        level("#####\n#@$.#\n#   #\n#####").with_steps(3),
        level("#####\n#+$ #\n#  .#\n#####").with_steps(2),
        level("######\n#@$$.#\n#  . #\n######").with_steps(3),
        level("######\n#@$ .#\n# $ .#\n######").with_steps(5),
        level("#####\n#.@.#\n# $$#\n#   #\n#####").with_steps(4),
        level("######\n# .$@#\n#    #\n######").with_steps(2),
    ]
}

fn levels_for(encoding: Encoding) -> Vec<Sokoban> {
    match encoding {
        Encoding::Pushes | Encoding::Lines => levels(),
        Encoding::Moves | Encoding::Labelled => in_moves(),
    }
}

/// All plans with this many moves, by brute force.
fn plans_of_moves(puzzle: &Sokoban, steps: u16) -> Vec<Plan> {
    let mut games = vec![Game::new(&puzzle.level)];
    for _ in 0..steps {
        let mut next = Vec::new();
        for game in &games {
            for direction in jigsat_grid::Direction::ALL {
                let mut after = game.clone();
                if after.step(direction).is_ok() {
                    next.push(after);
                }
            }
        }
        games = next;
    }
    games.into_iter().filter(Game::is_solved).map(|game| game.plan()).collect()
}

/// All sequences of this many pushes, with shortest walks between them, by brute force.
fn plans_of_pushes(puzzle: &Sokoban, steps: u16) -> Vec<Plan> {
    let mut games = vec![Game::new(&puzzle.level)];
    for _ in 0..steps {
        let mut next = Vec::new();
        for game in &games {
            for cell in puzzle.level.size.cells().filter(|&cell| game.has_box(cell)) {
                for direction in jigsat_grid::Direction::ALL {
                    let mut after = game.clone();
                    let Some(stand) = puzzle.level.size.step(cell, direction.opposite()) else { continue };
                    if after.walk_to(stand) && after.step(direction) == Ok(true) {
                        next.push(after);
                    }
                }
            }
        }
        games = next;
    }
    games.into_iter().filter(Game::is_solved).map(|game| game.plan()).collect()
}

#[test]
fn models_are_the_plans() {
    for encoding in [Encoding::Pushes, Encoding::Moves, Encoding::Labelled] {
        for puzzle in levels_for(encoding) {
            let steps = puzzle.steps.unwrap();
            let expected = match encoding {
                Encoding::Pushes => plans_of_pushes(&puzzle, steps),
                _ => plans_of_moves(&puzzle, steps),
            };
            for solver in Solver::built_in() {
                testing::agrees_with_brute_force(
                    &puzzle,
                    encoding,
                    &BuildOptions::default(),
                    solver,
                    expected.clone(),
                );
            }
        }
    }
}

/// Formulas for proofs leave out facts from the analysis, but have the same meaning.
#[test]
fn formulas_for_proofs_have_the_same_plans() {
    for encoding in [Encoding::Pushes, Encoding::Moves, Encoding::Labelled] {
        for puzzle in levels_for(encoding) {
            let steps = puzzle.steps.unwrap();
            for steps in 0..=steps + 2 {
                let puzzle = puzzle.clone().with_steps(steps).for_proofs();
                let expected = match encoding {
                    Encoding::Pushes => plans_of_pushes(&puzzle, steps),
                    _ => plans_of_moves(&puzzle, steps),
                };
                let solver = Solver::default();
                testing::agrees_with_brute_force(
                    &puzzle,
                    encoding,
                    &BuildOptions::default(),
                    &solver,
                    expected,
                );
            }
        }
    }
}

#[test]
fn lines_of_one_push_each_are_among_the_models() {
    for puzzle in levels() {
        let lines =
            testing::solutions(&puzzle, Encoding::Lines, &BuildOptions::default(), &Solver::default());
        let pushes: BTreeSet<String> = plans_of_pushes(&puzzle, puzzle.steps.unwrap())
            .iter()
            .map(|plan| serde_json::to_string(plan).unwrap())
            .collect();
        assert!(pushes.is_subset(&lines));
    }
}

#[test]
fn each_rule_matters() {
    for &encoding in Encoding::ALL {
        testing::each_rule_matters(&levels_for(encoding), encoding, Flavours::default());
    }
}

#[test]
fn without_the_frame_a_box_moves_by_itself() {
    for (encoding, rule) in [
        (Encoding::Pushes, "frame"),
        (Encoding::Moves, "frame-stay"),
        (Encoding::Lines, "frame"),
        (Encoding::Labelled, "frame"),
    ] {
        let options = BuildOptions { dropped: vec![rule.into()], ..BuildOptions::default() };
        let refused = levels_for(encoding).iter().any(|puzzle| {
            let mut session = Session::new(puzzle, encoding, &options, &Solver::default(), None).unwrap();
            (0..200).any(|_| matches!(session.solve(&Limits::default()).unwrap(), Answer::Refused { .. }))
        });
        assert!(refused, "{encoding:?} without {rule}");
    }
}

#[test]
fn the_labelled_model_is_numbered_as_in_courses() {
    let puzzle = level("#####\n#@$.#\n# $.#\n#####").with_steps(3);
    let e = build(&puzzle, Encoding::Labelled, &BuildOptions::default()).unwrap();
    let (rows, cols, steps) = (4_i32, 5, 3);
    let number = |atom| e.var(atom).unwrap().to_ipasir();
    for (time, row, col) in [(0, 0, 0), (0, 1, 1), (2, 2, 3), (3, 3, 4)] {
        let cell = jigsat_grid::Cell::new(row, col);
        let player = i32::from(time) * rows * cols + i32::from(row) * cols + i32::from(col) + 1;
        assert_eq!(number(Atom::Player { time, cell }), player);
        for box_number in 0..2 {
            let offset = (i32::from(box_number) + 1) * (steps + 1) * rows * cols;
            assert_eq!(number(Atom::Numbered { number: box_number, time, cell }), offset + player);
        }
    }
    let helpers = e.atoms().filter(|(atom, _)| matches!(atom, Atom::Enter { .. }));
    assert!(helpers.into_iter().all(|(_, var)| var.to_ipasir() > 3 * (steps + 1) * rows * cols));
    // Walls have numbers, but no clause is about them.
    let wall = e.var(Atom::Player { time: 1, cell: jigsat_grid::Cell::new(0, 0) }).unwrap();
    assert!(e.clauses().from(0).all(|clause| clause.iter().all(|lit| lit.var() != wall)));
}

#[test]
fn a_box_that_nothing_can_save_makes_the_formula_contradictory() {
    for rows in ["#####\n#$  #\n# @.#\n#####", "#######\n#@ .#$#\n#######"] {
        for &encoding in Encoding::ALL {
            let puzzle = level(rows).with_steps(2);
            let mut session =
                Session::new(&puzzle, encoding, &BuildOptions::default(), &Solver::default(), None).unwrap();
            assert!(
                matches!(session.solve(&Limits::default()).unwrap(), Answer::Impossible(_)),
                "{encoding:?}"
            );
        }
    }
}

/// An atom's name in a puzzle.
struct Name<'a>(&'a Sokoban, Atom);
impl std::fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.name(self.1, f)
    }
}

#[test]
fn names() {
    let puzzle = level("#####\n#@$.#\n#####");
    let cell = jigsat_grid::Cell::new(1, 2);
    let direction = jigsat_grid::Direction::Right;
    let name = |atom| Name(&puzzle, atom).to_string();
    assert_eq!(name(Atom::Box { time: 3, cell }), "box@3(r2c3)");
    assert_eq!(name(Atom::Numbered { number: 0, time: 3, cell }), "box1@3(r2c3)");
    assert_eq!(name(Atom::Push { time: 0, cell, direction }), "push@0(r2c3 R)");
    assert_eq!(name(Atom::Player { time: 1, cell }), "player@1(r2c3)");
}
