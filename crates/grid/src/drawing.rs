mod argued;
mod cut;
mod layout;
mod squares;
mod svg;
mod text;

pub use argued::{line_color, line_style};
pub use cut::Cut;

use crate::{Cell, Direction, Edge, Mark, Note, Size};

/// A picture of a board, described once and drawn as text, as text with ANSI colours, or as SVG.
///
/// A new picture is empty: no label, no border. Positions outside the board are ignored everywhere.
///
/// ```
/// use jigsat_grid::{Border, Cell, Charset, Drawing, Ink, Size};
///
/// let mut drawing = Drawing::new(Size::new(1, 2));
/// drawing.label(Cell::new(0, 0), "5", Ink::Given);
/// drawing.regions(|cell| Some(cell.col), Border::Thick, Border::Faint);
/// assert_eq!(drawing.to_text(Charset::Unicode), "┏━━━┳━━━┓\n┃ 5 ┃   ┃\n┗━━━┻━━━┛\n");
/// ```
#[derive(Clone, Debug)]
pub struct Drawing {
    title: Option<String>,
    caption: Option<String>,
    notes: Vec<String>,
    empty: char,
    even: bool,
    dots: bool,
    size: Size,
    squares: Vec<Square>,
    /// Borders above each cell, with one more row below the board.
    above: Vec<Border>,
    /// Borders on the left of each cell, with one more column after the board.
    before: Vec<Border>,
    strokes: Vec<(Vec<Cell>, Stroke)>,
    /// The first of the cells whose rows and columns have numbers, and how many these are.
    numbered: (Cell, Size),
    outlines: Vec<Outline>,
    /// For each star or sign, its distance down and to the right in half cells, from the middle of the first cell.
    stars: Vec<(usize, usize, Point)>,
    /// Labels on corners of cells, by how many rows and columns are before them.
    corners: Vec<(usize, usize, String)>,
    /// What is shown of an argument, in place of marks.
    notes_of_argument: Vec<Note>,
}

#[derive(Clone, Debug, Default)]
struct Square {
    label: String,
    /// The labels that it consists of, and how SVG arranges them.
    parts: Parts,
    disc: Option<Disc>,
    ink: Ink,
    fill: Fill,
    mark: Option<Mark>,
}

/// How SVG arranges a label.
#[derive(Clone, Debug, Default)]
enum Parts {
    /// As one.
    #[default]
    One,
    /// On the two sides of a diagonal: below and to the left of it, above and to the right.
    Split([String; 2]),
    /// Around the middle of the cell.
    Around(Vec<String>),
    /// Small, in the corner at the top left.
    Corner,
    /// As one, without the sign behind it: this is what is left.
    Unsigned(String),
    /// As a part of a ship that goes on in these directions, in the order of [`Direction::ALL`].
    Ship([bool; 4]),
}

/// What is drawn on the middle of a cell, a border or a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Point {
    White,
    Dark,
    Sign(char),
}

#[derive(Clone, Debug)]
struct Outline {
    cells: Vec<Cell>,
    label: String,
}

/// How a label looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ink {
    /// Part of the puzzle: bold.
    #[default]
    Given,
    /// Found by solving.
    Deduced,
    /// Breaks a rule.
    Wrong,
}

/// What a cell is filled with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fill {
    /// Nothing.
    #[default]
    None,
    /// No cell at all, or a wall.
    Wall,
    /// Shaded by solving: drawn like a wall, and in text as a sign instead of the label.
    Shaded,
    /// Marked, such as the cells that an explanation is about.
    Marked,
    /// A region's colour by its number; colours repeat after eight.
    Color(usize),
    /// A square with a clue, whose colour is the same in either colour scheme. Text doesn't show it.
    Tile(Tile),
}

/// The colour of a square with a clue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tile {
    /// White.
    White,
    /// Black.
    Black,
    /// Between the two.
    Grey,
}

/// A circle in a cell. Text shows a white or black one in cells without a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disc {
    /// White in either colour scheme.
    White,
    /// Black in either colour scheme.
    Black,
    /// Around the label, in the colour of the board; text leaves it out.
    Ring,
}

/// A border between two cells or at the edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Border {
    /// No border.
    #[default]
    None,
    /// Known not to be there: drawn as a small cross. Text shows it in pictures with [`Drawing::dots`].
    Crossed,
    /// A hairline; left out in text.
    Faint,
    /// A thin line.
    Thin,
    /// A thick line.
    Thick,
}

