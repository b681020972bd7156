//! `two-level`, plus the number of times that each colour shows at the seams.
//!
//! With a frame and no piece left over, each colour shows at half as many inner seams as it has edges. A solver can't
//! see that by itself: it is a counting argument, and the shortest resolution proofs are long.
//! Colour cardinality constraints for this puzzle: J. Gallicchio, github.com/JamesGallicchio/eternity2, 2022.

use jigsat_cnf::{Bound, Rule, Stop};

use super::{Atom, Seam, Writer, two_level};

const COUNT: Rule = Rule::new("count", "exactly {1} seams have colour {0}").redundant();

pub(super) fn encode(w: &mut Writer<'_>) -> Result<(), Stop> {
    two_level::encode(w)?;
    let seams: Vec<Seam> = Seam::all(w.puzzle.size, false).collect();
    let (Some(frame), 0) = (w.puzzle.frame, w.puzzle.surplus()) else { return Ok(()) };
    for color in w.puzzle.colors.all() {
        let mate = w.puzzle.colors.mate(color);
        if mate < color {
            continue;
        }
        let edges = w.puzzle.edges_of(color) + if mate == color { 0 } else { w.puzzle.edges_of(mate) };
        let on_rim = if frame == color || frame == mate { w.puzzle.perimeter() } else { 0 };
        let inside = edges.saturating_sub(on_rim);
        let name = w.e.name(w.puzzle.colors.name(color));
        let mut shown: Vec<Atom> = seams.iter().map(|&seam| Atom::Shows { seam, color }).collect();
        if mate != color {
            shown.extend(seams.iter().map(|&seam| Atom::Shows { seam, color: mate }));
        }
        w.e.group(&COUNT, [name.into(), (inside / 2).into()])?
            .count(Bound::Exactly(inside as u64 / 2), shown);
    }
    Ok(())
}
