use crate::{
    atom::Atom,
    theory::{Pred, Theory},
};

/// A predicate as a layer of a drawing on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// The predicate.
    pub name: String,
    /// The kind of places that it is about.
    pub over: Over,
    /// The number of those places.
    pub places: usize,
    /// The values of a function, in their order; a relation has none.
    pub values: Vec<String>,
    first: u32,
}

/// The places on a board that a predicate is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// Its cells, row by row.
    Cells,
    /// The borders between its cells: first those between columns, row by row, then those between rows.
    Edges,
    /// Something else.
    Other,
}

impl Layer {
    /// The atom of a place and a value, given by its number.
    #[must_use]
    pub fn atom(&self, place: usize, value: usize) -> Atom {
        Atom(self.first + (place * self.values.len().max(1) + value) as u32)
    }

    /// The place and the value's number of an atom, if the layer has it.
    #[must_use]
    pub fn place(&self, atom: Atom) -> Option<(usize, usize)> {
        let number = atom.0.checked_sub(self.first)? as usize;
        let (place, value) = (number / self.values.len().max(1), number % self.values.len().max(1));
        (place < self.places).then_some((place, value))
    }
}

pub(crate) fn layer(theory: &Theory, pred: &Pred) -> Layer {
    let of = |place: usize| theory.sorts[pred.places[place]].same_as;
    let over = match pred.places.len() - usize::from(pred.is_function) {
        1 if theory.cells == Some(of(0)) => Over::Cells,
        1 if theory.edges == Some(of(0)) => Over::Edges,
        _ => Over::Other,
    };
    let value = pred.places.last().filter(|_| pred.is_function).map(|&sort| &theory.sorts[sort]);
    let values: Vec<String> = value
        .map_or_else(Vec::new, |sort| (0..sort.len()).map(|index| sort.show(sort.value(index))).collect());
    let places = pred.count as usize / values.len().max(1);
    Layer { name: pred.name.clone(), over, places, values, first: pred.first }
}