/// A shape drawn under the labels, along the centres of cells. Text shows only lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// A bulb in the first cell and a tube through the others.
    Thermometer,
    /// A thin line that extends to the corners of the first and the last cell.
    Diagonal,
    /// A thick line from centre to centre. Text shows it in cells without a label.
    Line,
    /// Two thin lines side by side, otherwise as [`Stroke::Line`].
    Double,
    /// A thick line through each cell, from its upper left corner to its lower right one. Text shows it as [`Stroke::Line`].
    Falling,
    /// The same from the lower left corner to the upper right one.
    Rising,
    /// A dark half of each cell: a triangle with its right angle at this corner. Text shows it as [`Stroke::Line`].
    Half(Corner),
    /// A small cross between two cells, and a dot in a single one: known to have nothing there.
    Nothing,
}

/// A corner of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    /// Above and to the left.
    UpperLeft,
    /// Above and to the right.
    UpperRight,
    /// Below and to the right.
    LowerRight,
    /// Below and to the left.
    LowerLeft,
}

impl Corner {
    /// All four, clockwise from the upper left.
    pub const ALL: [Corner; 4] =
        [Corner::UpperLeft, Corner::UpperRight, Corner::LowerRight, Corner::LowerLeft];
}

/// The characters for the lines of a text picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charset {
    /// Box drawing characters.
    Unicode,
    /// `+`, `-` and `|` for thin and thick alike.
    Ascii,
}

impl Drawing {
    /// A picture of a board of this size, with nothing on it.
    #[must_use]
    pub fn new(size: Size) -> Self {
        let (rows, cols) = (usize::from(size.rows), usize::from(size.cols));
        Drawing {
            title: None,
            caption: None,
            notes: Vec::new(),
            empty: ' ',
            even: false,
            dots: false,
            size,
            squares: vec![Square::default(); size.area()],
            above: vec![Border::None; (rows + 1) * cols],
            before: vec![Border::None; rows * (cols + 1)],
            strokes: Vec::new(),
            numbered: (Cell::new(0, 0), size),
            outlines: Vec::new(),
            stars: Vec::new(),
            corners: Vec::new(),
            notes_of_argument: Vec::new(),
        }
    }

    /// The size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// A line above the board.
    pub fn title(&mut self, title: &str) {
        self.title = Some(printable(title));
    }

    /// A line below the board, for what holds on all of it.
    pub fn caption(&mut self, caption: &str) {
        self.caption = Some(printable(caption));
    }

    /// Adds a line below the board, in text only, for what text can't draw.
    pub fn note(&mut self, note: &str) {
        self.notes.push(printable(note));
    }

    /// Sets the character for a cell without a label in text (a blank at first), so that the text can be read
    /// back.
    pub fn empty(&mut self, char: char) {
        self.empty = char;
    }

    /// Gives every line between cells room in text, even if nothing of it is visible, so that all cells are
    /// equally far apart. At first, such lines have no room.
    pub fn even(&mut self) {
        self.even = true;
    }

    /// Draws a dot at each corner of each cell, and gives every line its room in text.
    pub fn dots(&mut self) {
        self.dots = true;
    }

    /// Writes a label into a cell.
    pub fn label(&mut self, cell: Cell, label: &str, ink: Ink) {
        if let Some(square) = self.square_mut(cell) {
            square.label = printable(label);
            square.parts = Parts::One;
            square.ink = ink;
        }
    }

    /// Writes two given labels into a cell, which SVG separates by a diagonal: below and to the left of it, above and to
    /// the right.
    pub fn split(&mut self, cell: Cell, labels: [&str; 2]) {
        self.label(cell, &labels.join("╲"), Ink::Given);
        if let Some(square) = self.square_mut(cell) {
            square.parts = Parts::Split(labels.map(printable));
        }
    }

    /// Writes a given label into a cell, which is small and in a corner in SVG: what is below it stays visible.
    pub fn corner(&mut self, cell: Cell, label: &str) {
        self.label(cell, label, Ink::Given);
        if let Some(square) = self.square_mut(cell) {
            square.parts = Parts::Corner;
        }
    }

    /// Writes a given label into a cell. Text, which doesn't show what SVG does by colours, has a sign behind it.
    pub fn signed(&mut self, cell: Cell, label: &str, sign: &str) {
        self.label(cell, &format!("{label}{sign}"), Ink::Given);
        if let Some(square) = self.square_mut(cell) {
            square.parts = Parts::Unsigned(printable(label));
        }
    }

    /// Draws a part of a ship into a cell, with round ends where it doesn't go on; text shows the label.
    pub fn ship(&mut self, cell: Cell, label: &str, ink: Ink, goes_on: [bool; 4]) {
        self.label(cell, label, ink);
        if let Some(square) = self.square_mut(cell) {
            square.parts = Parts::Ship(goes_on);
        }
    }

