//! From the text of a description to its blocks: every name must be one of the page that fits its place.

use jigsat_input::{ParseError, Source, quote};
use jigsat_qprop::syntax::{Code as Text, CodeKind, Item, Span};

use super::{
    Block, Code, Layer, Meaning, Shape, alphabet,
    layers::{On, Scope, Wanted},
    words,
};
use crate::given::{Given, What};

/// The blocks that are a list of places: their names, whether addresses and saved boards have them, and what each of
/// their codes is about.
static BLOCKS: [(&str, [bool; 2], Shape, &[On]); 11] = [
    ("board", [true, true], Shape::Board, &[On::Board]),
    ("borders", [true, true], Shape::Borders, &[On::Borders]),
    ("cells", [true, true], Shape::Cells, &[On::Cells]),
    ("dots", [true, true], Shape::Dots, &[On::Dots]),
    ("edge", [true, false], Shape::Edge, &[On::Lines]),
    ("framed", [false, true], Shape::Framed, &[On::Lines, On::Cells]),
    ("inner", [true, true], Shape::Inner, &[On::Cells]),
    ("option", [true, true], Shape::Option, &[On::Board]),
    ("outer", [true, false], Shape::Outer, &[On::Cells, On::Cells, On::Cells]),
    ("rooms", [true, false], Shape::Rooms, &[On::Rooms]),
    ("table", [false, true], Shape::Table, &[On::Cells, On::Cells, On::Cells]),
];

