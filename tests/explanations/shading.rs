//! The sentences of genres whose cells are shaded, or have a light, a star or a mine. Each is read by the puzzle's rules
//! alone, for any cells: a cell with a number may have a mine as long as no reason says otherwise.

use std::collections::BTreeSet;

use crate::{
    graphs::{Cell, list, name, reached},
    sentences::{Constraint, Reads, cell, number},
};

/// A board with its words and rooms; the names are those of cells that are shaded, or have what the genre is about.
pub struct Shading {
    genre: &'static str,
    board: Vec<Vec<String>>,
    rooms: Vec<Vec<String>>,
}

/// What sentences say of a cell that is shaded, or isn't.
const SAID: [(&str, bool); 8] = [
    (" is shaded", true),
    (" is not shaded", false),
    (" has a light", true),
    (" has no light", false),
    (" has a star", true),
    (" has no star", false),
    (" has a mine", true),
    (" has no mine", false),
];

impl Shading {
    /// Reads the blocks of a puzzle in YAML.
    pub fn read(genre: &'static str, text: &str) -> Self {
        let block = |key: &str| -> Vec<Vec<String>> {
            let lines = text.lines().skip_while(|line| !line.starts_with(key)).skip(1);
            let rows = lines.take_while(|line| line.starts_with(' '));
            rows.map(|row| row.split_whitespace().map(str::to_owned).collect()).collect()
        };
        Shading { genre, board: block("board:"), rooms: block("rooms:") }
    }

    fn cells(&self) -> Vec<Cell> {
        let grid = if self.board.is_empty() { &self.rooms } else { &self.board };
        (1..=grid.len()).flat_map(|row| (1..=grid[0].len()).map(move |col| (row, col))).collect()
    }

    fn word(&self, (row, col): Cell) -> &str {
        &self.board[row - 1][col - 1]
    }

    fn room(&self, of: Cell) -> Vec<Cell> {
        let letter = |(row, col): Cell| &self.rooms[row - 1][col - 1];
        self.cells().into_iter().filter(|&cell| letter(cell) == letter(of)).collect()
    }

    fn row(&self, row: usize) -> Vec<Cell> {
        self.cells().into_iter().filter(|cell| cell.0 == row).collect()
    }

    fn column(&self, col: usize) -> Vec<Cell> {
        self.cells().into_iter().filter(|cell| cell.1 == col).collect()
    }

    fn touching(&self, of: Cell) -> Vec<Cell> {
        let all = self.cells().into_iter();
        all.filter(|cell| *cell != of && cell.0.abs_diff(of.0).max(cell.1.abs_diff(of.1)) == 1).collect()
    }

    fn near(&self, of: Cell) -> Vec<Cell> {
        self.touching(of).into_iter().filter(|cell| are_near(*cell, of)).collect()
    }

    /// What is seen in each direction, the nearest cell first, up to one that blocks the view.
    fn seen(&self, from: Cell, blocks: impl Fn(Cell) -> bool) -> [Vec<Cell>; 4] {
        [(0, 1), (0, -1), (1, 0), (-1, 0)].map(|(down, right): (isize, isize)| {
            let ahead = (1..).map(|k| {
                (
                    from.0.checked_add_signed(k * down).unwrap_or(0),
                    from.1.checked_add_signed(k * right).unwrap_or(0),
                )
            });
            let cells = self.cells();
            ahead.take_while(|cell| cells.contains(cell) && !blocks(*cell)).collect()
        })
    }

    /// A cut of 'these cells are connected', which are the shaded ones or the others.
    fn connected(&self, domain: &[Cell], are_shaded: bool, cut: &str) -> Vec<Constraint> {
        let (ends, ways) = cut.split_once(" are joined only by way of ").unwrap_or_else(|| {
            (cut.strip_suffix(" are not joined").unwrap_or_else(|| panic!("what does '{cut}' mean?")), "")
        });
        let cells = |words: &str| -> Vec<Cell> {
            list(words).iter().filter(|word| !word.is_empty()).map(|word| cell(word)).collect()
        };
        let (ends, ways) = (cells(ends), cells(ways));
        let next = |at: Cell| {
            let near = self.near(at).into_iter();
            near.filter(|cell| domain.contains(cell) && !ways.contains(cell)).collect()
        };
        assert!(!reached(ends[0], next).contains(&ends[1]), "{cut}");
        let ends = ends.into_iter().map(|end| (name(end), !are_shaded));
        vec![Constraint::any(ends.chain(ways.into_iter().map(|way| (name(way), are_shaded))).collect())]
    }

