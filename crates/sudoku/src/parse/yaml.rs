//! A puzzle as YAML: `kind: sudoku`, and the keys of [`File`].

use std::collections::BTreeMap;

use jigsat_grid::{Cell, Size};
use jigsat_input::{About, ParseError, Source, from_yaml, quote, yaml_error};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::cells::{self, Form, Written};
use crate::{Cage, MAX_SIDE, Sudoku, default_box};

/// A Sudoku or a variant of it in YAML.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    /// The family: sudoku.
    #[schemars(extend("const" = "sudoku"))]
    pub(crate) kind: String,
    /// The puzzle's title.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) title: String,
    /// Where the puzzle comes from: an author, or the command that made it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) source: String,
    /// Catalogue metadata; the solver ignores it.
    #[serde(default, skip_serializing_if = "About::is_empty")]
    pub(crate) about: About,
    /// Rows x columns of a box, such as 3x3 (default: determined by the grid).
    #[serde(default, rename = "box", skip_serializing_if = "Option::is_none")]
    pub(crate) box_size: Option<String>,
    /// Both diagonals hold each digit at most once (Sudoku X).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) diagonals: bool,
    /// Cells a knight's move apart differ.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) anti_knight: bool,
    /// Cells a king's move apart differ.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) anti_king: bool,
    /// Whether the digits begin at 0, so that a board of side 9 has 0 to 8 and only `.` is an open cell (default: if the
    /// grid has both 0 and `.`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) from_zero: bool,
    /// The givens, one line for each row; `.` or 0 is an open cell (default: an empty board).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) grid: Option<String>,
    /// Jigsaw: the regions that replace the boxes, as a drawing in which equal letters are one region.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) regions: Option<String>,
    /// Killer: cages of cells that hold different digits, usually with a given sum.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) cages: Vec<FileCage>,
    /// Killer cages as a drawing: equal letters are one cage, and `.` is in no cage. `sums` has their sums.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) killer: Option<String>,
    /// The sum of each letter of `killer`, such as `A: 20`; `A: null` for a cage without a sum.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) sums: BTreeMap<String, Option<u32>>,
    /// Thermometers: lists of cells along which the digits increase, starting at the bulb.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) thermometers: Vec<Vec<String>>,
}

/// A killer cage.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FileCage {
    /// The sum of its digits (default: any).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) sum: Option<u32>,
    /// Its cells, such as r1c2 for row 1, column 2.
    pub(crate) cells: Vec<String>,
}

/// The JSON schema of puzzles in YAML.
#[must_use]
pub fn yaml_schema() -> schemars::Schema {
    schemars::schema_for!(File)
}

pub(super) fn parse(source: &Source) -> Result<Sudoku, ParseError> {
    let file: File = from_yaml(source)?;
    if file.kind != "sudoku" {
        return Err(yaml_error(source, "kind", 0, format!("found {}", quote(&file.kind))).expecting("sudoku"));
    }
    let box_size = box_size(source, &file)?;
    let side = box_size.area();
    let mut sudoku = Sudoku::new(box_size, vec![0; side * side]);
    sudoku.has_zero = file.from_zero;
    if let Some(text) = &file.grid {
        let givens = givens(text, side, file.from_zero);
        (sudoku.givens, sudoku.has_zero) = givens.map_err(|bad| bad.in_yaml(source, "grid"))?;
    }
    if let Some(text) = &file.regions {
        sudoku.regions = Some(regions(text, side).map_err(|bad| bad.in_yaml(source, "regions"))?);
    }
    let cell = |text: &String, path: String| -> Result<Cell, ParseError> {
        text.parse().map_err(|_| {
            let error = yaml_error(source, &path, 0, format!("found {}", quote(text)));
            error.expecting("a cell such as r1c2 (row 1, column 2)")
        })
    };
    for (number, cage) in file.cages.iter().enumerate() {
        let path = |index| format!("cages[{number}].cells[{index}]");
        let cells = cage.cells.iter().enumerate().map(|(index, text)| cell(text, path(index)));
        sudoku.cages.push(Cage { cells: cells.collect::<Result<_, _>>()?, sum: cage.sum });
    }
    sudoku.cages.extend(drawn_cages(source, &file, sudoku.size())?);
    for (number, cells) in file.thermometers.iter().enumerate() {
        let path = |index| format!("thermometers[{number}][{index}]");
        let cells = cells.iter().enumerate().map(|(index, text)| cell(text, path(index)));
        sudoku.thermometers.push(cells.collect::<Result<_, _>>()?);
    }
    (sudoku.diagonals, sudoku.anti_knight, sudoku.anti_king) =
        (file.diagonals, file.anti_knight, file.anti_king);
    (sudoku.title, sudoku.source, sudoku.about) =
        (file.title.clone(), file.source.clone(), file.about.clone());
    sudoku.validate().map_err(|invalid| {
        let is_drawn = invalid.path.starts_with("cages[") && file.cages.is_empty();
        let path = if is_drawn { "killer" } else { &invalid.path };
        yaml_error(source, path, 0, invalid.message)
    })?;
    Ok(sudoku)
}

