//! The picture as SVG: still with the player's way, or animated.

use std::collections::BTreeMap;

use jigsat_grid::{Cell, Mark, title_room};
use svg::{
    Document, Node,
    node::element::{Animate, Circle, Group, Line, Polyline, Rectangle, Style, Text, Title},
};

use super::{Look, looks, printable};
use crate::{Level, Plan, plan::Game};

/// Side of a square, in the drawing's own units.
const SIDE: u32 = 40;

/// Duration of a move in an animation, in seconds.
const SECONDS: f64 = 0.18;

/// Pause at the end of an animation, in moves.
const REST: usize = 6;

const CSS: &str = "
svg { background: #fff; font-family: 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif; }
.wall { fill: #5b6770; } .floor { fill: #f4f1ea; } .goal { fill: #d55e00; fill-opacity: .75; }
.box { fill: #e69f00; stroke: #7a5200; stroke-width: 2; } .home { fill: #009e73; stroke: #00523c; stroke-width: 2; }
.band { stroke: #7a5200; stroke-width: 2; } .player { fill: #0072b2; stroke: #00364f; stroke-width: 2; }
.walk { fill: none; stroke: #0072b2; stroke-width: 2.5; stroke-opacity: .55; stroke-linejoin: round; stroke-linecap: round; }
.push { fill: none; stroke: #0072b2; stroke-width: 7; stroke-opacity: .45; stroke-linecap: round; }
.board { fill: #fff; }
.concerned { fill: #333; fill-opacity: .16; }
.known { fill: none; stroke: #0072b2; stroke-width: 3; }
.found { fill: none; stroke: #b36b00; stroke-width: 5; }
@media screen and (prefers-color-scheme: dark) {
  svg { background: #16181d; } .board { fill: #16181d; } .title { fill: #f2f2f2; }
  .wall { fill: #7a7f88; } .floor { fill: #262a31; }
  .player { fill: #56b4e9; stroke: #c9e8fb; } .walk, .push { stroke: #8fd0f5; }
  .concerned { fill: #fff; } .known { stroke: #8fd0f5; } .found { stroke: #ffb84d; }
}
";

/// The picture of a level, with a plan's way or animation.
pub(super) fn svg(
    level: &Level,
    plan: Option<&Plan>,
    animated: bool,
    marks: &BTreeMap<Cell, Mark>,
) -> String {
    let top = if level.title.is_empty() { 0 } else { 28 };
    let (board, height) = (u32::from(level.size.cols) * SIDE, u32::from(level.size.rows) * SIDE);
    let title = printable(&level.title);
    let (width, font) = if top == 0 { (board as i32, 0) } else { title_room(&title, board as i32) };
    let mut document = Document::new()
        .set("viewBox", (0, 0, width, height + top))
        .set("width", width)
        .set("height", height + top)
        .add(Style::new(CSS))
        .add(Rectangle::new().set("width", width).set("height", height + top).set("class", "board"));
    if top > 0 {
        let words = Text::new(title.as_str()).set("font-size", font).set("class", "title");
        document = document.add(Title::new(title)).add(words.set("x", 4).set("y", 19));
    }
    let game = Game::new(level);
    let looks = looks(&game);
    let mut board = Group::new().set("transform", format!("translate(0 {top})"));
    for (cell, &look) in level.size.cells().zip(&looks) {
        squares(&mut board, cell, look);
    }
    match plan {
        Some(plan) if animated => play(&mut board, level, plan),
        _ => {
            if let Some(plan) = plan {
                way(&mut board, level, plan);
            }
            for (cell, &look) in level.size.cells().zip(&looks) {
                if look.has_box() {
                    board.append(a_box(cell, look == Look::BoxOnGoal));
                }
            }
            board.append(player(level.player));
            for (&cell, &mark) in marks {
                board.append(mark_of(cell, mark));
            }
        }
    }
    document.add(board).to_string()
}

/// Marks differ in shape as well as in colour: a tint, a ring, a square.
fn mark_of(cell: Cell, mark: Mark) -> Group {
    let ((x, y), (middle_x, middle_y)) = (corner(cell), centre(cell));
    let square = |class: &str, inset: u32| {
        let square = Rectangle::new().set("class", class).set("x", x + inset).set("y", y + inset);
        square.set("width", SIDE - 2 * inset).set("height", SIDE - 2 * inset)
    };
    match mark {
        Mark::Concerned | Mark::RuledOut | Mark::Supposed => Group::new().add(square("concerned", 0)),
        Mark::Known => {
            let ring = Circle::new().set("class", "known").set("r", SIDE / 2 - 3);
            Group::new().add(ring.set("cx", middle_x).set("cy", middle_y))
        }
        Mark::Deduced => Group::new().add(square("found", 3)),
    }
}

fn corner(cell: Cell) -> (u32, u32) {
    (u32::from(cell.col) * SIDE, u32::from(cell.row) * SIDE)
}

fn centre(cell: Cell) -> (u32, u32) {
    let (x, y) = corner(cell);
    (x + SIDE / 2, y + SIDE / 2)
}

fn squares(board: &mut Group, cell: Cell, look: Look) {
    let class = match look {
        Look::Outside => return,
        Look::Wall => "wall",
        _ => "floor",
    };
    let (x, y) = corner(cell);
    // Slightly larger than the square, so that no lines are visible between squares.
    let side = f64::from(SIDE) + 0.5;
    board.append(
        Rectangle::new().set("x", x).set("y", y).set("width", side).set("height", side).set("class", class),
    );
    if look.is_goal() {
        let (x, y) = centre(cell);
        board.append(Circle::new().set("cx", x).set("cy", y).set("r", 7).set("class", "goal"));
    }
}

/// A box drawn around the origin of its square.
fn a_box(cell: Cell, home: bool) -> Group {
    let (x, y) = corner(cell);
    let class = if home { "home" } else { "box" };
    let side = Rectangle::new().set("x", 5).set("y", 5).set("width", SIDE - 10).set("height", SIDE - 10);
    let band = |x1: u32, y1: u32, x2: u32, y2: u32| {
        Line::new().set("x1", x1).set("y1", y1).set("x2", x2).set("y2", y2).set("class", "band")
    };
    Group::new()
        .set("transform", format!("translate({x} {y})"))
        .add(side.set("rx", 4).set("class", class))
        .add(band(9, 9, SIDE - 9, SIDE - 9))
        .add(band(SIDE - 9, 9, 9, SIDE - 9))
}

fn player(cell: Cell) -> Circle {
    let (x, y) = centre(cell);
    Circle::new().set("cx", x).set("cy", y).set("r", 12).set("class", "player")
}

/// The cells the player visits, and the moves that push.
fn visited(level: &Level, plan: &Plan) -> (Vec<Cell>, Vec<bool>) {
    let mut game = Game::new(level);
    let (mut cells, mut pushes) = (vec![level.player], Vec::new());
    for direction in plan.directions() {
        let Ok(pushed) = game.step(direction) else { break };
        cells.push(game.player());
        pushes.push(pushed);
    }
    (cells, pushes)
}

/// The player's way: a line, thick where he pushes.
fn way(board: &mut Group, level: &Level, plan: &Plan) {
    let (cells, pushes) = visited(level, plan);
    let points: Vec<String> =
        cells.iter().map(|&cell| centre(cell)).map(|(x, y)| format!("{x},{y}")).collect();
    board.append(Polyline::new().set("points", points.join(" ")).set("class", "walk"));
    for (pair, _) in cells.windows(2).zip(&pushes).filter(|&(_, &pushed)| pushed) {
        let ((x1, y1), (x2, y2)) = (centre(pair[0]), centre(pair[1]));
        board
            .append(Line::new().set("x1", x1).set("y1", y1).set("x2", x2).set("y2", y2).set("class", "push"));
    }
}

/// Everything that moves, each with its places over time.
fn play(board: &mut Group, level: &Level, plan: &Plan) {
    let mut game = Game::new(level);
    let mut places: Vec<Vec<Cell>> = level.boxes().map(|cell| vec![cell]).collect();
    let mut walk = vec![level.player];
    for direction in plan.directions() {
        if game.step(direction).is_err() {
            break;
        }
        walk.push(game.player());
        for trace in &mut places {
            let last = trace[trace.len() - 1];
            let next =
                if last == game.player() { level.size.step(last, direction).unwrap_or(last) } else { last };
            trace.push(next);
        }
    }
    for trace in places.iter_mut().chain([&mut walk]) {
        let last = trace[trace.len() - 1];
        trace.extend(std::iter::repeat_n(last, REST));
    }
    let seconds = SECONDS * f64::from(walk.len() as u32 - 1);
    for trace in &places {
        let mut moving = Rectangle::new()
            .set("width", SIDE - 10)
            .set("height", SIDE - 10)
            .set("rx", 4)
            .set("class", "box");
        let at = |cell: &Cell| (corner(*cell).0 + 5, corner(*cell).1 + 5);
        let (x, y) = at(&trace[0]);
        moving = moving.set("x", x).set("y", y);
        moving.append(animate("x", trace.iter().map(|cell| at(cell).0), seconds));
        moving.append(animate("y", trace.iter().map(|cell| at(cell).1), seconds));
        board.append(moving);
    }
    let mut moving = player(level.player);
    moving.append(animate("cx", walk.iter().map(|&cell| centre(cell).0), seconds));
    moving.append(animate("cy", walk.iter().map(|&cell| centre(cell).1), seconds));
    board.append(moving);
}

fn animate(attribute: &str, values: impl Iterator<Item = u32>, seconds: f64) -> Animate {
    let values: Vec<String> = values.map(|value| value.to_string()).collect();
    Animate::new()
        .set("attributeName", attribute)
        .set("values", values.join(";"))
        .set("dur", format!("{seconds:.2}s"))
        .set("repeatCount", "indefinite")
}
