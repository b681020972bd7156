//! Words that described addresses, saved boards, pictures and new boards in version 0.1: they are read until the next version.

use std::sync::Arc;

use jigsat_genres::{GenreFamily, Page, Wanted, generate};
use jigsat_grid::Size;
use jigsat_input::Source;
use jigsat_kit::{Entry, Family, NoFiles, NoOptions, Text};
use jigsat_solve::{Attempt, Limits};

use crate::common::family;

/// For each genre that has addresses, how its page described them and saved boards.
const FORMER: &[(&str, &str, &str)] = &[
    ("akari", "address lightup, bijutsukan: four(number, wall)", "saved lightup: clues(number, wall, light)"),
    (
        "aquarium",
        "address aquarium: flag(whole, r), rooms(tank), slash, sides(number)",
        "saved aquarium: flag(whole, r), edges(tank), corner(number, water)",
    ),
    (
        "battleships",
        "address battleship: sides(number), number16(part, some), fleet(fleet)",
        "saved battleship: fleet(fleet), corner(number, part, some), shades(ship, part, some), ships(fleet)",
    ),
    (
        "galaxies",
        "address tentaisho, spiralgalaxies: dots(star, dark), holes(hole)",
        "saved tentaisho: dots(star, dark, hole), areas(galaxy)",
    ),
    (
        "hashi",
        "address hashikake, bridges, hashiwokakero: number16(number, unknown)",
        "saved hashikake: numbers(number, unknown), lines(bridge)",
    ),
    (
        "heyawake",
        "address heyawake: rooms(room), roomnumber16(number)",
        "saved heyawake: rooms(room), numbers(number), shades(shade)",
    ),
    ("hitori", "address hitori: base36(number)", "saved hitori: numbers(number), shades(shade)"),
    (
        "kakuro",
        "address kakuro: sums(wall, sum_below, sum_right)",
        "saved kakuro: sums(wall, sum_below, sum_right), digits(digit)",
    ),
    (
        "kurodoko",
        "address kurodoko: number16(number, unknown)",
        "saved kurodoko: numbers(number, unknown), shades(shade)",
    ),
    ("lits", "address lits: rooms(region)", "saved lits: rooms(region), shades(shade)"),
    ("masyu", "address mashu, pearl: circles(circle)", "saved mashu: circles(circle), lines(line)"),
    (
        "minesweeper",
        "address mines: number16(number, unknown)",
        "saved mines: numbers(number, unknown), shades(mine)",
    ),
    ("nonogram", "address nonogram: margins(clue)", "saved nonogram: picture(clue, shade)"),
    ("norinori", "address norinori: rooms(region)", "saved norinori: rooms(region), shades(shade)"),
    ("numberlink", "address numlin: number16(number)", "saved numlin: numbers(number), lines(line)"),
    (
        "nurikabe",
        "address nurikabe: number16(number, unknown)",
        "saved nurikabe: clues(number, unknown, shade)",
    ),
    (
        "ripple-effect",
        "address ripple, hakyukoka: rooms(room), number16(number)",
        "saved ripple: edges(room), numbers(number), digits(digit)",
    ),
    (
        "shikaku",
        "address shikaku: number16(number, unknown)",
        "saved shikaku: numbers(number, unknown), borders(border)",
    ),
    (
        "skyscrapers",
        "address skyscrapers, skyscraper, building: sides(sight), inside(number)",
        "saved skyscrapers: frame(sight, number, height)",
    ),
    (
        "star-battle",
        "address starbattle: number(stars), rooms(region)",
        "saved starbattle: number(stars), rooms(region), shades(star)",
    ),
    ("tapa", "address tapa: lists(clue, unknown)", "saved tapa: lists(clue, unknown, shade)"),
    (
        "yajilin",
        "address yajilin, yajirin: style(b), arrows(number, up_of, down_of, left_of, right_of)",
        "saved yajilin: arrows(number, up_of, down_of, left_of, right_of), shades(shade), lines(line)",
    ),
];

/// How pages described pictures and new boards in version 0.1.
const FORMER_PICTURES: &[(&str, &str, &str)] = &[
    ("aqre", "draw: rooms(room), write(number), fill(shade)", "generate: rooms(2, 5), fits(number)"),
    ("futoshiki", "draw: write(digit), write(number), signs(digit, number, more, less, above, below)", ""),
    ("galaxies", "draw: areas(galaxy), dots(star, dark), walls(hole)", "generate: galaxies(star, galaxy)"),
    (
        "kakuro",
        "draw: sums(sum_below, sum_right), walls(wall), walls(sum_below), walls(sum_right), write(digit)",
        "",
    ),
    ("nonogram", "draw: margins(clue), fill(shade)", "generate: picture(clue, shade)"),
    ("simple-loop", "draw: walls(wall), lines(line)", "generate: scatter(wall, 15)"),
    ("skyscrapers", "draw: sides(sight), write(height), write(number)", ""),
    ("star-battle", "draw: rooms(region), stars(star), caption(stars)", ""),
    ("tapa", "draw: write(clue, unknown), fill(shade)", "generate: fits(clue)"),
    (
        "yajilin",
        "draw: arrows(number, up_of, down_of, left_of, right_of), fill(shade), lines(line)",
        "generate: arrows(12, up_of, down_of, left_of, right_of), all(number)",
    ),
];

