use std::{cell::Cell, fmt};

use serde::de::{DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, Visitor};

/// Walks over a document as a reader would, following aliases, and keeps nothing. It fails if there is much
/// more to read than the text is long ("billion laughs"), before that fills the memory.
pub(super) fn weigh(text: &str) -> Result<(), serde_yaml::Error> {
    let left = Cell::new(4 * text.len() + 1024);
    Weigh { left: &left }.deserialize(serde_yaml::Deserializer::from_str(text))
}

/// The byte offset at which brackets or block indicators (`- - -`) nest deeper than in any honest text. The
/// scanner takes time quadratic in the depth before it reports an error (16 s for 2 MiB of `[`).
///
/// Quotes and drawings are not distinguished from the rest, hence the generous bound.
pub(super) fn too_deep(text: &str) -> Option<usize> {
    const DEEPEST: usize = 10_000;
    let mut brackets = 0_usize;
    let mut indicators = 0_usize;
    for (offset, byte) in text.bytes().enumerate() {
        match byte {
            b'[' | b'{' => brackets += 1,
            b']' | b'}' => brackets = brackets.saturating_sub(1),
            b'-' | b'?' | b':' => indicators += 1,
            b'\n' => indicators = 0,
            _ => {}
        }
        if brackets > DEEPEST || indicators > DEEPEST && text.as_bytes().get(offset + 1) == Some(&b' ') {
            return Some(offset);
        }
    }
    None
}

#[derive(Clone, Copy)]
struct Weigh<'a> {
    left: &'a Cell<usize>,
}

impl Weigh<'_> {
    fn take<E: Error>(self, amount: usize) -> Result<(), E> {
        match self.left.get().checked_sub(amount + 1) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => Err(E::custom("found aliases that repeat too much")),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Weigh<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Weigh<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value without a tag")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.take(0)
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        self.take(0)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        self.take(0)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        self.take(0)
    }

    fn visit_i128<E: Error>(self, _: i128) -> Result<(), E> {
        self.take(0)
    }

    fn visit_u128<E: Error>(self, _: u128) -> Result<(), E> {
        self.take(0)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        self.take(0)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.take(text.len())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        self.take(0)?;
        while seq.next_element_seed(self)?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        self.take(0)?;
        while map.next_key_seed(self)?.is_some() {
            map.next_value_seed(self)?;
        }
        Ok(())
    }

    fn visit_enum<A: EnumAccess<'de>>(self, _: A) -> Result<(), A::Error> {
        Err(A::Error::custom("found a tag (`!name`), which puzzles don't use"))
    }
}
