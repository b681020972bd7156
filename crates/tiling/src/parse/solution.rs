use std::collections::BTreeMap;

use jigsat_input::{ParseError, Source, from_yaml, quote, yaml_error};
use serde::Deserialize;

use crate::{Place, Shape, Solution, Tiling, Turn};

/// The parts of the JSON or YAML output of `solve` that matter here; other keys are skipped.
#[derive(Deserialize)]
struct Printed {
    solution: Option<Solution>,
    placements: Option<Vec<crate::Placed>>,
}

/// Reads a solution of a puzzle, complete or partial, in any format that `solve` prints: a drawing, the plain form, a
/// JSON object (the first of several), or YAML. [`crate::check()`] checks whether it is right.
///
/// # Errors
///
/// A text in none of these formats, or a drawing of another size.
pub fn parse_solution(tiling: &Tiling, source: &Source) -> Result<Solution, ParseError> {
    let text = source.text();
    let is_yaml = text.lines().any(|line| line.starts_with("placements:") || line.starts_with("solution:"));
    if text.trim_start().starts_with('{') || is_yaml {
        return parse_printed(source);
    }
    if text.lines().any(|line| line.contains(": rotation ")) {
        return parse_plain(source);
    }
    parse_drawing(tiling, source)
}

fn parse_printed(source: &Source) -> Result<Solution, ParseError> {
    let text = source.text().trim_start();
    // JSON has one object per line.
    let printed: Printed = match text.lines().next() {
        Some(line) if line.starts_with('{') && line.trim_end().ends_with('}') => {
            from_yaml(&Source::new(source.name(), line))?
        }
        _ => from_yaml(source)?,
    };
    match (printed.solution, printed.placements) {
        (Some(solution), _) => Ok(solution),
        (None, Some(placements)) => Ok(Solution { placements }),
        (None, None) => {
            Err(yaml_error(source, "", 0, "found no solution").expecting("a key solution or placements"))
        }
    }
}

/// The lines `F copy 2: rotation 90 mirrored board 1 at (0,1)`, and the numbers in the boards below them.
fn parse_plain(source: &Source) -> Result<Solution, ParseError> {
    let mut placements: Vec<crate::Placed> = Vec::new();
    let mut rows: Vec<&str> = Vec::new();
    for (number, line) in (1..).zip(source.text().lines()) {
        if let Some((head, tail)) = line.split_once(": rotation ") {
            let position = jigsat_input::Position { line: number, column: 1 };
            let placed = read_placed(head, tail).ok_or_else(|| {
                let error = source.error(position, format!("found {}", quote(line)));
                error.expecting("a line such as 'F: rotation 90 mirrored at (0,1)'")
            })?;
            placements.push(placed);
        } else {
            rows.push(line);
        }
    }
    let boards = placements.iter().any(|placed| placed.board.is_some());
    let solid = placements.iter().any(|placed| placed.z.is_some());
    let width = placements.len().to_string().len() + 1;
    let mut place = [0, 0, 0];
    for line in rows {
        if line.trim().is_empty() {
            place = [place[0] + 1, 0, 0];
            continue;
        }
        let chars: Vec<char> = line.chars().collect();
        for (x, mark) in chars.chunks(width).enumerate() {
            let mark: String = mark.iter().collect();
            if let Ok(number) = mark.trim().parse::<usize>()
                && let Some(placed) = number.checked_sub(1).and_then(|index| placements.get_mut(index))
            {
                let mut cell = vec![x as i32, place[1]];
                if solid {
                    cell.push(place[0]);
                }
                placed.cells.push(cell);
            }
        }
        place[1] += 1;
    }
    if boards && solid {
        let error = ParseError::in_file(source.name(), "found several solid boards in the plain form");
        return Err(error.expecting("JSON or YAML"));
    }
    Ok(Solution { placements })
}

fn read_placed(head: &str, tail: &str) -> Option<crate::Placed> {
    let (piece, copy) = match head.split_once(" copy ") {
        Some((piece, copy)) => (piece, copy.parse().ok()?),
        None => (head, 1),
    };
    let (turn, at) = tail.split_once(" at (")?;
    let (turn, board) = match turn.split_once(" board ") {
        Some((turn, board)) => (turn, Some(board.parse().ok()?)),
        None => (turn, None),
    };
    let (rotation, mirrored) = match turn.strip_suffix(" mirrored") {
        Some(rotation) => (rotation, true),
        None => (turn, false),
    };
    let at: Vec<i32> =
        at.trim_end().strip_suffix(')')?.split(',').map(|value| value.parse().ok()).collect::<Option<_>>()?;
    let (&x, &y) = (at.first()?, at.get(1)?);
    let rotation = rotation.parse().ok()?;
    Some(crate::Placed {
        piece: piece.into(),
        copy,
        board,
        x,
        y,
        z: at.get(2).copied(),
        rotation,
        mirrored,
        cells: Vec::new(),
    })
}

