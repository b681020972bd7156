//! Forms of puzzles and solutions: round trips, and texts that must not bring anything down.

mod common;

use common::{puzzle, read, small};
use jigsat_grid::{Charset, Picture};
use jigsat_input::Source;
use jigsat_solve::Limits;
use jigsat_tiling::{
    Board, Cover, Cut, Freedom, Rotate, Tiling, Way, cut_at_random, draw, parse, parse_solution,
    parse_xmpuzzle, search::count_bitboard,
};
use proptest::prelude::*;

fn everything() -> Vec<Tiling> {
    let files =
        ["soma.yaml", "two-boards.yaml", "given.txt", "one-sided-3x30.yaml", "pentominoes-8x8-hole.yaml"];
    small().into_iter().chain(files.into_iter().map(puzzle)).collect()
}

#[test]
fn yaml_is_read_again() {
    for tiling in everything() {
        let text = tiling.to_yaml().unwrap();
        assert_eq!(read(&text), tiling, "{text}");
    }
}

#[test]
fn the_plain_form_is_read_again() {
    let tiling = puzzle("shape-fitting.txt");
    assert_eq!(read(&tiling.to_plain().unwrap()), tiling);
    assert!(puzzle("soma.yaml").to_plain().is_err());
}

#[test]
fn xmpuzzle_is_read_again() {
    for tiling in everything() {
        let Ok(bytes) = tiling.to_xmpuzzle() else { continue };
        let again = parse_xmpuzzle("test", bytes, Rotate::AsGiven).unwrap().remove(0);
        assert_eq!(again.spec().boards, tiling.spec().boards);
        assert_eq!(again.spec().cover, tiling.spec().cover);
        let shapes = |tiling: &Tiling| -> Vec<_> {
            tiling
                .spec()
                .pieces
                .iter()
                .map(|piece| (piece.name.clone(), piece.shape.clone(), piece.min))
                .collect()
        };
        assert_eq!(shapes(&again), shapes(&tiling));
    }
}

#[test]
fn an_xmpuzzle_of_two_problems() {
    let xml = "<?xml version=\"1.0\"?>\n<puzzle version=\"2\"><gridType type=\"0\"/><colors/>\n<shapes>\
        <voxel x=\"2\" y=\"1\" z=\"1\" type=\"0\">##</voxel><voxel x=\"2\" y=\"2\" z=\"1\" type=\"0\">####</voxel>\
        <voxel x=\"2\" y=\"2\" z=\"1\" type=\"0\">+++_</voxel></shapes>\n<problems>\
        <problem name=\"Two\"><shapes><shape id=\"0\" count=\"2\"/></shapes><result id=\"1\"/></problem>\
        <problem><shapes><shape id=\"0\" min=\"0\" max=\"1\"/></shapes><result id=\"2\"/></problem>\
        </problems></puzzle>";
    let puzzles = parse_xmpuzzle("test", xml.as_bytes().to_vec(), Rotate::AsGiven).unwrap();
    assert_eq!(puzzles.len(), 2);
    assert_eq!((puzzles[0].spec().title.as_str(), puzzles[0].spec().pieces[0].min), ("Two", 2));
    assert_eq!((puzzles[1].spec().cover, puzzles[1].area()), (Cover::Some, 3));
    let mixed = xml.replace("+++_", "#++_");
    let error = parse_xmpuzzle("test", mixed.into_bytes(), Rotate::AsGiven).unwrap_err().to_string();
    assert!(error.contains("cells that must and cells that may be filled"), "{error}");
}

/// What BurrTools itself writes around a puzzle: colours that no shape uses, weights, groups, a problem half solved.
#[test]
fn an_xmpuzzle_with_all_that_says_nothing_about_assembling() {
    let xml = "<?xml version=\"1.0\"?>
<puzzle version=\"2\">
 <!-- drawn by hand -->
 <gridType type=\"0\"/>
 <colors><color red=\"255\" green=\"0\" blue=\"9\"/></colors>
 <shapes>
  <voxel x=\"2\" y=\"2\" z=\"1\" name=\"big corner\" weight=\"3\" type=\"0\" hx=\"0\" hy=\"0\" hz=\"0\">##<!-- row 2 -->#_</voxel>
  <voxel x=\"1\" y=\"1\" z=\"1\" type=\"0\">#</voxel>
  <voxel x=\"2\" y=\"2\" z=\"1\" type=\"0\">####</voxel>
  <voxel x=\"1\" y=\"1\" z=\"1\" type=\"0\">#1</voxel>
 </shapes>
 <problems>
  <problem name=\"square\" state=\"2\" assemblies=\"1\" solutions=\"1\" time=\"0\">
   <shapes>
    <shape id=\"0\" count=\"1\" group=\"1\"/>
    <shape id=\"1\" min=\"0\" max=\"2\"><group group=\"2\" count=\"1\"/></shape>
    <shape id=\"3\" count=\"0\"/>
   </shapes>
   <result id=\"2\"/>
   <bitmap><pair piece=\"1\" result=\"1\"/></bitmap>
   <solutions><solution asmNum=\"0\"><assembly>0 0 0 0 1 1 0 0</assembly></solution></solutions>
  </problem>
 </problems>
 <comment>A corner and what it leaves.</comment>
</puzzle>";
    let read = |xml: &str| parse_xmpuzzle("test", xml.as_bytes().to_vec(), Rotate::AsGiven);
    let tiling = read(xml).unwrap().remove(0);
    let names: Vec<&str> = tiling.spec().pieces.iter().map(|piece| piece.name.as_str()).collect();
    assert_eq!((tiling.spec().title.as_str(), names), ("square", vec!["big-corner", "B"]));
    assert_eq!((tiling.spec().pieces[1].min, tiling.spec().pieces[1].max), (0, 2));
    let counted = count_bitboard(&tiling, 1, &Limits::default()).unwrap();
    assert_eq!((counted.count, counted.distinct), (4, Some(1)));
    let refused = |xml: String| read(&xml).unwrap_err().to_string();
    let coloured = refused(xml.replace("id=\"3\" count=\"0\"", "id=\"3\" count=\"1\""));
    assert!(coloured.contains("found colours"), "{coloured}");
    let holes = xml.replace("<problem ", "<problem maxHoles=\"1\" ").replace("####", "++++");
    assert!(refused(holes).contains("found maxHoles"));
    assert!(refused(xml.replace("result id=\"2\"", "result id=\"7\"")).contains("found the shape 7"));
}

