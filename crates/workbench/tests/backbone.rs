//! `common` against all solutions, which another search lists and `show` reads place by place.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    sync::Arc,
};

use jigsat_kit::{NoFiles, Text, TextFile};
use jigsat_solve::BuildOptions;
use jigsat_workbench::{
    Ask, Board, Context, FormulaOptions, Part, Purpose, ShowRequest, SolveRequest, Status, family, nth,
    verbs::common::{Common, CommonRequest, PlaceRecord},
};

fn instance(name: &str, text: &str) -> Arc<dyn Board> {
    let prepared = family(name).expect("a family").prepare(&Ask::default()).expect("a request");
    nth(&*prepared, Text::of_string("text", text.to_owned()), 1, &NoFiles).expect("a puzzle")
}

fn library(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles");
    fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The values of the places, in each solution; places by number.
fn all_solutions(puzzle: &dyn Board) -> Vec<BTreeMap<usize, String>> {
    let context = Context::default();
    let mut solutions = puzzle.solutions(&context).expect("a list");
    let mut all = Vec::new();
    while let Some(record) = solutions.next().expect("a solution") {
        let text = format!("{{\"solution\":{}}}", record.solution.expect("it has one").to_json());
        let from = Some(TextFile { name: "solution".into(), text });
        let shown = puzzle.ask(&ShowRequest { from, ..ShowRequest::default() }, &context).expect("a board");
        all.push(shown.record.filled);
    }
    all
}

/// The same in this encoding.
fn in_encoding(name: &str, text: &str, encoding: &str) -> Arc<dyn Board> {
    let formula = FormulaOptions { encoding: Some(encoding.to_owned()), ..FormulaOptions::default() };
    instance(name, text).with(&Arc::new(formula), &Arc::default()).expect("it has the encoding")
}

fn ask(puzzle: &dyn Board) -> Common {
    puzzle.ask(&CommonRequest::default(), &Context::default()).expect("an answer")
}

#[test]
fn what_is_possible_is_what_some_solution_has() {
    let puzzles = [
        ("sudoku", library("sudoku/ambiguous.yaml")),
        ("sudoku", "1...............".to_owned()),
        ("sudoku", "12....21........".to_owned()),
        ("fillomino", library("fillomino/split.yaml")),
        ("slitherlink", "2 .\n. .\n".to_owned()),
        ("nurikabe", library("nurikabe/small.txt")),
        ("futoshiki", library("futoshiki/4x4-1.yaml")),
        ("takuzu", library("takuzu/small.txt")),
        ("masyu", library("masyu/small.txt")),
    ];
    let mut several = 0;
    for (name, text) in puzzles {
        let puzzle = instance(name, &text);
        let all = all_solutions(&*puzzle);
        let common = ask(&*puzzle);
        assert_eq!(common.status, Status::Solved, "{name}: {}", common.record.words());
        if common.record.complete {
            assert_eq!(common.record.found, all.len(), "{name}");
        }
        several += usize::from(all.len() > 1);
        for (number, place) in common.record.places.iter().enumerate() {
            let value = |solution: &BTreeMap<usize, String>| {
                solution.get(&number).cloned().unwrap_or_else(|| "no".to_owned())
            };
            let wanted: BTreeSet<String> = all.iter().map(value).collect();
            let possible: BTreeSet<String> =
                place.possible.iter().map(|possible| possible.value.clone()).collect();
            assert_eq!(possible, wanted, "{name}: {}", place.name);
            for possible in place.possible.iter().filter(|possible| possible.solutions.is_some()) {
                let times = all.iter().filter(|solution| value(solution) == possible.value).count();
                assert_eq!(possible.solutions, Some(times), "{name}: {}", place.name);
                let is_clue = common
                    .record
                    .clues
                    .iter()
                    .any(|clue| clue.place == place.name && clue.value == possible.value);
                assert_eq!(is_clue, times == 1 && all.len() > 1, "{name}: {}", place.name);
            }
        }
    }
    assert!(several > 4, "only {several} puzzles have several solutions");
}

#[test]
fn what_is_filled_in_leaves_fewer_solutions() {
    let puzzle = instance("sudoku", &library("sudoku/ambiguous.yaml"));
    let clue = ask(&*puzzle).record.clues[0].clone();
    let blanks = ShowRequest { blanks: true, ..ShowRequest::default() };
    let blanks =
        puzzle.ask(&blanks, &Context::default()).expect("a board").record.blanks.expect("they are listed");
    let place = blanks[0].places.iter().position(|place| place.name == clue.place).expect("it is a place");
    let filled = [(place, clue.value)].into();
    let shown = puzzle.ask(&ShowRequest { filled, ..ShowRequest::default() }, &Context::default());
    let solution = shown.expect("a board").record.solution.expect("it has one").to_json();
    let text = format!("{{\"solution\":{solution}}}");
    let from = Some(TextFile { name: "clue".into(), text });
    let request = CommonRequest { from, ..CommonRequest::default() };
    let common = puzzle.ask(&request, &Context::default()).expect("an answer");
    assert_eq!((common.record.found, common.record.complete), (1, true));
    assert_eq!(common.record.words(), "there is one solution: every place has its value");
}

#[test]
fn a_wrong_value_leaves_no_solution() {
    let puzzle = instance("sudoku", "1234341221434...");
    let from = Some(TextFile { name: "filled in".into(), text: "1234341221431...".into() });
    let request = CommonRequest { from, ..CommonRequest::default() };
    let common = puzzle.ask(&request, &Context::default()).expect("an answer");
    assert_eq!(common.status, Status::Impossible);
    let words = "impossible: no solution contains what is filled in\nthere is one without r4c1=1";
    assert_eq!(common.record.words(), words);
}

#[test]
fn the_nearest_solution_changes_the_fewest_values() {
    let puzzle = instance("sudoku", "1.34341221......");
    let from = Some(TextFile { name: "filled in".into(), text: "123434122134....".into() });
    let request = CommonRequest { from, ..CommonRequest::default() };
    let common = puzzle.ask(&request, &Context::default()).expect("an answer");
    let words = "impossible: no solution contains what is filled in\nthere is one without r3c3=3 and r3c4=4\n\
                 the nearest solution has r3c3=4, r3c4=3";
    assert_eq!(common.record.words(), words);
    assert!(common.picture().is_some());
}

/// The smallest sets of givens whose removal leaves a solution, by trying all sets of one size after the other.
fn smallest_sets(board: &str) -> BTreeSet<Vec<String>> {
    let cells: Vec<usize> = (0..board.len()).filter(|&cell| !board[cell..].starts_with('.')).collect();
    for size in 0..=cells.len() as u32 {
        let mut sets = BTreeSet::new();
        for chosen in (0u32..1 << cells.len()).filter(|chosen| chosen.count_ones() == size) {
            let removed: Vec<usize> =
                (0..cells.len()).filter(|place| chosen >> place & 1 == 1).map(|place| cells[place]).collect();
            let rest = |cell: usize| if removed.contains(&cell) { "." } else { &board[cell..=cell] };
            let rest: String = (0..board.len()).map(rest).collect();
            let grid: Vec<u8> = rest.bytes().collect();
            if can_be_filled(&grid) {
                let name =
                    |&cell: &usize| format!("r{}c{}={}", cell / 4 + 1, cell % 4 + 1, &board[cell..=cell]);
                sets.insert(removed.iter().map(name).collect());
            }
        }
        if !sets.is_empty() {
            return sets;
        }
    }
    unreachable!("an empty board can be filled")
}

/// Whether a board of 4x4 can be filled, by trying.
fn can_be_filled(grid: &[u8]) -> bool {
    let sees = |a: usize, b: usize| {
        let boxes = [a, b].map(|cell| (cell / 8, cell % 4 / 2));
        a != b && (a / 4 == b / 4 || a % 4 == b % 4 || boxes[0] == boxes[1])
    };
    let clash = |a: usize| (0..16).any(|b| sees(a, b) && grid[a] == grid[b] && grid[a] != b'.');
    if (0..16).any(clash) {
        return false;
    }
    let Some(open) = grid.iter().position(|&cell| cell == b'.') else { return true };
    (b'1'..=b'4').any(|value| {
        let mut grid = grid.to_vec();
        grid[open] = value;
        can_be_filled(&grid)
    })
}

#[test]
fn corrections_are_the_smallest_sets_of_givens() {
    let mut sizes = BTreeSet::new();
    for board in [
        "11..............",
        "1234......43..1.",
        "12..34..........",
        "1.1.1...2...2...",
        "1..1..1..1......",
        "12.3.1.23...4...",
        "4.2.42..1...3.1.",
    ] {
        let common = ask(&*instance("sudoku", board));
        let all = smallest_sets(board);
        if all.contains(&Vec::new()) {
            assert!(common.record.corrections.is_empty(), "{board}");
            continue;
        }
        assert_eq!(common.status, Status::Impossible, "{board}");
        let record = common.record;
        let mut found = BTreeSet::new();
        for set in &record.corrections {
            let mut set = set.clone();
            set.sort();
            found.insert(set);
        }
        sizes.insert(record.corrections[0].len());
        assert!(!record.more_corrections, "{board}");
        assert_eq!(found, all, "{board}");
    }
    assert!(sizes.len() > 1, "{sizes:?}");
}

#[test]
fn an_impossible_board_has_nothing_in_common() {
    let common = ask(&*instance("sudoku", "11.............."));
    assert_eq!((common.status, common.record.places.len()), (Status::Impossible, 0));
    let level = "#####\n#.@$#\n#####\n";
    let common = ask(&*instance("sokoban", level));
    assert_eq!((common.status, common.record.places.len()), (Status::Impossible, 0));
}

/// The smallest sets of clues whose removal leaves a solution, by solving: the places of the words that are removed. Removed
/// words become `blank`.
fn smallest_removals(family: &str, text: &str, blank: &str) -> BTreeSet<BTreeSet<String>> {
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(' ').collect()).collect();
    let cells = || (0..rows.len()).flat_map(|row| (0..rows[row].len()).map(move |col| (row, col)));
    let clues: Vec<_> = cells().filter(|&(row, col)| rows[row][col].parse::<u8>().is_ok()).collect();
    for size in 0..=clues.len() as u32 {
        let mut sets = BTreeSet::new();
        for chosen in (0u32..1 << clues.len()).filter(|chosen| chosen.count_ones() == size) {
            let mut rest = rows.clone();
            let mut names = BTreeSet::new();
            for (place, &(row, col)) in clues.iter().enumerate().filter(|(place, _)| chosen >> place & 1 == 1)
            {
                rest[row][col] = blank;
                assert!(names.insert(format!("r{}c{}", row + 1, col + 1)), "{place}");
            }
            let lines: Vec<String> = rest.iter().map(|row| row.join(" ")).collect();
            let puzzle = instance(family, &(lines.join("\n") + "\n"));
            let solved = puzzle.ask(&SolveRequest::default(), &Context::default()).expect("an answer");
            if solved.status == Status::Solved {
                sets.insert(names);
            }
        }
        if !sets.is_empty() {
            return sets;
        }
    }
    unreachable!("a board without clues has a solution")
}

