//! Each group of a page's formula, alone, says what its assert says: the referee, which evaluates asserts and shares no code
//! with the formula, finds the same asserts broken. Otherwise an explanation that names the group would claim too much.

use std::collections::BTreeSet;

use jigsat_cnf::{Flavours, Formula, GraphFlavour, Lit, Literal, Model, Var, Variable, pos};
use jigsat_genres::{Board, Wanted, generate, genres};
use jigsat_grid::Size;
use jigsat_kit::{Blanks, Family};
use jigsat_qprop::{Atom, Encoding};
use jigsat_solve::{Attempt, BuildOptions, Limits, Puzzle, Sat, Solver, Verdict, build};

use crate::common::family;

/// A formula in a solver in which each rule is switched on by a literal.
struct Switched {
    formula: Formula<Atom>,
    sat: Box<dyn Sat>,
}

impl Switched {
    fn new(board: &Board) -> Self {
        let flavours = Flavours { graph: GraphFlavour::Tree, ..Flavours::default() };
        let options = BuildOptions { flavours, prunes: false, ..BuildOptions::default() };
        let formula = build(board, Encoding::Model, &options).expect("it is small");
        let mut sat = Solver::Batsat.start().expect("it is built in");
        let variables = formula.variables();
        sat.reserve(variables + formula.rules().len() as u32).expect("they are few");
        for group in formula.groups() {
            for place in group.clauses() {
                let switch = Lit::new(variables + group.rule_index() as u32, true);
                let clause: Vec<Lit> = formula.clauses()[place].iter().copied().chain([switch]).collect();
                sat.add(&clause).expect("it takes clauses");
            }
        }
        Switched { formula, sat }
    }

    /// The rules that don't hold for these values of all atoms.
    fn broken(&mut self, holds: &[bool]) -> BTreeSet<String> {
        let atoms: Vec<Lit> =
            self.formula.atoms().map(|(atom, var)| Lit::new(var.idx32(), !holds[atom.0 as usize])).collect();
        let mut broken = BTreeSet::new();
        let rules: Vec<String> = self.formula.rules().map(|(rule, _)| rule.name().to_owned()).collect();
        for (number, rule) in (0..).zip(rules) {
            let switch = Lit::new(self.formula.variables() + number, false);
            let assumed: Vec<Lit> = atoms.iter().copied().chain([switch]).collect();
            match self.sat.solve(&assumed, &Limits::default()).expect("it solves") {
                Verdict::Unsat => _ = broken.insert(rule),
                Verdict::Sat => {}
                Verdict::Stopped(stop) => panic!("{stop} without a limit"),
            }
        }
        broken
    }
}

/// Pseudorandom numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count
    }
}

/// Changes the value of one place: whether an atom of a relation holds, or which value a function has.
fn change(blanks: &[Blanks<Atom>], holds: &mut [bool], random: &mut Random) {
    let of = &blanks[random.below(blanks.len())];
    let place = &of.places[random.below(of.places.len())];
    let atoms: Vec<usize> = place.atoms.iter().map(|atom| atom.0 as usize).collect();
    match atoms[..] {
        [atom] if of.values.is_empty() => holds[atom] = !holds[atom],
        _ => {
            for &atom in &atoms {
                holds[atom] = false;
            }
            holds[atoms[random.below(atoms.len())]] = true;
        }
    }
}

#[test]
fn groups_say_what_their_asserts_say() {
    let changed: usize = std::env::var("JIGSAT_PUZZLES")
        .map_or(30, |count| count.parse().expect("a number of changed boards"));
    for genre in genres().iter().filter(|genre| genre.generator().is_some()) {
        let page = genre.page();
        let side = if page.name == "battleships" { 6 } else { 4 };
        let (mut looked_at, mut seen) = (0, BTreeSet::new());
        for seed in 1..4 {
            // A set of dominoes covers one column more than rows.
            let columns = if page.name == "dominosa" { side + 1 } else { side };
            let wanted = Wanted { size: Size::new(side, columns), minimal: false };
            let Ok(Attempt::Success(made)) = generate(page, &wanted, seed, &Limits::default()) else {
                continue;
            };
            let board = made.board;
            let mut switched = Switched::new(&board);
            let known = family(&page.name);
            let explanation = known.explanation().expect("genres are explained");
            let literals =
                explanation.literals(&board, Encoding::Model, &made.solution).expect("it has atoms");
            let blanks = explanation.blanks(&board, &Limits::default()).expect("there is no limit");
            let is_true = |atom| literals.contains(&pos(atom));
            let atoms = switched.formula.atoms().map(|(atom, _)| atom.0 as usize + 1).max();
            let mut right = vec![false; atoms.unwrap_or(0)];
            switched.formula.atoms().for_each(|(atom, _)| right[atom.0 as usize] = is_true(atom));
            assert!(switched.broken(&right).is_empty(), "{}: {:?}", page.name, switched.broken(&right));
            let mut random = Random(seed);
            for _ in 0..changed {
                let mut holds = right.clone();
                (0..=random.below(5)).for_each(|_| change(&blanks, &mut holds, &mut random));
                let values: Vec<bool> = values(&switched.formula, &holds);
                let Ok(solution) = board.decode(Encoding::Model, &Model::new(&switched.formula, &values))
                else {
                    continue;
                };
                let broken = board.broken(&solution, true, &Limits::default()).expect("there is no limit");
                let broken: BTreeSet<String> = broken.into_iter().map(|(name, _)| name).collect();
                assert_eq!(switched.broken(&holds), broken, "{} with seed {seed}", page.name);
                seen.extend(broken);
                looked_at += 1;
            }
        }
        assert!(looked_at > changed && !seen.is_empty(), "{}: {looked_at}", page.name);
    }
}

/// The values of all variables of a formula; auxiliaries are false.
fn values(formula: &Formula<Atom>, holds: &[bool]) -> Vec<bool> {
    let value = |var| match formula.literal(Var::new(var).pos_lit()) {
        Literal { variable: Variable::Atom(atom), .. } => holds[atom.0 as usize],
        Literal { .. } => false,
    };
    (0..formula.variables()).map(value).collect()
}
