//! Large boards of every family, mostly empty: nothing ends early there.

use std::fmt::Write;

/// A file's name, which begins with that of its family, and what is in it; boards are about this wide.
pub fn boards(side: usize) -> Vec<(String, String)> {
    let mut all = vec![
        named("fillomino", side, &format!("kind: fillomino\ngrid: |\n{}", blank(side, "."))),
        named(
            "slitherlink",
            side,
            &format!("kind: slitherlink\ngrid: |\n{}", blank(side, ".").replace(". ", ".")),
        ),
        named("tiling", side, &format!("kind: tiling\nboard: {side}x{side}\nset: dominoes\n")),
        named("tiling-pentominoes", 10, "kind: tiling\nboard: 6x10\nset: pentominoes\n"),
        named("edge-matching", side / 3, &pieces(side / 3)),
        named("sokoban", side, &room(side, side / 4)),
        // Beyond the beginning by which other families would try it.
        named("dimacs", side, &formula(3 * side * side)),
        named(
            "qprop-cube",
            4 * side,
            &format!(
                "sort A = 1..{}\npred p(a: A, b: A)\n\
             assert x: forall a: A, b: A, c: A | a < b and b < c and a + b < c . p(a, b) or p(b, c)\n",
                4 * side
            ),
        ),
        named(
            "qprop-guards",
            60,
            "sort A = 1..60\npred p(a: A)\nfact f(a, b, c, d: A) := a = b and b = c and c = d\n\
             assert x: forall a: A . exists b, c, d: A | f(a, b, c, d) . p(b)\n",
        ),
    ];
    let box_side = side.isqrt().max(1);
    let sudoku = box_side * box_side;
    for (name, more) in
        [("sudoku", ""), ("sudoku-chess", "anti_knight: true\nanti_king: true\ndiagonals: true\n")]
    {
        let text = format!("kind: sudoku\nbox: {box_side}x{box_side}\n{more}grid: |\n{}", blank(sudoku, "."));
        all.push(named(name, sudoku, &text));
    }
    all.extend(genres(side));
    all
}

/// Boards of every genre.
fn genres(side: usize) -> Vec<(String, String)> {
    let mut all = special(side);
    let has = |all: &[(String, String)], kind: &str| {
        all.iter().any(|(name, _)| name.starts_with(&format!("{kind}-")))
    };
    for family in jigsat_genres::genres() {
        let page = family.page();
        if has(&all, &page.name) {
            continue;
        }
        // With nothing in cells or at edges, and rooms alike.
        let side = side / 2 * 2;
        let mut text = String::new();
        if let Some(words) = page.words_at_edge() {
            text += &lines(side, if words.contains(',') { "- -" } else { "-" });
        }
        if !page.words_in_cells().is_empty() {
            text += &format!("board: |\n{}", blank(side, "-"));
        }
        if page.has_rooms() {
            text += &format!("rooms: |\n{}", rooms(side, 3, 4));
        }
        all.push(genre(&page.name, side, &text));
    }
    // And with clues all over.
    for (kind, clue) in [("nurikabe", "5"), ("shikaku", "16"), ("hashi", "3")] {
        let clues = grid(side, |row, column| if row % 4 == 1 && column % 4 == 1 { clue } else { "-" }.into());
        let (name, text) = genre(kind, side, &format!("board: |\n{clues}"));
        all.push((name.replace(kind, &format!("{kind}-clues")), text));
    }
    all
}

