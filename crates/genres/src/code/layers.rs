//! The layers of a page, and which of them may stand where.

use jigsat_input::ParseError;
use jigsat_qprop::syntax::{Code as Text, CodeKind, Item};

use super::{Layer, resolve::Resolver};
use crate::given::{At, What, sorts};

/// What a layer is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum On {
    Anywhere,
    Board,
    Cells,
    Rooms,
    Lines,
    Borders,
    Dots,
    Corners,
}

/// What a description needs of a layer.
pub(crate) struct Wanted {
    /// In messages.
    what: &'static str,
    is: fn(&Layer) -> bool,
}

/// Any layer.
pub(super) const ANY: Wanted = Wanted { what: "something", is: |_| true };
/// A layer with numbers, or with one of several words.
pub(crate) const NUMBERS: Wanted = Wanted {
    what: "values",
    is: |layer| !matches!(layer, Layer::Given(given) if matches!(given.what, What::Word(_) | What::Star(_) | What::Room)),
};
/// A given, or a constant.
pub(super) const VALUES: Wanted =
    Wanted { what: "values", is: |layer| matches!(layer, Layer::Given(_) | Layer::Constant(_)) };
/// A layer that is at a place or not.
pub(super) const WORD: Wanted = Wanted {
    what: "a word",
    is: |layer| match layer {
        Layer::Given(_) => !(NUMBERS.is)(layer),
        Layer::Predicate { is_function, .. } => !is_function,
        Layer::Constant(_) => true,
    },
};
/// One of several words.
pub(super) const WORDS: Wanted = Wanted {
    what: "words as values",
    is: |layer| match layer {
        Layer::Given(given) => matches!(given.what, What::Symbol(_)),
        Layer::Predicate { is_function, .. } => *is_function,
        Layer::Constant(_) => false,
    },
};
/// The given that says to which room a cell belongs.
pub(super) const ROOM: Wanted = Wanted {
    what: "a given room",
    is: |layer| matches!(layer, Layer::Given(given) if given.what == What::Room),
};
pub(crate) const GIVEN: Wanted = Wanted { what: "a given", is: |layer| matches!(layer, Layer::Given(_)) };
/// A given that is a single word.
pub(crate) const SIGN: Wanted = Wanted {
    what: "a given word",
    is: |layer| matches!(layer, Layer::Given(given) if matches!(given.what, What::Word(_))),
};
/// A given that is a single word or one of several.
pub(crate) const SIGNS: Wanted = Wanted {
    what: "a given word",
    is: |layer| matches!(layer, Layer::Given(given) if matches!(given.what, What::Word(_) | What::Symbol(_))),
};
/// A given that is one of two words.
pub(crate) const TWO: Wanted = Wanted {
    what: "a given with two words",
    is: |layer| matches!(layer, Layer::Given(given) if matches!(&given.what, What::Symbol(words) if words.len() == 2)),
};
/// A given of numbers, or of numbers with a sign.
pub(crate) const NUMBER: Wanted = Wanted {
    what: "a given number",
    is: |layer| matches!(layer, Layer::Given(given) if matches!(given.what, What::Number | What::Signed(_))),
};
/// A predicate that is no function.
pub(crate) const MARK: Wanted =
    Wanted { what: "a predicate", is: |layer| matches!(layer, Layer::Predicate { is_function: false, .. }) };
/// A predicate that is a function.
pub(crate) const FUNCTION: Wanted =
    Wanted { what: "a function", is: |layer| matches!(layer, Layer::Predicate { is_function: true, .. }) };

/// What is read of a block so far.
pub(super) struct Scope {
    pub on: On,
    pub layers: Vec<Layer>,
}