/// The ways to write what is at a place.
const CODES: &str =
    "at, decimal, digits, drawn, gap, hex, list, numbers, ordinal, other, packed, several, shaded, spread";

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
    fn check_former(&self, part: &Text) -> Result<(), ParseError> {
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
        let (name, args) = match &part.kind {
            CodeKind::Text(text) => return Ok(plain(Shape::Text(text.clone()))),
            CodeKind::Part(name, args) => (name, args),
            _ => return Err(self.found(part.span, &part.to_string()).expecting("a block such as cells(…)")),
        };
        match (name.name.as_str(), &args[..], is_saved) {
            ("maybe", [_, ..], false) => {
                let blocks = args.iter().map(|arg| self.block(is_saved, arg)).collect::<Result<_, _>>()?;
                return Ok(plain(Shape::Maybe(blocks)));
            }
            ("names", [room], true) => {
                let mut scope = Scope { on: On::Borders, layers: Vec::new() };
                self.layer(room, &mut scope, Wanted::Word)?;
                let is_room =
                    |layer: &Layer| matches!(layer, Layer::Given(given) if given.what == What::Room);
                if !scope.layers.iter().all(is_room) {
                    return Err(self.found(room.span, &room.to_string()).expecting("a given that is a room"));
                }
                return Ok(Block { shape: Shape::Numbers, layers: scope.layers, codes: Vec::new() });
            }
            ("areas", [area], true) => {
                let mut scope = Scope { on: On::Cells, layers: Vec::new() };
                self.layer(area, &mut scope, Wanted::Numbers)?;
                if !matches!(scope.layers[0], Layer::Predicate { is_function: true, .. }) {
                    return Err(self.found(area.span, &area.to_string()).expecting("a function of cells"));
                }
                return Ok(Block { shape: Shape::Areas, layers: scope.layers, codes: Vec::new() });
            }
            ("zeros", [fleet], true) => {
                let mut scope = Scope { on: On::Board, layers: Vec::new() };
                self.layer(fleet, &mut scope, Wanted::Numbers)?;
                return Ok(Block { shape: Shape::Zeros, layers: scope.layers, codes: Vec::new() });
            }
            _ => {}
        }
        let form = usize::from(is_saved);
        let known = BLOCKS.iter().filter(|(_, forms, ..)| forms[form]);
        let Some((_, _, shape, ons)) = known.clone().find(|(known, ..)| *known == name.name) else {
            let mut names: Vec<&str> = known.map(|(name, ..)| *name).collect();
            names.extend(if is_saved { &["areas", "names", "zeros"][..] } else { &["maybe"] });
            names.sort_unstable();
            let what = if is_saved { "a block of a saved board" } else { "a block of an address" };
            return Err(self.found(name.span, &name.name).expecting(format!("{what}: {}", names.join(", "))));
        };
        if args.len() != ons.len() {
            let form = vec!["…"; ons.len()].join(", ");
            return Err(self.found(part.span, &part.to_string()).expecting(format!("{}({form})", name.name)));
        }
        let mut scope = Scope { on: On::Board, layers: Vec::new() };
        let mut codes = Vec::new();
        for (arg, &on) in args.iter().zip(*ons) {
            scope.on = on;
            codes.push(self.code(arg, &mut scope)?);
        }
        Ok(Block { shape: shape.clone(), layers: scope.layers, codes })
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
            CodeKind::Part(name, args) => match words::abbreviated(text) {
                Some(long) => self.code(&long, scope),
                None => self.called(text, &name.name, args, scope),
            },
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
        let Some(arg) = args.first() else { return Ok((self.layer(text, scope, Wanted::Word)?, None)) };
        let layer = self.layer(text, scope, Wanted::Numbers)?;
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

    fn called(&self, text: &Text, name: &str, args: &[Text], scope: &mut Scope) -> Result<Code, ParseError> {
        let code = match (name, args) {
            ("other", []) => Code::Other,
            ("gap", [first, last]) => Code::Gap(self.letter(first)?, self.letter(last)?),
            ("hex", [_, ..]) => Code::Hex(self.meaning(args, scope)?),
            ("decimal" | "ordinal", [_, ..]) => {
                let wanted = if name == "ordinal" { Wanted::Words } else { Wanted::Numbers };
                let layers = args.iter().map(|arg| self.layer(arg, scope, wanted));
                Code::Decimal(layers.collect::<Result<_, _>>()?, i64::from(name == "ordinal"))
            }
            ("digits", [digits, count, rest @ ..]) if !rest.is_empty() => Code::Digits(
                self.alphabet(digits)?,
                self.number(count, 1, 6)? as usize,
                self.meaning(rest, scope)?,
            ),
            ("spread", [radix, most, rest @ ..]) if !rest.is_empty() => {
                let radix_number = self.number(radix, 1, MAX_BASE)?;
                let most = self.number(most, 0, MAX_BASE / radix_number - 1)?;
                Code::Spread(radix_number, most, self.meaning_below(radix_number, text, rest, scope)?)
            }
            ("packed", [_, ..]) => {
                let meaning = self.meaning(args, scope)?;
                let counts: Option<Vec<u32>> = meaning.0.iter().map(|(_, count)| *count).collect();
                let radix = counts.map_or(MAX_BASE + 1, |counts| counts.into_iter().sum::<u32>() + 1);
                if radix > MAX_BASE {
                    let error = self.found(text.span, &text.to_string());
                    return Err(error.expecting("layers of words, with less than 36 values"));
                }
                let places = (1..=5).take_while(|&places| radix.pow(places) <= MAX_BASE).count();
                Code::Packed { places, radix, meaning }
            }
            ("several", [first, radix, count, rest @ ..]) if !rest.is_empty() => {
                let first = self.number(first, 0, MAX_BASE * MAX_BASE - 1)?;
                let radix = self.number(radix, 1, MAX_BASE)?;
                let count = self.number(count, 1, 4)?;
                Code::Several { first, radix, count, meaning: self.meaning_below(radix, text, rest, scope)? }
            }
            ("list", [between, code]) => match &between.kind {
                CodeKind::Text(between) if !between.is_empty() => {
                    Code::List(between.clone(), Box::new(self.code(code, scope)?))
                }
                _ => return Err(self.found(between.span, &between.to_string()).expecting("a text")),
            },
            ("at", [_, ..]) => {
                // What is only asked for is not written.
                let mut guard = Scope { on: scope.on, layers: Vec::new() };
                let mut value = |arg: &Text| -> Result<(Layer, Option<i64>), ParseError> {
                    let (layer, value) = match &arg.kind {
                        CodeKind::Part(_, args) if !args.is_empty() => self.value(arg, args, &mut guard)?,
                        _ => (self.layer(arg, &mut guard, Wanted::Any)?, None),
                    };
                    Ok((guard.layers[layer].clone(), value))
                };
                Code::At(args.iter().map(&mut value).collect::<Result<_, _>>()?)
            }
            _ if CODES.split(", ").any(|known| known == name) => {
                let form = match name {
                    "gap" => "gap(g, z)",
                    "digits" => "digits(base, count, name)",
                    "spread" => "spread(values, places, name)",
                    "several" => "several(first, values, count, name)",
                    "list" => "list(\",\", …)",
                    "other" => "other",
                    _ => return Err(self.found(text.span, name).expecting(format!("{name}(name)"))),
                };
                return Err(self.found(text.span, &text.to_string()).expecting(form));
            }
            _ => {
                let names = self.names(scope.on, Wanted::Any).join(", ");
                let names = if names.is_empty() { "none".into() } else { names };
                let error = self.found(text.span, &text.to_string());
                return Err(
                    error.expecting(format!("a name of {} ({names}), or a code: {CODES}", scope.on.of()))
                );
            }
        };
        Ok(code)
    }

    fn letter(&self, text: &Text) -> Result<char, ParseError> {
        match &text.kind {
            CodeKind::Part(name, args) if args.is_empty() && name.name.len() == 1 => {
                Ok(name.name.chars().next().unwrap_or('a'))
            }
            _ => Err(self.found(text.span, &text.to_string()).expecting("a letter")),
        }
    }

    fn number(&self, text: &Text, least: u32, most: u32) -> Result<u32, ParseError> {
        match text.kind {
            CodeKind::Number(number) if (i64::from(least)..=i64::from(most)).contains(&number) => {
                Ok(number as u32)
            }
            _ => {
                let error = self.found(text.span, &text.to_string());
                Err(error.expecting(format!("a number from {least} to {most}")))
            }
        }
    }

    /// A base, or a text with the digits: `0-9a-jA-Z`.
    fn alphabet(&self, text: &Text) -> Result<Vec<char>, ParseError> {
        let CodeKind::Text(digits) = &text.kind else { return Ok(alphabet(self.number(text, 2, MAX_BASE)?)) };
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
        if all.len() < 2 {
            return Err(self.found(text.span, &text.to_string()).expecting("at least two digits"));
        }
        Ok(all)
    }

    fn meaning(&self, args: &[Text], scope: &mut Scope) -> Result<Meaning, ParseError> {
        let one = |arg: &Text| -> Result<(usize, Option<u32>), ParseError> {
            let layer = self.layer(arg, scope, Wanted::Values)?;
            let count = match &scope.layers[layer] {
                Layer::Given(given) => given.what.words(),
                _ => None,
            };
            Ok((layer, count.map(|count| count as u32)))
        };
        Ok(Meaning(args.iter().map(one).collect::<Result<_, _>>()?))
    }

    /// A meaning for all numbers below a radix.
    fn meaning_below(
        &self,
        radix: u32,
        text: &Text,
        args: &[Text],
        scope: &mut Scope,
    ) -> Result<Meaning, ParseError> {
        let meaning = self.meaning(args, scope)?;
        let counts: Option<Vec<u32>> = meaning.0.iter().map(|(_, count)| *count).collect();
        match counts.map(|counts| counts.into_iter().sum::<u32>()).filter(|&sum| sum < radix) {
            Some(_) => Err(self
                .found(text.span, &text.to_string())
                .expecting(format!("a given of numbers, or words for {radix} values"))),
            None => Ok(meaning),
        }
    }

    pub(super) fn found(&self, span: Span, text: &str) -> ParseError {
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
