//! Differences in words.

use jigsat_solve::{
    Judged, Limits, Solution,
    meaning::{Difference, Named, Shown},
};

use crate::puzzle_formula::PuzzleFormula;

/// A solution of one side that the other lacks.
#[derive(Clone)]
pub struct Told {
    /// The atoms that are true in it, of those that both show.
    pub holds: Vec<String>,
    /// The values that the other side forbids together, by names: none can be left out.
    pub forbidden: Vec<String>,
    /// The constraints of the other side that forbid them, as sentences.
    pub sentences: Vec<String>,
    /// Their rules.
    pub rules: Vec<String>,
    /// The solution, if it can be read from the model.
    pub solution: Option<Solution>,
    /// Why the referee of the side that has it rejects it, if it does.
    pub refused: Option<String>,
}

/// What is known of a rule: which solutions of the other side it forbids.
pub struct RuleLoss {
    /// The rule's name.
    pub rule: String,
    /// Number of its constraints.
    pub constraints: usize,
    /// Number of those that follow from the other side.
    pub implied: usize,
    /// A solution that it forbids.
    pub difference: Option<Told>,
}

impl Told {
    pub(super) fn of(
        difference: &Difference,
        having: &mut dyn PuzzleFormula,
        lacking: &dyn PuzzleFormula,
        names: &Named,
        shown: &Shown,
        limits: &Limits,
    ) -> Self {
        let name_of = names.shown.iter().map(|(name, lit)| (*lit, name.clone()));
        let by_lit: std::collections::HashMap<_, _> = name_of.collect();
        let name = |place: usize| {
            let lit = shown.places[place][0];
            match lit.and_then(|lit| by_lit.get(&lit)) {
                Some(name) => name.clone(),
                // It is false on this side.
                None => shown.places[place][1].map_or_else(String::new, |lit| lacking.name(lit)),
            }
        };
        let value = |lit: jigsat_cnf::Lit| difference.values[lit.vidx()] != lit.is_neg();
        let holds = (0..shown.places.len()).filter(|&place| shown.places[place][0].is_some_and(value));
        let forbidden = difference
            .forbidden
            .iter()
            .map(|&(place, value)| format!("{}{}", if value { "" } else { "!" }, name(place)));
        let mut rules: Vec<String> = Vec::new();
        for &group in &difference.groups {
            let rule = lacking.cnf().group_at(group).rule().name();
            if !rules.iter().any(|known| known == rule) {
                rules.push(rule.to_owned());
            }
        }
        let judged = having.referee(&difference.values, limits);
        let refused = match judged {
            Judged::Refused(violation) => Some(violation.to_string()),
            Judged::Solution | Judged::Stopped(_) => None,
        };
        Told {
            holds: holds.map(name).collect(),
            forbidden: forbidden.collect(),
            sentences: lacking.sentences(&difference.groups),
            rules,
            solution: having.take_solution(),
            refused,
        }
    }
}
