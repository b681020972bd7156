//! What may be given on a board.

use jigsat_qprop::syntax::Binder;

/// A given fact of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Given {
    pub name: String,
    pub at: At,
    /// Whether there is a list for each cell or line, instead of one word.
    pub is_list: bool,
    /// The names of the places of a list, if they have names.
    pub places: Vec<String>,
    pub what: What,
}

/// The places that a given fact is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum At {
    Cells,
    Rooms,
    /// Rows and columns.
    Lines,
    /// Stars: on middles, borders and corners of cells.
    Dots,
    /// Corners of cells, row by row, those at the rim included.
    Corners,
    /// Borders between cells.
    Borders,
    /// Something that a board doesn't have.
    Other,
}

/// The kind of value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// One word.
    Word(String),
    Number,
    /// A number followed by this sign.
    Signed(String),
    /// One of these words, or its beginning.
    Symbol(Vec<String>),
    /// The room of the cell.
    Room,
    /// Whether a border is drawn, between rooms or within one.
    Border,
    /// The word for a star.
    Star(String),
}

impl Given {
    /// Whether there is one value for each end of a line: the places are `start` and `end`. The values of other places
    /// stand beside each other before the line, the last one next to the board.
    pub fn is_at_ends(&self) -> bool {
        self.places == ["start", "end"]
    }

    /// Whether it is a word on borders, other than a border that is drawn.
    pub fn is_on_border(&self) -> bool {
        self.at == At::Borders && self.what != What::Border
    }

    /// The key of a word at a line or cell, by its place there.
    pub fn key(&self, at: usize, place: usize) -> Vec<usize> {
        if self.is_list { vec![at, place] } else { vec![at] }
    }
}

impl What {
    /// The value that a word means, if it is known.
    pub fn value(&self, word: &str) -> Option<String> {
        match self {
            What::Word(known) | What::Star(known) => (known == word).then(|| word.to_owned()),
            What::Number => word.parse::<u32>().ok().map(|number| number.to_string()),
            What::Signed(sign) => What::Number.value(word.strip_suffix(sign.as_str())?),
            What::Symbol(known) => {
                let word = word.to_lowercase();
                let mut fitting = known.iter().filter(|symbol| symbol.starts_with(&word));
                let found = fitting.next().filter(|_| !word.is_empty());
                found.filter(|_| fitting.next().is_none()).cloned()
            }
            What::Room | What::Border => None,
        }
    }
}

impl What {
    /// How many values there are, if they are words.
    pub fn words(&self) -> Option<usize> {
        match self {
            What::Word(_) | What::Star(_) | What::Room | What::Border => Some(1),
            What::Symbol(names) => Some(names.len()),
            What::Number | What::Signed(_) => None,
        }
    }

    /// The number of a value: of words, the place among them, from 0.
    pub fn number(&self, value: &str) -> Option<i64> {
        match self {
            What::Number | What::Signed(_) => value.parse().ok(),
            What::Symbol(names) => names.iter().position(|name| name == value).map(|place| place as i64),
            What::Word(_) | What::Star(_) | What::Room | What::Border => Some(0),
        }
    }

    /// The value with a number.
    pub fn text(&self, number: i64) -> Option<String> {
        match self {
            What::Number | What::Signed(_) => Some(number.to_string()),
            What::Symbol(names) => names.get(usize::try_from(number).ok()?).cloned(),
            What::Word(word) | What::Star(word) => Some(word.clone()),
            What::Room | What::Border => None,
        }
    }
}

/// The sort of each place.
pub(crate) fn sorts(places: &[Binder]) -> Vec<&str> {
    let each = places.iter().flat_map(|binder| binder.names.iter().map(move |_| &binder.sort));
    each.map(|sort| sort.as_ref().map_or("", |sort| sort.name.as_str())).collect()
}
