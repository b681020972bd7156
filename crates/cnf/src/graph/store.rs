//! Graph constraints in a formula, and the cuts that were added for them.

use rustsat::types::Lit;

use super::{Cut, CutEntry, GraphConstraint, Witness, cut, justify, tree::tree};
use crate::{Arg, Cnf, CnfGroup, Formula, Rule, Stop};

/// A cut that was added to a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CutRef<'e> {
    /// The place of its constraint among [`Cnf::graphs`].
    pub graph: usize,
    /// The group of the cut, which has one clause.
    pub group: usize,
    /// Why it holds.
    pub witness: &'e Witness,
}

/// The error for a cut that does not follow from its constraint, or names a constraint that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a cut of graph constraint {graph} does not follow from it")]
pub struct Unjustified {
    /// The place of the constraint, as the cut named it.
    pub graph: usize,
}

impl<A> Formula<A> {
    /// The formula with the complete encoding of each lazily cut constraint, so that its clauses say
    /// everything. The new auxiliaries come after the existing variables.
    ///
    /// # Errors
    ///
    /// Why it was given up.
    pub fn into_completed(mut self) -> Result<Self, Stop> {
        self.cnf.complete()?;
        Ok(self)
    }
}

impl Cnf {
    /// The graph constraints, each with its group, without those of dropped rules.
    pub fn graphs(&self) -> impl ExactSizeIterator<Item = (&GraphConstraint, CnfGroup<'_>)> {
        self.graphs.iter().map(|entry| (&entry.constraint, self.group_at(entry.group as usize)))
    }

    /// Whether some graph constraint is cut lazily. Then the clauses alone may have models that are not
    /// solutions.
    #[must_use]
    pub fn is_lazy(&self) -> bool {
        self.graphs.iter().any(|entry| entry.is_lazy)
    }

    /// Adds the clauses that [`cut()`] finds for each lazily cut constraint that is `wanted` (by its place).
    /// Each cut becomes a group with one clause, of the constraint's rule. Returns the number of new cuts.
    ///
    /// # Errors
    ///
    /// Why it was given up; then no cut was added.
    pub fn cut(
        &mut self,
        value: &dyn Fn(Lit) -> Option<bool>,
        wanted: &dyn Fn(usize) -> bool,
    ) -> Result<usize, Stop> {
        let mut cuts = Vec::new();
        let mut found: Vec<(usize, Cut)> = Vec::new();
        for (graph, entry) in self.graphs.iter().enumerate() {
            if entry.is_lazy && wanted(entry.group as usize) {
                cut(&entry.constraint, value, &self.interrupt, &mut cuts)?;
                found.extend(cuts.drain(..).map(|cut| (graph, cut)));
            }
        }
        let known = self.cuts.len();
        for (graph, cut) in found {
            self.add_cut(graph, cut);
        }
        Ok(self.cuts.len() - known)
    }

    /// Adds a cut that was made elsewhere, if [`justify()`] confirms it. Checkers of proofs use this.
    ///
    /// # Errors
    ///
    /// [`Unjustified`] if the cut does not follow from the constraint at this place among
    /// [`Cnf::graphs`].
    pub fn add_justified(&mut self, graph: usize, witness: &Witness) -> Result<(), Unjustified> {
        let constraint = self.graphs.get(graph).map(|entry| &entry.constraint);
        let cut = constraint.and_then(|constraint| {
            let cut = Cut { clause: constraint.clause(witness)?, witness: witness.clone() };
            justify(constraint, &cut).then_some(cut)
        });
        self.add_cut(graph, cut.ok_or(Unjustified { graph })?);
        Ok(())
    }

    /// Writes the complete encoding of each lazily cut constraint.
    ///
    /// # Errors
    ///
    /// Why it was given up.
    pub fn complete(&mut self) -> Result<(), Stop> {
        for place in 0..self.graphs.len() {
            if std::mem::take(&mut self.graphs[place].is_lazy) {
                let constraint = self.graphs[place].constraint.clone();
                let (rule, args) = self.rule_of(place);
                tree(&constraint, &mut self.open(&rule, &args[..]));
            }
        }
        self.given_up().map_or(Ok(()), Err)
    }

    /// The rule and the arguments of a constraint.
    pub(super) fn rule_of(&self, graph: usize) -> (Rule, Vec<Arg>) {
        let group = self.group_at(self.graphs[graph].group as usize);
        (group.rule().clone(), group.args().to_vec())
    }

    /// Adds a group with the rule and the arguments of the constraint, and a sentence of its own.
    fn add_cut(&mut self, graph: usize, cut: Cut) {
        if !self.known_cuts.insert((graph as u32, cut.clause.clone())) {
            return;
        }
        let (rule, args) = self.rule_of(graph);
        let group = self.group_count() as u32;
        self.open(&rule, &args[..]).clause(&cut.clause);
        self.cuts.push(CutEntry { graph: graph as u32, group, witness: cut.witness });
    }

    /// The cuts that were added, in their order. With these, [`Cnf::add_justified`] makes the same
    /// formula from one that was built in the same way.
    pub fn cuts(&self) -> impl ExactSizeIterator<Item = CutRef<'_>> {
        self.cuts.iter().map(|entry| CutRef {
            graph: entry.graph as usize,
            group: entry.group as usize,
            witness: &entry.witness,
        })
    }
}

impl<'e> CnfGroup<'e> {
    /// The cut of this group, if the group is one.
    #[must_use]
    pub fn cut(self) -> Option<CutRef<'e>> {
        let cuts = &self.cnf.cuts;
        let at = cuts.binary_search_by_key(&(self.index as u32), |entry| entry.group).ok()?;
        let entry = &cuts[at];
        Some(CutRef { graph: entry.graph as usize, group: self.index, witness: &entry.witness })
    }

    /// The graph constraints that the group states, lazily cut or not, with their places.
    pub fn graphs(self) -> impl Iterator<Item = (usize, &'e GraphConstraint)> {
        let graphs = &self.cnf.graphs;
        let first = graphs.partition_point(|entry| (entry.group as usize) < self.index);
        let own = graphs[first..].iter().take_while(move |entry| entry.group as usize == self.index);
        own.enumerate().map(move |(place, entry)| (first + place, &entry.constraint))
    }
}
