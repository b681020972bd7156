//! Solutions, as `solve` prints them.

use jigsat_grid::Size;
use jigsat_input::{ParseError, Source, from_yaml, quote, yaml_error};
use serde::Deserialize;

use super::{boxes, placement};
use crate::{EdgeMatching, Edges, Kinds, Placement, SIDES, Solution, puzzle::shown};

/// The parts of the JSON or YAML output of `solve` that matter here; other keys are skipped.
#[derive(Deserialize)]
struct Printed {
    solution: Option<Solution>,
    placements: Option<Vec<Placement>>,
}

/// Reads a solution of a puzzle, complete or partial, in any format that `solve` prints: a line of pieces with their
/// rotations (`2x2:2+0,3+1,-,1+0`, a dash for an empty cell), a drawing, a JSON object (the first of several), or YAML.
/// [`crate::check()`] checks whether it is right.
///
/// # Errors
///
/// A text in none of these formats, of another size, or with a drawn piece that the puzzle doesn't have.
pub fn parse_solution(puzzle: &EdgeMatching, source: &Source) -> Result<Solution, ParseError> {
    let text = source.text();
    let is_yaml = text.lines().any(|line| line.starts_with("solution:") || line.starts_with("placements:"));
    if text.trim_start().starts_with('{') || is_yaml {
        parse_printed(source)
    } else if boxes::is_drawing(text) {
        parse_drawing(puzzle, source)
    } else {
        parse_line(puzzle, source)
    }
}

fn parse_printed(source: &Source) -> Result<Solution, ParseError> {
    let first = source.text().trim_start();
    // JSON has one object per line.
    let printed: Printed = match first.lines().next() {
        Some(line) if line.starts_with('{') && line.trim_end().ends_with('}') => {
            from_yaml(&Source::new(source.name(), line))?
        }
        _ => from_yaml(source)?,
    };
    match (printed.solution, printed.placements) {
        (Some(solution), _) => Ok(Solution::new(solution.placements)),
        (None, Some(placements)) => Ok(Solution::new(placements)),
        (None, None) => {
            Err(yaml_error(source, "", 0, "found no solution").expecting("a key solution or placements"))
        }
    }
}

fn parse_line(puzzle: &EdgeMatching, source: &Source) -> Result<Solution, ParseError> {
    let area = puzzle.size.area();
    let text = source.text();
    let mut placements = Vec::new();
    let mut count = 0;
    let mut at = 0;
    for word in text.split(|char: char| char.is_whitespace() || char == ',' || char == ':') {
        let error = |found: String| source.error(source.position(at), found);
        let found = || format!("found {}", quote(word));
        match word.parse::<Size>() {
            Ok(size) if count == 0 && size != puzzle.size => {
                return Err(error(found()).expecting(puzzle.size.to_string()));
            }
            Ok(_) if count == 0 => {}
            _ if word.is_empty() => {}
            _ if count == area => return Err(error(found()).expecting(format!("{area} pieces"))),
            _ => {
                if word != "-" {
                    let Some(placement) = placement(puzzle.size.cell(count), word) else {
                        return Err(error(found()).expecting("a piece and its rotation such as 3+1"));
                    };
                    placements.push(placement);
                }
                count += 1;
            }
        }
        at += word.len() + 1;
    }
    if count < area {
        let error = source.error(source.position(text.trim_end().len()), format!("found {count} pieces"));
        return Err(error.expecting(format!("{area}, row by row, a dash for an empty cell")));
    }
    Ok(Solution::new(placements))
}

fn parse_drawing(puzzle: &EdgeMatching, source: &Source) -> Result<Solution, ParseError> {
    let (size, drawn) = boxes::read(source)?;
    if size != puzzle.size {
        let found = format!("found a board of {size}");
        return Err(ParseError::in_file(source.name(), found).expecting(puzzle.size.to_string()));
    }
    let kinds = Kinds::of(puzzle);
    let mut placements = Vec::new();
    let mut unnumbered = Vec::new();
    for drawn in drawn {
        let Some(labels) = drawn.labels else { continue };
        let mut edges: Edges = [0; 4];
        for (edge, (name, position)) in edges.iter_mut().zip(&labels) {
            let Some(color) = puzzle.colors.named(name) else {
                let error = source.error(*position, format!("found {}", quote(name)));
                return Err(error.expecting("a colour of the puzzle"));
            };
            *edge = color;
        }
        let turn_of = |piece: Edges| (0..4).find(|&turn| SIDES.map(|side| shown(piece, turn, side)) == edges);
        let cell = drawn.cell;
        let Some((word, position)) = &drawn.number else {
            let kind = (0..kinds.all.len()).find_map(|kind| Some((kind, turn_of(kinds.all[kind].edges)?)));
            let Some((kind, turn)) = kind else {
                let error = source
                    .error(drawn.position, format!("found a piece in {cell} that the puzzle does not have"));
                return Err(error.expecting("a piece of the puzzle"));
            };
            unnumbered.push((cell, kind, turn));
            continue;
        };
        let piece = boxes::number(word).filter(|number| (1..=puzzle.pieces.len()).contains(number));
        let Some(piece) = piece else {
            let error = source.error(*position, format!("found {}", quote(word)));
            return Err(error.expecting(format!("a piece, #1 to {}", puzzle.pieces.len())));
        };
        let given = puzzle.hints.iter().find(|hint| hint.cell == cell).and_then(|hint| hint.rotation);
        let own = puzzle.pieces[piece - 1];
        let given = given.filter(|&turn| SIDES.map(|side| shown(own, turn, side)) == edges);
        let Some(rotation) = given.or_else(|| turn_of(own)) else {
            let found = format!("found piece {piece} in {cell} with its edges in another order");
            return Err(source.error(*position, found));
        };
        placements.push(Placement { row: cell.row, col: cell.col, piece, rotation });
    }
    placements.extend(kinds.assign(puzzle, &unnumbered).placements);
    Ok(Solution::new(placements))
}
