//! Solutions: what `solve` prints as JSON, YAML or a drawing, layers alone, or a board saved by pzpr.

use std::collections::HashSet;

use jigsat_cnf::{Lit, neg, pos};
use jigsat_input::{ParseError, Source, from_yaml, pzpr::Saved};
use jigsat_qprop::{Atom, Encoding};
use jigsat_solve::{BuildError, BuildOptions, Limits, Stop, build};
use serde::Deserialize;

use super::{
    drawing::{self, Hidden},
    layers::{misfit, no_solution},
};
use crate::{Board, Solution, Value, saved};

/// The output of `solve` as data.
#[derive(Deserialize)]
struct Record {
    solution: Solution,
}

/// A value of a saved answer; if the values are words, it is the place of one.
fn layer_value(values: &[String], value: i64) -> Value {
    match usize::try_from(value) {
        Ok(place) if are_words(values) => values.get(place).map_or(Value::Unknown, |word| Value::of(word)),
        Ok(_) => Value::Number(value),
        Err(_) => Value::Unknown,
    }
}

/// Whether the values of a layer are words rather than numbers.
pub(crate) fn are_words(values: &[String]) -> bool {
    values.iter().any(|value| value.parse::<i64>().is_err())
}

/// Reads a solution, possibly partial, within limits: what a drawing leaves out is looked for.
pub(crate) fn parse_solution(
    board: &Board,
    source: &Source,
    limits: &Limits,
) -> Result<Solution, ParseError> {
    let unfinished =
        |stop| ParseError::unfinished(source.name(), format!("{stop} while the solution was completed"));
    let text = source.text();
    if Saved::is_one(text) {
        let (givens, answer) = saved::parse(&board.page, source)?;
        if givens.size != board.givens.size
            || givens.layers != board.givens.layers
            || givens.rooms != board.givens.rooms
            || saved::has_borders(&board.page) && givens.inner != board.givens.inner
        {
            return Err(ParseError::in_file(source.name(), "is an answer to another board"));
        }
        let mut solution = Solution::unknown(board);
        for layer in &board.layers {
            if let Some(values) = answer.get(&layer.name) {
                let of = |&value: &i64| layer_value(&layer.values, value);
                solution.set(board, layer, values.iter().map(of).collect());
            }
        }
        return finished(board, solution, &[], limits).map_err(unfinished);
    }
    if drawing::is_one(text) {
        let (solution, hidden) = drawing::parse(board, source)?;
        return finished(board, solution, &hidden, limits).map_err(unfinished);
    }
    let is_record = text.lines().any(|line| line.starts_with("solution:")) || text.contains("\"solution\"");
    let solution: Result<Solution, ParseError> =
        if is_record { from_yaml(source).map(|record: Record| record.solution) } else { from_yaml(source) };
    let is_map = text.trim_start().starts_with('{') || text.contains(": ") || text.contains(":\n");
    let solution = solution.map_err(|error| if is_map { error } else { no_solution(board, source) })?;
    match misfit(board, &solution) {
        None => Ok(solution),
        Some(misfit) => Err(ParseError::in_file(source.name(), misfit)),
    }
}

/// The complete solution that a drawing shows, if there is one: places where nothing is drawn have nothing, and unit
/// propagation derives what labels hide. Otherwise, places where nothing is drawn stay open.
fn finished(board: &Board, drawn: Solution, hidden: &[Hidden], limits: &Limits) -> Result<Solution, Stop> {
    if let Some(stop) = limits.reached() {
        return Err(stop);
    }
    let mut whole = drawn.clone();
    for layer in &board.layers {
        let Some(nothing) = board.page.look(&layer.name).nothing(layer).map(Value::of) else { continue };
        let is_hidden =
            |place: usize| hidden.iter().any(|(name, other)| *name == layer.name && *other == place);
        let value = |(place, value): (usize, &Value)| match value {
            Value::Unknown if !is_hidden(place) => nothing.clone(),
            value => value.clone(),
        };
        let values: Vec<Value> = drawn.flat(&layer.name).into_iter().enumerate().map(value).collect();
        whole.set(board, layer, values);
    }
    if !hidden.is_empty()
        && let Some(with_hidden) = propagated(board, &whole, limits)?
    {
        whole = with_hidden;
    }
    let is_whole = board.broken(&whole, true, limits)?.is_empty();
    Ok(if is_whole { whole } else { drawn })
}

/// Adds everything that unit propagation derives; `None` if there is no formula for that.
fn propagated(board: &Board, solution: &Solution, limits: &Limits) -> Result<Option<Solution>, Stop> {
    let options = BuildOptions { limits: limits.clone(), ..BuildOptions::default() };
    let formula = match build(board, Encoding::Model, &options) {
        Ok(formula) => formula,
        Err(BuildError::Stopped(stop)) => return Err(stop),
        Err(_) => return Ok(None),
    };
    let Ok((holds, known)) = solution.atoms(board) else { return Ok(None) };
    let literals = (0..).zip(holds.iter().zip(&known)).filter(|(_, (_, known))| **known);
    let literal = |(atom, (holds, _)): (u32, (&bool, &bool))| {
        formula.lit(if *holds { pos(Atom(atom)) } else { neg(Atom(atom)) })
    };
    let assumed: Vec<Lit> = literals.map(literal).collect();
    let derived: HashSet<Lit> = formula.propagate(&assumed)?.steps.into_iter().map(|(lit, _)| lit).collect();
    let mut whole = solution.clone();
    for layer in &board.layers {
        let follows = |place: usize, value: usize| {
            let lit = formula.lit(pos(layer.atom(place, value)));
            derived.contains(&lit).then_some(true).or_else(|| derived.contains(&!lit).then_some(false))
        };
        let value = |(place, value): (usize, &Value)| match value {
            Value::Unknown if layer.values.is_empty() => {
                follows(place, 0).map_or(Value::Unknown, |holds| Value::Number(holds.into()))
            }
            Value::Unknown => {
                let mut values = layer.values.iter().enumerate();
                let known = values.find(|(value, _)| follows(place, *value) == Some(true));
                known.map_or(Value::Unknown, |(_, value)| Value::of(value))
            }
            value => value.clone(),
        };
        let values: Vec<Value> = solution.flat(&layer.name).into_iter().enumerate().map(value).collect();
        whole.set(board, layer, values);
    }
    Ok(Some(whole))
}
