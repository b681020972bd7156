//! A model's text with its included files and its data.

use std::{
    borrow::Cow,
    path::{Component, Path},
    sync::Arc,
};

use jigsat_cnf::Stop;
use jigsat_input::{ParseError, Source, quote};

use crate::{
    Data,
    parse::parse,
    syntax::{Item, Span},
};

/// Opens a file that a model names, included or its data, by the path in the model.
pub type Open<'o> = &'o dyn Fn(&str) -> Result<Source, ParseError>;

/// Why a model was not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unread {
    /// A mistake in the text or the data.
    #[error(transparent)]
    Malformed(#[from] ParseError),
    /// A limit was reached first.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

impl Unread {
    /// The same as an error of a file; `what` was going on when a limit was reached.
    #[must_use]
    pub fn while_reading(self, file: &str, what: &str) -> ParseError {
        match self {
            Unread::Malformed(error) => error,
            Unread::Stopped(stop) => ParseError::unfinished(file, format!("{stop} while {what}")),
        }
    }
}

/// The texts that a model consists of, so that errors can show their lines.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sources(Vec<Arc<Source>>);

impl Sources {
    pub fn error(&self, span: Span, message: impl Into<String>) -> ParseError {
        match self.0.get(span.file as usize) {
            Some(source) => source.error(source.position(span.start as usize), message),
            None => ParseError::in_file("model", message),
        }
    }

    /// `file:line` of a place.
    pub fn place(&self, span: Span) -> String {
        self.0.get(span.file as usize).map_or_else(String::new, |source| {
            format!("{}:{}", source.name(), source.position(span.start as usize).line)
        })
    }

    /// Opens a file that the model names at that place.
    fn open(&self, path: &str, span: Span, open: Open<'_>) -> Result<Source, ParseError> {
        let inside = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
        if path.is_empty() || !Path::new(path).components().all(inside) {
            let error = self.error(span, format!("found {}", quote(path)));
            return Err(error.expecting("a file in the model's own folder or below"));
        }
        open(path).map_err(|error| self.error(span, format!("{}: {}", quote(path), error.message())))
    }
}

/// The text of a model, parsed once for all data that it is read with.
#[derive(Clone, Debug)]
pub struct Parsed {
    pub(crate) items: Arc<[Item]>,
    pub(crate) sources: Sources,
}

impl Parsed {
    /// Parses a model's text; the items of files that it includes replace the include. A file that was included before is not
    /// read again.
    ///
    /// # Errors
    ///
    /// Any mistake in the texts, with its place.
    pub fn read(source: Source, open: Open<'_>) -> Result<Self, ParseError> {
        let mut loader = Loader { sources: Sources::default(), included: Vec::new(), open };
        let mut items = loader.load(source)?;
        // An included model is used for another purpose than the one that its data is for.
        items.retain(|item| !matches!(item, Item::Data { span, .. } if span.file > 0));
        Ok(Parsed { items: items.into(), sources: loader.sources })
    }

    /// The name of the file it was read from.
    #[must_use]
    pub fn name(&self) -> &str {
        self.sources.0.first().map_or("model", |source| source.name())
    }

    /// Its items, with those of included files in their places.
    #[must_use]
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// The given data, or else that of the file which the model names.
    pub(crate) fn data<'d>(&self, given: &'d Data, open: Open<'_>) -> Result<Cow<'d, Data>, ParseError> {
        let mut named = self.items.iter().filter_map(|item| match item {
            Item::Data { path, span } => Some((path.as_str(), *span)),
            _ => None,
        });
        let own = named.next();
        if let Some((_, span)) = named.next() {
            let error = self.sources.error(span, "the model names a second file with data");
            return Err(error.expecting("only one"));
        }
        Ok(match own {
            Some((path, span)) if given.is_empty() => {
                Cow::Owned(Data::parse(self.sources.open(path, span, open)?)?)
            }
            _ => Cow::Borrowed(given),
        })
    }
}

struct Loader<'o> {
    sources: Sources,
    included: Vec<String>,
    open: Open<'o>,
}

impl Loader<'_> {
    fn load(&mut self, source: Source) -> Result<Vec<Item>, ParseError> {
        let parsed = parse(&source, self.sources.0.len() as u32)?;
        self.sources.0.push(Arc::new(source));
        let mut items = Vec::new();
        for item in parsed {
            match item {
                Item::Include { path, span } => self.include(&path, span, &mut items)?,
                item => items.push(item),
            }
        }
        Ok(items)
    }

    fn include(&mut self, path: &str, span: Span, items: &mut Vec<Item>) -> Result<(), ParseError> {
        if self.included.iter().any(|known| known == path) {
            return Ok(());
        }
        if self.included.len() == MAX_INCLUDED {
            let message = format!("a model includes at most {MAX_INCLUDED} files");
            return Err(self.sources.error(span, message));
        }
        self.included.push(path.to_owned());
        let source = self.sources.open(path, span, self.open)?;
        items.extend(self.load(source)?);
        Ok(())
    }
}

/// Maximum depth of nested includes.
const MAX_INCLUDED: usize = 64;
