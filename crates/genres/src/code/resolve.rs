//! From the text of a description to its blocks: every name must be one of the page that fits its place.

use jigsat_input::{ParseError, Source, quote};
use jigsat_qprop::syntax::{Code as Text, CodeKind, Item, Span};

use super::{
    Args, Block, Code, Known, Layer, Meaning, Shape, alphabet,
    layers::{ANY, FUNCTION, NUMBERS, On, ROOM, Scope, VALUES, WORD, WORDS, Wanted},
    words,
};
use crate::given::{Given, What};

/// The blocks of addresses.
const ADDRESS: [Known<(), Block>; 11] = [
    ("board(…)", |args, ()| block(args, Shape::Board, &[On::Board])),
    ("borders(…)", |args, ()| block(args, Shape::Borders, &[On::Borders])),
    ("cells(…)", |args, ()| block(args, Shape::Cells, &[On::Cells])),
    ("corners(…)", |args, ()| block(args, Shape::Corners, &[On::Corners])),
    ("dots(…)", |args, ()| block(args, Shape::Dots, &[On::Dots])),
    ("edge(…)", |args, ()| block(args, Shape::Edge, &[On::Lines])),
    ("inner(…)", |args, ()| block(args, Shape::Inner, &[On::Cells])),
    ("maybe(block, …)", |args, ()| {
        let blocks = args.rest()?.iter().map(|block| args.resolver.block(false, block));
        Ok(plain(Shape::Maybe(blocks.collect::<Result<_, _>>()?)))
    }),
    ("option(…)", |args, ()| block(args, Shape::Option, &[On::Board])),
    ("outer(…, …, …)", |args, ()| block(args, Shape::Outer, &[On::Cells; 3])),
    ("rooms(…)", |args, ()| block(args, Shape::Rooms, &[On::Rooms])),
];

/// The blocks of saved boards.
const SAVED: [Known<(), Block>; 12] = [
    ("areas(function)", |args, ()| of_layer(args, Shape::Areas, On::Cells, &FUNCTION)),
    ("board(…)", |args, ()| block(args, Shape::Board, &[On::Board])),
    ("borders(…)", |args, ()| block(args, Shape::Borders, &[On::Borders])),
    ("cells(…)", |args, ()| block(args, Shape::Cells, &[On::Cells])),
    ("corners(…)", |args, ()| block(args, Shape::Corners, &[On::Corners])),
    ("dots(…)", |args, ()| block(args, Shape::Dots, &[On::Dots])),
    ("framed(…, …)", |args, ()| block(args, Shape::Framed, &[On::Lines, On::Cells])),
    ("inner(…)", |args, ()| block(args, Shape::Inner, &[On::Cells])),
    ("names(room)", |args, ()| of_layer(args, Shape::Numbers, On::Borders, &ROOM)),
    ("option(…)", |args, ()| block(args, Shape::Option, &[On::Board])),
    ("table(…, …, …)", |args, ()| block(args, Shape::Table, &[On::Cells; 3])),
    ("zeros(constant)", |args, ()| of_layer(args, Shape::Zeros, On::Board, &NUMBERS)),
];

/// A block with a code for each of its kinds of places.
fn block(args: &mut Args<'_>, shape: Shape, ons: &[On]) -> Result<Block, ParseError> {
    let mut scope = Scope { on: On::Board, layers: Vec::new() };
    let mut codes = Vec::new();
    for &on in ons {
        scope.on = on;
        codes.push(args.resolver.code(args.next()?, &mut scope)?);
    }
    Ok(Block { shape, layers: scope.layers, codes })
}

/// A block that is about a layer.
fn of_layer(args: &mut Args<'_>, shape: Shape, on: On, wanted: &Wanted) -> Result<Block, ParseError> {
    let layer = args.resolver.plain(args.next()?, on, wanted)?;
    Ok(Block { shape, layers: vec![layer], codes: Vec::new() })
}

