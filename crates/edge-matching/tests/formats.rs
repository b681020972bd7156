//! Reading and writing puzzles and solutions, and the errors for malformed ones.

use jigsat_edge_matching::{
    EdgeMatching, Placement, Solution, Wanted, assumed_board, draw, generate, parse, parse_drawn,
    parse_solution, recognises,
};
use jigsat_grid::{Charset, Picture, Size};
use jigsat_input::Source;
use jigsat_solve::Limits;
use proptest::prelude::*;

use crate::common::{four_squares, puzzle, small_puzzles};

fn read(text: &str) -> Result<EdgeMatching, String> {
    parse(&Source::new("f", text)).map_err(|error| error.to_string())
}

fn read_solution(puzzle: &EdgeMatching, text: &str) -> Result<Solution, String> {
    parse_solution(puzzle, &Source::new("s", text)).map_err(|error| error.to_string())
}

#[test]
fn the_three_formats_say_the_same() {
    let yaml = "kind: edge-matching\nsize: 2x2\npieces:\n- 1 3 4 2\n- [4, 3, 2, 1]\n- 1 2 4 3\n- 4 1 2 3\n";
    let boxes = "\
+--------+--------+
|   3    |   2    |
| 2 #2 4 | 4 #3 1 |
|   1    |   3    |
+--------+--------+
|   1    |   3    |
| 2 #4 4 | 4 #1 1 |
|   3    |   2    |
+--------+--------+
";
    assert_eq!(read(yaml).unwrap(), four_squares());
    assert_eq!(read(boxes).unwrap(), four_squares());
    // Without numbers, pieces count row by row.
    let unnumbered = boxes.replace("#1", "  ").replace("#2", "  ").replace("#3", "  ").replace("#4", "  ");
    let order = |puzzle: &EdgeMatching, pieces: [usize; 4]| pieces.map(|piece| puzzle.pieces[piece]).to_vec();
    assert_eq!(read(&unnumbered).unwrap().pieces, order(&four_squares(), [1, 2, 3, 0]));
}

#[test]
fn puzzles_survive_every_format() {
    for (name, puzzle) in small_puzzles() {
        assert_eq!(read(&puzzle.to_yaml().unwrap()).unwrap(), puzzle, "{name}");
        let unhinted = EdgeMatching { hints: vec![], ..puzzle.clone() };
        assert_eq!(read(&puzzle.to_list()).unwrap(), unhinted, "{name}");
        assert!(recognises(&puzzle.to_list()) || puzzle.size.area() == 1, "{name}");
    }
}

