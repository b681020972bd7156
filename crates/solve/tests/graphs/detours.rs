//! Paths without detours: whether there are none, one or several solutions is as before.

use jigsat_cnf::{graph::Graph, pos};
use jigsat_solve::{Answer, BuildOptions, Limits, Session, Solver};
use rand::{Rng, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

use crate::random::{Random, What, multigraph};

/// The first two solutions, or fewer if there aren't two. Also whether the formula leaves out detours.
fn two(random: &Random, no_detours: bool) -> (Vec<Vec<bool>>, bool) {
    let options = BuildOptions { prunes: true, no_detours, ..BuildOptions::default() };
    let mut session =
        Session::new(random, (), &options, &Solver::Batsat, None).expect("the formula can be built");
    let is_direct = session.formula().rules().any(|(rule, _)| rule.name() == "direct");
    let mut found = Vec::new();
    while found.len() < 2 {
        match session.solve(&Limits::default()).expect("the referee agrees") {
            Answer::Solved(solution) => found.push(solution.into_inner()),
            Answer::Impossible(_) => break,
            other => panic!("{other:?}"),
        }
    }
    (found, is_direct)
}

/// On graphs of any kind, with other clauses or without, against all assignments.
#[test]
fn paths_without_detours_have_as_many_solutions_up_to_two() {
    let mut seen = [0; 3];
    for seed in 0..12_000 {
        let random =
            if seed % 2 == 0 { Random::new(seed, 9, 12) } else { Random::on(multigraph, seed, 7, 10) };
        if !matches!(random.what, What::Paths(_)) {
            continue;
        }
        let all = random.solutions();
        let (found, is_direct) = two(&random, true);
        assert_eq!(found.len(), all.len().min(2), "{seed}: {random:?}");
        assert!(found.iter().all(|solution| all.contains(solution)), "{seed}: {random:?}");
        assert!(found.len() < 2 || found[0] != found[1], "{seed}: {random:?}");
        if is_direct {
            seen[found.len()] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count >= 3), "{seen:?}");
}

/// On grids with some pairs, against the formula with all solutions.
#[test]
fn grids_without_detours_have_as_many_solutions_up_to_two() {
    let mut seen = [0; 3];
    for seed in 0..300 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (rows, cols) = (rng.random_range(3..=5), rng.random_range(3..=5));
        let mut edges = Vec::new();
        for node in 0..rows * cols {
            edges.extend((node % cols + 1 < cols).then_some((node, node + 1)));
            edges.extend((node + cols < rows * cols).then_some((node, node + cols)));
        }
        let mut nodes: Vec<usize> = (0..rows * cols).collect();
        nodes.shuffle(&mut rng);
        let pairs =
            (0..rng.random_range(2..=rows * cols / 4)).map(|pair| [nodes[2 * pair], nodes[2 * pair + 1]]);
        let what = What::Paths(pairs.collect());
        let keys = edges.len();
        let edges = edges.into_iter().zip(0..).map(|((one, other), key)| (one, other, pos(key)));
        let graph = Graph::of_edges(rows * cols, edges);
        let random = Random { keys, graph, what, clauses: Vec::new() };
        let (all, direct) = (two(&random, false), two(&random, true));
        assert!(direct.1 && !all.1);
        assert_eq!(all.0.len(), direct.0.len(), "{seed}: {random:?}");
        assert!(direct.0.len() < 2 || direct.0[0] != direct.0[1], "{seed}");
        seen[all.0.len()] += 1;
    }
    assert!(seen.iter().all(|&count| count >= 5), "{seen:?}");
}
