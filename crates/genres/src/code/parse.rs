//! Reading a code from a text.

use jigsat_input::quote;

use super::{Code, Layer, Mark, Meaning, place};

/// What was read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Taken {
    /// Number of bytes.
    pub length: usize,
    /// Number of places after the first.
    pub more: usize,
    pub marks: Vec<Mark>,
    /// Number of items of a list.
    items: usize,
}

/// What a code is read from.
struct Reader<'r> {
    text: &'r str,
    layers: &'r [Layer],
    /// What a layer already has at the place.
    known: &'r dyn Fn(&Layer) -> Option<i64>,
    /// Whether all of the text must be read.
    is_whole: bool,
}

/// Reads the beginning of a text.
pub(crate) fn read(
    code: &Code,
    text: &str,
    layers: &[Layer],
    known: &dyn Fn(&Layer) -> Option<i64>,
) -> Option<Taken> {
    Reader { text, layers, known, is_whole: false }.read(code, Taken::default())
}

/// Reads all of a word.
pub(crate) fn read_whole(
    code: &Code,
    text: &str,
    layers: &[Layer],
    known: &dyn Fn(&Layer) -> Option<i64>,
) -> Option<Taken> {
    let reader = Reader { text, layers, known, is_whole: true };
    let alternatives = if let Code::Choice(codes) = code { &codes[..] } else { std::slice::from_ref(code) };
    let mut read = alternatives.iter().filter_map(|code| reader.read(code, Taken::default()));
    read.find(|taken| taken.length == text.len())
}

impl Reader<'_> {
    fn read(&self, code: &Code, taken: Taken) -> Option<Taken> {
        match code {
            Code::Choice(codes) => codes.iter().find_map(|code| self.read(code, taken.clone())),
            Code::Sequence(codes) => codes.iter().try_fold(taken, |taken, code| self.read(code, taken)),
            Code::Text(text) => {
                self.rest(&taken).starts_with(text.as_str()).then(|| taken.longer(text.len()))
            }
            &Code::Is(layer, value) => Some(self.with(taken, 0, layer, value)),
            &Code::Gap(first, last) => {
                let char = self
                    .next(&taken)
                    .filter(|char| (first..=last).contains(char) && char.is_ascii_alphanumeric())?;
                Some(taken.longer(1).further(place(char) - place(first)))
            }
            Code::Hex(meaning) => self.hex(taken, meaning),
            Code::Decimal(layers, first) => {
                let rest = self.rest(&taken);
                let length = rest.find(|char: char| !char.is_ascii_digit()).unwrap_or(rest.len());
                let number: u32 = rest[..length].parse().ok()?;
                let value = i64::from(number) - first;
                let in_range = |&layer: &usize| value >= 0 && self.has(layer, value);
                layers.iter().all(in_range).then_some(())?;
                let taken = taken.longer(length);
                Some(layers.iter().fold(taken, |taken, &layer| self.with(taken, 0, layer, value)))
            }
            Code::Digits(alphabet, count, meaning) => {
                let (number, taken) = self.number(taken, alphabet, *count)?;
                self.means(taken, 0, meaning, number)
            }
            Code::Spread(radix, most, meaning) => {
                let (digit, taken) = self.number(taken, super::alphabet(radix * (most + 1)), 1)?;
                let taken = self.means(taken, 0, meaning, digit % radix)?;
                Some(taken.further((digit / radix) as usize))
            }
            Code::Packed { places, radix, meaning } => {
                let (digit, mut taken) = self.number(taken, super::alphabet(radix.pow(*places as u32)), 1)?;
                for place in 0..*places {
                    let number = digit / radix.pow((places - 1 - place) as u32) % radix;
                    if let Some(number) = number.checked_sub(1) {
                        taken = self.means(taken, place, meaning, number)?;
                    }
                }
                Some(taken.further(places - 1))
            }
            Code::Several { first, radix, count, meaning } => {
                let (number, taken) = self.number(taken, super::alphabet(36), 2)?;
                let number = number.checked_sub(*first).filter(|&number| number < radix.pow(*count))?;
                (0..*count).rev().try_fold(taken, |taken, place| {
                    self.means(taken, 0, meaning, number / radix.pow(place) % radix)
                })
            }
            Code::List(between, code) => {
                let mut taken = self.read(code, taken)?;
                while self.rest(&taken).starts_with(between.as_str()) {
                    let before = taken.clone().longer(between.len());
                    taken = self.read(code, before)?;
                }
                Some(taken)
            }
            Code::At(layers) => {
                let is_there = |(layer, value): &(Layer, Option<i64>)| {
                    (self.known)(layer).is_some_and(|known| value.is_none_or(|value| value == known))
                };
                layers.iter().any(is_there).then_some(taken)
            }
            Code::Other if self.is_whole => {
                let length = self.rest(&taken).len();
                Some(taken.longer(length))
            }
            Code::Other => None,
        }
    }

    fn rest(&self, taken: &Taken) -> &str {
        &self.text[taken.length..]
    }

    fn next(&self, taken: &Taken) -> Option<char> {
        self.rest(taken).chars().next()
    }

    fn hex(&self, taken: Taken, meaning: &Meaning) -> Option<Taken> {
        let (count, more) = match self.next(&taken)? {
            '-' => (2, 0),
            '+' => (3, 0),
            '=' => (3, 4096),
            '%' => (3, 8192),
            _ => (0, 0),
        };
        let taken = taken.longer(usize::from(count > 0));
        let (number, taken) = self.number(taken, super::alphabet(16), count.max(1))?;
        self.means(taken, 0, meaning, number + more)
    }

    /// A number of this many digits.
    fn number(&self, mut taken: Taken, alphabet: &[char], count: usize) -> Option<(u32, Taken)> {
        let mut number = 0_u32;
        for _ in 0..count {
            let char = self.next(&taken)?;
            let digit = alphabet.iter().position(|&digit| digit == char)?;
            number = number.checked_mul(alphabet.len() as u32)?.checked_add(digit as u32)?;
            taken = taken.longer(char.len_utf8());
        }
        Some((number, taken))
    }

    fn means(&self, taken: Taken, place: usize, meaning: &Meaning, number: u32) -> Option<Taken> {
        let (layer, value) = meaning.of(number)?;
        Some(self.with(taken, place, layer, value))
    }

    /// Whether a layer of words has one for this number.
    fn has(&self, layer: usize, value: i64) -> bool {
        match &self.layers[layer] {
            Layer::Given(given) => given.what.words().is_none_or(|count| value < count as i64),
            _ => true,
        }
    }

    fn with(&self, mut taken: Taken, place: usize, layer: usize, value: i64) -> Taken {
        let item = if self.layers[layer].is_list() { taken.items } else { 0 };
        taken.items += usize::from(self.layers[layer].is_list());
        taken.marks.push((place, layer, item, value));
        taken
    }
}

