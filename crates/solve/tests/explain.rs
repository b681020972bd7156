//! Explanations on Latin squares of side 3 and 4, each re-checked by brute force from its reasons alone.

use std::{collections::BTreeSet, fmt};

use jigsat_cnf::{Arg, Choice, Formula, Group, Lit, Literal, Model, Rule, neg, pos};
use jigsat_solve::{
    Answer, BuildOptions, Limits, Puzzle, Session, Solver, Violation,
    explain::{
        Argument, Blame, Blamed, Contradiction, How, Line, Reason, Scale, Step, Steps, Term, Verifier,
    },
};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    /// Constraints kept as constraints.
    Stated,
    /// Constraints as clauses, in which singles are not recognised.
    Clauses,
}

impl Choice for Encoding {
    const ALL: &'static [Self] = &[Encoding::Stated, Encoding::Clauses];

    fn name(self) -> &'static str {
        match self {
            Encoding::Stated => "stated",
            Encoding::Clauses => "clauses",
        }
    }
}

type Atom = (usize, usize, usize);

/// Givens by row; 0 is open.
struct Latin(Vec<Vec<usize>>);

const CELL: Rule = Rule::new("cell", "{0} has exactly one number");
const ROW: Rule = Rule::new("row", "row {0} has exactly one {1}");
const COLUMN: Rule = Rule::new("column", "column {0} has exactly one {1}");

fn one(group: &mut Group<'_, Atom>, encoding: Encoding, atoms: impl Iterator<Item = Atom>) {
    let atoms: Vec<Atom> = atoms.collect();
    match encoding {
        Encoding::Stated => drop(group.exactly_one(atoms)),
        Encoding::Clauses => {
            group.clause(atoms.iter().copied());
            for (place, &first) in atoms.iter().enumerate() {
                for &second in &atoms[place + 1..] {
                    group.clause([neg(first), neg(second)]);
                }
            }
        }
    }
}

impl Puzzle for Latin {
    type Atom = Atom;
    type Encoding = Encoding;
    type Solution = Vec<Vec<usize>>;

    fn name(&self, (row, col, number): Atom, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}={number}", row + 1, col + 1)
    }

    fn encode(&self, encoding: Encoding, e: &mut Formula<Atom>) {
        let n = self.0.len();
        for row in 0..n {
            for col in 0..n {
                (1..=n).for_each(|number| e.declare_projected((row, col, number)));
                let cell = Arg::Cell(row as u16, col as u16);
                one(&mut e.group(&CELL, [cell]), encoding, (1..=n).map(|number| (row, col, number)));
            }
        }
        for line in 0..n {
            for number in 1..=n {
                one(&mut e.group(&ROW, (line + 1, number)), encoding, (0..n).map(|col| (line, col, number)));
                one(
                    &mut e.group(&COLUMN, (line + 1, number)),
                    encoding,
                    (0..n).map(|row| (row, line, number)),
                );
            }
        }
    }

    fn givens(&self) -> Vec<Literal<Atom>> {
        let cells = self.0.iter().enumerate().flat_map(|(row, numbers)| {
            numbers.iter().enumerate().map(move |(col, &number)| (row, col, number))
        });
        cells.filter(|&(_, _, number)| number != 0).map(pos).collect()
    }

    fn decode(&self, _encoding: Encoding, model: &Model<'_, Atom>) -> Result<Self::Solution, Violation> {
        let n = self.0.len();
        let number = |row, col| (1..=n).find(|&number| model.holds((row, col, number))).unwrap_or(0);
        Ok((0..n).map(|row| (0..n).map(|col| number(row, col)).collect()).collect())
    }

    fn check(&self, solution: &Self::Solution) -> Result<(), Violation> {
        let n = self.0.len();
        let is_line = |line: Vec<usize>| (1..=n).all(|number| line.contains(&number));
        let fine = (0..n).all(|place| {
            is_line(solution[place].clone()) && is_line(solution.iter().map(|row| row[place]).collect())
        });
        if fine { Ok(()) } else { Err(Violation::new("a line lacks a number")) }
    }
}

