//! No variable for rotations: a piece in a cell restricts the colours around it to those of its rotations.
//!
//! M. J. H. Heule: Solving edge-matching problems with satisfiability solvers, SAT 2009 technical session (2008):
//! a variable for each piece in each cell, one for each colour of each seam ('diamond'), and for each piece the
//! side may show and that each colour of the piece shows somewhere, then what one side's colour implies for the others,
//! and what two and three imply, until only the rotations are left.

use std::collections::HashMap;

use jigsat_cnf::{Literal, Model, Rule, Stop, neg, pos, rarely};
use jigsat_grid::{Cell, Direction};
use jigsat_solve::Violation;

use super::{
    Atom, HINT, Seam, Writer, cell_arg,
    symmetry::{CENTRE, SYMMETRY, words},
};
use crate::{Color, EdgeMatching, Edges, Kinds, SIDES, puzzle::shown};

const CELL: Rule = Rule::new("cell", "{0} has exactly one piece");
const SEAM: Rule = Rule::new("seam", "seam {0} has exactly one colour");
const FITS: Rule =
    Rule::new("fits", "if piece {0} lies in {1}, the colours around {1} are those of one of its rotations");

/// What a piece demands of the sides of a cell, which are numbered as in [`SIDES`].
struct Demand {
    /// If these sides show these colours …
    if_all: Vec<(usize, Color)>,
    /// … then one of these sides shows that colour.
    then_any: Vec<(usize, Color)>,
}

pub(super) fn encode(w: &mut Writer<'_>) -> Result<(), Stop> {
    let with_rim = has_rim(w.puzzle);
    let cells = w.puzzle.size.cells();
    let turns: Vec<Vec<u8>> = cells
        .clone()
        .flat_map(|cell| w.kinds().map(move |kind| (cell, kind)))
        .map(|(cell, kind)| w.turns(kind, cell))
        .collect();
    let turns_of = |w: &Writer<'_>, cell: Cell, kind: usize| {
        turns[w.puzzle.size.index(cell) * w.kinds.all.len() + kind].clone()
    };
    let holds = |w: &Writer<'_>, cell: Cell, kind: usize| {
        (!turns_of(w, cell, kind).is_empty()).then(|| Atom::Holds { cell, kind: w.number(kind) })
    };
    for cell in cells.clone() {
        for kind in w.kinds() {
            if let Some(atom) = holds(w, cell, kind) {
                w.e.declare_projected(atom)?;
            }
        }
    }
    let seams: Vec<Seam> = Seam::all(w.puzzle.size, with_rim).collect();
    for &seam in &seams {
        for color in w.puzzle.colors.all() {
            w.e.declare_projected(Atom::Shows { seam, color })?;
        }
    }
    for cell in cells.clone() {
        let here: Vec<Atom> = w.kinds().filter_map(|kind| holds(w, cell, kind)).collect();
        w.e.group(&CELL, [cell_arg(cell)])?.exactly_one(here);
    }
    for kind in w.kinds() {
        let places: Vec<Literal<Atom>> =
            cells.clone().filter_map(|cell| holds(w, cell, kind)).map(pos).collect();
        w.take(kind, places)?;
    }
    for &seam in &seams {
        let name = w.e.name(seam.to_string());
        let colors = w.puzzle.colors.all().map(|color| Atom::Shows { seam, color });
        w.e.group(&SEAM, (name,))?.exactly_one(colors);
    }
    let mut known = HashMap::new();
    for cell in cells {
        for kind in w.kinds() {
            let turns = turns_of(w, cell, kind);
            if !turns.is_empty() {
                fits(w, cell, kind, turns, with_rim, &mut known)?;
            }
        }
    }
    hints(w, with_rim)?;
    break_symmetry(w, with_rim)
}

/// Whether the rim's colours have variables: without a frame, rotations differ there, too.
fn has_rim(puzzle: &EdgeMatching) -> bool {
    puzzle.frame.is_none() && puzzle.rotate
}

/// The sides of a cell that have variables, by their places in [`SIDES`].
fn sides(puzzle: &EdgeMatching, cell: Cell, with_rim: bool) -> Vec<usize> {
    let has_seam = |place: &usize| with_rim || puzzle.size.step(cell, SIDES[*place]).is_some();
    (0..4).filter(has_seam).collect()
}

/// The atom that the cell shows that colour on that side.
fn seen(puzzle: &EdgeMatching, cell: Cell, side: Direction, color: Color) -> Atom {
    let (seam, is_others) = Seam::at(puzzle.size, cell, side);
    Atom::Shows { seam, color: if is_others { puzzle.colors.mate(color) } else { color } }
}

type Known = HashMap<(usize, Vec<u8>, Vec<usize>), Vec<Demand>>;

