//! Boards as lists of JSON.

use jigsat_input::{
    ParseError, Source,
    lists::{Board, Item, boards},
    quote,
};

use super::{
    cells::{self, Written},
    entry::Entry,
};
use crate::{MAX_SIDE, Sudoku, default_box};

/// The puzzles of a text of lists.
pub(super) fn read(source: &Source) -> Vec<Entry> {
    match boards(source) {
        Ok(boards) => {
            let boards: Vec<Board> = boards.into_iter().flat_map(split).collect();
            let line = |board: &Board| board.iter().flatten().next().map_or(1, |item| item.position.line);
            let numbered = (1..).zip(&boards);
            numbered.map(|(index, board)| Entry::new(index, line(board), puzzle(source, board))).collect()
        }
        Err(error) => vec![Entry::failed(error)],
    }
}

/// Several boards, if each row of a list is a whole one.
fn split(board: Board) -> Vec<Board> {
    let is_board = |row: &Vec<Item>| row.len() > board.len() && default_box(row.len().isqrt()).is_some();
    if board.len() > 1 && board.iter().all(|row| is_board(row) && row.len().isqrt().pow(2) == row.len()) {
        return board.into_iter().map(|row| vec![row]).collect();
    }
    vec![board]
}

fn puzzle(source: &Source, board: &Board) -> Result<Sudoku, ParseError> {
    let start = || board.iter().flatten().next().map_or(source.start(), |item| item.position);
    let side = if board.len() == 1 { board[0].len().isqrt() } else { board.len() };
    let per_row = if board.len() == 1 { side * side } else { side };
    let Some(box_size) = default_box(side) else {
        let found = format!("found {} rows of {} cells", board.len(), board.first().map_or(0, Vec::len));
        return Err(source
            .error(start(), found)
            .expecting(format!("a square board of at most {MAX_SIDE}x{MAX_SIDE}")));
    };
    if let Some((number, row)) = (1..).zip(board).find(|(_, row)| row.len() != per_row) {
        let place = row.first().map_or_else(start, |item| item.position);
        let found = format!("found {} cells in row {number}", row.len());
        return Err(source.error(place, found).expecting(per_row.to_string()));
    }
    let items: Vec<&Item> = board.iter().flatten().collect();
    let cell = |item: &&Item| {
        let written = cells::written(&item.text, side);
        let fits = |cell: &Written| !matches!(cell, Written::Number(number) if usize::from(*number) > side);
        written.filter(fits).ok_or_else(|| {
            let error = source.error(item.position, format!("found {}", quote(&item.text)));
            error.expecting(format!("{}, 0 or null", cells::expected(side)))
        })
    };
    let written: Vec<Written> = items.iter().map(cell).collect::<Result<_, _>>()?;
    let (givens, has_zero) = cells::givens(&written, side, false).map_err(|index| {
        source.error(items[index].position, cells::both_ends(side)).expecting(cells::one_end(side))
    })?;
    Ok(Sudoku { has_zero, ..Sudoku::new(box_size, givens) })
}
