//! Records: answers as JSON. Each verb has a type of its own; all records begin with the version of the format.

mod argument;
mod error;
mod explain;
mod formula;
mod number;
mod solve;
#[cfg(not(target_family = "wasm"))]
mod solve_line;

pub(crate) use argument::plain;
pub use argument::{ArgumentRecord, LineRecord, SpanRecord};
pub use error::{ErrorRecord, Reason};
pub use explain::{ExplainRecord, MarkedCells, ReasonRecord, StepRecord, StepWords};
pub use formula::{FormulaRecord, GraphRecord, RuleRecord};
pub use number::{maybe_number, number, number_schema};
pub use solve::{Certified, ListRecord, SolveRecord, Stats};
#[cfg(not(target_family = "wasm"))]
pub(crate) use solve_line::solve_schema;

/// The schema of a record.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn record_schema<T: schemars::JsonSchema>() -> schemars::Schema {
    let settings = schemars::generate::SchemaSettings::draft2020_12();
    settings.for_serialize().into_generator().into_root_schema_for::<T>()
}

/// The schema of a request.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn request_schema<T: schemars::JsonSchema>() -> schemars::Schema {
    let settings = schemars::generate::SchemaSettings::draft2020_12();
    settings.into_generator().into_root_schema_for::<T>()
}

/// The version of the JSON format of records.
pub const SCHEMA: u32 = 1;
