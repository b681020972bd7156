//! Every encoding, flavour and solver against brute force and against each other.

use std::collections::HashSet;

use jigsat_cnf::{Amo, Choice, Flavours, Lit};
use jigsat_solve::{Answer, BuildOptions, Limits, Session, Solver, build, testing, with_names};
use jigsat_tiling::{Encoding, Solution, Tiling, check};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::common::{board, puzzle, read, small};

/// All solutions that the referee accepts, found without any formula: every set of placements without overlap.
fn brute_force(tiling: &Tiling) -> Vec<Solution> {
    let mut found = Vec::new();
    let mut covered = vec![false; tiling.places()];
    extend(tiling, 0, &mut Vec::new(), &mut covered, &mut found);
    found
}

fn extend(
    tiling: &Tiling,
    next: u32,
    chosen: &mut Vec<u32>,
    covered: &mut [bool],
    found: &mut Vec<Solution>,
) {
    let all = tiling.placements();
    if next as usize == all.len() {
        let solution = tiling.solution(chosen.iter().copied());
        if check(tiling, &solution).is_ok() {
            found.push(solution);
        }
        return;
    }
    extend(tiling, next + 1, chosen, covered, found);
    if all.cells(next).iter().all(|&cell| !covered[cell as usize]) {
        all.cells(next).iter().for_each(|&cell| covered[cell as usize] = true);
        chosen.push(next);
        extend(tiling, next + 1, chosen, covered, found);
        chosen.pop();
        all.cells(next).iter().for_each(|&cell| covered[cell as usize] = false);
    }
}

/// The same tests for each encoding: one line per case.
macro_rules! encoding_tests {
    ($($name:ident: $encoding:expr;)*) => {$(
        mod $name {
            use super::*;

            #[test]
            fn agrees_with_brute_force_in_every_flavour_with_every_solver() {
                for tiling in small() {
                    let expected = brute_force(&tiling);
                    for &amo in Amo::ALL {
                        for solver in Solver::built_in() {
                            let options = BuildOptions { flavours: Flavours { amo, ..Flavours::default() }, ..BuildOptions::default() };
                            testing::agrees_with_brute_force(&tiling, $encoding, &options, solver, expected.iter().cloned());
                        }
                    }
                }
            }

            #[test]
            fn each_rule_matters() {
                // If every piece is needed, some rules follow from others and are declared redundant.
                let (needed, others): (Vec<Tiling>, Vec<Tiling>) =
                    small().into_iter().partition(Tiling::needs_every_piece);
                testing::each_rule_matters(&needed, $encoding, Flavours::default());
                testing::each_rule_matters(&others, $encoding, Flavours::default());
            }
        }
    )*};
}

encoding_tests! {
    placement: Encoding::Placement;
    naive: Encoding::Naive;
    pairs: Encoding::Pairs;
    cell: Encoding::Cell;
}

fn clauses(tiling: &Tiling, encoding: Encoding) -> (usize, usize, usize) {
    let e = build(tiling, encoding, &BuildOptions::default()).unwrap();
    let distinct: HashSet<Vec<Lit>> = e
        .clauses()
        .from(0)
        .map(|clause| {
            let mut clause = clause.to_vec();
            clause.sort_unstable();
            clause
        })
        .collect();
    (e.group_count(), e.clauses().len(), distinct.len())
}