impl Resolver<'_> {
    /// The number of a layer in the block.
    pub(super) fn layer(&self, text: &Text, scope: &mut Scope, wanted: &Wanted) -> Result<usize, ParseError> {
        let layer = self.find(text, scope.on, wanted)?;
        let known = scope.layers.iter().position(|known| *known == layer);
        Ok(known.unwrap_or_else(|| {
            scope.layers.push(layer);
            scope.layers.len() - 1
        }))
    }

    /// The layer of a name, which must be about these places and be what is wanted.
    pub fn find(&self, text: &Text, on: On, wanted: &Wanted) -> Result<Layer, ParseError> {
        let layer = match &text.kind {
            CodeKind::Part(name, _) => self.named(&name.name),
            _ => None,
        };
        layer.filter(|layer| fits(layer, on) && (wanted.is)(layer)).ok_or_else(|| {
            let names = self.names(on, wanted);
            let of_page =
                if names.is_empty() { String::new() } else { format!(" of this page: {}", names.join(", ")) };
            let of = if on == On::Anywhere { String::new() } else { format!(" of {}", on.of()) };
            self.found(text.span, &text.to_string()).expecting(format!("{}{of}{of_page}", wanted.what))
        })
    }

    /// As [`Resolver::find`], of a name that stands alone.
    pub fn plain(&self, text: &Text, on: On, wanted: &Wanted) -> Result<Layer, ParseError> {
        match &text.kind {
            CodeKind::Part(_, args) if !args.is_empty() => {
                Err(self.found(text.span, &text.to_string()).expecting("a name"))
            }
            _ => self.find(text, on, wanted),
        }
    }

    pub fn named(&self, name: &str) -> Option<Layer> {
        self.all().find(|layer| layer.name() == name)
    }

    /// The names of layers that a code may use.
    pub(super) fn names(&self, on: On, wanted: &Wanted) -> Vec<String> {
        let fitting = self.all().filter(|layer| fits(layer, on) && (wanted.is)(layer));
        fitting.map(|layer| layer.name().to_owned()).collect()
    }

    pub fn all(&self) -> impl Iterator<Item = Layer> {
        let givens = self.givens.iter().cloned().map(Layer::Given);
        givens.chain(self.items.iter().filter_map(|item| match item {
            Item::Pred(pred) => {
                let on_edges = match sorts(&pred.places)[..] {
                    ["Cell"] => false,
                    ["Edge"] => true,
                    _ => return None,
                };
                let name = pred.name.name.clone();
                Some(Layer::Predicate { name, on_edges, is_function: pred.value.is_some() })
            }
            Item::Const { name, .. } => Some(Layer::Constant(name.name.clone())),
            _ => None,
        }))
    }
}

impl On {
    pub(super) fn of(self) -> &'static str {
        match self {
            On::Anywhere => "the page",
            On::Board => "constants",
            On::Cells => "cells",
            On::Rooms => "rooms",
            On::Lines => "rows and columns",
            On::Borders => "borders",
            On::Dots => "dots",
            On::Corners => "corners",
        }
    }
}

/// Whether a layer is about places of a block.
fn fits(layer: &Layer, on: On) -> bool {
    match (layer, on) {
        (_, On::Anywhere) | (Layer::Constant(_), On::Board) => true,
        (Layer::Predicate { on_edges, .. }, On::Cells) => !on_edges,
        (Layer::Predicate { on_edges, .. }, On::Borders) => *on_edges,
        (Layer::Given(given), _) => match (given.at, &given.what) {
            (At::Cells, What::Room) => on == On::Borders,
            (At::Cells, What::Word(_)) if on == On::Dots => !given.is_list,
            (At::Cells, _) => on == On::Cells,
            (At::Rooms, _) => matches!(on, On::Rooms | On::Cells),
            (At::Lines, _) => on == On::Lines,
            (At::Dots, _) => on == On::Dots,
            (At::Corners, _) => on == On::Corners,
            (At::Borders, What::Border) | (At::Other, _) => false,
            (At::Borders, _) => on == On::Borders,
        },
        _ => false,
    }
}
