//! Each rule alone, and all together, against the search without any, on small random levels.

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering::Relaxed},
};

use jigsat_cnf::Interrupt;
use jigsat_grid::{Cell, Size};
use jigsat_solve::Limits;
use proptest::prelude::*;

use super::{Budget, Continue, Ends, Field, Found, Without, any, best, in_order, order};
use crate::{Level, Objective, Plan, Square, check, contradiction, puzzle::Analysis};

const ALL: Without = Without { conflicts: false, corrals: false, freezes: false, cut_off: false };
const NONE: Without = Without { conflicts: true, corrals: true, freezes: true, cut_off: true };
const ALONE: [Without; 4] = [
    Without { conflicts: false, ..NONE },
    Without { corrals: false, ..NONE },
    Without { freezes: false, ..NONE },
    Without { cut_off: false, ..NONE },
];
const MUCH: Budget = Budget { states: 2_000_000, bytes: 1 << 28 };

/// Levels of a few boxes in narrow rooms, some with a spare goal; not all are solvable.
fn small_level() -> impl Strategy<Value = Level> {
    let squares = |area| proptest::collection::vec(0..100_u8, area);
    let shape = (4..=6_u16, 5..=7_u16).prop_flat_map(move |(rows, cols)| {
        (Just(Size::new(rows, cols)), squares(usize::from(rows * cols)), 1..=5_usize, 0..8_u8)
    });
    shape.prop_filter_map("no level", |(size, dice, boxes, spare)| {
        let is_inner = |cell: Cell| size.neighbours(cell).count() == 4;
        let mut squares: Vec<Square> = size
            .cells()
            .zip(&dice)
            .map(|(cell, &die)| if is_inner(cell) && die >= 20 { Square::Floor } else { Square::Wall })
            .collect();
        // The dice also determine in which order things are put on cells.
        let mut free: Vec<usize> =
            (0..squares.len()).filter(|&place| squares[place] == Square::Floor).collect();
        free.sort_by_key(|&place| (u32::from(dice[place]) * 37 % 101, place));
        let goals = boxes + usize::from(spare == 0);
        if free.len() < goals + 2 {
            return None;
        }
        for &place in &free[..goals] {
            squares[place] = Square::Goal;
        }
        free.sort_by_key(|&place| (u32::from(dice[place]) * 53 % 103, place));
        let player = free.pop()?;
        for &place in &free[..boxes] {
            squares[place] = if squares[place] == Square::Goal { Square::BoxOnGoal } else { Square::Box };
        }
        let cols = usize::from(size.cols);
        let player = Cell::new((player / cols) as u16, (player % cols) as u16);
        let level = Level { size, squares, player, title: String::new(), notes: vec![], stored: vec![] };
        level.validate().is_ok().then_some(level)
    })
}

fn analysis(level: &Level) -> Analysis {
    Analysis::new(level, &Interrupt::default()).expect("nothing interrupts it")
}

/// Pushes and moves of the best plan; the search pauses after `step` states.
fn lengths(
    level: &Level,
    a: &Analysis,
    objective: Objective,
    ends: Ends,
    without: Without,
    step: usize,
) -> Option<Plan> {
    let field = Field::new(level, a, &Interrupt::default()).expect("it is small");
    let mut search = best(level, &field, objective, ends, without).expect("it is small");
    let mut bound = 0;
    loop {
        match search.run(Budget { states: step, ..MUCH }, &Limits::default()) {
            Found::Plan(plan) => {
                check(level, &plan).expect("the referee passes it");
                assert_eq!(plan.proven, Some(objective));
                assert!(plan.lower_bound >= Some(bound), "{plan:?}");
                return Some(plan);
            }
            Found::Nothing => return None,
            Found::Paused(open) if step < MUCH.states => {
                assert!(open.lower_bound >= Some(bound), "the bound only rises");
                bound = open.lower_bound.unwrap_or(0);
            }
            other => panic!("{other:?}"),
        }
    }
}

/// The value of the objective for a plan.
fn cost(objective: Objective, plan: Option<&Plan>) -> Option<(u32, u32)> {
    let plan = plan?;
    Some(match objective {
        Objective::Pushes | Objective::None => (plan.push_count, 0),
        Objective::Moves => (plan.move_count, 0),
        Objective::MovesThenPushes => (plan.move_count, plan.push_count),
        Objective::PushesThenMoves => (plan.push_count, plan.move_count),
    })
}