/// Boards that are special: of another size, or with what a genre needs.
fn special(side: usize) -> Vec<(String, String)> {
    let few = side / 4;
    vec![
        genre("easy-as-abc", few, &format!("{}board: |\n{}", lines(few, "- -"), blank(few, "-"))),
        genre("hidato", few, &format!("board: |\n{}", blank(few, "-"))),
        genre(
            "battleships",
            side,
            &format!("numbers:\n  fleet: 4\n{}board: |\n{}", lines(side, "-"), blank(side, "-")),
        ),
        genre("futoshiki", few, &format!("board: |\n{}", blank(few, "-"))),
        genre("kenken", few, &format!("board: |\n{}rooms: |\n{}", blank(few, "-"), self::rooms(few, 2, 2))),
        genre("skyscrapers", few, &format!("{}board: |\n{}", lines(few, "- -"), blank(few, "-"))),
        genre("star-battle", side, &format!("numbers:\n  stars: 2\nrooms: |\n{}", self::rooms(side, 10, 10))),
        genre("nonogram", side, &lines(side, "1 2 3 4 5")),
        genre(
            "kakuro",
            side,
            &format!(
                "board: |\n{}",
                grid(side, |row, column| match (row % 10, column % 10) {
                    (0, 0) => "#".into(),
                    (0, _) => "45v".into(),
                    (_, 0) => "45>".into(),
                    _ => "-".into(),
                })
            ),
        ),
        genre(
            "hitori",
            side,
            &format!(
                "board: |\n{}",
                grid(side, |row, column| ((row * 7 + column * 3 + row * column) % side + 1).to_string())
            ),
        ),
        genre(
            "galaxies",
            side / 2,
            &format!(
                "board: |\n{}",
                grid(side / 2 * 2 - 1, |row, column| {
                    if row % 4 == 0 && column % 4 == 0 { "o" } else { "." }.into()
                })
                .replace(' ', "")
                .replace('\n', "\n  ")
                .trim_end()
                .replacen("", "  ", 1)
            ),
        ),
    ]
}

fn named(family: &str, side: usize, text: &str) -> (String, String) {
    let ending = if family.starts_with("qprop") {
        "qprop"
    } else if family == "sokoban" {
        "xsb"
    } else if family == "dimacs" {
        "cnf"
    } else {
        "yaml"
    };
    (format!("{family}-{side}.{ending}"), text.to_owned())
}

/// A chain of implications between this many variables, each of which also needs one of two others.
fn formula(variables: usize) -> String {
    let mut text = format!("p cnf {variables} {}\n", 2 * (variables - 1));
    for var in 1..variables {
        let _ = writeln!(
            text,
            "-{var} {} 0\n-{var} {} {} 0",
            var + 1,
            (var * 7) % variables + 1,
            (var * 3) % variables + 1
        );
    }
    text
}

fn genre(kind: &str, side: usize, text: &str) -> (String, String) {
    named(kind, side, &format!("kind: {kind}\n{text}"))
}

/// Rows of words, indented as a block of YAML.
fn grid(side: usize, word: impl Fn(usize, usize) -> String) -> String {
    let row = |row| (0..side).map(|column| word(row, column)).collect::<Vec<_>>().join(" ");
    (0..side).fold(String::new(), |mut text, number| {
        let _ = writeln!(text, "  {}", row(number));
        text
    })
}

fn blank(side: usize, word: &str) -> String {
    grid(side, |_, _| word.to_owned())
}

/// The same for each column and each row.
fn lines(side: usize, word: &str) -> String {
    let block = format!("  {word}\n").repeat(side);
    format!("columns: |\n{block}rows: |\n{block}")
}

/// Rooms of this height and width.
fn rooms(side: usize, height: usize, width: usize) -> String {
    grid(side, |row, column| format!("R{}", row / height * side.div_ceil(width) + column / width))
}

/// All pieces differ, and hardly any colour occurs twice on one.
fn pieces(side: usize) -> String {
    let colors = side / 2 + 7;
    let piece = |n: usize| {
        let color = |k: usize| 1 + (n * (7 * k + 3) + n * n % (k + 5)) % colors;
        format!("- {} {} {} {}\n", color(1), color(2), color(3), color(4))
    };
    let all: String = (0..side * side).map(piece).collect();
    format!("kind: edge-matching\nsize: {side}x{side}\npieces:\n{all}")
}

fn room(side: usize, boxes: usize) -> String {
    let is_wall = |row, column| row == 0 || column == 0 || row == side - 1 || column == side - 1;
    let mut rows: Vec<Vec<char>> = (0..side)
        .map(|row| (0..side).map(|column| if is_wall(row, column) { '#' } else { ' ' }).collect())
        .collect();
    rows[1][1] = '@';
    for place in 0..boxes {
        let (row, column) = (3 + 2 * (place / 10), 3 + 3 * (place % 10));
        rows[row][column] = '$';
        rows[side - row][side - 1 - column] = '.';
    }
    rows.into_iter().map(|row| row.into_iter().collect::<String>() + "\n").collect()
}
