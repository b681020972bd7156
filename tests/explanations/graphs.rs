//! The sentences of genres with graph constraints. Those about a cut also claim something about the board, such as that
//! some cells are joined only by way of others, which a plain search confirms.

use std::collections::BTreeSet;

use crate::sentences::{Constraint, Reads, cell, number};

pub type Cell = (usize, usize);

pub fn name((row, col): Cell) -> String {
    format!("r{row}c{col}")
}

/// The names in `a, b and c` or `a, b or c`.
pub fn list(words: &str) -> Vec<String> {
    words.replace(" and ", ", ").replace(" or ", ", ").split(", ").map(str::to_owned).collect()
}

/// What is reached from a place by steps to others.
pub fn reached<T: Copy + Ord>(from: T, next: impl Fn(T) -> Vec<T>) -> BTreeSet<T> {
    let (mut known, mut open) = (BTreeSet::from([from]), vec![from]);
    while let Some(place) = open.pop() {
        open.extend(next(place).into_iter().filter(|&other| known.insert(other)));
    }
    known
}

/// One of these literals holds.
fn any(lits: impl IntoIterator<Item = (String, bool)>) -> Vec<Constraint> {
    vec![Constraint::any(lits.into_iter().collect())]
}

/// A board of dots and edges.
pub struct Slitherlink {
    pub rows: usize,
    pub cols: usize,
}

impl Slitherlink {
    /// The names of the edges at a dot, given by the cell whose top left corner it is.
    fn at_dot(&self, (row, col): Cell) -> Vec<String> {
        let mut names = Vec::new();
        // To the left and to the right, along the tops of cells.
        names.extend((col > 1).then(|| self.across(row, col - 1)));
        names.extend((col <= self.cols).then(|| self.across(row, col)));
        names.extend((row > 1).then(|| self.down(row - 1, col)));
        names.extend((row <= self.rows).then(|| self.down(row, col)));
        names
    }

    /// The edge above a cell, or below the last one.
    fn across(&self, row: usize, col: usize) -> String {
        if row > self.rows { format!("r{}c{col}-bottom", self.rows) } else { format!("r{row}c{col}-top") }
    }

    /// The edge to the left of a cell, or to the right of the last one.
    fn down(&self, row: usize, col: usize) -> String {
        if col > self.cols { format!("r{row}c{}-right", self.cols) } else { format!("r{row}c{col}-left") }
    }

    /// Whether a line along edges leads from one to the other without these.
    fn joined(&self, one: &str, other: &str, without: &[String]) -> bool {
        let next = |dot: Cell| {
            let edges = self.at_dot(dot).into_iter().filter(|edge| !without.contains(edge));
            edges.flat_map(|edge| dots(&edge)).collect()
        };
        reached(dots(one)[0], next).contains(&dots(other)[0])
    }
}

impl Reads for Slitherlink {
    fn constraints(&self, sentence: &str) -> Vec<Constraint> {
        if self.is_fact(sentence) {
            let (holds, place) = match sentence.strip_prefix("a line ") {
                Some(place) => (true, place),
                None => (false, sentence.strip_prefix("no line ").expect("a fact")),
            };
            return any([(edge_at(place), holds)]);
        }
        if let Some(rest) = sentence.strip_prefix("the number of lines around ") {
            let (place, count) = rest.split_once(" is ").expect("a number");
            let (row, col) = cell(place);
            let edges = [
                self.across(row, col),
                self.across(row + 1, col),
                self.down(row, col),
                self.down(row, col + 1),
            ];
            return vec![Constraint::exactly(number(count), edges)];
        }
        if let Some(rest) = sentence.strip_prefix("at the ") {
            let rest = rest.strip_suffix(", two lines meet or none").expect("a dot");
            let (corner, place) = rest.split_once(" corner of ").expect("a corner");
            let (row, col) = cell(place);
            let dot =
                (row + usize::from(corner.contains("bottom")), col + usize::from(corner.contains("right")));
            let edges = self.at_dot(dot);
            let lits = edges.iter().map(|edge| (edge.clone(), true)).collect();
            let mut all = vec![Constraint { lits, least: 0, most: 2 }];
            // If one is on the loop, another is.
            all.extend((0..edges.len()).map(|own| {
                let lits = edges.iter().enumerate().map(|(place, edge)| (edge.clone(), place != own));
                Constraint::any(lits.collect())
            }));
            return all;
        }
        let cut = sentence.strip_prefix("the lines form a single loop: ").expect("a cut");
        if let Some((edges, beyond)) = cut.split_once(" would close a loop that leaves ") {
            let beyond = beyond.strip_suffix(" out").expect("a line");
            let (edges, beyond) = (edges_of(edges), edges_of(beyond).remove(0));
            assert!(is_loop(&edges) && !edges.contains(&beyond), "{sentence}");
            return any(edges.into_iter().chain([beyond]).map(|edge| (edge, false)));
        }
        let (ends, ways) = cut.split_once(" are joined only by way of ").expect("a cut");
        let (ends, ways) = (edges_of(ends), edges_of(ways));
        assert!(!self.joined(&ends[0], &ends[1], &ways), "{sentence}");
        any(ends.into_iter().map(|edge| (edge, false)).chain(ways.into_iter().map(|edge| (edge, true))))
    }

