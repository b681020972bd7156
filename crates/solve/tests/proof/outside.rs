//! The verdicts of other checkers on our proofs, for those that are installed.

use std::{env, fs, path::Path, process::Command};

use jigsat_cnf::write_dimacs;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{accepts, corrupted::scrambled, formula, proof, random, satisfiable};

/// A checker that is installed.
struct Outside {
    name: &'static str,
    command: Vec<String>,
    /// Whether it reads our hints; the others read DRAT, and find hints on their own.
    hints: bool,
}

impl Outside {
    /// The checkers that can be started here.
    fn installed() -> Vec<Outside> {
        const DRATIFY: &str = "import sys; from dratify import parse_dimacs, check_proof
formula, proof = (open(name).read() for name in sys.argv[1:3])
print('VERIFIED' if check_proof(parse_dimacs(formula), proof).ok else 'REFUSED')";
        // Verified in ACL2, whose books contain it.
        const ACL2: &str = r#"printf '(include-book "projects/sat/lrat/stobj-based/run" :dir :system)
(lrat::lrat-check "%s" "%s")' "$0" "$1" | acl2"#;
        let python = env::var("JIGSAT_TEST_PYTHON").unwrap_or("python3".into());
        let starts = |command: &[&str]| {
            let output = Command::new(command[0]).args(&command[1..]).output();
            output.is_ok_and(|output| !String::from_utf8_lossy(&output.stderr).contains("No module named"))
        };
        let own = |command: &[&str]| command.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        [
            ("lrat-check", own(&["lrat-check"]), true),
            ("lrat-trim", own(&["lrat-trim"]), true),
            ("cake_lpr", own(&["cake_lpr"]), true),
            ("acl2", own(&["sh", "-c", ACL2]), true),
            ("drat-trim", own(&["drat-trim"]), false),
            ("rate", own(&["rate"]), false),
            ("dratify", own(&[&python, "-c", DRATIFY]), false),
        ]
        .into_iter()
        .filter(|(name, command, _)| {
            let words: &[&str] = match *name {
                "dratify" => &[&*python, "-c", "import dratify"],
                "acl2" => &["acl2"],
                _ => &[&*command[0]],
            };
            let there = starts(words);
            println!("{}: {name}", if there { "asked" } else { "skipped, as it is not there" });
            there
        })
        .map(|(name, command, hints)| Outside { name, command, hints })
        .collect()
    }

    fn accepts(&self, folder: &Path, clauses: &[Vec<i32>], lrat: &str) -> bool {
        let (cnf, proof) = (folder.join("a.cnf"), folder.join(if self.hints { "a.lrat" } else { "a.drat" }));
        let (store, variables) = formula(clauses);
        let mut dimacs = Vec::new();
        write_dimacs(variables, &store, &[], &mut dimacs).expect("a Vec takes everything");
        fs::write(&cnf, dimacs).expect("it is written");
        fs::write(&proof, if self.hints { lrat.into() } else { without_hints(lrat) }).expect("it is written");
        let output = Command::new(&self.command[0]).args(&self.command[1..]).args([&cnf, &proof]).output();
        let said = output.expect("it started before").stdout;
        String::from_utf8_lossy(&said)
            .lines()
            .any(|line| line.trim_start_matches("s ").starts_with("VERIFIED"))
    }
}

/// The steps of an LRAT proof in the form that checkers of DRAT read: no numbers, no hints, no deletions.
fn without_hints(lrat: &str) -> String {
    let step = |line: &str| -> Option<String> {
        let mut words = line.split_whitespace().skip(1).peekable();
        if words.peek() == Some(&"d") {
            return None;
        }
        let lits: Vec<&str> = words.take_while(|word| *word != "0").collect();
        Some(format!("{} 0\n", lits.join(" ")))
    };
    lrat.lines().filter_map(step).collect()
}

#[test]
fn take_our_proofs() {
    let folder = tempfile::tempdir().expect("a folder");
    for outside in Outside::installed() {
        for seed in 0..20 {
            let clauses = random(seed);
            let Some(text) = proof(&clauses) else { continue };
            assert!(outside.accepts(folder.path(), &clauses, &text), "{} of seed {seed}", outside.name);
        }
    }
}

/// If a checker rejects a proof, ours rejects it, too; ours needs hints, so it may reject more.
#[test]
fn refuse_nothing_that_ours_takes() {
    let folder = tempfile::tempdir().expect("a folder");
    for outside in Outside::installed() {
        let (mut refused, mut false_claims) = (0, 0);
        for seed in 0..40 {
            let mut random_words = ChaCha8Rng::seed_from_u64(seed);
            let clauses = random(seed);
            let has_model = satisfiable(&clauses);
            let mut refuted = clauses.clone();
            if has_model {
                // A real proof, but of more clauses than these.
                refuted.extend((0..60).map(|_| {
                    clauses[random_words.random_range(0..clauses.len())].iter().map(|lit| -lit).collect()
                }));
            }
            let Some(text) = proof(&refuted) else { continue };
            let corrupted = scrambled(&text, 1 + seed as u32 % 5, &mut random_words);
            let theirs = outside.accepts(folder.path(), &clauses, &corrupted);
            assert!(theirs || !accepts(&clauses, &corrupted), "{} of seed {seed}: {corrupted}", outside.name);
            assert!(
                !(theirs && has_model),
                "{} takes a proof that a model refutes, seed {seed}",
                outside.name
            );
            refused += u32::from(!theirs);
            false_claims += u32::from(has_model);
        }
        println!("{}: {refused} refused, {false_claims} false claims", outside.name);
        assert!(false_claims > 10 && refused >= false_claims, "{refused} {false_claims}");
    }
}
