use jigsat_cnf::rarely;
use std::{collections::VecDeque, io::BufRead, mem};

use jigsat_input::{ParseError, Source, yaml_kind};

use super::{
    address,
    cells::{self, Count, Form, Written, written},
    entry::{Entry, board, plain},
    fpuzzles,
    lines::{Line, Lines, Role, title},
    whole::{Whole, whole},
};
use crate::{MAX_SIDE, Sudoku, default_box};

/// The puzzles of a file, one after the other, in bounded memory however many there are.
///
/// Reads lines of 81 characters and other sizes, `.sdm`, `.sdk`, rows with or without a frame, larger boards as numbers
/// between blanks, a single puzzle as YAML, lists of JSON, and collections of `OpenSudoku`. `#` starts a comment, which
/// names the puzzle after it or on its line. A malformed puzzle is an entry with an error, and the next ones follow.
pub struct Puzzles<R> {
    lines: Lines<R>,
    /// The puzzles of a text that is not read line by line.
    ready: VecDeque<Entry>,
    index: usize,
    shape: Option<Shape>,
    /// The number of cells of the last board that was on one line.
    usual: Option<usize>,
    title: String,
    source: String,
}

/// Maximum number of blank lines between two rows of a board.
const MOST_BLANKS: usize = 3;

/// The layout of the boards in a block of lines.
#[derive(Clone, Copy)]
enum Shape {
    /// One board per line.
    Boards,
    /// One row per line; the side.
    Rows(usize),
    /// One row per line, of a board that is too large.
    TooLarge(usize),
}

impl<R: BufRead> Puzzles<R> {
    /// Reads from `reader`; errors name `file`.
    pub fn new(file: &str, mut reader: R) -> Self {
        // The error of a failed read shows again when the lines are read.
        let start = reader.fill_buf().unwrap_or_default();
        let ready = whole(file, &String::from_utf8_lossy(start)).map(|form| match form {
            Whole::Ready(entry) => {
                while !reader.fill_buf().unwrap_or_default().is_empty() {
                    let taken = reader.fill_buf().unwrap_or_default().len();
                    reader.consume(taken);
                }
                vec![*entry]
            }
            Whole::Of(read) => match Source::read_from(file, reader.by_ref()) {
                Ok(source) => read(&source),
                Err(error) => vec![Entry::failed(error)],
            },
        });
        let ready: VecDeque<Entry> = ready.unwrap_or_default().into();
        Puzzles {
            lines: Lines::new(file, reader),
            index: 0,
            ready,
            shape: None,
            usual: None,
            title: String::new(),
            source: String::new(),
        }
    }

    /// Everything up to the next board: blank lines, comments, sections, frames.
    fn skip_to_board(&mut self) -> Option<()> {
        loop {
            let role = self.lines.peek(0)?.role();
            if role == Role::Cells {
                return Some(());
            }
            let line = self.lines.next()?;
            match role {
                Role::Comment => self.comment(line.text.trim()),
                Role::Section if !line.text.trim().eq_ignore_ascii_case("[puzzle]") => self.skip_section(),
                _ => {}
            }
            if role != Role::Decoration {
                self.shape = None;
            }
        }
    }

    /// Other sections of a `.sdk` file hold the player's state.
    fn skip_section(&mut self) {
        while self.lines.peek(0).is_some_and(|line| line.role() != Role::Section) {
            self.lines.next();
        }
    }

