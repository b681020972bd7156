//! What happens on the way through a batch.

use std::{fmt, path::Path, sync::Arc};

use super::{line::Category, unread::Malformed};

/// Who hears what happens.
pub type BatchObserver = Arc<dyn Fn(BatchEvent<'_>) + Send + Sync>;

/// What happens on the way.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum BatchEvent<'e> {
    /// One more puzzle is known.
    Found,
    /// A puzzle is done.
    Done {
        /// The result of all that are done.
        counts: Counts,
        /// Whether it was done by an earlier run: then it says nothing about the time that is left.
        before: bool,
    },
    /// A puzzle can't be read. Of very many, the first are told.
    Malformed(&'e Malformed),
    /// The results ended with a line that was not written to its end; it was cut off.
    Mended {
        /// How long it was.
        bytes: u64,
    },
    /// A folder of shares is about another question, and was left alone.
    OtherQuestion {
        /// Where it is.
        folder: &'e Path,
    },
}

impl BatchEvent<'_> {
    /// In words, where it is more than progress.
    #[must_use]
    pub fn words(&self) -> Option<String> {
        match self {
            BatchEvent::Found | BatchEvent::Done { .. } => None,
            BatchEvent::Malformed(malformed) => Some(malformed.sentence.clone()),
            BatchEvent::Mended { bytes } => Some(format!(
                "an incomplete last line of {bytes} bytes was removed; its puzzle is done again"
            )),
            BatchEvent::OtherQuestion { folder } => {
                Some(format!("{}: was made with other options; 'jigsat gather' joins it", folder.display()))
            }
        }
    }
}

/// How many puzzles came to what, in the order of [`Category::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts(pub [u64; Category::ALL.len()]);

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, (count, category)) in self.0.iter().zip(Category::ALL).enumerate() {
            let comma = if number == 0 { "" } else { ", " };
            write!(f, "{comma}{count} {}", category.name())?;
        }
        Ok(())
    }
}