    /// Writes several given labels into a cell, which SVG arranges around its middle.
    pub fn list(&mut self, cell: Cell, labels: &[&str]) {
        self.label(cell, &labels.join(","), Ink::Given);
        if let Some(square) = self.square_mut(cell) {
            square.parts = Parts::Around(labels.iter().map(|label| printable(label)).collect());
        }
    }

    /// Draws a circle into a cell, above lines and below the label.
    pub fn disc(&mut self, cell: Cell, disc: Disc) {
        if let Some(square) = self.square_mut(cell) {
            square.disc = Some(disc);
        }
    }

    /// Numbers rows and columns from this cell on, as far as this size goes, where SVG shows their numbers. At first,
    /// that is the whole picture.
    pub fn number_from(&mut self, first: Cell, size: Size) {
        self.numbered = (first, size);
    }

    /// Fills a cell.
    pub fn fill(&mut self, cell: Cell, fill: Fill) {
        if let Some(square) = self.square_mut(cell) {
            square.fill = fill;
        }
    }

    /// Marks a cell. Of several marks, the strongest stays.
    pub fn mark(&mut self, cell: Cell, mark: Mark) {
        if let Some(square) = self.square_mut(cell) {
            square.mark = square.mark.max(Some(mark));
        }
    }

    /// Shows an argument in place of marks.
    pub fn argue(&mut self, notes: &[Note]) {
        self.notes_of_argument = notes.to_vec();
    }

    /// Whether a cell or an edge has a mark.
    fn has_marks(&self) -> bool {
        !self.notes_of_argument.is_empty() || self.squares.iter().any(|square| square.mark.is_some())
    }

    /// Draws one border of a cell.
    pub fn border(&mut self, cell: Cell, side: Direction, border: Border) {
        if self.size.contains(cell) {
            let (row, col) = (usize::from(cell.row), usize::from(cell.col));
            let cols = usize::from(self.size.cols);
            match side {
                Direction::Up => self.above[row * cols + col] = border,
                Direction::Down => self.above[(row + 1) * cols + col] = border,
                Direction::Left => self.before[row * (cols + 1) + col] = border,
                Direction::Right => self.before[row * (cols + 1) + col + 1] = border,
            }
        }
    }

    /// Draws an edge of the board.
    pub fn edge(&mut self, edge: Edge, border: Border) {
        let (cell, side) = self.size.side(edge);
        self.border(cell, side, border);
    }

    /// Draws all borders: one kind between cells of different regions and at the edge, another kind between
    /// cells of the same region. Cells of region `None` are not part of the board, and there is no border
    /// between them.
    pub fn regions<R: PartialEq>(
        &mut self,
        region: impl Fn(Cell) -> Option<R>,
        between: Border,
        within: Border,
    ) {
        for cell in self.size.cells() {
            let own = region(cell);
            for side in Direction::ALL {
                let other = self.size.step(cell, side).and_then(&region);
                let border = match (&own, &other) {
                    (None, None) => Border::None,
                    (own, other) if own == other => within,
                    _ => between,
                };
                self.border(cell, side, border);
            }
        }
    }

    /// Draws a shape along the centres of cells.
    pub fn stroke(&mut self, cells: &[Cell], stroke: Stroke) {
        self.strokes.push((self.inside(cells), stroke));
    }

    /// Draws a dashed outline just inside the edges of a set of cells, with a small label in the cell nearest
    /// to the top left. Text leaves it out.
    pub fn outline(&mut self, cells: &[Cell], label: &str) {
        let mut cells = self.inside(cells);
        cells.sort_unstable();
        cells.dedup();
        self.outlines.push(Outline { cells, label: printable(label) });
    }

    /// Draws a small circle, or a dark disc, on the middle of a cell, a border or a corner: this many half
    /// cells down and to the right of the first cell's middle.
    pub fn star(&mut self, down: usize, right: usize, is_dark: bool) {
        self.point(down, right, if is_dark { Point::Dark } else { Point::White });
    }

    /// Writes a sign there instead: `<`, `>`, `∧` or `∨` on a border between two cells; two of them that contradict each other
    /// are `◇`. Returns whether the place is on the board.
    pub fn sign(&mut self, down: usize, right: usize, sign: char) -> bool {
        let there = self.stars.iter_mut().find(|star| (star.0, star.1) == (down, right));
        match there {
            Some((.., Point::Sign(other))) if *other != sign => {
                *other = '◇';
                true
            }
            _ => self.point(down, right, Point::Sign(sign)),
        }
    }