    fn exactly(count: &str, cells: Vec<Cell>) -> Vec<Constraint> {
        vec![Constraint::exactly(number(count), cells.into_iter().map(name))]
    }

    fn lits(sentence: &str, words: &[&str], own: &Self) -> Vec<Constraint> {
        match *words {
            ["the", "region", "of", at, "has", "four", ..] => Self::exactly("4", own.room(cell(at))),
            ["if", "shaded", "cells", "of", "the", "regions", "of", one, "and", other, ..] => {
                let (one, other) = (own.room(cell(one)), own.room(cell(other.trim_end_matches(','))));
                let cells = [&one[..], &other[..]].concat();
                table(&cells, |shaded| {
                    let of = |region: &[Cell]| -> Vec<Cell> {
                        shaded.iter().copied().filter(|cell| region.contains(cell)).collect()
                    };
                    let (one, other) = (of(&one), of(&other));
                    let touch = one.iter().any(|&a| other.iter().any(|&b| are_near(a, b)));
                    !touch || shape(&one) != shape(&other)
                })
            }
            _ => panic!("what does '{sentence}' mean?"),
        }
    }

    fn tapa(&self, sentence: &str, words: &[&str]) -> Vec<Constraint> {
        let place =
            words.iter().find_map(|word| word.trim_end_matches(',').strip_prefix('r')).expect("a cell");
        let (row, col) = cell(&format!("r{place}"));
        let ring = [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0)];
        let ring = ring.map(|(down, right)| (row + down - 1, col + right - 1));
        let runs = |shaded: &[Cell]| -> Vec<usize> {
            let holds = ring.map(|cell| shaded.contains(&cell));
            let Some(gap) = holds.iter().position(|holds| !holds) else { return vec![8] };
            let turned: Vec<bool> = (0..8).map(|place| holds[(gap + place) % 8]).collect();
            turned.split(|holds| !holds).map(<[bool]>::len).filter(|&length| length > 0).collect()
        };
        let around = self.touching((row, col));
        match *words {
            [_, "has", count, "shaded", ..] => Self::exactly(count, around),
            [.., "are", "in", "one", "run"] => table(&around, |shaded| runs(shaded).len() <= 1),
            [.., "are", "in", count, "run" | "runs"] => {
                table(&around, |shaded| runs(shaded).len() == number(count))
            }
            ["around", _, "at", "least", count, "run" | "runs", "is" | "are", length, "long"] => {
                let long =
                    |shaded: &[Cell]| runs(shaded).iter().filter(|&&run| run == number(length)).count();
                table(&around, |shaded| long(shaded) >= number(count))
            }
            _ => panic!("what does '{sentence}' mean?"),
        }
    }
}

fn are_near(a: Cell, b: Cell) -> bool {
    a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1
}

/// Some cells, moved, turned and mirrored to the first of all their images.
fn shape(cells: &[Cell]) -> Option<Vec<(isize, isize)>> {
    let place = |&(row, col): &Cell| (row as isize, col as isize);
    let images = (0..8).map(|turn| {
        let turned = cells.iter().map(place).map(|(row, col)| {
            let (row, col) = if turn & 1 == 0 { (row, col) } else { (col, row) };
            (if turn & 2 == 0 { row } else { -row }, if turn & 4 == 0 { col } else { -col })
        });
        let turned: BTreeSet<(isize, isize)> = turned.collect();
        let top = turned.iter().map(|cell| cell.0).min().unwrap_or(0);
        let left = turned.iter().map(|cell| cell.1).min().unwrap_or(0);
        turned
            .into_iter()
            .map(|(row, col)| (row - top, col - left))
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect()
    });
    images.min()
}

/// A constraint by all the ways to break it: `is_right` gets the cells that are shaded.
fn table(cells: &[Cell], is_right: impl Fn(&[Cell]) -> bool) -> Vec<Constraint> {
    let mut broken = Vec::new();
    for code in 0..1_u32 << cells.len() {
        let shades = |place: usize| code >> place & 1 == 1;
        let shaded: Vec<Cell> =
            (0..cells.len()).filter(|&place| shades(place)).map(|place| cells[place]).collect();
        if !is_right(&shaded) {
            let lits = (0..cells.len()).map(|place| (name(cells[place]), !shades(place)));
            broken.push(Constraint::any(lits.collect()));
        }
    }
    broken
}

