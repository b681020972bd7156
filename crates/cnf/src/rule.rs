use std::{borrow::Cow, mem};

use rustsat::types::Lit;

use crate::sentence;

/// A kind of constraint, declared once: its name, and the sentence that each of its groups fills in.
///
/// ```
/// use jigsat_cnf::Rule;
/// const ROW: Rule = Rule::new("row", "row {0} has exactly one {1}");
/// const AT_MOST: Rule = Rule::new("at-most", "{0} holds at most one digit").redundant();
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    pub(crate) name: Cow<'static, str>,
    pub(crate) sentence: Cow<'static, str>,
    pub(crate) redundant: bool,
    pub(crate) clue: bool,
    pub(crate) techniques: Option<[Cow<'static, str>; 2]>,
    pub(crate) alone: Option<Cow<'static, str>>,
}

impl Rule {
    /// A rule with this name and sentence. The arguments of a group replace `{0}`, `{1}` … in the sentence. For words
    /// that agree in number, see [`fill_sentence`](crate::fill_sentence).
    #[must_use]
    pub const fn new(name: &'static str, sentence: &'static str) -> Self {
        Rule {
            name: Cow::Borrowed(name),
            sentence: Cow::Borrowed(sentence),
            redundant: false,
            clue: false,
            techniques: None,
            alone: None,
        }
    }

    /// A rule whose text is known only at run time.
    #[must_use]
    pub fn owned(name: String, sentence: String) -> Self {
        Rule {
            name: Cow::Owned(name),
            sentence: Cow::Owned(sentence),
            redundant: false,
            clue: false,
            techniques: None,
            alone: None,
        }
    }

    /// Declares what players call a deduction by one of its groups: one that something holds, and one that something doesn't.
    #[must_use]
    pub const fn called(self, holds: &'static str, holds_not: &'static str) -> Self {
        self.with_techniques(Some([Cow::Borrowed(holds), Cow::Borrowed(holds_not)]), None)
    }

    /// Declares what players call a deduction by one of its groups if nothing else has to be known for it, after
    /// [`called`](Rule::called).
    #[must_use]
    pub const fn called_alone(mut self, alone: &'static str) -> Self {
        mem::forget(self.alone.replace(Cow::Borrowed(alone)));
        self
    }

    /// As [`called`](Rule::called) and [`called_alone`](Rule::called_alone), with names that are known only at run time.
    #[must_use]
    pub fn called_owned(self, holds: String, holds_not: String, alone: Option<String>) -> Self {
        self.with_techniques(Some([holds.into(), holds_not.into()]), alone.map(Cow::Owned))
    }

    const fn with_techniques(
        mut self,
        techniques: Option<[Cow<'static, str>; 2]>,
        alone: Option<Cow<'static, str>>,
    ) -> Self {
        // Nothing is dropped in a constant.
        mem::forget(mem::replace(&mut self.techniques, techniques));
        mem::forget(mem::replace(&mut self.alone, alone));
        self
    }

    /// What players call a deduction by one of its groups, if it was [declared](Rule::called): one that something holds, or
    /// that something doesn't; and if the group [alone](Rule::called_alone) says so, maybe something else.
    #[must_use]
    pub fn technique(&self, holds: bool, is_alone: bool) -> Option<&str> {
        let [positive, negative] = self.techniques.as_ref()?;
        match &self.alone {
            Some(alone) if is_alone => Some(alone),
            _ => Some(if holds { positive } else { negative }),
        }
    }

    /// Declares that the other rules imply this one, so that dropping it changes no set of solutions.
    #[must_use]
    pub const fn redundant(mut self) -> Self {
        self.redundant = true;
        self
    }

    /// Declares that each group states what one clue of the puzzle says: a given, a number beside a row. A puzzle without that
    /// clue lacks the group.
    #[must_use]
    pub const fn clue(mut self) -> Self {
        self.clue = true;
        self
    }

    /// The name, by which a user drops it, and which tables show.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The sentence with its `{0}`, `{1}` ….
    #[must_use]
    pub fn sentence(&self) -> &str {
        &self.sentence
    }

    /// How many arguments its groups have: one more than the largest number in braces.
    pub(crate) fn places(&self) -> usize {
        sentence::places(&self.sentence)
    }

    /// Whether each group states what one clue says.
    #[must_use]
    pub fn is_clue(&self) -> bool {
        self.clue
    }

    /// Whether the other rules imply this one.
    #[must_use]
    pub fn is_redundant(&self) -> bool {
        self.redundant
    }
}

/// A small value that distinguishes a group from the others of its rule.
///
/// Arguments are numbers, texts of [`Cnf::name`](crate::Cnf::name) and, by this enum, cells, literals
/// and numbered things:
///
/// ```
/// use jigsat_cnf::{Arg, Formula, Flavours, Rule};
///
/// const CELL: Rule = Rule::new("cell", "{0} of the {1} is {2}");
///
/// let mut e = Formula::new(Flavours::default());
/// e.declare_projected("red");
/// let board = e.name("left board");
/// let red = Arg::Literal(e.lit("red"));
/// e.group(&CELL, [Arg::Cell(0, 2), board.into(), red]);
/// let names = |atom: &str, f: &mut std::fmt::Formatter<'_>| f.write_str(atom);
/// assert_eq!(e.group_at(0).sentence(&names), "r1c3 of the left board is red");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arg {
    /// A number, printed as it is.
    Number(i64),
    /// A place counted from 0, printed `r1c1` for row 0, column 0.
    Cell(u16, u16),
    /// A text from [`Cnf::name`](crate::Cnf::name).
    Name(Name),
    /// A literal, printed by its name.
    Literal(Lit),
    /// A thing of the puzzle: its number is for programs, and its name is printed.
    Item(u32, Name),
}

/// A text that an encoding stores once, for use in many [`Arg`]s.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Name(pub(crate) u32);

macro_rules! number_args {
    ($($number:ty),*) => {
        $(impl From<$number> for Arg {
            fn from(number: $number) -> Self {
                Arg::Number(i64::from(number))
            }
        })*
    };
}
number_args!(u8, u16, u32, i32, i64);

impl From<usize> for Arg {
    fn from(number: usize) -> Self {
        Arg::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<Name> for Arg {
    fn from(name: Name) -> Self {
        Arg::Name(name)
    }
}

/// The arguments of a group: an array of [`Arg`]s, or a tuple of values that convert to them.
pub trait Args {
    /// Appends the arguments.
    fn push(self, to: &mut Vec<Arg>);
}

impl<const N: usize> Args for [Arg; N] {
    fn push(self, to: &mut Vec<Arg>) {
        to.extend(self);
    }
}

impl Args for &[Arg] {
    fn push(self, to: &mut Vec<Arg>) {
        to.extend_from_slice(self);
    }
}

macro_rules! tuple_args {
    ($($arg:ident),*) => {
        impl<$($arg: Into<Arg>),*> Args for ($($arg,)*) {
            #[allow(non_snake_case, unused_variables, reason = "one expansion is the empty tuple")]
            fn push(self, to: &mut Vec<Arg>) {
                let ($($arg,)*) = self;
                $(to.push($arg.into());)*
            }
        }
    };
}
tuple_args!();
tuple_args!(A);
tuple_args!(A, B);
tuple_args!(A, B, C);
tuple_args!(A, B, C, D);
