//! The page about the documents that jigsat implements: each row's command prints what the row says.

mod common;

use std::{
    collections::BTreeMap,
    fs,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Instant,
};

use common::{jigsat, root, stderr, stdout};

/// A row of a table: what a document has, the command, what it prints, what differs.
struct Row {
    line: usize,
    cells: Vec<String>,
}

fn rows() -> Vec<Row> {
    let page = fs::read_to_string(root().join("docs/src/guide/sources.md")).expect("the page is there");
    let table = page.lines().zip(1..).filter(|(line, _)| line.starts_with("| "));
    let rows = table.map(|(line, number)| {
        // A bar within a cell is escaped.
        let line = line.replace("\\|", "\u{1}");
        let inside = line.trim_end().trim_matches('|');
        let cells = inside.split('|').map(|cell| cell.trim().replace('\u{1}', "|")).collect();
        Row { line: number, cells }
    });
    rows.filter(|row| row.cells[0] != "where" && !row.cells[0].starts_with("---")).collect()
}

/// The code spans of a cell.
fn spans(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// The words of a command; single quotes keep words together.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (part, is_quoted) in command.split('\'').zip([false, true].into_iter().cycle()) {
        if is_quoted {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// The command of a row, without `jigsat`; what is wrong with the row if it needs none.
fn command(row: &Row) -> Result<Option<&str>, String> {
    let [_, what, command, prints, differs] = &row.cells[..] else {
        return Err(format!("{} cells", row.cells.len()));
    };
    if what.is_empty() {
        return Err("it says nothing of the document".into());
    }
    match spans(command)[..] {
        [command] => match command.strip_prefix("jigsat ") {
            Some(_) if spans(prints).is_empty() => Err("what is printed?".into()),
            Some(words) => Ok(Some(words)),
            None => Err("the command is not one of jigsat".into()),
        },
        _ if differs.is_empty() => Err("neither a command nor a reason".into()),
        _ => Ok(None),
    }
}

#[test]
fn every_row_shows_what_its_command_prints() {
    let rows = rows();
    assert!(rows.len() > 120, "{} rows", rows.len());
    let mut flaws: Vec<String> = Vec::new();
    let mut by_command: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in &rows {
        match command(row) {
            Ok(Some(command)) => by_command.entry(command).or_default().push(row),
            Ok(None) => {}
            Err(flaw) => flaws.push(format!("line {}: {flaw}", row.line)),
        }
    }
    let commands: Vec<(&str, Vec<&Row>)> = by_command.into_iter().collect();
    let (next, flaws) = (AtomicUsize::new(0), Mutex::new(flaws));
    let work = || {
        while let Some((command, rows)) = commands.get(next.fetch_add(1, Ordering::Relaxed)) {
            let words = words(command);
            let started = Instant::now();
            let output = jigsat(&words.iter().map(String::as_str).collect::<Vec<_>>(), "");
            println!("{:.1?} jigsat {command}", started.elapsed());
            let printed = stdout(&output) + &stderr(&output);
            for row in rows {
                for fragment in spans(&row.cells[3]).into_iter().filter(|part| !printed.contains(part)) {
                    let flaw = format!("line {}: '{fragment}' is not in\n{printed}", row.line);
                    flaws.lock().expect("no thread panics").push(flaw);
                }
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(work);
        }
    });
    let flaws = flaws.into_inner().expect("no thread panics");
    assert!(flaws.is_empty(), "{}", flaws.join("\n\n"));
}
