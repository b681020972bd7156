//! All readers of external input, each with valid inputs.
#![allow(clippy::type_complexity, reason = "a table of readers")]

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};

use jigsat_cnf::{read_dimacs, read_solver_output};
use jigsat_grid::Charset;
use jigsat_input::Source;
use jigsat_kit::{NoFiles, TextFile};
use jigsat_solve::proof::{Checker, check_steps};
use jigsat_workbench::{
    Ask, Board, CheckRequest, Context, CountRequest, ExplainRequest, GenerateRequest, ProofRequest,
    SearchOptions, SolveRequest, Text,
    batch::{BatchRequest, ResultLine, Shares},
    check_proof::ProofFolder,
    cubes::{self, CubesRequest, RunTaskRequest},
    families, family,
    worker::WorkerRequest,
};

use crate::common::{copy_folder, root};

/// A reader.
pub struct Reader {
    pub name: &'static str,
    pub corpus: fn() -> Vec<Vec<u8>>,
    pub read: fn(&[u8]),
    /// The time of the reader relative to others, approximately: it gets fewer inputs by this factor.
    pub cost: u64,
}

pub const READERS: &[Reader] = &[
    Reader { name: "sudoku", corpus: || puzzles("sudoku"), read: |input| puzzle("sudoku", input), cost: 1 },
    Reader { name: "tiling", corpus: || puzzles("tiling"), read: |input| puzzle("tiling", input), cost: 2 },
    Reader {
        name: "sokoban",
        corpus: || puzzles("sokoban"),
        read: |input| puzzle("sokoban", input),
        cost: 1,
    },
    Reader {
        name: "edge-matching",
        corpus: || puzzles("edge-matching"),
        read: |input| puzzle("edge-matching", input),
        cost: 1,
    },
    Reader {
        name: "fillomino",
        corpus: || puzzles("fillomino"),
        read: |input| puzzle("fillomino", input),
        cost: 1,
    },
    Reader {
        name: "slitherlink",
        corpus: || puzzles("slitherlink"),
        read: |input| puzzle("slitherlink", input),
        cost: 1,
    },
    Reader { name: "dimacs", corpus: || puzzles("dimacs"), read: |input| puzzle("dimacs", input), cost: 1 },
    Reader { name: "genres", corpus: genres, read: genre, cost: 5 },
    Reader { name: "qprop", corpus: || puzzles("qprop"), read: |input| puzzle("qprop", input), cost: 10 },
    Reader { name: "recognition", corpus: all_puzzles, read: recognised, cost: 2 },
    Reader { name: "solutions", corpus: solutions, read: solution, cost: 2 },
    Reader { name: "requests", corpus: requests, read: request, cost: 1 },
    Reader { name: "results", corpus: results, read: result, cost: 1 },
    Reader {
        name: "proof-manifests",
        corpus: || vec![read(&proofs().join("manifest.json"))],
        read: proof,
        cost: 20,
    },
    Reader {
        name: "task-manifests",
        corpus: || vec![read(&tasks().join("manifest.json"))],
        read: task,
        cost: 20,
    },
    Reader { name: "task-results", corpus: task_results, read: task_result, cost: 20 },
    Reader { name: "shares", corpus: || vec![SHARES.into()], read: share, cost: 5 },
    Reader { name: "dimacs", corpus: dimacs, read: formula, cost: 1 },
    Reader { name: "answers", corpus: answers, read: answer, cost: 1 },
    Reader { name: "lrat", corpus: lrat, read: steps, cost: 1 },
];

fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn context() -> Context {
    Context { files: std::sync::Arc::new(NoFiles), ..Context::default() }
}

/// Questions with low limits: the input may be a hard puzzle.
fn soon() -> Ask {
    let search = SearchOptions { timeout_s: Some(0.05), ..SearchOptions::default() };
    Ask { search, ..Ask::default() }
}

fn instances(name: &str, text: Text) -> Vec<Arc<dyn Board>> {
    instances_within(&soon(), name, text)
}

fn instances_within(ask: &Ask, name: &str, text: Text) -> Vec<Arc<dyn Board>> {
    let family = family(name).expect("it is one of ours");
    let prepared = family.prepare(ask).expect("any family can be asked that");
    match prepared.read(text, &NoFiles) {
        Ok(instances) => instances.take(20).flatten().collect(),
        Err(_) => Vec::new(),
    }
}

