//! A puzzle as YAML: `kind: sudoku`, and the keys of [`File`].

use std::collections::BTreeMap;

use jigsat_grid::{Cell, Size};
use jigsat_input::{About, ParseError, Source, from_yaml, quote, yaml_error};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::cells::{self, Form};
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
    /// The givens, one line for each row; `.` or 0 is an open cell (default: an empty board).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) grid: Option<String>,
    /// Jigsaw: the regions that replace the boxes, as a drawing in which equal letters are one region.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) regions: Option<String>,
    /// Killer: cages of cells that hold different digits with a given sum.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) cages: Vec<FileCage>,
    /// Killer cages as a drawing: equal letters are one cage, and `.` is in no cage. `sums` has their sums.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) killer: Option<String>,
    /// The sum of each letter of `killer`, such as `A: 20`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) sums: BTreeMap<String, u32>,
    /// Thermometers: lists of cells along which the digits increase, starting at the bulb.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) thermometers: Vec<Vec<String>>,
}

/// A killer cage.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FileCage {
    /// The sum of its digits.
    pub(crate) sum: u32,
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
    if let Some(text) = &file.grid {
        sudoku.givens = grid(text, side).map_err(|bad| bad.in_yaml(source, "grid"))?;
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
    let rows = || content_lines(text).map(|(_, line)| line);
    let side = match (rows().count(), rows().next()) {
        (1, Some(line)) => cells::count(line).cells.isqrt(),
        (rows, _) => rows,
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

fn content_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split('\n').filter_map(move |line| {
        let start = at;
        at += line.len() + 1;
        (!line.trim().is_empty() && !cells::is_decoration(line)).then_some((start, line))
    })
}

/// The digits of a board drawn on one line, or with a line for each row.
pub(super) fn grid(text: &str, side: usize) -> Result<Vec<u16>, BadDrawing> {
    let pieces = drawing(text, side)?;
    let digits = pieces.into_iter().map(|(offset, text)| match cells::digit(text) {
        Some(digit) if usize::from(digit) <= side => Ok(digit),
        _ => Err(BadDrawing {
            offset,
            found: format!("found {}", quote(text)),
            expected: cells::expected(side),
        }),
    });
    digits.collect()
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
            return Err(error.expecting(format!("'{name}: SUM' in sums")));
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
    let lines: Vec<_> = content_lines(text).collect();
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
