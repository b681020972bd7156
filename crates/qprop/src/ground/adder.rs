//! Sums of weighted choices as binary numbers.
//!
//! Each choice becomes a binary number, and full adders add these up, bit by bit. N. Eén, N. Sörensson: Translating
//! pseudo-Boolean constraints into SAT, Journal on Satisfiability, Boolean Modeling and Computation 2006. The clauses
//! are few for any weights, but unit propagation finds less than by layers ([`super::layers`]).

use super::{
    node::Node,
    program::{Lit, Program},
};

/// A sum of weights of choices that is at least the first number and at most the second.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Added {
    /// For each choice its literals, exactly one of which holds, with their weights.
    choices: Vec<Vec<(Lit, u64)>>,
    least: u64,
    most: u64,
}

impl Added {
    /// The formula that the sum is within these bounds; `None` if it can be too large.
    pub fn within(choices: Vec<Vec<(Lit, u64)>>, least: i128, most: i128) -> Option<Node> {
        let largest =
            choices.iter().map(|choice| choice.iter().map(|&(_, weight)| weight).max().unwrap_or(0));
        let largest = largest.fold(0_u64, u64::saturating_add);
        if largest > u64::MAX / 2 {
            return None;
        }
        let (least, most) = (least.max(0), most.min(largest.into()));
        if least > most {
            return Some(Node::False);
        }
        let (least, most) = (u64::try_from(least).ok()?, u64::try_from(most).ok()?);
        Some(Added { choices, least, most }.node(largest))
    }

    fn node(self, largest: u64) -> Node {
        if self.least == 0 && self.most == largest { Node::True } else { Node::Added(Box::new(self)) }
    }

    /// The formula that the sum is not within the bounds.
    pub fn negated(self) -> Node {
        let largest = self.choices.iter().filter_map(|choice| choice.iter().map(|&(_, weight)| weight).max());
        let largest = largest.sum();
        let too_few = self.least.checked_sub(1).map(|most| Added { least: 0, most, ..self.clone() });
        let too_many =
            (self.most < largest).then(|| Added { least: self.most + 1, most: largest, ..self.clone() });
        Node::any(too_few.into_iter().chain(too_many).map(|added| Node::Added(Box::new(added))))
    }

    /// The same as a formula over the bits of the sum, which get their clauses.
    pub fn stated(&self, to: &mut Program) -> Node {
        let sum = self.sum(to);
        let bit = |place: u32| match sum.get(place as usize) {
            Some(&Some(lit)) => Node::Lit(lit),
            _ => Node::False,
        };
        let places = || (0..u64::BITS).rev();
        let has = |number: u64, place: u32| number >> place & 1 == 1;
        if self.least == self.most {
            return Node::all(
                places().map(|place| if has(self.least, place) { bit(place) } else { bit(place).negated() }),
            );
        }
        // A smaller number has a 0 where the larger one has a 1, and no such place before for the other.
        let at_least = places().filter(|&place| has(self.least, place)).map(|place| {
            let before = (place + 1..u64::BITS).filter(|&place| !has(self.least, place));
            Node::any([place].into_iter().chain(before).map(bit))
        });
        let at_most = places().filter(|&place| !has(self.most, place)).map(|place| {
            let before = (place + 1..u64::BITS).filter(|&place| has(self.most, place));
            Node::any([place].into_iter().chain(before).map(|place| bit(place).negated()))
        });
        Node::all(at_least.chain(at_most).collect::<Vec<_>>())
    }

    /// The bits of the sum, the lowest first; one without a literal is 0.
    fn sum(&self, to: &mut Program) -> Vec<Option<Lit>> {
        let mut columns: Vec<Vec<Lit>> = vec![Vec::new(); u64::BITS as usize];
        for choice in &self.choices {
            for (place, column) in columns.iter_mut().enumerate() {
                column.extend(chosen_bit(choice, place, to));
            }
        }
        let mut sum = Vec::new();
        for place in 0..columns.len() {
            let mut column = std::mem::take(&mut columns[place]);
            let mut from = 0;
            while column.len() - from > 1 {
                let of = &column[from..column.len().min(from + 3)];
                let (low, high) = added(of, to);
                from += of.len();
                column.push(low);
                // The sum of everything has fewer bits than there are columns.
                if let Some(next) = columns.get_mut(place + 1) {
                    next.push(high);
                }
            }
            sum.push(column.get(from).copied());
        }
        sum
    }
}

/// A literal for a bit of the weight of the chosen literal; `None` if no weight has it.
fn chosen_bit(choice: &[(Lit, u64)], place: usize, to: &mut Program) -> Option<Lit> {
    let has = |weight: u64| weight >> place & 1 == 1;
    let mut with = choice.iter().filter(|&&(_, weight)| has(weight));
    let &(first, _) = with.next()?;
    if with.next().is_none() {
        return Some(first);
    }
    let bit = to.aux();
    for &(lit, weight) in choice {
        to.clause(&[lit ^ 1, if has(weight) { bit } else { bit ^ 1 }]);
    }
    Some(bit)
}

/// The sum of two or three bits, as a low and a high bit.
fn added(bits: &[Lit], to: &mut Program) -> (Lit, Lit) {
    let (low, high) = (to.aux(), to.aux());
    for values in 0..1_u32 << bits.len() {
        // If the bits have these values, so does their sum.
        let premise = bits.iter().enumerate().map(|(place, &lit)| lit ^ (values >> place & 1));
        let premise: Vec<Lit> = premise.collect();
        let ones = values.count_ones();
        for (sum, is_one) in [(low, ones % 2 == 1), (high, ones > 1)] {
            to.clause(&[premise.as_slice(), &[sum ^ Lit::from(!is_one)]].concat());
        }
    }
    (low, high)
}