#[test]
fn clues_that_are_no_values_are_corrected_too() {
    let mut sizes = BTreeSet::new();
    let boards = [
        ("slitherlink", "3 3 .\n. 0 .\n. . 2\n", "."),
        ("slitherlink", "0 . 3\n. 3 .\n1 . 0\n", "."),
        ("slitherlink", "1 1 1\n1 1 1\n3 . 3\n", "."),
        ("minesweeper", "1 . 3\n. . .\n0 . 1\n", "?"),
        ("minesweeper", "0 2 . 5\n. . 1 .\n2 . . 0\n", "?"),
        ("kurodoko", "5 . .\n. . 2\n2 . .\n", "?"),
        // Sizes that one constraint states together.
        ("shikaku", "2 . .\n. 4 .\n. . 4\n", "?"),
        ("shikaku", "3 . 3\n. 2 .\n3 . .\n", "?"),
        ("shikaku", "3 . 3\n. 4 .\n. . 3\n", "?"),
        ("nurikabe", "1 . 3\n. . .\n4 . .\n", "?"),
        ("nurikabe", "2 . . 4\n. . . .\n. 5 . .\n", "?"),
    ];
    for (family, text, blank) in boards {
        let record = ask(&*instance(family, text)).record;
        assert_eq!(record.status, "impossible", "{family}: {text}");
        let cell = |sentence: &String| {
            let mut words = sentence.split(|letter: char| !letter.is_alphanumeric());
            let word = words.find(|word| word.starts_with('r') && word[1..].starts_with(char::is_numeric));
            word.unwrap_or_else(|| panic!("{sentence}")).to_owned()
        };
        let found: BTreeSet<BTreeSet<String>> =
            record.corrections.iter().map(|set| set.iter().map(cell).collect()).collect();
        assert!(!record.more_corrections, "{family}: {text}");
        sizes.insert(record.corrections.first().map(Vec::len));
        assert_eq!(found, smallest_removals(family, text, blank), "{family}: {text}");
    }
    assert!(sizes.len() > 1, "{sizes:?}");
}

