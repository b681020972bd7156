//! Random puzzles, so small that all their solutions are counted quickly.
#![allow(clippy::type_complexity, reason = "a table of families")]

use rand::{Rng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

/// A puzzle.
pub struct Made {
    pub text: String,
    /// All candidates for solutions, as text, if there are few enough to try.
    pub candidates: Option<Box<dyn Iterator<Item = String>>>,
}

pub const FAMILIES: &[(&str, fn(&mut ChaCha8Rng) -> Made)] = &[
    ("sudoku", sudoku),
    ("fillomino", fillomino),
    ("tiling", tiling),
    ("edge-matching", edge_matching),
    ("sokoban", sokoban),
    ("qprop", qprop),
    ("slitherlink", slitherlink),
    ("dimacs", dimacs),
    ("nurikabe", nurikabe),
    ("hitori", hitori),
    ("heyawake", heyawake),
    ("akari", akari),
    ("masyu", masyu),
    ("takuzu", takuzu),
];

fn rows(cells: &[String], width: usize) -> String {
    cells.chunks(width).map(|row| format!("  {}\n", row.join(" "))).collect()
}

/// All ways to fill the empty cells with numbers up to `most`.
fn fillings(cells: Vec<Option<u16>>, width: usize, most: u16) -> Box<dyn Iterator<Item = String>> {
    let empty: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell].is_none()).collect();
    let all = usize::from(most).pow(empty.len() as u32);
    Box::new((0..all).map(move |mut code| {
        let mut numbers: Vec<u16> = cells.iter().map(|cell| cell.unwrap_or(0)).collect();
        for &cell in &empty {
            numbers[cell] = 1 + (code % usize::from(most)) as u16;
            code /= usize::from(most);
        }
        let cells: Vec<String> = numbers.iter().map(u16::to_string).collect();
        cells.chunks(width).map(|row| row.join(" ")).collect::<Vec<_>>().join("\n")
    }))
}

/// Mostly parts of a valid 4x4 grid, sometimes with a wrong given.
fn sudoku(rng: &mut ChaCha8Rng) -> Made {
    let mut digits = [1, 2, 3, 4];
    digits.shuffle(rng);
    let right = [0, 1, 2, 3, 2, 3, 0, 1, 1, 0, 3, 2, 3, 2, 1, 0];
    let mut cells: Vec<Option<u16>> = right.iter().map(|&place: &usize| Some(digits[place])).collect();
    let mut places: Vec<usize> = (0..16).collect();
    places.shuffle(rng);
    for &place in &places[..rng.random_range(2..7)] {
        cells[place] = None;
    }
    if rng.random_bool(0.2) {
        cells[places[15]] = Some(rng.random_range(1..5));
    }
    let mut text = String::from("kind: sudoku\nbox: 2x2\n");
    for rule in ["diagonals", "anti_knight", "anti_king"] {
        if rng.random_bool(0.1) {
            text += &format!("{rule}: true\n");
        }
    }
    let shown: Vec<String> =
        cells.iter().map(|cell| cell.map_or(".".into(), |digit| digit.to_string())).collect();
    text += &format!("grid: |\n{}", rows(&shown, 4));
    Made { text, candidates: Some(fillings(cells, 4, 4)) }
}

fn fillomino(rng: &mut ChaCha8Rng) -> Made {
    let (height, width) = (rng.random_range(1..4), rng.random_range(2..4));
    let most = (height * width) as u16;
    let cells: Vec<Option<u16>> = (0..height * width)
        .map(|place| (place >= 5 || rng.random_bool(0.3)).then(|| rng.random_range(1..=most.min(5))))
        .collect();
    let basic = if rng.random_bool(0.2) { "variant: basic\n" } else { "" };
    let shown: Vec<String> =
        cells.iter().map(|cell| cell.map_or(".".into(), |number| number.to_string())).collect();
    let text = format!("kind: fillomino\n{basic}grid: |\n{}", rows(&shown, width));
    let empty = cells.iter().filter(|cell| cell.is_none()).count() as u32;
    // In the variant 'basic' a group must have a given, which a filling does not show, but its referee knows.
    let candidates = (u64::from(most).pow(empty) <= 8000).then(|| fillings(cells, width, most));
    Made { text, candidates }
}

