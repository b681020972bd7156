//! The formula of a puzzle.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use jigsat_cnf::{Interrupt, Lit, Var};
use jigsat_kit::Error;
use jigsat_solve::{Judged, Limits};
use jigsat_workbench::{Context, formula::written, puzzle_formula::PuzzleFormula};
use pyo3::{
    exceptions::{PyIndexError, PyKeyError, PyValueError},
    prelude::*,
    types::{PyBytes, PyList},
};

use crate::{part::plain, work};

/// A constraint: its rule, whether other rules imply it, its sentence, the places of its clauses from and to, its cells.
type Group = (String, bool, String, usize, usize, Vec<(u16, u16)>);

/// What propagation derives: literals with the places of the clauses that force them; the place of a clause that is false; an
/// assumption that is false.
type Propagated = (Vec<(i32, Option<usize>)>, Option<usize>, Option<i32>);

/// The verdict on values: whether they are a solution, the solution as JSON has it, why they are none, and the place of a
/// constraint that is broken.
type Decoded = (bool, Option<Py<PyAny>>, Option<String>, Option<usize>);

/// A formula, with what its variables mean. Variables are numbers from 1, as in DIMACS.
#[pyclass(frozen, module = "jigsat._jigsat")]
pub struct Formula {
    board: Arc<dyn jigsat_workbench::Board>,
    formula: Mutex<Box<dyn PuzzleFormula>>,
    encoding: &'static str,
    is_lazy: bool,
    variables: u32,
    /// The literals of all clauses.
    literals: Vec<i32>,
    /// Where each clause begins there, and at last the end.
    starts: Vec<usize>,
    names: OnceLock<(Vec<String>, HashMap<String, i32>)>,
}

fn signed(lit: Lit) -> i32 {
    let number = lit.vidx32().cast_signed() + 1;
    if lit.is_neg() { -number } else { number }
}

impl Formula {
    /// The formula that a puzzle's question asks for.
    ///
    /// # Errors
    ///
    /// As [`written`].
    pub fn of(board: Arc<dyn jigsat_workbench::Board>, context: &Context) -> Result<Self, Error> {
        let mut formula = written(&*board, context)?;
        // The limits were for building it.
        formula.cnf_mut().stop_when(Interrupt::new(|| None));
        let clauses = formula.cnf().clauses();
        let mut literals = Vec::with_capacity(clauses.literals());
        let mut starts = Vec::with_capacity(clauses.len() + 1);
        for clause in clauses.iter() {
            starts.push(literals.len());
            literals.extend(clause.iter().copied().map(signed));
        }
        starts.push(literals.len());
        let (encoding, is_lazy, variables) =
            (formula.encoding(), formula.is_lazy(), formula.cnf().variables());
        let (formula, names) = (Mutex::new(formula), OnceLock::new());
        Ok(Formula { board, formula, encoding, is_lazy, variables, literals, starts, names })
    }

    fn with<T: Send>(
        &self,
        py: Python<'_>,
        make: impl FnOnce(&mut dyn PuzzleFormula) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        work::here(py, || make(&mut **self.formula.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    fn named(&self, py: Python<'_>) -> PyResult<&(Vec<String>, HashMap<String, i32>)> {
        if let Some(names) = self.names.get() {
            return Ok(names);
        }
        let names = self.with(py, |formula| {
            let names: Vec<String> =
                (0..self.variables).map(|var| formula.name(Var::new(var).pos_lit())).collect();
            let numbers = (1_i32..).zip(&names).map(|(number, name)| (name.clone(), number)).collect();
            Ok((names, numbers))
        })?;
        Ok(self.names.get_or_init(|| names))
    }

    fn lits(&self, literals: &[i32]) -> PyResult<Vec<Lit>> {
        let lit = |&literal: &i32| match literal.unsigned_abs() {
            0 => Err(PyValueError::new_err("0 is no literal")),
            number if number > self.variables => Err(PyIndexError::new_err(format!(
                "there are only {} variables, and no {number}",
                self.variables
            ))),
            number => Ok(Var::new(number - 1).lit(literal < 0)),
        };
        literals.iter().map(lit).collect()
    }
}

#[pymethods]
impl Formula {
    /// The name of the encoding.
    #[getter]
    fn encoding(&self) -> &'static str {
        self.encoding
    }

    /// Whether its clauses may have models that are no solutions, because it is completed while it is solved.
    #[getter]
    fn is_lazy(&self) -> bool {
        self.is_lazy
    }

    /// Number of variables.
    #[getter]
    fn variables(&self) -> u32 {
        self.variables
    }

    /// Number of clauses.
    #[getter]
    fn clause_count(&self) -> usize {
        self.starts.len() - 1
    }

    /// The clauses, each as a list of literals.
    fn clauses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let clause = |ends: &[usize]| PyList::new(py, &self.literals[ends[0]..ends[1]]);
        let clauses = PyList::empty(py);
        for ends in self.starts.windows(2) {
            clauses.append(clause(ends)?)?;
        }
        Ok(clauses)
    }

    /// The literals of the clause at that place, from 0.
    fn clause(&self, place: usize) -> PyResult<&[i32]> {
        let ends = self.starts.get(place..place.saturating_add(2));
        let ends = ends.ok_or_else(|| PyIndexError::new_err(format!("there is no clause {place}")))?;
        Ok(&self.literals[ends[0]..ends[1]])
    }

    /// The literals of all clauses as bytes of 32-bit numbers, and where each clause begins there, and at last the end, as bytes of
    /// 64-bit numbers.
    fn arrays<'py>(&self, py: Python<'py>) -> (Bound<'py, PyBytes>, Bound<'py, PyBytes>) {
        let literals: Vec<u8> = self.literals.iter().flat_map(|literal| literal.to_ne_bytes()).collect();
        let starts: Vec<u8> = self.starts.iter().flat_map(|&start| (start as u64).to_ne_bytes()).collect();
        (PyBytes::new(py, &literals), PyBytes::new(py, &starts))
    }

