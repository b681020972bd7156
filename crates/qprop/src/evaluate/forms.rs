//! What asserts say, whatever the order of their parts.
//!
//! Facts are decided, and what is left is about atoms. Equal parts are one form, and the parts of an `and`, of a count or of a
//! sum are sorted. So asserts mean the same after atoms are exchanged for others if their forms are the same.

mod formula;
mod structure;

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{syntax::Rooted, theory::SortId};

/// The number of a form.
type Form = u32;

/// Maximum number of forms.
const MOST_FORMS: usize = 500_000;

/// What a form consists of.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Made {
    Known(bool),
    Number(i64),
    Atom(u32),
    /// A value of a sort, by its place there.
    Value(SortId, u32),
    /// The value of a searched function, whose atoms are so many from the first one on.
    Searched {
        first: u32,
        sort: SortId,
        count: u32,
    },
    /// Parts, in their order if that matters; otherwise sorted.
    Of(How, Vec<Form>),
}

/// How parts make a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum How {
    Not,
    And,
    Or,
    Iff,
    /// At least the first number and at most the second one.
    Count(u64, u64),
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Sum,
    Product,
    Minus,
    Abs,
    /// The absolute value of their difference.
    Distance,
    Div,
    Mod,
    In(SortId),
    /// A node, and when it is there.
    Node,
    /// The two ends of an edge, and when it is there.
    Edge,
    /// Ends of the same path.
    Ends,
    /// A root with its size, or the other side of a matching.
    Selected(Option<i64>),
    Connected,
    Loop,
    Acyclic,
    Closed,
    Paths,
    /// How many roots a region has, and its size.
    Regions(Rooted, Option<i64>),
    Matching,
    /// Places in their order, then the lengths of runs.
    Sequence,
    /// The sequence, and the same from its end.
    Runs,
}

impl How {
    fn is_ordered(self) -> bool {
        matches!(
            self,
            How::Less | How::LessEqual | How::Div | How::Mod | How::Node | How::Edge | How::Sequence
        )
    }
}

/// The forms of all asserts.
#[derive(Debug, Default)]
pub(crate) struct Forms {
    /// Parts before wholes.
    all: Vec<Rc<Made>>,
    numbers: FxHashMap<Rc<Made>, Form>,
    /// What holds.
    asserted: FxHashSet<Form>,
}

impl Forms {
    /// Whether all asserts stay what they are if each atom, and each value of a sort by its place there, is exchanged for its
    /// image.
    pub fn are_kept(&self, atom: &dyn Fn(u32) -> u32, value: &dyn Fn(SortId, u32) -> Option<u32>) -> bool {
        // What has no image here is not asserted, or it has another meaning afterwards.
        let mut images: Vec<Option<Form>> = Vec::with_capacity(self.all.len());
        for made in &self.all {
            images.push(match **made {
                Made::Known(_) | Made::Number(_) => Some(images.len() as u32),
                Made::Atom(number) => self.find(&Made::Atom(atom(number))),
                Made::Value(sort, place) => {
                    value(sort, place).and_then(|image| self.find(&Made::Value(sort, image)))
                }
                // A number stays the same, wherever it is.
                Made::Searched { first, sort, count } => {
                    let image = atom(first);
                    let is_kept = (0..count).all(|value| atom(first + value) == image + value);
                    self.find(&Made::Searched { first: image, sort, count }).filter(|_| is_kept)
                }
                Made::Of(how, ref parts) => {
                    let parts: Option<Vec<Form>> = parts.iter().map(|&part| images[part as usize]).collect();
                    parts.and_then(|parts| self.find(&sorted(how, parts)))
                }
            });
        }
        let is_asserted = |image: Form| self.asserted.contains(&image);
        self.asserted.iter().all(|&form| images[form as usize].is_some_and(is_asserted))
    }

    fn find(&self, made: &Made) -> Option<Form> {
        self.numbers.get(made).copied()
    }

    fn number(&mut self, made: Made) -> Form {
        if let Some(number) = self.find(&made) {
            return number;
        }
        let made = Rc::new(made);
        let number = self.all.len() as u32;
        self.all.push(Rc::clone(&made));
        self.numbers.insert(made, number);
        number
    }

    fn of(&mut self, how: How, parts: Vec<Form>) -> Form {
        self.number(sorted(how, parts))
    }

    fn known(&mut self, value: bool) -> Form {
        self.number(Made::Known(value))
    }

    fn not(&mut self, form: Form) -> Form {
        match *self.all[form as usize] {
            Made::Known(value) => self.known(!value),
            Made::Of(How::Not, ref inner) => inner[0],
            _ => self.of(How::Not, vec![form]),
        }
    }

    /// `and` or `or`, without the parts that change nothing.
    fn joined(&mut self, how: How, parts: Vec<Form>) -> Form {
        let deciding = how == How::Or;
        let mut left = Vec::with_capacity(parts.len());
        for part in parts {
            match &*self.all[part as usize] {
                Made::Known(value) if *value == deciding => return self.known(deciding),
                Made::Known(_) => {}
                Made::Of(inner, parts) if *inner == how => left.extend(parts),
                _ => left.push(part),
            }
        }
        left.sort_unstable();
        left.dedup();
        match left[..] {
            [] => self.known(!deciding),
            [one] => one,
            _ => self.of(how, left),
        }
    }

    /// States a form. Each part of an `and` is stated on its own.
    fn state(&mut self, form: Form) {
        match &*self.all[form as usize] {
            Made::Of(How::And, parts) => self.asserted.extend(parts),
            _ => _ = self.asserted.insert(form),
        }
    }
}

fn sorted(how: How, mut parts: Vec<Form>) -> Made {
    if how == How::Edge {
        let ends = parts.len().min(2);
        parts[..ends].sort_unstable();
    } else if !how.is_ordered() {
        parts.sort_unstable();
    }
    Made::Of(how, parts)
}
