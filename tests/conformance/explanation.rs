//! Explanations lead to the solution, step by step, and what they say agrees with the other answers about a board.

use std::collections::{BTreeMap, BTreeSet};

use jigsat_input::Source;
use jigsat_kit::TextFile;
use jigsat_workbench::{
    Board, CheckRequest, Context, HintRequest, RightSoFarRequest, ShowRequest, Solution, Status,
    verbs::common::CommonRequest,
};

use crate::{
    properties::of_subjects,
    subjects::{Explanation, Has, Sample, Subject, patient},
};

/// Number of steps at which a person may stand who asks for more.
const STOPS: usize = 3;

fn file(solution: &Solution) -> TextFile {
    TextFile { name: "solution".into(), text: solution.to_json().to_string() }
}

/// The values of the places that are filled in.
fn filled(board: &dyn Board, solution: &Solution) -> BTreeMap<usize, String> {
    let request = ShowRequest { from: Some(file(solution)), ..ShowRequest::default() };
    board.ask(&request, &Context::default()).expect("it is shown").record.filled
}

fn is_within(part: &BTreeMap<usize, String>, whole: &BTreeMap<usize, String>) -> bool {
    part.iter().all(|(place, value)| whole.get(place) == Some(value))
}

#[test]
fn the_steps_lead_to_the_solution() {
    of_subjects(Subject::is_explained_by_steps, |subject, found| {
        for board in subject.having(Has::One) {
            let (name, solution) = (&board.name, board.solution.as_ref().expect("it has one"));
            let instance = &*board.instance;
            let Some(Explanation { so_far, status, record }) = found.ok(board.explained(), name) else {
                continue;
            };
            found.that(*status == Status::Solved && record.unique == Some(true), || {
                format!("{name}: {record:?}")
            });
            let mut known = BTreeSet::new();
            for (step, number) in record.steps.iter().zip(1..) {
                found.that(
                    step.step == number && !step.deduced.is_empty() && !step.because.is_empty(),
                    || format!("{name}: {step:?}"),
                );
                let facts = step.because.iter().filter(|because| because.rule.is_none());
                for fact in facts {
                    found.that(known.contains(&fact.sentence), || {
                        format!("{name}: step {number} rests on '{}', which no step deduced", fact.sentence)
                    });
                }
                for deduced in &step.deduced {
                    found.that(known.insert(deduced.clone()), || {
                        format!("{name}: step {number} deduces '{deduced}' again")
                    });
                }
            }
            let whole = filled(instance, solution);
            let mut before = BTreeMap::new();
            for (part, number) in so_far.iter().zip(1..) {
                let after = filled(instance, part);
                found.that(is_within(&after, &whole), || {
                    format!("{name}: step {number} is wrong: {after:?}, and the solution has {whole:?}")
                });
                found.that(is_within(&before, &after), || {
                    format!("{name}: step {number} takes something back")
                });
                before = after;
                let json = part.to_json().to_string();
                let again = instance.read_solution(
                    &Source::new("solution", json.as_str()),
                    &Context::default().limits_of(None),
                );
                let again = found.ok(again, name);
                found.that(again.is_some_and(|again| again.to_json().get() == json), || {
                    format!("{name}: {json} is not read again")
                });
            }
        }
    });
}

#[test]
fn a_board_with_another_number_of_solutions_is_told_so() {
    of_subjects(Subject::is_explained_by_steps, |subject, found| {
        for board in &subject.boards {
            let Some(Explanation { status, record, .. }) = found.ok(board.explained(), &board.name) else {
                continue;
            };
            let is_told = match board.has {
                Has::One => record.status == "solved" && record.unique == Some(true),
                Has::Several => {
                    record.unique == Some(false)
                        && record.solutions.len() == 2
                        && record.solutions[0] != record.solutions[1]
                        && !record.differ.is_empty()
                }
                Has::None => {
                    *status == Status::Impossible
                        && (record.reason.is_some() || !record.because.is_empty() || !record.clash.is_empty())
                }
            };
            found.that(is_told, || format!("{} has {:?}, explained by {record:?}", board.name, board.has));
        }
    });
}