/// A page with these descriptions in place of its own.
fn with_forms(page: &Page, forms: [&str; 2]) -> GenreFamily {
    let begin = |line: &str| line.split([' ', ':']).next().map(str::to_owned);
    let kinds = forms.map(|form| begin(form).unwrap_or_default());
    let mut is_form = false;
    let others = page.text().lines().filter(|line| {
        let begins = begin(line).is_some_and(|kind| !kind.is_empty() && kinds.contains(&kind));
        is_form = begins || is_form && line.starts_with(' ');
        !is_form
    });
    let text: Vec<&str> = others.chain(forms).collect();
    let page = Page::read(Source::new("former.qprop", text.join("\n")));
    GenreFamily::new(Arc::new(page.unwrap_or_else(|error| panic!("{}", error.render(false)))), String::new())
}

#[test]
fn former_words_read_and_write_the_same_with_a_note() {
    for (name, address, saved) in FORMER {
        let today = family(name);
        let former = with_forms(today.page(), [address, saved]);
        let path = format!("{}/../../puzzles/{name}/small.txt", env!("CARGO_MANIFEST_DIR"));
        let text = Text::of_string(path.clone(), std::fs::read_to_string(path).expect("it is there"));
        let mut count = 0;
        for entry in today.read(text, &NoOptions::default(), &NoFiles).expect("boards") {
            let Entry { puzzle, warnings, .. } = entry.expect("a board");
            assert!(warnings.is_empty(), "{name}: {warnings:?}");
            for format in ["address", "pzprv3"] {
                let written = today.write(&puzzle, format).unwrap_or_else(|error| panic!("{name}: {error}"));
                let text = String::from_utf8(written.clone()).expect("text");
                let text = Text::of_string("board", text);
                let mut again = former.read(text, &NoOptions::default(), &NoFiles).expect("a board");
                let Entry { puzzle: again, warnings, .. } = again.next().expect("a board").expect("a board");
                assert_eq!(again.givens, puzzle.givens, "{name}");
                assert!(
                    warnings.iter().any(|note| note.contains("a former version")),
                    "{name}: {warnings:?}"
                );
                assert_eq!(former.write(&again, format), Ok(written), "{name}");
                count += 1;
            }
        }
        assert!(count > 0, "{name}");
    }
}

#[test]
fn former_parts_of_pictures_and_new_boards_do_the_same_with_a_note() {
    for (name, draw, make) in FORMER_PICTURES {
        let today = family(name);
        let former = with_forms(today.page(), [draw, make]);
        let path = format!("{}/../../puzzles/{name}/small.txt", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).expect("it is there");
        let read = |family: &GenreFamily| {
            let text = Text::of_string(path.as_str(), text.clone());
            let mut entries = family.read(text, &NoOptions::default(), &NoFiles).expect("boards");
            entries.next().expect("a board").expect("a board")
        };
        let (own, other) = (read(&today), read(&former));
        assert!(own.warnings.is_empty(), "{name}: {:?}", own.warnings);
        let is_noted = |part: &str| other.warnings.iter().any(|note| note.contains(part));
        assert!(is_noted("draw: ") && (!make.contains("wall, ") || is_noted("write 'scatter(15, wall)'")));
        let svg = |family: &GenreFamily, board| family.draw(board, None).to_svg();
        assert_eq!(svg(&today, &own.puzzle), svg(&former, &other.puzzle), "{name}");
        if !make.is_empty() {
            let wanted = Wanted { size: Size::new(4, 4), minimal: false };
            let made = |family: &GenreFamily| match generate(family.page(), &wanted, 5, &Limits::default()) {
                Ok(Attempt::Success(made)) => made.board.givens,
                other => panic!("{name}: {other:?}"),
            };
            // The page itself makes boards in another way.
            let scattered = (*name == "simple-loop")
                .then(|| with_forms(today.page(), [draw, "generate: scatter(15, wall)"]));
            assert_eq!(made(scattered.as_ref().unwrap_or(&today)), made(&former), "{name}");
        }
    }
}
