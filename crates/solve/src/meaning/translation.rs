//! The second formula's variables and clauses in the first one's solver.

use jigsat_cnf::{Cnf, Interrupt, Lit};

use super::{
    asked::Asked,
    define::{Definition, definitions},
    source::{Source, own},
};
use crate::{Error, Limits};

/// The second formula's variables in the first one's solver, with their definitions.
pub(super) struct Translation {
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
    pub fn new(source: &mut Source<'_>, asked: &Asked<'_>, limits: &Limits) -> Result<Self, Error> {
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

    pub fn clause(&self, clause: &[Lit]) -> Vec<Lit> {
        clause.iter().map(|&lit| self.lit(lit)).collect()
    }

    /// The clauses of each group.
    pub fn groups(&self, cnf: &Cnf, interrupt: &Interrupt) -> Result<Vec<Vec<Vec<Lit>>>, Error> {
        let mut groups = Vec::with_capacity(cnf.group_count());
        for group in cnf.groups() {
            interrupt.step(1)?;
            let mut translated = Vec::with_capacity(group.clauses().len());
            for place in group.clauses() {
                let clause = &cnf.clauses()[place];
                interrupt.step(clause.len() + 1)?;
                translated.push(self.clause(clause));
            }
            groups.push(translated);
        }
        Ok(groups)
    }

    /// All clauses of definitions.
    pub fn all(&self) -> impl Iterator<Item = &Vec<Lit>> {
        self.always.iter().chain(self.definitions.iter().flatten().flat_map(|defined| &defined.clauses))
    }

    /// Adds the definitions that some variables need. Those that nothing needs would only be in the way.
    pub fn define(
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
