//! The families. A further one is one more line here.

use std::sync::LazyLock;

use jigsat_edge_matching::EdgeMatchingFamily;
use jigsat_fillomino::FillominoFamily;
use jigsat_genres::genres;
use jigsat_qprop::QpropFamily;
use jigsat_slitherlink::SlitherlinkFamily;
use jigsat_sokoban::SokobanFamily;
use jigsat_sudoku::SudokuFamily;
use jigsat_tiling::TilingFamily;

use crate::{AnyFamily, Erased};

/// All families, in the order in which help lists them.
static FAMILIES: LazyLock<Vec<Box<dyn AnyFamily>>> = LazyLock::new(|| {
    let mut families: Vec<Box<dyn AnyFamily>> = vec![
        Box::new(Erased::new(SudokuFamily)),
        Box::new(Erased::new(EdgeMatchingFamily)),
        Box::new(Erased::new(QpropFamily)),
        Box::new(Erased::new(SokobanFamily)),
        Box::new(Erased::new(TilingFamily)),
        Box::new(Erased::new(FillominoFamily)),
        Box::new(Erased::new(SlitherlinkFamily)),
    ];
    families.extend(genres().into_iter().map(|genre| -> Box<dyn AnyFamily> { Box::new(Erased::new(genre)) }));
    families
});

/// All families.
pub fn families() -> impl ExactSizeIterator<Item = &'static dyn AnyFamily> + Clone {
    FAMILIES.iter().map(AsRef::as_ref)
}

/// The family of that name.
#[must_use]
pub fn family(name: &str) -> Option<&'static dyn AnyFamily> {
    families().find(|family| family.info().name == name)
}

/// The names of all families.
#[must_use]
pub fn names() -> Vec<&'static str> {
    families().map(|family| family.info().name.as_ref()).collect()
}