    /// The variable with that name.
    fn id(&self, py: Python<'_>, name: &str) -> PyResult<i32> {
        let (names, numbers) = self.named(py)?;
        numbers.get(name).copied().ok_or_else(|| {
            let example = names.first().map_or_else(String::new, |name| format!("; names look like {name}"));
            PyKeyError::new_err(format!("there is no variable '{name}'{example}"))
        })
    }

    /// The name of a variable, or of the negation of one: `r1c2=5`, `!r1c2=5`, `row[1,5]?2` for an auxiliary.
    fn name(&self, py: Python<'_>, literal: i32) -> PyResult<String> {
        self.lits(&[literal])?;
        let (names, _) = self.named(py)?;
        let name = &names[literal.unsigned_abs() as usize - 1];
        Ok(if literal < 0 { format!("!{name}") } else { name.clone() })
    }

    /// The names of all variables.
    fn names(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(self.named(py)?.0.clone())
    }

    /// The variables that distinguish solutions.
    fn projected(&self, py: Python<'_>) -> PyResult<Vec<i32>> {
        self.with(py, |formula| {
            Ok(formula.cnf().projected_variables().map(|var| signed(var.pos_lit())).collect())
        })
    }

    /// The names of the rules, and whether each was dropped.
    fn rules(&self, py: Python<'_>) -> PyResult<Vec<(String, bool)>> {
        self.with(py, |formula| {
            Ok(formula.cnf().rules().map(|(rule, dropped)| (rule.name().to_owned(), dropped)).collect())
        })
    }

    /// The constraints, in the order in which they were written.
    fn groups(&self, py: Python<'_>) -> PyResult<Vec<Group>> {
        self.with(py, |formula| {
            let group = |group: jigsat_workbench::formula::GroupInfo| {
                let redundant =
                    formula.cnf().rules().any(|(rule, _)| rule.name() == group.rule && rule.is_redundant());
                let cells = group.cells.iter().map(|cell| (cell.row, cell.col)).collect();
                (group.rule, redundant, group.sentence, group.clauses.start, group.clauses.end, cells)
            };
            Ok(formula.groups().map(group).collect())
        })
    }

    /// The sentence of the constraint to which the clause at that place belongs.
    fn sentence(&self, py: Python<'_>, clause: usize) -> PyResult<String> {
        self.clause(clause)?;
        self.with(py, |formula| Ok(formula.sentence(formula.cnf().group_of(clause).index())))
    }

    /// What unit propagation derives from these literals.
    fn propagate(&self, py: Python<'_>, assumed: Vec<i32>) -> PyResult<Propagated> {
        let assumed = self.lits(&assumed)?;
        self.with(py, |formula| {
            let seen = formula.cnf().propagate(&assumed)?;
            let steps = seen.steps.iter().map(|&(lit, clause)| (signed(lit), clause)).collect();
            Ok((steps, seen.conflict, seen.contradicted.map(signed)))
        })
    }

    /// What a model says about the puzzle, by the referee. Variables that it lacks are false.
    fn decode(&self, py: Python<'_>, model: Vec<i32>) -> PyResult<Decoded> {
        let mut values = vec![false; self.variables as usize];
        for &literal in &model {
            // A solver may know of more variables.
            if let Some(value) = values.get_mut(literal.unsigned_abs().wrapping_sub(1) as usize) {
                *value = literal > 0;
            }
        }
        let holds = |&literal: &i32| values[literal.unsigned_abs() as usize - 1] == (literal > 0);
        let broken =
            self.starts.windows(2).position(|ends| !self.literals[ends[0]..ends[1]].iter().any(holds));
        if let Some(clause) = broken {
            return self.with(py, |formula| {
                let group = formula.cnf().group_of(clause).index();
                Ok((false, None, Some(formula.sentence(group)), Some(clause)))
            });
        }
        self.with(py, |formula| {
            let judged = formula.referee(&values, &Limits::default());
            let solution = formula.take_solution().map(|solution| plain(&solution));
            Ok(match judged {
                Judged::Solution => (true, solution, None, None),
                Judged::Refused(violation) => (false, solution, Some(violation.to_string()), None),
                Judged::Stopped(stop) => return Err(stop.into()),
            })
        })
    }

    /// As text: `text` for people, `dimacs` for solvers, `gcnf` for extractors of unsatisfiable groups, `stats`.
    #[pyo3(signature = (form, full, rule, group))]
    fn write(
        &self,
        py: Python<'_>,
        form: &str,
        full: bool,
        rule: Option<String>,
        group: Option<String>,
    ) -> PyResult<String> {
        self.with(py, |formula| {
            let mut out = Vec::new();
            let names = formula.names();
            match form {
                "dimacs" => formula.cnf().write_dimacs(&names, &mut out)?,
                "gcnf" => formula.cnf().write_gcnf(&names, &mut out)?,
                "stats" => formula.cnf().write_stats(&mut out)?,
                _ => {
                    let show = jigsat_cnf::Show { full, rule, group, ..jigsat_cnf::Show::default() };
                    let order = |one, other| formula.compare_atoms(one, other);
                    formula.cnf().write_text(&names, &order, &show, &mut out)?;
                }
            }
            Ok(String::from_utf8_lossy(&out).into_owned())
        })
    }

    /// The family of its puzzle.
    #[getter]
    fn family(&self) -> &str {
        &self.board.info().name
    }
}
