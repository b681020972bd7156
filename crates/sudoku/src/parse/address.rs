//! Addresses of puzz.link and pzpr: `https://puzz.link/p?sudoku/9/9/CELLS`. They are decoded, never fetched. The cells are
//! written as [`number16`] says; one with a question mark is open, too.

use jigsat_input::{
    ParseError, Part,
    pzpr::{Address, number16},
};

use crate::{MAX_SIDE, Sudoku, default_box};

/// The address of a Sudoku on a line.
fn read(line: Part<'_>) -> Option<Address<'_>> {
    Address::read(line).filter(|address| address.kind() == "sudoku")
}

/// Whether a line is the address of a Sudoku.
pub(super) fn is_one(line: &str) -> bool {
    read(Part::line("", 1, line)).is_some()
}

/// Reads the address on a line.
pub(super) fn parse(line: Part<'_>) -> Result<Sudoku, ParseError> {
    let address =
        read(line).ok_or_else(|| line.unexpected("an address such as https://puzz.link/p?sudoku/9/9/…"))?;
    let mut cursor = address.board();
    cursor.skip_settings();
    let size = cursor.clone();
    let (rows, cols) = cursor.size(MAX_SIDE)?;
    let side = usize::from(rows);
    let Some(box_size) = default_box(side).filter(|_| rows == cols) else {
        return Err(size.error_ahead(format!("found a board of {rows}x{cols}")).expecting("a square board"));
    };
    let cells = number16::decode(&mut cursor, side * side, "cells", 1..=u32::from(rows))?;
    cursor.end()?;
    let givens = cells.into_iter().map(|cell| cell.number().unwrap_or(0) as u16);
    Ok(Sudoku::new(box_size, givens.collect()))
}

#[cfg(test)]
mod tests {
    use jigsat_input::Source;

    fn read(address: &str) -> Result<String, String> {
        let sudoku = crate::parse(&Source::new("test", address)).map_err(|error| error.to_string())?;
        Ok(sudoku.givens.iter().map(u16::to_string).collect())
    }

    #[test]
    fn addresses_are_written_as_they_are_read() {
        for address in [
            "https://puzz.link/p?sudoku/4/4/1g2k3l4",
            "https://puzz.link/p?sudoku/9/9/53h7j6h195j98j6g8i6i34h8g3h17i2i6g6j28j419h5j8h79",
            "https://puzz.link/p?sudoku/9/9/1z9z8z2w",
            "https://puzz.link/p?sudoku/16/16/-10fg1zzzzzzzzzzzzr",
            "https://puzz.link/p?sudoku/4/4/v",
        ] {
            let sudoku = crate::parse(&Source::new("test", address)).expect(address);
            assert_eq!(sudoku.to_address().as_deref(), Some(address));
        }
    }

    #[test]
    fn addresses_are_read_or_told_what_is_wrong() {
        assert_eq!(read("https://puzz.link/p?sudoku/4/4/1g2k3l4").as_deref(), Ok("1020000030000004"));
        // A row of a large board may have as many characters as this one: 35.
        assert_eq!(
            read("https://puzz.link/p?sudoku/9/9/53h7").unwrap_err(),
            "test:1:36: the address ends after 5 of 81 cells"
        );
        assert_eq!(
            read("puzz.link/p?sudoku/4/4/g9").unwrap_err(),
            "test:1:25: found the number 9, expected a number from 1 to 4"
        );
        assert!(read("puzz.link/p?sudoku/4/x/1").unwrap_err().contains("the number of rows"));
        assert!(read("puzz.link/p?sudoku/4/6/1").unwrap_err().contains("a square board"));
        assert_eq!(
            read("puzz.link/p?sudoku/9").unwrap_err(),
            "test:1:21: found end of text, expected the number of rows, a number from 1 to 100"
        );
        assert!(read("puzz.link/p?sudoku/4/4").unwrap_err().contains("after 0 of 16 cells"));
    }
}
