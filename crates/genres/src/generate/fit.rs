//! Givens that fit a solution: numbers and words that the page's referee accepts in their places.
//!
//! A value is tried in many places at once, far enough from each other. If an assert about one of them is broken, the
//! value is wrong there.

use std::collections::BTreeSet;

use jigsat_cnf::rarely;
use jigsat_input::Position;
use jigsat_qprop::Over;
use jigsat_solve::Limits;

use super::Failed;
use crate::{
    Board, Givens, Page, Solution,
    givens::ends,
    page::{At, Given, What},
};

const NOWHERE: Position = Position { line: 1, column: 1 };

/// A value to set: one word, or a list of words.
type Value = Vec<String>;

/// Fills a layer with everything that fits the solution; if another layer is named, replaces its words.
pub(super) fn fit(
    page: &std::sync::Arc<Page>,
    givens: &mut Givens,
    solution: &Solution,
    (layer, instead): (&str, Option<&str>),
    limits: &Limits,
) -> Result<(), Failed> {
    let Some(given) = page.given(layer).cloned() else { return Ok(()) };
    let board = Board::unground(page.clone(), givens.clone())?;
    let mut open = places(givens, &given, instead, &board);
    if open.is_empty() {
        return Ok(());
    }
    let mut values = values(&given, &board);
    if given.is_list && given.at == At::Cells {
        values = lists(&values, board.model.count_of(layer, 1));
    }
    for key in hopeless(page, givens, solution, (&given, instead), (&open, &values), limits)? {
        open.remove(&key);
    }
    // What other places lack is not the fault of those that are tried.
    let before = broken(&board, solution, &given, limits)?;
    for value in values {
        // Signs are about two cells, so the cells of a class are apart from each other.
        let classes = if given.at == At::Cells && matches!(given.what, What::Word(_)) { 4 } else { 1 };
        for class in 0..classes {
            let columns = usize::from(givens.size.cols);
            let is_in =
                |key: &&Vec<usize>| classes == 1 || key[0] / columns % 2 * 2 + key[0] % columns % 2 == class;
            let tried: Vec<Vec<usize>> = open.iter().filter(is_in).cloned().collect();
            if tried.is_empty() {
                continue;
            }
            let mut with = givens.clone();
            for key in &tried {
                put(&mut with, &given, instead, key, &value);
            }
            let wrong = wrong(page, &with, solution, &given, &tried, before.as_deref(), limits)?;
            for key in tried.into_iter().filter(|key| !wrong.contains(key)) {
                open.remove(&key);
                put(givens, &given, instead, &key, &value);
            }
        }
        if open.is_empty() {
            break;
        }
    }
    Ok(())
}

/// The places where no value is right, whatever is in other places: each value breaks a constraint about that place
/// alone, or about its border. Trying such a value together with others would change what their places need.
fn hopeless(
    page: &std::sync::Arc<Page>,
    givens: &Givens,
    solution: &Solution,
    (given, instead): (&Given, Option<&str>),
    (open, values): (&BTreeSet<Vec<usize>>, &[Value]),
    limits: &Limits,
) -> Result<BTreeSet<Vec<usize>>, Failed> {
    let mut hopeless = open.clone();
    for value in values {
        let mut with = givens.clone();
        for key in open {
            put(&mut with, given, instead, key, value);
        }
        // A board that can't be read says nothing about places.
        let Ok(board) = Board::unground(page.clone(), with) else { continue };
        let Ok((holds, _)) = solution.atoms(&board) else { continue };
        let sorts = board.model.sorts_of(&given.name);
        let has_edges = board.layers.iter().any(|layer| layer.over == Over::Edges);
        let broken = board.model.broken_for(&given.name, &holds, limits)?;
        let about_one = broken.iter().flat_map(|about| match &about[..] {
            [(of, place)] if Some(of) == sorts.first() => vec![vec![*place]],
            // A line leads to a clue, or is missing where it must be: then neither cell has room for a clue.
            [(of, edge)] if has_edges && of == "Edge" => {
                ends(givens.size, *edge).map(|cell| vec![cell]).to_vec()
            }
            _ => Vec::new(),
        });
        let wrong: BTreeSet<Vec<usize>> = rarely::set(about_one);
        hopeless.retain(|key| wrong.contains(key));
        if hopeless.is_empty() {
            break;
        }
    }
    Ok(hopeless)
}

/// The places that a broken constraint is about: sorts, and numbers in them.
type Places = Vec<(String, usize)>;

