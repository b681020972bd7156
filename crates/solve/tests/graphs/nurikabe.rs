//! A puzzle with graph constraints alone: Nurikabe. The sea is connected and has no pool of 2x2; each island has one
//! clue and as many cells as it says.

use std::fmt;

use jigsat_cnf::{
    Arg, Bound, Choice, Flavours, Formula, GraphFlavour, Lit, Model, Rule,
    graph::{Graph, Regions, Root, Rooted},
    neg, pos,
};
use jigsat_solve::{
    Answer, BuildOptions, Enumeration, Limits, Puzzle, Session, Solver, Verdict, Violation, build,
    explain::{Blame, Blamed, Reason, Steps},
    testing,
};

const SEA: Rule = Rule::new("sea", "the sea is connected");
const POOL: Rule = Rule::new("pool", "the four cells from {0} on are no pool");
const ISLANDS: Rule = Rule::new("islands", "each island has one clue, and its size");
const CLUE: Rule = Rule::new("clue", "{0} has a clue, so it is land");

#[derive(Clone, Debug)]
struct Nurikabe {
    cols: usize,
    /// By cell, 0 for none.
    clues: Vec<u64>,
}

impl Nurikabe {
    fn new(rows: &[&str]) -> Self {
        let clue = |c: char| u64::from(c.to_digit(10).unwrap_or(0));
        Nurikabe { cols: rows[0].len(), clues: rows.iter().flat_map(|row| row.chars().map(clue)).collect() }
    }

    fn cells(&self) -> usize {
        self.clues.len()
    }

    fn pairs(&self) -> Vec<(usize, usize)> {
        let right =
            (0..self.cells()).filter(|cell| cell % self.cols + 1 < self.cols).map(|cell| (cell, cell + 1));
        let down = (0..self.cells() - self.cols).map(|cell| (cell, cell + self.cols));
        right.chain(down).collect()
    }

    fn arg(&self, cell: usize) -> Arg {
        Arg::Cell((cell / self.cols) as u16, (cell % self.cols) as u16)
    }

    /// Cells from which four make a square.
    fn corners(&self) -> Vec<usize> {
        (0..self.cells() - self.cols).filter(|cell| cell % self.cols + 1 < self.cols).collect()
    }

    fn brute_force(&self) -> Vec<Vec<bool>> {
        let all = (0..1_u32 << self.cells())
            .map(|bits| (0..self.cells()).map(|cell| bits >> cell & 1 == 1).collect());
        all.filter(|sea| self.check(sea).is_ok()).collect()
    }

    /// The cells of the same colour that are connected with it.
    fn area(&self, sea: &[bool], from: usize) -> Vec<usize> {
        let mut area = vec![from];
        loop {
            let grown: Vec<usize> = self
                .pairs()
                .into_iter()
                .flat_map(|(a, b)| [(a, b), (b, a)])
                .filter(|(a, b)| area.contains(a) && !area.contains(b) && sea[*b] == sea[from])
                .map(|(_, b)| b)
                .collect();
            if grown.is_empty() {
                return area;
            }
            for cell in grown {
                if !area.contains(&cell) {
                    area.push(cell);
                }
            }
        }
    }
}

impl Puzzle for Nurikabe {
    type Atom = usize;
    type Encoding = ();
    type Solution = Vec<bool>;

    fn name(&self, cell: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", cell / self.cols + 1, cell % self.cols + 1)
    }

    fn encode(&self, _how: (), e: &mut Formula<usize>) {
        (0..self.cells()).for_each(|cell| e.declare_projected(cell));
        e.group(&SEA, ()).connected(&Graph::of_nodes(0..self.cells(), self.pairs()));
        for corner in self.corners() {
            let square = [0, 1, self.cols, self.cols + 1].map(|step| neg(corner + step));
            e.group(&POOL, [self.arg(corner)]).clause(square);
        }
        let clued = (0..self.cells()).filter(|&cell| self.clues[cell] != 0);
        let root = |cell: usize| Root { node: cell as u32, size: Some(Bound::Exactly(self.clues[cell])) };
        let roots = clued.clone().map(root).collect();
        let islands = Graph::of_nodes((0..self.cells()).map(neg), self.pairs());
        e.group(&ISLANDS, ()).regions(&islands, Regions { size: None, roots, rooted: Rooted::ExactlyOne });
        for cell in clued {
            e.group(&CLUE, [self.arg(cell)]).clause([neg(cell)]);
        }
    }

