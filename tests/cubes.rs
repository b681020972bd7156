//! `cubes`, `run-task` and `gather`: the tasks together give the result of one search, and nothing is believed that is
//! missing.

mod common;

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Output,
};

use common::{code, root, stderr, stdout};
use jigsat_cnf::{Lit, Var};
use jigsat_solve::{Limits, Solver, Verdict};
use serde_json::Value;
use tempfile::TempDir;

/// A puzzle in tasks.
struct Cut {
    /// The folder that contains the folder `tasks`.
    within: TempDir,
    /// Number of tasks.
    count: usize,
}

impl Cut {
    /// Cuts a puzzle, given by the words before and after `cubes`.
    fn of(family: &str, args: &[&str]) -> Self {
        let within = TempDir::new().expect("a folder for the test");
        let output =
            run(&[&[family, "cubes", "--format", "json", "--no-times"], args].concat(), within.path());
        assert_eq!(code(&output), 0, "{args:?}: {}", stderr(&output));
        let record: Value = serde_json::from_str(&stdout(&output)).expect("a line of JSON");
        Cut { within, count: record["tasks"].as_u64().unwrap() as usize }
    }

    fn folder(&self) -> PathBuf {
        self.within.path().join("tasks")
    }

    fn run_task(&self, args: &[&str]) -> Output {
        let folder = self.folder();
        self::jigsat(&[&["run-task", folder.to_str().unwrap()], args].concat())
    }

