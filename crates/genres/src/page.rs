use std::collections::{BTreeMap, BTreeSet};

use jigsat_cnf::rarely;
use jigsat_input::{self as input, ParseError, Source, quote};
use jigsat_qprop::{
    Parsed,
    syntax::{Element, Expr, Ident, Item, Kind, Sentence, SortValues},
};

pub(crate) use crate::given::{At, Given, What};
use crate::{
    code::{Args, Block, Resolver, Shape},
    generate::{STEPS, Step, former},
    given::sorts,
    look::{Look, Looks},
};

/// A genre: a text of qprop that describes boards as well as rules.
#[derive(Clone, Debug)]
pub struct Page {
    /// The name of the family: the name after `genre`, with hyphens.
    pub name: String,
    /// What it is, in a line.
    pub about: String,
    pub(crate) source: Source,
    /// What its text says, for the model of each board.
    pub(crate) parsed: Parsed,
    /// The offset of its name.
    name_at: usize,
    pub(crate) givens: Vec<Given>,
    /// The constants that a board may set, with their default values.
    pub(crate) numbers: BTreeMap<String, i64>,
    /// The sort of the rooms that a board is divided into.
    pub(crate) rooms: Option<String>,
    /// Whether it has an open constant `largest`: the number of cells of a board's largest room.
    pub(crate) asks_largest: bool,
    /// The sort of the stars that are drawn on cells, borders and corners.
    pub(crate) stars: Option<String>,
    /// How boards are written in addresses of puzz.link, and under which name.
    pub(crate) address: Option<(String, Vec<Block>)>,
    /// How pzpr saves boards and answers, and under which name.
    pub(crate) saved: Option<(String, Vec<Block>)>,
    /// Sentences about words of a former version.
    pub(crate) notes: Vec<String>,
    /// Further names in addresses and saved boards.
    pub(crate) other_names: Vec<String>,
    /// How each layer looks, by its name.
    pub(crate) looks: Looks,
    /// How boards are made.
    pub(crate) steps: Vec<Step>,
}

/// The constant that the rooms of a board set.
pub(crate) const LARGEST: &str = "largest";

impl Page {
    /// Reads a page.
    ///
    /// # Errors
    ///
    /// A mistake in the text, or a part that a genre needs and that is missing.
    pub fn read(source: Source) -> Result<Page, ParseError> {
        let none = |path: &str| Err(ParseError::in_file(path, "a page of a genre includes nothing"));
        let parsed = Parsed::read(source.clone(), &none)?;
        let items = parsed.items();
        let missing =
            || ParseError::in_file(source.name(), "is no page of a genre").expecting("genre NAME \"…\"");
        let genre = items.iter().find_map(|item| match item {
            Item::Genre { name, about } => {
                Some((name.name.replace('_', "-"), name.span.start as usize, about.text.clone()))
            }
            _ => None,
        });
        let (name, name_at, about) = genre.ok_or_else(missing)?;
        let of_board = items.iter().filter_map(|item| match item {
            Item::Sort { name, values: None } => Some(name.name.clone()),
            _ => None,
        });
        let has_places = |sort: &String| {
            let is_place = |item: &Item| matches!(item, Item::Given { places, value: Some(value), .. } if value.name == "Dot" && sorts(places) == [sort]);
            items.iter().any(is_place)
        };
        let (stars, rooms): (Vec<String>, Vec<String>) = of_board.partition(has_places);
        let (stars, rooms) = (stars.into_iter().next(), rooms.into_iter().next());
        let number = |value: &Expr| match &value.kind {
            Kind::Number(value) => *value,
            Kind::Minus(value) => match value.kind {
                Kind::Number(value) => -value,
                _ => 0,
            },
            _ => 0,
        };
        let numbers = items.iter().filter_map(|item| match item {
            Item::Const { name, value } if name.name != LARGEST => {
                Some((name.name.clone(), value.as_ref().map_or(0, number)))
            }
            _ => None,
        });
        let numbers = rarely::map(numbers);
        let is_largest =
            |item: &Item| matches!(item, Item::Const { name, value: None } if name.name == LARGEST);
        let asks_largest = rooms.is_some() && items.iter().any(is_largest);
        let of_board = OfBoard { rooms: rooms.as_deref(), stars: stars.as_deref() };
        let givens: Vec<Given> = items.iter().filter_map(|item| given(item, items, of_board)).collect();
        let resolver = Resolver { source: &source, items, givens: &givens };
        let areas: Vec<&str> = items.iter().filter_map(|item| area(item, stars.as_deref()?)).collect();
        let (mut looks, mut steps) = (resolver.looks(&areas), Vec::new());
        let mut written = BTreeMap::new();
        let (mut other_names, mut notes) = (Vec::new(), Vec::new());
        let mut known: BTreeSet<&str> = BTreeSet::new();
        for item in items {
            let Item::Form { what, names, parts } = item else { continue };
            if !known.insert(&what.name) {
                let message = format!("found a second {}", quote(&what.name));
                return Err(source.error(source.position(what.span.start as usize), message));
            }
            let mut names = names.iter().map(|name| name.name.replace('_', "-"));
            let name = names.next().unwrap_or_default();
            other_names.extend(names);
            match what.name.as_str() {
                "draw" => notes.extend(resolver.set_looks(&mut looks, parts)?),
                "generate" => {
                    for part in parts {
                        let (now, note) = former(part).unzip();
                        notes.extend(note);
                        let part = now.as_ref().unwrap_or(part);
                        steps.push(Args::read(&resolver, part, &STEPS, "a step of making a board", &mut ())?);
                    }
                }
                form => {
                    let (blocks, own) = resolver.blocks(form == "saved", parts)?;
                    notes.extend(own);
                    written.insert(form, (name, blocks));
                }
            }
        }
        let (address, saved) = (written.remove("address"), written.remove("saved"));
        Ok(Page {
            name,
            about,
            source,
            parsed,
            name_at,
            givens,
            numbers,
            rooms,
            asks_largest,
            stars,
            address,
            saved,
            notes,
            other_names,
            looks,
            steps,
        })
    }

