//! Limits while a formula is built, and messages about broken puzzles.

use std::{fmt, sync::atomic::Ordering::Relaxed};

use jigsat_cnf::{Flavours, Formula, Model, Rule, neg};
use jigsat_solve::{
    Answer, BuildOptions, Completion, Enumeration, Limits, Puzzle, Refined, Session, Solver, Stop, Violation,
    testing,
};

mod colouring {
    include!("../doc/colouring.rs");
}
use colouring::Colouring;

/// Limits also hold while a formula is built and loaded; the loaded part is used the next time.
#[test]
fn limits_hold_while_building_and_loading() {
    let large = Colouring {
        nodes: 200,
        colours: 20,
        edges: (0..199).map(|node| (node, node + 1)).collect(),
        given: vec![],
    };
    let stopped = Limits::default();
    stopped.stop.store(true, Relaxed);
    let options = BuildOptions { limits: stopped.clone(), ..BuildOptions::default() };
    let error = Session::new(&large, (), &options, &Solver::default(), None).err().expect("it was stopped");
    assert_eq!(error.stopped(), Some(Stop::Interrupted), "{error}");
    let enumeration = Enumeration::new(&large, (), &options);
    assert_eq!(enumeration.err().and_then(|error| error.stopped()), Some(Stop::Interrupted));

    let mut session =
        Session::new(&large, (), &BuildOptions::default(), &Solver::default(), None).expect("a session");
    assert!(matches!(session.solve(&stopped), Ok(Answer::Unknown(Stop::Interrupted))));
    assert_eq!(session.effort().propagations, 0, "the solver was not asked");
    assert!(matches!(session.solve(&Limits::default()), Ok(Answer::Solved(_))));
    // A clause that excludes a solution can't be left out.
    let first = session.true_projected();
    assert!(matches!(session.solve(&stopped), Ok(Answer::Unknown(_))));
    assert!(matches!(session.solve(&Limits::default()), Ok(Answer::Solved(_))));
    assert_ne!(session.true_projected(), first);
}

/// If the encoding of another crate is broken, the message says so and blames nothing else.
#[test]
fn a_broken_encoding_is_named() {
    struct Broken(Colouring);
    impl Puzzle for Broken {
        type Atom = (u8, u8);
        type Encoding = ();
        type Solution = Vec<u8>;
        fn name(&self, atom: (u8, u8), f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.name(atom, f)
        }
        fn encode(&self, encoding: (), e: &mut Formula<(u8, u8)>) {
            Colouring { edges: vec![], ..Colouring::triangle(self.0.colours) }.encode(encoding, e);
        }
        fn decode(&self, encoding: (), model: &Model<'_, (u8, u8)>) -> Result<Vec<u8>, Violation> {
            self.0.decode(encoding, model)
        }
        fn check(&self, solution: &Vec<u8>) -> Result<(), Violation> {
            self.0.check(solution)
        }
    }
    let broken = Broken(Colouring::triangle(1));
    let mut session =
        Session::new(&broken, (), &BuildOptions::default(), &Solver::default(), None).expect("a session");
    let error = session.solve(&Limits::default()).expect_err("the referee refuses").to_string();
    assert!(
        error.starts_with("the referee rejects what sat found: nodes 0 and 1 have the same colour"),
        "{error}"
    );
    assert!(!error.contains("jigsat"), "{error}");
}

/// Says what a solution lacks, as [`Completion::refine`] does.
type Refine = fn(&[u8], &mut Formula<(u8, u8)>) -> Refined;

/// The colourings of a triangle by three colours, with cuts.
struct WithCuts {
    /// The rule that is announced as one of cuts.
    announced: Option<&'static Rule>,
    refine: Refine,
}

impl Puzzle for WithCuts {
    type Atom = (u8, u8);
    type Encoding = ();
    type Solution = Vec<u8>;
    fn name(&self, atom: (u8, u8), f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Colouring::triangle(3).name(atom, f)
    }
    fn encode(&self, encoding: (), e: &mut Formula<(u8, u8)>) {
        Colouring::triangle(3).encode(encoding, e);
        if let Some(rule) = self.announced {
            e.expect_rule(rule);
        }
    }
    fn decode(&self, encoding: (), model: &Model<'_, (u8, u8)>) -> Result<Vec<u8>, Violation> {
        Colouring::triangle(3).decode(encoding, model)
    }
    fn check(&self, solution: &Vec<u8>) -> Result<(), Violation> {
        Colouring::triangle(3).check(solution)
    }

    fn completion(&self, (): ()) -> Option<&dyn Completion<Self>> {
        Some(self)
    }
}

impl Completion<WithCuts> for WithCuts {
    fn refine(&self, (): (), candidate: &Vec<u8>, e: &mut Formula<(u8, u8)>) -> Refined {
        (self.refine)(candidate, e)
    }
}

/// A rule that is added while solving and was not announced can't be dropped: the message says that, not that the rule
/// doesn't matter.
#[test]
fn each_rule_matters_says_why_a_formula_cannot_be_built() {
    static LATE: Rule = Rule::new("late", "the first node is not of colour 0");
    let late = |announced: bool| WithCuts {
        announced: announced.then_some(&LATE),
        refine: |candidate, e| {
            if candidate[0] != 0 {
                return Refined::Accepted;
            }
            e.group(&LATE, ()).clause([neg((0, 0))]);
            Refined::Cut
        },
    };
    let said = |announced: bool| {
        let panic = std::panic::catch_unwind(|| {
            testing::each_rule_matters(&[late(announced)], (), Flavours::default());
        });
        panic.err().and_then(|message| message.downcast::<String>().ok()).map(|message| *message)
    };
    assert_eq!(said(true), None);
    let message = said(false).expect("it can't be dropped");
    assert!(
        message.contains("without rule 'late' the formula can't be built: there is no rule 'late'"),
        "{message}"
    );
}

/// A cut that does not exclude its candidate would be made again and again: it is an error, for every search.
#[test]
fn a_cut_that_excludes_nothing_is_an_error() {
    static IDLE: Rule = Rule::new("idle", "the first node has a colour");
    let idle = WithCuts {
        announced: Some(&IDLE),
        refine: |_, e| {
            e.group(&IDLE, ()).clause((0..3).map(|colour| (0, colour)));
            Refined::Cut
        },
    };
    let (limits, options) = (Limits::default(), BuildOptions::default());
    let expected = "a cut of rule 'idle' does not exclude the candidate it was made for";
    let mut session = Session::new(&idle, (), &options, &Solver::default(), None).expect("a session");
    let error = session.solve(&limits).expect_err("it is idle").to_string();
    assert!(error.starts_with(expected), "{error}");
    let mut enumeration = Enumeration::new(&idle, (), &options).expect("an enumeration");
    let error = enumeration.solve(&limits).expect_err("it is idle").to_string();
    assert!(error.starts_with(expected), "{error}");
    // Without a rule, a cut may miss: then the referee decides.
    let dropped = BuildOptions { dropped: vec!["idle".into()], ..BuildOptions::default() };
    let mut session = Session::new(&idle, (), &dropped, &Solver::default(), None).expect("a session");
    assert!(matches!(session.solve(&limits), Ok(Answer::Solved(_))));
}
