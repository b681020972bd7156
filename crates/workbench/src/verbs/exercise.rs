//! `exercise`: a model or a formula that is broken on purpose, to be mended.

mod breaks;

use std::path::{Path, PathBuf};

use jigsat_input::{Message, ParseError};
use jigsat_kit::{Error, Text, TextFile};
use jigsat_solve::meaning::Verdict;
use rand::{SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Map;

use self::breaks::{Break, breaks};
use crate::{
    Context, Status,
    asked::{Asked, OfOther},
    meaning::{self, How, Meaning, Origin, Side},
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
    /// `dropped`, `quantifier`, `connective`, `count`, `sign`, `index`, `off by one`, `longer` or `shorter`: how the text changed.
    kind: &'k str,
    /// Which solutions the broken text has: `more`, `fewer` or `others`.
    effect: &'k str,
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
        let place = |path: &Path| path.canonicalize().or_else(|_| std::path::absolute(path)).ok();
        if place(&self.out) == place(&self.key) {
            let message = "`out` and `key` are the same file; the key would replace the exercise";
            return Err(Error::request(message));
        }
        if [&self.out, &self.key].iter().any(|path| place(path) == place(Path::new(&self.reference))) {
            return Err(Error::request(format!("{} is the reference; it would be replaced", self.reference)));
        }
        let (broken, text, effect) = self.broken(context)?;
        let key = Key {
            reference: &self.reference,
            seed: self.seed,
            kind: broken.kind,
            effect,
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
    /// The first of the mistakes, in the order of the seed, that changes the meaning; the broken model; and what changed.
    fn broken(&self, context: &Context) -> Result<(Break, String, &'static str), Error> {
        let limits = context.limits_of(Some(self.timeout_s));
        let origin = Origin { family: None, options: &Map::new(), on: None, data: self.data.as_ref() };
        let bytes = context
            .files
            .read(Path::new(&self.reference))
            .map_err(|error| ParseError::unreadable(&*self.reference, &error))?;
        let text = String::from_utf8(bytes).map_err(|_| Error::request("the text is not UTF-8"))?;
        let named = |text: &str| Text::of_string(self.reference.as_str(), text.to_owned());
        let reference = Side::of_text(named(&text), &origin, &limits, context)?;
        let family = crate::family(&reference.board.info().name)
            .ok_or_else(|| Error::request(format!("{} is neither a model nor a formula", self.reference)))?;
        let mut possible = breaks(&text);
        possible.shuffle(&mut ChaCha8Rng::seed_from_u64(self.seed));
        let solver = reference.board.best(jigsat_kit::Goal::One).solver;
        let how = How { signature: None, of_rules: false, all_rules: false, solver: &solver };
        for one in possible {
            limits.check().map_err(jigsat_solve::Error::from)?;
            let broken = one.of(&text);
            // A mistake that can't even be read would be no exercise.
            let Ok(side) = Side::of_family(family, named(&broken), &origin, &limits, context) else {
                continue;
            };
            let Ok(found) = meaning::compare(&reference, &side, &how, &limits) else { continue };
            if found.is_same() == Some(false) {
                return Ok((one, broken, effect(&found)));
            }
        }
        limits.check().map_err(jigsat_solve::Error::from)?;
        Err(Error::request(format!("{} has no rule whose change would matter", self.reference)))
    }
}

/// Which solutions the broken text has, in comparison with the reference.
fn effect(found: &Meaning) -> &'static str {
    match (found.first_lacks.verdict, found.second_lacks.verdict) {
        (Verdict::Loses, other) if other.keeps() => "more",
        (other, Verdict::Loses) if other.keeps() => "fewer",
        _ => "others",
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
