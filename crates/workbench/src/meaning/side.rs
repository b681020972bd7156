//! The sides of a comparison: an encoding of a family, a model, a formula in DIMACS.

use std::{path::Path, sync::Arc};

use jigsat_cnf::Choice;
use jigsat_grid::Size;
use jigsat_input::{Message, ParseError, quote};
use jigsat_kit::{Error, FormulaOptions, Generated, Text, TextFile};
use jigsat_solve::{GIVEN, Limits};
use serde_json::{Map, Value};

use super::{Stored, named};
use crate::{
    AnyFamily, Ask, Board, Context, Purpose, family, only, puzzle_formula::PuzzleFormula, recognise,
};

/// One side of a comparison.
#[derive(Clone)]
pub struct Side {
    /// What it is called.
    pub name: String,
    /// The puzzle.
    pub board: Arc<dyn Board>,
    /// Whether it is a file, whose puzzle can't be another one.
    is_file: bool,
    /// The family that made the puzzle, if nobody named one.
    made_by: Option<&'static dyn AnyFamily>,
    /// Whether the puzzle has values that are given, or had them before it was resized: its rules can be compared
    /// without them.
    has_givens: bool,
    /// The encoding.
    encoding: String,
    formula: FormulaOptions,
    /// What was assumed about it.
    note: Option<Message>,
}

/// An encoding of a family with its options: `sudoku:minimal:amo=ladder`.
struct Spec<'s> {
    family: &'static dyn AnyFamily,
    encoding: Option<&'s str>,
    formula: FormulaOptions,
}

/// Where the sides come from.
pub struct Origin<'o> {
    /// The family, if one was named: encodings then need no other name.
    pub family: Option<&'static dyn AnyFamily>,
    /// The family's own options.
    pub options: &'o Map<String, Value>,
    /// The puzzle of sides that are encodings of a family.
    pub on: Option<&'o TextFile>,
    /// The data of models.
    pub data: Option<&'o TextFile>,
}

/// The two sides that these words name, of which one may be a stored text; with `is_mapped`, a signature says what its atoms mean.
///
/// # Errors
///
/// A word that is neither an encoding nor a file, malformed text, options that don't exist.
pub fn sides(
    words: [&str; 2],
    stored: [Option<Stored>; 2],
    is_mapped: bool,
    origin: &Origin<'_>,
    limits: &Limits,
    context: &Context,
) -> Result<[Side; 2], Error> {
    let beside = |stored: &Stored, other: &Side| {
        if is_mapped {
            stored.side(limits, context)
        } else {
            stored.beside(&other.shown(limits)?, limits, context)
        }
    };
    let [one, other] = stored;
    if let Some(stored) = one {
        let second = Side::named(words[1], origin, limits, context)?;
        return Ok([beside(&stored, &second)?, second]);
    }
    let first = Side::named(words[0], origin, limits, context)?;
    let second = match other {
        Some(stored) => beside(&stored, &first)?,
        None => Side::read(words[1], origin, Some(&first), limits, context)?,
    };
    Ok([first, second])
}

impl Side {
    /// The side that a word names.
    ///
    /// # Errors
    ///
    /// As [`sides`].
    pub fn named(word: &str, origin: &Origin<'_>, limits: &Limits, context: &Context) -> Result<Self, Error> {
        Side::read(word, origin, None, limits, context)
    }

    /// The same after another side: encodings of one family are compared on the same puzzle.
    fn read(
        word: &str,
        origin: &Origin<'_>,
        before: Option<&Side>,
        limits: &Limits,
        context: &Context,
    ) -> Result<Self, Error> {
        let Some(spec) = Spec::read(word, origin.family)? else {
            return Side::of_file(word, origin, limits, context);
        };
        let shared = before.filter(|before| before.board.info().name == spec.family.info().name);
        let board = match shared {
            Some(before) => before.board.shared(),
            None => spec.board(origin, limits, context)?,
        };
        let made_by = origin.on.is_none().then_some(spec.family);
        let encoding = spec.encoding.unwrap_or_else(|| board.encoding()).to_owned();
        if !board.encodings().contains(&&*encoding) {
            return Err(Error::request(format!(
                "there is no encoding {} of {}; there are: {}",
                quote(&encoding),
                spec.family.info().name,
                board.encodings().join(", ")
            )));
        }
        let has_givens = !board.givens().is_empty();
        Ok(Side {
            name: word.to_owned(),
            board,
            is_file: false,
            made_by,
            has_givens,
            encoding,
            formula: spec.formula,
            note: None,
        })
    }

