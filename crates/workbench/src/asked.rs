//! What is asked about, and the verbs that are not about one puzzle.

use std::borrow::Cow;

use jigsat_kit::{Error, Text};

use crate::{
    AnyFamily, Context,
    recognise::{guess, refuse_others},
    verb::{Listener, Verb},
    verbs::Request,
};

/// What is asked about.
#[derive(Default)]
pub struct Asked<'a> {
    /// The family; detected if it is missing.
    pub family: Option<&'a dyn AnyFamily>,
    /// The text of one puzzle or several.
    pub text: Option<Text>,
    /// Which of several is meant, from 1.
    pub index: Option<u64>,
    /// Whether each of several is meant, even if the verb is about one.
    pub each: bool,
    /// The processes in which the puzzles of a collection are solved, if their memory is bounded.
    #[cfg(not(target_family = "wasm"))]
    pub apart: Option<crate::worker::Apart>,
}

impl Asked<'_> {
    /// Detects the family if none is named and the request is about a puzzle. Returns the names of the other families that
    /// the text may belong to.
    ///
    /// # Errors
    ///
    /// A text that belongs to no family, or may belong to several, none of which is likelier than the others.
    pub fn recognise(
        &mut self,
        request: &Request,
        context: &Context,
    ) -> Result<Vec<Cow<'static, str>>, Error> {
        let is_needed = self.family.is_none() && request.ask().is_some();
        let Some(text) = self.text.take_if(|_| is_needed) else { return Ok(Vec::new()) };
        let text = text.within(context.limits_of(None));
        let guess = guess(&text)?;
        self.text = Some(text);
        self.family = Some(guess.family);
        Ok(guess.others.iter().map(|family| family.info().name.clone()).collect())
    }

    /// The text.
    ///
    /// # Errors
    ///
    /// A request without one, and a text that names another family.
    pub fn text(self) -> Result<Text, Error> {
        let text = self.text.ok_or_else(|| Error::request("there is no puzzle in the request"))?;
        self.family.map_or(Ok(()), |family| refuse_others(&text, family))?;
        Ok(text)
    }
}

/// A verb that is about something else.
pub(crate) trait OfOther: Verb {
    /// Gives the parts of the answer to a listener.
    ///
    /// # Errors
    ///
    /// Why there is no answer, and errors of the listener.
    fn answer(&self, about: Asked<'_>, context: &Context, listener: &mut Listener<'_>) -> Result<(), Error>;
}
