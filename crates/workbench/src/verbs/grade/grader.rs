//! Comparing a submission with the reference, on one instance after the other.

use std::{
    collections::BTreeSet,
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    sync::Arc,
};

use jigsat_input::ParseError;
use jigsat_kit::{Error, NoFiles, Text};
use jigsat_solve::Solver;
use serde_json::Map;

use super::{
    GradeRequest,
    instances::{Data, generated},
    page::page,
    record::{NOTHING_ELSE, SubmissionRecord, Verdict},
};
use crate::{
    AnyFamily, Context,
    meaning::{self, How, Meaning, Origin, Side, Signature},
};

/// What submissions are compared with.
pub(super) struct Grader<'g> {
    request: &'g GradeRequest,
    context: &'g Context,
    signature: Option<Signature>,
    /// The reference on each instance.
    instances: Vec<(Data, Side)>,
    solver: Solver,
}

/// What is known of a submission.
pub(super) struct Compared {
    /// The comparisons that show something, each a failure of a rule that held before; or the last one.
    pub shown: Vec<Shown>,
    /// The rules of the reference on all these instances, in the order in which they occur, and whether each holds.
    pub rules: Vec<(String, bool)>,
    /// Where the reference has a solution: whether the submission has none on some instance, and one on another.
    has: [bool; 2],
    /// On how many instances it was compared.
    pub instances: usize,
    /// How many there are.
    pub of: usize,
}

/// A comparison on an instance.
pub(super) struct Shown {
    pub instance: Data,
    pub sides: [Side; 2],
    pub meaning: Meaning,
}

/// Why a submission was not compared.
pub(super) struct Refused {
    pub error: Error,
    /// Whether it was on an instance that students don't see.
    pub is_hidden: bool,
}

impl<'g> Grader<'g> {
    pub(super) fn new(
        request: &'g GradeRequest,
        family: Option<&'static dyn AnyFamily>,
        context: &'g Context,
    ) -> Result<Self, Error> {
        let limits = context.limits_of(Some(request.timeout_s));
        let mut data: Vec<Data> = Vec::new();
        let open = request.data.iter().map(|text| (text, false));
        for (text, is_hidden) in open.chain(request.hidden.iter().map(|text| (text, true))) {
            data.push(Data { name: text.name.clone(), is_hidden, text: Some(text.clone()) });
        }
        if let Some(template) = &request.generate {
            data.extend(generated(template)?);
        }
        let side = |data: Option<&Data>| {
            let data = data.and_then(|data| data.text.as_ref());
            let origin = Origin { family, options: &request.options, on: request.on.as_ref(), data };
            Side::named(&request.reference, &origin, &limits, context)
        };
        let mut instances = Vec::new();
        for data in data {
            let side = side(Some(&data))?;
            instances.push((data, side));
        }
        if instances.is_empty() {
            let side = side(None)?;
            let open = |name: String| Data { name, is_hidden: false, text: None };
            for &size in &request.sizes {
                instances.push((open(size.to_string()), side.resized(size, &limits, context)?));
            }
            if instances.is_empty() {
                instances.push((open(side.board.file().to_string()), side));
            }
        }
        let signature = request.map.as_ref().map(|map| Signature::read(&map.to_source())).transpose()?;
        let solver = instances[0].1.board.best(jigsat_kit::Goal::One).solver;
        Ok(Grader { request, context, signature, instances, solver })
    }

    /// The row of a submission, with its page.
    pub(super) fn grade(&self, name: &str, path: &Path) -> SubmissionRecord {
        let outcome = catch_unwind(AssertUnwindSafe(|| self.compare(path)));
        let (mut row, compared, is_hidden) = match &outcome {
            Ok(Ok(compared)) => (SubmissionRecord::compared(name, compared), Some(compared), false),
            Ok(Err(refused)) => (SubmissionRecord::refused(name, &refused.error), None, refused.is_hidden),
            Err(_) => {
                let why = "a bug of jigsat: the comparison crashed";
                (SubmissionRecord::failed(name, Verdict::Unknown, why), None, false)
            }
        };
        row.html = Some(page(&row, compared, is_hidden));
        row
    }