    fn is_fact(&self, sentence: &str) -> bool {
        sentence.starts_with("a line ") || sentence.starts_with("no line ")
    }
}

/// The edges of a list: 'the line above r3c3, the line between r1c2 and r1c3 or the line below r4c4'.
fn edges_of(lines: &str) -> Vec<String> {
    let place = |line: &str| {
        let line = line.trim_end_matches([' ', ',']);
        let line = line.strip_suffix(" and").or(line.strip_suffix(" or")).unwrap_or(line);
        edge_at(line)
    };
    lines.split("the line ").skip(1).map(place).collect()
}

/// The edge of a place in words.
fn edge_at(place: &str) -> String {
    let sides =
        [("above ", "top"), ("below ", "bottom"), ("on the left of ", "left"), ("on the right of ", "right")];
    for (words, side) in sides {
        if let Some(cell) = place.strip_prefix(words) {
            return format!("{cell}-{side}");
        }
    }
    let (_, cell) = place.split_once(" and ").expect("between two cells");
    format!("{cell}-left")
}

/// The two dots of an edge.
fn dots(edge: &str) -> [Cell; 2] {
    let (place, side) = edge.split_once('-').expect("an edge");
    let (row, col) = cell(place);
    match side {
        "top" => [(row, col), (row, col + 1)],
        "bottom" => [(row + 1, col), (row + 1, col + 1)],
        "left" => [(row, col), (row + 1, col)],
        "right" => [(row, col + 1), (row + 1, col + 1)],
        _ => panic!("'{edge}' is no edge"),
    }
}

/// Whether these edges are a closed line without branches.
fn is_loop(edges: &[String]) -> bool {
    let at = |dot: Cell| edges.iter().filter(move |edge| dots(edge).contains(&dot));
    let next = |dot: Cell| at(dot).flat_map(|edge| dots(edge)).collect();
    let all: BTreeSet<Cell> = edges.iter().flat_map(|edge| dots(edge)).collect();
    all.iter().all(|&dot| at(dot).count() == 2) && reached(dots(&edges[0])[0], next) == all
}

/// A board of islands, by its numbers; the names are those of cells that are sea.
pub struct Nurikabe {
    board: Vec<Vec<Option<usize>>>,
}

impl Nurikabe {
    /// Reads the rows of a puzzle in YAML.
    pub fn read(text: &str) -> Self {
        let (_, rows) = text.split_once("board: |\n").expect("a board");
        let row = |row: &str| row.split_whitespace().map(|word| word.parse().ok()).collect();
        Nurikabe { board: rows.lines().map(row).collect() }
    }

    fn at(&self, (row, col): Cell) -> Option<usize> {
        self.board[row - 1][col - 1]
    }

    fn cells(&self) -> impl Iterator<Item = Cell> {
        let (rows, cols) = (self.board.len(), self.board[0].len());
        (1..=rows).flat_map(move |row| (1..=cols).map(move |col| (row, col)))
    }

