//! A puzzle that only implements `Puzzle` has every verb that needs no files.

use std::fmt;

use jigsat_cnf::{Formula, Model, Rule, neg};
use jigsat_kit::{FormulaOptions, TextFile};
use jigsat_solve::{Puzzle, Violation};
use jigsat_workbench::{Ask, CheckRequest, Context, CountRequest, OwnPuzzle, SolveRequest, Status};

/// Subsets of this many consecutive numbers from 0, no two of which are neighbours.
struct Apart(u8);

const APART: Rule = Rule::new("apart", "{0} and {1} are not both chosen");

impl Puzzle for Apart {
    type Atom = u8;
    type Encoding = ();
    type Solution = Vec<u8>;

    fn name(&self, number: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "n{number}")
    }

    fn encode(&self, (): (), e: &mut Formula<u8>) {
        (0..self.0).for_each(|number| e.declare_projected(number));
        for number in 1..self.0 {
            e.group(&APART, (number - 1, number)).clause([neg(number - 1), neg(number)]);
        }
    }

    fn decode(&self, (): (), model: &Model<'_, u8>) -> Result<Vec<u8>, Violation> {
        Ok((0..self.0).filter(|&number| model.holds(number)).collect())
    }

    fn check(&self, solution: &Vec<u8>) -> Result<(), Violation> {
        match solution.windows(2).find(|pair| pair[0] + 1 >= pair[1]) {
            Some(pair) => Err(Violation::new(format!("{} and {} are neighbours", pair[0], pair[1]))),
            None => Ok(()),
        }
    }
}

#[test]
fn any_puzzle_is_solved_counted_checked_and_encoded() {
    let context = Context::default();
    let apart = OwnPuzzle::new("apart", Apart(8)).board(&Ask::default()).unwrap();
    // Fibonacci's numbers: 2, 3, 5, 8, 13, 21, 34, 55.
    let counting = apart.ask(&CountRequest::default(), &context).unwrap();
    let (status, counted) = (counting.status, counting.record);
    assert_eq!((status, counted.count.to_string()), (Status::Solved, "55".into()));
    let solved = apart.ask(&SolveRequest::default(), &context).unwrap();
    assert_eq!(solved.record.family, "apart");
    let json = solved.record.solution.as_ref().unwrap().to_json().to_string();
    let check = |text: &str| {
        let solution = TextFile { name: "solution".into(), text: text.into() };
        apart.ask(&CheckRequest { solution, ..CheckRequest::default() }, &context).unwrap()
    };
    assert_eq!(check(&json).status, Status::Solved);
    let checked = check("[1,2]");
    assert_eq!(checked.status, Status::Impossible);
    assert_eq!(checked.record.violation.as_deref(), Some("1 and 2 are neighbours"));
    let mut all = apart.solutions(&context).unwrap();
    let mut count = 0;
    while all.next().unwrap().is_some() {
        count += 1;
    }
    assert_eq!(count, 55);
}

#[test]
fn what_it_lacks_is_said() {
    let formula = FormulaOptions { encoding: Some("other".into()), ..FormulaOptions::default() };
    let error =
        OwnPuzzle::new("apart", Apart(3)).board(&Ask { formula, ..Ask::default() }).map(|_| ()).unwrap_err();
    assert!(error.to_string().starts_with("there is no encoding 'other'"), "{error}");
}
