//! Each step of an explanation follows from the reasons that it names, and from nothing else: their clauses alone, which are
//! found by their sentences, refute that it is otherwise.

use std::collections::{HashMap, HashSet};

use jigsat_cnf::{Bound, Choice, GraphFlavour, Lit, neg, pos};
use jigsat_input::Source;
use jigsat_kit::{EncodingOf, Family, FormulaOptions, SolutionOf, literal_name};
use jigsat_solve::{Limits, Solver, Verdict, build, with_names};
use jigsat_workbench::{Ask, Context, ExplainRequest, record::ReasonRecord};

use crate::{
    families::{Typed, typed},
    properties::{Found, of_subjects},
    subjects::{Has, Sample, Subject, patient},
};

#[test]
fn a_step_follows_from_its_reasons() {
    of_subjects(Subject::is_explained_by_steps, |subject, found| typed(&Reasons, subject, found));
}

struct Reasons;

impl Typed for Reasons {
    fn check<F: Family>(&self, family: &F, subject: &Subject, found: &mut Found) {
        subject.having(Has::One).take(1).for_each(|board| of_board(family, board, found));
    }
}

/// The clauses of the constraints of a formula by their sentences, and its literals by their words.
struct Meanings {
    /// The literals that follow by unit propagation.
    from_the_start: HashSet<Lit>,
    /// The literals of the solution.
    goal: Vec<Lit>,
    clauses: HashMap<String, Vec<Vec<Lit>>>,
    literals: HashMap<String, Vec<Lit>>,
}

impl Meanings {
    /// Those of a formula that says all about a board; the words are those about the board.
    fn of<F: Family>(
        family: &F,
        board: &F::Puzzle,
        explained: &F::Puzzle,
        encoding: EncodingOf<F>,
        formula: &FormulaOptions,
        solution: &SolutionOf<F>,
    ) -> Self {
        let options = formula.build(false, &Limits::default());
        let formula = build(explained, encoding, &options).expect("it was built before");
        let mut clauses: HashMap<String, Vec<Vec<Lit>>> = HashMap::new();
        for group in formula.groups() {
            let sentence = with_names(explained, |names| group.sentence(names));
            let all = clauses.entry(sentence).or_default();
            all.extend(group.clauses().map(|place| formula.clauses()[place].to_vec()));
            // Pairs that another constraint rules out are left out of the clauses, and not of the sentence.
            let is_of_pairs = |bound: Bound| bound.allows(1) && !bound.allows(2);
            for constraint in group.constraints().filter(|constraint| is_of_pairs(constraint.bound)) {
                let lits = &constraint.lits;
                all.extend((0..lits.len()).flat_map(|a| (0..a).map(move |b| vec![!lits[a], !lits[b]])));
            }
        }
        let explanation = family.explanation().expect("it is explained");
        let mut literals = HashMap::new();
        for (atom, var) in formula.atoms() {
            for (holds, lit) in [(true, var.pos_lit()), (false, var.neg_lit())] {
                let name = || literal_name(board, if holds { pos(atom) } else { neg(atom) });
                let words = explanation.words(board, atom, holds).unwrap_or_else(name);
                literals.entry(words).or_insert_with(Vec::new).push(lit);
            }
        }
        let propagated = formula.propagate(&[]).expect("there are no limits");
        let from_the_start = propagated.steps.iter().map(|(lit, _)| *lit).collect();
        let goal = explanation.literals(board, encoding, solution).unwrap_or_default();
        let goal = goal.into_iter().map(|literal| formula.lit(literal)).collect();
        Meanings { from_the_start, goal, clauses, literals }
    }

    /// The only literal with these words.
    fn literal(&self, words: &str) -> Option<Lit> {
        match self.literals.get(words)?[..] {
            [lit] => Some(lit),
            _ => None,
        }
    }

    /// The clauses of a reason; `None` if nothing has this sentence.
    fn clauses(&self, reason: &ReasonRecord) -> Option<Vec<Vec<Lit>>> {
        match reason.rule {
            Some(_) => self.clauses.get(&reason.sentence).cloned(),
            None => Some(vec![vec![self.literal(&reason.sentence)?]]),
        }
    }
}

fn of_board<F: Family>(family: &F, board: &Sample, found: &mut Found) {
    let is_lazy = |encoding: EncodingOf<F>| board.instance.is_completed(encoding.name());
    // What is added to a formula on the way is not in one that is built here.
    let complete = EncodingOf::<F>::ALL.iter().find(|&&encoding| !is_lazy(encoding));
    let encoding = *complete.expect("an encoding is complete");
    let formula = FormulaOptions {
        encoding: Some(encoding.name().into()),
        graph: Some(GraphFlavour::Tree),
        ..FormulaOptions::default()
    };
    let ask = Ask { formula: formula.clone(), ..patient() };
    let explained = board.instance.asking(&ask).and_then(|instance| {
        instance.ask(&ExplainRequest { ask: ask.clone(), ..ExplainRequest::default() }, &Context::default())
    });
    let Some(explained) = found.ok(explained, &board.name) else { return };
    let puzzle = board.instance.puzzle().downcast_ref::<F::Puzzle>().expect("it is of this family");
    let json = board.solution.as_ref().expect("it has one").to_json().to_string();
    let solution = family.read_solution(puzzle, &Source::new("solution", json), &Limits::default());
    let solution = solution.expect("it was written before");
    let other = family.explanation().and_then(|explanation| explanation.to_explain(puzzle, &[&solution]));
    let meanings =
        Meanings::of(family, puzzle, other.as_ref().unwrap_or(puzzle), encoding, &formula, &solution);
    let mut known = HashSet::new();
    for step in &explained.record.steps {
        known.extend(step.deduced.iter().filter_map(|deduced| meanings.literal(deduced)));
        let mut solver = Solver::Batsat.start().expect("it is built in");
        for reason in &step.because {
            let clauses = meanings.clauses(reason);
            found.that(clauses.is_some(), || format!("{}: nothing says '{}'", board.name, reason.sentence));
            for clause in clauses.into_iter().flatten() {
                solver.add(&clause).expect("it has memory");
            }
        }
        for deduced in &step.deduced {
            let refuted = meanings.literal(deduced).map(|lit| solver.solve(&[!lit], &Limits::default()));
            let follows = matches!(refuted, Some(Ok(Verdict::Unsat)));
            found.that(follows, || format!("{}: '{deduced}' does not follow in {step:?}", board.name));
        }
    }
    let is_known = |lit: &&Lit| known.contains(*lit) || meanings.from_the_start.contains(*lit);
    let missing = meanings.goal.iter().filter(|lit| !is_known(lit)).count();
    found
        .that(missing == 0, || format!("{}: no step deduces {missing} literals of the solution", board.name));
}
