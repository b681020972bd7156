//! The layers of a page, and which of them may stand where.

use jigsat_input::ParseError;
use jigsat_qprop::syntax::{Code as Text, CodeKind, Item};

use super::{Layer, resolve::Resolver};
use crate::given::{At, What, sorts};

/// What a layer is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum On {
    Board,
    Cells,
    Rooms,
    Lines,
    Borders,
    Dots,
}

/// What a code needs of a layer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    Numbers,
    /// A given whose values are numbers or words.
    Values,
    Word,
    /// One of several words.
    Words,
    Any,
}

/// What is read of a block so far.
pub(super) struct Scope {
    pub on: On,
    pub layers: Vec<Layer>,
}

impl Resolver<'_> {
    /// The number of a layer in the block.
    pub(super) fn layer(&self, text: &Text, scope: &mut Scope, wanted: Wanted) -> Result<usize, ParseError> {
        let layer = match &text.kind {
            CodeKind::Part(name, _) => self.named(&name.name),
            _ => None,
        };
        let Some(layer) = layer.filter(|layer| fits(layer, scope.on) && is_wanted(layer, wanted)) else {
            let names = self.names(scope.on, wanted);
            let of_page =
                if names.is_empty() { String::new() } else { format!(" of this page: {}", names.join(", ")) };
            let what = match wanted {
                Wanted::Word => "a word",
                Wanted::Words => "words as values",
                Wanted::Numbers | Wanted::Values => "values",
                Wanted::Any => "something",
            };
            let error = self.found(text.span, &text.to_string());
            return Err(error.expecting(format!("{what} of {}{of_page}", scope.on.of())));
        };
        let known = scope.layers.iter().position(|known| *known == layer);
        Ok(known.unwrap_or_else(|| {
            scope.layers.push(layer);
            scope.layers.len() - 1
        }))
    }

    pub(super) fn named(&self, name: &str) -> Option<Layer> {
        self.all().find(|layer| layer.name() == name)
    }

    /// The names of layers that a code may use.
    pub(super) fn names(&self, on: On, wanted: Wanted) -> Vec<String> {
        let fitting = self.all().filter(|layer| fits(layer, on) && is_wanted(layer, wanted));
        fitting.map(|layer| layer.name().to_owned()).collect()
    }

    fn all(&self) -> impl Iterator<Item = Layer> {
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
            On::Board => "constants",
            On::Cells => "cells",
            On::Rooms => "rooms",
            On::Lines => "rows and columns",
            On::Borders => "borders",
            On::Dots => "dots",
        }
    }
}

/// Whether a layer is about places of a block.
fn fits(layer: &Layer, on: On) -> bool {
    match (layer, on) {
        (Layer::Constant(_), On::Board) => true,
        (Layer::Predicate { on_edges, .. }, On::Cells) => !on_edges,
        (Layer::Predicate { on_edges, .. }, On::Borders) => *on_edges,
        (Layer::Given(given), _) => match (given.at, &given.what) {
            (At::Cells, What::Room) => on == On::Borders,
            (At::Cells, What::Word(_)) if on == On::Dots => !given.is_list,
            (At::Cells, _) => on == On::Cells,
            (At::Rooms, _) => matches!(on, On::Rooms | On::Cells),
            (At::Lines, _) => on == On::Lines,
            (At::Dots, _) => on == On::Dots,
            (At::Borders | At::Other, _) => false,
        },
        _ => false,
    }
}

fn is_wanted(layer: &Layer, wanted: Wanted) -> bool {
    let Layer::Given(given) = layer else {
        return match wanted {
            Wanted::Word => !matches!(layer, Layer::Predicate { is_function: true, .. }),
            Wanted::Values => matches!(layer, Layer::Constant(_)),
            Wanted::Words => matches!(layer, Layer::Predicate { is_function: true, .. }),
            Wanted::Numbers | Wanted::Any => true,
        };
    };
    let is_word = matches!(given.what, What::Word(_) | What::Star(_) | What::Room);
    match wanted {
        Wanted::Word => is_word,
        Wanted::Numbers => !is_word,
        Wanted::Words => matches!(given.what, What::Symbol(_)),
        Wanted::Values | Wanted::Any => true,
    }
}
