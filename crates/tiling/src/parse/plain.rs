//! The form `W = 3`, `H = 3`, `shapes = [[(1,0),(0,1)], …]` of shape-fitting programs, in any order and spacing, with
//! comments after `#`. It is read, never executed. Pieces are used once each, as given; cells may stay open.

use jigsat_input::{ParseError, Position, Reader, Source, quote};

use super::{Read, Rotate, turn_all};
use crate::{
    Board, Cover, Freedom, Piece, Point, Shape, Spec, Tiling,
    board::{MAX_AREA, MAX_SIDE},
};

/// Whether a text assigns to `shapes`, or to `W` or `H`.
pub(super) fn recognises(text: &str) -> bool {
    text.lines().any(|line| {
        let (key, value) = line.split_once('=').unwrap_or((line, ""));
        !value.is_empty() && ["W", "H", "shapes"].contains(&key.trim())
    })
}

pub(super) fn parse(source: &Source, rotate: Rotate) -> Result<Read, ParseError> {
    let mut form = Form { reader: Reader::new(source), warnings: Vec::new() };
    let (mut width, mut height, mut shapes) = (None, None, None);
    loop {
        form.skip();
        if form.reader.at_end() {
            break;
        }
        let position = form.reader.position();
        let key = form.word();
        form.sign("=")?;
        let known = match key.as_str() {
            "W" => width.replace(form.side("W")?).is_some(),
            "H" => height.replace(form.side("H")?).is_some(),
            "shapes" => shapes.replace(form.shapes()?).is_some(),
            _ => {
                let found = source.error(position, format!("found {}", quote(&key)));
                return Err(found.expecting("W, H or shapes"));
            }
        };
        if known {
            return Err(source.error(position, format!("found a second {key}")));
        }
    }
    let lacks = |what: &str| {
        ParseError::in_file(source.name(), format!("found no {what}")).expecting("W, H and shapes")
    };
    let size = [width.ok_or_else(|| lacks("W"))?, height.ok_or_else(|| lacks("H"))?, 1];
    if size[0] * size[1] > MAX_AREA {
        let found = format!("found a board of {} cells", size[0] * size[1]);
        return Err(ParseError::in_file(source.name(), found).expecting(format!("at most {MAX_AREA}")));
    }
    let shapes = shapes.ok_or_else(|| lacks("shapes"))?;
    let positions: Vec<Position> = shapes.iter().map(|(position, _)| *position).collect();
    let freedom = Freedom { rotate: false, mirror: false };
    let mut pieces: Vec<Piece> = shapes
        .into_iter()
        .enumerate()
        .map(|(number, (_, shape))| Piece { name: letters(number), shape, min: 1, max: 1, freedom })
        .collect();
    turn_all(&mut pieces, rotate);
    let spec = Spec {
        title: String::new(),
        source: String::new(),
        boards: vec![Board::full(size)],
        pieces,
        cover: Cover::Some,
        given: Vec::new(),
    };
    let puzzle = Tiling::new(spec).map_err(|invalid| {
        let index = invalid.path.strip_prefix("pieces[").and_then(|rest| rest.strip_suffix(']'));
        match index.and_then(|index| positions.get(index.parse::<usize>().ok()?)) {
            Some(&position) => source.error(position, invalid.message),
            None => ParseError::in_file(source.name(), invalid.message),
        }
    })?;
    Ok(Read { puzzle, warnings: form.warnings })
}

/// A, B, … Z, AA, AB, ….
pub(super) fn letters(number: usize) -> String {
    let last = char::from(b'A' + (number % 26) as u8);
    if number < 26 { last.into() } else { letters(number / 26 - 1) + &last.to_string() }
}

struct Form<'a> {
    reader: Reader<'a>,
    warnings: Vec<String>,
}