/// The ways to write what is at a place.
const CODES: [Known<Scope, Code>; 14] = [
    ("at(name, …)", |args, scope| {
        // What is only asked for is not written.
        let (resolver, mut guard) = (args.resolver, Scope { on: scope.on, layers: Vec::new() });
        let mut value = |arg: &Text| -> Result<(Layer, Option<i64>), ParseError> {
            let (layer, value) = match &arg.kind {
                CodeKind::Part(_, own) if !own.is_empty() => resolver.value(arg, own, &mut guard)?,
                _ => (resolver.layer(arg, &mut guard, &ANY)?, None),
            };
            Ok((guard.layers[layer].clone(), value))
        };
        Ok(Code::At(args.rest()?.iter().map(&mut value).collect::<Result<_, _>>()?))
    }),
    ("decimal(name, …)", |args, scope| Ok(Code::Decimal(layers(args, scope, &NUMBERS)?, 0))),
    ("digits(base, count, name, …)", |args, scope| {
        Ok(Code::Digits(base(args)?, args.number(1, 6)? as usize, meaning(args, scope)?))
    }),
    ("drawn(name)", abbreviation),
    ("gap(g, z)", |args, _| {
        let first = args.letter('0')?;
        Ok(Code::Gap(first, args.letter(first)?))
    }),
    ("hex(name, …)", |args, scope| Ok(Code::Hex(meaning(args, scope)?))),
    ("list(\",\", …)", |args, scope| {
        let between = args.next()?;
        match &between.kind {
            CodeKind::Text(text) if !text.is_empty() => {
                Ok(Code::List(text.clone(), Box::new(args.resolver.code(args.next()?, scope)?)))
            }
            _ => Err(args.refused(between, "a text")),
        }
    }),
    ("numbers(name, name)", abbreviation),
    ("ordinal(name, …)", |args, scope| Ok(Code::Decimal(layers(args, scope, &WORDS)?, 1))),
    ("other", |_, _| Ok(Code::Other)),
    ("packed(name, …)", |args, scope| {
        let meaning = meaning(args, scope)?;
        let radix = meaning.words().map_or(MAX_BASE + 1, |words| words + 1);
        if radix > MAX_BASE {
            return Err(args.refused(args.part, "layers of words, with less than 36 values"));
        }
        let places = (1..=5).take_while(|&places| radix.pow(places) <= MAX_BASE).count();
        Ok(Code::Packed { places, radix, meaning })
    }),
    ("several(first, values, count, name, …)", |args, scope| {
        let first = args.number(0, MAX_BASE * MAX_BASE - 1)?;
        let (radix, count) = (args.number(1, MAX_BASE)?, args.number(1, 4)?);
        Ok(Code::Several { first, radix, count, meaning: meaning_below(radix, args, scope)? })
    }),
    ("shaded(name)", abbreviation),
    ("spread(values, places, name, …)", |args, scope| {
        let radix = args.number(1, MAX_BASE)?;
        Ok(Code::Spread(radix, args.number(0, MAX_BASE / radix - 1)?, meaning_below(radix, args, scope)?))
    }),
];

/// A code that stands for a longer one.
fn abbreviation(args: &mut Args<'_>, scope: &mut Scope) -> Result<Code, ParseError> {
    let long = words::abbreviated(args.part).ok_or_else(|| args.misfit())?;
    args.rest()?;
    args.resolver.code(&long, scope)
}

/// The numbers of the layers that are left.
fn layers(args: &mut Args<'_>, scope: &mut Scope, wanted: &Wanted) -> Result<Vec<usize>, ParseError> {
    args.rest()?.iter().map(|layer| args.resolver.layer(layer, scope, wanted)).collect()
}

fn meaning(args: &mut Args<'_>, scope: &mut Scope) -> Result<Meaning, ParseError> {
    let words = |layer: usize, scope: &Scope| match &scope.layers[layer] {
        Layer::Given(given) => given.what.words().map(|words| words as u32),
        _ => None,
    };
    let layers = layers(args, scope, &VALUES)?;
    Ok(Meaning(layers.into_iter().map(|layer| (layer, words(layer, scope))).collect()))
}

/// A meaning for all numbers below a radix.
fn meaning_below(radix: u32, args: &mut Args<'_>, scope: &mut Scope) -> Result<Meaning, ParseError> {
    let meaning = meaning(args, scope)?;
    if meaning.words().is_some_and(|words| words < radix) {
        let expected = format!("a given of numbers, or words for {radix} values");
        return Err(args.refused(args.part, expected));
    }
    Ok(meaning)
}

/// A base, or a text with the digits: `0-9a-jA-Z`.
fn base(args: &mut Args<'_>) -> Result<Vec<char>, ParseError> {
    let Some(Text { kind: CodeKind::Text(digits), .. }) = args.peek() else {
        return Ok(alphabet(args.number(2, MAX_BASE)?).to_vec());
    };
    let chars: Vec<char> = digits.chars().collect();
    let mut all = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        match chars[at..] {
            [first, '-', last, ..] if first <= last => {
                all.extend(first..=last);
                at += 3;
            }
            _ => {
                all.push(chars[at]);
                at += 1;
            }
        }
    }
    let text = args.next()?;
    if all.len() < 2 { Err(args.refused(text, "at least two digits")) } else { Ok(all) }
}

/// The largest base of digits.
const MAX_BASE: u32 = 36;

/// Reads descriptions of a page.
pub(crate) struct Resolver<'p> {
    pub source: &'p Source,
    pub items: &'p [Item],
    pub givens: &'p [Given],
}

