//! How late commands end: for each verb and family on large inputs, how long after its limit.
//!
//! `cargo bench --bench lateness -- [SECONDS] [WORD…]`
//!
//! Every command, or every command that has all of the words, runs twice with a time limit of SECONDS (default: 1):
//! once with `--timeout`, once stopped by SIGTERM after that time. Lateness is measured by the clock, so it is
//! meaningful on a quiet machine only. The second number is the processor time used after the limit, if the system
//! reports it (Linux). Exit code 3 distinguishes a command that was stopped from one that ended in time.

#[path = "../../../tests/common/large.rs"]
mod large;

use std::{
    env, fs,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// The verbs to run on each input.
const VERBS: [&str; 16] = [
    "show",
    "solve",
    "solve --unique",
    "solve --unique --checked",
    "solve --portfolio",
    "solve --all",
    "count",
    "count --jobs 2",
    "count --engine blocking",
    "encode --format dimacs",
    "encode --format text --full",
    "explain",
    "explain --minimum",
    "hint",
    "rate",
    "compare",
];

fn main() {
    let args: Vec<String> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let limit = args.first().and_then(|arg| arg.parse().ok());
    let words = if limit.is_some() { &args[1..] } else { &args[..] };
    let limit = Duration::from_secs_f64(limit.unwrap_or(1.0));
    let folder = env::temp_dir().join(format!("jigsat-lateness-{}", std::process::id()));
    fs::create_dir(&folder).expect("the folder can be made");
    let mut all: Vec<(Late, String)> = Vec::new();
    for (file, text) in large::boards(100) {
        let path = folder.join(&file);
        fs::write(&path, text).expect("the file can be written");
        for verb in VERBS {
            let label = format!("{verb} {file}");
            if !words.iter().all(|word| label.contains(word.as_str())) {
                continue;
            }
            let asked = format!("{verb} --timeout {}ms", limit.as_millis());
            // In a comparison, each row has its own time limit.
            let timed = Some(("--timeout", asked.as_str(), false)).filter(|_| verb != "compare");
            for (how, words, stops) in timed.into_iter().chain([("SIGTERM", verb, true)]) {
                if let Some(late) = lateness(&path, words, stops, limit) {
                    println!("{:>8.3} s {:>8.2} s  {how:<9}  {label}", late.clock, late.processor);
                    all.push((late, format!("{how} {label}")));
                }
            }
        }
    }
    fs::remove_dir_all(&folder).expect("the folder can be removed");
    for (name, by) in
        [("clock", (|late: &Late| late.clock) as fn(&Late) -> f64), ("processor", |late| late.processor)]
    {
        all.sort_by(|(one, _), (other, _)| by(one).total_cmp(&by(other)));
        let (Some((median, _)), Some((worst, what))) = (all.get(all.len() / 2), all.last()) else { return };
        let over = all.iter().filter(|(late, _)| by(late) > 0.2).count();
        println!(
            "{name}: {} commands were stopped: median {:.3} s late, {over} over 0.2 s, the worst {:.3} s ({what})",
            all.len(),
            by(median),
            by(worst)
        );
    }
}

/// How late a command ended: wall-clock and processor time in seconds.
struct Late {
    clock: f64,
    processor: f64,
}

/// The processor time of a process so far, in seconds; 0 if it is not known. Linux counts it in hundredths.
fn processor(pid: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap_or_default().split(' ').collect();
    let ticks = |place: usize| fields.get(place).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / 100.0
}

/// How long after its limit a command ended; `None` if it ended by itself before.
fn lateness(puzzle: &Path, words: &str, stops: bool, limit: Duration) -> Option<Late> {
    let started = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_jigsat"))
        .args(words.split(' '))
        .arg(puzzle)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("jigsat starts");
    let mut told = !stops;
    let (mut used_in_time, mut used) = (0.0, 0.0);
    loop {
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            let clock = started.elapsed().saturating_sub(limit).as_secs_f64();
            return (status.code() == Some(3) && told)
                .then_some(Late { clock, processor: used - used_in_time });
        }
        used = processor(child.id()).max(used);
        if started.elapsed() < limit {
            used_in_time = used;
        }
        if !told && started.elapsed() >= limit {
            told = true;
            let pid = child.id().to_string();
            Command::new("kill").arg(pid).status().expect("there is a command 'kill'");
        }
        if started.elapsed() > limit + Duration::from_secs(60) {
            child.kill().expect("it can be killed");
            child.wait().expect("it was killed");
            return Some(Late { clock: 60.0, processor: used - used_in_time });
        }
        thread::sleep(Duration::from_millis(2));
    }
}
