//! Writing what is at places in a code.

use super::{Code, Layer, Mark, Meaning, place};
use jigsat_cnf::rarely;

/// A text, and what it says.
#[derive(Clone, Debug, Default)]
struct Written {
    text: String,
    more: usize,
    marks: Vec<Mark>,
}

struct Writer<'w> {
    layers: &'w [Layer],
    /// What is at a place, counted from the first; `None` behind the last.
    content: &'w dyn Fn(usize) -> Option<Vec<Mark>>,
    /// Whether empty places may follow the last one.
    is_endless: bool,
}

/// The text of the first alternative that says all that is at a place, and no more; and the number of places after the
/// first that it is about. `None` if there is no such alternative.
pub(crate) fn write(
    code: &Code,
    layers: &[Layer],
    content: &dyn Fn(usize) -> Option<Vec<Mark>>,
    is_endless: bool,
) -> Option<(String, usize)> {
    let writer = Writer { layers, content, is_endless };
    let is_exact = |written: &Written| {
        let mut there: Vec<Mark> = (0..=written.more).filter_map(content).flatten().collect();
        let mut said = written.marks.clone();
        rarely::sort(&mut there);
        rarely::sort(&mut said);
        there == said
    };
    let written = writer.write(code, &Written::default()).into_iter().find(is_exact)?;
    Some((written.text, written.more))
}