    /// The name of the genre in sentences: the part before the colon of its line.
    pub(crate) fn title(&self) -> &str {
        self.about.split(':').next().unwrap_or(&self.name)
    }

    /// The text of the page.
    #[must_use]
    pub fn text(&self) -> &str {
        self.source.text()
    }

    /// An error at the name of the genre.
    #[must_use]
    pub fn error_at_name(&self, message: impl Into<String>) -> ParseError {
        self.source.error(self.source.position(self.name_at), message)
    }

    /// The error that a board is of another genre than the page.
    pub(crate) fn other_genre(&self, genre: &input::Part<'_>, name: &str) -> ParseError {
        let error = genre.error(format!("found a board of the genre {}", quote(genre.text())));
        let own = &self.name;
        error.expecting(if own == name { own.clone() } else { format!("{own}, there called {name}") })
    }

    /// The word of a given that is a single one.
    pub(crate) fn word(&self, layer: &str) -> String {
        self.given(layer).and_then(|given| given.what.text(0)).unwrap_or_default()
    }

    /// How a layer looks.
    pub(crate) fn look(&self, layer: &str) -> Look {
        self.looks.get(layer).copied().unwrap_or(Look::Text)
    }

    pub(crate) fn given(&self, name: &str) -> Option<&Given> {
        self.givens.iter().find(|given| given.name == name)
    }

    /// Whether a board has a block with a word for each cell that isn't the name of its room. If nothing is given, the
    /// words of that block say that the cells are empty.
    pub(crate) fn has_words(&self) -> bool {
        let is_drawn = |given: &Given| {
            given.is_on_border()
                || matches!(given.at, At::Cells | At::Rooms | At::Dots | At::Corners)
                    && given.what != What::Room
        };
        self.givens.iter().any(is_drawn) || self.is_blank()
    }

    /// Whether boards of a size are all the same: nothing is given.
    pub(crate) fn is_blank(&self) -> bool {
        self.givens.iter().all(|given| given.at == At::Other)
    }

    /// The number of rows or columns of words for this many rows or columns of cells: if the genre has stars or words on
    /// borders, borders have words, too; if something is given at corners, corners have words in place of cells.
    pub(crate) fn drawn(&self, side: usize) -> usize {
        match (self.shows_borders(), self.has_corners()) {
            (true, _) => (2 * side).saturating_sub(1),
            (_, true) => side + 1,
            _ => side,
        }
    }