    /// `.sdk` headers are a capital letter and text; any other comment is a name, and so is the text after `title:`.
    fn comment(&mut self, text: &str) {
        let short = |text: &str| text.trim().chars().take(200).collect::<String>();
        if let Some(title) = title(text) {
            self.title = short(title);
            return;
        }
        let text = text.trim_start_matches('#');
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (_, Some(second)) if second.is_lowercase() => self.title = short(text),
            (Some('D'), _) => self.title = short(&text[1..]),
            (Some('S' | 'U'), _) => self.source = short(&text[1..]),
            (Some('A' | 'B' | 'C' | 'L'), _) => {}
            _ => self.title = short(text),
        }
    }

    /// Looks at the lines of the block, up to the number that a board can have, and returns what most of them are.
    fn detect(&mut self) -> Shape {
        if self.lines.peek(0).is_some_and(|line| address::is_one(&line.text) || fpuzzles::is_one(&line.text))
        {
            return Shape::Boards;
        }
        let most = usize::from(MAX_SIDE);
        let mut counts: Vec<Count> = Vec::new();
        let mut largest: Vec<u16> = Vec::new();
        for distance in 0.. {
            match self.lines.peek(distance) {
                Some(line) if line.role() == Role::Cells && counts.len() <= most => {
                    let count = line.count();
                    counts.push(count);
                    let number = |(_, text)| match written(text, 0) {
                        Some(Written::Number(number)) => Some(number),
                        _ => None,
                    };
                    let digits = cells::pieces(line.content(), count.form).filter_map(number);
                    largest.push(digits.max().unwrap_or(0));
                }
                Some(line) if line.role() == Role::Decoration && distance < 3 * most => {}
                _ => break,
            }
        }
        let usual = most_common(&counts);
        let exceed = |side: usize| largest.iter().filter(|&&digit| usize::from(digit) > side).count();
        // If there are as many lines as cells on each, they are rows, unless they may as well be a collection of small
        // boards.
        let is_empty = |row: usize| counts.len() == row && largest.iter().all(|&digit| digit == 0);
        match (usual.as_row(), usual.as_board()) {
            (Some(row), None) => Shape::Rows(row),
            (Some(row), Some(board)) if is_empty(row) || counts.len() >= row && exceed(board) > 0 => {
                Shape::Rows(row)
            }
            (None, Some(board))
                if exceed(board) > counts.len() / 2 && counts.len() > 1 && usual.cells > most =>
            {
                Shape::TooLarge(usual.cells)
            }
            (None, None)
                if counts.len() > 1 && usual.cells > most && counts.iter().all(|count| *count == usual) =>
            {
                Shape::TooLarge(usual.cells)
            }
            _ => Shape::Boards,
        }
    }

    fn board_on_line(&mut self, line: &Line) -> Result<Sudoku, ParseError> {
        if let Some(error) = &line.error {
            return Err(error.clone());
        }
        let usual_side = self.usual.map_or(0, usize::isqrt);
        if let Some(givens) = cells::read_plain(&line.text, usual_side).filter(|_| usual_side > 0) {
            return Ok(plain(usual_side, givens));
        }
        let part = line.part(self.lines.file());
        let count = line.count();
        let Some(side) = count.as_board().filter(|_| line.overlong.is_none()) else {
            let side = count.cells.isqrt();
            if side > usize::from(MAX_SIDE) {
                return Err(too_large(part.error(""), count.cells, side));
            }
            if count.form == Form::Characters && side * side == count.cells && default_box(side).is_some() {
                let found = format!("found {} single characters", count.cells);
                let help = format!("for a board of {side}x{side}, separate the numbers by blanks");
                return Err(part.error(found).expecting("numbers").with_help(help));
            }
            let usual = self.usual.unwrap_or_else(|| nearest_board(count.cells));
            let side = usual.isqrt();
            let expected = format!("{usual} for a board of {side}x{side}");
            return Err(cells::bad_count(part, count, usual).expecting(expected));
        };
        let written =
            cells::read(line.content(), count.form, side).map_err(|bad| cells::bad_cell(part, bad, side))?;
        self.usual = Some(count.cells);
        board(side, &written).map_err(|index| {
            let offset = cells::pieces(line.content(), count.form).nth(index).map_or(0, |(offset, _)| offset);
            part.from(offset).error(cells::both_ends(side)).expecting(cells::one_end(side))
        })
    }

    fn board_of_rows(&mut self, side: usize, first: &Line) -> Result<Sudoku, ParseError> {
        let mut cells = Vec::with_capacity(side * side);
        let result = self.rows(side, first, &mut cells);
        if result.is_err() {
            self.skip_block();
        }
        let last = result?;
        board(side, &cells).map_err(|index| {
            let found = format!("{}, in row {}", cells::both_ends(side), index / side + 1);
            last.with_message(found).expecting(cells::one_end(side))
        })
    }

    /// Reads the cells of the rows, and returns an error at the end of the last one.
    fn rows(
        &mut self,
        side: usize,
        first: &Line,
        cells: &mut Vec<Written>,
    ) -> Result<ParseError, ParseError> {
        let file = self.lines.file().to_owned();
        self.row(side, 1, first, cells)?;
        let mut last = first.part(&file).from(first.text.len()).error("");
        let is_spaced = self.has_row_below(side);
        for number in 2..=side {
            while is_spaced && self.lines.peek(0).is_some_and(|line| line.role() == Role::Blank) {
                self.lines.next();
            }
            while self.lines.peek(0).is_some_and(|line| line.role() == Role::Decoration) {
                self.lines.next();
            }
            if self.lines.peek(0).is_none_or(|line| line.role() != Role::Cells) {
                let rows = number - 1;
                let found =
                    format!("found {rows} {} of {side} cells", if rows == 1 { "row" } else { "rows" });
                return Err(last.with_message(found).expecting(format!("{side} rows")));
            }
            if let Some(line) = self.lines.next() {
                self.row(side, number, &line, cells)?;
                last = line.part(&file).from(line.text.len()).error("");
            }
        }
        Ok(last)
    }

    /// Whether there are blank lines here, followed by another row: the rows are then separated by blank lines.
    fn has_row_below(&mut self, side: usize) -> bool {
        let mut distance = 0;
        while self.lines.peek(distance).is_some_and(|line| line.role() == Role::Blank)
            && distance < MOST_BLANKS
        {
            distance += 1;
        }
        let is_row = |line: &Line| line.role() == Role::Cells && line.count().cells == side;
        distance > 0 && self.lines.peek(distance).is_some_and(is_row)
    }

    fn row(
        &self,
        side: usize,
        number: usize,
        line: &Line,
        cells: &mut Vec<Written>,
    ) -> Result<(), ParseError> {
        if let Some(error) = &line.error {
            return Err(error.clone());
        }
        let part = line.part(self.lines.file());
        let count = line.count();
        if count.cells != side || line.overlong.is_some() {
            return Err(cells::bad_count(part, count, side).expecting(format!("{side} in row {number}")));
        }
        let row =
            cells::read(line.content(), count.form, side).map_err(|bad| cells::bad_cell(part, bad, side))?;
        cells.extend(row);
        Ok(())
    }

    fn skip_block(&mut self) {
        while self.lines.peek(0).is_some_and(|line| matches!(line.role(), Role::Cells | Role::Decoration)) {
            self.lines.next();
        }
        self.shape = None;
    }
}