impl Reads for Shading {
    fn constraints(&self, sentence: &str) -> Vec<Constraint> {
        let one = |cell: &str, holds| vec![Constraint::any(vec![(cell.to_owned(), holds)])];
        let not_all = |cells: Vec<Cell>| {
            vec![Constraint::any(cells.into_iter().map(|cell| (name(cell), false)).collect())]
        };
        if let Some((cell, holds)) = said(sentence) {
            return one(cell, holds);
        }
        let (rule, cut) = sentence.split_once(": ").unwrap_or((sentence, ""));
        let words: Vec<&str> = rule.split(' ').collect();
        match (self.genre, &words[..]) {
            (_, ["the", "shaded", "cells", "are", "connected"]) => self.connected(&self.cells(), true, cut),
            (_, ["the", "unshaded", "cells", "are", "connected"]) => {
                self.connected(&self.cells(), false, cut)
            }
            (_, ["the", "shaded", "cells", "in", "the", "region", "of", at, ..]) => {
                self.connected(&self.room(cell(at)), true, cut)
            }
            (_, ["the", "2x2", "block", "from", first, "to", last, ..]) => {
                let (first, last) = (cell(first), cell(last));
                not_all(vec![first, (first.0, last.1), (last.0, first.1), last])
            }
            (
                _,
                [place, "has" | "is", "a", .., "not", "shaded"]
                | [place, "has" | "is", "a", .., "no", "light" | "mine"],
            ) => one(place, false),
            (_, [a, "and", b, "touch,", ..] | [a, "and", b, "see", "each", "other,", ..]) => {
                not_all(vec![cell(a), cell(b)])
            }
            ("lits", _) => Self::lits(sentence, &words, self),
            ("tapa", _) => self.tapa(sentence, &words),
            ("heyawake", ["the", "room", "of", at, "has", count, ..])
            | ("star-battle", ["the", "region", "of", at, "has", count, ..]) => {
                Self::exactly(count, self.room(cell(at)))
            }
            ("heyawake", ["the", "line", "from", a, "to", b, ..]) => {
                let (a, b) = (cell(a), cell(b));
                let on = |at: &Cell| (a.0..=b.0).contains(&at.0) && (a.1..=b.1).contains(&at.1);
                let line = self.cells().into_iter().filter(on);
                vec![Constraint::any(line.map(|cell| (name(cell), true)).collect())]
            }
            ("akari", [place, "has", "a", "light", "or", "sees", "one"]) => {
                let lit = self.seen(cell(place), |at| self.word(at) != "-").concat();
                let lit = lit.into_iter().chain([cell(place)]);
                vec![Constraint::any(lit.map(|cell| (name(cell), true)).collect())]
            }
            ("akari", [place, "has", count, ..]) => Self::exactly(count, self.near(cell(place))),
            ("minesweeper", [place, "has", count, ..]) => Self::exactly(count, self.touching(cell(place))),
            ("norinori", ["the", "region", "of", at, ..]) => Self::exactly("2", self.room(cell(at))),
            ("norinori", ["if", at, "is", "shaded,", ..]) => {
                let cells = [vec![cell(at)], self.near(cell(at))].concat();
                table(&cells, |shaded| !shaded.contains(&cells[0]) || shaded.len() == 2)
            }
            ("star-battle", ["row", row, "has", count, ..]) => Self::exactly(count, self.row(number(row))),
            ("star-battle", ["column", col, "has", count, ..]) => {
                Self::exactly(count, self.column(number(col)))
            }
            ("hitori", ["at", "most", "one", digit, "in", line, at, ..]) => {
                let line = if *line == "row" { self.row(number(at)) } else { self.column(number(at)) };
                let equal: Vec<Cell> = line.into_iter().filter(|&cell| self.word(cell) == *digit).collect();
                table(&equal, |shaded| shaded.len() + 1 >= equal.len())
            }
            ("kurodoko", [place, "sees", count, ..]) => {
                let seen = self.seen(cell(place), |_| false);
                table(&seen.concat(), |shaded| {
                    let views =
                        seen.iter().map(|line| line.iter().take_while(|at| !shaded.contains(at)).count());
                    views.sum::<usize>() + 1 == number(count)
                })
            }
            _ => panic!("what does '{sentence}' mean?"),
        }
    }

    fn is_fact(&self, sentence: &str) -> bool {
        said(sentence).is_some()
    }
}

/// The cell, if a sentence says no more than whether it is shaded.
fn said(sentence: &str) -> Option<(&str, bool)> {
    let of = |(said, holds): (&str, bool)| sentence.strip_suffix(said).map(|cell| (cell, holds));
    SAID.into_iter().find_map(of).filter(|(cell, _)| !cell.contains(' '))
}
