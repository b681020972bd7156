//! Removes givens that are not needed.

use jigsat_solve::Stop;
use rand::seq::SliceRandom;

use super::{Failed, Maker, NOWHERE, plan::Step, unique};
use crate::{Board, Givens, Solution, page::At};

/// Givens to be removed, by their keys, with another solution of the board without these and more.
type Open = (Vec<Vec<usize>>, Option<Solution>);

/// What a board has besides its solution.
enum Other {
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
            let mut keys: Vec<Vec<usize>> =
                givens.layers.get(layer).into_iter().flat_map(|layer| layer.keys().cloned()).collect();
            if self.page.given(layer).is_some_and(|given| given.at == At::Cells && given.is_list) {
                // A list is removed as a whole.
                keys.retain(|key| key[1] == 0);
            }
            keys.shuffle(&mut self.rng);
            let chunks = keys.chunks(keys.len().div_ceil(8).max(1));
            let mut open: Vec<Open> = chunks.map(|keys| (keys.to_vec(), None)).collect();
            while let Some((keys, known)) = open.pop() {
                let fewer = self.with_fewer(givens, layer, instead.as_deref(), &keys);
                let known = match self.other(&fewer, solution, known) {
                    Ok(Other::None) => {
                        *givens = fewer;
                        continue;
                    }
                    Ok(Other::Some(other)) => Some(*other),
                    Ok(Other::Unknown) => None,
                    Err(Failed::Stopped(stop)) => return Ok(Some(stop)),
                    Err(error) => return Err(error),
                };
                if keys.len() > 1 && (self.wanted.minimal || keys.len() > 2) {
                    let (some, others) = keys.split_at(keys.len() / 2);
                    open.extend([(some.to_vec(), known.clone()), (others.to_vec(), known)]);
                }
            }
        }
        Ok(None)
    }

    /// Another solution of a board: the known one, if it is one. The referee is asked first, because the rules need not be ground
    /// for that.
    fn other(&self, givens: &Givens, solution: &Solution, known: Option<Solution>) -> Result<Other, Failed> {
        let board = Board::unground(self.page.clone(), givens.clone())?;
        if let Some(known) = known
            && self.is_right(&board, &known)?
        {
            return Ok(Other::Some(Box::new(known)));
        }
        let own = self.in_cells(solution);
        let mut found = None;
        let board = board.grounded(self.limits)?;
        let is_only = unique::others(&board, solution, &[], self.limits, |other| {
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

    fn with_fewer(&self, givens: &Givens, layer: &str, instead: Option<&str>, keys: &[Vec<usize>]) -> Givens {
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
