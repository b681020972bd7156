//! Reasons and plans that no search made, such as those in manifests: their referees reject them without a panic.

use jigsat_grid::Cell;
use jigsat_input::Source;
use jigsat_sokoban::{Plan, Reason, check, check_reason, draw, parse_one};

#[test]
fn nobody_panics_on_reasons_and_plans_of_nothing() {
    let level = parse_one(&Source::new("p", "#####\n#@$.#\n#####\n")).expect("a level");
    let far = Cell::new(9999, 9999);
    for reason in [
        Reason::DeadBox(far),
        Reason::DeadBox(Cell::new(1, 1)),
        Reason::FewGoals { boxes: vec![], goals: vec![] },
        Reason::FewGoals { boxes: vec![far, far], goals: vec![far] },
        Reason::Frozen(vec![]),
        Reason::Frozen(vec![far]),
        Reason::Frozen(vec![far, Cell::new(1, 2), Cell::new(0, 0)]),
        Reason::ShutIn,
    ] {
        assert!(check_reason(&level, &reason).is_err(), "{reason:?}");
        assert!(!reason.to_string().is_empty());
    }
    for (moves, counts) in [("", 0), ("RRRR", u32::MAX), ("xyzß\u{1f600}", 3), ("rrrr", 0), ("R", 2)] {
        let plan = Plan { move_count: counts, push_count: counts, ..Plan::new(moves.to_owned()) };
        assert!(check(&level, &plan).is_err(), "{moves}");
        let _ = draw(&level, Some(&plan), false);
        let _ = draw(&level, Some(&plan), true);
    }
}
