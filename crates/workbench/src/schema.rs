//! JSON schemas of puzzle files, of requests and of records.

use schemars::{JsonSchema, Schema, generate::SchemaSettings};

use crate::{
    AnyFamily, CheckRequest, CompareRequest, CountRequest, EncodeRequest, ExplainRequest, GenerateRequest,
    GradeRequest, HintRequest, ListRequest, RateRequest, RightSoFarRequest, ShowRequest, SolveRequest,
    TraceRequest,
    answer::{Reply, Verb},
    batch::{self, BatchRequest},
    check_proof::{ProofRecord, TogetherRecord},
    cubes::{CubesRecord, CubesRequest, GatherRecord, RunTaskRequest},
    families,
    record::{
        CheckRecord, CompareRecord, CountRecord, EncodeRecord, ErrorRecord, ExplainRecord, FamiliesRecord,
        GradeRecord, RateRecord, RightSoFarRecord, ShowRecord, TraceRecord, record_schema,
    },
    worker::{WorkerReply, WorkerRequest},
};

/// A schema with its name.
pub struct Named {
    /// Its name: a family for its files, `FAMILY-solve` for its answers, `FAMILY-options` for its options, a verb for
    /// its output, `VERB-request` for its request.
    pub name: String,
    /// Its subject.
    pub about: String,
    /// The schema.
    pub schema: Schema,
}

impl Named {
    fn new(name: impl Into<String>, about: impl Into<String>, mut schema: Schema) -> Self {
        let (name, about) = (name.into(), about.into());
        schema.insert("title".into(), format!("jigsat {name}: {about}").into());
        Named { name, about, schema }
    }
}

/// Every schema; also those of another family, if there is one that isn't registered.
#[must_use]
pub fn all(other: Option<&dyn AnyFamily>) -> Vec<Named> {
    let mut families: Vec<&dyn AnyFamily> = families().collect();
    families.extend(other);
    let mut all = Vec::new();
    for family in &families {
        let info = family.info();
        all.push(Named::new(
            &*info.name,
            format!("puzzle files of {}, in YAML", info.name),
            (info.file_schema)(),
        ));
    }
    for family in &families {
        let name = &family.info().name;
        all.push(Named::new(
            format!("{name}-solve"),
            format!("what {name} solve prints"),
            family.solve_schema(),
        ));
        let about = format!("options of {name}, in requests");
        all.push(Named::new(format!("{name}-options"), about, family.options()));
        if let Some(schema) = family.generator_options() {
            let about = format!("options of {name} generate, in requests");
            all.push(Named::new(format!("{name}-generate"), about, schema));
        }
    }
    all.push(record::<CountRecord>("count", "what count prints"));
    all.push(record::<CheckRecord>("check", "what check prints"));
    all.push(record::<EncodeRecord>("encode", "what encode --format json prints"));
    all.push(record::<ExplainRecord>("explain", "what explain and hint print"));
    all.push(record::<RateRecord>("rate", "what rate prints"));
    all.push(record::<TraceRecord>("trace", "what trace prints"));
    all.push(record::<ShowRecord>("show", "what a user interface needs to draw a puzzle"));
    all.push(record::<CompareRecord>("compare", "one line of the output of compare"));
    all.push(record::<GradeRecord>("grade", "one line of the output of compare --with"));
    all.push(record::<RightSoFarRecord>("right-so-far", "whether a partly filled board is right so far"));
    all.push(record::<FamiliesRecord>("families", "the families, and what each can do"));
    all.push(record::<CubesRecord>("cubes", "what cubes prints"));
    all.push(record::<GatherRecord<serde_json::Value>>("gather", "what gather prints for tasks"));
    all.push(record::<batch::GatherRecord>("gather-shares", "what gather prints for shares of a batch"));
    all.push(record::<TogetherRecord>("check-proof", "the last line of the output of check-proof"));
    all.push(record::<ProofRecord>(
        "check-proof-formula",
        "one line of the output of check-proof, for each formula",
    ));
    all.push(record::<ErrorRecord>("error", "what any verb prints when it has no answer"));
    all.push(request::<SolveRequest>("solve"));
    all.push(request::<CountRequest>("count"));
    all.push(request::<ExplainRequest>("explain"));
    all.push(request::<HintRequest>("hint"));
    all.push(request::<RateRequest>("rate"));
    all.push(request::<TraceRequest>("trace"));
    all.push(request::<CompareRequest>("compare"));
    all.push(request::<GenerateRequest>("generate"));
    all.push(request::<ShowRequest>("show"));
    all.push(request::<EncodeRequest>("encode"));
    all.push(request::<CheckRequest>("check"));
    all.push(request::<ListRequest>("list"));
    all.push(request::<RightSoFarRequest>("right-so-far"));
    all.push(request::<GradeRequest>("grade"));
    all.push(request::<CubesRequest>("cubes"));
    all.push(request::<RunTaskRequest>("run-task"));
    all.push(request::<BatchRequest>("batch"));
    all.push(request::<WorkerRequest>("worker"));
    all.push(record::<WorkerReply>("worker-reply", "a reply of a worker process"));
    all.push(Named::new("verb", "a request of any verb", request_schema::<Verb>()));
    all.push(record::<Reply>("reply", "a part of an answer, with its words and its picture"));
    all
}

fn record<T: JsonSchema>(name: &str, about: &str) -> Named {
    Named::new(name, about, record_schema::<T>())
}

fn request<T: JsonSchema>(verb: &str) -> Named {
    Named::new(format!("{verb}-request"), format!("requests to {verb}"), request_schema::<T>())
}

fn request_schema<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>()
}
