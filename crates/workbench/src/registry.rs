//! The families. A further one is one more line here.

use std::sync::{Arc, LazyLock};

use jigsat_edge_matching::EdgeMatchingFamily;
use jigsat_fillomino::FillominoFamily;
use jigsat_genres::{GenreFamily, Page, genres};
use jigsat_input::{ParseError, Source, quote};
use jigsat_qprop::QpropFamily;
use jigsat_slitherlink::SlitherlinkFamily;
use jigsat_sokoban::SokobanFamily;
use jigsat_sudoku::SudokuFamily;
use jigsat_tiling::TilingFamily;

use crate::{AnyFamily, Erased, Error};

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

/// Refuses folders of proofs or tasks about a family that is not found by its name: nothing could check them, or work on them.
///
/// # Errors
///
/// [`Error::Request`] where no family of that name is registered.
pub fn registered(name: &str) -> Result<(), Error> {
    let message = || {
        format!(
            "the family {} doesn't come with jigsat: --proof and 'cubes' need one that does; --checked works",
            quote(name)
        )
    };
    family(name).map(|_| ()).ok_or_else(|| Error::Request(message()))
}

/// The family of anybody's page of QPROP. It isn't registered.
///
/// # Errors
///
/// Text that is no page of a genre, and a name that a registered family has: records could not tell the two apart.
pub fn page_family(source: Source) -> Result<Box<dyn AnyFamily>, ParseError> {
    let file = source.name().to_owned();
    let page = Page::read(source)?;
    if family(&page.name).is_some() {
        let message = format!("the genre {} comes with jigsat", quote(&page.name));
        return Err(page.error_at_name(message).expecting("a name of its own"));
    }
    Ok(Box::new(Erased::new(GenreFamily::new(Arc::new(page), format!("{file} BOARD --unique")))))
}
