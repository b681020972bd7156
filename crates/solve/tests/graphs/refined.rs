//! Graph constraints together with rules that a puzzle adds when a candidate breaks them.

use std::{collections::BTreeSet, fmt};

use jigsat_cnf::{Bound, Formula, Lit, Model, Rule, graph::Graph, neg};
use jigsat_solve::{
    Answer, BuildOptions, Completion, Enumeration, Limits, Puzzle, Refined, Session, Solver, Violation,
    explain::{Blame, Blamed, Reason},
    testing,
};

const CELLS: usize = 5;
const JOINED: Rule = Rule::new("joined", "the cells that hold are joined");
const TWO: Rule = Rule::new("two", "two cells hold at least");
const FEW: Rule = Rule::new("few", "not all of the three cells from {0} on hold");

/// A row of cells: those that hold are joined, and two or three of them.
struct Row;

impl Puzzle for Row {
    type Atom = usize;
    type Encoding = ();
    type Solution = Vec<bool>;

    fn name(&self, cell: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{cell}")
    }

    fn encode(&self, (): (), e: &mut Formula<usize>) {
        (0..CELLS).for_each(|cell| e.declare_projected(cell));
        let row = Graph::of_nodes(0..CELLS, (1..CELLS).map(|cell| (cell - 1, cell)));
        e.group(&JOINED, ()).connected(&row);
        e.group(&TWO, ()).count(Bound::AtLeast(2), 0..CELLS);
    }

    fn decode(&self, (): (), model: &Model<'_, usize>) -> Result<Vec<bool>, Violation> {
        Ok((0..CELLS).map(|cell| model.holds(cell)).collect())
    }

    fn check(&self, cells: &Vec<bool>) -> Result<(), Violation> {
        let starts = (0..CELLS).filter(|&cell| cells[cell] && (cell == 0 || !cells[cell - 1])).count();
        let held = cells.iter().filter(|&&holds| holds).count();
        if starts == 1 && held >= 2 && cells.windows(3).all(|three| three.contains(&false)) {
            Ok(())
        } else {
            Err(Violation::new("brute force has it not"))
        }
    }

    fn completion(&self, (): ()) -> Option<&dyn Completion<Self>> {
        Some(self)
    }
}

impl Completion<Row> for Row {
    fn refine(&self, (): (), cells: &Vec<bool>, e: &mut Formula<usize>) -> Refined {
        let Some(first) = cells.windows(3).position(|three| three.iter().all(|&holds| holds)) else {
            return Refined::Accepted;
        };
        e.group(&FEW, (first,)).clause((first..first + 3).map(neg));
        Refined::Cut
    }
}

fn brute_force() -> Vec<Vec<bool>> {
    let all = (0..1_u32 << CELLS).map(|bits| (0..CELLS).map(|cell| bits >> cell & 1 == 1).collect());
    all.filter(|cells| Row.check(cells).is_ok()).collect()
}

#[test]
fn sessions_and_enumerations_find_what_brute_force_does() {
    let options = BuildOptions::default();
    testing::agrees_with_brute_force(&Row, (), &options, &Solver::default(), brute_force());
    let mut enumeration = Enumeration::new(&Row, (), &options).unwrap();
    let mut found = BTreeSet::new();
    while let Answer::Solved(cells) = enumeration.solve(&Limits::default()).unwrap() {
        assert!(found.insert(cells.into_inner()));
    }
    assert_eq!(found, brute_force().into_iter().collect());
    let is_cut = |name: &str| {
        let mut session = Session::new(&Row, (), &options, &Solver::default(), None).unwrap();
        session.count(u64::MAX, &Limits::default()).unwrap();
        let groups = session.formula().groups().filter(|group| group.rule().name() == name);
        groups.count()
    };
    assert!(is_cut("joined") > 1 && is_cut("few") > 0, "both kinds came up");
}

/// The outer cells and a middle one: the connection and the limit are blamed together.
#[test]
fn both_are_blamed() {
    let mut blame = Blame::new(&Row, (), &BuildOptions::default(), &Solver::default()).unwrap();
    let outer: Vec<Lit> = [0, 2].map(|cell| blame.formula().lit(cell)).to_vec();
    let all = blame.all();
    let Blamed::These { reasons, stopped: None } = blame.minimal(&outer, &all, &Limits::default()).unwrap()
    else {
        panic!("three in a row is too much")
    };
    let rules: BTreeSet<&str> = reasons
        .iter()
        .map(|reason| match *reason {
            Reason::Group(group) => blame.formula().group_at(group).rule().name(),
            Reason::Fact(_) => "fact",
        })
        .collect();
    assert_eq!(rules, BTreeSet::from(["few", "joined"]));
}
