//! Code that the tests of this crate share.

pub mod random;

use std::path::{Path, PathBuf};

use jigsat_input::{ParseError, Source};
use jigsat_qprop::{Data, Encoding, MAX_CLAUSES, Model};
use jigsat_solve::{BuildOptions, Solver, testing};

/// A file of `puzzles/qprop`.
pub fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles/qprop").join(file)
}

/// A text of `puzzles/qprop`, by its bare name.
pub fn source(file: &str) -> Source {
    let text = std::fs::read_to_string(path(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    Source::new(file, text)
}

/// A model of `puzzles/qprop` with its data.
pub fn try_model(file: &str, data: Option<&str>) -> Result<Model, ParseError> {
    let data = data.map(|data| Data::parse(source(data))).transpose()?.unwrap_or_default();
    Model::read(source(file), &data, &|file| Ok(source(file)), MAX_CLAUSES)
}

/// As [`try_model`], for a model that is right.
pub fn model(file: &str, data: Option<&str>) -> Model {
    try_model(file, data).unwrap_or_else(|error| panic!("{}", error.render(false)))
}

/// A model from a text.
pub fn parsed(text: &str, data: &str) -> Result<Model, ParseError> {
    let data = if data.is_empty() { Data::default() } else { Data::parse(Source::new("data.yaml", data))? };
    Model::parse(Source::new("model.qprop", text), &data)
}

/// The number of solutions of a model.
pub fn count(model: &Model) -> u64 {
    testing::count_models(model, Encoding::Model, &BuildOptions::default(), &Solver::Batsat)
}

/// Data from a text.
pub fn data(text: &str) -> Data {
    Data::parse(Source::new("data.yaml", text)).unwrap_or_else(|error| panic!("{}", error.render(false)))
}

/// The first solution, as one line.
pub fn solution(model: &Model) -> String {
    let mut session =
        jigsat_solve::Session::new(model, Encoding::Model, &BuildOptions::default(), &Solver::Batsat, None)
            .unwrap_or_else(|error| panic!("{error}"));
    let answer = session.solve(&jigsat_solve::Limits::default()).unwrap_or_else(|error| panic!("{error}"));
    answer.solution().map_or_else(|| "none".to_owned(), |solution| solution.holds.join(" "))
}
