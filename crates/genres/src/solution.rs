use std::collections::BTreeMap;

use jigsat_cnf::rarely;
use jigsat_qprop::{Atom, Layer as Drawing, Over};
use jigsat_solve::Violation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Board;

/// A solution, possibly partial: what is drawn on the board, with a layer for each predicate of the page, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Solution(pub BTreeMap<String, Layer>);

/// The values of one predicate on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "found a layer that has neither rows of values nor the keys 'across' and 'down'"
)]
pub enum Layer {
    /// The values in the cells.
    Cells(Cells),
    /// The values on the borders between cells.
    Edges(Edges),
}

/// The cells of a board, row by row.
pub type Cells = Vec<Vec<Value>>;

/// The values on the borders between the cells of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Edges {
    /// The borders between a cell and the one to its right, row by row.
    pub across: Cells,
    /// The borders between a cell and the one below it, row by row.
    pub down: Cells,
}

/// The value at a place: 1 for yes, 0 for no, the value of a function, or null if it is not known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "found a value that is neither a number nor a word")]
pub enum Value {
    /// A number, or 1 for yes and 0 for no.
    Number(i64),
    /// A word.
    Word(String),
    /// Not known.
    Unknown,
}

impl Value {
    /// A value by its text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        text.parse().map_or_else(|_| Value::Word(text.to_owned()), Value::Number)
    }

    /// Its text; `None` if it is not known.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        match self {
            Value::Number(number) => Some(number.to_string()),
            Value::Word(word) => Some(word.clone()),
            Value::Unknown => None,
        }
    }

    /// Whether this is its text.
    pub(crate) fn is(&self, text: &str) -> bool {
        match self {
            Value::Number(number) => text.parse() == Ok(*number),
            Value::Word(word) => word == text,
            Value::Unknown => false,
        }
    }

    /// Whether it means yes.
    #[must_use]
    pub fn is_yes(&self) -> bool {
        *self == Value::Number(1)
    }

    /// The value as a number: 0 for nothing and for an unknown value.
    pub(crate) fn count(&self) -> i64 {
        if let Value::Number(number) = self { *number } else { 0 }
    }
}

impl Solution {
    /// A solution in which nothing is known.
    pub(crate) fn unknown(board: &Board) -> Self {
        let size = board.givens.size;
        let layers = board.layers.iter().filter(|layer| layer.over != Over::Other).map(|layer| {
            let values = vec![Value::Unknown; layer.places];
            (layer.name.clone(), arranged(layer.over, usize::from(size.rows), usize::from(size.cols), values))
        });
        Solution(rarely::map(layers))
    }

    /// The values of a layer in the order of its places.
    pub(crate) fn flat(&self, layer: &str) -> Vec<&Value> {
        match self.0.get(layer) {
            Some(Layer::Cells(cells)) => cells.iter().flatten().collect(),
            Some(Layer::Edges(edges)) => edges.across.iter().chain(&edges.down).flatten().collect(),
            None => Vec::new(),
        }
    }

    /// Sets the values of a layer, in the order of its places.
    pub(crate) fn set(&mut self, board: &Board, layer: &Drawing, values: Vec<Value>) {
        let size = board.givens.size;
        let arranged = arranged(layer.over, usize::from(size.rows), usize::from(size.cols), values);
        self.0.insert(layer.name.clone(), arranged);
    }

    /// The solution that differs from `to` as this one differs from `from`.
    pub(crate) fn carried(&self, board: &Board, from: &Solution, to: &Solution) -> Solution {
        let mut carried = Solution::default();
        for layer in board.layers.iter().filter(|layer| layer.over != Over::Other) {
            let values = self.flat(&layer.name).into_iter().zip(from.flat(&layer.name));
            let values = values.zip(to.flat(&layer.name));
            let values = values.map(|((own, from), to)| if own == from { to } else { own }.clone());
            carried.set(board, layer, values.collect());
        }
        carried
    }