impl Form<'_> {
    /// Skips blanks and comments.
    fn skip(&mut self) {
        self.reader.skip_blanks();
        while self.reader.peek() == Some('#') {
            self.reader.rest_of_line();
            self.reader.skip_blanks();
        }
    }

    fn word(&mut self) -> String {
        let mut word = String::new();
        while let Some(char) = self.reader.peek().filter(|char| char.is_alphanumeric() || *char == '_') {
            word.push(char);
            self.reader.next_char();
        }
        word
    }

    /// Takes one of these characters.
    fn sign(&mut self, signs: &str) -> Result<char, ParseError> {
        self.skip();
        if let Some(char) = self.reader.peek().filter(|char| signs.contains(*char)) {
            self.reader.next_char();
            return Ok(char);
        }
        let list: Vec<String> = signs.chars().map(|char| quote(&char.to_string())).collect();
        Err(self.unexpected().expecting(list.join(" or ")))
    }

    fn unexpected(&self) -> ParseError {
        let next = self.reader.peek().map(String::from).unwrap_or_default();
        self.reader.error(format!("found {}", quote(&next)))
    }

    fn side(&mut self, what: &str) -> Result<usize, ParseError> {
        let position = self.reader.clone();
        let value = self.number(what)?;
        match usize::try_from(value) {
            Ok(side) if (1..=MAX_SIDE).contains(&side) => Ok(side),
            _ => Err(position
                .error(format!("found {what} = {value}"))
                .expecting(format!("a number from 1 to {MAX_SIDE}"))),
        }
    }

    /// An integer; `what` names it in errors.
    fn number(&mut self, what: &str) -> Result<i64, ParseError> {
        self.skip();
        let start = self.reader.clone();
        let mut text = String::new();
        while let Some(char) =
            self.reader.peek().filter(|char| char.is_ascii_alphanumeric() || "+-._".contains(*char))
        {
            text.push(char);
            self.reader.next_char();
        }
        match text.parse() {
            Ok(value) => Ok(value),
            Err(_) => Err(start.error(format!("{what}: found {}", quote(&text))).expecting("an integer")),
        }
    }

    fn shapes(&mut self) -> Result<Vec<(Position, Shape)>, ParseError> {
        let mut shapes = Vec::new();
        self.sequence(|form| {
            form.skip();
            let start = form.reader.clone();
            let name = letters(shapes.len());
            let what = format!("shape {} ({name})", shapes.len() + 1);
            let mut cells: Vec<Point> = Vec::new();
            form.sequence(|form| {
                cells.push(form.cell(&what)?);
                Ok(())
            })?;
            let written = cells.len();
            let Some(shape) = Shape::new(cells) else {
                return Err(start.error(format!("{what} is empty")).expecting("at least one cell"));
            };
            let twice = written - shape.cells().len();
            if twice > 0 {
                let line = start.position().line;
                form.warnings
                    .push(format!("line {line}: {what} repeats {twice} of its cells; they count once"));
            }
            shapes.push((start.position(), shape));
            Ok(())
        })?;
        Ok(shapes)
    }

    fn cell(&mut self, what: &str) -> Result<Point, ParseError> {
        let close = if self.sign("([")? == '(' { ")" } else { "]" };
        let mut point = [0; 3];
        for (axis, name) in ["x", "y"].into_iter().enumerate() {
            self.skip();
            let start = self.reader.clone();
            let value = self.number(&format!("{what}, {name}"))?;
            point[axis] = match i32::try_from(value) {
                Ok(value) if (0..MAX_SIDE as i32).contains(&value) => value,
                _ => {
                    let error = start.error(format!("{what}: found the coordinate {value}"));
                    return Err(error.expecting("a number from 0 to 9999"));
                }
            };
            if axis == 0 {
                self.sign(",")?;
            }
        }
        self.sign(close)?;
        Ok(point)
    }

    /// A list in brackets or parentheses; a comma may follow its last item.
    fn sequence(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<(), ParseError>,
    ) -> Result<(), ParseError> {
        let close = if self.sign("[(")? == '[' { ']' } else { ')' };
        loop {
            self.skip();
            if self.reader.peek() == Some(close) {
                self.reader.next_char();
                return Ok(());
            }
            item(self)?;
            self.skip();
            if self.reader.peek() == Some(',') {
                self.reader.next_char();
            } else if self.reader.peek() != Some(close) {
                let expected = format!("',' or {}", quote(&close.to_string()));
                return Err(self.unexpected().expecting(expected));
            }
        }
    }
}
