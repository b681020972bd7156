//! Removes givens that are not needed.

use jigsat_cnf::Literal;
use jigsat_qprop::Atom;
use jigsat_solve::{Answer, Error, Limits, Session, Stop};
use rand::seq::SliceRandom;

use super::{Failed, Maker, NOWHERE, plan::Step, unique};
use crate::{
    Board, Givens, Solution,
    page::{At, Given, What},
};

/// Givens to be removed, by their keys, with another solution of the board without these and more.
type Open = (Vec<Vec<usize>>, Option<Solution>);

/// A layer of givens, and the one whose words return where a given is removed.
#[derive(Clone, Copy)]
struct Layer<'l> {
    name: &'l str,
    instead: Option<&'l str>,
}

/// The rules without the givens of a layer, and for each cell the literal that its given states: they are assumed, so that
/// a board without some of them needs no formula of its own.
struct Stated {
    session: Session<'static, Board>,
    literals: Vec<Option<Literal<Atom>>>,
}

impl Stated {
    /// A solution with the givens that are left, other than the first one.
    fn other(&mut self, givens: &Givens, of: Layer<'_>, limits: &Limits) -> Result<Other, Failed> {
        let left = givens.layers.get(of.name).into_iter().flat_map(|layer| layer.keys());
        let assumed: Vec<Literal<Atom>> = left.filter_map(|key| self.literals[key[0]]).collect();
        Ok(match self.session.solve_assuming(&assumed, &unique::bounded(limits))? {
            Answer::Solved(other) => Other::Some(Box::new(other.into_inner())),
            Answer::Impossible(_) => Other::None,
            Answer::Unknown(Stop::Conflicts) => Other::Unknown,
            Answer::Unknown(stop) => return Err(stop.into()),
            Answer::Refused { violation, .. } => {
                return Err(Error::Refused { violation, by: self.session.by() }.into());
            }
        })
    }
}

/// What a board has besides its solution.
pub(super) enum Other {
    None,
    Some(Box<Solution>),
    /// The search took too long.
    Unknown,
}