impl Latin {
    fn random(n: usize, givens: usize, random: &mut ChaCha8Rng) -> Self {
        let mut board = vec![vec![0; n]; n];
        for _ in 0..givens {
            board[random.random_range(0..n)][random.random_range(0..n)] = random.random_range(1..=n);
        }
        Latin(board)
    }
}

/// Whether the reasons alone, and these literals, can all hold: by brute force over the variables they mention.
fn possible(e: &Formula<Atom>, reasons: &[Reason], literals: &[Lit]) -> bool {
    let mut clauses: Vec<Vec<Lit>> = literals.iter().map(|&lit| vec![lit]).collect();
    for reason in reasons {
        match reason {
            Reason::Group(group) => {
                clauses.extend(e.group_at(*group).clauses().map(|place| e.clauses()[place].to_vec()));
            }
            Reason::Fact(lit) => clauses.push(vec![*lit]),
        }
    }
    let mentioned: BTreeSet<usize> = clauses.iter().flatten().map(|lit| lit.vidx()).collect();
    let mentioned: Vec<usize> = mentioned.into_iter().collect();
    assert!(mentioned.len() <= 27, "so many can be tried");
    let masks = clauses.iter().map(|clause| {
        clause.iter().fold((0, 0), |(positive, negative): (u32, u32), lit| {
            let bit = 1 << mentioned.binary_search(&lit.vidx()).expect("it is there");
            if lit.is_neg() { (positive, negative | bit) } else { (positive | bit, negative) }
        })
    });
    let masks: Vec<(u32, u32)> = masks.collect();
    (0..1_u32 << mentioned.len())
        .any(|code| masks.iter().all(|&(positive, negative)| code & positive != 0 || !code & negative != 0))
}

#[test]
fn what_is_to_blame_is_enough_and_all_of_it_is_needed() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let (mut clashes, mut fine) = (0, 0);
    for _ in 0..200 {
        let puzzle = Latin::random(3, 4, &mut random);
        let mut blame = Blame::new(&puzzle, Encoding::Stated, &BuildOptions::default(), &Solver::Batsat)
            .expect("it is small");
        let all = blame.all();
        let limits = Limits::default();
        match blame.minimal(&[], &all, &limits).expect("it is small") {
            Blamed::These { reasons, stopped } => {
                clashes += 1;
                assert_eq!(stopped, None);
                let ask = |blame: &mut Blame<'_, Latin>, some: &[Reason]| {
                    blame.core(&[], some, &limits).expect("it is small")
                };
                assert_ne!(ask(&mut blame, &reasons), Blamed::Nothing, "they are enough");
                for gone in 0..reasons.len() {
                    let mut rest = reasons.clone();
                    rest.remove(gone);
                    assert_eq!(ask(&mut blame, &rest), Blamed::Nothing, "each is needed");
                }
                let smallest = match blame.smallest(&[], &all, &limits).expect("it is small") {
                    (Blamed::These { reasons, stopped: None }, None) => reasons,
                    other => panic!("{other:?}"),
                };
                assert!(smallest.len() <= reasons.len());
                assert_ne!(ask(&mut blame, &smallest), Blamed::Nothing, "they are enough");
            }
            Blamed::Nothing => fine += 1,
            Blamed::Open(stop) => panic!("{stop}"),
        }
    }
    assert!(clashes > 50 && fine > 20, "{clashes} {fine}");
}

