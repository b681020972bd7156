//! Inputs that are almost valid: those of a corpus, changed in a few places.

use rand::{Rng, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

/// Tokens that often break readers.
const TOKENS: [&str; 40] = [
    "0",
    "-1",
    "1",
    "255",
    "256",
    "65535",
    "65536",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "1e999",
    "-0.0",
    "NaN",
    "null",
    "true",
    "[]",
    "{}",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "'",
    ":",
    ",",
    "\n",
    "\r\n",
    "\t",
    " ",
    "\u{0}",
    "\u{feff}",
    "é",
    "𝕏",
    "&a ",
    "*a ",
    "!!binary ",
    "<<: ",
    "# ",
    "- ",
    "\\",
];

/// Maximum length of an input, in bytes.
const LONGEST: usize = 20_000;

pub struct Mutator<'c> {
    rng: ChaCha8Rng,
    corpus: &'c [Vec<u8>],
}

impl<'c> Mutator<'c> {
    pub fn new(seed: u64, corpus: &'c [Vec<u8>]) -> Self {
        Mutator { rng: ChaCha8Rng::seed_from_u64(seed), corpus }
    }

    /// An input of the corpus with some changes.
    pub fn input(&mut self) -> Vec<u8> {
        let mut input = self.corpus.choose(&mut self.rng).expect("there is a corpus").clone();
        let changes = 1 + self.rng.random_range(0..4_u32).pow(2);
        for _ in 0..changes {
            self.change(&mut input);
        }
        input.truncate(LONGEST);
        input
    }

    fn change(&mut self, input: &mut Vec<u8>) {
        let at = self.place(input);
        match self.rng.random_range(0..11) {
            0 if at < input.len() => input[at] = self.rng.random(),
            1 if at < input.len() => input[at] ^= 1 << self.rng.random_range(0..8),
            2 if at < input.len() => drop(input.remove(at)),
            3 => {
                let token = TOKENS.choose(&mut self.rng).expect("there are some");
                input.splice(at..at, token.bytes());
            }
            4 => self.replace_number(input),
            5 => {
                let end = self.span(input, at);
                input.drain(at..end);
            }
            6 => {
                let copy = input[at..self.span(input, at)].to_vec();
                let to = self.place(input);
                input.splice(to..to, copy);
            }
            7 => {
                let other = self.corpus.choose(&mut self.rng).expect("there is a corpus");
                let from = self.rng.random_range(0..=other.len());
                let end = (from + self.rng.random_range(0..200)).min(other.len());
                input.splice(at..at, other[from..end].iter().copied());
            }
            8 => self.exchange_lines(input),
            9 => input.truncate(at),
            _ => {
                let piece = input[at..self.span(input, at).min(at + 8)].to_vec();
                let times = self.rng.random_range(2..300);
                input.splice(at..at, piece.repeat(times));
            }
        }
    }

    fn place(&mut self, input: &[u8]) -> usize {
        self.rng.random_range(0..=input.len())
    }

    /// The end of a piece that begins there.
    fn span(&mut self, input: &[u8], at: usize) -> usize {
        (at + self.rng.random_range(1..64)).min(input.len())
    }

    /// Replaces a number by another one.
    fn replace_number(&mut self, input: &mut Vec<u8>) {
        let starts: Vec<usize> = (0..input.len())
            .filter(|&at| input[at].is_ascii_digit() && (at == 0 || !input[at - 1].is_ascii_digit()))
            .collect();
        let Some(&start) = starts.choose(&mut self.rng) else { return };
        let end = input[start..]
            .iter()
            .position(|byte| !byte.is_ascii_digit())
            .map_or(input.len(), |len| start + len);
        let number = match self.rng.random_range(0..3) {
            0 => TOKENS[self.rng.random_range(0..10)].to_owned(),
            1 => self.rng.random_range(0..100_u32).to_string(),
            _ => self.rng.random::<i64>().to_string(),
        };
        input.splice(start..end, number.bytes());
    }

    fn exchange_lines(&mut self, input: &mut Vec<u8>) {
        let mut lines: Vec<Vec<u8>> = input.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
        let (one, other) = (self.rng.random_range(0..lines.len()), self.rng.random_range(0..lines.len()));
        lines.swap(one, other);
        *input = lines.join(&b'\n');
    }
}
