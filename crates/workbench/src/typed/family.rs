//! A family without its type.

use std::sync::Arc;

use jigsat_cnf::Choice;
use jigsat_input::{ParseError, yaml_documents, yaml_kind};
use jigsat_kit::{EncodingOf, Entry, Error, Family, Files, Generated, Info, Question, Run, Text, schema_of};
use schemars::Schema;
use serde_json::{Map, Value};

use super::case::{Case, Origin, question};
use crate::{
    Ask, Board,
    any_family::{Abilities, AnyFamily, Boards, Prepared},
    context::time,
};

/// A family with its type hidden.
pub struct Erased<F>(pub(super) Arc<F>);

impl<F: Family> Erased<F> {
    /// Hides the type of a family.
    pub fn new(family: F) -> Self {
        Erased(Arc::new(family))
    }
}

fn no_generator(family: &Info) -> Error {
    Error::request(format!("{} cannot generate puzzles", family.name))
}

impl<F: Family> AnyFamily for Erased<F> {
    fn info(&self) -> &Info {
        self.0.info()
    }

    fn encodings(&self) -> Vec<&'static str> {
        EncodingOf::<F>::all_names()
    }

    fn engines(&self) -> &'static [&'static str] {
        self.0.engines().map_or(&[], |engines| engines.names())
    }

    fn abilities(&self) -> Abilities {
        Abilities {
            symmetry: self.0.symmetry().is_some(),
            horizon: self.0.horizon().is_some(),
            explanation: self.0.explanation().is_some(),
        }
    }

    fn options(&self) -> Schema {
        schema_of::<F::Options>()
    }

    fn generator_options(&self) -> Option<Schema> {
        Some(self.0.generator()?.options())
    }

    #[cfg(not(target_family = "wasm"))]
    fn solution_schema(&self, generator: &mut schemars::SchemaGenerator) -> Schema {
        generator.subschema_for::<jigsat_kit::SolutionOf<F>>()
    }

    fn recognises(&self, start: &str) -> bool {
        self.0.recognises(start)
    }

    fn reads(&self, text: &str) -> bool {
        self.0.reads(text)
    }

    fn prepare(&self, ask: &Ask) -> Result<Arc<dyn Prepared>, Error> {
        let question = question(&*self.0, ask)?;
        Ok(Arc::new(Reader { family: Arc::clone(&self.0), question }))
    }
}

/// A family with a question.
struct Reader<F: Family> {
    family: Arc<F>,
    question: Arc<Question<F>>,
}

impl<F: Family> Clone for Reader<F> {
    fn clone(&self) -> Self {
        Reader { family: Arc::clone(&self.family), question: Arc::clone(&self.question) }
    }
}

impl<F: Family> Prepared for Reader<F> {
    fn read(&self, text: Text, files: &dyn Files) -> Result<Boards, ParseError> {
        each_document(text, self.question.search.timeout_s, &|text| self.read_document(text, files))
    }

    fn generate(
        &self,
        options: &Map<String, Value>,
        seed: u64,
        files: &dyn Files,
        run: &Run<'_>,
    ) -> Result<Generated<Arc<dyn Board>>, Error> {
        let generator = self.family.generator().ok_or_else(|| no_generator(self.family.info()))?;
        Ok(match generator.generate(options, seed, files, run)? {
            Generated::Stopped(stop) => Generated::Stopped(stop),
            Generated::Puzzle { puzzle, short_of } => {
                Generated::Puzzle { puzzle: self.board(puzzle, Origin::made()), short_of }
            }
        })
    }
}

/// Reads a text as a whole, or if it is YAML with several documents, each of them.
fn each_document(
    text: Text,
    timeout_s: Option<f64>,
    read: &dyn Fn(Text) -> Result<Boards, ParseError>,
) -> Result<Boards, ParseError> {
    let time = time(timeout_s);
    let text = text.with_time(time);
    // Only the beginning is checked: a collection of lines may be long, and is read line by line.
    if yaml_kind(text.start()).is_none() || yaml_documents(text.start()).len() < 2 {
        return read(text);
    }
    let limits = text.limits().clone();
    let source = text.into_source()?;
    let mut all: Vec<Boards> = Vec::new();
    for document in yaml_documents(source.text()) {
        let document = Text::of_string(source.name(), document).within(limits.clone()).with_time(time);
        // A malformed document is an item among others.
        all.push(read(document).unwrap_or_else(|error| Box::new(std::iter::once(Err(error)))));
    }
    Ok(Box::new(all.into_iter().flatten()))
}

impl<F: Family> Reader<F> {
    fn read_document(&self, text: Text, files: &dyn Files) -> Result<Boards, ParseError> {
        let file: Arc<str> = text.name().into();
        let entries = self.family.read(text, &self.question.options, files)?;
        let reader = self.clone();
        Ok(Box::new(entries.map(move |entry| {
            let Entry { puzzle, title, warnings } = entry?;
            Ok(reader.board(puzzle, Origin::new(&file, &title, warnings)))
        })))
    }

    fn board(&self, puzzle: F::Puzzle, origin: Arc<Origin>) -> Arc<dyn Board> {
        Case::board(&self.family, puzzle, origin, &self.question)
    }
}
