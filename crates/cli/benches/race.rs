//! Boards of many genres, the whole command beside another program: what it takes to find the solution and to prove that it is
//! the only one.
//!
//! `cargo bench --bench race -- FOLDER [SECONDS [PEER…]]`
//!
//! FOLDER has a file `GENRE.txt` or a folder `GENRE` for each genre, or for some; a file has one board or several, in any form
//! that jigsat reads. SECONDS limit each run (default: 20). PEER is a program with its first arguments, such as `python
//! peer.py`. It is called with GENRE and with a file of one board: its address, or YAML if the genre has no addresses. Its exit
//! code is 0 if the board has one solution, 1 if it has none or several, anything else if it doesn't know. If its output begins
//! with a line `cpu=SECONDS`, that is its time: so a script can leave out the start of an interpreter.
//!
//! Times are processor times: the median of three runs, in which the programs alternate. A board that is open counts as the
//! limit. Each genre has a row for all of its boards, and one for the ten largest (by the length of their YAML) if there are more.
//! The ratio is the peer's median over jigsat's.

use std::{
    collections::BTreeMap,
    env,
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

#[cfg(unix)]
use nix::sys::resource::{UsageWho, getrusage};

/// Number of runs of each program on each board.
const RUNS: usize = 3;

/// Number of boards of a genre that have a row of their own.
const LARGEST: usize = 10;

/// What a program said about a board, and how long it took.
#[derive(Clone, Copy)]
struct Run {
    seconds: f64,
    /// Whether the board has exactly one solution, if the program knows.
    is_unique: Option<bool>,
}

fn main() {
    let args: Vec<String> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let [folder, rest @ ..] = args.as_slice() else {
        println!("usage: FOLDER [SECONDS [PEER…]]");
        return;
    };
    let limit = rest.first().map_or(20.0, |seconds| seconds.parse().expect("a number of seconds"));
    let peer = rest.get(1..).filter(|words| !words.is_empty());
    let scratch = env::temp_dir().join(format!("jigsat-race-{}", std::process::id()));
    fs::create_dir(&scratch).expect("the folder can be made");
    println!("| genre | boards | program | median ms | 90 % | worst | open | ratio |");
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for (genre, files) in genres(Path::new(folder)) {
        let boards = boards(&genre, &files, &scratch);
        let races: Vec<Vec<Run>> = boards.iter().map(|board| race(&genre, board, peer, limit)).collect();
        rows(&genre, "", &races);
        if races.len() > LARGEST {
            rows(&genre, " largest", &races[races.len() - LARGEST..]);
        }
    }
    fs::remove_dir_all(&scratch).expect("the folder can be removed");
}

/// The files of each genre in a folder.
fn genres(folder: &Path) -> BTreeMap<String, Vec<PathBuf>> {
    let entries = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).expect("the folder can be read");
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
        paths.sort();
        paths
    };
    let files = |path: PathBuf| if path.is_dir() { entries(&path) } else { vec![path] };
    let name = |path: &Path| path.file_stem().expect("it has a name").to_string_lossy().into_owned();
    entries(folder).into_iter().map(|path| (name(&path), files(path))).collect()
}

/// A file for each board of these files, from the smallest to the largest: its address, or YAML if the genre has no addresses.
fn boards(genre: &str, files: &[PathBuf], scratch: &Path) -> Vec<PathBuf> {
    let mut texts: Vec<(usize, String)> = Vec::new();
    for file in files {
        let yaml = shown(genre, file, "yaml", "---\n");
        if yaml.is_empty() {
            println!("{} has no boards of {genre}", file.display());
        }
        let addresses = shown(genre, file, "address", "\n");
        let sizes: Vec<usize> = yaml.iter().map(String::len).collect();
        texts.extend(sizes.into_iter().zip(if addresses.len() == yaml.len() { addresses } else { yaml }));
    }
    texts.sort();
    let write = |(number, (_, text)): (usize, &(usize, String))| {
        let file = scratch.join(format!("{genre}-{number}.txt"));
        fs::write(&file, text).expect("the board can be written");
        file
    };
    texts.iter().enumerate().map(write).collect()
}