#[test]
fn given_pieces_that_no_drawing_shows_are_listed() {
    let text = "kind: tiling\nboard: 2x4\npieces:\n- {name: long, shape: \"##\", count: 4}\ngiven:\n\
                - {piece: long, cells: [[0, 0], [1, 0]]}\n- {piece: long, cells: [[0, 1], [1, 1]]}\n";
    let tiling = read(text);
    assert_eq!(tiling.given().len(), 2);
    assert_eq!(read(&tiling.to_yaml().unwrap()), tiling);
    let wrong = |from: &str, to: &str| {
        let source = Source::new("test", text.replace(from, to));
        parse(&source, Rotate::AsGiven).unwrap_err().to_string()
    };
    assert!(wrong("piece: long, cells: [[0, 0]", "piece: short, cells: [[0, 0]").contains("found 'short'"));
    assert!(wrong("[[0, 0], [1, 0]]", "[[0, 0], [2, 0]]").contains("has not the shape"));
    assert!(wrong("[[0, 0], [1, 0]]", "[[0, -1], [1, 0]]").contains("found the coordinate -1"));
    assert!(wrong("long, cells: [[0, 0]", "long, board: 2, cells: [[0, 0]").contains("found board 2"));
}

#[test]
fn solutions_are_read_again_from_every_form() {
    for seed in 0..4 {
        let freedom = Freedom { rotate: true, mirror: true };
        let cut = Cut { board: Board::full([6, 5, 1]), pieces: 7, way: Way::Even, freedom };
        let made = cut_at_random(&cut, seed).unwrap();
        let tiling = &made.puzzle;
        let text = draw(tiling, Some(&made.solution)).to_text(Charset::Unicode);
        let ascii = draw(tiling, Some(&made.solution)).to_text(Charset::Ascii);
        for text in [text, ascii.replace(['+', '-'], " "), made.solution.to_plain(tiling)] {
            let again = parse_solution(tiling, &Source::new("test", text.as_str())).unwrap();
            assert_eq!(jigsat_tiling::check(tiling, &again), Ok(()), "{text}");
            assert_eq!(tiling.find(&again), tiling.find(&made.solution), "{text}");
        }
    }
}

#[test]
fn pictures_show_layers_and_pieces() {
    let soma = puzzle("soma.yaml");
    let text = draw(&soma, None).to_text(Charset::Unicode);
    assert!(text.starts_with("The Soma cube\n") && text.contains('V'), "{text}");
    let svg = draw(&soma, Some(&soma.solution([0]))).to_svg();
    assert!(svg.contains("<polygon") && svg.trim_end().ends_with("</svg>"));
}

proptest! {
    #[test]
    fn no_text_brings_the_readers_down(text in "[ .#A-Za-z0-9:=,()\\[\\]\\-\n]{0,200}") {
        let _ = parse(&Source::new("test", text.as_str()), Rotate::AsGiven);
        let tiling = puzzle("shape-fitting.txt");
        let _ = parse_solution(&tiling, &Source::new("test", text.as_str()));
    }

    #[test]
    fn no_bytes_bring_the_xml_reader_down(bytes in proptest::collection::vec(any::<u8>(), 0..200), packed in any::<bool>()) {
        let mut bytes = bytes;
        if packed {
            bytes.splice(0..0, [0x1f, 0x8b]);
        }
        let _ = parse_xmpuzzle("test", bytes, Rotate::AsGiven);
    }

    #[test]
    fn cut_boards_are_tiled_by_their_pieces(seed in any::<u64>(), width in 1..7_usize, height in 1..7_usize, pieces in 1..9_usize) {
        let cut = Cut { board: Board::full([width, height, 1]), pieces: pieces.min(width * height), way: Way::Even, freedom: Freedom { rotate: true, mirror: false } };
        let made = cut_at_random(&cut, seed).unwrap();
        prop_assert_eq!(jigsat_tiling::check(&made.puzzle, &made.solution), Ok(()));
        prop_assert_eq!(read(&made.puzzle.to_yaml().unwrap()), made.puzzle);
    }
}
