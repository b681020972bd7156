use std::collections::{BTreeMap, BTreeSet};

use jigsat_grid::{Cell, Size};
use jigsat_input::{About, Position, Source};
use jigsat_qprop::{Data, Drawn};

use crate::{
    Page,
    page::{At, Given, LARGEST, What},
};

/// The givens of a board, before its rules are considered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Givens {
    /// The size of the board.
    pub size: Size,
    /// The constants that it sets.
    pub numbers: BTreeMap<String, i64>,
    /// For each cell the number of its room, if there are rooms; rooms are numbered by their first cells.
    pub rooms: Option<Vec<usize>>,
    /// The borders within rooms, which separate nothing, by the numbers of their edges.
    pub inner: BTreeSet<usize>,
    /// Values by the name of the given fact. A key is the number of a cell, of a room, of a border (those between columns
    /// first), or of a point where a star may be (row by row, [`Givens::dots`] in each); for lists, the number of a cell or a line (columns come first) and a
    /// place in its list.
    pub layers: BTreeMap<String, BTreeMap<Vec<usize>, Word>>,
    /// The puzzle's title.
    pub title: String,
    /// Where it comes from.
    pub source: String,
    /// What its file says about it.
    pub about: About,
}

/// A word of a board.
#[derive(Clone, Debug)]
pub struct Word {
    /// The value that it means.
    pub value: String,
    /// Where it was read; ignored in comparisons.
    pub position: Position,
}

impl PartialEq for Word {
    /// Compares the values, not the positions.
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl Eq for Word {}

impl Givens {
    /// An empty board.
    #[must_use]
    pub fn new(size: Size) -> Self {
        Givens {
            size,
            numbers: BTreeMap::new(),
            rooms: None,
            inner: BTreeSet::new(),
            layers: BTreeMap::new(),
            title: String::new(),
            source: String::new(),
            about: About::default(),
        }
    }

    /// Sets the value of a place.
    pub fn set(&mut self, layer: &str, key: Vec<usize>, value: impl Into<String>, position: Position) {
        let word = Word { value: value.into(), position };
        match self.layers.get_mut(layer) {
            Some(words) => {
                words.insert(key, word);
            }
            None => {
                self.layers.insert(layer.to_owned(), BTreeMap::from([(key, word)]));
            }
        }
    }

    /// The value of a place.
    #[must_use]
    pub fn get(&self, layer: &str, key: &[usize]) -> Option<&str> {
        self.layers.get(layer)?.get(key).map(|word| word.value.as_str())
    }

    /// The words of a line, up to the last one.
    pub(crate) fn line(&self, given: &Given, line: usize) -> Vec<Option<&str>> {
        let keys = self.layers.get(&given.name).into_iter().flat_map(|layer| layer.keys());
        let places = keys.filter(|key| key[0] == line).map(|key| key.get(1).copied().unwrap_or(0));
        let count = places.max().map_or(0, |last| last + 1);
        (0..count).map(|place| self.get(&given.name, &given.key(line, place))).collect()
    }

    /// What is given in each cell, in the page's order: the items of a list one after the other, and what is about a room in
    /// the room's first cell.
    pub(crate) fn in_cells<'g>(&'g self, page: &'g Page) -> Vec<Vec<(&'g Given, &'g str)>> {
        let layer = |given: &Given| self.layers.get(&given.name).into_iter().flatten();
        let mut cells = vec![Vec::new(); self.size.area()];
        let lists = || page.givens.iter().filter(|given| given.at == At::Cells && given.is_list);
        let longest = lists().flat_map(layer).filter_map(|(key, _)| key.get(1)).max();
        for place in 0..longest.map_or(0, |last| last + 1) {
            for given in lists() {
                for (key, word) in layer(given).filter(|(key, _)| key.get(1) == Some(&place)) {
                    if let Some(givens) = cells.get_mut(key[0]) {
                        givens.push((given, &*word.value));
                    }
                }
            }
        }
        let rooms = self.first_cells();
        for given in page.givens.iter().filter(|given| !given.is_list) {
            for (key, word) in layer(given) {
                let cell = match given.at {
                    At::Cells => Some(key[0]),
                    At::Rooms => rooms.get(key[0]).map(|&first| self.size.index(first)),
                    _ => break,
                };
                if let Some(givens) = cell.and_then(|cell| cells.get_mut(cell)) {
                    givens.push((given, &*word.value));
                }
            }
        }
        cells
    }