    fn decode(&self, _how: (), model: &Model<'_, usize>) -> Result<Vec<bool>, Violation> {
        Ok((0..self.cells()).map(|cell| model.holds(cell)).collect())
    }

    fn check(&self, sea: &Vec<bool>) -> Result<(), Violation> {
        let violation = |text: &str| Err(Violation::new(text));
        if self
            .corners()
            .into_iter()
            .any(|corner| [0, 1, self.cols, self.cols + 1].iter().all(|step| sea[corner + step]))
        {
            return violation("there is a pool");
        }
        for cell in 0..self.cells() {
            let area = self.area(sea, cell);
            if sea[cell] {
                if area.len() != sea.iter().filter(|&&is_sea| is_sea).count() {
                    return violation("the sea is divided");
                }
                if self.clues[cell] != 0 {
                    return violation("a clue is in the sea");
                }
            } else {
                let clues: Vec<u64> =
                    area.iter().map(|&cell| self.clues[cell]).filter(|&clue| clue != 0).collect();
                if clues != [area.len() as u64] {
                    return violation("an island is wrong");
                }
            }
        }
        Ok(())
    }
}

fn options(graph: GraphFlavour) -> BuildOptions {
    BuildOptions { flavours: Flavours { graph, ..Flavours::default() }, ..BuildOptions::default() }
}

fn small() -> Vec<Nurikabe> {
    vec![
        Nurikabe::new(&["2...", "....", "...2"]),
        Nurikabe::new(&["....", ".4..", "...1"]),
        Nurikabe::new(&["1..", "...", "..2", "..."]),
        Nurikabe::new(&["..", ".."]),
        Nurikabe::new(&["3.3", "...", "..."]),
        Nurikabe::new(&["3....", "....3", ".1..."]),
        Nurikabe::new(&["...", ".2.", "..."]),
    ]
}

/// One with a single solution.
fn five() -> Nurikabe {
    Nurikabe::new(&[".5...", "..2..", ".....", "..1..", "...3."])
}

#[test]
fn solutions_are_those_of_brute_force() {
    for puzzle in small() {
        for &graph in GraphFlavour::ALL {
            let all = puzzle.brute_force();
            testing::agrees_with_brute_force(&puzzle, (), &options(graph), &Solver::Batsat, all);
        }
    }
}

#[test]
fn each_rule_matters_in_every_flavour() {
    for &graph in GraphFlavour::ALL {
        testing::each_rule_matters(&small(), (), Flavours { graph, ..Flavours::default() });
    }
}

/// The lazy flavour and the tree, with the solver and with backtracking, find the same single solution.
#[test]
fn a_puzzle_is_solved_and_proven_unique() {
    let puzzle = five();
    for &graph in GraphFlavour::ALL {
        let mut session = Session::new(&puzzle, (), &options(graph), &Solver::Batsat, None).unwrap();
        let found = session.solve(&Limits::default()).unwrap().solution().expect("it has one");
        assert!(matches!(session.solve(&Limits::default()), Ok(Answer::Impossible(_))));
        let mut all = Enumeration::new(&puzzle, (), &options(graph)).unwrap();
        assert_eq!(all.solve(&Limits::default()).unwrap().solution(), Some(found));
        assert_eq!(all.count(u64::MAX, &Limits::default()).unwrap().found, 0);
    }
}

/// Whether these reasons alone rule out the opposite of the deduction.
fn follows(e: &Formula<usize>, reasons: &[Reason], deduced: Lit) -> bool {
    let mut sat = Solver::Batsat.start().unwrap();
    for reason in reasons {
        match *reason {
            Reason::Fact(lit) => sat.add(&[lit]).unwrap(),
            Reason::Group(group) => {
                for clause in e.group_at(group).clauses() {
                    sat.add(&e.clauses()[clause]).unwrap();
                }
            }
        }
    }
    sat.solve(&[!deduced], &Limits::default()).unwrap() == Verdict::Unsat
}

