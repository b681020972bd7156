//! Single boards as people paste them: rows of a spreadsheet, blanks for open cells, with or without a frame, and blocks
//! with blank lines between.

use super::cells::{Written, is_decoration, written};
use crate::default_box;

/// Maximum number of rows; larger boards are not written like this.
const MOST_ROWS: usize = 35;

/// The side of a board and its cells.
pub(super) type Pasted = (usize, Vec<Written>);

/// The board of a text that is exactly one such board.
pub(super) fn read(text: &str) -> Option<Pasted> {
    let is_empty = |row: &&str| row.trim().is_empty();
    let all: Vec<&str> = text.lines().take(3 * MOST_ROWS).collect();
    separated(&all).or_else(|| spaced(&all)).or_else(|| framed(&all)).or_else(|| dashed(&all)).or_else(|| {
        let blocks = all.split(is_empty).filter(|block| !block.is_empty());
        // A single block is read row by row, with better messages.
        (blocks.count() > 1).then(|| grouped(&all)).flatten()
    })
}

/// A row with another number of cells than the other rows of such a board.
pub(super) struct Uneven {
    /// Its line, from 1.
    pub line: usize,
    pub cells: usize,
    pub expected: usize,
}

/// The first uneven row of a text that is otherwise a board of a spreadsheet, or in blocks with blank lines between.
pub(super) fn uneven(text: &str) -> Option<Uneven> {
    let lines = text.lines().take(3 * MOST_ROWS).zip(1..);
    let lines: Vec<(&str, usize)> = lines.filter(|(line, _)| !line.trim().is_empty()).collect();
    let side = lines.len();
    let height = usize::from(default_box(side).filter(|_| (4..=MOST_ROWS).contains(&side))?.rows);
    let first = lines[0].0;
    let sign = SEPARATORS.into_iter().find(|&sign| first.contains(sign));
    let is_together = |rows: &[(&str, usize)]| rows.windows(2).all(|pair| pair[1].1 == pair[0].1 + 1);
    let in_blocks = lines.chunks(height).all(is_together) && !is_together(&lines);
    let rows = lines.iter().map(|&(line, _)| match sign {
        Some(sign) => line.split(sign).map(separate).collect::<Option<Vec<Written>>>(),
        None => adjacent(line).filter(|_| in_blocks),
    });
    let rows: Vec<Vec<Written>> = rows.collect::<Option<_>>()?;
    let (even, uneven): (Vec<_>, Vec<_>) = rows.iter().zip(&lines).partition(|(row, _)| row.len() == side);
    let &(row, &(_, line)) = uneven.first().filter(|_| uneven.len() < even.len())?;
    Some(Uneven { line, cells: row.len(), expected: side })
}

fn board(rows: &[Vec<Written>]) -> Option<Pasted> {
    let side = rows.len();
    default_box(side)?;
    let is_cell = |cell: &Written| match *cell {
        Written::Empty => true,
        Written::Number(digit) => usize::from(digit) <= side,
    };
    let fits = |row: &Vec<Written>| row.len() == side && row.iter().all(is_cell);
    rows.iter().all(fits).then(|| (side, rows.concat()))
}

/// `5,3,,,7,,,,`: a row per line, with commas, semicolons or tabs between the cells.
fn separated(lines: &[&str]) -> Option<Pasted> {
    let lines: Vec<&str> = lines.iter().copied().filter(|line| !line.trim().is_empty()).collect();
    let sign = SEPARATORS.into_iter().find(|&sign| lines.first().is_some_and(|line| line.contains(sign)))?;
    let rows = lines.iter().map(|line| line.split(sign).map(separate).collect::<Option<Vec<Written>>>());
    board(&rows.collect::<Option<Vec<_>>>()?)
}

/// The signs between the cells of a spreadsheet.
const SEPARATORS: [char; 3] = [',', ';', '\t'];

/// A cell between two of them.
fn separate(text: &str) -> Option<Written> {
    match text.trim().trim_matches('"') {
        "" => Some(Written::Empty),
        text => written(text, MOST_ROWS.min(32)),
    }
}

/// `53  7    `: a character for each cell, a blank for an open one; blanks at the end of a line may be missing.
fn spaced(lines: &[&str]) -> Option<Pasted> {
    let side = lines.iter().map(|line| line.trim_end().chars().count()).max()?;
    let rows = lines.iter().take(side).map(|line| {
        let mut row = line.trim_end().chars().map(slot).collect::<Option<Vec<Written>>>()?;
        row.resize(side, Written::Empty);
        Some(row)
    });
    let rows = rows.collect::<Option<Vec<_>>>()?;
    // Without a blank inside, it is read row by row; with more lines, it is something else.
    let has_blank = lines.iter().any(|line| line.trim_end().contains(char::is_whitespace));
    let is_all = lines.iter().skip(side).all(|line| line.trim().is_empty());
    if has_blank && is_all && side <= 9 { board(&rows) } else { None }
}

