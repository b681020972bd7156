//! A variable for each edge says whether the loop passes it. A graph constraint makes the edges a single loop.

use jigsat_cnf::{Arg, Atom, Bound, Draft, Rule, Stop, choice, graph::Graph, pos};
use jigsat_grid::{Cell, Edge, Size};
use strum::{IntoStaticStr, VariantArray};

use crate::Slitherlink;

/// Which encoding: there is one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Encoding {
    /// A variable for each edge.
    #[default]
    Edges,
}

choice!(Encoding);

const NUMBER: Rule = Rule::new("number", "the number of lines around {0} is {1}")
    .clue()
    .called("number needs all that is left", "number is complete")
    .called_alone("a 0");
const DOT: Rule = Rule::new("dot", "at {0}, two lines meet or none");
const LOOP: Rule = Rule::new("loop", "the lines form a single loop");

/// Writes the rules of one board.
pub(crate) fn encode(puzzle: &Slitherlink, e: &mut Draft<'_, Edge>) -> Result<(), Stop> {
    declare(puzzle.size, e)?;
    for (cell, number) in puzzle.numbers() {
        let edges = puzzle.size.edges_around(cell);
        e.group(&NUMBER, (Arg::Cell(cell.row, cell.col), number))?
            .count(Bound::Exactly(number.into()), edges);
    }
    one_loop(puzzle.size, e)
}

/// Declares the edges of a board.
pub(crate) fn declare<A: Atom + From<Edge>>(size: Size, e: &mut Draft<'_, A>) -> Result<(), Stop> {
    size.edges().try_for_each(|edge| e.declare_projected(edge.into()))
}

/// States that the edges form a single loop, whatever the numbers say.
pub(crate) fn one_loop<A: Atom + From<Edge>>(size: Size, e: &mut Draft<'_, A>) -> Result<(), Stop> {
    for dot in size.dots().cells() {
        let name = e.name(size.dot_name(dot));
        let edges: Vec<A> = size.edges_at(dot).map(A::from).collect();
        let mut group = e.group(&DOT, [name.into()])?;
        for &edge in &edges {
            group.implies([edge], edges.iter().copied().filter(|&other| other != edge));
        }
        group.count(Bound::AtMost(2), edges);
    }
    let number = |dot: Cell| size.dots().index(dot);
    let edges = size.edges().map(|edge| {
        let [one, other] = edge.ends().map(number);
        (one, other, pos(A::from(edge)))
    });
    let graph = Graph::of_edges(size.dots().area(), edges).with_degrees_apart();
    e.group(&LOOP, ())?.one_loop(&graph);
    Ok(())
}
