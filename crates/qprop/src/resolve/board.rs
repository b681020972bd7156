//! The sorts of a board's rows, columns, cells and borders, and relations and functions between them.

use std::fmt::Write;

use jigsat_cnf::rarely;
use jigsat_input::{ParseError, quote};

use super::{Global, Resolver};
use crate::{
    data::Datum,
    syntax::{Ident, Span},
    theory::{Fact, Meaning, Sort, SortId, Values},
};

/// The relations and functions that a board offers, in addition to its rows, columns and cells.
pub(super) const KNOWN: &str = "near, pair, touch, meet, square, around, row, column, cell, step, ray, opposite, edge, joins, ends, line, mirror, beside, corner, diagonal, falls, crossed";

/// Maximum number of rows and columns of a board.
const MAX_SIDE: i64 = 1000;

/// Maximum number of pairs of cells, one in some direction from the other.
const MAX_RAYS: i64 = 4_000_000;

/// The sort `Distance` has at least the values up to this, the number of steps within a tetromino.
const SMALLEST_DISTANCE: i64 = 3;

/// Down and right make positive numbers of rows and columns.
const DIRECTIONS: [(&str, i64, i64); 4] = [("up", -1, 0), ("right", 0, 1), ("down", 1, 0), ("left", 0, -1)];

/// The eight cells around one, from the one above it on its left.
const CLOCKWISE: [(i64, i64); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)];

/// A board of cells that are numbered row by row.
#[derive(Clone, Copy)]
struct Board {
    rows: i64,
    columns: i64,
}

impl Board {
    fn cells(self) -> impl Iterator<Item = (i64, i64)> {
        (0..self.rows).flat_map(move |row| (0..self.columns).map(move |column| (row, column)))
    }

    /// The number of a cell, if it is on the board.
    fn cell(self, row: i64, column: i64) -> Option<i64> {
        let inside = (0..self.rows).contains(&row) && (0..self.columns).contains(&column);
        inside.then_some(row * self.columns + column)
    }

    /// The borders between cells, those between columns first, each with its cells.
    fn edges(self) -> impl Iterator<Item = (i64, i64)> {
        let across = self.cells().filter(move |&(_, column)| column + 1 < self.columns);
        let down = self.cells().filter(move |&(row, _)| row + 1 < self.rows);
        let here = move |(row, column)| row * self.columns + column;
        across
            .map(move |at| (here(at), here(at) + 1))
            .chain(down.map(move |at| (here(at), here(at) + self.columns)))
    }

    fn name(self, cell: i64) -> String {
        // Every cell has one, so it is not made longer step by step.
        let mut name = String::with_capacity("r100c100".len());
        let _ = write!(name, "r{}c{}", cell / self.columns + 1, cell % self.columns + 1);
        name
    }
}

