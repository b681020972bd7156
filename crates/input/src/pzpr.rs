//! What all addresses of puzz.link and pzpr, and all boards saved by pzpr, have in common.
//!
//! An address is `https://puzz.link/p?GENRE/COLUMNS/ROWS/BOARD`: [`Address`]. A [`Cursor`] reads its board, and the modules
//! [`number4`] and [`number16`] read and write the board's numbers. [`Saved`] reads a saved board. Genres have several
//! names: [`kind`]. Source: the program pzpr by sabo2 and its successor pzprjs.

mod address;
mod cursor;
mod kind;
pub mod number16;
pub mod number4;
mod saved;

pub use address::Address;
pub use cursor::Cursor;
pub use kind::kind;
pub use saved::Saved;

/// What a place of a board has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// Nothing.
    Nothing,
    /// A number.
    Number(u32),
    /// A question mark.
    Unknown,
}

impl Item {
    /// The number, if there is one.
    #[must_use]
    pub fn number(self) -> Option<u32> {
        match self {
            Item::Number(number) => Some(number),
            Item::Nothing | Item::Unknown => None,
        }
    }
}

impl From<Option<u32>> for Item {
    fn from(number: Option<u32>) -> Self {
        number.map_or(Item::Nothing, Item::Number)
    }
}
