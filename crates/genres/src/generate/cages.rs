//! Sums, products, differences and quotients of cages.

use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::NOWHERE;
use crate::{Givens, Page, Solution, Value};

/// Maximum product.
const MOST: i64 = 999_999;

/// A number for each cage, with a sign if it has several cells: that of sum, product, difference or quotient.
pub(super) fn cages(
    page: &Page,
    givens: &mut Givens,
    solution: &Solution,
    (total, [plus, times, minus, over]): (&str, &[String; 4]),
    rng: &mut ChaCha8Rng,
) {
    let Some(rooms) = givens.rooms.clone() else { return };
    let mut layers = solution.0.keys().map(|layer| solution.flat(layer));
    let Some(digits) = layers.find(|values| values.len() == rooms.len()) else { return };
    let digits: Vec<i64> = digits.into_iter().map(Value::count).collect();
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
        let mut kinds = vec![(Some(plus), sum)];
        kinds.extend(product.map(|product| (Some(times), product)));
        if let [_, _] = own[..] {
            kinds.push((Some(minus), largest - least));
            kinds.extend((largest % least.max(1) == 0).then_some((Some(over), largest / least.max(1))));
        }
        kinds.retain(|&(_, number)| number > 0);
        let (sign, number) =
            if own.len() == 1 { (None, sum) } else { kinds.choose(rng).copied().unwrap_or((None, sum)) };
        givens.set(total, vec![room], number.to_string(), NOWHERE);
        if let Some(sign) = sign {
            givens.set(sign, vec![room], page.word(sign), NOWHERE);
        }
    }
}