    fn around(&self, (row, col): Cell) -> Vec<Cell> {
        let (rows, cols) = (self.board.len(), self.board[0].len());
        let near = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)];
        near.into_iter().filter(|cell| (1..=rows).contains(&cell.0) && (1..=cols).contains(&cell.1)).collect()
    }

    /// What is reached from a cell without these.
    fn reached(&self, from: Cell, without: &[Cell]) -> BTreeSet<Cell> {
        reached(from, |at| self.around(at).into_iter().filter(|cell| !without.contains(cell)).collect())
    }

    fn are_one(&self, cells: &[Cell]) -> bool {
        let next = |at| self.around(at).into_iter().filter(|cell| cells.contains(cell)).collect();
        reached(cells[0], next).len() == cells.len()
    }

    /// Some cell is as said: sea if `true`.
    fn some(lits: impl IntoIterator<Item = (Cell, bool)>) -> Vec<Constraint> {
        any(lits.into_iter().map(|(cell, is_sea)| (name(cell), is_sea)))
    }
}

impl Reads for Nurikabe {
    fn constraints(&self, sentence: &str) -> Vec<Constraint> {
        let cells = |words: &str| -> Vec<Cell> { list(words).iter().map(|name| cell(name)).collect() };
        if let Some((place, what)) = sentence.split_once(" is ").filter(|_| self.is_fact(sentence)) {
            return any([(place.to_owned(), what == "sea")]);
        }
        if let Some(place) = sentence.strip_suffix(" has a number, so it is land") {
            assert!(self.at(cell(place)).is_some(), "{sentence}");
            return any([(place.to_owned(), false)]);
        }
        if let Some(block) = sentence.strip_prefix("the 2x2 block from ") {
            let (first, last) = block.split_once(" to ").expect("two cells");
            let (first, last) = (cell(first), cell(last.strip_suffix(" is not all sea").expect("a block")));
            assert_eq!((first.0 + 1, first.1 + 1), last);
            return Self::some([first, (first.0, last.1), (last.0, first.1), last].map(|cell| (cell, false)));
        }
        if let Some(cut) = sentence.strip_prefix("the sea is connected: ") {
            let (ends, ways) = cut.split_once(" are joined only by way of ").expect("a cut");
            let (ends, ways) = (cells(ends), cells(ways));
            assert!(!self.reached(ends[0], &ways).contains(&ends[1]), "{sentence}");
            let ends = ends.into_iter().map(|cell| (cell, false));
            return Self::some(ends.chain(ways.into_iter().map(|cell| (cell, true))));
        }
        let cut =
            sentence.strip_prefix("every island has one number, which is its size: ").expect("an island");
        if let Some((island, most)) = cut.split_once(" would be one region, larger than ") {
            let island = cells(island);
            let is_wrong = island.len() > number(most) && self.are_one(&island);
            let numbers = island.iter().filter_map(|&cell| self.at(cell));
            assert!(is_wrong && numbers.into_iter().any(|size| size <= number(most)), "{sentence}");
            return Self::some(island.into_iter().map(|cell| (cell, true)));
        }
        if let Some((numbers, ways)) = cut.split_once(" would be in one region, by way of ") {
            let island = [cells(numbers), cells(ways)].concat();
            let numbers = island.iter().filter(|&&cell| self.at(cell).is_some()).count();
            assert!(numbers > 1 && self.are_one(&island), "{sentence}");
            return Self::some(island.into_iter().map(|cell| (cell, true)));
        }
        let rest = cut.strip_prefix("the region of ").expect("a region");
        let (region, ways) = rest.split_once(" only by way of ").expect("ways");
        let ways = cells(ways);
        let land = ways.iter().map(|&cell| (cell, false));
        if let Some(region) = region.strip_suffix(" has a clue") {
            let region = cell(region);
            let within = self.reached(region, &ways);
            assert!(within.iter().all(|&cell| self.at(cell).is_none()), "{sentence}");
            return Self::some(land.chain([(region, true)]));
        }
        let (region, least) = region.split_once(" can grow to ").expect("a size");
        let region = cells(region);
        // An island has one number: it grows neither over the others nor beside them.
        let others: Vec<Cell> =
            self.cells().filter(|cell| self.at(*cell).is_some() && !region.contains(cell)).collect();
        let beside: Vec<Cell> = others.iter().flat_map(|&other| self.around(other)).collect();
        let lacking = [&ways[..], &others, &beside].concat();
        let least = number(least.strip_suffix(" cells").expect("cells"));
        assert!(self.reached(region[0], &lacking).len() < least, "{sentence}");
        Self::some(land.chain(region.into_iter().map(|cell| (cell, true))))
    }

    fn is_fact(&self, sentence: &str) -> bool {
        sentence.split(' ').count() == 3 && sentence.contains(" is ")
    }
}