#[test]
fn a_solution_is_explained_step_by_step() {
    let puzzle = five();
    let mut session = Session::new(&puzzle, (), &BuildOptions::default(), &Solver::Batsat, None).unwrap();
    let sea = session.solve(&Limits::default()).unwrap().solution().expect("it has one");
    let goal: Vec<_> =
        (0..puzzle.cells()).map(|cell| if sea[cell] { pos(cell) } else { neg(cell) }).collect();
    let mut steps = Steps::new(&puzzle, (), &BuildOptions::default(), &Solver::Batsat, &goal, &[]).unwrap();
    let mut sentences = Vec::new();
    while let Some(step) = steps.next(&Limits::default()).unwrap() {
        let e = steps.blame().formula();
        let names = |cell, f: &mut fmt::Formatter<'_>| puzzle.name(cell, f);
        for &lit in &step.deduced {
            assert!(follows(e, &step.reasons, lit), "{step:?}");
        }
        for reason in &step.reasons {
            if let Reason::Group(group) = *reason {
                sentences.push(e.group_at(group).sentence(&names));
            }
        }
    }
    assert!(steps.open().is_empty());
    let all = sentences.join("\n");
    assert!(all.contains("the sea is connected: "), "{all}");
    assert!(all.contains("each island has one clue, and its size: "), "{all}");
    insta::assert_snapshot!("nurikabe-explained", all);
}

/// Without the islands, nothing rules this out; with them, the reason is their constraint.
#[test]
fn blame_cuts_only_what_it_may_blame() {
    let puzzle = Nurikabe::new(&["2..", "...", "..."]);
    let mut blame = Blame::new(&puzzle, (), &BuildOptions::default(), &Solver::Batsat).unwrap();
    let land: Vec<Lit> = [1, 2].map(|cell| blame.formula().lit(neg(cell))).to_vec();
    let islands = (0..blame.formula().group_count())
        .find(|&group| blame.formula().group_at(group).rule().name() == "islands")
        .map(Reason::Group);
    let all = blame.all();
    let without: Vec<Reason> = all.iter().copied().filter(|&reason| Some(reason) != islands).collect();
    assert_eq!(blame.minimal(&land, &without, &Limits::default()).unwrap(), Blamed::Nothing);
    let found = blame.minimal(&land, &all, &Limits::default()).unwrap();
    let Blamed::These { reasons, .. } = found else { panic!("{found:?}") };
    let e = blame.formula();
    let is_islands = |reason: &Reason| matches!(*reason, Reason::Group(group) if e.group_at(group).rule().name() == "islands");
    assert!(reasons.iter().any(is_islands), "{reasons:?}");
}

/// The clauses of the rules and of the cuts, each justified again, have no model except the solution.
#[test]
fn cuts_make_a_proof() {
    let puzzle = five();
    let mut session = Session::new(&puzzle, (), &BuildOptions::default(), &Solver::Batsat, None).unwrap();
    session.solve(&Limits::default()).unwrap().solution().expect("it has one");
    let solution = session.true_projected();
    assert!(matches!(session.solve(&Limits::default()), Ok(Answer::Impossible(_))));
    let mut formula = build(&puzzle, (), &BuildOptions::default()).unwrap();
    assert!(session.formula().cuts().len() > 0);
    for cut in session.formula().cuts() {
        formula.add_justified(cut.graph, cut.witness).expect("it follows");
    }
    assert_eq!(formula.cuts().len(), session.formula().cuts().len());
    let other: Vec<Lit> = solution.iter().map(|&literal| !formula.lit(literal)).collect();
    let mut clauses = formula.clauses().clone();
    clauses.push(other.clone());
    let unsolved = |clauses: &jigsat_cnf::Clauses| {
        let mut sat = Solver::Batsat.start().unwrap();
        clauses.iter().for_each(|clause| sat.add(clause).unwrap());
        sat.solve(&[], &Limits::default()).unwrap() == Verdict::Unsat
    };
    assert!(unsolved(&clauses));
    // Without the cuts there is no proof.
    let mut clauses = build(&puzzle, (), &BuildOptions::default()).unwrap().clauses().clone();
    clauses.push(other);
    assert!(!unsolved(&clauses));
    let mut witness = session.formula().cuts().next().unwrap().witness.clone();
    witness.holding.clear();
    witness.lacking.clear();
    assert!(formula.add_justified(0, &witness).is_err());
    assert!(formula.add_justified(99, &witness).is_err());
}
