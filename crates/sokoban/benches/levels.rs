//! Solves a set of levels
use std::time::{Duration, Instant};
use jigsat_input::Source;
use jigsat_solve::{Answer, Limits};
use jigsat_sokoban::{Sokoban, parse};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let source = Source::read(std::path::Path::new(&args[0])).unwrap();
    let solver = args[1].parse().unwrap();
    let amo = &args[2];
    let fresh = args[3] == "fresh";
    let timeout: u64 = args[4].parse().unwrap();
    let only: Vec<usize> = args.get(5).filter(|a| *a != "-").map(|s| s.split(',').map(|x| x.parse().unwrap()).collect()).unwrap_or_default();
    let log = args.get(6).is_some();
    let (mut n, mut ok) = (0, 0);
    let all = Instant::now();
    for (i, entry) in parse(&source).unwrap().into_iter().enumerate() {
        if !only.is_empty() && !only.contains(&(i+1)) { continue; }
        let level = match entry.level { Ok(l) => l, Err(e) => { println!("{e}"); continue } };
        let title = level.title.clone();
        let started = Instant::now();
        let limits = Limits { deadline: Some(Instant::now() + Duration::from_secs(timeout)), ..Limits::default() };
        let puzzle = Sokoban::new(level);
        let r = jigsat_sokoban::search::prototype(&puzzle, &solver, amo, fresh, &limits, log);
        n += 1;
        match r {
            Ok(Answer::Solved(p)) => { ok += 1; println!("{title}: {} pushes {} moves {:.2?}", p.push_count, p.move_count, started.elapsed()) }
            Ok(other) => println!("{title}: {other:?} {:.2?}", started.elapsed()),
            Err(e) => println!("{title}: ERROR {e}"),
        }
    }
    println!("{ok}/{n} in {:.1?}", all.elapsed());
}
