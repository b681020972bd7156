//! Boards as saved by pzpr, puzzle and answer together: `pzprv3/nurikabe/ROWS/COLUMNS/…`, with slashes or line breaks.
//!
//! The page says what follows: `saved nurikabe: cells("#" shade | decimal(number) | "-" unknown | "." | "+" shade(0))`. Each
//! place has a word, and each row a line. The blocks follow each other.

mod areas;

use jigsat_grid::Size;
use jigsat_input::{Message, ParseError, Position, Source, pzpr::Saved};

use crate::{
    Givens, Page,
    address::MAX_SIDE,
    code::{Answer, Block, Layer, Marks, Place, Scene, Shape, described, read_whole, write as written},
    givens::pieces,
    look::Look,
    page::{At, Given, What},
    parse,
};

/// Reads a saved board.
pub(crate) fn parse(page: &Page, source: &Source) -> Result<(Givens, Answer), ParseError> {
    let text = source.text();
    let Some((name, blocks)) = &page.saved else {
        return Err(ParseError::in_file(source.name(), format!("{} has no saved boards", page.name)));
    };
    let mut lines = Saved::new(source);
    if Saved::genre_of(text).is_none_or(|found| !parse::is_of(page, found)) {
        return Err(page.other_genre(&lines.genre(), name));
    }
    let (rows, columns) = lines.size(MAX_SIDE)?;
    let outer = Page::outer(blocks);
    let mut givens = Givens::new(Size::new(rows + outer, columns + outer));
    let mut answer = Answer::new();
    for block in blocks {
        decode(page, block, &mut lines, &mut givens, &mut answer)?;
    }
    fill_in(page, blocks, &givens, &mut answer);
    Ok((givens, answer))
}

/// Whether saved boards show every border that is drawn, and not only which cells a room has.
pub(crate) fn has_borders(page: &Page) -> bool {
    let is_room = |layer: &Layer| matches!(layer, Layer::Given(given) if given.what == What::Room);
    let mut blocks = page.saved.iter().flat_map(|(_, blocks)| blocks);
    blocks.any(|block| block.shape == Shape::Borders && block.layers.iter().any(is_room))
}

fn decode(
    page: &Page,
    block: &Block,
    lines: &mut Saved<'_>,
    givens: &mut Givens,
    answer: &mut Answer,
) -> Result<(), ParseError> {
    let (rows, columns) = (usize::from(givens.size.rows), usize::from(givens.size.cols));
    match block.shape {
        Shape::Numbers => {
            lines.number()?;
            let names = lines.table(rows, columns)?;
            // Borders are drawn where numbers differ, so areas with the same number are separate rooms.
            givens.set_rooms(&pieces(givens.size, |a, b| names[a].1 == names[b].1));
            return Ok(());
        }
        Shape::Areas => return areas::decode(page, block, lines, givens, answer),
        Shape::Zeros => {
            lines.skip(1);
            return Ok(());
        }
        Shape::Option => {
            let line = lines.clone().line();
            let taken = read_whole(&block.codes[0], line.text(), &block.layers, &|_| None);
            if taken.is_none_or(|taken| taken.length == 0) {
                return Ok(());
            }
        }
        _ => {}
    }
    let table = block.table(givens);
    let mut marks = Marks::new(givens, answer, block);
    for row in table {
        for ((position, word), place) in words(block, lines, row.len())?.into_iter().zip(row) {
            let Some((code, place)) = place else { continue };
            let code = &block.codes[code];
            let taken = {
                let scene = Scene { page, givens: &*marks.givens, answer: &*marks.answer };
                let known = |layer: &Layer| scene.value(layer, place, 0);
                read_whole(code, word, &block.layers, &known)
            };
            let Some(taken) = taken else {
                return Err(lines.unexpected(position, word).expecting(described(code)));
            };
            for (_, layer, item, value) in taken.marks {
                marks.set(&block.layers[layer], place, item, value, position);
            }
        }
    }
    marks.finish();
    Ok(())
}

/// The words of a line: between blanks, or for dots, its characters.
fn words<'s>(
    block: &Block,
    lines: &mut Saved<'s>,
    count: usize,
) -> Result<Vec<(Position, &'s str)>, ParseError> {
    if block.shape != Shape::Dots {
        return lines.words(count);
    }
    let line = lines.line();
    let signs: Vec<_> = line.chars().map(|sign| (sign.position(), sign.text())).collect();
    if signs.len() == count { Ok(signs) } else { Err(line.unexpected(format!("{count} signs"))) }
}

