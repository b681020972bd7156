//! A puzzle of a family with a question, as a board.

use std::{any::Any, sync::Arc};

use jigsat_cnf::{Choice, Variable};
use jigsat_grid::{Cell, Edge, Picture, Size};
use jigsat_input::{Message, ParseError, Source, quote};
use jigsat_kit::{
    Account, Beginning, Blank, Blanks, Counted, Counting, EncodingOf, Error, Evidence, Family,
    FormulaOptions, Goal, Info, Listing, Optimal, Outcome, Proposition, Rating, Run, SearchOptions,
    SolutionImages, SolutionOf, Theorem, Within, ask_session, by_listing, follows_from_one, images, listable,
    listing, literal_name,
};
use jigsat_solve::{BuildOptions, Completion, Grown, Held, Limits, Puzzle, Refusal, Stop, Violation};

use super::{
    case::{Case, question},
    family::Erased,
    formula::TypedFormula,
};
use crate::{
    AnyFamily, Ask, Solution,
    board::{Best, Board, Purpose},
    puzzle_formula::{AtomId, Known, PuzzleFormula},
};

impl<F: Family> Case<F> {
    /// The encoding with that name.
    fn named(name: &str) -> Result<EncodingOf<F>, Error> {
        EncodingOf::<F>::named(name).ok_or_else(|| no_encoding(name))
    }

    /// Another puzzle with the same question.
    fn with_puzzle(&self, puzzle: F::Puzzle) -> Arc<dyn Board> {
        Case::board(&self.family, puzzle, self.origin.of_other(), &self.question)
    }

    /// The puzzle in the form with the shortest explanations.
    fn to_explain(&self, solutions: &[Solution]) -> Arc<F::Puzzle> {
        let solutions: Vec<&SolutionOf<F>> = solutions.iter().filter_map(Solution::typed).collect();
        let explanation = self.family.explanation();
        let other = explanation.and_then(|explanation| explanation.to_explain(&self.puzzle, &solutions));
        other.map_or_else(|| Arc::clone(&self.puzzle), Arc::new)
    }

    /// The puzzle whose formula a proof refutes: it is about solutions of exactly this many steps, or may be weaker than
    /// the puzzle.
    fn to_prove(&self, length: Option<u32>) -> Result<Arc<F::Puzzle>, Error> {
        let puzzle = &self.puzzle;
        let Some(steps) = length else {
            let other = self.family.to_prove(puzzle, None);
            return Ok(other.map_or_else(|| Arc::clone(puzzle), Arc::new));
        };
        let other = self.family.to_prove(puzzle, Some(steps)).filter(|_| self.has_plans());
        other.map(Arc::new).ok_or_else(|| no_formula(steps))
    }

    /// The formula of a form of the puzzle.
    fn built(
        &self,
        puzzle: Arc<F::Puzzle>,
        encoding: EncodingOf<F>,
        options: &BuildOptions,
    ) -> Result<Box<dyn PuzzleFormula>, Error> {
        let grown = Grown::new(Held::from(puzzle), encoding, options)?;
        Ok(Box::new(TypedFormula { own: Arc::clone(&self.own), encoding, grown }))
    }

    /// What the referee says of a solution: one of another family is no solution.
    fn of_family<'s>(&self, solution: &'s Solution) -> Result<&'s SolutionOf<F>, Refusal> {
        solution.typed().ok_or_else(|| no_solution(self.family.info()))
    }
}

fn no_encoding(name: &str) -> Error {
    Error::request(format!("there is no encoding {}", quote(name)))
}

fn no_formula(steps: u32) -> Error {
    Error::request(format!("there is no formula for {steps} steps"))
}

fn no_solution(family: &Info) -> Refusal {
    Violation::new(format!("it is no solution of {}", family.name)).into()
}

/// Whether a theorem about solutions without a length follows from the evidence.
fn follows_for(family: &Info, theorem: &Theorem, evidence: &Evidence<'_>) -> Result<(), Refusal> {
    let name = &family.name;
    match theorem {
        Theorem::NoneShorter { .. } => {
            Err(Violation::new(format!("solutions of {name} have no length")).into())
        }
        _ => Ok(follows_from_one(name, evidence)?),
    }
}

impl<F: Family> Board for Case<F> {
    fn shared(&self) -> Arc<dyn Board> {
        self.again(Arc::clone(&self.origin), Arc::clone(&self.question))
    }

    fn family(&self) -> Box<dyn AnyFamily> {
        Box::new(Erased(Arc::clone(&self.family)))
    }

    fn info(&self) -> &Info {
        self.family.info()
    }

    fn puzzle(&self) -> &dyn Any {
        &*self.puzzle
    }

