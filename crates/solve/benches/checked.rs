//! The cost of a proof: CaDiCaL on formulas without a model, alone and with each step of its proof checked while it is
//! made.
//!
//! `cargo bench -p jigsat-solve --bench checked --features cadical -- FORMULA…` takes DIMACS files, such as
//! those that `--proof FOLDER` writes. Without files it takes random formulas.

fn main() {
    #[cfg(feature = "cadical")]
    costs::main();
}

#[cfg(feature = "cadical")]
mod costs {
    use std::time::{Duration, Instant};

    use jigsat_cnf::{Clauses, Var, read_dimacs};
    use jigsat_solve::{
        Limits, Solver, Verdict,
        proof::{Certified, Wish, certify},
    };
    use rand::{Rng, SeedableRng, seq::index};
    use rand_chacha::ChaCha8Rng;

    pub fn main() {
        let files: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
        println!("{:>10} {:>10} {:>6}  formula", "alone", "checked", "ratio");
        for file in &files {
            let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
            let formula = read_dimacs(&text).unwrap_or_else(|_| panic!("{file} is no DIMACS"));
            compare(file, formula.variables, &formula.clauses);
        }
        for seed in 0..if files.is_empty() { 3 } else { 0 } {
            compare(&format!("180 variables, seed {seed}"), 180, &random(180, 800, seed));
        }
    }

    /// Clauses of three literals, so many that hardly any assignment satisfies them.
    fn random(variables: u32, count: usize, seed: u64) -> Clauses {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut clauses = Clauses::default();
        for _ in 0..count {
            let vars = index::sample(&mut rng, variables as usize, 3);
            clauses.push(vars.iter().map(|var| Var::new(var as u32).lit(rng.random())).collect::<Vec<_>>());
        }
        clauses
    }

    fn compare(name: &str, variables: u32, clauses: &Clauses) {
        let alone = median(|| {
            let mut sat = Solver::Cadical.start().expect("it is built in");
            sat.reserve(variables).expect("there is memory");
            for clause in clauses.iter() {
                sat.add(clause).expect("there is memory");
            }
            sat.solve(&[], &Limits::default()).expect("it answers") == Verdict::Unsat
        });
        let checked = median(|| {
            let wish = Wish { write: None, check: true };
            let answer = certify(variables, clauses, &[], wish, &Limits::default()).expect("it answers");
            matches!(answer, Certified::Refuted { .. })
        });
        let (Some(alone), Some(checked)) = (alone, checked) else {
            println!("{name} has a model");
            return;
        };
        let ratio = checked.as_secs_f64() / alone.as_secs_f64();
        println!("{alone:>10.1?} {checked:>10.1?} {ratio:>6.2}  {name}");
    }

    /// The median time of three runs that refute the formula.
    fn median(run: impl Fn() -> bool) -> Option<Duration> {
        let mut times = [Duration::ZERO; 3];
        for time in &mut times {
            let started = Instant::now();
            if !run() {
                return None;
            }
            *time = started.elapsed();
        }
        times.sort_unstable();
        Some(times[1])
    }
}
