//! The meaning of the sentences of explanations, as people read them.

use std::collections::BTreeSet;

/// A number of some things hold, or don't hold.
pub struct Constraint {
    pub lits: Vec<(String, bool)>,
    pub least: usize,
    pub most: usize,
}

impl Constraint {
    pub fn exactly(count: usize, names: impl IntoIterator<Item = String>) -> Self {
        let lits = names.into_iter().map(|name| (name, true)).collect();
        Constraint { lits, least: count, most: count }
    }

    fn at_most_one(names: impl IntoIterator<Item = String>) -> Self {
        Constraint { least: 0, most: 1, ..Self::exactly(1, names) }
    }

    pub fn any(lits: Vec<(String, bool)>) -> Self {
        Constraint { least: 1, most: lits.len(), lits }
    }

    /// The opposite of a fact.
    pub fn opposite(mut self) -> Self {
        let [(_, holds)] = &mut self.lits[..] else { panic!("a fact is about one thing") };
        *holds = !*holds;
        self
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.lits.iter().map(|(name, _)| name.as_str())
    }
}

/// A family's sentences.
pub trait Reads {
    /// The meaning of a sentence.
    fn constraints(&self, sentence: &str) -> Vec<Constraint>;

    /// Whether it is something that was deduced before.
    fn is_fact(&self, sentence: &str) -> bool {
        !sentence.contains(' ')
    }
}

fn fact(sentence: &str) -> Vec<Constraint> {
    vec![Constraint::exactly(1, [sentence.to_owned()])]
}

/// Row and column of `r1c2`, from 1.
pub fn cell(name: &str) -> (usize, usize) {
    let (row, col) = name.strip_prefix('r').and_then(|rest| rest.split_once('c')).expect("a cell");
    (row.parse().expect("a row"), col.parse().expect("a column"))
}

pub fn number(word: &str) -> usize {
    word.parse().unwrap_or_else(|_| panic!("'{word}' is no number"))
}

/// Boards with boxes of that size.
pub struct Sudoku {
    pub rows: usize,
    pub cols: usize,
}

impl Reads for Sudoku {
    fn constraints(&self, sentence: &str) -> Vec<Constraint> {
        let side = self.rows * self.cols;
        let is = |row: usize, col: usize, digit: usize| format!("r{row}c{col}={digit}");
        let words: Vec<&str> = sentence.split(' ').collect();
        let names: Vec<String> = match words[..] {
            ["given", fact] | [fact] => vec![fact.to_owned()],
            [name, "has", "exactly", "one", "digit"] => {
                let (row, col) = cell(name);
                (1..=side).map(|digit| is(row, col, digit)).collect()
            }
            ["row", row, "has", "exactly", "one", digit] => {
                (1..=side).map(|col| is(number(row), col, number(digit))).collect()
            }
            ["column", col, "has", "exactly", "one", digit] => {
                (1..=side).map(|row| is(row, number(col), number(digit))).collect()
            }
            ["box", place, "has", "exactly", "one", digit] => {
                let place = number(place) - 1;
                let (top, left) = (place / self.rows * self.rows, place % self.rows * self.cols);
                let cells = (0..side).map(|at| (top + at / self.cols + 1, left + at % self.cols + 1));
                cells.map(|(row, col)| is(row, col, number(digit))).collect()
            }
            _ => panic!("what does '{sentence}' mean?"),
        };
        vec![Constraint::exactly(1, names)]
    }
}

/// Shapes that are used as they are, each once.
pub struct Tiling {
    width: usize,
    height: usize,
    /// Columns and rows.
    shapes: Vec<Vec<(usize, usize)>>,
}

