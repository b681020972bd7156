//! Comparing formulas by meaning: random formulas against a search of all assignments, and encodings of colourings.

use std::{collections::BTreeSet, fmt};

use jigsat_cnf::{Formula, Interrupt, Model, Rule, Var, neg, pos};
use jigsat_solve::{
    BuildOptions, Growing, Grown, Limits, Puzzle, Solver, Violation,
    meaning::{Named, Shown, Unmatched, Verdict, lost},
    testing,
};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

mod colouring {
    include!("../doc/colouring.rs");
}
use colouring::Colouring;

/// Clauses in groups; a literal is the number of a variable from 1, negative if it is negated.
#[derive(Clone, Debug)]
struct Clauses {
    shown: u8,
    hidden: u8,
    groups: Vec<Vec<Vec<i8>>>,
}

const EVEN: Rule = Rule::new("even", "group {0} holds");
const ODD: Rule = Rule::new("odd", "odd group {0} holds");

impl Puzzle for Clauses {
    type Atom = u8;
    type Encoding = ();
    type Solution = Vec<bool>;

    fn name(&self, atom: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{atom}")
    }

    fn encode(&self, (): (), e: &mut Formula<u8>) {
        (1..=self.shown).for_each(|atom| e.declare_projected(atom));
        (1..=self.hidden).for_each(|atom| e.declare(self.shown + atom));
        for (number, clauses) in self.groups.iter().enumerate() {
            let rule = if number % 2 == 0 { &EVEN } else { &ODD };
            let mut group = e.group(rule, (number,));
            for clause in clauses {
                group.clause(
                    clause
                        .iter()
                        .map(|&lit| if lit < 0 { neg(lit.unsigned_abs()) } else { pos(lit.unsigned_abs()) }),
                );
            }
        }
    }

    fn decode(&self, (): (), model: &Model<'_, u8>) -> Result<Vec<bool>, Violation> {
        Ok((1..=self.shown).map(|atom| model.holds(atom)).collect())
    }

    fn check(&self, _: &Vec<bool>) -> Result<(), Violation> {
        Ok(())
    }
}

impl Clauses {
    /// The values of the shown variables that can be completed, each as bits.
    fn solutions(&self) -> BTreeSet<u32> {
        let holds = |bits: u32| {
            let is_true = |&lit: &i8| (bits >> (lit.unsigned_abs() - 1) & 1 == 1) == (lit > 0);
            self.groups.iter().flatten().all(|clause| clause.iter().any(is_true))
        };
        let all = (0..1_u32 << (self.shown + self.hidden)).filter(|&bits| holds(bits));
        all.map(|bits| bits & ((1 << self.shown) - 1)).collect()
    }

    fn random(rng: &mut ChaCha8Rng, shown: u8, hidden: u8) -> Self {
        let variables = (shown + hidden) as i8;
        let groups = (0..rng.random_range(1..=5)).map(|_| {
            let clauses = (0..rng.random_range(1..=3)).map(|_| {
                let literals = (0..rng.random_range(1..=3)).map(|_| {
                    let variable = rng.random_range(1..=variables);
                    if rng.random() { variable } else { -variable }
                });
                literals.collect()
            });
            clauses.collect()
        });
        Clauses { shown, hidden, groups: groups.collect() }
    }

    /// The same with other variables, in place of each one of the shown.
    fn moved(&self, by: u8) -> Self {
        let image = |lit: i8| {
            let variable = lit.unsigned_abs();
            let moved = if variable <= self.shown { (variable - 1 + by) % self.shown + 1 } else { variable };
            moved as i8 * lit.signum()
        };
        let mut moved = self.clone();
        moved.groups.iter_mut().flatten().flatten().for_each(|lit| *lit = image(*lit));
        moved
    }

    fn grown(&self) -> Grown<'_, Clauses> {
        Grown::new(self, (), &BuildOptions::default()).expect("it is small")
    }
}

fn named(grown: &Grown<'_, Clauses>) -> Named {
    Named::of(grown.cnf(), |var: Var| format!("{var:?}")).expect("there is no limit")
}