    /// Runs all tasks.
    fn run_all(&self) {
        let output = self.run_task(&[&format!("1-{}", self.count), "--quiet"]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
    }

    /// The output of `gather`, and its exit code.
    fn gather(&self) -> (Value, i32) {
        let folder = self.folder();
        let output = jigsat(&["gather", folder.to_str().unwrap(), "--format", "json", "--no-times"]);
        let record = serde_json::from_str(&stdout(&output));
        (record.unwrap_or_else(|_| panic!("{}", stderr(&output))), code(&output))
    }

    fn result(&self, task: usize) -> PathBuf {
        self.folder().join("results").join(format!("{task}.json"))
    }

    fn text(&self, file: &str) -> String {
        fs::read_to_string(self.folder().join(file)).expect("the folder has it")
    }
}

fn jigsat(args: &[&str]) -> Output {
    common::jigsat(args, "")
}

/// Seven pigeons don't fit into six holes, and propagation alone does not show it.
const PIGEONS: &str = "sort P = 1..7\nsort H = 1..6\npred in(p: P, h: H)\n\
    assert somewhere \"{p} is in a hole\": forall p: P . exists h: H . in(p, h)\n\
    assert apart \"{p} and {q} are not both in {h}\":\n  \
    forall p: P, q: P, h: H | p < q . not (in(p, h) and in(q, h))\n";

/// Runs `jigsat FAMILY cubes` into a folder `tasks`.
fn run(args: &[&str], within: &Path) -> Output {
    let out = within.join("tasks");
    jigsat(&[args, &["--out", out.to_str().unwrap()]].concat())
}

/// The results of `count`: all, and up to symmetry.
fn counted(family: &str, args: &[&str]) -> (Value, Value) {
    let output = jigsat(&[&[family, "count", "--format", "json"], args].concat());
    let record: Value = serde_json::from_str(&stdout(&output)).expect("a line of JSON");
    assert_eq!(record["complete"], true);
    (record["count"].clone(), record["distinct"].clone())
}

/// The count by cubes is the count by one search; about as many tasks were made as asked for.
fn adds_up(family: &str, puzzle: &str, options: &[&str], tasks: usize) -> usize {
    let wanted = tasks.to_string();
    let question = [&[puzzle], options].concat();
    let cut = Cut::of(family, &[&question[..], &["--for", "count", "--count", &wanted]].concat());
    assert!(cut.count < 2 * tasks + 10, "{puzzle}: {} tasks", cut.count);
    cut.run_all();
    let (record, exit) = cut.gather();
    let expected = counted(family, &question);
    assert_eq!((record["count"].clone(), record["distinct"].clone()), expected, "{puzzle} {options:?}");
    assert_eq!((&record["complete"], exit), (&true.into(), 0));
    let result: Value = serde_json::from_str(&fs::read_to_string(cut.result(1)).unwrap()).unwrap();
    let by = [&record["by"]["engine"], &record["by"]["solver"], &record["by"]["encoding"]];
    let words =
        by.into_iter().filter_map(Value::as_str).map(|word| word.to_owned() + ", ").collect::<String>();
    assert_eq!(result["by"].as_str().map(|by| by.replace("encoding ", "") + ", "), Some(words), "{puzzle}");
    record["count"].as_u64().unwrap() as usize
}

#[test]
fn tilings_add_up() {
    let tilings: [(&str, &[&str], usize, usize); 6] = [
        ("puzzles/tiling/pentominoes-3x20.yaml", &[], 20, 8),
        ("puzzles/tiling/pentominoes-3x20.yaml", &["--engine", "backtrack"], 20, 8),
        ("puzzles/tiling/tetrominoes.yaml", &[], 10, 0),
        ("puzzles/tiling/two-boards.yaml", &[], 10, 0),
        ("puzzles/tiling/shape-fitting-repeated.txt", &[], 5, 0),
        ("puzzles/tiling/soma.yaml", &[], 60, 11520),
    ];
    for (puzzle, options, tasks, known) in tilings {
        let count = adds_up("tiling", puzzle, options, tasks);
        assert!(known == 0 || count == known, "{puzzle}: {count}");
    }
}

#[test]
fn sudokus_add_up() {
    assert_eq!(adds_up("sudoku", "................", &[], 20), 288);
    assert_eq!(adds_up("sudoku", "1...............", &["--encoding", "minimal"], 20), 72);
    assert_eq!(adds_up("sudoku", "puzzles/sudoku/ambiguous.yaml", &["--solver", "batsat"], 3), 4);
}

#[test]
fn edge_matchings_add_up() {
    assert_eq!(adds_up("edge-matching", "puzzles/edge-matching/four-squares.yaml", &[], 10), 72);
    adds_up("edge-matching", "puzzles/edge-matching/halves.yaml", &[], 30);
}

#[test]
fn fillominos_and_models_add_up() {
    assert_eq!(adds_up("qprop", "puzzles/qprop/queens.qprop", &["--engine", "backtrack"], 16), 92);
    let within = TempDir::new().unwrap();
    let empty = within.path().join("empty.txt");
    fs::write(&empty, "3 3\n0 0 0\n0 0 0\n0 0 2\n").unwrap();
    adds_up("fillomino", empty.to_str().unwrap(), &[], 12);
}

#[test]
fn an_impossible_puzzle_is_refuted_task_by_task() {
    let within = TempDir::new().unwrap();
    let pigeons = within.path().join("pigeons.qprop");
    fs::write(&pigeons, PIGEONS).unwrap();
    let cut = Cut::of("qprop", &[pigeons.to_str().unwrap(), "--count", "12"]);
    // The folder has everything that it needs.
    fs::remove_file(&pigeons).unwrap();
    let (record, exit) = cut.gather();
    assert_eq!((&record["status"], exit), (&"unknown".into(), 3));
    cut.run_all();
    let (record, exit) = cut.gather();
    assert_eq!((&record["status"], exit), (&"impossible".into(), 1), "{record}");
}

#[test]
fn what_propagation_refutes_needs_no_task() {
    let cut = Cut::of("sudoku", &["puzzles/sudoku/impossible.yaml", "--count", "6"]);
    assert_eq!(cut.count, 0);
    let (record, exit) = cut.gather();
    assert_eq!((&record["status"], exit), (&"impossible".into(), 1), "{record}");
    let within = TempDir::new().unwrap();
    let output =
        run(&["tiling", "cubes", "puzzles/tiling/mutilated-8x8.yaml", "--format", "json"], within.path());
    let record: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!((&record["status"], code(&output)), (&"impossible".into(), 1));
    assert!(!within.path().join("tasks").exists());
}

#[test]
fn the_first_solution_is_enough() {
    let cut = Cut::of("tiling", &["puzzles/tiling/pentominoes-6x10.yaml", "--count", "30"]);
    let output = cut.run_task(&["1-30"]);
    let text = stdout(&output);
    let solved = text.lines().filter(|line| line.contains(": solved")).count();
    let spared = text.lines().filter(|line| line.contains("not needed")).count();
    assert_eq!((code(&output), solved), (0, 1), "{text}");
    assert!(spared > 0, "{text}");
    let (record, exit) = cut.gather();
    assert_eq!((&record["status"], exit), (&"solved".into(), 0));
    assert_eq!(record["solution"]["placements"].as_array().unwrap().len(), 12);
}

#[test]
fn a_plan_is_cut_by_its_first_push() {
    let puzzle = "puzzles/sokoban/three-boxes.xsb";
    let within = TempDir::new().unwrap();
    let output = run(&["sokoban", "cubes", puzzle], within.path());
    assert_eq!(code(&output), 2, "which length is meant?");
    for (steps, status, exit) in [("18", "solved", 0), ("17", "unknown", 3)] {
        let cut = Cut::of("sokoban", &[puzzle, "--encoding", "pushes", "--steps", steps, "--count", "20"]);
        let lines = cut.text("tasks.jsonl");
        let first =
            |line: &str| serde_json::from_str::<Value>(line).unwrap()["cube"][0].as_str().unwrap().to_owned();
        let first: BTreeSet<String> = lines.lines().map(first).collect();
        // The first push has one way, the second three; 17 pushes are refuted without any search.
        assert_eq!(first.len(), if status == "solved" { 3 } else { 0 }, "{first:?}");
        assert!(first.iter().all(|name| name.starts_with("start@2(")), "{first:?}");
        if status == "unknown" {
            assert_eq!((cut.gather().0["status"].as_str(), cut.count), (Some(status), 0));
            continue;
        }
        cut.run_all();
        let (record, code) = cut.gather();
        assert_eq!((&record["status"], code), (&status.into(), exit), "{record}");
    }
}

#[test]
fn tasks_are_done_once() {
    let cut = Cut::of("tiling", &["puzzles/tiling/pentominoes-3x20.yaml", "--for", "count", "--count", "10"]);
    let first = stdout(&cut.run_task(&["2,4-5"]));
    assert!(
        first.lines().all(|line| !line.contains("already done")) && first.lines().count() == 3,
        "{first}"
    );
    let before: Vec<Vec<u8>> = [2, 4, 5].map(|task| fs::read(cut.result(task)).unwrap()).into();
    let again = stdout(&cut.run_task(&["1-5"]));
    assert_eq!(again.lines().filter(|line| line.contains("already done")).count(), 3, "{again}");
    let after: Vec<Vec<u8>> = [2, 4, 5].map(|task| fs::read(cut.result(task)).unwrap()).into();
    assert_eq!(before, after);
    let (record, exit) = cut.gather();
    assert_eq!(exit, 3);
    assert_eq!(record["missing"], serde_json::json!([format!("6-{}", cut.count)]));
    assert_eq!((&record["complete"], &record["done"]), (&false.into(), &5.into()));
    assert!(record["distinct"].is_null(), "a part of the results says nothing of classes: {record}");
}

#[test]
fn what_is_no_result_is_not_trusted() {
    let args = ["puzzles/tiling/pentominoes-3x20.yaml", "--for", "count", "--count", "10"];
    let cut = Cut::of("tiling", &args);
    cut.run_all();
    let other = Cut::of("tiling", &[&args[..], &["--seed", "7"]].concat());
    other.run_all();
    let whole = fs::read(cut.result(1)).unwrap();
    let changed = String::from_utf8(whole.clone()).unwrap().replacen("\"count\":\"", "\"count\":\"1", 1);
    assert_ne!(changed.as_bytes(), whole);
    for (task, bytes, why) in [
        (1, whole[..whole.len() / 2].to_vec(), "is damaged"),
        (1, Vec::new(), "is damaged"),
        (1, vec![0; whole.len()], "is damaged"),
        (1, changed.into_bytes(), "its seal does not match"),
        (1, fs::read(other.result(1)).unwrap(), "belongs to another folder of tasks"),
        (2, whole.clone(), "is the result of task 1"),
    ] {
        fs::write(cut.result(task), bytes).unwrap();
        let (record, exit) = cut.gather();
        assert_eq!((&record["missing"], exit), (&serde_json::json!([task.to_string()]), 3));
        assert!(record["distrusted"][0].as_str().unwrap().contains(why), "{record}");
        // The task runs again, and its result is complete.
        let output = cut.run_task(&[&task.to_string()]);
        assert!(stderr(&output).contains("doing the task again"), "{}", stderr(&output));
        let (record, exit) = cut.gather();
        assert_eq!((&record["count"], exit), (&8.into(), 0), "{why}");
    }
    fs::write(cut.folder().join("results/99999.json"), whole).unwrap();
    let (record, exit) = cut.gather();
    assert!(record["distrusted"][0].as_str().unwrap().contains("is not the result of any task"), "{record}");
    assert_eq!((&record["count"], exit), (&8.into(), 0));
}

#[test]
fn a_changed_folder_is_refused() {
    let args = ["puzzles/tiling/pentominoes-3x20.yaml", "--for", "count", "--count", "10"];
    let cut = Cut::of("tiling", &args);
    cut.run_all();
    let lines = cut.text("tasks.jsonl");
    let fewer: String = lines.lines().skip(1).map(|line| format!("{line}\n")).collect();
    for (file, text) in [
        ("tasks.jsonl", fewer),
        ("manifest.json", cut.text("manifest.json").replace("\"tasks\": ", "\"tasks\": 1")),
        ("manifest.json", "{".into()),
        ("puzzle.yaml", cut.text("puzzle.yaml") + "\n"),
        ("refuted.jsonl", "[\"x\"]\n".into()),
    ] {
        let before = cut.text(file);
        fs::write(cut.folder().join(file), text).unwrap();
        let folder = cut.folder();
        for verb in [&["gather"][..], &["run-task"], &["submit"]] {
            let task: &[&str] = if verb == ["run-task"] { &["1"] } else { &[] };
            let output = jigsat(&[verb, &[folder.to_str().unwrap()], task].concat());
            assert_eq!(code(&output), 2, "{file}: {}", stdout(&output));
            assert!(stderr(&output).contains("manifest.json"), "{}", stderr(&output));
        }
        fs::write(cut.folder().join(file), before).unwrap();
    }
    assert_eq!(cut.gather().1, 0);
}

/// The formula and the cubes of `cubes.icnf`.
fn read_icnf(text: &str) -> (Vec<Vec<Lit>>, Vec<Vec<Lit>>) {
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("p inccnf"));
    let (mut clauses, mut cubes) = (Vec::new(), Vec::new());
    for line in lines {
        let (is_cube, numbers) = line.strip_prefix("a ").map_or((false, line), |cube| (true, cube));
        let numbers: Vec<i32> = numbers.split(' ').map(|number| number.parse().expect("a number")).collect();
        let (&end, numbers) = numbers.split_last().unwrap();
        assert_eq!(end, 0);
        assert!(is_cube || cubes.is_empty(), "clauses come first");
        let lits = numbers.iter().map(|&number| Lit::from_ipasir(number).expect("not 0")).collect();
        if is_cube { &mut cubes } else { &mut clauses }.push(lits);
    }
    (clauses, cubes)
}