/// The constraints of a layer that a solution breaks: the places that each of them is about. `None` if it is no solution of such a
/// board.
fn broken(
    board: &Board,
    solution: &Solution,
    given: &Given,
    limits: &Limits,
) -> Result<Option<Vec<Places>>, Failed> {
    let Ok((holds, _)) = solution.atoms(board) else { return Ok(None) };
    Ok(Some(board.model.broken_for(&given.name, &holds, limits)?))
}

/// The wrong places: those that a newly broken constraint is about, or all if one is about none of them.
fn wrong(
    page: &std::sync::Arc<Page>,
    givens: &Givens,
    solution: &Solution,
    given: &Given,
    tried: &[Vec<usize>],
    before: Option<&[Places]>,
    limits: &Limits,
) -> Result<BTreeSet<Vec<usize>>, Failed> {
    let all = || rarely::set(tried.iter().cloned());
    // If the board can't be read, the value is right nowhere.
    let Ok(board) = Board::unground(page.clone(), givens.clone()) else { return Ok(all()) };
    let Some(broken) = broken(&board, solution, given, limits)? else { return Ok(all()) };
    let sorts = board.model.sorts_of(&given.name);
    let mut wrong = BTreeSet::new();
    for broken in broken {
        let speaks_of = |key: &&Vec<usize>| {
            let mut parts =
                key.iter().zip(&sorts).take(if given.is_list && given.at == At::Cells { 1 } else { 2 });
            parts.all(|(&index, sort)| broken.iter().any(|(of, value)| of == sort && *value == index))
        };
        let found: Vec<Vec<usize>> = tried.iter().filter(speaks_of).cloned().collect();
        if found.is_empty() && before.is_none_or(|before| !before.contains(&broken)) {
            return Ok(all());
        }
        wrong.extend(found);
    }
    Ok(wrong)
}

/// The places where a value may be put.
fn places(givens: &Givens, given: &Given, instead: Option<&str>, board: &Board) -> BTreeSet<Vec<usize>> {
    if let Some(instead) = instead {
        let there = givens.layers.get(instead).into_iter().flat_map(|layer| layer.keys());
        return rarely::set(there.cloned());
    }
    let counts: Vec<usize> = (0..board.model.sorts_of(&given.name).len())
        .map(|at| board.model.count_of(&given.name, at))
        .collect();
    let second = if given.is_list && given.at != At::Cells { counts.get(1).copied().unwrap_or(1) } else { 0 };
    let first = 0..counts.first().copied().unwrap_or(0);
    let keys = first.flat_map(|at| match second {
        0 => vec![vec![at]],
        second => (0..second).map(|place| vec![at, place]).collect(),
    });
    rarely::set(keys.filter(|key| givens.get(&given.name, key).is_none()))
}

fn values(given: &Given, board: &Board) -> Vec<Value> {
    match &given.what {
        What::Word(word) | What::Star(word) => vec![vec![word.clone()]],
        _ => board.model.values_of(&given.name).into_iter().map(|value| vec![value]).collect(),
    }
}

/// Lists of at most this many values, rising, that have room in a ring of eight with gaps between them.
fn lists(values: &[Value], most: usize) -> Vec<Value> {
    let numbers: Vec<usize> = values.iter().filter_map(|value| value[0].parse().ok()).collect();
    let mut all: Vec<Vec<usize>> = numbers.iter().map(|&number| vec![number]).collect();
    let mut from = 0;
    while from < all.len() {
        let list = all[from].clone();
        from += 1;
        let last = list.last().copied().unwrap_or(0);
        for &number in numbers.iter().filter(|&&number| number >= last && last > 0) {
            let longer: Vec<usize> = list.iter().copied().chain([number]).collect();
            if longer.len() <= most && longer.iter().sum::<usize>() + longer.len() <= 8 {
                all.push(longer);
            }
        }
    }
    all.into_iter().map(|list| list.into_iter().map(|number| number.to_string()).collect()).collect()
}

fn put(givens: &mut Givens, given: &Given, instead: Option<&str>, key: &[usize], value: &Value) {
    if let Some(layer) = instead.and_then(|instead| givens.layers.get_mut(instead)) {
        layer.remove(key);
    }
    let is_list = given.is_list && given.at == At::Cells;
    for (place, word) in value.iter().enumerate() {
        let key = if is_list { vec![key[0], place] } else { key.to_vec() };
        givens.set(&given.name, key, word.clone(), NOWHERE);
    }
}