/// The puzzles of the project, and each in every form that its family writes, including addresses.
fn puzzles(name: &str) -> Vec<Vec<u8>> {
    let folder = root().join("puzzles").join(name);
    let mut all = Vec::new();
    for file in fs::read_dir(&folder).expect("there are puzzles") {
        let path = file.expect("the folder can be read").path();
        if !path.is_file() || path.metadata().is_ok_and(|data| data.len() > 10_000) {
            continue;
        }
        let text = read(&path);
        for instance in instances(name, Text::of_bytes("corpus", text.clone())) {
            let forms = instance.info().puzzle_formats.iter().chain(&["yaml", "plain"]);
            all.extend(forms.filter_map(|form| instance.write(form).ok()).filter(|form| form.len() < 10_000));
        }
        all.push(text);
    }
    let others = OTHERS.iter().filter(|(family, _)| *family == name);
    all.extend(others.map(|(_, text)| text.as_bytes().to_vec()));
    all
}

/// Texts of other programs, which jigsat reads and doesn't write.
const OTHERS: &[(&str, &str)] = &[
    ("sudoku", "0.2.\n..0.\n.0..\n2..0\n"),
    ("sudoku", "*-----*\n|1*|*4|\n|--+--|\n|x?|1-|\n|-1|--|\n|4-|-1|\n*-----*\n"),
    (
        "sudoku",
        ".-------.-------.\n| 1 23  | 234 4 |\n| 34 4  | 1 23  |\n:-------+-------:\n| 2 1 | 4 3 |\n| 4 3 | 2 1 |\n'-------'-------'\n",
    ),
    ("sudoku", "[[1,null,0,4],[0,0,1,0],[0,1,0,0],[4,0,0,1]]"),
    ("sudoku", "{\"grid\": [\"1..4\", \"..1.\", \".1..\", \"4..1\"]}"),
    (
        "sudoku",
        "<opensudoku><name>x</name><game data=\"100000000020000000003000000000400000000050000000006000000000700000000080000000009\"/></opensudoku>",
    ),
    ("sudoku", "kind: sudoku\nbox: 2x2\nfrom_zero: true\ngrid: |\n  0.3.\n  ----\n  ....\n  ....\n"),
    (
        "sudoku",
        "kind: sudoku\nbox: 2x2\nkiller: |\n  AA..\n  B...\n  ....\n  ....\nsums: {A: null, B: 3}\ncages:\n- {cells: [r4c4, r4c3]}\n",
    ),
    ("nonogram", "3 3\n1 1\n1 1\n1 1\n3\n\n3\n"),
    ("nonogram", "title \"T\"\nwidth 2\nheight 2\nrows\n1\n1,0\ncolumns\n2\n0\n"),
    (
        "nonogram",
        "<?xml version=\"1.0\"?><!DOCTYPE pbn SYSTEM \"x\"><puzzleset><puzzle type=\"grid\"><clues type=\"columns\"><line><count>1</count></line></clues><clues type=\"rows\"><line><count>1</count></line></clues></puzzle></puzzleset>",
    ),
    ("sokoban", "#######\n#PbB. #\n#######\n"),
    (
        "sokoban",
        "<SokobanLevels><Title>T</Title><LevelCollection><Level Id=\"1\"><L>#####</L><L>#@$.#</L><L>#####</L></Level></LevelCollection></SokobanLevels>",
    ),
    ("slitherlink", "2 3\n3.2\n0-1\n"),
    ("slitherlink", "[[3,null,2],[0,-1,1]]"),
    ("fillomino", "[[3,null,1],[0,0,2]]"),
    ("edge-matching", "1 2 signed\nred a A b\nb a A RED\n"),
];

/// The names of the puzzle types that are pages.
fn pages() -> Vec<&'static str> {
    let pages = root().join("crates/genres/pages");
    families().map(|family| &*family.info().name).filter(|name| pages.join(name).is_dir()).collect()
}

fn genres() -> Vec<Vec<u8>> {
    pages().into_iter().flat_map(puzzles).collect()
}

