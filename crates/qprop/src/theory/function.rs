use super::{Sort, SortId};

/// The values of a fact that is a function, by its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Function {
    /// In the lexicographic order of the arguments.
    values: Vec<Option<i64>>,
}

impl Function {
    /// The function with these tuples, each with the value last; `Err` has the second of two tuples that differ only in
    /// the value, or nothing if there are too many combinations of arguments.
    pub fn new(tuples: &[i64], places: &[SortId], sorts: &[Sort]) -> Result<Self, Vec<i64>> {
        let (_, args) = places.split_last().ok_or_else(Vec::new)?;
        let sizes = args.iter().map(|&sort| sorts[sort].len() as u64);
        let size = sizes.fold(1, u64::saturating_mul);
        if size > MOST {
            return Err(Vec::new());
        }
        let mut function = Function { values: vec![None; size as usize] };
        for tuple in tuples.chunks_exact(places.len()) {
            let Some((&value, args)) = tuple.split_last() else { continue };
            let Some(at) = Self::place(args, places, sorts) else { continue };
            if function.values[at].replace(value).is_some_and(|other| other != value) {
                return Err(tuple.to_vec());
            }
        }
        Ok(function)
    }

    /// The value for arguments whose places in their sorts are numbered in lexicographic order.
    pub fn at(&self, place: usize) -> Option<i64> {
        self.values[place]
    }

    fn place(args: &[i64], places: &[SortId], sorts: &[Sort]) -> Option<usize> {
        let mut at = 0;
        for (&arg, &sort) in args.iter().zip(places) {
            at = at * sorts[sort].len() + sorts[sort].index(arg)?;
        }
        Some(at)
    }
}

/// Maximum number of combinations of arguments of a function.
const MOST: u64 = 10_000_000;
