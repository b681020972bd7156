//! Removes givens that are not needed.

use jigsat_solve::Stop;
use rand::seq::SliceRandom;

use super::{Failed, Maker, NOWHERE, plan::Step};
use crate::{Givens, Solution, page::At};

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
            let mut open: Vec<Vec<Vec<usize>>> =
                keys.chunks(keys.len().div_ceil(8).max(1)).map(<[Vec<usize>]>::to_vec).collect();
            while let Some(keys) = open.pop() {
                let fewer = self.with_fewer(givens, layer, instead.as_deref(), &keys);
                match self.open(&fewer, solution, &[], 0) {
                    Ok(Some(_)) => *givens = fewer,
                    Ok(_) if keys.len() > 1 && (self.wanted.minimal || keys.len() > 2) => {
                        let (some, others) = keys.split_at(keys.len() / 2);
                        open.extend([some.to_vec(), others.to_vec()]);
                    }
                    Ok(_) => {}
                    Err(Failed::Stopped(stop)) => return Ok(Some(stop)),
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(None)
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