    /// The puzzle of a file: a model, a formula, or any other puzzle in its default encoding.
    fn of_file(word: &str, origin: &Origin<'_>, limits: &Limits, context: &Context) -> Result<Self, Error> {
        let read = context.files.read(Path::new(word));
        let bytes = read.map_err(|error| {
            let error = ParseError::unreadable(word, &error);
            error.with_help("a side is FAMILY:ENCODING or a file")
        })?;
        match Stored::of(word, &bytes)? {
            Some(stored) => stored.side(limits, context),
            None => Side::of_text(Text::of_bytes(word, bytes), origin, limits, context),
        }
    }

    /// The puzzle of a text.
    ///
    /// # Errors
    ///
    /// Malformed text, and options that its family doesn't have.
    pub fn of_text(
        text: Text,
        origin: &Origin<'_>,
        limits: &Limits,
        context: &Context,
    ) -> Result<Self, Error> {
        Side::of_family(recognise(&text)?, text, origin, limits, context)
    }

    /// The puzzle of a text of this family.
    ///
    /// # Errors
    ///
    /// As [`Side::of_text`].
    pub fn of_family(
        family: &dyn AnyFamily,
        text: Text,
        origin: &Origin<'_>,
        limits: &Limits,
        context: &Context,
    ) -> Result<Self, Error> {
        let name = text.name().to_owned();
        let mut options = Map::new();
        if let Some(data) = origin
            .data
            .filter(|_| family.options().get("properties").is_some_and(|all| all.get("data").is_some()))
        {
            options.insert("data".into(), serde_json::to_value(data).expect("a file is plain data"));
        }
        let ask = Ask { options, ..Ask::default() };
        let board = only(&*family.prepare(&ask)?, text.within(limits.clone()), &*context.files)?;
        let encoding = board.encoding().to_owned();
        let has_givens = !board.givens().is_empty();
        let formula = FormulaOptions::default();
        Ok(Side { name, board, is_file: true, made_by: None, has_givens, encoding, formula, note: None })
    }

    /// The same with a note about what was assumed.
    pub(super) fn noted(self, note: Message) -> Self {
        Side { note: Some(note), ..self }
    }

    /// What was assumed about it.
    #[must_use]
    pub fn note(&self) -> Option<&Message> {
        self.note.as_ref()
    }

    /// Whether it is a file, whose puzzle can't be another one.
    #[must_use]
    pub fn is_file(&self) -> bool {
        self.is_file
    }

    /// The same on a board of another size; a file stays as it is.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub fn resized(&self, size: Size, limits: &Limits, context: &Context) -> Result<Self, Error> {
        if self.is_file {
            return Ok(self.clone());
        }
        let board = self.board.resize(size, limits).or_else(|why| {
            // A puzzle that the family made may also be made in that size.
            self.made_by.and_then(|family| made(family, &of_size(size), limits, context).ok()).ok_or(why)
        })?;
        Ok(Side { board, ..self.clone() })
    }

    /// The same encoding on the board of another side.
    #[must_use]
    pub fn on(&self, other: &Side) -> Self {
        Side { board: other.board.shared(), ..self.clone() }
    }

    /// Whether the puzzle has values that are given, or had them before it was resized: its rules can be compared
    /// without them.
    #[must_use]
    pub fn has_givens(&self) -> bool {
        self.has_givens
    }

    /// Whether both are about the same puzzle, so that a solution of one can be written for the other.
    #[must_use]
    pub fn shares_puzzle(&self, other: &Side) -> bool {
        std::ptr::addr_eq(self.board.puzzle(), other.board.puzzle())
    }

    /// The name of the encoding.
    #[must_use]
    pub fn encoding(&self) -> &str {
        &self.encoding
    }

    /// The names of the atoms that it shows.
    fn shown(&self, limits: &Limits) -> Result<Vec<String>, Error> {
        let shown = named(&*self.formula(false, limits)?)?.shown;
        Ok(shown.into_iter().map(|(name, _)| name).collect())
    }

    /// Its formula: of the rules alone, or with the givens.
    ///
    /// # Errors
    ///
    /// As [`Board::encode`].
    pub fn formula(&self, of_rules: bool, limits: &Limits) -> Result<Box<dyn PuzzleFormula>, Error> {
        let mut options = self.formula.build(false, limits);
        if of_rules && !self.board.givens().is_empty() {
            options.dropped.push(GIVEN.name().to_owned());
        }
        let formula = self.board.encode(Purpose::Puzzle, &self.encoding, &options);
        formula.map_err(|error| error.of_dropped(&self.formula.drop))
    }
}

