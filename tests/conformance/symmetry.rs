//! The symmetries of a board take its solutions to its solutions.

use std::collections::BTreeSet;

use jigsat_grid::Size;
use jigsat_input::Source;
use jigsat_kit::{Editor, Family};
use jigsat_solve::{Limits, Puzzle};
use jigsat_workbench::{Board, Context, CountRequest};

use crate::{
    families::{Typed, typed},
    properties::{Found, of_subjects},
    subjects::Subject,
};

/// Maximum number of solutions of a board, without those that are alike.
const MOST: u64 = 300;

/// The same for genres, which are many.
const MOST_OF_GENRE: u64 = 50;

/// Sizes of boards on which nothing is given.
const SIZES: [(u16, u16); 4] = [(2, 2), (2, 3), (3, 2), (3, 3)];

#[test]
fn images_of_solutions_are_solutions_and_are_counted_once() {
    let has_symmetries = |subject: &Subject| subject.family.abilities().symmetry;
    of_subjects(has_symmetries, |subject, found| typed(&Images, subject, found));
}

struct Images;

impl Typed for Images {
    /// Checks the boards of a subject, and boards of its kind on which nothing is given.
    fn check<F: Family>(&self, family: &F, subject: &Subject, found: &mut Found) {
        // The largest number of symmetries of a board with solutions, and of an empty one.
        let (mut most, mut empty_most) = (None, None);
        for board in &subject.boards {
            let puzzle = board.instance.puzzle().downcast_ref::<F::Puzzle>().expect("it is of this family");
            most = most.max(of_board(family, puzzle, &*board.instance, &board.name, found));
            for (rows, cols) in SIZES {
                let size = Size::new(rows, cols);
                let Ok(empty) = family.resize(puzzle, size, &Limits::default()) else { continue };
                let Ok(text) = family.write(&empty, "yaml") else { continue };
                let Some(instance) = found.ok(subject.read("empty", &text), "an empty board") else {
                    continue;
                };
                let name = format!("{} of {size}, empty", subject.name());
                empty_most = empty_most.max(of_board(family, &empty, &*instance, &name, found));
            }
        }
        // Some genres have no empty boards, or none with a solution; the tests of jigsat-genres have others.
        found.that(most.max(empty_most) > Some(2) || is_genre(family) && empty_most.is_none(), || {
            format!("no board of {} has several symmetries and solutions", subject.name())
        });
    }
}

fn is_genre(family: &impl Family) -> bool {
    family.info().editor == Some(Editor::Page)
}

/// Checks a board; returns how many symmetries it has, if it has solutions and not too many.
fn of_board<F: Family>(
    family: &F,
    puzzle: &F::Puzzle,
    instance: &dyn Board,
    name: &str,
    found: &mut Found,
) -> Option<usize> {
    let symmetry = family.symmetry().expect("it has symmetries");
    let order =
        symmetry.order(puzzle, &Limits::default()).expect("there are no limits").expect("it is known");
    let images = symmetry.images(puzzle);
    let context = Context::default();
    let plain = |solution: &_| family.write_solution(puzzle, solution, "plain").expect("it is written");
    let mut solutions = instance.solutions(&context).expect("they are listed");
    let (mut orbits, mut all) = (BTreeSet::new(), BTreeSet::new());
    while let Some(record) = solutions.next().expect("it is solved") {
        if solutions.found() > if is_genre(family) { MOST_OF_GENRE } else { MOST } {
            return None;
        }
        let json = record.solution.expect("it has one").to_json().to_string();
        let solution = family
            .read_solution(puzzle, &Source::new("solution", json), &Limits::default())
            .expect("it is read");
        found.that(plain(&images(&solution, 0)) == plain(&solution), || {
            format!("{name}: symmetry 0 changes {}", plain(&solution))
        });
        let mut orbit = BTreeSet::new();
        for number in 0..order {
            let image = images(&solution, number);
            found.that(puzzle.check(&image).is_ok(), || {
                format!("{name}: image {number} of {} is no solution", plain(&solution))
            });
            orbit.insert(plain(&image));
        }
        found
            .that(order.is_multiple_of(orbit.len()), || format!("{name}: {} images of {order}", orbit.len()));
        all.insert(plain(&solution));
        orbits.insert(orbit);
    }
    let counted = instance.ask(&CountRequest::default(), &context).expect("they are counted").record;
    let images: usize = orbits.iter().map(BTreeSet::len).sum();
    let joined: BTreeSet<&String> = orbits.iter().flatten().collect();
    found.that(joined.len() == images, || format!("{name}: orbits overlap"));
    // Rotations of a board that nothing anchors are one solution.
    let is_whole = counted.count == images as u128 || counted.distinct == Some(images as u128);
    found.that(is_whole, || format!("{name}: counts {counted:?}, and there are {images} images"));
    let is_distinct = counted.distinct.is_none_or(|distinct| distinct == orbits.len() as u128);
    found.that(is_distinct, || {
        format!("{name}: counts {:?} distinct of {} orbits", counted.distinct, orbits.len())
    });
    (!orbits.is_empty()).then_some(order)
}