impl Tiling {
    /// Three shapes of two to four cells, some of them in pieces.
    pub fn random(width: usize, height: usize, next: &mut impl FnMut(u64) -> u64) -> Self {
        let mut shape = || {
            let wanted = 2 + next(3) as usize;
            let mut cells: Vec<(usize, usize)> = Vec::new();
            while cells.len() < wanted {
                let cell = (next(3) as usize, next(3) as usize);
                if !cells.contains(&cell) {
                    cells.push(cell);
                }
            }
            cells.sort_unstable();
            let (left, top) = (cells.iter().map(|c| c.0).min(), cells.iter().map(|c| c.1).min());
            cells.iter().map(|cell| (cell.0 - left.unwrap_or(0), cell.1 - top.unwrap_or(0))).collect()
        };
        // Equal shapes would be copies of one piece.
        let mut shapes: Vec<Vec<(usize, usize)>> = Vec::new();
        while shapes.len() < 3 {
            let shape = shape();
            if !shapes.contains(&shape) {
                shapes.push(shape);
            }
        }
        Tiling { width, height, shapes }
    }

    pub fn text(&self) -> String {
        let shape = |shape: &Vec<(usize, usize)>| {
            let cells: Vec<String> = shape.iter().map(|(x, y)| format!("({x},{y})")).collect();
            format!("[{}]", cells.join(","))
        };
        let shapes: Vec<String> = self.shapes.iter().map(shape).collect();
        format!("W = {}\nH = {}\nshapes = [{}]\n", self.width, self.height, shapes.join(", "))
    }

    /// All ways to place a piece: the name, and the covered cells.
    fn ways(&self, piece: usize) -> Vec<(String, Vec<(usize, usize)>)> {
        let letter = char::from(b'A' + piece as u8);
        let places = (0..self.height).flat_map(|row| (0..self.width).map(move |col| (row, col)));
        let way = |(row, col): (usize, usize)| {
            let cells: Vec<_> = self.shapes[piece].iter().map(|(x, y)| (row + y + 1, col + x + 1)).collect();
            let fits = cells.iter().all(|&(row, col)| row <= self.height && col <= self.width);
            fits.then(|| (format!("{letter}@r{}c{}", row + 1, col + 1), cells))
        };
        places.filter_map(way).collect()
    }
}

impl Reads for Tiling {
    fn constraints(&self, sentence: &str) -> Vec<Constraint> {
        let words: Vec<&str> = sentence.split(' ').collect();
        match words[..] {
            [letter, "lies", "on", ref cells @ ..] => {
                let cells = cells.iter().filter(|&&word| word != "and");
                let cells: BTreeSet<_> = cells.map(|name| cell(name.trim_end_matches(','))).collect();
                let ways = self.ways(usize::from(letter.as_bytes()[0] - b'A')).into_iter();
                let mut there = ways.filter(|(_, own)| own.iter().copied().collect::<BTreeSet<_>>() == cells);
                fact(&there.next().expect("a way to lie there").0)
            }
            ["piece", letter, "lies", "somewhere"] => {
                let ways = self.ways(usize::from(letter.as_bytes()[0] - b'A'));
                vec![Constraint::any(ways.into_iter().map(|(name, _)| (name, true)).collect())]
            }
            [name, "is", "covered", "at", "most", "once"] => {
                let here = cell(name);
                let ways = (0..self.shapes.len()).flat_map(|piece| self.ways(piece));
                let over = ways.filter(|(_, cells)| cells.contains(&here)).map(|(name, _)| name);
                vec![Constraint::at_most_one(over)]
            }
            _ => panic!("what does '{sentence}' mean?"),
        }
    }

    fn is_fact(&self, sentence: &str) -> bool {
        sentence.contains(" lies on ")
    }
}

/// Pieces on a board with a frame. The reader knows that the frame's colour is at the border and nowhere else.
pub struct EdgeMatching {
    rows: usize,
    cols: usize,
    frame: Option<u32>,
    /// East, north, west, south, as they are listed.
    pieces: Vec<[u32; 4]>,
}

/// A piece after this many quarter turns counter-clockwise.
fn turned(piece: [u32; 4], turn: usize) -> [u32; 4] {
    std::array::from_fn(|side| piece[(side + 4 - turn) % 4])
}