const OBJECTIVES: [Objective; 4] =
    [Objective::Pushes, Objective::Moves, Objective::MovesThenPushes, Objective::PushesThenMoves];

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, max_global_rejects: 1_000_000, max_local_rejects: 1_000_000, ..ProptestConfig::default() })]

    #[test]
    fn rules_leave_a_best_plan(level in small_level()) {
        let a = analysis(&level);
        prop_assume!(contradiction::reason(&level, &a).is_none());
        for objective in OBJECTIVES {
            let plain = lengths(&level, &a, objective, Ends::Start, NONE, MUCH.states);
            let expected = cost(objective, plain.as_ref());
            let alone = ALONE.into_iter().map(|without| (Ends::Start, without));
            for (ends, without) in alone.chain([(Ends::Start, ALL), (Ends::Both, NONE), (Ends::Both, ALL)]) {
                let plan = lengths(&level, &a, objective, ends, without, MUCH.states);
                let shown = format!("{ends:?} {without:?} {}", level.to_xsb());
                prop_assert_eq!(cost(objective, plan.as_ref()), expected, "{}", shown);
            }
            for ends in [Ends::Start, Ends::Both] {
                let paused = lengths(&level, &a, objective, ends, ALL, 3);
                prop_assert_eq!(cost(objective, paused.as_ref()), expected, "{:?} {}", ends, level.to_xsb());
            }
        }
    }

    #[test]
    fn searches_for_any_plan_find_one_wherever_there_is_one(level in small_level()) {
        let a = analysis(&level);
        prop_assume!(contradiction::reason(&level, &a).is_none());
        let solvable = lengths(&level, &a, Objective::Pushes, Ends::Start, NONE, MUCH.states).is_some();
        let field = Field::new(&level, &a, &Interrupt::default()).expect("it is small");
        let order = order(&field, &Interrupt::default());
        for search in [any(&level, &field, &order, &Interrupt::default()), in_order(&level, &field, &order)] {
            match search.expect("it is small").run(MUCH, &Limits::default()) {
                Found::Plan(plan) => check(&level, &plan).expect("the referee passes it"),
                Found::Nothing => prop_assert!(!solvable, "{}", level.to_xsb()),
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn a_known_plan_changes_no_optimum(level in small_level()) {
        let a = analysis(&level);
        prop_assume!(contradiction::reason(&level, &a).is_none());
        let field = Field::new(&level, &a, &Interrupt::default()).expect("it is small");
        let Found::Plan(known) = any(&level, &field, &[], &Interrupt::default()).expect("it is small").run(MUCH, &Limits::default())
        else { return Ok(()) };
        for objective in OBJECTIVES {
            let expected = lengths(&level, &a, objective, Ends::Start, NONE, MUCH.states);
            for ends in [Ends::Start, Ends::Both] {
                let mut search = best(&level, &field, objective, ends, ALL).expect("it is small");
                search.know(&known);
                let Found::Plan(plan) = search.run(MUCH, &Limits::default()) else { panic!("there is a plan") };
                check(&level, &plan).expect("the referee passes it");
                prop_assert_eq!(cost(objective, Some(&plan)), cost(objective, expected.as_ref()));
            }
        }
    }
}

/// A level on which each rule for few pushes saves a lot.
const CROWDED: &str = "
 ##########
## .      ##
#@$   *$ $.#
##.# #     #
 # # # $ $ #
 # #$#..#  #
 # $.  .####
 ##     #
  #    ###
  #      #
  #      #
  ########
";

/// A level on which most moves are walks.
const ROOMY: &str = "
   #######
####     #
#.  #$  .#
# $  *$  #
#     $  #
# $ @   ##
##. . .##
 #######
";

/// A level whose plans need many more pushes than the boxes are away from the goals.
const TANGLED: &str = "
#########
##    @.#
# *$   *#
#       #
#*   $* #
#.     ##
#########
";

/// A level whose goals must be filled from the far end: a box in the corner keeps the player from pushing others up.
const COLUMN: &str = "
############
#.#   #    #
#.# $ # $  #
#.#   $  $ #
#.#   # $  #
#.  $ # $ ##
#..      @#
###########
";

/// The same with a box less.
const SHORT_COLUMN: &str = "
############
#.#   #    #
#.# $ # $  #
#.#   $    #
#.#   # $  #
#.  $ # $ ##
#.       @#
###########
";

/// The number of states that the search makes, in hundreds.
fn hundreds(level: &Level, a: &Analysis, objective: Objective, ends: Ends, without: Without) -> usize {
    let field = Field::new(level, a, &Interrupt::default()).expect("it is small");
    hundreds_of(best(level, &field, objective, ends, without).expect("it is small"))
}

fn hundreds_of(mut search: Box<dyn Continue + '_>) -> usize {
    let mut turns = 1;
    while let Found::Paused(_) = search.run(Budget { states: 100, ..MUCH }, &Limits::default()) {
        turns += 1;
    }
    turns
}

#[test]
fn each_rule_saves_states() {
    let level = crate::parse_one(&jigsat_input::Source::new("crowded", CROWDED)).expect("a level");
    let a = analysis(&level);
    let all = hundreds(&level, &a, Objective::Pushes, Ends::Start, ALL);
    let without = |without| hundreds(&level, &a, Objective::Pushes, Ends::Start, without);
    let conflicts = without(Without { conflicts: true, ..ALL });
    let corrals = without(Without { corrals: true, ..ALL });
    let freezes = without(Without { freezes: true, ..ALL });
    assert!(conflicts > 2 * all && corrals > all && freezes > all, "{all} {conflicts} {corrals} {freezes}");
    let small = crate::parse_one(&jigsat_input::Source::new("roomy", ROOMY)).expect("a level");
    let a = analysis(&small);
    let one = hundreds(&small, &a, Objective::Moves, Ends::Start, ALL);
    let both = hundreds(&small, &a, Objective::Moves, Ends::Both, ALL);
    assert!(2 * one > 3 * both, "{one} {both}");
    let tangled = crate::parse_one(&jigsat_input::Source::new("tangled", TANGLED)).expect("a level");
    let a = analysis(&tangled);
    let one = hundreds(&tangled, &a, Objective::Pushes, Ends::Start, ALL);
    let both = hundreds(&tangled, &a, Objective::Pushes, Ends::Both, ALL);
    assert!(one > 2 * both, "{one} {both}");
}

#[test]
fn what_fills_goals_in_order_saves_states() {
    let level = crate::parse_one(&jigsat_input::Source::new("column", COLUMN)).expect("a level");
    let a = analysis(&level);
    let field = Field::new(&level, &a, &Interrupt::default()).expect("it is small");
    let order = order(&field, &Interrupt::default());
    let in_order = hundreds_of(in_order(&level, &field, &order).expect("it is small"));
    let all = hundreds(&level, &a, Objective::None, Ends::Start, ALL);
    assert!(in_order < all, "{in_order} {all}");
    let short = crate::parse_one(&jigsat_input::Source::new("short column", SHORT_COLUMN)).expect("a level");
    let a = analysis(&short);
    for objective in [Objective::None, Objective::Pushes] {
        let all = hundreds(&short, &a, objective, Ends::Start, ALL);
        let without = hundreds(&short, &a, objective, Ends::Start, Without { cut_off: true, ..ALL });
        assert!(all < without, "{objective:?} {all} {without}");
    }
}

#[test]
fn searches_for_any_plan_end_soon_after_a_limit() {
    // Boxes in the last rows, goals in the first ones.
    let room = |side: usize, boxes: usize| {
        let line = |count: usize, thing: &str| format!("#{:<side$}#\n", format!(" {}", thing.repeat(count)));
        let (goals, boxes) = (line(boxes, ". "), line(boxes, "$ "));
        let (wall, floor) = ("#".repeat(side + 2), line(0, ""));
        let text = format!("{wall}\n#@{goals}{}{boxes}{floor}{wall}\n", floor.repeat(side - 4));
        crate::parse_one(&jigsat_input::Source::new("room", text.replace("#@#", "#@"))).expect("a level")
    };
    let level = room(20, 9);
    let a = analysis(&level);
    let field = Field::new(&level, &a, &Interrupt::default()).expect("it is small");
    assert_eq!(order(&field, &Interrupt::default()).len(), 9);
    let after = |questions| {
        let asked = Arc::new(AtomicU32::new(0));
        Interrupt::new(move || {
            (asked.fetch_add(1, Relaxed) >= questions).then_some(jigsat_solve::Stop::Timeout)
        })
    };
    for questions in [0, 1, 5] {
        let interrupt = after(questions);
        let order = order(&field, &interrupt);
        assert_eq!(order.len(), 9, "the rest are in no order");
        assert!(interrupt.stopped().is_some() && interrupt.late() <= u64::from(Interrupt::EVERY));
        // One state has many steps.
        let interrupt = after(questions);
        let _search = any(&level, &field, &order, &interrupt);
        assert!(interrupt.stopped().is_some() && interrupt.late() <= u64::from(Interrupt::EVERY));
    }
    let level = room(60, 20);
    let a = analysis(&level);
    let field = Field::new(&level, &a, &Interrupt::default()).expect("it is prepared, but for no search");
    assert!(order(&field, &Interrupt::default()).is_empty());
    assert!(
        any(&level, &field, &[], &Interrupt::default()).is_none() && in_order(&level, &field, &[]).is_none()
    );
}
