//! A genre by the path of its page: `jigsat solve my.qprop BOARD`, or `jigsat my.qprop solve BOARD`.

use std::{
    ffi::OsString,
    path::Path,
    sync::{Arc, OnceLock},
};

use jigsat_kit::Patience;
use jigsat_workbench::{AnyFamily, families, family, page_family};

use super::call::puzzle_commands;
use crate::{exit::Failure, input};

/// The page that the command line names, with the word that names it; a run has at most one.
static PAGE: OnceLock<(String, Arc<dyn AnyFamily>)> = OnceLock::new();

/// The family of that name, or of the page at that path.
pub fn known(name: &str) -> Option<&'static dyn AnyFamily> {
    let page = PAGE.get().filter(|(path, _)| path == name);
    page.map(|(_, family)| &**family).or_else(|| family(name))
}

/// The names of all families on the command line.
pub fn all() -> impl Iterator<Item = (&'static str, &'static dyn AnyFamily)> {
    let page = PAGE.get().map(|(path, family)| (path.as_str(), &**family));
    families().map(|family| (&*family.info().name, family)).chain(page)
}

/// Reads the page that the words name, if they name one, and puts it where the name of a family stands.
pub fn with_page(words: &[OsString]) -> Result<Vec<OsString>, Failure> {
    let mut words = words.to_vec();
    let Some((family, page)) = places(&words) else { return Ok(words) };
    let path = words[page].to_string_lossy().into_owned();
    let patience = Patience { stop: Arc::default(), timeout: None };
    let source = input::read(&path, &patience)?;
    // A model without boards of its own is a puzzle of the family qprop.
    if source.text().lines().any(|line| line.starts_with("genre ")) {
        let _ = PAGE.set((path, page_family(source)?));
        words[family..=page].rotate_right(1);
    }
    Ok(words)
}

/// The place where the family's name belongs, and that of the page; only a verb and options may precede the page.
fn places(words: &[OsString]) -> Option<(usize, usize)> {
    let is_page = |word: &OsString| {
        let path = Path::new(word);
        path.extension().is_some_and(|end| end == "qprop") && (path.is_file() || !path.exists())
    };
    let verbs = puzzle_commands();
    let is_verb = |word: &OsString| verbs.iter().any(|verb| word == verb.name);
    let is_option = |word: &OsString| word.to_string_lossy().starts_with('-');
    let first = (1..words.len()).find(|&place| !is_option(&words[place]))?;
    let page = if is_verb(&words[first]) {
        (first + 1..words.len()).find(|&place| !is_option(&words[place]))?
    } else {
        first
    };
    is_page(&words[page]).then_some((first, page))
}
