//! What layers have at places.

use std::collections::BTreeMap;

use jigsat_input::Position;

use super::{Block, Layer, Mark, Place};
use crate::{
    Givens, Page,
    given::{At, Given, What},
};

/// The answers on a saved board: by layer, the value of each place.
pub(crate) type Answer = BTreeMap<String, Vec<i64>>;

/// The value of a place where nothing is drawn: it may be empty, or the player may not have been there yet.
pub(crate) const OPEN: i64 = -1;

/// A board with its answer.
pub(crate) struct Scene<'b> {
    pub page: &'b Page,
    pub givens: &'b Givens,
    pub answer: &'b Answer,
}

impl Scene<'_> {
    /// All that the block's layers have at a place.
    pub fn marks(&self, block: &Block, place: Place, offset: usize) -> Vec<Mark> {
        let mut marks = Vec::new();
        let layers = || block.layers.iter().enumerate();
        for (number, layer) in layers().filter(|(_, layer)| !layer.is_list()) {
            marks.extend(self.value(layer, place, 0).map(|value| (offset, number, 0, value)));
        }
        let item = |item: usize| {
            let mut lists = layers().filter(|(_, layer)| layer.is_list());
            lists.find_map(|(number, layer)| Some((offset, number, item, self.value(layer, place, item)?)))
        };
        marks.extend((0..).map_while(item));
        marks
    }

    /// The value of a layer at a place; `None` if there is none.
    pub fn value(&self, layer: &Layer, place: Place, item: usize) -> Option<i64> {
        match layer {
            Layer::Constant(name) => match place {
                Place::Option => {
                    let usual = self.page.numbers.get(name).copied().unwrap_or_default();
                    Some(self.givens.number(self.page, name)).filter(|number| *number != usual)
                }
                _ => Some(self.givens.number(self.page, name)),
            },
            Layer::Predicate { name, is_function, .. } => {
                let (Place::Cell(at) | Place::Border(at)) = place else { return None };
                let value = *self.answer.get(name)?.get(at)?;
                (value >= i64::from(!is_function)).then_some(value)
            }
            Layer::Given(given) if given.what == What::Room => match place {
                Place::Border(border) => self.givens.has_border(border).then_some(0),
                _ => None,
            },
            Layer::Given(given) => {
                let text = self.givens.get(&given.name, &self.key(given, place, item)?)?;
                given.what.number(text)
            }
        }
    }

    /// A value of a layer, in words.
    pub fn text(layer: &Layer, value: i64) -> String {
        match layer {
            Layer::Given(given) => format!("{} {}", given.name, given.what.text(value).unwrap_or_default()),
            Layer::Predicate { name, .. } | Layer::Constant(name) => format!("{name} {value}"),
        }
    }

    fn key(&self, given: &Given, place: Place, item: usize) -> Option<Vec<usize>> {
        match (given.at, place) {
            (At::Lines, Place::Slot { line, slot, height }) => {
                let runs = self.givens.layers.get(&given.name)?.range(vec![line]..vec![line + 1]);
                let count = runs.last().map_or(0, |(key, _)| key.last().map_or(0, |item| item + 1));
                (slot + count).checked_sub(height).map(|item| given.key(line, item))
            }
            (At::Rooms, Place::Cell(cell)) => {
                let room = *self.givens.rooms.as_ref()?.get(cell)?;
                let first = self.givens.rooms.iter().flatten().position(|&other| other == room);
                (first == Some(cell)).then(|| vec![room])
            }
            _ => key(self.givens, given, place, item),
        }
    }
}

/// The key of a value.
fn key(givens: &Givens, given: &Given, place: Place, item: usize) -> Option<Vec<usize>> {
    Some(match (given.at, place) {
        (At::Cells, Place::Cell(cell)) => given.key(cell, item),
        (At::Cells, Place::Dot(dot)) => match givens.beside(dot)[..] {
            [cell] => vec![cell],
            _ => return None,
        },
        (At::Rooms, Place::Room(room)) => vec![room],
        (At::Rooms, Place::Cell(cell)) => vec![*givens.rooms.as_ref()?.get(cell)?],
        (At::Lines, Place::Line(line, end)) => given.key(line, end),
        (At::Dots, Place::Dot(dot)) => vec![dot],
        (At::Corners, Place::Corner(corner)) => vec![corner],
        (At::Borders, Place::Border(border)) => vec![border],
        _ => return None,
    })
}

/// What is read of a block.
pub(crate) struct Marks<'m> {
    pub givens: &'m mut Givens,
    pub answer: &'m mut Answer,
    /// The borders that are drawn between rooms or within them, if the block is about these.
    borders: Option<Vec<bool>>,
    /// Numbers of lines of runs, by their slots.
    runs: BTreeMap<(usize, usize), (String, i64, Position)>,
}

impl<'m> Marks<'m> {
    pub fn new(givens: &'m mut Givens, answer: &'m mut Answer, block: &Block) -> Self {
        let mut has_rooms = false;
        for layer in &block.layers {
            match layer {
                Layer::Predicate { name, on_edges, .. } => {
                    let count = if *on_edges { givens.border_count() } else { givens.size.area() };
                    answer.entry(name.clone()).or_insert_with(|| vec![OPEN; count]);
                }
                Layer::Given(given) => has_rooms |= given.what == What::Room,
                Layer::Constant(_) => {}
            }
        }
        let borders = has_rooms.then(|| vec![false; givens.border_count()]);
        Marks { givens, answer, borders, runs: BTreeMap::new() }
    }

    pub fn set(&mut self, layer: &Layer, place: Place, item: usize, value: i64, position: Position) {
        match (layer, place) {
            (Layer::Constant(name), _) => {
                self.givens.numbers.insert(name.clone(), value);
            }
            (Layer::Predicate { name, .. }, Place::Cell(at) | Place::Border(at)) => {
                if let Some(there) = self.answer.get_mut(name).and_then(|values| values.get_mut(at)) {
                    *there = value;
                }
            }
            (Layer::Given(given), Place::Border(border)) if given.what == What::Room => {
                if let Some(there) = self.borders.as_mut().and_then(|borders| borders.get_mut(border)) {
                    *there = true;
                }
            }
            (Layer::Given(given), Place::Slot { line, slot, .. }) => {
                self.runs.insert((line, slot), (given.name.clone(), value, position));
            }
            (Layer::Given(given), place) => {
                let key = key(self.givens, given, place, item);
                if let (Some(key), Some(text)) = (key, given.what.text(value)) {
                    self.givens.set(&given.name, key, text, position);
                }
            }
            _ => {}
        }
    }

    /// Ends the block.
    pub fn finish(self) {
        if let Some(borders) = self.borders {
            self.givens.set_borders(&borders);
        }
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for ((line, _), (name, value, position)) in self.runs {
            let item = counts.entry(line).or_default();
            self.givens.set(&name, vec![line, *item], value.to_string(), position);
            *item += 1;
        }
    }
}
