//! The referee: counts the edges around numbers and follows the loop, without any notion of variables or clauses.

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
    let mut is_seen = vec![false; size.dots().area()];
    for &start in &on {
        if let Some(dots) = followed(puzzle, solution, start, &mut is_seen)
            && dots.len() < on.len()
        {
            let outside = on.iter().find(|edge| !dots.contains(&edge.dot)).unwrap_or(&start);
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

/// The dots of the loop with an edge, as many as it has edges; `None` if it is open, or passes dots that were seen before. Notes
/// which dots are seen. The loop must not branch.
fn followed(
    puzzle: &Slitherlink,
    solution: &Solution,
    start: Edge,
    is_seen: &mut [bool],
) -> Option<Vec<Cell>> {
    let size = puzzle.size;
    let (mut last, [first, mut dot]) = (start, start.ends());
    let mut dots = vec![first];
    let is_new =
        |dot: Cell, is_seen: &mut [bool]| !std::mem::replace(&mut is_seen[size.dots().index(dot)], true);
    if !is_new(first, is_seen) {
        return None;
    }
    while dot != first {
        if !is_new(dot, is_seen) {
            return None;
        }
        dots.push(dot);
        last = size.edges_at(dot).find(|&edge| edge != last && solution.get(edge) == Some(true))?;
        let [one, other] = last.ends();
        dot = if one == dot { other } else { one };
    }
    Some(dots)
}