    fn compare(&self, path: &Path) -> Result<Compared, Box<Refused>> {
        let limits = self.context.limits_of(Some(self.request.timeout_s));
        let bytes = self.context.files.read(path);
        let bytes = bytes.map_err(|error| {
            let error = ParseError::unreadable(path.display().to_string(), &error).into();
            Box::new(Refused { error, is_hidden: false })
        })?;
        // The data of a submission is what it is given: it reads no files.
        let alone = Context { files: Arc::new(NoFiles), ..self.context.clone() };
        let mut compared = Compared {
            shown: Vec::new(),
            rules: Vec::new(),
            has: [false; 2],
            instances: 0,
            of: self.instances.len(),
        };
        let (mut broken, mut last) = (BTreeSet::new(), None);
        for (instance, reference) in &self.instances {
            let refused = |error| Box::new(Refused { error, is_hidden: instance.is_hidden });
            let origin =
                Origin { family: None, options: &Map::new(), on: None, data: instance.text.as_ref() };
            let text = Text::of_bytes(path.display().to_string(), bytes.clone());
            let submission = Side::of_text(text, &origin, &limits, &alone).map_err(refused)?;
            let is_formula = submission.board.info().name == "dimacs";
            let how = How {
                signature: self.signature.as_ref(),
                of_rules: reference.has_givens() && submission.has_givens(),
                all_rules: true,
                solver: &self.solver,
            };
            let meaning = meaning::compare(reference, &submission, &how, &limits).map_err(refused)?;
            let shown = Shown { instance: instance.clone(), sides: [reference.clone(), submission], meaning };
            if is_formula {
                // It is about one instance.
                compared.of = 1;
            }
            if shown.meaning.is_same().is_none() && !compared.shown.is_empty() {
                // Time is over, and something is known already.
                break;
            }
            compared.instances += 1;
            compared.add(&shown);
            let is_open = shown.meaning.is_same().is_none();
            let mut is_new = false;
            for rule in shown.failures() {
                is_new |= broken.insert(rule);
            }
            if is_new || is_open {
                compared.shown.push(shown);
            } else {
                last = Some(shown);
            }
            if is_open || is_formula {
                break;
            }
        }
        if compared.shown.is_empty() {
            compared.shown.extend(last);
        }
        Ok(compared)
    }
}

impl Compared {
    /// Whether it has no solution wherever the reference has one.
    pub(super) fn is_vacuous(&self) -> bool {
        self.has == [true, false]
    }

    /// Adds what an instance shows. A rule holds if it holds on every instance; on some, it may have no constraints.
    fn add(&mut self, shown: &Shown) {
        let has_none = |lost: &meaning::Loss| {
            matches!(lost.verdict, jigsat_solve::meaning::Verdict::Listed { steps: 0 })
        };
        let Meaning { second_lacks, first_lacks, .. } = &shown.meaning;
        // Where the reference has none, nothing is expected.
        if !has_none(second_lacks) {
            let forbids_all =
                second_lacks.difference.as_ref().is_some_and(|difference| difference.forbidden.is_empty());
            self.has[usize::from(!forbids_all && !has_none(first_lacks))] = true;
        }
        for rule in &shown.meaning.first_lacks.rules {
            let holds = shown.holds(&rule.rule);
            match self.rules.iter_mut().find(|(known, _)| *known == rule.rule) {
                Some((_, all)) => *all &= holds,
                None => self.rules.push((rule.rule.clone(), holds)),
            }
        }
    }
}

impl Shown {
    /// The rules of the reference that don't hold, and whether something right is forbidden.
    fn failures(&self) -> Vec<String> {
        let rules = self.meaning.first_lacks.rules.iter().filter(|rule| rule.difference.is_some());
        let mut failures: Vec<String> = rules.map(|rule| rule.rule.clone()).collect();
        if self.meaning.second_lacks.difference.is_some() {
            failures.push(NOTHING_ELSE.to_owned());
        }
        failures
    }

    /// Whether a rule of the reference holds on this instance.
    pub(super) fn holds(&self, rule: &str) -> bool {
        let missing = &self.meaning.first_lacks;
        let known = missing.rules.iter().find(|known| known.rule == rule);
        missing.verdict.keeps() || known.is_none_or(|known| known.constraints == known.implied)
    }
}