#[test]
fn the_worked_example_has_fifteen_constraints_and_36_clauses() {
    let example = puzzle("shape-fitting.txt");
    assert_eq!(clauses(&example, Encoding::Placement), (15, 36, 31));
    assert_eq!(clauses(&example, Encoding::Naive), (15, 46, 31));
    let e = build(&example, Encoding::Placement, &BuildOptions::default()).unwrap();
    let names: Vec<String> = with_names(&example, |names| {
        e.projected()
            .map(|(_, var)| {
                let mut name = String::new();
                e.write_variable(var, None, names, &mut name).unwrap();
                name
            })
            .collect()
    });
    let expected = ["A@r1c1", "A@r1c2", "A@r2c1", "A@r2c2", "B@r1c1", "B@r2c1", "B@r3c1", "C@r1c1", "C@r1c2"];
    assert_eq!(names, expected);
    let rules: Vec<&str> = e.rules().map(|(rule, _)| rule.name()).collect();
    assert_eq!(rules, ["somewhere", "once", "free"]);
    assert_eq!(
        testing::count_models(&example, Encoding::Placement, &BuildOptions::default(), &Solver::default()),
        1
    );
    let impossible = puzzle("shape-fitting-impossible.txt");
    assert_eq!(
        testing::count_models(&impossible, Encoding::Placement, &BuildOptions::default(), &Solver::default()),
        0
    );
    let repeated = puzzle("shape-fitting-repeated.txt");
    assert_eq!(
        testing::count_models(&repeated, Encoding::Placement, &BuildOptions::default(), &Solver::default()),
        1
    );
}

#[test]
fn the_tiling_article_has_these_placements_and_clauses() {
    let tiling = puzzle("pentominoes-8x8-square.yaml");
    let all = tiling.placements();
    let counts: Vec<usize> = (0..tiling.kinds().len()).map(|kind| all.of_kind(kind).len()).collect();
    assert_eq!(counts, [288, 64, 280, 280, 336, 144, 168, 144, 144, 36, 280, 144, 49]);
    let e = build(&tiling, Encoding::Pairs, &BuildOptions::default()).unwrap();
    let of_rule = |rule: &str| {
        let stats = e.stats();
        stats.rules.iter().find(|stats| stats.rule == rule).map_or(0, |stats| stats.clauses)
    };
    assert_eq!(of_rule("apart"), 779_130);
    assert_eq!(of_rule("once"), 273_822);
    // 977,482 different pairs in all, and a clause for each piece and each cell.
    assert_eq!(clauses(&tiling, Encoding::Pairs).2, 977_482 + 13 + 64);
    // Pairs counted once for each cell that they share.
    let by_cell: usize =
        all.by_cell(tiling.places()).iter().map(|covering| covering.len() * (covering.len() - 1) / 2).sum();
    assert_eq!(by_cell, 1_331_620);
}

#[test]
fn every_solver_tiles_6x10() {
    let tiling = puzzle("pentominoes-6x10.yaml");
    let flavours = Flavours { amo: Amo::Ladder, ..Flavours::default() };
    for &encoding in &[Encoding::Placement, Encoding::Cell] {
        for solver in Solver::built_in() {
            let options = BuildOptions { flavours, ..BuildOptions::default() };
            let mut session = Session::new(&tiling, encoding, &options, solver, None).unwrap();
            let answer = session.solve(&Limits::default()).unwrap();
            assert!(matches!(answer, Answer::Solved(_)), "{encoding:?} {solver}: {answer:?}");
        }
    }
}

#[test]
fn equal_pieces_exchanged_are_one_solution() {
    let upright = "rotate: false\nmirror: false\npieces:\n";
    let copies = board("2x2", &format!("{upright}- {{name: a, shape: \"#\\n#\", count: 2}}"));
    let pieces =
        board("2x2", &format!("{upright}- {{name: a, shape: \"#\\n#\"}}\n- {{name: b, shape: \"#\\n#\"}}"));
    for tiling in [copies, pieces] {
        for &encoding in Encoding::ALL {
            assert_eq!(
                testing::count_models(&tiling, encoding, &BuildOptions::default(), &Solver::default()),
                1
            );
        }
        assert_eq!(tiling.labels_of_all(), Some(2));
    }
}