/// Asks, and compares the answer with all assignments.
fn agrees(one: &Clauses, other: &Clauses, all_rules: bool) -> Verdict {
    let (mut first, mut second) = (one.grown(), other.grown());
    let shown = Shown::by_names(&named(&first), &named(&second), &Interrupt::default());
    let shown = shown.expect("there is no limit").expect("both show the same");
    let found = lost(&mut first, &mut second, &shown, all_rules, &Solver::default(), &Limits::default());
    let found = found.expect("there is no limit");
    let (has, others) = (one.solutions(), other.solutions());
    let is_lost = has.difference(&others).next().is_some();
    assert_eq!(found.difference.is_some(), is_lost, "{one:?} {other:?} {found:?}");
    assert_eq!(found.verdict.keeps(), !is_lost, "{one:?} {other:?} {found:?}");
    for difference in
        found.difference.iter().chain(found.rules.iter().filter_map(|rule| rule.difference.as_ref()))
    {
        let bits =
            (0..one.shown).filter(|&var| difference.values[usize::from(var)]).map(|var| 1 << var).sum();
        assert!(has.contains(&bits) && !others.contains(&bits), "{one:?} {other:?} {difference:?}");
        let allows = |solution: &u32, left_out: usize, of: &[(usize, bool)]| {
            let mut kept = of.iter().enumerate().filter(|(place, _)| *place != left_out);
            kept.all(|(_, &(place, value))| (solution >> place & 1 == 1) == value)
        };
        let those = Clauses {
            groups: difference.groups.iter().map(|&group| other.groups[group].clone()).collect(),
            ..other.clone()
        };
        let allowed = those.solutions();
        let forbidden = &difference.forbidden;
        assert!(
            !allowed.iter().any(|solution| allows(solution, usize::MAX, forbidden)),
            "{difference:?} {other:?}"
        );
        for left_out in 0..forbidden.len() {
            let is_needed = allowed.iter().any(|solution| allows(solution, left_out, forbidden));
            assert!(is_needed, "one can be left out: {difference:?} {other:?}");
        }
    }
    found.verdict
}

/// Random formulas, other ones, and weakened ones, with and without variables that are not shown.
#[test]
fn agrees_with_all_assignments() {
    let mut by_rules = 0;
    let mut by_solutions = 0;
    for seed in 0..1500 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (shown, hidden) = (rng.random_range(1..=5), rng.random_range(0..=4));
        let one = Clauses::random(&mut rng, shown, hidden);
        let mut other = match seed % 3 {
            0 => {
                let hidden = rng.random_range(0..=4);
                Clauses::random(&mut rng, shown, hidden)
            }
            _ => one.clone(),
        };
        if seed % 3 == 1 {
            let dropped = rng.random_range(0..other.groups.len());
            other.groups.remove(dropped);
        }
        if seed % 2 == 0 {
            other.groups.reverse();
        }
        for (one, other) in [(&one, &other), (&other, &one)] {
            match agrees(one, other, seed % 5 == 0) {
                Verdict::Implied { .. } => by_rules += 1,
                Verdict::Listed { .. } => by_solutions += 1,
                _ => {}
            }
        }
    }
    assert!(by_rules > 100 && by_solutions > 20, "both ways are tried: {by_rules}, {by_solutions}");
}