impl<R: BufRead> Iterator for Puzzles<R> {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        if let Some(entry) = self.ready.pop_front() {
            self.index = entry.index;
            return Some(entry);
        }
        self.skip_to_board()?;
        let shape = match self.shape {
            Some(shape) => shape,
            None => self.detect(),
        };
        self.shape = matches!(shape, Shape::Boards).then_some(shape);
        let line = self.lines.next()?;
        if let Some((_, comment)) = line.text.split_once('#').filter(|_| self.title.is_empty()) {
            self.comment(comment);
        }
        let mut warnings = Vec::new();
        let puzzle = match shape {
            _ if fpuzzles::is_one(&line.text) => {
                let read = fpuzzles::parse(line.part(self.lines.file()));
                read.map(|(sudoku, told)| {
                    warnings = told;
                    sudoku
                })
            }
            _ if address::is_one(&line.text) => address::parse(line.part(self.lines.file())),
            Shape::Boards => self.board_on_line(&line),
            Shape::Rows(side) => self.board_of_rows(side, &line),
            Shape::TooLarge(side) => {
                let error = line.part(self.lines.file()).error("");
                self.skip_block();
                Err(too_large(error, side.saturating_mul(side), side))
            }
        };
        let (title, source) = (mem::take(&mut self.title), mem::take(&mut self.source));
        let puzzle = puzzle.map(|sudoku| Sudoku {
            title: if title.is_empty() { sudoku.title } else { title },
            source: if source.is_empty() { sudoku.source } else { source },
            ..sudoku
        });
        self.index += 1;
        Some(Entry { index: self.index, line: line.number, puzzle, warnings })
    }
}

