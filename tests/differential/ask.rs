//! Ways to ask: verb, encoding, flavours, solver, engine, and kind of proof.

use jigsat_cnf::{Amo, Card, Choice, GraphFlavour, Sum};
use jigsat_kit::TextFile;
use jigsat_solve::Solver;
use jigsat_workbench::{
    AnyFamily, Ask, Board, CheckRequest, CountRequest, FormulaOptions, ProofRequest, SearchOptions,
    SolveRequest, Status, check_proof::ProofFolder,
};
use rand::{Rng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use crate::{Truth, context, timed};

/// A way to ask.
pub struct Way {
    ask: Ask,
    verb: Verb,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Verb {
    Solve,
    Unique,
    Checked,
    Proof,
    Portfolio,
    Count { labelled: bool, jobs: usize },
    List,
}

impl Way {
    pub fn random(family: &dyn AnyFamily, rng: &mut ChaCha8Rng) -> Self {
        let maybe = |rng: &mut ChaCha8Rng| rng.random_bool(0.6);
        let engines = [family.engines(), jigsat_kit::GENERAL_ENGINES].concat();
        let verb = match rng.random_range(0..8) {
            0 => Verb::Solve,
            1 => Verb::Unique,
            2 => Verb::Checked,
            3 => Verb::Proof,
            4 => Verb::Portfolio,
            5 => Verb::List,
            _ => Verb::Count { labelled: rng.random(), jobs: rng.random_range(1..4) },
        };
        let encodings = family.encodings();
        let formula = FormulaOptions {
            encoding: maybe(rng).then(|| encodings.choose(rng).map(ToString::to_string)).flatten(),
            amo: maybe(rng).then(|| Amo::ALL.choose(rng).copied()).flatten(),
            card: maybe(rng).then(|| Card::ALL.choose(rng).copied()).flatten(),
            sum: maybe(rng).then(|| Sum::ALL.choose(rng).copied()).flatten(),
            graph: maybe(rng).then(|| GraphFlavour::ALL.choose(rng).copied()).flatten(),
            ..FormulaOptions::default()
        };
        let solvers = Solver::built_in();
        let search = SearchOptions {
            solver: maybe(rng).then(|| solvers.choose(rng).cloned()).flatten(),
            engine: rng.random_bool(0.4).then(|| engines.choose(rng).map(ToString::to_string)).flatten(),
            seed: rng.random_bool(0.3).then(|| rng.random_range(0..100)),
            ..SearchOptions::default()
        };
        let unique = matches!(verb, Verb::Unique | Verb::Checked | Verb::Proof)
            || verb == Verb::Portfolio && rng.random();
        Way { ask: timed(Ask { formula, search, unique, ..Ask::default() }), verb }
    }

    /// The same about a puzzle with these options.
    pub fn with(mut self, ask: &Ask) -> Self {
        self.ask.options.clone_from(&ask.options);
        self
    }

    /// The same encoding, with defaults for everything else.
    pub fn encoding(&self) -> Option<Ask> {
        let encoding = Some(self.ask.formula.encoding.clone()?);
        Some(timed(Ask {
            formula: FormulaOptions { encoding, ..FormulaOptions::default() },
            ..Ask::default()
        }))
    }

    pub fn verb(&self) -> String {
        format!("{:?}", self.verb)
    }

    /// Asks, asserts that the answer is right, and returns how it ended; `None` if the parts of the question can't be
    /// combined.
    pub fn ask(&self, instance: &dyn Board, truth: &Truth, who: &str) -> Option<Status> {
        let who = format!("{who}{self:?}");
        let instance = instance.asking(&self.ask).ok()?;
        match self.verb {
            Verb::Count { labelled, jobs } => {
                let request = CountRequest {
                    ask: self.ask.clone(),
                    labelled,
                    jobs: Some(jobs),
                    ..CountRequest::default()
                };
                let counting = instance.ask(&request, &context()).ok()?;
                let (status, record) = (counting.status, counting.record);
                let right = if labelled { truth.labelled } else { truth.count };
                if record.complete {
                    assert_eq!(record.count, right, "{who}");
                    assert!(
                        labelled || record.distinct.is_none() || record.distinct == truth.distinct,
                        "{who}"
                    );
                }
                assert!(
                    record.count <= right && record.complete == (status != Status::Unknown),
                    "{who}: {record:?}"
                );
                Some(status)
            }
            Verb::List => {
                let mut solutions = instance.solutions(&context()).ok()?;
                let mut found = std::collections::BTreeSet::new();
                while let Some(record) = solutions.next().unwrap_or_else(|error| panic!("{who}: {error}")) {
                    let solution = record.solution.as_ref().unwrap_or_else(|| panic!("{who}: a solution"));
                    let solution = serde_json::to_string(solution).expect("it has a JSON form");
                    assert!(found.insert(solution), "{who}: a solution is listed twice");
                }
                let status = solutions.end().status;
                // If pieces can't be anchored, rotations of a board are one solution.
                let found = found.len() as u128;
                let all = found == truth.count || Some(found) == truth.distinct;
                assert!(status == Status::Unknown || all, "{who}: lists {found} of {}", truth.count);
                Some(status)
            }
            _ => self.solve(&*instance, truth, &who),
        }
    }

    fn solve(&self, instance: &dyn Board, truth: &Truth, who: &str) -> Option<Status> {
        let folder = tempfile::TempDir::new().expect("a folder for the test");
        let proofs = (self.verb == Verb::Proof).then(|| folder.path().join("proof"));
        let request = SolveRequest {
            ask: self.ask.clone(),
            proof: ProofRequest { folder: proofs.clone(), checked: self.verb == Verb::Checked, parts: None },
            portfolio: (self.verb == Verb::Portfolio).then_some(2),
            ..SolveRequest::default()
        };
        let solved = match instance.ask(&request, &context()) {
            Ok(solved) => solved,
            Err(error) => {
                assert_ne!(Status::of(&error), Status::Bug, "{who}: {error}");
                return None;
            }
        };
        let record = &solved.record;
        match &*record.status {
            "solved" => assert!(truth.count > 0, "{who}"),
            "impossible" => assert_eq!(truth.count, 0, "{who}"),
            _ => assert_eq!(solved.status, Status::Unknown, "{who}: {record:?}"),
        }
        // Rotations of a board without an anchor are one solution.
        let unique = truth.count == 1 || truth.distinct == Some(1);
        match record.unique {
            Some(true) => assert!(unique, "{who}: {} solutions", truth.count),
            Some(false) => assert!(truth.count > 1, "{who}"),
            None => {}
        }
        if let Some(proofs) = proofs.filter(|proofs| proofs.exists() && record.certified.is_some()) {
            let mut folder = ProofFolder::open(&proofs, None, None, &context())
                .unwrap_or_else(|error| panic!("{who}: {error}"));
            while folder.next().unwrap_or_else(|error| panic!("{who}: {error}")).is_some() {}
            let (status, ended) = folder.end().unwrap_or_else(|error| panic!("{who}: {error}"));
            // A model with data of its own has no text of one piece; then only the proofs are checked.
            let is_whole = !ended.words().contains("the manifest does not contain its text");
            assert_eq!(
                status,
                if is_whole { Status::Solved } else { Status::Unknown },
                "{who}: {}",
                ended.words()
            );
        }
        Some(solved.status)
    }
}

impl std::fmt::Debug for Way {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {:?} {:?}", self.verb, self.ask.formula, self.ask.search)
    }
}

/// Whether the referee accepts a candidate as a solution.
pub fn is_right(instance: &dyn Board, candidate: &str) -> bool {
    let solution = TextFile { name: "candidate".into(), text: candidate.into() };
    let request = CheckRequest { solution, ..CheckRequest::default() };
    instance.ask(&request, &context()).is_ok_and(|checked| checked.status == Status::Solved)
}
