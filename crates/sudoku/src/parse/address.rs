//! Addresses of puzz.link and pzpr: `https://puzz.link/p?sudoku/9/9/CELLS`. They are decoded, never fetched.
//!
//! In the cells, a hexadecimal digit is a given below 16, `-xx` one from 16 to 255, a letter from g to z means 1 to 20
//! open cells, and `.` one with a question mark, which is open, too.

use jigsat_input::{ParseError, quote};

use super::cells::Place;
use crate::{MAX_SIDE, Sudoku, default_box};

const NAME: &str = "sudoku/";

/// Whether a line is the address of a Sudoku.
pub(super) fn is_one(line: &str) -> bool {
    let line = line.trim();
    !line.contains(char::is_whitespace) && (line.contains("?sudoku/") || line.starts_with(NAME))
}

/// Reads the address on a line.
pub(super) fn parse(line: &str, place: &Place<'_>) -> Result<Sudoku, ParseError> {
    let start = line.find(NAME).map_or(0, |at| at + NAME.len());
    let line = line.trim_end();
    let (mut parts, end) = (line[start..].split('/'), &line[line.len()..]);
    let mut side = |what: &str| {
        let part = parts.next().unwrap_or(end);
        let side = part.parse::<usize>().ok().filter(|side| (1..=usize::from(MAX_SIDE)).contains(side));
        side.ok_or_else(|| {
            let at = part.as_ptr() as usize - line.as_ptr() as usize;
            place
                .error(at, format!("found {}", quote(part)))
                .expecting(format!("{what}, from 1 to {MAX_SIDE}"))
        })
    };
    let (cols, rows) = (side("the number of columns")?, side("the number of rows")?);
    let box_size = default_box(rows).filter(|_| rows == cols);
    let Some(box_size) = box_size else {
        return Err(place
            .error(start, format!("found a board of {rows}x{cols}"))
            .expecting("a square board"));
    };
    let cells = parts.next().unwrap_or(end);
    let offset = cells.as_ptr() as usize - line.as_ptr() as usize;
    let givens = givens(cells, rows).map_err(|at| {
        let rest: String = cells[at..].chars().take(8).collect();
        place.error(offset + at, format!("found {}", quote(&rest))).expecting(format!(
            "a given from 1 to {rows} as a hexadecimal digit or '-' and two, '.', or a letter from g to z"
        ))
    })?;
    if givens.len() != rows * rows {
        let found = format!("found {} cells", givens.len());
        return Err(place
            .error(line.len(), found)
            .expecting(format!("{} for a board of {rows}x{rows}", rows * rows)));
    }
    Ok(Sudoku::new(box_size, givens))
}

/// The givens, or the place where they can't be read.
fn givens(cells: &str, side: usize) -> Result<Vec<u16>, usize> {
    let mut givens = Vec::new();
    let mut at = 0;
    while let Some(char) = cells[at..].chars().next() {
        let (digits, length) = match char {
            'g'..='z' => {
                givens.resize(givens.len() + (char as usize - 'f' as usize), 0);
                at += 1;
                continue;
            }
            '.' => {
                givens.push(0);
                at += 1;
                continue;
            }
            '-' => (cells.get(at + 1..at + 3).ok_or(at)?, 3),
            _ => (cells.get(at..=at).ok_or(at)?, 1),
        };
        let given =
            u16::from_str_radix(digits, 16).ok().filter(|&given| (1..=side).contains(&usize::from(given)));
        givens.push(given.ok_or(at)?);
        if givens.len() > side * side {
            break;
        }
        at += length;
    }
    // The last letter may include cells beyond the board.
    if givens.len() > side * side && givens[side * side..].iter().all(|&given| given == 0) {
        givens.truncate(side * side);
    }
    Ok(givens)
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
            "test:1:36: found 5 cells, expected 81 for a board of 9x9"
        );
        assert!(read("puzz.link/p?sudoku/4/4/9").unwrap_err().contains("found '9'"));
        assert!(read("puzz.link/p?sudoku/4/x/1").unwrap_err().contains("the number of rows"));
        assert!(read("puzz.link/p?sudoku/4/6/1").unwrap_err().contains("a square board"));
        assert_eq!(
            read("puzz.link/p?sudoku/9").unwrap_err(),
            "test:1:21: found end of text, expected the number of rows, from 1 to 100"
        );
        assert!(read("puzz.link/p?sudoku/4/4").unwrap_err().contains("found 0 cells"));
    }
}
