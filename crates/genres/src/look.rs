//! How layers look: as most layers of their kind do, unless the page says otherwise with `draw: stars(star)`.

use std::collections::BTreeMap;

use jigsat_cnf::rarely;
use jigsat_input::ParseError;
use jigsat_qprop::{
    Layer as Drawn, Over,
    syntax::{Code, CodeKind},
};

use crate::{
    code::{
        Args, Known, Layer, Resolver,
        layers::{FUNCTION, GIVEN, MARK, NUMBER, On, SIGN, Wanted},
    },
    given::What,
};

/// How a layer looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// Given numbers and words as they are in rows of words, and numbers that are found.
    Text,
    /// Numbers for which letters may stand.
    Name,
    /// A dark cell.
    Wall,
    /// The colour of the cells in which something is given: white, black, or else grey.
    Tile,
    /// The words `^`, `>`, `v` and `<` as arrows behind the number of their cell.
    Arrow,
    /// The words `o` and `t` as a circle and a triangle.
    Shape,
    /// Arrows on the border to the next cell, and the numbers beside them: `>` and `<` to the right, `v` and `^` below.
    Sign,
    /// Numbers that are found, 0 of which is an empty cell.
    Blank,
    /// Numbers that are found, 0 of which is a shaded cell.
    Block,
    /// A circle, given or found: white for the first of two words, black for the second, around anything else.
    Circle,
    /// A number and a sign in the corner of a room.
    Cage,
    /// A part of a ship, given or found.
    Ship,
    Shade,
    Star,
    Mine,
    /// A light, and the cells that it reaches.
    Light,
    Water,
    Tree,
    Tent,
    /// The cells that belong to one star.
    Area,
    /// A diagonal: falling for the first of two words, rising for the second.
    Slant,
    /// Of five words, a dark triangle with its right angle at the upper left, upper right, lower right or lower left corner,
    /// and nothing.
    Triangle,
    /// The words `plus` and `minus`, given or found, as signs; any other word is nothing.
    Pole,
    /// A line from cell to cell, or several side by side.
    Line,
    /// A border between cells.
    Border,
}

/// The signs of poles.
pub(crate) const POLES: [(&str, &str); 2] = [("plus", "+"), ("minus", "−")];

/// The sign of a pole.
pub(crate) fn pole(word: &str) -> Option<&'static str> {
    POLES.iter().find(|(known, _)| *known == word).map(|(_, sign)| *sign)
}

/// How each layer looks, by its name.
pub(crate) type Looks = BTreeMap<String, Look>;

/// The looks that a page may name, with the layers that may have each of them.
const LOOKS: [Known<Looks, ()>; 21] = [
    ("arrows(word, …)", |args, looks| set(args, looks, Look::Arrow, On::Cells, &[&GIVEN])),
    ("blanks(function, …)", |args, looks| set(args, looks, Look::Blank, On::Cells, &[&FUNCTION])),
    ("blocks(function, …)", |args, looks| set(args, looks, Look::Block, On::Cells, &[&FUNCTION])),
    ("borders(predicate, …)", |args, looks| set(args, looks, Look::Border, On::Borders, &[&MARK])),
    ("cages(number, word, …)", |args, looks| set(args, looks, Look::Cage, On::Rooms, &[&GIVEN])),
    ("circles(given, …)", |args, looks| set(args, looks, Look::Circle, On::Cells, &[&GIVEN, &FUNCTION])),
    ("labels(number, …)", |args, looks| set(args, looks, Look::Name, On::Cells, &[&NUMBER])),
    ("lights(predicate, …)", |args, looks| set(args, looks, Look::Light, On::Cells, &[&MARK])),
    ("mines(predicate, …)", |args, looks| set(args, looks, Look::Mine, On::Cells, &[&MARK])),
    ("poles(function, word, …)", |args, looks| {
        set(args, looks, Look::Pole, On::Cells, &[&FUNCTION, &GIVEN])
    }),
    ("shapes(word, …)", |args, looks| set(args, looks, Look::Shape, On::Cells, &[&SIGN])),
    ("ships(predicate, given, …)", |args, looks| set(args, looks, Look::Ship, On::Cells, &[&MARK, &GIVEN])),
    ("signs(word, …)", |args, looks| set(args, looks, Look::Sign, On::Cells, &[&GIVEN, &FUNCTION])),
    ("slants(function, …)", |args, looks| set(args, looks, Look::Slant, On::Cells, &[&FUNCTION])),
    ("stars(predicate, …)", |args, looks| set(args, looks, Look::Star, On::Cells, &[&MARK])),
    ("tents(predicate, …)", |args, looks| set(args, looks, Look::Tent, On::Cells, &[&MARK])),
    ("tiles(white, black, grey)", |args, looks| set(args, looks, Look::Tile, On::Cells, &[&SIGN])),
    ("trees(given, …)", |args, looks| set(args, looks, Look::Tree, On::Cells, &[&GIVEN])),
    ("triangles(function, …)", |args, looks| set(args, looks, Look::Triangle, On::Cells, &[&FUNCTION])),
    ("walls(given, …)", |args, looks| set(args, looks, Look::Wall, On::Cells, &[&GIVEN])),
    ("water(predicate, …)", |args, looks| set(args, looks, Look::Water, On::Cells, &[&MARK])),
];

