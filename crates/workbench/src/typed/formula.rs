//! A formula of a family's puzzle as one of any puzzle.

use std::{cmp::Ordering, fmt, sync::Arc};

use jigsat_cnf::{Cnf, Var, Variable};
use jigsat_grid::Cell;
use jigsat_kit::{AtomOf, EncodingOf, Family, Subject, Unit};
use jigsat_solve::{Answer, Error, Growing, Grown, Judged, Limits, Puzzle, Stop};

use super::case::OfFamily;
use crate::{
    Solution,
    puzzle_formula::{AtomId, PuzzleFormula},
};

/// A formula in its own types.
pub(super) struct TypedFormula<F: Family> {
    /// The puzzle that was asked about, for names and pictures. The formula may be that of another form of it.
    pub own: Arc<OfFamily<F>>,
    pub encoding: EncodingOf<F>,
    pub grown: Grown<'static, F::Puzzle>,
}

impl<F: Family> TypedFormula<F> {
    fn atom_at(&self, number: u32) -> AtomOf<F> {
        self.grown.formula().atom_at(number)
    }
}

impl<F: Family> Growing for TypedFormula<F> {
    fn cnf(&self) -> &Cnf {
        self.grown.cnf()
    }

    fn cnf_mut(&mut self) -> &mut Cnf {
        self.grown.cnf_mut()
    }

    fn encoding(&self) -> &'static str {
        self.grown.encoding()
    }

    fn refine(&mut self, values: &[bool]) -> Result<bool, Error> {
        self.grown.refine(values)
    }

    fn notice(&mut self, assignments: &[Vec<Option<bool>>]) {
        self.grown.notice(assignments);
    }

    fn judge(&mut self, values: &[bool], may_miss: bool, limits: &Limits) -> Result<Option<Judged>, Error> {
        self.grown.judge(values, may_miss, limits)
    }

    fn accepts(&mut self, values: &[bool], limits: &Limits) -> Result<Option<bool>, Stop> {
        self.grown.accepts(values, limits)
    }

    fn comes_first(&self, values: &[bool]) -> bool {
        self.grown.comes_first(values)
    }

    fn referee(&mut self, values: &[bool], limits: &Limits) -> Judged {
        self.grown.referee(values, limits)
    }

    fn take_answer(&mut self) -> Option<Answer<Solution>> {
        self.grown.take_answer()
    }

    fn before_another(&mut self, values: &[bool]) {
        self.grown.before_another(values);
    }

    fn forget_cuts(&mut self) {
        self.grown.forget_cuts();
    }

    fn json(&self) -> Option<String> {
        self.grown.json()
    }

    fn save(&mut self) {
        self.grown.save();
    }

    fn restore(&mut self) {
        self.grown.restore();
    }
}

impl<F: Family> PuzzleFormula for TypedFormula<F> {
    fn name_atom(&self, atom: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.own.puzzle.name(self.atom_at(atom), f)
    }

    fn call_atom(&self, atom: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let explanation = self.own.family.explanation();
        match explanation.and_then(|words| words.noun(&self.own.puzzle, self.atom_at(atom))) {
            Some(noun) => f.write_str(&noun),
            None => self.name_atom(atom, f),
        }
    }

    fn compare_atoms(&self, one: u32, other: u32) -> Ordering {
        self.atom_at(one).cmp(&self.atom_at(other))
    }

    fn atom(&self, var: Var) -> Option<AtomId> {
        match self.grown.formula().variable(var) {
            Variable::Atom(atom) => Some(self.own.atoms.id(atom)),
            Variable::Aux(_) => None,
        }
    }

    fn variable(&self, atom: AtomId) -> Option<Var> {
        self.grown.formula().var(self.own.atoms.atom(atom))
    }

    fn is_lazy(&self) -> bool {
        self.cnf().is_lazy() || self.grown.puzzle().completion(self.encoding).is_some()
    }

    fn cells_of_group(&self, group: usize) -> Vec<Cell> {
        let formula = self.grown.formula();
        let group = formula.group_at(group);
        match self.own.family.explanation() {
            Some(explanation) => explanation.cells_of_group(&self.own.puzzle, formula, group),
            None => Vec::new(),
        }
    }

    fn unit(&self, group: usize) -> Option<Unit> {
        let formula = self.grown.formula();
        self.own.family.explanation()?.unit(&self.own.puzzle, formula, formula.group_at(group))
    }

    fn subject(&self, group: usize) -> Option<Subject> {
        let formula = self.grown.formula();
        self.own.family.explanation()?.subject(&self.own.puzzle, formula, formula.group_at(group))
    }

    fn candidates(&self) -> Vec<Solution> {
        self.grown.cut().iter().cloned().map(Solution::of).collect()
    }

    fn refine_by(&mut self, candidate: &Solution) {
        if let Some(candidate) = candidate.typed() {
            self.grown.refine_by(candidate);
        }
    }

    fn alike(&self, solution: &Solution) -> Vec<Solution> {
        let alike = solution.typed().map(|solution| self.grown.puzzle().alike(solution));
        alike.into_iter().flatten().map(Solution::of).collect()
    }
}
