//! `families`: the families, and what each can do.

use std::borrow::Cow;

use jigsat_kit::{Editor, Error};
use jigsat_solve::Solver;
use schemars::{JsonSchema, Schema};
use serde::{Deserialize, Serialize};

use crate::{
    Context, Status,
    any_family::Abilities,
    asked::{Asked, OfOther},
    families,
    record::SCHEMA,
    verb::{About, Forms, Listener, Needs, Part, Subject, Verb},
};

/// Lists the families.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FamiliesRequest {}

/// The families and the solvers.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FamiliesRecord {
    /// The version of this format.
    pub schema: u32,
    /// The version of jigsat.
    pub version: &'static str,
    /// The solvers of this build, the default first.
    pub solvers: Vec<String>,
    /// The families.
    pub families: Vec<FamilyRecord>,
}

/// A family.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FamilyRecord {
    /// The family's name in requests.
    pub name: Cow<'static, str>,
    /// A description of its puzzles in one line.
    pub about: Cow<'static, str>,
    /// Its rules in words: a line with its name and what is to be done, a numbered line for each rule, and lines about special
    /// cases. Left out if its puzzles have no rules in common.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub rules: Cow<'static, str>,
    /// The names of its encodings, the default first.
    pub encodings: Vec<&'static str>,
    /// The names of its own engines.
    pub engines: &'static [&'static str],
    /// What the family can do besides solving.
    pub abilities: Abilities,
    /// A form of text that is for this family alone, as a hint for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pasted: Option<&'static str>,
    /// How its puzzles are edited by hand; left out if they are only written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub editor: Option<Editor>,
    /// Side of a cell in its pictures, in the units of SVG.
    pub cell_side: u16,
    /// The schema of its own options.
    #[schemars(with = "serde_json::Value")]
    pub options: Schema,
    /// The schema of the options of its generator, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Value>")]
    pub generator: Option<Schema>,
}

impl Verb for FamiliesRequest {
    const ABOUT: About = About {
        name: "families",
        command: None,
        group: "Tools",
        purpose: "Lists the families, and what each can do",
        more: "",
        subject: Subject::Nothing,
        forms: Forms::Records,
        record: "the families, and what each can do",
        picture: "",
    };

    type Record = FamiliesRecord;
    type Answer = FamiliesRecord;

    fn needs(&mut self) -> Needs<'_> {
        Needs::default()
    }
}

impl Part for FamiliesRecord {
    fn status(&self) -> Status {
        Status::Solved
    }

    fn record(&self) -> Option<&dyn erased_serde::Serialize> {
        Some(self)
    }
}

impl OfOther for FamiliesRequest {
    fn answer(&self, _: Asked<'_>, _: &Context, listener: &mut Listener<'_>) -> Result<(), Error> {
        let families = families().map(|family| FamilyRecord {
            name: family.info().name.clone(),
            about: family.info().about.clone(),
            rules: family.info().rules.clone(),
            encodings: family.encodings(),
            engines: family.engines(),
            abilities: family.abilities(),
            pasted: family.info().pasted,
            editor: family.info().editor,
            cell_side: family.info().cell_side,
            options: family.options(),
            generator: family.generator_options(),
        });
        let record = FamiliesRecord {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION"),
            solvers: Solver::built_in().iter().map(ToString::to_string).collect(),
            families: families.collect(),
        };
        listener(Box::new(record), false)
    }
}
