//! Every kind in every flavour, by a solver and by backtracking, against brute force.

use jigsat_cnf::{Choice, Flavours, GraphFlavour};
use jigsat_solve::{BuildOptions, Solver, testing};

use crate::random::{Random, multigraph};

fn options(graph: GraphFlavour, prunes: bool) -> BuildOptions {
    BuildOptions { flavours: Flavours { graph, ..Flavours::default() }, prunes, ..BuildOptions::default() }
}

fn run(seeds: std::ops::Range<u64>, random: impl Fn(u64) -> Random) {
    for seed in seeds {
        let random = random(seed);
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
    run(20_000..20_150, |seed| Random::new(seed, 8, 9));
}

#[test]
fn all_flavours_have_the_solutions_of_brute_force_on_multigraphs() {
    let count = std::env::var("JIGSAT_GRAPHS").map_or(200, |count| count.parse().expect("a number"));
    run(0..count, |seed| Random::on(multigraph, seed, 7, 9));
}

#[test]
#[ignore = "slow: 5 min"]
fn all_flavours_have_the_solutions_of_brute_force_on_many_graphs() {
    run(30_000..40_000, |seed| Random::new(seed, 8, 12));
}