/// The box size in the file, otherwise one that fits the size of the grid or the regions; with regions, any side will
/// do.
fn box_size(source: &Source, file: &File) -> Result<Size, ParseError> {
    let bad = |path, message: String| Err(yaml_error(source, path, 0, message));
    if let Some(text) = &file.box_size {
        let Ok(size) = text.parse::<Size>() else {
            let error = yaml_error(source, "box", 0, format!("found {}", quote(text)));
            return Err(error.expecting("rows x columns of a box, such as 3x3"));
        };
        let side = size.area();
        if side > usize::from(MAX_SIDE) {
            let error = yaml_error(source, "box", 0, format!("found a board of {side}x{side}"));
            return Err(error.expecting(format!("at most {MAX_SIDE}x{MAX_SIDE}")));
        }
        return Ok(size);
    }
    let (path, Some(text)) = (match &file.grid {
        Some(_) => ("grid", file.grid.as_ref()),
        None => ("regions", file.regions.as_ref()),
    }) else {
        return bad("", "found neither box nor grid".to_owned());
    };
    let side = match content_lines(text)[..] {
        [(_, line)] => cells::count(line).cells.isqrt(),
        ref rows => rows.len(),
    };
    let row = u16::try_from(side).ok().filter(|side| file.regions.is_some() && (1..=MAX_SIDE).contains(side));
    default_box(side).or(row.map(|side| Size::new(1, side))).ok_or_else(|| {
        let message = format!("found a board of {side}x{side} and no box that divides it");
        yaml_error(source, path, 0, message).expecting("regions, or a side such as 4, 6, 8, 9 or 12")
    })
}

/// A mistake in a drawing, at a byte offset.
pub(super) struct BadDrawing {
    offset: usize,
    found: String,
    expected: String,
}

impl BadDrawing {
    pub(super) fn in_yaml(self, source: &Source, path: &str) -> ParseError {
        yaml_error(source, path, self.offset, self.found).expecting(self.expected)
    }

    pub(super) fn in_text(self, source: &Source) -> ParseError {
        source.error(source.position(self.offset), self.found).expecting(self.expected)
    }
}

/// The rows of a drawing with their byte offsets, without the frame. A line of dashes is a row if it makes the board square.
fn content_lines(text: &str) -> Vec<(usize, &str)> {
    let mut at = 0;
    let lines = text.split('\n').map(|line| {
        let start = at;
        at += line.len() + 1;
        (start, line)
    });
    let is_rule = |line: &str| cells::is_decoration(line) && line.contains('+');
    let all: Vec<(usize, &str)> =
        lines.filter(|(_, line)| !line.trim().is_empty() && !is_rule(line)).collect();
    let rows: Vec<(usize, &str)> =
        all.iter().copied().filter(|(_, line)| !cells::is_decoration(line)).collect();
    let width = |line: &str| {
        if cells::is_decoration(line) { line.matches('-').count() } else { cells::count(line).cells }
    };
    let is_square = all.iter().all(|(_, line)| width(line) == all.len());
    if is_square && !rows.is_empty() { all } else { rows }
}

/// The givens of a drawn board, and whether it has a 0.
fn givens(text: &str, side: usize, zero: bool) -> Result<(Vec<u16>, bool), BadDrawing> {
    let cells = grid(text, side)?;
    let written: Vec<Written> = cells.iter().map(|&(_, cell)| cell).collect();
    cells::givens(&written, side, zero).map_err(|index| BadDrawing {
        offset: cells[index].0,
        found: cells::both_ends(side),
        expected: cells::one_end(side),
    })
}

/// The cells of a board drawn on one line, or with a line for each row, and their byte offsets.
pub(super) fn grid(text: &str, side: usize) -> Result<Vec<(usize, Written)>, BadDrawing> {
    let pieces = drawing(text, side)?;
    let digits = pieces.into_iter().map(|(offset, text)| match cells::written(text, side) {
        Some(Written::Number(number)) if usize::from(number) > side => Err((offset, text)),
        Some(cell) => Ok((offset, cell)),
        None => Err((offset, text)),
    });
    digits.collect::<Result<_, _>>().map_err(|(offset, text)| BadDrawing {
        offset,
        found: format!("found {}", quote(text)),
        expected: cells::expected(side),
    })
}

