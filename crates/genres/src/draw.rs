//! Pictures: what each layer shows follows from its look.

use jigsat_grid::{Border, Cell, Corner, Direction, Disc, Drawing, Fill, Ink, Size, Stroke, Tile};
use jigsat_qprop::{Layer, Over};

use crate::{
    Board, Solution, Value,
    givens::ends,
    look::{Look, pole},
    page::{At, Given, What},
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
    drawing.number_from(Cell::new(margin.above as u16, margin.before as u16), size);
    if !board.givens.title.is_empty() {
        drawing.title(&board.givens.title);
    }
    let given = board.givens.in_cells(&board.page);
    let picture = Pictured { board, solution, margin, given };
    picture.grid(&mut drawing);
    picture.around(&mut drawing);
    picture.cells(&mut drawing);
    for layer in board.layers.iter().filter(|layer| layer.over != Over::Other) {
        picture.sought(layer, &mut drawing);
    }
    picture.cages(&mut drawing);
    picture.caption(&mut drawing);
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

/// The arrows that pictures show for words.
pub(crate) const ARROWS: [(&str, &str); 4] = [("^", "↑"), (">", "→"), ("v", "↓"), ("<", "←")];

/// The shapes that pictures show for words.
pub(crate) const SHAPES: [(&str, &str); 2] = [("o", "○"), ("t", "△")];

/// The signs of sums below a cell and to its right.
const BELOW_AND_RIGHT: [&str; 2] = ["v", ">"];

/// The colours of water and of cells with light.
const WATER: usize = 1;
const LIT: usize = 3;

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
        let mut margin = Margin { above: 0, before: 0, after: 0 };
        for given in board.page.givens.iter().filter(|given| given.at == At::Lines) {
            if given.is_at_ends() {
                return Margin { above: 1, before: 1, after: 1 };
            }
            margin.above = margin.above.max(given.places.len());
            margin.before = margin.before.max(given.places.len());
            for key in board.givens.layers.get(&given.name).into_iter().flat_map(|layer| layer.keys()) {
                let side = if key[0] < columns { &mut margin.above } else { &mut margin.before };
                *side = (*side).max(key.get(1).copied().unwrap_or(0) + 1);
            }
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

/// A circle in a cell: white for the first of two words.
fn circle(at: Cell, words: &[String], word: &str, drawing: &mut Drawing) {
    let is_first = words.first().is_some_and(|first| first == word);
    drawing.disc(at, if is_first { Disc::White } else { Disc::Black });
}

struct Pictured<'b> {
    board: &'b Board,
    solution: Option<&'b Solution>,
    margin: Margin,
    /// What is given in each cell.
    given: Vec<Vec<(&'b Given, &'b str)>>,
}

impl<'b> Pictured<'b> {
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

    fn look(&self, layer: &str) -> Look {
        self.board.page.look(layer)
    }

    /// The values of a layer in the solution, by their places.
    fn values(&self, layer: &Layer) -> impl Iterator<Item = (usize, &'b Value)> {
        let values = self.solution.map_or_else(Vec::new, |solution| solution.flat(&layer.name));
        values.into_iter().enumerate()
    }

    /// The borders of cells: thick ones around the board and its rooms, and around areas that are found.
    fn grid(&self, drawing: &mut Drawing) {
        let givens = &self.board.givens;
        let looks = || self.board.layers.iter().map(|layer| (layer, self.look(&layer.name)));
        let areas = looks().find(|(_, look)| *look == Look::Area).map(|(layer, _)| layer);
        let areas: Vec<Option<String>> =
            areas.map_or_else(Vec::new, |layer| self.values(layer).map(|(_, value)| value.text()).collect());
        let is_divided =
            givens.rooms.is_some() || looks().any(|(_, look)| matches!(look, Look::Area | Look::Border));
        let region = |cell: Cell| {
            let cell = self.index(cell)?;
            Some((givens.rooms.as_ref().map(|rooms| rooms[cell]), areas.get(cell)))
        };
        drawing.regions(region, Border::Thick, if is_divided { Border::Faint } else { Border::Thin });
        givens.inner.iter().for_each(|&border| self.thick(border, drawing));
    }

    /// A thick border between two neighbours, by its number.
    fn thick(&self, border: usize, drawing: &mut Drawing) {
        let [a, b] = ends(self.board.givens.size, border);
        let is_below = b == a + usize::from(self.board.givens.size.cols);
        let side = if is_below { Direction::Down } else { Direction::Right };
        drawing.border(self.at(a), side, Border::Thick);
    }

    /// What is given beside the cells: numbers around the board, next to it, and stars.
    fn around(&self, drawing: &mut Drawing) {
        let givens = &self.board.givens;
        // Of stars, and of words on borders, the second are dark.
        let mut is_dark = false;
        for given in &self.board.page.givens {
            match given.at {
                At::Lines => self.margins(given, drawing),
                At::Corners => {
                    let width = usize::from(self.board.givens.size.cols) + 1;
                    let layer = givens.layers.get(&given.name).into_iter().flatten();
                    for (key, word) in layer {
                        drawing.label_corner(
                            self.margin.above + key[0] / width,
                            self.margin.before + key[0] % width,
                            &word.value,
                        );
                    }
                }
                At::Dots => {
                    let (width, _) = givens.dots();
                    let keys = givens.layers.get(&given.name).into_iter().flat_map(|layer| layer.keys());
                    keys.for_each(|key| drawing.star(key[0] / width, key[0] % width, is_dark));
                    is_dark = true;
                }
                At::Borders if given.is_on_border() => {
                    let keys = givens.layers.get(&given.name).into_iter().flat_map(|layer| layer.keys());
                    for [a, b] in keys.map(|key| ends(givens.size, key[0]).map(|cell| self.at(cell))) {
                        drawing.star(usize::from(a.row + b.row), usize::from(a.col + b.col), is_dark);
                    }
                    is_dark = true;
                }
                _ => {}
            }
        }
    }

    fn margins(&self, given: &Given, drawing: &mut Drawing) {
        let size = self.board.givens.size;
        let (rows, columns) = (usize::from(size.rows), usize::from(size.cols));
        for line in 0..rows + columns {
            let words = self.board.givens.line(given, line);
            for (place, word) in words.iter().enumerate() {
                // Distance before the board, or behind it.
                let before = |margin: usize, side: usize| match self.margin.after {
                    0 if given.places.is_empty() => margin + place - words.len(),
                    0 => place,
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
        // Which numbers are those of which pole.
        for (place, sign) in
            given.places.iter().enumerate().filter_map(|(place, name)| Some((place, pole(name)?)))
        {
            let last = given.places.len() - 1;
            for (row, column) in [(place, last), (last, place)] {
                drawing.label(Cell::new(row as u16, column as u16), sign, Ink::Given);
            }
        }
    }

    /// What is given in cells, and numbers that are found there.
    fn cells(&self, drawing: &mut Drawing) {
        let is_number = |layer: &&Layer| layer.over == Over::Cells && !layer.values.is_empty();
        let numbers = self.board.layers.iter().filter(is_number);
        let mut found = vec![None; self.board.givens.size.area()];
        for layer in numbers {
            let look = self.look(&layer.name);
            for (cell, value) in self.values(layer) {
                match look {
                    Look::Text | Look::Sign => found[cell] = value.text().or_else(|| found[cell].take()),
                    Look::Blank | Look::Block if value.count() > 0 => found[cell] = value.text(),
                    Look::Pole => {
                        let sign = value.text().and_then(|word| pole(&word));
                        found[cell] = sign.map(str::to_owned).or_else(|| found[cell].take());
                    }
                    _ => {}
                }
            }
        }
        for (cell, found) in found.into_iter().enumerate() {
            self.cell(cell, found, drawing);
        }
    }

    /// The label of a cell: a number, given or else found, and the signs behind it; a list; or sums.
    fn cell(&self, cell: usize, found: Option<String>, drawing: &mut Drawing) {
        let at = self.at(cell);
        let (mut number, mut signs, mut sums, mut list) = (None, String::new(), None, Vec::new());
        // The number of a room leaves its first cell to a line.
        let has_lines = || self.board.layers.iter().any(|layer| self.look(&layer.name) == Look::Line);
        let (mut is_of_room, mut ship) = (false, None);
        let givens = &self.given[cell];
        let mut tile = (!givens.is_empty() && self.tiles().next().is_some()).then_some((Tile::Grey, ""));
        for &(given, value) in givens {
            let look = self.look(&given.name);
            is_of_room |= given.at == At::Rooms && has_lines();
            if look == Look::Wall {
                drawing.fill(at, Fill::Wall);
            }
            match (look, &given.what) {
                (Look::Wall, What::Word(_)) | (Look::Cage, _) => {}
                (Look::Tile, _) => {
                    tile = self.tiles().find(|(name, _)| *name == given.name).map(|(_, tile)| (tile, value));
                }
                (Look::Tree, _) => number = look.sign(),
                (Look::Pole, _) => number = pole(value).or(Some(value)),
                (Look::Circle, What::Symbol(names)) => circle(at, names, value, drawing),
                (Look::Ship, _) => {
                    let sign = PARTS.iter().find(|(part, _)| *part == value);
                    number = Some(sign.map_or(value, |(_, sign)| sign));
                    ship = sign.map(|(part, _)| *part).filter(|part| *part != "water");
                }
                (Look::Arrow, What::Word(word)) => {
                    signs += ARROWS.iter().find(|(known, _)| known == word).map_or(value, |(_, arrow)| arrow);
                }
                (Look::Shape, What::Word(word)) if word == "o" => drawing.disc(at, Disc::White),
                (Look::Shape, What::Word(word)) => {
                    number = Some(
                        SHAPES.iter().find(|(known, _)| known == word).map_or(value, |(_, shape)| *shape),
                    );
                }
                (Look::Sign, What::Word(word)) => {
                    let (row, col) = (2 * usize::from(at.row), 2 * usize::from(at.col));
                    let is_between = match word.as_str() {
                        "v" => drawing.sign(row + 1, col, '∨'),
                        "^" => drawing.sign(row + 1, col, '∧'),
                        _ => drawing.sign(row, col + 1, word.chars().next().unwrap_or(' ')),
                    };
                    // It compares with no cell, and is seen nonetheless.
                    if !is_between {
                        signs += value;
                    }
                }
                (_, What::Signed(sign)) => match BELOW_AND_RIGHT.iter().position(|side| side == sign) {
                    Some(side) => sums.get_or_insert([""; 2])[side] = value,
                    None => signs += &format!("{value}{sign}"),
                },
                _ if given.is_list => list.push(value),
                (_, What::Word(_)) => signs += value,
                _ => number = Some(value),
            }
            let is_ringed =
                look == Look::Name || look == Look::Circle && !matches!(given.what, What::Symbol(_));
            if is_ringed {
                drawing.disc(at, Disc::Ring);
            }
        }
        if let Some(sums) = sums {
            drawing.fill(at, Fill::Wall);
            drawing.split(at, sums);
        } else if !list.is_empty() {
            drawing.list(at, &list);
        } else {
            let ink = if found.is_some() && number.is_none() { Ink::Deduced } else { Ink::Given };
            let label = number.map(str::to_owned).or(found).unwrap_or_default() + &signs;
            match (ship, tile) {
                (Some(part), _) => drawing.ship(at, &label, ink, self.goes_on(cell, part)),
                (_, Some((tile, sign))) => {
                    drawing.fill(at, Fill::Tile(tile));
                    drawing.signed(at, &label, sign);
                }
                _ if is_of_room => drawing.corner(at, &label),
                _ => drawing.label(at, &label, ink),
            }
        }
    }

    /// The words that say of which colour a cell with a clue is.
    fn tiles(&self) -> impl Iterator<Item = (&str, Tile)> {
        let names = self.board.page.givens.iter().map(|given| given.name.as_str());
        names.filter(|name| self.look(name) == Look::Tile).zip([Tile::White, Tile::Black, Tile::Grey])
    }

    /// What is found of a layer, except for numbers and areas.
    fn sought(&self, layer: &Layer, drawing: &mut Drawing) {
        let look = self.look(&layer.name);
        let cells = |place: usize| match layer.over {
            Over::Edges => ends(self.board.givens.size, place).map(|cell| self.at(cell)).to_vec(),
            _ => vec![self.at(place)],
        };
        // Where something is still open, a place where nothing is must look different.
        let is_open = self.values(layer).any(|(_, value)| *value == Value::Unknown);
        for (place, value) in self.values(layer) {
            match (look, value.count()) {
                (Look::Text | Look::Area | Look::Sign, _) | (Look::Blank | Look::Block, 1..) => {}
                (Look::Block, _) if *value != Value::Unknown => {
                    drawing.fill(self.at(place), Fill::Shaded);
                }
                (Look::Circle, _) => {
                    value
                        .text()
                        .into_iter()
                        .for_each(|word| circle(self.at(place), &layer.values, &word, drawing));
                }
                (Look::Slant, _) => {
                    let text = value.text();
                    let word = layer.values.iter().position(|word| Some(word) == text.as_ref());
                    let slant = word.and_then(|word| [Stroke::Falling, Stroke::Rising].get(word).copied());
                    if let Some(slant) = slant {
                        drawing.stroke(&cells(place), slant);
                    }
                }
                (Look::Triangle | Look::Pole, _) => {
                    let word = layer.values.iter().position(|word| value.is(word));
                    match word.and_then(|word| Corner::ALL.get(word)) {
                        Some(&corner) if look == Look::Triangle => {
                            drawing.stroke(&cells(place), Stroke::Half(corner));
                        }
                        // What is given there says that it is nothing.
                        _ if !self.given[place].is_empty() => {}
                        _ if is_open && word.is_some_and(|word| word + 1 == layer.values.len()) => {
                            drawing.stroke(&cells(place), Stroke::Nothing);
                        }
                        _ => {}
                    }
                }
                (Look::Ship, _) if self.is_given_ship(place) => {}
                (_, 0) if is_open && *value != Value::Unknown => {
                    drawing.stroke(&cells(place), Stroke::Nothing);
                }
                (_, 0) => {}
                (Look::Line, count) => {
                    drawing.stroke(&cells(place), if count == 2 { Stroke::Double } else { Stroke::Line });
                }
                (Look::Border, _) => self.thick(place, drawing),
                (Look::Shade, _) => drawing.fill(self.at(place), Fill::Shaded),
                (Look::Ship, _) => {
                    let label = look.sign().unwrap_or_default();
                    drawing.ship(self.at(place), label, Ink::Deduced, self.goes_on(place, ""));
                }
                (Look::Mine, _) => drawing.disc(self.at(place), Disc::Black),
                _ => {
                    match look {
                        Look::Light => self.shine(place, drawing),
                        Look::Water => drawing.fill(self.at(place), Fill::Color(WATER)),
                        _ => {}
                    }
                    drawing.label(self.at(place), look.sign().unwrap_or_default(), Ink::Deduced);
                }
            }
        }
    }

    /// Where the ship in a cell goes on: as the given part says, otherwise where another part of it is known.
    fn goes_on(&self, cell: usize, part: &str) -> [bool; 4] {
        let size = self.board.givens.size;
        let ships = self.board.layers.iter().filter(|layer| self.look(&layer.name) == Look::Ship);
        let found: Vec<&Value> = ships.flat_map(|layer| self.values(layer)).map(|(_, value)| value).collect();
        let is_ship = |cell: Cell| {
            let cell = size.index(cell);
            let mut givens = self.given[cell].iter();
            let is_given =
                givens.any(|&(given, value)| self.look(&given.name) == Look::Ship && value != "water");
            is_given || found.get(cell).is_some_and(|value| value.is_yes())
        };
        Direction::ALL.map(|side| match (part, side) {
            ("top", Direction::Down)
            | ("bottom", Direction::Up)
            | ("leftmost", Direction::Right)
            | ("rightmost", Direction::Left) => true,
            ("" | "middle", _) => size.step(size.cell(cell), side).is_some_and(is_ship),
            _ => false,
        })
    }

    /// Whether a part of a ship, or water, is given in a cell.
    fn is_given_ship(&self, cell: usize) -> bool {
        self.given[cell].iter().any(|(given, _)| self.look(&given.name) == Look::Ship)
    }

    /// Colours the cells that a light reaches.
    fn shine(&self, light: usize, drawing: &mut Drawing) {
        let size = self.board.givens.size;
        let is_wall = |cell: Cell| {
            self.given[size.index(cell)].iter().any(|(given, _)| self.look(&given.name) == Look::Wall)
        };
        for side in Direction::ALL {
            let way = std::iter::successors(Some(size.cell(light)), |&cell| size.step(cell, side));
            for cell in way.take_while(|&cell| !is_wall(cell)) {
                drawing.fill(self.at(size.index(cell)), Fill::Color(LIT));
            }
        }
    }

    /// The clue of each room, a number with its sign: at its first cell in pictures, below the board in text.
    fn cages(&self, drawing: &mut Drawing) {
        let givens = &self.board.givens;
        let mut notes = Vec::new();
        for (room, first) in givens.first_cells().into_iter().enumerate() {
            let cages = self.board.page.givens.iter().filter(|given| self.look(&given.name) == Look::Cage);
            let clue: String = cages.filter_map(|given| givens.get(&given.name, &[room])).collect();
            if clue.is_empty() {
                continue;
            }
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
    fn caption(&self, drawing: &mut Drawing) {
        let page = &self.board.page;
        let numbers = page.numbers.iter().filter_map(|(name, &usual)| {
            let number = self.board.givens.number(page, name);
            (usual > 0 || number != usual).then(|| format!("{name}: {number}"))
        });
        let numbers: Vec<String> = numbers.collect();
        if !numbers.is_empty() {
            drawing.caption(&numbers.join(", "));
        }
    }
}
