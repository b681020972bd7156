//! Graph constraints in a formula, and the cuts that were added for them.

use rustsat::types::Lit;

use super::{Cut, CutEntry, GraphConstraint, Witness, cut, justify, tree::tree};
use crate::{Arg, Formula, GroupRef, Rule, literal::Atom};

/// A cut that was added to a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CutRef<'e> {
    /// The place of its constraint among [`Formula::graphs`].
    pub graph: usize,
    /// Its group, which has one clause.
    pub group: usize,
    /// Why it holds.
    pub witness: &'e Witness,
}

/// A cut that does not follow from its constraint, or names one that is not there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a cut of graph constraint {graph} does not follow from it")]
pub struct Unjustified {
    /// The place of the constraint, as it was named.
    pub graph: usize,
}

impl<A: Atom> Formula<A> {
    /// The graph constraints, each with its group; those of dropped rules left out.
    pub fn graphs(&self) -> impl ExactSizeIterator<Item = (&GraphConstraint, GroupRef<'_, A>)> {
        self.graphs.iter().map(|entry| (&entry.constraint, self.group_at(entry.group as usize)))
    }

    /// Whether some graph constraint is cut lazily: then the clauses alone may have models that are no solutions.
    #[must_use]
    pub fn is_lazy(&self) -> bool {
        self.graphs.iter().any(|entry| entry.is_lazy)
    }

    /// Adds what is known to be broken or to follow, by [`cut()`], of each lazily cut constraint whose group is wanted (by its
    /// place): a group with a clause for each cut, of the constraint's rule. Says how many are
    /// new.
    pub fn cut(&mut self, value: &dyn Fn(Lit) -> Option<bool>, wanted: &dyn Fn(usize) -> bool) -> usize {
        let mut cuts = Vec::new();
        let mut found: Vec<(usize, Cut)> = Vec::new();
        for (graph, entry) in self.graphs.iter().enumerate() {
            if entry.is_lazy && wanted(entry.group as usize) {
                cut(&entry.constraint, value, &mut cuts);
                found.extend(cuts.drain(..).map(|cut| (graph, cut)));
            }
        }
        let known = self.cuts.len();
        for (graph, cut) in found {
            self.add_cut(graph, cut);
        }
        self.cuts.len() - known
    }

    /// Adds a cut that was made elsewhere, once [`justify()`] confirms it: what a checker of proofs does.
    ///
    /// # Errors
    ///
    /// [`Unjustified`] where the cut does not follow from the constraint of that place among [`Formula::graphs`].
    pub fn add_justified(&mut self, graph: usize, witness: &Witness) -> Result<(), Unjustified> {
        let constraint = self.graphs.get(graph).map(|entry| &entry.constraint);
        let cut = constraint.and_then(|constraint| {
            let cut = Cut { clause: constraint.clause(witness)?, witness: witness.clone() };
            justify(constraint, &cut).then_some(cut)
        });
        self.add_cut(graph, cut.ok_or(Unjustified { graph })?);
        Ok(())
    }

    /// The formula with the complete encoding of each constraint that is cut lazily: then its clauses say all, with more
    /// auxiliaries after the variables that are there.
    #[must_use]
    pub fn into_completed(self) -> Formula<A> {
        let mut e = self;
        for place in 0..e.graphs.len() {
            if std::mem::take(&mut e.graphs[place].is_lazy) {
                let constraint = e.graphs[place].constraint.clone();
                let (rule, args) = e.rule_of(place);
                tree(&constraint, &mut e.group(&rule, &args[..]));
            }
        }
        e
    }

    /// The rule and the arguments of a constraint.
    fn rule_of(&self, graph: usize) -> (Rule, Vec<Arg>) {
        let group = self.group_at(self.graphs[graph].group as usize);
        (group.rule().clone(), group.args().to_vec())
    }

    /// The group has the rule and the arguments of its constraint's, and a sentence of its own.
    fn add_cut(&mut self, graph: usize, cut: Cut) {
        if !self.known_cuts.insert((graph as u32, cut.clause.clone())) {
            return;
        }
        let (rule, args) = self.rule_of(graph);
        let literals: Vec<_> = cut.clause.iter().map(|&lit| self.literal(lit)).collect();
        let group = self.group_count() as u32;
        self.group(&rule, &args[..]).clause(literals);
        self.cuts.push(CutEntry { graph: graph as u32, group, witness: cut.witness });
    }

    /// The cuts that were added, in their order: with these, [`Formula::add_justified`] makes the same formula of one that was
    /// built alike.
    pub fn cuts(&self) -> impl ExactSizeIterator<Item = CutRef<'_>> {
        self.cuts.iter().map(|entry| CutRef {
            graph: entry.graph as usize,
            group: entry.group as usize,
            witness: &entry.witness,
        })
    }
}

impl<'e, A: Atom> GroupRef<'e, A> {
    /// The cut that the group is, if it is one.
    #[must_use]
    pub fn cut(self) -> Option<CutRef<'e>> {
        let cuts = &self.formula.cuts;
        let at = cuts.binary_search_by_key(&(self.index as u32), |entry| entry.group).ok()?;
        let entry = &cuts[at];
        Some(CutRef { graph: entry.graph as usize, group: self.index, witness: &entry.witness })
    }

    /// The graph constraints that the group makes, those cut lazily and others, with their places.
    pub fn graphs(self) -> impl Iterator<Item = (usize, &'e GraphConstraint)> {
        let graphs = &self.formula.graphs;
        let first = graphs.partition_point(|entry| (entry.group as usize) < self.index);
        let own = graphs[first..].iter().take_while(move |entry| entry.group as usize == self.index);
        own.enumerate().map(move |(place, entry)| (first + place, &entry.constraint))
    }
}