fn fits(
    w: &mut Writer<'_>,
    cell: Cell,
    kind: usize,
    turns: Vec<u8>,
    with_rim: bool,
    known: &mut Known,
) -> Result<(), Stop> {
    let puzzle = w.puzzle;
    let number = w.number(kind);
    let edges = w.kinds.all[kind].edges;
    let key = (kind, turns, sides(puzzle, cell, with_rim));
    let demands = known.entry(key).or_insert_with_key(|(_, turns, sides)| demands(edges, turns, sides));
    let mut group = w.e.group(&FITS, [(number + 1).into(), cell_arg(cell)])?;
    let shows = |&(side, color): &(usize, Color)| pos(seen(puzzle, cell, SIDES[side], color));
    for demand in demands {
        let holds = pos(Atom::Holds { cell, kind: number });
        let if_all = demand.if_all.iter().map(shows).chain([holds]);
        group.implies(if_all, demand.then_any.iter().map(shows));
    }
    Ok(())
}

/// Demands on those sides that leave only the rotations.
fn demands(edges: Edges, turns: &[u8], sides: &[usize]) -> Vec<Demand> {
    let row = |turn: u8| sides.iter().map(|&side| shown(edges, turn, SIDES[side])).collect();
    let mut rows: Vec<Vec<Color>> = turns.iter().map(|&turn| row(turn)).collect();
    rarely::sort(&mut rows);
    rows.dedup();
    let colors_at = |place: usize, rows: &mut dyn Iterator<Item = &Vec<Color>>| {
        let mut colors: Vec<Color> = rows.map(|row| row[place]).collect();
        rarely::sort(&mut colors);
        colors.dedup();
        colors
    };
    let possible: Vec<Vec<Color>> =
        (0..sides.len()).map(|place| colors_at(place, &mut rows.iter())).collect();
    // All combinations of the colours that each side allows; demands remove those that are no rotation.
    let mut open: Vec<Vec<Color>> = vec![Vec::new()];
    for colors in &possible {
        let longer = |row: &Vec<Color>| {
            let row = row.clone();
            colors.iter().map(move |&color| [row.as_slice(), &[color]].concat()).collect::<Vec<_>>()
        };
        open = open.iter().flat_map(longer).collect();
    }
    let side = |place: usize| sides[place];
    let mut demands: Vec<Demand> = Vec::new();
    for (place, colors) in possible.iter().enumerate() {
        let then_any = colors.iter().map(|&color| (side(place), color)).collect();
        demands.push(Demand { if_all: vec![], then_any });
    }
    for color in possible.concat() {
        let then_any: Vec<(usize, Color)> = (0..sides.len())
            .filter(|&place| possible[place].contains(&color))
            .map(|place| (side(place), color))
            .collect();
        let always = rows.iter().all(|row| row.contains(&color));
        if always
            && then_any.len() > 1
            && !demands.iter().any(|demand| demand.if_all.is_empty() && demand.then_any == then_any)
        {
            open.retain(|row| row.contains(&color));
            demands.push(Demand { if_all: vec![], then_any });
        }
    }
    // One premise is enough: the test checks this for all pieces.
    let mut taken: Vec<(usize, Color)> = Vec::new();
    for row in open.clone() {
        for (at, &color) in row.iter().enumerate() {
            if taken.contains(&(at, color)) {
                continue;
            }
            taken.push((at, color));
            for place in (0..sides.len()).filter(|&place| place != at) {
                let holds = |row: &&Vec<Color>| row[at] == color;
                let allowed = colors_at(place, &mut rows.iter().filter(holds));
                open.retain(|row| !holds(&row) || allowed.contains(&row[place]));
                if allowed.len() < possible[place].len() {
                    let then_any = allowed.iter().map(|&color| (side(place), color)).collect();
                    demands.push(Demand { if_all: vec![(side(at), color)], then_any });
                }
            }
        }
    }
    debug_assert_eq!(open.len(), rows.len(), "the demands leave the rotations");
    demands
}

/// The colours that a piece in this rotation shows in that cell; `None` for a side without a variable.
fn looks(w: &Writer<'_>, cell: Cell, kind: usize, turn: u8, with_rim: bool) -> Vec<Atom> {
    let edges = w.kinds.all[kind].edges;
    let sides = sides(w.puzzle, cell, with_rim).into_iter();
    sides.map(|place| seen(w.puzzle, cell, SIDES[place], shown(edges, turn, SIDES[place]))).collect()
}

fn hints(w: &mut Writer<'_>, with_rim: bool) -> Result<(), Stop> {
    for hint in &w.puzzle.hints {
        let (kind, offset) = w.kinds.of_piece[hint.piece];
        let period = w.kinds.all[kind].period;
        let turns = w.turns(kind, hint.cell);
        let turn = hint.rotation.map(|rotation| (rotation + offset) % period);
        let fits = turns.iter().any(|known| turn.is_none_or(|turn| turn == *known));
        let looks = turn.map_or(vec![], |turn| looks(w, hint.cell, kind, turn, with_rim));
        let holds = Atom::Holds { cell: hint.cell, kind: w.number(kind) };
        let mut group = w.e.group(&HINT, [(hint.piece + 1).into(), cell_arg(hint.cell)])?;
        group.clause(fits.then_some(holds));
        for atom in looks {
            group.clause([atom]);
        }
    }
    Ok(())
}

