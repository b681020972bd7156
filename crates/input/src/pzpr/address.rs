use super::{Cursor, kind};
use crate::Part;

/// An address of a board: `https://puzz.link/p?nurikabe/COLUMNS/ROWS/BOARD`, or only its end, from the kind on. The kind
/// may say how the site is opened (`nurikabe_edit`), and settings may come before it (`type=edit&nurikabe`) and
/// before the size (`v:`).
#[derive(Clone, Copy, Debug)]
pub struct Address<'t> {
    name: Part<'t>,
    board: Part<'t>,
}

impl<'t> Address<'t> {
    /// The address on a line, which has nothing else; `None` if it isn't one.
    #[must_use]
    pub fn read(line: Part<'t>) -> Option<Self> {
        let line = line.trim();
        let text = line.text();
        // Most lines of a collection end here.
        if !text.contains('/') || text.contains(char::is_whitespace) {
            return None;
        }
        let at = |start: usize| Self::begins(line.from(start));
        // An address may be a part of another one, such as a redirection.
        let found: Vec<Self> = text.match_indices('?').filter_map(|(mark, _)| at(mark + 1)).collect();
        match found.iter().find(|address| address.has_size()).or(found.first()) {
            Some(found) => Some(*found),
            None => at(0).filter(Self::has_size),
        }
    }

    /// The address whose kind begins here, possibly behind settings.
    fn begins(mut rest: Part<'t>) -> Option<Self> {
        let is_word = |text: &str| {
            !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
        };
        while let Some((setting, _)) = rest.text().split_once('&')
            && setting.split_once('=').is_some_and(|(name, value)| is_word(name) && is_word(value))
        {
            rest = rest.from(setting.len() + 1);
        }
        let slash = rest.text().find('/')?;
        let name = rest.part(0..slash);
        let is_name =
            is_word(name.text()) && name.text().starts_with(|char: char| char.is_ascii_alphabetic());
        is_name.then(|| Address { name, board: rest.from(slash + 1) })
    }

    /// Whether two numbers follow the kind, possibly behind a setting.
    #[must_use]
    pub fn has_size(&self) -> bool {
        let is_number = |part: Option<&str>| {
            part.is_some_and(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
        };
        let mut parts = self.board.text().split('/').peekable();
        if !is_number(parts.peek().copied()) {
            parts.next();
        }
        // Anything may follow the rows of a board without cells.
        is_number(parts.next()) && is_number(parts.next())
    }

    /// The kind of puzzle, by the name that [`kind`] gives it.
    #[must_use]
    pub fn kind(&self) -> &'t str {
        kind(self.name.text())
    }

    /// The kind as it is written.
    #[must_use]
    pub fn name(&self) -> Part<'t> {
        self.name
    }

    /// What follows the kind: settings, the size and the board.
    #[must_use]
    pub fn board(&self) -> Cursor<'t> {
        Cursor::new(self.board)
    }
}
