//! Removes numbers as long as the loop stays the only one, with questions to one incremental solver. The remaining
//! numbers are assumed, and if no other loop fits them, the core says which of them suffice.

use std::fmt;

use jigsat_cnf::{Arg, Draft, Formula, Literal, Model, Rule, Stop, neg, pos};
use jigsat_grid::{Cell, Edge, Size};
use jigsat_solve::{
    Answer, Attempt, BuildOptions, Error, Limits, Puzzle, Session, Solver, Violation, thin::keep_core,
};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::Generated;
use crate::{Slitherlink, Solution, encode};

/// Maximum number of conflicts for each number, unless the limits set another.
const CONFLICTS_A_NUMBER: u64 = 5_000;

const NUMBER: Rule = Rule::new("number", "{0} says how many of its edges are on the loop, if that counts");
const OTHER: Rule = Rule::new("other", "a loop other than the one that was drawn");

/// The loops other than the drawn one, with numbers that count only if that is assumed.
struct Others {
    size: Size,
    drawn: Solution,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Atom {
    Edge(Edge),
    /// The number of the cell counts.
    Counts(Cell),
}

impl From<Edge> for Atom {
    fn from(edge: Edge) -> Self {
        Atom::Edge(edge)
    }
}

impl Others {
    fn number(&self, cell: Cell) -> usize {
        self.size.edges_around(cell).into_iter().filter(|&edge| self.drawn.get(edge) == Some(true)).count()
    }
}

impl Puzzle for Others {
    type Atom = Atom;
    type Encoding = ();
    type Solution = Solution;

    fn name(&self, atom: Atom, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match atom {
            Atom::Edge(edge) => f.write_str(&self.size.edge_name(edge)),
            Atom::Counts(cell) => write!(f, "{cell} counts"),
        }
    }

    fn encode(&self, (): (), e: &mut Formula<Atom>) {
        e.draft(|mut e| self.write(&mut e));
    }

    fn decode(&self, (): (), model: &Model<'_, Atom>) -> Result<Solution, Violation> {
        Ok(Solution::of(self.size, |edge| Some(model.holds(Atom::Edge(edge)))))
    }

    fn check(&self, solution: &Solution) -> Result<(), Violation> {
        crate::check(&Slitherlink::new(self.size, vec![None; self.size.area()]), solution)
    }
}

impl Others {
    fn write(&self, e: &mut Draft<'_, Atom>) -> Result<(), Stop> {
        encode::declare(self.size, e)?;
        for cell in self.size.cells() {
            e.declare(Atom::Counts(cell))?;
            let mut group = e.group(&NUMBER, [Arg::Cell(cell.row, cell.col)])?;
            let (number, edges) = (self.number(cell), self.size.edges_around(cell));
            for subset in 0..16_u32 {
                let some = edges.iter().zip(0..).filter(|&(_, place)| subset >> place & 1 == 1);
                let some = some.map(|(&edge, _)| Atom::Edge(edge));
                if subset.count_ones() as usize == number + 1 {
                    group.clause(some.clone().map(neg).chain([neg(Atom::Counts(cell))]));
                }
                if subset.count_ones() as usize == edges.len() - number + 1 {
                    group.clause(some.map(pos).chain([neg(Atom::Counts(cell))]));
                }
            }
        }
        encode::one_loop(self.size, e)?;
        // No loop is a part of another one.
        let drawn = self.size.edges().filter(|&edge| self.drawn.get(edge) == Some(true));
        e.group(&OTHER, ())?.clause(drawn.map(|edge| neg(Atom::Edge(edge))));
        Ok(())
    }
}

/// The puzzle with the remaining numbers; `Impossible` if even with all numbers the loop is not the only one.
pub(super) fn thin(
    size: Size,
    solution: Solution,
    fewest: usize,
    rng: &mut ChaCha8Rng,
    limits: &Limits,
) -> Result<Attempt<Generated>, Error> {
    let others = Others { size, drawn: solution };
    let limits = &Limits { conflicts: limits.conflicts.or(Some(CONFLICTS_A_NUMBER)), ..limits.clone() };
    let options = BuildOptions { limits: limits.clone(), ..BuildOptions::default() };
    let session = Session::new(&others, (), &options, &Solver::default(), None);
    let mut session = match Error::unless_stopped(session)? {
        Ok(session) => session,
        Err(stop) => return Ok(Attempt::Stopped(stop)),
    };
    let mut order: Vec<Cell> = size.cells().collect();
    order.shuffle(rng);
    let mut kept: Vec<Literal<Atom>> = order.into_iter().map(|cell| pos(Atom::Counts(cell))).collect();
    match session.solve_assuming(&kept, limits)? {
        Answer::Solved(_) => return Ok(Attempt::Impossible(session.by())),
        Answer::Impossible(_) => keep_core(&mut kept, 0, &session.core(), fewest),
        Answer::Unknown(stop) => return Ok(Attempt::Stopped(stop)),
        Answer::Refused { violation, .. } => return Err(Error::Refused { violation, by: session.by() }),
    }
    let stopped = jigsat_solve::thin::thin(&mut session, &mut kept, fewest, limits)?;
    let clue = |cell| kept.contains(&pos(Atom::Counts(cell))).then(|| others.number(cell) as u8);
    let puzzle = Slitherlink::new(size, size.cells().map(clue).collect());
    Ok(Attempt::Success(Generated { puzzle, solution: others.drawn, stopped }))
}
