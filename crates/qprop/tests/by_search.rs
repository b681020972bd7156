//! Models whose solutions a small search in Rust also counts, from the puzzle's rules alone.

use std::collections::{BTreeMap, HashMap};

use jigsat_qprop::{Encoding, Model};
use jigsat_solve::BuildOptions;

use crate::common::{self, count, data, model, source};

/// The forms of pentominoes in a data file: for each piece, its forms as lists of (row, column).
fn forms(file: &str) -> Vec<Vec<Vec<(usize, usize)>>> {
    let mut pieces: BTreeMap<String, BTreeMap<usize, Vec<(usize, usize)>>> = BTreeMap::new();
    for line in source(file).text().lines().filter_map(|line| line.strip_prefix("- [")) {
        let parts: Vec<&str> = line.trim_end_matches(']').split(", ").collect();
        let number = |place: usize| parts[place].parse::<usize>().expect("a number");
        pieces
            .entry(parts[0].to_owned())
            .or_default()
            .entry(number(1))
            .or_default()
            .push((number(2), number(3)));
    }
    pieces.into_values().map(|forms| forms.into_values().collect()).collect()
}

/// Ways to place the pieces from `next` on into the free cells.
fn placements(pieces: &[Vec<Vec<(usize, usize)>>], board: &mut Vec<Vec<bool>>) -> u64 {
    let Some((piece, rest)) = pieces.split_first() else { return 1 };
    let mut ways = 0;
    for form in piece {
        for row in 0..board.len() {
            for column in 0..board[0].len() {
                let cells: Vec<_> = form.iter().map(|&(y, x)| (row + y, column + x)).collect();
                let free =
                    |&(y, x): &(usize, usize)| board.get(y).and_then(|line| line.get(x)) == Some(&false);
                if cells.iter().all(free) {
                    for &(y, x) in &cells {
                        board[y][x] = true;
                    }
                    ways += placements(rest, board);
                    for &(y, x) in &cells {
                        board[y][x] = false;
                    }
                }
            }
        }
    }
    ways
}

#[test]
fn five_pentominoes_on_5x5() {
    let ways = placements(&forms("pentominoes-5x5.yaml"), &mut vec![vec![false; 5]; 5]);
    assert!(ways > 0);
    assert_eq!(count(&model("pentominoes.qprop", Some("pentominoes-5x5.yaml"))), ways);
}

/// The map of a Sokoban data file, and the number of its plans with exactly this many steps.
fn plans(map: &[&str], steps: usize) -> u64 {
    let cells: Vec<Vec<u8>> =
        map.iter().map(|line| line.split(' ').map(|word| word.as_bytes()[0]).collect()).collect();
    let find = |kind: u8| {
        let all = (0..cells.len()).flat_map(|y| (0..cells[0].len()).map(move |x| (y, x)));
        all.filter(|&(y, x)| cells[y][x] == kind).collect::<Vec<_>>()
    };
    let goals = find(b'g');
    let mut states = HashMap::from([((find(b'p')[0], find(b'b')), 1u64)]);
    for _ in 0..steps {
        let mut next = HashMap::new();
        for ((player, boxes), ways) in states {
            for (dy, dx) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                let step = |(y, x): (usize, usize)| (y.wrapping_add_signed(dy), x.wrapping_add_signed(dx));
                let is_wall = |(y, x): (usize, usize)| cells[y][x] == b'w';
                let to = step(player);
                let mut boxes = boxes.clone();
                if is_wall(to) {
                    continue;
                }
                if let Some(pushed) = boxes.iter().position(|&at| at == to) {
                    let behind = step(to);
                    if is_wall(behind) || boxes.contains(&behind) {
                        continue;
                    }
                    boxes[pushed] = behind;
                    boxes.sort_unstable();
                }
                *next.entry((to, boxes)).or_insert(0) += ways;
            }
        }
        states = next;
    }
    let solved = |(_, boxes): &(_, Vec<_>)| goals.iter().all(|goal| boxes.contains(goal));
    states.iter().filter(|(state, _)| solved(state)).map(|(_, ways)| ways).sum()
}

#[test]
fn sokoban_plans_of_each_length() {
    let one = ["w w w w w w", "w p . . . w", "w . b . . w", "w . . . g w", "w w w w w w"];
    let two = ["w w w w w", "w p g . w", "w . b b w", "w . . g w", "w w w w w"];
    for (map, most) in [(&one, 8), (&two, 10)] {
        let mut found = 0;
        for steps in 1..=most {
            let text = format!(
                "rows: {}\ncolumns: {}\nsteps: {steps}\nmap: |\n  {}\n",
                map.len(),
                map[0].split(' ').count(),
                map.join("\n  ")
            );
            let expected = plans(map, steps);
            let model = Model::parse(source("sokoban.qprop"), &data(&text)).expect("the model fits the data");
            assert_eq!(count(&model), expected, "{steps} steps in {map:?}");
            found += expected;
        }
        assert!(found > 0, "{map:?}");
    }
}

/// Whether a board keeps the rule of Fillomino.
fn is_fillomino(numbers: &[u64], columns: usize) -> bool {
    (0..numbers.len()).all(|start| {
        let mut region = vec![start];
        let mut at = 0;
        while let Some(&cell) = region.get(at) {
            let (row, column) = (cell / columns, cell % columns);
            let others = (0..numbers.len()).filter(|&other| {
                (other / columns).abs_diff(row) + (other % columns).abs_diff(column) == 1
                    && numbers[other] == numbers[start]
            });
            let new: Vec<usize> = others.filter(|other| !region.contains(other)).collect();
            region.extend(new);
            at += 1;
        }
        region.len() as u64 == numbers[start]
    })
}

