//! `.slc` collections of `SokobanYASC` and other programs: XML with `<L>` for each row of a `<Level>`.

use jigsat_input::{ParseError, Source, xml};

use super::{
    collection::Entry,
    drawing::{self, Row},
};
use crate::Level;

/// Whether a text is such a collection, by its beginning.
pub(super) fn is_one(text: &str) -> bool {
    xml::has_element(text, "SokobanLevels") || xml::has_element(text, "LevelCollection")
}

/// All levels of a collection.
pub(super) fn read(source: &Source) -> Result<Vec<Entry>, ParseError> {
    let document = xml::parse(source)?;
    let root = document.root_element();
    let text = |name: &str| {
        xml::child(root, name).and_then(|node| node.text()).unwrap_or_default().trim().to_owned()
    };
    let title = text("Title");
    let levels = root.descendants().filter(|node| node.tag_name().name() == "Level");
    let level = |(number, node): (usize, xml::Node<'_, '_>)| {
        let own = node.attribute("Id").map_or_else(|| number.to_string(), |id| id.trim().to_owned());
        let is_number = own.bytes().all(|byte| byte.is_ascii_digit());
        let title = if is_number && !title.is_empty() { format!("{title} {own}") } else { own };
        let by =
            [Some(node), node.parent()].into_iter().flatten().find_map(|node| node.attribute("Copyright"));
        let notes = by.into_iter().map(|by| format!("Copyright: {}", by.trim())).collect();
        let rows: Vec<Row> = xml::children(node, "L").map(|row| squares(source, row)).collect();
        let level = if rows.iter().all(Vec::is_empty) {
            Err(xml::error(source, node, "found a level without rows").expecting("<L> with squares"))
        } else {
            drawing::level(source, &rows).map_err(|error| {
                let message = format!("level '{title}': {}", error.message());
                error.with_message(message)
            })
        };
        let level = level.map(|level| Level { title, notes, ..level });
        Entry { line: source.position(node.range().start).line, level }
    };
    Ok((1..).zip(levels).map(level).collect())
}

/// The squares of a row, with their positions.
fn squares(source: &Source, row: xml::Node<'_, '_>) -> Row {
    let Some(text) = row.first_child().filter(xml::Node::is_text) else { return Row::new() };
    let mut position = source.position(text.range().start);
    let mut squares = Row::new();
    for char in text.text().unwrap_or_default().trim_end().chars() {
        squares.push((char, position));
        position.column += 1;
    }
    squares
}
