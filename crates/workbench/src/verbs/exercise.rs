//! `exercise`: a model or a formula that is broken on purpose, to be mended.

mod breaks;

use std::path::{Path, PathBuf};

use jigsat_input::Message;
use jigsat_kit::{Error, Text, TextFile};
use rand::{SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Map;

use self::breaks::{Break, breaks};
use crate::{
    Context, Status,
    asked::{Asked, OfOther},
    meaning::{self, How, Origin, Side},
    output::{output_error, write_whole},
    record::SCHEMA,
    verb::{About, Forms, Listener, Needs, Part, Subject, Verb},
};

/// Breaks a model or a formula on purpose: one rule is dropped, weakened or mistyped, so that its solutions are others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("x-arguments" = ["reference", "seed", "out", "key", "data", "timeout_s"]))]
pub struct ExerciseRequest {
    /// A model of QPROP or a formula in DIMACS that is right: a file.
    #[schemars(extend("x-position" = true, "x-value" = "MODEL"))]
    pub reference: String,
    /// Chooses the mistake.
    pub seed: u64,
    /// Writes the broken text into this file, which must be new.
    #[schemars(extend("x-required" = true, "x-value" = "FILE"))]
    pub out: PathBuf,
    /// Writes what was broken into this file, which must be new.
    #[schemars(extend("x-required" = true, "x-value" = "FILE"))]
    pub key: PathBuf,
    /// The data with which a broken model must differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "FILE"))]
    pub data: Option<TextFile>,
    /// Time limit, in seconds.
    #[schemars(range(min = 0.0), extend("x-name" = "timeout", "x-unit" = "s"))]
    pub timeout_s: f64,
}

impl Default for ExerciseRequest {
    /// The first mistake, a minute.
    fn default() -> Self {
        ExerciseRequest {
            reference: String::new(),
            seed: 0,
            out: PathBuf::new(),
            key: PathBuf::new(),
            data: None,
            timeout_s: 60.0,
        }
    }
}

/// The output of `exercise`. It doesn't say what was broken.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ExerciseRecord {
    /// The version of this format.
    pub schema: u32,
    /// The model.
    pub reference: String,
    /// The seed.
    pub seed: u64,
    /// The file with the broken model.
    pub out: String,
    /// The file that says what was broken.
    pub key: String,
}

/// What was broken, in the file for the teacher.
#[derive(Serialize)]
struct Key<'k> {
    reference: &'k str,
    seed: u64,
    kind: &'k str,
    rule: &'k str,
    was: &'k str,
    is: &'k str,
}

impl Verb for ExerciseRequest {
    const ABOUT: About = About {
        name: "exercise",
        command: Some("exercise"),
        group: "Formulas",
        purpose: "Breaks a model or a formula on purpose, to be mended and graded",
        more: "Example:\n  jigsat exercise reference.qprop --seed 7 --out exercise.qprop --key key.json",
        subject: Subject::Nothing,
        forms: Forms::Records,
        record: "what exercise prints",
        picture: "",
    };

    type Record = ExerciseRecord;
    type Answer = Exercise;

    fn needs(&mut self) -> Needs<'_> {
        Needs { at_most: vec![&mut self.timeout_s], files: Some("out"), ..Needs::default() }
    }
}

impl OfOther for ExerciseRequest {
    fn answer(&self, _: Asked<'_>, context: &Context, listener: &mut Listener<'_>) -> Result<(), Error> {
        for path in [&self.out, &self.key] {
            if path.exists() && !context.wants.overwrites {
                let message = "{} exists already; `force` replaces it";
                return Err(Error::request(Message::with(message, &[&path.display()])));
            }
        }
        if std::path::absolute(&self.out).ok() == std::path::absolute(&self.key).ok() {
            let message = "`out` and `key` are the same file; the key would replace the exercise";
            return Err(Error::request(message));
        }
        let (broken, text) = self.broken(context)?;
        let key = Key {
            reference: &self.reference,
            seed: self.seed,
            kind: broken.kind,
            rule: &broken.rule,
            was: &broken.was,
            is: &broken.is,
        };
        let key = serde_json::to_string_pretty(&key).unwrap_or_default() + "\n";
        for (path, text) in [(&self.out, text), (&self.key, key)] {
            write_whole(path, text.as_bytes(), context.wants.overwrites)
                .map_err(|error| output_error(path, error))?;
        }
        let record = ExerciseRecord {
            schema: SCHEMA,
            reference: self.reference.clone(),
            seed: self.seed,
            out: self.out.display().to_string(),
            key: self.key.display().to_string(),
        };
        listener(Box::new(Exercise { record }), false)
    }
}

impl ExerciseRequest {
    /// The first of the mistakes, in the order of the seed, that changes the meaning; and the broken model.
    fn broken(&self, context: &Context) -> Result<(Break, String), Error> {
        let limits = context.limits_of(Some(self.timeout_s));
        let origin = Origin { family: None, options: &Map::new(), on: None, data: self.data.as_ref() };
        let path = Path::new(&self.reference);
        let bytes = context.files.read(path).map_err(|error| output_error(path, error))?;
        let text = String::from_utf8(bytes).map_err(|_| Error::request("the text is not UTF-8"))?;
        let side = |text: &str| {
            let text = Text::of_string(self.reference.as_str(), text.to_owned());
            Side::of_text(text, &origin, &limits, context)
        };
        let reference = side(&text)?;
        let mut possible = breaks(&text);
        possible.shuffle(&mut ChaCha8Rng::seed_from_u64(self.seed));
        let solver = reference.board.best(jigsat_kit::Goal::One).solver;
        let how = How { signature: None, of_rules: false, all_rules: false, solver: &solver };
        for one in possible {
            limits.interrupt().check().map_err(jigsat_solve::Error::from)?;
            let broken = one.of(&text);
            // A mistake that can't even be read would be no exercise.
            let Ok(side) = side(&broken) else { continue };
            if meaning::compare(&reference, &side, &how, &limits)
                .is_ok_and(|found| found.is_same() == Some(false))
            {
                return Ok((one, broken));
            }
        }
        Err(Error::request(format!("{} has no rule whose change would matter", self.reference)))
    }
}

/// The answer to an [`ExerciseRequest`].
pub struct Exercise {
    /// The record.
    pub record: ExerciseRecord,
}

impl Part for Exercise {
    fn status(&self) -> Status {
        Status::Solved
    }

    fn record(&self) -> Option<&dyn erased_serde::Serialize> {
        Some(&self.record)
    }

    fn words(&self) -> String {
        let ExerciseRecord { out, key, .. } = &self.record;
        format!("{out} has a mistake in one rule; {key} says which")
    }
}
