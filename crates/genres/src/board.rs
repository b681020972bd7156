use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};

use jigsat_input::{ParseError, Source, quote};
use jigsat_qprop::{Atom, Layer as Drawing, Model, Over, Symmetries, Unread};
use jigsat_solve::{Limits, Stop};

use crate::{Givens, Page, given::Given, givens::Word, look::Look};

/// A puzzle of a genre.
#[derive(Clone, Debug)]
pub struct Board {
    /// Its genre.
    pub page: Arc<Page>,
    /// What is drawn on it.
    pub givens: Givens,
    pub(crate) model: Model,
    pub(crate) layers: Vec<Drawing>,
    symmetries: OnceLock<Option<Arc<Symmetries>>>,
}

impl Board {
    /// A board of a genre; errors have places in the source that it was read from.
    ///
    /// # Errors
    ///
    /// A mistake in the givens: a number out of its range, missing rooms.
    pub fn new(page: Arc<Page>, givens: Givens, source: &Source) -> Result<Self, ParseError> {
        Board::within(page, givens, source, &Limits::default())
            .map_err(|unread| unread.while_reading(source.name(), "there was no limit"))
    }

    /// The page with the board's facts, grounded.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// A board without its ground rules: for its referee alone, which is much less work.
    pub(crate) fn unground(page: Arc<Page>, givens: Givens) -> Result<Self, ParseError> {
        let data = givens.data(&page, &Source::new("board", ""));
        let model = Model::unground(&page.parsed, &data)?;
        let layers = model.layers().collect();
        Ok(Board { page, givens, model, layers, symmetries: OnceLock::new() })
    }

    /// This board with its ground rules.
    pub(crate) fn grounded(self, limits: &Limits) -> Result<Self, Unread> {
        Ok(Board { model: self.model.grounded(limits)?, ..self })
    }

    /// As [`Board::new`], within limits.
    ///
    /// # Errors
    ///
    /// As [`Board::new`], and the limit that was reached first.
    pub fn within(page: Arc<Page>, givens: Givens, source: &Source, limits: &Limits) -> Result<Self, Unread> {
        if page.stars.is_some() && givens.stars(&page).is_empty() {
            let message =
                format!("this board of {} has no star: each region needs one at its centre", page.name);
            let help = "draw an 'o' on the cell, border or corner at the centre of each region; the rows show borders, too, so n rows of cells are 2n - 1 lines";
            return Err(ParseError::in_file(source.name(), message).with_help(help).into());
        }
        if page.rooms.is_some() && givens.rooms.is_none() {
            let message = format!("this board of {} lacks its rooms", page.name);
            let help = "rooms are a second block with a line for each row and a word for each cell: that of its room";
            return Err(ParseError::in_file(source.name(), message).with_help(help).into());
        }
        one_sign(&page, &givens, source)?;
        let data = givens.data(&page, source);
        let model = Model::unground(&page.parsed, &data).map_err(|error| {
            // Of what may be wrong in a page, only an empty range is the fault of the board.
            let is_empty_range =
                error.message().starts_with("the range ") && error.message().ends_with(" has no value");
            if error.file() == source.name() || !is_empty_range {
                return error;
            }
            let (title, name, size) = (page.title(), source.name(), givens.size);
            error.with_help(format!(
                "{title} has no board like that of {name}: it is too small ({size}), or sets a number too low"
            ))
        })?;
        let model = model.grounded(limits)?;
        let layers = model.layers().collect();
        Ok(Board { page, givens, model, layers, symmetries: OnceLock::new() })
    }

    /// The symmetries of the board under which its rules and givens stay the same, found on first use; `None` if it is too large
    /// for that.
    ///
    /// # Errors
    ///
    /// The limit that was reached first.
    pub fn symmetries(&self, limits: &Limits) -> Result<Option<&Symmetries>, Stop> {
        if self.symmetries.get().is_none() {
            let found = self.model.symmetries(limits)?;
            self.symmetries.get_or_init(|| found.map(Arc::new));
        }
        Ok(self.known_symmetries())
    }

    /// The symmetries, if they were looked for.
    pub(crate) fn known_symmetries(&self) -> Option<&Symmetries> {
        self.symmetries.get()?.as_deref()
    }

    /// The image of an atom under the symmetry with that number.
    pub(crate) fn image(&self, atom: Atom, number: usize) -> Atom {
        let symmetries = self.symmetries(&Limits::default()).expect("there are no limits");
        symmetries.map_or(atom, |symmetries| symmetries.image(atom, number))
    }

    /// The layer of an atom that is over cells or borders, and the atom's place there.
    pub(crate) fn place_of(&self, atom: Atom) -> Option<(&Drawing, usize)> {
        let find = |layer: &'_ &Drawing| layer.place(atom).is_some();
        let layer = self.layers.iter().find(find)?;
        (layer.over != Over::Other).then(|| layer.place(atom).map(|(place, _)| (layer, place)))?
    }
}

/// Refuses a room with several of the signs that a picture shows behind its number: they are alternatives.
fn one_sign(page: &Page, givens: &Givens, source: &Source) -> Result<(), ParseError> {
    let mut found: BTreeMap<&[usize], &Word> = BTreeMap::new();
    let is_sign = |given: &&Given| page.look(&given.name) == Look::Cage && given.what.words().is_some();
    let signs = page.givens.iter().filter(is_sign).filter_map(|sign| givens.layers.get(&sign.name)).flatten();
    for (room, word) in signs {
        if let Some(other) = found.insert(room, word) {
            let first = givens.first_cells()[room[0]];
            let [other, own] = [other, word].map(|word| quote(&word.value));
            let message = format!("found {other} and {own} in the cage of {first}");
            return Err(source.error(word.position, message).expecting("one sign"));
        }
    }
    Ok(())
}