fn break_symmetry(w: &mut Writer<'_>, with_rim: bool) -> Result<(), Stop> {
    let Some(anchor) = w.anchor() else { return Ok(()) };
    let number = w.number(anchor.kind);
    let piece = usize::from(number) + 1;
    let outside = w.puzzle.size.cells().filter(|cell| !anchor.cells.contains(cell));
    let outside: Vec<Cell> = outside.filter(|&cell| !w.turns(anchor.kind, cell).is_empty()).collect();
    let cells = w.e.name(words(&anchor.cells));
    let mut group = w.e.group(&SYMMETRY, [piece.into(), cells.into()])?;
    for cell in outside {
        group.clause([neg(Atom::Holds { cell, kind: number })]);
    }
    if let Some(centre) = anchor.centre {
        let turned = w.turns(anchor.kind, centre).into_iter().filter(|&turn| turn >= anchor.turns);
        let turned: Vec<Vec<Atom>> =
            turned.map(|turn| looks(w, centre, anchor.kind, turn, with_rim)).collect();
        let mut group = w.e.group(&CENTRE, (piece, anchor.turns))?;
        for looks in turned {
            let holds = Atom::Holds { cell: centre, kind: number };
            group.clause(looks.into_iter().chain([holds]).map(neg));
        }
    }
    Ok(())
}

/// The kind of piece in each cell, and how it is turned, as the colours around it say.
pub(super) fn decode(
    puzzle: &EdgeMatching,
    kinds: &Kinds,
    model: &Model<'_, Atom>,
) -> Result<Vec<(Cell, usize, u8)>, Violation> {
    let with_rim = has_rim(puzzle);
    let mut found = vec![None; puzzle.size.area()];
    for atom in model.true_atoms() {
        if let Atom::Holds { cell, kind } = atom
            && found[puzzle.size.index(cell)].replace(kinds.of_piece[usize::from(kind)].0).is_some()
        {
            return Err(Violation::new(format!("{cell} has two pieces")));
        }
    }
    let turned = |(cell, kind): (Cell, Option<usize>)| {
        let kind = kind.ok_or_else(|| Violation::new(format!("{cell} has no piece")))?;
        let edges = kinds.all[kind].edges;
        let rim = |side: Direction, turn| match (puzzle.frame, puzzle.size.step(cell, side)) {
            (Some(frame), None) => shown(edges, turn, side) == frame,
            _ => true,
        };
        let sides = sides(puzzle, cell, with_rim);
        let looks = |turn: &u8| {
            let is_seen = |place: &usize| {
                model.holds(seen(puzzle, cell, SIDES[*place], shown(edges, *turn, SIDES[*place])))
            };
            sides.iter().all(is_seen) && SIDES.iter().all(|&side| rim(side, *turn))
        };
        let turn = (0..kinds.all[kind].period).find(looks);
        let turn = turn
            .ok_or_else(|| Violation::new(format!("no rotation of the piece in {cell} fits its colours")))?;
        Ok((cell, kind, turn))
    };
    puzzle.size.cells().zip(found).map(turned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For every piece, with some of its rotations and some of its sides.
    #[test]
    fn demands_leave_just_the_rotations() {
        let all = || (0..256_u16).map(|code| [code >> 6, code >> 4 & 3, code >> 2 & 3, code & 3]);
        let subset = |set: usize| (0..4).filter(move |member| set >> member & 1 == 1).collect::<Vec<usize>>();
        for edges in all() {
            for (turns, sides) in (1..16).flat_map(|turns| (1..16).map(move |sides| (turns, sides))) {
                let (turns, sides): (Vec<u8>, _) =
                    (subset(turns).into_iter().map(|turn| turn as u8).collect(), subset(sides));
                let demands = demands(edges, &turns, &sides);
                let is_left = |row: &Edges| {
                    let shows = |&(side, color): &(usize, Color)| row[side] == color;
                    let holds = |demand: &Demand| {
                        !demand.if_all.iter().all(shows) || demand.then_any.iter().any(shows)
                    };
                    demands.iter().all(holds)
                };
                let is_rotation = |row: &Edges| {
                    let shows =
                        |&turn: &u8| sides.iter().all(|&side| shown(edges, turn, SIDES[side]) == row[side]);
                    turns.iter().any(shows)
                };
                for row in all() {
                    assert_eq!(is_left(&row), is_rotation(&row), "{edges:?} {turns:?} {sides:?}: {row:?}");
                }
            }
        }
    }
}
