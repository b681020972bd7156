//! Proofs that can't be written leave no files.

use std::fs;

use crate::common::{code, root, stderr, stdout};

/// A proof that exceeds the maximum file size: the shell sets the limit, and a write beyond it fails.
#[cfg(unix)]
#[test]
fn a_proof_that_cannot_be_written_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for blocks in [1, 8, 64] {
        let proof = folder.path().join(format!("proof-{blocks}"));
        let command = format!(
            "trap '' XFSZ; ulimit -f {blocks}; exec '{}' sudoku puzzles/sudoku/seventeen.yaml --unique --proof '{}'",
            env!("CARGO_BIN_EXE_jigsat"),
            proof.display()
        );
        let output = std::process::Command::new("sh").args(["-c", &command]).current_dir(root()).output();
        let output = output.expect("there is a shell");
        let said = stderr(&output);
        assert_eq!(code(&output), 2, "{said}");
        assert!(said.contains(&format!("can't write {}/001.", proof.display())), "{said}");
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert!(left.is_empty(), "nothing is left: {left:?}");
    }
}

/// The same on a full file system, if one can be made.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_that_names_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let disk = folder.path().display().to_string();
    let command = format!(
        "mount -t tmpfs -o size=64k tmpfs '{disk}' || exit 77; '{}' sudoku puzzles/sudoku/seventeen.yaml --unique \
         --proof '{disk}/proof'; code=$?; ls -A '{disk}'; umount '{disk}'; exit $code",
        env!("CARGO_BIN_EXE_jigsat"),
    );
    let unshare = ["--user", "--map-root-user", "--mount", "sh", "-c", &command];
    let output = std::process::Command::new("unshare").args(unshare).current_dir(root()).output();
    let Some(output) = output.ok().filter(|output| matches!(output.status.code(), Some(2..=4))) else {
        println!("skipped: no file system of one's own can be mounted here");
        return;
    };
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    let said = stderr(&output);
    assert!(said.contains(&format!("can't write {disk}/proof/001.")), "{said}");
    assert!(stdout(&output).is_empty(), "nothing is left: {}", stdout(&output));
}