impl Resolver<'_> {
    /// The sorts of a board, and the named relations.
    pub(super) fn declare_board(&mut self, names: &[Ident], span: Span) -> Result<(), ParseError> {
        let mut side = |name: &str| {
            let ident = Ident { name: name.to_owned(), span };
            let side = match self.data.get(name) {
                Some(Datum::Number(side)) if (1..=MAX_SIDE).contains(side) => *side,
                Some(other) => {
                    let message = format!("{} is {}", quote(name), quote(&other.to_string()));
                    return Err(self.data.error(name, 0, message).expecting(format!("1 to {MAX_SIDE}")));
                }
                None => return Err(self.no_data(&ident, "constant")),
            };
            self.add(&ident, Global::Const(side))?;
            Ok(side)
        };
        let board = Board { rows: side("rows")?, columns: side("columns")? };
        let range = |last| Values::Range { first: 1, last };
        self.board_sort("Row", range(board.rows), span)?;
        self.board_sort("Column", range(board.columns), span)?;
        let count = board.rows * board.columns;
        let cells =
            Values::numbered(count as usize, move || (0..count).map(|cell| board.name(cell)).collect());
        let cells = self.board_sort("Cell", cells, span)?;
        self.theory.sorts[cells].columns = Some(board.columns as u16);
        self.theory.cells = Some(cells);
        names.iter().try_for_each(|name| self.board_relation(board, name))
    }

    /// A sort of the board, made on first use.
    fn board_sort(&mut self, name: &str, values: Values, span: Span) -> Result<SortId, ParseError> {
        if let Some(Global::Sort(sort)) = self.global(name) {
            return Ok(sort);
        }
        let id = self.theory.sorts.len();
        self.add(&Ident { name: name.to_owned(), span }, Global::Sort(id))?;
        self.theory.sorts.push(Sort { name: name.to_owned(), values, same_as: id, columns: None });
        Ok(id)
    }

    fn board_relation(&mut self, board: Board, name: &Ident) -> Result<(), ParseError> {
        let span = name.span;
        let cell = self.board_sort("Cell", Values::symbols(vec![]), span)?;
        let steps = |offsets: &[(i64, i64)]| -> Vec<i64> {
            let mut tuples = Vec::new();
            for (row, column) in board.cells() {
                let here = board.cell(row, column);
                for (down, right) in offsets {
                    if let (Some(here), Some(there)) = (here, board.cell(row + down, column + right)) {
                        tuples.extend([here, there]);
                    }
                }
            }
            tuples
        };
        let orthogonal = [(-1, 0), (0, -1), (0, 1), (1, 0)];
        let all_around = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
        match name.name.as_str() {
            "near" => self.relation(name, vec![cell, cell], steps(&orthogonal)),
            "pair" => self.relation(name, vec![cell, cell], steps(&orthogonal[2..])),
            "touch" => self.relation(name, vec![cell, cell], steps(&all_around)),
            "meet" => self.relation(name, vec![cell, cell], steps(&all_around[4..])),
            "square" => {
                let mut tuples = Vec::new();
                for (row, column) in board.cells() {
                    if board.cell(row + 1, column + 1).is_some() {
                        let a = row * board.columns + column;
                        tuples.extend([a, a + 1, a + board.columns, a + board.columns + 1]);
                    }
                }
                self.relation(name, vec![cell; 4], tuples)
            }
            "around" => {
                let place = self.board_sort("Place", Values::Range { first: 0, last: 7 }, span)?;
                let mut tuples = Vec::new();
                for (row, column) in board.cells() {
                    for ((down, right), place) in CLOCKWISE.into_iter().zip(0..) {
                        if let Some(there) = board.cell(row + down, column + right) {
                            tuples.extend([row * board.columns + column, place, there]);
                        }
                    }
                }
                self.add_function(name, vec![cell, place, cell], tuples)
            }
            "corner" | "tip" | "diagonal" | "falls" | "crossed" => self.corners(board, cell, name),
            "mirror" | "beside" => self.dots(board, cell, name),
            "row" | "column" => {
                let is_row = name.name == "row";
                let sort =
                    self.board_sort(if is_row { "Row" } else { "Column" }, Values::symbols(vec![]), span)?;
                let numbered = board.cells().zip(0..);
                let tuples =
                    numbered.flat_map(|((row, column), here)| [here, 1 + if is_row { row } else { column }]);
                self.add_function(name, vec![cell, sort], tuples.collect())
            }
            "cell" => {
                let row = self.board_sort("Row", Values::symbols(vec![]), span)?;
                let column = self.board_sort("Column", Values::symbols(vec![]), span)?;
                let tuples =
                    board.cells().zip(0..).flat_map(|((row, column), here)| [row + 1, column + 1, here]);
                self.add_function(name, vec![row, column, cell], tuples.collect())
            }
            "step" | "ray" | "opposite" | "edge" | "joins" | "ends" => self.directed(board, cell, name),
            "line" => {
                let columns = (1..=board.columns).map(|column| format!("column {column}"));
                let names = columns.chain((1..=board.rows).map(|row| format!("row {row}"))).collect();
                let line = self.board_sort("Line", Values::symbols(names), span)?;
                let on = |line: i64, (row, column): (i64, i64)| {
                    if line < board.columns { column == line } else { row == line - board.columns }
                };
                let lines = (0..board.columns + board.rows).flat_map(|line| {
                    board
                        .cells()
                        .zip(0..)
                        .filter(move |&(at, _)| on(line, at))
                        .map(move |(_, cell)| [line, cell])
                });
                let tuples = lines.flatten().collect();
                self.relation(name, vec![line, cell], tuples)
            }
            other => {
                let message = format!("a board has no {}", quote(other));
                Err(self.error(span, message).with_help(format!("it has: {KNOWN}")))
            }
        }
    }

    /// Relations with directions and borders.
    fn directed(&mut self, board: Board, cell: SortId, name: &Ident) -> Result<(), ParseError> {
        let span = name.span;
        let direction = |resolver: &mut Self| {
            let names = DIRECTIONS.iter().map(|(name, ..)| (*name).to_owned()).collect();
            resolver.board_sort("Direction", Values::symbols(names), span)
        };
        let edge = |resolver: &mut Self| -> Result<SortId, ParseError> {
            let count = 2 * board.rows * board.columns - board.rows - board.columns;
            let edges = Values::numbered(count as usize, move || {
                board.edges().map(|(a, b)| format!("{}-{}", board.name(a), board.name(b))).collect()
            });
            let sort = resolver.board_sort("Edge", edges, span)?;
            resolver.theory.edges = Some(sort);
            Ok(sort)
        };
        match name.name.as_str() {
            "step" => {
                let direction = direction(self)?;
                self.add_function(name, vec![cell, direction, cell], rays(board, 1..=1, false))
            }
            "ray" => {
                let direction = direction(self)?;
                let last = board.rows.max(board.columns) - 1;
                let count = 2 * board.rows * board.columns * (board.rows + board.columns);
                if count > MAX_RAYS {
                    let message =
                        format!("on a board of {}x{} cells see {count} others", board.rows, board.columns);
                    return Err(self.error(span, message).expecting(format!("at most {MAX_RAYS}")));
                }
                // A page may name step numbers that a small board has no room for.
                let values = Values::Range { first: 0, last: last.max(SMALLEST_DISTANCE) };
                let distance = self.board_sort("Distance", values, span)?;
                let tuples = rays(board, 0..=last, true);
                self.add_function(name, vec![cell, direction, distance, cell], tuples)
            }
            "opposite" => {
                let direction = direction(self)?;
                let tuples = (0..4).flat_map(|number| [number, (number + 2) % 4]).collect();
                self.add_function(name, vec![direction; 2], tuples)
            }
            "edge" => {
                let (direction, edge) = (direction(self)?, edge(self)?);
                let mut tuples = Vec::new();
                for ((a, b), number) in board.edges().zip(0..) {
                    let (there, back) = if b == a + 1 && board.columns > 1 { (1, 3) } else { (2, 0) };
                    tuples.extend([[a, there, number], [b, back, number]]);
                }
                self.add_function(name, vec![cell, direction, edge], sorted(tuples))
            }
            "joins" => {
                let edge = edge(self)?;
                let tuples = board.edges().zip(0..).flat_map(|((a, b), number)| [number, a, b]).collect();
                self.relation(name, vec![edge, cell, cell], tuples)
            }
            _ => {
                let edge = edge(self)?;
                let tuples =
                    board.edges().zip(0..).flat_map(|((a, b), number)| [number, a, number, b]).collect();
                self.relation(name, vec![edge, cell], tuples)
            }
        }
    }

    /// Relations of the points where cells have their middles, borders or corners.
    fn dots(&mut self, board: Board, cell: SortId, name: &Ident) -> Result<(), ParseError> {
        // From 0, in half cells: even numbers are middles.
        let points = move || {
            (0..2 * board.rows - 1)
                .flat_map(move |down| (0..2 * board.columns - 1).map(move |right| (down, right)))
        };
        let cells = move |(down, right): (i64, i64)| {
            let ends = [(down / 2, right / 2), ((down + 1) / 2, (right + 1) / 2)];
            ends.map(|(row, column)| row * board.columns + column)
        };
        let point_name = move |point| {
            let [first, last] = cells(point);
            if first == last {
                board.name(first)
            } else {
                format!("{}_{}", board.name(first), board.name(last))
            }
        };
        let count = (2 * board.rows - 1) * (2 * board.columns - 1);
        let dots = Values::numbered(count as usize, move || points().map(point_name).collect());
        let dot = self.board_sort("Dot", dots, name.span)?;
        let mut tuples = Vec::new();
        for (point, number) in points().zip(0..) {
            let (down, right) = point;
            if name.name == "mirror" {
                for ((row, column), here) in board.cells().zip(0..) {
                    if let Some(there) = board.cell(down - row, right - column) {
                        tuples.extend([number, here, there]);
                    }
                }
            } else {
                let [first, last] = cells(point);
                let (rows, columns) = (
                    first / board.columns..=last / board.columns,
                    first % board.columns..=last % board.columns,
                );
                for row in rows {
                    tuples.extend(columns.clone().flat_map(|column| [number, row * board.columns + column]));
                }
            }
        }
        if name.name == "mirror" {
            self.add_function(name, vec![dot, cell, cell], tuples)
        } else {
            self.relation(name, vec![dot, cell], tuples)
        }
    }

    /// Relations of the corners of cells, those at the rim included, and of the diagonals between them.
    fn corners(&mut self, board: Board, cell: SortId, name: &Ident) -> Result<(), ParseError> {
        let number = |row: i64, column: i64| row * (board.columns + 1) + column;
        let corner_name = |row, column| {
            // Of the cell above it on its left, if there is one.
            let (side, row) = if row == 0 { ("upper", 1) } else { ("lower", row) };
            let (end, column) = if column == 0 { ("left", 1) } else { ("right", column) };
            format!("the {side} {end} corner of r{row}c{column}")
        };
        let corners = Values::numbered(((board.rows + 1) * (board.columns + 1)) as usize, move || {
            let row = |row| (0..=board.columns).map(move |column| corner_name(row, column));
            (0..=board.rows).flat_map(row).collect()
        });
        let corner = self.board_sort("Corner", corners, name.span)?;
        if name.name == "corner" {
            let mut pairs = Vec::new();
            for ((row, column), here) in board.cells().zip(0..) {
                let around = [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)];
                pairs.extend(around.map(|(row, column)| [number(row, column), here]));
            }
            rarely::sort(&mut pairs);
            return self.relation(name, vec![corner, cell], pairs.concat());
        }
        if name.name == "tip" {
            let place = self.board_sort("Place", Values::Range { first: 0, last: 7 }, name.span)?;
            let mut tuples = Vec::new();
            for ((row, column), here) in board.cells().zip(0..) {
                let clockwise = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)];
                for ((row, column), place) in clockwise.into_iter().zip((0..).step_by(2)) {
                    tuples.extend([here, place, number(row, column)]);
                }
            }
            return self.add_function(name, vec![cell, place, corner], tuples);
        }
        let count = 2 * board.rows * board.columns;
        // Two in each cell, the falling one first.
        let diagonals = Values::numbered(count as usize, move || {
            let names = |here| ["falling", "rising"].map(|way| format!("{} {way}", board.name(here)));
            (0..count / 2).flat_map(names).collect()
        });
        let diagonal = self.board_sort("Diagonal", diagonals, name.span)?;
        match name.name.as_str() {
            "falls" => self.relation(name, vec![diagonal], (0..count).step_by(2).collect()),
            "crossed" => {
                let tuples = (0..count).flat_map(|diagonal| [diagonal, diagonal / 2]).collect();
                self.add_function(name, vec![diagonal, cell], tuples)
            }
            _ => {
                let mut tuples = Vec::new();
                for ((row, column), here) in board.cells().zip(0..) {
                    let falling = [number(row, column), number(row + 1, column + 1)];
                    let rising = [number(row, column + 1), number(row + 1, column)];
                    for ([above, below], way) in [falling, rising].into_iter().zip(0..) {
                        tuples.extend([2 * here + way, above, below, 2 * here + way, below, above]);
                    }
                }
                self.relation(name, vec![diagonal, corner, corner], tuples)
            }
        }
    }

    fn relation(&mut self, name: &Ident, places: Vec<SortId>, tuples: Vec<i64>) -> Result<(), ParseError> {
        self.add(name, Global::Fact(self.theory.facts.len()))?;
        let (meaning, span) = (Meaning::Listed(tuples.into()), name.span);
        self.theory.facts.push(Fact { name: name.name.clone(), places, function: None, meaning, span });
        Ok(())
    }
}

/// The cells that are in a direction from another one, this many steps away.
fn rays(board: Board, steps: std::ops::RangeInclusive<i64>, with_steps: bool) -> Vec<i64> {
    let mut tuples = Vec::new();
    for ((row, column), here) in board.cells().zip(0..) {
        for ((_, down, right), direction) in DIRECTIONS.iter().zip(0..) {
            for step in steps.clone() {
                let Some(there) = board.cell(row + step * down, column + step * right) else { break };
                if with_steps {
                    tuples.extend_from_slice(&[here, direction, step, there]);
                } else {
                    tuples.extend_from_slice(&[here, direction, there]);
                }
            }
        }
    }
    tuples
}

fn sorted<const N: usize>(mut tuples: Vec<[i64; N]>) -> Vec<i64> {
    rarely::sort(&mut tuples);
    tuples.concat()
}
