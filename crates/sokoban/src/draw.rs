//! Pictures: of a level, of a plan from its start to its end, and of each step.

mod frames;
mod image;

use std::{collections::BTreeMap, fmt::Write};

use anstyle::{AnsiColor, Style};
use jigsat_grid::{Cell, Charset, Mark, Picture, Size};

use crate::{Level, Plan, Square, check::play, plan::Game};
pub use frames::{frame, frames};

/// A level, and a plan for it, if there is one.
#[derive(Clone, Debug)]
pub struct Drawing {
    level: Level,
    plan: Option<Plan>,
    animated: bool,
    marks: BTreeMap<Cell, Mark>,
}

/// The picture of a level. With a plan, shows its start and its end, and in SVG the player's way; if animated, SVG
/// plays the plan.
#[must_use]
pub fn draw(level: &Level, plan: Option<&Plan>, animated: bool) -> Drawing {
    Drawing { level: level.clone(), plan: plan.cloned(), animated, marks: BTreeMap::new() }
}

/// The look of a square at some moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    Outside,
    Wall,
    Floor,
    Goal,
    Box,
    BoxOnGoal,
    Player,
    PlayerOnGoal,
}

impl Look {
    /// Two columns of text, so that squares look square.
    fn text(self, charset: Charset) -> &'static str {
        match (charset, self) {
            (_, Look::Outside | Look::Floor) => "  ",
            (Charset::Unicode, Look::Wall) => "██",
            (Charset::Unicode, Look::Goal) => "· ",
            (Charset::Unicode, Look::Box) => "□ ",
            (Charset::Unicode, Look::BoxOnGoal) => "■ ",
            (Charset::Ascii, Look::Wall) => "##",
            (Charset::Ascii, Look::Goal) => ". ",
            (Charset::Ascii, Look::Box) => "$ ",
            (Charset::Ascii, Look::BoxOnGoal) => "* ",
            (_, Look::Player) => "@ ",
            (_, Look::PlayerOnGoal) => "+ ",
        }
    }

    fn style(self) -> Style {
        match self {
            Look::Outside | Look::Floor => Style::new(),
            Look::Wall => AnsiColor::BrightBlack.on_default(),
            Look::Goal => AnsiColor::Cyan.on_default(),
            Look::Box => AnsiColor::Yellow.on_default().bold(),
            Look::BoxOnGoal => AnsiColor::Green.on_default().bold(),
            Look::Player | Look::PlayerOnGoal => AnsiColor::Magenta.on_default().bold(),
        }
    }

    pub(crate) fn has_box(self) -> bool {
        matches!(self, Look::Box | Look::BoxOnGoal)
    }

    pub(crate) fn is_goal(self) -> bool {
        matches!(self, Look::Goal | Look::BoxOnGoal | Look::PlayerOnGoal)
    }
}

/// The squares at this point of the game, within the part of the drawing that has any.
pub(crate) fn looks(game: &Game<'_>) -> Vec<Look> {
    let level = game.level();
    let room = level.room();
    let look = |cell: Cell| {
        let index = level.size.index(cell);
        let square = level.squares[index];
        match (square, game.has_box(cell), game.player() == cell) {
            (Square::Wall, _, _) => Look::Wall,
            (_, true, _) if square.is_goal() => Look::BoxOnGoal,
            (_, true, _) => Look::Box,
            (_, _, true) if square.is_goal() => Look::PlayerOnGoal,
            (_, _, true) => Look::Player,
            _ if square.is_goal() => Look::Goal,
            _ if room[index] => Look::Floor,
            _ => Look::Outside,
        }
    };
    level.size.cells().map(look).collect()
}

/// The lines of a picture, each as wide as the level.
fn lines(looks: &[Look], size: Size, charset: Charset, colored: bool) -> Vec<String> {
    let row = |row: &[Look]| {
        let mut line = String::new();
        for look in row {
            let (text, style) = (look.text(charset), look.style());
            if colored && style != Style::new() {
                let _ = write!(line, "{style}{text}{style:#}");
            } else {
                line.push_str(text);
            }
        }
        line
    };
    looks.chunks(usize::from(size.cols).max(1)).map(row).collect()
}

/// Maximum number of letters in a line of moves.
const MOVES_A_LINE: usize = 72;

