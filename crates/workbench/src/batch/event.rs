//! The events of a batch.

use std::{fmt, path::Path, sync::Arc};

use super::{line::Category, unread::Malformed};

/// The function that gets the events.
pub type BatchObserver = Arc<dyn Fn(BatchEvent<'_>) + Send + Sync>;

/// An event of a batch.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum BatchEvent<'e> {
    /// One more puzzle is known.
    Found,
    /// A puzzle is finished.
    Done {
        /// The results of all finished puzzles.
        counts: Counts,
        /// Whether an earlier run finished it: then it says nothing about the remaining time.
        before: bool,
    },
    /// A puzzle can't be read. If there are very many, only the first are reported.
    Malformed(&'e Malformed),
    /// The results ended with an incomplete line, which was cut off.
    Mended {
        /// Its length in bytes.
        bytes: u64,
    },
    /// A folder of shares is about another question, and was left alone.
    OtherQuestion {
        /// The folder.
        folder: &'e Path,
    },
}

impl BatchEvent<'_> {
    /// In words, if it is more than progress.
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

/// Number of puzzles for each result, in the order of [`Category::ALL`].
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