/// Another solver adds no cuts, so the formula contains the whole loop.
#[test]
fn formulas_of_loops_for_other_tools_are_complete() {
    let board = TempDir::new().unwrap();
    let file = board.path().join("empty.yaml");
    fs::write(&file, "kind: slitherlink\ngrid: |\n  ...\n  ...\n").unwrap();
    let cut = Cut::of("slitherlink", &[file.to_str().unwrap(), "--count", "4", "--for", "count"]);
    let (clauses, cubes) = read_icnf(&cut.text("cubes.icnf"));
    let mut models = 0;
    for cube in cubes {
        let mut solver = Solver::Batsat.start().unwrap();
        for clause in &clauses {
            solver.add(clause).unwrap();
        }
        while solver.solve(&cube, &Limits::default()).unwrap() == Verdict::Sat {
            models += 1;
            // The edges are the first variables: 9 across, 8 down.
            let other = (0..17).map(Var::new).map(|edge| edge.lit(solver.value(edge))).collect::<Vec<_>>();
            solver.add(&other).unwrap();
        }
    }
    let count = jigsat(&["slitherlink", "count", file.to_str().unwrap()]);
    assert!(stdout(&count).starts_with(&format!("{models} solutions,")), "{models}: {}", stdout(&count));
}

#[test]
fn other_tools_read_the_cubes() {
    // A pure Rust solver reads `p inccnf` according to its format: clauses, then cubes to assume one by one.
    let cut = Cut::of("sudoku", &["1..............4", "--count", "30"]);
    cut.run_all();
    let (clauses, cubes) = read_icnf(&cut.text("cubes.icnf"));
    assert_eq!(cubes.len(), cut.count);
    let mut solver = Solver::Batsat.start().unwrap();
    for clause in &clauses {
        solver.add(clause).unwrap();
    }
    let answers: Vec<Verdict> =
        cubes.iter().map(|cube| solver.solve(cube, &Limits::default()).unwrap()).collect();
    // No solution is lost: the verdicts agree with the tasks that were needed.
    assert!(answers.contains(&Verdict::Sat));
    for (task, answer) in (1..).zip(answers) {
        let Ok(result) = fs::read_to_string(cut.result(task)) else { continue };
        let expected = if result.contains("\"refuted\"") { Verdict::Unsat } else { Verdict::Sat };
        assert_eq!(answer, expected, "task {task}");
    }
}