/// One of them reads it, whatever genre it was meant for.
fn genre(input: &[u8]) {
    let sum: usize = input.iter().map(|&byte| usize::from(byte)).sum();
    let pages = pages();
    puzzle(pages[sum % pages.len()], input);
    recognised(input);
}

fn all_puzzles() -> Vec<Vec<u8>> {
    families().flat_map(|family| puzzles(&family.info().name)).collect()
}

fn puzzle(name: &str, input: &[u8]) {
    for instance in instances(name, Text::of_bytes("input", input.to_vec())).iter().take(3) {
        let _ = instance.draw(None).to_text(Charset::Unicode);
        if let Ok(yaml) = instance.write("yaml") {
            // However busy the machine is.
            let again = instances_within(&Ask::default(), name, Text::of_bytes("again", yaml));
            assert_eq!(again.len(), 1, "what was written is not read");
        }
        let _ = instance.contradiction(&context().limits_of(None));
    }
}

fn recognised(input: &[u8]) {
    let text = Text::of_bytes("input", input.to_vec());
    if let Ok(family) = jigsat_workbench::recognise(&text) {
        puzzle(&family.info().name.clone(), input);
    }
}

/// Puzzles whose solutions are read, and inputs that are read as their solutions.
fn solved() -> &'static [(Arc<dyn Board>, Vec<Vec<u8>>)] {
    static SOLVED: OnceLock<Vec<(Arc<dyn Board>, Vec<Vec<u8>>)>> = OnceLock::new();
    SOLVED.get_or_init(|| {
        let files = [
            "sudoku/killer.yaml",
            "tiling/tetrominoes.yaml",
            "tiling/soma.yaml",
            "sokoban/first.xsb",
            "edge-matching/small.yaml",
            "fillomino/split.yaml",
            "qprop/queens.qprop",
            "slitherlink/tiny.yaml",
            "dimacs/majority.cnf",
            "heyawake/small.txt",
            "masyu/small.txt",
            "hashi/small.txt",
            "nonogram/small.txt",
        ];
        files.iter().filter_map(|file| solved_of(file)).collect()
    })
}

fn solved_of(file: &str) -> Option<(Arc<dyn Board>, Vec<Vec<u8>>)> {
    let text = read(&root().join("puzzles").join(file));
    let name = file.split('/').next().expect("a folder");
    let ask =
        Ask { search: SearchOptions { timeout_s: Some(30.0), ..SearchOptions::default() }, ..Ask::default() };
    let prepared = family(name)?.prepare(&ask).ok()?;
    let instance = prepared.read(Text::of_bytes("corpus", text), &NoFiles).ok()?.next()?.ok()?;
    let solved = instance.ask(&SolveRequest { ask, ..SolveRequest::default() }, &context()).ok()?;
    let solution = solved.record.solution.as_ref()?;
    let forms = instance.info().solution_formats.iter().chain(&["plain"]);
    let mut all: Vec<Vec<u8>> =
        forms.filter_map(|form| instance.write_solution(solution, form)).map(String::into_bytes).collect();
    all.push(serde_json::to_vec(&solved.record).expect("records are plain data"));
    let picture = instance.draw(Some(solution)).to_text(Charset::Unicode);
    all.push(picture.into_bytes());
    Some((instance.asking(&soon()).ok()?, all))
}

fn solutions() -> Vec<Vec<u8>> {
    assert_eq!(solved().len(), 13, "each of them has a solution");
    solved().iter().flat_map(|(_, texts)| texts.clone()).collect()
}

fn solution(input: &[u8]) {
    let Ok(text) = String::from_utf8(input.to_vec()) else { return };
    let source = Source::new("input", text);
    for (instance, _) in solved() {
        if let Ok(solution) = instance.read_solution(&source, &Context::default().limits_of(None)) {
            let _ = instance.draw(Some(&solution)).to_text(Charset::Unicode);
            let _ = instance.write_solution(&solution, "plain");
            let solution = TextFile { name: "input".into(), text: source.text().to_owned() };
            let _ = instance.ask(&CheckRequest { solution, ..CheckRequest::default() }, &context());
        }
    }
}

