use std::collections::BTreeMap;

use jigsat_grid::{Cell, Size};
use jigsat_input::{About, Position, Source};
use jigsat_qprop::{Data, Drawn};

use crate::{
    Page,
    page::{At, Given, What},
};

/// What is drawn on a board, before any rule is looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Givens {
    /// The size of the board.
    pub size: Size,
    /// The constants that it sets.
    pub numbers: BTreeMap<String, i64>,
    /// For each cell the number of its room, where there are rooms: these are numbered by their first cells.
    pub rooms: Option<Vec<usize>>,
    /// By the name of the given fact: what is there. A key is the number of a cell or a room, or those of a line (columns
    /// come first) and a place in its list.
    pub layers: BTreeMap<String, BTreeMap<Vec<usize>, Word>>,
    /// What the puzzle is called.
    pub title: String,
    /// Where it comes from.
    pub source: String,
    /// What its file says about it.
    pub about: About,
}

/// A word of a board.
#[derive(Clone, Debug)]
pub struct Word {
    /// What it stands for.
    pub value: String,
    /// Where it was read.
    pub position: Position,
}

impl PartialEq for Word {
    /// Wherever they were read.
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
            layers: BTreeMap::new(),
            title: String::new(),
            source: String::new(),
            about: About::default(),
        }
    }

    /// Puts a value there.
    pub fn set(&mut self, layer: &str, key: Vec<usize>, value: impl Into<String>, position: Position) {
        let word = Word { value: value.into(), position };
        self.layers.entry(layer.to_owned()).or_default().insert(key, word);
    }

    /// The value that is there.
    #[must_use]
    pub fn get(&self, layer: &str, key: &[usize]) -> Option<&str> {
        self.layers.get(layer)?.get(key).map(|word| word.value.as_str())
    }

    /// The words at a line, up to the last one that is there.
    pub(crate) fn line(&self, given: &Given, line: usize) -> Vec<Option<&str>> {
        let keys = self.layers.get(&given.name).into_iter().flat_map(|layer| layer.keys());
        let places = keys.filter(|key| key[0] == line).map(|key| key.get(1).copied().unwrap_or(0));
        let count = places.max().map_or(0, |last| last + 1);
        (0..count).map(|place| self.get(&given.name, &given.line_key(line, place))).collect()
    }

    /// Divides the board into rooms: cells of the same name belong together.
    pub fn set_rooms<R: Ord>(&mut self, names: &[R]) {
        let mut numbers: BTreeMap<&R, usize> = BTreeMap::new();
        let rooms = names.iter().map(|name| {
            let next = numbers.len();
            *numbers.entry(name).or_insert(next)
        });
        self.rooms = Some(rooms.collect());
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

    /// The data of the page's model; errors in it have places in the source.
    pub(crate) fn data(&self, page: &Page, source: &Source) -> Data {
        let mut data = Data::of_board(source.clone(), self.size.rows, self.size.cols);
        for (name, &number) in &self.numbers {
            data = data.with_number(name, number);
        }
        let rooms: Vec<String> = self.first_cells().iter().map(Cell::to_string).collect();
        if let Some(sort) = &page.rooms {
            data = data.with_names(sort, rooms.clone());
        }
        for given in &page.givens {
            let drawn: Vec<Drawn> = if given.what == What::Room && given.at == At::Cells {
                let numbers = self.rooms.iter().flatten();
                let drawn = |(cell, &room): (usize, &usize)| Drawn {
                    at: vec![cell],
                    word: rooms[room].clone(),
                    position: Position { line: 1, column: 1 },
                };
                numbers.enumerate().map(drawn).collect()
            } else {
                let layer = self.layers.get(&given.name).into_iter().flatten();
                let drawn = |(key, word): (&Vec<usize>, &Word)| Drawn {
                    at: key.clone(),
                    word: word.value.clone(),
                    position: word.position,
                };
                layer.map(drawn).collect()
            };
            data = data.with_drawn(&given.name, drawn);
        }
        data
    }
}

/// For each cell the least cell that it is joined with.
pub(crate) fn pieces(size: Size, joined: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let columns = usize::from(size.cols);
    let mut piece = vec![usize::MAX; size.area()];
    for start in 0..piece.len() {
        if piece[start] != usize::MAX {
            continue;
        }
        piece[start] = start;
        let mut open = vec![start];
        while let Some(cell) = open.pop() {
            let mut visit = |a: usize, b: usize, other: usize| {
                if joined(a, b) && piece[other] == usize::MAX {
                    piece[other] = start;
                    open.push(other);
                }
            };
            if cell % columns + 1 < columns {
                visit(cell, cell + 1, cell + 1);
            }
            if cell % columns > 0 {
                visit(cell - 1, cell, cell - 1);
            }
            if cell + columns < size.area() {
                visit(cell, cell + columns, cell + columns);
            }
            if cell >= columns {
                visit(cell - columns, cell, cell - columns);
            }
        }
    }
    piece
}
