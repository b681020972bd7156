//! Every format is read and written, and mistakes have their places.

use jigsat_grid::{Charset, Size};
use jigsat_input::Source;
use jigsat_slitherlink::{Slitherlink, Solution, draw, parse_all, parse_solution};
use jigsat_solve::Puzzle;
use proptest::prelude::*;

fn read(text: &str) -> Result<Vec<Slitherlink>, String> {
    let all = parse_all(&Source::new("f", text));
    all.into_iter().map(|puzzle| puzzle.map_err(|error| error.to_string())).collect()
}

fn puzzles() -> impl Strategy<Value = Slitherlink> {
    let size = (1..9_u16, 1..30_u16).prop_map(|(rows, cols)| Size::new(rows, cols));
    size.prop_flat_map(|size| {
        let clue = prop_oneof![3 => Just(None), 1 => (0..5_u8).prop_map(Some)];
        proptest::collection::vec(clue, size.area()).prop_map(move |clues| Slitherlink::new(size, clues))
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read(puzzle in puzzles(), seed: u64) {
        for text in [puzzle.to_url(), puzzle.to_yaml().unwrap(), puzzle.to_pzpr(None, '\n'), puzzle.to_pzpr(None, '/')] {
            prop_assert_eq!(read(&text), Ok(vec![puzzle.clone()]), "{}", text);
        }
        let mut bits = seed;
        let edges: Vec<_> = puzzle.size.edges().map(|edge| {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (edge, [None, Some(false), Some(true)][(bits >> 33) as usize % 3])
        }).collect();
        let edges: std::collections::BTreeMap<_, _> = edges.into_iter().collect();
        let solution = Solution::of(puzzle.size, |edge| edges[&edge]);
        let json = serde_json::to_string(&solution).unwrap();
        let record = format!("{{\"status\":\"solved\",\"solution\":{json}}}");
        let mut texts = vec![puzzle.to_pzpr(Some(&solution), '/'), record, json];
        texts.extend([Charset::Unicode, Charset::Ascii].map(|charset| {
            format!("A title\n{}", draw(&puzzle, Some(&solution)).to_text(charset))
        }));
        // If no edge is open, a drawing leaves out the edges that are not on the loop; and if the loop is complete,
        // nothing is open.
        let whole = Solution::of(puzzle.size, |edge| edges[&edge].or(Some(false)));
        if edges.values().any(Option::is_none) && puzzle.check(&whole).is_err() {
            for text in texts {
                let again = parse_solution(&puzzle, &Source::new("s", text.clone()));
                prop_assert_eq!(again.as_ref(), Ok(&solution), "{}", text);
            }
        }
    }

    #[test]
    fn no_text_panics(text in "[0-9a-z./\\- \n:?#|+x]{0,80}") {
        for start in ["", "pzprv3/slither/", "p?slither/", "kind: slitherlink\ngrid: |\n  ", "pzprv3.1/slither/2/2/-/"] {
            let source = Source::new("f", format!("{start}{text}"));
            let _ = parse_all(&source);
            let _ = parse_solution(&Slitherlink::new(Size::new(2, 2), vec![None; 4]), &source);
        }
    }
}

#[test]
fn boards_are_drawn_in_rows() {
    let two = read("# two boards\nFirst\n3.2\n0-1\n\nSecond one\n\n. 1\n2 .\n").unwrap();
    let board = |title: &str, rows, cols, clues: &[u8]| {
        let clues = clues.iter().map(|&clue| (clue < 5).then_some(clue)).collect();
        Slitherlink { title: title.into(), ..Slitherlink::new(Size::new(rows, cols), clues) }
    };
    assert_eq!(two, [board("First", 2, 3, &[3, 9, 2, 0, 9, 1]), board("Second one", 2, 2, &[9, 1, 2, 9])]);
}

#[test]
fn addresses() {
    let puzzle = &read("https://puzz.link/p?slither/6/6/h712221dh0b3cg1ag1g2b1").unwrap_or_default();
    assert!(puzzle.is_empty() || puzzle[0].size == Size::new(6, 6));
    let board = |clues: &[i8]| clues.iter().map(|&clue| u8::try_from(clue).ok()).collect::<Vec<_>>();
    for text in [
        "https://puzz.link/p?slither/3/2/25g.1",
        "http://pzv.jp/p.html?slitherlink/3/2/25g.1",
        "https://puzz.link/p?slither/v:/3/2/25g.1",
        "  p?slither/3/2/25g.1  ",
    ] {
        let puzzle = read(text).unwrap().remove(0);
        assert_eq!((puzzle.size, puzzle.clues), (Size::new(2, 3), board(&[2, 0, -1, -1, -1, 1])), "{text}");
    }
    let several = parse_all(&Source::new("f", "p?slither/1/1/3\nnothing\np?slither/2/1/a\n"));
    assert_eq!(several.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
}

#[test]
fn errors_have_their_place() {
    for (text, parts) in [
        ("3.2\n0x1\n", &["f:2:2", "'x'", "0 to 3"][..]),
        ("3.2\n0.4\n", &["f:2:3", "'4'", "0 to 3"]),
        ("3.2\n01\n", &["f:2:1", "found 2 cells in row 2", "3"]),
        ("nothing\n", &["found no board", "rows of cells"]),
        ("p?slither/2/2/g!\n", &["f:1:16", "'!'"]),
        ("p?slither/2/2/g\n", &["f:1:16", "the address ends after 1 of 4 cells"]),
        ("p?slither/2/1/333/\n", &["f:1:17", "found '3/' after the board"]),
        ("p?slither/0/2/g\n", &["f:1:11", "the number of columns, a number from 1 to 100"]),
        ("p?slither/2/101/g\n", &["f:1:13", "the number of rows"]),
        ("pzprv3\nmasyu\n2\n2\n", &["f:2:1", "'masyu'", "slither"]),
        ("pzprv3/slither/1/2/. 7 /", &["f:1:22", "'7'"]),
        ("pzprv3/slither/1/2/. /", &["f:1:20", "found 1 words", "2"]),
        ("pzprv3/slither/1/2/. 1 /0 0 2 /", &["f:1:29", "'2'", "1, 0 or -1"]),
        (
            "p?slither/f/3/2/25g.1\n",
            &["f:1:11", "found 'f', which marks the variant whose loop visits every dot"],
        ),
        ("pzprv3.1/slither/1/1/f/. /0 /0 0 /0 /0 /", &["f:1:22", "found 'f'", "visits every dot"]),
        ("kind: slitherlink\ngrid: |\n  1.\n  x3\n", &["f:4:3", "'x'"]),
        ("kind: slitherlink\ngrid: |\n  1.\n  3\n", &["f:4:3", "found 1 cells"]),
        ("kind: slitherlink\ngrid: ''\n", &["found no rows"]),
    ] {
        let error = read(text).unwrap_err();
        for part in parts {
            assert!(error.contains(part), "{part:?} is missing in: {error}");
        }
    }
    let puzzle = read("3.\n..\n").unwrap().remove(0);
    let error = |text: &str| parse_solution(&puzzle, &Source::new("s", text)).unwrap_err().to_string();
    assert!(error("3.\n..\n").contains("found no drawing with 3x3 dots"), "{}", error("3.\n..\n"));
    let other = "pzprv3/slither/1/1/. /0 0 /0 /0 /";
    assert!(error(other).contains("found a solution of a board of 1x1"), "{}", error(other));
}

#[test]
fn the_size_may_be_above_the_rows() {
    let expected = read("3.2\n0-1\n").unwrap();
    for text in [
        "2 3\n3.2\n0-1\n",
        "2 3\n3 . 2\n0 - 1\n",
        "# a board\r\n2 3\r\n3 . 2\r\n0 - 1\r\n",
        "２ ３\n３．２\n０－１\n",
        "2\t3 \n3\u{a0}.\u{a0}2\n0 - 1\n",
    ] {
        assert_eq!(read(text).as_ref(), Ok(&expected), "{text}");
    }
    let titled = read("title: One\n2 3\n3.2\n0-1\n\nTwo\n1 2\n4.\n").unwrap();
    assert_eq!(titled.iter().map(|board| board.title.as_str()).collect::<Vec<_>>(), ["One", "Two"]);
    assert_eq!((titled[1].size, titled[1].clues[0]), (Size::new(1, 2), Some(4)));
    // Two numbers may also be a row.
    assert_eq!(read("2 3\n. .\n").unwrap()[0].size, Size::new(2, 2));
    let error = read("3 3\n3.2\n0-1\n").unwrap_err();
    assert_eq!(
        error,
        "f:1:1: found 3x3 above a board of 2x3, expected the same number of rows and of columns"
    );
}

#[test]
fn lists_of_json() {
    let expected = read("3.2\n0-1\n").unwrap();
    for text in [
        "[[3,null,2],[0,-1,1]]",
        "[[\"3\",\"\",\"2\"],\r\n[\"0\",\".\",\"1\"]]",
        "[\"3.2\",\"0.1\"]",
        "{\"clues\":[[3,None,2],[0,None,1]]}",
    ] {
        assert_eq!(read(text).as_ref(), Ok(&expected), "{text}");
    }
    assert_eq!(
        read("[[3,null],\n[5,0]]").unwrap_err(),
        "f:2:2: found '5', expected a number from 0 to 4, or null for none"
    );
    assert_eq!(read("[[3,null],\n[0]]").unwrap_err(), "f:2:2: found 1 cells in row 2, expected 2");
}
