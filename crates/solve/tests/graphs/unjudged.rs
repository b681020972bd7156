//! A puzzle whose referee knows less than its formula: the constraints of the formula hold all the same.

use std::{collections::BTreeSet, fmt};

use jigsat_cnf::{Formula, Model, Rule, graph::Graph};
use jigsat_solve::{BuildOptions, Enumeration, Limits, Puzzle, Solver, Violation, testing};

const CONNECTED: Rule = Rule::new("connected", "the cells are connected");

/// Connected cells of a square, and a referee that accepts everything.
struct Unjudged {
    side: usize,
}

impl Unjudged {
    fn cells(&self) -> usize {
        self.side * self.side
    }

    fn pairs(&self) -> Vec<(usize, usize)> {
        let right = (0..self.cells()).filter(|cell| (cell + 1) % self.side != 0).map(|cell| (cell, cell + 1));
        let down = (0..self.cells() - self.side).map(|cell| (cell, cell + self.side));
        right.chain(down).collect()
    }

    /// Whether these cells are connected.
    fn holds(&self, chosen: &BTreeSet<usize>) -> bool {
        let Some(&first) = chosen.first() else { return true };
        let (mut reached, mut open) = (BTreeSet::from([first]), vec![first]);
        while let Some(cell) = open.pop() {
            for (one, other) in self.pairs() {
                let next = if one == cell { other } else { one };
                if (one == cell || other == cell) && chosen.contains(&next) && reached.insert(next) {
                    open.push(next);
                }
            }
        }
        reached == *chosen
    }

    fn solutions(&self) -> Vec<Vec<usize>> {
        let subset =
            |bits: u32| (0..self.cells()).filter(|cell| bits >> cell & 1 == 1).collect::<BTreeSet<_>>();
        let all = (0..1_u32 << self.cells()).map(subset).filter(|chosen| self.holds(chosen));
        all.map(|chosen| chosen.into_iter().collect()).collect()
    }
}

impl Puzzle for Unjudged {
    type Atom = usize;
    type Encoding = ();
    type Solution = Vec<usize>;

    fn name(&self, cell: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{cell}")
    }

    fn encode(&self, (): (), e: &mut Formula<usize>) {
        (0..self.cells()).for_each(|cell| e.declare_projected(cell));
        e.group(&CONNECTED, ()).connected(&Graph::of_nodes(0..self.cells(), self.pairs()));
    }

    fn decode(&self, (): (), model: &Model<'_, usize>) -> Result<Vec<usize>, Violation> {
        Ok((0..self.cells()).filter(|&cell| model.holds(cell)).collect())
    }

    fn check(&self, _solution: &Vec<usize>) -> Result<(), Violation> {
        Ok(())
    }
}

#[test]
fn a_referee_that_accepts_everything_hides_no_constraint() {
    let puzzle = Unjudged { side: 3 };
    let (options, limits) = (BuildOptions::default(), Limits::default());
    let expected = puzzle.solutions();
    let mut all = Enumeration::new(&puzzle, (), &options).expect("it is small");
    let counted = all.count(u64::MAX, &limits).expect("it is small");
    assert_eq!(counted.found, expected.len() as u64);
    testing::compare_with_brute_force(&puzzle, (), &options, &Solver::default(), expected)
        .expect("both find the same");
}
