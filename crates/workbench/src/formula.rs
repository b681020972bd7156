//! The formula of a puzzle: read, written, propagated, decoded.

use std::{collections::HashMap, io, ops::Range, sync::OnceLock};

use jigsat_cnf::{Choice, Clauses, Formula, Lit, Model, Show, Var};
use jigsat_grid::Cell;
use jigsat_kit::{AtomOf, EncodingOf, Error, Family};
use jigsat_solve::{Checked, Limits, Puzzle, Refusal, Stop, build, with_names};

use crate::{
    Context, Solution, Status,
    case::{Case, is_lazy},
    record::FormulaRecord,
};

/// A formula that owns its puzzle, for inspecting an encoding.
///
/// Variables are those of the DIMACS form, from 1; a literal is a variable or its negation.
pub trait FormulaHandle: Send + Sync {
    /// Its size, rule by rule.
    fn record(&self) -> FormulaRecord;

    /// The clauses. They say less than the rules if connected sets and loops are kept by cuts (`lazy`); the DIMACS and
    /// GCNF forms are complete.
    fn clauses(&self) -> &Clauses;

    /// The constraints, rule by rule, in the order in which they were written.
    fn groups(&self) -> Vec<GroupInfo>;

    /// The name of a literal: `r1c2=5`, `!r1c2=5`, `?17` for an auxiliary.
    fn literal_name(&self, literal: i32) -> Option<String>;

    /// The literal with that name.
    ///
    /// # Errors
    ///
    /// [`Error::Request`] with an atom as an example, if there is no such name.
    fn literal(&self, name: &str) -> Result<i32, Error>;

    /// What unit propagation derives from the formula and these literals.
    ///
    /// # Errors
    ///
    /// A limit that was reached first.
    fn propagate(&self, assumed: &[i32]) -> Result<Propagated, Error>;

    /// Whether there are constraints that `show` does not exclude.
    fn has_groups(&self, show: &Show) -> bool;

    /// Writes it as text, as `show` says.
    ///
    /// # Errors
    ///
    /// Errors of the output.
    fn write_text(&self, show: &Show, out: &mut dyn io::Write) -> io::Result<()>;

    /// Writes it as DIMACS.
    ///
    /// # Errors
    ///
    /// Errors of the output.
    fn write_dimacs(&self, out: &mut dyn io::Write) -> io::Result<()>;

    /// Writes it as GCNF, a group for each constraint.
    ///
    /// # Errors
    ///
    /// Errors of the output.
    fn write_gcnf(&self, out: &mut dyn io::Write) -> io::Result<()>;

    /// Writes a table of its sizes.
    ///
    /// # Errors
    ///
    /// Errors of the output.
    fn write_stats(&self, out: &mut dyn io::Write) -> io::Result<()>;
}

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

struct Handle<F: Family> {
    case: Case<F>,
    formula: Formula<AtomOf<F>>,
    /// Literals by their names; made on first use.
    names: OnceLock<HashMap<String, Lit>>,
}

/// Builds the formula, and completes it if its encoding is lazy.
pub(crate) fn built<F: Family>(case: &Case<F>, context: &Context) -> Result<Formula<AtomOf<F>>, Error> {
    let (family, puzzle, encoding) = (&*case.family, case.puzzle(), case.encoding());
    let wanted = &case.question.formula;
    let limits = case.limits(context);
    let options = wanted.build(false, &limits);
    let lazy = family.formulas().filter(|formulas| wanted.drop.is_empty() && formulas.is_lazy(encoding));
    let formula = match lazy {
        Some(formulas) => formulas.complete(puzzle, encoding, &options, &limits),
        None => build(puzzle, encoding, &options).map_err(Into::into),
    };
    formula.map_err(|error| Error::from(error).of_dropped(&wanted.drop))
}

pub(crate) fn formula<F: Family>(case: &Case<F>, context: &Context) -> Result<Box<dyn FormulaHandle>, Error> {
    let formula = built(case, context)?;
    Ok(Box::new(Handle { case: case.clone(), formula, names: OnceLock::new() }))
}

impl<F: Family> Handle<F> {
    fn encoding(&self) -> EncodingOf<F> {
        self.case.encoding()
    }

    fn name(&self, lit: Lit) -> String {
        let mut name = String::from(if lit.is_neg() { "!" } else { "" });
        with_names(self.case.puzzle(), |names| {
            self.formula.write_variable(lit.var(), None, names, &mut name)
        })
        .expect("a String takes everything");
        name
    }

    fn lit(&self, literal: i32) -> Option<Lit> {
        let lit = Lit::from_ipasir(literal).ok()?;
        (lit.var() < Var::new(self.formula.variables())).then_some(lit)
    }

    fn sentence(&self, clause: usize) -> String {
        with_names(self.case.puzzle(), |names| self.formula.group_of(clause).sentence(names))
    }
}

