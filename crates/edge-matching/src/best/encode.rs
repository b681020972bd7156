//! The relaxed formula: placements in two levels as in `two-level`, a variable for each seam that says that its edges
//! agree, and the right or lower cell of a seam bound to its colour only if they do.

use jigsat_cnf::{Bound, Draft, Literal, Rule, Stop, neg, pos};
use jigsat_grid::{Cell, Direction};

use super::BestAtom;
use crate::{EdgeMatching, Kinds, SIDES, Seam, encode::piece_rule, puzzle::shown};

const CELL: Rule = Rule::new("cell", "{0} has exactly one piece");
const TURNED: Rule = Rule::new("turned", "piece {0} in {1} has exactly one rotation");
const SHOWS: Rule = Rule::new("shows", "seam {0} has the colour that the piece in {1} shows there");
const SUPPORT: Rule = Rule::new("support", "seam {0} has a colour only if the piece in {1} shows it there");
const AGREES: Rule =
    Rule::new("agrees", "if seam {0} agrees, it has the colour that the piece in {1} shows there");
const HINT: Rule = Rule::new("hint", "piece {0} is given in {1}").clue();

pub(super) fn differences(puzzle: &EdgeMatching) -> Vec<Literal<BestAtom>> {
    seams(puzzle).map(|(seam, _)| neg(BestAtom::Agrees { seam })).collect()
}

/// The inner seams, and the cell on their other side.
fn seams(puzzle: &EdgeMatching) -> impl Iterator<Item = (Seam, Cell)> {
    puzzle.touching().map(|(cell, side, other)| (Seam { cell, side }, other))
}

pub(super) fn encode(puzzle: &EdgeMatching, kinds: &Kinds, mut e: Draft<'_, BestAtom>) -> Result<(), Stop> {
    let number = |kind: usize| kinds.all[kind].pieces[0] as u16;
    let count = kinds.all.len();
    let turns: Vec<Vec<u8>> = puzzle
        .size
        .cells()
        .flat_map(|cell| (0..count).map(move |kind| (cell, kind)))
        .map(|(cell, kind)| turns(puzzle, kinds, cell, kind))
        .collect();
    let turns = |cell: Cell, kind: usize| turns[puzzle.size.index(cell) * count + kind].iter().copied();
    let placed = |cell, kind, turn| BestAtom::Placed { cell, kind: number(kind), turn };
    for cell in puzzle.size.cells() {
        for kind in 0..count {
            for turn in turns(cell, kind) {
                e.declare_projected(placed(cell, kind, turn))?;
            }
            e.declare(BestAtom::Holds { cell, kind: number(kind) })?;
        }
    }
    for (seam, _) in seams(puzzle) {
        for color in puzzle.colors.all() {
            e.declare(BestAtom::Shows { seam, color })?;
        }
        e.declare(BestAtom::Agrees { seam })?;
    }
    let arg = |cell: Cell| jigsat_cnf::Arg::Cell(cell.row, cell.col);
    for cell in puzzle.size.cells() {
        let here = (0..count).map(|kind| BestAtom::Holds { cell, kind: number(kind) });
        e.group(&CELL, [arg(cell)])?.exactly_one(here);
    }
    let piece = piece_rule(puzzle, kinds);
    for (kind, pieces) in kinds.all.iter().map(|kind| kind.pieces.len()).enumerate() {
        let cells = puzzle.size.cells().map(|cell| BestAtom::Holds { cell, kind: number(kind) });
        let mut group = e.group(&piece, (number(kind) + 1,))?;
        match (pieces, puzzle.surplus()) {
            (1, 0) => group.exactly_one(cells),
            (1, _) => group.at_most_one(cells),
            (_, 0) => group.count(Bound::Exactly(pieces as u64), cells),
            _ => group.count(Bound::AtMost(pieces as u64), cells),
        };
        for cell in puzzle.size.cells() {
            let turned: Vec<BestAtom> = turns(cell, kind).map(|turn| placed(cell, kind, turn)).collect();
            let mut group = e.group(&TURNED, [(number(kind) + 1).into(), arg(cell)])?;
            group.equals_any(BestAtom::Holds { cell, kind: number(kind) }, turned.iter().copied());
            group.at_most_one(turned);
        }
    }
    let show = |cell: Cell, side: Direction| {
        let mut by_color: Vec<Vec<Literal<BestAtom>>> = vec![Vec::new(); puzzle.colors.len()];
        for kind in 0..count {
            for turn in turns(cell, kind) {
                let color = shown(kinds.all[kind].edges, turn, side);
                by_color[usize::from(color)].push(pos(placed(cell, kind, turn)));
            }
        }
        by_color
    };
    for (seam, other) in seams(puzzle) {
        let name = e.name(seam.to_string());
        let near = show(seam.cell, seam.side);
        let far = show(other, seam.side.opposite());
        let mut group = e.group(&SHOWS, [name.into(), arg(seam.cell)])?;
        for (color, placements) in (0..).zip(&near) {
            for &placement in placements {
                group.implies([placement], [BestAtom::Shows { seam, color }]);
            }
        }
        let mut group = e.group(&SUPPORT, [name.into(), arg(seam.cell)])?;
        for (color, placements) in (0..).zip(near) {
            group.implies([BestAtom::Shows { seam, color }], placements);
        }
        let mut group = e.group(&AGREES, [name.into(), arg(other)])?;
        for (color, placements) in (0..).zip(far) {
            let color = puzzle.colors.mate(color);
            let (agrees, shows) = (pos(BestAtom::Agrees { seam }), pos(BestAtom::Shows { seam, color }));
            for &placement in &placements {
                group.implies([agrees, placement], [shows]);
            }
            group.implies([agrees, shows], placements);
        }
    }
    for hint in &puzzle.hints {
        let (kind, offset) = kinds.of_piece[hint.piece];
        let turn = hint.rotation.map(|rotation| (rotation + offset) % kinds.all[kind].period);
        let fits = turns(hint.cell, kind).filter(|&known| turn.is_none_or(|turn| turn == known));
        let fits: Vec<BestAtom> = fits.map(|turn| placed(hint.cell, kind, turn)).collect();
        e.group(&HINT, [(hint.piece + 1).into(), arg(hint.cell)])?.clause(fits);
    }
    Ok(())
}

/// The rotations of a piece of the kind in that cell in which the rim shows the frame.
fn turns(puzzle: &EdgeMatching, kinds: &Kinds, cell: Cell, kind: usize) -> Vec<u8> {
    let kind = &kinds.all[kind];
    let rim = SIDES.into_iter().filter(|&side| puzzle.size.step(cell, side).is_none());
    let rim: Vec<Direction> = rim.collect();
    let fits = |turn: &u8| {
        puzzle.frame.is_none_or(|frame| rim.iter().all(|&side| shown(kind.edges, *turn, side) == frame))
    };
    (0..kind.period).filter(fits).collect()
}
