use std::ops::RangeInclusive;

use crate::{
    group::Group,
    literal::{Atom, Literal},
};

/// An integer in the order encoding: a literal `x>=k` for each value k except the least.
///
/// J. M. Crawford, A. B. Baker: Experimental results on the application of satisfiability algorithms
/// to scheduling problems, AAAI 1994.
///
/// ```
/// use jigsat_cnf::{Formula, Flavours, Rule, Threshold};
///
/// const TASKS: Rule = Rule::new("tasks", "the second task starts two days after the first, or later");
///
/// let mut e: Formula<u8> = Formula::new(Flavours::default());
/// let mut group = e.group(&TASKS, ());
/// let first = group.order("first", 1..=5);
/// let second = group.order("second", 1..=5);
/// group.at_most_other(&first, &second, -2);
///
/// // The first can't start on day 4: propagation sees it.
/// let Threshold::When(late) = first.at_least(4) else { panic!("some days are later, some earlier") };
/// let late = e.lit(late);
/// assert!(e.propagate(&[]).unwrap().steps.iter().any(|&(lit, _)| lit == !late));
/// assert_eq!(second.range(), 1..=5);
/// assert_eq!(second.at_least(6), Threshold::Never);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order<A> {
    least: i64,
    at_least: Vec<Literal<A>>,
}

/// A comparison of an [`Order`] with a number: the range decides it, or a literal does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threshold<A> {
    /// Every value of the range is at least as large.
    Always,
    /// No value of the range is as large.
    Never,
    /// The value is at least as large if and only if the literal is true.
    When(Literal<A>),
}

impl<A: Atom> Order<A> {
    /// The values it may take.
    #[must_use]
    pub fn range(&self) -> RangeInclusive<i64> {
        self.least..=self.least.saturating_add_unsigned(self.at_least.len() as u64)
    }

    /// The comparison 'the value is at least `k`'.
    #[must_use]
    pub fn at_least(&self, k: i64) -> Threshold<A> {
        self.reaches(i128::from(k))
    }

    /// The same for a number that is outside the range of others.
    fn reaches(&self, k: i128) -> Threshold<A> {
        let above = k - i128::from(self.least);
        if above <= 0 {
            return Threshold::Always;
        }
        let literal = usize::try_from(above - 1).ok().and_then(|place| self.at_least.get(place));
        literal.map_or(Threshold::Never, |&literal| Threshold::When(literal))
    }
}

impl<A: Atom> Group<'_, A> {
    /// Makes a new integer with this range. Its auxiliaries are named `x>=k` after `name`, and x>=k+1 implies
    /// x>=k.
    ///
    /// # Panics
    ///
    /// If the range is empty.
    pub fn order(&mut self, name: &str, range: RangeInclusive<i64>) -> Order<A> {
        let least = *range.start();
        assert!(!range.is_empty(), "{name} has no value");
        let at_least: Vec<_> = range.skip(1).map(|k| self.named_aux(format!("{name}>={k}"))).collect();
        for pair in at_least.windows(2) {
            self.implies([pair[1]], [pair[0]]);
        }
        Order { least, at_least }
    }

    /// Makes an integer from literals for its single values, `(value, literal)` with rising values. Exactly
    /// one of these literals must be true; the integer then has its value.
    ///
    /// # Panics
    ///
    /// If there is no value.
    pub fn order_of<L: Into<Literal<A>>>(
        &mut self,
        name: &str,
        values: impl IntoIterator<Item = (i64, L)>,
    ) -> Order<A> {
        let values: Vec<(i64, Literal<A>)> =
            values.into_iter().map(|(value, literal)| (value, literal.into())).collect();
        let (first, last) =
            (values.first().expect("an integer has a value"), values.last().expect("as before"));
        let order = self.order(name, first.0..=last.0);
        for &(value, literal) in &values {
            if let Threshold::When(reached) = order.at_least(value) {
                self.implies([literal], [reached]);
            }
            if let Threshold::When(passed) = order.at_least(value + 1) {
                self.implies([literal], [!passed]);
            }
        }
        order
    }

    /// States that x is at most y + `offset`.
    pub fn at_most_other(&mut self, x: &Order<A>, y: &Order<A>, offset: i64) -> &mut Self {
        for k in *x.range().start()..=*x.range().end() {
            match (x.at_least(k), y.reaches(i128::from(k) - i128::from(offset))) {
                (Threshold::Never, _) | (_, Threshold::Always) => {}
                (Threshold::Always, Threshold::Never) => {
                    self.clause::<Literal<A>>([]);
                }
                (Threshold::Always, Threshold::When(then)) => {
                    self.clause([then]);
                }
                (Threshold::When(premise), Threshold::Never) => {
                    self.clause([!premise]);
                }
                (Threshold::When(premise), Threshold::When(then)) => {
                    self.implies([premise], [then]);
                }
            }
        }
        self
    }
}