impl<F: Family> FormulaHandle for Handle<F> {
    fn record(&self) -> FormulaRecord {
        let family = self.case.family.info().name.clone();
        FormulaRecord::new(family, self.encoding().name(), self.formula.stats())
    }

    fn clauses(&self) -> &Clauses {
        self.formula.clauses()
    }

    fn groups(&self) -> Vec<GroupInfo> {
        let puzzle = self.case.puzzle();
        let explanation = self.case.family.explanation();
        with_names(puzzle, |names| {
            let info = |group: jigsat_cnf::GroupRef<'_, AtomOf<F>>| GroupInfo {
                rule: group.rule().name().to_owned(),
                sentence: group.sentence(names),
                cells: explanation
                    .map_or_else(Vec::new, |marks| marks.cells_of_group(puzzle, &self.formula, group)),
                clauses: group.clauses(),
            };
            self.formula.groups().map(info).collect()
        })
    }

    fn literal_name(&self, literal: i32) -> Option<String> {
        self.lit(literal).map(|lit| self.name(lit))
    }

    fn literal(&self, name: &str) -> Result<i32, Error> {
        let names = self.names.get_or_init(|| {
            let named = |(_, var): (_, Var)| (self.name(var.pos_lit()), var.pos_lit());
            self.formula.atoms().map(named).collect()
        });
        let bare = name.trim_start_matches('!');
        let lit = *names.get(bare).ok_or_else(|| {
            let example = self.formula.atoms().next().map(|(_, var)| self.name(var.pos_lit()));
            let example = example.unwrap_or_default();
            let is_otherwise_negated = ["-", "~", "¬", "not "].iter().any(|sign| bare.starts_with(sign));
            let negated = if is_otherwise_negated {
                format!(", their negations like !{example}")
            } else {
                String::new()
            };
            Error::Request(format!("there is no atom '{bare}'; atoms look like {example}{negated}"))
        })?;
        let negated = (name.len() - bare.len()) % 2 == 1;
        Ok(if negated { !lit } else { lit }.to_ipasir())
    }

    fn propagate(&self, assumed: &[i32]) -> Result<Propagated, Error> {
        let assumed: Vec<Lit> = assumed.iter().filter_map(|&literal| self.lit(literal)).collect();
        let result = self.formula.propagate(&assumed)?;
        let step = |&(lit, clause): &(Lit, Option<usize>)| {
            (self.name(lit), clause.map(|clause| self.sentence(clause)))
        };
        let conflict = result.conflict.map(|clause| self.sentence(clause)).or_else(|| {
            let lit = result.contradicted?;
            Some(format!("{} was assumed, but its negation is forced", self.name(lit)))
        });
        Ok(Propagated {
            steps: result.steps.iter().map(step).collect(),
            conflict,
            open: self.formula.variables() as usize - result.steps.len(),
        })
    }

    fn has_groups(&self, show: &Show) -> bool {
        with_names(self.case.puzzle(), |names| self.formula.has_groups(names, show))
    }

    fn write_text(&self, show: &Show, out: &mut dyn io::Write) -> io::Result<()> {
        with_names(self.case.puzzle(), |names| self.formula.write_text(names, show, out))
    }

    fn write_dimacs(&self, out: &mut dyn io::Write) -> io::Result<()> {
        with_names(self.case.puzzle(), |names| self.formula.write_dimacs(names, out))
    }

    fn write_gcnf(&self, out: &mut dyn io::Write) -> io::Result<()> {
        with_names(self.case.puzzle(), |names| self.formula.write_gcnf(names, out))
    }

    fn write_stats(&self, out: &mut dyn io::Write) -> io::Result<()> {
        self.formula.write_stats(out)
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
pub(crate) fn judged<F: Family>(
    case: &Case<F>,
    formula: &Formula<AtomOf<F>>,
    values: &[bool],
    limits: &Limits,
) -> Decoded {
    let (puzzle, encoding) = (case.puzzle(), case.encoding());
    let model = Model::new(formula, values);
    if let Some(clause) = model.violated() {
        let sentence = with_names(puzzle, |names| formula.group_of(clause).sentence(names));
        return Decoded::Violates(sentence);
    }
    let refereed = match puzzle.decode(encoding, &model) {
        Err(violation) => Err(violation),
        Ok(solution) => match Checked::within(puzzle, solution, limits) {
            Ok(refereed) => Ok(refereed),
            Err((_, Refusal::Broken(violation))) => Err(violation),
            Err((_, Refusal::Stopped(stop))) => return Decoded::Open(stop),
        },
    };
    match refereed {
        Ok(solution) => Decoded::Solution(Solution::new(solution)),
        Err(violation) => {
            let status = if !case.question.formula.drop.is_empty() {
                Status::Impossible
            } else if is_lazy(&*case.family, encoding) {
                Status::Unknown
            } else {
                Status::Bug
            };
            Decoded::Refused { violation: violation.to_string(), status }
        }
    }
}
