//! Constraints that add up: as many literals of some constraints must be true as those of others may, so all others of
//! these are false. Locked candidates, naked and hidden sets and fish of Sudoku are of this kind.
//!
//! W. Cook, C. R. Coullard, G. Turán: On the complexity of cutting-plane proofs, 1987, for sums as lines of a proof.

use std::collections::BTreeMap;

use jigsat_cnf::Lit;
use rustc_hash::FxHashMap;

use super::{
    How, Line, Term,
    alone::{Alone, ends},
    trail::Trail,
};
use crate::{Error, Limits};

/// Maximum number of constraints on either side.
pub(super) const MOST: usize = 4;

/// Number of constraints of which all sets of this size are tried; of more, none.
const FEW: [usize; MOST] = [2000, 300, 60, 30];

/// What the known literals leave of a constraint.
struct Rest {
    /// Its place.
    place: usize,
    open: Vec<Lit>,
    /// How many of the open ones must be true.
    least: usize,
    /// How many of them may be.
    most: usize,
}

impl Rest {
    fn of(place: usize, alone: &Alone, trail: &Trail) -> Option<Self> {
        let (bound, lits) = alone.count()?;
        let (least, most) = ends(bound, lits.len());
        let are_true = lits.iter().filter(|&&lit| trail.value(lit) == Some(true)).count();
        let open: Vec<Lit> = lits.iter().copied().filter(|&lit| trail.value(lit).is_none()).collect();
        (open.len() > 1).then(|| Rest {
            place,
            open,
            least: least.saturating_sub(are_true),
            most: most.saturating_sub(are_true),
        })
    }
}

/// The lines in which this many constraints demand as many literals as others allow, and something else follows.
pub(super) fn find(alone: &[Alone], trail: &Trail, size: usize, limits: &Limits) -> Result<Vec<Line>, Error> {
    let rests: Vec<Rest> =
        alone.iter().enumerate().filter_map(|(place, alone)| Rest::of(place, alone, trail)).collect();
    // What has more possibilities is covered by so few constraints too rarely.
    let fits = |rest: &&Rest| rest.least > 0 && (size == 1 || rest.open.len() <= 2 * size);
    let demands: Vec<&Rest> = rests.iter().filter(fits).collect();
    if demands.len() > FEW[size - 1] {
        return Ok(Vec::new());
    }
    let mut allowances: FxHashMap<Lit, Vec<&Rest>> = FxHashMap::default();
    for rest in rests.iter().filter(|rest| rest.most < rest.open.len()) {
        rest.open.iter().for_each(|&lit| allowances.entry(lit).or_default().push(rest));
    }
    let are_linked = if size == 1 { Vec::new() } else { links(&demands, &allowances, limits)? };
    let mut finder = Finder {
        alone,
        trail,
        demands: &demands,
        are_linked,
        allowances: &allowances,
        lines: Vec::new(),
        limits,
    };
    finder.choose(0, size, &mut Vec::new())?;
    Ok(finder.lines)
}

/// For each demand whether a constraint allows only some of its literals and of another one's.
fn links(
    demands: &[&Rest],
    allowances: &FxHashMap<Lit, Vec<&Rest>>,
    limits: &Limits,
) -> Result<Vec<Vec<bool>>, Error> {
    let mut of_allowance: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (place, demand) in demands.iter().enumerate() {
        for allowance in demand.open.iter().filter_map(|lit| allowances.get(lit)).flatten() {
            of_allowance.entry(allowance.place).or_default().push(place);
        }
    }
    let mut are_linked = vec![vec![false; demands.len()]; demands.len()];
    for places in of_allowance.values_mut() {
        limits.check()?;
        places.dedup();
        for &one in &*places {
            for &other in &*places {
                are_linked[one][other] = true;
            }
        }
    }
    Ok(are_linked)
}

struct Finder<'f> {
    alone: &'f [Alone],
    trail: &'f Trail,
    demands: &'f [&'f Rest],
    /// By two places of demands.
    are_linked: Vec<Vec<bool>>,
    /// By literal: the constraints that allow only some of their literals, of which it is one.
    allowances: &'f FxHashMap<Lit, Vec<&'f Rest>>,
    lines: Vec<Line>,
    limits: &'f Limits,
}

