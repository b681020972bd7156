//! A puzzle for viewing, with a partial solution.

use std::collections::{BTreeMap, HashMap};

use jigsat_cnf::{Literal, Variable, neg, pos};
use jigsat_grid::{Cell, Mark, Picture};
use jigsat_kit::{AtomOf, Blanks, Error, Family};

use crate::{
    Context, ShowRequest, Solution,
    case::Case,
    record::{BlankRecord, BlanksRecord, SCHEMA, ShowRecord},
};

/// The words for a place that is chosen, and for one that is not.
const YES_NO: [&str; 2] = ["yes", "no"];

/// The answer to a [`ShowRequest`].
pub struct Shown {
    /// The record.
    pub record: ShowRecord,
    /// The picture.
    pub picture: Box<dyn Picture>,
}

pub(crate) fn show<F: Family>(
    case: &Case<F>,
    request: &ShowRequest,
    context: &Context,
) -> Result<Shown, Error> {
    let blanks =
        case.family.explanation().map_or_else(Vec::new, |explanation| explanation.blanks(case.puzzle()));
    let mut solution = match &request.from {
        Some(from) => {
            let limits = case.limits(context);
            Some(case.family.read_solution(case.puzzle(), &from.to_source(), &limits)?)
        }
        None => None,
    };
    let mut known = solution
        .as_ref()
        .and_then(|solution| case.literals_of(case.encoding(), solution))
        .unwrap_or_default();
    if !request.filled.is_empty() {
        let filled = request.filled.iter().map(|(&place, value)| literal::<F>(&blanks, place, value));
        let filled = filled.collect::<Result<Vec<_>, Error>>()?;
        known.retain(|old| !filled.iter().any(|new| old.variable == new.variable));
        known.extend(filled);
        solution = case.solution_of(&known);
    }
    let text = match &request.format {
        Some(format) => Some(case.family.write(case.puzzle(), format).map_err(Error::Request)?),
        None => {
            ["plain", "yaml"].into_iter().find_map(|format| case.family.write(case.puzzle(), format).ok())
        }
    };
    let record = ShowRecord {
        schema: SCHEMA,
        family: case.family.info().name.clone(),
        file: case.board.file.clone(),
        puzzle: case.board.title.clone(),
        text: text.and_then(|bytes| String::from_utf8(bytes).ok()),
        warnings: case.board.warnings.clone(),
        filled: filled_in(&blanks, &known),
        blanks: request.blanks.then(|| blanks.iter().map(listed).collect()),
        solution: solution.clone().map(Solution::unchecked),
    };
    let mut picture = case.family.draw(case.puzzle(), solution.as_ref());
    for &(row, col) in &request.marked {
        picture.mark(Cell::new(row, col), Mark::Deduced);
    }
    Ok(Shown { record, picture })
}

/// The literal for a value in a place.
fn literal<F: Family>(
    blanks: &[Blanks<AtomOf<F>>],
    place: usize,
    value: &str,
) -> Result<Literal<AtomOf<F>>, Error> {
    let all = blanks.iter().flat_map(|kind| kind.places.iter().map(move |blank| (kind, blank)));
    let (kind, blank) = all
        .clone()
        .nth(place)
        .ok_or_else(|| Error::Request(format!("there are {} places, none is {place}", all.count())))?;
    if kind.values.is_empty() {
        return match value {
            "yes" => Ok(pos(blank.atoms[0])),
            "no" => Ok(neg(blank.atoms[0])),
            _ => Err(Error::Request(format!("{}: found '{value}', expected yes or no", blank.name))),
        };
    }
    let number = kind.values.iter().position(|known| known == value).ok_or_else(|| {
        let (first, last) = (&kind.values[0], &kind.values[kind.values.len() - 1]);
        Error::Request(format!("{}: found '{value}', expected one of {first} to {last}", blank.name))
    })?;
    Ok(pos(blank.atoms[number]))
}

/// The inverse: the places about which something is known.
fn filled_in<A: jigsat_cnf::Atom>(blanks: &[Blanks<A>], known: &[Literal<A>]) -> BTreeMap<usize, String> {
    if known.is_empty() {
        return BTreeMap::new();
    }
    let all = blanks.iter().flat_map(|kind| kind.places.iter().map(move |blank| (kind, blank)));
    let meanings: HashMap<A, (usize, Option<&str>)> = all
        .enumerate()
        .flat_map(|(place, (kind, blank))| {
            let value = |number| kind.values.get(number).map(String::as_str);
            blank.atoms.iter().enumerate().map(move |(number, &atom)| (atom, (place, value(number))))
        })
        .collect();
    let filled = known.iter().filter_map(|literal| {
        let Variable::Atom(atom) = literal.variable else { return None };
        match *meanings.get(&atom)? {
            (place, None) => Some((place, YES_NO[usize::from(literal.negated)])),
            (place, Some(value)) => (!literal.negated).then_some((place, value)),
        }
    });
    filled.map(|(place, value)| (place, value.to_owned())).collect()
}

fn listed<A>(kind: &Blanks<A>) -> BlanksRecord {
    let place = |blank: &jigsat_kit::Blank<A>| BlankRecord { name: blank.name.clone(), at: blank.at };
    BlanksRecord { values: kind.values.clone(), places: kind.places.iter().map(place).collect() }
}