const SIDES: [&str; 4] = ["right", "up", "left", "down"];

/// That a piece lies there, or does not.
fn lies(kind: &str, words: &[&str], name: &str, turn: usize) -> Vec<Constraint> {
    vec![Constraint::any(vec![(format!("{name}={kind}/{turn}"), *words == ["lies"])])]
}

impl EdgeMatching {
    /// From the YAML that `generate` prints.
    pub fn read(text: &str) -> Self {
        let value = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)).map(str::trim);
        let (rows, cols) = value("size:").and_then(|size| size.split_once('x')).expect("a size");
        let frame = value("frame:").and_then(|frame| frame.parse().ok());
        let piece = |line: &str| -> Option<[u32; 4]> {
            let sides: Vec<u32> =
                line.strip_prefix("- ")?.split(' ').filter_map(|side| side.parse().ok()).collect();
            sides.try_into().ok()
        };
        let pieces = text.lines().filter_map(|line| piece(line.trim())).collect();
        EdgeMatching { rows: number(rows), cols: number(cols), frame, pieces }
    }

    fn fits(&self, row: usize, col: usize, sides: [u32; 4]) -> bool {
        let border = [col == self.cols, row == 1, col == 1, row == self.rows];
        self.frame.is_none_or(|frame| (0..4).all(|side| (sides[side] == frame) == border[side]))
    }

    /// Each piece that looks different from all before, with its rotations that look different.
    fn kinds(&self) -> Vec<(usize, Vec<[u32; 4]>)> {
        let is_first = |&piece: &usize| {
            let like = |&other: &[u32; 4]| (0..4).any(|turn| turned(other, turn) == self.pieces[piece]);
            !self.pieces[..piece].iter().any(like)
        };
        let turns = |piece: usize| {
            let all = (0..4).map(|turn| turned(self.pieces[piece], turn));
            let period =
                [1, 2].into_iter().find(|&turn| turned(self.pieces[piece], turn) == self.pieces[piece]);
            (piece + 1, all.take(period.unwrap_or(4)).collect())
        };
        (0..self.pieces.len()).filter(is_first).map(turns).collect()
    }

    /// All ways to place a piece in a cell: the name, the kind, and the sides.
    fn ways(&self, row: usize, col: usize) -> Vec<(String, usize, [u32; 4])> {
        let kinds = self.kinds();
        let all = kinds.iter().flat_map(|(kind, turns)| {
            turns.iter().enumerate().map(move |(turn, sides)| (*kind, turn, *sides))
        });
        let here = all.filter(|&(_, _, sides)| self.fits(row, col, sides));
        here.map(|(kind, turn, sides)| (format!("r{row}c{col}={kind}/{turn}"), kind, sides)).collect()
    }

    fn cells(&self) -> impl Iterator<Item = (usize, usize)> {
        let cols = self.cols;
        (1..=self.rows).flat_map(move |row| (1..=cols).map(move |col| (row, col)))
    }

    /// The colours that a cell shows at a seam, with the placement that shows each.
    fn shown(&self, seam: &str, name: &str) -> Vec<(String, u32)> {
        let (first, side) = seam.split_once('.').expect("a seam");
        let side = SIDES.iter().position(|known| *known == side).expect("a side");
        let (row, col) = cell(name);
        let side = if first == name { side } else { (side + 2) % 4 };
        self.ways(row, col).into_iter().map(|(name, _, sides)| (name, sides[side])).collect()
    }
}

impl Reads for EdgeMatching {
    fn is_fact(&self, sentence: &str) -> bool {
        sentence.ends_with(" unturned") || sentence.ends_with('°')
    }