#[test]
fn data_goes_with_the_model() {
    let within = TempDir::new().unwrap();
    let data = within.path().join("data.yaml");
    fs::copy(root().join("puzzles/qprop/four-squares.yaml"), &data).unwrap();
    let cut = Cut::of(
        "qprop",
        &[
            "puzzles/qprop/four-squares.qprop",
            "--data",
            data.to_str().unwrap(),
            "--for",
            "count",
            "--count",
            "8",
        ],
    );
    fs::remove_file(&data).unwrap();
    cut.run_all();
    assert_eq!(cut.gather().1, 0);
}

#[test]
fn the_same_folder_with_the_same_seed() {
    let args = ["puzzles/tiling/pentominoes-3x20.yaml", "--for", "count", "--count", "20"];
    let (one, other) = (Cut::of("tiling", &args), Cut::of("tiling", &args));
    for file in ["manifest.json", "tasks.jsonl", "refuted.jsonl", "cubes.icnf", "puzzle.yaml"] {
        assert_eq!(one.text(file), other.text(file), "{file}");
    }
}

#[test]
fn tasks_are_of_the_length_asked_for() {
    // Without `--count`, the number of tasks depends on the time that they take: shorter ones are more.
    let count = |aim: &str| {
        Cut::of("tiling", &["puzzles/tiling/pentominoes-6x10.yaml", "--for", "count", "--aim", aim]).count
    };
    assert!(count("10s") < count("1ms"));
}