/// Gives the layers that are named a look.
fn set(
    args: &mut Args<'_>,
    looks: &mut Looks,
    look: Look,
    on: On,
    wanted: &[&Wanted],
) -> Result<(), ParseError> {
    for layer in args.rest()? {
        let mut fitting = wanted.iter().map(|wanted| args.resolver.plain(layer, on, wanted));
        let first = fitting.next().expect("a layer has to be something");
        looks.insert(fitting.fold(first, Result::or)?.name().to_owned(), look);
    }
    Ok(())
}

/// Parts of version 0.1 for what follows from the layers, which are read until the next version.
const FORMER: [&str; 11] =
    ["areas", "caption", "dots", "fill", "lines", "margins", "parts", "rooms", "sides", "sums", "write"];

impl Look {
    /// The sign in a cell where a layer with this look holds, if it shows one.
    pub fn sign(self) -> Option<&'static str> {
        Some(match self {
            Look::Shade | Look::Ship => "#",
            Look::Star => "★",
            Look::Mine => "●",
            Look::Light => "☼",
            Look::Water => "≈",
            Look::Tree => "♣",
            Look::Tent => "▲",
            _ => return None,
        })
    }

    /// The value of a place where nothing is drawn, if a finished solution may have such places in a layer with this look.
    pub fn nothing(self, layer: &Drawn) -> Option<&str> {
        let zero = || layer.values.iter().any(|value| value == "0").then_some("0");
        match self {
            _ if layer.values.is_empty() => Some("0"),
            Look::Triangle | Look::Pole => layer.values.last().map(String::as_str),
            Look::Blank => zero(),
            _ if layer.over == Over::Edges => zero(),
            _ => None,
        }
    }

    /// How layers of a kind look; `is_area` says whether the values of a function are stars.
    fn of(layer: &Layer, is_area: bool) -> Look {
        match layer {
            Layer::Given(given) if given.what == What::Word("#".into()) => Look::Wall,
            Layer::Predicate { on_edges: true, .. } => Look::Line,
            Layer::Predicate { is_function: true, .. } if is_area => Look::Area,
            Layer::Predicate { is_function: false, .. } => Look::Shade,
            _ => Look::Text,
        }
    }
}

impl Resolver<'_> {
    /// How each layer of the page looks, unless it says otherwise; `areas` are the functions whose values are stars.
    pub fn looks(&self, areas: &[&str]) -> Looks {
        let look = |layer: Layer| (layer.name().to_owned(), Look::of(&layer, areas.contains(&layer.name())));
        rarely::map(self.all().map(look))
    }

    /// Sets what the page says about looks; returns a sentence about each part of a former version.
    pub fn set_looks(&self, looks: &mut Looks, parts: &[Code]) -> Result<Vec<String>, ParseError> {
        let mut notes = Vec::new();
        for part in parts {
            match &part.kind {
                CodeKind::Part(name, _) if FORMER.contains(&name.name.as_str()) => {
                    self.check_former(part)?;
                    notes.push(format!(
                        "the page's 'draw: {part}' is of a former version; what is given and searched says it now, so leave it out"
                    ));
                }
                _ => Args::read(self, part, &LOOKS, "a look", looks)?,
            }
        }
        Ok(notes)
    }
}
