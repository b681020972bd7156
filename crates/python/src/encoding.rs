//! Encodings that are written in Python: what Python has noted becomes a formula, and its referee judges solutions.

use std::{fmt, sync::Arc};

use jigsat_cnf::{
    Amo, Arg, Bound, Card, Choice, Flavours, Formula, GraphFlavour, Group, Literal, Model, Rule, Sum,
    graph::Graph,
};
use jigsat_grid::{Lines, Picture};
use jigsat_kit::Error;
use jigsat_solve::{BuildOptions, Puzzle, Solver, Violation, testing};
use jigsat_workbench::{Ask, OwnPuzzle};
use pyo3::{exceptions::PyValueError, prelude::*};
use serde::Deserialize;

use crate::{board::Board, work};

/// A literal as Python has it: the number of an atom or an auxiliary, from 1, negative for a negation.
type Signed = i32;

/// What Python has noted.
#[derive(Debug, Deserialize)]
struct Program {
    name: String,
    /// The atoms, by their numbers without 0.
    atoms: Vec<AtomOf>,
    rules: Vec<RuleOf>,
    groups: Vec<GroupOf>,
    given: Vec<Signed>,
}

#[derive(Debug, Deserialize)]
struct AtomOf {
    name: String,
    /// Whether solutions are distinguished by it.
    projected: bool,
}

#[derive(Debug, Deserialize)]
struct RuleOf {
    name: String,
    sentence: String,
    redundant: bool,
}

#[derive(Debug, Deserialize)]
struct GroupOf {
    rule: usize,
    args: Vec<ArgOf>,
    steps: Vec<Step>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ArgOf {
    Number(i64),
    Text(String),
    Literal(Signed),
}

/// What is stated in a group.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Step {
    /// A new auxiliary, numbered after the others, and its name.
    Aux(Option<String>),
    Clause(Vec<Signed>),
    Implies(Vec<Signed>, Vec<Signed>),
    EqualsAll(Signed, Vec<Signed>),
    EqualsAny(Signed, Vec<Signed>),
    Count(BoundOf, Vec<Signed>),
    Sum(BoundOf, Vec<(u32, Signed)>),
    Connected(GraphOf),
    OneLoop(GraphOf),
    Paths(GraphOf, Vec<[usize; 2]>),
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum BoundOf {
    AtMost(u64),
    AtLeast(u64),
    Exactly(u64),
}

impl From<BoundOf> for Bound {
    fn from(bound: BoundOf) -> Self {
        match bound {
            BoundOf::AtMost(number) => Bound::AtMost(number),
            BoundOf::AtLeast(number) => Bound::AtLeast(number),
            BoundOf::Exactly(number) => Bound::Exactly(number),
        }
    }
}

#[derive(Debug, Deserialize)]
struct GraphOf {
    /// The literal of each node; none if it always holds.
    nodes: Vec<Option<Signed>>,
    names: Vec<String>,
    edges: Vec<(usize, usize, Option<Signed>)>,
}

/// A puzzle of Python.
struct Own {
    program: Arc<Program>,
    /// Takes the names of the true atoms, and returns why they are no solution, if they aren't.
    referee: Arc<Py<PyAny>>,
}

/// The literals of a formula by their numbers in Python.
struct Numbers {
    atoms: u32,
    auxiliaries: Vec<Literal<u32>>,
}

impl Numbers {
    fn of(program: &Program) -> Self {
        Numbers { atoms: program.atoms.len() as u32, auxiliaries: Vec::new() }
    }

    fn literal(&self, signed: Signed) -> Literal<u32> {
        let number = signed.unsigned_abs() - 1;
        let positive = match number.checked_sub(self.atoms) {
            None => number.into(),
            Some(auxiliary) => self.auxiliaries[auxiliary as usize],
        };
        if signed < 0 { !positive } else { positive }
    }

    fn all(&self, signed: &[Signed]) -> Vec<Literal<u32>> {
        signed.iter().map(|&signed| self.literal(signed)).collect()
    }

    fn graph(&self, graph: &GraphOf) -> Graph<u32> {
        let mut made = Graph::new();
        for node in &graph.nodes {
            made.node(node.map(|node| self.literal(node)));
        }
        for &(one, other, literal) in &graph.edges {
            made.edge(one, other, literal.map(|literal| self.literal(literal)));
        }
        made.with_names(graph.names.iter().map(String::as_str))
    }