fn requests() -> Vec<Vec<u8>> {
    let ask = serde_json::json!({ "unique": true, "options": { "optimal": "pushes", "rotate": true },
        "formula": { "encoding": "minimal", "amo": "ladder", "drop": ["row"] },
        "search": { "solver": "minisat", "engine": "sat", "timeout_s": 0.1, "conflicts": 3, "seed": 4 } });
    let verb = |name: &str| {
        serde_json::json!({ "answer": { "family": null, "verb": { name: { "ask": ask } },
            "input": { "text": { "name": "x", "text": "kind: sudoku\nbox: 2x2\ngrid: |\n  1 . . .\n" } } } })
    };
    let mut all: Vec<Vec<u8>> =
        ["solve", "count", "explain", "hint", "rate"].map(|name| verb(name).to_string().into_bytes()).into();
    all.push(ask.to_string().into_bytes());
    let json = |value: serde_json::Result<Vec<u8>>| value.expect("requests are plain data");
    all.push(json(serde_json::to_vec(&SolveRequest::default())));
    all.push(json(serde_json::to_vec(&CountRequest::default())));
    all.push(json(serde_json::to_vec(&ExplainRequest::default())));
    all.push(json(serde_json::to_vec(&GenerateRequest::default())));
    all.push(json(serde_json::to_vec(&BatchRequest::default())));
    all
}

fn request(input: &[u8]) {
    let _ = serde_json::from_slice::<WorkerRequest>(input);
    let _ = serde_json::from_slice::<BatchRequest>(input);
    let _ = serde_json::from_slice::<SolveRequest>(input);
    let _ = serde_json::from_slice::<CountRequest>(input);
    let _ = serde_json::from_slice::<ExplainRequest>(input);
    let _ = serde_json::from_slice::<GenerateRequest>(input);
    if let Ok(ask) = serde_json::from_slice::<Ask>(input) {
        for family in families() {
            if let Ok(prepared) = family.prepare(&ask) {
                let _ = prepared
                    .read(Text::of_string("input", "2x2".into()), &NoFiles)
                    .map(|all| all.take(3).count());
            }
        }
    }
}

fn results() -> Vec<Vec<u8>> {
    let solved = serde_json::json!({ "schema": 1, "file": "a/b.yaml", "puzzle": "p", "index": 3, "family": "sudoku",
        "digest": "0123456789abcdef", "question": "--unique", "status": "solved", "unique": true, "reason": "no",
        "solution": { "rows": [[1, 2], [2, 1]] }, "seconds": 0.125, "timeout_s": 60.0, "memory": 2048,
        "by": { "engine": "sat", "solver": "minisat", "encoding": "basic" },
        "stats": { "variables": 3, "clauses": 4, "conflicts": 5, "encode_s": 0.1, "solve_s": 0.2 } });
    vec![solved.to_string().into_bytes()]
}

fn result(input: &[u8]) {
    if let Ok(told) = serde_json::from_slice::<ResultLine>(input) {
        let _ = (told.verdict(), told.timeout(), told.name());
    }
}

/// A folder that exists as long as the process.
fn kept(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("jigsat-fuzz-{}-{name}", std::process::id()))
}

fn proofs() -> &'static Path {
    static PROOFS: OnceLock<PathBuf> = OnceLock::new();
    PROOFS.get_or_init(|| {
        let folder = kept("proofs");
        let text = Text::of_string("two.yaml", "kind: sudoku\nbox: 1x2\ngrid: |\n  1 .\n  . .\n".into());
        let ask = Ask { unique: true, ..Ask::default() };
        let prepared =
            family("sudoku").and_then(|family| family.prepare(&ask).ok()).expect("it can be asked");
        let instance =
            prepared.read(text, &NoFiles).ok().and_then(|mut all| all.next()).expect("there is one");
        let proof = ProofRequest { folder: Some(folder.clone()), ..ProofRequest::default() };
        let request = SolveRequest { ask, proof, ..SolveRequest::default() };
        instance.expect("it is right").ask(&request, &context()).expect("it is proven");
        folder
    })
}

/// A folder with the files of another, except for one.
fn with(folder: &Path, name: &str, input: &[u8]) -> tempfile::TempDir {
    let changed = tempfile::TempDir::new().expect("a folder for the test");
    copy_folder(folder, changed.path());
    fs::write(changed.path().join(name), input).expect("it can be written");
    changed
}

