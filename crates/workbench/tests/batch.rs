//! Batches, shares and workers. The worker is this test program again: see [`worker`].
#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "the worker is a program, which ends itself")]

use std::{
    fs,
    io::{BufReader, stdin},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, atomic::Ordering::Relaxed},
    time::Duration,
};

use jigsat_kit::{Error, TextFile};
use jigsat_workbench::{
    CheckRequest, Context, CountRequest, ExplainRequest, HintRequest, ListRequest, RateRequest, Request,
    SolveRequest, Status,
    batch::{
        BatchEvent, BatchRequest, Category, Dealt, Destination, Runner, ShareEnd, Shares, Summary, deal, run,
    },
    worker::{Heard, Input, Worker, WorkerProgram, WorkerReply, WorkerRequest, serve},
};
use serde_json::Value;
use tempfile::TempDir;

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const CLASH: &str = "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const LEVEL: &str = "#####\n#@$.#\n#####\n";

/// The child's side, if it is started as such: the output of the test harness must not mix with the replies.
#[test]
#[ignore = "is a worker"]
fn worker() {
    if let Ok(replies) = fs::OpenOptions::new().write(true).open("/dev/fd/3") {
        let exit = || std::process::exit(0);
        serve(BufReader::new(stdin()), replies, &Context::default(), exit).unwrap();
    }
}

/// This program as a worker.
fn real() -> WorkerProgram {
    let this = std::env::current_exe().unwrap();
    let script = "exec \"$0\" --exact worker --ignored --nocapture 3>&1 >/dev/null";
    WorkerProgram { path: "sh".into(), arguments: vec!["-c".into(), script.into(), this.into()], name: None }
}

/// A shell as a worker: for a line that contains a word, it runs a command.
fn toy(cases: &str) -> WorkerProgram {
    let script = format!("while read -r line; do case \"$line\" in *bound*) ;; {cases} esac; done");
    WorkerProgram { path: "sh".into(), arguments: vec!["-c".into(), script.into()], name: None }
}

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// Runs batches, and records the events.
struct Bench {
    runner: Runner,
    told: Arc<Mutex<Vec<String>>>,
}