impl Drawing {
    /// The lines of the level's start, with its marks; if there are any, squares are a column wider.
    fn marked_lines(&self, looks: &[Look], charset: Charset, colored: bool) -> Vec<String> {
        let size = self.level.size;
        if self.marks.is_empty() {
            return lines(looks, size, charset, colored);
        }
        let square = |(cell, look): (Cell, &Look)| {
            let (text, mark) = (look.text(charset), self.marks.get(&cell));
            let [before, after] = mark.map_or([' ', ' '], |mark| mark.brackets());
            let first = text.chars().next().unwrap_or(' ');
            let (text, style) = match (look, mark) {
                (Look::Wall, None) => (first.to_string().repeat(3), look.style()),
                (Look::Floor, Some(mark)) => (format!("{before}_{after}"), mark.style()),
                (_, Some(mark)) => (format!("{before}{first}{after}"), mark.style().bold()),
                (_, None) => (format!(" {first} "), look.style()),
            };
            if colored && style != Style::new() { format!("{style}{text}{style:#}") } else { text }
        };
        let squares: Vec<String> = size.cells().zip(looks).map(square).collect();
        squares.chunks(usize::from(size.cols).max(1)).map(<[String]>::concat).collect()
    }

    /// A marked plan is an unfinished one: the position to which it leads.
    fn position(&self) -> Option<Drawing> {
        let plan = self.plan.as_ref().filter(|_| !self.marks.is_empty())?;
        let game = play(&self.level, plan).ok()?;
        Some(Drawing { level: game.position(), plan: None, animated: false, marks: self.marks.clone() })
    }

    fn write(&self, charset: Charset, colored: bool) -> String {
        if let Some(position) = self.position() {
            return position.write(charset, colored);
        }
        let mut out = String::new();
        if !self.level.title.is_empty() {
            let _ = writeln!(out, "{}", printable(&self.level.title));
        }
        let mut game = Game::new(&self.level);
        let start = self.marked_lines(&looks(&game), charset, colored);
        let Some(plan) = &self.plan else {
            push_lines(&mut out, &start);
            return out;
        };
        for direction in plan.directions() {
            if game.step(direction).is_err() {
                break;
            }
        }
        let end = lines(&looks(&game), self.level.size, charset, colored);
        let arrow = if charset == Charset::Unicode { "  →  " } else { "  ->  " };
        let blank = " ".repeat(arrow.chars().count());
        let middle = start.len() / 2;
        if usize::from(self.level.size.cols) * 4 > 100 {
            push_lines(&mut out, &start);
            push_lines(&mut out, &end);
        } else {
            let between = |row: usize| if row == middle { arrow } else { blank.as_str() };
            let rows = start.iter().zip(&end).enumerate();
            let rows: Vec<String> =
                rows.map(|(row, (start, end))| format!("{start}{}{end}", between(row))).collect();
            push_lines(&mut out, &rows);
        }
        let letters: Vec<char> = plan.moves.chars().collect();
        for part in letters.chunks(MOVES_A_LINE) {
            let _ = writeln!(out, "{}", part.iter().collect::<String>());
        }
        let _ = writeln!(out, "{}", plan.summary());
        out
    }
}

fn push_lines(out: &mut String, lines: &[String]) {
    for line in lines {
        out.push_str(line.trim_end());
        out.push('\n');
    }
}

/// Without control characters, which neither a terminal nor an SVG should get.
fn printable(text: &str) -> String {
    text.chars().filter(|char| !char.is_control()).collect()
}

impl Picture for Drawing {
    fn to_text(&self, charset: Charset) -> String {
        self.write(charset, false)
    }

    fn to_ansi(&self, charset: Charset) -> String {
        self.write(charset, true)
    }

    fn to_svg(&self) -> String {
        if let Some(position) = self.position() {
            return position.to_svg();
        }
        image::svg(&self.level, self.plan.as_ref(), self.animated, &self.marks)
    }

    /// Marks a cell in the level's start, or in the position to which a plan leads.
    fn mark(&mut self, cell: Cell, mark: Mark) {
        if self.level.size.contains(cell) {
            let known = self.marks.entry(cell).or_insert(mark);
            *known = mark.max(*known);
        }
    }
}
