//! Rule by rule: is each constraint of the second formula implied by the first?

use jigsat_cnf::{CnfGroup, Lit};
use rustc_hash::FxHashSet;

use super::{
    adding_up::{Sums, add_up},
    asked::Asked,
    found::{Lost, RuleMeaning, Verdict},
    source::{Source, own},
    symmetry::{Images, Permutations, sorted},
    translation::Translation,
};
use crate::{Error, Growing, Limits, Solver};

/// Number of conflicts within which a first solution is looked for.
const FIRST_CONFLICTS: u64 = 20_000;

impl Lost {
    /// Asks for each constraint whether it can be broken. `None` if that leaves some open.
    pub(super) fn rule_by_rule(
        &mut self,
        first: &mut dyn Growing,
        asked: &mut Asked<'_>,
        all_rules: bool,
        solver: &Solver,
        limits: &Limits,
    ) -> Result<Option<Verdict>, Error> {
        let rules = asked.cnf().rules().map(|(rule, _)| RuleMeaning {
            rule: rule.name().to_owned(),
            constraints: 0,
            implied: 0,
            difference: None,
        });
        self.rules = rules.collect();
        asked.cnf().groups().for_each(|group| self.rules[group.rule_index()].constraints += 1);
        let mut source = Source::new(first, solver)?;
        // A first solution is often found soon and shows a difference at once. If not, the rules may still follow.
        let brief = Limits { conflicts: Some(FIRST_CONFLICTS), ..limits.clone() };
        match Error::unless_stopped(source.model(&[], &brief))? {
            Ok(None) => return Ok(Some(Verdict::Listed { steps: 0 })),
            Ok(Some(model)) => {
                if self.judged(&model, None, asked, limits)?.is_none() && !all_rules {
                    return Ok(None);
                }
            }
            Err(_) => limits.check()?,
        }
        let mut translation = Translation::new(&mut source, asked, limits)?;
        let interrupt = limits.interrupt();
        let groups = translation.groups(asked.cnf(), &interrupt)?;
        let own_clauses =
            source.cnf().clauses().iter().map(|clause| clause.iter().map(|&lit| own(lit)).collect());
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        // What is written in both needs no question.
        let mut written: FxHashSet<Vec<Lit>> = FxHashSet::default();
        for clause in own_clauses.chain(translation.all().cloned()) {
            interrupt.step(2 * clause.len() + 1)?;
            written.insert(sorted(clause.iter().copied()));
            clauses.push(clause);
        }
        let is_written = |clause: &Vec<Lit>| written.contains(&sorted(clause.iter().copied()));
        let mut images = Images::new(groups.len());
        if !source.cnf().is_lazy() && !source.cnf().awaits_rules() {
            Permutations::new(clauses, source.variables(), &interrupt)?.join(&groups, &mut images)?;
        }
        let (mut questions, mut is_open) = (0, false);
        let mut sums: Option<Sums> = None;
        // Whether the constraint that stands for others is implied.
        let mut known: Vec<Option<bool>> = vec![None; groups.len()];
        let rule_of: Vec<usize> = asked.cnf().groups().map(CnfGroup::rule_index).collect();
        for group in 0..groups.len() {
            let rule = rule_of[group];
            interrupt.step(groups[group].iter().map(Vec::len).sum())?;
            if self.rules[rule].difference.is_some() || !all_rules && self.difference.is_some() {
                continue;
            }
            if groups[group].iter().all(is_written) {
                self.rules[rule].implied += 1;
                continue;
            }
            let first_image = images.first(group);
            if let Some(is_implied) = known[first_image] {
                self.rules[rule].implied += usize::from(is_implied);
                is_open |= !is_implied;
                continue;
            }
            let cnf = asked.cnf();
            let about = cnf
                .group_at(group)
                .clauses()
                .flat_map(|place| cnf.clauses()[place].iter().map(|lit| lit.vidx()));
            translation.define(&mut source, about)?;
            let open = groups[group].iter().filter(|clause| !is_written(clause));
            let mut helped = |source: &mut Source<'_>| {
                let sums = match &mut sums {
                    Some(sums) => sums,
                    none => none.insert(Sums::of(source.cnf().clauses().iter(), &interrupt)?),
                };
                let constraints = asked.cnf().group_at(group).constraints();
                add_up(sums, source, &translation, constraints, &groups[group], limits)
            };
            let model = broken(&mut source, open, &mut helped, limits)?;
            questions += 1;
            let Some(model) = model else {
                known[first_image] = Some(true);
                self.rules[rule].implied += 1;
                for clause in &groups[group] {
                    source.add(clause)?;
                }
                continue;
            };
            // If the second formula has the solution, the definitions were a wrong guess; and the rule to blame may
            // be another one.
            self.judged(&model, Some(group), asked, limits)?;
            if self.rules[rule].difference.is_none() {
                known[first_image] = Some(false);
                is_open = true;
            }
        }
        // What is true in no solution of the second formula must be false in all of the first.
        let absent =
            asked.shown.places.iter().filter(|place| place[1].is_none()).filter_map(|place| place[0]);
        let absent: Vec<Vec<Lit>> = absent.map(|lit| vec![!own(lit)]).collect();
        if !absent.is_empty() && (all_rules || self.difference.is_none()) {
            questions += 1;
            if let Some(model) = broken(&mut source, absent.iter(), &mut |_| Ok(()), limits)? {
                self.judged(&model, None, asked, limits)?;
            }
        }
        Ok((!is_open).then_some(Verdict::Implied { constraints: groups.len(), asked: questions }))
    }
}

/// Number of conflicts within which a clause is asked for by itself.
const CLAUSE_CONFLICTS: u64 = 10;

/// Number of conflicts within which the clauses of a constraint are asked for before anything is added up.
const GROUP_CONFLICTS: u64 = 2_000;

/// A model of the first formula in which one of these clauses is false; `None` if there is none. If that is hard, `help` may add
/// clauses that follow.
fn broken<'c>(
    source: &mut Source<'_>,
    clauses: impl Iterator<Item = &'c Vec<Lit>>,
    help: &mut dyn FnMut(&mut Source<'_>) -> Result<(), Error>,
    limits: &Limits,
) -> Result<Option<Vec<bool>>, Error> {
    // Most clauses follow by unit propagation. The others are asked for together, since what is learned for one helps
    // the others.
    let brief = Limits { conflicts: Some(CLAUSE_CONFLICTS), ..limits.clone() };
    let is_broken = source.other();
    let mut one = vec![!is_broken];
    for clause in clauses {
        let negated: Vec<Lit> = clause.iter().map(|&lit| !lit).collect();
        match Error::unless_stopped(source.model(&negated, &brief))? {
            Ok(None) => continue,
            Ok(Some(model)) => return Ok(Some(model)),
            Err(_) => limits.check()?,
        }
        let this = source.other();
        for lit in negated {
            source.add(&[!this, lit])?;
        }
        one.push(this);
    }
    if one.len() == 1 {
        return Ok(None);
    }
    source.add(&one)?;
    let some = Limits { conflicts: Some(GROUP_CONFLICTS), ..limits.clone() };
    let model = if let Ok(model) = Error::unless_stopped(source.model(&[is_broken], &some))? {
        model
    } else {
        limits.check()?;
        help(source)?;
        source.model(&[is_broken], limits)?
    };
    source.add(&[!is_broken])?;
    Ok(model)
}
