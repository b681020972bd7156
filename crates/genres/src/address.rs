//! Addresses of puzz.link and pzpr: `https://puzz.link/p?nurikabe/COLUMNS/ROWS/BOARD`. They are decoded, never fetched.
//!
//! The page says how a board is written: `address nurikabe: cells(hex(number) | "." unknown | gap(g, z))`. The blocks follow
//! each other; slashes between them may be missing, or more than the page says.

use jigsat_grid::Size;
use jigsat_input::{ParseError, Part, Source, pzpr::Address, pzpr::Cursor};
use jigsat_kit::links;

use crate::{
    Givens, Page,
    code::{Answer, Block, Mark, Marks, Place, Scene, Shape, described, read, read_whole, write as written},
    parse,
};

/// Maximum number of rows and columns of a board in an address, or saved by pzpr.
pub(crate) const MAX_SIDE: u16 = 200;

/// The genre of an address, if a text is one.
pub(crate) fn genre(text: &str) -> Option<&str> {
    let address = Address::read(Part::line("", 1, text))?;
    (address.has_size() || links::is_of_pzpr(text)).then(|| address.kind())
}

/// Reads an address.
pub(crate) fn parse(page: &Page, source: &Source) -> Result<Givens, ParseError> {
    let Some((name, blocks)) = &page.address else {
        return Err(ParseError::in_file(source.name(), format!("{} has no addresses", page.name)));
    };
    // It is on the only line that is not blank.
    let Some(address) = source.lines().find_map(Address::read) else {
        return Err(ParseError::in_file(source.name(), "found no address"));
    };
    if !parse::is_of(page, address.kind()) {
        return Err(page.other_genre(&address.name(), name));
    }
    let mut cursor = address.board();
    let first = cursor.clone().segment();
    let options = blocks.iter().filter(|block| block.shape == Shape::Option);
    let mut option = options.filter_map(|block| {
        let taken = read_whole(&block.codes[0], first.text(), &block.layers, &|_| None)?;
        (taken.length > 0).then_some((block, taken))
    });
    let option = option.next_back();
    if option.is_some() {
        cursor.segment();
    } else {
        cursor.skip_settings();
    }
    let (rows, columns) = cursor.size(MAX_SIDE)?;
    let outer = Page::outer(blocks);
    let mut givens = Givens::new(Size::new(rows + outer, columns + outer));
    if let Some((block, taken)) = option {
        let mut answer = Answer::new();
        let mut marks = Marks::new(&mut givens, &mut answer, block);
        for (_, layer, item, value) in taken.marks {
            marks.set(&block.layers[layer], Place::Option, item, value, first.position());
        }
    }
    for block in blocks.iter().filter(|block| block.shape != Shape::Option) {
        decode(page, block, &mut cursor, &mut givens)?;
    }
    cursor.end()?;
    Ok(givens)
}

fn decode(
    page: &Page,
    block: &Block,
    cursor: &mut Cursor<'_>,
    givens: &mut Givens,
) -> Result<(), ParseError> {
    while cursor.skip_slash() {}
    match &block.shape {
        Shape::Text(_) => return Ok(()),
        Shape::Maybe(_) if cursor.end().is_ok() => return Ok(()),
        Shape::Maybe(blocks) => {
            return blocks.iter().try_for_each(|block| decode(page, block, cursor, givens));
        }
        _ => {}
    }
    let parts = block.parts(page, givens);
    let mut answer = Answer::new();
    let mut marks = Marks::new(givens, &mut answer, block);
    for places in parts {
        let mut at = 0;
        while let Some(&(code, _)) = places.get(at) {
            let code = &block.codes[code];
            let Some(taken) = read(code, cursor.rest(), &block.layers, &|_| None) else {
                return Err(match cursor.next_char().filter(|char| *char != '/') {
                    None => cursor.too_short(at, places.len(), block.shape.of_places()),
                    Some(_) => cursor.unexpected(described(code)),
                });
            };
            cursor.take(taken.length);
            for (offset, layer, item, value) in taken.marks {
                if let Some(&(_, place)) = places.get(at + offset) {
                    marks.set(&block.layers[layer], place, item, value, cursor.position());
                }
            }
            at += 1 + taken.more;
        }
    }
    marks.finish();
    Ok(())
}

/// A board as an address.
pub(crate) fn write(page: &Page, givens: &Givens) -> Result<String, String> {
    let Some((name, blocks)) = &page.address else { return Err(format!("{} has no addresses", page.name)) };
    let outer = Page::outer(blocks);
    let (rows, columns) = (givens.size.rows - outer, givens.size.cols - outer);
    let mut text = format!("https://puzz.link/p?{name}/");
    let (options, others): (Vec<&Block>, Vec<&Block>) =
        blocks.iter().partition(|block| block.shape == Shape::Option);
    for block in options {
        let mut option = String::new();
        encode(page, block, givens, &mut option)?;
        if !option.is_empty() {
            text += &(option + "/");
        }
    }
    text += &format!("{columns}/{rows}/");
    if rows == 0 || columns == 0 {
        return Err("this board has no cells that an address says".into());
    }
    for block in others {
        encode(page, block, givens, &mut text)?;
    }
    Ok(text)
}

fn encode(page: &Page, block: &Block, givens: &Givens, text: &mut String) -> Result<(), String> {
    let answer = Answer::new();
    let scene = Scene { page, givens, answer: &answer };
    match &block.shape {
        Shape::Text(other) => text.push_str(other),
        Shape::Maybe(blocks) => {
            let says = |block: &Block| {
                block.places(page, givens).iter().any(|&(_, place)| !scene.marks(block, place, 0).is_empty())
            };
            if blocks.iter().any(says) {
                blocks.iter().try_for_each(|block| encode(page, block, givens, text))?;
            }
        }
        _ => {}
    }
    for places in block.parts(page, givens) {
        let there: Vec<Vec<Mark>> = places.iter().map(|&(_, place)| scene.marks(block, place, 0)).collect();
        let mut at = 0;
        while let Some(&(code, _)) = places.get(at) {
            let content = |offset: usize| {
                let marks = there.get(at + offset)?;
                Some(marks.iter().map(|&(_, layer, item, value)| (offset, layer, item, value)).collect())
            };
            // Behind the last dot or corner, pzpr goes on as if the board did.
            let is_endless = matches!(block.shape, Shape::Dots | Shape::Corners);
            let Some((own, more)) = written(&block.codes[code], &block.layers, &content, is_endless) else {
                let values = there[at].iter().map(|mark| Scene::text(&block.layers[mark.1], mark.3));
                return Err(format!("an address can't say {}", values.collect::<Vec<_>>().join(" and ")));
            };
            text.push_str(&own);
            at += 1 + more;
        }
    }
    Ok(())
}
