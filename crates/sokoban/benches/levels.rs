//! Solves the levels of a file, a line each:
//! `cargo bench -p jigsat-sokoban --bench levels -- FILE [OBJECTIVE] [ENGINE] [SECONDS] [SOLVER] [ENCODING] [NUMBERS]`, `-` for what is best.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use jigsat_cnf::Choice;
use jigsat_input::Source;
use jigsat_sokoban::{
    How, Objective, Sokoban, parse,
    search::{Ask, Engine, solve},
};
use jigsat_solve::{Answer, Limits};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let arg = |place: usize| args.get(place).map(String::as_str).filter(|&word| word != "-");
    let Some(file) = arg(0) else {
        println!("skipped: no file of levels was named");
        return;
    };
    let ask = Ask {
        objective: arg(1).and_then(Objective::named).unwrap_or_default(),
        engine: arg(2).and_then(Engine::named).unwrap_or_default(),
        solver: arg(4).map(|name| name.parse().expect("a solver")),
        how: arg(5).and_then(How::named),
        ..Ask::default()
    };
    let seconds = arg(3).map_or(20, |word| word.parse().expect("seconds"));
    let only: Vec<usize> = arg(6)
        .map(|list| list.split(',').map(|word| word.parse().expect("a number")).collect())
        .unwrap_or_default();
    let source = Source::read(Path::new(file)).expect("the file can be read");
    let (mut levels, mut solved, mut proven) = (0, 0, 0);
    let all = Instant::now();
    for (number, entry) in (1..).zip(parse(&source).expect("it has levels")) {
        if !only.is_empty() && !only.contains(&number) {
            continue;
        }
        let puzzle = Sokoban::new(entry.level.expect("a level"));
        let started = Instant::now();
        let limits = Limits { deadline: Some(started + Duration::from_secs(seconds)), ..Limits::default() };
        let mut horizons = 0;
        let outcome = solve(&puzzle, &ask, &limits, &mut |_| horizons += 1).expect("an answer");
        levels += 1;
        let told = match &outcome.answer {
            Answer::Solved(plan) => {
                solved += 1;
                proven += u32::from(plan.proven.is_some());
                let claim = plan.proven.map_or("not proven", Objective::name);
                format!("{} moves, {} pushes, {claim}", plan.move_count, plan.push_count)
            }
            Answer::Impossible(_) => {
                outcome.reason.map_or_else(|| "impossible".into(), |reason| format!("impossible: {reason}"))
            }
            _ => outcome.left_open.unwrap_or_else(|| "unknown".into()),
        };
        let by = outcome.by.engine;
        println!("{number}: {told} ({by}, {horizons} horizons, {:.2?})", started.elapsed());
    }
    println!("{solved} of {levels} solved, {proven} proven, {:.1?}", all.elapsed());
}
