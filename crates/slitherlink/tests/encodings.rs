//! The formula has the solutions that brute force finds, in every flavour and with every solver.

use jigsat_cnf::{Choice, Flavours, GraphFlavour};
use jigsat_grid::{Cell, Edge, Size};
use jigsat_slitherlink::{Encoding, Slitherlink, Solution};
use jigsat_solve::{
    BuildOptions, Enumeration, Limits, Puzzle, Solver,
    testing::{agrees_with_brute_force, building_stops, count_models, each_rule_matters},
};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn blank(rows: u16, cols: u16) -> Slitherlink {
    let size = Size::new(rows, cols);
    Slitherlink::new(size, vec![None; size.area()])
}

fn flavours(graph: GraphFlavour) -> Flavours {
    Flavours { graph, ..Flavours::default() }
}

fn options(graph: GraphFlavour) -> BuildOptions {
    BuildOptions { flavours: flavours(graph), ..BuildOptions::default() }
}

/// All choices of edges that the referee accepts.
fn brute_force(puzzle: &Slitherlink) -> Vec<Solution> {
    let edges: Vec<Edge> = puzzle.size.edges().collect();
    let choice = |bits: u32| {
        let holds =
            |edge: Edge| edges.iter().position(|&other| other == edge).map(|place| bits >> place & 1 == 1);
        Solution::of(puzzle.size, holds)
    };
    let all = (0..1_u32 << edges.len()).map(choice);
    all.filter(|solution| puzzle.check(solution).is_ok()).collect()
}

#[test]
fn small_boards_agree_with_brute_force() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for (rows, cols) in [(1, 1), (1, 3), (4, 1), (2, 2), (2, 3)] {
        for share in [0.0, 0.3, 0.7] {
            let mut puzzle = blank(rows, cols);
            for clue in &mut puzzle.clues {
                *clue = rng.random_bool(share).then(|| rng.random_range(0..4));
            }
            let expected = brute_force(&puzzle);
            for &graph in GraphFlavour::ALL {
                for prunes in [true, false] {
                    let options = BuildOptions { prunes, ..options(graph) };
                    agrees_with_brute_force(
                        &puzzle,
                        Encoding::Edges,
                        &options,
                        &Solver::Batsat,
                        expected.clone(),
                    );
                }
            }
        }
    }
}

/// The numbers of cycles of the grid graphs (OEIS A140517 on squares).
#[test]
fn loops_of_empty_boards() {
    for (rows, cols, loops) in [(1, 1, 1), (2, 2, 13), (3, 3, 213), (3, 4, 1049)] {
        let board = blank(rows, cols);
        for &graph in GraphFlavour::ALL {
            let mut all = Enumeration::new(&board, Encoding::Edges, &options(graph)).unwrap();
            let count = all.count(u64::MAX, &Limits::default()).unwrap();
            assert_eq!(count.found, loops, "{rows}x{cols}, {}", graph.name());
        }
    }
    assert_eq!(
        count_models(&blank(3, 3), Encoding::Edges, &options(GraphFlavour::Lazy), &Solver::Batsat),
        213
    );
}

/// All solvers of this build: `cargo test --workspace` has four of them.
#[test]
fn every_solver_agrees() {
    for solver in Solver::built_in() {
        for &graph in GraphFlavour::ALL {
            assert_eq!(
                count_models(&blank(2, 3), Encoding::Edges, &options(graph), solver),
                40,
                "{solver}, {}",
                graph.name()
            );
        }
    }
}

#[test]
fn without_any_rule_the_count_changes() {
    let mut numbered = blank(2, 2);
    numbered.clues[0] = Some(2);
    for &graph in GraphFlavour::ALL {
        each_rule_matters(&[blank(2, 2), numbered.clone()], Encoding::Edges, flavours(graph));
    }
}

#[test]
fn building_stops_soon() {
    for &graph in GraphFlavour::ALL {
        let side = if graph == GraphFlavour::Lazy { 60 } else { 12 };
        assert!(
            building_stops(&blank(side, side), Encoding::Edges, true, flavours(graph)) > 0,
            "{}",
            graph.name()
        );
    }
}

#[test]
fn a_4_is_the_whole_loop() {
    let mut puzzle = blank(3, 3);
    puzzle.clues[4] = Some(4);
    let around = puzzle.size.edges_around(Cell::new(1, 1));
    let only = Solution::of(puzzle.size, |edge| Some(around.contains(&edge)));
    let expected = vec![only];
    agrees_with_brute_force(
        &puzzle,
        Encoding::Edges,
        &options(GraphFlavour::Lazy),
        &Solver::Batsat,
        expected,
    );
}