    /// Writes a group. A constraint about a loop or paths ends it: it opens others.
    fn write(&mut self, mut group: Group<'_, u32>, steps: &[Step]) {
        for step in steps {
            match step {
                Step::Aux(name) => {
                    let made = match name {
                        Some(name) => group.named_aux(name.as_str()),
                        None => group.aux(),
                    };
                    self.auxiliaries.push(made);
                }
                Step::Clause(lits) => {
                    group.clause(self.all(lits));
                }
                Step::Implies(if_all, then_any) => {
                    group.implies(self.all(if_all), self.all(then_any));
                }
                Step::EqualsAll(lit, lits) => {
                    group.equals_all(self.literal(*lit), self.all(lits));
                }
                Step::EqualsAny(lit, lits) => {
                    group.equals_any(self.literal(*lit), self.all(lits));
                }
                Step::Count(bound, lits) => {
                    group.count((*bound).into(), self.all(lits));
                }
                Step::Sum(bound, terms) => {
                    let terms: Vec<_> =
                        terms.iter().map(|&(weight, lit)| (weight, self.literal(lit))).collect();
                    group.sum((*bound).into(), terms);
                }
                Step::Connected(graph) => {
                    group.connected(&self.graph(graph));
                }
                Step::OneLoop(graph) => return group.one_loop(&self.graph(graph)),
                Step::Paths(graph, pairs) => return group.paths(&self.graph(graph), pairs.iter().copied()),
            }
        }
    }
}

impl Puzzle for Own {
    type Atom = u32;
    type Encoding = ();
    type Solution = Vec<String>;

    fn name(&self, atom: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.program.atoms[atom as usize].name)
    }

    fn encode(&self, (): (), e: &mut Formula<u32>) {
        let program = &*self.program;
        for (atom, declared) in (0..).zip(&program.atoms) {
            if declared.projected { e.declare_projected(atom) } else { e.declare(atom) }
        }
        let rules: Vec<Rule> = program.rules.iter().map(RuleOf::rule).collect();
        let mut numbers = Numbers::of(program);
        for group in &program.groups {
            if e.step(1).is_err() {
                return;
            }
            let args: Vec<Arg> = group
                .args
                .iter()
                .map(|arg| match arg {
                    ArgOf::Number(number) => Arg::Number(*number),
                    ArgOf::Text(text) => e.name(text.as_str()).into(),
                    ArgOf::Literal(signed) => Arg::Literal(e.lit(numbers.literal(*signed))),
                })
                .collect();
            numbers.write(e.group(&rules[group.rule], &args[..]), &group.steps);
        }
    }

    fn givens(&self) -> Vec<Literal<u32>> {
        Numbers::of(&self.program).all(&self.program.given)
    }

    fn decode(&self, (): (), model: &Model<'_, u32>) -> Result<Vec<String>, Violation> {
        let atoms = (0..).zip(&self.program.atoms);
        let are_true = atoms.filter(|(atom, declared)| declared.projected && model.holds(*atom));
        Ok(are_true.map(|(_, declared)| declared.name.clone()).collect())
    }

    fn check(&self, solution: &Vec<String>) -> Result<(), Violation> {
        Python::attach(|py| {
            let said = self
                .referee
                .call1(py, (solution.clone(),))
                .and_then(|said| said.extract::<Option<String>>(py));
            match said {
                Ok(None) => Ok(()),
                Ok(Some(words)) => Err(Violation::new(words)),
                Err(error) => Err(Violation::new(format!("the referee failed: {error}"))),
            }
        })
    }
}

impl RuleOf {
    fn rule(&self) -> Rule {
        let rule = Rule::owned(self.name.clone(), self.sentence.clone());
        if self.redundant { rule.redundant() } else { rule }
    }
}

/// An encoding of Python, complete.
#[pyclass(frozen, module = "jigsat._jigsat")]
pub struct Encoded {
    program: Arc<Program>,
    referee: Arc<Py<PyAny>>,
    draw: Option<Arc<Py<PyAny>>>,
}

