//! The lines above the blocks of a board of words: a title, constants of the genre, and the size.

use jigsat_input::{ParseError, Position, Source, counted};

use super::rows::{MAX_SIDE, Row, Word};
use crate::{Page, page::At};

/// A constant above a board, such as `stars 2`.
pub(super) fn constant<'r, 't>(page: &Page, row: &'r Row<'t>) -> Option<[&'r Word<'t>; 2]> {
    match &row[..] {
        [name, number] if page.numbers.contains_key(name.text) => Some([name, number]),
        _ => None,
    }
}

/// The title in a line such as `title: By hand`.
pub(super) fn title(row: &Row<'_>) -> Option<String> {
    let (first, rest) = row.split_first()?;
    let words: Vec<&str> = rest.iter().map(|word| word.text).collect();
    first.text.eq_ignore_ascii_case("title:").then(|| words.join(" "))
}

/// Whether a line is blank, a constant or a title.
fn is_above(page: &Page, row: &Row<'_>) -> bool {
    row.is_empty() || constant(page, row).is_some() || title(row).is_some()
}

/// Whether all lines belong above a board: a title, constants and a size.
pub(super) fn are_head(page: &Page, lines: &[Row<'_>]) -> bool {
    let mut rest = lines.iter().filter(|row| !is_above(page, row));
    rest.next().is_none_or(|row| stated(std::slice::from_ref(row)).is_some()) && rest.next().is_none()
}

/// Whether lines begin with the size of everything that follows.
pub(super) fn has_stated_size(page: &Page, lines: &[Row<'_>]) -> bool {
    let lines = &lines[lines.iter().take_while(|row| is_above(page, row)).count()..];
    size(page, lines).is_some() || runs(page, lines).is_some()
}

/// `ROWS COLUMNS`, if the first line looks like that.
pub(super) fn stated(lines: &[Row<'_>]) -> Option<(usize, usize)> {
    let number =
        |word: &Word<'_>| word.text.parse::<usize>().ok().filter(|side| (1..=MAX_SIDE).contains(side));
    let [rows, columns] = &lines.first()?[..] else { return None };
    Some((number(rows)?, number(columns)?))
}

/// The number of cells of a row, which may be written without blanks.
fn width(row: &Row<'_>) -> usize {
    if let [word] = row[..] { word.text.chars().count() } else { row.len() }
}

/// The error that the first line states another size than the rows below it have. A board of two columns may begin with
/// two numbers.
pub(super) fn other_size(page: &Page, source: &Source, lines: &[Row<'_>]) -> Option<ParseError> {
    let (rows, columns) = stated(lines).filter(|_| !page.has_margins())?;
    let rest: Vec<&Row<'_>> = lines[1..].iter().filter(|line| !line.is_empty()).collect();
    if rest.is_empty() || rest.iter().any(|row| width(row) == 2) {
        return None;
    }
    let said = format!("the first line says {} and {}", counted(rows, "row"), counted(columns, "column"));
    let wanted = page.drawn(columns);
    if let Some(row) = rest.iter().find(|row| width(row) != wanted) {
        let message = format!("{said}, but this row has {}", width(row));
        return Some(source.error(row[0].position, message).expecting(format!("{wanted}")));
    }
    let blocks = usize::from(page.has_words()) + usize::from(page.rooms.is_some());
    let message = format!(
        "{said}, but {} follow{}",
        counted(rest.len(), "row"),
        if rest.len() == 1 { "s" } else { "" }
    );
    let expected = (blocks * page.drawn(rows)).to_string();
    Some(source.error(lines[0][0].position, message).expecting(expected))
}

/// The error that a board comes without the numbers at its edge: the first line has more words than such a line may have.
pub(super) fn without_margins(page: &Page, source: &Source, lines: &[Row<'_>]) -> Option<ParseError> {
    let given = page.givens.iter().find(|given| given.at == At::Lines)?;
    let most = match (given.is_list, given.places.len()) {
        (true, 0) => return None,
        (true, places) => places,
        (false, _) => 1,
    };
    let is_row = |row: &&Row<'_>| match row[..] {
        [word] => word.text.chars().count() > 1 && word.text.parse::<u32>().is_err(),
        _ => row.len() > most,
    };
    let mut rows = lines.iter().filter(|row| !row.is_empty());
    let first = rows.next()?;
    // The size may come first.
    let found = Some(first).filter(is_row).or_else(|| {
        let is_size = stated(std::slice::from_ref(first)).is_some();
        rows.next().filter(|row| is_size && is_row(row))
    })?;
    Some(lacks_margins(page, source, found[0].position))
}

/// The error that the numbers at the edge don't come before what is found at a place.
pub(super) fn lacks_margins(page: &Page, source: &Source, at: Position) -> ParseError {
    let error = source.error(at, format!("this board of {} lacks the numbers at its edge", page.name));
    let help = "'-' is a line without a number";
    error.expecting("a line for each column and then one for each row, before the board").with_help(help)
}

/// Two blocks of this many lines, in which a blank line is one without words. It may also be between the blocks; further
/// ones at the end are ignored. If there are as many lines that are not blank, the others are ignored.
pub(super) fn lines_of<'t>(lines: &[Row<'t>], [first, second]: [usize; 2]) -> Option<Vec<Row<'t>>> {
    let wanted = first + second;
    let full: Vec<Row<'t>> = lines.iter().filter(|line| !line.is_empty()).cloned().collect();
    if full.len() == wanted {
        return Some(full);
    }
    let end = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
    if (end..=lines.len()).contains(&wanted) {
        return Some(lines[..wanted].to_vec());
    }
    let is_separated = end == wanted + 1 && second > 0 && lines[first].is_empty();
    is_separated.then(|| [&lines[..first], &lines[first + 1..end]].concat())
}

/// The size and the lines of numbers, columns first, of a board whose lines may be without numbers, so that blank lines
/// count.
pub(super) fn runs<'t>(page: &Page, lines: &[Row<'t>]) -> Option<((usize, usize), Vec<Row<'t>>)> {
    page.runs()?;
    let (rows, columns) = stated(lines)?;
    Some(((rows, columns), lines_of(&lines[1..], [columns, rows])?))
}

/// `ROWS COLUMNS`, if the first line says that. Where nothing is given, no rows need follow.
pub(super) fn size(page: &Page, lines: &[Row<'_>]) -> Option<(usize, usize)> {
    let (rows, columns) = stated(lines)?;
    let rest = lines[1..].iter().filter(|line| !line.is_empty());
    let blocks = usize::from(page.has_words()) + usize::from(page.rooms.is_some());
    let margins = if page.has_margins() { rows + columns } else { 0 };
    let width = page.drawn(columns);
    let is_row =
        |row: &&Row<'_>| row.len() == width || row.len() == 1 && row[0].text.chars().count() == width;
    let is_all = page.is_blank() && rest.clone().next().is_none();
    let follows = rest.clone().count() == margins + blocks * page.drawn(rows)
        && rest.skip(margins).all(|row| is_row(&row));
    (is_all || follows).then_some((rows, columns))
}