/// `| 5 3   |   7   |       |`: blanks for open cells between the lines of a frame, which are around boxes or around cells.
fn framed(lines: &[&str]) -> Option<Pasted> {
    let is_upright = |char: char| matches!(char, '|' | '│' | '┃' | '║');
    // A row without givens also has lines and blanks.
    let is_row = |line: &&&str| {
        line.contains(is_upright) && line.chars().all(|char| is_upright(char) || !is_frame(char))
    };
    let others_are_frame =
        lines.iter().all(|line| is_row(&line) || line.trim().is_empty() || is_decoration(line));
    let rows: Vec<&str> = lines.iter().filter(is_row).map(|line| line.trim()).collect();
    let side = rows.len();
    let inside = |line: &str| {
        let parts = line.strip_prefix(is_upright)?.strip_suffix(is_upright)?.split(is_upright);
        Some(parts.map(|part| part.chars().collect()).collect::<Vec<Vec<char>>>())
    };
    let rows: Vec<Vec<Vec<char>>> = rows.into_iter().map(inside).collect::<Option<_>>()?;
    let row = |parts: &Vec<Vec<char>>| {
        let cells = parts.iter().map(|part| slots(part, side.checked_div(parts.len())?));
        Some(cells.collect::<Option<Vec<_>>>()?.concat())
    };
    let cells: Vec<Vec<Written>> = rows.iter().map(row).collect::<Option<_>>()?;
    // Without a blank for a cell, it is read row by row.
    let has_blank =
        rows.iter().flatten().flatten().filter(|char| !char.is_whitespace()).count() < side * side;
    if has_blank && others_are_frame && side <= 9 { board(&cells) } else { None }
}

/// The characters of a frame, apart from blanks.
fn is_frame(char: char) -> bool {
    matches!(char, '-' | '+' | '=') || ('\u{2500}'..='\u{257f}').contains(&char)
}

/// This many cells of one character each in a part of a row: adjacent, or with blanks between or around them.
fn slots(part: &[char], cells: usize) -> Option<Vec<Written>> {
    let start = match part.len() {
        width if width == cells => return part.iter().copied().map(slot).collect(),
        width if width == 2 * cells + 1 => 1,
        width if width + 1 == 2 * cells => 0,
        _ => return None,
    };
    let (own, between): (Vec<_>, Vec<_>) =
        part.iter().copied().enumerate().partition(|(at, _)| at % 2 == start);
    let is_together = between.into_iter().all(|(_, char)| char.is_whitespace());
    own.into_iter().map(|(_, char)| slot(char)).collect::<Option<Vec<Written>>>().filter(|_| is_together)
}

/// A cell of one character.
fn slot(char: char) -> Option<Written> {
    if char.is_whitespace() { Some(Written::Empty) } else { sign(char) }
}

/// A cell of one character on a board without a digit X.
fn sign(char: char) -> Option<Written> {
    written(char.encode_utf8(&mut [0; 4]), 9)
}

/// `5-3------`: dashes for open cells, of which a row without givens looks like a frame.
fn dashed(lines: &[&str]) -> Option<Pasted> {
    let is_rule = |line: &str| is_decoration(line) && line.contains('+');
    let rows: Vec<&&str> = lines.iter().filter(|line| !line.trim().is_empty() && !is_rule(line)).collect();
    let side = rows.len();
    let is_blank_row = |row: &&&str| is_decoration(row) && row.matches('-').count() == side;
    if !rows.iter().any(is_blank_row) || rows.iter().all(is_blank_row) {
        return None;
    }
    board(&rows.iter().map(|row| adjacent(row)).collect::<Option<Vec<_>>>()?)
}

/// `530 070 000`: a row per line, with blank lines between the boxes.
fn grouped(lines: &[&str]) -> Option<Pasted> {
    let rows: Vec<&&str> = lines.iter().filter(|line| !line.trim().is_empty()).collect();
    let height = default_box(rows.len())?.rows;
    let blocks = lines.split(|line| line.trim().is_empty()).filter(|block| !block.is_empty());
    if blocks.into_iter().any(|block| block.len() != usize::from(height)) {
        return None;
    }
    board(&rows.iter().map(|row| adjacent(row)).collect::<Option<Vec<_>>>()?)
}