    /// The solution in which these atoms hold and no others.
    pub(crate) fn of_atoms(board: &Board, atoms: impl Iterator<Item = Atom>) -> Result<Self, Violation> {
        let nothing =
            |layer: &Drawing| if layer.values.is_empty() { Value::Number(0) } else { Value::Unknown };
        let mut values: Vec<Vec<Value>> =
            board.layers.iter().map(|layer| vec![nothing(layer); layer.places]).collect();
        for atom in atoms {
            let found = board.layers.iter().zip(&mut values).find_map(|(layer, values)| {
                let (place, value) = layer.place(atom)?;
                Some((layer, &mut values[place], value))
            });
            let Some((layer, there, value)) = found else {
                return Err(Violation::new("an atom of the model is on no layer of the board"));
            };
            *there = layer.values.get(value).map_or(Value::Number(1), |value| Value::of(value));
        }
        let mut solution = Solution::default();
        for (layer, values) in board.layers.iter().zip(values) {
            solution.set(board, layer, values);
        }
        Ok(solution)
    }

    /// The solution in which these images of its atoms hold. What is no solution is its own image.
    pub(crate) fn image(&self, board: &Board, image: impl Fn(Atom) -> Atom) -> Self {
        let Ok((holds, _)) = self.atoms(board) else { return self.clone() };
        let atoms = (0..).zip(&holds).filter(|(_, holds)| **holds).map(|(atom, _)| image(Atom(atom)));
        Solution::of_atoms(board, atoms).unwrap_or_else(|_| self.clone())
    }

    /// Which atoms hold, and which are known.
    pub(crate) fn atoms(&self, board: &Board) -> Result<(Vec<bool>, Vec<bool>), Violation> {
        let count = board.model.atoms() as usize;
        let (mut holds, mut known) = (vec![false; count], vec![false; count]);
        for layer in &board.layers {
            let values = self.flat(&layer.name);
            if values.len() != layer.places {
                let (found, name) = (values.len(), &layer.name);
                let message = format!("layer '{name}' has {found} places, expected {}", layer.places);
                return Err(Violation::new(message));
            }
            let is_plain = layer.values.is_empty();
            let named: Vec<Value> = layer.values.iter().map(|name| Value::of(name)).collect();
            for (place, value) in values.into_iter().enumerate() {
                let (index, names) = match value {
                    Value::Unknown => continue,
                    Value::Number(number @ (0 | 1)) if is_plain => ((*number == 1).then_some(0), 1),
                    value if is_plain => (value.is("1").then_some(0), 1),
                    value => {
                        let index = named.iter().position(|name| name == value);
                        let index = index.or_else(|| layer.values.iter().position(|name| value.is(name)));
                        (index, layer.values.len())
                    }
                };
                if index.is_none() && !(is_plain && (*value == Value::Number(0) || value.is("0"))) {
                    let text = value.text().unwrap_or_default();
                    return Err(Violation::new(format!("layer '{}' has no value '{text}'", layer.name)));
                }
                for number in 0..names {
                    let atom = layer.atom(place, number).0 as usize;
                    known[atom] = true;
                    holds[atom] = index == Some(number);
                }
            }
        }
        if let Some(name) = self.0.keys().find(|name| !board.layers.iter().any(|layer| layer.name == **name))
        {
            return Err(Violation::new(format!("there is no layer '{name}'")));
        }
        Ok((holds, known))
    }
}

fn arranged(over: Over, rows: usize, columns: usize, values: Vec<Value>) -> Layer {
    let in_all = values.len();
    let mut values = values.into_iter();
    let mut table = |number: usize, columns: usize| -> Cells {
        if columns == 0 {
            vec![Vec::new(); rows]
        } else {
            (0..number.div_ceil(columns)).map(|_| values.by_ref().take(columns).collect()).collect()
        }
    };
    if over != Over::Edges {
        return Layer::Cells(table(in_all, columns));
    }
    let across = rows * columns.saturating_sub(1);
    Layer::Edges(Edges {
        across: table(across, columns.saturating_sub(1)),
        down: table(in_all - across, columns),
    })
}
