//! gzip: deflate between a head and a checksum (RFC 1952). flate2 has it, too, with tables for checksums of 16 KiB, which
//! the module of the page would contain.

use std::io::{Read as _, Write as _};

use flate2::{Compression, bufread::DeflateDecoder, write::DeflateEncoder};

const MAGIC: [u8; 2] = [0x1f, 0x8b];
/// The only method: deflate.
const DEFLATE: u8 = 8;
/// The bits of the flags: what follows the ten bytes of the head.
const CHECKED_HEAD: u8 = 1 << 1;
const EXTRA: u8 = 1 << 2;
const NAME: u8 = 1 << 3;
const COMMENT: u8 = 1 << 4;
/// The system in the head: unknown.
const UNKNOWN: u8 = 255;

/// Whether a text is packed by gzip.
pub(super) fn is_packed(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// The unpacked text, or of a longer one the first `most` bytes and one more.
///
/// # Errors
///
/// What is wrong with the bytes, in words.
pub(super) fn unpack(bytes: &[u8], most: u64) -> Result<Vec<u8>, String> {
    let body = body(bytes).ok_or("its head is incomplete, or of an unknown kind")?;
    let mut unpacked = Vec::new();
    let mut reader = DeflateDecoder::new(body).take(most + 1);
    reader.read_to_end(&mut unpacked).map_err(|error| error.to_string())?;
    if unpacked.len() as u64 > most {
        return Ok(unpacked);
    }
    let end = reader.into_inner().into_inner();
    let number = |place: usize| end.get(place..place + 4)?.try_into().ok().map(u32::from_le_bytes);
    match (number(0), number(4)) {
        (Some(sum), Some(len)) if sum == checksum(&unpacked) && len == unpacked.len() as u32 => Ok(unpacked),
        (Some(_), Some(_)) => Err("its checksum is another one".into()),
        _ => Err("its end is missing".into()),
    }
}

/// What follows the head.
fn body(bytes: &[u8]) -> Option<&[u8]> {
    let &[_, _, DEFLATE, flags, _, _, _, _, _, _, ref rest @ ..] = bytes else { return None };
    let mut rest = rest;
    if flags & EXTRA != 0 {
        let (&[low, high], after) = rest.split_first_chunk()?;
        rest = after.get(usize::from(u16::from_le_bytes([low, high]))..)?;
    }
    for text in [NAME, COMMENT] {
        if flags & text != 0 {
            rest = &rest[rest.iter().position(|&byte| byte == 0)? + 1..];
        }
    }
    if flags & CHECKED_HEAD != 0 { rest.get(2..) } else { Some(rest) }
}

/// The text, packed.
pub(super) fn pack(text: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut packed = MAGIC.to_vec();
    packed.extend([DEFLATE, 0, 0, 0, 0, 0, 0, UNKNOWN]);
    let mut writer = DeflateEncoder::new(packed, Compression::default());
    writer.write_all(text)?;
    let mut packed = writer.finish()?;
    packed.extend(checksum(text).to_le_bytes());
    packed.extend((text.len() as u32).to_le_bytes());
    Ok(packed)
}

/// CRC-32, four bits at a time.
fn checksum(bytes: &[u8]) -> u32 {
    /// The remainders of the sixteen values of four bits.
    const TABLE: [u32; 16] = {
        let mut table = [0; 16];
        let mut value = 0;
        while value < 16 {
            let mut rest = value as u32;
            let mut bit = 0;
            while bit < 4 {
                rest = if rest & 1 == 1 { rest >> 1 ^ 0xedb8_8320 } else { rest >> 1 };
                bit += 1;
            }
            table[value] = rest;
            value += 1;
        }
        table
    };
    !bytes.iter().fold(!0, |sum: u32, &byte| {
        let sum = sum ^ u32::from(byte);
        let sum = sum >> 4 ^ TABLE[(sum & 15) as usize];
        sum >> 4 ^ TABLE[(sum & 15) as usize]
    })
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::{Compression, GzBuilder, read::GzDecoder};

    use super::*;

    #[test]
    fn the_known_checksum() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn what_is_packed_is_read_by_another_program() {
        for text in [&b""[..], b"a", &b"some text ".repeat(10_000)] {
            let packed = pack(text).expect("memory takes it");
            let mut read = Vec::new();
            GzDecoder::new(packed.as_slice()).read_to_end(&mut read).expect("it is gzip");
            assert_eq!(read, text);
            assert_eq!(unpack(&packed, 1 << 20).as_deref(), Ok(text));
        }
    }

    /// With every field that a head may have, and cut off or changed at every byte.
    #[test]
    fn what_another_program_packed_is_read() {
        let text = b"a text, a text, a text";
        let head = GzBuilder::new().extra(*b"extra").filename("name").comment("comment").mtime(7);
        let mut writer = head.write(Vec::new(), Compression::best());
        writer.write_all(text).expect("memory takes it");
        let packed = writer.finish().expect("memory takes it");
        assert_eq!(unpack(&packed, 100).as_deref(), Ok(&text[..]));
        assert_eq!(unpack(&packed, 5).as_deref(), Ok(&text[..6]), "no more than asked for");
        for len in 0..packed.len() {
            assert!(unpack(&packed[..len], 100).is_err(), "{len} bytes");
        }
        for place in packed.len() - 8..packed.len() {
            let mut wrong = packed.clone();
            wrong[place] ^= 1;
            assert_eq!(unpack(&wrong, 100), Err("its checksum is another one".into()));
        }
    }
}