/// Whether a text that could be read as this Sudoku is likely to be one. Boards of other families have `-` and other signs
/// for empty cells, too; then the board must be of a usual size, and no digits may clash.
pub(crate) fn is_likely(start: &str, sudoku: &Sudoku) -> bool {
    let is_row = |line: &&str| {
        Line::of(line).role() == Role::Cells && !fpuzzles::is_one(line) && !address::is_one(line)
    };
    let has_signs =
        start.lines().take(LOOKED_AT).filter(is_row).any(|line| line.contains(['-', '*', '?', 'x', 'X']));
    let side = usize::from(sudoku.side());
    let is_usual = side >= 9 && side.isqrt().pow(2) == side;
    !has_signs || yaml_kind(start).is_some() || is_usual && sudoku.contradiction().is_none()
}

/// Whether a text that is not a Sudoku is close to one: digits and open cells in a long line or in rows, perhaps with one
/// wrong character among them, or an address.
pub(crate) fn resembles(start: &str) -> bool {
    let is_cell = |char: char| char.is_ascii_digit() || matches!(char, '.' | '_' | '*' | '?');
    let is_board = |char: &char| is_cell(*char) || cells::is_blank(*char) || matches!(char, '-' | '+' | ',');
    // A row of a spreadsheet has nothing between commas for an open cell.
    let cells = |line: &str| match line.matches(',').count() {
        0 => line.chars().filter(|&char| is_cell(char)).count(),
        commas => commas + 1,
    };
    let lines: Vec<&str> = start
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .take(LOOKED_AT)
        .collect();
    let first = lines.first().copied().unwrap_or_default();
    let is_row = |line: &&&str| (8..=9).contains(&cells(line));
    let strange = lines.iter().flat_map(|line| line.chars()).filter(|char| !is_board(char)).count();
    address::is_one(first)
        || fpuzzles::is_one(first)
        || strange <= 1
            && (cells(first) >= LONG
                || lines.len() >= 4 && lines.iter().filter(is_row).count() * 2 > lines.len())
}

/// Number of lines to check, and number of cells on a line that is too long for a row.
const LOOKED_AT: usize = 20;
const LONG: usize = 30;

fn too_large(error: ParseError, cells: usize, side: usize) -> ParseError {
    let found = if side * side == cells {
        format!("found a board of {side}x{side}")
    } else {
        format!("found {cells} cells")
    };
    error.with_message(found).expecting(format!("a board of at most {MAX_SIDE}x{MAX_SIDE}"))
}

fn most_common(counts: &[Count]) -> Count {
    let mut sorted = counts.to_vec();
    rarely::sort(&mut sorted);
    let runs = sorted.chunk_by(|a, b| a == b);
    let longest = runs.max_by_key(|run| run.len()).and_then(|run| run.first());
    longest.copied().unwrap_or(Count { cells: 0, form: Form::Characters })
}

/// The number of cells of the board with the nearest size.
fn nearest_board(cells: usize) -> usize {
    let boards =
        (1..=usize::from(MAX_SIDE)).filter(|&side| default_box(side).is_some()).map(|side| side * side);
    boards.min_by_key(|board| board.abs_diff(cells)).unwrap_or(81)
}
