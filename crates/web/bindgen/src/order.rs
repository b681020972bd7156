//! The order of a module's functions. Instances of one generic function are similar, and gzip finds similar text only
//! within 32 KiB: near each other they take a fifth less.

use std::{
    collections::{BTreeSet, HashMap, VecDeque},
    convert::Infallible,
};

use wasm_encoder::{
    CodeSection, FunctionSection, Module,
    reencode::{self, Reencode, utils},
};
use wasmparser::{
    BinaryReaderError, CodeSectionReader, CustomSectionReader, FunctionBody, FunctionSectionReader,
    KnownCustom, Parser, Payload, TypeRef,
};

type Error = reencode::Error<Infallible>;

/// Length of the pieces of code that functions are compared by, in bytes.
const PIECE: usize = 7;
/// One of so many pieces is looked at: 2 to the power of this.
const SAMPLE: u32 = 1;
/// Pieces that more functions have say nothing about two of them.
const COMMON: usize = 1000;
/// A piece counts the less the more functions have it, because it will be near others, too.
const RARE: f64 = 0.25;
/// The distance within which gzip finds text again, in bytes.
const WINDOW: usize = 32_000;
/// A function is the better the more of it is in the window, but small functions don't matter as much.
const POWER: f64 = 0.6;

/// The module with similar functions near each other, and without names.
///
/// # Errors
///
/// Bytes that are not a module.
pub fn by_similarity(module: &[u8]) -> Result<Vec<u8>, Error> {
    let mut ordered = Module::new();
    let mut order = Order::of(module)?;
    order.parse_core_module(&mut ordered, Parser::new(0), module)?;
    Ok(ordered.finish())
}

/// One function after the other: always the one of which most is in those before it.
fn similar(bodies: &[&[u8]]) -> Vec<usize> {
    let (pieces, places) = pieces(bodies);
    let mut near = vec![0.0; bodies.len()];
    let worth: Vec<f64> = places.iter().map(|places| (places.len() as f64).powf(-RARE)).collect();
    let weights: Vec<f64> = bodies.iter().map(|body| (body.len() as f64).powf(-POWER)).collect();
    let mut left: BTreeSet<usize> = (0..bodies.len()).collect();
    let mut window = VecDeque::new();
    let mut in_window = 0;
    let mut times = vec![0_u32; places.len()];
    let mut order = Vec::new();
    while let Some(&first) = left.first() {
        let value = |&one: &usize| near[one] * weights[one];
        let next =
            left.iter().copied().reduce(|best, one| if value(&one) > value(&best) { one } else { best });
        let next = next.unwrap_or(first);
        left.remove(&next);
        order.push(next);
        for &piece in &pieces[next] {
            times[piece] += 1;
            if times[piece] == 1 {
                places[piece].iter().for_each(|&one| near[one] += worth[piece]);
            }
        }
        window.push_back(next);
        in_window += bodies[next].len();
        while in_window > WINDOW && window.len() > 1 {
            let Some(oldest) = window.pop_front() else { break };
            in_window -= bodies[oldest].len();
            for &piece in &pieces[oldest] {
                times[piece] -= 1;
                if times[piece] == 0 {
                    places[piece].iter().for_each(|&one| near[one] -= worth[piece]);
                }
            }
        }
    }
    order
}

/// The pieces of each function that others have, too, and the functions that have each piece.
fn pieces(bodies: &[&[u8]]) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
    let mut found: HashMap<&[u8], Vec<usize>> = HashMap::new();
    let mut all = Vec::new();
    for (place, body) in bodies.iter().enumerate() {
        for piece in body.windows(PIECE).filter(|piece| is_sampled(piece)) {
            let places = found.entry(piece).or_insert_with(|| {
                all.push(piece);
                Vec::new()
            });
            if places.last() != Some(&place) {
                places.push(place);
            }
        }
    }
    let places = all.iter().filter_map(|piece| found.remove(piece));
    let places: Vec<Vec<usize>> = places.filter(|places| (2..=COMMON).contains(&places.len())).collect();
    let mut of_each = vec![Vec::new(); bodies.len()];
    for (piece, places) in places.iter().enumerate() {
        places.iter().for_each(|&place| of_each[place].push(piece));
    }
    (of_each, places)
}

/// Depends on the piece alone, so that the same pieces of two functions are looked at.
fn is_sampled(piece: &[u8]) -> bool {
    let value = piece.iter().fold(0_u64, |value, &byte| value << 8 | u64::from(byte));
    // Knuth's multiplicative hash.
    value.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - SAMPLE) == 0
}

/// The new place of each function. Imported functions come first, and keep their places.
struct Order {
    imported: u32,
    /// The functions that the module defines, by their old places, in their new order.
    old: Vec<usize>,
    /// The new place for each old one.
    new: Vec<u32>,
}

impl Order {
    fn of(module: &[u8]) -> Result<Self, BinaryReaderError> {
        let mut imported = 0;
        let mut bodies = Vec::new();
        for payload in Parser::new(0).parse_all(module) {
            match payload? {
                Payload::ImportSection(imports) => {
                    for import in imports.into_imports() {
                        imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                    }
                }
                Payload::CodeSectionEntry(body) => bodies.push(&module[body.range()]),
                _ => {}
            }
        }
        let old = similar(&bodies);
        let mut new = vec![0; old.len()];
        for (place, &from) in (0..).zip(&old) {
            new[from] = place;
        }
        Ok(Order { imported, old, new })
    }
}

impl Reencode for Order {
    type Error = Infallible;

    fn function_index(&mut self, index: u32) -> Result<u32, Error> {
        let moved = index.checked_sub(self.imported).map(|place| self.imported + self.new[place as usize]);
        Ok(moved.unwrap_or(index))
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error> {
        let types = section.into_iter().collect::<Result<Vec<u32>, _>>()?;
        for &place in &self.old {
            functions.function(types[place]);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error> {
        let bodies = section.into_iter().collect::<Result<Vec<FunctionBody<'_>>, _>>()?;
        for place in self.old.clone() {
            self.parse_function_body(code, bodies[place].clone())?;
        }
        Ok(())
    }

    fn parse_custom_section(
        &mut self,
        module: &mut Module,
        section: CustomSectionReader<'_>,
    ) -> Result<(), Error> {
        if matches!(section.as_known(), KnownCustom::Name(_)) {
            return Ok(());
        }
        utils::parse_custom_section(self, module, section)
    }
}