/// The rules that follow from a sum hold no longer than it does.
#[test]
fn what_follows_from_a_clue_goes_with_it() {
    let record = ask(&*instance("kakuro", "# 5v 9v\n4> - -\n")).record;
    assert_eq!((record.status.to_string().as_str(), record.corrections.len()), ("impossible", 1));
    let [only] = &record.corrections[0][..] else { panic!("{:?}", record.corrections) };
    assert!(only.contains("add up to 4"), "{only}");
}

#[test]
fn a_cage_is_a_clue() {
    let cages = "kind: sudoku\nbox: 2x2\ngrid: |\n  1 . . .\n  . . . .\n  . . . .\n  . . . .\ncages:\n\
        - {sum: 7, cells: [r1c1, r1c2]}\n- {sum: 3, cells: [r3c3, r3c4]}\n";
    let record = ask(&*instance("sudoku", cages)).record;
    let found: BTreeSet<String> = record.corrections.iter().flatten().cloned().collect();
    assert_eq!(found, ["r1c1=1".to_owned(), "the cage at r1c1 adds up to 7".to_owned()].into());
    assert!(record.words().contains("one of these:\n  "), "{}", record.words());
}

#[test]
fn the_rules_of_clues() {
    let rules = [
        ("akari", "clue"),
        ("aquarium", "line"),
        ("battleships", "end line middle part water"),
        ("futoshiki", "given greater smaller"),
        ("galaxies", ""),
        ("hashi", "island reached"),
        ("heyawake", "room"),
        ("hitori", ""),
        ("kakuro", "fits needed sum"),
        ("kenken", "difference product quotient sum"),
        ("kurodoko", "view"),
        ("lits", ""),
        ("masyu", "bend black straight white"),
        ("minesweeper", "around"),
        ("nonogram", "runs"),
        ("norinori", ""),
        ("numberlink", ""),
        ("nurikabe", ""),
        ("ripple-effect", "given"),
        ("shikaku", "total"),
        ("skyscrapers", "given sight"),
        ("star-battle", ""),
        ("takuzu", "given"),
        ("tapa", "alone length"),
        ("yajilin", "arrow"),
    ];
    for (family, wanted) in rules {
        let mut found = BTreeSet::new();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles").join(family);
        for file in fs::read_dir(folder).expect("a folder") {
            let path = file.expect("a file").path();
            if path.is_dir() {
                continue;
            }
            let text = fs::read_to_string(path).expect("it can be read");
            let prepared = jigsat_workbench::family(family).expect("a family").prepare(&Ask::default());
            let puzzles = prepared.expect("a request").read(Text::of_string("text", text), &NoFiles);
            for puzzle in puzzles.expect("puzzles") {
                let puzzle = puzzle.expect("a puzzle");
                let formula = puzzle.encode(Purpose::Puzzle, puzzle.encoding(), &BuildOptions::default());
                let formula = formula.expect("a formula");
                let rules = formula.cnf().rules().map(|(rule, _)| rule);
                for rule in rules {
                    let is_clue = wanted.split_whitespace().any(|name| name == rule.name());
                    assert_eq!(rule.is_clue(), is_clue, "{family}: {}", rule.name());
                    found.insert(rule.name().to_owned());
                }
            }
        }
        assert!(wanted.is_empty() || wanted.split_whitespace().any(|name| found.contains(name)), "{family}");
    }
}

