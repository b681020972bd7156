//! Sessions on a small puzzle: colours on a path of five cells; neighbours differ, and at least two cells are red.

use std::fmt;

use jigsat_cnf::{Bound, Choice, Flavours, Formula, Literal, Model, Rule, neg, pos};
use jigsat_solve::{
    Answer, BuildOptions, Completion, End, Error, Limits, Puzzle, Refined, Session, Solver, Stop, Violation,
    testing,
};

const CELLS: u8 = 5;

/// The first cell may be given.
struct Path {
    first: Option<Colour>,
    /// The number of red cells that the referee demands, to simulate a broken encoding.
    referee_wants: usize,
}

type Colour = u16;
const COLOURS: [Colour; 3] = [0, 1, 2];
const RED: Colour = 0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    /// All rules at once.
    Eager,
    /// The rule that neighbours differ is added when a candidate breaks it.
    Lazy,
}

impl Choice for Encoding {
    const ALL: &'static [Self] = &[Encoding::Eager, Encoding::Lazy];

    fn name(self) -> &'static str {
        match self {
            Encoding::Eager => "eager",
            Encoding::Lazy => "lazy",
        }
    }
}

const CELL: Rule = Rule::new("cell", "cell {0} has exactly one colour");
const DIFFER: Rule = Rule::new("differ", "cells {0} and {1} differ");
const NOT_ALL: Rule = Rule::new("not-all", "cells 1 to 3 are not all red").redundant();
const REDS: Rule = Rule::new("reds", "at least two cells are red");

impl Path {
    fn new(first: Option<Colour>) -> Self {
        Path { first, referee_wants: 2 }
    }
}

fn differ(cell: u8, e: &mut Formula<(u8, Colour)>) {
    let mut group = e.group(&DIFFER, (cell + 1, cell + 2));
    for colour in COLOURS {
        group.clause([neg((cell, colour)), neg((cell + 1, colour))]);
    }
}

impl Puzzle for Path {
    type Atom = (u8, Colour);
    type Encoding = Encoding;
    type Solution = Vec<Colour>;

    fn name(&self, (cell, colour): (u8, Colour), f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{}={colour}", cell + 1)
    }

    fn encode(&self, encoding: Encoding, e: &mut Formula<(u8, Colour)>) {
        for cell in 0..CELLS {
            for colour in COLOURS {
                e.declare_projected((cell, colour));
            }
            e.group(&CELL, (cell + 1,)).exactly_one(COLOURS.map(|colour| (cell, colour)));
        }
        if encoding == Encoding::Eager {
            (0..CELLS - 1).for_each(|cell| differ(cell, e));
            e.group(&NOT_ALL, ()).clause([neg((0, RED)), neg((1, RED)), neg((2, RED))]);
        }
        e.group(&REDS, ()).count(Bound::AtLeast(2), (0..CELLS).map(|cell| (cell, RED)));
    }

    fn givens(&self) -> Vec<Literal<(u8, Colour)>> {
        self.first.map(|colour| pos((0, colour))).into_iter().collect()
    }

    fn decode(&self, _: Encoding, model: &Model<'_, (u8, Colour)>) -> Result<Vec<Colour>, Violation> {
        let colour = |cell| COLOURS.into_iter().find(|&colour| model.holds((cell, colour)));
        let colours: Option<Vec<Colour>> = (0..CELLS).map(colour).collect();
        colours.ok_or_else(|| Violation::new("a cell has no colour"))
    }

    fn check(&self, solution: &Vec<Colour>) -> Result<(), Violation> {
        if let Some(place) = solution.windows(2).position(|pair| pair[0] == pair[1]) {
            return Err(Violation::new(format!("cells {} and {} are alike", place + 1, place + 2)));
        }
        let reds = solution.iter().filter(|&&colour| colour == RED).count();
        if reds < self.referee_wants {
            return Err(Violation::new(format!("{reds} cells are red")));
        }
        match self.first {
            Some(colour) if solution[0] != colour => Err(Violation::new("cell 1 has another colour")),
            _ => Ok(()),
        }
    }

    fn completion(&self, _: Encoding) -> Option<&dyn Completion<Self>> {
        Some(self)
    }
}

impl Completion<Path> for Path {
    fn refine(&self, encoding: Encoding, candidate: &Vec<Colour>, e: &mut Formula<(u8, Colour)>) -> Refined {
        let alike = candidate.windows(2).position(|pair| pair[0] == pair[1]);
        match alike {
            Some(cell) if encoding == Encoding::Lazy => {
                differ(cell as u8, e);
                Refined::Cut
            }
            _ => Refined::Accepted,
        }
    }
}

fn brute_force(puzzle: &Path) -> Vec<Vec<Colour>> {
    let all = (0..3_usize.pow(CELLS.into())).map(|code| {
        (0..CELLS).map(|cell| (code / 3_usize.pow(cell.into()) % 3) as Colour).collect::<Vec<Colour>>()
    });
    all.filter(|colours| puzzle.check(colours).is_ok()).collect()
}

fn session(puzzle: &Path, encoding: Encoding) -> Session<'_, Path> {
    Session::new(puzzle, encoding, &BuildOptions::default(), &Solver::default(), None).unwrap()
}

#[test]
fn lists_what_brute_force_finds_with_every_solver() {
    for first in [None, Some(RED), Some(2)] {
        let puzzle = Path::new(first);
        for &encoding in Encoding::ALL {
            for solver in Solver::built_in() {
                testing::agrees_with_brute_force(
                    &puzzle,
                    encoding,
                    &BuildOptions::default(),
                    solver,
                    brute_force(&puzzle),
                );
            }
        }
    }
}