impl<'s> Spec<'s> {
    /// What a word says; `None` if it names no encoding.
    fn read(word: &'s str, named: Option<&'static dyn AnyFamily>) -> Result<Option<Self>, Error> {
        let mut parts = word.split(':').peekable();
        let first = parts.peek().copied().unwrap_or_default();
        let family = match (family(first), named) {
            (Some(family), _) => {
                parts.next();
                family
            }
            (None, Some(named)) if named.encodings().contains(&first) => named,
            _ => return Ok(None),
        };
        let is_name = |part: &&str| !part.contains('=');
        let encoding = parts.next_if(is_name);
        let mut formula = FormulaOptions::default();
        for part in parts {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            match key {
                "amo" => formula.amo = Some(choice(key, value)?),
                "card" => formula.card = Some(choice(key, value)?),
                "sum" => formula.sum = Some(choice(key, value)?),
                "graph" => formula.graph = Some(choice(key, value)?),
                "drop" => formula.drop.push(value.to_owned()),
                _ => {
                    let message = format!(
                        "{}: found {}, expected amo=, card=, sum=, graph= or drop=",
                        quote(word),
                        quote(part)
                    );
                    return Err(Error::request(message));
                }
            }
        }
        Ok(Some(Spec { family, encoding, formula }))
    }

    /// The puzzle on which its encoding is compared: the one that was given, or one that the family makes.
    fn board(
        &self,
        origin: &Origin<'_>,
        limits: &Limits,
        context: &Context,
    ) -> Result<Arc<dyn Board>, Error> {
        let known = self.encoding.filter(|name| self.family.encodings().contains(name));
        let formula = FormulaOptions { encoding: known.map(str::to_owned), ..FormulaOptions::default() };
        let ask = Ask { formula, options: origin.options.clone(), ..Ask::default() };
        let board = match origin.on {
            Some(on) => {
                let text = Text::of_string(&*on.name, on.text.clone()).within(limits.clone());
                only(&*self.family.prepare(&ask)?, text, &*context.files)?
            }
            None if self.family.generator_options().is_none() => {
                let message = "{} makes no puzzles: name one with `on`";
                return Err(Error::request(Message::with(message, &[&self.family.info().name])));
            }
            None => {
                let usual = made(self.family, &Map::new(), limits, context)?;
                // Formulas about plans grow with their length.
                let small = usual
                    .has_plans()
                    .then(|| made(self.family, &of_size(Size::new(SMALL.0, SMALL.1)), limits, context));
                small.unwrap_or(Ok(usual))?.asking(&ask)?
            }
        };
        // A formula about a length is compared for the shortest solutions: for fewer steps there are none.
        if board.has_plans() && board.length().is_none() {
            return Ok(board.shortest(&context.run(limits))?.unwrap_or(board));
        }
        Ok(board)
    }
}

/// The size of boards that a family makes if their solutions are plans.
const SMALL: (u16, u16) = (6, 6);

/// The options for puzzles of a size.
fn of_size(size: Size) -> Map<String, Value> {
    Map::from_iter([("size".to_owned(), size.to_string().into())])
}

/// A puzzle that a family makes.
fn made(
    family: &dyn AnyFamily,
    options: &Map<String, Value>,
    limits: &Limits,
    context: &Context,
) -> Result<Arc<dyn Board>, Error> {
    let prepared = family.prepare(&Ask::default())?;
    match prepared.generate(options, 0, &*context.files, &context.run(limits))? {
        Generated::Puzzle { puzzle, .. } => Ok(puzzle),
        Generated::Stopped(stop) => Err(jigsat_solve::Error::from(stop).into()),
    }
}

/// The flavour with that name.
fn choice<C: Choice>(key: &str, value: &str) -> Result<C, Error> {
    C::named(value).ok_or_else(|| {
        let names: Vec<&str> = C::all_names();
        Error::request(format!("{key}={value}: expected one of {}", names.join(", ")))
    })
}
