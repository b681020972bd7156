//! The combinations of a sum, as players tell them: two different digits that add up to 4 are 1+3.

use std::collections::BTreeSet;

use jigsat_cnf::{Lit, rarely};
use jigsat_solve::{
    Limits,
    explain::{Line, combinations},
};

use super::{Composer, list};

/// The most combinations that are told.
const MOST: usize = 3;

/// Conflicts of the solver after which it is left open what they are: that many values have no other combination may take forever
/// to show.
const MOST_CONFLICTS: u64 = 1_000;

/// A few combinations.
pub(super) struct Few {
    /// In words.
    pub told: String,
    /// The values in them.
    pub values: BTreeSet<i64>,
}

impl Composer<'_> {
    /// The values that the places of a sum can have together, if they are few and show what the line gives: '1+6, 2+5 or 3+4'.
    pub(super) fn combinations(&self, group: usize, within: &[usize], line: &Line) -> Option<Few> {
        let cnf = self.formula.cnf();
        let clauses = cnf.group_at(group).clauses();
        let variables = clauses.flat_map(|place| cnf.clauses()[place].iter().map(|lit| lit.var()));
        let variables = rarely::set(variables.filter(|&var| !cnf.is_auxiliary(var)));
        let (mut places, mut values, mut granted) = (BTreeSet::new(), Vec::new(), BTreeSet::new());
        for var in variables {
            let lit = var.pos_lit();
            granted.insert(self.scale.takes(var)?);
            let [place, value] = self.board.placed(self.formula.literal(lit))?;
            places.insert(place);
            values.push((lit, value.parse::<i64>().ok()?));
        }
        let open = places.len().checked_sub(line.premises.iter().filter(|lit| lit.is_pos()).count())?;
        // The values of a combination differ.
        let different: BTreeSet<i64> = values.iter().map(|of| of.1).collect();
        if open < 2 || different.len() < places.len() || granted.contains(&group) {
            return None;
        }
        let groups: Vec<usize> = [group].into_iter().chain(within.iter().copied()).chain(granted).collect();
        let limits = Limits { conflicts: Some(MOST_CONFLICTS), ..Limits::default() };
        let found =
            combinations(cnf, &groups, &line.premises, &values, places.len(), MOST, &limits).ok()??;
        let value_of = |lit: Lit| values.iter().find(|(other, _)| other.var() == lit.var()).map(|of| of.1);
        let is_in_none =
            |lit: &Lit| value_of(*lit).is_some_and(|value| !found.iter().any(|set| set.contains(&value)));
        if !line.gives.iter().any(|lit| lit.is_pos() || is_in_none(lit)) {
            return None;
        }
        let total = found.first()?.iter().sum::<i64>();
        let adds_up = found.iter().all(|values| values.iter().sum::<i64>() == total);
        if !adds_up || !self.formula.sentence(group).split(' ').any(|word| word == total.to_string()) {
            return None;
        }
        let told = found.iter().map(|values| values.iter().map(i64::to_string).collect::<Vec<_>>().join("+"));
        let told = list(&told.collect::<Vec<_>>(), "or");
        Some(Few { told, values: found.into_iter().flatten().collect() })
    }
}
