//! Drawings: blocks between blank lines. The first is the board, with given pieces in their places; each of the others
//! is a piece, drawn with its letter. Lines `set: NAME`, `cover: some`, `rotate: no` and `mirror: no` may be anywhere.

use jigsat_cnf::{Choice, rarely};
use jigsat_input::{About, ParseError, Position, Source, quote};

use super::{Read, Rotate, drawing, turn_all};
use crate::{Cover, Freedom, Given, Piece, SETS, Shape, Spec, Tiling, named_set};

const KEYS: [&str; 9] =
    ["title", "source", "difficulty", "teaches", "expect", "set", "cover", "rotate", "mirror"];

fn setting(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    KEYS.contains(&key).then_some((key, value.trim()))
}

fn is_drawn(line: &str) -> bool {
    line.chars().all(|char| char.is_ascii_alphabetic() || ".# '".contains(char))
}

/// Whether a text begins with a drawing of a board and has pieces.
pub(super) fn recognises(text: &str) -> bool {
    let lines = || text.lines().map(str::trim_end);
    let drawn: Vec<&str> = lines().filter(|line| setting(line).is_none()).collect();
    let mut blocks = drawn.split(|line| line.is_empty()).filter(|block| !block.is_empty());
    let has_set = lines().any(|line| setting(line).is_some_and(|(key, _)| key == "set"));
    let Some(first) = blocks.next() else { return false };
    let has_letter =
        |block: &[&str]| block.iter().any(|line| line.contains(|char: char| char.is_ascii_alphabetic()));
    if first.iter().all(|line| is_solid(line)) {
        // Alone, it is a board without its pieces.
        return drawn.iter().all(|line| is_drawn(line)) && (has_set || blocks.all(has_letter));
    }
    let has_cells = first.iter().any(|line| line.contains('.'));
    has_cells && drawn.iter().all(|line| is_drawn(line)) && (has_set || blocks.next().is_some())
}

/// Whether a line of a board has only `#`: if all lines are like this, `#` is a cell.
fn is_solid(line: &str) -> bool {
    line.chars().all(|char| "# ".contains(char))
}

/// A block of lines, with the number of the first.
struct Block {
    line: usize,
    text: String,
}

impl Block {
    /// The position of a byte of the block in the file.
    fn position(&self, offset: usize) -> Position {
        let before = &self.text[..offset];
        let line = self.line + before.matches('\n').count();
        let column = before.rsplit('\n').next().map_or(0, |start| start.chars().count()) + 1;
        Position { line, column }
    }
}

