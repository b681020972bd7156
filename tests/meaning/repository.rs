//! The report of the GitHub action and of the pre-commit hook, on a repository made for it.

use std::{
    env, fs,
    path::Path,
    process::{Command, Output},
};

use crate::common::{root, stderr, stdout};

/// Runs a program in a folder, with the command `jigsat` on its path.
fn run(folder: &Path, program: &str, args: &[&str]) -> Output {
    let bin = Path::new(env!("CARGO_BIN_EXE_jigsat")).parent().expect("a folder").to_owned();
    let old = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([bin].into_iter().chain(env::split_paths(&old))).expect("a path");
    let mut command = Command::new(program);
    command.args(args).current_dir(folder).env("PATH", path).env("JIGSAT_TIMEOUT", "20s");
    for (key, value) in [("GIT_AUTHOR", "Ada"), ("GIT_COMMITTER", "Ada")] {
        command.env(format!("{key}_NAME"), value).env(format!("{key}_EMAIL"), "ada@example.org");
    }
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").output().expect("it starts")
}

fn git(folder: &Path, args: &[&str]) {
    let output = run(folder, "git", args);
    assert!(output.status.success(), "{args:?}: {}", stderr(&output));
}

/// The report, and its exit code.
fn report(folder: &Path, args: &[&str]) -> (i32, String) {
    let script = root().join(".github/actions/diff/report.sh");
    let output = run(folder, script.to_str().expect("text"), args);
    assert!(stderr(&output).is_empty(), "{}", stderr(&output));
    (output.status.code().expect("it ended"), stdout(&output))
}

const FORMULA: &str = "c var 1 a\nc var 2 b\np cnf 2 2\n1 2 0\n-1 -2 0\n";

#[test]
fn changes_are_reported() {
    if cfg!(windows) || !Command::new("git").arg("--version").output().is_ok_and(|it| it.status.success()) {
        println!("skipped: there is no git, or no sh");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder can be made");
    let at = folder.path();
    let put = |name: &str, text: &str| fs::write(at.join(name), text).expect("a file can be written");
    let queens = fs::read_to_string(root().join("tests/meaning/queens.qprop")).expect("it is there");
    fs::create_dir(at.join("two words")).expect("a folder can be made");
    put("queens.qprop", &queens);
    put("two words/right.qprop", &queens);
    put("either.cnf", FORMULA);
    put("notes.txt", "Nothing of interest.\n");
    put("gone.cnf", FORMULA);
    let stored = |drop: &[&str]| {
        let puzzle = root().join("puzzles/sudoku/tiny.yaml");
        let words = [&["encode", puzzle.to_str().expect("text"), "--full"], drop].concat();
        stdout(&run(at, env!("CARGO_BIN_EXE_jigsat"), &words))
    };
    put("tiny.txt", &stored(&[]));
    git(at, &["init", "--quiet", "--initial-branch=main"]);
    git(at, &["add", "."]);
    git(at, &["commit", "--quiet", "--message=first"]);
    assert_eq!(report(at, &[]).0, 0);
    assert!(report(at, &[]).1.contains("No model, formula or stored encoding changed"));

    git(at, &["checkout", "--quiet", "-b", "change"]);
    let wrong = queens.replace("abs(c1 - c2) = r2 - r1", "c1 - c2 = r2 - r1");
    assert_ne!(wrong, queens);
    put("queens.qprop", &wrong);
    let right = queens.replace("exactly 1 c: C . q(r, c)", "exactly 1 d: C . q(r, d)");
    put("two words/right.qprop", &format!("# another comment\n{right}"));
    put("either.cnf", &FORMULA.replace("p cnf 2 2", "p cnf 2 3").replace("-1 -2 0", "-1 -2 0\n2 1 0"));
    put("notes.txt", "Still nothing.\n");
    put("new.cnf", FORMULA);
    put("tiny.txt", &stored(&["--drop", "box"]));
    fs::remove_file(at.join("gone.cnf")).expect("it is there");
    git(at, &["add", "."]);
    git(at, &["commit", "--quiet", "--message=second"]);

    let (status, said) = report(at, &["--base", "main"]);
    assert_eq!(status, 0, "{said}");
    for line in [
        "| queens.qprop | **differs** | 10 |",
        "| two words/right.qprop | the same | 10 | 10 |",
        "| either.cnf | the same | 2 | 2 |",
        "| gone.cnf | removed | 2 |  |",
        "| new.cnf | new |  | 2 |",
        "| tiny.txt | **differs** |  |  |",
        "diagonal changed",
        "box changed",
        "box 1 has",
        "main:queens.qprop",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
    assert!(!said.contains("notes.txt"), "{said}");
    if let Some(path) = env::var_os("JIGSAT_REPORT") {
        fs::write(path, &said).expect("a file can be written");
    }
    assert_eq!(report(at, &["--base", "main", "--strict"]).0, 1);
    assert_eq!(report(at, &["--base", "main", "--strict", "either.cnf"]).0, 0);

    // What can't be read costs its own row, and the exit code.
    put("queens.qprop", "pred q(");
    let (status, said) = report(at, &["--base", "main"]);
    assert_eq!(status, 1, "{said}");
    assert!(said.contains("| queens.qprop | **cannot be compared** |"), "{said}");
    assert!(said.contains("| either.cnf | the same |"), "{said}");
    let output =
        run(at, root().join(".github/actions/diff/report.sh").to_str().expect("text"), &["--base", "x"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
}