fn tiling(rng: &mut ChaCha8Rng) -> Made {
    const SHAPES: [&str; 6] = ["#", "##", "###", "##\n#.", "###\n#..", "##\n##"];
    let (height, width) = (rng.random_range(2..5), rng.random_range(2..5));
    let board: Vec<String> = (0..height)
        .map(|_| (0..width).map(|_| if rng.random_bool(0.1) { '#' } else { '.' }).collect())
        .collect();
    let board: String = board.iter().map(|row: &String| format!("  {row}\n")).collect();
    let mut text = format!("kind: tiling\nboard: |\n{board}");
    if rng.random_bool(0.3) {
        text += "cover: some\n";
    }
    text += "pieces:\n";
    for name in ["A", "B", "C"].into_iter().take(rng.random_range(1..4)) {
        let shape = SHAPES[rng.random_range(0..SHAPES.len())].replace('\n', "\n    ");
        let count = rng.random_range(1..4);
        text += &format!("- name: {name}\n  shape: |\n    {shape}\n  count: {count}\n");
    }
    Made { text, candidates: None }
}

fn edge_matching(rng: &mut ChaCha8Rng) -> Made {
    let (height, width) = (rng.random_range(1..3), rng.random_range(1..4));
    let colors = rng.random_range(1..4);
    let spare = usize::from(rng.random_bool(0.2));
    let framed = rng.random_bool(0.3);
    let piece = |_| {
        let edge = |rng: &mut ChaCha8Rng| rng.random_range(u32::from(!framed)..=colors).to_string();
        format!("- {}\n", [edge(rng), edge(rng), edge(rng), edge(rng)].join(" "))
    };
    let pieces: String = (0..height * width + spare).map(piece).collect();
    let frame = if framed { "frame: 0\n" } else { "" };
    let text = format!("kind: edge-matching\nsize: {height}x{width}\n{frame}pieces:\n{pieces}");
    Made { text, candidates: None }
}

fn sokoban(rng: &mut ChaCha8Rng) -> Made {
    let (height, width) = (rng.random_range(3..5), rng.random_range(3..6));
    let mut inside: Vec<char> = vec![' '; height * width];
    let mut places: Vec<usize> = (0..inside.len()).collect();
    places.shuffle(rng);
    inside[places[0]] = '@';
    let boxes = rng.random_range(1..3);
    for pair in places[1..].chunks(2).take(boxes) {
        inside[pair[0]] = '$';
        inside[pair[1]] = '.';
    }
    for &place in places[1 + 2 * boxes..].iter().take(rng.random_range(0..3)) {
        inside[place] = '#';
    }
    let wall = format!("{}\n", "#".repeat(width + 2));
    let rows: String =
        inside.chunks(width).map(|row| format!("#{}#\n", row.iter().collect::<String>())).collect();
    Made { text: format!("{wall}{rows}{wall}"), candidates: None }
}

fn qprop(rng: &mut ChaCha8Rng) -> Made {
    let size = rng.random_range(2..4);
    let statement = |rng: &mut ChaCha8Rng| {
        let atom = |rng: &mut ChaCha8Rng| {
            let names = ["a", "b"];
            let not = if rng.random_bool(0.4) { "not " } else { "" };
            format!("{not}p({}, {})", names[rng.random_range(0..2)], names[rng.random_range(0..2)])
        };
        let quantifier = ["forall", "exists"][rng.random_range(0..2)];
        let joined = ["and", "or", "implies"][rng.random_range(0..3)];
        let guard = ["", " | a < b", " | a != b"][rng.random_range(0..3)];
        format!("forall a: A . {quantifier} b: A{guard} . ({} {joined} {})", atom(rng), atom(rng))
    };
    let asserts: String =
        (0..rng.random_range(1..4)).map(|number| format!("assert s{number}: {}\n", statement(rng))).collect();
    Made { text: format!("sort A = 1..{size}\npred p(x: A, y: A)\n{asserts}"), candidates: None }
}

