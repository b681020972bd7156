//! Proofs of answers are accepted, and nothing else is.

use std::{
    fs,
    path::{Path, PathBuf},
};

use jigsat_kit::Text;
use jigsat_workbench::{
    Ask, Context, ProofRequest, SolveRequest, Status,
    check_proof::{NamedPuzzle, ProofFolder},
};
use serde_json::Map;
use tempfile::TempDir;

use crate::{
    changed::written,
    properties::{Found, of_subjects},
    subjects::{Has, Sample, Subject, patient},
};

/// Number of lines of each file that are altered.
const ALTERED: usize = 4;

/// Proves that the solution of a board is the only one, or the shortest, or that there is none.
fn prove(subject: &Subject, board: &Sample, folder: &Path, found: &mut Found) -> bool {
    let unique = board.has == Has::One && !subject.family.abilities().horizon;
    let ask = Ask { unique, ..patient() };
    let proof = ProofRequest { folder: Some(folder.to_owned()), ..ProofRequest::default() };
    let request = SolveRequest { ask: ask.clone(), proof, ..SolveRequest::default() };
    let solved = board.instance.asking(&ask).and_then(|instance| instance.ask(&request, &Context::default()));
    let solved = found.ok(solved, &board.name);
    let is_certified = solved.is_some_and(|solved| solved.record.certified.is_some());
    found.that(is_certified && folder.exists(), || format!("{}: no proof was written", board.name));
    folder.exists()
}

/// Whether a proof is accepted for this board. The name of its text says where the files are that the text names.
fn is_accepted(folder: &Path, board: &Sample) -> bool {
    let text = Text::of_string(&**board.instance.file(), written(&*board.instance));
    let named = NamedPuzzle { text, options: Map::new(), page: None };
    let folder = ProofFolder::open(folder, Some(named), None, &Context::default());
    let ended = folder.and_then(ProofFolder::end);
    ended.is_ok_and(|(status, record)| status == Status::Solved && record.holds && record.compared)
}

/// Changes of a line of a file, each of which makes the file wrong.
fn altered(file: &Path, line: &str) -> Option<String> {
    let words: Vec<&str> = line.split(' ').collect();
    let is_step = words.get(1).is_some_and(|word| *word != "d");
    match file.extension().and_then(|end| end.to_str())? {
        // The first clause with which the step is justified is another one, which does not exist.
        "lrat" if is_step => {
            let hint = words.iter().position(|word| *word == "0")? + 1;
            let mut words = words;
            *words.get_mut(hint).filter(|word| **word != "0")? = "999999999";
            Some(words.join(" "))
        }
        // The first literal is negated.
        "cnf" if line != "0" && line.starts_with(|char: char| char == '-' || char.is_ascii_digit()) => {
            Some(line.strip_prefix('-').map_or_else(|| format!("-{line}"), str::to_owned))
        }
        _ => None,
    }
}

/// Checks the proof with each of several lines altered, and without each file's end.
fn lines_matter(board: &Sample, folder: &Path, found: &mut Found) {
    let files = fs::read_dir(folder).expect("it is there").map(|file| file.expect("it is listed").path());
    let mut files: Vec<PathBuf> = files.collect();
    files.sort();
    for file in files {
        let honest = fs::read_to_string(&file).expect("it is text");
        let lines: Vec<&str> = honest.lines().collect();
        let places: Vec<usize> =
            (0..lines.len()).filter(|&place| altered(&file, lines[place]).is_some()).collect();
        let mut changes: Vec<(usize, String)> = Vec::new();
        for &place in places.iter().step_by(places.len().div_ceil(ALTERED).max(1)) {
            let mut changed: Vec<String> = lines.iter().map(ToString::to_string).collect();
            changed[place] = altered(&file, lines[place]).expect("it can be altered");
            changes.push((place + 1, changed.join("\n") + "\n"));
        }
        // If a rule is false by itself, nothing has to be derived, and the last line may delete a clause: it is not needed.
        let is_deletion = |line: &&str| line.split(' ').nth(1) == Some("d");
        if let Some((_, others)) = lines.split_last().filter(|(last, _)| !is_deletion(last)) {
            changes.push((lines.len(), others.join("\n")));
        }
        for (line, changed) in changes {
            fs::write(&file, changed).expect("it can be written");
            found.that(!is_accepted(folder, board), || {
                format!("{}: line {line} of {} can be altered", board.name, file.display())
            });
        }
        fs::write(&file, honest).expect("it can be written");
    }
    found.that(is_accepted(folder, board), || format!("{}: it was restored", board.name));
}

#[test]
fn a_proof_is_accepted_and_with_another_line_or_for_another_board_it_is_not() {
    of_subjects(
        |_| true,
        |subject, found| {
            let proven = [Has::One, Has::None].map(|has| subject.having(has).next());
            for board in proven.into_iter().flatten() {
                let within = TempDir::new().expect("a folder for the test");
                let folder = within.path().join("proof");
                if !prove(subject, board, &folder, found) {
                    continue;
                }
                found.that(is_accepted(&folder, board), || format!("{}: the proof is refused", board.name));
                lines_matter(board, &folder, found);
                // That no plan is shorter than some length may hold of another board, too.
                let others = subject.boards.iter().filter(|other| {
                    !subject.family.abilities().horizon
                        && written(&*other.instance) != written(&*board.instance)
                });
                for other in others {
                    let what = || format!("{} is also proven for {}", board.name, other.name);
                    found.that(!is_accepted(&folder, other), what);
                }
            }
        },
    );
}
