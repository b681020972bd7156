//! The families. To add one, add a line here.

use std::{
    borrow::Cow,
    sync::{Arc, LazyLock},
};

use jigsat_dimacs::DimacsFamily;
use jigsat_edge_matching::EdgeMatchingFamily;
use jigsat_fillomino::FillominoFamily;
use jigsat_genres::{GenreFamily, Page, makers};
use jigsat_input::{ParseError, Source, quote};
use jigsat_qprop::QpropFamily;
use jigsat_slitherlink::SlitherlinkFamily;
use jigsat_sokoban::SokobanFamily;
use jigsat_sudoku::SudokuFamily;
use jigsat_tiling::TilingFamily;

use crate::{AnyFamily, Erased, Error};

/// All families, in the order of the help.
///
/// A family is made when it is needed: a run needs few of those that are pages.
static FAMILIES: LazyLock<Vec<Member>> = LazyLock::new(|| {
    let mut members = vec![
        Member::of(Erased::new(SudokuFamily)),
        Member::of(Erased::new(EdgeMatchingFamily)),
        Member::of(Erased::new(QpropFamily)),
        Member::of(Erased::new(SokobanFamily)),
        Member::of(Erased::new(TilingFamily)),
        Member::of(Erased::new(FillominoFamily)),
        Member::of(Erased::new(SlitherlinkFamily)),
        Member::of(Erased::new(DimacsFamily)),
    ];
    members
        .extend(makers().map(|(name, make)| Member::new(name.into(), move || Arc::new(Erased::new(make())))));
    members
});

/// A family with its name.
struct Member {
    name: Cow<'static, str>,
    family: LazyLock<Arc<dyn AnyFamily>, Box<Maker>>,
}

type Maker = dyn FnOnce() -> Arc<dyn AnyFamily> + Send;

impl Member {
    fn of(family: impl AnyFamily + 'static) -> Self {
        let family: Arc<dyn AnyFamily> = Arc::new(family);
        Member::new(family.info().name.clone(), || family)
    }

    fn new(name: Cow<'static, str>, make: impl FnOnce() -> Arc<dyn AnyFamily> + Send + 'static) -> Self {
        Member { name, family: LazyLock::new(Box::new(make)) }
    }
}

/// All families.
pub fn families() -> impl ExactSizeIterator<Item = &'static dyn AnyFamily> + Clone {
    FAMILIES.iter().map(|member| &**member.family)
}

/// The family with that name.
#[must_use]
pub fn family(name: &str) -> Option<&'static dyn AnyFamily> {
    member(name).map(AsRef::as_ref)
}

fn member(name: &str) -> Option<&'static Arc<dyn AnyFamily>> {
    FAMILIES.iter().find(|member| member.name == name).map(|member| &*member.family)
}

/// The names of all families.
#[must_use]
pub fn names() -> Vec<&'static str> {
    FAMILIES.iter().map(|member| &*member.name).collect()
}

/// The family with that name, or an error.
///
/// # Errors
///
/// [`Error::Request`] if there is none.
pub(crate) fn known(name: &str) -> Result<&'static Arc<dyn AnyFamily>, Error> {
    member(name).ok_or_else(|| Error::request(format!("there is no family {}", quote(name))))
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
        (None, None) => Ok(FAMILIES.iter().map(|member| Arc::clone(&member.family)).collect()),
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

#[cfg(test)]
mod tests {
    use super::FAMILIES;

    #[test]
    fn members_have_the_names_of_their_families() {
        for member in FAMILIES.iter() {
            assert_eq!(member.name, member.family.info().name);
        }
    }
}