impl<'f> Finder<'f> {
    /// Chooses constraints without a common literal, by their places among the demands. A common literal that no constraint
    /// limits is no link, but then nothing covers it.
    fn choose(&mut self, first: usize, size: usize, chosen: &mut Vec<usize>) -> Result<(), Error> {
        if size == 0 {
            if self.is_connected(chosen) {
                let demands: Vec<&Rest> = chosen.iter().map(|&place| self.demands[place]).collect();
                let open: Vec<Lit> = demands.iter().flat_map(|rest| &rest.open).copied().collect();
                let room = demands.iter().map(|rest| rest.least).sum();
                self.cover(&open, room, &demands, &mut Vec::new())?;
            }
            return Ok(());
        }
        for place in first..self.demands.len() {
            let rest = self.demands[place];
            let is_apart = |&other: &usize| {
                !self.are_linked[other][place]
                    || !self.demands[other].open.iter().any(|lit| rest.open.contains(lit))
            };
            if chosen.iter().all(is_apart) {
                chosen.push(place);
                self.choose(place + 1, size - 1, chosen)?;
                chosen.pop();
            }
        }
        Ok(())
    }

    /// Whether links lead from one of them to all others. Where they don't, each part adds up by itself.
    fn is_connected(&self, chosen: &[usize]) -> bool {
        let mut places = [0; MOST];
        let places = &mut places[..chosen.len()];
        places.copy_from_slice(chosen);
        let (mut from, mut reached) = (0, 1);
        while from < reached {
            let mut other = reached;
            while other < places.len() {
                if self.are_linked[places[from]][places[other]] {
                    places.swap(reached, other);
                    reached += 1;
                }
                other += 1;
            }
            from += 1;
        }
        reached == places.len()
    }

    /// Covers literals with constraints that allow this many of them.
    fn cover(
        &mut self,
        uncovered: &[Lit],
        room: usize,
        demands: &[&'f Rest],
        cover: &mut Vec<&'f Rest>,
    ) -> Result<(), Error> {
        let Some(lit) = uncovered.first() else {
            if room == 0 {
                self.add(demands, cover);
            }
            return Ok(());
        };
        self.limits.check()?;
        for &rest in self.allowances.get(lit).into_iter().flatten() {
            if rest.most > room || demands.iter().any(|demand| demand.place == rest.place) {
                continue;
            }
            let is_left = |lit: &Lit| !rest.open.contains(lit);
            if rest.most == room && uncovered.iter().any(is_left) {
                continue;
            }
            let left: Vec<Lit> = uncovered.iter().copied().filter(is_left).collect();
            cover.push(rest);
            self.cover(&left, room - rest.most, demands, cover)?;
            cover.pop();
        }
        Ok(())
    }

    fn add(&mut self, demands: &[&Rest], cover: &[&Rest]) {
        let mut times: BTreeMap<Lit, i64> = BTreeMap::new();
        let sides = demands.iter().map(|rest| (rest, -1)).chain(cover.iter().map(|rest| (rest, 1)));
        let mut terms = Vec::new();
        for (rest, sign) in sides {
            let alone = &self.alone[rest.place];
            terms.push(Term { times: sign, group: alone.group, place: 0 });
            let lits = alone.count().map_or(&[][..], |(_, lits)| lits);
            for &lit in lits {
                *times.entry(lit).or_default() += sign;
            }
        }
        let open = |lit: Lit| self.trail.value(lit).is_none();
        let gives: Vec<Lit> =
            times.iter().filter(|&(&lit, &times)| times > 0 && open(lit)).map(|(&lit, _)| !lit).collect();
        let premises = times.iter().filter_map(|(&lit, &times)| match self.trail.value(lit) {
            Some(true) if times > 0 => Some(lit),
            Some(false) if times < 0 => Some(!lit),
            _ => None,
        });
        let premises: Vec<Lit> = premises.collect();
        if !gives.is_empty() {
            self.lines.push(Line { how: How::Sum { terms, with: None }, premises, gives });
        }
    }
}