pub(super) fn parse(source: &Source, rotate: Rotate) -> Result<Read, ParseError> {
    let at = |line, column| Position { line, column };
    let (mut title, mut origin, mut about) = (String::new(), String::new(), About::default());
    let mut cover = Cover::All;
    let (mut turned, mut blocks, mut sets) = ((None, None), Vec::<Block>::new(), Vec::new());
    let mut open = false;
    for (number, line) in (1..).zip(source.text().lines()) {
        if let Some((key, value)) = setting(line) {
            let wrong = |expected: &str| {
                let column =
                    line.len() - line.trim_start_matches(key).trim_start_matches([':', ' ']).len() + 1;
                source.error(at(number, column), format!("found {}", quote(value))).expecting(expected)
            };
            let yes = match value {
                "yes" | "true" => Some(true),
                "no" | "false" => Some(false),
                _ => None,
            };
            match key {
                "title" => value.clone_into(&mut title),
                "source" => value.clone_into(&mut origin),
                "difficulty" => value.clone_into(&mut about.difficulty),
                "teaches" => value.clone_into(&mut about.teaches),
                "expect" => value.clone_into(&mut about.expect),
                "set" => {
                    let known = format!("one of: {}", SETS.join(", "));
                    sets.push(named_set(value).ok_or_else(|| wrong(&known))?);
                }
                "cover" => cover = Cover::named(value).ok_or_else(|| wrong("all or some"))?,
                "rotate" => turned.0 = Some(yes.ok_or_else(|| wrong("yes or no"))?),
                _ => turned.1 = Some(yes.ok_or_else(|| wrong("yes or no"))?),
            }
        } else if line.trim().is_empty() {
            open = false;
        } else if !is_drawn(line) {
            let bad = line.chars().position(|char| !is_drawn(&char.to_string())).unwrap_or(0);
            let found = line.chars().nth(bad).map(String::from).unwrap_or_default();
            let error = source.error(at(number, bad + 1), format!("found {}", quote(&found)));
            return Err(error.expecting("a letter, '.', '#', or a line such as 'set: pentominoes'"));
        } else {
            if !open {
                blocks.push(Block { line: number, text: String::new() });
                open = true;
            }
            if let Some(block) = blocks.last_mut() {
                block.text.push_str(line);
                block.text.push('\n');
            }
        }
    }
    let freedom = Freedom { rotate: turned.0.unwrap_or(true), mirror: turned.1.unwrap_or(true) };
    let mut pieces: Vec<Piece> = Vec::new();
    for mut piece in sets.into_iter().flatten() {
        piece.freedom.rotate = turned.0.unwrap_or(piece.freedom.rotate);
        piece.freedom.mirror = turned.1.unwrap_or(piece.freedom.mirror);
        pieces.push(piece);
    }
    let from_sets = pieces.len();
    let mut blocks = blocks.into_iter();
    let Some(first) = blocks.next() else {
        return Err(ParseError::in_file(source.name(), "found no drawing").expecting("a board of dots"));
    };
    let is_solid = first.text.lines().all(is_solid);
    let drawn = if is_solid { first.text.replace('#', ".") } else { first.text.clone() };
    let mut lines = Vec::new();
    for block in blocks {
        add_piece(source, &block, freedom, &mut pieces)?;
        lines.push(block.line);
    }
    turn_all(&mut pieces, rotate);
    if pieces.is_empty() {
        let error = source.error(at(first.line, 1), "found a board without pieces");
        return Err(error.expecting("pieces below it, or a line such as 'set: pentominoes'"));
    }
    let (board, given) = drawing::board(&drawn, 0, &pieces)
        .map_err(|bad| source.error(first.position(bad.offset), bad.found).expecting(bad.expected))?;
    let (given, offsets): (Vec<Given>, Vec<usize>) = given.into_iter().unzip();
    let spec = Spec { title, source: origin, boards: vec![board], pieces, cover, given };
    let puzzle = Tiling::new(spec).map_err(|invalid| {
        let index = |list: &str| invalid.path.strip_prefix(list)?.strip_suffix(']')?.parse::<usize>().ok();
        let piece = index("pieces[").and_then(|index| lines.get(index.checked_sub(from_sets)?));
        let given = index("given[").and_then(|index| offsets.get(index));
        match (piece, given) {
            (Some(&line), _) => source.error(at(line, 1), invalid.message),
            (None, Some(&offset)) => source.error(first.position(offset), invalid.message),
            (None, None) => ParseError::in_file(source.name(), invalid.message),
        }
    })?;
    let warnings = drawing::ragged(&first.text, is_solid).into_iter().collect();
    Ok(Read { puzzle: puzzle.with_about(about), warnings })
}

/// Adds the piece of a block, or one more copy of it.
fn add_piece(
    source: &Source,
    block: &Block,
    freedom: Freedom,
    pieces: &mut Vec<Piece>,
) -> Result<(), ParseError> {
    let mut letters: Vec<char> = block.text.chars().filter(char::is_ascii_alphabetic).collect();
    letters.dedup();
    rarely::sort(&mut letters);
    letters.dedup();
    let [letter] = letters[..] else {
        let found = match letters.len() {
            0 => "found a piece without a letter".to_owned(),
            count => format!("found {count} letters in a piece"),
        };
        let error = source.error(Position { line: block.line, column: 1 }, found);
        return Err(error.expecting("one letter, the piece's name, in each of its cells"));
    };
    let Some(shape) = Shape::new(drawing::piece(&block.text.replace('#', "."))) else {
        return Err(source.error(Position { line: block.line, column: 1 }, "found a piece without cells"));
    };
    match pieces.iter_mut().find(|piece| piece.name.chars().eq([letter])) {
        Some(piece) if piece.shape == shape => (piece.min, piece.max) = (piece.min + 1, piece.max + 1),
        _ => pieces.push(Piece { name: letter.into(), shape, min: 1, max: 1, freedom }),
    }
    Ok(())
}