    /// Writes a small label on a corner of cells, in a circle: below this many rows and behind this many columns. Text shows its
    /// first character.
    pub fn label_corner(&mut self, rows: usize, columns: usize, label: &str) {
        if rows <= usize::from(self.size.rows) && columns <= usize::from(self.size.cols) && !label.is_empty()
        {
            self.corners.push((rows, columns, printable(label)));
        }
    }

    fn point(&mut self, down: usize, right: usize, point: Point) -> bool {
        let (rows, columns) = (usize::from(self.size.rows), usize::from(self.size.cols));
        let is_inside = down + 1 < 2 * rows && right + 1 < 2 * columns;
        if is_inside {
            self.stars.push((down, right, point));
        }
        is_inside
    }

    /// The star or sign that is there, as a character.
    fn star_at(&self, down: usize, right: usize, charset: Charset) -> Option<char> {
        let &(.., point) = self.stars.iter().find(|star| (star.0, star.1) == (down, right))?;
        Some(match (charset, point) {
            (Charset::Unicode, Point::White) => '○',
            (Charset::Unicode, Point::Dark) => '●',
            (Charset::Ascii, Point::White) => 'o',
            (Charset::Ascii, Point::Dark) => 'x',
            (Charset::Ascii, Point::Sign('∧')) => '^',
            (Charset::Ascii, Point::Sign('∨')) => 'v',
            (Charset::Ascii, Point::Sign('◇')) => 'X',
            (_, Point::Sign(sign)) => sign,
        })
    }

    fn inside(&self, cells: &[Cell]) -> Vec<Cell> {
        cells.iter().copied().filter(|&cell| self.size.contains(cell)).collect()
    }

    /// The line through a cell as a character, if there is one.
    fn line_through(&self, cell: Cell, charset: Charset) -> Option<char> {
        let has =
            |wanted| self.strokes.iter().any(|(cells, stroke)| *stroke == wanted && cells.contains(&cell));
        if let Some(corner) = Corner::ALL.into_iter().position(|corner| has(Stroke::Half(corner))) {
            let signs =
                if charset == Charset::Unicode { ['◤', '◥', '◢', '◣'] } else { ['F', '7', 'J', 'L'] };
            return Some(signs[corner]);
        }
        match charset {
            Charset::Unicode if has(Stroke::Falling) => return Some('╲'),
            Charset::Unicode if has(Stroke::Rising) => return Some('╱'),
            Charset::Ascii if has(Stroke::Falling) => return Some('\\'),
            Charset::Ascii if has(Stroke::Rising) => return Some('/'),
            _ => {}
        }
        let (single, double) = (self.arms(cell, Stroke::Line), self.arms(cell, Stroke::Double));
        let (lines, arms) = match (charset, single, double) {
            (Charset::Unicode, 0, _) => (" ═══║╔╗╦║╚╝╩║╠╣╬", double),
            (Charset::Unicode, 3, 12) => return Some('╫'),
            (Charset::Unicode, 12, 3) => return Some('╪'),
            (Charset::Unicode, ..) => (" ╶╴─╷┌┐┬╵└┘┴│├┤┼", single | double),
            (Charset::Ascii, 0, _) => (" ===\"+++\"+++\"+++", double),
            (Charset::Ascii, ..) => (" ---|+++|+++|+++", single | double),
        };
        lines.chars().nth(arms).filter(|_| arms > 0)
    }

    /// Where lines of a kind lead from a cell: 1 is to the right, 2 to the left, 4 down, 8 up.
    fn arms(&self, cell: Cell, wanted: Stroke) -> usize {
        let mut arms = 0;
        for (cells, _) in self.strokes.iter().filter(|(_, stroke)| *stroke == wanted) {
            for pair in cells.windows(2) {
                for (from, to) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                    if from == cell {
                        arms |= match () {
                            () if to.col > from.col => 1,
                            () if to.col < from.col => 2,
                            () if to.row > from.row => 4,
                            () => 8,
                        };
                    }
                }
            }
        }
        arms
    }

    fn square_mut(&mut self, cell: Cell) -> Option<&mut Square> {
        self.size.contains(cell).then(|| &mut self.squares[self.size.index(cell)])
    }

    /// The border above the cell in this row and column; the row may be one below the board.
    fn above(&self, row: usize, col: usize) -> Border {
        self.above[row * usize::from(self.size.cols) + col]
    }

    /// The border on the left of the cell in this row and column; the column may be one after the board.
    fn before(&self, row: usize, col: usize) -> Border {
        self.before[row * (usize::from(self.size.cols) + 1) + col]
    }
}

/// The text without control characters, which neither a terminal nor an SVG should get.
fn printable(text: &str) -> String {
    text.chars().filter(|char| !char.is_control()).collect()
}
