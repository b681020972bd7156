//! How a property is asserted for all boards.

use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
};

use crate::subjects::{Sample, Subject, in_parallel, subjects};

/// Number of violations that are shown of each subject.
const SHOWN: usize = 3;

/// What was found about a subject.
#[derive(Default)]
pub struct Found {
    checks: usize,
    violations: Vec<String>,
}

impl Found {
    /// Notes whether something holds.
    pub fn that(&mut self, holds: bool, otherwise: impl FnOnce() -> String) {
        self.checks += 1;
        if !holds {
            self.violations.push(otherwise());
        }
    }

    /// Notes what should not have been refused.
    pub fn ok<T, E: ToString>(&mut self, result: Result<T, E>, what: &str) -> Option<T> {
        self.that(result.is_ok(), String::new);
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                *self.violations.last_mut().expect("it was noted") = format!("{what}: {}", error.to_string());
                None
            }
        }
    }
}

/// Asserts a property of subjects: something of each of them must have been checked.
pub fn of_subjects(is_about: impl Fn(&Subject) -> bool, property: impl Fn(&Subject, &mut Found) + Sync) {
    let about: Vec<&Subject> = subjects().iter().filter(|subject| is_about(subject)).collect();
    let all = in_parallel(&about, |subject| {
        let mut found = Found::default();
        let ended = catch_unwind(AssertUnwindSafe(|| property(subject, &mut found)));
        found.that(ended.is_ok(), || format!("{}: panics", subject.name()));
        found
    });
    let checks: BTreeMap<&str, usize> =
        about.iter().zip(&all).map(|(subject, found)| (subject.name(), found.checks - 1)).collect();
    let violations = all.iter().flat_map(|found| found.violations.iter().take(SHOWN));
    let violations: Vec<&str> = violations.map(String::as_str).collect();
    println!("{} checks of {} subjects", checks.values().sum::<usize>(), checks.len());
    assert!(
        violations.is_empty(),
        "{} violations, such as:\n{}",
        all.iter().map(|found| found.violations.len()).sum::<usize>(),
        violations.join("\n")
    );
    let unchecked: Vec<_> = checks.iter().filter(|(_, checks)| **checks == 0).map(|(name, _)| name).collect();
    assert!(unchecked.is_empty(), "nothing was checked of {unchecked:?}");
}

/// Asserts a property of all boards of all subjects.
pub fn of_boards(property: impl Fn(&Subject, &Sample, &mut Found) + Sync) {
    of_subjects(
        |_| true,
        |subject, found| subject.boards.iter().for_each(|board| property(subject, board, found)),
    );
}
