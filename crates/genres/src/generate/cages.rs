//! Sums, products, differences and quotients of cages.

use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::NOWHERE;
use crate::{Givens, Page, Solution, page::What};

/// Maximum product.
const MOST: i64 = 999_999;

/// A number for each cage, with a sign if it has several cells: `total, plus, times, minus, over`.
pub(super) fn cages(
    page: &Page,
    givens: &mut Givens,
    solution: &Solution,
    layers: &[&str],
    rng: &mut ChaCha8Rng,
) {
    let [total, plus, times, minus, over] = layers else { return };
    let Some(rooms) = givens.rooms.clone() else { return };
    let digits: Vec<i64> = page
        .draw
        .iter()
        .filter_map(|part| part.args.first())
        .map(|layer| solution.flat(layer))
        .find(|values| values.len() == rooms.len())
        .map(|values| values.into_iter().map(super::super::solution::Value::count).collect())
        .unwrap_or_default();
    for room in 0..givens.first_cells().len() {
        let own = rooms.iter().zip(&digits).filter(|(other, _)| **other == room).map(|(_, &digit)| digit);
        let own: Vec<i64> = own.collect();
        let (least, largest) =
            (own.iter().min().copied().unwrap_or(0), own.iter().max().copied().unwrap_or(0));
        let product = own
            .iter()
            .try_fold(1i64, |product, &digit| product.checked_mul(digit))
            .filter(|&product| product <= MOST);
        let sum = own.iter().sum();
        let mut kinds = vec![(*plus, sum)];
        kinds.extend(product.map(|product| (*times, product)));
        if let [_, _] = own[..] {
            kinds.push((*minus, largest - least));
            kinds.extend((largest % least.max(1) == 0).then_some((*over, largest / least.max(1))));
        }
        kinds.retain(|&(_, number)| number > 0);
        let (layer, number) =
            if own.len() == 1 { ("", sum) } else { kinds.choose(rng).copied().unwrap_or(("", sum)) };
        givens.set(total, vec![room], number.to_string(), NOWHERE);
        if let Some(What::Word(word)) = page.given(layer).map(|given| &given.what) {
            givens.set(layer, vec![room], word.clone(), NOWHERE);
        }
    }
}