impl Writer<'_> {
    /// All ways to go on.
    fn write(&self, code: &Code, before: &Written) -> Vec<Written> {
        match code {
            Code::Choice(codes) => codes.iter().flat_map(|code| self.write(code, before)).collect(),
            Code::Sequence(codes) => codes.iter().fold(vec![before.clone()], |all, code| {
                all.iter().flat_map(|before| self.write(code, before)).collect()
            }),
            Code::Text(text) => vec![before.with(text, None)],
            &Code::Is(layer, value) => {
                let mark = self.value(before, layer).filter(|mark| mark.3 == value);
                mark.map(|mark| before.with("", Some(mark))).into_iter().collect()
            }
            &Code::Gap(first, last) => {
                let most = place(last) - place(first) + 1;
                let empty = (0..most).take_while(|&place| self.is_empty(place, false)).count();
                let letter = char::from_digit((place(first) + empty.saturating_sub(1)) as u32, 36);
                let letter = letter.filter(|_| empty > 0);
                letter
                    .map(|letter| before.with(&letter.to_string(), None).further(empty - 1))
                    .into_iter()
                    .collect()
            }
            Code::Hex(meaning) => self.meant(before, meaning, hex),
            Code::Decimal(layers, first) => {
                let marks: Option<Vec<Mark>> =
                    layers.iter().map(|&layer| self.value(before, layer)).collect();
                let Some(marks) = marks.filter(|marks| marks.iter().all(|mark| mark.3 == marks[0].3)) else {
                    return Vec::new();
                };
                let mut written = before.with(&(marks[0].3 + first).to_string(), None);
                written.marks.extend(marks);
                vec![written]
            }
            Code::Digits(alphabet, count, meaning) => {
                self.meant(before, meaning, |number| number_in(number, alphabet, *count))
            }
            Code::Spread(radix, most, meaning) => {
                let follow =
                    (1..=*most).take_while(|&place| self.is_empty(place as usize, self.is_endless)).count();
                let alphabet = super::alphabet(radix * (most + 1));
                let digit = |number: u32| {
                    (number < *radix)
                        .then(|| number_in(number + radix * follow as u32, alphabet, 1))
                        .flatten()
                };
                self.meant(before, meaning, digit)
                    .into_iter()
                    .map(|written| written.further(follow))
                    .collect()
            }
            Code::Packed { places, radix, meaning } => {
                self.packed(before, *places, *radix, meaning).into_iter().collect()
            }
            Code::Several { first, radix, count, meaning } => {
                let marks = (self.content)(0).unwrap_or_default();
                let numbers: Option<Vec<u32>> = marks
                    .iter()
                    .map(|mark| meaning.number(mark.1, mark.3).filter(|number| number < radix))
                    .collect();
                let Some(numbers) = numbers.filter(|numbers| numbers.len() == *count as usize) else {
                    return Vec::new();
                };
                let number = first + numbers.into_iter().fold(0, |all, number| all * radix + number);
                let mut written =
                    before.with(&number_in(number, super::alphabet(36), 2).unwrap_or_default(), None);
                written.marks.extend(marks);
                vec![written]
            }
            Code::List(between, code) => {
                let all = (self.content)(0).map_or(0, |marks| marks.len());
                let mut lists = self.write(code, before);
                while lists.first().is_some_and(|list| list.marks.len() < all) {
                    lists =
                        lists.iter().flat_map(|list| self.write(code, &list.with(between, None))).collect();
                }
                lists
            }
            // These are only read.
            Code::At(_) | Code::Other => Vec::new(),
        }
    }

    /// What a layer has at the place: in lists, what follows what is written.
    fn value(&self, before: &Written, layer: usize) -> Option<Mark> {
        let is_list = self.layers[layer].is_list();
        let item = before.marks.iter().filter(|mark| is_list && self.layers[mark.1].is_list()).count();
        (self.content)(0)?.into_iter().find(|mark| mark.1 == layer && mark.2 == item)
    }

    fn is_empty(&self, place: usize, behind: bool) -> bool {
        (self.content)(place).map_or(behind, |marks| marks.is_empty())
    }

    /// The number that the place has, written like this.
    fn meant(
        &self,
        before: &Written,
        meaning: &Meaning,
        write: impl Fn(u32) -> Option<String>,
    ) -> Vec<Written> {
        let mut layers: Vec<usize> = meaning.0.iter().map(|&(layer, _)| layer).collect();
        layers.dedup();
        let written = |layer: usize| {
            let mark = self.value(before, layer)?;
            Some(before.with(&write(meaning.number(layer, mark.3)?)?, Some(mark)))
        };
        layers.into_iter().filter_map(written).collect()
    }

    fn packed(&self, before: &Written, places: usize, radix: u32, meaning: &Meaning) -> Option<Written> {
        let mut digit = 0;
        let mut all = Vec::new();
        for place in 0..places {
            let marks = (self.content)(place).unwrap_or_default();
            let number = match marks[..] {
                [] => 0,
                [mark] => meaning.number(mark.1, mark.3)? + 1,
                _ => return None,
            };
            digit = digit * radix + Some(number).filter(|number| *number < radix)?;
            all.extend(marks);
        }
        let alphabet = super::alphabet(radix.pow(places as u32));
        let mut written = before.with(&number_in(digit, alphabet, 1)?, None).further(places - 1);
        written.marks.extend(all);
        Some(written)
    }
}

impl Written {
    fn with(&self, text: &str, mark: Option<Mark>) -> Self {
        let mut written = self.clone();
        written.text.push_str(text);
        written.marks.extend(mark);
        written
    }

    fn further(mut self, places: usize) -> Self {
        self.more += places;
        self
    }
}

fn hex(number: u32) -> Option<String> {
    Some(match number {
        ..16 => format!("{number:x}"),
        16..256 => format!("-{number:02x}"),
        256..4096 => format!("+{number:03x}"),
        4096..8192 => format!("={:03x}", number - 4096),
        8192..12288 => format!("%{:03x}", number - 8192),
        _ => return None,
    })
}

/// A number with exactly so many digits.
fn number_in(number: u32, alphabet: &[char], count: usize) -> Option<String> {
    let base = alphabet.len() as u32;
    let mut digits = Vec::new();
    let mut rest = number;
    for _ in 0..count {
        digits.push(*alphabet.get((rest % base) as usize)?);
        rest /= base;
    }
    (rest == 0).then(|| digits.iter().rev().collect())
}