    fn constraints(&self, sentence: &str) -> Vec<Constraint> {
        let words: Vec<&str> = sentence.split([' ', ':']).filter(|word| !word.is_empty()).collect();
        let colour = |seam: &str, colour: u32| format!("{seam}={colour}");
        match words[..] {
            ["piece", kind, ref words @ .., "in", name, "unturned"] => lies(kind, words, name, 0),
            ["piece", kind, ref words @ .., "in", name, "turned", "by", degrees] => {
                lies(kind, words, name, number(degrees.trim_end_matches('°')) / 90)
            }
            [name, "has", "exactly", "one", "piece"] => {
                let (row, col) = cell(name);
                vec![Constraint::exactly(1, self.ways(row, col).into_iter().map(|(name, ..)| name))]
            }
            ["piece", kind, "is", "used", "exactly", "once"]
            | ["each", "copy", "of", "piece", kind, "is", "used", "exactly", "once"] => {
                let first = self.pieces[number(kind) - 1];
                let like = |piece: &&[u32; 4]| (0..4).any(|turn| turned(first, turn) == **piece);
                let count = self.pieces.iter().filter(like).count();
                let ways = self.cells().flat_map(|(row, col)| self.ways(row, col));
                let names = ways.filter(|(_, other, _)| *other == number(kind)).map(|(name, ..)| name);
                vec![Constraint::exactly(count, names)]
            }
            [
                "piece",
                kind,
                "lies",
                "in",
                ref within @ ..,
                "(otherwise",
                "rotate",
                "the",
                "whole",
                "board)",
            ] => {
                let within = within.strip_prefix(&["one", "of"]).unwrap_or(within);
                let within: Vec<(usize, usize)> = within.iter().map(|name| cell(name)).collect();
                let outside = self.cells().filter(|place| !within.contains(place));
                let ways = outside.flat_map(|(row, col)| self.ways(row, col));
                let closed = ways.filter(|(_, other, _)| *other == number(kind));
                closed.map(|(name, ..)| Constraint::any(vec![(name, false)])).collect()
            }
            ["piece", kind, "in", name, "has", "exactly", "one", "rotation"] => {
                let (row, col) = cell(name);
                let ways = self.ways(row, col).into_iter().filter(|(_, other, _)| *other == number(kind));
                let names: Vec<String> = ways.map(|(name, ..)| name).collect();
                let pairs = names.iter().enumerate().flat_map(|(place, one)| {
                    names[..place].iter().map(move |other| vec![(one.clone(), false), (other.clone(), false)])
                });
                pairs.map(Constraint::any).collect()
            }
            ["piece", kind, "if", "in", "the", "centre,", "has", "a", "rotation", "below", turns, ..] => {
                let kind = kind.trim_end_matches(',');
                let ways = self.ways(self.rows.div_ceil(2), self.cols.div_ceil(2)).into_iter();
                let turn = |name: &str| name.rsplit_once('/').map_or(0, |(_, turn)| number(turn));
                let closed =
                    ways.filter(|(name, other, _)| *other == number(kind) && turn(name) >= number(turns));
                closed.map(|(name, ..)| Constraint::any(vec![(name, false)])).collect()
            }
            ["seam", seam, "has", "the", "colour", "that", "the", "piece", "in", name, "shows", "there"] => {
                let shown = self.shown(seam, name).into_iter();
                shown
                    .map(|(way, shown)| Constraint::any(vec![(way, false), (colour(seam, shown), true)]))
                    .collect()
            }
            ["seam", seam, "has", "a", "colour", "only", "if", "the", "piece", "in", name, "shows", ..] => {
                let shown = self.shown(seam, name);
                let ways = |colour: u32| shown.iter().filter(move |(_, other)| *other == colour);
                let colours =
                    self.pieces.iter().flatten().copied().collect::<std::collections::BTreeSet<_>>();
                let only = |wanted: u32| {
                    let mut lits = vec![(colour(seam, wanted), false)];
                    lits.extend(ways(wanted).map(|(way, _)| (way.clone(), true)));
                    Constraint::any(lits)
                };
                colours.into_iter().map(only).collect()
            }
            _ => panic!("what does '{sentence}' mean?"),
        }
    }
}
