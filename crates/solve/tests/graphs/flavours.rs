//! Every kind in every flavour, by a solver and by backtracking, against brute force.

use jigsat_cnf::{Choice, Flavours, GraphFlavour};
use jigsat_solve::{BuildOptions, Solver, testing};

use crate::random::Random;

fn options(graph: GraphFlavour, prunes: bool) -> BuildOptions {
    BuildOptions { flavours: Flavours { graph, ..Flavours::default() }, prunes, ..BuildOptions::default() }
}

fn run(seeds: std::ops::Range<u64>, most_keys: usize) {
    for seed in seeds {
        let random = Random::new(seed, 8, most_keys);
        for &graph in GraphFlavour::ALL {
            println!("{seed} {graph:?}: {random:?}");
            testing::agrees_with_brute_force(
                &random,
                (),
                &options(graph, seed % 2 == 0),
                &Solver::Batsat,
                random.solutions(),
            );
        }
    }
}

#[test]
fn all_flavours_have_the_solutions_of_brute_force() {
    run(20_000..20_150, 9);
}

#[test]
#[ignore = "slow: 5 min"]
fn all_flavours_have_the_solutions_of_brute_force_on_many_graphs() {
    run(30_000..40_000, 12);
}