    fn file(&self) -> &Arc<str> {
        &self.origin.file
    }

    fn title(&self) -> &Arc<str> {
        &self.origin.title
    }

    fn warnings(&self) -> &[String] {
        &self.origin.warnings
    }

    fn index(&self) -> Option<u64> {
        self.origin.index
    }

    fn is_light(&self) -> bool {
        let engines = self.family.engines();
        engines.is_some_and(|engines| engines.is_light(&self.puzzle, &self.question))
    }

    fn formula_options(&self) -> &FormulaOptions {
        &self.question.formula
    }

    fn search_options(&self) -> &SearchOptions {
        &self.question.search
    }

    fn one_puzzle(&self) -> Result<(), Error> {
        self.family.only_searched(&self.question).map_or(Ok(()), |why| Err(Error::request(why)))
    }

    fn encodings(&self) -> Vec<&'static str> {
        EncodingOf::<F>::all_names()
    }

    fn symmetries(&self) -> Option<usize> {
        let order = self.family.symmetry()?.order(&self.puzzle, &Limits::default());
        order.expect("there are no limits")
    }

    fn encoding(&self) -> &'static str {
        Case::encoding(self).name()
    }

    fn best(&self, goal: Goal) -> Best {
        let auto = self.family.auto(&self.puzzle, goal);
        Best { engine: auto.engine, encoding: auto.encoding.name(), solver: auto.solver }
    }

    fn asking(&self, ask: &Ask) -> Result<Arc<dyn Board>, Error> {
        Ok(self.again(Arc::clone(&self.origin), question(&*self.family, ask)?))
    }

    fn numbered(&self, index: u64) -> Arc<dyn Board> {
        self.again(self.origin.of_number(index), Arc::clone(&self.question))
    }

    fn with(
        &self,
        formula: &Arc<FormulaOptions>,
        search: &Arc<SearchOptions>,
    ) -> Result<Arc<dyn Board>, Error> {
        let name = formula.encoding.as_deref().filter(|&name| name != "auto");
        let encoding = name.map(Self::named).transpose()?;
        let question = self.question.with(encoding, formula, search);
        Ok(self.again(Arc::clone(&self.origin), Arc::new(question)))
    }

    fn resize(&self, size: Size, limits: &Limits) -> Result<Arc<dyn Board>, Error> {
        Ok(self.with_puzzle(self.family.resize(&self.puzzle, size, limits).map_err(Error::request)?))
    }

    fn engines(&self) -> &'static [&'static str] {
        self.family.engines().map_or(&[], |engines| engines.names())
    }

    fn is_plain(&self) -> bool {
        self.question.is_plain()
    }

    fn refuses(&self, engine: &str, is_plain: bool) -> Option<Message> {
        self.family.engines()?.refuses(&self.puzzle, engine, is_plain)
    }

    fn solve(&self, run: &Run<'_>) -> Result<Outcome<Solution>, Error> {
        let (family, puzzle, question) = (&*self.family, &*self.puzzle, &*self.question);
        match family.engines() {
            Some(engines) => engines.solve(puzzle, question, run),
            None => Ok(ask_session(family, puzzle, question, run.limits)?),
        }
    }

    fn count(&self, wanted: &Counting, run: &Run<'_>) -> Result<Counted, Error> {
        let (family, puzzle, question) = (&*self.family, &*self.puzzle, &*self.question);
        if let Some(engines) = family.engines()
            && let Some(counted) = engines.count(puzzle, question, wanted, run)?
        {
            return Ok(counted);
        }
        by_listing(family, puzzle, question, wanted, run)
    }

    fn list(&self, run: &Run<'_>) -> Result<Box<dyn Listing>, Error> {
        let (family, question) = (&*self.family, &*self.question);
        listable(family, question, "`all` and `limit`")?;
        if let Some(shortest) = self.shortest(run)? {
            return shortest.list(run);
        }
        listing(family, Arc::clone(&self.puzzle).into(), question, run.limits)
    }

    fn shortest(&self, run: &Run<'_>) -> Result<Option<Arc<dyn Board>>, Error> {
        let Some(horizon) = self.family.horizon() else { return Ok(None) };
        let shortest = horizon.shortest(&self.puzzle, &self.question, run)?;
        Ok(shortest.map(|puzzle| self.with_puzzle(puzzle)))
    }

    fn rate(&self, run: &Run<'_>) -> Result<Option<Rating>, Error> {
        let engines = self.family.engines();
        engines.map_or(Ok(None), |engines| engines.rate(&self.puzzle, run))
    }

    fn contradiction(&self, limits: &Limits) -> Option<String> {
        self.family.contradiction(&self.puzzle, limits)
    }

    fn check_so_far(&self, solution: &Solution, limits: &Limits) -> Result<(), Refusal> {
        self.family.check_so_far(&self.puzzle, self.of_family(solution)?, limits)
    }

    fn check(&self, solution: &Solution, limits: &Limits) -> Result<(), Refusal> {
        self.puzzle.check_within(self.of_family(solution)?, limits)
    }

    fn encode(
        &self,
        purpose: Purpose<'_>,
        encoding: &str,
        options: &BuildOptions,
    ) -> Result<Box<dyn PuzzleFormula>, Error> {
        let encoding = Self::named(encoding)?;
        let puzzle = match purpose {
            Purpose::Puzzle | Purpose::Enumerated => Arc::clone(&self.puzzle),
            Purpose::Explained(solutions) => self.to_explain(solutions),
            Purpose::Proof(length) => self.to_prove(length)?,
        };
        let is_merged = || puzzle.completion(encoding).is_some_and(Completion::merges_solutions);
        if matches!(purpose, Purpose::Enumerated) && is_merged() {
            return self.built(puzzle, encoding, &options.pruning(false));
        }
        self.built(puzzle, encoding, options)
    }

    fn is_completed(&self, encoding: &str) -> bool {
        EncodingOf::<F>::named(encoding).is_some_and(|encoding| self.puzzle.completion(encoding).is_some())
    }

    fn literals(&self, encoding: &str, solution: &Solution) -> Option<Vec<Known>> {
        let (encoding, solution) = (EncodingOf::<F>::named(encoding)?, solution.typed()?);
        let literals = self.family.explanation()?.literals(&self.puzzle, encoding, solution)?;
        Some(self.atoms.all_known(literals))
    }

    fn so_far(&self, known: &[Known]) -> Option<Solution> {
        let explanation = self.family.explanation()?;
        explanation.so_far(&self.puzzle, &self.atoms.literals(known)).map(Solution::of)
    }

    fn givens(&self) -> Vec<Known> {
        self.atoms.all_known(self.puzzle.givens())
    }

    fn words(&self, literals: &[Known]) -> Vec<String> {
        let puzzle = &*self.puzzle;
        let words = |&known: &Known| {
            let literal = self.atoms.literal(known);
            let own = match (self.family.explanation(), literal.variable) {
                (Some(explanation), Variable::Atom(atom)) => {
                    explanation.words(puzzle, atom, !literal.negated)
                }
                _ => None,
            };
            own.unwrap_or_else(|| literal_name(puzzle, literal))
        };
        literals.iter().map(words).collect()
    }

    fn words_together(&self, literals: &[Known]) -> Vec<String> {
        let atom = |literal: &Known| match literal.variable {
            Variable::Atom(atom) => Some((self.atoms.atom(atom), !literal.negated)),
            Variable::Aux(_) => None,
        };
        let atoms: Option<Vec<_>> = literals.iter().map(atom).collect();
        let together = atoms.zip(self.family.explanation());
        let together = together.and_then(|(atoms, words)| words.words_of_all(&self.puzzle, &atoms));
        together.unwrap_or_else(|| self.words(literals))
    }

    fn cells(&self, literal: Known) -> Vec<Cell> {
        match (self.family.explanation(), literal.variable) {
            (Some(explanation), Variable::Atom(atom)) => {
                explanation.cells(&self.puzzle, self.atoms.atom(atom))
            }
            _ => Vec::new(),
        }
    }

    fn cell_name(&self, cell: Cell) -> String {
        let explanation = self.family.explanation();
        explanation.map_or_else(|| cell.to_string(), |marks| marks.cell_name(&self.puzzle, cell))
    }

    fn placed(&self, literal: Known) -> Option<[String; 2]> {
        let Variable::Atom(atom) = literal.variable else { return None };
        self.family.explanation()?.placed(&self.puzzle, self.atoms.atom(atom))
    }

    fn edge(&self, literal: Known) -> Option<Edge> {
        let Variable::Atom(atom) = literal.variable else { return None };
        self.family.explanation()?.edge(&self.puzzle, self.atoms.atom(atom))
    }

    fn blanks(&self, limits: &Limits) -> Result<Vec<Blanks<AtomId>>, Stop> {
        let Some(explanation) = self.family.explanation() else { return Ok(Vec::new()) };
        let blank = |blank: Blank<_>| {
            let atoms = blank.atoms.into_iter().map(|atom| self.atoms.id(atom)).collect();
            Blank { name: blank.name, at: blank.at, atoms }
        };
        let kind = |kind: Blanks<_>| Blanks {
            values: kind.values,
            places: kind.places.into_iter().map(blank).collect(),
            givens: kind.givens,
        };
        Ok(explanation.blanks(&self.puzzle, limits)?.into_iter().map(kind).collect())
    }

    fn has_plans(&self) -> bool {
        self.family.horizon().is_some()
    }

    fn length(&self) -> Option<u16> {
        self.family.horizon()?.length(&self.puzzle)
    }

    fn has_length(&self, steps: u32) -> bool {
        self.has_plans() && self.family.to_prove(&self.puzzle, Some(steps)).is_some()
    }

    fn account(&self, played: Option<&Solution>, run: &Run<'_>) -> Result<Option<Account>, Error> {
        let Some(horizon) = self.family.horizon() else { return Ok(None) };
        let played = played.and_then(Solution::typed);
        horizon.account(&self.puzzle, &self.question, played, run).map(Some)
    }

    fn is_optimal(&self, solution: &Solution, run: &Run<'_>) -> Result<Option<Optimal>, Error> {
        match self.family.horizon().zip(solution.typed()) {
            Some((horizon, plan)) => horizon.is_optimal(&self.puzzle, plan, &self.question, run),
            None => Ok(None),
        }
    }

    fn cannot_prove(&self) -> Option<&'static str> {
        self.family.horizon()?.cannot_prove(&self.question)
    }

    fn proposition(&self, outcome: &Outcome<Solution>, limits: &Limits) -> Result<Option<Proposition>, Stop> {
        match self.family.horizon() {
            Some(horizon) => horizon.proposition(&self.puzzle, &self.question, outcome, limits),
            None => Ok(Proposition::of_one_formula(outcome)),
        }
    }

    fn follows(&self, theorem: &Theorem, evidence: &Evidence<'_>, limits: &Limits) -> Result<(), Refusal> {
        match self.family.horizon() {
            Some(horizon) => horizon.follows(&self.puzzle, theorem, evidence, limits),
            None => follows_for(self.family.info(), theorem, evidence),
        }
    }

    fn leave_open(&self, outcome: &mut Outcome<Solution>, stop: Stop) {
        match self.family.horizon() {
            Some(horizon) => horizon.leave_open(&self.puzzle, outcome, stop),
            None => outcome.leave_open(stop),
        }
    }

    fn beginnings(&self) -> Option<Vec<Beginning<AtomId>>> {
        let beginning = |beginning: Beginning<_>| Beginning {
            literals: self.atoms.all_known(beginning.literals),
            images: beginning.images,
            stabilizer: beginning.stabilizer,
        };
        let own = self.family.cutting()?.beginnings(&self.puzzle)?;
        Some(own.into_iter().map(beginning).collect())
    }

    fn counted_as(&self) -> Option<(Arc<dyn Board>, u128)> {
        let (puzzle, times) = self.family.cutting()?.counted_as(&self.puzzle)?;
        Some((self.with_puzzle(puzzle), times))
    }

    fn count_within(&self, cube: &[Known], group: &[usize], run: &Run<'_>) -> Option<Within> {
        let cube = self.atoms.literals(cube);
        self.family.cutting()?.count_within(&self.puzzle, &cube, group, run)
    }

    fn image_of(&self, literals: &[Known], number: usize) -> Option<Vec<Known>> {
        if number == 0 {
            return Some(literals.to_vec());
        }
        let symmetry = self.family.symmetry()?;
        let image = |literal: &Known| match literal.variable {
            Variable::Atom(atom) => {
                let image = symmetry.image_of_atom(&self.puzzle, self.atoms.atom(atom), number)?;
                let variable = Variable::Atom(self.atoms.id(image));
                Some(Known { variable, negated: literal.negated })
            }
            Variable::Aux(_) => None,
        };
        literals.iter().map(image).collect()
    }

    fn images(&self) -> Option<SolutionImages<'_>> {
        images(&*self.family, &self.puzzle)
    }

    fn draw(&self, solution: Option<&Solution>) -> Box<dyn Picture> {
        self.family.draw(&self.puzzle, solution.and_then(Solution::typed))
    }

    fn read_solution(&self, source: &Source, limits: &Limits) -> Result<Solution, ParseError> {
        self.family.read_solution(&self.puzzle, source, limits).map(Solution::of)
    }

    #[cfg(not(target_family = "wasm"))]
    fn solution(&self, json: &serde_json::value::RawValue) -> serde_json::Result<Solution> {
        serde_json::from_str::<SolutionOf<F>>(json.get()).map(Solution::of)
    }

    fn write_solution(&self, solution: &Solution, format: &str) -> Option<String> {
        self.family.write_solution(&self.puzzle, solution.typed()?, format)
    }

    fn write(&self, format: &str) -> Result<Vec<u8>, Error> {
        self.family.write(&self.puzzle, format).map_err(Error::request)
    }
}
