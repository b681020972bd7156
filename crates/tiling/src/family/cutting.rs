//! The beginnings of a search for all solutions, and the number of solutions in a part of it.

use jigsat_cnf::{Literal, Variable, pos};
use jigsat_kit::{Beginning, Cutting, Run, Within};

use super::TilingFamily;
use crate::{Atom, Tiling, search};

impl Cutting<TilingFamily> for TilingFamily {
    fn beginnings(&self, puzzle: &Tiling) -> Option<Vec<Beginning<Atom>>> {
        let part = |part: search::Beginning| Beginning {
            literals: part.placement.map(|placement| pos(Atom::Place(placement))).into_iter().collect(),
            images: part.images,
            stabilizer: part.stabilizer,
        };
        Some(search::beginnings(puzzle).into_iter().map(part).collect())
    }

    fn count_within(
        &self,
        puzzle: &Tiling,
        cube: &[Literal<Atom>],
        group: &[usize],
        run: &Run<'_>,
    ) -> Option<Within> {
        let (mut used, mut unused) = (Vec::new(), Vec::new());
        for literal in cube {
            let Variable::Atom(Atom::Place(placement)) = literal.variable else { return None };
            if literal.negated { unused.push(placement) } else { used.push(placement) }
        }
        let within = search::count_within(puzzle, &used, &unused, group, run.limits)?;
        let search::Within { count, fixed, stopped, .. } = within;
        Some(Within { count, fixed, engine: "bitboard", stopped })
    }
}
