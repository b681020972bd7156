//! Solutions as drawn by `solve`. A solution that was read is drawn again, and must look the same.

use jigsat_grid::{Charset, Cut, Drawing};
use jigsat_input::{ParseError, Source};
use jigsat_qprop::{Layer, Over};

use crate::{
    Board, Solution, Value,
    draw::{at, draw},
    givens::{ends, pieces},
    look::{Look, POLES},
};

/// The sign of a cell by the cells that its lines lead to: to the right, left, down, up.
const LINES: &str = " ╶╴─╷┌┐┬╵└┘┴│├┤┼";

/// Double lines, and crossings of a single line with a double one.
const DOUBLE: [(char, [i64; 2]); 4] = [('═', [2, 0]), ('║', [0, 2]), ('╪', [2, 1]), ('╫', [1, 2])];

/// Whether a text contains a drawing: lines and corners of borders.
pub(super) fn is_one(text: &str) -> bool {
    text.chars().any(|char| ('\u{2500}'..='\u{257f}').contains(&char))
}

/// A place that a label hides in the picture: its layer, and its number there.
pub(super) type Hidden = (String, usize);

/// The solution that a drawing shows, and the places that it hides.
pub(super) fn parse(board: &Board, source: &Source) -> Result<(Solution, Vec<Hidden>), ParseError> {
    let blank = draw(board, None);
    let own = blank.to_text(Charset::Unicode);
    let base = blank.cuts(&own, Charset::Unicode).next();
    for cut in blank.cuts(source.text(), Charset::Unicode) {
        let Some(base) = &base else { break };
        let seen = Seen { board, drawing: &blank, base, cut: &cut };
        let solution = seen.solution();
        if draw(board, Some(&solution)).board(Charset::Unicode) == cut.lines {
            return Ok((solution, seen.hidden()));
        }
    }
    let help = "'solve' with `format: json` or pzprv3 writes solutions that are always read again";
    Err(ParseError::in_file(source.name(), "is not a drawing of a solution of this board").with_help(help))
}

/// The content of the picture.
struct Seen<'s> {
    board: &'s Board,
    drawing: &'s Drawing,
    /// The picture of the board alone.
    base: &'s Cut,
    cut: &'s Cut,
}

impl Seen<'_> {
    fn solution(&self) -> Solution {
        let mut solution = Solution::unknown(self.board);
        for layer in self.layers() {
            let look = self.look(layer);
            let values: Vec<Value> = match look {
                Look::Area => self.areas(layer),
                _ => (0..layer.places).map(|place| self.value(look, layer, place)).collect(),
            };
            solution.set(self.board, layer, values);
        }
        solution
    }

    /// The hidden places: lines from one label to the next, and what is below the given parts of ships.
    fn hidden(&self) -> Vec<Hidden> {
        let is_covered = |cell: usize| self.base.cells[self.index(cell)] != ".";
        let mut hidden = Vec::new();
        for layer in self.layers() {
            let is_hidden = |&place: &usize| match self.look(layer) {
                Look::Line => ends(self.board.givens.size, place).into_iter().all(is_covered),
                Look::Ship => is_covered(place),
                _ => false,
            };
            hidden.extend((0..layer.places).filter(is_hidden).map(|place| (layer.name.clone(), place)));
        }
        hidden
    }

    fn layers(&self) -> impl Iterator<Item = &Layer> {
        self.board.layers.iter().filter(|layer| layer.over != Over::Other)
    }

    fn look(&self, layer: &Layer) -> Look {
        self.board.page.look(&layer.name)
    }

    /// The place of a cell in the picture.
    fn index(&self, cell: usize) -> usize {
        self.drawing.size().index(at(self.board, cell))
    }

    fn value(&self, look: Look, layer: &Layer, place: usize) -> Value {
        let label = || self.cut.cells[self.index(place)].as_str();
        let is = |sign: &str| label() == sign && self.base.cells[self.index(place)] != sign;
        let is_there = match (look, look.sign()) {
            (_, Some(sign)) => is(sign),
            (Look::Border, _) => self.is_thick(ends(self.board.givens.size, place)),
            (Look::Block, _) if is("#") => return Value::Number(0),
            (Look::Line, _) => match self.lines(ends(self.board.givens.size, place)) {
                0 => false,
                count => return Value::Number(count),
            },
            (Look::Pole, _) => {
                let pole = POLES
                    .iter()
                    .find(|(word, sign)| *sign == label() && layer.values.iter().any(|value| value == word));
                return pole.map_or(Value::Unknown, |(word, _)| Value::of(word));
            }
            (Look::Circle | Look::Slant | Look::Triangle, _) => {
                let signs: &[&str] = match look {
                    Look::Circle => &["○", "●"],
                    Look::Slant => &["╲", "╱"],
                    _ => &["◤", "◥", "◢", "◣"],
                };
                let word = signs.iter().position(|sign| *sign == label());
                return word
                    .and_then(|word| layer.values.get(word))
                    .map_or(Value::Unknown, |word| Value::of(word));
            }
            _ => {
                let text = label().trim_end_matches(['<', '>', '^', 'v']);
                let is_value = layer.values.iter().any(|value| value == text);
                return if is_value { Value::of(text) } else { Value::Unknown };
            }
        };
        if is_there { Value::Number(1) } else { Value::Unknown }
    }

    /// Whether the border between two cells is thick.
    fn is_thick(&self, [a, b]: [usize; 2]) -> bool {
        let is_below = b == a + usize::from(self.board.givens.size.cols);
        let border = if is_below { &self.cut.below } else { &self.cut.right }[self.index(a)];
        border == if is_below { '━' } else { '┃' }
    }

    /// The number of lines from one of two neighbours to the other.
    fn lines(&self, [a, b]: [usize; 2]) -> i64 {
        let is_below = b == a + usize::from(self.board.givens.size.cols);
        let lines = |cell: usize, arm: usize| {
            let sign = self.cut.cells[self.index(cell)].chars().next().unwrap_or(' ');
            let double = DOUBLE.iter().find(|(double, _)| *double == sign);
            let is_single = LINES.chars().position(|line| line == sign).is_some_and(|arms| arms & arm != 0);
            double.map_or(i64::from(is_single), |(_, counts)| counts[usize::from(is_below)])
        };
        if is_below { lines(a, 4).max(lines(b, 8)) } else { lines(a, 1).max(lines(b, 2)) }
    }

    /// The area of each cell: that of the one star in it.
    fn areas(&self, layer: &Layer) -> Vec<Value> {
        let givens = &self.board.givens;
        let piece = pieces(givens.size, |a, b| !self.is_thick([a, b]));
        let of_cell = |star: Option<usize>| {
            star.and_then(|star| layer.values.get(star)).map_or(Value::Unknown, |name| Value::of(name))
        };
        givens.star_of(&self.board.page, &piece).into_iter().map(of_cell).collect()
    }
}