impl Encoded {
    fn puzzle(&self) -> Own {
        Own { program: Arc::clone(&self.program), referee: Arc::clone(&self.referee) }
    }
}

/// The flavours with these names.
fn flavours([amo, card, sum, graph]: [Option<String>; 4]) -> PyResult<Flavours> {
    fn named<C: Choice + Default>(what: &str, name: Option<String>) -> PyResult<C> {
        let Some(name) = name else { return Ok(C::default()) };
        let unknown =
            || PyValueError::new_err(format!("there is no {what} '{name}'; there are: {}", C::names()));
        C::named(&name).ok_or_else(unknown)
    }
    Ok(Flavours {
        amo: named::<Amo>("amo", amo)?,
        card: named::<Card>("card", card)?,
        sum: named::<Sum>("sum", sum)?,
        graph: named::<GraphFlavour>("graph", graph)?,
    })
}

/// What a test found wrong is its result.
fn told(result: Result<(), String>) -> Result<Option<String>, Error> {
    Ok(result.err())
}

#[pymethods]
impl Encoded {
    #[new]
    fn new(program: &str, referee: Py<PyAny>, draw: Option<Py<PyAny>>) -> PyResult<Self> {
        let program =
            serde_json::from_str(program).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Encoded { program: Arc::new(program), referee: Arc::new(referee), draw: draw.map(Arc::new) })
    }

    /// The puzzle, for all verbs.
    fn board(&self, py: Python<'_>) -> PyResult<Board> {
        let mut own = OwnPuzzle::new(self.program.name.clone(), self.puzzle()).placed(|_, _| Vec::new());
        if let Some(draw) = self.draw.clone() {
            own = own.drawn(move |_, solution| {
                let solution = solution.cloned();
                let text = Python::attach(|py| {
                    draw.call1(py, (solution,)).and_then(|text| text.extract::<String>(py))
                });
                let text = text.unwrap_or_else(|error| format!("can't be drawn: {error}"));
                Box::new(Lines(text.lines().map(str::to_owned).collect())) as Box<dyn Picture>
            });
        }
        let board = work::here(py, || own.board(&Ask::default()))?;
        Ok(Board::made(board))
    }

    /// What differs from the solutions that brute force found, each as the names of its true atoms.
    fn compare_with_brute_force(
        &self,
        py: Python<'_>,
        expected: Vec<Vec<String>>,
        flavoured: [Option<String>; 4],
        solver: Option<String>,
        timeout: Option<f64>,
    ) -> PyResult<Option<String>> {
        let puzzle = self.puzzle();
        let options = BuildOptions { flavours: flavours(flavoured)?, ..BuildOptions::default() };
        let solver = match solver {
            Some(name) => name.parse::<Solver>().map_err(|error| PyValueError::new_err(error.to_string()))?,
            None => Solver::default(),
        };
        work::beside(py, move |context| {
            let options = BuildOptions { limits: context.limits_of(timeout), ..options };
            told(testing::compare_with_brute_force(&puzzle, (), &options, &solver, expected))
        })
    }

    /// The first rule of this encoding that does not matter for it and these others, or matters although it is declared
    /// redundant.
    fn check_each_rule(
        &self,
        py: Python<'_>,
        others: Vec<PyRef<'_, Encoded>>,
        flavoured: [Option<String>; 4],
        timeout: Option<f64>,
    ) -> PyResult<Option<String>> {
        let mut puzzles = vec![self.puzzle()];
        puzzles.extend(others.iter().map(|other| other.puzzle()));
        let flavours = flavours(flavoured)?;
        work::beside(py, move |context| {
            let limits = context.limits_of(timeout);
            let options = BuildOptions { flavours, limits, ..BuildOptions::default() };
            told(testing::check_each_rule(&puzzles, (), &options))
        })
    }

    /// A solution that only one of two encodings has, projected on what both show.
    fn check_equivalent(
        &self,
        py: Python<'_>,
        other: PyRef<'_, Encoded>,
        timeout: Option<f64>,
    ) -> PyResult<Option<String>> {
        let (one, other) = (self.puzzle(), other.puzzle());
        work::beside(py, move |context| {
            told(testing::check_equivalent((&one, ()), (&other, ()), &context.limits_of(timeout)))
        })
    }
}
