//! Encodings of one puzzle that show different atoms are compared by their solutions, which are listed.

use std::{collections::BTreeMap, time::Duration};

use jigsat_kit::Error;
use jigsat_solve::{
    Limits, Searched, Searcher, Solution, Stop,
    explain::{Blamed, Reason},
    meaning::Verdict,
};

use super::{How, Loss, Meaning, RuleLoss, Side, half, told::Told};
use crate::puzzle_formula::{Blame, Search};

pub(super) fn compare(first: &Side, second: &Side, how: &How<'_>, limits: &Limits) -> Result<Meaning, Error> {
    let ours = Listed::of(first, how, None, &half(limits))?;
    let theirs = Listed::of(second, how, Some(&ours), limits)?;
    Ok(Meaning {
        second_lacks: ours.without(&theirs, second, how, limits)?,
        first_lacks: theirs.without(&ours, first, how, limits)?,
        shown: None,
        of_rules: how.of_rules,
    })
}

/// The solutions of a side, by their JSON.
struct Listed {
    solutions: BTreeMap<String, Solution>,
    /// Why there may be more.
    stopped: Option<Stop>,
}

impl Listed {
    /// Lists the solutions of a side, up to the first that is not among others of which all are known.
    fn of(side: &Side, how: &How<'_>, others: Option<&Listed>, limits: &Limits) -> Result<Self, Error> {
        let others = others.filter(|others| others.stopped.is_none());
        let mut listed = Listed { solutions: BTreeMap::new(), stopped: None };
        let formula = match Error::unless_stopped(side.formula(how.of_rules, limits))? {
            Ok(formula) => formula,
            Err(stop) => return Ok(Listed { stopped: Some(stop), ..listed }),
        };
        let mut search: Search = Searcher::of(formula, true, how.solver, None, Duration::ZERO)?;
        loop {
            match search.search(&[], limits)? {
                Searched::Solved | Searched::Refused => {}
                Searched::Impossible(_) => return Ok(listed),
                Searched::Unknown(stop) => {
                    listed.stopped = Some(stop);
                    return Ok(listed);
                }
            }
            let solution = search.grown_mut().take_solution().ok_or_else(|| {
                Error::request(format!(
                    "{} has a model that is no solution at all, so it can't be compared",
                    side.name
                ))
            })?;
            let json = solution.to_json().get().to_owned();
            let is_new = others.is_some_and(|others| !others.solutions.contains_key(&json));
            listed.solutions.insert(json, solution);
            if is_new {
                listed.stopped = Some(Stop::GaveUp);
                return Ok(listed);
            }
        }
    }

    /// What a side with the other solutions lacks of these.
    fn without(&self, others: &Listed, side: &Side, how: &How<'_>, limits: &Limits) -> Result<Loss, Error> {
        let candidates = self.solutions.len() as u64;
        let mut loss = Loss {
            verdict: Verdict::Listed { steps: candidates },
            difference: None,
            rules: Vec::new(),
            candidates,
        };
        let missing = self.solutions.iter().find(|(json, _)| !others.solutions.contains_key(*json));
        match (missing, self.stopped, others.stopped) {
            (None, None, _) => {}
            (Some((_, solution)), _, None) => {
                loss.verdict = Verdict::Loses;
                let told = told(side, solution, how, limits)?;
                loss.rules = rules(side, &told, how, limits)?;
                loss.difference = Some(told);
            }
            (_, stop, other) => loss.verdict = Verdict::Open(stop.or(other).unwrap_or(Stop::GaveUp)),
        }
        Ok(loss)
    }
}

/// The solution, with the constraints that forbid it if it can be written in the atoms of the side.
fn told(side: &Side, solution: &Solution, how: &How<'_>, limits: &Limits) -> Result<Told, Error> {
    let refused = side.board.check(solution, limits).err().map(|why| why.to_string());
    let mut told = Told {
        holds: Vec::new(),
        forbidden: Vec::new(),
        sentences: Vec::new(),
        rules: Vec::new(),
        solution: Some(solution.clone()),
        refused,
    };
    let Some(known) = side.board.literals(side.encoding(), solution) else { return Ok(told) };
    let mut blame = Blame::boxed(side.formula(how.of_rules, limits)?, how.solver)?;
    let lits = blame.grown().lits_there(&known);
    told.forbidden = side.board.words(&known);
    let all = blame.all();
    if lits.len() == known.len()
        && let Blamed::These { reasons, .. } = blame.minimal(&lits, &all, limits)?
    {
        let group = |reason| match reason {
            Reason::Group(group) => Some(group),
            Reason::Fact(_) => None,
        };
        let groups: Vec<usize> = reasons.into_iter().filter_map(group).collect();
        told.sentences = blame.grown().sentences(&groups);
        told.rules = groups
            .iter()
            .map(|&group| blame.grown().cnf().group_at(group).rule().name().to_owned())
            .collect();
        told.rules.dedup();
    }
    Ok(told)
}

/// The rules that forbid a solution.
fn rules(side: &Side, told: &Told, how: &How<'_>, limits: &Limits) -> Result<Vec<RuleLoss>, Error> {
    let formula = side.formula(how.of_rules, limits)?;
    let constraints = |rule: &str| formula.cnf().groups().filter(|group| group.rule().name() == rule).count();
    let rule = |rule: &String| RuleLoss {
        rule: rule.clone(),
        constraints: constraints(rule),
        implied: 0,
        difference: Some(told.clone()),
    };
    Ok(told.rules.iter().map(rule).collect())
}
