//! What is written can be read again, and is the same.

use jigsat_grid::Charset;
use jigsat_input::{Source, to_yaml};
use jigsat_kit::{Text, TextFile};
use jigsat_workbench::{Board, CheckRequest, Context, CountRequest, Solution, Status, recognise};
use serde_json::{Value, json};

use crate::properties::of_boards;

/// Tables about a puzzle, which are no puzzles.
const TABLES: [(&str, &str); 1] = [("tiling", "placements")];

/// Pictures of a solution's steps, of which one alone is no solution.
const ANIMATIONS: [(&str, &str); 1] = [("sokoban", "frames")];

/// Forms of a solution without one of its layers: pzpr saves no way through a maze.
const UNFINISHED: [(&str, &str); 1] = [("nurimaze", "pzprv3")];

/// Formats that have no word for something, such as whether pieces may be turned over.
const LOSSY: [(&str, &str); 1] = [("tiling", "xmpuzzle")];

/// Maximum number of solutions that are counted.
const MOST: u64 = 50;

/// The look of a board without its title, and how many solutions it has.
fn meaning(board: &dyn Board) -> (String, u128) {
    let picture = board.draw(None).to_text(Charset::Unicode);
    let is_title = |line: &&str| !board.title().is_empty() && line.trim() == &**board.title();
    let picture: Vec<&str> = picture.lines().filter(|line| !is_title(line)).collect();
    let request = CountRequest { limit: Some(MOST), ..CountRequest::default() };
    let counted = board.ask(&request, &Context::default());
    (picture.join("\n"), counted.unwrap_or_else(|error| panic!("{error}")).record.count)
}

/// Whether something is a solution of a board.
fn is_solution(board: &dyn Board, text: &str) -> bool {
    let solution = TextFile { name: "solution".into(), text: text.to_owned() };
    let request = CheckRequest { solution, ..CheckRequest::default() };
    board.ask(&request, &Context::default()).is_ok_and(|checked| checked.status == Status::Solved)
}

#[test]
fn a_board_is_read_again_in_every_format_as_the_same_board() {
    of_boards(|subject, board, found| {
        let wanted = meaning(&*board.instance);
        for format in subject.formats() {
            if [TABLES, LOSSY].concat().contains(&(subject.name(), format)) {
                continue;
            }
            let bytes = match board.instance.write(format) {
                Ok(bytes) => bytes,
                Err(why) => {
                    let why = why.to_string();
                    found.that(why.len() > 20 && !why.ends_with('.'), || {
                        format!("{}: {format}: {why}", board.name)
                    });
                    continue;
                }
            };
            let what = || format!("{} as {format}:\n{}", board.name, String::from_utf8_lossy(&bytes));
            let again = found.ok(subject.read(board.instance.file(), &bytes), &what());
            let Some(again) = again else { continue };
            found.that(meaning(&*again) == wanted, || format!("{}: it is another board", what()));
            let json = board.solution.as_ref().map(|solution| solution.to_json().to_string());
            let is_solved = json.is_none_or(|json| is_solution(&*again, &json));
            found.that(is_solved, || format!("{}: it has another solution", what()));
        }
        found.that(board.instance.write("no format").is_err(), || {
            format!("{}: there is such a format", board.name)
        });
    });
}

#[test]
fn a_file_says_which_family_it_is_of() {
    of_boards(|subject, board, found| {
        let texts = ["yaml", "plain"]
            .into_iter()
            .filter_map(|format| Some((format, board.instance.write(format).ok()?)));
        let is_registered = jigsat_workbench::family(subject.name()).is_some();
        for (format, text) in texts {
            let recognised =
                recognise(&Text::of_bytes("text", text)).map(|family| family.info().name.to_string());
            match recognised {
                Ok(name) if is_registered => {
                    found.that(format == "plain" || name == subject.name(), || {
                        format!("{} as {format} is read as {name}", board.name)
                    });
                }
                Ok(name) => found.that(name != subject.name(), || format!("{name} is not registered")),
                Err(error) => {
                    found.that(format == "plain" || !is_registered, || format!("{}: {error}", board.name));
                }
            }
        }
    });
}

/// A solution in all forms, by their names.
fn forms(board: &dyn Board, solution: &Solution) -> Vec<(String, String)> {
    let info = board.info();
    let own = info.solution_formats.iter().copied().chain(["plain"]);
    let is_whole =
        |format: &&str| !ANIMATIONS.iter().chain(&UNFINISHED).any(|form| *form == (&*info.name, *format));
    let own = own.filter(is_whole);
    let own = own.filter_map(|format| Some((format.to_owned(), board.write_solution(solution, format)?)));
    let json: Value = serde_json::from_str(solution.to_json().get()).expect("it is JSON");
    let record = json!({"status": "solved", "solution": json});
    let picture = board.draw(Some(solution));
    let others = [
        ("JSON", json.to_string()),
        ("a record", record.to_string()),
        ("a record in YAML", to_yaml(&record).expect("it can be written")),
        ("a drawing", picture.to_text(Charset::Unicode)),
    ];
    own.chain(others.map(|(name, text)| (name.to_owned(), text))).collect()
}

#[test]
fn a_solution_is_read_again_in_every_form_as_the_same_solution() {
    of_boards(|_, board, found| {
        let Some(solution) = &board.solution else { return };
        let picture = |solution: &Solution| board.instance.draw(Some(solution)).to_text(Charset::Unicode);
        let plain = |solution: &Solution| board.instance.write_solution(solution, "plain");
        found.that(plain(solution).is_some(), || format!("{}: it has no plain form", board.name));
        // Equal pieces may change places, and what was proven about a plan is not in each of its forms.
        let is_same = |read: &Solution| plain(read) == plain(solution) || picture(read) == picture(solution);
        for (form, text) in forms(&*board.instance, solution) {
            let what = || format!("{}: the solution as {form}:\n{text}", board.name);
            let read = board
                .instance
                .read_solution(&Source::new("solution", text.as_str()), &Context::default().limits_of(None));
            let read = found.ok(read, &what());
            found.that(read.is_some_and(|read| is_same(&read)), what);
            found.that(is_solution(&*board.instance, &text), || format!("{}: it is not accepted", what()));
        }
        for format in board.instance.info().solution_formats {
            let written = board.instance.write_solution(solution, format);
            found
                .that(written.is_none_or(|text| !text.is_empty()), || format!("{}: no {format}", board.name));
        }
        found.that(board.instance.write_solution(solution, "no format").is_none(), || {
            format!("{}: there is such a format", board.name)
        });
    });
}