/// The boards of a file as jigsat shows them in a format; none if it can't.
fn shown(genre: &str, file: &Path, format: &str, between: &str) -> Vec<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jigsat"));
    let shown = command.args([genre, "show", "--format", format]).arg(file).output().expect("jigsat starts");
    let text = String::from_utf8(shown.stdout).expect("text");
    text.split(between).filter(|text| !text.is_empty()).map(str::to_owned).collect()
}

/// jigsat and its peer on a board: the median run of each.
fn race(genre: &str, board: &Path, peer: Option<&[String]>, limit: f64) -> Vec<Run> {
    let mut ours = Command::new(env!("CARGO_BIN_EXE_jigsat"));
    ours.args([genre, "solve", "--unique", "--format", "json", "--timeout", &format!("{limit}s")]).arg(board);
    let mut programs = vec![ours];
    if let Some([program, args @ ..]) = peer {
        let mut theirs = Command::new(program);
        theirs.args(args).arg(genre).arg(board);
        programs.push(theirs);
    }
    let mut runs = vec![Vec::new(); programs.len()];
    let said = board.with_extension("said");
    for _ in 0..RUNS {
        for (program, runs) in programs.iter_mut().zip(&mut runs) {
            runs.push(run(program, &said, limit));
        }
    }
    let median = |mut runs: Vec<Run>| {
        runs.sort_by(|one, other| one.seconds.total_cmp(&other.seconds));
        runs[runs.len() / 2]
    };
    let race: Vec<Run> = runs.into_iter().map(median).collect();
    if let [Run { is_unique: Some(ours), .. }, Run { is_unique: Some(theirs), .. }] = race[..]
        && ours != theirs
    {
        let text = fs::read_to_string(board).expect("it was written");
        println!("{genre}: one solution says jigsat: {ours}, its peer: {theirs}\n{text}");
    }
    race
}

/// Runs a program, and stops it some time after its limit.
fn run(program: &mut Command, said: &Path, limit: f64) -> Run {
    let before = processor_time();
    let started = Instant::now();
    let output = File::create(said).expect("the file can be written");
    let mut child =
        program.stdin(Stdio::null()).stdout(output).stderr(Stdio::null()).spawn().expect("it starts");
    let status = loop {
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            break Some(status);
        }
        if started.elapsed() > Duration::from_secs_f64(limit + 2.0) {
            child.kill().expect("it can be killed");
            child.wait().expect("it was killed");
            break None;
        }
        thread::sleep(Duration::from_micros(500));
    };
    let said = fs::read_to_string(said).expect("text");
    let own = said.lines().next().and_then(|line| line.strip_prefix("cpu="));
    let seconds =
        own.map_or_else(|| processor_time() - before, |own| own.parse().expect("a number of seconds"));
    match status.and_then(|status| status.code()) {
        Some(code @ (0 | 1)) if seconds <= limit => Run { seconds, is_unique: Some(code == 0) },
        _ => Run { seconds: limit, is_unique: None },
    }
}

/// The processor time of all processes that ended, in seconds.
#[cfg(unix)]
fn processor_time() -> f64 {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the system knows");
    [usage.user_time(), usage.system_time()]
        .iter()
        .map(|time| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6)
        .sum()
}

/// The time that passes, where the system doesn't say what processes that ended took.
#[cfg(not(unix))]
fn processor_time() -> f64 {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    START.elapsed().as_secs_f64()
}

/// A row for each program.
fn rows(genre: &str, which: &str, races: &[Vec<Run>]) {
    let programs = races.first().map_or(0, Vec::len);
    let mut first = None;
    for program in 0..programs {
        let mut runs: Vec<Run> = races.iter().map(|race| race[program]).collect();
        runs.sort_by(|one, other| one.seconds.total_cmp(&other.seconds));
        let at = |share: f64| runs[((runs.len() - 1) as f64 * share).round() as usize].seconds * 1e3;
        let open = runs.iter().filter(|run| run.is_unique.is_none()).count();
        let ours = *first.get_or_insert(at(0.5));
        let name = ["jigsat", "peer"][program];
        let [median, most, worst] = [0.5, 0.9, 1.0].map(at);
        println!(
            "| {genre} | {}{which} | {name} | {median:.1} | {most:.1} | {worst:.1} | {open} | {:.2} |",
            runs.len(),
            median / ours
        );
    }
}
