//! Several boards in one text. Addresses and boards saved by pzpr are one per line; a board of words has as many blocks
//! with blank lines between them as its genre needs, or one block.

use jigsat_input::{Source, pzpr::Saved, yaml_kind};

use super::{
    clues, head, is_blank,
    rows::{Row, rows},
    words,
};
use crate::{Page, address};

/// The boards of a text. If it can't be split with certainty, returns the whole text as one board, and reading it
/// reports the mistake.
pub(crate) fn boards(page: &Page, source: &Source) -> Vec<Source> {
    let lines: Vec<&str> = source.text().lines().collect();
    let Some(first) = lines.iter().find(|line| !is_blank(line)) else { return vec![source.clone()] };
    let is_whole = |line: &str| address::genre(line).is_some() || Saved::genre_of(line).is_some();
    let part = |from: usize, to: usize| source.part(source.start().line + from, lines[from..to].join("\n"));
    if is_whole(first) {
        let numbers: Vec<usize> = (0..lines.len()).filter(|&line| !is_blank(lines[line])).collect();
        return match numbers[..] {
            [line] => vec![part(line, line + 1)],
            _ => numbers.into_iter().map(|line| part(line, line + 1)).collect(),
        };
    }
    if Saved::is_one(source.text()) || yaml_kind(source.text().trim()).is_some() {
        return vec![source.clone()];
    }
    if page.runs().is_some() && clues::is_one(source.text()) {
        return clues::split(source);
    }
    let rows = rows(source.text(), source.start());
    let groups = groups(page, &rows);
    let wanted = words::blocks(page);
    let cut = |size: usize| -> Vec<Source> {
        groups.chunks(size).map(|chunk| part(chunk[0].0, chunk[chunk.len() - 1].1)).collect()
    };
    let is_one = groups.len() < 2 || head::has_stated_size(page, &rows) || are_rows(&rows);
    let by_blocks = (groups.len() > wanted && groups.len().is_multiple_of(wanted)).then(|| cut(wanted));
    let whole = (groups.len() <= wanted).then(|| vec![source.clone()]);
    let ways = [whole, by_blocks.clone(), Some(cut(1))].into_iter().flatten();
    let are_boards = |way: &Vec<Source>| way.iter().all(|board| words::parse(page, board).is_ok());
    let several = if is_one { None } else { ways.into_iter().find(are_boards).or(by_blocks) };
    several.unwrap_or_else(|| vec![source.clone()])
}

/// The ranges of lines without a blank one. Lines above a board, such as its size, are part of its first block.
fn groups(page: &Page, rows: &[Row<'_>]) -> Vec<(usize, usize)> {
    let mut groups: Vec<(usize, usize)> = Vec::new();
    let mut is_open = false;
    for (line, row) in rows.iter().enumerate() {
        match groups.last_mut() {
            _ if row.is_empty() => {
                let only_head =
                    groups.last().is_some_and(|&(from, to)| head::are_head(page, &rows[from..to]));
                is_open &= only_head;
            }
            Some(last) if is_open => last.1 = line + 1,
            _ => {
                groups.push((line, line + 1));
                is_open = true;
            }
        }
    }
    groups
}

/// Whether there is a blank line after each row: then it is a single board.
fn are_rows(rows: &[Row<'_>]) -> bool {
    rows.windows(2).all(|pair| pair.iter().any(Vec::is_empty))
}
