//! Solutions, in any form that is written or that a solver prints.

use jigsat_cnf::Var;
use jigsat_input::{ParseError, Part, Source, from_yaml, quote, yaml_error};
use serde::Deserialize;

use crate::{Dimacs, Solution, solution::Witness};

/// The parts of the JSON or YAML output of `solve` that matter here; other keys are skipped.
#[derive(Deserialize)]
#[serde(untagged, expecting = "found no solution")]
enum Printed {
    Record { solution: Solution },
    Bare(Solution),
}

/// Reads a solution of a formula, complete or partial: literals such as `1 -2 3 0`, in lines that begin with `v` or not; the
/// picture of a solution; a JSON object (the first of several), or YAML. Variables without a value are open. Values of
/// variables that are not shown are not part of it. [`crate::check()`] checks whether it is right.
///
/// # Errors
///
/// A text in none of these forms, a variable that does not exist or is not shown, and a variable with two values.
pub fn parse_solution(puzzle: &Dimacs, source: &Source) -> Result<Solution, ParseError> {
    let text = source.text().trim_start();
    let is_yaml = |line: &str| {
        ["solution:", "'true':", "'false':", "\"true\":", "\"false\":"]
            .iter()
            .any(|key| line.starts_with(key))
    };
    if text.starts_with('{') || text.lines().any(is_yaml) {
        return printed(puzzle, source);
    }
    let lines = || source.lines().map(|line| line.trim()).filter(|line| !line.text().is_empty());
    let is_literals = |line: &Part<'_>| literals_of(line).is_some();
    if lines().all(|line| is_literals(&line)) && lines().next().is_some() {
        return literals(puzzle, lines());
    }
    pictured(puzzle, source)
}

/// A solution as JSON or YAML.
fn printed(puzzle: &Dimacs, source: &Source) -> Result<Solution, ParseError> {
    let text = source.text().trim_start();
    // JSON has one object per line.
    let first = text.lines().next().filter(|line| line.starts_with('{') && line.trim_end().ends_with('}'));
    let printed: Printed = match first {
        Some(line) => from_yaml(&Source::new(source.name(), line))?,
        None => from_yaml(source)?,
    };
    let (path, solution) = match printed {
        Printed::Record { solution } => ("solution.", solution),
        Printed::Bare(solution) => ("", solution),
    };
    let mut values = Values::of(puzzle);
    for (key, names, value) in [("true", &solution.holding, true), ("false", &solution.failing, false)] {
        for (name, place) in names.iter().zip(0..) {
            let set =
                puzzle.var(name).ok_or_else(|| unknown(name)).and_then(|var| values.set_shown(var, value));
            set.map_err(|(found, expected)| {
                yaml_error(source, &format!("{path}{key}[{place}]"), 0, found).expecting(expected)
            })?;
        }
    }
    Ok(values.solution())
}

/// The literals of a line: `v 1 -2 0`, or without the `v`. Comments and the verdict have none. `None` if the line is no such line.
fn literals_of<'t>(line: &Part<'t>) -> Option<Vec<Part<'t>>> {
    let words: Vec<Part<'t>> = line.words().collect();
    match words.split_first() {
        Some((first, _)) if ["c", "s"].contains(&first.text()) => Some(Vec::new()),
        Some((first, rest)) if first.text() == "v" => Some(rest.to_vec()),
        Some((first, _)) if first.text().parse::<i64>().is_ok() => Some(words),
        _ => None,
    }
}

fn literals<'t>(puzzle: &Dimacs, lines: impl Iterator<Item = Part<'t>>) -> Result<Solution, ParseError> {
    let mut values = Values::of(puzzle);
    let most = i64::from(puzzle.variables());
    for word in lines.filter_map(|line| literals_of(&line)).flatten() {
        let number: Option<i64> = word.text().parse().ok().filter(|number| (-most..=most).contains(number));
        let number =
            number.ok_or_else(|| word.unexpected(format!("a literal from -{most} to {most}, or 0")))?;
        if number == 0 {
            continue;
        }
        let var = Var::new(number.unsigned_abs() as u32 - 1);
        values.set(var, number > 0).map_err(|(found, expected)| word.error(found).expecting(expected))?;
    }
    Ok(values.solution())
}

/// The values in a picture: entries `NAME: true` with two blanks between them. Other lines are skipped.
fn pictured(puzzle: &Dimacs, source: &Source) -> Result<Solution, ParseError> {
    let mut values = Values::of(puzzle);
    let mut is_found = puzzle.shown().is_empty();
    for line in source.lines() {
        let mut entries = Vec::new();
        for (start, entry) in pieces(line.text()) {
            let Some((name, value)) = entry.rsplit_once(": ") else { continue };
            let value = match value {
                "true" => Some(true),
                "false" => Some(false),
                "open" => None,
                _ => continue,
            };
            entries.push((line.part(start..start + entry.len()), name, value));
        }
        for (entry, name, value) in entries {
            is_found = true;
            let set = puzzle.var(name).ok_or_else(|| unknown(name));
            let set = set.and_then(|var| value.map_or(Ok(()), |value| values.set_shown(var, value)));
            set.map_err(|(found, expected)| entry.error(found).expecting(expected))?;
        }
    }
    if !is_found {
        let error = ParseError::in_file(source.name(), "found no values");
        return Err(error.expecting("literals such as '1 -2 0', or a solution as `solve` prints it"));
    }
    Ok(values.solution())
}

/// The pieces of a line between two or more blanks, with the places where they begin.
fn pieces(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    line.split("  ").filter_map(move |piece| {
        let start = at;
        at += piece.len() + 2;
        let trimmed = piece.trim();
        (!trimmed.is_empty()).then(|| (start + piece.len() - piece.trim_start().len(), trimmed))
    })
}

/// What was found, and what was expected.
type Wrong = (String, &'static str);

fn unknown(name: &str) -> Wrong {
    (format!("found {}", quote(name)), "the name or number of a variable of the formula")
}

/// Values as they are read.
struct Values<'p> {
    puzzle: &'p Dimacs,
    all: Vec<Option<bool>>,
}

impl<'p> Values<'p> {
    fn of(puzzle: &'p Dimacs) -> Self {
        Values { puzzle, all: vec![None; puzzle.variables() as usize] }
    }

    fn set(&mut self, var: Var, value: bool) -> Result<(), Wrong> {
        match self.all[var.idx()].replace(value) {
            Some(other) if other != value => {
                let found = format!("found another value of {}", self.puzzle.name_of(var));
                Err((found, "one value for each variable"))
            }
            _ => Ok(()),
        }
    }

    fn set_shown(&mut self, var: Var, value: bool) -> Result<(), Wrong> {
        if self.puzzle.place_of(var).is_none() {
            let found = format!("found {}, which is not shown", self.puzzle.name_of(var));
            return Err((found, "shown variables"));
        }
        self.set(var, value)
    }

    fn solution(self) -> Solution {
        let shown = self.puzzle.shown().iter().map(|var| self.all[var.idx()]);
        let model: Option<Vec<bool>> = self.all.iter().copied().collect();
        let witness = Witness(model.filter(|_| self.puzzle.has_hidden()).map(Into::into));
        Solution { witness, ..Solution::of_values(self.puzzle, shown) }
    }
}
