//! Links of Penpa: `…/penpa-edit/#m=edit&p=DATA`. The data are lines of text, compressed by raw deflate and written in
//! base64: a head with the kind and the size of the grid, the spaces around it, and as the fourth line what is drawn of the
//! puzzle, as JSON with abbreviations. Source: the program penpa-edit by opt-pan and Swaroop Guggilam, `class_p.js`.

use std::{collections::BTreeMap, io::Read};

use flate2::read::DeflateDecoder;
use serde::Deserialize;
use serde_json::Value;

/// What to do with a link that can't be read.
pub(super) const HELP: &str =
    "export the puzzle from Penpa for puzz.link, and give that address, or give the board as text";

/// Maximum number of bytes of decompressed data.
const LARGEST: u64 = 4 << 20;

/// Maximum number of rows and columns.
const MAX_SIDE: usize = 200;

/// The abbreviations of names in quotes.
const ABBREVIATIONS: [(&str, &str); 29] = [
    ("z9", "qa"),
    ("zQ", "pu_q"),
    ("zA", "pu_a"),
    ("zG", "grid"),
    ("zM", "edit_mode"),
    ("zS", "surface"),
    ("zL", "line"),
    ("zE", "lineE"),
    ("zW", "wall"),
    ("zC", "cage"),
    ("zN", "number"),
    ("z1", "sudoku"),
    ("zY", "symbol"),
    ("zP", "special"),
    ("zB", "board"),
    ("zR", "command_redo"),
    ("zU", "command_undo"),
    ("z8", "command_replay"),
    ("zF", "freeline"),
    ("z2", "freelineE"),
    ("zT", "thermo"),
    ("z3", "arrows"),
    ("zD", "direction"),
    ("z0", "squareframe"),
    ("z5", "polygon"),
    ("z4", "deletelineE"),
    ("z6", "killercages"),
    ("z7", "nobulbthermo"),
    ("z_", "__a"),
];

/// What is drawn of the puzzle: the numbers, and what a board of numbers has not.
#[derive(Deserialize)]
struct Drawn {
    #[serde(default)]
    number: BTreeMap<String, Value>,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

/// Drawings that a board of numbers doesn't have, by their keys. Borders and colours are seen apart.
const DRAWINGS: [(&str, &str); 14] = [
    ("freeline", "lines"),
    ("freelineE", "lines"),
    ("deletelineE", "erased lines"),
    ("polygon", "polygons"),
    ("symbol", "symbols"),
    ("line", "lines"),
    ("wall", "walls"),
    ("thermo", "thermometers"),
    ("nobulbthermo", "thermometers"),
    ("arrows", "arrows"),
    ("direction", "arrows"),
    ("squareframe", "frames"),
    ("killercages", "cages"),
    ("cage", "cages"),
];

/// The board of a link as rows of words, `.` for an empty cell; or why there is none, in words that follow 'a link of
/// Penpa'. `None` if it is no link of Penpa.
pub(super) fn board(link: &str) -> Option<Result<String, String>> {
    if !link.contains("penpa") {
        return None;
    }
    let (_, data) = link.split_once("p=")?;
    let data = data.split(['&', '#']).next().unwrap_or_default();
    Some(text(data).ok_or_else(|| "whose data can't be decoded".to_owned()).and_then(|text| rows(&text)))
}

/// The lines of the data.
fn text(data: &str) -> Option<String> {
    let mut text = String::new();
    let bytes = from_base64(data.trim_end_matches(super::is_punctuation))?;
    DeflateDecoder::new(&bytes[..]).take(LARGEST).read_to_string(&mut text).ok()?;
    (!text.is_empty()).then_some(text)
}

/// The bytes of a text in base64, in either alphabet. A blank is a plus that was decoded.
fn from_base64(text: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for byte in text.trim_end_matches('=').bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' | b' ' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    Some(bytes)
}

/// The rows of the board.
fn rows(text: &str) -> Result<String, String> {
    let mut lines = text.lines();
    let mut head = lines.next().unwrap_or_default().split(',');
    let kind = head.next().unwrap_or_default();
    if !["square", "sudoku", "kakuro"].contains(&kind) {
        return Err(format!("with a grid of the kind '{kind}'"));
    }
    let mut side =
        || head.next().and_then(|side| side.parse().ok()).filter(|side| (1..=MAX_SIDE).contains(side));
    let size = side().zip(side());
    let (width, height): (usize, usize) = size.ok_or("whose size can't be read")?;
    let spaces: Vec<usize> =
        lines.next().and_then(|line| serde_json::from_str(line).ok()).unwrap_or_default();
    let [top, bottom, left, right] = spaces[..].try_into().unwrap_or([0; 4]);
    let drawn = lines.nth(1).ok_or("that ends too early")?;
    let long = |line: String, (short, long): &(&str, &str)| line.replace(short, &format!("\"{long}\""));
    let drawn = ABBREVIATIONS.iter().fold(drawn.replace("zO", "null"), long);
    let drawn: Drawn = serde_json::from_str(&drawn).map_err(|_| "whose drawing can't be read")?;
    drawn.has_only_numbers()?;
    let mut cells = vec![vec![String::from("."); width]; height];
    // Each row has two more cells on either side, and so has each column.
    let stride = width + 4;
    for (place, value) in &drawn.number {
        let number = value.get(0).and_then(Value::as_str).map(str::trim).unwrap_or_default();
        // Mode 7 is for candidates.
        if number.is_empty() || value.get(2).is_some_and(|mode| mode == "7") {
            continue;
        }
        let place: usize = place.parse().map_err(|_| "whose numbers have no place")?;
        let (row, column) = ((place / stride).wrapping_sub(2), (place % stride).wrapping_sub(2));
        let cell = cells.get_mut(row).and_then(|row| row.get_mut(column));
        let cell = cell.ok_or_else(|| format!("with the number {number} on a border or corner"))?;
        let is_clue = number == "?" || number.bytes().all(|byte| byte.is_ascii_digit());
        if !is_clue {
            return Err(format!("with the text '{number}' in a cell"));
        }
        number.clone_into(cell);
    }
    drawn.has_only_boxes(width, height, [top, bottom, left, right])?;
    let (rows, columns) = (top..height.saturating_sub(bottom), left..width.saturating_sub(right));
    let is_outside = |row: usize, column: usize| !rows.contains(&row) || !columns.contains(&column);
    for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column))) {
        if is_outside(row, column) && cells[row][column] != "." {
            return Err("with numbers outside its grid".into());
        }
    }
    let board: Vec<String> =
        cells[rows].iter().map(|row| row[columns.clone()].join(" ")).filter(|row| !row.is_empty()).collect();
    if board.is_empty() { Err("without cells".into()) } else { Ok(board.join("\n")) }
}