impl Resolver<'_> {
    /// The blocks of an address, or of a saved board; and a sentence about each word of former versions.
    pub fn blocks(&self, is_saved: bool, parts: &[Text]) -> Result<(Vec<Block>, Vec<String>), ParseError> {
        let (mut blocks, mut notes) = (Vec::new(), Vec::new());
        for part in parts {
            let has_table = blocks.iter().any(|block: &Block| block.shape == Shape::Table);
            match words::now(is_saved, has_table, part) {
                Some((now, note)) => {
                    self.check_former(part)?;
                    notes.push(note);
                    for part in &now {
                        blocks.push(self.block(is_saved, part)?);
                    }
                }
                None => blocks.push(self.block(is_saved, part)?),
            }
        }
        Ok((blocks, notes))
    }

    /// Refuses names that are not on the page before they stand in another description.
    pub fn check_former(&self, part: &Text) -> Result<(), ParseError> {
        let CodeKind::Part(_, args) = &part.kind else { return Ok(()) };
        for arg in args {
            let is_known = match &arg.kind {
                CodeKind::Part(name, _) => name.name.len() == 1 || self.named(&name.name).is_some(),
                _ => false,
            };
            if !is_known {
                return Err(self.found(arg.span, &arg.to_string()).expecting("a name of this page"));
            }
        }
        Ok(())
    }

    fn block(&self, is_saved: bool, part: &Text) -> Result<Block, ParseError> {
        match &part.kind {
            CodeKind::Text(text) => Ok(plain(Shape::Text(text.clone()))),
            CodeKind::Part(..) if is_saved => {
                Args::read(self, part, &SAVED, "a block of a saved board", &mut ())
            }
            CodeKind::Part(..) => Args::read(self, part, &ADDRESS, "a block of an address", &mut ()),
            _ => Err(self.found(part.span, &part.to_string()).expecting("a block such as cells(…)")),
        }
    }

    fn code(&self, text: &Text, scope: &mut Scope) -> Result<Code, ParseError> {
        let mut each = |codes: &[Text]| -> Result<Vec<Code>, ParseError> {
            codes.iter().map(|code| self.code(code, scope)).collect()
        };
        match &text.kind {
            CodeKind::Choice(codes) => Ok(Code::Choice(each(codes)?)),
            CodeKind::Sequence(codes) => Ok(Code::Sequence(each(codes)?)),
            CodeKind::Text(text) => Ok(Code::Text(text.clone())),
            CodeKind::Number(_) => {
                Err(self.found(text.span, &text.to_string()).expecting("a text in double quotes, or a code"))
            }
            CodeKind::Part(name, args) if self.named(&name.name).is_some() => self.is(text, args, scope),
            CodeKind::Part(..) => {
                let names = self.names(scope.on, &ANY).join(", ");
                let names = if names.is_empty() { "none".into() } else { names };
                let place = format!("a name of {} ({names}), or a code", scope.on.of());
                Args::read(self, text, &CODES, &place, scope)
            }
        }
    }

    /// A layer that has a value at the place: `wall`, `circle(white)`, `fleet(3)`.
    fn is(&self, text: &Text, args: &[Text], scope: &mut Scope) -> Result<Code, ParseError> {
        let (layer, value) = self.value(text, args, scope)?;
        Ok(Code::Is(layer, value.unwrap_or_else(|| word(&scope.layers[layer]))))
    }

    fn value(
        &self,
        text: &Text,
        args: &[Text],
        scope: &mut Scope,
    ) -> Result<(usize, Option<i64>), ParseError> {
        let Some(arg) = args.first() else { return Ok((self.layer(text, scope, &WORD)?, None)) };
        let layer = self.layer(text, scope, &NUMBERS)?;
        let names = match &scope.layers[layer] {
            Layer::Given(Given { what: What::Symbol(names), .. }) => Some(names),
            _ => None,
        };
        let value = match (&arg.kind, names) {
            (CodeKind::Part(name, args), Some(names)) if args.is_empty() => {
                names.iter().position(|other| *other == name.name).map(|place| place as i64)
            }
            (&CodeKind::Number(number), None) => Some(number),
            _ => None,
        };
        let expected =
            names.map_or_else(|| "a number".into(), |names| format!("a value: {}", names.join(", ")));
        match (value, args) {
            (Some(value), [_]) => Ok((layer, Some(value))),
            _ => Err(self.found(arg.span, &arg.to_string()).expecting(expected)),
        }
    }

    pub fn found(&self, span: Span, text: &str) -> ParseError {
        self.source.error(self.source.position(span.start as usize), format!("found {}", quote(text)))
    }
}

/// The value that a layer's name alone means.
fn word(layer: &Layer) -> i64 {
    i64::from(!matches!(layer, Layer::Given(_)))
}

fn plain(shape: Shape) -> Block {
    Block { shape, layers: Vec::new(), codes: Vec::new() }
}
