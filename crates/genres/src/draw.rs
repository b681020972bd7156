//! Pictures, as described by the page: `draw: write(number), fill(shade)`.

use jigsat_grid::{Border, Cell, Direction, Drawing, Fill, Ink, Size, Stroke};

use crate::{
    Board, Solution,
    givens::ends,
    page::{At, Part, What},
    parse::misfit,
};

/// The picture of a board, or of a solution of it. A solution of a board of another shape is not drawn.
#[must_use]
pub fn draw(board: &Board, solution: Option<&Solution>) -> Drawing {
    let solution = solution.filter(|solution| misfit(board, solution).is_none());
    let size = board.givens.size;
    let margin = Margin::of(board);
    let after = margin.after as u16;
    let (rows, columns) = (size.rows + margin.above as u16 + after, size.cols + margin.before as u16 + after);
    let mut drawing = Drawing::new(Size::new(rows, columns));
    drawing.empty('.');
    drawing.even();
    if !board.givens.title.is_empty() {
        drawing.title(&board.givens.title);
    }
    let picture = Pictured { board, solution, margin };
    drawing.regions(|cell| picture.index(cell).map(|_| ()), Border::Thick, Border::Thin);
    for part in &board.page.draw {
        picture.part(part, &mut drawing);
    }
    drawing
}

/// The characters for the parts of a ship, and for water.
pub(crate) const PARTS: [(&str, &str); 7] = [
    ("water", "~"),
    ("top", "∩"),
    ("bottom", "∪"),
    ("leftmost", "⊂"),
    ("rightmost", "⊃"),
    ("middle", "□"),
    ("single", "○"),
];

/// Number of rows and columns of numbers around the board.
#[derive(Clone, Copy)]
struct Margin {
    above: usize,
    before: usize,
    /// Below and behind the board.
    after: usize,
}

impl Margin {
    fn of(board: &Board) -> Self {
        let columns = usize::from(board.givens.size.cols);
        if board.page.draw.iter().any(|part| part.name == "sides") {
            return Margin { above: 1, before: 1, after: 1 };
        }
        let mut margin = Margin { above: 0, before: 0, after: 0 };
        let lines = board.page.givens.iter().filter(|given| given.at == At::Lines);
        for key in
            lines.filter_map(|given| board.givens.layers.get(&given.name)).flat_map(|layer| layer.keys())
        {
            let side = if key[0] < columns { &mut margin.above } else { &mut margin.before };
            *side = (*side).max(key.get(1).copied().unwrap_or(0) + 1);
        }
        margin
    }

    fn at(self, board: &Board, cell: usize) -> Cell {
        let cell = board.givens.size.cell(cell);
        Cell::new(cell.row + self.above as u16, cell.col + self.before as u16)
    }
}

/// Number of clues in a line below a board.
const CLUES_IN_A_LINE: usize = 8;

/// The cell of the picture that shows a cell of the board.
pub(crate) fn at(board: &Board, cell: usize) -> Cell {
    Margin::of(board).at(board, cell)
}

/// The name of a cell of a picture: its place on the board.
pub(crate) fn name(board: &Board, cell: Cell) -> String {
    let margin = Margin::of(board);
    let row = usize::from(cell.row).checked_sub(margin.above);
    let column = usize::from(cell.col).checked_sub(margin.before);
    row.zip(column)
        .map_or_else(|| "a margin".into(), |(row, column)| Cell::new(row as u16, column as u16).to_string())
}

struct Pictured<'b> {
    board: &'b Board,
    solution: Option<&'b Solution>,
    margin: Margin,
}

