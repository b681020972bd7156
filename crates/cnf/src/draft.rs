use std::ops::{Deref, DerefMut};

use crate::{
    Cnf, Formula,
    group::Group,
    interrupt::Stop,
    literal::Atom,
    rule::{Args, Rule},
};

/// A [`Formula`] that may become large, while it is written. What declares an atom or opens a group fails as soon as the
/// formula is given up, so `?` leaves the loops of its encoding, whatever they do besides.
///
/// ```
/// use jigsat_cnf::{Draft, Formula, Flavours, Interrupt, Rule, Stop, neg};
///
/// const APART: Rule = Rule::new("apart", "lamps {0} and {1} are not both lit");
///
/// fn encode(lamps: u32, mut e: Draft<'_, u32>) -> Result<(), Stop> {
///     for lamp in 0..lamps {
///         e.declare_projected(lamp)?;
///     }
///     for one in 0..lamps {
///         for other in 0..one {
///             e.group(&APART, (one, other))?.clause([neg(one), neg(other)]);
///         }
///     }
///     Ok(())
/// }
///
/// let mut e = Formula::new(Flavours::default());
/// e.stop_when(Interrupt::new(|| Some(Stop::Timeout)));
/// e.draft(|e| encode(1_000_000, e));
/// assert_eq!(e.given_up(), Some(Stop::Timeout));
/// assert_eq!(e.variables(), Interrupt::EVERY - 1);
/// ```
#[derive(Debug)]
pub struct Draft<'e, A> {
    formula: &'e mut Formula<A>,
}

impl<A: Atom> Formula<A> {
    /// Lets a function write into the formula. If that fails, the formula knows why: [`Cnf::given_up`].
    pub fn draft(&mut self, write: impl FnOnce(Draft<'_, A>) -> Result<(), Stop>) {
        let written = write(Draft { formula: self });
        debug_assert!(
            written.is_ok() || self.given_up().is_some(),
            "an encoding fails only if it is given up"
        );
    }
}

impl<A: Atom> Draft<'_, A> {
    /// As [`Formula::declare_projected`].
    ///
    /// # Errors
    ///
    /// Why the formula was given up.
    pub fn declare_projected(&mut self, atom: A) -> Result<(), Stop> {
        self.formula.declare_projected(atom);
        self.go_on()
    }

    /// As [`Formula::declare`].
    ///
    /// # Errors
    ///
    /// Why the formula was given up.
    pub fn declare(&mut self, atom: A) -> Result<(), Stop> {
        self.formula.declare(atom);
        self.go_on()
    }

    /// As [`Formula::group`].
    ///
    /// # Errors
    ///
    /// Why the formula was given up.
    pub fn group(&mut self, rule: &Rule, args: impl Args) -> Result<Group<'_, A>, Stop> {
        self.go_on()?;
        Ok(self.formula.group(rule, args))
    }

    fn go_on(&self) -> Result<(), Stop> {
        Cnf::given_up(self.formula).map_or(Ok(()), Err)
    }
}

impl<A> Deref for Draft<'_, A> {
    type Target = Formula<A>;

    fn deref(&self) -> &Formula<A> {
        self.formula
    }
}

impl<A> DerefMut for Draft<'_, A> {
    fn deref_mut(&mut self) -> &mut Formula<A> {
        self.formula
    }
}