impl Drawn {
    /// Checks that nothing else is drawn that belongs to the puzzle. Borders drawn around the boxes of a Sudoku don't.
    fn has_only_numbers(&self) -> Result<(), String> {
        let is_drawn = |key: &str| match self.rest.get(key) {
            Some(Value::Object(map)) => !map.is_empty(),
            Some(Value::Array(list)) => !list.is_empty(),
            _ => false,
        };
        match DRAWINGS.iter().find(|(key, _)| is_drawn(key)) {
            Some((_, name)) => Err(format!("with {name}, of which jigsat reads only numbers")),
            None if is_drawn("surface") => {
                Err("with coloured cells, of which jigsat reads only numbers".into())
            }
            None => Ok(()),
        }
    }

    /// Checks that no borders are drawn inside the board but those of the boxes of a Sudoku.
    fn has_only_boxes(&self, width: usize, height: usize, spaces: [usize; 4]) -> Result<(), String> {
        let [top, bottom, left, right] = spaces;
        let side = width.saturating_sub(left + right);
        let is_square = height.saturating_sub(top + bottom) == side;
        let box_height = (1..=side.isqrt()).rev().find(|divisor| side.is_multiple_of(*divisor)).unwrap_or(1);
        let (box_height, box_width) = (box_height, side / box_height.max(1));
        // The corners of cells are numbered after the cells, each at the lower right of its cell.
        let stride = width + 4;
        let corner = |place: &str| {
            let place = place.parse::<usize>().ok()?.checked_sub(stride * (height + 4))?;
            Some(((place / stride + 1).checked_sub(2 + top)?, (place % stride + 1).checked_sub(2 + left)?))
        };
        let is_of_box = |edge: &str| {
            let ends = edge.split_once(',').and_then(|(from, to)| Some((corner(from)?, corner(to)?)));
            ends.is_some_and(|(from, to)| {
                let is_frame = |at: usize, end: usize| at == 0 || at == end;
                let (rows, columns) = (height - top - bottom, side);
                if from.0 == to.0 {
                    is_frame(from.0, rows) || is_square && from.0.is_multiple_of(box_height)
                } else {
                    is_frame(from.1, columns) || is_square && from.1.is_multiple_of(box_width)
                }
            })
        };
        let edges = match self.rest.get("lineE") {
            Some(Value::Object(edges)) => edges.keys().collect(),
            _ => Vec::new(),
        };
        if edges.iter().all(|edge| is_of_box(edge)) {
            Ok(())
        } else {
            Err("with borders, of which jigsat reads only those of the boxes of a Sudoku".into())
        }
    }
}
