//! Formulas of `lazy`, of proofs, and in SMT-LIB.

use jigsat_cnf::Formula;
use jigsat_input::{ParseError, Source};
use jigsat_kit::{Formulas, Reply};
use jigsat_solve::{BuildOptions, Error as SolveError, Limits};

use super::FillominoFamily;
use crate::{Atom, Encoding, Fillomino, Solution};

/// Maximum number of conflicts for finding the cuts of `lazy`.
const CONFLICTS_FOR_CUTS: u64 = 100_000;

impl Formulas<FillominoFamily> for FillominoFamily {
    fn is_lazy(&self, encoding: Encoding) -> bool {
        encoding == Encoding::Lazy
    }

    fn complete(
        &self,
        puzzle: &Fillomino,
        _: Encoding,
        options: &BuildOptions,
        limits: &Limits,
    ) -> Result<Formula<Atom>, SolveError> {
        let most = limits.conflicts.map_or(CONFLICTS_FOR_CUTS, |conflicts| conflicts.min(CONFLICTS_FOR_CUTS));
        crate::complete(puzzle, options, &Limits { conflicts: Some(most), ..limits.clone() })
    }

    /// Numbers above the largest given share an atom, as when solving; otherwise nearly all of the formula would be
    /// about them.
    fn to_prove(&self, puzzle: &Fillomino) -> Fillomino {
        Fillomino { largest_named: Some(puzzle.largest_given()), ..puzzle.clone() }
    }

    fn write(&self, puzzle: &Fillomino, format: &str) -> Option<String> {
        (format == "smt2").then(|| crate::smt2(puzzle))
    }

    fn read_reply(&self, puzzle: &Fillomino, answer: &Source) -> Result<Option<Reply<Solution>>, ParseError> {
        crate::parse_reply(puzzle, answer)
    }
}