#[test]
fn without_a_rule_the_referee_refuses() {
    let tiling =
        board("3x3", "cover: some\npieces:\n- {name: a, shape: \"###\"}\n- {name: b, shape: \"##\"}");
    let refusal = |rule: &str| {
        let options = BuildOptions { dropped: vec![rule.into()], ..BuildOptions::default() };
        let mut session =
            Session::new(&tiling, Encoding::Placement, &options, &Solver::default(), None).unwrap();
        loop {
            match session.solve(&Limits::default()).unwrap() {
                Answer::Refused { violation, .. } => return violation.to_string(),
                Answer::Solved(_) => {}
                other => panic!(
                    "expected the referee to refuse without {rule}, found {other:?} in {:?}",
                    session.formula().rules().collect::<Vec<_>>()
                ),
            }
        }
    };
    let lacking = refusal("somewhere");
    assert!(lacking.contains("is not used, but needed once"), "{lacking}");
    let overlapping = refusal("free");
    assert!(overlapping.contains("is covered by both"), "{overlapping}");
    let twice = refusal("once");
    assert!(twice.contains("has no copy 2") || twice.contains("used twice"), "{twice}");
}

#[test]
fn given_pieces_are_units() {
    let tiling = puzzle("given.txt");
    assert_eq!(tiling.given().len(), 2);
    let e = build(&tiling, Encoding::Placement, &BuildOptions::default()).unwrap();
    let last = e.group_at(e.group_count() - 1);
    assert_eq!(with_names(&tiling, |names| last.sentence(names)), "given P/90@r1c3");
    let text = "....\n.LL.\n.L..\n\nLL\nL\n\nI.I\n";
    let tiling = read(text);
    assert_eq!(tiling.given().len(), 1);
}

/// A small board, with or without holes, cut into pieces; some are equal, some are optional, and some don't fit.
fn random_tiling(rng: &mut ChaCha8Rng) -> Tiling {
    let (width, height) = (rng.random_range(2..=4), rng.random_range(1..=3));
    let open: Vec<String> = (0..height)
        .map(|_| (0..width).map(|_| if rng.random_bool(0.85) { '.' } else { '#' }).collect())
        .collect();
    let board: String = open.iter().map(|row| format!("  {row}\n")).collect();
    let shapes = ["#", "##", "###", "##\\n#.", "#.#", "##\\n##", "###\\n#.."];
    let mut pieces = String::new();
    for name in ["a", "b", "c"].iter().take(rng.random_range(1..=3)) {
        let shape = shapes[rng.random_range(0..shapes.len())];
        let (min, max) = [(1, 1), (1, 1), (0, 1), (1, 2), (2, 2), (0, 3)][rng.random_range(0..6)];
        pieces += &format!("- {{name: {name}, shape: \"{shape}\", min: {min}, max: {max}}}\n");
    }
    let cover = ["", "cover: some\n", "cover: some\n"][rng.random_range(0..3)];
    let turns = ["", "", "mirror: false\n", "rotate: false\n"][rng.random_range(0..4)];
    let text = format!("kind: tiling\nboard: |\n{board}{cover}{turns}pieces:\n{pieces}");
    jigsat_tiling::parse(&jigsat_input::Source::new("random", &*text), jigsat_tiling::Rotate::AsGiven)
        .map_or_else(|_| random_tiling(rng), |read| read.puzzle)
}

/// Every encoding, with a random flavour and solver, has exactly the solutions of brute force.
fn random_boards(boards: usize, seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (mut solvable, mut tried) = (0, 0);
    while tried < boards {
        let tiling = random_tiling(&mut rng);
        if tiling.placements().len() > 40 {
            continue;
        }
        tried += 1;
        let expected = brute_force(&tiling);
        solvable += usize::from(!expected.is_empty());
        for &encoding in Encoding::ALL {
            let flavours =
                Flavours { amo: Amo::ALL[rng.random_range(0..Amo::ALL.len())], ..Flavours::default() };
            let options = BuildOptions { flavours, prunes: rng.random_bool(0.5), ..BuildOptions::default() };
            let solvers = Solver::built_in();
            let solver = &solvers[rng.random_range(0..solvers.len())];
            testing::agrees_with_brute_force(&tiling, encoding, &options, solver, expected.iter().cloned());
        }
    }
    assert!(solvable * 4 > boards && solvable < boards, "{solvable} of {boards} have a solution");
}

#[test]
fn random_boards_agree_with_brute_force() {
    random_boards(150, 1);
}

#[test]
#[ignore = "slow: 3 min"]
fn many_random_boards_agree_with_brute_force() {
    random_boards(10_000, 2);
}
