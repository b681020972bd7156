//! `cubes`: the search for the solutions of one puzzle, split into tasks for many machines.

use std::path::PathBuf;

use jigsat_kit::Error;

use crate::{
    Context, Status,
    asked::{Asked as Subjects, OfOther},
    cubes::{CubesRecord, cut},
    verb::{About, Forms, Listener, Needs, Part, Subject, Verb},
};

impl Verb for CubesRequest {
    const ABOUT: About = About {
        name: "cubes",
        command: Some("cubes"),
        group: "Many puzzles, many machines",
        purpose: "Splits one hard puzzle into tasks for many machines",
        more: "Example:\n  jigsat cubes puzzles/tiling/pentominoes-6x10.yaml --for count --count 50 \
            --out tasks\n  jigsat run-task tasks 1-50\n  jigsat gather tasks",
        subject: Subject::Text,
        forms: Forms::Records,
        record: "what cubes prints",
        picture: "",
    };

    type Record = CubesRecord;
    type Answer = Cut;

    fn needs(&mut self) -> Needs<'_> {
        Needs { files: Some("out"), ..Needs::of(&mut self.ask) }
    }
}

impl OfOther for CubesRequest {
    fn answer(
        &self,
        about: Subjects<'_>,
        context: &Context,
        listener: &mut Listener<'_>,
    ) -> Result<(), Error> {
        let family = about.family.ok_or_else(|| Error::request("name the family"))?;
        let untimed = self.untimed || !context.wants.times;
        let request = CubesRequest { out: PathBuf::new(), untimed, ..self.clone() };
        let overwrites = context.wants.overwrites;
        let (status, record) = cut(family, about.text()?, &request, &self.out, overwrites, context)?;
        listener(Box::new(Cut { status, record }), false)
    }
}

pub use crate::cubes::CubesRequest;

/// The answer to a [`CubesRequest`].
pub struct Cut {
    /// The status.
    pub status: Status,
    /// The record.
    pub record: CubesRecord,
}

impl Part for Cut {
    fn status(&self) -> Status {
        self.status
    }

    fn record(&self) -> Option<&dyn erased_serde::Serialize> {
        Some(&self.record)
    }

    fn words(&self) -> String {
        self.record.words()
    }
}