    /// The number of points in a row where stars may be, and the number of such rows: middles, borders and corners.
    #[must_use]
    pub fn dots(&self) -> (usize, usize) {
        let points = |side: u16| (2 * usize::from(side)).saturating_sub(1);
        (points(self.size.cols), points(self.size.rows))
    }

    /// The points where stars are.
    pub(crate) fn stars(&self, page: &Page) -> Vec<usize> {
        let layers = page.givens.iter().filter(|given| given.at == At::Dots);
        let keys = layers.filter_map(|given| self.layers.get(&given.name)).flat_map(|layer| layer.keys());
        let stars: BTreeSet<usize> = keys.map(|key| key[0]).collect();
        stars.into_iter().collect()
    }

    /// For each cell the number of the star in its piece; `None` where there is no star, or a border between two is missing.
    pub(crate) fn star_of(&self, page: &Page, piece: &[usize]) -> Vec<Option<usize>> {
        let stars = self.stars(page);
        let star = |own: &usize| {
            let is_inside = |dot: &usize| self.beside(*dot).iter().all(|&other| piece[other] == *own);
            let mut inside = (0..stars.len()).filter(|&star| is_inside(&stars[star]));
            inside.next().filter(|_| inside.next().is_none())
        };
        piece.iter().map(star).collect()
    }

    /// The cells that contain a point, or on whose border it is.
    pub(crate) fn beside(&self, dot: usize) -> Vec<usize> {
        let (width, _) = self.dots();
        let (down, right) = (dot / width, dot % width);
        let columns = usize::from(self.size.cols);
        let rows = down / 2..=down.div_ceil(2);
        rows.flat_map(|row| (right / 2..=right.div_ceil(2)).map(move |column| row * columns + column))
            .collect()
    }

    /// The number of the border on which a point is, if it is on one.
    pub(crate) fn border_of(&self, dot: usize) -> Option<usize> {
        match self.beside(dot)[..] {
            [a, b] => Some(edge(self.size, a, b)),
            _ => None,
        }
    }

    /// The value of a constant of the page.
    pub(crate) fn number(&self, page: &Page, name: &str) -> i64 {
        let own = self.numbers.get(name).or_else(|| page.numbers.get(name));
        own.copied().unwrap_or_default()
    }

    /// Divides the board into rooms: cells with the same name belong together.
    pub fn set_rooms<R: Ord>(&mut self, names: &[R]) {
        let mut numbers: BTreeMap<&R, usize> = BTreeMap::new();
        let rooms = names.iter().map(|name| {
            let next = numbers.len();
            *numbers.entry(name).or_insert(next)
        });
        self.rooms = Some(rooms.collect());
    }

    /// Divides the board by the borders that are drawn, by the numbers of [`edge`]: a room is a set of cells that
    /// no border separates, so a border may also be within a room.
    pub(crate) fn set_borders(&mut self, is_drawn: &[bool]) {
        let size = self.size;
        let rooms = pieces(size, |a, b| !is_drawn[edge(size, a, b)]);
        let drawn = (0..is_drawn.len()).filter(|&number| is_drawn[number]);
        let is_inner = |&number: &usize| {
            let [a, b] = ends(size, number);
            rooms[a] == rooms[b]
        };
        self.inner = drawn.filter(is_inner).collect();
        self.set_rooms(&rooms);
    }

    /// Number of borders between cells.
    pub(crate) fn border_count(&self) -> usize {
        let (rows, columns) = (usize::from(self.size.rows), usize::from(self.size.cols));
        rows * columns.saturating_sub(1) + rows.saturating_sub(1) * columns
    }

    /// Whether a border is drawn, between rooms or within one.
    pub(crate) fn has_border(&self, number: usize) -> bool {
        let [a, b] = ends(self.size, number);
        self.rooms.as_ref().is_some_and(|rooms| rooms[a] != rooms[b]) || self.inner.contains(&number)
    }

    /// Number of cells of the largest room.
    fn largest_room(&self) -> i64 {
        let mut cells: BTreeMap<usize, i64> = BTreeMap::new();
        for &room in self.rooms.iter().flatten() {
            *cells.entry(room).or_default() += 1;
        }
        cells.into_values().max().unwrap_or_default()
    }