/// The cells of a row of one character each, perhaps with blanks between boxes.
fn adjacent(row: &str) -> Option<Vec<Written>> {
    let cells = row.chars().filter(|char| !char.is_whitespace() && *char != '|');
    cells.map(sign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";

    fn rows() -> Vec<String> {
        (0..9).map(|row| BOARD[9 * row..9 * row + 9].to_owned()).collect()
    }

    #[track_caller]
    fn is_board(text: &str) {
        let (side, cells) = read(text).unwrap_or_else(|| panic!("not read: {text:?}"));
        let digit = |cell: &Written| match cell {
            Written::Empty => "0".into(),
            Written::Number(digit) => digit.to_string(),
        };
        assert_eq!((side, cells.iter().map(digit).collect::<String>().as_str()), (9, BOARD));
    }

    #[test]
    fn what_people_paste_is_read() {
        let in_threes = |row: &String| format!("{} {} {}", &row[..3], &row[3..6], &row[6..]);
        let grouped: Vec<String> =
            rows().chunks(3).map(|rows| rows.iter().map(in_threes).collect::<Vec<_>>().join("\n")).collect();
        is_board(&grouped.join("\n\n"));
        for sign in [",", ";", "\t"] {
            let cells = |row: &String| {
                row.chars().map(|char| char.to_string().replace('0', "")).collect::<Vec<_>>().join(sign)
            };
            is_board(&rows().iter().map(cells).collect::<Vec<_>>().join("\n"));
        }
        is_board(&rows().join("\n").replace('0', " "));
        let trimmed = |row: &String| row.replace('0', " ").trim_end().to_owned();
        is_board(&rows().iter().map(trimmed).collect::<Vec<_>>().join("\n"));
    }

    #[test]
    fn a_row_that_is_too_long_or_too_short_is_found() {
        let found = |text: &str| uneven(text).map(|row| (row.line, row.cells, row.expected));
        let separated: Vec<String> =
            rows().iter().map(|row| row.split("").skip(1).take(9).collect::<Vec<_>>().join(",")).collect();
        assert_eq!(found(&separated.join("\n")), None);
        let mut longer = separated.clone();
        longer[3] += ",5";
        assert_eq!(found(&longer.join("\n")), Some((4, 10, 9)));
        let mut shorter = rows();
        shorter[3].pop();
        assert_eq!(found(&shorter.join("\n")), None, "it is read row by row");
        let blocks: Vec<String> = shorter.chunks(3).map(|rows| rows.join("\n")).collect();
        assert_eq!(found(&blocks.join("\n\n")), Some((5, 8, 9)));
    }

    #[test]
    fn frames_with_blanks_are_read() {
        let line = |row: &String, between: &str, around: &str| {
            let boxes = row.as_bytes().chunks(3).map(|cells| {
                let cells = cells
                    .iter()
                    .map(|&cell| if cell == b'0' { " ".into() } else { char::from(cell).to_string() });
                format!("{around}{}{around}", cells.collect::<Vec<_>>().join(between))
            });
            format!("|{}|", boxes.collect::<Vec<_>>().join("|"))
        };
        for (between, around, rule) in [
            (" ", " ", "+-------+-------+-------+"),
            (" ", "", "+-----+-----+-----+"),
            ("", "", "+---+---+---+"),
            ("|", "", "+-+-+-+-+-+-+-+-+-+"),
            (" | ", " ", "+---+---+---+---+---+---+---+---+---+"),
        ] {
            let rows: Vec<String> = rows().iter().map(|row| line(row, between, around)).collect();
            let bands: Vec<String> = rows.chunks(3).map(|band| band.join("\n")).collect();
            is_board(&format!("{rule}\n{}\n{rule}\n", bands.join(&format!("\n{rule}\n"))));
            is_board(&rows.join("\n").replace('|', "│"));
            // With a cell too few, or one out of place, it is not such a board.
            assert_eq!(read(&rows[1..].join("\n")), None);
            assert_eq!(read(&rows.join("\n").replacen("| ", "|", 1)), None);
        }
    }

    #[test]
    fn a_row_of_dashes_is_a_row() {
        let rows: Vec<String> = (0..9).map(|row| BOARD[9 * row..9 * row + 9].replace('0', "-")).collect();
        let mut empty = rows.clone();
        empty[4] = "---------".into();
        let (_, cells) = read(&empty.join("\n")).expect("it is a board");
        assert_eq!(cells[36..45], [Written::Empty; 9]);
        assert_eq!(read(&format!("{}\n---------\n", rows.join("\n"))), None, "ten rows");
    }

    #[test]
    fn a_frame_without_givens_is_a_board() {
        assert_eq!(read(&"|  |  |\n".repeat(4)), Some((4, vec![Written::Empty; 16])));
    }

    #[test]
    fn other_texts_are_left_alone() {
        for text in [BOARD, &rows().join("\n"), "1,2\n3,4\n", "", "5 3\n", &format!("{BOARD}\n\n{BOARD}")] {
            assert_eq!(read(text), None, "{text:?}");
        }
        // Rows of words, as in existing files.
        assert_eq!(
            read(
                &rows()
                    .iter()
                    .map(|row| row.chars().map(|char| format!("{char} ")).collect::<String>())
                    .collect::<Vec<_>>()
                    .join("\n")
            ),
            None
        );
    }
}