    /// The number of rows or columns of cells for this many rows or columns of words.
    pub(crate) fn side(&self, drawn: usize) -> usize {
        match (self.shows_borders(), self.has_corners()) {
            (true, _) => drawn.div_ceil(2),
            (_, true) => drawn.saturating_sub(1),
            _ => drawn,
        }
    }

    /// Whether a board has words for borders and corners between its cells: stars, or what is given on borders.
    pub(crate) fn shows_borders(&self) -> bool {
        self.stars.is_some() || self.givens.iter().any(Given::is_on_border)
    }

    /// Whether something is given at corners of cells.
    pub(crate) fn has_corners(&self) -> bool {
        self.givens.iter().any(|given| given.at == At::Corners)
    }

    /// Number of rows and columns that a board has and pzpr doesn't count: 1 if sums come before their cells.
    pub(crate) fn outer(blocks: &[Block]) -> u16 {
        let is_outer = |block: &Block| matches!(block.shape, Shape::Outer | Shape::Table);
        u16::from(blocks.iter().any(is_outer))
    }

    /// Whether the numbers in cells are names, for which letters may stand.
    pub(crate) fn has_labels(&self) -> bool {
        self.looks.values().any(|look| *look == Look::Name)
    }

    pub(crate) fn has_margins(&self) -> bool {
        self.givens.iter().any(|given| given.at == At::Lines)
    }
}

/// The sorts that a board defines.
#[derive(Clone, Copy)]
struct OfBoard<'n> {
    rooms: Option<&'n str>,
    stars: Option<&'n str>,
}

/// The name of a function whose values are stars.
fn area<'i>(item: &'i Item, stars: &str) -> Option<&'i str> {
    let Item::Pred(pred) = item else { return None };
    pred.value.as_ref().is_some_and(|value| value.name == stars).then_some(pred.name.name.as_str())
}

fn given(item: &Item, items: &[Item], of_board: OfBoard<'_>) -> Option<Given> {
    let Item::Given { name, places, value, word } = item else { return None };
    let OfBoard { rooms, stars } = of_board;
    let sorts = sorts(places);
    let is_list = sorts.len() == 2;
    let named = |item: &Item| match item {
        Item::Sort { name, values: Some(SortValues::Set(values)) }
            if sorts.get(1) == Some(&name.name.as_str()) =>
        {
            values.iter().map(symbol).collect::<Option<Vec<String>>>()
        }
        _ => None,
    };
    let places = items.iter().find_map(named).unwrap_or_default();
    let at = match sorts[..] {
        ["Cell"] | ["Cell", _] => At::Cells,
        [sort] if Some(sort) == rooms => At::Rooms,
        [sort] if Some(sort) == stars => At::Dots,
        ["Corner"] => At::Corners,
        ["Line"] | ["Line", _] => At::Lines,
        ["Edge"] => At::Borders,
        _ => At::Other,
    };
    let text = |word: &Option<Sentence>| word.as_ref().map(|word| word.text.clone()).unwrap_or_default();
    let what = match (value, word) {
        (Some(value), _) if Some(value.name.as_str()) == rooms => What::Room,
        (None, _) if at == At::Borders && rooms.is_some() => What::Border,
        (Some(_), word) if at == At::Dots => What::Star(text(word)),
        (Some(_), Some(sign)) => What::Signed(sign.text.clone()),
        (Some(value), None) => symbols(value, items).map_or(What::Number, What::Symbol),
        (None, word) => What::Word(text(word)),
    };
    Some(Given { name: name.name.clone(), at, is_list, places, what })
}

/// The symbols of a sort, if it has any.
fn symbols(sort: &Ident, items: &[Item]) -> Option<Vec<String>> {
    let values = items.iter().find_map(|item| match item {
        Item::Sort { name, values: Some(SortValues::Set(values)) } if name.name == sort.name => Some(values),
        _ => None,
    })?;
    values.iter().map(symbol).collect()
}

fn symbol(element: &Element) -> Option<String> {
    match element {
        Element::Symbol(symbol) => Some(symbol.name.clone()),
        Element::Number(..) => None,
    }
}