fn proof(input: &[u8]) {
    let folder = with(proofs(), "manifest.json", input);
    if let Ok(mut folder) = ProofFolder::open(folder.path(), None, Some(5.0), &context()) {
        let mut right = 0;
        while let Ok(Some(_)) = folder.next() {
            right += 1;
            assert!(right < 1000, "it has no end");
        }
        let _ = folder.end();
    }
}

fn tasks() -> &'static Path {
    static TASKS: OnceLock<PathBuf> = OnceLock::new();
    TASKS.get_or_init(|| {
        let folder = kept("tasks");
        let text = Text::of_string(
            "board.yaml",
            "kind: tiling\nboard: 2x6\npieces:\n- name: D\n  shape: |\n    ##\n  count: 6\n".into(),
        );
        let request = CubesRequest { asked: cubes::Asked::Count, count: Some(4), ..CubesRequest::default() };
        let family = family("tiling").expect("it is one of ours");
        cubes::cut(family, text, &request, &folder, false, &context()).expect("it can be cut");
        let all = RunTaskRequest { tasks: vec!["1-4".into()], timeout_s: None, allow_external: false };
        cubes::run_task(&folder, &all, &context(), &mut |_, _| {}).expect("the tasks are done");
        folder
    })
}

fn task(input: &[u8]) {
    let folder = with(tasks(), "manifest.json", input);
    let _ = cubes::gather(folder.path(), Some(2.0), &context());
    let all = RunTaskRequest { tasks: vec!["1".into()], timeout_s: Some(0.2), allow_external: false };
    let _ = cubes::run_task(folder.path(), &all, &context(), &mut |_, _| {});
}

fn task_results() -> Vec<Vec<u8>> {
    vec![read(&tasks().join("results/1.json"))]
}

fn task_result(input: &[u8]) {
    let folder = with(tasks(), "results/1.json", input);
    let _ = cubes::gather(folder.path(), Some(2.0), &context());
}

const SHARES: &str = r#"{"schema":1,"kind":"batch","version":"0.1.0","out":"out.jsonl","request":{"ask":{},
    "memory_bytes":1000,"jobs":null,"retry":false,"no_times":true},"tasks":2,"puzzles":3}"#;

fn share(input: &[u8]) {
    let folder = tempfile::TempDir::new().expect("a folder for the test");
    fs::write(folder.path().join("manifest.json"), input).expect("it can be written");
    if Shares::is_at(folder.path())
        && let Ok(shares) = Shares::open(folder.path())
    {
        let _ = shares.missing();
    }
}

fn course(file: &str) -> Vec<u8> {
    read(&root().join("docs/src/course").join(file))
}

fn dimacs() -> Vec<Vec<u8>> {
    let small = "c a comment\np cnf 3 2\n1 -2 0\n2 3\n-1 0\n";
    vec![course("two-impossible.cnf"), small.into(), "p cnf 0 0\n".into()]
}

fn formula(input: &[u8]) {
    let _ = read_dimacs(&String::from_utf8_lossy(input));
}

fn answers() -> Vec<Vec<u8>> {
    let plain: [&str; 4] = ["s SATISFIABLE\nv 1 -2 3\nv 0\n", "SAT\n1 -2 3 0\n", "UNSAT\n", "1 -2 3\n"];
    plain.iter().map(|text| text.as_bytes().to_vec()).chain([course("two.answer")]).collect()
}

fn answer(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    for variables in [0, 3, 64] {
        let _ = read_solver_output(&text, variables);
    }
}

fn lrat() -> Vec<Vec<u8>> {
    vec![course("two-impossible.lrat"), "9 d 3 4 0\n10 1 2 0 3 4 0\n11 0 10 1 0\n".into()]
}

fn steps(input: &[u8]) {
    let formula = String::from_utf8(course("two-impossible.cnf")).expect("it is text");
    let formula = read_dimacs(&formula).expect("it is right");
    let mut checker = Checker::default();
    for clause in formula.clauses.iter() {
        let clause: Vec<i32> = clause.iter().map(|lit| lit.to_ipasir()).collect();
        checker.original(&clause).expect("it is right");
    }
    let _ = check_steps(&mut checker, input);
}
