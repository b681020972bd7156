//! The only adapter from typed families to their common interface.

#[cfg(not(target_family = "wasm"))]
use std::path::Path;
use std::sync::Arc;

use jigsat_cnf::Choice;
use jigsat_input::{ParseError, yaml_documents, yaml_kind};
use jigsat_kit::{EncodingOf, Entry, Error, Family, Files, Info, Question, Text, schema_of};
use jigsat_solve::Limits;
use schemars::Schema;

use crate::{
    Ask, Context,
    case::{Case, Posed, question},
    context::deadline,
    instance::{Abilities, AnyFamily, End, Instance, Instances, OnNew, Prepared},
    verb::Listener,
    verbs::{
        GenerateRequest, Request, generate,
        list::{self, Solutions},
    },
};
#[cfg(not(target_family = "wasm"))]
use crate::{
    Status,
    check_proof::{self, Theory},
    cubes::{self, CubesRecord, CubesRequest, Gathered, TaskFolder},
    prove::Manifest,
    record::{SolveLine, record_schema},
};

/// A family with its type hidden.
pub struct Erased<F>(Arc<F>);

impl<F: Family> Erased<F> {
    /// Hides the type of a family.
    pub fn new(family: F) -> Self {
        Erased(Arc::new(family))
    }
}

impl<F: Family> AnyFamily for Erased<F> {
    fn info(&self) -> &Info {
        self.0.info()
    }

    fn encodings(&self) -> Vec<&'static str> {
        EncodingOf::<F>::ALL.iter().map(|encoding| encoding.name()).collect()
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
    fn solve_schema(&self) -> Schema {
        record_schema::<SolveLine<jigsat_kit::SolutionOf<F>>>()
    }

    fn recognises(&self, start: &str) -> bool {
        self.0.recognises(start)
    }

    fn reads(&self, text: &str) -> bool {
        self.0.reads(text)
    }

    fn prepare(&self, ask: &Ask) -> Result<Arc<dyn Prepared>, Error> {
        let question = Arc::new(question(&*self.0, ask)?);
        Ok(Arc::new(Reader { family: Arc::clone(&self.0), question }))
    }

    fn generate(
        &self,
        request: &GenerateRequest,
        context: &Context,
        on_new: &mut OnNew<'_>,
    ) -> Result<End, Error> {
        generate::generate(&self.0, request, context, on_new)
    }

    #[cfg(not(target_family = "wasm"))]
    fn theory(
        &self,
        manifest: &Manifest,
        text: Text,
        options: &serde_json::Map<String, serde_json::Value>,
        files: &dyn Files,
    ) -> Result<Result<Box<dyn Theory>, ParseError>, Error> {
        check_proof::theory(&self.0, manifest, text, options, files)
    }
}

/// A family with a question.
struct Reader<F: Family> {
    family: Arc<F>,
    question: Arc<Question<F>>,
}

impl<F: Family> Prepared for Reader<F> {
    fn read(&self, text: Text, files: &dyn Files) -> Result<Instances, ParseError> {
        let deadline = deadline(self.question.search.timeout_s);
        let limits = Limits { deadline, ..text.limits().clone() };
        let text = text.within(limits.clone());
        // Only the beginning is checked: a collection of lines may be long, and is read line by line.
        if yaml_kind(text.start()).is_none() || yaml_documents(text.start()).len() < 2 {
            return self.read_document(text, files);
        }
        let source = text.into_source()?;
        let mut all: Vec<Instances> = Vec::new();
        for document in yaml_documents(source.text()) {
            let document = Text::of_string(source.name(), document).within(limits.clone());
            // A malformed document is an item among others.
            let puzzles = self.read_document(document, files);
            all.push(puzzles.unwrap_or_else(|error| Box::new(std::iter::once(Err(error)))));
        }
        Ok(Box::new(all.into_iter().flatten()))
    }
}

impl<F: Family> Reader<F> {
    fn read_document(&self, text: Text, files: &dyn Files) -> Result<Instances, ParseError> {
        let file: Arc<str> = text.name().into();
        let entries = self.family.read(text, &self.question.options, files)?;
        let (family, question) = (Arc::clone(&self.family), Arc::clone(&self.question));
        Ok(Box::new(entries.map(move |entry| {
            let Entry { puzzle, title, warnings } = entry?;
            let case = Case {
                family: Arc::clone(&family),
                board: Arc::new(Posed {
                    puzzle: Arc::new(puzzle),
                    file: Arc::clone(&file),
                    title: title.into(),
                    warnings,
                }),
                question: Arc::clone(&question),
                index: None,
            };
            Ok(Box::new(case) as Box<dyn Instance>)
        })))
    }
}

impl<F: Family> Instance for Case<F> {
    fn boxed(&self) -> Box<dyn Instance> {
        Box::new(self.clone())
    }

    fn asking(&self, ask: &Ask) -> Result<Box<dyn Instance>, Error> {
        let question = Arc::new(question(&*self.family, ask)?);
        Ok(Box::new(Case { question, ..self.clone() }))
    }

    fn numbered(self: Box<Self>, index: u64) -> Box<dyn Instance> {
        Box::new(Case { index: Some(index), ..*self })
    }

    fn answer(&self, request: &Request, context: &Context, listener: &mut Listener<'_>) -> Result<(), Error> {
        request.answer_of_puzzle(self, context, listener)
    }

    fn solutions(&self, context: &Context) -> Result<Box<dyn Solutions>, Error> {
        list::solutions(self, context)
    }

    #[cfg(not(target_family = "wasm"))]
    fn cut(
        &self,
        request: &CubesRequest,
        text: &[u8],
        folder: &Path,
        force: bool,
        context: &Context,
    ) -> Result<(Status, CubesRecord), Error> {
        self.one_puzzle()?;
        cubes::cut_case(self, request, text, folder, force, context)
    }

    #[cfg(not(target_family = "wasm"))]
    fn run_tasks(
        &self,
        folder: &TaskFolder,
        tasks: &[usize],
        timeout_s: Option<f64>,
        context: &Context,
        tell: &mut dyn FnMut(usize, &str),
    ) -> Result<Status, Error> {
        cubes::run_tasks_of_case(self, folder, tasks, timeout_s, context, tell)
    }

    #[cfg(not(target_family = "wasm"))]
    fn gather(
        &self,
        folder: &TaskFolder,
        timeout_s: Option<f64>,
        context: &Context,
    ) -> Result<Gathered, Error> {
        cubes::gather_case(self, folder, timeout_s, context)
    }
}
