//! Solves the levels of files, a line each, with the processor time of each (of all threads, on Linux; wall-clock time
//! elsewhere): `cargo bench -p jigsat-sokoban --bench levels -- FILE,FILE… [OBJECTIVE,OBJECTIVE…] [ENGINE] [SECONDS]
//! [SOLVER] [ENCODING] [NUMBERS]`, where `-` means the best choice. The lines that begin with `|` are those of the
//! guide's table.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use jigsat_cnf::Choice;
use jigsat_input::Source;
use jigsat_sokoban::{
    Encoding, Objective, Sokoban, parse,
    search::{Ask, Engine, Event, solve},
};
use jigsat_solve::{Answer, Limits};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let arg = |place: usize| args.get(place).map(String::as_str).filter(|&word| word != "-");
    let Some(files) = arg(0) else {
        println!("skipped: no file of levels was named");
        return;
    };
    let ask = Ask {
        engine: arg(2).and_then(Engine::named).unwrap_or_default(),
        solver: arg(4).map(|name| name.parse().expect("a solver")),
        encoding: arg(5).and_then(Encoding::named),
        ..Ask::default()
    };
    let seconds = arg(3).map_or(20, |word| word.parse().expect("seconds"));
    let only: Vec<usize> = arg(6)
        .map(|list| list.split(',').map(|word| word.parse().expect("a number")).collect())
        .unwrap_or_default();
    let mut rows = vec![
        "| levels | objective | answered | proved optimal | total time | slowest |".to_owned(),
        "| --- | --- | --- | --- | --- | --- |".to_owned(),
    ];
    for file in files.split(',') {
        for objective in arg(1).unwrap_or("pushes").split(',') {
            let objective = Objective::named(objective).expect("an objective");
            let ask = Ask { objective, ..ask.clone() };
            rows.push(levels(Path::new(file), &ask, Duration::from_secs(seconds), &only));
        }
    }
    for row in rows {
        println!("{row}");
    }
}

/// Solves the levels of a file; `only` has the numbers of the wanted levels, all if empty. Returns the row of the
/// table.
fn levels(file: &Path, ask: &Ask, time: Duration, only: &[usize]) -> String {
    println!("{}", file.display());
    let source = Source::read(file).expect("the file can be read");
    let (mut levels, mut solved, mut impossible, mut proven) = (0, 0, 0, 0);
    let (mut all, mut longest) = (Duration::ZERO, Duration::ZERO);
    for (number, entry) in (1..).zip(parse(&source).expect("it has levels")) {
        if !only.is_empty() && !only.contains(&number) {
            continue;
        }
        let puzzle = Sokoban::new(entry.level.expect("a level"));
        let deadline = Some(Instant::now() + time);
        let limits = Limits { deadline, ..Limits::default() };
        let mut horizons = 0;
        let mut observer = |event: Event<'_>| horizons += u32::from(matches!(event, Event::Horizon(_)));
        let before = processor_time();
        let outcome = solve(&puzzle, ask, &limits, &mut observer).expect("an answer");
        let spent = processor_time().saturating_sub(before);
        levels += 1;
        all += spent;
        longest = longest.max(spent);
        let told = match &outcome.answer {
            Answer::Solved(plan) => {
                solved += 1;
                proven += u32::from(plan.proven.is_some());
                let bound = plan.lower_bound.map_or_else(String::new, |bound| format!(", at least {bound}"));
                let claim = plan.proven.map_or_else(|| format!("not proven{bound}"), |it| it.name().into());
                format!("{} moves, {} pushes, {claim}", plan.move_count, plan.push_count)
            }
            Answer::Impossible(_) => {
                impossible += 1;
                outcome.reason.map_or_else(|| "impossible".into(), |reason| format!("impossible: {reason}"))
            }
            _ => outcome.left_open.unwrap_or_else(|| "unknown".into()),
        };
        let by = outcome.by.stage.as_ref().unwrap_or(&outcome.by.engine);
        println!("{number}: {told} ({by}, {horizons} horizons, {spent:.2?})");
    }
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let also = if impossible > 0 { format!(" ({impossible} impossible)") } else { String::new() };
    let (answered, objective) = (solved + impossible, ask.objective.name());
    format!("| {name}, {levels} | {objective} | {answered}{also} | {proven} | {all:.2?} | {longest:.2?} |")
}

/// The processor time of this process so far.
fn processor_time() -> Duration {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    // The kernel updates the figure when the thread yields.
    std::thread::yield_now();
    let told = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = told.split_whitespace().next().and_then(|first| first.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}