impl Pictured<'_> {
    fn at(&self, index: usize) -> Cell {
        self.margin.at(self.board, index)
    }

    /// The number of the board's cell that is there.
    fn index(&self, cell: Cell) -> Option<usize> {
        let size = self.board.givens.size;
        let row = usize::from(cell.row).checked_sub(self.margin.above)?;
        let column = usize::from(cell.col).checked_sub(self.margin.before)?;
        let on_board = row < usize::from(size.rows) && column < usize::from(size.cols);
        on_board.then(|| row * usize::from(size.cols) + column)
    }

    /// The places of a layer that the solution chooses.
    fn chosen(&self, layer: &str) -> Vec<usize> {
        let values = self.solution.map_or_else(Vec::new, |solution| solution.flat(layer));
        let chosen = values.into_iter().enumerate().filter(|(_, value)| value.count() > 0);
        chosen.map(|(place, _)| place).collect()
    }

    fn part(&self, part: &Part, drawing: &mut Drawing) {
        let layer = part.args.first().map_or("", String::as_str);
        let given = self.board.page.given(layer);
        match part.name.as_str() {
            "write" if given.is_some_and(|given| given.is_list) => self.lists(part, drawing),
            "write" | "labels" => self.write(layer, drawing),
            "cages" => self.cages(part, drawing),
            "caption" => self.caption(part, drawing),
            "walls" => {
                let keys = self.board.givens.layers.get(layer).into_iter().flat_map(|layer| layer.keys());
                keys.for_each(|key| drawing.fill(self.at(key[0]), Fill::Wall));
            }
            "fill" => {
                for cell in self.chosen(layer) {
                    drawing.fill(self.at(cell), Fill::Shaded);
                }
            }
            "water" => {
                for cell in self.chosen(layer) {
                    drawing.fill(self.at(cell), Fill::Color(1));
                    drawing.label(self.at(cell), "≈", Ink::Deduced);
                }
            }
            "stars" | "lights" => {
                for cell in self.chosen(layer) {
                    drawing.label(self.at(cell), if part.name == "stars" { "★" } else { "☼" }, Ink::Deduced);
                }
            }
            "circles" => {
                let Some(What::Symbol(names)) = given.map(|given| &given.what) else { return };
                for (key, word) in self.board.givens.layers.get(layer).into_iter().flatten() {
                    let is_first = names.first() == Some(&word.value);
                    drawing.label(self.at(key[0]), if is_first { "○" } else { "●" }, Ink::Given);
                }
            }
            "rooms" => {
                let Some(rooms) = &self.board.givens.rooms else { return };
                let room = |cell: Cell| Some(rooms[self.index(cell)?]);
                drawing.regions(room, Border::Thick, Border::Faint);
                for &number in &self.board.givens.inner {
                    self.thick(ends(self.board.givens.size, number), drawing);
                }
            }
            "areas" => {
                let values = self.solution.map_or_else(Vec::new, |solution| solution.flat(layer));
                if values.is_empty() {
                    drawing.regions(|cell| self.index(cell), Border::Faint, Border::Faint);
                    drawing.regions(|_| Some(()), Border::Thick, Border::Faint);
                } else {
                    let area = |cell: Cell| values.get(self.index(cell)?).map(|value| value.text());
                    drawing.regions(area, Border::Thick, Border::Faint);
                }
            }
            "dots" => {
                let (width, _) = self.board.givens.dots();
                for (layer, is_dark) in part.args.iter().zip([false, true]) {
                    let keys = self.board.givens.layers.get(layer).into_iter().flat_map(|layer| layer.keys());
                    keys.for_each(|key| drawing.star(key[0] / width, key[0] % width, is_dark));
                }
            }
            "sums" => self.sums(part, drawing),
            "parts" => self.parts(part, drawing),
            "borders" => {
                for cell in self.board.givens.size.cells() {
                    drawing.border(cell, Direction::Right, Border::Faint);
                    drawing.border(cell, Direction::Down, Border::Faint);
                }
                drawing.regions(|_| Some(()), Border::Thick, Border::Faint);
                for cells in self.edges(layer) {
                    self.thick(cells, drawing);
                }
            }
            "lines" => {
                let values = self.solution.map_or_else(Vec::new, |solution| solution.flat(layer));
                for (edge, value) in values.into_iter().enumerate().filter(|(_, value)| value.count() > 0) {
                    let stroke = if value.count() == 2 { Stroke::Double } else { Stroke::Line };
                    drawing.stroke(&ends(self.board.givens.size, edge).map(|cell| self.at(cell)), stroke);
                }
            }
            "margins" | "sides" => self.margins(layer, drawing),
            "arrows" => self.signs(&part.args, None, drawing),
            "signs" => {
                if let [digit, number, signs @ ..] = &part.args[..] {
                    self.signs(signs, Some([digit, number]), drawing);
                }
            }
            _ => {}
        }
    }

    /// A thick border between two neighbours.
    fn thick(&self, [a, b]: [usize; 2], drawing: &mut Drawing) {
        let is_below = b == a + usize::from(self.board.givens.size.cols);
        let side = if is_below { Direction::Down } else { Direction::Right };
        drawing.border(self.at(a), side, Border::Thick);
    }

    /// The numbers around the board, next to it.
    fn margins(&self, layer: &str, drawing: &mut Drawing) {
        let Some(given) = self.board.page.given(layer) else { return };
        let size = self.board.givens.size;
        let (rows, columns) = (usize::from(size.rows), usize::from(size.cols));
        for line in 0..rows + columns {
            let words = self.board.givens.line(given, line);
            for (place, word) in words.iter().enumerate() {
                // Distance before the board, or behind it.
                let before = |margin: usize, side: usize| match self.margin.after {
                    0 => margin + place - words.len(),
                    _ if place == 0 => 0,
                    _ => side + 1,
                };
                let cell = if line < columns {
                    Cell::new(before(self.margin.above, rows) as u16, (self.margin.before + line) as u16)
                } else {
                    let row = self.margin.above + line - columns;
                    Cell::new(row as u16, before(self.margin.before, columns) as u16)
                };
                drawing.label(cell, word.unwrap_or_default(), Ink::Given);
            }
        }
    }

    /// Writes sums, the one below first.
    fn sums(&self, part: &Part, drawing: &mut Drawing) {
        for cell in 0..self.board.givens.size.area() {
            let [below, right] = [0, 1].map(|at| self.board.givens.get(&part.args[at], &[cell]));
            if below.is_some() || right.is_some() {
                let label = format!("{}╲{}", below.unwrap_or_default(), right.unwrap_or_default());
                drawing.label(self.at(cell), &label, Ink::Given);
            }
        }
    }

    /// Draws parts of ships.
    fn parts(&self, part: &Part, drawing: &mut Drawing) {
        for cell in 0..self.board.givens.size.area() {
            let part_of = |layer: &String| self.board.givens.get(layer, &[cell]);
            if let Some(word) = part.args.iter().find_map(part_of) {
                let sign = PARTS.iter().find(|(part, _)| *part == word).map_or(word, |(_, sign)| sign);
                drawing.fill(self.at(cell), Fill::None);
                drawing.label(self.at(cell), sign, Ink::Given);
            }
        }
    }

    /// Writes the signs of each cell, after its number: that of the solution, or a given one.
    fn signs(&self, signs: &[String], numbers: Option<[&str; 2]>, drawing: &mut Drawing) {
        let givens = &self.board.givens;
        let values = |layer: &str| self.solution.map_or_else(Vec::new, |solution| solution.flat(layer));
        let digits = numbers.map_or_else(Vec::new, |[digit, _]| values(digit));
        for cell in 0..givens.size.area() {
            let word: String = signs.iter().filter_map(|layer| givens.get(layer, &[cell])).collect();
            if word.is_empty() {
                continue;
            }
            let number = numbers.and_then(|[_, number]| givens.get(number, &[cell]));
            let digit = digits.get(cell).and_then(|digit| digit.text());
            let ink = if digit.is_some() && number.is_none() { Ink::Deduced } else { Ink::Given };
            let number = number.map(str::to_owned).or(digit).unwrap_or_default();
            drawing.label(self.at(cell), &(number + &word), ink);
        }
    }

    /// Writes the given lists.
    fn lists(&self, part: &Part, drawing: &mut Drawing) {
        for cell in 0..self.board.givens.size.area() {
            let list = self.board.givens.list(&part.args.iter().map(String::as_str), cell);
            if !list.is_empty() {
                drawing.label(self.at(cell), &list.join(","), Ink::Given);
            }
        }
    }

    /// Writes a given layer or one of the solution.
    fn write(&self, layer: &str, drawing: &mut Drawing) {
        let firsts = self.board.givens.first_cells();
        let at = self.board.page.given(layer).map(|given| given.at);
        for (key, word) in self.board.givens.layers.get(layer).into_iter().flatten() {
            let cell = match at {
                Some(At::Rooms) => self.board.givens.size.index(firsts[key[0]]),
                _ => key[0],
            };
            drawing.label(self.at(cell), &word.value, Ink::Given);
        }
        let values = self.solution.map_or_else(Vec::new, |solution| solution.flat(layer));
        for (cell, value) in values.into_iter().enumerate() {
            if let Some(text) = value.text() {
                drawing.label(self.at(cell), &text, Ink::Deduced);
            }
        }
    }

    /// The clue of each room, a number with its sign: at its first cell in pictures, below the board in text.
    fn cages(&self, part: &Part, drawing: &mut Drawing) {
        let givens = &self.board.givens;
        let Some((number, signs)) = part.args.split_first() else { return };
        let clue = |room: usize| {
            let is_signed = |layer: &&String| givens.get(layer, &[room]).is_some();
            let sign = signs.iter().find(is_signed).and_then(|layer| givens.get(layer, &[room]));
            let clue = [givens.get(number, &[room]), sign].into_iter().flatten().collect::<String>();
            (!clue.is_empty()).then_some(clue)
        };
        let mut notes = Vec::new();
        for (room, first) in givens.first_cells().into_iter().enumerate() {
            let Some(clue) = clue(room) else { continue };
            let cells = (0..).zip(givens.rooms.iter().flatten());
            let cells: Vec<Cell> =
                cells.filter(|&(_, of)| *of == room).map(|(cell, _)| self.at(cell)).collect();
            drawing.outline(&cells, &clue);
            notes.push(format!("{first} {clue}"));
        }
        notes.chunks(CLUES_IN_A_LINE).for_each(|notes| drawing.note(&notes.join(", ")));
    }

    /// The constants of the board below it: `fleet: 4`. Where the page says 0 or less, that is no rule of all boards, and only
    /// another number is shown.
    fn caption(&self, part: &Part, drawing: &mut Drawing) {
        let page = &self.board.page;
        let shown = |name: &&String| {
            let usual = page.numbers.get(*name).copied().unwrap_or_default();
            usual > 0 || self.board.givens.number(page, name) != usual
        };
        let number = |name: &String| format!("{name}: {}", self.board.givens.number(page, name));
        let numbers: Vec<String> = part.args.iter().filter(shown).map(number).collect();
        if !numbers.is_empty() {
            drawing.caption(&numbers.join(", "));
        }
    }

    /// The borders that are chosen, each by its two cells.
    fn edges(&self, layer: &str) -> impl Iterator<Item = [usize; 2]> {
        self.chosen(layer).into_iter().map(|edge| ends(self.board.givens.size, edge))
    }
}
