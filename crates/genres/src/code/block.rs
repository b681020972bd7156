//! What descriptions consist of.

use crate::given::{At, Given};

/// A part of a description: some places, and how they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub shape: Shape,
    /// What is written at the places.
    pub layers: Vec<Layer>,
    /// How a place is written. Blocks with a margin have a code for each of its sides.
    pub codes: Vec<Code>,
}

/// Something that has a number at each of its places: one of several words counts by its place among them, from 0, a
/// word alone is 0, and a predicate 1 where it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Layer {
    Given(Given),
    Predicate { name: String, on_edges: bool, is_function: bool },
    Constant(String),
}

impl Layer {
    pub fn name(&self) -> &str {
        match self {
            Layer::Given(given) => &given.name,
            Layer::Predicate { name, .. } | Layer::Constant(name) => name,
        }
    }

    /// Whether a cell has a list of numbers.
    pub fn is_list(&self) -> bool {
        matches!(self, Layer::Given(given) if given.is_list && given.at == At::Cells)
    }
}

/// How a place is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Code {
    /// The first of these that fits.
    Choice(Vec<Code>),
    /// All of these, one after the other.
    Sequence(Vec<Code>),
    Text(String),
    /// Nothing is written; a layer, by its number in the block, has this value.
    Is(usize, i64),
    /// A letter of this range is one, two and so on empty places; the digits come before the letters.
    Gap(char, char),
    /// A hexadecimal number: a digit, or `-xx`, `+xxx`, `=xxx`, `%xxx`.
    Hex(Meaning),
    /// A decimal number, less the first one: the value of all these layers.
    Decimal(Vec<usize>, i64),
    /// A number of this many digits, the first of the alphabet meaning 0.
    Digits(Vec<char>, usize, Meaning),
    /// A digit is a number below the radix, plus a multiple of it for each empty place that follows, up to so many.
    Spread(u32, u32, Meaning),
    /// A digit has this many places, each with a number below the radix; 0 is nothing.
    Packed {
        places: usize,
        radix: u32,
        meaning: Meaning,
    },
    /// Two digits in base 36 have a list of so many numbers below the radix, counted from the first.
    Several {
        first: u32,
        radix: u32,
        count: u32,
        meaning: Meaning,
    },
    /// The items of a list, with a text between them.
    List(String, Box<Code>),
    /// Read only where one of these layers has a value, or this one.
    At(Vec<(Layer, Option<i64>)>),
    /// Any text up to the end of the word; it is read, and never written.
    Other,
}

/// The layers and values that numbers stand for: a single word takes one number, words take one each, and the values of a
/// layer of numbers are the numbers themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Meaning(pub Vec<(usize, Option<u32>)>);

impl Meaning {
    /// The number of words, if there are no numbers.
    pub fn words(&self) -> Option<u32> {
        self.0.iter().map(|(_, count)| *count).sum()
    }

    /// The layer and the value that a number stands for.
    pub fn of(&self, number: u32) -> Option<(usize, i64)> {
        let mut rest = number;
        for &(layer, count) in &self.0 {
            match count {
                None => return Some((layer, number.into())),
                Some(count) if rest < count => return Some((layer, rest.into())),
                Some(count) => rest -= count,
            }
        }
        None
    }

    /// The number for a value of a layer.
    pub fn number(&self, wanted: usize, value: i64) -> Option<u32> {
        let value = u32::try_from(value).ok()?;
        let mut before = 0;
        for &(layer, count) in &self.0 {
            match (layer == wanted, count) {
                (true, None) => return Some(value),
                (true, Some(_)) => return Some(before + value),
                (false, count) => before += count.unwrap_or(0),
            }
        }
        None
    }
}

/// The place of a digit or a letter among these.
pub(crate) fn place(char: char) -> usize {
    char.to_digit(36).unwrap_or(0) as usize
}

/// The digits of a base, of which there are 36 at most.
pub(crate) fn alphabet(base: u32) -> &'static [char] {
    const DIGITS: &[char; 36] = &[
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j',
        'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z',
    ];
    &DIGITS[..base.min(36) as usize]
}

/// A value of a layer at a place: the place, counted from the first that a code is about; the layer; the value's place
/// in a list; the value.
pub(crate) type Mark = (usize, usize, usize, i64);

impl Shape {
    /// What the places are, in words.
    pub fn of_places(&self) -> &'static str {
        match self {
            Shape::Rooms => "rooms",
            Shape::Borders => "borders",
            Shape::Edge => "places at the edge",
            Shape::Dots => "places for stars",
            Shape::Corners => "corners",
            Shape::Board | Shape::Option => "numbers",
            _ => "cells",
        }
    }
}

/// A place on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// The board as a whole.
    Board,
    /// The same, where constants with their usual values are left out.
    Option,
    Cell(usize),
    Room(usize),
    /// A row or column, and one of its ends.
    Line(usize, usize),
    /// One of the slots for the runs of a line, which fill up from the board; the first is farthest from it.
    Slot {
        line: usize,
        slot: usize,
        height: usize,
    },
    Border(usize),
    Dot(usize),
    Corner(usize),
}

/// The places of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// No place: a text.
    Text(String),
    /// What may come before the size of an address, or on a line of its own.
    Option,
    Board,
    Cells,
    /// The cells behind the first row and column.
    Inner,
    /// The cells of the first row and column.
    Outer,
    /// The cells, with codes of their own for the first row and column.
    Table,
    Rooms,
    /// The borders between columns, row by row, then those between rows.
    Borders,
    /// The ends of columns and rows.
    Edge,
    /// The cells with the ends of their columns and rows around them.
    Framed,
    /// Middles of cells, borders and corners.
    Dots,
    /// Corners of cells, those at the rim included.
    Corners,
    /// Blocks that are left out if they say nothing.
    Maybe(Vec<Block>),
    /// The number of rooms, then the number of each cell's room.
    Numbers,
    /// The borders of areas with a star each, and the colours of cells, which are not read.
    Areas,
    /// A 0 for each ship of a fleet; what stands there is not read.
    Zeros,
}
