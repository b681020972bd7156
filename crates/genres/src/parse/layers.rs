//! Whether the layers of a solution are those of a board; if not, the mistakes.

use jigsat_input::{ParseError, Source, counted, quote};
use jigsat_qprop::{Layer as Drawing, Over};

use crate::{
    Board, Solution, Value,
    givens::ends,
    solution::{Cells, Edges, Layer},
};

/// The error that a text is not a solution in any format.
pub(super) fn no_solution(board: &Board, source: &Source) -> ParseError {
    let table = "[[…],…]";
    let layer = |layer: &&Drawing| match layer.over {
        Over::Edges => {
            format!("{}:{{{}:{table},{}:{table}}}", json(&layer.name), json("across"), json("down"))
        }
        _ => format!("{}:{table}", json(&layer.name)),
    };
    let layers: Vec<String> =
        board.layers.iter().filter(|layer| layer.over != Over::Other).map(|name| layer(&name)).collect();
    let help = "or what 'solve' prints; a table has a list for each row, with null for what is open";
    let error = ParseError::in_file(source.name(), "this is not a solution");
    error.expecting(format!("{{{}}}", layers.join(","))).with_help(help)
}

fn json(name: &str) -> String {
    format!("\"{name}\"")
}

/// The first mistake, if a solution doesn't fit the board.
pub(crate) fn misfit(board: &Board, solution: &Solution) -> Option<String> {
    let expected = Solution::unknown(board);
    if let Some(name) = solution.0.keys().find(|name| !expected.0.contains_key(*name)) {
        let names: Vec<String> = expected.0.keys().map(|name| quote(name)).collect();
        return Some(format!("unknown layer {}, expected {}", quote(name), names.join(", ")));
    }
    let layers = board.layers.iter().filter(|layer| layer.over != Over::Other);
    layers.into_iter().find_map(|layer| {
        let name = quote(&layer.name);
        match (solution.0.get(&layer.name), expected.0.get(&layer.name)) {
            (None, _) => Some(format!("layer {name} is missing")),
            (Some(Layer::Cells(found)), Some(Layer::Cells(expected))) => {
                shape(&format!("layer {name}"), found, expected)
            }
            (Some(Layer::Edges(found)), Some(Layer::Edges(expected))) => edges(&name, found, expected),
            (Some(Layer::Cells(_)), _) => {
                Some(format!("layer {name} has one table, expected two: 'across' and 'down'"))
            }
            (Some(Layer::Edges(_)), _) => {
                Some(format!("layer {name} has tables of borders, expected one of cells"))
            }
        }
        .or_else(|| value(board, solution, layer))
    })
}

fn edges(name: &str, found: &Edges, expected: &Edges) -> Option<String> {
    let across = shape(&format!("'across' of layer {name}"), &found.across, &expected.across);
    across.or_else(|| shape(&format!("'down' of layer {name}"), &found.down, &expected.down))
}

/// A mistake in the rows of a table.
fn shape(table: &str, found: &Cells, expected: &Cells) -> Option<String> {
    if found.len() != expected.len() {
        return Some(format!("{table} has {}, expected {}", counted(found.len(), "row"), expected.len()));
    }
    let rows = found.iter().zip(expected).enumerate();
    rows.filter(|(_, (found, expected))| found.len() != expected.len())
        .map(|(row, (found, expected))| {
            format!(
                "row {} of {table} has {}, expected {}",
                row + 1,
                counted(found.len(), "value"),
                expected.len()
            )
        })
        .next()
}

/// A value that the layer doesn't have.
fn value(board: &Board, solution: &Solution, layer: &Drawing) -> Option<String> {
    let truth = ["0".to_owned(), "1".to_owned()];
    let names = if layer.values.is_empty() { &truth[..] } else { &layer.values[..] };
    let values = solution.flat(&layer.name).into_iter().enumerate();
    let (place, text) = values
        .filter_map(|(place, value)| Some((place, value.text()?)))
        .find(|(_, text)| !names.contains(text))?;
    let cells = match layer.over {
        Over::Edges => ends(board.givens.size, place).to_vec(),
        _ => vec![place],
    };
    let cells: Vec<String> = cells.into_iter().map(|cell| board.givens.size.cell(cell).to_string()).collect();
    let is_range = names.len() > 5 && names.iter().all(|name| matches!(Value::of(name), Value::Number(_)));
    let known = match names {
        [first, .., last] if is_range => format!("a number from {first} to {last}"),
        _ => names.join(", "),
    };
    Some(format!(
        "layer {} has {} at {}, expected {known}, or null",
        quote(&layer.name),
        quote(&text),
        cells.join("-")
    ))
}
