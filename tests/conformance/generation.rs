//! Generated boards are as they were asked for.

use std::{collections::BTreeSet, sync::Arc};

use jigsat_grid::Size;
use jigsat_kit::Error;
use jigsat_workbench::{AnyFamily, Board, Context, GenerateRequest, Status, verbs::generate::generate};
use serde_json::{Map, Value, json};

use crate::{
    changed::written,
    properties::of_subjects,
    subjects::{Has, Subject, sample},
};

/// Sizes of small boards, the smallest first: a family takes the first of which it makes boards.
const SIZES: [&str; 5] = ["2x2", "5x5", "5x6", "6x6", "8x8"];

/// The cells of the smallest usual board for which a board of 2x2 is large enough: it counts boxes, not cells.
const BOXES: usize = 9;

/// The seeds that are compared.
const SEEDS: [u64; 2] = [1, 2];

/// Requests for a small board, the smallest first; none if the family has no generator.
fn requests(family: &dyn AnyFamily, seed: u64) -> Vec<GenerateRequest> {
    let Some(schema) = family.generator_options() else { return Vec::new() };
    let options = schema.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
    let mut wanted = Map::new();
    if options.contains_key("unique") {
        wanted.insert("unique".into(), true.into());
    }
    let request = |options| GenerateRequest { options, seed, ..GenerateRequest::default() };
    let usual = |option: &Value| option["default"].as_str()?.parse::<Size>().ok();
    let size = options.iter().find_map(|(name, option)| Some((name, usual(option)?.area())));
    let Some((name, usual)) = size else { return vec![request(wanted)] };
    let is_small = |size: &&&str| {
        let area = size.parse::<Size>().expect("a size").area();
        area < usual && (area > 4 || usual <= BOXES)
    };
    let of_size = |size: &str| {
        let mut options = wanted.clone();
        options.insert(name.clone(), json!(size));
        request(options)
    };
    SIZES.iter().filter(is_small).map(|size| of_size(size)).chain([request(wanted.clone())]).collect()
}

/// The boards that a request gives, and how it ended.
fn made(
    family: &dyn AnyFamily,
    request: &GenerateRequest,
    context: &Context,
) -> Result<(Vec<Arc<dyn Board>>, Status), Error> {
    let mut boards = Vec::new();
    let end = generate(family, request, context, &mut |new| {
        boards.push(new.puzzle);
        Ok(())
    })?;
    Ok((boards, end.status))
}

/// A request for a small board, and that board.
fn small(family: &dyn AnyFamily, seed: u64) -> Option<(GenerateRequest, Arc<dyn Board>)> {
    let first = |request: GenerateRequest| {
        let board = made(family, &request, &Context::default()).ok()?.0.pop()?;
        Some((request, board))
    };
    requests(family, seed).into_iter().find_map(first)
}

/// A small board.
pub fn board(family: &dyn AnyFamily, seed: u64) -> Option<Arc<dyn Board>> {
    small(family, seed).map(|(_, board)| board)
}

/// A board in all its forms.
fn forms(subject: &Subject, board: &dyn Board) -> Vec<Option<Vec<u8>>> {
    subject.formats().into_iter().map(|format| board.write(format).ok()).collect()
}

fn has_generator(subject: &Subject) -> bool {
    subject.family.generator_options().is_some()
}

#[test]
fn a_seed_makes_one_board_with_one_solution() {
    of_subjects(has_generator, |subject, found| {
        let name = subject.name();
        let Some((request, first)) = small(subject.family, SEEDS[0]) else {
            return found.that(false, || format!("{name}: no board is made"));
        };
        let request = GenerateRequest { count: SEEDS.len() as u32, jobs: 2, ..request };
        let (many, status) = made(subject.family, &request, &Context::default()).expect("it was made before");
        found.that(status == Status::Solved && many.len() == SEEDS.len(), || {
            format!("{name}: {} boards, {status:?}", many.len())
        });
        let last = GenerateRequest { seed: SEEDS[SEEDS.len() - 1], count: 1, ..request };
        let (alone, _) = made(subject.family, &last, &Context::default()).expect("it was made before");
        let many_forms: Vec<_> = many.iter().map(|board| forms(subject, &**board)).collect();
        let is_first = many_forms[0] == forms(subject, &*first);
        found.that(is_first, || format!("{name}: another board if it is the first of several"));
        let is_last = many_forms.last() == Some(&forms(subject, &*alone[0]));
        found.that(is_last, || format!("{name}: another board if it is the last of several"));
        let others: BTreeSet<String> = many.iter().map(|board| written(&**board)).collect();
        found.that(others.len() > 1, || format!("{name}: all seeds make the same board"));
        for (board, seed) in many.into_iter().zip(SEEDS) {
            let has = sample("generated", board).map(|board| board.has);
            found.that(has == Some(Has::One), || format!("{name}: the board of seed {seed} has {has:?}"));
        }
    });
}

#[test]
fn a_generator_refuses_unknown_options_and_obeys_limits() {
    of_subjects(has_generator, |subject, found| {
        let name = subject.name();
        let unknown = json!({"no option": 1}).as_object().cloned().expect("an object");
        let request = GenerateRequest { options: unknown, ..GenerateRequest::default() };
        let error = made(subject.family, &request, &Context::default()).err().map(|error| error.to_string());
        found.that(error.as_ref().is_some_and(|error| error.contains("'no option'")), || {
            format!("{name}: {error:?}")
        });
        for request in requests(subject.family, 1) {
            let context = Context::default();
            context.stop.store(true, std::sync::atomic::Ordering::Relaxed);
            let request = &request;
            let without_time = GenerateRequest { timeout_s: Some(0.0), ..request.clone() };
            for (limited, context) in [(request, &context), (&without_time, &Context::default())] {
                // Some sizes have no boards.
                let Ok((boards, status)) = made(subject.family, limited, context) else { continue };
                let usual = || {
                    made(subject.family, request, &Context::default())
                        .map(|(boards, _)| boards)
                        .unwrap_or_default()
                };
                let is_usual = || forms(subject, &*boards[0]) == forms(subject, &*usual()[0]);
                let is_right = if boards.is_empty() { status == Status::Unknown } else { is_usual() };
                found.that(is_right, || format!("{name}: {} boards, {status:?}", boards.len()));
            }
        }
    });
}
