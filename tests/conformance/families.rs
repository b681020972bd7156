//! The types of the families, for properties that need them.

use jigsat_dimacs::DimacsFamily;
use jigsat_edge_matching::EdgeMatchingFamily;
use jigsat_fillomino::FillominoFamily;
use jigsat_genres::{Board, GenreFamily};
use jigsat_kit::Family;
use jigsat_qprop::QpropFamily;
use jigsat_slitherlink::SlitherlinkFamily;
use jigsat_sokoban::SokobanFamily;
use jigsat_sudoku::SudokuFamily;
use jigsat_tiling::TilingFamily;

use crate::{properties::Found, subjects::Subject};

/// A property of a family of one type.
pub trait Typed {
    fn check<F: Family>(&self, family: &F, subject: &Subject, found: &mut Found);
}

/// Checks a property of a subject in its own type.
pub fn typed(property: &impl Typed, subject: &Subject, found: &mut Found) {
    let puzzle = subject.boards[0].instance.puzzle();
    if let Some(board) = puzzle.downcast_ref::<Board>() {
        return property.check(&GenreFamily::new(board.page.clone(), String::new()), subject, found);
    }
    let is_known = is_of(property, &SudokuFamily, subject, found)
        || is_of(property, &EdgeMatchingFamily, subject, found)
        || is_of(property, &QpropFamily, subject, found)
        || is_of(property, &SokobanFamily, subject, found)
        || is_of(property, &TilingFamily, subject, found)
        || is_of(property, &FillominoFamily, subject, found)
        || is_of(property, &SlitherlinkFamily, subject, found)
        || is_of(property, &DimacsFamily, subject, found);
    found.that(is_known, || format!("add the type of {} to the list", subject.name()));
}

/// Checks the property if the subject is that family.
fn is_of<F: Family>(property: &impl Typed, family: &F, subject: &Subject, found: &mut Found) -> bool {
    let is_it = family.info().name == subject.name();
    if is_it {
        property.check(family, subject, found);
    }
    is_it
}