/// Each deduction is implied: with another value in its place, there is no solution.
#[test]
fn another_value_than_the_deduced_one_is_impossible() {
    let has_places = |subject: &Subject| {
        subject.is_explained_by_steps() && subject.having(Has::One).any(|board| !blanks(board).is_empty())
    };
    of_subjects(has_places, |subject, found| {
        for board in subject.having(Has::One) {
            let (name, instance) = (&board.name, &*board.instance);
            let whole = filled(instance, board.solution.as_ref().expect("it has one"));
            let values = blanks(board);
            let Some(Explanation { so_far, .. }) = found.ok(board.explained(), name) else { continue };
            for (part, number) in so_far.iter().zip(1..).step_by(so_far.len().div_ceil(STOPS).max(1)) {
                let is_right = |solution: &Solution| {
                    let request = RightSoFarRequest { ask: patient(), from: file(solution) };
                    instance.ask(&request, &Context::default()).map(|right| right.status).ok()
                };
                let known = filled(instance, part);
                found.that(is_right(part) == Some(Status::Solved), || {
                    format!("{name}: not right so far: {known:?}")
                });
                // What the next step deduces.
                let request = HintRequest { ask: patient(), from: Some(file(part)), weights: None };
                let hint = found.ok(instance.ask(&request, &Context::default()), name);
                let steps = hint.map_or(0, |hint| hint.record.steps.len());
                let open = whole.iter().find(|(place, _)| !known.contains_key(place));
                let is_last = number == so_far.len();
                found
                    .that(steps == usize::from(!is_last), || format!("{name}: {steps} hints from {known:?}"));
                for (place, value) in whole.iter().take(STOPS).chain(open) {
                    let Some(other) =
                        values.get(place).and_then(|all| all.iter().find(|other| *other != value))
                    else {
                        continue;
                    };
                    let request =
                        ShowRequest { filled: [(*place, other.clone())].into(), ..ShowRequest::default() };
                    let wrong =
                        instance.ask(&request, &Context::default()).expect("it is shown").record.solution;
                    let status = wrong.as_ref().and_then(is_right);
                    found.that(status == Some(Status::Impossible), || {
                        format!("{name}: {other} at place {place} is {status:?}")
                    });
                }
            }
        }
    });
}

/// The values of each place of a board.
fn blanks(board: &Sample) -> BTreeMap<usize, Vec<String>> {
    let request = ShowRequest { blanks: true, ..ShowRequest::default() };
    let shown = board.instance.ask(&request, &Context::default()).expect("it is shown");
    let kinds = shown.record.blanks.unwrap_or_default();
    let yes_no = vec!["yes".to_owned(), "no".to_owned()];
    let values = kinds.iter().flat_map(|kind| {
        let values = if kind.values.is_empty() { yes_no.clone() } else { kind.values.clone() };
        vec![values; kind.places.len()]
    });
    values.enumerate().collect()
}

#[test]
fn what_solutions_have_in_common_is_in_the_solution() {
    let has_places = |subject: &Subject| {
        subject.is_explained_by_steps() && subject.boards.iter().any(|board| !blanks(board).is_empty())
    };
    of_subjects(has_places, |subject, found| {
        for board in &subject.boards {
            let (name, instance) = (&board.name, &*board.instance);
            let request = CommonRequest { ask: patient(), ..CommonRequest::default() };
            let Some(common) = found.ok(instance.ask(&request, &Context::default()), name) else { continue };
            let record = common.record;
            let has = match record.found {
                0 => Has::None,
                1 => Has::One,
                _ => Has::Several,
            };
            found.that(has == board.has, || {
                format!("{name} has {:?}, and {} solutions in common", board.has, record.found)
            });
            let Some(solution) = &board.solution else { continue };
            for (place, value) in filled(instance, solution) {
                let Some(possible) = record.places.get(place) else { continue };
                let is_possible = possible.possible.iter().any(|possible| possible.value == value);
                found.that(is_possible, || {
                    format!(
                        "{name}: {} is {value} in a solution, and common says {:?}",
                        possible.name, possible.possible
                    )
                });
                let is_only = possible.possible.len() == 1;
                found.that(is_only || board.has != Has::One, || format!("{name}: {} is open", possible.name));
            }
        }
    });
}

/// Anyone who fills in the values of a solution has filled in the solution, and has a part of it on the way.
#[test]
fn a_solution_is_filled_in_place_by_place() {
    let has_places = |subject: &Subject| {
        subject.is_explained_by_steps() && subject.boards.iter().any(|board| !blanks(board).is_empty())
    };
    of_subjects(has_places, |subject, found| {
        for board in &subject.boards {
            let Some(solution) = &board.solution else { continue };
            let (name, instance) = (&board.name, &*board.instance);
            let (whole, places) = (filled(instance, solution), blanks(board).len());
            found.that(whole.len() == places, || {
                format!("{name}: {} of {places} places have a value", whole.len())
            });
            for number in [whole.len(), whole.len().min(2)] {
                let part: BTreeMap<usize, String> = whole.clone().into_iter().take(number).collect();
                let request = ShowRequest { filled: part.clone(), ..ShowRequest::default() };
                let Some(shown) = found.ok(instance.ask(&request, &Context::default()), name) else {
                    continue;
                };
                found.that(shown.record.filled == part, || {
                    format!("{name}: {part:?} is shown as {:?}", shown.record)
                });
                let checked = shown.record.solution.as_ref().map(|solution| {
                    let request = CheckRequest { solution: file(solution), ..CheckRequest::default() };
                    instance.ask(&request, &Context::default()).map(|checked| checked.record.legal).ok()
                });
                found.that(checked == Some(Some(true)), || format!("{name}: {part:?} is {checked:?}"));
            }
        }
    });
}

/// A plan is explained as a whole.
#[test]
fn a_plan_is_explained_to_its_end() {
    let by_plans =
        |subject: &Subject| subject.family.abilities().explanation && subject.family.abilities().horizon;
    of_subjects(by_plans, |subject, found| {
        for board in &subject.boards {
            let Some(Explanation { status, record, .. }) = found.ok(board.explained(), &board.name) else {
                continue;
            };
            let wanted = if board.has == Has::None { Status::Impossible } else { Status::Solved };
            found.that(*status == wanted, || format!("{}: {record:?}", board.name));
        }
    });
}