impl Bench {
    fn new(worker: WorkerProgram) -> Self {
        let told = Arc::<Mutex<Vec<String>>>::default();
        let notes = Arc::clone(&told);
        let observer = Arc::new(move |event: BatchEvent<'_>| notes.lock().unwrap().extend(event.words()));
        Bench { runner: Runner { worker, context: Context::default(), observer, library: |_| None }, told }
    }

    fn run(&self, folder: &Path, request: &BatchRequest) -> Result<Summary, Error> {
        let out = Destination::File(folder.join("r.jsonl"));
        run(request, &[folder.join("in")], out, &self.runner)
    }

    fn told(&self) -> Vec<String> {
        std::mem::take(&mut *self.told.lock().unwrap())
    }
}

fn request() -> BatchRequest {
    BatchRequest { jobs: Some(2), no_times: true, ..BatchRequest::default() }
}

fn lines(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("r.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn line<'l>(lines: &'l [Value], file: &str, index: u64) -> &'l Value {
    let is_it = |line: &&Value| line["file"].as_str().unwrap().ends_with(file) && line["index"] == index;
    lines.iter().find(is_it).unwrap_or_else(|| panic!("no line of {file} {index}"))
}

#[test]
fn a_folder_of_anything() {
    let folder = folder(&[
        ("in/lines.txt", &format!("{EASY}\n{}\n{CLASH}\n", &EASY[..80])),
        ("in/deep/board.yaml", &format!("kind: sudoku\ngrid: {EASY}\n")),
        ("in/deep/level.xsb", &format!("{LEVEL}\n{LEVEL}")),
        ("in/readme.md", "# Not a puzzle\n"),
        ("in/.hidden/lines.txt", EASY),
    ]);
    let bench = Bench::new(real());
    let summary = bench.run(folder.path(), &request()).unwrap();
    let notes = summary.notes();
    assert_eq!(summary.status, Status::BadInput, "{notes:?} {:?}", lines(folder.path()));
    let counts = Category::ALL.map(|category| summary.tally.count(category));
    assert_eq!(counts, [4, 1, 0, 1]);
    assert!(notes.len() == 1 && notes[0].ends_with("readme.md: not a puzzle in any known format"));
    let told = bench.told();
    assert!(told.len() == 1 && told[0].contains("lines.txt:2:"), "{told:?}");
    let all = lines(folder.path());
    assert_eq!(all.len(), 6);
    assert_eq!(line(&all, "lines.txt", 1)["status"], "solved");
    assert_eq!(line(&all, "lines.txt", 2)["line"], 2);
    assert_eq!(line(&all, "lines.txt", 3)["status"], "impossible");
    assert_eq!(line(&all, "board.yaml", 1)["solution"], line(&all, "lines.txt", 1)["solution"]);
    assert_eq!(line(&all, "board.yaml", 1)["digest"], line(&all, "lines.txt", 1)["digest"]);
    assert_eq!(line(&all, "level.xsb", 2)["puzzle"], "level 2");
    assert!(all.iter().all(|line| line.get("time_s").is_none() && line["stats"].get("solve_s").is_none()));
    // The second time, there is nothing to do, and the report is the same.
    let again = bench.run(folder.path(), &request()).unwrap();
    assert_eq!(again.tally.total(), 6);
    assert_eq!(again.status, Status::BadInput);
    assert_eq!(bench.told(), told);
    assert_eq!(lines(folder.path()), all);
}

#[test]
#[cfg(target_os = "linux")]
fn a_name_that_is_not_utf8_is_an_error() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder(&[("in/lines.txt", EASY)]);
    let name = std::ffi::OsStr::from_bytes(b"b\xffd.txt");
    fs::write(folder.path().join("in").join(name), EASY).unwrap();
    let bench = Bench::new(real());
    for _ in 0..2 {
        let summary = bench.run(folder.path(), &request()).unwrap();
        assert_eq!(summary.status, Status::BadInput);
        let all = lines(folder.path());
        assert_eq!(all.len(), 2);
        assert_eq!(line(&all, "d.txt", 1)["status"], "error");
        assert_eq!(line(&all, "lines.txt", 1)["status"], "solved");
        assert!(bench.told()[0].ends_with("has a name that is not UTF-8; rename it"));
    }
}

#[test]
fn the_crash_of_a_reader_is_a_line() {
    let folder = folder(&[("in/a.txt", EASY), ("in/bomb.xmpuzzle", "<a>"), ("in/c.txt", CLASH)]);
    let crash = "*bomb*) echo '{\"family\":\"tiling\"}'; kill -ABRT $$ ;;";
    let bench = Bench::new(toy(crash));
    for _ in 0..2 {
        let summary = bench.run(folder.path(), &request()).unwrap();
        assert_eq!(summary.status, Status::Bug);
        let all = lines(folder.path());
        assert_eq!(all.len(), 3, "{all:?}");
        let crashed = line(&all, "bomb.xmpuzzle", 1);
        assert_eq!((&crashed["status"], &crashed["family"]), (&"bug".into(), &"tiling".into()));
        let reason = crashed["reason"].as_str().unwrap();
        assert!(reason.starts_with("the process that read it ended with signal: 6"), "{reason}");
        assert_eq!(line(&all, "c.txt", 1)["status"], "impossible");
    }
}

#[test]
fn a_reader_that_does_not_end_is_stopped() {
    let folder = folder(&[("in/slow.yaml", "kind: tiling"), ("in/c.txt", EASY)]);
    let bench = Bench::new(toy("*slow*) sleep 60 ;;"));
    let mut request = request();
    request.ask.search.timeout_s = Some(0.05);
    bench.run(folder.path(), &request).unwrap();
    let all = lines(folder.path());
    let slow = line(&all, "slow.yaml", 1);
    assert_eq!((&slow["status"], &slow["family"]), (&"unknown".into(), &"unknown".into()));
    assert_eq!(slow["reason"], "time limit reached while reading, stopped by force");
    assert_eq!(line(&all, "c.txt", 1)["status"], "solved");
}

/// The next file is not blamed for what a worker has left behind.
#[test]
fn a_used_worker_that_dies_gets_another_try() {
    let folder = folder(&[("in/a.yaml", "kind: tiling"), ("in/b.yaml", "kind: tiling")]);
    // The first file poisons it; a new one says that there is nothing.
    let cases = "*a.yaml*) sick=1; echo '{\"skipped\":\"is a\"}'; echo '\"end\"' ;; \
        *b.yaml*) [ $sick ] && kill -ABRT $$; echo '{\"skipped\":\"is b\"}'; echo '\"end\"' ;;";
    let summary = Bench::new(toy(cases)).run(folder.path(), &request()).unwrap();
    let reasons: Vec<_> = summary.skipped.iter().map(|skipped| &*skipped.reason).collect();
    assert_eq!(reasons, ["is a", "is b"]);
    assert!(summary.nothing().is_some_and(|error| error.message() == "has no puzzle"));
}

#[test]
fn lines_go_to_a_writer() {
    let folder = folder(&[("in/lines.txt", &format!("{EASY}\n{CLASH}\n"))]);
    let file = folder.path().join("copy");
    let writer = Destination::Writer(Box::new(fs::File::create(&file).unwrap()), "a copy".into());
    let request = BatchRequest { jobs: Some(1), ..request() };
    run(&request, &[folder.path().join("in")], writer, &Bench::new(real()).runner).unwrap();
    let text = fs::read_to_string(file).unwrap();
    let first = text.lines().next().unwrap();
    let path = folder.path().join("in/lines.txt");
    let begin = format!(
        "{{\"schema\":1,\"family\":\"sudoku\",\"file\":\"{}\",\"index\":1,\"status\":\"solved\",\
        \"solution\":{{\"grid\":[[5,3,4,",
        path.display()
    );
    assert!(first.starts_with(&begin), "{first}");
    let end = "\"limits\":\"--timeout 1m --memory 2147483648\"}";
    assert!(first.ends_with(end), "{first}");
    assert_eq!(text.lines().count(), 2);
}

fn dealt<'b>(folder: &Path, bench: &'b Bench, request: &BatchRequest) -> Dealt<'b> {
    deal(request, &[folder.join("in")], &folder.join("r.jsonl"), Some(2), &bench.runner).unwrap()
}