impl Taken {
    fn longer(mut self, length: usize) -> Self {
        self.length += length;
        self
    }

    fn further(mut self, places: usize) -> Self {
        self.more += places;
        self
    }
}

/// What a text in this code begins with, in words.
pub(crate) fn described(code: &Code) -> String {
    let mut words = Vec::new();
    begins(code, &mut words);
    match &words[..] {
        [] => "nothing".into(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

fn begins(code: &Code, words: &mut Vec<String>) {
    let word = match code {
        Code::Choice(codes) => return codes.iter().for_each(|code| begins(code, words)),
        Code::Sequence(codes) => {
            let is_guard = |code: &&Code| matches!(code, Code::At(_));
            return codes
                .iter()
                .find(|code| !is_guard(code))
                .into_iter()
                .for_each(|code| begins(code, words));
        }
        Code::Text(text) if text.is_empty() => return,
        Code::Text(text) => quote(text),
        Code::Gap(first, last) => format!("a letter from {first} to {last}"),
        Code::Hex(_) => "a hexadecimal number".into(),
        Code::Decimal(..) => "a number".into(),
        Code::Digits(alphabet, ..) => digits(alphabet),
        Code::Spread(radix, most, _) => digits(super::alphabet(radix * (most + 1))),
        Code::Packed { places, radix, .. } => {
            format!("{}: {places} places", digits(super::alphabet(radix.pow(*places as u32))))
        }
        Code::Several { .. } => "two digits in base 36".into(),
        Code::List(_, code) => return begins(code, words),
        Code::Is(..) | Code::At(_) | Code::Other => return,
    };
    if !words.contains(&word) {
        words.push(word);
    }
}

fn digits(alphabet: &[char]) -> String {
    let [first, last] = [alphabet.first(), alphabet.last()].map(|char| char.copied().unwrap_or('0'));
    format!("a digit from {first} to {last}")
}
