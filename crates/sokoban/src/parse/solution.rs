use jigsat_input::{ParseError, Position, Source, from_yaml, quote, yaml_error};
use serde::Deserialize;

use crate::{Level, Plan, check::play};

/// The parts of the JSON or YAML output of `solve` that matter here; other keys are skipped.
#[derive(Deserialize)]
struct Printed {
    solution: Option<PrintedPlan>,
    moves: Option<String>,
}

#[derive(Deserialize)]
struct PrintedPlan {
    moves: String,
}

/// Maximum length of a plan, in moves.
const LONGEST: usize = 1 << 20;

/// Reads a plan in any format that `solve` prints: letters (`lurdLURD`, also run-length encoded, over several lines),
/// pictures with such lines between them, a `.sok` file that stores one with this very level, a JSON object (the first
/// of several), or YAML. [`crate::check()`] checks whether it is right.
///
/// # Errors
///
/// A text without moves, or one that is too long.
pub fn parse_plan(level: &Level, source: &Source) -> Result<Plan, ParseError> {
    let text = source.text().trim_start();
    let is_yaml = text.lines().any(|line| line.starts_with("solution:") || line.starts_with("moves:"));
    let stored = if super::looks_like_levels(text) { stored(level, source) } else { None };
    let moves = if let Some(moves) = stored {
        moves
    } else if text.starts_with('{') || is_yaml {
        let first =
            text.lines().next().filter(|line| line.starts_with('{') && line.trim_end().ends_with('}'));
        let printed: Printed = match first {
            Some(line) => from_yaml(&Source::new(source.name(), line))?,
            None => from_yaml(source)?,
        };
        match (printed.solution, printed.moves) {
            (Some(plan), _) => plan.moves,
            (None, Some(moves)) => moves,
            (None, None) => {
                return Err(
                    yaml_error(source, "", 0, "found no solution").expecting("a key solution or moves")
                );
            }
        }
    } else {
        let lines = source.text().lines().filter(|line| is_moves(line));
        lines.map(str::trim).collect()
    };
    let moves = expand(source, &moves)?;
    if moves.is_empty() && !level.is_solved() {
        let found = source.text().trim().lines().next().unwrap_or_default();
        let error = source.error(Position::START, format!("found {}", quote(found)));
        return Err(error.expecting("moves as letters: u, r, d, l, capitals for pushes"));
    }
    let plan = Plan::new(moves);
    // The counts are those of the moves as played, however they are written.
    Ok(match play(level, &plan) {
        Ok(game) => Plan { moves: plan.moves, ..game.plan() },
        Err(_) => plan,
    })
}

/// The first solution that a collection stores with the level, which is the last one there with that drawing.
fn stored(level: &Level, source: &Source) -> Option<String> {
    let same = |other: &Level| other.squares == level.squares && other.player == level.player;
    let levels = super::parse(source).ok()?.into_iter().filter_map(|entry| entry.level.ok());
    let stored = levels.filter(same).filter_map(|level| level.stored.into_iter().next()).next_back();
    stored.map(|stored| stored.moves)
}

fn is_moves(line: &str) -> bool {
    let is_letter = |char: char| matches!(char, 'l' | 'u' | 'r' | 'd' | 'L' | 'U' | 'R' | 'D');
    let text = line.trim();
    text.contains(is_letter)
        && text
            .chars()
            .all(|char| is_letter(char) || char.is_ascii_digit() || matches!(char, '(' | ')' | ' '))
}

/// Undoes run-length encoding: `3l` is `lll`, `2(ru)` is `ruru`.
fn expand(source: &Source, text: &str) -> Result<String, ParseError> {
    let too_long = || ParseError::in_file(source.name(), format!("has a plan of over {LONGEST} moves"));
    let mut moves = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let times: usize = if digits == 0 { 1 } else { rest[..digits].parse().map_err(|_| too_long())? };
        rest = &rest[digits..];
        let (group, after) = match rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
            Some(parts) => parts,
            None => rest.split_at(rest.chars().next().map_or(0, char::len_utf8)),
        };
        rest = after;
        if group.len().saturating_mul(times) > LONGEST - moves.len().min(LONGEST) {
            return Err(too_long());
        }
        if digits > 0 && group.is_empty() {
            let error = ParseError::in_file(
                source.name(),
                format!("has a number at {} with nothing after it", quote(&first.to_string())),
            );
            return Err(error);
        }
        for _ in 0..times {
            moves.extend(group.chars().filter(|char| !char.is_whitespace()));
        }
    }
    Ok(moves)
}