/// The boards and layers side by side, with a name or mark for each cell.
fn parse_drawing(tiling: &Tiling, source: &Source) -> Result<Solution, ParseError> {
    let spec = tiling.spec();
    let rows: Vec<Vec<&str>> = source
        .text()
        .lines()
        // The title is above the picture, and may have any characters.
        .filter(|line| line.trim() != spec.title.trim() || line.is_empty())
        .filter(|line| line.chars().any(|char| "│┃|.#".contains(char)) && !line.contains(':'))
        .map(|line| {
            line.split(|char: char| char.is_whitespace() || "│┃|".contains(char))
                .filter(|word| !word.is_empty())
                .collect()
        })
        .filter(|words: &Vec<&str>| {
            !words.is_empty() && !words.iter().any(|word| word.contains(['─', '━', '-', '+']))
        })
        .collect();
    let height = spec.boards.iter().map(|board| board.size[1]).max().unwrap_or(0);
    if rows.len() < height {
        let found = format!("found {} rows of a drawing", rows.len());
        return Err(ParseError::in_file(source.name(), found)
            .expecting(format!("{height}, or JSON, YAML or the plain form")));
    }
    let mut cells: BTreeMap<&str, Vec<Place>> = BTreeMap::new();
    for (y, row) in rows.iter().take(height).enumerate() {
        let mut words = row.iter();
        for (number, board) in spec.boards.iter().enumerate().filter(|(_, board)| y < board.size[1]) {
            for z in 0..board.size[2] {
                for x in 0..board.size[0] {
                    let Some(&word) = words.next() else {
                        let found = format!("found {} cells in row {} of a drawing", row.len(), y + 1);
                        return Err(ParseError::in_file(source.name(), found)
                            .expecting("a name or mark for each cell"));
                    };
                    if word != "." && word != "#" {
                        let at = [x as i32, y as i32, z as i32];
                        cells.entry(word).or_default().push(Place { board: number, at });
                    }
                }
            }
        }
    }
    let mut placements = Vec::new();
    for (label, places) in cells {
        placements.push(placed(tiling, label, &places).ok_or_else(|| {
            let found = format!("found {} in a drawing", quote(label));
            ParseError::in_file(source.name(), found).expecting("'.', '#' or the name of a piece")
        })?);
    }
    Ok(Solution { placements })
}

/// A piece from its label and cells; the turn is the first that fits, or none, which the referee rejects.
fn placed(tiling: &Tiling, label: &str, places: &[Place]) -> Option<crate::Placed> {
    let (piece, copy) = tiling.spec().pieces.iter().find_map(|piece| {
        let copy = label.strip_prefix(piece.name.as_str())?;
        match copy {
            "" => Some((piece, 1)),
            digits => digits.parse().ok().filter(|_| piece.max > 1).map(|copy| (piece, copy)),
        }
    })?;
    let shape = Shape::new(places.iter().map(|place| place.at))?;
    let solid = tiling.is_solid();
    let turns = if solid { Turn::all() } else { Turn::in_plane().to_vec() };
    let allowed = Turn::allowed(piece.freedom, solid);
    let fits = |turn: &&Turn| piece.shape.turned(**turn) == shape;
    let turn =
        allowed.iter().find(fits).or_else(|| turns.iter().find(fits)).copied().unwrap_or(Turn::IDENTITY);
    let number = turns.iter().position(|one| *one == turn).unwrap_or(0) as u32;
    let least = |axis: usize| places.iter().map(|place| place.at[axis]).min().unwrap_or(0);
    Some(crate::Placed {
        piece: piece.name.clone(),
        copy,
        board: (tiling.spec().boards.len() > 1).then(|| places[0].board + 1),
        x: least(0),
        y: least(1),
        z: solid.then(|| least(2)),
        rotation: if solid { number } else { number % 4 * 90 },
        mirrored: turn.mirrors(),
        cells: places.iter().map(|place| place.at[..if solid { 3 } else { 2 }].to_vec()).collect(),
    })
}
