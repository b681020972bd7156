//! The weights by which arguments are compared, as a user writes them: `suppose=40,line=8`.

use jigsat_cnf::{Cnf, Lit};
use jigsat_input::{ParseError, Source, quote};
use jigsat_kit::{Error, TextFile};
use jigsat_solve::explain::{Scale, Weights};

use crate::{Board, puzzle_formula::PuzzleFormula};

/// The scale for the steps of a formula: these weights, and the cell that each variable is about, if it is one.
pub(crate) fn scale(
    board: &dyn Board,
    formula: &dyn PuzzleFormula,
    weights: Option<&TextFile>,
) -> Result<Scale, Error> {
    let place = |var: u32| {
        let literal = formula.literal(Lit::new(var, false));
        match board.cells(literal)[..] {
            [cell] => Some((cell.row, cell.col)),
            _ => None,
        }
    };
    let places = (0..formula.cnf().variables()).map(place).collect();
    let weights = match weights {
        Some(file) => read(&file.to_source(), formula.cnf())?,
        None => Weights::default(),
    };
    Ok(Scale::new(formula.cnf(), weights, places)?)
}

/// Reads `NAME=NUMBER`, separated by commas or blanks, with comments from `#` to the end of a line. A name is one of the table's or
/// that of a rule.
fn read(source: &Source, cnf: &Cnf) -> Result<Weights, ParseError> {
    let mut weights = Weights::default();
    let mut offset = 0;
    for line in source.text().split_inclusive('\n') {
        let told = line.split('#').next().unwrap_or_default();
        let mut at = 0;
        for word in told.split(|char: char| char == ',' || char.is_whitespace()) {
            if !word.is_empty() {
                read_one(word, &mut weights, cnf).map_err(|(message, expected)| {
                    source.error(source.position(offset + at), message).expecting(expected)
                })?;
            }
            at += word.len() + told[at + word.len()..].chars().next().map_or(0, char::len_utf8);
        }
        offset += line.len();
    }
    Ok(weights)
}

/// The message of an error, and what was expected.
type Wrong = (String, String);

fn read_one(word: &str, weights: &mut Weights, cnf: &Cnf) -> Result<(), Wrong> {
    let Some((name, number)) = word.split_once('=') else {
        return Err((
            format!("found {}", quote(word)),
            "a name, '=' and a number, such as suppose=40".into(),
        ));
    };
    let Ok(number) = number.parse::<u32>().map(u64::from) else {
        return Err((format!("the weight of '{name}' is {}", quote(number)), "a number from 0".into()));
    };
    let mut entries = weights.entries();
    if let Some((_, weight)) = entries.iter_mut().find(|(known, _)| *known == name) {
        **weight = number;
        return Ok(());
    }
    let rules: Vec<&str> = cnf.rules().map(|(rule, _)| rule.name()).collect();
    if !rules.contains(&name) {
        let known: Vec<&str> = entries.iter().map(|(name, _)| *name).chain(rules).collect();
        let message = format!("there is no weight {}", quote(name));
        return Err((message, format!("one of {}", known.join(", "))));
    }
    weights.rules.insert(name.to_owned(), number);
    Ok(())
}