#[test]
fn partial_and_wrong_solutions_are_read_too() {
    let partial = read_solution(&four_squares(), "2x2:2+0,-,4+0,-").unwrap();
    assert_eq!(partial.placements.len(), 2);
    let drawn = draw(&four_squares(), Some(&partial)).to_text(Charset::Unicode);
    assert_eq!(read_solution(&four_squares(), &drawn).unwrap(), partial);
    let wrong = read_solution(&four_squares(), "3+0 2+0 1+0 4+0").unwrap();
    let drawn = draw(&four_squares(), Some(&wrong)).to_text(Charset::Ascii);
    insta::assert_snapshot!(drawn, @r"
    +--------+--------+
    |   2    |   3    |
    | 4 #3 1 ! 2 #2 4 |
    |   3    |   1    |
    +--------+--------+
    |   3    |   1    |
    | 4 #1 1 ! 2 #4 4 |
    |   2    |   3    |
    +--------+--------+
    ");
    assert_eq!(read_solution(&four_squares(), &drawn).unwrap(), wrong);
}

#[test]
fn pictures_of_puzzles() {
    let (_, surplus) = small_puzzles().into_iter().find(|(name, _)| *name == "surplus, hinted").unwrap();
    insta::assert_snapshot!(draw(&surplus, None).to_text(Charset::Unicode), @r"
    ┌────────┐ ┌────────┐
    │   1    │ │   1    │
    │ 3 #1 2 │ │ 3 #2 2 │
    │   1    │ │   3    │
    └────────┘ └────────┘
    ┌────────┐
    │   2    │
    │ 1 #3 1 │
    │   2    │
    └────────┘
    board 1x2
    pieces left over: 1
    piece 3 lies in r1c2, turned by 1
    ");
    assert!(draw(&surplus, None).to_ansi(Charset::Unicode).contains("\x1b["));
}

#[test]
fn malformed_puzzles_are_told_what_is_wrong() {
    for (text, expected) in [
        ("", "f: found no puzzle, expected rows and columns"),
        ("2 2\n1 2 3 4\n", "f:2:8: found 1 pieces, expected 4 for a board of 2x2"),
        ("1 2\n1 2 3 4\n1 2 3\n", "f:3:5: found 3 colours, expected four: north, east, south, west"),
        ("1 1\n1 2 3 4 5\n", "f:2:9: found 5 colours, expected four: north, east, south, west"),
        ("99 99\n", "f:1:1: found '99', expected rows and columns such as 6 6, of at most 1024 cells"),
        ("x\n", "f:1:1: found 'x', expected rows and columns such as 6 6, of at most 1024 cells"),
        ("1 1 0 1\n1 2 3 4", "f:1:7: found '1', expected one colour of the rim, 'signed' or 'fixed'"),
        (
            "1 1 signed\na B 3 A\n",
            "f:2:5: found '3', expected a colour with a mate, such as a or A, or the frame's",
        ),
        ("kind: sudoku\nsize: 1x1\npieces: []\n", "f:1:7: kind: found 'sudoku', expected edge-matching"),
        (
            "kind: edge-matching\nsize: 1x1\npieces: [1 2 3]\n",
            "f:3:10: pieces[0]: found 3 colours, expected four, counter-clockwise from the right",
        ),
        (
            "kind: edge-matching\nsize: 1x2\npieces: [1 2 3 4, [1, 2, {}, 4]]\n",
            "f:3:19: pieces[1]: found no list of colours, expected four colours, counter-clockwise from the right",
        ),
        (
            "kind: edge-matching\nsize: 1x2\npieces: [1 2 3 4]\n",
            "f:3:9: pieces: found 1 pieces, expected 2 for 1x2",
        ),
        (
            "kind: edge-matching\nsize: 1x1\npieces: [1 2 3 4]\nhints:\n- {piece: 1, cell: r2c1}\n",
            "f:5:20: hints[0].cell: found r2c1, which is off the board of 1x1",
        ),
        (
            "kind: edge-matching\nsize: 1x1\npieces: [1 2 3 4]\nhints:\n- {piece: 2, cell: r1c1}\n",
            "f:5:11: hints[0].piece: found 2, expected 1 to 1",
        ),
        (
            "kind: edge-matching\nsize: 1x2\npieces: [1 2 3 4, 1 1 1 1]\nhints:\n- {piece: 1, cell: r1c1}\n- {piece: 1, cell: r1c2}\n",
            "f:6:11: hints[1].piece: found piece 1 for the second time",
        ),
        (
            "kind: edge-matching\nsize: 1x2\npieces: [1 2 3 4, 1 1 1 1]\nhints:\n- {piece: 1, cell: r1c1}\n- {piece: 2, cell: r1c1}\n",
            "f:6:20: hints[1].cell: found r1c1 for the second time",
        ),
        (
            "kind: edge-matching\nsize: 1x1\nrotate: false\npieces: [1 2 3 4]\nhints: [{piece: 1, cell: r1c1, rotation: 2}]\n",
            "f:5:42: hints[0].rotation: found a turned piece, but pieces may not be turned",
        ),
        (
            "+---+\n| 1 |\n|2 3|\n",
            "f:3:1: found a box of fewer than three lines, expected a label above, labels left and right, a label below",
        ),
        (
            "+---+\n| 1 |\n|2  |\n| 3 |\n+---+\n",
            "f:3:2: found a piece with other than two labels in the middle, expected left and right, and between them nothing or the piece's number",
        ),
        (
            "+-----+\n|  1  |\n|2 7 3|\n|  3  |\n+-----+\n",
            "f:3:4: found '7', expected the piece's number, #1 to #1",
        ),
    ] {
        assert_eq!(read(text).unwrap_err(), expected, "{text}");
    }
}

#[test]
fn malformed_solutions_are_told_what_is_wrong() {
    for (text, expected) in [
        ("2+0 3+0", "s:1:8: found 2 pieces, expected 4, row by row, a dash for an empty cell"),
        ("3x2:2+0", "s:1:1: found '3x2', expected 2x2"),
        ("2x2:2+0,x,1+0,4+0", "s:1:9: found 'x', expected a piece and its rotation such as 3+1"),
        ("2x2:2+0,1+0,1+0,4+0,5+0", "s:1:21: found '5+0', expected 4 pieces"),
        ("{\"x\":1}", "s:1:1: found no solution, expected a key solution or placements"),
    ] {
        assert_eq!(read_solution(&four_squares(), text).unwrap_err(), expected, "{text}");
    }
}

#[test]
fn what_the_referee_says() {
    let say = |puzzle: &EdgeMatching, text: &str| {
        let solution = read_solution(puzzle, text).unwrap();
        jigsat_edge_matching::check(puzzle, &solution).map_err(|violation| violation.to_string()).unwrap_err()
    };
    let squares = four_squares();
    assert_eq!(say(&squares, "2+0 3+0 4+0 -"), "r2c2 has no piece");
    assert_eq!(say(&squares, "2+0 3+0 4+0 4+1"), "piece 4 lies in r2c1 and in r2c2");
    assert_eq!(say(&squares, "2+0 3+0 4+0 5+0"), "r2c2 has piece 5, but pieces go from 1 to 4");
    assert_eq!(say(&squares, "2+0 3+0 4+0 1+4"), "the piece in r2c2 is turned by more than 3 quarter turns");
    let fixed = EdgeMatching { rotate: false, ..squares.clone() };
    assert_eq!(say(&fixed, "2+0 3+0 4+0 1+1"), "r2c2 has piece 1 turned, but pieces may not be turned");
    let twice = Solution::new(vec![
        Placement { row: 0, col: 0, piece: 1, rotation: 0 },
        Placement { row: 0, col: 0, piece: 2, rotation: 0 },
    ]);
    let violation = jigsat_edge_matching::check(&squares, &twice).unwrap_err();
    assert_eq!(violation.to_string(), "r1c1 has two pieces");
    let off = Solution::new(vec![Placement { row: 2, col: 0, piece: 1, rotation: 0 }]);
    assert_eq!(
        jigsat_edge_matching::check(&squares, &off).unwrap_err().to_string(),
        "r3c1 is off the board of 2x2"
    );
    let framed = puzzle("1 2\n0 1 0 0\n0 0 0 1\n");
    assert_eq!(say(&framed, "1+1 2+0"), "r1c1 shows 1 above to the frame, which is 0");
    let (_, hinted) = small_puzzles().into_iter().find(|(name, _)| *name == "surplus, hinted").unwrap();
    assert_eq!(say(&hinted, "1+0 2+0"), "r1c2 has piece 2, but piece 3 is given there");
    assert_eq!(say(&hinted, "1+0 3+0"), "r1c2 has piece 3 turned by 0, but it is given turned by 1");
    assert_eq!(say(&hinted, "3+0 -"), "piece 3 lies in r1c1, but it is given in r1c2");
}

proptest! {
    #[test]
    fn no_text_makes_a_reader_panic(text in "[0-9 \n#+|a-cx:-]{0,80}") {
        let _ = read(&text);
        let _ = recognises(&text);
        let _ = read_solution(&four_squares(), &text);
    }

    #[test]
    fn no_drawing_makes_a_reader_panic(rows in prop::collection::vec("[-+| #0-9≠┼]{0,24}", 0..10)) {
        let text = format!("+---+---+\n{}", rows.join("\n"));
        let _ = read(&text);
        let _ = read_solution(&four_squares(), &text);
    }

    #[test]
    fn generated_puzzles_survive_every_format(
        rows in 1..5_u16, cols in 1..5_u16, frame_colors in 0..3_u16, inner_colors in 1..12_u16, uniform: bool, seed in 0..1000_u64,
    ) {
        let size = Size::new(rows, cols);
        let wanted = Wanted { size, frame_colors, inner_colors, uniform, seed, unique: false };
        let generated = generate(&wanted, &Limits::default()).unwrap().success().unwrap();
        let (puzzle, solution) = (generated.puzzle, generated.solution);
        prop_assert!(jigsat_edge_matching::check(&puzzle, &solution).is_ok());
        prop_assert_eq!(&read(&puzzle.to_list()).unwrap(), &puzzle);
        prop_assert_eq!(&read(&puzzle.to_yaml().unwrap()).unwrap(), &puzzle);
        prop_assert_eq!(puzzle.contradiction(), None);
        prop_assert_eq!(&read_solution(&puzzle, &solution.to_line(&puzzle)).unwrap(), &solution);
    }
}

/// How often each colour occurs on a piece.
fn often(wanted: &Wanted) -> Vec<(u16, usize)> {
    let puzzle = generate(wanted, &Limits::default()).unwrap().success().unwrap().puzzle;
    let count = |color| puzzle.pieces.iter().flatten().filter(|&&other| other == color).count();
    let mut often: Vec<(u16, usize)> =
        puzzle.colors.all().map(|color| (puzzle.colors.name(color).parse().unwrap(), count(color))).collect();
    often.sort_unstable();
    often
}

#[test]
fn uniform_boards_have_each_colour_as_often() {
    for seed in 0..20 {
        let wanted = Wanted {
            size: Size::new(5, 6),
            frame_colors: 3,
            inner_colors: 4,
            uniform: true,
            seed,
            unique: false,
        };
        // 18 seams along the frame and 31 others; each is on two pieces. The frame itself has 22 edges.
        let framed = often(&wanted);
        assert_eq!(framed[..4], [(0, 22), (1, 12), (2, 12), (3, 12)]);
        assert!(framed[4..].iter().all(|&(_, count)| count == 14 || count == 16), "{framed:?}");
        let by_lot = often(&Wanted { uniform: false, ..wanted.clone() });
        assert_eq!(by_lot.iter().map(|(_, count)| count).sum::<usize>(), 120);
        // Without a frame, the 22 edges of the rim count, too: 71 colours are dealt out.
        let open = often(&Wanted { frame_colors: 0, ..wanted });
        assert_eq!(open.iter().map(|(_, count)| count).sum::<usize>(), 120);
        assert!(open.iter().all(|&(_, count)| (17..=36).contains(&count)), "{open:?}");
    }
    let lot = Wanted {
        size: Size::new(5, 6),
        frame_colors: 3,
        inner_colors: 4,
        uniform: false,
        seed: 0,
        unique: false,
    };
    let uneven = (0..20)
        .filter(|&seed| often(&Wanted { seed, ..lot.clone() })[1..4].iter().any(|&(_, count)| count != 12));
    assert!(uneven.count() > 10, "drawn by lot, colours are not as many");
}

/// The pieces of Four Squares as lecture notes draw them.
const IN_A_ROW: &str = "\
+-----+ +-----+ +-----+ +-----+
|  3  | |  3  | |  2  | |  1  |
|4   1| |2   4| |4   1| |2   4|
|  2  | |  1  | |  3  | |  3  |
+-----+ +-----+ +-----+ +-----+
";

#[test]
fn a_line_says_which_board_drawn_pieces_are_for() {
    for text in [format!("board 2x2\n{IN_A_ROW}"), format!("Four Squares\n{IN_A_ROW}board 2x2\n")] {
        assert_eq!(read(&text).unwrap(), four_squares());
        assert_eq!(assumed_board(&Source::new("s", text)), None);
    }
    assert_eq!(read(IN_A_ROW).unwrap().size, Size::new(1, 4));
    assert_eq!(parse_drawn(&Source::new("s", IN_A_ROW), Size::new(2, 2)).unwrap(), four_squares());
    for (line, words) in [
        ("board 2x3\n", "found 4 pieces, expected 6 for 2x3"),
        ("board two\n", "1:7: found 'two', expected the board's size, such as 2x2"),
        ("board 100x100\n", "1:7: found '100x100', expected at most 1024 squares"),
        ("board 2x2\nboard 4x1\n", "2:7: found '4x1', expected one size"),
    ] {
        let error = read(&format!("{line}{IN_A_ROW}")).unwrap_err();
        assert!(error.contains(words), "{line}: {error}");
    }
    let list = Source::new("s", "2 2\n1 2 3 4\n1 2 3 4\n1 2 3 4\n1 2 3 4\n");
    assert!(parse_drawn(&list, Size::new(2, 2)).unwrap_err().to_string().contains("states its size"));
}

/// What `show` prints of a puzzle is read as the same board, if its rows of pieces are equally long.
#[test]
fn pictures_of_pieces_keep_their_board() {
    let mut compared = 0;
    for (name, puzzle) in small_puzzles() {
        let text = draw(&puzzle, None).to_text(Charset::Ascii);
        if let Ok(again) = read(&text) {
            let sizes = (again.size, again.pieces.len());
            assert_eq!(sizes, (puzzle.size, puzzle.pieces.len()), "{name}:\n{text}");
            compared += 1;
        }
    }
    assert!(compared > 3, "{compared}");
}

#[test]
fn what_is_assumed_about_a_board_is_said() {
    let assumed = |text: &str| assumed_board(&Source::new("s", text));
    let words = assumed(IN_A_ROW).expect("four pieces may be for 2x2");
    assert!(words.contains("taken to be 1x4") && words.contains("'board 2x2'"), "{words}");
    let boxes: Vec<&str> = IN_A_ROW.lines().map(|line| &line[..7]).collect();
    let column = format!("{}\n", boxes.join("\n")).repeat(4);
    assert!(assumed(&column).expect("so may a column").contains("taken to be 4x1"));
    let six = IN_A_ROW.lines().map(|line| format!("{line} {}\n", &line[..15])).collect::<String>();
    assert!(assumed(&six).expect("2x3 or 3x2").contains("'board ROWSxCOLUMNS'"));
    // Two or three pieces, pieces that share borders, and those of a board with rows and columns are what they are.
    let two = IN_A_ROW.lines().map(|line| format!("{}\n", &line[..15])).collect::<String>();
    let joined = IN_A_ROW.replace("+ +", "+").replace("| |", "|");
    for text in [two, joined, format!("{IN_A_ROW}{IN_A_ROW}"), "2 2\n1 2 3 4\n".into()] {
        assert_eq!(assumed(&text), None, "{text}");
    }
}
