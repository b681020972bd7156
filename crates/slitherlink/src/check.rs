//! The referee: counts the edges around numbers and follows the loop, without any notion of variables or clauses.

use std::collections::BTreeSet;

use jigsat_grid::{Cell, Edge};
use jigsat_solve::Violation;

use crate::{Slitherlink, Solution};

/// Whether the edges solve the puzzle.
///
/// # Errors
///
/// The first mistake, in words.
pub fn check(puzzle: &Slitherlink, solution: &Solution) -> Result<(), Violation> {
    check_so_far(puzzle, solution)?;
    let size = puzzle.size;
    if let Some(open) = size.edges().find(|&edge| solution.get(edge).is_none()) {
        return Err(Violation::new(format!("it is open whether there is a line {}", size.edge_place(open))));
    }
    match size.edges().find(|&edge| solution.get(edge) == Some(true)) {
        Some(_) => Ok(()),
        None => Err(Violation::new("there is no loop")),
    }
}

/// Whether edges, some of which may be open, break no rule so far: no number has too many or too few, the loop nowhere
/// ends or branches, and if it is closed, no edge is outside of it. It may still be impossible to complete.
///
/// # Errors
///
/// The first mistake, in words.
pub fn check_so_far(puzzle: &Slitherlink, solution: &Solution) -> Result<(), Violation> {
    let size = puzzle.size;
    let wrong = |words: String| Err(Violation::new(words));
    if !solution.is_of(size) {
        return wrong(format!("the edges are not those of a board of {size}"));
    }
    if let Some((cell, number)) = puzzle.numbers().find(|&(cell, _)| !may_be_right(puzzle, solution, cell)) {
        let [on, open] = counts(solution, size.edges_around(cell));
        let at_most = if open > 0 { format!(" of at most {}", on + open) } else { String::new() };
        return wrong(format!("{cell} is a {number}, but {on}{at_most} of its edges are on the loop"));
    }
    for dot in size.dots().cells() {
        let [on, open] = counts(solution, size.edges_at(dot));
        if on > 2 {
            return wrong(format!("the loop branches at {}", size.dot_name(dot)));
        }
        if on == 1 && open == 0 {
            return wrong(format!("the loop ends at {}", size.dot_name(dot)));
        }
    }
    let on: Vec<Edge> = size.edges().filter(|&edge| solution.get(edge) == Some(true)).collect();
    let mut seen = BTreeSet::new();
    for &start in &on {
        if follow(puzzle, solution, start, &mut seen) && seen.len() < on.len() {
            let outside = on.iter().find(|edge| !seen.contains(edge)).unwrap_or(&start);
            let [start, outside] = [start, *outside].map(|edge| size.edge_place(edge));
            return wrong(format!("the loop with the line {start} leaves the line {outside} out"));
        }
    }
    Ok(())
}

/// The number of edges that are on the loop, and of those that are open.
fn counts(solution: &Solution, edges: impl IntoIterator<Item = Edge>) -> [usize; 2] {
    edges.into_iter().fold([0, 0], |[on, open], edge| match solution.get(edge) {
        Some(true) => [on + 1, open],
        Some(false) => [on, open],
        None => [on, open + 1],
    })
}

/// Whether the number of a cell, if it has one, can still be met.
pub(crate) fn may_be_right(puzzle: &Slitherlink, solution: &Solution, cell: Cell) -> bool {
    let [on, open] = counts(solution, puzzle.size.edges_around(cell));
    puzzle.clue(cell).is_none_or(|number| (on..=on + open).contains(&usize::from(number)))
}

/// Follows the loop from an edge on, and says whether it is closed. Leaves out edges seen before, unless the loop is
/// closed: then its edges are all that were seen. The loop must not branch.
fn follow(puzzle: &Slitherlink, solution: &Solution, start: Edge, seen: &mut BTreeSet<Edge>) -> bool {
    if !seen.insert(start) {
        return false;
    }
    let mut round = BTreeSet::from([start]);
    let (mut last, [first, mut dot]) = (start, start.ends());
    while dot != first {
        let next = puzzle.size.edges_at(dot).find(|&edge| edge != last && solution.get(edge) == Some(true));
        let Some(next) = next.filter(|&next| seen.insert(next)) else { return false };
        let [one, other] = next.ends();
        (last, dot) = (next, if one == dot { other } else { one });
        round.insert(next);
    }
    *seen = round;
    true
}