    /// The first cell of each room.
    #[must_use]
    pub fn first_cells(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        for (cell, &room) in self.size.cells().zip(self.rooms.iter().flatten()) {
            if room == cells.len() {
                cells.push(cell);
            }
        }
        cells
    }

    /// The data for the page's model; errors in it have places in the source.
    pub(crate) fn data(&self, page: &Page, source: &Source) -> Data {
        let mut data = Data::of_board(source.clone(), self.size.rows, self.size.cols);
        for (name, &number) in &self.numbers {
            data = data.with_number(name, number);
        }
        if page.asks_largest {
            data = data.with_number(LARGEST, self.largest_room());
        }
        let rooms: Vec<String> = self.first_cells().iter().map(Cell::to_string).collect();
        if let Some(sort) = &page.rooms {
            data = data.with_names(sort, rooms.clone());
        }
        let stars = self.stars(page);
        let star_name = |&dot: &usize| {
            let cells = self.beside(dot);
            let name = |cell: usize| self.size.cell(cell).to_string();
            match cells[..] {
                [cell] => name(cell),
                _ => format!("{}_{}", name(cells[0]), name(cells[cells.len() - 1])),
            }
        };
        let stars_named: Vec<String> = stars.iter().map(star_name).collect();
        if let Some(sort) = &page.stars {
            data = data.with_names(sort, stars_named.clone());
        }
        let placed = |at: usize, word: &str| Drawn {
            at: vec![at],
            word: word.to_owned(),
            position: Position { line: 1, column: 1 },
        };
        for given in &page.givens {
            let drawn: Vec<Drawn> = match (given.at, &given.what) {
                (_, What::Star(_)) => {
                    (0..).zip(&stars_named).map(|(star, name)| placed(star, name)).collect()
                }
                (At::Cells, What::Room) => {
                    let of_cells = (0..).zip(self.rooms.iter().flatten());
                    of_cells.map(|(cell, &room)| placed(cell, &rooms[room])).collect()
                }
                (At::Dots, _) => {
                    let own = |star: &usize| self.get(&given.name, &[stars[*star]]).is_some();
                    (0..stars.len()).filter(own).map(|star| placed(star, "")).collect()
                }
                (At::Borders, What::Border) => {
                    let borders = (0..self.border_count()).filter(|&number| self.has_border(number));
                    borders.map(|number| placed(number, "")).collect()
                }
                _ => {
                    let drawn = |(key, word): (&Vec<usize>, &Word)| Drawn {
                        at: key.clone(),
                        word: word.value.clone(),
                        position: word.position,
                    };
                    self.layers.get(&given.name).into_iter().flatten().map(drawn).collect()
                }
            };
            data = data.with_drawn(&given.name, drawn);
        }
        data
    }
}

/// The number of the border between two neighbours, of which `a` comes first: borders between columns are numbered first,
/// row by row, then those between rows.
pub(crate) fn edge(size: Size, a: usize, b: usize) -> usize {
    let (rows, columns) = (usize::from(size.rows), usize::from(size.cols));
    // On a board of one column, the next cell is the one below.
    if b == a + columns { rows * (columns - 1) + a } else { a / columns * (columns - 1) + a % columns }
}

/// The two cells of a border, by its number.
pub(crate) fn ends(size: Size, edge: usize) -> [usize; 2] {
    let (rows, columns) = (usize::from(size.rows), usize::from(size.cols));
    match edge.checked_sub(rows * (columns - 1)) {
        None => {
            let cell = edge / (columns - 1) * columns + edge % (columns - 1);
            [cell, cell + 1]
        }
        Some(cell) => [cell, cell + columns],
    }
}

/// For each cell, the least cell connected to it.
pub(crate) fn pieces(size: Size, joined: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut piece = vec![usize::MAX; size.area()];
    for start in 0..piece.len() {
        if piece[start] != usize::MAX {
            continue;
        }
        piece[start] = start;
        let mut open = vec![start];
        while let Some(cell) = open.pop() {
            for other in size.neighbours(size.cell(cell)).map(|other| size.index(other)) {
                if piece[other] == usize::MAX && joined(cell.min(other), cell.max(other)) {
                    piece[other] = start;
                    open.push(other);
                }
            }
        }
    }
    piece
}