/// Two givens that clash in a row need only the row's constraint.
#[test]
fn the_smallest_is_found() {
    let puzzle = Latin(vec![vec![1, 0, 1], vec![0, 2, 0], vec![3, 0, 2]]);
    let mut blame = Blame::new(&puzzle, Encoding::Stated, &BuildOptions::default(), &Solver::Batsat)
        .expect("it is small");
    let all = blame.all();
    match blame.smallest(&[], &all, &Limits::default()).expect("it is small") {
        (Blamed::These { reasons, stopped: None }, None) => assert_eq!(reasons.len(), 3, "{reasons:?}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn each_step_follows_from_its_reasons_alone() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let limits = Limits::default();
    let (mut singles, mut others) = (0, 0);
    let mut explained = 0;
    while explained < 20 {
        let puzzle = Latin::random(3, 3, &mut random);
        let Some(goal) = only_solution(&puzzle) else { continue };
        let encoding = Encoding::ALL[explained % 2];
        explained += 1;
        let mut steps = Steps::new(&puzzle, encoding, &BuildOptions::default(), &Solver::Batsat, &goal, &[])
            .expect("it is small");
        let mut known: Vec<Lit> =
            puzzle.givens().into_iter().map(|literal| steps.blame().formula().lit(literal)).collect();
        while let Some(step) = steps.next(&limits).expect("it is small") {
            let e = steps.blame().formula();
            for reason in &step.reasons {
                if let Reason::Fact(lit) = reason {
                    assert!(known.contains(lit), "it was known before");
                }
            }
            for &lit in &step.deduced {
                assert!(!possible(e, &step.reasons, &[!lit]), "it follows from them");
                assert!(goal.iter().any(|&literal| e.lit(literal) == lit), "it is so in the solution");
            }
            known.extend(&step.deduced);
            if step.is_single { singles += 1 } else { others += 1 }
        }
        assert!(steps.open().is_empty());
        assert!(goal.iter().all(|&literal| known.contains(&steps.blame().formula().lit(literal))));
    }
    assert!(singles > 20 && others > 20, "{singles} {others}");
}

#[test]
fn no_reason_of_a_step_can_be_spared() {
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let (limits, options) = (Limits::default(), BuildOptions::default());
    let (mut checked, encoding) = (0, Encoding::Clauses);
    let mut explained = 0;
    while explained < 20 {
        let puzzle = Latin::random(4, 7, &mut random);
        let Some(goal) = only_solution(&puzzle) else { continue };
        explained += 1;
        let mut blame = Blame::new(&puzzle, encoding, &options, &Solver::Batsat).expect("it is small");
        let mut steps =
            Steps::new(&puzzle, encoding, &options, &Solver::Batsat, &goal, &[]).expect("it is small");
        while let Some(step) = steps.next(&limits).expect("it is small") {
            for gone in 0..step.reasons.len() {
                let mut rest = step.reasons.clone();
                rest.remove(gone);
                let without = blame.core(&[!step.deduced[0]], &rest, &limits).expect("it is small");
                assert_eq!(without, Blamed::Nothing, "each is needed");
            }
            checked += step.reasons.len();
        }
    }
    assert!(checked > 500, "{checked}");
}

#[test]
fn why_one_literal() {
    let puzzle = Latin(vec![vec![1, 2, 0], vec![0, 0, 0], vec![0, 0, 0]]);
    let goal = [pos((0, 2, 3))];
    let mut steps =
        Steps::new(&puzzle, Encoding::Stated, &BuildOptions::default(), &Solver::Batsat, &goal, &[])
            .expect("it is small");
    let lit = steps.blame().formula().lit(goal[0]);
    let step = steps.why(lit, &Limits::default()).expect("no limit");
    assert!(step.is_single);
    let e = steps.blame().formula();
    let not_three = e.lit(neg((0, 2, 3)));
    assert!(!possible(e, &step.reasons, &[not_three]));
    assert_eq!(step.reasons.len(), 5, "the cell, two rows, two givens: {:?}", step.reasons);
}

/// The literals of the only solution.
fn only_solution(puzzle: &Latin) -> Option<Vec<Literal<Atom>>> {
    let mut session = Session::new(puzzle, Encoding::Stated, &BuildOptions::default(), &Solver::Batsat, None)
        .expect("it is small");
    let limits = Limits::default();
    if !matches!(session.solve(&limits), Ok(Answer::Solved(_))) {
        return None;
    }
    let goal = session.true_projected();
    matches!(session.solve(&limits), Ok(Answer::Impossible(_))).then_some(goal)
}

/// The steps to a contradiction and the clash, each from its reasons alone.
#[test]
fn contradictions_come_step_by_step() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let limits = Limits::default();
    let (mut ways, mut longest) = (0, 0);
    for encoding in Encoding::ALL.iter().cycle().take(300) {
        let puzzle = Latin::random(3, 4, &mut random);
        let mut blame =
            Blame::new(&puzzle, *encoding, &BuildOptions::default(), &Solver::Batsat).expect("it is small");
        let all = blame.all();
        if blame.minimal(&[], &all, &limits).expect("it is small") == Blamed::Nothing {
            continue;
        }
        let way =
            Contradiction::new(&puzzle, *encoding, &BuildOptions::default(), &Solver::Batsat, &[], &limits);
        let way = way.expect("it is small");
        let e = way.blame.formula();
        let mut told: Vec<Lit> = Vec::new();
        let mut are_told = |reasons: &[Reason], deduced: &[Lit]| {
            for reason in reasons {
                assert!(!matches!(reason, Reason::Fact(lit) if !told.contains(lit)), "{reason:?}");
            }
            told.extend(deduced);
        };
        for step in &way.steps {
            are_told(&step.reasons, &step.deduced);
            assert!(step.deduced.iter().all(|&lit| !possible(e, &step.reasons, &[!lit])), "{step:?}");
        }
        are_told(&way.clash, &[]);
        assert!(!possible(e, &way.clash, &[]));
        let roots = blame.core(&[], &way.roots(), &limits).expect("it is small");
        assert!(matches!(roots, Blamed::These { .. }));
        ways += 1;
        longest = longest.max(way.steps.len());
    }
    assert!(ways > 100 && longest > 1, "{ways} {longest}");
}

/// Whether a line is true in all assignments that satisfy its constraints, by brute force; nested lines are, too.
fn is_implied(e: &Formula<Atom>, line: &Line) -> bool {
    let groups: Vec<Reason> = match &line.how {
        How::Constraint(group, _) => vec![Reason::Group(*group)],
        How::Sum { terms, .. } => terms.iter().map(|term| Reason::Group(term.group)).collect(),
        How::Search(groups) => groups.iter().copied().map(Reason::Group).collect(),
        How::Suppose(_, lines) => return lines.iter().all(|line| is_implied(e, line)),
    };
    let without = |wrong: Option<Lit>| {
        let literals: Vec<Lit> = line.premises.iter().copied().chain(wrong).collect();
        !possible(e, &groups, &literals)
    };
    if line.gives.is_empty() { without(None) } else { line.gives.iter().all(|&lit| without(Some(!lit))) }
}

/// All arguments with one line, premise or conclusion less, or a premise turned around.
fn mutations(lines: &[Line]) -> Vec<Vec<Line>> {
    let mut all = Vec::new();
    for place in 0..lines.len() {
        let mut change = |change: &dyn Fn(&mut Line)| {
            let mut other = lines.to_vec();
            change(&mut other[place]);
            all.push(other);
        };
        for gone in 0..lines[place].premises.len() {
            change(&|line| {
                line.premises.remove(gone);
            });
            change(&|line| line.premises[gone] = !line.premises[gone]);
        }
        for gone in 0..lines[place].gives.len() {
            change(&|line| {
                line.gives.remove(gone);
            });
            change(&|line| line.gives[gone] = !line.gives[gone]);
        }
        match &lines[place].how {
            How::Constraint(group, _) => change(&|line| line.how = How::Constraint(group + 1, Vec::new())),
            How::Suppose(lit, within) => {
                change(&|line| line.how = How::Suppose(!*lit, within.clone()));
                for inside in mutations(within) {
                    change(&|line| line.how = How::Suppose(*lit, inside.clone()));
                }
            }
            How::Sum { terms, with } => {
                for (gone, term) in terms.iter().enumerate() {
                    let mut other = terms.clone();
                    other[gone] = Term { times: -term.times, ..*term };
                    change(&|line| line.how = How::Sum { terms: other.clone(), with: *with });
                    other.remove(gone);
                    change(&|line| line.how = How::Sum { terms: other.clone(), with: *with });
                }
            }
            How::Search(_) => {}
        }
        let mut other = lines.to_vec();
        other.remove(place);
        all.push(other);
    }
    all
}

/// A board with one solution, from which no given can be removed.
fn sparse(n: usize, random: &mut ChaCha8Rng) -> Latin {
    let mut order: Vec<usize> = (0..n * n).collect();
    let mut shuffled = |of: &mut Vec<usize>| {
        for place in (1..of.len()).rev() {
            of.swap(place, random.random_range(0..=place));
        }
    };
    shuffled(&mut order);
    let mut lines: Vec<usize> = (0..n).collect();
    shuffled(&mut lines);
    let mut board: Vec<Vec<usize>> =
        lines.iter().map(|row| (0..n).map(|col| (row + lines[col]) % n + 1).collect()).collect();
    for place in order {
        let number = std::mem::take(&mut board[place / n][place % n]);
        if only_solution(&Latin(board.clone())).is_none() {
            board[place / n][place % n] = number;
        }
    }
    Latin(board)
}

/// Runs through the steps of random boards, with what is known before each.
fn each_argument(n: usize, boards: usize, mut look: impl FnMut(&Formula<Atom>, &[Lit], &Step, &Argument)) {
    let mut random = ChaCha8Rng::seed_from_u64(17);
    let (limits, options) = (Limits::default(), BuildOptions::default());
    for board in 0..boards {
        let puzzle = sparse(n, &mut random);
        let goal = only_solution(&puzzle).expect("it has one");
        let encoding = Encoding::ALL[board % 2];
        let mut steps =
            Steps::new(&puzzle, encoding, &options, &Solver::Batsat, &goal, &[]).expect("it is small");
        let mut known: Vec<Lit> = Vec::new();
        // At once, as a single step, a literal is harder to explain.
        for lit in steps.open().to_vec() {
            let step = steps.why(lit, &limits).expect("it is small");
            look(steps.blame().formula(), &known, &step, step.argument.as_ref().expect("no limit"));
        }
        while let Some(step) = steps.next(&limits).expect("it is small") {
            look(steps.blame().formula(), &known, &step, step.argument.as_ref().expect("no limit"));
            known.extend(&step.deduced);
        }
    }
}

#[test]
fn arguments_hold_and_each_line_by_brute_force() {
    let mut lines = 0;
    each_argument(3, 20, |e, known, step, argument| {
        let verified = Verifier::new(e, known, &Limits::default()).verify(e, argument, &step.deduced);
        assert_eq!(verified.expect("it is small"), None, "{argument:?}");
        assert!(argument.lines.iter().all(|line| is_implied(e, line)), "{argument:?}");
        lines += argument.all_lines().len();
        assert!(!argument.all_lines().iter().any(|line| matches!(line.how, How::Search(_))));
    });
    assert!(lines > 100, "{lines}");
}

#[test]
fn no_line_of_an_argument_can_be_left_out_and_none_changed() {
    let (mut changed, mut sums, mut supposed) = (0, 0, 0);
    each_argument(5, 6, |e, known, step, argument| {
        let verify = |argument: &Argument| {
            let mut verifier = Verifier::new(e, known, &Limits::default());
            verifier.verify(e, argument, &step.deduced).expect("it is small")
        };
        assert_eq!(verify(argument), None, "{argument:?}");
        sums += argument.lines.iter().filter(|line| matches!(line.how, How::Sum { .. })).count();
        supposed += argument.lines.iter().filter(|line| matches!(line.how, How::Suppose(..))).count();
        for lines in mutations(&argument.lines) {
            let other = Argument { lines };
            assert!(verify(&other).is_some(), "{argument:?} and {other:?}");
            changed += 1;
        }
    });
    assert!(changed > 1000 && sums > 0 && supposed > 0, "{changed} {sums} {supposed}");
}

/// An argument for a contradiction ends with one.
#[test]
fn contradictions_have_arguments() {
    let puzzle = Latin(vec![vec![1, 2, 0], vec![0, 0, 3], vec![0, 0, 0]]);
    let mut blame = Blame::new(&puzzle, Encoding::Stated, &BuildOptions::default(), &Solver::Batsat)
        .expect("it is small");
    let (all, limits) = (blame.all(), Limits::default());
    let Blamed::These { reasons, .. } = blame.minimal(&[], &all, &limits).expect("it is small") else {
        panic!("the 3 of row 1 has no place")
    };
    let e = blame.formula();
    let (argument, _) = Argument::of(e, &[], &reasons, &Scale::default(), &limits).expect("it is small");
    let verified = Verifier::new(e, &[], &limits).verify(e, &argument, &[]).expect("it is small");
    assert_eq!(verified, None, "{argument:?}");
    assert!(argument.lines.last().is_some_and(|line| line.gives.is_empty()));
}
