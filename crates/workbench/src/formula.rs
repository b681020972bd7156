//! The formula of a puzzle: read, propagated, decoded.

use std::ops::Range;

use jigsat_cnf::{Lit, Var};
use jigsat_grid::Cell;
use jigsat_kit::Error;
use jigsat_solve::{Judged, Limits, Solver, Stop, complete};

use crate::{
    Context, Solution, Status,
    board::{Board, Purpose},
    puzzle_formula::PuzzleFormula,
};

/// One constraint of a formula.
#[derive(Clone, Debug)]
pub struct GroupInfo {
    /// Its rule.
    pub rule: String,
    /// The constraint in words.
    pub sentence: String,
    /// The cells that pictures mark for it.
    pub cells: Vec<Cell>,
    /// The places of its clauses.
    pub clauses: Range<usize>,
}

/// What unit propagation derives.
#[derive(Clone, Debug)]
pub struct Propagated {
    /// Each literal by its name, with the sentence of the constraint that forced it; `None` if it was assumed.
    pub steps: Vec<(String, Option<String>)>,
    /// A contradiction in words, if a conflict was reached.
    pub conflict: Option<String>,
    /// Number of variables that are left open.
    pub open: usize,
}

/// Builds the formula that was asked for, complete if its encoding is completed while solving.
///
/// # Errors
///
/// A question about another puzzle, too, and a formula that can't be built as asked.
pub fn written(board: &dyn Board, context: &Context) -> Result<Box<dyn PuzzleFormula>, Error> {
    board.one_puzzle()?;
    let wanted = board.formula_options();
    let options = wanted.build(false, &board.limits(context));
    let encoding = board.encoding();
    let formula = board.encode(Purpose::Puzzle, encoding, &options);
    let mut formula = formula.map_err(|error| error.of_dropped(&wanted.drop))?;
    if wanted.drop.is_empty() && board.is_completed(encoding) {
        let mut search = board.search(Purpose::Puzzle, encoding, &options, &Solver::default(), None)?;
        complete(formula.cnf_mut(), &mut search, &options.limits)?;
    }
    Ok(formula)
}

impl dyn PuzzleFormula + '_ {
    /// The constraints, rule by rule, in the order in which they were written.
    pub fn groups(&self) -> impl Iterator<Item = GroupInfo> {
        self.cnf().groups().map(|group| GroupInfo {
            rule: group.rule().name().to_owned(),
            sentence: self.sentence(group.index()),
            cells: self.cells_of_group(group.index()),
            clauses: group.clauses(),
        })
    }

    /// The literal with that name, which may be an auxiliary's.
    ///
    /// # Errors
    ///
    /// [`Error::Request`] with an atom as an example, if there is no such name.
    pub fn named(&self, name: &str) -> Result<Lit, Error> {
        let bare = name.trim_start_matches('!');
        let all = (0..self.cnf().variables()).map(Var::new);
        let mut vars = self.cnf().atom_variables().chain(all);
        let lit = vars.find(|var| self.name(var.pos_lit()) == bare).map(Var::pos_lit);
        let lit = lit.ok_or_else(|| {
            let example = self.cnf().atom_variables().next().map(|var| self.name(var.pos_lit()));
            let example = example.unwrap_or_default();
            let is_otherwise_negated = ["-", "~", "¬", "not "].iter().any(|sign| bare.starts_with(sign));
            let negated = if is_otherwise_negated {
                format!(", their negations like !{example}")
            } else {
                String::new()
            };
            Error::request(format!("there is no atom '{bare}'; atoms look like {example}{negated}"))
        })?;
        let negated = (name.len() - bare.len()) % 2 == 1;
        Ok(if negated { !lit } else { lit })
    }

    /// What unit propagation derives from the formula and these literals.
    ///
    /// # Errors
    ///
    /// A limit that was reached first.
    pub fn propagated(&self, assumed: &[Lit]) -> Result<Propagated, Error> {
        let result = self.cnf().propagate(assumed)?;
        let sentence = |clause: usize| self.sentence(self.cnf().group_of(clause).index());
        let step = |&(lit, clause): &(Lit, Option<usize>)| (self.name(lit), clause.map(sentence));
        let conflict = result.conflict.map(sentence).or_else(|| {
            let lit = result.contradicted?;
            Some(format!("{} was assumed, but its negation is forced", self.name(lit)))
        });
        Ok(Propagated {
            steps: result.steps.iter().map(step).collect(),
            conflict,
            open: self.cnf().variables() as usize - result.steps.len(),
        })
    }
}

/// The meaning of a solver's answer to a formula for the puzzle.
pub enum Decoded {
    /// A solution that the referee accepted.
    Solution(Solution),
    /// According to the solver, there is no solution.
    Unsatisfiable,
    /// The solver gave up.
    GaveUp,
    /// A limit was reached before the referee accepted it.
    Open(Stop),
    /// The answer is not a model of the formula; has the sentence of the constraint that it violates.
    Violates(String),
    /// The answer is a model of the formula, but not a solution; has the referee's verdict.
    Refused {
        /// The mistake.
        violation: String,
        /// The status: a bug, unless the formula is incomplete.
        status: Status,
    },
}

/// The meaning of the values of a formula's variables for the puzzle.
pub(crate) fn judged(
    board: &dyn Board,
    formula: &mut dyn PuzzleFormula,
    values: &[bool],
    limits: &Limits,
) -> Decoded {
    let is_true = |lit: &Lit| values.get(lit.vidx()).copied().unwrap_or(false) != lit.is_neg();
    let violated = formula.cnf().clauses().iter().position(|clause| !clause.iter().any(is_true));
    if let Some(clause) = violated {
        return Decoded::Violates(formula.sentence(formula.cnf().group_of(clause).index()));
    }
    match formula.referee(values, limits) {
        Judged::Solution => Decoded::Solution(formula.take_solution().expect("a solution is kept")),
        Judged::Stopped(stop) => Decoded::Open(stop),
        Judged::Refused(violation) => {
            let status = if !board.formula_options().drop.is_empty() {
                Status::Impossible
            } else if board.is_completed(formula.encoding()) {
                Status::Unknown
            } else {
                Status::Bug
            };
            Decoded::Refused { violation: violation.to_string(), status }
        }
    }
}
