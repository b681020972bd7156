use jigsat_grid::{Cell, Size};
use jigsat_input::{ParseError, Position, Source, quote};

use crate::{Level, MAX_SIDE, Square};

/// A row of a drawing: its characters and their positions in the text.
pub(super) type Row = Vec<(char, Position)>;

/// Splits a line into rows: one, or several if it is run-length encoded.
///
/// # Errors
///
/// A group in brackets that does not end, or rows too long to be a level's.
pub(super) fn rows(source: &Source, line: usize, text: &str) -> Result<Vec<Row>, ParseError> {
    let mut rows = vec![Row::new()];
    let chars: Vec<(char, Position)> =
        text.chars().zip(1..).map(|(char, column)| (char, Position { line, column })).collect();
    expand(source, &chars, &mut rows, &mut 0)?;
    Ok(rows)
}

/// Maximum number of characters that run-length encoding may produce from a line.
const LONGEST: usize = 4 * MAX_SIDE as usize * MAX_SIDE as usize;

fn expand(
    source: &Source,
    chars: &[(char, Position)],
    rows: &mut Vec<Row>,
    depth: &mut usize,
) -> Result<(), ParseError> {
    let mut at = 0;
    while at < chars.len() {
        let (first, position) = chars[at];
        let digits = chars[at..].iter().take_while(|(char, _)| char.is_ascii_digit()).count();
        let number: String = chars[at..at + digits].iter().map(|(char, _)| char).collect();
        let times = if digits == 0 { 1 } else { number.parse::<usize>().unwrap_or(usize::MAX) };
        at += digits;
        let Some(&(char, here)) = chars.get(at) else {
            return Err(source
                .error(position, format!("found {}", quote(&number)))
                .expecting("what to repeat after the number"));
        };
        let group = if char == '(' {
            let Some(length) = chars[at..].iter().position(|&(char, _)| char == ')') else {
                return Err(source.error(here, "found '(' without ')'"));
            };
            let group = &chars[at + 1..at + length];
            at += length + 1;
            group
        } else {
            at += 1;
            &chars[at - 1..at]
        };
        *depth = depth.saturating_add(times.saturating_mul(group.len()));
        if *depth > LONGEST {
            return Err(source.error(position, format!("found more than {LONGEST} squares after {first}")));
        }
        for _ in 0..times {
            for &(char, position) in group {
                if char == '|' {
                    rows.push(Row::new());
                } else if let Some(row) = rows.last_mut() {
                    row.push((char, position));
                }
            }
        }
    }
    Ok(())
}

/// Makes a level from rows, without title and other text around a drawing.
///
/// # Errors
///
/// A character that is not a square, no player or several, and the errors of [`Level::validate`].
pub(super) fn level(source: &Source, rows: &[Row]) -> Result<Level, ParseError> {
    let start = rows.iter().flatten().next().map_or(Position::START, |&(_, position)| position);
    let cols = rows.iter().map(Vec::len).max().unwrap_or(0);
    if rows.len() > usize::from(MAX_SIDE) || cols > usize::from(MAX_SIDE) {
        let found = format!("found a level of {} rows and {cols} columns", rows.len());
        return Err(source.error(start, found).expecting(format!("at most {MAX_SIDE} of each")));
    }
    if let Some(error) = ambiguous(source, rows) {
        return Err(error);
    }
    let size = Size::new(rows.len() as u16, cols as u16);
    let mut squares = vec![Square::Floor; size.area()];
    let mut player: Option<(Cell, Position)> = None;
    for (row, cells) in rows.iter().enumerate() {
        for (col, &(char, position)) in cells.iter().enumerate() {
            let Some((square, has_player)) = square(char) else {
                let error = source.error(position, format!("found {}", quote(&char.to_string())));
                return Err(error.expecting("# wall, @ player, + player on a goal, $ box, * box on a goal, . goal, or a space, - or _ for floor"));
            };
            let cell = Cell::new(row as u16, col as u16);
            squares[size.index(cell)] = square;
            if has_player {
                if let Some((_, first)) = player {
                    let message = format!(
                        "found a second player; the first is in line {}, column {}",
                        first.line, first.column
                    );
                    return Err(source.error(position, message).expecting("one player"));
                }
                player = Some((cell, position));
            }
        }
    }
    let Some((player, _)) = player else {
        return Err(source.error(start, "found no player in this level").expecting("one @ or +"));
    };
    let level = Level { size, squares, player, title: String::new(), notes: Vec::new(), stored: Vec::new() };
    level.validate().map_err(|invalid| {
        let position = invalid.cell.map_or(start, |cell| place(rows, cell).unwrap_or(start));
        source.error(position, invalid.message)
    })?;
    Ok(level)
}

/// The error of a capital letter in a level that does not distinguish `b` and `B`: people also draw boxes and players that
/// are on no goal by B and P.
fn ambiguous(source: &Source, rows: &[Row]) -> Option<ParseError> {
    let squares = || rows.iter().flatten();
    let &(char, position) = squares().find(|(char, _)| matches!(char, 'B' | 'P'))?;
    if squares().any(|&(char, _)| char == 'b') {
        return None;
    }
    let (what, expected) = match char {
        'B' => ("a box", "$ for a box, * for a box on a goal"),
        _ => ("the player", "@ for the player, + for the player on a goal"),
    };
    let found = format!("found '{char}' in a level without 'b': it may be {what} on a goal or on none");
    Some(source.error(position, found).expecting(expected))
}

/// The position of a square in the text; for one that a short row leaves out, the row's end.
fn place(rows: &[Row], cell: Cell) -> Option<Position> {
    let row = rows.get(usize::from(cell.row))?;
    row.get(usize::from(cell.col)).or(row.last()).map(|&(_, position)| position)
}

fn square(char: char) -> Option<(Square, bool)> {
    Some(match char {
        '#' => (Square::Wall, false),
        ' ' | '-' | '_' => (Square::Floor, false),
        '.' => (Square::Goal, false),
        '$' | 'b' => (Square::Box, false),
        '*' | 'B' => (Square::BoxOnGoal, false),
        '@' | 'p' => (Square::Floor, true),
        '+' | 'P' => (Square::Goal, true),
        _ => return None,
    })
}
