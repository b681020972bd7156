//! The families. To add one, add a line here.

use std::sync::{Arc, LazyLock};

use jigsat_dimacs::DimacsFamily;
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

/// All families, in the order of the help.
static FAMILIES: LazyLock<Vec<Arc<dyn AnyFamily>>> = LazyLock::new(|| {
    let mut families: Vec<Arc<dyn AnyFamily>> = vec![
        Arc::new(Erased::new(SudokuFamily)),
        Arc::new(Erased::new(EdgeMatchingFamily)),
        Arc::new(Erased::new(QpropFamily)),
        Arc::new(Erased::new(SokobanFamily)),
        Arc::new(Erased::new(TilingFamily)),
        Arc::new(Erased::new(FillominoFamily)),
        Arc::new(Erased::new(SlitherlinkFamily)),
        Arc::new(Erased::new(DimacsFamily)),
    ];
    families.extend(genres().into_iter().map(|genre| -> Arc<dyn AnyFamily> { Arc::new(Erased::new(genre)) }));
    families
});

/// All families.
pub fn families() -> impl ExactSizeIterator<Item = &'static dyn AnyFamily> + Clone {
    FAMILIES.iter().map(AsRef::as_ref)
}

/// The family with that name.
#[must_use]
pub fn family(name: &str) -> Option<&'static dyn AnyFamily> {
    families().find(|family| family.info().name == name)
}

/// The names of all families.
#[must_use]
pub fn names() -> Vec<&'static str> {
    families().map(|family| family.info().name.as_ref()).collect()
}

/// The family with that name, or an error.
///
/// # Errors
///
/// [`Error::Request`] if there is none.
pub(crate) fn known(name: &str) -> Result<&'static Arc<dyn AnyFamily>, Error> {
    let found = FAMILIES.iter().find(|family| family.info().name == name);
    found.ok_or_else(|| Error::request(format!("there is no family {}", quote(name))))
}

/// The family with that name; or that of a page of QPROP, if it doesn't come with jigsat.
///
/// # Errors
///
/// A name that no family has; a page that is malformed, or defines a genre of another name.
pub(crate) fn family_of(name: &str, page: Option<&str>) -> Result<Arc<dyn AnyFamily>, Error> {
    let Some(page) = page else { return known(name).cloned() };
    let file = "the page of the genre";
    let family = page_family(Source::new(file, page))?;
    let own = &family.info().name;
    if own != name {
        let message = format!("defines the genre {}, expected {}", quote(own), quote(name));
        return Err(ParseError::in_file(file, message).into());
    }
    Ok(family)
}

/// The families of a request: the one that it names, otherwise all.
///
/// # Errors
///
/// Errors of [`family_of`], and a page without a name.
pub(crate) fn families_of(name: Option<&str>, page: Option<&str>) -> Result<Vec<Arc<dyn AnyFamily>>, Error> {
    match (name, page) {
        (Some(name), page) => Ok(vec![family_of(name, page)?]),
        (None, None) => Ok(FAMILIES.clone()),
        (None, Some(_)) => Err(Error::request("a page needs the name of the family that it defines")),
    }
}

/// Rejects folders of tasks about a family that could not be found again, because nobody could work on them.
///
/// # Errors
///
/// [`Error::Request`] if it neither comes with jigsat nor has a text that defines it.
pub(crate) fn found_again(found: &dyn AnyFamily) -> Result<(), Error> {
    let name = &found.info().name;
    if family(name).is_some() || found.info().definition.is_some() {
        return Ok(());
    }
    let message =
        "neither comes with jigsat nor has a page of QPROP: nobody could work on tasks of its puzzles";
    Err(Error::request(format!("the family {} {message}", quote(name))))
}

/// The family of any page of QPROP. It isn't registered.
///
/// # Errors
///
/// Text that is not a page of a genre, and a name that a registered family has: records could not distinguish the two.
pub fn page_family(source: Source) -> Result<Arc<dyn AnyFamily>, ParseError> {
    let file = source.name().to_owned();
    let page = Page::read(source)?;
    if family(&page.name).is_some() {
        let message = format!("the genre {} comes with jigsat", quote(&page.name));
        return Err(page.error_at_name(message).expecting("a name of its own"));
    }
    Ok(Arc::new(Erased::new(GenreFamily::new(Arc::new(page), format!("{file} BOARD --unique")))))
}
