use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of items: cells and pieces, below 64 times `N`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Bits<const N: usize>(pub [u64; N]);

impl<const N: usize> Bits<N> {
    pub const EMPTY: Self = Bits([0; N]);

    pub fn of(items: impl IntoIterator<Item = usize>) -> Self {
        let mut bits = Self::EMPTY;
        for item in items {
            bits.insert(item);
        }
        bits
    }

    pub fn insert(&mut self, item: usize) {
        self.0[item / 64] |= 1 << (item % 64);
    }

    #[inline]
    pub fn has(&self, item: usize) -> bool {
        self.0[item / 64] >> (item % 64) & 1 != 0
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        let mut any = 0;
        for (word, other) in self.0.iter().zip(&other.0) {
            any |= word & other;
        }
        any != 0
    }

    /// The least item, if there is one.
    #[inline]
    pub fn first(&self) -> Option<usize> {
        self.0
            .iter()
            .enumerate()
            .find(|(_, word)| **word != 0)
            .map(|(index, word)| index * 64 + word.trailing_zeros() as usize)
    }

    pub fn items(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            let item = self.first()?;
            self.0[item / 64] &= self.0[item / 64] - 1;
            Some(item)
        })
    }
}

macro_rules! operator {
    ($($operator:ident $method:ident, $assign:ident $assign_method:ident;)*) => {$(
        impl<const N: usize> $assign for Bits<N> {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                for (word, other) in self.0.iter_mut().zip(other.0) {
                    word.$assign_method(other);
                }
            }
        }

        impl<const N: usize> $operator for Bits<N> {
            type Output = Self;
            #[inline]
            fn $method(mut self, other: Self) -> Self {
                self.$assign_method(other);
                self
            }
        }
    )*};
}
operator! {
    BitAnd bitand, BitAndAssign bitand_assign;
    BitOr bitor, BitOrAssign bitor_assign;
    BitXor bitxor, BitXorAssign bitxor_assign;
}

impl<const N: usize> Not for Bits<N> {
    type Output = Self;
    #[inline]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}
