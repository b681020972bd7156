//! Certificates of the engine `states` for the levels of files, a line each: the length of the best plan, the number of
//! lines, and the processor time of solving, making and checking (of all threads, on Linux; wall-clock time elsewhere).
//! `cargo bench -p jigsat-sokoban --bench certificates -- FILE,FILE… [UNIT,UNIT…] [SECONDS]`. The lines that begin with
//! `|` are those of the guide's table; ratios are those of solving and certifying to solving.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use jigsat_input::Source;
use jigsat_sokoban::{
    Objective, Shown, Sokoban, Unit, grounds, parse,
    search::{Ask, Engine, certificate, solve},
    shorter_than,
};
use jigsat_solve::{Answer, Limits};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let Some(files) = args.first() else {
        println!("skipped: no file of levels was named");
        return;
    };
    let units = args.get(1).map_or("pushes,moves", String::as_str);
    let seconds = args.get(2).map_or(20, |word| word.parse().expect("seconds"));
    let mut rows = vec![
        "| levels | claim | solved | certified | without lines | lines, median | largest | ratio, median | largest |".to_owned(),
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |".to_owned(),
    ];
    for file in files.split(',') {
        for unit in units.split(',') {
            let unit = if unit == "moves" { Unit::Moves } else { Unit::Pushes };
            rows.push(levels(Path::new(file), unit, Duration::from_secs(seconds)));
        }
    }
    for row in rows {
        println!("{row}");
    }
}

/// Certifies the levels of a file, and returns the row of the table.
fn levels(file: &Path, unit: Unit, time: Duration) -> String {
    println!("{}", file.display());
    let source = Source::read(file).expect("the file can be read");
    let objective = if unit == Unit::Moves { Objective::Moves } else { Objective::Pushes };
    let (mut solved, mut by_grounds, mut lines, mut ratios) = (0, 0, Vec::new(), Vec::new());
    let mut count = 0;
    for (number, entry) in (1..).zip(parse(&source).expect("it has levels")) {
        count += 1;
        let puzzle = Sokoban::new(entry.level.expect("a level"));
        let within = || Limits { deadline: Some(Instant::now() + time), ..Limits::default() };
        let ask = Ask { objective, engine: Engine::States, ..Ask::default() };
        let (outcome, solving) = timed(|| solve(&puzzle, &ask, &within(), &mut |_| {}).expect("an answer"));
        let below = match &outcome.answer {
            Answer::Solved(plan) if plan.proven.is_some() => plan.lower_bound,
            Answer::Impossible(_) => None,
            _ => {
                println!("{number}: not solved ({solving:.2?})");
                continue;
            }
        };
        solved += 1;
        let (grounds, left) = grounds(&puzzle, unit, below.unwrap_or(u32::MAX));
        if left.is_empty() {
            by_grounds += 1;
            println!("{number}: {below:?} {}, without lines ({solving:.2?})", unit.name());
            continue;
        }
        let (made, making) = timed(|| certificate(&puzzle, unit, below, &within()));
        let Ok(Some(text)) = made else {
            println!("{number}: {below:?} {}, no certificate ({solving:.2?}, {making:.2?})", unit.name());
            continue;
        };
        let shown = Shown { grounds: &grounds, certificate: Some(&text), refuted: &[] };
        let (checked, checking) = timed(|| shorter_than(&puzzle, shown, &within()));
        let told = match checked {
            Ok(shown) if shown == below => "holds".to_owned(),
            Ok(shown) => format!("shows only {shown:?}"),
            Err(refusal) => refusal.to_string(),
        };
        println!(
            "{number}: {below:?} {}, {} lines, {} bytes, {told} ({solving:.2?}, {making:.2?}, {checking:.2?})",
            unit.name(),
            text.lines().count(),
            text.len()
        );
        if told == "holds" {
            lines.push(text.lines().count());
            ratios.push((solving + making + checking).as_secs_f64() / solving.as_secs_f64());
        }
    }
    lines.sort_unstable();
    ratios.sort_by(f64::total_cmp);
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let certified = lines.len() + by_grounds;
    let middle = lines.len() / 2;
    format!(
        "| {name}, {count} | {} | {solved} | {certified} | {by_grounds} | {} | {} | {:.1} | {:.1} |",
        unit.name(),
        lines.get(middle).unwrap_or(&0),
        lines.last().unwrap_or(&0),
        ratios.get(middle).unwrap_or(&1.0),
        ratios.last().unwrap_or(&1.0),
    )
}

/// The result of some work, and its processor time.
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let before = processor_time();
    let result = work();
    (result, processor_time().saturating_sub(before))
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
