//! A loop along the edges of a board, with clues: how many edges around a cell are part of it.

use std::fmt;

use jigsat_cnf::{Arg, Bound, Choice, Flavours, Formula, GraphFlavour, Model, Rule, graph::Graph};
use jigsat_solve::{BuildOptions, End, Enumeration, Limits, Puzzle, Session, Solver, Violation, testing};

const LOOP: Rule = Rule::new("loop", "there is one loop");
const AROUND: Rule = Rule::new("around", "{0} has {1} edges of the loop around it");

/// Dots are counted row by row; an edge is identified by its dots.
type Edge = (u16, u16);

#[derive(Clone, Debug)]
struct Slitherlink {
    rows: u16,
    cols: u16,
    clues: Vec<Option<u64>>,
}

impl Slitherlink {
    fn empty(rows: u16, cols: u16) -> Self {
        Slitherlink { rows, cols, clues: vec![None; usize::from(rows * cols)] }
    }

    fn dot(&self, row: u16, col: u16) -> u16 {
        row * (self.cols + 1) + col
    }

    fn edges(&self) -> Vec<Edge> {
        let mut edges = Vec::new();
        for row in 0..=self.rows {
            for col in 0..=self.cols {
                if col < self.cols {
                    edges.push((self.dot(row, col), self.dot(row, col + 1)));
                }
                if row < self.rows {
                    edges.push((self.dot(row, col), self.dot(row + 1, col)));
                }
            }
        }
        edges
    }

    fn around(&self, cell: usize) -> [Edge; 4] {
        let (row, col) = (cell as u16 / self.cols, cell as u16 % self.cols);
        let [a, b, c, d] = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(r, c)| self.dot(row + r, col + c));
        [(a, b), (a, c), (b, d), (c, d)]
    }
}

impl Puzzle for Slitherlink {
    type Atom = Edge;
    type Encoding = ();
    type Solution = Vec<Edge>;

    fn name(&self, (one, other): Edge, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{one}-{other}")
    }

    fn encode(&self, _how: (), e: &mut Formula<Edge>) {
        let edges = self.edges();
        for &edge in &edges {
            e.declare_projected(edge);
        }
        let dots = usize::from((self.rows + 1) * (self.cols + 1));
        let ends = edges.iter().map(|&edge| (usize::from(edge.0), usize::from(edge.1), edge));
        e.group(&LOOP, ()).one_loop(&Graph::of_edges(dots, ends));
        for (cell, clue) in self.clues.iter().enumerate() {
            if let &Some(clue) = clue {
                let place = Arg::Cell(cell as u16 / self.cols, cell as u16 % self.cols);
                e.group(&AROUND, [place, clue.to_string().parse::<u32>().unwrap_or(0).into()])
                    .count(Bound::Exactly(clue), self.around(cell));
            }
        }
    }

    fn decode(&self, _how: (), model: &Model<'_, Edge>) -> Result<Vec<Edge>, Violation> {
        Ok(self.edges().into_iter().filter(|&edge| model.holds(edge)).collect())
    }

    /// Follows the loop from its first edge.
    fn check(&self, solution: &Vec<Edge>) -> Result<(), Violation> {
        for (cell, clue) in self.clues.iter().enumerate() {
            let count = self.around(cell).iter().filter(|edge| solution.contains(edge)).count() as u64;
            if clue.is_some_and(|clue| clue != count) {
                return Err(Violation::new("a clue is wrong"));
            }
        }
        let Some(&(start, mut at)) = solution.first() else { return Err(Violation::new("there is no loop")) };
        let mut left: Vec<Edge> = solution[1..].to_vec();
        while at != start {
            let Some(place) = left.iter().position(|&(one, other)| one == at || other == at) else {
                return Err(Violation::new("a line ends"));
            };
            let (one, other) = left.remove(place);
            at = if one == at { other } else { one };
        }
        if left.is_empty() { Ok(()) } else { Err(Violation::new("there is more than one loop")) }
    }
}

fn options(graph: GraphFlavour) -> BuildOptions {
    BuildOptions { flavours: Flavours { graph, ..Flavours::default() }, ..BuildOptions::default() }
}

/// The numbers of cycles in grid graphs, OEIS A140517 and its table.
#[test]
fn loops_on_empty_boards() {
    for (rows, cols, expected) in [(1, 1, 1), (2, 2, 13), (3, 3, 213), (3, 4, 1049)] {
        let puzzle = Slitherlink::empty(rows, cols);
        for &graph in GraphFlavour::ALL {
            let limits = Limits::default();
            let mut session = Session::new(&puzzle, (), &options(graph), &Solver::default(), None).unwrap();
            let by_solver = session.count(u64::MAX, &limits).unwrap();
            assert_eq!((by_solver.found, by_solver.end), (expected, End::All), "{rows}x{cols} {graph:?}");
            let mut all = Enumeration::new(&puzzle, (), &options(graph)).unwrap();
            assert_eq!(all.count(u64::MAX, &limits).unwrap().found, expected, "{rows}x{cols} {graph:?}");
        }
    }
}

/// Long loops fit the tree in any direction of growth. A tree in which a node could be above another only as its parent
/// excluded all of these.
#[test]
fn long_loops_fit_the_tree() {
    for (rows, cols) in [(5_u16, 5_u16), (7, 8), (10, 10)] {
        let mut puzzle = Slitherlink::empty(rows, cols);
        // A comb: one row of cells, and every second column from it.
        let inside = |row: i32, col: i32| {
            row >= 0
                && row < i32::from(rows)
                && col >= 0
                && col < i32::from(cols)
                && (row == 0 || col % 2 == 0)
        };
        for cell in 0..puzzle.clues.len() {
            let (row, col) = ((cell as u16 / cols).into(), (cell as u16 % cols).into());
            let sides: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
            let others = sides.iter().filter(|(r, c)| inside(row + r, col + c) != inside(row, col));
            puzzle.clues[cell] = Some(others.count() as u64);
        }
        for &graph in GraphFlavour::ALL {
            let mut session = Session::new(&puzzle, (), &options(graph), &Solver::default(), None).unwrap();
            assert_eq!(session.count(2, &Limits::default()).unwrap().found, 1, "{rows}x{cols} {graph:?}");
        }
    }
}

#[test]
fn each_rule_matters() {
    let mut clued = Slitherlink::empty(3, 3);
    clued.clues[4] = Some(3);
    for &graph in GraphFlavour::ALL {
        testing::each_rule_matters(
            std::slice::from_ref(&clued),
            (),
            Flavours { graph, ..Flavours::default() },
        );
    }
}