/// Formulas that have symmetries: those of a formula moved by all rotations of the shown variables.
#[test]
fn symmetries_change_no_answer() {
    let mut fewer = 0;
    for seed in 0..300 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let shown = rng.random_range(3..=6);
        let seedling =
            Clauses { groups: vec![Clauses::random(&mut rng, shown, 0).groups.concat()], shown, hidden: 0 };
        let orbit = |of: &Clauses| Clauses {
            groups: (0..shown).flat_map(|by| of.moved(by).groups).collect(),
            ..of.clone()
        };
        let one = orbit(&seedling);
        let mut other = match seed % 2 {
            0 => {
                // Each clause says a little less.
                let mut weaker = seedling.clone();
                let extra = rng.random_range(1..=shown as i8);
                weaker.groups.iter_mut().flatten().for_each(|clause| clause.push(extra));
                orbit(&weaker)
            }
            _ => orbit(&Clauses {
                groups: vec![Clauses::random(&mut rng, shown, 0).groups.concat()],
                shown,
                hidden: 0,
            }),
        };
        if seed % 4 > 1 {
            // One clause that is like the others, but not quite.
            let clause: Vec<i8> = other.groups[0][0].iter().skip(1).copied().collect();
            let place = rng.random_range(0..other.groups.len());
            other.groups[place].push(clause);
        }
        for (one, other) in [(&one, &other), (&other, &one)] {
            if let Verdict::Implied { constraints, asked } = agrees(one, other, true)
                && (1..constraints).contains(&asked)
            {
                fewer += 1;
            }
        }
    }
    assert!(fewer > 20, "symmetries are found: {fewer}");
}

#[test]
fn a_missing_edge_is_found_and_told() {
    let right = Colouring::triangle(3);
    let wrong = Colouring { edges: vec![(0, 1), (1, 2)], ..Colouring::triangle(3) };
    let limits = Limits::default();
    testing::equivalent(
        (&right, ()),
        (&Colouring { edges: vec![(2, 1), (2, 0), (1, 0)], ..Colouring::triangle(3) }, ()),
        &limits,
    );
    let told =
        std::panic::catch_unwind(|| testing::equivalent((&wrong, ()), (&right, ()), &Limits::default()));
    let told = *told.expect_err("it differs").downcast::<String>().expect("a message");
    // Both encodings have the same name.
    assert!(told.starts_with("the second lacks a solution of the first: "), "{told}");
    assert!(told.contains("because nodes 0 and 2 differ"), "{told}");
}

/// An atom that only the first formula has is false for the second, if the caller says so.
#[test]
fn what_is_left_out_is_false() {
    let one = Clauses { shown: 3, hidden: 0, groups: vec![vec![vec![1, 2, 3]], vec![vec![-1, -3]]] };
    for (groups, keeps) in
        [(vec![vec![vec![1, 2]]], false), (vec![vec![vec![1, 2]], vec![vec![1, -2]]], false)]
    {
        let other = Clauses { shown: 2, hidden: 0, groups };
        let (mut first, mut second) = (one.grown(), other.grown());
        let shown =
            Shown::of_either(&named(&first), &named(&second), &Interrupt::default()).expect("no limit");
        assert_eq!(shown.places.len(), 3);
        let solver = Solver::default();
        let found =
            lost(&mut first, &mut second, &shown, false, &solver, &Limits::default()).expect("no limit");
        assert_eq!(found.verdict.keeps(), keeps, "{found:?}");
        let back = shown.swapped();
        let found =
            lost(&mut second, &mut first, &back, false, &solver, &Limits::default()).expect("no limit");
        assert!(found.verdict.keeps(), "{found:?}");
    }
    // Without its third atom, the first formula has no other solution than the second.
    let one = Clauses { groups: vec![vec![vec![1, 2, 3]], vec![vec![-3]]], ..one };
    let other = Clauses { shown: 2, hidden: 0, groups: vec![vec![vec![1, 2]]] };
    let (mut first, mut second) = (one.grown(), other.grown());
    let shown = Shown::of_either(&named(&first), &named(&second), &Interrupt::default()).expect("no limit");
    let found = lost(&mut first, &mut second, &shown, true, &Solver::default(), &Limits::default());
    assert!(found.expect("no limit").verdict.keeps());
}

/// What only one formula shows is never guessed.
#[test]
fn other_names_are_refused() {
    let [one, other] = [3, 4].map(|shown| Clauses { shown, hidden: 0, groups: vec![] });
    let unmatched = Shown::by_names(&named(&one.grown()), &named(&other.grown()), &Interrupt::default());
    let unmatched = unmatched.expect("there is no limit").expect_err("one more is shown");
    assert!(matches!(unmatched, Unmatched { first, second } if first.is_empty() && second.len() == 1));
}