#[test]
fn a_task_that_is_left_open_has_no_result() {
    let args = ["puzzles/tiling/pentominoes-8x8-square.yaml", "--for", "count", "--count", "5"];
    let cut = Cut::of("tiling", &args);
    let output = cut.run_task(&["1-2", "--timeout", "1ms"]);
    assert_eq!(code(&output), 3, "{}", stdout(&output));
    assert!(stdout(&output).contains("task 1: left open"), "{}", stdout(&output));
    let (record, exit) = cut.gather();
    assert_eq!((&record["done"], exit), (&0.into(), 3));
}

#[test]
fn bad_use_is_told() {
    let within = TempDir::new().unwrap();
    let puzzle = "puzzles/tiling/pentominoes-3x20.yaml";
    let cut = Cut::of("tiling", &[puzzle, "--count", "10"]);
    let tasks = cut.folder();
    let (tasks, nowhere) = (tasks.to_str().unwrap(), within.path().join("not/there"));
    fs::create_dir(within.path().join("mine")).unwrap();
    let mine = within.path().join("mine");
    let (nowhere, mine) = (nowhere.to_str().unwrap(), mine.to_str().unwrap());
    for (args, why) in [
        (&["run-task", tasks, "99"][..], "there is no task '99'"),
        (&["run-task", tasks, "0"], "there is no task '0'"),
        (&["run-task", tasks, "3-1"], "there is no task '3-1'"),
        (&["run-task", tasks, "x"], "there is no task 'x'"),
        (&["run-task", nowhere, "1"], "is not a folder of tasks"),
        (&["gather", mine], "manifest.json"),
        (&["submit", mine], "manifest.json"),
        (&["cubes", puzzle, "--out", nowhere], "there is no folder"),
        (&["cubes", puzzle, "--out", tasks], "exists already"),
        (&["cubes", puzzle, "--out", mine, "--force"], "is not a folder of tasks: it is left"),
        (&["cubes", puzzle, "--out", nowhere, "--drop", "cell"], "--drop"),
        (&["cubes", puzzle, "--out", nowhere, "--count", "0"], "0"),
    ] {
        let output = jigsat(args);
        assert_eq!(code(&output), 2, "{args:?}");
        assert!(stderr(&output).contains(why), "{args:?}: {}", stderr(&output));
    }
    let output = jigsat(&["cubes", puzzle, "--out", tasks, "--force", "--count", "5", "--no-times"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
}