#[test]
fn fillomino_boards() {
    for (rows, columns, most) in [(1, 4, 4u64), (2, 2, 4), (2, 3, 4), (3, 3, 3)] {
        let cells = rows * columns;
        let boards = (0..most.pow(cells as u32)).filter(|&code| {
            let numbers: Vec<u64> = (0..cells as u32).map(|cell| code / most.pow(cell) % most + 1).collect();
            is_fillomino(&numbers, columns)
        });
        let text = format!("rows: {rows}\ncolumns: {columns}\nmost: {most}\nclue: []");
        let model = Model::parse(source("fillomino.qprop"), &data(&text)).expect("the model fits the data");
        assert_eq!(count(&model), boards.count() as u64, "{rows}x{columns}, up to {most}");
    }
}

#[test]
fn the_fillomino_of_the_library_has_one_solution() {
    assert_eq!(count(&model("fillomino.qprop", Some("fillomino.yaml"))), 1);
}

/// Tries every placement and rotation of Four Squares and counts the right ones.
#[test]
fn four_squares() {
    let pieces = [[1, 3, 4, 2], [4, 3, 2, 1], [1, 2, 4, 3], [4, 1, 2, 3]];
    let (mut all, mut first) = (0, 0);
    for code in 0..4usize.pow(8) {
        let digit = |place: u32| code / 4usize.pow(place) % 4;
        let (order, turns) =
            ([digit(0), digit(1), digit(2), digit(3)], [digit(4), digit(5), digit(6), digit(7)]);
        if (0..4).any(|a| (0..a).any(|b| order[a] == order[b])) {
            continue;
        }
        let shows = |square: usize, edge: usize| pieces[order[square]][(edge + 4 - turns[square]) % 4];
        let fits = shows(0, 0) == shows(1, 2) && shows(2, 0) == shows(3, 2);
        if fits && shows(0, 3) == shows(2, 1) && shows(1, 3) == shows(3, 1) {
            all += 1;
            first += u64::from(order[0] == 0);
        }
    }
    assert_eq!((all, first), (72, 18));
    let with = |text: &str| format!("n: 2\nN: 1..4\nv: |\n{text}");
    let table = "  1 3 4 2\n  4 3 2 1\n  1 2 4 3\n  4 1 2 3\n";
    let open = |file: &str| Ok(source(file));
    let read = |file: &str| {
        Model::read(source(file), &data(&with(table)), &open, jigsat_qprop::MAX_CLAUSES).expect("a model")
    };
    assert_eq!(count(&read("edge-matching.qprop")), 72);
    assert_eq!(count(&read("edge-matching-first-corner.qprop")), 18);
}

/// The lesson of the notes: counting finds a mistake that causes no error.
#[test]
fn the_first_corner_loses_solutions_from_3x3_on() {
    let all = model("edge-matching.qprop", Some("edge-matching-3x3.yaml"));
    let open = |file: &str| Ok(source(file));
    let first = Model::read(
        source("edge-matching-first-corner.qprop"),
        &data(source("edge-matching-3x3.yaml").text()),
        &open,
        jigsat_qprop::MAX_CLAUSES,
    );
    let (all, first) = (count(&all), count(&first.expect("a model")));
    assert_eq!(all % 4, 0);
    assert_ne!(first, all / 4, "{all} solutions");
}

#[test]
fn the_slips_of_the_notes() {
    let printed = common::try_model("wrong/four-squares-slips.qprop", Some("four-squares.yaml"));
    let error = printed.expect_err("the text has slips").to_string();
    assert!(error.ends_with("'p' is a value of sort P, expected a value of sort S"), "{error}");
    // When the first mistake is corrected, the next one shows.
    let mended = source("wrong/four-squares-slips.qprop").text().replace("l(p, s)", "l(s, p)");
    let error =
        common::parsed(&mended, source("four-squares.yaml").text()).expect_err("one is left").to_string();
    assert!(error.contains("argument 2 is 0 here, expected a value of sort E, 1..4"), "{error}");
    let both = mended.replace("(4 - k + e) mod 4", "(4 - k + e - 1) mod 4 + 1");
    assert_eq!(count(&common::parsed(&both, source("four-squares.yaml").text()).expect("none is left")), 18);
    // If the sorts are declared to be the same, the mistakes cause no errors, but the count is wrong.
    assert_ne!(count(&model("four-squares-alike.qprop", Some("four-squares-alike.yaml"))), 72);
}

/// The notes count 64 atoms of one predicate and 256 clauses of one rule; the rest follows from their formula.
#[test]
fn the_formula_of_the_notes() {
    let model = model("four-squares-as-printed.qprop", None);
    let formula =
        jigsat_solve::build(&model, Encoding::Model, &BuildOptions::default()).expect("it is built");
    assert_eq!((formula.variables(), formula.clauses().len()), (96, 637));
    let rules = formula.stats().rules;
    let sizes: Vec<(&str, usize)> = rules.iter().map(|rule| (rule.rule.as_str(), rule.clauses)).collect();
    let expected = [
        ("filled", 4),
        ("alone", 48),
        ("first", 1),
        ("used", 4),
        ("once", 48),
        ("turned", 4),
        ("one_way", 48),
        ("channel", 256),
        ("number", 192),
        ("agree", 32),
    ];
    assert_eq!(sizes, expected);
    assert_eq!(count(&model), 18);
}