impl Maker<'_> {
    /// Removes givens that are not needed; returns the limit that came first, if one did.
    pub(super) fn thin(&mut self, givens: &mut Givens, solution: &Solution) -> Result<Option<Stop>, Failed> {
        // The last layers that the page names come first.
        for step in self.steps.iter().rev() {
            let Step::Fits { layer, instead, all_stay: false } = step else { continue };
            let of = Layer { name: layer, instead: instead.as_deref() };
            let mut keys: Vec<Vec<usize>> =
                givens.layers.get(layer).into_iter().flat_map(|layer| layer.keys().cloned()).collect();
            if self.page.given(layer).is_some_and(|given| given.at == At::Cells && given.is_list) {
                // A list is removed as a whole.
                keys.retain(|key| key[1] == 0);
            }
            keys.shuffle(&mut self.rng);
            let stopped = match self.stated(givens, of, &keys, solution)? {
                None => self.thin_layer(givens, of, &keys, solution, None)?,
                Some(mut stated) => {
                    let mut fewer = givens.clone();
                    let stopped = self.thin_layer(&mut fewer, of, &keys, solution, Some(&mut stated))?;
                    // A given may say more than that literal.
                    match self.other(&fewer, solution) {
                        Ok(Other::None) => {
                            *givens = fewer;
                            stopped
                        }
                        Ok(_) => self.thin_layer(givens, of, &keys, solution, None)?,
                        Err(Failed::Stopped(stop)) => Some(stop),
                        Err(error) => return Err(error),
                    }
                }
            };
            if stopped.is_some() {
                return Ok(stopped);
            }
        }
        Ok(None)
    }

    /// Removes givens of one layer.
    fn thin_layer(
        &self,
        givens: &mut Givens,
        of: Layer<'_>,
        keys: &[Vec<usize>],
        solution: &Solution,
        mut stated: Option<&mut Stated>,
    ) -> Result<Option<Stop>, Failed> {
        let chunks = keys.chunks(keys.len().div_ceil(8).max(1));
        let mut open: Vec<Open> = chunks.map(|keys| (keys.to_vec(), None)).collect();
        while let Some((keys, known)) = open.pop() {
            let fewer = self.with_fewer(givens, of, &keys);
            let other = match self.known(&fewer, known)? {
                Some(known) => Ok(Other::Some(Box::new(known))),
                None => match &mut stated {
                    Some(stated) => stated.other(&fewer, of, self.limits),
                    None => self.other(&fewer, solution),
                },
            };
            let known = match other {
                // Without a given that some rule asks for, its solution is none, either.
                Ok(Other::None) if self.is_right_on(&fewer, solution)? => {
                    *givens = fewer;
                    continue;
                }
                Ok(Other::Some(other)) => Some(*other),
                Ok(Other::None | Other::Unknown) => None,
                Err(Failed::Stopped(stop)) => return Ok(Some(stop)),
                Err(error) => return Err(error),
            };
            if keys.len() > 1 && (self.wanted.minimal || keys.len() > 2) {
                let (some, others) = keys.split_at(keys.len() / 2);
                open.extend([(some.to_vec(), known.clone()), (others.to_vec(), known)]);
            }
        }
        Ok(None)
    }

    /// The known solution, if it is one of this board. The rules need not be ground for that.
    pub(super) fn known(&self, givens: &Givens, known: Option<Solution>) -> Result<Option<Solution>, Failed> {
        let Some(known) = known else { return Ok(None) };
        Ok(self.is_right_on(givens, &known)?.then_some(known))
    }

    fn is_right_on(&self, givens: &Givens, solution: &Solution) -> Result<bool, Failed> {
        self.is_right(&Board::unground(self.page.clone(), givens.clone())?, solution)
    }

    /// The literals that the givens of a layer state, if each states one and nothing else.
    fn stated(
        &self,
        givens: &Givens,
        of: Layer<'_>,
        keys: &[Vec<usize>],
        solution: &Solution,
    ) -> Result<Option<Stated>, Failed> {
        let is_value = |given: &Given| {
            given.at == At::Cells && !given.is_list && matches!(given.what, What::Number | What::Symbol(_))
        };
        if of.instead.is_some() || !self.page.given(of.name).is_some_and(is_value) {
            return Ok(None);
        }
        let without = unique::board(self.page, &self.with_fewer(givens, of, keys), self.limits)?;
        let with = unique::board(self.page, givens, self.limits)?;
        let Some(literals) = unique::stated(&without, &with, self.limits)? else { return Ok(None) };
        if literals.iter().flatten().count() != keys.len()
            || keys.iter().any(|key| literals[key[0]].is_none())
        {
            return Ok(None);
        }
        let session = unique::apart(without, solution, self.limits)?;
        Ok(Some(Stated { session, literals }))
    }

    /// Another solution of a board.
    pub(super) fn other(&self, givens: &Givens, solution: &Solution) -> Result<Other, Failed> {
        let board = unique::board(self.page, givens, self.limits)?;
        let own = self.in_cells(solution);
        let mut found = None;
        let is_only = unique::others(&board, solution, &[], self.limits, &mut |other| {
            let is_same = self.in_cells(other) == own;
            if !is_same {
                found = Some(Box::new(other.clone()));
            }
            is_same
        })?;
        Ok(match found {
            Some(other) => Other::Some(other),
            None if is_only => Other::None,
            None => Other::Unknown,
        })
    }

    fn with_fewer(&self, givens: &Givens, of: Layer<'_>, keys: &[Vec<usize>]) -> Givens {
        let Layer { name: layer, instead } = of;
        let mut fewer = givens.clone();
        let is_list = self.page.given(layer).is_some_and(|given| given.at == At::Cells && given.is_list);
        if let Some(layer) = fewer.layers.get_mut(layer) {
            layer.retain(|key, _| {
                !keys.iter().any(|gone| if is_list { gone[0] == key[0] } else { gone == key })
            });
        }
        if let Some(name) = instead {
            // The word returns if nothing else has taken its place.
            for key in keys {
                let is_taken = self.steps.iter().any(|step| match step {
                    Step::Fits { layer, instead: Some(other), .. } => {
                        other == name && fewer.get(layer, key).is_some()
                    }
                    _ => false,
                });
                if !is_taken {
                    fewer.set(name, key.clone(), self.page.word(name), NOWHERE);
                }
            }
        }
        fewer.layers.retain(|_, words| !words.is_empty());
        fewer
    }
}