#[test]
fn shares_are_dealt_run_and_gathered() {
    let folder = folder(&[("in/lines.txt", &format!("{EASY}\n{CLASH}\n12\n")), ("in/level.xsb", LEVEL)]);
    let bench = Bench::new(real());
    let first = dealt(folder.path(), &bench, &request());
    assert_eq!(first.unfinished().len(), 1);
    assert_eq!(first.finish().left, 3);
    let path = folder.path().join("r.jsonl.tasks/1");
    assert!(Shares::is_at(&path));
    let shares = Shares::open(&path).unwrap();
    assert_eq!((shares.count(), shares.puzzle_count()), (2, 3));
    assert_eq!(shares.missing().unwrap(), [1, 2]);
    // The puzzles are no longer needed.
    fs::remove_dir_all(folder.path().join("in")).unwrap();
    assert_eq!(shares.run(1, None, &bench.runner).unwrap(), ShareEnd::Done(2));
    assert_eq!(shares.run(1, None, &bench.runner).unwrap(), ShareEnd::Done(0));
    assert!(shares.run(3, None, &bench.runner).is_err());
    let gathered = shares.gather(true).unwrap();
    assert_eq!(
        (gathered.status, gathered.record.done, gathered.record.puzzles_left),
        (Status::Unknown, 1, 1)
    );
    assert!(gathered.words().ends_with("missing: tasks 2, puzzles: 1\n"), "{}", gathered.words());
    assert_eq!(shares.run(2, None, &bench.runner).unwrap(), ShareEnd::Done(1));
    for _ in 0..2 {
        let gathered = shares.gather(true).unwrap();
        assert_eq!((gathered.record.status, gathered.record.missing.len()), ("solved", 0));
        // The results of the batch already have the malformed one.
        assert_eq!(lines(folder.path()).len(), 4);
    }
}

