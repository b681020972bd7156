//! The borders between areas with a star each: `areas(galaxy)`. Colours of cells follow.

use jigsat_input::{ParseError, pzpr::Saved};

use crate::{
    Givens, Page,
    code::{Answer, Block, OPEN},
    givens::{edge, pieces},
    page::At,
};

/// The star in the area of each cell, if there is one.
pub(super) fn decode(
    page: &Page,
    block: &Block,
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
    let of_cell = |(cell, star): (usize, Option<usize>)| match star {
        Some(star) if !is_hole(page, givens, cell) => star as i64,
        _ => OPEN,
    };
    let stars = givens.star_of(page, &pieces);
    answer.insert(block.layers[0].name().to_owned(), stars.into_iter().enumerate().map(of_cell).collect());
    Ok(())
}

/// Whether a cell is not part of the board: such cells have a word.
fn is_hole(page: &Page, givens: &Givens, cell: usize) -> bool {
    let mut words = page.givens.iter().filter(|given| given.at == At::Cells);
    words.any(|given| givens.get(&given.name, &[cell]).is_some())
}

pub(super) fn encode(block: &Block, givens: &Givens, answer: &Answer, lines: &mut Vec<String>) {
    let (rows, columns) = (usize::from(givens.size.rows), usize::from(givens.size.cols));
    let of_cell =
        |cell: usize| answer.get(block.layers[0].name()).and_then(|values| values.get(cell)).copied();
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