/// The regions of a drawing, in which equal letters or words are one region, numbered as they appear.
fn regions(text: &str, side: usize) -> Result<Vec<u16>, BadDrawing> {
    let pieces = drawing(text, side)?;
    let mut names: Vec<(&str, usize, usize)> = Vec::new();
    let mut regions = Vec::new();
    for &(offset, name) in &pieces {
        let known = names.iter().position(|known| known.0 == name);
        let number = known.unwrap_or_else(|| {
            names.push((name, 0, offset));
            names.len() - 1
        });
        names[number].1 += 1;
        regions.push(number as u16);
    }
    match names.iter().find(|(_, cells, _)| *cells != side) {
        Some((name, cells, offset)) => Err(BadDrawing {
            offset: *offset,
            found: format!("found {cells} cells in region {}", quote(name)),
            expected: side.to_string(),
        }),
        None => Ok(regions),
    }
}

/// The cages drawn by letters.
fn drawn_cages(source: &Source, file: &File, size: Size) -> Result<Vec<Cage>, ParseError> {
    let text = file.killer.as_deref().unwrap_or_default();
    let pieces = match file.killer {
        Some(_) => drawing(text, usize::from(size.rows)).map_err(|bad| bad.in_yaml(source, "killer"))?,
        None => Vec::new(),
    };
    let mut cages: Vec<(&str, Cage)> = Vec::new();
    for (cell, &(offset, name)) in size.cells().zip(&pieces).filter(|(_, (_, name))| *name != ".") {
        if let Some((_, cage)) = cages.iter_mut().find(|(known, _)| *known == name) {
            cage.cells.push(cell);
            continue;
        }
        let Some(&sum) = file.sums.get(name) else {
            let error =
                yaml_error(source, "killer", offset, format!("found cage {} without a sum", quote(name)));
            let help = format!("'{name}: null' makes a cage without a sum");
            return Err(error.expecting(format!("'{name}: SUM' in sums")).with_help(help));
        };
        cages.push((name, Cage { cells: vec![cell], sum }));
    }
    if let Some(error) = in_two_pieces(source, size, &cages, &pieces) {
        return Err(error);
    }
    match file.sums.keys().find(|name| !cages.iter().any(|(known, _)| known == name)) {
        Some(name) => {
            let error =
                yaml_error(source, &format!("sums.{name}"), 0, format!("found a sum of {}", quote(name)));
            Err(error.expecting("the sum of a letter in killer"))
        }
        None => Ok(cages.into_iter().map(|(_, cage)| cage).collect()),
    }
}

/// The error that a letter is used for two cages: no cells of it connect the first one with the second.
fn in_two_pieces(
    source: &Source,
    size: Size,
    cages: &[(&str, Cage)],
    pieces: &[(usize, &str)],
) -> Option<ParseError> {
    cages.iter().find_map(|(name, cage)| {
        let first = *cage.cells.first()?;
        let mut connected = vec![first];
        let mut open = vec![first];
        while let Some(cell) = open.pop() {
            for next in size.neighbours(cell) {
                if cage.cells.contains(&next) && !connected.contains(&next) {
                    connected.push(next);
                    open.push(next);
                }
            }
        }
        let apart = cage.cells.iter().find(|cell| !connected.contains(cell))?;
        let message = format!("cage {} begins in {first} and is not connected to here", quote(name));
        let error = yaml_error(source, "killer", pieces[size.index(*apart)].0, message);
        Some(error.expecting("a letter of its own for each cage"))
    })
}

/// The texts of all cells with their offsets.
fn drawing(text: &str, side: usize) -> Result<Vec<(usize, &str)>, BadDrawing> {
    let lines = content_lines(text);
    let per_line = if lines.len() == 1 { side * side } else { side };
    let mut pieces = Vec::with_capacity(side * side);
    for (number, &(start, line)) in lines.iter().enumerate() {
        let words = cells::pieces(line, Form::Words).count();
        let form = if words == per_line { Form::Words } else { Form::Characters };
        let before = pieces.len();
        pieces.extend(cells::pieces(line, form).map(|(offset, text)| (start + offset, text)));
        let found = pieces.len() - before;
        if found != per_line {
            // Numbers with two digits would count twice as characters.
            let found = if words > 1 && found > per_line { words } else { found };
            let row = if lines.len() == 1 { String::new() } else { format!(" in row {}", number + 1) };
            let offset = start + line.trim_end().len();
            return Err(BadDrawing {
                offset,
                found: format!("found {found} cells{row}"),
                expected: per_line.to_string(),
            });
        }
        if number >= side {
            let found = format!("found {} rows", lines.len());
            return Err(BadDrawing { offset: start, found, expected: side.to_string() });
        }
    }
    if lines.len() != 1 && lines.len() != side {
        let found = format!("found {} rows", lines.len());
        return Err(BadDrawing { offset: text.trim_end().len(), found, expected: side.to_string() });
    }
    Ok(pieces)
}
