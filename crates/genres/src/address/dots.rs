//! Stars on middles, borders and corners of cells, row by row: a hexadecimal digit is a star, dark if the digit is odd,
//! and half of it is the number of empty places that follow; a letter from g to z means 1 to 20 empty places.

use jigsat_input::{ParseError, pzpr::Cursor};

use crate::{
    Givens, Page,
    page::{Part, What},
};

pub(super) fn decode(
    page: &Page,
    part: &Part,
    cursor: &mut Cursor<'_>,
    givens: &mut Givens,
) -> Result<(), ParseError> {
    let (width, height) = givens.dots();
    let mut dot = 0;
    while dot < width * height {
        let Some(char) = cursor.next_char() else {
            return Err(cursor.too_short(dot, width * height, "places for stars"));
        };
        match (char, char.to_digit(16)) {
            (_, Some(digit)) => {
                let given = part.args.get(digit as usize % 2).and_then(|layer| page.given(layer));
                if let Some((name, What::Star(word) | What::Word(word))) =
                    given.map(|given| (&given.name, &given.what))
                {
                    givens.set(name, vec![dot], word.clone(), cursor.position());
                }
                dot += digit as usize / 2 + 1;
            }
            ('g'..='z', _) => dot += char as usize - 'f' as usize,
            _ => return Err(cursor.unexpected("a hexadecimal digit, or a letter from g to z")),
        }
    }
    Ok(())
}

pub(super) fn encode(part: &Part, givens: &Givens, text: &mut String) {
    let (width, height) = givens.dots();
    let star = |dot: usize| part.args.iter().position(|layer| givens.get(layer, &[dot]).is_some());
    let mut dot = 0;
    let mut gap = 0;
    let flush = |gap: &mut u8, text: &mut String| {
        if *gap > 0 {
            text.push((b'f' + *gap) as char);
            *gap = 0;
        }
    };
    while dot < width * height {
        if let Some(is_dark) = star(dot) {
            flush(&mut gap, text);
            // Up to the next star, if it is close enough.
            let next = (1..8).find(|next| dot + next < width * height && star(dot + next).is_some());
            let next = next.unwrap_or(8);
            text.push(char::from_digit((2 * (next - 1) + is_dark) as u32, 16).unwrap_or('0'));
            dot += next;
        } else {
            gap += 1;
            if gap == 20 {
                flush(&mut gap, text);
            }
            dot += 1;
        }
    }
    flush(&mut gap, text);
}
