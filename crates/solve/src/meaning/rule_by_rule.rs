//! Rule by rule: is each constraint of the second formula implied by the first?

use jigsat_cnf::{Cnf, CnfGroup, Lit};
use rustc_hash::FxHashSet;

use super::{
    asked::Asked,
    define::{Definition, definitions},
    found::{Lost, RuleMeaning, Verdict},
    source::{Source, own},
    symmetry::{Images, Permutations, sorted},
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
        let mut groups: Vec<Vec<Vec<Lit>>> = Vec::with_capacity(asked.cnf().group_count());
        for group in asked.cnf().groups() {
            interrupt.step(1)?;
            let mut translated = Vec::with_capacity(group.clauses().len());
            for place in group.clauses() {
                let clause = &asked.cnf().clauses()[place];
                interrupt.step(clause.len() + 1)?;
                translated.push(translation.clause(clause));
            }
            groups.push(translated);
        }
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
            let model = broken(&mut source, open, limits)?;
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
            if let Some(model) = broken(&mut source, absent.iter(), limits)? {
                self.judged(&model, None, asked, limits)?;
            }
        }
        Ok((!is_open).then_some(Verdict::Implied { constraints: groups.len(), asked: questions }))
    }
}

/// The second formula's variables in the first one's solver, with their definitions.
struct Translation {
    /// The literal of each variable.
    there: Vec<Lit>,
    /// The clauses that define a variable, and the variables that they use; none once they are in the solver.
    definitions: Vec<Option<Defined>>,
    /// Clauses about what is false in the first formula.
    always: Vec<Vec<Lit>>,
}

struct Defined {
    clauses: Vec<Vec<Lit>>,
    uses: Vec<usize>,
}

impl Translation {
    fn new(source: &mut Source<'_>, asked: &Asked<'_>, limits: &Limits) -> Result<Self, Error> {
        let cnf = asked.cnf();
        let mut there: Vec<Option<Lit>> = vec![None; cnf.variables() as usize];
        let mut always = Vec::new();
        let interrupt = limits.interrupt();
        for &[one, other] in &asked.shown.places {
            interrupt.step(1)?;
            let Some(other) = other else { continue };
            let lit = one.map_or_else(|| source.other(), own);
            if one.is_none() {
                always.push(vec![!lit]);
            }
            there[other.vidx()] = Some(if other.is_neg() { !lit } else { lit });
        }
        let known: Vec<bool> = there.iter().map(Option::is_some).collect();
        let there = there.into_iter().map(|lit| lit.unwrap_or_else(|| source.other())).collect();
        let mut translation = Translation { there, definitions: Vec::new(), always };
        translation.definitions.resize_with(known.len(), || None);
        for definition in definitions(cnf, &known, &interrupt)? {
            interrupt.step(definition.clauses.len() + 1)?;
            let defined = translation.defined(source, cnf, &definition);
            translation.definitions[definition.head.vidx()] = Some(defined);
        }
        for clause in &translation.always {
            source.add(clause)?;
        }
        Ok(translation)
    }

    /// The clauses of a definition.
    fn defined(&self, source: &mut Source<'_>, cnf: &Cnf, definition: &Definition) -> Defined {
        let head = definition.head;
        let mut defined = Defined { clauses: Vec::new(), uses: Vec::new() };
        let mut one_forces = vec![!self.lit(head)];
        for &place in &definition.clauses {
            let clause = &cnf.clauses()[place];
            defined.clauses.push(self.clause(clause));
            let others = clause.iter().copied().filter(|&lit| lit != head);
            defined.uses.extend(others.clone().map(Lit::vidx));
            let others: Vec<Lit> = others.map(|lit| self.lit(lit)).collect();
            if let [other] = others[..] {
                one_forces.push(!other);
                continue;
            }
            let forces = source.other();
            defined.clauses.extend(others.iter().map(|&other| vec![!forces, !other]));
            one_forces.push(forces);
        }
        defined.clauses.push(one_forces);
        defined
    }

    fn lit(&self, lit: Lit) -> Lit {
        let there = self.there[lit.vidx()];
        if lit.is_neg() { !there } else { there }
    }

    fn clause(&self, clause: &[Lit]) -> Vec<Lit> {
        clause.iter().map(|&lit| self.lit(lit)).collect()
    }

    /// All clauses of definitions.
    fn all(&self) -> impl Iterator<Item = &Vec<Lit>> {
        self.always.iter().chain(self.definitions.iter().flatten().flat_map(|defined| &defined.clauses))
    }

    /// Adds the definitions that some variables need. Those that nothing needs would only be in the way.
    fn define(
        &mut self,
        source: &mut Source<'_>,
        variables: impl Iterator<Item = usize>,
    ) -> Result<(), Error> {
        let mut needed: Vec<usize> = variables.collect();
        while let Some(variable) = needed.pop() {
            let Some(defined) = self.definitions[variable].take() else { continue };
            for clause in &defined.clauses {
                source.add(clause)?;
            }
            needed.extend(defined.uses);
        }
        Ok(())
    }
}

/// Number of conflicts within which a clause is asked for by itself.
const CLAUSE_CONFLICTS: u64 = 10;

/// A model of the first formula in which one of these clauses is false; `None` if there is none.
fn broken<'c>(
    source: &mut Source<'_>,
    clauses: impl Iterator<Item = &'c Vec<Lit>>,
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
    let model = source.model(&[is_broken], limits)?;
    source.add(&[!is_broken])?;
    Ok(model)
}
