//! Solver programs: real ones, if the machine has them, and shell scripts that misbehave.

use std::{
    env, fs,
    path::{Path, PathBuf},
    sync::atomic::Ordering,
    thread,
    time::{Duration, Instant},
};

use jigsat_solve::{Error, Limits, Sat, Solver, Stop, Verdict};

use crate::formulas::{add_all, brute_force, lit, lits, model_holds, pigeonhole, random_3sat};

/// Commands of solvers that a machine may have. Cargo lets tests find our own build of MiniSat's library, which is not
/// the one that the system's `minisat` needs.
const PROGRAMS: [&str; 8] = [
    "env -u LD_LIBRARY_PATH minisat -verb=0 {cnf} {result}",
    "env -u LD_LIBRARY_PATH cadical -q",
    "env -u LD_LIBRARY_PATH kissat -q",
    "env -u LD_LIBRARY_PATH picosat",
    "env -u LD_LIBRARY_PATH cryptominisat5 --verb 0",
    "env -u LD_LIBRARY_PATH glucose -verb=0 -model",
    "env -u LD_LIBRARY_PATH lingeling -q",
    "env -u LD_LIBRARY_PATH varisat",
];

fn start(command: &str) -> Box<dyn Sat> {
    Solver::External(command.into()).start().unwrap()
}

/// The programs of the list that are installed; if there are none, a test that needs one prints a message and passes.
fn programs() -> Vec<&'static str> {
    let found: Vec<_> =
        PROGRAMS.into_iter().filter(|command| on_path(command.split(' ').nth(3).unwrap())).collect();
    if found.is_empty() {
        println!("skipped: none of these is on PATH: {PROGRAMS:?}");
    }
    found
}

