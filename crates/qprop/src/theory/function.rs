use super::{Sort, SortId};

/// The values of a fact that is a function, by its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Function {
    /// In the lexicographic order of the arguments.
    values: Vec<Option<i64>>,
}

impl Function {
    /// The function with these tuples, the value last in each; none where two differ in the value alone, which is then
    /// named, or where there are too many arguments.
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

    /// The value for these arguments; none where one is outside of its sort, either.
    pub fn get(&self, args: &[i64], places: &[SortId], sorts: &[Sort]) -> Option<i64> {
        self.values[Self::place(args, places, sorts)?]
    }

    fn place(args: &[i64], places: &[SortId], sorts: &[Sort]) -> Option<usize> {
        let mut at = 0;
        for (&arg, &sort) in args.iter().zip(places) {
            at = at * sorts[sort].len() + sorts[sort].index(arg)?;
        }
        Some(at)
    }
}

/// No function has more combinations of arguments.
const MOST: u64 = 10_000_000;
