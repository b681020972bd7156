//! Stars, `dots(star, dark, hole)`, and the borders between their galaxies, `areas(galaxy)`.

use jigsat_input::{ParseError, Position, pzpr::Saved};

use super::{Answer, OPEN};
use crate::{
    Givens, Page,
    givens::{edge, pieces},
    page::{Part, What},
};

/// A line for each row of points: 1 for a star, 2 for a dark one, X for a cell that is not part of the board.
pub(super) fn decode_dots(
    page: &Page,
    part: &Part,
    lines: &mut Saved<'_>,
    givens: &mut Givens,
) -> Result<(), ParseError> {
    let (width, height) = givens.dots();
    for row in 0..height {
        let [(position, line)] = lines.words(1)?[..] else { continue };
        if line.chars().count() != width {
            return Err(lines.unexpected(position, line).expecting(format!("{width} signs")));
        }
        for (place, sign) in line.chars().enumerate() {
            let position = Position { column: position.column + place, ..position };
            let dot = row * width + place;
            let (layer, key) = match sign {
                '.' => continue,
                '1' => (0, dot),
                '2' => (1, dot),
                'X' => (2, givens.beside(dot)[0]),
                _ => return Err(lines.unexpected(position, &sign.to_string()).expecting("1, 2, X or '.'")),
            };
            let given = part.args.get(layer).and_then(|layer| page.given(layer));
            if let Some((name, What::Star(word) | What::Word(word))) =
                given.map(|given| (&given.name, &given.what))
            {
                givens.set(name, vec![key], word.clone(), position);
            }
        }
    }
    Ok(())
}

pub(super) fn encode_dots(part: &Part, givens: &Givens, lines: &mut Vec<String>) {
    let (width, height) = givens.dots();
    let sign = |dot: usize| {
        let has = |layer: usize, key: usize| {
            part.args.get(layer).is_some_and(|layer| givens.get(layer, &[key]).is_some())
        };
        let cells = givens.beside(dot);
        match () {
            () if has(0, dot) => '1',
            () if has(1, dot) => '2',
            () if cells.len() == 1 && has(2, cells[0]) => 'X',
            () => '.',
        }
    };
    lines.extend((0..height).map(|row| (0..width).map(|at| sign(row * width + at)).collect()));
}

/// The star in the area of each cell, if there is one. Colours of cells follow.
pub(super) fn decode_areas(
    page: &Page,
    part: &Part,
    lines: &mut Saved<'_>,
    givens: &Givens,
    answer: &mut Answer,
) -> Result<(), ParseError> {
    let (rows, columns) = (usize::from(givens.size.rows), usize::from(givens.size.cols));
    let mut borders = lines.table(rows, columns - 1)?;
    borders.extend(lines.table(rows - 1, columns)?);
    lines.skip(rows);
    let joined = |a: usize, b: usize| {
        let (_, word) = borders[edge(givens.size, a, b)];
        word != "1" && !is_hole(page, givens, a) && !is_hole(page, givens, b)
    };
    let pieces = pieces(givens.size, joined);
    let stars = givens.stars(page);
    let star = |cell: usize| {
        let inside = |&dot: &usize| givens.beside(dot).iter().all(|&other| pieces[other] == pieces[cell]);
        let mut inside = stars.iter().enumerate().filter(|(_, dot)| inside(dot)).map(|(star, _)| star as i64);
        // A border between two stars is still missing.
        inside.next().filter(|_| inside.next().is_none()).unwrap_or(OPEN)
    };
    let of_cell = |cell: usize| if is_hole(page, givens, cell) { OPEN } else { star(cell) };
    answer.insert(part.args[0].clone(), (0..rows * columns).map(of_cell).collect());
    Ok(())
}

/// Whether a cell is not part of the board: such cells have a word.
fn is_hole(page: &Page, givens: &Givens, cell: usize) -> bool {
    page.givens
        .iter()
        .any(|given| given.at == crate::page::At::Cells && givens.get(&given.name, &[cell]).is_some())
}

pub(super) fn encode_areas(part: &Part, givens: &Givens, answer: &Answer, lines: &mut Vec<String>) {
    let (rows, columns) = (usize::from(givens.size.rows), usize::from(givens.size.cols));
    let of_cell = |cell: usize| answer.get(&part.args[0]).and_then(|values| values.get(cell)).copied();
    let border = |a: usize, b: usize| if of_cell(a) == of_cell(b) { "0 " } else { "1 " };
    for row in 0..rows {
        let cells = (1..columns).map(|column| row * columns + column);
        lines.push(cells.map(|cell| border(cell - 1, cell)).collect());
    }
    for row in 1..rows {
        let cells = (0..columns).map(|column| row * columns + column);
        lines.push(cells.map(|cell| border(cell - columns, cell)).collect());
    }
    lines.extend((0..rows).map(|_| "0 ".repeat(columns)));
}