fn on_path(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// A shell script in a folder of its own; the formula's file is its `$1`.
struct Script {
    folder: tempfile::TempDir,
}

impl Script {
    fn new(body: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("solver"), body).unwrap();
        Script { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self) -> String {
        format!("sh {}", self.path("solver").display())
    }

    fn start(&self) -> Box<dyn Sat> {
        start(&self.command())
    }

    /// The text that the script wrote to a file in its folder.
    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn failure(&self) -> String {
        self.failure_with(&Limits::default())
    }

    fn failure_with(&self, limits: &Limits) -> String {
        let mut solver = self.start();
        solver.add(&lits(&[1, 2])).unwrap();
        match solver.solve(&[], limits) {
            Err(Error::External { command, message }) => {
                assert_eq!(command, self.command());
                message
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn real_programs_agree_with_brute_force() {
    const VARS: u32 = 8;
    for command in programs() {
        for seed in 0..12 {
            let formula = random_3sat(VARS, 34, seed);
            let mut solver = start(command);
            add_all(&mut *solver, &formula);
            for units in [lits(&[]), lits(&[1, -2]), lits(&[-1, 3, 5, -7])] {
                let verdict = solver.solve(&units, &Limits::default()).unwrap();
                if brute_force(VARS, &formula, &units) {
                    assert_eq!(verdict, Verdict::Sat, "{command}, {seed}, {units:?}");
                    assert!(model_holds(&*solver, &formula, &units), "{command}, {seed}, {units:?}");
                } else {
                    assert_eq!(verdict, Verdict::Unsat, "{command}, {seed}, {units:?}");
                    assert_eq!(solver.core(), units);
                }
            }
        }
    }
}

#[test]
fn real_programs_take_odd_formulas() {
    for command in programs() {
        let mut solver = start(command);
        solver.reserve(3).unwrap();
        assert_eq!(solver.solve(&[], &Limits::default()).unwrap(), Verdict::Sat, "{command}");
        assert_eq!(solver.solve(&lits(&[5, -6]), &Limits::default()).unwrap(), Verdict::Sat, "{command}");
        assert!(solver.value(lit(5).var()) && !solver.value(lit(6).var()));
        solver.add(&[]).unwrap();
        assert_eq!(solver.solve(&[], &Limits::default()).unwrap(), Verdict::Unsat, "{command}");
    }
}

#[test]
fn real_programs_stop_at_a_deadline() {
    for command in programs() {
        let mut solver = start(command);
        add_all(&mut *solver, &pigeonhole(14, None));
        let begin = Instant::now();
        let limits = Limits { deadline: Some(begin + Duration::from_millis(200)), ..Limits::default() };
        assert_eq!(solver.solve(&[], &limits).unwrap(), Verdict::Stopped(Stop::Timeout), "{command}");
        assert!(begin.elapsed() < Duration::from_secs(5), "{command}");
        assert!(!solver.spent());
    }
}

#[test]
fn formula_is_dimacs_with_assumptions_as_units() {
    let script = Script::new("cp \"$1\" \"$(dirname \"$0\")/seen\"; echo s UNSATISFIABLE");
    let mut solver = script.start();
    add_all(&mut *solver, &[lits(&[1, -2]), lits(&[])]);
    assert_eq!(solver.solve(&lits(&[-4]), &Limits::default()).unwrap(), Verdict::Unsat);
    assert_eq!(solver.core(), lits(&[-4]));
    assert_eq!(script.read("seen"), "p cnf 4 3\n1 -2 0\n0\n-4 0\n");
}

#[test]
fn placeholders_are_filled() {
    let script = Script::new(
        "test -f \"$3\" && test \"$1\" = 'a b' && test \"$2\" = --limit=77 && printf 'SAT\\n1 -2 0\\n' > \"$4\"",
    );
    let command = format!("{} 'a b' --limit={{conflicts}} {{cnf}} {{result}}", script.command());
    let mut solver = start(&command);
    solver.add(&lits(&[1, 2])).unwrap();
    let limits = Limits { conflicts: Some(77), ..Limits::default() };
    assert_eq!(solver.solve(&[], &limits).unwrap(), Verdict::Sat);
    assert!(solver.value(lit(1).var()) && !solver.value(lit(2).var()));
}

#[test]
fn models_may_leave_variables_out() {
    let script = Script::new("echo s SATISFIABLE; echo v 2 99 0");
    let mut solver = script.start();
    solver.add(&lits(&[1, 2])).unwrap();
    solver.reserve(4).unwrap();
    assert_eq!(solver.solve(&[], &Limits::default()).unwrap(), Verdict::Sat);
    assert!(solver.value(lit(2).var()) && !solver.value(lit(1).var()) && !solver.value(lit(99).var()));
}

#[test]
fn exit_status_does_not_matter_beside_a_verdict() {
    let script = Script::new("echo s UNSATISFIABLE; exit 3");
    let mut solver = script.start();
    assert_eq!(solver.solve(&[], &Limits::default()).unwrap(), Verdict::Unsat);
}

#[test]
fn giving_up_is_an_answer() {
    let script = Script::new("echo s UNKNOWN");
    let mut solver = script.start();
    assert_eq!(solver.solve(&[], &Limits::default()).unwrap(), Verdict::Stopped(Stop::GaveUp));
}

#[test]
fn conflict_limit_without_a_place_is_refused() {
    let limits = Limits { conflicts: Some(5), ..Limits::default() };
    let message = Script::new("echo s UNKNOWN").failure_with(&limits);
    assert!(message.contains("{conflicts}"), "{message}");
}

#[test]
fn failures_are_told_with_stderr() {
    for (body, expected) in [
        ("echo 'no licence' >&2; exit 1", "it gave no verdict (exit status: 1); it wrote: no licence"),
        ("echo hello; echo world", "it gave no verdict (exit status: 0)"),
        ("head -c 100000 /dev/zero", "it gave no verdict (exit status: 0)"),
        ("echo s SATISFIABLE", "it says satisfiable, but gives no model"),
        (
            "echo s SATISFIABLE; echo v -1 -2 0",
            "it says satisfiable, but its model violates the clause (1 2)",
        ),
        (
            // It is killed at the first malformed word.
            "echo why >&2; echo s SATISFIABLE; echo v one 0",
            "line 2, column 3: found 'one', expected a literal from -2 to 2, or 0; it wrote: why",
        ),
        ("echo oops >&2; kill -SEGV $$", "it crashed (signal: 11 (SIGSEGV)"),
    ] {
        let message = Script::new(body).failure();
        assert!(message.starts_with(expected), "{body}: {message}");
    }
    let noisy = Script::new("yes complaint | head -c 5000000 >&2; echo last words >&2").failure();
    assert!(noisy.len() < 4000 && noisy.ends_with("last words"), "{noisy}");
}

#[test]
fn missing_programs_and_files_are_told() {
    for (command, expected) in [
        ("/no/such/solver -q", "it can't be run"),
        ("/", "it can't be run"),
        ("true {cnf} {result}", "its result file can't be read"),
    ] {
        match start(command).solve(&[], &Limits::default()) {
            Err(Error::External { message, .. }) => assert!(message.starts_with(expected), "{message}"),
            other => panic!("{command}: {other:?}"),
        }
    }
}

/// The script notes the number of its process, and that of a child, then hangs.
const HANG: &str = "echo $$ > \"$(dirname \"$0\")/pids\"
    sleep 1000 & echo $! >> \"$(dirname \"$0\")/pids\"; cp \"$1\" \"$(dirname \"$0\")/seen\"
    dirname \"$1\" > \"$(dirname \"$0\")/folder\"; wait";

fn assert_all_gone(script: &Script) {
    for pid in script.read("pids").lines() {
        let status = Path::new("/proc").join(pid).join("status");
        let begin = Instant::now();
        // The grandchild is not ours to reap, and its new parent may take a moment.
        while fs::read_to_string(&status).is_ok_and(|text| !text.contains("State:\tZ")) {
            assert!(begin.elapsed() < Duration::from_secs(5), "{pid} is still there");
            thread::sleep(Duration::from_millis(10));
        }
    }
    let own = script.read("pids").lines().next().unwrap().to_owned();
    assert!(!Path::new("/proc").join(own).exists(), "it was not reaped");
    assert!(!Path::new(script.read("folder").trim()).exists(), "temporary files were left");
}

/// Returns when the script has written its files.
fn until_hanging(script: &Script) {
    while !script.path("folder").exists() {
        thread::sleep(Duration::from_millis(5));
    }
    thread::sleep(Duration::from_millis(20));
}

#[test]
fn hanging_program_is_killed_at_the_deadline() {
    let script = Script::new(HANG);
    let mut solver = script.start();
    let begin = Instant::now();
    let limits = Limits { deadline: Some(begin + Duration::from_secs(2)), ..Limits::default() };
    assert_eq!(solver.solve(&[], &limits).unwrap(), Verdict::Stopped(Stop::Timeout));
    assert!(begin.elapsed() < Duration::from_secs(6), "{:?}", begin.elapsed());
    assert_all_gone(&script);
}

#[test]
fn hanging_program_is_killed_by_the_stop_flag() {
    let script = Script::new(HANG);
    let mut solver = script.start();
    let limits = Limits::default();
    let verdict = thread::scope(|scope| {
        scope.spawn(|| {
            until_hanging(&script);
            limits.stop.store(true, Ordering::Relaxed);
        });
        solver.solve(&[], &limits).unwrap()
    });
    assert_eq!(verdict, Verdict::Stopped(Stop::Interrupted));
    assert_all_gone(&script);
    limits.stop.store(false, Ordering::Relaxed);
    assert!(!solver.spent());
}

#[test]
fn program_that_closes_its_output_and_hangs_is_killed() {
    let script = Script::new("echo s UNSATISFIABLE; exec >&- 2>&-; sleep 1000");
    let mut solver = script.start();
    let limits = Limits { deadline: Some(Instant::now() + Duration::from_millis(300)), ..Limits::default() };
    assert_eq!(solver.solve(&[], &limits).unwrap(), Verdict::Stopped(Stop::Timeout));
}

#[test]
fn endless_output_ends_at_the_deadline() {
    for body in ["yes", "yes >&2", "cat /dev/zero", "yes 'v 1' | tr -d '\\n'"] {
        let script = Script::new(body);
        let mut solver = script.start();
        let begin = Instant::now();
        let limits = Limits { deadline: Some(begin + Duration::from_millis(300)), ..Limits::default() };
        match solver.solve(&[], &limits) {
            Ok(Verdict::Stopped(Stop::Timeout)) | Err(Error::External { .. }) => {}
            other => panic!("{body}: {other:?}"),
        }
        assert!(begin.elapsed() < Duration::from_secs(5), "{body}: {:?}", begin.elapsed());
    }
}

#[test]
fn output_kept_open_by_a_stray_process_does_not_hang_us() {
    if !on_path("setsid") {
        println!("skipped: no setsid on PATH");
        return;
    }
    let script = Script::new("setsid sleep 4 & echo s UNSATISFIABLE");
    let message = script.failure();
    assert!(message.contains("keeps its output open"), "{message}");
}
