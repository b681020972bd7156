//! Explanations on small boards, each re-checked from its reasons alone.

use std::collections::BTreeSet;

use jigsat_cnf::{Formula, Lit, Literal, Variable};
use jigsat_fillomino::{Atom, Encoding, Fillomino, Solution, Variant};
use jigsat_grid::Size;
use jigsat_solve::{
    Answer, BuildOptions, GIVEN, Limits, Puzzle, Session, Solver, Verdict, build,
    explain::{Reason, Step, Steps},
    with_names,
};

use crate::common::{brute_force, puzzles};

#[test]
fn explanations_are_complete() {
    let mut told = [0, 0];
    let mut used = BTreeSet::new();
    for size in [Size::new(1, 5), Size::new(2, 3), Size::new(3, 3)] {
        for mut puzzle in puzzles(size, 12, 0.3..0.7) {
            for variant in [Variant::Basic, Variant::Challenging] {
                puzzle.variant = variant;
                told[usize::from(variant == Variant::Basic)] += explain(&puzzle, &mut used);
            }
        }
    }
    assert!(told.iter().all(|&steps| steps > 20), "few boards with one solution: {told:?}");
    for rule in ["shut-in", "too-large"] {
        assert!(used.contains(rule), "no step is explained by '{rule}': {used:?}");
    }
}

/// Explains a board that has one solution; returns the number of steps.
fn explain(puzzle: &Fillomino, used: &mut BTreeSet<String>) -> usize {
    let (limits, options) = (Limits::default(), BuildOptions::default());
    let mut session = Session::new(puzzle, Encoding::Lazy, &options, &Solver::Batsat, None).unwrap();
    let Answer::Solved(solution) = session.solve(&limits).unwrap() else { return 0 };
    let goal = session.true_projected();
    let Answer::Impossible(_) = session.solve(&limits).unwrap() else { return 0 };
    // As in the command: numbers that don't occur share an atom.
    let largest = solution.numbers().chain([puzzle.largest_given()]).max();
    let short = Fillomino { largest_named: largest, ..puzzle.clone() };
    check_all(puzzle, &goal, used) + check_all(&short, &goal, used)
}

fn check_all(puzzle: &Fillomino, goal: &[Literal<Atom>], used: &mut BTreeSet<String>) -> usize {
    let (limits, options) = (Limits::default(), BuildOptions::default());
    let mut steps = Steps::new(puzzle, Encoding::Lazy, &options, &Solver::Batsat, goal, &[]).unwrap();
    let mut count = 0;
    while let Some(step) = steps.next(&limits).unwrap() {
        check(puzzle, &steps, &step);
        let e = steps.blame().formula();
        let groups = step.reasons.iter().filter_map(|reason| match reason {
            Reason::Group(group) => Some(e.group_at(*group)),
            Reason::Fact(_) => None,
        });
        used.extend(groups.map(|group| group.rule().name().to_owned()));
        count += 1;
    }
    let e = steps.blame().formula();
    for solution in brute_force(puzzle) {
        check_clauses(puzzle, e, &solution);
    }
    count
}

/// The clauses noticed on the way hold in every solution, not only where they were noticed.
fn check_clauses(puzzle: &Fillomino, e: &Formula<Atom>, solution: &Solution) {
    let holds = |literal: Literal<Atom>| {
        let is_true = match literal.variable {
            Variable::Atom(Atom::Is { cell, number }) => solution.number(cell) == number,
            Variable::Atom(Atom::Above { cell, most }) => solution.number(cell) > most,
            other => panic!("numbers alone make the formula, found {other:?}"),
        };
        is_true != literal.negated
    };
    for group in e.groups_from(0) {
        for place in group.clauses() {
            let holds = e.clauses()[place].iter().any(|&lit| holds(e.literal(lit)));
            assert!(holds, "'{}' fails for {solution:?} of {puzzle:?}", group.rule().name());
        }
    }
}

fn check(puzzle: &Fillomino, steps: &Steps<'_, Fillomino>, step: &Step) {
    let e = steps.blame().formula();
    let mut numbers = vec![0; puzzle.size.area()];
    let mut clauses: Vec<Vec<Lit>> = Vec::new();
    let mut names_places = false;
    for &reason in &step.reasons {
        match reason {
            Reason::Fact(lit) => clauses.push(vec![lit]),
            Reason::Group(group) => {
                let group = e.group_at(group);
                names_places |= ["givenless", "far", "by-way", "up-to"].contains(&group.rule().name());
                let units = group.rule().name() == GIVEN.name();
                for place in group.clauses() {
                    clauses.push(e.clauses()[place].to_vec());
                    if units {
                        note(puzzle, &mut numbers, e.literal(e.clauses()[place][0]));
                    }
                }
            }
        }
        if let Reason::Fact(lit) = reason {
            note(puzzle, &mut numbers, e.literal(lit));
        }
    }
    // By a new solver, from the clauses of the reasons.
    for &deduced in &step.deduced {
        let mut sat = Solver::Batsat.start().unwrap();
        sat.reserve(e.variables()).unwrap();
        for clause in &clauses {
            sat.add(clause).unwrap();
        }
        let verdict = sat.solve(&[!deduced], &Limits::default()).unwrap();
        assert!(matches!(verdict, Verdict::Unsat), "the reasons don't suffice: {puzzle:?}");
    }
    // By brute force, using only the numbers that the reasons name, and the places of givens only if they are named.
    if !names_places {
        let mut board = Fillomino::new(puzzle.size, numbers);
        board.variant = Variant::Challenging;
        for solution in brute_force(&board) {
            for &deduced in &step.deduced {
                let Variable::Atom(Atom::Is { cell, number }) = e.literal(deduced).variable else {
                    panic!("a number is deduced")
                };
                assert_eq!(solution.number(cell), number, "{cell} does not follow: {puzzle:?}");
            }
        }
    }
}

fn note(puzzle: &Fillomino, numbers: &mut [u16], literal: Literal<Atom>) {
    if let Variable::Atom(Atom::Is { cell, number }) = literal.variable {
        numbers[puzzle.size.index(cell)] = number;
    }
}

/// Deductions about the 2s, which are known, and about the cells that can be neither 4 nor larger: a group has no room.
#[test]
fn what_is_noticed() {
    let needs = |inside: &str, number: u16| {
        format!("a group of {number}s does not fit inside {inside}, so it extends further")
    };
    let three = |inside: &str, number: u16| vec![needs(inside, number); 3];
    let two = [needs("r1c1", 2), needs("r1c5", 2)].to_vec();
    let expected = [two, three("r1c2, r1c3, r1c4", 4), three("r1c1, r1c2, r1c3, r1c4", 5)].concat();
    assert_eq!(noticed(&[2, 0, 0, 0, 2]), expected);
}

fn noticed(row: &[u16]) -> Vec<String> {
    let puzzle = Fillomino::new(Size::new(1, row.len() as u16), row.to_vec());
    let mut e = build(&puzzle, Encoding::Lazy, &BuildOptions::default()).unwrap();
    let value = |var| match e.literal(Lit::positive(var)).variable {
        Variable::Atom(Atom::Is { cell, number }) => {
            let given = row[puzzle.size.index(cell)];
            (given > 0).then_some(given == number)
        }
        _ => None,
    };
    let values: Vec<Option<bool>> = (0..e.variables()).map(value).collect();
    let before = e.group_count();
    let completion = puzzle.completion(Encoding::Lazy).unwrap();
    completion.notice(Encoding::Lazy, &[values], &mut e);
    with_names(&puzzle, |names| e.groups_from(before).map(|group| group.sentence(names)).collect())
}