#[test]
fn what_is_with_a_scheduler_is_not_dealt_twice() {
    let folder = folder(&[("in/lines.txt", &format!("{EASY}\n{CLASH}\n")), ("in/level.xsb", LEVEL)]);
    let bench = Bench::new(real());
    drop(dealt(folder.path(), &bench, &request()));
    let mut again = dealt(folder.path(), &bench, &request());
    assert_eq!(again.unfinished().len(), 1);
    for share in 1..=2 {
        again.unfinished()[0].run(share, None, &bench.runner).unwrap();
    }
    again.join(0).unwrap();
    let summary = again.finish();
    assert_eq!((summary.left, summary.tally.total(), summary.status), (0, 3, Status::Impossible));
    assert!(dealt(folder.path(), &bench, &request()).unfinished().is_empty());
    // Another question gets another folder.
    let mut other = request();
    other.ask.search.seed = Some(3);
    assert_eq!(dealt(folder.path(), &bench, &other).finish().left, 3);
    assert!(folder.path().join("r.jsonl.tasks/2").exists());
    drop(dealt(folder.path(), &bench, &request()));
    assert!(bench.told().iter().all(|words| words.contains("r.jsonl.tasks/2: was made with other options")));
}

#[test]
fn a_folder_runs_no_program_by_itself() {
    let folder = folder(&[("in/level.xsb", LEVEL)]);
    let bench = Bench::new(real());
    let mut request = request();
    let trap = folder.path().join("trap");
    let solver = format!("external:touch {}", trap.display()).parse().ok();
    request.ask.search.solver = solver.clone();
    let dealt = dealt(folder.path(), &bench, &request);
    let shares = &dealt.unfinished()[0];
    for other in [None, "external:true".parse().ok()] {
        let error = shares.run(1, other.as_ref(), &bench.runner).unwrap_err();
        assert!(error.to_string().contains("name that solver to agree"), "{error}");
        assert!(!trap.exists());
    }
    shares.run(1, solver.as_ref(), &bench.runner).unwrap();
    assert!(trap.exists());
}

#[test]
fn broken_folders_are_refused() {
    let folder = folder(&[("in/lines.txt", EASY)]);
    let bench = Bench::new(real());
    drop(dealt(folder.path(), &bench, &request()));
    let path = folder.path().join("r.jsonl.tasks/1");
    let file = path.join("manifest.json");
    let manifest = fs::read_to_string(&file).unwrap();
    for (from, to, words) in [
        ("\"r.jsonl\"", "\"../../r.jsonl\"", "names results that are elsewhere"),
        ("\"r.jsonl\"", "\"..\"", "names results that are elsewhere"),
        ("\"memory_bytes\"", "\"memory\"", "unknown field `memory`"),
        ("\"schema\": 1", "\"schema\": 7", "expected 'batch' of schema 1"),
        ("\"request\": {", "\"options\": [], \"request\": {", "an earlier version of jigsat"),
        ("\"request\": {", "\"more\": 1, \"request\": {", "unknown field `more`"),
    ] {
        let changed = manifest.replacen(from, to, 1);
        assert_ne!(changed, manifest, "{from}");
        fs::write(&file, changed).unwrap();
        let error = Shares::open(&path).err().expect("refused").to_string();
        assert!(error.contains(words), "{error}");
    }
    fs::write(&file, &manifest).unwrap();
    fs::write(path.join("puzzles/1.jsonl"), "{\"family\":").unwrap();
    let error = Shares::open(&path).unwrap().run(1, None, &bench.runner).unwrap_err().to_string();
    assert!(error.contains("line 1 is not a puzzle"), "{error}");
}