/// Puts given numbers where cells have numbers.
fn fill_in(page: &Page, blocks: &[Block], givens: &Givens, answer: &mut Answer) {
    let functions = blocks.iter().flat_map(|block| &block.layers).filter_map(|layer| match layer {
        Layer::Predicate { name, on_edges: false, is_function: true } => Some(name),
        _ => None,
    });
    for name in functions {
        // A number does not say which triangle is in its cell.
        if page.look(name) == Look::Triangle {
            continue;
        }
        let Some(values) = answer.get_mut(name) else { continue };
        let is_value = |given: &&Given| matches!(given.what, What::Number | What::Symbol(_));
        for given in page.givens.iter().filter(|given| given.at == At::Cells).filter(is_value) {
            for (key, word) in givens.layers.get(&given.name).into_iter().flatten() {
                if let Some(there) = values.get_mut(key[0]) {
                    *there = given.what.number(&word.value).unwrap_or(-1);
                }
            }
        }
    }
}

/// A board in the format of pzpr, with an answer if there is one.
pub(crate) fn write(page: &Page, givens: &Givens, answer: &Answer) -> Result<String, Message> {
    let Some((name, blocks)) = &page.saved else {
        return Err(format!("{} has no saved boards", page.name).into());
    };
    let mut lines = vec!["pzprv3".to_owned(), name.clone()];
    let outer = Page::outer(blocks);
    lines.extend([givens.size.rows, givens.size.cols].map(|side| side.saturating_sub(outer).to_string()));
    let scene = Scene { page, givens, answer };
    for block in blocks {
        fits(&scene, block)?;
        encode(&scene, block, &mut lines)?;
    }
    Ok(lines.join("\n") + "\n")
}

/// Refuses an answer in the first row or column if the block leaves those out.
fn fits(scene: &Scene<'_>, block: &Block) -> Result<(), Message> {
    if block.shape != Shape::Inner {
        return Ok(());
    }
    let columns = usize::from(scene.givens.size.cols);
    let is_rim = |cell: &usize| *cell < columns || cell.is_multiple_of(columns);
    for cell in (0..scene.givens.size.area()).filter(is_rim) {
        if let Some(layer) =
            block.layers.iter().find(|layer| scene.value(layer, Place::Cell(cell), 0).is_some())
        {
            let (page, name) = (&scene.page.name, layer.name());
            return Err(format!("saved boards of {page} have no {name} in the first row or column").into());
        }
    }
    Ok(())
}

/// Adds the lines of a block; returns a sentence if they can't express the board.
fn encode(scene: &Scene<'_>, block: &Block, lines: &mut Vec<String>) -> Result<(), Message> {
    let givens = scene.givens;
    match block.shape {
        Shape::Numbers => {
            if !givens.inner.is_empty() {
                return Err(
                    "saved boards have no borders within rooms; use `format: words`, yaml or address".into(),
                );
            }
            let rooms = givens.rooms.as_deref().unwrap_or_default();
            lines.push(givens.first_cells().len().to_string());
            let words: Vec<String> = rooms.iter().map(|room| format!("{room} ")).collect();
            lines.extend(words.chunks(usize::from(givens.size.cols)).map(<[String]>::concat));
            return Ok(());
        }
        Shape::Areas => {
            areas::encode(block, givens, scene.answer, lines);
            return Ok(());
        }
        Shape::Zeros => {
            let size = givens.number(scene.page, block.layers[0].name()).max(0) as usize;
            lines.push("0 ".repeat(size * (size + 1) / 2));
            return Ok(());
        }
        _ => {}
    }
    for row in block.table(givens) {
        let word = |place: Option<(usize, Place)>| {
            let Some((code, place)) = place else { return Ok(".".to_owned()) };
            let marks = scene.marks(block, place, 0);
            let content = |offset: usize| (offset == 0).then(|| marks.clone());
            let word = written(&block.codes[code], &block.layers, &content, false);
            word.map(|(word, _)| word).ok_or_else(|| {
                let values = marks.iter().map(|mark| Scene::text(&block.layers[mark.1], mark.3));
                let values = values.collect::<Vec<_>>().join(" and ");
                let values = if values.is_empty() { "a place without anything".into() } else { values };
                format!("saved boards of {} can't say {values}", scene.page.name)
            })
        };
        let words: Vec<String> = row.into_iter().map(word).collect::<Result<_, _>>()?;
        match block.shape {
            Shape::Option if words[0].is_empty() => {}
            Shape::Option | Shape::Board | Shape::Dots => lines.push(words.concat()),
            _ => lines.push(words.iter().map(|word| format!("{word} ")).collect()),
        }
    }
    Ok(())
}
