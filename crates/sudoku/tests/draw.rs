//! Pictures of puzzles and solutions.

use jigsat_grid::Charset;
use jigsat_input::Source;
use jigsat_sudoku::{draw, parse, parse_solution};

const VARIANTS: &str = "kind: sudoku
title: All at once
box: 2x2
diagonals: true
anti_king: true
cages:
- {sum: 5, cells: [r1c1, r1c2]}
thermometers:
- [r4c4, r3c3]
grid: |
  1...
  ....
  ....
  ...2
";

#[test]
fn text_tells_the_variant_in_notes() {
    let sudoku = parse(&Source::new("p", VARIANTS)).unwrap();
    insta::assert_snapshot!(draw(&sudoku, None).to_text(Charset::Unicode), @r"
    All at once
    ┏━━━━━┳━━━━━┓
    ┃ 1 . ┃ . . ┃
    ┃ . . ┃ . . ┃
    ┣━━━━━╋━━━━━┫
    ┃ . . ┃ . . ┃
    ┃ . . ┃ . 2 ┃
    ┗━━━━━┻━━━━━┛
    both diagonals have each digit once
    cages:
    r1  A A . .
    r2  . . . .
    r3  . . . .
    r4  . . . .
    A 5
    cells a king's move apart differ
    thermometer: r4c4 r3c3
    ");
}

#[test]
fn svg_draws_the_variant() {
    let sudoku = parse(&Source::new("p", VARIANTS)).unwrap();
    let svg = draw(&sudoku, None).to_svg();
    let count = |class: &str| svg.matches(&format!("class=\"{class}\"")).count();
    assert_eq!(
        [count("diagonal"), count("outline"), count("thermometer"), count("bulb"), count("small")],
        [2, 1, 1, 1, 1]
    );
    assert_eq!([count("given"), count("deduced"), count("wrong")], [2, 0, 0]);
}

#[test]
fn found_and_wrong_digits_look_different() {
    let sudoku = parse(&Source::new("p", "12..\n....\n....\n....\n")).unwrap();
    let svg = |text: &str| {
        let solution = parse_solution(&sudoku, &Source::new("s", text)).unwrap();
        let svg = draw(&sudoku, Some(&solution)).to_svg();
        ["given", "deduced", "wrong"].map(|class| svg.matches(&format!("class=\"{class}\"")).count())
    };
    assert_eq!(svg("1234\n3412\n2143\n4321\n"), [2, 14, 0]);
    assert_eq!(svg("1234\n34..\n....\n....\n"), [2, 4, 0]);
    assert_eq!(svg("1232\n....\n....\n....\n"), [1, 1, 2]);
    assert_eq!(svg("4.3.\n....\n....\n....\n"), [1, 1, 1]);
}

#[test]
fn jigsaw_regions_have_borders() {
    let text = "kind: sudoku\nregions: |\n  AAAB\n  ABBB\n  CCCD\n  CDDD\n";
    let sudoku = parse(&Source::new("p", text)).unwrap();
    insta::assert_snapshot!(draw(&sudoku, None).to_text(Charset::Unicode), @r"
    ┏━━━━━━━━━┳━━━┓
    ┃ .   . . ┃ . ┃
    ┃   ┏━━━━━┛   ┃
    ┃ . ┃ . .   . ┃
    ┣━━━┻━━━━━┳━━━┫
    ┃ .   . . ┃ . ┃
    ┃   ┏━━━━━┛   ┃
    ┃ . ┃ . .   . ┃
    ┗━━━┻━━━━━━━━━┛
    ");
}