/// All ways to fill the tables of a solution with zeros and ones; a table has a name, rows and columns.
fn layers(
    tables: Vec<(&'static str, usize, usize)>,
    wrap: fn(String) -> String,
) -> Box<dyn Iterator<Item = String>> {
    let cells: usize = tables.iter().map(|(_, rows, columns)| rows * columns).sum();
    Box::new((0..1_u64 << cells).map(move |mut code| {
        let tables = tables.iter().map(|&(name, rows, columns)| {
            let rows: Vec<String> = (0..rows)
                .map(|_| {
                    let row: Vec<String> = (0..columns)
                        .map(|_| {
                            let bit = code & 1;
                            code >>= 1;
                            bit.to_string()
                        })
                        .collect();
                    format!("[{}]", row.join(","))
                })
                .collect();
            format!("\"{name}\":[{}]", rows.join(","))
        });
        wrap(format!("{{{}}}", tables.collect::<Vec<_>>().join(",")))
    }))
}

fn slitherlink(rng: &mut ChaCha8Rng) -> Made {
    let (height, width) = [(1, 1), (1, 2), (2, 1), (2, 2), (1, 3)][rng.random_range(0..5)];
    let clues: Vec<String> = (0..height * width)
        .map(|_| if rng.random_bool(0.5) { rng.random_range(0..4).to_string() } else { ".".into() })
        .collect();
    let rows: String = clues.chunks(width).map(|row| format!("  {}\n", row.concat())).collect();
    let text = format!("kind: slitherlink\ngrid: |\n{rows}");
    let tables = vec![("horizontal", height + 1, width), ("vertical", height, width + 1)];
    let truths = |solution: String| solution.replace('0', "false").replace('1', "true");
    Made { text, candidates: Some(layers(tables, truths)) }
}

/// Clauses of up to three literals, of which some variables may not be shown.
fn dimacs(rng: &mut ChaCha8Rng) -> Made {
    let variables = rng.random_range(1..7);
    let shown = rng.random_range(1..=variables);
    let count = rng.random_range(0..=3 * variables);
    let mut text: String = (1..=shown).map(|var| format!("c var {var} x{var}\n")).collect();
    let numbers: Vec<String> = (1..=shown).map(|var| var.to_string()).collect();
    text += &format!("c p show {} 0\np cnf {variables} {count}\n", numbers.join(" "));
    for _ in 0..count {
        for _ in 0..rng.random_range(1..4) {
            let var: i32 = rng.random_range(1..=variables);
            text += &format!("{} ", if rng.random_bool(0.5) { var } else { -var });
        }
        text += "0\n";
    }
    let literal = move |code: u32, var: i32| if code >> (var - 1) & 1 == 1 { var } else { -var };
    let literals =
        move |code| (1..=shown).map(|var| format!("{} ", literal(code, var))).collect::<String>() + "0";
    Made { text, candidates: Some(Box::new((0..1_u32 << shown).map(literals))) }
}

/// Rows of words in the format of genres, and all fillings of one table.
fn genre(words: &[String], width: usize, table: &'static str) -> Made {
    let height = words.len() / width;
    // Without the size, the row `1 2` above another one would be read as the size.
    let rows: String = words.chunks(width).map(|row| row.join(" ") + "\n").collect();
    let text = format!("{height} {width}\n{rows}");
    Made { text, candidates: Some(layers(vec![(table, height, width)], |solution| solution)) }
}

fn small(rng: &mut ChaCha8Rng) -> (usize, usize) {
    (rng.random_range(2..4), rng.random_range(2..4))
}

fn nurikabe(rng: &mut ChaCha8Rng) -> Made {
    let (height, width) = small(rng);
    let word = |_| if rng.random_bool(0.25) { rng.random_range(1..5).to_string() } else { "-".into() };
    genre(&(0..height * width).map(word).collect::<Vec<_>>(), width, "shade")
}

fn hitori(rng: &mut ChaCha8Rng) -> Made {
    let (height, width) = small(rng);
    genre(
        &(0..height * width).map(|_| rng.random_range(1..4).to_string()).collect::<Vec<_>>(),
        width,
        "shade",
    )
}

fn heyawake(rng: &mut ChaCha8Rng) -> Made {
    let (height, width) = small(rng);
    let word = |_| if rng.random_bool(0.2) { rng.random_range(0..3).to_string() } else { "-".into() };
    let mut made = genre(&(0..height * width).map(word).collect::<Vec<_>>(), width, "shade");
    // Rooms of whole columns.
    let wall = rng.random_range(0..width);
    let room = |column| if column <= wall { "a" } else { "b" };
    let row = (0..width).map(room).collect::<Vec<_>>().join(" ") + "\n";
    made.text += &row.repeat(height);
    made
}

fn akari(rng: &mut ChaCha8Rng) -> Made {
    let (height, width) = small(rng);
    let word = |_| match rng.random_range(0..6) {
        0 => rng.random_range(0..4).to_string(),
        1 => "#".into(),
        _ => "-".into(),
    };
    genre(&(0..height * width).map(word).collect::<Vec<_>>(), width, "light")
}

fn masyu(rng: &mut ChaCha8Rng) -> Made {
    let (height, width) = small(rng);
    let word = |_| match rng.random_range(0..8) {
        0 => "white".into(),
        1 => "black".into(),
        _ => "-".into(),
    };
    let made = genre(&(0..height * width).map(word).collect::<Vec<_>>(), width, "line");
    let tables = vec![("across", height, width - 1), ("down", height - 1, width)];
    let candidates = layers(tables, |solution| format!("{{\"line\":{solution}}}"));
    Made { candidates: Some(candidates), ..made }
}

fn takuzu(rng: &mut ChaCha8Rng) -> Made {
    let (height, width) = [(2, 2), (2, 4), (4, 2)][rng.random_range(0..3)];
    let word = |_| if rng.random_bool(0.4) { rng.random_range(0..2).to_string() } else { "-".into() };
    genre(&(0..height * width).map(word).collect::<Vec<_>>(), width, "digit")
}
