//! The schema of what `solve` prints: made by code that is compiled once, with the family's solution put in.

use std::borrow::Cow;

use schemars::{
    JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings, json_schema,
    transform::RecursiveTransform, transform::Transform,
};

use super::{ErrorRecord, ListRecord, SolveRecord};
use crate::AnyFamily;

/// A line of the output of `solve`.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only its schema is wanted")]
enum SolveLine {
    /// The last line of a list of solutions.
    Summary(ListRecord<AnySolution>),
    /// A puzzle, or one of its solutions.
    Puzzle(SolveRecord<AnySolution>),
    /// A puzzle that could not be read or solved.
    Error(ErrorRecord<'static>),
}

/// Stands for the solution of a family.
struct AnySolution;

/// The reference that stands for the schema of a solution.
const PLACE: &str = "solution";

impl JsonSchema for AnySolution {
    fn schema_name() -> Cow<'static, str> {
        PLACE.into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "$ref": PLACE })
    }
}

/// The schema of the output of `solve`, for a family's solutions.
pub(crate) fn solve_schema(family: &dyn AnyFamily) -> Schema {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let solution = family.solution_schema(&mut generator);
    let mut schema = generator.into_root_schema_for::<SolveLine>();
    let mut put_in = RecursiveTransform(|part: &mut Schema| {
        if part.get("$ref").is_some_and(|to| to == PLACE) {
            part.clone_from(&solution);
        }
    });
    put_in.transform(&mut schema);
    schema
}
