//! Descriptions of addresses, saved boards, pictures and new boards on pages: misspelt words are rejected when the page
//! is read, and no accepted description leads to a panic.

use std::{path::Path, sync::Arc};

use jigsat_genres::{GenreFamily, Page, Wanted, draw, generate, genres};
use jigsat_grid::{Charset, Size};
use jigsat_input::Source;
use jigsat_kit::{Entry, Family, NoFiles, NoOptions, Text};
use jigsat_qprop::Encoding;
use jigsat_solve::{Answer, BuildOptions, Limits, Session, Solver};

use crate::common::family;

const FORMS: [&str; 4] = ["address", "saved", "draw", "generate"];

const PAGE: &str = r#"genre spots "Spots: some cells are shaded"
board near, edge
sort Number = 0..9
const most = 3
given number(c: Cell) -> Number
given unknown(c: Cell) "?"
given above(l: Line) -> Number
pred shade(c: Cell)
assert some "at most {most} cells are shaded": atmost most c: Cell . shade(c)
"#;

fn error(line: &str) -> String {
    let source = Source::new("spots.qprop", format!("{PAGE}{line}\n"));
    match Page::read(source) {
        Ok(_) => "read".into(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn former_words_are_read() {
    for line in [
        "draw: write(number), write(unknown), fill(shade), margins(above)",
        "draw: stars(shade), circles(number, unknown), labels(number), walls(unknown)",
        "address spots: number16(number, unknown), sides(above), number(most), flag(most, w), slash",
        "saved spots: clues(number, unknown, shade), shades(shade), shades(shade, number, unknown)",
        "address spots: cells(numbers(number, unknown)), edge(numbers(above)), board(decimal(most)), option(\"\" | \"w\" most(4)), \"/\"",
        "saved spots: cells(\"#\" shade | decimal(number) | \"-\" unknown | \".\"), framed(decimal(above) | \".\", shaded(shade))",
        "generate: square, least(2, 3), scatter(20, unknown), without(some), fits(number), all(number, unknown)",
        "generate: scatter(unknown, 20), arrows(12, unknown)",
    ] {
        assert_eq!(error(line), "read", "{line}");
    }
}

/// Gaps go from a digit or a small letter to a later one; other ranges made the reader of addresses panic.
#[test]
fn gaps_are_ranges() {
    for (range, found) in
        [("z, g", "'g'"), ("z, 5", "'5'"), ("Q, z", "'Q'"), ("g, Z", "'Z'"), ("g, _", "'_'")]
    {
        let error = error(&format!("address spots: cells(hex(number) | gap({range}))"));
        assert!(error.contains(found) && error.contains("expected a letter"), "{range}: {error}");
    }
    assert_eq!(error("address spots: cells(hex(number) | gap(5, z))"), "read");
}

#[test]
fn what_is_misspelt_is_refused_at_its_place() {
    let errors: Vec<String> = [
        "draw: fil(shade)",
        "draw: fill(shades)",
        "draw: star(shade)",
        "draw: stars(shades)",
        "draw: stars(number)",
        "draw: stars",
        "draw: stars(1)",
        "draw: 1 + 1",
        "draw: borders(shade)",
        "draw: labels(unknown)",
        "draw: ships(most)",
        "draw: stars(shade)\ndraw: walls(number)",
        "address spots: numbers(number)",
        "address spots: flag(some, w)",
        "address spots: sides(above), four(unknown, unknown)",
        "address spots: number16(number, number)",
        "address spots: cells(hex(shade))",
        "address spots: cells(hex(number) | unknwon)",
        "address spots: cells(hex(number) | gap(g, zz))",
        "address spots: cells(hex(number), hex(number))",
        "address spots: cells(hex(number) | 3)",
        "address spots: cells(hex(number)",
        "address spots: cells(spread(20, 2, number))",
        "address spots: cells(spread(5, 2, unknown))",
        "address spots: cells(packed(number))",
        "address spots: rooms(hex(number))",
        "address spots: board(decimal(number))",
        "address spots: framed(decimal(above), shaded(shade))",
        "saved spots: cells(\"#\" shade(x))",
        "saved spots: cells(ordinal(number))",
        "saved spots: cells(list(number))",
        "saved spots: framed(decimal(number), shaded(shade))",
        "saved spots: circles(number)",
        "saved spots: number16(number)",
        "generate: fit(number)",
        "generate: fits",
        "generate: fits(shade)",
        "generate: fits(number(3))",
        "generate: rooms(3)",
        "generate: rooms(3, n)",
        "generate: rooms(3, 2)",
        "generate: scatter(101, unknown)",
        "generate: scatter(20, number)",
        "generate: blacks(number)",
        "generate: fleet(number)",
        "generate: square(3)",
        "generate: without(shade)",
    ]
    .map(error)
    .into();
    insta::assert_snapshot!(errors.join("\n"), @r#"
    spots.qprop:10:7: found 'fil', expected a look: arrows, blanks, blocks, borders, cages, circles, labels, lights, mines, poles, shapes, ships, signs, slants, stars, tents, tiles, trees, triangles, walls, water
    spots.qprop:10:12: found 'shades', expected a name of this page
    spots.qprop:10:7: found 'star', expected a look: arrows, blanks, blocks, borders, cages, circles, labels, lights, mines, poles, shapes, ships, signs, slants, stars, tents, tiles, trees, triangles, walls, water
    spots.qprop:10:13: found 'shades', expected a predicate of cells of this page: shade
    spots.qprop:10:13: found 'number', expected a predicate of cells of this page: shade
    spots.qprop:10:7: found 'stars', expected stars(predicate, …)
    spots.qprop:10:13: found '1', expected a predicate of cells of this page: shade
    spots.qprop:10:9: found '+', expected a statement: sort, const, var, fact, pred, def, assert, show or include
    spots.qprop:10:15: found 'shade', expected a predicate of borders
    spots.qprop:10:14: found 'unknown', expected a given number of cells of this page: number
    spots.qprop:10:13: found 'most', expected a given of cells of this page: number, unknown
    spots.qprop:11:1: found a second 'draw'
    spots.qprop:10:16: found 'numbers', expected a block of an address: board, borders, cells, corners, dots, edge, inner, maybe, option, outer, rooms
    spots.qprop:10:21: found 'some', expected a name of this page
    spots.qprop:10:30: found 'spread(5, 2, unknown)', expected a given of numbers, or words for 5 values
    spots.qprop:10:16: found 'number', expected a word of cells of this page: unknown, shade
    spots.qprop:10:26: found 'shade', expected values of cells of this page: number, unknown
    spots.qprop:10:36: found 'unknwon', expected a name of cells (number, unknown, shade), or a code: at, decimal, digits, drawn, gap, hex, list, numbers, ordinal, other, packed, several, shaded, spread
    spots.qprop:10:43: found 'zz', expected a letter
    spots.qprop:10:16: found 'cells(hex(number), hex(number)…', expected cells(…)
    spots.qprop:10:36: found '3', expected a text in double quotes, or a code
    spots.qprop:11:1: found end of text, expected ')'
    spots.qprop:10:33: found '2', expected a number from 0 to 0
    spots.qprop:10:22: found 'spread(5, 2, unknown)', expected a given of numbers, or words for 5 values
    spots.qprop:10:22: found 'packed(number)', expected layers of words, with less than 36 values
    spots.qprop:10:26: found 'number', expected values of rooms
    spots.qprop:10:30: found 'number', expected values of constants of this page: most
    spots.qprop:10:16: found 'framed', expected a block of an address: board, borders, cells, corners, dots, edge, inner, maybe, option, outer, rooms
    spots.qprop:10:30: found 'x', expected a number
    spots.qprop:10:28: found 'number', expected words as values of cells
    spots.qprop:10:25: found 'number', expected a text
    spots.qprop:10:29: found 'number', expected values of rows and columns of this page: above
    spots.qprop:10:14: found 'number', expected words as values of cells
    spots.qprop:10:14: found 'number16', expected a block of a saved board: areas, board, borders, cells, corners, dots, framed, inner, names, option, table, zeros
    spots.qprop:10:11: found 'fit', expected a step of making a board: all, alternate, around, between, blacks, blocks, cages, deal, dominoes, even, fits, fleet, galaxies, islands, latin, least, most, one, paths, picture, rooms, scatter, size, sizes, square, sums, without
    spots.qprop:10:11: found 'fits', expected fits(given, word)
    spots.qprop:10:16: found 'shade', expected a given of this page: number, unknown, above
    spots.qprop:10:16: found 'number(3)', expected a name
    spots.qprop:10:11: found 'rooms(3)', expected rooms(least, most)
    spots.qprop:10:20: found 'n', expected a number from 3 to 900
    spots.qprop:10:20: found '2', expected a number from 3 to 900
    spots.qprop:10:19: found '101', expected a number from 0 to 100
    spots.qprop:10:23: found 'number', expected a given word of cells of this page: unknown
    spots.qprop:10:18: found 'number', expected a given word of cells of this page: unknown
    spots.qprop:10:17: found 'number', expected values of constants of this page: most
    spots.qprop:10:11: found 'square(3)', expected square
    spots.qprop:10:19: found 'shade', expected an assert of this page: some
    "#);
}

/// The sums of a Doppelblock are of rows and columns, and numbers are in its cells.
#[test]
fn sums_between_shaded_cells_need_lines_and_numbers() {
    for (step, refused) in [
        (
            "blocks(number, shade)",
            "18: found 'number', expected a given number of rows and columns of this page: above",
        ),
        ("blocks(above, shade)", "25: found 'shade', expected a function of cells"),
        ("blocks(above)", "11: found 'blocks(above)', expected blocks(number, function)"),
    ] {
        assert_eq!(error(&format!("generate: {step}")), format!("spots.qprop:10:{refused}"));
    }
}

/// `generate` found no board of such a page, and told you to try another size.
#[test]
fn steps_that_make_rooms_need_a_page_with_rooms() {
    for step in ["rooms(3, 5)", "dominoes(unknown)", "around(shade)"] {
        let error = error(&format!("generate: {step}"));
        let refused =
            format!("found '{step}', expected a step that needs no rooms, because this page has none");
        assert_eq!(error, format!("spots.qprop:10:11: {refused}"));
    }
}

/// Leaves out each argument of each part of every page, and replaces it by every other name of the page.
#[test]
fn no_page_panics() {
    let (mut refused, mut used) = (0, 0);
    for genre in genres() {
        let name = genre.page().name.clone();
        let text = genre.page().text();
        let names: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("given ").or_else(|| line.strip_prefix("pred ")))
            .filter_map(|line| line.split('(').next())
            .collect();
        let board = first_puzzle(&name);
        for line in text.lines().filter(|line| FORMS.iter().any(|form| line.starts_with(form))) {
            for damaged in damages(line, &names) {
                let text = text.replace(line, &damaged);
                match Page::read(Source::new(name.as_str(), text)) {
                    Ok(page) => {
                        exercise(&Arc::new(page), &board, line.starts_with("generate"));
                        used += 1;
                    }
                    Err(error) => {
                        assert!(error.position().is_some(), "{damaged}: {error}");
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(refused > 500 && used > 200, "{refused} refused, {used} used");
}

/// A puzzle that comes with jigsat, in words.
fn first_puzzle(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles").join(name);
    let mut files: Vec<_> = folder.read_dir().unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let text = std::fs::read_to_string(&files[0]).unwrap();
    let genre = family(name);
    let mut entries = genre.read(Text::of_string(name, text), &NoOptions::default(), &NoFiles).unwrap();
    let Entry { puzzle, .. } = entries.next().unwrap().unwrap();
    String::from_utf8(genre.write(&puzzle, "words").unwrap()).unwrap()
}

fn damages(line: &str, names: &[&str]) -> Vec<String> {
    let is_name = |char: char| char.is_alphanumeric() || char == '_';
    let mut damaged = Vec::new();
    let (_, parts) = line.split_once(':').unwrap();
    let offset = line.len() - parts.len();
    let mut at = 0;
    for word in parts.split(|char| !is_name(char)) {
        let (start, end) = (offset + at, offset + at + word.len());
        at += word.len() + 1;
        let is_argument = line[..start].ends_with('(') || line[..start].rfind('(') > line[..start].rfind(')');
        if word.is_empty() || !is_argument {
            continue;
        }
        let with = |other: &str| format!("{}{other}{}", &line[..start], &line[end..]);
        damaged.extend(names.iter().filter(|other| **other != word).map(|other| with(other)));
        let left_out = with("");
        damaged.push(left_out.replace("(, ", "(").replace(", )", ")").replace(", ,", ",").replace("()", ""));
    }
    damaged
}

/// Reads, draws and writes a board, and makes others, if wanted.
fn exercise(page: &Arc<Page>, words: &str, makes: bool) {
    let genre = GenreFamily::new(page.clone(), String::new());
    let text = Text::of_string("board", words.to_owned());
    // A board without its rooms, for example, may not be what the page expects.
    let Some(Ok(Entry { puzzle: board, .. })) =
        genre.read(text, &NoOptions::default(), &NoFiles).ok().and_then(|mut entries| entries.next())
    else {
        return;
    };
    let limits = Limits { conflicts: Some(1000), ..Limits::default() };
    let options = BuildOptions::default();
    let solution = Session::new(&board, Encoding::Model, &options, &Solver::Batsat, None)
        .ok()
        .and_then(|mut session| session.solve(&limits).ok());
    let solution = if let Some(Answer::Solved(solution)) = solution { Some(solution) } else { None };
    for solution in [None, solution.as_deref()] {
        let picture = draw(&board, solution);
        assert!(!picture.to_text(Charset::Unicode).is_empty() && !picture.to_svg().is_empty());
        if let Some(solution) = solution {
            genre.write_solution(&board, solution, "pzprv3");
        }
    }
    for format in ["yaml", "plain", "words", "address", "pzprv3"] {
        let Ok(written) = genre.write(&board, format) else { continue };
        let text = Text::of_string("written", String::from_utf8(written).unwrap());
        let entries = genre.read(text, &NoOptions::default(), &NoFiles);
        entries.into_iter().flatten().for_each(drop);
    }
    if !makes {
        return;
    }
    let wanted = Wanted { size: Size::new(4, 4), minimal: false };
    let deadline = web_time::Instant::now().checked_add(std::time::Duration::from_millis(20));
    let _ = generate(page, &wanted, 1, &Limits { deadline, ..limits });
}
