//! Rows of values in lexicographic order.

/// Bits of a value that one pass sorts by: most sorts have fewer than 2048 values, so they take one pass.
const DIGIT: u32 = 11;

/// The numbers of rows of this width, in the lexicographic order of their values in some places; rows with the same values
/// there stay in their order.
///
/// Radix sort, from the last place to the first (D. E. Knuth, The Art of Computer Programming 3, 1998, section 5.2.5): linear
/// in the number of rows and the number of those places.
pub(super) fn order(rows: &[u32], width: usize, is_sorted_by: impl Fn(usize) -> bool) -> Vec<u32> {
    let mut numbers: Vec<u32> = (0..(rows.len() / width.max(1)) as u32).collect();
    let mut next = numbers.clone();
    for place in (0..width).rev().filter(|&place| is_sorted_by(place)) {
        let most = rows.iter().skip(place).step_by(width).max().copied().unwrap_or_default();
        let passes = (u32::BITS - most.leading_zeros()).div_ceil(DIGIT);
        for shift in (0..passes).map(|pass| pass * DIGIT) {
            let mask = (1 << DIGIT) - 1;
            let digit = |number: u32| ((rows[number as usize * width + place] >> shift) & mask) as usize;
            let mut starts = vec![0_u32; (most >> shift).min(mask) as usize + 2];
            for &number in &numbers {
                starts[digit(number) + 1] += 1;
            }
            for place in 1..starts.len() {
                starts[place] += starts[place - 1];
            }
            for &number in &numbers {
                let start = &mut starts[digit(number)];
                next[*start as usize] = number;
                *start += 1;
            }
            std::mem::swap(&mut numbers, &mut next);
        }
    }
    numbers
}

/// The same rows in lexicographic order.
pub(super) fn sorted(rows: Vec<u32>, width: usize) -> Vec<u32> {
    let row = |number: usize| &rows[number * width..][..width];
    if (1..rows.len() / width.max(1)).all(|number| row(number - 1) <= row(number)) {
        return rows;
    }
    order(&rows, width, |_| true).into_iter().flat_map(|number| row(number as usize)).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::{order, sorted};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rows_are_sorted_as_by_comparisons(
            rows in prop::collection::vec([0_u32..4, 0..u32::MAX, 2040..2056], 0..50),
            by in any::<[bool; 3]>(),
        ) {
            let flat: Vec<u32> = rows.iter().flatten().copied().collect();
            let key = |number: &u32| -> Vec<u32> {
                let row = rows[*number as usize].iter().zip(by);
                row.filter(|(_, is_key)| *is_key).map(|(&value, _)| value).collect()
            };
            let mut numbers: Vec<u32> = (0..rows.len() as u32).collect();
            numbers.sort_by_key(key);
            prop_assert_eq!(order(&flat, 3, |place| by[place]), numbers);
            let mut all = rows.clone();
            all.sort_unstable();
            prop_assert_eq!(sorted(flat, 3), all.concat());
        }
    }
}