#[test]
fn a_seed_changes_the_order_and_not_the_solutions() {
    let puzzle = Path::new(None);
    let expected = brute_force(&puzzle).len() as u64;
    let mut firsts = Vec::new();
    for seed in 0..20 {
        let mut session =
            Session::new(&puzzle, Encoding::Lazy, &BuildOptions::default(), &Solver::default(), Some(seed))
                .unwrap();
        firsts.push(session.solve(&Limits::default()).unwrap().solution());
        let rest = session.count(u64::MAX, &Limits::default()).unwrap();
        assert_eq!((rest.found + 1, rest.end), (expected, End::All));
    }
    firsts.sort();
    firsts.dedup();
    assert!(firsts.len() > 1);
}

#[test]
fn counting_stops_where_it_is_told_to() {
    let puzzle = Path::new(None);
    let count = session(&puzzle, Encoding::Eager).count(3, &Limits::default()).unwrap();
    assert_eq!((count.found, count.end), (3, End::Enough));
    let limits = Limits { deadline: Some(std::time::Instant::now()), ..Limits::default() };
    let count = session(&puzzle, Encoding::Eager).count(3, &limits).unwrap();
    assert_eq!((count.found, count.end), (0, End::Stopped(Stop::Timeout)));
}

#[test]
fn assumptions_give_cores_and_leave_the_session_usable() {
    let puzzle = Path::new(Some(RED));
    let mut session = session(&puzzle, Encoding::Eager);
    let clash = [pos((3, 1)), pos((1, RED))];
    assert!(matches!(session.solve_assuming(&clash, &Limits::default()).unwrap(), Answer::Impossible(_)));
    assert_eq!(session.core(), [pos((1, RED))]);
    let answer = session.solve_assuming(&[pos((1, 2))], &Limits::default()).unwrap();
    assert!(answer.solution().is_some_and(|colours| colours[1] == 2));
}

#[test]
fn what_is_added_counts_from_the_next_question_on() {
    let puzzle = Path::new(None);
    let mut session = session(&puzzle, Encoding::Eager);
    assert!(matches!(session.solve(&Limits::default()).unwrap(), Answer::Solved(_)));
    session.grow().group(&Rule::new("more", "cell 1 is not red"), ()).clause([neg((0, RED))]);
    while let Answer::Solved(colours) = session.solve(&Limits::default()).unwrap() {
        assert_ne!(colours[0], RED);
    }
}

#[test]
fn a_session_goes_on_after_a_limit() {
    let puzzle = Path::new(None);
    let mut session = session(&puzzle, Encoding::Eager);
    let stopped = Limits::default();
    stopped.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(session.solve(&stopped).unwrap(), Answer::Unknown(Stop::Interrupted));
    assert!(matches!(session.solve(&Limits::default()).unwrap(), Answer::Solved(_)));
}

#[test]
fn what_the_referee_refuses_is_an_error() {
    let puzzle = Path { first: None, referee_wants: 6 };
    let error = session(&puzzle, Encoding::Eager).solve(&Limits::default()).unwrap_err();
    assert!(matches!(error, Error::Refused { .. }));
    assert!(error.to_string().contains("bug"), "{error}");
}

#[test]
fn without_a_rule_the_referee_may_refuse() {
    let puzzle = Path::new(None);
    let options = BuildOptions { dropped: vec!["reds".into()], ..BuildOptions::default() };
    let mut session = Session::new(&puzzle, Encoding::Eager, &options, &Solver::default(), None).unwrap();
    let mut refused = 0;
    loop {
        match session.solve(&Limits::default()).unwrap() {
            Answer::Refused { violation, .. } => {
                assert!(violation.to_string().ends_with("cells are red"), "{violation}");
                refused += 1;
            }
            Answer::Solved(_) => {}
            _ => break,
        }
    }
    assert_eq!(refused, 3 * 16 - brute_force(&puzzle).len());
}

#[test]
fn each_rule_matters() {
    let puzzles = [Path::new(None), Path::new(Some(1))];
    testing::each_rule_matters(&puzzles, Encoding::Eager, Flavours::default());
}

#[test]
#[should_panic(expected = "no test puzzle changes when rule 'also' is dropped")]
fn a_rule_that_does_not_matter_is_told() {
    struct Twice(Path);
    impl Puzzle for Twice {
        type Atom = (u8, Colour);
        type Encoding = Encoding;
        type Solution = Vec<Colour>;

        fn name(&self, atom: (u8, Colour), f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.name(atom, f)
        }

        fn encode(&self, encoding: Encoding, e: &mut Formula<(u8, Colour)>) {
            self.0.encode(encoding, e);
            e.group(&Rule::new("also", "cell 1 is red"), ()).clause([(0, RED)]);
        }

        fn givens(&self) -> Vec<Literal<(u8, Colour)>> {
            vec![pos((0, RED))]
        }

        fn decode(
            &self,
            encoding: Encoding,
            model: &Model<'_, (u8, Colour)>,
        ) -> Result<Vec<Colour>, Violation> {
            self.0.decode(encoding, model)
        }

        fn check(&self, solution: &Vec<Colour>) -> Result<(), Violation> {
            self.0.check(solution)
        }
    }
    // Both say the same, so dropping either changes nothing; the message names the first.
    testing::each_rule_matters(&[Twice(Path::new(Some(RED)))], Encoding::Eager, Flavours::default());
}
