//! The analysis of a level before any search, and building its formulas, stop soon after a limit, measured in work, not
//! in time.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering::Relaxed},
};

use jigsat_cnf::{Flavours, Formula, Interrupt};
use jigsat_input::Source;
use jigsat_sokoban::{
    Encoding, Level, Objective, Sokoban, parse_one,
    search::{self, Ask, Engine},
};
use jigsat_solve::{Answer, Limits, Puzzle, Stop};

/// An open room with boxes and goals in it, and floor around all of them.
fn room(side: usize, boxes: usize) -> Level {
    let mut rows = vec![vec![b' '; side]; side];
    for place in 0..boxes {
        let (row, col) = (2 + place / (side / 4) * 2, 2 + place % (side / 4) * 3);
        rows[row][col] = b'$';
        rows[side - 1 - row][col] = b'.';
    }
    rows[0][0] = b'@';
    let wall = "#".repeat(side + 2);
    let inside: String = rows.iter().map(|row| format!("#{}#\n", String::from_utf8_lossy(row))).collect();
    parse_one(&Source::new("room", format!("{wall}\n{inside}{wall}\n"))).expect("it is a level")
}

/// Asserts that building a formula of a level that was not analysed before stops soon, whenever a limit comes. Returns
/// the number of checks of the limits for all of it, and for the formula of an analysed level.
fn stops(level: &Level, encoding: Encoding) -> (u64, u64) {
    let built_until = |puzzle: &Sokoban, last: u64| {
        let looks = Arc::new(AtomicU64::new(0));
        let counted = looks.clone();
        let mut e = Formula::new(Flavours::default());
        e.stop_when(Interrupt::new(move || {
            (counted.fetch_add(1, Relaxed) >= last).then_some(jigsat_solve::Stop::Timeout)
        }));
        puzzle.encode(encoding, &mut e);
        (looks.load(Relaxed), e.interrupt().stopped().is_some(), e.interrupt().late())
    };
    let new = || Sokoban::new(level.clone()).with_steps(2);
    let known = new();
    let (looks, ..) = built_until(&known, u64::MAX);
    let (again, ..) = built_until(&known, u64::MAX);
    let middle = (0..8).map(|part| looks * part / 8);
    for last in middle.chain([1, 2, 3, looks - 1]).filter(|&last| last < looks) {
        let (looked, stopped, late) = built_until(&new(), last);
        assert!(
            stopped && looked == last + 1,
            "it asks {looked} times, told to stop after {last} of {looks}"
        );
        assert!(late <= u64::from(Interrupt::EVERY), "it goes on for {late} steps after {last} of {looks}");
    }
    (looks, again)
}

#[test]
fn building_stops_soon() {
    // One has a table of two boxes, the other is too large for it.
    for level in [room(12, 4), room(40, 60)] {
        for encoding in [Encoding::Pushes, Encoding::Moves, Encoding::Lines, Encoding::Labelled] {
            if encoding == Encoding::Labelled && level.size.rows > 20 {
                continue;
            }
            let (looks, again) = stops(&level, encoding);
            assert!(looks > again + 10 || encoding == Encoding::Labelled, "{looks} looks, then {again}");
        }
    }
}

#[test]
fn searches_stop_before_they_look_at_the_level() {
    let stopped = Limits::default();
    stopped.stop.store(true, Relaxed);
    for engine in [Engine::Auto, Engine::States, Engine::Sat] {
        for objective in [Objective::Pushes, Objective::Moves, Objective::None] {
            let puzzle = Sokoban::new(room(98, 380));
            let ask = Ask { engine, objective, ..Ask::default() };
            let outcome = search::solve(&puzzle, &ask, &stopped, &mut |_| {}).expect("a limit is no error");
            assert!(matches!(outcome.answer, Answer::Unknown(Stop::Interrupted)), "{:?}", outcome.answer);
            assert_eq!(outcome.lower_bound, None, "nobody knows it yet");
            assert_eq!(search::count(&puzzle, false, &stopped), Err(Stop::Interrupted));
        }
    }
}
