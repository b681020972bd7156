//! JSON schemas of puzzle files, of requests and of records.

use schemars::{JsonSchema, Schema};

use crate::{
    AnyFamily,
    batch::{self, BatchRequest},
    check_proof::{ProofRecord, TogetherRecord},
    cubes::{GatherRecord, RunTaskRequest},
    families,
    record::{ErrorRecord, record_schema, request_schema, solve_schema},
    reply::Reply,
    verbs::{Request, VERBS},
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
            solve_schema(*family),
        ));
        let about = format!("options of {name}, in requests");
        all.push(Named::new(format!("{name}-options"), about, family.options()));
        if let Some(schema) = family.generator_options() {
            let about = format!("options of {name} generate, in requests");
            all.push(Named::new(format!("{name}-generate"), about, schema));
        }
    }
    let records = VERBS.iter().filter_map(|verb| Some((verb.about, verb.record?)));
    all.extend(records.map(|(about, record)| Named::new(about.name, about.record, record())));
    all.push(record::<GatherRecord<serde_json::Value>>("gather", "what gather prints for tasks"));
    all.push(record::<batch::GatherRecord>("gather-shares", "what gather prints for shares of a batch"));
    all.push(record::<TogetherRecord>("check-proof", "the last line of the output of check-proof"));
    all.push(record::<ProofRecord>(
        "check-proof-formula",
        "one line of the output of check-proof, for each formula",
    ));
    all.push(record::<ErrorRecord>("error", "what any verb prints when it has no answer"));
    all.extend(VERBS.iter().map(|verb| of_request(verb.about.name, (verb.schema)())));
    all.push(of_request("run-task", request_schema::<RunTaskRequest>()));
    all.push(of_request("batch", request_schema::<BatchRequest>()));
    all.push(of_request("worker", request_schema::<WorkerRequest>()));
    all.push(record::<WorkerReply>("worker-reply", "a reply of a worker process"));
    all.push(Named::new("verb", "a request of any verb", request_schema::<Request>()));
    all.push(record::<Reply>("reply", "a part of an answer, with its words and its picture"));
    all
}

fn record<T: JsonSchema>(name: &str, about: &str) -> Named {
    Named::new(name, about, record_schema::<T>())
}

fn of_request(verb: &str, schema: Schema) -> Named {
    Named::new(format!("{verb}-request"), format!("requests to {verb}"), schema)
}
