//! Pictures: junctions, fills, outlines, all characters accounted for.

use jigsat_grid::{
    Border, Cell, Charset, Corner, Direction, Disc, Drawing, Edge, Fill, Ink, Mark, Size, Stroke, Tile,
};
use proptest::prelude::*;

fn cell(row: u16, col: u16) -> Cell {
    Cell::new(row, col)
}

/// A 3x4 board of three pieces and a hole.
fn pieces() -> Drawing {
    let map = ["AABB", "A.BC", "ACCC"];
    let piece =
        |at: Cell| map[usize::from(at.row)].chars().nth(usize::from(at.col)).filter(|&piece| piece != '.');
    let mut drawing = Drawing::new(Size::new(3, 4));
    drawing.title("Three <pieces> & a hole\u{7}");
    for at in drawing.size().cells() {
        match piece(at) {
            Some(name) => {
                drawing.label(at, &name.to_string(), Ink::Given);
                drawing.fill(at, Fill::Color(name as usize - 'A' as usize));
            }
            None => drawing.fill(at, Fill::Wall),
        }
    }
    drawing.regions(piece, Border::Thick, Border::Faint);
    drawing
}

#[test]
fn pieces_have_borders_with_junctions() {
    insta::assert_snapshot!(pieces().to_text(Charset::Unicode), @r"
    Three <pieces> & a hole
    ┏━━━━━━━┳━━━━━━━┓
    ┃ A   A ┃ B   B ┃
    ┃   ┏━━━┫   ┏━━━┫
    ┃ A ┃ # ┃ B ┃ C ┃
    ┃   ┣━━━┻━━━┛   ┃
    ┃ A ┃ C   C   C ┃
    ┗━━━┻━━━━━━━━━━━┛
    ");
    insta::assert_snapshot!(pieces().to_text(Charset::Ascii), @r"
    Three <pieces> & a hole
    +-------+-------+
    | A   A | B   B |
    |   +---+   +---+
    | A | # | B | C |
    |   +---+---+   |
    | A | C   C   C |
    +---+-----------+
    ");
}

/// A loop around one cell of a board of dots, with an edge that is known not to be on it.
fn looped() -> Drawing {
    let size = Size::new(2, 2);
    let mut drawing = Drawing::new(size);
    drawing.dots();
    for edge in size.edges_around(cell(0, 1)) {
        drawing.edge(edge, Border::Thick);
    }
    drawing.edge(Edge { dot: cell(0, 0), is_vertical: false }, Border::Crossed);
    drawing.edge(Edge { dot: cell(1, 2), is_vertical: true }, Border::Crossed);
    drawing.label(cell(1, 1), "1", Ink::Given);
    drawing
}

#[test]
fn edges_lie_between_dots() {
    insta::assert_snapshot!(looped().to_text(Charset::Unicode), @r"
    · × ┏━━━┓
        ┃   ┃
    ·   ┗━━━┛
          1 ×
    ·   ·   ·
    ");
    insta::assert_snapshot!(looped().to_text(Charset::Ascii), @r"
    + x +---+
        |   |
    +   +---+
          1 x
    +   +   +
    ");
    let svg = looped().to_svg();
    assert_eq!((svg.matches("h0").count(), svg.matches("l6 6").count()), (9, 2), "{svg}");
}

/// Cells move together where no line is visible, unless the picture is even.
#[test]
fn cells_lie_evenly_on_demand() {
    let mut drawing = Drawing::new(Size::new(3, 3));
    drawing.empty('.');
    drawing.regions(|at| Some(at.row < 2), Border::Thick, Border::Faint);
    insta::assert_snapshot!(drawing.to_text(Charset::Unicode), @r"
    ┏━━━━━━━┓
    ┃ . . . ┃
    ┃ . . . ┃
    ┣━━━━━━━┫
    ┃ . . . ┃
    ┗━━━━━━━┛
    ");
    drawing.even();
    insta::assert_snapshot!(drawing.to_text(Charset::Unicode), @r"
    ┏━━━━━━━━━━━┓
    ┃ .   .   . ┃
    ┃           ┃
    ┃ .   .   . ┃
    ┣━━━━━━━━━━━┫
    ┃ .   .   . ┃
    ┗━━━━━━━━━━━┛
    ");
}

#[test]
fn thin_and_thick_lines_meet() {
    let mut drawing = Drawing::new(Size::new(2, 3));
    drawing.empty('.');
    drawing.regions(Some, Border::Thin, Border::Thin);
    for row in 0..2 {
        drawing.border(cell(row, 1), Direction::Left, Border::Thick);
        drawing.label(cell(row, 2), &(10 + row).to_string(), Ink::Deduced);
    }
    drawing.border(cell(0, 1), Direction::Down, Border::None);
    drawing.note("a note");
    insta::assert_snapshot!(drawing.to_text(Charset::Unicode), @r"
    ┌────┰────┬────┐
    │  . ┃  . │ 10 │
    ├────┨    ├────┤
    │  . ┃  . │ 11 │
    └────┸────┴────┘
    a note
    ");
}

#[test]
fn without_borders_cells_stand_apart() {
    let mut drawing = Drawing::new(Size::new(2, 2));
    drawing.label(cell(0, 0), "x", Ink::Given);
    drawing.label(cell(1, 1), "y", Ink::Given);
    drawing.label(cell(5, 5), "outside", Ink::Given);
    assert_eq!(drawing.to_text(Charset::Unicode), "x\n  y\n");
    assert_eq!(Drawing::new(Size::new(0, 0)).to_text(Charset::Unicode), "");
}

#[test]
fn ansi_styles_only_what_text_shows() {
    let ansi = pieces().to_ansi(Charset::Unicode);
    assert!(ansi.contains("\x1b[1m\x1b[38;5;16m\x1b[48;5;214m"), "{ansi:?}");
    let mut plain = String::new();
    let mut rest = ansi.as_str();
    while let Some((before, escape)) = rest.split_once('\x1b') {
        plain += before;
        rest = escape.split_once('m').unwrap().1;
    }
    assert_eq!(plain + rest, pieces().to_text(Charset::Unicode));
}

#[test]
fn svg_escapes_and_is_the_same_each_time() {
    let svg = pieces().to_svg();
    assert!(svg.contains("Three &lt;pieces&gt; &amp; a hole</title>"), "{svg}");
    assert_eq!(svg, pieces().to_svg());
    assert!(svg.contains(r#"viewBox="0 0 176 162""#), "{svg}");
    assert!(svg.contains("M0 0h160"), "the upper edge is one line: {svg}");
}

#[test]
fn outline_follows_the_inner_side_of_its_cells() {
    let mut drawing = Drawing::new(Size::new(2, 2));
    drawing.outline(&[cell(0, 0), cell(0, 1), cell(1, 0)], "12");
    let svg = drawing.to_svg();
    let path = svg.lines().find(|line| line.contains("class=\"outline\"")).unwrap();
    // The inner corner of the L: its two short ends meet at (36, 36).
    insta::assert_snapshot!(path, @r#"<path class="outline" d="M4 4L40 4M4 40L4 4M40 4L76 4M76 4L76 36M76 36L36 36M36 36L36 76M36 76L4 76M4 76L4 40"/>"#);
}

/// Double lines differ from single ones, also where they cross.
#[test]
fn double_lines() {
    let mut drawing = Drawing::new(Size::new(3, 3));
    drawing.stroke(&[cell(1, 0), cell(1, 1), cell(1, 2)], Stroke::Double);
    drawing.stroke(&[cell(0, 0), cell(1, 0)], Stroke::Double);
    drawing.stroke(&[cell(0, 1), cell(1, 1), cell(2, 1)], Stroke::Line);
    let lines = |charset| drawing.to_text(charset).lines().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(lines(Charset::Unicode), ["║ ╷", "╚ ╪ ═", "  ╵"]);
    assert_eq!(lines(Charset::Ascii), ["\" |", "+ + =", "  |"]);
    let svg = drawing.to_svg();
    let path = svg.lines().find(|line| line.contains("class=\"line\"")).unwrap();
    assert!(path.contains("d=\"M20 56L60 56M20 64L60 64M60 56L100 56M60 64L100 64\""), "{path}");
}

proptest! {
    #[test]
    fn any_drawing_comes_out(
        rows in 0..6_u16,
        cols in 0..6_u16,
        things in proptest::collection::vec((0..6_u16, 0..6_u16, 0..4_usize, 0..4_usize, "\\PC{0,4}"), 0..30),
    ) {
        let mut drawing = Drawing::new(Size::new(rows, cols));
        drawing.empty('.');
        for (row, col, side, border, label) in things {
            let at = cell(row, col);
            let border = [Border::None, Border::Faint, Border::Thin, Border::Thick][border];
            drawing.border(at, Direction::ALL[side], border);
            drawing.fill(at, [Fill::None, Fill::Wall, Fill::Marked, Fill::Color(usize::from(row))][side]);
            drawing.stroke(&[at, cell(0, 0)], Stroke::Thermometer);
            drawing.stroke(&[], Stroke::Diagonal);
            drawing.outline(&[at, cell(0, 0)], &label);
            drawing.label(at, &label, Ink::Wrong);
        }
        for charset in [Charset::Unicode, Charset::Ascii] {
            let text = drawing.to_text(charset);
            prop_assert!(text.lines().count() >= usize::from(rows) && text.lines().count() <= 2 * usize::from(rows) + 1);
            prop_assert!(!drawing.to_ansi(charset).is_empty() || rows == 0);
        }
        let svg = drawing.to_svg();
        prop_assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    }
}

/// Circles, divided cells and lists are shapes in SVG, and words in text; what is known to be nothing is in SVG alone.
#[test]
fn several_things_in_a_cell() {
    let mut drawing = Drawing::new(Size::new(1, 5));
    drawing.even();
    drawing.empty('.');
    drawing.disc(cell(0, 0), Disc::White);
    drawing.disc(cell(0, 1), Disc::Black);
    drawing.disc(cell(0, 2), Disc::Ring);
    drawing.label(cell(0, 2), "3", Ink::Given);
    drawing.split(cell(0, 3), ["16", "7"]);
    drawing.list(cell(0, 4), &["1", "2"]);
    let text = drawing.to_text(Charset::Unicode);
    assert_eq!(text.split_whitespace().collect::<Vec<_>>(), ["○", "●", "3", "16╲7", "1,2"], "{text}");
    let svg = drawing.to_svg();
    assert_eq!((svg.matches("<circle").count(), svg.matches("<text").count()), (3, 5), "{svg}");
    // Labels that are several in a cell have a font of their own, and the largest is left for the one that is alone.
    let fonts = |size: &str| svg.matches(&format!("font-size=\"{size}\"")).count();
    assert_eq!((fonts("24"), fonts("14")), (1, 4), "{svg}");
    drawing.stroke(&[cell(0, 2)], Stroke::Nothing);
    drawing.stroke(&[cell(0, 2), cell(0, 3)], Stroke::Nothing);
    assert_eq!(drawing.to_text(Charset::Unicode), text);
    let svg = drawing.to_svg();
    assert_eq!((svg.matches("<circle").count(), svg.matches("\"nothing\"").count()), (4, 1), "{svg}");
}

/// Halves of cells cover the corner that they are named after, and the two corners beside it.
#[test]
fn halves() {
    let mut drawing = Drawing::new(Size::new(1, 4));
    for (corner, col) in Corner::ALL.into_iter().zip(0..) {
        drawing.stroke(&[cell(0, col)], Stroke::Half(corner));
    }
    let signs =
        |charset| drawing.to_text(charset).chars().filter(|char| !char.is_whitespace()).collect::<String>();
    assert_eq!((signs(Charset::Unicode).as_str(), signs(Charset::Ascii).as_str()), ("◤◥◢◣", "F7JL"));
    let svg = drawing.to_svg();
    for path in ["M0 40L0 0L40 0Z", "M40 0L80 0L80 40Z", "M120 0L120 40L80 40Z", "M160 40L120 40L120 0Z"] {
        assert!(svg.contains(path), "{path}: {svg}");
    }
}

/// Squares of clues have colours in SVG, and signs behind their labels in text.
#[test]
fn tiles() {
    let mut drawing = Drawing::new(Size::new(1, 3));
    for (col, (tile, label, sign)) in
        (0..).zip([(Tile::White, "1", "o"), (Tile::Black, "2", "x"), (Tile::Grey, "", "#")])
    {
        drawing.fill(cell(0, col), Fill::Tile(tile));
        drawing.signed(cell(0, col), label, sign);
    }
    assert_eq!(drawing.to_text(Charset::Ascii).split_whitespace().collect::<Vec<_>>(), ["1o", "2x", "#"]);
    let svg = drawing.to_svg();
    let labels: Vec<&str> =
        svg.split("<text").skip(1).filter_map(|text| text.split(['>', '<']).nth(1)).map(str::trim).collect();
    assert_eq!(labels, ["1", "2"], "{svg}");
    // Dark letters on light squares, light ones on dark squares.
    assert_eq!(
        (svg.matches("style=\"fill: #000\"").count(), svg.matches("style=\"fill: #fff\"").count()),
        (1, 1)
    );
}

/// Where words name cells, their rows and columns have numbers: those of the board, not of the picture.
#[test]
fn numbers_beside_marks() {
    let mut drawing = Drawing::new(Size::new(2, 3));
    drawing.number_from(cell(0, 1), Size::new(2, 2));
    assert!(!drawing.to_svg().contains("\nc1\n"));
    drawing.mark(cell(0, 1), Mark::Deduced);
    let svg = drawing.to_svg();
    let at =
        |name: &str| svg.split("<text").find(|text| text.contains(&format!("\n{name}\n"))).map(str::to_owned);
    assert!(at("c1").is_some_and(|text| text.contains("x=\"60\"")), "{svg}");
    assert!(at("r2").is_some() && at("c3").is_none(), "{svg}");
}