/// How often each part of a solution is in one of all solutions, sorted.
fn parts(puzzle: &dyn Board, key: &str) -> (usize, Vec<usize>) {
    let context = Context::default();
    let mut solutions = puzzle.solutions(&context).expect("a list");
    let (mut count, mut times) = (0, BTreeMap::<String, usize>::new());
    while let Some(record) = solutions.next().expect("a solution") {
        let json = record.solution.expect("it has one").to_json().get().to_owned();
        let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
        for part in json[key].as_array().expect("a list of parts") {
            let mut part = part.clone();
            // Copies of a piece are alike.
            if let Some(part) = part.as_object_mut() {
                part.remove("copy");
            }
            *times.entry(part.to_string()).or_default() += 1;
        }
        count += 1;
    }
    let mut times: Vec<usize> = times.into_values().collect();
    times.sort_unstable();
    (count, times)
}

#[test]
fn solutions_without_places_are_compared_by_what_holds_in_them() {
    let colours = "sort Node = 1..4\nsort Colour = 1..3\npred has(n: Node, c: Colour)\n\
        assert one \"{n} has one colour\": forall n: Node . exactly 1 c: Colour . has(n, c)\n\
        assert differ \"neighbours differ\": forall n, m: Node, c: Colour | m = n + 1 . not (has(n, c) and has(m, c))\n\
        assert first \"1 has colour 1\": has(1, 1)\n";
    let puzzles = [
        ("tiling", "kind: tiling\nboard: 3x4\nset: dominoes\n".to_owned(), "placement", "placements"),
        ("edge-matching", library("edge-matching/small.yaml"), "placement", "placements"),
        ("edge-matching", library("edge-matching/four-squares.yaml"), "placement", "placements"),
        ("qprop", colours.to_owned(), "model", "true"),
    ];
    for (family, text, encoding, key) in puzzles {
        let puzzle = in_encoding(family, &text, encoding);
        let (count, times) = parts(&*puzzle, key);
        let record = ask(&*puzzle).record;
        assert_eq!((record.found, record.complete, record.statements), (count, true, true), "{family}");
        let yes = |place: &PlaceRecord| place.possible.iter().find(|value| value.value == "yes")?.solutions;
        let mut found: Vec<usize> = record.places.iter().filter_map(yes).collect();
        found.sort_unstable();
        assert_eq!(found, times, "{family}");
        let alone = times.iter().filter(|&&times| times == 1 && count > 1).count();
        assert_eq!(record.clues.len(), alone, "{family}");
    }
}

