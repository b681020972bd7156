//! Folders of tasks: the tasks together give the result of one search, and a changed folder is rejected.

#[path = "common/corrupt.rs"]
mod corrupt;

use std::{
    fs,
    path::{Path, PathBuf},
};

use jigsat_grid::Charset;
use jigsat_kit::{Error, NoFiles, Text};
use jigsat_workbench::{
    Ask, Context, CountRequest, Status,
    cubes::{Asked, CubesRecord, CubesRequest, Gathered, RunTaskRequest, TaskFolder, cut, gather, run_task},
    family, only,
};
use serde_json::{Value, json};
use tempfile::TempDir;

fn library(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles");
    fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A puzzle in tasks.
struct Cut {
    within: TempDir,
    record: CubesRecord,
}

fn request(asked: Asked, count: u32) -> CubesRequest {
    CubesRequest { asked, count: Some(count), untimed: true, ..CubesRequest::default() }
}

fn try_cut(family_name: &str, text: &str, request: &CubesRequest) -> Result<Cut, Error> {
    let within = TempDir::new().expect("a folder for the test");
    let text = Text::of_string("puzzle.yaml", text.to_owned());
    let family = family(family_name).expect("a family");
    let folder = within.path().join("tasks");
    let (_, record) = cut(family, text, request, &folder, false, &Context::default())?;
    Ok(Cut { within, record })
}

impl Cut {
    fn of(family: &str, text: &str, request: &CubesRequest) -> Self {
        try_cut(family, text, request).unwrap_or_else(|error| panic!("{family}: {error}"))
    }

    fn folder(&self) -> PathBuf {
        self.within.path().join("tasks")
    }

    fn tasks(&self) -> usize {
        self.record.written.as_ref().map_or(0, |written| written.tasks)
    }

    /// Does all tasks, and returns what was reported.
    fn run_all(&self) -> Vec<String> {
        let tasks = if self.tasks() == 0 { vec![] } else { vec![format!("1-{}", self.tasks())] };
        let request = RunTaskRequest { tasks, ..RunTaskRequest::default() };
        let mut told = Vec::new();
        let status = run_task(&self.folder(), &request, &Context::default(), &mut |_, what| {
            told.push(what.to_owned());
        });
        assert_eq!(status.unwrap_or_else(|error| panic!("{error}")), Status::Solved);
        told
    }

    fn gather(&self) -> Gathered {
        gather(&self.folder(), None, &Context::default()).unwrap_or_else(|error| panic!("{error}"))
    }
}

/// The counts by one search: all, and up to symmetry.
fn counted(family_name: &str, text: &str, ask: &Ask) -> (u128, Option<u128>) {
    let prepared = family(family_name).expect("a family").prepare(ask).expect("a request");
    let puzzle = only(&*prepared, Text::of_string("puzzle", text.to_owned()), &NoFiles).expect("a puzzle");
    let request = CountRequest { ask: ask.clone(), ..CountRequest::default() };
    let record = puzzle.ask(&request, &Context::default()).expect("a count").record;
    assert!(record.complete);
    (record.count, record.distinct)
}

#[test]
fn tasks_add_up_to_what_one_search_counts() {
    for (name, text, options, tasks, known) in [
        ("sudoku", "................".to_owned(), json!({}), 20, 288),
        ("sudoku", library("sudoku/ambiguous.yaml"), json!({}), 3, 4),
        ("tiling", library("tiling/pentominoes-3x20.yaml"), json!({}), 20, 8),
        ("tiling", library("tiling/tetrominoes.yaml"), json!({}), 10, 0),
        ("edge-matching", library("edge-matching/four-squares.yaml"), json!({}), 10, 72),
        ("fillomino", "3 3\n0 0 0\n0 0 0\n0 0 2\n".to_owned(), json!({}), 12, 0),
        ("qprop", library("qprop/queens.qprop"), json!({}), 16, 92),
    ] {
        if family(name).is_none() {
            continue;
        }
        let mut request = request(Asked::Count, tasks);
        request.ask.options = options.as_object().cloned().unwrap_or_default();
        let cut = Cut::of(name, &text, &request);
        let before = cut.gather();
        assert_eq!(before.status, Status::Unknown, "{name}");
        cut.run_all();
        let Gathered { status, record, .. } = cut.gather();
        assert_eq!((status, record.complete), (Status::Solved, Some(true)), "{name}");
        let found = (record.count.unwrap_or_default(), record.distinct);
        assert_eq!(found, counted(name, &text, &request.ask), "{name}");
        assert!(known == 0 || found.0 == known, "{name}: {found:?}");
        assert!(cut.run_all().iter().all(|told| told.starts_with("already done: ")));
    }
}

#[test]
fn one_solution_is_enough_and_none_is_proven() {
    let cut = Cut::of("tiling", &library("tiling/pentominoes-6x10.yaml"), &request(Asked::Solve, 30));
    let told = cut.run_all();
    assert_eq!(told.iter().filter(|told| told.starts_with("solved ")).count(), 1, "{told:?}");
    assert!(told.iter().any(|told| told.starts_with("not needed: task ")), "{told:?}");
    let gathered = cut.gather();
    assert_eq!(gathered.status, Status::Solved);
    let words = gathered.words(|picture| picture.to_text(Charset::Ascii));
    assert!(words.contains("\nsolved (") && words.lines().count() > 5, "{words}");

    let impossible = Cut::of("sudoku", &library("sudoku/impossible.yaml"), &request(Asked::Solve, 6));
    assert_eq!(impossible.tasks(), 0, "propagation refutes it");
    assert_eq!(impossible.gather().status, Status::Impossible);
}

#[test]
fn a_plan_is_cut_where_its_length_is_known() {
    let level = library("sokoban/three-boxes.xsb");
    let error = try_cut("sokoban", &level, &request(Asked::Solve, 20)).err().expect("which length?");
    assert!(error.to_string().contains("`steps: N`"), "{error}");
    let mut request = request(Asked::Solve, 20);
    request.ask.options = json!({ "steps": 18 }).as_object().cloned().unwrap_or_default();
    request.ask.formula.encoding = Some("pushes".into());
    let cut = Cut::of("sokoban", &level, &request);
    cut.run_all();
    assert_eq!(cut.gather().status, Status::Solved);
}

#[test]
fn what_does_not_go_together_is_refused() {
    let text = "................";
    let with = |change: fn(&mut CubesRequest)| {
        let mut request = request(Asked::Count, 4);
        change(&mut request);
        try_cut("sudoku", text, &request).err().expect("it is refused").to_string()
    };
    assert!(with(|request| request.aim_s = Some(1.0)).contains("cannot be combined"));
    assert!(with(|request| request.count = Some(0)).contains("1 to 1000000"));
    assert!(with(|request| request.ask.unique = true).contains("`unique` cannot be used for tasks"));
    assert!(
        with(|request| request.ask.formula.drop = vec!["rows".into()])
            .contains("`drop` cannot be used for tasks")
    );
    assert!(
        with(|request| request.ask.search.engine = Some("fast".into())).contains("cubes is for the engines")
    );
}

#[test]
fn an_older_folder_stays_or_is_replaced() {
    let cut_once = Cut::of("sudoku", "................", &request(Asked::Count, 4));
    let again = |force| {
        let text = Text::of_string("-", "................".into());
        let family = family("sudoku").expect("a family");
        cut(family, text, &request(Asked::Count, 4), &cut_once.folder(), force, &Context::default())
    };
    assert!(again(false).unwrap_err().to_string().contains("exists already"));
    cut_once.run_all();
    again(true).unwrap();
    assert_eq!(cut_once.gather().record.done, 0);
    fs::remove_file(cut_once.folder().join("tasks.jsonl")).unwrap();
    assert!(again(true).unwrap_err().to_string().contains("is not a folder of tasks"));
}

#[test]
fn folders_of_the_version_before_are_named() {
    let cut = Cut::of("sudoku", "................", &request(Asked::Count, 4));
    let old =
        json!({ "schema": 1, "kind": "cubes", "version": "0.0.9", "command": ["sudoku", "cubes", "x"] });
    fs::write(cut.folder().join("manifest.json"), old.to_string()).unwrap();
    let error = TaskFolder::open(&cut.folder()).err().expect("it is refused").to_string();
    assert!(error.contains("is of schema 1, which jigsat '0.0.9' wrote"), "{error}");
}

/// A JSON text without blanks between its tokens.
fn compact(text: &str) -> String {
    let mut compact = String::new();
    let mut last = 0;
    for (place, _) in corrupt::tokens(text) {
        compact.extend(text[last..place.start].chars().filter(|char| !char.is_whitespace()));
        compact.push_str(&text[place.clone()]);
        last = place.end;
    }
    compact.extend(text[last..].chars().filter(|char| !char.is_whitespace()));
    compact
}

/// Writes the matching digest of a folder, as a malicious person would.
fn redigest(folder: &Path) {
    let text = fs::read_to_string(folder.join("manifest.json")).expect("a manifest");
    let read = |name: &str| fs::read(folder.join(name)).expect("a file");
    let compact = compact(&text);
    let value: Value = serde_json::from_str(&compact).expect("a manifest");
    let digest = value["digest"].as_str().expect("a digest");
    let bare = compact.replace(digest, "");
    let mut hasher = blake3::Hasher::new();
    let copy = value["copy"].as_str().map(|copy| fs::read(folder.join(copy)).unwrap_or_default());
    for part in [copy.unwrap_or_default(), read("tasks.jsonl"), read("refuted.jsonl"), bare.into_bytes()] {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(&part);
    }
    let text = text.replace(digest, hasher.finalize().to_hex().as_ref());
    fs::write(folder.join("manifest.json"), text).expect("it can be written");
}

#[test]
fn every_field_that_is_corrupted_is_found() {
    for (name, text, tasks) in
        [("tiling", library("tiling/pentominoes-3x20.yaml"), 10), ("sudoku", "1...............".into(), 6)]
    {
        let cut = Cut::of(name, &text, &request(Asked::Count, tasks));
        cut.run_all();
        let honest = cut.gather().record.count;
        let path = cut.folder().join("manifest.json");
        let kept = fs::read_to_string(&path).unwrap();
        let mut count = 0;
        for (what, _, corrupted) in corrupt::corrupted(&kept) {
            fs::write(&path, &corrupted).unwrap();
            assert!(TaskFolder::open(&cut.folder()).is_err(), "{name}: {what}");
            assert!(gather(&cut.folder(), None, &Context::default()).is_err(), "{name}: {what}");
            // Even a matching digest doesn't help: the results then belong to another folder, or it is rejected.
            if !what.starts_with("digest: ") && compact(&corrupted).contains("\"digest\":\"") {
                redigest(&cut.folder());
                if let Ok(gathered) = gather(&cut.folder(), None, &Context::default()) {
                    assert_ne!(gathered.status, Status::Solved, "{name}: {what}");
                }
            }
            count += 1;
        }
        assert!(count > 50, "{count}");
        fs::write(&path, &kept).unwrap();
        assert_eq!(cut.gather().record.count, honest);
        let tasks = cut.folder().join("tasks.jsonl");
        let kept = fs::read_to_string(&tasks).unwrap();
        for (what, _, corrupted) in corrupt::corrupted(&kept).take(200) {
            fs::write(&tasks, &corrupted).unwrap();
            assert!(TaskFolder::open(&cut.folder()).is_err(), "{name}: {what}");
        }
        fs::write(&tasks, &kept).unwrap();
        let result = cut.folder().join("results/1.json");
        let kept = fs::read_to_string(&result).unwrap();
        for (what, _, corrupted) in corrupt::corrupted(&kept) {
            fs::write(&result, &corrupted).unwrap();
            let Gathered { status, record, .. } = cut.gather();
            assert_eq!(
                (status, &record.missing[..]),
                (Status::Unknown, &["1".to_owned()][..]),
                "{name}: {what}"
            );
            assert_eq!(record.distrusted.len(), 1, "{name}: {what}");
        }
    }
}

/// Beginnings with symmetries that a puzzle doesn't have would make the count wrong.
#[test]
fn hostile_symmetries_are_refused() {
    let cut = Cut::of("tiling", &library("tiling/pentominoes-3x20.yaml"), &request(Asked::Count, 10));
    let path = cut.folder().join("manifest.json");
    let kept = fs::read_to_string(&path).unwrap();
    let value: Value = serde_json::from_str(&kept).unwrap();
    let compact = compact(&kept);
    for key in ["images", "stabilizer"] {
        let list = value["beginnings"][0][key].to_string();
        let length = value["beginnings"][0][key].as_array().map_or(0, Vec::len);
        for other in [json!([]), json!(vec![0; 64]), json!(vec![0; length + 1]), json!([99999]), json!([1])] {
            let changed = compact.replacen(&format!("\"{key}\":{list}"), &format!("\"{key}\":{other}"), 1);
            assert_ne!(changed, compact);
            fs::write(&path, changed).unwrap();
            redigest(&cut.folder());
            let request = RunTaskRequest { tasks: vec!["1".into()], ..RunTaskRequest::default() };
            let done = run_task(&cut.folder(), &request, &Context::default(), &mut |_, _| {});
            let error = done.expect_err("it is refused").to_string();
            assert!(error.contains("symmetries that the puzzle does not have"), "{key} {other}: {error}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_a_folder_names_needs_consent() {
    let within = TempDir::new().unwrap();
    let trace = within.path().join("trace");
    let solver = format!("external:sh -c \"touch {}; echo s UNSATISFIABLE\"", trace.display());
    let mut request = request(Asked::Solve, 4);
    request.ask.search.solver = Some(solver.parse().unwrap());
    let cut = Cut::of("sudoku", "................", &request);
    assert!(!trace.exists(), "nothing is tried out");
    let run = |allow_external| {
        let request = RunTaskRequest { tasks: vec!["1".into()], allow_external, ..RunTaskRequest::default() };
        run_task(&cut.folder(), &request, &Context::default(), &mut |_, _| {})
    };
    let error = run(false).unwrap_err().to_string();
    assert!(error.contains("the folder runs a program as its solver, 'sh -c "), "{error}");
    assert!(!trace.exists());
    gather(&cut.folder(), None, &Context::default()).unwrap();
    assert!(!trace.exists(), "joining runs nothing");
    run(true).unwrap();
    assert!(trace.exists());
}

#[cfg(unix)]
#[test]
fn nothing_in_a_folder_leads_outside() {
    let cut = Cut::of("sudoku", "................", &request(Asked::Count, 4));
    cut.run_all();
    let outside = cut.within.path();
    for name in ["puzzle.yaml", "tasks.jsonl", "refuted.jsonl", "manifest.json"] {
        fs::rename(cut.folder().join(name), outside.join(name)).unwrap();
        std::os::unix::fs::symlink(outside.join(name), cut.folder().join(name)).unwrap();
        let error = TaskFolder::open(&cut.folder()).err().expect("it is refused").to_string();
        assert!(error.contains("is not a regular file in this folder"), "{name}: {error}");
        fs::remove_file(cut.folder().join(name)).unwrap();
        fs::rename(outside.join(name), cut.folder().join(name)).unwrap();
    }
    let manifest = cut.folder().join("manifest.json");
    fs::copy(cut.folder().join("puzzle.yaml"), outside.join("puzzle.yaml")).unwrap();
    let kept = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, kept.replace("\"puzzle.yaml\",\n  \"encoding", "\"../puzzle.yaml\",\n  \"encoding"))
        .unwrap();
    redigest(&cut.folder());
    let error = TaskFolder::open(&cut.folder()).err().expect("it is refused").to_string();
    assert!(error.contains("which is not a file in this folder"), "{error}");
    fs::write(&manifest, kept).unwrap();
    fs::rename(cut.folder().join("results"), outside.join("results")).unwrap();
    std::os::unix::fs::symlink(outside.join("results"), cut.folder().join("results")).unwrap();
    let error = TaskFolder::open(&cut.folder()).err().expect("it is refused").to_string();
    assert!(error.contains("expected one for the results"), "{error}");
}