/// Something that stops everything may end workers, too: that is not a crash.
#[test]
fn a_worker_that_dies_while_all_is_to_stop_has_stopped() {
    let arguments = ["-c".into(), "exit 3".into()].to_vec();
    let program = WorkerProgram { path: "/bin/sh".into(), arguments, name: None };
    let stop = Context::default().stop;
    for stops in [false, true] {
        let mut worker = Worker::start(&program, 1 << 30).unwrap();
        // It has died by then.
        std::thread::sleep(Duration::from_millis(500));
        stop.store(stops, Relaxed);
        let heard = worker.hear(Duration::from_secs(60), &stop);
        assert!(matches!((stops, &heard), (true, Heard::Stopped) | (false, Heard::Died(_))), "{heard:?}");
    }
}

#[test]
fn a_worker_answers_any_request() {
    let folder = folder(&[("lines.txt", &format!("{EASY}\n{}\n{CLASH}\n", &EASY[..80]))]);
    let name = folder.path().join("lines.txt").display().to_string();
    let mut worker = Worker::start(&real(), 1 << 30).unwrap();
    let stop = Context::default().stop;
    let limit = Duration::from_secs(60);
    let mut ask = |verb: Request, input: Input| {
        let mut replies = Vec::new();
        let mut heard = worker.ask(
            &WorkerRequest::Answer { family: None, page: None, input: Some(input), verb, pictures: false },
            limit,
            &stop,
        );
        loop {
            match heard {
                Heard::Reply(WorkerReply::End) => return replies,
                Heard::Reply(WorkerReply::Record(reply)) => replies.push((reply.status, reply.words)),
                other => panic!("{other:?}"),
            }
            heard = worker.hear(limit, &stop);
        }
    };
    let solved = ask(Request::Solve(SolveRequest::default()), Input::File(name.clone()));
    assert_eq!(solved.len(), 3);
    assert_eq!(solved[0], (Status::Solved, "solved".into()));
    assert_eq!(solved[1].0, Status::BadInput);
    assert_eq!(solved[2].0, Status::Impossible);
    let text = || Input::Text { name: "a text".into(), text: EASY.into() };
    let count = CountRequest { limit: Some(5), ..CountRequest::default() };
    assert_eq!(ask(Request::Count(count), text())[0].0, Status::Solved);
    let check = Request::Check(CheckRequest {
        solution: TextFile { name: "solution".into(), text: EASY.into() },
        ..CheckRequest::default()
    });
    assert_eq!(ask(check, text())[0].0, Status::Impossible);
    let list = Request::List(ListRequest::default());
    let listed = ask(list, text());
    assert_eq!(listed.len(), 2);
    assert_eq!(listed[1], (Status::Solved, "1 solution, and no more".into()));
    let explained = ask(Request::Explain(ExplainRequest::default()), text());
    assert!(explained[0].1.starts_with("1. "), "{explained:?}");
    let hint = ask(Request::Hint(HintRequest::default()), text());
    assert!(explained[0].1.starts_with(&hint[0].1), "{hint:?}");
    let rated = ask(Request::Rate(RateRequest::default()), text());
    assert_eq!(rated[0].0, Status::Solved);
    let nowhere = PathBuf::from("/nowhere/at/all").display().to_string();
    assert_eq!(ask(Request::Solve(SolveRequest::default()), Input::File(nowhere))[0].0, Status::BadInput);
}

#[test]
#[cfg(target_os = "linux")]
fn a_worker_that_wants_too_much_memory_says_so() {
    let row = format!("{}\n", ["0"; 49].join(" "));
    let folder = folder(&[("in/large.txt", &row.repeat(49)), ("in/level.xsb", LEVEL)]);
    let request = BatchRequest { memory_bytes: 32 << 20, jobs: Some(1), ..request() };
    let summary = Bench::new(real()).run(folder.path(), &request).unwrap();
    assert_eq!(summary.status, Status::Unknown);
    let all = lines(folder.path());
    assert_eq!(line(&all, "large.txt", 1)["reason"], "memory limit reached");
    assert_eq!(line(&all, "level.xsb", 1)["status"], "solved");
}