#[test]
fn shortest_plans_are_compared() {
    let record = ask(&*instance("sokoban", &library("sokoban/first.xsb"))).record;
    assert_eq!((record.found, record.complete), (4, true));
    let in_some: BTreeMap<&str, Option<usize>> =
        record.places.iter().map(|place| (&*place.name, place.possible[0].solutions)).collect();
    assert_eq!(in_some["step 3 moves the box in r4c3 up"], Some(2), "{in_some:?}");
    assert!(
        record.words().contains("in some of them: step 1 moves the box in r3c4 to the right (1)"),
        "{}",
        record.words()
    );
    let record = ask(&*instance("sokoban", "#####\n#@$.#\n#####\n")).record;
    assert_eq!(record.words(), "1 solution\nin it: step 1 moves the box in r2c3 to the right");
}

#[test]
fn a_full_board_is_solved_or_impossible() {
    let common = ask(&*instance("sudoku", "1234341221434321"));
    assert_eq!((common.status, common.record.found, common.record.complete), (Status::Solved, 1, true));
    let common = ask(&*instance("sudoku", "1111111111111111"));
    let words = common.record.words();
    let first = "impossible: there is no solution\nthere is one without 12 of them, as these: r1c2=1 and ";
    assert!(
        common.status == Status::Impossible && words.starts_with(first) && words.ends_with("; …"),
        "{words}"
    );
}

/// More solutions than are counted: each value of each place is still decided.
#[test]
fn many_solutions_are_not_counted() {
    let common = ask(&*instance("sudoku", &".".repeat(81)));
    assert_eq!((common.status, common.record.complete), (Status::Solved, false));
    let values = |place: &PlaceRecord| place.possible.len() == 9 && !place.open;
    assert!(common.record.places.iter().all(values), "{}", common.record.words());
}

#[test]
fn a_limit_leaves_places_open() {
    let puzzle = instance("sudoku", &".".repeat(81));
    let context = Context::default();
    context.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let common = puzzle.ask(&CommonRequest::default(), &context).expect("an answer");
    assert_eq!((common.status, common.record.status), (Status::Unknown, "unknown"));
    assert!(common.record.reason.is_some());
}
